"""A replay in words and pictures: one ply as its viewer sees it, and the whole match as a list."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ludotheque.game import GameError
from ludotheque.match import Match, View
from ludotheque.web.words import Tongue

POINTS = 240  # of the curve of the scores
LONGEST_NOTE = 4000
MOST_TOLD = 4000  # plies of a match whose list tells what happened; a ply costs up to a millisecond
A_YEAR = 365 * 24 * 3600  # seconds; no turn takes longer


@dataclass(frozen=True)
class Eye:
    """Whose eyes a replay is seen with: a seat's, a spectator's (-1), or open, which nothing is hidden from."""

    name: str

    @classmethod
    def of(cls, match: Match, name: str) -> "Eye":
        if name != "open" and not -1 <= int(name) < match.seats:
            raise GameError(f"There is no seat {name}: seats are 0 to {match.seats - 1}, and -1 for a spectator.")
        return cls(name)

    @property
    def seat(self) -> int:
        return -1 if self.name == "open" else int(self.name)

    def knows_move(self, match: Match, ply: int) -> bool:
        """Return whether this viewer may know the move of a ply; in games with secrets, only their own."""
        is_own = self.seat >= 0 and match.played[ply - 1].seat == self.seat
        return self.name == "open" or match.game.rules.observe is None or is_own

    def view(self, match: Match, ply: int) -> View:
        return match.full_view(ply) if self.name == "open" else match.view(self.seat, ply)


def ply_facts(match: Match, ply: int, eye: Eye, tongue: Tongue) -> dict[str, Any]:
    """The position after so many plies, and what the last of them did."""
    view = eye.view(match, ply)
    return {
        "ply": ply,
        "svg": view.drawing(tongue.board(match.game)),
        "scores": [score_of(match, ply, view, seat) for seat in range(match.seats)],
        "active": view.active,
        "log": happened(match, ply, eye, tongue) if ply else [],
    }


def score_of(match: Match, ply: int, view: View, seat: int) -> str:
    """A seat's score, or a question mark where these eyes cannot know it."""
    column = match.game.score
    seen, true = view.outcome[seat][column], match.full_view(ply).outcome[seat][column]
    return str(seen).replace("-", "−") if seen == true else "?"


def happened(match: Match, ply: int, eye: Eye, tongue: Tongue) -> list[str]:
    """A ply in sentences, from the change that these eyes saw; in a game without a story, the move."""
    tell = getattr(match.game.board, "tell", None)
    if tell is None and match.game.rules.observe is not None and not match.over:
        return []  # without a story there is no telling what was hidden
    if tell is None:
        seat, words = match.played[ply - 1][0], move_words(match, ply, tongue)
        return [tongue.say("{name}: {move}", name=match.names[seat], move=words)]
    before, after = eye.view(match, ply - 1), eye.view(match, ply)
    played = match.played[ply - 1] if eye.knows_move(match, ply) else None
    return list(tell(before, after, eye.seat, tongue.board(match.game), played))


def move_words(match: Match, ply: int, tongue: Tongue) -> str:
    """A move in words: its kind, and its arguments by name."""
    game = match.game
    _, (kind, *numbers) = match.played[ply - 1]
    name, arguments = list(game.rules.MOVES.items())[kind]
    says = tongue.move(game, name)
    if not arguments:
        return says
    parts = [f"{short(tongue.argument(game, one))} {value}" for one, value in zip(arguments, numbers)]
    return tongue.say("{move}: {arguments}", move=says, arguments=", ".join(parts))


def short(words: str) -> str:
    """An argument's name without its explanation in brackets."""
    return words.partition(" (")[0]


def story(match: Match, tongue: Tongue) -> dict[str, Any]:
    """Every move in words, with what its player wrote and how long it took; the result; the scores as curves."""
    return {
        "names": match.names,
        "plies": match.ply,
        "moves": [move_facts(match, ply, tongue) for ply in range(1, match.ply + 1)],
        "result": match.result() if match.over else None,
        "curve": curve(match),
    }


def move_facts(match: Match, ply: int, tongue: Tongue) -> dict[str, Any]:
    facts = {"seat": match.played[ply - 1][0], "says": ply_words(match, ply, tongue), "turn": turn_of(match, ply - 1)}
    return facts | dict(notes(match.notes.get(ply, {})))


def ply_words(match: Match, ply: int, tongue: Tongue) -> str:
    """What happened, or the move where that says nothing, or where there is too much to tell."""
    told = happened(match, ply, Eye("open"), tongue) if match.ply <= MOST_TOLD else []
    return " ".join(told) or move_words(match, ply, tongue)


def turn_of(match: Match, ply: int) -> int | None:
    """Which turn a position belongs to, counted from one, in games that count them."""
    view = match.full_view(ply)
    return int(view.turn) + 1 if "turn" in (view.state.dtype.names or ()) else None


def notes(note: Mapping[str, Any] | Any) -> Iterator[tuple[str, Any]]:
    """What was noted of a ply. A record may come from anybody: only what is as it should be is shown."""
    if not isinstance(note, dict):
        return
    for name in ("said", "stderr"):
        if note.get(name):
            yield name, str(note[name])[:LONGEST_NOTE]
    seconds = note.get("seconds")
    if isinstance(seconds, int | float) and not isinstance(seconds, bool) and 0 <= seconds < A_YEAR:
        yield "seconds", round(float(seconds), 3)


def curve(match: Match) -> dict[str, Any]:
    """The scores at some plies, evenly spread, the last among them."""
    step = max(1, -(-match.ply // POINTS))
    plies = sorted({*range(0, match.ply + 1, step), match.ply})
    column = match.game.score
    rows = [match.full_view(ply).outcome for ply in plies]
    return {"plies": plies, "scores": [[row[seat][column] for row in rows] for seat in range(match.seats)]}
