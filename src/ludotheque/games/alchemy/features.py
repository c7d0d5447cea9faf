"""What a network sees of Alchemy: both benches from the seat's side, sample, gift and gold."""

from collections.abc import Mapping

from ludotheque.compile import compiled
from ludotheque.game import Array, StateRecord
from ludotheque.games.alchemy.rules import CELLS, ELEMENTS, SEATS, TURNS

FIRST_PAIR = SEATS * CELLS
FIRST_TOTAL = FIRST_PAIR + 4
TOTALS = 9
CATEGORIES = {"benches": ELEMENTS + 1, "pairs": ELEMENTS + 1}
POTENTIAL = {"lead": 0.5}


def describe(options: Mapping[str, int], seats: int) -> dict[str, tuple[tuple[int, ...], str]]:
    return {
        "benches": ((SEATS, CELLS), "The element on each cell, 0 for an empty one: my bench, then theirs."),
        "pairs": ((2, 2), "The sample, then the gift: two elements each, 0 for none."),
        "totals": (
            (TOTALS - 1,),
            "My seat; is it my turn; has the sample been placed; has a gift been chosen; catalysts / 4; turns left / "
            "128; my gold and theirs / 128.",
        ),
        "lead": ((1,), "My gold less theirs / 64."),
    }


@compiled
def features(state: StateRecord, seat: int, out: Array, first: int, stride: int) -> None:
    other = 1 - seat
    for cell in range(first, CELLS, stride):
        out[cell] = state.bench[seat, cell]
        out[CELLS + cell] = state.bench[other, cell]
    if first == 0:
        for i in range(2):
            out[FIRST_PAIR + i] = state.sample[i]
            out[FIRST_PAIR + 2 + i] = state.gift[i]
        out[FIRST_TOTAL] = seat
        out[FIRST_TOTAL + 1] = state.player == seat
        out[FIRST_TOTAL + 2] = state.has_placed
        out[FIRST_TOTAL + 3] = state.has_given
        out[FIRST_TOTAL + 4] = state.catalysts / 4
        out[FIRST_TOTAL + 5] = (TURNS - state.turn) / 128
        out[FIRST_TOTAL + 6] = state.gold[seat] / 128
        out[FIRST_TOTAL + 7] = state.gold[other] / 128
        out[FIRST_TOTAL + 8] = (state.gold[seat] - state.gold[other]) / 64
