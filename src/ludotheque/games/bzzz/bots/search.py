"""Compares turns: each candidate is played some rounds ahead, in futures that are the same for all of them."""

from ludotheque.compile import compiled
from ludotheque.dice import CHOICE, MATCH, reset
from ludotheque.games.bzzz.bots.ahead import carry_out, play_by_rule, play_rival_ahead
from ludotheque.games.bzzz.bots.candidates import combine
from ludotheque.games.bzzz.bots.futures import chance_of_first, fill_hidden
from ludotheque.games.bzzz.bots.styles import draw_style
from ludotheque.games.bzzz.bots.workspace import FUTURE, KNOWN, SUPPOSED, TRIAL, VIEW, Workspace, copy_state
from ludotheque.games.bzzz.field import SEATS
from ludotheque.games.bzzz.rules import is_over
from ludotheque.search.selection import BASE


@compiled
def compare(space: Workspace, count: int, first: int, end: int, seat: int, rounds: int) -> None:
    """Play the candidates that are left in the futures from `first` to `end`, which are the next ones."""
    for future in range(first, end):
        prepare_future(space, future, seat)
    for candidate in range(count):
        if space.alive[candidate]:
            for future in range(first, end):
                space.values[candidate, future] = play_future(space, candidate, future, seat, rounds)


@compiled
def add_combinations(space: Workspace, count: int, futures: int, seat: int, rounds: int) -> int:
    """Combine the changes of the best candidates, play these turns in the same futures; return the number of all."""
    first = find_best_of_others(space, count, futures, BASE, BASE)
    second = find_best_of_others(space, count, futures, first, BASE)
    if first == BASE or second == BASE:
        return count
    end = combine(space, count, first, second, seat)
    both = end - 1 if end > count else first
    third = find_best_of_others(space, count, futures, first, second)
    if third != BASE:
        end = combine(space, end, both, third, seat)
        end = combine(space, end, first, third, seat)
    for candidate in range(count, end):
        for future in range(futures):
            space.values[candidate, future] = play_future(space, candidate, future, seat, rounds)
    return end


@compiled
def find_best_of_others(space: Workspace, count: int, futures: int, one: int, other: int) -> int:
    """Return the candidate with the highest gain over the rule's own turn but for two of them; BASE if none has any."""
    best, found = 0.0, BASE
    for candidate in range(count):
        if space.alive[candidate] and candidate != one and candidate != other:
            gain = 0.0
            for future in range(futures):
                gain += space.values[candidate, future] - space.values[BASE, future]
            if gain > best:
                best, found = gain, candidate
    return found


@compiled
def prepare_future(space: Workspace, future: int, seat: int) -> None:
    """Draw what is hidden, and how other seats will play."""
    copy_state(space, VIEW, FUTURE + future)
    state, ledger = space.states[FUTURE + future], space.ledgers[KNOWN]
    reset(space.dice, future, int(state.turn), CHOICE)
    fill_hidden(state, ledger, seat, space.dice)
    for other in range(state.seats):
        if other != seat:
            draw_style(state, space.styles[SEATS * future + other], ledger, seat, other, space.dice)


@compiled
def play_future(space: Workspace, candidate: int, future: int, seat: int, rounds: int) -> float:
    """Play a candidate and then some rounds; return the seat's chance of the first place."""
    play_ahead(space, candidate, future, seat, rounds)
    return chance_of_first(space.states[TRIAL], seat)


@compiled
def play_ahead(space: Workspace, candidate: int, future: int, seat: int, rounds: int) -> None:
    """Play a candidate and then some rounds by rule; the end is in the state TRIAL."""
    copy_state(space, FUTURE + future, TRIAL)
    state, plan, ledger, dice = space.states[TRIAL], space.plans[0], space.ledgers[SUPPOSED], space.dice
    reset(dice, future, int(state.turn), MATCH)
    carry_out(state, space.turns[candidate], seat, dice)
    turns_left = rounds * state.seats - 1
    while turns_left > 0 and not is_over(state):
        reset(dice, future, int(state.turn), MATCH)
        if state.player == seat:
            play_by_rule(state, plan, ledger, seat, dice)
        else:
            play_rival_ahead(state, space.styles[SEATS * future + state.player], int(state.player), dice)
        turns_left -= 1
