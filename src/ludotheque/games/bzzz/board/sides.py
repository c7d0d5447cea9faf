"""Beside the field: the turn, a card a player, and the legend."""

from collections.abc import Iterator

from ludotheque.art import Svg, clip, el, g, line, rect, title, width
from ludotheque.art import text as words
from ludotheque.games.bzzz.board.pieces import bee, blossom, drop, hive, honey, small_bee, spark, turns_out
from ludotheque.games.bzzz.board.scene import Flower, Scene
from ludotheque.games.bzzz.board.sentences import card_words, kind_facts, kind_name, player_words, turn_words
from ludotheque.games.bzzz.board.space import CARD, LEGEND
from ludotheque.games.bzzz.forage import CARRIES
from ludotheque.games.bzzz.rules import DRONE, SCOUT, WORKER

HIGH, GAP = 58, 4
ROW = 56  # of the legend
SEEN = Flower(0, 0, 0, 2, True, 30, False, -1, -1, -1)
UNSEEN = SEEN._replace(gain=-1)
EMPTY = SEEN._replace(is_empty=True)


def head(scene: Scene) -> Svg:
    """The turn, and whether it is the viewer's."""
    turn = words(4, 30, turn_words(scene), "serif f24")
    said = scene.say("the end") if scene.over else player_words(scene) if scene.mine else ""
    fits = width(turn_words(scene), 24) * 0.8 + width(said, 20) * 0.8 < CARD - 4
    tone = "end f20 bz-mine" if scene.mine else "end soft f20"
    return g(turn, words(CARD - 6, 30, said, tone) if said and fits else None, cls="bz-head")


def cards(scene: Scene) -> Svg:
    return g(*(card(scene, seat) for seat in scene.seats), cls="bz-cards")


def card(scene: Scene, seat: int) -> Svg:
    """Who, how many bees of each kind, and the nectar in the hive, if it is known."""
    marked = scene.winners if scene.over else [scene.player]
    state = ("won" if scene.over else "now") if seat in marked else ""
    return g(
        title(card_words(scene, seat)),
        rect(1, 1, CARD - 2, HIGH - 2, f"card-bg {state}".strip(), 12),
        hive(seat, 29, 29, 1.2),
        name_words(scene, seat),
        *kinds(scene, seat),
        drop(CARD - 68, 29, 1.1),
        stock(scene, seat),
        at=(0, seat * (HIGH + GAP)),
    )


def name_words(scene: Scene, seat: int) -> Svg:
    you = " " + scene.say("(you)") if seat == scene.seat else ""
    name = clip(scene.names[seat], 20, CARD - 130 - width(you, 20) * 0.8)
    return el("text", name, el("tspan", you, cls="soft") if you else None, x=54, y=24, cls="f20")


def kinds(scene: Scene, seat: int) -> Iterator[Svg]:
    for kind, count in enumerate(scene.counts(seat)):
        x = 64 + 52 * kind
        yield small_bee(kind, seat, x, 42, 0.62)
        yield words(x + 13, 49, count, "soft f20")


def stock(scene: Scene, seat: int) -> Svg:
    nectar = scene.stocks[seat]
    label = "?" if nectar < 0 else str(nectar)
    size = 26 if len(label) < 4 else 20
    return words(CARD - 52, 38, label, f"f{size} soft" if nectar < 0 else f"f{size}")


def legend(scene: Scene) -> Iterator[Svg]:
    """Bees, then flowers and fights: two cards, so that a phone has them side by side."""
    yield g(*frame(), *rows(bee_rows(scene)), cls="bz-bees")
    yield g(*frame(), *rows(flower_rows(scene)), cls="bz-flowers")


def frame() -> Iterator[Svg]:
    yield rect(1, 1, LEGEND - 2, 5 * ROW + 6, "card-bg", 16)


Row = tuple[Svg, str, str]


def rows(entries: list[Row]) -> Iterator[Svg]:
    for i, (icon, name, facts) in enumerate(entries):
        y = 4 + i * ROW
        yield g(icon, at=(31, y + ROW / 2))
        yield words(62, y + 24, name, "f20")
        yield words(62, y + 47, facts, "soft f20")


def bee_rows(scene: Scene) -> list[Row]:
    say, seat = scene.say, max(scene.seat, 0)
    kinds = [
        (small_bee(kind, seat, 0, 0, 1.15), kind_name(scene, kind), kind_facts(scene, kind)) for kind in (WORKER, DRONE)
    ]
    facts = say("carries {carries}, diagonals").format(carries=CARRIES[SCOUT])
    scout = small_bee(SCOUT, seat, 0, 0, 1.15), kind_name(scene, SCOUT), facts
    full = g(*bee(WORKER, seat), honey(7, 12), scale=1.1, cls=f"s{seat}")
    out = g(*bee(WORKER, seat), turns_out(3), scale=1.1, cls=f"s{seat} ko")
    load = full, say("honey bar"), say("its load, if known")
    return [*kinds, scout, load, (out, say("knocked out"), say("turns it misses"))]


def flower_rows(scene: Scene) -> list[Row]:
    say = scene.say
    icons = [g(*blossom(flower)) for flower in (SEEN, UNSEEN, EMPTY)]
    fight = g(line(-18, 10, 18, -10, "fight"), spark(11))
    soon = g(line(-18, 10, 18, -10, "contact"), spark(10, "bz-soon"))
    return [
        (icons[0], say("flower"), say("last yield seen")),
        (icons[1], say("unknown"), say("never foraged")),
        (icons[2], say("empty"), say("as you found it")),
        (fight, say("skirmish"), say("in the last turn")),
        (soon, say("contact"), say("fight if it ends now")),
    ]
