"""The rules of a game as a page, with an anchor at every clause and example boards between them."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from ludotheque.game import Game
from ludotheque.web.examples import Example, draw_examples
from ludotheque.web.words import Language

CLAUSE = re.compile(r"\b[A-Z]{2}-\d+\b")
RULING = re.compile(r"(Our )?[Dd]ecision|(Notre )?[Dd]écision|Examples?\b|Exemples?\b")
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


@dataclass(frozen=True)
class Part:
    """A part of the rules, and the boards that follow it."""

    text: Markup
    examples: list[Example]


@dataclass(frozen=True)
class RulesPage:
    title: str
    language: str
    contents: list[tuple[str, str]]  # anchor and heading
    parts: list[Part]


@cache
def make_rules_page(game: Game, language: Language) -> RulesPage:
    """Return a game's rules in the reader's language, or in English where there is no translation."""
    code = language.code if (game.folder / f"RULES.{language.code}.md").exists() else "en"
    blocks = list(_split_blocks(MARKDOWN.parse(game.rules_text(code))))
    heads = [block for block in blocks if block[0].type == "heading_open"]
    contents = [(str(block[0].attrs["id"]), block[1].content) for block in heads if block[0].tag == "h2"]
    title = next((block[1].content for block in heads if block[0].tag == "h1"), game.title)
    body = [block for block in blocks if block[0].tag != "h1"]
    return RulesPage(title, code, contents, list(_split_parts(body, draw_examples(game, language))))


def _split_blocks(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """Yield the tokens of each heading, paragraph, table …"""
    block: list[Token] = []
    for token in tokens:
        block.append(token)
        if token.level == 0 and token.nesting <= 0:
            _annotate(block)
            yield block
            block = []


def _annotate(block: list[Token]) -> None:
    """Add the block's anchor and CSS class, and link the clauses that it names."""
    _add_anchor(block)
    for before, token, after in zip(block, block[1:], block[2:]):
        if token.type == "inline" and not token.content:
            before.tag = after.tag = "td"  # an empty <th> fails axe
    for token in block:
        token.children = [piece for child in token.children or [] for piece in _link_clauses(child)]
        token.attrs.pop("style", None)  # the page's content security policy forbids inline style


def _add_anchor(block: list[Token]) -> None:
    opening, inline = block[0], block[1] if len(block) > 1 else block[0]
    children = inline.children or []
    lead = next((child.content for child in children if child.type == "text" and child.content), "")
    number = CLAUSE.match(lead)
    if opening.type == "heading_open":
        opening.attrs["id"] = make_anchor(inline.content)
    elif opening.type == "paragraph_open" and number and children[1].type == "strong_open":
        opening.attrs.update({"id": number[0], "class": "clause"})
        _link_number(inline, number[0])
    elif opening.type == "paragraph_open" and RULING.match(lead):
        opening.attrs["class"] = "ruling"


def _link_number(inline: Token, number: str) -> None:
    """Replace the clause's number, in its first bold words, by a link to the clause itself."""
    assert inline.children is not None
    words = inline.children[2]
    words.content = words.content.removeprefix(number).removeprefix(".").lstrip()
    rest = inline.children if words.content else inline.children[4:]
    inline.children = [*_link(number, "number"), _text(" "), *rest]


def _link_clauses(token: Token) -> list[Token]:
    """Split a text into links to the clauses that it names, and the text between them."""
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


def make_anchor(heading: str) -> str:
    """Return the address of a heading: "The end of a turn" becomes the-end-of-a-turn."""
    plain = unicodedata.normalize("NFKD", heading.replace("’", " ")).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")


def _split_parts(blocks: Sequence[list[Token]], boards: Sequence[Example]) -> Iterator[Part]:
    """Yield the rules in parts; a new part begins at every section and at every clause."""
    here, section = "0", 0
    tokens: list[Token] = []
    for block in blocks:
        section += block[0].tag == "h2"
        begins = str(section) if block[0].tag == "h2" else str(block[0].attrs.get("id", ""))
        if begins and block[0].tag != "h3":
            yield _render_part(tokens, [board for board in boards if board.after == here])
            here, tokens = begins, []
        tokens += block
    yield _render_part(tokens, [board for board in boards if board.after == here])


def _render_part(tokens: Sequence[Token], boards: list[Example]) -> Part:
    return Part(Markup(MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})), boards)


def _table_open(*_: object) -> str:
    return '<div class="tablewrap" tabindex="0"><table>\n'


def _table_close(*_: object) -> str:
    return "</table></div>\n"


MARKDOWN.add_render_rule("table_open", _table_open)
MARKDOWN.add_render_rule("table_close", _table_close)
