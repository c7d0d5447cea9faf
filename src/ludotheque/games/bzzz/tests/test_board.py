"""The board of Bzzz: it is well-formed, keeps secrets, says what will happen, and offers the legal moves."""

import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from ludotheque.checks.drawings import SVG, find_element, list_elements, list_targets, read_texts, read_title
from ludotheque.game import Move, OptionValue, load
from ludotheque.games.bzzz import board, game
from ludotheque.games.bzzz.board.field import EDGE, FIELD, cell_size, centre
from ludotheque.games.bzzz.board.panels import wrap
from ludotheque.games.bzzz.board.scene import Scene
from ludotheque.games.bzzz.field import BEES
from ludotheque.games.bzzz.rules import END, FORAGE, FORAGING, HOLD, KINDS, LAY, STEP, STEPPING
from ludotheque.match import Match, new
from ludotheque.referee import run
from ludotheque.seat import make_player
from ludotheque.view import View

RUDE = "<script>&\"'{0}\x00\x1b[2J" + "x" * 60
TABLES: list[dict[str, OptionValue]] = [
    {},
    {"ncases": 10, "nfleurs": 9},
    {"ncases": 32, "nfleurs": 32},
    {"rules": "final"},
    {"rules": "moteur", "time_out": 400},
]
# Two rows of two players in contact, as the source draws them (BZ-10).
EXAMPLE = ("0W 5 5", "0D 5 6", "1W 6 5", "1W 6 6", "1D 6 7")


@cache
def french(caption: str) -> str:
    return str(load("bzzz").words("fr")["board"][caption])


def positions(options: dict[str, OptionValue], seed: int, plies: int = 120, seats: int = 4) -> Iterator[Match]:
    """Yield a random match every few plies; it lays and steps more than it ends turns."""
    match, choice = new("bzzz", seats, seed, **options), random.Random(seed)
    for ply in range(plies):
        if match.over:
            break
        if ply % 6 == 0:
            yield match
        rows = match.legal_rows(match.active[0]).tolist()
        kinds = sorted({row[0] for row in rows})
        weights = {LAY: 20, STEP: 10, FORAGE: 2, HOLD: 1, END: 4}
        kind = choice.choices(kinds, [weights[kind] for kind in kinds])[0]
        match.play(Move(*choice.choice([row for row in rows if row[0] == kind])))
    yield match


def table(*bees: str, seats: int = 4, flowers: tuple[str, ...] = (), **options: OptionValue) -> Match:
    """Return a match with these bees, each "seat and kind, x, y, load, turns out", and flowers, each "x, y, nectar"."""
    match = new("bzzz", seats, 1, **{"nfleurs": max(1, -(-len(flowers) // 4)), **options})
    state = match.state[0]
    for drawn in bees:
        who, x, y, *more = drawn.split()
        put_bee(state, int(who[0]), "WDS".index(who[1]), int(x), int(y), [int(value) for value in (*more, "0", "0")])
    if flowers:
        plant_flowers(state, flowers)
    return match


def put_bee(state: Any, seat: int, kind: int, x: int, y: int, more: list[int]) -> None:
    bee = int(state["bees"][seat])
    for name, value in zip(("kind", "x", "y", "load", "ko"), (kind, x, y, *more)):
        state[name][seat, bee] = value
    state["occupant"][y, x] = 1 + BEES * seat + bee
    state["bees"][seat] += 1


def plant_flowers(state: Any, flowers: tuple[str, ...]) -> None:
    """Plant these flowers; fill up to a multiple of four in the last row."""
    state["bloom"][:] = 0
    for flower in range(4 * state["nfleurs"]):
        drawn = flowers[flower] if flower < len(flowers) else f"{12 - flower} 14 1"
        x, y, nectar = (int(value) for value in drawn.split())
        state["flower_x"][flower], state["flower_y"][flower] = x, y
        state["nectar"][flower] = state["start"][flower] = nectar
        state["bloom"][y, x] = flower + 1
    state["total"] = state["loose"] = state["nectar"][: 4 * state["nfleurs"]].sum()


def with_value(match: Match, field: str, at: tuple[int, ...], value: int) -> Match:
    """Return a copy of the match with another value in one field."""
    other = match.copy()
    other.state[field][(0, *at)] = value
    return other


def scene_of(view: View) -> Scene:
    return Scene(view, view.seat, str, view.names, "bzzz")


def texts_in(group: ElementTree.Element) -> list[str]:
    return ["".join(e.itertext()) for e in group.iter(f"{SVG}text")]


def render(match: Match, seat: int) -> tuple[str, str]:
    view = match.view(seat)
    return board.draw(view, seat), board.text(view, seat)


# What can be clicked


@pytest.mark.slow
@pytest.mark.parametrize("options", TABLES)
def test_every_legal_move_and_no_other_can_be_clicked_by_the_seat_to_move(options: dict[str, OptionValue]) -> None:
    for match in positions(options, seed=1):
        if not match.over:
            view = match.view(match.active[0])
            clicks, moves = list_targets(view.drawing()), view.legal()
            assert {click["move"] for click in clicks if "move" in click} == set(moves)
            assert {click["bee"] for click in clicks if "bee" in click} == {
                move.split()[1] for move in moves if move.split()[0] in ("STEP", "FORAGE", "HOLD")
            }


@pytest.mark.parametrize("options", TABLES)
def test_what_is_clicked_carries_its_kind_and_way(options: dict[str, OptionValue]) -> None:
    for match in positions(options, seed=2, plies=60):
        for click in list_targets(match.view(match.active[0] if match.active else -1).drawing()):
            if "move" in click:
                kind, *values = click["move"].split()
                assert click["kind"] == kind
                assert "way" not in click or click["way"] == values[1]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_viewer_who_is_not_to_move_has_nothing_to_click(seats: int) -> None:
    marks = ("tabindex", 'role="button"', "legal", "data-move", "data-kind", "data-bee")
    for match in positions({}, seed=3, seats=seats):
        for seat in set(range(-1, seats)) - set(match.active):
            drawing = match.view(seat).drawing()
            assert not any(mark in drawing for mark in marks)


def test_a_finished_match_has_nothing_to_click() -> None:
    match = table("0W 0 0", time_out=4)
    for _ in range(4):
        match.play("END")
    assert match.over and not any(list_targets(match.view(seat).drawing()) for seat in range(-1, 4))


def test_clickable_groups_say_what_they_are_and_hold_a_ring() -> None:
    for match in positions({}, seed=4):
        for group in list_elements(match.view(match.active[0]).drawing()):
            if "tabindex" in group.attrib:
                assert group.attrib["role"] == "button" and "legal" in group.attrib["class"].split()
                assert group[0].tag == f"{SVG}title" and group[0].text
                assert [kid.attrib.get("class") for kid in group].count("ring") == 1


def test_the_targets_of_a_bee_are_shown_when_it_is_selected() -> None:
    drawing = table("0W 5 5", "0S 9 5", flowers=("5 4 9",)).view(0).drawing()
    for bee, ways in (("0", 4), ("1", 8)):
        groups = [e for e in list_elements(drawing) if e.attrib.get("class") == f"bz-ways w{bee}"]
        moves = [kid.attrib["data-move"] for group in groups for kid in group.iter() if "data-move" in kid.attrib]
        assert moves and all(move.split()[1] == bee for move in moves)
        assert sum(move.startswith("STEP") for move in moves) == ways
    assert "b0" in find_element(drawing, "bzzz-b0-0").attrib["class"].split()


def test_the_style_shows_the_targets_of_every_bee() -> None:
    style = (game.folder / "board.css").read_text("utf-8")
    assert all(f"&:has(.b{bee}.selected) .w{bee}" in style for bee in range(BEES))
    assert re.search(r"\.w63 \{ display: inline; \}", style)


def test_a_flower_that_can_be_stepped_to_is_foraged_on_the_pad_others_on_the_field_too() -> None:
    drawing = table("0W 5 5", flowers=("5 4 9", "6 4 9", "5 5 9")).view(0).drawing()
    ids = {element.attrib.get("id") for element in list_elements(drawing)}
    assert {"bzzz-s0-0", "bzzz-p0-1", "bzzz-p0-2", "bzzz-p0-0", "bzzz-g0-2"} <= ids
    assert "bzzz-g0-1" not in ids and "bzzz-g0-0" not in ids


def test_a_click_says_where_it_leads() -> None:
    drawing = table("0W 5 5", flowers=("5 4 9",)).view(0).drawing()
    assert read_title(drawing, "bzzz-s0-2") == "worker 0: step east to (6, 5)"
    assert read_title(drawing, "bzzz-p0-1") == "worker 0: forage the flower at (5, 4), never seen"
    assert read_title(drawing, "bzzz-hold0").startswith("worker 0: hold")
    assert read_title(drawing, "bzzz-lay1") == "Lay a drone for 5 nectar: force 5, carries 1"


def test_the_controls_say_why_no_bee_can_be_laid() -> None:
    match = table("0W 5 5")
    match.play("LAY 0")
    assert "only to begin a turn" in read_texts(match.view(0).drawing())
    assert "the hive's cell is taken" in read_texts(table("0W 0 0").view(0).drawing())
    match = table("0W 5 5")
    match.state[0]["stock"][0] = 4
    assert "too little nectar" in read_texts(match.view(0).drawing())


# The form of a drawing


def test_a_name_is_text_and_never_markup() -> None:
    match = new("bzzz", 2, 1)
    match.names = [RUDE, "&amp;"]
    for view in (match.view(0), match.view(1)):
        drawing = view.drawing()
        assert "<script" not in drawing and "\x00" not in drawing and "\x1b" not in drawing
        assert '<script>&"' in read_texts(drawing) and "&amp;" in read_texts(drawing)


def test_a_drawing_for_use_outside_the_page_contains_its_style() -> None:
    drawing = new("bzzz", seed=2).view(0).svg()
    style = next(element for element in list_elements(drawing) if element.tag == f"{SVG}style").text or ""
    assert "--seat-0" in style and ".bz-field" in style
    assert "@media (max-width" in style and "@container" not in style and ":root" not in style


def test_nothing_is_written_smaller_than_a_phone_can_show() -> None:
    for match in positions({}, seed=8):
        for view in (match.view(-1), match.view(match.active[0])):
            written = [e.attrib["class"] for e in list_elements(view.drawing()) if e.tag == f"{SVG}text"]
            assert min(int(size) for cls in written for size in re.findall(r"\bf(\d+)", cls)) >= 18


def test_a_full_field_stays_a_small_file() -> None:
    match = table(ncases=32, nfleurs=32, nectar_initial=9000)
    for seat in range(4):
        for bee in range(BEES):
            put_bee(
                match.state[0],
                seat,
                bee % KINDS,
                4 + 3 * (bee % 8),
                2 * (bee // 8) + seat % 2 + 16 * (seat // 2),
                [0, 0],
            )
    assert len(match.view(0).drawing()) < 700_000


@pytest.mark.parametrize("ncases", [10, 15, 16, 32])
def test_every_cell_is_inside_the_field(ncases: int) -> None:
    scene = scene_of(new("bzzz", seed=1, ncases=ncases).view(0))
    first, last, half = centre(scene, 0, 0), centre(scene, ncases - 1, ncases - 1), cell_size(scene) / 2
    assert first == pytest.approx((EDGE + half, EDGE + half))
    assert last == pytest.approx((EDGE + FIELD - half, EDGE + FIELD - half))


@pytest.mark.parametrize("say", [str, french])
def test_sentences_on_the_card_fit_it(say: Callable[[str], str]) -> None:
    hints = [
        say("Choose a bee to step, forage or hold; those told nothing forage by themselves."),
        say("Choose a bee to forage or to hold; the others forage by themselves."),
    ]
    assert all(len(wrap(sentence, 20, 272)) <= 4 for sentence in hints)


# French


def test_letters_stand_for_one_kind_each_in_both_languages() -> None:
    for say in (str, french):
        assert len({say(name)[0] for name in ("worker", "drone", "scout")}) == KINDS


# Secrets (BZ-12)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("field", "at", "value"),
    [("nectar", (0,), 3), ("start", (0,), 44), ("total", (), 77), ("loose", (), 77)],
)
def test_nectar_left_on_flowers_is_hidden_from_all(field: str, at: tuple[int, ...], value: int) -> None:
    for match in positions({}, seed=9, plies=60):
        other = with_value(match, field, at, value)
        assert all(render(match, seat) == render(other, seat) for seat in range(-1, 4))


@pytest.mark.parametrize(
    ("field", "at", "value"),
    [
        ("stock", (1,), 77),
        ("load", (1, 0), 9),
        ("room", (1, 2), 2),
        ("gain", (1, 2), 3),
        ("empty", (1, 2), 1),
        ("high", (1, 2), 0),
    ],
)
def test_what_a_seat_holds_and_learned_is_hidden_from_others(field: str, at: tuple[int, ...], value: int) -> None:
    match = table("0W 5 5 3", "1W 6 5 2", "2W 9 9", flowers=("5 4 9",))
    match.state[0]["room"][1, 2], match.state[0]["gain"][1, 2] = 4, 2
    other = with_value(match, field, at, value)
    assert all(render(match, seat) == render(other, seat) for seat in (-1, 0, 2, 3))
    assert render(match, 1) != render(other, 1)


@pytest.mark.parametrize("order", ["FORAGE 0 1", "HOLD 0"])
def test_only_a_player_sees_which_of_their_bees_forage_or_hold(order: str) -> None:
    match = table("0W 5 5", "0S 8 8", flowers=("5 4 9",))
    other = match.copy()
    other.play(order)
    assert all(render(match, seat) == render(other, seat) for seat in (-1, 1, 2, 3))
    assert render(match, 0) != render(other, 0)


def test_a_view_of_one_seat_drawn_for_another_reveals_nothing() -> None:
    match = table("0W 5 5 3", "1W 7 5 7", flowers=("5 4 9",))
    other = match.copy()
    other.state[0]["stock"][1], other.state[0]["load"][1, 0] = 99, 11
    assert board.draw(match.view(1), 0) == board.draw(other.view(1), 0)
    assert board.text(match.view(1), -1) == board.text(other.view(1), -1)


def test_everything_is_revealed_at_the_end() -> None:
    match = table("0W 9 9 3", "1W 2 9 7", flowers=("5 4 9", "7 4 0"), time_out=4)
    match.state[0]["stock"][:] = [40, 41, 42, 43]
    for _ in range(4):
        match.play("END")
    for seat in range(-1, 4):
        drawing, written = render(match, seat)
        assert {"40", "41", "42", "43"} <= set(read_texts(drawing).split(" | "))
        assert read_title(drawing, "bzzz-f0") == "flower at (5, 4), 9 of 9 left"
        assert texts_in(find_element(drawing, "bzzz-f1")) == ["0"]
        assert "carries 7 of 12" in written and "(5, 4) 9 of 9 left" in written


# Flowers


@pytest.mark.parametrize(("gain", "petals"), [(1, 2), (2, 4), (3, 6)])
def test_petals_show_the_yield_last_seen(gain: int, petals: int) -> None:
    match = table("0W 5 5", flowers=("5 4 9",))
    match.state[0]["room"][0, 0], match.state[0]["gain"][0, 0], match.state[0]["high"][0, 0] = 12, gain, 20
    drawing = match.view(0).drawing()
    flower = find_element(drawing, "bzzz-f0")
    assert [e.attrib["class"] for e in flower.iter(f"{SVG}ellipse")].count("petal") == petals
    assert texts_in(flower) == [str(gain)]
    assert read_title(drawing, "bzzz-f0") == f"flower at (5, 4), last yield {gain}, at most 20 left"


def test_a_yield_that_filled_the_bee_may_have_been_larger() -> None:
    match = table("0D 5 5", flowers=("5 4 40",))
    match.play("FORAGE 0 1")
    assert texts_in(find_element(match.view(0).drawing(), "bzzz-f0")) == ["1+"]
    assert "last yield 1 or more" in read_title(match.view(0).drawing(), "bzzz-f0")


def test_a_full_bee_learns_nothing() -> None:
    match = table("0D 5 5 1", flowers=("5 4 40",))
    match.play("FORAGE 0 1")
    assert texts_in(find_element(match.view(0).drawing(), "bzzz-f0")) == ["?"]


def test_a_flower_never_seen_is_a_question_and_an_empty_one_grey() -> None:
    match = table("0W 5 5", flowers=("5 4 0", "9 4 9"))
    match.play("FORAGE 0 1")
    drawing = match.view(0).drawing()
    empty, unknown = find_element(drawing, "bzzz-f0"), find_element(drawing, "bzzz-f1")
    assert any("empty" in e.attrib.get("class", "") for e in empty.iter()) and not texts_in(empty)
    assert texts_in(unknown) == ["?"] and "known to be empty" in read_title(drawing, "bzzz-f0")
    assert texts_in(find_element(match.view(1).drawing(), "bzzz-f0")) == ["?"]


def test_a_spectator_knows_no_flower() -> None:
    for match in positions({}, seed=10, plies=90):
        flowers = [
            e for e in list_elements(match.view(-1).drawing()) if re.fullmatch(r"bzzz-f\d+", e.attrib.get("id", ""))
        ]
        assert len(flowers) == 16 and all(texts_in(flower) == ["?"] for flower in flowers)


def test_what_is_known_of_a_flower_stays_visible_under_a_bee() -> None:
    drawing = table("1W 5 4", flowers=("5 4 9",)).view(0).drawing()
    badges = [e for e in list_elements(drawing) if "bz-badge" in e.attrib.get("class", "").split()]
    assert [texts_in(badge) for badge in badges] == [["?"]]
    assert "flower at (5, 4), never seen" in read_title(drawing, "bzzz-b1-0")


def test_the_owner_sees_in_their_turn_what_a_bee_will_forage_by_itself() -> None:
    match = table("0W 5 5", "1W 9 5", flowers=("5 4 9", "4 6 9", "9 4 9"))
    assert "told nothing, it forages (5, 4)" in read_title(match.view(0).drawing(), "bzzz-b0-0")
    assert "told nothing" not in match.view(-1).text() and "told nothing" not in match.view(1).text()
    match.state[0]["empty"][0, 0] = 1
    assert "told nothing, it forages (4, 6)" in match.view(0).text()
    match.play("HOLD 0")
    assert "told nothing" not in match.view(0).text()


# Bees and fights


def test_a_bee_shows_owner_kind_and_where_it_is() -> None:
    drawing = table("0W 5 5 8", "1D 9 9", "2S 3 9").view(0).drawing()
    assert read_title(drawing, "bzzz-b0-0").startswith("you: worker 0 at (5, 5), carries 8 of 12")
    assert read_title(drawing, "bzzz-b1-0") == "seat 1: drone 0 at (9, 9)"
    assert "s2" in find_element(drawing, "bzzz-b2-0").attrib["class"].split()
    plates = [
        next(
            e.attrib["d"]
            for e in find_element(drawing, f"bzzz-b{seat}-0").iter()
            if e.attrib.get("class") == "bee-plate"
        )
        for seat in range(3)
    ]
    assert len(set(plates)) == 3


def test_a_bee_shows_the_number_by_which_the_log_names_it() -> None:
    drawing = table("0W 5 5", "0W 6 6", "1D 9 9").view(0).drawing()
    bees = [find_element(drawing, f"bzzz-b{name}") for name in ("0-0", "0-1", "1-0")]
    numbers = [[e.text for e in bee.iter() if "bz-number" in e.attrib.get("class", "")] for bee in bees]
    assert numbers == [["0"], ["1"], ["0"]]


def test_the_honey_bar_is_as_full_as_the_bee() -> None:
    drawing = table("0W 5 5 6", "0S 9 9 3", "0D 3 9").view(0).drawing()
    bars = [
        [
            float(e.attrib["width"])
            for e in find_element(drawing, f"bzzz-b0-{bee}").iter()
            if e.attrib.get("class") == "load"
        ]
        for bee in range(3)
    ]
    assert bars == [[13], [26], []]


def test_a_knocked_out_bee_is_faded_and_shows_its_turns() -> None:
    drawing = table("1W 5 5 0 3").view(0).drawing()
    assert "ko" in find_element(drawing, "bzzz-b1-0").attrib["class"].split()
    assert read_title(drawing, "bzzz-b1-0") == "seat 1: worker 0 at (5, 5), knocked out for 3 turns"
    field = next(e for e in list_elements(drawing) if e.attrib.get("class") == "bz-field")
    assert "3" in texts_in(field)


def test_a_bee_keeps_its_id_when_it_moves_and_comes_out_of_its_hive() -> None:
    match = table("0W 5 5")
    before = find_element(match.view(0).drawing(), "bzzz-b0-0").attrib
    match.play("STEP 0 2")
    after = find_element(match.view(0).drawing(), "bzzz-b0-0").attrib
    assert before["transform"] != after["transform"] and "done" in after["class"].split()
    assert after["data-from"] == "bzzz-h0" and find_element(match.view(0).drawing(), "bzzz-h0") is not None


def test_the_odds_of_a_contact_are_those_of_the_rules() -> None:
    drawing = table(*EXAMPLE).view(0).drawing()
    said = [read_title(drawing, f"bzzz-b{name}") for name in ("0-0", "0-1", "1-0", "1-1", "1-2")]
    percents = [re.findall(r"dodges (\d+) %", words) for words in said]
    assert percents == [["50"], ["45"], ["32"], ["32"], ["75"]]


def test_contacts_follow_the_rule_set() -> None:
    bees = ("0W 3 8", "1W 9 5", "2W 9 6")
    assert len(scene_of(table(*bees).view(0)).contacts) == 1
    assert not scene_of(table(*bees, skirmishes="active").view(0)).contacts
    assert not scene_of(table("0W 9 5", "1W 9 6 0 2").view(0)).contacts
    assert not scene_of(table("0W 9 5 0 2", "1W 9 6").view(0)).contacts


def test_fights_are_drawn_until_the_next_move() -> None:
    match = table("0W 5 5", "1W 6 5", "1W 9 9")
    assert not scene_of(match.view(0)).fights
    match.play("END")
    fights = scene_of(match.view(1)).fights
    assert [(one.seat, other.seat) for one, other in fights] == [(0, 1)]
    drawing = match.view(1).drawing()
    assert drawing.count('"clash"') == 2, "one on the field, one in the legend"
    fallen = [bee for bee in scene_of(match.view(1)).bees if bee.ko]
    assert drawing.count('"bz-fell"') == len(fallen)
    match.play("STEP 1 0")
    assert match.view(1).drawing().count('"clash"') == 1


def test_a_bee_says_how_its_skirmish_ended() -> None:
    match = table("0W 5 5", "1W 6 5")
    match.state[0]["fought"][0, 0], match.state[0]["fought"][1, 0], match.state[0]["ko"][1, 0] = 1, 2, 5
    drawing = match.view(-1).drawing()
    assert "dodged in the skirmish" in read_title(drawing, "bzzz-b0-0")
    assert "fell in the skirmish" in read_title(drawing, "bzzz-b1-0")
    assert "Skirmish: 1 fell, 1 dodged" in match.view(-1).text()


def test_only_the_active_players_contacts_fought_under_the_final_rules() -> None:
    bees = ("3W 5 5", "1W 6 5", "2W 7 5")
    for skirmishes, count in (("all", 2), ("active", 1)):
        match = table(*bees, skirmishes=skirmishes)
        match.state[0]["fought"][1:, 0] = 1
        assert len(scene_of(match.view(0)).fights) == count


# Beside the field


def test_the_board_says_the_turn_and_whose_it_is() -> None:
    match = table("0W 5 5")
    assert {"Turn 1 of 250 your turn", "End the turn"} <= set(read_texts(match.view(0).drawing()).split(" | "))
    texts = set(read_texts(match.view(1).drawing()).split(" | "))
    assert "End the turn" not in texts and {"seat 0", "plays now"} <= texts
    assert (
        find_element(match.view(0).drawing(), "bzzz").attrib["aria-label"].endswith("lay a bee, step, forage or end.")
    )


@pytest.mark.parametrize(
    ("stage", "task"), [(STEPPING, "your turn: step, forage or end."), (FORAGING, "your turn: forage or end.")]
)
def test_the_label_names_the_task(stage: int, task: str) -> None:
    match = table("0W 5 5")
    match.state[0]["stage"] = stage
    assert find_element(match.view(0).drawing(), "bzzz").attrib["aria-label"].endswith(task)


def test_a_card_shows_bees_by_kind_and_only_the_viewers_own_nectar() -> None:
    match = table("0W 5 5", "0W 6 6", "0S 7 7", "1D 9 9")
    match.state[0]["stock"][:] = [34, 56, 10, 10]
    said = read_texts(match.view(0).drawing())
    assert "seat 0: 34 nectar, worker ×2, drone ×0, scout ×1" in said
    assert "seat 1: hidden nectar, worker ×0, drone ×1, scout ×0" in said and "56" not in said


def test_end_says_what_it_will_drop_and_who_will_fight() -> None:
    match = table("0W 1 1 8", "0W 5 5 3", "1W 6 5")
    assert "at least" in read_title(match.view(0).drawing(), "bzzz-end")
    assert "END: drops 8 · 2 will fight" in match.view(0).text()


@pytest.mark.parametrize(("seats", "zones"), [(2, 2), (3, 3), (4, 4)])
def test_unused_corners_have_no_zone(seats: int, zones: int) -> None:
    match = new("bzzz", seats, 1)
    assert match.view(0).drawing().count('"zone"') == zones
    assert len(re.findall(r"\^\d", match.view(0).text())) == zones


# The hint above the board


def test_the_hint_says_what_a_seat_to_move_can_click() -> None:
    lay, click = "Lay a bee, or click a bee of yours", "Click a bee of yours"
    match = table("0W 5 5")
    assert board.hint(match.view(0), 0).startswith(lay)
    match.play("LAY 0")
    assert board.hint(match.view(0), 0).startswith(click)
    assert board.hint(new("bzzz", seed=1).view(0), 0) == "Lay a bee: click the kind you would like. Then end the turn."
    match = table("0W 0 0 0 3")
    assert board.hint(match.view(0), 0, french) == "Il ne reste rien à faire\u00a0: finissez le tour."


@pytest.mark.parametrize("seat", [-1, 1, 3])
def test_the_hint_says_whom_other_viewers_wait_for(seat: int) -> None:
    view = table("0W 5 5").view(seat)
    assert board.hint(view, seat) == "Turn 1 of 250, seat 0 plays."
    assert board.hint(view, seat, french) == "Tour 1 sur 250, seat 0 joue."


def test_the_hint_of_a_finished_match_says_who_won() -> None:
    match = table(time_out=4)
    match.state[0]["stock"][2] = 20
    for _ in range(4):
        match.play("END")
    for seat in range(-1, 4):
        assert board.hint(match.view(seat), seat) == "Turn 4 of 4. seat 2 wins: all turns are played."


def test_the_label_of_the_drawing_ends_with_the_hint_of_a_viewer_who_waits() -> None:
    for match in positions({"time_out": 20}, seed=11):
        for seat in set(range(-1, 4)) - set(match.active):
            view = match.view(seat)
            assert find_element(view.drawing(), "bzzz").attrib["aria-label"] == f"Bzzz. {board.hint(view, seat)}"


# The end (BZ-11)


def test_the_end_says_who_won_and_why() -> None:
    match = table(time_out=4)
    match.state[0]["stock"][2] = 20
    for _ in range(4):
        match.play("END")
    assert "seat 2 wins" in read_texts(match.view(0).drawing()) and "Turn 4 of 4" in match.view(0).text()
    assert "seat 2 wins, all turns are played" in match.view(-1).text()


def test_an_early_end_has_its_reason() -> None:
    match = table("0W 1 1 12", flowers=("5 4 30",))
    match.play("END")
    assert match.over and "half of all nectar is home" in match.view(1).text()
    match = table(flowers=("5 4 0", "6 4 0", "7 4 0", "8 4 0"))
    match.play("END")
    assert match.over and "no nectar left outside" in read_texts(match.view(1).drawing())


def test_a_shared_first_place_names_all_who_share_it() -> None:
    match = table(time_out=4)
    match.state[0]["stock"][:] = [7, 9, 9, 3]
    for _ in range(4):
        match.play("END")
    drawing = match.view(0).drawing()
    assert "Shared by seat 1, seat 2" in match.view(0).text() and "Shared by" in read_texts(drawing)
    assert drawing.count('"card-bg won"') == 2


# The board as text


def test_the_text_maps_bees_flowers_hives_and_zones() -> None:
    match = table("0W 5 2 8", "1D 9 2 0 4", "2S 5 4", flowers=("5 4 9", "2 6 9"))
    match.state[0]["empty"][0, 1] = 1
    lines = match.view(0).text().split("\n")
    assert " 0 ^0 :  :  :  .  .  .  .  .  .  .  :  :  :  ^1" in lines
    assert " 2 :  :  :  :  .  W0 .  .  .  d1 .  :  :  :  :" in lines
    assert " 4 .  .  .  .  .  S2*.  .  .  .  .  .  .  .  ." in lines
    assert " 6 .  .  x  .  .  .  .  .  .  .  .  .  .  .  ." in lines
    assert any(line.startswith("> 0 seat 0 (you)") and line.endswith("10 nectar") for line in lines)
    assert any(line.startswith("you: worker 0 at (5, 2), carries 8 of 12") for line in lines)
    assert "seat 1: drone 0 at (9, 2), knocked out for 4 turns" in lines


def test_a_score_is_what_the_bees_brought_less_their_price() -> None:
    """The board reads it from the last position; here it is counted turn by turn."""
    match = new("bzzz", seats=2, seed=1, ncases=12, time_out=60)
    run(match, [make_player(match.game, "easy") for _ in range(2)])
    stocks = [match.full_view(ply).stock for ply in range(match.ply + 1)]
    for seat in range(2):
        changes = [after[seat] - before[seat] for before, after in pairwise(stocks)]
        brought, paid = sum(change for change in changes if change > 0), sum(change for change in changes if change < 0)
        parts = [tuple(part) for part in board.explain_score(match, seat)]
        assert brought > 0 and paid < 0
        assert parts[1:] == [("Brought by the bees", brought), (f"Price of {-paid // 5} bees", paid)]
