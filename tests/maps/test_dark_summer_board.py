"""The board of The Dark Summer: the facts of the rulebook, the way its ground hangs together, its loader."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from maps.board import Board, Space, edge_id
from maps.dark_summer import board as module
from maps.dark_summer.board import load_board
from maps.dark_summer.generate import BEACHES, edges_text, spaces_text
from maps.dark_summer.grid import GRID
from maps.dark_summer.ground import EAST, WEST, anchors, fit, places
from maps.dark_summer.layout import geometry_text
from maps.dark_summer.sheet import load_symbols
from maps.errors import DataError

HERE = Path(module.__file__).parent
HEXES = {s.id: s for s in load_board().spaces.values() if s.kind == "hex"}
DRY = {n for n, s in HEXES.items() if s["terrain"] != "sea"}
OPEN = {n for n in DRY if HEXES[n]["terrain"] != "flooded"}


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


def passable(a: str, b: str) -> bool:
    edge = load_board().edge(a, b)
    return edge is not None and edge.boundary != "sea"


def road(a: str, b: str) -> bool:
    edge = load_board().edge(a, b)
    return edge is not None and bool(edge.road)


# The rulebook


def test_beaches() -> None:
    assert {n: s["beach-name"] for n, s in HEXES.items() if s["beach-name"]} == BEACHES
    assert all(HEXES[n]["terrain"] == "clear" for n in BEACHES)


def test_only_these_beach_hexes_touch() -> None:
    pairs = {edge_id(a, b) for a in BEACHES for b in GRID.neighbours(a) if b in BEACHES}
    assert pairs == {"3203/3303", "4003/4102", "4102/4203", "4203/4302"}
    for pair in pairs:
        edge = load_board().edges[pair]
        assert edge.boundary != "sea"


@pytest.mark.parametrize(
    ("number", "around"),
    [
        ("2403", "2302 2303 2402 2404 2502 2503"),
        ("3203", "3102 3103 3202 3204 3302 3303"),
        ("3303", "3203 3204 3302 3304 3403 3404"),
        ("4003", "3902 3903 4002 4004 4102 4103"),
        ("4102", "4002 4003 4101 4103 4202 4203"),
        ("4203", "4102 4103 4202 4204 4302 4303"),
        ("4302", "4202 4203 4301 4303 4402 4403"),
        ("4603", "4502 4503 4602 4604 4702 4703"),
        ("4704", "4604 4605 4703 4705 4804 4805"),
        ("2726", "2626 2627 2725 2727 2826 2827"),
        ("2628", "2527 2627 2727"),
        ("2727", "2627 2628 2726 2827 2828"),
        ("2828", "2727 2827 2927"),
        ("6028", "5927 6027 6127"),
    ],
)
def test_neighbours(number: str, around: str) -> None:
    found = [other for _, other in load_board().neighbours(number) if other in HEXES]
    assert found == [n for n in around.split() if n in HEXES]
    assert {n for n in around.split() if n not in HEXES} <= {n for n in around.split() if int(n[2:]) < 3}


def test_5400_touches_only_hexes_of_its_edge() -> None:
    assert {o for _, o in load_board().neighbours("5400") if o in HEXES} == {"5300", "5401", "5500"}


@pytest.mark.parametrize(
    ("letter", "members"),
    [
        ("C", {f"{c}00" for c in range(12, 21)}),
        ("W", {"2628", "2727", "2828"}),
        ("(E)", {"5400"}),
    ],
)
def test_lettered_hexes_of_the_rulebook(letter: str, members: set[str]) -> None:
    assert {n for n, s in HEXES.items() if s["letter"] == letter} == members


def test_five_s_hexes_on_the_south_edge_with_alencon() -> None:
    south = {n for n, s in HEXES.items() if s["letter"] == "S"}
    assert len(south) == 5
    assert "6028" in south
    assert HEXES["6028"]["town"] == "Alençon"
    assert all(int(n[2:]) == 28 - int(n[:2]) % 2 for n in south)


def test_e_hexes_stand_on_the_east_edge() -> None:
    east = {n for n, s in HEXES.items() if s["letter"] == "E"}
    assert len(east) > 4
    assert {n[:2] for n in east} == {str(EAST)}


def test_lettered_hexes_can_be_entered() -> None:
    assert all(n in OPEN for n, s in HEXES.items() if s["letter"])


@pytest.mark.parametrize("number", ["3207", "3304", "4704", "2726", *BEACHES])
def test_named_hexes_are_land(number: str) -> None:
    assert number in OPEN


def test_avranches_caen_and_pointe_du_hoc() -> None:
    assert HEXES["2726"]["town"] == "Avranches"
    cities = {n for n, s in HEXES.items() if s["terrain"] == "city"}
    assert len(cities) == 3
    assert connected("4506", cities, passable) == cities
    hoc = load_board().spaces["approach-pointe-du-hoc"]
    assert HEXES[str(hoc["beach-hex"])]["beach-name"] == ""
    assert "Pointe du Hoc" in HEXES[str(hoc["beach-hex"])].aliases


def test_every_beach_has_land_behind_it() -> None:
    for number in BEACHES:
        behind = [
            n for n in GRID.neighbours(number) if n in OPEN and n not in BEACHES and passable(number, n)
        ]
        assert behind, number


def test_landings() -> None:
    board = load_board()
    for space in board.spaces.values():
        if space.kind == "approach":
            ((edge, target),) = board.neighbours(space.id)
            assert edge.boundary == "landing"
            assert target == space["beach-hex"]
    assert sum(s.kind == "approach" for s in board.spaces.values()) == 9


def test_figure_1() -> None:
    """The ZOC of a regiment east of Carentan: not into the Flooded hex, nor over the river to Isigny."""
    board = load_board()
    around = {o: e.boundary for e, o in board.neighbours("2506")}
    assert HEXES["2505"]["terrain"] == "flooded"
    assert HEXES["2606"]["town"] == "Isigny-sur-Mer"
    assert around.pop("2606") == "major-river"
    around.pop("2505")
    assert len(around) == 4
    assert all(n in OPEN and kind in {"open", "minor-river"} for n, kind in around.items())


def test_the_gun_line_lies_about_the_beaches() -> None:
    for number, space in HEXES.items():
        near = min(GRID.distance(number, b) for b in BEACHES)
        assert space["gun-line"] == (near <= 6)


# The ground


def test_extent() -> None:
    columns = {int(n[:2]) for n in DRY}
    assert WEST <= min(columns) <= 12
    assert max(columns) == EAST
    assert all(int(n[2:]) <= 28 - int(n[:2]) % 2 for n in HEXES)


def test_land_hangs_together() -> None:
    assert connected("4506", OPEN, passable) == OPEN


def test_every_land_hex_has_all_its_neighbours() -> None:
    for number in DRY:
        for other in GRID.neighbours(number):
            column, row = GRID.split(other)
            if WEST <= column <= EAST and row <= 28 - column % 2:
                assert other in HEXES
                assert load_board().edge(number, other) is not None


def test_roads_hang_together_and_go_over_open_hexes() -> None:
    with_road = {e.a for e in load_board().edges.values() if e.road} | {
        e.b for e in load_board().edges.values() if e.road
    }
    assert with_road <= OPEN
    assert connected("4506", with_road, road) == with_road


def test_every_town_lies_on_a_road() -> None:
    for number, space in HEXES.items():
        if space["terrain"] == "town":
            assert any(e.road for e, _ in load_board().neighbours(number)), space.name


def test_bridges_stand_where_roads_cross_rivers() -> None:
    edges = load_board().edges.values()
    assert all(e.bridge == (bool(e.road) and e.boundary.endswith("-river")) for e in edges)
    assert sum(e.bridge and e.boundary == "major-river" for e in edges) > 5


def test_rivers_lie_between_land_hexes_and_sea_sides_too() -> None:
    for edge in load_board().edges.values():
        if edge.boundary in {"minor-river", "major-river", "sea"}:
            assert {edge.a, edge.b} <= DRY


def test_neighbours_go_both_ways() -> None:
    board = load_board()
    for edge in board.edges.values():
        assert edge.a < edge.b
        assert any(o == edge.b for _, o in board.neighbours(edge.a))
        assert any(o == edge.a for _, o in board.neighbours(edge.b))


def test_terrain_in_its_place() -> None:
    share = [HEXES[n]["terrain"] for n in DRY if int(n[:2]) < 35 and int(n[2:]) > 6]
    assert share.count("bocage") > 0.7 * len(share)
    plain = [HEXES[GRID.number(c, r)]["terrain"] for c in range(47, 52) for r in range(8, 14)]
    assert plain.count("clear") > 0.6 * len(plain)


def test_set_up_symbols() -> None:
    symbols = load_symbols()
    assert all("sp" in symbols[n] for n in BEACHES)
    kinds = [kind for kinds in symbols.values() for kind in kinds]
    assert 18 <= kinds.count("sp") <= 26
    assert 12 <= kinds.count("ost") <= 15
    assert all(n == "cherbourg" or n in OPEN for n in symbols)


# The fit


def test_fit() -> None:
    assert fit().rms < 0.6
    assert max(fit().residuals.values()) < 1.3
    for anchor in anchors():
        x, y = fit().point(*anchor.degrees)
        assert (x, y) == pytest.approx(anchor.pinned, abs=1e-6)
        lon, lat = fit().degrees((x, y))
        assert (lon, lat) == pytest.approx(anchor.degrees, abs=1e-4)


def test_named_places_lie_in_their_hexes() -> None:
    from maps.dark_summer.ground import hex_at

    for anchor in anchors():
        assert hex_at(fit().point(*anchor.degrees)) == anchor.hex
    assert hex_at(places()["Caen"].at) == "4506"


@pytest.mark.slow
def test_files_are_what_the_generator_makes() -> None:
    assert (HERE / "spaces.csv").read_text(encoding="utf-8") == spaces_text()
    assert (HERE / "edges.csv").read_text(encoding="utf-8") == edges_text()
    assert (HERE / "geometry.toml").read_text(encoding="utf-8") == geometry_text()


# The loader


def test_second_reading_is_free() -> None:
    assert load_board() is load_board()


def overlay(tmp_path: Path, name: str, old: str, new: str) -> Board:
    text = (HERE / name).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    return load_board(tmp_path)


def test_an_owner_corrects_a_hex(tmp_path: Path) -> None:
    board = overlay(tmp_path, "spaces.csv", "3207,3207,hex,bocage", "3207,3207,hex,woods")
    assert board.spaces["3207"]["terrain"] == "woods"
    assert load_board().spaces["3207"]["terrain"] == "bocage"


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("spaces.csv", "3207,3207,hex,bocage", "3207,3207,hex,jungle", "column terrain"),
        ("spaces.csv", "3207,3207,hex,bocage", "32x7,3207,hex,bocage", "the number of the hex"),
        ("spaces.csv", "3207,3207,hex", "3207,3207,area", "column kind"),
        ("edges.csv", "2506,2606,major-river", "2506,2806,major-river", "a neighbour of 2506"),
        ("edges.csv", "2506,2606,major-river", "2506,9906,major-river", "the id of a space"),
        ("edges.csv", "2506,2606,major-river,yes", "2506,2606,major-river,no", "column bridge"),
        ("edges.csv", "2506,2606,major-river", "2506,2606,landing", "column boundary"),
        ("edges.csv", "2506,2606,major-river", "2506,2606,brook", "column boundary"),
        ("edges.csv", "a,b,boundary", "a,c,boundary", "a column 'b'|no column 'c'"),
    ],
)
def test_wrong_files_are_refused(tmp_path: Path, name: str, old: str, new: str, said: str) -> None:
    with pytest.raises(DataError, match=said):
        overlay(tmp_path, name, old, new)


def test_implied_hexsides_are_open_and_derived() -> None:
    edge = load_board().edge("3020", "3021")
    assert edge is not None
    assert (edge.boundary, edge.road) == ("open", "")
    assert edge.sources.of("boundary") == "derived"


def test_features_name_their_sources() -> None:
    space: Space = HEXES["2403"]
    assert space.sources.of("beach-name") == "rule 2.4"
    assert space.sources.of("terrain") == "reconstructed"
    assert HEXES["1200"].sources.of("letter") == "rule 10.4.3"
