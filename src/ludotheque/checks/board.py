"""Checks of a game's board: all that it draws and says, for every viewer of random matches."""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar
from unicodedata import category
from xml.etree.ElementTree import Element

import numpy as np
import pytest

from ludotheque.art import Section
from ludotheque.checks.drawings import SVG, list_elements, read_texts
from ludotheque.checks.laws import make_match, walk
from ludotheque.game import Game
from ludotheque.letters import columns
from ludotheque.match import Match
from ludotheque.view import View
from ludotheque.web.replay_log import Viewpoint, list_named

SEEDS = range(3)
PLIES, STEP = 120, 11  # of each match, and from one position that is looked at to the next
OUTLINED_PLIES = 60
LONG_MATCH, LONG_STEP = 500, 100  # the same where a match has to reach its end
MOST_FORECASTS = 12  # moves of a position whose forecasts are looked at
NAMED_PLIES, NAMED_STEP, MOST_NAMES = 60, 5, 30  # of a match, between positions, and moves of a position
GID = "x7"  # ids of a drawing begin with its own, so that a page can hold several
RUDE_NAME = '<script>&"\x00\x1b[1m'
WIDE_NAME = "鈴木一朗" * 6
MARKUP = ("style=", "<image", "<style", "<script", "<foreignObject", "href=", "\x00", "\x1b")

each_seed = pytest.mark.parametrize("seed", SEEDS)


def list_positions(game: Game, seed: int) -> Iterator[Match]:
    """Yield some positions of a random match with random options and awkward names, and its last one."""
    match = make_match(game, seed)
    match.names = [RUDE_NAME, WIDE_NAME, "", *match.names][: match.seats]
    for ply, position in enumerate(walk(match, random.Random(seed), PLIES)):
        if ply % STEP == 0 or position.over:
            yield position


def list_views(match: Match) -> list[View]:
    """Return the views of a spectator, of the first and the last seat, and of everybody who is awaited."""
    return [match.view(seat) for seat in sorted({-1, 0, match.seats - 1, *match.active})]


def list_languages(game: Game) -> list[Callable[[str], str]]:
    """Return the functions that translate captions: into English, and into French where the game has it."""
    french: dict[str, str] = game.words("fr").get("board", {})
    return [str, lambda caption: french.get(caption, caption)] if french else [str]


class Board:
    """What holds for every drawing; a game without a board has none of these to keep."""

    games: ClassVar[Sequence[str]]

    @each_seed
    def test_a_drawing_is_safe_and_offers_legal_moves_to_who_is_awaited(self, game: Game, seed: int) -> None:
        board = board_of(game)
        for match in list_positions(game, seed):
            for view in list_views(match):
                for say in list_languages(game):
                    drawing = str(board.draw(view, view.seat, say, gid=GID))
                    check_markup(drawing)
                    check_targets(view, list_elements(drawing))
                    check_refusals(view, list_elements(drawing))

    def test_a_name_is_text(self, game: Game) -> None:
        match = make_match(game, 1)
        match.names = [f"<b>{seat}&amp;" for seat in range(match.seats)]
        shown = read_texts(str(board_of(game).draw(match.view(-1), -1, str)))
        assert "<b" in shown or "&" not in shown

    @each_seed
    def test_the_text_fits_a_terminal(self, game: Game, seed: int) -> None:
        board = board_of(game, "text")
        for match in list_positions(game, seed):
            for view in list_views(match):
                for say in list_languages(game):
                    written = board.text(view, view.seat, say)
                    assert max(columns(line) for line in written.split("\n")) <= 80
                    assert not any(category(letter) == "Cc" for letter in written.replace("\n", ""))

    @each_seed
    def test_every_viewer_gets_a_hint_until_the_end(self, game: Game, seed: int) -> None:
        """The hint is a sentence, and its captions are translated where the game has French."""
        board, french = board_of(game, "hint"), game.words("fr").get("board", {})
        hints = set()
        for match in list_positions(game, seed):
            for view in list_views(match):
                captions: list[str] = []
                hint = board.hint(view, view.seat, lambda text, heard=captions: heard.append(text) or text)
                assert hint.endswith(".") and "{" not in hint, hint
                assert not french or (captions and set(captions) <= set(french)), captions
                hints.add(hint)
        assert len(hints) > 1, "the hint is always the same"

    @each_seed
    def test_every_ply_is_told_in_sentences(self, game: Game, seed: int) -> None:
        board = board_of(game, "tell")
        match = list(walk(make_match(game, seed), random.Random(seed), PLIES))[-1]
        for ply in range(1, match.ply + 1, 1 + match.ply // 40):
            for seat in (-1, 0, match.played[ply - 1].seat):
                viewpoint = Viewpoint(seat)
                before, after = match.view(seat, ply - 1), match.view(seat, ply)
                played = match.played[ply - 1] if viewpoint.knows_move(match, ply) else None
                for say in list_languages(game):
                    told = list(board.tell(before, after, seat, say, played))
                    assert all(one[-1:] in ".!?" and "{" not in one for one in told), told
                    named = {f'id="{GID}-{name}"' for one in told for name in list_named(one)}
                if named and seat == 0:
                    drawing = str(board.draw(after, seat, str, GID))
                    assert all(name in drawing for name in named), (told, named)

    @each_seed
    def test_every_legal_move_has_a_forecast_that_tells_no_secret(self, game: Game, seed: int) -> None:
        """The words are sentences, and the same when everything that the seat cannot see is different."""
        board, rng = board_of(game, "foresee"), random.Random(seed)
        forecasts = set()
        for match in list_positions(game, seed):
            for seat in match.active:
                view, moves = match.view(seat), match.legal(seat)
                for move in rng.sample(moves, min(MOST_FORECASTS, len(moves))):
                    for say in list_languages(game):
                        forecast = board.foresee(view, seat, move, say)
                        assert not forecast.words or (forecast.words[-1] in ".!?" and "{" not in forecast.words)
                        other = change_what_is_hidden(match, seat, rng).view(seat)
                        assert board.foresee(other, seat, move, say) == forecast, move
                    forecasts.add(forecast)
        assert len(forecasts) > 1, "the forecast is always the same"

    def test_every_legal_move_has_a_plain_name_of_its_own(self, game: Game) -> None:
        """From an earlier position it has a name too, because a line of moves is named from where it begins."""
        board, rng = board_of(game, "name_move"), random.Random(1)
        match = make_match(game, 1)
        earlier = match.copy()
        for ply, position in enumerate(walk(match, rng, NAMED_PLIES)):
            for seat in position.active if ply % NAMED_STEP == 0 else ():
                moves = rng.sample(position.legal(seat), min(MOST_NAMES, len(position.legal(seat))))
                for say in list_languages(game):
                    names = [board.name_move(position.view(seat), seat, move, say) for move in moves]
                    assert len(set(names)) == len(moves), names
                    old = [board.name_move(earlier.view(seat), seat, move, say) for move in moves[:3]]
                    for name in names + old:
                        check_name(game, name)
                earlier = position.copy()

    @each_seed
    def test_the_outline_has_headings_lines_and_tables(self, game: Game, seed: int) -> None:
        """It is the same whatever the viewer cannot see."""
        board, rng = board_of(game, "outline"), random.Random(seed)
        for match in list_positions(game, seed):
            for view in list_views(match):
                for say in list_languages(game):
                    sections = board.outline(view, view.seat, say)
                    check_outline(sections)
                other = change_what_is_hidden(match, view.seat, rng).view(view.seat)
                assert board.outline(other, view.seat, say) == sections

    def test_the_outline_changes_whenever_the_drawing_does(self, game: Game) -> None:
        """So a screen reader misses nothing that the drawing shows."""
        board = board_of(game, "outline")
        shown: dict[tuple[int, str], str] = {}
        for match in walk(make_match(game, 2), random.Random(2), OUTLINED_PLIES):
            for seat in (-1, 0):
                view = match.view(seat)
                drawing, outline = str(board.draw(view, seat, str)), repr(board.outline(view, seat, str))
                assert shown.setdefault((seat, outline), drawing) == drawing, outline

    @each_seed
    def test_the_parts_of_a_score_add_up_to_it(self, game: Game, seed: int) -> None:
        """Also before the end, because people can end a match at any time."""
        board, match = board_of(game, "explain_score"), make_match(game, seed, options=game.quick)
        for ply, position in enumerate(walk(match, random.Random(seed), LONG_MATCH)):
            if ply % LONG_STEP == 0 or position.over:
                for seat in range(position.seats):
                    for say in list_languages(game):
                        parts = board.explain_score(position, seat, say)
                        assert sum(part.points for part in parts) == position.outcome[seat][game.score], parts
                        assert all(part.words and part.points and "{" not in part.words for part in parts), parts
                        assert len({part.words for part in parts}) == len(parts), parts


def check_name(game: Game, name: str) -> None:
    """Check that the name of a move is a phrase without a word of the line protocol."""
    assert name and "{" not in name and name[-1] not in ".!?", name
    kinds, arguments = game.rules.MOVES, {one for kind in game.rules.MOVES.values() for one in kind or ()}
    assert not set(re.findall(r"\w+", name)) & set(kinds), name
    assert not re.search(rf"(: |, )({'|'.join(arguments)}) \d", name), name  # as the moves of a game without names


def check_outline(sections: Sequence[Section]) -> None:
    """Check that headings differ, lines are sentences, and the cells of a table are in even rows below headings."""
    headings = [section.heading for section in sections]
    assert all(headings) and len(set(headings)) == len(headings), headings
    for heading, lines, table in sections:
        assert lines or table, heading
        assert all(line[-1:] in ".!?" and "{" not in line for line in lines), lines
        assert len({len(row) for row in table}) <= 1, heading
        assert all(isinstance(cell, str) for row in table for cell in row), heading
        assert not table or all(table[0][1:]), heading


def change_what_is_hidden(match: Match, seat: int, rng: random.Random) -> Match:
    """Return a copy of the match in which every byte that the seat's view hides is another one."""
    other, seen = match.copy(), match.view(seat).state.tobytes()
    data = other.state.view(np.uint8)
    for place, byte in enumerate(match.state.tobytes()):
        if byte != seen[place]:
            data[place] = rng.choice([value for value in (0, 1, 2, 5, seen[place]) if value != byte])
    return other


def board_of(game: Game, function: str = "draw") -> Any:
    """Return the game's board, or skip the test if the board lacks the function."""
    if not hasattr(game.board, function):
        pytest.skip(f"{game.title} has no board with {function}")
    return game.board


def check_markup(drawing: str) -> None:
    """Check that ids are unique and begin with GID, and that there is no inline style, script or picture."""
    ids = [e.attrib["id"] for e in list_elements(drawing) if "id" in e.attrib]
    assert len(ids) == len(set(ids)), "an id is there twice"
    assert [name for name in ids if name != GID and not name.startswith(f"{GID}-")] == []
    assert [one for one in MARKUP if one in drawing] == []


def check_targets(view: View, elements: Sequence[Element]) -> None:
    """Check that a target has an id, a title and a ring, and that it is a part of a legal move."""
    targets = [element for element in elements if "tabindex" in element.attrib]
    assert not targets or view.seat in view.active, f"seat {view.seat} can click"
    moves = view.legal() if targets else []
    for target in targets:
        assert target.attrib.get("id") and target.attrib.get("role") == "button", target.attrib
        assert target[0].tag == f"{SVG}title" and target[0].text, target.attrib
        assert any("ring" in part.attrib.get("class", "").split() for part in target.iter()), target.attrib
        data = {name[5:]: value for name, value in target.attrib.items() if name.startswith("data-")}
        assert any(agrees(view.game, move, data) for move in moves), f"{data} is part of no legal move"


def check_refusals(view: View, elements: Sequence[Element]) -> None:
    """Check that what says why it cannot be used is no target, and that the rules refuse its move with a sentence."""
    refused = [element for element in elements if "data-why" in element.attrib]
    assert not refused or view.seat in view.active, f"seat {view.seat} is not awaited"
    for move in {element.attrib["data-why"] for element in refused}:
        assert view.why(move) in view.game.rules.ERRORS[1:], f"{move}: {view.why(move)}"
    assert not any("tabindex" in element.attrib for element in refused), "a target is not refused"


def agrees(game: Game, move: str, target: dict[str, str]) -> bool:
    """Return whether a target is the move or a part of it: its kind, or one of its arguments."""
    if "move" in target:
        return target["move"] == move
    kind, *numbers = move.split()
    values = dict(zip(game.rules.MOVES[kind] or (), numbers))
    if target.get("kind", kind) != kind:
        return False
    named = [name for name in values if name in target]
    return any(values[name] == target[name] for name in named) or ("kind" in target and not named)
