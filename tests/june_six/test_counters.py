"""The counter mix of June Six: two sheets, the formations of June 1944, what the text says, the schedule."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest

import counters
from adjudicator.june_six.terms import BEACHES, TURNS, nation_of
from counters.catalog import RATED_TYPES, RATED_UNIT_COLUMNS, RATINGS, Unit
from counters.formations import FORMATION_COLUMNS
from counters.palette import load_palette
from counters.ratings import designation
from maps.june_six.grid import GRID
from maps.june_six.ground import middle, placed
from maps.loader import read_rows
from module_builder.data import check_divisions
from module_builder.kit import load_gpids
from tests.every import for_every
from tests.june_six.counter_mix import (
    BOARD,
    FORMATIONS,
    GAME,
    MARKERS,
    SCHEDULE,
    UNITS,
    hq,
    kind,
    of,
    on_hand,
    set_up,
    strength,
)

FOLDER = Path(counters.__file__).parent / "june_six"
OOB = tomllib.loads((FOLDER / "oob.toml").read_text(encoding="utf-8"))
COLOURS = {r.cells["id"]: r.cells["colour"] for r in read_rows(FOLDER / "formations.csv", FORMATION_COLUMNS)}
YELLOW = "#ffd84a"
PLACED = {
    unit: part["at"]
    for row in OOB["formation"]
    for part in row["parts"]
    if "at" in part
    for unit in part["units"]
} | {unit: row["at"] for unit, row in OOB["strongpoints"].items()}


# 2.0: two sheets of counters, 560 in all


def test_units_and_markers_fill_two_sheets() -> None:
    stock = load_palette(GAME).stock
    assert stock is not None
    assert OOB["sheets"] * OOB["per_sheet"] == 560
    assert stock.per_sheet == OOB["per_sheet"]
    assert len(UNITS) + sum(m.count for m in MARKERS.values()) == 560


def test_titles_and_names_within_a_formation_are_unique() -> None:
    assert not [title for title, n in Counter(u.title for u in UNITS.values()).items() if n > 1]
    assert not [key for key, n in Counter((u.division, u.name) for u in UNITS.values()).items() if n > 1]


def test_ids_begin_with_their_formation() -> None:
    for unit in UNITS.values():
        assert unit.id.startswith(f"{unit.division}-" if unit.division else ("br-", "ge-")), unit.id


def test_every_unit_has_a_permanent_piece_id() -> None:
    assert set(UNITS) <= set(load_gpids(GAME))


def test_every_printed_cell_has_a_source_of_its_own() -> None:
    for row in read_rows(FOLDER / "units.csv", RATED_UNIT_COLUMNS):
        sources = row.sources()
        for column in (*RATINGS, *(f"reduced_{r}" for r in RATINGS), "steps", "marks"):
            if row.cells[column]:
                assert sources.of(column).split(" ")[0] in {"reconstructed", "rule", "derived"}, (
                    row.cells["id"],
                    column,
                )


def test_all_types_are_there() -> None:
    assert {u.type for u in UNITS.values()} == set(RATED_TYPES)


# 2.4, 8.21, 12.5: what a counter prints


@for_every(UNITS.values(), name=lambda u: u.id)
def test_ratings_and_marks_fit(unit: Unit) -> None:
    full, reduced = ([unit.rating(f"{side}{r}") for r in RATINGS] for side in ("", "reduced_"))
    cs, cohesion, ma = full[:3]
    assert cs is not None
    assert cohesion is not None
    assert ma is not None
    assert 1 <= cs <= 8
    assert 2 <= cohesion <= 8
    assert 4 <= ma <= 12
    assert len({"foot", "motorized", "bicycle"} & set(unit.marks)) == 1
    assert ("motorized" in unit.marks) == (ma >= 8) or "141 RAC" in unit.name
    if unit.steps == 1:
        assert set(reduced) == {None}
    else:
        assert [value is None for value in full] == [value is None for value in reduced]
        for before, after in zip(full, reduced, strict=True):
            assert before is None or (after is not None and after <= before)
        assert reduced[0] is not None
        assert reduced[0] < cs or unit.type == "headquarters"


def test_artillery_stands_in_headquarters_and_one_group() -> None:
    for unit in UNITS.values():
        has = unit.type == "headquarters" or unit.id == "us-v-5arty"
        assert bool(unit.rating("artillery")) == has, unit.id
    assert [u.id for u in kind("artillery")] == ["us-v-5arty"]


def test_corps_headquarters_and_rockets_have_a_fired_side() -> None:
    for unit in UNITS.values():
        if unit.type == "nebelwerfer" or unit.size == "corps":
            assert unit.steps == 1, unit.id
    assert all("nw" in u.marks and "support" in u.marks for u in kind("nebelwerfer"))
    assert len([u for u in kind("headquarters") if u.size != "corps" and u.steps == 2]) > 30


def test_support_units_and_brackets() -> None:
    for type_ in (
        "headquarters",
        "artillery",
        "sp-artillery",
        "anti-tank",
        "nebelwerfer",
        "flak",
        "assault-gun",
    ):
        assert all("support" in u.marks for u in kind(type_)), type_
    for type_ in ("infantry", "parachute", "glider", "commando", "ranger", "motorized", "panzer-grenadier"):
        assert all("support" not in u.marks and "infantry-type" in u.marks for u in kind(type_)), type_
    for unit in UNITS.values():
        bracketed = unit.type in {"headquarters", "artillery", "nebelwerfer", "strongpoint"}
        assert ("defend-only" in unit.marks) == (bracketed or unit.id == "ge-cherbourg-todt"), unit.id


def test_strongpoints_and_detachments_have_the_values_of_their_rules() -> None:
    printed = {u.id: [u.rating(r) for r in ("cs", "cohesion", "ma")] for u in UNITS.values()}
    assert {tuple(printed[u.id]) for u in kind("strongpoint")} == {(2, 3, 4)}
    assert {tuple(printed[u.id]) for u in kind("detachment")} == {(2, 4, 4)}
    assert len(kind("detachment")) == 6
    for unit in (*kind("strongpoint"), *kind("detachment")):
        assert (unit.steps, unit.division, unit.corps) == (1, "", "")
        assert "support" not in unit.marks
        assert "defend-only" in unit.marks or unit.type == "detachment"


def test_units_with_capabilities_of_their_own() -> None:
    flails = [u for u in UNITS.values() if "hobart" in u.marks]
    assert len(flails) >= 4
    assert {u.nationality for u in flails} == {"british"}
    assert {u.nationality for u in kind("commando")} == {"british"}
    assert {u.nationality for u in kind("ranger")} == {"us"}
    assert {u.side for u in kind("flak")} == {"german"}
    assert all("airborne" in u.marks for u in (*kind("parachute"), *kind("glider")))


def test_who_may_break_down() -> None:
    may = [u for u in UNITS.values() if u.side == "german" and "infantry-type" in u.marks and u.steps == 2]
    assert min(u.rating("cohesion") or 0 for u in may) >= 4
    assert max(u.rating("cs") or 0 for u in may) == 8  # 19.33: four Detachments


# 6.1: formations


def test_the_formations_of_june() -> None:
    names = {
        "us": "1 2 4 9 29 30 79 82 83 90 101 2a 3a v vii viii xix",
        "br": "3 15 43 49 50 51 53 6ab 7a 11a gda i viii xii xxx",
        "ca": "3",
        "ge": "716 352 709 243 91 711 346 77 353 276 277 16lw 3fj 17ss 21pz 2pz lehr 1ss 2ss 9ss 10ss 12ss "
        "lxxxiv i-ss ii-ss xlvii ii-fj lxxxvi cherbourg",
    }
    assert set(FORMATIONS) == {f"{nation}-{name}" for nation, ids in names.items() for name in ids.split()}


@for_every(FORMATIONS)
def test_a_formation_has_its_headquarters(id_: str) -> None:
    known, head = FORMATIONS[id_], hq(id_)
    assert head.arrival == known.arrival
    assert head.entry == known.entry or not known.entry
    assert (head.size == "corps") == (known.level == "corps")
    assert {nation_of(u) for u in of(id_)} == {known.nation}
    assert known.level != "division" or len(of(id_)) >= 3


def test_every_unit_belongs_where_it_says() -> None:
    for unit in UNITS.values():
        assert not unit.division or unit.division in FORMATIONS, unit.id
        own = FORMATIONS.get(unit.division)
        if own is None or own.nation == "german":
            assert unit.corps == "", unit.id
        else:
            assert unit.corps == (own.parent or own.id), unit.id


def test_parents_are_corps_of_the_same_nation() -> None:
    for formation in FORMATIONS.values():
        if formation.level == "division" and formation.nation != "german":
            parent = FORMATIONS[formation.parent]
            assert (parent.level, parent.nation) == ("corps", formation.nation)
        else:
            assert formation.parent == ""


def test_what_the_rulebook_says_of_formations_and_units() -> None:
    assert hq("us-1").title == "1/V Corps"
    assert FORMATIONS["us-2a"].parent == "us-v"
    assert UNITS["us-v-102cav"].division == "us-v"
    assert UNITS["ge-77-1049"].title == "1049/77"
    assert UNITS["ge-lxxxiv-30"].title == "30/LXXXIV"
    assert "bicycle" in UNITS["ge-lxxxiv-30"].marks
    lehr = FORMATIONS["ge-lehr"]
    assert (lehr.arrival, lehr.entry, lehr.release) == (2, ("C", "D"), 6)
    assert (UNITS["ge-lehr-130"].division, UNITS["ge-lehr-130"].steps) == ("ge-lehr", 2)
    assert FORMATIONS["ge-cherbourg"].level == "garrison"


def test_three_units_are_unassigned() -> None:
    floating = {u.title: u for u in UNITS.values() if "floating" in u.marks}
    assert set(floating) == {"31st Armoured Bde", "32nd Guards Bde", "503rd Tiger Bn"}
    assert all(u.division == u.corps == "" for u in floating.values())


def test_titles_read_as_the_counters_do() -> None:
    for unit in UNITS.values():
        if unit.type != "headquarters" and unit.division:
            assert unit.title.endswith(f"/{FORMATIONS[unit.division].printed}"), unit.id


def test_designations_tell_units_apart() -> None:
    badges = load_palette(GAME).badges
    shown = Counter((nation_of(u), designation(u, badges)) for u in UNITS.values())
    assert not [key for key, n in shown.items() if n > 1]
    assert designation(hq("us-1"), badges) == "1/V Corps"
    assert designation(UNITS["ge-77-1049"], badges) == "1049/77"
    assert designation(UNITS["ge-lxxxiv-30"], badges) == "30/LXXXIV"
    assert designation(hq("ge-77"), badges) == "77"


def test_a_colour_to_a_division_and_yellow_to_every_corps() -> None:
    for nation in ("us", "commonwealth", "german"):
        own = [f for f in FORMATIONS.values() if f.nation == nation]
        divisions = [COLOURS[f.id] for f in own if f.level == "division"]
        assert len(set(divisions)) == len(divisions)
        assert YELLOW not in divisions
        assert {COLOURS[f.id] for f in own if f.level == "corps"} == {YELLOW}


def test_release_numbers_are_of_german_divisions() -> None:
    for formation in FORMATIONS.values():
        needs = (
            formation.nation == "german" and formation.level == "division" and formation.arrival is not None
        )
        assert (formation.release is not None) == needs, formation.id


# Order of battle


def test_every_unit_of_a_formation_stands_in_one_part_of_it() -> None:
    seen: Counter[str] = Counter()
    for row in OOB["formation"]:
        for part in row["parts"]:
            for uid in part.get("units", ()):
                seen[uid] += 1
                assert row["id"] == UNITS[uid].division
                assert row["nationality"] == UNITS[uid].nationality or uid == "br-i-2ca"
    assert set(seen.values()) == {1}
    assert set(seen) == {u.id for u in UNITS.values() if u.division}


def test_divisions_are_complete() -> None:
    assert {d.id for d in check_divisions(GAME)} == set(FORMATIONS)
    for formation in FORMATIONS.values():
        manoeuvre = [u for u in of(formation.id) if u.steps == 2 and u.type != "headquarters"]
        if formation.kind == "infantry" and formation.nation != "german":
            assert len(manoeuvre) == 3, formation.id
        if formation.kind == "panzer":
            assert "armor" in {u.type for u in manoeuvre}
            assert "panzer-grenadier" in {u.type for u in manoeuvre}


# 10, 7.23: set-up, arrival, entry


def test_places_at_the_start_are_on_the_board() -> None:
    for unit in UNITS.values():
        if unit.arrival is None:
            assert len(unit.entry) == 1, unit.id
            space = BOARD.spaces[unit.entry[0]]
            assert space.kind in {"hex", "landing", "airfield"} or space.id == "turn-track", unit.id


def test_germans_stand_on_land_and_off_the_beaches() -> None:
    for number, units in set_up().items():
        space = BOARD.spaces[number]
        assert {u.side for u in units} == {"german"}
        assert space["terrain"] != "sea"
        assert not space["beach"]  # 10.21: the Allies could not land there
        assert space["terrain"] != "marsh" or all("motorized" not in u.marks for u in units), number


def test_stacks_keep_the_limit() -> None:
    for number, units in set_up().items():
        combat = [u for u in units if "support" not in u.marks]
        assert len(combat) <= 2, number
        assert len(units) <= 3, number


@for_every(PLACED)
def test_a_unit_stands_near_where_it_stood(uid: str) -> None:
    x, y = placed().point(PLACED[uid][1], PLACED[uid][0])
    own = middle(UNITS[uid].entry[0])
    assert (own[0] - x) ** 2 + (own[1] - y) ** 2 <= 2.0**2


def test_every_unit_on_the_map_has_a_place_in_history() -> None:
    assert {u.id for units in set_up().values() for u in units} == set(PLACED)


def test_strongpoints_watch_every_beach() -> None:
    for beach in BEACHES:
        hexes = [s.id for s in BOARD.spaces.values() if s.kind == "hex" and s["beach"] == beach]
        assert hexes
        near = [u for u in kind("strongpoint") for h in hexes if GRID.distance(u.entry[0], h) <= 2]
        assert near, beach


def test_the_garrison_of_cherbourg_stands_there() -> None:
    for unit in of("ge-cherbourg"):
        town = [s.id for s in BOARD.spaces.values() if s.kind == "hex" and s["cherbourg"]]
        assert min(GRID.distance(unit.entry[0], h) for h in town) <= 2
        assert "cherbourg" in unit.marks


def test_arrivals() -> None:
    letters = {str(s["entry"]) for s in BOARD.spaces.values() if s.kind == "hex"} - {""}
    assert letters == set("ABCDEF")
    for unit in UNITS.values():
        if unit.arrival is None:
            continue
        assert 2 <= unit.arrival <= TURNS, unit.id
        assert unit.entry, unit.id
        if unit.side == "german":
            assert set(unit.entry) <= letters, unit.id
        else:
            (box,) = unit.entry
            american = box in {"landing-utah", "landing-omaha"}
            assert BOARD.spaces[box].kind == "landing"
            assert american == (unit.nationality == "us"), unit.id


def test_no_unit_comes_long_before_its_headquarters() -> None:
    for unit in UNITS.values():
        if unit.division and unit.arrival is None:
            arrival = FORMATIONS[unit.division].arrival
            assert arrival is None or (unit.id, arrival) == ("us-90-359", 2), unit.id


def test_paratroops_and_gliders_begin_on_their_airfields() -> None:
    for unit in (*kind("parachute"), *kind("glider")):
        if unit.side == "allied":
            field = "airfield-us" if unit.nationality == "us" else "airfield-british"
            assert unit.entry == (field,)
            assert (unit.id in SCHEDULE["drop"]) == (unit.type == "parachute")
            gliding = unit.id in SCHEDULE["glide"][unit.division].values["units"]  # type: ignore[operator]
            assert gliding == (unit.type == "glider")


# 5.14, 12.43, 17.11, 18.11: markers


@pytest.mark.parametrize(
    ("marker", "count"),
    [
        ("air", 8),
        ("naval", 6),
        ("free-ops-allied", 1),
        ("free-ops-german", 2),
        ("am-us-corps", 2),
        ("am-commonwealth-corps", 2),
        ("am-german-corps", 2),
        ("mode-probe", 2),
        ("mode-assault", 2),
        ("mode-stand", 2),
        ("mode-retreat", 2),
        ("game-turn", 1),
    ],
)
def test_numbers_of_markers(marker: str, count: int) -> None:
    assert MARKERS[marker].count == count


def test_two_activation_markers_a_division_and_none_for_the_garrison() -> None:
    divisions = {f"am-{f.id}" for f in FORMATIONS.values() if f.level == "division"}
    corps = {f"am-{nation}-corps" for nation in ("us", "commonwealth", "german")}
    assert {m.id for m in MARKERS.values() if m.id.startswith("am-")} == divisions | corps
    assert {MARKERS[m].count for m in divisions} == {2}


def test_reverses_that_the_rules_name() -> None:
    assert (MARKERS["disorder"].front, MARKERS["disorder"].back) == ("Disorder-1", "Disorder-2")
    assert (MARKERS["bridge-blown"].front, MARKERS["bridge-blown"].back) == ("Bridge Blown", "Pontoon Bridge")
    assert MARKERS["delay-point"].count >= len(SCHEDULE["delay_point"])
    dropped = len(SCHEDULE["drop"])
    assert MARKERS["scattered"].count >= dropped


# Balance


def test_the_allies_are_the_stronger_side_and_the_germans_the_more_stubborn() -> None:
    for turn in range(1, TURNS + 1):
        allied, german = on_hand("allied", turn), on_hand("german", turn)
        fighters = [[u for u in side if "support" not in u.marks] for side in (allied, german)]
        assert strength(fighters[0], "cs") > strength(fighters[1], "cs"), turn
        assert strength(allied, "armor") > strength(german, "armor"), turn
        assert strength(allied, "artillery") > strength(german, "artillery"), turn
    panzers = [u.rating("cohesion") or 0 for u in kind("panzer-grenadier")]
    assert min(panzers) >= 6


def test_every_landing_outnumbers_its_beach() -> None:
    for beach in BEACHES:
        hexes = [s.id for s in BOARD.spaces.values() if s.kind == "hex" and s["beach"] == beach]
        first = [u for u in UNITS.values() if u.entry == (f"landing-{beach}",) and u.arrival is None]
        near = [u for n, us in set_up().items() for u in us if min(GRID.distance(n, h) for h in hexes) <= 2]
        ratio = strength(first, "cs") / max(strength(near, "cs"), 1)
        assert 1.5 <= ratio <= 9, (beach, ratio)
