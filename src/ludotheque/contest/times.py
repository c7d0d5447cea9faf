"""Times of a contest: typed and shown in a named time zone, stored as seconds."""

from datetime import datetime
from zoneinfo import ZoneInfo

from ludotheque.game import GameError, quote

FORMAT = "%Y-%m-%d %H:%M"


def find_zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):  # no such zone, or a name that cannot be one
        raise GameError("There is no time zone {zone}: one is called Europe/Paris, or UTC.", zone=quote(name)) from None


def parse_time(text: str, zone: str) -> float:
    """Return the seconds of 2026-11-20 14:00 in a time zone."""
    try:
        moment = datetime.strptime(text.strip().replace("T", " "), FORMAT)
        return moment.replace(tzinfo=find_zone(zone)).timestamp()
    except (ValueError, OverflowError):
        raise GameError("{time} is no time: write 2026-11-20 14:00.", time=quote(text)) from None


def format_time(seconds: float, zone: str) -> str:
    return datetime.fromtimestamp(seconds, find_zone(zone)).strftime(FORMAT)
