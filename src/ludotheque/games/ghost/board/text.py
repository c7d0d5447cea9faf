"""The board as text, for a terminal of 80 columns."""

from collections.abc import Iterator
from itertools import groupby

from ludotheque.art import Say, View
from ludotheque.games.ghost.board.flights import describe_bomb, list_orders
from ludotheque.games.ghost.board.panels import (
    describe_bombs_left,
    describe_league,
    describe_reason,
    describe_result,
    describe_turn,
    list_awaited,
)
from ludotheque.games.ghost.board.scene import Factory, Scene, Troop, format_turns
from ludotheque.games.ghost.map import NEUTRAL, TOP_PRODUCTION
from ludotheque.games.ghost.turn import SEATS
from ludotheque.letters import fit, folded

NAME_COLUMNS = 14


def text(view: View, seat: int, say: Say = str) -> str:
    """Return the board as text: `#` is production, `+` what an INC of this turn adds, `-3` a halt of three turns."""
    scene = Scene(view, seat, say, [fit(name, NAME_COLUMNS).rstrip() for name in view.names])
    parts = [write_head(scene), write_factories(scene), write_flights(scene), list_orders(scene)]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def write_head(scene: Scene) -> list[str]:
    """The turn, the awaited seats or the result, and a line for each side."""
    if scene.view.over:
        state = f"{describe_result(scene)}, {describe_reason(scene)}"
    else:
        state = scene.say("awaited:") + " " + list_awaited(scene)
    head = f"Ghost in the Cell · {describe_turn(scene)} · {describe_league(scene)}"
    return [head, *folded(state, 2), *(write_side(scene, seat) for seat in range(SEATS))]


def write_side(scene: Scene, seat: int) -> str:
    now, full = scene.count_production(seat)
    production = f"+{now}" + (f"/{full}" if full > now else "")
    bombs = describe_bombs_left(scene, seat) if scene.view.league >= 2 else ""
    you = " " + scene.say("(you)") if seat == scene.seat else ""
    return f"  {fit(scene.names[seat] + you, 24)} {scene.scores[seat]:>5} {production:<7} {bombs}".rstrip()


def write_factories(scene: Scene) -> list[str]:
    """A row for each factory: owner, cyborgs, production, halt, and the turns to every other one."""
    to = "".join(f"{i:>3}" for i in range(scene.count))
    head = f"{scene.say('cyborgs'):>{NAME_COLUMNS + 8}}{'':9}{scene.say('turns to')}"
    return [head, f"{'':{NAME_COLUMNS + 15}}{to}", *(write_factory(scene, one) for one in scene.factories)]


def write_factory(scene: Scene, factory: Factory) -> str:
    name = "" if factory.owner == NEUTRAL else scene.name_or_you(factory.owner, scene.say("you"))
    production = "#" * factory.production + "+" * factory.raised
    halt = f"-{factory.halted}" if factory.halted else ""
    distances = scene.distance[factory.id][: scene.count]
    turns = "".join(f"{'.' if i == factory.id else distance:>3}" for i, distance in enumerate(distances))
    left = factory.stock - factory.spent
    return f"{factory.id:>2} {fit(name, NAME_COLUMNS)}{left:>5} {production:.<{TOP_PRODUCTION}}{halt:>3}{turns}"


def write_flights(scene: Scene) -> list[str]:
    """The troops by turn of arrival and factory, then the bombs."""
    lines = []
    for (left, target), group in groupby(scene.troops, key=lambda troop: troop[:2]):
        start = scene.say("in {turns} at {target}:").format(turns=format_turns(scene, left), target=target)
        lines += folded(f"{start} {' · '.join(write_arrivals(scene, list(group)))}", 4)
    return lines + [line for bomb in scene.bombs for line in folded(describe_bomb(scene, bomb), 4)]


def write_arrivals(scene: Scene, troops: list[Troop]) -> Iterator[str]:
    """Yield a part for each side, like "Ada 12 (from 1), 5 (from 3)"."""
    for seat, group in groupby(troops, key=lambda troop: troop.seat):
        parts = [scene.say("{cyborgs} (from {source})").format(**troop._asdict()) for troop in group]
        yield f"{scene.name_or_you(seat, scene.say('you'))} {', '.join(parts)}"
