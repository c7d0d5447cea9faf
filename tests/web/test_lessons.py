"""First games: a lesson at a real table, played by what a person sees, and left at any moment."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import ludotheque as lt
from ludotheque import loops
from ludotheque.checks.browser_user import BrowserUser, KeyboardUser, TouchUser
from ludotheque.checks.fixtures import OpenBrowser
from ludotheque.checks.lessons import walk_lesson
from ludotheque.match import Match
from ludotheque.view import View
from ludotheque.web.lessons import count_followed, describe_lesson, find_reply, read_lesson
from tests.web.axe import find_faults

MOST_CLICKS = 80

# What changes with every click: the step, what it points at, and what is chosen.
SHOWN = """() => {
  const box = document.querySelector(".lesson");
  const rings = [...document.querySelectorAll(".lesson-ring")].map((ring) => ring.style.cssText);
  const chosen = [...document.querySelectorAll(".stage .selected")].map((one) => one.id);
  return JSON.stringify([box.hidden, box.querySelector("[data-place]").textContent, rings, chosen]);
}"""
IS_READY = """old => {
  const [box, ring] = [document.querySelector(".lesson"), document.querySelector(".lesson-ring")];
  const isQuiet = !document.querySelector(".stage.busy, .table.stepping");
  const canGoOn = box.hidden || !box.querySelector("[data-next]").hidden || ring?.getBoundingClientRect().width > 20;
  return isQuiet && canGoOn && (SHOWN)() !== old;
}""".replace("SHOWN", SHOWN)
# The point in the middle of what the first ring surrounds.
RING = """() => {
  const box = document.querySelector(".lesson-ring").getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}"""

# Whether the focus is on the button of the lesson, or else on what the first ring surrounds.
HAS_FOCUS = """() => {
  const next = document.querySelector("[data-next]");
  const at = next.hidden ? document.elementFromPoint(...(RING)()).closest("[tabindex], button") : next;
  return at === document.activeElement;
}""".replace("RING", RING)


def begin(user: BrowserUser, game: str) -> Page:
    """Open a first game with one click on the home page."""
    user.first_game(game)
    expect(user.page.locator(".lesson")).to_be_visible()
    return user.page


def do_as_told(user: BrowserUser, page: Page) -> None:
    """Press the button of the lesson, or else what it points at; by keys, whatever has the focus."""
    button = page.locator("[data-next]")
    if isinstance(user, KeyboardUser):
        page.wait_for_function(HAS_FOCUS)
        page.keyboard.press("Enter")
    elif button.is_visible():
        user.press(button)
    elif isinstance(user, TouchUser):
        page.touchscreen.tap(*page.evaluate(RING))
    else:
        page.mouse.click(*page.evaluate(RING))


def follow(user: BrowserUser, page: Page) -> list[str]:
    """Do as told until the lesson is over; return its sentences."""
    said: list[str] = []
    shown = ""
    for _ in range(MOST_CLICKS):
        page.wait_for_function(IS_READY, arg=shown)
        if page.locator(".lesson").is_hidden():
            return list(dict.fromkeys(said))
        said.append(page.locator("[data-says]").inner_text())
        shown = page.evaluate(SHOWN)
        do_as_told(user, page)
    raise AssertionError(f"no end after {MOST_CLICKS} clicks: {said[-1]}")


@pytest.mark.parametrize(
    ("kind", "locale", "code"),
    [(BrowserUser, "en-GB", "en"), (TouchUser, "fr-FR", "fr"), (KeyboardUser, "en-GB", "en")],
)
def test_a_lesson_is_played_by_doing_as_told(
    open_browser: OpenBrowser, kind: type[BrowserUser], locale: str, code: str
) -> None:
    lesson = read_lesson(lt.load("emile"))
    assert lesson is not None
    user = open_browser(kind, locale=locale)
    page = begin(user, "emile")
    assert follow(user, page) == [step.describe(code) for step in lesson.steps]
    assert user.moves == lesson.moves_of(0)
    expect(page.locator(".step .hint")).to_be_visible()
    assert user.read_board().turn == "mine"


def test_another_move_is_forgiven_and_nothing_is_played(open_browser: OpenBrowser) -> None:
    user = open_browser()
    page = begin(user, "emile")
    page.locator("[data-next]").click()
    page.locator("#emile-stop").click()
    expect(page.locator("[data-again]")).to_have_text("That can wait: now try what is marked.")
    assert user.moves == []
    page.mouse.click(*page.evaluate(RING))
    expect(page.locator("[data-again]")).to_be_empty()


def test_what_a_lesson_says_covers_nothing_that_it_points_at(open_browser: OpenBrowser) -> None:
    user = open_browser(TouchUser)
    page = begin(user, "emile")
    user.press(page.locator("[data-next]"))
    page.wait_for_function(IS_READY, arg="")
    x, y = page.evaluate(RING)
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('.legal')?.id", [x, y]) == "emile-pick0"
    assert find_faults(page) == []


def test_a_skipped_lesson_leaves_the_match_to_the_player(open_browser: OpenBrowser) -> None:
    user = open_browser()
    page = begin(user, "emile")
    assert find_faults(page) == []
    page.locator("[data-skip]").click()
    expect(page.locator(".lesson")).to_be_hidden()
    expect(page.locator(".lesson-ring")).to_have_count(0)
    page.locator("#emile-stop").click()
    expect(page.locator("#emile-settle0")).to_be_visible()
    page.reload()
    expect(page.locator("#emile-settle0")).to_be_visible()
    expect(page.locator(".lesson")).to_have_count(0)


def test_a_lesson_goes_on_after_a_reload_and_after_an_undo(open_browser: OpenBrowser) -> None:
    user = open_browser()
    page = begin(user, "emile")
    while page.locator("[data-place]").inner_text()[0] != "4":
        shown = page.evaluate(SHOWN)
        do_as_told(user, page)
        page.wait_for_function(IS_READY, arg=shown)
    page.reload()
    expect(page.locator("[data-place]")).to_have_text("4/8")
    page.locator("[data-undo]").click()
    expect(page.locator("[data-place]")).to_have_text("3/8")


@pytest.mark.parametrize("game", [name for name in lt.names() if read_lesson(lt.load(name))])
def test_bots_play_as_the_lesson_says_only_while_it_is_followed(game: str) -> None:
    card = lt.load(game)
    lesson = read_lesson(card)
    assert lesson is not None
    *_, (match, _) = walk_lesson(card, lesson)
    assert count_followed(match, lesson.seat) == len(lesson.moves_of(lesson.seat))
    assert {count_followed(match, seat) for seat in range(-1, match.seats) if seat != lesson.seat} == {None}
    machine = loops.machine(card, interpreted=True)
    other = Match(card, len(lesson.seats), lesson.seed + 1, lesson.options, machine=machine)
    assert find_reply(other, 1) is None and describe_lesson(other, lesson.seat, "en") == []


# What the sentences of each lesson say has happened by its end.
FACTS: dict[str, Callable[[View], bool]] = {
    "alchemy": lambda view: view.gold[0] == 5 and view.catalysts == 0,
    "bzzz": lambda view: view.stock[0] == 11 and [ko[0] for ko in view.ko[:2]] == [0, 5],
    "emile": lambda view: view.score[0] == 0,  # the tixe
    "ghost": lambda view: [view.owner[i] for i in (1, 5, 2, 6)] == [0, 0, 1, 1] and view.bombs[0] == 1,
    "meduris": lambda view: view.points[0] == 5 + 1 + 2,
}


@pytest.mark.parametrize("game", FACTS)
def test_what_the_lesson_says_is_true(game: str) -> None:
    card = lt.load(game)
    lesson = read_lesson(card)
    assert lesson is not None
    *_, (match, _) = walk_lesson(card, lesson)
    assert FACTS[game](match.full_view(match.ply))
