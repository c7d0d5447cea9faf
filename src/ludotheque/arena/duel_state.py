"""How a duel stands: its groups so far, the verdict, and all of it as text and as HTML.

The groups are looked at in the order of their rounds, whatever order they were played in, and the first decision
counts. So a duel that was interrupted, or played on many machines, comes to the same verdict after the same groups.
"""

import html
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludotheque.arena.duel_plan import Plan
from ludotheque.arena.played import Played
from ludotheque.arena.results import Results
from ludotheque.arena.sprt import Summary, Verdict, find_decision, summarize
from ludotheque.game import GameError


@dataclass
class Duel:
    """A duel: how it stands, or how it ended. In a notebook it shows itself."""

    plan: Plan
    scores: list[float] = field(default_factory=list)  # of the groups that count, in their order
    pairs: list[tuple[int, float]] = field(default_factory=list)  # round and score of the same groups
    next_round: int = 0
    games: int = 0
    wins: int = 0  # matches in which A was ahead of B
    draws: int = 0
    losses: int = 0
    left_out: int = 0  # groups with a repeated game, or spoiled by this machine
    faults: dict[str, Counter[str]] = field(default_factory=dict)  # by bot and verdict
    longest_turns: dict[str, float] = field(default_factory=dict)  # seconds, by bot
    seconds: float = 0.0  # of this run
    pace: float = 0.0  # seconds for each match of this run
    _checked: int = 0

    @property
    def summary(self) -> Summary:
        return summarize(self.scores, self.plan.bounds)

    @property
    def verdict(self) -> Verdict:
        return self.summary.verdict

    @property
    def is_over(self) -> bool:
        return self.next_round >= self.plan.rounds or (bool(self.scores) and self.verdict != Verdict.UNDECIDED)

    @property
    def worst_seconds(self) -> float:
        """How long this run takes at most: until all games are played, at the pace since the first result."""
        left = 0 if self.is_over else (self.plan.rounds - self.next_round) * len(self.plan.orders)
        return self.seconds + left * self.pace

    def read(self, results: Results) -> None:
        """Take in the rounds that are now complete, up to the one that decides."""
        if self.is_over:
            return
        bots = self.plan.orders[0]
        rounds: dict[int, list[Played]] = {}
        for match in results.matches(self.plan.setting.series, bots, True, self.next_round):
            rounds.setdefault(match.round, []).append(match)
        whole = len(self.plan.orders)
        complete = []
        for number in range(self.next_round, self.plan.rounds):
            if len(rounds.get(number, ())) < whole:
                break
            complete.append((number, rounds[number]))
        self._take(complete)

    def _take(self, complete: Sequence[tuple[int, list[Played]]]) -> None:
        counted = [(number, group) for number, group in complete if all(match.counted for match in group)]
        scores = [self.plan.score(group) for _, group in counted]
        decided = find_decision([*self.scores, *scores], self.plan.bounds, self._checked)
        used = counted if decided is None else counted[: decided - len(self.scores)]
        last = complete[-1][0] if complete and decided is None else used[-1][0] if used else self.next_round - 1
        self.left_out += sum(number <= last for number, _ in complete) - len(used)
        self.next_round = last + 1
        for (number, group), score in zip(used, scores):
            self.scores.append(score)
            self.pairs.append((number, score))
            self._count(group)
        self._checked = len(self.scores)

    def _count(self, group: Iterable[Played]) -> None:
        for match in group:
            ranks = [
                min(rank for bot, rank in zip(match.bots, match.ranks) if bot == one.digest)
                for one in (self.plan.first, self.plan.second)
            ]
            self.games += 1
            self.wins += ranks[0] < ranks[1]
            self.draws += ranks[0] == ranks[1]
            self.losses += ranks[0] > ranks[1]

    def read_seats(self, results: Results) -> None:
        """Take in faults and times of all matches, also of those after the decision."""
        names = {entrant.digest: entrant.name for entrant in self.plan.entrants}
        for row in results.sum_seats(self.plan.setting.series, self.plan.orders[0], together=True):
            name = names[row.bot]
            self.longest_turns[name] = max(self.longest_turns.get(name, 0.0), row.longest)
            if row.verdict not in ("ok", "host"):
                self.faults.setdefault(name, Counter())[row.verdict] += row.matches

    def _repr_html_(self) -> str:
        return write_html(self)

    def __repr__(self) -> str:
        return f"<{'; '.join(describe(self)[:2])}>"

    def to_frame(self) -> Any:
        """Return a pandas data frame with a row for each group: its round, its seed and A's score."""
        try:
            import pandas
        except ModuleNotFoundError:
            raise GameError("A data frame needs pandas: install pandas.") from None
        rows = [(number, self.plan.make_group(number)[0].seed, score) for number, score in self.pairs]
        return pandas.DataFrame(rows, columns=["round", "seed", "score"])


def format_span(seconds: float) -> str:
    """Return hours, minutes and seconds, as 1:02:03 or 2:03."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def live_line(duel: Duel) -> str:
    """Return the state of a running duel in one line."""
    found = duel.summary
    return (
        f"LLR {found.llr:+.2f} ({duel.plan.bounds.lower:.2f}, {duel.plan.bounds.upper:.2f})  "
        f"Elo {found.elo:+.1f} ± {(found.high - found.low) / 2:.1f}  {duel.games:,} games  "
        f"{format_span(duel.seconds)}, at most {format_span(duel.worst_seconds)}"
    )


def describe(duel: Duel) -> list[str]:
    """Return the result in sentences."""
    found, plan = duel.summary, duel.plan
    a, b = plan.first.name, plan.second.name
    bounds = f"[{plan.bounds.elo0:g}, {plan.bounds.elo1:g}]"
    return [
        {
            Verdict.ACCEPTED: f"{a} is better than {b}: accepted with bounds {bounds}",
            Verdict.REJECTED: f"{a} is not better than {b}: rejected with bounds {bounds}",
            Verdict.UNDECIDED: f"{a} against {b}: undecided with bounds {bounds}",
        }[found.verdict],
        f"LLR {found.llr:+.2f} between {plan.bounds.lower:.2f} and {plan.bounds.upper:.2f}",
        f"Elo {found.elo:+.1f} ± {(found.high - found.low) / 2:.1f} (95 %: {found.low:+.1f} to {found.high:+.1f})"
        if found.groups
        else "Elo unknown",
        f"{duel.games:,} games in {found.groups:,} groups: {duel.wins:,} won, {duel.draws:,} drawn, "
        f"{duel.losses:,} lost by {a}{_describe_left_out(duel)}",
        *_describe_groups(duel),
        f"This run {format_span(duel.seconds)}, at most {format_span(duel.worst_seconds)} for all "
        f"{plan.rounds * len(plan.orders):,} games",
        *(f"Longest turn of {name}: {1000 * seconds:.1f} ms" for name, seconds in sorted(duel.longest_turns.items())),
        *(
            f"Faults of {name}: " + ", ".join(f"{count:,} {kind}" for kind, count in sorted(kinds.items()))
            for name, kinds in sorted(duel.faults.items())
        ),
    ]


def _describe_left_out(duel: Duel) -> str:
    return f"; {duel.left_out:,} groups do not count (repeated or spoiled)" if duel.left_out else ""


def _describe_groups(duel: Duel) -> list[str]:
    """Say how often each score of a pair came, where there are five."""
    if len(duel.plan.orders) != 2:
        return []
    counts = [sum(score == quarters / 4 for score in duel.scores) for quarters in range(5)]
    return ["Pairs with 0, ½, 1, 1½ and 2 points: " + ", ".join(f"{count:,}" for count in counts)]


def write_html(duel: Duel) -> str:
    """Return a table for a notebook; it takes its colours from there."""
    first, *rest = describe(duel)
    rows = "".join(f"<li>{html.escape(line)}</li>" for line in rest)
    low, high = duel.plan.bounds.lower, duel.plan.bounds.upper
    place = min(1.0, max(0.0, (duel.summary.llr - low) / (high - low)))
    bar = (
        '<svg width="320" height="14" role="img" aria-label="LLR between its bounds">'
        '<line x1="4" y1="7" x2="316" y2="7" stroke="currentColor" stroke-opacity="0.4" stroke-width="2"/>'
        f'<circle cx="{4 + 312 * place:.0f}" cy="7" r="5" fill="currentColor"/></svg>'
    )
    return f"<div><strong>{html.escape(first)}</strong><br>{bar}<ul>{rows}</ul></div>"
