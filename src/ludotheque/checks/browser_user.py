"""Users with a real browser: by mouse, by touch and by keyboard."""

import json
import re
import time
from collections.abc import Iterable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request, WebSocket, expect

SIZE = {"width": 1280, "height": 1000}
PHONE = {"width": 360, "height": 740}
MOST_KEYS = 60  # key presses after which a target counts as unreachable
TIMEOUT = 30_000.0  # milliseconds to wait for the page
expect.set_options(timeout=TIMEOUT)  # a busy machine needs more than the usual five seconds

# The point where an element of the board can be clicked, or null.
POINT = """one => {
  const box = (one.querySelector(".ring") ?? one).getBoundingClientRect();
  for (const [right, down] of [[.5, .5], [.25, .25], [.75, .75], [.25, .75], [.75, .25], [.5, .15], [.5, .85]]) {
    const [x, y] = [box.left + box.width * right, box.top + box.height * down];
    if (document.elementFromPoint(x, y)?.closest(".legal") === one) return [x, y];
  }
  return null;
}"""

# What a player can see before a click: the state of the match, and the targets.
SNAPSHOT = f"""() => {{
  const room = document.getElementById("room");
  const stage = room.querySelector(".stage");
  if (!stage.querySelector("svg") || stage.classList.contains("busy")) return null;
  if (room.dataset.state !== "playing") return {{turn: room.dataset.state, targets: []}};
  const point = {POINT};
  const isShown = (one) => one.checkVisibility({{visibilityProperty: true, opacityProperty: true}})
    && getComputedStyle(one).pointerEvents !== "none" && one.getBoundingClientRect().width > 0;
  const targets = [...room.querySelectorAll(".stage .legal, .ends .legal")].filter(isShown).map((one) => ({{
    id: one.id,
    says: one.querySelector("title")?.textContent ?? one.textContent,
    data: {{...one.dataset}},
    at: point(one),
    selected: one.classList.contains("selected"),
  }}));
  const asks = room.querySelectorAll(".tray .asks button").length;
  const doubts = room.querySelector(".forecast.question") !== null;
  return {{turn: targets.length + asks ? "mine" : "theirs", targets, doubts}};
}}"""

FIND = f"id => ({POINT})(document.getElementById(id))"

# Scroll an element to the middle of a small window, and return the point where it can be tapped.
SCROLL_TO = f"""id => {{
  const one = document.getElementById(id);
  one.scrollIntoView({{block: "center"}});
  return ({POINT})(one);
}}"""

# The focused element, and the way from it to another one.
WAY = """id => {
  const middle = (one) => {
    const box = (one.querySelector(".ring") ?? one).getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [here, there] = [document.activeElement, document.getElementById(id)];
  return {at: here.id, inside: here.closest(".stage") !== null, from: middle(here), to: middle(there)};
}"""

Turn = Literal["waiting", "mine", "theirs", "over"]


@dataclass(frozen=True)
class Target:
    """An element of the board that can be clicked."""

    id: str
    says: str
    data: dict[str, str]
    at: tuple[float, float] | None  # where it can be clicked; None: it is covered
    selected: bool = False  # it is a part of the move already

    @property
    def move(self) -> str:
        """The complete move that a click plays, or ""."""
        return self.data.get("move", "")

    @property
    def kind(self) -> str:
        return self.move.partition(" ")[0] or self.data.get("kind", "")


@dataclass(frozen=True)
class BoardSnapshot:
    """The state of the match and the targets on the board, at one moment."""

    turn: Turn
    targets: list[Target]

    @property
    def covered(self) -> list[str]:
        """The ids of targets that cannot be clicked, because something covers them."""
        return [one.id for one in self.targets if one.at is None]

    def of(self, *kinds: str, **data: str) -> list[Target]:
        """Return the targets of these kinds (by default any) with these values."""
        fitting = [one for one in self.targets if not kinds or one.kind in kinds]
        return [one for one in fitting if data.items() <= one.data.items()]

    def parts(self, *names: str) -> list[Target]:
        """Return the targets that set one of these arguments of a move."""
        return [one for one in self.targets if not one.move and any(name in one.data for name in names)]


class BrowserUser:
    """A user with their own browser context; `faults` are the errors of its pages."""

    def __init__(self, browser: Browser, url: str, **context: Any) -> None:
        settings = {"viewport": SIZE, "reduced_motion": "reduce", "locale": "en-GB", **context}
        self.url = url
        self.context: BrowserContext = browser.new_context(base_url=url, **settings)
        self.context.set_default_timeout(TIMEOUT)
        self.faults: list[str] = []
        self.tables: list[str] = []  # addresses of the tables at which the user has sat down
        self.moves: list[str] = []  # moves that were sent at the last of them
        self.clicks = 0  # on the board and beside it
        self.expected_faults = ""  # a pattern of faults that the test causes itself
        self.context.on("console", self._console)
        self.context.on("weberror", lambda error: self.faults.append(str(error.error)))
        self.context.on("requestfailed", self._failed)
        self.page = self.open_page()

    def open_page(self) -> Page:
        """Open another tab; its moves are recorded too."""
        self.page = self.context.new_page()
        self.page.on("websocket", self._listen)
        return self.page

    def __enter__(self) -> "BrowserUser":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.context.close()

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda data: self._record(str(data)))

    def _record(self, text: str) -> None:
        message = json.loads(text)
        if message["do"] == "play":
            self.moves.append(message["move"])

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"{message.text} ({message.location.get('url', '')})")

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # the user has left the page
            self.faults.append(f"{request.url}: {request.failure}")

    def unexpected_faults(self) -> list[str]:
        return [fault for fault in self.faults if not (self.expected_faults and re.search(self.expected_faults, fault))]

    # Getting to a table

    def goto(self, path: str) -> Page:
        self.page.goto(path)
        return self.page

    def choose_table(self, game: str, seats: Iterable[str], **options: object) -> None:
        """Open a table with the form, starting at the home page."""
        page = self.goto("/")
        page.locator(f"a[href='/games/{game}']").last.click()
        page.locator("form.setup").wait_for()
        wanted = list(seats)
        for number, place in enumerate(page.locator("[name^=seat-]").all()):
            place.select_option(wanted[number] if number < len(wanted) else "nobody")
        if options:
            page.locator("details summary").click()
        for name, value in options.items():
            field = page.locator(f"#option-{name}")
            if isinstance(value, bool):
                field.set_checked(value)
            elif field.evaluate("one => one.tagName") == "SELECT":
                field.select_option(str(value))
            else:
                field.fill(str(value))
        page.locator("form.setup button.main").click()
        self._at_table()

    def quick_table(self, game: str) -> None:
        """Open a table with one click on the home page."""
        page = self.goto("/")
        page.locator(f"form:has(input[name=game][value={game}]) button").click()
        self._at_table()

    def first_game(self, game: str) -> None:
        """Open the table of a game's lesson with one click on the home page."""
        page = self.goto("/")
        page.locator(f"form[action='/games/{game}/first'] button").click()
        self._at_table()

    def _at_table(self) -> None:
        """Wait for the page of a table, and start a new list of moves."""
        self.page.wait_for_url(re.compile(r"/tables/[\w-]+$"))
        self.tables.append(self.page.url)
        self.moves.clear()

    def ask_for(self, **table: Any) -> None:
        """Open a table with the API, for options that the form does not offer."""
        self.goto("/")  # brings the cookie
        answer = self.context.request.post("/api/tables", data={"name": "Ada", **table})
        assert answer.status == 201, answer.text()
        self.goto(answer.json()["url"])
        self._at_table()

    def invitation(self) -> str:
        """Return the link for a friend."""
        return self.page.locator(".invites input").first.input_value()

    def sit_down(self, link: str, name: str) -> None:
        page = self.goto(link)
        page.locator("#name").fill(name)
        page.locator("button.main").click()
        self._at_table()

    # Playing

    def read_board(self) -> BoardSnapshot:
        """Return what can be clicked now, once the page has processed the last click; say yes to its doubts."""
        state = self.page.wait_for_function(SNAPSHOT).json_value()
        if state.get("doubts"):
            self.press(self.tray.locator(".forecast button").first)
            return self.read_board()
        return BoardSnapshot(state["turn"], [Target(**one) for one in state["targets"]])

    @property
    def tray(self) -> Locator:
        return self.page.locator(".tray")

    def click(self, target: Target) -> None:
        """Click a target on the board, where it is now: a line above the board may have moved it meanwhile."""
        at = self.page.evaluate(FIND, target.id)
        assert at is not None, f"{target} cannot be clicked"
        self.clicks += 1
        self.page.mouse.click(*at)

    def press(self, button: Locator) -> None:
        """Click a button beside the board."""
        self.clicks += 1
        button.click()


class TouchUser(BrowserUser):
    """A user with a phone, who scrolls to a target and taps it."""

    def __init__(self, browser: Browser, url: str, **context: Any) -> None:
        super().__init__(browser, url, viewport=PHONE, has_touch=True, is_mobile=True, **context)

    def click(self, target: Target) -> None:
        at = self.page.evaluate(SCROLL_TO, target.id)
        assert at is not None, f"{target} cannot be tapped"
        self.page.touchscreen.tap(*at)

    def press(self, button: Locator) -> None:
        button.tap()


class KeyboardUser(BrowserUser):
    """A user with a keyboard only: Tab goes to the board, arrows or PageDown to a target, Enter takes it."""

    def click(self, target: Target) -> None:
        pressed: set[tuple[str, str]] = set()
        while len(pressed) < MOST_KEYS:
            way = self.page.evaluate(WAY, target.id)
            if way["at"] == target.id:
                self.page.keyboard.press("Enter")
                return
            arrows = arrow_keys(way["from"], way["to"])
            wanted = [*arrows[:2], "PageDown"] if way["inside"] else [f"Tab {len(pressed)}"]
            key = next((key for key in wanted if (way["at"], key) not in pressed), "Tab")
            pressed.add((way["at"], key))
            self.page.keyboard.press(key.split()[0])
        raise AssertionError(f"no keys lead to {target}")

    def press(self, button: Locator) -> None:
        for _ in range(MOST_KEYS):
            if button.evaluate("one => one === document.activeElement"):
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no keys lead to {button}")


def wait_for_turn(*users: BrowserUser) -> tuple[BrowserUser, BoardSnapshot] | None:
    """Return the user who is to move and their board, or None when the match is over."""
    until = time.monotonic() + TIMEOUT / 1000
    while time.monotonic() < until:
        for user in users:
            board = user.read_board()
            if board.turn == "mine":
                return user, board
            if board.turn == "over":
                return None
    raise AssertionError("nobody is to move")


def arrow_keys(here: tuple[float, float], there: tuple[float, float]) -> list[str]:
    """Return the arrow keys from one point of the screen to another, the straightest first."""
    right, down = there[0] - here[0], there[1] - here[1]
    far = {"ArrowRight": right, "ArrowLeft": -right, "ArrowDown": down, "ArrowUp": -down}
    return sorted(far, key=lambda key: -far[key])
