"""Write the pages and pictures that are generated from the code; with --check, list those that are out of date."""

import os
import re
import sys
from pathlib import Path

import ludotheque as lt
from ludotheque.game import Game
from ludotheque.nets.observations import layout_of
from ludotheque.notation import form
from ludotheque.protocol_page import write_page
from ludotheque.web.examples import draw_picture
from ludotheque.web.render import picture_file

DOCS = Path(__file__).parent


def make_pages() -> dict[Path, str]:
    """Return every generated page and picture by its file."""
    cards = [lt.load(name) for name in lt.names()]
    pictures = {picture_file(card): f"{svg}\n" for card in cards if (svg := draw_picture(card))}
    overview = "\n\n".join(["# The games and their options", *map(write_card, cards)]) + "\n"
    protocols = {DOCS / "protocol" / f"{card.name}.md": write_page(card) for card in cards}
    observations = "\n\n".join(write_observations(cards)) + "\n"
    return {DOCS / "cards.md": overview, DOCS / "observations.md": observations, **protocols, **pictures}


def write_card(game: Game) -> str:
    few, many = game.seats[0], game.seats[-1]
    seats = f"{few} seats" if few == many else f"{few} to {many} seats"
    moves = " · ".join(f"`{form(kind, numbers)}`" for kind, numbers in game.rules.MOVES.items() if numbers is not None)
    lines = [f"## {game.title}", "", f"`{game.name}`: {game.about} {seats}.", "", f"Moves: {moves}."]
    lines += ["", f"Outcome: {', then '.join(game.outcome)}. Bots: {', '.join(game.bots)}.", ""]
    lines += ["| option | default | choices | |", "|---|---|---|---|"]
    for name, option in game.options.items():
        default = "the match's seed" if option.is_seed else option.format(option.default)
        lines.append(f"| `{name}` | {default} | {option.describe_range()} | {option.about} |")
    return "\n".join(lines)


def write_observations(cards: list[Game]) -> list[str]:
    """Return what a network sees in every game, part by part."""
    head = """# What a network sees

The numbers of `batch.observe()` for the default options and seats, in their order; [batch.md](batch.md) says how to use
them. `me` is the seat that observes. A number of a field is shown as n / (h + |n|), where h is 8, 256 or 1024 for
fields of 1, 2 or more bytes."""
    return [head, *map(write_layout, cards)]


def write_layout(game: Game) -> str:
    layout = layout_of(game, game.read_options({}, game.default_seats, 0), game.default_seats)
    comments = read_comments(game) if layout.is_derived else {}
    source = "Derived from the fields of its State" if layout.is_derived else "Written by its `features.py`"
    lines = [
        f"## {game.title}",
        "",
        f"{layout.size} numbers. {source}.",
        "",
        "| from | part | shape | |",
        "|---|---|---|---|",
    ]
    for part in layout.parts:
        shape = " × ".join(map(str, part.shape)) or "1"
        lines.append(f"| {part.start} | `{part.name}` | {shape} | {part.about or comments.get(part.name, '')} |")
    return "\n".join(lines)


def read_comments(game: Game) -> dict[str, str]:
    """Return the comment behind each field of the State in the rules."""
    text = (game.folder / "rules.py").read_text("utf-8")
    found = re.findall(r'^    \("(\w+)", .*?\),(?:  # (.*))?$', text, re.MULTILINE)
    return {"seat": "my seat, as flags", "active": "whose move is awaited, as flags"} | {n: c for n, c in found if c}


def main() -> int:
    os.environ["LUDOTHEQUE_INTERPRET"] = "1"  # a few matches: compiling all games would take minutes
    pages = make_pages()
    outdated = [file for file, text in pages.items() if not file.exists() or file.read_text("utf-8") != text]
    names = ", ".join(file.name for file in outdated)
    if "--check" in sys.argv:
        print(f"Out of date: {names}; run make docs." if outdated else "All generated pages are up to date.")
        return int(bool(outdated))
    for file in outdated:
        file.parent.mkdir(exist_ok=True)
        file.write_text(pages[file], "utf-8")
    print(f"Wrote {names or 'nothing: all pages are up to date'}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
