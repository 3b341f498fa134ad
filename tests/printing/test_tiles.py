"""The map on paper: true to scale, its tiles the map itself where they are joined as their marks say."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from adjudicator.saves.printed import arrivals
from maps.errors import DataError
from maps.games import UnknownGame
from maps.render import draw_map, load_sheet
from maps.sources import reconstructed_share, share_words
from module_builder.kit import load_kit
from module_builder.printing.lengths import INCH, PAPERS
from module_builder.printing.page import Document, Line, Outline, Page, Picture, Rect, Text
from module_builder.printing.pdf import pdf_bytes
from module_builder.printing.tilepages import BAR, THUMBNAIL, Imprint, guide_page, tile_page
from module_builder.printing.tiles import MapOrder, draw_pictures, map_document, write_map
from module_builder.printing.tiling import Tile, Tiling, plan_tiles
from tests.commandline import run
from tests.printing.layouts import deepest
from tests.printing.reading import Placed, instructions, placed_pictures

GAME = "breakout-normandy"
DPI = 18
SIZE = 576, 396
DOTTED, DASHED = (0.4, 1.2), (2.0, 1.4)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Image.Image:
    file = tmp_path_factory.mktemp("map") / "map.png"
    draw_map(GAME, file, dpi=DPI, arrivals=arrivals(load_kit(GAME).units))
    with Image.open(file) as image:
        return image.convert("RGB")


@pytest.fixture(scope="module", params=["a3", "a4"])
def tiled(request: pytest.FixtureRequest) -> tuple[Document, bytes]:
    """On A3 the words stand below the tiles; on A4 that would take a row more."""
    document = map_document(MapOrder(GAME, dpi=DPI, paper=PAPERS[request.param]))
    return document, pdf_bytes(document)


def bare(document: Document) -> bool:
    """Whether the words stand on strips that are cut off or covered."""
    return (document.pages[1].width, document.pages[1].height) == (297, 210)


@pytest.fixture(scope="module")
def large() -> tuple[Document, bytes]:
    document = map_document(MapOrder(GAME, dpi=DPI))
    return document, pdf_bytes(document)


def images(data: bytes) -> dict[str, Image.Image]:
    """Every picture of a PDF by its name, unpacked from the PDF itself."""
    found = {}
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for page in pdf.pages:
            for name, image in page.resources.XObject.items():
                assert isinstance(image, pikepdf.Stream)
                found[name[1:]] = pikepdf.PdfImage(image).as_pil_image().convert("RGB")
    return found


def tiles_of(data: bytes) -> list[Placed]:
    return [placed for placed in placed_pictures(data) if placed.name.startswith("tile")]


def lines(page: Page, dash: tuple[float, ...]) -> tuple[list[float], list[float]]:
    """Where vertical and level lines of a kind stand."""
    found = [item for item in page.items if isinstance(item, Line) and item.dash == dash]
    return [i.x1 for i in found if i.x1 == i.x2], [i.y1 for i in found if i.y1 == i.y2]


def drawn_lines(page: pikepdf.Page) -> Iterator[float]:
    """Lengths of the level lines of a page of a PDF, in millimetres."""
    start = 0.0, 0.0
    for operator, operands in instructions(page):
        if operator == "m":
            start = float(operands[0]), float(operands[1])
        elif operator == "l" and math.isclose(start[1], float(operands[1])):
            yield abs(float(operands[0]) - start[0]) * INCH / 72


@pytest.mark.slow
def test_tiles_joined_by_their_marks_are_the_map(tiled: tuple[Document, bytes], whole: Image.Image) -> None:
    """Each cut line is laid on the dotted line of the neighbour; all tiles then show one map."""
    document, data = tiled
    pages = {page.name: page for page in document.pages}
    pictures, placed = images(data), {p.name: p for p in tiles_of(data)}
    joined = Image.new("RGB", SIZE)
    spots: dict[str, tuple[float, float]] = {}
    for name, tile in placed.items():
        letter, number = name[5], int(name[6:])
        left, above = f"tile {letter}{number - 1}", f"tile {chr(ord(letter) - 1)}{number}"
        x = y = 0.0
        if left in placed:
            (dotted, _), (dashed, _) = lines(pages[left], DOTTED), lines(pages[name], DASHED)
            x = spots[left][0] + dotted[0] - placed[left].box.x - (dashed[0] - tile.box.x)
        if above in placed:
            (_, dotted), (_, dashed) = lines(pages[above], DOTTED), lines(pages[name], DASHED)
            y = spots[above][1] + dotted[0] - placed[above].box.y - (dashed[0] - tile.box.y)
        spots[name] = x, y
        at = x / INCH * DPI, y / INCH * DPI
        spot = round(at[0]), round(at[1])
        assert math.dist(at, spot) / DPI * INCH < 0.1, f"{name} lies off the pixels of the map"
        image = pictures[tile.key]
        shared = ImageChops.difference(
            whole.crop((*spot, spot[0] + image.width, spot[1] + image.height)), image
        )
        assert shared.getbbox() is None, name
        joined.paste(image, spot)
    assert len(placed) == (9 if bare(document) else 6)
    assert ImageChops.difference(joined, whole).getbbox() is None


def test_tiles_lie_at_true_size_within_the_margins(tiled: tuple[Document, bytes]) -> None:
    document, data = tiled
    pictures = images(data)
    for tile in tiles_of(data):
        image, box = pictures[tile.key], tile.box
        assert box.width == pytest.approx(image.width / DPI * INCH, abs=0.01)
        assert box.height == pytest.approx(image.height / DPI * INCH, abs=0.01)
        page = document.pages[1]
        assert Rect(0, 0, page.width, page.height).grown(-8).holds(box, slack=0.01)


@pytest.mark.slow
def test_a_known_distance_of_the_map_measures_right() -> None:
    """The edges of the boxes of the Impulse Track, found in the pixels of a tile."""
    sheet, dpi = load_sheet(GAME), 72
    boxes = sheet.geometry.tracks["impulse"].named
    first, last = boxes["C"], boxes["5"]
    scale = dpi / sheet.geometry.pixels_per_inch
    left, top = round(first.x * scale) - 20, round((first.y + first.height * 0.2) * scale)
    window = left, top, round((last.x + last.width) * scale) + 20, top + 8
    picture = draw_pictures(GAME, {"track": window}, dpi=dpi)["track"]
    dark = 255 - np.asarray(Image.open(io.BytesIO(picture)).convert("L")).astype(float).mean(axis=0)
    ends = []
    for edge in (first.x, last.x + last.width):
        at = round(edge * scale) - left
        ink = np.clip(dark[at - 4 : at + 5] - 170, 0, None)
        ends.append((ink * np.arange(at - 4, at + 5)).sum() / ink.sum())
    assert (ends[1] - ends[0]) / dpi * INCH == pytest.approx(9 * 0.85 * INCH, abs=0.1)


def test_every_page_has_a_bar_of_100_mm(tiled: tuple[Document, bytes], large: tuple[Document, bytes]) -> None:
    for _, data in (tiled, large):
        with pikepdf.open(io.BytesIO(data)) as pdf:
            for page in pdf.pages:
                assert [n for n in drawn_lines(page) if abs(n - BAR) < 2] == [pytest.approx(100, abs=0.005)]


def test_the_large_page_is_cut_to_the_map(large: tuple[Document, bytes], whole: Image.Image) -> None:
    document, data = large
    with pikepdf.open(io.BytesIO(data)) as pdf:
        (page,) = pdf.pages
        media, bleed, trim = (
            [float(v) * INCH / 72 for v in box] for box in (page.mediabox, page.bleedbox, page.trimbox)
        )
    assert trim[2] - trim[0] == pytest.approx(32 * INCH, abs=0.01)
    assert trim[3] - trim[1] == pytest.approx(22 * INCH, abs=0.01)
    edge = trim[0] - bleed[0]
    assert edge == pytest.approx(3, abs=INCH / DPI / 2)
    assert [b - t for b, t in zip(bleed, trim, strict=True)] == pytest.approx([-edge, -edge, edge, edge])
    assert all(outer <= inner for outer, inner in zip(media[:2], bleed[:2], strict=True))
    assert all(outer >= inner for outer, inner in zip(media[2:], bleed[2:], strict=True))
    (picture,) = placed_pictures(data)
    assert document.pages[0].bleed_box.holds(picture.box, slack=0.01)
    assert picture.box.holds(document.pages[0].bleed_box, slack=0.01)
    image, around = images(data)["map"], round(3 / INCH * DPI)
    assert image.size == (SIZE[0] + 2 * around, SIZE[1] + 2 * around)
    inside = image.crop((around, around, around + SIZE[0], around + SIZE[1]))
    assert ImageChops.difference(inside, whole).getbbox() is None
    assert image.getpixel((0, 200)) == whole.getpixel((0, 200 - around))
    assert image.getpixel((300, image.height - 1)) == whole.getpixel((300 - around, SIZE[1] - 1))


def test_crop_marks_stand_at_the_trim_and_off_the_bleed(large: tuple[Document, bytes]) -> None:
    page = large[0].pages[0]
    marks = [i for i in page.items if isinstance(i, Line)][:8]
    trim, bleed = page.trim_box, page.bleed_box
    for mark in marks:
        level = mark.y1 == mark.y2
        assert (mark.y1 in {trim.y, trim.bottom}) if level else (mark.x1 in {trim.x, trim.right})
        ends = sorted([mark.x1, mark.x2]) if level else sorted([mark.y1, mark.y2])
        low, high = (bleed.x, bleed.right) if level else (bleed.y, bleed.bottom)
        assert ends[1] < low or ends[0] > high


def test_a_page_says_which_tile_it_is(tiled: tuple[Document, bytes]) -> None:
    document, _ = tiled
    guide, *pages = document.pages
    words = [item.text for item in guide.items if isinstance(item, Text)]
    assert {"A1", "A2", "A3", "B1", "B2", "B3"} <= set(words)
    rows = 3 if bare(document) else 2
    assert any(f"{3 * rows} tiles in {rows} rows of 3, 813 x 559 mm" in text for text in words)
    assert any(isinstance(item, Picture) and item.key == THUMBNAIL for item in guide.items)
    for number, page in enumerate(pages):
        found = [item.text for item in page.items if isinstance(item, Text)]
        assert page.name.removeprefix("tile ") in found
        if bare(document):
            continue
        assert any(share_words(reconstructed_share(GAME)) in text for text in found)
        assert "Map of Breakout: Normandy" in found
        cells = [i for i in page.items if isinstance(i, Outline) and i.stroke]
        assert [bool(cell.fill) for cell in cells] == [i == number for i in range(6)]
    assert [t for t in (i.text for i in pages[0].items if isinstance(i, Text)) if t.startswith("glue")] == [
        *["glue under A2"] * 2,
        *["glue under B1"] * 2,
    ]


def test_nothing_is_printed_in_the_margins(tiled: tuple[Document, bytes]) -> None:
    for page in tiled[0].pages[1:]:
        for item in page.items:
            if isinstance(item, Line):
                assert min(item.x1, item.y1) >= 0
                assert max(item.x1, item.x2) <= page.width
                assert max(item.y1, item.y2) <= page.height - (0 if bare(tiled[0]) else 8) + 1e-9
            elif isinstance(item, Text):
                assert 8 <= item.x <= page.width - 8
                assert 8 <= item.y <= page.height - 8


def test_marks_vanish_when_the_map_is_joined(tiled: tuple[Document, bytes]) -> None:
    """All print on a tile lies where it is cut off, or where a neighbour covers it."""
    pages = tiled[0].pages[1:]
    for page in pages:
        box = next(i.box for i in page.items if isinstance(i, Picture))
        labels = [i.box for i in page.items if isinstance(i, Outline) and not i.stroke]
        xs, ys = zip(lines(page, DASHED), lines(page, DOTTED), strict=True)
        left, right = xs[0][0] if xs[0] else box.x, xs[1][0] if xs[1] else box.right
        top, bottom = ys[0][0] if ys[0] else box.y, ys[1][0] if ys[1] else box.bottom
        assert deepest(labels) < 1e-6, page.name
        for label in labels:
            assert box.holds(label)
            assert label.right <= left or label.x >= right or label.bottom <= top or label.y >= bottom


@given(
    st.integers(200, 20_000),
    st.integers(200, 20_000),
    st.sampled_from([(210.0, 297.0), (215.9, 279.4), (297.0, 420.0), (150.0, 150.0)]),
    st.floats(0, 30),
    st.floats(0, 11),
    st.sampled_from([None, True, False]),
)
def test_neighbours_share_the_same_strip_and_all_fit(
    width: int, height: int, paper: tuple[float, float], overlap: float, margin: float, landscape: bool | None
) -> None:
    plan = plan_tiles((width, height), 300, paper=paper, overlap=overlap, margin=margin, landscape=landscape)
    shared = round(overlap / INCH * 300)
    for length, stretches in ((width, plan.columns), (height, plan.rows)):
        assert stretches[0][0] == 0
        assert stretches[-1][1] == length
        assert {a[1] - b[0] for a, b in pairwise(stretches)} <= {shared}
    for tile in plan.tiles:
        page = tile_page(plan, tile, 1, Imprint("", ""))
        box = next(i.box for i in page.items if isinstance(i, Picture))
        assert Rect(0, 0, *plan.paper).grown(-margin).holds(box)
    if landscape is None:
        ways = [
            plan_tiles((width, height), 300, paper=paper, overlap=overlap, margin=margin, landscape=way)
            for way in (True, False)
        ]
        assert plan.count == min(way.count for way in ways)


def test_the_smallest_paper_needs_no_guide() -> None:
    plan = plan_tiles((600, 400), 72, paper=(150, 90), landscape=True)
    assert guide_page(plan, Imprint("", "")) is None
    assert guide_page(plan_tiles((600, 400), 72, paper=(210, 297)), Imprint("", "")) is not None


def test_tiles_without_overlap_are_cut_on_all_sides() -> None:
    plan = plan_tiles((1200, 1200), 72, paper=(210, 297), overlap=0)
    page = tile_page(plan, plan.tiles[0], 1, Imprint("", ""))
    box = next(i.box for i in page.items if isinstance(i, Picture))
    ticks = [i for i in page.items if isinstance(i, Line) and not i.dash]
    assert {box.x, box.right} <= {i.x1 for i in ticks if i.x1 == i.x2}
    assert {box.y, box.bottom} <= {i.y1 for i in ticks if i.y1 == i.y2}
    assert not any(i.text.startswith(("glue", "cut")) for i in page.items if isinstance(i, Text))


def test_rows_beyond_z_have_two_letters() -> None:
    names = [Tile(row, 0, 0, 0, 1, 1).name for row in range(60)]
    assert names[25:28] == ["Z1", "AA1", "AB1"]
    assert len(set(names)) == 60


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"dpi": 0}, "dpi, 0: expected a resolution from 4 to 1200 dots an inch"),
        ({"dpi": -300}, "dpi, -300"),
        ({"dpi": math.nan}, "dpi, nan"),
        ({"dpi": 100_000}, "dpi, 100000"),
        (
            {"overlap": 300.0},
            "overlap, 300 mm: expected half of the 194 mm that a page shows, or less; take a",
        ),
        ({"overlap": -1.0}, "overlap, -1 mm: expected 0 mm or more"),
        ({"overlap": math.inf}, "overlap, inf mm"),
        ({"margin": -1.0}, "margin, -1 mm: expected 0 mm or more"),
        (
            {"margin": 90.0},
            "paper, 210 x 297 mm: expected 306 x 219 mm or more with a margin of 90 mm; take a",
        ),
        ({"paper": (50.0, 80.0)}, "paper, 50 x 80 mm: expected 142 x 55 mm or more with a margin of 8 mm"),
        ({"paper": (0.0, 0.0)}, "paper, 0 x 0 mm"),
        ({"paper": (100.0, 150.0), "landscape": False}, "paper, 100 x 150 mm"),
    ],
)
def test_what_cannot_be_printed_gets_one_clear_line(
    tmp_path: Path, options: dict[str, object], words: str
) -> None:
    order = MapOrder(GAME, **{"paper": (210.0, 297.0), **options})  # type: ignore[arg-type]
    with pytest.raises(DataError) as caught:
        write_map(order, tmp_path / "map.pdf")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_a_game_without_a_map_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownGame, match="there is no game 'no-such-game'"):
        write_map(MapOrder("no-such-game", dpi=10), tmp_path / "map.pdf")


def test_a_folder_that_is_not_there_is_made_and_one_that_cannot_be_is_named(tmp_path: Path) -> None:
    order = MapOrder(GAME, dpi=6, paper=PAPERS["a4"])
    assert write_map(order, tmp_path / "new" / "folder" / "map.pdf").is_file()
    (tmp_path / "file").touch()
    for name in ("map.pdf", "map.png"):
        done = run(f"module-builder map {GAME} --dpi 36 -o {tmp_path}/file/{name}")
        assert done.code == 2
        assert done.err.startswith(f"module-builder: {tmp_path}/file: folder: expected one that can be made")
        assert done.err.count("\n") == 1


@pytest.mark.slow
def test_the_file_is_written_whole_and_always_the_same(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []

    def report(text: str, done: int = 0, total: int = 0, /) -> None:
        told.append((text, done, total))

    order = MapOrder(GAME, dpi=6, paper=PAPERS["a4"], landscape=True)
    files = [write_map(order, tmp_path / f"{n}.pdf", progress=report) for n in range(2)]
    assert files[0].read_bytes() == files[1].read_bytes()
    assert told[:2] == [("map", 132, 132), ("PDF", 0, 0)]
    with pikepdf.open(files[0]) as pdf:
        assert [round(float(v) * INCH / 72) for v in pdf.pages[0].mediabox] == [0, 0, 297, 210]
        assert "6 dpi" in str(pdf.docinfo["/Subject"])
        assert "reconstructed" in str(pdf.docinfo["/Subject"])


@pytest.mark.slow
def test_large_files_become_jpeg() -> None:
    windows = {"part": (-3, 100, 61, 300), "other": (0, 0, 8, 8)}
    choices = [{"lossless": True}, {"lossless": False}, {"largest": 40_000}, {"largest": 10_000}]
    drawn = [draw_pictures(GAME, windows, dpi=DPI, **choice) for choice in choices]  # type: ignore[arg-type]
    assert drawn[2] == drawn[0]
    assert drawn[3] == drawn[1]
    assert 10_000 < sum(len(drawn[0][key]) for key in windows) < 40_000
    png, jpeg = (Image.open(io.BytesIO(pictures["part"])) for pictures in drawn[:2])
    assert (png.format, jpeg.format) == ("PNG", "JPEG")
    assert png.size == jpeg.size == (64, 200)
    off = np.abs(np.asarray(png).astype(int) - np.asarray(jpeg).astype(int))
    assert 0 < off.mean() < 4


def test_a_resolution_too_low_for_the_paper() -> None:
    with pytest.raises(DataError, match="higher resolution"):
        plan_tiles((600, 400), 0.2, paper=(150, 90), landscape=True)
    assert isinstance(plan_tiles((600, 400), 20, paper=(150, 90), landscape=True), Tiling)


@pytest.mark.slow
def test_double_size_is_drawn_anew() -> None:
    once, twice = (map_document(MapOrder(GAME, dpi=DPI, scale=scale)) for scale in (1.0, 2.0))
    bleed = once.pages[0].width - SIZE[0] / DPI * INCH
    assert twice.pages[0].width == pytest.approx(2 * SIZE[0] / DPI * INCH + bleed)
    assert twice.facts["scale"] == "2 times the size of the map"
    assert "scale" not in once.facts
    small, large = (Image.open(io.BytesIO(d.pictures["map"])).convert("RGB") for d in (once, twice))
    fine = Image.open(io.BytesIO(map_document(MapOrder(GAME, dpi=2 * DPI)).pictures["map"])).convert("RGB")
    edge = (large.width - 2 * SIZE[0]) // 2, (fine.width - 2 * SIZE[0]) // 2
    windows = [(e, e, e + 2 * SIZE[0], e + 2 * SIZE[1]) for e in edge]
    drawn, expected = large.crop(windows[0]), fine.crop(windows[1])
    assert ImageChops.difference(drawn, expected).getbbox() is None
    assert ImageChops.difference(drawn, small.resize(large.size).crop(windows[0])).getbbox() is not None


def test_a_page_that_no_jpeg_can_hold_is_refused() -> None:
    with pytest.raises(DataError, match="65,535"):
        map_document(MapOrder("battle-for-normandy", dpi=600, scale=2))


def test_double_size_as_a_picture(tmp_path: Path) -> None:
    draw_map(GAME, tmp_path / "map.png", dpi=6, scale=2)
    with Image.open(tmp_path / "map.png") as image:
        assert image.size == (384, 264)
        assert round(image.info["dpi"][0]) == 6
