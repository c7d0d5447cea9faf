"""Boards as pictures outside a browser: every colour is resolved for a theme, then the drawing becomes pixels.

Browsers resolve the style of a board themselves. Programs that draw SVG know no variables, no nested rules and no
`light-dark`, so here each element gets the values that apply to it, as attributes (extra `picture`).
"""

import io
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from typing import Any, Literal

import cssselect2
import numpy as np
import numpy.typing as npt
import PIL.Image
import resvg_py
import tinycss2

from ludotheque import art
from ludotheque.game import Game
from ludotheque.view import View

Theme = Literal["light", "dark"]
Style = dict[str, str]
Say = Callable[[str], str]

WIDTH = 1200  # pixels of a picture, if nothing else is asked for
SVG = "{http://www.w3.org/2000/svg}"
DRAWN = re.compile(r"fill|stroke|opacity|display|transform|color|paint-order|text-|font-(size|family|weight)")
VARIABLE = re.compile(r"var\((--[\w-]+)\)")
THEMED = re.compile(r"light-dark\(([^(),]+),\s*([^(),]+)\)")
MIXED = re.compile(r"color-mix\(in srgb, (#\w+) (\d+)%, (#\w+|transparent)\)")
UNIT = re.compile(r"(?<=\d)(?:px|deg)\b")

ET.register_namespace("", SVG[1:-1])


def make_png(view: View, theme: Theme = "light", width: int = WIDTH, say: Say = str) -> bytes:
    """Return the board of a view as PNG, in its wide form; `say` translates."""
    svg = resolve(view.game, view.drawing(say), theme)
    return bytes(resvg_py.svg_to_bytes(svg, width=width, sans_serif_family="DejaVu Sans", serif_family="DejaVu Serif"))


def make_pixels(view: View, theme: Theme = "light", width: int = WIDTH) -> npt.NDArray[np.uint8]:
    """Return the board of a view as [row, column, colour]."""
    return np.array(PIL.Image.open(io.BytesIO(make_png(view, theme, width))).convert("RGB"))


def resolve(game: Game, svg: str, theme: Theme = "light") -> str:
    """Return a drawing of a game's board that needs no style sheet, in its wide form, with a background."""
    root = ET.fromstring(svg)
    root.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")  # spaces between parts of a line
    _resolve_element(cssselect2.ElementWrapper.from_xml_root(root), {}, _match_rules(game), theme)
    return ET.tostring(root, "unicode")


def _resolve_element(element: Any, inherited: Style, rules: cssselect2.Matcher, theme: Theme) -> None:
    """Write the style of an element, and of all within it, into their attributes."""
    declared: Style = {}
    for _, _, _, declarations in sorted(rules.match(element), key=lambda found: found[:2]):
        declared |= declarations
    own = {name: value for name, value in declared.items() if name.startswith("--")}
    variables = inherited | own
    variables |= {name: _compute(value, variables, theme) for name, value in own.items()}
    node = element.etree_element
    if element.parent is None:
        _widen(node, declared, variables)
    for name, value in declared.items():
        if DRAWN.match(name):
            _set(node, name, _compute(value, variables, theme))
    for child in element.iter_children():
        _resolve_element(child, variables, rules, theme)


def _compute(value: str, variables: Style, theme: Theme) -> str:
    """Return a value without variables, for one theme."""
    while VARIABLE.search(value):
        value = VARIABLE.sub(lambda found: variables.get(found[1], "none"), value)
    value = THEMED.sub(lambda found: found[1 if theme == "light" else 2].strip(), value)
    return MIXED.sub(lambda found: _mix(found[1], int(found[2]) / 100, found[3]), value)


def _mix(colour: str, share: float, other: str) -> str:
    """Return a share of one colour and the rest of another, or of nothing."""
    if other == "transparent":
        return f"{_whole(colour)}{round(255 * share):02x}"
    parts = zip(bytes.fromhex(_whole(colour)[1:]), bytes.fromhex(_whole(other)[1:]))
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in parts)


def _whole(colour: str) -> str:
    """Return a colour with two digits for each part."""
    return colour if len(colour) == 7 else "#" + "".join(digit * 2 for digit in colour[1:])


def _set(node: ET.Element, name: str, value: str) -> None:
    if name == "transform" and value == "none":
        node.attrib.pop(name, None)
    else:
        node.set(name, UNIT.sub("", value))


def _widen(root: ET.Element, declared: Style, variables: Style) -> None:
    """Give a board the room of its wide form, which its style calls aspect-ratio, and a background."""
    x, y, width, height = (float(part) for part in root.attrib["viewBox"].split())
    if "aspect-ratio" in declared:
        across, down = (float(part) for part in declared["aspect-ratio"].split("/"))
        width = height * across / down
    root.set("viewBox", f"{x:g} {y:g} {width:g} {height:g}")
    box = {"x": x, "y": y, "width": width, "height": height, "rx": 12}
    ground = ET.Element(SVG + "rect", {name: f"{value:g}" for name, value in box.items()}, fill=variables["--mat"])
    root.insert(0, ground)


@cache
def _match_rules(game: Game) -> cssselect2.Matcher:
    """Return the rules of a board's style that hold without a mouse, a narrow window or motion."""
    matcher = cssselect2.Matcher()
    for selector, declarations in _list_rules(tinycss2.parse_stylesheet(art.css(game), True, True), []):
        with suppress(cssselect2.SelectorError):  # what only a browser knows
            for compiled in cssselect2.compile_selector_list(selector):
                matcher.add_selector(compiled, declarations)
    return matcher


def _list_rules(nodes: Any, parents: list[str]) -> Iterator[tuple[str, Style]]:
    """Yield each rule as selector and declarations; a nested rule comes after those of its parent."""
    for node in nodes:
        if node.type != "qualified-rule":
            continue
        inside = tinycss2.parse_blocks_contents(node.content, True, True)
        declarations = {one.name: tinycss2.serialize(one.value).strip() for one in inside if one.type == "declaration"}
        selectors = [_join(parent, one) for one in _split(node.prelude) for parent in parents or [""]]
        for selector in selectors:
            yield selector, declarations
        yield from _list_rules(inside, selectors)


def _split(prelude: Any) -> list[str]:
    """Return the selectors between the commas."""
    parts: list[list[Any]] = [[]]
    for token in prelude:
        if token == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    return [tinycss2.serialize(part).strip() for part in parts]


def _join(parent: str, selector: str) -> str:
    return selector.replace("&", parent) if "&" in selector else f"{parent} {selector}".strip()
