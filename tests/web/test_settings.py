"""Settings: read from the environment, and listed in docs/web.md with their values."""

import re
from dataclasses import fields

import pytest

from ludotheque.compile import PACKAGE
from ludotheque.game import GameError
from ludotheque.web.settings import Settings, variable

DOCS = (PACKAGE.parents[1] / "docs" / "web.md").read_text("utf-8")
ROW = re.compile(r"^\| `(LUDOTHEQUE_\w+)` \| ([\d.,]+) \| (.+) \|$", re.MULTILINE)


def test_the_page_lists_every_setting_with_its_value_and_meaning() -> None:
    listed = {name: (float(value.replace(",", "")), about) for name, value, about in ROW.findall(DOCS)}
    assert listed == {variable(one.name): (one.default, one.metadata["about"]) for one in fields(Settings)}


def test_the_environment_changes_a_setting() -> None:
    changed = Settings.read({"LUDOTHEQUE_PACE_SECONDS": "0", "LUDOTHEQUE_TABLE_SOCKETS": "7", "HOME": "x"})
    assert changed == Settings(pace_seconds=0.0, table_sockets=7)
    assert Settings.read({"LUDOTHEQUE_VISITS": ""}) == Settings()


@pytest.mark.parametrize(("name", "value"), [("PACE_SECONDS", "fast"), ("TABLE_SOCKETS", "2.5")])
def test_a_setting_that_is_not_a_number_is_refused(name: str, value: str) -> None:
    with pytest.raises(GameError) as error:
        Settings.read({f"LUDOTHEQUE_{name}": value})
    assert str(error.value) == f"LUDOTHEQUE_{name} is a number, not '{value}'."
