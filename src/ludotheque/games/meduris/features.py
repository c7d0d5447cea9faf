"""What a network sees of Meduris: hands, piles, ring and druid, with the seats counted from the one that looks.

Each site says what a hut there costs and what the seat holds of it, so that a network can treat all sites alike.
"""

from collections.abc import Mapping

from ludotheque.compile import compiled
from ludotheque.game import Array, StateRecord
from ludotheque.games.meduris.resources import MAX_WORKERS, PLATEAUS
from ludotheque.games.meduris.ring import DISTRICTS, KINDS, SITES, count_huts_beside, hut_cost
from ludotheque.games.meduris.turn import SEATS

PLAYERS = SEATS * (KINDS + 3)  # numbers of all players
SITE, FIRST_NEED = 14, 14 - KINDS  # numbers of a site, the last of which name its resources
FIRST_SITE = PLAYERS
FIRST_PILE = FIRST_SITE + SITES * SITE
FIRST_RUNE = FIRST_PILE + PLATEAUS * MAX_WORKERS
FIRST_WHO = FIRST_RUNE + DISTRICTS
FIRST_STATE = FIRST_WHO + 2
FIRST_NUMBER = FIRST_STATE + 5
ROWS = {"sites": ("sites",)}
ARGUMENTS = {"site": "sites"}
CATEGORIES = {
    "piles": SEATS + 1,
    "runes": SEATS + 1,
    "who": SEATS + 1,
    "state": SITES + 5,
}
POTENTIAL = {"lead": 0.5}


def describe(options: Mapping[str, int], seats: int) -> dict[str, tuple[tuple[int, ...], str]]:
    return {
        "players": (
            (SEATS, KINDS + 3),
            "For me and each seat after me: tiles of the four resources / 8, points / 64, huts left / 8, temples "
            "left / 2.",
        ),
        "sites": (
            (SITES, SITE),
            "For each site: empty; my piece; another's, by how many seats after me / 4; huts in its run / 8, 0 for a "
            "temple; if empty what a hut costs of each resource / 8, and the huts beside / 8; what I hold of its two "
            "resources / 8; is its district's rune stone mine; or another's; its resources as four flags.",
        ),
        "piles": (
            (PLATEAUS, MAX_WORKERS),
            "Whose worker is at each height of each plateau: 0 for none, 1 for mine, 2 for the seat after me, …",
        ),
        "runes": ((DISTRICTS,), "Who holds the rune stone of each district, as for piles."),
        "who": ((2,), "Whose turn it is, and who was the first to have built everything, as for piles."),
        "state": (
            (5,),
            "The phase; the event of this turn + 1; the druid's place + 4; what is being paid by exchange + 1; its "
            "site + 1.",
        ),
        "numbers": ((5,), "Offerings still to come / 8; is it the last lap; tiles owed / 4; turn / 128; seats / 4."),
        "lead": ((1,), "My points less the most of the others / 64."),
    }


@compiled
def features(state: StateRecord, seat: int, out: Array, first: int, stride: int) -> None:
    for place in range(first, SEATS, stride):
        write_player(state, seat, place, out)
    for site in range(first, state.sites, stride):
        write_site(state, seat, site, out)
    for site in range(state.sites, SITES):
        for column in range(first, SITE, stride):
            out[FIRST_SITE + site * SITE + column] = 0
    for plateau in range(first, PLATEAUS, stride):
        for height in range(MAX_WORKERS):
            worker = state.pile[plateau, height] if height < state.height[plateau] else -1
            out[FIRST_PILE + plateau * MAX_WORKERS + height] = count_from(state, seat, worker)
    for district in range(first, DISTRICTS, stride):
        out[FIRST_RUNE + district] = count_from(state, seat, state.rune[district])
    if first == 0:
        write_state(state, seat, out)


@compiled
def count_from(state: StateRecord, seat: int, other: int) -> int:
    """Return 1 for `seat`, 2 for the seat after it and so on; 0 for no seat."""
    if other < 0:
        return 0
    return 1 + other - seat if other >= seat else 1 + other - seat + state.seats


@compiled
def write_site(state: StateRecord, seat: int, site: int, out: Array) -> None:
    at, owner, holder = FIRST_SITE + site * SITE, state.owner[site], state.rune[state.district[site]]
    is_empty, one, two = owner < 0, state.need[site, 0], state.need[site, 1]
    out[at] = is_empty
    out[at + 1] = owner == seat
    out[at + 2] = 0 if is_empty else (count_from(state, seat, owner) - 1) / 4
    out[at + 3] = 0 if is_empty else state.run[site] / 8
    out[at + 4] = hut_cost(state, site) / 8 if is_empty else 0
    out[at + 5] = count_huts_beside(state, site) / 8 if is_empty else 0
    out[at + 6] = state.hand[seat, one] / 8
    out[at + 7] = state.hand[seat, two] / 8
    out[at + 8] = holder == seat
    out[at + 9] = holder >= 0 and holder != seat
    for kind in range(KINDS):
        out[at + FIRST_NEED + kind] = kind in (one, two)


@compiled
def write_player(state: StateRecord, seat: int, place: int, out: Array) -> None:
    at, other, plays = place * (KINDS + 3), (seat + place) % state.seats, place < state.seats
    for kind in range(KINDS):
        out[at + kind] = state.hand[other, kind] / 8 if plays else 0
    out[at + KINDS] = state.points[other] / 64 if plays else 0
    out[at + KINDS + 1] = state.huts_left[other] / 8 if plays else 0
    out[at + KINDS + 2] = state.temples_left[other] / 2 if plays else 0


@compiled
def write_state(state: StateRecord, seat: int, out: Array) -> None:
    out[FIRST_WHO] = count_from(state, seat, state.player)
    out[FIRST_WHO + 1] = count_from(state, seat, state.finisher)
    out[FIRST_STATE] = state.phase
    out[FIRST_STATE + 1] = state.die + 1
    out[FIRST_STATE + 2] = state.druid + 4
    out[FIRST_STATE + 3] = state.buying + 1
    out[FIRST_STATE + 4] = state.target + 1
    out[FIRST_NUMBER] = state.visits / 8
    out[FIRST_NUMBER + 1] = state.lap
    out[FIRST_NUMBER + 2] = state.owed / 4
    out[FIRST_NUMBER + 3] = state.turn / 128
    out[FIRST_NUMBER + 4] = state.seats / 4
    most = -1
    for other in range(state.seats):
        if other != seat:
            most = max(most, state.points[other])
    out[FIRST_NUMBER + 5] = (state.points[seat] - most) / 64
