"""The board of Breakout: Normandy holds every fact that the rulebook gives about it."""

from __future__ import annotations

from collections import deque

import pytest

from maps.board import Board
from maps.breakout_normandy.board import load_board
from maps.breakout_normandy.ground import map_data
from maps.breakout_normandy.tracks import load_tracks
from maps.filing import OURS

BEACHES = {
    "utah-beach": "us",
    "omaha-beach": "us",
    "gold-beach": "br",
    "juno-beach": "br",
    "sword-beach": "br",
}
# Areas with Coastal Artillery at the start: examples 1, 2, 3 and 4 name the five American ones.
BATTERIES = {"omaha-beach", "grandcamp", "port-en-bessin", "st-mere-eglise", "montebourg"}


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board()


def areas(board: Board) -> list[str]:
    return [s.id for s in board.spaces.values() if s.kind == "area"]


def around(board: Board, space: str, *kinds: str) -> set[str]:
    return {other for edge, other in board.neighbours(space) if not kinds or edge.boundary in kinds}


def test_sixty_areas_five_zones_and_the_boxes(board: Board) -> None:
    kinds = [s.kind for s in board.spaces.values()]
    assert (kinds.count("area"), kinds.count("zone"), kinds.count("approach"), kinds.count("offshore")) == (
        60,
        5,
        5,
        1,
    )
    assert sorted(int(board.spaces[a]["number"] or 0) for a in areas(board)) == list(range(1, 61))


@pytest.mark.parametrize(
    ("space", "number"),
    [
        ("merville", 7),
        ("omaha-beach", 30),
        ("st-mere-eglise", 50),
        ("montebourg", 52),
        ("cap-de-la-hague", 57),
    ],
)
def test_numbers_that_the_examples_print(board: Board, space: str, number: int) -> None:
    assert board.spaces[space]["number"] == number
    assert board.spaces[space].sources.of("number").startswith("example")


@pytest.mark.parametrize(
    ("space", "tem"),
    [
        ("utah-beach", 1),
        ("omaha-beach", 1),
        ("grandcamp", 1),
        ("st-mere-eglise", 3),
        ("pont-labbe", 3),
        ("st-lo", 3),
    ],
)
def test_terrain_modifiers_that_the_examples_print(board: Board, space: str, tem: int) -> None:
    assert board.spaces[space]["tem"] == tem
    assert board.spaces[space].sources.of("tem").startswith("example")


def test_bocage(board: Board) -> None:
    assert {board.spaces[s]["terrain"] for s in ("st-mere-eglise", "pont-labbe")} == {"bocage"}
    assert {board.spaces[s]["terrain"] for s in ("utah-beach", "omaha-beach", "bretteville")} == {"open"}


def test_beaches_are_fortified_and_have_an_approach_box_each(board: Board) -> None:
    assert {s: board.spaces[s]["beach"] for s in areas(board) if board.spaces[s]["beach"]} == BEACHES
    for beach, side in BEACHES.items():
        box = f"approach-{beach.removesuffix('-beach')}"
        assert board.spaces[beach]["fortified"]
        assert board.spaces[box]["beach"] == side
        assert around(board, box) == {beach}


def test_naval_targets(board: Board) -> None:
    for beach, side in BEACHES.items():
        assert str(board.spaces[beach]["naval"]) == {"us": "wtf", "br": "etf"}[side]
    assert [board.spaces[s]["number"] for s in areas(board) if board.spaces[s]["le_havre"]] == [1, 2]


def test_minor_ports_and_cherbourg(board: Board) -> None:
    ports = {s for s in areas(board) if board.spaces[s]["minor_port"]}
    assert ports == {"carentan", "isigny", "st-vaast", "barfleur"}
    assert board.spaces["cherbourg"]["vp"] == 4


def test_ten_points_by_12_june_are_possible_but_not_easy(board: Board) -> None:
    worth = {s: int(board.spaces[s]["vp"] or 0) for s in areas(board)}
    near = sum(
        v for s, v in worth.items() if s not in {"cherbourg", "valognes", "la-haye-du-puits", "periers"}
    )
    assert near >= 12
    assert sum(sorted(worth.values(), reverse=True)[:3]) < 10


@pytest.mark.parametrize(
    ("a", "b", "boundary", "bridge"),
    [
        ("valognes", "pont-labbe", "river", True),
        ("pont-labbe", "st-jores", "flooded", True),
        ("pont-labbe", "st-sauveur", "river", True),
        ("carentan", "st-mere-eglise", "flooded", True),
        ("trevieres", "port-en-bessin", "river", False),
        ("isigny", "st-lo", "river", True),
    ],
)
def test_boundaries_that_the_examples_state(
    board: Board, a: str, b: str, boundary: str, bridge: bool
) -> None:
    edge = board.edge(a, b)
    assert edge is not None
    assert (edge.boundary, edge.bridge) == (boundary, bridge)
    assert edge.sources.of("boundary").startswith("example")


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("pont-labbe", "st-mere-eglise"),
        ("trevieres", "bayeux"),
        ("bretteville", "verson"),
        ("bretteville", "villars-bocage"),
        ("bretteville", "tilly"),
    ],
)
def test_bridges_that_the_examples_cross(board: Board, a: str, b: str) -> None:
    edge = board.edge(a, b)
    assert edge is not None
    assert edge.bridge


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("valognes", "st-sauveur"),
        ("valognes", "montebourg"),
        ("cherbourg", "valognes"),
        ("cap-de-la-hague", "cherbourg"),
        ("montebourg", "utah-beach"),
        ("omaha-beach", "grandcamp"),
        ("omaha-beach", "trevieres"),
        ("omaha-beach", "port-en-bessin"),
        ("port-en-bessin", "gold-beach"),
        ("bayeux", "port-en-bessin"),
        ("gold-beach", "bretteville"),
    ],
)
def test_neighbours_that_the_examples_name(board: Board, a: str, b: str) -> None:
    edge = board.edge(a, b)
    assert edge is not None
    assert edge.boundary == "open" or edge.bridge


def test_omaha_can_be_left_to_three_areas(board: Board) -> None:
    assert around(board, "omaha-beach", "open", "river", "flooded") == {
        "grandcamp",
        "trevieres",
        "port-en-bessin",
    }


def test_retreats_of_example_4_and_8(board: Board) -> None:
    for space in ("grandcamp", "trevieres"):
        assert "gold-beach" not in around(board, space)
    assert "port-en-bessin" not in around(board, "grandcamp")
    assert "port-en-bessin" in around(board, "trevieres")


def test_batteries_that_interdict_omaha_and_utah(board: Board) -> None:
    assert BATTERIES & (around(board, "omaha-beach") | {"omaha-beach"}) == {
        "omaha-beach",
        "grandcamp",
        "port-en-bessin",
    }
    # Martin is attacked at night in example 1; example 4 counts Marcouf alone.
    assert BATTERIES & around(board, "utah-beach") == {"montebourg", "st-mere-eglise"}


def test_the_refit_of_example_9_must_go_through_omaha(board: Board) -> None:
    edge = board.edge("grandcamp", "trevieres")
    assert edge is None or (edge.boundary == "flooded" and not edge.bridge)


def test_pont_labbe_has_the_four_bridges_of_example_6(board: Board) -> None:
    bridges = {other for edge, other in board.neighbours("pont-labbe") if edge.bridge}
    assert bridges == {"valognes", "st-mere-eglise", "st-jores", "st-sauveur"}


def test_armour_at_bretteville_has_the_choice_of_example_10(board: Board) -> None:
    bridges = {other for edge, other in board.neighbours("bretteville") if edge.bridge}
    assert bridges == {"verson", "villars-bocage", "tilly"}
    inland = {o for e, o in board.neighbours("bretteville") if e.boundary == "open"}
    assert inland <= {"gold-beach", "juno-beach", "carpiquet", "douvres"}


def test_every_area_is_reached_and_has_a_fair_number_of_neighbours(board: Board) -> None:
    seen, queue = {"caen"}, deque(["caen"])
    while queue:
        for other in around(board, queue.popleft(), "open", "river", "flooded"):
            if other not in seen:
                seen.add(other)
                queue.append(other)
    assert seen == set(areas(board))
    corners = {"barfleur", "cap-de-la-hague"}  # headlands with the sea on two sides
    for area in areas(board):
        assert (2 if area in corners else 3) <= len(around(board, area)) <= 8, area


def test_zones_join_areas_and_their_neighbours(board: Board) -> None:
    for zone in (s.id for s in board.spaces.values() if s.kind == "zone"):
        kinds = [board.spaces[other].kind for other in around(board, zone)]
        assert kinds.count("area") >= 2
        assert 1 <= kinds.count("zone") <= 2
        assert around(board, zone) == around(board, zone, "arrow")


def test_bridges_stand_on_water_and_most_water_has_one(board: Board) -> None:
    wet = [e for e in board.edges.values() if e.boundary in {"river", "flooded"}]
    assert sum(e.bridge for e in wet) > len(wet) * 0.6
    assert not any(e.bridge for e in board.edges.values() if e not in wet)


def test_every_value_has_a_source(board: Board) -> None:
    assert all(space.sources.default != "unknown" for space in board.spaces.values())
    assert all(edge.sources.default != "unknown" for edge in board.edges.values())


def test_tracks() -> None:
    tracks = load_tracks(OURS)
    assert sorted(tracks.weather) == list(range(6, 31))
    assert len(tracks.boxes) == 17
    assert {-1, -2, 0} <= set(tracks.boxes)
    assert tracks.weather[6] == "clear"
    assert tracks.required[12] == 10
    assert [tracks.required[d] for d in (12, 19, 26)] == sorted(tracks.required.values())


def test_sheet_is_two_boards_at_the_scale_of_the_rules() -> None:
    sheet, ground = map_data()["sheet"], map_data()["projection"]
    assert (sheet["width"], sheet["height"]) == (2 * 16, 22)
    assert 2.65 <= ground["miles_per_inch"] <= 2.75


def steps(board: Board, start: str, goal: str, avoid: str = "") -> int:
    """Boundaries on the shortest supply line (12.5): unbridged rivers only as the last step."""
    seen, queue = {start}, deque([(start, 0)])
    while queue:
        at, far = queue.popleft()
        for edge, other in board.neighbours(at):
            if edge.boundary in {"arrow", "landing"} or other in seen or other == avoid:
                continue
            dry = edge.boundary == "open" or edge.bridge
            if other == goal and (dry or edge.boundary == "river"):
                return far + 1
            if dry:
                seen.add(other)
                queue.append((other, far + 1))
    return 99


def test_distances_of_example_9(board: Board) -> None:
    assert steps(board, "trevieres", "omaha-beach") == 1
    assert steps(board, "trevieres", "grandcamp") == 2
    # One boundary more is dearer than, or as dear as, the contested Beach on the way.
    assert steps(board, "trevieres", "grandcamp", avoid="omaha-beach") >= 3
    assert steps(board, "trevieres", "port-en-bessin") == 1
    assert board.edge("trevieres", "bayeux") is not None
    assert steps(board, "bayeux", "port-en-bessin") == 1


def test_the_march_of_example_5_is_three_areas(board: Board) -> None:
    assert steps(board, "cap-de-la-hague", "montebourg") == 3
