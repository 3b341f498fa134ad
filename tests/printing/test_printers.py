"""Profiles of printers, and the calibration page read as a person reads it on a printer that errs.

The printer is simulated: it moves what it prints on the front by one `Shift` and what it prints on the back
by another, each seen from its own side. The sheet is turned over about the axis of the preset. What a person
reads is taken from the figures of the page, not from the code that drew it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from counters.fonts import advance
from maps.errors import DataError
from module_builder.printing.calibration import COMB, REACH, end_scales
from module_builder.printing.imposition import Piece, impose
from module_builder.printing.page import Line, Outline, Page, Picture, Rect, Shift, Text
from module_builder.printing.pdf import pdf_bytes
from module_builder.printing.preset import Flip, Preset
from module_builder.printing.printers import (
    Profile,
    calibration_document,
    combined,
    load_profile,
    mirrored,
    printers_file,
    profiles,
    save_profile,
)
from module_builder.vassal.errors import FormatError

A4, LETTER, ACROSS = (210.0, 297.0), (215.9, 279.4), (297.0, 210.0)
SMALL = (148.0, 210.0)
PAPERS = [A4, LETTER, ACROSS]
FLIPS: tuple[Flip, ...] = ("long", "short")
ERRORS = [
    (Shift(), Shift(1.3, -2.1, 0.0)),
    (Shift(), Shift(-2.4, 1.7, -0.9)),
    (Shift(1.2, -0.8, 0.4), Shift(-2.1, 1.7, -0.7)),
    (Shift(-1.9, 2.2, -0.6), Shift(0.4, -1.1, 0.8)),
]
Point = tuple[float, float]


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOCAGE_CONFIG", str(tmp_path / "settings"))


# --- a printer and a person ------------------------------------------------------------------------------


def middle(page: Page) -> Point:
    return page.width / 2, page.height / 2


def over(point: Point, preset: Preset) -> Point:
    """Where a point of one side is seen from the other."""
    x, y = point
    return (preset.paper[0] - x, y) if preset.axis == "vertical" else (x, preset.paper[1] - y)


def back_again(shift: Shift, point: Point, centre: Point) -> Point:
    """The point of a page that a printer puts there."""
    turn = math.radians(-shift.angle)
    dx, dy = point[0] - centre[0] - shift.x, point[1] - centre[1] - shift.y
    return (
        centre[0] + dx * math.cos(turn) - dy * math.sin(turn),
        centre[1] + dx * math.sin(turn) + dy * math.cos(turn),
    )


def figures(page: Page, spot: Point, reach: float) -> Iterator[tuple[float, float, float]]:
    """Figures round a spot: x, y of the middle of the ink, value."""
    for item in page.items:
        if isinstance(item, Text) and re.fullmatch(r"-?\d+", item.text):
            wide = advance(item.text) * item.size
            x = item.x + wide * {"start": 0.5, "middle": 0.0, "end": -0.5}[item.anchor]
            y = item.y - item.size * 0.36
            if max(abs(x - spot[0]), abs(y - spot[1])) < reach:
                yield x, y, float(item.text)


def along(pairs: list[tuple[float, float]], place: float) -> float:
    """The value at a place on a straight scale, from the places of its first and last figure."""
    (low, one), (high, other) = min(pairs), max(pairs)
    for spot, value in pairs:
        assert abs(one + (other - one) * (spot - low) / (high - low) - value) < 0.02
    return one + (other - one) * (place - low) / (high - low)


def read_cross(page: Page, spot: Point) -> Point:
    """x and y of a spot on the scales in the middle of a page."""
    x0, y0 = middle(page)
    found = list(figures(page, (x0, y0), 12))
    rows = {round(y, 1): [] for _, y, _ in found}  # type: dict[float, list[tuple[float, float]]]
    columns = {round(x * 2): [] for x, _, _ in found}  # type: dict[int, list[tuple[float, float]]]
    for x, y, value in found:
        rows[round(y, 1)].append((x, value))
        columns[round(x * 2)].append((y, value))
    across = max(rows.values(), key=len)
    down = [(y, value) for x, y, value in found if all(abs(x - other) > 1e-6 for other, _ in across)]
    return along(across, spot[0]), along(down, spot[1])


def long_line(page: Page) -> tuple[Point, Point]:
    lines = [item for item in page.items if isinstance(item, Line) and item.width == 0.3]
    line = max(lines, key=lambda item: math.dist((item.x1, item.y1), (item.x2, item.y2)))
    return (line.x1, line.y1), (line.x2, line.y2)


def read_angle(front: Page, back: Page, seen: list[Point]) -> float:
    """Sum of the figures where the front's line, seen through the sheet, cuts the two end scales."""
    x0, y0 = middle(back)
    (x1, y1), (x2, y2) = seen
    total = 0.0
    for scale in end_scales((back.width, back.height)):
        spots = list(figures(back, (x0 + scale.x, y0 + scale.y), 11))
        if scale.x:
            at = y1 + (y2 - y1) * (x0 + scale.x - x1) / (x2 - x1)
            total += along([(y, value) for _, y, value in spots], at)
        else:
            at = x1 + (x2 - x1) * (y0 + scale.y - y1) / (y2 - y1)
            total += along([(x, value) for x, _, value in spots], at)
    return total


def strokes(page: Page, spot: Point, across: int) -> list[float]:
    """Places of the strokes of a comb: across where it stands above or below the cross, else down."""
    found = []
    for item in page.items:
        if isinstance(item, Line):
            ends = ((item.x1, item.y1), (item.x2, item.y2))
            same = ends[0][1 - across] == ends[1][1 - across]
            centre = tuple((one + other) / 2 for one, other in zip(*ends, strict=True))
            if same and math.dist(ends[0], ends[1]) < 13 and abs(centre[across] - spot[across]) < 0.01:
                found.append(centre[1 - across])
    return sorted(found)


def read_tenths(front: Page, back: Page, seen: Callable[[Point], Point], grid: Point) -> Point:
    """What the combs say to a tenth: in each the figure of the stroke that meets one of the front's."""
    x0, y0 = middle(back)
    told: tuple[list[float], list[float]] = ([], [])
    for side in (-COMB, COMB):
        for axis, spot in ((0, (x0, y0 + side)), (1, (x0 + side, y0))):
            teeth = strokes(back, spot, 1 - axis)
            assert len(teeth) == 11
            ahead = strokes(front, spot, 1 - axis)
            shown = [seen((at, spot[1]) if axis == 0 else (spot[0], at))[axis] for at in ahead]
            tenth = min(range(11), key=lambda j: min(abs(teeth[j] - at) for at in shown)) - 5
            whole = round(grid[axis] - tenth / 10)
            told[axis].append(whole + tenth / 10)
    return sum(told[0]) / 2, sum(told[1]) / 2


def measured(preset: Preset, flip: Flip, errors: tuple[Shift, Shift], step: float = 0.0) -> Profile:
    """What a person reads on the calibration page of a printer with these errors, rounded to steps."""
    front, back = calibration_document("office", preset.paper, flip=flip).pages
    centre = middle(front)
    ahead, behind = errors
    turned = Preset("turned", "Turned", preset.paper, flip=flip)

    def rounded(value: float) -> float:
        return round(value / step) * step if step else value

    def seen(point: Point) -> Point:
        return back_again(behind, over(ahead.moved(point, centre), turned), centre)

    crease = read_cross(front, back_again(ahead, centre, centre))
    x, y = read_cross(back, seen(centre))
    tenths = read_tenths(front, back, seen, (x, y))
    assert max(abs(tenths[0] - x), abs(tenths[1] - y)) < 0.051
    if step:
        x, y = tenths
    angle = read_angle(front, back, [seen(point) for point in long_line(front)])
    return Profile(
        "office",
        Shift(*(rounded(value) for value in crease)),
        Shift(x, y, rounded(angle)),
        flip,
    )


def misfit(preset: Preset, errors: tuple[Shift, Shift], shifts: tuple[Shift, Shift]) -> float:
    """How far fronts and backs of the same pieces lie apart on paper, at most."""
    pieces = [Piece(str(n), str(n), 20, 30, "f", "b") for n in range(12)]
    made = impose(pieces, preset, front=shifts[0], back=shifts[1])
    front, back = made.pages
    assert (front.shift, back.shift) == shifts
    far = [(0.0, 0.0), (preset.paper[0], 0.0), preset.paper, (0.0, preset.paper[1])]
    pairs = [(point, over(point, preset)) for point in far]
    backs = {i.name.split()[0]: i.trim for i in back.items if isinstance(i, Picture) and i.trim}
    fronts = {i.name.split()[0]: i.trim for i in front.items if isinstance(i, Picture) and i.trim}
    pairs += [(trim.centre, backs[name].centre) for name, trim in fronts.items()]
    assert len(pairs) == 16
    centre = middle(front)
    return max(
        math.dist(
            errors[0].moved(front.shift.moved(one, centre), centre),
            over(errors[1].moved(back.shift.moved(other, centre), centre), preset),
        )
        for one, other in pairs
    )


# --- the round trip --------------------------------------------------------------------------------------


@pytest.mark.parametrize("errors", ERRORS)
@pytest.mark.parametrize("flip", FLIPS)
@pytest.mark.parametrize("paper", PAPERS)
def test_a_calibrated_printer_puts_backs_behind_fronts(
    paper: tuple[float, float], flip: Flip, errors: tuple[Shift, Shift]
) -> None:
    preset = Preset("mine", "Mine", paper, flip=flip)
    assert misfit(preset, errors, (Shift(), Shift())) > 2
    save_profile(measured(preset, flip, errors))
    stored = load_profile("office")
    assert misfit(preset, errors, stored.shifts(preset)) < 0.01
    front = middle(Page(*paper))
    printed = errors[0].moved(stored.shifts(preset)[0].moved(front, front), front)
    assert math.dist(printed, front) < 0.01  # the middle of the fronts lies in the middle of the paper


@pytest.mark.parametrize("flip", FLIPS)
@pytest.mark.parametrize("paper", PAPERS)
def test_without_a_reading_of_the_front_the_back_is_moved_by_what_was_read(
    paper: tuple[float, float], flip: Flip
) -> None:
    preset = Preset("mine", "Mine", paper, flip=flip)
    errors = ERRORS[2]
    back = measured(preset, flip, errors).back
    assert misfit(preset, errors, (Shift(), back)) < 0.01
    assert Profile("office", back=back, flip=flip).shifts(preset) == (Shift(), back)


@pytest.mark.parametrize("flip", FLIPS)
def test_a_printer_measured_on_one_edge_serves_the_other(flip: Flip) -> None:
    """A printer that turns about the other edge prints the same back upside down."""
    other: Flip = "short" if flip == "long" else "long"
    ahead, behind = ERRORS[3]
    preset = Preset("mine", "Mine", A4, flip=other)
    upside_down = Shift(-behind.x, -behind.y, behind.angle)
    stored = measured(Preset("mine", "Mine", A4, flip=flip), flip, (ahead, behind))
    assert misfit(preset, (ahead, upside_down), stored.shifts(preset)) < 0.01


@pytest.mark.parametrize("errors", ERRORS)
def test_readings_to_a_tenth_are_good_enough(errors: tuple[Shift, Shift]) -> None:
    """Tenths of a millimetre and of a degree: half a step of angle is 0.16 mm in the corners of the page."""
    preset = Preset("mine", "Mine", A4)
    assert misfit(preset, errors, measured(preset, "long", errors, 0.1).shifts(preset)) < 0.3


def test_what_is_read_is_what_the_page_shows() -> None:
    """A back that lies 1 mm too far left and 2 mm too low, turned 0.5 degrees anticlockwise."""
    read = measured(Preset("mine", "Mine", A4), "long", (Shift(), Shift(-1, 2, 0))).back
    assert (round(read.x, 6), round(read.y, 6), round(read.angle, 6)) == (1, -2, 0)
    turned = measured(Preset("mine", "Mine", A4), "long", (Shift(), Shift(0, 0, -0.5))).back
    assert (round(turned.x, 6), round(turned.y, 6), round(turned.angle, 3)) == (0, 0, 0.5)


def test_movements_one_after_another() -> None:
    first, second = Shift(1.5, -2, 3), Shift(-0.5, 4, -7)
    point, centre = (17.0, 80.0), (105.0, 148.5)
    both = combined(first, second).moved(point, centre)
    assert math.dist(both, second.moved(first.moved(point, centre), centre)) < 1e-9


@pytest.mark.parametrize("flip", FLIPS)
def test_a_movement_seen_from_behind(flip: Flip) -> None:
    preset = Preset("mine", "Mine", A4, flip=flip)
    shift, point, centre = Shift(1.5, -2, 3), (17.0, 80.0), (105.0, 148.5)
    behind = mirrored(shift, preset.axis).moved(over(point, preset), centre)
    assert math.dist(behind, over(shift.moved(point, centre), preset)) < 1e-9


# --- the page --------------------------------------------------------------------------------------------


def texts(page: Page) -> list[Text]:
    return [item for item in page.items if isinstance(item, Text)]


@pytest.mark.parametrize("paper", [*PAPERS, SMALL, (420.0, 297.0)])
def test_writing_stays_on_the_page_and_off_the_cross(paper: tuple[float, float]) -> None:
    for page in calibration_document("kitchen table", paper).pages:
        x0, y0 = middle(page)
        for text in texts(page):
            wide = advance(text.text, 700 if text.bold else 500) * text.size
            left = text.x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
            box = Rect(left, text.y - text.size * 0.75, wide, text.size)
            assert Rect(5, 5, paper[0] - 10, paper[1] - 10).holds(box), text
            assert text.size >= 1.7
            if re.search("[a-z]{2}", text.text):
                near = Rect(x0 - REACH - 3, y0 - REACH - 3, 2 * REACH + 6, 2 * REACH + 6)
                assert box.right < near.x or box.bottom < near.y or box.x > near.right or box.y > near.bottom


@pytest.mark.parametrize("paper", [A4, ACROSS, SMALL])
def test_the_bar_measures_100_mm(paper: tuple[float, float]) -> None:
    front = calibration_document("office", paper).pages[0]
    boxes = [item.box for item in front.items if isinstance(item, Outline)]
    ends = {
        round(i.x1, 6) for i in front.items if isinstance(i, Line) and i.x1 == i.x2 and i.y1 > paper[1] - 16
    }
    assert max(ends) - min(ends) == pytest.approx(100)
    assert min(box.x for box in boxes) == pytest.approx(min(ends))
    assert {round(box.width, 6) for box in boxes} == {10}
    assert any(text.text == "100 mm" for text in texts(front))


@pytest.mark.parametrize("paper", PAPERS)
def test_strokes_stand_every_half_millimetre_and_tenth_of_a_degree(paper: tuple[float, float]) -> None:
    front, back = calibration_document("office", paper).pages
    x0, y0 = middle(front)
    for page in (front, back):
        near = {
            round(i.x1 - x0, 6)
            for i in page.items
            if isinstance(i, Line) and i.x1 == i.x2 and abs(i.y1 - y0) < 9
        }
        assert {n / 2 for n in range(-16, 17)} <= near
    scale = end_scales(paper)[0]
    reach = 2 * math.hypot(scale.x, scale.y)
    assert scale.degree == pytest.approx(reach * math.tan(math.radians(1)), rel=2e-4)
    assert scale.degree / 10 > 0.35  # a tenth can be read


def test_the_page_says_what_to_type() -> None:
    for flip, end in (("long", "angle"), ("short", "angle --flip short")):
        front, back = calibration_document("kitchen table", A4, flip=flip).pages
        command = " ".join(text.text for text in texts(back) if text.bold)
        assert f"module-builder printer set 'kitchen table' --front x,y --back x,y,{end}" in command
        assert f"turned on the {flip} edge" in " ".join(text.text for text in texts(front)).replace("  ", " ")
        assert texts(front)[-1].text != texts(back)[-1].text


def test_the_page_is_a_pdf_with_two_pages() -> None:
    data = pdf_bytes(calibration_document("Büro", A4))
    assert data == pdf_bytes(calibration_document("Büro", A4))
    assert data.count(b"/TrimBox") == 2


@pytest.mark.parametrize(
    ("paper", "flip", "expected"),
    [
        ((80.0, 200.0), "long", "paper, 80 x 200 mm: expected at least 140 x 200 mm for a calibration page"),
        (A4, "left", "flip, left: expected long or short"),
    ],
)
def test_what_makes_no_page(paper: tuple[float, float], flip: str, expected: str) -> None:
    with pytest.raises(DataError) as fault:
        calibration_document("office", paper, flip=flip)
    assert str(fault.value) == expected


# --- profiles --------------------------------------------------------------------------------------------


def test_profiles_are_stored_beside_each_other() -> None:
    assert profiles() == {}
    first = Profile("office", Shift(0.25, -0.5), Shift(1 / 3, 1.1, 0.2))
    second = Profile("Büro 2 (Keller)", back=Shift(-1, 0), flip="short")
    for profile in (first, second, Profile("office")):
        path = save_profile(profile)
    save_profile(first)
    assert path == printers_file()
    assert profiles() == {"Büro 2 (Keller)": second, "office": first}
    assert load_profile("office") == first
    assert [file.name for file in path.parent.iterdir()] == ["printers.toml"]


def test_the_file_is_the_same_however_it_came_about() -> None:
    for names in ("ab", "ba"):
        for name in names:
            path = save_profile(Profile(name, Shift(0.1, 0.2)))
        text = path.read_bytes()
        path.unlink()
    assert text.startswith(b"# What `module-builder printer set` stored")
    assert text.index(b'[printer."a"]') < text.index(b'[printer."b"]')


def test_the_folder_is_the_users_unless_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BOCAGE_CONFIG")
    monkeypatch.setenv("HOME", "/nowhere")
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    assert printers_file().parts[-2:] == ("bocage", "printers.toml")


def test_an_unknown_printer_is_told_with_the_known_ones() -> None:
    with pytest.raises(
        DataError, match="there is none yet; start with module-builder printer calibrate ofice"
    ):
        load_profile("ofice")
    save_profile(Profile("office"))
    save_profile(Profile("study"))
    with pytest.raises(DataError) as fault:
        load_profile("ofice")
    assert str(fault.value) == "printer, ofice: expected one of office, study; did you mean office?"


@pytest.mark.parametrize(
    ("name", "shift", "expected"),
    [
        ("", Shift(), "printer, '': expected a name of 1 to 60 letters"),
        ("a/b", Shift(), "printer, 'a/b': expected a name"),
        ("a\nb", Shift(), "expected a name"),
        ("x" * 61, Shift(), "expected a name"),
        (" x", Shift(), "expected a name"),
        ("x", Shift(30, 0), "printer x, back: expected at most 20 mm, not 30"),
        ("x", Shift(0, math.nan), "printer x, back: expected at most 20 mm, not nan"),
        ("x", Shift(0, 0, -6), "printer x, back: expected at most 5 degrees, not -6"),
    ],
)
def test_what_no_printer_is(name: str, shift: Shift, expected: str) -> None:
    with pytest.raises(DataError) as fault:
        Profile(name, back=shift)
    assert expected in str(fault.value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[printer.x", "printers.toml: expected valid TOML"),
        ("[printers.x]", "printers.toml, key printers: expected one of the keys printer"),
        ("printer = 3", "printers.toml, printer: expected a table for each printer"),
        ("[printer]\nx = 3", "printers.toml, printer.x: expected a table with the keys front, back, flip"),
        (
            "[printer.x]\nfrnt = [0, 0]",
            "printers.toml, printer.x: expected the keys front, back, flip, not frnt",
        ),
        (
            "[printer.x]\nfront = [0]",
            "printers.toml, printer.x.front: expected [x, y] or [x, y, angle], not [0]",
        ),
        ("[printer.x]\nback = ['a', 0]", "printers.toml, printer.x.back: expected [x, y]"),
        ("[printer.x]\nback = [true, 0]", "printers.toml, printer.x.back: expected [x, y]"),
        ("[printer.x]\nback = [0, 99]", "printer x, back: expected at most 20 mm, not 99"),
        ("[printer.x]\nflip = 'left'", "printers.toml, printer.x.flip: expected long or short, not 'left'"),
    ],
)
def test_a_damaged_file_is_told_and_kept(text: str, expected: str) -> None:
    path = printers_file()
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    for use in (profiles, lambda: save_profile(Profile("office"))):
        with pytest.raises(DataError) as fault:
            use()
        assert str(fault.value).startswith(expected)
    assert path.read_text(encoding="utf-8") == text


def test_a_folder_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("BOCAGE_CONFIG", str(tmp_path / "file" / "settings"))
    with pytest.raises(FormatError, match="folder: expected one that can be made"):
        save_profile(Profile("office"))
