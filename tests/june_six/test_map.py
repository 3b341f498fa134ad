"""The board of June Six: the facts of the rulebook, the way its ground hangs together, its loader."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from maps.board import Board, edge_id
from maps.errors import DataError
from maps.june_six import board as module
from maps.june_six.board import BOUNDARIES, load_board
from maps.june_six.generate import edges_text, spaces_text
from maps.june_six.grid import GRID
from maps.june_six.ground import PLANE, corners, hex_at, middle, placed, placement, places, regions, residuals
from maps.june_six.hexes import beaches

HERE = Path(module.__file__).parent
BOARD = load_board()
HEXES = {s.id: s for s in BOARD.spaces.values() if s.kind == "hex"}
DRY = {n for n, s in HEXES.items() if s["terrain"] != "sea"}
COAST = {n for n, s in HEXES.items() if s["coastal"]}
BETWEEN = [e for e in BOARD.edges.values() if e.boundary != "landing"]
ROADS = [e for e in BETWEEN if e.road]
ON_ROAD = {n for e in ROADS for n in (e.a, e.b)}


def connected(start: str, members: Iterable[str], joined: Callable[[str, str], bool]) -> set[str]:
    known = set(members)
    seen, queue = {start}, [start]
    while queue:
        here = queue.pop()
        for there in GRID.neighbours(here):
            if there in known and there not in seen and joined(here, there):
                seen.add(there)
                queue.append(there)
    return seen


def boundary(a: str, b: str) -> str:
    edge = BOARD.edge(a, b)
    assert edge is not None, (a, b)
    return edge.boundary


def on_foot(a: str, b: str) -> bool:
    edge = BOARD.edge(a, b)
    return edge is not None and edge.boundary not in {"sea", "cliff"}


def on_wheels(a: str, b: str) -> bool:
    """Whether motorized units can cross: not a bluff, and a Major River only at a bridge (8.43)."""
    edge = BOARD.edge(a, b)
    assert edge is not None
    return edge.bridge or edge.boundary not in {"sea", "cliff", "bluff", "major-river"}


def road(a: str, b: str) -> bool:
    edge = BOARD.edge(a, b)
    return edge is not None and bool(edge.road)


def range_to_coast(number: str) -> int:
    return min(GRID.distance(number, c) for c in COAST)


# The rulebook


def test_sword_has_its_two_beach_hexes_on_one_coast() -> None:
    assert {n for n, s in HEXES.items() if s["beach"] == "sword"} == {"e2640", "e2540"}
    assert {"e2640", "e2540"} <= COAST
    assert boundary("e2540", "e2640") == "open"


def test_the_orne_runs_between_e1940_and_e2040_without_a_bridge() -> None:
    edge = BOARD.edge("e1940", "e2040")
    assert edge is not None
    assert (edge.boundary, edge.bridge, edge.road) == ("major-river", False, "")


def test_the_defender_of_e1940_has_five_countable_hexes() -> None:
    """12.53: E1840 and E1941 reach every hex about E1940 but E2040."""
    ring = set(GRID.neighbours("e1940"))
    assert ring == {"e1939", "e2040", "e2041", "e1941", "e1841", "e1840"}
    assert ring <= DRY
    assert {n for n in ring if boundary("e1940", n) == "major-river"} == {"e2040"}
    reached = {
        n for a in ("e1840", "e1941") for n in GRID.neighbours(a) if boundary(a, n) in {"open", "woods"}
    }
    assert ring - reached - {"e1840", "e1941"} == {"e2040"}


def test_e1833_stands_amid_passable_land() -> None:
    ring = set(GRID.neighbours("e1833"))
    assert {"e1732", "e1834"} <= ring <= DRY
    assert all(boundary("e1833", n) == "open" for n in ring)
    assert all(HEXES[n]["terrain"] != "marsh" for n in ring)
    assert ring - {n for a in ("e1732", "e1834") for n in (a, *GRID.neighbours(a))} == {"e1932"}


def test_naval_range_from_e2540() -> None:
    """18.13: eight hexes with both ends."""
    assert GRID.distance("e2540", "e1837") + 1 == 8
    assert GRID.distance("e2540", "e1736") + 1 == 9
    assert {"e1837", "e1736"} <= DRY


def test_entry_hexes_stand_on_the_edge() -> None:
    letters = sorted(str(s["entry"]) for s in HEXES.values() if s["entry"])
    assert letters == ["A", "A", "B", "C", "D", "E", "E", "F"]
    for number, space in HEXES.items():
        line, at = GRID.split(number)
        edges = {"A": at == 53, "B": at == 53, "": True}
        assert edges.get(str(space["entry"]), line == 1), number
        assert not space["entry"] or (number in ON_ROAD and number in DRY and space["terrain"] != "marsh")
    assert {n[0] for n, s in HEXES.items() if s["entry"] == "F"} == {"w"}
    assert {n[0] for n, s in HEXES.items() if s["entry"] and s["entry"] != "F"} == {"e"}


def test_only_the_a_entry_hexes_are_in_naval_range() -> None:
    for number, space in HEXES.items():
        if space["entry"]:
            assert (range_to_coast(number) + 1 <= 8) == (space["entry"] == "A"), number


def test_entry_hexes_follow_each_other_from_east_to_west() -> None:
    order = sorted(
        (n for n, s in HEXES.items() if s["entry"] in set("CDEF")), key=lambda n: -GRID.split(n)[1]
    )
    assert "".join(str(HEXES[n]["entry"]) for n in order) == "CDEEF"


def test_primary_roads_leave_over_the_edges_of_5_21() -> None:
    primary = {n for e in ROADS if e.road == "primary" for n in (e.a, e.b)}
    out = {n: str(s["edge"]) for n, s in HEXES.items() if s["edge"]}
    assert set(out) <= primary & DRY
    assert all(GRID.split(n)[0] == 1 for n, edge in out.items() if edge == "south")
    assert all(n[0] == "e" and GRID.split(n)[1] == 53 for n, edge in out.items() if edge == "east")
    assert {(n[0], edge) for n, edge in out.items()} == {("w", "south"), ("e", "south"), ("e", "east")}


def test_boxes() -> None:
    kinds = {s.id: s.kind for s in BOARD.spaces.values() if s.kind != "hex"}
    landings = {f"landing-{b}": "landing" for b in ("utah", "omaha", "gold", "juno", "sword")}
    assert kinds == landings | {
        "airfield-us": "airfield", "airfield-british": "airfield", "turn-track": "box", "eliminated": "box",
        "left": "box",
    }  # fmt: skip


def test_landings_go_to_the_beach_hexes_of_their_box() -> None:
    for space in BOARD.spaces.values():
        if space.kind == "landing":
            around = BOARD.neighbours(space.id)
            assert {o for _, o in around} == {n for n, s in HEXES.items() if s["beach"] == space["beach"]}
            assert all(e.boundary == "landing" for e, _ in around)
    assert {n: s["beach"] for n, s in HEXES.items() if s["beach"]} == beaches()


@pytest.mark.parametrize("number", beaches())
def test_beach_hexes_are_coast_with_a_road_inland(number: str) -> None:
    inland = DRY - set(beaches())
    assert number in COAST
    assert any(n in inland and road(number, n) and on_wheels(number, n) for n in GRID.neighbours(number))


def test_cherbourg_is_several_hexes_of_a_fortified_city() -> None:
    cherbourg = {n for n, s in HEXES.items() if s["cherbourg"]}
    assert len(cherbourg) > 1
    assert connected(min(cherbourg), cherbourg, on_wheels) == cherbourg
    assert all(HEXES[n]["terrain"] == "city" for n in cherbourg)
    assert any(HEXES[n]["strongpoint"] for n in cherbourg)


def test_bocage_covers_most_of_the_maps() -> None:
    """13.46."""
    share = [HEXES[n]["terrain"] for n in DRY]
    assert share.count("bocage") > 0.55 * len(share)
    for sheet in "we":
        part = [HEXES[n]["terrain"] for n in DRY if n[0] == sheet]
        assert part.count("bocage") == max(part.count(t) for t in set(part))


# The placement


def test_placement_agrees_with_the_grid() -> None:
    for sheet in GRID.sheets:
        body = placement()["sheets"][sheet.letter]
        assert (tuple(body["lines"]), tuple(body["places"]), body["place"]) == (
            sheet.lines,
            sheet.places,
            sheet.place,
        )
        assert sheet.line == 0
    assert placement()["scale"]["miles_per_hex"] == 1.4
    assert placement()["scale"]["rotation"] == 0


def test_pins_hold() -> None:
    for pin in placement()["pins"]:
        at = placed().point(*pin["degrees"])
        assert at == pytest.approx(tuple(pin["at"]), abs=1e-6)
        assert placed().degrees(at) == pytest.approx(tuple(pin["degrees"]), abs=1e-4)
    assert max(residuals().values()) < 1.75
    assert max(gap for name, gap in residuals().items() if name.startswith(("Sword", "Orne", "Caen"))) < 0.3


def test_a_hex_is_1_4_miles_wide_at_sword() -> None:
    (ax, ay), (bx, by) = (placed().point(-0.31, lat) for lat in (49.300, 49.320))
    assert (abs(ax - bx), ay - by) == pytest.approx((0, 0.02 * 69.172 / 1.4), abs=0.1)


def test_corners_and_hex_at_agree_with_the_numbers() -> None:
    for number in ("e2640", "w3226", "w0101", "e5053", "e1940"):
        assert hex_at(middle(number)) == number
        for i, other in enumerate(GRID.ring(number)):
            if other is not None:
                side = {PLANE.key(c) for c in (corners(number)[i], corners(number)[(i + 1) % 6])}
                assert side <= {PLANE.key(c) for c in corners(other)}


@pytest.mark.parametrize(
    ("town", "number"),
    [("Caen", "e1938"), ("Vire", "e0121"), ("Condé-sur-Noireau", "e0132"), ("Carentan", "w2624")],
)
def test_places_lie_in_their_hexes(town: str, number: str) -> None:
    assert hex_at(places()[town].at) == number
    assert HEXES[number]["town"] == town
    assert town in HEXES[number].aliases


@pytest.mark.parametrize(
    ("a", "b", "miles"),
    [
        ("Caen", "Bayeux", 16.7), ("Caen", "Falaise", 21.4), ("Caen", "St-Lô", 33.3), ("Caen", "Troarn", 8.1),
        ("Cherbourg", "Carentan", 28.5), ("Cherbourg", "Valognes", 11.2), ("Carentan", "St-Lô", 14.8),
        ("Carentan", "Ste-Mère-Église", 8.0), ("Bayeux", "Pointe du Hoc", 15.2), ("St-Lô", "Coutances", 16.7),
        ("Barneville", "Montebourg", 18.3), ("Villers-Bocage", "Caumont-l'Éventé", 6.8),
    ],
)  # fmt: skip
def test_distances_are_those_of_the_ground(a: str, b: str, miles: float) -> None:
    """A hex row may run 15 degrees off the way, and both ends are rounded to a hex."""
    by_name = {alias: n for n, s in HEXES.items() for alias in s.aliases}
    counted = GRID.distance(by_name[a], by_name[b])
    assert 0.95 * miles / 1.4 - 1 <= counted <= 1.16 * miles / 1.4 + 1


def test_every_strongpoint_lies_on_land_of_its_own() -> None:
    found = [hex_at(placed().point(lon, lat)) for lon, lat in regions()["strongpoints"].values()]
    assert set(found) == {n for n, s in HEXES.items() if s["strongpoint"]}
    assert len(found) == len(set(found))


# The ground


def test_the_sheets_meet() -> None:
    for line in range(2, 50):
        assert GRID.distance(f"w{line:02d}34", f"e{line:02d}21") == 1
        if {f"w{line:02d}34", f"e{line:02d}21"} <= DRY:
            assert on_foot(f"w{line:02d}34", f"e{line:02d}21")
    assert any(road(f"w{line:02d}34", f"e{line:02d}21") for line in range(1, 51))


def test_land_hangs_together_on_foot_and_on_wheels() -> None:
    assert connected("e1938", DRY, on_foot) == DRY
    assert connected("e1938", DRY, on_wheels) == DRY


def test_land_has_its_neighbours_and_two_hexes_of_sea() -> None:
    for number in DRY:
        for other in GRID.neighbours(number):
            assert other in HEXES
            assert BOARD.edge(number, other) is not None
            assert all(n in HEXES for n in GRID.neighbours(other))
    for number in set(HEXES) - DRY:
        assert min(GRID.distance(number, n) for n in COAST) <= 2


def test_coastal_hexes_touch_the_sea() -> None:
    assert {n for n in DRY if any(HEXES[o]["terrain"] == "sea" for o in GRID.neighbours(n))} == COAST


def test_nothing_but_cliffs_and_sea_lies_along_the_water() -> None:
    for edge in BETWEEN:
        wet = len({edge.a, edge.b} - DRY)
        assert wet == 0 or edge.boundary in ({"sea", "cliff"} if wet == 1 else {"sea"})


def test_roads_hang_together_and_keep_to_the_land() -> None:
    assert ON_ROAD <= DRY
    assert connected("e1938", ON_ROAD, road) == ON_ROAD
    assert not [e.id for e in ROADS if e.boundary in {"bluff", "cliff", "sea"}]


def test_primary_roads_hang_together() -> None:
    """With Caen; the road from Deauville leaves over the east edge."""
    primary = {e.id for e in ROADS if e.road == "primary"}
    members = {n for e in ROADS if e.road == "primary" for n in (e.a, e.b)}
    left = members - connected("e1938", members, lambda a, b: edge_id(a, b) in primary)
    assert left == connected("e2853", left, lambda a, b: edge_id(a, b) in primary)
    assert HEXES["e2853"]["edge"] == "east"


def test_every_town_city_and_strongpoint_inland_lies_by_a_road() -> None:
    for number, space in HEXES.items():
        if space["terrain"] in {"town", "city"}:
            assert number in ON_ROAD, space.name
        if space["strongpoint"]:
            assert {number, *GRID.neighbours(number)} & ON_ROAD, space.name
            assert number in DRY


def test_bridges_stand_where_roads_cross_major_rivers() -> None:
    assert all(e.bridge == (bool(e.road) and e.boundary == "major-river") for e in BETWEEN)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Bénouville", "e2242"), ("Caen", "Vaucelles"), ("Troarn", "e1945"), ("Carentan", "St-Côme-du-Mont"),
        ("Carentan", "w2625"), ("Les Veys", "w2628"), ("Pont-Hébert", "w1927"), ("Chef-du-Pont", "w3020"),
        ("w3220", "w3221"), ("w3114", "w3215"), ("w2817", "w2917"), ("Cabourg", "Houlgate"),
        ("Thury-Harcourt", "e0836"), ("Bavent", "Robehomme"), ("Airel", "w2128"),
    ],
)  # fmt: skip
def test_bridges_of_1944(a: str, b: str) -> None:
    by_name = {alias: n for n, s in HEXES.items() for alias in s.aliases}
    edge = BOARD.edge(by_name.get(a, a), by_name.get(b, b))
    assert edge is not None
    assert edge.bridge


def test_rivers_part_their_banks() -> None:
    """Nobody on wheels passes the lower Orne between Thury-Harcourt and the sea but over its bridges."""
    west = {n for n in GRID.neighbours("e2040") if n in DRY and boundary("e2040", n) != "major-river"}
    assert {"e1940", "e2041"}.isdisjoint(west)
    crossed = {e.id for e in BETWEEN if e.bridge}
    assert {"e1839/e1938", "e2241/e2242"} <= crossed


def test_names_find_one_hex() -> None:
    aliases = [alias for s in BOARD.spaces.values() for alias in s.aliases]
    assert len(aliases) == len(set(aliases))
    assert {
        "Caen", "Cherbourg", "St-Lô", "Carentan", "Bayeux", "Ste-Mère-Église", "Isigny-sur-Mer",
        "Valognes", "Montebourg", "Bricquebec", "Barneville", "St-Sauveur-le-Vicomte", "La Haye-du-Puits",
        "Périers", "Lessay", "Coutances", "Falaise", "Vire", "Villers-Bocage", "Tilly-sur-Seulles",
        "Caumont-l'Éventé", "Pointe du Hoc", "Hillman",
    } <= set(aliases)  # fmt: skip


def test_terrain_in_its_place() -> None:
    kinds = {alias: s["terrain"] for s in HEXES.values() for alias in s.aliases}
    assert {kinds[n] for n in ("Caen", "Vaucelles", "Cherbourg", "St-Lô")} == {"city"}
    assert kinds["Bourguébus"] == kinds["Cintheaux"] == kinds["Carpiquet"] == "clear"
    assert kinds["La Chapelle-Enjuger"] == kinds["Torteval"] == kinds["Cambernon"] == "bocage"
    assert kinds["Varaville"] == kinds["Robehomme"] == kinds["Graignes"] == "marsh"
    plain = [HEXES[f"e{line:02d}{at}"]["terrain"] for line in range(9, 17) for at in range(40, 45)]
    assert plain.count("clear") > 0.8 * len(plain)


def test_cities_are_few() -> None:
    """13.37: a City saves a retreat."""
    assert sum(s["terrain"] == "city" for s in HEXES.values()) <= 8


@pytest.mark.slow
def test_files_are_what_the_generator_makes() -> None:
    assert (HERE / "spaces.csv").read_text(encoding="utf-8") == spaces_text()
    assert (HERE / "edges.csv").read_text(encoding="utf-8") == edges_text()


def test_sources() -> None:
    assert HEXES["e2640"].sources.of("beach") == "rule 8.47"
    assert HEXES["e2640"].sources.of("coastal") == "rule 8.47"
    assert HEXES["e1833"].sources.of("terrain") == "reconstructed"
    edge = BOARD.edge("e1940", "e2040")
    assert edge is not None
    assert edge.sources.of("boundary") == "rule 12.53"


# The loader


def test_second_reading_is_free() -> None:
    assert load_board() is load_board()


def overlay(tmp_path: Path, name: str, old: str, new: str) -> Board:
    text = (HERE / name).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    return load_board(tmp_path)


def test_an_owner_corrects_a_hex(tmp_path: Path) -> None:
    board = overlay(tmp_path, "spaces.csv", "e1833,E1833 Cheux,hex,clear", "e1833,E1833 Cheux,hex,woods")
    assert board.spaces["e1833"]["terrain"] == "woods"
    assert load_board().spaces["e1833"]["terrain"] == "clear"


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("spaces.csv", "hex,clear", "hex,jungle", "column terrain"),
        ("spaces.csv", "e1940,E1940", "x1940,E1940", "the number of a hex"),
        ("spaces.csv", "e1940,E1940", "e1920,E1940", "the number of a hex"),
        ("spaces.csv", "E2640 Sword,hex", "E2640 Sword,area", "column kind"),
        ("spaces.csv", "landing,,,utah", "landing,,,dieppe", "column beach"),
        ("edges.csv", "e1940,e2040,major-river", "e1940,e2140,major-river", "a neighbour of e1940"),
        ("edges.csv", "e1940,e2040,major-river", "e1940,e9940,major-river", "the id of a space"),
        ("edges.csv", "e1940,e2040,major-river", "e1940,e2040,landing", "column boundary"),
        ("edges.csv", "e1940,e2040,major-river", "e1940,e2040,brook", "column boundary"),
        ("edges.csv", "e1940,e2040,major-river,no", "e1940,e2040,open,yes", "column bridge"),
        ("edges.csv", "e1940,e2040,major-river,no,", "e1940,e2040,major-river,no,primary", "column bridge"),
        ("edges.csv", "a,b,boundary", "a,c,boundary", "a column 'b'|no column 'c'"),
    ],
)
def test_wrong_files_are_refused(tmp_path: Path, name: str, old: str, new: str, said: str) -> None:
    with pytest.raises(DataError, match=said):
        overlay(tmp_path, name, old, new)


def test_implied_hexsides_are_open_or_sea_and_derived() -> None:
    edge = BOARD.edge("e1833", "e1732")
    assert edge is not None
    assert (edge.boundary, edge.road, edge.sources.of("boundary")) == ("open", "", "derived")
    assert boundary("e2640", "e2740") == "sea"
    assert {e.boundary for e in BOARD.edges.values()} <= set(BOUNDARIES)
