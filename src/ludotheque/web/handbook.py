"""The handbook of a game: its rules as a page, with anchors to every clause and boards between them."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from ludotheque.game import Game
from ludotheque.web.examples import Example, examples
from ludotheque.web.words import Tongue

CLAUSE = re.compile(r"\b[A-Z]{2}-\d+\b")
RULING = re.compile(r"(Our )?[Dd]ecision|(Notre )?[Dd]écision|Examples?\b|Exemples?\b")
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


@dataclass(frozen=True)
class Part:
    """A stretch of the rules, and the boards that follow it."""

    text: Markup
    examples: list[Example]


@dataclass(frozen=True)
class Handbook:
    title: str
    language: str
    contents: list[tuple[str, str]]  # anchor and heading
    parts: list[Part]


@cache
def handbook(game: Game, tongue: Tongue) -> Handbook:
    """A game's rules in the reader's language, or in English where nobody has written them yet; made once."""
    language = tongue.language if (game.folder / f"RULES.{tongue.language}.md").exists() else "en"
    blocks = list(_blocks(MARKDOWN.parse(game.rules_text(language))))
    heads = [block for block in blocks if block[0].type == "heading_open"]
    contents = [(str(block[0].attrs["id"]), block[1].content) for block in heads if block[0].tag == "h2"]
    title = next((block[1].content for block in heads if block[0].tag == "h1"), game.title)
    body = [block for block in blocks if block[0].tag != "h1"]
    return Handbook(title, language, contents, list(_parts(body, examples(game, tongue))))


def _blocks(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """What stands side by side in the text: a heading, a paragraph, a table …"""
    block: list[Token] = []
    for token in tokens:
        block.append(token)
        if token.level == 0 and token.nesting <= 0:
            _mark(block)
            yield block
            block = []


def _mark(block: list[Token]) -> None:
    """Give a block its anchor and its looks, and link the clauses that it names."""
    opening, inline = block[0], block[1] if len(block) > 1 else block[0]
    children = inline.children or []
    lead = next((child.content for child in children if child.type == "text" and child.content), "")
    number = CLAUSE.match(lead)
    if opening.type == "heading_open":
        opening.attrs["id"] = anchor(inline.content)
    elif opening.type == "paragraph_open" and number and children[1].type == "strong_open":
        opening.attrs.update({"id": number[0], "class": "clause"})
        _number_it(inline, number[0])
    elif opening.type == "paragraph_open" and RULING.match(lead):
        opening.attrs["class"] = "ruling"
    for before, token, after in zip(block, block[1:], block[2:]):
        if token.type == "inline" and not token.content:
            before.tag = after.tag = "td"  # an empty corner heads nothing
    for token in block:
        token.children = [piece for child in token.children or [] for piece in _linked(child)]
        token.attrs.pop("style", None)  # the page's policy lets no style in


def _number_it(inline: Token, number: str) -> None:
    """Take the clause's number out of its first bold words, and make it a link to itself."""
    assert inline.children is not None
    words = inline.children[2]
    words.content = words.content.removeprefix(number).removeprefix(".").lstrip()
    rest = inline.children if words.content else inline.children[4:]
    inline.children = [*_link(number, "number"), _text(" "), *rest]


def _linked(token: Token) -> list[Token]:
    """A text with links to the clauses that it names."""
    if token.type != "text" or not CLAUSE.search(token.content) or token.meta.get("own"):
        return [token]
    pieces: list[Token] = []
    end = 0
    for found in CLAUSE.finditer(token.content):
        pieces += [_text(token.content[end : found.start()]), *_link(found[0])]
        end = found.end()
    return [*pieces, _text(token.content[end:])]


def _link(number: str, cls: str = "") -> list[Token]:
    attrs: dict[str, str | int | float] = {"href": f"#{number}", **({"class": cls} if cls else {})}
    own = Token("text", "", 0, content=number, meta={"own": True})
    return [Token("link_open", "a", 1, attrs=attrs), own, Token("link_close", "a", -1)]


def _text(words: str) -> Token:
    return Token("text", "", 0, content=words)


def anchor(heading: str) -> str:
    """A heading as an address: "The end of a turn" is the-end-of-a-turn."""
    plain = unicodedata.normalize("NFKD", heading.replace("’", " ")).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")


def _parts(blocks: Sequence[list[Token]], boards: Sequence[Example]) -> Iterator[Part]:
    """The blocks in stretches: a new one begins at every section and at every clause."""
    here, section = "0", 0
    stretch: list[Token] = []
    for block in blocks:
        section += block[0].tag == "h2"
        begins = str(section) if block[0].tag == "h2" else str(block[0].attrs.get("id", ""))
        if begins and block[0].tag != "h3":
            yield _part(stretch, [board for board in boards if board.after == here])
            here, stretch = begins, []
        stretch += block
    yield _part(stretch, [board for board in boards if board.after == here])


def _part(stretch: Sequence[Token], boards: list[Example]) -> Part:
    return Part(Markup(MARKDOWN.renderer.render(stretch, MARKDOWN.options, {})), boards)


def _table_open(*_: object) -> str:
    return '<div class="tablewrap" tabindex="0"><table>\n'


def _table_close(*_: object) -> str:
    return "</table></div>\n"


MARKDOWN.add_render_rule("table_open", _table_open)
MARKDOWN.add_render_rule("table_close", _table_close)
