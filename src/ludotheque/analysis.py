"""What a finished match shows its players: chances over the match, costly moves, and how well each seat played.

Every decision is judged by a search of what the seat could see then, not of what was hidden from it, and not of the
dice that came. All chances are those of first place.
"""

import math
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ludotheque import loops
from ludotheque.match import Match
from ludotheque.search import Line, Search
from ludotheque.view import read_turn

MATCH_PLIES = 24_000_000  # simulated for all decisions together
FEWEST_PLIES, MOST_PLIES = 4_000, 400_000  # for one decision
TRIED_PART = 0.2  # of the playouts again for the move that was played, if it was tried less often
STEEP = 4.0  # how fast accuracy falls: a move that loses 10 % of winning chance counts 67
LINE_MOVES = 6  # of an expected line
SEED = 1

Progress = Callable[[int], None]  # is called with the number of plies that are judged


class Judgement(NamedTuple):
    """A decision: the move that was played, the best one, and each seat's chance with the best one."""

    ply: int  # number of the move, from 1
    seat: int
    move: str
    chance: float  # of this seat with the move that was played
    best: str
    chances: tuple[float, ...]  # of all seats with the best move
    loss: float  # of chance by the move; 0 if the difference is within the noise of the playouts
    expected: tuple[str, ...]  # the best move and what is expected after it, each move with its seat in front


class Analysis(NamedTuple):
    """All decisions of a match, each seat's accuracy in percent (None without decisions), and who was first."""

    judgements: list[Judgement]
    accuracy: list[float | None]
    result: tuple[float, ...]

    def costliest(self, count: int) -> list[Judgement]:
        """Return the moves that lost most, the worst first."""
        costly = [one for one in self.judgements if one.loss > 0]
        return sorted(costly, key=lambda one: (-one.loss, one.ply))[:count]

    def json(self) -> dict[str, Any]:
        return {
            "accuracy": self.accuracy,
            "curve": [{"ply": one.ply - 1, "chances": list(one.chances)} for one in self.judgements],
            "result": list(self.result),
            "moves": [one._asdict() for one in self.judgements],
        }


def analyse(match: Match, plies: int = MATCH_PLIES, progress: Progress | None = None) -> Analysis:
    """Judge every decision of a match, with about `plies` simulated plies in all; the same ones each time."""
    search = Search(match.game, match.seats)
    decisions = list(find_decisions(match))
    each = max(FEWEST_PLIES, min(MOST_PLIES, plies // max(1, len(decisions))))
    judgements = []
    for ply in decisions:
        judgements.append(judge(match, search, ply, each))
        if progress is not None:
            progress(ply + 1)
    accuracy = [rate_seat([one.loss for one in judgements if one.seat == seat]) for seat in range(match.seats)]
    return Analysis(judgements, accuracy, share_first_place(match))


def find_decisions(match: Match) -> Iterator[int]:
    """Yield the plies before which a seat had a choice; where moves are secret only the first of a seat's turn.

    Secret moves are orders of one turn, and there are many of them. Moves that the game does not offer, which only
    programs play, are left out: a search does not know them.
    """
    offered = {tuple(row) for row in loops.offers_of(match.game).tolist()}
    judged: set[tuple[int, int | None]] = set()
    for ply, (seat, move) in enumerate(match.played):
        view = match.view(seat, ply)
        turn = (seat, read_turn(view.state)) if match.game.rules.observe is not None else (seat, ply)
        if turn not in judged and tuple(move) in offered and len(view.legal_rows(seat)) > 1:
            judged.add(turn)
            yield ply


def judge(match: Match, search: Search, ply: int, plies: int) -> Judgement:
    """Judge the move that was played after `ply` plies."""
    seat, move = match.played[ply]
    search.start(match.view(seat, ply), SEED)
    search.run(plies=plies)
    search.run(search.playouts + 1)  # ends the playout that was cut
    enough = math.ceil(TRIED_PART * search.playouts)
    if search.count_visits(move) < enough:
        search.try_move(move, enough)
    best, played = search.lines()[0], search.line_of(move)
    return Judgement(
        ply=ply + 1,
        seat=seat,
        move=match.format_move(move),
        chance=played.wins[seat],
        best=match.format_move(best.move),
        chances=best.wins,
        loss=measure_loss(best, played, seat),
        expected=tuple(f"{other} {match.format_move(later)}" for other, later in best.expected[:LINE_MOVES]),
    )


def measure_loss(best: Line, played: Line, seat: int) -> float:
    """Return the chance that a move lost, less one standard error of the difference."""
    lost = best.wins[seat] - played.wins[seat]
    error = math.sqrt(sum(line.wins[seat] * (1 - line.wins[seat]) / line.visits for line in (best, played)))
    return max(0.0, lost - error) if best.move != played.move else 0.0


def rate_seat(losses: list[float]) -> float | None:
    """Return the accuracy of a seat in percent: the mean over its decisions."""
    if not losses:
        return None
    return 100 * sum(math.exp(-STEEP * one) for one in losses) / len(losses)


def share_first_place(match: Match) -> tuple[float, ...]:
    """Return each seat's share of first place at the end; teams that are level share it."""
    ranks = match.ranks
    first = {team for team, rank in zip(match.team_numbers, ranks) if rank == 1}
    return tuple(1 / len(first) if rank == 1 else 0.0 for rank in ranks)
