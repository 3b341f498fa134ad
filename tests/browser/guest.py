"""Somebody who sits at the table: what he does with the page, in words of the game."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Response

ROOT = Path(__file__).parents[2]
SAVES = ROOT / "tests" / "saves"


@contextlib.contextmanager
def a_table(*words: str) -> Iterator[str]:
    """A table of its own, asked for with some words; its address. It is ended whatever comes of the test."""
    line = [sys.executable, "-m", "adjudicator", "table", "--no-browser", *words]
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=surroundings) as running:
        try:
            assert running.stdout is not None
            said = running.stdout.readline()
            found = re.search(r"http://\S+", said)
            assert found, said
            yield found[0]
        finally:
            running.terminate()


STILL = 120  # milliseconds until the map lies still where it was brought: here nothing slides
SOON = 60_000  # milliseconds; the machine may be busy with other tests


@dataclass
class Guest:
    """A page of the table, and everything that it received.

    `faults` are what the page said to the console, and scripts that failed; `received` the bodies of answers.
    """

    page: Page
    address: str
    faults: list[str] = field(default_factory=list)
    received: list[Response] = field(default_factory=list)

    @classmethod
    @contextlib.contextmanager
    def sitting(cls, browser: Browser, address: str, **viewport: Any) -> Iterator[Guest]:
        """Sit down, and leave again."""
        size = {"width": viewport.pop("width"), "height": viewport.pop("height")}
        how = {"reduced_motion": "reduce", "viewport": size, **viewport}
        context = browser.new_context(**how, accept_downloads=True)
        context.set_default_timeout(SOON)
        one = cls(context.new_page(), address)
        one.page.on(
            "console", lambda m: one.faults.append(m.text) if m.type in {"error", "warning"} else None
        )
        one.page.on("pageerror", lambda fault: one.faults.append(str(fault)))
        one.page.on("response", one.hear)
        try:
            yield one
        finally:
            context.close()

    def hear(self, answer: Response) -> None:
        """Keep what the page received."""
        self.received.append(answer)

    # --- coming and going -------------------------------------------------------------------------------

    def open(self, path: Path) -> None:
        """Open the page and lay a file on the table, as if it were dropped there."""
        self.page.goto(f"{self.address}?")
        self.ready()
        self.page.set_input_files("#file", str(path))
        self.page.wait_for_function("name => document.title.startsWith(name)", arg=path.name)
        self.settled()

    def ready(self) -> None:
        """Wait until the page has started."""
        self.page.wait_for_selector("body[data-ready=true]", state="attached")

    def settled(self) -> None:
        """Wait until nothing is asked any more."""
        self.page.wait_for_function("() => !document.body.classList.contains('busy')")
        self.page.wait_for_timeout(60)
        self.page.wait_for_function("() => !document.body.classList.contains('busy')")

    def look_as(self, viewpoint: str) -> None:
        """Look with other eyes."""
        self.page.select_option("#view", viewpoint)
        self.settled()

    # --- pointing ---------------------------------------------------------------------------------------

    def find(self, words: str) -> None:
        """Choose a unit or a space by its name in the find box."""
        self.page.keyboard.press("Escape")
        self.page.locator("#find").fill(words)
        self.page.wait_for_selector("#found li[aria-selected=true]")
        self.page.keyboard.press("Enter")
        self.settled()

    def press(self, name: str, exact: bool = False) -> None:
        """Press a button of this name."""
        self.page.get_by_role("button", name=name, exact=exact).first.click()
        self.settled()

    def point(self, place: str) -> tuple[float, float]:
        """Where a space or a piece lies on the screen."""
        found: list[float] = self.page.evaluate("id => globalThis.table.where(id)", place)
        return found[0], found[1]

    def click(self, place: str) -> None:
        """Click on a space or a piece of the map."""
        self.page.evaluate("id => globalThis.table.reveal(id)", place)
        self.page.wait_for_timeout(STILL)
        self.page.mouse.click(*self.point(place))
        self.settled()

    def hover(self, place: str) -> str:
        """Point at a space without a click; what it says there."""
        self.page.evaluate("id => globalThis.table.reveal(id)", place)
        self.page.wait_for_timeout(STILL)
        x, y = self.point(place)
        self.page.mouse.move(x - 3, y - 3)
        self.page.mouse.move(x, y)
        self.page.wait_for_selector("#tip:not([hidden])")
        return self.page.inner_text("#tip")

    # --- reading ----------------------------------------------------------------------------------------

    @property
    def verdict(self) -> str:
        """The verdict."""
        return self.page.inner_text("#verdict")

    @property
    def stands(self) -> str:
        """Where play stands."""
        return self.page.inner_text("#stands")

    @property
    def ruling(self) -> str:
        """Everything that the ruling says, folded parts too."""
        return self.page.text_content("#ruling") or ""

    def marked(self, place: str) -> str:
        """What the list in words says of a space or unit that is drawn on the map."""
        row = self.page.locator(f'#on-map li:has([data-place="{place}"])').first
        return row.text_content() or ""

    def nodes(self) -> Locator:
        """The positions of the tree."""
        return self.page.locator("#line .node")

    def now(self) -> str:
        """The words of the position that is shown."""
        return self.page.locator("#line .node[aria-current=true]").get_attribute("aria-label") or ""
