"""Symbols, size marks, and the pen, lettering and geometry under them."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from counters import fonts
from counters.drawing import SUPERSAMPLE, Pen, TextBox, label
from counters.geometry import Box, arc_points, regular_star
from counters.symbols import GLYPHS, KINDS, SIZES, draw_size_mark, draw_symbol
from maps.errors import DataError

FRAME = Box(20, 25, 80, 70)
WHEELED = {"motorised-infantry", "motorised-artillery"}
BOXES = st.builds(
    lambda x, y, w, h: Box(x, y, x + w, y + h),
    st.floats(2, 40),
    st.floats(2, 40),
    st.floats(8, 55),
    st.floats(8, 55),
)
WORDS = st.text(st.characters(codec="ascii", categories=["Lu", "Ll", "Nd"]), min_size=1, max_size=12)


def symbol(kind: str, px: int = 68, *, ink: str = "#000000", fill: str = "#ffffff") -> Image.Image:
    pen = Pen(px, "#ffffff")
    draw_symbol(pen, kind, FRAME, ink=ink, fill=fill)
    return pen.finish()


def size_mark(size: str, px: int = 68) -> Image.Image:
    pen = Pen(px, "#ffffff")
    draw_size_mark(pen, size, Box(30, 40, 70, 50), ink="#000000")
    return pen.finish()


def difference(one: Image.Image, other: Image.Image) -> int:
    """Pixels that differ clearly."""
    changed = ImageChops.difference(one.convert("L"), other.convert("L")).point(
        lambda v: 255 if v > 64 else 0
    )
    return changed.histogram()[255]


def ink_box(image: Image.Image) -> tuple[int, int, int, int]:
    found = ImageChops.invert(image.convert("L")).getbbox()
    assert found is not None
    return found


# Symbols


def test_no_two_kinds_look_alike() -> None:
    drawn = {kind: symbol(kind) for kind in KINDS}
    for one, other in itertools.combinations(KINDS, 2):
        assert difference(drawn[one], drawn[other]) >= 18, (one, other)


@pytest.mark.parametrize(
    "kind",
    [
        "infantry",
        "motorised-infantry",
        "ranger",
        "commando",
        "panzer-grenadier",
        "parachute",
        "glider",
        "fusilier",
        "mobile",
        "tank",
        "artillery",
        "nebelwerfer",
        "flak",
        "pak",
        "coastal",
        "engineer",
        "recon",
        "machine-gun",
        "static",
        "ost",
        "ost-garrison",
    ],
)
def test_the_kinds_of_1944_have_a_symbol(kind: str) -> None:
    plain = Pen(68, "#ffffff")
    plain.rect(FRAME, outline="#000000", width=2.4)
    assert difference(symbol(kind), plain.finish()) > 20


@pytest.mark.parametrize("kind", [k for k in KINDS if k not in WHEELED])
def test_a_symbol_stays_inside_its_frame(kind: str) -> None:
    left, top, right, bottom = ink_box(symbol(kind, 100))
    assert (left, top, right, bottom) == (20, 25, 80, 70)


@pytest.mark.parametrize("kind", sorted(WHEELED))
def test_wheels_stand_just_below_the_frame(kind: str) -> None:
    left, top, right, bottom = ink_box(symbol(kind, 100))
    assert (left, top, right) == (20, 25, 80)
    assert 72 <= bottom <= 80


@pytest.mark.parametrize("kind", KINDS)
def test_the_frame_is_filled_and_closed(kind: str) -> None:
    image = symbol(kind, 100, ink="#0000ff", fill="#ffff00").convert("RGB")
    colors = {color for _, color in image.getcolors(100_000) or []}
    assert (255, 255, 0) in colors
    for x in range(21, 79):
        assert image.getpixel((x, 26)) == image.getpixel((x, 68)) == (0, 0, 255)
    for y in range(26, 69):
        assert image.getpixel((21, y)) == image.getpixel((78, y)) == (0, 0, 255)


def test_the_edge_may_have_a_colour_of_its_own() -> None:
    pen = Pen(100, "#ffffff")
    draw_symbol(pen, "tank", FRAME, ink="#ffffff", fill="#202020", edge="#ff0000")
    image = pen.finish()
    assert image.getpixel((50, 26)) == (255, 0, 0)
    assert image.getpixel((30, 30)) == (0x20, 0x20, 0x20)


@pytest.mark.parametrize("kind", KINDS)
def test_symmetric_symbols_are_symmetric(kind: str) -> None:
    letters = {"ranger", "commando", "fusilier", "marine", "headquarters"}
    if kind in {"coastal", "ost", "ost-garrison", "recon", "armored-cavalry", *letters}:
        return
    image = symbol(kind, 100)
    mirrored = image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    assert difference(image, mirrored) <= 12


@pytest.mark.parametrize("kind", KINDS)
def test_symbols_look_the_same_at_any_size(kind: str) -> None:
    small = symbol(kind, 60)
    large = symbol(kind, 300).resize((60, 60), Image.Resampling.BOX)
    assert difference(small, large) <= 60 * 60 * 0.02


def test_an_unknown_kind_is_named_with_the_known_ones() -> None:
    with pytest.raises(DataError, match=r"column kind: expected one of infantry, .*not 'cavalry'"):
        draw_symbol(Pen(20), "cavalry", FRAME, ink="#000000", fill="#ffffff")


def test_nothing_is_drawn_for_an_unknown_kind() -> None:
    pen = Pen(20, "#ffffff")
    with pytest.raises(DataError):
        draw_symbol(pen, "", FRAME, ink="#000000", fill="#ffffff")
    assert pen.finish().getcolors() == [(400, (255, 255, 255))]


def test_glyphs_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        GLYPHS["cavalry"] = ()  # type: ignore[index]


# Size marks (4.31)


def test_no_two_sizes_look_alike() -> None:
    drawn = {size: size_mark(size) for size in SIZES if size != "company"}
    for one, other in itertools.combinations(drawn, 2):
        assert difference(drawn[one], drawn[other]) >= 5, (one, other)


@pytest.mark.parametrize("size", SIZES)
def test_a_size_mark_stays_in_its_strip(size: str) -> None:
    left, top, right, bottom = ink_box(size_mark(size, 100))
    assert left >= 30
    assert right <= 70
    assert top >= 38
    assert bottom <= 52


@pytest.mark.parametrize("size", SIZES)
def test_a_size_mark_is_centred(size: str) -> None:
    left, _, right, _ = ink_box(size_mark(size, 200))
    assert abs((left + right) / 2 - 100) <= 1.5


@pytest.mark.parametrize(("size", "strokes"), [("battery", 1), ("battalion", 2), ("regiment", 3)])
def test_strokes_count_up(size: str, strokes: int) -> None:
    image = size_mark(size, 200).convert("L")
    row = [image.getpixel((x, 90)) for x in range(200)]
    assert sum(1 for a, b in itertools.pairwise(row) if a == 255 and b != 255) == strokes


def test_an_unknown_size_is_named() -> None:
    with pytest.raises(DataError, match=r"column size: expected one of battery, .*not 'army'"):
        draw_size_mark(Pen(20), "army", FRAME, ink="#000000")


# Lettering


@given(WORDS, st.integers(10, 400), st.integers(6, 200))
@settings(max_examples=60, deadline=None)
def test_fitted_text_fits_and_hardly_larger_text_would(text: str, width: int, height: int) -> None:
    size = fonts.fitted_size(text, width, height)
    wide, high = fonts.ink_size(text, size)
    assert size == 1 or (wide <= width and high <= height)
    wide, high = fonts.ink_size(text, size + 4 + size // 8)
    assert wide > width or high > height


@pytest.mark.parametrize("weight", fonts.WEIGHTS)
def test_the_font_knows_every_sign_that_counters_need(weight: int) -> None:
    missing = fonts.ink_size("\ufffe", 100, weight)
    for sign in "0123456789-*/+×−.'éèêçôüöäßÉ":
        assert fonts.ink_size(sign, 100, weight)[0] > 0
        assert sign in "0123456789" or fonts.ink_size(sign, 100, weight) != missing


def test_figures_have_one_width() -> None:
    assert len({fonts.advance(figure) for figure in "0123456789"}) == 1


# Pen


@given(WORDS, BOXES, st.sampled_from([40, 68]))
@settings(max_examples=60, deadline=None)
def test_text_never_leaves_its_box(text: str, box: Box, px: int) -> None:
    pen = Pen(px, "#ffffff")
    pen.text(TextBox((text,), box, 60), "#000000")
    found = ImageChops.invert(pen.image.convert("L")).getbbox()
    assert found is not None
    left, top, right, bottom = (value / pen.scale for value in found)
    slack = 1.5 / pen.scale
    assert left >= box.left - slack
    assert top >= box.top - slack
    assert right <= box.right + slack
    assert bottom <= box.bottom + slack


@given(BOXES, st.sampled_from([("12", "SS"), ("1/", "919"), ("Mont", "Fleury")]))
@settings(max_examples=30, deadline=None)
def test_two_lines_never_leave_their_box(box: Box, lines: tuple[str, str]) -> None:
    pen = Pen(68, "#ffffff")
    pen.text(TextBox(lines, box, 60), "#000000")
    found = ImageChops.invert(pen.image.convert("L")).getbbox()
    assert found is not None
    assert found[1] / pen.scale >= box.top - 0.8
    assert found[3] / pen.scale <= box.bottom + 0.8


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("916", ("916",)),
        ("8", ("8",)),
        ("12SS", ("12", "SS")),
        ("1/919", ("1/", "919")),
        ("2 Can", ("2", "Can")),
        ("Lehr", ("Lehr",)),
        ("Vierville", ("Vierville",)),
        ("Guards", ("Guards",)),
    ],
)
def test_labels_choose_the_clearest_way(text: str, lines: tuple[str, ...]) -> None:
    chosen = label(text, Box(72.6, 6, 95.8, 55), size=17)
    assert chosen.lines == lines
    assert chosen.em(1) >= 5


@given(WORDS)
@settings(max_examples=40, deadline=None)
def test_labels_lose_no_sign(text: str) -> None:
    assert "".join(label(text, Box(0, 0, 20, 50), size=17).lines) == text


def test_lines_have_their_width() -> None:
    pen = Pen(100, "#ffffff")
    pen.line([(10, 50), (90, 50)], "#000000", 10)
    assert ink_box(pen.finish()) == (10, 45, 90, 55) or ink_box(pen.finish()) == (10, 45, 91, 56)


def test_round_ends_reach_further() -> None:
    flat, rounded = Pen(100, "#ffffff"), Pen(100, "#ffffff")
    flat.line([(30, 50), (60, 50)], "#000000", 10)
    rounded.line([(30, 50), (60, 50)], "#000000", 10, rounded=True)
    assert ink_box(rounded.finish())[0] < ink_box(flat.finish())[0]


def test_a_margin_moves_everything_inwards() -> None:
    pen = Pen(100, "#ffffff", margin=10)
    pen.rect(Box(0, 0, 100, 100), fill="#000000")
    assert ink_box(pen.finish()) == (10, 10, 90, 90)


def test_a_pen_without_ground_is_transparent() -> None:
    image = Pen(10).finish()
    assert image.mode == "RGBA"
    assert image.getchannel("A").getextrema() == (0, 0)


@given(st.integers(1, 90))
@settings(max_examples=20, deadline=None)
def test_a_finished_image_has_the_wanted_size(px: int) -> None:
    pen = Pen(px, "#123456")
    assert pen.image.width == px * SUPERSAMPLE
    assert pen.finish().getcolors() == [(px * px, (0x12, 0x34, 0x56))]


# Geometry


@given(BOXES, st.floats(0, 1), st.floats(0, 1))
def test_points_of_a_box_lie_in_it(box: Box, x: float, y: float) -> None:
    across, down = box.at(x, y)
    assert box.left - 1e-9 <= across <= box.right + 1e-9
    assert box.top - 1e-9 <= down <= box.bottom + 1e-9


@given(BOXES, BOXES)
def test_overlap_is_mutual(one: Box, other: Box) -> None:
    assert one.overlaps(other) == other.overlaps(one)
    assert one.overlaps(one)


@given(BOXES, st.floats(0.1, 3))
def test_shrinking_and_growing_cancel(box: Box, by: float) -> None:
    back = box.shrunk(by).shrunk(-by)
    assert math.isclose(back.width, box.width)
    assert box.centre == pytest.approx(back.centre)


@given(st.floats(1, 40), st.floats(0, 180), st.floats(181, 360))
def test_points_of_a_circle_keep_their_distance(radius: float, start: float, end: float) -> None:
    for point in arc_points((50, 50), (radius, radius), start, end):
        assert math.dist(point, (50, 50)) == pytest.approx(radius)


@pytest.mark.parametrize("points", [3, 5, 12])
def test_a_star_points_up(points: int) -> None:
    outline = regular_star((50, 50), 30, points=points)
    assert len(outline) == 2 * points
    assert outline[0] == pytest.approx((50, 20))
    assert min(y for _, y in outline) == pytest.approx(20)
