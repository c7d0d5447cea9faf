"""Plays every turn for the best chance to reach 2500 first; it changes its own score or an opponent's."""

from functools import lru_cache

import numpy as np

from ludotheque.games.emile import rules
from ludotheque.games.emile.bots.duel import load_duel
from ludotheque.games.emile.bots.race import Race, Standings, change_score, rate_landings, rate_turn
from ludotheque.games.emile.bots.turn import STEP, Values, choose_move, solve_turn
from ludotheque.view import View


def play(view: View) -> str:
    race, standing = make_race(view), make_standing(view)
    if view.phase == rules.KEEPING:
        return choose_move(view, turn_values(race, tuple(standing.tolist())))
    return settle(view, race, standing)


def make_race(view: View) -> Race:
    """Return the race from the next turn on."""
    turns_left = view.rounds * view.seats - view.turn - 1 if view.rounds else None
    return Race(view.seats, load_duel(), bool(view.teams), turns_left)


def make_standing(view: View) -> Standings:
    """Return the scores in steps from −2500, the own score first and then in the order of play."""
    scores = view.score[view.seat : view.seats] + view.score[: view.seat]
    return (np.array(scores) + rules.GOAL) // STEP


@lru_cache(maxsize=64)
def turn_values(race: Race, standing: tuple[int, ...]) -> Values:
    """Solve a whole turn at its first decision; the cache serves the later ones."""
    return solve_turn(rate_turn(race, np.array([standing])))


def settle(view: View, race: Race, standing: Standings) -> str:
    """Choose the seat that gives the best chance if its score changes."""
    chances = rate_landings(race, standing)

    def chance(seat: int) -> float:
        return float(chances[seat, change_score(int(standing[seat]), view.gain, is_own=seat == 0)])

    best = max(race.targets, key=chance)
    return "OWN" if best == 0 else f"OTHER {(view.seat + best) % view.seats}"


if __name__ == "__main__":
    from ludotheque.protocol import speak

    speak(play)
