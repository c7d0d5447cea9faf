"""Every attack of tests/attacks comes as an upload too: to a real server, whose worker validates it in the sandbox."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ludotheque import sandbox
from ludotheque.checks.fixtures import new_server
from ludotheque.checks.server import Server
from ludotheque.contest.client import Client
from ludotheque.contest.upload import make_zip
from tests.attack_runner import ATTACKS, SECRET, SHORT, list_attacks, read_header
from tests.contest.helpers import FIRST
from tests.processes import left_behind, running

PATIENCE = 300  # seconds, on a machine that may be busy
START = """import sys
sys.argv = ["attack", {canary!r}, "{referee}"]
import attack_file
"""
OPTIONS: dict[str, Any] = {"emile": {"rounds": 2}, **SHORT}
IS_WHOLE = os.environ.get("LUDOTHEQUE_ATTACKS") == "all"  # `make attacks`: also those that take long

pytestmark = [
    pytest.mark.slow,
    pytest.mark.server,
    pytest.mark.skipif(bool(sandbox.why_not_full()), reason=str(sandbox.why_not_full())),
]


class Attack(NamedTuple):
    """An attack that was uploaded by a team of its own."""

    name: str
    verdict: str  # that it gets where it is not uploaded
    client: Client
    contest: str

    def read_version(self) -> dict[str, Any]:
        return dict(self.client.get(f"{self.contest}/versions/1"))

    def read_log(self) -> str:
        """Return all that its team is told, and all that it has written."""
        version = self.read_version()
        logs = [self.client.get(f"{self.contest}/matches/{one['match']}/log") for one in version["first_matches"]]
        return version["message"] + "".join(line["stderr"] for log in logs for line in log)


class Room:
    """A server with a contest of each game, and a worker."""

    def __init__(self, server: Server, canary: Path) -> None:
        self.server, self.canary = server, canary
        link = [word for word in server.output().split() if "/organiser/" in word][-1].rpartition("/")[2]
        key = Client(server.url).post("/api/organisers", {"link": link})["key"]
        self.organiser = Client(server.url, key)
        self.contests = {game: self._open(game, options) for game, options in OPTIONS.items()}
        self.referee = 0

    def _open(self, game: str, options: dict[str, Any]) -> str:
        """Open a contest that begins later: versions are validated, and play no other matches."""
        times = {"starts": "2098-01-01 12:00", "ends": "2099-01-01 12:00"}
        wanted = {"name": game, "game": game, "options": options, "seats": 2, "practice": ["random"], **times}
        return f"/api/contests/{self.organiser.post('/api/contests', wanted)['id']}"

    def submit(self, team: str, game: str, name: str, data: bytes, verdict: str = "ok") -> Attack:
        key = Client(self.server.url).post(f"{self.contests[game]}/members", {"name": team, "team": team})["key"]
        member = Client(self.server.url, key)
        member.post(f"{self.contests[game]}/versions", content=data, params={"name": name})
        return Attack(team, verdict, member, self.contests[game])

    def attack(self, name: str) -> Attack:
        file, verdict = ATTACKS / name, read_header(ATTACKS / name)["verdict"].partition(":")[0]
        if file.parent != ATTACKS:
            return self.submit(name, file.parent.name, file.name, file.read_bytes(), verdict)
        if file.suffix != ".py":
            return self.submit(name, "emile", file.name, file.read_bytes(), verdict)
        files = {
            "bot.py": START.format(canary=str(self.canary), referee=self.referee).encode(),
            "attack.py": (ATTACKS / "attack.py").read_bytes(),
            "attack_file.py": file.read_bytes(),
        }
        return self.submit(name, "emile", f"{file.stem}.zip", make_zip(files), verdict)

    def wait(self, attack: Attack) -> dict[str, Any]:
        until = time.monotonic() + PATIENCE
        while (version := attack.read_version())["state"] in ("waiting", "compiling"):
            assert time.monotonic() < until, attack.name
            time.sleep(0.1)
        return version

    def read_queues(self) -> list[dict[str, Any]]:
        return [self.organiser.get(f"{contest}/queue") for contest in self.contests.values()]


@contextmanager
def open_room(folder: Path) -> Iterator[Room]:
    canary = folder / "canary"
    canary.write_text(SECRET)
    server = new_server(folder, LUDOTHEQUE_INTERPRET="1", SECRET=SECRET)
    server.options = ("--organiser", "--matches", "2")
    with server:
        yield Room(server, canary)
    assert not left_behind(server.url)


def find_worker_process(worker: str) -> int:
    """Return a process of the worker in which matches are played, which is the referee of the attacks."""
    parents = {entry.name: find_parent(entry) for entry in Path("/proc").glob("[0-9]*")}
    templates = [pid for pid, parent in parents.items() if parent == worker]
    return int(next(pid for pid, parent in parents.items() if parent in templates))


def find_parent(process: Path) -> str:
    try:
        return (process / "stat").read_text().rpartition(")")[2].split()[1]
    except OSError:
        return ""


def list_uploads() -> list[str]:
    """Return all attacks, without those that take long as an upload unless all are wanted."""
    return [name for name in list_attacks() if IS_WHOLE or "upload" not in read_header(ATTACKS / name)]


def test_uploaded_attacks_are_contained(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        good = room.submit("good", "emile", "bot.py", FIRST.encode())
        assert room.wait(good)["state"] == "valid"
        worker = running(room.server.url)
        room.referee = find_worker_process(worker[0])
        attacks = [room.attack(name) for name in list_uploads()]
        wrong = {attack.name: problems for attack in attacks if (problems := find_problems(room, attack))}
        assert wrong == {}
        assert [(queue["failed"], queue["failures"]) for queue in room.read_queues()] == [({}, [])] * len(OPTIONS)
        assert running(room.server.url) == worker and Path(f"/proc/{room.referee}").exists()
        assert room.wait(room.submit("again", "emile", "bot.py", FIRST.encode()))["state"] == "valid"
        assert room.canary.read_text() == SECRET


def find_problems(room: Room, attack: Attack) -> list[str]:
    """Return what an attack has reached, and what its team would miss: a sentence that says what was wrong."""
    version, told = room.wait(attack), attack.read_log()
    problems = [mark for mark in ("BROKEN", SECRET, "root:") if mark in told]
    is_spoiled = any(match["verdict"] == "host" for match in version["first_matches"])  # by a machine that is too busy
    if attack.verdict != "ok" and version["state"] != "invalid" and not is_spoiled:
        problems.append(f"it is {version['state']}, not {attack.verdict}")
    if version["state"] == "invalid" and not version["message"].strip():
        problems.append("its team is not told why")
    return problems
