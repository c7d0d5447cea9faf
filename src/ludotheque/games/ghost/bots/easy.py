"""Takes near factories that are weakly held, never raises production, does not avoid bombs, and often hesitates."""

from ludotheque.games.ghost.bots.by_rule import play_by_rule
from ludotheque.view import View

CHANGES = {
    "leaves_bombs": 0,
    "raises": 0,
    "saves": 0,
    "relays": 0,
    "joins": 0,
    "counts_help": 0,
}
IDLE = 0.35  # how often a factory gives no orders in a turn


def play(view: View) -> list[str]:
    held = sum(1 << factory for factory in range(view.count) if view.random.random() < IDLE)
    return play_by_rule(view, CHANGES, held)


if __name__ == "__main__":
    from ludotheque.protocol import speak

    speak(play)
