"""Bots have first names on the pages, in the reader's language; tables and records have their identifiers."""

import json

from ludotheque import game as games
from ludotheque.seat import list_bots
from ludotheque.seating import Kind
from ludotheque.web.player_names import FIRST_NAMES, name_bot, name_player
from ludotheque.web.words import Language
from tests.web.conftest import MakeGuest

ENGLISH, FRENCH = Language("en"), Language("fr")


def test_every_bot_of_every_game_has_a_name_of_its_own() -> None:
    for game in map(games.load, games.names()):
        named = {bot: name_bot(game, bot, ENGLISH) for bot in list_bots(game)}
        assert all(bot not in name.split() for bot, name in named.items()), named
        assert len({*named.values()}) == len(named) >= len(FIRST_NAMES) - 1  # not every game has a network


def test_seats_with_the_same_bot_have_different_names() -> None:
    names = [name_player("meduris", f"easy {seat}", Kind.BOT, FRENCH) for seat in range(1, 6)]
    assert names == ["Brice (facile)", "Enora (facile)", "Malo (facile)", "Brice 2 (facile)", "Enora 2 (facile)"]


def test_people_and_programs_keep_their_names() -> None:
    assert name_player("emile", "easy", Kind.PERSON, FRENCH) == "easy"
    assert name_player("emile", "easy", Kind.PROGRAM, FRENCH) == "easy"
    assert name_player("emile", "moyen 2", Kind.BOT, FRENCH) == "moyen 2"  # stored by an older version
    assert name_player("emile", "", Kind.EMPTY, FRENCH) == "un ami"


def test_every_reader_gets_the_name_in_their_language(guest: MakeGuest) -> None:
    ada, zoe = guest("Ada"), guest("Zoé", "fr")
    id = ada.open("ghost", "me", "easy").id
    for reader, name in (ada, "Rivet (easy)"), (zoe, "Rivet (facile)"):
        frame = reader.look(id)
        assert frame["seats"][1]["name"] == name
        assert "Rivet" in frame["svg"] and name not in frame["svg"]  # a board has little room
        assert name in reader.get("/tables").text and name in reader.get(f"/tables/{id}").text
    socket = ada.socket(id)
    socket.my_turn()
    socket.ask(do="resign")
    over = socket.until(lambda frame: frame["over"])
    assert [line["name"] for line in over["result"]] == ["Rivet (easy)", "Ada"]
    assert "Rivet (facile)" in zoe.get(over["replay"]).text
    record = json.loads(zoe.get(f"{over['replay']}/record").text)
    assert [seat["name"] for seat in record["seats"]] == ["Ada", "easy"]
