"""Where pieces lie: all of them, inside what can be printed, clear of each other, in the page's middle."""

from __future__ import annotations

import dataclasses
import itertools
from collections import Counter

import pytest
from hypothesis import given, settings

from maps.errors import DataError
from module_builder.printing.imposition import Piece
from module_builder.printing.layout import arrange
from module_builder.printing.page import Rect
from module_builder.printing.preset import Grid, Preset, load_preset, replaced
from tests.printing.layouts import Job, deepest, jobs, overlap

A4 = (210.0, 297.0)


def pieces(*sizes: tuple[int, float, float]) -> list[Piece]:
    """Pieces of each size in turn: how many, how wide, how high."""
    all_ = [(w, h) for number, w, h in sizes for _ in range(number)]
    return [Piece(f"p{i}", "", w, h, "f", "b") for i, (w, h) in enumerate(all_)]


@settings(max_examples=25, deadline=None)
@given(jobs())
def test_a_layout_holds_everything_and_nothing_meets(job: Job) -> None:
    wanted, preset = job
    sheets = arrange(wanted, preset)
    placed = [(cell.index, cell.trim.width, cell.trim.height) for sheet in sheets for cell in sheet.cells]
    assert Counter(placed) == Counter((i, p.width, p.height) for i, p in enumerate(wanted))
    for sheet in sheets:
        printable = Rect(0, 0, sheet.width, sheet.height).grown(-preset.margin)
        for cell in sheet.cells:
            assert printable.holds(cell.window)
            assert sheet.frame.holds(cell.trim)
            assert cell.window.holds(cell.trim)
            assert cell.trim.grown(preset.bleed).holds(cell.window)
        for cell, other in itertools.permutations(sheet.cells, 2):
            assert overlap(cell.window, other.trim) < 1e-6
        middle = sheet.frame.centre
        if sheet.fold != "vertical":
            assert middle[0] == pytest.approx(sheet.width / 2, abs=0.01)
        if sheet.fold != "horizontal":
            assert middle[1] == pytest.approx(sheet.height / 2, abs=0.01)


@settings(max_examples=25, deadline=None)
@given(jobs())
def test_a_window_reaches_as_far_as_bleed_and_neighbours_let_it(job: Job) -> None:
    wanted, preset = job
    for sheet in arrange(wanted, preset):
        for cell in sheet.cells:
            others = [other.trim for other in sheet.cells if other is not cell]
            wide, high = cell.window.width - cell.trim.width, cell.window.height - cell.trim.height
            for side, missing in ((0, 2 * preset.bleed - wide), (1, 2 * preset.bleed - high)):
                grown = cell.trim.grown(2 * preset.bleed + 1e-6)
                crowded = any(overlap(grown, other) > 1e-6 for other in others)
                assert missing < 1e-6 or crowded, f"{side}: bleed is given up without a neighbour"


@settings(max_examples=25, deadline=None)
@given(jobs(("duplex", "none")))
def test_every_cut_of_a_band_runs_through_no_piece(job: Job) -> None:
    wanted, preset = job
    for sheet in arrange(wanted, preset):
        for band in sheet.bands:
            inside = [cell.trim for cell in sheet.cells if band.box.holds(cell.trim)]
            assert len({(box.width, box.height) for box in inside}) == 1
            for box in inside:
                assert not [x for x in band.xs if box.x + 1e-6 < x < box.right - 1e-6]
                assert not [y for y in band.ys if box.y + 1e-6 < y < box.bottom - 1e-6]
                assert all(min(abs(x - at) for x in band.xs) < 1e-6 for at in (box.x, box.right))
                assert all(min(abs(y - at) for y in band.ys) < 1e-6 for at in (box.y, box.bottom))
        assert deepest(band.box.grown(preset.bleed) for band in sheet.bands) < 1e-6


def test_a_page_that_is_not_full_keeps_the_grid_of_the_page_before() -> None:
    first, last = arrange(pieces((180, 15.875, 15.875)), load_preset("home-a4"))
    assert [cell.trim for cell in last.cells] == [cell.trim for cell in first.cells[:4]]
    assert last.frame == first.frame


def test_sizes_share_a_page_each_in_a_band_of_its_own() -> None:
    mixed = pieces((30, 12.7, 12.7), (20, 15.875, 15.875), (5, 12.7, 12.7))
    (sheet,) = arrange(mixed, load_preset("home-a4"))
    upper, lower = sheet.bands
    assert [cell.index for cell in sheet.cells] == [*range(30), *range(50, 55), *range(30, 50)]
    assert upper.box.height == pytest.approx(3 * 12.7 + 2 * 1.2)
    assert (len(upper.xs), len(lower.xs)) == (26, 22)
    assert lower.box.y - upper.box.bottom >= 2 * (0.6 + 1 + 2)  # room for a mark of each
    assert upper.box.centre[0] == pytest.approx(105)
    assert lower.box.centre[0] == pytest.approx(105)


def test_neighbours_share_the_gap_and_the_rim_has_its_whole_bleed() -> None:
    preset = replaced(load_preset("home-a4"), {"gap": 0.8, "bleed": 0.6})
    (sheet,) = arrange(pieces((22, 15.875, 15.875)), preset)
    corner = sheet.cells[0]
    assert corner.window.x == pytest.approx(corner.trim.x - 0.6)
    assert corner.window.y == pytest.approx(corner.trim.y - 0.6)
    assert corner.window.right == pytest.approx(corner.trim.right + 0.4)
    assert corner.window.bottom == pytest.approx(corner.trim.bottom + 0.4)


def test_touching_counters_show_nothing_over_their_shared_edge() -> None:
    preset = replaced(load_preset("home-a4"), {"gap": 0.0, "bleed": 2.0})
    (sheet,) = arrange(pieces((22, 15.875, 15.875)), preset)
    assert sheet.cells[1].window.x == pytest.approx(sheet.cells[0].trim.right)
    assert sheet.cells[0].window.y == pytest.approx(sheet.cells[0].trim.y - 2)
    assert sheet.frame.width == pytest.approx(11 * 15.875)


def test_a_die_has_its_blocks_and_gutters_in_the_middle_of_the_finished_sheet() -> None:
    preset = load_preset("die-cut")
    first, last = arrange(pieces((193, 15.875, 15.875)), preset)
    assert (first.width, first.height) == pytest.approx((279.4 + 6.35, 215.9 + 6.35))
    assert first.finished == Rect(3.175, 3.175, 279.4, 215.9)
    assert first.frame.width == pytest.approx(16 * 15.875 + 2.38125)
    assert first.frame.height == pytest.approx(12 * 15.875 + 3 * 2.38125)
    assert first.frame.centre == pytest.approx((first.width / 2, first.height / 2))
    cells = first.cells
    assert cells[8].trim.x - cells[7].trim.right == pytest.approx(2.38125)  # ninth column
    assert cells[48].trim.y - cells[32].trim.bottom == pytest.approx(2.38125)  # fourth row
    assert cells[16].trim.y == pytest.approx(cells[0].trim.bottom)
    assert cells[7].window.right == pytest.approx(cells[7].trim.right + 2.38125 / 2)
    assert last.cells[0].trim == cells[0].trim


def test_a_die_takes_one_size_a_sheet() -> None:
    sheets = arrange(pieces((3, 15.875, 15.875), (2, 12.7, 12.7)), load_preset("die-cut"))
    assert [len(sheet.cells) for sheet in sheets] == [3, 2]


def test_a_cutter_has_its_marks_free() -> None:
    for name in ("cutter-a4", "cutter-letter"):
        (sheet,) = arrange(pieces((140, 15.875, 15.875)), load_preset(name))
        inside = Rect(10, 10, sheet.width - 20, sheet.height - 20)
        marks = [Rect(10, 10, 5, 5), Rect(sheet.width - 15, 10, 5, 5), Rect(10, sheet.height - 15, 5, 5)]
        for cell in sheet.cells:
            assert inside.holds(cell.trim)
            assert not any(overlap(mark.grown(1.99), cell.window) for mark in marks)


def test_a_fold_lies_between_a_sheet_and_its_backs() -> None:
    for fold in ("vertical", "horizontal"):
        preset = replaced(load_preset("gutterfold-a4"), {"fold": fold})
        (sheet,) = arrange(pieces((30, 15.875, 15.875)), preset)
        behind = sheet.mirrored(sheet.fold or "vertical")
        if fold == "vertical":
            assert 105 - sheet.frame.right == pytest.approx(behind.frame.x - 105)
        else:
            assert 148.5 - sheet.frame.bottom == pytest.approx(behind.frame.y - 148.5)
        assert deepest([sheet.frame.grown(0.6), behind.frame.grown(0.6)]) == 0


def test_the_fold_is_the_one_that_needs_fewer_pages() -> None:
    preset = load_preset("gutterfold-a4")
    tall, wide = pieces((4, 80, 130)), pieces((4, 180, 50))
    assert arrange(tall, preset)[0].fold == "vertical"
    assert arrange(wide, preset)[0].fold == "horizontal"


def test_no_pieces_make_no_sheets() -> None:
    assert arrange([], load_preset("home-a4")) == ()


SMALL = Preset("small", "Small", (60.0, 60.0), margin=24, bleed=3.0)
NO_DIE = dataclasses.replace(load_preset("die-cut"), grid=Grid(16, 20, 8, 3, 2.4))


@pytest.mark.parametrize(
    ("preset", "width", "height", "said"),
    [
        (
            "home-a4",
            195.0,
            20.0,
            "piece p0: expected at most 190.8 x 272.6 mm, the room .*, not 195 x 20 mm; .*",
        ),
        ("home-a4", 20.0, 280.0, "piece p0: expected at most .* x 277.8 mm, .*, not 20 x 280 mm; .*"),
        ("home-a4", 0.0, 20.0, "piece p0: expected a width and a height above 0, not 0 x 20 mm"),
        (
            "gutterfold-a4",
            150.0,
            150.0,
            "piece p0: expected at most .* on half of 210 x 297 mm, not 150 x .*",
        ),
        (SMALL, 10.0, 10.0, "margin: expected margins and marks that leave room on paper of 60 x 60 mm, .*"),
        (
            "die-cut",
            17.0,
            17.0,
            "grid: expected a grid that fits .*, not 16 x 12 pieces of 17 x 17 mm .*; 15 x 11 would fit",
        ),
        ("die-cut", 270.0, 17.0, "piece p0: expected at most .*, not 270 x 17 mm; .* or less bleed"),
        (NO_DIE, 15.875, 15.875, "grid: .* 16 x 12 would fit"),
    ],
)
def test_an_impossible_layout_says_how_much_room_there_is(
    preset: str | Preset, width: float, height: float, said: str
) -> None:
    chosen = load_preset(preset) if isinstance(preset, str) else preset
    with pytest.raises(DataError, match=rf"^(preset {chosen.name}|layout), {said}$"):
        arrange(pieces((1, width, height)), chosen)
