"""What the chat says of a gesture: in every game each report names who made it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adjudicator.game import GAMES
from module_builder.vassal.buildfile import short_name
from tests.module_builder.building import tree_of

_WHO = ("PlayerSide", "PlayerName")
_FORMATS = ("reportFormat", "moveWithinFormat", "moveToFormat", "createFormat", "changeFormat")
_READ_OFF = ("Count ", "Hands", "Welcome", "Say the phase")
"""Names of what is read off the table, and changes nothing; New phase is told before it says the phase."""


def reports(game: str) -> Iterator[tuple[str, str]]:
    """Every report of the module's own parts, with the name of its part; pieces report through their map."""
    for node in tree_of(game).iterdescendants():
        name = node.get("name") or node.get("mapName") or node.get("desc") or ""
        for key in _FORMATS:
            text = node.get(key)
            if text and not (key == "reportFormat" and name.startswith(_READ_OFF)):
                yield f"{short_name(node)} {name}, {key}", text


@pytest.mark.parametrize("game", GAMES)
def test_every_report_names_who_did_it(game: str) -> None:
    found = dict(reports(game))
    assert len(found) >= 15
    assert [place for place, text in found.items() if not any(who in text for who in _WHO)] == []
