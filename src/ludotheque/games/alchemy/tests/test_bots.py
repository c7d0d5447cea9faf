"""The sample bots play by the rules, and the strongest one finds what pays."""

from collections.abc import Sequence

import numpy as np
import pytest

from ludotheque import run
from ludotheque.compile import is_interpreted
from ludotheque.game import load
from ludotheque.games.alchemy import rules
from ludotheque.games.alchemy.bots import champion, easy, hard, medium
from ludotheque.games.alchemy.regions import find_regions
from ludotheque.games.alchemy.rules import CELLS, ELEMENTS, IRON, LEAD, SULFUR
from ludotheque.match import Match
from ludotheque.record import OK
from ludotheque.seat import Play, make_player

ALCHEMY = load("alchemy")
BOTS: list[Play] = [easy.play, medium.play, hard.play, champion.play]
LETTERS = ".LICSM"  # empty, lead, iron, copper, sulfur, mercury
NOTHING = "...... ...... ...... ...... ...... ......"
A_FEW = 4  # gold

slow = pytest.mark.skipif(is_interpreted(), reason="a whole match of the strong bot takes minutes in the interpreter")


def match_at(own: str, rival: str = NOTHING, sample: tuple[int, int] = (LEAD, IRON), turn: int = 50) -> Match:
    """A match in which seat 0 is to move; the benches are given row by row."""
    match = Match(ALCHEMY, 2, 3, {"first": 0})
    state = match.state[0]
    state["turn"] = turn
    state["sample"] = sample
    for seat, rows in enumerate((own, rival)):
        state["bench"][seat] = [LETTERS.index(letter) for letter in rows.replace(" ", "")]
        state["amount"][seat] = np.bincount(state["bench"][seat], minlength=ELEMENTS + 1)
    return match


def play_turn(match: Match, turn: str | Sequence[str]) -> Match:
    """Play the moves of seat 0 on `match`."""
    for move in turn:
        match.play(move, 0)
    return match


def kinds_of(turn: str | Sequence[str]) -> list[str]:
    return [move.split()[0] for move in turn]


@slow
@pytest.mark.parametrize("names", [("hard", "easy"), ("champion", "medium")])
def test_bots_play_whole_matches_and_the_stronger_one_wins(names: tuple[str, str]) -> None:
    match = run(Match(ALCHEMY, 2, 11, {}), [make_player(ALCHEMY, name) for name in names])
    assert match.over
    assert match.verdicts == [OK, OK]
    assert match.ranks == [1, 2]


@slow
@pytest.mark.parametrize("name", ["easy", "medium", "hard", "champion"])
def test_every_bot_beats_one_that_plays_at_random(name: str) -> None:
    match = match_at(NOTHING, turn=121)  # the last thirty turns: random ones are long
    run(match, [make_player(ALCHEMY, name), make_player(ALCHEMY, "random")])
    assert match.over
    assert match.verdicts == [OK, OK]
    assert match.ranks == [1, 2]


@pytest.mark.slow
@pytest.mark.parametrize("play", BOTS)
def test_a_bot_answers_any_position_with_a_whole_legal_turn(play: Play) -> None:
    luck = np.random.default_rng(7)
    for _ in range(1 if is_interpreted() else 100):
        match = random_position(luck)
        turn = play(match.view(0))
        assert turn[-1] == "END" and list(turn).count("END") == 1
        play_turn(match, turn)


def random_position(luck: np.random.Generator, turn: int = 0) -> Match:
    """A match with random benches, from empty to full, a random sample and random catalysts."""
    letters = np.array(list(LETTERS))
    benches = []
    for full in luck.random(2):
        chances = [1 - full, *[full / ELEMENTS] * ELEMENTS]
        benches.append("".join(luck.choice(letters, CELLS, p=chances)))
    one, two = luck.integers(1, ELEMENTS + 1, 2)
    match = match_at(benches[0], benches[1], sample=(int(one), int(two)), turn=turn or int(luck.integers(1, 151)))
    match.state["catalysts"] = luck.integers(0, 3)
    return match


@pytest.mark.parametrize("play", BOTS)
def test_every_bot_makes_room_on_a_full_bench(play: Play) -> None:
    full = match_at("LLLLLL LLLLLL IIIIII IIIIII CCCCCC CCCCCC")
    turn = play(full.view(0))
    assert "TRANSMUTE" in kinds_of(turn) and "PLACE" in kinds_of(turn)


@pytest.mark.parametrize("play", [hard.play, champion.play])
def test_a_turn_can_be_planned_in_the_middle(play: Play) -> None:
    luck = np.random.default_rng(8)
    for _ in range(1 if is_interpreted() else 8):
        match = random_position(luck)
        turn = play(match.view(0))
        for begun in range(1, len(turn)):
            match.play(turn[begun - 1], 0)
            with match.trial():
                rest = play(match.view(0))
                play_turn(match, rest)
            assert not {"PLACE", "GIVE"} & {*kinds_of(turn[:begun])} & {*kinds_of(rest)}


@pytest.mark.parametrize(("play", "turns"), [(medium.play, 0.02), (easy.play, 0.06)])
def test_a_weaker_bot_forgets_its_sample_now_and_then(play: Play, turns: float) -> None:
    views = [Match(ALCHEMY, 2, seed, {"first": 0}).view(0) for seed in range(10 if is_interpreted() else 400)]
    forgotten = sum(play(view) == ["END"] for view in views)
    assert forgotten <= 4 * turns * len(views)
    assert forgotten >= turns * len(views) / 4 or is_interpreted()


def test_champion_plays_the_same_turn_in_the_same_view() -> None:
    match = match_at("LLL... III... SS.... ...... ...... ......")
    assert champion.play(match.view(0)) == champion.play(match.view(0))


@pytest.mark.parametrize("turn", [149, 150])
def test_champion_turns_all_that_pays_into_gold_in_its_last_turn(turn: int) -> None:
    match = match_at("LLLL.. LLLL.. ....II ...III CCC... MMM...", turn=turn)
    play_turn(match, champion.play(match.view(0)))
    assert match.state["gold"][0][0] >= 15 + 5 + 1 + 1


def test_champion_joins_regions_by_its_placement_before_it_transmutes_them() -> None:
    match = match_at("LLLL.. ...... LLLL.. ...... ...... ......", turn=149)
    play_turn(match, champion.play(match.view(0)))
    assert match.state["gold"][0][0] == rules.gold_for(LEAD, 9)


def test_champion_catalyses_a_cell_to_join_its_regions() -> None:
    match = match_at("LLLLLL CCCSCC LLLLLL ...... SSS... ......", sample=(SULFUR, SULFUR), turn=149)
    turn = champion.play(match.view(0))
    assert "CATALYSE" in kinds_of(turn)
    play_turn(match, turn)
    assert match.state["gold"][0][0] > 2 * rules.gold_for(LEAD, 6) + 10


def test_champion_catalyses_the_rivals_bench_to_split_a_region() -> None:
    match = match_at(
        "SSS... ...... ...... ...... ...... ......",
        "LLL... LLL... ..L... ..L... ..LLL. ..LLL.",
        sample=(SULFUR, SULFUR),
        turn=149,
    )
    turn = champion.play(match.view(0))
    assert any(move.startswith("CATALYSE") and move.split()[2] == "1" for move in turn)


def test_champion_gives_nothing_that_grows_a_large_region() -> None:
    match = match_at(
        "LI.... ...... ...... ...... ...... ......",
        "LLLLL. LLLLL. ...... ...... ...... ......",
        sample=(LEAD, IRON),
        turn=149,
    )
    gift = next(move for move in champion.play(match.view(0)) if move.startswith("GIVE"))
    assert str(LEAD) not in gift.split()[1:]


def test_champion_leaves_its_sample_unplaced_only_if_its_bench_pays_next_to_nothing() -> None:
    luck = np.random.default_rng(3)
    for _ in range(1 if is_interpreted() else 60):
        match = random_position(luck, turn=51)
        turn = champion.play(match.view(0))
        if "PLACE" not in kinds_of(turn):
            left = play_turn(match, turn[:-1])
            assert sum(max(0, region.gold) for region in find_regions(left.state["bench"][0][0].tolist())) <= A_FEW
