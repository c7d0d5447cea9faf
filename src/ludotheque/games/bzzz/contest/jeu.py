"""What a course bot is told: a view in the course's own words, without anything that is hidden (BZ-20)."""

from collections.abc import Sequence
from typing import Any

from ludotheque.games.bzzz.contest.actions import LAYINGS
from ludotheque.games.bzzz.field import hive
from ludotheque.games.bzzz.forage import CARRIES, FORCE
from ludotheque.match import View


def jeu_of(view: View, ids: Sequence[str]) -> dict[str, Any]:
    """The position as one seat sees it; ids are those of all players, by seat."""
    own, fields = view.seat, view.json()
    flowers = zip(fields["flower_x"], fields["flower_y"])
    others = [seat for seat in range(view.seats) if seat != own]
    return {
        "tour_actuel": fields["turn"],
        "fleurs": [position(*flower) for flower, _ in zip(flowers, range(4 * fields["nfleurs"]))],
        "moi": {
            "id": ids[own],
            "position": position(*hive(view, own)),
            "nectar": fields["stock"][own],
            "abeilles": bees(fields, own, ids[own], True),
        },
        "autres_joueurs": [
            {"id": ids[seat], "position": position(*hive(view, seat)), "abeilles": bees(fields, seat, ids[seat], False)}
            for seat in others
        ],
    }


def bees(fields: dict[str, Any], seat: int, owner: str, is_own: bool) -> list[dict[str, Any]]:
    """A seat's bees as they were laid; what others' carry is nobody's to know."""
    named = bee_ids(fields, seat)
    return [bee_of(fields, seat, bee, named[bee], owner, is_own) for bee in range(fields["bees"][seat])]


def bee_of(fields: dict[str, Any], seat: int, bee: int, name: str, owner: str, is_own: bool) -> dict[str, Any]:
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


def bee_ids(fields: dict[str, Any], seat: int) -> list[str]:
    """OUV.i.k: i bees of that kind were laid before by its owner, k bees by anybody."""
    kinds = fields["kind"][seat][: fields["bees"][seat]]
    serials = fields["serial"][seat]
    return [f"{LAYINGS[kind]}.{kinds[:bee].count(kind)}.{serials[bee]}" for bee, kind in enumerate(kinds)]


def position(x: int, y: int) -> dict[str, int]:
    return {"x": x, "y": y}
