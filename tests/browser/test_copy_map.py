"""The owner's map: a made-up scan is fitted by three clicks, and what is wrong in ours is painted over."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from adjudicator.owning.owned import OwnCopy
from maps.redrawing import BORDER, GEOMETRY
from tests.browser.test_copy import Owner, owner
from tests.browser.test_manners import AXE, findings

__all__ = ["owner"]

GAME, AREAS = "dark-summer", "breakout-normandy"
TURN, SCALE, AWAY = math.radians(4), 0.21, (37.0, 61.0)


@pytest.fixture
def scan(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the owner's picture lies: not in his overlay, which holds nothing but what is read."""
    return tmp_path_factory.mktemp("scan") / "scan.png"


def scanned(at: tuple[float, float]) -> tuple[float, float]:
    """Where a point of our board lies on the owner's picture, which is smaller and turned."""
    x, y = at
    turned = x * math.cos(TURN) - y * math.sin(TURN), x * math.sin(TURN) + y * math.cos(TURN)
    return SCALE * turned[0] + AWAY[0] + 120, SCALE * turned[1] + AWAY[1]


def on_map(owner: Owner, game: str = GAME) -> Any:
    """The room's map, with the mouse over it."""
    page = owner.guest.page
    page.goto(f"{owner.guest.address}copy-map?game={game}")
    owner.guest.ready()
    return page


def choose(owner: Owner, words: str) -> None:
    """Take a brush."""
    page = owner.guest.page
    label = next(each for each in page.locator("#brush option").all_inner_texts() if each.startswith(words))
    with page.expect_response(lambda r: "/painted" in r.url):
        page.select_option("#brush", label=label)
    page.wait_for_timeout(200)


def press(owner: Owner, x: float, y: float, shift: bool = False) -> None:
    """Click on the map, in its own pixels."""
    page = owner.guest.page
    box = page.locator("#map").bounding_box()
    assert box is not None
    if shift:
        page.keyboard.down("Shift")
    page.mouse.click(box["x"] + x, box["y"] + y)
    if shift:
        page.keyboard.up("Shift")
    page.wait_for_timeout(400)


def paint(owner: Owner, row: str) -> None:
    """Paint a row, and wait until it is written."""
    page = owner.guest.page
    x, y = page.evaluate("row => copyMap.where(row)", row)
    with page.expect_response(lambda r: r.url.endswith("/enter")):
        press(owner, x, y)
    page.wait_for_timeout(300)


@pytest.mark.slow
def test_a_scan_is_fitted_by_three_clicks_and_a_fourth_tells_how_well(owner: Owner, scan: Path) -> None:
    page = on_map(owner)
    Image.new("RGB", (1400, 1500), "#ddc").save(scan)
    page.set_input_files("#scan", str(scan))
    page.wait_for_function("() => document.getElementById('fit-told').textContent.includes('Place 1')")
    for number in range(4):
        if number == 3:
            page.click("#fit-more")
        asked = page.evaluate("copyMap.asked().at")
        m = page.evaluate("copyMap.laid()")
        u, v = scanned((asked[0], asked[1]))
        x, y = m[0] * u + m[2] * v + m[4], m[1] * u + m[3] * v + m[5]
        sx, sy = page.evaluate("([x, y]) => copyMap.toScreen(x, y)", [x, y])
        press(owner, sx, sy)
    told = page.inner_text("#fit-told")
    assert told.startswith("Fitted by 4 places, ")
    assert float(told.split(", ")[1].split(" ")[0]) < 12, "a click is right to a pixel of the screen"
    a, b, c, d, _, _ = page.evaluate("copyMap.laid()")
    assert math.isclose(math.hypot(a, b), 1 / SCALE, rel_tol=0.02)
    assert math.isclose(math.atan2(b, a), -TURN, abs_tol=0.02)
    assert math.isclose(a, d, rel_tol=0.02)
    assert math.isclose(b, -c, abs_tol=0.1)


@pytest.mark.slow
def test_hexes_and_sides_are_painted_and_taken_back(owner: Owner) -> None:
    page = on_map(owner)
    copy = OwnCopy(GAME, owner.folder)
    choose(owner, "spaces: terrain")
    before = copy.seen("spaces.csv", "2114", "terrain")
    assert not before.known
    page.fill("#value", "city" if before.text != "city" else "clear")
    paint(owner, "2114")
    assert copy.seen("spaces.csv", "2114", "terrain").text == page.input_value("#value")
    assert copy.seen("spaces.csv", "2114", "terrain").source == "owner"
    page.fill("#value", "moon")
    paint(owner, "2115")
    assert "column terrain: expected one of" in page.inner_text("#refused")
    choose(owner, "edges: boundary")
    side = next(key[1] for key in copy.doubts if key[0] == "edges.csv" and key[1].startswith("2114/"))
    page.fill("#value", "minor-river")
    paint(owner, side)
    assert "column bridge: expected yes where a road crosses a river" in page.inner_text("#refused")
    page.fill("#value", "minor-river bridge=yes")
    paint(owner, side)
    assert copy.seen("edges.csv", side, "boundary").text == "minor-river"
    for _ in range(2):
        with page.expect_response(lambda r: r.url.endswith("/undo")):
            page.click("#undo")
        page.wait_for_timeout(300)
    assert copy.seen("spaces.csv", "2114", "terrain") == before
    assert not list(owner.folder.rglob("*.csv"))


@pytest.mark.slow
def test_a_border_is_drawn_by_mouse_and_by_keys_and_taken_back(owner: Owner) -> None:
    page = on_map(owner, AREAS)
    copy = OwnCopy(AREAS, owner.folder)
    choose(owner, "geometry: border")
    row = page.locator("#line option").nth(1).get_attribute("value") or ""
    before = copy.seen(GEOMETRY, row, BORDER)
    page.select_option("#line", row)
    page.keyboard.press("n")
    page.keyboard.press("n")
    with page.expect_response(lambda r: r.url.endswith("/enter")):
        for key in ("ArrowLeft", "Shift+ArrowUp", "Enter"):
            page.keyboard.press(key)
    page.wait_for_timeout(400)
    assert page.inner_text("#refused") == ""
    drawn = copy.seen(GEOMETRY, row, BORDER)
    assert drawn != before
    x, y = page.evaluate("row => copyMap.where(row)", row)
    box = page.locator("#map").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + x, box["y"] + y)
    page.mouse.down()
    page.mouse.move(box["x"] + x + 3, box["y"] + y + 3, steps=3)
    with page.expect_response(lambda r: r.url.endswith("/enter")):
        page.mouse.up()
    page.wait_for_timeout(400)
    assert copy.seen(GEOMETRY, row, BORDER) not in (before, drawn)
    if AXE.exists():
        assert not findings(owner.guest)
    for _ in range(2):
        with page.expect_response(lambda r: r.url.endswith("/undo")):
            page.click("#undo")
        page.wait_for_timeout(300)
    assert copy.seen(GEOMETRY, row, BORDER) == before
    assert not list(owner.folder.rglob("*.toml"))


@pytest.mark.slow
def test_a_file_that_is_no_picture_is_one_line(owner: Owner, scan: Path) -> None:
    page = on_map(owner)
    scan.write_bytes(b"no picture")
    page.set_input_files("#scan", str(scan))
    page.wait_for_function("() => document.getElementById('refused').textContent")
    assert "scan.png is no picture that this browser reads" in page.inner_text("#refused")
