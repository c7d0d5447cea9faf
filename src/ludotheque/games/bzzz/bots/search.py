"""Compares turns: each candidate is played some rounds ahead, in futures that are the same for all of them."""

from ludotheque.compile import compiled
from ludotheque.dice import CHOICE, MATCH, reset
from ludotheque.games.bzzz.bots.ahead import play_by_rule, play_candidate, play_rival_ahead
from ludotheque.games.bzzz.bots.futures import chance_of_first, fill_hidden
from ludotheque.games.bzzz.bots.styles import draw_style
from ludotheque.games.bzzz.bots.workspace import FUTURE, KNOWN, SUPPOSED, TRIAL, VIEW, Workspace, copy_state
from ludotheque.games.bzzz.field import SEATS
from ludotheque.games.bzzz.rules import is_over


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
    """Play a candidate and then some rounds by rule; return the seat's chance of the first place."""
    copy_state(space, FUTURE + future, TRIAL)
    state, plan, ledger, dice = space.states[TRIAL], space.plans[0], space.ledgers[SUPPOSED], space.dice
    reset(dice, future, int(state.turn), MATCH)
    play_candidate(state, space.turns[candidate], seat, dice)
    turns_left = rounds * state.seats - 1
    while turns_left > 0 and not is_over(state):
        reset(dice, future, int(state.turn), MATCH)
        if state.player == seat:
            play_by_rule(state, plan, ledger, seat, dice)
        else:
            play_rival_ahead(state, space.styles[SEATS * future + state.player], int(state.player), dice)
        turns_left -= 1
    return chance_of_first(state, seat)
