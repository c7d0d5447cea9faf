"""The log of Alchemy: what one ply changed, told in words from what was seen before and after it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ludotheque.art import PlyContext, Say, View, signed
from ludotheque.game import PlayedMove
from ludotheque.games.alchemy.board.scene import Region, Scene
from ludotheque.games.alchemy.board.sentences import (
    catalyst_count,
    element_name,
    gold_words,
    player_words,
    turn_words,
)
from ludotheque.games.alchemy.rules import EMPTY, SEATS


class Cell(NamedTuple):
    """A cell that changed, and what it held before and holds now."""

    seat: int
    number: int
    old: int
    new: int


@dataclass(frozen=True)
class Ply(PlyContext[Scene]):
    """A move between two looks at the board."""

    @property
    def mover(self) -> int:
        return self.was.player

    @cached_property
    def turns(self) -> int:
        """By how many turns the match went on."""
        return int(self.now.view.turn - self.was.view.turn)

    @cached_property
    def cells(self) -> list[Cell]:
        """What changed on the benches."""
        benches = [zip(self.was.benches[seat], self.now.benches[seat]) for seat in range(SEATS)]
        pairs = [(seat, cell, old, new) for seat, bench in enumerate(benches) for cell, (old, new) in enumerate(bench)]
        return [Cell(*pair) for pair in pairs if pair[2] != pair[3]]

    @property
    def is_place(self) -> bool:
        return self.now.has_placed and not self.was.has_placed and len(self.cells) == 2

    @property
    def is_gift(self) -> bool:
        return self.now.has_given and not self.was.has_given

    @property
    def is_catalysis(self) -> bool:
        """One cell at most: it may become what it was (AL-16)."""
        return self.now.catalysts == self.was.catalysts - 1 and len(self.cells) <= 1

    @property
    def is_transmutation(self) -> bool:
        """A region has gone, and no placement was taken back."""
        return self.now.has_placed == self.was.has_placed and {cell.new for cell in self.cells} == {EMPTY}


def tell(before: View, after: View, seat: int, say: Say = str, played: PlayedMove | None = None) -> list[str]:
    """The sentences of one ply, in the order in which things happened (-1: to a spectator)."""
    was, now = (Scene(view, seat, say, view.names) for view in (before, after))
    return list(story(Ply(was, now)))


def story(ply: Ply) -> Iterator[str]:
    if ply.turns == 1:
        yield from turn_ended(ply)
    elif ply.turns == 0:
        yield from action(ply)


def action(ply: Ply) -> Iterator[str]:
    """PLACE, GIVE, CATALYSE or TRANSMUTE."""
    if ply.is_place:
        yield placed(ply)
    elif ply.is_gift:
        yield given(ply)
    elif ply.is_catalysis:
        yield catalysed(ply, ply.cells[0]) if ply.cells else wasted(ply)
    elif ply.is_transmutation:
        yield transmuted(ply)


def by(ply: Ply, seat: int, own: str, others: str, **facts: object) -> str:
    """What a player does, as he is told it himself or as the others are."""
    return (own if seat == ply.now.seat else others).format(name=ply.now.names[seat], **facts)


def pair_words(scene: Scene, pair: Sequence[int]) -> str:
    one, two = (element_name(scene, element) for element in pair)
    return scene.say("{one} and {two}").format(one=one, two=two)


# What a player does


def placed(ply: Ply) -> str:
    say, first = ply.say, ply.was.sample[0]
    one, two = sorted(ply.cells, key=lambda cell: cell.new != first)
    own = say("You place {one} on cell {cell} and {two} on cell {other}.")
    others = say("{name} places {one} on cell {cell} and {two} on cell {other}.")
    names = {"one": element_name(ply.now, one.new), "two": element_name(ply.now, two.new)}
    return by(ply, ply.mover, own, others, cell=one.number, other=two.number, **names)


def given(ply: Ply) -> str:
    """What the rival will receive."""
    say, rival = ply.say, ply.was.rival
    own = say("You choose a gift for {rival}: {pair}.")
    others = say("{name} chooses a gift for {rival}: {pair}.")
    if rival == ply.now.seat:
        others = say("{name} chooses a gift for you: {pair}.")
    pair = pair_words(ply.now, ply.now.next_sample)
    return by(ply, ply.mover, own, others, rival=ply.now.names[rival], pair=pair)


def transmuted(ply: Ply) -> str:
    region = Region(ply.cells[0].old, tuple(cell.number for cell in ply.cells))
    own, others = ply.say("You transmute {region}: {pay}."), ply.say("{name} transmutes {region}: {pay}.")
    facts = {"region": amount(ply.now, region.element, region.size), "pay": pay(ply.now, region)}
    return by(ply, ply.mover, own, others, **facts)


def amount(scene: Scene, element: int, count: int) -> str:
    """So many cells of an element."""
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


def pay(scene: Scene, region: Region) -> str:
    gold = scene.say("{gold} gold").format(gold=signed(region.gold, plus=False))
    return f"{gold}, {catalyst_count(scene, region.catalysts)}" if region.catalysts else gold


def catalysed(ply: Ply, cell: Cell) -> str:
    own = ply.say("You turn {old} into {new} on cell {cell} of {bench}.")
    others = ply.say("{name} turns {old} into {new} on cell {cell} of {bench}.")
    old, new = (element_name(ply.now, element) for element in (cell.old, cell.new))
    return by(ply, ply.mover, own, others, old=old, new=new, cell=cell.number, bench=bench_name(ply, cell.seat))


def bench_name(ply: Ply, seat: int) -> str:
    if seat == ply.now.seat:
        return ply.say("your bench")
    if seat == ply.mover:
        return ply.say("their own bench")
    return ply.say("{name}'s bench").format(name=ply.now.names[seat])


def wasted(ply: Ply) -> str:
    return by(ply, ply.mover, ply.say("You waste a catalyst."), ply.say("{name} wastes a catalyst."))


# The end of a turn


def turn_ended(ply: Ply) -> Iterator[str]:
    """What the end cost (AL-8, AL-10), what the next player receives (AL-9), or who has won (AL-11)."""
    yield from costs(ply)
    if ply.now.over:
        yield end_told(ply)
        return
    own, others = ply.say("You receive {pair}."), ply.say("{name} receives {pair}.")
    yield by(ply, ply.now.player, own, others, pair=pair_words(ply.now, ply.now.sample))
    yield f"{turn_words(ply.now)}, {player_words(ply.now)}."


def costs(ply: Ply) -> Iterator[str]:
    say, was = ply.say, ply.was
    if was.would_empty:
        own = say("You have not placed the sample: your bench is emptied.")
        others = say("{name} has not placed the sample: the bench is emptied.")
        yield by(ply, ply.mover, own, others)
    if was.catalysts:
        own, others = say("You lose {catalysts}."), say("{name} loses {catalysts}.")
        yield by(ply, ply.mover, own, others, catalysts=catalyst_count(was, was.catalysts))


def end_told(ply: Ply) -> str:
    say, won, gold = ply.say, ply.now.winners, gold_words(ply.now)
    if len(won) > 1:
        return say("A draw: {gold}.").format(gold=gold)
    return by(ply, won[0], say("You win: {gold}."), say("{name} wins: {gold}."), gold=gold)
