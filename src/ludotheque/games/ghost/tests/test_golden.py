"""Games, maps and lines as the contest's own referee answered them (golden/)."""

import json
import lzma
from pathlib import Path
from typing import Any

import pytest

from ludotheque import replay
from ludotheque.games.ghost.contest import Referee

GOLDEN = Path(__file__).parent / "golden"
GAMES = sorted(file.name for file in GOLDEN.glob("*.json.xz"))


def read_golden(name: str) -> Any:
    data = (GOLDEN / name).read_bytes()
    return json.loads(lzma.decompress(data) if name.endswith(".xz") else data)


def test_the_recorded_games_are_there() -> None:
    assert len(GAMES) == 32


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_is_reproduced_line_by_line(name: str) -> None:
    """GC-1 … GC-22: all input lines, the scores, the number of turns and the seats that are out; the record replays."""
    game = read_golden(name)
    referee = Referee(game["seed"], game["league"])
    for number, turn in enumerate(game["turns"]):
        assert not referee.over
        for seat in (0, 1):
            before = game["init"] if number == 0 else []
            assert referee.lines(seat) == [*before, *turn["in"][seat]], f"turn {number}, seat {seat}"
            referee.answer(seat, turn["out"][seat])
        referee.step()
    assert referee.over
    assert referee.scores == game["scores"]
    assert referee.turns == game["n_turns"]
    assert [reason is not None for reason in referee.out] == game["lost"]
    assert replay(referee.match.record()).outcome == referee.match.outcome


@pytest.mark.parametrize("row", read_golden("maps.json"), ids=lambda row: f"league {row['league']}, seed {row['seed']}")
def test_a_seed_gives_the_contests_map(row: dict[str, Any]) -> None:
    """GC-2 … GC-6"""
    assert Referee(row["seed"], row["league"]).lines(0) == row["first"]


@pytest.mark.parametrize("row", read_golden("lines.json"), ids=lambda row: f"league {row['league']}, {row['line']!r}")
def test_a_line_is_judged_as_the_contest_does(row: dict[str, Any]) -> None:
    """GC-22"""
    referee = Referee(4242, row["league"])
    referee.answer(0, row["line"])
    referee.answer(1, "WAIT")
    referee.step()
    assert (referee.out[0] is not None) == row["out"] == referee.over
