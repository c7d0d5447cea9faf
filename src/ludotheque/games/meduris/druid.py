"""The druid of Meduris: his way around the ring, the offerings he asks for, and the last lap (ME-11 … ME-14)."""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord
from ludotheque.games.meduris.ring import DISTRICTS, NOBODY, next_hut, site_after

# Where he is: on his temple, on the paved stones 1 to 3, then on a site.
#
#     -4  -3  -2  -1 | 0  1  2 …
TEMPLE_OF_DRUID, LAST_STONE = -4, -1

NOTHING, FIRST, SECOND, BOTH = range(4)  # what can be offered (ME-12)


@compiled
def send_druid(state: StateRecord) -> int:
    """A piece was built: whom he asks now, or nobody (ME-11)."""
    if state.druid < LAST_STONE:
        state.druid += 1
        return NOBODY
    site = next_hut(state, state.druid)
    if site < 0:
        return NOBODY  # no hut on the board: he stays
    state.visits = huts_ahead(state, site)
    return visit(state, site)


@compiled
def send_round(state: StateRecord) -> int:
    """The last lap begins: every hut once, his own last (ME-14). Whom he asks now, or nobody."""
    state.lap = 1
    state.visits = huts_on_ring(state)
    return visit(state, next_hut(state, max(state.druid, LAST_STONE))) if state.visits > 0 else NOBODY


@compiled
def send_on(state: StateRecord) -> int:
    """An offering is scored: whom he asks next in this ritual or lap, or nobody (ME-12)."""
    state.visits -= 1
    return visit(state, next_hut(state, state.druid)) if state.visits > 0 else NOBODY


@compiled
def visit(state: StateRecord, site: int) -> int:
    """He walks to a hut and asks its owner; the river is scored before (ME-13), but not in the lap (ME-14)."""
    if site <= state.druid and state.lap == 0:
        score_river(state)
    state.druid = site
    return state.owner[site]


@compiled
def score_river(state: StateRecord) -> None:
    """1 point for each rune stone, to whoever holds it now (ME-13)."""
    for district in range(DISTRICTS):
        if state.rune[district] >= 0:
            state.points[state.rune[district]] += 1


@compiled
def huts_ahead(state: StateRecord, site: int) -> int:
    """The huts of a run from this one on clockwise: those behind are not visited (ME-11)."""
    count, length = 0, state.run[site]
    while count < length and state.run[site] > 0:
        count += 1
        site = site_after(state, site)
    return count


@compiled
def huts_on_ring(state: StateRecord) -> int:
    count = 0
    for site in range(state.sites):
        count += state.run[site] > 0
    return count


@compiled
def score_offering(state: StateRecord, seat: int, what: int) -> None:
    """Nothing costs a point, but none below 0; one resource is worth 1, both the size of the colony (ME-12)."""
    if what == NOTHING:
        state.points[seat] = max(0, state.points[seat] - 1)
    elif what == BOTH:
        state.points[seat] += state.run[state.druid]  # an isolated hut is a run of 1
    else:
        state.points[seat] += 1
