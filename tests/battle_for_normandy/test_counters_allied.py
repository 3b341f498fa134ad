"""The Allied counters of The Battle for Normandy: the generator, what the text says, complete formations."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

import counters
from adjudicator.battle_for_normandy import terms
from counters.battle_for_normandy import generate
from counters.catalog import (
    BATTALION_RATINGS,
    BATTALION_TYPES,
    BATTALION_UNIT_COLUMNS,
    Unit,
    load_markers,
    load_units,
)
from counters.formations import load_formations
from maps.battle_for_normandy.board import load_board
from maps.battle_for_normandy.hexes import BEACH_COLUMNS
from maps.loader import read_rows, read_toml

GAME = "battle-for-normandy"
FOLDER = Path(counters.__file__).parent / "battle_for_normandy"
RULES, MAPS = (FOLDER.parents[1] / name / "battle_for_normandy" for name in ("adjudicator", "maps"))
VOCABULARY, STATE = read_toml(RULES / "vocabulary.toml"), read_toml(RULES / "state.toml")
SITE_OF = {r.cells["slug"]: r.cells["site"] for r in read_rows(MAPS / "beaches.csv", BEACH_COLUMNS)}
BOARD = load_board()
EVERY = load_units(GAME)
UNITS = {uid: unit for uid, unit in EVERY.items() if unit.side == "allied"}
FORMATIONS = {uid: f for uid, f in load_formations(GAME).items() if f.nation != "german"}
MARKERS = load_markers(GAME)
GROUND = [u for u in UNITS.values() if terms.is_battalion(u)]
ARTILLERY = [u for u in GROUND if u.type == "artillery"]
CRUISERS = {"8 Hussars", "2 Northants Yeo", "2 Welsh", "S Alberta", "10 Mounted"}  # recon regiments in tanks


def of(formation: str, *types: str) -> list[Unit]:
    found = [u for u in UNITS.values() if u.division == formation and not terms.is_company(u)]
    return [u for u in found if not types or u.type in types]


# the generator


def test_the_tables_are_what_the_generator_makes() -> None:
    made = {
        "units.csv": generate.units_text,
        "formations.csv": generate.formations_text,
        "gpids.csv": generate.gpids_text,
    }
    for name, text in made.items():
        assert (FOLDER / name).read_text(encoding="utf-8") == text(), f"run the generator: {name}"


def test_templates_fill_in_and_take_away() -> None:
    text = """
[templates]
gun = { type = "artillery", full = "4-6", marks = "towed" }
sp = { like = "gun", full = "4-10", marks = "-towed mech" }
[kinds.corps]
nation = "us"
[[formation]]
id = "us-v"
like = "corps"
"""
    templates, formations = generate.read_oob([text])
    assert templates["sp"]["marks"] == "mech"
    assert templates["sp"]["type"] == "artillery"
    assert formations[0]["nation"] == "us"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[templates]\na = { speed = 3 }", "no key 'speed'"),
        ("[templates]\na = { like = 'b' }", "no template 'b'"),
        ("[[formation]]\nid = 'us-1'\nlike = 'b'", "no kind 'b'"),
        ("[[formation]]\nid = 'us-1'\ncolor = 'red'", "no key 'color'"),
    ],
)
def test_a_wrong_order_of_battle_is_refused(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        generate.read_oob([text])


def test_a_template_stands_once() -> None:
    with pytest.raises(ValueError, match="twice"):
        generate.read_oob(["[templates]\na = { type = 'tank' }", "[templates]\na = { type = 'tank' }"])


# the whole


def test_there_are_enough_ground_units() -> None:
    both = [u for u in EVERY.values() if terms.is_ground(u) and not terms.is_company(u)]
    assert len(both) >= 900
    assert len(GROUND) >= 600


def test_titles_are_unique_and_ids_begin_with_their_formation() -> None:
    assert not [title for title, n in Counter(u.title for u in EVERY.values()).items() if n > 1]
    for unit in UNITS.values():
        assert unit.id == unit.id.lower()
        assert not unit.division or unit.id.startswith(f"{unit.division}-")


def test_every_piece_has_a_permanent_id() -> None:
    rows = read_rows(FOLDER / "gpids.csv", ["uid", "gpid"], key=lambda r: r.cells["uid"])
    known = {row.text("uid"): row.integer("gpid", 1, 899_999) for row in rows}
    assert set(EVERY) | set(MARKERS) <= set(known)
    assert len(set(known.values())) == len(known)


def test_every_printed_number_has_a_source_of_its_own() -> None:
    reduced = ("reduced_as", "reduced_ds", "reduced_ma")
    for row in read_rows(FOLDER / "units.csv", BATTALION_UNIT_COLUMNS):
        for name in (*BATTALION_RATINGS, *reduced, "steps", "marks"):
            said = row.sources().of(name).split(" ")[0]
            assert not row.cells[name] or said in {"rule", "reconstructed", "derived"}, (
                row.cells["id"],
                name,
            )


def test_types_and_marks_are_known_words() -> None:
    assert {u.type for u in UNITS.values()} <= set(BATTALION_TYPES)
    known = {*VOCABULARY["unit"]["marks"], "commando", "ranger", "motorized"}
    ours = {"dd-battalion", "rm-asg", "lands-reduced", "of", "brigade", "option"}
    for unit in UNITS.values():
        assert {mark.partition("=")[0] for mark in unit.marks} <= known | ours, unit.id


def test_entries_are_places_of_the_map() -> None:
    known = {*terms.SITES, *SITE_OF, *BOARD.spaces}
    for unit in UNITS.values():
        assert unit.entry, unit.id
        assert set(unit.entry) <= known, unit.id


def test_us_units_land_at_us_beaches_and_commonwealth_units_at_theirs() -> None:
    for unit in UNITS.values():
        sites = {SITE_OF.get(word, word) for word in unit.entry} & {*terms.SITES, "pointe-du-hoc"}
        american = sites <= {"utah", "omaha", "pointe-du-hoc"}
        assert terms.is_naval(unit) or not sites or american == (terms.group_of(unit) == terms.US), unit.id


def test_every_first_assault_hex_has_its_battalion() -> None:
    named = [word for u in UNITS.values() for word in u.entry if word in SITE_OF and not terms.is_support(u)]
    assert set(named) == set(SITE_OF)
    assert {word: n for word, n in Counter(named).items() if n > 1} == {"charlie": 2}  # both Rangers: 20.6


def test_ratings_steps_and_stacking_fit() -> None:
    for unit in GROUND:
        assert unit.rating("stacking") == stacking(unit), unit.id
        assert (unit.rating("range") is None) == (unit.type != "artillery"), unit.id
        for name in ("as", "ds", "ma"):
            high, low = unit.rating(name), unit.rating(f"reduced_{name}")
            if unit.steps == 1:
                assert low is None, unit.id
            else:
                assert high is not None
                assert low is not None
                assert low == high if name == "ma" else 1 <= low < high, (unit.id, name)


def stacking(unit: Unit) -> int:
    if unit.size == "company" or unit.steps == 2 or unit.type == "heavy-flak":
        return 2
    return 4 if unit.type == "tank" and terms.group_of(unit) == terms.COMMONWEALTH else 3


# 2.4: dots, colours of movement


def test_tanks_bear_white_dots_guns_red_ones() -> None:
    for unit in GROUND:
        tanks = unit.type in {"tank", "tank-destroyer"} or unit.name in CRUISERS
        assert terms.is_tank(unit) == tanks, unit.id
        assert terms.is_at(unit) == (unit.type in {"anti-tank", "heavy-flak"}), unit.id
        assert terms.is_mech(unit) == ((unit.rating("ma") or 0) >= 8 and not on_lorries(unit)), unit.id


def on_lorries(unit: Unit) -> bool:
    return unit.kind in {"motorized-infantry", "heavy-weapons"} or "towed" in unit.marks


def test_infantry_of_every_kind_breaks_down_into_three_companies() -> None:
    for unit in GROUND:
        foot = terms.is_infantry_type(unit) and unit.type not in {"engineer", "heavy-weapons", "recon"}
        if foot and unit.division not in {"be-1", "nl-irene"}:
            assert unit.steps == 3, unit.id


def test_headquarters_print_what_rule_7_7_says() -> None:
    hqs = [u for u in UNITS.values() if terms.is_hq(u)]
    for unit in hqs:
        assert unit.id == f"{unit.division}-hq"
        assert unit.rating("ds") == (None if terms.is_corps_hq(unit) else 1)
        assert unit.rating("stacking") == unit.steps == 1
    wanted = {uid for uid, f in FORMATIONS.items() if f.level in {"division", "corps"}}
    assert {u.division for u in hqs} == wanted


# 2.4.5: formations


@pytest.mark.parametrize("formation", [uid for uid, f in FORMATIONS.items() if f.level == "division"])
def test_each_division_is_complete(formation: str) -> None:
    kind = FORMATIONS[formation].kind
    foot = of(formation, "infantry", "parachute", "glider", "mechanized-infantry")
    assert len(foot) >= (3 if kind == "armored" else 9)
    assert len(of(formation, "tank")) >= (3 if kind == "armored" else 0)
    assert len(of(formation, "artillery")) >= {"armored": 2, "airborne": 2, "infantry": 3}[kind]
    assert len(of(formation, "engineer")) == 1
    if kind == "armored" or FORMATIONS[formation].nation == "commonwealth":
        assert len(of(formation, "recon")) == 1


def test_the_divisions_of_the_campaign_are_there() -> None:
    americans = [f"us-{n}" for n in (1, 2, 4, 5, 8, 9, 28, 29, 30, 35, 79, 80, 82, 83, 90, 101)]
    armor = [f"us-{n}-armd" for n in range(2, 8)] + ["fr-2-armd", "ca-4-armd", "pl-1-armd"]
    british = [f"br-{n}" for n in (3, 6, 15, 43, 49, 50, 51, 53, 59)] + ["ca-2", "ca-3"]
    british += [f"br-{n}-armd" for n in (7, 11, "gds")]
    found = {uid for uid, f in FORMATIONS.items() if f.level == "division"}
    assert found == {*americans, *armor, *british}


def test_brigades_and_corps_of_the_campaign_are_there() -> None:
    brigades = "br-4-armd br-8-armd br-27-armd br-33-armd ca-2-armd br-31-tank br-34-tank br-6-gds-tank"
    brigades += " be-1 nl-irene"
    corps = "us-v us-vii us-viii us-xii us-xv us-xix us-xx br-i br-viii br-xii br-xxx ca-ii"
    assert {uid for uid, f in FORMATIONS.items() if f.level == "brigade"} == set(brigades.split())
    assert {uid for uid, f in FORMATIONS.items() if f.level == "corps"} == set(corps.split())


def test_units_of_a_corps_belong_to_no_division() -> None:
    for unit in UNITS.values():
        if unit.division and FORMATIONS[unit.division].level == "corps":
            assert terms.is_hq(unit)
        if unit.type in {"commando", "ranger", "support"}:
            assert not unit.division


def test_historical_quality() -> None:
    better = {"us-1", "us-9", "us-2-armd", "us-82", "us-101", "br-15", "br-6", "br-11-armd"}
    worse = {"us-8", "us-83", "us-90", "ca-2", "ca-3", "br-3", "br-51", "br-7-armd"}
    assert {uid for uid, f in FORMATIONS.items() if f.quality == 1} == better
    assert {uid for uid, f in FORMATIONS.items() if f.quality == -1} == worse


# what the text prints


PRINTED = {
    "us-1-1-16": (None, None, 6),  # 9.3.5, 19.10: infantry walks at 6
    "us-4-1-8": (None, None, 6),
    "br-49-4-lincoln": (5, 4, 6),  # 12.6.2
    "br-49-55-at": (5, 2, 6),
    "us-inf-co-1": (1, 2, 6),  # 9.5
    "us-1-7-fa": (4, None, 6),  # 12.5.1, 13.3
    "br-xxx-52-heavy-regiment": (8, None, 6),  # 12.5.4
    "br-6-211-53-al": (2, None, 4),
    "br-6-212-53-al": (2, None, 4),
    "ca-ii-107-2nd": (4, None, None),  # 23
    "us-naval-desdiv-20": (5, None, None),  # 12.5.1
    "br-naval-saumarez-squadron": (3, None, None),  # 12.5.4
}


@pytest.mark.parametrize(("uid", "numbers"), PRINTED.items())
def test_ratings_that_the_text_prints(uid: str, numbers: tuple[int | None, ...]) -> None:
    names = ("as", "ds", "ma")
    for name, number in zip(names, numbers, strict=True):
        assert number is None or UNITS[uid].rating(name) == number
        if number is not None and name != "ma":
            assert UNITS[uid].sources.of(name).startswith("rule "), name


def test_two_parachute_battalions_one_reduced_defend_with_eight() -> None:
    para = UNITS["br-6-12-para"]
    assert (para.rating("ds") or 0) + (para.rating("reduced_ds") or 0) == 8  # 12.5.4


def test_long_toms_reach_20_hexes_other_155_mm_guns_12() -> None:
    guns = [u for u in UNITS.values() if u.rating("calibre") == 155]
    far = {u.name.split()[0] for u in guns if "long-tom" in u.marks}
    assert far == {"978", "979", "980", "981", "987", "989", "991"}
    for unit in guns:
        assert unit.rating("range") == (20 if "long-tom" in unit.marks else 12)  # 12.5.3


def test_a_tank_regiment_and_a_battalion_stack_to_seven() -> None:
    together = [UNITS["br-4-armd-44rtr"].rating("stacking"), UNITS["br-49-6-dwr"].rating("stacking")]
    assert together == [4, 3]  # 6.1


def test_units_of_the_artillery_example_are_there() -> None:
    names = {"br-49-143-fd": "143 Fd", "br-49-69-fd": "69 Fd", "br-4-armd-3coly": "3COLY", "br-xxx-84": "84"}
    names |= {"br-viii-25": "25", "ca-ii-107-2nd": "107/2nd", "br-49-re": "RE", "br-4-armd-44rtr": "44RTR"}
    assert {uid: UNITS[uid].name for uid in names} == names  # 23
    assert {"br-i-hq", "br-49-hq", "br-6-hq", "us-1-hq"} <= set(UNITS)


# 17, 19.8: Airborne


@pytest.mark.parametrize("regiment", [505, 507, 508, 501, 502, 506])
def test_us_parachute_battalions_have_named_companies(regiment: int) -> None:
    division = "us-82" if regiment in {505, 507, 508} else "us-101"
    for battalion, letters in ((1, "abc"), (2, "def"), (3, "ghi")):
        whole = f"{division}-{battalion}-{regiment}"
        assert UNITS[whole].steps == 3
        own = [u for u in UNITS.values() if f"of={whole}" in u.marks]
        assert [u.id for u in own] == [f"{division}-{x}-{battalion}-{regiment}" for x in letters]
        assert all(u.entry == UNITS[whole].entry == (f"airborne-{division}",) for u in own)
    assert UNITS[f"{division}-pf-{regiment}"].entry[0] == f"airborne-{division}"


def test_british_parachute_battalions_drop_with_the_pathfinder_of_their_brigade() -> None:
    for brigade in ("brigade=3", "brigade=5"):
        found = [u for u in of("br-6") if brigade in u.marks]
        assert Counter(u.type for u in found) == {"parachute": 3, "pathfinder": 1}
    companies = [u for u in UNITS.values() if u.division == "br-6" and terms.is_company(u)]
    assert len(companies) == 6 * 3 + 1


def test_pathfinder_of_the_505th_starts_in_the_hex_of_the_example() -> None:
    assert UNITS["us-82-pf-505"].entry == ("airborne-us-82", "a4218")  # 17.1


def test_every_drop_zone_is_a_hex_of_land() -> None:
    for unit in (u for u in UNITS.values() if u.type == "pathfinder" and u.entry != ("pool",)):
        assert BOARD.spaces[unit.entry[1]]["terrain"] != "sea"


def test_glider_artillery_and_the_guns_that_may_drop() -> None:
    early = {u.name.split()[0] for u in ARTILLERY if u.arrival is None and "airborne" in u.marks}
    assert early == {"376", "377", "456"}  # 17.8
    assert UNITS["us-82-376-pfa"].kind == "airborne-artillery"


def test_the_ox_and_bucks() -> None:
    whole, company = UNITS["br-6-2-o-b"], UNITS["br-6-d-2-o-b"]
    assert (whole.arrival, whole.entry) == (7, ("sword",))  # 19.8
    assert "lands-reduced" in whole.marks
    assert "c3014" in company.entry
    assert f"of={whole.id}" in company.marks
    assert company.arrival is None
    assert UNITS["br-6-6-aarr"].arrival == 6  # 17.7.1
    assert "option=17.7.1" in UNITS["br-6-6-aarr"].marks


# 18.2, 19, 20.6, 23: special units


def test_rangers_land_at_charlie_or_at_the_pointe() -> None:
    assert UNITS["us-v-2-ranger"].entry == ("pointe-du-hoc", "charlie")
    assert UNITS["us-v-5-ranger"].entry == ("charlie",)


def test_support_units() -> None:
    marks = Counter(mark for u in UNITS.values() if terms.is_support(u) for mark in u.marks if mark != "mech")
    assert marks == {"avre": 6, "crocodile": 4, "assault-engineer": 15, "rhino": 6, "kangaroo": 4}
    for unit in UNITS.values():
        if terms.is_support(unit):
            assert {unit.rating(name) for name in ("as", "ds", "stacking")} == {None}
    assert {u.arrival for u in UNITS.values() if "rhino" in u.marks} == {terms.JULY + 6}  # 7 July: 19.9


def test_six_assault_engineers_wait_for_bloody_omaha() -> None:
    pool = [u for u in UNITS.values() if "assault-engineer" in u.marks and u.entry == ("pool",)]
    assert len(pool) == 6  # 22.8
    assert {u.nationality for u in pool} == {"us"}


def test_six_towed_regiments_stand_in_for_priests() -> None:
    swaps = [u for u in UNITS.values() if "swap" in u.marks]
    assert Counter(u.division for u in swaps) == {"br-3": 3, "ca-3": 3}  # 23.5
    for unit in swaps:
        priest = next(UNITS[m.partition("=")[2]] for m in unit.marks if m.startswith("of="))
        assert (priest.division, priest.kind, priest.rating("calibre")) == (
            unit.division,
            "sp-artillery",
            105,
        )
        assert "towed" in unit.marks


def test_dd_battalions_of_the_beaches() -> None:
    sites = Counter(SITE_OF.get(u.entry[0], u.entry[0]) for u in UNITS.values() if "dd-battalion" in u.marks)
    assert sites == {"utah": 1, "omaha": 2, "gold": 2, "juno": 2, "sword": 1}  # 19.6.3
    assert all(u.type == "tank" for u in UNITS.values() if "dd-battalion" in u.marks)


def test_commandos_and_their_tanks() -> None:
    assert len([u for u in UNITS.values() if u.type == "commando" and not terms.is_company(u)]) == 8
    tanks = [u for u in UNITS.values() if "rm-asg" in u.marks]
    assert len(tanks) == 5
    assert all(terms.is_company(u) and terms.is_tank(u) for u in tanks)


def test_ships_that_stay() -> None:
    stay = {u.name for u in UNITS.values() if "stays" in u.marks}
    assert stay == {"Warspite", "Ramillies", "Rodney", "Roberts", "Erebus"}  # 19.1
    leave = {u.name for u in UNITS.values() if "bb" in u.marks} - stay
    assert {"Texas", "Arkansas", "Nevada"} <= leave


def test_every_ship_may_lie_somewhere() -> None:
    for unit in (u for u in UNITS.values() if terms.is_naval(u)):
        assert len({"bb", "ca", "cl", "dd", "monitor"} & set(unit.marks)) == 1
        assert 2 <= (unit.rating("as") or 0) <= 12  # 18.8.3
        assert unit.rating("range")
        assert unit.rating("ma") is None


def test_corps_headquarters_land_on_11_june_or_later() -> None:
    days = {u.division: u.arrival for u in UNITS.values() if terms.is_corps_hq(u)}
    assert {corps for corps, day in days.items() if day == 11} == {"us-v", "us-vii", "br-i", "br-xxx"}  # 7.2
    assert all(day is not None and day >= 11 for day in days.values())


@pytest.mark.parametrize(
    "order",
    [
        "us-1 us-2 us-9 us-30 us-79 us-83 us-3-armd us-8 us-35 us-5 us-28 us-80",
        "br-3 br-51 br-49 br-11-armd br-15 br-43 br-53 br-59 ca-2 ca-4-armd pl-1-armd",
    ],
)
def test_divisions_come_in_the_order_of_history(order: str) -> None:
    days = [UNITS[f"{formation}-hq"].arrival or 6 for formation in order.split()]
    assert all(a <= b for a, b in pairwise(days))


# 15: the pools


def test_pools_of_companies() -> None:
    pool = [u for u in UNITS.values() if u.entry == ("companies",)]
    assert all(terms.is_company(u) and u.rating("stacking") == 2 and u.steps == 1 for u in pool)
    for nation in (terms.US, terms.COMMONWEALTH):
        kinds = Counter(u.kind for u in pool if terms.group_of(u) == nation)
        wanted = {"infantry", "tank", "dd-tank", "anti-tank", "armored-recon"}
        wanted |= {"motorized-infantry", "mechanized-infantry"}  # 15.4o
        assert wanted <= set(kinds)
        assert kinds["infantry"] >= 50


# markers


def test_markers_of_the_rules_are_there() -> None:
    assert {f"beachhead-{site}" for site in terms.SITES} <= set(MARKERS)
    assert {f"interdiction-{sheet}" for sheet in "abcde"} <= set(MARKERS)
    assert {f"feldersatz-{n}" for n in range(1, 7)} <= set(MARKERS)
    assert {f"control-{nation}" for nation in ("us", "british", "canadian", "german")} <= set(MARKERS)
    assert {f"mulberry-{harbour}-{x}" for harbour in "ab" for x in ("x1", "x10")} <= set(MARKERS)
    for nation in ("us", "commonwealth", "german", "cotentin"):
        for kind in ("inf", "arm"):
            assert MARKERS[f"{kind}-loss-{nation}"].back.endswith("+5")
            assert f"{kind}-repl-{nation}" in MARKERS
    assert MARKERS["entrenchment"].back == "Under Construction"
    assert MARKERS["carpet"].count == 20  # two of ten hexes: 19.3


def test_every_marker_that_carries_state_is_there() -> None:
    carriers = [str(item.get("carrier", "")) for item in STATE.values()]
    words = {c.split()[1] for c in carriers if c.startswith(("marker ", "markers "))}
    known = {
        "vp": "vp-x1",
        "supply": "supply-x1",
        "air": "air-x1",
        "control": "control-us",
        "mulberry": "mulberry",
    }
    for word in words:
        found = known.get(word, word)
        assert any(uid == found or uid.startswith(f"{found}-") for uid in MARKERS), word
