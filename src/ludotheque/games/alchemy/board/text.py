"""The board as text, for a terminal of 80 columns."""

from ludotheque.art import Say, View, signed
from ludotheque.games.alchemy.board.scene import Scene
from ludotheque.games.alchemy.board.sentences import (
    COLUMNS,
    describe_element,
    describe_end_cost,
    describe_gold,
    describe_pair,
    describe_player,
    describe_region,
    describe_sample_state,
    describe_turn,
    describe_winner,
    name_cell,
)
from ludotheque.games.alchemy.rules import CELLS, ELEMENTS, EMPTY, SIDE
from ludotheque.letters import fit, folded

NAME, HALF = 18, 40  # columns of a name, and of a bench
ROW_STARTS = range(0, CELLS, SIDE)


def text(view: View, seat: int, say: Say = str) -> str:
    """Write the board: a cell has its name at the edges, and its number for moves is the sum of those at the edges.

    `+` is where the first element can go.
    """
    scene = Scene(view, seat, say, [fit(name, NAME).rstrip() for name in view.names])
    parts = [write_head(scene), write_turn(scene), write_benches(scene), write_regions(scene), write_legend(scene)]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def write_head(scene: Scene) -> list[str]:
    state = f"{describe_winner(scene)}, {describe_gold(scene)}" if scene.over else describe_player(scene)
    return folded(f"{scene.view.game.title} · {describe_turn(scene)} · {state}", 2)


def write_turn(scene: Scene) -> list[str]:
    """Write the sample, the gift, the catalysts, and what END would cost."""
    if scene.over:
        return []
    say, cost = scene.say, describe_end_cost(scene)
    gift = say("chosen") if scene.has_given else say("the same, so far")
    rows = [
        (say("Received"), f"{describe_pair(scene, scene.sample)} ({describe_sample_state(scene)})"),
        (say("Gift"), f"{describe_pair(scene, scene.next_sample)} ({gift})"),
        (say("Catalysts"), str(scene.catalysts)),
        *([("END", cost)] if cost else []),
    ]
    return [f"{label:<14}{value}" for label, value in rows]


def write_benches(scene: Scene) -> list[str]:
    """Write both benches side by side, the viewer's own at the left."""
    left, right = (write_bench(scene, seat) for seat in (scene.left, scene.right))
    return [(fit(one, HALF) + two).rstrip() for one, two in zip(left, right)]


def write_bench(scene: Scene, seat: int) -> list[str]:
    mark = ">" if seat == scene.player and not scene.over else " "
    you = " " + scene.say("(you)") if seat == scene.seat else ""
    name = fit(scene.names[seat], NAME - len(you)).rstrip() + you
    gold = scene.say("{gold} gold").format(gold=signed(scene.gold[seat], plus=False))
    names, numbers = ("       " + " ".join(column) for column in (COLUMNS, map(str, range(SIDE))))
    letters = [letter_at(scene, seat, cell) for cell in range(CELLS)]
    rows = [f"{row:>3} {start:>2} {' '.join(letters[start : start + SIDE])}" for row, start in enumerate(ROW_STARTS, 1)]
    return [f"{mark} {fit(name, NAME)} {gold}", names, numbers, *rows]


def letter_at(scene: Scene, seat: int, cell: int) -> str:
    element = scene.benches[seat][cell]
    if element == EMPTY:
        return "+" if seat == scene.seat and cell in scene.legal.places else "."
    return letter_of(scene, element)


def letter_of(scene: Scene, element: int) -> str:
    return describe_element(scene, element)[0].upper()


def write_regions(scene: Scene) -> list[str]:
    """Write what each region would pay, with the name of its first cell."""
    lines = []
    for seat in (scene.left, scene.right):
        regions = [region for region in scene.regions[seat] if region.size > 1]
        if regions:
            parts = [f"{name_cell(region.first)} {describe_region(scene, region)}" for region in regions]
            lines += folded(f"{scene.names[seat]}: {' · '.join(parts)}", 2)
    return lines


def write_legend(scene: Scene) -> list[str]:
    names = [f"{letter_of(scene, element)} {describe_element(scene, element)}" for element in range(1, ELEMENTS + 1)]
    free = [scene.say("+ the first element can go here")] if scene.legal.places else []
    return folded(" · ".join([*names, scene.say("A1 is 0, F6 is 35"), *free]), 2)
