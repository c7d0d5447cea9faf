"""The site as an app that a browser can install: its manifest, and its icon as PNG."""

from functools import cache

import resvg_py
from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse
from starlette.requests import Request

from ludotheque.web.render import NoSuchFile, read_static
from ludotheque.web.words import language_of

router = APIRouter(include_in_schema=False)

PAPER, INK = "#f5f1e8", "#1d2230"  # the page, and the icon's ground
ICONS = {"icon-192": 192, "icon-512": 512, "maskable-180": 180, "maskable-512": 512}  # pixels
A_DAY = "public, max-age=86400"


@router.get("/manifest.webmanifest")
def send_manifest(request: Request) -> Response:
    language = language_of(request)
    facts = {
        "id": "/",
        "name": "Ludothèque",
        "short_name": "Ludothèque",
        "description": language.say("Board games in your browser: play a friend or a bot, no account needed."),
        "lang": language.code,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "categories": ["games"],
        "icons": [describe_icon("icon-192"), describe_icon("icon-512"), describe_icon("maskable-512", "maskable")],
    }
    return JSONResponse(facts, media_type="application/manifest+json", headers={"Cache-Control": A_DAY})


def describe_icon(name: str, purpose: str = "any") -> dict[str, str]:
    size = ICONS[name]
    return {"src": f"/icons/{name}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


@router.get("/icons/{name}.png")
def send_icon(name: str) -> Response:
    if name not in ICONS:
        raise NoSuchFile("There is no such file.")
    return Response(draw_icon(name), media_type="image/png", headers={"Cache-Control": A_DAY})


@cache
def draw_icon(name: str) -> bytes:
    """Return the icon as PNG. Systems cut a maskable one to a shape of their own, so its ground reaches the edges."""
    svg = read_static("icon.svg").decode()
    if name.startswith("maskable"):
        ground = f'<rect x="-5" y="-5" width="50" height="50" fill="{INK}"/>'
        svg = svg.replace('viewBox="0 0 40 40">', f'viewBox="-5 -5 50 50">{ground}')
    return bytes(resvg_py.svg_to_bytes(svg, width=ICONS[name]))
