"""A real browser, if one is installed."""

import os
import shutil

from playwright.sync_api import Browser, Error, Playwright

ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage", "--force-color-profile=srgb"]
MISSING = "Chromium is missing: install the package chromium, or set CHROMIUM to its path"


def launch(playwright: Playwright) -> Browser | None:
    """Launch CHROMIUM, chromium, google-chrome or Playwright's own browser; None if all are missing."""
    names = [os.environ.get("CHROMIUM", ""), "chromium", "google-chrome"]
    paths = [path for name in names if name and (path := shutil.which(name))]
    if paths:
        return playwright.chromium.launch(executable_path=paths[0], args=ARGUMENTS)
    try:
        return playwright.chromium.launch(args=ARGUMENTS)
    except Error:
        return None
