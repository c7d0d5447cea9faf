"""A warm start: the network first learns to play as a bot does, by what it answers in many positions.

Matches have every number of seats in turn, unless one is chosen, and the bot plays every seat. Now and then a random
move is played instead of its answer, so that the network also sees what the bot does after a mistake. The value learns
how the matches ended.

From the second round on, or at once if it began with the weights of another run, the network itself plays a share of
the turns, drawn for each match, and the bot says what it would have done there: so the network learns to go on from
where its own mistakes lead (Ross, Gordon, Bagnell 2011).

A bot that answers a whole turn at once gives its orders in some order. Where several orders of one kind follow each
other, each of them is a right answer: the network need not guess which comes first.
"""

import random
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import count, takewhile
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from ludotheque import loops
from ludotheque.game import Move, load
from ludotheque.match import Match
from ludotheque.nets.observations import observe_view
from ludotheque.rl.export import write_arrays
from ludotheque.rl.network import Network
from ludotheque.rl.ppo import Settings, mask_out
from ludotheque.rl.rewards import share_rewards
from ludotheque.seat import Play, bot_play
from ludotheque.view import View

RANDOM_SHARE = 0.1  # of the answers: a random move is played in their place
HELD_BACK = 10  # the last tenth of the lessons is not learned: it shows how often the network agrees with the bot
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
    rounds: list[Lessons] = []
    agreement = 0.0
    with TemporaryDirectory() as folder:
        for number in range(settings.lesson_rounds):
            file = Path(folder) / f"{number}.npz"
            can_play = number > 0 or bool(settings.start)
            if can_play:
                write_arrays(network, settings.game, file)
            rounds.append(collect(settings, f"net:{file}" if can_play else "", number))
            lessons = Lessons(*(torch.cat(column).to(settings.device) for column in zip(*rounds)))
            agreement = learn(network, lessons, settings)
    return agreement


def learn(network: Network, lessons: Lessons, settings: Settings) -> float:
    """Let the network learn from lessons; return how often it agrees with those that it has not seen."""
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


def collect(settings: Settings, learner: str = "", number: int = 0) -> Lessons:
    """Play matches, in the order of their seeds, until there are enough lessons for a round."""
    found: list[Arrays] = []
    matches, known = play_matches(settings, learner, number), 0
    while known < settings.lessons / settings.lesson_rounds:
        found.append(next(matches))
        known += len(found[-1][0])
    matches.close()
    return Lessons(*(torch.from_numpy(np.concatenate(column)) for column in zip(*found)))


def play_matches(settings: Settings, learner: str, number: int) -> Generator[Arrays, None, None]:
    """Yield the lessons of one match after the other; with several processes the same ones, sooner."""
    seeds = count((settings.seed + number) * 1_000_003)
    if settings.processes == 1:
        yield from (play_match(settings, learner, seed) for seed in seeds)
    with ProcessPoolExecutor(settings.processes, get_context("spawn")) as pool:
        waiting: list[Future[Arrays]] = []
        try:
            while True:
                while len(waiting) < 4 * settings.processes:
                    waiting.append(pool.submit(play_match, settings, learner, next(seeds)))
                yield waiting.pop(0).result()
        finally:
            pool.shutdown(cancel_futures=True)


def play_match(settings: Settings, learner: str, seed: int) -> Arrays:
    game = load(settings.game)
    teach = bot_play(game, settings.imitate)
    play = bot_play(game, learner) if learner else None
    seats = settings.seats or game.seats[seed % len(game.seats)]
    match = Match(game, seats, seed, dict(settings.options))
    rng = random.Random(seed)
    share = rng.random()  # of the turns that the network plays
    lessons: list[Lesson] = []
    while not match.over:
        for seat in match.active:
            if play is not None and rng.random() < share:
                lessons += correct_turn(match, seat, teach, play, rng)
            else:
                lessons += play_turn(match, seat, teach, rng, RANDOM_SHARE)
    rewards = share_rewards(match.outcome, match.team_numbers)
    return (
        np.stack([lesson.observation for lesson in lessons]),
        np.stack([lesson.mask for lesson in lessons]),
        np.array([[*lesson.answers, *[NONE] * ANSWERS][:ANSWERS] for lesson in lessons]),
        np.array([rewards[lesson.seat] for lesson in lessons], np.float32),
    )


def play_turn(match: Match, seat: int, teach: Play, rng: random.Random, random_share: float) -> Iterator[Lesson]:
    """Play what the bot answers, move by move, until it is all played or a random move was played instead."""
    for texts in list_rest(teach(match.view(seat))):
        view = match.view(seat)
        moves = [view.parse_move(text) for text in texts]
        mask = view.legal_mask(seat)
        is_legal = view.why(moves[0]) is None  # after a random move a bot may forget what its turn has already done
        answers = find_answers(view, mask, moves)
        if answers and is_legal:
            yield Lesson(seat, observe_view(view, seat), mask, answers)
        if not is_legal or (rng.random() < random_share and mask.any()):
            other = rng.choice(np.flatnonzero(mask).tolist())
            match.play(Move(*loops.offers_of(match.game)[other].tolist()), seat)
            return
        match.play(moves[0], seat)


def list_rest(answer: str | Sequence[str]) -> list[Sequence[str]]:
    """Return what a bot plays in its turn from each of its moves on."""
    texts = [answer] if isinstance(answer, str) else answer
    return [texts[number:] for number in range(len(texts))]


def correct_turn(match: Match, seat: int, teach: Play, play: Play, rng: random.Random) -> list[Lesson]:
    """Let the bot play and take it back; then the network plays: one move, or a whole turn where the bot did so."""
    with match.trial():
        before = match.ply
        lessons = list(play_turn(match, seat, teach, rng, random_share=0))
        is_whole = match.ply > before + 1
    while True:
        view = match.view(seat)
        match.play(view.parse_move(str(play(view))), seat)  # a network answers with one move
        if not is_whole or seat not in match.active:
            return lessons


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
