"""The line above a board tells the player what to click."""

import ludotheque as lt


def test_the_hint_of_alchemy_changes_when_the_sample_is_placed() -> None:
    match = lt.new("alchemy", seed=2)
    board, seat = match.game.board, match.active[0]
    assert board is not None
    assert "Place your sample" in board.hint(match.view(seat), seat)
    match.play(next(move for move in match.legal(seat) if move.startswith("PLACE")), seat)
    assert "Place your sample" not in board.hint(match.view(seat), seat)
