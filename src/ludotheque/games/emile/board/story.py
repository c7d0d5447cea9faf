"""The log of Émile: what one ply changed, told in words from what was seen before and after it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ludotheque.art import PlyContext, Say, View, signed
from ludotheque.game import PlayedMove
from ludotheque.games.emile.board.dice import drinks_words
from ludotheque.games.emile.board.scene import (
    Landing,
    Reserve,
    Scene,
    choices,
    dice_count,
    land,
    reason,
    rolled_dice,
    winners,
)
from ludotheque.games.emile.rules import DICE, PERIOD, brelan_face, given, marks, worth

SINGLES = (worth(1, 0, 0), worth(0, 1, 0))  # what a deubeul's die is worth: a 1 or a 5


@dataclass(frozen=True)
class Ply(PlyContext[Scene]):
    """A move between two looks at the board."""

    @property
    def mover(self) -> int:
        return int(self.was.view.player)

    @property
    def is_stop(self) -> bool:
        """A turn that failed brings less than nothing."""
        return not self.now.is_keeping and bool(self.now.view.gain > 0)

    @cached_property
    def kept(self) -> list[Reserve]:
        """The reserves that may have been kept: one, unless a deubeul's die could be a 1 or a 5."""
        return [choice for choice in choices(self.was) if self.explains(choice)]

    def explains(self, choice: Reserve) -> bool:
        """Does keeping this lead from one position to the other? A full reserve leaves only its points (EM-12)."""
        was, now = self.was.view, self.now.view
        if now.rolls != was.rolls + 1 + now.suites + now.deubeuls:
            return False
        if now.deubeuls:
            sums = [2 * (was.potential + choice.points + die) for die in SINGLES if len(choice.faces) == DICE - 1]
        elif len(choice.faces) == DICE:
            sums = [was.potential + choice.points]
        else:
            return bool(self.now.reserve == choice and now.potential == was.potential)
        return any((now.potential - 1000 * now.suites - points) % PERIOD == 0 for points in sums)

    @property
    def potential(self) -> int:
        """What there was before anything rolled."""
        return int(self.was.view.potential) if self.was.is_keeping else 0

    @cached_property
    def landing(self) -> Landing:
        """What the turn's score did, and to whom (EM-14)."""
        was, seat = self.was.view, int(self.now.view.changed)
        return land(was, seat, "", was.gain if seat == self.mover else given(was.gain))


def tell(before: View, after: View, seat: int, say: Say = str, played: PlayedMove | None = None) -> list[str]:
    """The sentences of one ply, in the order in which things happened (-1: to a spectator)."""
    was, now = (Scene(view, seat, say, view.names) for view in (before, after))
    return list(story(Ply(was, now)))


def story(ply: Ply) -> Iterator[str]:
    was, now = ply.was.view, ply.now.view
    if ply.was.is_keeping and now.turn == was.turn:
        yield from stopped(ply) if ply.is_stop else kept(ply)
    elif not ply.was.is_keeping and now.turn == was.turn + 1:
        yield from settled(ply)


def by(ply: Ply, seat: int, own: str, others: str, **facts: object) -> str:
    """What a player does, as he is told it himself or as the others are."""
    return (own if seat == ply.now.seat else others).format(name=ply.now.names[seat], **facts)


def stopped(ply: Ply) -> Iterator[str]:
    own, others = ply.say("You stop with {points}."), ply.say("{name} stops with {points}.")
    yield by(ply, ply.mover, own, others, points=ply.now.view.gain)


def kept(ply: Ply) -> Iterator[str]:
    if ply.kept:
        yield kept_words(ply)
        yield from rolled(ply)


def kept_words(ply: Ply) -> str:
    say, choice = ply.say, ply.kept[0]
    if len(ply.kept) > 1:
        own, others = say("You keep {count}."), say("{name} keeps {count}.")
        return by(ply, ply.mover, own, others, count=dice_count(ply.now, len(choice.faces)))
    own, others = say("You keep {dice}: {points}."), say("{name} keeps {dice}: {points}.")
    return by(ply, ply.mover, own, others, dice=faces_words(choice.faces), points=choice.points)


def faces_words(faces: Sequence[int]) -> str:
    return " ".join(map(str, faces))


# The roll that follows


def rolled(ply: Ply) -> Iterator[str]:
    """What rolled by itself on the way (EM-5, EM-6), the roll that ended it, and the toast (EM-24)."""
    yield from passed(ply)
    yield roll_words(ply)
    drinks = drinks_words(ply.now)
    if drinks:
        yield drinks


def passed(ply: Ply) -> Iterator[str]:
    """A deubeul comes before any suite: it takes a reserve to roll a single die. A full reserve is told by its sum."""
    view, say = ply.now.view, ply.say
    if view.deubeuls:
        yield say("Deubeul: potential, reserve and die are doubled, and all five dice roll again.")
    if view.suites == 1:
        yield say("Suite: 1000 for the potential, and all five dice again.")
    if view.suites > 1:
        many = say("{count} suites: {points} for the potential, and all five dice again.")
        yield many.format(count=view.suites, points=1000 * view.suites)
    if view.potential != ply.potential:
        yield say("The potential is now {points}.").format(points=view.potential)


def roll_words(ply: Ply) -> str:
    view, say, seat = ply.now.view, ply.say, ply.now.view.player
    dice = faces_words([die.face for die in rolled_dice(view)])
    if not marks(view):
        own = say("You roll {dice}: nothing marks, the turn is worth {points}.")
        others = say("{name} rolls {dice}: nothing marks, the turn is worth {points}.")
        return by(ply, seat, own, others, dice=dice, points=signed(view.gain))
    if brelan_face(view):
        own, others = say("You roll {dice}, a brelan: {points}."), say("{name} rolls {dice}, a brelan: {points}.")
    else:
        own, others = say("You roll {dice}: {points}."), say("{name} rolls {dice}: {points}.")
    return by(ply, seat, own, others, dice=dice, points=marks(view))


# The end of a turn


def settled(ply: Ply) -> Iterator[str]:
    """Whose score changed, who was caught up, and who rolls next or has won."""
    yield own_score_words(ply) if ply.landing.seat == ply.mover else other_score_words(ply)
    if ply.landing.caught:
        yield tixe_words(ply)
    if ply.now.view.over:
        yield end_words(ply)
        return
    yield by(ply, ply.now.view.player, ply.say("It is your turn."), ply.say("It is {name}'s turn."))
    yield from rolled(ply)


def own_score_words(ply: Ply) -> str:
    say, change = ply.say, ply.landing.change
    if change > 0:
        own, others = say("You add {points} and go {way}."), say("{name} adds {points} and goes {way}.")
    else:
        own, others = say("You lose {points} and go {way}."), say("{name} loses {points} and goes {way}.")
    return by(ply, ply.mover, own, others, points=abs(change), way=way_words(ply))


def other_score_words(ply: Ply) -> str:
    """Half is taken from an opponent, or a failure is given away (EM-14)."""
    say, landing = ply.say, ply.landing
    if landing.change < 0:
        own = say("You take {points} from {other}, who goes {way}.")
        others = say("{name} takes {points} from {other}, who goes {way}.")
        to_me = say("{name} takes {points} from you: you go {way}.")
    else:
        own = say("You give {points} to {other}, who goes {way}.")
        others = say("{name} gives {points} to {other}, who goes {way}.")
        to_me = say("{name} gives {points} to you: you go {way}.")
    others = to_me if landing.seat == ply.now.seat else others
    facts = {"points": abs(landing.change), "other": ply.now.names[landing.seat], "way": way_words(ply)}
    return by(ply, ply.mover, own, others, **facts)


def way_words(ply: Ply) -> str:
    """From where to where, and whether it bounced (EM-15)."""
    landing, old = ply.landing, ply.was.view.score[ply.landing.seat]
    bounced = old + landing.change != landing.score
    way = ply.say("from {old} to {new} with a bounce") if bounced else ply.say("from {old} to {new}")
    return way.format(old=signed(old), new=signed(landing.score))


def tixe_words(ply: Ply) -> str:
    """Who stands where the changed score now stands goes back to zero (EM-16)."""
    say, seat, caught = ply.say, ply.landing.seat, ply.landing.caught
    if caught == [ply.now.seat]:
        return say("{name} lands on you: tixe, you go back to 0.").format(name=ply.now.names[seat])
    if len(caught) == 1:
        own = say("You land on {caught}: tixe, {caught} goes back to 0.")
        others = say("{name} lands on {caught}: tixe, {caught} goes back to 0.")
    else:
        own = say("You land on {caught}: tixe, all go back to 0.")
        others = say("{name} lands on {caught}: tixe, all go back to 0.")
    return by(ply, seat, own, others, caught=names_of(ply.now, caught))


def names_of(scene: Scene, seats: Sequence[int]) -> str:
    return ", ".join(scene.say("you") if seat == scene.seat else scene.names[seat] for seat in seats)


def end_words(ply: Ply) -> str:
    """Who has won, alone, with a partner or level with others, and why it is over (EM-18, EM-21, EM-22)."""
    say, scene, won = ply.say, ply.now, winners(ply.now.view)
    others = names_of(scene, [seat for seat in won if seat != scene.seat])
    facts = {"names": others, "reason": reason(scene)}
    is_mine, is_team = scene.seat in won, bool(scene.view.teams) and len(won) == 2
    if len(won) == 1:
        return (say("You win: {reason}.") if is_mine else say("{names} wins: {reason}.")).format(**facts)
    if is_team:
        return (say("You win with {names}: {reason}.") if is_mine else say("{names} win: {reason}.")).format(**facts)
    mine, theirs = say("You share the win with {names}: {reason}."), say("{names} share the win: {reason}.")
    return (mine if is_mine else theirs).format(**facts)
