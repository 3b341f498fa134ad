"""Sketches of hexes: a block of hexes with boxes beside it, or our map."""

from __future__ import annotations

from adjudicator.asking.loading import read_text
from adjudicator.position import Position


def sketch(*lines: str, more: str = "") -> Position:
    found = read_text("\n".join((f"dark-summer, turn 3, storm, us combat{more}", *lines))).position
    assert found is not None
    return found


def test_a_box_stands_beside_any_hexes() -> None:
    here = sketch("3304..3305: clear", 'cherbourg: | us inf 5-6/3 "u1" full')
    assert {s.id for s in here.board.spaces.values() if s.kind == "hex"} == {"3304", "3305"}
    assert here.pieces["us-u1"].space == "cherbourg"
    edge = here.board.edge("3304", "3305")
    assert edge is not None
    assert edge.boundary == "open"


def test_our_map_comes_when_it_is_asked_for() -> None:
    here = sketch('cherbourg: | us inf 5-6/3 "u1" full', more=", our map")
    assert "1200" in here.board.spaces
