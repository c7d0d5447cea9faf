"""A network without PyTorch: its weights as one array, and its layers as a list of steps that compiled code runs.

A search can call `think` in its inner loop: it allocates nothing. All numbers of a run are in `memory`; a step names
the places where its inputs begin and where its result goes.
"""

from collections.abc import Iterable, Mapping
from math import exp, sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ludotheque.compile import compiled
from ludotheque.game import Array
from ludotheque.nets.structure import HEADS, Kind, Structure

GATHER, FLAG, LINEAR, ADD_TO_ROWS, ADD, RELU, NORM, ATTEND, POOL, PAIR = range(10)
NUMBERS = 8  # of a step: its kind, and up to seven places and sizes
NOWHERE = -1
TINY = 1e-5  # as in PyTorch's LayerNorm

Floats = npt.NDArray[np.float32]


class Forward(NamedTuple):
    """A network: `think(observation, *forward)` writes its logits and returns its value."""

    steps: npt.NDArray[np.int64]  # [step, number]
    columns: npt.NDArray[np.int64]  # of observations, for GATHER
    weights: Floats
    memory: Floats  # begins with the logits, ends with the value


@compiled
def think(observation: Array, steps: Array, columns: Array, weights: Array, memory: Array) -> float:
    """Run all steps; `memory` then begins with the logits. Return the value."""
    for at in range(len(steps)):
        kind, a, b, c, d = steps[at, 0], steps[at, 1], steps[at, 2], steps[at, 3], steps[at, 4]
        e, f, g = steps[at, 5], steps[at, 6], steps[at, 7]
        if kind == GATHER:
            for i in range(c):
                memory[b + i] = observation[columns[a + i]]
        elif kind == FLAG:
            for i in range(c * d):
                memory[b + i] = observation[columns[a + i // d]] == i % d
        elif kind == LINEAR:
            run_linear(memory, weights, a, b, c, d, e, f, g)
        elif kind == ADD_TO_ROWS:
            for i in range(c * d):
                memory[b + i] += memory[a + i % d]
        elif kind == ADD:
            add_scaled(memory[b : b + c], memory[a : a + c], 1)
        elif kind == RELU:
            run_relu(memory[a : a + b])
        elif kind == NORM:
            run_norm(memory, weights, a, b, c, d, e)
        elif kind == ATTEND:
            run_attention(memory, a, b, c, d, e, f, g)
        elif kind == POOL:
            run_pool(memory, a, b, c, d)
        else:
            run_pair(memory, a, b, c, d, e, f)
    return memory[len(memory) - 1]


@compiled
def run_relu(numbers: Array) -> None:
    for i in range(len(numbers)):
        numbers[i] = max(numbers[i], np.float32(0))


@compiled
def run_linear(
    memory: Array, weights: Array, source: int, out: int, rows: int, inputs: int, outputs: int, matrix: int, bias: int
) -> None:
    """Multiply every row by a matrix [inputs, outputs]; without a bias the result is added to what is there."""
    for row in range(rows):
        start = out + row * outputs
        target = memory[start : start + outputs]  # slices, because the compiler then works on 8 numbers at once
        if bias >= 0:
            for j in range(outputs):
                target[j] = weights[bias + j]
        numbers = memory[source + row * inputs : source + (row + 1) * inputs]
        for i in range(0, inputs - inputs % 4, 4):
            one, two, three, four = numbers[i], numbers[i + 1], numbers[i + 2], numbers[i + 3]
            if one != 0 or two != 0 or three != 0 or four != 0:
                place = matrix + i * outputs
                ones, twos = weights[place : place + outputs], weights[place + outputs : place + 2 * outputs]
                threes = weights[place + 2 * outputs : place + 3 * outputs]
                fours = weights[place + 3 * outputs : place + 4 * outputs]
                for j in range(outputs):
                    target[j] += one * ones[j] + two * twos[j] + three * threes[j] + four * fours[j]
        for i in range(inputs - inputs % 4, inputs):
            add_scaled(target, weights[matrix + i * outputs : matrix + (i + 1) * outputs], numbers[i])


@compiled
def add_scaled(target: Array, source: Array, factor: float) -> None:
    for i in range(len(target)):
        target[i] += factor * source[i]


@compiled
def run_norm(memory: Array, weights: Array, source: int, out: int, rows: int, width: int, scale: int) -> None:
    """Shift and scale every row to mean 0 and variance 1, then by the weights."""
    for row in range(rows):
        start, total, square = source + row * width, 0.0, 0.0
        for i in range(width):
            total += memory[start + i]
            square += memory[start + i] * memory[start + i]
        mean = total / width
        factor = 1 / sqrt(max(square / width - mean * mean, 0.0) + TINY)
        for i in range(width):
            number = (memory[start + i] - mean) * factor
            memory[out + row * width + i] = number * weights[scale + i] + weights[scale + width + i]


@compiled
def run_attention(
    memory: Array, asked: int, out: int, rows: int, width: int, bias: int, paired: int, stride: int
) -> None:
    """Each row has a query, a key and a value; after the result come the weights of one row.

    `bias` is where the numbers of pairs begin; rows paired // 65536 and the next paired % 65536 have them.
    """
    size = width // HEADS
    first, count = paired // 65536, paired % 65536
    share = out + rows * width
    for head in range(HEADS):
        for row in range(rows):
            query = asked + row * 3 * width + head * size
            top = -1e30
            for other in range(rows):
                key = asked + other * 3 * width + width + head * size
                score = 0.0
                for i in range(size):
                    score += memory[query + i] * memory[key + i]
                score /= sqrt(size)
                if bias >= 0 and first <= row < first + count and first <= other < first + count:
                    score += memory[bias + ((row - first) * count + other - first) * stride + head]
                memory[share + other] = score
                top = max(top, score)
            total = 0.0
            for other in range(rows):
                weight = exp(memory[share + other] - top)
                memory[share + other] = weight
                total += weight
            start = out + row * width + head * size
            for i in range(size):
                memory[start + i] = 0
            for other in range(rows):
                value = asked + other * 3 * width + 2 * width + head * size
                add_scaled(memory[start : start + size], memory[value : value + size], memory[share + other] / total)


@compiled
def run_pool(memory: Array, source: int, out: int, rows: int, width: int) -> None:
    """Write the mean of all rows, then their maximum."""
    for i in range(width):
        total, most = 0.0, memory[source + i]
        for row in range(rows):
            total += memory[source + row * width + i]
            most = max(most, memory[source + row * width + i])
        memory[out + i] = total / rows
        memory[out + width + i] = most


@compiled
def run_pair(memory: Array, first: int, second: int, out: int, rows: int, others: int, width: int) -> None:
    """Write the sum of each row of `first` and each row of `second`."""
    for row in range(rows):
        one = memory[first + row * width : first + (row + 1) * width]
        for other in range(others):
            two = memory[second + other * width : second + (other + 1) * width]
            start = out + (row * others + other) * width
            target = memory[start : start + width]
            for i in range(width):
                target[i] = one[i] + two[i]


class Builder:
    """Collects the steps of a network and the places of its numbers."""

    def __init__(self, structure: Structure, arrays: Mapping[str, Floats]):
        self.structure, self.arrays = structure, arrays
        self.steps: list[list[int]] = []
        self.columns: list[int] = []
        self.weights: list[Floats] = []
        self.weight_count = 0
        self.memory = sum(kind.size for kind in structure.kinds)  # the logits come first
        self.width = len(arrays["value.weight"][0])

    def build(self) -> Forward:
        whole, rows, pairs = self.add_rows_body() if self.structure.rows else self.add_plain_body()
        logits = 0
        for number, kind in enumerate(self.structure.kinds):
            self.add_head(f"heads.{number}", kind, whole, rows, pairs, logits)
            logits += kind.size
        self.linear("value", whole, 1, self.take(1))
        memory = np.zeros(self.memory, np.float32)
        weights = np.concatenate(self.weights).astype(np.float32)
        return Forward(np.array(self.steps, np.int64), np.array(self.columns or [0], np.int64), weights, memory)

    def add_plain_body(self) -> tuple[int, dict[str, int], dict[str, int]]:
        hidden, depth = self.expand(), 0
        while f"body.layers.{depth}.weight" in self.arrays:
            hidden = self.relu(self.linear(f"body.layers.{depth}", hidden, 1), self.width)
            depth += 1
        return hidden, {}, {}

    def add_rows_body(self) -> tuple[int, dict[str, int], dict[str, int]]:
        width, tables = self.width, self.structure.rows
        whole = self.take(3 * width)  # the whole, and then what is pooled of the rows
        self.relu(self.linear("body.first", self.expand(), 1, whole), width)
        starts, total = {}, 0
        for name, table in tables.items():
            starts[name] = total
            total += len(table)
        hidden = self.take(total * width)
        for name, table in tables.items():
            seen = self.gather(column for row in table for column in row)
            self.linear(f"body.enter.{name}", seen, len(table), hidden + starts[name] * width)
        self.add_to_rows(whole, hidden, total)
        self.relu(hidden, total * width)
        pairs = {
            name: self.gather(column for row in cells for cell in row for column in cell)
            for name, cells in self.structure.pairs.items()
        }
        self.add_rounds(whole, hidden, total, starts, pairs)
        return whole, {name: hidden + start * width for name, start in starts.items()}, pairs

    def add_rounds(self, whole: int, hidden: int, rows: int, starts: dict[str, int], pairs: dict[str, int]) -> None:
        width, bias, paired, stride, depth = self.width, NOWHERE, 0, 0, 0
        assert len(pairs) <= 1, "a network without PyTorch has pairs of one kind of rows"
        for name, place in pairs.items():
            count = len(self.structure.pairs[name])
            stride = len(self.arrays[f"body.near.{name}.bias"])
            bias, paired = self.linear(f"body.near.{name}", place, count * count), starts[name] * 65536 + count
        normal, seen = self.take(rows * width), self.take(rows * width + rows)
        while f"body.rounds.{depth}.norm.weight" in self.arrays:
            name = f"body.rounds.{depth}"
            scale = self.keep(self.arrays[f"{name}.norm.weight"], self.arrays[f"{name}.norm.bias"])
            self.step(NORM, hidden, normal, rows, width, scale)
            asked = self.linear(f"{name}.ask", normal, rows)
            near = bias + depth * HEADS if bias >= 0 else NOWHERE
            self.step(ATTEND, asked, seen, rows, width, near, paired, stride)
            mixed = self.linear(f"{name}.mix", normal, rows, inputs=slice(0, width))
            self.linear(f"{name}.mix", seen, rows, mixed, inputs=slice(width, 2 * width), adds=True)
            self.add_to_rows(whole, mixed, rows)
            self.relu(mixed, rows * width)
            self.step(ADD, mixed, hidden, rows * width)
            self.step(POOL, hidden, whole + width, rows, width)
            self.step(ADD, self.relu(self.linear(f"{name}.gather", whole, 1), width), whole, width)
            depth += 1

    def add_head(
        self, name: str, kind: Kind, whole: int, rows: dict[str, int], pairs: dict[str, int], logits: int
    ) -> None:
        counts = [len(self.structure.rows[row]) for row in kind.rows]
        if not kind.rows:
            self.linear(f"{name}.last", whole, 1, logits)
            return
        parts = [self.linear(f"{name}.parts.{at}", rows[row], counts[at]) for at, row in enumerate(kind.rows)]
        small = len(self.arrays[f"{name}.parts.0.bias"])
        hidden, total = parts[0], counts[0]
        if len(parts) == 2:
            total = counts[0] * counts[1]
            hidden = self.take(total * small)
            self.step(PAIR, parts[0], parts[1], hidden, *counts, small)
            if f"{name}.near.weight" in self.arrays:
                near = self.linear(f"{name}.near", pairs[kind.rows[0]], total)
                self.step(ADD, near, hidden, total * small)
        self.relu(hidden, total * small)
        self.linear(f"{name}.last", hidden, total, logits)

    def expand(self) -> int:
        """Gather what belongs to no row, names as flags."""
        place = self.gather(self.structure.others)
        for count, columns in self.structure.categories:
            self.step(FLAG, len(self.columns), self.take(count * len(columns)), len(columns), count)
            self.columns += columns
        return place

    def step(self, *numbers: int) -> None:
        self.steps.append([*numbers, *[0] * (NUMBERS - len(numbers))])

    def take(self, count: int) -> int:
        """Return the place of `count` numbers."""
        self.memory += count
        return self.memory - count

    def keep(self, *arrays: Floats) -> int:
        """Return the place of weights."""
        place = self.weight_count
        for array in arrays:
            self.weights.append(np.ascontiguousarray(array).ravel())
            self.weight_count += array.size
        return place

    def gather(self, columns: Iterable[int]) -> int:
        wanted = list(columns)
        place, first = self.take(len(wanted)), len(self.columns)
        self.columns += wanted
        self.step(GATHER, first, place, len(wanted))
        return place

    def linear(
        self, name: str, source: int, rows: int, out: int = NOWHERE, inputs: slice = slice(None), adds: bool = False
    ) -> int:
        matrix = self.arrays[f"{name}.weight"][:, inputs].T
        out = self.take(rows * matrix.shape[1]) if out == NOWHERE else out
        bias = NOWHERE if adds else self.keep(self.arrays[f"{name}.bias"])
        self.step(LINEAR, source, out, rows, *matrix.shape, self.keep(matrix), bias)
        return out

    def relu(self, place: int, count: int) -> int:
        self.step(RELU, place, count)
        return place

    def add_to_rows(self, source: int, target: int, rows: int) -> None:
        self.step(ADD_TO_ROWS, source, target, rows, self.width)
