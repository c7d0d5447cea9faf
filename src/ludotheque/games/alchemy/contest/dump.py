"""The contest's replay dump: one state per line as JSON, 151 lines for a whole match (AL-20).

It holds the sample that each turn received, but neither the gifts themselves nor actions that were taken back.
"""

import json
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, TypeAlias

from ludotheque.game import GameError, Move
from ludotheque.games.alchemy import game
from ludotheque.games.alchemy.contest.api import action_type, case_type, cell_and_way, cell_of, to_action, valid_index
from ludotheque.games.alchemy.rules import CATALYSE, END, GIVE, PLACE, SEATS, TRANSMUTE, TURNS
from ludotheque.match import Match
from ludotheque.record import BadRecord

Json: TypeAlias = dict[str, Any]


def write(match: Match) -> str:
    """Write the dump of a match; a turn that is still open is left out."""
    return "".join(json.dumps(state, ensure_ascii=False) + "\n" for state in states(match))


def read(text: str) -> Match:
    """Play the match of a dump again; a dump that breaks the rules is refused with its turn.

    A gift that changed the sample is played just before END; a gift that did not cannot be told from none.
    """
    lines = _lines(text)
    match = _start(lines)
    for turn, line in enumerate(lines[1:], 1):
        after = lines[turn + 1] if turn + 1 < len(lines) else line
        try:
            _play_turn(match, line, _sample(after))
        except GameError as error:
            raise BadRecord(f"This dump departs from the rules at turn {turn}: {error}") from None
        except WRONG_SHAPE:
            raise BadRecord(f"This dump is damaged at turn {turn}: something is missing or wrong.") from None
    for turn, (line, state) in enumerate(zip_longest(lines, states(match))):
        if line != state:
            raise BadRecord(f"This dump departs from the rules at turn {turn}: the state is another one.")
    return match


WRONG_SHAPE = (KeyError, IndexError, TypeError, ValueError, AttributeError, StopIteration)


def states(match: Match) -> Iterator[Json]:
    """Yield the state at the start and after every turn."""
    again = match.at(0)
    histories: list[list[Json]] = [[] for _ in range(SEATS)]
    actions: list[Json] = []
    yield _state(again, histories)
    for seat, move in match.played:
        sample = again.state["sample"][0].tolist()
        again.play(move, seat)
        if move.kind == END:
            histories[seat], actions = actions, []
            yield _state(again, histories, seat, sample)
        elif move.kind != GIVE:
            actions.append(_action(move))


def _state(match: Match, histories: list[list[Json]], mover: int = -1, sample: tuple[int, ...] = ()) -> Json:
    players: Json = {}
    for seat in range(SEATS):
        player = players[str(seat)] = {
            "name": match.names[seat],
            "score": int(match.state["gold"][0, seat]),
            "bench": [case_type(element).name for element in match.state["bench"][0, seat].tolist()],
            "just_played": seat == mover,
            "history": histories[seat],
        }
        if seat == mover:
            player["sample"] = [case_type(element).name for element in sample]
    return {"turn": [int(match.state["turn"][0]) - 1, TURNS], "players": players}


def _action(move: Move) -> Json:
    action = to_action(move)
    one, two = ({"r": row, "c": column} for row, column in (action.pos1, action.pos2))
    if action.atype == action_type.ACTION_PLACER:
        return {"type": action.atype.name, "pos1": one, "pos2": two}
    if action.atype == action_type.ACTION_TRANSMUTER:
        return {"type": action.atype.name, "pos": one}
    whose, element = action.id_apprenti, action.nouvelle_case.name
    return {"type": action.atype.name, "pos": one, "apprentice_id": whose, "new_type": element}


def _lines(text: str) -> list[Json]:
    try:
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"This is no dump of {game.title}: it is not JSON lines ({error}).") from None


def _start(lines: list[Json]) -> Match:
    """Return the match before its first turn. Only the first player is ever drawn, so any seed will do: it is 0."""
    try:
        players = [lines[0]["players"][str(seat)] for seat in range(SEATS)]
        first = _mover(lines[1]) if len(lines) > 1 else -1
        return Match(game, SEATS, 0, {"first": first}, [str(player["name"]) for player in players])
    except WRONG_SHAPE:
        raise BadRecord(f"This is no dump of {game.title}: it does not begin with two players.") from None


def _mover(line: Json) -> int:
    return next(seat for seat in range(SEATS) if line["players"][str(seat)]["just_played"])


def _sample(line: Json) -> list[int]:
    """Return the sample that the seat that just played had received."""
    return [case_type[name] for name in line["players"][str(_mover(line))]["sample"]]


def _play_turn(match: Match, line: Json, gift: list[int]) -> None:
    """Play one turn: its actions, the gift if the next sample is a different one, and END."""
    seat = _mover(line)
    for action in line["players"][str(seat)]["history"]:
        match.play(_move(action), seat)
    if gift != _sample(line):
        one, two = gift
        match.play(Move(GIVE, one, two), seat)
    match.play(Move(END), seat)


def _move(action: Json) -> Move:
    kind = action_type[action["type"]]
    if kind == action_type.ACTION_PLACER:
        return Move(PLACE, *cell_and_way(_position(action["pos1"]), _position(action["pos2"])))
    cell = cell_of(_position(action["pos"]))
    if kind == action_type.ACTION_TRANSMUTER:
        return Move(TRANSMUTE, cell)
    return Move(CATALYSE, cell, valid_index(action["apprentice_id"], SEATS), case_type[action["new_type"]])


def _position(pos: Json) -> tuple[int, int]:
    return pos["r"], pos["c"]
