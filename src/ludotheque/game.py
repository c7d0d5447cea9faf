"""The seam: what a game is, and how one is found.

A game is a folder in `ludotheque/games`, or an installed package (see packages.py). Its `__init__.py` holds the card,
`game = Game(...)`; its `rules.py` holds three tables and five functions:

    State                          dtype of a record that holds every fact of a position, options included
    MOVES                          the kinds of move, and the values offered for each argument
    ERRORS                         one sentence for each way a move can be wrong; ERRORS[0] is "ok"
    setup(state, seats, dice)      fill the empty record; the options are already in it
    check(state, seat, move)       return 0 if this seat may play the move now, else an index of ERRORS
    apply(state, seat, move, dice) play the move and everything the rules do after it; trusts check
    observe(view, seat)            erase what this seat may not know (-1: a spectator); only if something is hidden
    outcome(state, out)            write up to three numbers per seat, compared in order, higher is better

and may add `legal(state, seat, mask)`, a faster way to list the moves that check allows, `legal_part(state, seat, mask,
first, stride)`, which marks only a part of them, so that `stride` threads of a GPU together mark all, and `guess(view,
seat, dice)`, which fills the hidden fields of a view with values that could be true. Reserved fields of State: `active`
has one flag per seat, set while the seat's move is awaited (no flag set: the match is over); `turn`, in games whose
turns consist of several moves, changes when a new turn begins. A kind of move whose entry in MOVES is None is never
offered to players: the platform plays it.
"""

import difflib
import importlib
import importlib.util
import sys
import tomllib
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ludotheque.packages import GamePackage, find_packages

StateRecord: TypeAlias = Any  # one State: a NumPy record, or the interpreter's stand-in for one
Array: TypeAlias = Any  # an array of integers on either machine: array[i], or array[i, j]
Moves: TypeAlias = Mapping[str, Mapping[str, int | Sequence[int]] | None]
OptionValue: TypeAlias = int | str | bool

COLUMNS = 3  # the most numbers that a seat's outcome can have
LONGEST_QUOTE = 80  # characters of a user's text that an error message repeats


class Move(NamedTuple):
    """One move: an index into MOVES and up to three arguments."""

    kind: int
    a: int = 0
    b: int = 0
    c: int = 0


class PlayedMove(NamedTuple):
    """A move with the seat that played it."""

    seat: int
    move: Move


class Phrase:
    """A sentence as a template with its facts.

    `str` fills in the facts in English. A page translates the template first, and facts that are phrases themselves
    (or errors, which are phrases too), so no finished sentence is ever parsed.
    """

    def __init__(self, template: str, /, **facts: object):
        self.template = template
        self.facts = facts

    def __str__(self) -> str:
        return self.template.format(**self.facts) if self.facts else self.template


NO_WORDS = Phrase("")


class GameError(Phrase, Exception):
    """A mistake that the user can correct; the message is one clear sentence."""

    def __init__(self, template: str, /, **facts: object):
        Phrase.__init__(self, template, **facts)
        Exception.__init__(self, template, facts)

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild_error, (type(self), self.template, self.facts)


def _rebuild_error(kind: type[GameError], template: str, facts: dict[str, object]) -> GameError:
    return kind(template, **facts)


def quote(text: object) -> str:
    """Return user text in quotes for an error message, cut to LONGEST_QUOTE characters."""
    cut = str(text)[: LONGEST_QUOTE + 1]
    return repr(cut if len(cut) <= LONGEST_QUOTE else cut[:LONGEST_QUOTE] + "…")


class UnknownGame(GameError):
    """No game has that name."""


class BadOption(GameError):
    """An option value or a number of seats that the game does not accept."""


class BadGame(GameError):
    """A game's folder lacks something that every game needs."""


def state_dtype(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """Make the dtype of a State: integers or arrays of integers, aligned as the GPU needs it.

    Padding becomes explicit fields (`_68`), because NumPy does not copy padding bytes, and states are compared by
    their bytes.
    """
    aligned = np.dtype(list(fields), align=True)
    assert aligned.fields is not None and aligned.names is not None
    ends = [*(int(aligned.fields[name][1]) for name in aligned.names[1:]), aligned.itemsize]
    packed: list[tuple[Any, ...]] = []
    for one, end in zip(fields, ends):
        start = int(aligned.fields[one[0]][1]) + aligned[one[0]].itemsize
        packed += [one, (f"_{start}", "i1", end - start)] if end > start else [one]
    return np.dtype(packed, align=True)


def field_names(state: np.dtype[Any]) -> list[str]:
    """Return the names of a State's fields, without the padding."""
    return [name for name in state.names or () if not name.startswith("_")]


@dataclass(frozen=True)
class Option:
    """One choice made before a match: an integer, one of a few words, or a switch."""

    default: int
    about: str
    low: int = 0
    high: int = 1
    words: tuple[str, ...] = ()
    is_seed: bool = False  # the default is the match's own seed

    @property
    def is_switch(self) -> bool:
        return not self.words and (self.low, self.high) == (0, 1)

    @property
    def highest(self) -> int:
        """The largest value that a State can hold for this option."""
        return len(self.words) - 1 if self.words else self.high

    def parse(self, name: str, value: OptionValue) -> int:
        """Return the number that a State holds for what the user gave."""
        number = self._parse_text(value) if isinstance(value, str) else value
        if not isinstance(number, int) or not self.low <= number <= self.highest:
            shown = quote(value) if isinstance(value, str) else value
            raise BadOption("{name} is {range}, not {value}.", name=name, range=self.describe_range(), value=shown)
        return int(number)

    def _parse_text(self, text: str) -> int | None:
        if text in self.words:
            return self.words.index(text)
        if self.is_switch and text.lower() in ("on", "off", "yes", "no", "true", "false"):
            return int(text.lower() in ("on", "yes", "true"))
        try:
            return int(text)
        except ValueError:
            return None

    def to_value(self, number: int) -> OptionValue:
        """Return the value that a record holds for a State's number."""
        if self.words:
            return self.words[number]
        return bool(number) if self.is_switch else number

    def format(self, number: int) -> str:
        """Return a State's number as text: on, off, a word or the number."""
        return ("off", "on")[number] if self.is_switch else str(self.to_value(number))

    def describe_range(self) -> Phrase:
        if self.words:
            return Phrase("{words}", words=" or ".join(self.words))
        if self.is_switch:
            return Phrase("on or off")
        return Phrase("a whole number from {low} to {high}", low=self.low, high=self.high)


def switch(about: str) -> Option:
    """Make an option that is off by default."""
    return Option(0, about)


@dataclass(frozen=True)
class Rules:
    """The three tables and the functions of a rules.py."""

    State: np.dtype[Any]
    MOVES: Moves
    ERRORS: Sequence[str]
    setup: Callable[..., None]
    check: Callable[..., int]
    apply: Callable[..., None]
    outcome: Callable[..., None]
    observe: Callable[..., None] | None = None
    legal: Callable[..., None] | None = None
    legal_part: Callable[..., None] | None = None
    guess: Callable[..., None] | None = None

    @classmethod
    def of(cls, module: ModuleType) -> "Rules":
        needed = ("State", "MOVES", "ERRORS", "setup", "check", "apply", "outcome")
        missing = [name for name in needed if not hasattr(module, name)]
        if missing:
            raise BadGame("{module} lacks {names}.", module=module.__name__, names=", ".join(missing))
        names: tuple[str, ...] = (*needed, "observe", "legal", "legal_part", "guess")
        tables: dict[str, Any] = {name: getattr(module, name, None) for name in names}
        return cls(**tables)

    def functions(self) -> dict[str, Callable[..., Any]]:
        """Return the functions that a generic loop may call, by name."""
        names = ("setup", "check", "apply", "outcome", "observe", "legal", "legal_part", "guess")
        return {name: getattr(self, name) for name in names if getattr(self, name) is not None}


@dataclass(frozen=True)
class Contest:
    """What a game's folder `contest` offers to bots written for the original contest, by name."""

    protocol: str | None = None  # class that speaks the contest's lines to programs
    player: str | None = None  # function that makes a player of a file written for the contest
    replay: str | None = None  # module that writes and reads the contest's replay files


class TimeBank(NamedTuple):
    """Seconds that a seat has for a whole match, and seconds added after each of its answers."""

    start: float
    bonus: float = 0.0


Teams: TypeAlias = Callable[[Mapping[str, int], int], Sequence[int]]


@dataclass(frozen=True, eq=False)
class Game:
    """A game's card: everything the platform knows about it besides its rules."""

    package: str
    title: str
    about: str
    seats: range
    version: int
    outcome: tuple[str, ...]  # names of the numbers in an outcome
    score: int = 0  # index of the number that people call the score
    undo: bool = True  # False: nobody may take a move back
    options: Mapping[str, Option] = field(default_factory=dict)
    presets: Mapping[str, Mapping[str, OptionValue]] = field(default_factory=dict)
    quick: Mapping[str, OptionValue] = field(default_factory=dict)  # options of a short match
    check_options: Callable[[Mapping[str, int], int], BadOption | None] | None = None
    bots: Mapping[str, str] = field(default_factory=dict)  # strength: file in the folder's bots/
    fault: str | None = None  # move played for a seat that is out; by default its first legal move
    rules_rank_faults: bool = False  # the rules say how a seat at fault ranks; by default it ranks last
    teams: Teams | None = None  # team number of each seat, from options and seats; by default nobody has partners
    contest: Contest = Contest()
    default_seats: int = 0  # 0: as few as possible
    start_seconds: float = 10.0  # until a program has started, and reads its first question
    clock_seconds: tuple[float, float] = (1.0, 1.0)  # a bot's first turn, and every other
    time_bank: TimeBank | None = None  # of a program for the whole match, besides the limit of each answer
    opening_turns: int = 0  # random turns that begin a match of a league, where neither rules nor bots roll dice

    def __post_init__(self) -> None:
        object.__setattr__(self, "default_seats", self.default_seats or self.seats[0])

    @property
    def name(self) -> str:
        """The last part of the package's name; `ludotheque_pebbles` is the package of the game pebbles."""
        return self.package.rpartition(".")[2].removeprefix("ludotheque_")

    @property
    def default_bot(self) -> str:
        return "medium" if "medium" in self.bots else "random"

    @cached_property
    def rules(self) -> Rules:
        return Rules.of(_import(f"{self.package}.rules"))

    def contest_replays(self) -> ModuleType:
        """Return the module that writes and reads the original contest's replay files."""
        if self.contest.replay is None:
            raise BadOption("{game} has no replay files of an original contest.", game=self.title)
        return importlib.import_module(f"{self.package}.contest.{self.contest.replay}")

    @cached_property
    def folder(self) -> Path:
        file = importlib.import_module(self.package).__file__
        assert file is not None
        return Path(file).parent

    @cached_property
    def board(self) -> ModuleType | None:
        """The module that draws the game, if there is one."""
        name = f"{self.package}.board"
        return importlib.import_module(name) if importlib.util.find_spec(name) else None

    @cache  # noqa: B019 - there is one card per game, for the life of the process
    def words(self, language: str) -> dict[str, Any]:
        """Return the game's translations; English is the source and has none."""
        file = self.folder / f"words.{language}.toml"
        return tomllib.loads(file.read_text("utf-8")) if file.exists() else {}

    def rules_text(self, language: str = "en") -> str:
        file = self.folder / ("RULES.md" if language == "en" else f"RULES.{language}.md")
        if not file.exists():
            raise BadOption(
                "The rules of {game} are not written in {language}.", game=self.title, language=quote(language)
            )
        return file.read_text("utf-8")

    def teams_of(self, options: Mapping[str, int], seats: int) -> tuple[int, ...]:
        """Return each seat's team number; without partners every seat is a team of its own."""
        return tuple(self.teams(options, seats)) if self.teams else tuple(range(seats))

    def read_options(self, options: Mapping[str, OptionValue], seats: int, seed: int) -> dict[str, int]:
        """Return every option of a match as a number, from what the user gave."""
        self.check_seat_count(seats)
        given = dict(options)
        preset = given.pop("rules", None)
        if preset is not None:
            given = {**self.preset(str(preset)), **given}
        for name in given:
            if name not in self.options:
                near = suggest(name, self.options)
                raise BadOption("{game} has no option {name}{near}.", game=self.title, name=quote(name), near=near)
        chosen = {n: seed if o.is_seed else o.default for n, o in self.options.items()}
        chosen.update((name, self.options[name].parse(name, value)) for name, value in given.items())
        error = self.check_options(chosen, seats) if self.check_options else None
        if error is not None:
            raise error
        return chosen

    def check_seat_count(self, seats: int) -> None:
        few, many = self.seats[0], self.seats[-1]
        if seats in self.seats:
            return
        if few == many:
            raise BadOption(
                "{game} is played with {count} seats, not {seats}.", game=self.title, count=few, seats=seats
            )
        template = "{game} is played with {few} to {many} seats, not {seats}."
        raise BadOption(template, game=self.title, few=few, many=many, seats=seats)

    def preset(self, name: str) -> Mapping[str, OptionValue]:
        if name not in self.presets:
            known = ", ".join(self.presets) or "none"
            template = "{game} has no rule set {name} (known: {known})."
            raise BadOption(template, game=self.title, name=quote(name), known=known)
        return self.presets[name]


def names() -> list[str]:
    """Return the names of all games: folders of `ludotheque.games`, and installed packages. Nothing is imported."""
    return sorted(find_packages())


def load(name: str) -> Game:
    """Return the game of that name."""
    packages = find_packages()
    if name not in packages:
        template, near, known = "There is no game {name}{near}; there are {known}.", suggest(name, packages), names()
        raise UnknownGame(template, name=quote(name), near=near, known=", ".join(known))
    if len(packages[name]) > 1:
        template = "Several packages have a game called {name}: {packages}. Uninstall all but one."
        raise BadGame(template, name=name, packages=", ".join(package.distribution for package in packages[name]))
    return _read_card(name, packages[name][0])


def cards() -> list[Game]:
    """Return all games that can be played. Of each other game one sentence says why it is left out."""
    return [game for name in names() if (game := _load_or_warn(name)) is not None]


def _load_or_warn(name: str) -> Game | None:
    try:
        game = load(name)
        assert game.rules
    except BadGame as error:
        _warn_once(f"ludotheque: The game {name} is left out. {error}")
        return None
    return game


@cache
def _warn_once(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


def _read_card(name: str, package: GamePackage) -> Game:
    game = getattr(_import(package.module), "game", None)
    if not isinstance(game, Game):
        raise BadGame("{module} has no card: game = Game(…).", module=package.module)
    if game.name != name:
        template = "The card in {module} is of a game called {card}, not {name}."
        raise BadGame(template, module=package.module, card=game.name, name=name)
    return game


def _import(module: str) -> ModuleType:
    """Import a module of a game; a mistake in it becomes one sentence that says where it is."""
    try:
        return importlib.import_module(module)
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f" ({Path(place.filename).name}, line {place.lineno})" if Path(place.filename).is_file() else ""
        why = f"{type(error).__name__}: {error}{where}"
        raise BadGame("{module} cannot be imported: {why}.", module=module, why=why) from error


def suggest(word: str, known: Mapping[str, Any] | Sequence[str]) -> Phrase:
    """Return “did you mean …?” for the known word nearest to `word`, or an empty phrase."""
    close = difflib.get_close_matches(word[:LONGEST_QUOTE].lower(), list(known), 1)
    return Phrase(" (did you mean {name}?)", name=close[0]) if close else NO_WORDS
