"""Accessibility faults of a page, found by axe in light and dark mode."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}  # dark mode changes nothing else


def find_faults(page: Page) -> list[Any]:
    """Return the violations that axe finds, and whether the page scrolls sideways."""
    page.emulate_media(color_scheme="light")
    found = Axe().run(page).response["violations"]
    page.emulate_media(color_scheme="dark")
    found += Axe().run(page, options=CONTRAST).response["violations"]
    sideways = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    violations = [(one["id"], one["help"], [node["html"] for node in one["nodes"]]) for one in found]
    return [*violations, *(["it scrolls sideways"] if sideways else [])]
