"""Storm Over Normandy as drawn: stripes, circles, numbers, the paler back, strongpoints and markers."""

from __future__ import annotations

import dataclasses
import io
import itertools
import math
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

import counters
from counters.catalog import Unit, load_markers, load_units
from counters.drawing import samples
from counters.geometry import Box
from counters.layouts import box_of
from counters.markers import draw_marker, face_texts
from counters.mix import draw_all
from counters.palette import is_dark, load_palette, parse_palette
from counters.render import draw_unit, unit_faces
from counters.striped import designation, draw_striped_unit, setup_code, striped_layout
from counters.symbols import KINDS, SIZES
from maps.errors import DataError
from maps.storm_over_normandy.board import load_board
from tests.counters.measuring import changed, ink_of, inside, rgb
from tests.counters.test_colours import apart
from tests.sight import SIGHT

GAME = "storm-over-normandy"
UNITS = load_units(GAME)
MARKERS = load_markers(GAME)
PALETTE = load_palette(GAME)
SIDES = ("fresh", "spent")
NUMBERS = {s.id: int(s["number"] or 0) for s in load_board().spaces.values() if s.kind == "area"}
SHEET = Path(counters.__file__).parent / "storm_over_normandy" / "sheet.toml"
STRIPE, STRIPE_FRAME, FORT_FRAME = (box_of("striped", name) for name in ("stripe", "symbol", "fort"))
EDGE = Box(3, 3, 97, 97)
RIFLES = dataclasses.replace(UNITS["us-1-16"], entry=("caen",), arrival=3)


def pixels(size: str) -> int:
    """Side on the module's board: 66 pixels for 5/8 inch, 53 for 1/2 inch."""
    return 66 if size in {"regiment", "brigade"} else 53


def drawn(unit: Unit, side: str = "fresh", px: int = 66) -> Image.Image:
    code = setup_code(unit, NUMBERS) if side == "fresh" else ""
    return draw_striped_unit(unit, side=side, px=px, palette=PALETTE, code=code)


def words(unit: Unit, side: str = "fresh") -> str:
    return "".join(text.lines[0] for text in striped_layout(unit, side=side).numbers)


# Every unit of the game


@pytest.mark.parametrize("side", SIDES)
def test_print_stays_in_its_box_and_covers_nothing(side: str) -> None:
    for unit in UNITS.values():
        layout = striped_layout(unit, side=side, code=setup_code(unit, NUMBERS))
        for px in (pixels(unit.size), 300):
            inks = [ink_of(item, px).shrunk(0.2) for item in layout.texts]
            shapes = [FORT_FRAME] if unit.size == "strongpoint" else [STRIPE, STRIPE_FRAME]
            for item, ink in zip(layout.texts, inks, strict=True):
                assert inside(ink, item.box), (unit.id, item)
                assert inside(ink, EDGE, 0), (unit.id, item)
                assert not any(ink.overlaps(shape) for shape in shapes), (unit.id, item)
            for one, other in itertools.combinations(inks, 2):
                assert not one.overlaps(other), (unit.id, layout)


@pytest.mark.parametrize("side", SIDES)
def test_print_is_large_enough_on_the_board(side: str) -> None:
    for unit in UNITS.values():
        px = pixels(unit.size)
        fine = samples(px)
        layout = striped_layout(unit, side=side, code=setup_code(unit, NUMBERS))
        assert layout.name.em(px * fine / 100) / fine >= 6.4, unit.id
        assert all(item.em(px * fine / 100) / fine >= 16 for item in layout.numbers), unit.id
        for item in (layout.setup, layout.turn):
            assert item is None or item.em(px * fine / 100) / fine >= 6.4, unit.id


def test_every_kind_size_and_branch_has_a_drawing() -> None:
    assert {unit.kind for unit in UNITS.values()} <= set(KINDS)
    assert {unit.size for unit in UNITS.values()} - {"strongpoint"} <= set(SIZES)
    assert {unit.branch for unit in UNITS.values()} == set(PALETTE.schemes)


def test_no_two_units_look_alike() -> None:
    seen: dict[bytes, Unit] = {}
    for unit in UNITS.values():
        other = seen.setdefault(drawn(unit).tobytes(), unit)
        assert other is unit, (other.id, unit.id)


def test_the_two_sides_of_a_unit_are_told_apart() -> None:
    for unit in UNITS.values():
        assert changed(drawn(unit), drawn(unit, "spent")) > 66 * 66 / 2, unit.id


def test_a_spent_side_is_told_at_a_glance() -> None:
    """Nearly white in a dark rim, broad at the lower corners: told by its middle, its edge and its foot."""
    for uid in ("us-1-16", "br-50-69", "ca-3-7", "ge-352-914", "ge-12ss-25", "ge-sp-1"):
        scheme = PALETTE.scheme(UNITS[uid].branch)
        fresh, spent = (drawn(UNITS[uid], side, px=100).convert("RGB") for side in SIDES)
        for spot in ((10, 91), (90, 91)):
            assert spent.getpixel(spot) == rgb(scheme.deep) != fresh.getpixel(spot)
        for spot in ((3, 50), (96, 70), (50, 3), (50, 96)):
            assert math.dist(rgb_of(spent, spot), rgb(scheme.deep)) < 70, (uid, spot)
        whole = [[f"#{r:02x}{g:02x}{b:02x}" for r, g, b in spots(image)] for image in (fresh, spent)]
        for sight in SIGHT:
            far = [apart(one, other, sight) for one, other in zip(*whole, strict=True)]
            assert sum(far) / len(far) >= 18.5, (uid, sight, sum(far) / len(far))


def rgb_of(image: Image.Image, spot: tuple[int, int]) -> tuple[int, ...]:
    found = image.getpixel(spot)
    assert isinstance(found, tuple)
    return found


def spots(image: Image.Image) -> Iterator[tuple[int, ...]]:
    """The face as it is seen from across the table: 12 x 12 spots."""
    small = image.resize((12, 12), Image.Resampling.BOX)
    for y in range(12):
        for x in range(12):
            yield rgb_of(small, (x, y))


def test_designations_are_as_large_as_the_widest_lets_them() -> None:
    sizes = {unit.name: striped_layout(unit, side="fresh").name.em(7.8) / 10 for unit in UNITS.values()}
    assert [name for name, size in sizes.items() if size < 12.4] == ["Composite Force"]
    assert min(sizes.values()) >= 9.9


# 2.1.1: numbers


@pytest.mark.parametrize(
    ("uid", "front", "back"),
    [
        ("us-4-8", "1-9-4", "8"),
        ("us-rng-5", "1-8-4", "7"),
        ("ge-3-726", "0-7-2", "6"),
        ("ge-lehr-130", "3-11-6", "9"),
        ("ge-sp-1", "0-7", "7"),
        ("ge-sp-24", "2-9", "8"),
    ],
)
def test_three_numbers_on_the_front_and_one_on_the_back(uid: str, front: str, back: str) -> None:
    assert words(UNITS[uid]) == front
    assert words(UNITS[uid], "spent") == back


def test_a_unit_of_a_sketch_shows_what_is_known() -> None:
    assert words(Unit("x", "9", "9 Rgt", "allied", "us", df=9)) == "?-9-?"


# 2.1.1: colours


def test_the_ground_tells_the_nationality() -> None:
    for unit in UNITS.values():
        scheme = PALETTE.scheme(unit.branch)
        for side, ground in (("fresh", scheme.ground), ("spent", scheme.spent)):
            assert drawn(unit, side).getpixel((4, 20)) == (*rgb(ground), 255), unit.id


def test_green_tan_light_and_dark_grey() -> None:
    us, british, army, ss = (rgb(PALETTE.scheme(b).ground) for b in ("us", "british", "wehrmacht", "ss"))
    assert us[1] == max(us)
    assert british[0] > british[1] > british[2]
    assert PALETTE.scheme("canadian").ground == PALETTE.scheme("british").ground
    assert all(max(grey) - min(grey) < 16 for grey in (army, ss))
    assert min(army) > max(ss) + 60
    assert PALETTE.scheme("luftwaffe").ground == PALETTE.scheme("wehrmacht").ground


@pytest.mark.parametrize("sight", sorted(SIGHT))
def test_colours_are_told_apart(sight: str) -> None:
    schemes = PALETTE.schemes
    for one, other in itertools.combinations(("us", "british", "wehrmacht", "ss"), 2):
        assert apart(schemes[one].ground, schemes[other].ground, sight) >= 14, (one, other)
    assert apart(schemes["ss"].spent, schemes["wehrmacht"].ground, sight) >= 14
    assert apart(schemes["ss"].spent, schemes["wehrmacht"].spent, sight) >= 11
    for scheme in schemes.values():
        assert apart(scheme.ground, scheme.spent, sight) >= 26
        for pair in ((scheme.ink, scheme.ground), (scheme.mark, scheme.ground), (scheme.deep, scheme.spent)):
            assert apart(*pair, sight) >= 35


@pytest.mark.parametrize("sight", sorted(SIGHT))
@pytest.mark.parametrize("nations", [("us",), ("british", "canadian"), ("german",)])
def test_stripes_are_told_apart(nations: tuple[str, ...], sight: str) -> None:
    stripes = [color for (nation, _), color in PALETTE.divisions.items() if nation in nations]
    assert min(apart(one, other, sight) for one, other in itertools.combinations(stripes, 2)) >= 12


def test_the_stripe_of_the_4th_division_is_dark_green() -> None:
    color = PALETTE.divisions["us", "4"]
    assert rgb(color)[1] == max(rgb(color))
    assert is_dark(color)
    image = drawn(UNITS["us-4-8"], px=300)
    assert image.getpixel((75, 78)) == (*rgb(color), 255)


def test_independent_and_airborne_units_have_no_stripe() -> None:
    for uid in ("us-rng-2", "us-82-505", "br-6ab-3", "br-8a", "ge-100-pz"):
        unit = UNITS[uid]
        ground = (*rgb(PALETTE.scheme(unit.branch).ground), 255)
        assert drawn(unit, px=300).getpixel((75, 64)) == ground, uid


def test_airborne_symbols_are_blue_and_no_others() -> None:
    blue = (*rgb(PALETTE.airborne), 255)
    assert max(blue[:3]) == blue[2]
    for unit in UNITS.values():
        inner = drawn(unit, px=300).crop((90, 88, 210, 170))
        assert (blue in {color for _, color in inner.getcolors(99999) or []}) == unit.airborne, unit.id


# 2.1.1: the circles


@pytest.mark.parametrize(
    ("uid", "left", "right"),
    [
        ("us-1-16", "O", None),
        ("us-4-8", "U", None),
        ("br-3-8", "S", None),
        ("ca-3-7", "J", None),
        ("br-50-69", "G", None),
        ("us-82-505", "28", None),
        ("us-82-325", "28", "1"),
        ("us-2-9", "O", "2"),
        ("ge-3-726", "25", None),
        ("ge-21pz-192", "5", None),
        ("ge-lehr-901", "C", "2"),
        ("ge-goetz", None, None),
        ("ge-composite", None, None),
        ("ge-sp-7", None, None),
    ],
)
def test_set_up_left_and_turn_right(uid: str, left: str | None, right: str | None) -> None:
    unit = UNITS[uid]
    layout = striped_layout(unit, side="fresh", code=setup_code(unit, NUMBERS))
    assert (layout.setup and layout.setup.lines[0]) == left
    assert (layout.turn and layout.turn.lines[0]) == right
    for circle in (layout.setup, layout.turn):
        assert circle is None or (circle.box.right < STRIPE_FRAME.left) == (circle is layout.setup)


def test_beach_letters_are_no_zone_letters() -> None:
    codes = {setup_code(unit, {}) for unit in UNITS.values()}
    assert codes == {"", "A", "B", "C", "D", "E", "S", "J", "G", "O", "U"}


def test_the_back_has_no_circles() -> None:
    for unit in UNITS.values():
        layout = striped_layout(unit, side="spent", code="28")
        assert layout.setup is layout.turn is None


def test_the_division_stands_before_the_unit() -> None:
    assert designation(UNITS["ge-711-731"]) == "711/731"
    assert designation(UNITS["ge-711-744"]) == "711/744"
    assert designation(UNITS["ge-goetz"]) == "Götz Recon"


# Printed faces


def test_a_face_depends_on_what_it_prints_only() -> None:
    front, back = unit_faces(RIFLES, numbers=NUMBERS, palette=PALETTE)
    later, same = unit_faces(dataclasses.replace(RIFLES, arrival=4), numbers=NUMBERS, palette=PALETTE)
    assert front != later
    assert back == same
    renamed = dataclasses.replace(RIFLES, id="y", title="another")
    assert unit_faces(renamed, numbers=NUMBERS, palette=PALETTE) == (front, back)
    assert unit_faces(RIFLES, numbers={}, palette=PALETTE)[0] != front


def test_a_face_is_drawn_as_the_unit_is() -> None:
    front, back = unit_faces(RIFLES, numbers=NUMBERS, palette=PALETTE)
    fresh = draw_unit(RIFLES, side="fresh", px=66, palette=PALETTE, entry_label="5")
    assert front.draw(px=66).tobytes() == fresh.tobytes()
    assert back.draw(px=66).tobytes() == draw_unit(RIFLES, side="spent", px=66, palette=PALETTE).tobytes()


def test_print_keeps_clear_of_the_cut() -> None:
    for unit, side in itertools.product(list(UNITS.values())[::5], SIDES):
        image = draw_striped_unit(unit, side=side, px=100, palette=PALETTE, code="28", finish="print")
        scheme = PALETTE.scheme(unit.branch)
        ground = rgb(scheme.ground if side == "fresh" else scheme.deep)  # the rim
        for strip in ((0, 0, 100, 3), (0, 97, 100, 100), (0, 0, 3, 100), (97, 0, 100, 100)):
            assert image.crop(strip).getcolors() == [(300, ground)], unit.id


def test_the_whole_mix_is_drawn_in_two_sizes() -> None:
    images = dict(draw_all(GAME, px=66, numbers=NUMBERS))
    assert set(images) == {f"{one}_{face}.png" for one in (*UNITS, *MARKERS) for face in "fb"} | {"moved.png"}
    for unit in UNITS.values():
        side = pixels(unit.size)
        assert Image.open(io.BytesIO(images[f"{unit.id}_f.png"])).size == (side, side), unit.id


# Markers


def test_every_marker_has_its_faces() -> None:
    assert set(MARKERS) == set(PALETTE.faces)


def test_texts_of_markers_stay_in_their_boxes() -> None:
    for uid, faces in PALETTE.faces.items():
        for face in faces:
            texts = face_texts(face)
            inks = [ink_of(text, 53).shrunk(0.2) for text in texts]
            assert not any(one.overlaps(other) for one, other in itertools.combinations(inks, 2)), uid
            assert all(inside(ink, EDGE, 0) for ink in inks), uid
            fine = samples(53)
            assert all(text.em(53 * fine / 100) / fine >= 6.4 for text in texts), uid


def test_both_faces_of_a_marker_differ_where_they_say_so() -> None:
    for uid, marker in MARKERS.items():
        front, back = (draw_marker(uid, face=face, px=53, palette=PALETTE) for face in ("front", "back"))
        assert (changed(front, back) > 20) == (marker.front != marker.back), uid


# sheet.toml


def test_our_sheet_is_read_whole() -> None:
    data = tomllib.loads(SHEET.read_text(encoding="utf-8"))
    assert PALETTE.layout == data["layout"]["units"] == "striped"
    assert PALETTE.airborne == data["layout"]["airborne"]
    assert sum(map(len, data["division"].values())) == len(PALETTE.divisions)


@pytest.mark.parametrize(
    "table",
    [
        {"units": "striped"},
        {"units": "round", "airborne": "#0000ff"},
        {"units": "striped", "airborne": "blue"},
    ],
)
def test_a_wrong_layout_is_refused(table: dict[str, str]) -> None:
    with pytest.raises(DataError, match="layout"):
        parse_palette({"branch": {}, "layout": table})
