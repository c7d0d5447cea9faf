"""Tables over sockets: complete matches, undo, absent players, clocks, and restarts."""

import random
import sqlite3
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.checks.fixtures import new_server
from ludotheque.checks.server import Server
from tests.web.guest import Frame, Guest, Refused, Socket
from tests.web.seated_table import QUICK_OPTIONS, SeatedTable, awaited_seats, open_seated_table, random_choice

ENVIRONMENT = {"LUDOTHEQUE_AWAY_SECONDS": "0.3"}
SEATS = {name: lt.load(name).seats[:2][-1] for name in lt.names()}  # more than two where the game allows it
NAMES = ["Ada", "Bob", "Chloé", "Driss", "Émile", "Fatou", "Gus", "Hana"]

MakeGuest = Callable[..., Guest]


@pytest.fixture
def people(guest: MakeGuest) -> Callable[[int], list[Guest]]:
    return lambda number: [guest(name) for name in NAMES[:number]]


@pytest.mark.parametrize("game", lt.names())
def test_people_play_a_whole_match(game: str, people: Callable[[int], list[Guest]], guest: MakeGuest) -> None:
    table = open_seated_table(people(SEATS[game]), game, **QUICK_OPTIONS[game])
    spectator = guest("Eve").socket(table.id)
    choose, plies = random_choice(1), count()
    while not table.sockets[0].frame["over"]:
        table.play(choose)
        next(plies)
    for socket in [*table.sockets, spectator]:
        seen = socket.until(lambda frame: frame["over"])
        assert seen["result"] == table.sockets[0].frame["result"]
        assert seen["replay"] == f"/replays/{table.id}"
        assert seen["legal"] == []
        assert socket.log, "the log is empty"
    match = lt.read(table.guests[0].get(f"/replays/{table.id}/record").text)
    assert match.over
    assert match.ply == next(plies)
    assert match.names == NAMES[: SEATS[game]]


@pytest.mark.parametrize("game", lt.names())
def test_a_bot_answers(game: str, guest: MakeGuest) -> None:
    ada = guest()
    seats = SEATS[game]
    socket = ada.socket(ada.open(game, "me", *["easy", "medium", "random"][: seats - 1], **QUICK_OPTIONS[game]).id)
    choose = random_choice(2)
    for _ in range(6):
        frame = socket.my_turn()
        if frame["over"]:
            break
        socket.play(choose(frame["legal"]))
    assert [seat["bot"] for seat in socket.frame["seats"]] == [None, "easy", "medium", "random"][:seats]


def test_eight_people_play_emile(people: Callable[[int], list[Guest]]) -> None:
    table = open_seated_table(people(8), "emile", rounds=1)
    choose = random_choice(3)
    while not table.sockets[0].frame["over"]:
        table.play(choose)
    assert [seat["name"] for seat in table.sockets[0].frame["seats"]] == NAMES
    assert [table.sockets[seat].until(lambda frame: frame["over"])["seat"] for seat in range(8)] == list(range(8))


def test_partners_of_emile_win_together(people: Callable[[int], list[Guest]]) -> None:
    table = open_seated_table(people(4), "emile", rounds=3, teams=True)
    choose = random_choice(4)
    while not table.sockets[0].frame["over"]:
        table.play(choose)
    ranks = {row["seat"]: row["rank"] for row in table.sockets[0].frame["result"]}
    assert ranks[0] == ranks[2]
    assert ranks[1] == ranks[3]


def test_no_seat_moves_before_all_have_sat_down(people: Callable[[int], list[Guest]]) -> None:
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


def test_a_player_who_comes_back_sees_the_whole_match(people: Callable[[int], list[Guest]]) -> None:
    table = open_seated_table(people(2), "alchemy")
    for _ in range(6):
        table.play(random_choice(5))
    for guest, socket in zip(table.guests, table.sockets):
        before = guest.look(table.id)
        socket.close()
        again = guest.socket(table.id)
        again.until(lambda frame: frame["svg"] == before["svg"])  # noqa: B023 - it is called at once
        assert again.log == before["log"]
        assert again.frame["moves"]
        assert again.frame["legal"] == before["legal"]


def test_a_table_goes_on_when_a_player_disconnects_after_a_move(
    people: Callable[[int], list[Guest]],
) -> None:
    ada, bob = people(2)
    table = open_seated_table([ada, bob], "ghost", **QUICK_OPTIONS["ghost"])
    for _ in range(12):
        socket = ada.socket(table.id)
        socket.until(lambda frame: True)
        for _ in range(3):
            socket.say(do="play", move="END", key=socket.frame["key"])
        socket.wire.socket.close()  # without a closing handshake
        fresh = ada.socket(table.id)
        if fresh.until(lambda frame: True)["legal"]:
            fresh.play("END")
        table.sockets[1].my_turn()
        table.sockets[1].play("END")
        fresh.my_turn()
        fresh.close()


def position(frame: Frame) -> tuple[object, ...]:
    return frame["svg"], frame["legal"]


def ask_for_undo(table: SeatedTable) -> tuple[Socket, list[Socket], tuple[object, ...]]:
    """Play the first move of Meduris and ask to take it back; return the mover, the others, and the first position."""
    socket = table.awaited()
    before = position(socket.frame)
    table.played(socket, socket.frame["legal"][0])
    assert socket.frame["undo"]["can"]
    socket.ask(do="undo")
    return socket, [other for other in table.sockets if other is not socket], before


def test_the_others_agree_to_an_undo(people: Callable[[int], list[Guest]]) -> None:
    table = open_seated_table(people(3), "meduris")
    ada, (bob, chloe), before = ask_for_undo(table)
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
    assert bob.log == ada.log == [], "the log still describes a ply that was taken back"
    ada.play(ada.frame["legal"][1])


def test_one_refusal_is_enough(people: Callable[[int], list[Guest]]) -> None:
    table = open_seated_table(people(3), "meduris")
    ada, (bob, chloe), before = ask_for_undo(table)
    bob.ask(do="answer_undo", yes=True)
    chloe.ask(do="answer_undo", yes=False)
    ada.until(lambda frame: frame["undo"]["asked_by"] is None)
    assert position(ada.frame) != before
    with pytest.raises(Refused, match="Nobody has asked you for that"):
        bob.ask(do="answer_undo", yes=True)


def test_only_the_others_answer(people: Callable[[int], list[Guest]], guest: MakeGuest) -> None:
    table = open_seated_table(people(2), "meduris")
    ada, _, _ = ask_for_undo(table)
    eve = guest("Eve").socket(table.id)
    with pytest.raises(Refused, match="Nobody has asked you for that"):
        ada.ask(do="answer_undo", yes=True)
    for message in ({"do": "undo"}, {"do": "answer_undo", "yes": True}, {"do": "resign"}, {"do": "draw"}):
        with pytest.raises(Refused, match="You are only looking on here"):
            eve.ask(**message)


def test_a_move_cancels_the_request(people: Callable[[int], list[Guest]]) -> None:
    table = open_seated_table(people(2), "meduris")
    ada, (bob,), _ = ask_for_undo(table)
    bob.until(lambda frame: frame["undo"]["must_answer"])
    table.play(lambda legal: legal[0])
    bob.until(lambda frame: not frame["undo"]["must_answer"])
    with pytest.raises(Refused, match="Nobody has asked you for that"):
        bob.ask(do="answer_undo", yes=True)
    ada.until(lambda frame: not frame["undo"]["mine"])


def test_a_roll_is_never_taken_back(people: Callable[[int], list[Guest]]) -> None:
    table = open_seated_table(people(2), "emile", first=0)
    ada = table.sockets[0]
    keep = next((move for move in ada.my_turn()["legal"] if move.startswith("KEEP")), None)
    table.played(ada, keep or "OWN")  # with nothing to keep the turn is over, and Bob's dice are rolled
    assert not ada.frame["undo"]["can"]
    with pytest.raises(Refused, match="Nothing can be taken back here"):
        ada.ask(do="undo")


def test_a_forage_is_never_taken_back(people: Callable[[int], list[Guest]]) -> None:
    """Every step can be taken back; a forage cannot, because it reveals nectar."""
    table = open_seated_table(people(2), "bzzz", nectar_initial=40, time_out=60)
    seen = {"STEP": 0, "FORAGE": 0}
    chance = random.Random(6)
    while min(seen.values()) < 2 and not table.sockets[0].frame["over"]:
        socket = table.awaited()
        legal = socket.frame["legal"]
        wanted = [m for m in legal if m.startswith("FORAGE")] or [m for m in legal if m.startswith(("STEP", "LAY"))]
        move = chance.choice(wanted or legal)
        table.played(socket, move)
        if not socket.frame["over"] and move.split()[0] in seen:
            seen[move.split()[0]] += 1
            assert socket.frame["undo"]["can"] == move.startswith("STEP")
    assert min(seen.values()) >= 2


def test_an_order_of_ghost_is_taken_back_at_once_and_unseen(people: Callable[[int], list[Guest]]) -> None:
    table = open_seated_table(people(2), "ghost", **QUICK_OPTIONS["ghost"])
    ada, bob = table.sockets
    before, unaware = position(ada.frame), bob.frame
    ada.play(next(move for move in ada.frame["legal"] if move.startswith("MOVE")))
    assert position(ada.frame) != before
    ada.ask(do="undo")
    ada.until(lambda frame: position(frame) == before)
    ada.play("END")
    bob.until(lambda frame: awaited_seats(frame) == [1])
    assert bob.frame["key"] == unaware["key"], "the key of a seat that saw nothing must not change"
    assert bob.log == ["Ada has ended the turn."]
    bob.play("END")
    ada.my_turn()
    assert not ada.frame["undo"]["can"], "the turn was carried out"


def test_the_seat_of_an_absent_player_is_given_to_a_bot_and_taken_back(people: Callable[[int], list[Guest]]) -> None:
    table = open_seated_table(people(2), "alchemy", first=1)
    ada, bob = table.sockets
    bob.close()
    ada.until(lambda frame: frame["seats"][1]["may_stand_in"])
    ada.ask(do="stand_in", seat=1)
    ada.until(lambda frame: frame["seats"][1]["stand_in"] == "medium")
    ada.my_turn()  # the bot has played
    back = table.guests[1].socket(table.id)
    assert back.until(lambda frame: True)["seats"][1]["stand_in"] == "medium"
    assert back.frame["legal"] == []
    with pytest.raises(Refused, match="A bot plays for you"):
        back.play("END")
    back.ask(do="return")
    back.until(lambda frame: frame["seats"][1]["stand_in"] is None)
    with pytest.raises(Refused, match="No bot plays for you here"):
        back.ask(do="return")
    choose = random_choice(7)
    while not back.frame["legal"]:
        ada.my_turn()
        ada.play(choose(ada.frame["legal"]))
        back.until(lambda frame: awaited_seats(frame) == awaited_seats(ada.frame))
    back.play(choose(back.frame["legal"]))


def test_the_seat_of_a_present_player_is_not_given_to_a_bot(
    people: Callable[[int], list[Guest]], guest: MakeGuest
) -> None:
    table = open_seated_table(people(2), "alchemy", first=1)
    ada, _ = table.sockets
    eve = guest("Eve").socket(table.id)
    for socket, seat in ((ada, 1), (ada, 0), (ada, -1), (ada, 8), (eve, 1)):
        with pytest.raises(Refused, match="This seat cannot be given to a bot now"):
            socket.ask(do="stand_in", seat=seat)
    table.sockets[1].close()
    ada.until(lambda frame: frame["seats"][1]["may_stand_in"])
    with pytest.raises(Refused, match="This seat cannot be given to a bot now"):
        eve.ask(do="stand_in", seat=1)


def open_timed_table(people: list[Guest], game: str, clock: tuple[float, float], **options: int) -> SeatedTable:
    seats = ["me", *["friend"] * (len(people) - 1)]
    return SeatedTable(people, people[0].ask_for({"game": game, "seats": seats, "options": options, "clock": clock}))


def test_only_the_clock_of_the_awaited_seat_runs(people: Callable[[int], list[Guest]]) -> None:
    table = open_timed_table(people(2), "alchemy", (100, 50), first=0)
    ada, bob = table.sockets
    assert [seat["clock"]["running"] for seat in ada.frame["seats"]] == [True, False]
    assert ada.frame["seats"][1]["clock"]["left"] == 100
    table.played(ada, "END")
    bob.until(lambda frame: awaited_seats(frame) == [1])
    assert [seat["clock"]["running"] for seat in bob.frame["seats"]] == [False, True]
    assert 100 < bob.frame["seats"][0]["clock"]["left"] <= 150


def test_whose_time_is_up_loses_if_one_side_is_left(people: Callable[[int], list[Guest]]) -> None:
    table = open_timed_table(people(2), "emile", (0.2, 0), rounds=2)
    for socket in table.sockets:
        socket.until(lambda frame: frame["over"])
        assert socket.frame["ending"] == "time"
        rows = [(row["rank"], row["result"], row["verdict"]) for row in socket.frame["result"]]
        assert rows == [(1, "won", "ok"), (2, "lost", "time is up")]


def test_with_three_seats_the_match_goes_on_without_a_seat_whose_time_is_up(
    people: Callable[[int], list[Guest]],
) -> None:
    table = open_timed_table(people(3), "emile", (0.2, 0), rounds=2)
    for socket in table.sockets:
        socket.until(lambda frame: frame["over"])
        assert [row["verdict"] for row in socket.frame["result"]] == ["ok", "time is up", "time is up"]


def test_a_player_resigns_and_the_other_wins(people: Callable[[int], list[Guest]]) -> None:
    table = open_seated_table(people(2), "alchemy", first=0)
    ada, bob = table.sockets
    assert bob.frame["resign"]["can"]
    bob.ask(do="resign")
    for socket in (ada, bob):
        socket.until(lambda frame: frame["over"])
        assert socket.frame["ending"] == "resignation"
        assert [(row["seat"], row["result"]) for row in socket.frame["result"]] == [(0, "won"), (1, "lost")]


def test_a_draw_needs_both(people: Callable[[int], list[Guest]]) -> None:
    table = open_seated_table(people(2), "alchemy", first=0)
    ada, bob = table.sockets
    ada.ask(do="draw")
    bob.until(lambda frame: frame["draw"]["must_answer"])
    bob.ask(do="decline_draw")
    ada.until(lambda frame: frame["draw"]["can"])
    bob.ask(do="draw")
    ada.until(lambda frame: frame["draw"]["must_answer"])
    ada.ask(do="draw")
    for socket in (ada, bob):
        socket.until(lambda frame: frame["over"])
        assert [row["result"] for row in socket.frame["result"]] == ["drawn", "drawn"]


@pytest.mark.server
def test_a_server_with_a_cold_cache_plays_at_once(tmp_path: Path) -> None:
    """Until the rules are compiled, tables run on the interpreter; then they move to the compiled rules."""
    server = new_server(tmp_path, LUDOTHEQUE_CACHE=str(tmp_path / "cache"))
    with server, Guest(server.url, "Ada") as ada, Guest(server.url, "Bob") as bob:
        assert ada.get("/").status_code == 200
        table = open_seated_table([ada, bob], "alchemy")
        assert not table.sockets[0].frame["ready"]
        choose = random_choice(8)
        for _ in range(3):
            table.play(choose)
        for socket in table.sockets:
            socket.until(lambda frame: frame["ready"])
        for _ in range(3):
            table.play(choose)


def test_every_ply_is_on_disk_before_it_is_shown(server: Server, people: Callable[[int], list[Guest]]) -> None:
    table = open_seated_table(people(2), "alchemy")
    choose = random_choice(9)
    with sqlite3.connect(server.database.removeprefix("sqlite:///")) as connection:
        for ply in range(1, 11):
            table.play(choose)
            rows = connection.execute("SELECT count(*) FROM plies WHERE table_id = ?", [table.id])
            assert rows.fetchone() == (ply,)
    connection.close()
