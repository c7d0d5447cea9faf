"""The log of Meduris: each event is told to each viewer in their own words, in two languages."""

import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from ludotheque.compile import is_interpreted
from ludotheque.dice import dice, roll
from ludotheque.game import OptionValue, PlayedMove
from ludotheque.games.meduris import board, game
from ludotheque.games.meduris.board.scene import LOSS_SEED
from ludotheque.games.meduris.bots import easy, medium
from ludotheque.games.meduris.tests.position import STONE_1, STONE_3, Position
from ludotheque.games.meduris.turn import FACES, GIFT, LOSS, PLACING
from ludotheque.match import Match, new
from ludotheque.notation import read
from ludotheque.view import View

NAMES = ["Awa", "Basile", "Chloé", "Driss"]
WOOD, WOOL, COPPER, STONE = range(4)  # faces of the die
TABLES: list[tuple[int, dict[str, OptionValue]]] = [
    (2, {}),
    (2, {"rules": "official"}),
    (3, {"exchange": True, "supply": 4, "isolated_both": True}),
    (3, {"rules": "official"}),
    (4, {}),
    (4, {"rules": "official", "supply": 6}),
]
USED_UP = ("", "BBWWCCSS")  # hands that leave nothing of a supply of two
CAP = 3 if is_interpreted() else 60  # turns of a whole match
each_table = pytest.mark.parametrize(("seats", "options"), TABLES)
MatchPair = tuple[Match, Match]  # before and after one ply


@cache
def french(caption: str) -> str:
    return str(game.words("fr")["board"][caption])


def view_of(position: Position, seat: int = -1) -> View:
    match = Match(game, position.seats, 0, {}, NAMES[: position.seats])
    match.state[:] = position.array
    return match.view(seat)


def tell_move(position: Position, move: str, seat: int = -1, die: int = LOSS, say: Callable[[str], str] = str) -> str:
    """Play a move and return its log for a viewer as one text."""
    before, played = view_of(position, seat), PlayedMove(position.awaited, read(game.rules.MOVES, move))
    position.play(move, die=die)
    return " ".join(board.tell(before, view_of(position, seat), seat, say, played))


def tell_in_french(position: Position, move: str, seat: int = -1, die: int = LOSS) -> str:
    """Return the same in French, with ordinary spaces."""
    return tell_move(position, move, seat, die, french).replace("\u00a0", " ")


def building_match(seats: int, options: dict[str, OptionValue], seed: int) -> Iterator[MatchPair]:
    """Play a match that prefers builds, and yield the match before and after each ply."""
    match, choice = new("meduris", seats, seed, **{"cap": CAP, **options}), random.Random(seed)
    match.names = NAMES[:seats]
    while not match.over:
        before, moves = match.copy(), match.legal()
        builds = [move for move in moves if move.startswith(("HUT", "TEMPLE"))]
        match.play(choice.choice(builds if builds and choice.random() < 0.8 else moves))
        yield before, match


def bot_match(seats: int, options: dict[str, OptionValue], seed: int) -> Iterator[MatchPair]:
    """Play a match between the sample bots."""
    match = new("meduris", seats, seed, **{"cap": CAP, **options})
    match.names = NAMES[:seats]
    while not match.over:
        before, seat = match.copy(), match.active[0]
        bot = medium if seat == 0 else easy
        match.play(bot.play(match.view(seat)), seat)
        yield before, match


# Whole matches


@pytest.mark.slow
@each_table
@pytest.mark.parametrize("say", [str, french])
@pytest.mark.parametrize("source", [building_match, bot_match])
def test_every_ply_is_told_in_a_few_whole_sentences(
    seats: int, options: dict[str, OptionValue], say: Callable[[str], str], source: Callable[..., Iterator[MatchPair]]
) -> None:
    for before, after in source(seats, options, seed=seats):
        seat = after.ply % (seats + 1) - 1
        sentences = board.tell(before.view(seat), after.view(seat), seat, say, after.played[-1])
        assert 1 <= len(sentences) <= 8
        assert all(sentence.endswith(".") and sentence[0].isupper() for sentence in sentences)
        assert not any(mark in sentence for sentence in sentences for mark in ("{", "}", "..", "  "))


def test_without_the_move_nothing_is_told() -> None:
    position = Position(hands=("BWCS", "BWCS"))
    before = view_of(position)
    assert board.tell(before, view_of(position.play("SHIFT 0 1 2", die=WOOD)), -1) == []


def test_the_seed_of_an_event_without_production_rolls_a_loss() -> None:
    assert roll(dice(LOSS_SEED, 0), FACES) == LOSS


@pytest.mark.slow
@each_table
def test_everything_is_open_so_that_all_are_told_the_same_events(seats: int, options: dict[str, OptionValue]) -> None:
    """ME-17: sentences that do not address the viewer are those of a spectator."""
    for before, after in building_match(seats, options, seed=30 + seats):
        spectator = board.tell(before.view(-1), after.view(-1), -1, played=after.played[-1])
        for seat in range(seats):
            sentences = board.tell(before.view(seat), after.view(seat), seat, played=after.played[-1])
            assert len(sentences) == len(spectator)
            for sentence, other in zip(sentences, spectator):
                is_own = any(word in sentence.lower().replace(".", " ").split() for word in ("you", "your"))
                assert is_own if sentence != other else not is_own


def test_a_name_is_never_taken_for_a_caption() -> None:
    position = Position(hands=("BWCS", "BWCS"))
    before, played = view_of(position), PlayedMove(0, read(game.rules.MOVES, "SHIFT 0 1 2"))
    after = view_of(position.play("SHIFT 0 1 2", die=LOSS))
    before.names = after.names = ["{0} {what}", "{name}"]
    first, second, _ = board.tell(before, after, -1, played=played)
    assert first.startswith("{0} {what} moves a worker from the wood plateau") and second == "Turn 2, {name} plays."


# Workers and events


def begin_placing(**options: Any) -> Position:
    """Return a position before the first worker is placed; seat 0 begins."""
    position = Position(hands=("BWCS", "BWCS"), piles=("", "", "", ""), **options)
    position.state.phase, position.state.die = PLACING, -1
    return position


def test_a_worker_is_put_on_a_plateau() -> None:
    """ME-4"""
    assert tell_move(begin_placing(), "WORKER 1", 0) == "You put a worker on the wool plateau."
    assert tell_move(begin_placing(), "WORKER 3", 1) == "Awa puts a worker on the stone plateau."
    assert tell_in_french(begin_placing(), "WORKER 1", 0) == "Vous placez un ouvrier sur le plateau de la laine."
    assert tell_in_french(begin_placing(), "WORKER 0", 1) == "Awa place un ouvrier sur le plateau du bois."


def test_the_last_worker_begins_the_first_turn() -> None:
    """ME-4, ME-5"""
    position = begin_placing().play("WORKER 0", "WORKER 1", "WORKER 0")
    assert tell_move(position, "WORKER 2", 1, die=WOOD) == (
        "You put a worker on the copper plateau. Turn 1, Awa plays. "
        "The workers produce: Awa gets 2 wood; you get 1 wool and 1 copper."
    )


def test_a_great_yield_tells_what_it_brings_apart_from_the_event_after_it() -> None:
    """ME-7, ME-5: both change the same hands in one ply."""
    piles = ("ab", "ba", "", "")
    assert tell_move(Position(piles=piles), "SHIFT 0 1 1", 0, die=WOOL) == (
        "You move a worker from the wood plateau to the wool plateau: 5 wool. Turn 2, Basile plays. "
        "The workers produce: you get 2 wool; Basile gets 1 wood and 1 wool."
    )
    assert tell_in_french(Position(piles=piles), "SHIFT 0 1 2", die=WOOL) == (
        "Awa prend un ouvrier sur le plateau du bois et le pose sur le plateau du cuivre : 2 laines et un cuivre. "
        "Tour 2, Basile joue. "
        "Les ouvriers produisent : Awa reçoit une laine et un cuivre ; Basile reçoit un bois et une laine."
    )


def test_others_on_the_plateau_produce_too_where_the_option_says_so() -> None:
    """ME-7: great_yield = plateau."""
    position = Position(hands=("", "", "B"), piles=("ab", "bc", "a", "c"), great_yield="plateau")
    assert tell_move(position, "SHIFT 0 1 1", 1) == (
        "Awa moves a worker from the wood plateau to the wool plateau: 3 wool. "
        "The other workers there produce too: you get 1 wool; Chloé gets 2 wool. "
        "Turn 2, your turn. Everyone gives up a resource."
    )


def test_a_great_yield_that_brings_nothing_says_so() -> None:
    """ME-6: the supply is used up."""
    assert tell_move(Position(hands=USED_UP, supply=2), "SHIFT 0 1 2") == (
        "Awa moves a worker from the wood plateau to the copper plateau: nothing. "
        "Turn 2, Basile plays. Everyone gives up a resource."
    )


@pytest.mark.parametrize(
    ("die", "hands", "sentence", "in_french"),
    [
        (LOSS, ("B", ""), "Everyone gives up a resource.", "Chacun rend une ressource."),
        (GIFT, ("B", ""), "Everyone takes a resource.", "Chacun prend une ressource."),
        (WOOD, USED_UP, "The workers produce nothing.", "Les ouvriers ne produisent rien."),
        (GIFT, USED_UP, "There is no resource left to take.", "Il ne reste aucune ressource à prendre."),
    ],
)
def test_the_event_is_told(die: int, hands: tuple[str, ...], sentence: str, in_french: str) -> None:
    """ME-5, ME-6: with two tiles of each kind."""
    english, other = (Position(hands=hands, supply=2) for _ in range(2))
    assert tell_move(english, "SHIFT 0 1 2", die=die).endswith(f" Turn 2, Basile plays. {sentence}")
    assert tell_in_french(other, "SHIFT 0 1 2", die=die).endswith(f" Tour 2, Basile joue. {in_french}")


def test_a_loss_with_all_hands_empty_is_told() -> None:
    """ME-5"""
    position = Position("0:a", hands=("WC", ""), druid=STONE_1)
    assert tell_move(position, "TEMPLE 2").endswith("Nobody has a resource to give up.")


def test_the_die_may_name_one_plateau() -> None:
    """ME-5: event = colour."""
    position = Position(hands=("", "", ""), piles=("abc", "ab", "c", ""), event="colour")
    assert tell_move(position, "SHIFT 1 1 3", 2, die=WOOD).endswith(
        "The workers on the wood plateau produce: Awa gets 1 wood; Basile gets 1 wood; you get 1 wood."
    )
    position = Position(hands=("", ""), piles=("ab", "ab", "", ""), event="colour")
    assert tell_move(position, "SHIFT 0 1 2", die=STONE).endswith("Nothing is produced on the stone plateau.")
    assert tell_in_french(position, "SHIFT 0 1 2", die=WOOL).endswith(
        "Sur le plateau de la laine, les ouvriers produisent : Awa reçoit une laine ; Basile reçoit une laine."
    )


def test_a_resource_is_given_up_or_taken() -> None:
    """ME-5"""
    position = Position(hands=("BW", "CS")).event(LOSS)
    assert tell_move(position, "DROP 1", 0) == "You give up 1 wool."
    assert tell_in_french(position, "DROP 3", 0) == "Basile rend une pierre."
    position = Position().event(GIFT)
    assert tell_move(position, "TAKE 2", 1) == "Awa takes 1 copper."
    assert tell_in_french(position, "TAKE 0", 1) == "Vous prenez un bois."


# Building


def test_a_hut_is_told_with_its_price_its_rune_stone_and_the_druids_step() -> None:
    """ME-8, ME-11"""
    assert tell_move(Position(), "HUT 0", 0) == (
        "You build a hut on site 0 for 1 wool and 1 copper. You take the rune stone of sites 0–4. "
        "The druid steps onto paved stone 1. Turn 2, Basile plays. Everyone gives up a resource."
    )
    assert tell_in_french(Position("1:b"), "HUT 0", 1).startswith(
        "Awa bâtit une hutte au site 0 pour 2 laines et 2 cuivres. Awa prend la pierre runique des sites 0–4. "
        "Le druide avance sur la dalle 1. Tour 2, à vous."
    )


def test_the_price_is_told_apart_from_what_the_next_event_brings() -> None:
    """ME-8, ME-5: a worker makes what was just paid."""
    position = Position(hands=("WC", ""), piles=("b", "a", "a", "b"))
    assert tell_move(position, "HUT 0", die=WOOL) == (
        "Awa builds a hut on site 0 for 1 wool and 1 copper. Awa takes the rune stone of sites 0–4. "
        "The druid steps onto paved stone 1. Turn 2, Basile plays. "
        "The workers produce: Awa gets 1 wool and 1 copper; Basile gets 1 wood and 1 stone."
    )


def test_a_rune_stone_is_taken_from_its_holder() -> None:
    """ME-8: for each viewer; a stone that stays with its holder is not mentioned."""
    sentences = [
        "Awa takes the rune stone of sites 0–4 from Basile.",
        "You take the rune stone of sites 0–4 from Basile.",
        "Awa takes the rune stone of sites 0–4 from you.",
    ]
    for seat, sentence in zip((-1, 0, 1), sentences):
        assert f" {sentence} The druid" in tell_move(Position("3:b", runes="b"), "HUT 0", seat)
    assert " Vous prenez à Basile la pierre runique" in tell_in_french(Position("3:b", runes="b"), "HUT 0", 0)
    assert " Awa vous prend la pierre runique" in tell_in_french(Position("3:b", runes="b"), "HUT 0", 1)
    assert "rune stone" not in tell_move(Position("3:a", runes="a"), "HUT 0")


def test_a_temple_takes_no_rune_stone() -> None:
    """ME-9"""
    assert tell_move(Position(runes="b"), "TEMPLE 1").startswith(
        "Awa builds a temple on site 1 for 1 wood and 1 stone. The druid steps"
    )
    assert tell_in_french(Position(), "TEMPLE 1", 0).startswith(
        "Vous bâtissez un temple au site 1 pour un bois et une pierre. Le druide avance"
    )


def test_an_exchange_is_told_tile_by_tile_before_the_piece() -> None:
    """ME-10"""
    position = Position(hands=("WBBB", "B"), exchange=True)
    assert tell_move(position, "TEMPLE 0", 0) == "You begin to pay for a temple on site 0: 3 more tiles."
    assert tell_move(position, "GIVE 0") == "Awa gives 1 wood: 2 more tiles."
    assert tell_in_french(position, "GIVE 0", 0) == "Vous donnez un bois : encore une tuile."
    assert tell_move(position, "GIVE 0", 1).startswith(
        "Awa gives 1 wood. Awa builds a temple on site 0. The druid steps"
    )
    position = Position(hands=("WBBB", "B"), exchange=True)
    assert tell_in_french(position, "HUT 0") == "Awa commence à payer une hutte au site 0 : encore 3 tuiles."
    last = tell_move(position.play("GIVE 0", "GIVE 0"), "GIVE 0", 0)
    assert last.startswith("You give 1 wood. You build a hut on site 0. You take the rune stone of sites 0–4.")


def test_the_last_tile_is_told_apart_from_what_the_next_event_brings() -> None:
    """ME-10, ME-5: a worker makes the same kind that was given."""
    position = Position(hands=("WBBB", ""), piles=("a", "b", "", "a"), exchange=True).play(
        "TEMPLE 0", "GIVE 0", "GIVE 0"
    )
    sentences = tell_move(position, "GIVE 0", die=WOOD)
    assert sentences.startswith("Awa gives 1 wood. ")
    assert sentences.endswith("The workers produce: Awa gets 1 wood and 1 stone; Basile gets 1 wool.")


# The druid


def test_the_druid_reaches_a_hut_and_asks_its_owner() -> None:
    """ME-11: from the third stone the druid joins the ring without crossing the river."""
    ring = Position("4:b", druid=STONE_3, runes="b")
    assert tell_move(ring, "TEMPLE 9", 1).endswith("The druid reaches site 4 and asks you for an offering.")
    ring = Position("4:b", druid=STONE_3, runes="b")
    assert tell_in_french(ring, "TEMPLE 9") == (
        "Awa bâtit un temple au site 9 pour une laine et une pierre. "
        "Le druide arrive au site 4 et demande une offrande à Basile."
    )


def ask_for_offering(
    hands: tuple[str, ...] = ("BWCS", "BWCS"), points: tuple[int, ...] = (5, 5), **options: Any
) -> Position:
    """Let the druid ask seat 1 on site 4 (stone, wood), in a colony with seat 0's hut on site 5 (wood, wool)."""
    return Position("4:ba", hands=hands, druid=STONE_3, points=points, piles=("aa", "bb"), **options).play("TEMPLE 8")


def test_an_offering_is_told_with_its_points() -> None:
    """ME-12: and the druid goes on to the next hut of the run."""
    goes_on = "The druid reaches site 5 and asks Awa for an offering."
    assert tell_move(ask_for_offering(), "OFFER 1") == f"Basile offers 1 stone: 1 point. {goes_on}"
    assert tell_move(ask_for_offering(), "OFFER 2", 1) == f"You offer 1 wood: 1 point. {goes_on}"
    assert tell_move(ask_for_offering(), "OFFER 3", 1) == f"You offer 1 wood and 1 stone: 2 points. {goes_on}"
    assert tell_move(ask_for_offering(), "OFFER 0") == f"Basile offers nothing and loses 1 point. {goes_on}"
    assert tell_in_french(ask_for_offering(), "OFFER 3").startswith("Basile offre un bois et une pierre : 2 points.")
    assert tell_in_french(ask_for_offering(), "OFFER 0", 1).startswith("Vous n’offrez rien et perdez 1 point.")


def test_a_player_without_points_loses_none() -> None:
    """ME-12"""
    assert tell_move(ask_for_offering(points=(0, 0)), "OFFER 0", 1).startswith(
        "You offer nothing and have no point to lose. The"
    )
    assert tell_move(ask_for_offering(points=(0, 0)), "OFFER 0").startswith(
        "Basile offers nothing and has no point to lose. The"
    )


def test_an_offering_is_told_apart_from_what_the_next_event_brings() -> None:
    """ME-12, ME-5: the last offering ends the turn, and a worker makes what was offered."""
    position = ask_for_offering().play("OFFER 0")
    assert tell_move(position, "OFFER 1", 0, die=WOOD) == (
        "You offer 1 wood: 1 point. Turn 2, Basile plays. The workers produce: you get 2 wood; Basile gets 2 wool."
    )


def test_an_offering_may_be_exchanged() -> None:
    """ME-10, ME-12"""
    position = ask_for_offering(hands=("BWCS", "CCC"), exchange=True)
    assert tell_move(position, "OFFER 2") == "Basile begins to pay for an offering at site 4: 3 more tiles."
    assert tell_move(position.play("GIVE 2", "GIVE 2"), "GIVE 2").startswith(
        "Basile gives 1 copper. Basile offers 1 wood: 1 point. The druid reaches site 5"
    )


def test_the_river_brings_points_for_rune_stones() -> None:
    """ME-13: before the offering at the next hut, and with the new hut's stone."""
    ring = Position("2:b", druid=9, runes="b.b")
    assert tell_move(ring, "HUT 6", 0) == (
        "You build a hut on site 6 for 1 wool and 1 copper. You take the rune stone of sites 5–7. "
        "The druid crosses the river: you get 1 point; Basile gets 2 points. "
        "The druid reaches site 2 and asks Basile for an offering."
    )
    ring = Position("2:b", druid=9, runes="b.b")
    assert "Le druide traverse le fleuve : Basile reçoit 2 points. Le" in tell_in_french(ring, "TEMPLE 6", 0)
    assert "The druid crosses the river. The" in tell_move(Position("2:b", druid=9), "TEMPLE 6")


def test_the_river_within_a_ritual_is_told_apart_from_the_offering() -> None:
    """ME-12, ME-13"""
    position = Position("31:ba", druid=9, runes="a.......b").play("TEMPLE 20")
    assert tell_move(position, "OFFER 1") == (
        "Basile offers 1 wool: 1 point. The druid crosses the river: Awa gets 1 point; Basile gets 1 point. "
        "The druid reaches site 0 and asks Awa for an offering."
    )


# The end


def test_the_finisher_and_the_turns_left_are_told() -> None:
    """ME-14"""
    position = Position(hands=("BWCS", "", ""), left={0: (0, 1)}, druid=STONE_1)
    assert tell_move(position, "TEMPLE 0", 0, die=COPPER) == (
        "You build a temple on site 0 for 1 wool and 1 copper. The druid steps onto paved stone 2. "
        "You have built everything. Turn 2, Basile plays. Last turns: 2 to play. "
        "The workers produce: you get 1 wood and 1 wool; Basile gets 1 wood and 1 copper; "
        "Chloé gets 1 wool and 1 copper."
    )
    position = Position(hands=("BWCS", "", ""), left={0: (0, 1)}, druid=STONE_1)
    assert " Awa a tout bâti. Tour 2, Basile joue. Derniers tours : reste 2." in tell_in_french(position, "TEMPLE 0")


def test_the_turn_limit_is_announced_once() -> None:
    """ME-18"""
    position = Position(cap=3)
    assert "Turn 2, Basile plays. Turn limit: 2 to play. The workers" in tell_move(position, "SHIFT 0 1 2", die=WOOD)
    assert "Turn 3, Awa plays. The workers" in tell_move(position, "SHIFT 0 1 2", die=WOOD)


def test_the_last_lap_begins_without_points_for_the_river() -> None:
    """ME-14"""
    position = Position("2:b..a", druid=9, runes="b", cap=1)
    assert tell_move(position, "SHIFT 0 1 2", 1).endswith(
        "wool and 1 copper. The druid begins his last lap. The druid reaches site 2 and asks you for an offering."
    )
    assert tell_move(position, "OFFER 0", 1) == (
        "You offer nothing and lose 1 point. The druid reaches site 5 and asks Awa for an offering."
    )


def test_the_end_tells_the_last_points_and_who_won() -> None:
    """ME-15, ME-16: the offering before them is told with its own point."""
    position = Position("2:bA", druid=9, runes="bab", cap=1).play("SHIFT 0 1 2")
    assert tell_move(position, "OFFER 1", 0) == (
        "Basile offers 1 wool: 1 point. Temples and rune stones: you get 2 points; Basile gets 3 points. "
        "Basile wins: 9 points."
    )
    position = Position("2:bA", druid=9, runes="bab", points=(7, 5), cap=1).play("SHIFT 0 1 2")
    assert tell_in_french(position, "OFFER 0", 1) == (
        "Vous n’offrez rien et perdez 1 point. "
        "Temples et pierres runiques : Awa reçoit 2 points ; vous recevez 3 points. Awa gagne : 9 points."
    )


def test_an_empty_ring_ends_with_the_verdict_alone() -> None:
    """ME-14, ME-16: there is no hut to visit."""
    assert tell_move(Position(hands=("", ""), cap=1), "SHIFT 0 1 2") == (
        "Awa moves a worker from the wood plateau to the copper plateau: 1 wool and 1 copper. "
        "Awa wins: 5 points, and more resources left."
    )
