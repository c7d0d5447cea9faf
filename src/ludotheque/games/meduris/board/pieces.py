"""The pieces of the board. Resources differ in outline and colour; huts and temples carry their owner's shape."""

from typing import Any

from ludotheque.art import Svg, circle, el, g, path, rect, seat_path

RESOURCES = ("wood", "wool", "copper", "stone")  # classes of the style
HUT_BODY = "M0 -22 L23 -3 L17.5 1 V18 H-17.5 V1 L-23 -3 Z"
TEMPLE_ROOF = "M-25 -11 L0 -24 L25 -11 V-5 H-25 Z"
TEMPLE_HALL = "M-20 -5 H20 V14 H25 V20 H-25 V14 H-20 Z"
WORKER_BODY = "M0 -17 A7.5 7.5 0 0 1 5 -4 C14 -2 17 6 18 14 H-18 C-17 6 -14 -2 -5 -4 A7.5 7.5 0 0 1 0 -17 Z"
DRUID_BODY = "M0 -24 C8 -24 10 -14 8 -8 C15 -2 17 10 18 20 H-18 C-17 10 -15 -2 -8 -8 C-10 -14 -8 -24 0 -24 Z"
DRUID_FACE = "M-4 -13 A4.5 5 0 1 1 4 -13 V-10 Q0 12 -4 -10 Z"
STONE_BODY = "M-10 13 L-12 -4 L-6 -14 L6 -13 L12 -3 L10 13 Z"
RUNES = (  # one for each district
    "M3 -6 L-3 -2 L3 2 L-3 6",
    "M-3.5 -5 H3.5 V5 H-3.5 Z",
    "M0 7 V-6 M0 0 L-4.5 -6 M0 0 L4.5 -6",
    "M-4.5 6 H-2 C-6 0 -3 -6 0 -6 C3 -6 6 0 2 6 H4.5",
    "M4 4 C-2 8 -6 0 -1 -4 C4 -7 6 2 0 1",
    "M-5.5 2 C-3 -6 -1 -4 0 0 C1 4 3 6 5.5 -2",
    "M-3.5 -6 V6 M3.5 -6 V6 M-3.5 0 H3.5",
    "M-3 -6 H1 C6 -4 3 2 0 2 V6",
    "M-5 1 C-4 7 4 7 5 1 M-3 -5 V-3 M3 -5 V-3",
)


def draw_resource(kind: int, x: float, y: float, size: float, cls: str = "", **attributes: Any) -> Svg:
    """Draw two logs, a fleece, an ingot or a boulder."""
    drawn = g(*DRAW_RESOURCE[kind](), scale=size / 100)
    return g(drawn, at=(x, y), cls=f"{RESOURCES[kind]} {cls}".strip(), **attributes)


def draw_wood() -> tuple[Svg, ...]:
    return (
        path("M-14 -42 H30 Q42 -42 42 -20 T30 2 H-14 Z", "res"),
        path("M-22 -2 H26 Q40 -2 40 19 T26 40 H-22 Z", "res"),
        el("ellipse", cx=-24, cy=19, rx=15, ry=21, cls="res"),
        el("ellipse", cx=-24, cy=19, rx=4, ry=6, cls="resline"),
        el("ellipse", cx=-15, cy=-20, rx=13, ry=19, cls="res"),
    )


def draw_wool() -> tuple[Svg, ...]:
    fleece = "M-26 30 C-48 30 -48 2 -32 -2 C-38 -26 -12 -38 0 -25 C10 -42 40 -32 34 -6 C50 0 46 30 26 30"
    return (
        path(f"{fleece} C18 42 -16 42 -26 30 Z", "res"),
        path("M-12 8 C-14 -6 8 -10 10 4 C11 14 -2 16 -2 7", "resline"),
    )


def draw_copper() -> tuple[Svg, ...]:
    return (
        path("M-26 -24 H26 L44 26 H-44 Z", "res"),
        path("M-26 -24 L-16 -4 H16 L26 -24 M-16 -4 L-24 24 M16 -4 L24 24", "resline"),
    )


def draw_stone() -> tuple[Svg, ...]:
    return (
        path("M-40 22 L-30 -18 L-2 -38 L30 -24 L42 12 L24 36 H-22 Z", "res"),
        path("M-30 -18 L-2 -6 L30 -24 M-2 -6 L4 34", "resline"),
    )


DRAW_RESOURCE = (draw_wood, draw_wool, draw_copper, draw_stone)


def draw_hut(seat: int, x: float, y: float, scale: float, **attributes: Any) -> Svg:
    """Draw a gable and one room."""
    mark = path(seat_path(seat, 6.4), "onseatfill", transform="translate(0 6)")
    drawn = g(path(HUT_BODY, "seatfill"), mark, scale=scale)
    return g(drawn, at=(x, y), cls=f"s{seat} md-hut", **attributes)


def draw_temple(seat: int, x: float, y: float, scale: float, **attributes: Any) -> Svg:
    """Draw a flat roof on pillars, and a step."""
    mark = path(seat_path(seat, 5.2), "onseatfill", transform="translate(0 4.5)")
    pillars = path("M-14 -2 V13 M14 -2 V13", "md-pillar")
    drawn = g(path(TEMPLE_HALL, "seatfill"), path(TEMPLE_ROOF, "seatfill"), pillars, mark, scale=scale)
    return g(drawn, at=(x, y), cls=f"s{seat} md-temple", **attributes)


def worker_paths(seat: int) -> tuple[Svg, ...]:
    return path(WORKER_BODY, "seatfill"), path(seat_path(seat, 4.2), "onseatfill", transform="translate(0 6.5)")


def draw_druid(**attributes: Any) -> Svg:
    """Draw a white hood and a staff."""
    staff = path("M22 -20 V21 M22 -20 A5 5 0 1 1 17 -15", "md-staff")
    return g(path(DRUID_BODY, "md-robe"), path(DRUID_FACE, "md-face"), staff, **attributes)


def draw_rune_stone(district: int, holder: int, x: float, y: float, scale: float = 1, **attributes: Any) -> Svg:
    """Draw a stone with its rune, or with the colour and shape of the seat `holder`."""
    mark = path(seat_path(holder, 5.6), "onseatfill") if holder >= 0 else path(RUNES[district], "md-glyph")
    cls = f"s{holder} md-held" if holder >= 0 else "md-free"
    return g(g(path(STONE_BODY, "md-stone"), mark, scale=scale), at=(x, y), cls=cls, **attributes)


def draw_die(face: Svg, x: float, y: float, **attributes: Any) -> Svg:
    """Draw the event die with `face` on top."""
    body = rect(-26, -23, 52, 52, "md-die-side", 11), rect(-26, -26, 52, 52, "md-die", 11)
    return g(*body, face, at=(x, y), **attributes)


def draw_minus(x: float, y: float, r: float) -> Svg:
    return g(circle(0, 0, r, "md-minus"), path(f"M{-r * 0.55} 0 H{r * 0.55}", "md-sign"), at=(x, y))


def draw_plus(x: float, y: float, r: float) -> Svg:
    cross = f"M{-r * 0.55} 0 H{r * 0.55} M0 {-r * 0.55} V{r * 0.55}"
    return g(circle(0, 0, r, "md-plus"), path(cross, "md-sign"), at=(x, y))
