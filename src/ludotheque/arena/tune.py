"""Tunes the parameters of a bot against a pool of rivals.

Every candidate plays the same seeds against the same rivals, so candidates differ less by luck. A candidate that is
clearly worse than the best one on the same groups is given up early (a Wilcoxon test over the groups). Optuna's TPE
sampler proposes the candidates; the first one is the bot as it is. The best of many has been lucky too: what tuning has
gained is measured afterwards, by a duel with the defaults on other seeds.
"""

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import optuna
from optuna.trial import FrozenTrial, Trial, TrialState

from ludotheque.arena.duel import play_duel, split_by_time
from ludotheque.arena.duel_plan import Plan
from ludotheque.arena.duel_state import Duel
from ludotheque.arena.entrants import Conditions, Entrant, read_entrant, read_entrants
from ludotheque.arena.matches import Task, choose_options, make_digest
from ludotheque.arena.pairing import SEEDS, Setting
from ludotheque.arena.parameters import Range, Tunable
from ludotheque.arena.played import Played
from ludotheque.arena.results import Results, Stored
from ludotheque.arena.runner import Runner
from ludotheque.arena.sprt import Bounds
from ludotheque.game import Game, GameError, OptionValue
from ludotheque.record import OK

STEP = 4  # rounds between two looks at whether a candidate is worth more matches
GIVE_UP = 0.1  # the error that a candidate is given up for: a loss here costs one candidate, not the verdict


@dataclass(frozen=True)
class TunePlan:
    """What is tuned, against whom, and how long each candidate plays."""

    bot: Tunable
    ranges: tuple[Range, ...]
    rivals: tuple[Entrant, ...]
    fill: Entrant | None
    setting: Setting
    rounds: int  # seeds for each rival and candidate

    @cached_property
    def defaults(self) -> dict[str, float]:
        return {one.name: one.default for one in self.ranges if one.default is not None}

    @property
    def identity(self) -> str:
        """Names what a study is about: another bot, rival or range is another study."""
        ranges = [(one.name, one.low, one.high, one.is_log) for one in self.ranges]
        rivals = [rival.digest for rival in self.rivals]
        first = self.bot.make(self.defaults, "default").digest
        return make_digest(self.setting.series, first, ranges, rivals, self.rounds)

    def pair(self, candidate: Entrant, rival: Entrant) -> Plan:
        return Plan(self.setting, candidate, rival, self.fill, Bounds(), 0)

    def make_group(self, plan: Plan, round: int) -> list[Task]:
        """Return a group whose seed does not depend on the candidate."""
        seed = (int(make_digest(self.setting.series, plan.second.digest), 16) + round) % SEEDS
        return [replace(task, seed=seed) for task in plan.make_group(round)]


def make_tune_plan(
    game: Game,
    bot: str,
    ranges: Sequence[Range],
    rivals: Sequence[str],
    rounds: int,
    seats: int | None,
    fill: str | None,
    seed: int,
    conditions: Conditions,
    options: Mapping[str, OptionValue],
) -> TunePlan:
    """Return the plan; every mistake is a GameError."""
    if not ranges:
        raise GameError("Say what is to be tuned, as --param depth=1:8.")
    if rounds < 1:
        raise GameError("A candidate plays at least 1 round, not {rounds}.", rounds=rounds)
    tunable = Tunable(game, bot, conditions)
    seats = seats or game.seats[0]
    game.check_seat_count(seats)
    setting = Setting(
        game.name, game.version, choose_options(game, options, seats), game.opening_turns, seats, seed, "tune"
    )
    pool = read_entrants(game, list(rivals) or [game.default_bot], conditions)
    filled = read_entrant(game, fill or game.default_bot, conditions) if seats > 2 else None
    return TunePlan(tunable, tunable.complete(ranges), tuple(pool), filled, setting, rounds)


@dataclass(frozen=True)
class Tried:
    """One candidate and how it did."""

    number: int
    values: dict[str, float]
    score: float  # the mean share of points
    groups: int
    is_whole: bool  # it has played all rounds: False if it was given up
    faults: int  # matches in which it failed
    cause: str  # of the first of them


class Tuning:
    """A study in a file, which can be stopped at any point and goes on."""

    def __init__(self, plan: TunePlan, file: Path) -> None:
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        self.plan = plan
        storage = optuna.storages.JournalStorage(optuna.storages.journal.JournalFileBackend(str(file)))
        self._study = optuna.create_study(
            storage=storage, study_name=plan.identity, load_if_exists=True, direction="maximize"
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
            least = 2 * STEP * len(plan.rivals)
            self._study.pruner = optuna.pruners.WilcoxonPruner(p_threshold=GIVE_UP, n_startup_steps=least)
            self._study.sampler = optuna.samplers.TPESampler(seed=len(self._study.trials), multivariate=True)
        self._repair()

    def _repair(self) -> None:
        """Try the candidates again that were being tried when an earlier run ended; the first one is the default."""
        for trial in self._study.get_trials(states=[TrialState.RUNNING]):
            self._study.tell(trial.number, state=TrialState.FAIL)
            self._study.enqueue_trial(trial.params, skip_if_exists=True)
        if not self._study.trials:
            self._study.enqueue_trial(self.plan.defaults)

    @property
    def tried(self) -> list[Tried]:
        return [read_trial(trial) for trial in self._study.get_trials(states=[TrialState.COMPLETE])]

    @property
    def best(self) -> Tried | None:
        """The candidate with the best score among those that played all rounds."""
        whole = [one for one in self.tried if one.is_whole]
        return max(whole, key=lambda one: (one.score, -one.number), default=None)

    def run(self, trials: int, results: Results, runner: Runner, after: Callable[[Tried], None] | None = None) -> None:
        """Try candidates until so many have been tried, earlier runs included."""
        while len(self.tried) < trials:
            trial = self._study.ask(make_distributions(self.plan.ranges))
            done = self._try(trial, results, runner)
            if after is not None:
                after(done)

    def _try(self, trial: Trial, results: Results, runner: Runner) -> Tried:
        candidate = self.plan.bot.make(trial.params, f"candidate {trial.number}")
        plans = [self.plan.pair(candidate, rival) for rival in self.plan.rivals]
        add_entrants(runner, [candidate, *self.plan.rivals, *([self.plan.fill] if self.plan.fill else [])])
        results.begin(self.plan.setting, [candidate, *self.plan.rivals])
        scores: list[float] = []
        causes: list[str] = []
        is_given_up = False
        while len(scores) < self.plan.rounds * len(plans) and not is_given_up:
            first = len(scores) // len(plans)
            rounds = range(first, min(first + STEP, self.plan.rounds))
            for matches, score in play_rounds(self.plan, plans, rounds, results, runner):
                trial.report(score, len(scores))
                scores.append(score)
                causes += find_faults(candidate, matches)
            is_given_up = trial.should_prune() and len(scores) < self.plan.rounds * len(plans)
        trial.set_user_attr("groups", len(scores))
        trial.set_user_attr("whole", not is_given_up)
        trial.set_user_attr("causes", [len(causes), *causes[:1]])
        self._study.tell(trial, sum(scores) / len(scores))
        return read_trial(self._study.trials[trial.number])

    def compare(self, games: int, results: Results, runner: Runner) -> Duel | None:
        """Let the best candidate play a duel with the defaults, on other seeds; None if it is the default itself."""
        best = self.best
        if best is None or best.values == self.plan.defaults:
            return None
        tuned, default = self.plan.bot.make(best.values, "tuned"), self.plan.bot.make(self.plan.defaults, "default")
        add_entrants(runner, [tuned, default, *([self.plan.fill] if self.plan.fill else [])])
        setting = replace(self.plan.setting, kind="duel", seed=self.plan.setting.seed + 1)
        return play_duel(Plan(setting, tuned, default, self.plan.fill, Bounds(), games), results, runner)


def read_trial(trial: FrozenTrial) -> Tried:
    facts = trial.user_attrs
    faults, *causes = facts.get("causes", [0])  # studies of earlier versions have none
    score = float(trial.value or 0.0)
    return Tried(
        trial.number, dict(trial.params), score, facts["groups"], facts["whole"], faults, causes[0] if causes else ""
    )


def make_distributions(ranges: Sequence[Range]) -> dict[str, Any]:
    return {
        one.name: optuna.distributions.IntDistribution(int(one.low), int(one.high), log=one.is_log)
        if one.is_whole
        else optuna.distributions.FloatDistribution(one.low, one.high, log=one.is_log)
        for one in ranges
    }


def add_entrants(runner: Runner, entrants: Sequence[Entrant]) -> None:
    """Tell a runner about bots that did not exist when it started."""
    runner.entrants.update({entrant.digest: entrant for entrant in entrants})


def play_rounds(
    tuned: TunePlan, plans: Sequence[Plan], rounds: Sequence[int], results: Results, runner: Runner
) -> Iterator[tuple[Sequence[Played], float]]:
    """Play what is not stored of these rounds; return the groups with scores, round by round and rival by rival."""
    series = tuned.setting.series
    real = [plan for plan in plans if plan.first.digest != plan.second.digest]
    tasks = [task for round in rounds for plan in real for task in tuned.make_group(plan, round)]
    stored = Stored(results)
    for fresh, _ in split_by_time(runner.run(task for task in tasks if task not in stored)):
        results.add(fresh)
    found: dict[tuple[int, str], list[Played]] = {}
    for plan in real:
        for match in results.matches(series, plan.orders[0], True, rounds[0]):
            if match.counted:
                found.setdefault((match.round, plan.second.digest), []).append(match)
    for round in rounds:
        for plan in plans:
            group = found.get((round, plan.second.digest), [])
            yield group, score_pair(plan, group)


def find_faults(candidate: Entrant, matches: Sequence[Played]) -> list[str]:
    """Return why the candidate failed, once for each match in which it did."""
    own = [seat for match in matches for seat in match.seats if seat.bot == candidate.digest]
    return [f"{seat.verdict}: {seat.cause}" for seat in own if seat.verdict != OK.kind]


def score_pair(plan: Plan, matches: Sequence[Played]) -> float:
    """Return the candidate's share; against itself, and in a group that does not count, nobody is better."""
    return plan.score(matches) if matches else 0.5
