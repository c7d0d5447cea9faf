"""The process of one champion: it holds a copy of the match, on which the champion plays (AL-20).

    python -m ludotheque.games.alchemy.contest.host FILE SEAT FIRST

writes `ready` once the champion can be called, or `fault` and a verdict. It is then told, for each call,

    jouer_tour 12 1 PLACE 3 1; 1 END              the function; how many plies of its copy stand; the plies after them

and answers with the moves that the champion made, in one line. The champion's own output goes to stderr, and its input
is empty.
"""

import os
import sys
from pathlib import Path
from typing import Protocol, TextIO

from ludotheque import loops, notation
from ludotheque.games.alchemy import game
from ludotheque.games.alchemy.contest.build import BadSource, build
from ludotheque.games.alchemy.contest.script import ScriptChampion
from ludotheque.games.alchemy.rules import END, SEATS
from ludotheque.match import Match

SEED = 0  # who starts is told, so nothing is drawn
TURN = "jouer_tour"


class Champion(Protocol):
    """A champion in whatever language."""

    def call(self, name: str) -> None:
        """Call a function of it; its actions are on the match afterwards."""


def main(words: list[str]) -> None:
    source, sink = private_pipes()
    file, seat, first = Path(words[0]), int(words[1]), int(words[2])
    match = Match(game, SEATS, SEED, {"first": first}, machine=loops.machine(game, True))
    try:
        champion = host(file, match, seat)
    except BadSource as error:
        print(f"fault {error}", file=sink, flush=True)
        return
    print("ready", file=sink, flush=True)
    own = os.getpid()
    for line in source:
        answer = answered(champion, match, seat, line)
        if os.getpid() != own:
            os._exit(0)  # a fork that came back: only one champion answers
        print(answer, file=sink, flush=True)


def private_pipes() -> tuple[TextIO, TextIO]:
    """The referee's pipes, where a champion that reads or prints does not meet them."""
    source, sink = os.fdopen(os.dup(0), encoding="utf-8"), os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return source, sink


def host(file: Path, match: Match, seat: int) -> Champion:
    if file.suffix == ".py":
        return ScriptChampion(file, match, seat)
    library = build(file)
    from ludotheque.games.alchemy.contest.native import NativeChampion  # Numba, which a script need not wait for

    return NativeChampion(library, match, seat)


def answered(champion: Champion, match: Match, seat: int, line: str) -> str:
    """Bring the copy up to date, call the champion, and say what it played; only its turn counts."""
    call, kept, *moves = line.rstrip("\n").split(" ", 2)
    catch_up(match, int(kept), moves[0] if moves else "")
    start = match.ply
    champion.call(call)
    if call != TURN:
        catch_up(match, start, "")
        return ""
    match.play(notation.write(match.game.rules.MOVES, (END,)), seat)
    return "; ".join(notation.write(match.game.rules.MOVES, move) for _, move in match.played[start:])


def catch_up(match: Match, kept: int, moves: str) -> None:
    """Take back all but the first plies, and play those that follow them."""
    while match.ply > kept:
        match.undo()
    for text in moves.split("; ") if moves else ():
        mover, _, move = text.partition(" ")
        match.play(move, int(mover))


if __name__ == "__main__":
    main(sys.argv[1:])
