"""The form of a new table: what was filled in, as text, and the table that it asks for."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from starlette.datastructures import FormData

from ludotheque.game import Game, GameError, OptionValue
from ludotheque.match import Match
from ludotheque.seat import list_bots
from ludotheque.web.clocks import CLOCKS
from ludotheque.web.session import parse_name
from ludotheque.web.table_request import ANYONE, FRIEND, ME, NOBODY, TableRequest
from ludotheque.web.words import Language


@dataclass(frozen=True)
class TableForm:
    """The fields of the form, as typed."""

    game: Game
    seats: tuple[str, ...]  # one for every seat that the game can have
    options: Mapping[str, str]
    name: str
    clock: str = "none"
    public: bool = True

    @classmethod
    def default(cls, game: Game, name: str, bot: str = "") -> "TableForm":
        """Return the form as it is first shown: one person against bots."""
        bots = [bot or game.default_bot] * (game.default_seats - 1)
        empty = [NOBODY] * (game.seats[-1] - game.default_seats)
        return cls(game, (ME, *bots, *empty), default_options(game), name)

    @classmethod
    def read(cls, game: Game, fields: FormData) -> "TableForm":
        options = {name: read_field(fields, f"option-{name}") for name in game.options}
        for name, option in game.options.items():
            if option.is_switch:  # a browser sends nothing for a box that is not ticked
                options[name] = "on" if options[name] else "off"
        clock = read_field(fields, "clock") or "none"
        name, public = read_field(fields, "name"), bool(read_field(fields, "public"))
        return cls(game, read_seats(fields, game.seats[-1]), options, name, clock, public)

    def with_rules(self, preset: str) -> "TableForm":
        """Return the same form with the options of a rule set."""
        known = self.game.options
        chosen = {name: known[name].format(known[name].parse(name, v)) for name, v in self.game.preset(preset).items()}
        return replace(self, options={**default_options(self.game), **chosen})

    def to_request(self) -> TableRequest:
        if self.clock not in CLOCKS:
            raise GameError("There is no such clock.")
        seats = tuple(seat for seat in self.seats if seat != NOBODY)
        options = {name: value for name, value in self.options.items() if value.strip()}
        name, clock = parse_name(self.name), CLOCKS[self.clock]
        return TableRequest(self.game.name, seats, options, name, self.public, clock)


def seat_choices(game: Game, programs: Iterable[str] = ()) -> list[str]:
    """Return everything that a seat can be given to; `programs` are the operator's."""
    return [ME, FRIEND, ANYONE, *list_bots(game), *programs, NOBODY]


def default_options(game: Game) -> dict[str, str]:
    """Return every option as the form shows it; an empty seed means that the server draws one."""
    return {name: "" if option.is_seed else option.format(option.default) for name, option in game.options.items()}


def format_options(match: Match) -> Iterator[tuple[str, str]]:
    """Yield a match's options as the form sends them, without the seed."""
    for name, option in match.game.options.items():
        if not option.is_seed:
            yield name, option.format(option.parse(name, match.options[name]))


def describe_options(game: Game, options: Mapping[str, OptionValue], language: Language) -> list[tuple[str, str]]:
    """Return the lines that explain the options which differ from their defaults, each with its value."""
    defaults = {name: option.to_value(option.default) for name, option in game.options.items() if not option.is_seed}
    changed = [(name, options[name]) for name, default in defaults.items() if options[name] != default]
    return [(language.option(game, name), describe_value(game, name, value, language)) for name, value in changed]


def describe_value(game: Game, name: str, value: OptionValue, language: Language) -> str:
    if isinstance(value, bool):
        return language.say("on" if value else "off")
    return language.option_values(game, name).get(str(value), str(value))


def read_field(fields: FormData, name: str) -> str:
    """Return a text field; a file in its place counts as empty."""
    value = fields.get(name, "")
    return value if isinstance(value, str) else ""


def read_seats(fields: FormData, count: int) -> tuple[str, ...]:
    """Return the fields seat-0, seat-1, …"""
    return tuple(read_field(fields, f"seat-{seat}") or NOBODY for seat in range(count))
