"""Units and markers as drawn: every print inside its box, nothing over anything, colours by nationality."""

from __future__ import annotations

import dataclasses
import io
import itertools
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

import counters
from counters import fonts
from counters.catalog import Marker, Unit, load_markers, load_units
from counters.drawing import SUPERSAMPLE
from counters.encoding import png_bytes
from counters.geometry import Box
from counters.icons import ICONS
from counters.layouts import box_of
from counters.markers import draw_face, draw_marker, face_texts
from counters.mix import draw_all
from counters.overlays import draw_moved, draw_status
from counters.palette import Face, is_dark, load_palette, parse_palette
from counters.render import Side, draw_unit, entry_mark, unit_faces, unit_layout
from counters.symbols import KINDS, SIZES
from maps.errors import DataError
from tests.counters.measuring import changed, ink_of, inside, rgb
from tests.every import for_every

GAME = "breakout-normandy"
UNITS = load_units(GAME)
MARKERS = load_markers(GAME)
FRAME = box_of("fresh", "symbol")
PALETTE = load_palette(GAME)
SIDES: tuple[Side, ...] = ("fresh", "spent")
LABELS = [("", ""), ("3", "circle"), ("57", "circle"), ("A", "box"), ("B/C", "box")]
SHEET = Path(counters.__file__).parent / "breakout_normandy" / "sheet.toml"
RIFLES = Unit(
    "x",
    "916",
    "916 Rgt",
    "german",
    "german",
    "wehrmacht",
    "infantry",
    "infantry",
    "regiment",
    "352",
    "",
    4,
    4,
    4,
    2,
)
GUNS = dataclasses.replace(RIFLES, type="field-artillery", kind="artillery")
BATTERY = dataclasses.replace(
    RIFLES,
    name="Vierville",
    type="coastal-artillery",
    kind="coastal",
    size="battery",
    division="",
    af=None,
    mf=None,
)
FLAK = dataclasses.replace(RIFLES, type="flak", kind="flak", af=None)
CORPS = dataclasses.replace(GUNS, name="VIII", division="", corps="VIII", size="group")


def ids(value: object) -> str:
    return value.id if isinstance(value, Unit | Marker) else str(value)


# Every unit of the game


@pytest.mark.parametrize("px", [68, 300])
@pytest.mark.parametrize("side", SIDES)
def test_all_print_stays_in_its_box_and_on_the_counter(side: Side, px: int) -> None:
    for unit, (text, shape) in itertools.product(UNITS.values(), LABELS):
        for item in unit_layout(unit, side=side, entry_label=text, entry_shape=shape).texts:
            ink = ink_of(item, px)
            assert inside(ink, item.box), (unit.id, item)
            assert inside(ink, Box(3, 3, 97, 97), 0), (unit.id, item)


@pytest.mark.parametrize("side", SIDES)
def test_no_print_covers_another_or_the_symbol(side: Side) -> None:
    for unit, (text, shape) in itertools.product(UNITS.values(), LABELS):
        layout = unit_layout(unit, side=side, entry_label=text, entry_shape=shape)
        inks = [ink_of(item, 68).shrunk(0.2) for item in layout.texts]
        shapes = [FRAME, *(box for box in (layout.underline, layout.entry) if box)]
        for one, other in itertools.combinations(inks, 2):
            assert not one.overlaps(other), (unit.id, layout)
        for ink, shape_box in itertools.product(inks, shapes):
            assert not ink.overlaps(shape_box) or inside(ink, shape_box), (unit.id, layout)
        for one, other in itertools.combinations(shapes, 2):
            assert not one.overlaps(other)


@pytest.mark.parametrize("side", SIDES)
def test_print_is_large_enough_to_read_at_68_pixels(side: Side) -> None:
    for unit in UNITS.values():
        layout = unit_layout(unit, side=side, entry_label="57", entry_shape="circle")
        assert all(item.em(2.72) / SUPERSAMPLE >= 6.4 for item in layout.marks), unit.id
        assert all(item.em(2.72) / SUPERSAMPLE >= 9 for item in layout.numbers), unit.id


def test_every_kind_and_size_of_the_game_has_a_drawing() -> None:
    assert {unit.kind for unit in UNITS.values()} <= set(KINDS)
    assert {unit.size for unit in UNITS.values()} <= set(SIZES)


def test_every_division_of_three_units_has_a_colour_of_its_own() -> None:
    members: dict[tuple[str, str], int] = {}
    for unit in UNITS.values():
        if unit.division:
            members[unit.nationality, unit.division] = members.get((unit.nationality, unit.division), 0) + 1
    large = {key for key, count in members.items() if count >= 3}
    assert large <= set(PALETTE.divisions)
    for nationality in ("german", "us", "british"):
        colors = [PALETTE.divisions[key] for key in large if key[0] == nationality]
        assert len(colors) == len(set(colors))


def test_no_two_units_have_the_same_fresh_side_unless_they_print_the_same() -> None:
    seen: dict[bytes, Unit] = {}
    for unit in UNITS.values():
        other = seen.setdefault(draw_unit(unit, side="fresh", px=68).tobytes(), unit)
        if other is not unit:
            assert (other.name, other.division, other.kind) == (unit.name, unit.division, unit.kind)


# Colours, rule 4.1


@for_every(UNITS.values(), name=lambda u: u.id)
def test_the_ground_tells_the_nationality(unit: Unit) -> None:
    fresh = draw_unit(unit, side="fresh", px=68)
    spent = draw_unit(unit, side="spent", px=68)
    scheme = PALETTE.scheme(unit.branch)
    assert fresh.getpixel((34, 64)) == (*rgb(scheme.ground), 255)
    assert spent.getpixel((34, 64)) == (*rgb(scheme.spent), 255)


@pytest.mark.parametrize(
    ("branch", "channel"), [("us", 1), ("british", 0), ("canadian", 0), ("wehrmacht", 2), ("luftwaffe", 2)]
)
def test_green_tan_and_blue(branch: str, channel: int) -> None:
    ground = rgb(PALETTE.scheme(branch).ground)
    assert max(ground) == ground[channel]


def test_ss_is_black_with_white_print() -> None:
    scheme = PALETTE.scheme("ss")
    assert is_dark(scheme.ground)
    assert scheme.ink == scheme.mark == "#ffffff"


def test_canadians_have_british_ground_and_their_own_print() -> None:
    canadian, british = PALETTE.scheme("canadian"), PALETTE.scheme("british")
    assert canadian.ground == british.ground
    assert canadian.mark != british.mark


@pytest.mark.parametrize("branch", sorted(PALETTE.schemes))
def test_spent_sides_are_pale(branch: str) -> None:
    assert min(rgb(PALETTE.scheme(branch).spent)) >= 0xE8


@pytest.mark.parametrize("branch", sorted(PALETTE.schemes))
def test_print_stands_out_from_its_ground(branch: str) -> None:
    scheme = PALETTE.scheme(branch)
    assert is_dark(scheme.ink) != is_dark(scheme.ground)
    assert is_dark(scheme.deep)


def test_a_dark_division_colour_gets_a_white_glyph() -> None:
    tank = next(u for u in UNITS.values() if u.division == "12SS" and u.kind == "tank")
    for side in SIDES:
        colors = {
            color for _, color in draw_unit(tank, side=side, px=300, finish="print").getcolors(9999) or []
        }
        assert rgb(PALETTE.divisions["german", "12SS"]) in colors
        assert (255, 255, 255) in colors


# Factors, arrival and entry, rules 4.2 and 4.3


@pytest.mark.parametrize(
    ("unit", "printed"),
    [
        (RIFLES, ["4", "-", "4", "-", "4"]),
        (dataclasses.replace(RIFLES, af=10), ["10", "-", "4", "-", "4"]),
        (FLAK, ["*", "-", "4", "-", "4"]),
        (dataclasses.replace(FLAK, type="pak", kind="pak"), ["*", "-", "4", "-", "4"]),
        (BATTERY, ["-", "4", "-"]),
        (dataclasses.replace(RIFLES, af=None, mf=None), ["?", "-", "4", "-", "?"]),
    ],
)
def test_the_factor_line(unit: Unit, printed: list[str]) -> None:
    texts = unit_layout(unit, side="fresh").numbers
    assert [text.lines[0] for text in texts] == printed
    assert len({text.size for text in texts}) == 1
    assert [text.box.left for text in texts] == sorted(text.box.left for text in texts)


def test_only_field_artillery_has_its_attack_factor_underscored() -> None:
    line = unit_layout(GUNS, side="fresh").underline
    assert line is not None
    first, *others = unit_layout(GUNS, side="fresh").numbers
    assert (line.left, line.right) == (first.box.left, first.box.right)
    assert line.top >= first.box.bottom
    assert all(other.box.left >= line.right - 0.01 for other in others)
    assert unit_layout(RIFLES, side="fresh").underline is None
    assert unit_layout(BATTERY, side="fresh").underline is None
    assert unit_layout(GUNS, side="spent").underline is None
    plain = draw_unit(dataclasses.replace(GUNS, type="infantry"), side="fresh", px=68)
    assert changed(plain, draw_unit(GUNS, side="fresh", px=68)) > 8


def test_the_spent_side_has_one_factor() -> None:
    assert [t.lines for t in unit_layout(RIFLES, side="spent").numbers] == [("2",)]


def test_day_left_and_place_right_of_the_spent_factor() -> None:
    unit = dataclasses.replace(RIFLES, arrival=7)
    factor, day, place = unit_layout(unit, side="spent", entry_label="57", entry_shape="circle").numbers
    assert (factor.lines, day.lines, place.lines) == (("2",), ("7",), ("57",))
    assert day.box.right <= factor.box.left < factor.box.right <= place.box.left
    assert max(day.em(4), place.em(4)) < 0.65 * factor.em(4)


def test_circle_and_box_are_told_apart() -> None:
    circle = draw_unit(RIFLES, side="spent", px=68, entry_label="8", entry_shape="circle")
    box = draw_unit(RIFLES, side="spent", px=68, entry_label="8", entry_shape="box")
    bare = draw_unit(RIFLES, side="spent", px=68)
    assert changed(circle, box) > 15
    assert changed(circle, bare) > 40


def test_a_place_without_a_shape_is_not_printed() -> None:
    layout = unit_layout(RIFLES, side="spent", entry_label="8")
    assert layout.entry is None
    assert len(layout.numbers) == 1


def test_the_fresh_side_shows_no_place() -> None:
    with_place = draw_unit(RIFLES, side="fresh", px=68, entry_label="8", entry_shape="circle")
    assert with_place.tobytes() == draw_unit(RIFLES, side="fresh", px=68).tobytes()


@pytest.mark.parametrize(
    ("entry", "mark"),
    [
        (("omaha-beach",), ("30", "circle")),
        (("zone-a",), ("A", "box")),
        (("zone-d", "zone-e"), ("D/E", "box")),
        (("nowhere",), ("", "")),
        ((), ("", "")),
    ],
)
def test_entry_marks(entry: tuple[str, ...], mark: tuple[str, str]) -> None:
    assert entry_mark(dataclasses.replace(RIFLES, entry=entry), {"omaha-beach": 30}) == mark


def test_division_left_name_right_of_the_symbol() -> None:
    left, right = unit_layout(RIFLES, side="fresh").marks
    assert (left.lines, right.lines) == (("352",), ("916",))
    assert left.box.right < FRAME.left < FRAME.right < right.box.left


def test_a_corps_id_stands_in_an_oval() -> None:
    layout = unit_layout(CORPS, side="fresh")
    (text,) = layout.marks
    assert text.lines == ("VIII",)
    assert layout.oval is not None
    assert inside(text.box, layout.oval, 0)
    assert unit_layout(RIFLES, side="fresh").oval is None


@pytest.mark.parametrize("corps", ["V", "VII", "XXX", "84", "I SS", "II FS", "VIII"])
def test_a_corps_id_does_not_touch_its_oval(corps: str) -> None:
    layout = unit_layout(dataclasses.replace(CORPS, name=corps, corps=corps), side="fresh")
    assert layout.oval is not None
    (x, y), ink = layout.oval.centre, ink_of(layout.marks[0], 68)
    across, down = layout.oval.width / 2 - 1.4, layout.oval.height / 2 - 1.4
    for corner in itertools.product((ink.left, ink.right), (ink.top, ink.bottom)):
        assert ((corner[0] - x) / across) ** 2 + ((corner[1] - y) / down) ** 2 <= 1.05


def test_a_corps_unit_with_a_name_keeps_both() -> None:
    layout = unit_layout(dataclasses.replace(CORPS, name="5"), side="fresh")
    assert [text.lines for text in layout.marks] == [("VIII",), ("5",)]
    assert layout.oval is not None
    assert layout.oval.right < FRAME.left


def test_a_batterys_name_stands_below_its_symbol() -> None:
    (name,) = unit_layout(BATTERY, side="fresh").marks
    assert name.lines == ("Vierville",)
    assert name.box.top >= FRAME.bottom


@given(
    st.text(st.characters(codec="ascii", categories=["Lu", "Ll", "Nd"]), min_size=1, max_size=14),
    st.text(st.characters(codec="ascii", categories=["Lu", "Ll", "Nd"]), max_size=8),
    st.integers(0, 12),
    st.integers(0, 12),
    st.integers(0, 12),
)
@settings(max_examples=40, deadline=None)
def test_an_owners_names_and_values_fit_too(name: str, division: str, af: int, df: int, mf: int) -> None:
    unit = dataclasses.replace(RIFLES, name=name, division=division, af=af, df=df, mf=mf)
    for side in SIDES:
        for item in unit_layout(unit, side=side, entry_label="60", entry_shape="circle").texts:
            assert inside(ink_of(item, 68), item.box, 1.2)


# Whole images


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("px", [40, 68, 300])
def test_sizes_and_finishes(px: int, side: Side) -> None:
    screen = draw_unit(RIFLES, side=side, px=px)
    printed = draw_unit(RIFLES, side=side, px=px, finish="print")
    assert screen.size == printed.size == (px, px)
    assert (screen.mode, printed.mode) == ("RGBA", "RGB")
    assert screen.getpixel((0, 0))[3] < 128  # type: ignore[index]
    ground = rgb(PALETTE.scheme("wehrmacht").ground)
    for x, y in ((0, 0), (0, px - 1), (px - 1, 0), (px - 1, px - 1)):
        assert printed.getpixel((x, y)) == ground


@pytest.mark.parametrize("side", SIDES)
def test_print_keeps_clear_of_the_cut(side: Side) -> None:
    for unit in UNITS.values():
        image = draw_unit(unit, side=side, px=100, finish="print")
        ground = rgb(PALETTE.scheme(unit.branch).ground)
        for strip in ((0, 0, 100, 5), (0, 95, 100, 100), (0, 0, 5, 100), (95, 0, 100, 100)):
            assert image.crop(strip).getcolors() == [(500, ground)], unit.id


@pytest.mark.parametrize("unit", [RIFLES, GUNS, BATTERY, FLAK, CORPS], ids=lambda u: u.type)
@pytest.mark.parametrize("side", SIDES)
def test_the_same_unit_gives_the_same_bytes(unit: Unit, side: Side) -> None:
    first = png_bytes(draw_unit(unit, side=side, px=68, entry_label="8", entry_shape="circle"))
    fonts.font.cache_clear()
    fonts.fitted_size.cache_clear()
    assert png_bytes(draw_unit(unit, side=side, px=68, entry_label="8", entry_shape="circle")) == first


def test_an_unknown_branch_or_kind_is_named() -> None:
    with pytest.raises(DataError, match=r"branch\.navy"):
        draw_unit(dataclasses.replace(RIFLES, branch="navy"), side="fresh", px=20)
    with pytest.raises(DataError, match="not 'horse'"):
        draw_unit(dataclasses.replace(RIFLES, kind="horse"), side="fresh", px=20)


def test_the_whole_mix() -> None:
    images = dict(draw_all(GAME, px=40, numbers={"omaha-beach": 30}))
    names = {f"{one}_{face}.png" for one in (*UNITS, *MARKERS) for face in "fb"}
    assert set(images) == names | {"status_d1.png", "status_d2.png", "moved.png"}
    assert all(Image.open(io.BytesIO(data)).size == (40, 40) for data in images.values())
    assert list(draw_all(GAME, px=40, numbers={"omaha-beach": 30})) == list(images.items())


# Overlays, rule 4.5


@pytest.mark.parametrize("level", [1, 2])
def test_disruption_hides_neither_symbol_nor_factor(level: int) -> None:
    alpha = draw_status(level, px=100).getchannel("A")
    factor, day = unit_layout(dataclasses.replace(RIFLES, arrival=6), side="spent").numbers
    for item in (factor, day):
        ink = ink_of(item, 100)
        assert alpha.crop((int(ink.left), int(ink.top), int(ink.right), int(ink.bottom))).getextrema() == (
            0,
            0,
        )
    assert alpha.crop((29, 16, 71, 45)).getextrema() == (0, 0)
    assert alpha.getpixel((80, 64)) == 255


def test_disruption_levels_are_told_apart() -> None:
    assert changed(draw_status(1, px=68), draw_status(2, px=68)) > 300


def test_the_disruption_badge_covers_the_place_of_set_up() -> None:
    entry = unit_layout(RIFLES, side="spent", entry_label="57", entry_shape="circle").entry
    assert entry is not None
    alpha = draw_status(2, px=100).getchannel("A").crop((67, 66, 94, 92))
    assert alpha.getextrema() == (255, 255)


def test_an_unknown_disruption_level_is_refused() -> None:
    with pytest.raises(KeyError):
        draw_status(3, px=20)


def test_the_moved_mark_stays_in_its_corner() -> None:
    alpha = draw_moved(px=100).getchannel("A")
    found = alpha.getbbox()
    assert found is not None
    assert max(found) <= 24


# Markers


@pytest.mark.parametrize("marker", MARKERS.values(), ids=ids)
@pytest.mark.parametrize("px", [68, 300])
def test_every_marker_draws_both_faces(marker: Marker, px: int) -> None:
    front, back = (
        draw_marker(marker.id, face=face, px=px, attack_factor=marker.attack_factor)
        for face in ("front", "back")
    )
    assert front.size == back.size == (px, px)
    assert len(front.getcolors(px * px) or []) > 3
    if marker.front != marker.back:
        assert changed(front, back) > px
    else:
        assert changed(front, back) == 0


def test_no_two_markers_look_alike() -> None:
    fronts = {
        marker.id: draw_marker(marker.id, face="front", px=68, attack_factor=marker.attack_factor)
        for marker in MARKERS.values()
    }
    for one, other in itertools.combinations(fronts, 2):
        assert changed(fronts[one], fronts[other]) > 30, (one, other)


@pytest.mark.parametrize("name", sorted(PALETTE.faces))
def test_marker_print_stays_in_its_box(name: str) -> None:
    for face, px in itertools.product(PALETTE.faces[name], (68, 300)):
        texts = face_texts(face, attack_factor=12)
        for text in texts:
            assert inside(ink_of(text, px), text.box)
            assert inside(text.box, Box(4, 4, 96, 96))
            assert text.em(2.72) / SUPERSAMPLE >= 8.5
        for one, other in itertools.combinations(texts, 2):
            assert not one.box.overlaps(other.box)


@for_every(sorted(ICONS))
def test_icons_leave_title_and_value_free(name: str) -> None:
    face = Face("#808080", "#000000", icon=name, title="T", value="1", accent="#ffffff")
    full = draw_face(face, px=100, finish="print")
    bare = draw_face(dataclasses.replace(face, icon=""), px=100, finish="print")
    assert changed(full, bare) > 40
    found = ImageChops.difference(
        full, draw_face(Face("#808080", "#000000"), px=100, finish="print")
    ).getbbox()
    assert found is not None
    assert min(found) >= 5
    assert max(found) <= 95


def test_the_attack_factor_is_printed_on_bombardment_markers() -> None:
    five, eight = (draw_marker("ix-af", face="front", px=68, attack_factor=value) for value in (5, 8))
    assert changed(five, eight) > 10
    assert face_texts(PALETTE.faces["ix-af"][0])[1].lines == ("?",)


def test_sides_of_a_bombardment_marker() -> None:
    used = PALETTE.faces["western-task-force"][1]
    assert used.value == "USED"
    assert "{attack}" in PALETTE.faces["western-task-force"][0].value


def test_an_unknown_marker_or_icon_is_named() -> None:
    with pytest.raises(DataError, match=r"marker\.zeppelin"):
        draw_marker("zeppelin", face="front", px=20)
    with pytest.raises(DataError, match="not 'zeppelin'"):
        draw_face(Face("#ffffff", "#000000", icon="zeppelin"), px=20)


# Published: armor counters carry tank silhouettes


def test_armor_shows_its_tank_and_nothing_else_does() -> None:
    for unit in UNITS.values():
        named = {unit.id, unit.kind} & {key for nation, key in PALETTE.vehicles if nation == unit.nationality}
        assert bool(named) == (unit.type == "armor"), unit.id
    fill = rgb(PALETTE.frame("german", "12SS", "ss"))
    for side in ("fresh", "spent"):
        image = draw_unit(UNITS["ge-12ss-pz"], side=side, px=300, palette=PALETTE).convert("RGB")
        within = image.crop((100, 60, 200, 126)).getcolors(10_000) or []
        white = sum(count for count, color in within if color == (255, 255, 255))
        assert {color: count for count, color in within}[fill] > 1000
        assert white > 1000  # the silhouette, on a dark colour
    front, _ = unit_faces(UNITS["ge-12ss-pz"], numbers={}, palette=PALETTE)
    plain = dataclasses.replace(PALETTE, vehicles={})
    assert unit_faces(UNITS["ge-12ss-pz"], numbers={}, palette=plain)[0].key != front.key
    assert (
        unit_faces(UNITS["ge-916"], numbers={}, palette=plain)[0].key
        == unit_faces(UNITS["ge-916"], numbers={}, palette=PALETTE)[0].key
    )


# sheet.toml


def test_every_marker_of_the_game_has_its_faces() -> None:
    assert set(MARKERS) <= set(PALETTE.faces)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"branch": {"us": {"ground": "#ffffff"}}}, "branch.us: expected the keys ground, ink, mark"),
        (
            {"marker": {"x": {"front": {"ground": "#ffffff", "ink": "black"}}}},
            "marker.x.front.ink: expected a colour",
        ),
        ({"marker": {"x": {"front": {"ground": "#ffffff", "ink": "#000000", "hue": "1"}}}}, "not hue"),
        ({"division": {"us": {"1": "red"}}}, "division.us.1: expected a colour"),
        ({"colour": {}}, "expected the tables branch, division, marker, band, .*not colour"),
        ({"print": {"size": "5/8in"}}, "print.per_sheet: expected a whole number from 1 to 999, not None"),
        ({"print": {"per_sheet": 176}}, "print.size: expected a length from 5 to 60 mm"),
        ({"print": {"size": "5/8", "per_sheet": 176}}, "such as 5/8in or 15mm, not '5/8'"),
        ({"print": {"size": "5/0in", "per_sheet": 176}}, "not '5/0in'"),
        ({"print": {"size": "158mm", "per_sheet": 176}}, "not '158mm'"),
        ({"print": {"size": "5/8in", "per_sheet": True}}, "not True"),
        ({"print": {"size": "5/8in", "per_sheet": {"5/8in": 0}}}, "from 1 to 999, not 0"),
        ({"print": {"size": "5/8in", "per_sheet": {"large": 8}}}, "print.per_sheet: expected a length"),
        ({"print": {"size": "5/8in", "per_sheet": {}}}, "print.per_sheet: expected a whole number"),
        (
            {"print": {"size": "5/8in", "per_sheet": 176, "cut": "1/2in"}},
            "print.cut: expected lengths by type",
        ),
        (
            {"print": {"size": "5/8in", "per_sheet": 176, "paper": "A4"}},
            "size, per_sheet, sizes, cut, signs, not paper",
        ),
        ({"print": {"size": "5/8in", "per_sheet": 176, "sizes": "1/2in"}}, "lengths by unit size"),
        (
            {"print": {"size": "5/8in", "per_sheet": 176, "sizes": {"battalion": 12}}},
            "print.sizes.battalion: expected a length",
        ),
    ],
)
def test_a_wrong_sheet_is_refused(change: dict[str, dict[str, object]], message: str) -> None:
    with pytest.raises(DataError, match=message):
        parse_palette(change)


def test_our_sheet_is_read_whole() -> None:
    data = tomllib.loads(SHEET.read_text(encoding="utf-8"))
    assert set(data["branch"]) == set(PALETTE.schemes)
    assert set(data["marker"]) == set(PALETTE.faces)
    assert sum(map(len, data["division"].values())) == len(PALETTE.divisions)


def test_lengths_of_a_sheet_are_inches_or_millimetres() -> None:
    stock = parse_palette(
        {"print": {"size": "5/8in", "per_sheet": 9, "sizes": {"battalion": "12.5mm"}}}
    ).stock
    assert stock is not None
    assert (stock.side_of("regiment"), stock.side_of("battalion")) == (15.875, 12.5)


def test_the_fonts_come_with_their_licence() -> None:
    folder = Path(counters.__file__).parent / "fonts"
    assert "SIL Open Font License, Version 1.1" in (folder / "OFL.txt").read_text(encoding="utf-8")
    assert sum(path.stat().st_size for path in folder.iterdir()) < 600_000
