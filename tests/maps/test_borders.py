"""Growing, tracing and cutting: what holds for any seeds."""

from __future__ import annotations

import itertools
import math

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from maps.borders import Grid, Seed, cut_land, grow, shared_edges, soften, trace_arcs, wobble
from maps.labels import NameBlock, Slot, name_block, overlaps, place_slots
from maps.lettering import fit, text_width, wrap

WIDTH, HEIGHT = 6.0, 4.0
seeds = st.lists(
    st.tuples(st.floats(0.3, WIDTH - 0.3), st.floats(0.3, HEIGHT - 0.3)), min_size=2, max_size=7
).filter(lambda ps: all(math.dist(a, b) > 0.8 for a, b in itertools.combinations(ps, 2)))


def grown(points: list[tuple[float, float]]) -> Grid:
    grid = Grid(WIDTH, HEIGHT, 0.1)
    grow(
        grid,
        [Seed(chr(97 + i), x, y) for i, (x, y) in enumerate(points)],
        land=set(range(grid.columns * grid.rows)),
        rivers=set(),
    )
    return grid


@given(seeds)
@settings(max_examples=25, deadline=None)
def test_growth_labels_every_cell_and_each_seed_keeps_its_own(points: list[tuple[float, float]]) -> None:
    grid = grown(points)
    assert None not in grid.labels
    assert all(grid.at(x, y) == chr(97 + i) for i, (x, y) in enumerate(points))


@given(seeds)
@settings(max_examples=25, deadline=None)
def test_cut_is_a_partition_with_exact_common_edges(points: list[tuple[float, float]]) -> None:
    grid = grown(points)
    land = shapely.box(0, 0, WIDTH, HEIGHT)
    arcs = [line for _, line in trace_arcs(grid)]
    pieces = cut_land(land, arcs, grid)
    assert sum(p.area for p in pieces.values()) == pytest.approx(land.area)
    assert shapely.union_all(list(pieces.values())).area == pytest.approx(land.area)
    for (a, b), line in shared_edges(pieces, least=0.0).items():
        assert line.length == pytest.approx(pieces[a].boundary.intersection(pieces[b].boundary).length)


def test_a_river_holds_growth_back() -> None:
    grid = Grid(4.0, 1.0, 0.1)
    river = grid.cells_of([(1.4, 0.0), (1.4, 0.99)])
    everywhere = set(range(grid.columns * grid.rows))
    grow(grid, [Seed("w", 0.2, 0.5), Seed("e", 3.8, 0.5)], land=everywhere, rivers=river)
    assert grid.at(1.6, 0.5) == "e"
    assert grid.at(1.2, 0.5) == "w"


def test_a_head_start_moves_the_border() -> None:
    plain, ahead = Grid(4.0, 1.0, 0.1), Grid(4.0, 1.0, 0.1)
    everywhere = set(range(plain.columns * plain.rows))
    grow(plain, [Seed("w", 0.2, 0.5), Seed("e", 3.8, 0.5)], land=everywhere, rivers=set())
    grow(ahead, [Seed("w", 0.2, 0.5, 1.0), Seed("e", 3.8, 0.5)], land=everywhere, rivers=set())
    assert ahead.labels.count("w") > plain.labels.count("w")


def test_cells_that_have_a_label_keep_it() -> None:
    grid = Grid(1.0, 1.0, 0.5)
    grid.labels[3] = "off"
    grow(grid, [Seed("a", 0.1, 0.1)], land={0, 1, 2, 3}, rivers=set())
    assert grid.labels == ["a", "a", "a", "off"]


def test_arcs_meet_where_three_labels_meet() -> None:
    grid = Grid(4.0, 4.0, 1.0)
    grid.labels = [*"aabb", *"aabb", *"cccc", *"cccc"]
    arcs = trace_arcs(grid)
    assert {pair for pair, _ in arcs} == {("a", "b"), ("a", "c"), ("b", "c")}
    ends = [line[0] for _, line in arcs] + [line[-1] for _, line in arcs]
    assert ends.count((2.0, 2.0)) == 3


def test_an_island_of_labels_is_a_closed_arc() -> None:
    grid = Grid(3.0, 3.0, 1.0)
    grid.labels = [*"aaa", *"aba", *"aaa"]
    ((pair, line),) = trace_arcs(grid, rounds=0)
    assert pair == ("a", "b")
    assert line[0] == line[-1]
    assert len(line) == 5


def test_a_loose_piece_joins_its_neighbour() -> None:
    grid = Grid(6.0, 1.0, 1.0)
    grid.labels = [*"aabbba"]
    land = shapely.box(0, 0, 6, 1)
    pieces = cut_land(land, [line for _, line in trace_arcs(grid)], grid)
    assert pieces["a"].area == pytest.approx(2)
    assert pieces["b"].area == pytest.approx(4)


@given(st.lists(st.tuples(st.floats(-9, 9), st.floats(-9, 9)), min_size=2, max_size=30), st.text(max_size=5))
def test_wobble_and_soften_keep_the_ends(line: list[tuple[float, float]], key: str) -> None:
    for out in (wobble(line, key, 0.1), soften(list(line))):
        assert out[0] == line[0]
        assert out[-1] == line[-1]
    assert wobble(line, key, 0.1) == wobble(line, key, 0.1)
    assert all(math.dist(a, b) <= 0.1001 for a, b in zip(line, wobble(line, key, 0.1), strict=True))


box_of = st.tuples(st.floats(-50, 50), st.floats(-50, 50))
size_of = st.tuples(st.floats(1, 40), st.floats(1, 40))


@given(box_of, size_of, box_of, size_of)
def test_overlap_agrees_with_shapely(
    a: tuple[float, float], sa: tuple[float, float], b: tuple[float, float], sb: tuple[float, float]
) -> None:
    def rectangle(at: tuple[float, float], size: tuple[float, float]) -> shapely.Polygon:
        return shapely.box(at[0] - size[0] / 2, at[1] - size[1] / 2, at[0] + size[0] / 2, at[1] + size[1] / 2)

    one, two = rectangle(a, sa), rectangle(b, sb)
    assert overlaps(a, sa, b, sb) == pytest.approx(
        one.intersection(two).area / min(one.area, two.area), abs=1e-6
    )
    assert overlaps(a, sa, b, sb) == pytest.approx(overlaps(b, sb, a, sa))


@given(st.floats(120, 400), st.floats(120, 400), st.integers(1, 5))
@settings(max_examples=30, deadline=None)
def test_slots_lie_inside(width: float, height: float, count: int) -> None:
    room = shapely.box(0, 0, width, height)
    spots = place_slots(room, [Slot(str(i), 40, 40) for i in range(count)], step=8)
    assert all(room.contains(shapely.Point(p)) for p in spots.values())
    if width * height > 40000:
        for p, q in itertools.combinations(spots.values(), 2):
            assert overlaps(p, (40, 40), q, (40, 40)) < 0.35


def test_slots_avoid_what_is_there() -> None:
    room = shapely.box(0, 0, 200, 100)
    spots = place_slots(room, [Slot("a", 60, 60)], step=5, taken=[((100.0, 50.0), (60.0, 60.0))])
    assert overlaps(spots["a"], (60, 60), (100, 50), (60, 60)) < 0.1


def test_a_sliver_still_gets_a_point() -> None:
    sliver = shapely.Polygon([(0, 0), (1, 0), (1, 0.2)])
    assert set(place_slots(sliver, [Slot("a", 40, 40)], step=10)) == {"a"}


@given(st.sampled_from(["Caen", "La Haye du Puits", "St. Martin des Besaces"]), st.floats(60, 900))
def test_name_blocks_hold_their_lines(name: str, width: float) -> None:
    block: NameBlock = name_block(name, width)
    assert " ".join(block.lines) == name
    assert all(text_width(line, "serif", 34) <= block.size[0] for line in block.lines)
    assert block.symbol < 0 < block.name


@given(st.sampled_from(["Western Task Force", "IX AF"]), st.floats(20, 400))
def test_wrap_and_fit(text: str, width: float) -> None:
    assert " ".join(wrap(text, "sans", 26, width)) == text
    assert (
        text_width(text, "sans", fit(text, "sans", 26, width)) <= max(width, 0) + 1e-6
        or fit(text, "sans", 26, width) == 26
    )
    assert text_width("AB", "bold", 20, spacing=0.5) == pytest.approx(text_width("AB", "bold", 20) + 10)
