"""Beside the map: a card for each side, the turn or the result, and the sentence that says what to do next."""

from collections.abc import Iterator

from ludotheque.art import Say, Svg, View, circle, clip, el, emblem, g, path, rect, signed, target, title, width
from ludotheque.art import text as words
from ludotheque.games.ghost.board.flights import draw_bomb_icon
from ludotheque.games.ghost.board.scene import Scene, format_cyborgs, format_orders
from ludotheque.games.ghost.turn import BOMBS, SEATS, TURNS

CARD_WIDTH, HEIGHT, MIDDLE_WIDTH = 256, 84, 520

# The two sides


def draw_cards(scene: Scene) -> Iterator[Svg]:
    for seat in range(SEATS):
        yield g(*draw_card(scene, seat), cls=f"gh-card{seat}")


def draw_card(scene: Scene, seat: int) -> Iterator[Svg]:
    """Name, score (GC-13), production, and the bombs that are left."""
    won = " gh-won" if scene.view.over and seat in scene.winners else ""
    yield title(describe_side(scene, seat))
    yield rect(1, 1, CARD_WIDTH - 2, HEIGHT - 2, f"card-bg{won}", 14)
    yield emblem(seat, 24, 25, 12)
    yield draw_name(scene, seat)
    if has_ended(scene, seat):
        yield path(f"M{CARD_WIDTH - 34} 25 l7 8 l13 -16", "yes")
    yield el("text", *draw_score(scene, seat), x=14, y=70, cls="f22")
    if scene.view.league >= 2:
        yield from draw_bombs_left(scene, seat)


def has_ended(scene: Scene, seat: int) -> bool:
    return not scene.view.over and seat not in scene.view.active


def draw_name(scene: Scene, seat: int) -> Svg:
    you = " " + scene.say("(you)") if seat == scene.seat else ""
    tick = 30 if has_ended(scene, seat) else 0
    name = clip(scene.names[seat], 22, CARD_WIDTH - 58 - tick - width(you, 22) * 0.85)
    return el("text", name, el("tspan", you, cls="soft") if you else None, x=46, y=33, cls="f22")


def draw_score(scene: Scene, seat: int) -> Iterator[Svg]:
    now, full = scene.count_production(seat)
    yield el("tspan", str(scene.scores[seat]), cls="serif f32")
    yield el("tspan", signed(now) if now else "+0", dx=10)
    if full > now:
        yield el("tspan", f"/{full}", cls="soft")


def draw_bombs_left(scene: Scene, seat: int) -> Iterator[Svg]:
    """Used bombs are pale; bombs that have orders have a ring."""
    left = scene.view.bombs[seat]
    ordered = sum(not order.cyborgs for order in scene.orders) if seat == scene.seat else 0
    for i in range(BOMBS):
        x = CARD_WIDTH - 66 + 38 * i
        yield draw_bomb_icon(x, 59, 0.8, None if i < left else "ghosted")
        if left - ordered <= i < left:
            yield circle(x, 60, 17, "gh-ordered")


def describe_side(scene: Scene, seat: int) -> str:
    now, full = scene.count_production(seat)
    sentence = scene.say("{name}: {cyborgs} in factories and troops, {now} of {full} made this turn").format(
        name=scene.names[seat], cyborgs=format_cyborgs(scene, scene.scores[seat]), now=now, full=full
    )
    return sentence if scene.view.league < 2 else f"{sentence}, {describe_bombs_left(scene, seat)}"


def describe_bombs_left(scene: Scene, seat: int) -> str:
    return scene.say("bombs left: {bombs}").format(bombs=scene.view.bombs[seat])


# The turn, or the result


def draw_middle(scene: Scene) -> Svg:
    return g(*(draw_result(scene) if scene.view.over else draw_turn(scene)), cls="gh-mid")


def draw_turn(scene: Scene) -> Iterator[Svg]:
    """Turn and league; at the right the button that ends the turn, or the names of the awaited seats."""
    yield words(6, 38, describe_turn(scene), "serif f28")
    yield words(6, 70, describe_league(scene), "soft f22")
    if scene.mine:
        yield draw_end_button(scene)
    else:
        yield words(MIDDLE_WIDTH - 6, 36, scene.say("awaited:"), "soft f22 end to-move")
        yield words(MIDDLE_WIDTH - 6, 70, clip(list_awaited(scene), 22, 280), "f22 end to-move")


def draw_end_button(scene: Scene) -> Svg:
    label = scene.say("End the turn")
    says = label + (f" ({format_orders(scene)})" if scene.orders or scene.incs else "")
    return target(
        rect(0, 0, 230, 68, "gh-button", 16),
        rect(0, 0, 230, 68, "ring", 16),
        words(115, 43, label, "mid f26 onaccent"),
        says=says,
        at=(MIDDLE_WIDTH - 232, 8),
        cls="gh-end to-move to-bar",
        id=f"{scene.gid}-end",
        data_move="END",
    )


def draw_result(scene: Scene) -> Iterator[Svg]:
    yield rect(2, 2, MIDDLE_WIDTH - 4, HEIGHT - 4, "gh-over", 16)
    size = 32 if width(describe_result(scene), 32) <= MIDDLE_WIDTH - 110 else 24
    sentence = clip(describe_result(scene), size, MIDDLE_WIDTH - 80)
    yield words(MIDDLE_WIDTH / 2, 40, sentence, f"mid serif f{size}")
    for seat, side in zip(scene.winners, (-1, 1)):
        yield emblem(seat, MIDDLE_WIDTH / 2 + side * (width(sentence, size) * 0.5 + 30), 29, 13)
    reason = describe_reason(scene)
    why = reason if scene.view.turn >= TURNS else f"{reason} · {describe_turn(scene)}"
    yield words(MIDDLE_WIDTH / 2, 68, clip(why, 18, MIDDLE_WIDTH - 8), "mid soft f18")


# The state of the match in words


def hint(view: View, seat: int, say: Say = str) -> str:
    """Return what an awaited seat can click next, whom all others wait for, or who won."""
    scene = Scene(view, seat, say, view.names)
    if not scene.mine:
        return describe_state(scene)
    kinds = {move.split()[0] for move in view.legal(seat)}
    if kinds == {"END"}:
        return say("No more orders can be given: end the turn.")
    if "MOVE" in kinds:
        return say(
            "Click one of your factories, then where its cyborgs go, then how many. End the turn when all is said."
        )
    return say("Give the orders that are left, or end the turn.")


def write_headline(scene: Scene) -> str:
    """Return the name of the drawing for screen readers."""
    return f"Ghost in the Cell. {describe_state(scene)}"


def describe_state(scene: Scene) -> str:
    """Return the turn, and what the viewer does or waits for, or who won."""
    say = scene.say
    if scene.view.over:
        task = say("{result}: {reason}.").format(result=describe_result(scene), reason=describe_reason(scene))
    elif scene.mine:
        task = say("Give your orders, then end the turn.")
    else:
        task = say("Orders of {names} are awaited.").format(names=list_awaited(scene))
    return f"{describe_turn(scene)}. {task}"


def describe_turn(scene: Scene) -> str:
    """Turns are counted from one; a finished match names the last."""
    turn = scene.view.turn + (not scene.view.over)
    return scene.say("Turn {turn} of {turns}").format(turn=turn, turns=TURNS)


def describe_league(scene: Scene) -> str:
    league = scene.say("league {league}").format(league=scene.view.league)
    return f"{league} · {format_orders(scene)}" if scene.seat >= 0 and not scene.view.over else league


def list_awaited(scene: Scene) -> str:
    return ", ".join(scene.names[seat] for seat in scene.view.active)


def describe_result(scene: Scene) -> str:
    if len(scene.winners) > 1:
        return scene.say("A draw")
    return scene.say("{name} wins").format(name=clip(scene.names[scene.winners[0]], 24, 290))


def describe_reason(scene: Scene) -> str:
    """Return why the match is over (GC-14, GC-15)."""
    view, say = scene.view, scene.say
    out = [seat for seat in range(SEATS) if view.out[seat]]
    if len(out) > 1:
        return say("both sides are out")
    if out:
        return say("{name} is out").format(name=clip(scene.names[out[0]], 18, 150))
    if view.turn >= TURNS:
        return say("all turns are played")
    return say("no cyborgs, no production")
