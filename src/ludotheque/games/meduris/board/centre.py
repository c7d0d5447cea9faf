"""The centre of the board: the river, the druid with temple and way, and the plateaus with their workers."""

from collections.abc import Iterator, Sequence

from ludotheque.art import Point, Svg, circle, el, g, path, rect, target, title, width
from ludotheque.art import text as words
from ludotheque.games.meduris.board.captions import describe_druid, describe_plateau, describe_shift, describe_worker
from ludotheque.games.meduris.board.pieces import draw_druid, draw_resource, worker_paths
from ludotheque.games.meduris.board.ring import ISLAND, PLATEAU_PLACES, SHORE, WORKER_STEP, closed_curve, ring_of
from ludotheque.games.meduris.board.scene import Scene
from ludotheque.games.meduris.druid import DRUID_HOME, LAST_STONE
from ludotheque.games.meduris.resources import MAX_WORKERS, PLATEAUS
from ludotheque.games.meduris.turn import ACTING

RIVER = "M2 -14 C14 -56 -16 -92 -3 -134 C2 -158 0 -180 0 -300"
HOME: Point = (138, -146)
STONES: tuple[Point, ...] = ((98, -148), (68, -152), (39, -158))
DRUID_LEVEL = 166  # the level on which the druid walks
PILE: Point = (30, 4)  # the position of the lowest worker on a plateau
BLOCK = "M-70 40 L-58 16 H58 L70 40 Q72 50 62 50 H-62 Q-72 50 -70 40 Z"


def draw_ground() -> Iterator[Svg]:
    yield path(closed_curve(ISLAND), "island")
    yield path(closed_curve(SHORE), "shore")


def draw_river(scene: Scene) -> Svg:
    """Draw the great river, between the last site and site 0 (ME-2)."""
    return g(
        title(scene.say("The great river: the druid's way round begins and ends here")),
        path(RIVER, "river"),
        path(RIVER, "ripple far"),
        el("ellipse", cx=0, cy=14, rx=34, ry=24, cls="lake"),
        path("M-16 10 Q-8 5 0 10 T16 10 M-10 20 Q-4 16 2 20 T14 20", "ripple"),
    )


def draw_druid_home(scene: Scene) -> Iterator[Svg]:
    """Draw the druid's temple and the three paved stones."""
    pillars = path("M-24 14 V-8 M-8 14 V-8 M8 14 V-8 M24 14 V-8", "henge")
    yield g(title(scene.say("The druid's temple")), pillars, path("M-30 -12 H-3 M3 -12 H30", "henge lintel"), at=HOME)
    for i, at in enumerate(STONES, 1):
        says = scene.say("Paved stone {stone}").format(stone=i)
        yield g(title(says), el("ellipse", cx=0, cy=0, rx=13, ry=9, cls="pave"), at=at)


def druid_place(scene: Scene) -> Point:
    if scene.druid > LAST_STONE:
        return ring_of(scene).at(DRUID_LEVEL, scene.druid + 0.5)
    if scene.druid == DRUID_HOME:
        return HOME[0], HOME[1] + 6
    x, y = STONES[scene.druid - DRUID_HOME - 1]
    return x, y - 14


def draw_druid_at_place(scene: Scene) -> Svg:
    return g(title(describe_druid(scene)), draw_druid(), at=druid_place(scene), id=f"{scene.gid}-druid", cls="noclick")


def draw_druid_way(scene: Scene) -> Iterator[Svg]:
    """Draw dots along the shore to the huts that the druid visits next, clockwise."""
    ring, stops, start = ring_of(scene), scene.next_stops, max(scene.druid + 0.5, 0)
    for site in stops:
        end = site + 0.5 if site + 0.5 > start else site + 0.5 + ring.sites
        first = min(end, ring.sites)
        if first > start:
            yield path(ring.arc(SHORE - 5, start, first), "md-way")
        if end > ring.sites:
            yield path(ring.arc(SHORE - 5, 0, end - ring.sites), "md-way")
        yield circle(*ring.at(SHORE - 5, site + 0.5), 5, "md-stop")
        start = site + 0.5


def draw_plateaus(scene: Scene) -> Iterator[Svg]:
    for plateau in range(PLATEAUS):
        yield draw_plateau(scene, plateau)


def draw_plateau(scene: Scene, plateau: int) -> Svg:
    says = describe_plateau(scene, plateau)
    kids = [rect(-76, -70, 152, 126, "ring", 16), *draw_mountain(plateau)]
    name = f"{scene.gid}-plateau{plateau}"
    if plateau in scene.legal.workers:
        above = worker_position(len(scene.piles[plateau]))
        ghost = g(*worker_paths(scene.seat), at=above, cls=f"s{scene.seat} md-ghost")
        move = f"WORKER {plateau}"
        at = PLATEAU_PLACES[plateau]
        return target(*kids, ghost, says=says, at=at, id=name, cls="md-plateau", data_kind="WORKER", data_move=move)
    why = scene.why_not(refused_gathering(scene, plateau))
    return g(title(says), *kids, at=PLATEAU_PLACES[plateau], id=name, data_why=why)


def refused_gathering(scene: Scene, plateau: int) -> str:
    """Return the move of a worker to a plateau that cannot be chosen: of one in the piles, if that plateau is full."""
    elsewhere = [place for place in scene.legal.shifts if place[0] != plateau]
    if scene.phase == ACTING and elsewhere and len(scene.piles[plateau]) == MAX_WORKERS:
        return "SHIFT {} {} {}".format(*elsewhere[0], plateau)
    return f"WORKER {plateau}"


def draw_mountain(plateau: int) -> Iterator[Svg]:
    """Draw a table mountain, seen from the side, with the resource that it makes."""
    yield path(BLOCK, "plateau")
    yield el("ellipse", cx=0, cy=18, rx=60, ry=14, cls="plateau top")
    yield draw_resource(plateau, -32, 10, 46)


def worker_position(below: int) -> Point:
    """Return the position of a worker with `below` others under it, relative to its plateau."""
    return PILE[0], PILE[1] - WORKER_STEP * below


def draw_workers(scene: Scene) -> Iterator[Svg]:
    for plateau, pile in enumerate(scene.piles):
        for height in range(1, len(pile) + 1):
            yield draw_placed_worker(scene, plateau, height)


def draw_placed_worker(scene: Scene, plateau: int, height: int) -> Svg:
    """Draw a worker. Its id names its plateau and owner, so that the page moves it down when one below leaves."""
    pile, (x, y), (dx, dy) = scene.piles[plateau], PLATEAU_PLACES[plateau], worker_position(height - 1)
    seat, at = pile[height - 1], (x + dx, y + dy)
    says, name = describe_worker(scene, plateau, height), f"{scene.gid}-w{plateau}-{seat}-{pile[:height].count(seat)}"
    kids = [rect(-22, -20, 44, 36, "ring", 9), *worker_paths(seat)]
    if (plateau, height) not in scene.legal.shifts:
        why = scene.why_not(f"SHIFT {plateau} {height} {(plateau + 1) % PLATEAUS}")
        return g(title(says), *kids, at=at, id=name, cls=f"s{seat}", data_why=why)
    cls = f"s{seat} md-worker k{plateau}{height}"
    place = {"data_plateau": plateau, "data_height": height}
    return target(*kids, says=says, at=at, id=name, cls=cls, data_kind="SHIFT", **place)


def draw_shift_choices(scene: Scene) -> Iterator[Svg]:
    """Draw the possible targets of each own worker; they are visible once the worker is selected."""
    for (plateau, height), goals in scene.legal.shifts.items():
        buttons = (draw_shift_button(scene, plateau, height, goal) for goal in goals)
        yield g(*buttons, cls=f"md-shift g{plateau}{height}")


def draw_gains(gains: Sequence[int]) -> Iterator[Svg]:
    """Draw the number of each resource that is gained, with its sign."""
    found = [(kind, f"+{count}") for kind, count in enumerate(gains) if count]
    wide = sum(width(label, 22) + 32 for _, label in found) + 8
    left = -78 if len(found) > 1 else -34 - wide / 2
    yield rect(left, -38, wide, 32, "card-bg", 16)
    for kind, label in found:
        yield words(left + 8, -14, label, "f22")
        left += width(label, 22) + 32
        yield draw_resource(kind, left - 12, -22, 24)


def draw_shift_button(scene: Scene, plateau: int, height: int, goal: int) -> Svg:
    """Draw where the worker would be, and what the great yield would bring, kind by kind."""
    x, y = worker_position(len(scene.piles[goal]))
    return target(
        rect(-76, -70, 152, 126, "ring", 16),
        g(*worker_paths(scene.seat), at=(x, y), cls=f"s{scene.seat} md-ghost"),
        *draw_gains(scene.yield_gains(plateau, height, goal)),
        says=describe_shift(scene, plateau, height, goal),
        at=PLATEAU_PLACES[goal],
        cls="md-goal",
        id=f"{scene.gid}-g{plateau}{height}{goal}",
        data_kind="SHIFT",
        data_target=goal,
        data_move=f"SHIFT {plateau} {height} {goal}",
    )
