"""The board as text, for a terminal of 80 columns."""

from ludotheque.art import Say, View
from ludotheque.games.bzzz.board.pieces import read_petals
from ludotheque.games.bzzz.board.scene import Bee, Scene
from ludotheque.games.bzzz.board.sentences import (
    describe_bee,
    describe_knowledge,
    describe_player,
    describe_reason,
    describe_skirmish,
    describe_stock,
    describe_turn,
    describe_winners,
    list_end_effects,
    name_kind,
)
from ludotheque.games.bzzz.field import zone_of
from ludotheque.games.bzzz.rules import KINDS
from ludotheque.letters import fit, folded

NAME = 18
ROOMY = 24  # up to this many cells per side a cell is three columns wide, otherwise two


def text(view: View, seat: int, say: Say = str) -> str:
    """Return the board as text: a bee is the letter of its kind (small if knocked out) and its seat, `^` is a hive."""
    scene = Scene(view, seat, say, [fit(name, NAME).rstrip() for name in view.names])
    parts = [
        format_head(scene),
        format_seats(scene),
        format_field(scene),
        describe_bees(scene),
        format_end(scene),
        format_legend(scene),
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def format_head(scene: Scene) -> list[str]:
    state = f"{describe_winners(scene)}, {describe_reason(scene)}" if scene.over else describe_player(scene)
    parts = [scene.view.game.title, describe_turn(scene), state, describe_skirmish(scene)]
    return folded(" · ".join(filter(None, parts)), 2)


def format_seats(scene: Scene) -> list[str]:
    return [format_seat(scene, seat) for seat in scene.seats]


def format_seat(scene: Scene, seat: int) -> str:
    mark = ">" if seat == scene.player and not scene.over else " "
    you = " " + scene.say("(you)") if seat == scene.seat else ""
    name = fit(scene.names[seat], NAME - len(you)).rstrip() + you
    counts = " ".join(f"{letter_of(scene, kind)}{count:<2}" for kind, count in enumerate(scene.count_bees(seat)))
    return f"{mark} {seat} {fit(name, NAME)} {counts} {describe_stock(scene, seat)}"


def letter_of(scene: Scene, kind: int) -> str:
    return name_kind(scene, kind)[0].upper()


def format_field(scene: Scene) -> list[str]:
    wide, cells = 3 if scene.ncases <= ROOMY else 2, range(scene.ncases)
    columns = "".join(f"{x if wide == 3 else x % 10:<{wide}}" for x in cells)
    rows = [
        f"{y:>2} " + "".join(format_cell(scene, x, y, wide) for x in range(scene.ncases)) for y in range(scene.ncases)
    ]
    return [f"   {columns.rstrip()}", *(row.rstrip() for row in rows)]


def format_cell(scene: Scene, x: int, y: int, wide: int) -> str:
    """Return the text of a cell; a bee on a flower is followed by a star where there is room."""
    if (x, y) in scene.bee_at:
        return f"{format_bee(scene, scene.bee_at[x, y])}{'*' if (x, y) in scene.flower_at else ' '}"[:wide]
    if (x, y) in scene.flower_at:
        label = read_petals(scene.flower_at[x, y])[1].replace("×", "x")
        return f"{label if len(label) < 3 else '++':<{wide}}"
    if (x, y) in [scene.hive(seat) for seat in scene.seats]:
        return f"^{zone_of(scene.state, x, y)}".ljust(wide)
    return (":" if zone_of(scene.state, x, y) >= 0 else ".").ljust(wide)


def format_bee(scene: Scene, bee: Bee) -> str:
    mark = letter_of(scene, bee.kind)
    return f"{mark.lower() if bee.ko else mark}{bee.seat}"


def describe_bees(scene: Scene) -> list[str]:
    """List the viewer's bees, and others that are knocked out, in contact or known to carry nectar."""
    listed = [b for b in scene.bees if b.seat == scene.seat or b.ko or b in scene.in_contact or b.load > 0]
    return [row for bee in listed for row in folded(describe_bee(scene, bee), 4)]


def format_end(scene: Scene) -> list[str]:
    """Say what END would do now; after the match, what is left on the flowers."""
    if scene.over:
        left = [f"({f.x}, {f.y}) {describe_knowledge(scene, f)}" for f in scene.flowers if f.nectar > 0]
        return folded(" · ".join(left), 2) if left else []
    effects = list_end_effects(scene) if scene.mine else []
    return [f"END: {' · '.join(effects)}"] if effects else []


def format_legend(scene: Scene) -> list[str]:
    kinds = [f"{letter_of(scene, kind)} {name_kind(scene, kind)}" for kind in range(KINDS)]
    signs = ["^ " + scene.say("hive"), ": " + scene.say("zone"), "? " + scene.say("unknown"), "x " + scene.say("empty")]
    star = ["* " + scene.say("on a flower")] if scene.ncases <= ROOMY else []
    return folded(" · ".join([*kinds, *signs, *star]), 2)
