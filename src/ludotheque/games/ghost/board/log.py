"""The log of Ghost in the Cell: what one ply changed, in sentences.

Orders are described from the move, where the viewer may know it; everything else from what the viewer saw change, so
nothing hidden is told. A viewer who knows the move of another seat sees everything, the targets of bombs included.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ludotheque.art import PlyContext, Say, View, naming
from ludotheque.game import Move, PlayedMove
from ludotheque.games.ghost.board.panels import describe_reason, describe_turn
from ludotheque.games.ghost.board.scene import Factory, Scene, Troop, format_cyborgs, format_turns
from ludotheque.games.ghost.map import NEUTRAL
from ludotheque.games.ghost.rules import BOMB, INC, MOVE
from ludotheque.games.ghost.turn import HALT, SEATS

MOST_LISTED = 4  # troops that a sentence names one by one


@dataclass(frozen=True)
class Ply(PlyContext[Scene]):
    """What a viewer saw before one ply and after it, and the move, if they may know it."""

    played: PlayedMove | None

    @property
    def is_end_of_turn(self) -> bool:
        return bool(self.now.view.turn == self.was.view.turn + 1)

    @property
    def shows_everything(self) -> bool:
        """Moves of others are known only where nothing is hidden."""
        return self.played is not None and self.played.seat != self.now.seat

    @cached_property
    def pairs(self) -> list[tuple[Factory, Factory]]:
        """Every factory before and after the ply."""
        return list(zip(self.was.factories, self.now.factories))

    @cached_property
    def out(self) -> list[int]:
        """The sides that failed: before the battles their factories turned neutral, their troops vanished (GC-15)."""
        return [seat for seat in range(SEATS) if self.now.view.over and self.now.view.out[seat]]

    def find_launched(self, seat: int) -> list[Troop]:
        """Return the troops of a side that left in the turn that has just ended."""
        turn, distance = self.was.view.turn, self.now.distance
        own = [troop for troop in self.now.troops if troop.seat == seat]
        return [troop for troop in own if troop.arrival == turn + distance[troop.source][troop.target]]

    @cached_property
    def arrived(self) -> dict[int, list[int]]:
        """The cyborgs of each side that arrived, by factory (GC-11)."""
        found: dict[int, list[int]] = defaultdict(lambda: [0] * SEATS)
        for troop in self.was.troops:
            if troop.left == 1 and troop.seat not in self.out:
                found[troop.target][troop.seat] += troop.cyborgs
        return dict(sorted(found.items()))


def tell(before: View, after: View, seat: int, say: Say = str, played: PlayedMove | None = None) -> list[str]:
    """Return the sentences of one ply for one viewer (-1: a spectator), in the order in which things happened."""
    was, now = (Scene(view, seat, say, view.names) for view in (before, after))
    ply = Ply(was, now, played)
    if ply.is_end_of_turn:
        return list(describe_end_of_turn(ply))
    return list(describe_decision(ply)) if before.turn == after.turn else []


# The orders of a turn


def describe_decision(ply: Ply) -> Iterator[str]:
    """Orders are shown to those who may know them, the end of a seat's turn to all."""
    if ply.played is not None and ply.played.move.kind in (MOVE, BOMB, INC):
        order = ply.played.move
        factories = (order.a,) if order.kind == INC else (order.a, order.b)
        yield name_factories(describe_order(ply, *ply.played), *factories)
    for seat in ply.was.view.active:
        if seat not in ply.now.view.active:
            yield ply.say_to_viewer(seat, ply.say("You have ended the turn."), ply.say("{name} has ended the turn."))


def name_factories(text: str, *factories: int) -> str:
    return naming(text, *(f"f{factory}" for factory in factories))


def describe_order(ply: Ply, seat: int, order: Move) -> str:
    say = ply.say
    if order.kind == INC:
        own = say("Your order: factory {id} makes one more a turn.")
        return ply.say_to_viewer(seat, own, say("Order of {name}: factory {id} makes one more a turn."), id=order.a)
    turns = format_turns(ply.now, ply.now.distance[order.a][order.b])
    facts = {"source": order.a, "target": order.b, "turns": turns}
    if order.kind == BOMB:
        own = say("Your order: a bomb from {source} to {target}, {turns}.")
        return ply.say_to_viewer(seat, own, say("Order of {name}: a bomb from {source} to {target}, {turns}."), **facts)
    own = say("Your order: {cyborgs} from {source} to {target}, {turns}.")
    others = say("Order of {name}: {cyborgs} from {source} to {target}, {turns}.")
    return ply.say_to_viewer(seat, own, others, cyborgs=format_cyborgs(ply.now, order.c), **facts)


# The end of a turn


def describe_end_of_turn(ply: Ply) -> Iterator[str]:
    """Orders are carried out, troops arrive, bombs explode (GC-8 … GC-12)."""
    yield from describe_launches(ply)
    yield from describe_bomb_launches(ply)
    yield from describe_raises(ply)
    for factory, cyborgs in ply.arrived.items():
        yield from (name_factories(text, factory) for text in describe_battle(ply, factory, cyborgs))
    yield from describe_explosions(ply)
    yield from describe_recoveries(ply)
    yield describe_end_of_match(ply) if ply.now.view.over else f"{describe_turn(ply.now)}."


def describe_launches(ply: Ply) -> Iterator[str]:
    """The troops of others: the viewer's own are known from their orders."""
    for seat in range(SEATS):
        troops = ply.find_launched(seat)
        if troops and seat != ply.now.seat:
            ends = [factory for troop in troops for factory in (troop.source, troop.target)]
            yield name_factories(describe_troops(ply.now, seat, troops), *ends)


def describe_troops(scene: Scene, seat: int, troops: Sequence[Troop]) -> str:
    say, name = scene.say, scene.names[seat]
    if len(troops) > MOST_LISTED:
        many = say("{name} sends {count} troops: {cyborgs} in all.")
        total = format_cyborgs(scene, sum(troop.cyborgs for troop in troops))
        return many.format(name=name, count=len(troops), cyborgs=total)
    by_route = sorted(troops, key=lambda troop: (troop.source, troop.target))
    part = say("{cyborgs} from {source} to {target}")
    parts = [
        part.format(cyborgs=format_cyborgs(scene, troop.cyborgs), source=troop.source, target=troop.target)
        for troop in by_route
    ]
    return say("{name} sends {troops}.").format(name=name, troops=", ".join(parts))


def describe_bomb_launches(ply: Ply) -> Iterator[str]:
    """The target of a bomb is its sender's secret, unless everything is shown."""
    own = ply.say("Your bomb left factory {source} for factory {target}.")
    others = ply.say("A bomb left factory {source}; its target is unknown.")
    if ply.shows_everything:
        others = ply.say("{name}: a bomb left factory {source} for factory {target}.")
    for bomb in ply.now.bombs:
        if bomb.flown == 1:
            is_known = bomb.seat == ply.now.seat or ply.shows_everything
            launch = ply.say_to_viewer(bomb.seat, own, others, source=bomb.source, target=bomb.target)
            yield name_factories(launch, bomb.source, *([bomb.target] if is_known else []))


def describe_raises(ply: Ply) -> Iterator[str]:
    """The production that others raised: the viewer's own is known from their orders."""
    for was, factory in ply.pairs:
        if factory.production > was.production and was.owner not in (NEUTRAL, ply.now.seat):
            raised = ply.say("{name} raises the production of factory {id} to {production}.")
            name = ply.now.names[was.owner]
            text = raised.format(name=name, id=factory.id, production=factory.production)
            yield name_factories(text, factory.id)


# Battles


def describe_battle(ply: Ply, target: int, arrived: Sequence[int]) -> Iterator[str]:
    """Attacks with their result; cyborgs that only join their own side are left out."""
    was, factory = ply.pairs[target]
    holder = NEUTRAL if was.owner in ply.out else was.owner
    attackers = [seat for seat in range(SEATS) if arrived[seat] and seat != holder]
    if factory.owner not in (holder, NEUTRAL):
        yield describe_conquest(ply, target, was.owner, factory.owner)
    elif len(attackers) > 1:
        yield ply.say("Both sides fight over factory {id}, and neither takes it.").format(id=target)
    elif attackers:
        yield describe_defence(ply, target, holder, attackers[0], arrived[attackers[0]])


def describe_conquest(ply: Ply, target: int, loser: int, winner: int) -> str:
    say = ply.say
    if loser == NEUTRAL:
        own, others = say("You take the neutral factory {id}."), say("{name} takes the neutral factory {id}.")
        return ply.say_to_viewer(winner, own, others, id=target)
    own, others = say("You take factory {id} from {other}."), say("{name} takes factory {id} from {other}.")
    if loser == ply.now.seat:
        others = say("{name} takes factory {id} from you.")
    return ply.say_to_viewer(winner, own, others, id=target, other=ply.now.names[loser])


def describe_defence(ply: Ply, target: int, holder: int, attacker: int, cyborgs: int) -> str:
    say, facts = ply.say, {"id": target, "cyborgs": format_cyborgs(ply.now, cyborgs)}
    if holder != NEUTRAL and holder == ply.now.seat:
        held = say("You hold factory {id} against {name}, who came with {cyborgs}.")
        return held.format(name=ply.now.names[attacker], **facts)
    own = say("You attack factory {id} with {cyborgs} and do not take it.")
    others = say("{name} attacks factory {id} with {cyborgs} and does not take it.")
    return ply.say_to_viewer(attacker, own, others, **facts)


# Explosions and halts


def describe_explosions(ply: Ply) -> Iterator[str]:
    """A halt has its full length only in the turn of the explosion (GC-12)."""
    for _, factory in ply.pairs:
        if factory.halted == HALT:
            yield name_factories(describe_explosion(ply.now, factory), factory.id)


def describe_explosion(scene: Scene, factory: Factory) -> str:
    turns = format_turns(scene, HALT)
    if not factory.stock:
        empty = scene.say("A bomb explodes at factory {id}: nobody is left there, production halted for {turns}.")
        return empty.format(id=factory.id, turns=turns)
    hit = scene.say("A bomb explodes at factory {id}: {cyborgs} left, production halted for {turns}.")
    return hit.format(id=factory.id, cyborgs=format_cyborgs(scene, factory.stock), turns=turns)


def describe_recoveries(ply: Ply) -> Iterator[str]:
    for was, factory in ply.pairs:
        if was.halted and not factory.halted and factory.owner != NEUTRAL:
            yield name_factories(ply.say("Factory {id} makes cyborgs again.").format(id=factory.id), factory.id)


# The end of a match


def describe_end_of_match(ply: Ply) -> str:
    """Return who won, and why the match is over (GC-13 … GC-15)."""
    say, scene = ply.say, ply.now
    reason = say("you are out") if ply.out == [scene.seat] else describe_reason(scene)
    facts = {"high": max(scene.scores), "low": min(scene.scores), "reason": reason}
    if len(scene.winners) > 1:
        return say("A draw with {high} cyborgs each: {reason}.").format(**facts)
    own = say("You win with {high} cyborgs to {low}: {reason}.")
    others = say("{name} wins with {high} cyborgs to {low}: {reason}.")
    return ply.say_to_viewer(scene.winners[0], own, others, **facts)
