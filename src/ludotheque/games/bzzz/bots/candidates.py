"""The turns that the champion compares: each is a small change of the rule's own turn, completed by the rule.

They lay what the rule lays: a worker pays only long after the end of a future, so futures cannot tell.
"""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord
from ludotheque.games.bzzz.bots.estimates import estimate_flowers
from ludotheque.games.bzzz.bots.ledger import estimate_by_ledger, update_ledger
from ludotheque.games.bzzz.bots.plan import BEE, BY_RULE, KIND, STAY, WAY, start_plan
from ludotheque.games.bzzz.bots.rule import choose_moves
from ludotheque.games.bzzz.bots.styles import watch_drones
from ludotheque.games.bzzz.bots.workspace import CANDIDATES, KNOWN, TRIAL, VIEW, Workspace, copy_state
from ludotheque.games.bzzz.field import WAYS
from ludotheque.games.bzzz.rules import OK, check_step
from ludotheque.search.selection import BASE


@compiled
def list_candidates(space: Workspace, seat: int) -> int:
    """Bring the ledger up to date, write the candidates, the rule's own turn first, and return their number."""
    view = space.states[VIEW]
    note_what_was_seen(space, seat)
    clear_changes(space, BASE, seat)
    count = add_candidate(space, BASE, seat)
    for bee in range(view.bees[seat]):
        if view.ko[seat, bee] == 0 and view.used[bee] == 0:
            count = add_orders(space, count, seat, bee)
    return count


@compiled
def note_what_was_seen(space: Workspace, seat: int) -> None:
    view, plan, ledger = space.states[VIEW], space.plans[0], space.ledgers[KNOWN]
    if view.turn - ledger.turn == view.seats:
        copy_state(space, VIEW, TRIAL)
        watch_drones(space.states[TRIAL], space.styles[0], ledger, seat)
    estimate_flowers(view, plan, seat)
    update_ledger(view, plan, ledger, seat)


@compiled
def clear_changes(space: Workspace, candidate: int, seat: int) -> None:
    turn = space.turns[candidate]
    for bee in range(space.states[VIEW].bees[seat]):
        turn.orders[bee] = BY_RULE


@compiled
def add_orders(space: Workspace, count: int, seat: int, bee: int) -> int:
    """Add a turn in which a bee stays, and one for each way that it can go."""
    for i in range(WAYS + 1):
        way = STAY if i == 0 else i - 1
        if count < CANDIDATES - 1 and (way == STAY or check_step(space.states[VIEW], seat, bee, way) == OK):
            clear_changes(space, count, seat)
            space.turns[count].orders[bee] = way
            count = add_candidate(space, count, seat)
    return count


@compiled
def add_candidate(space: Workspace, count: int, seat: int) -> int:
    """Complete the changes in the turn number `count` by rule; return the number of candidates, one more if it is new.

    The last turn is kept free, to write to.
    """
    copy_state(space, VIEW, TRIAL)
    state, plan, ledger, turn = space.states[TRIAL], space.plans[0], space.ledgers[KNOWN], space.turns[count]
    start_plan(state, plan, seat)
    estimate_flowers(state, plan, seat)
    estimate_by_ledger(state, plan, ledger, seat)
    for bee in range(state.bees[seat]):
        plan.orders[bee] = turn.orders[bee]
    choose_moves(state, plan, ledger, seat)
    copy_moves(plan, turn)
    for other in range(count):
        if has_same_moves(space.turns[other], turn):
            return count
    space.alive[count] = 1
    return min(count + 1, CANDIDATES - 1)


@compiled
def combine(space: Workspace, count: int, one: int, other: int, seat: int) -> int:
    """Add a turn with the changes of two candidates, those of `one` where both change the same; return the number."""
    turn, first, second = space.turns[count], space.turns[one], space.turns[other]
    for bee in range(space.states[VIEW].bees[seat]):
        turn.orders[bee] = first.orders[bee] if first.orders[bee] != BY_RULE else second.orders[bee]
    return add_candidate(space, count, seat)


@compiled
def copy_moves(plan: StateRecord, turn: StateRecord) -> None:
    turn.count = plan.count
    for i in range(plan.count):
        for column in range(3):
            turn.moves[i, column] = plan.moves[i, column]


@compiled
def has_same_moves(one: StateRecord, other: StateRecord) -> bool:
    """Return whether two turns have the same moves, in any order."""
    if one.count != other.count:
        return False
    for i in range(one.count):
        if not has_move(other, int(one.moves[i, KIND]), int(one.moves[i, BEE]), int(one.moves[i, WAY])):
            return False
    return True


@compiled
def has_move(turn: StateRecord, kind: int, bee: int, way: int) -> bool:
    for i in range(turn.count):
        if turn.moves[i, KIND] == kind and turn.moves[i, BEE] == bee and turn.moves[i, WAY] == way:
            return True
    return False
