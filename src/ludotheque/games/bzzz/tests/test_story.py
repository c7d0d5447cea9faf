"""The log of Bzzz in words: what is told, to whom, in which order, and nothing that is hidden (BZ-12)."""

import random
from collections.abc import Callable, Iterator
from functools import cache

import pytest

import ludotheque as lt
from ludotheque.compile import for_interpreter
from ludotheque.game import Move, OptionValue, load
from ludotheque.games.bzzz.board import tell
from ludotheque.games.bzzz.forage import CARRIES
from ludotheque.games.bzzz.rules import END, FORAGE, HOLD, LAY, STEP
from ludotheque.games.bzzz.tests.meadow import DODGE, FALL, ended, meadow, played, put_bee
from ludotheque.match import View
from ludotheque.referee import run
from ludotheque.seat import make_player

SPECTATOR = -1
NAMES = ["Awa", "Basile", "Chloé", "Driss"]
TABLES: list[dict[str, OptionValue]] = [
    {},
    {"ncases": 10, "nfleurs": 9, "time_ko": 1, "short_ko": True},
    {"rules": "final"},
    {"rules": "moteur"},
    {"max_nectar": 1, "nfleurs": 2, "ncases": 10},
]

Say = Callable[[str], str]


@cache
def french(caption: str) -> str:
    return str(load("bzzz").words("fr")["board"][caption])


both_languages = pytest.mark.parametrize("say", [str, french])


def views(match: lt.Match) -> dict[int, View]:
    return {seat: match.view(seat) for seat in range(-1, match.seats)}


def told(match: lt.Match, *moves: str, seat: int = 0, say: Say = str) -> list[str]:
    """What the last of these moves tells a seat."""
    match.names = NAMES[: match.seats]
    played(match, *moves[:-1])
    before = match.view(seat)
    match.play(moves[-1])
    return tell(before, match.view(seat), seat, say)


def told_at_end(match: lt.Match, *draws: int, seat: int = 0, say: Say = str) -> list[str]:
    """What END tells a seat when the skirmish draws so."""
    match.names = NAMES[: match.seats]
    before = match.view(seat)
    ended(match, *draws)
    return tell(before, match.view(seat), seat, say)


def random_plies(
    options: dict[str, OptionValue], seed: int, plies: int = 150, seats: int = 4
) -> Iterator[tuple[lt.Match, Move]]:
    """A match with the move that comes next: more steps than ends, so that bees meet."""
    match, choice = lt.new("bzzz", seats, seed, **options), random.Random(seed)
    match.names = NAMES[:seats]
    weights = {LAY: 20, STEP: 10, FORAGE: 5, HOLD: 1, END: 4}
    for _ in range(plies):
        if match.over:
            return
        rows = match.legal_rows(match.active[0]).tolist()
        kinds = sorted({row[0] for row in rows})
        kind = choice.choices(kinds, [weights[kind] for kind in kinds])[0]
        move = Move(*choice.choice([row for row in rows if row[0] == kind]))
        yield match, move
        match.play(move)


def assert_well_told(before: View, after: View, seat: int) -> None:
    """Something is told exactly if something was seen, in whole sentences, in both languages."""
    english, translated = tell(before, after, seat, str), tell(before, after, seat, french)
    assert bool(english) == (before.state.tobytes() != after.state.tobytes())
    assert len(english) == len(translated) <= 8
    for sentence in english + translated:
        assert sentence.endswith(".") and not sentence.endswith("..")
        assert not set("{}") & set(sentence) and "  " not in sentence and "-1" not in sentence


# Whole matches


@pytest.mark.parametrize("options", TABLES)
@pytest.mark.parametrize("seats", [2, 4])
def test_a_random_match_is_told_to_everybody(options: dict[str, OptionValue], seats: int) -> None:
    for match, move in random_plies(options, seed=seats, seats=seats):
        before = views(match)
        after = match.copy()
        after.play(move)
        for seat, view in views(after).items():
            assert_well_told(before[seat], view, seat)


@pytest.mark.parametrize("names", [("easy", "easy", "easy"), ("medium", "medium")])
def test_a_match_of_bots_is_told_to_its_end(names: tuple[str, ...]) -> None:
    match = lt.new("bzzz", len(names), seed=5, ncases=10, time_out=90)
    run(match, [make_player(match.game, name) for name in names])
    replayed, before = lt.new("bzzz", len(names), seed=5, ncases=10, time_out=90), {}
    for seat, move in match.played:
        before = views(replayed)
        replayed.play(move, seat)
        for viewer, view in views(replayed).items():
            assert_well_told(before[viewer], view, viewer)
    assert " with " in tell(before[SPECTATOR], replayed.view(), SPECTATOR)[-1]


@both_languages
def test_nothing_is_told_when_nothing_changed(say: Say) -> None:
    for match, _ in random_plies({}, seed=3, plies=60):
        assert not any(tell(view, view, seat, say) for seat, view in views(match).items())


# Laying and stepping (BZ-4, BZ-5)


def test_a_bee_that_is_laid_is_told_to_everybody_and_its_price_to_its_owner() -> None:
    """BZ-4"""
    assert told(meadow(), "LAY 0") == ["You lay a worker for 5 nectar."]
    assert told(meadow(cout_ponte=7), "LAY 1") == ["You lay a drone for 7 nectar."]
    assert told(meadow(), "LAY 2", say=french) == ["Vous pondez une éclaireuse pour 5 de nectar."]
    assert told(meadow(), "LAY 2", seat=1) == ["Awa lays a scout."]
    assert told(meadow(player=1), "LAY 1", seat=SPECTATOR, say=french) == ["Basile pond un bourdon."]


def test_a_step_has_its_way_and_where_it_leads() -> None:
    """BZ-5"""
    assert told(meadow("w0"), "STEP 0 2") == ["Your worker 0 steps east to (5, 4)."]
    assert told(meadow("w0 . d0"), "STEP 1 4", say=french) == ["Votre bourdon 1 va au sud, en (6, 5)."]
    assert told(meadow("s0"), "STEP 0 7", seat=2) == ["Awa's scout 0 steps north-west to (3, 3)."]
    assert told(meadow("w0"), "STEP 0 0", seat=2, say=french) == ["Awa déplace son ouvrière 0 au nord, en (4, 3)."]


# Foraging (BZ-6)


def test_a_forage_tells_what_was_taken_from_where() -> None:
    """BZ-6"""
    assert told(meadow("w0:4 *40"), "FORAGE 0 3") == [
        "Your worker 0 takes 3 nectar from the flower at (5, 4) and now carries 7 of 12."
    ]
    assert told(meadow("s0*40"), "FORAGE 0 0", say=french) == [
        "Votre éclaireuse 0 récolte 3 de nectar sur la fleur en (4, 4) et porte maintenant 3 sur 3."
    ]


def test_a_forage_like_the_one_before_is_told_as_well() -> None:
    """BZ-6: another bee, with the same room and gain, or one that can learn no more."""
    assert told(meadow("w0 *40 w0"), "FORAGE 0 3", "FORAGE 1 7") == [
        "Your worker 1 takes 3 nectar from the flower at (5, 4) and now carries 3 of 12."
    ]
    assert told(meadow("d0:1 *40 d0:1"), "FORAGE 0 3", "FORAGE 1 7") == [
        "Your drone 1 is full and takes nothing from the flower at (5, 4)."
    ]
    assert told(meadow("w0 *1 w0", max_nectar=1), "FORAGE 0 3", "FORAGE 1 7") == [
        "Your worker 1 finds the flower at (5, 4) empty."
    ]
    assert told(meadow("w0 *0/1 d0:1", max_nectar=1), "FORAGE 0 3", "FORAGE 1 7") == [
        "Your drone 1 is full and takes nothing from the flower at (5, 4)."
    ]


def test_an_empty_flower_is_told_when_it_is_found() -> None:
    """BZ-6"""
    assert told(meadow("w0 *0/9"), "FORAGE 0 3") == ["Your worker 0 finds the flower at (5, 4) empty."]
    assert told(meadow("w0 *0/9"), "FORAGE 0 3", say=french) == ["Votre ouvrière 0 trouve vide la fleur en (5, 4)."]


def test_a_full_bee_takes_nothing() -> None:
    """BZ-6: it may waste nectar, and does not learn how much."""
    full = ["Your drone 0 is full and takes nothing from the flower at (5, 4)."]
    assert told(meadow("d0:1 *40"), "FORAGE 0 3") == told(meadow("d0:1 *0/9"), "FORAGE 0 3") == full


def test_a_bee_that_holds_stays() -> None:
    """BZ-6: in the view it is the same as to forage once more what is known to be empty."""
    stays = ["Your worker 0 stays at (4, 4) and takes nothing."]
    assert told(meadow("w0 *40"), "HOLD 0") == stays
    again = ["FORAGE 0 3", *["END"] * 4]
    assert told(meadow("w0 *0/9"), *again, "FORAGE 0 3") == told(meadow("w0 *0/9"), *again, "HOLD 0") == stays


@pytest.mark.parametrize("move", ["FORAGE 0 3", "HOLD 0"])
@pytest.mark.parametrize("seat", [SPECTATOR, 1, 2, 3])
def test_nobody_else_is_told_of_a_forage(move: str, seat: int) -> None:
    """BZ-12"""
    assert told(meadow("w0 *40"), move, seat=seat) == []


def test_bees_told_nothing_forage_and_it_is_told_to_their_owner() -> None:
    """BZ-6"""
    assert told(meadow("w0 *40"), "END") == [
        "Told nothing, your worker 0 forages 3 nectar.",
        "Turn 2 of 250, Basile plays.",
    ]
    assert told(meadow("w0 *40 s0:2"), "END")[0] == "Told nothing, your bees forage 4 nectar."
    assert told(meadow("d0 *40 . d0"), "END", say=french)[0] == "Sans consigne, votre bourdon 0 récolte 1 de nectar."
    assert told(meadow("w0 *40"), "END", seat=1) == ["Turn 2 of 250, your turn."]


def test_flowers_found_empty_by_bees_told_nothing_are_told() -> None:
    """BZ-6"""
    assert told(meadow("w0 *0/9"), "END")[0] == "The flower at (5, 4) is empty."
    assert told(meadow("w0 *0/9 . w0 *0/9"), "END")[0] == "The flowers at (5, 4), (8, 4) are empty."
    assert told(meadow("w0 *0/9"), "END", say=french)[0] == "La fleur en (5, 4) est vide."
    assert len(told(meadow("w0 *0/9"), "END", seat=SPECTATOR)) == 1


# The end of a turn (BZ-7 … BZ-9)


def test_nectar_that_comes_home_is_told_to_its_owner_alone() -> None:
    """BZ-7"""
    home = meadow("w0:8 w0:1", at=(1, 1))
    assert told(home.copy(), "END") == [
        "Your hive receives 9 nectar and now holds 19.",
        "Turn 2 of 250, Basile plays.",
    ]
    assert told(home.copy(), "END", say=french) == [
        "Votre ruche reçoit 9 de nectar et en contient maintenant 19.",
        "Tour 2 sur 250, Basile joue.",
    ]
    assert told(home.copy(), "END", seat=1, say=french) == ["Tour 2 sur 250, à vous."]


def test_a_knocked_out_bee_is_told_with_what_it_lost_to_its_owner() -> None:
    """BZ-8, BZ-9"""
    fight = meadow("w0:8 w1")
    fallen, turn = "is knocked out for 5 turns", "Turn 2 of 250"
    assert told_at_end(fight.copy(), FALL, DODGE) == [
        f"Your worker 0 at (4, 4) {fallen} and loses 8 nectar.",
        "Dodged: Basile (worker 0).",
        f"{turn}, Basile plays.",
    ]
    assert told_at_end(fight.copy(), FALL, DODGE, seat=1) == [
        f"Awa's worker 0 at (4, 4) {fallen}.",
        "Dodged: you (worker 0).",
        f"{turn}, your turn.",
    ]
    assert told_at_end(fight.copy(), FALL, DODGE, say=french)[:2] == [
        "Votre ouvrière 0 en (4, 4) est KO pour 5 tours et perd 8 de nectar.",
        "Esquives\u00a0: Basile (ouvrière 0).",
    ]
    assert told_at_end(fight.copy(), FALL, FALL, seat=SPECTATOR, say=french)[0] == (
        "KO pour 5 tours\u00a0: Awa (ouvrière 0), Basile (ouvrière 0)."
    )


def test_a_bee_that_carried_nothing_loses_nothing() -> None:
    """BZ-8"""
    assert told_at_end(meadow("d0 w1"), FALL)[0] == "Your drone 0 at (4, 4) is knocked out for 5 turns."
    assert told_at_end(meadow("d0 w1", time_ko=1), FALL)[0] == "Your drone 0 at (4, 4) is knocked out for one turn."


def test_what_a_bee_foraged_at_the_last_is_lost_with_it() -> None:
    """BZ-6 comes before BZ-8."""
    assert told_at_end(meadow("w0:2 w1", "*40"), FALL)[:2] == [
        "Told nothing, your worker 0 forages 3 nectar.",
        "Your worker 0 at (4, 4) is knocked out for 5 turns and loses 5 nectar.",
    ]


def test_nectar_that_is_home_is_not_lost() -> None:
    """BZ-7 comes before BZ-8."""
    assert told_at_end(meadow("w0:8 w1", at=(3, 3)), FALL)[:2] == [
        "Your hive receives 8 nectar and now holds 18.",
        "Your worker 0 at (3, 3) is knocked out for 5 turns.",
    ]


def test_bees_that_fall_together_are_told_together() -> None:
    """BZ-8: on the turn of another as well."""
    crowd = meadow("w0:2 s1", "d0:1 w2", player=1)
    falls = [FALL] * 4
    assert told_at_end(crowd.copy(), *falls) == [
        "2 of your bees are knocked out for 5 turns and lose 3 nectar: worker 0, drone 1.",
        "Knocked out for 5 turns: Basile (scout 0), Chloé (worker 0).",
        "Turn 2 of 250, Chloé plays.",
    ]
    assert told_at_end(crowd.copy(), *falls, seat=1, say=french)[:2] == [
        "Votre éclaireuse 0 en (5, 4) est KO pour 5 tours.",
        "KO pour 5 tours\u00a0: Awa (ouvrière 0, bourdon 1), Chloé (ouvrière 0).",
    ]


def test_many_bees_are_counted_by_kind() -> None:
    """BZ-8: seven are too many to be named one by one."""
    crowd = meadow("w0 w1 w0 w1 w0 w1 w0", "d1 d0 d1 d0 d1 s0 w1")
    assert told_at_end(crowd, *[FALL] * 14, seat=1)[:2] == [
        "7 of your bees are knocked out for 5 turns: worker ×4, drone ×3.",
        "Knocked out for 5 turns: Awa (worker ×4, drone ×2, scout ×1).",
    ]


def test_a_bee_that_comes_round_is_told() -> None:
    """BZ-9"""
    assert told(meadow("w0!1"), "END")[0] == "Your worker 0 at (4, 4) is awake again."
    assert told(meadow("w0!1"), "END", seat=1)[0] == "Awa's worker 0 at (4, 4) is awake again."
    assert told(meadow("w0!1 d0!1"), "END")[0] == "2 of your bees are awake again: worker 0, drone 1."
    assert told(meadow("w0!1 d0!1"), "END", seat=1, say=french)[0] == (
        "Awa retrouve 2 abeilles en état de voler\u00a0: ouvrière 0, bourdon 1."
    )
    assert len(told(meadow("w0!2"), "END")) == 1


# The end of a match (BZ-11)


def finished(*stocks: int) -> lt.Match:
    """The last turn of all, played by the last seat."""
    match = played(meadow(seats=3, time_out=3), "END", "END")
    match.state["stock"][0, :3] = stocks
    return match


def test_the_end_tells_who_won_and_why() -> None:
    """BZ-11"""
    assert told(finished(12, 30, 9), "END") == ["Basile wins with 30 nectar: all turns are played."]
    assert told(finished(12, 30, 9), "END", seat=1) == ["You win with 30 nectar: all turns are played."]
    assert told(finished(12, 30, 9), "END", seat=SPECTATOR, say=french) == [
        "Basile gagne avec 30 de nectar\u00a0: tous les tours sont joués."
    ]
    assert told(meadow("w0:12", at=(1, 1), elsewhere=20), "END") == [
        "Your hive receives 12 nectar and now holds 22.",
        "You win with 22 nectar: half of all nectar is home.",
    ]


def test_a_shared_first_place_names_all_who_share_it() -> None:
    """BZ-11"""
    assert told(finished(30, 30, 9), "END") == [
        "The first place is shared with 30 nectar (all turns are played): you, Basile."
    ]
    assert told(finished(30, 30, 9), "END", seat=2, say=french) == [
        "Première place partagée, avec 30 de nectar (tous les tours sont joués)\u00a0: Awa, Basile."
    ]


# Secrets (BZ-12)


def scramble(match: lt.Match, seat: int, choice: random.Random) -> None:
    """Other secrets than these, with which all moves of the match stay legal; nothing ends it early."""
    state = for_interpreter(match.state)[0]
    state.loose = state.total = 30_000
    for other in (other for other in range(match.seats) if other != seat):
        state.stock[other] += choice.randrange(9)
        for bee in range(state.bees[other]):
            awake = state.ko[other, bee] == 0
            state.load[other, bee] = choice.randint(0, CARRIES[state.kind[other, bee]]) if awake else 0
    for flower in range(4 * state.nfleurs):
        state.nectar[flower] = choice.randint(0, state.nectar[flower])


@pytest.mark.parametrize("seat", [SPECTATOR, 0, 3])
def test_other_secrets_tell_the_same(seat: int) -> None:
    """BZ-12: as long as it is not the viewer that forages."""
    choice, compared = random.Random(7), 0
    for match, move in random_plies({"time_out": 10_000}, seed=9, plies=250):
        if match.active != [seat]:
            one, other = match.copy(), match.copy()
            scramble(other, seat, choice)
            stories = []
            for twin in (one, other):
                before = twin.view(seat)
                twin.play(move)
                stories.append(tell(before, twin.view(seat), seat, str))
            assert stories[0] == stories[1]
            compared += len(stories[0])
    assert compared > 50


def test_a_view_of_one_seat_told_to_another_tells_no_nectar() -> None:
    """BZ-12"""
    match = meadow("w0:8", at=(1, 1))
    before = match.view(0)
    match.play("END")
    for seat in (SPECTATOR, 1):
        sentences = tell(before, match.view(0), seat, str)
        assert len(sentences) == 1 and sentences[0].startswith("Turn 2 of 250")


def test_what_the_end_reveals_is_not_told_as_news() -> None:
    """BZ-12: all nectar shows at the end, and none of it was brought home or lost just then."""
    match = finished(12, 30, 9)
    before = match.view(SPECTATOR)
    match.play("END")
    for seat in (SPECTATOR, 0, 2):
        assert tell(before, match.view(SPECTATOR), seat, str) == ["seat 1 wins with 30 nectar: all turns are played."]


def test_a_full_field_is_told_bee_by_bee() -> None:
    """BZ-13: with all the bees there can be, what one of them does is still one sentence."""
    match = lt.new("bzzz", 4, 1, ncases=32, nfleurs=32)
    for bee in range(256):
        put_bee(for_interpreter(match.state)[0], bee % 4, bee % 3, 4 + bee % 24, bee // 24, 0, 0)
    assert told(match, "STEP 63 4") == ["Your worker 63 steps south to (16, 11)."]
