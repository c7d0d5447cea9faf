"""Settings: read from the environment, and listed in docs/settings.md with their values."""

import re

import pytest

from ludotheque.cli import main
from ludotheque.game import GameError
from ludotheque.packages import PACKAGE
from ludotheque.web.settings import Settings, format_value, list_settings, read_settings

DOCS = (PACKAGE.parents[1] / "docs" / "settings.md").read_text("utf-8")
ROW = re.compile(r"^\| `(LUDOTHEQUE_\w+)` \| (.+?) \| (.+) \|$", re.MULTILINE)


def test_the_page_lists_every_setting_with_its_value_and_meaning() -> None:
    assert ROW.findall(DOCS) == [(row.variable, row.default, row.about) for row in list_settings(Settings())]


def test_the_environment_changes_a_setting_and_a_flag_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_PACE_SECONDS", "0")
    monkeypatch.setenv("LUDOTHEQUE_PORT", "80")
    monkeypatch.setenv("LUDOTHEQUE_VISITS", "")
    settings = read_settings(port=81, host=None)
    assert (settings.pace_seconds, settings.port, settings.host, settings.visits) == (0.0, 81, "127.0.0.1", 300.0)


@pytest.mark.parametrize(("name", "value"), [("PACE_SECONDS", "fast"), ("TABLE_SOCKETS", "2.5")])
def test_a_setting_that_is_not_a_number_is_refused(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"LUDOTHEQUE_{name}", value)
    with pytest.raises(GameError, match=f"^LUDOTHEQUE_{name} cannot be '{value}': input should be a valid .*[.]$"):
        read_settings()


def test_serve_prints_the_settings(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_DATABASE", "postgresql://ada:sesame@host/games")
    assert main(["serve", "--settings", "--port", "1234"]) == 0
    printed = {line.split()[0]: line.split()[1] for line in capsys.readouterr().out.splitlines()}
    assert printed["LUDOTHEQUE_PORT"] == "1234"
    assert printed["LUDOTHEQUE_DATABASE"] == "postgresql://ada:***@host/games"
    assert printed["LUDOTHEQUE_RECORD_MOVES"] == "20000"


@pytest.mark.parametrize(("value", "text"), [(20_000, "20000"), (0.4, "0.4"), (300.0, "300"), ("", "–"), ((), "–")])
def test_a_value_is_shown_as_in_the_docs(value: object, text: str) -> None:
    assert format_value(value) == text
