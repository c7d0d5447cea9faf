"""A real browser, where there is one."""

import os
import shutil

from playwright.sync_api import Browser, Error, Playwright

ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage", "--force-color-profile=srgb"]
NONE = "there is no Chromium: install the package chromium, or say where it is with CHROMIUM=…"


def launch(playwright: Playwright) -> Browser | None:
    """CHROMIUM, chromium, google-chrome, then Playwright's own; None without any."""
    names = [os.environ.get("CHROMIUM", ""), "chromium", "google-chrome"]
    paths = [path for name in names if name and (path := shutil.which(name))]
    if paths:
        return playwright.chromium.launch(executable_path=paths[0], args=ARGUMENTS)
    try:
        return playwright.chromium.launch(args=ARGUMENTS)
    except Error:
        return None
