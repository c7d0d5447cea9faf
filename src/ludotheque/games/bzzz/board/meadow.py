"""The field: zones, hives, flowers, bees, who fights whom, and where the chosen bee can go."""

from collections.abc import Iterator
from typing import Any

from ludotheque.art import Point, Svg, g, line, path, rect, target, title
from ludotheque.games.bzzz.board.pieces import badge, blossom, drop, honey, skep, spark, turns_out
from ludotheque.games.bzzz.board.pieces import bee as bee_piece
from ludotheque.games.bzzz.board.scene import Bee, Flower, Pair, Scene
from ludotheque.games.bzzz.board.sentences import bee_words, flower_words, forage_words, step_words
from ludotheque.games.bzzz.board.space import EDGE, FIELD, between, cell_size, centre, scale
from ludotheque.games.bzzz.field import ZONE
from ludotheque.games.bzzz.skirmish import FELL

SMALL = 20  # from so many cells a side on, figures are drawn larger than their pieces


def meadow(scene: Scene) -> Svg:
    links = [*contact_lines(scene), *fight_lines(scene)]
    below = [*ground(scene), *zones(scene), *hives(scene), *flowers(scene), g(*links, cls="noclick")]
    above = g(*sparks(scene), *drops(scene), *badges(scene), *discs(scene), cls="noclick")
    small = " bz-small" if scene.ncases > SMALL else ""
    return g(*below, *bees(scene), above, *ways(scene), cls=f"bz-field{small}")


def ground(scene: Scene) -> Iterator[Svg]:
    size, end = cell_size(scene), EDGE + FIELD
    yield rect(EDGE - 6, EDGE - 6, FIELD + 12, FIELD + 12, "meadow", 14)
    lines = (EDGE + size * i for i in range(1, scene.ncases))
    yield path(" ".join(f"M{at:.2f} {EDGE} V{end} M{EDGE} {at:.2f} H{end}" for at in lines), "bz-grid")


def zones(scene: Scene) -> Iterator[Svg]:
    """A hive's zone is open to its own bees alone (BZ-1)."""
    wide = ZONE * cell_size(scene)
    for seat in scene.seats:
        x, y = scene.hive(seat)
        at = (EDGE + (FIELD - wide if x else 0), EDGE + (FIELD - wide if y else 0))
        pattern = rect(*at, wide, wide, "bz-pattern", 10, fill=f"url(#{scene.gid}-pat{seat})") if seat else None
        edge = rect(at[0] + 1, at[1] + 1, wide - 2, wide - 2, "zone-line", 10)
        yield g(rect(*at, wide, wide, "zone", 10), pattern, edge, cls=f"s{seat} noclick")


def hives(scene: Scene) -> Iterator[Svg]:
    for seat in scene.seats:
        says = title(scene.say("hive of {name}").format(name=scene.names[seat]))
        home, at = g(*skep(seat), scale=1.12 * scale(scene)), centre(scene, *scene.hive(seat))
        yield g(says, home, at=at, id=f"{scene.gid}-h{seat}", cls=f"s{seat}")


def flowers(scene: Scene) -> Iterator[Svg]:
    for flower in scene.flowers:
        yield draw_flower(scene, flower)


def draw_flower(scene: Scene, flower: Flower) -> Svg:
    says, head = title(flower_words(scene, flower)), g(*blossom(flower), scale=scale(scene))
    return g(says, head, at=centre(scene, flower.x, flower.y), id=f"{scene.gid}-f{flower.id}")


def badges(scene: Scene) -> Iterator[Svg]:
    """Where a bee sits on a flower, what is known of the flower stands at the corner."""
    for flower in scene.flowers:
        if (flower.x, flower.y) in scene.at:
            yield g(badge(flower), at=centre(scene, flower.x, flower.y), scale=scale(scene))


def bees(scene: Scene) -> Iterator[Svg]:
    """Those that can be clicked last, on top."""
    for bee in sorted(scene.bees, key=lambda bee: (is_open(scene, bee), bee.seat == scene.seat)):
        yield draw_bee(scene, bee)


def is_open(scene: Scene, bee: Bee) -> bool:
    return bee.seat == scene.seat and bee.number in scene.legal.bees


def draw_bee(scene: Scene, bee: Bee) -> Svg:
    """A bee; one that can be given a task carries its number."""
    states = [f"bee s{bee.seat}", "ko" if bee.ko else "", "done" if bee.used else ""]
    body = g(*figure(scene, bee), scale=scale(scene))
    common: dict[str, Any] = {
        "at": centre(scene, bee.x, bee.y),
        "id": f"{scene.gid}-b{bee.seat}-{bee.number}",
        "data_from": f"{scene.gid}-h{bee.seat}",
    }
    if not is_open(scene, bee):
        return g(title(bee_words(scene, bee)), body, cls=" ".join(filter(None, states)), **common)
    half = cell_size(scene) / 2 - 1
    ring = rect(-half, -half, 2 * half, 2 * half, "ring", half * 0.45)
    states.append(f"b{bee.number}")
    cls = " ".join(filter(None, states))
    says = f"{bee_words(scene, bee)}, {scene.say('click to give it a task')}"
    return target(ring, body, says=says, cls=cls, data_bee=bee.number, **common)


def figure(scene: Scene, bee: Bee) -> Iterator[Svg]:
    """The bee, smaller where it sits on something, and how full it is."""
    if bee.fought == FELL and any(bee in pair for pair in scene.fights):
        yield spark(19, "bz-fell")
    size = 0.84 if (bee.x, bee.y) in scene.bloom or (bee.x, bee.y) == scene.hive(bee.seat) else None
    yield g(*bee_piece(bee.kind, bee.seat), scale=size)
    if bee.load > 0:
        yield honey(bee.load, bee.carries)


def ends(scene: Scene, pair: Pair) -> tuple[Point, Point]:
    one, other = pair
    return centre(scene, one.x, one.y), centre(scene, other.x, other.y)


def fight_lines(scene: Scene) -> Iterator[Svg]:
    for pair in scene.fights:
        start, end = ends(scene, pair)
        yield line(*start, *end, "fight")


def contact_lines(scene: Scene) -> Iterator[Svg]:
    """Who would skirmish if the turn ended now."""
    for pair in scene.contacts:
        start, end = ends(scene, pair)
        yield line(*start, *end, "contact")


def sparks(scene: Scene) -> Iterator[Svg]:
    """Bright between those who fought, hollow and small between those who would."""
    for pair in scene.contacts:
        if pair not in scene.fights:
            yield g(spark(8.5 * scale(scene), "bz-soon"), at=between(*ends(scene, pair)))
    for pair in scene.fights:
        yield g(spark(10 * scale(scene)), at=between(*ends(scene, pair)))


def discs(scene: Scene) -> Iterator[Svg]:
    """How long a bee is out: above the sparks, since it stays where it is."""
    for bee in scene.bees:
        if bee.ko:
            yield g(turns_out(bee.ko), at=centre(scene, bee.x, bee.y), scale=scale(scene))


def drops(scene: Scene) -> Iterator[Svg]:
    """Nectar between each bee of the viewer that was told nothing and what it will forage."""
    for bee in scene.own:
        flower = scene.by_itself(bee)
        if flower is not None:
            x, y = between(centre(scene, bee.x, bee.y), centre(scene, flower.x, flower.y))
            aside = 13 * scale(scene) if (flower.x, flower.y) == (bee.x, bee.y) else 0
            yield drop(x + aside, y - aside, 0.5 * scale(scene))


def ways(scene: Scene) -> Iterator[Svg]:
    """For each bee with a task to get the cells it can step to, and flowers in reach; they show once it is chosen."""
    for bee in scene.own:
        if bee.number in scene.legal.bees:
            steps = scene.legal.steps.get(bee.number, [])
            taken = {scene.beside(bee, way) for way in steps}
            kids = [draw_step(scene, bee, way) for way in steps]
            for way in scene.legal.forages.get(bee.number, []):
                flower = scene.flower_beside(bee, way)
                if way and (flower.x, flower.y) not in taken:
                    kids.append(draw_forage(scene, bee, way))
            yield g(*kids, cls=f"bz-ways w{bee.number}")


def draw_step(scene: Scene, bee: Bee, way: int) -> Svg:
    """A cell to step to, with a dart towards it."""
    half = cell_size(scene) / 2 - 2
    turned = f"scale({scale(scene):.3f}) rotate({45 * way})"
    return target(
        rect(-half, -half, 2 * half, 2 * half, "ring", half * 0.45),
        path("M-5.5 16 H5.5 L0 10 Z", "bz-dart", transform=turned),
        says=step_words(scene, bee, way),
        at=centre(scene, *scene.beside(bee, way)),
        id=f"{scene.gid}-s{bee.number}-{way}",
        data_kind="STEP",
        data_way=way,
        data_move=f"STEP {bee.number} {way}",
    )


def draw_forage(scene: Scene, bee: Bee, way: int) -> Svg:
    """A flower that the bee can forage but not step to."""
    flower = scene.flower_beside(bee, way)
    half = cell_size(scene) / 2 - 2
    return target(
        rect(-half, -half, 2 * half, 2 * half, "ring", half),
        says=forage_words(scene, bee, way),
        at=centre(scene, flower.x, flower.y),
        id=f"{scene.gid}-g{bee.number}-{way}",
        data_kind="FORAGE",
        data_way=way,
        data_move=f"FORAGE {bee.number} {way}",
    )
