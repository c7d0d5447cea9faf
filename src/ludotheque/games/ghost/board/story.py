"""What happened in Ghost in the Cell, in words: told from what a viewer saw change, so that nothing hidden is told."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ludotheque.art import PlyContext, Say, View
from ludotheque.game import PlayedMove
from ludotheque.games.ghost.board.scene import Factory, Order, Scene, Troop, cyborg_count, turn_count
from ludotheque.games.ghost.board.sides import reason, turn_words, winners
from ludotheque.games.ghost.map import NEUTRAL
from ludotheque.games.ghost.turn import HALT, SEATS

FEW = 4  # troops that a sentence names one by one


@dataclass(frozen=True)
class Ply(PlyContext[Scene]):
    """What a viewer saw before one ply, and after it."""

    @property
    def is_end_of_turn(self) -> bool:
        return bool(self.now.view.turn == self.was.view.turn + 1)

    @cached_property
    def pairs(self) -> list[tuple[Factory, Factory]]:
        """Every factory as it was and as it is."""
        return list(zip(self.was.factories, self.now.factories))

    @cached_property
    def out(self) -> list[int]:
        """The sides that failed: what they had turned neutral or vanished before the battles (GC-15)."""
        return [seat for seat in range(SEATS) if self.now.view.over and self.now.view.out[seat]]

    def launched(self, seat: int) -> list[Troop]:
        """The troops of a side that left in the turn that is over."""
        start, way = self.was.view.turn, self.now.distance
        return [
            one for one in self.now.troops if one.seat == seat and one.arrival == start + way[one.source][one.target]
        ]

    @cached_property
    def arrived(self) -> dict[int, list[int]]:
        """How many cyborgs of each side came to a factory (GC-11)."""
        found: dict[int, list[int]] = defaultdict(lambda: [0] * SEATS)
        for troop in self.was.troops:
            if troop.left == 1 and troop.seat not in self.out:
                found[troop.target][troop.seat] += troop.cyborgs
        return dict(sorted(found.items()))


def tell(before: View, after: View, seat: int, say: Say = str, played: PlayedMove | None = None) -> list[str]:
    """The sentences of one ply for one viewer (-1: a spectator), in the order in which things happened."""
    change = Ply(*(Scene(view, seat, say, view.names) for view in (before, after)))
    if change.is_end_of_turn:
        return list(end_of_turn(change))
    return list(decision(change)) if before.turn == after.turn else []


def by(change: Ply, seat: int, own: str, others: str, **facts: object) -> str:
    """What a side does, as it is told it itself or as the others are."""
    return (own if seat == change.now.seat else others).format(name=change.now.names[seat], **facts)


# The orders of a turn


def decision(change: Ply) -> Iterator[str]:
    """An order is told to who gave it, the end of the orders to everybody."""
    yield from ordered(change)
    for seat in change.was.view.active:
        if seat not in change.now.view.active:
            yield by(change, seat, change.say("You have ended the turn."), change.say("{name} has ended the turn."))


def ordered(change: Ply) -> Iterator[str]:
    """MOVE, BOMB or INC; of a route that had a MOVE already, what is new."""
    say, before = change.say, {order[:2]: order.cyborgs for order in change.was.orders}
    for order in change.now.orders:
        cyborgs = order.cyborgs - before.get(order[:2], 0)
        if cyborgs > 0 or order[:2] not in before:
            yield order_told(change.now, order._replace(cyborgs=cyborgs))
    for was, factory in change.pairs:
        if factory.raised > was.raised:
            yield say("Your order: factory {id} makes one more a turn.").format(id=factory.id)


def order_told(scene: Scene, order: Order) -> str:
    facts = {"source": order.source, "target": order.target, "turns": turn_count(scene, order.turns)}
    if not order.cyborgs:
        return scene.say("Your order: a bomb from {source} to {target}, {turns}.").format(**facts)
    cyborgs = cyborg_count(scene, order.cyborgs)
    return scene.say("Your order: {cyborgs} from {source} to {target}, {turns}.").format(cyborgs=cyborgs, **facts)


# The end of a turn


def end_of_turn(change: Ply) -> Iterator[str]:
    """Orders are carried out, troops arrive, bombs go off (GC-8 … GC-12)."""
    yield from launches(change)
    yield from bombs_gone(change)
    yield from raises(change)
    for factory, cyborgs in change.arrived.items():
        yield from battle(change, factory, cyborgs)
    yield from explosions(change)
    yield from recoveries(change)
    yield end_words(change) if change.now.view.over else f"{turn_words(change.now)}."


def launches(change: Ply) -> Iterator[str]:
    """The troops of others; the viewer knows what it ordered."""
    for seat in range(SEATS):
        troops = change.launched(seat)
        if troops and seat != change.now.seat:
            yield launch_words(change.now, seat, troops)


def launch_words(scene: Scene, seat: int, troops: Sequence[Troop]) -> str:
    say, name = scene.say, scene.names[seat]
    if len(troops) > FEW:
        many = say("{name} sends {count} troops: {cyborgs} in all.")
        total = cyborg_count(scene, sum(troop.cyborgs for troop in troops))
        return many.format(name=name, count=len(troops), cyborgs=total)
    route = say("{cyborgs} from {source} to {target}")
    parts = [(cyborg_count(scene, one.cyborgs), one.source, one.target) for one in sorted(troops, key=by_route)]
    listed = ", ".join(route.format(cyborgs=count, source=source, target=target) for count, source, target in parts)
    return say("{name} sends {troops}.").format(name=name, troops=listed)


def by_route(troop: Troop) -> tuple[int, int]:
    return troop.source, troop.target


def bombs_gone(change: Ply) -> Iterator[str]:
    """Where a bomb flies is its sender's secret."""
    for bomb in change.now.bombs:
        if bomb.flown == 1:
            own = change.say("Your bomb left factory {source} for factory {target}.")
            others = change.say("A bomb left factory {source}; its target is unknown.")
            yield by(change, bomb.seat, own, others, source=bomb.source, target=bomb.target)


def raises(change: Ply) -> Iterator[str]:
    """What others raised; the viewer knows what it ordered."""
    for was, factory in change.pairs:
        if factory.production > was.production and was.owner not in (NEUTRAL, change.now.seat):
            raised = change.say("{name} raises the production of factory {id} to {production}.")
            name = change.now.names[was.owner]
            yield raised.format(name=name, id=factory.id, production=factory.production)


# Battles


def battle(change: Ply, target: int, arrived: Sequence[int]) -> Iterator[str]:
    """Who takes the factory, or in vain tried to; those that come to their own side are no news."""
    was, factory = change.pairs[target]
    holder = NEUTRAL if was.owner in change.out else was.owner
    attackers = [seat for seat in range(SEATS) if arrived[seat] and seat != holder]
    if factory.owner not in (holder, NEUTRAL):
        yield conquest(change, target, was.owner, factory.owner)
    elif len(attackers) > 1:
        yield change.say("Both sides fight over factory {id}, and neither takes it.").format(id=target)
    elif attackers:
        yield defence(change, target, holder, attackers[0], arrived[attackers[0]])


def conquest(change: Ply, target: int, loser: int, winner: int) -> str:
    say = change.say
    if loser == NEUTRAL:
        own, others = say("You take the neutral factory {id}."), say("{name} takes the neutral factory {id}.")
        return by(change, winner, own, others, id=target)
    own, others = say("You take factory {id} from {other}."), say("{name} takes factory {id} from {other}.")
    if loser == change.now.seat:
        others = say("{name} takes factory {id} from you.")
    return by(change, winner, own, others, id=target, other=change.now.names[loser])


def defence(change: Ply, target: int, holder: int, attacker: int, cyborgs: int) -> str:
    say, facts = change.say, {"id": target, "cyborgs": cyborg_count(change.now, cyborgs)}
    if holder != NEUTRAL and holder == change.now.seat:
        held = say("You hold factory {id} against {name}, who came with {cyborgs}.")
        return held.format(name=change.now.names[attacker], **facts)
    own = say("You attack factory {id} with {cyborgs} and do not take it.")
    others = say("{name} attacks factory {id} with {cyborgs} and does not take it.")
    return by(change, attacker, own, others, **facts)


# Bombs that go off, and after them


def explosions(change: Ply) -> Iterator[str]:
    """A halt is at its longest only in the turn of the explosion (GC-12)."""
    for _, factory in change.pairs:
        if factory.halted == HALT:
            yield explosion_words(change.now, factory)


def explosion_words(scene: Scene, factory: Factory) -> str:
    turns = turn_count(scene, HALT)
    if not factory.stock:
        empty = scene.say("A bomb explodes at factory {id}: nobody is left there, production halted for {turns}.")
        return empty.format(id=factory.id, turns=turns)
    hit = scene.say("A bomb explodes at factory {id}: {cyborgs} left, production halted for {turns}.")
    return hit.format(id=factory.id, cyborgs=cyborg_count(scene, factory.stock), turns=turns)


def recoveries(change: Ply) -> Iterator[str]:
    for was, factory in change.pairs:
        if was.halted and not factory.halted and factory.owner != NEUTRAL:
            yield change.say("Factory {id} makes cyborgs again.").format(id=factory.id)


# The end of a match


def end_words(change: Ply) -> str:
    """Who won, and why it is over (GC-13 … GC-15)."""
    say, scene, won = change.say, change.now, winners(change.now)
    high, low = max(scene.scores), min(scene.scores)
    facts = {"high": high, "low": low, "reason": end_reason(change)}
    if len(won) > 1:
        return say("A draw with {high} cyborgs each: {reason}.").format(**facts)
    own, others = (
        say("You win with {high} cyborgs to {low}: {reason}."),
        say("{name} wins with {high} cyborgs to {low}: {reason}."),
    )
    return by(change, won[0], own, others, **facts)


def end_reason(change: Ply) -> str:
    if change.out == [change.now.seat]:
        return change.say("you are out")
    return reason(change.now)
