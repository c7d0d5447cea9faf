"""The pages of contests in a browser: an organiser opens one, a participant joins, mends a bot and climbs."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ludotheque.checks.browser_user import BrowserUser, TouchUser
from ludotheque.checks.fixtures import OpenBrowser, new_server
from ludotheque.checks.server import Server
from ludotheque.web.contest_pages import EDITOR
from ludotheque.web.render import has_static
from tests.contest.helpers import LAST, TALKING
from tests.web.axe import find_faults

PATIENCE = 120_000  # milliseconds: bots are compiled and play in the sandbox, on a machine that may be busy


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = new_server(
        tmp_path_factory.mktemp("server"), LUDOTHEQUE_CONTEST_MATCHES="1", LUDOTHEQUE_WEBHOOK_NETWORKS="127.0.0.2"
    )
    made.options = ("--organiser",)
    with made:
        yield made


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def submit(page: Page, heading: str) -> None:
    """Press the button of the form below a heading."""
    page.locator("section", has=page.get_by_role("heading", name=heading)).get_by_role("button", name="Submit").click()


def write_source(page: Page, text: str) -> None:
    """Type over what is in the code editor where it is built (`make editor`), or else in the plain text area."""
    page.get_by_role("textbox", name="Source").click()
    page.keyboard.press("Control+A")
    page.keyboard.press("Delete")
    page.keyboard.insert_text(text)


def join(user: BrowserUser, path: str, team: str) -> str:
    """Join with a new team, go to its page, and return the key."""
    user.goto(path)
    user.page.get_by_label("Your team").fill(team)
    press(user.page, "Join")
    expect(user.page.get_by_role("heading", name="You have joined")).to_be_visible()
    key = user.page.locator("code").first.inner_text()
    user.page.get_by_role("link", name="My bots").click()
    return key


def use_key_elsewhere(user: BrowserUser, key: str) -> None:
    """A key that was shown in one browser is good in another one."""
    user.expected_faults = "403"
    user.goto("/contests")
    assert find_faults(user.page) == []
    user.page.get_by_label("Your key").fill("member-of-nothing")
    press(user.page, "Use this key")
    expect(user.page.get_by_role("alert")).to_contain_text("no key")
    user.goto("/contests")
    user.page.get_by_label("Your key").fill(key)
    press(user.page, "Use this key")
    expect(user.page.get_by_role("heading", name="Owls")).to_be_visible()


def test_a_contest_in_the_browser(server: Server, open_browser: OpenBrowser, tmp_path: Path) -> None:
    ada, bob, cleo = open_browser(), open_browser(TouchUser), open_browser()
    ada.expected_faults = bob.expected_faults = "422"  # mistakes on purpose
    link = [word for word in server.output().split() if "/organiser/" in word][-1]
    ada.goto(link.removeprefix(server.url))
    assert find_faults(ada.page) == []
    press(ada.page, "Become the organiser")
    ada.page.get_by_role("link", name="Open a contest").click()
    ada.page.get_by_label("Name of the contest").fill("Autumn cup")
    ada.page.get_by_label("Game", exact=True).select_option("emile")
    ada.page.get_by_text("More: options of the game").click()
    ada.page.get_by_label("Options of the game").fill("rounds")
    press(ada.page, "Open the contest")
    expect(ada.page.get_by_role("alert")).to_contain_text("Write options as rounds=3")
    assert find_faults(ada.page) == []
    ada.page.get_by_label("Options of the game").fill("rounds=2")
    ada.page.get_by_label("random", exact=True).check()
    press(ada.page, "Open the contest")
    expect(ada.page.get_by_role("heading", name="Queue and load")).to_be_visible()
    expect(ada.page.get_by_text(re.compile("about [0-9]+ matches an hour, .* 1 at a time"))).to_be_visible(
        timeout=PATIENCE
    )
    ada.page.get_by_role("link", name="Change the contest").click()
    ada.page.get_by_label("The board is frozen from").fill("2020-01-01T12:00")
    ada.page.get_by_label("easy", exact=True).check()
    press(ada.page, "Change it")
    expect(ada.page.get_by_role("alert")).to_contain_text("must be still to come")
    assert find_faults(ada.page) == []
    ada.page.get_by_label("The board is frozen from").fill("")
    press(ada.page, "Change it")
    expect(ada.page.get_by_text("random → easy random")).to_be_visible()
    ada.page.get_by_label("An address that is told").fill("http://127.0.0.1/")
    press(ada.page, "Add a webhook")
    expect(ada.page.get_by_role("alert")).to_contain_text("has a private address")
    ada.page.get_by_label("An address that is told").fill("http://127.0.0.2:9/")
    press(ada.page, "Add a webhook")
    expect(ada.page.get_by_role("status").filter(has_text="shown only now")).to_contain_text("webhook-")
    expect(ada.page.get_by_text("webhook.added")).to_be_visible()
    assert find_faults(ada.page) == []
    ada.page.get_by_role("button", name="Remove the webhook").click()
    expect(ada.page.get_by_text("webhook removed")).to_be_visible()
    ada.page.get_by_role("link", name="To the board").click()
    path = ada.page.url.removeprefix(server.url)

    key = join(bob, path, "Owls")
    if has_static(EDITOR):
        expect(bob.page.locator(".cm-editor")).to_be_visible()
    write_source(bob.page, "print(1")
    submit(bob.page, "Write a bot")
    expect(bob.page.get_by_text("not valid")).to_be_visible(timeout=PATIENCE)
    expect(bob.page.locator("article pre")).to_contain_text("bot.py, line 1")
    assert find_faults(bob.page) == []
    expect(bob.page.locator("#text")).to_have_value("print(1")  # to be mended
    bob.page.get_by_label("Programming language").select_option("c")
    expect(bob.page.locator("#text")).to_have_value("print(1")  # what was written stays
    bob.page.get_by_label("Programming language").select_option("python")
    write_source(bob.page, TALKING)
    submit(bob.page, "Write a bot")
    expect(bob.page.locator("article", has_text="Version 2").get_by_text("plays")).to_be_visible(timeout=PATIENCE)
    expect(bob.page.locator("article", has_text="Version 2")).to_contain_text("Against random")
    bob.page.get_by_label("Your seat").select_option("1")
    press(bob.page, "Play a practice match")
    bob.page.get_by_role("link", name="Board and log").click(timeout=PATIENCE)
    bob.page.locator(".moves button", has_text="✎").first.click(
        timeout=PATIENCE
    )  # a move with which the bot wrote something
    expect(bob.page.locator(".notes pre")).to_contain_text("my secret plan", timeout=PATIENCE)
    replay = bob.page.url.partition("?")[0]
    bob.goto(f"{path}/team")
    bob.page.get_by_role("link", name="My log").first.click()
    expect(bob.page.get_by_text("my secret plan").first).to_be_visible()
    assert find_faults(bob.page) == []
    use_key_elsewhere(open_browser(), key)

    join(cleo, path, "Bats")
    for user, status in ((cleo, 404), (ada, 403)):  # another team, and the organiser
        for address in (replay, f"{replay}/story", f"{replay}/record", f"{replay}/plies/1"):
            assert user.page.request.get(address).status == status
    (tmp_path / "bot.py").write_text(LAST)
    cleo.page.get_by_label(re.compile("A file, or an archive")).set_input_files(tmp_path / "bot.py")
    submit(cleo.page, "Upload a bot")
    expect(cleo.page.locator("article").get_by_text("plays")).to_be_visible(timeout=PATIENCE)
    cleo.expected_faults = "403"
    cleo.goto(f"{path}/organise")
    expect(cleo.page.get_by_role("alert")).to_contain_text("organiser's key")

    ada.goto(f"{path}/organise")
    press(ada.page, "Close, and play the final")
    expect(ada.page.get_by_text("closed to uploads")).to_be_visible()
    with ada.page.expect_download() as download:
        ada.page.get_by_role("link", name="board.csv").click()
    assert Path(download.value.path()).read_text().startswith("rank,team,name")
    bob.goto(path)
    expect(bob.page.get_by_role("row", name=re.compile("Owls"))).to_be_visible()
    assert find_faults(bob.page) == []
