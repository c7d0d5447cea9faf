"""The board of Meduris: the ring of sites around the plateaus, the panel of the turn, and each player's store.

Only the seat that is asked can click. The element of the last click carries the whole move (data-move):

| move | clicks |
|---|---|
| WORKER | a plateau |
| DROP, TAKE, GIVE | a resource in the panel |
| SHIFT | an own worker (data-plateau, data-height), then a plateau (data-target) |
| HUT, TEMPLE | a site (data-site), then the piece beside it |
| OFFER | an offering in the panel |

The elements of a second click are visible once the worker or site of the first has the class `selected` (board.css).
On a site that cannot be clicked, data-site only says which site it is.
"""

from collections.abc import Mapping

from ludotheque.art import Say, View, board, g
from ludotheque.games.meduris.board.captions import describe_position, hint
from ludotheque.games.meduris.board.centre import (
    draw_druid_at_place,
    draw_druid_home,
    draw_druid_way,
    draw_ground,
    draw_plateaus,
    draw_river,
    draw_shift_choices,
    draw_workers,
)
from ludotheque.games.meduris.board.forecast import foresee
from ludotheque.games.meduris.board.log import tell
from ludotheque.games.meduris.board.names import name_move
from ludotheque.games.meduris.board.outline import outline
from ludotheque.games.meduris.board.ring import (
    MIDDLE,
    SIDE,
    draw_borders,
    draw_build_choices,
    draw_buildings,
    draw_colonies,
    draw_rune_stones,
    draw_sites,
)
from ludotheque.games.meduris.board.scene import Scene
from ludotheque.games.meduris.board.score import explain_score
from ludotheque.games.meduris.board.side import draw_panel, draw_stores
from ludotheque.games.meduris.board.text import text

__all__ = ["draw", "explain_score", "foresee", "hint", "name_move", "outline", "steps", "tell", "text"]


def draw(view: View, seat: int, say: Say = str, gid: str = "meduris") -> str:
    """Return the board as a seat sees it, or a spectator (-1)."""
    scene = Scene(view, seat, say, view.names, gid)
    below = [*draw_ground(), draw_river(scene), *draw_sites(scene)]
    pieces = [*draw_borders(scene), *draw_colonies(scene), *draw_buildings(scene), *draw_druid_way(scene)]
    centre = [*draw_druid_home(scene), *draw_plateaus(scene), *draw_workers(scene), draw_druid_at_place(scene)]
    above = [*draw_shift_choices(scene), *draw_build_choices(scene)]
    ring = g(*below, g(*pieces, cls="noclick"), *draw_rune_stones(scene), *centre, *above, at=(MIDDLE, MIDDLE))
    side = g(*draw_panel(scene), *draw_stores(scene), cls="md-side")
    label = f"{view.game.title}. {describe_position(scene)}"
    return board("meduris", gid, SIDE, g(ring, cls="md-ring"), side, label=label, shows_players=True)


def steps(say: Say) -> Mapping[str, Mapping[str, str]]:
    """Return what the page asks for once a worker or a site is chosen: by kind of move and argument."""
    building = {"": say("Choose what to build there.")}
    return {"SHIFT": {"target": say("Choose the worker's new plateau.")}, "HUT": building, "TEMPLE": building}
