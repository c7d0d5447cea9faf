"""The board in letters, for a terminal of 80 columns."""

from collections.abc import Iterator
from itertools import groupby

from ludotheque.art import Say, View
from ludotheque.games.ghost.board.bombs import bomb_title
from ludotheque.games.ghost.board.orders import order_words
from ludotheque.games.ghost.board.scene import Factory, Scene, Troop, side_name, turn_count
from ludotheque.games.ghost.board.sides import awaited, bomb_words, league_words, reason, turn_words, verdict
from ludotheque.games.ghost.map import NEUTRAL, TOP_PRODUCTION
from ludotheque.games.ghost.turn import SEATS
from ludotheque.letters import fit, folded

NAME = 14


def text(view: View, seat: int, say: Say = str) -> str:
    """The board in letters: `#` is production, `+` what an INC of this turn adds, `-3` a halt of three turns."""
    scene = Scene(view, seat, say, [fit(name, NAME).rstrip() for name in view.names])
    parts = [head_lines(scene), factory_lines(scene), flight_lines(scene), order_lines(scene)]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def head_lines(scene: Scene) -> list[str]:
    """The turn, whose orders are awaited or who won, then a line a side."""
    say, view = scene.say, scene.view
    state = f"{verdict(scene)}, {reason(scene)}" if view.over else say("awaited:") + " " + awaited(scene)
    head = f"Ghost in the Cell · {turn_words(scene)} · {league_words(scene)}"
    return [head, *folded(state, 2), *(side_line(scene, seat) for seat in range(SEATS))]


def side_line(scene: Scene, seat: int) -> str:
    now, full = scene.makes(seat)
    production = f"+{now}" + (f"/{full}" if full > now else "")
    bombs = bomb_words(scene, seat) if scene.view.league >= 2 else ""
    you = " " + scene.say("(you)") if seat == scene.seat else ""
    return f"  {fit(scene.names[seat] + you, 24)} {scene.scores[seat]:>5} {production:<7} {bombs}".rstrip()


def factory_lines(scene: Scene) -> list[str]:
    """A row a factory: whose it is, its cyborgs, what it makes, its halt, and the turns to every other one."""
    to = "".join(f"{i:>3}" for i in range(scene.count))
    head = f"{scene.say('cyborgs'):>{NAME + 8}}{'':9}{scene.say('turns to')}"
    return [head, f"{'':{NAME + 15}}{to}", *(factory_line(scene, one) for one in scene.factories)]


def factory_line(scene: Scene, factory: Factory) -> str:
    name = "" if factory.owner == NEUTRAL else side_name(scene, factory.owner)
    made = "#" * factory.production + "+" * factory.raised
    halt = f"-{factory.halted}" if factory.halted else ""
    ways = scene.distance[factory.id][: scene.count]
    turns = "".join(f"{'.' if i == factory.id else way:>3}" for i, way in enumerate(ways))
    left = factory.stock - factory.spent
    return f"{factory.id:>2} {fit(name, NAME)}{left:>5} {made:.<{TOP_PRODUCTION}}{halt:>3}{turns}"


def flight_lines(scene: Scene) -> list[str]:
    """What arrives, by turn and factory; then the bombs."""
    lines = []
    for (left, target), group in groupby(scene.troops, key=lambda troop: troop[:2]):
        start = scene.say("in {turns} at {target}:").format(turns=turn_count(scene, left), target=target)
        lines += folded(f"{start} {' · '.join(sides(scene, list(group)))}", 4)
    return lines + [line for bomb in scene.bombs for line in folded(bomb_title(scene, bomb), 4)]


def sides(scene: Scene, troops: list[Troop]) -> Iterator[str]:
    """Ada 12 (from 1), 5 (from 3)"""
    for seat, group in groupby(troops, key=lambda troop: troop.seat):
        parts = [scene.say("{cyborgs} (from {source})").format(**troop._asdict()) for troop in group]
        yield f"{side_name(scene, seat)} {', '.join(parts)}"


def order_lines(scene: Scene) -> list[str]:
    """The viewer's orders of this turn."""
    incs = [factory for factory in scene.factories if factory.raised]
    raised = [scene.say("Order: factory {id} makes {raised} more").format(**factory._asdict()) for factory in incs]
    return [*(order_words(scene, order) for order in scene.orders), *raised]
