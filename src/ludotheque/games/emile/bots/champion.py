"""Plays every turn for the best chance to reach 2500 first; it changes its own score or an opponent's."""

from functools import lru_cache

import numpy as np

from ludotheque.games.emile import rules
from ludotheque.games.emile.bots.duel import load_duel
from ludotheque.games.emile.bots.race import Race, Standings, change_score, rate_landings, rate_turn
from ludotheque.games.emile.bots.standing import load_weights
from ludotheque.games.emile.bots.turn import STEP, Values, make_turn, rate_choices, solve_turn
from ludotheque.view import View


def play(view: View) -> str:
    chances = rate_moves(view, passes=1)
    return max(chances, key=chances.__getitem__)


def rate_moves(view: View, passes: int = 3) -> dict[str, float]:
    """Return the chance to win after each legal move, if everybody plays best.

    For two without a last round it is exact, to 1e-7 after one pass over the turn and to 1e-10 after three. Otherwise
    it is an estimate from such duels.
    """
    race, standing = make_race(view), make_standing(view)
    if view.phase == rules.KEEPING:
        return rate_choices(view, turn_values(race, tuple(standing.tolist()), passes))
    return rate_settlements(view, race, standing)


def make_race(view: View) -> Race:
    """Return the race from the next turn on."""
    turns_left = view.rounds * view.seats - view.turn - 1 if view.rounds else None
    weights = load_weights(view.seats, bool(view.teams)) if view.seats > 2 else None
    return Race(view.seats, load_duel(), bool(view.teams), turns_left, weights)


def make_standing(view: View) -> Standings:
    """Return the scores in steps from −2500, the own score first and then in the order of play."""
    scores = view.score[view.seat : view.seats] + view.score[: view.seat]
    return (np.array(scores) + rules.GOAL) // STEP


@lru_cache(maxsize=64)
def turn_values(race: Race, standing: tuple[int, ...], passes: int) -> Values:
    """Solve a whole turn at its first decision; the cache serves the later ones."""
    payoff = rate_turn(race, np.array([standing]))
    values = solve_turn(payoff)
    for _ in range(passes - 1):  # what a turn is worth beyond 20000 is known after the pass before
        values = solve_turn(payoff, beyond=values[:, make_turn().start])
    return values


def rate_settlements(view: View, race: Race, standing: Standings) -> dict[str, float]:
    """Return the chance after the turn's score has changed the own score or an opponent's."""
    chances = rate_landings(race, standing)
    rated = {}
    for seat in race.targets:
        landing = change_score(int(standing[seat]), view.gain, is_own=seat == 0)
        rated["OWN" if seat == 0 else f"OTHER {(view.seat + seat) % view.seats}"] = float(chances[seat, landing])
    return rated


if __name__ == "__main__":
    from ludotheque.protocol import speak

    speak(play)
