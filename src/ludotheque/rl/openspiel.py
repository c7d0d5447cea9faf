"""Every game as a Python game of OpenSpiel (extra `openspiel`).

    from ludotheque.rl import openspiel
    openspiel.register()
    game = pyspiel.load_game("ludotheque_emile", {"players": 3})

Seats that are awaited at once move one after the other, without seeing each other's orders, so every game is sequential
and OpenSpiel's algorithms for sequential games apply. Actions are indices of the offered moves.

Chance is explicit: whatever rolls dice (the beginning, or a move) is followed by a node of SIDES equally likely
outcomes. Each of them is another seed of the dice, which is drawn from the game's parameter `seed` and the ply. So a
search sees a sample of all rolls in each node, and another sample in the next.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from ludotheque import loops, notation
from ludotheque.dice import DRAWN, LENGTH
from ludotheque.game import COLUMNS, Game, cards, load
from ludotheque.nets.observations import features_machine, layout_of, write_features
from ludotheque.rl.rewards import share_rewards

SIDES = 32  # outcomes of a chance node
LONGEST = 1_000_000  # actions of a match; OpenSpiel wants some bound
SEED = "seed"


def register() -> None:
    """Tell OpenSpiel all games, as ludotheque_NAME, with their options as parameters."""
    for game in cards():
        pyspiel.register_game(describe(game), make_class(game))


def describe(game: Game) -> Any:
    is_open = game.rules.observe is None
    kind = pyspiel.GameType
    return kind(
        short_name=f"ludotheque_{game.name}",
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.PERFECT_INFORMATION if is_open else kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=default_parameters(game),
    )


def default_parameters(game: Game) -> dict[str, int]:
    options = {name: option.default for name, option in game.options.items() if not option.is_seed}
    return {"players": game.default_seats, SEED: 0, **options}


def make_class(game: Game) -> type:
    """Return the class that OpenSpiel makes games of."""

    class SpielGame(pyspiel.Game):  # type: ignore[misc]
        def __init__(self, params: Mapping[str, int] | None = None):
            given = {**default_parameters(game), **(params or {})}
            self.table = Table(game, given)
            info = pyspiel.GameInfo(
                num_distinct_actions=len(self.table.offers),
                max_chance_outcomes=SIDES,
                num_players=self.table.seats,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=LONGEST,
            )
            super().__init__(describe(game), info, given)

        def new_initial_state(self) -> Any:
            return SpielState(self, self.table)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            return Observer(self.table)

    return SpielGame


class Table:
    """What all states of one game of OpenSpiel share: seats, options, and compiled rules."""

    def __init__(self, game: Game, parameters: Mapping[str, int]):
        self.game, self.parameters = game, dict(parameters)
        self.seats, self.seed = parameters["players"], parameters[SEED]
        given = {name: value for name, value in parameters.items() if name in game.options}
        self.options = game.read_options(given, self.seats, self.seed)
        self.seed_options = [name for name, option in game.options.items() if option.is_seed]
        self.offers = loops.offers_of(game)
        self.teams = game.teams_of(self.options, self.seats)
        self.layout = layout_of(game, self.options, self.seats)
        self.machine = loops.machine_of(game)

    def __deepcopy__(self, memo: Any) -> "Table":
        return self  # OpenSpiel copies everything that a state has

    def __reduce__(self) -> tuple[Any, ...]:
        return load_table, (self.game.name, self.parameters)  # and pickles it; modules and compiled code cannot be

    def begin(self, outcome: int) -> Any:
        """Return the first position; `outcome` is the one of the first chance node."""
        state = np.zeros(1, self.game.rules.State)
        seed = self.seed * SIDES + outcome
        for name, value in self.options.items():
            state[name] = seed if name in self.seed_options else value
        wrap = self.machine.wrap
        self.machine(loops.begin)(wrap(state), 0, self.seats, seed, wrap(np.zeros(LENGTH, np.int64)))
        return state

    def play(self, state: Any, seat: int, action: int, ply: int, outcome: int) -> tuple[Any, bool]:
        """Return the position after a move, and whether dice were rolled; `outcome` is the one of the chance node."""
        after, dice = state.copy(), np.zeros(LENGTH, np.int64)
        move, seed, wrap = self.offers[action].tolist(), self.seed * SIDES + outcome, self.machine.wrap
        error = self.machine(loops.play)(wrap(after), 0, seat, *move, seed, ply, wrap(dice))
        assert error == 0, self.game.rules.ERRORS[error]
        return after, bool(dice[DRAWN])

    def legal(self, state: Any, seat: int) -> list[int]:
        mask, wrap = np.zeros(len(self.offers), np.int8), self.machine.wrap
        self.machine(loops.moves)(wrap(state), 0, seat, wrap(self.offers), wrap(mask))
        found: list[int] = np.flatnonzero(mask).tolist()
        return found

    def rewards(self, state: Any) -> list[float]:
        out, wrap = np.zeros((self.seats, COLUMNS), np.int64), self.machine.wrap
        self.machine(loops.results)(wrap(state), 0, wrap(out))
        return share_rewards([tuple(row) for row in out.tolist()], self.teams)

    def look(self, state: Any, seat: int) -> Any:
        view = state.copy()
        self.machine(loops.look)(self.machine.wrap(view), 0, seat)
        return view


def load_table(name: str, parameters: Mapping[str, int]) -> Table:
    return Table(load(name), parameters)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position. `pending` is a move that rolls dice and has not been carried out yet."""

    def __init__(self, game: Any, table: Table):
        super().__init__(game)
        self.table = table
        self.position: Any = None  # None: the first chance node
        self.pending = -1
        self.plies = 0

    def current_player(self) -> int:
        if self.position is None or self.pending >= 0:
            return int(pyspiel.PlayerId.CHANCE)
        active = self.position["active"][0]
        return int(active.argmax()) if active.any() else int(pyspiel.PlayerId.TERMINAL)

    def seat(self) -> int:
        """Return the seat that moves, or whose move waits for dice."""
        return int(self.position["active"][0].argmax())

    def _legal_actions(self, player: int) -> list[int]:
        return self.table.legal(self.position, player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, 1 / SIDES) for outcome in range(SIDES)]

    def _apply_action(self, action: int) -> None:
        if self.position is None:
            self.position = self.table.begin(action)
        elif self.pending >= 0:
            self.position, _ = self.table.play(self.position, self.seat(), self.pending, self.plies, action)
            self.pending = -1
        else:
            self.plies += 1
            after, has_rolled = self.table.play(self.position, self.seat(), action, self.plies, 0)
            if has_rolled:
                self.pending = action
            else:
                self.position = after

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"dice {action}"
        return notation.write(self.table.game.rules.MOVES, self.table.offers[action].tolist())

    def is_terminal(self) -> bool:
        return self.current_player() == pyspiel.PlayerId.TERMINAL

    def returns(self) -> list[float]:
        return self.table.rewards(self.position) if self.is_terminal() else [0.0] * self.table.seats

    def __str__(self) -> str:
        return describe_fields(self.position) + (f" dice for {self.pending}" if self.pending >= 0 else "")


def describe_fields(position: Any) -> str:
    """Return all fields of a position as text."""
    if position is None:
        return "before the beginning"
    return " ".join(f"{name}={position[name][0].tolist()}" for name in position.dtype.names)


class Observer:
    """What a seat sees, as the numbers of a batch's observations and as text."""

    def __init__(self, table: Table):
        self.table = table
        self.tensor = np.zeros(table.layout.size, np.float32)
        parts = {part.name: self.tensor[part.start : part.stop] for part in table.layout.parts}
        self.dict = {part.name: parts[part.name].reshape(part.shape) for part in table.layout.parts}
        self._machine = features_machine(table.game, table.layout.features, table.machine.interpreted)

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor.fill(0)
        if state.position is not None:
            view = self.table.look(state.position, player)
            self._machine(write_features)(self._machine.wrap(view), 0, player, self._machine.wrap(self.tensor))

    def string_from(self, state: SpielState, player: int) -> str:
        if state.position is None:
            return describe_fields(None)
        return f"seat {player} " + describe_fields(self.table.look(state.position, player))
