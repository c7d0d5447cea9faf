"""The networks that learn: from an observation to a policy over a game's offered moves, and a value.

The body turns an observation into hidden numbers; a head for each kind of move turns those into one number for each
offered move (its logit), and another gives the value: the reward that the seat expects.

Where a game's observation has rows of equal things (factories, bees), the body treats every row alike, and the logit of
a move is computed from the rows that the move names. So the network does not depend on how the things are numbered, and
the moves share their weights.
"""

from itertools import pairwise

import torch
from torch import Tensor, nn

from ludotheque.nets.structure import HEADS, Kind, Structure

MOST_AT_ONCE = 65_535  # observations: PyTorch's kernels for attention on a GPU take no more


class Expand(nn.Module):
    """The numbers that belong to no row: sizes as they are, and each name as flags, one for each category."""

    def __init__(self, structure: Structure):
        super().__init__()
        self.counts = [count for count, _ in structure.categories]
        self.size = len(structure.others) + sum(count * len(columns) for count, columns in structure.categories)
        self.register_buffer("others", torch.tensor(structure.others), persistent=False)
        for number, (_, columns) in enumerate(structure.categories):
            self.register_buffer(f"names_{number}", torch.tensor(columns), persistent=False)

    def forward(self, observations: Tensor) -> Tensor:
        parts = [observations[:, self.others]]
        for number, count in enumerate(self.counts):
            names = observations[:, getattr(self, f"names_{number}")]
            flags = names[:, :, None] == torch.arange(count, device=names.device)
            parts.append(flags.to(names.dtype).flatten(1))
        return torch.cat(parts, 1)


class PlainBody(nn.Module):
    """Layers over all numbers of the observation."""

    def __init__(self, structure: Structure, width: int, depth: int):
        super().__init__()
        self.expand = Expand(structure)
        sizes = [self.expand.size, *[width] * depth]
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in pairwise(sizes))

    def forward(self, observations: Tensor) -> tuple[Tensor, dict[str, Tensor], dict[str, Tensor]]:
        hidden = self.expand(observations)
        for layer in self.layers:
            hidden = torch.relu(layer(hidden))
        return hidden, {}, {}


class RowsBody(nn.Module):
    """Rounds in which every row looks at all other rows and at the whole. Rows of one kind share their weights."""

    def __init__(self, structure: Structure, width: int, depth: int):
        super().__init__()
        self.names = list(structure.rows)
        self.counts = [len(table) for table in structure.rows.values()]
        self.paired = list(structure.pairs)
        for name, table in structure.rows.items():
            self.register_buffer(f"rows_{name}", torch.tensor(table), persistent=False)
        for name, cells in structure.pairs.items():
            self.register_buffer(f"pairs_{name}", torch.tensor(cells), persistent=False)
        self.expand = Expand(structure)
        self.first = nn.Linear(self.expand.size, width)
        self.enter = nn.ModuleDict({name: nn.Linear(len(table[0]), width) for name, table in structure.rows.items()})
        self.near = nn.ModuleDict(
            {name: nn.Linear(len(cells[0][0]), depth * HEADS) for name, cells in structure.pairs.items()}
        )
        self.rounds = nn.ModuleList(Round(width) for _ in range(depth))

    def forward(self, observations: Tensor) -> tuple[Tensor, dict[str, Tensor], dict[str, Tensor]]:
        whole = torch.relu(self.first(self.expand(observations)))
        entered = [self.enter[name](observations[:, getattr(self, f"rows_{name}")]) for name in self.names]
        hidden = torch.relu(torch.cat(entered, 1) + whole[:, None])
        pairs = {name: observations[:, getattr(self, f"pairs_{name}")] for name in self.paired}
        biases = self.biases(pairs)
        for number, step in enumerate(self.rounds):
            bias = None if biases is None else biases[:, number * HEADS : (number + 1) * HEADS]
            whole, hidden = step(whole, hidden, bias)
        return whole, dict(zip(self.names, hidden.split(self.counts, 1))), pairs

    def biases(self, pairs: dict[str, Tensor]) -> Tensor | None:
        """Return what pairs add to the attention, [n, round and head, row, row]; zero between different kinds."""
        if not pairs:
            return None
        blocks = []
        for row, name in enumerate(self.names):
            before, after = sum(self.counts[:row]), sum(self.counts[row + 1 :])
            if name in pairs:
                near = self.near[name](pairs[name]).permute(0, 3, 1, 2)
                blocks.append(nn.functional.pad(near, (before, after)))
            else:
                first = next(iter(pairs.values()))
                shape = (first.shape[0], len(self.rounds) * HEADS, self.counts[row], sum(self.counts))
                blocks.append(first.new_zeros(shape))
        return torch.cat(blocks, 2)


class Round(nn.Module):
    """Attention among all rows, then one layer for each row and one for the whole."""

    def __init__(self, width: int):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.ask = nn.Linear(width, 3 * width)
        self.mix = nn.Linear(2 * width, width)
        self.gather = nn.Linear(3 * width, width)

    def forward(self, whole: Tensor, hidden: Tensor, bias: Tensor | None) -> tuple[Tensor, Tensor]:
        normal = self.norm(hidden)
        seen = self.attend(normal, bias)
        hidden = hidden + torch.relu(self.mix(torch.cat([normal, seen], 2)) + whole[:, None])
        return whole + torch.relu(self.gather(torch.cat([whole, hidden.mean(1), hidden.amax(1)], 1))), hidden

    def attend(self, hidden: Tensor, bias: Tensor | None) -> Tensor:
        _, count, width = hidden.shape
        asked = self.ask(hidden).view(-1, count, 3, HEADS, width // HEADS)
        query, key, value = asked.permute(2, 0, 3, 1, 4).unbind(0)  # each [n, head, row, width / heads]
        seen = nn.functional.scaled_dot_product_attention(query, key, value, attn_mask=bias)
        return torch.cat(seen.unbind(1), 2)  # the heads side by side


class Head(nn.Module):
    """The logits of one kind of move, from the whole, from one row, or from two rows."""

    def __init__(self, kind: Kind, structure: Structure, width: int, small: int = 32):
        super().__init__()
        self.names = kind.rows
        numbers = structure.pairs.get(kind.rows[0]) if len(kind.rows) == 2 else None
        self.parts = nn.ModuleList(nn.Linear(width, small if kind.rows else width) for _ in kind.rows)
        self.near = nn.Linear(len(numbers[0][0]), small) if numbers else None
        self.last = nn.Linear(small if kind.rows else width, kind.others)
        nn.init.normal_(self.last.weight, std=0.01)
        nn.init.zeros_(self.last.bias)

    def forward(self, whole: Tensor, rows: dict[str, Tensor], pairs: dict[str, Tensor]) -> Tensor:
        if not self.names:
            return self.last(whole)
        hidden = self.parts[0](rows[self.names[0]])
        if len(self.names) == 2:
            hidden = hidden[:, :, None] + self.parts[1](rows[self.names[1]])[:, None]
            if self.near is not None:
                hidden = hidden + self.near(pairs[self.names[0]])
        return self.last(torch.relu(hidden)).flatten(1)


class Network(nn.Module):
    """Returns logits [n, offers] and values [n] for observations [n, numbers]."""

    def __init__(self, structure: Structure, width: int = 256, depth: int = 3):
        super().__init__()
        self.structure = structure
        self.body = (RowsBody if structure.rows else PlainBody)(structure, width, depth)
        self.heads = nn.ModuleList(Head(kind, structure, width) for kind in structure.kinds)
        self.value = nn.Linear(width, 1)
        nn.init.normal_(self.value.weight, std=0.01)

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        whole, rows, pairs = self.body(observations)
        logits = torch.cat([head(whole, rows, pairs) for head in self.heads], 1)
        return logits, self.value(whole).squeeze(1)
