"""Compares whole turns: the rule's own and small changes of it, each played some rounds ahead in many futures."""

from typing import Any, NamedTuple

from ludotheque.compile import Machine
from ludotheque.games.bzzz.bots.candidates import list_candidates
from ludotheque.games.bzzz.bots.memory import recall_ledger
from ludotheque.games.bzzz.bots.plan import format_moves
from ludotheque.games.bzzz.bots.search import add_combinations, compare
from ludotheque.games.bzzz.bots.workspace import KNOWN, make_workspace
from ludotheque.loops import machine_of
from ludotheque.search.selection import find_winner, keep_best
from ludotheque.view import View

KEPT = (8, 3, 1)  # candidates that are left after each comparison, beside the rule's own
COMBINED = 1  # the comparison after which the best changes are combined
MOST_WORK = 10_000  # bees times cells to look at for each of them


class Budget(NamedTuple):
    """How much a search plays ahead."""

    futures: tuple[int, ...] = (3, 8, 20)  # of each comparison
    rounds: int = 8  # of each future
    errors: float = 1.0  # standard errors by which a turn must be better than the rule's own


BUDGET = Budget()
FOR_TWO = Budget(futures=(2, 4, 8), rounds=5)  # hives have more bees then, and a search takes longer
BY_RULE_ALONE = Budget(futures=())


def play(view: View) -> list[str]:
    ledger = recall_ledger(view)
    turns = find_best_turn(machine_of(view.game), view.state, view.seat, ledger, choose_budget(view))
    return [*format_moves(turns), "END"]


def choose_budget(view: View) -> Budget:
    """Return the budget of a search: none with many bees or on a large board, where a turn would take too long."""
    work = (view.bees[view.seat] + 1) * (view.ncases**2 + 36 * view.nfleurs)
    if work > MOST_WORK:
        return BY_RULE_ALONE
    return BUDGET if view.seats > 2 else FOR_TWO


def find_best_turn(machine: Machine, view: Any, seat: int, ledger: Any, budget: Budget = BUDGET) -> Any:
    """Return the best turn for a view, as an array with one record; the ledger is brought up to date."""
    space, turns, ledgers = make_workspace(machine, view, ledger)
    count = machine(list_candidates)(space, seat)
    ledger[0] = ledgers[KNOWN]
    done = 0
    for i, (kept, more) in enumerate(zip(KEPT, budget.futures)):
        machine(compare)(space, count, done, done + more, seat, budget.rounds)
        done += more
        if i == COMBINED:
            count = machine(add_combinations)(space, count, done, seat, budget.rounds)
        machine(keep_best)(space.alive, space.values, count, done, kept)
    winner = machine(find_winner)(space.alive, space.values, count, done, budget.errors)
    return turns[winner : winner + 1]


if __name__ == "__main__":
    from ludotheque import new
    from ludotheque.protocol import speak

    play(new("bzzz").view(0))  # compile before the clock runs
    speak(play)
