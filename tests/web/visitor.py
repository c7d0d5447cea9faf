"""Somebody at a real browser, who clicks on what can be clicked."""

import json
import re
import time
from collections.abc import Iterable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request, WebSocket

SIZE = {"width": 1280, "height": 1000}
PHONE = {"width": 360, "height": 740}
FAR = 60  # key presses until something counts as out of reach
PATIENCE = 30_000.0  # milliseconds until a test that waits for the page gives up

# Where an element of the board can be hit, if anywhere.
POINT = """one => {
  const box = (one.querySelector(".ring") ?? one).getBoundingClientRect();
  for (const [right, down] of [[.5, .5], [.25, .25], [.75, .75], [.25, .75], [.75, .25], [.5, .15], [.5, .85]]) {
    const [x, y] = [box.left + box.width * right, box.top + box.height * down];
    if (document.elementFromPoint(x, y)?.closest(".legal") === one) return [x, y];
  }
  return null;
}"""

# What a player sees who is about to click: whose turn it is, and what can be clicked.
LOOK = f"""() => {{
  const room = document.getElementById("room");
  const stage = room.querySelector(".stage");
  if (!stage.querySelector("svg") || stage.classList.contains("busy")) return null;
  if (room.dataset.state !== "playing") return {{turn: room.dataset.state, targets: []}};
  const point = {POINT};
  const isShown = (one) => one.checkVisibility({{visibilityProperty: true, opacityProperty: true}})
    && getComputedStyle(one).pointerEvents !== "none" && one.getBoundingClientRect().width > 0;
  const targets = [...stage.querySelectorAll(".legal")].filter(isShown).map((one) => ({{
    id: one.id,
    says: one.querySelector("title")?.textContent ?? "",
    data: {{...one.dataset}},
    at: point(one),
  }}));
  return {{turn: targets.length ? "mine" : "theirs", targets}};
}}"""

# Bring an element to the middle of a small window, and say where it can be hit there.
REACH = f"""id => {{
  const one = document.getElementById(id);
  one.scrollIntoView({{block: "center"}});
  return ({POINT})(one);
}}"""

# Where the keyboard is, and where it should go.
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
    """Something on a board that can be clicked."""

    id: str
    says: str
    data: dict[str, str]
    at: tuple[float, float] | None  # where it can be hit, in this window

    @property
    def move(self) -> str:
        """The whole move that it stands for, if it does."""
        return self.data.get("move", "")

    @property
    def kind(self) -> str:
        return self.move.partition(" ")[0] or self.data.get("kind", "")


@dataclass(frozen=True)
class Sight:
    """What somebody at a table sees at one moment."""

    turn: Turn
    targets: list[Target]

    @property
    def covered(self) -> list[str]:
        """What nobody could hit."""
        return [one.id for one in self.targets if one.at is None]

    def of(self, *kinds: str, **data: str) -> list[Target]:
        """The targets of some kinds, with some values; without a kind any."""
        fitting = [one for one in self.targets if not kinds or one.kind in kinds]
        return [one for one in fitting if data.items() <= one.data.items()]

    def parts(self, *names: str) -> list[Target]:
        """The targets that are a part of a move, and name one of these arguments."""
        return [one for one in self.targets if not one.move and any(name in one.data for name in names)]


class Visitor:
    """A browser of one's own: cookies, language, size; `faults` is what went wrong on its pages."""

    def __init__(self, browser: Browser, url: str, **context: Any) -> None:
        settings = {"viewport": SIZE, "reduced_motion": "reduce", "locale": "en-GB", **context}
        self.url = url
        self.context: BrowserContext = browser.new_context(base_url=url, **settings)
        self.context.set_default_timeout(PATIENCE)
        self.faults: list[str] = []
        self.tables: list[str] = []  # where one has sat down
        self.moves: list[str] = []  # what was sent to play at the last of them
        self.clicks = 0  # on the board and beside it
        self.forgiven = ""  # a pattern of faults that a test brings about itself
        self.context.on("console", self._console)
        self.context.on("weberror", lambda error: self.faults.append(str(error.error)))
        self.context.on("requestfailed", self._failed)
        self.page = self.open_page()

    def open_page(self) -> Page:
        """Another tab, of which what it sends is noted."""
        self.page = self.context.new_page()
        self.page.on("websocket", self._listen)
        return self.page

    def __enter__(self) -> "Visitor":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.context.close()

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda data: self._note(str(data)))

    def _note(self, text: str) -> None:
        said = json.loads(text)
        if said["do"] == "play":
            self.moves.append(said["move"])

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"{message.text} ({message.location.get('url', '')})")

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # a page that was left
            self.faults.append(f"{request.url}: {request.failure}")

    def unforgiven(self) -> list[str]:
        return [fault for fault in self.faults if not (self.forgiven and re.search(self.forgiven, fault))]

    # Getting to a table

    def goto(self, path: str) -> Page:
        self.page.goto(path)
        return self.page

    def choose_table(self, game: str, seats: Iterable[str], **options: object) -> None:
        """From the home page to a new table, as one does who wants it his own way."""
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
        """One click on the home page."""
        page = self.goto("/")
        page.locator(f"form:has(input[name=game][value={game}]) button").click()
        self._at_table()

    def _at_table(self) -> None:
        """A table's page is open: what was played elsewhere is forgotten."""
        self.page.wait_for_url(re.compile(r"/tables/[\w-]+$"))
        self.tables.append(self.page.url)
        self.moves.clear()

    def ask_for(self, **table: Any) -> None:
        """A table that no form offers."""
        csrf = self.goto("/").locator("meta[name=csrf]").get_attribute("content")
        headers = {"X-CSRF-Token": csrf or ""}
        answer = self.context.request.post("/api/tables", data={"name": "Ada", **table}, headers=headers)
        assert answer.status == 201, answer.text()
        self.goto(answer.json()["url"])
        self._at_table()

    def invitation(self) -> str:
        """The link that a friend is sent."""
        return self.page.locator(".invites input").first.input_value()

    def sit_down(self, link: str, name: str) -> None:
        page = self.goto(link)
        page.locator("#name").fill(name)
        page.locator("button.main").click()
        self._at_table()

    # Playing

    def look(self) -> Sight:
        """What can be clicked now, as soon as the page has taken in what was clicked before."""
        told = self.page.wait_for_function(LOOK).json_value()
        return Sight(told["turn"], [Target(**one) for one in told["targets"]])

    @property
    def tray(self) -> Locator:
        return self.page.locator(".tray")

    def click(self, target: Target) -> None:
        """Take something on the board."""
        assert target.at is not None, f"{target} cannot be hit"
        self.clicks += 1
        self.page.mouse.click(*target.at)

    def press(self, button: Locator) -> None:
        """Take something beside the board."""
        self.clicks += 1
        button.click()


class Fingers(Visitor):
    """The same on a phone: what is not in sight is scrolled to, and tapped."""

    def __init__(self, browser: Browser, url: str, **context: Any) -> None:
        super().__init__(browser, url, viewport=PHONE, has_touch=True, is_mobile=True, **context)

    def click(self, target: Target) -> None:
        at = self.page.evaluate(REACH, target.id)
        assert at is not None, f"{target} cannot be tapped"
        self.page.touchscreen.tap(*at)

    def press(self, button: Locator) -> None:
        button.tap()


class Keys(Visitor):
    """The same by the keyboard alone: Tab to the board, arrows to a target, Enter takes it."""

    def click(self, target: Target) -> None:
        pressed: set[tuple[str, str]] = set()
        while len(pressed) < FAR:
            way = self.page.evaluate(WAY, target.id)
            if way["at"] == target.id:
                self.page.keyboard.press("Enter")
                return
            wanted = arrows(way["from"], way["to"]) if way["inside"] else [f"Tab {len(pressed)}"]
            key = next((key for key in wanted if (way["at"], key) not in pressed), "Tab")
            pressed.add((way["at"], key))
            self.page.keyboard.press(key.split()[0])
        raise AssertionError(f"no keys lead to {target}")

    def press(self, button: Locator) -> None:
        for _ in range(FAR):
            if button.evaluate("one => one === document.activeElement"):
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no keys lead to {button}")


def to_move(*people: Visitor) -> tuple[Visitor, Sight] | None:
    """Whoever is to move, and what he sees; None once it is over."""
    until = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < until:
        for one in people:
            sight = one.look()
            if sight.turn == "mine":
                return one, sight
            if sight.turn == "over":
                return None
    raise AssertionError("nobody is to move")


def arrows(here: tuple[float, float], there: tuple[float, float]) -> list[str]:
    """The keys that lead from one point of the screen to another, the straightest first."""
    right, down = there[0] - here[0], there[1] - here[1]
    far = {"ArrowRight": right, "ArrowLeft": -right, "ArrowDown": down, "ArrowUp": -down}
    return sorted(far, key=lambda key: -far[key])
