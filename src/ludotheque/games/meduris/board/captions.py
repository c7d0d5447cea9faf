"""The sentences of the board: names, tooltips, the task and the hint of the turn, and the end."""

from ludotheque.art import Say, View, count_words, signed
from ludotheque.games.meduris.board.scene import Offering, Scene, Site
from ludotheque.games.meduris.druid import DRUID_HOME
from ludotheque.games.meduris.ring import KINDS, NO_SEAT
from ludotheque.games.meduris.rules import TEMPLE
from ludotheque.games.meduris.turn import ACTING, DROPPING, GIFT, GIVING, LOSS, OFFERING, PLACING, TAKING


def name_resource(scene: Scene, kind: int) -> str:
    say = scene.say
    return (say("wood"), say("wool"), say("copper"), say("stone"))[kind]


def name_pair(scene: Scene, site: Site) -> str:
    one, two = (name_resource(scene, kind) for kind in site.need)
    return scene.say("{one} and {two}").format(one=one, two=two)


def format_gain(scene: Scene, points: int) -> str:
    if abs(points) == 1:
        return scene.say("{points} point").format(points=signed(points))
    return scene.say("{points} points").format(points=signed(points))


def format_huts(scene: Scene, huts: int) -> str:
    return count_words(huts, scene.say("one hut"), scene.say("{count} huts"))


def describe_turn(scene: Scene) -> str:
    if scene.is_over:
        return scene.say("The end")
    if scene.phase == PLACING:
        return scene.say("Setting up")
    return scene.say("The last lap") if scene.in_lap else scene.say("Turn {turn}").format(turn=scene.turn)


def describe_player(scene: Scene) -> str:
    if scene.player == scene.seat:
        return scene.say("your turn")
    return scene.say("{name} plays").format(name=scene.names[scene.player])


def describe_event(scene: Scene) -> str:
    """Describe the event of the turn (ME-5)."""
    say, die = scene.say, int(scene.facts.die)
    if die == LOSS:
        return say("everyone gives up 1 resource")
    if die == GIFT:
        return say("everyone takes 1 resource")
    if scene.facts.event == 0:
        return say("every worker makes 1")
    return say("the workers on {kind} make 1").format(kind=name_resource(scene, die))


def describe_task(scene: Scene) -> str:
    """Describe what is asked, and of which seat."""
    return describe_own_task(scene) if scene.mine else describe_other_task(scene)


def describe_own_task(scene: Scene) -> str:
    say = scene.say
    if scene.phase == OFFERING:
        return say("The druid asks you for an offering at site {site}.").format(site=scene.druid)
    if scene.phase == GIVING:
        return say("Give {tiles} for what is missing.").format(tiles=format_tiles(scene))
    sentences = {
        PLACING: say("Put a worker on a plateau."),
        DROPPING: say("Give up one resource."),
        TAKING: say("Take one resource."),
        ACTING: say("Move a worker, or build on a site."),
    }
    return sentences[scene.phase]


def describe_other_task(scene: Scene) -> str:
    say, name = scene.say, scene.names[scene.asked_seat]
    if scene.phase == OFFERING:
        return say("The druid asks {name} for an offering at site {site}.").format(name=name, site=scene.druid)
    if scene.phase == GIVING:
        return say("{name} gives {tiles} for what is missing.").format(name=name, tiles=format_tiles(scene))
    sentences = {
        PLACING: say("{name} puts a worker on a plateau."),
        DROPPING: say("{name} gives up one resource."),
        TAKING: say("{name} takes one resource."),
        ACTING: say("{name} moves a worker or builds."),
    }
    return sentences[scene.phase].format(name=name)


def format_tiles(scene: Scene) -> str:
    return count_words(int(scene.facts.owed), scene.say("one more tile"), scene.say("{count} more tiles"))


def describe_turns_left(scene: Scene) -> str:
    """Say how many turns or visits are left, once the end is near (ME-14, ME-18); else return nothing."""
    if scene.is_over or scene.phase == PLACING:
        return ""
    if scene.in_lap:
        return scene.say("huts to visit: {count}").format(count=scene.facts.visits)
    if scene.finisher != NO_SEAT:
        return scene.say("Last turns: {count} to play").format(count=min(scene.last_turns, scene.turns_left))
    if scene.turns_left <= scene.seats:
        return scene.say("Turn limit: {count} to play").format(count=scene.turns_left)
    return ""


def describe_finisher(scene: Scene) -> str:
    """Name the seat that has built everything, if there is one."""
    if scene.finisher == NO_SEAT:
        return ""
    return scene.say("Everything built: {name}").format(name=scene.name_or_you(scene.finisher, scene.say("you")))


def describe_resource_choice(scene: Scene, kind: int) -> str:
    """Describe what a click on a resource does."""
    say, name = scene.say, name_resource(scene, kind)
    if scene.phase == TAKING:
        return say("Take {kind}").format(kind=name)
    return say("Give up {kind}").format(kind=name) if scene.phase == DROPPING else say("Give {kind}").format(kind=name)


def name_offering(scene: Scene, offering: Offering) -> str:
    if len(offering.kinds) == 2:
        return scene.say("both")
    return name_resource(scene, offering.kinds[0]) if offering.kinds else scene.say("nothing")


def describe_offering(scene: Scene, offering: Offering) -> str:
    facts = {"what": name_offering(scene, offering), "points": format_gain(scene, offering.points)}
    return scene.say("Offer {what}: {points}").format(**facts)


def describe_site(scene: Scene, site: Site) -> str:
    """Describe a site's place, its piece and that piece's worth, and what a click on it begins."""
    say = scene.say
    where = say("Site {site}, {pair}").format(site=site.id, pair=name_pair(scene, site))
    facts = [where, describe_piece(scene, site)]
    if site.id == scene.druid:
        facts.append(say("the druid is here"))
    if site.id in scene.legal.sites:
        facts.append(say("click to build"))
    return "; ".join(facts)


def describe_piece(scene: Scene, site: Site) -> str:
    say = scene.say
    if site.is_empty:
        return say("empty, a hut costs {cost} of each").format(cost=scene.hut_cost(site.id))
    name = scene.name_or_you(site.owner, say("you"))
    if site.is_temple:
        points = format_gain(scene, scene.count_huts_beside(site.id))
        return say("temple ({name}), {points} at the end").format(name=name, points=points)
    if site.run == 1:
        return say("isolated hut ({name})").format(name=name)
    return say("hut ({name}) in a colony of {huts}").format(name=name, huts=format_huts(scene, site.run))


def describe_build(scene: Scene, kind: int, site: Site) -> str:
    one, two = (name_resource(scene, need) for need in site.need)
    if kind == TEMPLE:
        return scene.say("Build a temple on site {site} for 1 {one} and 1 {two}").format(site=site.id, one=one, two=two)
    facts = {"site": site.id, "cost": scene.hut_cost(site.id), "one": one, "two": two}
    return scene.say("Build a hut on site {site} for {cost} {one} and {cost} {two}").format(**facts)


def describe_plateau(scene: Scene, plateau: int) -> str:
    say, pile = scene.say, scene.piles[plateau]
    kind = name_resource(scene, plateau)
    if not pile:
        return say("Plateau of {kind}: empty").format(kind=kind)
    names = ", ".join(scene.name_or_you(seat, say("you")) for seat in pile)
    return say("Plateau of {kind}, from the bottom: {names}").format(kind=kind, names=names)


def describe_worker(scene: Scene, plateau: int, height: int) -> str:
    facts = {
        "name": scene.name_or_you(scene.piles[plateau][height - 1], scene.say("you")),
        "kind": name_resource(scene, plateau),
        "height": height,
    }
    worker = scene.say("Worker ({name}) on {kind}, height {height}").format(**facts)
    if (plateau, height) not in scene.legal.shifts:
        return worker
    return f"{worker}; {scene.say('click to move it, then choose a plateau')}"


def describe_shift(scene: Scene, plateau: int, height: int, target: int) -> str:
    gains = scene.yield_gains(plateau, height, target)
    produced = ", ".join(f"+{count} {name_resource(scene, kind)}" for kind, count in enumerate(gains) if count)
    facts = {"source": name_resource(scene, plateau), "target": name_resource(scene, target)}
    shift = scene.say("Move the worker from {source} to {target}").format(**facts)
    return join_words(scene, shift, produced or scene.say("nothing"))


def join_words(scene: Scene, one: str, two: str) -> str:
    return scene.say("{one}: {two}").format(one=one, two=two)


def name_district(scene: Scene, district: int) -> str:
    """Return the first and the last site of a district: the board has numbers of sites, not of districts."""
    sites = [site.id for site in scene.sites if site.district == district]
    return f"{sites[0]}–{sites[-1]}"


def describe_rune_stone(scene: Scene, district: int) -> str:
    holder, sites = scene.runes[district], name_district(scene, district)
    if holder == NO_SEAT:
        return scene.say("Rune stone of sites {sites}: free").format(sites=sites)
    facts = {"sites": sites, "name": scene.name_or_you(holder, scene.say("you"))}
    return scene.say("Rune stone of sites {sites}: {name}").format(**facts)


def describe_druid(scene: Scene) -> str:
    say, stone = scene.say, scene.druid - DRUID_HOME
    if scene.druid >= 0:
        return say("The druid is at site {site}").format(site=scene.druid)
    return say("The druid is on paved stone {stone}").format(stone=stone) if stone else say("The druid is at home")


def describe_store(scene: Scene, seat: int) -> str:
    """Describe everything that a player has, in one line."""
    held = ", ".join(f"{scene.hands[seat][kind]} {name_resource(scene, kind)}" for kind in range(KINDS))
    facts = {
        "name": scene.names[seat],
        "points": format_points(scene, seat),
        "held": held,
        "huts": scene.facts.huts_left[seat],
        "temples": scene.facts.temples_left[seat],
        "stones": scene.count_runes(seat),
    }
    template = scene.say("{name}: {points}; {held}; huts left {huts}, temples left {temples}, rune stones {stones}")
    return template.format(**facts) + ("" if scene.is_over else f"; {describe_end_points(scene, seat)}")


def format_points(scene: Scene, seat: int) -> str:
    return count_words(scene.points[seat], scene.say("one point"), scene.say("{count} points"))


def describe_end_points(scene: Scene, seat: int) -> str:
    return scene.say("temples and rune stones: +{points} at the end").format(points=scene.end_points(seat))


def describe_winners(scene: Scene) -> str:  # ME-16
    names = ", ".join(scene.names[seat] for seat in scene.winners)
    if len(scene.winners) > 1:
        return scene.say("A draw: {names}").format(names=names)
    return scene.say("{name} wins").format(name=names)


def describe_reason(scene: Scene) -> str:
    """Name the winners' points, and what decided between seats with equal points."""
    say, best, results = scene.say, scene.winners[0], scene.view.outcome
    points = format_points(scene, best)
    level = [result for result in results if result[0] == results[best][0]]
    if len(level) == len(scene.winners):
        return points
    if sum(result[1] == results[best][1] for result in level) == len(scene.winners):
        return say("{points}, and more huts and temples built").format(points=points)
    return say("{points}, and more resources left").format(points=points)


def describe_result(scene: Scene) -> str:
    winners, reason = describe_winners(scene), describe_reason(scene)
    return scene.say("{verdict}: {reason}.").format(verdict=winners, reason=reason)


def describe_position(scene: Scene) -> str:
    """Describe the turn, the task and how near the end is; after the end, the result."""
    if scene.is_over:
        return describe_result(scene)
    notes = [f"{note}." for note in (describe_finisher(scene), describe_turns_left(scene)) if note]
    return " ".join([f"{describe_turn(scene)}.", describe_task(scene), *notes])


def hint(view: View, seat: int, say: Say = str) -> str:
    """Tell a seat that is awaited what to click; tell all other viewers what the match waits for, or who won."""
    if seat in view.active:
        return describe_click({move.split()[0] for move in view.legal(seat)}, say)
    return describe_position(Scene(view, seat, say, view.names))


def describe_click(kinds: set[str], say: Say) -> str:
    """Describe the next click of a seat whose legal moves are of these kinds."""
    if kinds == {"WORKER"}:
        return say("Click the plateau where your worker shall gather.")
    if "DROP" in kinds:
        return say("Everyone gives up a resource: click yours.")
    if "TAKE" in kinds:
        return say("Everyone takes a resource: click yours.")
    if "GIVE" in kinds:
        return say("Click what you give in exchange.")
    if "OFFER" in kinds:
        return say("The druid is at your hut: click what you offer him.")
    if kinds & {"HUT", "TEMPLE"}:
        return say("Click one of your workers and then its new plateau, or a site and then what to build there.")
    return say("You cannot pay for a building yet: click one of your workers, then its new plateau.")
