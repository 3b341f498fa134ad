"""The German counters of The Battle for Normandy: what the text prints, order of battle, set-up, schedule."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path

import pytest

import adjudicator.battle_for_normandy as rules
import maps.battle_for_normandy as ground
from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.formations import load_formations
from adjudicator.battle_for_normandy.r18 import strongpoints as r18_strongpoints
from adjudicator.battle_for_normandy.r22 import charts as r22_charts
from adjudicator.table_files import load_records
from counters.battle_for_normandy.generate import read_oob
from counters.catalog import Unit, load_units
from maps.battle_for_normandy.board import load_board
from maps.battle_for_normandy.grid import GRID, numbers_of
from maps.filing import OURS
from maps.loader import read_rows
from tests.every import for_every

UNITS = {uid: u for uid, u in load_units("battle-for-normandy").items() if u.side == "german"}
FORMATIONS = {slug: f for slug, f in load_formations(OURS).items() if f.nation == "german"}
BOARD = load_board()
ENTRIES = {
    r.cells["slug"]: r.cells["hex"]
    for r in read_rows(
        Path(ground.__file__).parent / "entries.csv", ["slug", "name", "hex", "edge", "road", "source"]
    )
}
FIELDS: Mapping[str, Mapping[str, type]] = {
    "number": {"value": int},
    "track": {"box": str},
    "reinforcement": {"units": str, "day": int, "place": str},
    "corps": {"division": str, "hexes": int},
}
SCHEDULE = load_records(Path(rules.__file__).parent / "schedule.toml", FIELDS)
GROUND = [u for u in UNITS.values() if terms.is_ground(u) and not terms.is_company(u)]
STRONGPOINTS = [u for u in UNITS.values() if terms.is_strongpoint(u)]
PANZER = ("21pz", "12ss", "lehr", "2pz", "116", "9pz", "1ss", "2ss", "9ss", "10ss")
INFANTRY = (
    "709", "243", "91", "352", "716", "711", "346", "77", "265", "275", "353", "266", "276", "277", "271",
    "272", "326", "331", "343", "84", "85", "89", "363", "708", "16lw", "17lw", "3fj", "5fj",
)  # fmt: skip
CORPS = ("lxxxiv", "ii-fj", "xlvii", "i-ss", "ii-ss", "lxxxvi", "lxxiv", "lviii", "lxxxi")


def of(formation: str) -> list[Unit]:
    """Units of a formation but its HQ."""
    return [u for u in UNITS.values() if u.division == formation and not terms.is_hq(u)]


def hexes(unit: Unit) -> str:
    """Where a unit stands at the start."""
    return unit.entry[0] if unit.arrival is None and unit.entry else ""


def on_map() -> dict[str, list[Unit]]:
    """Units at the start by hex."""
    found: dict[str, list[Unit]] = defaultdict(list)
    for unit in UNITS.values():
        if hexes(unit) and BOARD.spaces[hexes(unit)].kind == "hex":
            found[hexes(unit)].append(unit)
    return found


# --- the order of battle --------------------------------------------------------------------------


def test_there_are_enough_ground_units() -> None:
    assert len(GROUND) >= 330
    assert len({u.title for u in UNITS.values()}) == len(UNITS)


def test_generator_makes_what_the_order_of_battle_says() -> None:
    text = (
        Path(load_units.__code__.co_filename).parent / "battle_for_normandy" / "oob_german.toml"
    ).read_text(encoding="utf-8")
    _, formations = read_oob([text])
    assert {f["id"] for f in formations if f.get("level")} == set(FORMATIONS)


@pytest.mark.parametrize("slug", PANZER + INFANTRY + ("17ss", "30s"))
def test_every_division_and_its_hq_are_there(slug: str) -> None:
    formation = FORMATIONS[f"ge-{slug}"]
    assert formation.level == ("brigade" if slug == "30s" else "division")
    assert formation.color
    hq = UNITS[f"ge-{slug}-hq"]
    assert terms.is_hq(hq)
    assert hq.division == formation.id
    assert len(of(formation.id)) >= 3


@pytest.mark.parametrize("slug", CORPS)
def test_corps_hqs_print_no_defence_strength(slug: str) -> None:
    hq = UNITS[f"ge-{slug}-hq"]
    assert terms.is_corps_hq(hq)
    assert hq.rating("ds") is None


def test_lxxxi_corps_waits_for_its_option_and_the_711th_is_there() -> None:
    assert UNITS["ge-lxxxi-hq"].entry == ("pool",)
    wanted = SCHEDULE["corps"]["ge-lxxxi"]
    assert wanted.number("hexes") == 2
    assert any(hexes(u) in BOARD.spaces for u in of(wanted.text("division")))


@pytest.mark.parametrize("slug", PANZER)
def test_panzer_divisions_have_panzers_grenadiers_reconnaissance_and_guns(slug: str) -> None:
    types = Counter(u.type for u in of(f"ge-{slug}"))
    assert types["tank"] == (1 if slug == "10ss" else 2)
    assert types["mechanized-infantry"] in {4, 6}
    assert types["recon"] == 1
    assert types["artillery"] >= 3
    assert types["heavy-flak"] == 1


def test_infantry_divisions_have_two_or_three_regiments() -> None:
    for slug in INFANTRY:
        known = {"infantry", "parachute", "bicycle", "ost"}
        regiments = {
            u.name.split("/")[1] for u in of(f"ge-{slug}") if u.type in known and re.match(r"^[IV]+/", u.name)
        }
        assert 1 <= len(regiments) <= 3, slug


def test_kampfgruppen_and_trucks_wait_in_the_pool() -> None:
    groups = [u for u in UNITS.values() if terms.is_kg_hq(u)]
    assert len(groups) == 4
    assert all(u.id == f"{u.division}-hq" and u.entry == ("pool",) for u in groups)
    trucks = [u for u in UNITS.values() if u.type == "truck"]
    assert len(trucks) == 6
    assert all(u.entry == ("pool",) and u.rating("stacking") is None for u in trucks)


def test_colored_corps_units_are_plain_corps_units() -> None:
    for brigade in ("ge-w7", "ge-w8", "ge-w9"):
        units = [u for u in UNITS.values() if u.corps == brigade]
        assert units
        assert FORMATIONS[brigade].color
        assert all(u.type == "nebelwerfer" and not u.division for u in units)


# --- what the text prints -------------------------------------------------------------------------


def test_the_352nd_defends_its_hq_with_1_and_has_three_feldersatz_points() -> None:
    assert UNITS["ge-352-hq"].rating("ds") == 1
    assert FORMATIONS["ge-352"].feldersatz == 3


@pytest.mark.parametrize(("slug", "points"), [("ge-21pz", 3), ("ge-12ss", 6)])
def test_feldersatz_points_of_the_examples(slug: str, points: int) -> None:
    assert FORMATIONS[slug].feldersatz == points
    assert UNITS[f"{slug}-hq"].rating("stacking") == 1


def test_feldersatz_points_are_0_to_6() -> None:
    assert {f.feldersatz for f in FORMATIONS.values()} <= set(range(7))


def test_division_hqs_defend_with_0_or_1() -> None:
    assert {u.rating("ds") for u in UNITS.values() if terms.is_division_hq(u)} == {0, 1}


def test_two_panzer_battalions_and_grenadiers_attack_with_10_8_and_6() -> None:
    strengths = {u.rating("as") for u in GROUND if u.type == "tank" and u.size == "battalion"}
    assert {10, 8} <= strengths
    assert UNITS["ge-12ss-i-12"].rating("as") == 10
    assert UNITS["ge-12ss-ii-12"].rating("as") == 8
    assert UNITS["ge-12ss-iii-26"].rating("as") == 6
    guns = [u for u in GROUND if u.type == "artillery"]
    heavy = {u.rating("as") for u in guns if u.rating("calibre") == 150}
    assert heavy == {5}
    assert {u.rating("as") for u in GROUND if u.type == "nebelwerfer"} == {6}
    assert {u.rating("as") for u in guns if u.rating("calibre") == 76} == {2}
    assert (UNITS["ge-w7-i-83"].rating("as"), UNITS["ge-w7-i-83"].rating("ma")) == (6, 6)


def test_infantry_companies_are_1_2_6_and_stack_with_2() -> None:
    companies = [u for u in UNITS.values() if terms.is_company(u)]
    assert {u.rating("stacking") for u in companies} == {2}
    assert all(u.entry == ("companies",) and u.steps == 1 and not u.division for u in companies)
    plain = [u for u in companies if u.type == "infantry"]
    assert {(u.rating("as"), u.rating("ds"), u.rating("ma")) for u in plain} == {(1, 2, 6)}


def test_six_heavy_and_two_light_tank_companies() -> None:
    companies = [u for u in UNITS.values() if terms.is_company(u) and u.type == "tank"]
    assert sum("tiger" in u.marks for u in companies) == 6
    assert sum("light" in u.marks for u in companies) == 2
    light = [u for u in GROUND if "light" in u.marks]
    assert {u.name for u in light} == {"Pz100", "Pz206"}
    assert all(u.arrival is None for u in light)


def test_typed_companies_are_there() -> None:
    types = {u.type for u in UNITS.values() if terms.is_company(u)}
    wanted = {
        "infantry",
        "bicycle",
        "mechanized-infantry",
        "tank",
        "anti-tank",
        "tank-destroyer",
        "heavy-flak",
        "ost",
    }
    assert wanted <= types


def test_tigers_and_panthers_are_marked() -> None:
    assert {u.name for u in GROUND if "tiger" in u.marks} == {"101 SS", "102 SS", "503 Pz"}
    assert len([u for u in GROUND if "panther" in u.marks]) == 8
    assert all(terms.is_tank(u) for u in GROUND if {"tiger", "panther"} & set(u.marks))


def test_two_battalions_of_the_91st_have_mountain_howitzers() -> None:
    found = [u for u in GROUND if "gebh40" in u.marks]
    assert [u.division for u in found] == ["ge-91", "ge-91"]


def test_iii_5_3fj_of_the_example() -> None:
    assert UNITS["ge-3fj-iii-5"].title == "III/5/3FJ"


def test_heavy_flak_is_anti_tank_and_light_flak_is_not() -> None:
    for unit in GROUND:
        if unit.type in {"light-flak", "heavy-flak"}:
            assert terms.is_flak(unit)
            assert terms.is_at(unit) == (unit.type == "heavy-flak")


def test_eastern_battalions_are_of_a_type_of_their_own() -> None:
    ost = [u for u in GROUND if u.type == "ost"]
    assert len(ost) >= 7
    assert all(terms.is_infantry_type(u) for u in ost)


# --- steps and numbers ----------------------------------------------------------------------------


@for_every(GROUND, name=lambda u: u.id)
def test_steps_follow_the_list(unit: Unit) -> None:
    reduced = (unit.rating("reduced_as"), unit.rating("reduced_ds"))
    if unit.steps == 1:
        assert reduced == (None, None)
        assert terms.is_hq(unit) or terms.is_artillery(unit) or unit.type == "light-flak"
        return
    assert None not in reduced
    total = sum(n or 0 for n in reduced)
    assert (total < 4) == (unit.steps == 2), "two steps: less than 4 on the reverse"
    assert (unit.rating("reduced_as") or 0) < (unit.rating("as") or 0)
    assert (unit.rating("reduced_ds") or 0) <= (unit.rating("ds") or 0)
    assert unit.rating("reduced_ma") == unit.rating("ma")
    if unit.type in {"infantry", "parachute", "mechanized-infantry"}:
        assert unit.steps == 3


@for_every([u for u in GROUND if terms.is_artillery(u)], name=lambda u: u.id)
def test_guns_print_range_and_calibre_but_no_defence(unit: Unit) -> None:
    assert unit.rating("ds") is None
    assert unit.rating("as") in range(1, 7)
    assert unit.rating("range") in range(5, 26)
    assert unit.rating("calibre") in range(75, 241)
    assert (unit.rating("ma") is None) == terms.is_static(unit)


def test_ratings_that_are_not_printed_in_the_text_say_so() -> None:
    said = {u.sources.of("as").split()[0] for u in GROUND if u.rating("as") is not None}
    assert said <= {"reconstructed", "derived", "rule"}
    assert UNITS["ge-352-i-916"].sources.of("as") == "reconstructed"


# --- when and where -------------------------------------------------------------------------------


def test_reinforcements_enter_by_a_road_of_the_edge() -> None:
    for unit in UNITS.values():
        if unit.arrival is not None:
            assert 6 <= unit.arrival <= 77
            assert unit.entry
            assert set(unit.entry) <= set(ENTRIES), unit.id


@pytest.mark.parametrize(
    ("division", "first"),
    [
        ("ge-12ss", 7),
        ("ge-lehr", 8),
        ("ge-346", 8),
        ("ge-17ss", 10),
        ("ge-3fj", 11),
        ("ge-2pz", 12),
        ("ge-2ss", 25),
    ],
)
def test_days_of_arrival(division: str, first: int) -> None:
    assert min(u.arrival or 0 for u in UNITS.values() if u.division == division) == first


def test_21st_panzer_starts_as_the_three_map_rule_says() -> None:
    off = {"i-125", "iii-155", "iv-155", "i-22", "hq", "ii-22", "200-stug"}
    for unit in (u for u in UNITS.values() if u.division == "ge-21pz"):
        own = unit.id.removeprefix("ge-21pz-")
        assert hexes(unit)[0] in ("de" if own in off else "abc"), unit.id
        assert (unit.id in SCHEDULE["track"]) == (own in off)


def test_30th_brigade_starts_on_map_d_or_e() -> None:
    assert {hexes(u)[0] for u in UNITS.values() if u.division == "ge-30s"} == {"d"}
    assert SCHEDULE["track"]["ge-30s"].text("box") in BOARD.spaces
    units = SCHEDULE["reinforcement"]["bloody-omaha"]
    assert units.number("day") == 8
    assert all(uid in UNITS and not terms.is_hq(UNITS[uid]) for uid in units.text("units").split())
    assert len(units.text("units").split()) == 2


def test_named_guns_stand_where_the_text_says() -> None:
    assert UNITS["ge-pt-du-hoc"].entry == ("b1305",)
    assert UNITS["ge-guns-moved"].entry == ("b1406",)
    assert UNITS["ge-guns-moved"].rating("as") == 1
    static = [u for u in GROUND if u.type == "coastal-artillery"]
    assert all(terms.is_static(u) and hexes(u) in BOARD.spaces for u in static)


def test_nobody_starts_overstacked_or_in_the_sea() -> None:
    for space, units in on_map().items():
        fed = {FORMATIONS[u.division].feldersatz for u in units if terms.is_hq(u) and u.division}
        points = sum(u.rating("stacking") or 0 for u in units) + sum(max(0, n - 1) for n in fed)
        assert points <= 6, space
        terrain = str(BOARD.spaces[space].features["terrain"])
        wet = {"sea", "beach"} if all(terms.is_strongpoint(u) for u in units) else {"sea", "beach", "flooded"}
        assert terrain not in wet, (space, units[0].id)


# --- Strongpoints ---------------------------------------------------------------------------------


def test_46_strongpoints_of_strength_1_to_4() -> None:
    assert len(STRONGPOINTS) == 46
    assert {u.id for u in STRONGPOINTS} == {f"ge-sp-{n:02d}" for n in range(1, 47)}
    assert {u.rating("as") for u in STRONGPOINTS} == {1, 2, 3, 4}
    assert all(u.rating("as") == u.rating("ds") and u.rating("ma") is None for u in STRONGPOINTS)
    assert {u.rating("stacking") for u in STRONGPOINTS} == {1}


def test_the_guns_of_the_chart_of_18_7_exist_and_reach_their_beaches() -> None:
    for site, row in r18_strongpoints.records(OURS)["artillery"].items():
        named, divisions = row.text("units").split(), row.text("divisions").split()
        assert set(named) <= set(UNITS)
        guns = [u for u in GROUND if terms.is_artillery(u) and (u.id in named or u.division in divisions)]
        near = [u for u in guns if hexes(u) and any(in_range(u, beach) for beach in beaches(site))]
        assert len(near) >= 2, site
    assert any("1709" in u.name for u in of("ge-709") if u.type == "artillery")


def in_range(gun: Unit, target: str) -> bool:
    """Whether a gun reaches a hex, neither too far nor too near."""
    reach = gun.rating("range") or 0
    return -(-reach // 4) <= GRID.distance(hexes(gun), target) <= reach


def beaches(site: str) -> set[str]:
    """The Beach hexes of a landing site."""
    found = (s for s in BOARD.spaces.values() if s.kind == "hex" and s.features["terrain"] == "beach")
    return {s.id for s in found if s.features["site"] == site}


def test_ten_casemates_have_a_facing() -> None:
    """22.7o: the chart of the options, which rules read, is the only carrier."""
    facing = r22_charts._charts(OURS)["facing"]
    assert len(facing) == 10
    assert facing["ge-5-maa-260"].number("direction") == 1
    for uid, row in facing.items():
        assert terms.is_static(UNITS[uid])
        assert row.number("direction") in range(1, 7)


def test_strongpoints_at_the_hexes_that_the_text_names() -> None:
    places = Counter(hexes(u) for u in STRONGPOINTS)
    assert max(places.values()) == 1, "one per hex"
    assert {"c3014", "a2035", "a4110", numbers_of("b1018")[0]} <= set(places)


def test_strongpoints_stand_one_to_a_hex_next_to_beaches_or_around_cherbourg() -> None:
    areas = Counter(r18_strongpoints.area_of(BOARD, hexes(u)) for u in STRONGPOINTS)
    # Pegasus Bridge, Port-en-Bessin and the radar station of Douvres are hexes that the scenario gives
    assert {u.id for u in STRONGPOINTS if not r18_strongpoints.area_of(BOARD, hexes(u))} == {
        "ge-sp-32",
        "ge-sp-33",
        "ge-sp-34",
    }
    assert areas == {"utah": 2, "omaha": 9, "gold": 7, "juno": 6, "sword": 7, "cherbourg": 12, "": 3}
    for area, known in r18_strongpoints.areas(BOARD).items():
        assert areas[area] <= len(known)


def test_strongpoints_of_cherbourg() -> None:
    inside = [hexes(u) for u in STRONGPOINTS if BOARD.spaces[hexes(u)].features["perimeter"]]
    assert len(inside) == 12
    along = [
        h
        for h in inside
        if any(not BOARD.spaces[n].features["perimeter"] for n in GRID.neighbours(h) if n in BOARD.spaces)
    ]
    assert len(along) >= 9
    city = [h for h in inside if h != "a2035" and BOARD.spaces[h].features["terrain"] == "city"]
    assert len([h for h in city if h not in along]) == 0


def test_the_allied_player_starts_with_supply_for_the_landing() -> None:
    """Two points at the Dives (18.8.5), one at each of five beaches (18.5) and a Major Attack at three."""
    assert SCHEDULE["number"]["csp-start"].number("value") == 2 + 5 + 3 * 3
