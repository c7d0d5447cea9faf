"""Moves made directly on the board: how many clicks they take."""

import pytest
from playwright.sync_api import expect

from ludotheque.checks.browser_user import BoardSnapshot, BrowserUser, Target
from ludotheque.checks.fixtures import OpenBrowser
from tests.web.conftest import MakeGuest
from tests.web.guest import Socket


def find_picks(board: BoardSnapshot) -> list[Target]:
    return [one for one in board.targets if "pick" in one.data]


def wait_for_targets(user: BrowserUser) -> None:
    """Wait until the match has begun on the user's page too."""
    expect(user.page.locator(".stage .legal").first).to_be_attached()


def open_with_dice_to_keep(user: BrowserUser, open_browser: OpenBrowser) -> None:
    """Open tables of Émile until the first roll does not fail: one in thirteen does."""
    for _ in range(12):
        user.ask_for(game="emile", seats=["me", "friend"], options={"first": 0})
        open_browser().sit_down(user.invitation(), "Basile")
        wait_for_targets(user)
        if find_picks(user.read_board()):
            return
    raise AssertionError("no roll can be kept")


def test_keeping_dice_and_rolling_takes_two_clicks(open_browser: OpenBrowser) -> None:
    user = open_browser()
    open_with_dice_to_keep(user, open_browser)
    assert not any("least" in one.data for one in user.read_board().targets), "nothing is picked yet"
    before = user.clicks
    user.click(find_picks(user.read_board())[0])
    user.click(next(one for one in user.read_board().targets if "least" in one.data))
    user.read_board()
    assert user.clicks - before == 2
    assert [move.split()[0] for move in user.moves] == ["KEEP"]


def test_a_second_click_leaves_a_die_out_again(open_browser: OpenBrowser) -> None:
    user = open_browser()
    open_with_dice_to_keep(user, open_browser)
    for is_picked in (True, False):
        user.click(find_picks(user.read_board())[0])
        board = user.read_board()
        assert find_picks(board)[0].selected == is_picked
        assert any("least" in one.data for one in board.targets) == is_picked
    assert user.moves == []


# Whether the question for an amount is on the board, and covers neither of the two chosen factories.
IS_BESIDE = """() => {
  const box = (one) => one.getBoundingClientRect();
  const [asks, stage] = [document.querySelector(".asks.spot"), box(document.querySelector(".stage"))];
  const chosen = [...document.querySelectorAll(".stage .selected .ring")].map(box);
  if (!asks || chosen.length !== 2) return false;
  const {left, top, right, bottom} = box(asks);
  const isInside = left >= stage.left - 1 && right <= stage.right + 1
    && top >= stage.top - 1 && bottom <= stage.bottom + 1;
  const covers = (one) => left < one.right && one.left < right && top < one.bottom && one.top < bottom;
  return isInside && !chosen.some(covers);
}"""


# Whether the line on the board joins the two chosen factories.
IS_JOINED = """() => {
  const line = document.querySelector(".draft");
  const boxes = [...document.querySelectorAll(".stage .selected .ring")].map((one) => one.getBoundingClientRect());
  const chosen = boxes.map(({left, right, top, bottom}) => [(left + right) / 2, (top + bottom) / 2]);
  const ends = [1, 2].map((i) => new DOMPoint(line.getAttribute(`x${i}`), line.getAttribute(`y${i}`)))
    .map((point) => point.matrixTransform(line.getScreenCTM()));
  const isAt = (end, [x, y]) => Math.hypot(end.x - x, end.y - y) < 3;
  return chosen.length === 2 && chosen.every((one) => ends.some((end) => isAt(end, one)));
}"""


def test_the_amount_is_asked_beside_the_target(open_browser: OpenBrowser, guest: MakeGuest) -> None:
    user, _ = open_ghost(open_browser, guest)
    user.click(user.read_board().parts("source")[0])
    user.click(next(one for one in user.read_board().parts("target") if "source" not in one.data))
    for width, height in (1280, 800), (360, 740), (740, 360):
        user.page.set_viewport_size({"width": width, "height": height})
        user.page.wait_for_function(IS_BESIDE)
        user.page.wait_for_function(IS_JOINED)
    user.press(user.tray.locator(".asks .btn.main"))
    user.read_board()
    assert [move.split()[0] for move in user.moves] == ["MOVE"]


def open_ghost(open_browser: OpenBrowser, guest: MakeGuest, **context: object) -> tuple[BrowserUser, Socket]:
    """Return a user at a table of Ghost in the Cell, and the socket of the friend."""
    user, friend = open_browser(**context), guest("Basile")
    user.ask_for(game="ghost", seats=["me", "friend"], options={"map": 7, "cyborgs": 30})
    friend.sit(user.invitation())
    wait_for_targets(user)
    return user, friend.socket(user.tables[-1].rpartition("/")[2])


def drag(user: BrowserUser, start: Target, end: Target) -> None:
    """Press on one target and let go on another: one click."""
    assert start.at and end.at
    user.clicks += 1
    user.page.mouse.move(*start.at)
    user.page.mouse.down()
    user.page.mouse.move(*end.at, steps=4)
    user.page.mouse.up()


@pytest.mark.parametrize("size", [(1280, 800), (360, 740)])
def test_two_orders_and_the_end_of_a_turn_take_five_clicks(
    size: tuple[int, int], open_browser: OpenBrowser, guest: MakeGuest
) -> None:
    user, _ = open_ghost(open_browser, guest, viewport={"width": size[0], "height": size[1]})
    board = user.read_board()
    own, others = board.parts("source")[0], [one for one in board.parts("target") if "source" not in one.data]
    before = user.clicks
    for target in others[:2]:
        drag(user, own, target)
        expect(user.page.locator(".draft")).to_have_count(1)
        expect(user.page.locator(".forecast")).to_contain_text("Arrives in")
        user.press(user.tray.locator(".asks .btn.main"))
        user.read_board()
    user.click(user.read_board().of(move="END")[0])
    user.read_board()
    assert user.clicks - before == 5
    assert [move.split()[0] for move in user.moves] == ["MOVE", "MOVE", "END"]
    assert [move.split()[2] for move in user.moves[:2]] == [one.data["target"] for one in others[:2]]


def test_an_order_is_repeated_by_one_click(open_browser: OpenBrowser, guest: MakeGuest) -> None:
    user, _ = open_ghost(open_browser, guest)
    board = user.read_board()
    drag(user, board.parts("source")[0], next(one for one in board.parts("target") if "source" not in one.data))
    user.tray.locator("[type=number]").fill("2")
    user.press(user.tray.locator(".asks .btn.main"))
    user.press(user.tray.get_by_role("button", name="Repeat my last order"))
    user.read_board()
    assert len(user.moves) == 2 and user.moves[0] == user.moves[1]


def test_turns_end_by_themselves_until_a_troop_sets_out(open_browser: OpenBrowser, guest: MakeGuest) -> None:
    user, friend = open_ghost(open_browser, guest)
    home = user.read_board().parts("source")[0].data["source"]
    user.press(user.tray.get_by_role("button", name="End turns until something happens"))
    for _ in range(3):
        friend.my_turn()
        friend.play("END")
        friend.until(lambda frame: not frame["legal"] or frame["seats"][0]["awaited"])
    source = next(move.split()[1] for move in friend.my_turn()["legal"] if move.startswith("MOVE"))
    friend.play(f"MOVE {source} {home} 1")
    friend.play("END")
    expect(user.page.locator(".standing")).to_contain_text("Something has happened.")
    assert set(user.moves) == {"END"} and len(user.moves) >= 4
    ended = len(user.moves)
    friend.my_turn()
    friend.play("END")
    assert len(user.moves) == ended, "the page waits for the user now"


def test_a_bee_flies_ten_turns_with_three_clicks(open_browser: OpenBrowser, guest: MakeGuest) -> None:
    user, friend = open_browser(), guest("Basile")
    user.ask_for(game="bzzz", seats=["me", "friend"], options={"ncases": 16, "nfleurs": 1})
    friend.sit(user.invitation())
    socket = friend.socket(user.tables[-1].rpartition("/")[2])
    wait_for_targets(user)
    user.click(user.read_board().of(move="LAY 0")[0])
    before, bee = user.clicks, user.read_board().parts("bee")[0]
    user.click(bee)
    goal = user.page.locator("[data-goal]").bounding_box()
    assert goal is not None
    cell = goal["width"] / 16.3
    user.clicks += 1
    user.page.mouse.click(goal["x"] + 5.6 * cell, goal["y"] + 5.6 * cell)  # the cell (5, 5), ten steps from (0, 0)
    user.press(user.tray.get_by_role("button", name="Go there, turn after turn"))
    assert user.clicks - before == 3
    for _ in range(10):
        socket.until(lambda frame: frame["legal"] or frame["over"])
        socket.play("END")
    expect(user.page.locator(f"#{bee.id} title").first).to_contain_text("at (5, 5)")
    assert sum(move.startswith("STEP") for move in user.moves) == 10
