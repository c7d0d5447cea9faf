"""A tiny language for positions of Bzzz: a word a cell, a text a row."""

import re
from itertools import chain, repeat
from typing import Any

import ludotheque as lt
from ludotheque import notation
from ludotheque.compile import for_interpreter
from ludotheque.dice import DRAWN, LENGTH, WORD
from ludotheque.game import StateRecord
from ludotheque.games.bzzz import rules
from ludotheque.games.bzzz.field import put_flower

KINDS = "wds"  # worker, drone, scout
CELL = re.compile(r"(?:([wds])([0-3])(?::(\d+))?(?:!(\d+))?)?(?:\*(\d+)(?:/(\d+))?)?|\.")
DODGE, FALL = 0, 2**32 - 1  # draws that always save a bee, and never


class Loaded(list[int]):
    """Dice whose 32-bit draws are as the test says; without a word they make every bee dodge."""

    def __init__(self, *draws: int):
        super().__init__([0] * LENGTH)
        self.draws = chain(draws, repeat(DODGE))

    def __getitem__(self, place: Any) -> Any:
        return next(self.draws) if place >= WORD else super().__getitem__(place)


def meadow(
    *rows: str,
    at: tuple[int, int] = (4, 4),
    seats: int = 4,
    player: int = 0,
    elsewhere: int = 1000,
    seed: int = 0,
    **options: Any,
) -> lt.Match:
    """A position that is drawn from the cell `at` on, with the active player's turn about to begin.

    `.` nothing · `w0` a worker of seat 0 (`d` drone, `s` scout) · `w0:5` with 5 nectar · `w0!2` that misses 2 turns ·
    `*30` a flower with 30 nectar · `*30/45` of which it had 45 · `w0*30` a bee on a flower. Bees and flowers are
    numbered in board order. Some more nectar lies `elsewhere`, so that the match goes on.
    """
    match = lt.new("bzzz", seats=seats, seed=seed, **options)
    state = cleared(match, player)
    for y, row in enumerate(rows, at[1]):
        for x, word in enumerate(row.split(), at[0]):
            draw_cell(state, x, y, word)
    state.loose += elsewhere
    state.total += elsewhere
    return match


def cleared(match: lt.Match, player: int) -> StateRecord:
    """The match's own record, to be written to: no flower grows, and it is this player's turn."""
    for name in ("bloom", "flower_x", "flower_y", "start", "nectar", "total", "loose", "active"):
        match.state[name] = 0
    match.state["nfleurs"] = 1
    match.state["player"] = player
    match.state["active"][0, player] = 1
    return for_interpreter(match.state)[0]


def draw_cell(state: StateRecord, x: int, y: int, word: str) -> None:
    read = CELL.fullmatch(word)
    assert read is not None, word
    kind, seat, load, ko, left, start = read.groups()
    if kind:
        put_bee(state, int(seat), KINDS.index(kind), x, y, int(load or 0), int(ko or 0))
    if left:
        grow(state, x, y, int(left), int(start or left))


def grow(state: StateRecord, x: int, y: int, left: int, start: int) -> None:
    """The next flower, of which so much is left; flowers are counted by fours."""
    flower = list(state.start).index(0)
    put_flower(state, flower, x, y, start)
    state.nectar[flower] = left
    state.nfleurs = flower // 4 + 1
    state.loose += left
    state.total += start


def put_bee(state: StateRecord, seat: int, kind: int, x: int, y: int, load: int, ko: int) -> None:
    bee = state.bees[seat]
    state.kind[seat, bee], state.load[seat, bee], state.ko[seat, bee] = kind, load, ko
    state.serial[seat, bee] = sum(state.bees)
    state.bees[seat] = bee + 1
    state.loose += load
    rules.stand(state, seat, bee, x, y)


def played(match: lt.Match, *moves: str) -> lt.Match:
    for move in moves:
        match.play(move)
    return match


def ended(match: lt.Match, *draws: int) -> int:
    """END with these draws in the skirmish, and how many were drawn."""
    dice, end = Loaded(*draws), notation.read(rules.MOVES, "END")
    rules.apply(for_interpreter(match.state)[0], match.active[0], end, dice)
    return int(list.__getitem__(dice, DRAWN))


def turns(match: lt.Match, count: int) -> lt.Match:
    """So many turns in which every bee that fights dodges."""
    for _ in range(count):
        ended(match)
    return match


def see(match: lt.Match, name: str, *place: int) -> int:
    """One number of the truth."""
    return int(match.state[name][0][place])


def cell(match: lt.Match, seat: int, bee: int = 0) -> tuple[int, int]:
    return see(match, "x", seat, bee), see(match, "y", seat, bee)


def loads(match: lt.Match, seat: int) -> list[int]:
    """What a seat's bees carry."""
    return [see(match, "load", seat, bee) for bee in range(see(match, "bees", seat))]


def sleeps(match: lt.Match, seat: int) -> list[int]:
    """How many turns each of a seat's bees still misses."""
    return [see(match, "ko", seat, bee) for bee in range(see(match, "bees", seat))]


def nectar(match: lt.Match) -> list[int]:
    """What is left on the flowers that were drawn."""
    return [int(n) for n, start in zip(match.state["nectar"][0], match.state["start"][0]) if start]


def legal(match: lt.Match, kind: str) -> list[str]:
    return [move for move in match.legal() if move.startswith(kind)]
