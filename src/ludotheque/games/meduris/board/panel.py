"""The panel of the turn: the event, what is asked and of whom, and what can be chosen; at the end, who won."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ludotheque.art import Svg, circle, clip, emblem, g, path, rect, signed, target, title, width
from ludotheque.art import text as words
from ludotheque.games.meduris.board.pieces import die, hut, minus, plus, resource, temple, worker
from ludotheque.games.meduris.board.scene import Offering, Scene
from ludotheque.games.meduris.board.sentences import (
    event_words,
    finisher_words,
    kind_words,
    last_words,
    offering_words,
    player_words,
    reason,
    task_words,
    turn_words,
    verdict,
)
from ludotheque.games.meduris.ring import KINDS
from ludotheque.games.meduris.rules import worker_kit
from ludotheque.games.meduris.turn import ACTING, DROPPING, GIFT, GIVING, LOSS, OFFERING, PLACING, TAKING

WIDE, HIGH = 480, 200
TIGHT = 0.95  # of the width that letters are thought to have: a line has narrow ones too
BOX_WIDE, BOX_HIGH, BOX_Y, STEP = 105, 56, 132, 113


def panel(scene: Scene) -> Iterator[Svg]:
    if scene.over:
        yield from end_panel(scene)
    else:
        yield rect(1, 1, WIDE - 2, HIGH - 2, "card-bg md-asked" if scene.mine else "card-bg", 18)
        yield from head(scene)
        yield from task(scene)
        yield from choices(scene)


def head(scene: Scene) -> Iterator[Svg]:
    """The turn and whose it is; below, that the end is near, or else the event; the die says the event too."""
    turn, last = turn_words(scene), last_words(scene)
    yield words(18, 35, turn, "serif f26")
    if last:
        yield g(title(finisher_words(scene) or last), words(18, 61, clip(last, 20, WIDE - 100), "f20 warntext"))
    if scene.phase == PLACING or scene.in_lap:
        return
    start = 32 + width(turn, 26) * 0.86
    yield words(start, 35, clip(player_words(scene), 20, WIDE - 84 - start), "soft f20")
    if not last:
        yield words(18, 61, clip(event_words(scene), 20, WIDE - 100), "f20 soft")
    yield g(title(event_words(scene)), die(event_face(scene), WIDE - 42, 42))


def event_face(scene: Scene) -> Svg:
    """A face of the event die (ME-5)."""
    up = int(scene.facts.die)
    if up == LOSS:
        return minus(0, 0, 15)
    if up == GIFT:
        return plus(0, 0, 15)
    if scene.facts.event == 0:
        return g(*(resource(kind, 22 * (kind % 2) - 11, 22 * (kind // 2) - 11, 22) for kind in range(KINDS)))
    return resource(up, 0, 0, 40)


def task(scene: Scene) -> Iterator[Svg]:
    """What is asked, in two lines at most; names give way."""
    short = replace(scene, names=[clip(name, 20, 150) for name in scene.names])
    for i, line in enumerate(wrapped(task_words(short), 22, WIDE - 36)):
        yield words(18, 92 + 26 * i, line, "f22 md-mine" if scene.mine else "f22")


def wrapped(sentence: str, size: float, room: float) -> list[str]:
    """A sentence in two lines."""
    parts = sentence.split(" ")
    if width(sentence, size) * TIGHT <= room:
        return [sentence]
    fits = [n for n in range(1, len(parts) + 1) if width(" ".join(parts[:n]), size) * TIGHT <= room]
    cut = max(fits, default=1)
    return [clip(" ".join(part), size * TIGHT, room) for part in (parts[:cut], parts[cut:]) if part]


def choices(scene: Scene) -> Iterator[Svg]:
    if scene.phase in (DROPPING, TAKING, GIVING):
        yield from (kind_box(scene, kind) for kind in range(KINDS))
    elif scene.phase == OFFERING:
        yield from (offering_box(scene, offering) for offering in scene.offerings)
    elif scene.phase == ACTING:
        yield from opening_boxes(scene)
    elif scene.phase == PLACING:
        yield from (worker_box(scene, seat) for seat in range(scene.seats))


def box(scene: Scene, place: int, inside: Sequence[Svg], says: str, move: str | None, name: str) -> Svg:
    """One choice: to be clicked where the viewer may make it."""
    back = rect(0, 0, BOX_WIDE, BOX_HIGH, "well", 13)
    at, ident = (18 + STEP * place, BOX_Y), f"{scene.gid}-{name}"
    if move is None:
        return g(title(says), back, *inside, at=at, id=ident)
    ring = rect(0, 0, BOX_WIDE, BOX_HIGH, "ring", 13)
    kind = move.split()[0]
    return target(back, ring, *inside, says=says, at=at, id=ident, cls="md-button", data_kind=kind, data_move=move)


def kind_box(scene: Scene, kind: int) -> Svg:
    """A resource with how many of it whoever is asked holds."""
    held = scene.hands[scene.asked][kind]
    inside = [resource(kind, 28, BOX_HIGH / 2, 36), words(52, BOX_HIGH / 2 + 9, held, "f26")]
    if scene.mine and kind not in scene.legal.kinds:
        inside = [g(*inside, cls="md-pale")]
    return box(scene, kind, inside, kind_words(scene, kind), scene.legal.kinds.get(kind), f"kind{kind}")


def offering_box(scene: Scene, offering: Offering) -> Svg:
    """What is offered, and the points for it; pale where it cannot be paid."""
    tone = "warntext" if offering.points < 0 else "goodtext"
    count = words(BOX_WIDE - 12, BOX_HIGH / 2 + 9, signed(offering.points), f"end f24 {tone}")
    inside = [*offered(offering), count]
    if not offering.can_pay:
        inside = [g(*inside, cls="md-pale")]
    move = f"OFFER {offering.what}" if scene.mine and offering.can_pay else None
    return box(scene, offering.what, inside, offering_words(scene, offering), move, f"offer{offering.what}")


def offered(offering: Offering) -> Iterator[Svg]:
    """The resources, or an empty hand."""
    if not offering.kinds:
        yield circle(28, BOX_HIGH / 2, 13, "md-empty")
        yield path("M20 36 L36 20", "md-empty")
    size, step = (36, 0) if len(offering.kinds) == 1 else (28, 13)
    for kind, side in zip(offering.kinds, (-1, 1)):
        yield resource(kind, 29 + side * step, BOX_HIGH / 2 + side * step * 0.6, size)


def opening_boxes(scene: Scene) -> Iterator[Svg]:
    """What the turn's one action could be: workers that can move, sites for a hut, sites for a temple."""
    say, seat, middle = scene.say, scene.asked, BOX_HIGH / 2
    moves, huts, temples = scene.openings
    mover = g(*worker(seat), at=(32, middle + 2), cls=f"s{seat}")
    pieces = (mover, hut(seat, 32, middle, 0.9), temple(seat, 32, middle, 0.9))
    said = (
        say("workers that can be moved: {count}").format(count=moves),
        say("sites for a hut: {count}").format(count=huts),
        say("sites for a temple: {count}").format(count=temples),
    )
    for i, (piece, says, count) in enumerate(zip(pieces, said, scene.openings)):
        inside = [piece, words(64, middle + 9, count, "f26")]
        yield box(scene, i, inside if count else [g(*inside, cls="md-pale")], says, None, f"open{i}")


def worker_box(scene: Scene, seat: int) -> Svg:
    """The workers that a player still has to place (ME-4)."""
    left = worker_kit(scene.facts) - sum(pile.count(seat) for pile in scene.piles)
    says = scene.say("{name}: workers to place: {count}").format(name=scene.names[seat], count=left)
    mover = g(*worker(seat), at=(32, BOX_HIGH / 2 + 2), cls=f"s{seat}")
    inside = g(mover, words(64, BOX_HIGH / 2 + 9, left, "f26"), cls=None if left else "md-pale")
    return box(scene, seat, [inside], says, None, f"place{seat}")


def end_panel(scene: Scene) -> Iterator[Svg]:
    """Who won, and with what."""
    won = scene.winners
    yield rect(2, 2, WIDE - 4, HIGH - 4, "md-over", 18)
    yield from (emblem(seat, WIDE / 2 + 64 * (i - (len(won) - 1) / 2), 56, 24) for i, seat in enumerate(won))
    size = 32 if width(verdict(scene), 32) <= WIDE - 40 else 24
    yield words(WIDE / 2, 126, clip(verdict(scene), size, WIDE - 40), f"mid serif f{size}")
    yield words(WIDE / 2, 166, reason(scene), "mid f20 soft")
