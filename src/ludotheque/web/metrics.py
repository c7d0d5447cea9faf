"""What is measured while the server runs, in the form that Prometheus reads, at a port that is not public."""

import os
import socket
from collections.abc import Iterable
from contextlib import suppress

from prometheus_client import (
    CollectorRegistry,
    Counter,
    GCCollector,
    Histogram,
    Metric,
    ProcessCollector,
    disable_created_metrics,
)
from prometheus_client import start_http_server as start_server
from prometheus_client.registry import Collector

from ludotheque.game import GameError

PORTS = 64  # several processes of one machine take one port each, from the configured one on
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2.5, 5, 10)

disable_created_metrics()  # the times at which counters were made, which nobody needs
METRICS = CollectorRegistry()
ProcessCollector(registry=METRICS)
GCCollector(registry=METRICS)

PLIES = Counter(
    "ludotheque_plies", "Plies that were played and stored, of people and bots.", ["game"], registry=METRICS
)
CHANGES = Histogram(
    "ludotheque_change_seconds",
    "Time from a move's or a request's arrival at its table until it is stored.",
    buckets=SECONDS,
    registry=METRICS,
)
REQUESTS = Histogram(
    "ludotheque_request_seconds",
    "Time until a request was answered, by route.",
    ["method", "route", "status"],
    buckets=SECONDS,
    registry=METRICS,
)
REFUSED = Counter("ludotheque_refused", "Requests and connections beyond a limit.", ["limit"], registry=METRICS)


class Labelled(Collector):
    """All metrics, each with the name of this process, so that processes can be told apart and added up."""

    def __init__(self, inner: CollectorRegistry, process: str):
        self._inner, self._process = inner, process

    def collect(self) -> Iterable[Metric]:
        for metric in self._inner.collect():
            metric.samples = [one._replace(labels={**one.labels, "process": self._process}) for one in metric.samples]
            yield metric


def process_name() -> str:
    return f"{socket.gethostname()}:{os.getpid()}"


def serve_metrics(host: str, port: int) -> int:
    """Serve all metrics in a thread, at `port` or the next one that is free; return the port."""
    labelled = CollectorRegistry()
    labelled.register(Labelled(METRICS, process_name()))
    for number in range(port, port + PORTS):
        with suppress(OSError):
            start_server(number, host, labelled)
            return number
    raise GameError("No port from {first} to {last} is free for metrics.", first=port, last=port + PORTS - 1)
