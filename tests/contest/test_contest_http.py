"""A contest as people use it: a real server with its own worker, and the command line."""

import io
import json
import os
import signal
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from ludotheque import cli
from ludotheque.checks.fixtures import new_server
from ludotheque.checks.server import Server
from ludotheque.contest import keys
from ludotheque.contest.webhook_sender import sign
from ludotheque.store.store import Store
from ludotheque.web.local_worker import name_worker
from tests.contest.helpers import FIRST, LAST, TALKING
from tests.contest.receiver import Receiver
from tests.processes import left_behind, running

pytestmark = pytest.mark.server
Run = Callable[..., tuple[int, str, str]]
BROKEN = "int main( {"


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = new_server(
        tmp_path_factory.mktemp("server"), LUDOTHEQUE_CONTEST_MATCHES="1", LUDOTHEQUE_WEBHOOK_NETWORKS="127.0.0.1"
    )
    server.options = ("--organiser",)
    with server:
        yield server


@pytest.fixture(scope="module")
def organiser(own_server: Server) -> str:
    """Return the key that the printed link gives, once."""
    link = find_link(own_server).rpartition("/")[2]
    made = httpx.post(f"{own_server.url}/api/organisers", json={"link": link})
    assert httpx.post(f"{own_server.url}/api/organisers", json={"link": link}).status_code == 403
    return str(made.json()["key"])


def find_link(server: Server) -> str:
    return [word for word in server.output().split() if "/organiser/" in word][-1]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Return a function that runs a command for somebody, whose keys are in a folder of their own."""

    def run_for(who: str, *words: str) -> tuple[int, str, str]:
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / who))
        monkeypatch.delenv("LUDOTHEQUE_KEY", raising=False)
        code = cli.main(words)
        written = capsys.readouterr()
        return code, written.out, written.err

    return run_for


def test_a_contest_by_the_command_line(own_server: Server, organiser: str, run: Run, tmp_path: Path) -> None:
    """Open, join, fix a compile error, climb, close, export; and mistakes get a sentence each."""
    ada = ("--key", organiser)
    opening = ("contest", "open", "emile", "--name", "Cup", "--server", own_server.url, "--rounds", "2")
    assert "needs an organiser's key" in run("eve", *opening)[2]
    code, out, _ = run("ada", *opening, *ada, "--practice", "random", "--language", "c", "--language", "python")
    url = out.split()[0]
    assert code == 0 and url.startswith(own_server.url)
    here = ("--contest", url)
    for who, team in (("bob", "Owls"), ("cleo", "Bats")):
        assert run(who, "contest", "join", *here, "--name", who, "--team", team)[0] == 0
    bot = tmp_path / "bot.c"
    bot.write_text(BROKEN)
    code, out, _ = run("bob", "submit", str(bot), *here)
    assert code == 1 and "is invalid" in out and "bot.c:1" in out
    for who, text in (("bob", TALKING), ("cleo", LAST)):
        (tmp_path / "bot.py").write_text(text)
        code, out, _ = run(who, "submit", str(tmp_path / "bot.py"), *here)
        assert code == 0 and "is valid, and plays" in out, out
    code, out, _ = run("bob", "contest", "try", "2", "random", "--seat", "1", *here)
    assert code == 0 and "Against random: " in out and "my secret plan" in out
    assert "no version 2" in run("cleo", "contest", "try", "2", "random", *here)[2]
    changing = (
        "contest",
        "change",
        *here,
        "--name",
        "Winter cup",
        "--ends",
        "2099-01-01 12:00",
        "--zone",
        "Europe/Paris",
    )
    assert "needs an organiser's key" in run("bob", *changing)[2]
    code, out, _ = run("ada", *changing, "--invitation", "sesame", "--practice", "easy", *ada)
    assert code == 0 and "Winter cup" in out and "2099-01-01 12:00 (Europe/Paris)" in out and "meets easy" in out
    assert "by invitation" in run("eve", "contest", "join", *here, "--name", "Eve", "--team", "Eve")[2]
    assert run("ada", "contest", "change", *here, "--invitation", "", *ada)[0] == 0
    assert run("eve", "contest", "join", *here, "--name", "Eve", "--team", "Eve")[0] == 0
    assert "has started" in run("ada", "contest", "change", *here, "--starts", "2098-01-01 12:00", *ada)[2]
    fixed = httpx.patch(
        url.replace("/contests/", "/api/contests/"),
        json={"limits": {"clock_scale": 2}},
        headers={"Authorization": f"Bearer {organiser}"},
    )
    assert fixed.status_code == 400 and "would not be comparable" in fixed.json()["error"]
    assert "needs an organiser's key" in run("bob", "contest", "close", *here)[2]
    assert run("ada", "contest", "close", *here, *ada)[0] == 0
    assert "takes no more uploads" in run("bob", "submit", str(tmp_path / "bot.py"), *here)[2]
    code, out, _ = run("ada", "contest", "queue", *here, *ada)
    assert code == 0 and f"{name_worker(own_server.url)} (1)" in out
    board = json.loads(run("eve", "contest", "standings", *here, "--json")[1])
    assert {row["name"] for row in board} == {"Owls", "Bats", "Eve"}
    assert run("ada", "contest", "export", str(tmp_path / "archive.zip"), *here, *ada)[0] == 0
    with zipfile.ZipFile(tmp_path / "archive.zip") as archive:
        names = archive.namelist()
        assert {"board.csv", "matches.csv", "contest.json", "teams.csv"} <= set(names)
        assert len([name for name in names if name.startswith("bots/")]) == 3
    log = run("ada", "contest", "log", *here, *ada)[1]
    assert "close" in log and "what ends" in log and "after sesame" in log


def test_people_see_their_own_versions_and_files_only(own_server: Server, organiser: str) -> None:
    opening = {"name": "Cup", "game": "emile"}
    made = httpx.post(f"{own_server.url}/api/contests", json=opening, headers={"Authorization": f"Bearer {organiser}"})
    api = f"{own_server.url}/api/contests/{made.json()['id']}"
    people = {}
    for name in ("Bob", "Cleo"):
        answer = httpx.post(f"{api}/members", json={"name": name, "team": name})
        people[name] = {"Authorization": f"Bearer {answer.json()['key']}"}
    sent = httpx.post(f"{api}/versions", params={"name": "bot.py"}, content=FIRST, headers=people["Bob"])
    assert sent.status_code == 201 and sent.json()["number"] == 1
    files = httpx.get(f"{api}/versions/1/files", headers=people["Bob"])
    with zipfile.ZipFile(io.BytesIO(files.content)) as archive:
        assert archive.read("bot.py").decode() == FIRST
    assert httpx.get(f"{api}/versions/1/files", headers=people["Cleo"]).status_code == 404
    for path in ("versions/1", "versions/1/files", "team", "log", "queue", "export/archive.zip"):
        assert httpx.get(f"{api}/{path}").status_code == 403
    for path in ("log", "queue", "export/archive.zip"):
        assert httpx.get(f"{api}/{path}", headers=people["Bob"]).status_code == 403
    leasing = httpx.post(f"{own_server.url}/api/workers/lease", json={"worker": "x"}, headers=people["Bob"])
    assert leasing.status_code == 403
    fresh = httpx.post(f"{api}/key", headers=people["Bob"]).json()["key"]
    assert httpx.get(f"{api}/team", headers=people["Bob"]).status_code == 403
    assert httpx.get(f"{api}/team", headers={"Authorization": f"Bearer {fresh}"}).json()["members"] == ["Bob"]


def test_a_webhook_by_the_command_line(own_server: Server, organiser: str, run: Run) -> None:
    words = ("--name", "Cup", "--server", own_server.url, "--key", organiser)
    here = ("--contest", run("ada", "contest", "open", "emile", *words)[1].split()[0])
    ada = (*here, "--key", organiser)
    with Receiver() as receiver:
        assert "needs an organiser's key" in run("eve", "contest", "webhook", receiver.url(), *here)[2]
        code, out, _ = run("ada", "contest", "webhook", receiver.url(), *ada)
        secret = out.split()[0]
        assert code == 0 and secret.startswith("webhook-")
        request = receiver.take()
        timestamp = request.headers["X-Ludotheque-Timestamp"]
        assert request.headers["X-Ludotheque-Signature"] == sign(secret, timestamp, request.body)
        assert "has a private address" in run("ada", "contest", "webhook", "http://192.168.0.1/", *ada)[2]
        out = run("ada", "contest", "webhook", *ada)[1]
        assert receiver.url() in out and "webhook.added" in out and secret not in out
        assert run("ada", "contest", "webhook", receiver.url(), "--remove", *ada)[0] == 0
        assert "no such webhook" in run("ada", "contest", "webhook", receiver.url(), "--remove", *ada)[2]
    assert "add webhook" in run("ada", "contest", "log", *ada)[1]


def test_a_server_takes_its_worker_with_it_and_starts_it_again(own_server: Server, run: Run) -> None:
    assert running(own_server.url)
    own_server.kill()
    assert not left_behind(own_server.url)
    own_server.start()
    assert running(own_server.url)
    assert run("zoe", "contest", "organise", find_link(own_server))[0] == 0
    assert run("zoe", "contest", "worker-key", "lab", "--server", own_server.url)[1].startswith("worker-")
    assert run("zoe", "contest", "list", "--server", own_server.url)[0] == 0
    assert "was used already" in run("eve", "contest", "organise", find_link(own_server))[2]


def test_a_contest_that_is_opened_later_is_played_by_the_server_itself(tmp_path: Path) -> None:
    """Without --organiser. The worker knows nothing of the database, is started again, and ends with the server."""
    server = new_server(tmp_path, LUDOTHEQUE_DATABASE="postgresql://me:secret@host/name", PGPASSWORD="secret")
    server.options = ("--matches", "1")
    store = Store.open(server.database)
    with store.engine.begin() as connection:
        organiser = keys.make_key(connection, keys.ORGANISER, "ada", 0.0)
    store.close()
    with server, httpx.Client(base_url=server.url, timeout=60) as ask:
        ask.headers["Authorization"] = f"Bearer {organiser}"
        made = ask.post("/api/contests", json={"name": "Cup", "game": "emile", "options": {"rounds": 1}}).json()
        api = f"/api/contests/{made['id']}"
        joined = ask.post(f"{api}/members", json={"name": "Bob", "team": "Owls"}).json()
        ask.headers["Authorization"] = f"Bearer {joined['key']}"
        validate(ask, api, 1)
        worker = running(server.url)[0]
        variables = Path(f"/proc/{worker}/environ").read_text()
        assert "LUDOTHEQUE_KEY=worker-" in variables and "secret" not in variables
        os.kill(int(worker), signal.SIGKILL)
        validate(ask, api, 2)
        assert running(server.url)[0] != worker
        server.stop()
        assert not left_behind(server.url)


def validate(ask: httpx.Client, api: str, number: int) -> None:
    """Submit a version, and wait until a worker has validated it."""
    assert ask.post(f"{api}/versions", params={"name": "bot.py"}, content=FIRST).status_code == 201
    until = time.monotonic() + 120
    while ask.get(f"{api}/versions/{number}").json()["state"] != "valid":
        assert time.monotonic() < until
        time.sleep(0.1)


def test_nobody_guesses_an_invitation(own_server: Server, organiser: str) -> None:
    """A wrong code counts for five tries to join, of which one address has a hundred in an hour."""
    headers = {"Authorization": f"Bearer {organiser}"}
    body = {"name": "Closed cup", "game": "emile", "ends": "2099-01-01 12:00", "invitation": "sesame"}
    made = httpx.post(f"{own_server.url}/api/contests", json=body, headers=headers).json()
    answers = [
        httpx.post(
            f"{own_server.url}/api/contests/{made['id']}/members",
            json={"name": "Eve", "team": f"Eve {guess}", "invitation": str(guess)},
        ).status_code
        for guess in range(25)
    ]
    assert answers[0] == 403 and answers[-1] == 429
