"""What a program wrote to stderr before it ended, in one line: the exception, and where it was raised."""

import re

LINES, LONGEST = 3, 200  # lines that are kept, and letters of a line

# The line that names an error in Python, Node, Java, C#, Rust, Go and C++
EXCEPTION = re.compile(
    r"^\s*(Exception in thread |Caused by: |\[ERROR\] FATAL UNHANDLED EXCEPTION|Unhandled Exception|panic: |fatal "
    r"error: |thread '.*' .*panicked at|terminate called|(Uncaught )?([\w$]+[.:])*([A-Z]\w*)?(Error|Exception)\b)"
)
PLACE = re.compile(r"^\s*(at\s|what\(\)|\S+\.go:\d+)")
PYTHON_PLACE = re.compile(r'^\s*File ".*", line \d+')
PYTHON_INSIDE = re.compile(r'^\s*File "(<frozen|.*/(site-packages|src/ludotheque|lib/python3[\d.]*)/)')
INSIDE = re.compile(r"^\s*at\s+(java\.|jdk\.|sun\.|System\.|\(wrapper)|\bnode:")  # the language's own code


def summarize(stderr: str) -> str:
    """Return the telling lines of what a program wrote, joined; an empty text if it wrote nothing."""
    lines = [line for line in stderr.splitlines() if line.strip(" \t~^")]
    named = [number for number, line in enumerate(lines) if EXCEPTION.match(line)]
    shown = _with_place(lines, named[-1]) if named else lines[-LINES:]
    return " | ".join(line.strip()[:LONGEST] for line in shown)


def _with_place(lines: list[str], number: int) -> list[str]:
    """Return the error's line, and the first line after it that says where in the bot it was."""
    later = lines[number + 1 :]
    if lines[number].rstrip().endswith(":"):  # Rust writes below what happened
        return [lines[number], *later[:1]]
    before = [line for line in lines[:number] if PYTHON_PLACE.match(line)]
    if before:
        own = [line for line in before if not PYTHON_INSIDE.match(line)]
        return [(own or before)[-1], lines[number]]
    places = [line for line in later if PLACE.match(line)]
    own = [line for line in places if not INSIDE.search(line)]
    return [lines[number], *(own or places)[:1]]
