"""One side's orders by rule: take and hold the factories that pay best, then move spare cyborgs to the front."""

from ludotheque.compile import compiled
from ludotheque.game import Move, StateRecord
from ludotheque.games.ghost.bots.forecast import TRIAL_ROW, forecast_factory, make_forecast, update_forecast
from ludotheque.games.ghost.map import FACTORIES, NEUTRAL, TOP_PRODUCTION
from ludotheque.games.ghost.rules import INC, MOVE, OK, apply, check
from ludotheque.games.ghost.turn import INC_COST, SLOTS, TURNS


@compiled
def give_orders(state: StateRecord, work: StateRecord, seat: int) -> None:
    """Stage one side's orders of a turn: the most valuable goals first, then spare cyborgs move up.

    Orders that are already staged stay.
    """
    make_forecast(state, work, seat)
    for factory in range(state.count):
        work.score[factory] = score_target(state, work, factory)
        work.raise_score[factory] = score_raise(state, work, factory)
    for _ in range(2 * state.count):
        goal = find_best_goal(state, work)
        if goal < 0:
            break
        if goal < FACTORIES:
            work.score[goal] = 0
            attack(state, work, goal)
        else:
            work.raise_score[goal - FACTORIES] = 0
            raise_production(state, work, goal - FACTORIES)
    move_spare_cyborgs(state, work)


@compiled
def score_target(state: StateRecord, work: StateRecord, factory: int) -> int:
    """Return the gain from taking or keeping a factory, per cyborg needed; 0 if it is safe or out of reach."""
    if work.owner[factory, work.last_time] == work.seat or not find_sources(state, work, factory):
        return 0
    turns = min(TURNS - state.turn, work.horizon) - work.attack_time
    makes = 10 * state.production[factory] + (3 if state.league == 3 else 0)
    gain = makes * turns
    if work.owner[factory, work.last_time] != NEUTRAL:
        gain *= 2  # what the seat makes there, the other side does not
    if work.owner[factory, work.attack_time] == NEUTRAL:
        gain -= 10 * work.stock[factory, work.attack_time]
    return max(0, 10 * gain // (work.needed + 5))


@compiled
def score_raise(state: StateRecord, work: StateRecord, factory: int) -> int:
    """Return the gain from raising production, per cyborg needed (GC-9)."""
    if state.league < 3 or state.owner[factory] != work.seat or state.production[factory] >= TOP_PRODUCTION:
        return 0
    turns = min(TURNS - state.turn, work.horizon)
    return max(0, 100 * (turns - INC_COST) // (INC_COST + 5))


@compiled
def find_sources(state: StateRecord, work: StateRecord, target: int) -> bool:
    """Find the nearest factories that together can take `target` for good.

    Write `needed`, `source_count` and `attack_time`; return False if there are none.
    """
    total = 0
    for i in range(state.count):
        source = work.nearest[target, i]
        if source != target and work.spare[source] > 0:
            total += work.spare[source]
            at = state.distance[source, target]
            if forecast_factory(state, work, target, TRIAL_ROW, at, total) == work.seat:
                work.attack_time = at
                work.source_count = i + 1
                work.needed = find_fewest(state, work, target, total)
                return True
    return False


@compiled
def find_fewest(state: StateRecord, work: StateRecord, target: int, enough: int) -> int:
    """Return the fewest cyborgs that take `target` as `enough` of them do."""
    few = 0
    while enough - few > 1:
        middle = (few + enough) // 2
        if forecast_factory(state, work, target, TRIAL_ROW, work.attack_time, middle) == work.seat:
            enough = middle
        else:
            few = middle
    return enough


@compiled
def find_best_goal(state: StateRecord, work: StateRecord) -> int:
    """Return the best factory to attack, or FACTORIES + the best one to raise; -1 if no goal is left."""
    goal, best = -1, 0
    for factory in range(state.count):
        if work.score[factory] > best:
            goal, best = factory, work.score[factory]
        if work.raise_score[factory] > best:
            goal, best = FACTORIES + factory, work.raise_score[factory]
    return goal


@compiled
def attack(state: StateRecord, work: StateRecord, target: int) -> None:
    """Send the troops that take or keep a factory, if that is still possible.

    Nearer factories reserve their cyborgs, to arrive together with those from farther away.
    """
    if not find_sources(state, work, target):
        return
    left = 0 + work.needed
    for i in range(work.source_count - 1, -1, -1):
        source = work.nearest[target, i]
        cyborgs = min(left, work.spare[source]) if source != target else 0
        if cyborgs > 0:
            left -= cyborgs
            if state.distance[source, target] == work.attack_time:
                send_troop(state, work, source, target, cyborgs)
            else:
                work.reserved[source] += cyborgs
                work.spare[source] -= cyborgs
    update_forecast(state, work, target)


@compiled
def send_troop(state: StateRecord, work: StateRecord, source: int, target: int, cyborgs: int) -> None:
    """Order a troop, if the rules allow it, and add it to the forecast."""
    move = Move(MOVE, source, target, cyborgs)
    if check(state, work.seat, move) == OK:
        stage_order(state, work.seat, move)
        work.arriving[state.distance[source, target], target] += (1 - 2 * work.seat) * cyborgs
        update_forecast(state, work, source)


@compiled
def stage_order(state: StateRecord, seat: int, move: Move) -> None:
    """Stage an order. This game rolls no dice, so any array can stand in for them."""
    apply(state, seat, move, state.spent)


@compiled
def raise_production(state: StateRecord, work: StateRecord, factory: int) -> None:
    move = Move(INC, factory, 0, 0)
    if work.spare[factory] >= INC_COST and check(state, work.seat, move) == OK:
        stage_order(state, work.seat, move)
        update_forecast(state, work, factory)


@compiled
def move_spare_cyborgs(state: StateRecord, work: StateRecord) -> None:
    """Send cyborgs that are still spare towards factories that can use them."""
    for source in range(state.count):
        if work.spare[source] > 0:
            target = find_post(state, work, source)
            if target >= 0:
                send_troop(state, work, source, target, work.spare[source])


@compiled
def find_post(state: StateRecord, work: StateRecord, source: int) -> int:
    """Return the nearest own factory that can be raised or is on the way to the front; -1 to stay."""
    if can_grow(state, work, source):
        return -1
    front = distance_to_front(state, work, source)
    for i in range(state.count):
        post = work.nearest[source, i]
        if post != source and work.owner[post, work.last_time] == work.seat and state.owner[post] == work.seat:
            if can_grow(state, work, post):
                return post
            if state.distance[source, post] + distance_to_front(state, work, post) <= front + 1:
                return post
    return -1


@compiled
def can_grow(state: StateRecord, work: StateRecord, factory: int) -> bool:
    """Return whether raising production here is possible and pays back."""
    makes = state.production[factory] + state.raised[factory]
    return state.league == 3 and makes < TOP_PRODUCTION and TURNS - state.turn > 2 * INC_COST


@compiled
def distance_to_front(state: StateRecord, work: StateRecord, factory: int) -> int:
    """Return the distance to the nearest factory that will belong to the other side."""
    for i in range(state.count):
        other = work.nearest[factory, i]
        if other != factory and work.owner[other, work.last_time] == 1 - work.seat:
            return state.distance[factory, other]
    return SLOTS
