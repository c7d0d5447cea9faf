"""What all tests share."""

import asyncio
from collections.abc import Generator

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Hide the event loop of the shared browser from tests without a browser: `asyncio.run` refuses a second loop."""
    if "browser" in pyfuncitem.fixturenames:
        return (yield)
    loop = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        asyncio._set_running_loop(loop)
