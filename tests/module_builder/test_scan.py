"""A scanned counter sheet: laid flat, cut, named, drawn with; what is refused before anything is written."""

from __future__ import annotations

import functools
import io
import math
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image, ImageFilter

from adjudicator.owning.scan_pieces import load_pieces
from counters.art import own_art
from counters.overlays import Cut
from counters.press import Counter, load_counters
from maps.art import own_pictures
from maps.errors import DataError
from module_builder.cli import cli
from module_builder.kit import area_numbers
from module_builder.printing.preset import load_preset
from module_builder.scan import Scan, scan_sheet
from module_builder.scan_corners import find_corners, flattened
from module_builder.scan_dies import Die, die_of_preset, plain_die, turned_over

GAME = "storm-over-normandy"
PX = 72
GRID = (6, 4)


@functools.cache
def counters() -> tuple[Counter, ...]:
    every = load_counters(GAME, numbers=area_numbers(GAME))
    return tuple([counter for counter in every if counter.size == every[0].size])


@functools.cache
def printed(side: str) -> tuple[Image.Image, ...]:
    """The first counters of the game as they are printed and cut."""
    faces = [getattr(c, side) for c in counters()[: GRID[0] * GRID[1]]]
    return tuple([face.draw(px=PX, finish=Cut(3.0)).convert("RGB") for face in faces])


def sheet_of(side: str, die: Die, *, axis: str = "") -> Image.Image:
    """A flat sheet, each counter in its place."""
    scale = PX / die.cells[1, 1].width
    sheet = Image.new("RGB", (round(die.width * scale), round(die.height * scale)), "#f4efdf")
    for place, picture in zip(die.cells, printed(side), strict=False):
        cell = die.cells[turned_over(place, die, axis) if axis else place]
        sheet.paste(picture, (round(cell.x * scale), round(cell.y * scale)))
    return sheet


def scanned(
    sheet: Image.Image, *, seed: int, turn: float = 4.0
) -> tuple[Image.Image, list[tuple[float, float]]]:
    """The sheet as a scanner or camera sees it: turned, in perspective, with noise; and its corners."""
    chance = random.Random(seed)
    w, h = sheet.size
    size = round(w * 1.4), round(h * 1.5)
    middle, angle = (size[0] / 2, size[1] / 2), math.radians(chance.uniform(-turn, turn))
    corners = []
    for x, y in ((0, 0), (w, 0), (w, h), (0, h)):
        dx, dy = x - w / 2, y - h / 2
        at = dx * math.cos(angle) - dy * math.sin(angle), dx * math.sin(angle) + dy * math.cos(angle)
        bend = chance.uniform(-0.02, 0.02) * w
        corners.append((middle[0] + at[0] + bend, middle[1] + at[1] + chance.uniform(-0.02, 0.02) * h))
    picture = Image.new("RGB", size, "#3b4048")
    where = backwards(corners, (w, h))
    laid = sheet.transform(size, Image.Transform.PERSPECTIVE, where, Image.Resampling.BICUBIC)
    mask = Image.new("L", sheet.size, 255).transform(size, Image.Transform.PERSPECTIVE, where)
    picture.paste(laid, mask=mask)
    pixels = np.asarray(picture.filter(ImageFilter.GaussianBlur(0.6)), dtype=float)
    noise = np.random.default_rng(seed).normal(0, 6, pixels.shape)
    return Image.fromarray(np.clip(pixels + noise, 0, 255).astype("uint8")), corners


def backwards(corners: Sequence[tuple[float, float]], size: tuple[int, int]) -> tuple[float, ...]:
    """From the picture to the sheet, as Pillow wants it."""
    w, h = size
    rows, wanted = [], []
    for (x, y), (u, v) in zip(corners, ((0, 0), (w, 0), (w, h), (0, h)), strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        wanted += [u, v]
    return tuple(np.linalg.solve(np.array(rows, dtype=float), np.array(wanted, dtype=float)))


def save(image: Image.Image, path: Path) -> Path:
    image.save(path)
    return path


def differ(one: Image.Image, other: Image.Image) -> float:
    """Mean distance of colours, blurred as a scan is."""
    pair = [np.asarray(i.resize((36, 36), Image.Resampling.BOX), dtype=float) for i in (one, other)]
    return float(np.abs(pair[0] - pair[1]).mean())


# --- corners ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_corners_are_found_to_a_pixel_or_two(seed: int) -> None:
    picture, corners = scanned(sheet_of("front", plain_die(*GRID)), seed=seed)
    found = find_corners(picture, "sheet.png")
    assert max(math.dist(a, b) for a, b in zip(found, corners, strict=True)) < 2.5


def test_a_sheet_without_a_background_says_what_to_do() -> None:
    with pytest.raises(DataError, match="give --corners x,y x,y x,y x,y, in turn from the upper left"):
        find_corners(Image.new("RGB", (400, 300), "#ffffff"), "sheet.png")
    blob = Image.new("RGB", (400, 300), "#ffffff")
    blob.paste("#000000", (150, 20, 260, 280))
    blob.paste("#000000", (20, 120, 380, 180))
    with pytest.raises(DataError, match="four straight sides"):
        find_corners(blob, "cross.png")


def test_a_flat_sheet_is_as_it_was() -> None:
    sheet = sheet_of("front", plain_die(*GRID))
    picture, corners = scanned(sheet, seed=1)
    flat = flattened(picture, tuple(corners), sheet.size)  # type: ignore[arg-type]
    assert differ(flat, sheet) < 8


# --- cutting and naming ----------------------------------------------------------------------------------


def scan(tmp_path: Path, *words: str | Path, picture: Path | None = None) -> tuple[int, str]:
    file = picture or save(scanned(sheet_of("front", plain_die(*GRID)), seed=2)[0], tmp_path / "sheet.png")
    grid = "x".join(map(str, GRID))
    call = [
        "data",
        "scan",
        str(file),
        GAME,
        "--grid",
        grid,
        "--overlay",
        str(tmp_path / "mine"),
        *map(str, words),
    ]
    done = CliRunner().invoke(cli, call, standalone_mode=False)
    return (2, str(done.exception)) if done.exception else (0, done.output)


def test_a_sheet_is_cut_and_each_counter_named(tmp_path: Path) -> None:
    code, said = scan(tmp_path)
    assert code == 0, said
    cut = own_pictures(tmp_path / "mine", GAME, "counters")
    wanted = {c.id: picture for c, picture in zip(counters(), printed("front"), strict=False)}
    assert list(cut) == sorted(wanted)
    for name, picture in wanted.items():
        got = Image.open(cut[name].path)
        others = [
            differ(got, other)
            for other_name, other in wanted.items()
            if other != picture and other_name != name
        ]
        assert differ(got, picture) < 16
        assert differ(got, picture) < min(others)
    assert (tmp_path / "mine" / GAME / "art" / "scan-1.png").is_file()
    kept = load_pieces(tmp_path / "mine", GAME, 1)
    assert [kept[place, ""] for place in plain_die(*GRID).cells] == [
        Path(cut[name].path).read_bytes() for name in wanted
    ]


@pytest.mark.slow
def test_backs_are_found_by_turning_the_sheet_over(tmp_path: Path) -> None:
    assert scan(tmp_path)[0] == 0
    die = plain_die(*GRID)
    for axis in ("side", "top"):
        back = save(scanned(sheet_of("back", die, axis=axis), seed=5)[0], tmp_path / f"back-{axis}.png")
        listed = tmp_path / "mine" / GAME / "art" / "scan-1.csv"
        code, said = scan(tmp_path, "--back", axis, "--names", listed, "--replace", picture=back)
        assert code == 0, said
        cut = own_pictures(tmp_path / "mine", GAME, "counters")
        for counter, picture in zip(counters(), printed("back"), strict=False):
            assert differ(Image.open(cut[f"{counter.id}-back"].path), picture) < 16
        kept = load_pieces(tmp_path / "mine", GAME, 1)
        assert {end for _, end in kept} == {"", "-back"}
        assert kept[(1, 1), "-back"] == Path(cut[f"{counters()[0].id}-back"].path).read_bytes()


def test_corrected_names_are_applied_and_wrong_pictures_go(tmp_path: Path) -> None:
    assert scan(tmp_path)[0] == 0
    listed = tmp_path / "mine" / GAME / "art" / "scan-1.csv"
    first, second, third = (c.id for c in counters()[:3])
    late = counters()[40].id
    text = listed.read_text(encoding="utf-8")
    swapped = (
        text.replace(f",{first},", ",@,").replace(f",{second},", f",{first},").replace(",@,", f",{second},")
    )
    listed.write_text(swapped.replace(f",{third},", f",{late},"), encoding="utf-8")
    before = own_pictures(tmp_path / "mine", GAME, "counters")
    pictures = {name: Path(before[name].path).read_bytes() for name in (first, second, third)}
    code, said = scan(tmp_path, "--names", listed)
    assert code == 0, said
    after = own_pictures(tmp_path / "mine", GAME, "counters")
    assert Path(after[first].path).read_bytes() == pictures[second]
    assert Path(after[second].path).read_bytes() == pictures[first]
    assert Path(after[late].path).read_bytes() == pictures[third]
    assert third not in after


@pytest.mark.slow
def test_our_own_die_cut_sheet_is_cut_by_its_preset(tmp_path: Path) -> None:
    die = die_of_preset(load_preset("die-cut"), counters()[0].size)
    file = save(scanned(sheet_of("front", die), seed=3)[0], tmp_path / "sheet.png")
    scan_sheet(Scan(file, GAME, tmp_path / "mine", die))
    cut = own_pictures(tmp_path / "mine", GAME, "counters")
    for counter, picture in zip(counters(), printed("front"), strict=False):
        assert differ(Image.open(cut[counter.id].path), picture) < 16


# --- drawn with ------------------------------------------------------------------------------------------


def test_counters_are_drawn_in_the_owners_art(tmp_path: Path) -> None:
    assert scan(tmp_path)[0] == 0
    overlay, one = tmp_path / "mine", counters()[3]
    mine = next(c for c in load_counters(GAME, numbers={}, overlay=overlay) if c.id == one.id)
    assert mine.front.key != one.front.key
    assert mine.back == one.back
    bled = mine.front.draw(px=110, finish=Cut(0.0, 5.0))
    assert bled.size == (110, 110)
    assert differ(bled.crop((5, 5, 105, 105)), printed("front")[3]) < 16
    assert np.array_equal(np.asarray(bled)[0, 8:-8], np.asarray(bled)[4, 8:-8]), (
        "the edge goes on into the bleed"
    )
    corner = mine.front.draw(px=PX).getpixel((0, 0))
    assert isinstance(corner, tuple)
    assert corner[3] == 0, "rounded on the screen, as ours are"
    key = mine.front.key
    path = Path(own_pictures(overlay, GAME, "counters")[one.id].path)
    save(Image.new("RGB", (80, 80), "#123456"), path)
    again = own_art(GAME, overlay).face(one.id)
    assert again is not None
    assert again.key != key, "keys follow the content of the picture"


# --- what is refused -------------------------------------------------------------------------------------


def files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def wrong() -> Iterator[tuple[str, list[str], str]]:
    yield "grid", ["--grid", "9x4"], "with 9 x 4 a counter would be"
    yield "grid text", ["--grid", "many"], "columns x rows, such as 14x20"
    yield "number", ["--number", "99"], "1 to "
    yield "corners", ["--corners", "0,0", "1,1", "2,2", "9,9"], "in turn from the upper left"
    yield "outside", ["--corners", "0,0", "9999,0", "9999,99", "0,99"], "a point in the picture of"
    yield "point", ["--corners", "a,b", "9,0", "9,9", "0,9"], "a point as x,y in pixels"


@pytest.mark.parametrize(("words", "said"), [row[1:] for row in wrong()], ids=[row[0] for row in wrong()])
def test_a_wrong_sheet_is_one_line_and_nothing_is_written(
    tmp_path: Path, words: list[str], said: str
) -> None:
    file = save(scanned(sheet_of("front", plain_die(*GRID)), seed=2)[0], tmp_path / "sheet.png")
    code, line = scan(tmp_path, *words, picture=file)
    assert code == 2
    assert said in line
    assert "\n" not in line
    assert not (tmp_path / "mine").exists()


def test_pictures_that_cannot_be_used_are_refused(tmp_path: Path) -> None:
    small = save(Image.new("RGB", (100, 80), "#888888"), tmp_path / "small.png")
    code, line = scan(tmp_path, "--corners", "1,1", "99,1", "99,67", "1,67", picture=small)
    assert (code, "scan it with more dots an inch" in line) == (2, True), line
    broken = tmp_path / "broken.png"
    broken.write_bytes(small.read_bytes()[:60])
    assert "expected a picture that can be read" in scan(tmp_path, picture=broken)[1]
    assert not (tmp_path / "mine").exists()


@pytest.mark.slow
def test_names_that_contradict_each_other_are_refused(tmp_path: Path) -> None:
    assert scan(tmp_path)[0] == 0
    listed = tmp_path / "mine" / GAME / "art" / "scan-1.csv"
    text, before = listed.read_text(encoding="utf-8"), files(tmp_path / "mine")
    one, other = (c.id for c in counters()[:2])
    for changed, said in (
        (text.replace(f",{other},", f",{one},"), f"each counter once: {one} is row 1, column 1 too"),
        (text.replace(f",{one},", f",{one[:-1]},"), "Did you mean us-1-18?"),
        (text.replace("\n4,6,", "\n5,6,"), "row"),
    ):
        names = tmp_path / "names.csv"
        names.write_text(changed, encoding="utf-8")
        code, line = scan(tmp_path, "--names", names)
        assert (code, said in line) == (2, True), line
    assert "apply it with --names, or remove it" in scan(tmp_path)[1]
    assert files(tmp_path / "mine") == before


@pytest.mark.slow
def test_a_picture_of_the_owners_own_is_not_replaced_unasked(tmp_path: Path) -> None:
    one = counters()[0].id
    folder = tmp_path / "mine" / GAME / "art" / "counters"
    folder.mkdir(parents=True)
    mine = save(Image.new("RGB", (90, 90), "#aa0000"), folder / f"{one}.png")
    before = files(tmp_path / "mine")
    code, line = scan(tmp_path)
    assert (code, "cut with --replace" in line) == (2, True), line
    assert files(tmp_path / "mine") == before
    assert scan(tmp_path, "--replace")[0] == 0
    assert mine.read_bytes() != before[mine]


@pytest.mark.parametrize(
    ("name", "size", "said"),
    [
        ("ge-961.png", (60, 60), "expected the name of a counter"),
        ("notes.txt", None, "expected a picture: .png, .jpg, .jpeg"),
        ("{id}.png", (60, 200), "a square, as a counter is"),
        ("{id}.png", (8, 8), "sides of 24 to 12,000 pixels"),
        ("{id}.png", None, "a picture that can be read"),
    ],
)
def test_bad_art_is_one_line(tmp_path: Path, name: str, size: tuple[int, int] | None, said: str) -> None:
    folder = tmp_path / GAME / "art" / "counters"
    folder.mkdir(parents=True)
    path = folder / name.format(id=counters()[0].id)
    if size is None:
        path.write_bytes(b"no picture")
    else:
        save(Image.new("RGB", size), path)
    with pytest.raises(DataError, match=said) as caught:
        load_counters(GAME, numbers={}, overlay=tmp_path)[0].front.draw(px=40)
    assert "\n" not in str(caught.value)


def test_transparent_art_lies_on_white(tmp_path: Path) -> None:
    folder = tmp_path / GAME / "art" / "counters"
    folder.mkdir(parents=True)
    buffer = io.BytesIO()
    Image.new("RGBA", (60, 60), (0, 0, 0, 0)).save(buffer, "PNG")
    (folder / f"{counters()[0].id}.png").write_bytes(buffer.getvalue())
    face = own_art(GAME, tmp_path).face(counters()[0].id)
    assert face is not None
    assert face.draw(px=30, finish="print").getpixel((15, 15)) == (255, 255, 255)
