"""A network as a bot: the file of `net:FILE`, or the network that a game ships, `net.npz` in its folder.

Files with the suffix .onnx run in onnxruntime, on one core; files with .npz have the same weights as plain arrays, and
run in compiled code. Both are written by `ludotheque train`. The bot plays the most likely kind of legal move, then the
most likely value of each of its arguments: where many orders are about as good, ending the turn would otherwise always
be more likely than each of them.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from ludotheque import loops, notation
from ludotheque.compile import Machine, is_interpreted
from ludotheque.game import Game, GameError
from ludotheque.nets.forward import Builder, Forward, think
from ludotheque.nets.observations import Layout, layout_of, layout_of_view, observe_view
from ludotheque.nets.structure import read_structure
from ludotheque.view import View

SHIPPED = "net.npz"
GAME = "game"  # name of the fact in a file that says which game it plays


class BadNetwork(GameError):
    """The file has no network, or one for another game."""


class Thought(NamedTuple):
    """What a network makes of an observation: a number for each offered move, and the reward that it expects."""

    logits: Any
    value: float


class Network(Protocol):
    def __call__(self, observation: Any) -> Thought: ...


def has_network(game: Game) -> bool:
    return (game.folder / SHIPPED).exists()


def make_play(game: Game, file: Path) -> Callable[[View], str]:
    """Return the function play(view) of the network in a file."""
    network = load_network(game, file)
    offers = loops.offers_of(game)

    def play(view: View) -> str:
        check_view(view)
        logits = network(observe_view(view, view.seat)).logits
        best = find_likeliest(logits, view.legal_mask(view.seat), offers)
        return notation.write(game.rules.MOVES, offers[best].tolist())

    return play


def find_likeliest(logits: Any, mask: Any, offers: Any) -> int:
    """Return the index of the offer of the most likely kind, and of its most likely arguments, one after the other."""
    legal = np.flatnonzero(mask)
    chances = np.exp(logits[legal] - logits[legal].max())
    for column in range(offers.shape[1]):
        values = offers[legal, column] - offers[legal, column].min()
        chosen = values == np.bincount(values, chances).argmax()
        legal, chances = legal[chosen], chances[chosen]
    return int(legal[0])


@cache
def load_network(game: Game, file: Path) -> Network:
    if not file.exists():
        raise BadNetwork("There is no file {file}.", file=file)
    network: Network = ArrayNetwork(game, file) if file.suffix == ".npz" else OnnxNetwork(game, file)
    return network


def check_game(game: Game, file: Path, name: str, numbers: int) -> None:
    """Raise BadNetwork unless the network was made for this game and its present observations."""
    if name != game.name:
        raise BadNetwork("The network in {file} plays {other}, not {game}.", file=file, other=name, game=game.name)
    wanted = default_layout(game).size
    if numbers != wanted:
        template = "The network in {file} sees {count} numbers, but {game} shows {wanted}."
        raise BadNetwork(template, file=file, count=numbers, game=game.name, wanted=wanted)


def check_view(view: View) -> None:
    """Raise BadNetwork if options of this match change how many numbers a seat sees: no network has learned that."""
    seen, learned = layout_of_view(view).size, default_layout(view.game).size
    if seen != learned:
        template = "A network for {game} sees {learned} numbers, but with these options a seat sees {seen}."
        raise BadNetwork(template, game=view.game.title, learned=learned, seen=seen)


def default_layout(game: Game) -> Layout:
    return layout_of(game, game.read_options({}, game.default_seats, 0), game.default_seats)


class OnnxNetwork:
    """A network in onnxruntime, with one thread."""

    def __init__(self, game: Game, file: Path):
        try:
            import onnxruntime
        except ModuleNotFoundError:
            raise BadNetwork("A network needs onnxruntime: install ludotheque[net].") from None
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3  # errors
        try:
            self._session = onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # onnxruntime has many classes, and no common one
            why = str(error).partition("\n")[0]
            raise BadNetwork("{file} has no network: {why}.", file=file, why=why) from error
        facts = self._session.get_modelmeta().custom_metadata_map
        check_game(game, file, facts.get(GAME, ""), self._session.get_inputs()[0].shape[1])

    def __call__(self, observation: Any) -> Thought:
        logits, values = self._session.run(None, {"observations": observation[None]})
        return Thought(logits[0], float(values[0]))


class ArrayNetwork:
    """A network as plain arrays, run by compiled code."""

    def __init__(self, game: Game, file: Path):
        self.forward = read_arrays(game, file)
        self._machine = Machine("forward", {}, is_interpreted())
        self._logits = self.forward.memory[: len(loops.offers_of(game))]

    def __call__(self, observation: Any) -> Thought:
        held = [self._machine.wrap(array) for array in (observation, *self.forward)]
        value = self._machine(think)(*held)
        return Thought(self._logits, float(value))


def read_arrays(game: Game, file: Path) -> Forward:
    """Return a network for `forward.think`, from the arrays that `rl.export` wrote."""
    try:
        with np.load(file, allow_pickle=False) as found:
            arrays = {name: found[name] for name in found.files}
        name, numbers = str(arrays.pop(GAME)), int(arrays.pop("numbers"))
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise BadNetwork("{file} has no network: {why}.", file=file, why=why) from error
    check_game(game, file, name, numbers)
    weights = {name: array.astype(np.float32) for name, array in arrays.items()}
    with_rows = "body.first.weight" in weights  # flat networks have other layers
    return Builder(read_structure(game, default_layout(game), with_rows), weights).build()
