"""An organiser changes a contest that goes on; what would make matches unfair stays."""

from typing import Any

import pytest

from ludotheque.contest.board import FROZEN, read_board
from ludotheque.contest.changes import CHANGEABLE, LIMITS, read_value
from ludotheque.contest.contests import A_WEEK
from ludotheque.contest.log import read_log
from ludotheque.contest.versions import list_all_versions
from ludotheque.game import GameError
from tests.contest.helpers import BOSS, FIRST, LAST, Sample


def change(sample: Sample, **wanted: Any) -> None:
    sample.contest = sample.run(sample.service.change(sample.contest, wanted, BOSS))


def refuse(sample: Sample, **wanted: Any) -> str:
    """Return the sentence of a change that is refused; nothing is changed by it."""
    before = sample.refresh()
    with pytest.raises(GameError) as refused:
        change(sample, **wanted)
    assert sample.refresh() == before
    return str(refused.value)


def list_changes(sample: Sample) -> list[tuple[str, str, str]]:
    entries = sample.run(sample.service.read(lambda connection: read_log(connection, sample.contest.id)))
    facts = [entry.facts for entry in entries if entry.action == "change" and entry.who == str(BOSS)]
    return sorted((one["what"], one["before"], one["after"]) for one in facts)


@pytest.mark.server
def test_everything_that_may_be_changed_is_changed_and_logged(sample: Sample, database: str) -> None:
    now = sample.clock.now
    wanted = {
        "name": "Winter cup",
        "zone": "Europe/Paris",
        "starts": now + 60,
        "ends": now + 2 * A_WEEK,
        "freezes": now + A_WEEK,
        "invitation": "sesame",
        "languages": ("python",),
        "practice": ("easy", "net"),
        "uploads_per_hour": 3,
        "teams": 4,
        "final_rounds": 5,
        "final_error": 60.0,
        "challenges": False,
    }
    assert set(wanted) == set(CHANGEABLE)
    sample.open(starts=now + 30)
    change(sample, **wanted)
    assert {name: read_value(sample.refresh(), name) for name in CHANGEABLE} == wanted
    assert [what for what, _, _ in list_changes(sample)] == sorted(CHANGEABLE)
    change(sample, **wanted)  # the same again changes nothing
    assert len(list_changes(sample)) == len(CHANGEABLE)
    change(sample, freezes=None, invitation="")
    assert sample.contest.freezes is None and sample.contest.invitation is None
    assert ("invitation", "sesame", "") in list_changes(sample)


def test_what_cannot_be_changed_says_why(sample: Sample) -> None:
    now = sample.clock.now
    for fixed in ("game", "options", "seats", "clock_scale"):
        assert (
            refuse(sample, **{fixed: 3})
            == f"{fixed} cannot be changed: matches before and after would not be comparable."
        )
    assert "has started" in refuse(sample, starts=now + 60)
    assert "close the contest instead" in refuse(sample, ends=now - 1)
    assert "still to come" in refuse(sample, freezes=now)
    assert "between the start and the end" in refuse(sample, freezes=now + 2 * A_WEEK)
    assert "1 to 10000" in refuse(sample, teams=0)
    assert "no bot" in refuse(sample, practice=("nobody",))
    assert "clock_scale" not in LIMITS
    sample.clock.now = sample.contest.ends
    assert "nothing of it can be changed" in refuse(sample, ends=sample.clock.now + 60)
    sample.run(sample.service.begin_closing(sample.contest, BOSS))
    assert "nothing of it can be changed" in refuse(sample, name="Other")


def test_a_version_that_waits_meets_the_bots_of_the_moment_it_was_submitted(sample: Sample) -> None:
    """And the next one meets the new ones."""
    for team, practice in (("Owls", ("easy", "medium")), ("Bats", ("random",))):
        sample.submit(team, FIRST, f"{team.lower()}.py")
        change(sample, practice=practice)
        order = sample.lease()
        assert order is not None and sample.finish(order, sample.make_up(order))
    with sample.store.engine.connect() as connection:
        versions = list_all_versions(connection, sample.contest.id)
    met = {version.name: [match["opponent"] for match in version.report or []] for version in versions}
    assert met == {"owls.py": ["random"], "bats.py": ["easy", "medium"]}


def test_a_frozen_board_is_let_go_and_frozen_again_later(sample: Sample) -> None:
    sample.contest = sample.open(freezes=sample.clock.now + 100)
    for team, text in (("Owls", FIRST), ("Bats", LAST)):
        sample.submit(team, text)
    sample.work(4)

    def games() -> int:
        return sum(row.games for row in sample.run(sample.service.board(sample.refresh())))

    before = games()
    sample.clock.now += 100
    sample.work(4)
    assert games() == before  # frozen
    change(sample, freezes=sample.clock.now + 100)
    later = games()
    assert later > before
    sample.clock.now += 100
    sample.work(4)
    with sample.store.engine.connect() as connection:
        frozen = read_board(connection, sample.contest.id, FROZEN)
    assert frozen is not None and sum(row.games for row in frozen) == later == games()
