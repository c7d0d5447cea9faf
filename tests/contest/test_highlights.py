"""Which matches of a contest are shown: chosen from results that are made up."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from ludotheque.arena.matches import list_results
from ludotheque.contest.board import BoardRow
from ludotheque.contest.highlights import (
    CLOSE,
    LEADER,
    RECENT,
    TOP,
    UPSET,
    LeadChange,
    Standing,
    choose_highlights,
    find_lead_changes,
)
from ludotheque.contest.matches import ListedMatch

RATINGS = {"ants": 300.0, "bats": 250.0, "cats": 200.0, "dogs": -100.0, "eels": -200.0, "foxes": -220.0}
ROW = BoardRow(1, "", "", 1, 0.0, -50.0, 50.0, 9, 3, 3, 3, 0)
ROWS = {name: replace(ROW, rank=rank, team=name, rating=RATINGS[name]) for rank, name in enumerate(RATINGS, 1)}
STANDING = Standing({**{name: name for name in RATINGS}, "old ants": "ants"}, ROWS)


def make_match(
    bots: Sequence[str], scores: Sequence[int] = (90, 10), verdicts: Sequence[str] = ("ok", "ok"), id: str = "1"
) -> ListedMatch:
    """Return a match in which the first bot won, unless the scores are equal."""
    ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
    results = tuple(list_results(ranks, range(len(bots))))
    return ListedMatch(
        id, "match", 7, True, 40, 1.0, 100.0, tuple(bots), ranks, results, tuple(scores), tuple(verdicts)
    )


@pytest.mark.parametrize(
    ("match", "reason"),
    [
        (make_match(["ants", "bats"]), TOP),
        (make_match(["bats", "dogs"]), RECENT),
        (make_match(["ants", "cats"]), RECENT),  # not neighbours
        (make_match(["eels", "foxes"]), RECENT),  # neighbours, but not at the top
        (make_match(["eels", "foxes"], [90, 82]), CLOSE),
        (make_match(["eels", "foxes"], [-1, -1]), CLOSE),  # a draw
        (make_match(["dogs", "ants"]), UPSET),
        (make_match(["cats", "ants"]), RECENT),  # the winner is not rated so much lower
        (make_match(["dogs", "old ants"]), RECENT),  # no rating of that version is on the board
    ],
)
def test_a_match_has_a_reason(match: ListedMatch, reason: str) -> None:
    assert [one.reason for one in choose_highlights([match], STANDING)] == [reason]


def test_with_several_seats_the_bots_at_the_top_are_neighbours() -> None:
    table = make_match(["cats", "ants", "bats"], [90, 10, 5], ["ok"] * 3)
    assert choose_highlights([table], STANDING)[0].reason == TOP
    assert choose_highlights([table._replace(entrants=("cats", "ants", "dogs"))], STANDING)[0].reason == RECENT


def test_a_new_leader_is_shown_winning() -> None:
    history = [(50.0, {"ants": 2, "bats": 1}), (90.0, {}), (120.0, {"ants": 1, "bats": 2}), (150.0, {"ants": 1})]
    assert find_lead_changes(history) == [LeadChange(50.0, 120.0, "ants")]
    standing = STANDING._replace(changes=find_lead_changes(history))
    win, loss = make_match(["ants", "dogs"]), make_match(["dogs", "ants"])
    assert choose_highlights([win], standing)[0].reason == LEADER
    assert choose_highlights([win._replace(finished=130.0)], standing)[0].reason == RECENT
    assert choose_highlights([loss], standing)[0].reason == UPSET


def test_failed_uncounted_and_withdrawn_matches_are_never_shown() -> None:
    failed = make_match(["dogs", "ants"], verdicts=["ok", "crash"])
    uncounted = make_match(["dogs", "ants"])._replace(counted=False)
    deleted = make_match(["dogs", "a deleted bot"])
    assert choose_highlights([failed, uncounted, deleted], STANDING) == []


def test_the_best_come_first_and_others_before_the_same_bots_again() -> None:
    again = [make_match(["ants", "bats"], id=f"top {number}") for number in range(4)]
    upset, plain = make_match(["dogs", "ants"], id="upset"), make_match(["bats", "dogs"], id="plain")
    chosen = [one.match.id for one in choose_highlights([*again, plain, upset], STANDING)]
    assert chosen == ["upset", "top 0", "top 1", "top 2", "plain", "top 3"]
    assert [one.match.id for one in choose_highlights([*again, plain, upset], STANDING, most=2)] == ["upset", "top 0"]


def test_an_old_match_gives_way_to_later_ones() -> None:
    later = [make_match(["bats", "dogs"], id="later")]
    old = make_match(["eels", "foxes"], [90, 85], id="old")
    assert choose_highlights([*later, old], STANDING)[0].match.id == "old"
    filler = [make_match(["cats", "eels"], id=str(number)) for number in range(60)]
    assert choose_highlights([*later, *filler, old], STANDING)[0].match.id == "later"
