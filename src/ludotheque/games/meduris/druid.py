"""The druid of Meduris: the way around the ring, the offerings, and the last lap (ME-11 … ME-14)."""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord
from ludotheque.games.meduris.ring import DISTRICTS, NO_SEAT, next_hut, site_after

# Positions: the druid's temple, the paved stones 1 to 3, then the sites.
#
#     temple    stones     | sites
#       -4    -3  -2  -1   | 0  1  2 …
DRUID_HOME, LAST_STONE = -4, -1

NOTHING, FIRST, SECOND, BOTH = range(4)  # what can be offered (ME-12): a bit for each resource of the site


@compiled
def move_druid(state: StateRecord) -> int:
    """Move the druid after a build, and return the seat that is asked for an offering, or NO_SEAT (ME-11)."""
    if state.druid < LAST_STONE:
        state.druid += 1
        return NO_SEAT
    site = next_hut(state, state.druid)
    if site < 0:
        return NO_SEAT  # no hut on the board: the druid stays
    state.visits = count_huts_ahead(state, site)
    return visit_hut(state, site)


@compiled
def begin_last_lap(state: StateRecord) -> int:
    """Begin the last lap: every hut once, the druid's own last (ME-14). Return the seat that is asked, or NO_SEAT."""
    state.lap = 1
    state.visits = count_huts(state)
    return visit_hut(state, next_hut(state, max(state.druid, LAST_STONE))) if state.visits > 0 else NO_SEAT


@compiled
def visit_next(state: StateRecord) -> int:
    """Move to the next hut of this ritual or lap; return the seat that is asked, or NO_SEAT (ME-12)."""
    state.visits -= 1
    return visit_hut(state, next_hut(state, state.druid)) if state.visits > 0 else NO_SEAT


@compiled
def visit_hut(state: StateRecord, site: int) -> int:
    """Move to a hut and return its owner; a crossed river is scored before (ME-13), except in the lap (ME-14)."""
    if site <= state.druid and state.lap == 0:
        score_river(state)
    state.druid = site
    return state.owner[site]


@compiled
def score_river(state: StateRecord) -> None:
    """Give the holder of each rune stone 1 point (ME-13)."""
    for district in range(DISTRICTS):
        if state.rune[district] >= 0:
            state.points[state.rune[district]] += 1


@compiled
def count_huts_ahead(state: StateRecord, site: int) -> int:
    """Count the huts of a run from `site` on clockwise; those behind are not visited (ME-11)."""
    count, length = 0, state.run[site]
    while count < length and state.run[site] > 0:
        count += 1
        site = site_after(state, site)
    return count


@compiled
def count_huts(state: StateRecord) -> int:
    count = 0
    for site in range(state.sites):
        count += state.run[site] > 0
    return count


@compiled
def score_offering(state: StateRecord, seat: int, what: int) -> None:
    """Score an offering: nothing costs 1 point, but not below 0; one resource brings 1, both the run's size (ME-12)."""
    if what == NOTHING:
        state.points[seat] = max(0, state.points[seat] - 1)
    elif what == BOTH:
        state.points[seat] += state.run[state.druid]  # an isolated hut is a run of 1
    else:
        state.points[seat] += 1
