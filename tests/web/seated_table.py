"""A table at which several people sit, each with a socket."""

import random
from collections.abc import Callable, Sequence

import ludotheque as lt
from tests.web.guest import Frame, Guest, NewTable, Socket

Choice = Callable[[list[str]], str]
QUICK_OPTIONS = {name: dict(lt.load(name).quick) for name in lt.names()}


class SeatedTable:
    """A table where all seats are taken; `sockets` are in the order of the seats."""

    def __init__(self, guests: Sequence[Guest], table: NewTable) -> None:
        self.guests = list(guests)
        self.id = table.id
        for friend, invitation in zip(self.guests[1:], table.invitations, strict=True):
            answer = friend.sit(invitation)
            assert answer.status_code == 303, answer.text
        self.sockets = [guest.socket(self.id) for guest in self.guests]
        for socket in self.sockets:
            socket.until(lambda frame: frame["state"] != "waiting")

    def awaited(self) -> Socket:
        """Return the socket of a seat that is to move, as the latest frame of seat 0 says."""
        seat = awaited_seats(self.sockets[0].frame)[0]
        self.sockets[seat].my_turn()
        return self.sockets[seat]

    def play(self, choose: Choice) -> str:
        """Play one ply, wait until seat 0 has seen it, and return the move."""
        socket = self.awaited()
        move = choose(socket.frame["legal"])
        self.played(socket, move)
        return move

    def played(self, socket: Socket, move: str) -> Frame:
        """Play this move and wait until seat 0 has seen it."""
        frame = socket.play(move)
        self.follow(socket)
        return frame

    def follow(self, mover: Socket) -> None:
        """Wait until the frame of seat 0 awaits the same seats as the mover's."""
        awaited = awaited_seats(mover.frame)
        self.sockets[0].until(lambda frame: frame["over"] or awaited_seats(frame) == awaited)


def awaited_seats(frame: Frame) -> list[int]:
    return [seat["seat"] for seat in frame["seats"] if seat["awaited"]]


def open_seated_table(guests: Sequence[Guest], game: str, **options: int | str | bool) -> SeatedTable:
    """Open a table for all guests; the first one is its owner."""
    return SeatedTable(guests, guests[0].open(game, "me", *["friend"] * (len(guests) - 1), **options))


def random_choice(seed: int) -> Choice:
    """Choose any legal move, but mostly the end of the turn, so that matches end soon."""
    chance = random.Random(seed)
    return lambda legal: "END" if "END" in legal and chance.random() < 0.85 else chance.choice(legal)
