"""The panels beside the field: the turn, a card for each player, the controls of the viewer, and the legend."""

from collections.abc import Iterator

from ludotheque.art import Svg, clip, el, g, line, path, rect, target, title, width
from ludotheque.art import text as words
from ludotheque.games.bzzz.board.pieces import (
    draw_bee,
    draw_blossom,
    draw_drop,
    draw_hive,
    draw_load_bar,
    draw_small_bee,
    draw_spark,
    draw_turns_out,
)
from ludotheque.games.bzzz.board.scene import Bee, Flower, Scene
from ludotheque.games.bzzz.board.sentences import (
    describe_bee_to_choose,
    describe_card,
    describe_dodge,
    describe_end,
    describe_forage,
    describe_hold,
    describe_kind,
    describe_lay,
    describe_no_lay,
    describe_player,
    describe_reason,
    describe_skirmish,
    describe_turn,
    describe_winners,
    list_end_effects,
    name_bee,
    name_kind,
)
from ludotheque.games.bzzz.field import DX, DY
from ludotheque.games.bzzz.forage import CARRIES
from ludotheque.games.bzzz.rules import DRONE, KINDS, SCOUT, WORKER

CARD = 296  # width of the cards of players and of the controls
CARD_HEIGHT, CARD_GAP = 58, 4
CONTROLS_HEIGHT = 288
INSIDE = CARD - 24  # width inside the controls
PAD = 40  # side of a cell on the pad of flowers to forage
END = 56  # height of the button that ends the turn
LEGEND, ROW = 272, 56  # width of the legend, height of its rows
SEEN = Flower(0, 0, 0, 2, True, 30, False, -1, -1, -1)
UNSEEN = SEEN._replace(gain=-1)
EMPTY = SEEN._replace(is_empty=True)


def draw_head(scene: Scene) -> Svg:
    """Draw the turn, and after it whether it is the viewer's, if there is room."""
    turn = describe_turn(scene)
    said = scene.say("the end") if scene.over else describe_player(scene) if scene.mine else ""
    fits = width(turn, 22) + width(said, 20) * 0.8 + 12 < CARD
    tone = "f20 bz-mine to-move" if scene.mine else "soft f20 to-move"
    after = el("tspan", f" {said}", dx=6, cls=tone) if said and fits else None
    return g(el("text", turn, after, x=4, y=30, cls="serif f22"), cls="bz-head")


def draw_cards(scene: Scene) -> Svg:
    return g(*(draw_card(scene, seat) for seat in scene.seats), cls="bz-cards")


def draw_card(scene: Scene, seat: int) -> Svg:
    """Draw a player's name, bees of each kind, and nectar in the hive if the viewer knows it."""
    marked = scene.winners if scene.over else [scene.player]
    state = ("won" if scene.over else "now") if seat in marked else ""
    return g(
        title(describe_card(scene, seat)),
        rect(1, 1, CARD - 2, CARD_HEIGHT - 2, f"card-bg {state}".strip(), 12),
        draw_hive(seat, 29, 29, 1.2),
        draw_name(scene, seat),
        *draw_kinds(scene, seat),
        draw_drop(CARD - 68, 29, 1.1),
        draw_stock(scene, seat),
        at=(0, seat * (CARD_HEIGHT + CARD_GAP)),
    )


def draw_name(scene: Scene, seat: int) -> Svg:
    you = " " + scene.say("(you)") if seat == scene.seat else ""
    name = clip(scene.names[seat], 20, CARD - 130 - width(you, 20) * 0.8)
    return el("text", name, el("tspan", you, cls="soft") if you else None, x=54, y=24, cls="f20")


def draw_kinds(scene: Scene, seat: int) -> Iterator[Svg]:
    for kind, count in enumerate(scene.count_bees(seat)):
        x = 64 + 52 * kind
        yield draw_small_bee(kind, seat, x, 42, 0.62)
        yield words(x + 13, 49, count, "soft f20")


def draw_stock(scene: Scene, seat: int) -> Svg:
    nectar = scene.stocks[seat]
    label = "?" if nectar < 0 else str(nectar)
    size = 26 if len(label) < 4 else 20
    return words(CARD - 52, 38, label, f"f{size} soft" if nectar < 0 else f"f{size}")


def draw_controls(scene: Scene) -> Svg:
    inside = draw_result(scene) if scene.over else draw_choices(scene) if scene.mine else draw_waiting(scene)
    return g(*inside, cls="bz-hand" if scene.over else "bz-hand to-move")


def draw_choices(scene: Scene) -> Iterator[Svg]:
    """Draw what the viewer can do now, except steps, which are clicked on the field."""
    yield rect(1, 1, CARD - 2, CONTROLS_HEIGHT - 2, "card-bg", 16)
    yield from draw_lay_row(scene)
    yield g(*draw_paragraph(describe_bee_to_choose(scene), 130, INSIDE), cls="bz-hint")
    for bee in scene.own:
        if bee.number in scene.legal.bees:
            yield g(*draw_tasks(scene, bee), at=(12, 97), cls=f"bz-ways w{bee.number}")
    yield draw_end_button(scene)


def draw_paragraph(sentence: str, y: float, room: float, size: int = 20) -> Iterator[Svg]:
    for i, row in enumerate(wrap(sentence, size, room)):
        yield words(CARD / 2, y + i * (size + 6), row, f"mid soft f{size}")


def wrap(sentence: str, size: float, room: float) -> list[str]:
    rows = [""]
    for word in sentence.split():
        if rows[-1] and width(f"{rows[-1]} {word}", size) * 0.84 > room:
            rows.append(word)
        else:
            rows[-1] = f"{rows[-1]} {word}".strip()
    return rows


def draw_lay_row(scene: Scene) -> Iterator[Svg]:
    """Draw the three kinds with their price, or the reason why none can be laid."""
    if not scene.legal.lays:
        yield words(12, 28, clip(describe_no_lay(scene), 20, INSIDE * 1.2), "soft f20")
    else:
        price = str(scene.view.cout_ponte)
        yield words(12, 28, scene.say("Lay a bee"), "f20")
        yield words(CARD - 14, 28, price, "end f20")
        yield draw_drop(CARD - 26 - width(price, 20), 22, 0.8)
    for kind in range(KINDS):
        yield draw_lay_button(scene, kind)


def draw_lay_button(scene: Scene, kind: int) -> Svg:
    wide, at = 87, (12 + 92.5 * kind, 38)
    piece = draw_small_bee(kind, scene.seat, wide / 2, 26, 1.25)
    frame = rect(0, 0, wide, 52, "bz-frame", 12)
    if kind not in scene.legal.lays:
        return g(frame, piece, at=at, cls="off", data_why=scene.why_not(f"LAY {kind}"))
    return target(
        frame,
        rect(0, 0, wide, 52, "ring", 12),
        piece,
        says=describe_lay(scene, kind),
        at=at,
        id=f"{scene.gid}-lay{kind}",
        data_kind="LAY",
        data_move=f"LAY {kind}",
    )


def draw_tasks(scene: Scene, bee: Bee) -> Iterator[Svg]:
    """Draw the panel of a selected bee: its facts, the flowers around it, and HOLD."""
    left = 3 * PAD + 12
    yield from draw_pad(scene, bee)
    yield words(left, 18, name_bee(scene, bee), "f20")
    if bee.load >= 0:
        yield g(draw_load_bar(bee.load, bee.carries, 0), at=(left + 19, 34), scale=1.4)
        yield words(left + 46, 41, f"{bee.load}/{bee.carries}", "f20")
    if bee in scene.in_contact:
        chance = words(left + 46, 65, f"{scene.dodge_percent(bee)} %", "f20 warntext")
        yield g(title(describe_dodge(scene, bee)), g(draw_spark(9, "bz-soon"), at=(left + 19, 57)), chance)
    if bee.number in scene.legal.holds:
        yield draw_hold_button(scene, bee)


def draw_pad(scene: Scene, bee: Bee) -> Iterator[Svg]:
    """Draw the bee's cell and the eight around it, with the flowers that it can forage."""
    yield rect(0, 0, 3 * PAD, 3 * PAD, "bz-pad", 10)
    for at in (PAD, 2 * PAD):
        yield line(at, 0, at, 3 * PAD, "bz-grid")
        yield line(0, at, 3 * PAD, at, "bz-grid")
    ways = scene.legal.forages.get(bee.number, [])
    if 0 not in ways:
        yield draw_small_bee(bee.kind, bee.seat, PAD * 1.5, PAD * 1.5, 0.9)
    for way in ways:
        yield draw_pad_cell(scene, bee, way)


def draw_pad_cell(scene: Scene, bee: Bee, way: int) -> Svg:
    column, row = (1, 1) if way == 0 else (1 + DX[way - 1], 1 + DY[way - 1])
    return target(
        rect(-PAD / 2 + 1, -PAD / 2 + 1, PAD - 2, PAD - 2, "ring", 12),
        *draw_blossom(scene.flower_beside(bee, way)),
        says=describe_forage(scene, bee, way),
        at=(PAD * (column + 0.5), PAD * (row + 0.5)),
        id=f"{scene.gid}-p{bee.number}-{way}",
        data_kind="FORAGE",
        data_way=way,
        data_move=f"FORAGE {bee.number} {way}",
    )


def draw_hold_button(scene: Scene, bee: Bee) -> Svg:
    wide = INSIDE - 3 * PAD - 12
    return target(
        rect(0, 0, wide, 47, "bz-frame", 12),
        rect(0, 0, wide, 47, "ring", 12),
        path("M24 15 V32 M33 15 V32", "bz-pause"),
        words(48, 31, scene.say("Hold"), "f20"),
        says=describe_hold(scene, bee),
        at=(3 * PAD + 12, 73),
        id=f"{scene.gid}-hold{bee.number}",
        data_kind="HOLD",
        data_move=f"HOLD {bee.number}",
    )


def draw_end_button(scene: Scene) -> Svg:
    effect = " · ".join(list_end_effects(scene))
    return target(
        rect(0, 0, INSIDE, END, "bz-button", 14),
        rect(0, 0, INSIDE, END, "ring", 14),
        words(INSIDE / 2, 25 if effect else 36, scene.say("End the turn"), "mid f22 onaccent"),
        words(INSIDE / 2, 47, effect, "mid soft f20 onaccent") if effect else None,
        says=describe_end(scene),
        at=(12, CONTROLS_HEIGHT - END - 10),
        cls="bz-end to-bar",
        id=f"{scene.gid}-end",
        data_kind="END",
        data_move="END",
    )


def draw_waiting(scene: Scene) -> Iterator[Svg]:
    """Draw the player whose turn it is, and how the last skirmish ended."""
    yield rect(1, 1, CARD - 2, CONTROLS_HEIGHT - 2, "card-bg", 16)
    yield draw_small_bee(WORKER, scene.player, CARD / 2, 76, 2.6)
    yield words(CARD / 2, 154, clip(scene.names[scene.player], 24, INSIDE), "mid serif f24")
    yield words(CARD / 2, 184, scene.say("plays now"), "mid soft f20")
    yield from draw_paragraph(describe_skirmish(scene), 232, INSIDE)


def draw_result(scene: Scene) -> Iterator[Svg]:
    """Draw the winners, and why the match is over."""
    middle, won = CARD / 2, scene.winners
    yield rect(2, 2, CARD - 4, CONTROLS_HEIGHT - 4, "bz-over", 16)
    for i, seat in enumerate(won):
        yield draw_small_bee(WORKER, seat, middle + 68 * (i - (len(won) - 1) / 2), 76, 2.6 if len(won) == 1 else 1.8)
    yield words(middle, 154, describe_winners(scene, 172), "mid serif f24")
    yield draw_drop(middle - 22 - width(str(max(scene.stocks)), 26) / 2, 190, 1)
    yield words(middle + 4, 199, max(scene.stocks), "mid f26")
    yield words(middle, 240, describe_reason(scene), "mid soft f20")


def draw_legend(scene: Scene) -> Iterator[Svg]:
    """Draw two cards, one for bees and one for flowers and fights, which a phone shows side by side."""
    yield g(*draw_frame(), *draw_rows(list_bee_rows(scene)), cls="bz-bees legend")
    yield g(*draw_frame(), *draw_rows(list_flower_rows(scene)), cls="bz-flowers legend")


def draw_frame() -> Iterator[Svg]:
    yield rect(1, 1, LEGEND - 2, 5 * ROW + 6, "card-bg", 16)


Row = tuple[Svg, str, str]


def draw_rows(entries: list[Row]) -> Iterator[Svg]:
    for i, (icon, name, facts) in enumerate(entries):
        y = 4 + i * ROW
        yield g(icon, at=(31, y + ROW / 2))
        yield words(62, y + 24, name, "f20")
        yield words(62, y + 47, facts, "soft f20")


def list_bee_rows(scene: Scene) -> list[Row]:
    say, seat = scene.say, max(scene.seat, 0)
    facts = {kind: describe_kind(scene, kind) for kind in (WORKER, DRONE)}
    facts[SCOUT] = say("carries {carries}, diagonals").format(carries=CARRIES[SCOUT])
    kinds = [(draw_small_bee(kind, seat, 0, 0, 1.15), name_kind(scene, kind), facts[kind]) for kind in facts]
    full = g(*draw_bee(WORKER, seat), draw_load_bar(7, 12), scale=1.1, cls=f"s{seat}")
    out = g(*draw_bee(WORKER, seat), draw_turns_out(3), scale=1.1, cls=f"s{seat} ko")
    load = full, say("honey bar"), say("its load, if known")
    return [*kinds, load, (out, say("knocked out"), say("turns it misses"))]


def list_flower_rows(scene: Scene) -> list[Row]:
    say = scene.say
    icons = [g(*draw_blossom(flower)) for flower in (SEEN, UNSEEN, EMPTY)]
    fight = g(line(-18, 10, 18, -10, "fight"), draw_spark(11))
    soon = g(line(-18, 10, 18, -10, "contact"), draw_spark(10, "bz-soon"))
    return [
        (icons[0], say("flower"), say("last yield seen")),
        (icons[1], say("unknown"), say("never foraged")),
        (icons[2], say("empty"), say("as you found it")),
        (fight, say("skirmish"), say("in the last turn")),
        (soon, say("contact"), say("fight if it ends now")),
    ]
