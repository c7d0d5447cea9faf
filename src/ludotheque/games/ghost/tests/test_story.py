"""The log of Ghost in the Cell in words: what is told, to whom, in which order, and nothing that is hidden."""

import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.game import Move, OptionValue, load
from ludotheque.games.ghost.board import tell
from ludotheque.games.ghost.rules import BOMB, END, INC, MOVE
from ludotheque.match import View
from ludotheque.referee import run
from ludotheque.seat import make_player

SPECTATOR = -1
NAMES = ["Awa", "Basile"]
TABLES: list[dict[str, OptionValue]] = [
    {"league": 0},
    {"league": 2, "factories": 7},
    {"league": 3, "factories": 15, "cyborgs": 30},
]
Say = Callable[[str], str]


@cache
def french(caption: str) -> str:
    return str(load("ghost").words("fr")["board"][caption])


def quiet(**fields: dict[Any, int]) -> lt.Match:
    """Every way takes three turns, nothing is made, each side has 20 cyborgs: seat 0 in factory 1, seat 1 in 2."""
    match = lt.new("ghost", seed=1, factories=7, cyborgs=20)
    match.names = NAMES.copy()
    state = match.state[0]
    state["distance"][:], state["production"][:], state["stock"][:] = 3, 0, 0
    state["stock"][1:3] = 20
    for name, values in fields.items():
        for place, value in values.items():
            state[name][place] = value
    return match


def give(match: lt.Match, first: str = "", second: str = "") -> lt.Match:
    """Orders of both sides: give(match, "MOVE 1 3 5; INC 1")."""
    for seat, orders in enumerate((first, second)):
        for order in orders.split("; ") if orders else []:
            match.play(order, seat)
    return match


def turn(match: lt.Match, first: str = "", second: str = "", seat: int = 0, say: Say = str) -> list[str]:
    """What the end of a turn tells, the two sides having ordered this."""
    give(match, first, second)
    match.play("END", 0)
    return told(match, "END", by=1, seat=seat, say=say)


def told(match: lt.Match, move: str, by: int = 0, seat: int = 0, say: Say = str) -> list[str]:
    """What one ply tells a viewer."""
    before = match.view(seat)
    match.play(move, by)
    return [sentence.replace("\u00a0", " ") for sentence in tell(before, match.view(seat), seat, say)]


def later(match: lt.Match, turns: int) -> lt.Match:
    for _ in range(turns):
        give(match, "END", "END")
    return match


def plies(options: dict[str, OptionValue], seed: int, plies: int = 400) -> Iterator[tuple[lt.Match, Move, int]]:
    """A random match with the move that comes next, and whose it is."""
    match, choice = lt.new("ghost", 2, seed, **options), random.Random(seed)
    match.names, weights = NAMES.copy(), {MOVE: 8, BOMB: 1, INC: 2, END: 4}
    for _ in range(plies):
        if match.over:
            return
        seat = choice.choice(match.active)
        rows = match.legal_rows(seat).tolist()
        kinds = sorted({row[0] for row in rows})
        kind = choice.choices(kinds, [weights[kind] for kind in kinds])[0]
        move = Move(*choice.choice([row for row in rows if row[0] == kind]))
        yield match, move, seat
        match.play(move, seat)


def assert_well_told(before: View, after: View, seat: int) -> None:
    """Something is told exactly if something was seen, in whole sentences, in both languages."""
    english, translated = tell(before, after, seat, str), tell(before, after, seat, french)
    assert bool(english) == (before.state.tobytes() != after.state.tobytes())
    assert len(english) == len(translated)
    for sentence in english + translated:
        assert sentence.endswith(".") and not sentence.endswith("..")
        assert not set("{}") & set(sentence) and "  " not in sentence and "-1" not in sentence


# Whole matches


@pytest.mark.parametrize("options", TABLES)
def test_a_random_match_is_told_to_everybody(options: dict[str, OptionValue]) -> None:
    for match, move, seat in plies(options, seed=4):
        after = match.copy()
        after.play(move, seat)
        for viewer in (SPECTATOR, 0, 1):
            assert_well_told(match.view(viewer), after.view(viewer), viewer)


def test_a_match_of_bots_is_told_to_its_end() -> None:
    match = lt.new("ghost", 2, seed=5, factories=7)
    run(match, [make_player(match.game, name) for name in ("easy", "medium")])
    again, last = lt.new("ghost", 2, seed=5, factories=7), [""]
    for seat, move in match.played:
        before = {viewer: again.view(viewer) for viewer in (SPECTATOR, 0, 1)}
        again.play(move, seat)
        for viewer, view in before.items():
            assert_well_told(view, again.view(viewer), viewer)
        last = tell(before[SPECTATOR], again.view(), SPECTATOR)
    assert " wins with " in last[-1] or last[-1].startswith("A draw")


def test_nothing_is_told_when_nothing_changed_or_something_was_taken_back() -> None:
    for match, move, seat in plies({}, seed=6, plies=100):
        after = match.copy()
        after.play(move, seat)
        assert not tell(match.view(0), match.view(0), 0)
        if move.kind != END:
            assert not tell(after.view(seat), match.view(seat), seat)


# Orders


def test_an_order_is_told_to_its_giver() -> None:
    """GC-9"""
    assert told(quiet(), "MOVE 1 3 5") == ["Your order: 5 cyborgs from 1 to 3, 3 turns."]
    assert told(quiet(), "BOMB 1 2") == ["Your order: a bomb from 1 to 2, 3 turns."]
    assert told(quiet(), "INC 1") == ["Your order: factory 1 makes one more a turn."]
    assert told(quiet(), "MOVE 1 3 1", say=french) == ["Votre ordre : un cyborg de 1 à 3, 3 tours."]


def test_of_a_second_order_on_a_route_what_is_new_is_told() -> None:
    """GC-9"""
    assert told(give(quiet(), "MOVE 1 3 5"), "MOVE 1 3 2") == ["Your order: 2 cyborgs from 1 to 3, 3 turns."]
    assert told(give(quiet(), "INC 1"), "MOVE 1 3 2") == ["Your order: 2 cyborgs from 1 to 3, 3 turns."]


@pytest.mark.parametrize("order", ["MOVE 1 3 5", "BOMB 1 2", "INC 1"])
@pytest.mark.parametrize("seat", [SPECTATOR, 1])
def test_nobody_else_is_told_of_an_order(order: str, seat: int) -> None:
    assert told(quiet(), order, seat=seat) == []


@pytest.mark.parametrize("order", ["MOVE 1 3 5", "BOMB 1 2", "INC 1"])
def test_a_view_of_one_side_told_to_another_tells_no_order(order: str) -> None:
    match = quiet()
    before, after = match.view(0), give(match, order).view(0)
    assert tell(before, after, SPECTATOR) == tell(before, after, 1) == []


def test_that_a_side_has_ended_is_told_to_everybody() -> None:
    assert told(quiet(), "END") == ["You have ended the turn."]
    assert told(quiet(), "END", seat=1) == ["Awa has ended the turn."]
    assert told(quiet(), "END", seat=SPECTATOR, say=french) == ["Awa a fini le tour."]
    assert told(quiet(), "OUT", seat=1) == ["Awa has ended the turn."]


# The end of a turn


def test_troops_of_others_are_told_when_they_leave() -> None:
    """GC-9: troops are open."""
    orders = "MOVE 1 3 5; MOVE 1 4 1"
    assert turn(quiet(), orders) == ["Turn 2 of 200."]
    assert turn(quiet(), orders, seat=1) == [
        "Awa sends 5 cyborgs from 1 to 3, one cyborg from 1 to 4.",
        "Turn 2 of 200.",
    ]
    assert turn(quiet(), orders, "MOVE 2 0 2", seat=SPECTATOR, say=french) == [
        "Awa envoie 5 cyborgs de 1 à 3, un cyborg de 1 à 4.",
        "Basile envoie 2 cyborgs de 2 à 0.",
        "Tour 2 sur 200.",
    ]


def test_many_troops_are_counted() -> None:
    """GC-9"""
    many = "; ".join(f"MOVE 1 {target} 2" for target in (0, 2, 3, 4, 5))
    assert turn(quiet(), many, seat=1)[0] == "Awa sends 5 troops: 10 cyborgs in all."


def test_troops_that_left_before_are_no_news() -> None:
    match = quiet()
    turn(match, "MOVE 1 3 5")
    assert turn(match, seat=1) == ["Turn 3 of 200."]


def test_a_bomb_that_left_hides_its_target_from_all_but_its_sender() -> None:
    """GC-9"""
    assert turn(quiet(), "BOMB 1 2") == ["Your bomb left factory 1 for factory 2.", "Turn 2 of 200."]
    assert turn(quiet(), "BOMB 1 2", seat=1)[0] == "A bomb left factory 1; its target is unknown."
    assert turn(quiet(), "BOMB 1 2", seat=SPECTATOR, say=french)[0] == (
        "Une bombe a quitté l’usine 1 ; sa cible est inconnue."
    )
    match = quiet()
    turn(match, "BOMB 1 2")
    assert turn(match, seat=1) == ["Turn 3 of 200."]


def test_raised_production_is_told_to_the_others() -> None:
    """GC-9"""
    assert turn(quiet(), "INC 1", seat=1) == ["Awa raises the production of factory 1 to 1.", "Turn 2 of 200."]
    assert turn(quiet(), "INC 1") == ["Turn 2 of 200."]


# Battles (GC-11)


def fought(first: str = "", second: str = "", seat: int = 0, say: Say = str, **fields: dict[Any, int]) -> str:
    """What the arrival of these troops tells."""
    match = later(give(quiet(**fields), f"{first}; END" if first else "END", f"{second}; END" if second else "END"), 2)
    sentences = turn(match, seat=seat, say=say)
    return " ".join(sentences[:-1])


def test_a_neutral_factory_that_is_taken_is_told() -> None:
    """GC-11"""
    assert fought("MOVE 1 3 5") == "You take the neutral factory 3."
    assert fought("MOVE 1 3 5", seat=1) == "Awa takes the neutral factory 3."
    assert fought("MOVE 1 3 5", say=french) == "Vous prenez l’usine neutre 3."


def test_a_factory_that_changes_sides_is_told_with_both() -> None:
    """GC-11"""
    assert fought("MOVE 1 2 5", stock={2: 4}) == "You take factory 2 from Basile."
    assert fought("MOVE 1 2 5", seat=1, stock={2: 4}) == "Awa takes factory 2 from you."
    assert fought("MOVE 1 2 5", seat=SPECTATOR, stock={2: 4}) == "Awa takes factory 2 from Basile."
    assert fought("MOVE 1 2 5", seat=1, say=french, stock={2: 4}) == "Awa vous prend l’usine 2."


def test_an_attack_in_vain_is_told_with_its_cyborgs() -> None:
    """GC-11"""
    assert fought("MOVE 1 2 5") == "You attack factory 2 with 5 cyborgs and do not take it."
    assert fought("MOVE 1 2 5", seat=1) == "You hold factory 2 against Awa, who came with 5 cyborgs."
    assert fought("MOVE 1 2 5", seat=SPECTATOR) == "Awa attacks factory 2 with 5 cyborgs and does not take it."
    assert fought("MOVE 1 3 1", seat=SPECTATOR, stock={3: 1}, say=french) == (
        "Awa attaque l’usine 3 avec un cyborg sans la prendre."
    )


def test_sides_that_meet_at_a_neutral_factory_may_leave_it_neutral() -> None:
    """GC-11"""
    assert fought("MOVE 1 3 5", "MOVE 2 3 5") == "Both sides fight over factory 3, and neither takes it."
    assert fought("MOVE 1 3 5", "MOVE 2 3 4") == "You take the neutral factory 3."


def test_defenders_may_come_with_the_attackers() -> None:
    """GC-11"""
    assert fought("MOVE 1 3 5", "MOVE 2 3 5", seat=1, owner={3: 1}, stock={3: 1}) == (
        "You hold factory 3 against Awa, who came with 5 cyborgs."
    )


def test_cyborgs_that_join_their_own_side_are_no_news() -> None:
    assert fought("MOVE 1 3 5", owner={3: 0}) == "" == fought("MOVE 1 3 5", seat=1, owner={3: 0})


# Explosions (GC-12)


def test_an_explosion_is_told_to_everybody_with_its_halt() -> None:
    """GC-12"""
    hit = "A bomb explodes at factory 2: 10 cyborgs left, production halted for 5 turns."
    assert fought("BOMB 1 2") == fought("BOMB 1 2", seat=1) == fought("BOMB 1 2", seat=SPECTATOR) == hit
    assert fought("BOMB 1 2", stock={2: 7}) == (
        "A bomb explodes at factory 2: nobody is left there, production halted for 5 turns."
    )
    assert fought("BOMB 1 2", seat=1, say=french) == (
        "Une bombe explose à l’usine 2 : il y reste 10 cyborgs, production arrêtée pour 5 tours."
    )


def test_a_halt_that_goes_on_is_no_news_and_its_end_is() -> None:
    """GC-8"""
    assert turn(quiet(halted={1: 3})) == ["Turn 2 of 200."]
    assert turn(quiet(halted={1: 1}))[0] == "Factory 1 makes cyborgs again."
    assert turn(quiet(halted={1: 1}), seat=1, say=french)[0] == "L’usine 1 produit de nouveau."
    assert turn(quiet(halted={3: 1})) == ["Turn 2 of 200."]


# The end of a match


def last(match: lt.Match) -> lt.Match:
    match.state[0]["turn"] = 199
    return match


def test_the_end_tells_who_won_and_why() -> None:
    """GC-13, GC-14"""
    assert turn(last(quiet(stock={1: 90}))) == ["You win with 90 cyborgs to 20: all turns are played."]
    assert turn(last(quiet(stock={1: 90})), seat=1)[0] == "Awa wins with 90 cyborgs to 20: all turns are played."
    assert turn(last(quiet()), seat=SPECTATOR) == ["A draw with 20 cyborgs each: all turns are played."]
    assert turn(quiet(stock={2: 0}), say=french) == [
        "Vous gagnez avec 20 cyborgs contre 0 : ni cyborgs, ni production."
    ]


def test_a_side_that_is_out_is_told_at_the_end() -> None:
    """GC-15"""

    def out(seat: int) -> list[str]:
        match = later(give(quiet(), "END", "MOVE 2 1 3; END"), 2)
        match.play("OUT", 1)
        return told(match, "END", seat=seat)

    assert out(0) == ["You win with 20 cyborgs to 0: Basile is out."]
    assert out(1) == ["Awa wins with 20 cyborgs to 0: you are out."]


# Secrets


@pytest.mark.parametrize("seat", [SPECTATOR, 0])
def test_other_targets_of_bombs_tell_the_same(seat: int) -> None:
    """Until a bomb goes off, where it flies changes no word for others."""
    stories = []
    for target in (0, 1, 3, 5):
        match = quiet()
        stories.append([turn(match, "", f"BOMB 2 {target}", seat=seat), turn(match, seat=seat)])
    assert all(story == stories[0] for story in stories)


def test_a_view_of_the_sender_told_to_another_tells_no_target() -> None:
    match = quiet()
    give(match, "BOMB 1 2; END")
    before = match.view(0)
    match.play("END", 1)
    for seat in (SPECTATOR, 1):
        assert tell(before, match.view(0), seat)[0] == "A bomb left factory 1; its target is unknown."


def test_a_name_is_never_taken_for_a_caption() -> None:
    match = quiet()
    match.names = ["{0} {troops}", "{name}"]
    assert turn(match, "MOVE 1 3 5", seat=1)[0] == "{0} {troops} sends 5 cyborgs from 1 to 3."
