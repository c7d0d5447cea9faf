"""Random turns of Ghost in the Cell, without listing the legal moves: a few random orders for each side."""

from ludotheque.compile import compiled
from ludotheque.dice import CHOICE, MATCH, Dice, draw, reset
from ludotheque.game import Array, Move, StateRecord
from ludotheque.games.ghost.rules import BOMB, END, INC, MOVE, OK, apply, check, setup
from ludotheque.games.ghost.turn import SEATS

ORDERS = 4  # tries for each side in a turn


@compiled
def play_random_turn(state: StateRecord, dice: Dice) -> int:
    """Give random orders for both sides and end the turn; return the number of orders given."""
    given, count = 0, int(state.count)
    for seat in range(SEATS):
        for _ in range(ORDERS):
            move = draw_order(state, seat, draw(dice), count)
            if check(state, seat, move) == OK:
                apply(state, seat, move, dice)
                given += 1
        apply(state, seat, Move(END, 0, 0, 0), dice)
    return given


@compiled
def draw_order(state: StateRecord, seat: int, word: int, count: int) -> Move:
    """Make an order from the bits of `word`, mostly a MOVE, sometimes a BOMB or an INC; it may be illegal."""
    source = find_owned(state, seat, (word & 255) * count >> 8, count)
    target = (word >> 8 & 255) * count >> 8
    kind = word >> 16 & 31
    if kind == 0:
        return Move(BOMB, source, target, 0)
    if kind < 4:
        return Move(INC, source, 0, 0)
    left = state.stock[source] - state.spent[source]
    return Move(MOVE, source, target, 1 + (left * (word >> 21 & 1023) >> 10))


@compiled
def find_owned(state: StateRecord, seat: int, n: int, count: int) -> int:
    """Return the first factory of this seat from number `n` on, cyclically; 0 if it has none."""
    for factory in range(n, count):
        if state.owner[factory] == seat:
            return factory
    for factory in range(n):
        if state.owner[factory] == seat:
            return factory
    return 0


@compiled
def playouts(states: Array, blank: Array, matches: int, dice: Dice, counts: Array) -> None:
    """Play whole matches, each on its own map; add turns and orders to `counts`."""
    for number in range(matches):
        states[0] = blank[0]
        states[0].map = number
        reset(dice, number, 0, MATCH)
        setup(states[0], SEATS, dice)
        reset(dice, number, 1, CHOICE)
        while states[0].active[0] != 0:
            counts[1] += play_random_turn(states[0], dice)
            counts[0] += 1
