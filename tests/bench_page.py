"""Rows of the table of speeds for the page, in a browser: CPU seconds of the process that shows it."""

from __future__ import annotations

import contextlib
import functools
import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.bench_work import Call, Work

if TYPE_CHECKING:
    from tests.browser.guest import Guest

__all__ = ["PAGE_WORK", "page_rows"]

USABLE, FRAMES_MOVED = "the page: usable", "the page: 60 frames while it is moved"
PAGE_WORK = (USABLE, FRAMES_MOVED)
"""What is measured where a browser is at hand."""
SAVED = {"breakout-normandy": "bridges", "battle-for-normandy": "epsom"}
"""The smallest map and the largest."""
FRAMES = 60
MOVED = """frames => new Promise((done) => {
  const map = document.getElementById("map");
  const one = (n) => {
    if (n === frames) return done();
    const key = n % 20 < 10 ? "ArrowRight" : "ArrowLeft";
    map.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey: true, bubbles: true }));
    requestAnimationFrame(() => one(n + 1));
  };
  one(0);
})"""


def page_rows(game: str) -> Iterator[Work]:
    """What the page of a game costs the browser, on two maps; nothing without a browser.

    Parameters
    ----------
    game
        Slug.

    Yields
    ------
    Work
    """
    known = importlib.util.find_spec("playwright") is not None and Path("/usr/bin/chromium").exists()
    if game not in SAVED or not known:
        return
    yield Work(USABLE, game, lambda: _usable(game), 1, clock=_clock)
    yield Work(FRAMES_MOVED, game, lambda: _moved(game), 1, clock=_clock)


@functools.cache
def _guest() -> Guest:
    """Somebody at a table, in a browser that is open until the program ends."""
    import atexit

    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import CHROMIUM, WIDE
    from tests.browser.guest import Guest
    from tests.browser.shots import table

    kept = contextlib.ExitStack()
    atexit.register(kept.close)
    address = kept.enter_context(table(owning=False))
    browser = kept.enter_context(sync_playwright()).chromium.launch(
        executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
    )
    return kept.enter_context(Guest.sitting(browser, address, **WIDE))


@functools.cache
def _session() -> Any:
    session = _guest().page.context.new_cdp_session(_guest().page)
    session.send("Performance.enable")
    return session


def _clock() -> float:
    """CPU seconds of the process that shows the page."""
    told = _session().send("Performance.getMetrics")["metrics"]
    return float(next(each["value"] for each in told if each["name"] == "ProcessTime"))


@functools.cache
def _laid(game: str) -> str:
    """The address of the page with a game on it, which has been looked at once."""
    from tests.browser.guest import SAVES

    guest = _guest()
    guest.open(SAVES / f"{SAVED[game]}.vsav")
    return guest.page.url


def _usable(game: str) -> list[Call]:
    guest, address = _guest(), _laid(game)
    guest.page.goto("about:blank")

    def come() -> None:
        guest.page.goto(address)
        guest.ready()
        guest.page.wait_for_selector("#stands")

    return [come]


def _moved(game: str) -> list[Call]:
    for come in _usable(game):
        come()
    guest = _guest()
    guest.settled()
    half = functools.partial(guest.page.evaluate, MOVED, 1)
    whole = functools.partial(guest.page.evaluate, MOVED, FRAMES)
    half()
    return [whole]
