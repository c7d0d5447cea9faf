"""Notices: what a game may lack on its first day."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from ludotheque.game import Game

NOTICE = "notice"  # name of a property in a test's report

RecordProperty = Callable[[str, object], None]


def demand(owner: Any, game: Game, lacks: Iterable[str], record_property: RecordProperty) -> None:
    """Fail if a complete game lacks something; otherwise only say so at the end. `owner` is the object of the test."""
    found = [f"{game.title} has no {what}" for what in lacks]
    if found and getattr(owner, "complete", False):
        pytest.fail("; ".join(found), pytrace=False)
    for sentence in found:
        record_property(NOTICE, sentence)
