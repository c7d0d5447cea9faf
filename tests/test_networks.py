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
from ludotheque.nets.player import SHIPPED, BadNetwork, default_layout, find_likeliest, load_network
from ludotheque.nets.structure import read_structure
from ludotheque.referee import run
from ludotheque.seat import bot_play, list_bots, make_player

pytestmark = pytest.mark.slow

GAMES = [lt.load(name) for name in lt.names()]
WITH_NETWORK = [game for game in GAMES if (game.folder / SHIPPED).exists()]
LARGEST = 2 * 2**20  # bytes of all shipped networks

each_network = pytest.mark.parametrize("game", WITH_NETWORK, ids=lambda game: game.name)


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


def test_a_network_refuses_a_match_whose_observations_it_has_not_learned() -> None:
    match = lt.new("bzzz", nfleurs=12)
    with pytest.raises(BadNetwork, match=r"A network for Bzzz sees \d+ numbers, but with these options a seat sees"):
        bot_play(match.game, "net")(match.view(match.active[0]))


def test_the_shipped_networks_are_small() -> None:
    assert sum((game.folder / SHIPPED).stat().st_size for game in WITH_NETWORK) <= LARGEST


def test_a_network_is_named_by_its_file(tmp_path: Path) -> None:
    game = WITH_NETWORK[0]
    shutil.copy(game.folder / SHIPPED, tmp_path / "mine.npz")
    check_that_it_plays(game, tmp_path / "mine.npz")


def check_that_it_plays(game: Game, file: Path) -> None:
    player = make_player(game, f"net:{file}")
    match = Match(game, game.default_seats, 3, {})
    player.begin(match, match.active[0])
    player.ask()
    assert match.why(next(iter(player.answer().moves)), match.active[0]) is None


def check_that_another_game_refuses_it(game: Game, file: Path) -> None:
    other = next(other for other in GAMES if other.name != game.name)
    with pytest.raises(BadNetwork, match=f"plays {game.name}, not {other.name}"):
        make_player(other, f"net:{file}")


def test_a_file_without_a_network_for_this_game_is_refused(tmp_path: Path) -> None:
    game = WITH_NETWORK[0]
    check_that_another_game_refuses_it(game, game.folder / SHIPPED)
    (tmp_path / "odd.onnx").write_text("nothing")
    (tmp_path / "odd.npz").write_text("nothing")
    for name in ("odd.onnx", "odd.npz", "missing.onnx"):
        with pytest.raises(GameError, match=name):
            make_player(game, f"net:{tmp_path / name}")


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
    check_that_it_plays(game, tmp_path / "a.onnx")
    check_that_another_game_refuses_it(game, tmp_path / "a.onnx")


def test_the_most_likely_kind_is_chosen_before_its_arguments() -> None:
    """Two orders of one kind together outweigh the end of the turn, which is likelier than each of them."""
    offers = np.array([[0, 1, 0, 0], [0, 2, 0, 0], [1, 0, 0, 0], [2, 0, 0, 0]])
    logits = np.log(np.array([0.26, 0.3, 0.34, 0.1], np.float32))
    assert find_likeliest(logits, np.array([1, 1, 1, 1]), offers) == 1
    assert find_likeliest(logits, np.array([1, 0, 1, 1]), offers) == 2


def test_training_and_players_choose_the_same_moves() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed (pip install torch)")
    from ludotheque.rl import ppo

    rng = np.random.default_rng(1)
    for game in GAMES:
        offers = loops.offers_of(game)
        logits = rng.normal(0, 2, (20, len(offers))).astype(np.float32)
        masks = (rng.random(logits.shape) < 0.1).astype(np.int8)
        masks[:, 0] = 1
        chosen = ppo.find_likeliest(*(torch.from_numpy(one) for one in (logits, masks, offers))).tolist()
        assert chosen == [find_likeliest(*row, offers) for row in zip(logits, masks)]
