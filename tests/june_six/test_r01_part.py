"""Section 1.0: the scenarios on a part of the maps: who takes part, where they may go, what falls to them."""

from __future__ import annotations

import functools

import pytest

from adjudicator.game import legal, load
from adjudicator.june_six import (
    r01_part,
    r01_victory,
    r03_set_up,
    r04_weather,
    r05_groups,
    r05_loc,
    r05_purchases,
    r05_sources,
    r07_corps,
    r07_markers,
    r09_stacking,
    r10_airborne,
    r10_schedule,
    r20_bridges,
    terms,
)
from adjudicator.june_six.r06_headquarters import is_permanent_re, return_hexes
from adjudicator.june_six.r08_landing import first_hexes, lettered
from adjudicator.june_six.r08_reach import reach
from adjudicator.june_six.r08_strategic import strategic_reach
from adjudicator.position import Piece, Position
from counters.catalog import load_units
from maps.filing import OURS
from maps.loader import read_toml
from tests.every import for_every

GAME = load("june-six")
PARTS = tuple(name for name in GAME.scenarios if r01_part.part_of(OURS, name) is not None)
UNITS = load_units("june-six")
LAST = {name: row.number("turn") for name, row in r01_part.scenarios(OURS).items()}


@functools.cache
def begun(name: str) -> Position:
    return GAME.scenario(name)


def on_map(here: Position) -> list[Piece]:
    return [p for p in here.pieces.values() if terms.on_map(here, p)]


def test_every_scenario_is_declared_everywhere() -> None:
    assert set(GAME.scenarios) == set(r01_part.scenarios(OURS))
    assert set(GAME.scenarios) == {*GAME.schema.items["scenario"].values}
    titles = read_toml(GAME.folder / "adapter.toml")["set_ups"]
    assert set(titles) == set(GAME.scenarios) - {"campaign"}
    levels = read_toml(GAME.folder / "victory.toml")["level"].values()
    assert {row["scenario"] for row in levels} == set(GAME.scenarios)


def test_the_parts_have_each_a_strip_from_the_sea_to_the_south_edge() -> None:
    for name in PARTS:
        here = begun(name)
        inside = {s.id for s in here.board.spaces.values() if terms.is_hex(s)} - r01_part.outside(here)
        assert {terms.terrain(here, h) for h in inside} >= {"sea", "clear", "bocage"}
        assert r05_sources.sources(here, terms.GERMAN)
        assert set(r05_sources.sources(here, terms.GERMAN)) <= inside
        assert {*lettered(here).values()} == {*r01_part.letters(here)}
        assert set(lettered(here)) <= inside
    assert not r01_part.outside(begun("campaign"))


@for_every(PARTS)
def test_units_stand_in_the_part_as_the_rules_let_them(name: str) -> None:
    here = begun(name)
    out = r01_part.outside(here)
    for piece in on_map(here):
        assert piece.space not in out, piece
        assert terms.is_land(here.board.spaces[piece.space]), piece
        assert not r09_stacking.faults(here, piece.space, piece.side), piece
        alone = piece.printed.type in {"strongpoint", "detachment"} or is_permanent_re(here, piece.uid)
        assert here.flag("re", piece.uid) == (alone and piece.printed.type != "strongpoint"), piece
        assert r05_loc.has_loc(here, piece.uid), piece


@for_every(PARTS)
def test_who_waits_comes_before_the_end_by_a_way_that_is_in_play(name: str) -> None:
    here = begun(name)
    for piece in here.units_in(terms.POOL):
        unit = piece.printed
        if unit.type == "detachment" or "floating" in unit.marks:
            continue
        assert unit.arrival is not None
        assert unit.arrival <= LAST[name], piece
        letters = set(unit.entry) & set(r01_part.LETTERS)
        assert not letters or letters & set(r01_part.letters(here)), piece
    boxes = {p.space for p in here.pieces.values() if p.space.startswith("landing-")}
    for box in boxes:
        beaches = {to for _, to in here.board.neighbours(box)}
        assert beaches
        assert not beaches & r01_part.outside(here)


def test_the_parts_together_leave_few_out() -> None:
    """Every unit fights somewhere, but those of which the data say where they went instead."""
    met = {uid for name in PARTS for uid in begun(name).pieces}
    assert sorted(UNITS.keys() - met) == [
        uid for uid in sorted(UNITS) if UNITS[uid].division in {"us-83", "us-3a"} or uid in
        {"ge-ii-fj-15fj", "us-xix-113cav", "us-xix-823"}
    ]  # fmt: skip


def test_of_a_unit_moved_the_campaign_knows_another_hex() -> None:
    for name in PARTS:
        part = r01_part.part_of(OURS, name)
        assert part is not None
        for uid, space in r01_part.moved(part).items():
            assert begun(name).pieces[uid].space == space
            assert begun("campaign").pieces[uid].space != space
            assert r03_set_up.first_space(UNITS[uid]) == begun("campaign").pieces[uid].space


@for_every(PARTS)
def test_the_cup_of_june_6_has_markers_of_those_who_take_part_only(name: str) -> None:
    here = begun(name)
    inside = {r07_markers.group_of_marker(chit) for chit in here.subjects("am")}
    for group, row in r10_schedule.schedule(OURS, "cup").items():
        hqs = [hq for hq in r07_markers.hqs_of_group(here, group) if (hq.printed.arrival or 1) == 1]
        assert (group in inside) == bool(hqs), group
        if hqs:
            assert len(r07_markers.taken(here, group)) == row.number("markers")
    assert inside & {"us-1", "us-4", "br-3"}
    points = {r.text("hex") for r in r10_schedule.schedule(OURS, "delay_point").values()}
    assert {*here.subjects("dp")} == points - r01_part.outside(here)
    assert {p.uid for p in r10_airborne.to_drop(here)} <= here.pieces.keys()


@for_every(PARTS)
def test_nobody_reaches_a_hex_that_is_out_of_play(name: str) -> None:
    here = begun(name)
    out = r01_part.outside(here)
    rim = {s for s in here.board.spaces if s not in out and s[1:].isdigit() and out & {*terms.neighbours(s)}}
    units = sorted(on_map(here), key=lambda p: min(terms.distance(p.space, s) for s in rim))[:12]
    moved = 0
    for piece in units:
        draft = here.draft()
        draft.set("side", piece.side)
        for item, value in (("phase", "me"), ("activation", "me"), ("part", "movement"), ("turn", 4)):
            draft.set(item, value)
        start = min(rim, key=lambda s: (terms.distance(piece.space, s), s))
        if terms.terrain(draft, start) == "sea" or terms.enemies(draft, start, piece.side):
            continue
        draft.place(piece.uid, start)
        draft.set("active", True, piece.uid)
        at = draft.finish()
        moved += len(reach(at, piece.uid).destinations)
        assert not {*reach(at, piece.uid).destinations} & out, piece
        assert not {*strategic_reach(at, piece.uid)} & out, piece
    assert moved


def test_without_a_part_the_same_step_leads_over_its_edge() -> None:
    for name in PARTS:
        draft, out = begun("campaign").draft(), r01_part.outside(begun(name))
        near = [p for p in on_map(begun("campaign")) if p.space not in out and p.side == terms.GERMAN]
        found = set()
        for piece in near:
            draft.set("side", terms.GERMAN)
            found |= {*reach(draft.finish(), piece.uid).destinations}
        assert name not in {"caen", "odon", "omaha"} or found & out, name


def test_landing_boxes_lead_to_beaches_in_play_only() -> None:
    draft = begun("campaign").draft()
    draft.set("scenario", "cherbourg")
    assert first_hexes(draft, draft.pieces["us-1-16"]) == ()
    assert first_hexes(draft, draft.pieces["us-4-8"]) == ("w3126", "w3226")


def test_units_from_the_air_come_down_in_play() -> None:
    draft = begun("caen").draft()
    assert r10_airborne.comes_down(draft, "br-6ab-3para", "e2325") == "e2226"


def test_a_reduced_hq_returns_in_play() -> None:
    draft = begun("cherbourg").draft()
    draft.place("ge-91-1057", "w1828")
    draft.place("ge-91-hq", terms.POOL)
    hexes = set(return_hexes(draft, "ge-91-hq"))
    assert "w1827" in hexes
    assert not hexes & r01_part.outside(draft)


def test_no_bridge_is_built_or_blown_beyond_the_edge() -> None:
    draft, tried = begun("omaha").draft(), 0
    out = r01_part.outside(draft)
    hq = draft.pieces["us-v-hq"]
    for edge in draft.board.edges.values():
        if {edge.a, edge.b} & out and {edge.a, edge.b} - out and edge.boundary == "major-river":
            tried += 1
            assert "1.0" in {f.rule for f in r20_bridges.build_faults(draft, hq, edge)}
            assert "1.0" in {f.rule for f in r20_bridges.demolition_faults(draft, hq, edge)}
    assert tried


# --- shares -------------------------------------------------------------------------------------------------


@for_every(PARTS)
def test_trap_5_18_the_points_of_a_part_never_buy_every_marker(name: str) -> None:
    here = begun(name)
    for side in (terms.ALLIED, terms.GERMAN):
        for turn in range(2, LAST[name] + 1):
            row = r10_schedule.schedule(OURS, "turn")[str(turn)]
            most = r01_part.shared(here, row.number(side) + 9, side)
            hqs = [p.printed for p in here.pieces.values() if terms.is_hq(p.printed) and p.side == side]
            hqs = [u for u in hqs if (u.arrival or 1) < turn and "cherbourg" not in u.marks]
            groups = {r07_markers.group_of_hq(Piece(u, terms.POOL, terms.FULL)) for u in hqs}
            assert 0 < most < 2 * len(groups), (side, turn)


def test_markers_of_the_weather_are_shared() -> None:
    assert r04_weather.received(begun("campaign"), "light-overcast") == (4, 6)
    assert r04_weather.received(begun("omaha"), "light-overcast") == (1, 2)
    for name in PARTS:
        assert (begun(name).number("air"), begun(name).number("naval")) == r04_weather.received(
            begun(name), "clear"
        )
        for weather, free in (("storm", 2), ("heavy-overcast", 2), ("light-overcast", 1), ("clear", 0)):
            draft = begun(name).draft()
            draft.set("weather", weather)
            assert r04_weather.free_ops(draft, terms.GERMAN) == min(free, 1)
            draft = begun("campaign").draft()
            draft.set("weather", weather)
            assert r04_weather.free_ops(draft, terms.GERMAN) == free


def test_a_corps_activation_costs_the_share_of_its_price() -> None:
    prices = {name: r07_corps.price(begun(name), terms.ALLIED) for name in GAME.scenarios}
    assert prices["campaign"] == prices["first-week"] == 12
    assert [prices[name] for name in ("cherbourg", "cotentin", "omaha", "caen", "odon")] == [4, 4, 3, 6, 6]


def test_the_shares_of_the_three_parts_make_the_whole() -> None:
    for side in (terms.ALLIED, terms.GERMAN):
        assert sum(r01_part.share(begun(name), side) for name in ("cherbourg", "omaha", "caen")) == 100


def test_by_the_other_reading_all_comes_to_a_part() -> None:
    here = begun("omaha")
    whole = Position(
        here.game, here.board, here.schema, here.pieces, here.facts, options={"front-share": "B"}
    )
    assert r07_corps.price(whole, terms.GERMAN) == 12
    assert r04_weather.received(whole, "clear") == (8, 6)
    assert r01_part.free_ops(whole, 2) == 2


@pytest.mark.parametrize(("name", "group", "there"), [("odon", "ii-ss", True), ("caen", "ii-ss", False),
    ("odon", "lah", True), ("omaha", "lah", False), ("campaign", "infantry", True)])  # fmt: skip
def test_an_optional_group_comes_only_with_all_its_members(name: str, group: str, there: bool) -> None:
    draft = begun(name).draft()
    row = r10_schedule.schedule(OURS, "group")[group]
    assert r05_groups.takes_part(draft, row) == there
    at = Position(draft.game, draft.board, draft.schema, draft.pieces, draft.facts,
        options={"optional-groups": "B"}).draft()  # fmt: skip
    for item, value in (("phase", "german-logistics"), ("turn", row.number("turn")), ("side", "german")):
        at.set(item, value)
    at.set("rp", 9, "german")
    at.set("rp-received", True, "german")
    assert (r05_groups.ChooseGroup(group) in set(legal(at.finish()))) == there


def test_only_markers_of_those_in_play_are_bought() -> None:
    for name in PARTS:
        draft = begun(name).draft()
        draft.set("turn", LAST[name])
        for side in (terms.ALLIED, terms.GERMAN):
            groups = r05_purchases.purchasable(draft, side)
            assert all(r07_markers.hqs_of_group(draft, group) for group in groups)
        absent = "us-1" if name in {"cherbourg", "cotentin"} else "us-4"
        (fault,) = r05_purchases.purchase_faults(draft, terms.ALLIED, absent)
        assert fault.rule == "1.0"


# --- victory ------------------------------------------------------------------------------------------------

HISTORY = {
    "cotentin": "carentan ste-mere-eglise barneville st-sauveur",
    "cherbourg": "carentan ste-mere-eglise barneville st-sauveur cherbourg valognes montebourg bricquebec",
    "omaha": "isigny caumont trevieres littry balleroy cerisy",
    "caen": "bayeux douvres",
    "odon": "bayeux douvres tilly cheux rauray",
}


@for_every(PARTS)
def test_what_the_allies_held_in_history_is_a_draw(name: str) -> None:
    here = begun(name)
    places = r01_victory.counting(here)
    total = sum(places[word].number("points") for word in HISTORY[name].split())
    assert r01_victory.level(here, total, name).text("winner") == "draw"
    everything = sum(place.number("points") for place in places.values())
    assert r01_victory.level(here, everything, name).text("winner") == "allied"
    assert r01_victory.level(here, 0, name).text("winner") == "german"


def test_places_that_count_lie_in_play_on_land() -> None:
    for name in PARTS:
        here = begun(name)
        for place in r01_victory.counting(here).values():
            for space in place.text("hexes").split():
                assert space not in r01_part.outside(here)
                assert terms.is_land(here.board.spaces[space])
    told = {w.title: w.text for w in r01_victory.worth(GAME.board())}
    assert told["Cheux"] == "1 VP in The British beaches and Caen and From the British beaches to the Odon"
    assert told["Caen"] == "10 VP for all 3 hexes"
