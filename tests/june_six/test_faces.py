"""June Six as drawn: ratings, boxes, circles, bands and colours of units, their backs, markers."""

from __future__ import annotations

import dataclasses
import itertools
import tomllib
from pathlib import Path

import pytest
from PIL import Image

import counters
from counters.catalog import Unit, load_markers, load_units
from counters.cut_check import face_warnings
from counters.drawing import Pen, TextBox, samples
from counters.formations import FORMATION_COLUMNS, Formation, load_formations
from counters.geometry import Box
from counters.homemade.writing import line_of
from counters.icons import ICONS
from counters.layouts import box_of
from counters.markers import draw_marker, face_texts
from counters.palette import Palette, activation_faces, load_palette, parse_palette
from counters.press import counter_jobs, draw_faces, load_counters, sheet_size
from counters.rated import draw_rated_unit, rated_faces, rated_shown
from counters.ratings import designation, fires, rated_look
from counters.render import draw_unit, unit_faces
from counters.symbols import KINDS, SIZES
from counters.vehicles import VEHICLES, draw_vehicle
from maps.errors import DataError
from tests.counters.drawn_rated import RatedLayout
from tests.counters.measuring import changed, ink_of, inside, rgb
from tests.counters.test_colours import apart
from tests.sight import SIGHT

GAME = "june-six"
UNITS = load_units(GAME)
MARKERS = load_markers(GAME)
PALETTE = load_palette(GAME)
BADGES = load_formations(GAME)
SIDES = ("fresh", "spent")
SHEET = Path(counters.__file__).parent / "june_six" / "sheet.toml"
EDGE = Box(3, 3, 97, 97)
CIRCLE, RATED_FRAME = box_of("rated", "circle"), box_of("rated", "symbol")
EMBLEM = box_of("reverse", "emblem")
RIM = 2.4  # of the boxes beside the symbol, around their numbers
LEAST = {"name": 6.4, "points": 9.0, "rating": 13.0}  # pixels of the em at 66 pixels to the counter
RIFLES = Unit(
    "x",
    "1049",
    "1049/77",
    "german",
    "german",
    "wehrmacht",
    "infantry",
    "infantry",
    "regiment",
    "ge-77",
    steps=2,
    marks=("foot",),
    ratings={
        "cs": 6,
        "cohesion": 5,
        "ma": 6,
        "at": 1,
        "reduced_cs": 3,
        "reduced_cohesion": 4,
        "reduced_ma": 6,
    },
)


def layout_of(unit: Unit, side: str = "fresh") -> RatedLayout:
    look = rated_look(unit, side=side, palette=PALETTE)
    shown = rated_shown(look)
    if look.reverse:
        return RatedLayout(told=shown.texts(*shown.marks))
    numbers = shown.marks["numbers"]
    line = line_of(numbers)
    around = {one.show: line.cell(one.factor, one.rise) for one in numbers.around}
    names = ("name",), ("artillery",), ("assault",), ("armor", "upper"), ("at", "lower"), ("fired-word",)
    name, circle, assault, armor, at, remark = (next(iter(shown.texts(*some)), None) for some in names)
    brackets, movement = around.get("brackets"), around.get("box")
    return RatedLayout(name, line.texts, brackets, movement, circle, assault, armor, at, remark)


def drawn(unit: Unit, side: str = "fresh", px: int = 66, palette: Palette = PALETTE) -> Image.Image:
    return draw_rated_unit(unit, side=side, px=px, palette=palette)


def words(unit: Unit, side: str = "fresh") -> str:
    """The line at the foot as it reads."""
    layout = layout_of(unit, side)
    line = "".join(text.lines[0] for text in layout.ratings)
    return f"[{line.replace('-', ']-', 1)}" if layout.brackets else line


def points(text: TextBox | None) -> str | None:
    return text.lines[0] if text else None


def at(unit: Unit, x: float, y: float, side: str = "fresh") -> tuple[int, ...]:
    """The colour of a finely drawn unit at a point."""
    pixel = drawn(unit, side, 400).convert("RGB").getpixel((round(x * 4), round(y * 4)))
    assert isinstance(pixel, tuple)
    return pixel


def marked(mark: str) -> list[Unit]:
    return [unit for unit in UNITS.values() if mark in unit.marks]


def shapes(layout: RatedLayout) -> list[tuple[TextBox, Box]]:
    """The numbers beside the symbol with what stands around them."""
    boxed = [text for text in (layout.assault, layout.armor, layout.at) if text]
    circled = [(layout.circle, CIRCLE)] if layout.circle else []
    return [*circled, *((text, text.box.shrunk(-RIM)) for text in boxed)]


# Every unit of the game


@pytest.mark.parametrize("side", SIDES)
def test_print_stays_in_its_box_and_covers_nothing(side: str) -> None:
    for unit in UNITS.values():
        layout = layout_of(unit, side)
        for px in (66, 150, 300):
            inks = [ink_of(text, px).shrunk(0.2) for text in layout.texts]
            for text, ink in zip(layout.texts, inks, strict=True):
                assert inside(ink, text.box), (unit.id, text)
                assert inside(ink, EDGE, 0), (unit.id, text)
                assert not ink.overlaps(EMBLEM if layout.told else RATED_FRAME), (unit.id, text)
            for one, other in itertools.combinations(inks, 2):
                assert not one.overlaps(other), (unit.id, layout)


@pytest.mark.parametrize("side", SIDES)
def test_boxes_hold_their_numbers_and_stand_apart(side: str) -> None:
    for unit in UNITS.values():
        layout = layout_of(unit, side)
        for text, box in shapes(layout):
            assert inside(ink_of(text, 66), box.shrunk(1), 0), unit.id
        below = [box for box in (layout.brackets, layout.movement) if box]
        around = [*below, *(box for _, box in shapes(layout))]
        assert all(inside(box, EDGE, 0.5) for box in around), unit.id
        if layout.told:
            continue
        assert layout.name is not None
        for one, other in itertools.combinations([*around, RATED_FRAME, ink_of(layout.name, 66)], 2):
            assert not one.overlaps(other), unit.id


@pytest.mark.parametrize("side", SIDES)
def test_print_is_large_enough_on_the_board(side: str) -> None:
    scale = 66 * samples(66) / 100
    for unit in UNITS.values():
        layout = layout_of(unit, side)
        name = layout.name or layout.told[0]
        assert name.em(scale) / samples(66) >= LEAST["name"], unit.id
        for text, _ in shapes(layout):
            assert text.em(scale) / samples(66) >= LEAST["points"], unit.id
        for text in layout.ratings:
            assert text.em(scale) / samples(66) >= LEAST["rating"], unit.id


def test_every_kind_size_and_branch_has_a_drawing() -> None:
    assert {unit.kind for unit in UNITS.values()} <= {*KINDS, *VEHICLES}
    assert {unit.size for unit in UNITS.values()} - {"strongpoint", "detachment"} <= set(SIZES)
    assert {unit.branch for unit in UNITS.values()} <= set(PALETTE.schemes)
    assert {unit.division for unit in UNITS.values()} - {""} <= set(BADGES)


def test_no_two_units_look_alike() -> None:
    seen: dict[bytes, Unit] = {}
    for unit in UNITS.values():
        other = seen.setdefault(drawn(unit).tobytes(), unit)
        assert other is unit, (other.id, unit.id)


def test_the_back_is_clearly_another() -> None:
    for unit in UNITS.values():
        assert changed(drawn(unit), drawn(unit, "spent")) > 66 * 66 * 0.3, unit.id


# 2.4: the line at the foot


def test_strength_cohesion_and_movement() -> None:
    assert words(RIFLES) == "6-5-6"
    assert words(RIFLES, "spent") == "3-4-6"


def test_strongpoints_and_detachments_read_as_the_rules_print_them() -> None:
    assert {words(unit) for unit in UNITS.values() if unit.type == "strongpoint"} == {"[2]-3-4"}
    assert {words(unit) for unit in UNITS.values() if unit.type == "detachment"} == {"2-4-4"}


def test_brackets_are_of_units_that_may_only_defend() -> None:
    for unit in UNITS.values():
        assert (layout_of(unit).brackets is not None) == ("defend-only" in unit.marks), unit.id
    plain = dataclasses.replace(RIFLES, ratings={**RIFLES.ratings})
    bound = dataclasses.replace(plain, marks=("foot", "defend-only"))
    assert words(bound) == "[6]-5-6"
    assert changed(drawn(plain), drawn(bound)) > 30


def test_brackets_stand_around_the_strength() -> None:
    for unit in marked("defend-only"):
        layout = layout_of(unit)
        assert layout.brackets
        ink = ink_of(layout.ratings[0], 300)
        assert layout.brackets.left + 4 < ink.left < ink.right < layout.brackets.right - 4, unit.id
        assert layout.brackets.right <= layout.ratings[1].box.left + 0.01, unit.id


def test_the_movement_of_motorized_units_stands_white_on_red() -> None:
    red = rgb(PALETTE.paints["motorized"])
    assert red[0] > 150
    assert max(red[1:]) < 60
    for unit in UNITS.values():
        layout = layout_of(unit)
        assert (layout.movement is not None) == ("motorized" in unit.marks), unit.id
        if layout.movement:
            assert inside(ink_of(layout.ratings[-1], 66), layout.movement.shrunk(1), 0), unit.id
    unit = UNITS["us-2a-66"]
    box = layout_of(unit).movement
    assert box
    assert at(unit, box.left + 1.5, box.centre[1]) == red
    assert (255, 255, 255) in colors_of(unit, box)


def colors_of(unit: Unit, box: Box, side: str = "fresh") -> set[tuple[int, ...]]:
    corner = [round(4 * edge) for edge in (box.left, box.top, box.right, box.bottom)]
    found = drawn(unit, side, 400).convert("RGB").crop((corner[0], corner[1], corner[2], corner[3]))
    return {color for _, color in found.getcolors(1_000_000) or [] if isinstance(color, tuple)}


def test_bicycles_have_an_asterisk() -> None:
    for unit in UNITS.values():
        assert words(unit).endswith("*") == ("bicycle" in unit.marks), unit.id
    assert words(UNITS["ge-lxxxiv-30"]).count("*") == 1


def test_a_rating_that_is_not_printed_is_left_out() -> None:
    bare = dataclasses.replace(RIFLES, ratings={"cohesion": 5, "ma": 8}, marks=("motorized",))
    assert words(bare) == "5-8"
    assert words(dataclasses.replace(RIFLES, ratings={})) == "?-?-?"


# 2.4, 12.12-12.14: points beside the symbol


def test_points_stand_where_the_rules_say() -> None:
    for unit in UNITS.values():
        layout = layout_of(unit)
        for text, name in ((layout.armor, "armor"), (layout.at, "at"), (layout.circle, "artillery")):
            value = unit.rating(name)
            assert points(text) == (None if value is None else str(value)), unit.id
        assert all(text.box.left > RATED_FRAME.right for text in (layout.armor, layout.at) if text), unit.id
        assert layout.circle is None or layout.circle.box.right < RATED_FRAME.left, unit.id


def test_armor_is_white_on_black_and_anti_tank_black_on_white() -> None:
    both = dataclasses.replace(RIFLES, ratings={**RIFLES.ratings, "armor": 3, "at": 2})
    layout = layout_of(both)
    assert layout.armor
    assert layout.at
    assert not layout.armor.box.shrunk(-RIM).overlaps(layout.at.box.shrunk(-RIM))
    for text, ground, ink in ((layout.armor, 17, 255), (layout.at, 255, 17)):
        assert at(both, text.box.left - 0.6, text.box.centre[1]) == (ground,) * 3
        assert (ink,) * 3 in colors_of(both, text.box)


def test_artillery_points_stand_on_yellow() -> None:
    yellow = rgb(PALETTE.paints["artillery"])
    assert min(yellow[:2]) > 200
    assert yellow[2] < 90
    unit = UNITS["us-1-hq"]
    assert at(unit, CIRCLE.left + 3, CIRCLE.centre[1]) == yellow
    assert (17, 17, 17) in colors_of(unit, CIRCLE.shrunk(5))


def test_artillery_is_in_headquarters_and_the_5th_group() -> None:
    with_guns = {u.type for u in UNITS.values() if u.rating("artillery")}
    assert with_guns == {"headquarters", "artillery"}
    assert [u.id for u in UNITS.values() if u.type == "artillery"] == ["us-v-5arty"]


# 12.56: the 79th Armoured


def test_the_79th_armoured_has_flails_and_a_blue_box() -> None:
    blue = rgb(PALETTE.paints["assault"])
    assert max(blue) == blue[2]
    assert marked("hobart")
    for unit in UNITS.values():
        look = rated_look(unit, side="fresh", palette=PALETTE)
        hobart = "hobart" in unit.marks
        assert (look.vehicle == "flail") == hobart, unit.id
        text = layout_of(unit).assault
        assert points(text) == ("+1" if hobart else None), unit.id
        if text:
            assert at(unit, text.box.left - 1, text.box.centre[1]) == blue, unit.id
            assert (255, 255, 255) in colors_of(unit, text.box), unit.id
            assert text.box.right < RATED_FRAME.left


# 6.11, 6.12: formations


@pytest.mark.parametrize(
    ("uid", "printed"),
    [
        ("us-1-hq", "1/V Corps"),
        ("ge-77-1049", "1049/77"),
        ("ge-lxxxiv-30", "30/LXXXIV"),
        ("ge-77-hq", "77"),
        ("us-v-hq", "V Corps"),
        ("ge-lxxxiv-hq", "LXXXIV Corps"),
        ("us-v-102cav", "102/V Corps"),
    ],
)
def test_the_designation(uid: str, printed: str) -> None:
    assert designation(UNITS[uid], BADGES) == printed
    text = layout_of(UNITS[uid]).name
    assert text is not None
    assert text.lines == (printed,)


def test_a_unit_without_a_formation_stands_by_itself() -> None:
    for unit in UNITS.values():
        if not unit.division:
            assert designation(unit, BADGES) == unit.name


def test_the_colour_of_the_formation_fills_the_box_or_lies_around_the_size() -> None:
    for unit in UNITS.values():
        badge = BADGES.get(unit.division)
        if badge is None:
            continue
        look = rated_look(unit, side="fresh", palette=PALETTE)
        assert look.color == badge.color, unit.id
        assert look.fill == (PALETTE.scheme(unit.branch).frame if look.armored else badge.color), unit.id
    for uid in ("us-1-16", "br-3-8", "ge-lehr-901", "ge-12ss-25"):
        unit = UNITS[uid]
        assert rgb(BADGES[unit.division].color) in colors_of(unit, RATED_FRAME.shrunk(3)), uid
        assert rgb(BADGES[unit.division].color) not in colors_of(unit, Box(5, 4, 95, 18)), uid
    for uid in ("us-2a-66", "br-7a-22", "ge-lehr-130", "ge-12ss-12"):
        unit = UNITS[uid]
        assert rgb(BADGES[unit.division].color) in colors_of(unit, Box(28, 4, 72, 14)), uid
        assert rgb(BADGES[unit.division].color) not in colors_of(unit, Box(20, 20, 74, 50)), uid


def test_armour_shows_its_vehicle() -> None:
    for unit in UNITS.values():
        look = rated_look(unit, side="fresh", palette=PALETTE)
        if unit.type in {"armor", "assault-gun", "sp-artillery"}:
            assert look.vehicle, unit.id
        assert look.armored == bool(look.vehicle), unit.id
        assert not (look.vehicle and unit.type in {"infantry", "headquarters", "flak"}), unit.id
    assert rated_look(UNITS["ge-503"], side="fresh", palette=PALETTE).vehicle == "tiger"


def test_corps_units_are_yellow() -> None:
    yellow = {badge.color for badge in BADGES.values() if badge.level == "corps"}
    assert len(yellow) == 1
    red, green, blue = rgb(yellow.pop())
    assert min(red, green) > 190
    assert blue < 110


@pytest.mark.parametrize("nation", ["us", "commonwealth", "german"])
def test_divisions_of_a_nationality_are_told_apart(nation: str) -> None:
    own = {badge.color for badge in BADGES.values() if badge.nation == nation and badge.level == "division"}
    assert len(own) == sum(b.nation == nation and b.level == "division" for b in BADGES.values())
    for one, other in itertools.combinations(sorted(own), 2):
        assert apart(one, other, "normal") >= 12, (one, other)


def test_the_symbol_is_read_on_its_colour() -> None:
    for badge in BADGES.values():
        assert max(apart(badge.color, ink, "normal") for ink in ("#111111", "#ffffff")) >= 40, badge


# 2.4: combat support units


@pytest.mark.slow
def test_support_units_have_a_white_band_and_a_stripe() -> None:
    for unit in UNITS.values():
        support = "support" in unit.marks
        for side in SIDES:
            if layout_of(unit, side).told:
                continue
            image = drawn(unit, side, 100).convert("RGB")
            assert (image.getpixel((12, 8)) == (255, 255, 255)) == support, unit.id
            badge = BADGES.get(unit.division)
            if support and badge:
                assert image.getpixel((10, 17)) == rgb(badge.color), unit.id


def test_headquarters_support() -> None:
    assert all("support" in unit.marks for unit in UNITS.values() if unit.type in {"headquarters", "flak"})


# Backs: reduced, fired, one step


def test_what_a_back_says() -> None:
    for unit in UNITS.values():
        back = rated_look(unit, side="spent", palette=PALETTE).back
        expected = "reduced" if unit.steps == 2 else "fired" if fires(unit) else "one step"
        assert back == expected, unit.id


def test_corps_headquarters_and_nebelwerfer_fire() -> None:
    for unit in UNITS.values():
        corps = unit.type == "headquarters" and unit.size == "corps"
        assert fires(unit) == (corps or "nw" in unit.marks), unit.id
        assert not fires(unit) or unit.steps == 1, unit.id


def test_a_fired_back_keeps_its_ratings_and_shows_that_it_has_fired() -> None:
    unit = UNITS["us-v-hq"]
    assert words(unit, "spent") == words(unit)
    back = layout_of(unit, "spent")
    assert points(back.remark) == "FIRED"
    assert points(back.circle) == points(layout_of(unit).circle)
    yellow = rgb(PALETTE.paints["artillery"])
    assert yellow in colors_of(unit, CIRCLE.shrunk(2))
    assert yellow not in colors_of(unit, CIRCLE.shrunk(2), "spent")
    assert at(unit, 28, 44, "spent") == rgb(PALETTE.paints["fired"])


def test_a_reduced_back_is_paler_with_a_band() -> None:
    for unit in UNITS.values():
        if unit.steps == 2:
            scheme = PALETTE.scheme(unit.branch)
            image = drawn(unit, "spent", 100).convert("RGB")
            assert image.getpixel((6, 53)) == rgb(scheme.spent), unit.id
            assert image.getpixel((28, 27)) == rgb(scheme.ground), unit.id


def test_a_reduced_back_prints_the_reduced_ratings() -> None:
    for unit in UNITS.values():
        if unit.steps == 2:
            layout = layout_of(unit, "spent")
            armor = unit.rating("reduced_armor")
            assert points(layout.armor) == (None if armor is None else str(armor)), unit.id
            assert str(unit.rating("reduced_cohesion")) in words(unit, "spent"), unit.id


def test_the_back_of_a_unit_of_one_step_prints_no_ratings() -> None:
    for unit in UNITS.values():
        if unit.steps == 1 and not fires(unit):
            layout = layout_of(unit, "spent")
            assert (layout.ratings, shapes(layout)) == ((), []), unit.id
            assert layout.told[-1].lines == ("one step",)
    assert [" ".join(text.lines) for text in layout_of(UNITS["us-v-741"], "spent").texts][1:] == [
        "V US Corps",
        "one step",
    ]


# Colours of the nationalities


def test_the_ground_tells_the_branch() -> None:
    for unit in UNITS.values():
        pixel = drawn(unit, px=100).convert("RGB").getpixel((5, 53))
        assert pixel == rgb(PALETTE.scheme(unit.branch).ground), unit.id


def test_green_tan_field_grey_blue_and_black() -> None:
    us, british, canadian, army, air, ss = (
        rgb(PALETTE.scheme(b).ground) for b in ("us", "british", "canadian", "wehrmacht", "luftwaffe", "ss")
    )
    assert us[1] == max(us)
    assert british[0] > british[1] > british[2]
    assert canadian[0] > canadian[1] > canadian[2]
    assert max(army) - min(army) < 16
    assert max(ss) < 64
    assert air[2] == max(air) > 200


@pytest.mark.parametrize("sight", sorted(SIGHT))
def test_colours_are_told_apart(sight: str) -> None:
    schemes = PALETTE.schemes
    main = ("us", "british", "canadian", "wehrmacht", "luftwaffe", "ss")
    for one, other in itertools.combinations(main, 2):
        assert apart(schemes[one].ground, schemes[other].ground, sight) >= 14, (one, other)
    for name, scheme in schemes.items():
        assert apart(scheme.ground, scheme.spent, sight) >= 16, name
        for pair in ((scheme.ink, scheme.ground), (scheme.mark, scheme.ground), (scheme.deep, scheme.spent)):
            assert apart(*pair, sight) >= 35, name


# Faces for print


def test_a_face_depends_on_what_it_prints_only() -> None:
    faces = unit_faces(RIFLES, numbers={}, palette=PALETTE)
    other = dataclasses.replace(RIFLES, id="y", title="another", arrival=3, entry=("A",), side="allied")
    assert unit_faces(other, numbers={"A": 1}, palette=PALETTE) == faces
    repainted = {**BADGES, "us-1": dataclasses.replace(BADGES["us-1"], color="#000000")}
    assert rated_faces(RIFLES, palette=dataclasses.replace(PALETTE, badges=repainted)) == faces
    own = {**BADGES, "ge-77": dataclasses.replace(BADGES["ge-77"], color="#000000")}
    assert rated_faces(RIFLES, palette=dataclasses.replace(PALETTE, badges=own))[0] != faces[0]
    paints = {**PALETTE.paints, "artillery": "#000000", "support": "#000000", "fired": "#000000"}
    assert rated_faces(RIFLES, palette=dataclasses.replace(PALETTE, paints=paints)) == faces
    stronger = dataclasses.replace(RIFLES, ratings={**RIFLES.ratings, "cs": 7})
    front, back = rated_faces(stronger, palette=PALETTE)
    assert front != faces[0]
    assert back == faces[1]


def test_a_face_is_drawn_as_the_unit_is() -> None:
    front, back = unit_faces(RIFLES, numbers={}, palette=PALETTE)
    assert front.draw(px=66).tobytes() == draw_unit(RIFLES, side="fresh", px=66, palette=PALETTE).tobytes()
    assert back.draw(px=66).tobytes() == draw_unit(RIFLES, side="spent", px=66, palette=PALETTE).tobytes()


def test_the_counters_fill_two_sheets_of_half_inch_counters() -> None:
    mix = load_counters(GAME, numbers={})
    assert sheet_size(GAME) == 280
    assert {counter.size for counter in mix} == {12.7}
    assert [sum(counter.copies([sheet]) for counter in mix) for sheet in (1, 2, 3)] == [280, 280, 0]


def test_no_knife_takes_print() -> None:
    every = load_counters(GAME, numbers={})
    bracketed = [counter for counter in every if counter.id in {"us-82-hq", "ge-ii-ss-8nw", "ge-sp-1"}]
    assert len(bracketed) == 3
    jobs = counter_jobs([*every[::7], *bracketed], dpi=200, bleed_mm=0.6, safe_mm=0.6)
    assert face_warnings(jobs, draw_faces(jobs.values(), workers=1), corner_mm=1.0) == ()


# Markers


def test_every_marker_has_its_faces() -> None:
    assert set(MARKERS) == set(PALETTE.faces)


def test_texts_of_markers_stay_in_their_boxes() -> None:
    for uid, faces in PALETTE.faces.items():
        for face in faces:
            assert face.icon in {"", *ICONS}, uid
            inks = [ink_of(text, 66).shrunk(0.2) for text in face_texts(face)]
            assert not any(one.overlaps(other) for one, other in itertools.combinations(inks, 2)), uid
            assert all(inside(ink, EDGE, 0) for ink in inks), uid
            fine = samples(66)
            assert all(text.em(66 * fine / 100) / fine >= 6.4 for text in face_texts(face)), uid


def test_both_faces_of_a_marker_differ_where_they_say_so() -> None:
    for uid, marker in MARKERS.items():
        front, back = (draw_marker(uid, face=face, px=66, palette=PALETTE) for face in ("front", "back"))
        assert (changed(front, back) > 40) == (marker.front != marker.back), uid


def test_no_two_markers_look_alike() -> None:
    seen: dict[bytes, str] = {}
    for uid in MARKERS:
        image = draw_marker(uid, face="front", px=66, palette=PALETTE)
        assert seen.setdefault(image.tobytes(), uid) == uid


def test_activation_markers_fly_the_colour_and_the_name_of_their_formation() -> None:
    for key, badge in BADGES.items():
        if badge.level != "division":
            continue
        front, back = PALETTE.faces[f"am-{key}"]
        assert front == back
        assert (front.value, front.accent, front.icon) == (
            badge.printed,
            badge.color,
            f"flag-{badge.kind}",
        ), key
        image = draw_marker(f"am-{key}", face="front", px=100, palette=PALETTE).convert("RGB")
        assert rgb(badge.color) in {color for _, color in image.getcolors(10_000) or []}, key
    nations = {BADGES[key].nation for key in BADGES}
    grounds = {nation: PALETTE.faces[f"am-{nation}-corps"][0].ground for nation in nations}
    assert len(set(grounds.values())) == 3


def test_activation_markers_have_the_ground_of_their_units() -> None:
    for key, badge in BADGES.items():
        units = [u for u in UNITS.values() if u.division == key and u.type == "headquarters"]
        if badge.level == "division":
            assert PALETTE.faces[f"am-{key}"][0].ground == PALETTE.scheme(units[0].branch).ground, key


def test_a_formation_without_a_branch_is_named() -> None:
    badge = Formation("po-1", "1 Pol", "1 Pol", "#ff0000", nation="polish")
    with pytest.raises(DataError, match="activation: expected a branch for po-1 or polish"):
        activation_faces({"po-1": badge}, PALETTE, {"us": "us"})
    assert activation_faces({"po-1": badge}, PALETTE, {}) == {}
    assert set(activation_faces({"po-1": badge}, PALETTE, {"po-1": "us"})) == {"am-po-1"}


# Vehicles


def vehicle(name: str, px: int = 100) -> Image.Image:
    pen = Pen(px, "#ffffff")
    draw_vehicle(pen, name, Box(10, 20, 90, 60), ink="#000000", light="#ffffff")
    return pen.finish()


@pytest.mark.slow
def test_no_two_vehicles_look_alike() -> None:
    for one, other in itertools.combinations(VEHICLES, 2):
        assert changed(vehicle(one), vehicle(other)) > 100, (one, other)


@pytest.mark.parametrize("name", sorted(VEHICLES))
def test_a_vehicle_stays_in_its_box(name: str) -> None:
    blank = Pen(100, "#ffffff").finish()
    left, top, right, bottom = (
        Image.eval(vehicle(name).convert("L"), lambda value: 255 - value).getbbox() or (0,) * 4
    )
    assert changed(vehicle(name), blank) > 400
    assert left >= 9
    assert top >= 20
    assert right <= 91
    assert bottom <= 60


# Data


def test_our_sheet_is_read_whole() -> None:
    data = tomllib.loads(SHEET.read_text(encoding="utf-8"))
    assert PALETTE.layout == data["layout"]["units"] == "rated"
    assert set(data["branch"]) == set(PALETTE.schemes)
    assert sum(map(len, data["vehicle"].values())) == len(PALETTE.vehicles)
    known = {*UNITS, *(unit.kind for unit in UNITS.values())}
    assert {key for _, key in PALETTE.vehicles} <= known
    assert set(data["activation"]) <= {*BADGES, *(badge.nation for badge in BADGES.values())}


@pytest.mark.parametrize("table", [{"units": "rated"}, {"units": "rated", "airborne": "#0000ff"}])
def test_a_wrong_layout_is_refused(table: dict[str, str]) -> None:
    with pytest.raises(DataError, match="layout"):
        parse_palette({"branch": {}, "layout": table})


def test_an_unknown_vehicle_is_refused() -> None:
    with pytest.raises(DataError, match=r"vehicle\.us\.tank: expected one of sherman, .*not 'abrams'"):
        parse_palette({"branch": {}, "vehicle": {"us": {"tank": "abrams"}}})


def written(folder: Path, colour: str) -> Path:
    """An owner's overlay with one formation."""
    cells = [
        "us-1",
        "1st Infantry Division",
        "1",
        "us",
        "division",
        "infantry",
        "us-v",
        colour,
        "",
        "",
        "",
        "",
    ]
    text = f"{','.join(FORMATION_COLUMNS)}\n{','.join([*cells, 'owner'])}\n"
    (folder / "formations.csv").write_text(text, encoding="utf-8")
    return folder


def test_a_colour_may_be_named(tmp_path: Path) -> None:
    assert load_formations(GAME, written(tmp_path, "Orange"))["us-1"].color == "#ffa500"
    assert load_formations("storm-over-normandy") == {}


def test_a_wrong_colour_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="column colour: expected a colour such as"):
        load_formations(GAME, written(tmp_path, "feldgrau"))


@pytest.mark.parametrize("uid", ["br-31", "br-32gds", "ge-503"])
def test_a_corps_unit_that_is_still_to_be_assigned_is_yellow(uid: str) -> None:
    look = rated_look(UNITS[uid], side="fresh", palette=PALETTE)
    assert look.color == "#ffd84a"
