"""The forms that open and change a contest: what was filled in, as text, and what it asks for."""

import re
from collections.abc import Mapping
from typing import Any

from starlette.datastructures import FormData

from ludotheque.contest.changes import TIMES, show
from ludotheque.contest.contests import Contest, ContestRequest, Limits
from ludotheque.contest.times import parse_time
from ludotheque.game import GameError, OptionValue, quote
from ludotheque.web.form import read_field

TEXTS = ("name", "game", "options", "starts", "ends", "freezes", "zone", "invitation", "seats", "clock_scale")
COUNTS = ("uploads_per_hour", "teams", "final_rounds")
CHOICES = ("languages", "practice")  # boxes that are ticked
SWITCHES = ("challenges",)
ON = "True"


def fill_blank() -> dict[str, str]:
    """Return the form of a new contest as it is first shown."""
    limits = {name: str(getattr(Limits(), name)) for name in COUNTS}
    switches = {name: str(getattr(Limits(), name)) for name in SWITCHES}
    return {**dict.fromkeys((*TEXTS, *CHOICES), ""), **limits, **switches, "zone": "UTC", "clock_scale": "1"}


def read_typed(fields: FormData) -> dict[str, str]:
    """Return what was filled in; of boxes, the names of all that are ticked."""
    texts = {name: read_field(fields, name).strip() for name in (*TEXTS, *COUNTS, *SWITCHES)}
    return texts | {name: " ".join(map(str, fields.getlist(name))) for name in CHOICES}


def read_request(typed: Mapping[str, str]) -> ContestRequest:
    def read(name: str) -> float | None:
        return parse_time(typed[name], typed["zone"]) if typed[name] else None

    counts: dict[str, Any] = {name: read_count(typed[name]) for name in COUNTS if typed[name]}
    return ContestRequest(
        name=typed["name"],
        game=typed["game"],
        options=read_options(typed["options"]),
        seats=read_count(typed["seats"]) if typed["seats"] else None,
        languages=tuple(typed["languages"].split()),
        practice=tuple(typed["practice"].split()),
        limits=Limits(clock_scale=read_scale(typed["clock_scale"]), challenges=typed["challenges"] == ON, **counts),
        zone=typed["zone"],
        starts=read("starts"),
        ends=read("ends"),
        freezes=read("freezes"),
        invitation=typed["invitation"] or None,
    )


def read_count(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 7):
        raise GameError("{text} is no whole number.", text=quote(text))
    return int(text)


def read_scale(text: str) -> float:
    if not re.fullmatch(r"\d{1,3}([.,]\d{1,3})?", text, re.ASCII):
        raise GameError("{text} is no number.", text=quote(text))
    return float(text.replace(",", "."))


def read_options(text: str) -> dict[str, OptionValue]:
    """Return the options of a game that were written as rounds=3 teams=on."""
    options: dict[str, OptionValue] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals:
            raise GameError("Write options as rounds=3, with spaces between them.")
        options[name] = value
    return options


def read_changes(contest: Contest, typed: Mapping[str, str]) -> dict[str, Any]:
    """Return what is not as it was. A time that is shown has no seconds, and would be another one if it were read."""
    changes: dict[str, Any] = {}
    for name in ("name", "invitation"):
        changes[name] = typed[name]
    for name in COUNTS:
        changes[name] = read_count(typed[name])
    for name in SWITCHES:
        changes[name] = typed[name] == ON
    for name in CHOICES:
        if {*typed[name].split()} != {*show(contest, name).split()}:
            changes[name] = tuple(typed[name].split())
    for name in TIMES:
        text = typed[name].replace("T", " ")
        if text != show(contest, name) and (text or name == "freezes"):
            changes[name] = parse_time(text, contest.zone) if text else None
    return changes
