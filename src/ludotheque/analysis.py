"""What a finished match shows its players: chances over the match, costly moves, and how well each seat played.

Every decision is judged (judge.py) by what the seat could see then, not by what was hidden from it, and not by the dice
that came.
"""

import math
import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from typing import Any, NamedTuple

from ludotheque import playback
from ludotheque.judge import Judge, Judgement
from ludotheque.match import Match
from ludotheque.search.hooks import read_match_plies

FEWEST_PART, MOST_PART = 1 / 2000, 1 / 20  # of the plies for all decisions together, for one of them
STEEP = 4.0  # how fast accuracy falls: a move that loses 10 % of winning chance counts 67,
USUAL = 20  # if its seat had so many decisions; with more of them each can lose less, and counts more

Progress = Callable[[int], None]  # is called with the number of plies that are judged


class Analysis(NamedTuple):
    """All decisions of a match, each seat's accuracy in percent (None without decisions), and who was first."""

    judgements: list[Judgement]
    accuracy: list[float | None]
    result: tuple[float, ...]
    has_secrets: bool = False

    def costliest(self, count: int) -> list[Judgement]:
        """Return the moves that lost most, the worst first."""
        costly = [one for one in self.judgements if one.loss > 0]
        return sorted(costly, key=lambda one: (-one.loss, one.ply))[:count]

    def chances(self) -> list[tuple[float, ...]]:
        """Return each seat's chance at every decision, then at the end.

        Where facts are hidden, a seat's chance is what the seat itself could know at its next decision: what others
        can know of it would only be a worse guess.
        """
        rows = [one.chances for one in self.judgements]
        if self.has_secrets:
            rows = []
            for one in reversed(self.judgements):  # the first row has each seat's first decision
                last = rows[-1] if rows else one.chances
                rows.append(tuple(one.chances[i] if i == one.seat else last[i] for i in range(len(last))))
            rows.reverse()
        return [*rows, self.result]

    def json(self) -> dict[str, Any]:
        return {
            "accuracy": self.accuracy,
            "curve": [{"ply": one.ply - 1, "chances": row} for one, row in zip(self.judgements, self.chances())],
            "result": list(self.result),
            "moves": [one._asdict() for one in self.judgements],
        }


def analyse(match: Match, plies: int | None = None, progress: Progress | None = None, cores: int = 1) -> Analysis:
    """Judge every decision of a match, with about `plies` simulated plies in all.

    They are the same ones each time, on any number of cores.
    """
    judge = Judge(match)
    decisions = judge.find_decisions()
    each = share_plies(plies or read_match_plies(match.game), len(decisions))
    judgements = []
    for one in judge_on_cores(match, decisions, each, cores) if cores > 1 else judge.judge_all(decisions, each):
        judgements.append(one)
        if progress is not None:
            progress(one.ply)
    return summarize(match, judgements)


def judge_on_cores(match: Match, decisions: Sequence[int], plies: int, cores: int) -> Iterator[Judgement]:
    """Judge decisions in as many processes as there are cores."""
    text, count = match.record().write(), len(decisions)
    with ProcessPoolExecutor(cores, multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(judge_decision, [text] * count, decisions, [plies] * count)


def share_plies(plies: int, decisions: int) -> int:
    """Return how many plies are simulated for each decision."""
    return int(max(FEWEST_PART * plies, min(MOST_PART * plies, plies // max(1, decisions)), 1))


def summarize(match: Match, judgements: list[Judgement]) -> Analysis:
    losses: list[list[float]] = [[] for _ in range(match.seats)]
    for one in judgements:
        losses[one.seat].append(one.loss if one.counted_loss is None else one.counted_loss)
    return Analysis(
        judgements, list(map(rate_seat, losses)), tuple(match.shares_of_first), match.game.rules.observe is not None
    )


def rate_seat(losses: list[float]) -> float | None:
    """Return the accuracy of a seat in percent: the mean over its decisions."""
    if not losses:
        return None
    steep = STEEP * max(1.0, len(losses) / USUAL)
    return 100 * sum(math.exp(-steep * one) for one in losses) / len(losses)


# For processes that work for others, a decision at a time


def list_decisions(text: str) -> list[int]:
    """Return the decisions of a record's match."""
    return _judge_of(text).find_decisions()


def judge_decision(text: str, ply: int, plies: int) -> Judgement:
    """Judge one decision of a record's match."""
    return _judge_of(text).judge(ply, plies)


@lru_cache(maxsize=2)
def _judge_of(text: str) -> Judge:
    """Return the judge of a record; those used last stay, because their next decision comes soon."""
    return Judge(playback.read(text))
