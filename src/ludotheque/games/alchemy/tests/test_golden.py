"""Games, calls and a dump as the contest's own engine recorded them (golden/)."""

import json
import lzma
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.games.alchemy.contest import Api, dump
from ludotheque.games.alchemy.contest.api import LETTERS

GOLDEN = Path(__file__).parent / "golden"
GAMES = sorted(GOLDEN.glob("game_*.txt.xz"))


def read_calls() -> dict[str, list[str]]:
    """Return the recorded calls of each game."""
    games: dict[str, list[str]] = {}
    for line in lzma.decompress((GOLDEN / "calls.txt.xz").read_bytes()).decode().splitlines():
        if line.startswith("GAME"):
            games[line] = []
        else:
            games[list(games)[-1]].append(line)
    return games


CALLS = read_calls()


def start(first: int) -> tuple[lt.Match, list[Api]]:
    match = lt.new("alchemy", seed=0, first=first)
    return match, [Api(match, 0), Api(match, 1)]


def write_benches(match: lt.Match) -> str:
    """Write benches and scores as the recordings do."""
    view = match.view()
    benches = ["".join(LETTERS[element] for element in bench) for bench in view.bench]
    return " ".join([*benches, *map(str, view.gold)])


def make_call(api: Api, call: str) -> str:
    """Make one recorded call and write the result as the engine did."""
    name, *words = call.split()
    n = [int(word) for word in words]
    match name:
        case "place":
            return str(int(api.placer_echantillon((n[0], n[1]), (n[2], n[3]))))
        case "placement_possible":
            sample, where = api.echantillon_tour(), ((n[0], n[1]), (n[2], n[3]))
            return str(int(api.placement_possible_echantillon(sample, *where, api.moi())))
        case "placements":
            return write_placements(api)
        case "transmute":
            return str(int(api.transmuter((n[0], n[1]))))
        case "catalyse":
            return str(int(api.catalyser((n[0], n[1]), n[2], n[3])))
        case "give":
            return str(int(api.donner_echantillon((n[0], n[1]))))
        case "cancel":
            return str(int(api.annuler()))
        case "taille":
            return str(api.taille_region((n[0], n[1]), api.moi()))
        case "taille_of":
            return str(api.taille_region((n[0], n[1]), n[2]))
    raise AssertionError(f"unknown call {call!r}")


def write_placements(api: Api) -> str:
    found = api.placements_possible_echantillon(api.echantillon_tour(), api.moi())
    first = "".join(str(number) for pos in found[:1] for place in pos for number in place)
    return f"{len(found)} first {first}" if found else "0"


def write_turn_line(api: Api) -> str:
    one, two = api.echantillon_tour()
    return f"TURN {api.tour_actuel()} player {api.moi()} sample {one} {two} hist {len(api.historique())}"


def write_end_line(match: lt.Match, api: Api) -> str:
    """End the turn: write what was done before END, and the benches after it."""
    done = f"placed {int(api.a_pose_echantillon())} given {int(api.a_donne_echantillon())}"
    catalysts = api.nombre_catalyseurs()
    match.play("END")
    one, two, gold, more = write_benches(match).split()
    return f"END {done} cat {catalysts} bench {one} {two} score {gold} {more}"


def test_the_recordings_are_there() -> None:
    assert (len(GAMES), len(CALLS)) == (12, 14)
    assert sum(map(len, CALLS.values())) == 27835


@pytest.mark.parametrize("game", CALLS)
def test_every_recorded_call_is_answered_as_the_contest_did(game: str) -> None:
    """AL-1 … AL-18, AL-20: error codes, region sizes, placements, catalysts, gold, benches, history, undo."""
    lines = CALLS[game]
    match, apis = start(int(lines[0].split()[3]))
    for number, line in enumerate(lines):
        api = apis[match.active[0]]
        where = f"{game}, line {number}: {line}"
        if line.startswith("TURN"):
            assert write_turn_line(api) == line, where
        elif line.startswith("END"):
            assert write_end_line(match, api) == line, where
        elif line.startswith("cat "):
            assert f"cat {api.nombre_catalyseurs()} score {api.score(api.moi())}" == line, where
        else:
            call, _, expected = line.partition(" -> ")
            assert make_call(api, call) == expected, where
    assert match.over


def read_actions(actions: str) -> Iterator[tuple[str, str]]:
    """Split `P0010;T00;C210C` into kinds and what follows them."""
    return ((action[0], action[1:]) for action in actions.split(";") if action)


def play_action(api: Api, letter: str, rest: str) -> None:
    n = [int(digit) for digit in rest[: 4 if letter == "P" else 3]]
    if letter == "P":
        assert api.placer_echantillon((n[0], n[1]), (n[2], n[3])) == 0
    elif letter == "T":
        assert api.transmuter((n[0], n[1])) == 0
    else:
        assert letter == "C"
        assert api.catalyser((n[0], n[1]), n[2], LETTERS.index(rest[3])) == 0


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.name)
def test_a_recorded_game_comes_out_turn_by_turn(file: Path) -> None:
    """AL-1 … AL-17: every action is legal, and every bench and all gold are as recorded."""
    rows = [
        re.fullmatch(r"(\d+) (\d) (\w\w) placed=(\d) given=(\d) \[(.*)\] (.*)", line)
        for line in lzma.decompress(file.read_bytes()).decode().splitlines()
    ]
    assert len(rows) == 150
    match, apis = start(int(rows[0][2]) if rows[0] else -1)
    for row, after in zip(rows, [*rows[1:], None]):
        assert row is not None
        turn, player, sample, placed, given, actions, end = row.groups()
        api = apis[int(player)]
        received = "".join(LETTERS[element] for element in api.echantillon_tour())
        assert (api.tour_actuel(), match.active, received) == (int(turn), [int(player)], sample)
        for letter, rest in read_actions(actions):
            play_action(api, letter, rest)
        if given == "1" and after:
            assert api.donner_echantillon((LETTERS.index(after[3][0]), LETTERS.index(after[3][1]))) == 0
        assert api.a_pose_echantillon() == (placed == "1")
        match.play("END")
        assert write_benches(match) == end, f"turn {turn}"
    assert match.over
    assert lt.replay(match.record()).outcome == match.outcome


def test_the_recorded_dump_is_read_and_written_again() -> None:
    """AL-20: 151 states, equal as JSON, and the record of what was read replays."""
    text = lzma.decompress((GOLDEN / "dump.jsonl.xz").read_bytes()).decode()
    match = dump.read(text)
    assert match.over and match.names == ["anonymous", "anonymous"]
    assert match.outcome == [(1066,), (401,)]
    written = dump.write(match).splitlines()
    assert len(written) == 151
    for turn, (ours, theirs) in enumerate(zip(written, text.splitlines(), strict=True)):
        assert json.loads(ours) == json.loads(theirs), f"turn {turn}"
    assert lt.replay(match.record()).outcome == match.outcome
