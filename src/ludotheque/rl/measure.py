"""How strong a network is against a bot: whole matches by the real rules, every seat equally often.

A network thinks about all matches of a share at once, which is many times faster than one view after the other. With
several seats the network has one, and the bot has all others.
"""

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch

from ludotheque import loops
from ludotheque.game import Move, OptionValue, load
from ludotheque.intervals import wilson
from ludotheque.match import Match
from ludotheque.nets.observations import observe_view
from ludotheque.rl.network import Network
from ludotheque.rl.ppo import find_likeliest, load_network
from ludotheque.seat import bot_play


class Score(NamedTuple):
    """Matches and points: 1 for a win, the share of a shared first place."""

    matches: int
    points: float
    own_plies: int

    @property
    def share(self) -> float:
        return self.points / self.matches

    def interval(self) -> tuple[float, float]:
        return wilson(self.share, self.matches)


def measure(
    file: Path, bot: str, matches: int = 400, processes: int = 1, seats: int | None = None, **options: OptionValue
) -> Score:
    """Play matches of the network in `file` against a bot; the same seeds with every seat."""
    shares = [range(start, matches, processes) for start in range(processes)]
    jobs = [(file, bot, share, seats, options) for share in shares]
    if processes == 1:
        return _measure_share(jobs[0])
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        scores = list(pool.map(_measure_share, jobs))
    return Score(*(sum(column) for column in zip(*scores)))


def _measure_share(job: tuple[Path, str, Sequence[int], int | None, dict[str, OptionValue]]) -> Score:
    file, bot, numbers, seats, options = job
    torch.set_num_threads(1)
    network, settings = load_network(file)
    game = load(settings.game)
    options = {**dict(settings.options), **options}
    seats = seats or game.default_seats
    play = bot_play(game, bot)
    table = [(Match(game, seats, number // seats, options), number % seats) for number in numbers]
    plies = 0
    while unfinished := [(match, own) for match, own in table if not match.over]:
        asked = [(match, own) for match, own in unfinished if own in match.active]
        plies += len(asked)
        for (match, own), move in zip(asked, choose_moves(network, asked)):
            match.play(move, own)
        for match, own in unfinished:
            for seat in [seat for seat in match.active if seat != own]:
                moves = play(match.view(seat))
                for text in [moves] if isinstance(moves, str) else moves:
                    match.play(text, seat)
    return Score(len(table), sum(match.shares_of_first[own] for match, own in table), plies)


@torch.no_grad()
def choose_moves(network: Network, asked: Sequence[tuple[Match, int]]) -> list[Move]:
    """Return the network's move for each seat that is asked."""
    if not asked:
        return []
    views = [match.view(seat) for match, seat in asked]
    offers = loops.offers_of(views[0].game)
    masks = torch.from_numpy(np.stack([view.legal_mask(view.seat) for view in views]))
    logits, _ = network(torch.from_numpy(np.stack([observe_view(view, view.seat) for view in views])))
    return [Move(*offers[at].tolist()) for at in find_likeliest(logits, masks, torch.from_numpy(offers)).tolist()]
