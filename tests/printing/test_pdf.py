"""What stands in the PDF: boxes, places of pictures and lettering, embedded fonts, pixels, metadata."""

from __future__ import annotations

import io
import math
import os
import struct
import subprocess
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path

import pikepdf
import pytest
from PIL import Image, ImageFont
from pypdf import PdfReader

from counters.fonts import font_file
from maps.errors import DataError
from module_builder.printing.lengths import points
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
from module_builder.printing.pdf import fonts, missing_signs, pdf_bytes, picture_name, write_pdf
from tests.printing.reading import apart, bounds, instructions, placed_pictures, to_page

COUNTER = Rect(20, 30, 15.875, 15.875)
CARD = Rect(60.5, 31.25, 63.5, 88.9)
SHIFTS = [Shift(), Shift(1.5, -0.75), Shift(-0.4, 0.9, 1.25), Shift(0, 0, -30)]


def picture(mode: str = "RGB", size: tuple[int, int] = (37, 23)) -> Image.Image:
    image = Image.new("RGB", size)
    for x in range(size[0]):
        for y in range(size[1]):
            image.putpixel((x, y), (x * 7 % 256, y * 11 % 256, (x * y) % 256))
    if mode in {"RGBA", "LA"}:
        image = image.convert(mode)
        image.putalpha(Image.linear_gradient("L").resize(size))
        return image
    return image.convert(mode)


def packed(image: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def printed(*items: Item, pictures: dict[str, bytes] | None = None, shift: Shift = SHIFTS[0]) -> bytes:
    page = Page(210, 297, items, shift=shift)
    return pdf_bytes(Document("Test", (page,), pictures or {}))


def operations(data: bytes, *wanted: str) -> list[tuple[str, list[float]]]:
    """The operators of the first page with their numbers."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        found = [step for step in instructions(pdf.pages[0]) if step[0] in wanted]
    return [(sign, [float(number) for number in operands]) for sign, operands in found]


@dataclass(frozen=True, slots=True)
class Kept:
    """What is stored of a picture, and what a reader of the PDF shows of it."""

    raw: bytes
    width: int
    bits: int
    space: str
    shown: Image.Image


def kept(data: bytes, key: str = "it") -> Kept:
    with pikepdf.open(io.BytesIO(data)) as pdf:
        stored = pdf.pages[0].Resources.XObject[f"/{key}"]
        assert isinstance(stored, pikepdf.Stream)
        space = stored.ColorSpace
        return Kept(
            stored.read_raw_bytes(),
            int(stored.Width),
            int(stored.BitsPerComponent),
            str(space[0] if isinstance(space, pikepdf.Array) else space),
            pikepdf.PdfImage(stored).as_pil_image(),
        )


def kept_of(file: bytes) -> Kept:
    return kept(printed(Picture(COUNTER, "it"), pictures={"it": file}))


def box_of(page: pikepdf.Page, name: str) -> list[float]:
    return [float(number) for number in page[name]]


# Boxes


def test_pages_measure_what_they_say() -> None:
    data = pdf_bytes(Document("Sizes", (Page(210, 297), Page(304.8, 457.2))))
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert box_of(pdf.pages[0], "/MediaBox") == pytest.approx([0, 0, 595.27559, 841.88976], abs=1e-4)
        assert box_of(pdf.pages[1], "/MediaBox") == [0, 0, 864, 1296]
        for page in pdf.pages:
            assert box_of(page, "/TrimBox") == box_of(page, "/BleedBox") == box_of(page, "/MediaBox")
    assert data.startswith(b"%PDF-1.6")


def test_trim_and_bleed_boxes_are_those_of_the_page() -> None:
    page = Page(100, 200, trim=Rect(10, 20, 70, 150), bleed=Rect(7, 17, 76, 156))
    with pikepdf.open(io.BytesIO(pdf_bytes(Document("Boxes", (page,))))) as pdf:
        trim, bleed = box_of(pdf.pages[0], "/TrimBox"), box_of(pdf.pages[0], "/BleedBox")
    assert trim == pytest.approx([points(n) for n in (10, 30, 80, 180)], abs=1e-3)
    assert bleed == pytest.approx([points(n) for n in (7, 27, 83, 183)], abs=1e-3)


def test_boxes_follow_the_shift_but_stay_on_the_paper() -> None:
    page = Page(100, 200, trim=Rect(4, 20, 70, 150), bleed=Rect(1, 17, 76, 156), shift=Shift(-2, 3, 0.5))
    with pikepdf.open(io.BytesIO(pdf_bytes(Document("Boxes", (page, Page(100, 200)))))) as pdf:
        trim, bleed = box_of(pdf.pages[0], "/TrimBox"), box_of(pdf.pages[0], "/BleedBox")
        assert box_of(pdf.pages[1], "/TrimBox") == box_of(pdf.pages[1], "/MediaBox")
    assert trim == pytest.approx([points(n) for n in (2, 27, 72, 177)], abs=1e-3)
    assert bleed == pytest.approx([points(n) for n in (0, 24, 75, 180)], abs=1e-3)


def test_bleed_box_holds_the_trim_box_even_where_the_page_says_otherwise() -> None:
    page = Page(100, 100, trim=Rect(5, 5, 90, 90), bleed=Rect(10, 10, 95, 50))
    with pikepdf.open(io.BytesIO(pdf_bytes(Document("Boxes", (page,))))) as pdf:
        bleed = box_of(pdf.pages[0], "/BleedBox")
    assert bleed == pytest.approx([points(n) for n in (5, 5, 100, 95)], abs=1e-3)


# Places of pictures


@pytest.mark.parametrize("shift", SHIFTS)
@pytest.mark.parametrize("quarter", [0, 90, 180, 270])
@pytest.mark.parametrize("box", [COUNTER, CARD])
def test_pictures_lie_where_the_page_says(box: Rect, quarter: Quarter, shift: Shift) -> None:
    data = printed(Picture(box, "it", quarter=quarter), pictures={"it": packed(picture())}, shift=shift)
    around = [(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)]
    turned = around[quarter // 90 :] + around[: quarter // 90]
    expected = tuple(shift.moved(corner, (105, 148.5)) for corner in turned)
    (found,) = placed_pictures(data)
    assert apart(found.corners, expected) < 0.001


def test_a_counter_of_five_eighths_measures_45_points() -> None:
    data = printed(Picture(COUNTER, "it"), pictures={"it": packed(picture())})
    place = operations(data, "cm")[-1][1]
    assert place == pytest.approx([45, 0, 0, 45, points(20), points(297 - 45.875)], abs=1e-3)


@pytest.mark.parametrize("shift", SHIFTS)
def test_a_window_clips_and_ends_with_its_picture(shift: Shift) -> None:
    window = Rect(21, 31, 10, 12)
    shown = Picture(COUNTER, "it", window=window), Picture(CARD, "it")
    first, second = placed_pictures(printed(*shown, pictures={"it": packed(picture())}, shift=shift))
    corners = (window.x, window.y), (window.right, window.y), (window.right, window.bottom)
    expected = (*corners, (window.x, window.bottom))
    assert first.window is not None
    assert apart(first.window, tuple(shift.moved(corner, (105, 148.5)) for corner in expected)) < 0.001
    assert second.window is None


def test_each_picture_is_stored_once_and_only_if_used() -> None:
    pictures = {name: packed(picture(size=(5 + number, 5))) for number, name in enumerate("abc")}
    items = Picture(COUNTER, "a"), Picture(CARD, "b"), Picture(CARD, "a")
    pages = Page(210, 297, items), Page(210, 297, items[:1])
    data = pdf_bytes(Document("Once", pages, pictures))
    assert [(one.page, one.key) for one in placed_pictures(data)] == [(0, "a"), (0, "b"), (0, "a"), (1, "a")]
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert sum(b"/Image" in one.unparse() for one in map(_entries, pdf.objects)) == 2
        assert set(pdf.pages[1].Resources.XObject.keys()) == {"/a"}


def _entries(one: pikepdf.Object) -> pikepdf.Object:
    return one.get("/Subtype", pikepdf.Name.Null) if isinstance(one, pikepdf.Stream) else pikepdf.Name.Null


@pytest.mark.parametrize("name", ["ge-916 front", "Götz (Brücke) \\ back", ""])
def test_a_named_picture_can_be_found_by_its_name(name: str) -> None:
    data = printed(Picture(COUNTER, "it", name=name), Picture(CARD, "it"), pictures={"it": packed(picture())})
    assert [one.name for one in placed_pictures(data)] == [name, ""]


def test_any_key_makes_a_name_of_its_own() -> None:
    keys = ["plain-1.x", "Götz 2", "G_tz_2", "G#tz/2", "x" * 300, "x" * 301, "(", ""]
    names = [picture_name(key) for key in keys]
    assert names[0] == keys[0]
    assert len(set(names)) == len(keys)
    pictures = {key: packed(picture(size=(4 + number, 4))) for number, key in enumerate(keys)}
    data = printed(*(Picture(COUNTER, key) for key in keys), pictures=pictures)
    assert [one.key for one in placed_pictures(data)] == names
    assert [kept(data, name).width for name in names] == [4 + n for n in range(len(keys))]


# Pixels


@pytest.mark.parametrize(
    ("image", "space", "bits"),
    [
        (picture("RGB"), "/DeviceRGB", 8),
        (picture("L"), "/DeviceGray", 8),
        (picture("1"), "/DeviceGray", 1),
        (picture().quantize(200), "/Indexed", 8),
        (picture().quantize(13), "/Indexed", 4),
        (picture().quantize(2), "/Indexed", 1),
    ],
    ids=["rgb", "grey", "black", "palette", "palette of 13", "palette of 2"],
)
def test_a_png_goes_in_as_it_is(image: Image.Image, space: str, bits: int) -> None:
    png = packed(image)
    stored = kept_of(png)
    assert stored.raw in png
    assert stored.bits == bits
    assert stored.space == space
    shown = stored.shown
    assert shown.convert("RGB").tobytes() == image.convert("RGB").tobytes()


def test_the_data_of_a_png_in_many_pieces_are_joined() -> None:
    png = packed(picture(size=(300, 300)))
    at = png.index(b"IDAT") - 4
    (length,) = struct.unpack_from(">I", png, at)
    body = png[at + 8 : at + 8 + length]
    pieces = b"".join(_chunk(b"IDAT", part) for part in (body[:100], b"", body[100:101], body[101:]))
    stored = kept_of(png[:at] + pieces + _chunk(b"IEND", b""))
    assert stored.raw == body


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


@pytest.mark.parametrize("mode", ["RGBA", "LA"])
def test_transparent_pixels_lie_over_white(mode: str) -> None:
    image = picture(mode)
    stored = kept_of(packed(image))
    white = Image.new("RGBA", image.size, "#ffffff")
    expected = Image.alpha_composite(white, image.convert("RGBA")).convert("RGB")
    assert stored.shown.tobytes() == expected.tobytes()


def test_a_transparent_index_lies_over_white() -> None:
    image = picture().quantize(8)
    png = packed(image, transparency=image.getpixel((0, 0)))
    shown = kept_of(png).shown
    assert (shown.mode, shown.getpixel((0, 0))) == ("RGB", (255, 255, 255))


def test_sixteen_bits_of_grey_become_eight() -> None:
    image = Image.new("I;16", (2, 1))
    image.putdata([0x8000, 0xFFFF])
    shown = kept_of(packed(image)).shown
    assert [shown.convert("RGB").getpixel((x, 0)) for x in (0, 1)] == [(127, 127, 127), (255, 255, 255)]


def test_an_interlaced_png_is_unpacked() -> None:
    head = struct.pack(">IIBBBBB", 2, 1, 8, 2, 0, 0, 1)
    passes = b"\x00" + bytes((1, 2, 3)) + b"\x00" + bytes((250, 251, 252))
    chunks = _chunk(b"IHDR", head) + _chunk(b"IDAT", zlib.compress(passes)) + _chunk(b"IEND", b"")
    shown = kept_of(b"\x89PNG\r\n\x1a\n" + chunks).shown
    assert [shown.getpixel((x, 0)) for x in (0, 1)] == [(1, 2, 3), (250, 251, 252)]


@pytest.mark.parametrize(("mode", "space"), [("RGB", "/DeviceRGB"), ("L", "/DeviceGray")])
def test_a_jpeg_goes_in_as_it_is(mode: str, space: str) -> None:
    jpeg = packed(picture(mode), "JPEG")
    stored = kept_of(jpeg)
    assert (stored.raw, stored.space) == (jpeg, space)


def test_a_jpeg_for_the_press_becomes_red_green_and_blue() -> None:
    jpeg = packed(picture("CMYK"), "JPEG")
    stored = kept_of(jpeg)
    expected = Image.open(io.BytesIO(jpeg)).convert("RGB")
    assert stored.shown.tobytes() == expected.tobytes()


# Lettering


def test_all_lettering_is_embedded() -> None:
    data = printed(Text(10, 10, "Götz"), Text(10, 20, "Sainte-Mère-Église", bold=True))
    with pikepdf.open(io.BytesIO(data)) as pdf:
        used = [font.FontDescriptor for font in pdf.pages[0].Resources.Font.values()]
        assert sorted(str(one.FontName)[8:] for one in used) == [
            "RobotoCondensed-Bold",
            "RobotoCondensed-Medium",
        ]
        assert all(len(one.FontFile2.read_bytes()) > 5000 for one in used)


def test_lettering_can_be_read_again() -> None:
    lines = ["Sainte-Mère-Église", "Götz – ½ × 3 · “Œuf” 5° …"]
    data = printed(*(Text(10, 20 + 10 * number, line) for number, line in enumerate(lines)))
    assert PdfReader(io.BytesIO(data)).pages[0].extract_text().splitlines() == lines


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize(("anchor", "share"), [("start", 0), ("middle", 0.5), ("end", 1)])
@pytest.mark.parametrize("quarter", [0, 90, 180, 270])
def test_lettering_starts_where_its_anchor_says(
    anchor: Anchor, share: float, quarter: Quarter, bold: bool
) -> None:
    words = "Sainte-Mère-Église 716"
    data = printed(Text(80, 90, words, size=5, anchor=anchor, quarter=quarter, bold=bold))
    exact = ImageFont.truetype(font_file(700 if bold else 500), 2048, layout_engine=ImageFont.Layout.BASIC)
    long = exact.getlength(words) / 2048 * 5
    turn = math.radians(quarter)
    start = 80 - long * share * math.cos(turn), 90 - long * share * math.sin(turn)
    (_, matrix), (_, font) = operations(data, "Tm")[-1], _font_size(data)
    assert to_page((0, 0), tuple(matrix), points(297)) == pytest.approx(start, abs=0.01)
    ahead = to_page((points(1), 0), tuple(matrix), points(297))
    assert ahead == pytest.approx((start[0] + math.cos(turn), start[1] + math.sin(turn)), abs=0.01)
    assert font == pytest.approx(points(5), abs=1e-3)


def _font_size(data: bytes) -> tuple[str, float]:
    with pikepdf.open(io.BytesIO(data)) as pdf:
        found = [operands for sign, operands in instructions(pdf.pages[0]) if sign == "Tf"]
    return str(found[-1][0]), float(found[-1][1])


def test_signs_that_the_lettering_lacks_are_refused() -> None:
    assert missing_signs("ÄÖÜäöüßéèêàçœ–—×½·•…°£€") == ""
    with pytest.raises(DataError, match=r"page, '3 → 4': expected signs that the lettering has, not →"):
        printed(Text(10, 10, "3 → 4"))


def test_fonts_can_be_asked_for_twice() -> None:
    assert fonts() == fonts() == ("BocageText", "BocageBold")


# Lines and areas


def dashes(data: bytes) -> list[list[float]]:
    with pikepdf.open(io.BytesIO(data)) as pdf:
        found = [operands[0] for sign, operands in instructions(pdf.pages[0]) if sign == "d"]
        return [[float(length) for length in dash] for dash in found]


def test_a_line_has_its_ends_width_colour_and_dash() -> None:
    data = printed(Line(10, 20, 110, 70, width=0.5, color="#ff8000", dash=(2, 1)))
    values = dict(operations(data, "m", "l", "w", "RG"))
    assert to_page((values["m"][0], values["m"][1]), (1, 0, 0, 1, 0, 0), points(297)) == pytest.approx(
        (10, 20)
    )
    assert to_page((values["l"][0], values["l"][1]), (1, 0, 0, 1, 0, 0), points(297)) == pytest.approx(
        (110, 70)
    )
    assert values["w"] == [pytest.approx(points(0.5), abs=1e-4)]
    assert values["RG"] == pytest.approx([1, 128 / 255, 0], abs=1e-4)
    assert dashes(data) == [pytest.approx([points(2), points(1)], abs=1e-4)]


def test_a_dash_ends_with_its_line() -> None:
    data = printed(Line(0, 0, 9, 9, dash=(2, 1)), Line(0, 0, 9, 9))
    assert [len(dash) for dash in dashes(data)] == [2, 0]


@pytest.mark.parametrize(
    ("fill", "stroke", "painted"),
    [("#112233", None, "f"), (None, "#000000", "S"), ("#112233", "#000000", "B")],
)
@pytest.mark.parametrize("radius", [0, 2.5])
def test_outlines_are_filled_drawn_or_both(
    fill: str | None, stroke: str | None, painted: str, radius: float
) -> None:
    box = Rect(10, 20, 30, 40)
    data = printed(Outline(box, fill=fill, stroke=stroke, radius=radius))
    assert [sign[0] for sign, _ in operations(data, "f", "f*", "S", "B", "B*", "b", "b*", "s")] == [painted]
    assert apart(_round_path(data), _corners(box)) < 0.001
    assert bool(operations(data, "c")) == bool(radius)


def _round_path(data: bytes) -> tuple[tuple[float, float], ...]:
    """The corners of the box round everything that was drawn."""
    spots: list[tuple[float, float]] = []
    for sign, numbers in operations(data, "m", "l", "c", "re"):
        if sign == "re":
            x, y, wide, high = numbers
            spots += [(x, y), (x + wide, y + high)]
        else:
            spots.append((numbers[-2], numbers[-1]))
    return _corners(bounds(tuple(to_page(spot, (1, 0, 0, 1, 0, 0), points(297)) for spot in spots)))


def _corners(box: Rect) -> tuple[tuple[float, float], ...]:
    return (box.x, box.y), (box.right, box.bottom)


def test_circles_and_polygons_lie_where_the_page_says() -> None:
    assert apart(_round_path(printed(Circle(50, 60, 5))), ((45, 55), (55, 65))) < 0.001
    triangle = Polygon(((10, 10), (20, 10), (15, 30)), "#00ff00")
    data = printed(triangle)
    assert apart(_round_path(data), ((10, 10), (20, 30))) < 0.001
    assert dict(operations(data, "rg"))["rg"] == [0, 1, 0]


# The file


def test_metadata_say_what_the_document_says() -> None:
    facts = {"preset": "home-a4", "printer": "back 0.5,-0.3,0.1", "reconstructed": "12 %"}
    data = pdf_bytes(Document("Götz — sheets", (Page(210, 297, name="sheet 1 front"),), facts=facts))
    said = "preset: home-a4; printer: back 0.5,-0.3,0.1; reconstructed: 12 %"
    with pikepdf.open(io.BytesIO(data)) as pdf:
        info = {
            key: str(pdf.docinfo[key]) for key in ("/Title", "/Author", "/Subject", "/Keywords", "/Creator")
        }
        assert pdf.Root.ViewerPreferences.PrintScaling == pikepdf.Name("/None")
        with pdf.open_outline() as outline:
            assert [item.title for item in outline.root] == ["sheet 1 front"]
    assert info == {
        "/Title": "Götz — sheets",
        "/Author": "Bocage",
        "/Subject": said,
        "/Keywords": said,
        "/Creator": "Bocage module-builder",
    }


SAMPLE = """
import sys
from tests.printing.test_pdf import sample
from module_builder.printing.pdf import pdf_bytes
sys.stdout.buffer.write(pdf_bytes(sample()))
"""


def sample() -> Document:
    """One of everything."""
    items = (
        Outline(Rect(10, 10, 100, 100), fill="#eeeeee", stroke="#000000", radius=3),
        Line(0, 0, 50, 50, dash=(1, 1)),
        Circle(50, 50, 10),
        Polygon(((1, 1), (2, 2), (3, 1))),
        Text(30, 30, "Götz 716"),
        Text(30, 40, "Œuf", bold=True),
        Picture(COUNTER, "a", name="a front"),
        Picture(CARD, "b"),
    )
    pictures = {"a": packed(picture()), "b": packed(picture("RGBA"))}
    pages = Page(210, 297, items, name="one"), Page(210, 297, items, shift=Shift(1, 2, 0.3), name="two")
    return Document("Sample", pages, pictures, {"preset": "none"})


def test_the_same_document_gives_the_same_bytes() -> None:
    first = pdf_bytes(sample())
    pdf_bytes(Document("Another", (Page(100, 100, (Text(10, 10, "zyx"),)),)))
    assert pdf_bytes(sample()) == first
    elsewhere = {**os.environ, "PYTHONHASHSEED": "77", "TZ": "Asia/Tokyo"}
    again = subprocess.run([sys.executable, "-c", SAMPLE], env=elsewhere, capture_output=True, check=True)
    assert again.stdout == first


def test_a_file_is_written_whole_and_read_without_complaint(tmp_path: Path) -> None:
    write_pdf(sample(), tmp_path / "sample.pdf")
    assert [path.name for path in tmp_path.iterdir()] == ["sample.pdf"]
    with pikepdf.open(tmp_path / "sample.pdf") as pdf:
        assert pdf.check_pdf_syntax() == []
        assert len(pdf.pages) == 2


@pytest.mark.parametrize("data", [b"", b"GIF89a", packed(picture())[:60], packed(picture(), "JPEG")[:30]])
def test_a_damaged_picture_is_named(data: bytes) -> None:
    with pytest.raises(DataError, match="pictures, ge-916: expected a whole PNG or JPEG"):
        printed(Picture(COUNTER, "ge-916"), pictures={"ge-916": data})


def test_a_picture_or_page_that_lacks_is_named() -> None:
    with pytest.raises(DataError, match="pictures, ge-916: expected a picture of that name"):
        printed(Picture(COUNTER, "ge-916"))
    with pytest.raises(DataError, match="document, Empty: expected one page or more"):
        pdf_bytes(Document("Empty", ()))
