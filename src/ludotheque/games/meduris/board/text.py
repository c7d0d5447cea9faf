"""The text board, for a terminal of 80 columns."""

from ludotheque.art import Say, View, signed
from ludotheque.games.meduris.board.captions import (
    describe_druid,
    describe_event,
    describe_finisher,
    describe_plateau,
    describe_player,
    describe_reason,
    describe_task,
    describe_turn,
    describe_turns_left,
    describe_winners,
    name_offering,
    name_resource,
)
from ludotheque.games.meduris.board.scene import Scene, Site, group_by_district
from ludotheque.games.meduris.ring import KINDS, NO_SEAT, RESOURCES
from ludotheque.games.meduris.turn import OFFERING, PLACING
from ludotheque.letters import columns, fit, folded

NAME, COLUMN = 18, 7


def text(view: View, seat: int, say: Say = str) -> str:
    """Return the board as text: a site is its number, its resources, and H2 for a hut of seat 2, T2 for a temple."""
    scene = Scene(view, seat, say, [fit(name, NAME).rstrip() for name in view.names])
    parts = [write_head(scene), write_stores(scene), write_plateaus(scene), write_ring(scene), write_legend(scene)]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def write_head(scene: Scene) -> list[str]:
    """Write the turn and the event, what is asked, and how near the end is."""
    title, turn = scene.view.game.title, describe_turn(scene)
    if scene.is_over:
        return folded(f"{title} · {turn} · {describe_winners(scene)}: {describe_reason(scene)}", 2)
    event = [describe_player(scene), describe_event(scene)] if scene.phase != PLACING and not scene.in_lap else []
    lines = folded(" · ".join([title, turn, *event]), 2)
    notes = " · ".join(filter(None, (describe_turns_left(scene), describe_finisher(scene))))
    asked = folded(describe_task(scene) + list_offerings(scene), 2)
    return [*lines, *asked, *folded(notes, 2)] if notes else [*lines, *asked]


def list_offerings(scene: Scene) -> str:
    """List the offerings that can be paid: 0 nothing −1, 1 wood +1, …"""
    if scene.phase != OFFERING:
        return ""
    offerings = [
        f"{offering.what} {name_offering(scene, offering)} {signed(offering.points)}"
        for offering in scene.offerings
        if offering.can_pay
    ]
    return f" OFFER: {', '.join(offerings)}"


def write_stores(scene: Scene) -> list[str]:
    """Write one row for each seat; `>` marks the player of the turn, `?` the seat that is asked."""
    say = scene.say
    kinds = [name_resource(scene, kind) for kind in range(KINDS)]
    heads = [say("points"), *kinds, say("huts"), say("temple"), say("runes")]
    head = " " * (NAME + 6) + "".join(f"{word:>{COLUMN}}" for word in heads)
    return [head, *(write_store(scene, seat) for seat in range(scene.seats))]


def write_store(scene: Scene, seat: int) -> str:
    facts = scene.facts
    mark = " " if scene.is_over else "?" if seat == scene.asked_seat else ">" if seat == scene.player else " "
    you = " " + scene.say("(you)") if seat == scene.seat else ""
    name = fit(fit(scene.names[seat], NAME - columns(you)).rstrip() + you, NAME)
    counts = (*scene.hands[seat], facts.huts_left[seat], facts.temples_left[seat], scene.count_runes(seat))
    more = f"{scene.points[seat]}" if scene.is_over else f"{scene.points[seat]}+{scene.end_points(seat)}"
    return f"{mark} {seat} {name} {more:>{COLUMN + 1}}" + "".join(f"{count:>{COLUMN}}" for count in counts)


def write_plateaus(scene: Scene) -> list[str]:
    """Write the workers of each plateau, and the druid's place."""
    piles = [f"{plateau} {describe_plateau(scene, plateau)}" for plateau in range(KINDS)]
    return [line for words in (*piles, describe_druid(scene)) for line in folded(words, 4)]


def write_ring(scene: Scene) -> list[str]:
    """Write one row for each district: the holder of its rune stone, then its sites."""
    head = f"{scene.say('rune'):>4} | {scene.say('sites')}"
    return [head, *(write_district(scene, members) for members in group_by_district(scene.sites))]


def write_district(scene: Scene, members: list[Site]) -> str:
    holder = scene.runes[members[0].district]
    cells = "".join(write_site(scene, site) for site in members)
    return f"{'-' if holder == NO_SEAT else holder:>4} |{cells.rstrip()}"


def write_site(scene: Scene, site: Site) -> str:
    needs = "".join(RESOURCES[kind] for kind in site.need)
    piece = f"x{scene.hut_cost(site.id)}" if site.is_empty else f"{'H' if site.is_hut else 'T'}{site.owner}"
    druid = "@" if site.id == scene.druid else " "
    return f" {druid}{site.id:>2} {needs} {piece:<3}"


def write_legend(scene: Scene) -> list[str]:
    say = scene.say
    kinds = [f"{RESOURCES[kind]} {name_resource(scene, kind)}" for kind in range(KINDS)]
    signs = [say("H hut"), say("T temple"), say("x what a hut costs"), say("@ druid"), say("+ at the end")]
    return folded(" · ".join([*kinds, *signs]), 2)
