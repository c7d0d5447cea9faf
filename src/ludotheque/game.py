"""The seam: what a game is, and how one is found.

A game is a folder in `ludotheque/games`. Its `__init__.py` holds the card, `game = Game(...)`; its `rules.py` holds
three tables and five functions:

    State                          a record dtype: every fact of a position, options included
    MOVES                          the kinds of move, and the values offered for each argument
    ERRORS                         one sentence for each way a move can be wrong; ERRORS[0] is "ok"
    setup(state, seats, dice)      fill the empty record; the options are already in it
    check(state, seat, move)       may this seat play this now? Changes nothing, returns an index of ERRORS
    apply(state, seat, move, dice) play it, and all that the rules then do by themselves; trusts check
    observe(view, seat)            paint out what this seat may not know (-1: a spectator); only if something is hidden
    outcome(state, out)            up to three whole numbers for each seat, compared in order, higher is better

and may add `legal(state, seat, mask)`, a faster way to say what check says, and `guess(view, seat, dice)`, which fills
a view with a plausible truth. Reserved fields of State: `active`, one flag a seat whose answer is awaited (nobody:
the match is over), and, where turns are made of several moves, `turn`, which changes when a new one begins.
"""

import difflib
import importlib
import importlib.util
import pkgutil
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, TypeAlias

import numpy as np

Record: TypeAlias = Any  # one State, as the machine at hand holds it
Array: TypeAlias = Any  # whole numbers, likewise: array[i], or array[i, j]
Moves: TypeAlias = Mapping[str, Mapping[str, int | Sequence[int]] | None]
OptionValue: TypeAlias = int | str | bool

COLUMNS = 3  # numbers in a seat's outcome, at most
LARGEST_STATE = 16 * 1024


class Move(NamedTuple):
    """One move: an index into MOVES and up to three arguments."""

    kind: int
    a: int = 0
    b: int = 0
    c: int = 0


class GameError(Exception):
    """A mistake that its maker can mend: the message is one clear sentence."""


class UnknownGame(GameError):
    """There is no game of that name."""


class BadOption(GameError):
    """An option, or a number of seats, that a game does not take."""


class BadGame(GameError):
    """A game's folder that does not hold what a game needs."""


def record(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """A State: whole numbers or arrays of them, aligned, as the GPU wants it.

    The gaps between them become fields (`_68`), since NumPy leaves out of a copy what is no field, and states are
    compared by their bytes.
    """
    loose = np.dtype(list(fields), align=True)
    assert loose.fields is not None and loose.names is not None
    ends = [*(int(loose.fields[name][1]) for name in loose.names[1:]), loose.itemsize]
    packed: list[tuple[Any, ...]] = []
    for one, end in zip(fields, ends):
        start = int(loose.fields[one[0]][1]) + loose[one[0]].itemsize
        packed += [one, (f"_{start}", "i1", end - start)] if end > start else [one]
    return np.dtype(packed, align=True)


def field_names(state: np.dtype[Any]) -> list[str]:
    """The facts of a State, without what fills its gaps."""
    return [name for name in state.names or () if not name.startswith("_")]


@dataclass(frozen=True)
class Option:
    """One choice that is made before a match: a whole number, a word of a few, or a switch."""

    default: int
    about: str
    low: int = 0
    high: int = 1
    words: tuple[str, ...] = ()
    seed: bool = False  # by default the match's own seed

    @property
    def is_switch(self) -> bool:
        return not self.words and (self.low, self.high) == (0, 1)

    @property
    def top(self) -> int:
        """The largest number that a State may hold of it."""
        return len(self.words) - 1 if self.words else self.high

    def read(self, name: str, value: OptionValue) -> int:
        """What a person wrote, as the number that a State holds."""
        if isinstance(value, str):
            value = self._read_text(name, value)
        if not isinstance(value, int) or not self.low <= value <= self.top:
            raise BadOption(f"{name} is {self.range()}, not {value}.")
        return int(value)

    def _read_text(self, name: str, text: str) -> int:
        if text in self.words:
            return self.words.index(text)
        if self.is_switch and text.lower() in ("on", "off", "yes", "no", "true", "false"):
            return int(text.lower() in ("on", "yes", "true"))
        try:
            return int(text)
        except ValueError:
            raise BadOption(f"{name} is {self.range()}, not {text!r}.") from None

    def write(self, value: int) -> OptionValue:
        """The number as a person would write it."""
        if self.words:
            return self.words[value]
        return bool(value) if self.is_switch else value

    def said(self, value: int) -> str:
        """The number as a sentence would have it."""
        return ("off", "on")[value] if self.is_switch else str(self.write(value))

    def range(self) -> str:
        """What may be chosen, in words."""
        if self.words:
            return " or ".join(self.words)
        return "on or off" if self.is_switch else f"a whole number from {self.low} to {self.high}"


def switch(about: str) -> Option:
    """An option that is off unless somebody turns it on."""
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
    guess: Callable[..., None] | None = None

    @classmethod
    def of(cls, module: ModuleType) -> "Rules":
        needed = ("State", "MOVES", "ERRORS", "setup", "check", "apply", "outcome")
        missing = [name for name in needed if not hasattr(module, name)]
        if missing:
            raise BadGame(f"{module.__name__} lacks {', '.join(missing)}.")
        names: tuple[str, ...] = (*needed, "observe", "legal", "guess")
        tables: dict[str, Any] = {name: getattr(module, name, None) for name in names}
        return cls(**tables)

    def functions(self) -> dict[str, Callable[..., Any]]:
        """The functions that a generic loop may leave open, by name."""
        names = ("setup", "check", "apply", "outcome", "observe", "legal", "guess")
        return {name: getattr(self, name) for name in names if getattr(self, name) is not None}


@dataclass(frozen=True, eq=False)
class Game:
    """A game's card: all that the platform knows of it besides its rules."""

    package: str
    title: str
    about: str
    seats: range
    version: int
    outcome: tuple[str, ...]  # what the numbers of an outcome are
    score: int = 0  # which of them people call the score
    undo: bool = True  # may a person take a move back, if the others agree?
    options: Mapping[str, Option] = field(default_factory=dict)
    presets: Mapping[str, Mapping[str, OptionValue]] = field(default_factory=dict)
    refuse: Callable[[Mapping[str, int], int], str | None] | None = None
    bots: Mapping[str, str] = field(default_factory=dict)  # strength: file in the folder's bots/
    fault: str | None = None  # the move that takes a seat out; by default its first legal move is played for it
    contest: str | None = None  # the class of contest that speaks lines as the original contest did
    dump: str | None = None  # the module of contest that writes and reads its replay files
    champion: str | None = None  # the function of contest that seats a file written for the original contest
    usual: int | None = None  # how many sit down if nobody says; by default as few as can
    clock_seconds: tuple[float, float] = (1.0, 1.0)  # a bot's first turn, and every other

    @property
    def name(self) -> str:
        return self.package.rpartition(".")[2]

    @property
    def usual_seats(self) -> int:
        return self.usual or self.seats[0]

    @property
    def usual_bot(self) -> str:
        """Who takes a seat that nobody asked for."""
        return "medium" if "medium" in self.bots else "random"

    @cached_property
    def rules(self) -> Rules:
        return Rules.of(importlib.import_module(f"{self.package}.rules"))

    def dumps(self) -> ModuleType:
        """How the original contest's replay files are written and read."""
        if self.dump is None:
            raise BadOption(f"{self.title} has no replay files of an original contest.")
        return importlib.import_module(f"{self.package}.contest.{self.dump}")

    @cached_property
    def folder(self) -> Path:
        file = importlib.import_module(self.package).__file__
        assert file is not None
        return Path(file).parent

    @cached_property
    def board(self) -> ModuleType | None:
        """How the game draws itself, if it does."""
        name = f"{self.package}.board"
        return importlib.import_module(name) if importlib.util.find_spec(name) else None

    @cache  # noqa: B019 - there is one card a game, for ever
    def words(self, language: str) -> dict[str, Any]:
        """The game's words in another language; English is the source."""
        file = self.folder / f"words.{language}.toml"
        return tomllib.loads(file.read_text("utf-8")) if file.exists() else {}

    def rules_text(self, language: str = "en") -> str:
        file = self.folder / ("RULES.md" if language == "en" else f"RULES.{language}.md")
        if not file.exists():
            raise BadOption(f"The rules of {self.title} are not written in {language!r}.")
        return file.read_text("utf-8")

    def choose(self, options: Mapping[str, OptionValue], seats: int, seed: int) -> dict[str, int]:
        """Every option of a match as a number, from what a person gave; refused with a sentence."""
        if seats not in self.seats:
            few, many = self.seats[0], self.seats[-1]
            count = f"{few}" if few == many else f"{few} to {many}"
            raise BadOption(f"{self.title} is played with {count} seats, not {seats}.")
        given = dict(options)
        preset = given.pop("rules", None)
        if preset is not None:
            given = {**self._preset(str(preset)), **given}
        for name in given:
            if name not in self.options:
                raise BadOption(f"{self.title} has no option {name}{nearest(name, self.options)}.")
        chosen = {n: seed if o.seed else o.default for n, o in self.options.items()}
        chosen.update((name, self.options[name].read(name, value)) for name, value in given.items())
        sentence = self.refuse(chosen, seats) if self.refuse else None
        if sentence:
            raise BadOption(sentence)
        return chosen

    def _preset(self, name: str) -> Mapping[str, OptionValue]:
        if name not in self.presets:
            known = ", ".join(self.presets) or "none"
            raise BadOption(f"{self.title} has no rule set {name} (known: {known}).")
        return self.presets[name]


def names() -> list[str]:
    """The games there are: a folder is the registration, and nothing is imported to find it."""
    import ludotheque.games

    return sorted(m.name for m in pkgutil.iter_modules(ludotheque.games.__path__) if m.ispkg)


def load(name: str) -> Game:
    """A game by its name."""
    if name not in names():
        raise UnknownGame(f"There is no game {name!r}{nearest(name, names())}; there are {', '.join(names())}.")
    game = importlib.import_module(f"ludotheque.games.{name}").game
    assert isinstance(game, Game)
    return game


def nearest(word: str, known: Mapping[str, Any] | Sequence[str]) -> str:
    """A hint at what was probably meant, to put into a sentence."""
    close = difflib.get_close_matches(word.lower(), list(known), 1)
    return f" (did you mean {close[0]}?)" if close else ""
