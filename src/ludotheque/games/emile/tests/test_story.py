"""The log of Émile: each event is told in words, to each viewer as it concerns him, in two languages."""

import random
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from ludotheque.game import Move, OptionValue
from ludotheque.games.emile import board, game
from ludotheque.games.emile.board.scene import Reserve, Scene
from ludotheque.games.emile.board.story import Ply
from ludotheque.games.emile.rules import KEEP
from ludotheque.games.emile.tests.position import NOTHING, ONE, SUITE, Table
from ludotheque.match import Match, View, new

SPECTATOR = -1
NAMES = ["Awa", "Basile", "Chloé", "Driss", "Elif", "Farid", "Gaël", "Hana"]
TABLES: list[tuple[int, dict[str, OptionValue]]] = [
    (2, {"rounds": 12}),
    (3, {"toasts": True, "rounds": 6}),
    (4, {"teams": True, "rounds": 6}),
    (8, {"rounds": 3}),
]
each_table = pytest.mark.parametrize(("seats", "options"), TABLES)
Say = Callable[[str], str]


@cache
def french(caption: str) -> str:
    return str(game.words("fr")["board"][caption])


def look(table: Table, seat: int) -> View:
    """What a seat sees of a position."""
    seats = len(table.scores)
    match = Match(game, seats, 0, {}, NAMES[:seats])
    match.state[:] = table.array
    return match.view(seat)


def told(table: Table, move: str, *falls: int, seat: int = 0, say: Say = str) -> list[str]:
    """What a move tells somebody, if the dice then fall like this."""
    before = look(table, seat)
    table.play(move, *falls)
    return [sentence.replace("\u00a0", " ") for sentence in board.tell(before, look(table, seat), seat, say)]


def plies(seats: int, options: dict[str, OptionValue], seed: int) -> Iterator[tuple[Match, Match]]:
    """A random match, before and after each ply."""
    match, choice = new("emile", seats, seed, **options), random.Random(seed)
    match.names = NAMES[:seats]
    while not match.over:
        before, moves = match.copy(), match.legal()
        keeps = [move for move in moves if move.startswith("KEEP")]
        match.play(choice.choice(keeps if keeps and choice.random() < 0.5 else moves))
        yield before, match


# Whole matches


@each_table
def test_every_ply_is_told_in_a_few_whole_sentences(seats: int, options: dict[str, OptionValue]) -> None:
    for before, after in plies(seats, options, seed=seats):
        for seat in range(-1, seats):
            english, translated = (board.tell(before.view(seat), after.view(seat), seat, say) for say in (str, french))
            assert 1 <= len(english) == len(translated) <= 8
            for sentence in english + translated:
                assert sentence.endswith(".") and sentence[0].isupper()
                assert not any(mark in sentence for mark in ("{", "}", "..", "  "))


@each_table
def test_where_nothing_changed_nothing_is_told(seats: int, options: dict[str, OptionValue]) -> None:
    for before, after in plies(seats, options, seed=10 + seats):
        assert board.tell(after.view(0), after.view(0), 0) == []
        if before.view().turn == after.view().turn:
            assert board.tell(after.view(0), before.view(0), 0) == [], "what was taken back is not told"


@each_table
def test_the_reserve_that_is_told_is_the_one_that_was_kept(seats: int, options: dict[str, OptionValue]) -> None:
    for before, after in plies(seats, options, seed=20 + seats):
        move: Move = after.played[-1][1]
        if move.kind == KEEP:
            ply = Ply(*(Scene(match.view(), SPECTATOR, str, NAMES) for match in (before, after)))
            assert Reserve(*move[1:]) in ply.kept and len(ply.kept) <= 1 + bool(after.view().deubeuls)


def test_a_name_is_never_taken_for_a_caption() -> None:
    table = Table(scores=(-400, 950), gain=100)
    before = look(table, SPECTATOR)
    after = look(table.play("OTHER 1", *ONE), SPECTATOR)
    before.names = after.names = ["{0} {way}", "{name}"]
    first, second, _ = board.tell(before, after, SPECTATOR)
    assert first.startswith("{0} {way} takes 50 from {name}, who goes") and second == "It is {name}'s turn."


# Rolls, and what is kept


def test_a_keep_tells_what_was_kept_and_the_roll_after_it() -> None:
    """EM-4, EM-10"""
    assert told(Table(1, 5, 2, 3, 4), "KEEP 1 1 0", 3, 5, 6) == ["You keep 1 5: 150.", "You roll 5 3 6: 50."]
    assert told(Table(1, 5, 2, 3, 4), "KEEP 1 1 0", 3, 5, 6, seat=1) == ["Awa keeps 1 5: 150.", "Awa rolls 5 3 6: 50."]
    assert told(Table(1, 5, 2, 3, 4), "KEEP 1 1 0", 3, 5, 6, say=french) == [
        "Vous gardez 1 5 : 150.",
        "Vous lancez 5 3 6 : 50.",
    ]


def test_a_brelan_is_told() -> None:
    """EM-3"""
    assert told(Table(1, 2, 3, 3, 4), "KEEP 1 0 0", 6, 6, 5, 6)[1] == "You roll 6 6 6 5, a brelan: 650."
    assert told(Table(6, 6, 6, 3, 4), "KEEP 0 0 6", 2, 1, seat=1) == ["Awa keeps 6 6 6: 600.", "Awa rolls 1 2: 100."]
    assert told(Table(1, 2, 3, 3, 4), "KEEP 1 0 0", 2, 2, 2, 3, seat=1, say=french)[1] == (
        "Awa lance 2 2 2 3, un brelan : 200."
    )


def test_a_failure_tells_what_the_turn_is_worth() -> None:
    """EM-7"""
    failed = "You roll 2 3: nothing marks, the turn is worth −100."
    assert told(Table(5, 5, 5, 3, 4), "KEEP 0 0 5", 3, 2)[1] == failed
    assert told(Table(1, 1, 5, 5, 5), "KEEP 2 0 5", *NOTHING, seat=1) == [
        "Awa keeps 5 5 5 1 1: 700.",
        "The potential is now 700.",
        "Awa rolls 2 2 3 4 6: nothing marks, the turn is worth −1000.",
    ]


def test_a_suite_tells_the_potential_it_makes() -> None:
    """EM-5"""
    assert told(Table(1, 1, 5, 5, 5), "KEEP 2 0 5", *SUITE, *ONE) == [
        "You keep 5 5 5 1 1: 700.",
        "Suite: 1000 for the potential, and all five dice again.",
        "The potential is now 1700.",
        "You roll 1 2 2 3 4: 100.",
    ]
    assert told(Table(gain=-100, scores=(0, 50)), "OWN", *SUITE, *SUITE, *ONE)[2:4] == [
        "2 suites: 2000 for the potential, and all five dice again.",
        "The potential is now 2000.",
    ]


def test_a_deubeul_tells_the_potential_it_makes() -> None:
    """EM-6"""
    assert told(Table(1, 2, reserve=(1, 1, 1), potential=300), "KEEP 4 0 0", 5, *ONE, seat=1) == [
        "Awa keeps 1 1 1 1: 400.",
        "Deubeul: potential, reserve and die are doubled, and all five dice roll again.",
        "The potential is now 1500.",
        "Awa rolls 1 2 2 3 4: 100.",
    ]


def test_dice_that_nobody_can_know_any_more_are_counted() -> None:
    """EM-6: 1 1 1 1 and a 5, or 1 1 1 5 and a 1?"""
    assert told(Table(1, 5, reserve=(1, 1, 1)), "KEEP 4 0 0", 5, *ONE)[0] == "You keep 4 dice."
    assert told(Table(1, 5, reserve=(1, 1, 1)), "KEEP 3 1 0", 1, *ONE, seat=1, say=french)[0] == "Awa garde 4 dés."
    assert told(Table(1, 5, reserve=(1, 1, 1)), "KEEP 4 0 0", 1, *ONE)[0] == "You keep 1 1 1 1: 400."


def test_a_toast_is_told_where_the_table_drinks() -> None:
    """EM-24"""
    drinks = "The table drinks: a brelan, or a single die was rolled."
    assert told(Table(1, 2, 3, 3, 4, toasts=1), "KEEP 1 0 0", 6, 6, 5, 6)[-1] == drinks
    assert drinks not in told(Table(1, 2, 3, 3, 4, toasts=1), "KEEP 1 0 0", 6, 6, 5, 4)
    assert drinks not in told(Table(1, 2, 3, 3, 4), "KEEP 1 0 0", 6, 6, 5, 6)


def test_a_stop_tells_the_score_of_the_turn() -> None:
    """EM-9"""
    assert told(Table(1, 5, 5, 3, 4, potential=1000), "STOP") == ["You stop with 1200."]
    assert told(Table(1, 5, 5, 3, 4, potential=1000), "STOP", seat=1) == ["Awa stops with 1200."]
    assert told(Table(1, 2, 2, 3, 4), "STOP", say=french) == ["Vous vous arrêtez avec 100."]


# The end of a turn


def test_a_score_that_changes_is_told_with_its_way() -> None:
    """EM-14"""
    scores = (-400, 950, 0)
    assert told(Table(scores=scores, gain=1750), "OWN", *ONE) == [
        "You add 1750 and go from −400 to +1350.",
        "It is Basile's turn.",
        "Basile rolls 1 2 2 3 4: 100.",
    ]
    assert told(Table(scores=scores, gain=1750), "OWN", *ONE, seat=1) == [
        "Awa adds 1750 and goes from −400 to +1350.",
        "It is your turn.",
        "You roll 1 2 2 3 4: 100.",
    ]
    assert told(Table(scores=scores, gain=-100), "OWN", seat=2)[0] == "Awa loses 100 and goes from −400 to −500."
    assert told(Table(scores=scores, gain=-1000), "OWN", say=french)[0] == (
        "Vous perdez 1000 et passez de −400 à −1400."
    )


def test_what_is_taken_or_given_names_both() -> None:
    """EM-14"""
    scores = (-400, 950, 0)
    taken = [told(Table(scores=scores, gain=1750), "OTHER 1", seat=seat)[0] for seat in (0, 1, 2)]
    assert taken == [
        "You take 900 from Basile, who goes from +950 to +50.",
        "Awa takes 900 from you: you go from +950 to +50.",
        "Awa takes 900 from Basile, who goes from +950 to +50.",
    ]
    given = [told(Table(scores=scores, gain=-1000), "OTHER 1", seat=seat)[0] for seat in (0, 1, SPECTATOR)]
    assert given == [
        "You give 500 to Basile, who goes from +950 to +1450.",
        "Awa gives 500 to you: you go from +950 to +1450.",
        "Awa gives 500 to Basile, who goes from +950 to +1450.",
    ]
    assert told(Table(scores=scores, gain=1750), "OTHER 1", seat=1, say=french)[0] == (
        "Awa vous prend 900 : vous passez de +950 à +50."
    )


def test_a_bounce_is_told() -> None:
    """EM-15"""
    assert told(Table(scores=(2050, 0), gain=650), "OWN")[0] == "You add 650 and go from +2050 to +2300 with a bounce."


def test_a_tixe_is_told_to_whoever_it_meets() -> None:
    """EM-16"""
    scores = (-400, 1350, 0)
    tixes = [told(Table(scores=scores, gain=1750), "OWN", seat=seat)[1] for seat in (0, 1, 2)]
    assert tixes == [
        "You land on Basile: tixe, Basile goes back to 0.",
        "Awa lands on you: tixe, you go back to 0.",
        "Awa lands on Basile: tixe, Basile goes back to 0.",
    ]
    assert told(Table(scores=(1450, 1350), gain=-100), "OTHER 1")[1] == "Basile lands on you: tixe, you go back to 0."
    assert told(Table(scores=scores, gain=1750), "OWN", seat=2, say=french)[1] == (
        "Awa rejoint Basile : tixe, Basile revient à 0."
    )


def test_a_tixe_of_several_names_them_all() -> None:
    """EM-16, EM-17"""
    scores = (-2400, -2500, -2500)
    assert told(Table(scores=scores, gain=-100), "OWN")[1] == "You land on Basile, Chloé: tixe, all go back to 0."
    assert told(Table(scores=scores, gain=-100), "OWN", seat=2)[1] == (
        "Awa lands on Basile, you: tixe, all go back to 0."
    )


# The end of a match


def test_exactly_2500_ends_it() -> None:
    """EM-18"""
    ends = [told(Table(scores=(750, 0), gain=1750), "OWN", seat=seat)[-1] for seat in (0, 1)]
    assert ends == ["You win: on exactly 2500.", "Awa wins: on exactly 2500."]
    assert len(told(Table(scores=(750, 0), gain=1750), "OWN")) == 2
    assert told(Table(scores=(750, 2400), gain=-100), "OTHER 1", say=french)[-1] == "Basile gagne : sur 2500 pile."


def test_rounds_that_run_out_end_it() -> None:
    """EM-21"""

    def end(seat: int, say: Say = str) -> str:
        table = Table(scores=(100, 200), gain=-100, rounds=1, player=1)
        table.state.turn = 1
        return told(table, "OWN", seat=seat, say=say)[-1]

    assert end(SPECTATOR) == "Basile wins: highest score after 1 rounds."
    assert end(1, french) == "Vous gagnez : le plus haut score après 1 manches."


def test_a_win_that_is_shared_names_who_shares_it() -> None:
    """EM-21"""
    ends = []
    for seat in (0, 1, 2):
        table = Table(scores=(0, -100, -1000), gain=-100, rounds=1, player=2)
        table.state.turn, table.state.score[1] = 2, 0
        ends.append(told(table, "OWN", seat=seat)[-1])
    assert ends == [
        "You share the win with Basile: highest score after 1 rounds.",
        "You share the win with Awa: highest score after 1 rounds.",
        "Awa, Basile share the win: highest score after 1 rounds.",
    ]


def test_a_team_wins_together() -> None:
    """EM-22"""
    ends = [
        told(Table(scores=(750, 0, -200, 100), gain=1750, teams=1), "OWN", seat=seat)[-1]
        for seat in (0, 2, 1, SPECTATOR)
    ]
    assert ends == [
        "You win with Chloé: together +2300 against +100.",
        "You win with Awa: together +2300 against +100.",
        "Awa, Chloé win: together +2300 against +100.",
        "Awa, Chloé win: together +2300 against +100.",
    ]
