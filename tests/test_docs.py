"""The docs agree with the code: generated pages are up to date, examples run, links work."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")] + sorted(ROOT.glob("docs/*.md"))


def test_the_readme_runs() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert results.attempted > 10
    assert results.failed == 0


def test_the_generated_pages_are_up_to_date() -> None:
    done = subprocess.run([sys.executable, ROOT / "docs" / "build.py", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_work(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
        assert link.startswith("http") or (page.parent / link).exists(), link


def test_make_lists_every_target() -> None:
    listed = subprocess.run(["make", "-s", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for target in ("setup", "run", "test", "check", "fmt", "laws", "gpu", "bench", "docs", "new"):
        assert f"make {target}" in listed


def test_the_map_names_every_file_of_the_platform() -> None:
    contributing = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    for file in (ROOT / "src" / "ludotheque").glob("*.py"):
        assert file.name == "__init__.py" or file.name in contributing, f"{file.name} is not on the map"
