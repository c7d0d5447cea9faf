"""The log of Meduris: what one ply changed, told in words from what was seen before and after it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import Any

from ludotheque.art import PlyContext, Say, View
from ludotheque.compile import for_interpreter
from ludotheque.dice import DRAWN, LENGTH, WORD
from ludotheque.game import Move, PlayedMove
from ludotheque.games.meduris.board.scene import Scene
from ludotheque.games.meduris.board.sentences import (
    last_words,
    player_words,
    reason,
    tile_count,
    turn_words,
    verdict,
)
from ludotheque.games.meduris.druid import NOTHING, TEMPLE_OF_DRUID
from ludotheque.games.meduris.ring import KINDS, NOBODY
from ludotheque.games.meduris.rules import DROP, GIVE, HUT, OFFER, SHIFT, TAKE, TEMPLE, WORKER, apply
from ludotheque.games.meduris.turn import ACTING, FACES, GIFT, GIVING, LOSS, OFFERING, PLACING


@dataclass(frozen=True)
class Ply(PlyContext[Scene]):
    """A move between two looks at the board."""

    move: Move

    @property
    def mover(self) -> int:
        return self.was.asked

    @property
    def deed(self) -> Move:
        """What was done: the last tile of an exchange does what it pays for (ME-10)."""
        return Move(self.was.facts.buying, self.was.facts.target) if self.move.kind == GIVE else self.move

    @property
    def began_turn(self) -> bool:
        began = self.was.facts.turn != self.now.facts.turn or (self.was.phase == PLACING != self.now.phase)
        return began and not self.now.in_lap

    @property
    def crossed_river(self) -> bool:
        """Did the druid come over the river to a hut (ME-13)? Not from the stones, and not in the lap."""
        return self.now.phase == OFFERING and not self.now.in_lap and self.now.druid <= self.was.druid

    @cached_property
    def hands(self) -> list[list[int]]:
        """What everybody held when the move was done and no event had come yet."""
        done: list[list[int]] = replayed(self.was, self.move, LOSS)["hand"][0].tolist()
        return done[: self.now.seats]

    @cached_property
    def gains(self) -> list[list[int]]:
        """What the move itself brought each player, by kind."""
        return differences(self.was.hands, self.hands)

    @cached_property
    def produced(self) -> list[list[int]]:
        """What the event then brought."""
        return differences(self.hands, self.now.hands)

    @property
    def offering_points(self) -> int:
        """The points of an offering, without those of the river or the end."""
        seat, now = self.mover, self.now
        later = now.stones(seat) if self.crossed_river else now.to_come(seat) if now.over else 0
        return now.points[seat] - self.was.points[seat] - later


def tell(before: View, after: View, seat: int, say: Say = str, played: PlayedMove | None = None) -> list[str]:
    """The sentences of one ply, in the order in which things happened (-1: to a spectator)."""
    was, now = (Scene(view, seat, say, view.names) for view in (before, after))
    move = played.move if played else guess_move(was, now)
    return [] if move is None else list(story(Ply(was, now, move)))


def guess_move(was: Scene, now: Scene) -> Move | None:
    """The move that leads from one position to the other, if one does."""
    end, die = now.view.state.tobytes(), max(0, now.facts.die)
    for row in was.view.legal_rows(was.asked).tolist():
        move = Move(*row)
        if is_likely(was, now, move) and replayed(was, move, die).tobytes() == end:
            return move
    return None


def is_likely(was: Scene, now: Scene, move: Move) -> bool:
    """Spares a replay of every site and plateau where nothing happened."""
    if move.kind in (HUT, TEMPLE):
        return bool(was.facts.owner[move.a] != now.facts.owner[move.a] or now.facts.target == move.a)
    return move.kind != SHIFT or bool(was.facts.height[move.c] < now.facts.height[move.c])


def replayed(was: Scene, move: Move, die: int) -> Any:
    """The position after a move, if the next event falls like this."""
    state = was.view.state.copy()
    apply(for_interpreter(state)[0], was.asked, move, loaded(die))
    return state


def loaded(face: int) -> list[int]:
    """Dice whose next roll shows this face."""
    dice = [0] * LENGTH
    dice[DRAWN], dice[WORD + 1] = 1, (2 * face + 1 << 31) // FACES
    return dice


def differences(was: Sequence[Sequence[int]], now: Sequence[Sequence[int]]) -> list[list[int]]:
    return [[b - a for a, b in zip(old, new)] for old, new in zip(was, now)]


def story(ply: Ply) -> Iterator[str]:
    if ply.now.phase == GIVING:
        yield tile_given(ply) if ply.move.kind == GIVE else exchange_begun(ply)
        return
    if ply.move.kind == GIVE:
        yield last_tile_given(ply)
    yield from DEEDS[ply.deed.kind](ply)
    if ply.deed.kind == HUT:
        yield from rune_taken(ply)
    yield from stone_told(ply)
    yield from finisher_told(ply)
    yield from druid_told(ply)
    if ply.began_turn:
        yield from turn_begun(ply)
    if ply.now.over:
        yield from end_told(ply)


def by(ply: Ply, seat: int, own: str, others: str, **facts: object) -> str:
    """What a player does, as he is told it himself or as the others are."""
    return (own if seat == ply.now.seat else others).format(name=ply.now.names[seat], **facts)


# What is counted


def plateau_name(scene: Scene, plateau: int) -> str:
    say = scene.say
    names = (say("the wood plateau"), say("the wool plateau"), say("the copper plateau"), say("the stone plateau"))
    return names[plateau]


def amount(scene: Scene, kind: int, count: int) -> str:
    say = scene.say
    if count == 1:
        return (say("1 wood"), say("1 wool"), say("1 copper"), say("1 stone"))[kind]
    many = (say("{count} wood"), say("{count} wool"), say("{count} copper"), say("{count} stone"))
    return many[kind].format(count=count)


def goods(scene: Scene, counts: Sequence[int]) -> str:
    """So much of each kind."""
    parts = [amount(scene, kind, count) for kind, count in enumerate(counts) if count]
    if len(parts) < 2:
        return parts[0] if parts else scene.say("nothing")
    return scene.say("{one} and {two}").format(one=", ".join(parts[:-1]), two=parts[-1])


def points_won(scene: Scene, points: int) -> str:
    if points == 1:
        return scene.say("{points} point").format(points=points)
    return scene.say("{points} points").format(points=points)


def shares(ply: Ply, whats: dict[int, str]) -> str:
    """Who gets what, seat by seat."""
    say = ply.say
    own, others, both = say("you get {what}"), say("{name} gets {what}"), say("{one}; {two}")
    parts = [by(ply, seat, own, others, what=what) for seat, what in whats.items()]
    return reduce(lambda one, two: both.format(one=one, two=two), parts)


def goods_of(scene: Scene, hands: Sequence[Sequence[int]], *, but: int = NOBODY) -> dict[int, str]:
    """What each player got who got something."""
    return {seat: goods(scene, hand) for seat, hand in enumerate(hands) if any(hand) and seat != but}


def points_of(scene: Scene, points: Sequence[int]) -> dict[int, str]:
    return {seat: points_won(scene, count) for seat, count in enumerate(points) if count}


def tile(ply: Ply) -> str:
    """The one tile of a move that names its kind."""
    return amount(ply.now, ply.move.a, 1)


# What was done


def worker_placed(ply: Ply) -> Iterator[str]:
    own, others = ply.say("You put a worker on {plateau}."), ply.say("{name} puts a worker on {plateau}.")
    yield by(ply, ply.mover, own, others, plateau=plateau_name(ply.now, ply.move.a))


def given_up(ply: Ply) -> Iterator[str]:
    yield by(ply, ply.mover, ply.say("You give up {what}."), ply.say("{name} gives up {what}."), what=tile(ply))


def taken(ply: Ply) -> Iterator[str]:
    yield by(ply, ply.mover, ply.say("You take {what}."), ply.say("{name} takes {what}."), what=tile(ply))


def worker_moved(ply: Ply) -> Iterator[str]:
    """A great yield; with `plateau` others may gain by it too (ME-7)."""
    own = ply.say("You move a worker from {source} to {target}: {what}.")
    others = ply.say("{name} moves a worker from {source} to {target}: {what}.")
    source, target = plateau_name(ply.now, ply.move.a), plateau_name(ply.now, ply.move.c)
    what = goods(ply.now, ply.gains[ply.mover])
    yield by(ply, ply.mover, own, others, source=source, target=target, what=what)
    beside = goods_of(ply.now, ply.gains, but=ply.mover)
    if beside:
        yield ply.say("The other workers there produce too: {shares}.").format(shares=shares(ply, beside))


def hut_built(ply: Ply) -> Iterator[str]:
    say, site = ply.say, ply.deed.a
    if ply.move.kind == GIVE:
        own, others = say("You build a hut on site {site}."), say("{name} builds a hut on site {site}.")
    else:
        own = say("You build a hut on site {site} for {what}.")
        others = say("{name} builds a hut on site {site} for {what}.")
    yield by(ply, ply.mover, own, others, site=site, what=price_paid(ply))


def temple_built(ply: Ply) -> Iterator[str]:
    say, site = ply.say, ply.deed.a
    if ply.move.kind == GIVE:
        own, others = say("You build a temple on site {site}."), say("{name} builds a temple on site {site}.")
    else:
        own = say("You build a temple on site {site} for {what}.")
        others = say("{name} builds a temple on site {site} for {what}.")
    yield by(ply, ply.mover, own, others, site=site, what=price_paid(ply))


def price_paid(ply: Ply) -> str:
    return goods(ply.now, [-gain for gain in ply.gains[ply.mover]])


def offered(ply: Ply) -> Iterator[str]:
    if ply.deed.a == NOTHING:
        yield refused(ply)
        return
    site = ply.was.sites[ply.was.druid]
    kinds = [kind for i, kind in enumerate(site.need) if ply.deed.a >> i & 1]
    what = goods(ply.now, [int(kind in kinds) for kind in range(KINDS)])
    own, others = ply.say("You offer {what}: {points}."), ply.say("{name} offers {what}: {points}.")
    yield by(ply, ply.mover, own, others, what=what, points=points_won(ply.now, ply.offering_points))


def refused(ply: Ply) -> str:
    """Nothing costs a point, unless there is none to lose (ME-12)."""
    say = ply.say
    if ply.offering_points < 0:
        own, others = say("You offer nothing and lose 1 point."), say("{name} offers nothing and loses 1 point.")
    else:
        own = say("You offer nothing and have no point to lose.")
        others = say("{name} offers nothing and has no point to lose.")
    return by(ply, ply.mover, own, others)


DEEDS = {
    WORKER: worker_placed,
    DROP: given_up,
    TAKE: taken,
    SHIFT: worker_moved,
    HUT: hut_built,
    TEMPLE: temple_built,
    OFFER: offered,
}


# An exchange (ME-10)


def exchange_begun(ply: Ply) -> str:
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
    return by(ply, ply.mover, own, others, site=site, tiles=tile_count(ply.now))


def tile_given(ply: Ply) -> str:
    own, others = ply.say("You give {what}: {tiles}."), ply.say("{name} gives {what}: {tiles}.")
    return by(ply, ply.mover, own, others, what=tile(ply), tiles=tile_count(ply.now))


def last_tile_given(ply: Ply) -> str:
    return by(ply, ply.mover, ply.say("You give {what}."), ply.say("{name} gives {what}."), what=tile(ply))


# What followed


def rune_taken(ply: Ply) -> Iterator[str]:
    """A new hut takes its district's rune stone, from its holder if there is one (ME-8)."""
    say, seat = ply.say, ply.mover
    district = ply.now.sites[ply.deed.a].district
    holder = ply.was.runes[district]
    if holder == seat:
        return
    if holder == NOBODY:
        own = say("You take the rune stone of district {district}.")
        others = say("{name} takes the rune stone of district {district}.")
        yield by(ply, seat, own, others, district=district)
        return
    own = say("You take the rune stone of district {district} from {holder}.")
    others = say("{name} takes the rune stone of district {district} from {holder}.")
    if holder == ply.now.seat:
        others = say("{name} takes the rune stone of district {district} from you.")
    yield by(ply, seat, own, others, district=district, holder=ply.now.names[holder])


def stone_told(ply: Ply) -> Iterator[str]:
    """A build sent the druid onto the next stone (ME-11)."""
    if ply.now.druid < 0 and ply.now.druid != ply.was.druid:
        stone = ply.now.druid - TEMPLE_OF_DRUID
        yield ply.say("The druid steps onto paved stone {stone}.").format(stone=stone)


def finisher_told(ply: Ply) -> Iterator[str]:
    """Somebody has built everything (ME-14)."""
    if ply.now.finisher != ply.was.finisher:
        own, others = ply.say("You have built everything."), ply.say("{name} has built everything.")
        yield by(ply, ply.now.finisher, own, others)


def druid_told(ply: Ply) -> Iterator[str]:
    """He comes to a hut, in the last lap or not, over the river or not (ME-11 … ME-14)."""
    say, now = ply.say, ply.now
    if now.phase != OFFERING:
        return
    if now.in_lap and not ply.was.in_lap:
        yield say("The druid begins his last lap.")
    if ply.crossed_river:
        yield river_crossed(ply)
    own = say("The druid reaches site {site} and asks you for an offering.")
    others = say("The druid reaches site {site} and asks {name} for an offering.")
    yield by(ply, now.asked, own, others, site=now.druid)


def river_crossed(ply: Ply) -> str:
    points = points_of(ply.now, [ply.now.stones(seat) for seat in range(ply.now.seats)])
    if not points:
        return ply.say("The druid crosses the river.")
    return ply.say("The druid crosses the river: {shares}.").format(shares=shares(ply, points))


def turn_begun(ply: Ply) -> Iterator[str]:
    """Whose turn it is, that the end is near if that is new, and the event (ME-5)."""
    was, now = ply.was, ply.now
    yield f"{turn_words(now)}, {player_words(now)}."
    last = last_words(now)
    if last and (not last_words(was) or was.finisher != now.finisher):
        yield f"{last}."
    yield event_told(ply)


def event_told(ply: Ply) -> str:
    say, now = ply.say, ply.now
    is_skipped = now.phase == ACTING  # nobody has a choice (ME-5, ME-6)
    if now.facts.die == LOSS:
        return say("Nobody has a resource to give up.") if is_skipped else say("Everyone gives up a resource.")
    if now.facts.die == GIFT:
        return say("There is no resource left to take.") if is_skipped else say("Everyone takes a resource.")
    return production_told(ply)


def production_told(ply: Ply) -> str:
    say, now = ply.say, ply.now
    made = goods_of(now, ply.produced)
    if now.facts.event == 0:
        told = say("The workers produce: {shares}.") if made else say("The workers produce nothing.")
        return told.format(shares=shares(ply, made)) if made else told
    plateau = plateau_name(now, now.facts.die)
    if not made:
        return say("Nothing is produced on {plateau}.").format(plateau=plateau)
    return say("The workers on {plateau} produce: {shares}.").format(plateau=plateau, shares=shares(ply, made))


def end_told(ply: Ply) -> Iterator[str]:
    """What temples and rune stones add (ME-15), and who won (ME-16)."""
    say, now = ply.say, ply.now
    points = points_of(now, [now.to_come(seat) for seat in range(now.seats)])
    if points:
        yield say("Temples and rune stones: {shares}.").format(shares=shares(ply, points))
    yield say("{verdict}: {reason}.").format(verdict=verdict(now), reason=reason(now))
