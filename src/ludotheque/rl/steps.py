"""What a batch does in every match `range(first, last, stride)`.

On the CPU each core gets a contiguous range of matches. On the GPU a match belongs to a group of threads, its lanes:
lane 0 plays, and all lanes together list moves, copy records and write observations. On the CPU a match has one lane.
The GPU marks legal moves in `marks`, a fast memory of the match's own, and writes them into the batch after the last
ply; the CPU marks them in the batch. The GPU may also bring the states that it observes into a fast memory, `space`.
"""

from collections.abc import Callable
from typing import NamedTuple

from ludotheque.compile import compiled, games_own
from ludotheque.dice import CHOICE, MATCH, Dice, draw, reset, roll
from ludotheque.game import Array, Move, StateRecord
from ludotheque.loops import awaited
from ludotheque.loops import begin as begin_match
from ludotheque.rl.results import write_results

check: Callable[[StateRecord, int, Move], int] = games_own
apply: Callable[[StateRecord, int, Move, Dice], None] = games_own
features: Callable[[StateRecord, int, Array, int, int], None] = games_own
hide: Callable[[StateRecord, int], None] = games_own  # the game's `observe`
list_moves: Callable[["Arrays", int, int, Array], int] = games_own  # marks a seat's legal moves, returns their number
clear_marks: Callable[["Arrays", int, Array], None] = games_own  # removes all marks of a match
load_marks: Callable[["Arrays", int, Array], None] = games_own  # takes the marks of the last step from the batch
pick: Callable[["Arrays", int, Array, int], int] = games_own  # index of the n-th mark
store_marks: Callable[["Arrays", int, Array], None] = games_own  # writes the marks into the batch
bring: Callable[[Array, Array, int, Array], StateRecord] = games_own  # brings a state to where it is read fast
see: Callable[[Array, StateRecord, "Arrays", int, int], StateRecord] = games_own  # what the features may read
lane: Callable[[], int] = games_own  # number of this lane in its match
lanes: Callable[[], int] = games_own  # how many lanes a match has
sync_lanes: Callable[[], None] = games_own  # waits for all lanes of the match
sync_matches: Callable[[], None] = games_own  # waits for the matches beside this one, so that all do the same at a time

RESTART = 2  # stream of dice for the seeds of restarted matches
# What `advance` does: begin, choose the seat that is next; play an offered move, any move, a random legal move.
BEGIN, CHOOSE, OFFERED, ANY, RANDOM = range(5)


class Arrays(NamedTuple):
    """The arrays of a batch, one entry per match, except those that all matches share."""

    states: Array
    state_bytes: Array  # the same memory as bytes, one match after the other
    state_words: Array  # and as words, whose size depends on the game
    last_states: Array  # the states in which matches ended; empty unless matches restart
    last_words: Array
    blank: Array  # shared: the words of a record in which only the options are set
    record_size: int  # bytes of a record
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
    marks: Array  # the same as words, if the device has marks of its own; else empty
    errors: Array
    done: Array
    rewards: Array
    ranks: Array
    outcomes: Array
    observations: Array
    views: Array  # space for a copy of each state, if the features need views; else empty
    view_words: Array


@compiled
def advance(
    first: int, last: int, stride: int, dice: Dice, marks: Array, batch: Arrays, what: int, moves: Array, plies: int,
    observes: int,
) -> None:  # fmt: skip
    """Begin every match, choose its next seat, or play `plies` plies; then observe the next seat's view if asked to."""
    for i in range(first, last, stride):
        if what == RANDOM:
            load_marks(batch, i, marks)
        for _ in range(plies):
            is_new = what == BEGIN
            if is_new:
                forget(batch, i)
            elif what == CHOOSE:
                choose_seat(batch, i, moves[i, 0])
            else:
                clear(batch, i)
                is_new = play_ply(batch, i, what, moves, marks, dice)
            if is_new:
                begin(batch, i, dice)
            sync_matches()
            if batch.errors[i] == 0:
                write_mask(batch, i, marks)
            sync_matches()
        if batch.errors[i] == 0:
            store_marks(batch, i, marks)
            if observes != 0:
                observe(batch.states, batch.state_words, marks, batch, i, batch.waiting[i], batch.observations[i])


@compiled
def observe_seats(
    first: int, last: int, stride: int, space: Array, batch: Arrays, of_last: int, seats: Array, out: Array
) -> None:
    """Write what the seat `seats[i]` sees in match i, or saw in its last state; zeros where there is no such seat."""
    states, words = (batch.last_states, batch.last_words) if of_last != 0 else (batch.states, batch.state_words)
    for i in range(first, last, stride):
        seat = -1 if of_last != 0 and batch.last_seats[i] < 0 else seats[i]
        observe(states, words, space, batch, i, seat, out[i])


@compiled
def forget(batch: Arrays, i: int) -> None:
    """Forget everything that was written about earlier episodes of match i."""
    if lane() == 0:
        batch.errors[i] = 0
        batch.done[i] = 0
        batch.last_seats[i] = -1
        for seat in range(len(batch.teams)):
            batch.rewards[i, seat] = 0
            batch.ranks[i, seat] = 0
            for number in range(batch.outcomes.shape[2]):
                batch.outcomes[i, seat, number] = 0
    sync_lanes()


@compiled
def clear(batch: Arrays, i: int) -> None:
    """Forget what the last step said of match i. A match that is over and does not restart stays done."""
    if lane() == 0:
        batch.errors[i] = 0
        if batch.done[i] != 0:
            batch.done[i] = batch.waiting[i] < 0
            for seat in range(len(batch.teams)):
                batch.rewards[i, seat] = 0
    sync_lanes()


@compiled
def begin(batch: Arrays, i: int, dice: Dice) -> None:
    """Begin match i from its seed."""
    size = len(batch.blank)
    for at in range(lane(), size, lanes()):
        batch.state_words[i * size + at] = batch.blank[at]
    sync_lanes()
    if lane() == 0:
        seed = batch.seeds[i]
        for place in range(len(batch.seed_places)):
            write_number(batch.state_bytes, batch.seed_places[place] + i * batch.record_size, seed)
        batch.plies[i] = 0
        begin_match(batch.states, i, len(batch.teams), seed, dice)
        batch.waiting[i] = awaited(batch.states[i])
    sync_lanes()


@compiled
def write_number(target: Array, start: int, number: int) -> None:
    """Write a number of 64 bits, the lowest byte first."""
    for byte in range(8):
        target[start + byte] = (number >> (8 * byte)) & 255


@compiled
def write_mask(batch: Arrays, i: int, marks: Array) -> None:
    """Write the legal moves of the seat that is next in match i; none if it is over."""
    seat = batch.waiting[i]
    count = 0
    if seat >= 0:
        count = list_moves(batch, i, seat, marks)
    else:
        clear_marks(batch, i, marks)
    if lane() == 0:
        batch.counts[i] = count
    sync_lanes()


@compiled
def choose_seat(batch: Arrays, i: int, seat: int) -> None:
    """Make `seat` the next one in match i if its move is awaited too; else the lowest such seat."""
    if lane() == 0:
        batch.errors[i] = 0
        is_awaited = 0 <= seat < len(batch.teams) and batch.states[i].active[seat] != 0
        batch.waiting[i] = seat if is_awaited else awaited(batch.states[i])
    sync_lanes()


@compiled
def play_ply(batch: Arrays, i: int, what: int, moves: Array, marks: Array, dice: Dice) -> bool:
    """Play a move for the seat whose turn it is in match i, or write its error; return whether it begins again."""
    seat = batch.waiting[i]
    if seat < 0:
        return False
    chosen = choose(batch, i, what, moves, marks, dice)
    sync_lanes()
    if lane() == 0:
        play_chosen(batch, i, seat, what, moves, chosen, dice)
    sync_lanes()
    if batch.waiting[i] >= 0 or len(batch.last_words) == 0:
        return False
    keep_last(batch, i, dice)
    return True


@compiled
def choose(batch: Arrays, i: int, what: int, moves: Array, marks: Array, dice: Dice) -> int:
    """Return the index of the offer to play in match i; -1 if there is no such offer."""
    if what == RANDOM:
        reset(dice, batch.seeds[i], batch.plies[i] + 1, CHOICE)
        return pick(batch, i, marks, roll(dice, batch.counts[i]))
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
    state, move, error = batch.states[i], Move(kind, a, b, c), 0
    if what != RANDOM:
        error = check(state, seat, move)
        batch.errors[i] = error
    if error == 0:
        batch.plies[i] += 1
        reset(dice, batch.seeds[i], batch.plies[i], MATCH)
        apply(state, seat, move, dice)
        batch.waiting[i] = awaited(state)
        if batch.waiting[i] < 0:
            batch.done[i] = 1
            batch.last_seats[i] = seat
            write_results(state, batch.teams, batch.outcomes[i], batch.ranks[i], batch.rewards[i])


@compiled
def keep_last(batch: Arrays, i: int, dice: Dice) -> None:
    """Keep the last state of match i, and derive the seed of its next episode."""
    size = len(batch.blank)
    for at in range(lane(), size, lanes()):
        batch.last_words[i * size + at] = batch.state_words[i * size + at]
    if lane() == 0:
        batch.episodes[i] += 1
        batch.seeds[i] = derive_seed(batch.first_seeds[i], batch.episodes[i], dice)
    sync_lanes()


@compiled
def derive_seed(seed: int, episode: int, dice: Dice) -> int:
    """Return the seed of an episode that follows from a match's first seed: a number of 63 bits."""
    reset(dice, seed, episode, RESTART)
    low, high = draw(dice), draw(dice)
    return low | (high & 0x7FFFFFFF) << 32


@compiled
def observe(states: Array, words: Array, space: Array, batch: Arrays, i: int, seat: int, observation: Array) -> None:
    """Write what a seat sees in match i of `states`; zeros if there is no such seat."""
    state = bring(states, words, i, space)
    if seat < 0 or seat >= len(batch.teams):
        for at in range(lane(), len(observation), lanes()):
            observation[at] = 0
    else:
        features(see(words, state, batch, i, seat), seat, observation, lane(), lanes())


@compiled
def see_state(words: Array, state: StateRecord, batch: Arrays, i: int, seat: int) -> StateRecord:
    return state


@compiled
def see_view(words: Array, state: StateRecord, batch: Arrays, i: int, seat: int) -> StateRecord:
    """Write the view of a seat into `views`, and return it."""
    size = len(batch.blank)
    for at in range(lane(), size, lanes()):
        batch.view_words[i * size + at] = words[i * size + at]
    sync_lanes()
    if lane() == 0:
        hide(batch.views[i], seat)
    sync_lanes()
    return batch.views[i]
