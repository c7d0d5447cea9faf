"""Networks as bots: files in ONNX or as plain arrays, and the networks that games ship."""

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque import loops
from ludotheque.game import Game, GameError
from ludotheque.match import Match
from ludotheque.nets.observations import observe_view
from ludotheque.nets.player import SHIPPED, SHIPPED_ARRAYS, BadNetwork, default_layout, load_network
from ludotheque.nets.structure import read_structure
from ludotheque.referee import run
from ludotheque.seat import list_bots, make_player

pytest.importorskip("onnxruntime", reason="the extra `net` is not installed")

pytestmark = pytest.mark.slow

GAMES = [lt.load(name) for name in lt.names()]
WITH_NETWORK = [game for game in GAMES if (game.folder / SHIPPED).exists()]
LARGEST = 2 * 2**20  # bytes of all shipped networks

each_network = pytest.mark.parametrize("game", WITH_NETWORK, ids=lambda game: game.name)


@each_network
def test_the_arrays_that_a_game_ships_are_its_network(game: Game) -> None:
    """Both files think the same of a position, but for numbers that are rounded to 16 bits."""
    onnx, arrays = (load_network(game, game.folder / name) for name in (SHIPPED, SHIPPED_ARRAYS))
    match = Match(game, game.default_seats, 3, {})
    for _ in range(6):
        seat = match.active[0]
        seen = observe_view(match.view(seat), seat)
        one, two = onnx(seen), arrays(seen)
        assert len(one.logits) == len(loops.offers_of(game))
        assert np.allclose(one.logits, two.logits, atol=0.3, rtol=0.05)
        assert one.value == pytest.approx(two.value, abs=0.1)
        match.play(match.legal(seat)[0], seat)


@each_network
def test_a_shipped_network_beats_the_random_bot(game: Game) -> None:
    assert "net" in list_bots(game)
    won = [play_against_random(game, seed) for seed in range(10, 18)]
    assert sum(won) >= 6


def play_against_random(game: Game, seed: int) -> bool:
    own = seed % game.default_seats
    names = ["net" if seat == own else "random" for seat in range(game.default_seats)]
    match = run(Match(game, game.default_seats, seed, {}), [make_player(game, name) for name in names])
    return match.ranks[own] == 1


def test_the_shipped_networks_are_small() -> None:
    files = [game.folder / name for game in WITH_NETWORK for name in (SHIPPED, SHIPPED_ARRAYS)]
    assert sum(file.stat().st_size for file in files) <= LARGEST


def test_a_network_is_named_by_its_file(tmp_path: Path) -> None:
    game = WITH_NETWORK[0]
    for suffix, name in ((".onnx", SHIPPED), (".npz", SHIPPED_ARRAYS)):
        shutil.copy(game.folder / name, tmp_path / f"mine{suffix}")
        player = make_player(game, f"net:{tmp_path / 'mine'}{suffix}")
        match = Match(game, game.default_seats, 3, {})
        player.begin(match, match.active[0])
        player.ask()
        assert match.why(next(iter(player.answer().moves)), match.active[0]) is None


def test_a_file_without_a_network_for_this_game_is_refused(tmp_path: Path) -> None:
    one = WITH_NETWORK[0]
    other = next(game for game in GAMES if game is not one)
    for name in (SHIPPED, SHIPPED_ARRAYS):
        with pytest.raises(BadNetwork, match=f"plays {one.name}, not {other.name}"):
            make_player(other, f"net:{one.folder / name}")
    (tmp_path / "odd.onnx").write_text("nothing")
    (tmp_path / "odd.npz").write_text("nothing")
    for name in ("odd.onnx", "odd.npz", "missing.onnx"):
        with pytest.raises(GameError, match=name):
            make_player(one, f"net:{tmp_path / name}")


def test_a_trained_network_is_written_for_players(tmp_path: Path) -> None:
    """PyTorch, onnxruntime and the plain arrays agree; for any number of observations at once."""
    torch = pytest.importorskip("torch", reason="PyTorch is not installed (pip install torch)")
    pytest.importorskip("onnxscript", reason="onnx and onnxscript are not installed (pip install onnx onnxscript)")
    from ludotheque.rl.export import write_arrays, write_onnx
    from ludotheque.rl.network import Network

    game = lt.load("ghost")
    network = Network(read_structure(game, default_layout(game)), width=16, depth=1)
    with torch.no_grad():
        for weight in network.parameters():
            weight += 0.1 * torch.randn_like(weight)
    write_onnx(network, "ghost", tmp_path / "a.onnx")
    write_arrays(network, "ghost", tmp_path / "a.npz")
    seen: Any = np.random.default_rng(1).random((3, network.structure.size), np.float32)
    with torch.no_grad():
        logits, values = network(torch.from_numpy(seen))
    for name, tolerance in (("a.onnx", 1e-4), ("a.npz", 0.05)):
        for row in range(3):
            thought = load_network(game, tmp_path / name)(seen[row])
            assert np.allclose(thought.logits, logits[row].numpy(), atol=tolerance)
            assert thought.value == pytest.approx(float(values[row]), abs=tolerance)
