"""Laws that the rules of every game keep."""

import os
import random
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ludotheque as lt
from ludotheque import loops, notation
from ludotheque.checks.transcripts import Transcripts
from ludotheque.compile import for_interpreter
from ludotheque.dice import LENGTH
from ludotheque.game import Game, Move, OptionValue
from ludotheque.match import Match
from ludotheque.seat import make_player, own_bots

LAWS = int(os.environ.get("LUDOTHEQUE_LAWS", "20"))  # matches of each game; `make laws` asks for thousands
LARGEST_STATE = 16 * 1024
PLIES = 3000  # longest match that is compared; matches without a limit may last longer
MASKS = 48  # positions of a match at which all legal moves are compared

few_examples = settings(
    max_examples=max(10, LAWS // 2), deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
seeds = st.integers(-(2**63), 2**63 - 1)


def choose_options(game: Game, rng: random.Random) -> tuple[int, dict[str, Any]]:
    """Return a random number of seats and random options that the game accepts together."""
    while True:
        seats = rng.choice(list(game.seats))
        options = {
            name: rng.choice([option.default, rng.randint(option.low, option.highest)])
            for name, option in game.options.items()
            if not option.is_seed and rng.random() < 0.4
        }
        try:
            game.read_options(options, seats, 0)
        except lt.BadOption:
            continue
        return seats, options


def make_match(
    game: Game, seed: int, interpreted: bool = False, options: Mapping[str, OptionValue] | None = None
) -> Match:
    """Return a match with random options, or with those that are given."""
    seats, chosen = choose_options(game, random.Random(seed))
    return Match(game, seats, seed, chosen if options is None else options, machine=loops.machine(game, interpreted))


def walk(match: Match, rng: random.Random, plies: int = PLIES) -> Iterator[Match]:
    """Play random plies; yield the match before each of them and at the end."""
    for _ in range(plies):
        yield match
        if match.over:
            return
        seat = rng.choice(match.active)
        match.play(rng.choice(match.legal(seat)), seat)
    yield match


def wrap_arrays(game: Game, interpreted: bool, state: bytes) -> tuple[Any, ...]:
    """Return what a loop needs on one machine: the record, its wrapped form, offers, a mask, dice, and the machine."""
    machine = loops.machine(game, interpreted)
    array = np.frombuffer(bytearray(state), game.rules.State)
    offers = loops.offers_of(game)
    rest = (offers, np.zeros(len(offers), np.int8), np.zeros(LENGTH, np.int64))
    return array, machine.wrap(array), *(machine.wrap(one) for one in rest), machine


def view_without_active(match: Match, seat: int) -> bytes:
    """Return the bytes of a seat's view, with the active flags set to 0."""
    state = match.view(seat).state
    state["active"] = 0
    return bytes(state.tobytes())


def hides_something(match: Match) -> bool:
    return any(match.view(seat).state.tobytes() != match.state.tobytes() for seat in range(match.seats))


class Laws(Transcripts):
    """Compiled or interpreted, from any seed, with any options: what holds for the rules of every game."""

    def test_the_state_suits_interpreter_cpu_and_gpu(self, game: Game) -> None:
        state = game.rules.State
        assert state.itemsize <= LARGEST_STATE
        assert state.isalignedstruct
        assert sum(state[name].itemsize for name in state.names or ()) == state.itemsize, "padding would not be copied"
        assert len(state["active"].shape) == 1
        for name in state.names or ():
            assert state[name].base.kind in "iu", f"{name} is not an integer"
            assert not hasattr(np.ndarray, name), f"{name} is a method of arrays"

    @pytest.mark.parametrize("number", range(LAWS))
    def test_compiled_and_interpreted_agree_byte_for_byte(self, game: Game, number: int) -> None:
        """The compiled loop chooses the moves; the interpreter must have the same bytes after every ply."""
        seed = number * 1_000_003 - 7
        start = make_match(game, seed).state.tobytes()
        assert start == make_match(game, seed, interpreted=True).state.tobytes()
        fast, fast_states, offers, mask, dice, compiled = wrap_arrays(game, False, start)
        slow, slow_states, slow_offers, slow_mask, slow_dice, interpreted = wrap_arrays(game, True, start)
        compared = set(np.linspace(1, 400, MASKS, dtype=int).tolist())
        for ply in range(1, PLIES):
            seat = int(loops.awaited(slow_states[0]))
            if ply in compared:
                for one in range(-1, len(fast["active"][0])):
                    counts = (
                        compiled(loops.moves)(fast_states, 0, one, offers, mask),
                        interpreted(loops.moves)(slow_states, 0, one, slow_offers, slow_mask),
                    )
                    assert counts[0] == counts[1]
                    assert bytes(mask) == bytes(slow_mask)
            chosen = compiled(loops.random_ply)(fast_states, 0, seed, ply, offers, mask, dice)
            if chosen < 0:
                break
            row = offers[chosen].tolist()
            assert interpreted(loops.play)(slow_states, 0, seat, *row, seed, ply, slow_dice) == 0
            assert fast.tobytes() == slow.tobytes(), f"ply {ply}, move {row}"
        else:
            return
        assert seat == -1

    @given(seed=seeds)
    @few_examples
    def test_a_random_match_ends_with_an_outcome(self, game: Game, seed: int) -> None:
        match = Match(game, game.default_seats, seed, {})
        rng = random.Random(seed)
        while not match.over:
            seat = rng.choice(match.active)
            match.play(rng.choice(match.legal(seat)), seat)
            assert match.ply < 200_000
        assert min(match.ranks) == 1
        assert len(match.outcome) == match.seats
        assert len(match.outcome[0]) == len(game.outcome)

    @given(seed=seeds)
    @few_examples
    def test_the_same_seed_and_moves_give_the_same_match(self, game: Game, seed: int) -> None:
        one, two = (list(walk(make_match(game, seed), random.Random(seed), 200))[-1] for _ in range(2))
        assert one.moves == two.moves
        assert one.state.tobytes() == two.state.tobytes()

    @given(seed=seeds)
    @few_examples
    def test_exactly_the_active_seats_have_a_legal_move(self, game: Game, seed: int) -> None:
        for match in walk(make_match(game, seed), random.Random(seed), 120):
            for seat in range(-1, match.seats + 1):
                assert bool(match.legal(seat)) == (seat in match.active), (seat, match.moves)

    @given(seed=seeds)
    @few_examples
    def test_legal_is_check_over_moves_and_check_changes_nothing(self, game: Game, seed: int) -> None:
        for number, match in enumerate(walk(make_match(game, seed), random.Random(seed), 60)):
            if number % 6:
                continue
            before = match.state.tobytes()
            for seat in range(match.seats):
                allowed = [row for row in loops.offers_of(game).tolist() if match.why(Move(*row), seat) is None]
                assert match.legal_rows(seat).tolist() == allowed
            assert match.state.tobytes() == before

    @given(seed=seeds)
    @few_examples
    def test_threads_that_share_the_list_of_moves_find_all_of_them(self, game: Game, seed: int) -> None:
        if game.rules.legal_part is None:
            return
        for number, match in enumerate(walk(make_match(game, seed), random.Random(seed), 60)):
            (state,) = for_interpreter(match.state.reshape(1))
            for seat in match.active if number % 6 == 0 else ():
                together = np.zeros(len(loops.offers_of(game)), np.int8)
                for first in range(4):
                    game.rules.legal_part(state, seat, together, first, 4)
                found = loops.offers_of(game)[together != 0]
                assert found.tolist() == match.legal_rows(seat).tolist(), (seat, match.moves)

    @given(seed=seeds, kind=st.integers(-3, 40), numbers=st.tuples(*[st.integers(-(2**31), 2**31 - 1)] * 3))
    @few_examples
    def test_any_numbers_are_a_legal_move_or_an_error(
        self, game: Game, seed: int, kind: int, numbers: tuple[int, int, int]
    ) -> None:
        match = list(walk(make_match(game, seed, interpreted=True), random.Random(seed), 20))[-1]
        for seat in range(-2, match.seats + 2):
            move = Move(kind, *numbers)
            sentence = match.why(move, seat)
            assert sentence is None or sentence in game.rules.ERRORS[1:]
            if sentence is None:
                assert seat in match.active

    @given(seed=seeds)
    @few_examples
    def test_notation_and_record_can_be_read_back(self, game: Game, seed: int) -> None:
        match = list(walk(make_match(game, seed), random.Random(seed), 150))[-1]
        moves = game.rules.MOVES
        for _, move in match.played:
            assert notation.read(moves, notation.write(moves, move)) == Move(*move)
        again = lt.read(match.record().write())
        assert again.state.tobytes() == match.state.tobytes()
        assert again.record() == match.record()

    @given(seed=seeds)
    @few_examples
    def test_undo_takes_back_exactly_one_ply(self, game: Game, seed: int) -> None:
        match = make_match(game, seed)
        states = []
        for here in walk(match, random.Random(seed), 40):
            states.append(here.state.tobytes())
        for state in reversed(states[:-1] if len(states) > match.ply + 1 else states[: match.ply]):
            match.undo()
            assert match.state.tobytes() == state
        assert match.ply == 0

    @given(seed=seeds)
    @few_examples
    def test_a_view_of_a_view_is_the_same_and_allows_the_same_moves(self, game: Game, seed: int) -> None:
        build = loops.machine(game, interpreted=False)
        for number, match in enumerate(walk(make_match(game, seed), random.Random(seed), 60)):
            for seat in range(-1, match.seats) if number % 5 == 0 else ():
                view = match.view(seat)
                once = view.state.tobytes()
                build(loops.look)(view.state, 0, seat)
                assert view.state.tobytes() == once
                assert view.active == match.active
                assert view.legal(seat) == match.legal(seat)

    @given(seed=seeds)
    @few_examples
    def test_staged_moves_commute_and_stay_hidden(self, game: Game, seed: int) -> None:
        """Where several seats are active, no seat sees another's move, and none changes the others' moves."""
        rng = random.Random(seed)
        for number, match in enumerate(walk(make_match(game, seed), rng, 80)):
            if len(match.active) < 2 or number % 3:
                continue
            one, two = rng.sample(match.active, 2)
            moves = rng.choice(match.legal(one)), rng.choice(match.legal(two))
            first, second = match.copy(), match.copy()
            first.play(moves[0], one)
            if one in first.active and two in first.active:
                assert view_without_active(first, two) == view_without_active(match, two)
            second.play(moves[1], two)
            if one in second.active and two in first.active:
                second.play(moves[0], one)
                first.play(moves[1], two)
                assert first.state.tobytes() == second.state.tobytes()

    @given(seed=seeds)
    @few_examples
    def test_hidden_bytes_do_not_change_a_view(self, game: Game, seed: int) -> None:
        """A byte that a view hides can have any value: the view stays the same."""
        rng = random.Random(seed)
        for number, match in enumerate(walk(make_match(game, seed), rng, 60)):
            for seat in range(-1, match.seats) if number % 7 == 0 else ():
                seen = match.view(seat).state.tobytes()
                secret = [i for i, byte in enumerate(match.state.tobytes()) if byte != seen[i]]
                assert not secret or game.rules.observe is not None
                for place in rng.sample(secret, min(5, len(secret))):
                    other = match.copy()
                    other.state.view(np.uint8)[place] = seen[place]
                    assert other.view(seat).state.tobytes() == seen

    def test_a_game_that_observes_hides_something(self, game: Game) -> None:
        if game.rules.observe is not None:
            positions = walk(make_match(game, 5), random.Random(5), 60)
            assert any(hides_something(match) for match in positions), "observe erases nothing"

    def test_every_bot_gives_a_legal_answer(self, game: Game) -> None:
        for name in own_bots(game):
            match = Match(game, game.default_seats, 1, {})
            bot, seat = make_player(game, name), match.active[0]
            bot.begin(match, seat)
            bot.ask()
            for move in bot.answer().moves:
                match.play(move, seat)
            assert match.ply
