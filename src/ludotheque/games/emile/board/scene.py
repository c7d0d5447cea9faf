"""What the board of Émile shows: a view, its viewer, and what each decision would do."""

from dataclasses import dataclass
from typing import NamedTuple

from ludotheque.art import BoardContext, View
from ludotheque.games.emile.rules import (
    DICE,
    GOAL,
    KEEPING,
    OK,
    bounce,
    brelan_face,
    check_other,
    opponent_change,
    roll_worth,
    worth,
)

FAILURES = (0, 4, 16, 60, 204, 600)  # failing rolls of 1, 2, … 5 dice, out of 6, 36, … 7776


@dataclass(frozen=True)
class Scene(BoardContext):
    @property
    def is_keeping(self) -> bool:
        return bool(self.view.phase == KEEPING) and not self.view.over

    @property
    def stop_points(self) -> int:
        """The turn's score if the player stops now (EM-9)."""
        return int(self.view.potential + self.reserve.points + roll_worth(self.view))

    @property
    def reserve(self) -> "Reserve":
        return Reserve(self.view.ones, self.view.fives, self.view.brelan)

    @property
    def player_name(self) -> str:
        return self.names[self.view.player]


class Landing(NamedTuple):
    """What a decision does to the score of `seat`."""

    seat: int
    move: str  # the decision; empty before the turn has its score
    change: int
    score: int
    caught: list[int]  # seats that go back to zero (EM-16)


def list_landings(scene: Scene) -> list[Landing]:
    """Return what STOP and OWN would do, or in the phase SETTLING what each legal move would do."""
    view = scene.view
    if view.over:
        return []
    if scene.is_keeping:
        return [land_score(view, view.player, "", scene.stop_points)]
    others = [seat for seat in range(view.seats) if check_other(view, view.player, seat) == OK]
    own = land_score(view, view.player, "OWN", view.gain)
    return [own, *(land_score(view, seat, f"OTHER {seat}", opponent_change(view.gain)) for seat in others)]


def land_score(view: View, seat: int, move: str, change: int) -> Landing:
    """Apply the bounce (EM-15) and find the caught seats (EM-16)."""
    score = bounce(view.score[seat] + change)
    caught = [other for other in range(view.seats) if other != seat and view.score[other] == score]
    return Landing(seat, move, change, score, caught)


def list_turning_points(start: int, change: int) -> list[int]:
    """Return the scores where the path of a change starts, bounces and ends, without whole laps."""
    points, step, left = [start], 1 if change > 0 else -1, abs(change) % (4 * GOAL)
    while left > GOAL - step * points[-1]:
        left -= GOAL - step * points[-1]
        points.append(step * GOAL)
        step = -step
    return [*points, points[-1] + step * left]


class Die(NamedTuple):
    face: int
    kind: str  # "brelan", "single" (it marks alone) or "dead" (it does not mark); also its CSS class

    @property
    def points(self) -> int:
        return worth(int(self.face == 1), int(self.face == 5), 0) if self.kind == "single" else 0


def sort_dice(view: View) -> list[Die]:
    """Return the dice of the last roll: the brelan first, then the singles, then the others."""
    brelan = brelan_face(view)
    faces = sorted(view.faces[: view.rolled], key=lambda face: (face != brelan, face not in (1, 5), face))
    return [Die(face, classify_die(face, bool(brelan) and i < 3)) for i, face in enumerate(faces)]


def classify_die(face: int, in_brelan: bool) -> str:
    if in_brelan:
        return "brelan"
    return "single" if face in (1, 5) else "dead"


class Reserve(NamedTuple):
    """The dice of a reserve: the present one, or one that may be kept."""

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
    def dice_left(self) -> int:
        """How many dice roll next; after a full reserve all five do (EM-12)."""
        return DICE - len(self.faces) or DICE

    @property
    def move(self) -> str:
        return "KEEP {} {} {}".format(*self)

    def __str__(self) -> str:
        """Return the dice in brackets: [6 6 6] [1] [5]."""
        brelan = [format_brelan(self.brelan)] if self.brelan else []
        return " ".join(brelan + ["[1]"] * self.ones + ["[5]"] * self.fives)


def format_brelan(face: int) -> str:
    return f"[{face} {face} {face}]"


def list_choices(scene: Scene) -> list[Reserve]:
    """Return every reserve that the player may keep, the highest worth first (EM-10); there are at most eleven."""
    keeps = [move.split()[1:] for move in scene.view.legal(scene.view.player) if move.startswith("KEEP")]
    return sorted((Reserve(*map(int, numbers)) for numbers in keeps), key=lambda reserve: -reserve.points)


def format_risk(scene: Scene, dice: int) -> str:
    """Return the chance that a roll of `dice` dice fails, in percent."""
    return scene.say("{percent}%").format(percent=round(100 * FAILURES[dice] / 6**dice))
