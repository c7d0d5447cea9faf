"""The hand: bees to lay, what the chosen bee can forage, and the end of the turn or of the match."""

from collections.abc import Iterator

from ludotheque.art import Svg, clip, g, line, path, rect, target, title, width
from ludotheque.art import text as words
from ludotheque.games.bzzz.board.pieces import blossom, drop, honey, small_bee, spark
from ludotheque.games.bzzz.board.scene import Bee, Scene
from ludotheque.games.bzzz.board.sentences import (
    bee_name,
    dodge_words,
    end_effects,
    end_words,
    forage_words,
    hint,
    hold_words,
    lay_words,
    no_lay_words,
    reason,
    skirmish_words,
    verdict,
)
from ludotheque.games.bzzz.board.space import CARD
from ludotheque.games.bzzz.field import DX, DY
from ludotheque.games.bzzz.rules import KINDS, WORKER

HIGH, PAD, END = 288, 40, 56
INSIDE = CARD - 24


def hand(scene: Scene) -> Svg:
    inside = end_of_match(scene) if scene.over else choices(scene) if scene.mine else waiting(scene)
    return g(*inside, cls="bz-hand")


def choices(scene: Scene) -> Iterator[Svg]:
    """What the viewer can do now, but for the steps, which are on the field."""
    yield rect(1, 1, CARD - 2, HIGH - 2, "card-bg", 16)
    yield from lay_row(scene)
    yield g(*paragraph(hint(scene), 130, INSIDE), cls="bz-hint")
    for bee in scene.own:
        if bee.number in scene.legal.bees:
            yield g(*tasks(scene, bee), at=(12, 97), cls=f"bz-ways w{bee.number}")
    yield end_button(scene)


def paragraph(sentence: str, y: float, room: float, size: int = 20) -> Iterator[Svg]:
    """A sentence in as many lines as it needs."""
    for i, row in enumerate(wrapped(sentence, size, room)):
        yield words(CARD / 2, y + i * (size + 6), row, f"mid soft f{size}")


def wrapped(sentence: str, size: float, room: float) -> list[str]:
    rows = [""]
    for word in sentence.split():
        if rows[-1] and width(f"{rows[-1]} {word}", size) * 0.84 > room:
            rows.append(word)
        else:
            rows[-1] = f"{rows[-1]} {word}".strip()
    return rows


def lay_row(scene: Scene) -> Iterator[Svg]:
    """The three kinds and their price, or why none can be laid."""
    if not scene.legal.lays:
        yield words(12, 28, clip(no_lay_words(scene), 20, INSIDE * 1.2), "soft f20")
    else:
        price = str(scene.view.cout_ponte)
        yield words(12, 28, scene.say("Lay a bee"), "f20")
        yield words(CARD - 14, 28, price, "end f20")
        yield drop(CARD - 26 - width(price, 20), 22, 0.8)
    for kind in range(KINDS):
        yield lay_button(scene, kind)


def lay_button(scene: Scene, kind: int) -> Svg:
    wide, at = 87, (12 + 92.5 * kind, 38)
    piece = small_bee(kind, scene.seat, wide / 2, 26, 1.25)
    frame = rect(0, 0, wide, 52, "bz-frame", 12)
    if kind not in scene.legal.lays:
        return g(frame, piece, at=at, cls="off")
    return target(
        frame,
        rect(0, 0, wide, 52, "ring", 12),
        piece,
        says=lay_words(scene, kind),
        at=at,
        id=f"{scene.gid}-lay{kind}",
        data_kind="LAY",
        data_move=f"LAY {kind}",
    )


def tasks(scene: Scene, bee: Bee) -> Iterator[Svg]:
    """What the chosen bee is, the flowers around it as they lie, and to hold."""
    left = 3 * PAD + 12
    yield from pad(scene, bee)
    yield words(left, 18, bee_name(scene, bee), "f20")
    if bee.load >= 0:
        yield g(honey(bee.load, bee.carries, 0), at=(left + 19, 34), scale=1.4)
        yield words(left + 46, 41, f"{bee.load}/{bee.carries}", "f20")
    if bee in scene.in_contact:
        chance = words(left + 46, 65, f"{scene.dodges(bee)} %", "f20 warntext")
        yield g(title(dodge_words(scene, bee)), g(spark(9, "bz-soon"), at=(left + 19, 57)), chance)
    if bee.number in scene.legal.holds:
        yield hold_button(scene, bee)


def pad(scene: Scene, bee: Bee) -> Iterator[Svg]:
    """The nine cells around a bee, with the flowers to forage among them."""
    yield rect(0, 0, 3 * PAD, 3 * PAD, "bz-pad", 10)
    for at in (PAD, 2 * PAD):
        yield line(at, 0, at, 3 * PAD, "bz-grid")
        yield line(0, at, 3 * PAD, at, "bz-grid")
    ways = scene.legal.forages.get(bee.number, [])
    if 0 not in ways:
        yield small_bee(bee.kind, bee.seat, PAD * 1.5, PAD * 1.5, 0.9)
    for way in ways:
        yield pad_cell(scene, bee, way)


def pad_cell(scene: Scene, bee: Bee, way: int) -> Svg:
    column, row = (1, 1) if way == 0 else (1 + DX[way - 1], 1 + DY[way - 1])
    return target(
        rect(-PAD / 2 + 1, -PAD / 2 + 1, PAD - 2, PAD - 2, "ring", 12),
        *blossom(scene.flower_beside(bee, way)),
        says=forage_words(scene, bee, way),
        at=(PAD * (column + 0.5), PAD * (row + 0.5)),
        id=f"{scene.gid}-p{bee.number}-{way}",
        data_kind="FORAGE",
        data_way=way,
        data_move=f"FORAGE {bee.number} {way}",
    )


def hold_button(scene: Scene, bee: Bee) -> Svg:
    wide = INSIDE - 3 * PAD - 12
    return target(
        rect(0, 0, wide, 47, "bz-frame", 12),
        rect(0, 0, wide, 47, "ring", 12),
        path("M24 15 V32 M33 15 V32", "bz-pause"),
        words(48, 31, scene.say("Hold"), "f20"),
        says=hold_words(scene, bee),
        at=(3 * PAD + 12, 73),
        id=f"{scene.gid}-hold{bee.number}",
        data_kind="HOLD",
        data_move=f"HOLD {bee.number}",
    )


def end_button(scene: Scene) -> Svg:
    effect = " · ".join(end_effects(scene))
    return target(
        rect(0, 0, INSIDE, END, "bz-button", 14),
        rect(0, 0, INSIDE, END, "ring", 14),
        words(INSIDE / 2, 25 if effect else 36, scene.say("End the turn"), "mid f22 onaccent"),
        words(INSIDE / 2, 47, effect, "mid soft f20 onaccent") if effect else None,
        says=end_words(scene),
        at=(12, HIGH - END - 10),
        cls="bz-end",
        id=f"{scene.gid}-end",
        data_kind="END",
        data_move="END",
    )


def waiting(scene: Scene) -> Iterator[Svg]:
    """Whom the table waits for, and how the last turn ended."""
    yield rect(1, 1, CARD - 2, HIGH - 2, "card-bg", 16)
    yield small_bee(WORKER, scene.player, CARD / 2, 76, 2.6)
    yield words(CARD / 2, 154, clip(scene.names[scene.player], 24, INSIDE), "mid serif f24")
    yield words(CARD / 2, 184, scene.say("plays now"), "mid soft f20")
    yield from paragraph(skirmish_words(scene), 232, INSIDE)


def end_of_match(scene: Scene) -> Iterator[Svg]:
    """Who won, and why it is over."""
    middle, won = CARD / 2, scene.winners
    yield rect(2, 2, CARD - 4, HIGH - 4, "bz-over", 16)
    for i, seat in enumerate(won):
        yield small_bee(WORKER, seat, middle + 68 * (i - (len(won) - 1) / 2), 76, 2.6 if len(won) == 1 else 1.8)
    yield words(middle, 154, verdict(scene, 172), "mid serif f24")
    yield drop(middle - 22 - width(str(max(scene.stocks)), 26) / 2, 190, 1)
    yield words(middle + 4, 199, max(scene.stocks), "mid f26")
    yield words(middle, 240, reason(scene), "mid soft f20")
