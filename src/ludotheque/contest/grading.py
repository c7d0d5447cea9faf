"""Grades for a course: every team's bot plays fixed opponents, with the same seeds for all."""

import csv
import io
import json
import zipfile
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ludotheque.arena.duel_plan import Plan
from ludotheque.arena.entrants import Conditions, Entrant, check, entrant_of_files, read_entrants
from ludotheque.arena.matches import Result, is_fault, list_results
from ludotheque.arena.pairing import Setting
from ludotheque.arena.runner import LocalRunner
from ludotheque.arena.sprt import Bounds
from ludotheque.contest.export import write_csv
from ludotheque.contest.upload import read_zip
from ludotheque.game import Game, GameError, load

POINTS = {"won": 1.0, "drawn": 0.5, "lost": 0.0}


@dataclass
class Grade:
    """One team: its share of the points against each opponent, and what went wrong."""

    team: str
    members: list[str]
    version: int | None
    shares: dict[str, float] = field(default_factory=dict)
    faults: int = 0
    remark: str = ""

    @property
    def total(self) -> float:
        return sum(self.shares.values()) / len(self.shares) if self.shares else 0.0


@dataclass(frozen=True)
class Submission:
    grade: Grade
    files: dict[str, bytes] | None  # None: the team has no valid version


def read_submissions(archive: bytes) -> tuple[dict[str, Any], list[Submission]]:
    """Return what a contest's archive says of it, and the active version of each team."""
    with zipfile.ZipFile(io.BytesIO(archive)) as file:
        about = json.loads(file.read("contest.json"))
        people: dict[str, list[str]] = defaultdict(list)
        for row in csv.DictReader(io.StringIO(file.read("teams.csv").decode())):
            people[row["id"]].append(row["member"])
        found = []
        for row in about["board"]:
            version = row["version"]
            files = None if version is None else read_zip(file.read(f"bots/{row['team']}/{version}.zip"))
            found.append(Submission(Grade(row["name"], people[row["team"]], version), files))
    return about["contest"], found


def grade_all(archive: bytes, opponents: Sequence[str], rounds: int, workers: int | None = None) -> list[Grade]:
    """Return the grades of all teams, the best first; a round is one seed with all orders of the seats."""
    if rounds < 1:
        raise GameError("At least 1 round is played, not {rounds}.", rounds=rounds)
    about, submissions = read_submissions(archive)
    game = load(about["game"])
    options = tuple(sorted(about["options"].items()))
    setting = Setting(game.name, game.version, options, about["opening"], about["seats"], about["seed"], "grade")
    conditions = Conditions(clock_scale=about["limits"]["clock_scale"], strict=True)
    rivals = read_entrants(game, opponents, conditions)
    bots = [(one.grade, _make_entrant(game, one, conditions)) for one in submissions]
    plans = {
        (entrant.digest, rival.digest): _make_plan(setting, entrant, rival)
        for _, entrant in bots
        if entrant is not None
        for rival in rivals
    }
    everybody = [*rivals, *(entrant for _, entrant in bots if entrant is not None)]
    with LocalRunner(everybody, workers) as runner:
        tasks = [
            replace(task, seed=setting.seed + round)  # the same for everybody
            for round in range(rounds)
            for plan in plans.values()
            for task in plan.make_group(round)
        ]
        results = list(runner.run(tasks))
    _add_shares(bots, rivals, results)
    return sorted((grade for grade, _ in bots), key=lambda grade: (-grade.total, grade.team))


def _make_entrant(game: Game, submission: Submission, conditions: Conditions) -> Entrant | None:
    """Return a team's bot; None, with a remark, if there is none that can play."""
    grade, files = submission.grade, submission.files
    if files is None:
        grade.remark = "no valid version"
        return None
    main = next(iter(files)) if len(files) == 1 else ""
    try:
        return check(game, entrant_of_files(f"{grade.team} v{grade.version}", files, main, conditions))
    except GameError as error:
        grade.remark = str(error)
        return None


def _make_plan(setting: Setting, entrant: Entrant, rival: Entrant) -> Plan:
    fill = rival if setting.seats > 2 else None
    return Plan(setting, entrant, rival, fill, Bounds(), games=1)


def _add_shares(
    bots: Sequence[tuple[Grade, Entrant | None]], rivals: Sequence[Entrant], results: Sequence[Result]
) -> None:
    """Add up the points of each bot against each rival; equal bots of two teams have played once for both."""
    points: Counter[tuple[str, str]] = Counter()
    matches: Counter[tuple[str, str]] = Counter()
    faults: Counter[str] = Counter()
    own = {entrant.digest for _, entrant in bots if entrant is not None}
    known = {rival.digest for rival in rivals}
    for result in results:
        if result.is_void:
            continue
        rival = next(bot for bot in result.seats if bot in known)
        for seat, outcome in enumerate(list_results(result.ranks, result.teams)):
            bot = result.seats[seat]
            if bot in own:
                points[bot, rival] += POINTS[outcome]  # type: ignore[assignment]
                matches[bot, rival] += 1
                faults[bot] += is_fault(result.verdicts[seat])
    for grade, entrant in bots:
        for rival_entrant in rivals if entrant is not None else ():
            assert entrant is not None
            pair = entrant.digest, rival_entrant.digest
            grade.shares[rival_entrant.name] = round(points[pair] / max(1, matches[pair]), 4)
            grade.faults = faults[entrant.digest]


def write_grades(grades: Sequence[Grade], opponents: Sequence[str]) -> str:
    """Return the grades as CSV; shares are between 0 and 1."""
    names = list(dict.fromkeys(name for grade in grades for name in grade.shares)) or list(opponents)
    return write_csv(
        [
            {
                "team": grade.team,
                "members": ", ".join(grade.members),
                "version": grade.version,
                **{f"against {name}": grade.shares.get(name, 0.0) for name in names},
                "total": round(grade.total, 4),
                "faults": grade.faults,
                "remark": grade.remark,
            }
            for grade in grades
        ]
    )
