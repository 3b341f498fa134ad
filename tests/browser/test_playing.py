"""Playing against the program on the page: who plays is chosen, replies come, advice can be taken."""

from __future__ import annotations

import pytest

from tests.browser.guest import SAVES, Guest

pytestmark = pytest.mark.slow


def seated(guest: Guest, german: str, allied: str) -> None:
    """Choose who plays which side."""
    guest.page.click("#play-button")
    guest.page.select_option("#playing-body select[name=german]", german)
    guest.page.select_option("#playing-body select[name=allied]", allied)
    guest.page.locator("#playing-body button.primary").click()


def grown(guest: Guest, count: int) -> None:
    """Wait until the tree has so many nodes."""
    guest.page.wait_for_function(f"() => document.querySelectorAll('#line .node').length >= {count}")


@pytest.mark.slow
def test_what_somebody_does_is_answered(guest: Guest) -> None:
    """The German side is played by hand: after its impulse the Allied side acts by itself."""
    guest.open(SAVES / "bridges.vsav")
    seated(guest, "", "random")
    guest.settled()
    assert guest.page.input_value("#view") == "german"
    nodes = guest.nodes().count()
    guest.page.locator("#moment [data-kind=end-impulse]").click()
    grown(guest, nodes + 2)
    guest.settled()
    assert "player=allied%3Drandom" in guest.page.url


@pytest.mark.slow
def test_two_players_of_ours_go_on_after_a_reload_and_stop_when_told(guest: Guest) -> None:
    guest.open(SAVES / "bridges.vsav")
    seated(guest, "random", "random")
    grown(guest, 8)
    guest.page.reload()
    guest.ready()
    grown(guest, 14)
    seated(guest, "", "")
    guest.settled()
    nodes = guest.nodes().count()
    guest.page.wait_for_timeout(600)
    assert guest.nodes().count() == nodes


@pytest.mark.slow
def test_advice_is_told_in_numbers_and_can_be_taken(guest: Guest) -> None:
    guest.open(SAVES / "bridges.vsav")
    guest.page.click("#play-button")
    guest.page.click("#advise")
    guest.page.wait_for_selector("#counsel li", timeout=60_000)
    rows = guest.page.locator("#counsel li")
    assert rows.count() == 3
    first = rows.first.get_by_role("button").inner_text()
    assert "legal actions compared" in guest.page.inner_text("#counsel")
    rows.first.get_by_role("button").click()
    guest.settled()
    assert first in guest.now()
