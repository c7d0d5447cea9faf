"""Fill in what a seat of Bzzz cannot see, in a way that fits everything it has seen (BZ-12)."""

from ludotheque.compile import compiled
from ludotheque.dice import Dice, roll
from ludotheque.game import StateRecord
from ludotheque.games.bzzz.forage import CARRIES, most_left


@compiled
def guess(view: StateRecord, seat: int, dice: Dice) -> None:
    """Guess starts and nectar of flowers, and the loads and stocks of other seats; the sums must agree."""
    if view.total >= 0:
        return  # the match is over and nothing is hidden
    view.total = guess_starts(view, seat, dice)
    for flower in range(4 * view.nfleurs):
        view.nectar[flower] = guess_left(view, seat, flower, dice)
    gone, spent = count_gone(view, seat), count_spent_by_others(view, seat)
    spare = gone + take_from_flowers(view, spent - gone, dice) - spent  # nectar that other seats may have
    for other in range(view.seats):
        if other != seat:
            spare = guess_hive(view, other, spare, dice)
    for other in range(view.seats):
        if other != seat:
            spare = guess_loads(view, seat, other, spare, dice)
    view.loose = count_on_flowers(view) + count_on_bees(view)


@compiled
def guess_starts(view: StateRecord, seat: int, dice: Dice) -> int:
    """Guess one start for each flower and its mirrors, not below what any of them showed (BZ-2). Return the total."""
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
    """Return the least total that explains all nectar taken, leaves some, and has not ended by blitz (BZ-11)."""
    total = count_taken(view, seat) + count_spent_by_others(view, seat) + 1
    if seat >= 0 and view.stock[seat] + view.cout_ponte * view.bees[seat] > view.nectar_initial:
        total = max(total, 2 * view.stock[seat] + 2)
    return min(total, 4 * view.nfleurs * view.max_nectar)


@compiled
def count_taken(view: StateRecord, seat: int) -> int:
    total = 0
    for flower in range(4 * view.nfleurs):
        total += view.taken[seat, flower] if seat >= 0 else 0
    return total


@compiled
def count_spent_by_others(view: StateRecord, seat: int) -> int:
    """Return the nectar that other seats must have brought home to pay for their bees (BZ-4)."""
    total = 0
    for other in range(view.seats):
        if other != seat:
            total += max(0, view.cout_ponte * view.bees[other] - view.nectar_initial)
    return total


@compiled
def guess_left(view: StateRecord, seat: int, flower: int, dice: Dice) -> int:
    """Guess what the seat's last forage left there; a flower that it never foraged is full."""
    start = view.start[flower]
    if seat < 0 or view.room[seat, flower] < 0:
        return start
    most = most_left(view, seat, flower, start)
    least = min(view.low[seat, flower], most)
    return least + roll(dice, most - least + 1)


@compiled
def count_gone(view: StateRecord, seat: int) -> int:
    """Return the nectar that left the flowers and did not go to `seat`: other seats have it, or it was lost."""
    return view.total - count_on_flowers(view) - count_taken(view, seat)


@compiled
def take_from_flowers(view: StateRecord, amount: int, dice: Dice) -> int:
    """Take `amount` from the flowers, one nectar at a time, but leave the last one. Return how much was taken."""
    count, left = 4 * view.nfleurs, count_on_flowers(view) - 1
    taken = max(0, min(amount, left))
    for _ in range(taken):
        flower = roll(dice, count)
        while view.nectar[flower] == 0:
            flower = (flower + 1) % count
        view.nectar[flower] -= 1
    return taken


@compiled
def guess_hive(view: StateRecord, other: int, spare: int, dice: Dice) -> int:
    """Guess a stock: what is left of the start, plus up to one load per bee. Return the spare nectar that remains."""
    stock = max(0, view.nectar_initial - view.cout_ponte * view.bees[other])
    more = 0
    for bee in range(view.bees[other]):
        more += roll(dice, CARRIES[view.kind[other, bee]] + 1)
    more = max(0, min(more, view.total // 2 - 1 - stock))  # less than a blitz (BZ-11)
    spare += take_from_flowers(view, more - spare, dice)
    more = min(more, spare)
    view.stock[other] = stock + more
    return spare - more


@compiled
def guess_loads(view: StateRecord, seat: int, other: int, spare: int, dice: Dice) -> int:
    """Guess the loads of awake bees; if no nectar is left elsewhere, at least one of them carries some."""
    for bee in range(view.bees[other]):
        load = roll(dice, CARRIES[view.kind[other, bee]] + 1) if view.ko[other, bee] == 0 else 0
        if load == 0 and view.ko[other, bee] == 0 and count_on_flowers(view) + count_on_bees(view) == 0:
            load = 1
        spare += take_from_flowers(view, load - spare, dice)
        view.load[other, bee] = min(load, spare)
        spare -= view.load[other, bee]
    return spare


@compiled
def count_on_flowers(view: StateRecord) -> int:
    total = 0
    for flower in range(4 * view.nfleurs):
        total += view.nectar[flower]
    return total


@compiled
def count_on_bees(view: StateRecord) -> int:
    """Return the sum of all loads that are known or guessed."""
    total = 0
    for seat in range(view.seats):
        for bee in range(view.bees[seat]):
            total += max(0, view.load[seat, bee])
    return total
