"""The turn that a simple bot is planning: the moves chosen so far, and the view after them."""

from ludotheque.games.alchemy.regions import Region, find_regions
from ludotheque.games.alchemy.rules import EMPTY, PLACE, TURNS
from ludotheque.view import View


class TurnPlan:
    def __init__(self, view: View, moves: tuple[str, ...] = ()):
        self.view = view
        self.moves = moves

    def after(self, move: str) -> "TurnPlan":
        return TurnPlan(self.view.after(move), (*self.moves, move))

    @property
    def free_cells(self) -> int:
        return int(self.view.amount[self.view.seat][EMPTY])

    @property
    def is_last_turn(self) -> bool:
        return bool(self.view.turn >= TURNS - 1)

    def placements(self) -> list[str]:
        rows = self.view.legal_rows(self.view.seat).tolist()
        return [f"PLACE {cell} {way}" for kind, cell, way, _ in rows if kind == PLACE]

    def regions(self) -> list[Region]:
        """Return the regions of the own bench, the best paid first."""
        regions = find_regions(self.view.bench[self.view.seat])
        return sorted(regions, key=lambda region: (-region.gold, region.element))

    def make_room(self) -> "TurnPlan":
        """Transmute, the best paid first, until the sample can be placed: a turn without it costs the bench (AL-8)."""
        plan = self
        while not plan.view.has_placed and not plan.placements():
            plan = plan.after(f"TRANSMUTE {plan.regions()[0].first}")
        return plan
