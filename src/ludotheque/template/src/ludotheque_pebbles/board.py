"""The board of Pebbles: the stones, and a button for each number that may be taken."""

from ludotheque import art
from ludotheque.art import Say, Section, Svg, View
from ludotheque.game import PlayedMove
from ludotheque.letters import fit

IN_ROW, STEP = 20, 28  # stones in a row, and from one to the next
SIZE, HEIGHT = 560, 300


def draw(view: View, seat: int, say: Say = str, gid: str = "pebbles") -> str:
    """Draw the board as `seat` sees it (-1: a spectator)."""
    stones = [art.circle(14 + i % IN_ROW * STEP, 60 + i // IN_ROW * STEP, 11, "softfill") for i in range(view.stones)]
    buttons = [draw_button(view, gid, count, say) for count in (1, 2, 3)] if seat in view.active else []
    label = f"{view.game.title}. {hint(view, seat, say)}"
    return art.board("pebbles", gid, SIZE, *draw_player(view), *stones, *buttons, label=label, height=HEIGHT)


def draw_player(view: View) -> list[Svg]:
    """Draw who is to move, or who has won."""
    player = view.winner if view.over else view.active[0]
    return [art.emblem(player, 16, 18, 12), art.text(40, 26, art.clip(view.names[player], 24, SIZE - 50), "f24")]


def draw_button(view: View, gid: str, count: int, say: Say) -> Svg:
    """Draw a button, or where so many are not left, one that says why it cannot be used."""
    x, move = (count - 1) * 90, f"TAKE {count}"
    says = say("Take {count}").format(count=count)
    number = art.text(x + 40, 270, count, "f28 mid")
    if view.why(move):
        return art.g(art.rect(x, 230, 80, 60, "well", rx=12), number, cls="ghosted", data_why=move)
    ring = art.rect(x, 230, 80, 60, "ring", rx=12)
    return art.target(ring, number, says=says, id=f"{gid}-take{count}", data_move=move)


def write_stones(view: View) -> list[str]:
    rows = [min(IN_ROW, view.stones - start) for start in range(0, view.stones, IN_ROW)]
    return [" ".join("o" * count) for count in rows]


def text(view: View, seat: int, say: Say = str) -> str:
    """Write the board for a terminal of 80 columns."""
    return "\n".join([hint(view, seat, say), *write_stones(view)])


def outline(view: View, seat: int, say: Say = str) -> list[Section]:
    """Say the whole position, for screen readers."""
    stones = say("There are {stones} left.").format(stones=view.stones)
    return [Section(say("The stones"), [hint(view, seat, say), stones])]


def hint(view: View, seat: int, say: Say = str) -> str:
    """Return one sentence for the viewer: what to do, whom to wait for, or who has won."""
    if view.over:
        return say("{name} took the last one and wins.").format(name=fit(view.names[view.winner], 20).rstrip())
    if seat in view.active:
        return say("Take one, two or three of {stones}.").format(stones=view.stones)
    return say("{name} is to move.").format(name=fit(view.names[view.active[0]], 20).rstrip())


def tell(before: View, after: View, seat: int, say: Say = str, played: PlayedMove | None = None) -> list[str]:
    """Return the sentences of one ply for the log."""
    if played is None:
        return []
    name, count = after.names[played.seat], played.move.a
    return [say("{name} takes {count} and leaves {stones}.").format(name=name, count=count, stones=after.stones)]
