"""Boards as pictures without a browser."""

import io
import re

import numpy as np
import PIL.Image
import pytest

import ludotheque as lt
from ludotheque import paint
from ludotheque.paint import Theme
from ludotheque.view import View


def middle(name: str) -> View:
    """Return the position after some moves, as a seat that is to move sees it."""
    match = lt.new(name, seed=5)
    for _ in range(12):
        seat = match.active[0]
        legal = match.legal(seat)
        match.play(legal[len(legal) // 2], seat)
    return match.view(match.active[0])


def brightness(view: View, theme: Theme) -> float:
    return float(paint.make_pixels(view, theme, width=300).mean())


@pytest.mark.parametrize("name", lt.names())
def test_nothing_is_left_to_a_browser(name: str) -> None:
    view = middle(name)
    svg = paint.resolve(view.game, view.drawing(), "dark")
    assert not re.search(r"var\(|light-dark\(|color-mix\(|<style", svg)
    assert "fill=" in svg and "stroke=" in svg


@pytest.mark.parametrize("name", lt.names())
def test_the_picture_has_the_shape_and_the_colours_of_the_board(name: str) -> None:
    view = middle(name)
    picture = PIL.Image.open(io.BytesIO(paint.make_png(view, width=300)))
    assert picture.width == 300 and 120 < picture.height < 200, "the wide form"
    assert len(np.unique(np.array(picture.convert("RGB")).reshape(-1, 3), axis=0)) > 100
    assert brightness(view, "light") > brightness(view, "dark") + 50


def test_a_position_changes_the_picture() -> None:
    before, after = lt.new("emile", seed=1), lt.new("emile", seed=2)
    assert paint.make_png(before.view(0), width=300) != paint.make_png(after.view(0), width=300)


def test_names_are_escaped() -> None:
    match = lt.new("emile", seed=1)
    match.names = ["<b>&", '"x"']
    assert "&lt;b&gt;&amp;" in paint.resolve(match.game, match.view(0).drawing())
