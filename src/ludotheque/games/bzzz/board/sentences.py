"""The sentences on the board of Bzzz: bees, flowers, moves, the turn, the end, and the hint above the board."""

from math import inf

from ludotheque.art import Say, View, clip, count_words
from ludotheque.games.bzzz.board.scene import Bee, Flower, Scene
from ludotheque.games.bzzz.forage import CARRIES, FORCE
from ludotheque.games.bzzz.rules import DRONE, FORAGING, HIVE_TAKEN, SCOUT, TOO_DEAR, TOO_LATE, WORKER
from ludotheque.games.bzzz.skirmish import FELL


def name_kind(scene: Scene, kind: int) -> str:
    return (scene.say("worker"), scene.say("drone"), scene.say("scout"))[kind]


def describe_kind(scene: Scene, kind: int) -> str:
    facts = scene.say("force {force}, carries {carries}").format(force=FORCE[kind], carries=CARRIES[kind])
    return f"{facts}, {scene.say('diagonals')}" if kind == SCOUT else facts


def name_way(scene: Scene, way: int) -> str:
    say = scene.say
    straight = (say("north"), say("east"), say("south"), say("west"))
    slanting = (say("north-east"), say("south-east"), say("south-west"), say("north-west"))
    return (slanting if way % 2 else straight)[way // 2]


def format_turns(scene: Scene, turns: int) -> str:
    return count_words(turns, scene.say("one turn"), scene.say("{count} turns"))


def name_bee(scene: Scene, bee: Bee) -> str:
    return f"{name_kind(scene, bee.kind)} {bee.number}"


def join_words(scene: Scene, one: str, two: str) -> str:
    return scene.say("{one}: {two}").format(one=one, two=two)


def describe_bee(scene: Scene, bee: Bee) -> str:
    """Say owner, kind and cell of a bee, and everything that the viewer knows of it."""
    say = scene.say
    facts = {"owner": scene.name_or_you(bee.seat, say("you")), "bee": name_bee(scene, bee), "x": bee.x, "y": bee.y}
    parts = [say("{owner}: {bee} at ({x}, {y})").format(**facts)]
    if bee.ko:
        parts.append(say("knocked out for {turns}").format(turns=format_turns(scene, bee.ko)))
    elif bee.load >= 0:
        parts.append(describe_load(scene, bee))
    parts += describe_fights(scene, bee)
    if (bee.x, bee.y) in scene.flower_at:
        parts.append(describe_flower(scene, scene.flower_at[bee.x, bee.y]))
    if bee.seat == scene.seat:
        parts += describe_task(scene, bee)
    return ", ".join(parts)


def describe_load(scene: Scene, bee: Bee) -> str:
    return scene.say("carries {load} of {carries}").format(load=bee.load, carries=bee.carries)


def describe_fights(scene: Scene, bee: Bee) -> list[str]:
    """Say how a bee's last skirmish ended, and its odds in the next one."""
    parts = []
    if any(bee in pair for pair in scene.fights):
        parts.append(scene.say("fell in the skirmish") if bee.fought == FELL else scene.say("dodged in the skirmish"))
    if bee in scene.in_contact:
        parts.append(describe_dodge(scene, bee))
    return parts


def describe_dodge(scene: Scene, bee: Bee) -> str:
    return scene.say("in contact, dodges {percent} %").format(percent=scene.dodge_percent(bee))


def describe_task(scene: Scene, bee: Bee) -> list[str]:
    """Say what a bee of the viewer has done this turn, or will do by itself."""
    parts = [scene.say("has done its part of this turn")] if bee.used else []
    flower = scene.flower_for_idle(bee)
    if flower is not None:
        parts.append(scene.say("told nothing, it forages ({x}, {y})").format(x=flower.x, y=flower.y))
    return parts


def describe_flower(scene: Scene, flower: Flower) -> str:
    place = scene.say("flower at ({x}, {y})").format(x=flower.x, y=flower.y)
    return f"{place}, {describe_knowledge(scene, flower)}"


def describe_knowledge(scene: Scene, flower: Flower) -> str:
    """Say what the viewer knows of a flower (BZ-12)."""
    say = scene.say
    if flower.nectar >= 0:
        return say("{nectar} of {start} left").format(nectar=flower.nectar, start=flower.start)
    if flower.is_empty:
        return say("known to be empty")
    if flower.gain < 0:
        return say("never seen")
    if flower.is_bound:
        return say("foraged by a full bee, at most {high} left").format(high=flower.high)
    last = say("last yield {gain}") if flower.is_all else say("last yield {gain} or more")
    return f"{last.format(gain=flower.gain)}, {say('at most {high} left').format(high=flower.high)}"


def describe_step(scene: Scene, bee: Bee, way: int) -> str:
    x, y = scene.cell_beside(bee, way)
    facts = {"bee": name_bee(scene, bee), "way": name_way(scene, way), "x": x, "y": y}
    return scene.say("{bee}: step {way} to ({x}, {y})").format(**facts)


def describe_forage(scene: Scene, bee: Bee, way: int) -> str:
    flower = describe_flower(scene, scene.flower_beside(bee, way))
    return scene.say("{bee}: forage the {flower}").format(bee=name_bee(scene, bee), flower=flower)


def describe_hold(scene: Scene, bee: Bee) -> str:
    return scene.say("{bee}: hold, and forage nothing this turn").format(bee=name_bee(scene, bee))


def describe_lay(scene: Scene, kind: int) -> str:
    say, price = scene.say, scene.view.cout_ponte
    sentences = {
        WORKER: say("Lay a worker for {price} nectar"),
        DRONE: say("Lay a drone for {price} nectar"),
        SCOUT: say("Lay a scout for {price} nectar"),
    }
    return join_words(scene, sentences[kind].format(price=price), describe_kind(scene, kind))


def describe_no_lay(scene: Scene) -> str:
    """Say in a few words why no bee can be laid (BZ-4, BZ-13)."""
    say = scene.say
    reasons = {
        TOO_LATE: say("only to begin a turn"),
        HIVE_TAKEN: say("the hive's cell is taken"),
        TOO_DEAR: say("too little nectar"),
    }
    return reasons.get(scene.lay_error, say("64 bees are enough"))


def describe_bee_to_choose(scene: Scene) -> str:
    """Say on the controls which bees can be selected."""
    if not scene.legal.bees:
        return scene.say("No bee can be given a task now.")
    if scene.view.stage == FORAGING:
        return scene.say("Choose a bee to forage or to hold; the others forage by themselves.")
    return scene.say("Choose a bee to step, forage or hold; those told nothing forage by themselves.")


def describe_turn(scene: Scene) -> str:
    """Say the turn, counted from one; after the match, the last turn."""
    turn = scene.view.turn + (not scene.over)
    return scene.say("Turn {turn} of {turns}").format(turn=turn, turns=scene.view.time_out)


def describe_player(scene: Scene) -> str:
    return scene.say("your turn") if scene.mine else scene.say("{name} plays").format(name=scene.names[scene.player])


def list_end_effects(scene: Scene) -> list[str]:
    """Say in a few words what END would do, as far as it is certain (BZ-7, BZ-8)."""
    parts = [scene.say("drops {nectar}").format(nectar=scene.at_home)] if scene.at_home else []
    if scene.in_contact:
        parts.append(scene.say("{count} will fight").format(count=len(scene.in_contact)))
    return parts


def describe_end(scene: Scene) -> str:
    """Say what END would do, in full."""
    say, parts = scene.say, [scene.say("End the turn")]
    if scene.at_home:
        parts.append(say("bees at home drop {nectar} nectar at least").format(nectar=scene.at_home))
    if scene.in_contact:
        parts.append(say("bees that will skirmish: {count}").format(count=len(scene.in_contact)))
    return ", ".join(parts)


def describe_skirmish(scene: Scene) -> str:
    if not scene.fights:
        return ""
    return scene.say("Skirmish: {fell} fell, {dodged} dodged").format(
        fell=scene.fallen_count, dodged=scene.dodged_count
    )


def describe_stock(scene: Scene, seat: int) -> str:
    stock = scene.stocks[seat]
    return scene.say("hidden nectar") if stock < 0 else scene.say("{nectar} nectar").format(nectar=stock)


def describe_card(scene: Scene, seat: int) -> str:
    counts = (f"{name_kind(scene, kind)} ×{count}" for kind, count in enumerate(scene.count_bees(seat)))
    return join_words(scene, scene.names[seat], f"{describe_stock(scene, seat)}, {', '.join(counts)}")


def describe_winners(scene: Scene, room: float = inf) -> str:
    """Say who won (BZ-11), with names cut to `room`."""
    names = [clip(scene.names[seat], 24, room / len(scene.winners)) for seat in scene.winners]
    if len(names) == 1:
        return scene.say("{name} wins").format(name=names[0])
    return scene.say("Shared by {names}").format(names=", ".join(names))


def describe_reason(scene: Scene) -> str:
    """Say why the match is over (BZ-11)."""
    if scene.view.loose == 0:
        return scene.say("no nectar left outside")
    if scene.view.turn >= scene.view.time_out:
        return scene.say("all turns are played")
    return scene.say("half of all nectar is home")


def describe_board(scene: Scene) -> str:
    """Name the game, the turn and what happens now: the label of the drawing for screen readers."""
    if not scene.mine:
        return f"{scene.view.game.title}. {describe_state(scene)}"
    turn = f"{describe_turn(scene)}, {describe_player(scene)}"
    return f"{scene.view.game.title}. {join_words(scene, turn, describe_choices(scene))}."


def describe_state(scene: Scene) -> str:
    """Say whose turn it is, or who won."""
    if scene.over:
        return f"{describe_turn(scene)}. {join_words(scene, describe_winners(scene), describe_reason(scene))}."
    return f"{describe_turn(scene)}, {describe_player(scene)}."


def describe_choices(scene: Scene) -> str:
    if scene.legal.lays:
        return scene.say("lay a bee, step, forage or end")
    return scene.say("forage or end") if scene.view.stage == FORAGING else scene.say("step, forage or end")


def hint(view: View, seat: int, say: Say = str) -> str:
    """Return the sentence above the board: what to click next, whom the table waits for, or who won."""
    scene = Scene(view, seat, say, view.names)
    if not scene.mine:
        return describe_state(scene)
    can_lay, can_move = bool(scene.legal.lays), bool(scene.legal.steps or scene.legal.forages)
    if can_lay and can_move:
        return say("Lay a bee, or click a bee of yours and then a cell beside it or a flower. Then end the turn.")
    if can_lay:
        return say("Lay a bee: click the kind you would like. Then end the turn.")
    if can_move:
        return say("Click a bee of yours, then a cell beside it or a flower. Then end the turn.")
    return say("Nothing is left to do: end the turn.")
