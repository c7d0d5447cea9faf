"""The board of Ghost in the Cell: it is well-formed, keeps secrets, covers nothing, and offers the legal moves."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations
from math import dist
from typing import Any
from xml.etree import ElementTree

import pytest

from ludotheque.checks.drawings import SVG, list_elements, read_texts, read_title
from ludotheque.game import Move, OptionValue, load
from ludotheque.games.ghost import board, game
from ludotheque.games.ghost.board.geometry import (
    MAP_HEIGHT,
    MAP_WIDTH,
    SCALE,
    Route,
    factory_center,
    factory_radius,
    is_on_map,
    is_touching,
    make_boxes,
    make_rotated_route,
    rotate,
    rotate_back,
)
from ludotheque.games.ghost.board.labels import (
    HALT_HALF_SIZE,
    BadgeSpots,
    FreeSpace,
    badge_boxes,
    flown_part,
    place_labels,
)
from ludotheque.games.ghost.board.scene import Scene
from ludotheque.games.ghost.map import HEIGHT, WIDTH
from ludotheque.games.ghost.rules import BOMB, INC, MOVE
from ludotheque.match import Match, new
from ludotheque.view import View

ODD_NAME = "<script>&\"'{0}\x00\x1b[2J" + "x" * 60
TABLES: list[dict[str, OptionValue]] = [
    {"league": 0},
    {"league": 1, "factories": 15},
    {"league": 2, "factories": 7},
    {"league": 3},
    {"league": 3, "factories": 15, "cyborgs": 30},
]


@cache
def french(caption: str) -> str:
    return str(load("ghost").words("fr")["board"][caption])


def give_random_orders(match: Match, seat: int, choice: random.Random, count: int) -> None:
    """Play `count` random orders, bombs and INCs among them."""
    for _ in range(count):
        kind = choice.choices([MOVE, BOMB, INC], [8, 1, 1])[0]
        moves = [row for row in match.legal_rows(seat).tolist() if row[0] == kind]
        if moves:
            match.play(Move(*choice.choice(moves)), seat)


def play_randomly(options: dict[str, OptionValue], seed: int, turns: int = 5, orders: int = 6) -> Iterator[Match]:
    """Yield a random match in the middle of turns and between the ends of the two sides."""
    match, choice = new("ghost", 2, seed, **options), random.Random(seed)
    for _ in range(turns):
        for seat in (0, 1):
            give_random_orders(match, seat, choice, orders)
            yield match
            match.play("END", seat)
        if match.over:
            break
    yield match


def play_turns(*turns: str, **fields: dict[Any, int]) -> Match:
    """Return a match after these orders of both sides, with some fields set: play_turns("MOVE 1 3 2 | INC 2").

    Seat 0 begins in factory 1, seat 1 in factory 2, each with 25 cyborgs.
    """
    match = new("ghost", seed=50, factories=11, cyborgs=25)
    for turn in turns:
        for seat, orders in enumerate(turn.split("|")):
            give_orders(match, seat, orders)
            match.play("END", seat)
    for name, values in fields.items():
        for at, value in values.items():
            match.state[0][name][at] = value
    return match


def give_orders(match: Match, seat: int, orders: str) -> Match:
    for text in filter(None, (part.strip() for part in orders.split(";"))):
        match.play(text, seat)
    return match


def make_scene(view: View) -> Scene:
    return Scene(view, view.seat, str, view.names, "ghost")


def list_attribute(svg: str, name: str) -> list[str]:
    """Return the values of one data attribute."""
    return sorted(element.attrib[f"data-{name}"] for element in list_elements(svg) if f"data-{name}" in element.attrib)


def list_arguments(moves: list[str], kinds: str, place: int) -> list[str]:
    """Return the values of one argument over all moves of some kinds."""
    return sorted({move.split()[place] for move in moves if move.split()[0] in kinds.split()})


# What can be clicked


@pytest.mark.slow
@pytest.mark.parametrize("options", TABLES)
def test_a_seat_that_is_awaited_can_click_what_its_legal_moves_name_and_nothing_else(
    options: dict[str, OptionValue],
) -> None:
    for match in play_randomly(options, seed=1):
        for seat in (-1, 0, 1):
            view = match.view(seat)
            moves, drawing = view.legal(), board.draw(view, seat)
            assert list_attribute(drawing, "source") == list_arguments(moves, "MOVE BOMB", 1)
            assert list_attribute(drawing, "target") == list_arguments(moves, "MOVE BOMB", 2)
            assert list_attribute(drawing, "move") == sorted(m for m in moves if m.split()[0] in ("INC", "END"))
            assert ('tabindex="0"' in drawing) == ('role="button"' in drawing) == (seat in match.active)


@pytest.mark.slow
@pytest.mark.parametrize("options", TABLES)
def test_every_legal_move_is_reached_by_clicks(options: dict[str, OptionValue]) -> None:
    """Two factories select a route; INC and END carry their whole move."""
    for match in play_randomly(options, seed=8, turns=8):
        for seat in match.active:
            moves, drawing = match.view(seat).legal(), match.view(seat).drawing()
            sources, targets = (set(list_attribute(drawing, name)) for name in ("source", "target"))
            routes = [move for move in moves if move.split()[0] in ("MOVE", "BOMB")]
            reached = [move for move in routes if move.split()[1] in sources and move.split()[2] in targets]
            assert sorted(reached + list_attribute(drawing, "move")) == sorted(moves)


def test_a_spectator_has_nothing_to_click() -> None:
    for match in play_randomly({}, seed=2):
        drawing = match.view(-1).drawing()
        assert not any(mark in drawing for mark in ("tabindex", "legal", "data-move", "data-source", "data-target"))


def test_clickable_groups_say_what_they_are_and_hold_a_ring() -> None:
    for match in play_randomly({}, seed=3):
        for group in list_elements(match.view(0).drawing()):
            if "tabindex" in group.attrib:
                assert group.attrib["role"] == "button" and "legal" in group.attrib["class"].split()
                assert group[0].tag == f"{SVG}title" and group[0].text
                assert [kid.attrib.get("class") for kid in group].count("ring") == 1


# The form of a drawing


def test_a_name_is_text_and_never_markup() -> None:
    match = new("ghost", seed=1)
    match.names = [ODD_NAME, "&amp;"]
    drawing = match.view(0).drawing()
    assert "<script" not in drawing and "\x00" not in drawing and "\x1b" not in drawing
    assert '<script>&"' in read_texts(drawing) and "&amp;" in read_texts(drawing)


def test_a_standalone_drawing_contains_its_style() -> None:
    drawing = new("ghost", seed=2).view(0).svg()
    style = next(element for element in list_elements(drawing) if element.tag == f"{SVG}style").text or ""
    assert "--seat-0" in style and ".gh-map" in style
    assert "@media (max-width" in style and "@container" not in style and ":root" not in style


def test_the_style_has_rules_for_every_factory() -> None:
    style = (game.folder / "board.css").read_text("utf-8")
    assert all(f".f{i}:hover" in style and f".d{i} " in style and f".far{i} " in style for i in range(15))


# Secrets


def draw_both(match: Match, seat: int) -> tuple[str, str]:
    view = match.view(seat)
    return board.draw(view, seat), board.text(view, seat)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 2])
def test_the_target_of_a_bomb_is_drawn_for_its_sender_only(seed: int) -> None:
    for match in play_randomly({}, seed=seed, turns=6):
        for slot in range(2):
            source = int(match.state[0]["bomb_source"][1, slot])
            if source >= 0:
                other = match.copy()
                other.state[0]["bomb_target"][1, slot] = (other.state[0]["bomb_target"][1, slot] + 1) % 7
                assert draw_both(match, 0) == draw_both(other, 0) and draw_both(match, -1) == draw_both(other, -1)
                if other.state[0]["bomb_target"][1, slot] != source:
                    assert draw_both(match, 1) != draw_both(other, 1)


@pytest.mark.parametrize("orders", ["MOVE 2 3 5", "BOMB 2 1", "INC 2", "MOVE 2 3 5; MOVE 2 4 1; BOMB 2 5; INC 2"])
def test_orders_are_drawn_for_their_owner_only(orders: str) -> None:
    match = play_turns(production={2: 1})
    ordered = give_orders(match.copy(), 1, orders)
    assert draw_both(match, 0) == draw_both(ordered, 0) and draw_both(match, -1) == draw_both(ordered, -1)
    assert draw_both(match, 1) != draw_both(ordered, 1)


def test_orders_of_others_are_not_drawn_even_if_the_view_holds_them() -> None:
    match = play_turns()
    view = give_orders(match.copy(), 1, "MOVE 2 3 5; INC 2" if match.why("INC 2", 1) is None else "MOVE 2 3 5").view(1)
    assert board.draw(view, 0) == board.draw(match.view(1), 0)


def test_that_a_side_is_out_shows_only_when_the_match_is_over() -> None:
    match, other = play_turns(), play_turns()
    match.play("END", 1)
    other.play("OUT", 1)
    assert draw_both(match, 0) == draw_both(other, 0)
    other.play("END", 0)
    assert "seat 0 wins" in read_texts(draw_both(other, 0)[0]) and "seat 1 is out" in draw_both(other, -1)[1]


# The map


def test_the_map_is_to_scale_and_inside_its_field() -> None:
    for seed in range(40):
        scene = make_scene(new("ghost", seed=seed).view(0))
        places, r = [factory_center(scene, i) for i in range(scene.count)], factory_radius(scene)
        for (i, a), (j, b) in combinations(enumerate(places), 2):
            assert a[0] - b[0] == pytest.approx(SCALE * (scene.x[i] - scene.x[j]))
            assert a[1] - b[1] == pytest.approx(SCALE * (scene.y[i] - scene.y[j]))
        assert all(r <= x <= MAP_WIDTH - r and r <= y <= MAP_HEIGHT - r for x, y in places)
    assert SCALE * WIDTH <= MAP_WIDTH and SCALE * HEIGHT <= MAP_HEIGHT


def test_the_title_of_a_factory_says_all_that_is_known_of_it() -> None:
    match = play_turns(stock={9: 7}, production={9: 2}, halted={9: 3})
    said = read_title(match.view(0).drawing(), "ghost-f9")
    assert said == "Factory 9, neutral: 7 cyborgs, production 2, halted, makes cyborgs again in 3 turns"
    assert read_title(match.view(0).drawing(), "ghost-f1").startswith("Factory 1, yours: ")
    assert read_title(match.view(0).drawing(), "ghost-f2").startswith("Factory 2, seat 1: ")


def test_a_halt_has_an_arc_for_each_turn() -> None:
    drawing = play_turns(halted={9: 3}).view(0).drawing()
    assert drawing.count('"haltseg on"') == 3 and drawing.count('"haltseg"') == 2


def test_production_is_three_squares_and_an_inc_of_this_turn_a_dashed_one() -> None:
    match = give_orders(play_turns(production={1: 1}), 0, "INC 1")
    group = next(e for e in list_elements(match.view(0).drawing()) if e.attrib.get("id") == "ghost-f1")
    assert [e.attrib["class"] for e in group.iter(f"{SVG}rect")] == ["ppip", "ppip plan", "ppip no"]


def test_cyborgs_with_orders_are_taken_from_the_stock() -> None:
    match = give_orders(play_turns(stock={1: 30}, production={1: 1}), 0, "MOVE 1 9 8; INC 1")
    drawing = match.view(0).drawing()
    group = next(e for e in list_elements(drawing) if e.attrib.get("id") == "ghost-f1")
    assert ["".join(e.itertext()) for e in group.iter(f"{SVG}text")][:2] == ["30", "12"]
    assert "18 with orders" in read_title(drawing, "ghost-f1")
    assert read_title(drawing, "ghost-o1-9").startswith("Order: 8 cyborgs from 1 to 9")


def test_a_side_shows_its_production_now_and_without_halts() -> None:
    scene = make_scene(play_turns(production={1: 3}, halted={1: 2}).view(0))
    assert scene.count_production(0) == (0, 3)
    assert make_scene(play_turns(production={1: 3}, halted={1: 1}).view(0)).count_production(0) == (3, 3)


# Flights


def test_a_troop_moves_and_its_turns_run_down_until_it_fights() -> None:
    match = play_turns("MOVE 1 3 5 |")
    turns = int(match.state[0]["distance"][1, 3])
    name = f"ghost-t1-3-{turns}"
    parts = []
    for left in range(turns, 0, -1):
        scene = make_scene(match.view(1))
        count = "one turn" if left == 1 else f"{left} turns"
        assert read_title(match.view(1).drawing(), name) == f"seat 0: 5 cyborgs from 1 to 3, {count} left"
        parts.append(flown_part(scene, scene.troops[0]))
        match.play("END", 0)
        match.play("END", 1)
    assert parts == sorted(parts) and parts[0] > 0 and parts[-1] < 1
    assert name not in match.view(1).drawing()


def test_an_own_bomb_shows_its_target_and_the_turns_left() -> None:
    match = play_turns("BOMB 1 2 |", "|")
    turns = int(match.state[0]["distance"][1, 2])
    assert read_title(match.view(0).drawing(), "ghost-b0-0") == f"you: bomb from 1 to 2, {turns - 1} turns left"


def test_a_hidden_bomb_says_how_long_it_has_flown_and_which_targets_are_possible() -> None:
    match = play_turns("BOMB 1 2 |", *["|"] * 3)
    said = read_title(match.view(1).drawing(), "ghost-b0-0")
    far = [i for i in range(11) if i != 1 and match.state[0]["distance"][1, i] >= 4]
    assert said.startswith("seat 0: bomb that left 1 4 turns ago; its target is unknown")
    assert said.endswith(", ".join(map(str, far)))


def test_a_factory_that_a_hidden_bomb_may_hit_this_turn_is_marked() -> None:
    match = play_turns("BOMB 1 2 |", *["|"] * 2)
    near = {i for i in range(11) if i != 1 and match.state[0]["distance"][1, i] == 3}
    assert near and make_scene(match.view(1)).threatened == near
    drawing = match.view(1).drawing()
    assert drawing.count("gh-threat") == len(near) and "a bomb may hit it this turn" in read_texts(drawing)
    assert "gh-threat" not in match.view(0).drawing() and "wave" not in match.view(0).drawing()


def test_the_range_of_a_hidden_bomb_grows_every_turn() -> None:
    sizes = []
    for turns in range(3):
        drawing = play_turns("BOMB 1 2 |", *["|"] * turns).view(1).drawing()
        sizes += [float(e.attrib["r"]) for e in list_elements(drawing) if e.attrib.get("class") == "wave"]
    assert len(sizes) == 3 and sizes == sorted(set(sizes))


@pytest.mark.parametrize("options", TABLES)
def test_every_troop_is_on_one_pill(options: dict[str, OptionValue]) -> None:
    for match in play_randomly(options, seed=8, turns=10, orders=12):
        scene = make_scene(match.view(0))
        pills = place_labels(scene).pills
        assert sorted(troop for pill in pills for troop in pill.troops) == scene.troops
        assert all(len({(troop.seat, troop.target) for troop in pill.troops}) == 1 for pill in pills)
        assert all(pill.lead.left == min(troop.left for troop in pill.troops) for pill in pills)


@pytest.mark.slow
@pytest.mark.parametrize("options", TABLES)
def test_no_pill_covers_another_one_or_a_factory_in_either_layout(options: dict[str, OptionValue]) -> None:
    for match in play_randomly(options, seed=7, turns=20, orders=2):
        scene = make_scene(match.view(match.ply % 2))
        pills = place_labels(scene).pills
        labels = [pill.boxes for pill in pills] + list(badge_boxes(scene))
        for pill in pills:
            assert not any(is_touching(pill.boxes, other) for other in labels if other != pill.boxes)
            for i in range(scene.count):
                for box, (x, y) in zip(pill.boxes, (factory_center(scene, i), rotate(*factory_center(scene, i)))):
                    gap = max(abs(box.x - x) - box.w, 0), max(abs(box.y - y) - box.h, 0)
                    assert gap[0] ** 2 + gap[1] ** 2 >= (factory_radius(scene) - 6) ** 2


def stay(x: float, y: float) -> tuple[float, float]:
    """The wide layout."""
    return x, y


def test_factories_keep_apart_in_both_layouts() -> None:
    for options in TABLES:
        for seed in range(20):
            scene = make_scene(new("ghost", 2, seed, **options).view(0))
            for layout in stay, rotate:
                centers = [layout(*factory_center(scene, i)) for i in range(scene.count)]
                nearest = min(dist(one, other) for one, other in combinations(centers, 2))
                assert nearest > 2 * factory_radius(scene)


def test_a_point_of_the_narrow_layout_is_one_of_the_map() -> None:
    assert rotate_back(*rotate(300.0, 120.0)) == pytest.approx((300, 120))


def test_a_halt_is_on_the_map_in_both_layouts() -> None:
    for seed in range(20):
        match = new("ghost", 2, seed, league=3, factories=15)
        match.state[0]["halted"][:15] = 3
        scene = make_scene(match.view(0))
        for i in range(15):
            center = factory_center(scene, i)
            spot = BadgeSpots(factory_radius(scene)).halt_spot(center)
            assert is_on_map(make_boxes(center, HALT_HALF_SIZE, spot))


def test_the_arrow_of_an_order_ends_before_its_target_in_both_layouts() -> None:
    match = play_turns()
    give_orders(match, 0, "MOVE 1 2 4")
    scene = make_scene(match.view(0))
    center, layouts = factory_center(scene, 2), {"gh-wide": stay, "gh-narrow": rotate}
    arrows = [one for one in list_elements(match.view(0).drawing()) if one.get("class") in layouts]
    lines = [(layouts[one.get("class", "")], one.find(f"{SVG}line")) for one in arrows]
    ends = [(layout, (float(it.attrib["x2"]), float(it.attrib["y2"]))) for layout, it in lines if it is not None]
    assert len(ends) == 2
    for layout, end in ends:
        assert dist(layout(*end), layout(*center)) == pytest.approx(factory_radius(scene) + 20, abs=0.2)


def test_an_arrow_between_near_factories_points_to_its_target() -> None:
    scene = make_scene(new("ghost", 2, 1, league=3, factories=15).view(0))
    for source, target in permutations(range(15), 2):
        (x, y), (to_x, to_y) = (rotate(*factory_center(scene, i)) for i in (source, target))
        right, down = make_rotated_route(scene, source, target, gap=10).direction
        assert right * (to_x - x) + down * (to_y - y) == pytest.approx(dist((x, y), (to_x, to_y)))


def test_troops_that_arrive_together_and_would_touch_share_a_pill_that_lists_them() -> None:
    match = play_turns(owner={3: 0}, stock={3: 9}, distance={(1, 9): 5, (3, 9): 5})
    x, y = match.state[0]["x"], match.state[0]["y"]
    x[3], y[3] = x[1] + 100, y[1] + 100
    give_orders(match, 0, "MOVE 1 9 4; MOVE 3 9 2; END")
    give_orders(match, 1, "END")
    (pill,) = place_labels(make_scene(match.view(1))).pills
    assert (pill.cyborgs, pill.turns, pill.lead.source) == (6, "5", 1)
    said = read_title(match.view(1).drawing(), f"ghost-t1-9-{match.state[0]['turn'].item() + 4}")
    assert said.startswith("seat 0: 6 cyborgs to 9: 4 from 1 in 5 turns, 2 from 3 in 5 turns.")
    assert "share a pill" in said


def test_a_label_slides_to_the_nearest_free_place() -> None:
    space, route = FreeSpace([(1000.0, 400.0)], 40), Route((100.0, 200.0), (500.0, 200.0))
    space.taken = [make_boxes((300, 200), (20, 14))]
    at, cost = space.find_place(route, 0.5, (20, 14))
    assert cost == 0 and at[1] == 200 and abs(at[0] - 300) == 42
    assert space.find_place(route, 0.1, (20, 14)) == ((140, 200), 0)


def test_the_order_of_orders_does_not_change_the_drawing() -> None:
    one, other = (play_turns(production={1: 1}) for _ in range(2))
    give_orders(one, 0, "MOVE 1 3 2; MOVE 1 9 3; INC 1; BOMB 1 2")
    give_orders(other, 0, "BOMB 1 2; INC 1; MOVE 1 9 3; MOVE 1 3 2")
    assert draw_both(one, 0) == draw_both(other, 0)


# Beside the map, and as text


def test_the_turn_the_league_and_the_awaited_seats_are_shown() -> None:
    match = play_turns("|")
    assert {"Turn 2 of 200", "league 3 · no orders", "End the turn"} <= set(
        read_texts(match.view(0).drawing()).split(" | ")
    )
    match.play("END", 0)
    shown = set(read_texts(match.view(0).drawing()).split(" | "))
    assert "End the turn" not in shown and {"awaited:", "seat 1"} <= shown


def test_leagues_without_bombs_show_none() -> None:
    assert '"bomb"' not in new("ghost", seed=1, league=1).view(0).drawing()
    assert new("ghost", seed=1, league=2).view(0).drawing().count('"bomb"') == 4


def test_the_end_says_who_won_and_why() -> None:
    match = play_turns()
    match.state[0]["turn"] = 199
    match.state[0]["stock"][1] = 90
    give_orders(give_orders(match, 0, "END"), 1, "END")
    assert match.over and "seat 0 wins" in read_texts(match.view(1).drawing())
    assert "all turns are played" in match.view(1).text() and "Turn 200 of 200" in match.view(1).text()


def test_a_side_without_cyborgs_and_production_has_lost() -> None:
    match = play_turns(stock={2: 0}, production={2: 0})
    give_orders(give_orders(match, 0, "END"), 1, "END")
    assert "seat 0 wins, no cyborgs, no production" in match.view(-1).text()


def test_equal_scores_are_a_draw() -> None:
    match = play_turns()
    match.state[0]["turn"] = 199
    give_orders(give_orders(match, 0, "END"), 1, "END")
    assert "A draw" in read_texts(match.view(-1).drawing())


def test_the_text_lists_factories_troops_bombs_and_orders() -> None:
    match = play_turns("MOVE 1 3 5; BOMB 1 2 | MOVE 2 4 6", production={1: 1}, stock={1: 40}, halted={9: 4})
    give_orders(match, 0, "INC 1; MOVE 1 10 8")
    written = match.view(0).text()
    turns = match.state[0]["distance"]
    assert " 1 you              22 #+." in written and " 9 " in written and "-4" in written
    assert f"in {turns[1, 3]} turns at 3: you 5 (from 1)" in written
    assert f"in {turns[2, 4]} turns at 4: seat 1 6 (from 2)" in written
    assert f"you: bomb from 1 to 2, {turns[1, 2]} turns left" in written
    assert f"Order: 8 cyborgs from 1 to 10, {turns[1, 10]} turns" in written and "factory 1 makes 1 more" in written


# The hint above the board

CLICK = "Click one of your factories, then where its cyborgs go, then how many. End the turn when all is said."


def test_the_hint_says_what_an_awaited_seat_can_click() -> None:
    match = play_turns()
    assert board.hint(match.view(0), 0) == CLICK
    give_orders(match, 0, "MOVE 1 3 25")
    assert board.hint(match.view(0), 0) == "Give the orders that are left, or end the turn."
    give_orders(match, 0, "BOMB 1 2; BOMB 1 4")
    assert board.hint(match.view(0), 0) == "No more orders can be given: end the turn."


def test_the_hint_says_who_is_awaited() -> None:
    match = play_turns("|")
    assert board.hint(match.view(-1), -1) == "Turn 2 of 200. Orders of seat 0, seat 1 are awaited."
    match.play("END", 0)
    for seat in (-1, 0):
        assert board.hint(match.view(seat), seat) == "Turn 2 of 200. Orders of seat 1 are awaited."
    assert board.hint(match.view(0), 0, french) == "Tour 2 sur 200. On attend les ordres de seat 1."
    assert board.hint(match.view(1), 1) == CLICK


def test_the_hint_says_who_won() -> None:
    match = play_turns("|", stock={2: 0}, production={2: 0})
    give_orders(give_orders(match, 0, "END"), 1, "END")
    for seat in (-1, 0, 1):
        assert board.hint(match.view(seat), seat) == "Turn 2 of 200. seat 0 wins: no cyborgs, no production."


def test_the_hint_of_a_seat_that_waits_is_the_label_of_the_drawing() -> None:
    for match in play_randomly({}, seed=9):
        match.names = ['Mr. "A" & <b>', "Basile"]
        for seat in {-1, 0, 1} - set(match.active):
            label = ElementTree.fromstring(match.view(seat).drawing()).attrib["aria-label"]
            assert label == f"Ghost in the Cell. {board.hint(match.view(seat), seat)}"
