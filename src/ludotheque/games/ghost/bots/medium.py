"""A greedy bot: every factory sends enough cyborgs to the best factories that it can take alone."""

from dataclasses import dataclass

from ludotheque.games.ghost.launches import list_troops
from ludotheque.games.ghost.map import NEUTRAL, TOP_PRODUCTION
from ludotheque.games.ghost.turn import INC_COST, TURNS
from ludotheque.view import View

PAYBACK_TURNS = 2 * INC_COST  # turns that must be left for raising production to be worth it


@dataclass
class Factory:
    """A factory, with all cyborgs of the own side (`friends`) and the other side (`foes`) that fly to it."""

    id: int
    owner: int
    stock: int
    production: int
    friends: int
    foes: int

    @property
    def spare(self) -> int:
        """The cyborgs that can leave without losing the factory to those that fly to it."""
        return self.stock - max(0, self.foes - self.friends)

    def cost(self, distance: int) -> int:
        """Return the cyborgs that take it from this distance: one more than it has then, without help."""
        made = 0 if self.owner == NEUTRAL else self.production * (distance + 1)
        return self.stock + made + 1


def play(view: View) -> list[str]:
    factories, distance, orders = read_factories(view), view.distance, []
    others = [factory for factory in factories if factory.owner != view.seat]
    for source in sorted(factories, key=lambda factory: -factory.spare):
        if source.owner == view.seat:
            orders += conquer(source, others, distance[source.id])
            if view.league == 3 and is_worth_raising(source, view.turn):
                orders.append(f"INC {source.id}")
    return [*(orders[:1] if view.league == 0 else orders), "END"]  # GC-1: one MOVE per turn


def read_factories(view: View) -> list[Factory]:
    sides = [0] * view.count, [0] * view.count
    for _, (_, target), cyborgs in list_troops(view.state[0]):
        sides[cyborgs < 0][target] += abs(cyborgs)
    facts = (view.owner, view.stock, view.production, sides[view.seat], sides[1 - view.seat])
    return [Factory(i, *numbers) for i, numbers in zip(range(view.count), zip(*facts))]


def conquer(source: Factory, others: list[Factory], distance: list[int]) -> list[str]:
    """Order troops to all factories that can be taken from `source`: high production, near and cheap ones first."""
    orders = []
    targets = [target for target in others if target.production > 0]
    targets.sort(key=lambda t: -t.production / (distance[t.id] * t.cost(distance[t.id])))
    for target in targets:
        cyborgs = target.cost(distance[target.id]) - target.friends
        if 0 < cyborgs <= source.spare:
            orders.append(f"MOVE {source.id} {target.id} {cyborgs}")
            source.stock -= cyborgs
            target.friends += cyborgs
    return orders


def is_worth_raising(factory: Factory, turn: int) -> bool:
    """Return whether production can rise, no attack is on its way, and the price will be earned back."""
    is_safe = factory.foes == 0 and factory.spare >= INC_COST
    return factory.production < TOP_PRODUCTION and is_safe and turn < TURNS - PAYBACK_TURNS


if __name__ == "__main__":
    from ludotheque.protocol import speak

    speak(play)
