"""What the board of Émile shows: a view, who looks at it, and what each decision would do."""

from dataclasses import dataclass
from typing import NamedTuple

from ludotheque.art import BoardContext, View, signed
from ludotheque.games.emile.rules import (
    DICE,
    GOAL,
    KEEPING,
    OK,
    bounce,
    brelan_face,
    check_other,
    given,
    marks,
    standing,
    worth,
)

FAILURES = (0, 4, 16, 60, 204, 600)  # of the 6, 36, … 7776 ways in which 1, 2, … 5 dice fall


@dataclass(frozen=True)
class Scene(BoardContext):
    """What there is to see for who looks on. Fields of a view are read once."""

    @property
    def is_keeping(self) -> bool:
        return bool(self.view.phase == KEEPING) and not self.view.over

    @property
    def stop(self) -> int:
        """What STOP would bring (EM-9)."""
        return int(self.view.potential + self.reserve.points + marks(self.view))

    @property
    def reserve(self) -> "Reserve":
        return Reserve(self.view.ones, self.view.fives, self.view.brelan)

    @property
    def player(self) -> str:
        return self.names[self.view.player]


class Landing(NamedTuple):
    """What one decision would do to one score."""

    seat: int
    move: str
    change: int
    score: int
    caught: list[int]


def landings(scene: Scene) -> list[Landing]:
    """Where scores would go: by stopping and adding, or by each way to settle the turn."""
    view = scene.view
    if view.over:
        return []
    if scene.is_keeping:
        return [land(view, view.player, "", scene.stop)]
    others = [seat for seat in range(view.seats) if check_other(view, view.player, seat) == OK]
    own = land(view, view.player, "OWN", view.gain)
    return [own, *(land(view, seat, f"OTHER {seat}", given(view.gain)) for seat in others)]


def land(view: View, seat: int, move: str, change: int) -> Landing:
    """The bounce (EM-15), and who would be caught up (EM-16)."""
    score = bounce(view.score[seat] + change)
    caught = [other for other in range(view.seats) if other != seat and view.score[other] == score]
    return Landing(seat, move, change, score, caught)


def legs(start: int, change: int) -> list[int]:
    """Where a score turns on its way: the start, the walls it bounces off, the end. Whole laps are left out."""
    way, step, left = [start], 1 if change > 0 else -1, abs(change) % (4 * GOAL)
    while left > GOAL - step * way[-1]:
        left -= GOAL - step * way[-1]
        way.append(step * GOAL)
        step = -step
    return [*way, way[-1] + step * left]


class Die(NamedTuple):
    """One die of the last roll: part of a brelan, a single that marks, or dead."""

    face: int
    kind: str

    @property
    def points(self) -> int:
        return worth(int(self.face == 1), int(self.face == 5), 0) if self.kind == "single" else 0


def rolled_dice(view: View) -> list[Die]:
    """The last roll in the order of its use: the brelan, the singles, the rest."""
    trio = brelan_face(view)
    faces = sorted(view.faces[: view.rolled], key=lambda face: (face != trio, face not in (1, 5), face))
    return [Die(face, kind_of(face, bool(trio) and i < 3)) for i, face in enumerate(faces)]


def kind_of(face: int, in_brelan: bool) -> str:
    if in_brelan:
        return "brelan"
    return "single" if face in (1, 5) else "dead"


class Reserve(NamedTuple):
    """Dice put aside, or that may be."""

    ones: int
    fives: int
    brelan: int

    @property
    def faces(self) -> list[int]:
        """Its dice, the brelan first."""
        return [self.brelan] * 3 * bool(self.brelan) + [1] * self.ones + [5] * self.fives

    @property
    def points(self) -> int:
        return worth(*self)

    @property
    def rolls(self) -> int:
        """How many dice it leaves to roll; a full one leaves all (EM-12)."""
        return DICE - len(self.faces) or DICE

    @property
    def move(self) -> str:
        return "KEEP {} {} {}".format(*self)

    def __str__(self) -> str:
        """[6 6 6] [1] [5]"""
        trio = [trio_words(self.brelan)] if self.brelan else []
        return " ".join(trio + ["[1]"] * self.ones + ["[5]"] * self.fives)


def trio_words(face: int) -> str:
    return f"[{face} {face} {face}]"


def choices(scene: Scene) -> list[Reserve]:
    """Every reserve that the player may keep, the dearest first (EM-10): eleven at most."""
    kept = [move.split()[1:] for move in scene.view.legal(scene.view.player) if move.startswith("KEEP")]
    return sorted((Reserve(*map(int, numbers)) for numbers in kept), key=lambda reserve: -reserve.points)


def risk(scene: Scene, dice: int) -> str:
    """How often a roll of so many dice fails."""
    return scene.say("{percent}%").format(percent=round(100 * FAILURES[dice] / 6**dice))


def dice_count(scene: Scene, dice: int) -> str:
    return scene.say("one die") if dice == 1 else scene.say("{count} dice").format(count=dice)


def headline(scene: Scene) -> str:
    """Turn and task in one sentence."""
    say = scene.say
    if scene.view.over:
        return "Émile. " + verdict(scene)
    if scene.is_keeping:
        return "Émile. " + say("{name} may stop with {points}, or keep dice and roll on.").format(
            name=scene.player, points=scene.stop
        )
    return "Émile. " + say("{name} settles a turn of {points}.").format(
        name=scene.player, points=signed(scene.view.gain)
    )


def winners(view: View) -> list[int]:
    return [seat for seat, (share, _) in enumerate(view.outcome) if share > 0]


def verdict(scene: Scene) -> str:
    """Who has won."""
    seats = winners(scene.view)
    names = ", ".join(scene.names[seat] for seat in seats)
    if len(seats) == 1:
        return scene.say("{name} wins").format(name=names)
    if scene.view.teams and len(seats) == 2:
        return scene.say("{names} win").format(names=names)
    return scene.say("{names} share the win").format(names=names)


def reason(scene: Scene) -> str:
    """Why the match is over (EM-18, EM-21, EM-22)."""
    view, say = scene.view, scene.say
    if view.teams:
        best = winners(view)[0]
        ours, theirs = (signed(standing(view, seat)) for seat in (best, (best + 1) % 4))
        return say("together {ours} against {theirs}").format(ours=ours, theirs=theirs)
    if view.winner >= 0:
        return say("on exactly 2500")
    return say("highest score after {rounds} rounds").format(rounds=view.rounds)
