"""Tables, as people at their sockets live through them."""

import random
import sqlite3
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

import ludotheque as lt
from tests.web.guest import Frame, Guest, Refused, Socket
from tests.web.party import SHORT, Party, by_chance, gather, who
from tests.web.server import Server

ENVIRONMENT = {"LUDOTHEQUE_AWAY_SECONDS": "0.3", "LUDOTHEQUE_PACE_SECONDS": "0"}
SEATS = {"alchemy": 2, "bzzz": 4, "emile": 3, "ghost": 2, "meduris": 3}
NAMES = ["Ada", "Bob", "Chloé", "Driss", "Émile", "Fatou", "Gus", "Hana"]

MakeGuest = Callable[..., Guest]


@pytest.fixture
def people(guest: MakeGuest) -> Callable[[int], list[Guest]]:
    return lambda number: [guest(name) for name in NAMES[:number]]


@pytest.mark.parametrize("game", lt.names())
def test_people_play_a_whole_match(game: str, people: Callable[[int], list[Guest]], guest: MakeGuest) -> None:
    party = gather(people(SEATS[game]), game, **SHORT[game])
    spectator = guest("Eve").socket(party.id)
    choose, plies = by_chance(1), count()
    while not party.sockets[0].frame["over"]:
        party.play(choose)
        next(plies)
    for socket in [*party.sockets, spectator]:
        seen = socket.until(lambda frame: frame["over"])
        assert seen["result"] == party.sockets[0].frame["result"]
        assert seen["replay"] == f"/replays/{party.id}"
        assert seen["legal"] == []
        assert socket.log, "the log tells something"
    kept = lt.read(party.guests[0].get(f"/replays/{party.id}/record").text)
    assert kept.over
    assert kept.ply == next(plies)
    assert kept.names == NAMES[: SEATS[game]]


@pytest.mark.parametrize("game", lt.names())
def test_a_bot_answers(game: str, guest: MakeGuest) -> None:
    ada = guest()
    seats = SEATS[game]
    socket = ada.socket(ada.open(game, "me", *["easy", "medium", "random"][: seats - 1], **SHORT[game]).id)
    choose = by_chance(2)
    for _ in range(6):
        frame = socket.my_turn()
        if frame["over"]:
            break
        socket.play(choose(frame["legal"]))
    assert [seat["bot"] for seat in socket.frame["seats"]] == [None, "easy", "medium", "random"][:seats]


def test_eight_people_play_emile(people: Callable[[int], list[Guest]]) -> None:
    party = gather(people(8), "emile", rounds=1)
    choose = by_chance(3)
    while not party.sockets[0].frame["over"]:
        party.play(choose)
    assert [seat["name"] for seat in party.sockets[0].frame["seats"]] == NAMES
    assert [party.sockets[seat].until(lambda frame: frame["over"])["seat"] for seat in range(8)] == list(range(8))


def test_partners_of_emile_win_together(people: Callable[[int], list[Guest]]) -> None:
    party = gather(people(4), "emile", rounds=3, teams=True)
    choose = by_chance(4)
    while not party.sockets[0].frame["over"]:
        party.play(choose)
    ranks = {row["seat"]: row["rank"] for row in party.sockets[0].frame["result"]}
    assert ranks[0] == ranks[2]
    assert ranks[1] == ranks[3]


def test_nobody_moves_before_all_have_sat_down(people: Callable[[int], list[Guest]]) -> None:
    ada, bob, chloe = people(3)
    table = ada.open("emile", "me", "friend", "friend", first=0)
    socket = ada.socket(table.id)
    assert socket.until(lambda frame: True)["state"] == "waiting"
    assert socket.frame["legal"] == []
    with pytest.raises(Refused, match="Somebody has still to sit down"):
        socket.play("STOP")
    bob.sit(table.invitations[0])
    assert socket.until(lambda frame: frame["seats"][1]["kind"] == "person")["state"] == "waiting"
    chloe.sit(table.invitations[1])
    assert socket.until(lambda frame: frame["state"] == "playing")["legal"]


def test_whoever_comes_back_sees_all_of_it(people: Callable[[int], list[Guest]]) -> None:
    party = gather(people(2), "alchemy")
    for _ in range(6):
        party.play(by_chance(5))
    for guest, socket in zip(party.guests, party.sockets):
        before = guest.look(party.id)
        socket.close()
        again = guest.socket(party.id)
        again.until(lambda frame: frame["svg"] == before["svg"])  # noqa: B023 - it is called at once
        assert again.log == before["log"]
        assert again.frame["moves"]
        assert again.frame["legal"] == before["legal"]


def test_a_move_sent_by_somebody_who_then_vanishes_counts_or_does_not_but_the_table_goes_on(
    people: Callable[[int], list[Guest]],
) -> None:
    ada, bob = people(2)
    party = gather([ada, bob], "ghost", **SHORT["ghost"])
    for _ in range(12):
        socket = ada.socket(party.id)
        socket.until(lambda frame: True)
        for _ in range(3):
            socket.say(do="play", move="END", key=socket.frame["key"])
        socket.wire.socket.close()  # no goodbye
        fresh = ada.socket(party.id)
        if fresh.until(lambda frame: True)["legal"]:
            fresh.play("END")
        party.sockets[1].my_turn()
        party.sockets[1].play("END")
        fresh.my_turn()
        fresh.close()


def position(frame: Frame) -> tuple[object, ...]:
    return frame["svg"], frame["legal"]


def regretted(party: Party) -> tuple[Socket, list[Socket], tuple[object, ...]]:
    """Who places the first worker of Meduris and asks to take it back, the others, and what he saw before."""
    socket = party.awaited()
    before = position(socket.frame)
    party.played(socket, socket.frame["legal"][0])
    assert socket.frame["undo"]["can"]
    socket.ask(do="undo")
    return socket, [other for other in party.sockets if other is not socket], before


def test_the_others_agree_to_an_undo(people: Callable[[int], list[Guest]]) -> None:
    party = gather(people(3), "meduris")
    ada, (bob, chloe), before = regretted(party)
    for other in (bob, chloe):
        asked = other.until(lambda frame: frame["undo"]["must_answer"])["undo"]
        assert asked["asked_by"] == ada.frame["seat"]
    assert not ada.until(lambda frame: frame["undo"]["mine"])["undo"]["can"]
    bob.ask(do="answer_undo", yes=True)
    ada.until(lambda frame: frame["undo"]["agreed"] == [bob.frame["seat"]])
    assert position(ada.frame) != before
    chloe.ask(do="answer_undo", yes=True)
    ada.until(lambda frame: frame["undo"]["asked_by"] is None)
    assert position(ada.frame) == before
    bob.until(lambda frame: frame["undo"]["asked_by"] is None)
    assert bob.log == ada.log == [], "what was taken back is not told any more"
    ada.play(ada.frame["legal"][1])


def test_one_refusal_is_enough(people: Callable[[int], list[Guest]]) -> None:
    party = gather(people(3), "meduris")
    ada, (bob, chloe), before = regretted(party)
    bob.ask(do="answer_undo", yes=True)
    chloe.ask(do="answer_undo", yes=False)
    ada.until(lambda frame: frame["undo"]["asked_by"] is None)
    assert position(ada.frame) != before
    with pytest.raises(Refused, match="Nobody has asked you for that"):
        bob.ask(do="answer_undo", yes=True)


def test_only_the_others_answer(people: Callable[[int], list[Guest]], guest: MakeGuest) -> None:
    party = gather(people(2), "meduris")
    ada, _, _ = regretted(party)
    eve = guest("Eve").socket(party.id)
    for nosy in (ada, eve):
        with pytest.raises(Refused, match="Nobody has asked you for that"):
            nosy.ask(do="answer_undo", yes=True)
    with pytest.raises(Refused, match="You are only looking on here"):
        eve.ask(do="undo")


def test_a_move_forgets_what_was_asked(people: Callable[[int], list[Guest]]) -> None:
    party = gather(people(2), "meduris")
    ada, (bob,), _ = regretted(party)
    bob.until(lambda frame: frame["undo"]["must_answer"])
    party.play(lambda legal: legal[0])
    bob.until(lambda frame: not frame["undo"]["must_answer"])
    with pytest.raises(Refused, match="Nobody has asked you for that"):
        bob.ask(do="answer_undo", yes=True)
    ada.until(lambda frame: not frame["undo"]["mine"])


def test_a_roll_is_never_taken_back(people: Callable[[int], list[Guest]]) -> None:
    party = gather(people(2), "emile", first=0)
    ada = party.sockets[0]
    keep = next((move for move in ada.my_turn()["legal"] if move.startswith("KEEP")), None)
    party.played(ada, keep or "OWN")  # with nothing to keep the turn is over, and Bob's dice are rolled
    assert not ada.frame["undo"]["can"]
    with pytest.raises(Refused, match="Nothing can be taken back here"):
        ada.ask(do="undo")


def test_what_a_forage_shows_is_never_taken_back(people: Callable[[int], list[Guest]]) -> None:
    """Every step may be taken back, and no forage, whatever comes of it."""
    party = gather(people(2), "bzzz", nectar_initial=40, time_out=60)
    seen = {"STEP": 0, "FORAGE": 0}
    chance = random.Random(6)
    while min(seen.values()) < 2 and not party.sockets[0].frame["over"]:
        socket = party.awaited()
        legal = socket.frame["legal"]
        wanted = [m for m in legal if m.startswith("FORAGE")] or [m for m in legal if m.startswith(("STEP", "LAY"))]
        move = chance.choice(wanted or legal)
        party.played(socket, move)
        if not socket.frame["over"] and move.split()[0] in seen:
            seen[move.split()[0]] += 1
            assert socket.frame["undo"]["can"] == move.startswith("STEP")
    assert min(seen.values()) >= 2


def test_an_order_of_ghost_is_taken_back_at_once_and_nobody_notices(people: Callable[[int], list[Guest]]) -> None:
    party = gather(people(2), "ghost", **SHORT["ghost"])
    ada, bob = party.sockets
    before, unaware = position(ada.frame), bob.frame
    ada.play(next(move for move in ada.frame["legal"] if move.startswith("MOVE")))
    assert position(ada.frame) != before
    ada.ask(do="undo")
    ada.until(lambda frame: position(frame) == before)
    ada.play("END")
    bob.until(lambda frame: who(frame) == [1])
    assert bob.frame["key"] == unaware["key"], "a half-built order of his own still counts"
    assert bob.log == ["Ada has ended the turn."]
    bob.play("END")
    ada.my_turn()
    assert not ada.frame["undo"]["can"], "the turn was carried out"


def test_a_seat_that_was_left_is_given_to_a_bot_and_taken_back(people: Callable[[int], list[Guest]]) -> None:
    party = gather(people(2), "alchemy", first=1)
    ada, bob = party.sockets
    bob.close()
    ada.until(lambda frame: frame["seats"][1]["may_stand_in"])
    ada.ask(do="stand_in", seat=1)
    ada.until(lambda frame: frame["seats"][1]["stand_in"] == "medium")
    ada.my_turn()  # the bot has played
    back = party.guests[1].socket(party.id)
    assert back.until(lambda frame: True)["seats"][1]["stand_in"] == "medium"
    assert back.frame["legal"] == []
    with pytest.raises(Refused, match="A bot plays for you"):
        back.play("END")
    back.ask(do="return")
    back.until(lambda frame: frame["seats"][1]["stand_in"] is None)
    with pytest.raises(Refused, match="No bot plays for you here"):
        back.ask(do="return")
    choose = by_chance(7)
    while not back.frame["legal"]:
        ada.my_turn()
        ada.play(choose(ada.frame["legal"]))
        back.until(lambda frame: who(frame) == who(ada.frame))
    back.play(choose(back.frame["legal"]))


def test_a_seat_that_is_here_is_given_to_nobody(people: Callable[[int], list[Guest]], guest: MakeGuest) -> None:
    party = gather(people(2), "alchemy", first=1)
    ada, _ = party.sockets
    eve = guest("Eve").socket(party.id)
    for somebody, seat in ((ada, 1), (ada, 0), (ada, -1), (ada, 8), (eve, 1)):
        with pytest.raises(Refused, match="This seat cannot be given to a bot now"):
            somebody.ask(do="stand_in", seat=seat)
    party.sockets[1].close()
    ada.until(lambda frame: frame["seats"][1]["may_stand_in"])
    with pytest.raises(Refused, match="This seat cannot be given to a bot now"):
        eve.ask(do="stand_in", seat=1)


def timed(people: list[Guest], game: str, clock: tuple[float, float], **options: int) -> Party:
    seats = ["me", *["friend"] * (len(people) - 1)]
    return Party(people, people[0].ask_for({"game": game, "seats": seats, "options": options, "clock": clock}))


def test_only_the_clock_of_who_is_awaited_runs(people: Callable[[int], list[Guest]]) -> None:
    party = timed(people(2), "alchemy", (100, 50), first=0)
    ada, bob = party.sockets
    assert [seat["clock"]["running"] for seat in ada.frame["seats"]] == [True, False]
    assert ada.frame["seats"][1]["clock"]["left"] == 100
    party.played(ada, "END")
    bob.until(lambda frame: who(frame) == [1])
    assert [seat["clock"]["running"] for seat in bob.frame["seats"]] == [False, True]
    assert 100 < bob.frame["seats"][0]["clock"]["left"] <= 150


def test_whose_time_is_up_has_the_rest_played_for_him(people: Callable[[int], list[Guest]]) -> None:
    party = timed(people(2), "emile", (0.2, 0), rounds=2)
    for socket in party.sockets:
        socket.until(lambda frame: frame["over"])
        assert all(seat["verdict"] == "time is up" for seat in socket.frame["seats"])
        assert all(row["verdict"] == "time is up" for row in socket.frame["result"])


@pytest.fixture
def own_server(database: str, tmp_path: Path) -> Iterator[Server]:
    with Server(database, tmp_path, ENVIRONMENT) as server:
        yield server


@pytest.mark.parametrize("end", [Server.stop, Server.kill])
def test_a_restart_loses_nothing(own_server: Server, end: Callable[[Server], None]) -> None:
    ada, bob = Guest(own_server.url, "Ada"), Guest(own_server.url, "Bob")
    party = timed([ada, bob], "alchemy", (100, 50), first=0)
    party.played(party.sockets[0], "END")
    before = bob.look(party.id)
    end(own_server)
    own_server.start()
    after = bob.look(party.id)
    for name in ("svg", "log", "legal", "seat", "state"):
        assert after[name] == before[name]
    assert 100 < after["seats"][0]["clock"]["left"] <= 150, "the clock goes on where it was"
    assert bob.socket(party.id).play(after["legal"][0])["kind"] == "frame"
    ada.leave()
    bob.leave()


def test_a_server_with_a_cold_cache_plays_at_once(tmp_path: Path) -> None:
    """With nothing compiled yet, tables run on the interpreted rules; they go on with the compiled ones."""
    cold = {**ENVIRONMENT, "LUDOTHEQUE_CACHE": str(tmp_path / "cache")}
    server = Server(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path, cold)
    with server, Guest(server.url, "Ada") as ada, Guest(server.url, "Bob") as bob:
        assert ada.get("/").status_code == 200
        party = gather([ada, bob], "alchemy")
        assert not party.sockets[0].frame["ready"]
        choose = by_chance(8)
        for _ in range(3):
            party.play(choose)
        for socket in party.sockets:
            socket.until(lambda frame: frame["ready"])
        for _ in range(3):
            party.play(choose)


def test_every_ply_is_on_disk_before_anybody_is_told(server: Server, people: Callable[[int], list[Guest]]) -> None:
    party = gather(people(2), "alchemy")
    choose = by_chance(9)
    with sqlite3.connect(server.database.removeprefix("sqlite:///")) as connection:
        for ply in range(1, 11):
            party.play(choose)
            rows = connection.execute("SELECT count(*) FROM plies WHERE table_id = ?", [party.id])
            assert rows.fetchone() == (ply,)
    connection.close()
