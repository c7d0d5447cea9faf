"""What an operator sees: health, metrics and logs."""

import json
import logging
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families as read_metrics

from ludotheque.checks.server import Server, free_port
from ludotheque.web.logs import AddRequest, JsonFormatter, LimitRepeats, TextFormatter, hide_secrets
from tests.web.guest import Guest

pytestmark = pytest.mark.server

DASHBOARD = json.loads((Path(__file__).parents[2] / "deploy" / "grafana.json").read_text("utf-8"))


class Operated:
    """A server whose metrics and logs can be read."""

    def __init__(self, server: Server, metrics_url: str) -> None:
        self.server, self.metrics_url = server, metrics_url

    def metrics(self) -> dict[str, Metric]:
        return {metric.name: metric for metric in read_metrics(httpx.get(self.metrics_url).text)}

    def value(self, name: str, **labels: str) -> float:
        """Return the sum of all samples that have these labels."""
        samples = [one for metric in self.metrics().values() for one in metric.samples if one.name == name]
        return sum(one.value for one in samples if labels.items() <= one.labels.items())

    def log(self) -> list[dict[str, object]]:
        lines = self.server.output().splitlines()
        return [json.loads(line) for line in lines if line.startswith("{")]


@pytest.fixture(scope="module")
def operated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Operated]:
    folder, port = tmp_path_factory.mktemp("server"), free_port()
    settings = {"LOG_FORMAT": "json", "LOG_LEVEL": "info", "METRICS_PORT": str(port), "INTERPRET": "1"}
    environment = {f"LUDOTHEQUE_{name}": value for name, value in settings.items()}
    with Server(f"sqlite:///{folder / 'tables.db'}", folder, environment) as server:
        found = re.search(r"Metrics are at (\S+)", server.output())
        assert found is not None
        yield Operated(server, found[1])


def test_the_server_is_alive_and_ready(operated: Operated) -> None:
    for path in ("/health", "/health/ready"):
        answer = httpx.get(operated.server.url + path)
        assert answer.status_code == 200
        assert answer.json() == {"live": True, "ready": True, "database": True, "running": True}
        assert "Set-Cookie" not in answer.headers
    assert httpx.get(f"{operated.server.url}/health/live").json() == {"live": True}


def test_metrics_count_tables_sockets_plies_and_requests(operated: Operated) -> None:
    plies = operated.value("ludotheque_plies_total", game="alchemy")
    with Guest(operated.server.url) as ada, Guest(operated.server.url, "Bob") as bob:
        table = ada.open("alchemy", "me", "friend", first=0)
        bob.sit(table.invitations[0])
        sockets = [guest.socket(table.id) for guest in (ada, bob)]
        sockets[0].my_turn()
        sockets[0].play("END")
        sockets[1].my_turn()
        assert operated.value("ludotheque_sockets") == 2
        assert operated.value("ludotheque_tables_playing") == 1
        assert operated.value("ludotheque_connections") >= 2
    assert operated.value("ludotheque_plies_total", game="alchemy") == plies + 1
    assert operated.value("ludotheque_change_seconds_count") >= 1
    assert operated.value("ludotheque_request_seconds_count", method="POST", route="/api/tables", status="201") == 1
    assert operated.value("ludotheque_compiled", game="alchemy") in (0, 1)


def test_the_docs_name_our_metrics(operated: Operated) -> None:
    page = (Path(__file__).parents[2] / "docs" / "deploying.md").read_text("utf-8")
    counted = {name for name in operated.metrics() if name.startswith("ludotheque_")}
    assert {name.removesuffix("_total") for name in re.findall(r"`(ludotheque_\w+)`", page)} == counted


def test_every_metric_names_its_process(operated: Operated) -> None:
    samples = [one for metric in operated.metrics().values() for one in metric.samples]
    (process,) = {one.labels.get("process") for one in samples}
    assert operated.server.process is not None
    assert str(process).endswith(f":{operated.server.process.pid}")


def test_the_dashboard_asks_for_metrics_that_exist(operated: Operated) -> None:
    httpx.get(f"{operated.server.url}/nowhere")
    metrics = operated.metrics().values()
    known = {one.name for metric in metrics for one in metric.samples}
    known |= {f"{metric.name}_total" for metric in metrics if metric.type == "counter"}  # some have no sample yet
    targets = [target["expr"] for panel in DASHBOARD["panels"] for target in panel.get("targets", [])]
    assert len(targets) > 8
    for expression in targets:
        asked = set(re.findall(r"\b(?:ludotheque|process|python)_\w+", expression))
        assert asked and asked <= known, expression


def test_a_request_is_logged_once_with_its_id_and_without_secrets(operated: Operated) -> None:
    with Guest(operated.server.url) as ada:
        table = ada.open("alchemy", "me", "friend")
        secret = table.invitations[0].rpartition("/")[2]
        answer = ada.get(f"{table.invitations[0]}?token=sesame")
        headers = {"Authorization": f"Bearer {ada.key}"}
        ada.http.get("/api/session", headers=headers)
        cookie = ada.http.cookies["ludotheque"]
    (line,) = [line for line in operated.log() if line["request"] == answer.headers["X-Request-ID"]]
    assert line["route"] == "/tables/{id}/sit/{invite}" and line["table"] == table.id and line["status"] == 303
    output = operated.server.output()
    assert not [one for one in (secret, "sesame", ada.key, cookie) if one in output]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("no postgresql://ada:se:s@me@host/x", "no postgresql://ada:***@host/x"),
        ("no postgresql://ada:sesame@host/x", "no postgresql://ada:***@host/x"),
        ("GET /tables/x/sit/s-e_s4me HTTP", "GET /tables/x/sit/*** HTTP"),
        ("authorization: bearer sesame", "authorization: bearer ***"),
        ("Cookie: language=fr; ludotheque=sesame.x; a=b", "Cookie: language=fr; ludotheque=***; a=b"),
    ],
)
def test_secrets_are_hidden(text: str, shown: str) -> None:
    assert hide_secrets(text) == shown


def make_record(message: str, level: int = logging.WARNING, at: float = 0.0) -> logging.LogRecord:
    record = logging.LogRecord("here", level, "file.py", 1, message, (), None)
    record.created = at
    return record


def test_the_same_message_is_logged_ten_times_a_minute() -> None:
    limit = LimitRepeats()
    records = [make_record("bad request", at=one) for one in range(50)]
    assert sum(map(limit.filter, records)) == 10
    assert "no more" in records[9].msg
    assert limit.filter(make_record("something else"))
    assert limit.filter(make_record("bad request", at=61))
    assert all(limit.filter(make_record("GET /", logging.INFO)) for _ in range(50))


def test_an_error_is_one_line_of_json() -> None:
    record = make_record("it failed")
    try:
        raise ValueError("postgresql://ada:sesame@host")
    except ValueError:
        record.exc_info = sys.exc_info()
    AddRequest().filter(record)
    text = JsonFormatter().format(record)
    assert "\n" not in text and "sesame" not in text
    assert "ValueError" in json.loads(text)["traceback"]
    assert "sesame" not in TextFormatter().format(record)
