"""Searches like the champion, but compares only four plans: the rule's own, and three of it with one number changed."""

from ludotheque.games.ghost.bots.champion import find_best_plan, speak_search
from ludotheque.games.ghost.bots.orders import list_new_orders
from ludotheque.view import View

PLANS = 4  # the first styles of memory.STYLES


def play(view: View) -> list[str]:
    return list_new_orders(*find_best_plan(view.state, view.seat, PLANS))


if __name__ == "__main__":
    speak_search(play)
