"""The log of Meduris: each event is told in words, to each viewer as it concerns him, in two languages."""

import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from ludotheque.compile import is_interpreted
from ludotheque.game import OptionValue
from ludotheque.games.meduris import board, game
from ludotheque.games.meduris.board import story
from ludotheque.games.meduris.board.scene import Scene
from ludotheque.games.meduris.bots import easy, medium
from ludotheque.games.meduris.tests.position import STONE_1, STONE_3, Table
from ludotheque.games.meduris.turn import GIFT, LOSS, PLACING
from ludotheque.match import Match, View, new

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
Played = tuple[Match, Match]  # before and after one ply


@cache
def french(caption: str) -> str:
    return str(game.words("fr")["board"][caption])


def look(table: Table, seat: int = -1) -> View:
    """What a seat sees of a position."""
    match = Match(game, table.seats, 0, {}, NAMES[: table.seats])
    match.state[:] = table.array
    return match.view(seat)


def told(table: Table, move: str, seat: int = -1, die: int = LOSS, say: Callable[[str], str] = str) -> str:
    """What a move tells somebody, as one text."""
    before = look(table, seat)
    table.play(move, die=die)
    return " ".join(board.tell(before, look(table, seat), seat, say))


def told_in_french(table: Table, move: str, seat: int = -1, die: int = LOSS) -> str:
    """The same, with spaces that may break."""
    return told(table, move, seat, die, french).replace("\u00a0", " ")


def plies(seats: int, options: dict[str, OptionValue], seed: int) -> Iterator[Played]:
    """A match of somebody who likes to build, ply by ply."""
    match, choice = new("meduris", seats, seed, **{"cap": CAP, **options}), random.Random(seed)
    match.names = NAMES[:seats]
    while not match.over:
        before, moves = match.copy(), match.legal()
        builds = [move for move in moves if move.startswith(("HUT", "TEMPLE"))]
        match.play(choice.choice(builds if builds and choice.random() < 0.8 else moves))
        yield before, match


def bot_plies(seats: int, options: dict[str, OptionValue], seed: int) -> Iterator[Played]:
    """A match between the sample bots."""
    match = new("meduris", seats, seed, **{"cap": CAP, **options})
    match.names = NAMES[:seats]
    while not match.over:
        before, seat = match.copy(), match.active[0]
        bot = medium if seat == 0 else easy
        match.play(bot.play(match.view(seat)), seat)
        yield before, match


# Whole matches


@each_table
@pytest.mark.parametrize("say", [str, french])
@pytest.mark.parametrize("source", [plies, bot_plies])
def test_every_ply_is_told_in_a_few_whole_sentences(
    seats: int, options: dict[str, OptionValue], say: Callable[[str], str], source: Callable[..., Iterator[Played]]
) -> None:
    for before, after in source(seats, options, seed=seats):
        seat = after.ply % (seats + 1) - 1
        sentences = board.tell(before.view(seat), after.view(seat), seat, say)
        assert 1 <= len(sentences) <= 8
        assert all(sentence.endswith(".") and sentence[0].isupper() for sentence in sentences)
        assert not any(mark in sentence for sentence in sentences for mark in ("{", "}", "..", "  "))


@each_table
def test_where_nothing_changed_nothing_is_told(seats: int, options: dict[str, OptionValue]) -> None:
    for before, after in plies(seats, options, seed=10 + seats):
        for match, seat in ((before, 0), (after, -1)):
            assert board.tell(match.view(seat), match.view(seat), seat) == []


def test_what_no_move_explains_is_not_told() -> None:
    """Two positions that are further apart, or in the wrong order."""
    table = Table(hands=("BWCS", "BWCS"))
    start = look(table)
    middle = look(table.play("SHIFT 0 1 2", die=WOOD))
    end = look(table.play("SHIFT 0 1 2", die=WOOD))
    assert board.tell(start, middle, -1) and board.tell(middle, end, -1)
    assert board.tell(start, end, -1) == [] == board.tell(middle, start, -1)


@each_table
def test_the_move_that_is_told_is_the_move_that_was_played(seats: int, options: dict[str, OptionValue]) -> None:
    """Of two own workers on one another it does not show which one moved."""
    for before, after in plies(seats, options, seed=20 + seats):
        was, now = (Scene(match.view(-1), -1, str, NAMES) for match in (before, after))
        found, (_, move) = story.guess_move(was, now), after.played[-1]
        assert found is not None and (found.kind, found.a, found.c) == (move.kind, move.a, move.c)


@each_table
def test_everything_is_open_so_that_all_are_told_the_same_events(seats: int, options: dict[str, OptionValue]) -> None:
    """ME-17: one of whom nothing is told hears what a spectator hears."""
    for before, after in plies(seats, options, seed=30 + seats):
        spectator = board.tell(before.view(-1), after.view(-1), -1)
        for seat in range(seats):
            heard = board.tell(before.view(seat), after.view(seat), seat)
            assert len(heard) == len(spectator)
            for sentence, other in zip(heard, spectator):
                is_own = any(word in sentence.lower().replace(".", " ").split() for word in ("you", "your"))
                assert is_own if sentence != other else not is_own


def test_a_name_is_never_taken_for_a_caption() -> None:
    table = Table(hands=("BWCS", "BWCS"))
    before = look(table, -1)
    after = look(table.play("SHIFT 0 1 2", die=LOSS))
    before.names = after.names = ["{0} {what}", "{name}"]
    first, second, _ = board.tell(before, after, -1)
    assert first.startswith("{0} {what} moves a worker from the wood plateau") and second == "Turn 2, {name} plays."


# Workers and events


def placing(**options: Any) -> Table:
    """Nobody has placed a worker yet; seat 0 begins."""
    table = Table(hands=("BWCS", "BWCS"), piles=("", "", "", ""), **options)
    table.state.phase, table.state.die = PLACING, -1
    return table


def test_a_worker_is_put_on_a_plateau() -> None:
    """ME-4"""
    assert told(placing(), "WORKER 1", 0) == "You put a worker on the wool plateau."
    assert told(placing(), "WORKER 3", 1) == "Awa puts a worker on the stone plateau."
    assert told_in_french(placing(), "WORKER 1", 0) == "Vous placez un ouvrier sur le plateau de la laine."
    assert told_in_french(placing(), "WORKER 0", 1) == "Awa place un ouvrier sur le plateau du bois."


def test_the_last_worker_begins_the_first_turn() -> None:
    """ME-4, ME-5"""
    table = placing().play("WORKER 0", "WORKER 1", "WORKER 0")
    assert told(table, "WORKER 2", 1, die=WOOD) == (
        "You put a worker on the copper plateau. Turn 1, Awa plays. "
        "The workers produce: Awa gets 2 wood; you get 1 wool and 1 copper."
    )


def test_a_great_yield_tells_what_it_brings_apart_from_the_event_after_it() -> None:
    """ME-7, ME-5: both change the same hands in one ply."""
    piles = ("ab", "ba", "", "")
    assert told(Table(piles=piles), "SHIFT 0 1 1", 0, die=WOOL) == (
        "You move a worker from the wood plateau to the wool plateau: 5 wool. Turn 2, Basile plays. "
        "The workers produce: you get 2 wool; Basile gets 1 wood and 1 wool."
    )
    assert told_in_french(Table(piles=piles), "SHIFT 0 1 2", die=WOOL) == (
        "Awa prend un ouvrier sur le plateau du bois et le pose sur le plateau du cuivre : 2 laines et un cuivre. "
        "Tour 2, Basile joue. "
        "Les ouvriers produisent : Awa reçoit une laine et un cuivre ; Basile reçoit un bois et une laine."
    )


def test_others_on_the_plateau_produce_too_where_the_option_says_so() -> None:
    """ME-7: great_yield = plateau."""
    table = Table(hands=("", "", "B"), piles=("ab", "bc", "a", "c"), great_yield="plateau")
    assert told(table, "SHIFT 0 1 1", 1) == (
        "Awa moves a worker from the wood plateau to the wool plateau: 3 wool. "
        "The other workers there produce too: you get 1 wool; Chloé gets 2 wool. "
        "Turn 2, your turn. Everyone gives up a resource."
    )


def test_a_great_yield_that_brings_nothing_says_so() -> None:
    """ME-6: the supply is used up."""
    assert told(Table(hands=USED_UP, supply=2), "SHIFT 0 1 2") == (
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
    english, other = (Table(hands=hands, supply=2) for _ in range(2))
    assert told(english, "SHIFT 0 1 2", die=die).endswith(f" Turn 2, Basile plays. {sentence}")
    assert told_in_french(other, "SHIFT 0 1 2", die=die).endswith(f" Tour 2, Basile joue. {in_french}")


def test_nobody_gives_up_what_nobody_has() -> None:
    """ME-5"""
    table = Table("0:a", hands=("WC", ""), druid=STONE_1)
    assert told(table, "TEMPLE 2").endswith("Nobody has a resource to give up.")


def test_the_die_may_name_one_plateau() -> None:
    """ME-5: event = colour."""
    table = Table(hands=("", "", ""), piles=("abc", "ab", "c", ""), event="colour")
    assert told(table, "SHIFT 1 1 3", 2, die=WOOD).endswith(
        "The workers on the wood plateau produce: Awa gets 1 wood; Basile gets 1 wood; you get 1 wood."
    )
    table = Table(hands=("", ""), piles=("ab", "ab", "", ""), event="colour")
    assert told(table, "SHIFT 0 1 2", die=STONE).endswith("Nothing is produced on the stone plateau.")
    assert told_in_french(table, "SHIFT 0 1 2", die=WOOL).endswith(
        "Sur le plateau de la laine, les ouvriers produisent : Awa reçoit une laine ; Basile reçoit une laine."
    )


def test_a_resource_is_given_up_or_taken() -> None:
    """ME-5"""
    table = Table(hands=("BW", "CS")).event(LOSS)
    assert told(table, "DROP 1", 0) == "You give up 1 wool."
    assert told_in_french(table, "DROP 3", 0) == "Basile rend une pierre."
    table = Table().event(GIFT)
    assert told(table, "TAKE 2", 1) == "Awa takes 1 copper."
    assert told_in_french(table, "TAKE 0", 1) == "Vous prenez un bois."


# Building


def test_a_hut_is_told_with_its_price_its_rune_stone_and_the_druids_step() -> None:
    """ME-8, ME-11"""
    assert told(Table(), "HUT 0", 0) == (
        "You build a hut on site 0 for 1 wool and 1 copper. You take the rune stone of district 0. "
        "The druid steps onto paved stone 1. Turn 2, Basile plays. Everyone gives up a resource."
    )
    assert told_in_french(Table("1:b"), "HUT 0", 1).startswith(
        "Awa bâtit une hutte au site 0 pour 2 laines et 2 cuivres. Awa prend la pierre runique du quartier 0. "
        "Le druide avance sur la dalle 1. Tour 2, à vous."
    )


def test_the_price_is_told_apart_from_what_the_next_event_brings() -> None:
    """ME-8, ME-5: a worker makes what was just paid."""
    table = Table(hands=("WC", ""), piles=("b", "a", "a", "b"))
    assert told(table, "HUT 0", die=WOOL) == (
        "Awa builds a hut on site 0 for 1 wool and 1 copper. Awa takes the rune stone of district 0. "
        "The druid steps onto paved stone 1. Turn 2, Basile plays. "
        "The workers produce: Awa gets 1 wool and 1 copper; Basile gets 1 wood and 1 stone."
    )


def test_a_rune_stone_is_taken_from_its_holder() -> None:
    """ME-8: as each of them hears it; one's own stays without a word."""
    sentences = [
        "Awa takes the rune stone of district 0 from Basile.",
        "You take the rune stone of district 0 from Basile.",
        "Awa takes the rune stone of district 0 from you.",
    ]
    for seat, sentence in zip((-1, 0, 1), sentences):
        assert f" {sentence} The druid" in told(Table("3:b", runes="b"), "HUT 0", seat)
    assert " Vous prenez à Basile la pierre runique" in told_in_french(Table("3:b", runes="b"), "HUT 0", 0)
    assert " Awa vous prend la pierre runique" in told_in_french(Table("3:b", runes="b"), "HUT 0", 1)
    assert "rune stone" not in told(Table("3:a", runes="a"), "HUT 0")


def test_a_temple_takes_no_rune_stone() -> None:
    """ME-9"""
    assert told(Table(runes="b"), "TEMPLE 1").startswith(
        "Awa builds a temple on site 1 for 1 wood and 1 stone. The druid steps"
    )
    assert told_in_french(Table(), "TEMPLE 1", 0).startswith(
        "Vous bâtissez un temple au site 1 pour un bois et une pierre. Le druide avance"
    )


def test_an_exchange_is_told_tile_by_tile_before_the_piece() -> None:
    """ME-10"""
    table = Table(hands=("WBBB", "B"), exchange=True)
    assert told(table, "TEMPLE 0", 0) == "You begin to pay for a temple on site 0: 3 more tiles."
    assert told(table, "GIVE 0") == "Awa gives 1 wood: 2 more tiles."
    assert told_in_french(table, "GIVE 0", 0) == "Vous donnez un bois : encore une tuile."
    assert told(table, "GIVE 0", 1).startswith("Awa gives 1 wood. Awa builds a temple on site 0. The druid steps")
    table = Table(hands=("WBBB", "B"), exchange=True)
    assert told_in_french(table, "HUT 0") == "Awa commence à payer une hutte au site 0 : encore 3 tuiles."
    last = told(table.play("GIVE 0", "GIVE 0"), "GIVE 0", 0)
    assert last.startswith("You give 1 wood. You build a hut on site 0. You take the rune stone of district 0.")


def test_the_last_tile_is_told_apart_from_what_the_next_event_brings() -> None:
    """ME-10, ME-5: a worker makes the very kind that was given."""
    table = Table(hands=("WBBB", ""), piles=("a", "b", "", "a"), exchange=True).play("TEMPLE 0", "GIVE 0", "GIVE 0")
    sentences = told(table, "GIVE 0", die=WOOD)
    assert sentences.startswith("Awa gives 1 wood. ")
    assert sentences.endswith("The workers produce: Awa gets 1 wood and 1 stone; Basile gets 1 wool.")


# The druid


def test_the_druid_reaches_a_hut_and_asks_its_owner() -> None:
    """ME-11: from the third stone he joins the ring without crossing the river."""
    ring = Table("4:b", druid=STONE_3, runes="b")
    assert told(ring, "TEMPLE 9", 1).endswith("The druid reaches site 4 and asks you for an offering.")
    ring = Table("4:b", druid=STONE_3, runes="b")
    assert told_in_french(ring, "TEMPLE 9") == (
        "Awa bâtit un temple au site 9 pour une laine et une pierre. "
        "Le druide arrive au site 4 et demande une offrande à Basile."
    )


def asked(hands: tuple[str, ...] = ("BWCS", "BWCS"), points: tuple[int, ...] = (5, 5), **options: Any) -> Table:
    """The druid asks seat 1 on site 4 (stone, wood), of a colony with seat 0's hut on site 5 (wood, wool)."""
    return Table("4:ba", hands=hands, druid=STONE_3, points=points, piles=("aa", "bb"), **options).play("TEMPLE 8")


def test_an_offering_is_told_with_its_points() -> None:
    """ME-12: and the druid goes on to the next hut of the run."""
    goes_on = "The druid reaches site 5 and asks Awa for an offering."
    assert told(asked(), "OFFER 1") == f"Basile offers 1 stone: 1 point. {goes_on}"
    assert told(asked(), "OFFER 2", 1) == f"You offer 1 wood: 1 point. {goes_on}"
    assert told(asked(), "OFFER 3", 1) == f"You offer 1 wood and 1 stone: 2 points. {goes_on}"
    assert told(asked(), "OFFER 0") == f"Basile offers nothing and loses 1 point. {goes_on}"
    assert told_in_french(asked(), "OFFER 3").startswith("Basile offre un bois et une pierre : 2 points.")
    assert told_in_french(asked(), "OFFER 0", 1).startswith("Vous n’offrez rien et perdez 1 point.")


def test_who_has_no_point_loses_none() -> None:
    """ME-12"""
    assert told(asked(points=(0, 0)), "OFFER 0", 1).startswith("You offer nothing and have no point to lose. The")
    assert told(asked(points=(0, 0)), "OFFER 0").startswith("Basile offers nothing and has no point to lose. The")


def test_an_offering_is_told_apart_from_what_the_next_event_brings() -> None:
    """ME-12, ME-5: the last offering ends the turn, and a worker makes what was offered."""
    table = asked().play("OFFER 0")
    assert told(table, "OFFER 1", 0, die=WOOD) == (
        "You offer 1 wood: 1 point. Turn 2, Basile plays. The workers produce: you get 2 wood; Basile gets 2 wool."
    )


def test_an_offering_may_be_exchanged() -> None:
    """ME-10, ME-12"""
    table = asked(hands=("BWCS", "CCC"), exchange=True)
    assert told(table, "OFFER 2") == "Basile begins to pay for an offering at site 4: 3 more tiles."
    assert told(table.play("GIVE 2", "GIVE 2"), "GIVE 2").startswith(
        "Basile gives 1 copper. Basile offers 1 wood: 1 point. The druid reaches site 5"
    )


def test_the_river_brings_points_for_rune_stones() -> None:
    """ME-13: before the offering at the hut that he reaches, and with the new hut's stone."""
    ring = Table("2:b", druid=9, runes="b.b")
    assert told(ring, "HUT 6", 0) == (
        "You build a hut on site 6 for 1 wool and 1 copper. You take the rune stone of district 1. "
        "The druid crosses the river: you get 1 point; Basile gets 2 points. "
        "The druid reaches site 2 and asks Basile for an offering."
    )
    ring = Table("2:b", druid=9, runes="b.b")
    assert "Le druide traverse le fleuve : Basile reçoit 2 points. Le" in told_in_french(ring, "TEMPLE 6", 0)
    assert "The druid crosses the river. The" in told(Table("2:b", druid=9), "TEMPLE 6")


def test_the_river_within_a_ritual_is_told_apart_from_the_offering() -> None:
    """ME-12, ME-13"""
    table = Table("31:ba", druid=9, runes="a.......b").play("TEMPLE 20")
    assert told(table, "OFFER 1") == (
        "Basile offers 1 wool: 1 point. The druid crosses the river: Awa gets 1 point; Basile gets 1 point. "
        "The druid reaches site 0 and asks Awa for an offering."
    )


# The end


def test_who_has_built_everything_and_how_many_turns_are_left() -> None:
    """ME-14"""
    table = Table(hands=("BWCS", "", ""), left={0: (0, 1)}, druid=STONE_1)
    assert told(table, "TEMPLE 0", 0, die=COPPER) == (
        "You build a temple on site 0 for 1 wool and 1 copper. The druid steps onto paved stone 2. "
        "You have built everything. Turn 2, Basile plays. Last turns: 2 to play. "
        "The workers produce: you get 1 wood and 1 wool; Basile gets 1 wood and 1 copper; "
        "Chloé gets 1 wool and 1 copper."
    )
    table = Table(hands=("BWCS", "", ""), left={0: (0, 1)}, druid=STONE_1)
    assert " Awa a tout bâti. Tour 2, Basile joue. Derniers tours : reste 2." in told_in_french(table, "TEMPLE 0")


def test_the_turn_limit_is_announced_once() -> None:
    """ME-18"""
    table = Table(cap=3)
    assert "Turn 2, Basile plays. Turn limit: 2 to play. The workers" in told(table, "SHIFT 0 1 2", die=WOOD)
    assert "Turn 3, Awa plays. The workers" in told(table, "SHIFT 0 1 2", die=WOOD)


def test_the_last_lap_begins_without_points_for_the_river() -> None:
    """ME-14"""
    table = Table("2:b..a", druid=9, runes="b", cap=1)
    assert told(table, "SHIFT 0 1 2", 1).endswith(
        "wool and 1 copper. The druid begins his last lap. The druid reaches site 2 and asks you for an offering."
    )
    assert told(table, "OFFER 0", 1) == (
        "You offer nothing and lose 1 point. The druid reaches site 5 and asks Awa for an offering."
    )


def test_the_end_tells_the_last_points_and_who_won() -> None:
    """ME-15, ME-16: the offering before them is told with its own point."""
    table = Table("2:bA", druid=9, runes="bab", cap=1).play("SHIFT 0 1 2")
    assert told(table, "OFFER 1", 0) == (
        "Basile offers 1 wool: 1 point. Temples and rune stones: you get 2 points; Basile gets 3 points. "
        "Basile wins: 9 points."
    )
    table = Table("2:bA", druid=9, runes="bab", points=(7, 5), cap=1).play("SHIFT 0 1 2")
    assert told_in_french(table, "OFFER 0", 1) == (
        "Vous n’offrez rien et perdez 1 point. "
        "Temples et pierres runiques : Awa reçoit 2 points ; vous recevez 3 points. Awa gagne : 9 points."
    )


def test_an_empty_ring_ends_with_the_verdict_alone() -> None:
    """ME-14, ME-16: there is no hut to visit."""
    assert told(Table(hands=("", ""), cap=1), "SHIFT 0 1 2") == (
        "Awa moves a worker from the wood plateau to the copper plateau: 1 wool and 1 copper. "
        "Awa wins: 5 points, and more resources left."
    )
