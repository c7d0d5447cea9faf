"""The log of Émile: the sentences that describe one ply. Nothing is hidden, so every viewer knows the move."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ludotheque.art import PlyContext, Say, View, naming, signed
from ludotheque.game import Move, PlayedMove
from ludotheque.games.emile.board.dice import describe_toast
from ludotheque.games.emile.board.scene import Landing, Reserve, Scene, land_score, sort_dice
from ludotheque.games.emile.board.status import describe_reason, is_team_win
from ludotheque.games.emile.rules import KEEP, OTHER, STOP, brelan_face, opponent_change, roll_worth


@dataclass(frozen=True)
class Ply(PlyContext[Scene]):
    mover: int
    move: Move

    @property
    def old_potential(self) -> int:
        """The potential before the first roll of this ply."""
        return int(self.was.view.potential) if self.move.kind == KEEP else 0

    @cached_property
    def landing(self) -> Landing:
        """How the turn's score changed the score of a seat (EM-14)."""
        gain = self.was.view.gain
        seat, change = (self.move.a, opponent_change(gain)) if self.move.kind == OTHER else (self.mover, gain)
        return land_score(self.was.view, seat, "", change)


def tell(before: View, after: View, seat: int, say: Say = str, played: PlayedMove | None = None) -> list[str]:
    """Describe one ply to the viewer `seat` (-1: a spectator), in the order of events."""
    if played is None:
        return []
    was, now = (Scene(view, seat, say, view.names) for view in (before, after))
    return list(describe_ply(Ply(was, now, *played)))


def describe_ply(ply: Ply) -> Iterator[str]:
    if ply.move.kind == STOP:
        yield name_lanes(describe_stop(ply), [ply.mover])
    elif ply.move.kind == KEEP:
        yield name_lanes(describe_keep(ply), [ply.mover])
        yield from describe_rolls(ply)
    else:
        yield from describe_settlement(ply)


def describe_stop(ply: Ply) -> str:
    own, others = ply.say("You stop with {points}."), ply.say("{name} stops with {points}.")
    return ply.say_to_viewer(ply.mover, own, others, points=ply.now.view.gain)


def describe_keep(ply: Ply) -> str:
    reserve = Reserve(*ply.move[1:])
    own, others = ply.say("You keep {dice}: {points}."), ply.say("{name} keeps {dice}: {points}.")
    return ply.say_to_viewer(ply.mover, own, others, dice=format_faces(reserve.faces), points=reserve.points)


def format_faces(faces: Sequence[int]) -> str:
    return " ".join(map(str, faces))


# The rolls after a move


def describe_rolls(ply: Ply) -> Iterator[str]:
    """Describe the automatic rolls (EM-5, EM-6), the last roll, and the toast (EM-24)."""
    yield from describe_automatic_rolls(ply)
    yield describe_last_roll(ply)
    toast = describe_toast(ply.now)
    if toast:
        yield toast


def describe_automatic_rolls(ply: Ply) -> Iterator[str]:
    """Describe a deubeul, then suites: a single die only rolls beside a reserve, so no suite comes first."""
    view, say = ply.now.view, ply.say
    if view.deubeuls:
        yield say("Deubeul: potential, reserve and die are doubled, and all five dice roll again.")
    if view.suites == 1:
        yield say("Suite: 1000 for the potential, and all five dice again.")
    if view.suites > 1:
        many = say("{count} suites: {points} for the potential, and all five dice again.")
        yield many.format(count=view.suites, points=1000 * view.suites)
    if view.potential != ply.old_potential:
        yield say("The potential is now {points}.").format(points=view.potential)


def describe_last_roll(ply: Ply) -> str:
    view, say, seat = ply.now.view, ply.say, ply.now.view.player
    dice = format_faces([die.face for die in sort_dice(view)])
    if not roll_worth(view):
        own = say("You roll {dice}: nothing marks, the turn is worth {points}.")
        others = say("{name} rolls {dice}: nothing marks, the turn is worth {points}.")
        return ply.say_to_viewer(seat, own, others, dice=dice, points=signed(view.gain))
    if brelan_face(view):
        own, others = say("You roll {dice}, a brelan: {points}."), say("{name} rolls {dice}, a brelan: {points}.")
    else:
        own, others = say("You roll {dice}: {points}."), say("{name} rolls {dice}: {points}.")
    return ply.say_to_viewer(seat, own, others, dice=dice, points=roll_worth(view))


# The end of a turn


def describe_settlement(ply: Ply) -> Iterator[str]:
    """Describe the changed score, the caught seats, and the next turn or the end of the match."""
    score = describe_other_score(ply) if ply.move.kind == OTHER else describe_own_score(ply)
    yield name_lanes(score, [ply.landing.seat])
    if ply.landing.caught:
        yield name_lanes(describe_tixe(ply), [ply.landing.seat, *ply.landing.caught])
    if ply.now.view.over:
        yield describe_end(ply)
        return
    yield ply.say_to_viewer(ply.now.view.player, ply.say("It is your turn."), ply.say("It is {name}'s turn."))
    yield from describe_rolls(ply)


def name_lanes(text: str, seats: Sequence[int]) -> str:
    """Return a sentence that names the lanes of some seats."""
    return naming(text, *(f"lane{seat}" for seat in seats))


def describe_own_score(ply: Ply) -> str:
    say, change = ply.say, ply.landing.change
    if change > 0:
        own, others = say("You add {points} and go {way}."), say("{name} adds {points} and goes {way}.")
    else:
        own, others = say("You lose {points} and go {way}."), say("{name} loses {points} and goes {way}.")
    return ply.say_to_viewer(ply.mover, own, others, points=abs(change), way=describe_way(ply))


def describe_other_score(ply: Ply) -> str:
    """Describe points taken from an opponent, or a failure given away (EM-14)."""
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
    facts = {"points": abs(landing.change), "other": ply.now.names[landing.seat], "way": describe_way(ply)}
    return ply.say_to_viewer(ply.mover, own, others, **facts)


def describe_way(ply: Ply) -> str:
    """Describe the old and the new score, and the bounce between them (EM-15)."""
    landing, old = ply.landing, ply.was.view.score[ply.landing.seat]
    has_bounced = old + landing.change != landing.score
    way = ply.say("from {old} to {new} with a bounce") if has_bounced else ply.say("from {old} to {new}")
    return way.format(old=signed(old), new=signed(landing.score))


def describe_tixe(ply: Ply) -> str:
    """Name the seats that go back to zero (EM-16)."""
    say, seat, caught = ply.say, ply.landing.seat, ply.landing.caught
    if caught == [ply.now.seat]:
        return say("{name} lands on you: tixe, you go back to 0.").format(name=ply.now.names[seat])
    if len(caught) == 1:
        own = say("You land on {caught}: tixe, {caught} goes back to 0.")
        others = say("{name} lands on {caught}: tixe, {caught} goes back to 0.")
    else:
        own = say("You land on {caught}: tixe, all go back to 0.")
        others = say("{name} lands on {caught}: tixe, all go back to 0.")
    return ply.say_to_viewer(seat, own, others, caught=join_names(ply.now, caught))


def join_names(scene: Scene, seats: Sequence[int]) -> str:
    return ", ".join(scene.name_or_you(seat, scene.say("you")) for seat in seats)


def describe_end(ply: Ply) -> str:
    """Name the winners and the reason (EM-18, EM-21, EM-22)."""
    say, scene, winners = ply.say, ply.now, ply.now.winners
    others = join_names(scene, [seat for seat in winners if seat != scene.seat])
    if len(winners) == 1:
        mine, theirs = say("You win: {reason}."), say("{names} wins: {reason}.")
    elif is_team_win(scene):
        mine, theirs = say("You win with {names}: {reason}."), say("{names} win: {reason}.")
    else:
        mine, theirs = say("You share the win with {names}: {reason}."), say("{names} share the win: {reason}.")
    return (mine if scene.seat in winners else theirs).format(names=others, reason=describe_reason(scene))
