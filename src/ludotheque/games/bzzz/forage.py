"""Foraging in Bzzz: what a flower yields, what a seat learns from it, what idle bees do (BZ-6, BZ-12)."""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord
from ludotheque.games.bzzz.field import BEES

FORCE = (1, 5, 1)  # worker, drone, scout (BZ-3)
CARRIES = (12, 1, 3)
OWN = 1  # value of the option yields: a flower yields by its own start


@compiled
def forage(state: StateRecord, seat: int, bee: int, flower: int) -> None:
    """Take the flower's yield: the bee keeps what it has room for, the rest is lost (BZ-6)."""
    room = CARRIES[state.kind[seat, bee]] - state.load[seat, bee]
    given = compute_yield(state, state.nectar[flower], state.start[flower])
    gain = min(given, room)
    learn(state, seat, flower, room, gain)
    state.nectar[flower] -= given
    state.load[seat, bee] += gain
    state.loose -= given - gain


@compiled
def compute_yield(state: StateRecord, nectar: int, start: int) -> int:
    """Return 3 from two thirds on, 2 from one third on, else 1, and never more than `nectar` (BZ-6)."""
    if state.yields == OWN:
        return min(nectar, 1 + (100 * nectar >= 33 * start) + (100 * nectar >= 66 * start))
    return min(nectar, 1 + (3 * nectar >= state.max_nectar) + (3 * nectar >= 2 * state.max_nectar))


@compiled
def learn(state: StateRecord, seat: int, flower: int, room: int, gain: int) -> None:
    """Store this forage for the seat, and the bounds on what is left that follow from all its forages (BZ-12).

    A flower that holds more yields at least as much and keeps at least as much, so earlier bounds stay valid. Other
    seats may forage unseen: `high` is always true, `low` only until another seat forages the flower.
    """
    note_forage(state, seat, flower, room, gain)
    state.low[seat, flower] = least_left(state, room, gain)
    state.high[seat, flower] = most_left(state, seat, flower, state.max_nectar)
    while not can_have_given(state, seat, flower, state.floor[seat, flower]):
        state.floor[seat, flower] += 1


@compiled
def note_forage(state: StateRecord, seat: int, flower: int, room: int, gain: int) -> None:
    """Store room and gain. A bee with room to spare saw the whole yield, and later yields are never larger."""
    state.room[seat, flower] = room
    state.gain[seat, flower] = gain
    state.taken[seat, flower] += gain
    if gain < room and gain == 0:
        state.empty[seat, flower] = 1
    if state.high[seat, flower] == 0:
        return  # the flower is empty: there is nothing more to learn
    state.forages[seat, flower] += 1
    if state.since_two[seat, flower] > 0 or (gain < room and gain <= 2):
        state.since_two[seat, flower] += 1
    if state.since_one[seat, flower] > 0 or (gain < room and gain <= 1):
        state.since_one[seat, flower] += 1


@compiled
def least_left(state: StateRecord, room: int, gain: int) -> int:
    """Return the least nectar that can be left after a forage with this result."""
    least = 0
    while min(room, compute_yield(state, least, least)) < gain:
        least += 1
    return least - compute_yield(state, least, least)


@compiled
def most_left(state: StateRecord, seat: int, flower: int, start: int) -> int:
    """Return the most nectar that the seat's forages can have left of a flower that began with `start`."""
    if state.empty[seat, flower] != 0:
        return 0
    most = nectar_after(state, start, start, state.forages[seat, flower])
    if state.since_two[seat, flower] > 0:
        most = min(most, nectar_after(state, most_with_yield(state, start, 2), start, state.since_two[seat, flower]))
    if state.since_one[seat, flower] > 0:
        most = min(most, nectar_after(state, most_with_yield(state, start, 1), start, state.since_one[seat, flower]))
    return most


@compiled
def nectar_after(state: StateRecord, nectar: int, start: int, forages: int) -> int:
    """Return what is left of `nectar` after `forages` forages, if no other seat takes any."""
    for _ in range(forages):
        if nectar == 0:
            return 0
        nectar -= compute_yield(state, nectar, start)
    return nectar


@compiled
def most_with_yield(state: StateRecord, start: int, given: int) -> int:
    """Return the most nectar with which a flower yields at most `given`."""
    nectar = 0 + start
    while compute_yield(state, nectar, start) > given:
        nectar -= 1
    return nectar


@compiled
def can_have_given(state: StateRecord, seat: int, flower: int, start: int) -> bool:
    """Return whether a flower that began with `start` can have given the gain of the latest forage."""
    before = nectar_after(state, start, start, state.forages[seat, flower] - 1)
    return min(state.room[seat, flower], compute_yield(state, before, start)) >= state.gain[seat, flower]


@compiled
def forage_idle_bees(state: StateRecord, seat: int) -> None:
    """Let every idle bee forage by itself, in board order (BZ-6)."""
    left = count_idle_foragers(state, seat)
    for y in range(state.ncases):
        if left == 0:
            return
        for x in range(state.ncases):
            bee = state.occupant[y, x] - 1 - BEES * seat
            if 0 <= bee < BEES and is_idle(state, seat, bee):
                flower = first_flower(state, seat, x, y)
                if flower >= 0:
                    left -= 1
                    forage(state, seat, bee, flower)


@compiled
def count_idle_foragers(state: StateRecord, seat: int) -> int:
    """Return the number of idle bees with a flower in reach."""
    count = 0
    for bee in range(state.bees[seat]):
        count += is_idle(state, seat, bee) and first_flower(state, seat, state.x[seat, bee], state.y[seat, bee]) >= 0
    return count


@compiled
def is_idle(state: StateRecord, seat: int, bee: int) -> bool:
    """Return whether the bee is awake, has room, and got no order this turn."""
    if state.used[bee] != 0 or state.ko[seat, bee] != 0:
        return False
    return state.load[seat, bee] < CARRIES[state.kind[seat, bee]]


@compiled
def first_flower(state: StateRecord, seat: int, x: int, y: int) -> int:
    """Return the first flower in reach, in board order, that the seat does not know to be empty, or -1 (BZ-6)."""
    for row in range(max(y - 1, 0), min(y + 2, state.ncases)):
        for column in range(max(x - 1, 0), min(x + 2, state.ncases)):
            flower = state.bloom[row, column] - 1
            if flower >= 0 and state.empty[seat, flower] == 0:
                return flower
    return -1
