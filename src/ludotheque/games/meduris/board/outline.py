"""The position in words, for screen readers."""

from ludotheque.art import Say, Section, View
from ludotheque.games.meduris.board.captions import (
    describe_druid,
    describe_event,
    describe_offering,
    describe_piece,
    describe_plateau,
    describe_player,
    describe_position,
    describe_rune_stone,
    join_words,
    name_pair,
    name_resource,
)
from ludotheque.games.meduris.board.scene import Scene, Site
from ludotheque.games.meduris.ring import DISTRICTS, KINDS
from ludotheque.games.meduris.turn import OFFERING, PLACING


def outline(view: View, seat: int, say: Say = str) -> list[Section]:
    """Return the turn, the players, the plateaus, the ring of sites and the rune stones."""
    scene = Scene(view, seat, say, view.names)
    plateaus = [f"{describe_plateau(scene, plateau)}." for plateau in range(KINDS)]
    runes = [f"{describe_rune_stone(scene, district)}." for district in range(DISTRICTS)]
    return [
        outline_turn(scene),
        outline_players(scene),
        Section(say("Plateaus"), plateaus),
        outline_ring(scene),
        Section(say("Rune stones"), runes),
    ]


def outline_turn(scene: Scene) -> Section:
    """Return what is asked, the event, where the druid is and goes next, and the offerings that can be made."""
    say, lines = scene.say, [describe_position(scene)]
    if not scene.is_over and scene.phase != PLACING:
        lines.append(f"{join_words(scene, describe_player(scene), describe_event(scene))}.")
    lines.append(f"{describe_druid(scene)}.")
    if scene.next_stops:
        stops = ", ".join(map(str, scene.next_stops))
        lines.append(say("The druid's next stops: {sites}.").format(sites=stops))
    if scene.phase == OFFERING:
        lines += [f"{describe_offering(scene, one)}." for one in scene.offerings if one.can_pay]
    return Section(say("The turn"), lines)


def outline_players(scene: Scene) -> Section:
    say, facts = scene.say, scene.facts
    kinds = [name_resource(scene, kind) for kind in range(KINDS)]
    more = [say("at the end"), *kinds, say("huts left"), say("temples left"), say("Rune stones")]
    rows = [[say("Player"), say("points"), *more]]
    for seat in range(scene.seats):
        you = " " + say("(you)") if seat == scene.seat else ""
        held = (*scene.hands[seat], facts.huts_left[seat], facts.temples_left[seat], scene.count_runes(seat))
        end = "–" if scene.is_over else f"+{scene.end_points(seat)}"
        rows.append([scene.names[seat] + you, str(scene.points[seat]), end, *map(str, held)])
    return Section(say("Players"), table=rows)


def outline_ring(scene: Scene) -> Section:
    """Return a row for each site: its two resources, and its piece or what a hut costs there."""
    say = scene.say
    rows = [[say("Site"), say("Resources"), say("Piece")]]
    for site in scene.sites:
        rows.append([str(site.id), name_pair(scene, site), describe_place(scene, site)])
    return Section(say("The ring"), table=rows)


def describe_place(scene: Scene, site: Site) -> str:
    piece = describe_piece(scene, site)
    return f"{piece}; {scene.say('the druid is here')}" if site.id == scene.druid else piece
