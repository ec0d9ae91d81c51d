"""Where the system's browser is; without one the tests of the pages cannot be run, and say so."""

import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome")


def browser_path():
    """Return the path of the browser; raises AssertionError that says what to install."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    assert found, "the pages of the workshop are tested in a real browser: install chromium (apt install chromium)"
    return found
