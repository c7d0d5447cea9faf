"""Writes a network for players: as ONNX, and as plain arrays. nets/player.py reads both."""

import logging
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from ludotheque.game import GameError
from ludotheque.nets.player import GAME
from ludotheque.rl.network import Network


def write_onnx(network: Network, game: str, file: Path) -> None:
    """Write the network as one file of ONNX: observations [n, numbers] to logits [n, offers] and values [n]."""
    example = torch.zeros(2, network.structure.size)
    matches = torch.export.Dim("matches", min=1)
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the exporter's own imports warn
            program = torch.onnx.export(
                network.eval(),
                (example,),
                dynamo=True,
                input_names=["observations"],
                output_names=["logits", "values"],
                dynamic_shapes=({0: matches},),
                verbose=False,
            )
    except ModuleNotFoundError as error:
        raise GameError("ONNX needs {name}: install ludotheque[train].", name=error.name) from None
    assert program is not None
    for node in program.model.graph:  # where PyTorch's code is that made it: a fifth of the file
        node.metadata_props.clear()
        node.doc_string = None
    program.model.metadata_props[GAME] = game
    program.save(file, include_initializers=True, external_data=False)


def write_arrays(network: Network, game: str, file: Path) -> None:
    """Write the weights as short numbers, by their names in PyTorch."""
    weights: dict[str, Any] = {
        name: shorten(weight.detach().cpu().numpy()) for name, weight in network.state_dict().items()
    }
    with open(file, "wb") as out:
        np.savez_compressed(out, **weights, game=np.array(game), numbers=np.array(network.structure.size))


def shorten(weight: npt.NDArray[np.float32]) -> npt.NDArray[np.float16]:
    """Return numbers of 16 bits whose last four are 0: rounded by less than 1 %, and a fifth smaller when packed."""
    bits = weight.astype(np.float16).view(np.uint16)
    return ((bits + 8) & 0xFFF0).view(np.float16)
