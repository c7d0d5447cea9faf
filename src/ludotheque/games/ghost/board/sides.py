"""Beside the map: a card a side, the turn, the league, and the end of the turn or of the match."""

from collections.abc import Iterator

from ludotheque.art import Svg, circle, clip, el, emblem, g, path, rect, signed, target, title, width
from ludotheque.art import text as words
from ludotheque.games.ghost.board.bombs import icon
from ludotheque.games.ghost.board.scene import Scene, cyborg_count, order_count
from ludotheque.games.ghost.turn import BOMBS, SEATS, TURNS

CARD, TALL, MIDDLE = 256, 84, 520


def cards(scene: Scene) -> Iterator[Svg]:
    for seat in range(SEATS):
        yield g(*card(scene, seat), cls=f"gh-card{seat}")


def card(scene: Scene, seat: int) -> Iterator[Svg]:
    """Who, the score (GC-13), what is made a turn, the bombs left."""
    won = " gh-won" if scene.view.over and seat in winners(scene) else ""
    yield title(card_title(scene, seat))
    yield rect(1, 1, CARD - 2, TALL - 2, f"card-bg{won}", 14)
    yield emblem(seat, 24, 25, 12)
    yield name_words(scene, seat)
    if not scene.view.over and seat not in scene.view.active:
        yield path(f"M{CARD - 34} 25 l7 8 l13 -16", "yes")
    yield el("text", *score_words(scene, seat), x=14, y=70, cls="f22")
    if scene.view.league >= 2:
        yield from bombs_left(scene, seat)


def name_words(scene: Scene, seat: int) -> Svg:
    you = " " + scene.say("(you)") if seat == scene.seat else ""
    tick = 0 if scene.view.over or seat in scene.view.active else 30
    name = clip(scene.names[seat], 22, CARD - 58 - tick - width(you, 22) * 0.85)
    return el("text", name, el("tspan", you, cls="soft") if you else None, x=46, y=33, cls="f22")


def score_words(scene: Scene, seat: int) -> Iterator[Svg]:
    now, full = scene.makes(seat)
    yield el("tspan", str(scene.scores[seat]), cls="serif f32")
    yield el("tspan", signed(now) if now else "+0", dx=10)
    if full > now:
        yield el("tspan", f"/{full}", cls="soft")


def bombs_left(scene: Scene, seat: int) -> Iterator[Svg]:
    """Those that are gone are pale, those that have orders are ringed."""
    left = scene.view.bombs[seat]
    ordered = sum(not order.cyborgs for order in scene.orders) if seat == scene.seat else 0
    for i in range(BOMBS):
        x = CARD - 66 + 38 * i
        yield icon(x, 59, 0.8, None if i < left else "ghosted")
        if left - ordered <= i < left:
            yield circle(x, 60, 17, "gh-ordered")


def card_title(scene: Scene, seat: int) -> str:
    now, full = scene.makes(seat)
    sentence = scene.say("{name}: {cyborgs} in factories and troops, {now} of {full} made this turn").format(
        name=scene.names[seat], cyborgs=cyborg_count(scene, scene.scores[seat]), now=now, full=full
    )
    return sentence if scene.view.league < 2 else f"{sentence}, {bomb_words(scene, seat)}"


def bomb_words(scene: Scene, seat: int) -> str:
    return scene.say("bombs left: {bombs}").format(bombs=scene.view.bombs[seat])


def middle(scene: Scene) -> Svg:
    return g(*(end_panel(scene) if scene.view.over else turn_panel(scene)), cls="gh-mid")


def turn_panel(scene: Scene) -> Iterator[Svg]:
    """The turn and the league; at the right the button, or whom the table waits for."""
    yield words(6, 38, turn_words(scene), "serif f28")
    yield words(6, 70, league_words(scene), "soft f22")
    if scene.mine:
        yield end_button(scene)
    else:
        yield words(MIDDLE - 6, 36, scene.say("awaited:"), "soft f22 end")
        yield words(MIDDLE - 6, 70, clip(awaited(scene), 22, 280), "f22 end")


def end_button(scene: Scene) -> Svg:
    label = scene.say("End the turn")
    says = label + (f" ({order_count(scene)})" if scene.orders or scene.incs else "")
    return target(
        rect(0, 0, 230, 68, "gh-button", 16),
        rect(0, 0, 230, 68, "ring", 16),
        words(115, 43, label, "mid f26 onaccent"),
        says=says,
        at=(MIDDLE - 232, 8),
        cls="gh-end",
        id=f"{scene.gid}-end",
        data_move="END",
    )


def awaited(scene: Scene) -> str:
    return ", ".join(scene.names[seat] for seat in scene.view.active)


def turn_words(scene: Scene) -> str:
    """Turns are counted from one; a finished match names the last."""
    turn = scene.view.turn + (not scene.view.over)
    return scene.say("Turn {turn} of {turns}").format(turn=turn, turns=TURNS)


def league_words(scene: Scene) -> str:
    league = scene.say("league {league}").format(league=scene.view.league)
    return f"{league} · {order_count(scene)}" if scene.seat >= 0 and not scene.view.over else league


def end_panel(scene: Scene) -> Iterator[Svg]:
    """Who won, and why it is over."""
    yield rect(2, 2, MIDDLE - 4, TALL - 4, "gh-over", 16)
    size = 32 if width(verdict(scene), 32) <= MIDDLE - 110 else 24
    sentence = clip(verdict(scene), size, MIDDLE - 80)
    yield words(MIDDLE / 2, 40, sentence, f"mid serif f{size}")
    for seat, side in zip(winners(scene), (-1, 1)):
        yield emblem(seat, MIDDLE / 2 + side * (width(sentence, size) * 0.42 + 26), 29, 13)
    why = reason(scene) if scene.view.turn >= TURNS else f"{reason(scene)} · {turn_words(scene)}"
    yield words(MIDDLE / 2, 68, clip(why, 18, MIDDLE - 8), "mid soft f18")


def winners(scene: Scene) -> list[int]:
    return [seat for seat, score in enumerate(scene.scores) if score == max(scene.scores)]


def verdict(scene: Scene) -> str:
    seats = winners(scene)
    if len(seats) > 1:
        return scene.say("A draw")
    return scene.say("{name} wins").format(name=clip(scene.names[seats[0]], 24, 290))


def reason(scene: Scene) -> str:
    """Why the match is over (GC-14, GC-15)."""
    view, say = scene.view, scene.say
    out = [seat for seat in range(SEATS) if view.out[seat]]
    if len(out) > 1:
        return say("both sides are out")
    if out:
        return say("{name} is out").format(name=clip(scene.names[out[0]], 18, 150))
    if view.turn >= TURNS:
        return say("all turns are played")
    return say("no cyborgs, no production")


def headline(scene: Scene) -> str:
    """Turn and task in one sentence."""
    say = scene.say
    if scene.view.over:
        task = f"{verdict(scene)}: {reason(scene)}."
    elif scene.mine:
        task = say("Give your orders, then end the turn.")
    else:
        task = say("Orders of {names} are awaited.").format(names=awaited(scene))
    return f"Ghost in the Cell. {turn_words(scene)}. {task}"
