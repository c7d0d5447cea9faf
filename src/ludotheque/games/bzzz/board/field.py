"""Draw the field: zones, hives, flowers, bees, fights, and where the selected bee can go."""

from collections.abc import Iterator
from typing import Any

from ludotheque.art import Point, Svg, g, line, path, rect, target, title
from ludotheque.art import text as words
from ludotheque.games.bzzz.board.pieces import (
    draw_badge,
    draw_bee,
    draw_blossom,
    draw_drop,
    draw_load_bar,
    draw_skep,
    draw_spark,
    draw_turns_out,
)
from ludotheque.games.bzzz.board.scene import Bee, Flower, Pair, Scene
from ludotheque.games.bzzz.board.sentences import describe_bee, describe_flower, describe_forage, describe_step
from ludotheque.games.bzzz.field import WAYS, ZONE
from ludotheque.games.bzzz.rules import FORAGING
from ludotheque.games.bzzz.skirmish import FELL

SIDE = 600  # the board's short side
EDGE = 15  # margin around the cells
FIELD = SIDE - 2 * EDGE
UNIT = 38  # pieces are drawn for a cell of this size
STRAIGHT_WAYS = range(0, WAYS, 2)
SMALL = 20  # with more cells per side than this, figures are drawn larger than their pieces


def cell_size(scene: Scene) -> float:
    return FIELD / scene.ncases


def scale(scene: Scene) -> float:
    """Return the factor by which pieces are scaled to fit a cell."""
    return cell_size(scene) / UNIT


def centre(scene: Scene, x: int, y: int) -> Point:
    size = cell_size(scene)
    return EDGE + size * (x + 0.5), EDGE + size * (y + 0.5)


def midpoint(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def draw_field(scene: Scene) -> Svg:
    links = g(*draw_contact_lines(scene), *draw_fight_lines(scene), cls="noclick")
    below = [
        *draw_ground(scene),
        *draw_coordinates(scene),
        *draw_zones(scene),
        *draw_hives(scene),
        *draw_flowers(scene),
        links,
    ]
    above = g(*draw_sparks(scene), *draw_drops(scene), *draw_badges(scene), *draw_discs(scene), cls="noclick")
    small = " bz-small" if scene.ncases > SMALL else ""
    orders: dict[str, Any] = {"data_until": "END", "data_news": describe_news(scene)} if scene.plays else {}
    return g(*below, *draw_bees(scene), above, *draw_ways(scene), cls=f"bz-field{small}", **orders)


def describe_news(scene: Scene) -> str:
    """Return a text that changes when something happens that concerns the viewer, for the page alone.

    That is a bee that falls or wakes up, or one that comes into contact with another player's bee.
    """
    fallen = [bee.number for bee in scene.own if bee.ko]
    touched = {bee.number for pair in scene.neighbours for bee in pair if bee.seat == scene.seat and not bee.ko}
    return " ".join(",".join(map(str, sorted(numbers))) or "." for numbers in (fallen, touched))


def draw_ground(scene: Scene) -> Iterator[Svg]:
    size, end = cell_size(scene), EDGE + FIELD
    yield rect(EDGE - 6, EDGE - 6, FIELD + 12, FIELD + 12, "meadow", 14, data_goal="")
    lines = (EDGE + size * i for i in range(1, scene.ncases))
    yield path(" ".join(f"M{at:.2f} {EDGE} V{end} M{EDGE} {at:.2f} H{end}" for at in lines), "bz-grid")


def draw_coordinates(scene: Scene) -> Iterator[Svg]:
    """Number the columns and rows as the log does; on a large field only every second one."""
    for i in range(0, scene.ncases, 1 if scene.ncases <= SMALL else 2):
        x, y = centre(scene, i, i)
        yield words(x, EDGE - 9, i, "mid soft f18")
        yield words(-1, y + 6, i, "mid soft f18")


def draw_zones(scene: Scene) -> Iterator[Svg]:
    """Draw the zone of each hive, which only its own bees may enter (BZ-1, BZ-5)."""
    wide = ZONE * cell_size(scene)
    for seat in scene.seats:
        x, y = scene.hive(seat)
        at = (EDGE + (FIELD - wide if x else 0), EDGE + (FIELD - wide if y else 0))
        pattern = rect(*at, wide, wide, "bz-pattern", 10, fill=f"url(#{scene.gid}-pat{seat})") if seat else None
        edge = rect(at[0] + 1, at[1] + 1, wide - 2, wide - 2, "zone-line", 10)
        yield g(rect(*at, wide, wide, "zone", 10), pattern, edge, cls=f"s{seat} noclick")


def draw_hives(scene: Scene) -> Iterator[Svg]:
    for seat in scene.seats:
        says = title(scene.say("hive of {name}").format(name=scene.names[seat]))
        home, at = g(*draw_skep(seat), scale=1.12 * scale(scene)), centre(scene, *scene.hive(seat))
        yield g(says, home, at=at, id=f"{scene.gid}-h{seat}", cls=f"s{seat}")


def draw_flowers(scene: Scene) -> Iterator[Svg]:
    for flower in scene.flowers:
        yield draw_flower_in_cell(scene, flower)


def draw_flower_in_cell(scene: Scene, flower: Flower) -> Svg:
    says, head = title(describe_flower(scene, flower)), g(*draw_blossom(flower), scale=scale(scene))
    return g(says, head, at=centre(scene, flower.x, flower.y), id=f"{scene.gid}-f{flower.id}")


def draw_badges(scene: Scene) -> Iterator[Svg]:
    """Write what is known of a flower in the corner of its cell if a bee covers it."""
    for flower in scene.flowers:
        if (flower.x, flower.y) in scene.bee_at:
            yield g(draw_badge(flower), at=centre(scene, flower.x, flower.y), scale=scale(scene))


def draw_bees(scene: Scene) -> Iterator[Svg]:
    """Draw bees that can be clicked last, so that they are on top."""
    for bee in sorted(scene.bees, key=lambda bee: (can_click(scene, bee), bee.seat == scene.seat)):
        yield draw_bee_in_cell(scene, bee)


def can_click(scene: Scene, bee: Bee) -> bool:
    return bee.seat == scene.seat and bee.number in scene.legal.bees


def draw_bee_in_cell(scene: Scene, bee: Bee) -> Svg:
    """Draw a bee; one that can be given a task is a target and carries its number."""
    states = [f"bee s{bee.seat}", "ko" if bee.ko else "", "done" if bee.used else ""]
    body = g(*draw_figure(scene, bee), scale=scale(scene))
    common: dict[str, Any] = {
        "at": centre(scene, bee.x, bee.y),
        "id": f"{scene.gid}-b{bee.seat}-{bee.number}",
        "data_from": f"{scene.gid}-h{bee.seat}",
    }
    if not can_click(scene, bee):
        why = scene.why_not(refused_task(scene, bee)) if bee.seat == scene.seat else None
        return g(title(describe_bee(scene, bee)), body, cls=" ".join(filter(None, states)), data_why=why, **common)
    half = cell_size(scene) / 2 - 1
    ring = rect(-half, -half, 2 * half, 2 * half, "ring", half * 0.45)
    states.append(f"b{bee.number}")
    cls = " ".join(filter(None, states))
    says = f"{describe_bee(scene, bee)}, {scene.say('click to give it a task')}"
    return target(ring, body, says=says, cls=cls, data_bee=bee.number, **common)


def refused_task(scene: Scene, bee: Bee) -> str:
    """Return a step of a bee that can do nothing now."""
    return f"STEP {bee.number} {next(way for way in STRAIGHT_WAYS if scene.is_on_field(*scene.cell_beside(bee, way)))}"


def draw_figure(scene: Scene, bee: Bee) -> Iterator[Svg]:
    """Draw the bee, smaller on a flower or hive, its load, and its number, by which the log names it."""
    if bee.fought == FELL and any(bee in pair for pair in scene.fights):
        yield draw_spark(19, "bz-fell")
    size = 0.84 if (bee.x, bee.y) in scene.flower_at or (bee.x, bee.y) == scene.hive(bee.seat) else None
    yield g(*draw_bee(bee.kind, bee.seat), scale=size)
    if bee.load > 0:
        yield draw_load_bar(bee.load, bee.carries)
    yield words(13, -7, bee.number, "mid f18 halo bz-number")


def centres_of(scene: Scene, pair: Pair) -> tuple[Point, Point]:
    one, other = pair
    return centre(scene, one.x, one.y), centre(scene, other.x, other.y)


def draw_fight_lines(scene: Scene) -> Iterator[Svg]:
    for pair in scene.fights:
        start, end = centres_of(scene, pair)
        yield line(*start, *end, "fight")


def draw_contact_lines(scene: Scene) -> Iterator[Svg]:
    """Link bees that would skirmish if the turn ended now."""
    for pair in scene.contacts:
        start, end = centres_of(scene, pair)
        yield line(*start, *end, "contact")


def draw_sparks(scene: Scene) -> Iterator[Svg]:
    """Draw bright sparks between bees that fought, and small hollow ones between bees that would."""
    for pair in scene.contacts:
        if pair not in scene.fights:
            yield g(draw_spark(8.5 * scale(scene), "bz-soon"), at=midpoint(*centres_of(scene, pair)))
    for pair in scene.fights:
        yield g(draw_spark(10 * scale(scene)), at=midpoint(*centres_of(scene, pair)))


def draw_discs(scene: Scene) -> Iterator[Svg]:
    """Write the turns that a bee still misses, above the sparks."""
    for bee in scene.bees:
        if bee.ko:
            yield g(draw_turns_out(bee.ko), at=centre(scene, bee.x, bee.y), scale=scale(scene))


def draw_drops(scene: Scene) -> Iterator[Svg]:
    """Draw a drop between each idle bee of the viewer and the flower that it will forage by itself."""
    for bee in scene.own:
        flower = scene.flower_for_idle(bee)
        if flower is not None:
            x, y = midpoint(centre(scene, bee.x, bee.y), centre(scene, flower.x, flower.y))
            aside = 13 * scale(scene) if (flower.x, flower.y) == (bee.x, bee.y) else 0
            yield draw_drop(x + aside, y - aside, 0.5 * scale(scene))


def draw_ways(scene: Scene) -> Iterator[Svg]:
    """Draw the cells and flowers that each bee of the viewer can reach; board.css shows those of the selected bee."""
    for bee in scene.own:
        if bee.number in scene.legal.bees:
            steps = scene.legal.steps.get(bee.number, [])
            taken = {scene.cell_beside(bee, way) for way in steps}
            kids = [draw_step_target(scene, bee, way) for way in steps]
            for way in scene.legal.forages.get(bee.number, []):
                flower = scene.flower_beside(bee, way)
                if way and (flower.x, flower.y) not in taken:
                    kids.append(draw_forage_target(scene, bee, way))
                    taken.add((flower.x, flower.y))
            kids += draw_refused_steps(scene, bee, taken)
            yield g(*kids, cls=f"bz-ways w{bee.number}")


def draw_refused_steps(scene: Scene, bee: Bee, taken: set[tuple[int, int]]) -> Iterator[Svg]:
    """Draw nothing, but say why the bee cannot step to the cells beside it: another hive's zone, or another's bee.

    A bee that cannot step at all this turn, or only not slantwise, can be sent there over several turns.
    """
    half = cell_size(scene) / 2
    for way in STRAIGHT_WAYS if scene.view.stage != FORAGING else ():
        cell = scene.cell_beside(bee, way)
        other = scene.bee_at.get(cell)
        if scene.is_on_field(*cell) and cell not in taken and (other is None or other.seat != bee.seat):
            cover = rect(-half, -half, 2 * half, 2 * half, "bz-no")
            yield g(cover, at=centre(scene, *cell), data_why=scene.why_not(f"STEP {bee.number} {way}"))


def draw_step_target(scene: Scene, bee: Bee, way: int) -> Svg:
    """Draw a cell to step to, with a dart that points to it."""
    half = cell_size(scene) / 2 - 2
    turned = f"scale({scale(scene):.3f}) rotate({45 * way})"
    return target(
        rect(-half, -half, 2 * half, 2 * half, "ring", half * 0.45),
        path("M-5.5 16 H5.5 L0 10 Z", "bz-dart", transform=turned),
        says=describe_step(scene, bee, way),
        at=centre(scene, *scene.cell_beside(bee, way)),
        id=f"{scene.gid}-s{bee.number}-{way}",
        data_kind="STEP",
        data_way=way,
        data_travel=f"{scene.gid}-b{bee.seat}-{bee.number}",
        data_move=f"STEP {bee.number} {way}",
    )


def draw_forage_target(scene: Scene, bee: Bee, way: int) -> Svg:
    """Draw the target on a flower that the bee can forage but not step to."""
    flower = scene.flower_beside(bee, way)
    half = cell_size(scene) / 2 - 2
    return target(
        rect(-half, -half, 2 * half, 2 * half, "ring", half),
        says=describe_forage(scene, bee, way),
        at=centre(scene, flower.x, flower.y),
        id=f"{scene.gid}-g{bee.number}-{way}",
        data_kind="FORAGE",
        data_way=way,
        data_move=f"FORAGE {bee.number} {way}",
    )
