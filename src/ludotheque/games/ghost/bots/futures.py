"""Futures: a plan is played, then some turns by rule, each time against another style and with other accidents.

In every second future the other side first does something that its rule would not do.
"""

from ludotheque.compile import compiled
from ludotheque.dice import MASK, Dice, draw, roll
from ludotheque.game import StateRecord
from ludotheque.games.ghost.bots.bombs import count_bomb_turns, rate_bomb
from ludotheque.games.ghost.bots.candidates import NEIGHBOURS
from ludotheque.games.ghost.bots.memory import (
    ANSWER,
    BASE_STYLE,
    FUTURE,
    NOW,
    POOL,
    TRIAL,
    TURNS_AHEAD,
    Memory,
    copy_record,
)
from ludotheque.games.ghost.bots.position import add_move, clear_plan, launch, play_turn
from ludotheque.games.ghost.bots.rule import complete_plan
from ludotheque.games.ghost.bots.styles import use_style
from ludotheque.games.ghost.map import FACTORIES
from ludotheque.games.ghost.turn import BOMBS, SEATS, TURNS

SURPRISES = 2  # one of so many futures has one, see `add_surprise`
HELD_OF_32 = 3  # how often a factory keeps its cyborgs in a turn: 3 times of 32
TURNS_COUNTED = 20  # further turns whose production counts
WIN_BONUS = 500


@compiled
def prepare_future(memory: Memory, future: int, seat: int) -> None:
    """Draw what happens in a future, and order for the other side: all candidates meet the same."""
    work = memory.works[0]
    for turn in range(TURNS_AHEAD):
        for side in range(SEATS):
            memory.held[future, turn, side] = draw_held(memory.dice)
    for slot in range(BOMBS):
        memory.aims[future, slot] = draw_aim(memory, slot, seat)
    start_future(memory, future, seat)
    use_style(work, memory.styles[future % POOL])
    work.held = 0
    work.ignored = 0
    answer = memory.plans[ANSWER + future]
    clear_plan(answer)
    if future % SURPRISES == 1 and memory.positions[FUTURE].league > 0:
        add_surprise(memory, answer, 1 - seat)
    complete_plan(memory.positions[FUTURE], work, answer, 1 - seat)


@compiled
def add_surprise(memory: Memory, plan: StateRecord, side: int) -> None:
    """Send all cyborgs of one of a side's factories to one of the nearest others, whatever the rule thinks of it.

    Without this a plan can win in all futures because it meets the rule's answer, and lose against any other.
    """
    position, near = memory.positions[FUTURE], memory.works[0].near
    sources = 0
    for factory in range(position.count):
        sources += can_send(position, factory, side)
    if sources == 0:
        return
    chosen = roll(memory.dice, sources)
    target = 1 + roll(memory.dice, min(NEIGHBOURS, position.count - 1))
    for factory in range(position.count):
        if can_send(position, factory, side):
            if chosen == 0:
                add_move(plan, factory, near[factory, target], 0 + position.stock[factory])
            chosen -= 1


@compiled
def can_send(position: StateRecord, factory: int, side: int) -> bool:
    return position.owner[factory] == side and position.stock[factory] > 0


@compiled
def draw_held(dice: Dice) -> int:
    """Return one bit for each factory that keeps its cyborgs; each word of the dice serves for six factories."""
    held, word = 0, 0
    for factory in range(FACTORIES):
        if factory % 6 == 0:
            word = draw(dice)
        held |= int(word & 31 < HELD_OF_32) << factory
        word >>= 5
    return held


@compiled
def draw_aim(memory: Memory, slot: int, seat: int) -> int:
    """Return where a hidden bomb of the other side may explode: rich and near factories are more likely."""
    now, work = memory.positions[NOW], memory.works[0]
    source = now.bomb_source[1 - seat, slot]
    if source < 0 or now.bomb_target[1 - seat, slot] >= 0:
        return -1
    work.seat = seat
    total = 0.0
    for factory in range(now.count):
        total += rate_aim(now, work, slot, factory)
    point = total * draw(memory.dice) / (MASK + 1)
    for factory in range(now.count):
        point -= rate_aim(now, work, slot, factory)
        if point < 0:
            return factory
    return -1


@compiled
def rate_aim(position: StateRecord, work: StateRecord, slot: int, factory: int) -> float:
    """Return how likely it is that a bomb explodes in a factory, compared with others; 0 if it cannot."""
    source = position.bomb_source[1 - work.seat, slot]
    is_own = position.owner[factory] == work.seat and position.production[factory] > 0
    if not is_own or source == factory or count_bomb_turns(position, work, slot, factory) < 0:
        return 0.0
    return rate_bomb(position, work, source, factory)


@compiled
def start_future(memory: Memory, future: int, seat: int) -> None:
    """Begin with the position of this turn; hidden bombs get the targets that they have in this future."""
    copy_record(memory.raw_positions, NOW, FUTURE)
    for slot in range(BOMBS):
        if memory.aims[future, slot] >= 0:
            memory.positions[FUTURE].bomb_target[1 - seat, slot] = memory.aims[future, slot]


@compiled
def play_future(memory: Memory, candidate: int, future: int, seat: int) -> float:
    """Return the lead of `seat` after a candidate is played, in one future."""
    work, position = memory.works[0], memory.positions[FUTURE]
    start_future(memory, future, seat)
    launch(position, memory.plans[candidate], seat, work.distance)
    launch(position, memory.plans[ANSWER + future], 1 - seat, work.distance)
    play_turn(position, work.distance)
    work.ignored = 0
    for turn in range(TURNS_AHEAD):
        if position.over:
            break
        for side in range(SEATS):
            use_style(work, memory.styles[choose_style(future, side == seat)])
            work.held = memory.held[future, turn, side]
            clear_plan(memory.plans[TRIAL + side])
            complete_plan(position, work, memory.plans[TRIAL + side], side)
        for side in range(SEATS):
            launch(position, memory.plans[TRIAL + side], side, work.distance)
        play_turn(position, work.distance)
    return rate_position(position, seat)


@compiled
def choose_style(future: int, is_own: bool) -> int:
    """Return the style of a side in a future: the two sides differ; the own one is often the usual one."""
    if not is_own:
        return future % POOL
    return BASE_STYLE if future % 4 == 3 else (future + 3) % POOL


@compiled
def rate_position(position: StateRecord, seat: int) -> float:
    """Return the lead of a seat in cyborgs, including the production of the next turns."""
    turns = min(TURNS_COUNTED, TURNS - position.turn)
    lead, makes = position.flying[0] - position.flying[1], 0
    for factory in range(position.count):
        if position.owner[factory] >= 0:
            sign = 1 - 2 * position.owner[factory]
            lead += sign * position.stock[factory]
            makes += sign * position.production[factory] * max(0, turns - position.halted[factory])
    if position.over:
        makes += WIN_BONUS * ((lead > 0) - (lead < 0))
    return float((lead + makes) * (1 - 2 * seat))
