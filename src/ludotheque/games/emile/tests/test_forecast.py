"""What moves of Émile are said to bring."""

from ludotheque import new
from ludotheque.games.emile.board import foresee
from ludotheque.games.emile.tests.position import Position


def words(position: Position, move: str) -> str:
    match = new("emile", position.state.seats)
    match.names = ["Ada", "Basile"]
    match.state[:] = position.array
    return foresee(match.view(0), 0, move).words


def test_kept_dice_say_what_they_keep_and_risk() -> None:
    said = words(Position(1, 5, 2, 3, 6, potential=1000), "KEEP 1 1 0")
    assert said == "This keeps 1150 points. Next 3 dice: 28% that nothing scores and all of it is lost."


def test_five_kept_dice_go_to_the_potential() -> None:
    said = words(Position(1, 5, reserve=(), brelan=4), "KEEP 1 1 4")
    assert said.startswith("All five dice count: the potential is 550. Next 5 dice: 8%")


def test_stop_and_its_decisions_say_where_scores_land() -> None:
    assert words(Position(1, 5, 2, 3, 6), "STOP") == "Ada: +150, from −2500 to −2350."
    settling = Position(1, 2, 2, 3, 6, gain=300, scores=(-2500, 1000))
    assert words(settling, "OTHER 1") == "Basile: −150, from +1000 to +850."
