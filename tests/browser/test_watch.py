"""A folder of one's own in the browser: a changed value is there, a fault is told, the table follows."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.guest import ROOT, Guest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

TWO_RIVERS = ROOT / "docs" / "examples" / "two-rivers"
WRONG = "units.csv, line 5, column side: expected one of north, south, not 'nroth'; Did you mean north?"


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """A copy of the example that is watched, and the address of its page."""
    folder = tmp_path_factory.mktemp("watched") / "two-rivers"
    shutil.copytree(TWO_RIVERS, folder)
    line = [sys.executable, "-m", "module_builder.cli", "watch", str(folder), "--no-browser", "--no-build"]
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=surroundings) as running:
        try:
            assert running.stdout is not None
            found = re.search(r"http://\S+", running.stdout.readline())
            assert found
            yield folder, found[0]
        finally:
            running.terminate()


def change(folder: Path, old: str, new: str) -> None:
    path = folder / "units.csv"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.slow
def test_what_is_saved_is_on_the_page(browser: Browser, watched: tuple[Path, str]) -> None:
    folder, address = watched
    with Guest.sitting(browser, address, width=1440, height=900) as guest:
        page = guest.page
        page.goto(address)
        one = page.locator('.one[data-id="n-fell-1"]')
        one.wait_for()
        front = one.locator("img").first.get_attribute("src")
        change(folder, "Fell,2,4,5,3", "Fell,2,9,5,3")
        page.locator('.one.fresh[data-id="n-fell-1"]').wait_for()
        assert page.locator(".one.fresh").count() == 1
        assert one.locator("img").first.get_attribute("src") != front
        assert "drawn again: n-fell-1 front" in page.inner_text("#told")
        change(folder, "Regiment,north,", "Regiment,nroth,")
        page.locator("#faults:not([hidden])").wait_for()
        assert page.inner_text("#faults").splitlines()[0] == WRONG
        assert page.locator(".one").count() == 35
        change(folder, "Regiment,nroth,", "Regiment,north,")
        page.locator("#faults").wait_for(state="hidden")
        change(folder, "Fell,2,9,5,3", "Fell,2,4,5,3")
        page.fill("#only", "scouts")
        assert page.locator(".one").count() == 2
        assert not guest.faults, guest.faults


@pytest.mark.slow
def test_the_table_follows_the_folder(browser: Browser, watched: tuple[Path, str]) -> None:
    folder, address = watched
    with Guest.sitting(browser, address.removesuffix("watch"), width=1440, height=900) as guest:
        page = guest.page
        page.goto(guest.address)
        guest.ready()
        guest.find("1st Fell")
        assert guest.verdict == "1st Fell Regiment reaches 3 spaces."
        guest.click("lark-dale")
        assert "n-fell-1@lark-dale" in guest.now()
        guest.press("Supply")
        assert "in supply" in guest.verdict
        change(folder, "Regiment,north,", "Regiment,nroth,")
        page.locator("#beside-fault:not([hidden])").wait_for()
        assert WRONG in page.inner_text("#beside-fault")
        change(folder, "Regiment,nroth,", "Regiment,north,")
        page.locator("#beside-fault").wait_for(state="hidden")
        guest.settled()
        assert "n-fell-1@lark-dale" in guest.now()
        assert "in supply" in guest.verdict
        guest.find("Mere End")
        guest.press("Attack it")
        guest.click("s-harrow-recon")
        guest.page.locator('[data-key="field with_units"]').wait_for()
        page.get_by_placeholder("attacking units").fill("n-wold-4")
        page.keyboard.press("Enter")
        guest.settled()
        assert "on Mere End, column" in guest.verdict
        page.locator("button.rule", has_text=re.compile(r"units\.csv:\d+ attack")).first.click()
        page.locator("#rule[open]").wait_for()
        assert "attack: 4" in page.inner_text("#rule-body")
        assert [one.inner_text() for one in page.locator("#view option").all()] == [
            "Everybody", "North", "South", "Referee",
        ]  # fmt: skip
        assert not guest.faults, guest.faults
