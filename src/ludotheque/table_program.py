"""A program at a table with people: it follows the match from question to question."""

from dataclasses import replace

from ludotheque.game import GameError
from ludotheque.match import Match
from ludotheque.playback import count_common
from ludotheque.referee import Heard, Player, hear
from ludotheque.seating import Answer, BotFailed


class TableProgram:
    """A program with a copy of the match of its own, which follows the live match.

    The copy may be used in a thread while people go on at the table. A program that starts in the middle of a match,
    after a restart of the server, is asked again everything that it was asked before.
    """

    def __init__(self, player: Player, match: Match, seat: int):
        self._seat = seat
        self._match = match.at(0)
        self._player = player
        self._past = match.copy()  # has the plies that the program has not seen yet
        self._has_begun = False

    def follow(self, match: Match) -> None:
        """Note the plies of the live match that the copy lacks; hold the table's lock."""
        if self._match.machine is not match.machine:  # the rules are compiled now
            self._match.move_to(match.machine)
        if not self._has_begun:
            return
        common = count_common(self._match.played, match.played)
        self._match.undo_to(common)
        for ply in range(common + 1, match.ply + 1):
            self._match.put_back(match.ply_at(ply))

    def answer(self) -> Heard:
        """Ask the program and wait for its answer, in a thread."""
        try:
            self._begin()
        except BotFailed as failed:
            return failed
        return self._ask()

    def _begin(self) -> None:
        if self._has_begun:
            return
        self._has_begun = True
        self._player.begin(self._match, self._seat)
        is_inside_answer = False  # an answer may have several moves; the last one has its times
        for ply in map(self._past.ply_at, range(1, self._past.ply + 1)):
            if ply.seat == self._seat and not is_inside_answer:
                self._player.ask()
                self._player.answer()
            is_inside_answer = ply.seat == self._seat and ply.times is None
            self._match.put_back(ply)

    def _ask(self) -> Heard:
        self._player.ask()
        heard = hear(self._player)
        return heard if isinstance(heard, BotFailed) else self._spell_out(heard)

    def _spell_out(self, answer: Answer) -> Answer:
        """Return the answer with its moves in a list: a protocol may judge each move by the match as it is then."""
        moves = []
        with self._match.trial():
            for move in answer.moves:
                moves.append(move)
                try:
                    self._match.play(move, self._seat)
                except (GameError, TypeError):
                    break  # the table will say what is wrong with it
        return replace(answer, moves=moves)

    def close(self) -> None:
        self._player.close()
