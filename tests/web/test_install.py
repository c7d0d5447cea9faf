"""A browser can install the site as an app: it finds a manifest and icons, and its policy lets it load them."""

import io
import json

import PIL.Image
from playwright.sync_api import expect

from ludotheque.checks.browser_user import PHONE
from ludotheque.checks.fixtures import OpenBrowser
from tests.web.conftest import MakeGuest

PRIVATE = "in-incognito"  # a browser of the tests forgets everything, and such a one installs nothing


def test_chromium_finds_nothing_that_forbids_an_installation(open_browser: OpenBrowser) -> None:
    ada = open_browser(viewport=PHONE, locale="fr-FR")
    page = ada.goto("/")
    devtools = ada.context.new_cdp_session(page)
    manifest = devtools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert json.loads(manifest["data"])["description"].startswith("Des jeux")
    errors = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [one for one in errors if one["errorId"] != PRIVATE] == []


def test_every_icon_of_the_manifest_has_its_size(guest: MakeGuest) -> None:
    ada = guest()
    icons = ada.get("/manifest.webmanifest").json()["icons"]
    assert {icon["purpose"] for icon in icons} == {"any", "maskable"}
    for icon in icons:
        picture = PIL.Image.open(io.BytesIO(ada.get(icon["src"]).content)).convert("RGBA")
        assert f"{picture.width}x{picture.height}" == icon["sizes"]
        *_, alpha = picture.getpixel((0, 0))  # type: ignore[misc]
        assert alpha == (255 if icon["purpose"] == "maskable" else 0)
    assert ada.get("/icons/icon-7.png").status_code == 404


def test_the_colour_of_the_window_is_that_of_the_theme(open_browser: OpenBrowser) -> None:
    page = open_browser(color_scheme="light").goto("/")
    shown = page.locator("meta[name=theme-color][media=all]")
    expect(shown).to_have_attribute("content", "#f5f1e8")
    page.locator("[data-set-theme=dark]").click()
    expect(shown).to_have_attribute("content", "#13151c")
