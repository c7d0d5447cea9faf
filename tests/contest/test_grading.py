"""Grades for a course, from a contest's archive: real bots in the sandbox against a fixed opponent."""

import csv
import io
from pathlib import Path

import pytest

from ludotheque.contest.export import make_archive
from ludotheque.contest.grading import grade_all, write_grades
from ludotheque.game import GameError
from tests.contest.helpers import CRASHING, FIRST, LAST, open_sample

pytestmark = pytest.mark.slow


def test_every_team_gets_its_share_against_each_opponent(tmp_path: Path) -> None:
    with open_sample(f"sqlite:///{tmp_path / 'tables.db'}") as sample:
        sample.open()
        for team, text in (("Owls", FIRST), ("Bats", LAST), ("Rats", CRASHING)):
            sample.submit(team, text)
            assert sample.work(1) == 1  # made up: all of them count as valid
        sample.join("Late")
        rows = sample.run(sample.service.board(sample.refresh()))
        archive = sample.run(sample.service.read(lambda connection: make_archive(connection, sample.contest, rows)))
    grades = grade_all(archive, ["random"], rounds=1, workers=1)
    assert {grade.team for grade in grades} == {"Owls", "Bats", "Rats", "Late"}
    table = {row["team"]: row for row in csv.DictReader(io.StringIO(write_grades(grades, ["random"])))}
    assert table["Late"]["remark"] == "no valid version" and table["Late"]["total"] == "0.0"
    assert (table["Rats"]["faults"], table["Rats"]["against random"]) == ("2", "0.0")
    assert table["Owls"]["members"] == "Owls's first" and table["Owls"]["faults"] == "0"
    assert grades == sorted(grades, key=lambda grade: -grade.total)
    with pytest.raises(GameError, match="At least 1 round"):
        grade_all(archive, ["random"], rounds=0)
