"""The board of Meduris: the ring of sites around the plateaus, the panel of the turn, and everybody's store.

Nothing can be clicked but by the seat that is asked. What is clicked last carries the whole move (data-move):

| move | what is clicked |
|---|---|
| WORKER | a plateau |
| DROP, TAKE, GIVE | a resource in the panel |
| SHIFT | an own worker (data-plateau, data-height), then a plateau (data-target) |
| HUT, TEMPLE | a site (data-site), then the piece beside it |
| OFFER | an offering in the panel |

What follows a first click shows once its worker or site has the class `selected`: board.css does it. data-site on a
site that cannot be clicked only says which it is.
"""

from ludotheque.art import Say, View, board, g
from ludotheque.games.meduris.board.hint import hint
from ludotheque.games.meduris.board.land import ground, home, plateaus, river, shift_choices, the_druid, way, workers
from ludotheque.games.meduris.board.letters import text
from ludotheque.games.meduris.board.panel import panel
from ludotheque.games.meduris.board.scene import Scene
from ludotheque.games.meduris.board.sentences import headline
from ludotheque.games.meduris.board.sites import borders, build_choices, buildings, colonies, rune_stones, sites
from ludotheque.games.meduris.board.space import MIDDLE, SIDE
from ludotheque.games.meduris.board.stores import stores
from ludotheque.games.meduris.board.story import tell

__all__ = ["draw", "hint", "tell", "text"]


def draw(view: View, seat: int, say: Say = str, gid: str = "meduris") -> str:
    """The board as one seat sees it (-1: a spectator)."""
    scene = Scene(view, seat, say, view.names, gid)
    below = [*ground(), river(scene), *sites(scene)]
    standing = g(*borders(scene), *colonies(scene), *buildings(scene), *way(scene), cls="noclick")
    inside = [*home(scene), *plateaus(scene), *workers(scene), the_druid(scene)]
    above = [*shift_choices(scene), *build_choices(scene)]
    ring = g(*below, standing, *rune_stones(scene), *inside, *above, at=(MIDDLE, MIDDLE))
    side = g(*panel(scene), *stores(scene), cls="md-side")
    return board("meduris", gid, SIDE, g(ring, cls="md-ring"), side, label=headline(scene))
