"""How a match ended, in numbers: outcomes, ranks and rewards, compiled."""

from collections.abc import Callable

from ludotheque.compile import compiled, games_own
from ludotheque.game import Array, StateRecord
from ludotheque.search.ends import compare

outcome: Callable[[StateRecord, Array], None] = games_own


@compiled
def write_results(state: StateRecord, teams: Array, outcomes: Array, ranks: Array, rewards: Array) -> None:
    """Write each seat's outcome, its rank (1 is the best) and its reward.

    A reward is the share of opponents that are behind, less the share that is ahead: 1 for a win, -1 for the last
    place, 0 for a draw of all. The rewards of a match add up to 0 if its teams are equally large.
    """
    clear(outcomes)
    outcome(state, outcomes)
    for seat in range(len(teams)):
        ahead, behind, opponents = 0, 0, 0
        for other in range(len(teams)):
            if teams[other] != teams[seat]:
                opponents += 1
                order = compare(outcomes, best_of(outcomes, teams, other), best_of(outcomes, teams, seat))
                ahead += order > 0
                behind += order < 0
        ranks[seat] = 1 + ahead
        rewards[seat] = (behind - ahead) / max(opponents, 1)


@compiled
def clear(outcomes: Array) -> None:
    for seat in range(outcomes.shape[0]):
        for number in range(outcomes.shape[1]):
            outcomes[seat, number] = 0


@compiled
def best_of(outcomes: Array, teams: Array, seat: int) -> int:
    """Return the seat of this seat's team that has the best outcome."""
    best = seat
    for other in range(len(teams)):
        if teams[other] == teams[seat] and compare(outcomes, other, best) > 0:
            best = other
    return best
