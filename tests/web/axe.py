"""Accessibility faults of a page, found by axe in light mode, and on wide pages in dark mode."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}  # dark mode changes nothing else
WIDE = 600  # narrower pages have the same colours, so that dark mode is tested on wide ones only


def find_faults(page: Page) -> list[Any]:
    """Return the violations that axe finds, and whether the page scrolls sideways."""
    page.emulate_media(color_scheme="light")
    found = Axe().run(page).response["violations"]
    if page.evaluate("innerWidth") > WIDE:
        page.emulate_media(color_scheme="dark")
        found += Axe().run(page, options=CONTRAST).response["violations"]
    sideways = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    violations = [(one["id"], one["help"], [node["html"] for node in one["nodes"]]) for one in found]
    return [*violations, *(["it scrolls sideways"] if sideways else [])]
