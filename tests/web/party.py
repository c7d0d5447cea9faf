"""Several people at one table."""

import random
from collections.abc import Callable, Sequence

from tests.web.guest import Frame, Guest, Opened, Socket

Choice = Callable[[list[str]], str]
SHORT: dict[str, dict[str, int | str | bool]] = {  # options with which a game ends soon
    "alchemy": {},
    "bzzz": {"time_out": 40},
    "emile": {"rounds": 5},
    "ghost": {"factories": 7},
    "meduris": {"cap": 12},
}


class Party:
    """A table where everybody has sat down, and their sockets in the order of their seats."""

    def __init__(self, guests: Sequence[Guest], table: Opened) -> None:
        self.guests = list(guests)
        self.id = table.id
        for friend, invitation in zip(self.guests[1:], table.invitations, strict=True):
            answer = friend.sit(invitation)
            assert answer.status_code == 303, answer.text
        self.sockets = [guest.socket(self.id) for guest in self.guests]
        for socket in self.sockets:
            socket.until(lambda frame: frame["state"] != "waiting")

    def awaited(self) -> Socket:
        """Somebody who is to move; everybody's last frame says who that may be."""
        newest = self.sockets[0]
        seat = next(one["seat"] for one in newest.frame["seats"] if one["awaited"])
        socket = self.sockets[seat]
        socket.my_turn()
        return socket

    def play(self, choose: Choice) -> str:
        """One ply of somebody; everybody has seen it afterwards who can."""
        socket = self.awaited()
        move = choose(socket.frame["legal"])
        self.played(socket, move)
        return move

    def played(self, socket: Socket, move: str) -> Frame:
        """This move, and then its news at the first seat."""
        frame = socket.play(move)
        self.follow(socket)
        return frame

    def follow(self, mover: Socket) -> None:
        """Wait until the first seat knows as well as the mover who is awaited now."""
        awaited = who(mover.frame)
        self.sockets[0].until(lambda frame: frame["over"] or who(frame) == awaited)


def who(frame: Frame) -> list[int]:
    """The seats that are awaited."""
    return [one["seat"] for one in frame["seats"] if one["awaited"]]


def gather(guests: Sequence[Guest], game: str, **options: int | str | bool) -> Party:
    """Everybody at a new table, which the first opens."""
    return Party(guests, guests[0].open(game, "me", *["friend"] * (len(guests) - 1), **options))


def by_chance(seed: int) -> Choice:
    """Any legal move, but rather the end of a turn than not."""
    chance = random.Random(seed)
    return lambda legal: "END" if "END" in legal and chance.random() < 0.85 else chance.choice(legal)
