"""The log of Bzzz: one ply as sentences for one viewer, without anything hidden from them (BZ-12)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ludotheque.art import PlyContext, Say, View, naming
from ludotheque.game import Move, PlayedMove
from ludotheque.games.bzzz.board.scene import Bee, Scene
from ludotheque.games.bzzz.board.sentences import (
    describe_player,
    describe_reason,
    describe_turn,
    format_turns,
    name_bee,
    name_kind,
    name_way,
)
from ludotheque.games.bzzz.field import DX, DY
from ludotheque.games.bzzz.rules import DRONE, FORAGE, HOLD, SCOUT, WORKER
from ludotheque.games.bzzz.skirmish import DODGED, FELL

WAY = {step: way for way, step in enumerate(zip(DX, DY))}
FEW = 6  # up to this many bees are named one by one

Pair = tuple[Bee, Bee]


@dataclass(frozen=True)
class Ply(PlyContext[Scene]):
    """What a viewer saw before one ply, and after it."""

    @cached_property
    def pairs(self) -> list[Pair]:
        """Every bee that existed before the ply, as it was and as it is."""
        now = {(bee.seat, bee.number): bee for bee in self.now.bees}
        return [(was, now[was.seat, was.number]) for was in self.was.bees]

    @property
    def new_bees(self) -> list[Bee]:
        known = {(bee.seat, bee.number) for bee in self.was.bees}
        return [bee for bee in self.now.bees if (bee.seat, bee.number) not in known]

    @property
    def is_end_of_turn(self) -> bool:
        return bool(self.now.view.turn != self.was.view.turn)

    @property
    def knows_nectar(self) -> bool:
        """Whether both views show nectar of the viewer."""
        return self.was.seat >= 0 and self.was.knows(self.was.seat)

    def growth(self, name: str) -> Any:
        """Return by how much a field of the viewer's knowledge has grown, by flower."""
        seat = self.was.seat
        return self.now.view.state[name][0, seat] - self.was.view.state[name][0, seat]

    @property
    def nectar_gain(self) -> int:
        """The nectar that came into the viewer's hive."""
        return self.now.stocks[self.now.seat] - self.was.stocks[self.was.seat]

    @property
    def lost_nectar(self) -> int:
        """Nectar that the viewer's bees had or took this turn, and neither carry any more nor brought home."""
        if not self.knows_nectar:
            return 0
        had, have = (sum(bee.load for bee in scene.own) for scene in (self.was, self.now))
        return int(had + self.growth("taken").sum() - self.nectar_gain - have)

    def bees_with(self, result: int) -> list[Bee]:
        """Return the bees that DODGED or FELL in this turn's skirmish."""
        return [bee for bee in self.now.bees if bee.fought == result]


def tell(before: View, after: View, seat: int, say: Say = str, played: PlayedMove | None = None) -> list[str]:
    """Return the sentences of one ply for one viewer (-1: a spectator), in the order of events.

    `played` is the move, if the viewer may know it. Other seats' FORAGE and HOLD change nothing that is seen.
    """
    ply = Ply(*(Scene(view, seat, say, view.names) for view in (before, after)))
    if ply.is_end_of_turn:
        return list(describe_end_of_turn(ply))
    own_move = played.move if played is not None and played.seat == seat else None
    return list(describe_move(ply, own_move))


def describe_move(ply: Ply, own_move: Move | None) -> Iterator[str]:
    """LAY and STEP are seen by all viewers; FORAGE and HOLD are known to the seat that plays them."""
    for bee in ply.new_bees:
        yield name_bees(describe_laying(ply.now, bee), [bee])
    for was, bee in ply.pairs:
        if (was.x, was.y) != (bee.x, bee.y):
            yield name_bees(describe_step(ply.now, was, bee), [bee])
    if own_move is not None and own_move.kind == HOLD:
        bee = ply.now.own[own_move.a]
        stays = ply.say("Your {bee} stays at ({x}, {y}) and takes nothing.").format(**facts_of(ply.now, bee))
        yield name_bees(stays, [bee])
    elif own_move is not None and own_move.kind == FORAGE:
        bee = ply.now.own[own_move.a]
        flower = ply.now.flower_beside(bee, own_move.b)
        yield name_bees(describe_forage(ply, own_move.a, own_move.b), [bee], [flower.id])


def name_bees(text: str, bees: Iterable[Bee], flowers: Iterable[int] = ()) -> str:
    """Return a sentence that names bees and flowers."""
    return naming(text, *(f"b{bee.seat}-{bee.number}" for bee in bees), *(f"f{flower}" for flower in flowers))


def describe_laying(scene: Scene, bee: Bee) -> str:
    say = scene.say
    if bee.seat == scene.seat:
        price = scene.view.cout_ponte
        own = {
            WORKER: say("You lay a worker for {price} nectar."),
            DRONE: say("You lay a drone for {price} nectar."),
            SCOUT: say("You lay a scout for {price} nectar."),
        }
        return own[bee.kind].format(price=price)
    others = {
        WORKER: say("{name} lays a worker."),
        DRONE: say("{name} lays a drone."),
        SCOUT: say("{name} lays a scout."),
    }
    return others[bee.kind].format(name=scene.names[bee.seat])


def describe_step(scene: Scene, was: Bee, bee: Bee) -> str:
    way = name_way(scene, WAY[bee.x - was.x, bee.y - was.y])
    if bee.seat == scene.seat:
        return scene.say("Your {bee} steps {way} to ({x}, {y}).").format(**facts_of(scene, bee), way=way)
    return scene.say("{name}'s {bee} steps {way} to ({x}, {y}).").format(**facts_of(scene, bee), way=way)


def facts_of(scene: Scene, bee: Bee) -> dict[str, Any]:
    return {"name": scene.names[bee.seat], "bee": name_bee(scene, bee), "x": bee.x, "y": bee.y}


def describe_forage(ply: Ply, number: int, way: int) -> str:
    was, bee, say = ply.was.own[number], ply.now.own[number], ply.say
    flower = ply.now.flower_beside(bee, way)
    facts = {"bee": name_bee(ply.now, bee), "x": flower.x, "y": flower.y}
    if was.load == was.carries:
        return say("Your {bee} is full and takes nothing from the flower at ({x}, {y}).").format(**facts)
    if bee.load == was.load:
        return say("Your {bee} finds the flower at ({x}, {y}) empty.").format(**facts)
    taken = say("Your {bee} takes {gain} nectar from the flower at ({x}, {y}) and now carries {load} of {carries}.")
    return taken.format(gain=bee.load - was.load, load=bee.load, carries=bee.carries, **facts)


def describe_end_of_turn(ply: Ply) -> Iterator[str]:
    """Idle bees forage, bees at home drop nectar, bees skirmish, knocked out bees recover (BZ-6 … BZ-9)."""
    if ply.knows_nectar:
        yield from describe_harvest(ply)
    yield from describe_falls(ply)
    yield from describe_dodges(ply)
    yield from describe_recoveries(ply)
    scene = ply.now
    yield describe_victory(scene) if scene.over else f"{describe_turn(scene)}, {describe_player(scene)}."


def describe_harvest(ply: Ply) -> Iterator[str]:
    """Say what the viewer's idle bees foraged, and what came into the hive."""
    say, taken = ply.now.say, int(ply.growth("taken").sum())
    if taken:
        yield describe_idle_bees(ply, taken)
    emptied = [int(flower) for flower in ply.growth("empty").nonzero()[0]]
    if emptied:
        yield name_bees(describe_emptied(ply.now, emptied), [], emptied)
    if ply.nectar_gain:
        stock = ply.now.stocks[ply.now.seat]
        home = say("Your hive receives {nectar} nectar and now holds {stock}.")
        yield naming(home.format(nectar=ply.nectar_gain, stock=stock), f"h{ply.now.seat}")


def describe_idle_bees(ply: Ply, taken: int) -> str:
    scene = ply.was
    bees = [bee for bee in scene.own if scene.flower_for_idle(bee) is not None]
    if len(bees) == 1:
        alone = scene.say("Told nothing, your {bee} forages {nectar} nectar.")
        return alone.format(bee=name_bee(scene, bees[0]), nectar=taken)
    return scene.say("Told nothing, your bees forage {nectar} nectar.").format(nectar=taken)


def describe_emptied(scene: Scene, flowers: Sequence[int]) -> str:
    cells = list(zip(scene.view.flower_x, scene.view.flower_y))
    places = ", ".join("({}, {})".format(*cells[flower]) for flower in flowers)
    if len(flowers) == 1:
        return scene.say("The flower at {place} is empty.").format(place=places)
    return scene.say("The flowers at {places} are empty.").format(places=places)


def describe_falls(ply: Ply) -> Iterator[str]:
    """Say which bees were knocked out: the viewer's first, then the others (BZ-8)."""
    seat, fell = ply.now.seat, ply.bees_with(FELL)
    own, others = [bee for bee in fell if bee.seat == seat], [bee for bee in fell if bee.seat != seat]
    if own:
        yield name_bees(describe_own_falls(ply.now, own, ply.lost_nectar), own)
    if others:
        yield name_bees(describe_other_falls(ply.now, others), others)


def describe_own_falls(scene: Scene, fell: Sequence[Bee], lost: int) -> str:
    say, numbers = scene.say, {"turns": format_missed_turns(scene, fell[0].ko), "nectar": lost}
    if len(fell) == 1:
        plain = say("Your {bee} at ({x}, {y}) is knocked out for {turns}.")
        with_loss = say("Your {bee} at ({x}, {y}) is knocked out for {turns} and loses {nectar} nectar.")
        return (with_loss if lost else plain).format(**facts_of(scene, fell[0]), **numbers)
    plain = say("{count} of your bees are knocked out for {turns}: {bees}.")
    with_loss = say("{count} of your bees are knocked out for {turns} and lose {nectar} nectar: {bees}.")
    return (with_loss if lost else plain).format(count=len(fell), bees=list_bees(scene, fell), **numbers)


def describe_other_falls(scene: Scene, fell: Sequence[Bee]) -> str:
    turns = format_missed_turns(scene, fell[0].ko)
    if len(fell) == 1:
        one = scene.say("{name}'s {bee} at ({x}, {y}) is knocked out for {turns}.")
        return one.format(**facts_of(scene, fell[0]), turns=turns)
    return scene.say("Knocked out for {turns}: {bees}.").format(turns=turns, bees=list_by_owner(scene, fell))


def format_missed_turns(scene: Scene, ko: int) -> str:
    """Return the turns as words; with the option short_ko, a bee may miss no turn."""
    return format_turns(scene, ko) if ko else scene.say("no turn")


def list_bees(scene: Scene, bees: Sequence[Bee]) -> str:
    """Name each bee, or count them by kind if there are more than FEW."""
    if len(bees) <= FEW:
        return ", ".join(name_bee(scene, bee) for bee in bees)
    kinds = Counter(bee.kind for bee in bees)
    return ", ".join(f"{name_kind(scene, kind)} ×{kinds[kind]}" for kind in sorted(kinds))


def list_by_owner(scene: Scene, bees: Sequence[Bee]) -> str:
    """Name each owner, followed by their bees in brackets."""
    owned = {seat: [bee for bee in bees if bee.seat == seat] for seat in sorted({bee.seat for bee in bees})}
    you = scene.say("you")
    return ", ".join(f"{scene.name_or_you(seat, you)} ({list_bees(scene, own)})" for seat, own in owned.items())


def describe_dodges(ply: Ply) -> Iterator[str]:
    dodged = ply.bees_with(DODGED)
    if dodged:
        yield name_bees(ply.now.say("Dodged: {bees}.").format(bees=list_by_owner(ply.now, dodged)), dodged)


def describe_recoveries(ply: Ply) -> Iterator[str]:
    """Say which bees are awake again; only bees of the seat that played the turn can be (BZ-9)."""
    awake = [bee for was, bee in ply.pairs if was.ko and not bee.ko]
    if len(awake) == 1:
        yield name_bees(describe_one_awake(ply.now, awake[0]), awake)
    elif awake:
        yield name_bees(describe_many_awake(ply.now, awake), awake)


def describe_one_awake(scene: Scene, bee: Bee) -> str:
    if bee.seat == scene.seat:
        return scene.say("Your {bee} at ({x}, {y}) is awake again.").format(**facts_of(scene, bee))
    return scene.say("{name}'s {bee} at ({x}, {y}) is awake again.").format(**facts_of(scene, bee))


def describe_many_awake(scene: Scene, bees: Sequence[Bee]) -> str:
    counted = {"count": len(bees), "bees": list_bees(scene, bees)}
    if bees[0].seat == scene.seat:
        return scene.say("{count} of your bees are awake again: {bees}.").format(**counted)
    name = scene.names[bees[0].seat]
    return scene.say("{count} of {name}'s bees are awake again: {bees}.").format(name=name, **counted)


def describe_victory(scene: Scene) -> str:
    """Say who won, and why the match is over (BZ-11)."""
    say, won = scene.say, scene.winners
    result = {"nectar": max(scene.stocks), "reason": describe_reason(scene)}
    if len(won) > 1:
        names = ", ".join(scene.name_or_you(seat, say("you")) for seat in won)
        return say("The first place is shared with {nectar} nectar ({reason}): {names}.").format(names=names, **result)
    if won[0] == scene.seat:
        return say("You win with {nectar} nectar: {reason}.").format(**result)
    return say("{name} wins with {nectar} nectar: {reason}.").format(name=scene.names[won[0]], **result)
