"""SVG shapes that every board uses, and the frame around them.

Markup has its own type, `Svg`. Every other string is text and is escaped by `el`, so a board cannot forget to: markup
that was joined with `+` or an f-string is a plain string again and appears on the board as text.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from html import escape
from math import ceil, cos, hypot, pi, sin
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar
from unicodedata import east_asian_width

from ludotheque.game import Game

Attribute: TypeAlias = str | float | None
Point: TypeAlias = tuple[float, float]

NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # characters that XML does not allow
MARGIN = 10
MOST_ELEMENTS = 4096  # that are remembered
MOST_LETTERS = 4_000_000  # of all elements that are remembered


View: TypeAlias = Any  # a ludotheque.view.View, which is above this level
Match: TypeAlias = Any  # a ludotheque.match.Match, also above
Say: TypeAlias = Callable[[str], str]  # translates a caption into the viewer's language


@dataclass(frozen=True)
class BoardContext:
    """What every board starts from: a view, the viewer's seat and language, and the names of the players."""

    view: View
    seat: int
    say: Say
    names: Sequence[str]
    gid: str = ""

    @cached_property
    def mine(self) -> bool:
        """Is it the viewer's turn?"""
        return self.seat in self.view.active

    @property
    def plays(self) -> bool:
        """Has the viewer a seat in a match that goes on?"""
        return self.seat >= 0 and not self.view.over

    def why_not(self, move: str) -> str | None:
        """Return `data_why` of an element that the viewer cannot use in their turn: the refused move it stands for."""
        return move if self.mine else None

    @cached_property
    def winners(self) -> list[int]:
        """The seats with the best outcome, once the match is over."""
        outcome = self.view.outcome
        return [seat for seat, result in enumerate(outcome) if result == max(outcome)]

    def name_or_you(self, seat: int, you: str) -> str:
        """Return the caption `you` if the viewer is `seat`, else the name of `seat`."""
        return you if seat == self.seat else self.names[seat]


class Forecast(NamedTuple):
    """What a board's `foresee` says of a move: one or two sentences, or none."""

    words: str
    loses: bool = False  # the player gives something up for nothing: the page asks before it plays the move


class Section(NamedTuple):
    """A part of the position in words, as a board's `outline` returns it: a heading, then lines, then a table."""

    heading: str
    lines: Sequence[str] = ()
    table: Sequence[Sequence[str]] = ()  # rows of equal length; the first row and the first column are headings


class ScorePart(NamedTuple):
    """One part of a seat's score, as a board's `explain_score` returns it."""

    words: str
    points: int


def list_parts(points: Mapping[str, int]) -> list[ScorePart]:
    """Return the parts of a score, without those of no points."""
    return [ScorePart(words, count) for words, count in points.items() if count]


Context = TypeVar("Context", bound=BoardContext)


class Sentence(str):
    """A sentence of a log that names things on the board: `named` are their ids, without that of the drawing."""

    named: tuple[str, ...] = ()


def naming(text: str, *named: str) -> Sentence:
    """Return a sentence of the log; the page marks what it names when a player points at it."""
    sentence = Sentence(text)
    sentence.named = named
    return sentence


@dataclass(frozen=True)
class PlyContext(Generic[Context]):
    """What every log starts from: the view before one ply, and the view after it."""

    was: Context
    now: Context

    @property
    def say(self) -> Say:
        return self.now.say

    def say_to_viewer(self, seat: int, own: str, others: str, **facts: object) -> str:
        """Return the sentence `own` if the viewer is `seat`, else `others`, with {name} and the facts filled in."""
        return (own if seat == self.now.seat else others).format(name=self.now.names[seat], **facts)


def count_words(count: int, one: str, many: str) -> str:
    """Return the caption `one` for a count of 1, else `many` with its {count} filled in."""
    return one if count == 1 else many.format(count=count)


class Svg(str):
    """Markup, made by `el` only."""


def el(tag: str, *kids: str | None, **attributes: Attribute) -> Svg:
    """Return an element. `cls` is its class, `data_move` becomes data-move; attributes that are None are left out."""
    made = _make_element(tag, *kids, **attributes)
    _forget_if_too_many(len(made))
    return made


def _make_element(tag: str, *kids: str | None, **attributes: Attribute) -> Svg:
    head = "".join(f" {_key(name)}={_attribute(value)}" for name, value in attributes.items() if value is not None)
    body = "".join(kid if isinstance(kid, Svg) else escape(clean(kid)) for kid in kids if kid)
    return Svg(f"<{tag}{head}>{body}</{tag}>" if body else f"<{tag}{head}/>")


def clean(words: str) -> str:
    """Replace characters that XML does not allow."""
    return NO_XML.sub("\ufffd", words)


def _key(name: str) -> str:
    return "class" if name == "cls" else name.rstrip("_").replace("_", "-")


def _attribute(value: str | float) -> str:
    return f'"{escape(clean(value)) if isinstance(value, str) else number(value)}"'


@lru_cache(MOST_ELEMENTS)
def number(value: float) -> str:
    """Return `value` with at most one decimal."""
    short = f"{value:.1f}".removesuffix(".0")
    return "0" if short == "-0" else short


def g(*kids: str | None, at: Point | None = None, scale: float | None = None, **attributes: Attribute) -> Svg:
    """Return a group, moved to `at` and scaled. Its title comes first, where screen readers look for it."""
    moves = [f"translate({number(at[0])} {number(at[1])})"] if at else []
    sizes = [f"scale({scale:.3f})"] if scale is not None else []
    ordered = sorted((kid for kid in kids if kid), key=lambda kid: not kid.startswith("<title>"))
    return el("g", *ordered, transform=" ".join(moves + sizes) or None, **attributes)


if not TYPE_CHECKING:  # the checker would forget the types of the arguments
    # Most elements of a board are the same as in the drawing before. `typed` keeps text and markup apart.
    el, g = (lru_cache(MOST_ELEMENTS, typed=True)(function) for function in (el, g))

_letters = 0  # of the elements that were made since all were forgotten


def _forget_if_too_many(letters: int) -> None:
    """Count the letters of a new element. A group contains its elements, so few large ones could need much memory."""
    global _letters
    _letters += letters
    if _letters > MOST_LETTERS:
        _letters = 0
        forget_elements()


def forget_elements() -> None:
    for function in (el, g):
        function.cache_clear()  # type: ignore[union-attr]


def target(*kids: str | None, says: str, cls: str = "", **attributes: Any) -> Svg:
    """Return a group that can be clicked now. One of `kids` must be a shape of class ring."""
    return g(title(says), *kids, cls=f"legal {cls}".strip(), role="button", tabindex=0, **attributes)


def path(d: str, cls: str, **attributes: Attribute) -> Svg:
    return el("path", d=d, cls=cls, **attributes)


def circle(x: float, y: float, r: float, cls: str, **attributes: Attribute) -> Svg:
    return el("circle", cx=x, cy=y, r=r, cls=cls, **attributes)


def rect(x: float, y: float, width: float, height: float, cls: str, rx: float | None = None, **more: Attribute) -> Svg:
    return el("rect", x=x, y=y, width=width, height=height, rx=rx, cls=cls, **more)


def line(x1: float, y1: float, x2: float, y2: float, cls: str, **attributes: Attribute) -> Svg:
    return el("line", x1=x1, y1=y1, x2=x2, y2=y2, cls=cls, **attributes)


def text(x: float, y: float, words: object, cls: str, **attributes: Attribute) -> Svg:
    return el("text", str(words), x=x, y=y, cls=cls, **attributes)


def title(words: str) -> Svg:
    """Return the title of a group: its tooltip and its name for screen readers."""
    return el("title", words)


def width(words: str, size: float) -> float:
    """Return a rough width of `words`, rather too large than too small because fonts differ."""
    return size * sum(1.0 if east_asian_width(letter) in "WF" else 0.66 for letter in words)


def clip(words: str, size: float, room: float) -> str:
    """Cut `words` with an ellipsis if it is wider than `room`."""
    if width(words, size) <= room:
        return words
    while words and width(words + "…", size) > room:
        words = words[:-1]
    return words.rstrip() + "…"


def signed(value: int, plus: bool = True) -> str:
    """Return a number with a typographic sign: +50, 0, −50."""
    return f"{value:+d}".replace("-", "−") if value and (plus or value < 0) else str(value)


def poly(points: Iterable[Point]) -> str:
    """Return the path of a closed polygon."""
    return "M" + " L".join(f"{number(x)} {number(y)}" for x, y in points) + " Z"


def rounded(points: Sequence[Point], radius: float) -> str:
    """Return the path of a closed polygon with rounded corners."""
    corners = []
    for i, here in enumerate(points):
        before, after = points[i - 1], points[(i + 1) % len(points)]
        start, end = _move_toward(here, before, radius), _move_toward(here, after, radius)
        corners.append(f"{_pair(start)} Q{_pair(here)} {_pair(end)}")
    return "M" + " L".join(corners) + " Z"


def _move_toward(start: Point, end: Point, length: float) -> Point:
    part = length / hypot(end[0] - start[0], end[1] - start[1])
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def _pair(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def ngon(n: int, r: float, turn: float = 0) -> list[Point]:
    """Return the corners of a regular polygon; the first one is on top."""
    return [(r * sin(2 * pi * i / n + turn), -r * cos(2 * pi * i / n + turn)) for i in range(n)]


@lru_cache(MOST_ELEMENTS)
def seat_path(seat: int, r: float) -> str:
    """Return the path of a seat's shape: circle, diamond, square, triangle, hexagon, star, cross or drop."""
    return SHAPES[seat % len(SHAPES)](r)


def _disc(r: float) -> str:
    a = number(r)
    return f"M{number(-r)} 0 A{a} {a} 0 1 1 {a} 0 A{a} {a} 0 1 1 {number(-r)} 0 Z"


def _triangle(r: float) -> str:
    return rounded([(x, y + r * 0.2) for x, y in ngon(3, r * 1.38)], r * 0.36)


def _star(r: float) -> str:
    tips, dents = ngon(5, r * 1.25), ngon(5, r * 0.66, pi / 5)
    return rounded([point for pair in zip(tips, dents) for point in pair], r * 0.1)


def _cross(r: float) -> str:
    a, b = r * 1.05, r * 0.42
    right = [(b, -a), (b, -b), (a, -b), (a, b), (b, b), (b, a)]
    return rounded([*right, *((-x, -y) for x, y in right)], r * 0.12)


def _drop(r: float) -> str:
    tip, side, low = (0, -r * 1.25), r, r * 0.25
    left = f"C{_pair((r * 0.35, -r * 0.6))} {_pair((side, -low))} {_pair((side, low))}"
    bowl = f"A{_pair((r, r * 0.9))} 0 0 1 {_pair((-side, low))}"
    return f"M{_pair(tip)} {left} {bowl} C{_pair((-side, -low))} {_pair((-r * 0.35, -r * 0.6))} {_pair(tip)} Z"


SHAPES = (
    _disc,
    lambda r: rounded(ngon(4, r * 1.2), r * 0.25),
    lambda r: rounded(ngon(4, r * 1.27, pi / 4), r * 0.3),
    _triangle,
    lambda r: rounded(ngon(6, r * 1.1), r * 0.12),
    _star,
    _cross,
    _drop,
)


def emblem(seat: int, x: float = 0, y: float = 0, r: float = 10) -> Svg:
    """Return a seat's shape in its colour."""
    return g(path(seat_path(seat, r), "seatfill"), at=(x, y), cls=f"s{seat}")


def patterns(gid: str) -> Svg:
    """Return patterns for large areas: stripes, dots and lines for seats 1 to 3. Seat 0 has none."""
    return el(
        "defs",
        _pattern(gid, 1, line(0, 0, 0, 9, "pat"), turn=45),
        _pattern(gid, 2, circle(4.5, 4.5, 1.7, "patdot")),
        _pattern(gid, 3, line(0, 4.5, 9, 4.5, "pat")),
    )


def _pattern(gid: str, seat: int, mark: Svg, turn: int = 0) -> Svg:
    turned = f"rotate({turn})" if turn else None
    units = {"patternUnits": "userSpaceOnUse", "patternTransform": turned}
    return el("pattern", mark, id=f"{gid}-pat{seat}", width=9, height=9, cls=f"s{seat}", **units)


def board(
    game: str,
    gid: str,
    size: float,
    *kids: str | None,
    label: str,
    height: float | None = None,
    shows_players: bool = False,
) -> Svg:
    """Return the frame of a board: a square of side `size`. The game's CSS extends it to the right or downwards.

    A board of one fixed shape gives its `height` too. One that `shows_players`, that is the name and the score of each,
    replaces the row of players at a table.
    """
    box = f"{-MARGIN} {-MARGIN} {number(size + 2 * MARGIN)} {number((height or size) + 2 * MARGIN)}"
    return _make_element(
        "svg",
        title(label),
        *kids,
        xmlns="http://www.w3.org/2000/svg",
        id=gid,
        cls=f"board {game} g-{game}" + (" fig" if height else ""),
        viewBox=box,
        preserveAspectRatio="xMinYMin meet",
        role="group",
        data_players="shown" if shows_players else None,
        aria_label=label,
    )


@cache
def css(game: Game) -> str:
    """Return the style of a game's board: the general style, then the game's own."""
    own = game.folder / "board.css"
    general = Path(__file__).with_name("art.css").read_text("utf-8")
    return general + (own.read_text("utf-8") if own.exists() else "")


def make_standalone(game: Game, svg: str) -> str:
    """Return a drawing for use outside the web page: with its style, a background, and the width of the window."""
    style = css(game).replace(":root", ".board").replace("@container board (", "@media (")
    background = ".board { background: var(--mat); border-radius: 12px; }"
    return svg.replace("</title>", f"</title><style>{escape(style + background)}</style>", 1)


def draw_fields(view: Any) -> str:
    """Draw the fields of a view as a table, for a game without a board."""
    rows = [(name, words) for name, value in view.json().items() for words in _lines(value)]
    names = [name if i == 0 or rows[i - 1][0] != name else "" for i, (name, _) in enumerate(rows)]
    kids = [_draw_row(i, name, words) for i, (name, (_, words)) in enumerate(zip(names, rows))]
    game = view.game
    return board(game.name, game.name, ROW_WIDTH, *kids, label=game.title, height=len(rows) * ROW_HEIGHT)


ROW_WIDTH, ROW_HEIGHT, NAME_WIDTH, ROW_LETTERS = 560, 36, 220, 25


def _draw_row(i: int, name: str, words: str) -> Svg:
    y = i * ROW_HEIGHT
    rule = line(0, y, ROW_WIDTH, y, "hair") if name and i else None
    label = text(0, y + 25, clip(name, 22, NAME_WIDTH - 10), "soft f22")
    return g(rule, label, text(NAME_WIDTH, y + 25, words, "f22"))


def _lines(value: Any) -> list[str]:
    """Return a field's value as lines that fit the table. A two-dimensional field keeps its rows."""
    if isinstance(value, list) and value and isinstance(value[0], list):
        return [words for row in value for words in _lines(row)]
    return _wrap([str(part) for part in value]) if isinstance(value, list) else [str(value)]


def _wrap(words: Sequence[str]) -> list[str]:
    """Put numbers into columns, as many on a line as fit."""
    column = max((len(word) for word in words), default=1) + 1
    per_line = max(1, ROW_LETTERS // column)
    starts = range(0, max(1, ceil(len(words) / per_line) * per_line), per_line)
    return [" ".join(words[start : start + per_line]) for start in starts]
