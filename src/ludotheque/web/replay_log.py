"""A match in words and pictures: one position as a viewer sees it, one ply as sentences, the whole match as a list."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludotheque.art import Sentence
from ludotheque.game import Game, GameError
from ludotheque.match import Match
from ludotheque.seating import Kind
from ludotheque.view import View, read_turn
from ludotheque.web.outlines import make_outline
from ludotheque.web.player_names import name_player, name_players, set_names
from ludotheque.web.words import Language

CURVE_POINTS = 240
LONGEST_NOTE = 4000
MOST_DESCRIBED_PLIES = 4000  # a longer match lists plain moves, because describing a ply takes up to a millisecond
A_YEAR = 365 * 24 * 3600  # seconds; a longer turn is an error in the record
OPEN = "open"
HIDDEN = "?"  # a score that the viewer may not know
LONGEST_LIST = 8  # moves of a turn in words


@dataclass(frozen=True)
class Viewpoint:
    """Whose view is shown: a seat's, a spectator's (-1), or with `is_open` one from which nothing is hidden."""

    seat: int = -1
    is_open: bool = False

    @classmethod
    def parse(cls, match: Match, text: str) -> "Viewpoint":
        """Read "open" or the number of a seat."""
        if text == OPEN:
            return cls(is_open=True)
        if not -1 <= int(text) < match.seats:
            template = "There is no seat {seat}: seats are 0 to {last}, and -1 for a spectator."
            raise GameError(template, seat=int(text), last=match.seats - 1)
        return cls(int(text))

    @property
    def name(self) -> str:
        return OPEN if self.is_open else str(self.seat)

    def knows_move(self, match: Match, ply: int) -> bool:
        """Return whether this viewer may know the move of a ply; in games with secrets, only their own."""
        is_own = self.seat >= 0 and match.played[ply - 1].seat == self.seat
        return self.is_open or match.game.rules.observe is None or is_own

    def view(self, match: Match, ply: int, language: Language) -> View:
        view = match.full_view(ply) if self.is_open else match.view(self.seat, ply)
        return set_names(view, match, language)


def describe_position(match: Match, ply: int, viewpoint: Viewpoint, language: Language) -> dict[str, Any]:
    """Return the position after `ply` plies, and what the last of them did, as JSON."""
    view = viewpoint.view(match, ply, language)
    log = describe_ply(match, ply, viewpoint, language) if ply else []
    is_ended = match.ending is not None and ply == match.ply  # by people or a clock: the rules do not know it
    return {
        "ply": ply,
        "ended": is_ended,
        "svg": view.drawing(language.board(match.game)),
        "outline": make_outline(view, language),
        "scores": format_scores(match, ply, view),
        "active": [] if is_ended else view.active,
        "log": log,
        "named": [one for line in log for one in list_named(line)],
    }


def format_scores(match: Match, ply: int, view: View) -> list[str]:
    """Return each seat's score, or a question mark where `view` hides it."""
    column = match.game.score
    pairs = zip(view.outcome, match.full_view(ply).outcome)
    return [str(seen[column]).replace("-", "−") if seen[column] == true[column] else HIDDEN for seen, true in pairs]


def list_named(line: str) -> list[str]:
    """Return the ids of what a sentence names on the board, without that of the drawing."""
    return list(line.named) if isinstance(line, Sentence) else []


def describe_ply(match: Match, ply: int, viewpoint: Viewpoint, language: Language) -> list[str]:
    """Return a ply as sentences, from the change that the viewer saw; without a board's `tell`, the move itself."""
    return next(describe_plies(match, range(ply, ply + 1), viewpoint, language))


def describe_plies(match: Match, plies: range, viewpoint: Viewpoint, language: Language) -> Iterator[list[str]]:
    """Yield the sentences of each ply. A view that is after one ply and before the next is made once."""
    before = viewpoint.view(match, plies.start - 1, language) if plies and has_tell(match) else None
    for ply in plies:
        after = viewpoint.view(match, ply, language) if before is not None else None
        yield describe_change(match, ply, viewpoint, language, before, after)
        before = after


def has_tell(match: Match) -> bool:
    return hasattr(match.game.board, "tell")


def describe_change(
    match: Match, ply: int, viewpoint: Viewpoint, language: Language, before: View | None, after: View | None
) -> list[str]:
    """Return a ply as sentences; the views are needed where the board has a `tell`."""
    tell = getattr(match.game.board, "tell", None)
    if tell is None and match.game.rules.observe is not None and not match.over:
        return []  # the move itself might be secret
    if tell is None:
        name, move = (
            name_players(match, language, has_level=False)[match.played[ply - 1].seat],
            describe_move(match, ply, language),
        )
        return [language.say("{name}: {move}", name=name, move=move)]
    played = match.played[ply - 1] if viewpoint.knows_move(match, ply) else None
    if played is None and before is not None and after is not None and before.state.tobytes() == after.state.tobytes():
        return []  # this viewer saw nothing
    return list(tell(before, after, viewpoint.seat, language.board(match.game), played))


def describe_move(match: Match, ply: int, language: Language) -> str:
    """Return the move of a ply in words."""
    seat, move = match.played[ply - 1]
    view = set_names(match.full_view(ply - 1), match, language)
    return name_move(view, seat, match.format_move(move), language)


def name_move(view: View, seat: int, text: str, language: Language) -> str:
    """Return a move of a seat as the board names it; without its `name_move`, the kind and the arguments by name."""
    name = getattr(view.game.board, "name_move", None)
    if name is not None:
        return str(name(view, seat, text, language.board(view.game)))
    kind, *numbers = text.split()
    words = language.move(view.game, kind)
    if not numbers:
        return words
    arguments = view.game.rules.MOVES[kind] or ()
    parts = [f"{language.argument(view.game, argument)} {value}" for argument, value in zip(arguments, numbers)]
    return language.say("{move}: {arguments}", move=words, arguments=", ".join(parts))


def name_line(view: View, line: Iterable[tuple[int, str]], language: Language) -> list[str]:
    """Name moves that follow each other, each with its seat.

    Own moves of the view's seat are played on it, where nothing is hidden. Dice may fall otherwise, and others play
    too, so a name has to be right from a view that is a few moves old.
    """
    names = []
    for seat, text in line:
        names.append(name_move(view, seat, text, language))
        if seat == view.seat and view.game.rules.observe is None and view.why(text) is None:
            view = view.after(text)
    return names


def list_moves(view: View, texts: Sequence[str], language: Language) -> str:
    """Return the moves of a seat's turn in words; of a very long turn the first ones."""
    words = name_line(view, [(view.seat, text) for text in texts[:LONGEST_LIST]], language)
    return " · ".join(words) + (" …" if len(texts) > LONGEST_LIST else "")


def split_move(game: Game, text: str) -> dict[str, Any]:
    """Return a move with its arguments by name, as the page looks for them on the board."""
    kind, *numbers = text.split()
    return {"text": text, "kind": kind, "values": dict(zip(game.rules.MOVES[kind] or (), numbers))}


def describe_match(match: Match, language: Language) -> dict[str, Any]:
    """Return every move in words with its notes, the result, and the scores as curves, as JSON."""
    return {
        "names": name_players(match, language),
        "plies": match.ply,
        "moves": [list_move(match, ply, language) for ply in range(1, match.ply + 1)],
        "result": match.result() if match.over else None,
        "curve": score_curve(match),
    }


def list_move(match: Match, ply: int, language: Language) -> dict[str, Any]:
    words, turn = summarize_ply(match, ply, language), turn_of(match, ply - 1)
    notes = dict(read_notes(match, ply, language))
    return {"seat": match.played[ply - 1].seat, "says": words, "turn": turn} | notes


def summarize_ply(match: Match, ply: int, language: Language) -> str:
    """Return what happened in one line, or the move itself if that says nothing or the match is too long."""
    is_short = match.ply <= MOST_DESCRIBED_PLIES
    sentences = describe_ply(match, ply, Viewpoint(is_open=True), language) if is_short else []
    return " ".join(sentences) or describe_move(match, ply, language)


def turn_of(match: Match, ply: int) -> int | None:
    """Return the turn of a position, counted from 1, in games that count turns."""
    turn, first = (read_turn(match.full_view(at).state) for at in (ply, 0))
    return None if turn is None or first is None else turn - first + 1  # some rules count from 0, others from 1


def read_notes(match: Match, ply: int, language: Language) -> Iterator[tuple[str, Any]]:
    """Yield what the player of a ply said, which bot stood in for it, and the seconds.

    An uploaded record can contain anything.
    """
    note, times = match.notes.get(ply), match.times.get(ply)
    facts: Mapping[str, Any] = note if isinstance(note, dict) else {}
    for name in ("said", "stderr"):
        if facts.get(name):
            yield name, str(facts[name])[:LONGEST_NOTE]
    if facts.get("stand_in"):
        yield "stand_in", name_player(match.game, str(facts["stand_in"])[:LONGEST_NOTE], Kind.BOT, language)
    if times is not None and 0 <= times.wall < A_YEAR:
        yield "seconds", round(times.wall, 3)


def score_curve(match: Match) -> dict[str, Any]:
    """Return the scores at up to CURVE_POINTS plies, evenly spread, with the last one among them."""
    step = max(1, -(-match.ply // CURVE_POINTS))
    plies = sorted({*range(0, match.ply + 1, step), match.ply})
    column = match.game.score
    rows = [match.full_view(ply).outcome for ply in plies]
    return {"plies": plies, "scores": [[row[seat][column] for row in rows] for seat in range(match.seats)]}
