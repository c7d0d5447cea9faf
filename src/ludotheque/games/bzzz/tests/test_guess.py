"""Guesses of what a seat of Bzzz cannot see: each fits everything that the seat has seen (BZ-12)."""

import random
from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque import loops
from ludotheque.dice import dice
from ludotheque.games.bzzz.forage import compute_yield
from ludotheque.games.bzzz.guess import guess
from ludotheque.match import Match

TABLES: list[tuple[int, dict[str, Any]]] = [
    (4, {}),
    (2, {"rules": "final"}),
    (3, {"rules": "moteur"}),
    (2, {"ncases": 10, "nfleurs": 2, "max_nectar": 7, "cout_ponte": 2, "time_out": 120}),
]


class Flights:
    """A match of random foragers that notes every forage of every seat: flower, room and gain."""

    def __init__(self, seed: int, seats: int, options: dict[str, Any]):
        self.match = Match(lt.load("bzzz"), seats, seed, options)
        self.luck = random.Random(seed)
        self.seen: list[list[tuple[int, int, int]]] = [[] for _ in range(seats)]

    def play(self, plies: int) -> None:
        for _ in range(plies):
            if self.match.over:
                return
            self.move()

    def move(self) -> None:
        """Prefer FORAGE, else STEP or LAY at random; end turns with REST, so that no bee forages by itself."""
        moves = self.match.legal()
        forages = [move for move in moves if move.startswith("FORAGE")]
        others = [move for move in moves if move.startswith(("STEP", "LAY"))]
        if forages and self.luck.random() < 0.7:
            self.forage(self.luck.choice(forages))
        elif others and self.luck.random() < 0.8:
            self.match.play(self.luck.choice(others))
        else:
            self.match.play("REST")

    def forage(self, move: str) -> None:
        state, seat = self.match.state, self.match.active[0]
        before = state["taken"][0][seat].copy()
        rooms = state["room"][0][seat].copy()
        state["room"][0][seat] = -2  # the flower that is foraged gets another value
        self.match.play(move)
        flower = int(np.flatnonzero(state["room"][0][seat] != -2)[0])
        room, gain = int(state["room"][0][seat][flower]), int(state["taken"][0][seat][flower] - before[flower])
        rooms[flower] = room
        state["room"][0][seat] = rooms
        self.seen[seat].append((flower, room, gain))

    def guess(self, seat: int, number: int) -> Any:
        state = self.match.view(seat).state
        held = loops.machine(self.match.game, interpreted=True).wrap(state)
        guess(held[0], seat, dice(number, 1))
        return state


@pytest.mark.parametrize(("seats", "options"), TABLES)
@pytest.mark.parametrize("seed", range(6))
def test_a_guess_fits_all_that_the_seat_knows(seed: int, seats: int, options: dict[str, Any]) -> None:
    flights = Flights(seed, seats, options)
    for look in range(8):
        flights.play(40)
        for seat in range(-1, seats) if not flights.match.over else ():
            state = flights.guess(seat, look)
            check_state(state)
            check_view(flights, state, seat)
            check_forages(flights, state, seat)


def check_state(state: Any) -> None:
    """BZ-2 and BZ-11: mirrors start alike, nectar is kept or lost, nothing is negative, and the match is not over."""
    one = state[0]
    flowers = 4 * int(one["nfleurs"])
    start, left = one["start"][:flowers], one["nectar"][:flowers]
    assert (start.reshape(-1, 4) == start.reshape(-1, 4)[:, :1]).all() and (start >= 1).all()
    assert (start <= one["max_nectar"]).all() and (left >= 0).all() and (left <= start).all()
    assert one["total"] == start.sum() and one["loose"] == left.sum() + one["load"].sum() > 0
    assert (one["load"] >= 0).all() and (one["load"] <= np.array([12, 1, 3])[one["kind"]]).all()
    assert (one["load"][one["ko"] > 0] == 0).all() and (one["stock"][: one["seats"]] >= 0).all()
    home = one["stock"] + one["cout_ponte"] * one["bees"] - one["nectar_initial"]
    assert home[: one["seats"]].sum() + one["loose"] <= one["total"]


def check_view(flights: Flights, state: Any, seat: int) -> None:
    """The view of the guessed state equals the seat's view, byte for byte."""
    look = flights.match.view(seat).state
    again = state.copy()
    loops.machine(flights.match.game, interpreted=False)(loops.look)(again, 0, seat)
    assert again.tobytes() == look.tobytes()


def check_forages(flights: Flights, state: Any, seat: int) -> None:
    """The seat's forages could have given these gains in this order; other seats took the rest in between."""
    held = loops.machine(flights.match.game, interpreted=True).wrap(state)[0]
    left = [{int(nectar)} for nectar in state[0]["start"]]
    for flower, room, gain in flights.seen[seat] if seat >= 0 else ():
        start, most = int(state[0]["start"][flower]), max(left[flower])
        fits = [f for f in range(most + 1) if min(room, compute_yield(held, f, start)) == gain]
        assert fits, f"flower {flower} cannot have given {gain}"
        left[flower] = {f - compute_yield(held, f, start) for f in fits}
    for flower in range(4 * int(state[0]["nfleurs"])):
        assert state[0]["nectar"][flower] <= max(left[flower])


def test_a_finished_match_leaves_nothing_to_guess() -> None:
    flights = Flights(1, 2, {"time_out": 4})
    flights.play(1000)
    assert flights.match.over and flights.guess(0, 1).tobytes() == flights.match.state.tobytes()


def test_guesses_differ() -> None:
    flights = Flights(2, 4, {})
    flights.play(200)
    assert len({flights.guess(1, number).tobytes() for number in range(10)}) == 10
