"""Pebbles: take one, two or three; the player who takes the last one wins."""

from ludotheque.game import Game, Option

game = Game(
    __name__,
    title="Pebbles",
    about="Take one, two or three; the player who takes the last one wins.",
    seats=range(2, 5),
    version=1,
    outcome=("won",),
    options={"stones": Option(21, "Stones on the table at the start.", low=1, high=100)},
    quick={"stones": 9},
)
