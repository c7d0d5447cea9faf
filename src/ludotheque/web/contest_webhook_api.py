"""Webhooks of contests in the JSON API, for organisers."""

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request

from ludotheque.contest.addresses import LONGEST_URL
from ludotheque.contest.webhooks import Delivery, list_deliveries, list_webhooks
from ludotheque.web.api import ERRORS
from ludotheque.web.contest_api import Id, contests_of
from ludotheque.web.contest_staff_api import organiser_of
from ludotheque.web.registry import registry_of

router = APIRouter(prefix="/api/contests/{id}", tags=["contests"])

WebhookId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,32}$")]


class NewWebhook(BaseModel):
    """An address that is told what happens in a contest."""

    model_config = ConfigDict(extra="forbid")

    url: str = Field(max_length=LONGEST_URL)


class WebhookAdded(BaseModel):
    """A new webhook. Keep its secret: it is shown once."""

    id: str
    url: str
    secret: str


class WebhookCard(BaseModel):
    id: str
    url: str
    created: float


@router.post("/webhooks", status_code=201, responses=ERRORS)
async def add_webhook(id: Id, body: NewWebhook, request: Request) -> WebhookAdded:
    """Let an address know what happens: versions, a new leader, disqualifications and the final board."""
    who, service = await organiser_of(request), contests_of(request)
    await registry_of(request).count_request(request)
    made, secret = await service.add_webhook(await service.contest(id), body.url, who)
    return WebhookAdded(id=made.id, url=made.url, secret=secret)


@router.get("/webhooks", responses=ERRORS)
async def get_webhooks(id: Id, request: Request) -> list[WebhookCard]:
    """The webhooks of a contest, without their secrets."""
    await organiser_of(request)
    contest = await contests_of(request).contest(id)
    found = await contests_of(request).read(lambda connection: list_webhooks(connection, contest.id))
    return [WebhookCard(**webhook._asdict()) for webhook in found]


@router.delete("/webhooks/{webhook}", status_code=204, responses=ERRORS)
async def remove_webhook(id: Id, webhook: WebhookId, request: Request) -> None:
    """Remove a webhook with its secret and its deliveries."""
    who, service = await organiser_of(request), contests_of(request)
    await service.remove_webhook(await service.contest(id), webhook, who)


@router.get("/deliveries", responses=ERRORS)
async def get_deliveries(id: Id, request: Request) -> list[Delivery]:
    """The last deliveries, the latest first."""
    await organiser_of(request)
    contest = await contests_of(request).contest(id)
    return await contests_of(request).read(lambda connection: list_deliveries(connection, contest.id))
