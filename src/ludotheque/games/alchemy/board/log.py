"""The log of Alchemy: one ply in sentences."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ludotheque.art import PlyContext, Say, View, naming
from ludotheque.game import Move, PlayedMove
from ludotheque.games.alchemy.board.scene import Scene
from ludotheque.games.alchemy.board.sentences import (
    describe_catalysts,
    describe_element,
    describe_gold,
    describe_pay,
    describe_player,
    describe_turn,
    name_cell,
)
from ludotheque.games.alchemy.regions import NEIGHBOURS
from ludotheque.games.alchemy.rules import CATALYSE, GIVE, PLACE, TRANSMUTE


@dataclass(frozen=True)
class Ply(PlyContext[Scene]):
    """A move with what the viewer saw before and after it."""

    mover: int
    move: Move


def tell(before: View, after: View, seat: int, say: Say = str, played: PlayedMove | None = None) -> list[str]:
    """Describe one ply to the viewer `seat` (-1: a spectator), in the order in which things happened.

    Alchemy hides nothing, so every viewer knows `played`; without it nothing is said.
    """
    if played is None:
        return []
    was, now = (Scene(view, seat, say, view.names) for view in (before, after))
    return list(describe_ply(Ply(was, now, *played)))


def describe_ply(ply: Ply) -> Iterator[str]:
    if ply.move.kind == PLACE:
        cells = ply.move.a, NEIGHBOURS[ply.move.a][ply.move.b]
        yield name_cells(describe_placement(ply), ply.mover, cells)
    elif ply.move.kind == TRANSMUTE:
        yield name_cells(describe_transmutation(ply), ply.mover, ply.was.region_at(ply.mover, ply.move.a).cells)
    elif ply.move.kind == CATALYSE:
        yield name_cells(describe_catalysis(ply), ply.move.b, [ply.move.a])
    elif ply.move.kind == GIVE:
        yield naming(describe_gift(ply), "gift")
    else:
        yield from describe_end(ply)


def name_cells(text: str, seat: int, cells: Iterable[int]) -> str:
    """Return a sentence that names cells of a seat's bench."""
    return naming(text, *(f"{seat}-{cell}" for cell in cells))


def describe_pair(scene: Scene, pair: Sequence[int]) -> str:
    one, two = (describe_element(scene, element) for element in pair)
    return scene.say("{one} and {two}").format(one=one, two=two)


# The moves of a turn


def describe_placement(ply: Ply) -> str:
    cell, other = name_cell(ply.move.a), name_cell(NEIGHBOURS[ply.move.a][ply.move.b])
    own = ply.say("You place {one} on cell {cell} and {two} on cell {other}.")
    others = ply.say("{name} places {one} on cell {cell} and {two} on cell {other}.")
    one, two = (describe_element(ply.now, element) for element in ply.was.sample)
    return ply.say_to_viewer(ply.mover, own, others, cell=cell, other=other, one=one, two=two)


def describe_gift(ply: Ply) -> str:
    say, rival = ply.say, ply.was.rival
    own = say("You choose a gift for {rival}: {pair}.")
    others = say("{name} chooses a gift for {rival}: {pair}.")
    if rival == ply.now.seat:
        others = say("{name} chooses a gift for you: {pair}.")
    pair = describe_pair(ply.now, (ply.move.a, ply.move.b))
    return ply.say_to_viewer(ply.mover, own, others, rival=ply.now.names[rival], pair=pair)


def describe_transmutation(ply: Ply) -> str:
    region = ply.was.region_at(ply.mover, ply.move.a)
    own, others = ply.say("You transmute {region}: {pay}."), ply.say("{name} transmutes {region}: {pay}.")
    amount = describe_amount(ply.now, region.element, region.size)
    return ply.say_to_viewer(ply.mover, own, others, region=amount, pay=describe_pay(ply.now, region, plus=False))


def describe_amount(scene: Scene, element: int, count: int) -> str:
    """Name `count` cells of `element`."""
    say = scene.say
    if count == 1:
        return (say("1 lead"), say("1 iron"), say("1 copper"), say("1 sulfur"), say("1 mercury"))[element - 1]
    many = (
        say("{count} lead"),
        say("{count} iron"),
        say("{count} copper"),
        say("{count} sulfur"),
        say("{count} mercury"),
    )
    return many[element - 1].format(count=count)


def describe_catalysis(ply: Ply) -> str:
    cell, owner, new = ply.move.a, ply.move.b, ply.move.c
    old = ply.was.benches[owner][cell]
    if old == new:
        return ply.say_to_viewer(ply.mover, ply.say("You waste a catalyst."), ply.say("{name} wastes a catalyst."))
    own = ply.say("You turn {old} into {new} on cell {cell} of {bench}.")
    others = ply.say("{name} turns {old} into {new} on cell {cell} of {bench}.")
    names = {"old": describe_element(ply.now, old), "new": describe_element(ply.now, new)}
    facts = {"cell": name_cell(cell), "bench": describe_bench(ply, owner)}
    return ply.say_to_viewer(ply.mover, own, others, **names, **facts)


def describe_bench(ply: Ply, owner: int) -> str:
    if owner == ply.now.seat:
        return ply.say("your bench")
    if owner == ply.mover:
        return ply.say("their own bench")
    return ply.say("{name}'s bench").format(name=ply.now.names[owner])


# The end of a turn


def describe_end(ply: Ply) -> Iterator[str]:
    """Say what END cost (AL-8, AL-10), then what the next player receives (AL-9) or who has won (AL-11)."""
    yield from describe_costs(ply)
    if ply.now.over:
        yield describe_result(ply)
        return
    own, others = ply.say("You receive {pair}."), ply.say("{name} receives {pair}.")
    receives = ply.say_to_viewer(ply.now.player, own, others, pair=describe_pair(ply.now, ply.now.sample))
    yield naming(receives, "sample")
    yield f"{describe_turn(ply.now)}, {describe_player(ply.now)}."


def describe_costs(ply: Ply) -> Iterator[str]:
    say, was = ply.say, ply.was
    if was.would_empty:
        own = say("You have not placed the sample: your bench is emptied.")
        others = say("{name} has not placed the sample: the bench is emptied.")
        yield ply.say_to_viewer(ply.mover, own, others)
    if was.catalysts:
        own, others = say("You lose {catalysts}."), say("{name} loses {catalysts}.")
        yield ply.say_to_viewer(ply.mover, own, others, catalysts=describe_catalysts(was, was.catalysts))


def describe_result(ply: Ply) -> str:
    say, winners, gold = ply.say, ply.now.winners, describe_gold(ply.now)
    if len(winners) > 1:
        return say("A draw: {gold}.").format(gold=gold)
    return ply.say_to_viewer(winners[0], say("You win: {gold}."), say("{name} wins: {gold}."), gold=gold)
