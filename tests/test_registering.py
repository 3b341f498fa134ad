"""Whatever a section declares is collected: a table under another name would rule nothing, without a word."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping

import pytest

from adjudicator.game import GAMES, load
from adjudicator.homes import modules_of
from adjudicator.rules import Handler, PhaseRule, RollRule

COLLECTED = {Handler: "HANDLERS", RollRule: "ROLLS", PhaseRule: "PHASE_RULES"}


def tables(slug: str) -> Iterator[tuple[str, str, object]]:
    """Module, name and first entry of every table of rules that a section declares."""
    folder = load(slug).folder
    for section in modules_of([str(folder)]):
        module = importlib.import_module(f"adjudicator.{folder.name}.{section}")
        for name, value in vars(module).items():
            entries = list(value.values()) if isinstance(value, Mapping) else value
            if isinstance(entries, (list, tuple)) and entries and isinstance(entries[0], tuple(COLLECTED)):
                yield section, name, entries[0]


@pytest.mark.parametrize("slug", GAMES)
def test_what_sections_declare_is_collected(slug: str) -> None:
    found = list(tables(slug))
    assert found
    for section, name, entry in found:
        assert name == COLLECTED[type(entry)], f"{section}.{name}"


@pytest.mark.parametrize("name", ["ROLLS", "STEPS", "PHASE_RULES", "STAGE_RULES"])
@pytest.mark.parametrize("slug", GAMES)
def test_no_section_takes_another_ones_name(slug: str, name: str) -> None:
    folder = load(slug).folder
    sections = [section for section in modules_of([str(folder)]) if section.startswith("r")]
    modules = [importlib.import_module(f"adjudicator.{folder.name}.{section}") for section in sections]
    declared = [kind for module in modules for kind in getattr(module, name, ())]
    assert len(declared) == len(set(declared))
