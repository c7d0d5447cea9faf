"""Pebbles: take one, two or three; whoever takes the last one wins."""

from ludotheque.game import Game, Option

game = Game(
    __name__,
    title="Pebbles",
    about="Take one, two or three; whoever takes the last one wins.",
    seats=range(2, 5),
    version=1,
    outcome=("won",),
    options={"pebbles": Option(21, "How many lie on the table.", low=1, high=1000)},
)
