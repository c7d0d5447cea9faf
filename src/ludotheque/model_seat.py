"""One seat for a language model, against built-in bots: everything as text, and only what this seat may know."""

import time
from collections.abc import Mapping, Sequence

from ludotheque import match as matches
from ludotheque.game import Game, GameError, OptionValue, load, quote, suggest
from ludotheque.match import Match, draw_seed
from ludotheque.notation import forms
from ludotheque.referee import Player, hear, make_seat, propose
from ludotheque.seat import list_bots, make_player
from ludotheque.seating import Answer, Kind, Seat
from ludotheque.table import Table
from ludotheque.view import View

MOST_LISTED = 400  # legal moves that are listed; Ghost in the Cell can have more than a thousand
MOST_TOLD = 60  # sentences about what has happened


class ModelSeat:
    """A match in which `seat` is played by calls of `play`, and all other seats by bots."""

    def __init__(
        self, game: Game, seat: int, bots: Sequence[str], options: Mapping[str, OptionValue], seed: int | None
    ):
        seats = 1 + len(bots)
        if not 0 <= seat < seats:
            raise GameError("There is no seat {seat}: seats are 0 to {last}.", seat=seat, last=seats - 1)
        self.seat = seat
        self.match = matches.new(game.name, seats, seed, **options)
        names = [*bots[:seat], None, *bots[seat:]]
        self._bots: dict[int, Player] = {i: _make_bot(game, name) for i, name in enumerate(names) if name is not None}
        everybody = [make_seat(self._bots[i]) if i in self._bots else Seat(Kind.PERSON, "model") for i in range(seats)]
        self._table = Table(self.match, everybody, now=time.monotonic(), new_seed=draw_seed)
        self._told = 0  # plies that were described already
        for number, bot in self._bots.items():
            bot.begin(self.match, number)
        self._run_bots()

    def look(self) -> str:
        """Return the board and whose turn it is."""
        view = self.match.view(self.seat)
        return f"{self.match.game.title}, you are seat {self.seat}.\n\n{view.text()}\n\n{self._describe_turn()}"

    def view(self) -> View:
        return self.match.view(self.seat)

    def legal(self) -> list[str]:
        return [] if self.match.over else self.match.view(self.seat).legal()

    def why_not(self, move: str) -> str:
        """Return the sentence that says why a move is not allowed."""
        if self.match.over:
            return "The match is over."
        return self.match.view(self.seat).why(move) or "This move is allowed."

    def play(self, moves: Sequence[str]) -> str:
        """Play the moves, all or none of them, then let the bots play; return what has happened."""
        key = self._table.key(self.seat)
        now = time.monotonic()
        self._table.commit(self._table.answer(self.seat, key, Answer(list(moves)), now), now)
        self._run_bots()
        return "\n".join([*self._tell_news(), "", self.look()])

    def _run_bots(self) -> None:
        """Let bots answer until only this seat is awaited, or the match is over."""
        while waiting := [question for question in self._table.questions() if question.seat in self._bots]:
            bot = self._bots[waiting[0].seat]
            self._table.note_asked(waiting[0].seat)
            bot.ask()
            self._table.commit(propose(self._table, waiting[0], hear(bot)), time.monotonic())

    def _tell_news(self) -> list[str]:
        """Return what has happened since the last call, as this seat saw it."""
        news = [
            line
            for ply in range(self._told + 1, self.match.ply + 1)
            for line in describe_ply(self.match, ply, self.seat)
        ]
        self._told = self.match.ply
        left_out = len(news) - MOST_TOLD
        return news if left_out <= 0 else [f"({left_out} earlier events)", *news[-MOST_TOLD:]]

    def _describe_turn(self) -> str:
        if self.match.over:
            rows = sorted(self.match.result(), key=lambda row: int(row["rank"]))
            ranks = [f"{row['rank']}. {row['name']}: {row['result']}, {_outcome(self.match, row)}" for row in rows]
            return "\n".join(["The match is over.", *ranks])
        return f"It is your turn: {len(self.legal())} moves are legal. A move is {forms(self.match.game.rules.MOVES)}."


def _make_bot(game: Game, name: str) -> Player:
    """Return a built-in bot. Files and commands are refused: a model must not start programs."""
    known = list_bots(game)
    if name not in known:
        template = "There is no bot {name}{near}; there are {known}."
        raise GameError(template, name=quote(name), near=suggest(name, known), known=", ".join(known))
    return make_player(game, name)


def _outcome(match: Match, row: Mapping[str, object]) -> str:
    numbers = row["outcome"]
    assert isinstance(numbers, list | tuple)
    return ", ".join(f"{name} {number}" for name, number in zip(match.game.outcome, numbers))


def describe_ply(match: Match, ply: int, seat: int) -> list[str]:
    """Return a ply as sentences; in a game with secrets the moves of others are not told."""
    played = match.played[ply - 1]
    is_known = match.game.rules.observe is None or played.seat == seat
    tell = getattr(match.game.board, "tell", None)
    if tell is None:
        return [f"{match.names[played.seat]}: {match.format_move(played.move)}"] if is_known else []
    before, after = match.view(seat, ply - 1), match.view(seat, ply)
    return list(tell(before, after, seat, str, played if is_known else None))


def describe_game(name: str) -> str:
    """Return what a game is about, its seats, options and bots, and its rules."""
    game = load(name)
    options = [f"- {name}: {option.about} ({option.describe_range()})" for name, option in game.options.items()]
    seats = " or ".join(map(str, game.seats))
    parts = [f"{seats} seats. Bots: {', '.join(list_bots(game))}. Options:", *options, ""]
    return "\n".join([*parts, game.rules_text()])
