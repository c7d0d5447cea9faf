"""Troops in flight: a pill each where there is room, a solid line behind it and dots ahead."""

from collections.abc import Iterator
from math import hypot

from ludotheque.art import Point, Svg, g, line, title
from ludotheque.games.ghost.board.layout import PILL, Pill, Plan, progress
from ludotheque.games.ghost.board.pill import dart, pill
from ludotheque.games.ghost.board.scene import Scene, Troop, cyborg_count, side_name, turn_count
from ludotheque.games.ghost.board.space import Route, route


def trails(scene: Scene, plan: Plan) -> Iterator[Svg]:
    """One line a route and side, solid up to its foremost troop."""
    front: dict[tuple[int, int, int], float] = {}
    for one in plan.pills:
        for troop in one.troops:
            way = route(scene, troop.source, troop.target)
            part = way.part(one.at) if troop is one.lead else progress(scene, troop)
            key = troop.seat, troop.source, troop.target
            front[key] = max(part, front.get(key, 0))
    for (seat, source, target), part in sorted(front.items()):
        yield g(*trail(route(scene, source, target), part), cls=f"s{seat}")
    for one in plan.pills:
        foot = foot_of(scene, one)
        if hypot(foot[0] - one.at[0], foot[1] - one.at[1]) > PILL:
            yield g(line(*foot, *one.at, "gh-leash"), cls=f"s{one.lead.seat}")


def foot_of(scene: Scene, one: Pill) -> Point:
    """Where on its route a pill belongs that had to step aside."""
    way = route(scene, one.lead.source, one.lead.target)
    return way.at(way.part(one.at))


def trail(way: Route, part: float) -> Iterator[Svg]:
    here = way.at(part)
    yield line(*way.start, *here, "flight gone")
    yield line(*here, *way.end, "flight")


def pills(scene: Scene, plan: Plan) -> Iterator[Svg]:
    """The arrowheads, and over all of them the numbers; the last to arrive lie lowest."""
    for one in plan.pills:
        way = route(scene, one.lead.source, one.lead.target)
        yield fly(scene, one, dart(way, one.half, "seatfill"), part="-way")
    for one in reversed(plan.pills):
        label = pill(str(one.cyborgs), one.turns, "seatfill", "onseat", is_cut=one.lead.seat == 1)
        yield fly(scene, one, title(pill_title(scene, one)), label)


def fly(scene: Scene, one: Pill, *kids: Svg, part: str = "") -> Svg:
    """A group that glides: a troop is known by its source, its target and when it arrives."""
    lead, gid = one.lead, scene.gid
    name = f"{gid}-t{lead.source}-{lead.target}-{lead.arrival}{part}"
    return g(*kids, at=one.at, id=name, cls=f"s{lead.seat} gh-troop", data_from=f"{gid}-f{lead.source}")


def pill_title(scene: Scene, one: Pill) -> str:
    """A troop in a sentence; of several that share a pill, each one."""
    say, lead = scene.say, one.lead
    facts = {
        "name": side_name(scene, lead.seat),
        "cyborgs": cyborg_count(scene, one.cyborgs),
        "source": lead.source,
        "target": lead.target,
        "turns": turn_count(scene, lead.left),
    }
    if len(one.troops) == 1:
        return say("{name}: {cyborgs} from {source} to {target}, {turns} left").format(**facts)
    parts = ", ".join(part_words(scene, troop) for troop in sorted(one.troops))
    sentence = say("{name}: {cyborgs} to {target}: {parts}.").format(parts=parts, **facts)
    return sentence + " " + say("Troops to one factory share a pill where they would touch.")


def part_words(scene: Scene, troop: Troop) -> str:
    return scene.say("{cyborgs} from {source} in {turns}").format(
        cyborgs=troop.cyborgs, source=troop.source, turns=turn_count(scene, troop.left)
    )
