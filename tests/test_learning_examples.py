"""The examples for other libraries of learning run, at toy size. These libraries are in no lock file, as PyTorch."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples" / "learning"

pytestmark = pytest.mark.slow


def run_example(name: str, *arguments: str) -> str:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(find_spec("sb3_contrib") is None, reason="sb3-contrib is not installed (pip install sb3-contrib)")
def test_maskable_ppo() -> None:
    printed = run_example("maskable_ppo.py", "meduris", "--steps", "64", "--matches", "2")
    assert "of 2 matches won against random" in printed


@pytest.mark.skipif(find_spec("torchrl") is None, reason="TorchRL is not installed (pip install torchrl)")
def test_torchrl_ppo() -> None:
    printed = run_example("torchrl_ppo.py", "meduris", "--steps", "256", "--frames", "128")
    assert printed.count("matches ended") == 2
