"""How the rule plays: a few numbers that make it bolder, more careful or weaker."""

from typing import Any

import numpy as np

from ludotheque.compile import compiled
from ludotheque.game import StateRecord, state_dtype

FIELDS = (
    ("throws_bombs", "i4"),
    ("leaves_bombs", "i4"),  # leave a factory in the turn in which a bomb probably explodes there
    ("raises", "i4"),  # raise production
    ("saves", "i4"),  # save cyborgs for raising production, and send them to where they are missing
    ("relays", "i4"),  # fly by way of own factories
    ("joins", "i4"),  # attack a target from several factories together
    ("presses", "i4"),  # send at the enemy what has nothing else to do
    ("fears", "i4"),  # keep a reserve against enemy factories within 2 turns
    ("counts_help", "i4"),  # expect that enemy factories near a target send help
    ("limit", "i4"),  # the longest way of an attack, in turns
    ("horizon", "i4"),  # turns whose production counts
    ("raise_percent", "i4"),  # how good an attack must be to come before raising production; 100 is normal
)
Style = state_dtype(*FIELDS)

BASE = {
    "throws_bombs": 1,
    "leaves_bombs": 1,
    "raises": 1,
    "saves": 1,
    "relays": 1,
    "joins": 1,
    "presses": 1,
    "fears": 0,
    "counts_help": 1,
    "limit": 5,
    "horizon": 30,
    "raise_percent": 100,
}


def make_styles(*changes: dict[str, int]) -> Any:
    """Return an array with one style for each dictionary: BASE with these changes."""
    styles = np.zeros(len(changes), Style)
    for style, change in zip(styles, changes):
        for name, value in {**BASE, **change}.items():
            style[name] = value
    return styles


@compiled
def use_style(work: StateRecord, style: StateRecord) -> None:
    """Copy a style into the working memory of the rule."""
    work.throws_bombs = style.throws_bombs
    work.leaves_bombs = style.leaves_bombs
    work.raises = style.raises
    work.saves = style.saves
    work.relays = style.relays
    work.joins = style.joins
    work.presses = style.presses
    work.fears = style.fears
    work.counts_help = style.counts_help
    work.limit = style.limit
    work.horizon = style.horizon
    work.raise_percent = style.raise_percent
