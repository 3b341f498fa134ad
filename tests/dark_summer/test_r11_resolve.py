"""Section 11.3: the stages of a Combat, each declared by the section that it belongs to."""

from __future__ import annotations

import importlib

import pytest

from adjudicator.dark_summer.r11_resolve import ORDER, Combat
from adjudicator.errors import PositionError
from adjudicator.frames import plain, strict
from adjudicator.game import load

SECTIONS = {
    "r11_reveal": {"reveal"},
    "r11_support_choice": {"support", "answer"},
    "r11_result": {"dice", "result"},
    "r11_losses": {"defender", "attacker"},
    "r11_retreat": {"retreat"},
    "r11_advance": {"advance"},
}


def test_every_stage_but_the_last_is_declared_once() -> None:
    declared = [s for stages in SECTIONS.values() for s in stages]
    assert sorted(declared) == sorted(ORDER[:-1]) == sorted(load("dark-summer").rules.stages)


@pytest.mark.parametrize("section", SECTIONS)
def test_a_stage_is_declared_by_its_section(section: str) -> None:
    assert set(importlib.import_module(f"adjudicator.dark_summer.{section}").STAGE_RULES) == SECTIONS[section]


def test_a_combat_travels_as_plain_data() -> None:
    combat = Combat("3304", ("us-1",), stage="dice", support=("naval-us",), retreat=True)
    data = {
        "target": "3304", "attackers": ["us-1"], "stage": "dice", "support": ["naval-us"], "retreat": True,
    }  # fmt: skip
    assert plain(combat) == data
    assert strict(Combat, data) == combat


@pytest.mark.parametrize(
    "data",
    [{"target": "3304"}, {"target": "3304", "attackers": [], "moon": 1}, {"target": 1, "attackers": []}],
)
def test_a_combat_that_is_none_is_not_read(data: dict[str, object]) -> None:
    with pytest.raises(PositionError):
        strict(Combat, data)
