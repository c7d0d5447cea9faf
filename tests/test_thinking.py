"""Bots that think in another process, and what stands in for those that are not compiled yet."""

import pickle
from dataclasses import replace

import pytest

import ludotheque as lt
from ludotheque import loops, thinking
from ludotheque.match import Match
from ludotheque.seat import bot_play
from ludotheque.seating import Answer
from ludotheque.thinking import BotQuestion, make_question, think

each_game = pytest.mark.parametrize("name", lt.names())


def ask(question: BotQuestion) -> Answer:
    """Ask as another process would: what it gets and what it returns are bytes."""
    answer = pickle.loads(pickle.dumps(think(pickle.loads(pickle.dumps(question)))))
    assert isinstance(answer, Answer)
    return answer


@each_game
def test_a_bot_answers_the_same_as_in_this_process(name: str) -> None:
    match = lt.new(name, seed=5)
    seat = match.active[0]
    there = ask(make_question(match, seat, "medium", is_ready=True))
    here = bot_play(match.game, "medium")(match.view(seat))
    assert there.moves == ([here] if isinstance(here, str) else here) and there.notes == {}


def interpreted_match(name: str) -> Match:
    game = lt.load(name)
    return Match(game, game.default_seats, 3, {}, machine=loops.machine(game, interpreted=True))


@each_game
def test_a_simple_bot_stands_in_for_one_that_is_not_compiled(name: str) -> None:
    match = interpreted_match(name)
    seat = match.active[0]
    answer = ask(make_question(match, seat, "medium", is_ready=False))
    assert answer.notes["stand_in"] in ("greedy", "random")
    for move in answer.moves:
        match.play(move, seat)


def test_random_stands_in_where_looking_ahead_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    view = interpreted_match("ghost").view(0)
    assert thinking.choose_stand_in(view) == "greedy"
    monkeypatch.setattr(thinking, "PATIENCE", 0.0)
    assert thinking.choose_stand_in(view) == "random"


def test_random_stands_in_where_nobody_can_look_ahead() -> None:
    view = interpreted_match("ghost").view(0)
    view.game = replace(view.game, package=view.game.package)
    view.game.__dict__["rules"] = replace(view.game.rules, guess=None)
    assert thinking.choose_stand_in(view) == "random"


def test_the_bot_that_was_asked_for_is_no_stand_in() -> None:
    match = interpreted_match("emile")
    assert ask(make_question(match, match.active[0], "greedy", is_ready=False)).notes == {}
