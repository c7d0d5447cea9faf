"""What a batch does in every match `range(first, last, stride)`.

On the CPU each core gets a contiguous range of matches. On the GPU a match belongs to a group of threads, its lanes:
lane 0 plays, and all lanes together list moves, copy records and write observations. On the CPU a match has one lane.
"""

from collections.abc import Callable
from typing import NamedTuple

from ludotheque.compile import compiled, games_own
from ludotheque.dice import CHOICE, Dice, draw, reset, roll
from ludotheque.game import Array, StateRecord
from ludotheque.loops import awaited, play
from ludotheque.loops import begin as begin_match
from ludotheque.rl.results import write_results

features: Callable[[StateRecord, int, Array, int, int], None] = games_own
hide: Callable[[StateRecord, int], None] = games_own  # the game's `observe`
list_moves: Callable[[StateRecord, int, Array, Array], int] = games_own  # marks the legal moves, returns their number
pick: Callable[[Array, int], int] = games_own  # index of the n-th mark
lane: Callable[[], int] = games_own  # number of this lane in its match
lanes: Callable[[], int] = games_own  # how many lanes a match has
sync_lanes: Callable[[], None] = games_own  # waits for all lanes of the match

RESTART = 2  # stream of dice for the seeds of restarted matches
BEGIN, OFFERED, ANY, RANDOM = range(4)  # what `advance` does: begin; play an offer, any move, a random legal move


class Arrays(NamedTuple):
    """The arrays of a batch, one entry per match, except those that all matches share."""

    states: Array
    state_bytes: Array  # the same memory as bytes, one match after the other
    last_states: Array  # the states in which matches ended; empty unless matches restart
    last_bytes: Array
    blank: Array  # shared: the bytes of a record in which only the options are set
    seed_places: Array  # shared: where in a record a match's seed is also an option
    offers: Array  # shared
    teams: Array  # shared: the team number of each seat
    first_seeds: Array  # seed of the first episode
    seeds: Array  # seed of this episode
    episodes: Array
    plies: Array
    waiting: Array
    last_seats: Array  # the seat that played the last move of the last finished episode
    counts: Array
    masks: Array
    errors: Array
    done: Array
    rewards: Array
    ranks: Array
    outcomes: Array
    observations: Array
    views: Array  # space for a copy of each state, if the features need views; else empty
    view_bytes: Array


@compiled
def advance(
    first: int, last: int, stride: int, dice: Dice, batch: Arrays, what: int, moves: Array, plies: int, observes: int
) -> None:
    """Begin every match, or play `plies` plies in it; then write what the next seat sees if `observes` is 1."""
    for i in range(first, last, stride):
        if what == BEGIN:
            forget(batch, i)
            begin(batch, i, dice)
        for _ in range(plies):
            clear(batch, i)
            play_ply(batch, i, what, moves, dice)
            if observes != 0:
                observe_next(batch, i)
        if what == BEGIN and observes != 0:
            observe_next(batch, i)


@compiled
def observe_seats(first: int, last: int, stride: int, batch: Arrays, of_last: int, seats: Array, out: Array) -> None:
    """Write what the seat `seats[i]` sees in match i, or saw in its last state; zeros where there is no such seat."""
    for i in range(first, last, stride):
        if of_last != 0:
            seat = seats[i] if batch.last_seats[i] >= 0 else -1
            observe(batch.last_states, batch.last_bytes, batch, i, seat, out[i])
        else:
            observe(batch.states, batch.state_bytes, batch, i, seats[i], out[i])


@compiled
def forget(batch: Arrays, i: int) -> None:
    """Forget everything that was written about earlier episodes of match i."""
    if lane() == 0:
        batch.errors[i] = 0
        batch.last_seats[i] = -1
        for seat in range(len(batch.teams)):
            batch.rewards[i, seat] = 0
            batch.ranks[i, seat] = 0
            for number in range(batch.outcomes.shape[2]):
                batch.outcomes[i, seat, number] = 0


@compiled
def clear(batch: Arrays, i: int) -> None:
    """Forget what the last step said of match i. A match that is over and does not restart stays done."""
    if lane() == 0:
        batch.errors[i] = 0
        if batch.done[i] != 0:
            batch.done[i] = batch.waiting[i] < 0
            for seat in range(len(batch.teams)):
                batch.rewards[i, seat] = 0


@compiled
def begin(batch: Arrays, i: int, dice: Dice) -> None:
    """Begin match i from its seed."""
    size = len(batch.blank)
    for at in range(lane(), size, lanes()):
        batch.state_bytes[i * size + at] = batch.blank[at]
    sync_lanes()
    if lane() == 0:
        seed = batch.seeds[i]
        for place in range(len(batch.seed_places)):
            write_number(batch.state_bytes, i * size + batch.seed_places[place], seed)
        batch.plies[i] = 0
        batch.done[i] = 0
        begin_match(batch.states, i, len(batch.teams), seed, dice)
        batch.waiting[i] = awaited(batch.states[i])
    sync_lanes()
    write_mask(batch, i)


@compiled
def write_number(target: Array, start: int, number: int) -> None:
    """Write a number of 64 bits, the lowest byte first."""
    for byte in range(8):
        target[start + byte] = (number >> (8 * byte)) & 255


@compiled
def write_mask(batch: Arrays, i: int) -> None:
    """Write the legal moves of the seat that is next in match i; none if it is over."""
    seat = batch.waiting[i]
    count = 0
    if seat >= 0:
        count = list_moves(batch.states[i], seat, batch.offers, batch.masks[i])
    else:
        for at in range(lane(), len(batch.offers), lanes()):
            batch.masks[i, at] = 0
    if lane() == 0:
        batch.counts[i] = count
    sync_lanes()


@compiled
def play_ply(batch: Arrays, i: int, what: int, moves: Array, dice: Dice) -> None:
    """Play a move for the seat whose turn it is in match i, or write its error."""
    seat = batch.waiting[i]
    if seat < 0:
        return
    chosen = choose(batch, i, what, moves, dice)
    sync_lanes()
    if lane() == 0:
        play_chosen(batch, i, seat, what, moves, chosen, dice)
    sync_lanes()
    if batch.errors[i] != 0:
        return
    if batch.waiting[i] < 0 and len(batch.last_bytes) > 0:
        restart(batch, i, dice)
    else:
        write_mask(batch, i)


@compiled
def choose(batch: Arrays, i: int, what: int, moves: Array, dice: Dice) -> int:
    """Return the index of the offer to play in match i; -1 if there is no such offer."""
    if what == RANDOM:
        reset(dice, batch.seeds[i], batch.plies[i] + 1, CHOICE)
        return pick(batch.masks[i], roll(dice, batch.counts[i]))
    chosen = moves[i, 0]
    return chosen if 0 <= chosen < len(batch.offers) else -1


@compiled
def play_chosen(batch: Arrays, i: int, seat: int, what: int, moves: Array, chosen: int, dice: Dice) -> None:
    kind, a, b, c = -1, 0, 0, 0
    if what == ANY:
        kind, a, b, c = moves[i, 0], moves[i, 1], moves[i, 2], moves[i, 3]
    elif chosen >= 0:
        offers = batch.offers
        kind, a, b, c = offers[chosen, 0], offers[chosen, 1], offers[chosen, 2], offers[chosen, 3]
    error = play(batch.states, i, seat, kind, a, b, c, batch.seeds[i], batch.plies[i] + 1, dice)
    batch.errors[i] = error
    if error == 0:
        batch.plies[i] += 1
        batch.waiting[i] = awaited(batch.states[i])
        if batch.waiting[i] < 0:
            batch.done[i] = 1
            batch.last_seats[i] = seat
            write_results(batch.states[i], batch.teams, batch.outcomes[i], batch.ranks[i], batch.rewards[i])


@compiled
def restart(batch: Arrays, i: int, dice: Dice) -> None:
    """Keep the last state of match i, and begin its next episode; `done` stays set until the next step."""
    size = len(batch.blank)
    for at in range(lane(), size, lanes()):
        batch.last_bytes[i * size + at] = batch.state_bytes[i * size + at]
    if lane() == 0:
        batch.episodes[i] += 1
        batch.seeds[i] = derive_seed(batch.first_seeds[i], batch.episodes[i], dice)
    sync_lanes()
    begin(batch, i, dice)
    if lane() == 0:
        batch.done[i] = 1


@compiled
def derive_seed(seed: int, episode: int, dice: Dice) -> int:
    """Return the seed of an episode that follows from a match's first seed: a number of 63 bits."""
    reset(dice, seed, episode, RESTART)
    low, high = draw(dice), draw(dice)
    return low | (high & 0x7FFFFFFF) << 32


@compiled
def observe_next(batch: Arrays, i: int) -> None:
    """Write what the seat that is next in match i sees."""
    observe(batch.states, batch.state_bytes, batch, i, batch.waiting[i], batch.observations[i])
    sync_lanes()


@compiled
def observe(states: Array, state_bytes: Array, batch: Arrays, i: int, seat: int, observation: Array) -> None:
    """Write what a seat sees in match i of `states`; zeros if there is no such seat."""
    if seat < 0 or seat >= len(batch.teams):
        for at in range(lane(), len(observation), lanes()):
            observation[at] = 0
    elif len(batch.views) == 0:
        features(states[i], seat, observation, lane(), lanes())
    else:
        copy_view(state_bytes, batch, i, seat)
        features(batch.views[i], seat, observation, lane(), lanes())


@compiled
def copy_view(state_bytes: Array, batch: Arrays, i: int, seat: int) -> None:
    """Write the view of a seat into `views`."""
    size = len(batch.blank)
    for at in range(lane(), size, lanes()):
        batch.view_bytes[i * size + at] = state_bytes[i * size + at]
    sync_lanes()
    if lane() == 0:
        hide(batch.views[i], seat)
    sync_lanes()
