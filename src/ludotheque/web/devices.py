"""A profile on another device: a link with a QR code, which is valid for 10 minutes and can be used once.

Opening the link changes nothing, because messengers open links to show a preview: the page has a button.
"""

import segno
from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markupsafe import Markup

from ludotheque.store.device_links import LINK_SECONDS, Profile
from ludotheque.web.registry import registry_of
from ludotheque.web.render import render_page
from ludotheque.web.session import Forbidden, check_origin, person_of, sessions_of, set_person

router = APIRouter(include_in_schema=False)
OWN_PAGES = [Depends(check_origin)]
SEE_OTHER = 303
NOT_VALID = "This link is not valid any more: it can be used once, for 10 minutes. Make a new one on the other device."


@router.post("/devices", dependencies=OWN_PAGES)
async def make_link(request: Request) -> HTMLResponse:
    """Show a link to the asking person's profile."""
    await registry_of(request).count_request(request)
    person = person_of(request)
    secret = await registry_of(request).store.device_links.make(Profile(person.id, person.name))
    link = f"{site_address(request)}/devices/{secret}"
    minutes = round(LINK_SECONDS / 60)
    return render_page(
        request, "device_link.html", link=link, picture=draw_qr_code(link), minutes=minutes, path="/history"
    )


@router.get("/devices/{secret}")
async def show_link(request: Request, secret: str) -> HTMLResponse:
    """Ask whether this browser should get the profile."""
    profile = await registry_of(request).store.device_links.look(secret)
    if profile is None:
        raise Forbidden(NOT_VALID)
    return render_page(request, "device.html", secret=secret, profile=profile)


@router.post("/devices/{secret}", dependencies=OWN_PAGES)
async def use_link(request: Request, secret: str) -> Response:
    """Give this browser the profile."""
    await registry_of(request).count_request(request)
    profile = await registry_of(request).store.device_links.use(secret)
    if profile is None:
        raise Forbidden(NOT_VALID)
    set_person(request, profile.person, profile.name)
    return RedirectResponse("/history", SEE_OTHER)


def site_address(request: Request) -> str:
    """Return the address of the site as other devices reach it."""
    return sessions_of(request).public_address or str(request.base_url).rstrip("/")


def draw_qr_code(text: str) -> Markup:
    """Return a QR code as SVG. It is dark on light in both themes, as cameras expect it."""
    code = segno.make(text, error="m", micro=False)
    return Markup(code.svg_inline(scale=5, dark="#000", light="#fff", border=4, omitsize=True))
