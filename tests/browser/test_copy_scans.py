"""Scanned sheets in the room "Your copy" by keyboard: looked through, named, and taken back."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from adjudicator.owning.scan_pieces import ScannedSheets
from counters.overlays import Cut
from counters.press import Counter, load_counters
from maps.art import own_pictures
from module_builder.scan import Scan, scan_sheet
from module_builder.scan_dies import plain_die
from tests.browser.conftest import WIDE
from tests.browser.guest import Guest, a_table
from tests.browser.test_manners import AXE, PHONE, findings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

GAME = "breakout-normandy"
COLUMNS, ROWS, PX = 5, 3, 80
BLANK, REVERSED = 3, 6
"""Where the sheet has no counter although our order goes on, and where the back of the one before lies."""


def lying() -> list[Counter | None]:
    """What lies on the made-up sheet, place by place: counters of one size.

    None where it is blank, and where a back lies.
    """
    known = load_counters(GAME, numbers={})
    alike = (counter for counter in known if counter.size == known[0].size)
    every: list[Counter | None] = [*itertools.islice(alike, COLUMNS * ROWS)]
    every.insert(BLANK, None)
    every.insert(REVERSED, None)
    return every[: COLUMNS * ROWS]


def a_sheet(folder: Path) -> None:
    """Print the sheet, and have it cut: the proposed names are wrong from the blank on."""
    sheet = Image.new("RGB", (COLUMNS * PX + 80, ROWS * PX + 80), "#30343a")
    sheet.paste("#f4efdf", (40, 40, 40 + COLUMNS * PX, 40 + ROWS * PX))
    for at, counter in enumerate(lying()):
        before = lying()[at - 1]
        face = counter.front if counter else before.back if at == REVERSED and before else None
        if face is not None:
            row, column = divmod(at, COLUMNS)
            picture = face.draw(px=PX, finish=Cut(3.0)).convert("RGB")
            sheet.paste(picture, (40 + column * PX, 40 + row * PX))
    file = folder.with_name("sheet.png")
    sheet.save(file)
    w, h = 40 + COLUMNS * PX, 40 + ROWS * PX
    corners = ("40,40", f"{w},40", f"{w},{h}", f"40,{h}")
    scan_sheet(Scan(file, GAME, folder, plain_die(COLUMNS, ROWS), corners=corners))


@pytest.fixture
def guest(browser: Browser, tmp_path: Path) -> Iterator[Guest]:
    """Somebody with a scanned sheet in his folder, who goes from his copy to it."""
    a_sheet(tmp_path / "mine")
    with (
        a_table("--overlay", str(tmp_path / "mine")) as address,
        Guest.sitting(browser, address, **WIDE) as found,
    ):
        found.page.goto(f"{address}copy?game={GAME}")
        found.ready()
        found.page.locator("#scans-link").press("Enter")
        found.page.wait_for_url("**/copy-scans**")
        found.ready()
        yield found
        assert not [fault for fault in found.faults if "422" not in fault], found.faults


def press(guest: Guest, key: str) -> None:
    """Answer with a key, and wait for what comes of it."""
    with guest.page.expect_response(lambda r: r.request.method == "POST"):
        guest.page.keyboard.press(key)
    guest.settled()


def stands(guest: Guest) -> str:
    """The place that lies before him."""
    return guest.page.inner_text("#work h2")


@pytest.mark.slow
def test_a_sheet_is_named_by_keyboard_alone(guest: Guest, tmp_path: Path) -> None:
    page, every = guest.page, lying()
    sheets = ScannedSheets(GAME, tmp_path / "mine")
    assert stands(guest) == "Row 1, column 1"
    for _ in range(BLANK):
        press(guest, "Enter")
    press(guest, ">")
    assert page.inner_text("#told") == f"{BLANK + 1} of 15 looked at"
    for _ in range(REVERSED - BLANK - 1):
        press(guest, "Enter")
    assert stands(guest) == "Row 2, column 2"
    press(guest, ">")
    page.keyboard.press("ArrowLeft")
    before = every[REVERSED - 1]
    assert before is not None
    assert before.name in page.inner_text("#as-back")
    press(guest, "Shift+Enter")
    assert page.inner_text("#told") == f"{REVERSED + 1} of 15 looked at"

    late = load_counters(GAME, numbers={})[60]
    page.keyboard.type(late.name)
    assert page.evaluate("() => document.activeElement.id") == "counter-search"
    page.wait_for_function("() => document.querySelector('#ours h3').textContent === 'Found'")
    for _ in range(40):
        if page.inner_text("#ours-told code") == late.id:
            break
        page.keyboard.press("ArrowDown")
    press(guest, "Enter")
    assert sheets.naming(1).names[2, 3] == late.id
    press(guest, "Control+z")
    assert stands(guest) == "Row 2, column 3"
    press(guest, "-")
    assert sheets.naming(1).names[2, 3] == ""
    press(guest, "Control+z")
    press(guest, "<")
    press(guest, "Control+z")
    page.keyboard.type("nobody at all")
    page.keyboard.press("Enter")
    assert page.inner_text("#refused") == "no counter is called nobody at all"
    page.keyboard.press("Escape")

    for _ in range(COLUMNS * ROWS - REVERSED - 1):
        press(guest, "Enter")
    assert page.inner_text("#told") == "15 of 15 looked at"
    wanted = [c.id if c else f"{before.id}-back" if at == REVERSED else "" for at, c in enumerate(every)]
    assert [*sheets.naming(1).names.values()] == wanted
    assert {*own_pictures(tmp_path / "mine", GAME, "counters")} == {*wanted} - {""}
    page.reload()
    guest.ready()
    assert page.inner_text("#told") == "15 of 15 looked at"


@pytest.mark.slow
def test_axe_finds_nothing_and_it_fits_a_phone(guest: Guest, browser: Browser) -> None:
    with Guest.sitting(browser, guest.address, **PHONE) as phone:
        phone.page.goto(f"{guest.address}copy-scans?game={GAME}")
        phone.ready()
        assert phone.page.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"]
    press(guest, "Enter")
    if not AXE.exists():
        pytest.skip("no axe-core: npm ci in tests/browser")
    assert not findings(guest)
    guest.page.goto(f"{guest.address}copy-scans?game=june-six")
    guest.ready()
    assert "No sheet was scanned" in stands(guest)
    assert not findings(guest)
