"""The log of Émile: each event in sentences, for each viewer, in two languages."""

import random
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from ludotheque import notation
from ludotheque.game import OptionValue, PlayedMove
from ludotheque.games.emile import board, game
from ludotheque.games.emile.rules import MOVES
from ludotheque.games.emile.tests.position import NOTHING, ONE, SUITE, Position
from ludotheque.match import Match, new
from ludotheque.view import View

SPECTATOR = -1
NAMES = ["Awa", "Basile", "Chloé", "Driss", "Elif", "Farid", "Gaël", "Hana"]
SETTINGS: list[tuple[int, dict[str, OptionValue]]] = [
    (2, {"rounds": 12}),
    (3, {"toasts": True, "rounds": 6}),
    (4, {"teams": True, "rounds": 6}),
    (8, {"rounds": 3}),
]
Say = Callable[[str], str]


@cache
def french(caption: str) -> str:
    return str(game.words("fr")["board"][caption])


def make_view(position: Position, seat: int) -> View:
    seats = len(position.scores)
    match = Match(game, seats, 0, {}, NAMES[:seats])
    match.state[:] = position.array
    return match.view(seat)


def describe(position: Position, move: str, *next_dice: int, seat: int = 0, say: Say = str) -> list[str]:
    """Return what the log tells `seat` about a move; the dice rolled after it show `next_dice`."""
    before, played = make_view(position, seat), PlayedMove(position.state.player, notation.read(MOVES, move))
    position.play(move, *next_dice)
    sentences = board.tell(before, make_view(position, seat), seat, say, played)
    return [sentence.replace("\u00a0", " ") for sentence in sentences]


def play_randomly(seats: int, options: dict[str, OptionValue], seed: int) -> Iterator[tuple[Match, Match]]:
    """Play a random match and yield it before and after each ply."""
    match, choice = new("emile", seats, seed, **options), random.Random(seed)
    match.names = NAMES[:seats]
    while not match.over:
        before, moves = match.copy(), match.legal()
        keeps = [move for move in moves if move.startswith("KEEP")]
        match.play(choice.choice(keeps if keeps and choice.random() < 0.5 else moves))
        yield before, match


# Whole matches


@pytest.mark.parametrize(("seats", "options"), SETTINGS)
def test_every_ply_is_told_in_a_few_whole_sentences(seats: int, options: dict[str, OptionValue]) -> None:
    for before, after in play_randomly(seats, options, seed=seats):
        for seat in range(-1, seats):
            views = before.view(seat), after.view(seat)
            english, translated = (board.tell(*views, seat, say, after.played[-1]) for say in (str, french))
            assert 1 <= len(english) == len(translated) <= 8
            for sentence in english + translated:
                assert sentence.endswith(".") and sentence[0].isupper()
                assert not any(mark in sentence for mark in ("{", "}", "..", "  "))


def test_without_a_move_nothing_is_told() -> None:
    view = new("emile", 2, seed=1).view()
    assert board.tell(view, view, SPECTATOR) == []


def test_a_name_is_never_taken_for_a_caption() -> None:
    position = Position(scores=(-400, 950), gain=100)
    before = make_view(position, SPECTATOR)
    after = make_view(position.play("OTHER 1", *ONE), SPECTATOR)
    before.names = after.names = ["{0} {way}", "{name}"]
    played = PlayedMove(0, notation.read(MOVES, "OTHER 1"))
    first, second, _ = board.tell(before, after, SPECTATOR, str, played)
    assert first.startswith("{0} {way} takes 50 from {name}, who goes") and second == "It is {name}'s turn."


# Kept dice and rolls


def test_a_keep_tells_the_kept_dice_and_the_next_roll() -> None:
    """EM-4, EM-10"""
    assert describe(Position(1, 5, 2, 3, 4), "KEEP 1 1 0", 3, 5, 6) == ["You keep 1 5: 150.", "You roll 5 3 6: 50."]
    assert describe(Position(1, 5, 2, 3, 4), "KEEP 1 1 0", 3, 5, 6, seat=1) == [
        "Awa keeps 1 5: 150.",
        "Awa rolls 5 3 6: 50.",
    ]
    assert describe(Position(1, 5, 2, 3, 4), "KEEP 1 1 0", 3, 5, 6, say=french) == [
        "Vous gardez 1 5 : 150.",
        "Vous lancez 5 3 6 : 50.",
    ]


def test_a_brelan_is_told() -> None:
    """EM-3"""
    assert describe(Position(1, 2, 3, 3, 4), "KEEP 1 0 0", 6, 6, 5, 6)[1] == "You roll 6 6 6 5, a brelan: 650."
    assert describe(Position(6, 6, 6, 3, 4), "KEEP 0 0 6", 2, 1, seat=1) == [
        "Awa keeps 6 6 6: 600.",
        "Awa rolls 1 2: 100.",
    ]
    assert describe(Position(1, 2, 3, 3, 4), "KEEP 1 0 0", 2, 2, 2, 3, seat=1, say=french)[1] == (
        "Awa lance 2 2 2 3, un brelan : 200."
    )


def test_a_failure_tells_what_the_turn_is_worth() -> None:
    """EM-7"""
    failed = "You roll 2 3: nothing marks, the turn is worth −100."
    assert describe(Position(5, 5, 5, 3, 4), "KEEP 0 0 5", 3, 2)[1] == failed
    assert describe(Position(1, 1, 5, 5, 5), "KEEP 2 0 5", *NOTHING, seat=1) == [
        "Awa keeps 5 5 5 1 1: 700.",
        "The potential is now 700.",
        "Awa rolls 2 2 3 4 6: nothing marks, the turn is worth −1000.",
    ]


def test_a_suite_tells_the_new_potential() -> None:
    """EM-5"""
    assert describe(Position(1, 1, 5, 5, 5), "KEEP 2 0 5", *SUITE, *ONE) == [
        "You keep 5 5 5 1 1: 700.",
        "Suite: 1000 for the potential, and all five dice again.",
        "The potential is now 1700.",
        "You roll 1 2 2 3 4: 100.",
    ]
    assert describe(Position(gain=-100, scores=(0, 50)), "OWN", *SUITE, *SUITE, *ONE)[2:4] == [
        "2 suites: 2000 for the potential, and all five dice again.",
        "The potential is now 2000.",
    ]


def test_a_deubeul_tells_the_new_potential() -> None:
    """EM-6"""
    assert describe(Position(1, 2, reserve=(1, 1, 1), potential=300), "KEEP 4 0 0", 5, *ONE, seat=1) == [
        "Awa keeps 1 1 1 1: 400.",
        "Deubeul: potential, reserve and die are doubled, and all five dice roll again.",
        "The potential is now 1500.",
        "Awa rolls 1 2 2 3 4: 100.",
    ]


def test_a_keep_is_told_even_where_a_deubeul_hides_it() -> None:
    """EM-6: after the deubeul, 1 1 1 1 and a 5 leave the same potential as 1 1 1 5 and a 1."""
    position = Position(1, 5, reserve=(1, 1, 1))
    assert describe(position, "KEEP 4 0 0", 5, *ONE)[0] == "You keep 1 1 1 1: 400."
    position = Position(1, 5, reserve=(1, 1, 1))
    assert describe(position, "KEEP 3 1 0", 1, *ONE, seat=1, say=french)[0] == "Awa garde 1 1 1 5 : 350."


def test_a_toast_is_told_if_the_option_is_on() -> None:
    """EM-24"""
    drinks = "The table drinks: a brelan, or a single die was rolled."
    assert describe(Position(1, 2, 3, 3, 4, toasts=1), "KEEP 1 0 0", 6, 6, 5, 6)[-1] == drinks
    assert drinks not in describe(Position(1, 2, 3, 3, 4, toasts=1), "KEEP 1 0 0", 6, 6, 5, 4)
    assert drinks not in describe(Position(1, 2, 3, 3, 4), "KEEP 1 0 0", 6, 6, 5, 6)


def test_a_stop_tells_the_score_of_the_turn() -> None:
    """EM-9"""
    assert describe(Position(1, 5, 5, 3, 4, potential=1000), "STOP") == ["You stop with 1200."]
    assert describe(Position(1, 5, 5, 3, 4, potential=1000), "STOP", seat=1) == ["Awa stops with 1200."]
    assert describe(Position(1, 2, 2, 3, 4), "STOP", say=french) == ["Vous vous arrêtez avec 100."]


# The end of a turn


def test_a_changed_score_is_told_with_its_old_and_new_value() -> None:
    """EM-14"""
    scores = (-400, 950, 0)
    assert describe(Position(scores=scores, gain=1750), "OWN", *ONE) == [
        "You add 1750 and go from −400 to +1350.",
        "It is Basile's turn.",
        "Basile rolls 1 2 2 3 4: 100.",
    ]
    assert describe(Position(scores=scores, gain=1750), "OWN", *ONE, seat=1) == [
        "Awa adds 1750 and goes from −400 to +1350.",
        "It is your turn.",
        "You roll 1 2 2 3 4: 100.",
    ]
    assert describe(Position(scores=scores, gain=-100), "OWN", seat=2)[0] == "Awa loses 100 and goes from −400 to −500."
    assert describe(Position(scores=scores, gain=-1000), "OWN", say=french)[0] == (
        "Vous perdez 1000 et passez de −400 à −1400."
    )


def test_points_taken_or_given_name_both_seats() -> None:
    """EM-14"""
    scores = (-400, 950, 0)
    taken = [describe(Position(scores=scores, gain=1750), "OTHER 1", seat=seat)[0] for seat in (0, 1, 2)]
    assert taken == [
        "You take 900 from Basile, who goes from +950 to +50.",
        "Awa takes 900 from you: you go from +950 to +50.",
        "Awa takes 900 from Basile, who goes from +950 to +50.",
    ]
    given = [describe(Position(scores=scores, gain=-1000), "OTHER 1", seat=seat)[0] for seat in (0, 1, SPECTATOR)]
    assert given == [
        "You give 500 to Basile, who goes from +950 to +1450.",
        "Awa gives 500 to you: you go from +950 to +1450.",
        "Awa gives 500 to Basile, who goes from +950 to +1450.",
    ]
    assert describe(Position(scores=scores, gain=1750), "OTHER 1", seat=1, say=french)[0] == (
        "Awa vous prend 900 : vous passez de +950 à +50."
    )


def test_a_bounce_is_told() -> None:
    """EM-15"""
    assert (
        describe(Position(scores=(2050, 0), gain=650), "OWN")[0]
        == "You add 650 and go from +2050 to +2300 with a bounce."
    )


def test_a_tixe_is_told_to_each_viewer() -> None:
    """EM-16"""
    scores = (-400, 1350, 0)
    tixes = [describe(Position(scores=scores, gain=1750), "OWN", seat=seat)[1] for seat in (0, 1, 2)]
    assert tixes == [
        "You land on Basile: tixe, Basile goes back to 0.",
        "Awa lands on you: tixe, you go back to 0.",
        "Awa lands on Basile: tixe, Basile goes back to 0.",
    ]
    assert (
        describe(Position(scores=(1450, 1350), gain=-100), "OTHER 1")[1]
        == "Basile lands on you: tixe, you go back to 0."
    )
    assert describe(Position(scores=scores, gain=1750), "OWN", seat=2, say=french)[1] == (
        "Awa rejoint Basile : tixe, Basile revient à 0."
    )


def test_a_tixe_of_several_names_them_all() -> None:
    """EM-16, EM-17"""
    scores = (-2400, -2500, -2500)
    assert (
        describe(Position(scores=scores, gain=-100), "OWN")[1] == "You land on Basile, Chloé: tixe, all go back to 0."
    )
    assert describe(Position(scores=scores, gain=-100), "OWN", seat=2)[1] == (
        "Awa lands on Basile, you: tixe, all go back to 0."
    )


# The end of a match


def test_exactly_2500_ends_the_match() -> None:
    """EM-18"""
    ends = [describe(Position(scores=(750, 0), gain=1750), "OWN", seat=seat)[-1] for seat in (0, 1)]
    assert ends == ["You win: on exactly 2500.", "Awa wins: on exactly 2500."]
    assert len(describe(Position(scores=(750, 0), gain=1750), "OWN")) == 2
    assert (
        describe(Position(scores=(750, 2400), gain=-100), "OTHER 1", say=french)[-1] == "Basile gagne : sur 2500 pile."
    )


def test_the_last_round_ends_the_match() -> None:
    """EM-21"""

    def end(seat: int, say: Say = str) -> str:
        position = Position(scores=(100, 200), gain=-100, rounds=1, player=1)
        position.state.turn = 1
        return describe(position, "OWN", seat=seat, say=say)[-1]

    assert end(SPECTATOR) == "Basile wins: highest score after 1 rounds."
    assert end(1, french) == "Vous gagnez : le plus haut score après 1 manches."


def test_a_shared_win_names_the_winners() -> None:
    """EM-21"""
    ends = []
    for seat in (0, 1, 2):
        position = Position(scores=(0, -100, -1000), gain=-100, rounds=1, player=2)
        position.state.turn, position.state.score[1] = 2, 0
        ends.append(describe(position, "OWN", seat=seat)[-1])
    assert ends == [
        "You share the win with Basile: highest score after 1 rounds.",
        "You share the win with Awa: highest score after 1 rounds.",
        "Awa, Basile share the win: highest score after 1 rounds.",
    ]


def test_a_team_wins_together() -> None:
    """EM-22"""
    ends = [
        describe(Position(scores=(750, 0, -200, 100), gain=1750, teams=1), "OWN", seat=seat)[-1]
        for seat in (0, 2, 1, SPECTATOR)
    ]
    assert ends == [
        "You win with Chloé: together +2300 against +100.",
        "You win with Awa: together +2300 against +100.",
        "Awa, Chloé win: together +2300 against +100.",
        "Awa, Chloé win: together +2300 against +100.",
    ]
