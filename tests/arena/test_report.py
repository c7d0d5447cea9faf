"""The report of a league: one file with everything, which opens from the disk."""

import base64
import json
import re
import shlex
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from ludotheque.arena.entrants import Conditions
from ludotheque.arena.league import League, Length, play_league
from ludotheque.arena.matches import read_record
from ludotheque.arena.report import MOST_BYTES, fit_replays, make_report
from ludotheque.arena.report_replays import Choice, choose_replays, draw_replay, upset_of
from ludotheque.arena.results import Results
from ludotheque.cli import main
from ludotheque.playback import replay
from tests.arena.test_league import Here

pytestmark = pytest.mark.slow

SHAKY = """import sys
def play(view):
    if view.random.random() < 0.2:
        raise ValueError("no plan for <this> position")
    return view.legal()[0]
"""


class Played:
    """A league that was played: its results are still open."""

    def __init__(self, folder: Path) -> None:
        (folder / "shaky.py").write_text(SHAKY)
        bots = [str(folder / "shaky.py"), "random", "greedy"]
        inside = Conditions(inside=True)
        self.league = League.make("emile", bots, length=Length(rounds=2), options={"rounds": 3}, conditions=inside)
        self.results = Results(f"sqlite:///{folder / 'arena.db'}")
        play_league(self.league, self.results, Here(self.league))
        self.page = make_report(self.league, self.results)
        self.file = folder / "report.html"
        self.file.write_text(self.page, "utf-8")

    def unpack(self, id: str) -> Any:
        packed = re.search(rf'id="{id}">([^<]*)</script>', self.page)
        assert packed is not None
        return json.loads(zlib.decompress(base64.b64decode(packed[1])))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    made = Played(tmp_path_factory.mktemp("league"))
    yield made
    made.results.close()


def test_a_league_that_was_stopped_before_its_first_match_has_a_report(tmp_path: Path) -> None:
    league = League.make("emile", ["random", "greedy"])
    with Results(f"sqlite:///{tmp_path / 'arena.db'}") as results:
        assert make_report(league, results).count("Nothing was played yet.") == 2


def test_nothing_comes_from_elsewhere_and_names_are_escaped(played: Played) -> None:
    page = re.sub(r'xmlns(:\w+)?="[^"]*"', "", played.page)
    assert not re.findall(r"(?:src|href)=\"(?!#)[^\"]*\"|@import|url\(http", page)
    assert "no plan for &lt;this&gt; position" in played.page
    assert len(played.page.encode()) < MOST_BYTES


def test_the_data_has_every_match_and_its_command_plays_it_again(
    played: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    data = played.unpack("data")
    assert len(data["matches"]) == 12
    assert {row["bot"] for row in data["table"]} == {"shaky.py", "random", "greedy"}
    command = re.search(r'data-command="([^"]*)"', played.page)
    assert command is not None
    words = shlex.split(command[1].replace("&#x27;", "'"))[1:]
    main([*words, "--json"])
    again = json.loads(capsys.readouterr().out)
    same_seed = [match for match in data["matches"] if match[1] == again["seed"]]
    match = next(match for match in same_seed if _names(played, match) == [seat["name"] for seat in again["seats"]])
    assert [seat["rank"] for seat in again["seats"]] == match[4]
    assert [seat["outcome"][1] for seat in again["seats"]] == match[5]


def _names(played: Played, match: list[Any]) -> list[str]:
    return [played.league.entrants[bot].name for bot in match[3]]


def test_replays_are_faults_upsets_and_close_matches(played: Played) -> None:
    matches = played.results.matches(played.league.setting.series, played.league.bots)
    faulty = [match for match in matches if any(seat.verdict != "ok" for seat in match.seats)]
    assert faulty == played.results.matches(played.league.setting.series, played.league.bots, faulty=True)
    ratings = {bot: float(100 * place) for place, bot in enumerate(played.league.bots)}
    chosen = choose_replays(matches, faulty, ratings)
    assert len(chosen) == len({choice.match.id for choice in chosen}) == 12
    assert chosen[0].why.endswith("crash")
    upsets = [upset_of(choice.match, ratings) for choice in chosen if choice.why.startswith("upset")]
    assert upsets == sorted(upsets, reverse=True)


def test_frames_are_the_boards_own_drawings(played: Played) -> None:
    match = played.results.matches(played.league.setting.series, played.league.bots, most=1)[0]
    drawn = draw_replay(played.results, Choice(match, "why"))
    data = played.results.record(match.id)
    assert drawn is not None and data is not None
    whole = replay(read_record(data))
    assert drawn["plies"][-1] == whole.ply == drawn["last"]
    middle = len(drawn["plies"]) // 2
    made = "".join(drawn["parts"][part] for part in drawn["frames"][middle])
    assert made == whole.full_view(drawn["plies"][middle]).drawing()
    assert [line for text in drawn["moves"] for line in text.splitlines()] == whole.moves


def test_replays_stop_where_the_file_would_be_too_big(played: Played) -> None:
    matches = played.results.matches(played.league.setting.series, played.league.bots)
    choices = [Choice(match, "why") for match in matches]
    sizes = [len(packed) for _, packed in fit_replays(choices, played.results, MOST_BYTES)]
    some = list(fit_replays(choices, played.results, 100_000 + sum(sizes[:4])))
    assert 2 <= len(some) < 12


def test_in_a_browser(played: Played, browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(played.file.as_uri())
    page.wait_for_selector("#matches-body tr")
    assert page.locator("#matches-body tr").count() == 12
    page.select_option("#only", label="shaky.py")
    page.wait_for_function("document.getElementById('listed').textContent === '8 of 8'")
    page.locator("[data-replay]").first.click()
    page.wait_for_selector("#board svg")
    at_the_end = page.inner_text("#ply")
    page.locator("[data-step='-1']").click()
    assert page.inner_text("#ply") != at_the_end
    with page.expect_download() as download:
        page.locator("[data-file='matches.csv']").click()
    assert len(Path(download.value.path()).read_text().splitlines()) == 13
    assert errors == []
    context.close()
