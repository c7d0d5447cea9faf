"""A board as an array of pixels, for environments that render."""

import struct
import zlib
from typing import Any

import numpy as np
import numpy.typing as npt

from ludotheque.game import GameError
from ludotheque.model_seat import render_png

CHANNELS = {2: 3, 6: 4}  # by PNG's type of colour: red, green and blue, with alpha or without


class NoPicture(GameError):
    """A board cannot be drawn as pixels here."""


def draw_pixels(svg: str) -> npt.NDArray[np.uint8]:
    """Return a drawing as [row, column, colour]."""
    png = render_png(svg)
    if png is None:
        raise NoPicture("Pixels need the browser Chromium, which is not installed here; SVG needs nothing.")
    return read_png(png)


def read_png(png: bytes) -> npt.NDArray[np.uint8]:
    """Read a PNG of 8 bits a colour, not interlaced, as browsers write it."""
    chunks = list(read_chunks(png))
    width, height, _, colour = struct.unpack(">IIBB", chunks[0][1][:10])
    lines = np.frombuffer(zlib.decompress(b"".join(data for kind, data in chunks if kind == b"IDAT")), np.uint8)
    channels = CHANNELS[colour]
    lines = lines.reshape(height, 1 + width * channels)
    pixels = np.zeros((height + 1, width, channels), np.uint8)
    for y in range(height):
        pixels[y + 1] = unfilter(int(lines[y, 0]), lines[y, 1:].reshape(width, channels), pixels[y])
    return np.ascontiguousarray(pixels[1:, :, :3])


def read_chunks(png: bytes) -> Any:
    at = 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += 12 + length


def unfilter(kind: int, line: Any, above: Any) -> Any:
    """Return the pixels of a line: PNG stores them as differences to pixels on the left and above."""
    if kind == 0:
        return line
    if kind == 1:
        return np.cumsum(line, axis=0, dtype=np.uint8)
    if kind == 2:
        return line + above
    pixels, left, corner = np.zeros_like(line), np.zeros(line.shape[1], int), np.zeros(line.shape[1], int)
    for x in range(len(line)):
        up = above[x].astype(int)
        guess = (left + up) // 2 if kind == 3 else predict(left, up, corner)
        left = (line[x] + guess) % 256
        pixels[x], corner = left, up
    return pixels


def predict(left: Any, up: Any, corner: Any) -> Any:
    """Return the neighbour that is nearest to left + up - corner (Paeth's predictor)."""
    near = left + up - corner
    distances = np.abs(near - np.array([left, up, corner]))
    return np.choose(distances.argmin(axis=0), [left, up, corner])
