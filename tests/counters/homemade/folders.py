"""A folder of a game for the tests: its sides, its nations, and its files as they are given."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from counters.homemade.reading import read_markers, read_units
from counters.homemade.templates import Templates, load_templates
from counters.units import Marker, Unit
from maps.errors import DataError

SIDES = {"red": {"color": "#a03030"}, "blue": {"color": "#3050a0"}}
NATIONS = {
    "redland": {"ground": "#c9a57a", "ink": "#1a1209", "accent": "#8a2a1c", "tint": "#f5ecd9"},
    "blueland": {"ground": "#33506e", "ink": "#ffffff", "accent": "#e0b13a", "tint": "#dfe8f2"},
}
PLAIN = """
[template.default.front]
symbol = { at = [3, 3, 7, 5] }
name = { show = "text", text = "{name}", at = [1, 9, 11, 3] }

[template.marker.front]
title = { show = "text", text = "{front}", at = [1, 1, 11, 3] }
"""


def templates_of(folder: Path, text: str = PLAIN) -> Templates:
    (folder / "counters.toml").write_text(text)
    return load_templates(folder, sides=SIDES, nations=NATIONS)


def units_of(folder: Path, rows: str, text: str = PLAIN) -> Mapping[str, Unit]:
    templates = templates_of(folder, text)
    (folder / "units.csv").write_text(rows)
    return read_units(folder / "units.csv", sides=SIDES, nations=NATIONS, templates=templates)


def markers_of(folder: Path, rows: str, text: str = PLAIN) -> Mapping[str, Marker]:
    templates = templates_of(folder, text)
    (folder / "markers.csv").write_text(rows)
    return read_markers(folder / "markers.csv", sides=SIDES, templates=templates)


def template_fault(folder: Path, text: str) -> str:
    with pytest.raises(DataError) as found:
        templates_of(folder, text)
    return str(found.value)


def units_fault(folder: Path, rows: str, text: str = PLAIN) -> str:
    with pytest.raises(DataError) as found:
        units_of(folder, rows, text)
    return str(found.value)


def markers_fault(folder: Path, rows: str, text: str = PLAIN) -> str:
    with pytest.raises(DataError) as found:
        markers_of(folder, rows, text)
    return str(found.value)
