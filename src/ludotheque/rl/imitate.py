"""A warm start: the network first learns to play as a bot does, by what it answers in many positions.

Matches have every number of seats in turn, unless one is chosen, and the bot plays every seat. Now and then a random
move is played instead of its answer, so that the network also sees what the bot does after a mistake. The value learns
how the matches ended.

A bot that answers a whole turn at once gives its orders in some order. Where several orders of one kind follow each
other, each of them is a right answer: the network need not guess which comes first.
"""

import random
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import count, takewhile
from multiprocessing import get_context
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from ludotheque import loops
from ludotheque.game import Move, load
from ludotheque.match import Match
from ludotheque.nets.observations import observe_view
from ludotheque.rl.network import Network
from ludotheque.rl.ppo import Settings, mask_out
from ludotheque.rl.rewards import share_rewards
from ludotheque.seat import Play, bot_play
from ludotheque.view import View

SLIPS = 0.1  # share of the answers in whose place a random move is played
HELD_BACK = 10  # every tenth lesson is not learned, but asked afterwards
ANSWERS = 8  # the most right answers that a lesson keeps
NONE = -1  # fills up the answers of a lesson


class Lessons(NamedTuple):
    """What the bot saw, might have played, and played; and what it got in the end."""

    observations: Tensor
    masks: Tensor
    answers: Tensor  # [lesson, ANSWERS]
    rewards: Tensor


Arrays = tuple[Any, ...]  # lessons as NumPy's arrays: a tensor of another process would keep a file open


class Lesson(NamedTuple):
    seat: int
    observation: Any
    mask: Any
    answers: list[int]


def imitate(network: Network, settings: Settings) -> float:
    """Let the network learn the bot `settings.imitate`; return how often its most likely move is then the bot's."""
    lessons = Lessons(*(column.to(settings.device) for column in collect(settings)))
    for column, weight in network.structure.potential:  # the value that ppo.py learns is less the potential
        lessons.rewards.sub_(weight * lessons.observations[:, column])
    last = len(lessons.answers) - len(lessons.answers) // HELD_BACK
    rate = settings.lesson_rate or settings.rate
    optimizer = torch.optim.Adam(network.parameters(), rate)
    for passed in range(settings.passes):
        for group in optimizer.param_groups:
            group["lr"] = rate * (1 - passed / settings.passes)
        for part in torch.randperm(last).split(settings.lesson_part):
            loss = compute_loss(network, take(lessons, part))
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
    return measure_agreement(network, Lessons(*(column[last:] for column in lessons)))


def take(lessons: Lessons, part: Tensor) -> Lessons:
    return Lessons(*(column[part.to(column.device)] for column in lessons))


def compute_loss(network: Network, lessons: Lessons) -> Tensor:
    logits, values = network(lessons.observations)
    chances = mask_out(logits, lessons.masks).log_softmax(1).gather(1, lessons.answers.clamp(min=0))
    policy = -mask_out(chances, lessons.answers != NONE).logsumexp(1).mean()
    return policy + 0.5 * (values - lessons.rewards).square().mean()


@torch.no_grad()
def measure_agreement(network: Network, lessons: Lessons) -> float:
    agreed = 0
    for part in torch.arange(len(lessons.answers)).split(1024):
        asked = take(lessons, part)
        logits, _ = network(asked.observations)
        likeliest = mask_out(logits, asked.masks).argmax(1, keepdim=True)
        agreed += int((likeliest == asked.answers).any(1).sum())
    return agreed / len(lessons.answers)


def collect(settings: Settings) -> Lessons:
    """Play matches, in the order of their seeds, until there are enough lessons."""
    found: list[Arrays] = []
    matches, known = play_matches(settings), 0
    while known < settings.lessons:
        found.append(next(matches))
        known += len(found[-1][0])
    matches.close()
    return Lessons(*(torch.from_numpy(np.concatenate(column)) for column in zip(*found)))


def play_matches(settings: Settings) -> Generator[Arrays, None, None]:
    """Yield the lessons of one match after the other; with several processes the same ones, sooner."""
    seeds = count(settings.seed * 1_000_003)
    if settings.processes == 1:
        yield from (play_match(settings, seed) for seed in seeds)
    with ProcessPoolExecutor(settings.processes, get_context("spawn")) as pool:
        waiting: list[Future[Arrays]] = []
        try:
            while True:
                while len(waiting) < 4 * settings.processes:
                    waiting.append(pool.submit(play_match, settings, next(seeds)))
                yield waiting.pop(0).result()
        finally:
            pool.shutdown(cancel_futures=True)


def play_match(settings: Settings, seed: int) -> Arrays:
    game = load(settings.game)
    play = bot_play(game, settings.imitate)
    seats = settings.seats or game.seats[seed % len(game.seats)]
    match = Match(game, seats, seed, dict(settings.options))
    rng = random.Random(seed)
    lessons: list[Lesson] = []
    while not match.over:
        for seat in [seat for seat in match.active if seat in match.active]:
            lessons += play_turn(match, seat, play, rng)
    rewards = share_rewards(match.outcome, match.team_numbers)
    return (
        np.stack([lesson.observation for lesson in lessons]),
        np.stack([lesson.mask for lesson in lessons]),
        np.array([[*lesson.answers, *[NONE] * ANSWERS][:ANSWERS] for lesson in lessons]),
        np.array([rewards[lesson.seat] for lesson in lessons], np.float32),
    )


def play_turn(match: Match, seat: int, play: Play, rng: random.Random) -> Iterator[Lesson]:
    """Play what the bot answers, move by move, until it is all played or a random move was played instead."""
    answer = play(match.view(seat))
    texts = [answer] if isinstance(answer, str) else list(answer)
    for number, text in enumerate(texts):
        view = match.view(seat)
        mask, move = view.legal_mask(seat), view.parse_move(text)
        is_legal = view.why(move) is None  # after a random move a bot may forget what its turn has already done
        answers = find_answers(view, mask, [view.parse_move(later) for later in texts[number:]])
        if answers and is_legal:
            yield Lesson(seat, observe_view(view, seat), mask, answers)
        if not is_legal or (rng.random() < SLIPS and mask.any()):
            other = rng.choice(np.flatnonzero(mask).tolist())
            match.play(Move(*loops.offers_of(match.game)[other].tolist()), seat)
            return
        match.play(move, seat)


def find_answers(view: View, mask: Any, moves: list[Move]) -> list[int]:
    """Return the legal offers that equal the next move, and those of its kind that follow it at once."""
    found: list[int] = []
    for move in takewhile(lambda move: move.kind == moves[0].kind, moves):
        offer = find_offer(loops.offers_of(view.game), mask, move)
        if offer is None and not found:
            return []
        if offer is not None and offer not in found:
            found.append(offer)
    return found[:ANSWERS]


def find_offer(offers: Any, mask: Any, move: Move) -> int | None:
    """Return the index of the legal offer that equals a move, or differs least in its last argument."""
    legal = np.flatnonzero(mask)
    wrong = np.abs(offers[legal] - np.array(move))
    wrong[:, :3] *= 10_000  # kind and first arguments must be the same
    distances = wrong.sum(1)
    best = int(distances.argmin()) if len(legal) else 0
    return int(legal[best]) if len(legal) and distances[best] < 10_000 else None
