"""The position in words, for screen readers."""

from ludotheque.art import Say, Section, View
from ludotheque.games.ghost.board.factories import describe_state as describe_factory_state
from ludotheque.games.ghost.board.flights import describe_bomb, describe_flight, list_orders
from ludotheque.games.ghost.board.panels import describe_league, describe_side, describe_state, has_ended
from ludotheque.games.ghost.board.scene import Scene, format_owner
from ludotheque.games.ghost.turn import SEATS


def outline(view: View, seat: int, say: Say = str) -> list[Section]:
    """Return the turn, the factories, all that flies, the viewer's orders, and the distances."""
    scene = Scene(view, seat, say, view.names)
    flights = [describe_flight(scene, troop) for troop in scene.troops]
    lists = [
        (say("Troops"), flights),
        (say("Bombs"), [describe_bomb(scene, bomb) for bomb in scene.bombs]),
        (say("Your orders"), list_orders(scene)),
    ]
    filled = [Section(heading, [f"{line}." for line in lines]) for heading, lines in lists if lines]
    return [outline_turn(scene), outline_factories(scene), *filled, outline_distances(scene)]


def outline_turn(scene: Scene) -> Section:
    sides = [f"{describe_side(scene, seat)}." for seat in range(SEATS)]
    ended = [describe_ended(scene, seat) for seat in range(SEATS) if has_ended(scene, seat)]
    return Section(scene.say("The turn"), [describe_state(scene), f"{describe_league(scene)}.", *sides, *ended])


def describe_ended(scene: Scene, seat: int) -> str:
    own, others = scene.say("You have ended the turn."), scene.say("{name} has ended the turn.")
    return own if seat == scene.seat else others.format(name=scene.names[seat])


def outline_factories(scene: Scene) -> Section:
    """Return a row for each factory: owner, cyborgs, production, and what is special about it this turn."""
    say = scene.say
    rows = [[say("Factory"), say("Owner"), say("cyborgs"), say("Production"), say("Remark")]]
    for factory in scene.factories:
        numbers = [str(factory.id), format_owner(scene, factory.owner), str(factory.stock), str(factory.production)]
        rows.append([*numbers, ", ".join(describe_factory_state(scene, factory))])
    return Section(say("Factories"), table=rows)


def outline_distances(scene: Scene) -> Section:
    ids = range(scene.count)
    rows = [[str(i), *("–" if i == j else str(scene.distance[i][j]) for j in ids)] for i in ids]
    return Section(scene.say("Turns between factories"), table=[[scene.say("Factory"), *map(str, ids)], *rows])
