"""Tiles of a board: a pyramid that is cut once, from any z, x and y."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from adjudicator import open_position
from adjudicator.errors import BocageError
from adjudicator.game import load
from adjudicator.table.drawing.ground import ground_of
from adjudicator.table.drawing.tiles import TILE, Tiles

SKETCH = "breakout-normandy, 6 june\nA: us\nB: german\nC: us\nD: german\nA-B: river\nB-C: open\nC-D: open"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def opened(data: bytes | None) -> Image.Image:
    assert data is not None
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


def test_the_tiles_of_a_level_make_up_the_board() -> None:
    tiles = Tiles(ground_of(open_position(SKETCH)))
    for level in range(tiles.levels):
        width, height = tiles.size(level)
        sizes = {
            (x, y): opened(tiles.tile(level, x, y)).size
            for x in range(-(-width // TILE))
            for y in range(-(-height // TILE))
        }
        assert sum(w for (_, y), (w, _) in sizes.items() if y == 0) == width
        assert sum(h for (x, _), (_, h) in sizes.items() if x == 0) == height
    assert max(tiles.size(0)) <= TILE
    assert tiles.size(tiles.levels - 1) == (tiles.width, tiles.height)


@pytest.mark.parametrize(
    "at", [(-1, 0, 0), (99, 0, 0), (0, 1, 0), (0, 0, 1), (1, -1, 0), (1, 0, -1), (0, 10**30, -(10**30))]
)
def test_no_tile_lies_beyond_the_board(at: tuple[int, int, int]) -> None:
    assert Tiles(ground_of(open_position(SKETCH))).tile(*at) is None


def test_a_tile_has_the_same_bytes_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ground = ground_of(open_position(SKETCH))
    first = Tiles(ground).tile(1, 0, 0)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "another"))
    assert Tiles(ground).tile(1, 0, 0) == first


def test_a_tile_that_is_lost_is_cut_again() -> None:
    tiles = Tiles(ground_of(open_position(SKETCH)))
    first = tiles.tile(1, 0, 0)
    assert tiles.ready
    next(tiles._folder.glob("1/0_0.webp")).unlink()
    assert tiles.tile(1, 0, 0) == first


@pytest.mark.slow
def test_a_printed_board_is_cut_in_another_process_and_told_in_rows() -> None:
    ground = ground_of(load("breakout-normandy").scenario("d-day"))
    tiles, told = Tiles(ground), list[tuple[int, int]]()
    assert opened(tiles.tile(0, 0, 0)).size == tiles.size(0)
    assert opened(tiles.tile(tiles.levels - 1, 0, 0)).size == (TILE, TILE)
    again = Tiles(ground)
    again.prepare(lambda done, of: told.append((done, of)))
    assert again.ready
    assert not told or told[-1] == (8, 8)


@pytest.mark.slow
def test_an_owner_s_picture_of_the_board_is_cut(tmp_path: Path) -> None:
    ground = ground_of(load("breakout-normandy").scenario("d-day"))
    folder = tmp_path / "overlay" / "breakout-normandy"
    folder.mkdir(parents=True)
    Image.new("RGB", (ground.width, ground.height), "#336699").save(folder / "map.png", compress_level=1)
    tiles, given = (Tiles(ground, tmp_path / "overlay", art=art) for art in (True, False))
    tiles.prepare()
    red, green, blue = opened(tiles.tile(tiles.levels - 1, 3, 3)).convert("RGB").getpixel((9, 9))  # type: ignore[misc]
    assert (abs(red - 0x33), abs(green - 0x66), abs(blue - 0x99)) < (9, 9, 9)
    assert given.key != tiles.key, "what is given away is of our drawing"


def test_a_region_is_put_together_of_tiles() -> None:
    tiles = Tiles(ground_of(open_position(SKETCH)))
    assert tiles.region((100, 100, 700, 500), 300).size == (300, 200)
    assert tiles.region((-200, -100, 400, 300), 600).getpixel((3, 3)) == (0xD9, 0xD2, 0xBD)


def test_a_file_that_nobody_reads_is_told_to_who_waits_and_by_nobody_else(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The process that cuts the tiles meets it too, with nobody there to read a traceback."""
    owner = tmp_path / "owner"
    owner.mkdir()
    tiles = Tiles(ground_of(load("storm-over-normandy").scenario("invasion")), owner)
    (owner / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(BocageError, match=r"notes\.txt"):
        tiles.tile(0, 0, 0)
    assert capfd.readouterr().err == ""
