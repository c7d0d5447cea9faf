"""The panel between the benches: the turn, the sample received, the gift, the catalysts, and END or the result."""

from collections.abc import Iterator

from ludotheque.art import Svg, clip, emblem, g, path, rect, target, title, width
from ludotheque.art import text as draw_text
from ludotheque.games.alchemy.board.pieces import draw_coin, draw_flask, draw_token
from ludotheque.games.alchemy.board.scene import Scene
from ludotheque.games.alchemy.board.sentences import (
    describe_catalysts,
    describe_element,
    describe_end,
    describe_end_cost,
    describe_gift,
    describe_gold,
    describe_pair,
    describe_player,
    describe_sample_state,
    describe_turn,
    describe_winner,
    join_words,
)
from ludotheque.games.alchemy.rules import ELEMENTS

WIDE = 236  # width of every card
SAMPLE, GIFT, CATALYSTS, END = 112, 148, 104, 68  # heights of the cards


def draw_turn(scene: Scene) -> Iterator[Svg]:
    yield draw_text(4, 26, describe_turn(scene), "serif f26")
    line = scene.say("the end") if scene.over else describe_player(scene)
    yield draw_text(4, 52, clip(line, 20, WIDE - 8), "f20 al-mine to-move" if scene.mine else "soft f20 to-move")


def draw_cards(scene: Scene) -> Iterator[Svg]:
    if scene.over:
        yield draw_result_card(scene)
    else:
        yield from (draw_sample_card(scene), draw_gift_card(scene), draw_catalysts_card(scene))


def draw_sample_card(scene: Scene) -> Svg:
    """Draw the pair received, in the order in which it is placed."""
    state = describe_sample_state(scene)
    tone = "goodtext" if scene.has_placed else "" if scene.can_place else "warntext"
    cls = "ghosted" if scene.has_placed else None
    return g(
        title(f"{join_words(scene, scene.say('Received'), describe_pair(scene, scene.sample))} ({state})"),
        rect(1, 1, WIDE - 2, SAMPLE - 2, "card-bg", 16),
        draw_text(16, 27, scene.say("Received"), "soft f20"),
        draw_text(WIDE - 16, 27, state, f"end f18 {tone}".strip()),
        g(*draw_pair(scene.sample), at=(44, 37), cls=cls, id=f"{scene.gid}-sample"),
    )


def draw_pair(pair: list[int]) -> Iterator[Svg]:
    yield rect(0, 0, 148, 66, "well", 18)
    yield draw_token(pair[0], 36, 33, 54)
    yield path("M68 33 H80 M75 28 l5 5 l-5 5", "softline")
    yield draw_token(pair[1], 112, 33, 54)


def draw_gift_card(scene: Scene) -> Svg:
    """Draw the pair for the rival, chosen or to choose; without a choice the rival gets the same sample (AL-9)."""
    label = scene.say("Gift to {name}").format(name=scene.names[scene.rival])
    inside = draw_gift_choice(scene) if scene.legal.ones else draw_gift(scene)
    return g(
        title(describe_gift(scene)),
        rect(1, 1, WIDE - 2, GIFT - 2, "card-bg", 16),
        draw_text(16, 27, clip(label, 20, WIDE - 20), "soft f20"),
        *inside,
        at=(0, SAMPLE + 8),
    )


def draw_gift_choice(scene: Scene) -> Iterator[Svg]:
    """Draw a row for the first element and a row for the second."""
    say = scene.say
    for element in sorted(scene.legal.ones):
        says = say("Gift, first element: {element}").format(element=describe_element(scene, element))
        yield draw_swatch("GIVE", element, 54, says, id=f"{scene.gid}-one{element}", data_one=element)
    for element in sorted(scene.legal.twos):
        says = say("Gift, second element: {element}").format(element=describe_element(scene, element))
        yield draw_swatch("GIVE", element, 96, says, id=f"{scene.gid}-two{element}", data_two=element)
    yield draw_text(14, 61, "1", "mid soft f18")
    yield draw_text(14, 103, "2", "mid soft f18")
    yield draw_text(16, 137, say("else the same again"), "soft f18")


def draw_gift(scene: Scene) -> Iterator[Svg]:
    """Draw the pair that the rival will receive, pale until it is chosen."""
    cls = None if scene.has_given else "ghosted"
    one, two = scene.next_sample
    why = scene.why_not(f"GIVE {one} {two}")
    yield g(*draw_pair(scene.next_sample), at=(44, 40), cls=cls, id=f"{scene.gid}-gift", data_why=why)
    state = scene.say("chosen") if scene.has_given else scene.say("the same, so far")
    yield draw_text(WIDE / 2, 134, state, "mid f18 goodtext" if scene.has_given else "mid f18 soft")


def column_of(element: int) -> float:
    """Return the x of an element in a row of all five."""
    return 44 + 41 * (element - 1)


def draw_swatch(kind: str, element: int, y: float, says: str, **data: str | int) -> Svg:
    """Draw a small token that can be clicked, in a row of five."""
    ring, token = rect(-19, -19, 38, 38, "ring", 11), draw_token(element, 0, 0, 33)
    return target(ring, token, says=says, at=(column_of(element), y), cls="al-swatch", data_kind=kind, **data)


def draw_catalysts_card(scene: Scene) -> Svg:
    """Draw the number of catalysts, and the elements that a cell can be changed into."""
    count = describe_catalysts(scene, scene.catalysts)
    return g(
        title(scene.say("Catalysts: {catalysts}").format(catalysts=count)),
        rect(1, 1, WIDE - 2, CATALYSTS - 2, "card-bg", 16),
        draw_text(16, 33, scene.say("Catalysts"), "soft f20"),
        draw_flask(WIDE - 38 - width(str(scene.catalysts), 24), 27, 1),
        draw_text(WIDE - 16, 35, scene.catalysts, "end f24"),
        *draw_catalyst_choice(scene),
        at=(0, SAMPLE + GIFT + 16),
    )


def draw_catalyst_choice(scene: Scene) -> Iterator[Svg]:
    """Draw the five elements; those that cannot be chosen now are pale."""
    for element in range(1, ELEMENTS + 1):
        if element in scene.legal.elements:
            says = scene.say("Change a cell into {element}").format(element=describe_element(scene, element))
            yield draw_swatch("CATALYSE", element, 74, says, id=f"{scene.gid}-el{element}", data_element=element)
        else:
            why = scene.why_not(f"CATALYSE 0 {scene.seat} {element}")
            yield draw_token(element, column_of(element), 74, 33, "al-pale", data_why=why)
    yield path("M8 74 h12 m-5 -5 l5 5 l-5 5", "softline")


def draw_end(scene: Scene) -> Iterator[Svg]:
    if scene.mine:
        yield draw_end_button(scene)
    elif not scene.over:
        yield from draw_waiting(scene)


def draw_end_button(scene: Scene) -> Svg:
    """Draw the button for END, with a warning if END would cost something."""
    cost = describe_end_cost(scene)
    tone = "al-button al-danger" if scene.would_empty else "al-button"
    return target(
        rect(1, 1, WIDE - 2, END - 2, tone, 16),
        rect(1, 1, WIDE - 2, END - 2, "ring", 16),
        draw_text(WIDE / 2, 31 if cost else 43, scene.say("End the turn"), "mid f24"),
        draw_text(WIDE / 2, 55, cost, "mid f18") if cost else None,
        says=describe_end(scene),
        cls="al-finish to-bar",
        id=f"{scene.gid}-end",
        data_kind="END",
        data_move="END",
    )


def draw_waiting(scene: Scene) -> Iterator[Svg]:
    """Draw whose turn it is, and what END would cost them now."""
    cost = describe_end_cost(scene)
    yield title(describe_end(scene))
    yield rect(1, 1, WIDE - 2, END - 2, "card-bg", 16)
    yield draw_text(WIDE / 2, 29 if cost else 41, clip(describe_player(scene), 20, WIDE - 24), "mid f20")
    if cost:
        yield draw_text(WIDE / 2, 53, cost, "mid f18 warntext" if scene.would_empty else "mid f18 soft")


def draw_result_card(scene: Scene) -> Svg:
    """Draw who won, in the place of the three cards."""
    middle, high = WIDE / 2, SAMPLE + GIFT + CATALYSTS + 16
    winners = scene.winners
    return g(
        rect(2, 2, WIDE - 4, high - 4, "al-over", 16),
        *(emblem(seat, middle + 80 * (i - (len(winners) - 1) / 2), 92, 36) for i, seat in enumerate(winners)),
        draw_text(middle, 190, clip(describe_winner(scene), 26, WIDE - 20), "mid serif f26"),
        draw_coin(middle, 232, 15),
        draw_text(middle, 278, describe_gold(scene), "mid f20"),
        draw_text(middle, 326, scene.say("what is left on a bench"), "mid soft f18"),
        draw_text(middle, 348, scene.say("is worth nothing"), "mid soft f18"),
    )
