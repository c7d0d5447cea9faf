"""Golden transcripts: whole matches as text, to be read in a diff. LUDOTHEQUE_GOLDEN=write writes them anew."""

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import pytest

import ludotheque as lt
from ludotheque import transcript
from ludotheque.game import Game
from ludotheque.match import Match
from ludotheque.seat import make_player

FIRST_TRANSCRIPT = "first.txt"


class Transcripts:
    """Matches that were played before are played again."""

    games: ClassVar[Sequence[str]]

    def test_matches_replay_to_the_same_transcripts(self, game: Game, request: pytest.FixtureRequest) -> None:
        """LUDOTHEQUE_GOLDEN=write writes them anew, and a first one where there is none."""
        folder = tests_folder(game, request) / "matches"
        if is_writing() and not list(folder.glob("*.txt")):
            folder.mkdir(exist_ok=True)
            (folder / FIRST_TRANSCRIPT).write_text(transcript.write(play_short_match(game)), "utf-8")
        for file in sorted(folder.glob("*.txt")):
            text = file.read_text("utf-8")
            again = replay_transcript(text)
            if is_writing():
                file.write_text(again, "utf-8")
            assert again == text, file.name


def is_writing() -> bool:
    """Return whether LUDOTHEQUE_GOLDEN=write asks for new transcripts and pictures."""
    return os.environ.get("LUDOTHEQUE_GOLDEN") == "write"


def tests_folder(game: Game, request: pytest.FixtureRequest) -> Path:
    """Return the folder of the game's own tests: inside its folder, or that of the file with the checks."""
    inside = game.folder / "tests"
    return inside if inside.is_dir() else request.path.parent


def play_short_match(game: Game) -> Match:
    match = lt.new(game.name, seed=1, **dict[str, Any](game.quick))
    return lt.run(match, [make_player(game, "random") for _ in range(match.seats)])


def replay_transcript(text: str) -> str:
    """Play the match of a transcript again, and return its new transcript."""
    head = re.fullmatch(r"(\w+) \d+, (\d+) seats, seed (-?\d+), ?(.*)", text.splitlines()[0])
    assert head is not None
    name, seats, seed, options = head.groups()
    given = dict(pair.split("=") for pair in options.split())
    match = lt.new(name, int(seats), int(seed), **given)
    for seat, move in re.findall(r"^\d+: (\d+) (.*)$", text, re.MULTILINE):
        match.play(move, int(seat))
    return transcript.write(match)
