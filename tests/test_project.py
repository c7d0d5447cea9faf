"""Every game's folder is complete, and the project's files follow its rules."""

import re
import subprocess
from pathlib import Path

import pytest

from ludotheque.checks import Files
from ludotheque.game import names
from ludotheque.packages import PACKAGE

ROOT = Path(__file__).parent.parent
LARGEST_CHECKOUT = 8 * 2**20  # bytes of all tracked files


class TestFiles(Files):
    games = names()
    complete = True


def text_files() -> list[Path]:
    suffixes = {".py", ".md", ".toml", ".css", ".txt", ".yml", ".html", ".js", ""}
    hidden = {".git", ".venv", ".uv", ".gpu", "__pycache__"}
    return [f for f in ROOT.rglob("*") if f.is_file() and f.suffix in suffixes and not hidden & set(f.parts)]


def test_no_file_names_a_package_host() -> None:
    hosts = re.compile("pypi" + r"\.org|files\.python" + "hosted")
    assert not [f for f in text_files() if hosts.search(f.read_text("utf-8", errors="ignore"))]


def test_the_package_has_no_stray_files() -> None:
    kinds = {".py", ".md", ".toml", ".css", ".txt", ".typed", ".json", ".jsonl", ".xz", ".npy", ".c", ".cc"}
    kinds |= {".html", ".js", ".svg", ".woff2", ".ico", ".png", ".webmanifest"}  # the web page's
    kinds |= {".npz", ".onnx"}  # networks
    stray = [f for f in PACKAGE.rglob("*") if f.is_file() and f.suffix not in kinds and "__pycache__" not in f.parts]
    assert not stray


def test_the_tracked_files_are_small_together() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("this is no git checkout")
    files = [ROOT / name for name in listed.stdout.split("\0") if name]
    assert sum(file.lstat().st_size for file in files if file.is_file()) < LARGEST_CHECKOUT
