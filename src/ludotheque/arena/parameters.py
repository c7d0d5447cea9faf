"""Parameters of a bot: numbers that can be set from outside, and the bot that results.

They are in one of three places:

    PARAMS = {"depth": 3, "greed": 0.5}     in a Python file, at its top level; the bot reads PARAMS["depth"]
    "./bot --depth {depth}"                 in a command: {depth} becomes the number
    run = "./bot --depth {depth}"           in bot.toml, the manifest of a folder, with the defaults in its table
    [params]                                [params]
    depth = 3

A bot with other numbers has another content, and so is another entrant.
"""

import ast
import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ludotheque.arena.entrants import Conditions, Entrant, entrant_of_files, read_entrant, read_files
from ludotheque.bot_files import MANIFEST, read_bot
from ludotheque.game import Game, GameError, quote, suggest

Values = Mapping[str, float]


@dataclass(frozen=True)
class Range:
    """What is to be tried for one parameter. Whole numbers only, if both ends and the default are."""

    name: str
    low: float
    high: float
    default: float | None = None
    is_log: bool = False

    @property
    def is_whole(self) -> bool:
        ends = [self.low, self.high] + ([] if self.default is None else [self.default])
        return all(isinstance(end, int) for end in ends)


def parse_range(text: str, log: Sequence[str] = ()) -> Range:
    """Read NAME=LOW:HIGH or NAME=LOW:HIGH:DEFAULT."""
    found = re.fullmatch(r"(\w+)=([^:]+):([^:]+)(?::([^:]+))?", text)
    try:
        if found is None:
            raise ValueError
        name, *numbers = found.groups()
        low, high, default = (None if number is None else parse_number(number) for number in numbers)
        assert low is not None and high is not None
    except ValueError:
        template = "{text} is no parameter: write NAME=LOW:HIGH, as depth=1:8."
        raise GameError(template, text=quote(text)) from None
    if not low < high or (default is not None and not low <= default <= high) or (name in log and low <= 0):
        template = "In {text} the lower end comes first, the default is between both, and --log needs more than 0."
        raise GameError(template, text=quote(text))
    return Range(name, low, high, default, name in log)


def parse_number(text: str) -> float:
    return int(text) if re.fullmatch(r"[+-]?\d+", text.strip()) else float(text)


class Tunable:
    """A bot whose parameters can be set."""

    def __init__(self, game: Game, word: str, conditions: Conditions) -> None:
        self.game, self.word, self.conditions = game, word, conditions
        self.path = Path(word) if Path(word).exists() else None
        self.files: dict[str, bytes] = {}
        self.defaults: dict[str, float] = {}
        if self.path is None:
            self.defaults = dict.fromkeys(re.findall(r"\{(\w+)\}", word), 0)
            return
        bot = read_bot(self.path)
        self.files = read_files(self.path)
        self.main = bot.main
        self.in_manifest = bool(bot.manifest.get("params"))
        self.defaults = (
            dict(bot.manifest["params"]) if self.in_manifest else find_params(self.files.get(self.main, b""))
        )

    @property
    def name(self) -> str:
        return self.path.name if self.path else self.word

    def complete(self, ranges: Sequence[Range]) -> tuple[Range, ...]:
        """Return the ranges with the bot's own defaults; a parameter that it does not have is a GameError."""
        return tuple(map(self._complete, ranges))

    def _complete(self, one: Range) -> Range:
        if one.name not in self.defaults:
            template = "{bot} has no parameter {name}{near}; docs/tuning.md says where it looks for them."
            raise GameError(template, bot=self.name, name=quote(one.name), near=suggest(one.name, self.defaults))
        middle = (one.low + one.high) / 2
        unknown = round(middle) if one.is_whole else middle  # a command does not say
        default = self.defaults[one.name] if self.path is not None else unknown
        complete = replace(one, default=one.default if one.default is not None else default)
        assert complete.default is not None
        if not one.low <= complete.default <= one.high:
            template = "The default of {name} is {default:g}, outside of the range: widen it."
            raise GameError(template, name=one.name, default=complete.default)
        return complete

    def make(self, values: Values, name: str) -> Entrant:
        """Return the bot with these values, under this name."""
        if self.path is None:
            word = self.word
            for key, value in values.items():
                word = word.replace(f"{{{key}}}", repr(value))
            return replace(read_entrant(self.game, word, self.conditions), name=name)
        files = dict(self.files)
        if self.in_manifest:
            files[MANIFEST] = set_manifest(files[MANIFEST], values)
        else:
            files[self.main] = set_params(files[self.main], values)
        main = "" if self.path.is_dir() else self.path.name
        return replace(entrant_of_files(self.path.name, files, main, self.conditions), name=name)


# PARAMS in a Python file


def find_params(source: bytes) -> dict[str, float]:
    """Return the numbers in the assignment to PARAMS, if there is one."""
    found = _find_assignment(source)
    if found is None:
        return {}
    try:
        values = ast.literal_eval(found.value)
    except ValueError:
        return {}
    return {name: value for name, value in values.items() if isinstance(value, int | float)}


def set_params(source: bytes, values: Values) -> bytes:
    """Return the file with other numbers in PARAMS; everything else stays."""
    found = _find_assignment(source)
    assert found is not None
    changed = {**ast.literal_eval(found.value), **values}
    lines = source.splitlines(keepends=True)
    first, last = found.value.lineno - 1, (found.value.end_lineno or 0) - 1
    before = b"".join(lines[:first]) + lines[first][: found.value.col_offset]
    after = lines[last][found.value.end_col_offset :] + b"".join(lines[last + 1 :])
    return before + repr(changed).encode() + after


def _find_assignment(source: bytes) -> ast.Assign | None:
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError):
        return None
    for node in body:
        targets = node.targets if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict) else []
        if any(isinstance(target, ast.Name) and target.id == "PARAMS" for target in targets):
            assert isinstance(node, ast.Assign)
            return node
    return None


# The table [params] of a manifest


def set_manifest(source: bytes, values: Values) -> bytes:
    manifest: dict[str, Any] = tomllib.loads(source.decode())
    params = {**manifest.pop("params", {}), **values}
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in manifest.items()]
    lines += ["", "[params]", *(f"{name} = {value!r}" for name, value in params.items())]
    return ("\n".join(lines) + "\n").encode()
