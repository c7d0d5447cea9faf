"""Plays the race: every turn for the best chance to stand on 2500 first, whoever's score it takes."""

from functools import lru_cache

import numpy as np

from ludotheque.games.emile import rules
from ludotheque.games.emile.bots.duel import duel
from ludotheque.games.emile.bots.race import Race, Standings, landings, prize, settled
from ludotheque.games.emile.bots.turn import STEP, Values, decide, solve
from ludotheque.match import View


def play(view: View) -> str:
    race, standing = race_of(view), standing_of(view)
    if view.phase == rules.KEEPING:
        return decide(view, turn_values(race, tuple(standing.tolist())))
    return settle(view, race, standing)


def race_of(view: View) -> Race:
    """The race from the next turn on."""
    turns_left = view.rounds * view.seats - view.turn - 1 if view.rounds else None
    return Race(view.seats, duel(), bool(view.teams), turns_left)


def standing_of(view: View) -> Standings:
    """The scores in steps from the bottom, one's own first and then in the order of play."""
    scores = view.score[view.seat : view.seats] + view.score[: view.seat]
    return (np.array(scores) + rules.GOAL) // STEP


@lru_cache(maxsize=64)
def turn_values(race: Race, standing: tuple[int, ...]) -> Values:
    """A whole turn, solved at its first decision and kept for the others."""
    return solve(prize(race, np.array([standing])))


def settle(view: View, race: Race, standing: Standings) -> str:
    """Change the score whose change is worth most."""
    worths = landings(race, standing)
    best = max(race.targets, key=lambda seat: worths[seat, settled(int(standing[seat]), view.gain, seat == 0)])
    return "OWN" if best == 0 else f"OTHER {(view.seat + best) % view.seats}"


if __name__ == "__main__":
    from ludotheque.protocol import speak

    speak(play)
