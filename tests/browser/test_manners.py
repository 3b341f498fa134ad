"""How the page behaves to everybody: keyboard alone, a phone, a screen reader, a reload in the middle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.guest import ROOT, SAVES, STILL, Guest
from tests.every import quick_one

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

AXE = ROOT / "tests" / "browser" / "node_modules" / "axe-core" / "axe.min.js"
PHONE: dict[str, Any] = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
FIVE = ("june", "bridges", "summer", "storm", "epsom")


@pytest.mark.slow
def test_everything_by_keyboard(guest: Guest) -> None:
    """A unit, its reach, a move, back, an attack: no pointer is touched, and the words tell it all."""
    page = guest.page
    guest.open(SAVES / "bridges.vsav")
    page.keyboard.press("/")
    page.keyboard.type("1058 Rgt")
    page.keyboard.press("Enter")
    guest.settled()
    assert "reaches" in guest.verdict
    page.keyboard.press("]")
    page.wait_for_function("() => document.getElementById('live').textContent")
    assert page.text_content("#live")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    page.wait_for_function("() => document.getElementById('live').textContent.length > 3")
    page.keyboard.press("Enter")
    guest.settled()
    if page.locator("#stack").is_visible():
        page.keyboard.press("Enter")
        guest.settled()
    assert guest.page.inner_text("#chosen-name")
    page.keyboard.press("s")
    guest.settled()
    assert "upply" in guest.verdict
    page.keyboard.press("?")
    assert page.locator("#help").is_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("q")
    assert page.locator("#questions").is_visible()
    page.keyboard.type("victory")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")


@pytest.mark.slow
def test_keys_belong_to_what_has_focus(guest: Guest) -> None:
    guest.open(SAVES / "bridges.vsav")
    where = guest.page.evaluate("() => globalThis.table.where('montebourg')")
    guest.page.locator("#line .node").first.focus()
    guest.page.keyboard.press("ArrowRight")
    guest.page.keyboard.press("ArrowDown")
    assert guest.page.evaluate("() => globalThis.table.where('montebourg')") == where
    assert guest.page.evaluate("() => document.activeElement.classList.contains('node')")


@pytest.mark.slow
def test_a_reload_keeps_everything(guest: Guest) -> None:
    guest.open(SAVES / "bridges.vsav")
    guest.find("1058 Rgt, 91 Div")
    guest.click("montebourg")
    guest.find("1058 Rgt, 91 Div")
    before = guest.verdict, guest.now(), guest.page.inner_text("#chosen-name")
    guest.page.reload()
    guest.ready()
    guest.settled()
    assert (guest.verdict, guest.now(), guest.page.inner_text("#chosen-name")) == before


@pytest.fixture
def phone(browser: Browser, address: str) -> Any:
    """Somebody with a phone."""
    with Guest.sitting(browser, address, **PHONE) as one:
        yield one
        assert not one.faults, one.faults


@pytest.mark.slow
def test_on_a_phone_panels_scroll_and_the_page_does_not(phone: Guest) -> None:
    phone.open(SAVES / "bridges.vsav")
    phone.find("1058 Rgt, 91 Div")
    assert "reaches" in phone.verdict
    assert phone.page.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"]
    assert phone.page.evaluate("() => document.documentElement.scrollHeight") <= PHONE["height"]
    phone.press("the whole answer")
    phone.page.wait_for_timeout(STILL)
    board = phone.page.locator("#map").bounding_box()
    answered = phone.page.evaluate("() => globalThis.table.answered()")
    assert board
    assert len(answered) > 3
    assert all(
        0 < x - board["x"] < board["width"] and 0 < y - board["y"] < board["height"] for x, y in answered
    )
    x, y = phone.point("montebourg")
    phone.page.touchscreen.tap(x, y)
    phone.settled()
    phone.press("Positions", exact=True)
    assert phone.page.locator("#position-tools").is_visible()
    phone.press("Play", exact=True)
    assert phone.page.locator("#stands").is_visible()


@pytest.mark.parametrize("save", quick_one(FIVE, "storm"))
def test_axe_finds_nothing(guest: Guest, save: str) -> None:
    if not AXE.exists():
        pytest.skip("no axe-core: npm ci in tests/browser")
    guest.open(SAVES / f"{save}.vsav")
    assert not findings(guest)
    guest.page.locator("#map").focus()
    guest.page.keyboard.press("n")
    guest.page.keyboard.press("Enter")
    guest.settled()
    assert not findings(guest)
    guest.page.keyboard.press("Escape")
    guest.page.locator("#share-button").click()
    assert not findings(guest)


def findings(guest: Guest) -> list[str]:
    """What axe-core finds on the page as it is now."""
    guest.page.wait_for_timeout(400)
    guest.page.evaluate(AXE.read_text(encoding="utf-8") + ";0")
    told: list[dict[str, Any]] = guest.page.evaluate("async () => (await axe.run()).violations")
    return [f"{v['id']}: {n['html'][:120]} {n['failureSummary'][-160:]}" for v in told for n in v["nodes"]]


@pytest.mark.slow
def test_the_dark_page_has_contrast_too(browser: Browser, address: str) -> None:
    if not AXE.exists():
        pytest.skip("no axe-core: npm ci in tests/browser")
    with Guest.sitting(browser, address, width=1024, height=768, color_scheme="dark") as one:
        one.open(SAVES / "bridges.vsav")
        one.find("1058 Rgt, 91 Div")
        assert not findings(one)


def test_nothing_is_loaded_from_elsewhere(guest: Guest) -> None:
    guest.open(SAVES / "bridges.vsav")
    host = guest.address.split("/")[2]
    assert {r.url.split("/")[2] for r in guest.received if r.url.startswith("http")} == {host}


@pytest.mark.slow
def test_the_script_keeps_little(guest: Guest) -> None:
    guest.open(SAVES / "epsom.vsav")
    guest.find("10 HLI/15")
    heap = guest.page.evaluate("() => performance.memory?.usedJSHeapSize ?? 0")
    assert heap < 60 << 20


PAINTED = """async () => {
  const took = [];
  for (let i = 0; i < 20; i += 1) {
    const from = performance.now();
    globalThis.table.redraw();
    took.push(performance.now() - from);
    await new Promise((on) => setTimeout(on, 5));
  }
  return Math.min(...took);
}"""


@pytest.mark.slow
def test_two_thousand_counters_are_painted_in_time_for_the_next_frame(guest: Guest) -> None:
    guest.open(SAVES / "epsom.vsav")
    assert len(guest.page.evaluate("() => globalThis.table.pieces()")) > 1_900
    assert guest.page.evaluate(PAINTED) < 16
    guest.find("10 HLI/15")
    assert guest.page.evaluate(PAINTED) < 16


@pytest.mark.slow
def test_a_folder_of_the_page_is_all_that_is_served(guest: Guest) -> None:
    guest.page.goto(guest.address)
    guest.ready()
    for name in ("../server.py", "table.html.j2", "%2e%2e/server.py"):
        status = guest.page.evaluate("async (n) => (await fetch('page/' + n)).status", name)
        assert status == 404
    guest.faults.clear()
