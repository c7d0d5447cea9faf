"""A contest: what is played, from when to when, and who may take part."""

import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from sqlalchemy import Connection, insert, select, update

from ludotheque.arena.matches import choose_options
from ludotheque.arena.pairing import SEEDS, Setting
from ludotheque.contest.log import CLOCK, write_log
from ludotheque.contest.times import find_zone
from ludotheque.game import Game, GameError, OptionValue, load, quote
from ludotheque.languages import BY_NAME, LANGUAGES, Language, MissingTool, find_tool
from ludotheque.seat import list_bots
from ludotheque.store.contest_schema import contests

A_WEEK = 7 * 24 * 3600.0
NAME_LETTERS = 60
CODE_LETTERS = 60
OPEN, CLOSING, CLOSED = "open", "closing", "closed"


class NoSuchContest(GameError):
    """There is no contest of that name."""


@dataclass(frozen=True)
class Limits:
    """What everybody may use."""

    clock_scale: float = 1.0  # of the time on the game's card
    uploads_per_hour: int = 30  # of a team
    teams: int = 500
    final_rounds: int = 50  # at most
    final_error: float = 40.0  # the final tournament ends when ratings are as sure as this, in Elo's unit
    challenges: bool = True  # people may play against the bots of the board


@dataclass(frozen=True)
class Contest:
    """One contest, as it is stored."""

    id: str
    name: str
    game: str
    rules: int
    options: tuple[tuple[str, OptionValue], ...]
    opening: int
    seats: int
    seed: int
    languages: tuple[str, ...]
    practice: tuple[str, ...]
    limits: Limits
    zone: str
    starts: float
    ends: float
    freezes: float | None
    invitation: str | None
    state: str
    paused: bool
    final_round: int
    created: float

    def setting(self, kind: str = "match") -> Setting:
        """Return what its matches have in common: those of the ladder, of the final, or the first ones of a bot."""
        name = f"contest {self.id} {kind}"
        return Setting(self.game, self.rules, self.options, self.opening, self.seats, self.seed, name)

    def is_frozen(self, now: float) -> bool:
        """Return whether the board shows an earlier standing: until the contest is closed."""
        return self.freezes is not None and now >= self.freezes and self.state != CLOSED

    def takes_uploads(self, now: float) -> bool:
        return self.state == OPEN and now < self.ends


@dataclass(frozen=True)
class ContestRequest:
    """A contest that somebody wants to open. What is left out has a default."""

    name: str
    game: str
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    seats: int | None = None
    languages: tuple[str, ...] = ()
    practice: tuple[str, ...] = ()
    limits: Limits = Limits()
    zone: str = "UTC"
    starts: float | None = None
    ends: float | None = None
    freezes: float | None = None
    invitation: str | None = None


def open_contest(connection: Connection, wanted: ContestRequest, who: str, now: float) -> Contest:
    """Store a new contest and return it; every mistake is a GameError."""
    game = load(wanted.game)
    seats = wanted.seats or game.default_seats
    game.check_seat_count(seats)
    starts = now if wanted.starts is None else wanted.starts
    ends = starts + A_WEEK if wanted.ends is None else wanted.ends
    check_times(starts, ends, wanted.freezes)
    check_limits(wanted.limits)
    made = Contest(
        id=secrets.token_urlsafe(6),
        name=parse_name(wanted.name, NAME_LETTERS),
        game=game.name,
        rules=game.version,
        options=choose_options(game, wanted.options, seats),
        opening=game.opening_turns,
        seats=seats,
        seed=secrets.randbelow(SEEDS),
        languages=choose_languages(wanted.languages),
        practice=choose_practice(game, wanted.practice),
        limits=wanted.limits,
        zone=find_zone(wanted.zone).key,
        starts=starts,
        ends=ends,
        freezes=wanted.freezes,
        invitation=parse_name(wanted.invitation, CODE_LETTERS) if wanted.invitation else None,
        state=OPEN,
        paused=False,
        final_round=0,
        created=now,
    )
    connection.execute(insert(contests), asdict(made))
    write_log(connection, made.id, now, who, "open", game=made.game)
    return made


def parse_name(text: str, most: int) -> str:
    """Return a name as typed, with its spaces tidied."""
    name = " ".join(text.split())
    if not 1 <= len(name) <= most or not name.isprintable():
        raise GameError("A name has 1 to {most} letters, and nothing that cannot be printed.", most=most)
    return name


def check_times(starts: float, ends: float, freezes: float | None) -> None:
    if not starts < ends:
        raise GameError("A contest ends after it has started.")
    if freezes is not None and not starts <= freezes <= ends:
        raise GameError("The board is frozen between the start and the end of the contest.")


def check_limits(limits: Limits) -> None:
    if not 0.1 <= limits.clock_scale <= 100:
        raise GameError(
            "The time of a bot is 0.1 to 100 times that of the game, not {scale:g}.", scale=limits.clock_scale
        )
    counts = (limits.uploads_per_hour, limits.teams, limits.final_rounds, limits.final_error)
    if not all(1 <= count <= 10_000 for count in counts):
        raise GameError("The limits of a contest are 1 to 10000.")


def choose_languages(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the languages that bots may be written in: all that are installed here, or the named ones."""
    known = list_languages()
    for name in names:
        if name not in BY_NAME:
            raise GameError("There is no language {name}; there are {known}.", name=quote(name), known=", ".join(known))
        if name not in known:
            raise GameError("{name} is not installed here; there are {known}.", name=name, known=", ".join(known))
    return tuple(dict.fromkeys(names)) or tuple(known)


def list_languages() -> list[str]:
    """Return the languages whose compilers and interpreters are installed here."""
    return [language.name for language in LANGUAGES if _is_installed(language)]


def _is_installed(language: Language) -> bool:
    main = f"main{language.suffixes[0]}"
    recipe = language.make_recipe({main: b"class main { public static void main(String[] words) {} }"}, main)
    try:
        for words in (recipe.run, *recipe.attempts):
            if "/" not in words[0]:
                find_tool(words[0], language.package)
    except MissingTool:
        return False
    return True


def choose_practice(game: Game, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the built-in bots that every new version meets first: the named ones, or random and the easiest."""
    known = list_bots(game)
    for name in names:
        if name not in known:
            raise GameError("There is no bot {name}; there are {known}.", name=quote(name), known=", ".join(known))
    return tuple(dict.fromkeys(names)) or ("random", *list(game.bots)[:1])


def read_contest(connection: Connection, id: str) -> Contest:
    row = connection.execute(select(contests).where(contests.c.id == id)).first()
    if row is None:
        raise NoSuchContest("There is no such contest.")
    return _make_contest(row)


def list_contests(connection: Connection) -> list[Contest]:
    """Return all contests, the one opened last first."""
    return [_make_contest(row) for row in connection.execute(select(contests).order_by(contests.c.created.desc()))]


def _make_contest(row: Any) -> Contest:
    values = dict(row._mapping)
    values["options"] = tuple((name, value) for name, value in values["options"])
    values["limits"] = Limits(**values["limits"])
    for name in ("languages", "practice"):
        values[name] = tuple(values[name])
    return Contest(**values)


def set_paused(connection: Connection, contest: Contest, paused: bool, who: str, now: float) -> None:
    """Stop or go on: a paused contest takes uploads, but no match begins."""
    connection.execute(update(contests).where(contests.c.id == contest.id).values(paused=paused))
    write_log(connection, contest.id, now, who, "pause" if paused else "resume")


def begin_closing(connection: Connection, contest: Contest, now: float, who: str = CLOCK) -> bool:
    """Take no more uploads; the final tournament begins when all uploads are validated. False if it did before."""
    here = contests.c.id == contest.id, contests.c.state == OPEN
    values = {"state": CLOSING, "ends": min(contest.ends, now)}
    if connection.execute(update(contests).where(*here).values(**values)).rowcount == 0:
        return False
    write_log(connection, contest.id, now, who, "close")
    return True
