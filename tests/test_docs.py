"""The docs agree with the code: generated pages are up to date, examples run, links work."""

import doctest
import json
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.game import Game
from ludotheque.packages import PACKAGE
from ludotheque.seat import FunctionSeat
from tests.test_levels import LEVELS, LEVELS_INSIDE, level

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")] + sorted(ROOT.glob("docs/**/*.md"))


def test_the_readme_runs() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert results.attempted > 10
    assert results.failed == 0


@pytest.mark.slow  # the protocol's pages play matches of bots
def test_the_generated_pages_are_up_to_date() -> None:
    done = subprocess.run([sys.executable, ROOT / "docs" / "build.py", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_the_example_record_is_a_record() -> None:
    text = (ROOT / "docs" / "records.md").read_text("utf-8")
    example = text.partition("```json\n")[2].partition("```")[0]
    match = lt.read(example)
    assert match.ranks == [2, 1]
    assert match.record().write() == example


def test_the_pages_name_every_field() -> None:
    pages = {name: (ROOT / "docs" / f"{name}.md").read_text("utf-8") for name in ("records", "bots", "games")}
    named = {
        "records": json.loads(lt.new("emile", seed=1).record().write()),
        "bots": (*lt.Verdict.KINDS, *lt.new("emile", seed=1).result()[0]),
        "games": [field.name for field in fields(Game) if field.name != "package"],
    }
    for page, names in named.items():
        assert [name for name in names if f"`{name}`" not in pages[page]] == [], page


def test_the_bots_of_the_page_play() -> None:
    text = (ROOT / "docs" / "bots.md").read_text("utf-8")
    bots = [block for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if block.startswith("def play")]
    assert len(bots) == 2
    for source in bots:
        names: dict[str, Any] = {}
        exec(source, names)
        match = lt.run(lt.new("emile", seed=1, rounds=3), [FunctionSeat("mine", names["play"]) for _ in range(2)])
        assert match.verdicts == ["ok", "ok"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_work(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
        assert link.startswith("http") or (page.parent / link).exists(), link


def test_make_lists_every_target() -> None:
    listed = subprocess.run(["make", "-s", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for target in ("setup", "run", "test", "check", "fmt", "laws", "gpu", "bench", "docs"):
        assert f"make {target}" in listed


def test_the_map_names_every_module_of_the_platform() -> None:
    modules = {file.relative_to(PACKAGE) for file in PACKAGE.rglob("*.py") if file.name != "__init__.py"}
    platform = {str(module) for module in modules if module.parts[0] not in ("games", "template")}
    named = mapped_modules()
    assert set(named) == platform
    assert len(named) == len(platform), "a module is on the map twice"


def test_the_map_goes_from_the_lowest_level_to_the_highest() -> None:
    modules = [name.removesuffix(".py").split("/") for name in mapped_modules()]
    levels = [level(module[0], LEVELS) for module in modules]
    assert levels == sorted(levels)
    for package, inside in LEVELS_INSIDE.items():
        levels = [level(module[1], inside) for module in modules if module[0] == package]
        assert levels == sorted(levels), package


def mapped_modules() -> list[str]:
    """Return the modules that the tables of docs/architecture.md name, in their order."""
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    return re.findall(r"^\| `([\w/]+\.py)` \|", text, re.MULTILINE)
