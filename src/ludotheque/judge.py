"""Judges single decisions of a match, by what the seat could see then. All chances are those of first place.

Whatever is best for a game is the judge:

1. exact chances, where the game has them: `bots/chances.py` in its folder, with `can_rate(view)`, and
   `rate_moves(view)`, which returns the chance of the view's seat after each legal move;
2. the search with the game's own `search.py`, if that rates moves;
3. `bots/turns.py` in the game's folder, if the best bot answers with whole turns: see `turn_ratings`;
4. the search, with the game's own playouts or random ones, which also tries what the game's best bot would have
   played. If that bot answers with whole turns, whole turns are judged.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ludotheque import loops
from ludotheque.game import Game, Move
from ludotheque.match import Match
from ludotheque.search import Line, Search
from ludotheque.search.hooks import find_hooks
from ludotheque.seat import Play, bot_play
from ludotheque.turn_ratings import compare_turns, find_bot_module, find_rater
from ludotheque.view import View, read_turn

TRIED_PART = 0.2  # of the playouts again for a move that is compared, if it was tried less often
LINE_MOVES = 6  # of an expected line
SEED = 1
ANY_GAME = "search"  # the bot that is compiled with the search


class Judgement(NamedTuple):
    """A decision: the move that was played, the best one, and each seat's chance with the best one."""

    ply: int  # number of the move, from 1
    seat: int
    move: str
    chance: float  # of this seat with the move that was played
    best: str
    chances: tuple[float, ...]  # of all seats with the best move
    loss: float  # of chance by the move; 0 if the difference is within the noise of the playouts
    expected: tuple[str, ...]  # the best move and what is expected after it, each move with its seat in front
    counted_loss: float | None = None  # what counts for the accuracy, where it is not the loss


class Judge:
    """Judges the decisions of one match."""

    def __init__(self, match: Match):
        self.match = match
        self._search = Search(match.game, match.seats)
        self._offered = {tuple(row) for row in loops.offers_of(match.game).tolist()}
        self._is_exact = has_exact_chances(match)
        self._play = None if self._is_exact else find_adviser(match.game)
        self._turns = self._collect_turns() if self._plans_turns() else {}
        self._seen: dict[int, int] = {}  # of each seat, the latest turn that the game's bots have seen

    def _plans_turns(self) -> bool:
        """Return whether the adviser answers with the moves of a whole turn."""
        match = self.match
        if self._play is None or not match.played or read_turn(match.state) is None:
            return False
        seat = match.played[0].seat
        return not isinstance(self._play(match.view(seat, 0)), str)

    def _collect_turns(self) -> dict[int, list[int]]:
        """Return the plies of each seat's turns, by the first of them."""
        turns: dict[tuple[int, int | None], list[int]] = {}
        for ply, (seat, _) in enumerate(self.match.played):
            turns.setdefault((seat, self._turn_at(ply)), []).append(ply)
        return {plies[0]: plies for plies in turns.values()}

    def _turn_at(self, ply: int) -> int | None:
        return read_turn(self.match.full_view(ply).state)

    def find_decisions(self) -> list[int]:
        """Return the plies before which a seat had a choice; where turns are judged, or secret, only the first of each.

        Secret moves are orders of one turn, and there are many of them. Moves that the game does not offer, which only
        programs play, are left out: a search does not know them.
        """
        match, found = self.match, []
        has_secrets = match.game.rules.observe is not None
        judged: set[tuple[int, int | None]] = set()
        for ply, (seat, _) in enumerate(match.played):
            turn = (seat, self._turn_at(ply) if has_secrets or self._turns else ply)
            if turn not in judged and self._is_offered(ply) and len(match.view(seat, ply).legal_rows(seat)) > 1:
                judged.add(turn)
                found.append(ply)
        return [ply for ply in found if not self._turns or ply in self._turns]

    def _is_offered(self, ply: int) -> bool:
        """Return whether the search knows the move of a ply; of a turn it plays only the last move itself."""
        last = self._turns[ply][-1] if ply in self._turns else ply
        return tuple(self.match.played[last].move) in self._offered

    def judge_all(self, decisions: Iterable[int], plies: int) -> Iterator[Judgement]:
        for ply in decisions:
            yield self.judge(ply, plies)

    def judge(self, ply: int, plies: int) -> Judgement:
        """Judge the move or the turn that was played after `ply` plies."""
        match = self.match
        seat, move = match.played[ply]
        view = match.view(seat, ply)
        if self._is_exact:
            return self._judge_exactly(ply, find_chances(match.game).rate_moves(view))
        if ply in self._turns:
            return self._judge_turn(ply, view, plies)
        return self._judge_move(ply, view, move, plies)

    def _judge_exactly(self, ply: int, rated: Mapping[str, float]) -> Judgement:
        seat, move = self.match.played[ply]
        played, best = self.match.format_move(move), max(rated, key=rated.__getitem__)
        teams = self.match.team_numbers
        chances = tuple(rated[best] if team == teams[seat] else 1 - rated[best] for team in teams)
        loss = rated[best] - rated[played]
        return Judgement(ply + 1, seat, played, rated[played], best, chances, loss, (f"{seat} {best}",))

    def _judge_move(self, ply: int, view: View, move: Move, plies: int) -> Judgement:
        search = self._search
        search.start(view, SEED)
        search.run(plies=plies)
        search.run(search.playouts + 1)  # ends the playout that was cut
        compared, enough = [move, *self._advise(view)], math.ceil(TRIED_PART * search.playouts)
        for one in compared:
            if search.count_visits(one) < enough:
                search.try_move(one, enough)
        lines = [search.lines()[0], *map(search.line_of, compared)]
        best, played = max(lines, key=lambda line: line.wins[view.seat]), lines[1]
        return self._describe(ply, [move], played, best, best.expected, measure_loss(best, played, view.seat))

    def _advise(self, view: View) -> list[Move]:
        """Return the best bot's move, if it is one that the search knows."""
        answer = self._play(view) if self._play is not None else ()
        moves = [view.parse_move(one) for one in ([answer] if isinstance(answer, str) else answer[:1])]
        return [move for move in moves if tuple(move) in self._offered]

    def _judge_turn(self, ply: int, view: View, plies: int) -> Judgement:
        """Compare the turn that was played with the one that the best bot would have played."""
        assert self._play is not None
        rater, seat = find_rater(self.match.game), view.seat
        if rater is not None:
            self._show_earlier_turns(rater, ply, seat)
        played_moves = [self.match.played[one].move for one in self._turns[ply]]
        other_moves = [view.parse_move(one) for one in self._play(view)]
        if rater is not None:
            played, other, loss, counted_loss = compare_turns(rater, view, played_moves, other_moves, plies)
        else:
            played, other = (self._try_turn(view, moves, plies // 2) for moves in (played_moves, other_moves))
            loss, counted_loss = measure_loss(other, played, seat), None
        is_better = other.wins[seat] > played.wins[seat]
        best, moves = (other, other_moves) if is_better else (played, played_moves)
        found = self._describe(ply, played_moves, played, best, [(seat, move) for move in moves], loss)
        return found._replace(counted_loss=counted_loss)

    def _show_earlier_turns(self, rater: Any, ply: int, seat: int) -> None:
        """Let the game's bots see a seat's turns before `ply` that they have not seen in this process."""
        for earlier in self._turns:
            if self._seen.get(seat, -1) < earlier < ply and self.match.played[earlier].seat == seat:
                rater.watch(self.match.view(seat, earlier))
                self._seen[seat] = earlier

    def _try_turn(self, view: View, moves: Sequence[Move], plies: int) -> Line:
        for move in moves[:-1]:
            view = view.after(move)
        self._search.start(view, SEED)
        self._search.try_move(moves[-1], plies=plies)
        self._search.try_move(moves[-1], 1)  # ends the playout that was cut
        return self._search.line_of(moves[-1])

    def _describe(
        self,
        ply: int,
        moves: Sequence[Move],
        played: Line,
        best: Line,
        expected: Iterable[tuple[int, Move]],
        loss: float,
    ) -> Judgement:
        match, seat, line = self.match, self.match.played[ply].seat, list(expected)
        is_turn = ply in self._turns
        best_moves = [move for _, move in line] if is_turn else [best.move]
        return Judgement(
            ply=ply + 1,
            seat=seat,
            move=", ".join(map(match.format_move, moves)),
            chance=played.wins[seat],
            best=", ".join(map(match.format_move, best_moves)),
            chances=best.wins,
            loss=loss,
            expected=tuple(
                f"{other} {match.format_move(later)}" for other, later in (line if is_turn else line[:LINE_MOVES])
            ),
        )


def needed_bots(match: Match) -> list[str]:
    """Return the bots that must be compiled before this match can be judged without waiting for the compiler."""
    best = best_bot(match.game)
    return ([best] if best else []) + ([] if has_exact_chances(match) else [ANY_GAME])


def has_exact_chances(match: Match) -> bool:
    """Return whether the game can rate this match exactly, from its start to its last move."""
    chances = find_chances(match.game)
    if chances is None or not match.played:
        return False
    return all(chances.can_rate(match.view(match.played[ply].seat, ply)) for ply in (0, match.ply - 1))


def find_chances(game: Game) -> Any:
    """Return the game's module for exact chances, if it has one."""
    return find_bot_module(game, "chances")


def find_adviser(game: Game) -> Play | None:
    """Return the game's best bot; None if it has none, or if the search rates the game's moves itself."""
    bot = best_bot(game)
    return bot_play(game, bot) if bot is not None and not hasattr(find_hooks(game), "rate_moves") else None


def best_bot(game: Game) -> str | None:
    """Return the name of the strongest bot on the game's card."""
    return list(game.bots)[-1] if game.bots else None


def measure_loss(best: Line, played: Line, seat: int) -> float:
    """Return the chance that a move lost, less one standard error of the difference."""
    lost = best.wins[seat] - played.wins[seat]
    error = math.hypot(best.error, played.error)
    return max(0.0, lost - error) if best is not played else 0.0
