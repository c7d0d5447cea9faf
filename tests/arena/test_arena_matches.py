"""Tasks and their keys, openings, and results that travel."""

from dataclasses import replace

from ludotheque import match as matches
from ludotheque.arena.matches import Result, Task, choose_options, list_results, play, play_opening
from ludotheque.game import load
from ludotheque.playback import replay
from tests.arena.samples import builtin, quick_setting, without_times

TASK = Task("emile", 1, (("rounds", 5),), 7, 0, ("aa", "bb"), "series", 3)


def test_a_key_names_exactly_what_is_played() -> None:
    assert TASK.key == "bb2e1bb9527a111723c822d04caeeab7"  # results of other machines and versions are found by it
    others = [
        replace(TASK, game="ghost"),
        replace(TASK, rules=2),
        replace(TASK, options=()),
        replace(TASK, seed=8),
        replace(TASK, opening=6),
        replace(TASK, seats=("bb", "aa")),
    ]
    assert len({TASK.key, *(other.key for other in others)}) == 7
    assert replace(TASK, series="other", round=4).key == TASK.key


def test_options_have_one_form() -> None:
    bzzz = load("bzzz")
    by_preset = choose_options(bzzz, {"rules": "final"}, 4)
    by_hand = choose_options(
        bzzz, {"skirmishes": "active", "time_out": "300", "max_nectar": 45, "ncases": 16, "nfleurs": 4}, 4
    )
    assert by_preset == by_hand
    assert choose_options(bzzz, {}, 4) == ()


def test_an_opening_has_whole_turns_and_depends_on_the_seed_only() -> None:
    def open_match(seed: int) -> matches.Match:
        match = matches.new("alchemy", 2, seed)
        play_opening(match, 6)
        return match

    one, same, other = open_match(1), open_match(1), open_match(2)
    assert one.moves == same.moves != other.moves
    assert [int(match.view().turn) for match in (one, other)] == [7, 7]
    assert one.state["has_placed"][0] == 0  # nobody is in the middle of a turn
    in_turns = matches.new("ghost", 2, 1)
    play_opening(in_turns, 2)
    assert in_turns.ply > 0


def test_a_match_gives_the_same_result_again_and_travels_as_json() -> None:
    entrants = {entrant.digest: entrant for entrant in builtin("random", "easy", game="alchemy")}
    task = quick_setting("alchemy").make_group(0, entrants)[0]
    result, again = play(task, entrants), play(task, entrants)
    assert without_times(result) == without_times(again)
    assert (result.key, result.round, result.seats) == (task.key, task.round, task.seats)
    assert Result.from_json(result.to_json()) == result
    record = result.read_record()
    assert replay(record).ranks == list(result.ranks)
    assert [seat.name for seat in record.seats] == [entrants[digest].name for digest in task.seats]


def test_results_are_those_of_a_match() -> None:
    assert list_results([1, 2], [0, 1]) == ["won", "lost"]
    assert list_results([1, 1], [0, 1]) == ["drawn", "drawn"]
    assert list_results([1, 3, 1, 3], [0, 1, 0, 1]) == ["won", "lost", "won", "lost"]
    assert list_results([1, 1, 3], [0, 1, 2]) == ["drawn", "drawn", "lost"]
