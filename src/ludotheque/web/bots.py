"""The bots of one live table: built-in bots think in a thread, an operator's programs in their own process."""

from collections.abc import Callable, Mapping

from ludotheque.match import Match
from ludotheque.referee import Heard, hear
from ludotheque.seat import FunctionSeat, bot_play
from ludotheque.seating import Question
from ludotheque.web.programs import TableProgram


class TableBots:
    def __init__(self, commands: Mapping[str, str]):
        self._commands = commands
        self._programs: dict[int, TableProgram] = {}

    def prepare(self, match: Match, question: Question) -> Callable[[], Heard]:
        """Return the call that asks a bot. Prepare it with the table's lock held, then call it in a thread."""
        assert question.bot is not None
        if question.bot in self._commands:
            return self._prepare_program(match, question.seat, self._commands[question.bot])
        player = FunctionSeat(question.bot, bot_play(match.game, question.bot))
        player.begin(match, question.seat)
        player.ask()
        return lambda: hear(player)

    def _prepare_program(self, match: Match, seat: int, command: str) -> Callable[[], Heard]:
        if seat not in self._programs:
            self._programs[seat] = TableProgram(command, match, seat)
        self._programs[seat].follow(match)
        return self._programs[seat].answer

    def close(self) -> None:
        for program in self._programs.values():
            program.close()
        self._programs.clear()
