"""The pieces: metals are square, volatiles round with a double rim, and a glyph tells the element."""

from typing import Any

from ludotheque.art import Svg, circle, g, path, rect
from ludotheque.games.alchemy.rules import COPPER

NAMES = ("empty", "lead", "iron", "copper", "sulfur", "mercury")  # CSS classes, by element
GLYPHS = (
    "",
    "M31 29 H60 M45 16 V70 M45 54 C52 42 70 43 69 57 C68 68 57 70 61 79 C63 84 70 84 73 79",
    "M59 43 A18 18 0 1 1 58.9 42.9 M58 44 L77 25 M60 23 H78 V41",
    "M50 18 A17.5 17.5 0 1 1 49.9 18 M50 53 V84 M35 69 H65",
    "M50 17 L73 54 H27 Z M50 54 V85 M36 71 H64",
    "M50 33 A14.5 14.5 0 1 1 49.9 33 M33 14 A17 18 0 0 0 67 14 M50 62 V88 M37 76 H63",
)


def draw_token(element: int, x: float, y: float, size: float, cls: str = "", **attributes: Any) -> Svg:
    """Draw one piece of `element`, centred at (`x`, `y`)."""
    glyph = path(GLYPHS[element], "el-glyph", transform="translate(-50 -50)")
    shape = g(*draw_body(element), glyph, scale=size / 100)
    return g(shape, at=(x, y), cls=f"token {NAMES[element]} {cls}".strip(), **attributes)


def draw_body(element: int) -> tuple[Svg, ...]:
    if element <= COPPER:
        return (rect(-46, -46, 92, 92, "el-body", 20),)
    return circle(0, 0, 47, "el-body"), circle(0, 0, 40, "el-rim")


def draw_coin(x: float, y: float, r: float) -> Svg:
    return g(circle(0, 0, r, "goldfill"), circle(0, 0, r * 0.6, "coin-rim"), at=(x, y))


def draw_flask(x: float, y: float, scale: float) -> Svg:
    """Draw the sign of a catalyst: a small flask, half full."""
    glass = "M-5 -15 H5 M-3.5 -15 V-5 L-12 10 Q-14 15 -8 15 H8 Q14 15 12 10 L3.5 -5 V-15"
    liquid = "M-7 2 H7 L11 10 Q12.5 13.5 8 13.5 H-8 Q-12.5 13.5 -11 10 Z"
    return g(path(liquid, "al-liquid"), path(glass, "inkline"), at=(x, y), scale=scale)
