"""The clocks that the form of a new table offers, and clocks in words."""

from collections.abc import Mapping

from ludotheque.seating import TimeControl
from ludotheque.web.words import Language

A_MINUTE, AN_HOUR, A_DAY = 60, 3600, 86_400  # seconds
CLOCKS: Mapping[str, TimeControl | None] = {
    "none": None,
    "60+1": TimeControl(A_MINUTE, 1),
    "180+2": TimeControl(3 * A_MINUTE, 2),
    "300+5": TimeControl(5 * A_MINUTE, 5),
    "600+5": TimeControl(10 * A_MINUTE, 5),
    "1800+20": TimeControl(30 * A_MINUTE, 20),
    "1d": TimeControl(A_DAY, is_per_turn=True),
    "3d": TimeControl(3 * A_DAY, is_per_turn=True),
    "7d": TimeControl(7 * A_DAY, is_per_turn=True),
}


def name_clock(clock: TimeControl | None) -> str:
    """Return the value of the form for a clock; a clock that the form does not have is no clock there."""
    return next((name for name, known in CLOCKS.items() if known == clock), "none")


def describe_clock(clock: TimeControl | None, language: Language) -> str:
    """Return a clock in a few words: “5 minutes each, and 5 seconds a turn”."""
    if clock is None:
        return language.say("no clock")
    time, added = describe_time(clock.start, language), describe_time(clock.added, language)
    if clock.is_per_turn:
        return language.say("{time} for each turn", time=time)
    if clock.added == 0:
        return language.say("{time} each", time=time)
    return language.say("{time} each, and {added} a turn", time=time, added=added)


def explain_clock(clock: TimeControl | None, language: Language) -> str:
    """Return the sentence for somebody who thinks about sitting down."""
    if clock is None:
        return language.say("There is no clock: take your time.")
    words = describe_clock(clock, language)
    return language.say("There is a clock: {clock}. Whose time is up is out.", clock=words)


def describe_time(seconds: float, language: Language) -> str:
    """Return a time in words, “2 minutes 30 seconds”, in units that are not zero."""
    whole = round(seconds)
    parts = {
        "days": whole // A_DAY,
        "hours": whole % A_DAY // AN_HOUR,
        "minutes": whole % AN_HOUR // A_MINUTE,
        "seconds": whole % A_MINUTE,
    }
    counted = {unit: count for unit, count in parts.items() if count} or {"seconds": 0}
    return " ".join(describe_count(unit, count, language) for unit, count in counted.items())


def describe_count(unit: str, count: int, language: Language) -> str:
    say, is_one = language.say, count == 1
    match unit:
        case "days":
            return say("1 day") if is_one else say("{count} days", count=count)
        case "hours":
            return say("1 hour") if is_one else say("{count} hours", count=count)
        case "minutes":
            return say("1 minute") if is_one else say("{count} minutes", count=count)
        case _:
            return say("1 second") if is_one else say("{count} seconds", count=count)
