"""The room "Your copy" by keyboard: a made-up printed sheet is typed in, and the rulings follow."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from adjudicator.asking.door import open_position
from adjudicator.asking.overlay import check_overlay
from adjudicator.owning.doubts import COUNTERS, doubts_of
from adjudicator.owning.notation import load_notation
from adjudicator.owning.owned import OwnCopy
from adjudicator.position import Position
from tests.browser.conftest import WIDE
from tests.browser.guest import SAVES, Guest, a_table
from tests.browser.test_manners import AXE, PHONE, findings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

GAME = "breakout-normandy"
OMAHA = {
    "verb": "odds",
    "fields": {"kind": "assault", "area": "omaha-beach", "point": "us-29-116", "forward": "ge-726"},
}
"""The attack on Omaha, with a Point Unit and a Forward Unit whose numbers no rule prints."""
FOCUSED = """() => {
  const field = document.activeElement;
  return field.matches('.line') ? field.closest('.counter').dataset.unit : '';
}"""


@dataclass
class Owner:
    """Somebody at the table with his own folder."""

    guest: Guest
    folder: Path

    @property
    def copy(self) -> OwnCopy:
        """What he has typed."""
        return OwnCopy(GAME, self.folder)

    def enter(self, game: str = GAME) -> None:
        """Go into the room."""
        self.guest.page.goto(f"{self.guest.address}copy?game={game}")
        self.guest.ready()

    def group(self, words: str) -> None:
        """Find a group by the keyboard."""
        page = self.guest.page
        self.guest.settled()
        page.locator("#group").focus()
        page.keyboard.press("/")
        page.keyboard.press("Control+A")
        page.keyboard.type(words)
        page.keyboard.press("Enter")
        page.wait_for_function(
            "words => document.querySelector('#group h2')?.textContent.endsWith(words)"
            " && document.activeElement.closest('#group')",
            arg=words,
        )

    def focused(self) -> str:
        """The counter whose line has the focus; empty where none has."""
        found: str = self.guest.page.evaluate(FOCUSED)
        return found

    def type_line(self, line: str) -> None:
        """Type a line, and wait until it is taken or refused."""
        page = self.guest.page
        page.keyboard.type(line)
        with page.expect_response(lambda r: r.url.endswith("/type")):
            page.keyboard.press("Enter")
        self.guest.settled()

    def refused(self) -> str:
        """Why the line that has the focus was not taken."""
        return self.guest.page.locator(".counter:focus-within .says .refused").inner_text()

    def doubts(self) -> list[str]:
        """The doubtful values that the attack on Omaha leans on, as the table names them."""
        page = self.guest.page
        page.goto(f"{self.guest.address}?#t1/n0?ask={quote(json.dumps(OMAHA))}")
        page.reload()
        self.guest.ready()
        self.guest.settled()
        assert "success" in self.guest.verdict
        return page.locator("#sources li").all_text_contents()


@pytest.fixture
def owner(browser: Browser, tmp_path: Path) -> Iterator[Owner]:
    """An owner with an empty folder, and a saved game of the landing on his table."""
    words = ("--overlay", str(tmp_path), str(SAVES / "omaha.vsav"))
    with a_table(*words) as address, Guest.sitting(browser, address, **WIDE) as guest:
        yield Owner(guest, tmp_path)
        assert not [fault for fault in guest.faults if "422" not in fault], guest.faults


def landed() -> Position:
    """The saved game."""
    return open_position(SAVES / "omaha.vsav")


def printed_sheet(units: list[str]) -> dict[str, str]:
    """What the owner's counters print, made up: each doubtful number is ours, one more or one less."""
    rng, copy, notation = random.Random(44), OwnCopy(GAME, Path("no-such-folder")), load_notation(GAME)
    found = {}
    for uid in units:
        cells = copy.counter(uid)
        for column in notation.line:
            if (COUNTERS, uid, column) in doubts_of(GAME) and cells[column].isdigit():
                cells[column] = str(max(0, int(cells[column]) + rng.choice([-1, 0, 0, 1])))
        found[uid] = notation.shown(cells)
    return found


def groups_of(units: list[str]) -> dict[str, list[str]]:
    """Titles of the groups that hold counters."""
    found: dict[str, list[str]] = {}
    for doubt in doubts_of(GAME).values():
        if doubt.file == COUNTERS and doubt.row in units and doubt.column in load_notation(GAME).line:
            own = found.setdefault(doubt.title, [])
            own += [doubt.row] if doubt.row not in own else []
    return found


def type_sheet(owner: Owner, units: list[str]) -> dict[str, str]:
    """Type the printed sheet of these units, group after group, with the keyboard alone."""
    sheet = printed_sheet(units)
    for title, own in groups_of(units).items():
        owner.group(title)
        for uid in own:
            for _ in range(40):
                if owner.focused() == uid:
                    break
                owner.guest.page.keyboard.press("ArrowDown")
            owner.type_line(sheet[uid])
    return sheet


def errand(owner: Owner, units: list[str]) -> float:
    """Type the sheet, on which the attack on Omaha leaned, and which it doubts no more; seconds a unit."""
    before = owner.doubts()
    assert any("726 Rgt" in text for text in before)
    assert any("116 Rgt" in text for text in before)
    owner.enter()
    begun = time.monotonic()
    sheet = type_sheet(owner, units)
    took = (time.monotonic() - begun) / len(units)
    assert {uid: owner.copy.line(uid) for uid in units} == sheet
    assert owner.doubts() == []
    check_overlay(GAME, owner.folder)
    return took


@pytest.mark.slow
def test_the_counters_of_omaha_are_typed_in_and_its_attack_rests_on_print_alone(owner: Owner) -> None:
    errand(owner, ["ge-726", "us-29-116"])


@pytest.mark.slow
def test_every_unit_of_d_day_is_typed_in(owner: Owner) -> None:
    position = landed()
    on_map = [
        uid for uid, piece in position.pieces.items() if position.board.spaces[piece.space].kind != "box"
    ]
    assert len(on_map) >= 62
    owner.enter()
    exact = owner.guest.page.inner_text("#told")
    errand(owner, on_map)
    owner.enter()
    assert owner.guest.page.inner_text("#told") != exact
    assert not owner.guest.page.inner_text("#resting-told").startswith("0 of")


@pytest.mark.slow
def test_enter_alone_undo_and_what_is_refused(owner: Owner) -> None:
    owner.enter()
    page = owner.guest.page
    owner.group("709 Div")
    first = owner.focused()
    owner.type_line("4-4")
    assert "is not how the counters print it" in owner.refused()
    page.keyboard.press("Control+A")
    owner.type_line("44-4-4")
    assert "expected a whole number from 0 to 12" in owner.refused()
    assert not list(owner.folder.rglob("*.csv"))
    page.keyboard.press("Control+A")
    page.keyboard.press("Delete")
    owner.type_line("")
    assert owner.focused() != first
    assert owner.copy.seen(COUNTERS, first, "af").source == "owner"
    with page.expect_response(lambda r: r.url.endswith("/undo")):
        page.keyboard.press("Control+z")
    page.wait_for_function("() => document.getElementById('undo').disabled")
    assert not list(owner.folder.rglob("*.csv"))


@pytest.mark.slow
def test_what_a_printed_source_says_otherwise_is_taken_at_the_second_enter(owner: Owner) -> None:
    owner.enter()
    owner.group("709 Div")
    assert owner.focused() == "ge-1-919"
    owner.type_line("1-2-3/2")
    assert "expected 0, as example 4 has it, not 2. Enter again takes yours" in owner.refused()
    owner.type_line("")
    assert owner.copy.line("ge-1-919") == "1-2-3/2"


@pytest.mark.slow
def test_a_table_is_typed_like_the_printed_card(owner: Owner) -> None:
    owner.enter("dark-summer")
    page = owner.guest.page
    owner.group("Combat Results Table")
    assert page.locator("#group .grid").count() >= 2
    page.locator('#group input[data-key*="row.1"]').first.focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("AL1")
    with page.expect_response(lambda r: r.url.endswith("/enter")):
        page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.dataset.key.includes('row.2')")
    copy = OwnCopy("dark-summer", owner.folder)
    assert copy.seen("crt.toml", "row.1", "1-3").text == "AL1"
    assert all(copy.seen("crt.toml", "row.1", column).known for column in ("1-3", "1-2", "6-1"))
    page.keyboard.press("Control+A")
    page.keyboard.type("XX")
    with page.expect_response(lambda r: r.url.endswith("/enter")):
        page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('tr:focus-within .refused').textContent")
    assert "a code of the table, not 'XX'" in page.locator("tr:focus-within .refused").inner_text()
    assert copy.seen("crt.toml", "row.2", "1-3").text != "XX"


@pytest.mark.slow
def test_the_rest_of_a_group_is_right(owner: Owner) -> None:
    owner.enter()
    owner.group("6 AB Div")
    with owner.guest.page.expect_response(lambda r: r.url.endswith("/enter")):
        owner.guest.page.locator("#all-right").press("Enter")
    owner.guest.page.wait_for_function(
        "() => document.getElementById('group-open').textContent.includes('exact')"
    )
    group = next(g for g in owner.copy.groups() if g.title.endswith("6 AB Div"))
    assert group.open == 0


@pytest.mark.slow
def test_without_a_folder_the_room_is_shut(guest: Guest) -> None:
    guest.page.goto(guest.address)
    guest.ready()
    assert guest.page.locator("#copy-link").count() == 0
    guest.page.goto(f"{guest.address}copy")
    guest.ready()
    assert "this table has no folder of yours" in guest.page.inner_text("#group")
    guest.faults.clear()


@pytest.mark.slow
def test_axe_finds_nothing_in_the_room_and_it_fits_a_phone(owner: Owner, browser: Browser) -> None:
    owner.enter()
    with Guest.sitting(browser, owner.guest.address, **PHONE) as phone:
        phone.page.goto(f"{owner.guest.address}copy?game={GAME}")
        phone.ready()
        assert phone.page.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"]
    if not AXE.exists():
        pytest.skip("no axe-core: npm ci in tests/browser")
    assert not findings(owner.guest)
    owner.group("709 Div")
    assert not findings(owner.guest)
