"""Checks of a game's lesson, its lesson.toml: it is played as written, and the board shows what it points at."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from ludotheque import loops
from ludotheque.checks.drawings import list_elements, list_targets
from ludotheque.game import Game
from ludotheque.match import Match
from ludotheque.web.lessons import Lesson, Step, count_followed, find_reply, read_lesson
from ludotheque.web.new_table import check_seats
from ludotheque.web.words import LANGUAGES, Language

MOST_LETTERS = 170  # of a step: five lines on a phone
BADLY_SET = re.compile(r" [:;!?»]|« |'")  # in French a space that may break, and the straight apostrophe


class Lessons:
    """What holds for every lesson; a game may lack one."""

    games: ClassVar[Sequence[str]]

    def test_the_lesson_is_played_as_written(self, game: Game) -> None:
        lesson = read_lesson(game)
        if lesson is not None:
            check_seats(game, lesson.seats, ())
            for match, step in walk_lesson(game, lesson):
                check_position(match, lesson, step)
            check_free_play(match, lesson)

    def test_every_sentence_of_the_lesson_is_short_and_in_every_language_of_the_game(self, game: Game) -> None:
        lesson = read_lesson(game)
        languages = {"en"} | {code for code in LANGUAGES if game.words(code)}
        for step in lesson.steps if lesson else ():
            assert languages <= set(step.says), f"not in {languages}: {step.says['en']}"
            assert max(map(len, step.says.values())) <= MOST_LETTERS, step.says
            assert not BADLY_SET.search(step.says.get("fr", "")), step.says


def walk_lesson(game: Game, lesson: Lesson) -> Iterator[tuple[Match, Step]]:
    """Yield the position of every step, with the others' moves as a table finds them."""
    machine = loops.machine(game, interpreted=True)
    match = Match(game, len(lesson.seats), lesson.seed, lesson.options, machine=machine)
    for step in lesson.steps:
        play_replies(match)
        yield match, step
        if step.move is not None:
            match.play(step.move, lesson.seat)
    play_replies(match)


def play_replies(match: Match) -> None:
    """Play what the lesson has ready for the other seats, until it has nothing for those who are awaited."""
    while replies := [(seat, move) for seat in match.active if (move := find_reply(match, seat)) is not None]:
        seat, move = replies[0]
        match.play(move, seat)


def check_position(match: Match, lesson: Lesson, step: Step) -> None:
    """The user is awaited, the board has all that the step points at, and a click leads to its move."""
    played = lesson.steps[: lesson.steps.index(step)]
    assert count_followed(match, lesson.seat) == sum(one.move is not None for one in played), step.says["en"]
    assert lesson.seat in match.active, f"not the user's turn: {step.says['en']}"
    view = match.view(lesson.seat)
    for code in LANGUAGES:
        drawing = view.drawing(Language(code).board(match.game))
        shown = {element.get("id") for element in list_elements(drawing)}
        assert set(step.at) <= shown, f"nothing to point at: {step.says['en']}"
    if step.move is not None:
        assert any(leads_to(match, data, step.move) for data in list_targets(drawing)), f"no click for {step.move}"


def leads_to(match: Match, data: Mapping[str, str], text: str) -> bool:
    """Return whether a target of the board is a move, or a part of it."""
    kind, *numbers = text.split(" ")
    values = dict(zip(match.game.rules.MOVES[kind] or {}, numbers))
    if "move" in data:
        return data["move"] == text
    if data.get("kind", kind) != kind:
        return False
    return "pick" in data or any(values[name] == data[name] for name in values.keys() & data.keys())


def check_free_play(match: Match, lesson: Lesson) -> None:
    """The lesson ends with words, at a position where the user is to move and may do anything."""
    assert lesson.steps[-1].move is None, "the last step is a farewell, without a move"
    assert lesson.seat in match.active and not match.over
    match.play(match.view(lesson.seat).legal()[0], lesson.seat)
    assert count_followed(match, lesson.seat) is None
    assert [find_reply(match, seat) for seat in match.active] == [None] * len(match.active)
