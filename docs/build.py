"""Write the pages and pictures that are generated from the code; with --check, list those that are out of date."""

import sys
from pathlib import Path

import ludotheque as lt
from ludotheque.game import Game
from ludotheque.notation import form
from ludotheque.protocol import LineProtocol
from ludotheque.seat import make_player
from ludotheque.web.examples import draw_picture

DOCS = Path(__file__).parent
PICTURES = DOCS.parent / "src" / "ludotheque" / "web" / "static" / "boards"
ANSWERS, WIDTH = 3, 100  # in an example exchange


def make_pages() -> dict[Path, str]:
    """Return every generated page and picture by its file."""
    cards = [lt.load(name) for name in lt.names()]
    drawings = {card.name: draw_picture(card) for card in cards}
    pictures = {PICTURES / f"{name}.svg": f"{svg}\n" for name, svg in drawings.items() if svg}
    pages = {
        "cards.md": ["# The games and their options", *map(write_card, cards)],
        "exchanges.md": write_exchanges(cards),
    }
    return {**{DOCS / name: "\n\n".join(parts) + "\n" for name, parts in pages.items()}, **pictures}


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


def write_exchanges(cards: list[Game]) -> list[str]:
    """Return what a program reads and writes in every game, from real matches."""
    head = """# Line by line

What a program reads (`<`) and writes (`>`) in the first turns of a match of each game, in the protocol of
[bots.md](bots.md). The numbers of an array follow one after the other. On this page long lines are cut, with the
count of what they hold."""
    return [head, *map(write_exchange, cards)]


def write_exchange(game: Game) -> str:
    """Return the lines of a program in seat 0 that plays like the easy bot, until it has answered ANSWERS times."""
    match = lt.new(game.name, seed=8)
    lines, players = LineProtocol(match), [make_player(game, "easy") for _ in range(match.seats)]
    spoken: list[str] = []
    for seat, player in enumerate(players):
        player.begin(match, seat)
    while not match.over and spoken.count("< go") < ANSWERS:
        seat = match.active[0]
        players[seat].ask()
        answer = [str(move) for move in players[seat].answer().moves]
        if seat == 0:
            spoken += [f"< {cut(line)}" for line in lines.lines(0)] + [f"> {'; '.join(answer)}"]
        for move in answer:
            match.play(move, seat)
    return "\n".join([f"## {game.title}", "", *(f"    {line}" for line in spoken)])


def cut(line: str) -> str:
    """Cut a long line so that it fits the page."""
    name, *words = line.split(" ")
    if len(line) <= WIDTH or name in ("options", "moves"):
        return line
    if name == "legal":
        return f"{line[:WIDTH].rpartition('; ')[0]}; … ({line.count(';') + 1} in all)"
    return f"{line[:WIDTH].rpartition(' ')[0]} … ({len(words)} numbers)"


def main() -> int:
    pages = make_pages()
    outdated = [file for file, text in pages.items() if not file.exists() or file.read_text("utf-8") != text]
    names = ", ".join(file.name for file in outdated)
    if "--check" in sys.argv:
        print(f"Out of date: {names}; run make docs." if outdated else "All generated pages are up to date.")
        return int(bool(outdated))
    for file in outdated:
        file.write_text(pages[file], "utf-8")
    print(f"Wrote {names or 'nothing: all pages are up to date'}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
