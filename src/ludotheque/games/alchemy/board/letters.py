"""The board in letters, for a terminal of 80 columns."""

from ludotheque.art import Say, View, signed
from ludotheque.games.alchemy.board.scene import Scene
from ludotheque.games.alchemy.board.sentences import (
    element_name,
    end_effect,
    gold_words,
    pair_name,
    player_words,
    region_words,
    sample_state,
    turn_words,
    verdict,
)
from ludotheque.games.alchemy.rules import ELEMENTS, EMPTY, SIDE
from ludotheque.letters import fit, folded

NAME, HALF = 18, 40


def text(view: View, seat: int, say: Say = str) -> str:
    """The board in letters: a cell is its row's number plus its column's, `+` is where the first element can go."""
    scene = Scene(view, seat, say, [fit(name, NAME).rstrip() for name in view.names])
    parts = [head_lines(scene), shop_lines(scene), bench_lines(scene), region_lines(scene), legend(scene)]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def head_lines(scene: Scene) -> list[str]:
    state = f"{verdict(scene)}, {gold_words(scene)}" if scene.over else player_words(scene)
    return folded(f"{scene.view.game.title} · {turn_words(scene)} · {state}", 2)


def shop_lines(scene: Scene) -> list[str]:
    """The sample, the gift, the catalysts, and what END would cost."""
    if scene.over:
        return []
    say, effect = scene.say, end_effect(scene)
    gift = say("chosen") if scene.has_given else say("the same, so far")
    rows = [
        (say("Received"), f"{pair_name(scene, scene.sample)} ({sample_state(scene)})"),
        (say("Gift"), f"{pair_name(scene, scene.next_sample)} ({gift})"),
        (say("Catalysts"), str(scene.catalysts)),
        *([("END", effect)] if effect else []),
    ]
    return [f"{label:<14}{what}" for label, what in rows]


def bench_lines(scene: Scene) -> list[str]:
    """Both benches side by side, the viewer's own at the left."""
    left, right = (bench_rows(scene, seat) for seat in (scene.left, scene.right))
    return [(fit(one, HALF) + two).rstrip() for one, two in zip(left, right)]


def bench_rows(scene: Scene, seat: int) -> list[str]:
    mark = ">" if seat == scene.player and not scene.over else " "
    you = " " + scene.say("(you)") if seat == scene.seat else ""
    name = fit(scene.names[seat], NAME - len(you)).rstrip() + you
    gold = scene.say("{gold} gold").format(gold=signed(scene.gold[seat], plus=False))
    rule = "     " + " ".join(str(column) for column in range(SIDE))
    rows = (" ".join(letter_at(scene, seat, cell) for cell in range(start, start + SIDE)) for start in starts())
    return [f"{mark} {fit(name, NAME)} {gold}", rule, *(f"{start:>4} {row}" for start, row in zip(starts(), rows))]


def starts() -> range:
    """Each row's first cell."""
    return range(0, SIDE * SIDE, SIDE)


def letter_at(scene: Scene, seat: int, cell: int) -> str:
    element = scene.benches[seat][cell]
    if element == EMPTY:
        return "+" if seat == scene.seat and cell in scene.legal.places else "."
    return letter(scene, element)


def letter(scene: Scene, element: int) -> str:
    return element_name(scene, element)[0].upper()


def region_lines(scene: Scene) -> list[str]:
    """What each region would pay, and the number of its first cell."""
    lines = []
    for seat in (scene.left, scene.right):
        parts = [
            f"{region.cells[0]} {region_words(scene, region)}" for region in scene.regions[seat] if region.size > 1
        ]
        if parts:
            lines += folded(f"{scene.names[seat]}: {' · '.join(parts)}", 2)
    return lines


def legend(scene: Scene) -> list[str]:
    names = [f"{letter(scene, element)} {element_name(scene, element)}" for element in range(1, ELEMENTS + 1)]
    spots = [scene.say("+ the first element can go here")] if scene.legal.places else []
    return folded(" · ".join([*names, scene.say("cell = row + column"), *spots]), 2)
