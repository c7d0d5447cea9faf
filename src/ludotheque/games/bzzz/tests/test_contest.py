"""Bots of the course: what they are told, how their answers are read, and each way in which they fail."""

import json
from collections import namedtuple
from collections.abc import Callable, Sequence
from enum import IntEnum, StrEnum
from pathlib import Path
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.bot_files import NoSuchBot
from ludotheque.cli import main
from ludotheque.compile import for_interpreter
from ludotheque.game import load
from ludotheque.games.bzzz import rules
from ludotheque.games.bzzz.contest import make_champion
from ludotheque.games.bzzz.contest.actions import LINES, Log, read_actions, read_laying
from ludotheque.games.bzzz.contest.jeu import make_jeu
from ludotheque.games.bzzz.contest.seat import parse_answer
from ludotheque.games.bzzz.contest.turn import Turn
from ludotheque.games.bzzz.field import put_flower
from ludotheque.match import Match
from ludotheque.process import ProcessSeat
from ludotheque.record import OK
from ludotheque.referee import Player
from ludotheque.seat import FunctionSeat, make_player
from tests.processes import left_behind, running

CHAMPIONS = Path(__file__).parent / "champions"
PATIENT, HASTY = 10.0, 0.2  # clock scales: for tests that are not about time, and for bots that hang
IDS = ["Maya#1", "medium#2", "Willy#3", "random#4"]
WORKER, DRONE, SCOUT = range(3)

Write = Callable[..., Path]
Bee = tuple[int, int, int, int]  # seat, kind, x, y

BOT = """
import json, os, random, signal, sys, time
from ia import JeuDict, MoteurIA
{before}
class Bot(MoteurIA):
    nom = "{nom}"
    def __init__(self, *arguments):
        {start}
    def ponte(self, jeu, cout_ponte):
        {lay}
    def action_abeilles(self, jeu):
        {act}
"""
AT_FLOWERS = [(4, 4), (10, 4), (4, 10), (10, 10)]


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep bots below the test's folder, so that their processes can be told from others."""
    monkeypatch.setattr("ludotheque.build.cache_root", lambda: tmp_path / "cache")


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return a function that writes a bot's file: a whole text, or BOT with these bodies of its methods."""

    def write_file(text: str = BOT, name: str = "bot.py", **does: str) -> Path:
        parts = {"nom": "Maya", "before": "", "start": "pass", "lay": "return 'OUV'", "act": "return []", **does}
        file = tmp_path / name
        file.write_text(text.format(**parts) if text is BOT else text)
        return file

    return write_file


def field(bees: Sequence[Bee] = (), flowers: Sequence[tuple[int, int]] = AT_FLOWERS, **options: Any) -> Match:
    """Return a match in seat 0's turn with these bees, laid in this order, and these flowers of 30 nectar."""
    match = lt.new("bzzz", seed=5, nfleurs=1, **options)
    for name in ("bloom", "flower_x", "flower_y"):
        match.state[name] = 0
    state = for_interpreter(match.state)[0]
    for flower, (x, y) in enumerate(flowers):
        put_flower(state, flower, x, y, 30)
    for serial, (seat, kind, x, y) in enumerate(bees):
        bee = state.bees[seat]
        state.kind[seat, bee], state.serial[seat, bee] = kind, serial
        state.bees[seat] = bee + 1
        rules.place_bee(state, seat, bee, x, y)
    return match


def champion_of(file: Path, clock_scale: float = PATIENT) -> Player:
    player = make_champion(file, clock_scale)
    assert player is not None
    return player


def quiet_player(name: str = "quiet") -> Player:
    return FunctionSeat(name, lambda view: "END")


def play_match(file: Path, clock_scale: float = PATIENT, match: Match | None = None, turns: int = 3) -> Match:
    """Play a match of this bot against three that only end their turns, and check that no process is left."""
    match = match or lt.new("bzzz", seed=5, time_out=4 * turns)
    is_whole = match.ply == 0 and not match.state["bees"].any()
    lt.run(match, [champion_of(file, clock_scale), *(quiet_player() for _ in range(3))])
    assert match.over
    assert match.verdicts[1:] == [OK] * 3
    assert all(match.moves.count(f"{seat} END") == match.state["turn"][0] // 4 for seat in (1, 2, 3))
    if is_whole:
        assert lt.read(match.record().write()).moves == match.moves
    assert not left_behind(file.parent)
    return match


def own_moves(match: Match) -> list[str]:
    """Return the moves of seat 0."""
    return [move[2:] for move in match.moves if move.startswith("0 ")]


def notes_of(match: Match, kind: str) -> list[str]:
    """Return the notes of each turn of seat 0, with "" for none."""
    ends = [ply for ply, (seat, move) in enumerate(match.played, 1) if seat == 0 and move.kind >= rules.END]
    return [str(match.notes.get(ply, {}).get(kind, "")) for ply in ends]


def verdict_of(file: Path, clock_scale: float = PATIENT, played: Sequence[str] = ("REST",) * 3) -> str:
    """Return the verdict of a bot that fails, and check that it rests to the end (BZ-20)."""
    match = play_match(file, clock_scale)
    assert own_moves(match) == list(played)
    assert match.verdicts[0] != OK
    return match.verdicts[0]


# What a bot is told.


def make_bee(
    kind: str, name: str, owner: str, x: int, y: int, ko: int = 0, nectar: int | None = None
) -> dict[str, Any]:
    force, most = {"OUV": (1, 12), "BOU": (5, 1), "ECL": (1, 3)}[kind]
    load = {} if nectar is None else {"nectar": nectar}
    facts = {"abeille_type": kind, "id": name, "joueur_id": owner, "force": force, "max_nectar": most, **load}
    return {**facts, "position": {"x": x, "y": y}, "ko_temps": ko}


def golden_field() -> Match:
    laid = [(1, DRONE, 12, 2), (0, WORKER, 3, 3), (0, SCOUT, 5, 5), (3, WORKER, 7, 7), (0, WORKER, 8, 1)]
    match = field(laid, time_out=4)
    match.state["load"][0, 0, :3] = 7, 2, 0
    match.state["load"][0, 3, 0] = 9
    match.state["ko"][0, 0, 2], match.state["ko"][0, 1, 0] = 3, 5
    match.state["stock"][0] = 8, 21, 22, 23
    return match


def golden_jeu(nectar: int, laid: Sequence[dict[str, Any]] = ()) -> str:
    """Return exactly what BZ-20 says that seat 0 of golden_field is told; the order of keys matters."""
    bees = [
        make_bee("OUV", "OUV.0.1", "Maya#1", 3, 3, nectar=7),
        make_bee("ECL", "ECL.0.2", "Maya#1", 5, 5, nectar=2),
        make_bee("OUV", "OUV.1.4", "Maya#1", 8, 1, ko=3, nectar=0),
    ]
    drone = make_bee("BOU", "BOU.0.0", "quiet#2", 12, 2, ko=5)
    worker = make_bee("OUV", "OUV.0.3", "quiet#4", 7, 7)
    return json.dumps(
        {
            "tour_actuel": 0,
            "fleurs": [{"x": 4, "y": 4}, {"x": 10, "y": 4}, {"x": 4, "y": 10}, {"x": 10, "y": 10}],
            "moi": {"id": "Maya#1", "position": {"x": 0, "y": 0}, "nectar": nectar, "abeilles": [*bees, *laid]},
            "autres_joueurs": [
                {"id": "quiet#2", "position": {"x": 14, "y": 0}, "abeilles": [drone]},
                {"id": "quiet#3", "position": {"x": 14, "y": 14}, "abeilles": []},
                {"id": "quiet#4", "position": {"x": 0, "y": 14}, "abeilles": [worker]},
            ],
        }
    )


def test_what_a_bot_is_told_is_exactly_this(write: Write) -> None:
    """BZ-20: before the laying, and after it took effect; a bot that changes its arguments changes nothing else"""
    spoil = "jeu['moi']['abeilles'].clear(); jeu['fleurs'][0]['x'] = 99; del jeu['autres_joueurs']"
    file = write(
        lay=f"print(json.dumps(jeu), cout_ponte); {spoil}; return 'BOU'",
        act=f"print(json.dumps(jeu)); {spoil}; return []",
    )
    match = play_match(file, match=golden_field())
    laid = make_bee("BOU", "BOU.0.5", "Maya#1", 0, 0, nectar=0)
    assert notes_of(match, "stderr")[0].splitlines() == [f"{golden_jeu(8)} 5", golden_jeu(3, [laid])]
    assert own_moves(match) == ["LAY 1", "HOLD 0", "HOLD 1", "END"]


def test_a_bot_is_made_with_the_options_of_the_match(write: Write) -> None:
    """BZ-20: joueur_id, ncases, max_tours = TIME_OUT, temps_ko = TIME_KO"""
    file = write(start="print(arguments)", lay="print(cout_ponte); return 'RIEN'")
    match = play_match(file, match=lt.new("bzzz", ncases=16, time_out=8, time_ko=4, cout_ponte=6, seed=5))
    assert notes_of(match, "stderr") == ["('Maya#1', 16, 8, 4)\n6\n", "6\n"]


def test_every_seat_has_the_same_id_everywhere(write: Write) -> None:
    """BZ-20: <nom>#<seat + 1>, others in seat order; other players have their name in the match"""
    act = "print([jeu['moi']['id'], *(one['id'] for one in jeu['autres_joueurs'])]); return []"
    one, two = write(act=act), write(name="two.py", nom="Willy", act=act)
    match = lt.new("bzzz", seed=5, time_out=4)
    lt.run(match, [quiet_player("medium"), champion_of(two), quiet_player("random"), champion_of(one)])
    printed = [note["stderr"] for note in match.notes.values() if "stderr" in note]
    assert printed == [
        "['Willy#2', 'medium#1', 'random#3', 'Maya#4']\n",
        "['Maya#4', 'medium#1', 'Willy#2', 'random#3']\n",
    ]
    assert match.names == ["medium", "two.py", "random", "bot.py"]


def test_a_bot_that_cannot_be_loaded_has_its_name_in_the_match(write: Write) -> None:
    act = "print([one['id'] for one in jeu['autres_joueurs']]); return []"
    match = lt.new("bzzz", seed=5, time_out=4)
    broken = write("from ia import MoteurIA\n1 / 0\n", "broken.py")
    lt.run(match, [champion_of(write(act=act)), champion_of(broken), quiet_player(), quiet_player()])
    assert notes_of(match, "stderr") == ["['broken.py#2', 'quiet#3', 'quiet#4']\n"]
    assert match.verdicts == [OK, "crash: ZeroDivisionError: division by zero (broken.py, line 2)", OK, OK]


def test_bees_are_numbered_by_kind_and_by_all_that_were_laid() -> None:
    """BZ-20: OUV.i.k over several turns of all players, laying order kept"""
    match = lt.new("bzzz", seed=5, nectar_initial=30)
    for kinds in ((0, 2, 1, 0), (0, 0, 0, 1), (1, 2, 0, 0)):
        for kind in kinds:
            match.play(f"LAY {kind}")
            bee = match.state["bees"][0, match.active[0]] - 1
            for step in [move for move in match.legal() if move.startswith(f"STEP {bee} ")][:1]:
                match.play(step)  # the next one needs the hive's cell
            match.play("END")
    jeu = make_jeu(match.view(0), IDS)
    assert [one["id"] for one in jeu["moi"]["abeilles"]] == ["OUV.0.0", "OUV.1.4", "BOU.0.8"]
    ids = [[one["id"] for one in other["abeilles"]] for other in jeu["autres_joueurs"]]
    assert ids == [
        ["ECL.0.1", "OUV.0.5", "ECL.1.9"],
        ["BOU.0.2", "OUV.0.6", "OUV.1.10"],
        ["OUV.0.3", "BOU.0.7", "OUV.1.11"],
    ]
    assert jeu["tour_actuel"] == 12


def test_a_knocked_out_bee_counts_down_its_owners_turns(write: Write) -> None:
    """BZ-20: 5 4 3 2 1, then 0, the current turn included; the same for others"""
    match = field([(0, WORKER, 7, 7), (1, WORKER, 7, 3)], time_out=28)
    match.state["ko"][0, :2, 0] = 5
    act = (
        "print(jeu['tour_actuel'], jeu['moi']['abeilles'][0]['ko_temps'],"
        "jeu['autres_joueurs'][0]['abeilles'][0]['ko_temps']); return [('OUV.0.0', 7, 7, 'DEPLACEMENT')]"
    )
    play_match(write(lay="return 'RIEN'", act=act), match=match)
    printed = [f"{4 * turn} {max(0, 5 - turn)} {max(0, 5 - turn)}\n" for turn in range(7)]
    assert notes_of(match, "stderr") == printed
    out = "OUV.0.0 DEPLACEMENT (7, 7): That bee is knocked out."
    assert notes_of(match, "said") == [out] * 5 + ["", ""]


def test_nothing_that_is_hidden_reaches_a_bot() -> None:
    """BZ-20, BZ-12: other hidden facts behind the same view change nothing"""
    match = golden_field()
    jeu = make_jeu(match.view(0), IDS)
    match.state["nectar"] = match.state["start"] = 11
    match.state["load"][0, 1:] = 5
    match.state["stock"][0, 1:] = 77
    match.state["total"] = match.state["loose"] = 123
    assert make_jeu(match.view(0), IDS) == jeu


# How answers are read.


class Word(str):
    def __eq__(self, other: object) -> bool:
        return False

    __hash__ = str.__hash__


class Verb(StrEnum):
    GO = "DEPLACEMENT"


class Column(IntEnum):
    FIRST = 5


Order = namedtuple("Order", "abeille x y verbe")

OWN = ["OUV.0.0", "ECL.0.1"]
GO = ("OUV.0.0", 5, 4, "DEPLACEMENT")
READABLE: list[tuple[Any, tuple[str, int, int, str]]] = [
    (GO, GO),
    (("OUV.0.0", 5, 4, "BUTINAGE"), ("OUV.0.0", 5, 4, "BUTINAGE")),
    (Order(*GO), GO),
    ((Word("OUV.0.0"), 5, 4, Word("DEPLACEMENT")), GO),
    (("OUV.0.0", Column.FIRST, 4, Verb.GO), GO),
    (("OUV.0.0", True, False, "DEPLACEMENT"), ("OUV.0.0", 1, 0, "DEPLACEMENT")),
    (("OUV.0.0", -1, 4, "DEPLACEMENT"), ("OUV.0.0", -1, 4, "DEPLACEMENT")),
    (("OUV.0.0", 10**5000, -(10**5000), "DEPLACEMENT"), ("OUV.0.0", 99, -99, "DEPLACEMENT")),
]
UNREADABLE: list[tuple[Any, str]] = [
    (list(GO), "is no tuple of four"),
    (GO[:3], "is no tuple of four"),
    ((*GO, 0), "is no tuple of four"),
    (None, "is no tuple of four"),
    ("OUV0", "is no tuple of four"),
    (("OUV.0.9", 5, 4, "DEPLACEMENT"), "names none of the own bees"),
    (("ouv.0.0", 5, 4, "DEPLACEMENT"), "names none of the own bees"),
    ((0, 5, 4, "DEPLACEMENT"), "names none of the own bees"),
    ((["OUV.0.0"], 5, 4, "DEPLACEMENT"), "names none of the own bees"),
    (("OUV.0.0", 5.0, 4, "DEPLACEMENT"), "has an x or y that is no int"),
    (("OUV.0.0", 5, "4", "DEPLACEMENT"), "has an x or y that is no int"),
    (("OUV.0.0", 5, None, "DEPLACEMENT"), "has an x or y that is no int"),
    (("OUV.0.0", 5, 4, "deplacement"), "is neither DEPLACEMENT nor BUTINAGE"),
    (("OUV.0.0", 5, 4, "RIEN"), "is neither DEPLACEMENT nor BUTINAGE"),
    (("OUV.0.0", 5, 4, b"BUTINAGE"), "is neither DEPLACEMENT nor BUTINAGE"),
]


@pytest.mark.parametrize(("entry", "action"), READABLE, ids=lambda one: str(type(one)))
def test_an_action_that_can_be_read(entry: Any, action: tuple[str, int, int, str]) -> None:
    """BZ-20: as Python has it, True is an int, and what derives from a type is of it"""
    log = Log()
    (found,) = read_actions([entry], OWN, log)
    assert found == action and not log.lines
    assert [type(part) for part in found] == [str, int, int, str]


@pytest.mark.parametrize(("entry", "why"), UNREADABLE)
def test_an_action_that_cannot_be_read_costs_nothing(entry: Any, why: str) -> None:
    """BZ-20: it is logged, and the bee is free for the next one"""
    log = Log()
    assert read_actions([entry, GO], OWN, log) == [GO]
    assert len(log.lines) == 1 and log.lines[0].endswith(f" {why}")


NOT_A_LIST = [None, (GO,), {"OUV.0.0": GO}, "RIEN", 7, pytest.param(iter([GO]), id="iterator")]


@pytest.mark.parametrize("answer", NOT_A_LIST, ids=str)
def test_an_answer_that_is_not_a_list_is_logged(answer: Any) -> None:
    log = Log()
    assert read_actions(answer, OWN, log) == []
    assert log.lines[0].endswith("is no list of actions")


def test_the_first_readable_action_of_a_bee_counts() -> None:
    """BZ-20"""
    log, other = Log(), ("ECL.0.1", 1, 1, "BUTINAGE")
    entries = [("OUV.0.0", "5", 4, "BUTINAGE"), other, GO, ("OUV.0.0", 4, 4, "BUTINAGE"), ("ECL.0.1", 2, 2, "X")]
    assert read_actions(entries, OWN, log) == [other, GO]
    assert [line.split(") ")[1] for line in log.lines] == [
        "has an x or y that is no int",
        "comes after another action of that bee",
        "is neither DEPLACEMENT nor BUTINAGE",
    ]


def test_a_log_is_always_short() -> None:
    log = Log()
    assert read_actions([("x" * 10**6, 1)] * 1000 + [10**5000, "\ud800\n"], OWN, log) == []
    assert len(log.lines) == LINES and log.more == 1002 - LINES and len(str(log)) < 1000
    assert str(log).endswith(" | and 992 more")


@pytest.mark.parametrize("word", ["OUV", "BOU", "ECL", "RIEN", Word("ECL")])
def test_a_laying_that_can_be_read(word: str) -> None:
    log = Log()
    assert str.__eq__(read_laying(word, log), str.__str__(word)) and not log.lines


@pytest.mark.parametrize("answer", [None, "ouv", "OUVRIERE", 0, ["OUV"], b"OUV"])
def test_a_laying_that_cannot_be_read_is_none(answer: Any) -> None:
    log = Log()
    assert read_laying(answer, log) == "RIEN" and log.lines[0].endswith("is none of OUV, BOU, ECL and RIEN")


# How answers become moves. Only the first of these bees is near a flower.

BEES = [(0, WORKER, 5, 5), (0, SCOUT, 5, 6), (0, WORKER, 6, 5), (1, DRONE, 6, 6)]
A, B, C = "OUV.0.0", "ECL.0.1", "OUV.1.2"
GOES, GRABS = "DEPLACEMENT", "BUTINAGE"
PLAYED: list[tuple[str, list[tuple[str, int, int, str]], list[str], list[str]]] = [
    ("nothing: a bee near a flower holds", [], ["HOLD 0"], []),
    ("a step", [(A, 4, 5, GOES)], ["STEP 0 6"], []),
    ("moves come before forages", [(A, 4, 4, GRABS), (B, 4, 7, GOES)], ["STEP 1 5", "FORAGE 0 8"], []),
    ("moves in the list's order", [(C, 6, 4, GOES), (A, 6, 5, GOES)], ["STEP 2 0", "STEP 0 2"], []),
    (
        "a move that comes too early is blocked, and its bee holds",
        [(A, 6, 5, GOES), (C, 6, 4, GOES)],
        ["STEP 2 0", "HOLD 0"],
        ["OUV.0.0 DEPLACEMENT (6, 5): Another bee is there."],
    ),
    (
        "two that go to one cell: the first has it",
        [(B, 4, 5, GOES), (A, 4, 5, GOES)],
        ["STEP 1 7", "HOLD 0"],
        ["OUV.0.0 DEPLACEMENT (4, 5): Another bee is there."],
    ),
    ("onto its own cell is HOLD, near a flower or not", [(A, 5, 5, GOES), (C, 6, 5, GOES)], ["HOLD 0"], []),
    (
        "HOLD does not stop those that move after it",
        [(A, 5, 5, GOES), (B, 4, 7, GOES)],
        ["STEP 1 5", "HOLD 0"],
        [],
    ),
    (
        "a worker goes nowhere aslant",
        [(A, 4, 6, GOES)],
        ["HOLD 0"],
        ["OUV.0.0 DEPLACEMENT (4, 6): Only scouts move diagonally."],
    ),
    (
        "more than one cell",
        [(B, 5, 8, GOES), (A, 99, -99, GOES)],
        ["HOLD 0"],
        [
            "ECL.0.1 DEPLACEMENT (5, 8): That is more than one cell away.",
            "OUV.0.0 DEPLACEMENT (99, -99): That is more than one cell away.",
        ],
    ),
    (
        "no flower there",
        [(A, 5, 5, GRABS), (B, 4, 4, GRABS)],
        ["HOLD 0"],
        [
            "OUV.0.0 BUTINAGE (5, 5): There is no flower.",
            "ECL.0.1 BUTINAGE (4, 4): That is more than one cell away.",
        ],
    ),
]


@pytest.mark.parametrize(("actions", "moves", "logged"), [row[1:] for row in PLAYED], ids=[row[0] for row in PLAYED])
def test_the_moves_of_a_list(actions: list[tuple[str, int, int, str]], moves: list[str], logged: list[str]) -> None:
    """BZ-20, row by row"""
    match = field(BEES)
    turn = Turn(match, 0)
    turn.act(read_actions(actions, turn.bees, turn.log))
    assert turn.log.lines == logged
    for move in turn.moves:
        match.play(move)
    assert own_moves(match) == [*moves, "END"]


def test_a_flower_on_the_bees_own_cell() -> None:
    """BZ-20: for BUTINAGE (x, y) is the flower; forages in the list's order"""
    match = field([(0, WORKER, 5, 5), (0, WORKER, 4, 4)])
    turn = Turn(match, 0)
    turn.act(read_actions([("OUV.1.1", 4, 4, GRABS), ("OUV.0.0", 4, 4, GRABS)], turn.bees, turn.log))
    assert [tuple(move) for move in turn.moves] == [
        (rules.FORAGE, 1, 0, 0),
        (rules.FORAGE, 0, 8, 0),
        (rules.END, 0, 0, 0),
    ]


def test_moves_off_the_board_and_into_a_foreign_zone() -> None:
    """BZ-5, BZ-20"""
    match = field([(0, WORKER, 7, 0), (0, WORKER, 10, 3)])
    turn = Turn(match, 0)
    turn.act(read_actions([("OUV.0.0", 7, -1, GOES), ("OUV.1.1", 11, 3, GOES)], turn.bees, turn.log))
    assert turn.log.lines == [
        "OUV.0.0 DEPLACEMENT (7, -1): That is off the board.",
        "OUV.1.1 DEPLACEMENT (11, 3): That is another hive's zone.",
    ]


def test_an_illegal_laying_is_only_logged() -> None:
    """BZ-4, BZ-20"""
    match = field([(0, WORKER, 0, 0)])
    turn = Turn(match, 0)
    turn.lay("ECL")
    assert turn.moves == [] and turn.log.lines == ["ECL: A bee sits in the hive's cell."]
    match.state["x"][0, 0, 0], match.state["stock"][0, 0] = 1, 4
    match.state["occupant"][0, 0, :2] = 0, 1
    turn = Turn(match, 0)
    turn.lay("ECL")
    assert turn.log.lines == ["ECL: There is too little nectar in the hive for a bee."]


@pytest.mark.parametrize(
    "line",
    [
        b"", b"gold", b"[1]", b"7", b'{"log": 7}', b'{"log": [7]}', b'{"raised": 1}', b'{"more": "x"}', b'{"more": -1}',
        b'{"more": 1e9}', b'{"more": ' + b"9" * 4000 + b"}", b"[" * 200_000, b"9" * 10_000, b"\xff",
    ],
    ids=lambda line: str(line[:20]),
)  # fmt: skip
def test_a_line_that_cannot_come_from_a_host(line: bytes) -> None:
    assert parse_answer(line) is None


# Whole matches.


def test_a_decent_bot_plays_a_whole_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It plays as the course's bots do, unchanged, and brings plenty home; nothing of its answers is refused."""
    record = tmp_path / "match.json"
    words = ["match", "bzzz", str(CHAMPIONS / "butineuse.py"), "random", "random", "random", "--seed", "3", "--json"]
    assert main([*words, "--clock-scale", "10", "--record", str(record)]) == 0
    first, *others = json.loads(capsys.readouterr().out)["seats"]
    assert first["verdict"] == OK and first["name"] == "butineuse.py" and first["rank"] == 1
    assert first["outcome"][0] > 50 > max(other["outcome"][0] for other in others)
    match = lt.read(record.read_text())
    assert not any("said" in note for note in match.notes.values())
    kinds = {move.split()[0] for move in own_moves(match)}
    assert kinds >= {"LAY", "STEP", "FORAGE", "END"} and "REST" not in kinds


def test_the_same_match_again_has_the_same_luck(write: Write) -> None:
    file = write(act="print(random.random(), {'OUV', 'BOU', 'ECL', 'RIEN'}); return []")
    one, two = (notes_of(play_match(file), "stderr") for _ in range(2))
    assert one == two and len(set(one)) == 3
    match = lt.new("bzzz", seed=6, time_out=12)
    assert notes_of(play_match(file, match=match), "stderr") != one


def test_only_files_that_import_ia_are_course_bots(write: Write, tmp_path: Path) -> None:
    game = load("bzzz")
    assert make_player(game, str(CHAMPIONS / "butineuse.py")).name == "butineuse.py"
    assert isinstance(make_player(game, str(write("def play(view):\n    return 'END'  # import ia"))), ProcessSeat)
    assert make_champion(write("import ia\n"), 1.0) is not None
    assert make_champion(write("try:\n    from ia import MoteurIA\nexcept ImportError: pass\n"), 1.0) is not None
    assert make_champion(write("from ia import MoteurIA\nclass (:\n"), 1.0) is not None
    assert make_champion(write("from ia import MoteurIA\n\0"), 1.0) is not None
    assert make_champion(write("def play(view:\n"), 1.0) is None
    assert make_champion(write("from iambic import ia, MoteurIA\n"), 1.0) is None
    assert make_champion(write("from ia import MoteurIA", "notes.txt"), 1.0) is None
    assert make_champion(tmp_path / "absent.py", 1.0) is None
    with pytest.raises(NoSuchBot, match="There is no file"):
        make_player(game, str(tmp_path / "absent.py"))


def test_the_first_class_by_name_plays(write: Write) -> None:
    """BZ-20"""
    more = "class Albert(Bot):\n    nom = 'Albert'\nclass Aaron: pass\nassert MoteurIA.nom == ''\n"
    file = write(act="print(self.joueur_id, jeu['moi']['id']); return []", start="self.joueur_id = arguments[0]")
    file.write_text(file.read_text() + more)
    assert notes_of(play_match(file), "stderr") == ["Albert#1 Albert#1\n"] * 3


def test_a_bot_without_a_constructor_and_with_modules_of_its_own(write: Write) -> None:
    write("PAS = 'actions'\n", "actions.py")
    text = "from ia import MoteurIA\nimport actions\nclass B(MoteurIA):\n    nom = 7\n"
    text += (
        "    def ponte(self, jeu, cout):\n        print(self.joueur_id, self.temps_ko, actions.PAS); return 'RIEN'\n"
    )
    match = play_match(write(text + "    def action_abeilles(self, jeu): return []\n"))
    assert notes_of(match, "stderr") == ["B#1 5 actions\n"] * 3 and match.verdicts[0] == OK


def test_what_is_logged_is_shown_in_a_replay(write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.json"
    match = play_match(write(lay="return 'XYZ'", act="return [('OUV.0.0', 1, 0, 'DEPLACEMENT')]"), turns=1)
    file.write_text(match.record().write())
    assert main(["replay", str(file)]) == 0
    said = "bot.py (seat 0): 'XYZ' is none of OUV, BOU, ECL and RIEN | ('OUV.0.0', 1, 0, 'DEPLACEMENT') names none of"
    assert said in capsys.readouterr().out


# Bots that answer nonsense: it is logged, and they play on.

NONSENSE = [
    ("None", "None is no list of actions"),
    ("{'OUV.0.0': 1}", "{'OUV.0.0': 1} is no list of actions"),
    ("[None, 7, ['OUV.0.0', 1, 0, 'DEPLACEMENT']]", "None is no tuple of four | 7 is no tuple of four | ['OUV.0.0', 1"),
    ("[('ECL.7.7', 1, 0, 'DEPLACEMENT')]", "('ECL.7.7', 1, 0, 'DEPLACEMENT') names none of the own bees"),
    ("[('OUV.0.0', -1, 0, 'DEPLACEMENT')]", "OUV.0.0 DEPLACEMENT (-1, 0): That is off the board."),
    ("[('OUV.0.0', 10**9999, 0, 'DEPLACEMENT')]", "OUV.0.0 DEPLACEMENT (99, 0): That is more than one cell away."),
    ("[('OUV.0.0', 0, 0, 'BUTINAGE'), ('OUV.0.0', 1, 0, 'DEPLACEMENT')]", "('OUV.0.0', 1, 0, 'DEPLACEMENT') comes"),
    ("[(lambda: 1, {}, ..., object())] * 5000", " | and 4990 more"),
]


@pytest.mark.parametrize(("answer", "logged"), NONSENSE, ids=[row[0][:30] for row in NONSENSE])
def test_a_bot_that_answers_nonsense(write: Write, answer: str, logged: str) -> None:
    match = play_match(write(act=f"return {answer}"))
    assert match.verdicts[0] == OK
    assert own_moves(match) == ["LAY 0", "END", "END", "END"]
    assert logged in notes_of(match, "said")[0]


def test_a_bot_that_answers_with_a_surrogate_is_kept_in_a_file(write: Write, tmp_path: Path) -> None:
    match = play_match(write(lay=r"raise ValueError('\ud800')", act=r"return ['\ud800']"))
    (tmp_path / "match.json").write_text(match.record().write(), "utf-8")
    assert notes_of(match, "said")[0] == r"ponte: ValueError: ? (bot.py, line 10) | '\ud800' is no tuple of four"


# One test for each way in which a bot fails.


def test_a_bot_that_raises_in_ponte_lays_nothing_in_that_turn(write: Write) -> None:
    """BZ-20: an exception costs only that call"""
    match = play_match(write(lay="return 'OUV' if jeu['tour_actuel'] == 4 else 1 / 0"))
    raised = "ponte: ZeroDivisionError: division by zero (bot.py, line 10)"
    assert match.verdicts[0] == f"crash: {raised}; it played on"
    assert own_moves(match) == ["END", "LAY 0", "END", "END"] and not match.withdrawn
    assert notes_of(match, "said") == [raised, "", raised]


def test_a_bot_that_raises_in_action_abeilles_holds_in_that_turn(write: Write) -> None:
    """BZ-20"""
    act = "return [('OUV.0.0', 4, 4, 'BUTINAGE')] if jeu['tour_actuel'] == 4 else {}['x']"
    match = play_match(write(lay="return 'RIEN'", act=act), match=field([(0, WORKER, 5, 5)], time_out=12))
    assert own_moves(match) == ["HOLD 0", "END", "FORAGE 0 8", "END", "HOLD 0", "END"]
    assert notes_of(match, "said")[0] == "action_abeilles: KeyError: 'x' (bot.py, line 12)"
    assert match.verdicts[0] == "crash: action_abeilles: KeyError: 'x' (bot.py, line 12); it played on"


def test_a_bot_that_raises_in_its_constructor(write: Write) -> None:
    assert verdict_of(write(start="1 / 0")) == "crash: ZeroDivisionError: division by zero (bot.py, line 8)"


def test_a_bot_that_lacks_a_method(write: Write) -> None:
    found = verdict_of(write("from ia import MoteurIA\nclass B(MoteurIA):\n    def ponte(self, jeu, cout): pass\n"))
    assert found.startswith("crash: TypeError: Can't instantiate abstract class B")


def test_a_file_without_a_bot(write: Write) -> None:
    found = verdict_of(write("from ia import JeuDict, MoteurIA\nclass Other: pass\n"))
    assert found == "crash: LookupError: bot.py has no class that derives from MoteurIA"


def test_a_bot_that_is_no_python(write: Write) -> None:
    found = verdict_of(write("from ia import JeuDict, MoteurIA\nclass (:\n"))
    assert found == "crash: SyntaxError: invalid syntax (bot.py, line 2)"


def test_a_bot_that_imports_what_is_not_there(write: Write) -> None:
    found = verdict_of(write(before="import absent"))
    assert found == "crash: ModuleNotFoundError: No module named 'absent' (bot.py, line 4)"


def test_a_bot_that_is_deleted_before_the_match(write: Write) -> None:
    file = write()
    player = champion_of(file)
    file.unlink()
    match = lt.new("bzzz", seed=5, time_out=4)
    lt.run(match, [player, quiet_player(), quiet_player(), quiet_player()])
    assert match.verdicts[0].startswith("crash: FileNotFoundError: ")


LOOP = "\n        while True: pass"


@pytest.mark.clock
@pytest.mark.parametrize(
    ("where", "name", "played"),
    [
        ("before", "import", ["REST"] * 3),
        ("start", "__init__", ["REST"] * 3),
        ("lay", "ponte", ["REST"] * 3),
        ("act", "action_abeilles", ["LAY 0", "REST", "REST", "REST"]),
    ],
)
def test_a_bot_that_hangs(write: Write, where: str, name: str, played: list[str]) -> None:
    """BZ-20: it plays no more; a bee that it had laid before stays"""
    found = verdict_of(write(**{where: LOOP.strip() if where == "before" else LOOP}), HASTY, played)
    assert found.startswith(f"timeout: {name}: ") and found.endswith(" ms used of 600 ms")


@pytest.mark.clock
def test_a_bot_that_hangs_later_keeps_what_it_did(write: Write) -> None:
    act = "\n        while jeu['tour_actuel'] == 4: time.sleep(1)\n        return [('OUV.0.0', 1, 0, 'DEPLACEMENT')]"
    match = play_match(write(act=act), HASTY)
    assert own_moves(match) == ["LAY 0", "STEP 0 2", "END", "LAY 0", "REST", "REST"]
    assert match.verdicts[0].startswith("timeout: action_abeilles: ")
    assert match.ranks == [4, 1, 1, 1]  # by its nectar, not by its verdict


@pytest.mark.parametrize("held", ["eaten = []", "eaten = EATEN"], ids=["for a turn", "for good"])
def test_a_bot_that_eats_memory(write: Write, held: str) -> None:
    """It gets a MemoryError each time that it uses too much, and plays on."""
    act = f"\n        {held}\n        while True: eaten.append(bytes(1 << 26)); print(len(eaten), end=' ')"
    match = play_match(write(before="EATEN = []", act=act))
    assert own_moves(match) == ["LAY 0", "END", "END", "END"] and match.verdicts[0].kind == "memory"
    assert notes_of(match, "said")[0].startswith("action_abeilles: MemoryError")
    assert 10 < int(notes_of(match, "stderr")[0].split()[-1]) < 16  # of 64 MiB each


def test_a_bot_may_use_what_it_needs(write: Write) -> None:
    """The limit leaves room for numerical libraries."""
    match = play_match(write(before="import numpy", act="numpy.ones((3000, 3000)) @ numpy.ones(3000); return []"))
    assert match.verdicts[0] == OK and notes_of(match, "said")[0] == ""


def test_a_bot_that_prints_megabytes(write: Write) -> None:
    act = "print('LAY 1; ' * 1_000_000); os.write(1, b'END\\n'); sys.stdout.flush(); return []"
    match = play_match(write(act=act))
    assert match.verdicts[0] == OK and own_moves(match) == ["LAY 0", "END", "END", "END"]
    assert 0 < len("".join(notes_of(match, "stderr"))) < 70_000


@pytest.mark.parametrize(
    ("leave", "cause"),
    [
        ("exit()", "exit code 0"),
        ("sys.exit('bye')", "exit code 1; stderr: bye"),
        ("os._exit(3)", "exit code 3"),
        ("import ctypes; ctypes.string_at(0)", "killed by SIGSEGV"),
    ],
)
def test_a_bot_that_exits(write: Write, leave: str, cause: str) -> None:
    """BZ-20: with the end of its process a bot has failed"""
    assert verdict_of(write(lay=leave)) == f"crash: ponte: {cause}"


@pytest.mark.parametrize("where", ["before", "start"])
def test_a_bot_that_exits_before_its_first_turn(write: Write, where: str) -> None:
    name = {"before": "import", "start": "__init__"}[where]
    assert verdict_of(write(**{where: "os._exit(4)"})) == f"crash: {name}: exit code 4"


@pytest.mark.parametrize("first", [0, 3])
def test_a_bot_that_closes_its_pipes(write: Write, first: int) -> None:
    """Its own, or the host's as well."""
    assert verdict_of(write(lay=f"os.closerange({first}, 100)")).startswith("crash: ponte: ")


def test_a_bot_that_closes_its_output(write: Write) -> None:
    """That harms only the bot's own output."""
    match = play_match(write(act="sys.stdout.close() if jeu['tour_actuel'] == 0 else sys.stdin.read(); return []"))
    assert match.verdicts[0] == OK


def test_a_bot_that_forks(write: Write) -> None:
    """The sandbox lets it start no process: the call raises, and costs nothing more."""
    match = play_match(write(act="os.fork()"))
    assert "PermissionError: [Errno 1] Operation not permitted" in match.verdicts[0]
    assert own_moves(match) == ["LAY 0", "END", "END", "END"]


def test_a_bot_reads_only_its_own_files(write: Write, tmp_path: Path) -> None:
    write("secret = 7\n", "helper.py")
    write("hidden", "other.txt")
    read = f"print(helper.secret); open({str(tmp_path / 'other.txt')!r})"
    match = play_match(write(before="import helper", act=read))
    assert notes_of(match, "stderr")[0] == "7\n"
    assert "FileNotFoundError" in match.verdicts[0]


def test_a_bot_that_writes_into_the_hosts_pipe(write: Write) -> None:
    found = verdict_of(
        write(
            lay="\n        for fd in range(3, 9):\n            try: os.write(fd, b'nectar 100\\n')\n"
            "            except OSError: pass"
        )
    )
    assert found == "illegal: ponte: b'nectar 100' is no answer"


def test_a_bot_that_answers_for_its_host(write: Write) -> None:
    """What it wrote is read by the same rules as any answer."""
    forged = json.dumps({"value": [["OUV.0.0", 5, 5], 7, ["x", 1e9, {}, None]], "log": ["\ud800"], "more": 3})
    act = "\n        for fd in range(3, 9):\n            try: os.write(fd, FORGED)\n            except OSError: pass"
    match = play_match(write(before=f"FORGED = {forged.encode()!r} + bytes([10])", act=act), turns=1)
    assert own_moves(match) == ["LAY 0", "END"]
    assert "is no tuple of four" in notes_of(match, "said")[0]


def test_a_bot_that_runs_in_an_endless_recursion(write: Write) -> None:
    match = play_match(write(act="return self.action_abeilles(jeu)"))
    assert match.verdicts[0].kind == "crash"
    assert notes_of(match, "said")[0].startswith("action_abeilles: RecursionError: maximum recursion depth exceeded")


@pytest.mark.clock
def test_four_bots_of_the_course_at_one_table(write: Write) -> None:
    """One that hangs while it is loaded, one that raises, one that exits, and one that plays."""
    files = [
        write(name="hangs.py", before="while True: pass"),
        write(name="raises.py", start="1 / 0"),
        write(name="exits.py", lay="exit(5)"),
        write(name="plays.py"),
    ]
    match = lt.new("bzzz", seed=5, time_out=12)
    lt.run(match, [champion_of(file, HASTY) for file in files])
    assert match.verdicts[0].startswith("timeout: import: ")
    assert match.verdicts[1:] == [
        "crash: ZeroDivisionError: division by zero (raises.py, line 8)",
        "crash: ponte: exit code 5",
        OK,
    ]
    assert match.moves.count("3 END") == 3
    assert not running(files[0].parent)


def test_a_call_has_three_seconds() -> None:
    """BZ-20"""
    assert load("bzzz").clock_seconds == (3.0, 3.0)
