"""The process of one champion: it holds a copy of the match, on which the champion plays (AL-20).

    python -m ludotheque.games.alchemy.contest.host FILE SEAT FIRST

writes `ready` once the champion in FILE, a Python file or a shared object, can be called. It then reads one line for
each call,

    jouer_tour 12 1 PLACE 3 1; 1 END              function, number of plies of its copy to keep, plies to add

and answers with one line, the champion's moves, and after a tab the exception that it raised, if it did. The champion's
own output goes to stderr, and its input is empty.
"""

import os
import sys
from pathlib import Path
from typing import Protocol, TextIO

from ludotheque import loops, notation
from ludotheque.child import use_shared_cache
from ludotheque.games.alchemy import game
from ludotheque.games.alchemy.contest.script import ScriptChampion
from ludotheque.games.alchemy.rules import END, SEATS
from ludotheque.match import Match
from ludotheque.playback import play_line

SEED = 0  # any seed will do: FIRST says who starts, so nothing is drawn
TURN = "jouer_tour"


class Champion(Protocol):
    """A champion in any language."""

    def call(self, name: str) -> str:
        """Call one of its functions and return what it raised; its actions have then been played on the match."""


def main(words: list[str]) -> None:
    source, sink = private_pipes()
    file, seat, first = Path(words[0]), int(words[1]), int(words[2])
    match = Match(game, SEATS, SEED, {"first": first}, machine=loops.machine(game, True))
    champion = load_champion(file, match, seat)
    print("ready", file=sink, flush=True)
    own = os.getpid()
    for line in source:
        answer = run_call(champion, match, seat, line)
        if os.getpid() != own:
            os._exit(0)  # a child process that the champion forked: only the parent answers
        print(answer, file=sink, flush=True)


def private_pipes() -> tuple[TextIO, TextIO]:
    """Move the referee's pipes to other file descriptors, so that a champion that reads or prints does not use them."""
    source, sink = os.fdopen(os.dup(0), encoding="utf-8"), os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return source, sink


def load_champion(file: Path, match: Match, seat: int) -> Champion:
    if file.suffix == ".py":
        return ScriptChampion(file, match, seat)
    use_shared_cache()
    from ludotheque.games.alchemy.contest.native import NativeChampion  # imports Numba, which a script does not need

    return NativeChampion(file, match, seat)


def run_call(champion: Champion, match: Match, seat: int, line: str) -> str:
    """Update the copy, call the champion, and return its moves; actions outside its turn are taken back."""
    call, kept, *moves = line.rstrip("\n").split(" ", 2)
    update_match(match, int(kept), moves[0] if moves else "")
    start = match.ply
    raised = champion.call(call)
    if call != TURN:
        update_match(match, start, "")
        return ""
    match.play(notation.write(match.game.rules.MOVES, (END,)), seat)
    answer = "; ".join(notation.write(match.game.rules.MOVES, move) for _, move in match.played[start:])
    return f"{answer}\t{raised}" if raised else answer


def update_match(match: Match, kept: int, moves: str) -> None:
    """Take back all but the first `kept` plies, then play `moves`."""
    match.undo_to(kept)
    for text in moves.split("; ") if moves else ():
        play_line(match, text)


if __name__ == "__main__":
    main(sys.argv[1:])
