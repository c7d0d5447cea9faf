"""A match in the hand: playing, refusing, undoing, seeing; and the loop that plays it between seats."""

import pytest

import ludotheque as lt
from ludotheque.bot_files import NoSuchBot
from ludotheque.record import OK
from ludotheque.seat import FunctionSeat, bot_names, make_player
from ludotheque.seating import BotFailed
from ludotheque.view import View


def first(view: View) -> str:
    return view.legal()[0]


def seats(*plays: object) -> list[FunctionSeat]:
    return [FunctionSeat(f"bot{i}", play) for i, play in enumerate(plays)]  # type: ignore[arg-type]


def test_a_match_in_the_hand() -> None:
    m = lt.new("emile", seats=3, seed=7, first=0)
    assert m.active == [0]
    assert "STOP" in m.legal()
    assert m.why("STOP") is None
    assert m.why("OWN") == "The dice are still rolling: KEEP or STOP."
    m.play("stop")
    assert m.moves == ["0 STOP"]
    assert m.legal() == ["OWN", "OTHER 1", "OTHER 2"]
    assert not m.over
    assert m.outcome == [(0, -2500)] * 3
    assert m.ranks == [1, 1, 1]
    assert repr(m) == "<Émile, ply 2, awaiting seat 0>"


def test_a_refused_move_raises_its_sentence_and_changes_nothing() -> None:
    m = lt.new("emile", seats=2, seed=7)
    before = m.state.tobytes()
    with pytest.raises(lt.IllegalMove, match="The dice are still rolling"):
        m.play("OWN")
    with pytest.raises(lt.IllegalMove, match="It is not your turn"):
        m.play("STOP", seat=1 - m.active[0])
    with pytest.raises(lt.GameError, match="is no move"):
        m.play("JUMP")
    with pytest.raises(lt.GameError, match="has 1 numbers; it is KEEP ones fives brelan"):
        m.play("KEEP 1")
    assert (m.state.tobytes(), m.ply) == (before, 0)


def test_nothing_is_played_after_the_end() -> None:
    m = lt.new("emile", seats=2, seed=3, rounds=1)
    while not m.over:
        m.play(m.legal()[0])
    assert m.legal() == []
    assert repr(m).startswith("<Émile, over after ")
    with pytest.raises(lt.IllegalMove, match="The match is over"):
        m.play("OWN")


def test_undo_and_copy() -> None:
    m = lt.new("emile", seats=2, seed=3)
    start = m.state.tobytes()
    m.play(m.legal()[0])
    twin = m.copy()
    assert m.undo() == twin.moves[-1]
    assert m.state.tobytes() == start
    assert twin.ply == 1
    twin.play(twin.legal()[0])
    assert m.ply == 0
    assert twin.at(0).state.tobytes() == start
    with pytest.raises(lt.IllegalMove, match="no move to take back"):
        m.undo()


def test_a_view_has_the_shape_of_a_state() -> None:
    m = lt.new("emile", seats=4, seed=3)
    view = m.view(2)
    assert view.score == [-2500] * 4 + [0] * 4
    assert view.json()["rounds"] == 200
    assert view.legal() == ([] if m.active != [2] else m.legal())
    assert (view.seat, view.seats) == (2, 4)
    with pytest.raises(AttributeError, match="not a field of this game"):
        view.colour  # noqa: B018
    with pytest.raises(lt.GameError, match="There is no seat 4"):
        m.view(4)


def test_a_view_is_a_copy() -> None:
    m = lt.new("emile", seats=2, seed=3)
    m.view(0).state["score"] = 0
    assert m.view(0).score[0] == -2500


def test_a_match_draws_itself() -> None:
    assert lt.new("emile", seats=2, seed=3)._repr_svg_().startswith("<svg")


@pytest.mark.parametrize("seed", [2**63, -(2**63) - 1])
def test_a_seed_has_64_bits(seed: int) -> None:
    with pytest.raises(lt.GameError, match="A seed is a whole number of 64 bits"):
        lt.new("emile", seed=seed)


def test_without_a_seed_one_is_drawn() -> None:
    assert lt.new("emile").seed != lt.new("emile").seed


def test_an_unknown_game() -> None:
    with pytest.raises(lt.UnknownGame, match=r"There is no game 'Emile' \(did you mean emile\?\)"):
        lt.new("Emile")


def test_the_luck_of_a_view_repeats() -> None:
    draws = [lt.new("emile", seats=2, seed=seed).view(seat).random.random() for seed in (1, 1, 2) for seat in (0, 1)]
    assert draws[:2] == draws[2:4]
    assert len(set(draws)) == 4


def test_run_plays_to_the_end() -> None:
    m = lt.run(lt.new("emile", seats=3, seed=1, rounds=5), seats(first, first, first))
    assert m.over
    assert m.names == ["bot0", "bot1", "bot2"]
    assert m.verdicts == [OK] * 3


def raising(view: View) -> str:
    raise ZeroDivisionError("by zero")


def illegal(view: View) -> str:
    return "OWN" if "STOP" in view.legal() else "STOP"


def no_text(view: View) -> object:
    return 12


def too_many(view: View) -> list[str]:
    return ["STOP", "OWN", "STOP"]


@pytest.mark.parametrize(
    ("bad", "verdict"),
    [
        (raising, "crash: ZeroDivisionError: by zero (test_match.py, line "),
        (illegal, "illegal: 'OWN': The dice are still rolling: KEEP or STOP."),
        (no_text, "illegal: answered 12, which is no text"),
        (lambda view: "DANCE", "illegal: 'DANCE' is no move"),
        (lambda view: [], "illegal: An answer needs a move."),
        (lambda view: None, "illegal: answered None, which is no text"),
        (too_many, "illegal: 'STOP': It is not your turn."),
    ],
)
def test_a_player_that_fails_ranks_last_and_the_match_ends(bad: object, verdict: str) -> None:
    m = lt.run(lt.new("emile", seats=3, seed=1, rounds=4, first=0), seats(bad, first, first))
    assert m.over
    assert m.verdicts[0].startswith(verdict), m.verdicts
    assert m.verdicts[1:] == [OK, OK]
    assert m.ranks[0] == 3
    assert lt.read(m.record().write()).ranks == m.ranks


def test_a_failed_turn_is_taken_back() -> None:
    """What the seat played of its open turn goes, what came before it stays."""
    m = lt.new("emile", seats=2, seed=13, first=0)
    before = m.ply
    m.play("STOP")
    m.take_back_turn(0)
    assert m.ply == before
    m.play("STOP")
    m.play("OWN")
    m.take_back_turn(0)
    assert m.moves == ["0 STOP", "0 OWN"]


def test_seats_by_name() -> None:
    emile = lt.load("emile")
    assert "random" in bot_names()
    assert make_player(emile, "random").name == "random"
    with pytest.raises(NoSuchBot, match="Nobody is called 'rnadom'"):
        make_player(emile, "rnadom")


def test_a_bot_in_a_file(tmp_path: pytest.TempPathFactory) -> None:
    from pathlib import Path

    folder = Path(str(tmp_path))
    (folder / "mine.py").write_text("def play(view):\n    return view.legal()[-1]\n")
    (folder / "broken.py").write_text("from nothing_of_the_kind import play\n")
    (folder / "empty.py").write_text("")
    emile = lt.load("emile")
    mine = make_player(emile, str(folder / "mine.py"), inside=True)
    mine.begin(lt.new("emile", seed=1, first=0), 0)
    mine.ask()
    assert mine.answer().moves == ["STOP"]
    with pytest.raises(NoSuchBot, match=r"cannot be run: ModuleNotFoundError: No module named 'nothing_of_the_kind'"):
        make_player(emile, str(folder / "broken.py"), inside=True)
    with pytest.raises(NoSuchBot, match=r"has no function play\(view\)"):
        make_player(emile, str(folder / "empty.py"))
    with pytest.raises(NoSuchBot, match="There is no file"):
        make_player(emile, str(folder / "absent.py"))


def test_bot_failed_is_a_verdict_of_its_own() -> None:
    def gives_up(view: View) -> str:
        raise BotFailed(lt.Verdict("timeout", "1.2 s"))

    m = lt.run(lt.new("emile", seats=2, seed=1, rounds=2), seats(gives_up, first))
    assert m.verdicts[0] == "timeout: 1.2 s"


def test_first_place_is_shared_between_teams_and_partners_have_it_whole() -> None:
    teams = lt.new("emile", 4, seed=1, teams=True)
    lt.run(teams, [make_player(teams.game, "random") for _ in range(4)])
    first = teams.ranks.index(1)
    assert teams.shares_of_first == [float(team == teams.team_numbers[first]) for team in teams.team_numbers]
    assert sum(teams.shares_of_first) == 2
    still = lt.new("ghost", seed=1)
    while not still.over:
        still.play("END", still.active[0])
    assert still.shares_of_first == [0.5, 0.5]
