"""Fronts and backs that meet, and what is printed round them: marks, registration, caption, control bar."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings

from module_builder.printing import marks
from module_builder.printing.imposition import Imposed, Piece, impose
from module_builder.printing.layout import arrange
from module_builder.printing.page import Circle, Line, Outline, Page, Picture, Polygon, Rect, Shift, Text
from module_builder.printing.preset import Axis, Preset, load_preset, replaced
from tests.printing.layouts import Job, extent, jobs, ornaments, overlap, pictures

Point = tuple[float, float]


def pieces(number: int, width: float = 15.875, height: float = 15.875) -> list[Piece]:
    return [Piece(f"p{i}", "", width, height, f"f{i}", f"b{i}") for i in range(number)]


def corners(picture: Picture) -> tuple[Point, ...]:
    """Upper left, upper right and lower left corner of the art, where the page shows them."""
    assert picture.trim
    box, middle = picture.trim, picture.trim.centre
    turn = Shift(angle=picture.quarter)
    own = ((box.x, box.y), (box.right, box.y), (box.x, box.bottom))
    return tuple(turn.moved(point, middle) for point in own)


def turned(point: Point, page: Page, axis: Axis) -> Point:
    """Where a point of the back lies for one who looks at the front, through the paper."""
    return (page.width - point[0], point[1]) if axis == "vertical" else (point[0], page.height - point[1])


def assert_backs_meet(made: Imposed, axis: Axis) -> None:
    """Each back lies behind its front, and upright when the cut piece is turned over sideways."""
    for page, back in zip(made.fronts, made.backs or made.fronts, strict=True):
        fronts = {item.name.removesuffix(" front"): item for item in pictures(page, " front")}
        backs = {item.name.removesuffix(" back"): item for item in pictures(back, " back")}
        assert fronts.keys() == backs.keys()
        for name, front in fronts.items():
            upper_left, upper_right, lower_left = corners(front)
            seen = [turned(point, page, axis) for point in corners(backs[name])]
            assert seen[0] == pytest.approx(upper_right, abs=1e-6)
            assert seen[1] == pytest.approx(upper_left, abs=1e-6)
            assert seen[2][1] == pytest.approx(lower_left[1], abs=1e-6)


@settings(max_examples=25, deadline=None)
@given(jobs(("duplex", "separate")))
def test_the_back_of_each_piece_lies_behind_its_front(job: Job) -> None:
    wanted, preset = job
    made = impose(wanted, preset)
    assert len(made.fronts) == len(made.backs)
    assert_backs_meet(made, preset.axis)


@settings(max_examples=25, deadline=None)
@given(jobs(("gutterfold",)))
def test_a_folded_page_brings_each_back_behind_its_front(job: Job) -> None:
    wanted, preset = job
    made = impose(wanted, preset)
    assert not made.backs
    for page, sheet in zip(made.fronts, arrange(wanted, preset), strict=True):
        assert sheet.fold
        assert_backs_meet(Imposed((page,)), sheet.fold)
        half = page.width / 2 if sheet.fold == "vertical" else page.height / 2
        for front in pictures(page, " front"):
            assert front.window
            assert (front.window.right if sheet.fold == "vertical" else front.window.bottom) < half


@settings(max_examples=25, deadline=None)
@given(jobs())
def test_every_picture_is_printed_once_and_in_its_window(job: Job) -> None:
    wanted, preset = job
    made = impose(wanted, preset)
    every = [item for page in made.pages for item in page.items if isinstance(item, Picture)]
    names = [f"{p.id} front" for p in wanted] + [f"{p.id} back" for p in wanted] * (preset.backs != "none")
    assert sorted(item.name for item in every) == sorted(names)
    by_name = {
        f"{p.id} {side}": (p, key) for p in wanted for side, key in (("front", p.front), ("back", p.back))
    }
    for picture in every:
        piece, key = by_name[picture.name]
        assert picture.key == key
        assert picture.trim
        assert (picture.trim.width, picture.trim.height) == pytest.approx((piece.width, piece.height))
        assert picture.box == picture.trim.grown(preset.bleed)
        assert picture.window
        assert picture.box.holds(picture.window)
        assert picture.window.holds(picture.trim)


@settings(max_examples=25, deadline=None)
@given(jobs())
def test_what_is_printed_beside_the_pieces_touches_none_and_can_be_printed(job: Job) -> None:
    wanted, preset = job
    for page in impose(wanted, replaced(preset, {"cut_lines": "marks"}), caption="A game, 12 %").pages:
        printable = Rect(0, 0, page.width, page.height).grown(-preset.margin)
        windows = [item.window for item in page.items if isinstance(item, Picture) and item.window]
        for item in ornaments(page):
            box = extent(item)
            assert printable.holds(box), item
            if isinstance(item, Polygon):
                box = box.grown(2)  # what a cutter wants free round its marks
            assert all(overlap(box.grown(0.05), window) < 0.051 for window in windows), item
            assert all(overlap(box, window) == 0 for window in windows), item


@settings(max_examples=25, deadline=None)
@given(jobs(("duplex", "numbered", "gutterfold", "none")))
def test_marks_do_not_cross_print(job: Job) -> None:
    wanted, preset = job
    for page in impose(wanted, preset, caption="A game, 12 % of the values reconstructed").pages:
        prints = [extent(item) for item in page.items if isinstance(item, Text)]
        if preset.cut_lines == "full":
            prints = [extent(item) for item in page.items if isinstance(item, Text) and len(item.text) > 4]
        for item in page.items:
            if isinstance(item, (Circle, Polygon)) or (isinstance(item, Line) and not item.dash):
                assert not any(overlap(extent(item).grown(0.01), box) > 0.02 for box in prints), item


@pytest.mark.parametrize(
    ("paper", "flip", "corner", "quarter"),
    [
        ((210.0, 297.0), "long", "upper right", 0),
        ((210.0, 297.0), "short", "lower left", 180),
        ((297.0, 210.0), "long", "lower left", 180),
        ((297.0, 210.0), "short", "upper right", 0),
    ],
)
def test_where_the_back_of_the_first_piece_stands(
    paper: tuple[float, float], flip: str, corner: str, quarter: int
) -> None:
    preset = replaced(load_preset("home-a4"), {"paper": paper, "flip": flip})
    (back,) = impose(pieces(40, 20, 30), preset).backs
    first = next(item for item in pictures(back, " back") if item.name == "p0 back")
    trims = [item.trim for item in pictures(back, " back") if item.trim]
    assert first.trim
    assert first.quarter == quarter
    if corner == "upper right":
        assert first.trim.right == max(trim.right for trim in trims)
        assert first.trim.y == min(trim.y for trim in trims)
    else:
        assert first.trim.x == min(trim.x for trim in trims)
        assert first.trim.bottom == max(trim.bottom for trim in trims)


def test_pages_come_front_and_back_in_turn_and_say_so() -> None:
    made = impose(pieces(180), load_preset("home-a4"), caption="The game")
    assert [page.name for page in made.pages] == [
        "sheet 1 front",
        "sheet 1 back",
        "sheet 2 front",
        "sheet 2 back",
    ]
    said = [next(item.text for item in page.items if isinstance(item, Text)) for page in made.pages]
    assert said[0] == "sheet 1 of 2, front · The game"
    assert said[3] == "sheet 2 of 2, back · The game"


def test_offsets_of_a_printer_move_fronts_and_backs_each_by_its_own() -> None:
    front, back = Shift(0.5, 0, 0), Shift(0, -0.3, 0.1)
    made = impose(pieces(1), load_preset("home-a4"), front=front, back=back)
    assert [page.shift for page in made.pages] == [front, back]
    (folded,) = impose(pieces(1), load_preset("gutterfold-a4"), front=front, back=back).pages
    assert folded.shift == front


def test_pieces_without_backs_leave_their_places_free() -> None:
    mixed = [Piece("a", "", 20, 20, "a1"), Piece("b", "", 20, 20, "b1", "b2")]
    (_, back) = impose(mixed, load_preset("home-a4")).pages
    assert [item.name for item in pictures(back, "back")] == ["b back"]
    assert len(impose(mixed[:1], load_preset("home-a4")).pages) == 1
    assert len(impose(mixed, replaced(load_preset("home-a4"), {"backs": "none"})).pages) == 1


def test_the_page_boxes_are_the_block_and_its_bleed() -> None:
    (page, back) = impose(pieces(176), load_preset("home-a4")).pages
    assert page.trim
    assert page.trim.width == pytest.approx(11 * 15.875 + 10 * 1.2)
    assert page.trim.centre == pytest.approx((105, 148.5))
    assert page.bleed == page.trim.grown(0.6)
    assert back.trim is not None
    assert back.trim.centre == pytest.approx((105, 148.5))


def test_the_page_of_a_die_is_the_sheet_and_its_bleed() -> None:
    for page in impose(pieces(5), load_preset("die-cut")).pages:
        assert page.trim == Rect(3.175, 3.175, 279.4, 215.9)
        assert page.bleed
        assert (page.bleed.x, page.bleed.y) == pytest.approx((0, 0))
        assert (page.bleed.right, page.bleed.bottom) == pytest.approx((page.width, page.height))


def test_a_numbered_back_sheet_is_cut_by_itself_and_has_every_mark() -> None:
    for changes in ({}, {"registration": "cutter", "corner": 2}, {"corner": 2}):
        preset = replaced(load_preset("home-a4"), {"backs": "numbered", **changes})
        front, back = impose(pieces(30), preset).pages
        kinds = (Line, Polygon, Outline, Circle)
        assert [i for i in back.items if isinstance(i, kinds)] == [
            i for i in front.items if isinstance(i, kinds)
        ]
    bare = replaced(load_preset("home-a4"), {"backs": "numbered", "crop": "none", "registration": "none"})
    assert len([i for i in impose(pieces(30), bare).backs[0].items if isinstance(i, Line)]) == 4  # the bar


def test_numbered_backs_stand_as_their_fronts_do_with_the_same_number() -> None:
    preset = replaced(load_preset("home-a4"), {"backs": "numbered"})
    front, back = impose(pieces(30), preset).pages
    assert [item.trim for item in pictures(front, "front")] == [item.trim for item in pictures(back, "back")]
    for page, side in ((front, "front"), (back, "back")):
        numbers = [item for item in page.items if isinstance(item, Text) and item.text.isdigit()]
        assert [item.text for item in numbers] == [str(n + 1) for n in range(30)]
        for number, picture in zip(numbers, pictures(page, side), strict=True):
            assert picture.trim
            assert number.x == pytest.approx(picture.trim.centre[0])
            assert picture.trim.bottom + preset.bleed < number.y - 0.7 * number.size
            assert number.y < picture.trim.bottom + 3


@pytest.mark.parametrize(
    ("crop", "front", "back"), [("front", 1, 0), ("back", 0, 1), ("both", 1, 1), ("none", 0, 0)]
)
def test_crop_marks_stand_on_the_sides_that_are_named(crop: str, front: int, back: int) -> None:
    preset = replaced(load_preset("home-a4"), {"crop": crop, "registration": "none"})
    made = impose(pieces(22), preset)
    bar = 4  # lines of the control bar
    expected = 2 * (2 * 11 + 2 * 2)
    counts = [sum(isinstance(item, Line) for item in page.items) for page in made.pages]
    assert counts == [front * expected + bar, back * expected]


def test_crop_marks_point_at_the_edges_of_the_trims() -> None:
    preset = load_preset("home-a4")
    wanted = pieces(22)
    (sheet,) = arrange(wanted, preset)
    lines = marks.crop_marks(sheet, preset)
    upright = {round(line.x1, 6) for line in lines if line.x1 == line.x2}
    level = {round(line.y1, 6) for line in lines if line.y1 == line.y2}
    assert upright == {round(x, 6) for cell in sheet.cells for x in (cell.trim.x, cell.trim.right)}
    assert level == {round(y, 6) for cell in sheet.cells for y in (cell.trim.y, cell.trim.bottom)}
    block = sheet.block.grown(preset.bleed + 0.999)
    assert not any(overlap(extent(line).grown(1e-9), block) for line in lines)


def test_full_lines_run_over_the_block_and_its_bleed() -> None:
    preset = replaced(load_preset("home-a4"), {"cut_lines": "full"})
    (sheet,) = arrange(pieces(22), preset)
    upright = [line for line in marks.crop_marks(sheet, preset) if line.x1 == line.x2]
    assert len(upright) == 22
    for line in upright:
        assert line.y1 == pytest.approx(sheet.block.y - 0.6)
        assert line.y2 == pytest.approx(sheet.block.bottom + 0.6)


def test_crosshairs_of_front_and_back_coincide_through_the_paper() -> None:
    for flip, axis in (("long", "vertical"), ("short", "horizontal")):
        preset = replaced(load_preset("home-a4"), {"flip": flip})
        for front, back in zip(*_sides(impose(pieces(180), preset)), strict=True):
            rings = sorted((item.x, item.y) for item in front.items if isinstance(item, Circle))
            behind = sorted(
                turned((item.x, item.y), back, "vertical" if axis == "vertical" else "horizontal")
                for item in back.items
                if isinstance(item, Circle)
            )
            assert len(rings) == 4
            for one, other in zip(rings, behind, strict=True):
                assert one == pytest.approx(other, abs=1e-6)


def _sides(made: Imposed) -> tuple[tuple[Page, ...], tuple[Page, ...]]:
    return made.fronts, made.backs


def test_a_cutter_finds_three_marks_on_the_front_only() -> None:
    front, back = impose(pieces(20), load_preset("cutter-letter")).pages
    square, right, low = (item for item in front.items if isinstance(item, Polygon))
    assert extent(square) == Rect(10, 10, 5, 5)
    assert edges(right) == pytest.approx((215.9 - 15, 10, 215.9 - 10, 15))
    assert edges(low) == pytest.approx((10, 279.4 - 15, 15, 279.4 - 10))
    assert area(right) == area(low) == pytest.approx(5 + 4)  # arms of 5 mm, 1 mm thick
    assert max(right.points, key=lambda p: p[0] - p[1]) == pytest.approx((205.9, 10))  # its outer corner
    assert max(low.points, key=lambda p: p[1] - p[0]) == pytest.approx((10, 269.4))
    assert not any(isinstance(item, Polygon) for item in back.items)


def edges(item: Polygon) -> tuple[float, float, float, float]:
    box = extent(item)
    return box.x, box.y, box.right, box.bottom


def area(polygon: Polygon) -> float:
    turns = zip(polygon.points, [*polygon.points[1:], polygon.points[0]], strict=True)
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in turns)) / 2


def test_the_control_bar_measures_100_mm() -> None:
    for name in ("home-a4", "home-letter", "gutterfold-a4", "cutter-a4", "pod-sheet", "die-cut"):
        page = impose(pieces(20), load_preset(name)).fronts[0]
        (label,) = (item for item in page.items if isinstance(item, Text) and "100 mm" in item.text)
        near = [item for item in page.items if isinstance(item, Line) and abs(item.y1 - label.y) < 2]
        assert max(line.x2 for line in near) - min(line.x1 for line in near) == pytest.approx(100)


def test_caption_and_bar_go_to_the_sides_where_only_they_have_room() -> None:
    preset = replaced(load_preset("home-a4"), {"gap": 0.0, "crop": "none", "registration": "none"})
    (page,) = impose(pieces(5, 150, 57), replaced(preset, {"margin": 5.0})).fronts
    prints = [item for item in page.items if isinstance(item, Text)]
    assert [item.quarter for item in prints] == [270, 270]
    upright = [item for item in page.items if isinstance(item, Line) and item.x1 == item.x2]
    ends = [y for line in upright for y in (line.y1, line.y2)]
    assert max(ends) - min(ends) == pytest.approx(100)


def test_a_caption_that_is_too_long_is_printed_smaller() -> None:
    page = impose(pieces(1), load_preset("pod-pieces"), caption="x" * 90).fronts[0]
    (text,) = (item for item in page.items if isinstance(item, Text))
    assert text.size < 1.6
    assert extent(text).width <= page.width - 2 * 1.5875 + 1e-6


@pytest.mark.parametrize(
    ("changes", "count"), [({"corner": 2.5}, 3), ({}, 0), ({"registration": "cutter"}, 0)]
)
def test_rounded_corners_are_previewed_on_fronts(changes: dict[str, object], count: int) -> None:
    front, back = impose(pieces(3), replaced(load_preset("home-a4"), changes)).pages
    shown = [item for item in front.items if isinstance(item, Outline)]
    assert len(shown) == count
    assert all(item.radius == 2.5 for item in shown)
    assert [item.box for item in shown] == [item.trim for item in pictures(front, "front")][:count]
    assert not any(isinstance(item, Outline) for item in back.items)


@pytest.mark.parametrize(("fold", "half"), [("vertical", 105.0), ("horizontal", 148.5)])
def test_no_crop_mark_crosses_the_fold(fold: Axis, half: float) -> None:
    preset = replaced(load_preset("gutterfold-a4"), {"fold": fold, "crop": "both"})
    (sheet,) = arrange(pieces(20), preset)
    for side, front in ((sheet, True), (sheet.mirrored(fold), False)):
        for line in marks.crop_marks(side, preset):
            ends = (line.x1, line.x2) if fold == "vertical" else (line.y1, line.y2)
            assert all((end < half) == front for end in ends)


def test_the_fold_is_dashed_in_the_middle_and_marked() -> None:
    for fold in ("vertical", "horizontal"):
        preset = replaced(load_preset("gutterfold-a4"), {"fold": fold})
        (page,) = impose(pieces(20), preset).pages
        (line,) = (item for item in page.items if isinstance(item, Line) and item.dash)
        at = (line.x1, line.x2) if fold == "vertical" else (line.y1, line.y2)
        assert at == ((105, 105) if fold == "vertical" else (148.5, 148.5))
        assert any(isinstance(item, Text) and item.text == "fold" for item in page.items)
        assert page.trim
        assert page.trim.centre == pytest.approx((105, 148.5))


def test_a_shop_finds_the_back_of_the_upper_left_at_the_upper_right() -> None:
    front, back = impose(pieces(176), load_preset("pod-sheet")).pages
    (one, other) = pictures(front, "front")[0], pictures(back, "back")[0]
    assert (one.name, other.name) == ("p0 front", "p0 back")
    assert one.trim
    assert other.trim
    assert math.isclose(one.trim.x, page_right(back, other.trim))
    assert one.trim.y == other.trim.y


def page_right(page: Page, box: Rect) -> float:
    """How far a box is from the right edge of the page."""
    return page.width - box.right


def test_an_empty_job_has_no_pages() -> None:
    assert impose([], Preset("p", "P", (210.0, 297.0))).pages == ()
