"""What the server says about itself: whether it is alive and ready, and the state of its tables as metrics."""

import asyncio
from collections.abc import Iterable
from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response
from prometheus_client import Metric
from prometheus_client.core import GaugeMetricFamily as Gauge
from prometheus_client.registry import Collector
from starlette.requests import Request

from ludotheque import game as games
from ludotheque.store.database import StoreError
from ludotheque.web.connections import Connections
from ludotheque.web.registry import TableRegistry, registry_of

router = APIRouter(prefix="/health", include_in_schema=False)
DATABASE_SECONDS = 5.0  # a database that takes longer is not ready


@router.get("/live")
def is_live() -> dict[str, bool]:
    """The process answers. If it does not, restart it."""
    return {"live": True}


@router.get("/ready")
@router.get("")
async def is_ready(request: Request) -> Response:
    """The server can do its work. If it cannot, send no visitors here; a restart does not help."""
    is_running, has_database = registry_of(request).is_running, await can_read(registry_of(request))
    ready = is_running and has_database
    facts: dict[str, Any] = {"live": True, "ready": ready, "database": has_database, "running": is_running}
    return JSONResponse(facts, 200 if ready else 503, {"Cache-Control": "no-store"})


async def can_read(registry: TableRegistry) -> bool:
    try:
        async with asyncio.timeout(DATABASE_SECONDS):
            await registry.store.ping()
    except (StoreError, TimeoutError):
        return False
    return True


class StateCollector(Collector):
    """Counts what there is now, whenever Prometheus asks; it asks from another thread."""

    def __init__(self, registry: TableRegistry, connections: Connections):
        self.registry, self.connections = registry, connections
        self.games = games.cards()

    def collect(self) -> Iterable[Metric]:
        registry = self.registry
        tables = registry.list_live()
        yield gauge("tables", "Tables in memory.", len(tables))
        yield gauge(
            "tables_playing", "Tables in memory whose match goes on.", sum(t.state == "playing" for t in tables)
        )
        yield gauge("sockets", "Open sockets of players and spectators.", sum(len(t.watchers) for t in tables))
        yield gauge("connections", "Open connections, sockets too.", self.connections.total)
        yield gauge("bots_waiting", "Questions to bots that no process answers yet.", registry.pool.waiting)
        yield gauge("bots_thinking", "Processes in which bots think now.", registry.pool.busy)
        yield gauge("bot_processes", "Processes in which bots can think at most.", registry.pool.size)
        yield gauge("work_waiting", "Replays and drawings that wait or are being made.", registry.work.waiting)
        yield gauge("writes_waiting", "Changes that wait for the database.", registry.store.writer.jobs.qsize())
        compiled = Gauge("ludotheque_compiled", "Whether the rules of a game are compiled.", labels=["game"])
        for card in self.games:
            compiled.add_metric([card.name], registry.is_ready(card))
        yield compiled


def gauge(name: str, about: str, value: float) -> Metric:
    return Gauge(f"ludotheque_{name}", about, value)
