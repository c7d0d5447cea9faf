"""The line above a board tells the player what to click."""

import random

import pytest

import ludotheque as lt


@pytest.mark.parametrize("name", [name for name in lt.names() if hasattr(lt.load(name).board, "hint")])
def test_every_hint_is_a_translated_sentence(name: str) -> None:
    match, rng, hints = lt.new(name, seed=2), random.Random(2), set()
    board, french = match.game.board, match.game.words("fr")["board"]
    assert board is not None
    while not match.over and match.ply < 150:
        seat = match.active[0]
        captions: list[str] = []
        hints.add(board.hint(match.view(seat), seat, lambda text, heard=captions: heard.append(text) or text))
        assert captions and captions[-1] in french
        match.play(rng.choice(match.legal(seat)), seat)
    assert len(hints) > 1 and all(sentence.endswith(".") and "{" not in sentence for sentence in hints), hints


def test_the_hint_of_alchemy_changes_when_the_sample_is_placed() -> None:
    match = lt.new("alchemy", seed=2)
    board, seat = match.game.board, match.active[0]
    assert board is not None
    assert "Place your sample" in board.hint(match.view(seat), seat)
    match.play(next(move for move in match.legal(seat) if move.startswith("PLACE")), seat)
    assert "Place your sample" not in board.hint(match.view(seat), seat)
