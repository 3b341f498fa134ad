"""The light on the land: true heights on every map, smooth, faint, from the north-west, never on the sea."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageChops, ImageStat

from adjudicator.contract import GAMES
from maps import relief
from maps.geography import Projection
from maps.hexdrawing_ground import HexGround
from maps.hexdrawing_sheet import HexSheet
from maps.layers import Ground
from maps.loader import read_toml
from maps.relief import FLAT, heights, hill_shade, light_on
from maps.render import load_sheet
from tests.every import quick_one

KNOWN = {  # places far from steep ground: longitude, latitude, metres
    "Carentan": (-1.247, 49.303, 4),
    "Saint-Lô": (-1.090, 49.116, 62),
    "Falaise": (-0.199, 48.893, 140),
    "Alençon": (0.093, 48.432, 139),
}
NEAR = 25  # metres that a cell of 1.2 km may be off
STEP = 8
Points = Callable[[np.ndarray], np.ndarray]


def cell(lon: float, lat: float) -> float:
    return float(heights()[round((50.0 - lat) * 90 - 0.5), round((lon + 2.2) * 60 - 0.5)])


def test_heights_lie_where_they_are() -> None:
    found = {name: abs(cell(lon, lat) - metres) for name, (lon, lat, metres) in KNOWN.items()}
    assert {name: gap for name, gap in found.items() if gap > NEAR} == {}
    assert cell(-0.60, 49.60) == 0  # the Bay of the Seine
    assert cell(-0.63, 48.97) > 200  # Mont Pinçon


@pytest.mark.parametrize("game", GAMES)
def test_every_map_knows_where_its_ground_lies(game: str) -> None:
    """Against the degrees in the rows of a map of hexes, and the places of a map of Areas."""
    sheet = load_sheet(game)
    assert sheet.degrees is not None
    folder, lattice = Path(relief.__file__).parent / game.replace("-", "_"), sheet.geometry.hexes
    if lattice is not None:
        with (folder / "spaces.csv").open(encoding="utf-8") as file:
            rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
        rows = [row for row in rows if row["kind"] == "hex" and row["lat"]]
        assert len(rows) > 500
        at = np.array([lattice.centre(row["id"]) for row in rows])
        true = np.array([[float(row["lon"]), float(row["lat"])] for row in rows])
    else:
        projection = Projection(**read_toml(folder / "map.toml")["projection"])
        true = np.array([[lon, lat] for lon, lat, _ in KNOWN.values()])
        at = np.array([projection.to_sheet(*pair) for pair in true]) * sheet.geometry.pixels_per_inch
    assert np.abs(sheet.degrees(at) - true).max() < 0.001


def slope_of(degrees: Points) -> np.ndarray:
    return np.asarray(hill_shade(degrees, 320, 320, STEP), dtype=np.int64) - FLAT


def window(lon: float, lat: float, wide: float) -> Points:
    """320 pixels square about a place."""
    return lambda points: (points / 320 - 0.5) * [wide, -wide * 0.66] + [lon, lat]


def test_light_comes_from_the_north_west() -> None:
    """The Forêt d'Écouves is a hill on all sides."""
    shade = slope_of(window(0.06, 48.555, 0.24))
    size = len(shade) // 2
    assert shade[:size, :size].mean() > 12
    assert shade[-size:, -size:].mean() < -12


@pytest.mark.parametrize(("lon", "lat"), [(-0.45, 48.90), (-1.0, 48.75), (-1.75, 49.62), (0.06, 48.555)])
def test_no_cell_shows(lon: float, lat: float) -> None:
    """Ten pixels a cell: light changes from one to the next by little, and nowhere at once."""
    shade = slope_of(window(lon, lat, 0.067))
    assert shade.std() > 8
    for axis in (0, 1):
        assert np.abs(np.diff(shade, axis=axis)).max() <= 24
        assert np.abs(np.diff(shade, n=2, axis=axis)).max() <= 10


def test_the_same_ground_has_the_same_light_on_any_mesh() -> None:
    """The window moved by a step: what both show is alike."""
    here = window(-0.45, 48.90, 0.12)
    moved = slope_of(lambda points: here(points + np.array([STEP, 0])))
    assert np.abs(moved[2:-2, 2:-3] - slope_of(here)[2:-2, 3:-2]).max() <= 2


def test_level_ground_and_a_map_without_degrees_stay_as_they_are() -> None:
    land = Image.new("L", (40, 40), 255)
    assert light_on(land, None, 320, 320, STEP).getextrema() == (FLAT, FLAT)
    assert not slope_of(lambda points: points * 0 + [-0.6, 49.6]).any()
    hills = light_on(land, window(0.06, 48.555, 0.24), 320, 320, STEP)
    low, high = hills.getextrema()
    assert isinstance(low, int)
    assert isinstance(high, int)
    assert low < FLAT - 40 < FLAT + 40 < high
    meadow = Image.new("RGB", (40, 40), (190, 200, 150))
    plain = meadow.copy()
    relief.cast_light(meadow, Image.new("L", (40, 40), FLAT))
    assert ImageChops.difference(meadow, plain).getbbox() is None


def painted(game: str, *, lit: bool) -> Image.Image:
    sheet = load_sheet(game)
    sheet = sheet if lit else replace(sheet, degrees=None)
    if not isinstance(sheet, HexSheet):
        return Ground(sheet, 0.1).band(0, round(sheet.geometry.height * 0.1))
    if sheet.own_ground is not None:
        part = sheet.geometry.part("E").rect
        return sheet.own_ground(sheet, 0.1, part).band(0, round(part[3] * 0.1))
    return HexGround(sheet, 0.1).band(0, round(sheet.geometry.height * 0.1))


@pytest.mark.slow
@pytest.mark.parametrize("game", quick_one(list(GAMES), "dark-summer"))
def test_the_shade_is_faint_and_on_land_alone(game: str) -> None:
    lit, plain = painted(game, lit=True), painted(game, lit=False)
    gap = ImageChops.difference(lit, plain).convert("L")
    assert 0.8 < ImageStat.Stat(gap).mean[0] < 14
    assert gap.getextrema()[1] <= 64  # type: ignore[operator]
    sea = [at for at, (r, _, b) in enumerate(zip(*[iter(plain.tobytes())] * 3, strict=True)) if b > r + 16]
    touched = sum(gap.tobytes()[at] > 6 for at in sea)
    assert touched <= len(sea) * 0.02, f"{touched} of {len(sea)} pixels of water"


def test_data_from_elsewhere_state_their_licence() -> None:
    folder = Path(relief.__file__).parent
    notes = (folder / "LICENSE-DATA").read_text(encoding="utf-8")
    assert [p.name for p in (folder / "data").iterdir() if f"maps/data/{p.name}\n" not in notes] == []
