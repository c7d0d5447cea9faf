"""Weighs every move by itself: the points of a piece against its price, and what a great yield brings."""

from ludotheque.compile import for_interpreter
from ludotheque.game import Move, StateRecord
from ludotheque.games.meduris import rules
from ludotheque.games.meduris.druid import BOTH, NOTHING
from ludotheque.games.meduris.ring import hut_cost, huts_beside
from ludotheque.games.meduris.stock import PLATEAUS, TOP
from ludotheque.games.meduris.turn import runes_of
from ludotheque.match import View
from ludotheque.notation import write

PATIENCE = 4  # huts that a temple should touch while there are huts left to build
PLENTY = 10  # of a resource: more of it is worth nothing


def play(view: View) -> str:
    state = for_interpreter(view.state)[0]
    moves = [Move(*row) for row in view.legal_rows(view.seat).tolist()]
    best = max(moves, key=lambda move: VALUES[move.kind](state, view.seat, move))
    return write(view.game.rules.MOVES, best)


def post(state: StateRecord, seat: int, move: Move) -> float:
    """Workers on different plateaus, on others' shoulders."""
    pile = [state.pile[move.a, height] for height in range(state.height[move.a])]
    return len(pile) - TOP * pile.count(seat)


def lose(state: StateRecord, seat: int, move: Move) -> float:
    """The kind of which there is most."""
    return float(state.hand[seat, move.a])


def take(state: StateRecord, seat: int, move: Move) -> float:
    """The kind of which there is least."""
    return -lose(state, seat, move)


def shift(state: StateRecord, seat: int, move: Move) -> float:
    """All that the great yield brings (ME-7)."""
    piles = [[state.pile[plateau, height] for height in range(state.height[plateau])] for plateau in range(PLATEAUS)]
    piles[move.c].append(piles[move.a].pop(move.b - 1))
    joined = [move.c] if state.great_yield else range(PLATEAUS)
    made = {plateau: sum(h for h, owner in enumerate(piles[plateau], 1) if owner == seat) for plateau in joined}
    return sum(gain(state, seat, kind, amount) for kind, amount in made.items())


def hut(state: StateRecord, seat: int, move: Move) -> float:
    """The points of an offering, and those of a rune stone, less the price."""
    is_taken = state.rune[state.district[move.a]] != seat
    stone = 1 + runes_of(state, seat) if is_taken else 0
    return huts_beside(state, move.a) + 1 + stone - price(state, seat, move.a, hut_cost(state, move.a))


def temple(state: StateRecord, seat: int, move: Move) -> float:
    """The huts that it touches, if they are enough, less the price."""
    patience = PATIENCE if state.huts_left[seat] else 0
    return huts_beside(state, move.a) - patience - price(state, seat, move.a, 1)


def offer(state: StateRecord, seat: int, move: Move) -> float:
    """The points; the second resource has to bring some more."""
    if move.a == NOTHING:
        return -1
    return float(state.run[state.druid] if move.a == BOTH else 1)


def price(state: StateRecord, seat: int, site: int, cost: int) -> float:
    """What so many of a site's two resources are worth."""
    return -sum(gain(state, seat, state.need[site, i], -cost) for i in range(2))


def gain(state: StateRecord, seat: int, kind: int, more: int) -> float:
    """What it is worth to have so many more of a kind."""
    held = state.hand[seat, kind]
    return worth(held + more) - worth(held)


def worth(amount: int) -> float:
    """A point for the first of a kind, and less for each that follows."""
    few = min(amount, PLENTY)
    return few - few * few / (2 * PLENTY)


VALUES = {
    rules.WORKER: post,
    rules.DROP: lose,
    rules.TAKE: take,
    rules.SHIFT: shift,
    rules.HUT: hut,
    rules.TEMPLE: temple,
    rules.OFFER: offer,
    rules.GIVE: lose,
}


if __name__ == "__main__":
    from ludotheque.protocol import speak

    speak(play)
