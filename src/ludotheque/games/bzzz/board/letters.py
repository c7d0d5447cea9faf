"""The board in letters, for a terminal of 80 columns."""

from ludotheque.art import Say, View
from ludotheque.games.bzzz.board.pieces import flower_state
from ludotheque.games.bzzz.board.scene import Bee, Scene
from ludotheque.games.bzzz.board.sentences import (
    bee_words,
    end_effects,
    flower_knowledge,
    kind_name,
    player_words,
    reason,
    skirmish_words,
    stock_words,
    turn_words,
    verdict,
)
from ludotheque.games.bzzz.field import zone_of
from ludotheque.games.bzzz.rules import KINDS
from ludotheque.letters import fit, folded

NAME = 18
ROOMY = 24  # up to so many cells a side, one has three columns, else two


def text(view: View, seat: int, say: Say = str) -> str:
    """The board in letters: a bee is its kind and its owner's seat, small while it is out; `^` is a hive."""
    scene = Scene(view, seat, say, [fit(name, NAME).rstrip() for name in view.names])
    parts = [
        head_lines(scene),
        seat_lines(scene),
        field_lines(scene),
        bee_lines(scene),
        end_lines(scene),
        legend(scene),
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def head_lines(scene: Scene) -> list[str]:
    state = f"{verdict(scene)}, {reason(scene)}" if scene.over else player_words(scene)
    parts = [scene.view.game.title, turn_words(scene), state, skirmish_words(scene)]
    return folded(" · ".join(filter(None, parts)), 2)


def seat_lines(scene: Scene) -> list[str]:
    """A line a seat: nectar and bees by kind."""
    return [seat_line(scene, seat) for seat in scene.seats]


def seat_line(scene: Scene, seat: int) -> str:
    mark = ">" if seat == scene.player and not scene.over else " "
    you = " " + scene.say("(you)") if seat == scene.seat else ""
    name = fit(scene.names[seat], NAME - len(you)).rstrip() + you
    counts = " ".join(f"{letter(scene, kind)}{count:<2}" for kind, count in enumerate(scene.counts(seat)))
    return f"{mark} {seat} {fit(name, NAME)} {counts} {stock_words(scene, seat)}"


def letter(scene: Scene, kind: int) -> str:
    return kind_name(scene, kind)[0].upper()


def field_lines(scene: Scene) -> list[str]:
    wide = 3 if scene.ncases <= ROOMY else 2
    columns = "".join(f"{x if wide == 3 else x % 10:<{wide}}" for x in range(scene.ncases))
    rows = [f"{y:>2} " + "".join(sign(scene, x, y, wide) for x in range(scene.ncases)) for y in range(scene.ncases)]
    return [f"   {columns.rstrip()}", *(row.rstrip() for row in rows)]


def sign(scene: Scene, x: int, y: int, wide: int) -> str:
    """What stands in a cell; a bee on a flower has a star behind it where there is room."""
    if (x, y) in scene.at:
        return f"{bee_sign(scene, scene.at[x, y])}{'*' if (x, y) in scene.bloom else ' '}"[:wide]
    if (x, y) in scene.bloom:
        label = flower_state(scene.bloom[x, y])[1].replace("×", "x")
        return f"{label if len(label) < 3 else '++':<{wide}}"
    if (x, y) in [scene.hive(seat) for seat in scene.seats]:
        return f"^{zone_of(scene.state, x, y)}".ljust(wide)
    return (":" if zone_of(scene.state, x, y) >= 0 else ".").ljust(wide)


def bee_sign(scene: Scene, bee: Bee) -> str:
    mark = letter(scene, bee.kind)
    return f"{mark.lower() if bee.ko else mark}{bee.seat}"


def bee_lines(scene: Scene) -> list[str]:
    """The viewer's own bees, and all that are out or in contact."""
    told = [b for b in scene.bees if b.seat == scene.seat or b.ko or b in scene.in_contact or b.load > 0]
    return [row for bee in told for row in folded(bee_words(scene, bee), 4)]


def end_lines(scene: Scene) -> list[str]:
    """What END would do now; at the end, what is left on flowers."""
    if scene.over:
        left = [f"({f.x}, {f.y}) {flower_knowledge(scene, f)}" for f in scene.flowers if f.nectar > 0]
        return folded(" · ".join(left), 2) if left else []
    effects = end_effects(scene) if scene.mine else []
    return [f"END: {' · '.join(effects)}"] if effects else []


def legend(scene: Scene) -> list[str]:
    kinds = [f"{letter(scene, kind)} {kind_name(scene, kind)}" for kind in range(KINDS)]
    signs = ["^ " + scene.say("hive"), ": " + scene.say("zone"), "? " + scene.say("unknown"), "x " + scene.say("empty")]
    star = ["* " + scene.say("on a flower")] if scene.ncases <= ROOMY else []
    return folded(" · ".join([*kinds, *signs, *star]), 2)
