"""Section 3.6: fog of war, and what a viewpoint does not see."""

from __future__ import annotations

from typing import Any

from adjudicator.battle_for_normandy import masking, r03_fog
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from tests.battle_for_normandy import build

US, GE = build.unit("us-16"), build.unit("ge-916")
SP = build.unit("ge-sp-07", "sp", as_=3, ds=3)


def board(ground: str = "clear", **more: Any) -> Position:
    on = build.board(build.around("c3014", radius=2), terrain={"c3014": ground})
    return build.situation(on, *more.pop("placed", ((US, "c3013"), (GE, "c3014"))), **more)


def test_an_adjacent_unit_sees_into_open_terrain_only() -> None:
    assert r03_fog.may_inspect(board(), "c3014", "allied")
    assert not r03_fog.may_inspect(board("bocage"), "c3014", "allied")
    assert not r03_fog.may_inspect(board("city"), "c3014", "allied")
    assert r03_fog.may_inspect(board("forest"), "c3014", "allied")


def test_nobody_sees_from_farther_away() -> None:
    here = board(placed=((US, "c3012"), (GE, "c3014")))
    assert not r03_fog.may_inspect(here, "c3014", "allied")
    inquiry = Inquiry(here)
    assert not r03_fog.explain(inquiry, "c3014", "allied")
    assert [v.rule for v in inquiry.violations] == ["3.6"]


def test_armed_recon_and_attacks_reveal() -> None:
    assert r03_fog.may_inspect(board("bocage", facts={("struck", "c3014"): True}), "c3014", "allied")
    assert r03_fog.may_inspect(board("city", facts={("hex-attacked", "c3014"): True}), "c3014", "allied")


def test_recon_units_inspect_with_the_option() -> None:
    recon = build.unit("us-recon", "recon")
    placed = ((recon, "c3013"), (GE, "c3014"))
    after = {"placed": placed, "phase": "movement", "side": "german"}
    assert not r03_fog.may_inspect(board("bocage", **after), "c3014", "allied")
    assert r03_fog.may_inspect(board("bocage", **after, options={"12.6.3o": "B"}), "c3014", "allied")
    early = board("bocage", placed=placed, options={"12.6.3o": "B"})
    assert not r03_fog.may_inspect(early, "c3014", "allied")


def test_a_hidden_strongpoint_shows_no_strength() -> None:
    here = board(placed=((US, "c3013"), (SP, "c3014")))
    for viewpoint in ("public", "allied"):
        seen = masking.masked(here, viewpoint)
        (piece,) = seen.units_in("c3014")
        assert piece.printed.rating("as") is None
        assert "07" not in piece.uid
        assert "07" not in piece.printed.title
    assert masking.masked(here, "german") is here
    assert masking.masked(here, "referee") is here
    shown = board(placed=((US, "c3013"), (SP, "c3014")), marks={"ge-sp-07": {"revealed": True}})
    assert masking.masked(shown, "allied").units_in("c3014")[0].printed.rating("as") == 3


def test_stacks_out_of_sight_are_only_counted() -> None:
    units = [build.unit(f"ge-{n}", "panzer") for n in range(2)]
    here = board("bocage", placed=((US, "c3013"), *((u, "c3014") for u in units)))
    seen = masking.masked(here, "allied")
    assert len(seen.units_in("c3014")) == 2
    assert not {"ge-0", "ge-1"} & set(seen.pieces)
    assert all(p.printed.rating("as") is None for p in seen.units_in("c3014"))
    assert masking.masked(here, "public") is here


def test_who_attacked_lies_open() -> None:
    here = board("bocage", marks={"ge-916": {"attacked": True}})
    assert "ge-916" in masking.masked(here, "allied").pieces


def test_secret_allotments_before_the_reveal() -> None:
    facts = {("air-plan", "a"): 20, ("aa-plan", "a"): 10}
    here = board(facts=facts)
    german = masking.masked(here, "german")
    assert german.number("aa-plan", "a") == 10
    assert "air-plan" in german.unknown
    assert not german.subjects("air-plan")
    shown = board(facts={**facts, ("air-revealed", ""): True})
    assert masking.masked(shown, "german").number("air-plan", "a") == 20


def test_the_guns_of_pointe_du_hoc_look_alike() -> None:
    guns, moved = build.unit("ge-pt-du-hoc", "battery"), build.unit("ge-guns-moved", "battery")
    on = build.board(["b1305", "b1406", "b1205"])
    here = build.situation(on, (guns, "b1305"), (moved, "b1406"), facts={("guns-moved", ""): "no"})
    seen = masking.masked(here, "public")
    a, b = seen.units_in("b1305")[0].printed, seen.units_in("b1406")[0].printed
    assert (a.name, dict(a.ratings)) == (b.name, dict(b.ratings))
    assert "guns-moved" in seen.unknown


def test_boxes_of_the_three_map_track_are_never_inspected() -> None:
    from maps.board import Board, Space

    on = build.board(build.around("c3014"))
    wide = Board([*on.spaces.values(), Space("d-1", "Map D Box 1", "track")], [])
    here = build.position(wide, (GE, "d-1"))
    assert not r03_fog.may_inspect(here, "d-1", "allied")
    assert "ge-916" not in masking.masked(here, "allied").pieces
