"""Turns that are carried out: one that was chosen before, and those that follow it in a future.

In a future the own seat knows what others have.
"""

from ludotheque.compile import compiled
from ludotheque.dice import Dice
from ludotheque.game import StateRecord
from ludotheque.games.bzzz.bots.plan import BEE, KIND, WAY, start_plan
from ludotheque.games.bzzz.bots.rivals import move_rival
from ludotheque.games.bzzz.bots.rule import choose_moves
from ludotheque.games.bzzz.forage import CARRIES, compute_yield, first_flower, forage, forage_idle_bees
from ludotheque.games.bzzz.rules import DRONE, FORAGE, FORAGING, LAY, STEP, end_turn, flower_beside, lay, step


@compiled
def carry_out(state: StateRecord, turn: StateRecord, seat: int, dice: Dice) -> None:
    """Play the moves of a turn, and end it."""
    for i in range(turn.count):
        kind, bee, way = int(turn.moves[i, KIND]), int(turn.moves[i, BEE]), int(turn.moves[i, WAY])
        if kind == LAY:
            lay(state, seat, bee)
        elif kind == STEP:
            step(state, seat, bee, way)
        else:
            state.used[bee] = 1
            state.stage = FORAGING
            if kind == FORAGE:
                forage(state, seat, bee, flower_beside(state, seat, bee, way))
    forage_idle_bees(state, seat)
    end_turn(state, seat, dice)


@compiled
def finish_turn(state: StateRecord, turn: StateRecord, seat: int, dice: Dice) -> None:
    """Let bees forage, after those of the turn that step have moved, and end it."""
    for i in range(turn.count):
        if turn.moves[i, KIND] == FORAGE:
            bee = int(turn.moves[i, BEE])
            forage_ahead(state, seat, bee, flower_beside(state, seat, bee, int(turn.moves[i, WAY])))
    end_turn(state, seat, dice)


@compiled
def forage_ahead(state: StateRecord, seat: int, bee: int, flower: int) -> None:
    """Forage; the seat learns no more than whether the flower is empty, which is faster than the rules (BZ-12)."""
    given = compute_yield(state, state.nectar[flower], state.start[flower])
    gain = min(given, CARRIES[state.kind[seat, bee]] - state.load[seat, bee])
    state.nectar[flower] -= given
    state.load[seat, bee] += gain
    state.loose -= given - gain
    if state.nectar[flower] == 0:
        state.empty[seat, flower] = 1


@compiled
def play_by_rule(state: StateRecord, plan: StateRecord, ledger: StateRecord, seat: int, dice: Dice) -> None:
    """Play an own turn; `ledger` and what `plan` knows of flowers become what is true in this future."""
    start_plan(state, plan, seat)
    for flower in range(4 * state.nfleurs):
        plan.start[flower], plan.nectar[flower] = state.start[flower], state.nectar[flower]
    for other in range(state.seats):
        ledger.hoard[other] = state.stock[other]
        for bee in range(state.bees[other]):
            ledger.carry[other, bee] = state.load[other, bee]
    choose_moves(state, plan, ledger, seat)
    finish_turn(state, plan, seat, dice)


@compiled
def play_rival_ahead(state: StateRecord, style: StateRecord, seat: int, dice: Dice) -> None:
    move_rival(state, style, seat)
    for bee in range(state.bees[seat]):
        if state.ko[seat, bee] == 0 and state.used[bee] == 0 and state.kind[seat, bee] != DRONE:
            flower = first_flower(state, seat, int(state.x[seat, bee]), int(state.y[seat, bee]))
            if flower >= 0 and state.load[seat, bee] < CARRIES[state.kind[seat, bee]]:
                forage_ahead(state, seat, bee, flower)
    end_turn(state, seat, dice)
