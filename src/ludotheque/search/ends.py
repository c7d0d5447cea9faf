"""What the end of a playout is worth to each seat."""

from collections.abc import Callable

from ludotheque.compile import compiled, games_own
from ludotheque.game import Array, StateRecord
from ludotheque.search.tree import Arrays, Memory

evaluate: Callable[[StateRecord, StateRecord, Array], None] = games_own
rate_chances: Callable[[StateRecord, StateRecord, Array], None] = games_own

LEAD_PART = 0.5  # how much of a value is the size of the lead; the rest is the rank


@compiled
def values_by_game(memory: Memory, arrays: Arrays, state: StateRecord, notes: StateRecord) -> None:
    evaluate(state, notes, arrays.values)


@compiled
def values_by_outcome(memory: Memory, arrays: Arrays, state: StateRecord, notes: StateRecord) -> None:
    """Write each seat's value: its rank among the opponents, and its lead, compared with leads of other playouts."""
    for seat in range(memory.seats):
        lead = measure_lead(memory, arrays.outcomes, seat)
        memory.spread[0] += abs(lead)
        memory.spread[1] += 1.0
        usual = memory.spread[0] / memory.spread[1]
        part = lead / (usual + abs(lead)) if lead != 0.0 else 0.0
        arrays.values[seat] = (1.0 - LEAD_PART) * rank_value(memory, arrays.outcomes, seat) + LEAD_PART * part


@compiled
def rank_value(memory: Memory, outcomes: Array, seat: int) -> float:
    """Return the share of opponents that are behind a seat's team, less the share that is ahead."""
    order, opponents = 0, 0
    for other in range(memory.seats):
        if memory.teams[other] != memory.teams[seat]:
            opponents += 1
            order += compare(outcomes, best_of_team(memory, outcomes, seat), best_of_team(memory, outcomes, other))
    return order / max(opponents, 1)


@compiled
def write_wins(memory: Memory, outcomes: Array) -> None:
    """Write who is first; teams that are level share it."""
    best = 0
    for seat in range(memory.seats):
        if compare(outcomes, seat, best) > 0:
            best = seat
    teams = 0
    for seat in range(memory.seats):
        own = best_of_team(memory, outcomes, seat)
        memory.wins[seat] = compare(outcomes, own, best) == 0
        teams += seat == own and memory.wins[seat] > 0
    for seat in range(memory.seats):
        memory.wins[seat] /= teams


@compiled
def chances_by_outcome(memory: Memory, arrays: Arrays, state: StateRecord, notes: StateRecord) -> None:
    """Where a playout was cut, who is ahead counts as first."""
    write_wins(memory, arrays.outcomes)


@compiled
def chances_by_game(memory: Memory, arrays: Arrays, state: StateRecord, notes: StateRecord) -> None:
    rate_chances(state, notes, arrays.values)
    for seat in range(memory.seats):
        memory.wins[seat] = arrays.values[seat]


@compiled
def best_of_team(memory: Memory, outcomes: Array, seat: int) -> int:
    """Return the seat of this seat's team that has the best outcome, the lowest such seat."""
    best = -1
    for other in range(memory.seats):
        if memory.teams[other] == memory.teams[seat] and (best < 0 or compare(outcomes, other, best) > 0):
            best = other
    return best


@compiled
def compare(outcomes: Array, one: int, two: int) -> int:
    """Return 1, 0 or -1: is the outcome of seat `one` better, the same or worse? The first number decides first."""
    for number in range(outcomes.shape[1]):
        if outcomes[one, number] != outcomes[two, number]:
            return 1 if outcomes[one, number] > outcomes[two, number] else -1
    return 0


@compiled
def measure_lead(memory: Memory, outcomes: Array, seat: int) -> float:
    """Return by how much the score of a seat's team is above that of the best opponent."""
    best, is_any = 0.0, False
    for other in range(memory.seats):
        if memory.teams[other] != memory.teams[seat]:
            score = 1.0 * outcomes[best_of_team(memory, outcomes, other), memory.score]
            if not is_any or score > best:
                best, is_any = score, True
    return outcomes[best_of_team(memory, outcomes, seat), memory.score] - best if is_any else 0.0
