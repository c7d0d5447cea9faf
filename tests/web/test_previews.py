"""The picture of a link to a table or a replay."""

import re
from collections.abc import Callable

import ludotheque as lt
from tests.web.guest import Guest
from tests.web.seated_table import open_seated_table, random_choice

MakeGuest = Callable[..., Guest]
PNG = b"\x89PNG"


def preview_of(guest: Guest, page: str) -> bytes:
    """Fetch the picture that a page names for messengers."""
    found = re.search(r'<meta property="og:image" content="([^"]+)">', guest.get(page).text)
    assert found, "the page names no picture"
    assert found[1].startswith(guest.url), "messengers need the whole address"
    answer = guest.get(found[1].removeprefix(guest.url))
    assert answer.status_code == 200 and answer.headers["Content-Type"] == "image/png"
    return answer.content


def test_a_table_has_a_picture_that_shows_no_secret(guest: MakeGuest) -> None:
    ada, bob = guest("Ada"), guest("Bob")
    table = open_seated_table([ada, bob], "ghost")
    before = preview_of(ada, f"/tables/{table.id}")
    assert before.startswith(PNG)
    move = next(one for one in table.sockets[0].frame["legal"] if one.startswith("MOVE"))
    table.sockets[0].play(move)
    assert preview_of(ada, f"/tables/{table.id}") == before, "an order of this turn is secret, for its own player too"


def test_a_picture_changes_with_the_position(guest: MakeGuest) -> None:
    ada, bob = guest("Ada"), guest("Bob")
    table = open_seated_table([ada, bob], "meduris")
    before = preview_of(bob, f"/tables/{table.id}")
    table.play(random_choice(1))
    assert preview_of(bob, f"/tables/{table.id}") != before


def test_a_replay_has_a_picture(guest: MakeGuest) -> None:
    ada, match = guest(), lt.new("emile", seed=1, rounds=1)
    while not match.over:
        match.play(match.legal(match.active[0])[-1], match.active[0])
    url = ada.http.post("/api/records", content=match.record().write()).json()["url"]
    assert preview_of(ada, url).startswith(PNG)
    assert ada.get("/replays/nothing/picture.png").status_code == 404
