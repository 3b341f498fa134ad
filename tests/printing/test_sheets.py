"""The whole job: files of ``module-builder sheets`` read back and measured."""

from __future__ import annotations

import io
import json
from collections import Counter as Tally
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pikepdf
import pytest
from lxml import etree
from PIL import Image

from counters.press import load_counters
from maps.errors import DataError
from module_builder.kit import load_kit
from module_builder.printing.page import Rect, Shift
from module_builder.printing.preset import load_preset, replaced
from module_builder.printing.selection import Selection
from module_builder.printing.sheets import FORMATS, Made, Order, write_sheets
from tests.printing.reading import Placed, apart, bounds, placed_pictures

POINT = 25.4 / 72
GAMES = {"breakout-normandy": ((15.875, 12.7), 436), "dark-summer": ((14.2875,), 384)}
FEW = Selection(formations=("352", "1"))


def made(folder: Path, game: str, preset: str = "home-a4", **changes: object) -> Made:
    settings = {"formats": ("pdf",), "selection": FEW, "workers": 1, **changes}
    return write_sheets(Order(game, load_preset(preset), **settings), folder)  # type: ignore[arg-type]


def faces(data: bytes) -> dict[str, list[Placed]]:
    """Pictures by what they show: ``front`` or ``back``, in the order of the pages."""
    found: dict[str, list[Placed]] = {"front": [], "back": []}
    for placed in placed_pictures(data):
        found[placed.name.rpartition(" ")[2]].append(placed)
    return found


def trim(placed: Placed, sizes: Sequence[float]) -> Rect:
    """The cut counter: its picture without the bleed, which is the same on all sides."""
    box = placed.box
    size = max((size for size in sizes if size <= box.width), default=0.0)
    return box.grown((size - box.width) / 2)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("preset", "flip"),
    [("home-a4", "long"), ("home-a4", "short"), ("home-letter", "long"), ("pod-sheet", "long")],
)
def test_backs_lie_behind_their_fronts(tmp_path: Path, game: str, preset: str, flip: str) -> None:
    sizes = GAMES[game][0]
    order = Order(
        game,
        replaced(load_preset(preset), {"flip": flip, "backs": "duplex", "dpi": 72}),
        FEW,
        formats=("pdf",),
        workers=1,
    )
    (file, _) = write_sheets(order, tmp_path).files
    with pikepdf.open(file) as pdf:
        width, height = (float(edge) * POINT for edge in list(pdf.pages[0].MediaBox)[2:])
    found = faces(file.read_bytes())
    assert len(found["front"]) == len(found["back"]) >= 7
    fronts = {(p.page // 2, p.name.rpartition(" ")[0]): trim(p, sizes) for p in found["front"]}
    for back in found["back"]:
        front = fronts[back.page // 2, back.name.rpartition(" ")[0]]
        box = trim(back, sizes)
        through = (
            Rect(width - box.right, box.y, box.width, box.height)
            if flip == "long"
            else Rect(box.x, height - box.bottom, box.width, box.height)
        )
        assert apart(_corners(front), _corners(through)) < 0.0001
        upright = back.corners[0][1] < back.corners[3][1]
        assert upright == (flip == "long")


def _corners(box: Rect) -> tuple[tuple[float, float], ...]:
    return ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))


@pytest.mark.parametrize("game", GAMES)
def test_a_counter_measures_what_it_should(tmp_path: Path, game: str) -> None:
    (file, _) = made(tmp_path, game).files
    bleed, sizes = load_preset("home-a4").bleed, {c.id: c.size for c in load_counters(game, numbers={})}
    for placed in faces(file.read_bytes())["front"]:
        size = sizes[placed.name.rpartition(" ")[0]]
        assert placed.box.width == pytest.approx(size + 2 * bleed, abs=0.02)
        assert placed.window is not None
        shown = bounds(placed.window)
        assert trim(placed, [size]).width == pytest.approx(size, abs=1e-9)
        assert shown.grown(1e-4).holds(trim(placed, [size]))


@pytest.mark.slow
def test_both_sizes_of_breakout_are_cut_each_in_a_grid_of_its_own(tmp_path: Path) -> None:
    files = made(
        tmp_path, "breakout-normandy", selection=Selection(sheets=(1,)), formats=("pdf", "cut")
    ).files
    (pdf,) = (file for file in files if file.suffix == ".pdf")
    sizes = {c.id: c.size for c in load_counters("breakout-normandy", numbers={})}
    cut: dict[float, list[Rect]] = {15.875: [], 12.7: []}
    fronts = [placed for placed in faces(pdf.read_bytes())["front"] if placed.page == 0]
    for placed in fronts:
        size = sizes[placed.name.rpartition(" ")[0]]
        cut[size].append(trim(placed, [size]))
    assert len(cut[15.875]) == 88
    assert len(cut[12.7]) > 50
    for size, boxes in cut.items():
        for edges in ({round(box.x, 4) for box in boxes}, {round(box.y, 4) for box in boxes}):
            steps = {round(b - a, 3) for a, b in pairwise(sorted(edges))}
            assert steps == {round(size + load_preset("home-a4").gap, 3)}
    assert max(box.bottom for box in cut[15.875]) + 2 * load_preset("home-a4").bleed < min(
        b.y for b in cut[12.7]
    )
    svg = next(file for file in files if file.name.endswith("sheet-1.svg"))
    shapes = [shape for shape in etree.parse(svg).iter() if str(shape.tag).endswith("}rect")]
    told = Tally(round(float(shape.get("width", "0")), 3) for shape in shapes)
    assert told == {15.875: 88, 12.7: len(cut[12.7])}


@pytest.mark.slow
def test_a_counter_is_asked_for_in_its_published_sheet(tmp_path: Path) -> None:
    for sheet in (1, 2):
        done = made(tmp_path, "breakout-normandy", selection=Selection(sheets=(sheet,)), formats=("cut",))
        assert done.counters == 88 + 130


def test_another_size_is_printed_in_that_size(tmp_path: Path) -> None:
    (file, _) = made(tmp_path, "dark-summer", size=12.7).files
    widths = {round(p.box.width, 2) for p in faces(file.read_bytes())["front"]}
    assert widths == {13.9}


@pytest.mark.slow
@pytest.mark.parametrize(("game", "count"), [(game, count) for game, (_, count) in GAMES.items()])
@pytest.mark.parametrize(
    "preset",
    [
        "home-a4",
        "home-letter",
        "gutterfold-a4",
        "cutter-a4",
        "cutter-letter",
        "pod-sheet",
        "pod-pieces",
        "die-cut",
    ],
)
def test_every_counter_of_a_game_is_printed_once(tmp_path: Path, game: str, count: int, preset: str) -> None:
    done = made(tmp_path, game, preset, selection=Selection(), workers=2)
    assert done.counters == count
    assert done.warnings == ()
    found: Tally[str] = Tally()
    for file in done.files:
        if file.suffix == ".pdf":
            found.update(placed.name for placed in placed_pictures(file.read_bytes()))
    kit = load_kit(game)
    for marker in kit.printed.values():
        assert found[f"{marker.id} front"] == found[f"{marker.id} back"] == marker.count
    assert sum(n for name, n in found.items() if name.endswith("front")) == count


def test_the_boxes_of_every_page_are_valid(tmp_path: Path) -> None:
    (file, _) = made(tmp_path, "breakout-normandy").files
    with pikepdf.open(file) as pdf:
        assert not pdf.check_pdf_syntax()
        assert len(pdf.pages) == 2
        for number, page in enumerate(pdf.pages):
            media, bleed, cut = (
                [float(edge) for edge in box] for box in (page.MediaBox, page.BleedBox, page.TrimBox)
            )
            assert media[0] <= bleed[0] < cut[0] < cut[2] < bleed[2] <= media[2]
            assert media[1] <= bleed[1] < cut[1] < cut[3] < bleed[3] <= media[3]
            trims = [
                trim(p, GAMES["breakout-normandy"][0])
                for p in placed_pictures(file.read_bytes())
                if p.page == number
            ]
            assert min(t.x for t in trims) == pytest.approx(cut[0] * POINT, abs=0.01)
            assert max(t.right for t in trims) == pytest.approx(cut[2] * POINT, abs=0.01)


def test_files_and_what_they_hold(tmp_path: Path) -> None:
    done = made(tmp_path, "breakout-normandy", formats=FORMATS)
    assert [file.name for file in done.files] == [
        "breakout-normandy-sheets.pdf",
        "breakout-normandy-sheet-1-front.png",
        "breakout-normandy-sheet-1-back.png",
        "breakout-normandy-sheet-1.svg",
        "breakout-normandy-sheet-1.dxf",
        "breakout-normandy-contact.pdf",
        "breakout-normandy-manifest.json",
    ]
    assert sorted(tmp_path.iterdir()) == sorted(done.files)
    with Image.open(done.files[1]) as image:
        assert image.size == (2480, 3508)
    cuts = etree.fromstring(done.files[3].read_bytes())
    assert cuts.get("width") == "210mm"
    assert json.loads(done.files[-1].read_text())["counters"].keys() >= {"ge-914", "us-1-16"}


def test_the_same_order_gives_the_same_bytes(tmp_path: Path) -> None:
    one, other = (
        made(tmp_path / name, "dark-summer", formats=FORMATS, workers=n) for name, n in (("a", 1), ("b", 2))
    )
    assert [file.read_bytes() for file in one.files] == [file.read_bytes() for file in other.files]


def test_offsets_move_the_print_and_are_said_in_the_metadata(tmp_path: Path) -> None:
    plain = made(tmp_path / "plain", "breakout-normandy").files[0].read_bytes()
    facts = {"printer": "office", "back offset": "0.4,1.1 mm, 0 degrees"}
    moved = (
        made(tmp_path / "moved", "breakout-normandy", back=Shift(0.4, 1.1), facts=facts).files[0].read_bytes()
    )
    for before, after in zip(placed_pictures(plain), placed_pictures(moved), strict=True):
        away = (0.4, 1.1) if before.name.endswith("back") else (0.0, 0.0)
        assert after.box.x - before.box.x == pytest.approx(away[0], abs=0.001)
        assert after.box.y - before.box.y == pytest.approx(away[1], abs=0.001)
    with pikepdf.open(io.BytesIO(moved)) as pdf:
        assert "printer: office; back offset: 0.4,1.1 mm" in str(pdf.docinfo["/Subject"])


def test_a_layout_that_cannot_be_writes_nothing(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="the room that margins and marks leave"):
        made(tmp_path / "none", "breakout-normandy", size=250.0)
    assert not (tmp_path / "none").exists()


def test_art_across_a_corner_is_warned_of(tmp_path: Path) -> None:
    preset = replaced(load_preset("home-a4"), {"corner": 7, "dpi": 150})
    order = Order("breakout-normandy", preset, FEW, formats=(), workers=1)
    assert any("art across a corner of 7 mm" in line for line in write_sheets(order, tmp_path).warnings)


def test_single_pieces_have_their_bleed(tmp_path: Path) -> None:
    one = Selection(quantities={"ge-916": 2})
    done = made(tmp_path, "breakout-normandy", "pod-pieces", formats=(), selection=one)
    assert [str(file.relative_to(tmp_path)) for file in done.files] == [
        "breakout-normandy-pieces/ge-916-front.png",
        "breakout-normandy-pieces/ge-916-back.png",
        "breakout-normandy-manifest.json",
    ]
    with Image.open(done.files[0]) as image:
        assert image.size == (round((15.875 + 2 * 3.175) / 25.4 * 300),) * 2
        assert image.info["dpi"] == pytest.approx((300, 300), abs=0.1)
