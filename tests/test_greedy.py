"""The forward model of a view, and the bot that uses it."""

from dataclasses import replace
from typing import Any

import pytest

import ludotheque as lt
from ludotheque import loops
from ludotheque.bots.greedy import compute_lead
from ludotheque.dice import dice
from ludotheque.game import Game, GameError
from ludotheque.match import Match
from ludotheque.seat import make_player
from ludotheque.view import View

each_game = pytest.mark.parametrize("name", lt.names())


def some_match(name: str, plies: int) -> Match:
    game = lt.load(name)
    quick: dict[str, Any] = dict(game.quick)
    match = lt.new(name, seed=3, **quick)
    for _ in range(plies):
        if not match.over:
            seat = match.active[0]
            match.play(match.view(seat).random.choice(match.legal(seat)), seat)
    return match


@pytest.mark.parametrize("name", [name for name in lt.names() if lt.load(name).rules.observe is None])
def test_in_an_open_game_the_expected_view_is_the_next_view(name: str) -> None:
    """With the dice of the next ply."""
    for plies in (0, 5, 11):
        match = some_match(name, plies)
        if match.over:
            continue
        seat = match.active[0]
        move = match.legal(seat)[-1]
        expected = match.view(seat).after(move, dice(match.seed, match.ply + 1))
        match.play(move, seat)
        assert expected.state.tobytes() == match.view(seat).state.tobytes()


@each_game
def test_a_view_is_not_changed_by_looking_ahead(name: str) -> None:
    match = some_match(name, 4)
    view = match.view(match.active[0])
    before = view.state.tobytes()
    for move in view.legal()[:20]:
        view.after(move)
    assert view.state.tobytes() == before


@each_game
def test_an_illegal_move_cannot_be_looked_at(name: str) -> None:
    match = some_match(name, 0)
    view = match.view(match.active[0])
    illegal = next(
        (row for row in all_moves(match.game) if view.why(row) is not None), lt.Move(len(match.game.rules.MOVES))
    )
    with pytest.raises(lt.IllegalMove):
        view.after(illegal)


def all_moves(game: Game) -> list[lt.Move]:
    return [lt.Move(*row) for row in loops.offers_of(game).tolist()]


def test_of_other_seats_orders_nothing_is_known() -> None:
    """In Ghost only the own orders are staged; the turn is not carried out."""
    match = lt.new("ghost", seed=3, factories=7)
    order = next(move for move in match.legal(1) if move.startswith("MOVE"))
    match.play(order, 1)
    view = match.view(0)
    after = view.after(next(move for move in view.legal() if move.startswith("MOVE")))
    assert (after.turn, after.active) == (view.turn, [0, 1])
    hidden = lt.new("ghost", seed=3, factories=7).view(0)
    assert view.state.tobytes() == hidden.state.tobytes()


def test_a_game_with_secrets_and_no_guess_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    view = lt.new("bzzz", seed=3).view(0)
    monkeypatch.setitem(view.game.__dict__, "rules", replace(view.game.rules, guess=None))
    with pytest.raises(GameError, match="Bzzz hides facts and has no guess"):
        view.after(view.legal()[0])


@each_game
def test_greedy_plays_a_whole_match_of_every_game(name: str) -> None:
    game = lt.load(name)
    quick: dict[str, Any] = dict(game.quick)
    match = lt.new(name, seed=1, **quick)
    players = [make_player(game, "greedy" if seat == 0 else "random") for seat in range(match.seats)]
    lt.run(match, players)
    assert match.over and set(match.verdicts) == {"ok"}


def test_greedy_takes_the_move_that_leads_by_most() -> None:
    match = lt.new("emile", seats=2, seed=7, first=0)
    match.play("STOP")
    view: View = match.view(0)
    best = max(compute_lead(view.after(move), 0) for move in view.legal())
    player = make_player(match.game, "greedy")
    player.begin(match, 0)
    player.ask()
    (chosen,) = player.answer().moves
    assert compute_lead(view.after(chosen), 0) == best


def test_partners_are_not_opponents() -> None:
    match = lt.new("emile", seats=4, seed=7, teams=True)
    assert match.team_numbers == match.view(0).team_numbers == (0, 1, 0, 1)
