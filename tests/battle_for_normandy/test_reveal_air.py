"""The button Reveal air: for the German player, in the second part of the Air Allocation Phase (11.1.1)."""

from __future__ import annotations

import pytest

from module_builder.kit import Kit, load_kit
from module_builder.toolbar import buttons
from module_builder.tracked import tracker_words

WHO = '(PlayerSide == "German" || PlayerSide == "Referee" || PlayerSide == "Solitaire")'


@pytest.fixture(scope="module")
def kit() -> Kit:
    return load_kit("battle-for-normandy")


def _condition(kit: Kit) -> str:
    phase, side = tracker_words(kit, "phase")["air"], tracker_words(kit, "side")["german"]
    return f'bocage_tracker_phase == "{phase}" && bocage_tracker_side == "{side}" && {WHO}'


def test_it_tells_nothing_at_another_moment(kit: Kit) -> None:
    (button,) = (b for b in buttons(kit) if b.get("name") == "Reveal air")
    shown, _, otherwise = str(button.get("reportFormat")).partition(' : "')
    assert shown.startswith(f'{{({_condition(kit)}) ? "~Revealed by " + PlayerSide + ": Air Points "')
    assert "SumMap" not in otherwise
    assert otherwise.startswith('~" + PlayerSide + " reveals nothing')


def test_it_marks_nothing_as_revealed_at_another_moment(kit: Kit) -> None:
    (row,) = (r for r in kit.adapter["desk"]["turns"] if r["name"] == "Reveal air")
    assert row["sets"]["air-revealed"] == f'{{({_condition(kit)}) ? "true" : bocage_air_revealed}}'
