"""What the board says: resources, sites, plateaus, the event, what is asked and the end, each in words."""

from ludotheque.art import signed
from ludotheque.games.meduris.board.scene import Offering, Scene, Site
from ludotheque.games.meduris.druid import TEMPLE_OF_DRUID
from ludotheque.games.meduris.ring import KINDS, NOBODY
from ludotheque.games.meduris.rules import TEMPLE
from ludotheque.games.meduris.turn import ACTING, DROPPING, GIFT, GIVING, LOSS, OFFERING, PLACING, TAKING


def kind_name(scene: Scene, kind: int) -> str:
    say = scene.say
    return (say("wood"), say("wool"), say("copper"), say("stone"))[kind]


def pair_name(scene: Scene, site: Site) -> str:
    one, two = (kind_name(scene, kind) for kind in site.need)
    return scene.say("{one} and {two}").format(one=one, two=two)


def side_name(scene: Scene, seat: int) -> str:
    return scene.say("you") if seat == scene.seat else scene.names[seat]


def point_count(scene: Scene, points: int) -> str:
    if abs(points) == 1:
        return scene.say("{points} point").format(points=signed(points))
    return scene.say("{points} points").format(points=signed(points))


def hut_count(scene: Scene, huts: int) -> str:
    return scene.say("one hut") if huts == 1 else scene.say("{count} huts").format(count=huts)


def turn_words(scene: Scene) -> str:
    if scene.over:
        return scene.say("The end")
    if scene.phase == PLACING:
        return scene.say("Setting up")
    return scene.say("The last lap") if scene.in_lap else scene.say("Turn {turn}").format(turn=scene.turn)


def player_words(scene: Scene) -> str:
    if scene.player == scene.seat:
        return scene.say("your turn")
    return scene.say("{name} plays").format(name=scene.names[scene.player])


def event_words(scene: Scene) -> str:
    """What the die has brought (ME-5)."""
    say, die = scene.say, int(scene.facts.die)
    if die == LOSS:
        return say("everyone gives up 1 resource")
    if die == GIFT:
        return say("everyone takes 1 resource")
    if scene.facts.event == 0:
        return say("every worker makes 1")
    return say("the workers on {kind} make 1").format(kind=kind_name(scene, die))


def task_words(scene: Scene) -> str:
    """What is asked, and of whom."""
    return own_task(scene) if scene.mine else others_task(scene)


def own_task(scene: Scene) -> str:
    say = scene.say
    if scene.phase == OFFERING:
        return say("The druid asks you for an offering at site {site}.").format(site=scene.druid)
    if scene.phase == GIVING:
        return say("Give {tiles} for what is missing.").format(tiles=tile_count(scene))
    sentences = {
        PLACING: say("Put a worker on a plateau."),
        DROPPING: say("Give up one resource."),
        TAKING: say("Take one resource."),
        ACTING: say("Move a worker, or build on a site."),
    }
    return sentences[scene.phase]


def others_task(scene: Scene) -> str:
    say, name = scene.say, scene.names[scene.asked]
    if scene.phase == OFFERING:
        return say("The druid asks {name} for an offering at site {site}.").format(name=name, site=scene.druid)
    if scene.phase == GIVING:
        return say("{name} gives {tiles} for what is missing.").format(name=name, tiles=tile_count(scene))
    sentences = {
        PLACING: say("{name} puts a worker on a plateau."),
        DROPPING: say("{name} gives up one resource."),
        TAKING: say("{name} takes one resource."),
        ACTING: say("{name} moves a worker or builds."),
    }
    return sentences[scene.phase].format(name=name)


def tile_count(scene: Scene) -> str:
    owed = int(scene.facts.owed)
    return scene.say("one more tile") if owed == 1 else scene.say("{count} more tiles").format(count=owed)


def last_words(scene: Scene) -> str:
    """That the end is near: somebody has built everything (ME-14), or the turns run out (ME-18)."""
    if scene.over or scene.phase == PLACING:
        return ""
    if scene.in_lap:
        return scene.say("huts to visit: {count}").format(count=scene.facts.visits)
    if scene.finisher != NOBODY:
        return scene.say("Last turns: {count} to play").format(count=min(scene.turns_owed, scene.turns_left))
    if scene.turns_left <= scene.seats:
        return scene.say("Turn limit: {count} to play").format(count=scene.turns_left)
    return ""


def finisher_words(scene: Scene) -> str:
    """Who has built everything."""
    if scene.finisher == NOBODY:
        return ""
    return scene.say("Everything built: {name}").format(name=side_name(scene, scene.finisher))


def kind_words(scene: Scene, kind: int) -> str:
    """What a click on a resource does."""
    say, name = scene.say, kind_name(scene, kind)
    if scene.phase == TAKING:
        return say("Take {kind}").format(kind=name)
    return say("Give up {kind}").format(kind=name) if scene.phase == DROPPING else say("Give {kind}").format(kind=name)


def offering_name(scene: Scene, offering: Offering) -> str:
    if len(offering.kinds) == 2:
        return scene.say("both")
    return kind_name(scene, offering.kinds[0]) if offering.kinds else scene.say("nothing")


def offering_words(scene: Scene, offering: Offering) -> str:
    facts = {"what": offering_name(scene, offering), "points": point_count(scene, offering.points)}
    return scene.say("Offer {what}: {points}").format(**facts)


def site_words(scene: Scene, site: Site) -> str:
    """Where it is, what stands there, what that is worth, and what a click on it begins."""
    say = scene.say
    where = say("Site {site}, {pair}").format(site=site.id, pair=pair_name(scene, site))
    facts = [where, piece_words(scene, site)]
    if site.id == scene.druid:
        facts.append(say("the druid is here"))
    if site.id in scene.legal.sites:
        facts.append(say("click to build"))
    return "; ".join(facts)


def piece_words(scene: Scene, site: Site) -> str:
    say = scene.say
    if site.is_empty:
        return say("empty, a hut costs {cost} of each").format(cost=scene.cost(site.id))
    name = side_name(scene, site.owner)
    if site.is_temple:
        points = point_count(scene, scene.touched(site.id))
        return say("temple ({name}), {points} at the end").format(name=name, points=points)
    if site.run == 1:
        return say("isolated hut ({name})").format(name=name)
    return say("hut ({name}) in a colony of {huts}").format(name=name, huts=hut_count(scene, site.run))


def build_words(scene: Scene, kind: int, site: Site) -> str:
    one, two = (kind_name(scene, need) for need in site.need)
    if kind == TEMPLE:
        return scene.say("Build a temple on site {site} for 1 {one} and 1 {two}").format(site=site.id, one=one, two=two)
    facts = {"site": site.id, "cost": scene.cost(site.id), "one": one, "two": two}
    return scene.say("Build a hut on site {site} for {cost} {one} and {cost} {two}").format(**facts)


def plateau_words(scene: Scene, plateau: int) -> str:
    """Who stands there, from the bottom."""
    say, pile = scene.say, scene.piles[plateau]
    kind = kind_name(scene, plateau)
    if not pile:
        return say("Plateau of {kind}: empty").format(kind=kind)
    names = ", ".join(side_name(scene, seat) for seat in pile)
    return say("Plateau of {kind}, from the bottom: {names}").format(kind=kind, names=names)


def worker_words(scene: Scene, plateau: int, height: int) -> str:
    facts = {
        "name": side_name(scene, scene.piles[plateau][height - 1]),
        "kind": kind_name(scene, plateau),
        "height": height,
    }
    said = scene.say("Worker ({name}) on {kind}, height {height}").format(**facts)
    if (plateau, height) not in scene.legal.shifts:
        return said
    return f"{said}; {scene.say('click to move it, then choose a plateau')}"


def shift_words(scene: Scene, plateau: int, height: int, target: int) -> str:
    gains = scene.gains(plateau, height, target)
    made = ", ".join(f"+{count} {kind_name(scene, kind)}" for kind, count in enumerate(gains) if count)
    facts = {"source": kind_name(scene, plateau), "target": kind_name(scene, target)}
    moved = scene.say("Move the worker from {source} to {target}").format(**facts)
    return f"{moved}: {made or scene.say('nothing')}"


def rune_words(scene: Scene, district: int) -> str:
    holder = scene.runes[district]
    if holder == NOBODY:
        return scene.say("Rune stone of district {district}: free").format(district=district)
    facts = {"district": district, "name": side_name(scene, holder)}
    return scene.say("Rune stone of district {district}: {name}").format(**facts)


def druid_words(scene: Scene) -> str:
    say, stone = scene.say, scene.druid - TEMPLE_OF_DRUID
    if scene.druid >= 0:
        return say("The druid is at site {site}").format(site=scene.druid)
    return say("The druid is on paved stone {stone}").format(stone=stone) if stone else say("The druid is at home")


def store_words(scene: Scene, seat: int) -> str:
    """All that a player has, in one line."""
    held = ", ".join(f"{scene.hands[seat][kind]} {kind_name(scene, kind)}" for kind in range(KINDS))
    facts = {
        "name": scene.names[seat],
        "points": point_total(scene, seat),
        "held": held,
        "huts": scene.facts.huts_left[seat],
        "temples": scene.facts.temples_left[seat],
        "stones": scene.stones(seat),
    }
    said = scene.say("{name}: {points}; {held}; huts left {huts}, temples left {temples}, rune stones {stones}")
    return said.format(**facts) + ("" if scene.over else f"; {to_come_words(scene, seat)}")


def point_total(scene: Scene, seat: int) -> str:
    points = scene.points[seat]
    return scene.say("one point") if points == 1 else scene.say("{count} points").format(count=points)


def to_come_words(scene: Scene, seat: int) -> str:
    return scene.say("temples and rune stones: +{points} at the end").format(points=scene.to_come(seat))


def verdict(scene: Scene) -> str:
    """Who won (ME-16)."""
    names = ", ".join(scene.names[seat] for seat in scene.winners)
    if len(scene.winners) > 1:
        return scene.say("A draw: {names}").format(names=names)
    return scene.say("{name} wins").format(name=names)


def reason(scene: Scene) -> str:
    """With how many points, and what decided where they are level."""
    say, best, results = scene.say, scene.winners[0], scene.view.outcome
    points = point_total(scene, best)
    level = [result for result in results if result[0] == results[best][0]]
    if len(level) == len(scene.winners):
        return points
    if sum(result[1] == results[best][1] for result in level) == len(scene.winners):
        return say("{points}, and more huts and temples built").format(points=points)
    return say("{points}, and more resources left").format(points=points)


def headline(scene: Scene) -> str:
    """Turn and task in one sentence."""
    title = scene.view.game.title
    if scene.over:
        return f"{title}. {verdict(scene)}: {reason(scene)}."
    notes = [f"{note}." for note in (finisher_words(scene), last_words(scene)) if note]
    return " ".join([f"{title}. {turn_words(scene)}.", task_words(scene), *notes])
