"""Compares whole turns: each plan is played some turns ahead by rule, in many futures."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ludotheque.game import load
from ludotheque.games.ghost.bots.memory import CANDIDATES, START, make_memory
from ludotheque.games.ghost.bots.orders import list_new_orders
from ludotheque.games.ghost.bots.search import begin_search, compare, read_view
from ludotheque.loops import machine_of
from ludotheque.protocol import speak
from ludotheque.search.deadline import Deadline
from ludotheque.search.selection import find_winner, keep_best
from ludotheque.view import View

KEPT = (8, 3, 1)  # candidates that are left after each round, beside the rule's own
FUTURES = (2, 6, 40)  # of each round
FUTURES_ON_CLOCK = (4, 20, 176)
ERRORS = 2.0  # standard errors by which a plan must be better than the rule's own
THINKING = 0.5  # of the time for a turn; the rest is for reading, writing and waiting for the processor
SLICE = 100  # plans that are played ahead, about a millisecond, before the clock is read


def play(view: View) -> list[str]:
    return list_new_orders(*find_best_plan(view.state, view.seat))


def play_on_clock(view: View) -> list[str]:
    """Play with as many futures as the time for a turn allows."""
    deadline = Deadline(THINKING * view.game.clock_seconds[1])
    return list_new_orders(*find_best_plan(view.state, view.seat, futures=FUTURES_ON_CLOCK, deadline=deadline))


def find_best_plan(
    state: Any, seat: int, most: int = CANDIDATES, futures: tuple[int, ...] = FUTURES, deadline: Deadline | None = None
) -> tuple[Any, Any]:
    """Return the best of the first `most` plans for a view, and the orders that are already given.

    After the deadline the plans are compared in no further futures.
    """
    machine = machine_of(load("ghost"))
    memory, plans = make_memory(machine)
    machine(read_view)(machine.wrap(state)[0], memory, seat)
    left = count = machine(begin_search)(memory, seat, most)
    done = 0
    for kept, more in zip(KEPT, futures):
        end = done + more
        while done < end and (deadline is None or deadline.has_time() or done == 0):
            step = end - done if deadline is None else min(end - done, max(1, SLICE // left))
            machine(compare)(memory, count, done, done + step, seat)
            done += step
        machine(keep_best)(memory.alive, memory.values, count, done, kept)
        left = kept + 1
    winner = machine(find_winner)(memory.alive, memory.values, count, done, ERRORS)
    return plans[winner], plans[START]


def speak_search(play: Callable[[View], list[str]]) -> None:
    """Play as a program; the search is compiled before the clock runs."""
    find_best_plan(np.zeros(1, load("ghost").rules.State), 0)
    speak(play)


if __name__ == "__main__":
    speak_search(play_on_clock)
