"""One turn of a course bot, tried on a copy of the match: legal moves are collected, refusals are logged (BZ-20)."""

from collections.abc import Sequence

from ludotheque.game import Move
from ludotheque.games.bzzz import rules
from ludotheque.games.bzzz.contest.actions import FORAGE, LAYINGS, MOVE, Action, Log
from ludotheque.games.bzzz.contest.jeu import list_bee_ids
from ludotheque.games.bzzz.field import DX, DY, WAYS
from ludotheque.match import Match
from ludotheque.record import Verdict
from ludotheque.view import IllegalMove, View

HERE = (0, 0)
WAY_OF = {(DX[way], DY[way]): way for way in range(WAYS)}
FLOWER_WAY_OF = {HERE: 0, **{offset: way + 1 for offset, way in WAY_OF.items()}}
NOWHERE = -1  # the way to a cell that is too far away; the rules refuse it
SENTENCES = {rules.ERRORS[rules.NO_WAY]: "That is more than one cell away."}


class Turn:
    """The moves that the answers of a bot amount to, and the log of what was refused."""

    def __init__(self, match: Match, seat: int):
        self._match = match.copy()
        self._seat = seat
        self.moves: list[Move] = []
        self.log = Log()
        self.error: Verdict | None = None  # the first exception of the bot

    @property
    def view(self) -> View:
        """What the seat sees after its moves so far."""
        return self._match.view(self._seat)

    @property
    def bees(self) -> list[str]:
        """The ids of the seat's bees."""
        return list_bee_ids(self.view.json(), self._seat)

    def lay(self, word: str) -> None:
        if word in LAYINGS:
            self._try(Move(rules.LAY, LAYINGS.index(word)), word)

    def act(self, actions: Sequence[Action]) -> None:
        """Play moves in the order of the list, then forages; every other bee holds, and the turn ends."""
        bees = self.bees
        for verb in (MOVE, FORAGE):
            for action in actions:
                if action.verb == verb:
                    self._carry_out(action, bees.index(action.bee))
        holds = [Move(rules.HOLD, bee) for bee in range(len(bees))]
        self.moves += [hold for hold in holds if self._match.why(hold, self._seat) is None]
        self.moves.append(Move(rules.END))

    def _carry_out(self, action: Action, bee: int) -> None:
        x, y, ko = (int(self._match.state[name][0, self._seat, bee]) for name in ("x", "y", "ko"))
        offset = (action.x - x, action.y - y)
        what = f"{action.bee} {action.verb} ({action.x}, {action.y})"
        if action.verb == FORAGE:
            self._try(Move(rules.FORAGE, bee, FLOWER_WAY_OF.get(offset, NOWHERE)), what)
        elif offset != HERE:
            self._try(Move(rules.STEP, bee, WAY_OF.get(offset, NOWHERE)), what)
        elif ko > 0:
            self.log.add(f"{what}: {rules.ERRORS[rules.KNOCKED_OUT]}")

    def _try(self, move: Move, what: str) -> None:
        try:
            self._match.play(move, self._seat)
        except IllegalMove as refusal:
            self.log.add(f"{what}: {SENTENCES.get(str(refusal), str(refusal))}")
        else:
            self.moves.append(move)
