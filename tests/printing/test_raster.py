"""What the pixels of a page show: pictures, lines and lettering where the page, and its PDF, have them."""

from __future__ import annotations

import dataclasses
import functools
import io
import math

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFont

from counters.fonts import font_file
from maps.errors import DataError
from module_builder.printing.lengths import INCH
from module_builder.printing.page import (
    Anchor,
    Circle,
    Document,
    Item,
    Line,
    Outline,
    Page,
    Picture,
    Polygon,
    Quarter,
    Rect,
    Shift,
    Text,
)
from module_builder.printing.pdf import pdf_bytes
from module_builder.printing.raster import page_image, page_png
from tests.printing.reading import placed_pictures

DPI = 254  # ten pixels to one millimetre
WHITE = (255, 255, 255)
RED, GREEN, BLUE, YELLOW = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0)
COLOURS = (RED, GREEN, BLUE, YELLOW)
STILL = Shift()


def packed(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def quarters(side: int = 100, colours: tuple[tuple[int, int, int], ...] = COLOURS) -> Image.Image:
    """Four fields: upper left, upper right, lower right, lower left."""
    image = Image.new("RGB", (side, side))
    half = side // 2
    for colour, corner in zip(colours, ((0, 0), (half, 0), (half, half), (0, half)), strict=True):
        image.paste(colour, (*corner, corner[0] + half, corner[1] + half))
    return image


def drawn(*items: Item, shift: Shift = STILL, pictures: dict[str, bytes] | None = None) -> Image.Image:
    return page_image(Page(60, 40, items, shift=shift), pictures or {"it": packed(quarters())}, dpi=DPI)


def ink(image: Image.Image) -> tuple[int, int, int, int]:
    """The box round all that is not white."""
    bands = ImageChops.invert(image).split()
    box = functools.reduce(ImageChops.lighter, bands).point([0] * 100 + [255] * 156).getbbox()
    assert box
    return box


def share(image: Image.Image) -> float:
    """How many pixels are dark."""
    return sum(image.convert("L").point([1] * 128 + [0] * 128).tobytes())


# The image


@pytest.mark.parametrize(
    ("paper", "dpi", "size"),
    [((457.2, 304.8), 300, (5400, 3600)), ((210, 297), 100, (827, 1169)), ((63.5, 88.9), 600, (1500, 2100))],
)
def test_a_page_has_its_pixels(paper: tuple[float, float], dpi: int, size: tuple[int, int]) -> None:
    image = page_image(Page(*paper), {}, dpi=dpi)
    assert (image.mode, image.size, image.getpixel((0, 0))) == ("RGB", size, WHITE)


def test_a_png_says_how_large_it_is_and_is_the_same_twice() -> None:
    page = Page(60, 40, (Picture(Rect(10, 10, 9, 9), "it"), Text(5, 30, "Götz")), shift=Shift(1, 1, 1))
    data = page_png(page, {"it": packed(quarters())}, dpi=300)
    image = Image.open(io.BytesIO(data))
    assert image.info["dpi"] == pytest.approx((300, 300), abs=0.01)
    assert (image.mode, image.size) == ("RGB", (709, 472))
    assert page_png(page, {"it": packed(quarters())}, dpi=300) == data


# Pictures


def test_a_picture_of_the_right_size_keeps_its_pixels() -> None:
    noise = Image.effect_noise((150, 80), 90).convert("RGB")
    image = drawn(Picture(Rect(12, 8, 15, 8), "it"), pictures={"it": packed(noise)})
    assert image.crop((120, 80, 270, 160)).tobytes() == noise.tobytes()
    assert ink(image)[:2] >= (120, 80)


@pytest.mark.parametrize("side", [50, 100, 333])
def test_a_picture_of_another_size_is_fitted(side: int) -> None:
    even = packed(Image.new("RGB", (side, side), "#2040c0"))
    image = drawn(Picture(Rect(12, 8, 15.06, 9.94), "it"), pictures={"it": even})
    assert ink(image) == (120, 80, 271, 179)
    assert image.getpixel((120, 80)) == image.getpixel((270, 178)) == (0x20, 0x40, 0xC0)


def test_neighbours_meet_wherever_their_edges_fall() -> None:
    even = {"it": packed(Image.new("RGB", (50, 50), "#2040c0"))}
    row = [Picture(Rect(2 + 3.33 * number, 5, 3.33, 3.33), "it") for number in range(15)]
    image = drawn(*row, pictures=even)
    assert image.crop(ink(image)).getcolors() == [(500 * 33, (0x20, 0x40, 0xC0))]


@pytest.mark.parametrize("quarter", [0, 90, 180, 270])
@pytest.mark.parametrize("box", [Rect(10, 10, 10, 10), Rect(10, 10, 20, 8)])
def test_a_picture_turns_with_the_clock(box: Rect, quarter: Quarter) -> None:
    image = drawn(Picture(box, "it", quarter=quarter))
    turned = COLOURS[4 - quarter // 90 :] + COLOURS[: 4 - quarter // 90]
    near, far = 0.1, 0.9
    for colour, (x, y) in zip(turned, ((near, near), (far, near), (far, far), (near, far)), strict=True):
        spot = round(10 * (box.x + x * box.width)), round(10 * (box.y + y * box.height))
        assert image.getpixel(spot) == colour
    assert ink(image) == (100, 100, 100 + round(box.width * 10), 100 + round(box.height * 10))


def test_a_picture_shows_only_through_its_window() -> None:
    image = drawn(Picture(Rect(10, 10, 10, 10), "it", window=Rect(13, 14, 30, 3)))
    assert ink(image) == (130, 140, 200, 170)
    assert image.getpixel((149, 149)) == RED
    assert image.getpixel((150, 150)) == BLUE
    assert drawn(Picture(Rect(10, 10, 10, 10), "it", window=Rect(30, 10, 10, 10))).getcolors() == [
        (600 * 400, WHITE)
    ]


def test_a_picture_may_reach_over_the_edge_of_the_paper() -> None:
    image = drawn(Picture(Rect(-5, 35, 10, 10), "it"))
    assert ink(image) == (0, 350, 50, 400)
    assert image.getpixel((0, 399)) == GREEN


def test_a_picture_that_lacks_is_named() -> None:
    with pytest.raises(DataError, match="pictures, other: expected a picture of that name"):
        drawn(Picture(Rect(0, 0, 5, 5), "other"))
    with pytest.raises(DataError, match="pictures, it: expected a whole PNG or JPEG"):
        drawn(Picture(Rect(0, 0, 5, 5), "it"), pictures={"it": b"\x89PNG\r\n\x1a\n"})


def test_a_picture_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 6000)
    drawn(Picture(Rect(0, 0, 5, 5), "it"))
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 4000)
    with pytest.raises(DataError, match="pictures, it: expected fewer pixels; choose a smaller dpi"):
        drawn(Picture(Rect(0, 0, 5, 5), "it"))


# Lines and areas


@pytest.mark.parametrize(("width", "thick"), [(0, 1), (0.02, 1), (0.1, 1), (0.4, 4), (1.0, 10)])
def test_lines_are_as_wide_as_the_page_says_but_one_pixel_at_least(width: float, thick: int) -> None:
    upright = ink(drawn(Line(20, 5, 20, 15, width=width)))
    level = ink(drawn(Line(5, 20, 25, 20, width=width)))
    assert (upright[2] - upright[0], upright[1], upright[3]) == (thick, 50, 150)
    assert (level[3] - level[1], level[0], level[2]) == (thick, 50, 250)
    assert upright[0] + thick / 2 == pytest.approx(200, abs=0.5)
    assert level[1] + thick / 2 == pytest.approx(200, abs=0.5)


def test_a_slanted_line_has_its_ends_and_width() -> None:
    image = drawn(Line(10, 10, 40, 30, width=0.8))
    assert ink(image) == pytest.approx((98, 97, 402, 303), abs=2)
    assert share(image) == pytest.approx(math.hypot(300, 200) * 8, rel=0.02)
    assert image.getpixel((250, 200)) == (0, 0, 0)


@pytest.mark.parametrize("end", [(30, 10), (10, 30), (24, 24)])
def test_a_dashed_line_starts_with_a_stroke(end: tuple[float, float]) -> None:
    image = drawn(Line(10, 10, *end, width=0.4, dash=(3, 1.5)))
    long = math.hypot(end[0] - 10, end[1] - 10)
    strokes = [(at, min(at + 3, long)) for at in (0, 4.5, 9, 13.5, 18) if at < long]
    assert share(image) == pytest.approx(sum(to - at for at, to in strokes) * 10 * 4, rel=0.05)
    for at, dark in ((1.5, True), (3.75, False), (6, True), (8.25, False)):
        x, y = (100 + (limit - 10) * at / long * 10 for limit in end)
        assert (image.getpixel((int(x), int(y))) == (0, 0, 0)) == dark, at


def test_an_outline_lies_on_its_edge() -> None:
    image = drawn(Outline(Rect(10, 10, 20, 15), fill="#00ff00", stroke="#0000ff", width=0.6))
    assert ink(image) == (97, 97, 303, 253)
    for spot in ((97, 97), (302, 252), (97, 252), (302, 97), (102, 180), (200, 102)):
        assert image.getpixel(spot) == BLUE
    assert image.getpixel((103, 103)) == image.getpixel((296, 246)) == GREEN
    assert drawn(Outline(Rect(10, 10, 20, 15), stroke="#0000ff")).getpixel((200, 180)) == WHITE


def test_an_outline_without_line_fills_its_box() -> None:
    assert ink(drawn(Outline(Rect(10, 10, 20, 15), fill="#0000ff"))) == (100, 100, 300, 250)


@pytest.mark.parametrize("radius", [1.0, 2.5])
def test_round_corners_have_their_radius(radius: float) -> None:
    image = drawn(Outline(Rect(10, 10, 20, 15), fill="#000000", radius=radius))
    assert ink(image) == (100, 100, 300, 250)
    lost = 200 * 150 - share(image)
    assert lost == pytest.approx((4 - math.pi) * (radius * 10) ** 2, rel=0.1)
    line = drawn(Outline(Rect(10, 10, 20, 15), stroke="#000000", width=0.4, radius=radius))
    around = 2 * (200 + 150) - (8 - 2 * math.pi) * radius * 10
    assert ink(line) == (98, 98, 302, 252)
    assert share(line) == pytest.approx(around * 4, rel=0.03)


@pytest.mark.parametrize("radius", [0, 2])
def test_an_outline_can_be_dashed(radius: float) -> None:
    image = drawn(Outline(Rect(10, 10, 20, 15), stroke="#000000", width=0.4, radius=radius, dash=(1, 1)))
    around = 2 * (200 + 150) - (8 - 2 * math.pi) * radius * 10
    assert share(image) == pytest.approx(around * 4 / 2, rel=0.08)


def test_circles_and_discs() -> None:
    disc = drawn(Circle(20, 15, 5, fill="#000000", stroke=None))
    assert ink(disc) == (150, 100, 250, 200)
    assert share(disc) == pytest.approx(math.pi * 50**2, rel=0.01)
    ring = drawn(Circle(20, 15, 5, width=0.4))
    assert share(ring) == pytest.approx(2 * math.pi * 50 * 4, rel=0.03)
    assert ring.getpixel((200, 150)) == WHITE
    both = drawn(Circle(20, 15, 5, fill="#00ff00", stroke="#0000ff", width=1))
    assert (both.getpixel((200, 150)), both.getpixel((150, 150))) == (GREEN, BLUE)


def test_a_polygon_is_filled() -> None:
    image = drawn(Polygon(((10, 10), (30, 10), (10, 20)), "#000000"))
    assert share(image) == pytest.approx(200 * 100 / 2, rel=0.01)
    assert image.getpixel((110, 190)) == (0, 0, 0)
    assert drawn(Polygon(((70, 10), (90, 10), (70, 20)))).getcolors() == [(600 * 400, WHITE)]


def test_what_comes_later_lies_over_what_came_before() -> None:
    square = Outline(Rect(10, 10, 10, 10), fill="#0000ff")
    assert drawn(square, Picture(square.box, "it")).getpixel((110, 110)) == RED
    assert drawn(Picture(square.box, "it"), square).getpixel((110, 110)) == BLUE


# Lettering


@functools.lru_cache(maxsize=2)
def measured(words: str, *, bold: bool) -> tuple[float, float, float, float, float]:
    """Box of the ink from where a line starts, and how far the line moves the pen, in em."""
    font = ImageFont.truetype(font_file(700 if bold else 500), 1024, layout_engine=ImageFont.Layout.BASIC)
    image = Image.new("L", (8192, 2048))
    ImageDraw.Draw(image).text((1024, 1024), words, 255, font, anchor="ls")
    left, top, right, bottom = (edge / 1024 - 1 for edge in image.getbbox() or ())
    return left, top, right, bottom, font.getlength(words) / 1024


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize(("anchor", "back"), [("start", 0), ("middle", 0.5), ("end", 1)])
@pytest.mark.parametrize("quarter", [0, 90, 180, 270])
def test_lettering_stands_where_the_page_says(
    anchor: Anchor, back: float, quarter: Quarter, bold: bool
) -> None:
    words, size = "Mère-Église", 4
    left, top, right, bottom, long = (size * value for value in measured(words, bold=bold))
    start = long * back
    turn = Shift(0, 0, quarter)
    corners = [
        turn.moved((30 + x - start, 20 + y), (30, 20))
        for x, y in ((left, top), (right, top), (right, bottom))
    ]
    across, down = zip(*corners, strict=True)
    expected = [10 * value for value in (min(across), min(down), max(across), max(down))]
    image = drawn(Text(30, 20, words, size=size, anchor=anchor, bold=bold, quarter=quarter))
    assert ink(image) == pytest.approx(expected, abs=1)


def test_lettering_has_its_colour_and_weight() -> None:
    plain, bold = (drawn(Text(5, 20, "HHHH", size=10, bold=bold)) for bold in (False, True))
    assert share(bold) > 1.15 * share(plain)
    image = drawn(Text(5, 20, "HHHH", size=10, color="#0000ff"))
    colours = {colour for _, colour in image.getcolors(1 << 16) or []}
    assert BLUE in colours
    assert all(red == green and blue == 255 for red, green, blue in colours)  # type: ignore[misc]


def test_lettering_lies_over_what_is_below_without_a_box() -> None:
    ground = Outline(Rect(0, 0, 60, 40), fill="#ffff00")
    image = drawn(ground, Text(5, 20, "716", size=8))
    assert image.getpixel((52, 205)) == YELLOW
    assert (0, 0, 0) in {colour for _, colour in image.getcolors(1 << 16) or []}


def test_blank_lettering_leaves_the_page_white_and_lacking_signs_are_refused() -> None:
    assert drawn(Text(5, 20, "  "), Text(5, 20, "")).getcolors() == [(600 * 400, WHITE)]
    with pytest.raises(DataError, match="expected signs that the lettering has, not →"):
        drawn(Text(5, 20, "3 → 4"))


# Shift


@pytest.mark.parametrize("shift", [Shift(1.5, -0.75), Shift(-0.4, 0.9, 2), Shift(0, 0, -30)])
def test_everything_printed_is_shifted(shift: Shift) -> None:
    for x, y in ((15, 12), (45, 30)):
        image = drawn(Circle(x, y, 2, fill="#000000", stroke=None), shift=shift)
        left, top, right, bottom = ink(image)
        expected = shift.moved((x, y), (30, 20))
        assert ((left + right) / 20, (top + bottom) / 20) == pytest.approx(expected, abs=0.06)
        assert image.getpixel((0, 0)) == WHITE


def test_a_small_shift_moves_less_than_one_pixel() -> None:
    still, moved = (
        page_image(
            Page(60, 40, (Outline(Rect(20, 10, 10, 10), fill="#000000"),), shift=shift), {}, dpi=DPI
        ).convert("L")
        for shift in (Shift(), Shift(0.03, 0))
    )
    assert (still.getpixel((200, 150)), still.getpixel((199, 150))) == (0, 255)
    assert moved.getpixel((200, 150)) == pytest.approx(255 * 0.3, abs=35)
    assert moved.getpixel((300, 150)) == pytest.approx(255 * 0.7, abs=35)


# PDF and pixels


@pytest.mark.parametrize("shift", [Shift(), Shift(0.7, -0.4), Shift(0.2, 0.3, 4)])
@pytest.mark.parametrize("quarter", [0, 90, 180, 270])
def test_pixels_and_pdf_agree(quarter: Quarter, shift: Shift) -> None:
    picture = Picture(Rect(12, 9, 15.875, 12), "it", quarter=quarter)
    page = Page(60, 40, (picture,), shift=shift)
    pictures = {"it": packed(quarters())}
    (placed,) = placed_pictures(pdf_bytes(Document("Both", (page,), pictures)))
    image = page_image(page, pictures, dpi=DPI)
    box = [10 * value for value in (placed.box.x, placed.box.y, placed.box.right, placed.box.bottom)]
    assert ink(image) == pytest.approx(box, abs=1.5)
    centre = [sum(values) / 4 for values in zip(*placed.corners, strict=True)]
    for colour, corner in zip(COLOURS, placed.corners, strict=True):
        spot = [round(10 * (0.8 * at + 0.2 * middle)) for at, middle in zip(corner, centre, strict=True)]
        assert image.getpixel((spot[0], spot[1])) == pytest.approx(colour, abs=3)


def test_a_picture_is_unpacked_once_for_many_places() -> None:
    opened: list[str] = []

    class Counted(dict[str, bytes]):
        def __getitem__(self, key: str) -> bytes:
            opened.append(key)
            return super().__getitem__(key)

    items = tuple(Picture(Rect(x, 5, 5, 5), "it") for x in range(0, 50, 5))
    page_image(dataclasses.replace(Page(60, 40), items=items), Counted(it=packed(quarters())), dpi=int(INCH))
    assert opened == ["it"]


def test_a_page_of_too_many_pixels_is_refused_before_it_is_drawn() -> None:
    with pytest.raises(DataError) as fault:
        page_png(Page(5000, 5000, name="sheet 1 front"), {}, dpi=300)
    assert str(fault.value).startswith(
        "sheet 1 front, 5000 x 5000 mm at 300 dpi: expected at most 400 million pixels, not 3488 million"
    )
