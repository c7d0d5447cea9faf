"""The log of Ghost in the Cell: its sentences for each viewer, in order, and nothing that is hidden."""

import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.game import Move, OptionValue, PlayedMove, load
from ludotheque.games.ghost.board import tell
from ludotheque.games.ghost.rules import BOMB, END, INC, MOVE
from ludotheque.referee import run
from ludotheque.seat import make_player
from ludotheque.view import View

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


def arrange(**fields: dict[Any, int]) -> lt.Match:
    """All distances are 3, nothing is made, each side has 20 cyborgs: seat 0 in factory 1, seat 1 in factory 2."""
    match = lt.new("ghost", seed=1, factories=7, cyborgs=20)
    match.names = NAMES.copy()
    state = match.state[0]
    state["distance"][:], state["production"][:], state["stock"][:] = 3, 0, 0
    state["stock"][1:3] = 20
    for name, values in fields.items():
        for place, value in values.items():
            state[name][place] = value
    return match


def give_orders(match: lt.Match, first: str = "", second: str = "") -> lt.Match:
    """Play orders of both sides: give_orders(match, "MOVE 1 3 5; INC 1")."""
    for seat, orders in enumerate((first, second)):
        for order in orders.split("; ") if orders else []:
            match.play(order, seat)
    return match


def tell_turn(match: lt.Match, first: str = "", second: str = "", seat: int = 0, say: Say = str) -> list[str]:
    """Play these orders and the end of the turn; return the sentences of its last ply."""
    give_orders(match, first, second)
    match.play("END", 0)
    return tell_ply(match, "END", by=1, seat=seat, say=say)


def tell_ply(match: lt.Match, move: str, by: int = 0, seat: int = 0, say: Say = str) -> list[str]:
    """Play a move; return its sentences for the viewer `seat`, who knows only their own moves."""
    before = match.view(seat)
    match.play(move, by)
    played = match.played[-1] if by == seat else None
    return [sentence.replace("\u00a0", " ") for sentence in tell(before, match.view(seat), seat, say, played)]


def tell_openly(match: lt.Match, move: str, by: int = 0, say: Say = str) -> list[str]:
    """Play a move; return its sentences for a viewer from whom nothing is hidden."""
    before = match.full_view()
    match.play(move, by)
    sentences = tell(before, match.full_view(), SPECTATOR, say, match.played[-1])
    return [sentence.replace("\u00a0", " ") for sentence in sentences]


def end_turns(match: lt.Match, turns: int) -> lt.Match:
    for _ in range(turns):
        give_orders(match, "END", "END")
    return match


def play_randomly(options: dict[str, OptionValue], seed: int, plies: int = 400) -> Iterator[tuple[lt.Match, Move, int]]:
    """Yield a random match with its next move and the seat that plays it."""
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


def check_sentences(before: View, after: View, seat: int, played: PlayedMove) -> None:
    """There are sentences exactly if something was seen; they are whole, in both languages."""
    known = played if played.seat == seat else None
    english, translated = (tell(before, after, seat, say, known) for say in (str, french))
    assert bool(english) == (before.state.tobytes() != after.state.tobytes())
    assert len(english) == len(translated)
    for sentence in english + translated:
        assert sentence.endswith(".") and not sentence.endswith("..")
        assert not set("{}") & set(sentence) and "  " not in sentence and "-1" not in sentence


# Whole matches


@pytest.mark.parametrize("options", TABLES)
def test_a_random_match_is_described_to_every_viewer(options: dict[str, OptionValue]) -> None:
    for match, move, seat in play_randomly(options, seed=4):
        after = match.copy()
        after.play(move, seat)
        for viewer in (SPECTATOR, 0, 1):
            check_sentences(match.view(viewer), after.view(viewer), viewer, after.played[-1])


def test_a_match_of_bots_is_described_to_its_end() -> None:
    match = lt.new("ghost", 2, seed=5, factories=7)
    run(match, [make_player(match.game, name) for name in ("easy", "medium")])
    again, last = lt.new("ghost", 2, seed=5, factories=7), [""]
    for seat, move in match.played:
        before = {viewer: again.view(viewer) for viewer in (SPECTATOR, 0, 1)}
        again.play(move, seat)
        for viewer, view in before.items():
            check_sentences(view, again.view(viewer), viewer, again.played[-1])
        last = tell(before[SPECTATOR], again.view(), SPECTATOR)
    assert " wins with " in last[-1] or last[-1].startswith("A draw")


def test_there_are_no_sentences_if_nothing_changed_or_a_move_was_undone() -> None:
    for match, move, seat in play_randomly({}, seed=6, plies=100):
        after = match.copy()
        after.play(move, seat)
        assert not tell(match.view(0), match.view(0), 0)
        if move.kind != END:
            assert not tell(after.view(seat), match.view(seat), seat)


# Orders


def test_an_order_is_shown_to_its_owner() -> None:
    """GC-9"""
    assert tell_ply(arrange(), "MOVE 1 3 5") == ["Your order: 5 cyborgs from 1 to 3, 3 turns."]
    assert tell_ply(arrange(), "BOMB 1 2") == ["Your order: a bomb from 1 to 2, 3 turns."]
    assert tell_ply(arrange(), "INC 1") == ["Your order: factory 1 makes one more a turn."]
    assert tell_ply(arrange(), "MOVE 1 3 1", say=french) == ["Votre ordre : un cyborg de 1 à 3, 3 tours."]


def test_a_second_order_on_a_route_is_described_by_itself() -> None:
    """GC-9"""
    assert tell_ply(give_orders(arrange(), "MOVE 1 3 5"), "MOVE 1 3 2") == [
        "Your order: 2 cyborgs from 1 to 3, 3 turns."
    ]
    assert tell_ply(give_orders(arrange(), "INC 1"), "MOVE 1 3 2") == ["Your order: 2 cyborgs from 1 to 3, 3 turns."]


@pytest.mark.parametrize("order", ["MOVE 1 3 5", "BOMB 1 2", "INC 1"])
@pytest.mark.parametrize("seat", [SPECTATOR, 1])
def test_an_order_is_hidden_from_all_others(order: str, seat: int) -> None:
    assert tell_ply(arrange(), order, seat=seat) == []


@pytest.mark.parametrize("order", ["MOVE 1 3 5", "BOMB 1 2", "INC 1"])
def test_an_order_is_hidden_from_others_even_if_the_view_holds_it(order: str) -> None:
    match = arrange()
    before, after = match.view(0), give_orders(match, order).view(0)
    assert tell(before, after, SPECTATOR) == tell(before, after, 1) == []


def test_the_end_of_a_sides_turn_is_shown_to_all() -> None:
    assert tell_ply(arrange(), "END") == ["You have ended the turn."]
    assert tell_ply(arrange(), "END", seat=1) == ["Awa has ended the turn."]
    assert tell_ply(arrange(), "END", seat=SPECTATOR, say=french) == ["Awa a fini le tour."]
    assert tell_ply(arrange(), "OUT", seat=1) == ["Awa has ended the turn."]


# The end of a turn


def test_troops_of_others_are_described_when_they_leave() -> None:
    """GC-9: troops are open."""
    orders = "MOVE 1 3 5; MOVE 1 4 1"
    assert tell_turn(arrange(), orders) == ["Turn 2 of 200."]
    assert tell_turn(arrange(), orders, seat=1) == [
        "Awa sends 5 cyborgs from 1 to 3, one cyborg from 1 to 4.",
        "Turn 2 of 200.",
    ]
    assert tell_turn(arrange(), orders, "MOVE 2 0 2", seat=SPECTATOR, say=french) == [
        "Awa envoie 5 cyborgs de 1 à 3, un cyborg de 1 à 4.",
        "Basile envoie 2 cyborgs de 2 à 0.",
        "Tour 2 sur 200.",
    ]


def test_many_troops_are_counted() -> None:
    """GC-9"""
    many = "; ".join(f"MOVE 1 {target} 2" for target in (0, 2, 3, 4, 5))
    assert tell_turn(arrange(), many, seat=1)[0] == "Awa sends 5 troops: 10 cyborgs in all."


def test_troops_that_left_before_are_not_repeated() -> None:
    match = arrange()
    tell_turn(match, "MOVE 1 3 5")
    assert tell_turn(match, seat=1) == ["Turn 3 of 200."]


def test_the_target_of_a_bomb_is_shown_to_its_sender_only() -> None:
    """GC-9"""
    assert tell_turn(arrange(), "BOMB 1 2") == ["Your bomb left factory 1 for factory 2.", "Turn 2 of 200."]
    assert tell_turn(arrange(), "BOMB 1 2", seat=1)[0] == "A bomb left factory 1; its target is unknown."
    assert tell_turn(arrange(), "BOMB 1 2", seat=SPECTATOR, say=french)[0] == (
        "Une bombe a quitté l’usine 1 ; sa cible est inconnue."
    )
    match = arrange()
    tell_turn(match, "BOMB 1 2")
    assert tell_turn(match, seat=1) == ["Turn 3 of 200."]


def test_raised_production_is_described_to_the_others() -> None:
    """GC-9"""
    assert tell_turn(arrange(), "INC 1", seat=1) == [
        "Awa raises the production of factory 1 to 1.",
        "Turn 2 of 200.",
    ]
    assert tell_turn(arrange(), "INC 1") == ["Turn 2 of 200."]


# Battles (GC-11)


def tell_battle(first: str = "", second: str = "", seat: int = 0, say: Say = str, **fields: dict[Any, int]) -> str:
    """Return the sentences of the turn in which these troops arrive."""
    match = end_turns(
        give_orders(arrange(**fields), f"{first}; END" if first else "END", f"{second}; END" if second else "END"), 2
    )
    sentences = tell_turn(match, seat=seat, say=say)
    return " ".join(sentences[:-1])


def test_taking_a_neutral_factory_is_described() -> None:
    """GC-11"""
    assert tell_battle("MOVE 1 3 5") == "You take the neutral factory 3."
    assert tell_battle("MOVE 1 3 5", seat=1) == "Awa takes the neutral factory 3."
    assert tell_battle("MOVE 1 3 5", say=french) == "Vous prenez l’usine neutre 3."


def test_a_factory_that_changes_sides_is_described_with_both() -> None:
    """GC-11"""
    assert tell_battle("MOVE 1 2 5", stock={2: 4}) == "You take factory 2 from Basile."
    assert tell_battle("MOVE 1 2 5", seat=1, stock={2: 4}) == "Awa takes factory 2 from you."
    assert tell_battle("MOVE 1 2 5", seat=SPECTATOR, stock={2: 4}) == "Awa takes factory 2 from Basile."
    assert tell_battle("MOVE 1 2 5", seat=1, say=french, stock={2: 4}) == "Awa vous prend l’usine 2."


def test_a_failed_attack_is_described_with_its_cyborgs() -> None:
    """GC-11"""
    assert tell_battle("MOVE 1 2 5") == "You attack factory 2 with 5 cyborgs and do not take it."
    assert tell_battle("MOVE 1 2 5", seat=1) == "You hold factory 2 against Awa, who came with 5 cyborgs."
    assert tell_battle("MOVE 1 2 5", seat=SPECTATOR) == "Awa attacks factory 2 with 5 cyborgs and does not take it."
    assert tell_battle("MOVE 1 3 1", seat=SPECTATOR, stock={3: 1}, say=french) == (
        "Awa attaque l’usine 3 avec un cyborg sans la prendre."
    )


def test_sides_that_meet_at_a_neutral_factory_may_leave_it_neutral() -> None:
    """GC-11"""
    assert tell_battle("MOVE 1 3 5", "MOVE 2 3 5") == "Both sides fight over factory 3, and neither takes it."
    assert tell_battle("MOVE 1 3 5", "MOVE 2 3 4") == "You take the neutral factory 3."


def test_defenders_may_come_with_the_attackers() -> None:
    """GC-11"""
    assert tell_battle("MOVE 1 3 5", "MOVE 2 3 5", seat=1, owner={3: 1}, stock={3: 1}) == (
        "You hold factory 3 against Awa, who came with 5 cyborgs."
    )


def test_cyborgs_that_join_their_own_side_are_not_described() -> None:
    assert tell_battle("MOVE 1 3 5", owner={3: 0}) == "" == tell_battle("MOVE 1 3 5", seat=1, owner={3: 0})


# Explosions (GC-12)


def test_an_explosion_is_described_to_all_with_its_halt() -> None:
    """GC-12"""
    hit = "A bomb explodes at factory 2: 10 cyborgs left, production halted for 5 turns."
    assert tell_battle("BOMB 1 2") == tell_battle("BOMB 1 2", seat=1) == tell_battle("BOMB 1 2", seat=SPECTATOR) == hit
    assert tell_battle("BOMB 1 2", stock={2: 7}) == (
        "A bomb explodes at factory 2: nobody is left there, production halted for 5 turns."
    )
    assert tell_battle("BOMB 1 2", seat=1, say=french) == (
        "Une bombe explose à l’usine 2 : il y reste 10 cyborgs, production arrêtée pour 5 tours."
    )


def test_the_end_of_a_halt_is_described_and_nothing_before() -> None:
    """GC-8"""
    assert tell_turn(arrange(halted={1: 3})) == ["Turn 2 of 200."]
    assert tell_turn(arrange(halted={1: 1}))[0] == "Factory 1 makes cyborgs again."
    assert tell_turn(arrange(halted={1: 1}), seat=1, say=french)[0] == "L’usine 1 produit de nouveau."
    assert tell_turn(arrange(halted={3: 1})) == ["Turn 2 of 200."]


# The end of a match


def set_last_turn(match: lt.Match) -> lt.Match:
    match.state[0]["turn"] = 199
    return match


def test_the_end_says_who_won_and_why() -> None:
    """GC-13, GC-14"""
    assert tell_turn(set_last_turn(arrange(stock={1: 90}))) == ["You win with 90 cyborgs to 20: all turns are played."]
    assert (
        tell_turn(set_last_turn(arrange(stock={1: 90})), seat=1)[0]
        == "Awa wins with 90 cyborgs to 20: all turns are played."
    )
    assert tell_turn(set_last_turn(arrange()), seat=SPECTATOR) == ["A draw with 20 cyborgs each: all turns are played."]
    assert tell_turn(arrange(stock={2: 0}), say=french) == [
        "Vous gagnez avec 20 cyborgs contre 0 : ni cyborgs, ni production."
    ]


def test_the_end_says_which_side_is_out() -> None:
    """GC-15"""

    def out(seat: int) -> list[str]:
        match = end_turns(give_orders(arrange(), "END", "MOVE 2 1 3; END"), 2)
        match.play("OUT", 1)
        return tell_ply(match, "END", seat=seat)

    assert out(0) == ["You win with 20 cyborgs to 0: Basile is out."]
    assert out(1) == ["Awa wins with 20 cyborgs to 0: you are out."]


# A replay in which everything is shown


def test_a_replay_that_shows_everything_names_the_target_of_a_bomb() -> None:
    """GC-9"""
    match = give_orders(arrange(), "BOMB 1 2; END", "BOMB 2 0")
    assert tell_openly(match, "END", by=1) == [
        "Awa: a bomb left factory 1 for factory 2.",
        "Basile: a bomb left factory 2 for factory 0.",
        "Turn 2 of 200.",
    ]
    match = give_orders(arrange(), "BOMB 1 2; END")
    assert tell_openly(match, "END", 1, french)[0] == "Awa : une bombe a quitté l’usine 1 pour l’usine 2."


def test_a_replay_that_shows_everything_describes_the_orders_of_both_sides() -> None:
    """GC-9"""
    assert tell_openly(arrange(), "MOVE 1 3 5") == ["Order of Awa: 5 cyborgs from 1 to 3, 3 turns."]
    assert tell_openly(arrange(), "BOMB 2 1", by=1) == ["Order of Basile: a bomb from 2 to 1, 3 turns."]
    assert tell_openly(arrange(), "INC 1") == ["Order of Awa: factory 1 makes one more a turn."]
    assert tell_openly(arrange(), "BOMB 2 1", 1, french) == ["Ordre de Basile : une bombe de 2 à 1, 3 tours."]
    assert tell_openly(arrange(), "END") == ["Awa has ended the turn."]


@pytest.mark.parametrize("options", TABLES)
def test_a_replay_that_shows_everything_describes_every_ply(options: dict[str, OptionValue]) -> None:
    for match, move, seat in play_randomly(options, seed=4):
        after = match.copy()
        after.play(move, seat)
        sentences = tell(match.full_view(), after.full_view(), SPECTATOR, str, after.played[-1])
        assert sentences and not any("unknown" in sentence for sentence in sentences)


# Secrets


@pytest.mark.parametrize("seat", [SPECTATOR, 0])
def test_the_target_of_a_bomb_changes_no_sentence_for_others(seat: int) -> None:
    """GC-20: until the bomb explodes"""
    logs = []
    for target in (0, 1, 3, 5):
        match = arrange()
        logs.append([tell_turn(match, "", f"BOMB 2 {target}", seat=seat), tell_turn(match, seat=seat)])
    assert all(log == logs[0] for log in logs)


def test_a_target_is_hidden_from_others_even_if_the_view_holds_it() -> None:
    match = arrange()
    give_orders(match, "BOMB 1 2; END")
    before = match.view(0)
    match.play("END", 1)
    for seat in (SPECTATOR, 1):
        assert tell(before, match.view(0), seat)[0] == "A bomb left factory 1; its target is unknown."


def test_a_name_with_braces_is_not_formatted() -> None:
    match = arrange()
    match.names = ["{0} {troops}", "{name}"]
    assert tell_turn(match, "MOVE 1 3 5", seat=1)[0] == "{0} {troops} sends 5 cyborgs from 1 to 3."
