"""Records: written, read, verified; and refused with the ply at which they depart."""

import json
from collections.abc import Callable
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.match import Match


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
        "ludotheque", "game", "rules", "options", "seats", "seed", "moves", "result", "checksum", "notes",
    ]  # fmt: skip
    assert data["options"] == {"first": -1, "rounds": 3, "teams": False, "anticlockwise": False, "toasts": False}
    assert data["moves"][0][0] in "012"


def test_notes_are_outside_the_checksum() -> None:
    m = a_match()
    m.notes[3] = {"said": "ça va ?", "seconds": 0.25}
    again = lt.read(m.record().write())
    assert again.notes == {3: {"said": "ça va ?", "seconds": 0.25}}
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
        (lambda d: d.update(seed=12), r"departs from the rules at ply"),
        (lambda d: d["result"][0].update(outcome=[840, 9]), r"the result is another one"),
        (lambda d: d.update(result=None), r"it is over there"),
        (lambda d: d.update(rules=99), r"follows version 99 of Émile's rules; here is 1"),
        (lambda d: d.update(game="chess"), r"There is no game 'chess'"),
        (lambda d: d.update(options={"rounds": -4}), r"rounds is a whole number"),
        (lambda d: d.pop("moves"), r"'moves' is missing or of the wrong kind"),
        (lambda d: d.update(seed="7"), r"'seed' is missing or of the wrong kind"),
        (lambda d: d.update(seed=True), r"'seed' is missing or of the wrong kind"),
        (lambda d: d["moves"].__setitem__(0, 5), r"must be texts"),
        (lambda d: d.update(notes={"x": {}}), r"numbered by ply"),
        (lambda d: d.update(ludotheque=2), r"no record of Ludothèque in format 1"),
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
