"""The ring of building sites of Meduris, and the runs of huts on it (ME-1, ME-8)."""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord

RESOURCES = "BWCS"  # wood, wool, copper, stone
KINDS = len(RESOURCES)
SITES, DISTRICTS = 40, 9  # the highest numbers: two and three players use 32 sites
NO_SEAT = -1

# The two resources of each site, clockwise from site 0 just after the great river; bars separate districts. Four
# players use the longer ring: sites 0 to 7 and the last are known from pictures, the others are reconstructed (ME-1).
SHORT_RING = """
    WC SB WC BC SB | BW CW BS | SC WS CB CW | SC WB | BC SC BW | SW SB WC BS WS | BC BW CS | BS WB CW CB | WS SC WS
"""
LONG_RING = """
    WC SB SC BC WB CS | BW CW BS WS | SC WS CB CW SB | SC WB WS | BC SC BW WC | SW SB BC WC BS WS | BC BW CS WS |
    BS WB CB CW CB | WS SC WB
"""


def read_needs(ring: str) -> tuple[tuple[int, int], ...]:
    """Return the two resources of each site."""
    return tuple((RESOURCES.index(s[0]), RESOURCES.index(s[1])) for s in ring.replace("|", " ").split())


def read_districts(ring: str) -> tuple[int, ...]:
    """Return the district of each site."""
    return tuple(number for number, district in enumerate(ring.split("|")) for _ in district.split())


SHORT_NEEDS, SHORT_DISTRICTS = read_needs(SHORT_RING), read_districts(SHORT_RING)
LONG_NEEDS, LONG_DISTRICTS = read_needs(LONG_RING), read_districts(LONG_RING)
SHORT_SITES, LONG_SITES = len(SHORT_NEEDS), len(LONG_NEEDS)


@compiled
def set_up_ring(state: StateRecord) -> None:
    """Set up the empty ring for the number of seats (ME-1)."""
    state.sites = LONG_SITES if state.seats == 4 else SHORT_SITES
    for site in range(SITES):
        state.owner[site] = NO_SEAT
    for site in range(state.sites):
        need = LONG_NEEDS[site] if state.seats == 4 else SHORT_NEEDS[site]
        state.need[site, 0], state.need[site, 1] = need[0], need[1]
        state.district[site] = LONG_DISTRICTS[site] if state.seats == 4 else SHORT_DISTRICTS[site]
    for district in range(DISTRICTS):
        state.rune[district] = NO_SEAT


@compiled
def site_after(state: StateRecord, site: int) -> int:
    """Return the next site clockwise; the ring continues across the river."""
    return site + 1 if site + 1 < state.sites else 0


@compiled
def site_before(state: StateRecord, site: int) -> int:
    return site - 1 if site > 0 else state.sites - 1


@compiled
def count_huts_beside(state: StateRecord, site: int) -> int:
    """Count the huts of the runs on both sides, of any owner; one run on both sides counts once (ME-8, ME-15)."""
    left = state.run[site_before(state, site)]
    return left if left == state.sites - 1 else left + state.run[site_after(state, site)]


@compiled
def hut_cost(state: StateRecord, site: int) -> int:
    """Return how many of each of the site's two resources a hut costs (ME-8)."""
    left, right = state.run[site_before(state, site)], state.run[site_after(state, site)]
    if left > 0 and right > 0 and left < state.sites - 1:
        return left + right + state.between  # the source says x + y, the rulebook x + y + 1
    return count_huts_beside(state, site) + 1


@compiled
def join_runs(state: StateRecord, site: int) -> None:
    """Join a new hut and the runs beside it, and store the length of the new run at each of its huts."""
    place, length = site - state.run[site_before(state, site)], count_huts_beside(state, site) + 1
    if place < 0:
        place += state.sites
    for _ in range(length):
        state.run[place] = length
        place = site_after(state, place)


@compiled
def next_hut(state: StateRecord, site: int) -> int:
    """Return the first hut clockwise after `site`, with `site` itself checked last; -1 if there is none."""
    for _ in range(state.sites):
        site = site_after(state, site)
        if state.run[site] > 0:
            return site
    return -1
