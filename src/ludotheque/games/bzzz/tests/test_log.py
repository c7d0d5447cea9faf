"""The log of Bzzz: what each viewer reads, in which order, and that nothing hidden is in it (BZ-12)."""

import random
from collections.abc import Callable, Iterator
from functools import cache

import pytest

import ludotheque as lt
from ludotheque.compile import for_interpreter
from ludotheque.game import Move, OptionValue, PlayedMove, load
from ludotheque.games.bzzz.board import tell
from ludotheque.games.bzzz.forage import CARRIES
from ludotheque.games.bzzz.rules import END, FORAGE, HOLD, LAY, STEP
from ludotheque.games.bzzz.tests.positions import DODGE, FALL, end_turn, play_all, put_bee, set_up
from ludotheque.referee import run
from ludotheque.seat import make_player
from ludotheque.view import View

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


def views_of(match: lt.Match) -> dict[int, View]:
    return {seat: match.view(seat) for seat in range(-1, match.seats)}


def log_of(match: lt.Match, *moves: str, seat: int = 0, say: Say = str) -> list[str]:
    """Return what a seat reads about the last of these moves."""
    match.names = NAMES[: match.seats]
    play_all(match, *moves[:-1])
    before = match.view(seat)
    match.play(moves[-1])
    return tell(before, match.view(seat), seat, say, known_move(match, seat))


def known_move(match: lt.Match, seat: int) -> PlayedMove | None:
    """Return the last move if it was the seat's own; other moves are secret."""
    played = match.played[-1]
    return played if played.seat == seat else None


def log_of_end(match: lt.Match, *draws: int, seat: int = 0, say: Say = str) -> list[str]:
    """Return what a seat reads about END with these draws in the skirmish."""
    match.names = NAMES[: match.seats]
    before = match.view(seat)
    end_turn(match, *draws)
    return tell(before, match.view(seat), seat, say)


def random_plies(
    options: dict[str, OptionValue], seed: int, plies: int = 150, seats: int = 4
) -> Iterator[tuple[lt.Match, Move]]:
    """Yield a random match with its next move; there are more steps than ends, so that bees meet."""
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


def check_log(before: View, match: lt.Match, seat: int) -> None:
    """The log says something exactly if the view changed, in whole sentences, in both languages."""
    after, played = match.view(seat), known_move(match, seat)
    english, translated = tell(before, after, seat, str, played), tell(before, after, seat, french, played)
    assert bool(english) == (before.state.tobytes() != after.state.tobytes())
    assert len(english) == len(translated) <= 8
    for sentence in english + translated:
        assert sentence.endswith(".") and not sentence.endswith("..")
        assert not set("{}") & set(sentence) and "  " not in sentence and "-1" not in sentence


# Whole matches


@pytest.mark.slow
@pytest.mark.parametrize("options", TABLES)
@pytest.mark.parametrize("seats", [2, 4])
def test_the_log_of_a_random_match_fits_what_each_viewer_saw(options: dict[str, OptionValue], seats: int) -> None:
    for match, move in random_plies(options, seed=seats, seats=seats):
        before = views_of(match)
        after = match.copy()
        after.play(move)
        for seat, view in before.items():
            check_log(view, after, seat)


@pytest.mark.slow
@pytest.mark.parametrize("names", [("easy", "easy", "easy"), ("medium", "medium")])
def test_the_log_of_a_match_of_bots_reaches_its_end(names: tuple[str, ...]) -> None:
    match = lt.new("bzzz", len(names), seed=5, ncases=10, time_out=90)
    run(match, [make_player(match.game, name) for name in names])
    replayed, before = lt.new("bzzz", len(names), seed=5, ncases=10, time_out=90), {}
    for seat, move in match.played:
        before = views_of(replayed)
        replayed.play(move, seat)
        for viewer, view in before.items():
            check_log(view, replayed, viewer)
    assert " with " in tell(before[SPECTATOR], replayed.view(), SPECTATOR)[-1]


@both_languages
def test_the_log_is_empty_when_nothing_changed(say: Say) -> None:
    for match, _ in random_plies({}, seed=3, plies=60):
        assert not any(tell(view, view, seat, say) for seat, view in views_of(match).items())


# Laying and stepping (BZ-4, BZ-5)


def test_all_viewers_read_of_a_new_bee_and_its_owner_of_the_price() -> None:
    """BZ-4"""
    assert log_of(set_up(), "LAY 0") == ["You lay a worker for 5 nectar."]
    assert log_of(set_up(cout_ponte=7), "LAY 1") == ["You lay a drone for 7 nectar."]
    assert log_of(set_up(), "LAY 2", say=french) == ["Vous pondez une éclaireuse pour 5 de nectar."]
    assert log_of(set_up(), "LAY 2", seat=1) == ["Awa lays a scout."]
    assert log_of(set_up(player=1), "LAY 1", seat=SPECTATOR, say=french) == ["Basile pond un bourdon."]


def test_a_step_has_its_way_and_where_it_leads() -> None:
    """BZ-5"""
    assert log_of(set_up("w0"), "STEP 0 2") == ["Your worker 0 steps east to (5, 4)."]
    assert log_of(set_up("w0 . d0"), "STEP 1 4", say=french) == ["Votre bourdon 1 va au sud, en (6, 5)."]
    assert log_of(set_up("s0"), "STEP 0 7", seat=2) == ["Awa's scout 0 steps north-west to (3, 3)."]
    assert log_of(set_up("w0"), "STEP 0 0", seat=2, say=french) == ["Awa déplace son ouvrière 0 au nord, en (4, 3)."]


# Foraging (BZ-6)


def test_a_forage_says_what_was_taken_from_which_flower() -> None:
    """BZ-6"""
    assert log_of(set_up("w0:4 *40"), "FORAGE 0 3") == [
        "Your worker 0 takes 3 nectar from the flower at (5, 4) and now carries 7 of 12."
    ]
    assert log_of(set_up("s0*40"), "FORAGE 0 0", say=french) == [
        "Votre éclaireuse 0 récolte 3 de nectar sur la fleur en (4, 4) et porte maintenant 3 sur 3."
    ]


def test_a_forage_like_the_one_before_is_logged_as_well() -> None:
    """BZ-6: another bee, with the same room and gain, or one that can learn no more."""
    assert log_of(set_up("w0 *40 w0"), "FORAGE 0 3", "FORAGE 1 7") == [
        "Your worker 1 takes 3 nectar from the flower at (5, 4) and now carries 3 of 12."
    ]
    assert log_of(set_up("d0:1 *40 d0:1"), "FORAGE 0 3", "FORAGE 1 7") == [
        "Your drone 1 is full and takes nothing from the flower at (5, 4)."
    ]
    assert log_of(set_up("w0 *1 w0", max_nectar=1), "FORAGE 0 3", "FORAGE 1 7") == [
        "Your worker 1 finds the flower at (5, 4) empty."
    ]
    assert log_of(set_up("w0 *0/1 d0:1", max_nectar=1), "FORAGE 0 3", "FORAGE 1 7") == [
        "Your drone 1 is full and takes nothing from the flower at (5, 4)."
    ]


def test_an_empty_flower_is_logged_when_it_is_found() -> None:
    """BZ-6"""
    assert log_of(set_up("w0 *0/9"), "FORAGE 0 3") == ["Your worker 0 finds the flower at (5, 4) empty."]
    assert log_of(set_up("w0 *0/9"), "FORAGE 0 3", say=french) == ["Votre ouvrière 0 trouve vide la fleur en (5, 4)."]


def test_a_full_bee_takes_nothing() -> None:
    """BZ-6: it may waste nectar, and does not learn how much."""
    full = ["Your drone 0 is full and takes nothing from the flower at (5, 4)."]
    assert log_of(set_up("d0:1 *40"), "FORAGE 0 3") == log_of(set_up("d0:1 *0/9"), "FORAGE 0 3") == full


def test_a_bee_that_holds_stays() -> None:
    """BZ-6"""
    assert log_of(set_up("w0 *40"), "HOLD 0") == ["Your worker 0 stays at (4, 4) and takes nothing."]


def test_holding_and_foraging_a_flower_known_to_be_empty_differ() -> None:
    """BZ-6: the views before and after are the same, so only the move tells them apart."""
    again = ["FORAGE 0 3", *["END"] * 4]
    holding, foraging = ((log_of(set_up("w0 *0/9"), *again, move)) for move in ("HOLD 0", "FORAGE 0 3"))
    assert holding == ["Your worker 0 stays at (4, 4) and takes nothing."]
    assert foraging == ["Your worker 0 finds the flower at (5, 4) empty."]


def test_another_seats_move_is_not_used_for_the_viewers_own_sentences() -> None:
    """BZ-12: a replay that shows everything passes the moves of all seats."""
    match = set_up("w0 *40")
    before = match.full_view()
    match.play("FORAGE 0 3")
    assert tell(before, match.full_view(), SPECTATOR, str, match.played[-1]) == []


@pytest.mark.parametrize("move", ["FORAGE 0 3", "HOLD 0"])
@pytest.mark.parametrize("seat", [SPECTATOR, 1, 2, 3])
def test_other_viewers_read_nothing_of_a_forage(move: str, seat: int) -> None:
    """BZ-12"""
    assert log_of(set_up("w0 *40"), move, seat=seat) == []


def test_the_owner_reads_what_idle_bees_foraged() -> None:
    """BZ-6"""
    assert log_of(set_up("w0 *40"), "END") == [
        "Told nothing, your worker 0 forages 3 nectar.",
        "Turn 2 of 250, Basile plays.",
    ]
    assert log_of(set_up("w0 *40 s0:2"), "END")[0] == "Told nothing, your bees forage 4 nectar."
    assert log_of(set_up("d0 *40 . d0"), "END", say=french)[0] == "Sans consigne, votre bourdon 0 récolte 1 de nectar."
    assert log_of(set_up("w0 *40"), "END", seat=1) == ["Turn 2 of 250, your turn."]


def test_the_owner_reads_which_flowers_idle_bees_found_empty() -> None:
    """BZ-6"""
    assert log_of(set_up("w0 *0/9"), "END")[0] == "The flower at (5, 4) is empty."
    assert log_of(set_up("w0 *0/9 . w0 *0/9"), "END")[0] == "The flowers at (5, 4), (8, 4) are empty."
    assert log_of(set_up("w0 *0/9"), "END", say=french)[0] == "La fleur en (5, 4) est vide."
    assert len(log_of(set_up("w0 *0/9"), "END", seat=SPECTATOR)) == 1


# The end of a turn (BZ-7 … BZ-9)


def test_only_the_owner_reads_of_nectar_that_comes_home() -> None:
    """BZ-7"""
    home = set_up("w0:8 w0:1", at=(1, 1))
    assert log_of(home.copy(), "END") == [
        "Your hive receives 9 nectar and now holds 19.",
        "Turn 2 of 250, Basile plays.",
    ]
    assert log_of(home.copy(), "END", say=french) == [
        "Votre ruche reçoit 9 de nectar et en contient maintenant 19.",
        "Tour 2 sur 250, Basile joue.",
    ]
    assert log_of(home.copy(), "END", seat=1, say=french) == ["Tour 2 sur 250, à vous."]


def test_all_viewers_read_of_a_knocked_out_bee_and_its_owner_of_the_loss() -> None:
    """BZ-8, BZ-9"""
    fight = set_up("w0:8 w1")
    fallen, turn = "is knocked out for 5 turns", "Turn 2 of 250"
    assert log_of_end(fight.copy(), FALL, DODGE) == [
        f"Your worker 0 at (4, 4) {fallen} and loses 8 nectar.",
        "Dodged: Basile (worker 0).",
        f"{turn}, Basile plays.",
    ]
    assert log_of_end(fight.copy(), FALL, DODGE, seat=1) == [
        f"Awa's worker 0 at (4, 4) {fallen}.",
        "Dodged: you (worker 0).",
        f"{turn}, your turn.",
    ]
    assert log_of_end(fight.copy(), FALL, DODGE, say=french)[:2] == [
        "Votre ouvrière 0 en (4, 4) est KO pour 5 tours et perd 8 de nectar.",
        "Esquives\u00a0: Basile (ouvrière 0).",
    ]
    assert log_of_end(fight.copy(), FALL, FALL, seat=SPECTATOR, say=french)[0] == (
        "KO pour 5 tours\u00a0: Awa (ouvrière 0), Basile (ouvrière 0)."
    )


def test_a_bee_that_carried_nothing_loses_nothing() -> None:
    """BZ-8"""
    assert log_of_end(set_up("d0 w1"), FALL)[0] == "Your drone 0 at (4, 4) is knocked out for 5 turns."
    assert log_of_end(set_up("d0 w1", time_ko=1), FALL)[0] == "Your drone 0 at (4, 4) is knocked out for one turn."


def test_what_a_bee_foraged_in_the_same_turn_is_lost_too() -> None:
    """BZ-6 comes before BZ-8."""
    assert log_of_end(set_up("w0:2 w1", "*40"), FALL)[:2] == [
        "Told nothing, your worker 0 forages 3 nectar.",
        "Your worker 0 at (4, 4) is knocked out for 5 turns and loses 5 nectar.",
    ]


def test_nectar_that_is_home_is_not_lost() -> None:
    """BZ-7 comes before BZ-8."""
    assert log_of_end(set_up("w0:8 w1", at=(3, 3)), FALL)[:2] == [
        "Your hive receives 8 nectar and now holds 18.",
        "Your worker 0 at (3, 3) is knocked out for 5 turns.",
    ]


def test_bees_that_fall_together_share_a_sentence() -> None:
    """BZ-8: on the turn of another as well."""
    crowd = set_up("w0:2 s1", "d0:1 w2", player=1)
    falls = [FALL] * 4
    assert log_of_end(crowd.copy(), *falls) == [
        "2 of your bees are knocked out for 5 turns and lose 3 nectar: worker 0, drone 1.",
        "Knocked out for 5 turns: Basile (scout 0), Chloé (worker 0).",
        "Turn 2 of 250, Chloé plays.",
    ]
    assert log_of_end(crowd.copy(), *falls, seat=1, say=french)[:2] == [
        "Votre éclaireuse 0 en (5, 4) est KO pour 5 tours.",
        "KO pour 5 tours\u00a0: Awa (ouvrière 0, bourdon 1), Chloé (ouvrière 0).",
    ]


def test_many_bees_are_counted_by_kind() -> None:
    """BZ-8: seven are too many to be named one by one."""
    crowd = set_up("w0 w1 w0 w1 w0 w1 w0", "d1 d0 d1 d0 d1 s0 w1")
    assert log_of_end(crowd, *[FALL] * 14, seat=1)[:2] == [
        "7 of your bees are knocked out for 5 turns: worker ×4, drone ×3.",
        "Knocked out for 5 turns: Awa (worker ×4, drone ×2, scout ×1).",
    ]


def test_a_bee_that_is_awake_again_is_logged() -> None:
    """BZ-9"""
    assert log_of(set_up("w0!1"), "END")[0] == "Your worker 0 at (4, 4) is awake again."
    assert log_of(set_up("w0!1"), "END", seat=1)[0] == "Awa's worker 0 at (4, 4) is awake again."
    assert log_of(set_up("w0!1 d0!1"), "END")[0] == "2 of your bees are awake again: worker 0, drone 1."
    assert log_of(set_up("w0!1 d0!1"), "END", seat=1, say=french)[0] == (
        "Awa retrouve 2 abeilles en état de voler\u00a0: ouvrière 0, bourdon 1."
    )
    assert len(log_of(set_up("w0!2"), "END")) == 1


# The end of a match (BZ-11)


def last_turn(*stocks: int) -> lt.Match:
    """Return a match before its last turn."""
    match = play_all(set_up(seats=3, time_out=3), "END", "END")
    match.state["stock"][0, :3] = stocks
    return match


def test_the_end_says_who_won_and_why() -> None:
    """BZ-11"""
    assert log_of(last_turn(12, 30, 9), "END") == ["Basile wins with 30 nectar: all turns are played."]
    assert log_of(last_turn(12, 30, 9), "END", seat=1) == ["You win with 30 nectar: all turns are played."]
    assert log_of(last_turn(12, 30, 9), "END", seat=SPECTATOR, say=french) == [
        "Basile gagne avec 30 de nectar\u00a0: tous les tours sont joués."
    ]
    assert log_of(set_up("w0:12", at=(1, 1), elsewhere=20), "END") == [
        "Your hive receives 12 nectar and now holds 22.",
        "You win with 22 nectar: half of all nectar is home.",
    ]


def test_a_shared_first_place_names_all_who_share_it() -> None:
    """BZ-11"""
    assert log_of(last_turn(30, 30, 9), "END") == [
        "The first place is shared with 30 nectar (all turns are played): you, Basile."
    ]
    assert log_of(last_turn(30, 30, 9), "END", seat=2, say=french) == [
        "Première place partagée, avec 30 de nectar (tous les tours sont joués)\u00a0: Awa, Basile."
    ]


# Secrets (BZ-12)


def change_secrets(match: lt.Match, seat: int, choice: random.Random) -> None:
    """Change what `seat` cannot see, so that all moves stay legal and the match does not end early."""
    state = for_interpreter(match.state)[0]
    state.loose = state.total = 30_000
    for other in (other for other in range(match.seats) if other != seat):
        state.stock[other] += choice.randrange(9)
        for bee in range(state.bees[other]):
            awake = state.ko[other, bee] == 0
            state.load[other, bee] = choice.randint(0, CARRIES[state.kind[other, bee]]) if awake else 0
    for flower in range(4 * state.nfleurs):
        state.nectar[flower] = choice.randint(0, state.nectar[flower])


@pytest.mark.slow
@pytest.mark.parametrize("seat", [SPECTATOR, 0, 3])
def test_the_log_does_not_depend_on_secrets(seat: int) -> None:
    """BZ-12: except when the viewer itself forages."""
    choice, compared = random.Random(7), 0
    for match, move in random_plies({"time_out": 10_000}, seed=9, plies=250):
        if match.active != [seat]:
            one, other = match.copy(), match.copy()
            change_secrets(other, seat, choice)
            stories = []
            for twin in (one, other):
                before = twin.view(seat)
                twin.play(move)
                stories.append(tell(before, twin.view(seat), seat, str))
            assert stories[0] == stories[1]
            compared += len(stories[0])
    assert compared > 50


def test_a_view_of_one_seat_logged_for_another_reveals_no_nectar() -> None:
    """BZ-12"""
    match = set_up("w0:8", at=(1, 1))
    before = match.view(0)
    match.play("END")
    for seat in (SPECTATOR, 1):
        sentences = tell(before, match.view(0), seat, str)
        assert len(sentences) == 1 and sentences[0].startswith("Turn 2 of 250")


def test_what_the_end_reveals_is_not_logged_as_an_event() -> None:
    """BZ-12: all nectar shows at the end, and none of it was brought home or lost just then."""
    match = last_turn(12, 30, 9)
    before = match.view(SPECTATOR)
    match.play("END")
    for seat in (SPECTATOR, 0, 2):
        assert tell(before, match.view(SPECTATOR), seat, str) == ["seat 1 wins with 30 nectar: all turns are played."]


def test_a_step_on_a_full_field_is_one_sentence() -> None:
    """BZ-13: with as many bees as possible."""
    match = lt.new("bzzz", 4, 1, ncases=32, nfleurs=32)
    for bee in range(256):
        put_bee(for_interpreter(match.state)[0], bee % 4, bee % 3, 4 + bee % 24, bee // 24, 0, 0)
    assert log_of(match, "STEP 63 4") == ["Your worker 63 steps south to (16, 11)."]
