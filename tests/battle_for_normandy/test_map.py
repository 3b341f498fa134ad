"""The board of The Battle for Normandy: facts of the rulebook, how its ground hangs together, its loader."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from maps.battle_for_normandy import board as module
from maps.battle_for_normandy.board import (
    BEACHES,
    BESIDE_COLUMNS,
    BOUNDARIES,
    ROADS,
    SITES,
    TERRAINS,
    load_board,
)
from maps.battle_for_normandy.generate import beside_text, edges_text, spaces_text
from maps.battle_for_normandy.grid import GRID, direction, numbers_of
from maps.battle_for_normandy.ground import (
    PLANE,
    corners,
    hex_at,
    hex_at_degrees,
    middle,
    placed,
    placement,
    places,
    residuals,
)
from maps.battle_for_normandy.hexes import beach_rows
from maps.battle_for_normandy.sides import ROAD_COLUMNS
from maps.board import Board, edge_id
from maps.errors import DataError
from maps.loader import read_rows

HERE = Path(module.__file__).parent
BOARD = load_board()
HEXES = {s.id: s for s in BOARD.spaces.values() if s.kind == "hex"}
DRY = {n for n, s in HEXES.items() if s["terrain"] != "sea"}
SEA = set(HEXES) - DRY
COAST = {n for n, s in HEXES.items() if s["coastal"]}
LANES = [e for e in BOARD.edges.values() if e.road]
BEACH = {n for n, s in HEXES.items() if s["terrain"] == "beach"}
INSIDE = {n for n, s in HEXES.items() if s["perimeter"]}
WATERS = {"stream", "major-river"}
PASSABLE = {"open", "stream", "draw"}
ENTRIES = read_rows(HERE / "entries.csv", ["slug", "name", "hex", "edge", "road", "source"])
SITE_SIZES = {"utah": 2, "pointe-du-hoc": 1, "omaha": 7, "gold": 5, "juno": 5, "sword": 4}
WHERE = {alias: n for n, s in HEXES.items() for alias in s.aliases}


def connected(start: str, members: Iterable[str], joined: Callable[[str, str], bool]) -> set[str]:
    known = set(members)
    seen, queue = {start}, [start]
    while queue:
        here = queue.pop()
        for _, there in BOARD.neighbours(here):
            if there in known and there not in seen and joined(here, there):
                seen.add(there)
                queue.append(there)
    return seen


def boundary(a: str, b: str) -> str:
    edge = BOARD.edge(a, b)
    assert edge is not None, (a, b)
    return edge.boundary


def on_foot(a: str, b: str) -> bool:
    return boundary(a, b) not in {"sea", "cliff"}


def by_road(a: str, b: str) -> bool:
    edge = BOARD.edge(a, b)
    return edge is not None and edge.road in {"highway", "primary", "secondary"}


def bridges(number: str) -> list[str]:
    """The hexes to which a bridge leads from a hex."""
    return [other for edge, other in BOARD.neighbours(number) if edge.bridge]


def sheet(letter: str) -> set[str]:
    """The hexes that a sheet shows, those of overlaps too."""
    return {n for n in HEXES if any(m[0] == letter for m in numbers_of(n))}


# The rulebook: sheets and grid


@pytest.mark.parametrize(
    ("over", "under"),
    ["ba", "bc", "db", "ec", "de", "fd", "ge", "fg"],
)
def test_sheets_overlap(over: str, under: str) -> None:
    """2.2, 2.21."""
    both = sheet(over) & sheet(under)
    assert both
    for number in both:
        first, *others = numbers_of(number)
        assert first == number
        assert {n.upper() for n in others} <= set(HEXES[number].aliases)


def test_expansion_lies_half_way_over_d_and_e() -> None:
    for over, under in ("fd", "ge"):
        assert 0.3 < len(sheet(over) & sheet(under)) / len(sheet(over)) < 0.7


def test_a_hex_that_two_sheets_show_is_one_space() -> None:
    assert "b1018" not in HEXES
    assert WHERE["B1018"] == "a4208"
    assert all(GRID.find(*GRID.split(n)) == n for n in HEXES)
    assert len({GRID.split(n) for n in HEXES}) == len(HEXES)
    shared = [n for n in HEXES if len(numbers_of(n)) > 1]
    assert all(s in HEXES[n].aliases for n in shared for s in (m.upper() for m in numbers_of(n)[1:]))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("a4218", "a4219"), ("a4219", "a4118"), ("b3015", "b3114"), ("c1829", "c1728"), ("c1728", "c1628"),
        ("c1628", "c1527"), ("b1205", "b1305"), ("b1305", "b1406"), ("c2913", "c3014"), ("c2913", "c3013"),
        ("c3013", "c3014"),
    ],
)  # fmt: skip
def test_adjacencies_of_the_text(a: str, b: str) -> None:
    assert GRID.distance(a, b) == 1
    assert BOARD.edge(a, b) is not None
    assert b in {other for _, other in BOARD.neighbours(a)}


def test_directions_of_the_text() -> None:
    """17.1, 17.2 and 18.1; the example of 17.2 prints A4113 for A4115."""
    assert direction("a4219", 1) == "a4118"
    assert direction("a4218", 5) == "a4219"
    here = "a4118"
    for expected in ("a4117", "a4116", "a4115", "a4114", "a4113", "a4112"):
        step = direction(here, 2)
        assert step == expected
        here = step
    assert [direction("c1829", 1), direction("c1728", 1), direction("c1628", 1)] == [
        "c1728",
        "c1628",
        "c1527",
    ]


# The rulebook: named hexes


@pytest.mark.parametrize(
    ("number", "features"),
    [
        ("a2035", {"perimeter": True, "town": "Fort du Roule", "poi": True}),
        ("a4219", {"terrain": "flooded"}),
        ("a4118", {"terrain": "bocage"}),
        ("b1205", {"terrain": "beach", "site": "pointe-du-hoc", "queue": 0}),
        ("b1305", {"town": "Pointe du Hoc", "coastal": True}),
        ("c1829", {"terrain": "beach", "site": "gold", "beach": "king-red", "queue": 0}),
        ("c1728", {"terrain": "sea", "site": "gold", "beach": "king-red", "queue": 1}),
        ("c1628", {"terrain": "sea", "site": "gold", "beach": "king-red", "queue": 2}),
        ("c1527", {"terrain": "sea", "site": "gold", "beach": "king-red", "queue": 3}),
        ("c1928", {"terrain": "beach", "site": "gold", "queue": 0}),
        ("c1929", {"terrain": "flooded", "site": ""}),
        ("c1930", {"terrain": "flooded", "site": ""}),
        ("c3014", {"town": "Pegasus Bridge", "settlement": "village"}),
        ("c3013", {"town": "Ranville bridge"}),
        ("c2805", {"town": "Varaville bridge"}),
        ("c3507", {"town": "Troarn rail bridge"}),
        ("c3606", {"town": "Troarn road bridge"}),
        ("e1701", {"edge": "east"}),
    ],
)
def test_named_hexes(number: str, features: dict[str, object]) -> None:
    assert {k: HEXES[number][k] for k in features} == features


@pytest.mark.parametrize(
    "number",
    [
        "a4110", "a4112", "a4115", "a4116", "a4118", "a4218", "a4219", "a2035", "b1305", "b1406", "b3015",
        "b3114", "c1748", "c2805", "c2913", "c3013", "c3014", "c3507", "c3606", "e1701",
    ],
)  # fmt: skip
def test_named_hexes_are_land(number: str) -> None:
    assert number in DRY


def test_drop_example_lands_on_no_flooded_hex() -> None:
    """17.1, 17.2: A4118 and the three hexes where companies land cost nothing."""
    assert all(HEXES[n]["terrain"] != "flooded" for n in ("a4118", "a4112", "a4115", "a4116"))


def test_pointe_du_hoc_is_joined_to_b1305_only() -> None:
    """20.6."""
    assert boundary("b1205", "b1305") == "bluff"
    assert {o for _, o in BOARD.neighbours("b1205") if on_foot("b1205", o)} == {"b1305"}


def test_c1748_is_a_draw() -> None:
    """10.6."""
    draws = [other for edge, other in BOARD.neighbours("c1748") if edge.boundary == "draw"]
    assert draws
    assert set(draws) <= BEACH


def test_bluffs_with_draws_stand_behind_omaha() -> None:
    seaward = [e for e in BOARD.edges.values() if e.boundary in {"bluff", "draw"}]
    assert {HEXES[n]["site"] for e in seaward for n in (e.a, e.b)} == {"", "omaha", "pointe-du-hoc"}
    assert sum(e.boundary == "draw" for e in seaward) == 5
    for number in BEACH:
        if HEXES[number]["site"] == "omaha":
            inland = [(e, o) for e, o in BOARD.neighbours(number) if o in DRY - BEACH]
            assert {e.boundary for e, _ in inland} <= {"bluff", "draw"}


def test_bridge_between_b3015_and_b3114() -> None:
    """11.3.3: on a road."""
    edge = BOARD.edge("b3015", "b3114")
    assert edge is not None
    assert (edge.bridge, edge.road) == (True, "highway")


def test_a_railway_ends_nowhere_but_at_a_stop() -> None:
    """Where a road takes its hexside, it runs beside: drawn without a gap from stop to stop."""
    drawn: dict[str, set[str]] = {}
    alone = [(e.a, e.b) for e in BOARD.edges.values() if e.road == "railroad"]
    chains = [row.text("hexes").split("|") for row in read_rows(HERE / "beside.csv", BESIDE_COLUMNS)]
    for a, b in [*alone, *(pair for chain in chains for pair in itertools.pairwise(chain))]:
        assert b in GRID.neighbours(a)
        drawn.setdefault(a, set()).add(b)
        drawn.setdefault(b, set()).add(a)
    rows = read_rows(HERE / "roads.csv", ROAD_COLUMNS)
    stops = {stop for row in rows if row.text("kind") == "railroad" for stop in row.text("places").split("|")}
    at = {PLANE.hex_at(places()[stop].at) for stop in stops} - {None}
    near = at | {
        n for number in at if number for n in GRID.neighbours(number)
    }  # a harbour may lie in the sea
    ends = {number for number, others in drawn.items() if len(others) == 1}
    lost = {n for n in ends - near if not BOARD.spaces[n]["edge"] and len(GRID.neighbours(n)) == 6}
    assert not lost


@pytest.mark.parametrize(
    ("number", "other", "road"),
    [("c2805", "c2905", "primary"), ("c3507", "c3506", "railroad"), ("c3606", "c3706", "highway")],
)
def test_each_hex_of_18_8_5_has_one_bridge(number: str, other: str, road: str) -> None:
    assert bridges(number) == [other]
    edge = BOARD.edge(number, other)
    assert edge is not None
    assert edge.road == road


def test_two_adjacent_rivers_at_pegasus_bridge() -> None:
    """23: an HQ in C3013, or C2913, stands between the Canal de Caen and the Orne."""
    canal, orne = {"c3014", "c2914"}, {"c3012", "c3112", "c3113"}
    assert {o for e, o in BOARD.neighbours("c3013") if e.boundary == "major-river"} == {"c3014"} | orne
    assert boundary("c2913", "c3013") == "open"
    assert all(boundary("c2913", n) == "major-river" for n in canal)
    assert sorted(bridges("c3013")) == ["c3014", "c3112"]
    assert bridges("c3014") == ["c3013"]
    assert HEXES["c3112"]["town"] == "Ranville"
    assert "Bénouville" in HEXES["c3014"].aliases


def test_no_way_over_the_orne_but_its_bridges() -> None:
    def dry_feet(a: str, b: str) -> bool:
        edge = BOARD.edge(a, b)
        return edge is not None and (edge.boundary in PASSABLE or (edge.bridge and (a, b) not in lifted))

    near = {n for n in DRY if n[0] == "c" and 24 <= int(n[1:3]) <= 31 and int(n[3:]) <= 20}
    lifted = {("c3014", "c3013"), ("c3013", "c3014")}
    assert "c3112" not in connected("c2915", near, dry_feet)
    lifted = set()
    assert "c3112" in connected("c2915", near, dry_feet)


def test_herouvillette_is_within_three_hexes_of_c2913() -> None:
    """12.5.4."""
    assert GRID.distance("c2913", WHERE["Hérouvillette"]) <= 3
    assert GRID.distance("c2913", WHERE["Bénouville"]) == 1


def test_strongpoints_of_utah_stand_by_its_beaches() -> None:
    """22.9, 18.9.2."""
    for number in ("a4110", "a4208"):
        assert number not in BEACH
        assert {HEXES[o]["site"] for _, o in BOARD.neighbours(number) if o in BEACH} == {"utah"}


def test_strongpoints_may_stand_in_c1929_and_c1930() -> None:
    """18.9.2: next to a Beach hex without being one."""
    for number in ("c1929", "c1930"):
        assert number not in BEACH
        assert {HEXES[o]["site"] for _, o in BOARD.neighbours(number) if o in BEACH} == {"gold"}


def test_german_supply_cities_are_city_hexes() -> None:
    """7.4, 20.2."""
    for name in ("Bayeux", "Cherbourg", "Caen", "Argentan", "Flers", "Vire"):
        assert HEXES[WHERE[name]]["terrain"] == "city"
        assert HEXES[WHERE[name]]["town"] == name


# The rulebook: beaches, Cherbourg, entry


def test_beach_file_agrees_with_the_board() -> None:
    listed = [r.text("slug") for r in beach_rows()]
    assert listed == list(BEACHES[1:])
    for row in beach_rows():
        way = [row.cells[c] for c in ("hex", "queue1", "queue2", "queue3") if row.cells[c]]
        for queue, number in enumerate(way):
            space = HEXES[number]
            assert (space["site"], space["beach"], space["queue"]) == (
                row.text("site"),
                row.text("slug"),
                queue,
            )
            assert space["terrain"] == ("sea" if queue else "beach")
        assert all(GRID.distance(a, b) == 1 for a, b in itertools.pairwise(way))
        assert f"holding-{row.text('slug')}" in BOARD.spaces
    assert {s["site"] for s in HEXES.values()} == set(SITES)


def test_beach_hexes() -> None:
    found = {
        site: sum(s["terrain"] == "beach" and s["site"] == site for s in HEXES.values())
        for site in SITE_SIZES
    }
    assert found == SITE_SIZES
    assert BEACH <= COAST
    for number in BEACH:
        assert HEXES[number]["level"] == 0
        assert any(o in DRY - BEACH and on_foot(number, o) for _, o in BOARD.neighbours(number))


def test_beaches_run_from_west_to_east() -> None:
    for site in SITE_SIZES:
        shore = [GRID.centre(r.text("hex"))[0] for r in beach_rows() if r.text("site") == site]
        assert shore == sorted(shore)


def test_sword_has_ten_assault_hexes() -> None:
    """18.2."""
    assert sum(s["site"] == "sword" and bool(s["queue"]) for s in HEXES.values()) == 10
    assert {r.text("slug") for r in beach_rows() if r.flag("commando")} == {"nan-red", "roger-red"}


def test_commando_queues_have_one_assault_hex() -> None:
    for row in beach_rows():
        length = sum(bool(row.cells[f"queue{n}"]) for n in (1, 2, 3))
        assert length == (0 if row.text("slug") == "pointe-du-hoc" else 1 if row.flag("commando") else 3)


def test_dd_tanks_can_land_at_every_site_but_pointe_du_hoc() -> None:
    """18.3.1, 19.6.3; at Juno by option."""
    for row in beach_rows():
        assert row.integer("drift", 1, 10) > 0
        assert (row.optional("dd", 1, 10) is None) == (row.text("slug") == "pointe-du-hoc")


def test_assault_hexes_lie_off_the_shore() -> None:
    queues = {n for n, s in HEXES.items() if s["queue"]}
    assert queues <= SEA
    assert all(all(o in HEXES for o in GRID.neighbours(n)) for n in queues)


def test_cherbourg_perimeter() -> None:
    """18.9.2: room for nine Strongpoints next to it inside, and two anywhere but in the City."""
    assert connected("a2035", INSIDE, on_foot) == INSIDE <= DRY
    border = {n for n in INSIDE if any(o in DRY - INSIDE for _, o in BOARD.neighbours(n))}
    assert len([n for n in border if HEXES[n]["terrain"] != "city"]) >= 9
    city = {n for n in INSIDE if HEXES[n]["terrain"] == "city"}
    assert WHERE["Cherbourg"] in city
    assert connected(WHERE["Cherbourg"], city, on_foot) == city
    assert not city & border
    assert {n[0] for n in INSIDE} == {"a"}


def test_entry_hexes() -> None:
    assert [r.text("slug") for r in ENTRIES][:5] == [
        "cabourg",
        "pont-l-eveque",
        "lisieux",
        "mezidon",
        "st-pierre",
    ]
    order = []
    for row in ENTRIES:
        space = HEXES[row.text("hex")]
        kinds = {e.road for e, _ in BOARD.neighbours(space.id)}
        assert row.text("road") in kinds, row.text("slug")
        assert space["edge"] == row.text("edge")
        assert space["terrain"] != "flooded"
        line, place = GRID.split(space.id)
        order.append(line if row.text("edge") == "east" else 1000 + place)
    assert order == sorted(order)
    assert {r.text("hex")[0] for r in ENTRIES} == {"c", "d", "e"}
    assert next(r for r in ENTRIES if r.text("slug") == "st-pierre").text("hex") == "e1701"


def test_supply_roads_leave_over_the_east_and_south_edges() -> None:
    """7.4."""
    for number, space in HEXES.items():
        if space["edge"]:
            line, place = GRID.split(number)
            assert line in {86, 110} if space["edge"] == "south" else place in {1, -3}, number
            roads = {e.road for e, _ in BOARD.neighbours(number)}
            assert roads & {"highway", "primary", "secondary"}
    out = {(n[0], str(s["edge"])) for n, s in HEXES.items() if s["edge"]}
    assert {
        ("c", "east"),
        ("e", "east"),
        ("e", "south"),
        ("d", "south"),
        ("f", "south"),
        ("g", "south"),
    } <= out


def test_roads_join_every_entry_to_caen_and_cherbourg() -> None:
    reached = connected(WHERE["Caen"], DRY, by_road)
    assert {r.text("hex") for r in ENTRIES} <= reached
    assert {WHERE["Cherbourg"], WHERE["Carentan"], WHERE["St-Lô"], WHERE["Falaise"]} <= reached
    assert {n for n, s in HEXES.items() if s["edge"]} <= reached


# The ground


def test_every_kind_of_terrain_lies_somewhere() -> None:
    """10.6."""
    assert {s["terrain"] for s in HEXES.values()} == set(TERRAINS)
    assert {s["settlement"] for s in HEXES.values()} == {"", "village", "town"}
    assert {e.boundary for e in BOARD.edges.values()} == set(BOUNDARIES)
    assert {e.road for e in BOARD.edges.values()} == set(ROADS)
    assert {s["level"] for s in HEXES.values()} == {0, 1, 2, 3}
    assert sum(bool(s["airfield"]) for s in HEXES.values()) >= 5
    assert sum(bool(s["poi"]) for s in HEXES.values()) >= 50
    assert sum(s["terrain"] == "city" for s in HEXES.values()) <= 12


def test_sea_hexes_carry_nothing() -> None:
    for number in SEA:
        space = HEXES[number]
        assert not any(
            space[f] for f in ("settlement", "poi", "airfield", "level", "coastal", "perimeter", "edge")
        )


def test_land_hangs_together() -> None:
    assert connected(WHERE["Caen"], DRY, on_foot) == DRY
    assert all(n in HEXES for d in DRY for n in GRID.neighbours(d))


def on_wheels(a: str, b: str) -> bool:
    """Whether Mechanized units can go: water over bridges, floods by road, bluffs at a draw."""
    edge = BOARD.edge(a, b)
    assert edge is not None
    floods = "flooded" in {HEXES[a]["terrain"], HEXES[b]["terrain"]}
    return bool(edge.road) or (not floods and edge.boundary in {"open", "draw"})


def test_wheels_reach_nearly_all_of_the_dry_land_and_every_beach_but_one() -> None:
    reached = connected(WHERE["Caen"], DRY, on_wheels)
    assert BEACH - reached == {"b1205"}
    assert len({n for n in DRY - reached if HEXES[n]["terrain"] != "flooded"}) < 20
    assert all(WHERE[name] in reached for name in ("Carentan", "Isigny-sur-Mer", "Varaville", "Cherbourg"))


def test_hexes_that_touch_the_sea_are_coastal() -> None:
    assert {n for n in DRY if any(o in SEA for _, o in BOARD.neighbours(n))} <= COAST <= DRY


def test_ships_have_sea_off_every_landing_site_and_cherbourg() -> None:
    """18.8.3: two hexes and more from land, within the range of a destroyer."""
    for number in ("a4109", "b1205", "c1652", "c1830", "c1924", "c2415", WHERE["Cherbourg"]):
        off = [n for n in SEA if GRID.distance(n, number) <= 6]
        assert any(all(GRID.distance(n, d) >= 3 for d in COAST if GRID.distance(d, number) <= 9) for n in off)


def test_nothing_but_cliffs_and_sea_lies_along_the_water() -> None:
    for edge in BOARD.edges.values():
        wet = len({edge.a, edge.b} & SEA)
        assert wet == 0 or edge.boundary in ({"sea", "cliff"} if wet == 1 else {"sea"})


def test_bridges_stand_where_roads_cross_water() -> None:
    """10.6: a bridge bears a road or railroad."""
    assert all(e.bridge == (bool(e.road) and e.boundary in WATERS) for e in BOARD.edges.values())
    assert {e.boundary for e in LANES} <= PASSABLE | {"major-river"}
    assert not [e for e in LANES if {e.a, e.b} & SEA]


def test_highways_hang_together() -> None:
    members = {n for e in LANES if e.road == "highway" for n in (e.a, e.b)}
    joined = {e.id for e in LANES if e.road == "highway"}
    assert connected(WHERE["Caen"], members, lambda a, b: edge_id(a, b) in joined) == members


def test_roads_hang_together() -> None:
    members = {n for e in LANES if by_road(e.a, e.b) for n in (e.a, e.b)}
    assert connected(WHERE["Caen"], members, by_road) == members


def test_every_town_and_city_lies_on_a_road() -> None:
    for number, space in HEXES.items():
        if space["terrain"] == "city" or space["settlement"] == "town":
            assert any(by_road(number, o) for _, o in BOARD.neighbours(number)), space.name


def test_roads_run_between_known_places() -> None:
    for row in read_rows(HERE / "roads.csv", ROAD_COLUMNS, key=lambda r: r.cells["road"]):
        assert set(row.text("places").split("|")) <= set(places())
        assert row.choice("kind", ROADS[1:])


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Bénouville", "Ranville bridge"), ("Ranville bridge", "Ranville"), ("Caen", "Vaucelles"),
        ("Carentan", "b2222"), ("St-Lô", "St-Lô"), ("Chef-du-Pont", "b1529"), ("La Fière", "Cauquigny"),
    ],
)  # fmt: skip
def test_bridges_of_1944(a: str, b: str) -> None:
    """Somewhere on the one or two hexes between the two places."""
    one, other = WHERE.get(a, a), WHERE.get(b, b)
    way = {one, other, *({o for _, o in BOARD.neighbours(one)} & {o for _, o in BOARD.neighbours(other)})}
    assert any(set(bridges(n)) for n in way)


def test_terrain_in_its_place() -> None:
    kinds = {alias: s["terrain"] for s in HEXES.values() for alias in s.aliases}
    assert kinds["Bourguébus"] == kinds["Cintheaux"] == kinds["Carpiquet"] == "clear"
    assert kinds["La Chapelle-Enjuger"] == kinds["Torteval"] == kinds["Cambernon"] == "bocage"
    assert kinds["Vierville"] == kinds["Longues"] == kinds["Ryes"] == "farmland"
    assert HEXES[hex_at_degrees(-0.88, 49.195) or ""]["terrain"] == "forest"
    assert HEXES[hex_at_degrees(-1.40, 49.45) or ""]["terrain"] == "flooded"
    hill = HEXES[hex_at_degrees(-0.465, 49.115) or ""]
    assert hill["level"] == 1
    assert HEXES[hex_at_degrees(-0.625, 48.973) or ""]["level"] == 3
    assert HEXES[hex_at_degrees(-0.456, 49.176) or ""]["airfield"]


def test_bocage_covers_most_of_the_land() -> None:
    share = [HEXES[n]["terrain"] for n in DRY]
    assert 0.5 < share.count("bocage") / len(share) < 0.7
    assert all(share.count(t) > 300 for t in ("farmland", "clear", "forest", "flooded"))


def test_names_find_one_hex() -> None:
    names = [alias for s in BOARD.spaces.values() for alias in s.aliases]
    assert len(names) == len(set(names))
    assert {
        "Trévières",
        "Ste-Mère-Église",
        "Mortain",
        "Domfront",
        "Thury-Harcourt",
        "Tilly-sur-Seulles",
    } <= set(names)


@pytest.mark.parametrize(
    ("a", "b", "km"),
    [
        ("Caen", "Bayeux", 26.9), ("Caen", "Falaise", 34.4), ("Caen", "St-Lô", 53.6),
        ("Caen", "Troarn", 13.1),
        ("Cherbourg", "Carentan", 45.9), ("Carentan", "St-Lô", 23.8), ("Carentan", "Ste-Mère-Église", 12.9),
        ("Bayeux", "Pointe du Hoc", 24.5), ("St-Lô", "Coutances", 26.9), ("Falaise", "Argentan", 20.9),
        ("Vire", "Flers", 25.7), ("Avranches", "Mortain", 30.8),
    ],
)  # fmt: skip
def test_distances_are_those_of_the_ground(a: str, b: str, km: float) -> None:
    """A hex row may run 30 degrees off the way, and both ends are rounded to a hex."""
    counted = GRID.distance(WHERE[a], WHERE[b])
    assert 0.95 * km / 1.161 - 1 <= counted <= 1.18 * km / 1.161 + 1


# The placement


def test_placement_agrees_with_the_grid() -> None:
    listed = placement()["sheets"]
    assert list(listed) == [s.letter for s in GRID.sheets]
    for s in GRID.sheets:
        body = {"lines": list(s.lines), "places": list(s.places), "line": s.line, "place": s.place}
        assert listed[s.letter] == body


def test_land_ends_at_the_edges_of_the_maps_only() -> None:
    """No hole between sheets; the west coast is whole but for Cape La Hague and Brittany."""
    for number in DRY:
        if None in GRID.ring(number):
            line, place = GRID.split(number)
            east = place == (1 if line < 41 else -3) or line == 41
            assert east or line == 110 or (place == 118 and line < 0) or (place == 104 and line > 100), number


def test_pins_hold() -> None:
    for pin in placement()["pins"]:
        assert placed().degrees(placed().point(*pin["degrees"])) == pytest.approx(
            tuple(pin["degrees"]), abs=1e-4
        )
        assert hex_at(middle(pin["hex"])) == numbers_of(pin["hex"])[0]
    assert max(residuals().values()) < 0.6


def test_head_of_the_spaces_prints_the_residuals() -> None:
    head = (HERE / "spaces.csv").read_text(encoding="utf-8").split("\nid,", maxsplit=1)[0]
    assert all(f"{name} {gap:.2f}" in head for name, gap in residuals().items())


def test_corners_and_hex_at_agree_with_the_numbers() -> None:
    for number in ("c3014", "a0101", "g4655", "b4955", "e1701", "d3855"):
        assert hex_at(middle(number)) == numbers_of(number)[0]
        for i, other in enumerate(GRID.ring(number)):
            if other is not None:
                side = {PLANE.key(c) for c in (corners(number)[i], corners(number)[(i + 1) % 6])}
                assert side <= {PLANE.key(c) for c in corners(other)}


@pytest.mark.parametrize(
    ("lon", "lat", "number"),
    [
        (-0.2747, 49.2423, "c3014"), (-1.615, 49.6275, "a2035"), (-0.989, 49.3955, "b1305"),
        (-1.346, 49.42, "a4218"), (-0.361, 49.184, "c3719"), (0.09, 48.43, None),
    ],
)  # fmt: skip
def test_hex_at_degrees(lon: float, lat: float, number: str | None) -> None:
    assert hex_at_degrees(lon, lat) == number


# Files and loader


@pytest.mark.slow
def test_files_are_what_the_generator_makes() -> None:
    assert (HERE / "spaces.csv").read_text(encoding="utf-8") == spaces_text()
    assert (HERE / "edges.csv").read_text(encoding="utf-8") == edges_text()
    assert (HERE / "beside.csv").read_text(encoding="utf-8") == beside_text()


def test_boxes() -> None:
    kinds = {s.id: s.kind for s in BOARD.spaces.values() if s.kind != "hex"}
    boxes = ("turn-track", "eliminated", "broken-down", "companies", "pool", "removed")
    tracks = [f"{sheet}-{n}" for sheet in "de" for n in range(1, 7)]
    assert kinds == (
        {f"holding-{b}": "holding" for b in BEACHES[1:]}
        | {f"airborne-{d}": "airborne" for d in ("us-82", "us-101", "br-6")}
        | dict.fromkeys(boxes, "box")
        | dict.fromkeys(tracks, "track")
    )
    for space in BOARD.spaces.values():
        if space.kind == "holding":
            assert space.id == f"holding-{space['beach']}"
            assert BOARD.neighbours(space.id) == ()


def test_sources() -> None:
    assert HEXES["c1829"].sources.of("beach") == "rule 18.1"
    assert HEXES["a4219"].sources.of("terrain") == "rule 17.1"
    assert HEXES["c3719"].sources.of("terrain") == "reconstructed"
    edge = BOARD.edge("c3013", "c3014")
    assert edge is not None
    assert edge.sources.of("boundary").startswith("rule ")


def test_second_reading_is_free() -> None:
    assert load_board() is load_board()


def overlay(tmp_path: Path, name: str, old: str, new: str) -> Board:
    text = (HERE / name).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    return load_board(tmp_path)


def test_an_owner_corrects_a_hex(tmp_path: Path) -> None:
    board = overlay(tmp_path, "spaces.csv", "c3719,C3719 Caen,hex,city", "c3719,C3719 Caen,hex,clear")
    assert board.spaces["c3719"]["terrain"] == "clear"
    assert board.filing.overlay == tmp_path
    assert load_board().spaces["c3719"]["terrain"] == "city"
    assert load_board().filing.overlay is None


@pytest.mark.slow
def test_careful_reading_finds_what_the_quick_one_finds(tmp_path: Path) -> None:
    """A quoted cell is enough for every row to be read cell by cell."""
    overlay(tmp_path, "spaces.csv", "C3719 Caen,hex", '"C3719 Caen",hex')
    board = overlay(tmp_path, "edges.csv", "c3013,c3014,major-river", 'c3013,c3014,"major-river"')
    assert list(board.spaces.values()) == list(BOARD.spaces.values())
    assert board.edges == BOARD.edges
    assert all(board.neighbours(n) == BOARD.neighbours(n) for n in ("c3014", "a0848", "holding-king-red"))


def test_neighbours_come_in_order_of_their_ids() -> None:
    plain = Board(BOARD.spaces.values(), BOARD.edges.values())
    assert all(plain.neighbours(n) == BOARD.neighbours(n) for n in BOARD.spaces)


def test_hexsides_are_the_same_from_both_sides() -> None:
    for number in HEXES:
        around = BOARD.neighbours(number)
        assert {o for _, o in around} == {n for n in GRID.neighbours(number) if n in HEXES}
        assert all(edge is BOARD.edge(other, number) for edge, other in around)


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("spaces.csv", "Caen,hex,city", "Caen,hex,jungle", "column terrain"),
        ("spaces.csv", "Caen,hex,city", "Caen,area,city", "column kind"),
        ("spaces.csv", "Caen,hex,city,", "Caen,hex,city,hamlet", "column settlement"),
        ("spaces.csv", "c3719,C3719", "b1018,C3719", "the first number of a hex"),
        ("spaces.csv", "c3719,C3719", "z3719,C3719", "the first number of a hex"),
        ("spaces.csv", "c3719,C3719", "c3718,C3719", "each row once"),
        ("spaces.csv", "no,0,gold,king-red,0,no,no", "no,0,gold,dieppe,0,no,no", "column beach"),
        ("spaces.csv", "id,name", "id,title", "no column 'title'"),
        ("edges.csv", "c3013,c3014,major-river", "c3013,c3015,major-river", "a neighbour of c3013"),
        ("edges.csv", "c3013,c3014,major-river", "c3013,pool,major-river", "the id of a hex"),
        ("edges.csv", "c3013,c3014,major-river", "c3013,c3014,brook", "column boundary"),
        ("edges.csv", "c3013,c3014,major-river,yes", "c3013,c3014,major-river,no", "column bridge"),
        ("edges.csv", "c3013,c3014,major-river,yes,", "c3013,c3014,open,yes,", "column bridge"),
        ("edges.csv", "major-river,yes,primary,rule 23", "major-river,yes,primary,hearsay", "column source"),
    ],
)  # fmt: skip
def test_wrong_files_are_refused(tmp_path: Path, name: str, old: str, new: str, said: str) -> None:
    with pytest.raises(DataError, match=said):
        overlay(tmp_path, name, old, new)
