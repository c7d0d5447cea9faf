"""What moves of Bzzz are said to bring."""

from ludotheque.checks.drawings import find_element, read_title
from ludotheque.games.bzzz.board import foresee
from ludotheque.games.bzzz.tests.positions import play_all, set_up
from ludotheque.match import Match


def words(match: Match, move: str) -> str:
    return foresee(match.view(0), 0, move).words


def test_a_flower_never_seen_has_the_odds_of_its_start() -> None:
    """With starts from 1 to 3 a full flower yields 1, 2 or 3."""
    match = set_up("w0 *3", max_nectar=3)
    parts = [f"33 % to bring {nectar} nectar" for nectar in (3, 2, 1)]
    assert words(match, "FORAGE 0 3") == f"{', '.join(parts)}, if no other bee was there since."


def test_a_bee_takes_no_more_than_it_has_room_for() -> None:
    match = set_up("w0:11 *3", max_nectar=3)
    assert words(match, "FORAGE 0 3").startswith("100 % to bring 1 nectar")
    assert words(set_up("w0:12 *3"), "FORAGE 0 3") == "The bee is full: all that the flower yields is lost."


def test_what_was_seen_narrows_the_odds() -> None:
    match = set_up("w0 *1", max_nectar=3)
    play_all(match, "FORAGE 0 3", "END", "END", "END", "END")
    assert "3 nectar" not in words(match, "FORAGE 0 3")


def test_a_step_says_the_way_home_and_the_odds_of_a_skirmish() -> None:
    match = set_up("w0 . w1")
    assert words(match, "STEP 0 2") == "3 turns from home; 50 % to be knocked out if the turn ends like this."
    assert words(set_up("s0 . ."), "STEP 0 3") == "2 turns from home."


def test_a_full_bee_does_not_make_a_flower_forgotten() -> None:
    match = set_up("w0:11 *30", max_nectar=30)
    for _ in range(2):  # the second time there is no room
        play_all(match, "FORAGE 0 3", "END", "END", "END", "END")
    drawing = match.view(0).drawing()
    assert read_title(drawing, "bzzz-f0").startswith("flower at (5, 4), foraged by a full bee, at most")
    assert "≤" in "".join(find_element(drawing, "bzzz-f0").itertext())
