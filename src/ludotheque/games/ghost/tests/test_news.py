"""What stops the standing orders of a player of Ghost in the Cell."""

from ludotheque.games.ghost.board.scene import Scene, describe_news
from ludotheque.games.ghost.tests.positions import arrange, make_troop
from ludotheque.match import Match


def news(match: Match, seat: int = 0) -> str:
    return describe_news(Scene(match.view(seat), seat, str, match.names))


def test_a_troop_on_its_way_to_a_factory_of_the_viewer_is_news() -> None:
    quiet = news(arrange())
    assert news(arrange(3, **make_troop(4, 2, 1, 5))) != quiet
    assert news(arrange(3, **make_troop(4, 2, 3, 5))) == quiet, "it goes elsewhere"


def test_turns_without_an_event_are_no_news() -> None:
    match = arrange(3, **make_troop(4, 2, 1, 1))
    before = news(match)
    for seat in (0, 1):
        match.play("END", seat)
    assert news(match) == before


def test_a_factory_that_changes_hands_or_is_halted_is_news() -> None:
    quiet = news(arrange())
    assert len({quiet, news(arrange(owner={3: 0})), news(arrange(halted={1: 3}))}) == 3


def test_a_bomb_with_a_hidden_target_is_news() -> None:
    match = arrange()
    match.play("BOMB 2 1", 1)
    before = news(match)
    for seat in (0, 1):
        match.play("END", seat)
    assert news(match) != before
