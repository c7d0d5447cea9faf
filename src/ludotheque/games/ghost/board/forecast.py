"""What an order of Ghost in the Cell would bring, as far as its sender can know.

The turns until the arrival are played with the rules, on the position that the seat sees: troops in flight and the
seat's own orders and bombs count, while nobody gives a further order and bombs with a hidden target hit nothing.
"""

from ludotheque.art import Forecast, Say, View
from ludotheque.compile import for_interpreter
from ludotheque.game import Move
from ludotheque.games.ghost.board.scene import Scene, format_cyborgs, format_orders, format_turns
from ludotheque.games.ghost.rules import BOMB, INC, MOVE, stage_bomb, stage_move
from ludotheque.games.ghost.turn import HALT, INC_COST, TURNS, resolve_turn


def foresee(view: View, seat: int, move: str, say: Say = str) -> Forecast:
    """Say when a troop or bomb arrives and what it does there, or what INC and END do."""
    scene, order = Scene(view, seat, say, view.names), view.parse_move(move)
    if order.kind in (MOVE, BOMB):
        return Forecast(describe_flight(scene, order))
    if order.kind == INC:
        factory = scene.factories[order.a]
        left = format_cyborgs(scene, factory.stock - factory.spent - INC_COST)
        facts = {"id": order.a, "production": factory.production + factory.raised + 1, "left": left}
        return Forecast(say("Factory {id} then makes {production} a turn; {left} stay there now.").format(**facts))
    return Forecast(say("The turn ends with {orders}.").format(orders=format_orders(scene)))


def describe_flight(scene: Scene, order: Move) -> str:
    """Say when the order arrives, and what it does as far as the viewer can know."""
    say, distance = scene.say, scene.distance[order.a][order.b]
    arrival = scene.view.turn + distance + 1
    facts = {"turns": format_turns(scene, distance), "turn": arrival}
    if arrival > TURNS:
        return say("Flies {turns}: the match is over before.").format(**facts)
    when = say("Arrives in {turns}, in turn {turn}:").format(**facts)
    effect = describe_hit(scene, order, distance) if order.kind == BOMB else describe_arrival(scene, order, distance)
    return f"{when} {effect}"


def describe_arrival(scene: Scene, order: Move, distance: int) -> str:
    """Say who holds the target after the troop has arrived."""
    say, (owner, stock) = scene.say, project(scene, order, order.b, distance + 1)
    cyborgs = format_cyborgs(scene, stock)
    if owner != scene.seat:
        return say("does not take factory {id}, as far as you can know; {cyborgs} stay there.").format(
            id=order.b, cyborgs=cyborgs
        )
    if scene.factories[order.b].owner == scene.seat:
        return say("you then have {cyborgs} in factory {id}, as far as you can know.").format(
            id=order.b, cyborgs=cyborgs
        )
    return say("takes factory {id} with {count} left, as far as you can know.").format(id=order.b, count=stock)


def describe_hit(scene: Scene, order: Move, distance: int) -> str:
    """Say how many cyborgs a bomb destroys; its target is hit after the turn's production and battle (GC-12)."""
    _, spared = project(scene, order, order.b, distance + 1)
    _, stock = project(scene, None, order.b, distance + 1)
    destroyed = format_cyborgs(scene, max(0, stock - spared))
    facts = {"cyborgs": destroyed, "id": order.b, "turns": format_turns(scene, HALT)}
    return scene.say("destroys {cyborgs} in factory {id}, as far as you can know, and halts it for {turns}.").format(
        **facts
    )


def project(scene: Scene, order: Move | None, factory: int, turns: int) -> tuple[int, int]:
    """Return owner and stock of a factory after some turns, with one more order of the viewer."""
    state = for_interpreter(scene.view.state.copy())[0]
    if order is not None:
        stage = stage_move if order.kind == MOVE else stage_bomb
        stage(state, scene.seat, order)
    for _ in range(turns):
        resolve_turn(state)
    return state.owner[factory], state.stock[factory]
