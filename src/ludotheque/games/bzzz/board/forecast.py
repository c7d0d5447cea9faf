"""What a move of Bzzz would bring, as far as the player can know."""

from ludotheque.art import Forecast, Say, View
from ludotheque.games.bzzz.board.scene import Bee, Flower, Scene
from ludotheque.games.bzzz.board.sentences import (
    describe_end,
    describe_flower,
    describe_hold,
    describe_lay,
    format_turns,
)
from ludotheque.games.bzzz.field import ZONE
from ludotheque.games.bzzz.forage import compute_yield, most_left
from ludotheque.games.bzzz.guess import least_start
from ludotheque.games.bzzz.rules import SCOUT

MOST_NECTAR = 100  # of one flower: with more, the chances would take too long to count


def foresee(view: View, seat: int, move: str, say: Say = str) -> Forecast:
    """Say what a bee finds in a cell, what a flower may yield, and what the other moves cost."""
    scene = Scene(view, seat, say, view.names)
    kind, *numbers = move.split()
    values = [int(number) for number in numbers]
    if kind == "STEP":
        words = describe_cell_after_step(scene, *values)
    elif kind == "FORAGE":
        words = describe_chances(scene, scene.own[values[0]], values[1])
    elif kind == "LAY":
        words = describe_lay(scene, *values)
    else:
        words = describe_hold(scene, scene.own[values[0]]) if kind == "HOLD" else describe_end(scene)
    return Forecast(words + ".")


def describe_cell_after_step(scene: Scene, number: int, way: int) -> str:
    """Say how far from home the bee will be, which flowers it can reach there, and its chance in a skirmish."""
    view = scene.view.after(f"STEP {number} {way}", fill_hidden=False)
    after = Scene(view, scene.seat, scene.say, scene.names)
    bee = after.own[number]
    parts = [describe_way_home(after, bee)]
    parts += [describe_flower(after, flower) for flower in list_flowers_in_reach(after, bee)]
    if bee in after.in_contact:
        falls = 100 - after.dodge_percent(bee)
        parts.append(after.say("{percent} % to be knocked out if the turn ends like this").format(percent=falls))
    return "; ".join(parts)


def describe_way_home(scene: Scene, bee: Bee) -> str:
    turns = count_turns_home(scene, bee)
    return scene.say("{turns} from home").format(turns=format_turns(scene, turns)) if turns else scene.say("at home")


def count_turns_home(scene: Scene, bee: Bee) -> int:
    """Return the turns of flight to the bee's own zone, if nothing is in the way: only scouts go diagonally (BZ-5)."""
    hive_x, hive_y = scene.hive(bee.seat)
    across, down = (max(0, abs(at - hive) - ZONE + 1) for at, hive in ((bee.x, hive_x), (bee.y, hive_y)))
    return max(across, down) if bee.kind == SCOUT else across + down


def list_flowers_in_reach(scene: Scene, bee: Bee) -> list[Flower]:
    return [one for one in scene.flowers if max(abs(one.x - bee.x), abs(one.y - bee.y)) <= 1]


def describe_chances(scene: Scene, bee: Bee, way: int) -> str:
    """Say for each amount of nectar the chance that the flower yields it."""
    say, flower, room = scene.say, scene.flower_beside(bee, way), bee.carries - bee.load
    if room == 0:
        return say("The bee is full: all that the flower yields is lost")
    if flower.is_empty or flower.high == 0:
        return say("The flower is empty")
    if scene.view.max_nectar > MOST_NECTAR:
        return describe_flower(scene, flower)
    chances = count_chances(scene, flower, room)
    total = sum(chances.values())
    parts = [
        say("{percent} % to bring {nectar} nectar").format(percent=round(100 * chances[gain] / total), nectar=gain)
        for gain in sorted(chances, reverse=True)
    ]
    return say("{chances}, if no other bee was there since").format(chances=", ".join(parts))


def count_chances(scene: Scene, flower: Flower, room: int) -> dict[int, float]:
    """Return the weight of each gain, over all starts and amounts left that fit what the viewer has seen (BZ-12)."""
    state, seat = scene.state, scene.seat
    chances: dict[int, float] = {}
    for start in range(least_start(state, seat, flower.id // 4), state.max_nectar + 1):
        most = most_left(state, seat, flower.id, start)
        least = min(state.low[seat, flower.id], most) if state.room[seat, flower.id] >= 0 else most
        for nectar in range(least, most + 1):
            gain = min(room, compute_yield(state, nectar, start))
            chances[gain] = chances.get(gain, 0) + 1 / (most - least + 1)
    return chances
