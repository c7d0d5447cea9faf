"""Practice matches: asked for by a team, played by a worker, not rated, and seen by nobody else."""

import pytest

from ludotheque.contest import practice
from ludotheque.contest.export import make_export
from ludotheque.contest.jobs import LEASE_SECONDS, MOST_TRIES
from ludotheque.contest.keys import Holder, NotAllowed
from ludotheque.contest.matches import (
    NoSuchMatch,
    find_own_replay,
    list_matches,
    name_own_replay,
    read_own_match,
    read_public_record,
    read_stderr,
)
from ludotheque.contest.practice import Practice, PracticeRequest, list_practice
from ludotheque.contest.versions import list_versions
from ludotheque.game import GameError
from tests.contest.helpers import BOSS, FIRST, LAST, TALKING, Sample


def add_version(sample: Sample, team: str, text: str) -> Holder:
    """Submit a version and let it be valid without playing."""
    sample.submit(team, text)
    order = sample.lease()
    assert order is not None and order.kind == "validation" and sample.finish(order, sample.make_up(order))
    return sample.holders[team]


def ask(sample: Sample, team: str, opponent: str = "random", version: int = 1, **more: int) -> Practice:
    wanted = PracticeRequest(version, opponent, **more)
    return sample.run(sample.service.practise(sample.refresh(), sample.holders[team], wanted))


def listed(sample: Sample, team: str) -> list[Practice]:
    found = sample.run(sample.service.team_of(sample.contest, sample.holders[team]))
    return sample.run(sample.service.read(lambda c: list_practice(c, sample.contest, found)))


@pytest.mark.usefixtures("database")
def test_a_practice_match_is_played_for_its_team_alone(sample: Sample) -> None:
    add_version(sample, "Owls", TALKING)
    bats = add_version(sample, "Bats", FIRST)
    contest = sample.contest
    asked = ask(sample, "Owls", seat=1, seed=7)
    assert (asked.number, asked.state, asked.opponent, asked.seat, asked.seed) == (1, "waiting", "random", 1, 7)
    order = sample.lease()
    assert order is not None and order.kind == "practice"
    report = sample.play(order)
    assert sample.finish(order, report) and not sample.finish(order, report)
    done = listed(sample, "Owls")[0]
    assert (done.state, done.verdict) == ("finished", "ok") and done.result in ("won", "drawn", "lost")
    assert done.match is not None and done.longest is not None and 0 < done.longest < done.limit
    match = done.match

    keys = {
        team: {contest.id: sample.run(sample.service.replace_key(holder))} for team, holder in sample.holders.items()
    }
    name = name_own_replay(contest, match)
    with sample.store.engine.connect() as connection:
        record = find_own_replay(connection, name, keys["Owls"])
        assert read_stderr(record, [1]) and not read_stderr(record, [0])
        for wrong, error in ((keys["Bats"], NoSuchMatch), ({}, NotAllowed)):
            with pytest.raises(error):
                find_own_replay(connection, name, wrong)
        with pytest.raises(NoSuchMatch):
            read_public_record(connection, contest, match, sample.clock.now)
        other = sample.run(sample.service.team_of(contest, bats))
        with pytest.raises(NoSuchMatch):
            read_own_match(connection, contest, match, list_versions(connection, other.id))
        assert not list(list_matches(connection, contest)) and not list_practice(connection, contest, other)
        rows = sample.run(sample.service.board(contest, is_organiser=True))
        for what in ("matches.csv", "contest.json", "board.csv"):
            assert match not in str(make_export(connection, contest, rows, what)[0])
    assert [row.games for row in rows] == [0, 0]


def test_practice_comes_after_validations_and_before_the_ladder(sample: Sample) -> None:
    add_version(sample, "Owls", FIRST)
    add_version(sample, "Bats", FIRST)
    order = sample.lease()
    assert order is not None and order.kind == "match"  # more of the ladder waits now
    sample.clock.now += 1
    ask(sample, "Owls")
    sample.clock.now += 1
    sample.submit("Owls", LAST)
    kinds = [order.kind for order in (sample.lease(), sample.lease(), sample.lease()) if order]
    assert kinds == ["validation", "practice", "match"]


def test_another_version_is_an_opponent_and_each_match_has_a_number(sample: Sample) -> None:
    add_version(sample, "Owls", FIRST)
    add_version(sample, "Owls", LAST)
    for seed in (5, 5):
        ask(sample, "Owls", "2", seat=0, seed=seed)
    assert sample.work(2, lambda names: names.index("Owls v1")) == 2
    found = listed(sample, "Owls")
    assert [(one.number, one.opponent, one.result) for one in found] == [(2, "2", "won"), (1, "2", "won")]
    assert len({one.match for one in found}) == 2
    assert {ask(sample, "Owls").seat, ask(sample, "Owls").seat} <= {0, 1}  # drawn


def test_practice_has_limits(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practice, "MOST_PER_HOUR", 5)
    add_version(sample, "Owls", FIRST)
    add_version(sample, "Bats", FIRST)
    for _ in range(3):
        ask(sample, "Owls")
    with pytest.raises(GameError, match="3 practice matches of your team are still to be played"):
        ask(sample, "Owls")
    ask(sample, "Bats")  # another team has limits of its own
    sample.work(4)
    ask(sample, "Owls")
    ask(sample, "Owls")
    sample.work(2)
    with pytest.raises(GameError, match="5 practice matches in an hour"):
        ask(sample, "Owls")
    sample.clock.now += 3600
    assert ask(sample, "Owls").number == 6


def test_a_practice_match_that_kills_its_workers_leaves_the_version_valid(sample: Sample) -> None:
    add_version(sample, "Owls", FIRST)
    ask(sample, "Owls")
    for _ in range(MOST_TRIES):
        order = sample.lease()
        assert order is not None and order.kind == "practice"
        sample.clock.now += LEASE_SECONDS + 1
    assert sample.lease() is None
    assert listed(sample, "Owls")[0].state == "failed"
    assert ask(sample, "Owls").state == "waiting"  # version 1 is still valid


MISTAKES: list[tuple[dict[str, object], str]] = [
    ({"opponent": "champion"}, "'champion' is no practice bot here: there are random, and"),
    ({"opponent": "1"}, "A version does not practise against itself."),
    ({"opponent": "2"}, "Version 2 is not valid: it cannot play."),
    ({"opponent": "9"}, "Your team has no version 9."),
    ({"version": 2}, "Version 2 is not valid: it cannot play."),
    ({"seat": 2}, "There is no seat 2: seats are 0 to 1."),
    ({"seed": -1}, "A seed is a number from 0 to 999999999."),
]


def test_a_mistake_gets_a_sentence(sample: Sample) -> None:
    add_version(sample, "Owls", FIRST)
    sample.submit("Owls", LAST)
    for wrong, sentence in MISTAKES:
        with pytest.raises(GameError) as error:
            ask(sample, "Owls", **wrong)  # type: ignore[arg-type]
        assert sentence in str(error.value)


def test_only_a_team_in_a_contest_that_goes_on_practises(sample: Sample) -> None:
    add_version(sample, "Owls", FIRST)
    ask(sample, "Owls")
    sample.run(sample.service.disqualify(sample.contest, "Owls", "A copy.", BOSS))
    assert sample.lease() is None  # what was asked for is withdrawn
    with pytest.raises(GameError, match="Your team is disqualified"):
        ask(sample, "Owls")
    sample.run(sample.service.disqualify(sample.contest, "Owls", None, BOSS))
    sample.run(sample.service.begin_closing(sample.refresh(), BOSS))
    with pytest.raises(GameError, match="plays no more practice matches"):
        ask(sample, "Owls")
