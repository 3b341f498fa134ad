"""A table and a browser: Debian's Chromium, driven by Playwright; skipped where either is not at hand."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.guest import Guest, a_table

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or "/usr/bin/chromium"
WIDE = {"width": 1440, "height": 900}


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A browser without a window."""
    driver = pytest.importorskip("playwright.sync_api", reason="no playwright: pip install playwright")
    if not Path(CHROMIUM).exists():
        pytest.skip("no Chromium: apt-get install chromium")
    with driver.sync_playwright() as playing:
        opened = playing.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def address(browser: Browser) -> Iterator[str]:
    """The address of a table; of one that runs already where ``BOCAGE_TABLE`` names it."""
    if os.environ.get("BOCAGE_TABLE"):
        yield os.environ["BOCAGE_TABLE"]
        return
    with a_table() as found:
        yield found


@pytest.fixture
def guest(browser: Browser, address: str) -> Iterator[Guest]:
    """Somebody at the table, before a wide screen; the page may say nothing to the console."""
    with Guest.sitting(browser, address, **WIDE) as one:
        yield one
        assert not one.faults, one.faults
