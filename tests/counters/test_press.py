"""Counters for print: the published sheets, keys of content, bleed, safe area, corners, parallel drawing."""

from __future__ import annotations

import dataclasses
import functools
import io
import itertools
import os
import shutil
import subprocess
import sys
from collections import Counter as Tally
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageDraw

import counters
from adjudicator.saves.looks import counter_px, piece_px
from counters import mix, press
from counters.catalog import load_markers, load_units
from counters.cut_check import face_warnings
from counters.faces import PrintedFace, content_key
from counters.overlays import Cut, Finish, cut_of
from counters.palette import Palette, load_palette
from counters.press import Counter, Job, counter_jobs, draw, draw_faces, load_counters
from counters.render import unit_faces, unit_layout
from counters.stock import Stock
from maps.album import Album
from maps.errors import DataError
from module_builder.kit import load_kit
from tests.counters.measuring import ink_of, rgb

GAMES = ("breakout-normandy", "dark-summer")
MIX = {game: load_counters(game, numbers={"omaha-beach": 30, "utah-beach": 51}) for game in GAMES}
BY_ID = {game: {counter.id: counter for counter in mix} for game, mix in MIX.items()}
EVERY = [(game, counter) for game, mix in MIX.items() for counter in mix]
BLEED = 0.6
SUPPORT = ("us-1", "us-2", "br-1", "br-2")


def jobs_of(
    game: str, *, dpi: int = 130, bleed: float = BLEED, safe: float = 0.8
) -> dict[tuple[str, str], Job]:
    return counter_jobs(MIX[game], dpi=dpi, bleed_mm=bleed, safe_mm=safe)


# The published sheets


@pytest.mark.parametrize(
    ("game", "total", "sheet"), [("breakout-normandy", 436, 218), ("dark-summer", 384, 192)]
)
def test_the_mix_fills_both_counter_sheets(game: str, total: int, sheet: int) -> None:
    assert sum(counter.count for counter in MIX[game]) == total
    assert [sum(c.copies([number]) for c in MIX[game]) for number in (1, 2, 3)] == [sheet, sheet, 0]
    assert press.sheet_size(game) == sheet


@pytest.mark.parametrize("game", GAMES)
def test_every_unit_is_one_counter_and_every_marker_as_many_as_counted(game: str) -> None:
    units, markers = load_units(game), load_markers(game)
    ids = [counter.id for counter in MIX[game]]
    assert ids == [uid for uid, unit in units.items() if "hidden" not in unit.marks] + list(markers)
    assert {c.id: c.count for c in MIX[game] if c.id in markers} == {m.id: m.count for m in markers.values()}
    assert all(c.count == 1 for c in MIX[game] if c.id in units)


@pytest.mark.parametrize(
    ("game", "sizes"),
    [
        ("breakout-normandy", {15.875: [88, 88, 0], 12.7: [130, 130, 0]}),
        ("dark-summer", {14.2875: [192, 192, 0]}),
    ],
)
def test_sizes_are_those_of_the_published_game(game: str, sizes: dict[float, list[int]]) -> None:
    for size, counts in sizes.items():
        mix = [counter for counter in MIX[game] if counter.size == size]
        assert [sum(counter.copies([sheet]) for counter in mix) for sheet in (1, 2, 3)] == counts
    assert {counter.size for counter in MIX[game]} == set(sizes)


def test_of_breakout_the_larger_ones_are_those_that_lead_or_hold_an_area() -> None:
    """Which are larger is not published; ours are Point Units (8.375), Coastal Artillery and Turn."""
    units = load_units("breakout-normandy")
    larger = {counter.id for counter in MIX["breakout-normandy"] if counter.size > 13}
    held = {uid for uid, unit in units.items() if unit.type in {"infantry", "armor", "coastal-artillery"}}
    assert larger == {*held, "turn"}


def test_what_a_counter_is() -> None:
    regiment, corps = (BY_ID["breakout-normandy"][uid] for uid in ("ge-916", "ge-84-art"))
    assert (regiment.name, regiment.side, regiment.nationality) == ("916 Rgt, 352 Div", "german", "german")
    assert (regiment.formation, corps.formation) == ("352", "84")
    marker = BY_ID["breakout-normandy"]["disruption"]
    assert (marker.side, marker.nationality, marker.formation, marker.count) == ("", "", "", 60)


def with_stock(monkeypatch: pytest.MonkeyPatch, stock: Stock | None) -> None:
    palette = dataclasses.replace(load_palette("breakout-normandy"), stock=stock)
    monkeypatch.setattr(press, "load_palette", lambda _game, _overlay=None: palette)


def test_a_marker_may_stand_on_two_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    with_stock(monkeypatch, Stock(15.875, 70))
    mix = load_counters("breakout-normandy", numbers={})
    assert [sum(c.copies([number]) for c in mix) for number in range(1, 8)] == [70] * 6 + [436 - 420]
    split = next(c for c in mix if c.over)
    assert (split.id, split.copies(), split.count) == ("disruption", 60, 60)
    assert split.copies([split.sheet]) == 60 - split.over > 0
    assert split.copies([split.sheet + 1]) == split.over > 0
    assert len({c.id for c in mix}) == len(mix)


def test_units_of_another_size_are_cut_so(monkeypatch: pytest.MonkeyPatch) -> None:
    with_stock(monkeypatch, Stock(15.875, 176, {"battalion": 12.7}))
    units = load_units("breakout-normandy")
    for counter in load_counters("breakout-normandy", numbers={}):
        battalion = counter.id in units and units[counter.id].size == "battalion"
        assert counter.size == (12.7 if battalion else 15.875)


def test_what_is_smaller_on_paper_only_is_one_size_in_the_module(monkeypatch: pytest.MonkeyPatch) -> None:
    stock = Stock(
        15.875, 218, {}, {}, {"flak": 12.7, "marker": 12.7, "turn": 15.875}, {15.875: 88, 12.7: 130}
    )
    with_stock(monkeypatch, stock)
    units = load_units("breakout-normandy")
    for counter in load_counters("breakout-normandy", numbers={}):
        small = counter.id not in units or units[counter.id].type == "flak"
        assert counter.size == (12.7 if small and counter.id != "turn" else 15.875)
    palette, kit = load_palette("breakout-normandy"), load_kit("breakout-normandy")
    assert {unit.size for unit in units.values()} >= {"battalion", "regiment"}
    assert {piece_px(kit, size) for size in ("", "battalion", "regiment")} == {counter_px(kit)} == {66}
    assert {mix.drawn_px(palette, 66, size) for size in ("", "battalion")} == {66}
    assert mix.drawn_px(palette, 66, "battalion", "flak") == mix.drawn_px(palette, 66, "", "control") == 53
    assert mix.drawn_px(palette, 66, "", "turn") == mix.drawn_px(palette, 66, "regiment", "infantry") == 66


@pytest.mark.parametrize("name", ["flack", "turns", "battalion"])
def test_a_size_on_paper_that_nothing_has_is_named(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    with_stock(monkeypatch, Stock(15.875, 176, cut={name: 12.7}))
    with pytest.raises(DataError, match=rf"print\.cut\.{name}: expected a type of unit or a marker: .*flak"):
        load_counters("breakout-normandy", numbers={})


def test_a_size_that_no_unit_has_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with_stock(monkeypatch, Stock(15.875, 176, {"batallion": 12.7}))
    with pytest.raises(
        DataError, match=r"print\.sizes\.batallion: expected a size of the units: .*battalion"
    ):
        load_counters("breakout-normandy", numbers={})


def test_a_game_without_sizes_is_not_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    with_stock(monkeypatch, None)
    with pytest.raises(DataError, match="print: expected this table"):
        load_counters("breakout-normandy", numbers={})


# Keys


def key_of(change: dict[str, object], palette: Palette | None = None) -> tuple[str, str]:
    unit = dataclasses.replace(load_units("breakout-normandy")["ge-916"], **change)  # type: ignore[arg-type]
    front, back = unit_faces(
        unit, numbers={"omaha-beach": 30}, palette=palette or load_palette("breakout-normandy")
    )
    return front.key, back.key


@pytest.mark.parametrize("change", [{"af": 9}, {"name": "917"}, {"kind": "static"}, {"division": "353"}])
def test_a_change_of_what_is_printed_changes_the_key(change: dict[str, object]) -> None:
    assert key_of(change) != key_of({})


@pytest.mark.parametrize("change", [{"title": "X"}, {"id": "x"}, {"airborne": True}, {"side": "allied"}])
def test_a_change_of_what_is_not_printed_changes_no_key(change: dict[str, object]) -> None:
    assert key_of(change) == key_of({})


def test_the_place_of_set_up_is_printed_on_the_back_only() -> None:
    front, back = key_of({"entry": ("nowhere",)})
    assert front == key_of({})[0]
    assert back != key_of({})[1]


def test_only_a_units_own_colours_change_its_key() -> None:
    palette = load_palette("breakout-normandy")
    other = dataclasses.replace(palette.scheme("us"), ground="#000000")
    repainted = dataclasses.replace(palette, schemes={**palette.schemes, "us": other})
    assert key_of({}, repainted) == key_of({})
    own = dataclasses.replace(palette, schemes={**palette.schemes, "wehrmacht": other})
    assert key_of({}, own) != key_of({})
    division = dataclasses.replace(palette, divisions={**palette.divisions, ("german", "352"): "#000000"})
    assert key_of({}, division) != key_of({})


def test_a_key_is_the_same_in_every_process() -> None:
    code = "from counters.press import load_counters as l; print(l('dark-summer', numbers={})[5].front.key)"
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    out = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    ).stdout
    assert out.strip() == load_counters("dark-summer", numbers={})[5].front.key


def test_a_value_that_is_the_default_does_not_count() -> None:
    assert content_key(Stock(1.0, 2)) == content_key(Stock(1.0, 2, {}))
    assert content_key(Stock(1.0, 2)) != content_key(Stock(1.0, 3))


def test_an_owners_correction_changes_one_counter(tmp_path: Path) -> None:
    folder = tmp_path / "breakout-normandy"
    folder.mkdir()
    source = Path(counters.__file__).parent / "breakout_normandy" / "units.csv"
    lines = source.read_text(encoding="utf-8").splitlines(keepends=True)
    row = next(i for i, line in enumerate(lines) if line.startswith("ge-916,"))
    lines[row] = lines[row].replace(",4,4,4,2,", ",5,4,4,2,")
    for place in (folder, tmp_path):
        (place / "units.csv").write_text("".join(lines), encoding="utf-8")
    corrected = load_counters("breakout-normandy", numbers={}, overlay=tmp_path)
    plain = load_counters("breakout-normandy", numbers={})
    assert [one.id for one, other in zip(corrected, plain, strict=True) if one != other] == ["ge-916"]
    shutil.rmtree(folder)


def test_the_key_of_a_job_holds_size_resolution_bleed_and_safe_area() -> None:
    face = MIX["dark-summer"][0].front
    jobs = [Job(face, 14, 600, 0.6, 0.8), Job(face, 15, 600, 0.6, 0.8), Job(face, 14, 300, 0.6, 0.8)]
    jobs += [Job(face, 14, 600, 0.7, 0.8), Job(face, 14, 600, 0.6, 0.9), Job(MIX["dark-summer"][0].back, 14)]
    assert len({job.key for job in jobs}) == 6
    assert Job(face, 14, 600, 0.6, 0.8).key == jobs[0].key


# Bleed and safe area


@pytest.mark.parametrize(
    ("size", "dpi", "bleed", "px"), [(15.875, 600, 0, 375), (14.2875, 600, 0.6, 366), (12.7, 300, 3.175, 225)]
)
def test_a_face_has_the_pixels_of_its_size(size: float, dpi: int, bleed: float, px: int) -> None:
    image = draw(Job(MIX["dark-summer"][0].front, size, dpi, bleed, 0.8))
    assert (image.mode, image.size) == ("RGB", (px, px))


def edges(image: Image.Image, depth: int) -> Iterator[Image.Image]:
    side = image.width
    yield image.crop((0, 0, side, depth))
    yield image.crop((0, side - depth, side, side))
    yield image.crop((0, 0, depth, side))
    yield image.crop((side - depth, 0, side, side))


@pytest.mark.parametrize("safe", [0.8, 3.175])
@pytest.mark.parametrize("game", GAMES)
def test_no_ink_lies_outside_the_safe_area(game: str, safe: float) -> None:
    for name, job in list(jobs_of(game, safe=safe).items())[::5]:
        image, grounds = draw(job), [rgb(color) for color in job.face.grounds]
        ranges = [(min(channel), max(channel)) for channel in zip(*grounds, strict=True)]
        for edge in edges(image, int((BLEED + safe) * job.dpi / 25.4) - 1):
            found = edge.getcolors(edge.width * edge.height) or []
            plain = sum(count for count, color in found if color in grounds)
            assert plain >= edge.width * edge.height * (1 if len(grounds) == 1 else 0.85), name
            for _, color in found:  # where two grounds meet, smoothing puts what is between them
                assert isinstance(color, tuple)
                assert all(low <= c <= high for c, (low, high) in zip(color, ranges, strict=True)), name


@pytest.mark.parametrize("game", GAMES)
def test_what_runs_off_the_edge_runs_on_through_the_bleed(game: str) -> None:
    for (uid, side), job in list(jobs_of(game, bleed=2).items())[::5]:
        image, deep = draw(job), round(2 * job.dpi / 25.4)
        high = image.height
        for left in (0, high - deep):
            line = image.crop((left and left - 1, 0, (left and left - 1) + 1, high))
            inner = line if left else image.crop((deep, 0, deep + 1, high))
            outer = image.crop((left, 0, left + deep, high))
            assert ImageChops.difference(outer, inner.resize(outer.size)).getbbox() is None, (uid, side)


def ink_box(job: Job) -> tuple[float, float, float, float]:
    """Where the art of a face on one ground lies, in millimetres from the cut."""
    image = draw(job)
    blank = Image.new("RGB", image.size, job.face.grounds[0])
    box = ImageChops.difference(image, blank).getbbox()
    assert box is not None
    left, top, right, bottom = (edge * 25.4 / job.dpi - job.bleed_mm for edge in box)
    return left, top, job.size_mm - right, job.size_mm - bottom


@pytest.mark.parametrize("safe", [0.8, 1.5, 3.175])
def test_art_is_no_smaller_than_the_safe_area_asks(safe: float) -> None:
    counter = BY_ID["breakout-normandy"]["ge-1-919"]
    nearest = min(ink_box(Job(counter.front, counter.size, 600, 0.6, safe)))
    assert safe - 0.03 <= nearest <= safe + 0.35


def test_strips_and_bands_reach_the_edge_whatever_the_margin() -> None:
    counter = BY_ID["dark-summer"]["us-29-116"]
    palette = load_palette("dark-summer")
    job = Job(counter.back, counter.size, 300, 3.175, 3.175)
    back, front = draw(job), draw(dataclasses.replace(job, face=counter.front))
    pale, band = rgb(palette.scheme("us").spent), rgb(palette.bands["wave-1"])
    last = back.width - 1
    assert {back.getpixel((x, last)) for x in (0, last // 2, last)} == {pale}
    assert back.getpixel((0, 0)) == rgb(palette.scheme("us").ground)
    assert band in [front.getpixel((0, y)) for y in range(last)]
    assert band in [front.getpixel((last, y)) for y in range(last)]


@pytest.mark.parametrize("safe", [0.5, 0.8, 3.175])
def test_the_white_side_keeps_a_rim_all_around(safe: float) -> None:
    counter = BY_ID["breakout-normandy"]["ge-916"]
    image = draw(Job(counter.back, counter.size, 600, 0, safe))
    ground, white = (rgb(color) for color in counter.back.grounds)
    middle = image.height - round(0.14 * image.height)
    row = [image.getpixel((x, middle)) for x in range(image.width)]
    rim = row.index(white) * 25.4 / 600
    assert 0.85 < rim < max(0.95, 0.65 * safe)
    assert row[::-1].index(white) == pytest.approx(row.index(white), abs=1)
    assert row[0] == ground


@pytest.mark.parametrize("safe", [0.0, 0.5, 0.8, 1.5, 3.175])
def test_no_print_of_a_white_side_touches_its_rim(safe: float) -> None:
    cut = Cut.around(15.875, bleed=0.6, safe=safe).rimmed()
    for unit in load_units("breakout-normandy").values():
        layout = unit_layout(unit, side="spent", entry_label="57", entry_shape="circle")
        boxes = [ink_of(text, 375) for text in layout.texts] + [b for b in (layout.oval, layout.entry) if b]
        near = min(min(b.left, b.top, 100 - b.right, 100 - b.bottom) for b in boxes)
        assert cut.margin + near * (1 - cut.margin / 50) > cut.rim + 0.4, unit.id


def test_a_safe_area_that_leaves_nothing_is_refused() -> None:
    with pytest.raises(
        DataError, match=r"safe area, 6 mm: expected less than 5\.7 mm for a counter of 15\.9"
    ):
        draw(Job(MIX["breakout-normandy"][0].front, 15.9, 300, 0, 6))


def test_the_screen_has_no_cut() -> None:
    assert cut_of("screen") == Cut(0, 0)
    assert cut_of("print") == Cut(3, 0)


# Warnings


def dotted(*, px: int, finish: Finish, at: tuple[float, float]) -> Image.Image:
    """A black dot of 0.4 mm about a point of a counter of 15 mm that has 1 mm of bleed."""
    image, dot = Image.new("RGB", (px, px), "#ffffff"), px / 17
    x, y = ((value + 1) * dot for value in at)
    ImageDraw.Draw(image).rectangle(
        (x - 0.2 * dot, y - 0.2 * dot, x + 0.2 * dot, y + 0.2 * dot), fill="#000000"
    )
    return image


def warned(at: tuple[float, float], safe: float, corner: float) -> tuple[str, ...]:
    job = Job(PrintedFace.of(functools.partial(dotted, at=at), ("#ffffff",)), 15, 300, 1, safe)
    picture = io.BytesIO()
    job.face.draw(px=job.px, finish="print").save(picture, "PNG")
    return face_warnings({("x", "front"): job}, {job.key: picture.getvalue()}, corner_mm=corner)


@pytest.mark.parametrize(
    ("at", "safe", "corner", "expected"),
    [
        ((7.5, 7.5), 2, 3, ()),
        ((7.5, 1.4), 1, 0, ()),
        ((7.5, 1.0), 1, 0, ("x front: art less than 1 mm from the cut",)),
        ((14.0, 7.5), 1, 0, ("x front: art less than 1 mm from the cut",)),
        ((7.5, -0.5), 0, 0, ("x front: art less than 0 mm from the cut",)),
        ((0.7, 0.7), 0, 2, ("x front: art across a corner of 2 mm",)),
        ((0.9, 0.9), 0, 2, ()),
        ((0.9, 0.9), 0, 3, ("x front: art across a corner of 3 mm",)),
        ((14.1, 0.9), 0, 3, ("x front: art across a corner of 3 mm",)),
        ((0.9, 14.1), 0, 3, ("x front: art across a corner of 3 mm",)),
        ((14.1, 14.1), 0, 3, ("x front: art across a corner of 3 mm",)),
        ((14.1, 14.1), 1, 2.5, ("x front: art less than 1 mm from the cut",)),
    ],
)
def test_art_over_a_line_is_named(
    at: tuple[float, float], safe: float, corner: float, expected: tuple[str, ...]
) -> None:
    assert warned(at, safe, corner) == expected


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("bleed", "safe", "corner", "step"), [(0.6, 0.8, 2.0, 1), (3.175, 3.175, 3.0, 3)])
def test_no_counter_of_ours_is_touched(
    game: str, bleed: float, safe: float, corner: float, step: int
) -> None:
    jobs = dict(list(jobs_of(game, bleed=bleed, safe=safe).items())[::step])
    assert face_warnings(jobs, draw_faces(jobs.values(), workers=1), corner_mm=corner) == ()


def test_wide_corners_of_a_counter_printed_to_the_edge_are_named() -> None:
    jobs = jobs_of("dark-summer", safe=0)
    jobs = {name: job for name, job in jobs.items() if name[0].startswith(("tac-air", "us-1-"))}
    lines = face_warnings(jobs, draw_faces(jobs.values(), workers=1), corner_mm=5)
    assert lines == tuple(f"tac-air-{n} front: art across a corner of 5 mm" for n in SUPPORT)


# Drawing in parallel


def test_processes_draw_what_one_draws_and_each_content_once() -> None:
    jobs = list(jobs_of("dark-summer", dpi=60).values())
    jobs = jobs[-60:] + jobs[-40:]
    seen: list[tuple[int, int]] = []
    alone = draw_faces(jobs, workers=1, progress=lambda done, total: seen.append((done, total)))
    assert list(alone) == list(dict.fromkeys(job.key for job in jobs))
    assert seen == [(i + 1, len(alone)) for i in range(len(alone))]
    assert len(alone) < 60  # markers with two equal faces
    assert list(draw_faces(jobs, workers=2).items()) == list(alone.items())


def test_a_picture_says_its_resolution() -> None:
    job = Job(MIX["dark-summer"][0].front, 14.2875, 600, 0.6, 0.8)
    with Image.open(io.BytesIO(draw_faces([job], workers=1)[job.key])) as image:
        assert image.info["dpi"] == pytest.approx((600, 600), abs=0.1)
        assert image.mode == "RGB"
        assert image.tobytes() == draw(job).tobytes()


def test_no_jobs_no_pictures() -> None:
    assert draw_faces([]) == {}


# What is printed is legible


def test_every_sign_on_a_counter_is_in_the_font() -> None:
    from counters.fonts import WEIGHTS, font

    printed = Tally[str]()
    for game in GAMES:
        for unit in load_units(game).values():
            printed.update(unit.name + unit.division + unit.corps)
        for front, back in load_palette(game).faces.values():
            printed.update(f"{front.title}{front.value}{back.title}{back.value}")
    signs = set(printed) | set("Götz Sainte-Mère-Église Füsilier Écos Œuilly façade Saint-Lô")
    for weight, sign in itertools.product(WEIGHTS, signs - set(" \n")):
        absent = bytes(font(60, weight).getmask("\u0e01"))
        assert bytes(font(60, weight).getmask(sign)) != absent, sign


def test_counters_are_equal_by_content() -> None:
    again = load_counters("dark-summer", numbers={"omaha-beach": 30, "utah-beach": 51})
    assert again == MIX["dark-summer"]
    assert isinstance(again[0], Counter)


def test_faces_of_an_album_are_those_that_are_drawn(tmp_path: Path) -> None:
    counters = load_counters(GAMES[0], numbers={})[:4]
    jobs = list(counter_jobs(counters, dpi=100, bleed_mm=0.6, safe_mm=0.8).values())
    drawn, album = draw_faces(jobs, workers=1), Album(tmp_path)
    draw_faces(jobs[3:5], workers=1, album=album)
    seen: list[int] = []
    mixed = draw_faces(jobs, workers=1, album=album, progress=lambda done, _: seen.append(done))
    assert list(mixed.items()) == list(drawn.items())
    assert len(seen) == len(drawn) - 2
    assert draw_faces(jobs, workers=1, album=album, progress=lambda *_: seen.clear()) == drawn
    assert seen, "nothing is drawn again"
