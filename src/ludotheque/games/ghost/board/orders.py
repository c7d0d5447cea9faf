"""The orders of this turn: what the viewer's hand is about to do, in violet."""

from collections.abc import Iterator

from ludotheque.art import Svg, g, line, title
from ludotheque.games.ghost.board.bombs import bomb_label
from ludotheque.games.ghost.board.layout import Plan
from ludotheque.games.ghost.board.pill import dart, pill
from ludotheque.games.ghost.board.scene import Order, Scene, cyborg_count, turn_count
from ludotheque.games.ghost.board.space import route


def order_arrows(scene: Scene, plan: Plan) -> Iterator[Svg]:
    for order, _ in plan.orders:
        way = route(scene, order.source, order.target, gap=10, side=0)
        yield line(*way.start, *way.at(1, -10), "order" if order.cyborgs else "order gh-bombing")
        yield g(dart(way, (0, 0), "orderhead"), at=way.at(1, -14))


def order_pills(scene: Scene, plan: Plan) -> Iterator[Svg]:
    for order, at in plan.orders:
        label = (
            pill(str(order.cyborgs), str(order.turns), "gh-draft", "onaccent")
            if order.cyborgs
            else bomb_label(order.turns, "gh-ordered")
        )
        name = f"{scene.gid}-o{order.source}-{order.target}"
        yield g(title(order_words(scene, order)), label, at=at, id=name, cls="noclick")


def order_words(scene: Scene, order: Order) -> str:
    """An order in a sentence."""
    facts = {"source": order.source, "target": order.target, "turns": turn_count(scene, order.turns)}
    if not order.cyborgs:
        return scene.say("Order: a bomb from {source} to {target}, {turns}").format(**facts)
    cyborgs = cyborg_count(scene, order.cyborgs)
    return scene.say("Order: {cyborgs} from {source} to {target}, {turns}").format(cyborgs=cyborgs, **facts)
