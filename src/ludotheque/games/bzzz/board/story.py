"""What happened in Bzzz, in words: told from what a viewer saw change, so that nothing hidden is told (BZ-12)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ludotheque.art import PlyContext, Say, View
from ludotheque.game import PlayedMove
from ludotheque.games.bzzz.board.scene import Bee, Scene
from ludotheque.games.bzzz.board.sentences import (
    bee_name,
    kind_name,
    player_words,
    reason,
    side_name,
    turn_count,
    turn_words,
    way_name,
)
from ludotheque.games.bzzz.field import DX, DY
from ludotheque.games.bzzz.rules import DRONE, SCOUT, WORKER
from ludotheque.games.bzzz.skirmish import DODGED, FELL

WAY = {step: way for way, step in enumerate(zip(DX, DY))}
LEARNED = ("room", "gain", "forages")  # a forage changes one of them, or taught nothing
FEW = 6  # bees that a sentence names one by one

Pair = tuple[Bee, Bee]


@dataclass(frozen=True)
class Ply(PlyContext[Scene]):
    """What a viewer saw before one ply, and after it."""

    @cached_property
    def pairs(self) -> list[Pair]:
        """Every bee that there was, as it was and as it is."""
        now = {(bee.seat, bee.number): bee for bee in self.now.bees}
        return [(was, now[was.seat, was.number]) for was in self.was.bees]

    @property
    def laid(self) -> list[Bee]:
        known = {(bee.seat, bee.number) for bee in self.was.bees}
        return [bee for bee in self.now.bees if (bee.seat, bee.number) not in known]

    @property
    def is_end_of_turn(self) -> bool:
        return bool(self.now.view.turn != self.was.view.turn)

    @property
    def knows(self) -> bool:
        """Has the viewer nectar of its own that both views show?"""
        return self.was.seat >= 0 and self.was.knows(self.was.seat)

    def grown(self, name: str) -> Any:
        """By how much each number has grown that the viewer keeps of the flowers."""
        seat = self.was.seat
        return self.now.view.state[name][0, seat] - self.was.view.state[name][0, seat]

    @property
    def foraged(self) -> list[int]:
        """The flowers of which the viewer has learned something."""
        return sorted({int(flower) for name in LEARNED for flower in self.grown(name).nonzero()[0]})

    @property
    def brought_home(self) -> int:
        return self.now.stocks[self.now.seat] - self.was.stocks[self.was.seat]

    @property
    def lost(self) -> int:
        """What the viewer's bees had, or took at the last, and neither carry any more nor brought home."""
        if not self.knows:
            return 0
        had, have = (sum(bee.load for bee in scene.own) for scene in (self.was, self.now))
        return int(had + self.grown("taken").sum() - self.brought_home - have)

    def fought(self, result: int) -> list[Bee]:
        return [bee for bee in self.now.bees if bee.fought == result]


def tell(before: View, after: View, seat: int, say: Say = str, played: PlayedMove | None = None) -> list[str]:
    """The sentences of one ply for one viewer (-1: a spectator), in the order in which things happened."""
    change = Ply(*(Scene(view, seat, say, view.names) for view in (before, after)))
    return list(end_of_turn(change) if change.is_end_of_turn else decision(change))


def decision(change: Ply) -> Iterator[str]:
    """LAY, STEP, FORAGE or HOLD; what others forage changes nothing that is seen."""
    for bee in change.laid:
        yield laid_words(change.now, bee)
    for was, bee in change.pairs:
        if (was.x, was.y) != (bee.x, bee.y):
            yield stepped_words(change.now, was, bee)
        elif bee.used and not was.used:
            yield foraged_words(change, was, bee)


def laid_words(scene: Scene, bee: Bee) -> str:
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


def stepped_words(scene: Scene, was: Bee, bee: Bee) -> str:
    way = way_name(scene, WAY[bee.x - was.x, bee.y - was.y])
    if bee.seat == scene.seat:
        return scene.say("Your {bee} steps {way} to ({x}, {y}).").format(**facts(scene, bee), way=way)
    return scene.say("{name}'s {bee} steps {way} to ({x}, {y}).").format(**facts(scene, bee), way=way)


def facts(scene: Scene, bee: Bee) -> dict[str, Any]:
    return {"name": scene.names[bee.seat], "bee": bee_name(scene, bee), "x": bee.x, "y": bee.y}


def foraged_words(change: Ply, was: Bee, bee: Bee) -> str:
    """What an own bee found; to hold looks like foraging once more what is known to be empty."""
    scene, flowers = change.now, change.foraged
    say, name = scene.say, bee_name(scene, bee)
    if not flowers:
        return say("Your {bee} stays at ({x}, {y}) and takes nothing.").format(**facts(scene, bee))
    flower = {"x": scene.view.flower_x[flowers[0]], "y": scene.view.flower_y[flowers[0]]}
    if was.load == was.carries:
        return say("Your {bee} is full and takes nothing from the flower at ({x}, {y}).").format(bee=name, **flower)
    if bee.load == was.load:
        return say("Your {bee} finds the flower at ({x}, {y}) empty.").format(bee=name, **flower)
    taken = say("Your {bee} takes {gain} nectar from the flower at ({x}, {y}) and now carries {load} of {carries}.")
    return taken.format(bee=name, gain=bee.load - was.load, load=bee.load, carries=bee.carries, **flower)


def end_of_turn(change: Ply) -> Iterator[str]:
    """Bees told nothing forage, those at home drop nectar, bees skirmish, sleepers come round (BZ-6 … BZ-9)."""
    if change.knows:
        yield from harvest(change)
    yield from falls(change)
    yield from dodges(change)
    yield from awakenings(change)
    scene = change.now
    yield victory_words(scene) if scene.over else f"{turn_words(scene)}, {player_words(scene)}."


def harvest(change: Ply) -> Iterator[str]:
    """What the viewer's bees foraged by themselves, and what came into the hive."""
    say, taken = change.now.say, int(change.grown("taken").sum())
    if taken:
        yield by_itself_words(change, taken)
    emptied = [int(flower) for flower in change.grown("empty").nonzero()[0]]
    if emptied:
        yield emptied_words(change.now, emptied)
    if change.brought_home:
        stock = change.now.stocks[change.now.seat]
        home = say("Your hive receives {nectar} nectar and now holds {stock}.")
        yield home.format(nectar=change.brought_home, stock=stock)


def by_itself_words(change: Ply, taken: int) -> str:
    scene = change.was
    bees = [bee for bee in scene.own if scene.by_itself(bee) is not None]
    if len(bees) == 1:
        alone = scene.say("Told nothing, your {bee} forages {nectar} nectar.")
        return alone.format(bee=bee_name(scene, bees[0]), nectar=taken)
    return scene.say("Told nothing, your bees forage {nectar} nectar.").format(nectar=taken)


def emptied_words(scene: Scene, flowers: Sequence[int]) -> str:
    cells = list(zip(scene.view.flower_x, scene.view.flower_y))
    places = ", ".join("({}, {})".format(*cells[flower]) for flower in flowers)
    if len(flowers) == 1:
        return scene.say("The flower at {place} is empty.").format(place=places)
    return scene.say("The flowers at {places} are empty.").format(places=places)


def falls(change: Ply) -> Iterator[str]:
    """Who was knocked out: the viewer's bees, then the others' (BZ-8)."""
    seat, fell = change.now.seat, change.fought(FELL)
    own, others = [bee for bee in fell if bee.seat == seat], [bee for bee in fell if bee.seat != seat]
    if own:
        yield own_fall_words(change.now, own, change.lost)
    if others:
        yield fall_words(change.now, others)


def own_fall_words(scene: Scene, fell: Sequence[Bee], lost: int) -> str:
    say, numbers = scene.say, {"turns": turns_missed(scene, fell[0].ko), "nectar": lost}
    if len(fell) == 1:
        dry = say("Your {bee} at ({x}, {y}) is knocked out for {turns}.")
        robbed = say("Your {bee} at ({x}, {y}) is knocked out for {turns} and loses {nectar} nectar.")
        return (robbed if lost else dry).format(**facts(scene, fell[0]), **numbers)
    dry = say("{count} of your bees are knocked out for {turns}: {bees}.")
    robbed = say("{count} of your bees are knocked out for {turns} and lose {nectar} nectar: {bees}.")
    return (robbed if lost else dry).format(count=len(fell), bees=bee_list(scene, fell), **numbers)


def fall_words(scene: Scene, fell: Sequence[Bee]) -> str:
    turns = turns_missed(scene, fell[0].ko)
    if len(fell) == 1:
        one = scene.say("{name}'s {bee} at ({x}, {y}) is knocked out for {turns}.")
        return one.format(**facts(scene, fell[0]), turns=turns)
    return scene.say("Knocked out for {turns}: {bees}.").format(turns=turns, bees=by_owner(scene, fell))


def turns_missed(scene: Scene, ko: int) -> str:
    """A short KO can be none at all."""
    return turn_count(scene, ko) if ko else scene.say("no turn")


def bee_list(scene: Scene, bees: Sequence[Bee]) -> str:
    """Each by its number, or, of many, how many of each kind."""
    if len(bees) <= FEW:
        return ", ".join(bee_name(scene, bee) for bee in bees)
    kinds = Counter(bee.kind for bee in bees)
    return ", ".join(f"{kind_name(scene, kind)} ×{kinds[kind]}" for kind in sorted(kinds))


def by_owner(scene: Scene, bees: Sequence[Bee]) -> str:
    """Bees in brackets behind whose they are."""
    owned = {seat: [bee for bee in bees if bee.seat == seat] for seat in sorted({bee.seat for bee in bees})}
    return ", ".join(f"{side_name(scene, seat)} ({bee_list(scene, own)})" for seat, own in owned.items())


def dodges(change: Ply) -> Iterator[str]:
    dodged = change.fought(DODGED)
    if dodged:
        yield change.now.say("Dodged: {bees}.").format(bees=by_owner(change.now, dodged))


def awakenings(change: Ply) -> Iterator[str]:
    """Only bees of the player whose turn it was come round (BZ-9)."""
    awake = [bee for was, bee in change.pairs if was.ko and not bee.ko]
    if len(awake) == 1:
        yield awake_words(change.now, awake[0])
    elif awake:
        yield all_awake_words(change.now, awake)


def awake_words(scene: Scene, bee: Bee) -> str:
    if bee.seat == scene.seat:
        return scene.say("Your {bee} at ({x}, {y}) is awake again.").format(**facts(scene, bee))
    return scene.say("{name}'s {bee} at ({x}, {y}) is awake again.").format(**facts(scene, bee))


def all_awake_words(scene: Scene, bees: Sequence[Bee]) -> str:
    counted = {"count": len(bees), "bees": bee_list(scene, bees)}
    if bees[0].seat == scene.seat:
        return scene.say("{count} of your bees are awake again: {bees}.").format(**counted)
    name = scene.names[bees[0].seat]
    return scene.say("{count} of {name}'s bees are awake again: {bees}.").format(name=name, **counted)


def victory_words(scene: Scene) -> str:
    """Who won, and why it is over (BZ-11)."""
    say, won = scene.say, scene.winners
    result = {"nectar": max(scene.stocks), "reason": reason(scene)}
    if len(won) > 1:
        names = ", ".join(side_name(scene, seat) for seat in won)
        return say("The first place is shared with {nectar} nectar ({reason}): {names}.").format(names=names, **result)
    if won[0] == scene.seat:
        return say("You win with {nectar} nectar: {reason}.").format(**result)
    return say("{name} wins with {nectar} nectar: {reason}.").format(name=scene.names[won[0]], **result)
