"""The argument `jeu` of a course bot: a view in the words of the course, without anything hidden (BZ-20)."""

from collections.abc import Sequence
from typing import Any

from ludotheque.games.bzzz.contest.actions import LAYINGS
from ludotheque.games.bzzz.field import hive_cell
from ludotheque.games.bzzz.forage import CARRIES, FORCE
from ludotheque.view import View


def make_jeu(view: View, ids: Sequence[str]) -> dict[str, Any]:
    """Return the position as the seat of `view` sees it; `ids` are the ids of all players, by seat."""
    own, fields = view.seat, view.json()
    flowers = zip(fields["flower_x"], fields["flower_y"])
    others = [seat for seat in range(view.seats) if seat != own]
    return {
        "tour_actuel": fields["turn"],
        "fleurs": [position(*flower) for flower, _ in zip(flowers, range(4 * fields["nfleurs"]))],
        "moi": {
            "id": ids[own],
            "position": position(*hive_cell(view, own)),
            "nectar": fields["stock"][own],
            "abeilles": list_bees(fields, own, ids[own], True),
        },
        "autres_joueurs": [
            {
                "id": ids[seat],
                "position": position(*hive_cell(view, seat)),
                "abeilles": list_bees(fields, seat, ids[seat], False),
            }
            for seat in others
        ],
    }


def list_bees(fields: dict[str, Any], seat: int, owner: str, is_own: bool) -> list[dict[str, Any]]:
    """Return the bees of a seat in the order of laying; loads of other seats' bees are left out."""
    ids = list_bee_ids(fields, seat)
    return [make_bee(fields, seat, bee, ids[bee], owner, is_own) for bee in range(fields["bees"][seat])]


def make_bee(fields: dict[str, Any], seat: int, bee: int, name: str, owner: str, is_own: bool) -> dict[str, Any]:
    kind = fields["kind"][seat][bee]
    return {
        "abeille_type": LAYINGS[kind],
        "id": name,
        "joueur_id": owner,
        "force": FORCE[kind],
        "max_nectar": CARRIES[kind],
        **({"nectar": fields["load"][seat][bee]} if is_own else {}),
        "position": position(fields["x"][seat][bee], fields["y"][seat][bee]),
        "ko_temps": fields["ko"][seat][bee],
    }


def list_bee_ids(fields: dict[str, Any], seat: int) -> list[str]:
    """Return ids like OUV.i.k: its owner had laid i bees of that kind before it, and all players k bees."""
    kinds = fields["kind"][seat][: fields["bees"][seat]]
    serials = fields["serial"][seat]
    return [f"{LAYINGS[kind]}.{kinds[:bee].count(kind)}.{serials[bee]}" for bee, kind in enumerate(kinds)]


def position(x: int, y: int) -> dict[str, int]:
    return {"x": x, "y": y}
