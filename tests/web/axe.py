"""What keeps people from using a page: axe looks at it, by day and by night."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}  # all that night can change


def faults(page: Page) -> list[Any]:
    """Whatever axe finds, and whether one must scroll sideways."""
    page.emulate_media(color_scheme="light")
    found = Axe().run(page).response["violations"]
    page.emulate_media(color_scheme="dark")
    found += Axe().run(page, options=CONTRAST).response["violations"]
    sideways = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    told = [(one["id"], one["help"], [node["html"] for node in one["nodes"]]) for one in found]
    return [*told, *(["it scrolls sideways"] if sideways else [])]
