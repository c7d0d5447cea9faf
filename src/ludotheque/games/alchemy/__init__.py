"""Alchemy: two benches, five elements, and a gift to the rival every turn."""

from ludotheque.game import Contest, Game, Option

game = Game(
    __name__,
    title="Alchemy",
    about="Grow elements on your bench, turn them into gold, and mind what you give away.",
    seats=range(2, 3),
    version=1,
    outcome=("gold",),
    options={"first": Option(-1, "Who starts: a seat, or -1 to draw one.", low=-1, high=1)},
    bots={"easy": "easy", "medium": "medium", "hard": "hard", "champion": "champion"},
    fault="END",
    rules_rank_faults=True,
    contest=Contest(player="make_champion", replay="dump"),
    clock_seconds=(1.0, 1.0),
    opening_turns=6,
)
