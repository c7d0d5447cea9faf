"""Positions of Bzzz for tests, drawn as text: one word per cell, one string per row."""

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
DODGE, FALL = 0, 2**32 - 1  # draws with which a bee in contact always dodges, and always falls


class FixedDice(list[int]):
    """Dice with given 32-bit draws, followed by draws that make every bee dodge."""

    def __init__(self, *draws: int):
        super().__init__([0] * LENGTH)
        self.draws = chain(draws, repeat(DODGE))

    def __getitem__(self, place: Any) -> Any:
        return next(self.draws) if place >= WORD else super().__getitem__(place)


def set_up(
    *rows: str,
    at: tuple[int, int] = (4, 4),
    seats: int = 4,
    player: int = 0,
    elsewhere: int = 1000,
    seed: int = 0,
    **options: Any,
) -> lt.Match:
    """Return a match with these rows drawn from the cell `at` on, at the start of the turn of `player`.

    `.` empty · `w0` a worker of seat 0 (`d` drone, `s` scout) · `w0:5` with 5 nectar · `w0!2` that misses 2 turns ·
    `*30` a flower with 30 nectar · `*30/45` with 30 left of 45 · `w0*30` a bee on a flower. Bees and flowers are
    numbered in board order. More nectar is `elsewhere`, so that the match does not end.
    """
    match = lt.new("bzzz", seats=seats, seed=seed, **options)
    state = clear_field(match, player)
    for y, row in enumerate(rows, at[1]):
        for x, word in enumerate(row.split(), at[0]):
            fill_cell(state, x, y, word)
    state.loose += elsewhere
    state.total += elsewhere
    return match


def clear_field(match: lt.Match, player: int) -> StateRecord:
    """Remove all flowers, give the turn to `player`, and return the state to write to."""
    for name in ("bloom", "flower_x", "flower_y", "start", "nectar", "total", "loose", "active"):
        match.state[name] = 0
    match.state["nfleurs"] = 1
    match.state["player"] = player
    match.state["active"][0, player] = 1
    return for_interpreter(match.state)[0]


def fill_cell(state: StateRecord, x: int, y: int, word: str) -> None:
    read = CELL.fullmatch(word)
    assert read is not None, word
    kind, seat, load, ko, left, start = read.groups()
    if kind:
        put_bee(state, int(seat), KINDS.index(kind), x, y, int(load or 0), int(ko or 0))
    if left:
        grow_flower(state, x, y, int(left), int(start or left))


def grow_flower(state: StateRecord, x: int, y: int, left: int, start: int) -> None:
    """Put the next flower, with `left` nectar of `start`; the number of flowers is rounded up to four."""
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
    rules.place_bee(state, seat, bee, x, y)


def play_all(match: lt.Match, *moves: str) -> lt.Match:
    for move in moves:
        match.play(move)
    return match


def end_turn(match: lt.Match, *draws: int) -> int:
    """Play END with these draws in the skirmish, and return how many were drawn."""
    dice, end = FixedDice(*draws), notation.read(rules.MOVES, "END")
    rules.apply(for_interpreter(match.state)[0], match.active[0], end, dice)
    return int(list.__getitem__(dice, DRAWN))


def pass_turns(match: lt.Match, count: int) -> lt.Match:
    """End `count` turns; every bee that fights dodges."""
    for _ in range(count):
        end_turn(match)
    return match


def value_of(match: lt.Match, name: str, *place: int) -> int:
    """Return one number of the state, hidden or not."""
    return int(match.state[name][0][place])


def cell_of(match: lt.Match, seat: int, bee: int = 0) -> tuple[int, int]:
    return value_of(match, "x", seat, bee), value_of(match, "y", seat, bee)


def loads_of(match: lt.Match, seat: int) -> list[int]:
    return [value_of(match, "load", seat, bee) for bee in range(value_of(match, "bees", seat))]


def kos_of(match: lt.Match, seat: int) -> list[int]:
    """Return the turns that each bee of a seat still misses."""
    return [value_of(match, "ko", seat, bee) for bee in range(value_of(match, "bees", seat))]


def nectar_left(match: lt.Match) -> list[int]:
    """Return what is left on each drawn flower."""
    return [int(n) for n, start in zip(match.state["nectar"][0], match.state["start"][0]) if start]


def legal_moves(match: lt.Match, kind: str) -> list[str]:
    return [move for move in match.legal() if move.startswith(kind)]
