"""What the board of Bzzz says: bees, flowers, moves, the turn and the end, each in words."""

from math import inf

from ludotheque.art import clip
from ludotheque.games.bzzz.board.scene import Bee, Flower, Scene
from ludotheque.games.bzzz.forage import CARRIES, FORCE
from ludotheque.games.bzzz.rules import DRONE, FORAGING, HIVE_TAKEN, SCOUT, TOO_DEAR, TOO_LATE, WORKER
from ludotheque.games.bzzz.skirmish import FELL


def kind_name(scene: Scene, kind: int) -> str:
    return (scene.say("worker"), scene.say("drone"), scene.say("scout"))[kind]


def kind_facts(scene: Scene, kind: int) -> str:
    facts = scene.say("force {force}, carries {carries}").format(force=FORCE[kind], carries=CARRIES[kind])
    return f"{facts}, {scene.say('diagonals')}" if kind == SCOUT else facts


def way_name(scene: Scene, way: int) -> str:
    say = scene.say
    straight = (say("north"), say("east"), say("south"), say("west"))
    slanting = (say("north-east"), say("south-east"), say("south-west"), say("north-west"))
    return (slanting if way % 2 else straight)[way // 2]


def turn_count(scene: Scene, turns: int) -> str:
    return scene.say("one turn") if turns == 1 else scene.say("{count} turns").format(count=turns)


def side_name(scene: Scene, seat: int) -> str:
    return scene.say("you") if seat == scene.seat else scene.names[seat]


def bee_name(scene: Scene, bee: Bee) -> str:
    return f"{kind_name(scene, bee.kind)} {bee.number}"


def bee_words(scene: Scene, bee: Bee) -> str:
    """Whose it is, what it is, where it is, and all that is known of it."""
    say = scene.say
    facts = {"owner": side_name(scene, bee.seat), "bee": bee_name(scene, bee), "x": bee.x, "y": bee.y}
    said = [say("{owner}: {bee} at ({x}, {y})").format(**facts)]
    if bee.ko:
        said.append(say("knocked out for {turns}").format(turns=turn_count(scene, bee.ko)))
    elif bee.load >= 0:
        said.append(load_words(scene, bee))
    said += fight_words(scene, bee)
    if (bee.x, bee.y) in scene.bloom:
        said.append(flower_words(scene, scene.bloom[bee.x, bee.y]))
    if bee.seat == scene.seat:
        said += task_words(scene, bee)
    return ", ".join(said)


def load_words(scene: Scene, bee: Bee) -> str:
    return scene.say("carries {load} of {carries}").format(load=bee.load, carries=bee.carries)


def fight_words(scene: Scene, bee: Bee) -> list[str]:
    """What became of a bee in the skirmish before, and what would in the next one."""
    said = []
    if any(bee in pair for pair in scene.fights):
        said.append(scene.say("fell in the skirmish") if bee.fought == FELL else scene.say("dodged in the skirmish"))
    if bee in scene.in_contact:
        said.append(dodge_words(scene, bee))
    return said


def dodge_words(scene: Scene, bee: Bee) -> str:
    return scene.say("in contact, dodges {percent} %").format(percent=scene.dodges(bee))


def task_words(scene: Scene, bee: Bee) -> list[str]:
    """What an own bee has done this turn, or will do by itself."""
    said = [scene.say("has done its part of this turn")] if bee.used else []
    flower = scene.by_itself(bee)
    if flower is not None:
        said.append(scene.say("told nothing, it forages ({x}, {y})").format(x=flower.x, y=flower.y))
    return said


def flower_words(scene: Scene, flower: Flower) -> str:
    place = scene.say("flower at ({x}, {y})").format(x=flower.x, y=flower.y)
    return f"{place}, {flower_knowledge(scene, flower)}"


def flower_knowledge(scene: Scene, flower: Flower) -> str:
    """What the viewer knows of it (BZ-12)."""
    say = scene.say
    if flower.nectar >= 0:
        return say("{nectar} of {start} left").format(nectar=flower.nectar, start=flower.start)
    if flower.is_empty:
        return say("known to be empty")
    if flower.gain < 0:
        return say("never seen")
    last = say("last yield {gain}") if flower.is_all else say("last yield {gain} or more")
    return f"{last.format(gain=flower.gain)}, {say('at most {high} left').format(high=flower.high)}"


def step_words(scene: Scene, bee: Bee, way: int) -> str:
    x, y = scene.beside(bee, way)
    facts = {"bee": bee_name(scene, bee), "way": way_name(scene, way), "x": x, "y": y}
    return scene.say("{bee}: step {way} to ({x}, {y})").format(**facts)


def forage_words(scene: Scene, bee: Bee, way: int) -> str:
    flower = flower_words(scene, scene.flower_beside(bee, way))
    return scene.say("{bee}: forage the {flower}").format(bee=bee_name(scene, bee), flower=flower)


def hold_words(scene: Scene, bee: Bee) -> str:
    return scene.say("{bee}: hold, and forage nothing this turn").format(bee=bee_name(scene, bee))


def lay_words(scene: Scene, kind: int) -> str:
    say, price = scene.say, scene.view.cout_ponte
    sentences = {
        WORKER: say("Lay a worker for {price} nectar"),
        DRONE: say("Lay a drone for {price} nectar"),
        SCOUT: say("Lay a scout for {price} nectar"),
    }
    return f"{sentences[kind].format(price=price)}: {kind_facts(scene, kind)}"


def no_lay_words(scene: Scene) -> str:
    """Why no bee can be laid, in a few words (BZ-4, BZ-13)."""
    say = scene.say
    reasons = {
        TOO_LATE: say("only to begin a turn"),
        HIVE_TAKEN: say("the hive's cell is taken"),
        TOO_DEAR: say("too little nectar"),
    }
    return reasons.get(scene.why_no_bee, say("64 bees are enough"))


def hint(scene: Scene) -> str:
    """The next step."""
    if not scene.legal.bees:
        return scene.say("No bee can be given a task now.")
    if scene.view.stage == FORAGING:
        return scene.say("Choose a bee to forage or to hold; the others forage by themselves.")
    return scene.say("Choose a bee to step, forage or hold; those told nothing forage by themselves.")


def turn_words(scene: Scene) -> str:
    """Turns are counted from one; a finished match names the last."""
    turn = scene.view.turn + (not scene.over)
    return scene.say("Turn {turn} of {turns}").format(turn=turn, turns=scene.view.time_out)


def player_words(scene: Scene) -> str:
    return scene.say("your turn") if scene.mine else scene.say("{name} plays").format(name=scene.names[scene.player])


def end_effects(scene: Scene) -> list[str]:
    """What END would do, as far as it is certain (BZ-7, BZ-8)."""
    said = [scene.say("drops {nectar}").format(nectar=scene.at_home)] if scene.at_home else []
    if scene.in_contact:
        said.append(scene.say("{count} will fight").format(count=len(scene.in_contact)))
    return said


def end_words(scene: Scene) -> str:
    """The same in sentences."""
    say, said = scene.say, [scene.say("End the turn")]
    if scene.at_home:
        said.append(say("bees at home drop {nectar} nectar at least").format(nectar=scene.at_home))
    if scene.in_contact:
        said.append(say("bees that will skirmish: {count}").format(count=len(scene.in_contact)))
    return ", ".join(said)


def skirmish_words(scene: Scene) -> str:
    """How the skirmish of the turn before went."""
    if not scene.fights:
        return ""
    return scene.say("Skirmish: {fell} fell, {dodged} dodged").format(fell=scene.fell, dodged=scene.dodged)


def stock_words(scene: Scene, seat: int) -> str:
    stock = scene.stocks[seat]
    return scene.say("hidden nectar") if stock < 0 else scene.say("{nectar} nectar").format(nectar=stock)


def card_words(scene: Scene, seat: int) -> str:
    counts = (f"{kind_name(scene, kind)} ×{count}" for kind, count in enumerate(scene.counts(seat)))
    return f"{scene.names[seat]}: {stock_words(scene, seat)}, {', '.join(counts)}"


def verdict(scene: Scene, room: float = inf) -> str:
    """Who won (BZ-11), names cut to their room on a card."""
    names = [clip(scene.names[seat], 24, room / len(scene.winners)) for seat in scene.winners]
    if len(names) == 1:
        return scene.say("{name} wins").format(name=names[0])
    return scene.say("Shared by {names}").format(names=", ".join(names))


def reason(scene: Scene) -> str:
    """Why the match is over (BZ-11)."""
    if scene.view.loose == 0:
        return scene.say("no nectar left outside")
    if scene.view.turn >= scene.view.time_out:
        return scene.say("all turns are played")
    return scene.say("half of all nectar is home")


def headline(scene: Scene) -> str:
    """Turn and task in one sentence."""
    start = f"{scene.view.game.title}. {turn_words(scene)}"
    if scene.over:
        return f"{start}. {verdict(scene)}: {reason(scene)}."
    return f"{start}, {player_words(scene)}" + (f": {task(scene)}." if scene.mine else ".")


def task(scene: Scene) -> str:
    if scene.legal.lays:
        return scene.say("lay a bee, step, forage or end")
    return scene.say("forage or end") if scene.view.stage == FORAGING else scene.say("step, forage or end")
