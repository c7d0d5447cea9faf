"""The projector page in a browser: the board, and one match after the other."""

import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from playwright.sync_api import expect

from ludotheque.checks.fixtures import OpenBrowser, new_server
from ludotheque.checks.server import Server
from ludotheque.contest.contests import Limits
from tests.contest.helpers import FIRST, LAST, open_sample
from tests.web.axe import find_faults

SCREEN = {"width": 1280, "height": 720}


def play_contest(database: str) -> str:
    """Play two matches for real, and make up two after the board was frozen; return the contest's id."""
    with open_sample(database) as sample:
        sample.clock.now = time.time() - 100
        slow = Limits(clock_scale=20)  # also on a busy machine no bot fails, which would hide its match
        sample.open(freezes=sample.clock.now + 50, limits=slow)
        sample.submit("Owls", FIRST)
        sample.submit("Bats", LAST)
        assert sample.work(2) == 2  # both are valid
        for _ in range(2):
            order = sample.lease()
            assert order is not None and order.kind == "match"
            assert sample.finish(order, sample.play(order))
        sample.clock.now += 60
        assert sample.work(2) == 2
        return sample.contest.id


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    """A server that plays nothing itself, and the path of the page of a contest."""
    made = new_server(tmp_path_factory.mktemp("server"), LUDOTHEQUE_CONTEST_MATCHES="0")
    with ThreadPoolExecutor(1) as thread:  # Playwright's own event loop runs in this one
        path = f"/contests/{thread.submit(play_contest, made.database).result()}/projector"
    with made:
        yield made, path


@pytest.fixture(scope="module")
def server(stage: tuple[Server, str]) -> Server:
    return stage[0]


@pytest.fixture(scope="module")
def path(stage: tuple[Server, str]) -> str:
    return stage[1]


def test_it_shows_the_board_and_one_match_after_the_other(path: str, open_browser: OpenBrowser) -> None:
    ada = open_browser(viewport=SCREEN)
    ada.goto(path.removesuffix("/projector"))
    ada.page.get_by_role("link", name="Projector").click()
    expect(ada.page.get_by_role("heading", name="Autumn cup")).to_be_visible()
    expect(ada.page.get_by_role("row").filter(has_text="Owls")).to_be_visible()
    expect(ada.page.locator(".stage svg.board")).to_be_visible()
    first = ada.page.locator(".seat-box .who").first
    seen = first.inner_text()
    assert seen in ("Owls v1", "Bats v1")
    assert find_faults(ada.page) == []
    assert ada.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    ada.goto(f"{path}?pace=20")
    for name in ("Owls v1", "Bats v1", "Owls v1"):  # the two matches have the seats exchanged
        expect(first).to_have_text(name)
    expect(ada.page.locator(".stage svg.board")).to_have_count(1)


def test_without_motion_it_shows_the_end(path: str, open_browser: OpenBrowser) -> None:
    bob = open_browser(viewport=SCREEN, reduced_motion="reduce")
    bob.goto(f"{path}?pace=60000")  # where it plays, the end would come after minutes
    expect(bob.page.locator(".seat-box .sub").filter(has_text=re.compile("won|a draw")).first).to_be_visible()


def test_after_the_freeze_no_match_is_shown(server: Server, path: str) -> None:
    state = httpx.get(f"{server.url}{path}/state").json()
    assert state["frozen"] and len(state["matches"]) == 2
