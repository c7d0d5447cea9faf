"""Matches and batches in a notebook: the widget's side in Python, and pictures of many boards."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import ludotheque as lt
from ludotheque.game import Game
from tests.test_batch import each_game

pytest.importorskip("anywidget", reason="the extra `notebook` is not installed")

from ludotheque.notebook import MatchWidget, MoveBuilder, draw_boards

NOTEBOOK = Path(__file__).parent.parent / "examples" / "notebook.ipynb"

pytestmark = pytest.mark.slow


def targets(svg: str) -> list[dict[str, str]]:
    """Return the data of everything that can be clicked, as a browser sends it."""
    found = [element for element in ElementTree.fromstring(svg).iter() if "legal" in element.get("class", "").split()]
    return [{name[5:]: value for name, value in one.items() if name.startswith("data-")} for one in found]


@each_game
def test_a_match_is_played_by_clicks(game: Game) -> None:
    """Click whatever the board offers, or a button below it, until some moves were played."""
    options: dict[str, Any] = dict(game.quick)
    widget = MatchWidget(game.name, "random", seed=2, **options)
    first = widget.match.ply
    for click in range(60):
        parts = targets(widget.svg)
        if (widget.builder.parts and widget.choices) or not parts:
            name, _, value = widget.choices[0].partition("=")
            widget.choose({name: value})
        else:
            widget.choose(parts[click % len(parts)])
        if widget.match.ply > first + 6 or widget.match.over:
            break
    assert widget.match.ply > first + 3
    assert widget.svg == widget.match.view(0).svg()


def test_a_click_that_fits_no_move_begins_again() -> None:
    moves: Any = {"MOVE": {"source": 4, "target": 4}, "END": {}}
    builder = MoveBuilder(moves, ["MOVE 0 1", "MOVE 0 2", "MOVE 1 3", "MOVE 1 2", "END"])
    assert builder.list_choices() == ["kind=MOVE", "kind=END"]
    assert builder.choose({"source": "0", "target": "0", "most": "9"}) is None
    assert builder.parts == {"source": "0"}
    assert builder.choose({"source": "1", "target": "1"}) == "MOVE 0 1"
    assert builder.choose({"source": "3", "target": "3"}) == "MOVE 1 3", "nothing goes from 0 to 3: it begins again"
    assert MoveBuilder(moves, ["MOVE 0 1", "END"]).choose({"kind": "END"}) == "END"
    assert MoveBuilder(moves, ["END"]).choose({"move": "MOVE 0 1"}) is None


@each_game
def test_many_boards_are_one_picture(game: Game) -> None:
    batch = lt.batch(game.name, 6)
    batch.reset(0)
    batch.play_random(8)
    svg = draw_boards(batch, [0, 2, 4, 5], columns=3)._repr_svg_()
    boards = [one for one in ElementTree.fromstring(svg) if one.tag.endswith("svg")]
    assert [(board.get("x"), int(board.get("y", "")) > 0) for board in boards] == [
        ("0", False),
        ("480", False),
        ("960", False),
        ("0", True),
    ]
    shapes = {float(width) / float(height) for *_, width, height in (one.attrib["viewBox"].split() for one in boards)}
    assert min(shapes) > 1.5, "the wide form of a board"
    ids = re.findall(r' id="([^"]+)"', svg)
    assert len(ids) == len(set(ids))


def test_the_example_notebook_has_no_outputs() -> None:
    cells = [cell for cell in json.loads(NOTEBOOK.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
    assert cells
    assert not any(cell["outputs"] or cell["execution_count"] for cell in cells)
