"""One search for every game: it finds good moves, respects what seats cannot know, and repeats itself exactly.

Nearly everything is tested in the interpreter, where playouts are short and nothing is compiled.
"""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque import loops
from ludotheque.bots import search as search_bot
from ludotheque.compile import is_interpreted
from ludotheque.dice import dice
from ludotheque.game import GameError
from ludotheque.match import Match
from ludotheque.nets.observations import observe_view
from ludotheque.nets.player import SHIPPED, BadNetwork, load_network
from ludotheque.search import Line, ParallelSearch, Search
from ludotheque.search.hooks import Numbers, find_hooks, make_notes
from ludotheque.search.tree import CHILD, COUNT, FIRST_EDGE, NEXT, NONE, PRIOR, SEAT

pytestmark = pytest.mark.slow

SHORT = Numbers(longest=12, width=4)


def interpreted_match(name: str, seats: int = 0, **options: Any) -> Match:
    game = lt.load(name)
    return Match(game, seats or game.default_seats, 3, options, machine=loops.machine(game, interpreted=True))


def make_search(match: Match, numbers: Numbers | None = None) -> Search:
    search = Search(match.game, match.seats, interpreted=True)
    if numbers is not None:
        search.set_numbers(numbers)
    return search


def settling(seats: int = 2, **options: Any) -> Match:
    """A match of Émile in which seat 0 has scored 100 and needs no more to win."""
    match = interpreted_match("emile", seats, first=0, rounds=4, **options)
    for name, value in {"phase": 1, "gain": 100}.items():
        match.state[name] = value
    match.state["score"][0][0] = 2400
    return match


def lines_of(match: Match, playouts: int = 40, seed: int = 1) -> list[Line]:
    search = make_search(match)
    search.start(match.view(match.active[0]), seed)
    search.run(playouts)
    return search.lines()


def test_it_takes_the_move_that_wins() -> None:
    lines = lines_of(settling())
    assert list(lt.load("emile").rules.MOVES)[lines[0].move.kind] == "OWN"
    assert lines[0].wins == (1.0, 0.0)
    assert lines[0].value > lines[1].value
    assert sum(line.visits for line in lines) == 40


def test_every_seat_plays_for_itself() -> None:
    """Max^n: seat 1 wins with its next move unless seat 0 hinders it, and the expected line says so."""
    match = settling()
    match.state["score"][0][:2] = (0, 2400)
    match.state["player"] = 1
    match.state["active"][0][:2] = (0, 1)
    assert lines_of(match)[0].wins == (0.0, 1.0)


def test_partners_win_together() -> None:
    assert lines_of(settling(4, teams=True))[0].wins == (1.0, 0.0, 1.0, 0.0)


def test_the_same_seed_gives_the_same_search() -> None:
    match = interpreted_match("emile", rounds=2)
    assert lines_of(match) == lines_of(match)
    assert lines_of(match) != lines_of(match, seed=2)


def test_slices_play_what_one_run_plays() -> None:
    match = interpreted_match("emile", rounds=2)
    whole, sliced = make_search(match), make_search(match)
    view = match.view(match.active[0])
    whole.start(view, 5)
    whole.run(30)
    sliced.start(view, 5)
    while sliced.playouts < 30:
        sliced.run(30, plies=7)
    assert sliced.lines() == whole.lines()
    assert sliced.plies == whole.plies


def test_a_search_begins_anew_for_another_position() -> None:
    match = interpreted_match("emile", rounds=2)
    search, view = make_search(match), match.view(match.active[0])
    search.start(view, 5)
    search.run(30)
    first = search.lines()
    search.start(settling(seats=2).view(0), 6)
    search.run(10)
    search.start(view, 5)
    search.run(30)
    assert search.lines() == first


def test_what_the_tree_knows_is_kept_for_the_next_ply() -> None:
    match = interpreted_match("meduris", cap=3)
    search = make_search(match)
    search.start(match.view(match.active[0]), 1)
    search.run(60)
    best = search.lines()[0]
    seat = match.active[0]
    match.play(best.move)
    search.advance([(seat, best.move)], match.view(match.active[0]), 2)
    assert search.playouts == 0
    kept = sum(line.visits for line in search.lines())
    assert 0 < kept < best.visits
    search.run(10)
    assert sum(line.visits for line in search.lines()) == kept + 10


def test_a_move_that_the_tree_does_not_know_empties_it() -> None:
    match = interpreted_match("meduris", cap=3)
    search = make_search(match)
    search.start(match.view(match.active[0]), 1)
    search.run(1)
    search.advance([(match.active[0], lt.Move(7))], match.view(match.active[0]), 2)
    assert search.lines() == []


def test_what_the_tree_knows_of_other_dice_is_not_offered() -> None:
    """The tree after a move has met many rolls of the dice; only moves that this roll allows may be chosen."""
    hidden = 0
    for seed in range(6):
        match = interpreted_match("emile", first=0)
        search = make_search(match, SHORT)
        for _ in range(4):
            search.start(match.view(match.active[0]), seed)
            search.run(60)
            played, seat = search.best(), match.active[0]
            match.play(played, seat)
            search.advance([(seat, played)], match.view(match.active[0]), seed)
            lines, legal = search.lines(), match.legal_rows(match.active[0]).tolist()
            assert all(list(line.move) in legal and line.error == math.inf for line in lines)
            edges = search._memory["edges"]
            known = [edge for edge in search._edges_of(int(search._memory["roots"][0])) if edges[edge, COUNT]]
            hidden += len(known) - len(lines)
            assert list(search.best()) in legal
    assert hidden > 0


def test_a_move_can_be_tried_more_often() -> None:
    match = interpreted_match("emile", rounds=2)
    search = make_search(match)
    search.start(match.view(match.active[0]), 1)
    search.run(30)
    worst = search.lines()[-1]
    search.try_move(worst.move, 20)
    assert search.line_of(worst.move).visits == worst.visits + 20
    search.run(search.playouts + 1)
    assert search.playouts == 51


def test_where_moves_are_secret_every_seat_has_a_tree_of_its_own() -> None:
    """Decoupled: in the tree of a seat only its own moves lead on."""
    match = interpreted_match("ghost", factories=7)
    search = Search(match.game, match.seats, interpreted=True, is_plain=True)
    search.set_numbers(SHORT)
    search.start(match.view(1), 1)
    search.run(12)
    memory = search._memory
    seen = [list(seats_below(memory, int(memory["roots"][seat]))) for seat in range(2)]
    assert len(seen[0]) > 4
    assert len(seen[1]) > 4
    assert {*seen[0]} == {0}
    assert {*seen[1]} == {1}


def test_where_a_rule_plays_on_and_nobody_rates_moves_only_the_next_one_is_in_the_tree() -> None:
    match = interpreted_match("ghost", factories=7)
    search = make_search(match, SHORT)
    search.start(match.view(1), 1)
    search.run(12)
    roots = search._memory["roots"]
    assert list(seats_below(search._memory, int(roots[0]))) == []
    assert {len(line.expected) for line in search.lines()} == {1}


@pytest.mark.parametrize("name", ["alchemy", "bzzz", "ghost", "meduris"])
def test_the_rule_of_a_games_playouts_plays_legal_moves(name: str) -> None:
    match = interpreted_match(name, **dict[str, Any](lt.load(name).quick))
    hooks: Any = find_hooks(match.game)
    (notes,) = make_notes(hooks, match.machine)
    for turn in range(3):
        state, rolled = match.machine.wrap(match.state.copy())[0], dice(7, turn)
        match.machine(hooks.begin_playout)(state, match.active[0], notes, rolled)
        for _ in range(12):
            seat = match.active[0]
            state = match.machine.wrap(match.state)[0]
            move = match.machine(hooks.choose_move)(state, seat, notes, rolled)
            match.play(lt.Move(*map(int, move)), seat)  # raises if it is illegal


def test_where_a_playout_is_cut_the_chances_are_the_games_own() -> None:
    match = interpreted_match("ghost", factories=7)
    match.state["stock"][0][1] += 40  # of seat 0
    search = make_search(match, Numbers(longest=2))
    search.start(match.view(0), 1)
    search.run(3)
    chance, other = search.lines()[0].wins
    assert 0.6 < chance < 0.95
    assert chance + other == pytest.approx(1)


def test_with_one_core_a_parallel_search_is_the_same() -> None:
    match = interpreted_match("emile", rounds=2)
    search = ParallelSearch(match.game, match.seats, interpreted=True)
    search.start(match.view(match.active[0]), 1)
    search.run(40)
    assert search.lines() == lines_of(match)
    assert search.best() == lines_of(match)[0].move


def test_several_cores_share_the_playouts_and_add_up_what_they_find() -> None:
    match = interpreted_match("emile", rounds=2)
    found = []
    for _ in range(2):
        search = ParallelSearch(match.game, match.seats, 3, interpreted=True)
        search.start(match.view(match.active[0]), 1)
        search.run(41)
        found.append(search.lines())
    parts = [part.lines() for part in search._searches]
    assert [sum(line.visits for line in lines) for lines in parts] == [14, 14, 13]
    assert parts[0] != parts[1]  # other dice
    assert found[0] == found[1]
    best = found[0][0]
    same = [line for lines in parts for line in lines if line.move == best.move]
    assert best.visits == sum(line.visits for line in same)
    assert best.value == pytest.approx(sum(line.visits * line.value for line in same) / best.visits)
    assert sum(best.wins) == pytest.approx(1)


def test_a_parallel_search_for_a_time_finds_a_move() -> None:
    match = settling()
    search = ParallelSearch(match.game, match.seats, 2, interpreted=True)
    search.start(match.view(0), 1)
    search.run_for(0.0)  # no time at all: one playout is played all the same
    assert search.best() in {line.move for line in search.lines()}


def seats_below(memory: Any, node: int) -> Any:
    """Yield the seat of each edge that was visited below a node."""
    edge = int(memory["nodes"][node, FIRST_EDGE])
    while edge != NONE:
        if memory["edges"][edge, COUNT]:
            yield int(memory["edges"][edge, SEAT])
            child = int(memory["edges"][edge, CHILD])
            yield from seats_below(memory, child) if child != NONE else ()
        edge = int(memory["edges"][edge, NEXT])


def test_a_node_considers_more_moves_with_its_visits() -> None:
    match = interpreted_match("alchemy")
    search = make_search(match, SHORT._replace(longest=2, explore=20.0))
    search.start(match.view(match.active[0]), 1)
    search.run(5)
    few = count_edges(search)
    search.run(50)
    assert (few, count_edges(search)) == (4, 14)  # the width; then twice the root of the visits


def count_edges(search: Search) -> int:
    return len(search._edges_of(int(search._memory["roots"][0])))


def test_a_network_rates_moves_and_positions() -> None:
    """The priors at the root are the network's, and playouts end with its values where they leave the tree."""
    match = interpreted_match("emile", first=0)
    seat, network = match.active[0], load_network(match.game, match.game.folder / SHIPPED)
    legal = match.view(seat).legal_rows(seat)
    search = Search(match.game, match.seats, interpreted=True, network=match.game.folder / SHIPPED)
    search.start(match.view(seat), 1)
    search.run(2)
    assert search.plies <= 3  # no playout goes on at random
    memory, offers = search._memory, loops.offers_of(match.game).tolist()
    logits = network(observe_view(match.view(seat), seat)).logits
    chances = {tuple(row): np.exp(logits[offers.index(row)]) for row in legal.tolist()}
    for edge in search._edges_of(int(memory["roots"][0])):
        expected = chances[tuple(search._move(edge))] / sum(chances.values())
        assert memory["worths"][edge, PRIOR] == pytest.approx(expected, rel=1e-4)
    line = search.lines()[0]
    assert line.wins[0] == pytest.approx((1 + line.value) / 2, abs=0.2)  # the values of both seats nearly add up to 0


def test_a_network_refuses_a_match_whose_observations_it_has_not_learned() -> None:
    match = interpreted_match("bzzz", nfleurs=12)
    search = Search(match.game, match.seats, interpreted=True, network=match.game.folder / SHIPPED)
    with pytest.raises(BadNetwork, match=r"A network for Bzzz sees \d+ numbers, but with these options a seat sees"):
        search.start(match.view(match.active[0]), 1)


@pytest.mark.parametrize("name", lt.names())
def test_the_bot_plays_every_game(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_INTERPRET", "1")
    monkeypatch.setattr(search_bot, "PLAYOUTS", 3)
    monkeypatch.setattr(search_bot, "PLIES", 150)
    match = interpreted_match(name, **dict[str, Any](lt.load(name).quick))
    for _ in range(3):
        seat = match.active[0]
        move = search_bot.play(match.view(seat))
        assert move == search_bot.play(match.view(seat))
        match.play(move, seat)


def test_a_game_with_secrets_and_no_guess_is_refused() -> None:
    game = lt.load("bzzz")
    blind = replace(game)
    blind.__dict__["rules"] = replace(game.rules, guess=None)
    with pytest.raises(GameError, match="Bzzz hides facts and has no guess"):
        Search(blind, 4)


@pytest.mark.skipif(is_interpreted(), reason="compares the compiler with the interpreter")
def test_compiled_and_interpreted_searches_are_the_same() -> None:
    match = interpreted_match("meduris", cap=20)
    found = []
    for interpreted in (True, False):
        search = Search(match.game, match.seats, interpreted=interpreted)
        search.start(match.view(match.active[0]), 9)
        search.run(25)
        found.append([(line.move, line.visits, np.round(line.value, 9)) for line in search.lines()])
    assert found[0] == found[1]
