"""Scenario Options: every reading stands in one tab, optional rules apart, and no tab is too long."""

from __future__ import annotations

import pytest

from adjudicator.game import GAMES
from adjudicator.saves.carriers import option_property
from module_builder.kit import load_kit
from module_builder.options import LARGEST, option_text, tabs
from module_builder.prototypes import prototypes
from module_builder.vassal.buildfile import descendants
from module_builder.vassal.sequence_encoder import decode
from tests.module_builder.building import tree_of


@pytest.mark.parametrize("game", GAMES)
def test_every_reading_stands_in_one_tab(game: str) -> None:
    kit = load_kit(game)
    readings = kit.game.schema.readings
    found = [name for names in tabs(kit).values() for name in names]
    assert sorted(found) == sorted(readings)
    assert len(found) == len(set(found))
    for title, names in tabs(kit).items():
        assert len(names) <= LARGEST
        optional = {readings[name].question.startswith("Optional rule") for name in names}
        assert optional == {title.startswith("Optional")}


@pytest.mark.parametrize("game", GAMES)
def test_the_window_keeps_the_properties_and_their_texts(game: str) -> None:
    """Saves name both: titles may change, these not."""
    kit, tree = load_kit(game), tree_of(game)
    rows = {row.get("name", ""): row for row in descendants(tree, "ListScenarioProperty")}
    assert set(rows) == {option_property(name) for name in kit.game.schema.readings}
    for name, reading in kit.game.schema.readings.items():
        row = rows[option_property(name)]
        texts = [option_text(kit, name, letter) for letter in reading.options]
        assert decode(row.get("options", ""), ",") == texts
        assert row.get("initialValue") in texts
        assert row.get("description", "").startswith(reading.rule.rstrip("o"))
    titles = [tab.get("name") for tab in descendants(tree, "ScenarioPropertiesOptionTab")]
    assert titles == list(tabs(kit))


@pytest.mark.parametrize("game", GAMES)
def test_commands_of_optional_rules_are_held_back(game: str) -> None:
    kit = load_kit(game)
    rules = kit.adapter["unit"].get("optional", {})
    held = [t for traits in prototypes(kit).values() for t in traits if t.id == "hideCmd"]
    assert sum("optional" in t.field("name") for t in held) == len(rules)
    for rule in rules.values():
        assert kit.game.schema.readings[rule].question.startswith("Optional rule")
        assert any(option_property(rule) in t.field("expression") for t in held)
