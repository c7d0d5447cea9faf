"""The search with a game's network, as a bot: python -m bench.against emile bench/net_search.py net

PLAYOUTS in the environment says how many playouts it has for a move (200).
"""

import os
from functools import cache

from ludotheque.game import Game
from ludotheque.nets.player import SHIPPED
from ludotheque.notation import write
from ludotheque.search import Search
from ludotheque.view import View

PLAYOUTS = int(os.environ.get("PLAYOUTS", "200"))


def play(view: View) -> str:
    search = make_search(view.game, view.seats)
    search.start(view, view.random.getrandbits(62))
    search.run(PLAYOUTS)
    return write(view.game.rules.MOVES, search.best())


@cache
def make_search(game: Game, seats: int) -> Search:
    return Search(game, seats, network=game.folder / SHIPPED)
