"""Golden transcripts: whole matches as text. LUDOTHEQUE_GOLDEN=write rewrites them, to be read in the diff."""

import os
import re
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque import transcript

FILES = [file for name in lt.names() for file in sorted(lt.load(name).folder.glob("tests/matches/*.txt"))]


def replay(text: str) -> str:
    """Play the match of a transcript again, and return its new transcript."""
    head = re.fullmatch(r"(\w+) \d+, (\d+) seats, seed (-?\d+), ?(.*)", text.splitlines()[0])
    assert head is not None
    name, seats, seed, options = head.groups()
    given = dict(pair.split("=") for pair in options.split())
    match = lt.new(name, int(seats), int(seed), **given)
    for seat, move in re.findall(r"^\d+: (\d+) (.*)$", text, re.MULTILINE):
        match.play(move, int(seat))
    return transcript.write(match)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parts[-4]}-{file.stem}")
def test_the_match_replays_to_the_same_transcript(file: Path) -> None:
    text = file.read_text("utf-8")
    if os.environ.get("LUDOTHEQUE_GOLDEN") == "write":
        file.write_text(replay(text), "utf-8")
    assert replay(text) == text


def test_every_game_has_a_transcript() -> None:
    assert {file.parts[-4] for file in FILES} == set(lt.names())
