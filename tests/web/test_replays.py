"""Replays over HTTP: an uploaded record, ply by ply and from several viewpoints, and tables that play on from it."""

import json
import random
import re
from functools import cache

import httpx
import pytest

import ludotheque as lt
from ludotheque.match import Match
from ludotheque.record import Times
from ludotheque.web import script_words
from ludotheque.web.settings import Settings
from ludotheque.web.stored_matches import play_on
from ludotheque.web.words import Language
from tests.web.conftest import MakeGuest
from tests.web.guest import Guest


@cache
def play_randomly(game: str, plies: int = 10**6, **options: int) -> Match:
    """Play a match of random moves, with a note like a bot's."""
    match, luck = lt.new(game, seed=4, **options), random.Random(4)
    while not match.over and match.ply < plies:
        seat = match.active[0]
        match.play(luck.choice(match.legal(seat)), seat)
    match.notes[2] = {"said": "<b>hello</b>", "stderr": "line 1\nline 2"}
    match.times[2] = Times(0.25)
    return match


def post_record(guest: Guest, text: str) -> httpx.Response:
    """Upload a record like a script."""
    headers = {"Accept": "application/json"}
    return guest.http.post("/replays", content=text, headers=headers)


def upload(guest: Guest, text: str) -> str:
    answer = post_record(guest, text)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["url"])


def test_an_uploaded_record_is_listed_move_by_move(guest: MakeGuest) -> None:
    match, ada = play_randomly("emile"), guest()
    url = upload(ada, match.record().write())
    story = ada.get(f"{url}/story").json()
    assert story["plies"] == match.ply == len(story["moves"])
    assert story["names"] == match.names
    assert [row["rank"] for row in story["result"]] == match.ranks
    assert story["moves"][1]["said"] == "<b>hello</b>"
    assert story["moves"][1]["seconds"] == 0.25
    assert all(move["says"] for move in story["moves"])
    assert story["curve"]["plies"][-1] == match.ply


def test_every_ply_shows_its_own_position(guest: MakeGuest) -> None:
    match, ada = play_randomly("alchemy", 60), guest()
    url = upload(ada, match.record().write())
    for ply in (0, 1, 30, match.ply):
        seen = ada.get(f"{url}/plies/{ply}").json()
        assert seen["ply"] == ply
        assert seen["svg"] == match.full_view(ply).drawing()
        assert seen["active"] == match.full_view(ply).active
        assert bool(seen["log"]) == (ply > 0)


def test_a_ply_that_was_never_played_is_refused(guest: MakeGuest) -> None:
    match, ada = play_randomly("alchemy", 60), guest()
    url = upload(ada, match.record().write())
    assert ada.get(f"{url}/plies/{match.ply + 1}").status_code == 400
    assert ada.get(f"{url}/plies/0?seat=7").status_code == 400
    assert ada.get(f"{url}/plies/0?seat=everybody").status_code == 422


def test_a_seat_sees_in_a_replay_what_it_saw_at_the_table(guest: MakeGuest) -> None:
    match, ada = play_randomly("bzzz", time_out=40), guest()
    url = upload(ada, match.record().write())
    ply = match.ply - 20
    for seat in (-1, 0, 1):
        assert ada.get(f"{url}/plies/{ply}?seat={seat}").json()["svg"] == match.view(seat, ply).drawing()
    assert ada.get(f"{url}/plies/{ply}?seat=0").json()["scores"][1] == "?"
    assert "?" not in ada.get(f"{url}/plies/{ply}?seat=open").json()["scores"]


def test_the_record_comes_back_as_it_was(guest: MakeGuest) -> None:
    text = play_randomly("emile").record().write()
    ada = guest()
    answer = ada.get(f"{upload(ada, text)}/record")
    assert answer.text == text
    assert "attachment" in answer.headers["Content-Disposition"]


def test_a_position_can_be_downloaded_as_svg(guest: MakeGuest) -> None:
    ada = guest("Zoé", "fr")
    answer = ada.get(f"{upload(ada, play_randomly('emile').record().write())}/plies/3.svg")
    assert answer.headers["Content-Type"].startswith("image/svg+xml")
    assert "attachment" in answer.headers["Content-Disposition"]
    assert "<style>" in answer.text


def test_the_page_begins_at_the_ply_of_its_address(guest: MakeGuest) -> None:
    match, ada = play_randomly("emile"), guest()
    page = ada.get(f"{upload(ada, match.record().write())}?ply=7").text
    first = json.loads(re.findall(r'id="first">(.*?)</script>', page, re.DOTALL)[0])
    assert first["ply"] == 7
    assert first["svg"] == match.full_view(7).drawing()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "This is no record: it is not JSON"),
        ("[]", "This is no record of Ludothèque"),
    ],
)
def test_a_text_that_is_not_a_record_is_refused_with_its_sentence(guest: MakeGuest, text: str, sentence: str) -> None:
    answer = post_record(guest(), text)
    assert answer.status_code == 422
    assert sentence in answer.json()["error"]


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [("KEEP", "KEPT", "departs from the rules at ply"), ("[[0, 4]]", "[[0, 5]]", "departs from the rules")],
)
def test_a_changed_record_is_refused_with_its_sentence(guest: MakeGuest, old: str, new: str, sentence: str) -> None:
    record = play_randomly("emile").record().write()
    changed = record.replace(old, new, 1)
    assert changed != record
    answer = post_record(guest(), changed)
    assert answer.status_code == 422
    assert sentence in answer.json()["error"]


def test_a_record_that_is_too_long_is_refused(guest: MakeGuest) -> None:
    long = json.loads(play_randomly("emile").record().write()) | {"moves": ["0 STOP"] * (Settings().record_moves + 1)}
    answer = post_record(guest(), json.dumps(long))
    assert answer.status_code == 422
    assert f"{Settings().record_moves} moves" in answer.json()["error"]


def test_a_record_is_uploaded_by_a_form_too(guest: MakeGuest) -> None:
    ada, text = guest(), play_randomly("emile").record().write()
    answer = ada.http.post("/replays", files={"file": ("match.json", text.encode())})
    assert answer.status_code == 303
    assert ada.get(answer.headers["Location"]).status_code == 200
    assert ada.http.post("/replays", files={"file": ("", b"")}).status_code == 422


def test_nothing_is_uploaded_from_another_site(guest: MakeGuest) -> None:
    ada = guest()
    text, headers = play_randomly("emile").record().write(), {"Origin": "https://evil.example"}
    assert ada.http.post("/replays", content=text, headers=headers).status_code == 403


def test_malformed_notes_are_shown_as_text_or_left_out(guest: MakeGuest) -> None:
    notes = {"1": {"said": {"a": 1}, "stderr": ["x"], "seconds": "soon"}, "2": "nonsense"}
    odd = json.loads(play_randomly("emile").record().write()) | {"notes": notes}
    ada = guest()
    moves = ada.get(f"{upload(ada, json.dumps(odd))}/story").json()["moves"]
    assert moves[0]["said"] == "{'a': 1}"
    assert "seconds" not in moves[0]
    assert "said" not in moves[1]


def test_a_match_that_goes_on_has_no_replay(guest: MakeGuest) -> None:
    ada = guest()
    table = ada.open("ghost", "me", "random").id
    for path in ("", "/story", "/plies/0", "/plies/0.svg", "/record"):
        assert ada.get(f"/replays/{table}{path}").status_code == 404


def test_a_table_can_play_on_from_any_ply(guest: MakeGuest) -> None:
    match, ada = play_randomly("alchemy", 60), guest()
    url = upload(ada, match.record().write())
    answer = ada.post(f"{url}/play", ply="30", seat0="me", seat1="me2", name="Ada")
    assert answer.status_code == 400  # there is no bot me2
    answer = ada.post(f"{url}/play", ply="30", seat0="me", seat1="friend", name="Ada")
    assert answer.status_code == 303
    seen = ada.get(f"/api{answer.headers['Location']}").json()
    then = match.at(30)
    then.names = ["Ada", "a friend"]
    assert seen["svg"] == then.view(0).drawing()


def test_nobody_foresees_the_dice_of_a_table_that_plays_on() -> None:
    """The replay shows what was rolled: the same move rolls something else, and the new record still verifies."""
    old = play_randomly("emile", 80)
    rolls = [ply for ply in range(1, old.ply + 1) if old.has_rolled(ply)][:12]
    assert len(rolls) == 12
    for ply in rolls:
        states = {roll_again(old, ply) for _ in range(6)}
        assert states != {old.full_view(ply).state.tobytes()}, f"ply {ply} rolls what it rolled before"


def roll_again(old: Match, ply: int) -> bytes:
    """Play on before this ply, with the same move; return the state."""
    match = play_on(old.record(), ply - 1, old.seats, old.machine)
    seat, move = old.played[ply - 1]
    match.play(move, seat)
    assert lt.read(match.record().write()).checksum() == match.checksum()
    return bytes(match.state.tobytes())


def test_no_table_plays_on_after_the_end(guest: MakeGuest) -> None:
    match, ada = play_randomly("emile"), guest()
    url = upload(ada, match.record().write())
    seats = {f"seat{seat}": "me" if seat == 0 else "random" for seat in range(match.seats)}
    assert ada.post(f"{url}/play", ply=str(match.ply), name="Ada", **seats).status_code == 400
    assert ada.post(f"{url}/play", ply="many", name="Ada", **seats).status_code == 400


def test_every_sentence_of_the_scripts_has_french() -> None:
    assert "to move" in script_words.sentences()
    french = script_words.translate_all(Language("fr"))
    assert not [text for text, words in french.items() if words == text]
