"""The workshop: the turn, the sample received, the gift, the catalysts, and the end of the turn or of the match."""

from collections.abc import Iterator

from ludotheque.art import Svg, clip, emblem, g, path, rect, target, title, width
from ludotheque.art import text as words
from ludotheque.games.alchemy.board.pieces import coin, flask, token
from ludotheque.games.alchemy.board.scene import Scene
from ludotheque.games.alchemy.board.sentences import (
    catalyst_count,
    element_name,
    end_effect,
    end_words,
    gold_words,
    pair_name,
    player_words,
    sample_state,
    turn_words,
    verdict,
)
from ludotheque.games.alchemy.rules import ELEMENTS

WIDE = 236  # of every card
SAMPLE, GIFT, CATALYSTS, END = 112, 148, 104, 68  # how high they are


def turn_part(scene: Scene) -> Iterator[Svg]:
    yield words(4, 26, turn_words(scene), "serif f26")
    line = scene.say("the end") if scene.over else player_words(scene)
    yield words(4, 52, clip(line, 20, WIDE - 8), "f20 al-mine" if scene.mine else "soft f20")


def cards(scene: Scene) -> Iterator[Svg]:
    if scene.over:
        yield verdict_card(scene)
    else:
        yield from (sample_card(scene), gift_card(scene), catalysts_card(scene))


def sample_card(scene: Scene) -> Svg:
    """The pair received, in the order in which it is placed."""
    state = sample_state(scene)
    tone = "goodtext" if scene.has_placed else "" if scene.fits else "warntext"
    return g(
        title(f"{scene.say('Received')}: {pair_name(scene, scene.sample)} ({state})"),
        rect(1, 1, WIDE - 2, SAMPLE - 2, "card-bg", 16),
        words(16, 27, scene.say("Received"), "soft f20"),
        words(WIDE - 16, 27, state, f"end f18 {tone}".strip()),
        g(*plate(scene.sample), at=(44, 37), cls="ghosted" if scene.has_placed else None, id=f"{scene.gid}-sample"),
    )


def plate(pair: list[int]) -> Iterator[Svg]:
    yield rect(0, 0, 148, 66, "well", 18)
    yield token(pair[0], 36, 33, 54)
    yield path("M68 33 H80 M75 28 l5 5 l-5 5", "softline")
    yield token(pair[1], 112, 33, 54)


def gift_card(scene: Scene) -> Svg:
    """The pair for the rival: chosen, or to choose; without a choice the sample goes on as it is (AL-9)."""
    label = scene.say("Gift to {name}").format(name=scene.names[scene.rival])
    inside = gift_choice(scene) if scene.legal.ones else gift_plate(scene)
    return g(
        title(f"{label}: {pair_name(scene, scene.next_sample)}"),
        rect(1, 1, WIDE - 2, GIFT - 2, "card-bg", 16),
        words(16, 27, clip(label, 20, WIDE - 20), "soft f20"),
        *inside,
        at=(0, SAMPLE + 8),
    )


def gift_choice(scene: Scene) -> Iterator[Svg]:
    """A row for the first element, a row for the second."""
    say = scene.say
    for element in sorted(scene.legal.ones):
        says = say("Gift, first element: {element}").format(element=element_name(scene, element))
        yield swatch(scene, "GIVE", element, 54, says, id=f"{scene.gid}-one{element}", data_one=element)
    for element in sorted(scene.legal.twos):
        says = say("Gift, second element: {element}").format(element=element_name(scene, element))
        yield swatch(scene, "GIVE", element, 96, says, id=f"{scene.gid}-two{element}", data_two=element)
    yield words(14, 61, "1", "mid soft f18")
    yield words(14, 103, "2", "mid soft f18")
    yield words(16, 137, say("else the same again"), "soft f18")


def gift_plate(scene: Scene) -> Iterator[Svg]:
    """Pale as long as it is only what would happen without a choice."""
    cls = None if scene.has_given else "ghosted"
    yield g(*plate(scene.next_sample), at=(44, 40), cls=cls, id=f"{scene.gid}-gift")
    state = scene.say("chosen") if scene.has_given else scene.say("the same, so far")
    yield words(WIDE / 2, 134, state, "mid f18 goodtext" if scene.has_given else "mid f18 soft")


def column(element: int) -> float:
    return 44 + 41 * (element - 1)


def swatch(scene: Scene, kind: str, element: int, y: float, says: str, **data: str | int) -> Svg:
    """A small token to choose; the five stand in a row."""
    ring = rect(-19, -19, 38, 38, "ring", 11)
    return target(
        ring, token(element, 0, 0, 33), says=says, at=(column(element), y), cls="al-swatch", data_kind=kind, **data
    )


def catalysts_card(scene: Scene) -> Svg:
    """How many there are, and the elements that one can make of a cell."""
    count = catalyst_count(scene, scene.catalysts)
    return g(
        title(scene.say("Catalysts: {catalysts}").format(catalysts=count)),
        rect(1, 1, WIDE - 2, CATALYSTS - 2, "card-bg", 16),
        words(16, 33, scene.say("Catalysts"), "soft f20"),
        flask(WIDE - 38 - width(str(scene.catalysts), 24), 27, 1),
        words(WIDE - 16, 35, scene.catalysts, "end f24"),
        *catalyst_choice(scene),
        at=(0, SAMPLE + GIFT + 16),
    )


def catalyst_choice(scene: Scene) -> Iterator[Svg]:
    """What a cell can become; pale where there is nothing to choose."""
    for element in range(1, ELEMENTS + 1):
        if element in scene.legal.elements:
            says = scene.say("Change a cell into {element}").format(element=element_name(scene, element))
            yield swatch(scene, "CATALYSE", element, 74, says, id=f"{scene.gid}-el{element}", data_element=element)
        else:
            yield token(element, column(element), 74, 33, "al-pale")
    yield path("M8 74 h12 m-5 -5 l5 5 l-5 5", "softline")


def end_part(scene: Scene) -> Iterator[Svg]:
    if scene.mine:
        yield end_button(scene)
    elif not scene.over:
        yield from waiting(scene)


def end_button(scene: Scene) -> Svg:
    """The button warns where the turn's end would cost something."""
    effect = end_effect(scene)
    tone = "al-button al-danger" if scene.would_empty else "al-button"
    return target(
        rect(1, 1, WIDE - 2, END - 2, tone, 16),
        rect(1, 1, WIDE - 2, END - 2, "ring", 16),
        words(WIDE / 2, 31 if effect else 43, scene.say("End the turn"), "mid f24"),
        words(WIDE / 2, 55, effect, "mid f18") if effect else None,
        says=end_words(scene),
        cls="al-finish",
        id=f"{scene.gid}-end",
        data_kind="END",
        data_move="END",
    )


def waiting(scene: Scene) -> Iterator[Svg]:
    """Whom the table waits for, and what the turn's end would cost now."""
    effect = end_effect(scene)
    yield title(end_words(scene))
    yield rect(1, 1, WIDE - 2, END - 2, "card-bg", 16)
    yield words(WIDE / 2, 29 if effect else 41, clip(player_words(scene), 20, WIDE - 24), "mid f20")
    if effect:
        yield words(WIDE / 2, 53, effect, "mid f18 warntext" if scene.would_empty else "mid f18 soft")


def verdict_card(scene: Scene) -> Svg:
    """Who won: it stands where the cards of the turn stood."""
    middle, high = WIDE / 2, SAMPLE + GIFT + CATALYSTS + 16
    won = scene.winners
    return g(
        rect(2, 2, WIDE - 4, high - 4, "al-over", 16),
        *(emblem(seat, middle + 80 * (i - (len(won) - 1) / 2), 92, 36) for i, seat in enumerate(won)),
        words(middle, 190, clip(verdict(scene), 26, WIDE - 20), "mid serif f26"),
        coin(middle, 232, 15),
        words(middle, 278, gold_words(scene), "mid f20"),
        words(middle, 326, scene.say("what is left on a bench"), "mid soft f18"),
        words(middle, 348, scene.say("is worth nothing"), "mid soft f18"),
    )
