"""Networks and self-play learning. PyTorch is in no lock file: where it is missing, these tests are skipped."""

import importlib.util
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque import cli
from ludotheque.compile import Machine
from ludotheque.game import Game, GameError, Move
from ludotheque.loops import offers_of

torch = pytest.importorskip("torch", reason="PyTorch is not installed (pip install torch)")

from ludotheque.commands.training import read_numbers  # noqa: E402
from ludotheque.nets.forward import Builder, think  # noqa: E402
from ludotheque.rl.imitate import Lessons, collect, compute_loss, find_answers  # noqa: E402
from ludotheque.rl.measure import Score, measure  # noqa: E402
from ludotheque.rl.ppo import Rollout, Settings, Trainer, read_checkpoint, sample  # noqa: E402
from ludotheque.rl.train import ARRAYS, CHECKPOINT, CURVE, ONNX, WEIGHTS, Run, read_curve, win_rate  # noqa: E402
from ludotheque.seat import make_player  # noqa: E402

pytestmark = pytest.mark.slow

each_game = pytest.mark.parametrize("game", [lt.load(name) for name in lt.names()], ids=lt.names())
SMALL: dict[str, Any] = {"matches": 16, "plies": 6, "width": 16, "depth": 2, "parts": 2, "past_every": 2}


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


def make_trainer(name: str = "meduris", **settings: Any) -> Trainer:
    return Trainer(Settings(name, **{**SMALL, **settings}))


def weights_of(trainer: Trainer) -> dict[str, Any]:
    return {name: weight.clone() for name, weight in trainer.network.state_dict().items()}


def are_equal(one: dict[str, Any], two: dict[str, Any]) -> bool:
    return all(torch.equal(one[name], two[name]) for name in one)


@each_game
def test_every_game_can_be_learned(game: Game) -> None:
    """One update changes the network, and every move that it plays is legal."""
    trainer = make_trainer(game.name)
    before = weights_of(trainer)
    rollout = trainer.collect()
    played = rollout.masks.gather(2, rollout.moves[..., None])
    assert bool((played == 1).all())
    figures = trainer.learn(rollout)
    assert not are_equal(before, weights_of(trainer))
    assert all(np.isfinite(figure) for figure in figures.values())


@pytest.mark.parametrize("rows", [1, 0])
@each_game
def test_the_compiled_network_equals_pytorch(game: Game, rows: int) -> None:
    trainer = make_trainer(game.name, rows=rows)
    with torch.no_grad():
        for weight in trainer.network.parameters():
            weight += 0.1 * torch.randn_like(weight)
    forward = Builder(trainer.structure, {n: w.numpy() for n, w in trainer.network.state_dict().items()}).build()
    run = Machine("forward", {}, interpreted=False)(think)
    trainer.batch.play_random(20)
    for observation in np.ascontiguousarray(trainer.batch.observe()[:3]):
        with torch.no_grad():
            logits, value = trainer.network(torch.from_numpy(observation)[None])
        assert run(observation, *forward) == pytest.approx(float(value), abs=1e-4)
        assert np.allclose(forward.memory[: logits.shape[1]], logits[0].numpy(), atol=1e-4)


def test_a_network_does_not_depend_on_how_factories_are_numbered() -> None:
    trainer = make_trainer("ghost")
    layout, structure = trainer.batch.layout, trainer.structure
    order = torch.randperm(15)
    observation = torch.rand(1, layout.size)
    renumbered = observation.clone()
    for place, old in enumerate(order.tolist()):
        renumbered[0, structure.rows["factories"][place]] = observation[0, structure.rows["factories"][old]]
        for other, old_other in enumerate(order.tolist()):
            cells = structure.pairs["factories"]
            renumbered[0, cells[place][other]] = observation[0, cells[old][old_other]]
    with torch.no_grad():
        (logits, value), (again, same) = trainer.network(observation), trainer.network(renumbered)
    moves = logits[0, : 15 * 15 * 12].view(15, 15, 12)
    assert torch.allclose(moves[order][:, order].flatten(), again[0, : 15 * 15 * 12], atol=1e-5)
    assert torch.allclose(value, same, atol=1e-5)


def test_the_advantage_of_a_move_shows_at_the_next_move_of_its_seat_or_at_the_end() -> None:
    """Seats 0, 1, 0 move and seat 0 wins with the third ply; then seat 1 begins the next match."""
    trainer = make_trainer(discount=1.0, smoothing=1.0)
    trainer.structure = trainer.structure._replace(potential=[])
    seats = torch.tensor([[0], [1], [0], [1]])
    values = torch.tensor([[0.1], [0.2], [0.3], [0.4]])
    done = torch.tensor([[False], [False], [True], [False]])
    rewards = torch.zeros(4, 1, 2)
    rewards[2, 0] = torch.tensor([1.0, -1.0])
    nothing = torch.zeros(4, 1)
    observations = torch.zeros(4, 1, trainer.structure.size)
    rollout = Rollout(observations, nothing, nothing.long(), nothing, values, seats, done, done, rewards)
    advantages, known = trainer.estimate(rollout)
    assert advantages[:3, 0].tolist() == pytest.approx([1 - 0.1, -1 - 0.2, 1 - 0.3])
    assert known[:, 0].tolist() == [True, True, True, False]


def test_moves_are_drawn_by_their_chances() -> None:
    logits = torch.log(torch.tensor([[0.5, 0.25, 0.25, 9.0]])).repeat(20_000, 1)
    moves, chances = sample(logits, torch.tensor([[1, 1, 1, 0]]).repeat(20_000, 1))
    counts = torch.bincount(moves, minlength=4) / 20_000
    assert counts[3] == 0
    assert counts[:3].tolist() == pytest.approx([0.5, 0.25, 0.25], abs=0.02)
    assert chances[moves == 0][0] == pytest.approx(np.log(0.5))


def test_past_versions_play_some_seats_and_their_moves_are_not_learned() -> None:
    trainer = make_trainer(past_share=0.5)
    rollout = trainer.collect()
    own = torch.arange(8) % 2
    assert torch.equal(rollout.learns[:, :8], rollout.seats[:, :8] == own)
    assert bool(rollout.learns[:, 8:].all())


@pytest.mark.parametrize("rows", [1, 0])
def test_a_run_goes_on_exactly_from_its_checkpoint(tmp_path: Path, rows: int) -> None:
    whole = make_trainer(rows=rows)
    list(whole.run(plies=6 * 16 * 6))
    half = make_trainer(rows=rows)
    list(half.run(plies=3 * 16 * 6))
    half.save(tmp_path / CHECKPOINT)
    again = Trainer.load(read_checkpoint(tmp_path / CHECKPOINT))
    list(again.run(plies=6 * 16 * 6))
    assert again.updates == whole.updates == 6
    assert are_equal(weights_of(whole), weights_of(again))


@pytest.mark.slow
def test_a_killed_run_ends_with_the_same_network(tmp_path: Path) -> None:
    """`kill -9` after the first checkpoint; the curve has every update once."""
    settings = Settings("meduris", seed=5, **SMALL)
    whole = Run.begin(tmp_path / "whole", settings)
    whole.train(plies=60 * 16 * 6, measure_every=20)
    code = f"""
from pathlib import Path
import torch
from ludotheque.rl.ppo import Settings
from ludotheque.rl.train import Run
torch.set_num_threads(1)
Run.begin(Path({str(tmp_path / "cut")!r}), Settings(**{settings._asdict()!r})).train(measure_every=20)
"""
    process = subprocess.Popen([sys.executable, "-c", code])
    try:
        while not (tmp_path / "cut" / CHECKPOINT).exists():
            assert process.poll() is None
            time.sleep(0.05)
    finally:
        process.kill()
        process.wait()
    again = Run.resume(tmp_path / "cut")
    again.train(plies=60 * 16 * 6, measure_every=20)
    assert are_equal(weights_of(whole.trainer), weights_of(again.trainer))
    assert [line["update"] for line in read_curve(tmp_path / "cut")] == list(range(1, 61))


def test_a_curve_that_was_cut_off_is_read_up_to_there(tmp_path: Path) -> None:
    (tmp_path / CURVE).write_text('{"update": 1}\n{"upd')
    assert read_curve(tmp_path) == [{"update": 1}]


@pytest.mark.parametrize(("kind", "rate"), [("END", 1.0), ("TRANSMUTE", 0.0)])
def test_the_win_rate_is_that_of_the_network(kind: str, rate: float) -> None:
    """In Alchemy the random bot transmutes single cells and loses gold: it loses even against doing nothing.

    A network that transmutes its cells one by one, whenever it can, loses more.
    """
    trainer = make_trainer("alchemy")
    with torch.no_grad():
        for weight in trainer.network.parameters():
            weight.zero_()
        for head, one in zip(trainer.network.heads, trainer.structure.kinds):
            head.last.bias.fill_({kind: 2.0, "PLACE": 3.0}.get(one.name, 0.0) + (one.name == "END"))
    assert win_rate(trainer, 32) == pytest.approx(rate, abs=0.1)


def test_strength_is_measured_in_whole_matches(tmp_path: Path) -> None:
    make_trainer("meduris").save_network(tmp_path / "network.pt")
    score = measure(tmp_path / "network.pt", "random", 4, cap=10)
    assert score.matches == 4
    assert 0 <= score.points <= 4
    low, high = Score(100, 50, 0).interval()
    assert (low, high) == pytest.approx((0.4038, 0.5962), abs=1e-3)


def test_a_wrong_setting_gets_a_sentence() -> None:
    known = Settings._field_defaults
    assert read_numbers(["width=64", "rate=0.01"], known) == {"width": 64, "rate": 0.01}
    with pytest.raises(GameError, match=r"There is no setting 'widht' \(did you mean width"):
        read_numbers(["widht=64"], known)
    with pytest.raises(GameError, match="The setting width is a number"):
        read_numbers(["width=big"], known)


def test_a_seed_that_is_not_named_is_new_in_every_match(tmp_path: Path) -> None:
    """Ghost's maps come from the option `map`."""
    for named, maps, league in ([], 16, 3), (["--map", "7", "--league", "2"], 1, 2):
        folder = tmp_path / str(maps)
        small = [f"--set={name}={number}" for name, number in SMALL.items()]
        cli.main(["train", "ghost", "--folder", str(folder), "--minutes", "0", *small, *named])
        batch = Run.resume(folder).trainer.batch
        assert len(set(batch.states["map"].tolist())) == maps
        assert set(batch.states["league"].tolist()) == {league}


def test_a_folder_with_a_run_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / CHECKPOINT).touch()
    with pytest.raises(GameError, match="has a run already"):
        Run.begin(tmp_path, Settings("meduris", **SMALL))
    with pytest.raises(GameError, match="has no checkpoint"):
        Run.resume(tmp_path / "other")


def test_each_order_of_one_kind_is_a_right_answer() -> None:
    match = lt.new("ghost", seed=1)
    view = match.view(match.active[0])
    mask, offers = view.legal_mask(view.seat), offers_of(match.game)
    one, two, end = np.flatnonzero(mask)[[0, 1, -1]].tolist()
    orders = [Move(*offers[index].tolist()) for index in (one, two, end)]
    assert find_answers(view, mask, orders) == [one, two]
    assert find_answers(view, mask, orders[2:]) == [end]


def test_the_chances_of_all_right_answers_are_added() -> None:
    """Four moves are equally likely and two of them are right: the loss is that of one half."""
    answers = torch.full((1, 8), -1)
    answers[0, :2] = torch.tensor([0, 2])
    lessons = Lessons(torch.zeros(1, 1), torch.ones(1, 4, dtype=torch.uint8), answers, torch.zeros(1))
    network: Any = lambda observations: (torch.zeros(1, 4), torch.zeros(1))  # noqa: E731
    assert float(compute_loss(network, lessons)) == pytest.approx(np.log(2))


@pytest.fixture
def few_files() -> Iterator[None]:
    """Let this process open only forty more files."""
    most, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (len(os.listdir("/proc/self/fd")) + 40, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def test_several_processes_give_the_same_lessons(few_files: None) -> None:
    """Tensors of another process would keep a file open for each column of each match."""
    settings = Settings("emile", seats=2, imitate="easy", lessons=2000)
    alone, together = collect(settings), collect(settings._replace(processes=2))
    assert all(torch.equal(one, two) for one, two in zip(alone, together))


@pytest.mark.parametrize(("game", "bot"), [("meduris", "medium"), ("bzzz", "hard")])
def test_later_lessons_are_about_positions_of_another_player(game: str, bot: str) -> None:
    """A random player stands for the network. Bots that answer a move and bots that answer a whole turn teach it."""
    settings = Settings(game, seats=2, imitate=bot, lessons=100)
    own, others = collect(settings), collect(settings, "random")
    assert not torch.equal(own.observations[:100], others.observations[:100])
    for lessons in (own, others):
        assert len(lessons.answers) >= 100
        assert bool((lessons.masks.gather(1, lessons.answers[:, :1]) == 1).all())


def test_a_run_begins_with_what_a_bot_answers(tmp_path: Path) -> None:
    """The network agrees with the bot more often than a random choice among about ten legal moves would."""
    settings = Settings("meduris", imitate="medium", lessons=600, lesson_rounds=2, passes=6, rate=3e-3, **SMALL)
    Run.begin(tmp_path, settings).train(minutes=0)
    (line,) = read_curve(tmp_path)
    assert line["update"] == 0 and line["agreement"] > 0.3
    check_that_it_plays(tmp_path / ARRAYS)


def check_that_it_plays(file: Path) -> None:
    player, match = make_player(lt.load("meduris"), f"net:{file}"), lt.new("meduris", seed=1)
    seat = match.active[0]
    player.begin(match, seat)
    player.ask()
    assert match.why(next(iter(player.answer().moves)), seat) is None


def test_a_flat_network_learns_and_plays(tmp_path: Path) -> None:
    """It ignores the sites of Meduris, and goes on only as a flat network."""
    settings = Settings("meduris", rows=0, **SMALL)
    run = Run.begin(tmp_path / "run", settings)
    before = weights_of(run.trainer)
    run.train(plies=2 * 16 * 6)
    assert not run.trainer.structure.rows
    assert not are_equal(before, weights_of(run.trainer))
    check_that_it_plays(tmp_path / "run" / ARRAYS)
    if importlib.util.find_spec("onnxscript") and importlib.util.find_spec("onnxruntime"):
        check_that_it_plays(tmp_path / "run" / ONNX)
    again = Trainer(settings._replace(seed=1))
    again.begin_with(tmp_path / "run" / WEIGHTS)
    assert are_equal(weights_of(run.trainer), weights_of(again))
    with pytest.raises(GameError, match="for meduris, with width=16, depth=2 and rows=0"):
        make_trainer().begin_with(tmp_path / "run" / WEIGHTS)
