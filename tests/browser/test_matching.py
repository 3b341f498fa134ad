"""The room "Their module" by keyboard: pieces named, places and grids laid, a save of it opened and ruled."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from adjudicator.position import Piece
from adjudicator.saves.foreign.shelf import place_of
from tests.browser.conftest import WIDE
from tests.browser.guest import Guest, a_table
from tests.browser.test_manners import AXE, PHONE, findings
from tests.foreign import STYLES, Foreign, make_foreign

if TYPE_CHECKING:
    from playwright.sync_api import Browser

QUICK = "area-folders"
DECOYS = ("US 413/104 Inf (4-4-6)", "503 Hv Tiger (8-6-6)")
STRANGER = "Tiger 503"
MINUTES = 10 * 60.0
OPENED = 240_000  # milliseconds until a module is matched, beside other tests


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept lies where no user keeps his."""
    monkeypatch.setenv("BOCAGE_CONFIG", str(tmp_path / "settings"))


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Foreign]:
    return {}


def module_of(style: str, modules: dict[str, Foreign], folder: Path) -> Foreign:
    if style not in modules:
        modules[style] = make_foreign(style, folder / f"{style}.vmod", more=DECOYS, pictures=True)
    return modules[style]


@pytest.fixture
def quick(modules: dict[str, Foreign], tmp_path_factory: pytest.TempPathFactory) -> Foreign:
    return module_of(QUICK, modules, tmp_path_factory.mktemp("theirs"))


def a_save(foreign: Foreign, folder: Path) -> Path:
    """Some units of theirs on the map, and a piece that no palette has."""
    start = foreign.game.scenario(next(iter(foreign.game.scenarios)))
    spaces = [space for space in sorted(foreign.at) if space in start.board.spaces]
    units = [start.pieces[uid].printed for uid in list(foreign.truth.values())[:12]]
    pieces = [Piece(unit, spaces[n], foreign.game.statuses[0]) for n, unit in enumerate(units)]
    return foreign.save(folder / "their.vsav", pieces, [(STRANGER, spaces[0])])


class Player:
    """Somebody who matches a module, with the keyboard alone."""

    def __init__(self, guest: Guest, foreign: Foreign) -> None:
        self.guest, self.page, self.truth = guest, guest.page, foreign.truth

    def waiting(self) -> int:
        """Pieces that are left."""
        words = self.page.locator('[data-part="pieces"]').inner_text()
        return int(words.partition("(")[2].rstrip(")"))

    def piece(self) -> str:
        """The piece that lies before him."""
        return self.page.locator(".theirs").get_attribute("data-piece") or ""

    def name_next(self) -> str:
        """Say what the piece is; how: its number among the offers, typed, or none of ours."""
        key = self.piece()
        unit = self.truth.get(key, "")
        offers = self.page.locator(".offer").evaluate_all("rows => rows.map(row => row.dataset.unit)")
        with self.page.expect_response(lambda r: r.url.endswith("/say")):
            if unit and unit in offers:
                how = str(offers.index(unit) + 1)
                self.page.keyboard.press("Enter" if how == "1" else how)
            elif unit:
                how = "typed"
                self.page.keyboard.press("/")
                self.page.keyboard.type(unit)
                self.page.keyboard.press("Enter")
            else:
                how = "none"
                self.page.keyboard.press("-")
        self.page.wait_for_function(
            "key => document.querySelector('.theirs')?.dataset.piece !== key", arg=key
        )
        self.guest.settled()
        return how


def faultless(guest: Guest) -> None:
    assert not [fault for fault in guest.faults if "422" not in fault], guest.faults


@pytest.fixture
def guest(browser: Browser) -> Iterator[Guest]:
    """Somebody at a table of his own, on which nothing lies."""
    with a_table() as address, Guest.sitting(browser, address, **WIDE) as one:
        yield one
        faultless(one)


@pytest.mark.slow
def test_a_save_that_nobody_knows_is_matched_by_keyboard_and_ruled(
    guest: Guest, quick: Foreign, tmp_path: Path
) -> None:
    begun, page = time.monotonic(), guest.page
    page.goto(guest.address)
    guest.ready()
    page.set_input_files("#file", str(a_save(quick, tmp_path)))
    page.wait_for_url("**/adapt")
    guest.ready()
    assert quick.title in page.inner_text("#waits")
    page.set_input_files("#module", str(quick.path))
    page.wait_for_selector(".theirs", timeout=OPENED)
    player = Player(guest, quick)
    left = player.waiting()
    hows = [player.name_next() for _ in range(3)]
    assert player.waiting() == left - len(hows)
    page.keyboard.press("Control+z")
    page.wait_for_function(f"() => document.body.innerText.includes('Pieces ({left - 2})')")
    page.click("#accept")
    page.wait_for_function(f"() => !document.body.innerText.includes('Pieces ({left - 2})')")
    page.click('[data-part="untold"]')
    for select in page.locator("#work select").all():
        select.select_option("1")
        guest.settled()
    page.click("#finish")
    page.wait_for_url("**/#t1/n0")
    guest.ready()
    guest.settled()
    assert page.inner_text("#strange") == "1 piece unknown"
    page.click("#strange")
    assert STRANGER in page.inner_text("#strange-list")
    page.keyboard.press("Escape")
    uid = next(iter(quick.truth.values()))
    title = quick.game.scenario(next(iter(quick.game.scenarios))).pieces[uid].printed.title
    guest.find(title)
    assert guest.verdict
    assert "unknown" not in guest.verdict
    assert place_of(quick.title).is_file()
    assert time.monotonic() - begun < MINUTES


@pytest.mark.slow
@pytest.mark.parametrize("style", [style for style in STYLES if style != QUICK])
def test_every_style_is_matched_to_the_last_piece(
    browser: Browser,
    modules: dict[str, Foreign],
    tmp_path_factory: pytest.TempPathFactory,
    tmp_path: Path,
    style: str,
) -> None:
    """As many as a player looks at in some minutes by keyboard, the other guesses as they stand."""
    foreign = module_of(style, modules, tmp_path_factory.mktemp("theirs"))
    words = ("--module", str(foreign.path), str(a_save(foreign, tmp_path)))
    with a_table(*words) as address, Guest.sitting(browser, address, **WIDE) as guest:
        page = guest.page
        page.goto(address)
        guest.ready()
        page.wait_for_selector(".theirs", timeout=OPENED)
        assert page.input_value("#game") == foreign.game.slug
        player = Player(guest, foreign)
        right = 0
        for _ in range(min(12, player.waiting())):
            right += player.name_next() != "none"
        if page.locator("#accept").count():
            page.click("#accept")
            guest.settled()
        while player.waiting():
            player.name_next()
        assert "Nothing is left to look at" in page.inner_text("#work")
        page.click("#finish")
        page.wait_for_url("**/#t1/n0")
        guest.ready()
        guest.settled()
        assert page.inner_text("#strange") == "1 piece unknown"
        faultless(guest)


def hexes_on(guest: Guest, foreign: Foreign, spaces: list[str]) -> None:
    """Name three hexes by a click on their map each, and type what they are here."""
    page = guest.page
    box = page.locator("#their-map").bounding_box()
    assert box is not None
    for number, space in enumerate(spaces):
        page.locator(".their-hex").nth(number).focus()
        x, y = page.evaluate("at => adaptMap.toScreen(...at)", list(foreign.at[space]))
        page.mouse.click(box["x"] + x, box["y"] + y)
        page.wait_for_function(
            "n => document.activeElement === document.querySelectorAll('.our-hex')[n]", arg=number
        )
        page.keyboard.press("Control+A")
        page.keyboard.type(space)


@pytest.mark.slow
def test_three_clicks_on_their_map_lay_a_grid(
    browser: Browser, modules: dict[str, Foreign], tmp_path_factory: pytest.TempPathFactory
) -> None:
    foreign = module_of("hex-images", modules, tmp_path_factory.mktemp("theirs"))
    spaces = [space for space in foreign.at if space.startswith("w")]
    three = [spaces[0], spaces[len(spaces) // 2 + 7], spaces[-1]]
    with (
        a_table("--module", str(foreign.path)) as address,
        Guest.sitting(browser, address, **WIDE) as guest,
    ):
        page = guest.page
        page.goto(address)
        guest.ready()
        page.click('[data-part="places"]')
        page.wait_for_function("() => globalThis.adaptMap?.ready()")
        page.wait_for_timeout(500)
        hexes_on(guest, foreign, three)
        with page.expect_response(lambda r: r.url.endswith("/lay")):
            page.keyboard.press("Enter")
        guest.settled()
        told = page.locator(".grid-box .state").inner_text()
        assert told.startswith("as you said")
        assert "units of their set-up start where they start here" in told
        page.locator(".our-hex").first.fill(three[1])
        with page.expect_response(lambda r: r.url.endswith("/lay")):
            page.keyboard.press("Enter")
        guest.settled()
        assert "as far apart in both" in page.inner_text("#refused")
        faultless(guest)


@pytest.mark.slow
def test_another_game_is_refused_on_the_page_and_the_right_one_is_a_button(
    guest: Guest, quick: Foreign
) -> None:
    page = guest.page
    page.goto(f"{guest.address}adapt")
    guest.ready()
    page.set_input_files("#module", str(quick.path))
    page.wait_for_selector(".theirs", timeout=OPENED)
    other = next(
        value
        for value in page.locator("#game option").evaluate_all("all => all.map(each => each.value)")
        if value != quick.game.slug
    )
    page.select_option("#game", other)
    page.wait_for_selector("#wrong-game")
    assert "fits better" in page.inner_text("#wrong-game")
    page.click(f'[data-game="{quick.game.slug}"]')
    page.wait_for_selector(".theirs", timeout=OPENED)


@pytest.mark.slow
def test_axe_finds_nothing_and_it_fits_a_phone(browser: Browser, quick: Foreign) -> None:
    with a_table("--module", str(quick.path)) as address:
        with Guest.sitting(browser, address, **PHONE) as phone:
            phone.page.goto(address)
            phone.ready()
            phone.page.wait_for_selector(".theirs", timeout=OPENED)
            for part in ("pieces", "places", "layers", "untold"):
                phone.page.locator(f'[data-part="{part}"]').tap()
                phone.settled()
                assert phone.page.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"]
        if not AXE.exists():
            pytest.skip("no axe-core: npm ci in tests/browser")
        with Guest.sitting(browser, address, **WIDE) as guest:
            page: Any = guest.page
            page.goto(address)
            guest.ready()
            page.wait_for_selector(".theirs", timeout=OPENED)
            page.locator("details[data-fold=certain] summary").click()
            assert not findings(guest)
            for part in ("places", "layers", "untold"):
                page.click(f'[data-part="{part}"]')
                guest.settled()
                page.wait_for_timeout(500)
                assert not findings(guest), part
            faultless(guest)
