"""The board under the pieces: of the module, or drawn for a sketch with spaces of its own."""

from __future__ import annotations

import pytest
from shapely import Point, Polygon

from adjudicator import open_position
from adjudicator.game import GAMES, load
from adjudicator.table.drawing.ground import Ground, ground_of


def first(slug: str) -> Ground:
    return ground_of(load(slug).scenario(next(iter(load(slug).scenarios))))


@pytest.mark.parametrize("slug", GAMES)
def test_a_board_has_every_space_with_an_outline_and_a_point_in_it(slug: str) -> None:
    ground, board = first(slug), load(slug).board()
    places = {s.id: s for s in ground.spaces}
    assert {id_ for id_, s in board.spaces.items() if s.kind in {"area", "hex"}} <= set(places)
    for space in list(ground.spaces)[:: max(1, len(places) // 400)]:
        shape = ground.outline(space)
        outline = Polygon(list(zip(shape[::2], shape[1::2], strict=True)))
        assert outline.buffer(2).contains(Point(space.at)), space


@pytest.mark.parametrize("slug", GAMES)
def test_a_board_has_one_key(slug: str) -> None:
    one, other = (load(slug).scenario(name) for name in (list(load(slug).scenarios) * 2)[:2])
    assert ground_of(one) == ground_of(other)


def test_boards_of_different_sketches_have_different_keys() -> None:
    texts = ("A: german\nB: us", "A: german\nB: us\nA-B: river", "A: us, tem 2\nB: us")
    keys = [ground_of(open_position(f"breakout-normandy, 6 june\n{text}")).key for text in texts]
    assert len(set(keys)) == 3


def test_what_stands_on_a_sketch_does_not_change_its_board() -> None:
    texts = ("A: german | ge inf 4-4-4 '1' fresh\nB: us", "A: us | ge inf 4-4-4 '1' spent\nB: german")
    assert len({ground_of(open_position(f"breakout-normandy, 6 june\n{text}")).key for text in texts}) == 1


def test_spaces_of_a_sketch_do_not_overlap() -> None:
    lines = "\n".join(f"{name}: german" for name in "ABCDEFG")
    edges = "A-B: river\nA-C: open\nA-D: open\nC-D: river\nD-E: open\nE-F: open\nF-G: open"
    ground = ground_of(open_position(f"breakout-normandy, 6 june\n{lines}\n{edges}"))
    boxes = [Polygon(list(zip(s.shape[::2], s.shape[1::2], strict=True))) for s in ground.spaces]
    assert len(boxes) == 7
    assert all(not a.intersects(b) for n, a in enumerate(boxes) for b in boxes[n + 1 :])
    assert all(b.bounds[2] < ground.width and b.bounds[3] < ground.height for b in boxes)
    assert len({c.id for c in ground.crossings}) == 7


def test_hexes_of_a_sketch_lie_as_on_the_map() -> None:
    ground = ground_of(open_position("dark-summer, turn 4\n3210: bocage\n3211: clear\n3110: clear"))
    at = {s.id: s.at for s in ground.spaces}
    printed = {s.id: s.at for s in first("dark-summer").spaces}
    shifts = {(printed[i][0] - at[i][0], printed[i][1] - at[i][1]) for i in at}
    assert len(shifts) == 1
    assert ground.width < 600


def test_a_sketch_on_our_map_has_our_board() -> None:
    assert not ground_of(open_position("dark-summer, turn 4, our map\n3210: bocage")).drawn


def test_a_sketch_of_very_many_spaces_has_a_board_of_bounded_size() -> None:
    lines = "\n".join(f"space {n}: german" for n in range(1500))
    edges = "\n".join(f"space {n}-space {n + 1}: open" for n in range(0, 1400, 7))
    ground = ground_of(open_position(f"breakout-normandy, 6 june\n{lines}\n{edges}"))
    assert len(ground.spaces) == 1500
    assert ground.width * ground.height < 60_000_000
    assert len({s.at for s in ground.spaces}) == 1500
