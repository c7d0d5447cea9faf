"""The board in letters, for a terminal of 80 columns."""

from ludotheque.art import Say, View, signed
from ludotheque.games.meduris.board.scene import Scene, Site, districts
from ludotheque.games.meduris.board.sentences import (
    druid_words,
    event_words,
    finisher_words,
    kind_name,
    last_words,
    offering_name,
    plateau_words,
    player_words,
    reason,
    task_words,
    turn_words,
    verdict,
)
from ludotheque.games.meduris.ring import KINDS, NOBODY, RESOURCES
from ludotheque.games.meduris.turn import OFFERING, PLACING
from ludotheque.letters import columns, fit, folded

NAME, COLUMN = 18, 7


def text(view: View, seat: int, say: Say = str) -> str:
    """The board in letters: a site has its number, its resources, and H2 for a hut of seat 2, T2 for a temple."""
    scene = Scene(view, seat, say, [fit(name, NAME).rstrip() for name in view.names])
    parts = [head_lines(scene), store_lines(scene), plateau_lines(scene), ring_lines(scene), legend(scene)]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def head_lines(scene: Scene) -> list[str]:
    """The turn and the event, what is asked, and how near the end is."""
    title, turn = scene.view.game.title, turn_words(scene)
    if scene.over:
        return folded(f"{title} · {turn} · {verdict(scene)}: {reason(scene)}", 2)
    event = [player_words(scene), event_words(scene)] if scene.phase != PLACING and not scene.in_lap else []
    lines = folded(" · ".join([title, turn, *event]), 2)
    notes = " · ".join(filter(None, (last_words(scene), finisher_words(scene))))
    asked = folded(task_words(scene) + offer_words(scene), 2)
    return [*lines, *asked, *folded(notes, 2)] if notes else [*lines, *asked]


def offer_words(scene: Scene) -> str:
    """OFFER 0 nothing −1, OFFER 1 wood +1, …"""
    if scene.phase != OFFERING:
        return ""
    ways = [
        f"{offering.what} {offering_name(scene, offering)} {signed(offering.points)}"
        for offering in scene.offerings
        if offering.can_pay
    ]
    return f" OFFER: {', '.join(ways)}"


def store_lines(scene: Scene) -> list[str]:
    """A row a seat; `>` whose turn it is, `?` who is asked."""
    say = scene.say
    kinds = [kind_name(scene, kind) for kind in range(KINDS)]
    heads = [say("points"), *kinds, say("huts"), say("temple"), say("runes")]
    head = " " * (NAME + 6) + "".join(f"{word:>{COLUMN}}" for word in heads)
    return [head, *(store_line(scene, seat) for seat in range(scene.seats))]


def store_line(scene: Scene, seat: int) -> str:
    facts = scene.facts
    mark = " " if scene.over else "?" if seat == scene.asked else ">" if seat == scene.player else " "
    you = " " + scene.say("(you)") if seat == scene.seat else ""
    name = fit(fit(scene.names[seat], NAME - columns(you)).rstrip() + you, NAME)
    counts = (*scene.hands[seat], facts.huts_left[seat], facts.temples_left[seat], scene.stones(seat))
    more = f"{scene.points[seat]}" if scene.over else f"{scene.points[seat]}+{scene.to_come(seat)}"
    return f"{mark} {seat} {name} {more:>{COLUMN + 1}}" + "".join(f"{count:>{COLUMN}}" for count in counts)


def plateau_lines(scene: Scene) -> list[str]:
    """The piles, and the druid."""
    piles = [f"{plateau} {plateau_words(scene, plateau)}" for plateau in range(KINDS)]
    return [line for words in (*piles, druid_words(scene)) for line in folded(words, 4)]


def ring_lines(scene: Scene) -> list[str]:
    """A row a district: who holds its rune stone, then its sites."""
    head = f"{scene.say('rune'):>4} | {scene.say('sites')}"
    return [head, *(district_line(scene, members) for members in districts(scene.sites))]


def district_line(scene: Scene, members: list[Site]) -> str:
    holder = scene.runes[members[0].district]
    return f"{'-' if holder == NOBODY else holder:>4} |" + "".join(site_cell(scene, site) for site in members).rstrip()


def site_cell(scene: Scene, site: Site) -> str:
    needs = "".join(RESOURCES[kind] for kind in site.need)
    piece = f"x{scene.cost(site.id)}" if site.is_empty else f"{'H' if site.is_hut else 'T'}{site.owner}"
    druid = "@" if site.id == scene.druid else " "
    return f" {druid}{site.id:>2} {needs} {piece:<3}"


def legend(scene: Scene) -> list[str]:
    say = scene.say
    kinds = [f"{RESOURCES[kind]} {kind_name(scene, kind)}" for kind in range(KINDS)]
    signs = [say("H hut"), say("T temple"), say("x what a hut costs"), say("@ druid"), say("+ at the end")]
    return folded(" · ".join([*kinds, *signs]), 2)
