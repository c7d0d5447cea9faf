"""Text boards: text that fits a terminal of 80 columns."""

from unicodedata import east_asian_width

LINE = 79


def printable(text: str) -> str:
    """Replace control characters, which could disturb a terminal, by question marks."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def columns(text: str) -> int:
    """Return the width of `text` in a terminal."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def fit(name: str, room: int) -> str:
    """Cut or pad `name` to `room` columns."""
    name = printable(name)
    while columns(name) > room:
        name = name.rstrip("…")[:-1] + "…"
    return name + " " * (room - columns(name))


def folded(line: str, indent: int) -> list[str]:
    """Break `line` at spaces into lines of at most 79 columns; all but the first are indented."""
    lines = [""]
    for i, part in enumerate(line.split(" ")):
        if lines[-1].strip() and columns(lines[-1]) + columns(part) >= LINE:
            lines.append(" " * indent + part)
        else:
            lines[-1] += " " * bool(i) + part
    return lines
