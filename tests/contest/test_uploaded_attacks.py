"""Attacks that come as an upload are held by the same sandbox as all others (tests/attacks)."""

import os
from pathlib import Path

import pytest

from ludotheque import sandbox
from ludotheque.contest.matches import read_match, read_stderr
from ludotheque.contest.upload import make_zip
from ludotheque.contest.versions import list_all_versions
from tests.contest.helpers import open_sample

ATTACKS = Path(__file__).parent.parent / "attacks"
NAMES = ("fork", "kill_others", "network", "peek", "read_files", "read_referee", "write_files")
START = """import sys
sys.argv = ["attack", {canary!r}, "{referee}"]
exec(compile(open("attack_file.txt").read(), "attack_file.py", "exec"))
input  # it reads its lines inside
"""

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(sandbox.why_not_full()), reason=str(sandbox.why_not_full()))]


def test_uploaded_attacks_are_contained(tmp_path: Path) -> None:
    canary = tmp_path / "canary"
    canary.write_text("HUNTER2")
    with open_sample(f"sqlite:///{tmp_path / 'tables.db'}") as sample:
        sample.open()
        for name in NAMES:
            files = {
                "bot.py": START.format(canary=str(canary), referee=os.getpid()).encode(),
                "attack.py": (ATTACKS / "attack.py").read_bytes(),
                "attack_file.txt": (ATTACKS / f"{name}.py").read_bytes(),
            }
            holder = sample.join(name)
            sample.run(sample.service.submit(sample.contest, holder, f"{name}.zip", make_zip(files)))
            order = sample.lease()
            assert order is not None
            assert sample.finish(order, sample.play(order))
        with sample.store.engine.connect() as connection:
            versions = list_all_versions(connection, sample.contest.id)
            told = {version.name: version.message for version in versions}
            for version in versions:
                assert version.report is not None, told
                stored = read_match(connection, sample.contest, version.report[0]["match"])
                told[version.name] += "".join(line["stderr"] for line in read_stderr(stored.record, [0]))
    assert set(told) == set(NAMES)
    assert not {name: text for name, text in told.items() if "BROKEN" in text or "HUNTER2" in text}
    assert canary.read_text() == "HUNTER2"
