"""A finished picture under a grid: three clicks, sizes, and what is refused."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from maps.errors import DataError
from maps.geography import Point
from maps.homemade.board import load_board
from maps.homemade.chart import chart_of
from maps.homemade.grid import fit_grid
from maps.homemade.layout import geometry_of
from maps.homemade.mapparts import HexesPart
from maps.homemade.sheet import load_sheet
from maps.homemade.underlay import PictureGround
from maps.render import sheet_painters
from tests.maps.homemade.folders import AREAS, fault_of, write

ROOT = math.sqrt(3) / 2
CLICKS = '{hex = "0101", at = [100, 100]}, {hex = "1001", at = [560, 128]}, {hex = "0108", at = [100, 513]}'
MAP = """
title = "A Picture"
[board]
[picture]
file = "map.png"
[hexes]
columns = 10
rows = 8
fitted = [%s]
"""


def folder_of(tmp_path: Path, text: str = MAP % CLICKS, size: tuple[int, int] = (700, 640)) -> Path:
    folder = write(tmp_path, {"map.toml": text, "game.toml": AREAS["game.toml"]})
    Image.new("RGB", size, (200, 180, 90)).save(folder / "map.png")
    return folder


def test_a_picture_is_the_board(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    chart = chart_of(folder)
    assert chart.fit is not None
    assert geometry_of(folder)["board"]["width"] == chart.fit.size[0]
    assert chart.fit.factor == pytest.approx((1.0, 1.0), abs=0.03)
    sheet = load_sheet(folder)
    assert sheet_painters(sheet) == []
    assert len(load_board(folder).spaces) == 80


def test_the_grid_of_the_picture_lies_under_the_lattice(tmp_path: Path) -> None:
    turn, step = math.radians(1.2), 53.0
    across, down = (
        (step * ROOT * math.cos(turn), step * ROOT * math.sin(turn)),
        (-step * math.sin(turn), step * math.cos(turn)),
    )

    def spot(column: int, row: float) -> Point:
        return 90 + column * across[0] + row * down[0], 80 + column * across[1] + row * down[1]

    wanted = {"0101": spot(0, 0), "1001": spot(9, 0.5), "0108": spot(0, 7)}
    clicks = ", ".join(f'{{hex = "{n}", at = [{x:.3f}, {y:.3f}]}}' for n, (x, y) in wanted.items())
    folder = folder_of(tmp_path, MAP % clicks)
    image = Image.new("RGB", (700, 640), "white")
    draw = ImageDraw.Draw(image)
    for column in range(10):
        for row in range(8):
            x, y = spot(column, row + 0.5 * (column % 2))
            draw.ellipse((x - 4, y - 4, x + 4, y + 4), fill="black")
    image.save(folder / "map.png")
    chart = chart_of(folder)
    assert chart.fit is not None
    assert chart.lattice is not None
    width, height = chart.fit.size
    for scale in (1.0, 0.4):
        board = PictureGround(chart, scale, (0, 0, width, height)).band(0, round(height * scale))
        for space in chart.spaces:
            x, y = chart.lattice.centre(space.id)
            pixel = board.getpixel((round(x * scale - 0.5), round(y * scale - 0.5)))
            assert isinstance(pixel, tuple)
            assert pixel[0] < 60, (space.id, scale)


@given(
    st.floats(40, 120),
    st.floats(-1.3, 1.3),
    st.floats(0.96, 1.04),
    st.booleans(),
    st.floats(0.5, 2.0),
    st.booleans(),
)
def test_whatever_can_be_a_grid_is_found(
    step: float, turn: float, aspect: float, pointed: bool, wanted: float, odd: bool
) -> None:
    part = HexesPart(9, 9, 0.0, (0.0, 0.0), pointed=pointed, lower="odd" if odd else "even")
    angle = math.radians(turn)
    long, short = step, step * ROOT
    sx, sy = (long * aspect, short) if pointed else (short * aspect, long)

    def at(number: str) -> Point:
        one, two = int(number[:2]), int(number[2:])
        half = 0.5 if (one % 2 == 1) == odd else 0.0
        column, row = (two + half, one) if pointed else (one, two + half)
        x, y = column * sx, row * sy
        return 50 + x * math.cos(angle) - y * math.sin(angle), 60 + x * math.sin(angle) + y * math.cos(angle)

    clicks = tuple((number, at(number)) for number in ("0102", "0907", "0309"))
    fit = fit_grid(HexesPart(9, 9, 0.0, (0.0, 0.0), pointed, part.lower, fitted=clicks), (2000, 2000), wanted)
    a, b, c, d, e, f = fit.back
    for number in ("0101", "0505", "0909", "0108"):
        x, y = fit.lattice.centre(number)
        assert (a * x + b * y + c, d * x + e * y + f) == pytest.approx(at(number), abs=0.01)
    assert fit.factor == pytest.approx((wanted, wanted), rel=0.09)


FITS = [
    (
        '"0108", at = [100, 513]',
        '"0108", at = [100, 600]',
        (
            "expected regular hexes; by these points they are 83% as wide as they should be; look again at "
            "the three pixels, at lower, and at pointed; hexes far apart fit best"
        ),
    ),
    (
        "[560, 128]",
        "[560, 160]",
        (
            "expected a grid that stands straight; these points turn it by 3.8 degrees; look again at the "
            "three pixels, at lower, and at pointed; hexes far apart fit best"
        ),
    ),
    (
        '"1001", at = [560, 128]',
        '"0104", at = [100, 277]',
        (
            "expected three hexes that do not lie in one line; look again at the three pixels, at lower, "
            "and at pointed; hexes far apart fit best"
        ),
    ),
    (
        "1001",
        "1101",
        "expected hexes of the grid, 0101 to 1008, not '1101'",
    ),
    (
        ', {hex = "0108", at = [100, 513]}',
        "",
        "expected three hexes with their pixels, not 2",
    ),
]


@pytest.mark.parametrize(("old", "new", "said"), FITS)
def test_points_of_no_grid_are_refused(old: str, new: str, said: str, tmp_path: Path) -> None:
    found = fault_of(folder_of(tmp_path, (MAP % CLICKS).replace(old, new)))
    assert found == f"map.toml, [hexes], key fitted: {said}"


def test_pictures_too_small_for_their_grid_are_refused() -> None:
    clicks = (("0101", (10.0, 10.0)), ("1001", (88.0, 15.0)), ("0108", (10.0, 80.0)))
    with pytest.raises(DataError, match="expected hexes of 16 pixels at least; by these points they have 9"):
        fit_grid(HexesPart(10, 8, 0.0, (0.0, 0.0), fitted=clicks), (100, 100), 1.0)


def test_a_width_makes_the_picture_larger(tmp_path: Path) -> None:
    text = (MAP % CLICKS).replace("[board]", "[board]\nwidth = 10")
    chart = chart_of(folder_of(tmp_path, text))
    assert chart.file.board.width == pytest.approx(10, rel=0.02)
    assert fault_of(folder_of(tmp_path, text.replace("width = 10", "height = 10"))) == (
        "map.toml, [board], key height: expected no height beside a [picture]; "
        "leave it out: the picture has its own shape"
    )


def test_missing_and_broken_pictures_are_named(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    (folder / "map.png").write_bytes(b"no picture")
    assert fault_of(folder) == "map.png: expected a picture that can be read: PNG or JPEG"
    (folder / "map.png").unlink()
    assert fault_of(folder) == "map.toml, [picture], key file: expected a picture in the folder, not map.png"


@pytest.mark.parametrize(
    ("size", "said"),
    [
        (
            (12001, 30),
            (
                "map.png, 12001 x 30 pixels: expected at most 12,000 pixels a side and 100 million in all; "
                "make it smaller: 12000 x 29 would do"
            ),
        ),
        (
            (11000, 10000),
            (
                "map.png, 11000 x 10000 pixels: expected at most 12,000 pixels a side and 100 million in "
                "all; make it smaller: 10488 x 9534 would do"
            ),
        ),
    ],
)
def test_pictures_too_large_are_refused(size: tuple[int, int], said: str, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    Image.new("1", size).save(folder / "map.png")
    assert fault_of(folder) == said


def test_areas_lie_on_a_picture_of_their_shape(tmp_path: Path) -> None:
    text = (
        AREAS["map.toml"].replace("[areas]", '[picture]\nfile = "map.png"\n[areas]').replace("height = 4", "")
    )
    folder = write(tmp_path, {**AREAS, "map.toml": text})
    Image.new("RGB", (300, 200)).save(folder / "map.png")
    assert [round(v) for v in chart_of(folder).shapes["east"].bounds] == [400, 0, 600, 400]
    sheet = load_sheet(folder)
    assert sheet_painters(sheet) == []
    Image.new("RGB", (300, 260)).save(folder / "map.png")
    assert fault_of(folder) == (
        "areas.svg, line 1: expected a viewBox of the shape of the picture, 300 x 260; "
        "draw the Areas over the picture, or say with rect where they lie on the map"
    )
