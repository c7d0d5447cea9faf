"""The table of a league: what each bot has reached, and how strong it is."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from ludotheque.arena.entrants import Entrant
from ludotheque.arena.matches import list_results
from ludotheque.arena.pairing import Setting
from ludotheque.arena.played import Met, Ranked, SeatTotal
from ludotheque.arena.ratings import Ratings, fit
from ludotheque.arena.results import Results
from ludotheque.game import GameError, load
from ludotheque.letters import printable

RESULTS = ("won", "drawn", "lost")
HEAD = ("bot", "games", *RESULTS, "faults", "mean score", "rating")


@dataclass
class Row:
    """One bot. A fault counts as the match's rules rank it, and is named by its cause besides."""

    name: str
    digest: str
    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    faults: dict[str, int] = field(default_factory=dict)  # by verdict
    mean_score: float | None = None
    rating: float | None = None  # of a bot that has played
    low: float | None = None
    high: float | None = None

    def cells(self) -> list[str]:
        """Return the row as text, in the order of HEAD."""
        faults = ", ".join(f"{count} {kind}" for kind, count in sorted(self.faults.items()))
        score = "" if self.mean_score is None else f"{self.mean_score:.4g}"
        numbers = [self.games, self.won, self.drawn, self.lost]
        return [printable(self.name), *map(str, numbers), faults or "-", score, self.rating_text()]

    def rating_text(self) -> str:
        """Return the rating with half the width of its interval: +35 ± 12."""
        if self.rating is None or self.low is None or self.high is None:
            return ""
        return f"{self.rating:+.0f} ± {(self.high - self.low) / 2:.0f}"


@dataclass(frozen=True)
class Standings:
    """The table; `cross` has for every two bots how often the first was ahead of, level with and behind the second."""

    setting: Setting
    rows: list[Row]
    cross: dict[tuple[str, str], tuple[int, int, int]]  # by digests
    games: int
    left_out: int  # repeated games, and those that the machine has spoiled
    ratings: Ratings

    def describe(self) -> str:
        """Return one line about the matches."""
        options = "".join(f", {name} {value}" for name, value in self.setting.options)
        opening = f", {self.setting.opening} random turns first" if self.setting.opening else ""
        left_out = f"; {self.left_out} more do not count" if self.left_out else ""
        title = load(self.setting.game).title
        return f"{title}, {self.setting.seats} seats{options}{opening}: {self.games} matches{left_out}"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{cell}</th>" for cell in HEAD)
        rows = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row.cells())}</tr>" for row in self.rows)
        caption = f"<caption>{escape(self.describe())}</caption>"
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"

    def to_frame(self) -> Any:
        """Return the table as a data frame of pandas, one row per bot, the causes of faults as columns."""
        try:
            import pandas
        except ModuleNotFoundError:
            raise GameError("A data frame needs pandas: install it with pip install pandas.") from None
        kinds = sorted({kind for row in self.rows for kind in row.faults})
        rows = [{**row, **{kind: row["faults"].get(kind, 0) for kind in kinds}} for row in self.list_rows()]
        return pandas.DataFrame(rows).drop(columns="faults").set_index("bot")

    def list_rows(self) -> list[dict[str, Any]]:
        """Return the table as plain data."""
        return [
            {
                "bot": row.name,
                "games": row.games,
                **{result: getattr(row, result) for result in RESULTS},
                "faults": dict(row.faults),
                "mean score": row.mean_score,
                "rating": row.rating,
                "low": row.low,
                "high": row.high,
                "digest": row.digest,
            }
            for row in self.rows
        ]


def make_standings(results: Results, setting: Setting, entrants: Sequence[Entrant], bootstrap: int = 0) -> Standings:
    """Return the table over all stored matches of these bots. The order in which they were played does not matter."""
    teams = setting.teams
    rows = {entrant.digest: Row(entrant.name, entrant.digest) for entrant in entrants}
    met = results.count_groups(setting.series, list(rows))
    cross = _count_results(met, teams, rows)
    left_out = _add_scores(results.sum_seats(setting.series, list(rows)), rows)
    ratings = _rate(met, teams, bootstrap)
    for digest, row in rows.items():
        row.rating = ratings.value.get(digest)
        row.low, row.high = ratings.low.get(digest), ratings.high.get(digest)
    order = sorted(rows.values(), key=lambda row: (row.rating is None, -(row.rating or 0.0), row.name))
    games = sum(len(group.matches) * group.groups for group in met)
    return Standings(setting, order, cross, games, left_out // setting.seats, ratings)


def _count_results(
    met: Sequence[Met], teams: Sequence[int], rows: dict[str, Row]
) -> dict[tuple[str, str], tuple[int, int, int]]:
    """Add games and results to the rows; return who was ahead of whom how often, partners left out."""
    counts: Counter[Ranked] = Counter()
    for group in met:
        for match in group.matches:
            counts[match] += group.groups
    pairs: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for (bots, ranks), count in counts.items():
        for bot, result in zip(bots, list_results(ranks, teams)):
            rows[bot].games += count
            setattr(rows[bot], result, getattr(rows[bot], result) + count)
        for one, rank in enumerate(ranks):
            for two, other in enumerate(ranks):
                if teams[one] != teams[two]:
                    pairs[bots[one], bots[two]][(rank >= other) + (rank > other)] += count
    return {pair: (ahead, level, behind) for pair, (ahead, level, behind) in pairs.items()}


def _add_scores(totals: Sequence[SeatTotal], rows: dict[str, Row]) -> int:
    """Add mean scores and faults to the rows; return the seats in matches that do not count."""
    sums: Counter[str] = Counter()
    matches: Counter[str] = Counter()
    for total in totals:
        if total.counted:
            sums[total.bot] += total.score
            matches[total.bot] += total.matches
            if total.verdict != "ok":
                rows[total.bot].faults[total.verdict] = total.matches
    for bot, count in matches.items():
        rows[bot].mean_score = sums[bot] / count
    return sum(total.matches for total in totals if not total.counted)


def _rate(met: Sequence[Met], teams: Sequence[int], bootstrap: int) -> Ratings:
    rows = [(bots, ranks, teams, number) for number, group in enumerate(met) for bots, ranks in group.matches]
    return fit(rows, {number: group.groups for number, group in enumerate(met)}, bootstrap=bootstrap)
