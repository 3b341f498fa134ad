"""Layers that lie under an answer: drawn on the map, told in words, asked anew for each viewpoint."""

from __future__ import annotations

import re

import pytest

from tests.browser.guest import SAVES, Guest
from tests.every import quick_one

pytestmark = pytest.mark.slow

CONTROL, DOUBTFUL = "who controls what", "doubtful values: all that are reconstructed"
NAMED = {  # save -> a space of each list, as it is named there
    "bridges": ("Utah Beach", "Caen"),
    "storm": ("Gold", "Caen"),
    "june": ("W2624 Carentan", "W0113"),
    "summer": ("2103 Ste-Mère-Église", "0901"),
    "epsom": ("C3330 Putot", "A0607"),
}


@pytest.mark.slow
@pytest.mark.parametrize("save", quick_one([*NAMED], "bridges"))
def test_a_layer_is_drawn_and_told_in_words(guest: Guest, save: str) -> None:
    held, doubtful = NAMED[save]
    guest.open(SAVES / f"{save}.vsav")
    guest.press("Layers")
    before = guest.page.locator("#drawing").evaluate("c => c.toDataURL()")
    guest.page.get_by_label(CONTROL, exact=True).check()
    guest.settled()
    assert guest.page.locator("#drawing").evaluate("c => c.toDataURL()") != before
    assert "Allied controlled" in guest.page.inner_text("#legend")
    guest.page.locator(".layer-words summary").first.click()
    assert held in guest.page.inner_text(".layer-words")
    guest.page.get_by_label(DOUBTFUL, exact=True).check()
    guest.settled()
    told = guest.page.locator('[data-layer="printed"]').text_content() or ""
    assert doubtful in told
    guest.press("the whole ruling")
    assert "controlled" in guest.verdict


@pytest.mark.slow
@pytest.mark.parametrize("save", quick_one([*NAMED], "bridges"))
def test_the_layer_of_doubtful_values_shows_one_of_them(guest: Guest, save: str) -> None:
    guest.open(SAVES / f"{save}.vsav")
    guest.press("Layers")
    choice = guest.page.get_by_label(re.compile("^doubtful values.*only this value"))
    told = guest.page.locator('[data-layer="printed"] .layer-sum')
    seen = set()
    options = choice.locator("option")
    for place in (1, options.count() - 1):
        name = options.nth(place).inner_text()
        choice.select_option(index=place)
        guest.settled()
        assert guest.page.get_by_label(DOUBTFUL, exact=True).is_checked()
        assert f"Doubtful values of {name}" in (told.text_content() or "").replace("_", " ")
        seen.add(guest.page.locator("#drawing").evaluate("c => c.toDataURL()"))
    assert len(seen) == 2
    choice.select_option(label="all")
    guest.settled()
    assert "Doubtful values: of" in (told.text_content() or "")


@pytest.mark.slow
def test_a_layer_follows_the_position(guest: Guest) -> None:
    guest.open(SAVES / "bridges.vsav")
    guest.press("Layers")
    guest.page.get_by_label("supply: German", exact=True).check()
    guest.settled()
    before = guest.page.locator('[data-layer="supply german"]').text_content()
    guest.press("Edit", exact=True)
    guest.page.fill("#edit-unit", "ge-1058")
    guest.page.fill("#edit-space", "utah-beach")
    guest.page.click("#edit-place")
    guest.page.click("#edit-make")
    guest.settled()
    assert guest.page.locator('[data-layer="supply german"]').text_content() != before
