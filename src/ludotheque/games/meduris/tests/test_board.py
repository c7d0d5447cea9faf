"""The board of Meduris: it is well-formed, says what will happen, and offers the legal moves."""

import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import hypot

import pytest

from ludotheque.checks.drawings import SVG, find_element, list_elements, list_targets, read_texts, read_title
from ludotheque.game import OptionValue, load
from ludotheque.games.meduris import board, game
from ludotheque.games.meduris.board.ring import INNER, OUTER, Ring, choice_centre
from ludotheque.games.meduris.board.scene import Scene
from ludotheque.games.meduris.ring import LONG_SITES, SHORT_SITES
from ludotheque.games.meduris.rules import START_POINTS
from ludotheque.games.meduris.turn import ACTING, DROPPING, GIFT, GIVING, LOSS, OFFERING, PLACING, TAKING
from ludotheque.match import Match, new
from ludotheque.view import View

RUDE = "<script>&\"'{0}\x00\x1b[2J" + "x" * 60
TABLES: list[tuple[int, dict[str, OptionValue]]] = [
    (2, {}),
    (2, {"rules": "official"}),
    (3, {}),
    (3, {"rules": "official", "supply": 5}),
    (4, {"exchange": True}),
    (4, {}),
]
each_table = pytest.mark.parametrize(("seats", "options"), TABLES)


@cache
def french(caption: str) -> str:
    return str(load("meduris").words("fr")["board"][caption])


def play_positions(seats: int, options: dict[str, OptionValue], seed: int, sample: float = 0.08) -> Iterator[Match]:
    """Play a match that prefers builds, and yield a sample of its positions and its end."""
    match, choice = new("meduris", seats, seed, **options), random.Random(seed)
    while not match.over:
        if choice.random() < sample or match.ply < 3:
            yield match
        moves = match.legal()
        builds = [move for move in moves if move.startswith(("HUT", "TEMPLE"))]
        match.play(choice.choice(builds if builds and choice.random() < 0.8 else moves))
    yield match


def make_match(seats: int = 3, **fields: int) -> Match:
    """Return a match in which seat 0 is to act on an empty ring, with some fields set."""
    match = new("meduris", seats, seed=1)
    match.state["phase"], match.state["die"], match.state["player"] = ACTING, 0, 0
    match.state["active"] = [1, 0, 0, 0]
    match.state["hand"][0][:seats] = 9
    for plateau, pile in enumerate(((0, 1), (1,), (0,), ())):
        match.state["height"][0][plateau] = len(pile)
        match.state["pile"][0][plateau][: len(pile)] = pile
    for name, value in fields.items():
        match.state[name] = value
    return match


def put_pieces(match: Match, huts: dict[int, int], temples: dict[int, int] | None = None) -> Match:
    """Put pieces on sites, given by their owners, and set the lengths of runs."""
    owner, run = match.state["owner"][0], match.state["run"][0]
    sites = int(match.state["sites"][0])
    for site, seat in {**huts, **(temples or {})}.items():
        owner[site] = seat
    for site in huts:
        before, after = (count_adjacent_huts(huts, site, step, sites) for step in (-1, 1))
        run[site] = before + after + 1
    return match


def count_adjacent_huts(huts: dict[int, int], site: int, step: int, sites: int) -> int:
    """Count the adjacent huts from `site` in one direction."""
    count = 0
    while (site + step * (count + 1)) % sites in huts:
        count += 1
    return count


def ask_at(site: int, **fields: int) -> Match:
    """Let the druid ask seat 1, who has a colony of three with seat 0 on sites 30, 31 and 0."""
    match = put_pieces(make_match(phase=OFFERING, druid=site, **({"visits": 1} | fields)), {30: 0, 31: 1, 0: 1, 12: 1})
    match.state["active"] = [0, 1, 0, 0]
    return match


def scene_of(view: View) -> Scene:
    return Scene(view, view.seat, str, view.names, "meduris")


def texts_in(svg: str, name: str) -> list[str]:
    """Return the texts inside the element with this id."""
    return ["".join(e.itertext()) for e in find_element(svg, name).iter(f"{SVG}text")]


# What can be clicked


@pytest.mark.slow
@each_table
def test_every_legal_move_and_no_other_can_be_clicked_by_the_seat_that_is_asked(
    seats: int, options: dict[str, OptionValue]
) -> None:
    phases = set()
    for match in play_positions(seats, options, seed=seats):
        for seat in match.active:
            view = match.view(seat)
            clicks = list_targets(board.draw(view, seat))
            assert sorted(click["move"] for click in clicks if "move" in click) == sorted(view.legal())
            phases.add(int(match.state["phase"][0]))
    assert {PLACING, ACTING, OFFERING} <= phases


@pytest.mark.slow
@each_table
def test_what_is_clicked_first_names_the_start_of_legal_moves(seats: int, options: dict[str, OptionValue]) -> None:
    for match in play_positions(seats, options, seed=10 + seats):
        for seat in match.active:
            view = match.view(seat)
            moves = [move.split() for move in view.legal()]
            first = [click for click in list_targets(board.draw(view, seat)) if "move" not in click]
            workers = {(click["plateau"], click["height"]) for click in first if "plateau" in click}
            assert workers == {(move[1], move[2]) for move in moves if move[0] == "SHIFT"}
            assert {click["site"] for click in first if "site" in click} == {
                move[1] for move in moves if move[0] in ("HUT", "TEMPLE")
            }
            assert len(first) == len(workers) + sum("site" in click for click in first)


@pytest.mark.slow
@each_table
def test_a_viewer_who_is_not_asked_has_nothing_to_click(seats: int, options: dict[str, OptionValue]) -> None:
    for match in play_positions(seats, options, seed=20 + seats, sample=0.04):
        for seat in {-1, *range(seats)} - set(match.active):
            drawing = board.draw(match.view(seat), seat)
            assert not any(mark in drawing for mark in ("tabindex", 'role="button"', "legal", "data-move", "data-kind"))


@pytest.mark.parametrize("phase", [PLACING, DROPPING, TAKING, ACTING, OFFERING, GIVING])
def test_clickable_groups_say_what_they_are_and_hold_a_ring(phase: int) -> None:
    match = put_pieces(make_match(exchange=1, druid=3, visits=1), {3: 0, 4: 1})
    match.state["phase"], match.state["owed"], match.state["buying"] = phase, 2, 4
    match.state["huts_left"], match.state["temples_left"] = 3, 1
    groups = [e for e in list_elements(match.view(0).drawing()) if "tabindex" in e.attrib]
    assert groups
    for group in groups:
        assert group.attrib["role"] == "button" and "legal" in group.attrib["class"].split()
        assert group[0].tag == f"{SVG}title" and group[0].text
        assert [kid.attrib.get("class") for kid in group].count("ring") == 1


def test_the_style_shows_what_follows_every_first_click() -> None:
    style = (game.folder / "board.css").read_text("utf-8")
    assert all(re.search(rf"\.c{site}\.selected ~ \.b{site}[,)]", style) for site in range(LONG_SITES))
    places = [f"{plateau}{height}" for plateau in range(4) for height in (1, 2, 3)]
    assert all(re.search(rf"\.k{place}\.selected ~ \.g{place}[,)]", style) for place in places)


def test_what_follows_a_first_click_comes_after_it_among_its_siblings() -> None:
    drawing = make_match().view(0).drawing()
    ring = next(e for e in list_elements(drawing) if e.attrib.get("class") == "md-ring")[0]
    classes = [kid.attrib.get("class", "").split() for kid in ring]
    places = {name: i for i, names in enumerate(classes) for name in names if re.fullmatch(r"[ckbg]\d+", name)}
    assert sum(name[0] == "c" for name in places) == SHORT_SITES and sum(name[0] == "k" for name in places) == 2
    for name, i in places.items():
        follower = {"c": "b", "k": "g"}.get(name[0])
        assert follower is None or places[follower + name[1:]] > i


# The form of a drawing


def test_a_name_is_text_and_never_markup() -> None:
    match = make_match(2)
    match.names = [RUDE, "&amp;"]
    drawing = match.view(0).drawing()
    assert "<script" not in drawing and "\x00" not in drawing and "\x1b" not in drawing
    assert '<script>&"' in read_texts(drawing) and "&amp;" in read_texts(drawing)


def test_nothing_is_written_smaller_than_a_phone_can_show() -> None:
    for seats in (2, 3, 4):
        for match in play_positions(seats, {}, seed=6, sample=0.04):
            written = [e for e in list_elements(match.view(0).drawing()) if e.tag in (f"{SVG}text", f"{SVG}tspan")]
            sizes = [int(size) for e in written for size in re.findall(r"\bf(\d+)", e.attrib.get("class", ""))]
            assert min(sizes) >= 20


def test_a_standalone_drawing_includes_its_style() -> None:
    drawing = make_match().view(0).svg()
    style = next(element for element in list_elements(drawing) if element.tag == f"{SVG}style").text or ""
    assert "--seat-0" in style and ".md-side" in style
    assert "@media (max-width" in style and "@container" not in style and ":root" not in style


@pytest.mark.parametrize("sites", [SHORT_SITES, LONG_SITES])
def test_sites_are_clockwise_from_the_river_and_leave_room_for_a_piece(sites: int) -> None:
    ring = Ring(sites)
    middles = [ring.at((INNER + OUTER) / 2, site + 0.5) for site in range(sites)]
    assert middles[0][0] > 0 > middles[-1][0] and middles[0][1] < 0 and middles[-1][1] < 0
    assert middles[sites // 4][0] > 200 and middles[sites // 2][1] > 200 and middles[3 * sites // 4][0] < -200
    assert min(hypot(a[0] - b[0], a[1] - b[1]) for a, b in combinations(middles, 2)) > 40


def test_the_choice_of_a_piece_stays_inside_the_ring() -> None:
    scene = scene_of(make_match(4).view(0))
    for site in scene.sites:
        x, y = choice_centre(scene, site, 232)
        assert abs(x) + 116 <= INNER and abs(y) + 38 <= INNER


# What the board says


def test_a_site_names_its_resources_its_piece_and_the_worth_of_that_piece() -> None:
    match = put_pieces(make_match(), {3: 0, 4: 1, 12: 2}, {5: 1, 6: 0})
    drawing = match.view(1).drawing()
    assert read_title(drawing, "meduris-s0") == "Site 0, wool and copper; empty, a hut costs 1 of each"
    assert read_title(drawing, "meduris-s2") == "Site 2, wool and copper; empty, a hut costs 3 of each"
    assert read_title(drawing, "meduris-s3") == "Site 3, wood and copper; hut (seat 0) in a colony of 2 huts"
    assert read_title(drawing, "meduris-s5") == "Site 5, wood and wool; temple (you), +2 points at the end"
    assert read_title(drawing, "meduris-s12") == "Site 12, stone and copper; isolated hut (seat 2)"
    assert read_title(match.view(0).drawing(), "meduris-s2").endswith("; click to build")


def test_an_expensive_hut_and_a_temple_show_their_numbers_on_the_ring() -> None:
    drawing = put_pieces(make_match(), {3: 0, 4: 1}, {5: 1}).view(-1).drawing()
    assert texts_in(drawing, "meduris-s2") == ["×3", "2"] and texts_in(drawing, "meduris-s5") == ["+2", "5"]
    assert texts_in(drawing, "meduris-s0") == ["0"] and texts_in(drawing, "meduris-s3") == ["3"]


def test_the_price_between_two_runs_follows_the_option() -> None:
    for between, cost in ((0, "×2"), (1, "×3")):
        assert texts_in(put_pieces(make_match(between=between), {3: 0, 5: 1}).view(-1).drawing(), "meduris-s4") == [
            cost,
            "4",
        ]


def test_the_choice_of_a_piece_names_its_price() -> None:
    drawing = put_pieces(make_match(huts_left=3, temples_left=1), {3: 0}).view(0).drawing()
    hut, temple = find_element(drawing, "meduris-hut4"), find_element(drawing, "meduris-temple4")
    assert hut[0].text == "Build a hut on site 4 for 2 stone and 2 wood" and hut.attrib["data-move"] == "HUT 4"
    assert temple[0].text == "Build a temple on site 4 for 1 stone and 1 wood"
    assert texts_in(drawing, "meduris-hut4") == ["2", "2"] and texts_in(drawing, "meduris-temple4") == ["1", "1"]


def test_huts_and_temples_differ_in_shape_and_both_show_their_owner() -> None:
    drawing = put_pieces(make_match(), {3: 0}, {5: 1}).view(-1).drawing()
    hut, temple = find_element(drawing, "meduris-b3"), find_element(drawing, "meduris-b5")
    assert hut.attrib["class"] == "s0 md-hut" and temple.attrib["class"] == "s1 md-temple"
    outlines = [next(piece.iter(f"{SVG}path")).attrib["d"] for piece in (hut, temple)]
    assert outlines[0] != outlines[1]
    assert hut.attrib["data-from"] == "meduris-p0"


def test_huts_of_a_colony_are_joined_also_across_the_river() -> None:
    assert put_pieces(make_match(), {3: 0, 4: 1, 6: 0}, {5: 1}).view(-1).drawing().count('"md-path') == 1
    across = put_pieces(make_match(), {31: 0, 0: 1}).view(-1).drawing()
    assert across.count('"md-path') == 1 == across.count("md-bridge")


def test_a_rune_stone_says_who_holds_it() -> None:
    match = make_match()
    match.state["rune"][0][2] = 1
    drawing = match.view(1).drawing()
    assert read_title(drawing, "meduris-r2") == "Rune stone of sites 8–11: you"
    assert read_title(drawing, "meduris-r3") == "Rune stone of sites 12–13: free"
    assert find_element(drawing, "meduris-r2")[1].attrib["class"] == "s1 md-held"
    assert find_element(drawing, "meduris-r3")[1].attrib["class"] == "md-free"


def test_moving_a_worker_says_what_the_great_yield_would_bring() -> None:
    drawing = make_match().view(0).drawing()
    climb = find_element(drawing, "meduris-g011")
    assert climb.attrib["data-move"] == "SHIFT 0 1 1"
    assert climb[0].text == "Move the worker from wood to wool: +2 wool, +1 copper"
    assert texts_in(drawing, "meduris-g011") == ["+2", "+1"]


def test_a_great_yield_of_the_plateau_brings_its_own_workers_share() -> None:
    drawing = make_match(great_yield=1).view(0).drawing()
    assert read_title(drawing, "meduris-g211") == "Move the worker from copper to wool: +2 wool"


def test_a_short_supply_is_shown_before_the_move() -> None:
    match = make_match(2, supply=20)
    match.state["hand"][0][:2, 1] = [10, 9]
    assert (
        read_title(match.view(0).drawing(), "meduris-g011") == "Move the worker from wood to wool: +1 wool, +1 copper"
    )


def test_workers_are_named_by_height_and_keep_their_id_when_one_below_leaves() -> None:
    match = make_match()
    drawing = match.view(1).drawing()
    assert read_title(drawing, "meduris-plateau0") == "Plateau of wood, from the bottom: seat 0, you"
    assert read_title(drawing, "meduris-w0-1-1") == "Worker (you) on wood, height 2"
    match.play("SHIFT 0 1 3")
    assert read_title(match.view(1).drawing(), "meduris-w0-1-1").startswith("Worker (you) on wood, height 1")


def test_an_offering_shows_its_points_with_the_whole_colony_across_the_river() -> None:
    drawing = ask_at(31).view(1).drawing()
    said = [read_title(drawing, f"meduris-offer{what}") for what in range(4)]
    assert said == [
        "Offer nothing: −1 point",
        "Offer wool: +1 point",
        "Offer stone: +1 point",
        "Offer both: +3 points",
    ]
    assert "The druid asks you for an offering at site 31." in read_texts(drawing)
    assert "The druid asks seat 1 for an offering at site 31." in ask_at(31).view(0).text()
    assert "last" in find_element(drawing, "meduris-s31").attrib["class"]


def test_an_isolated_hut_offers_both_only_where_the_option_says_so() -> None:
    assert "meduris-offer3" not in ask_at(12).view(1).drawing()
    assert read_title(ask_at(12, isolated_both=1).view(1).drawing(), "meduris-offer3") == "Offer both: +1 point"


def test_an_offering_that_cannot_be_paid_is_shown_pale_and_not_clicked() -> None:
    match = ask_at(31)
    match.state["hand"][0][1] = [9, 0, 9, 9]
    drawing = match.view(1).drawing()
    moves = [find_element(drawing, f"meduris-offer{what}").attrib.get("data-move") for what in range(4)]
    assert moves == ["OFFER 0", None, "OFFER 2", None]
    assert [find_element(drawing, f"meduris-offer{what}")[-1].attrib.get("class") for what in (1, 3)] == ["md-pale"] * 2


def test_the_druid_is_drawn_at_the_right_place() -> None:
    places = {-4: "at home", -3: "on paved stone 1", -1: "on paved stone 3", 7: "at site 7"}
    drawings = {druid: make_match(druid=druid).view(-1).drawing() for druid in places}
    assert [read_title(drawing, "meduris-druid") for drawing in drawings.values()] == [
        f"The druid is {place}" for place in places.values()
    ]
    assert len({find_element(drawing, "meduris-druid").attrib["transform"] for drawing in drawings.values()}) == len(
        places
    )


def test_the_way_of_the_druid_leads_to_the_next_hut_or_through_the_rest_of_a_ritual() -> None:
    assert scene_of(put_pieces(make_match(druid=20), {3: 0, 18: 1}).view(-1)).next_stops == [3]
    assert scene_of(put_pieces(make_match(druid=-4), {3: 0}).view(-1)).next_stops == []
    match = ask_at(30, visits=3)
    assert scene_of(match.view(-1)).next_stops == [31, 0]
    assert match.view(-1).drawing().count('"md-stop"') == 2


@pytest.mark.parametrize(
    ("die", "event", "said"),
    [
        (1, 0, "every worker makes 1"),
        (1, 1, "the workers on wool make 1"),
        (LOSS, 1, "everyone gives up 1 resource"),
        (GIFT, 0, "everyone takes 1 resource"),
    ],
)
def test_the_event_is_shown(die: int, event: int, said: str) -> None:
    match = make_match(die=die, event=event)
    assert said in read_texts(match.view(-1).drawing()) and said in match.view(-1).text()


@pytest.mark.parametrize(
    ("phase", "own", "others"),
    [
        (PLACING, "Put a worker on a plateau.", "seat 0 puts a worker on a plateau."),
        (DROPPING, "Give up one resource.", "seat 0 gives up one resource."),
        (TAKING, "Take one resource.", "seat 0 takes one resource."),
        (ACTING, "Move a worker, or build on a site.", "seat 0 moves a worker or builds."),
        (GIVING, "Give 2 more tiles for what is missing.", "seat 0 gives 2 more tiles for what is missing."),
    ],
)
def test_the_task_is_described_to_the_asked_seat_and_to_others(phase: int, own: str, others: str) -> None:
    match = make_match(phase=phase, owed=2, buying=4, target=3)
    assert own in match.view(0).text() and others in match.view(1).text()
    assert own in find_element(match.view(0).drawing(), "meduris").attrib["aria-label"]
    assert others in find_element(match.view(-1).drawing(), "meduris").attrib["aria-label"]


def test_a_store_describes_what_a_player_has_and_what_the_end_would_add() -> None:
    match = put_pieces(make_match(), {3: 0, 4: 1}, {5: 1})
    match.state["hand"][0][1] = [826, 0, 12, 3]
    match.state["huts_left"][0][1], match.state["temples_left"][0][1] = 7, 1
    match.state["rune"][0][:2] = 1
    drawing = match.view(0).drawing()
    said = f"seat 1: {START_POINTS} points; 826 wood, 0 wool, 12 copper, 3 stone; huts left 7, temples left 1"
    assert read_title(drawing, "meduris-p1").startswith(said)
    assert read_title(drawing, "meduris-p1").endswith("rune stones 2; temples and rune stones: +5 at the end")
    assert {"826", "0", "12", "3", "7", "1", "2", "5", "+5 at the end"} <= set(texts_in(drawing, "meduris-p1"))
    assert "  1 seat 1                  5+5    826      0     12      3      7      1      2" in match.view(0).text()


def test_the_last_turns_are_announced() -> None:
    match = make_match(finisher=1)
    assert "Last turns: 1 to play" in read_texts(match.view(0).drawing())
    assert "Everything built: seat 1" in match.view(0).text()
    assert "Turn limit: 2 to play" in make_match(cap=50, turn=48).view(0).text()
    assert "to play" not in make_match(cap=50, turn=20).view(0).text()


def test_the_last_lap_shows_how_many_huts_are_left_and_no_event() -> None:
    match = ask_at(31, lap=1)
    match.state["visits"] = 3
    written = read_texts(match.view(0).drawing())
    assert "huts to visit: 3" in written and "The last lap" in written and "makes 1" not in written


def finish_match(points: tuple[int, int], huts: dict[int, int], hands: tuple[int, int]) -> Match:
    match = put_pieces(new("meduris", 2, seed=1), huts)
    match.state["active"], match.state["phase"] = 0, 6
    match.state["points"][0][:2] = points
    for seat in (0, 1):
        match.state["huts_left"][0][seat] -= sum(owner == seat for owner in huts.values())
        match.state["hand"][0][seat] = hands[seat]
    return match


@pytest.mark.parametrize(
    ("points", "huts", "hands", "said"),
    [
        ((7, 9), {}, (1, 1), "seat 1 wins: 9 points"),
        ((9, 9), {3: 0}, (1, 1), "seat 0 wins: 9 points, and more huts and temples built"),
        ((9, 9), {3: 0, 4: 1}, (1, 2), "seat 1 wins: 9 points, and more resources left"),
        ((9, 9), {}, (1, 1), "A draw: seat 0, seat 1: 9 points"),
    ],
)
def test_the_end_names_the_winner_and_what_decided(
    points: tuple[int, int], huts: dict[int, int], hands: tuple[int, int], said: str
) -> None:
    match = finish_match(points, huts, hands)
    assert said in match.view(-1).text().replace("\n ", "")
    assert said in find_element(match.view(0).drawing(), "meduris").attrib["aria-label"]
    winners = match.view(0).drawing().count("md-won") / 2  # each store has two forms
    assert winners == (2 if "draw" in said else 1) and not list_targets(match.view(0).drawing())


def test_the_text_shows_sites_with_pieces_prices_runes_and_the_druid() -> None:
    match = put_pieces(make_match(druid=3), {3: 0, 4: 1}, {5: 1})
    match.state["rune"][0][0] = 1
    written = match.view(0).text()
    assert "   1 |   0 WC x1    1 SB x1    2 WC x3  @ 3 BC H0    4 SB H1" in written
    assert "   - |   5 BW T1    6 CW x1    7 BS x1" in written


# The hint


def test_a_hint_tells_the_asked_seat_what_to_click_and_the_others_whom_to_wait_for() -> None:
    match = make_match(finisher=1)
    for seat, hint in (
        (0, "Click one of your workers and then its new plateau, or a site and then what to build there."),
        (1, "Turn 1. seat 0 moves a worker or builds. Everything built: you. Last turns: 1 to play."),
        (-1, "Turn 1. seat 0 moves a worker or builds. Everything built: seat 1. Last turns: 1 to play."),
    ):
        assert board.hint(match.view(seat), seat) == hint
    assert board.hint(ask_at(31).view(0), 0) == "Turn 1. The druid asks seat 1 for an offering at site 31."


def test_a_hint_after_the_end_names_the_winner() -> None:
    match = finish_match((7, 9), {}, (1, 1))
    for seat in (-1, 0, 1):
        assert board.hint(match.view(seat), seat) == "seat 1 wins: 9 points."
    assert board.hint(match.view(0), 0, french) == "seat 1 gagne\u00a0: 9 points."


@pytest.mark.slow
@each_table
def test_a_hint_of_a_viewer_who_is_not_asked_is_the_label_of_the_drawing(
    seats: int, options: dict[str, OptionValue]
) -> None:
    for match in play_positions(seats, options, seed=50 + seats, sample=0.03):
        for seat in {-1, *range(seats)} - set(match.active):
            view = match.view(seat)
            label = find_element(board.draw(view, seat, french), "meduris").attrib["aria-label"]
            assert label == f"Meduris. {board.hint(view, seat, french)}"
