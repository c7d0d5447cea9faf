"""Matches as rows of the store: played again from their plies, and begun from a position of another match."""

import time
from collections.abc import Sequence

from ludotheque import game as games
from ludotheque import playback
from ludotheque.compile import Machine
from ludotheque.game import BadOption, Game, GameError
from ludotheque.match import Match, draw_seed, seat_seed
from ludotheque.record import DiceSeed, Ending, Record, Times
from ludotheque.store.store import PlyRow, TableRow


class NoSuchTable(GameError):
    """There is no table of that name."""


def find_game(row: TableRow) -> Game:
    """Return the game of a table, if the rules are still those that it was played with."""
    game = games.load(row.game)
    if row.rules != game.version:
        template = "This table follows version {old} of the rules; here is {now}."
        raise NoSuchTable(template, old=row.rules, now=game.version)
    return game


def play_on(start: Record, ply: int, seats: int, machine: Machine) -> Match:
    """Return a new match from a record's position after `ply` plies, with dice that nobody knows yet."""
    if len(start.seats) != seats:
        raise BadOption("This match has {seats} seats.", seats=len(start.seats))
    if not 0 <= ply <= len(start.moves):
        raise BadOption("This match has plies 0 to {last}, not {ply}.", last=len(start.moves), ply=ply)
    match = playback.play_moves(start, ply, machine)
    if match.over:
        raise BadOption("The match is over at this ply: go back a little.")
    match.roll_anew(ply + 1, draw_seed())
    return match


def ply_rows(match: Match) -> list[PlyRow]:
    """Return the plies of a new table that starts from another match's position."""
    now = time.time()
    return [PlyRow(n, seat, match.format_move(move), now) for n, (seat, move) in enumerate(match.played, 1)]


def replay_plies(row: TableRow, plies: Sequence[PlyRow], machine: Machine) -> Match:
    """Return a table's match, played again from the store."""
    seeds = [seat_seed(row.seed, one.seat) if one.random_seed is None else one.random_seed for one in row.seats]
    match = Match(games.load(row.game), len(row.seats), row.seed, row.options, machine=machine, random_seeds=seeds)
    if row.dice is not None:
        match.dice_seeds = [DiceSeed(*one) for one in row.dice]
    for ply in plies:
        match.play(ply.move, ply.seat)
        times = None if ply.wall is None else Times(ply.wall, ply.cpu, ply.delay)
        match.annotate(ply.ply, times, ply.note or {})
    if row.ending is not None:
        match.ending = Ending(row.ending["kind"], tuple(row.ending["seats"]))
    return match
