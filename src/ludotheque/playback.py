"""Playing a record again, and verifying it."""

from collections.abc import Sequence

from ludotheque import record
from ludotheque.compile import Machine
from ludotheque.game import GameError, Phrase, load, quote
from ludotheque.match import Match, seat_seed
from ludotheque.record import OK, BadRecord, Ending, Record, Verdict, Withdrawal


def read(text: str) -> Match:
    """Return a match from a record's text, played again and verified."""
    return replay(record.read(text))


def replay(source: Record, machine: Machine | None = None) -> Match:
    """Play a record again; one that departs from the rules is refused with the ply at which it does."""
    game = load(source.game)
    if source.rules != game.version:
        template = "This record follows version {old} of {game}'s rules; here is {now}."
        raise BadRecord(template, old=source.rules, game=game.title, now=game.version)
    match = play_moves(source, len(source.moves), machine)
    _verify(match, source)
    match.notes, match.times = dict(source.notes), dict(source.times)
    return match


def play_moves(source: Record, plies: int, machine: Machine | None = None) -> Match:
    """Return the match of a record after its first `plies` moves."""
    seeds = [
        seat_seed(source.seed, seat) if entry.random_seed is None else entry.random_seed
        for seat, entry in enumerate(source.seats)
    ]
    game = load(source.game)
    match = Match(game, len(source.seats), source.seed, source.options, source.names, machine, seeds)
    match.dice_seeds = list(source.dice)
    match.kinds = [entry.kind for entry in source.seats]
    for text in source.moves[:plies]:
        play_line(match, text)
    return match


def play_line(match: Match, text: str) -> None:
    """Play one line of a record: a seat and its move."""
    seat, _, move = text.partition(" ")
    try:
        number = int(seat)
        if not 0 <= number < match.seats:
            raise ValueError
        match.play(move, number)
    except (GameError, ValueError) as error:
        why = error if isinstance(error, GameError) else "no seat"
        template = "This record departs from the rules at ply {ply}, {move}: {why}"
        raise BadRecord(template, ply=match.ply + 1, move=quote(text), why=why) from None


def _verify(match: Match, source: Record) -> None:
    """Check the end against the record; verdicts, causes, times and notes are taken as written."""
    if match.checksum() != source.checksum:
        raise _departs(match, "the final position is another one.")
    _verify_withdrawals(match, source)
    _verify_ending(match, source)
    if match.over != (source.result is not None):
        if match.over:
            raise _departs(match, "it is over there.")
        raise _departs(match, "it is not over there.")
    if source.result is not None:
        _verify_result(match, source)


def _departs(match: Match, what: str) -> BadRecord:
    template = "This record departs from the rules at its end, ply {ply}: {what}"
    return BadRecord(template, ply=match.ply, what=Phrase(what))


def _verify_withdrawals(match: Match, source: Record) -> None:
    """From a withdrawal on, every move of that seat must be the one that the table plays for it."""
    for seat, one in source.withdrawn.items():
        if not 0 <= seat < match.seats:
            raise _departs(match, "a seat is missing.")
        if one.ply is not None:
            _verify_played_for(match, seat, one)
    match.withdrawn = dict(source.withdrawn)


def _verify_played_for(match: Match, seat: int, one: Withdrawal) -> None:
    assert one.ply is not None
    for ply in range(max(1, one.ply), match.ply + 1):
        played = match.played[ply - 1]
        if played.seat == seat and played.move != match.substitute_move(seat, ply - 1):
            raise _departs(match, "a seat that was out played on.")


def _verify_ending(match: Match, source: Record) -> None:
    ending = source.ending
    if ending is None:
        return
    teams = match.teams_in_play()
    has_people = any(kind == "person" and seat not in match.withdrawn for seat, kind in enumerate(match.kinds))
    allowed = {
        "resignation": len(teams) == 1 or (bool(teams) and not has_people),
        "time": len(teams) == 1,
        "draw": len(teams) > 1,
        "abandoned": not teams,
    }
    if match.over or not allowed[ending.kind] or not set(ending.seats) <= set(range(match.seats)):
        raise _departs(match, "it does not end like this.")
    match.ending = Ending(ending.kind, ending.seats)


def _verify_result(match: Match, source: Record) -> None:
    rows = [row if isinstance(row, dict) else {} for row in source.result or ()]
    if len(rows) != match.seats:
        raise _departs(match, "the result is another one.")
    if source.format == 1:
        _verify_result_1(match, rows)
        return
    match.verdicts = [Verdict(str(row.get("verdict", OK.kind)), str(row.get("cause", ""))) for row in rows]
    if match.result() != rows:
        raise _departs(match, "the result is another one.")


def _verify_result_1(match: Match, rows: list[dict[str, object]]) -> None:
    """Format 1 ranks a seat at fault behind the others, unless its card names a fault move."""
    match.verdicts = [Verdict.from_text(str(row.get("verdict", OK))) for row in rows]
    last = [verdict != OK and match.game.fault is None for verdict in match.verdicts]
    keys = [(not is_last, () if is_last else out) for is_last, out in zip(last, match.outcome)]
    ranks = [1 + sum(other > key for other in keys) for key in keys]
    told = [(row.get("name"), row.get("outcome"), row.get("rank")) for row in rows]
    if told != [(name, list(out), rank) for name, out, rank in zip(match.names, match.outcome, ranks)]:
        raise _departs(match, "the result is another one.")
    for seat, verdict in enumerate(match.verdicts):
        if verdict != OK:
            match.withdrawn[seat] = Withdrawal("fault", None)


def count_common(one: Sequence[object], two: Sequence[object]) -> int:
    """Return how many items at the start of two lists are equal."""
    return next((i for i, (a, b) in enumerate(zip(one, two)) if a != b), min(len(one), len(two)))
