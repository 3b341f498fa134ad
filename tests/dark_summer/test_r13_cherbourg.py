"""Section 13.5."""

from __future__ import annotations

import pytest

from adjudicator.dark_summer.r13_cherbourg import (
    c_path,
    check_isolation,
    explain_isolation,
    explain_relocation,
    has_c_path,
    is_isolated,
    relocated,
)
from adjudicator.inquiry import Inquiry
from adjudicator.position import Fact, Key, Position
from counters.catalog import Unit
from maps.board import Board
from tests.dark_summer.build import board, hexes, position, unit

BLOCK = hexes(12, 20, 0, 6)
NECK = [f"{c}04" for c in range(12, 21)]  # Flooded but for one hex: the way from the north to the source
A, US = unit("ge-a"), unit("us-1")
GARRISON, STRONGPOINT = unit("ge-g", "garrison", steps=1), unit("ge-sp", "strongpoint", steps=1)


def peninsula(neck: str = "1604") -> Board:
    """C hexes in the north, a source in the south, one hex of land between."""
    terrain = {h: "flooded" for h in NECK if h != neck}
    return board(BLOCK, letters={"1606": "W"}, terrain=terrain)


def at(*placed: tuple[Unit, str], facts: dict[Key, Fact] | None = None) -> Position:
    return position(peninsula(), *placed, facts=facts)


def texts(inquiry: Inquiry) -> str:
    return "\n".join(s.text for s in inquiry.steps)


def test_cherbourg_is_joined_while_some_c_hex_has_a_line() -> None:
    open_ = at((A, "1502"))
    assert not is_isolated(open_)
    inquiry = Inquiry(open_)
    assert not explain_isolation(inquiry)
    assert texts(inquiry).startswith("from 1500 a line leads: 1500 - ")
    assert texts(inquiry).endswith(" - 1604 - 1605 - 1606")


@pytest.mark.parametrize("where", ["1604", "1603", "1606"])
def test_it_is_isolated_when_none_has(where: str) -> None:
    assert is_isolated(at((US, where)))


def test_it_is_isolated_without_any_source() -> None:
    assert is_isolated(at(facts={("brittany-turn", ""): 3}))


def test_the_c_hex_itself_must_be_free() -> None:
    letters = {"1500": "", "1600": "C", "1700": "", "1800": "", "1803": "W"}
    on = board(hexes(15, 18, 0, 3), letters=letters)
    battalion = unit("us-rng", "special-forces", size="battalion")
    assert not is_isolated(position(on))
    assert is_isolated(position(on, (battalion, "1600")))
    assert not is_isolated(position(on, (battalion, "1500")))
    beside = position(on, (US, "1500"))
    assert not is_isolated(position(on, (US, "1500"), (GARRISON, "1600")))
    inquiry = Inquiry(beside)
    assert explain_isolation(inquiry)
    assert "1600 is in the ZOC of us-1 (1500)" in texts(inquiry)


def test_units_without_supply_go_to_cherbourg_but_no_strongpoint_does() -> None:
    draft = at(
        (US, "1604"), (A, "1501"), (GARRISON, "1300"), (STRONGPOINT, "1501"), facts={("turn", ""): 3}
    ).draft()
    assert check_isolation(draft) == ("ge-a", "ge-g")
    assert draft.flag("cherbourg-isolated")
    assert {u: p.space for u, p in draft.pieces.items()} == {
        "us-1": "1604",
        "ge-a": "cherbourg",
        "ge-g": "cherbourg",
        "ge-sp": "1501",
    }


def test_it_is_done_even_with_us_units_in_the_box() -> None:
    draft = at((US, "1604"), (unit("us-2"), "cherbourg"), (A, "1501")).draft()
    assert check_isolation(draft) == ("ge-a",)


def test_a_unit_in_supply_south_of_the_block_stays() -> None:
    assert relocated(at((US, "1603"), (A, "1605"))) == ()


def test_no_path_no_relocation() -> None:
    ringed = at(
        (US, "1604"), (A, "1502"), (unit("us-2"), "1402"), (unit("us-3"), "1602"), (unit("us-4"), "1500")
    )
    assert is_isolated(ringed)
    assert not has_c_path(ringed, "ge-a")
    assert relocated(ringed) == ()
    assert not has_c_path(ringed, "us-2")


def test_the_path_is_free_of_allied_units_and_zocs_unless_negated() -> None:
    ground = board(hexes(15, 15, 0, 4), letters={"1504": ""})
    blocked = position(ground, (A, "1504"), (unit("us-rng", "special-forces", size="battalion"), "1502"))
    assert not has_c_path(blocked, "ge-a")
    lane = board([*hexes(15, 15, 0, 4), "1602"], letters={"1504": ""})
    assert not has_c_path(position(lane, (A, "1504"), (US, "1602")), "ge-a")
    negated = position(lane, (A, "1504"), (GARRISON, "1501"), (unit("ge-b"), "1502"), (US, "1602"))
    assert c_path(negated, "1504") == ("1504", "1503", "1502", "1501", "1500")


def test_the_path_may_lead_through_an_open_beach_by_the_first_reading() -> None:
    on = board(["2400", "2401", "2402", "2403", "2404"], letters={"2400": "C"})
    first = position(on, (A, "2404"), facts={("beach", "2403"): "open"})
    assert has_c_path(first, "ge-a")
    other = Position(
        first.game, first.board, first.schema, first.pieces, first.facts, options={"c-path-open-beach": "B"}
    )
    assert not has_c_path(other, "ge-a")


def test_a_unit_in_a_box_has_no_path() -> None:
    assert not has_c_path(at((A, "cherbourg")), "ge-a")


def test_it_is_checked_at_each_german_round_and_may_switch() -> None:
    draft = at((US, "1604"), (A, "cherbourg")).draft()
    check_isolation(draft)
    assert draft.flag("cherbourg-isolated")
    draft.place("us-1", "eliminated")
    assert draft.flag("cherbourg-isolated")
    assert check_isolation(draft) == ()
    assert not draft.flag("cherbourg-isolated")


def test_after_the_capture_it_is_checked_no_more() -> None:
    captured = at((US, "1604"), (A, "1501"), facts={("cherbourg-taken-turn", ""): 4})
    draft = captured.draft()
    assert check_isolation(draft) == ()
    assert draft.pieces["ge-a"].space == "1501"
    inquiry = Inquiry(captured)
    assert not explain_isolation(inquiry)
    assert "checked no more" in texts(inquiry)


def test_who_is_relocated_is_told_with_reasons() -> None:
    facts: dict[Key, Fact] = {("turn", ""): 3}
    inquiry = Inquiry(at((US, "1604"), (A, "1501"), (STRONGPOINT, "1501"), facts=facts))
    assert explain_relocation(inquiry) == ("ge-a",)
    assert "ge-a is Out of Supply and has the path 1501 - 1500" in texts(inquiry)
    assert "ge-sp is a Strongpoint and stays" in texts(inquiry)
    cut = position(
        board([*hexes(15, 15, 0, 3)], letters={}), (A, "1503"), (unit("us-rng", "special-forces"), "1501")
    )
    told = Inquiry(cut)
    assert explain_relocation(told) == ()
    assert "no free path" in texts(told)
    assert explain_relocation(Inquiry(at((A, "1501")))) == ()
