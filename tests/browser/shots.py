"""The pictures of the table in the documentation: `python -m tests.browser.shots`; a browser is needed."""

from __future__ import annotations

import io
import math
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.browser.conftest import CHROMIUM
from tests.browser.guest import ROOT, SAVES, Guest, a_table
from tests.foreign import make_foreign

DOCS = ROOT / "docs"
WIDE: dict[str, Any] = {"width": 1440, "height": 900}
PHONE: dict[str, Any] = {
    "width": 390,
    "height": 844,
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}


def reach(guest: Guest) -> None:
    """Where a unit may go."""
    guest.open(SAVES / "june.vsav")
    guest.find("505/82 Abn")


def attack(guest: Guest) -> None:
    """An attack composed by pointing."""
    guest.open(SAVES / "omaha.vsav")
    guest.find("omaha-beach")
    guest.page.keyboard.press("a")
    guest.page.wait_for_selector("#composer .chip.on")
    guest.settled()


def log(guest: Guest) -> None:
    """A log at its first step against the rules."""
    guest.open(ROOT / "tests" / "engine" / "breakout_normandy" / "offences.vlog")
    guest.page.click("#next-illegal")
    guest.page.wait_for_selector(".judged", timeout=60_000)
    guest.settled()


def phone(guest: Guest) -> None:
    """The same on a phone."""
    guest.open(SAVES / "bridges.vsav")
    guest.find("1058 Rgt, 91 Div")


def your_copy(guest: Guest) -> None:
    """Counters of a division, some of them typed in, one refused."""
    page = guest.page
    page.goto(f"{guest.address}copy?game=breakout-normandy")
    guest.ready()
    page.fill("#filter", "German")
    page.get_by_role("button", name="716 Div").first.click()
    page.wait_for_selector(".counter .line:focus")
    for line in ("2-2-4/1", "1-3-3/0", "44-4-4"):
        page.keyboard.type(line)
        with page.expect_response(lambda r: r.url.endswith("/type")):
            page.keyboard.press("Enter")
        page.wait_for_timeout(1500)


def your_map(guest: Guest) -> None:
    """A made-up scan of a map, fitted by three clicks, and Areas painted."""
    page = guest.page
    page.goto(f"{guest.address}copy-map?game=breakout-normandy")
    guest.ready()
    page.wait_for_timeout(20_000)  # the board is drawn once
    paper = Image.open(io.BytesIO(page.locator("#tiles").screenshot())).convert("L")
    scan = Image.merge("RGB", [paper.point([int(v * k) for v in range(256)]) for k in (1.0, 0.93, 0.8)])
    turned, turn = scan.rotate(4, expand=True, fillcolor=(60, 50, 40)), math.radians(-4)
    with tempfile.TemporaryDirectory() as folder:
        turned.save(Path(folder) / "scan.jpg")
        page.set_input_files("#scan", str(Path(folder) / "scan.jpg"))
        page.wait_for_function("() => document.getElementById('fit-told').textContent.includes('Place 1')")
    for _ in range(3):
        at = page.evaluate("copyMap.toScreen(...copyMap.asked().at)")
        x, y = at[0] - paper.width / 2, at[1] - paper.height / 2
        u = x * math.cos(turn) - y * math.sin(turn) + turned.width / 2
        v = x * math.sin(turn) + y * math.cos(turn) + turned.height / 2
        m = page.evaluate("copyMap.laid()")
        board = [m[0] * u + m[2] * v + m[4], m[1] * u + m[3] * v + m[5]]
        to, box = page.evaluate("p => copyMap.toScreen(...p)", board), page.locator("#map").bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + to[0], box["y"] + to[1])
        page.wait_for_timeout(500)
    names = page.locator("#brush option").all_inner_texts()
    page.select_option("#brush", label=next(name for name in names if name.startswith("spaces: terrain")))
    page.fill("#value", "bocage")
    page.locator("#map").focus()
    for key in ("+", "+", "+", "ArrowRight", "Enter", "ArrowDown", "Enter", "ArrowRight", "Enter"):
        page.keyboard.press(key)
        page.wait_for_timeout(700)


def their_module(guest: Guest) -> None:
    """A module of somebody else, some of its pieces named."""
    with tempfile.TemporaryDirectory() as folder:
        made = make_foreign("area-names", Path(folder) / "their.vmod", pictures=True)
        page = guest.page
        page.goto(f"{guest.address}adapt")
        guest.ready()
        page.set_input_files("#module", str(made.path))
        page.wait_for_selector(".theirs", timeout=240_000)
        for key in ("2", "2", "ArrowDown"):
            page.keyboard.press(key)
            guest.settled()
            page.wait_for_timeout(1500)


SHOTS: dict[str, tuple[Callable[[Guest], None], dict[str, Any]]] = {
    "table": (reach, WIDE),
    "table-attack": (attack, WIDE),
    "table-log": (log, WIDE),
    "table-phone": (phone, PHONE),
    "your-copy": (your_copy, WIDE),
    "your-map": (your_map, WIDE),
    "their-module": (their_module, {"width": 1280, "height": 800}),
    "table-dark": (attack, {"width": 1024, "height": 768, "color_scheme": "dark"}),
}


@contextmanager
def table(*, owning: bool) -> Iterator[str]:
    """A table of its own, of somebody who owns the game or not; its address."""
    with tempfile.TemporaryDirectory() as mine, a_table(*(["--overlay", mine] if owning else [])) as address:
        yield address


def take(folder: Path, names: list[str]) -> None:
    """Take pictures, small enough for a page."""
    with sync_playwright() as playing:
        browser = playing.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for name in names:
            do, screen = SHOTS[name]
            with (
                table(owning=name.startswith("your-")) as address,
                Guest.sitting(browser, address, **screen) as guest,
            ):
                do(guest)
                guest.page.wait_for_load_state("networkidle")
                guest.page.mouse.move(5, 5)
                guest.page.wait_for_timeout(1500)
                image = Image.open(io.BytesIO(guest.page.screenshot())).convert("RGB")
                image.save(folder / f"{name}.webp", quality=86, method=6)
        browser.close()


if __name__ == "__main__":
    take(DOCS, sys.argv[1:] or list(SHOTS))
