"""The log of Meduris: one ply in sentences, from its move and the positions before and after it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce

from ludotheque.art import PlyContext, Say, View, naming
from ludotheque.game import Move, PlayedMove
from ludotheque.games.meduris.board.captions import (
    describe_player,
    describe_result,
    describe_turn,
    describe_turns_left,
    format_tiles,
    name_district,
)
from ludotheque.games.meduris.board.scene import Scene
from ludotheque.games.meduris.druid import DRUID_HOME, NOTHING
from ludotheque.games.meduris.ring import KINDS, NO_SEAT
from ludotheque.games.meduris.rules import DROP, GIVE, HUT, OFFER, SHIFT, TAKE, TEMPLE, WORKER
from ludotheque.games.meduris.turn import ACTING, GIFT, GIVING, LOSS, OFFERING, PLACING


@dataclass(frozen=True)
class Ply(PlyContext[Scene]):
    """A move, with the positions before and after it."""

    move: Move

    @property
    def mover(self) -> int:
        return self.was.asked_seat

    @property
    def action(self) -> Move:
        """The action that the move completes: for the last tile of an exchange, what it pays for (ME-10)."""
        return Move(self.was.facts.buying, self.was.facts.target) if self.move.kind == GIVE else self.move

    @property
    def is_new_turn(self) -> bool:
        is_new = self.was.facts.turn != self.now.facts.turn or (self.was.phase == PLACING != self.now.phase)
        return is_new and not self.now.in_lap

    @property
    def has_crossed_river(self) -> bool:
        """Whether the druid crossed the river to a hut (ME-13): not from the stones, and not in the last lap."""
        return self.now.phase == OFFERING and not self.now.in_lap and self.now.druid <= self.was.druid

    @cached_property
    def hands(self) -> list[list[int]]:
        """All hands after the move, before the next event changed them."""
        return self.was.hands_after(self.move)

    @cached_property
    def gains(self) -> list[list[int]]:
        """What the move itself brought each player, by kind."""
        return differences(self.was.hands, self.hands)

    @cached_property
    def production(self) -> list[list[int]]:
        """What the event then brought each player, by kind."""
        return differences(self.hands, self.now.hands)

    @property
    def offering_points(self) -> int:
        """The points of an offering, without those of the river or the end."""
        seat, now = self.mover, self.now
        later = now.count_runes(seat) if self.has_crossed_river else now.end_points(seat) if now.is_over else 0
        return now.points[seat] - self.was.points[seat] - later


def tell(before: View, after: View, seat: int, say: Say = str, played: PlayedMove | None = None) -> list[str]:
    """Return the sentences of one ply in the order of events, for a seat or a spectator (-1).

    Nothing is hidden in Meduris (ME-17), so every viewer may know the move; without it there is nothing to tell.
    """
    if played is None:
        return []
    was, now = (Scene(view, seat, say, view.names) for view in (before, after))
    return list(describe_ply(Ply(was, now, played.move)))


def differences(was: Sequence[Sequence[int]], now: Sequence[Sequence[int]]) -> list[list[int]]:
    return [[b - a for a, b in zip(old, new)] for old, new in zip(was, now)]


def describe_ply(ply: Ply) -> Iterator[str]:
    if ply.now.phase == GIVING:
        yield describe_tile(ply) if ply.move.kind == GIVE else describe_exchange(ply)
        return
    if ply.move.kind == GIVE:
        yield describe_last_tile(ply)
    yield from DESCRIBE_ACTION[ply.action.kind](ply)
    if ply.action.kind == HUT:
        yield from describe_rune_change(ply)
    yield from describe_paved_stone(ply)
    yield from describe_new_finisher(ply)
    yield from describe_visit(ply)
    if ply.is_new_turn:
        yield from describe_new_turn(ply)
    if ply.now.is_over:
        yield from describe_end(ply)


# Amounts


def name_plateau(scene: Scene, plateau: int) -> str:
    say = scene.say
    names = (say("the wood plateau"), say("the wool plateau"), say("the copper plateau"), say("the stone plateau"))
    return names[plateau]


def format_amount(scene: Scene, kind: int, count: int) -> str:
    say = scene.say
    if count == 1:
        return (say("1 wood"), say("1 wool"), say("1 copper"), say("1 stone"))[kind]
    many = (say("{count} wood"), say("{count} wool"), say("{count} copper"), say("{count} stone"))
    return many[kind].format(count=count)


def format_goods(scene: Scene, counts: Sequence[int]) -> str:
    """Write the amounts of each kind as one phrase."""
    parts = [format_amount(scene, kind, count) for kind, count in enumerate(counts) if count]
    if len(parts) < 2:
        return parts[0] if parts else scene.say("nothing")
    return scene.say("{one} and {two}").format(one=", ".join(parts[:-1]), two=parts[-1])


def format_plain_points(scene: Scene, points: int) -> str:
    if points == 1:
        return scene.say("{points} point").format(points=points)
    return scene.say("{points} points").format(points=points)


def format_shares(ply: Ply, gains: dict[int, str]) -> str:
    """Write what each seat gets as one phrase."""
    say = ply.say
    own, others, both = say("you get {what}"), say("{name} gets {what}"), say("{one}; {two}")
    parts = [ply.say_to_viewer(seat, own, others, what=what) for seat, what in gains.items()]
    return reduce(lambda one, two: both.format(one=one, two=two), parts)


def goods_by_seat(scene: Scene, hands: Sequence[Sequence[int]], *, without: int = NO_SEAT) -> dict[int, str]:
    """Return what each seat got; seats that got nothing and the seat `without` are left out."""
    return {seat: format_goods(scene, hand) for seat, hand in enumerate(hands) if any(hand) and seat != without}


def points_by_seat(scene: Scene, points: Sequence[int]) -> dict[int, str]:
    return {seat: format_plain_points(scene, count) for seat, count in enumerate(points) if count}


def format_tile(ply: Ply) -> str:
    """Write the one tile that the move names."""
    return format_amount(ply.now, ply.move.a, 1)


# The action


def describe_placement(ply: Ply) -> Iterator[str]:
    own, others = ply.say("You put a worker on {plateau}."), ply.say("{name} puts a worker on {plateau}.")
    text = ply.say_to_viewer(ply.mover, own, others, plateau=name_plateau(ply.now, ply.move.a))
    yield naming(text, f"plateau{ply.move.a}")


def describe_drop(ply: Ply) -> Iterator[str]:
    own, others = ply.say("You give up {what}."), ply.say("{name} gives up {what}.")
    yield naming(ply.say_to_viewer(ply.mover, own, others, what=format_tile(ply)), f"p{ply.mover}")


def describe_take(ply: Ply) -> Iterator[str]:
    own, others = ply.say("You take {what}."), ply.say("{name} takes {what}.")
    yield naming(ply.say_to_viewer(ply.mover, own, others, what=format_tile(ply)), f"p{ply.mover}")


def describe_shift(ply: Ply) -> Iterator[str]:
    """Describe a great yield; with the option `plateau` other seats may gain too (ME-7)."""
    own = ply.say("You move a worker from {source} to {target}: {what}.")
    others = ply.say("{name} moves a worker from {source} to {target}: {what}.")
    source, target = name_plateau(ply.now, ply.move.a), name_plateau(ply.now, ply.move.c)
    what = format_goods(ply.now, ply.gains[ply.mover])
    text = ply.say_to_viewer(ply.mover, own, others, source=source, target=target, what=what)
    yield naming(text, f"plateau{ply.move.a}", f"plateau{ply.move.c}")
    others_goods = goods_by_seat(ply.now, ply.gains, without=ply.mover)
    if others_goods:
        yield ply.say("The other workers there produce too: {shares}.").format(shares=format_shares(ply, others_goods))


def describe_hut(ply: Ply) -> Iterator[str]:
    say, site = ply.say, ply.action.a
    if ply.move.kind == GIVE:
        own, others = say("You build a hut on site {site}."), say("{name} builds a hut on site {site}.")
    else:
        own = say("You build a hut on site {site} for {what}.")
        others = say("{name} builds a hut on site {site} for {what}.")
    yield naming(ply.say_to_viewer(ply.mover, own, others, site=site, what=format_price(ply)), f"s{site}")


def describe_temple(ply: Ply) -> Iterator[str]:
    say, site = ply.say, ply.action.a
    if ply.move.kind == GIVE:
        own, others = say("You build a temple on site {site}."), say("{name} builds a temple on site {site}.")
    else:
        own = say("You build a temple on site {site} for {what}.")
        others = say("{name} builds a temple on site {site} for {what}.")
    yield naming(ply.say_to_viewer(ply.mover, own, others, site=site, what=format_price(ply)), f"s{site}")


def format_price(ply: Ply) -> str:
    return format_goods(ply.now, [-gain for gain in ply.gains[ply.mover]])


def describe_answer(ply: Ply) -> Iterator[str]:
    if ply.action.a == NOTHING:
        yield naming(describe_refusal(ply), f"s{ply.was.druid}")
        return
    site = ply.was.sites[ply.was.druid]
    kinds = [kind for i, kind in enumerate(site.need) if ply.action.a >> i & 1]
    what = format_goods(ply.now, [int(kind in kinds) for kind in range(KINDS)])
    own, others = ply.say("You offer {what}: {points}."), ply.say("{name} offers {what}: {points}.")
    points = format_plain_points(ply.now, ply.offering_points)
    text = ply.say_to_viewer(ply.mover, own, others, what=what, points=points)
    yield naming(text, f"s{ply.was.druid}")


def describe_refusal(ply: Ply) -> str:
    """Describe an offering of nothing, which costs a point if the owner has one (ME-12)."""
    say = ply.say
    if ply.offering_points < 0:
        own, others = say("You offer nothing and lose 1 point."), say("{name} offers nothing and loses 1 point.")
    else:
        own = say("You offer nothing and have no point to lose.")
        others = say("{name} offers nothing and has no point to lose.")
    return ply.say_to_viewer(ply.mover, own, others)


DESCRIBE_ACTION = {
    WORKER: describe_placement,
    DROP: describe_drop,
    TAKE: describe_take,
    SHIFT: describe_shift,
    HUT: describe_hut,
    TEMPLE: describe_temple,
    OFFER: describe_answer,
}


# An exchange (ME-10)


def describe_exchange(ply: Ply) -> str:
    say, buying = ply.say, ply.now.facts.buying
    if buying == HUT:
        own = say("You begin to pay for a hut on site {site}: {tiles}.")
        others = say("{name} begins to pay for a hut on site {site}: {tiles}.")
    elif buying == TEMPLE:
        own = say("You begin to pay for a temple on site {site}: {tiles}.")
        others = say("{name} begins to pay for a temple on site {site}: {tiles}.")
    else:
        own = say("You begin to pay for an offering at site {site}: {tiles}.")
        others = say("{name} begins to pay for an offering at site {site}: {tiles}.")
    site = ply.now.druid if buying == OFFER else ply.now.facts.target
    return ply.say_to_viewer(ply.mover, own, others, site=site, tiles=format_tiles(ply.now))


def describe_tile(ply: Ply) -> str:
    own, others = ply.say("You give {what}: {tiles}."), ply.say("{name} gives {what}: {tiles}.")
    return ply.say_to_viewer(ply.mover, own, others, what=format_tile(ply), tiles=format_tiles(ply.now))


def describe_last_tile(ply: Ply) -> str:
    own, others = ply.say("You give {what}."), ply.say("{name} gives {what}.")
    return ply.say_to_viewer(ply.mover, own, others, what=format_tile(ply))


# What followed the action


def describe_rune_change(ply: Ply) -> Iterator[str]:
    """Describe how a new hut takes its district's rune stone from its holder, if there is one (ME-8)."""
    say, seat = ply.say, ply.mover
    district = ply.now.sites[ply.action.a].district
    holder, sites = ply.was.runes[district], name_district(ply.now, district)
    if holder == seat:
        return
    if holder == NO_SEAT:
        own = say("You take the rune stone of sites {sites}.")
        others = say("{name} takes the rune stone of sites {sites}.")
        yield naming(ply.say_to_viewer(seat, own, others, sites=sites), f"r{district}")
        return
    own = say("You take the rune stone of sites {sites} from {holder}.")
    others = say("{name} takes the rune stone of sites {sites} from {holder}.")
    if holder == ply.now.seat:
        others = say("{name} takes the rune stone of sites {sites} from you.")
    text = ply.say_to_viewer(seat, own, others, sites=sites, holder=ply.now.names[holder])
    yield naming(text, f"r{district}")


def describe_paved_stone(ply: Ply) -> Iterator[str]:
    """Describe the druid's step onto the next paved stone (ME-11)."""
    if ply.now.druid < 0 and ply.now.druid != ply.was.druid:
        stone = ply.now.druid - DRUID_HOME
        yield naming(ply.say("The druid steps onto paved stone {stone}.").format(stone=stone), "druid")


def describe_new_finisher(ply: Ply) -> Iterator[str]:
    """Say that a seat has built everything (ME-14)."""
    if ply.now.finisher != ply.was.finisher:
        own, others = ply.say("You have built everything."), ply.say("{name} has built everything.")
        yield ply.say_to_viewer(ply.now.finisher, own, others)


def describe_visit(ply: Ply) -> Iterator[str]:
    """Describe how the druid reaches a hut, perhaps across the river or in the last lap (ME-11 … ME-14)."""
    say, now = ply.say, ply.now
    if now.phase != OFFERING:
        return
    if now.in_lap and not ply.was.in_lap:
        yield say("The druid begins his last lap.")
    if ply.has_crossed_river:
        yield describe_river(ply)
    own = say("The druid reaches site {site} and asks you for an offering.")
    others = say("The druid reaches site {site} and asks {name} for an offering.")
    yield naming(ply.say_to_viewer(now.asked_seat, own, others, site=now.druid), "druid", f"s{now.druid}")


def describe_river(ply: Ply) -> str:
    points = points_by_seat(ply.now, [ply.now.count_runes(seat) for seat in range(ply.now.seats)])
    if not points:
        return ply.say("The druid crosses the river.")
    return ply.say("The druid crosses the river: {shares}.").format(shares=format_shares(ply, points))


def describe_new_turn(ply: Ply) -> Iterator[str]:
    """Describe the new turn, the turns left when they first appear, and the event (ME-5)."""
    was, now = ply.was, ply.now
    yield f"{describe_turn(now)}, {describe_player(now)}."
    last = describe_turns_left(now)
    if last and (not describe_turns_left(was) or was.finisher != now.finisher):
        yield f"{last}."
    yield describe_new_event(ply)


def describe_new_event(ply: Ply) -> str:
    say, now = ply.say, ply.now
    is_skipped = now.phase == ACTING  # no seat has a choice (ME-5, ME-6)
    if now.facts.die == LOSS:
        return say("Nobody has a resource to give up.") if is_skipped else say("Everyone gives up a resource.")
    if now.facts.die == GIFT:
        return say("There is no resource left to take.") if is_skipped else say("Everyone takes a resource.")
    return describe_production(ply)


def describe_production(ply: Ply) -> str:
    say, now = ply.say, ply.now
    goods = goods_by_seat(now, ply.production)
    if now.facts.event == 0:
        if not goods:
            return say("The workers produce nothing.")
        return say("The workers produce: {shares}.").format(shares=format_shares(ply, goods))
    plateau = name_plateau(now, now.facts.die)
    if not goods:
        return say("Nothing is produced on {plateau}.").format(plateau=plateau)
    return say("The workers on {plateau} produce: {shares}.").format(plateau=plateau, shares=format_shares(ply, goods))


def describe_end(ply: Ply) -> Iterator[str]:
    """Describe what temples and rune stones add (ME-15), and the result (ME-16)."""
    say, now = ply.say, ply.now
    points = points_by_seat(now, [now.end_points(seat) for seat in range(now.seats)])
    if points:
        yield say("Temples and rune stones: {shares}.").format(shares=format_shares(ply, points))
    yield describe_result(now)
