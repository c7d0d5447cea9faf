"""A bot that looks one move ahead: the points of a piece against its price, or what a great yield brings."""

from ludotheque.compile import for_interpreter
from ludotheque.game import Move, StateRecord
from ludotheque.games.meduris import rules
from ludotheque.games.meduris.druid import BOTH, NOTHING
from ludotheque.games.meduris.resources import MAX_WORKERS, PLATEAUS
from ludotheque.games.meduris.ring import count_huts_beside, hut_cost
from ludotheque.games.meduris.turn import count_runes
from ludotheque.notation import write
from ludotheque.view import View

PATIENCE = 4  # huts that a temple should touch while the bot has huts left
PLENTY = 10  # more tiles of a kind are worth nothing


def play(view: View) -> str:
    state = for_interpreter(view.state)[0]
    moves = [Move(*row) for row in view.legal_rows(view.seat).tolist()]
    best = max(moves, key=lambda move: VALUES[move.kind](state, view.seat, move))
    return write(view.game.rules.MOVES, best)


def rate_worker(state: StateRecord, seat: int, move: Move) -> float:
    """Prefer high piles, and plateaus without own workers."""
    pile = [state.pile[move.a, height] for height in range(state.height[move.a])]
    return len(pile) - MAX_WORKERS * pile.count(seat)


def rate_loss(state: StateRecord, seat: int, move: Move) -> float:
    """Prefer the kind of which the seat has most."""
    return float(state.hand[seat, move.a])


def rate_take(state: StateRecord, seat: int, move: Move) -> float:
    """Prefer the kind of which the seat has least."""
    return -rate_loss(state, seat, move)


def rate_shift(state: StateRecord, seat: int, move: Move) -> float:
    """Return the value of everything that the great yield brings (ME-7)."""
    piles = [[state.pile[plateau, height] for height in range(state.height[plateau])] for plateau in range(PLATEAUS)]
    piles[move.c].append(piles[move.a].pop(move.b - 1))
    joined = [move.c] if state.great_yield else range(PLATEAUS)
    produced = {plateau: sum(h for h, owner in enumerate(piles[plateau], 1) if owner == seat) for plateau in joined}
    return sum(gain_value(state, seat, kind, amount) for kind, amount in produced.items())


def rate_hut(state: StateRecord, seat: int, move: Move) -> float:
    """Return the points of an offering and of a rune stone, less the price."""
    is_new = state.rune[state.district[move.a]] != seat
    stone = 1 + count_runes(state, seat) if is_new else 0
    return count_huts_beside(state, move.a) + 1 + stone - price_value(state, seat, move.a, hut_cost(state, move.a))


def rate_temple(state: StateRecord, seat: int, move: Move) -> float:
    """Return the number of huts that the temple touches, less PATIENCE and the price."""
    patience = PATIENCE if state.huts_left[seat] else 0
    return count_huts_beside(state, move.a) - patience - price_value(state, seat, move.a, 1)


def rate_offer(state: StateRecord, seat: int, move: Move) -> float:
    """Return the points of the offering; of equal offerings `play` takes the first, which costs less."""
    if move.a == NOTHING:
        return -1
    return float(state.run[state.druid] if move.a == BOTH else 1)


def price_value(state: StateRecord, seat: int, site: int, cost: int) -> float:
    """Return the value of `cost` of each of a site's two resources."""
    return -sum(gain_value(state, seat, state.need[site, i], -cost) for i in range(2))


def gain_value(state: StateRecord, seat: int, kind: int, more: int) -> float:
    """Return the value of `more` tiles of one kind."""
    held = state.hand[seat, kind]
    return stock_value(held + more) - stock_value(held)


def stock_value(amount: int) -> float:
    """Return the value of `amount` tiles of one kind: nearly 1 for the first, and less for each further one."""
    few = min(amount, PLENTY)
    return few - few * few / (2 * PLENTY)


VALUES = {
    rules.WORKER: rate_worker,
    rules.DROP: rate_loss,
    rules.TAKE: rate_take,
    rules.SHIFT: rate_shift,
    rules.HUT: rate_hut,
    rules.TEMPLE: rate_temple,
    rules.OFFER: rate_offer,
    rules.GIVE: rate_loss,
}


if __name__ == "__main__":
    from ludotheque.protocol import speak

    speak(play)
