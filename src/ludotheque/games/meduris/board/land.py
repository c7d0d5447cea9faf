"""Inside the ring: the river and its lake, the druid with his temple and his way, and the plateaus with their piles."""

from collections.abc import Iterator

from ludotheque.art import Point, Svg, circle, el, g, path, rect, target, title, width
from ludotheque.art import text as words
from ludotheque.games.meduris.board.pieces import druid, resource, worker
from ludotheque.games.meduris.board.scene import Scene
from ludotheque.games.meduris.board.sentences import druid_words, plateau_words, shift_words, worker_words
from ludotheque.games.meduris.board.sites import ring_of
from ludotheque.games.meduris.board.space import ISLAND, PLATEAU_PLACES, SHORE, WORKER_STEP, curve
from ludotheque.games.meduris.druid import LAST_STONE, TEMPLE_OF_DRUID
from ludotheque.games.meduris.stock import PLATEAUS

RIVER = "M2 -14 C14 -56 -16 -92 -3 -134 C2 -158 0 -180 0 -300"
HOME: Point = (138, -146)
STONES: tuple[Point, ...] = ((98, -148), (68, -152), (39, -158))
STANDS = 166  # the level on which the druid walks
PILE: Point = (30, 4)  # where the lowest worker of a plateau stands
BLOCK = "M-70 40 L-58 16 H58 L70 40 Q72 50 62 50 H-62 Q-72 50 -70 40 Z"


def ground() -> Iterator[Svg]:
    yield path(curve(ISLAND), "island")
    yield path(curve(SHORE), "shore")


def river(scene: Scene) -> Svg:
    """The great river: it lies between the last site and site 0 (ME-2)."""
    return g(
        title(scene.say("The great river: the druid's way round begins and ends here")),
        path(RIVER, "river"),
        path(RIVER, "ripple far"),
        el("ellipse", cx=0, cy=14, rx=34, ry=24, cls="lake"),
        path("M-16 10 Q-8 5 0 10 T16 10 M-10 20 Q-4 16 2 20 T14 20", "ripple"),
    )


def home(scene: Scene) -> Iterator[Svg]:
    """The druid's temple and the three paved stones."""
    pillars = path("M-24 14 V-8 M-8 14 V-8 M8 14 V-8 M24 14 V-8", "henge")
    yield g(title(scene.say("The druid's temple")), pillars, path("M-30 -12 H-3 M3 -12 H30", "henge lintel"), at=HOME)
    for i, at in enumerate(STONES, 1):
        says = scene.say("Paved stone {stone}").format(stone=i)
        yield g(title(says), el("ellipse", cx=0, cy=0, rx=13, ry=9, cls="pave"), at=at)


def druid_place(scene: Scene) -> Point:
    if scene.druid > LAST_STONE:
        return ring_of(scene).at(STANDS, scene.druid + 0.5)
    if scene.druid == TEMPLE_OF_DRUID:
        return HOME[0], HOME[1] + 6
    x, y = STONES[scene.druid - TEMPLE_OF_DRUID - 1]
    return x, y - 14


def the_druid(scene: Scene) -> Svg:
    return g(title(druid_words(scene)), druid(), at=druid_place(scene), id=f"{scene.gid}-druid", cls="noclick")


def way(scene: Scene) -> Iterator[Svg]:
    """Dots along the shore to the huts that the druid goes to next, clockwise."""
    ring, stops, start = ring_of(scene), scene.visited, max(scene.druid + 0.5, 0)
    for site in stops:
        end = site + 0.5 if site + 0.5 > start else site + 0.5 + ring.sites
        first = min(end, ring.sites)
        if first > start:
            yield path(ring.arc(SHORE - 5, start, first), "md-way")
        if end > ring.sites:
            yield path(ring.arc(SHORE - 5, 0, end - ring.sites), "md-way")
        yield circle(*ring.at(SHORE - 5, site + 0.5), 5, "md-stop")
        start = site + 0.5


def plateaus(scene: Scene) -> Iterator[Svg]:
    for plateau in range(PLATEAUS):
        yield draw_plateau(scene, plateau)


def draw_plateau(scene: Scene, plateau: int) -> Svg:
    says = plateau_words(scene, plateau)
    kids = [rect(-76, -70, 152, 126, "ring", 16), *table(plateau)]
    name = f"{scene.gid}-plateau{plateau}"
    if plateau in scene.legal.workers:
        ghost = g(*worker(scene.seat), at=spot(len(scene.piles[plateau])), cls=f"s{scene.seat} md-ghost")
        move = f"WORKER {plateau}"
        at = PLATEAU_PLACES[plateau]
        return target(*kids, ghost, says=says, at=at, id=name, cls="md-plateau", data_kind="WORKER", data_move=move)
    return g(title(says), *kids, at=PLATEAU_PLACES[plateau], id=name)


def table(plateau: int) -> Iterator[Svg]:
    """A table mountain, seen from the side, with what it makes."""
    yield path(BLOCK, "plateau")
    yield el("ellipse", cx=0, cy=18, rx=60, ry=14, cls="plateau top")
    yield resource(plateau, -32, 10, 46)


def spot(height: int) -> Point:
    """Where the worker with so many below stands."""
    return PILE[0], PILE[1] - WORKER_STEP * height


def workers(scene: Scene) -> Iterator[Svg]:
    """The piles grow upwards."""
    for plateau, pile in enumerate(scene.piles):
        for height in range(1, len(pile) + 1):
            yield draw_worker(scene, plateau, height)


def draw_worker(scene: Scene, plateau: int, height: int) -> Svg:
    """A worker is named by its plateau and owner, so that it comes down by itself when one below leaves."""
    pile, (x, y), (dx, dy) = scene.piles[plateau], PLATEAU_PLACES[plateau], spot(height - 1)
    seat, at = pile[height - 1], (x + dx, y + dy)
    says, name = worker_words(scene, plateau, height), f"{scene.gid}-w{plateau}-{seat}-{pile[:height].count(seat)}"
    kids = [rect(-22, -20, 44, 36, "ring", 9), *worker(seat)]
    if (plateau, height) not in scene.legal.shifts:
        return g(title(says), *kids, at=at, id=name, cls=f"s{seat}")
    cls = f"s{seat} md-worker k{plateau}{height}"
    place = {"data_plateau": plateau, "data_height": height}
    return target(*kids, says=says, at=at, id=name, cls=cls, data_kind="SHIFT", **place)


def shift_choices(scene: Scene) -> Iterator[Svg]:
    """For each own worker the plateaus where it can go; they show once the worker is chosen."""
    for (plateau, height), goals in scene.legal.shifts.items():
        buttons = (shift_button(scene, plateau, height, goal) for goal in goals)
        yield g(*buttons, cls=f"md-shift g{plateau}{height}")


def shift_button(scene: Scene, plateau: int, height: int, goal: int) -> Svg:
    """Where the worker would stand, and how much the great yield would bring."""
    x, y = spot(len(scene.piles[goal]))
    made = f"+{sum(scene.gains(plateau, height, goal))}"
    half = width(made, 22) / 2 + 8
    return target(
        rect(-76, -70, 152, 126, "ring", 16),
        g(*worker(scene.seat), at=(x, y), cls=f"s{scene.seat} md-ghost"),
        rect(-34 - half, -38, 2 * half, 32, "card-bg", 16),
        words(-34, -14, made, "mid f22"),
        says=shift_words(scene, plateau, height, goal),
        at=PLATEAU_PLACES[goal],
        cls="md-goal",
        id=f"{scene.gid}-g{plateau}{height}{goal}",
        data_kind="SHIFT",
        data_target=goal,
        data_move=f"SHIFT {plateau} {height} {goal}",
    )
