"""The command `mcp`: a language model takes a seat, through the Model Context Protocol."""

from functools import wraps
from threading import Lock
from typing import TYPE_CHECKING, Any

from ludotheque import game as games
from ludotheque.commands.parser import Arguments, Commands
from ludotheque.game import GameError
from ludotheque.model_seat import MOST_LISTED, ModelSeat, describe_game
from ludotheque.view import View

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

ABOUT = (
    "Play turn-based games against bots. Read the rules of a game with `rules`, start with `new`, see the board with "
    "`look`, list moves with `legal`, ask `why_not`, and `play` until the match is over."
)


def add(commands: Commands) -> None:
    made = commands.add("mcp", serve, "let a language model play (Model Context Protocol)")
    made.add_argument("--seed", type=int, help="the same seed and moves are the same matches; drawn if left out")


def serve(arguments: Arguments) -> None:
    make_server(arguments.seed).run("stdio")


def make_server(seed: int | None = None) -> "MCPServer[Any]":
    """Return the server with its tools; a session has one match at a time."""
    try:
        from mcp.server.mcpserver import MCPServer
    except ImportError:
        raise GameError("The SDK of the Model Context Protocol is missing: pip install 'ludotheque[mcp]'.") from None
    server: MCPServer[Any] = MCPServer("ludotheque", title="Ludothèque", instructions=ABOUT, log_level="WARNING")
    tools = Tools(seed)
    for tool in (tools.games, tools.rules, tools.new, tools.look, tools.legal, tools.why_not, tools.play):
        server.add_tool(_explain_errors(tool), name=tool.__name__, structured_output=False)
    return server


def _explain_errors(tool: Any) -> Any:
    """Turn a user's mistake into an answer that the model can read."""
    from mcp.server.mcpserver.exceptions import ToolError

    @wraps(tool)
    def call(*arguments: Any, **named: Any) -> Any:
        try:
            return tool(*arguments, **named)
        except GameError as error:
            raise ToolError(str(error)) from None

    return call


class Tools:
    """What a model can do. The docstrings are what it reads."""

    def __init__(self, seed: int | None) -> None:
        self._seed = seed
        self._seat: ModelSeat | None = None
        self._lock = Lock()  # the SDK calls tools in threads

    def games(self) -> str:
        """List the games."""
        return "\n".join(f"{card.name}: {card.about}" for card in map(games.load, games.names()))

    def rules(self, game: str) -> str:
        """Return the rules of a game, with its seats, options and bots."""
        return describe_game(game)

    def new(
        self,
        game: str,
        opponents: list[str] | None = None,
        seat: int = 0,
        options: dict[str, int | str | bool] | None = None,
    ) -> str:
        """Start a match; it replaces the present one.

        `opponents` are built-in bots, one for each other seat: easy, medium, hard, champion, greedy or random.
        Without them there are as many as the game usually has. `seat` is yours, counted from 0.
        """
        card = games.load(game)
        bots = opponents if opponents is not None else [card.default_bot] * (card.default_seats - 1)
        with self._lock:
            self._seat = ModelSeat(card, seat, bots, options or {}, self._seed)
            return self._seat.look()

    def look(self, picture: bool = False) -> list[Any] | str:
        """Return the board as text, with whose turn it is; with `picture` also as an image."""
        with self._lock:
            seat = self._present()
            text = seat.look()
            return [text, _make_image(seat.view())] if picture else text

    def legal(self) -> str:
        """List the moves that you may play now."""
        with self._lock:
            moves = self._present().legal()
        more = len(moves) - MOST_LISTED
        lines = moves[:MOST_LISTED] + ([f"… and {more} more"] if more > 0 else [])
        return "\n".join(lines) or "You have no moves: the match is over."

    def why_not(self, move: str) -> str:
        """Return why a move is not allowed, or that it is."""
        with self._lock:
            return self._present().why_not(move)

    def play(self, moves: list[str]) -> str:
        """Play one move, or several moves of your turn in their order; if one of them is illegal, none is played.

        Then the bots play until it is your turn again. Returns what has happened, and the board.
        """
        with self._lock:
            return self._present().play(moves)

    def _present(self) -> ModelSeat:
        if self._seat is None:
            raise GameError("There is no match yet: start one with new.")
        return self._seat


def _make_image(view: View) -> Any:
    from mcp.server.mcpserver import Image

    from ludotheque.paint import make_png

    return Image(data=make_png(view), format="png")
