"""The levels that search: one tree over all seats, with moves by the policy after it, for more or fewer plies."""

from collections.abc import Callable

from ludotheque.games.meduris.turn import ACTING
from ludotheque.match import new
from ludotheque.protocol import speak
from ludotheque.search import choose, choose_within
from ludotheque.view import View

OTHER_PART = 5  # decisions that are no action get a fifth of the plies
THINKING = 0.5  # of the time for an action, as a program


def search_move(view: View, plies: int) -> str:
    """Return a move after about `plies` simulated plies."""
    return choose(view, plies=plies if view.phase == ACTING else plies // OTHER_PART)


def search_on_clock(view: View, cores: int) -> str:
    """Return a move after a part of the time for it, which programs have."""
    seconds = THINKING * view.game.clock_seconds[1]
    return choose_within(view, seconds if view.phase == ACTING else seconds / OTHER_PART, cores)


def speak_level(play: Callable[[View], str]) -> None:
    """Play as a program; the compiled search is loaded before the clock starts."""
    opening = new("meduris", seed=0)
    play(opening.view(opening.active[0]))
    speak(play)
