"""The line above a board: whoever is awaited is told what to click."""

import random

import pytest

import ludotheque as lt


@pytest.mark.parametrize("name", [name for name in lt.names() if hasattr(lt.load(name).board, "hint")])
def test_a_hint_speaks_of_what_can_be_done(name: str) -> None:
    match, chance, said = lt.new(name, seed=2), random.Random(2), set()
    board, french = match.game.board, match.game.words("fr")["board"]
    assert board is not None
    while not match.over and match.ply < 150:
        seat = match.active[0]
        raw: list[str] = []
        said.add(board.hint(match.view(seat), seat, lambda text, raw=raw: raw.append(text) or text))
        assert raw and raw[-1] in french
        match.play(chance.choice(match.legal(seat)), seat)
    assert len(said) > 1 and all(sentence.endswith(".") and "{" not in sentence for sentence in said), said


def test_a_hint_of_alchemy_goes_on_when_the_sample_is_placed() -> None:
    match = lt.new("alchemy", seed=2)
    board, seat = match.game.board, match.active[0]
    assert board is not None
    assert "Place your sample" in board.hint(match.view(seat), seat)
    match.play(next(move for move in match.legal(seat) if move.startswith("PLACE")), seat)
    assert "Place your sample" not in board.hint(match.view(seat), seat)
