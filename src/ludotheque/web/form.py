"""The form of a new table: what somebody filled in, kept as it was typed, and the table that it asks for."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from starlette.datastructures import FormData

from ludotheque.game import BadOption, Game, GameError, Option
from ludotheque.seat import bot_names
from ludotheque.web.registry import TableAsk
from ludotheque.web.session import read_name
from ludotheque.web.words import Tongue

ME, FRIEND, NOBODY = "me", "friend", "nobody"
CLOCKS: Mapping[str, tuple[float, float] | None] = {  # seconds at the start, and added a turn
    "none": None,
    "300+5": (300, 5),
    "900+10": (900, 10),
    "3600+30": (3600, 30),
}


@dataclass(frozen=True)
class TableForm:
    """Who sits where, by which options, and what else a table needs to know."""

    game: Game
    places: tuple[str, ...]  # one for every seat that the game can have
    options: Mapping[str, str]
    name: str
    clock: str = "none"
    public: bool = True

    @classmethod
    def fresh(cls, game: Game, name: str) -> "TableForm":
        """The form as it is first shown: me, against as many bots as usual."""
        bots = [game.default_bot] * (game.default_seats - 1)
        empty = [NOBODY] * (game.seats[-1] - game.default_seats)
        return cls(game, (ME, *bots, *empty), defaults(game), name)

    @classmethod
    def read(cls, game: Game, sent: FormData) -> "TableForm":
        """What was sent; a box that is not ticked sends nothing."""
        typed = {name: text_of(sent, f"option-{name}") for name in game.options}
        for name, option in game.options.items():
            if option.is_switch:
                typed[name] = "on" if typed[name] else "off"
        places = tuple(text_of(sent, f"seat-{seat}") or NOBODY for seat in range(game.seats[-1]))
        clock = text_of(sent, "clock") or "none"
        return cls(game, places, typed, text_of(sent, "name"), clock, bool(text_of(sent, "public")))

    def with_rules(self, preset: str) -> "TableForm":
        """The same, with the options of a named rule set."""
        if preset not in self.game.presets:
            raise BadOption(f"{self.game.title} has no rule set {preset} (known: {', '.join(self.game.presets)}).")
        chosen = {name: written(self.game.options[name], value) for name, value in self.game.presets[preset].items()}
        return replace(self, options={**defaults(self.game), **chosen})

    def ask(self, tongue: Tongue) -> TableAsk:
        """The table that this asks for; a mistake is refused with a sentence."""
        if self.clock not in CLOCKS:
            raise GameError("There is no such clock.")
        seats = tuple(place for place in self.places if place != NOBODY)
        given = {name: value for name, value in self.options.items() if value.strip()}
        name, clock = read_name(self.name), CLOCKS[self.clock]
        return TableAsk(self.game.name, seats, given, name, self.public, clock, called(tongue))


def who(game: Game) -> list[str]:
    """Everybody who can be given a seat."""
    return [ME, FRIEND, *game.bots, *bot_names(), NOBODY]


def called(tongue: Tongue) -> dict[str, str]:
    """What bots are called at a table."""
    say = tongue.say
    return {"easy": say("easy"), "medium": say("medium"), "hard": say("hard"), "random": say("random")}


def defaults(game: Game) -> dict[str, str]:
    """Every option as a form shows it; the match's own seed is shown as nothing."""
    return {name: "" if option.is_seed else option.format(option.default) for name, option in game.options.items()}


def written(option: Option, value: int | str | bool) -> str:
    return option.format(option.parse("", value))


def text_of(sent: FormData, name: str) -> str:
    """A field that was sent; a file in its place counts as nothing."""
    value = sent.get(name, "")
    return value if isinstance(value, str) else ""
