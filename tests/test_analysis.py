"""What an analysis says of a match: chances, costly moves and accuracy, by what each seat could know."""

import json
from pathlib import Path
from typing import Any

import pytest

import ludotheque as lt
from ludotheque import analysis, loops
from ludotheque.analysis import Analysis, analyse
from ludotheque.cli import main
from ludotheque.games.alchemy.bots.choice import plan_turn
from ludotheque.games.emile.bots import champion
from ludotheque.judge import Judge
from ludotheque.match import Match
from ludotheque.seat import Play, bot_play
from ludotheque.view import View

pytestmark = pytest.mark.slow

OWN, OTHER = lt.Move(2), lt.Move(3, 1)


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile nothing: a few playouts are enough."""
    monkeypatch.setenv("LUDOTHEQUE_INTERPRET", "1")
    monkeypatch.setattr(analysis, "MOST_PART", 1.0)


def play_match(name: str, seats: int = 2, **options: Any) -> Match:
    """Play the first legal moves until the end."""
    game = lt.load(name)
    match = Match(game, seats, 4, options, machine=loops.machine(game, interpreted=True))
    while not match.over:
        match.play(match.legal(match.active[0])[-1], match.active[0])
    return match


def settle(move: lt.Move) -> Match:
    """A match of Émile in which seat 0 can win at once by OWN, else seat 1 has a good chance; seat 0 plays `move`."""
    game = lt.load("emile")
    match = Match(game, 2, 4, {"first": 0, "rounds": 1}, machine=loops.machine(game, interpreted=True))
    while match.state["phase"][0] == 0:
        match.play(match.legal()[-1] if "STOP" not in match.legal() else "STOP")
    match.state["score"][0][:2] = (2500 - match.state["gain"][0], 2450)
    match._history = type(match._history)(match.state.tobytes())
    del match.played[:]
    match.play(move)
    return match


def test_a_move_that_wins_costs_nothing() -> None:
    found = analyse(settle(OWN), 400)
    assert [(one.best, one.move, one.loss) for one in found.judgements] == [("OWN", "OWN", 0.0)]
    assert found.judgements[0].chances == (1.0, 0.0)
    assert found.accuracy == [100.0, None]
    assert found.result == (1.0, 0.0)
    assert found.costliest(5) == []


def test_a_move_that_gives_the_win_away_is_costly() -> None:
    found = analyse(settle(OTHER), 400)
    worst = found.costliest(1)[0]
    assert (worst.move, worst.best, worst.seat) == ("OTHER 1", "OWN", 0)
    assert worst.chance < 1 - worst.loss
    assert worst.expected[0] == "0 OWN"
    assert found.accuracy[0] is not None
    assert found.accuracy[0] < 90


def test_in_emile_for_two_chances_are_exact() -> None:
    game = lt.load("emile")
    match = Match(game, 2, 4, {"first": 0}, machine=loops.machine(game, interpreted=True))
    while len(match.legal()) < 2:
        match.play(match.legal()[0])
    expected, seat = champion.rate_moves(match.view(match.active[0])), match.active[0]
    worst = min(expected, key=expected.__getitem__)
    match.play(worst)
    judge = Judge(match)
    found = judge.judge(judge.find_decisions()[-1], 1)
    assert (found.seat, found.move, found.chance) == (seat, worst, expected[worst])
    assert found.chances[seat] == max(expected.values())
    assert sum(found.chances) == pytest.approx(1)
    assert found.loss == max(expected.values()) - expected[worst] > 0


def test_a_bot_that_plans_turns_is_compared_with_the_whole_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.judge.best_bot", lambda game: "easy")
    game = lt.load("alchemy")
    match = Match(game, 2, 4, {"first": 0}, machine=loops.machine(game, interpreted=True))
    for move in ("GIVE 1 1", "END", "END"):
        match.play(move)
    judge = Judge(match)
    assert judge.find_decisions() == [0, 2]
    found = judge.judge(0, 40)
    assert (found.move, found.seat, found.ply) == ("GIVE 1 1, END", 0, 1)
    advised = bot_play(game, "easy")(match.view(0, 0))
    assert found.best in ("GIVE 1 1, END", ", ".join(advised))
    assert [line.split(" ", 1)[1] for line in found.expected] == found.best.split(", ")


def test_the_best_bots_move_is_tried_too() -> None:
    """In Émile for two with a last round the search has few playouts, and the bot knows that OWN wins."""
    found = analyse(settle(OTHER), 1)
    assert found.judgements[0].best == "OWN"


def test_an_analysis_repeats_itself() -> None:
    match = play_match("emile", rounds=1)
    assert analyse(match, 1) == analyse(match, 1)


def test_an_analysis_is_the_same_on_two_cores() -> None:
    match = play_match("emile", rounds=1)
    assert analyse(match, 1, cores=2) == analyse(match, 1)


def test_forced_moves_are_not_judged() -> None:
    match = play_match("emile", rounds=1)
    judged = Judge(match).find_decisions()
    assert judged
    assert all(len(match.full_view(ply).legal_rows(match.played[ply].seat)) > 1 for ply in judged)


def test_secret_orders_are_judged_once_a_turn() -> None:
    game = lt.load("ghost")
    match = Match(game, 2, 4, {"factories": 7}, machine=loops.machine(game, interpreted=True))
    for _ in range(2):
        for seat in (1, 0):
            order = next(move for move in match.legal(seat) if move.startswith("MOVE"))
            match.play(order, seat)
            match.play("END", seat)
    assert Judge(match).find_decisions() == [0, 2, 4, 6]


def test_the_command_prints_curves_and_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.json"
    file.write_text(play_match("emile", rounds=1).record().write())
    assert main(["analyse", str(file), "--plies", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["game"] == "emile"
    assert len(found["curve"]) == len(found["moves"]) > 0
    assert main(["analyse", str(file), "--plies", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "accuracy" in lines[1]
    assert len(lines[1].split()[-1]) == min(60, len(found["curve"]) + 1)


def test_a_match_that_goes_on_is_not_analysed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.json"
    file.write_text(lt.new("emile", seed=3).record().write())
    assert main(["analyse", str(file)]) == 2
    assert "not over" in capsys.readouterr().err


def test_a_curve_has_a_bar_for_each_chance() -> None:
    from ludotheque.commands.analysing import draw_curve

    assert draw_curve([0.0, 0.5, 1.0]) == "▁▅█"
    assert len(draw_curve([0.5] * 500)) == 60


def test_where_facts_are_hidden_a_curve_has_what_its_own_seat_could_know() -> None:
    one = analyse(settle(OTHER), 400).judgements[0]
    rows = [(0, (0.5, 0.5)), (1, (0.1, 0.9)), (0, (0.6, 0.4))]
    judged = [one._replace(seat=seat, chances=chances) for seat, chances in rows]
    seen = Analysis(judged, [None, None], (1.0, 0.0), has_secrets=True).chances()
    assert seen == [(0.5, 0.9), (0.6, 0.9), (0.6, 0.4), (1.0, 0.0)]
    assert Analysis(judged, [None, None], (1.0, 0.0)).chances()[:3] == [chances for _, chances in rows]


def test_costly_moves_come_worst_first() -> None:
    one = analyse(settle(OTHER), 400).judgements[0]
    moves = [one._replace(ply=ply, loss=loss) for ply, loss in ((1, 0.1), (2, 0.3), (3, 0.0))]
    assert [move.ply for move in Analysis(moves, [None, None], (1.0, 0.0)).costliest(5)] == [2, 1]


def plan_alchemy(view: View) -> list[str]:
    return plan_turn(view, 4, 1, looks_ahead=False)


ADVISERS: dict[str, Play] = {  # play whole turns, without chance, and think fast
    "alchemy": plan_alchemy,
    "bzzz": bot_play(lt.load("bzzz"), "hard"),
    "ghost": bot_play(lt.load("ghost"), "medium"),
}


def play_turns(name: str, turns: int) -> Match:
    """Play some turns: seat 0 plays what the adviser would, seat 1 ends its turns at once."""
    game = lt.load(name)
    options = {"first": 0} if name == "alchemy" else {}
    match = Match(game, 2, 4, options, machine=loops.machine(game, interpreted=True))
    while match.view().turn < turns:
        seat = match.active[0]
        for move in ADVISERS[name](match.view(seat)) if seat == 0 else ["END"]:
            match.play(move, seat)
    return match


@pytest.mark.parametrize(("name", "turns", "plies"), [("alchemy", 12, 60), ("bzzz", 14, 300), ("ghost", 2, 3000)])
def test_a_good_player_is_more_accurate_than_one_who_does_nothing(
    name: str, turns: int, plies: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Playouts go by the game's own rule, so that it matters what a seat leaves undone."""
    monkeypatch.setattr("ludotheque.judge.find_adviser", lambda game: ADVISERS[game.name])
    match = play_turns(name, turns)
    judge = Judge(match)
    judged = [judge.judge(ply, plies) for ply in judge.find_decisions()[-4:]]
    found = analysis.summarize(match, judged)
    good, idle = found.accuracy
    assert good is not None and idle is not None
    assert good > idle + 1
    worst = found.costliest(1)[0]
    assert (worst.seat, worst.move) == (1, "END")
    assert worst.best.endswith(", END")
    assert worst.chance < worst.chances[1]
