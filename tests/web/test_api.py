"""Odd requests: the server answers each of them with a sentence, and never fails itself."""

import copy
import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ludotheque as lt
from ludotheque.checks.fixtures import new_server
from ludotheque.checks.server import Server
from tests.web.guest import Guest
from tests.web.seated_table import QUICK_OPTIONS, random_choice

OUR_OWN_RULES = "positive_data_acceptance,allow_header_conformance"  # a request may be well formed and yet refused
EXAMPLES = settings(
    max_examples=60, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a server for this file alone, because odd requests leave odd tables behind."""
    with new_server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="module")
def ada(server: Server) -> Iterator[Guest]:
    with Guest(server.url) as guest:
        yield guest


def test_schemathesis_finds_no_failure(server: Server, ada: Guest, tmp_path: Path) -> None:
    table = ada.open("alchemy", "me", "easy")
    known = tmp_path / "known.toml"
    known.write_text(f'[parameters]\n"path.id" = "{table.id}"\n')
    command = [str(Path(sys.executable).with_name("schemathesis")), "--config-file", str(known)]
    command += ["run", f"{server.url}/api/openapi.json", "--seed=1", "--max-examples=25", "--no-color"]
    command += [f"--exclude-checks={OUR_OWN_RULES}", "--generation-database=none"]
    command += [f"--header=Authorization: Bearer {ada.key}"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


@cache
def make_record(game: str) -> dict[str, Any]:
    match = lt.new(game, seed=3, seats=2, **QUICK_OPTIONS[game])
    choose = random_choice(1)
    while not match.over and match.ply < 40:
        match.play(choose(match.legal(match.active[0])), match.active[0])
    match.notes[1] = {"said": "hello", "seconds": 0.5}
    record: dict[str, Any] = json.loads(match.record().write())
    return record


BOB = {"name": "Bob", "kind": "person"}
ODD: list[Any] = [None, True, -1, 0, 2**31, 2**63, 10**400, 1.5, 1e308, "", "\0", "\ud800", "é" * 50, [], {}, [[]]]
ODD += [["0 END"] * 3, ["9 END"], ["-1 END"], ["0"], [""], {"": ""}, {"x": {"y": [1]}}, "ghost", "../../etc", "0 END"]


def spoil(record: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Return a copy of the record with odd values in one to three places."""
    copied = copy.deepcopy(record)
    for _ in range(chance.randint(1, 3)):
        place: Any = copied
        while True:
            key = chance.choice(list(place) if isinstance(place, dict) else range(len(place)))
            if not isinstance(place[key], list | dict) or not place[key] or chance.random() < 0.3:
                break
            place = place[key]
        if chance.random() < 0.2:
            del place[key]
        else:
            place[key] = copy.deepcopy(chance.choice(ODD))
        if not copied:
            break
    return copied


@EXAMPLES
@given(number=st.integers(0, 2**32))
def test_a_spoiled_record_is_refused_or_can_be_replayed(ada: Guest, number: int) -> None:
    chance = random.Random(number)
    text = json.dumps(spoil(make_record(chance.choice(lt.names())), chance))
    answer = ada.http.post("/api/records", content=text)
    assert answer.status_code in (201, 400, 404, 422, 429), (text, answer.text)
    if answer.status_code == 201:
        check_replay(ada, answer.json()["url"])


def check_replay(guest: Guest, url: str) -> None:
    plies = guest.get(f"{url}/story").json()["plies"]
    parts = ["", "?seat=0", f"?ply={plies}&lang=fr", "/story?lang=fr", "/record", "/plies/0", f"/plies/{plies}.svg"]
    for part in [*parts, f"/plies/{plies}?seat=-1", f"/plies/{plies}?seat=1&lang=fr"]:
        assert guest.get(url + part).status_code == 200, url + part
    for part in (f"/plies/{plies + 1}", "/plies/-1", "/plies/x.svg", "/plies/0?seat=9", "?ply=x", f"/plies/{10**30}"):
        assert 400 <= guest.get(url + part).status_code < 500, url + part


@pytest.mark.parametrize(
    ("place", "value", "is_accepted"),
    [
        ("seats", [{"name": "\ud800", "kind": "person"}, BOB], False),
        ("result", 1.5, False),
        ("notes", {"1": {"said": "\ud800"}}, False),
        ("notes", {"1": {"seconds": 10**400}, "2": {"seconds": float("nan")}, "3": 5, "4": {"said": ["x"]}}, True),
        ("notes", {"1": {"seconds": float("inf"), "said": {"a": 1}, "stderr": 7}, "-5": {}, "999999": {}}, True),
        ("seats", [BOB, {"name": "\0\u202e" + "x" * 198, "kind": "bot"}], True),
        ("seats", [BOB, {"name": "x" * 201, "kind": "bot"}], False),
        ("times", {"1": [10**400, None, None], "2": [float("nan"), None, None], "3": [-1, None, None]}, True),
        ("times", {"1": ["soon", None, None]}, False),
    ],
)
def test_odd_facts_of_a_record(place: str, value: object, is_accepted: bool, guest: Callable[..., Guest]) -> None:
    bob = guest("Bob")
    record = {**make_record("ghost"), place: value}
    answer = bob.http.post("/api/records", content=json.dumps(record))
    assert answer.status_code == (201 if is_accepted else 422), answer.text
    if is_accepted:
        check_replay(bob, answer.json()["url"])


@pytest.mark.parametrize("game", lt.names())
def test_a_good_record_is_accepted_and_comes_back(game: str, guest: Callable[..., Guest]) -> None:
    bob = guest("Bob")
    text = lt.new(game, seed=1).record().write()
    answer = bob.http.post("/api/records", content=text)
    assert answer.status_code == 201, answer.text
    check_replay(bob, answer.json()["url"])
    assert bob.get(f"/api/records/{answer.json()['id']}").text == text


WORDS = st.sampled_from(["", "0", "-1", "me", "friend", "easy", "nobody", "on", "x" * 300, "é\0", "1e9", "½", "none"])
FIELDS = st.sampled_from(
    [*(f"seat-{n}" for n in range(9)), "name", "clock", "public", "quick", "ply"]
    + [f"option-{name}" for game in lt.names() for name in lt.load(game).options]
)


@EXAMPLES
@given(
    path=st.sampled_from(["/tables", "/tables/x/sit/y", "/replays", "/replays/x/play"]),
    game=st.sampled_from([*lt.names(), "", "chess", "../emile"]),
    fields=st.dictionaries(FIELDS, WORDS, max_size=8),
)
def test_an_odd_form_is_refused_or_accepted(form_guest: Guest, path: str, game: str, fields: dict[str, str]) -> None:
    answer = form_guest.post(path, **{**fields, "game": game})
    assert answer.status_code < 500, (path, game, fields, answer.text)


@pytest.fixture(scope="module")
def form_guest(server: Server) -> Iterator[Guest]:
    with Guest(server.url, "Fay") as guest:
        yield guest


@EXAMPLES
@given(
    path=st.sampled_from(
        ["/", "/tables", "/games/ghost", "/rules/bzzz", "/static/look.css", "/tables/x", "/replays/x"]
    ),
    query=st.dictionaries(
        st.sampled_from(["lang", "rules", "ply", "seat", "v", "mine"]), st.text(max_size=8), max_size=3
    ),
    language=st.sampled_from(["fr", "en", "de", "", "*", "fr;q=x", "fr;q=0, en", ",,,", "x" * 2000]),
)
def test_an_odd_address_gets_a_page(ada: Guest, path: str, query: dict[str, str], language: str) -> None:
    answer = ada.http.get(path, params=query, headers={"Accept-Language": language})
    assert answer.status_code < 500, (path, query, answer.text)


LONGEST_SENTENCE = 400


def test_a_long_option_name_gets_a_short_sentence(ada: Guest) -> None:
    """A sentence that looked like a template was once matched against patterns, for seconds."""
    name = " is a whole number from " * 200 + " to " * 800
    body = {"game": "emile", "seats": ["me", "easy"], "options": {name: 1}, "name": "Ada"}
    answer = ada.send("/api/tables?lang=fr", body)
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("Émile n’a pas d’option ' is a whole number from")
    assert len(answer.json()["error"]) < LONGEST_SENTENCE


def test_a_long_game_name_gets_a_short_sentence(ada: Guest) -> None:
    answer = ada.get(f"/api/games/{'x' * 6000}?lang=fr")
    assert answer.status_code == 404
    assert answer.json()["error"].startswith("Il n’y a pas de jeu 'xxx")
    assert len(answer.json()["error"]) < LONGEST_SENTENCE


def test_a_long_field_name_gets_a_short_sentence(ada: Guest) -> None:
    answer = ada.send("/api/tables?lang=fr", {"game": "emile", "seats": ["me", "easy"], "x" * 8000: 1})
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("Ceci ne se comprend pas")
    assert len(answer.json()["error"]) < LONGEST_SENTENCE


@pytest.mark.parametrize("digits", ["9" * 20, "9" * 5000])
def test_a_number_with_many_digits_is_no_ply(digits: str, ada: Guest) -> None:
    for path in (f"/replays/x/plies/{digits}", f"/replays/x/plies/{digits}.svg", f"/replays/x?ply={digits}"):
        assert 400 <= ada.get(path).status_code < 500


@pytest.mark.parametrize("body", ['"options": {"\\ud800": 1}', '"\\ud800": 1', '"options": {"rounds": "\\ud800"}'])
def test_half_a_character_is_refused_in_a_sentence(body: str, ada: Guest) -> None:
    text = f'{{"game": "emile", "seats": ["me", "easy"], {body}}}'
    answer = ada.http.post("/api/tables", content=text, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422)
    assert answer.json()["error"].endswith(".")


@pytest.mark.parametrize("seat", ["18446744073709551616", "-1", "2", "9" * 5000])
def test_a_move_of_a_seat_that_does_not_exist_is_refused(seat: str, ada: Guest) -> None:
    record = make_record("emile")
    moves = [f"{seat} STOP", *record["moves"][1:]]
    answer = ada.http.post("/api/records", content=json.dumps({**record, "moves": moves}))
    assert answer.status_code == 422


@pytest.mark.parametrize("path", ["/api/records", "/replays"])
def test_a_record_that_is_not_utf_8_is_refused_alike(path: str, guest: Callable[..., Guest]) -> None:
    bob = guest("Bob")
    headers = {"Accept": "application/json"}
    answer = bob.http.post(path, content=b'{"ludotheque": "\xff"}', headers=headers)
    assert answer.status_code == 422
    assert answer.json() == {"error": "This is no record: it is not text in UTF-8."}
