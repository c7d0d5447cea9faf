"""The log of Alchemy: each move is described to each viewer, in two languages."""

import random
from collections.abc import Callable, Iterator
from functools import cache

import pytest

import ludotheque as lt
from ludotheque.game import Move, load
from ludotheque.games.alchemy.board import tell
from ludotheque.games.alchemy.rules import CATALYSE, END, GIVE, PLACE, TRANSMUTE, TURNS
from ludotheque.match import Match
from ludotheque.referee import run
from ludotheque.seat import make_player

SPECTATOR = -1
NAMES = ["Awa", "Basile"]
LETTERS = ".LICSM"  # empty, lead, iron, copper, sulfur, mercury
Say = Callable[[str], str]


@cache
def french(caption: str) -> str:
    return str(load("alchemy").words("fr")["board"][caption])


def match_at(own: str = "", rival: str = "", **fields: int | list[int]) -> Match:
    """Seat 0 is to move at turn 63; the benches are given row by row, empty ends left out."""
    match = lt.new("alchemy", seed=1, first=0)
    match.names = NAMES.copy()
    for seat, rows in enumerate((own, rival)):
        letters = "".join(row.ljust(6, ".") for row in rows.split()).ljust(36, ".")
        match.state["bench"][0][seat] = [LETTERS.index(letter) for letter in letters]
        match.state["amount"][0][seat] = [letters.count(letter) for letter in LETTERS]
    for name, value in ({"turn": 63, "gold": [23, 17]} | fields).items():
        match.state[name][0] = value
    return match


def tell_move(match: Match, move: str, seat: int = 0, say: Say = str) -> list[str]:
    """Play `move` and return what the viewer `seat` reads of it."""
    match.play(move)
    return [sentence.replace("\u00a0", " ") for sentence in tell_last(match, seat, say)]


def tell_last(match: Match, seat: int, say: Say = str) -> list[str]:
    return tell(match.view(seat, match.ply - 1), match.view(seat), seat, say, match.played[-1])


def random_plies(seed: int, count: int = 250) -> Iterator[Match]:
    """Yield a match after each ply of random players who seldom forget to place their sample."""
    match, choice = lt.new("alchemy", seed=seed), random.Random(seed)
    match.names = NAMES.copy()
    for _ in range(count):
        rows = match.legal_rows(match.active[0]).tolist()
        kinds = sorted({row[0] for row in rows})
        weights = {PLACE: 20, TRANSMUTE: 2, CATALYSE: 9, GIVE: 5, END: 0.1 if PLACE in kinds else 3}
        kind = choice.choices(kinds, [weights[kind] for kind in kinds])[0]
        match.play(Move(*choice.choice([row for row in rows if row[0] == kind])))
        yield match


def check_last_ply(match: Match) -> None:
    """Every viewer reads something, in whole sentences, in both languages."""
    for seat in (SPECTATOR, 0, 1):
        english, translated = (tell_last(match, seat, say) for say in (str, french))
        assert 1 <= len(english) == len(translated) <= 4
        for sentence in english + translated:
            assert sentence.endswith(".") and sentence[0].isupper()
            assert not any(mark in sentence for mark in ("{", "}", "..", "  "))


# Whole matches


@pytest.mark.parametrize("seed", range(4))
def test_every_ply_is_told_in_a_few_whole_sentences(seed: int) -> None:
    kinds = set()
    for match in random_plies(seed):
        check_last_ply(match)
        kinds.add(match.played[-1].move.kind)
    assert kinds == {PLACE, TRANSMUTE, CATALYSE, GIVE, END}


def test_a_match_of_bots_is_told_to_its_end() -> None:
    match = lt.new("alchemy", seed=3)
    run(match, [make_player(match.game, name) for name in ("easy", "medium")])
    again = lt.new("alchemy", seed=3)
    again.names = NAMES.copy()
    for seat, move in match.played:
        again.play(move, seat)
        check_last_ply(again)
    assert " gold to " in tell_last(again, SPECTATOR)[-1]


def test_nothing_is_told_without_the_move() -> None:
    """AL-18: what changes when a move is taken back is not an event."""
    match = match_at()
    match.play("PLACE 14 1")
    assert tell(match.view(0), match.view(0, 0), 0) == []


def test_a_name_is_never_taken_for_a_caption() -> None:
    match = match_at()
    match.names = ["{0} {pair}", "{name}"]
    assert tell_move(match, "GIVE 1 5", seat=SPECTATOR) == ["{0} {pair} chooses a gift for {name}: lead and mercury."]


# The moves of a turn


def test_a_placement_names_both_cells() -> None:
    """AL-12: in the order of the sample, also where the second cell has the smaller number."""
    assert tell_move(match_at(), "PLACE 14 1") == ["You place lead on cell C3 and iron on cell D3."]
    assert tell_move(match_at(), "PLACE 14 3", seat=1) == ["Awa places lead on cell C3 and iron on cell B3."]
    assert tell_move(match_at(sample=[3, 3]), "PLACE 14 2", say=french) == [
        "Vous posez du cuivre sur la case C3 et du cuivre sur la case C4."
    ]
    assert tell_move(match_at(sample=[3, 3]), "PLACE 14 0") == ["You place copper on cell C3 and copper on cell C2."]


def test_a_transmutation_tells_the_region_and_what_it_pays() -> None:
    """AL-14, AL-15"""
    assert tell_move(match_at("III II"), "TRANSMUTE 1", seat=1) == ["Awa transmutes 5 iron: 5 gold."]
    assert tell_move(match_at("III II L"), "TRANSMUTE 6", say=french) == ["Vous transmutez 5 fers : 5 or."]
    assert tell_move(match_at("L"), "TRANSMUTE 0") == ["You transmute 1 lead: −3 gold."]
    assert tell_move(match_at("SSS SS"), "TRANSMUTE 0") == ["You transmute 5 sulfur: 3 gold, 2 catalysts."]
    assert tell_move(match_at("MMM"), "TRANSMUTE 0", say=french) == [
        "Vous transmutez 3 mercures : 1 or, un catalyseur."
    ]


@pytest.mark.parametrize("has_placed", [0, 1])
def test_a_pair_that_pays_nothing_is_told_before_and_after_a_placement(has_placed: int) -> None:
    """AL-15"""
    assert tell_move(match_at("CC", has_placed=has_placed), "TRANSMUTE 0") == ["You transmute 2 copper: 0 gold."]


def test_a_catalysis_names_the_bench_as_the_viewer_sees_it() -> None:
    """AL-16"""
    own = [tell_move(match_at("LI", catalysts=1), "CATALYSE 1 0 5", seat=seat) for seat in (0, 1)]
    assert own == [
        ["You turn iron into mercury on cell B1 of your bench."],
        ["Awa turns iron into mercury on cell B1 of their own bench."],
    ]
    rival = [tell_move(match_at(rival="C", catalysts=1), "CATALYSE 0 1 4", seat=seat) for seat in (0, 1, SPECTATOR)]
    assert rival == [
        ["You turn copper into sulfur on cell A1 of Basile's bench."],
        ["Awa turns copper into sulfur on cell A1 of your bench."],
        ["Awa turns copper into sulfur on cell A1 of Basile's bench."],
    ]
    assert tell_move(match_at(rival="C", catalysts=2), "CATALYSE 0 1 4", say=french) == [
        "Vous changez cuivre en soufre sur la case A1 chez Basile."
    ]


def test_a_catalyst_may_be_wasted() -> None:
    """AL-16"""
    assert tell_move(match_at("L", catalysts=1), "CATALYSE 0 0 1") == ["You waste a catalyst."]
    assert tell_move(match_at("L", catalysts=1), "CATALYSE 0 0 1", seat=1) == ["Awa wastes a catalyst."]


def test_a_gift_names_who_will_receive_it() -> None:
    """AL-17"""
    gifts = [tell_move(match_at(), "GIVE 5 2", seat=seat)[0] for seat in (0, 1, SPECTATOR)]
    assert gifts == [
        "You choose a gift for Basile: mercury and iron.",
        "Awa chooses a gift for you: mercury and iron.",
        "Awa chooses a gift for Basile: mercury and iron.",
    ]


# The end of a turn


def test_the_next_player_receives_the_gift_or_the_same_sample() -> None:
    """AL-9"""
    match = match_at(has_placed=1)
    match.play("GIVE 2 5")
    assert tell_move(match.copy(), "END") == ["Basile receives iron and mercury.", "Turn 64 of 150, Basile plays."]
    assert tell_move(match.copy(), "END", seat=1) == ["You receive iron and mercury.", "Turn 64 of 150, your turn."]
    assert tell_move(match_at(has_placed=1), "END", seat=1, say=french) == [
        "Vous recevez du plomb et du fer.",
        "Tour 64 sur 150, à vous.",
    ]


def test_a_sample_that_was_not_placed_costs_the_bench() -> None:
    """AL-8"""
    assert tell_move(match_at("L"), "END")[0] == "You have not placed the sample: your bench is emptied."
    assert tell_move(match_at("L"), "END", seat=1)[0] == "Awa has not placed the sample: the bench is emptied."
    assert len(tell_move(match_at(), "END")) == len(tell_move(match_at("L", has_placed=1), "END")) == 2


def test_catalysts_that_are_left_are_lost() -> None:
    """AL-10"""
    assert tell_move(match_at(has_placed=1, catalysts=1), "END")[0] == "You lose one catalyst."
    assert tell_move(match_at(has_placed=1, catalysts=2), "END", seat=1, say=french)[0] == "Awa perd 2 catalyseurs."


def test_the_end_tells_who_won() -> None:
    """AL-11"""
    ends = [tell_move(match_at(has_placed=1, turn=TURNS), "END", seat=seat) for seat in (0, 1)]
    assert ends == [["You win: 23 gold to 17."], ["Awa wins: 23 gold to 17."]]
    assert tell_move(match_at(has_placed=1, turn=TURNS, gold=[-5, -5]), "END") == ["A draw: −5 gold to −5."]
    assert tell_move(match_at(has_placed=1, turn=TURNS), "END", say=french) == ["Vous gagnez : 23 or contre 17."]
