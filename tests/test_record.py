"""Records: written, read, verified; and refused with the ply at which they depart."""

import json
from collections.abc import Callable
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.match import Match
from ludotheque.record import Ending, Times, Verdict, Withdrawal


def a_match(over: bool = True) -> Match:
    m = lt.new("emile", seats=3, seed=11, rounds=3)
    while not m.over and (over or m.ply < 5):
        m.play(m.legal()[0])
    return m


def changed(change: Callable[[dict[str, Any]], object], over: bool = True) -> str:
    data = json.loads(a_match(over).record().write())
    change(data)
    return json.dumps(data)


@pytest.mark.parametrize("over", [True, False])
def test_a_record_comes_back(over: bool) -> None:
    m = a_match(over)
    text = m.record().write()
    again = lt.read(text)
    assert again.record().write() == text
    assert (again.result(), again.state.tobytes(), again.over) == (m.result(), m.state.tobytes(), over)


def test_what_a_record_holds() -> None:
    data = json.loads(a_match().record().write())
    assert list(data) == [
        "ludotheque", "game", "rules", "options", "seats", "dice", "moves", "withdrawn", "ending", "result", "checksum",
        "times", "notes",
    ]  # fmt: skip
    assert data["options"] == {"first": -1, "rounds": 3, "teams": False, "anticlockwise": False, "toasts": False}
    assert data["moves"][0][0] in "012"


def test_notes_are_outside_the_checksum() -> None:
    m = a_match()
    m.notes[3] = {"said": "ça va ?"}
    m.times[3] = Times(0.25, 0.2, 0.01)
    again = lt.read(m.record().write())
    assert again.notes == {3: {"said": "ça va ?"}}
    assert again.times == {3: Times(0.25, 0.2, 0.01)}
    assert m.record().checksum == a_match().record().checksum


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda d: d["moves"].__setitem__(4, "0 OTHER 7"), r"departs from the rules at ply 5, '0 OTHER 7'"),
        (lambda d: d["moves"].__setitem__(2, "x STOP"), r"departs from the rules at ply 3, 'x STOP'"),
        (lambda d: d["moves"].__setitem__(0, "STOP"), r"departs from the rules at ply 1, 'STOP'"),
        (lambda d: d["moves"].append("0 STOP"), r"'0 STOP': The match is over"),
        (lambda d: d["moves"].pop(), r"at its end, ply \d+: the final position is another one"),
        (lambda d: d.update(checksum="0" * 64), r"the final position is another one"),
        (lambda d: d.update(dice=[[0, 12]]), r"departs from the rules at ply"),
        (lambda d: d["result"][0].update(outcome=[840, 9]), r"the result is another one"),
        (lambda d: d.update(result=None), r"it is over there"),
        (lambda d: d.update(rules=99), r"follows version 99 of Émile's rules; here is 1"),
        (lambda d: d.update(game="chess"), r"There is no game 'chess'"),
        (lambda d: d.update(options={"rounds": -4}), r"rounds is a whole number"),
        (lambda d: d.pop("moves"), r"'moves' is missing or of the wrong kind"),
        (lambda d: d.update(dice="7"), r"'dice' is missing or of the wrong kind"),
        (lambda d: d.update(dice=[]), r"'dice' is missing or of the wrong kind"),
        (lambda d: d.update(dice=[[0, True]]), r"'dice' is missing or of the wrong kind"),
        (lambda d: d.update(dice=[[1, 11]]), r"'dice' is missing or of the wrong kind"),
        (lambda d: d.update(dice=[[0, 11], [0, 12]]), r"'dice' is missing or of the wrong kind"),
        (lambda d: d["seats"].__setitem__(0, "Ada"), r"'seats' is missing or of the wrong kind"),
        (lambda d: d["seats"][0].update(random_seed="x"), r"'seats' is missing or of the wrong kind"),
        (lambda d: d.update(withdrawn=[{"seat": 0, "why": "bored", "ply": 3}]), r"'withdrawn' is missing or of the"),
        (lambda d: d.update(withdrawn=[{"seat": 9, "why": "fault", "ply": 3}]), r"a seat is missing"),
        (lambda d: d.update(ending={"kind": "flood", "seats": []}), r"'ending' is missing or of the wrong kind"),
        (lambda d: d.update(ending={"kind": "draw", "seats": []}), r"it does not end like this"),
        (lambda d: d.update(times={"1": [0.1]}), r"'times' is missing or of the wrong kind"),
        (lambda d: d["moves"].__setitem__(0, 5), r"must be texts"),
        (lambda d: d.update(notes={"x": {}}), r"numbered by ply"),
        (lambda d: d.update(ludotheque=3), r"no record of Ludothèque in format 1 or 2"),
    ],
)
def test_a_damaged_or_foreign_record_is_refused(change: Callable[[dict[str, Any]], object], sentence: str) -> None:
    with pytest.raises(lt.GameError, match=sentence):
        lt.read(changed(change))


@pytest.mark.parametrize("text", ["", "[]", "{}", "nonsense", '"x"', "[" * 100_000, '{"ludotheque": NaN}'])
def test_what_is_no_record_at_all(text: str) -> None:
    with pytest.raises(lt.BadRecord, match="This is no record"):
        lt.read(text)


def test_options_of_the_wrong_kind() -> None:
    with pytest.raises(lt.GameError, match="rounds is a whole number"):
        lt.read(changed(lambda d: d.update(options={"rounds": [1]})))
    with pytest.raises(lt.GameError, match="rounds is a whole number"):
        lt.read(changed(lambda d: d.update(options={"rounds": None})))


def in_format_1(m: Match, verdicts: list[str], ranks: list[int]) -> str:
    """A record as earlier versions wrote it: one seed, names, verdict and cause in one text."""
    data = json.loads(m.record().write())
    rows = zip(m.names, m.outcome, ranks, verdicts)
    old = {name: data[name] for name in ("game", "rules", "options", "moves", "checksum")}
    old["result"] = [{"name": n, "outcome": list(o), "rank": r, "verdict": v} for n, o, r, v in rows]
    return json.dumps({"ludotheque": 1, **old, "seats": m.names, "seed": m.seed, "notes": {"2": {"seconds": 0.5}}})


def test_format_1_stays_readable() -> None:
    m = a_match()
    again = lt.read(in_format_1(m, ["ok"] * 3, m.ranks))
    assert (again.moves, again.ranks, again.times, again.notes) == (m.moves, m.ranks, {2: Times(0.5)}, {})
    assert lt.read(again.record().write()).state.tobytes() == m.state.tobytes()


def test_format_1_ranks_are_checked_by_the_old_rule() -> None:
    m = a_match()
    m.withdrawn[0] = Withdrawal("fault", None)
    again = lt.read(in_format_1(m, ["timeout: 2 s: late", "ok", "ok"], m.ranks))
    assert again.verdicts[0] == Verdict("timeout", "2 s: late") and again.ranks == m.ranks
    with pytest.raises(lt.BadRecord, match="the result is another one"):
        lt.read(in_format_1(m, ["ok"] * 3, [3, 3, 3]))


def test_an_unknown_verdict_of_format_1_is_a_crash() -> None:
    assert Verdict.from_text("eaten by a grue") == Verdict("crash", "eaten by a grue")
    assert Verdict.from_text("ok") == Verdict()


def test_dice_change_where_a_record_says_so() -> None:
    m = lt.new("emile", seats=2, seed=7, first=0)
    m.play("STOP")
    m.play("OWN")
    other = m.at(1)
    other.roll_anew(2, 99)
    other.play("OWN")
    assert other.moves == m.moves and other.state.tobytes() != m.state.tobytes()
    again = lt.read(other.record().write())
    assert again.dice_seeds == [(0, 7), (2, 99)] and again.state.tobytes() == other.state.tobytes()


@pytest.mark.parametrize("kind", ["resignation", "time"])
def test_an_ending_outside_the_rules_comes_back(kind: str) -> None:
    m = lt.new("emile", seats=2, seed=7)
    m.withdrawn[1] = Withdrawal("resigned" if kind == "resignation" else "time", 1)
    m.ending = Ending(kind, (1,))
    again = lt.read(m.record().write())
    assert again.over and again.ending == m.ending
    assert [row["result"] for row in again.result()] == ["won", "lost"]


def test_an_agreed_draw_comes_back() -> None:
    m = lt.new("meduris", seats=3, seed=7)
    m.ending = Ending("draw", (0, 1, 2))
    assert [row["result"] for row in lt.read(m.record().write()).result()] == ["drawn"] * 3


def test_a_seat_that_is_out_cannot_play_on() -> None:
    m = lt.new("emile", seats=2, seed=7, first=0, rounds=2)
    while not m.over:
        m.play(m.legal()[-1])
    m.withdrawn[0] = Withdrawal("fault", 1)
    with pytest.raises(lt.BadRecord, match="a seat that was out played on"):
        lt.read(m.record().write())


def test_a_seat_has_random_numbers_of_its_own() -> None:
    """They repeat with the match, come back with the record, and are drawn where no seed is given."""
    draws = [lt.new("emile", seed=5).view(0).random.random() for _ in range(2)]
    assert draws[0] == draws[1]
    m = lt.new("emile")
    assert lt.read(m.record().write()).random_seeds == m.random_seeds
    assert lt.new("emile", seed=m.seed).random_seeds != m.random_seeds
