"""The board of Storm Over Normandy holds every fact that the rulebook gives about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from maps.board import Board
from maps.errors import DataError
from maps.storm_over_normandy import board as own
from maps.storm_over_normandy.board import BEACHES, GROUND, load_board
from maps.storm_over_normandy.ground import map_data

FOLDER = Path(own.__file__).parent
AMERICAN = range(18, 41)
BRITISH = range(1, 18)
WORTH = {"½": 1, "1": 2, "2": 4}


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board()


def areas(board: Board) -> list[str]:
    return [s.id for s in board.spaces.values() if s.kind == "area"]


def numbered(board: Board, numbers: Iterable[int]) -> set[str]:
    wanted = set(numbers)
    return {a for a in areas(board) if board.spaces[a]["number"] in wanted}


def around(board: Board, space: str, *kinds: str) -> set[str]:
    return {other for edge, other in board.neighbours(space) if not kinds or edge.boundary in kinds}


def reached(board: Board, start: Iterable[str], within: Iterable[str], *kinds: str) -> set[str]:
    room, seen = set(within), set(start)
    queue = list(seen)
    while queue:
        for other in (around(board, queue.pop(), *kinds) & room) - seen:
            seen.add(other)
            queue.append(other)
    return seen


def area(board: Board, number: int) -> str:
    (found,) = numbered(board, [number])
    return found


def test_forty_areas_six_landing_boxes_five_zones(board: Board) -> None:
    kinds = [s.kind for s in board.spaces.values()]
    assert (kinds.count("area"), kinds.count("landing"), kinds.count("zone")) == (40, 12, 5)
    assert sorted(int(board.spaces[a]["number"] or 0) for a in areas(board)) == list(range(1, 41))
    boxes = {s.id for s in board.spaces.values() if s.kind == "box"}
    assert boxes == {"turn-track", "eliminated", "set-aside", "cup"}


@pytest.mark.parametrize(
    ("number", "space"), [(5, "caen"), (7, "bourguebus"), (18, "omaha-1"), (25, "omaha-2")]
)
def test_numbers_that_the_text_gives_to_places(board: Board, number: int, space: str) -> None:
    assert area(board, number) == space
    assert board.spaces[space].sources.of("number").startswith(("rule", "example"))


def test_bourguebus_is_spelt_as_in_the_text(board: Board) -> None:
    assert board.spaces["bourguebus"].name == "Bourguébus"


def test_area_28_alone_is_allied_at_the_start(board: Board) -> None:
    allied = {board.spaces[a]["number"] for a in areas(board) if board.spaces[a]["start"] == "allied"}
    assert allied == {28}
    assert board.spaces[area(board, 28)]["us-airborne"]


@pytest.mark.parametrize(
    ("number", "value", "star"), [(16, 3, False), (11, 2, False), (18, 1, True), (25, 1, True)]
)
def test_defensive_values_of_the_examples(board: Board, number: int, value: int, star: bool) -> None:
    space = board.spaces[area(board, number)]
    assert (space["dv"], space["star"]) == (value, star)
    assert space.sources.of("dv").startswith("example")


def test_every_beach_and_no_other_area_has_the_star(board: Board) -> None:
    starred = {a for a in areas(board) if board.spaces[a]["star"]}
    assert starred == {a for a in areas(board) if board.spaces[a]["beach"]}


def test_area_16_is_red_and_bocage_and_17_is_not_bocage(board: Board) -> None:
    assert board.spaces[area(board, 16)]["red"]
    assert board.spaces[area(board, 16)]["bocage"]
    assert not board.spaces[area(board, 17)]["bocage"]


@pytest.mark.parametrize(("a", "b"), [(16, 17), (16, 15), (16, 11), (11, 12), (11, 15), (11, 17)])
def test_links_of_the_examples(board: Board, a: int, b: int) -> None:
    edge = board.edge(area(board, a), area(board, b))
    assert edge is not None
    assert edge.boundary == "open"
    assert edge.sources.of("boundary").startswith("example")


def test_area_16_has_three_neighbours_on_its_side_and_others_across_the_line(board: Board) -> None:
    tilly = area(board, 16)
    assert around(board, tilly, "open") == numbered(board, [11, 15, 17])
    assert around(board, tilly, "odl")
    assert around(board, tilly) == around(board, tilly, "open", "odl")


def test_a_german_in_25_has_somewhere_to_retreat_to(board: Board) -> None:
    near = around(board, area(board, 25), "open", "odl")
    assert any(board.spaces[a]["start"] == "german" for a in near)


def test_six_beaches_each_with_the_two_sections_of_its_box(board: Board) -> None:
    assert {a: board.spaces[a]["beach"] for a in areas(board) if board.spaces[a]["beach"]} == {
        beach: beach for beach in BEACHES
    }
    for beach in BEACHES:
        for section in (f"landing-{beach}", f"exploitation-{beach}"):
            assert board.spaces[section].kind == "landing"
            assert board.spaces[section]["beach"] == beach
            assert around(board, section) == around(board, section, "landing") == {beach}


def test_the_dividing_line_parts_the_two_sectors(board: Board) -> None:
    american, british = numbered(board, AMERICAN), numbered(board, BRITISH)
    assert reached(board, ["utah"], areas(board), "open") == american
    assert reached(board, ["sword"], areas(board), "open") == british
    for edge in board.edges.values():
        if edge.boundary in GROUND:
            assert (edge.boundary == "odl") == ((edge.a in american) != (edge.b in american)), edge.id


def test_every_beach_stands_on_the_side_of_its_army(board: Board) -> None:
    assert {"utah", "omaha-1", "omaha-2"} <= numbered(board, AMERICAN)
    assert {"sword", "juno", "gold"} <= numbered(board, BRITISH)


def test_adjacency_goes_both_ways(board: Board) -> None:
    for space in board.spaces:
        for edge, other in board.neighbours(space):
            assert (edge, space) in board.neighbours(other)


def test_numbers_run_from_neighbour_to_neighbour(board: Board) -> None:
    apart = [n for n in range(1, 40) if board.edge(area(board, n), area(board, n + 1)) is None]
    assert len(apart) <= 6, apart


def test_areas_have_a_fair_number_of_neighbours(board: Board) -> None:
    for a in areas(board):
        assert 2 <= len(around(board, a, *GROUND)) <= 9, a
        assert around(board, a, "open", "zone"), a


def test_impassable_lines_leave_a_way_round(board: Board) -> None:
    closed = [e for e in board.edges.values() if e.boundary == "impassable"]
    assert 4 <= len(closed) <= 10
    assert reached(board, ["caen"], areas(board), "open", "odl") == set(areas(board))


def test_zones_each_touch_areas_and_stand_in_their_order(board: Board) -> None:
    zones = [s.id for s in board.spaces.values() if s.kind == "zone"]
    assert zones == [f"zone-{letter}" for letter in "abcde"]
    for zone in zones:
        near = around(board, zone)
        assert len(near) >= 2
        assert near == around(board, zone, "zone")
        assert {board.spaces[a].kind for a in near} == {"area"}
    assert {board.spaces[z]["halves"] for z in zones} == set(WORTH.values())


def test_airborne_symbols_lie_together_and_reach_a_beach(board: Board) -> None:
    for symbol, sector, drop in (("us", AMERICAN, "ste-mere-eglise"), ("british", BRITISH, "ranville")):
        marked = {a for a in areas(board) if board.spaces[a][f"{symbol}-airborne"]}
        assert marked <= numbered(board, sector)
        assert reached(board, [drop], marked, "open") == marked
        assert any(board.spaces[a]["beach"] for a in marked)


def test_every_value_has_a_source(board: Board) -> None:
    assert all(space.sources.default != "unknown" for space in board.spaces.values())
    assert all(edge.sources.default != "unknown" for edge in board.edges.values())


def test_tracks_of_the_rules() -> None:
    tracks = {t["id"]: t["labels"] for t in map_data()["tracks"]}
    assert tracks["turn"] == [str(n) for n in range(1, 9)]
    assert tracks["vp"] == [*map(str, range(10)), "00", *(str(n) for n in range(10, 100, 10))]
    assert tracks["support"] == [str(n) for n in range(25)]


def test_sheet_has_the_size_of_the_rules() -> None:
    sheet = map_data()["sheet"]
    assert (sheet["width"], sheet["height"]) == (34, 22)


# --- Victory Points: what the true course of events would have scored (15.0) -------------------------------

# Areas that the Allies held from a day on, turn 1 being 6 June.
TAKEN: Mapping[int, tuple[str, ...]] = {
    1: (*BEACHES, "ranville", "ste-mere-eglise", "ste-marie-du-mont"),
    2: ("bayeux", "bretteville"),
    4: ("isigny",),
    5: ("trevieres", "le-molay"),
    6: ("balleroy", "amfreville"),
    7: ("carentan",),
    8: ("caumont", "pont-labbe"),
}
# Units destroyed, with and without the blue symbol: few of either.
LOST: Mapping[int, tuple[int, int]] = {1: (1, 1), 2: (0, 1), 4: (0, 1), 6: (1, 0), 7: (0, 1)}


def change(board: Board, allied: set[str], lost: tuple[int, int] = (0, 0)) -> int:
    """Victory Points of a turn without Allied units in Reinforcement Boxes."""
    german = set(areas(board)) - allied
    beaches = allied & set(BEACHES)
    zones = {s.id for s in board.spaces.values() if s.kind == "zone"}
    joined = reached(board, beaches, allied, *GROUND)
    fed = reached(board, zones, german, *GROUND, "zone")
    worth = {a: int(board.spaces[a]["vp"] or 0) for a in areas(board)}
    plus, minus = sum(worth[a] for a in joined), sum(worth.get(a, 0) for a in fed)
    return plus - minus - 2 * lost[0] - lost[1]


def total(board: Board, taken: Mapping[int, tuple[str, ...]], lost: Mapping[int, tuple[int, int]]) -> int:
    held: set[str] = set()
    points = 0
    for turn in range(1, 9):
        held |= set(taken.get(turn, ()))
        points += change(board, held, lost.get(turn, (0, 0)))
    return points


def test_the_true_course_of_events_comes_near_the_thirty_points_of_the_rules(board: Board) -> None:
    assert 25 <= total(board, TAKEN, LOST) <= 35


def test_a_little_more_than_that_wins_and_a_little_less_does_not(board: Board) -> None:
    sooner = {
        **TAKEN,
        3: ("isigny",),
        5: ("trevieres", "le-molay", "carentan"),
        7: ("villers-bocage", "caumont"),
    }
    assert total(board, sooner, LOST) > 30
    later = {**TAKEN, 1: tuple(a for a in TAKEN[1] if a != "omaha-1"), 2: (), 3: ("bayeux", "omaha-1")}
    assert total(board, later, LOST) <= 30


def test_standing_on_the_beaches_is_not_enough(board: Board) -> None:
    assert total(board, {1: (*BEACHES, "ste-mere-eglise", "ranville")}, {}) < 15


def test_the_pair_of_the_card_bonus_is_german_and_near(board: Board) -> None:
    assert board.edge("caen", "bourguebus") is not None
    assert {board.spaces[a]["start"] for a in ("caen", "bourguebus")} == {"german"}


# --- strict reading ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "old", "new", "words"),
    [
        ("spaces.csv", "caen,5,", "caen,7,", "a number that no other Area has"),
        ("spaces.csv", "caen,5,Caen,area,3,no", "caen,5,Caen,area,3,yes", "printed +1*"),
        ("spaces.csv", "caen,5,Caen,area", "caen,5,Caen,town", "one of area"),
        ("spaces.csv", "zone-b,,Zone B,zone,,,,,,4", "zone-b,,Zone B,zone,,,,,,3", "one of 1, 2, 4"),
        ("edges.csv", "argences,caen,open", "argences,caen,river", "one of open"),
        ("edges.csv", "argences,caen,open", "argences,argences,open", "another space"),
        ("edges.csv", "argences,caen,open", "argences,caen,zone", "between spaces of the kinds"),
        ("edges.csv", "argences,caen,open", "argences,paris,open", "not 'paris'"),
        ("edges.csv", "argences,caen,open", "caen,troarn,open", "each row once"),
    ],
)
def test_a_wrong_cell_is_named(tmp_path: Path, name: str, old: str, new: str, words: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert text.count(f"\n{old}") == 1
    (tmp_path / name).write_text(text.replace(f"\n{old}", f"\n{new}"), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_board(tmp_path)
    assert name in str(caught.value)
    assert "line " in str(caught.value)
    assert words in str(caught.value)


def test_an_overlay_replaces_one_value(board: Board, tmp_path: Path) -> None:
    text = (FOLDER / "spaces.csv").read_text(encoding="utf-8")
    (tmp_path / "spaces.csv").write_text(text.replace("\ncaen,5,Caen,area,3,", "\ncaen,5,Caen,area,4,"))
    changed = load_board(tmp_path)
    differ = [s.id for s in board.spaces.values() if changed.spaces[s.id].features != s.features]
    assert differ == ["caen"]
