"""Every assumption that names one thing can be switched, and the switch is heard."""

from __future__ import annotations

import pytest

from adjudicator.asking.door import ask, open_position
from adjudicator.game import GAMES, load
from adjudicator.silence import words_for
from adjudicator.table.assuming import switches


@pytest.mark.parametrize("slug", GAMES)
def test_every_item_that_is_assumed_is_known_again_by_its_words(slug: str) -> None:
    items = [item for item in load(slug).schema.items.values() if item.assumed]
    assert items
    for item in items:
        subject = "x" if "{name}" in item.assumed else ""
        text = str(words_for(item, subject, "St. Lo"))
        found = switches(slug, [text])
        assert [switch.text for switch in found] == [text]
        assert "=" in found[0].given


def test_a_switch_is_taken_as_given_and_the_assumption_is_gone() -> None:
    position = open_position("tests/saves/river.txt")
    ruling = ask(position, "odds", "assault", "B", with_units=["116"])
    found = [s for s in switches(position.game, ruling.assumptions) if not s.given.endswith("=")]
    assert found
    for switch in found:
        other = ask(position, "odds", "assault", "B", with_units=["116"], given=[switch.given])
        assert switch.text not in other.assumptions
