"""Cheating, as it would be tried: by socket, by API, by form and by what is typed. All of it fails in a sentence."""

import json
import re
import sqlite3
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from contextlib import suppress
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.routing import APIRoute
from itsdangerous import URLSafeSerializer
from playwright.sync_api import Browser
from websockets.exceptions import ConnectionClosed

import ludotheque as lt
from ludotheque.checks.server import Server
from ludotheque.match import Match
from ludotheque.web import api, pages, replays
from ludotheque.web import join as doors
from ludotheque.web import render as look
from ludotheque.web import table_page as room
from ludotheque.web.words import Language as Tongue
from tests.web.guest import Frame, Guest, Refused, Socket
from tests.web.guest import NewTable as Opened
from tests.web.seated_table import QUICK_OPTIONS as SHORT
from tests.web.seated_table import SeatedTable as Party
from tests.web.seated_table import open_seated_table as gather
from tests.web.seated_table import random_choice as by_chance

HIDING = [name for name in lt.names() if lt.load(name).rules.observe is not None]
EVIL = "\"><img src=x onerror=a'"
ROUTERS = (look, pages, doors, room, replays, api)

MakeGuest = Callable[..., Guest]


@pytest.fixture
def ada(guest: MakeGuest) -> Guest:
    return guest("Ada")


@pytest.fixture
def bob(guest: MakeGuest) -> Guest:
    return guest("Bob")


@pytest.fixture
def eve(guest: MakeGuest) -> Guest:
    """She sits nowhere."""
    return guest("Eve")


def truth(server: Server, table: str) -> Match:
    """The match as only the server knows it."""
    with sqlite3.connect(server.database.removeprefix("sqlite:///")) as connection:
        game, options, seed = connection.execute(
            "SELECT game, options, seed FROM tables WHERE id = ?", [table]
        ).fetchone()
        plies = connection.execute("SELECT move, seat FROM plies WHERE table_id = ? ORDER BY ply", [table]).fetchall()
        names = connection.execute("SELECT name FROM seats WHERE table_id = ? ORDER BY seat", [table]).fetchall()
    connection.close()
    match = lt.new(game, len(names), seed, **json.loads(options))
    match.names = [name for (name,) in names]
    for move, seat in plies:
        match.play(move, seat)
    return match


def everywhere(guest: Guest, table: str) -> dict[str, httpx.Response]:
    """Whatever can be asked about a table."""
    about = [f"/tables/{table}", f"/replays/{table}", f"/api/tables/{table}", f"/api/records/{table}"]
    about += [f"/api/tables/{table}/view", f"/api/tables/{table}/board.svg"]
    about += [f"/replays/{table}/{part}" for part in ("story", "record", "plies/1", "plies/1.svg", "plies/0?seat=0")]
    return {path: guest.get(path) for path in [*about, "/", "/tables", "/api/tables", "/api/tables?mine=true"]}


def refused(answer: httpx.Response, status: int) -> str:
    """The sentence of a refusal."""
    assert answer.status_code == status, answer.text
    told: str = answer.json()["error"]
    assert told.endswith(".")
    return told


# Somebody else's seat, turn and table


def test_nobody_moves_for_another_seat_by_socket(ada: Guest, bob: Guest, eve: Guest) -> None:
    party = gather([ada, bob], "alchemy", first=0)
    ada_s, bob_s = party.sockets
    key, move = ada_s.frame["key"], ada_s.frame["legal"][0]
    for cheat in (bob_s, eve.socket(party.id)):
        cheat.until(lambda frame: True)
        for own in (key, cheat.frame["key"]):
            with pytest.raises(Refused):
                cheat.ask(do="play", move=move, key=own)
            with pytest.raises(Refused):
                cheat.ask(do="play", move=move, key=own, seat=0, person="ada")
    assert ada_s.play(move)


def test_nobody_moves_for_another_seat_by_api(server: Server, ada: Guest, bob: Guest, eve: Guest) -> None:
    party = gather([ada, bob], "alchemy", first=0)
    key, path = party.sockets[0].frame["key"], f"/api/tables/{party.id}/moves"
    assert refused(eve.send(path, {"move": "END", "key": key}), 403) == "You are only looking on here."
    refused(bob.send(path, {"move": "END", "key": key}), 400)
    told = refused(bob.send(path, {"move": "END", "key": bob.look(party.id)["key"]}), 400)
    assert told == "You are not awaited now."
    refused(bob.send(path, {"move": "END", "key": key, "seat": 0}), 422)
    assert truth(server, party.id).ply == 0
    assert ada.send(path, {"move": "END", "key": key}).status_code == 204
    assert truth(server, party.id).moves == ["0 END"]


def test_a_key_is_good_for_its_own_table_alone(server: Server, ada: Guest, bob: Guest) -> None:
    one, two = (gather([ada, bob], "alchemy", first=0) for _ in range(2))
    with pytest.raises(Refused, match="The position has changed since"):
        one.sockets[0].ask(do="play", move="END", key=two.sockets[0].frame["key"])
    assert truth(server, one.id).ply == 0


def test_a_message_counts_once(server: Server, ada: Guest, bob: Guest) -> None:
    """Sent twice at once, and again when it is one's turn again."""
    party = gather([ada, bob], "alchemy", first=0)
    ada_s, bob_s = party.sockets
    key = ada_s.frame["key"]
    ada_s.say(do="play", move="END", key=key)
    with pytest.raises(Refused, match="The position has changed since"):
        ada_s.ask(do="play", move="END", key=key)
    bob_s.my_turn()
    bob_s.play("END")
    ada_s.my_turn()
    with pytest.raises(Refused, match="The position has changed since"):
        ada_s.ask(do="play", move="END", key=key)
    assert truth(server, party.id).moves == ["0 END", "1 END"]


def test_messages_out_of_order_are_refused(server: Server, ada: Guest, bob: Guest) -> None:
    """A turn sent ahead, with keys that are guessed by counting on."""
    party = gather([ada, bob], "ghost", **SHORT["ghost"])
    ada_s = party.sockets[0]
    stem, number = re.fullmatch(r"(.*?)(\d+)", ada_s.frame["key"]).groups()  # type: ignore[union-attr]
    with pytest.raises(Refused, match="The position has changed since"):
        ada_s.ask(do="play", move="END", key=f"{stem}{int(number) + 1}")
    assert truth(server, party.id).ply == 0


@pytest.mark.parametrize(
    "move", ["OUT", "out", "REST", "", "END END", "END 1", "MOVE 0 0 0", "MOVE 1 0 -5", "MOVE ½ 0 1"]
)
def test_a_move_that_is_none_is_refused_in_a_sentence(move: str, server: Server, ada: Guest, bob: Guest) -> None:
    """Also the move that the referee alone makes, which takes a seat out."""
    party = gather([ada, bob], "ghost", **SHORT["ghost"])
    with pytest.raises(Refused, match=r"\.$"):
        party.sockets[0].play(move)
    assert truth(server, party.id).ply == 0


# What one may see


@pytest.mark.parametrize("game", lt.names())
def test_the_seed_and_the_replay_are_nobodys_while_a_match_goes_on(
    game: str, server: Server, ada: Guest, bob: Guest, eve: Guest
) -> None:
    party = gather([ada, bob], game, **SHORT[game])
    watching = eve.socket(party.id)
    for _ in range(8):
        party.play(by_chance(1))
    seed = truth(server, party.id).seed
    secrets = [str(seed), f"{seed:x}", json.dumps(seed)[:12]]
    for guest, socket in zip((ada, bob, eve), (*party.sockets, watching)):
        answers = everywhere(guest, party.id)
        for path, answer in answers.items():
            assert not any(secret in answer.text for secret in secrets), path
            assert answer.status_code == (404 if "/replays/" in path or "/records/" in path else 200), path
        socket.until(lambda frame: True)
        assert not any(secret in text for text in socket.raw for secret in secrets)


@pytest.mark.parametrize("game", HIDING)
def test_everybody_sees_his_own_view_and_no_more(game: str, server: Server, ada: Guest, bob: Guest, eve: Guest) -> None:
    """Board, log and fields are what can be made from a viewer's view alone."""
    party = gather([ada, bob], game, **SHORT[game])
    chance = by_chance(3)
    hidden = 0
    for _ in range(40):
        party.play(chance)
        match = truth(server, party.id)
        if match.over:
            break
        for seat, guest in ((0, ada), (1, bob), (-1, eve)):
            told = guest.get(f"/api/tables/{party.id}/view").json()
            assert told == match.view(seat).json()
            hidden += told != match.view(1 - seat if seat >= 0 else 0).json()
    assert hidden, "there was something to hide"
    say = Tongue("en").board(match.game)
    for seat, guest in ((0, ada), (1, bob), (-1, eve)):
        frame = guest.look(party.id)
        assert frame["svg"] == match.view(seat).drawing(say)
        assert frame["log"] == log_of(match, seat)


def log_of(match: Match, seat: int) -> list[str]:
    tell, say = match.game.board.tell, Tongue("en").board(match.game)  # type: ignore[union-attr]
    lines: list[str] = []
    for ply, played in enumerate(match.played, 1):
        known = played if played.seat == seat else None  # a viewer knows their own moves only
        lines += tell(match.view(seat, ply - 1), match.view(seat, ply), seat, say, known)
    return lines


def test_nectar_and_loads_of_bzzz_are_hidden(server: Server, ada: Guest, bob: Guest, eve: Guest) -> None:
    party = gather([ada, bob], "bzzz", time_out=100, nectar_initial=40)
    chance = by_chance(4)
    match = truth(server, party.id)
    while not match.over and match.view(0).json()["load"][0] == match.view(-1).json()["load"][0]:
        party.play(
            lambda legal: next((move for move in legal if move.startswith("FORAGE")), None) or busy(chance, legal)
        )
        match = truth(server, party.id)
    assert not match.over, "somebody carries nectar"
    assert max(match.full_view().json()["nectar"]) > 0
    for guest in (bob, eve):
        told = guest.get(f"/api/tables/{party.id}/view").json()
        assert told["total"] == told["loose"] == -1
        assert set(told["nectar"]) <= {-1, 0} and set(told["start"]) <= {-1, 0}
        assert max(told["load"][0]) <= 0
    scores = [seat["score"] for seat in eve.look(party.id)["seats"]]
    assert all(score == "?" or score == str(stock) for score, stock in zip(scores, match.view(-1).json()["stock"]))


def busy(choose: Callable[[list[str]], str], legal: list[str]) -> str:
    return choose([move for move in legal if move.startswith(("STEP", "LAY"))] or legal)


def told_of(guest: Guest, table: str) -> Frame:
    """What somebody sees of a table, without its name and what is always another."""
    frame = guest.look(table)
    frame["key"] = re.sub(r"^.{8}", "", frame["key"])
    frame["replay"] = None
    return frame


def twins(ada: Guest, bob: Guest, match: Match, number: int = 2) -> list[Party]:
    """Tables with the same seed, to see whether a secret makes a difference to anybody."""
    answer = ada.http.post("/api/records", content=match.record().write())
    assert answer.status_code == 201, answer.text
    path = f"/replays/{answer.json()['id']}/play"
    return [twin(ada, bob, path, match.ply) for _ in range(number)]


def twin(ada: Guest, bob: Guest, path: str, ply: int) -> Party:
    answer = ada.post(path, ply=str(ply), name="Ada", seat0="me", seat1="friend", public="on")
    assert answer.status_code == 303, answer.text
    id = answer.headers["Location"].rpartition("/")[2]
    links = re.findall(rf"/tables/{id}/sit/[\w-]+", ada.get(f"/tables/{id}").text)
    return Party([ada, bob], Opened(id, list(dict.fromkeys(links))))


def ghost_at_war() -> Match:
    """A position of Ghost with bombs at hand and factories enough."""
    match = lt.new("ghost", seed=5, factories=9)
    for _ in range(3):
        match.play("END", 0)
        match.play("END", 1)
    return match


def listed(guest: Guest, table: str) -> list[str]:
    """Return what the page of all tables says about this table."""
    found = [line for line in re.findall("<li>.*?</li>", guest.get("/tables").text, re.DOTALL) if table in line]
    assert found
    return found


def test_staged_orders_of_ghost_change_nothing_for_the_others(ada: Guest, bob: Guest, eve: Guest) -> None:
    party = gather([ada, bob], "ghost", **SHORT["ghost"])
    ada_s, bob_s = party.sockets
    eve_s = eve.socket(party.id)
    eve_s.until(lambda frame: frame["watchers"] == 1)
    bob_s.until(lambda frame: frame["watchers"] == 1)
    before = {guest.name: (guest.look(party.id), listed(guest, party.id)) for guest in (bob, eve)}
    heard = len(bob_s.raw), len(eve_s.raw)
    for kind in ("MOVE", "BOMB", "MOVE", "MOVE"):
        move = next((move for move in ada_s.frame["legal"] if move.startswith(kind)), None)
        if move is not None:
            ada_s.play(move)
        for guest in (bob, eve):
            assert (guest.look(party.id), listed(guest, party.id)) == before[guest.name]
    ada_s.play("END")
    for socket, count in zip((bob_s, eve_s), heard):
        socket.until(lambda frame: not frame["seats"][0]["awaited"])
        assert len(socket.raw) == count + 1, "the first that they hear is that the turn has ended"


def test_where_a_bomb_flies_makes_no_difference_to_the_others(ada: Guest, bob: Guest, eve: Guest) -> None:
    match = ghost_at_war()
    one, two = twins(ada, bob, match)
    distance = match.view(0).json()["distance"]
    bombs = [move for move in one.sockets[0].frame["legal"] if move.startswith("BOMB")]
    far = sorted(bombs, key=lambda move: distance[int(move.split()[1])][int(move.split()[2])])[-2:]
    for party, move in zip((one, two), far):
        party.played(party.sockets[0], move)
        for _ in range(3):  # it is still on its way
            for socket in party.sockets:
                socket.my_turn()
                socket.play("END")
        party.sockets[0].my_turn()
    assert told_of(ada, one.id) != told_of(ada, two.id)
    for guest in (bob, eve):
        assert told_of(guest, one.id) == told_of(guest, two.id)
        views = [guest.get(f"/api/tables/{party.id}/view").json() for party in (one, two)]
        assert views[0] == views[1]
        assert views[0]["bomb_source"][0] != [-1, -1]
        assert views[0]["bomb_target"][0] == [-1, -1]


def test_the_number_of_orders_makes_no_difference_to_the_others(ada: Guest, bob: Guest, eve: Guest) -> None:
    """One order, then another that is taken back, or none: when the turn is played, nothing tells them apart."""
    many, few = twins(ada, bob, ghost_at_war())
    move = next(move for move in many.sockets[0].frame["legal"] if move.startswith("MOVE"))
    for _ in range(2):
        many.sockets[0].play(move)
        before = many.sockets[0].frame["key"]
        many.sockets[0].ask(do="undo")
        many.sockets[0].until(lambda frame: frame["key"] != before)  # noqa: B023 - it is called at once
    for party in (many, few):
        for socket in party.sockets:
            socket.my_turn()
            socket.play("END")
            assert told_of(eve, many.id) == told_of(eve, few.id) or party is many or socket is party.sockets[0]
        for socket in party.sockets:
            socket.my_turn()
    for guest in (bob, eve):
        assert told_of(guest, many.id) == told_of(guest, few.id)


def test_a_table_that_is_not_public_is_in_no_list(ada: Guest, eve: Guest) -> None:
    table = ada.ask_for({"game": "emile", "seats": ["me", "easy"], "public": False})
    for path in ("/", "/tables", "/api/tables"):
        assert table.id not in eve.get(path).text
    assert table.id in ada.get("/api/tables?mine=true").text


# Forms, sessions and links


def changing_routes() -> list[tuple[str, str]]:
    routes = [route for part in ROUTERS for route in part.router.routes if isinstance(route, APIRoute)]
    methods = [(method, route.path) for route in routes for method in route.methods or ()]
    return sorted((method, path) for method, path in methods if method not in ("GET", "HEAD"))


def test_all_that_changes_something_is_known_here() -> None:
    paths = [path for _, path in changing_routes()]
    assert "/tables" in paths and "/api/tables" in paths and "/replays" in paths


@pytest.mark.parametrize(("method", "path"), changing_routes())
def test_only_our_own_pages_change_anything(method: str, path: str, ada: Guest, eve: Guest) -> None:
    table = ada.open("emile", "me", "friend", "easy")
    place = path.replace("{id}", table.id).replace("{invite}", table.invitations[0].rpartition("/")[2])
    forms: list[dict[str, Any]] = [
        {},
        {"data": {"name": "Eve", "game": "emile", "quick": "1"}},
        {"json": {"game": "emile", "seats": ["me", "easy"], "move": "STOP", "key": ""}},
        {"files": {"file": ("record.json", b"{}")}},
    ]
    for form, origin in product(forms, foreign_origins(eve)):
        answer = eve.http.request(method, place, headers={"Origin": origin}, **form)
        assert answer.status_code == 403, (place, form, origin, answer.text)
    for form in forms:
        for headers in ({}, {"Authorization": "Bearer x"}, {"Authorization": f"Bearer {eve.key}x", "Origin": eve.url}):
            answer = httpx.request(method, eve.url + place, headers=headers, **form)
            assert answer.status_code == 403, (place, form, headers, answer.text)
    assert eve.get("/api/tables?mine=true").json() == []
    assert ada.look(table.id)["seats"][1]["kind"] == "friend"


def foreign_origins(guest: Guest) -> list[str]:
    local = guest.url.replace("127.0.0.1", "localhost")
    other_scheme = guest.url.replace("http:", "ftp:")
    return ["https://evil.example", "null", f"{guest.url}.evil.example", local, other_scheme, "http://[evil", ""]


def test_a_page_of_another_site_gets_no_socket(ada: Guest) -> None:
    table = ada.open("emile", "me", "easy")
    for origin in foreign_origins(ada):
        assert ada.socket(table.id, Origin=origin).closing_code() == 4403
    assert ada.socket(table.id).until(lambda frame: True)["seat"] == 0


def test_a_forged_session_is_nobodys(server: Server, ada: Guest) -> None:
    table = ada.open("emile", "me", "easy")
    cookie = ada.http.cookies["ludotheque"]
    payload, dot, signature = cookie.partition(".")
    person = truth_of_person(server, table.id)
    forged = [
        URLSafeSerializer("guess", salt="person").dumps({"id": person, "name": "Ada"}),
        f"{payload}{dot}{signature[:-2]}xx",
        f"{payload}x{dot}{signature}",
        payload,
        "",
        "é",
        "." * 5000,
    ]
    assert sits(server, table.id, cookie) == 0
    for one in forged:
        assert sits(server, table.id, str(one)) == -1


def truth_of_person(server: Server, table: str) -> str:
    with sqlite3.connect(server.database.removeprefix("sqlite:///")) as connection:
        row = connection.execute("SELECT person FROM seats WHERE table_id = ? AND seat = 0", [table]).fetchone()
    connection.close()
    return str(row[0])


def sits(server: Server, table: str, cookie: str) -> int:
    """At which seat a cookie puts somebody."""
    headers = {"Cookie": b"ludotheque=" + cookie.encode("latin-1")}
    told = httpx.get(f"{server.url}/api/tables/{table}", headers=headers)  # type: ignore[arg-type]
    seat: int = told.json()["seat"]
    return seat


def test_the_session_is_out_of_reach_of_scripts_and_other_sites(server: Server) -> None:
    cookie = httpx.get(f"{server.url}/api/session").headers["Set-Cookie"]
    assert "httponly" in cookie.lower()
    assert "samesite=lax" in cookie.lower()


def test_who_sits_is_named_by_nothing_that_others_see(server: Server, ada: Guest, eve: Guest) -> None:
    table = ada.open("emile", "me", "easy")
    person = truth_of_person(server, table.id)
    socket = eve.socket(table.id)
    socket.until(lambda frame: True)
    assert not [path for path, answer in everywhere(eve, table.id).items() if person in answer.text]
    assert person not in "".join(socket.raw)


def test_an_invitation_cannot_be_guessed_or_used_twice(ada: Guest, bob: Guest, eve: Guest) -> None:
    one, two = (ada.open("emile", "me", "friend", "friend") for _ in range(2))
    good = one.invitations[0].rpartition("/")[2]
    guesses = ["x", "%00", "%C3%A9", "%ED%A0%80", good[:-1], good + "x", good.swapcase(), "a" * 3000]
    for guess in [*guesses, two.invitations[0].rpartition("/")[2]]:
        for answer in (eve.get(f"/tables/{one.id}/sit/{guess}"), eve.sit(f"/tables/{one.id}/sit/{guess}")):
            assert answer.status_code == 403, (guess, answer.text)
    assert bob.sit(one.invitations[0]).status_code == 303
    assert eve.sit(one.invitations[0]).status_code == 403
    assert bob.sit(one.invitations[1]).status_code == 403, "one chair for each"
    assert [seat["name"] for seat in eve.look(one.id)["seats"]] == ["Ada", "Bob", "a friend"]


def test_invitations_are_shown_to_the_host_alone(ada: Guest, bob: Guest, eve: Guest) -> None:
    table = ada.open("emile", "me", "friend", "friend")
    bob.sit(table.invitations[0])
    secret = table.invitations[1].rpartition("/")[2]
    assert secret in ada.get(f"/tables/{table.id}").text
    for guest in (bob, eve):
        socket = guest.socket(table.id)
        socket.until(lambda frame: True)
        assert secret not in "".join(socket.raw)
        assert not [path for path, answer in everywhere(guest, table.id).items() if secret in answer.text]
    assert ada.get(f"/tables/{table.id}").headers["Referrer-Policy"] == "same-origin"


# What is typed


def test_what_is_typed_is_escaped_everywhere(guest: MakeGuest, eve: Guest) -> None:
    mallory = guest(EVIL)
    for game in lt.names():
        table = mallory.open(game, "me", "easy")
        for guest_ in (mallory, eve):
            for path, answer in everywhere(guest_, table.id).items():
                if "html" in answer.headers["Content-Type"] or "svg" in answer.headers["Content-Type"]:
                    assert "<img src=x" not in answer.text, path
        frame = mallory.look(table.id)
        assert frame["seats"][0]["name"] == EVIL
        assert "<img" not in frame["svg"]
        is_harmless(frame["svg"])


def is_harmless(svg: str) -> None:
    """Well formed, and nothing in it that runs or loads."""
    for element in ET.fromstring(svg).iter():
        assert element.tag.rpartition("}")[2] not in ("script", "img", "image", "foreignObject", "iframe", "a")
        for name, value in element.attrib.items():
            assert not name.startswith("on")
            assert "javascript:" not in value
            assert "href" not in name or value.startswith("#")


def strangers_record(ada: Guest) -> tuple[str, Match]:
    """An uploaded record with script in every text that it has."""
    match = lt.new("emile", seats=2, seed=1, rounds=1)
    match.names = [EVIL * 3, "</script><script>alert(1)</script>"]
    while not match.over:
        match.play(match.legal(match.active[0])[0], match.active[0])
    match.notes[1] = {"said": "<script>alert(2)</script>", "stderr": EVIL, "seconds": "<b>"}
    answer = ada.http.post("/api/records", content=match.record().write())
    assert answer.status_code == 201, answer.text
    return answer.json()["id"], match


def test_a_record_of_strangers_is_escaped_too(ada: Guest) -> None:
    id, match = strangers_record(ada)
    page = ada.get(f"/replays/{id}").text
    assert "<img src=x" not in page
    assert "<script>alert" not in page
    is_harmless(ada.get(f"/replays/{id}/plies/1.svg").text)
    is_harmless(ada.get(f"/replays/{id}/plies/{match.ply}").json()["svg"])


def test_nothing_that_is_typed_runs_in_a_browser(browser: Browser, guest: MakeGuest, ada: Guest) -> None:
    """Names at a table and in a record, and what its bots wrote: read as text, in a real browser."""
    mallory = guest(EVIL)
    table = mallory.open("ghost", "me", "friend")
    ada.sit(table.invitations[0])
    record, _ = strangers_record(ada)
    page = browser.new_page(base_url=ada.url)
    faults: list[str] = []
    page.on("dialog", lambda dialog: faults.append(dialog.message))
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    for path, shown in (
        (f"/tables/{table.id}", ".stage svg"),
        (f"/replays/{record}?ply=2", "svg"),
        ("/tables", "main"),
    ):
        page.goto(path)
        page.locator(shown).first.wait_for()
        page.get_by_text("<img src=x onerror=").first.wait_for(state="attached")
        assert page.locator("img[src=x], script:not([src]):not([type='application/json'])").count() == 0
    page.close()
    assert faults == []


@pytest.mark.parametrize("name", ["", " ", "x" * 25, "\0", "\u202eadA", "a\nb\u2028", "\ud800", "\u200b"])
def test_a_name_is_printable_and_short(name: str, ada: Guest) -> None:
    body = json.dumps({"game": "emile", "seats": ["me", "easy"], "name": name})
    headers = {"Content-Type": "application/json"}
    answer = ada.http.post("/api/tables", content=body, headers=headers)
    if answer.status_code == 201:  # blanks are tidied
        assert name == "a\nb\u2028"
    else:
        assert answer.status_code in (400, 422), answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/%3Cscript%3Ealert(1)%3C/script%3E",
        "/tables/%3Cscript%3Ealert(1)%3C%2Fscript%3E",
        "/?x=%22%3E%3Cscript%3Ealert(1)%3C/script%3E",
        "/tables?lang=%22%3E%3Cscript%3Ealert(1)%3C/script%3E",
        "/games/%3Cscript%3Ealert(1)%3C%2Fscript%3E",
        "/games/emile?rules=%3Cscript%3Ealert(1)%3C/script%3E",
        "/rules/%3Cscript%3Ealert(1)%3C%2Fscript%3E",
        "/replays/x?seat=%3Cscript%3Ealert(1)%3C/script%3E",
    ],
)
def test_what_is_in_an_address_is_escaped(path: str, eve: Guest) -> None:
    answer = eve.get(path)
    assert answer.status_code < 500
    assert "<script>alert" not in answer.text


PAGES = ["/", "/tables", "/games/ghost", "/rules/emile", "/nothing", "/replays/nothing"]


@pytest.mark.parametrize("path", PAGES)
def test_no_page_allows_inline_scripts_or_styles(path: str, ada: Guest) -> None:
    forbids_inline(ada.get(path))


def test_the_table_page_neither(ada: Guest) -> None:
    table = ada.open("ghost", "me", "easy")
    forbids_inline(ada.get(f"/tables/{table.id}"))


def forbids_inline(answer: httpx.Response) -> None:
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    Inline().feed(answer.text)


class Inline(HTMLParser):
    """Finds whatever the policy would not let run."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert tag != "style"
        assert tag != "script" or "src" in given or given.get("type") == "application/json"
        for name, value in attrs:
            assert name != "style"
            assert not name.startswith("on")
            assert not (value or "").startswith("javascript:")


def test_a_drawing_that_stands_alone_may_do_nothing(ada: Guest) -> None:
    table = ada.open("ghost", "me", "easy")
    policy = ada.get(f"/api/tables/{table.id}/board.svg").headers["Content-Security-Policy"]
    assert policy == "default-src 'none'; style-src 'unsafe-inline'"


# Too much, too large, too odd


def test_an_odd_message_is_refused_and_the_socket_lives(ada: Guest) -> None:
    socket = ada.socket(ada.open("emile", "me", "friend").id)
    deep = "[" * 2000 + "]" * 2000
    odd = ["", "{", "null", "[]", '"play"', "{}", '{"do": "play"}', '{"do": 1}', '{"do": "play", "move": 1, "key": ""}']
    odd += [deep, '{"do": "stand_in", "seat": "1"}', '{"do": "stand_in", "seat": 1e9}', '{"do": "answer_undo"}']
    odd += ['{"do": "play", "move": "\\ud800", "key": "\\ud800"}', '{"do": "stand_in", "seat": 99999999999999999999}']
    for message in odd:
        socket.wire.send(message)
        assert next_answer(socket)["kind"] == "refused"
    socket.wire.send(b'{"do": "ping"}')
    assert next_answer(socket)["kind"] == "refused", "bytes say nothing"
    socket.say(do="ping")
    assert next_answer(socket)["kind"] == "pong"


def next_answer(socket: Socket) -> Frame:
    while (message := socket.read())["kind"] == "frame":
        pass
    return message


@pytest.mark.parametrize(("letters", "codes"), [(5_000, {1009}), (20_000, {1009}), (5_000_000, {1009, None})])
def test_a_message_that_is_too_long_ends_the_socket(letters: int, codes: set[int | None], ada: Guest) -> None:
    table = ada.open("emile", "me", "friend")
    for _ in range(6):  # while the first frame is under way, or not
        socket = ada.socket(table.id)
        with suppress(ConnectionClosed):  # before everything was sent
            socket.wire.send(json.dumps({"do": "play", "move": "x" * letters, "key": ""}))
        assert socket.closing_code() in codes  # a wire that is cut in the middle of a long message brings no code


def test_a_flood_of_messages_ends_the_socket(ada: Guest) -> None:
    socket = ada.socket(ada.open("emile", "me", "friend").id)
    with suppress(ConnectionClosed):  # before everything was sent
        for _ in range(100):
            socket.wire.send('{"do": "ping"}')
    assert socket.closing_code() == 4429


def test_a_body_that_is_too_large_is_refused(ada: Guest) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 100_000

    for body in (b" " * 10_000_000, endless()):
        try:
            answer = ada.http.post("/api/records", content=body)
        except httpx.WriteError:
            continue  # it hung up before everything was sent
        assert answer.status_code == 413
    assert ada.get("/api/session").status_code == 200


@pytest.mark.parametrize("clock", [[-1, 0], [1e300, 0], ["NaN", 0], [1], [1, 2, 3], "x"])
def test_a_silly_clock_is_refused(clock: object, ada: Guest) -> None:
    refused(ada.send("/api/tables", {"game": "emile", "seats": ["me", "easy"], "clock": clock}), 422)


def test_a_clock_that_is_no_number_is_refused(ada: Guest) -> None:
    body = '{"game": "emile", "seats": ["me", "easy"], "clock": [NaN, Infinity]}'
    headers = {"Content-Type": "application/json"}
    refused(ada.http.post("/api/tables", content=body, headers=headers), 422)


def test_a_seat_is_not_given_away_as_soon_as_it_is_left(ada: Guest, bob: Guest) -> None:
    """Five minutes, unless the host says otherwise."""
    party = gather([ada, bob], "alchemy", first=1)
    party.sockets[1].close()
    seen = party.sockets[0].until(lambda frame: not frame["seats"][1]["here"])
    assert not seen["seats"][1]["may_stand_in"]
    with pytest.raises(Refused, match="This seat cannot be given to a bot now"):
        party.sockets[0].ask(do="stand_in", seat=1)


@pytest.fixture
def strict_server(tmp_path: Path) -> Iterator[Server]:
    """A server that is soon tired of somebody."""
    settings = {"LUDOTHEQUE_IDLE_SECONDS": "0.5", "LUDOTHEQUE_VISITS": "10"}
    with Server(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path, settings) as running:
        yield running


def test_a_socket_that_says_nothing_is_closed(strict_server: Server) -> None:
    with Guest(strict_server.url) as ada:
        socket = ada.socket(ada.open("emile", "me", "friend").id)
        assert socket.closing_code() == 4408


def test_an_address_that_asks_too_often_has_to_wait(strict_server: Server) -> None:
    with Guest(strict_server.url) as ada:
        table = ada.open("emile", "me", "friend")
        path = table.invitations[0] + "x"
        assert {ada.sit(path).status_code for _ in range(40)} == {403, 429}
        sockets = [ada.socket(table.id) for _ in range(20)]
        assert 4429 in [socket.closing_code() for socket in sockets]
        assert ada.get("/").status_code == 200, "looking is free"
