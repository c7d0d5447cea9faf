"""The command `check-bot`: says whether a bot is ready to play, and what is wrong with it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ludotheque import game as games
from ludotheque.commands.parser import Arguments, Commands
from ludotheque.commands.playing import add_match_options, make_match, make_players, run_match
from ludotheque.game import Game
from ludotheque.letters import printable
from ludotheque.match import Match
from ludotheque.record import OK, Times, Verdict
from ludotheque.report import TimeSummary, format_ms, is_at_fault, list_notes, number_turns, summarize_times, times_of
from ludotheque.seat import FailedSeat

CLOSE = 0.5  # share of its time that a bot may use before it is warned


def add(commands: Commands) -> None:
    check = commands.add("check-bot", check_bot, "compile a bot, play it from every seat, and say what is wrong")
    check.add_argument("game")
    check.add_argument("bot", help="a file, a folder, or a quoted command")
    check.add_argument("--rival", help="who plays the other seats; the game's easiest bot by default")
    check.add_argument("--json", action="store_true", help="as JSON")
    add_match_options(check, commands.words)


@dataclass
class Check:
    """What was found out about a bot."""

    name: str
    verdict: Verdict = OK
    matches: list[dict[str, Any]] = field(default_factory=list)
    repeats: str = "not tried"
    times: list[Times] = field(default_factory=list)
    first_times: list[Times] = field(default_factory=list)
    peak_bytes: int = 0
    stderr: str = ""


def check_bot(arguments: Arguments) -> int:
    """Return 0 for a bot that played all its matches without a fault, else 1."""
    game = games.load(arguments.game)
    arguments.seed = 1 if arguments.seed is None else arguments.seed
    rival = arguments.rival or next(iter(game.bots), "random")
    (player,) = make_players(game, [arguments.bot], arguments)
    check = Check(player.name)
    if isinstance(player, FailedSeat):
        check.verdict = player.failed.verdict
    else:
        play_everywhere(check, game, rival, arguments)
    if arguments.json:
        print(json.dumps(describe(check), ensure_ascii=False))
    else:
        print_check(check, game)
    return 1 if is_at_fault(check.verdict) else 0


def play_everywhere(check: Check, game: Game, rival: str, arguments: Arguments) -> None:
    """Play a match from every seat, and the first one again, until the bot fails."""
    matches: list[Match] = []
    for seat in [*range(game.default_seats), 0]:
        matches.append(play_one(check, game, seat, rival, arguments))
        if check.verdict != OK:
            return
    check.repeats = compare(matches[0], matches[-1])


def play_one(check: Check, game: Game, seat: int, rival: str, arguments: Arguments) -> Match:
    names = [rival] * game.default_seats
    names[seat] = arguments.bot
    match = make_match(game, arguments, game.default_seats)
    players = make_players(game, names, arguments, is_first=False)
    run_match(match, players)
    turns, times = number_turns(match), times_of(match, seat)
    written = list(list_notes(match, "stderr", turns))
    check.times += times[1:]
    check.first_times += times[:1]
    check.stderr += "".join(note.text for note in written if note.seat == seat)
    check.peak_bytes = max(check.peak_bytes, getattr(players[seat], "most_memory", 0))
    check.verdict = match.verdicts[seat]
    row = match.result()[seat]
    withdrawn = match.withdrawn.get(seat)
    failed_at = turns[min(withdrawn.ply or 1, len(turns)) - 1] if withdrawn and turns else None
    check.matches.append({"seat": seat, "turns": turns[-1] if turns else 0, "failed_at_turn": failed_at, **row})
    return match


def compare(one: Match, two: Match) -> str:
    """Say whether a match was played the same way again, and if not, from which turn on."""
    if one.moves == two.moves:
        return "the same seed gives the same moves"
    ply = next((i for i, (a, b) in enumerate(zip(one.moves, two.moves)) if a != b), min(one.ply, two.ply) - 1)
    return f"the same seed gives other moves from turn {number_turns(one)[ply]} on"


def print_check(check: Check, game: Game) -> None:
    print(f"{check.name}, {game.title}")
    for name, text in list_findings(check, game):
        print(f"  {name:<13} {text}")


def list_findings(check: Check, game: Game) -> list[tuple[str, str]]:
    found = [(f"seat {row['seat']}", describe_match(row)) for row in check.matches]
    if not check.matches:
        return [("verdict", str(check.verdict))]
    first_limit, limit = (1000 * seconds for seconds in game.clock_seconds)
    return [
        *found,
        ("again", check.repeats),
        ("first answer", describe_times(summarize_times(check.first_times), first_limit)),
        ("answers", describe_times(summarize_times(check.times), limit)),
        ("memory", f"{check.peak_bytes >> 20} MiB at most" if check.peak_bytes else "not measured"),
        ("stderr", describe_stderr(check.stderr)),
        ("verdict", printable(str(check.verdict))),
        *[("advice", text) for text in [advise(check.verdict)] if text],
    ]


def advise(verdict: Verdict) -> str:
    """Return what authors most often have to look for, where the verdict does not say it already."""
    if verdict.kind == "illegal" and " is no move" in verdict.cause:
        return "stdout is for answers alone, one line for each question; write everything else to stderr"
    if verdict.kind == "timeout":
        return "answer after each question, not at the end of the input; end the line, and flush it"
    if verdict.kind == "flood":
        return "write one line for each question, and wait for the next one"
    return ""


def describe_match(row: dict[str, Any]) -> str:
    text = f"{row['result']} after {row['turns']} turns, {row['verdict']}"
    if row["failed_at_turn"] is not None:
        text += f" in turn {row['failed_at_turn']}"
    return f"{text}: {printable(row['cause'])}" if row["cause"] else text


def describe_times(times: TimeSummary | None, limit: float) -> str:
    if times is None:
        return "none"
    numbers = (times.median, times.p90, times.p99, times.longest)
    median, p90, p99, longest = map(format_ms, numbers)
    text = f"median {median}, 90 % within {p90}, 99 % within {p99}, longest {longest} of {format_ms(limit)} ms"
    return f"{text} (close to the limit)" if times.longest > CLOSE * limit else text


def describe_stderr(text: str) -> str:
    return f"{len(text)} letters, the last line: {printable(text.rstrip().splitlines()[-1])}" if text else "nothing"


def describe(check: Check) -> dict[str, Any]:
    """Return all of it for a script."""
    return {
        "bot": check.name,
        "verdict": check.verdict.kind,
        "cause": check.verdict.cause,
        "matches": check.matches,
        "again": check.repeats,
        "first_answer_ms": _percentiles(check.first_times),
        "answer_ms": _percentiles(check.times),
        "peak_bytes": check.peak_bytes,
        "stderr": check.stderr,
    }


def _percentiles(times: Sequence[Times]) -> dict[str, float] | None:
    summary = summarize_times(times)
    return summary._asdict() if summary else None
