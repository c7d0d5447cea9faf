"""The site of the documentation: built strictly, complete, and free of foreign hosts."""

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import ludotheque as lt

ROOT = Path(__file__).parent.parent.parent
SIZES = [{"width": 1280, "height": 900}, {"width": 360, "height": 740}]
OWN_PAGE = "http://127.0.0.1:8000"  # the running server, which some pages name
FOREIGN = re.compile(r"(?:[a-z+]+:)?//[^\s\"']+")
LOADED = re.compile(r"""(?:url\(|@import)\s*["']?((?:[a-z+]+:)?//[^"')\s]+)""")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder


class References(HTMLParser):
    """Collects what the attributes of a page refer to, and the ids on it."""

    def __init__(self, page: Path):
        super().__init__()
        self.found: list[str] = []
        self.ids: set[str] = set()
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name in ("href", "src", "srcset", "action", "data", "poster", "content", "style"):
                self.found.append(value or "")
            elif name == "id":
                self.ids.add(value or "")


def test_no_page_refers_to_a_foreign_host(site: Path) -> None:
    foreign = []
    for page in site.rglob("*.html"):
        named = [match[0] for text in References(page).found for match in FOREIGN.finditer(text)]
        foreign += [f"{page.relative_to(site)}: {name}" for name in named if not name.startswith(OWN_PAGE)]
    for style in site.rglob("*.css"):
        foreign += [f"{style.relative_to(site)}: {name}" for name in LOADED.findall(style.read_text("utf-8"))]
    assert foreign == []


def test_every_public_name_has_an_entry(site: Path) -> None:
    entries = References(site / "reference" / "index.html").ids
    assert [name for name in lt.__all__ if f"ludotheque.{name}" not in entries] == []
    assert "ludotheque.Match.play" in entries
    assert "ludotheque.View.legal" in entries, "what a class inherits is missing"


def test_the_site_has_the_rules_and_the_protocol_of_every_game(site: Path) -> None:
    for name in lt.names():
        for page in (f"rules/{name}", f"rules/{name}.fr", f"protocol/{name}"):
            assert lt.load(name).title in (site / page / "index.html").read_text("utf-8"), page


def test_every_page_is_in_the_navigation(site: Path) -> None:
    home = References(site / "index.html").found
    pages = {str(page.parent.relative_to(site)) for page in site.rglob("index.html")} - {"."}
    assert {page for page in pages if f"{page}/" not in home} == set()


class QuietFiles(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing."""


@pytest.fixture
def address(site: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietFiles, directory=str(site))) as files:
        thread = threading.Thread(target=files.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{files.server_port}"
        files.shutdown()
        thread.join()


@pytest.mark.parametrize("size", SIZES, ids=["wide", "phone"])
def test_the_pages_work_in_a_browser(size: dict[str, int], address: str, browser: Browser) -> None:
    with browser.new_context(viewport={"width": size["width"], "height": size["height"]}) as context:
        page = context.new_page()
        requests: list[str] = []
        errors: list[str] = []
        page.on("request", lambda request: requests.append(request.url))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        for path in ("", "protocol/bzzz/", "reference/", "rules/emile/"):
            page.goto(f"{address}/{path}")
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= size["width"], f"{path} scrolls sideways"
        assert [url for url in requests if not url.startswith((address, "data:", "blob:"))] == []
        assert errors == []
