"""A truth that a seat of Bzzz cannot tell from the real one: what it may not see, filled in (BZ-12)."""

from ludotheque.compile import compiled
from ludotheque.dice import Dice, roll
from ludotheque.game import StateRecord
from ludotheque.games.bzzz.forage import CARRIES, most_left


@compiled
def guess(view: StateRecord, seat: int, dice: Dice) -> None:
    """Starts, what is left on the flowers, and what the others carry and have at home. No nectar comes from nowhere."""
    if view.total >= 0:
        return  # nothing is hidden any more
    view.total = guess_starts(view, seat, dice)
    for flower in range(4 * view.nfleurs):
        view.nectar[flower] = guess_left(view, seat, flower, dice)
    spare = gone(view, seat) + take(view, price_of_others(view, seat) - gone(view, seat), dice)
    spare -= price_of_others(view, seat)
    for other in range(view.seats):
        if other != seat:
            spare = guess_hive(view, other, spare, dice)
    for other in range(view.seats):
        if other != seat:
            spare = guess_loads(view, seat, other, spare, dice)
    view.loose = on_flowers(view) + on_bees(view)


@compiled
def guess_starts(view: StateRecord, seat: int, dice: Dice) -> int:
    """The four mirrors of a flower started alike, with no less than any of them showed (BZ-2): the total of it all."""
    total = 0
    for i in range(view.nfleurs):
        least = least_start(view, seat, i)
        total += 4 * set_start(view, i, least + roll(dice, view.max_nectar - least + 1))
    while total < least_total(view, seat):
        i = roll(dice, view.nfleurs)
        if view.start[4 * i] < view.max_nectar:
            set_start(view, i, view.start[4 * i] + 1)
            total += 4
    return total


@compiled
def least_start(view: StateRecord, seat: int, i: int) -> int:
    least = 1
    for j in range(4):
        if seat >= 0:
            least = max(least, view.floor[seat, 4 * i + j])
    return least


@compiled
def set_start(view: StateRecord, i: int, nectar: int) -> int:
    for j in range(4):
        view.start[4 * i + j] = nectar
    return nectar


@compiled
def least_total(view: StateRecord, seat: int) -> int:
    """All that was brought home and carried off, with something left; and nobody has won by blitz (BZ-11)."""
    total = taken_by(view, seat) + price_of_others(view, seat) + 1
    if seat >= 0 and view.stock[seat] + view.cout_ponte * view.bees[seat] > view.nectar_initial:
        total = max(total, 2 * view.stock[seat] + 2)
    return min(total, 4 * view.nfleurs * view.max_nectar)


@compiled
def taken_by(view: StateRecord, seat: int) -> int:
    total = 0
    for flower in range(4 * view.nfleurs):
        total += view.taken[seat, flower] if seat >= 0 else 0
    return total


@compiled
def price_of_others(view: StateRecord, seat: int) -> int:
    """What the others must have brought home, to have laid as many bees as they have (BZ-4)."""
    total = 0
    for other in range(view.seats):
        if other != seat:
            total += max(0, view.cout_ponte * view.bees[other] - view.nectar_initial)
    return total


@compiled
def guess_left(view: StateRecord, seat: int, flower: int, dice: Dice) -> int:
    """What this seat left there when it last foraged, or all of it if it never did."""
    start = view.start[flower]
    if seat < 0 or view.room[seat, flower] < 0:
        return start
    most = most_left(view, seat, flower, start)
    least = min(view.low[seat, flower], most)
    return least + roll(dice, most - least + 1)


@compiled
def gone(view: StateRecord, seat: int) -> int:
    """What left the flowers and did not go to this seat: others have it, or it was lost."""
    return view.total - on_flowers(view) - taken_by(view, seat)


@compiled
def take(view: StateRecord, amount: int, dice: Dice) -> int:
    """Take so much from the flowers, one here and one there, but never the very last: how much that was."""
    count, left = 4 * view.nfleurs, on_flowers(view) - 1
    taken = max(0, min(amount, left))
    for _ in range(taken):
        flower = roll(dice, count)
        while view.nectar[flower] == 0:
            flower = (flower + 1) % count
        view.nectar[flower] -= 1
    return taken


@compiled
def guess_hive(view: StateRecord, other: int, spare: int, dice: Dice) -> int:
    """The price of its bees was brought home, and perhaps a load more by each of them: what is to spare after it."""
    stock = max(0, view.nectar_initial - view.cout_ponte * view.bees[other])
    more = 0
    for bee in range(view.bees[other]):
        more += roll(dice, CARRIES[view.kind[other, bee]] + 1)
    more = max(0, min(more, view.total // 2 - 1 - stock))  # no blitz (BZ-11)
    spare += take(view, more - spare, dice)
    more = min(more, spare)
    view.stock[other] = stock + more
    return spare - more


@compiled
def guess_loads(view: StateRecord, seat: int, other: int, spare: int, dice: Dice) -> int:
    """What the bees that are awake carry; if there is no nectar elsewhere, somebody has some."""
    for bee in range(view.bees[other]):
        load = roll(dice, CARRIES[view.kind[other, bee]] + 1) if view.ko[other, bee] == 0 else 0
        if load == 0 and view.ko[other, bee] == 0 and on_flowers(view) + on_bees(view) == 0:
            load = 1
        spare += take(view, load - spare, dice)
        view.load[other, bee] = min(load, spare)
        spare -= view.load[other, bee]
    return spare


@compiled
def on_flowers(view: StateRecord) -> int:
    total = 0
    for flower in range(4 * view.nfleurs):
        total += view.nectar[flower]
    return total


@compiled
def on_bees(view: StateRecord) -> int:
    """What bees carry, as far as it is seen or guessed."""
    total = 0
    for seat in range(view.seats):
        for bee in range(view.bees[seat]):
            total += max(0, view.load[seat, bee])
    return total
