"""The side of the board: the panel of the turn, and below it each player's store."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from ludotheque.art import Svg, circle, clip, el, emblem, g, path, rect, signed, target, title, width
from ludotheque.art import text as words
from ludotheque.games.meduris.board.captions import (
    describe_event,
    describe_finisher,
    describe_offering,
    describe_player,
    describe_reason,
    describe_resource_choice,
    describe_store,
    describe_task,
    describe_turn,
    describe_turns_left,
    describe_winners,
)
from ludotheque.games.meduris.board.pieces import (
    draw_die,
    draw_hut,
    draw_minus,
    draw_plus,
    draw_resource,
    draw_rune_stone,
    draw_temple,
    worker_paths,
)
from ludotheque.games.meduris.board.scene import Offering, Scene
from ludotheque.games.meduris.ring import KINDS, NO_SEAT
from ludotheque.games.meduris.rules import starting_workers
from ludotheque.games.meduris.turn import ACTING, DROPPING, GIFT, GIVING, LOSS, OFFERING, PLACING, TAKING

PHASE_MOVES = {DROPPING: "DROP", TAKING: "TAKE", GIVING: "GIVE"}

WIDE, HIGH = 480, 200
TIGHT = 0.95  # a line has narrow letters too: real width as a part of the estimated width
BOX_WIDE, BOX_HIGH, BOX_Y, STEP = 105, 56, 132, 113
SPACE = 8
KIT, LOW_KIT = (34, 128, 216), (252, 312, 370)  # horizontal positions of the pieces left


def draw_panel(scene: Scene) -> Iterator[Svg]:
    if scene.is_over:
        yield from draw_end_panel(scene)
    else:
        yield rect(1, 1, WIDE - 2, HIGH - 2, "card-bg md-asked" if scene.mine else "card-bg", 18)
        yield from draw_head(scene)
        yield from draw_task(scene)
        yield from draw_choices(scene)


def draw_head(scene: Scene) -> Iterator[Svg]:
    """Draw the turn and its player; below, how near the end is, or else the event, which the die shows too."""
    turn, last = describe_turn(scene), describe_turns_left(scene)
    yield words(18, 35, turn, "serif f26")
    if last:
        yield g(title(describe_finisher(scene) or last), words(18, 61, clip(last, 20, WIDE - 100), "f20 warntext"))
    if scene.phase == PLACING or scene.in_lap:
        return
    start = 32 + width(turn, 26) * 0.86
    yield words(start, 35, clip(describe_player(scene), 20, WIDE - 84 - start), "soft f20 to-move")
    if not last:
        yield words(18, 61, clip(describe_event(scene), 20, WIDE - 100), "f20 soft")
    die = draw_die(draw_event_face(scene), WIDE - 42, 42, id=f"{scene.gid}-die", data_roll=int(scene.facts.turn))
    yield g(title(describe_event(scene)), die)


def draw_event_face(scene: Scene) -> Svg:
    """Draw the face of the event die (ME-5)."""
    face = int(scene.facts.die)
    if face == LOSS:
        return draw_minus(0, 0, 15)
    if face == GIFT:
        return draw_plus(0, 0, 15)
    if scene.facts.event == 0:
        return g(*(draw_resource(kind, 22 * (kind % 2) - 11, 22 * (kind // 2) - 11, 22) for kind in range(KINDS)))
    return draw_resource(face, 0, 0, 40)


def draw_task(scene: Scene) -> Iterator[Svg]:
    """Draw what is asked in at most two lines; long names are cut."""
    short = replace(scene, names=[clip(name, 20, 150) for name in scene.names])
    for i, line in enumerate(wrap(describe_task(short), 22, WIDE - 36)):
        yield words(18, 92 + 26 * i, line, "f22 md-mine to-move" if scene.mine else "f22 to-move")


def wrap(sentence: str, size: float, room: float) -> list[str]:
    """Break a sentence into at most two lines."""
    parts = sentence.split(" ")
    if width(sentence, size) * TIGHT <= room:
        return [sentence]
    fits = [n for n in range(1, len(parts) + 1) if width(" ".join(parts[:n]), size) * TIGHT <= room]
    cut = max(fits, default=1)
    return [clip(" ".join(part), size * TIGHT, room) for part in (parts[:cut], parts[cut:]) if part]


def draw_choices(scene: Scene) -> Iterator[Svg]:
    if scene.phase in (DROPPING, TAKING, GIVING):
        yield from (draw_resource_box(scene, kind) for kind in range(KINDS))
    elif scene.phase == OFFERING:
        yield from (draw_offering_box(scene, offering) for offering in scene.offerings)
    elif scene.phase == ACTING:
        yield from draw_action_boxes(scene)
    elif scene.phase == PLACING:
        yield from (draw_worker_box(scene, seat) for seat in range(scene.seats))


def draw_box(
    scene: Scene, place: int, inside: Sequence[Svg], says: str, move: str | None, name: str, refused: str | None = None
) -> Svg:
    """Draw one choice; the viewer can click it if `move` is given, or asks why not if a `refused` move is."""
    back = rect(0, 0, BOX_WIDE, BOX_HIGH, "well", 13)
    at, ident = (18 + STEP * place, BOX_Y), f"{scene.gid}-{name}"
    if move is None:
        why = refused and scene.why_not(refused)
        return g(title(says), back, *inside, at=at, id=ident, cls="still", data_why=why)
    ring = rect(0, 0, BOX_WIDE, BOX_HIGH, "ring", 13)
    kind = move.split()[0]
    return target(back, ring, *inside, says=says, at=at, id=ident, cls="md-button", data_kind=kind, data_move=move)


def draw_resource_box(scene: Scene, kind: int) -> Svg:
    """Draw a resource with the number that the asked seat holds."""
    held = scene.hands[scene.asked_seat][kind]
    inside = [draw_resource(kind, 28, BOX_HIGH / 2, 36), words(52, BOX_HIGH / 2 + 9, held, "f26")]
    if scene.mine and kind not in scene.legal.kinds:
        inside = [g(*inside, cls="md-pale")]
    says, move = describe_resource_choice(scene, kind), scene.legal.kinds.get(kind)
    refused = f"{PHASE_MOVES[scene.phase]} {kind}"
    return draw_box(scene, kind, inside, says, move, f"kind{kind}", refused)


def draw_offering_box(scene: Scene, offering: Offering) -> Svg:
    """Draw an offering and its points, pale if the owner cannot pay it."""
    tone = "warntext" if offering.points < 0 else "goodtext"
    count = words(BOX_WIDE - 12, BOX_HIGH / 2 + 9, signed(offering.points), f"end f24 {tone}")
    inside = [*draw_offering(offering), count]
    if not offering.can_pay:
        inside = [g(*inside, cls="md-pale")]
    offer = f"OFFER {offering.what}"
    says, move = describe_offering(scene, offering), offer if scene.mine and offering.can_pay else None
    return draw_box(scene, offering.what, inside, says, move, f"offer{offering.what}", offer)


def draw_offering(offering: Offering) -> Iterator[Svg]:
    """Draw the resources, or the sign for nothing."""
    if not offering.kinds:
        yield circle(28, BOX_HIGH / 2, 13, "md-empty")
        yield path("M20 36 L36 20", "md-empty")
    size, step = (36, 0) if len(offering.kinds) == 1 else (28, 13)
    for kind, side in zip(offering.kinds, (-1, 1)):
        yield draw_resource(kind, 29 + side * step, BOX_HIGH / 2 + side * step * 0.6, size)


def draw_action_boxes(scene: Scene) -> Iterator[Svg]:
    """Draw the three actions of a turn; one that is not possible now is pale."""
    say, seat, at = scene.say, scene.asked_seat, (BOX_WIDE / 2, BOX_HIGH / 2)
    mover = g(*worker_paths(seat), at=(at[0], at[1] + 2), cls=f"s{seat}")
    pieces = (mover, draw_hut(seat, *at, 0.9), draw_temple(seat, *at, 0.9))
    captions = (say("Move a worker"), say("Build a hut"), say("Build a temple"))
    site = next((site.id for site in scene.sites if site.is_empty), 0)
    refused = None, f"HUT {site}", f"TEMPLE {site}"
    for i, (piece, says, can_do) in enumerate(zip(pieces, captions, scene.open_actions)):
        inside, not_now = (piece, "") if can_do else (g(piece, cls="md-pale"), f" ({say('not now')})")
        yield draw_box(scene, i, [inside], says + not_now, None, f"open{i}", None if can_do else refused[i])


def draw_worker_box(scene: Scene, seat: int) -> Svg:
    """Draw how many workers a player still has to place (ME-4)."""
    left = starting_workers(scene.facts) - sum(pile.count(seat) for pile in scene.piles)
    says = scene.say("{name}: workers to place: {count}").format(name=scene.names[seat], count=left)
    mover = g(*worker_paths(seat), at=(32, BOX_HIGH / 2 + 2), cls=f"s{seat}")
    inside = g(mover, words(64, BOX_HIGH / 2 + 9, left, "f26"), cls=None if left else "md-pale")
    return draw_box(scene, seat, [inside], says, None, f"place{seat}")


def draw_end_panel(scene: Scene) -> Iterator[Svg]:
    won = scene.winners
    yield rect(2, 2, WIDE - 4, HIGH - 4, "md-over", 18)
    yield from (emblem(seat, WIDE / 2 + 64 * (i - (len(won) - 1) / 2), 56, 24) for i, seat in enumerate(won))
    size = 32 if width(describe_winners(scene), 32) <= WIDE - 40 else 24
    yield words(WIDE / 2, 126, clip(describe_winners(scene), size, WIDE - 40), f"mid serif f{size}")
    yield words(WIDE / 2, 166, describe_reason(scene), "mid f20 soft")


class Rows(NamedTuple):
    """The layout of a store: its height, the middles of its rows, the distance of resources, and the font size."""

    high: float
    name: float
    hand: float
    kit: float
    step: float
    size: int

    @property
    def is_low(self) -> bool:
        """Whether the store has two rows only, as with four players: the pieces are then beside the name."""
        return self.kit == self.name


ROWS = {2: Rows(192, 38, 100, 156, 110, 28), 3: Rows(125, 25, 65, 102, 110, 24), 4: Rows(92, 26, 67, 26, 92, 24)}


def draw_stores(scene: Scene) -> Iterator[Svg]:
    """Draw the stores one below the other; board.css shows their low form on a narrow page."""
    rows = ROWS[scene.seats]
    for seat in range(scene.seats):
        at, name = (0, HIGH + SPACE + seat * (rows.high + SPACE)), title(describe_store(scene, seat))
        forms = [g(*draw_store(scene, seat, rows), cls=None if rows.is_low else "md-tall")]
        if not rows.is_low:
            forms.append(g(*draw_store(scene, seat, ROWS[4]), cls="md-low"))
        yield g(name, *forms, at=at, id=f"{scene.gid}-p{seat}", cls=f"md-store{seat}")


def draw_store(scene: Scene, seat: int, rows: Rows) -> Iterator[Svg]:
    yield rect(1, 1, WIDE - 2, rows.high - 2, f"card-bg {store_class(scene, seat)}".strip(), 16, data_seat=seat)
    yield emblem(seat, 28, rows.name, 13)
    yield from draw_points(scene, seat, rows)
    yield draw_name(scene, seat, rows)
    yield from draw_hand(scene, seat, rows)
    yield from draw_kit(scene, seat, rows)
    if seat == scene.asked_seat:
        yield path(f"M-5 {rows.name - 12} l14 12 l-14 12 Z", "md-hand mine" if scene.mine else "md-hand")


def store_class(scene: Scene, seat: int) -> str:
    if scene.is_over:
        return "md-won" if seat in scene.winners else ""
    return "md-now" if seat == scene.player and not scene.in_lap else ""


def draw_points(scene: Scene, seat: int, rows: Rows) -> Iterator[Svg]:
    """Draw the points, and in small type the points that the end would add, or after the end the rank."""
    total = str(scene.points[seat])
    yield words(WIDE - 18, rows.name + 11, total, "end serif f28" if rows.is_low else "end serif f32")
    more = f"{scene.ranks[seat]}." if scene.is_over else f"+{scene.end_points(seat)}"
    y = rows.hand if rows.is_low else rows.kit
    label = "" if scene.is_over else " " + scene.say("at the end")
    long = not rows.is_low and label
    yield el("text", more, el("tspan", label) if long else None, x=WIDE - 18, y=y + 8, cls="end f20 soft")


def draw_name(scene: Scene, seat: int, rows: Rows) -> Svg:
    """Draw the name and, if there is room, the mark of the viewer's own seat."""
    start = 54
    room = (232 if rows.is_low else WIDE - 30 - width(str(scene.points[seat]), 32)) - start
    you = " " + scene.say("(you)") if seat == scene.seat else ""
    shown = clip(scene.names[seat], rows.size, room)
    fits = you and width(shown, rows.size) + width(you, 20) * 0.9 <= room
    kids = [shown, el("tspan", you, cls="soft f20 md-you") if fits else None]
    return el("text", *kids, x=start, y=rows.name + rows.size * 0.34, cls=f"serif f{rows.size}")


def draw_hand(scene: Scene, seat: int, rows: Rows) -> Iterator[Svg]:
    """Draw the resources; a kind that the seat has none of is pale."""
    for kind in range(KINDS):
        held, x = scene.hands[seat][kind], 32 + rows.step * kind
        count = words(x + 22, rows.hand + 9, held, f"f{rows.size}" if held < 1000 else "f20")
        yield g(draw_resource(kind, x, rows.hand, 36 if rows.size > 24 else 32), count, cls=None if held else "md-pale")


def draw_kit(scene: Scene, seat: int, rows: Rows) -> Iterator[Svg]:
    """Draw the huts and temples left, and the rune stones held."""
    facts, stones = scene.facts, scene.count_runes(seat)
    scale = 0.82 if rows.size > 24 else 0.7
    pieces = (
        (draw_hut(seat, 0, 0, scale), facts.huts_left[seat], 21),
        (draw_temple(seat, 0, 0, scale), facts.temples_left[seat], 24),
        (draw_rune_stone(0, seat if stones else NO_SEAT, 0, 0, scale * 1.15), stones, 17),
    )
    for x, (piece, count, room) in zip(LOW_KIT if rows.is_low else KIT, pieces):
        number = words(room if rows.is_low else room + 5, 8, count, f"f{min(rows.size, 24)}")
        yield g(piece, number, at=(x, rows.kit), cls=None if count else "md-pale")
