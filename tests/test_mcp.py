"""A language model plays through the Model Context Protocol: the SDK's own client, over a real process's pipes."""

import asyncio
import base64
import os
import sys
from typing import Any

import pytest
from mcp import Client, StdioServerParameters, stdio_client

import ludotheque as lt
from ludotheque.commands.mcp import Tools
from ludotheque.game import GameError

pytestmark = pytest.mark.slow

TOOLS = ["games", "rules", "new", "look", "legal", "why_not", "play"]


def start_server() -> Any:
    environment = {name: value for name, value in os.environ.items() if name.startswith(("LUDOTHEQUE", "PYTHON"))}
    command = ["-m", "ludotheque.cli", "mcp", "--seed", "5"]
    return stdio_client(StdioServerParameters(command=sys.executable, args=command, env=environment))


async def call(client: Client, tool: str, **arguments: Any) -> str:
    """Return the text that a tool answers with, which must not be an error."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    return str(result.content[0].text)  # type: ignore[union-attr]


async def refuse(client: Client, tool: str, **arguments: Any) -> str:
    """Return the sentence with which a tool refuses."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    return str(result.content[0].text)  # type: ignore[union-attr]


def test_a_model_plays_a_whole_match() -> None:
    asyncio.run(play_a_match())


async def play_a_match() -> None:
    async with Client(start_server()) as client:
        assert [tool.name for tool in (await client.list_tools()).tools] == TOOLS
        assert "There is no match yet" in await refuse(client, "look")
        assert "did you mean emile" in await refuse(client, "new", game="emil")
        assert "There is no bot" in await refuse(client, "new", game="emile", opponents=["./bot --fast"])
        text = await call(client, "new", game="emile", opponents=["easy", "random"], seat=1, options={"rounds": 2})
        assert "you are seat 1" in text
        assert "The dice are still rolling" in await call(client, "why_not", move="OWN")
        before = await call(client, "look")
        assert "no move" in await refuse(client, "play", moves=["STOP", "JUMP"])
        assert await call(client, "look") == before, "nothing is played where one move is wrong"
        turns = 0
        while "It is your turn" in text:
            legal = (await call(client, "legal")).splitlines()
            text = await call(client, "play", moves=[legal[-1]])
            turns += 1
        assert turns >= 2
        assert "The match is over." in text and "1. " in text
        assert "match is over" in await call(client, "legal")


def test_the_board_is_a_picture_too() -> None:
    tools = Tools(seed=1)
    tools.new("meduris")
    shown: Any = tools.look(picture=True)
    content = shown[1].to_image_content()
    data = base64.b64decode(content.data)
    assert shown[0] == tools.look()
    assert content.mime_type == "image/png" and data.startswith(b"\x89PNG") and len(data) > 10_000


@pytest.mark.parametrize("game", [name for name in lt.names() if lt.load(name).rules.observe is not None])
def test_a_model_sees_only_what_its_seat_sees(game: str) -> None:
    """Change every number that is hidden from the seat: no word and no line of the drawing changes."""
    tools = Tools(seed=1)
    tools.new(game, ["medium"])
    match, news = tools._present().match, ""
    while not (news := news + tools.play(["END"])).count("\n") > 200:
        pass
    moves = [match.format_move(played.move) for played in match.played if played.seat == 1]
    assert not [move for move in moves if " " in move and move in news]
    said = list_words(tools)
    view, whole = match.view(0), match.full_view()
    for name in view.json():
        match.state[name][view.state[name] != whole.state[name]] += 1
    assert match.state.tobytes() != whole.state.tobytes(), "something was hidden"
    assert list_words(tools) == said
    match.state[:] = whole.state
    tools.play(["END"])
    assert list_words(tools) != said


def list_words(tools: Tools) -> list[str]:
    """Return everything that the tools say about the present position."""
    return [str(tools.look()), tools.legal(), tools.why_not("END"), tools._present().view().svg()]


def test_a_match_can_be_left_and_begun_again() -> None:
    tools = Tools(seed=1)
    first = tools.new("emile")
    tools.play([tools.legal().splitlines()[-1]])
    assert tools.new("emile") == first
    with pytest.raises(GameError, match="There is no seat 7"):
        tools.new("emile", seat=7)
    assert tools.look() == first


def test_every_game_can_be_begun_and_explained() -> None:
    tools = Tools(seed=1)
    for name in lt.names():
        assert name in tools.games()
        assert lt.load(name).rules_text() in tools.rules(name)
        assert "It is your turn" in tools.new(name)
