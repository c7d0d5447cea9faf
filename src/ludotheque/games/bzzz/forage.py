"""Foraging in Bzzz: what a flower yields, what a seat learns from it, and what bees do by themselves (BZ-6, BZ-12)."""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord
from ludotheque.games.bzzz.field import BEES

FORCE = (1, 5, 1)  # worker, drone, scout (BZ-3)
CARRIES = (12, 1, 3)
OWN = 1  # yields: by a flower's own start


@compiled
def forage(state: StateRecord, seat: int, bee: int, flower: int) -> None:
    """The flower gives its yield; the bee takes what it has room for, the rest is lost (BZ-6)."""
    room = CARRIES[state.kind[seat, bee]] - state.load[seat, bee]
    given = yields(state, state.nectar[flower], state.start[flower])
    gain = min(given, room)
    learn(state, seat, flower, room, gain)
    state.nectar[flower] -= given
    state.load[seat, bee] += gain
    state.loose -= given - gain


@compiled
def yields(state: StateRecord, nectar: int, start: int) -> int:
    """3 from two thirds on, 2 from one third on, else 1; never more than there is (BZ-6)."""
    if state.yields == OWN:
        return min(nectar, 1 + (100 * nectar >= 33 * start) + (100 * nectar >= 66 * start))
    return min(nectar, 1 + (3 * nectar >= state.max_nectar) + (3 * nectar >= 2 * state.max_nectar))


@compiled
def learn(state: StateRecord, seat: int, flower: int, room: int, gain: int) -> None:
    """The seat's latest result for this flower, and the bounds on what is left that follow from all of them (BZ-12).

    A flower that holds more yields no less, and has no less left after it; so bounds stay bounds. Others may forage
    unseen: `high` holds for ever, `low` was true when this bee had foraged.
    """
    note(state, seat, flower, room, gain)
    state.low[seat, flower] = least_left(state, room, gain)
    state.high[seat, flower] = most_left(state, seat, flower, state.max_nectar)
    while not can_have_given(state, seat, flower, state.floor[seat, flower]):
        state.floor[seat, flower] += 1


@compiled
def note(state: StateRecord, seat: int, flower: int, room: int, gain: int) -> None:
    """The forage itself. Room to spare shows the whole yield, which from then on will never be more."""
    state.room[seat, flower] = room
    state.gain[seat, flower] = gain
    state.taken[seat, flower] += gain
    if gain < room and gain == 0:
        state.empty[seat, flower] = 1
    if state.high[seat, flower] == 0:
        return  # there is no more to learn
    state.forages[seat, flower] += 1
    if state.since_two[seat, flower] > 0 or (gain < room and gain <= 2):
        state.since_two[seat, flower] += 1
    if state.since_one[seat, flower] > 0 or (gain < room and gain <= 1):
        state.since_one[seat, flower] += 1


@compiled
def least_left(state: StateRecord, room: int, gain: int) -> int:
    """The least that can be left after a forage with this result."""
    least = 0
    while min(room, yields(state, least, least)) < gain:
        least += 1
    return least - yields(state, least, least)


@compiled
def most_left(state: StateRecord, seat: int, flower: int, start: int) -> int:
    """The most that this seat's forages can have left of a flower that started so."""
    if state.empty[seat, flower] != 0:
        return 0
    most = after(state, start, start, state.forages[seat, flower])
    if state.since_two[seat, flower] > 0:
        most = min(most, after(state, at_most(state, start, 2), start, state.since_two[seat, flower]))
    if state.since_one[seat, flower] > 0:
        most = min(most, after(state, at_most(state, start, 1), start, state.since_one[seat, flower]))
    return most


@compiled
def after(state: StateRecord, nectar: int, start: int, forages: int) -> int:
    """What so many forages leave, if nobody else takes any."""
    for _ in range(forages):
        if nectar == 0:
            return 0
        nectar -= yields(state, nectar, start)
    return nectar


@compiled
def at_most(state: StateRecord, start: int, given: int) -> int:
    """The most that a flower can hold that yields no more than this."""
    nectar = 0 + start
    while yields(state, nectar, start) > given:
        nectar -= 1
    return nectar


@compiled
def can_have_given(state: StateRecord, seat: int, flower: int, start: int) -> bool:
    """Can a flower that started so have given what it gave at the latest forage, after those before it?"""
    before = after(state, start, start, state.forages[seat, flower] - 1)
    return min(state.room[seat, flower], yields(state, before, start)) >= state.gain[seat, flower]


@compiled
def forage_untold(state: StateRecord, seat: int) -> None:
    """In board order, every bee that was told nothing forages by itself, unless it is full (BZ-6)."""
    left = count_untold(state, seat)
    for y in range(state.ncases):
        if left == 0:
            return
        for x in range(state.ncases):
            bee = state.occupant[y, x] - 1 - BEES * seat
            if 0 <= bee < BEES and is_untold(state, seat, bee):
                left -= 1
                flower = first_flower(state, seat, x, y)
                if flower >= 0:
                    forage(state, seat, bee, flower)


@compiled
def count_untold(state: StateRecord, seat: int) -> int:
    count = 0
    for bee in range(state.bees[seat]):
        count += is_untold(state, seat, bee)
    return count


@compiled
def is_untold(state: StateRecord, seat: int, bee: int) -> bool:
    """Awake, with room, and neither moved nor told anything this turn?"""
    if state.used[bee] != 0 or state.ko[seat, bee] != 0:
        return False
    return state.load[seat, bee] < CARRIES[state.kind[seat, bee]]


@compiled
def first_flower(state: StateRecord, seat: int, x: int, y: int) -> int:
    """The first flower in board order, here or around, that this seat does not know to be empty; -1 if none (BZ-6)."""
    for row in range(max(y - 1, 0), min(y + 2, state.ncases)):
        for column in range(max(x - 1, 0), min(x + 2, state.ncases)):
            flower = state.bloom[row, column] - 1
            if flower >= 0 and state.empty[seat, flower] == 0:
                return flower
    return -1
