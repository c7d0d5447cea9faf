"""What a seat of Bzzz sees, what is hidden from it, and what it learns by foraging (BZ-12)."""

import random
from collections.abc import Iterator

import pytest

import ludotheque as lt
from ludotheque.game import field_names
from ludotheque.games.bzzz.field import FLOWERS
from ludotheque.games.bzzz.rules import State
from ludotheque.games.bzzz.tests.positions import FALL, cell_of, end_turn, nectar_left, play_all, set_up, value_of

SEATS = range(3)
SPECTATOR = -1
CROWD = ("w0:5*30/40 . s1:2", ". *0/40 .", "d1 *9/40 w0!3", "s2 . w2:7")
MOSTS = [1, 2, 3, 4, 7, 30, 45, 50, 100]  # MAX_NECTAR
CARRIES = {0: 12, 1: 1, 2: 3}


def crowded_match() -> lt.Match:
    """Return a match of three seats after one turn each; it is seat 0's turn again."""
    return play_all(set_up(*CROWD, seats=3, max_nectar=40), "FORAGE 0 0", "END", "END", "END")


def view_bytes(match: lt.Match, seat: int) -> bytes:
    return bytes(match.view(seat).state.tobytes())


# What is hidden


@pytest.mark.parametrize("seat", [*SEATS, SPECTATOR])
def test_the_nectar_on_flowers_is_hidden_from_everybody(seat: int) -> None:
    """BZ-12: what is left, what there was, and what there is in all."""
    view = crowded_match().view(seat)
    assert view.nectar[:4] == view.start[:4] == [-1] * 4
    assert (view.total, view.loose) == (-1, -1)


@pytest.mark.parametrize("seat", [*SEATS, SPECTATOR])
def test_a_seat_sees_only_its_own_stock(seat: int) -> None:
    """BZ-12"""
    match = crowded_match()
    match.state["stock"][0, :3] = 21, 22, 23
    assert match.view(seat).stock[:3] == [21 + other if other == seat else -1 for other in SEATS]


@pytest.mark.parametrize("seat", [*SEATS, SPECTATOR])
def test_a_seat_sees_the_loads_of_its_own_bees_only(seat: int) -> None:
    """BZ-12: also of those that carry nothing."""
    match = set_up(*CROWD, seats=3, max_nectar=40)
    carried = [[5, 0], [2, 0], [0, 7]]
    for other in SEATS:
        assert match.view(seat).load[other][:2] == (carried[other] if other == seat else [-1, -1])


@pytest.mark.parametrize("seat", [*SEATS, SPECTATOR])
def test_bees_flowers_and_turns_are_open(seat: int) -> None:
    """BZ-12: all positions, kinds, turns missed, who fought, whose turn it is, and the constants."""
    match = crowded_match()
    view, truth = match.view(seat).json(), match.json()
    names = "active player turn seats ncases nfleurs bees kind x y ko fought serial flower_x flower_y occupant bloom"
    for name in [*names.split(), *match.options]:
        assert view[name] == truth[name], name
    assert truth["ko"][0][1] == 2 and any(truth["bloom"][4])


LEARNED = [name for name in field_names(State) if State[name].shape == (4, FLOWERS)]


@pytest.mark.parametrize("seat", [*SEATS, SPECTATOR])
def test_what_a_seat_learned_is_seen_by_that_seat_only(seat: int) -> None:
    """BZ-12: others look as if they had never foraged."""
    match = play_all(set_up("w0 *50 w1"), "END", "END")
    fresh = set_up("w0 *50 w1").json()
    view, truth = match.view(seat).json(), match.json()
    for name in LEARNED:
        for other in range(4):
            assert view[name][other] == (truth if other == seat else fresh)[name][other], name
    assert {"room", "gain", "empty", "low", "high", "floor", "taken"} < set(LEARNED)
    assert truth["room"][0][0] == truth["room"][1][0] == 12


# What leaves no trace


@pytest.mark.parametrize("watcher", [1, 2, SPECTATOR])
def test_others_see_nothing_of_a_forage_or_a_hold(watcher: int) -> None:
    """BZ-12: move by move, within the turn."""
    match = set_up("w0 *50 s0 w0*20", ". w1 . .", seats=3)
    before = view_bytes(match, watcher)
    for move in ("FORAGE 0 3", "HOLD 1", "FORAGE 2 0"):
        match.play(move)
        assert view_bytes(match, watcher) == before
    assert view_bytes(match, 0) != before


@pytest.mark.parametrize("watcher", [1, 2, SPECTATOR])
def test_others_cannot_tell_forage_from_hold_when_the_turn_is_over(watcher: int) -> None:
    """BZ-12: nor from a bee that foraged by itself, nor a full one's waste."""
    turns = (["FORAGE 0 3", "END"], ["FORAGE 0 7", "END"], ["HOLD 0", "END"], ["END"])
    views = {view_bytes(play_all(set_up("*50 w0:10 *50", seats=3), *turn), watcher) for turn in turns}
    assert len(views) == 1


@pytest.mark.parametrize("watcher", [1, 2, SPECTATOR])
def test_others_cannot_tell_what_is_dropped(watcher: int) -> None:
    """BZ-12, BZ-7: a bee in its zone with much, little and no nectar."""
    views = {view_bytes(play_all(set_up(f"w0:{load}", at=(2, 2), seats=3), "END"), watcher) for load in (0, 1, 12)}
    assert len(views) == 1


@pytest.mark.parametrize("watcher", [0, 2, SPECTATOR])
def test_what_a_bee_lost_when_it_fell_is_not_shown(watcher: int) -> None:
    """BZ-12, BZ-8: except to its owner."""
    views = set()
    for load in (0, 3, 12):
        match = set_up(f"w0 w1:{load}", seats=3)
        end_turn(match, 0, FALL)
        assert value_of(match, "ko", 1, 0) == 5
        views.add(view_bytes(match, watcher))
    assert len(views) == 1


@pytest.mark.parametrize("watcher", [1, SPECTATOR])
def test_laying_and_moving_are_seen_at_once(watcher: int) -> None:
    """BZ-12: positions and kinds are open."""
    match = play_all(set_up("w0"), "LAY 2")
    assert match.view(watcher).bees[0] == 2 and match.view(watcher).kind[0][1] == 2
    play_all(match, "STEP 0 2")
    view = match.view(watcher)
    assert (view.x[0][0], view.y[0][0]) == (5, 4) == cell_of(match, 0)


@pytest.mark.parametrize("seat", SEATS)
def test_a_seat_sees_how_far_its_own_turn_is(seat: int) -> None:
    """BZ-12: which of its bees are used up; other seats do not see it."""
    match = play_all(set_up("w0 *50 w0"), "FORAGE 1 7")
    view = match.view(seat)
    assert (view.used[:2], view.stage) == (([0, 1], 2) if seat == 0 else ([0, 0], 0))


def test_legality_does_not_depend_on_hidden_nectar() -> None:
    """BZ-12: the same moves are offered for any nectar on flowers and on other seats' bees, also within a turn."""
    turns = []
    for left, load in [("0/40", 0), ("1/40", 5), ("40", 12)]:
        match, offered = set_up(f"w0 *{left} s0 w1:{load}", max_nectar=40), []
        for move in ("FORAGE 0 3", "HOLD 1", "END"):
            offered.append(match.legal())
            match.play(move)
        turns.append([*offered, match.legal()])
    assert turns[0] == turns[1] == turns[2]
    assert len(turns[0][1]) > 2


@pytest.mark.parametrize("seat", [*SEATS, SPECTATOR])
def test_everything_is_revealed_at_the_end(seat: int) -> None:
    """BZ-12, BZ-11"""
    match = set_up("w0 *50 w1", seats=3, time_out=3)
    for _ in range(3):
        assert view_bytes(match, seat) != match.state.tobytes()
        match.play("END")
    assert match.over and view_bytes(match, seat) == match.state.tobytes()


# What a seat learns


@pytest.mark.parametrize(
    ("row", "result", "bounds"),
    [
        ("w0 *50", (12, 3), (31, 47, 34)),  # 34 to 50 before, 3 fewer now
        ("w0 *34/50", (12, 3), (31, 47, 34)),
        ("w0 *33/50", (12, 2), (15, 31, 17)),
        ("w0 *17/50", (12, 2), (15, 31, 17)),
        ("w0 *16/50", (12, 1), (0, 15, 1)),
        ("w0 *1/50", (12, 1), (0, 15, 1)),
        ("w0 *0/50", (12, 0), (0, 0, 0)),
        ("w0:9 *50", (3, 3), (31, 47, 34)),
        ("w0:10 *50", (2, 2), (15, 47, 17)),  # the yield may have been more
        ("s0:1 *20/50", (2, 2), (15, 47, 17)),
        ("d0 *50", (1, 1), (0, 47, 1)),
        ("d0 *1/50", (1, 1), (0, 47, 1)),
        ("d0:1 *1/50", (0, 0), (0, 47, 0)),  # nothing is learned, but at most 47 can be left of 50
    ],
)
def test_a_forage_bounds_what_is_left(row: str, result: tuple[int, int], bounds: tuple[int, int, int]) -> None:
    """BZ-12: room and gain; then the least and the most that is left, and the least that there was at the start."""
    view = play_all(set_up(row), "FORAGE 0 3").view(0)
    assert (view.room[0][0], view.gain[0][0]) == result
    assert (view.low[0][0], view.high[0][0], view.floor[0][0]) == bounds


@pytest.mark.parametrize(
    ("row", "bounds"),
    [
        ("w0 *50", (0, 47, 3)),  # a flower of 3 gives 3 as well
        ("w0 *20/20", (0, 47, 3)),
        ("w0 *20/50", (0, 30, 2)),  # of 33 or more even a flower of 50 would have given 3
        ("w0 *16/50", (0, 15, 1)),
        ("w0 *0/50", (0, 0, 0)),
        ("d0 *50", (0, 47, 1)),
    ],
)
def test_flowers_that_yield_by_their_own_start_tell_less(row: str, bounds: tuple[int, int, int]) -> None:
    """BZ-12, BZ-6: yields=own."""
    view = play_all(set_up(row, yields="own"), "FORAGE 0 3").view(0)
    assert (view.low[0][0], view.high[0][0], view.floor[0][0]) == bounds


def test_only_the_latest_result_of_each_flower_is_kept() -> None:
    """BZ-12: while the upper bound and the start's lower bound never forget."""
    match = play_all(set_up("w0 *34/50 s0:1"), "FORAGE 0 3", "FORAGE 1 7")
    view = match.view(0)
    assert (view.room[0][0], view.gain[0][0], nectar_left(match)) == (2, 2, [29])
    assert (view.low[0][0], view.high[0][0]) == (15, 44)
    assert (view.floor[0][0], view.taken[0][0]) == (34, 5)


def test_a_flower_that_was_never_foraged_may_hold_anything() -> None:
    """BZ-12: room −1 says so."""
    view = set_up("w0 *50", max_nectar=77).view(0)
    assert (view.room[0][0], view.low[0][0], view.high[0][0], view.floor[0][0]) == (-1, 0, 77, 0)


def foragers(seed: int, yields: str, explicit: bool) -> Iterator[tuple[lt.Match, int, str]]:
    """Play a long match around a few flowers; yield it with each seat and move. Loads change between turns.

    With `explicit` every bee gets an order; otherwise many forage by themselves.
    """
    luck = random.Random(seed)
    most = MOSTS[seed % len(MOSTS)]
    spots = [f"*{luck.randint(1, most)}" for _ in range(4)]
    rows = ("w0 {0} s1 d2", "{1} s0 {2} w2", "d1 {3} d0 s2")
    drawn = [row.format(*spots) for row in rows]
    match = set_up(*drawn, seats=3, elsewhere=10**6, seed=seed, max_nectar=most, yields=yields, time_ko=1)
    for _ in range(300):
        seat = match.active[0]
        if value_of(match, "stage") == 0:
            for bee in range(2):
                match.state["load"][0, seat, bee] = luck.randint(0, CARRIES[value_of(match, "kind", seat, bee)])
        orders = [move for move in match.legal() if move.split()[0] in ("FORAGE", "HOLD")]
        move = luck.choice(orders) if orders and (explicit or luck.random() < 0.5) else "END"
        match.play(move)
        yield match, seat, move


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("yields", ["max", "own"])
@pytest.mark.parametrize("explicit", [True, False])
def test_the_bounds_hold_the_truth(seed: int, yields: str, explicit: bool) -> None:
    """BZ-12: `high` and `floor` always, `low` until another seat forages the flower."""
    left, foraged = [0] * 4, 0
    for match, seat, _ in foragers(seed, yields, explicit):
        now, start = nectar_left(match), match.state["start"][0].tolist()
        for flower in range(4):
            if now[flower] != left[flower]:
                foraged += 1
                assert value_of(match, "low", seat, flower) <= now[flower]
            for other in SEATS:
                assert now[flower] <= value_of(match, "high", other, flower)
                assert value_of(match, "floor", other, flower) <= start[flower]
                assert value_of(match, "empty", other, flower) <= (now[flower] == 0)
        left = now
    assert foraged >= 2


def yield_of(most: int, left: int) -> int:
    """Return what a flower gives, by the text of BZ-6."""
    return min(left, 3 if 3 * left >= 2 * most else 2 if 3 * left >= most else 1)


@pytest.mark.parametrize("seed", range(12))
def test_the_bounds_are_as_close_as_they_can_be(seed: int) -> None:
    """BZ-12: of all amounts that fit the seat's results, if others may have foraged unseen at any time."""
    results: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for match, seat, move in foragers(seed, "max", explicit=True):
        flower = foraged_flower(match, seat, move)
        if flower is None:
            continue
        most = value_of(match, "max_nectar")
        results.setdefault((seat, flower), []).append(
            (value_of(match, "room", seat, flower), value_of(match, "gain", seat, flower))
        )
        bounds = tuple(value_of(match, name, seat, flower) for name in ("low", "high", "floor"))
        assert bounds == closest_bounds(most, results[seat, flower])
    assert len(results) > 5


def closest_bounds(most: int, results: list[tuple[int, int]]) -> tuple[int, int, int]:
    """Return the least and the most that can be left after these results, and the least possible start."""
    high = most
    for room, gain in results:
        after = [n - yield_of(most, n) for n in range(high + 1) if min(room, yield_of(most, n)) == gain]
        high = max(after)
    return min(after), high, next(start for start in range(most + 1) if can_have_given(most, start, results))


def can_have_given(most: int, left: int, results: list[tuple[int, int]]) -> bool:
    """Return whether a flower that no other seat foraged could have given these gains."""
    for room, gain in results:
        if min(room, yield_of(most, left)) < gain:
            return False
        left -= yield_of(most, left)
    return True


def foraged_flower(match: lt.Match, seat: int, move: str) -> int | None:
    """Return the flower of the FORAGE that was just played."""
    kind, *numbers = move.split()
    if kind != "FORAGE":
        return None
    bee, way = map(int, numbers)
    x, y = cell_of(match, seat, bee)
    dx, dy = [(0, 0), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)][way]
    return value_of(match, "bloom", y + dy, x + dx) - 1
