"""Boards in letters: texts that fit a terminal of 80 columns."""

from unicodedata import east_asian_width

LINE = 79


def printable(text: str) -> str:
    """Somebody's text without what would disturb a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def columns(text: str) -> int:
    """How wide a text stands."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def fit(name: str, room: int) -> str:
    """A name in so many columns."""
    name = printable(name)
    while columns(name) > room:
        name = name.rstrip("…")[:-1] + "…"
    return name + " " * (room - columns(name))


def folded(line: str, indent: int) -> list[str]:
    """A long line in several."""
    lines = [""]
    for i, part in enumerate(line.split(" ")):
        if lines[-1].strip() and columns(lines[-1]) + columns(part) >= LINE:
            lines.append(" " * indent + part)
        else:
            lines[-1] += " " * bool(i) + part
    return lines
