"""What stops a flight of Bzzz."""

from ludotheque.games.bzzz.board.field import describe_news
from ludotheque.games.bzzz.board.scene import Scene
from ludotheque.games.bzzz.tests.positions import set_up
from ludotheque.match import Match


def news(match: Match) -> str:
    return describe_news(Scene(match.view(0), 0, str, match.names))


def test_a_bee_that_falls_or_meets_another_is_news() -> None:
    quiet = news(set_up("w0 . . w1"))
    assert news(set_up("w0 w1")) != quiet
    assert news(set_up("w0!3 . . w1")) != quiet
    assert news(set_up(". w0 . w1")) == quiet, "it has flown on"
    assert news(set_up("w0 . . w1", player=1)) == quiet, "another player is to move"
