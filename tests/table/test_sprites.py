"""Sprite sheets: every face that a scene names, drawn once and kept."""

from __future__ import annotations

import io
from pathlib import Path
from typing import get_args

import pytest
from PIL import Image

from adjudicator import open_position
from adjudicator.game import GAMES, Viewpoint, load
from adjudicator.table.drawing.kept import keep, kept, shelf
from adjudicator.table.drawing.scene import scene_of
from adjudicator.table.drawing.sprites import Sheets, own_sheets, sheets_of

SAVES = Path(__file__).parents[1] / "saves"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.mark.parametrize("slug", GAMES)
def test_the_sheets_have_every_face_of_a_scene(slug: str) -> None:
    sheets = sheets_of(slug)
    for viewpoint in get_args(Viewpoint):
        scene = scene_of(load(slug).scenario(next(iter(load(slug).scenarios))), viewpoint)
        wanted = {p.face for p in scene.pieces} | {b.face for p in scene.pieces for b in p.badges}
        assert not {face for face in wanted if face not in sheets}


def test_a_save_of_each_game_finds_its_faces() -> None:
    for path in SAVES.glob("*.vsav"):
        position = open_position(path)
        sheets, scene = sheets_of(position.game), scene_of(position, "referee")
        assert not {p.face for p in scene.pieces if p.face not in sheets}, path


def overlaps(sheets: Sheets) -> list[str]:
    found = []
    for sheet in sheets.sheets:
        cells = Image.new("1", (sheet.width, sheet.height))
        for name, (x, y, w, h) in sheet.faces.items():
            box = (x, y, x + w, y + h)
            if x + w > sheet.width or y + h > sheet.height or cells.crop(box).getbbox() is not None:
                found.append(name)
            cells.paste(1, box)
    return found


def test_each_size_has_each_face_and_no_two_overlap() -> None:
    sheets = sheets_of("june-six")
    assert not overlaps(sheets)
    counted = {px: [n for s in sheets.sheets if s.px == px for n in s.faces] for px in (24, 48, 66, 150)}
    assert len({tuple(names) for names in counted.values()}) == 1
    assert all(s.width <= 2048 and s.height <= 2048 for s in sheets.sheets)


def test_a_sheet_is_a_picture_of_its_size_and_the_same_each_time() -> None:
    sheets = sheets_of("storm-over-normandy")
    first = sheets.webp(0)
    assert first is not None
    with Image.open(io.BytesIO(first)) as image:
        assert (image.format, image.size) == ("WEBP", (sheets.sheets[0].width, sheets.sheets[0].height))
    assert sheets.webp(0) == first
    assert sheets.webp(len(sheets.sheets)) is None
    assert sheets.webp(-1) is None


@pytest.mark.parametrize(
    "text",
    [
        "breakout-normandy, 6 june\nA: us | us inf 6-5-5 '116' fresh, ge coastal -3- spent",
        "dark-summer, turn 4\n3210: bocage | ge inf 3-4-5/2-2 '915' full 352div, us cc 7-8/4 'CCA' full",
        "storm-over-normandy\nA: us | us inf 1-8-4 '16' fresh",
        "june-six\ne2640: clear | ge inf 4-6-4 '915' full",
        "battle-for-normandy\na1210: clear | ge inf 3-3-5 'x' full",
    ],
)
def test_counters_of_a_sketch_are_drawn_too(text: str) -> None:
    position = open_position(text)
    scene = scene_of(position)
    sheets = own_sheets(scene, position.game)
    assert sheets is not None
    for piece in scene.pieces:
        if piece.kind == "unit":
            face = sheets.face(piece.face, 60)
            assert face is not None
            assert len(face.convert("RGB").getcolors(9999) or ()) > 4


def test_what_is_kept_is_found_again_and_old_shelves_go(tmp_path: Path) -> None:
    made: list[int] = []

    def make() -> bytes:
        made.append(1)
        return b"x"

    shelves = [shelf("test", f"{n:016x}", most=3) for n in range(5)]
    assert [kept(shelves[-1] / "a", make), kept(shelves[-1] / "a", make)] == [b"x", b"x"]
    assert len(made) == 1
    assert len(list(shelves[-1].parent.iterdir())) == 3
    assert shelves[-1].is_dir()
    assert tmp_path in shelves[-1].parents


def test_without_a_place_to_write_everything_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/proc")
    folder = shelf("test", "0" * 16)
    keep(folder / "a", b"y")
    assert kept(folder / "a", lambda: b"") == b"y"
