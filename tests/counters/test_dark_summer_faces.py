"""The Dark Summer as drawn: full and reduced side, the "?", set-up codes and bands, chits and markers."""

from __future__ import annotations

import dataclasses
import io
import itertools
import tomllib
from pathlib import Path

import pytest
from PIL import Image

import counters
from counters.catalog import Unit, load_markers, load_units
from counters.drawing import SUPERSAMPLE
from counters.factors import factor_line
from counters.geometry import Box
from counters.layouts import box_of
from counters.markers import draw_marker, face_texts
from counters.mix import draw_all
from counters.palette import is_dark, load_palette
from counters.render import draw_unit
from counters.stepped import (
    entry_code,
    is_reverse,
    shows_question,
    step_grounds,
    step_layout,
)
from counters.symbols import KINDS
from tests.counters.measuring import changed, ink_of, inside, rgb

GAME = "dark-summer"
UNITS = load_units(GAME)
MARKERS = load_markers(GAME)
PALETTE = load_palette(GAME)
SIDES = ("fresh", "spent")
SHEET = Path(counters.__file__).parent / "dark_summer" / "sheet.toml"
STEP_FRAME, DOT_BOX = (box_of("stepped", name) for name in ("symbol", "dot"))
BARE = Unit("x", "916", "916", "german", "german", "wehrmacht", "infantry", "infantry", "regiment", "352")
RIFLES = dataclasses.replace(BARE, af=3, df=4, mf=5, steps=2, reduced_af=2, reduced_df=2)


def drawn(unit: Unit, side: str = "fresh", px: int = 66) -> Image.Image:
    return draw_unit(unit, side="fresh" if side == "fresh" else "spent", px=px, palette=PALETTE)


def words(unit: Unit, side: str = "fresh") -> list[str]:
    return ["".join(text.lines) for text in step_layout(unit, side=side).numbers]


# Every unit of the game


@pytest.mark.parametrize("side", SIDES)
def test_print_stays_in_its_box_and_covers_nothing(side: str) -> None:
    for unit in UNITS.values():
        layout = step_layout(unit, side=side)
        inks = [ink_of(item, 66).shrunk(0.2) for item in layout.texts]
        for item, ink in zip(layout.texts, inks, strict=True):
            assert inside(ink, item.box), (unit.id, item)
            assert inside(ink, Box(3, 3, 97, 97), 0), (unit.id, item)
            assert not ink.overlaps(STEP_FRAME), (unit.id, item)
            assert not (layout.dot and ink.overlaps(DOT_BOX)), (unit.id, item)
        for one, other in itertools.combinations(inks, 2):
            assert not one.overlaps(other), (unit.id, layout)


@pytest.mark.parametrize("side", SIDES)
def test_print_is_large_enough_at_66_pixels(side: str) -> None:
    for unit in UNITS.values():
        if is_reverse(unit, side):
            continue
        layout = step_layout(unit, side=side)
        assert all(item.em(2.64) / SUPERSAMPLE >= 6.4 for item in layout.marks), unit.id
        assert layout.code is None or layout.code.em(2.64) / SUPERSAMPLE >= 6.4, unit.id
        assert all(item.em(2.64) / SUPERSAMPLE >= 9 for item in layout.numbers), unit.id


def test_every_kind_and_branch_has_a_drawing() -> None:
    assert {unit.kind for unit in UNITS.values()} <= set(KINDS)
    assert {unit.branch for unit in UNITS.values()} == set(PALETTE.schemes)


def test_no_two_units_look_alike_but_hidden_ones() -> None:
    seen: dict[bytes, Unit] = {}
    for unit in UNITS.values():
        if "hidden" not in unit.marks:
            other = seen.setdefault(drawn(unit).tobytes(), unit)
            assert other is unit, (other.id, unit.id)


def test_hidden_units_all_look_alike() -> None:
    for kind in ("strongpoint", "garrison"):
        backs = {drawn(u, "spent").tobytes() for u in UNITS.values() if u.type == kind and u.steps == 1}
        fronts = {drawn(u).tobytes() for u in UNITS.values() if u.type == kind and "hidden" in u.marks}
        assert len(backs | fronts) == 1


# 2.2.4, side box: colours


def test_the_ground_tells_the_nationality() -> None:
    for unit in UNITS.values():
        ground = (*rgb(PALETTE.scheme(unit.branch).ground), 255)
        assert drawn(unit).getpixel((14, 39)) == ground or "wave" in " ".join(unit.marks), unit.id


def test_canadians_and_poles_have_british_ground_and_their_own_print() -> None:
    british, canadian, polish = (PALETTE.scheme(b) for b in ("british", "canadian", "polish"))
    assert british.ground == canadian.ground == polish.ground
    assert len({british.mark, canadian.mark, polish.mark}) == 3
    for red, green, blue in (rgb(canadian.mark), rgb(polish.mark)):
        assert red > green
        assert red > blue
    assert rgb(polish.mark)[1] > rgb(canadian.mark)[1]


def test_french_print_is_light_blue_on_green() -> None:
    french = PALETTE.scheme("french")
    assert max(rgb(french.ground)) == rgb(french.ground)[1]
    assert max(rgb(french.mark)) == rgb(french.mark)[2]
    assert is_dark(french.ground) != is_dark(french.mark)


def test_germans_are_grey_and_the_ss_dark_blue_grey() -> None:
    red, green, blue = rgb(PALETTE.scheme("wehrmacht").ground)
    assert max(red, green, blue) - min(red, green, blue) < 16
    assert PALETTE.scheme("luftwaffe").ground == PALETTE.scheme("wehrmacht").ground
    scheme = PALETTE.scheme("ss")
    assert is_dark(scheme.ground)
    assert max(rgb(scheme.ground)) == rgb(scheme.ground)[2]


@pytest.mark.parametrize("branch", sorted(PALETTE.schemes))
def test_print_stands_out(branch: str) -> None:
    scheme = PALETTE.scheme(branch)
    assert is_dark(scheme.ink) != is_dark(scheme.ground)
    assert is_dark(scheme.deep)
    assert min(rgb(scheme.spent)) >= 0xE8


def test_divisions_are_told_apart() -> None:
    members = {(u.nationality, u.division) for u in UNITS.values() if u.division}
    for nationality in ("us", "british", "canadian", "german"):
        known = [PALETTE.divisions[key] for key in members if key[0] == nationality]
        assert len(known) == len(set(known))


# 2.2.1, 11.6: factors


@pytest.mark.parametrize(
    ("unit", "side", "printed"),
    [
        (RIFLES, "fresh", "3-4-5"),
        (RIFLES, "spent", "2-5"),
        (dataclasses.replace(RIFLES, af=4), "fresh", "4-5"),
        (UNITS["ge-flak-1"], "fresh", "0-(4)-6"),
        (UNITS["ge-flak-1"], "spent", "0-(2)-6"),
        (UNITS["ge-12ss-25"], "fresh", "7-7"),
        (UNITS["us-rng-2"], "fresh", "2-6"),
        (UNITS["us-rng-2"], "spent", "2 RangerBattalionone step"),
        (UNITS["ge-sp-1"], "fresh", "1-0"),
        (UNITS["ge-sp-1"], "spent", "?"),
        (UNITS["ge-sp-hidden-1"], "fresh", "?"),
        (BARE, "fresh", "?-?"),
    ],
)
def test_the_factor_line(unit: Unit, side: str, printed: str) -> None:
    assert "".join(words(unit, side)) == printed


def test_pieces_of_a_line_stand_side_by_side() -> None:
    texts = factor_line("0-(4)-6", Box(6, 60, 94, 90), 40).texts
    for one, other in itertools.pairwise(texts):
        assert one.box.right == pytest.approx(other.box.left)
    assert len({text.em(2.64) for text in texts}) <= 2


def test_the_reduced_side_has_a_pale_strip() -> None:
    pale = (*rgb(PALETTE.scheme("wehrmacht").spent), 255)
    assert drawn(RIFLES, "spent").getpixel((8, 62)) == pale
    assert drawn(RIFLES).getpixel((8, 62)) != pale


def test_question_sides() -> None:
    assert shows_question(UNITS["ge-ost-439"], "spent")
    assert not shows_question(UNITS["ge-ost-439"], "fresh")
    assert not shows_question(UNITS["ge-cherbourg"], "spent")
    assert all(shows_question(u, side) for u in UNITS.values() if "hidden" in u.marks for side in SIDES)


# 3.1, 8.1.2: set-up and arrival


@pytest.mark.parametrize(
    ("uid", "code"),
    [
        ("ge-352-914", "3207"),
        ("ge-cherbourg", "Cherbourg"),
        ("us-29-116", "1st  3203"),
        ("us-rng-2", "1st  Pointe du Hoc"),
        ("us-1-18", "2nd  3303"),
        ("us-2-9", "3rd  Omaha"),
        ("us-82-325", "3rd  Airfield"),
        ("ge-lehr-901", "Turn 1  E/S"),
        ("ge-9pz-33", "Turn 9  S"),
        ("us-80-317", "Turn 8"),
        ("ge-sp-1", ""),
        ("ge-ost-hidden-1", "1306"),
    ],
)
def test_codes(uid: str, code: str) -> None:
    unit = UNITS[uid]
    if "hidden" in unit.marks:
        assert step_layout(unit, side="fresh").code is None
    else:
        assert entry_code(unit) == code


def test_the_back_has_no_code() -> None:
    assert all(step_layout(u, side="spent").code is None for u in UNITS.values())


@pytest.mark.parametrize("wave", ["wave-1", "wave-2", "wave-3"])
def test_waves_have_a_band_of_their_own(wave: str) -> None:
    assert len(set(PALETTE.bands.values())) == 3
    for unit in UNITS.values():
        if wave in unit.marks:
            assert step_layout(unit, side="fresh").band == wave
            assert drawn(unit).getpixel((4, 35)) == (*rgb(PALETTE.bands[wave]), 255)


# 2.4, 8.2: names, dot, Tiger, KG


def test_division_left_unit_right() -> None:
    left, right = step_layout(RIFLES, side="fresh").marks
    assert (left.lines, right.lines) == (("352",), ("916",))
    assert left.box.right < STEP_FRAME.left < STEP_FRAME.right < right.box.left


def test_tiger_stands_left_of_the_symbol() -> None:
    for uid in ("ge-101-tiger", "ge-102-tiger", "ge-503-tiger"):
        assert step_layout(UNITS[uid], side="fresh").marks[0].lines == ("Tiger",)


def test_the_corps_stands_left_of_its_flak() -> None:
    assert step_layout(UNITS["ge-flak-1"], side="fresh").marks[0].lines == ("III", "Flak")


def test_the_dot() -> None:
    dotted = dataclasses.replace(RIFLES, marks=("dot",))
    assert changed(drawn(RIFLES), drawn(dotted)) > 10
    assert step_layout(dotted, side="spent").dot


def test_sizes_are_told_apart() -> None:
    sizes = ("battalion", "regiment", "brigade", "kampfgruppe", "strongpoint")
    images = [drawn(dataclasses.replace(RIFLES, size=size)) for size in sizes]
    for one, other in itertools.combinations(images, 2):
        assert changed(one, other) > 6
    regiment = drawn(RIFLES)
    assert drawn(dataclasses.replace(RIFLES, size="combat-command")).tobytes() == regiment.tobytes()


# Markers


def test_every_marker_has_its_faces() -> None:
    assert set(MARKERS) == set(PALETTE.faces)


def test_texts_of_markers_stay_in_their_boxes() -> None:
    for uid, faces in PALETTE.faces.items():
        for face in faces:
            texts = face_texts(face, attack_factor=MARKERS[uid].attack_factor)
            inks = [ink_of(text, 66).shrunk(0.2) for text in texts]
            for one, other in itertools.combinations(inks, 2):
                assert not one.overlaps(other), uid
            assert all(inside(ink, Box(3, 3, 97, 97), 0) for ink in inks), uid
            assert all(text.em(2.64) / SUPERSAMPLE >= 6.4 for text in texts), uid


def test_both_faces_of_a_two_faced_chit_are_drawn() -> None:
    for uid in ("chit-us", "chit-german", "beach", "control", "cherbourg", "exit", "vp-german-x1"):
        front, back = (draw_marker(uid, face=f, px=66, palette=PALETTE) for f in ("front", "back"))
        assert changed(front, back) > 40, uid


def test_a_corner_is_printed_where_a_marker_says_when_it_comes() -> None:
    for uid, marker in MARKERS.items():
        corner = PALETTE.faces[uid][0].corner
        if marker.front.startswith("Turn "):
            assert corner == f"T{marker.front.removeprefix('Turn ')}", uid
        else:
            assert bool(corner) == uid.startswith("naval"), uid


def test_the_whole_mix_is_drawn() -> None:
    images = dict(draw_all(GAME, px=30, numbers={}))
    assert set(images) == {f"{one}_{face}.png" for one in (*UNITS, *MARKERS) for face in "fb"} | {"moved.png"}
    assert all(Image.open(io.BytesIO(data)).size == (30, 30) for data in images.values())


def test_print_keeps_clear_of_the_cut() -> None:
    for unit, side in itertools.product(list(UNITS.values())[::5], SIDES):
        fresh = side == "fresh"
        image = draw_unit(unit, side="fresh" if fresh else "spent", px=100, finish="print", palette=PALETTE)
        grounds = {rgb(color) for color in step_grounds(unit, side=side, palette=PALETTE)}
        for strip in ((0, 0, 100, 3), (0, 97, 100, 100), (0, 0, 3, 100), (97, 0, 100, 100)):
            colors = [color for count, color in image.crop(strip).getcolors() or () if count > 6]
            assert set(colors) <= grounds, unit.id
            assert len(colors) <= 2


def test_our_sheet_is_read_whole() -> None:
    data = tomllib.loads(SHEET.read_text(encoding="utf-8"))
    assert set(data["branch"]) == set(PALETTE.schemes)
    assert set(data["band"]) == set(PALETTE.bands)
    assert sum(map(len, data["division"].values())) == len(PALETTE.divisions)
