"""A game whose bots have a known strength: everybody says a number, and the dice decide as Elo's formula does.

It is written into a package of its own, so that the platform finds it as it finds every installed game.
"""

from pathlib import Path

from tests.installed import install

NAME = "strengths"
STEP = 10  # points of Elo between two numbers
LEVELS = 200
CARD = '''"""Strengths: the stronger number wins more often."""

from ludotheque.game import Game

game = Game(
    __name__,
    title="Strengths",
    about="The stronger number wins more often.",
    seats=range(2, 3),
    version=1,
    outcome=("won",),
)
'''
RULES = f'''"""The rules of Strengths."""

from ludotheque.compile import compiled
from ludotheque.dice import Dice, roll
from ludotheque.game import Array, Move, StateRecord, state_dtype

State = state_dtype(("active", "i1", 2), ("turn", "i4"), ("said", "i4", 2), ("winner", "i1"))
MOVES = {{"SAY": {{"level": tuple(range({LEVELS}))}}}}
ERRORS = ["ok", "It is not your turn.", "That is no move."]
MILLION = 1_000_000


@compiled
def setup(state: StateRecord, seats: int, dice: Dice) -> None:
    state.winner = -1
    state.active[0] = 1


@compiled
def check(state: StateRecord, seat: int, move: Move) -> int:
    if seat < 0 or seat > 1 or state.active[seat] == 0:
        return 1
    return 0 if move.kind == 0 and 0 <= move.a < {LEVELS} else 2


@compiled
def apply(state: StateRecord, seat: int, move: Move, dice: Dice) -> None:
    state.said[seat] = move.a
    state.turn += 1
    state.active[seat] = 0
    if seat == 0:
        state.active[1] = 1
    else:
        chance = MILLION / (1.0 + 10.0 ** ((state.said[1] - state.said[0]) * {STEP} / 400.0))
        state.winner = 0 if roll(dice, MILLION) < chance else 1


@compiled
def outcome(state: StateRecord, out: Array) -> None:
    for seat in range(2):
        out[seat, 0] = seat == state.winner
'''
BOARD = '''"""The board of Strengths: nothing to see."""

from ludotheque import art


def draw(view, seat, say=str, gid="strengths"):
    return art.board("strengths", gid, 100, label="Strengths", height=50)


def text(view, seat, say=str):
    return "Strengths"


def hint(view, seat, say=str):
    return "Say a number."


def tell(before, after, seat, say=str, played=None):
    return []
'''
BOT = r"""#include <stdio.h>
#include <string.h>
static char line[1 << 16];
int main(void) {
    while (fgets(line, sizeof line, stdin))
        if (strcmp(line, "go\n") == 0) printf("SAY %d\n", LEVEL);
}
"""


def write_game(folder: Path) -> None:
    """Write the package so that whoever has `folder` in PYTHONPATH finds the game."""
    package = folder / f"ludotheque_{NAME}"
    package.mkdir(parents=True)
    for name, text in (("__init__", CARD), ("rules", RULES), ("board", BOARD)):
        (package / f"{name}.py").write_text(text)
    install(folder, NAME)


def make_bot(level: int) -> str:
    """Return the source of a bot with a strength."""
    return f"#define LEVEL {level}\n{BOT}"
