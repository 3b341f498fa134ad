"""The Battle for Normandy as drawn: anatomy of the counters (2.4), their backs, vehicles, ships, markers."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import tomllib
from pathlib import Path

import pytest
from PIL import Image

import counters
from counters.battalion_looks import BattalionLook, arrival_code, battalion_look, counter_name, status_side
from counters.battalions import battalion_faces, battalion_shown, draw_battalion
from counters.catalog import Unit, load_markers, load_units
from counters.cut_check import face_warnings
from counters.drawing import TextBox, samples
from counters.formations import load_formations
from counters.geometry import Box, Point
from counters.homemade.writing import dots_of, line_of
from counters.icons import ICONS
from counters.layouts import box_of
from counters.markers import draw_marker, face_texts
from counters.palette import load_palette, parse_palette
from counters.press import counter_jobs, draw_faces, load_counters, sheet_size
from counters.render import draw_unit, unit_faces
from counters.reverses import ONE_STEP
from counters.symbols import KINDS, SIZES
from counters.vehicles import VEHICLES
from maps.errors import DataError
from tests.counters.measuring import changed, ink_of, inside, rgb
from tests.counters.test_colours import apart
from tests.sight import SIGHT

GAME = "battle-for-normandy"
UNITS = load_units(GAME)
MARKERS = load_markers(GAME)
PALETTE = load_palette(GAME)
BADGES = load_formations(GAME)
SIDES = ("fresh", "spent")
SHEET = Path(counters.__file__).parent / "battle_for_normandy" / "sheet.toml"
EDGE = Box(3, 3, 97, 97)
LEAST = {"name": 6.0, "rating": 13.0}  # pixels of the em at 66 pixels to the counter
WHITE = "#ffffff"
GUNS = {"artillery", "nebelwerfer"}


@functools.cache
def look_of(uid: str, side: str = "fresh") -> BattalionLook:
    return battalion_look(UNITS[uid], side=side, palette=PALETTE)


@dataclasses.dataclass
class Layout:
    """Where the print of a side stands."""

    frame: Box
    marks: tuple[TextBox, ...]
    ratings: tuple[TextBox, ...] = ()
    oval: Box | None = None
    circle: Box | None = None
    gun: TextBox | None = None
    gun_box: Box | None = None
    dots: tuple[Point, ...] = ()
    stripe: Box | None = None
    banner: Box | None = None

    @property
    def texts(self) -> tuple[TextBox, ...]:
        return (*self.marks, *self.ratings, *((self.gun,) if self.gun else ()))


ABOVE = (
    *("stacking", "arrival", "word", "size-mark", "truck", "name", "name-of-guns", "formation", "calibre"),
    *("emblem", "remark", "question"),
)


@functools.cache
def layout_of(uid: str, side: str = "fresh") -> Layout:
    look = look_of(uid, side)
    shown = battalion_shown(look)
    if look.reverse:
        return Layout(box_of("reverse", "emblem"), shown.texts(*shown.marks))
    names, marks = [name for name in shown.marks if name.startswith("numbers")], shown.marks
    lines = {name: line_of(marks[name]) for name in names}
    around = {
        one.factor: line.cell(one.factor, one.rise)
        for name, line in lines.items()
        for one in marks[name].around
    }
    return Layout(
        box_of("ship", "ship") if look.ship else box_of("battalion", "symbol"),
        shown.texts(*ABOVE),
        shown.texts(*names),
        around.get(-1),
        around.get(1),
        next(iter(shown.texts("gun")), None),
        next(iter(shown.boxes("gun-box")), None),
        tuple(centre for centre, _ in dots_of(marks["dots"])) if "dots" in marks else (),
        None if look.ship else next(iter(shown.boxes("stripe")), None),
        next(iter(shown.boxes("banner")), None),
    )


def drawn(uid: str, side: str = "fresh", px: int = 66) -> Image.Image:
    return draw_battalion(UNITS[uid], side=side, px=px, palette=PALETTE)


def words(uid: str, side: str = "fresh") -> str:
    """The line at the foot as it reads."""
    return "".join(text.lines[0] for text in layout_of(uid, side).ratings)


def says(uid: str, side: str = "fresh") -> list[str]:
    """Everything above the foot."""
    return [" ".join(text.lines) for text in layout_of(uid, side).marks]


def colors_of(uid: str, box: Box, side: str = "fresh") -> set[tuple[int, ...]]:
    corner = [round(4 * edge) for edge in (box.left, box.top, box.right, box.bottom)]
    found = drawn(uid, side, 400).convert("RGB").crop((corner[0], corner[1], corner[2], corner[3]))
    return {color for _, color in found.getcolors(1_000_000) or [] if isinstance(color, tuple)}


def one_of_each() -> list[str]:
    """One unit of each nation, branch, kind, size and set of marks."""
    found: dict[object, str] = {}
    for unit in UNITS.values():
        marks = frozenset(mark for mark in unit.marks if "=" not in mark)
        key = unit.nationality, unit.branch, unit.kind, unit.size, marks, bool(unit.division)
        found.setdefault(key, unit.id)
    return list(found.values())


# Every counter


@pytest.mark.parametrize("side", SIDES)
def test_print_stays_in_its_box_and_covers_nothing(side: str) -> None:
    for uid in UNITS:
        layout, look = layout_of(uid, side), look_of(uid, side)
        inks = [(text, ink_of(text, 66).shrunk(0.2)) for text in layout.texts]
        for text, ink in inks:
            assert inside(ink, text.box), (uid, text)
            assert inside(ink, EDGE, 0), (uid, text)
            within = look.emblem in text.lines or look.back == "hidden"
            assert within or not ink.overlaps(layout.frame.shrunk(0.4)), (uid, text)
        for (one, first), (other, second) in itertools.combinations(inks, 2):
            assert not first.overlaps(second), (uid, one.lines, other.lines)


@pytest.mark.parametrize("side", SIDES)
def test_shapes_stand_apart_from_print(side: str) -> None:
    for uid in UNITS:
        layout = layout_of(uid, side)
        shapes = [box for box in (layout.oval, layout.circle, layout.gun_box) if box]
        shapes += [Box(x - 2.7, y - 2.7, x + 2.7, y + 2.7) for x, y in layout.dots]
        assert all(inside(box, EDGE, 0.3) for box in shapes), uid
        for one, other in itertools.combinations([*shapes, layout.frame], 2):
            assert not one.shrunk(0.2).overlaps(other.shrunk(0.2)), uid
        for text in layout.marks:
            assert not any(ink_of(text, 66).shrunk(0.3).overlaps(box) for box in shapes), (uid, text)


def test_print_is_large_enough_on_the_board() -> None:
    scale = 66 * samples(66) / 100
    for uid in UNITS:
        layout = layout_of(uid)
        for text in layout.marks:
            assert text.em(scale) / samples(66) >= LEAST["name"], (uid, text)
        for text in layout.ratings:
            assert text.em(scale) / samples(66) >= LEAST["rating"], (uid, text)


def test_everything_has_a_drawing() -> None:
    looks = [look_of(uid) for uid in UNITS]
    assert {look.kind for look in looks if not look.vehicle} <= {*KINDS, ""}
    assert {look.size for look in looks if not look.ship} <= {*SIZES, ""}
    assert {look.vehicle for look in looks} <= {*VEHICLES, ""}
    assert {look.ship for look in looks} == {"", "battleship", "cruiser", "destroyer", "monitor"}


def test_no_two_counters_look_alike() -> None:
    fronts = [unit_faces(unit, numbers={}, palette=PALETTE)[0] for unit in UNITS.values()]
    assert len({face.key for face in fronts}) == len(UNITS)


def test_the_back_is_clearly_another() -> None:
    for uid in one_of_each():
        assert changed(drawn(uid), drawn(uid, "spent")) > 66 * 66 * 0.2, uid


def test_a_face_is_drawn_as_the_unit_is() -> None:
    unit = UNITS["us-1-1-16"]
    for side, face in zip(SIDES, unit_faces(unit, numbers={}, palette=PALETTE), strict=True):
        wanted = draw_unit(unit, side="fresh" if side == "fresh" else "spent", px=66, palette=PALETTE)
        assert face.draw(px=66).tobytes() == wanted.tobytes()


# 2.4.2: arrival dates


@pytest.mark.parametrize(
    ("day", "printed"),
    [
        (6, "6"),
        (10, "10"),
        (30, "30"),
        (31, "J1"),
        (40, "J10"),
        (61, "J31"),
        (62, "A1"),
        (71, "A10"),
        (92, "A31"),
        (93, "S1"),
    ],
)
def test_the_arrival_date(day: int, printed: str) -> None:
    assert arrival_code(Unit("x", "1", "1", "allied", "us", arrival=day, entry=("omaha",))) == printed


def test_a_date_or_at_start_stands_on_every_unit_of_the_order_of_battle() -> None:
    for unit in UNITS.values():
        code = arrival_code(unit)
        pooled = {"companies", "pool"} & set(unit.entry) or unit.type in {"strongpoint", "pathfinder"}
        assert bool(code) == (not pooled or unit.arrival is not None), unit.id
        assert (code == "S") == (unit.arrival is None and not pooled), unit.id
        assert not code or code in says(unit.id), unit.id


# 2.4.3: the line at the foot


@pytest.mark.parametrize(
    ("uid", "front", "back"),
    [
        ("us-1-1-16", "5-4-6", "3-3-6"),
        ("us-v-186-fa", "5-6", "5-6"),
        ("us-1-hq", "[1]-8", "[1]-8"),
        ("us-v-hq", "8", ""),
        ("us-naval-texas", "8", "8"),
        ("us-inf-co-1", "1-2-6", ""),
        ("br-79-77-avre", "8", ""),
        ("ge-1-hkar-1261", "2", "2"),
        ("us-82-pf-505", "", ""),
    ],
)
def test_attack_defense_movement(uid: str, front: str, back: str) -> None:
    assert (words(uid), words(uid, "spent")) == (front, back)


def test_light_flak_has_its_attack_in_parentheses() -> None:
    assert all(words(unit.id).startswith("(") == (unit.type == "light-flak") for unit in UNITS.values())


def test_stacking_values_stand_in_the_corner() -> None:
    for unit in UNITS.values():
        first = layout_of(unit.id).marks[0]
        value = unit.rating("stacking")
        shown = first.box.right < 25 and first.box.bottom < 20
        assert shown == bool(value), unit.id
        assert not value or first.lines == (str(value),), unit.id


def test_the_oval_tells_mechanized_and_recon() -> None:
    for unit in UNITS.values():
        mech, recon = "mech" in unit.marks, "mech-recon" in unit.marks
        look, layout = look_of(unit.id), layout_of(unit.id)
        assert look.move == ("recon" if recon else "mech" if mech else ""), unit.id
        assert (layout.oval is not None) == (mech or recon), unit.id
        if layout.oval:
            assert layout.oval.left < layout.ratings[-1].box.left + 0.01 < layout.oval.right, unit.id
    yellow, blue = (rgb(PALETTE.paints[name]) for name in ("mech", "recon"))
    assert min(yellow[:2]) > 200
    assert yellow[2] < 90
    assert max(blue) == blue[2] > 230
    for uid, color in (("us-v-743", yellow), ("us-v-38-cavalry-squadron", blue)):
        oval = layout_of(uid).oval
        assert oval
        assert color in colors_of(uid, oval)


def test_guns_and_ships_have_range_and_calibre() -> None:
    for unit in UNITS.values():
        layout, reach, bore = layout_of(unit.id), unit.rating("range"), unit.rating("calibre")
        assert (layout.gun.lines[0] if layout.gun else None) == (str(reach) if reach else None), unit.id
        assert (bore is None) == (reach is None), unit.id
        assert not bore or str(bore) in says(unit.id), unit.id
        if layout.gun and layout.gun_box:
            assert inside(ink_of(layout.gun, 66), layout.gun_box.shrunk(1), 0), unit.id


# 2.4.3: steps


def test_dots_count_the_steps() -> None:
    for unit in UNITS.values():
        coloured = {"tank", "at"} & set(unit.marks)
        expected = unit.steps if unit.steps > 1 or coloured else 0
        assert len(layout_of(unit.id).dots) == expected, unit.id
        if unit.steps > 1:
            left = unit.steps - 1
            assert len(layout_of(unit.id, "spent").dots) == (left if left > 1 or coloured else 0), unit.id


@pytest.mark.parametrize(
    ("uid", "color"),
    [("us-v-743", WHITE), ("us-v-635", "#d21f26"), ("us-1-1-16", "#111111"), ("ge-12ss-i-12", WHITE)],
)
def test_the_colour_of_dots(uid: str, color: str) -> None:
    x, y = layout_of(uid).dots[0]
    assert rgb(color) in colors_of(uid, Box(x - 1, y - 1, x + 1, y + 1))


def test_a_dark_dot_is_seen_on_a_dark_ground() -> None:
    x, y = layout_of("ge-12ss-iii-26").dots[0]
    assert {rgb(WHITE), rgb("#111111")} <= colors_of("ge-12ss-iii-26", Box(x - 3, y - 3, x + 3, y + 3))


def test_a_blue_circle_for_anti_aircraft_fire() -> None:
    for unit in UNITS.values():
        assert (layout_of(unit.id).circle is not None) == ("flak" in unit.marks), unit.id
    circle = layout_of("ge-30-flak").circle
    assert circle
    assert rgb(PALETTE.paints["flak"]) in colors_of("ge-30-flak", circle)


# 2.4.4, 2.4.5: names and colours


@pytest.mark.parametrize(
    ("uid", "printed"),
    [
        ("us-1-1-16", ["1/16", "1"]),
        ("us-82-a-1-505", ["A/1/505", "82"]),
        ("br-xxx-2-swb-56", ["2 SWB", "56"]),
        ("ca-ii-6-canadian-anti-tank-regiment", ["6 Cdn A/Tk"]),
        ("br-79-westminster-dragoons", ["Westminster Dragoons"]),
        ("us-mech-inf-co-2", ["Mech Inf", "2"]),
        ("ge-kg-1-hq", ["KG Heintz"]),
        ("ge-12ss-i-12", ["I/12", "12 SS"]),
        ("us-naval-texas", ["Texas"]),
        ("ge-lxxxiv-hq", ["LXXXIV Corps", "LXXXIV"]),
        ("us-4-hq", ["4th Infantry", "4"]),
        ("us-82-pf-505", ["505 Pathfinder", "82"]),
    ],
)
def test_names(uid: str, printed: list[str]) -> None:
    assert "|".join(printed) in "|".join(says(uid))


def test_a_brigade_stands_with_its_division() -> None:
    unit = UNITS["br-50-1-dorset"]
    assert counter_name(unit) == ("1 Dorset", "231")
    assert look_of(unit.id).formation == "231/50"


def test_the_box_has_the_colour_of_the_division_and_is_white_for_corps_units() -> None:
    for unit in UNITS.values():
        own = BADGES.get(unit.division) or BADGES.get(unit.corps)
        if look_of(unit.id).back != "hidden":
            assert look_of(unit.id).fill == (own.color if own else WHITE), unit.id
    assert look_of("us-v-743").fill == look_of("ge-503-pz").fill == WHITE
    assert look_of("ge-w7-i-83").fill == BADGES["ge-w7"].color != WHITE
    for uid in ("us-1-1-16", "us-2-armd-2-66", "ge-lehr-i-6"):
        frame = layout_of(uid).frame.shrunk(3)
        assert rgb(BADGES[UNITS[uid].division].color) in colors_of(uid, frame), uid


def test_the_symbol_is_read_on_its_colour() -> None:
    for badge in BADGES.values():
        assert max(apart(badge.color, ink, "normal") for ink in ("#111111", WHITE)) >= 40, badge.id


def test_the_ground_tells_the_nation() -> None:
    for uid in one_of_each():
        unit = UNITS[uid]
        branch = "sea" if unit.type == "naval" else unit.branch
        image = drawn(uid, px=100).convert("RGB")
        assert image.getpixel((25, 10)) == rgb(PALETTE.scheme(unit.branch).ground), uid
        assert branch != "sea" or image.getpixel((50, 58)) == rgb(PALETTE.scheme(branch).ground), uid


def test_olive_tan_field_grey_light_blue_and_navy() -> None:
    names = ("us", "british", "canadian", "wehrmacht", "luftwaffe", "kriegsmarine", "ss")
    us, british, canadian, army, air, navy, ss = (rgb(PALETTE.scheme(name).ground) for name in names)
    assert us[1] > us[0] > us[2]
    assert british[0] > british[1] > british[2]
    assert sum(british) > sum(canadian) + 60
    assert max(army) - min(army) < 16
    assert air[2] == max(air) > 200
    assert navy[2] == max(navy) < 130
    assert max(ss) < 64
    french = rgb(PALETTE.scheme("french").ink)
    assert french[2] == max(french) > french[0] + 60


@pytest.mark.parametrize("sight", sorted(SIGHT))
def test_colours_are_told_apart(sight: str) -> None:
    schemes = PALETTE.schemes
    allied, german = ("us", "french", "british", "canadian", "polish"), ("wehrmacht", "luftwaffe", "ss")
    for one, other in itertools.product(allied, german):
        assert apart(schemes[one].ground, schemes[other].ground, sight) >= 14, (one, other)
    for one, other in itertools.combinations(("us", "british", "canadian"), 2):
        assert apart(schemes[one].ground, schemes[other].ground, sight) >= 9, (one, other)
    for name, scheme in schemes.items():
        assert apart(scheme.ground, scheme.spent, sight) >= 12, name
        for pair in ((scheme.ink, scheme.ground), (scheme.mark, scheme.ground), (scheme.deep, scheme.spent)):
            assert apart(*pair, sight) >= 35, name


# Backs


def test_what_a_back_is_for() -> None:
    for unit in UNITS.values():
        back = status_side(unit)
        assert (back == "reduced") == (unit.steps > 1), unit.id
        if unit.steps == 1 and unit.type in GUNS:
            assert back == "MOVED", unit.id
        fixed = "static" in unit.marks and back != "hidden"
        assert (back == "FIRED") == (unit.type == "naval" or fixed), unit.id
        hq = unit.type == "headquarters" and unit.size != "corps" and unit.side == "allied"
        assert (back == "truck") == hq, unit.id


def test_a_reduced_back_is_paler_with_a_stripe_and_prints_the_reduced_ratings() -> None:
    for unit in UNITS.values():
        if unit.steps > 1:
            look, layout = look_of(unit.id, "spent"), layout_of(unit.id, "spent")
            told = tuple(str(unit.rating(f"reduced_{name}")) for name in ("as", "ds", "ma"))
            assert tuple(text.strip("()") for text in look.ratings) == told, unit.id
            assert layout.stripe, unit.id
    image = drawn("us-1-1-16", "spent", 100).convert("RGB")
    assert image.getpixel((6, 64)) == rgb(PALETTE.scheme("us").spent)
    assert image.getpixel((28, 9)) == rgb(PALETTE.scheme("us").ground)


@pytest.mark.parametrize(("uid", "word"), [("us-v-186-fa", "MOVED"), ("us-naval-texas", "FIRED")])
def test_the_banner_of_a_used_gun(uid: str, word: str) -> None:
    assert word in says(uid, "spent")
    assert word not in says(uid)
    banner = layout_of(uid, "spent").banner
    assert banner
    assert rgb(PALETTE.paints["used"]) in colors_of(uid, banner, "spent")
    assert words(uid, "spent") == words(uid)


def test_a_motorized_division_shows_its_truck() -> None:
    back = look_of("us-4-hq", "spent")
    assert (back.vehicle, "T" in says("us-4-hq", "spent")) == ("truck", True)
    assert look_of("us-4-hq").vehicle == ""
    assert look_of("ge-709-hq", "spent").back == ONE_STEP


def test_symbols_have_one_size_and_names_one_place() -> None:
    """On land; a ship is longer, and has a place of its own for all ships."""
    for afloat in (False, True):
        ids = [uid for uid in UNITS if bool(look_of(uid).ship) == afloat]
        layouts = [layout_of(uid) for uid in ids]
        assert len({layout.frame for layout in layouts}) == 1
        names = [
            next(t for t in layout.marks if t.lines == (look_of(uid).name,) and t.box.top > 15)
            for uid, layout in zip(ids, layouts, strict=True)
        ]
        assert len({(name.box.top, name.box.bottom, name.box.right) for name in names}) == 1
        assert {name.box.left for name in names} == ({3.8} if afloat else {3.8, 28.6})  # beside a calibre


def test_a_unit_without_strength_shows_what_it_is_for() -> None:
    for unit in UNITS.values():
        look = look_of(unit.id)
        idle = len(look.ratings) < 2 and not look.gun and look.remark != "1"
        assert bool(look.task) == idle, unit.id
        if look.task and look.ratings:
            assert min(text.box.left for text in layout_of(unit.id).ratings) > 43.5
    task = Box(6.5, 63.4, 43.5, 95.4)
    assert rgb("#ffe14d") in colors_of("br-79-77-avre", task)
    assert rgb("#b98a4a") in colors_of("us-v-hq", task)
    assert look_of("us-1-hq").task == look_of("us-1-2-16").task == ""


def test_the_back_of_one_step_says_in_full_what_the_front_shortens() -> None:
    ones = [unit for unit in UNITS.values() if status_side(unit) == ONE_STEP]
    assert len(ones) > 500
    assert says("ge-2ss-hq", "spent")[:1] == ["2nd SS Panzer Division Das Reich HQ"]
    assert says("us-82-a-1-505", "spent") == ["A/1/505", "82nd Airborne Division", "one step"]
    for unit in ones:
        layout = layout_of(unit.id, "spent")
        assert (layout.ratings, layout.dots) == ((), ())
        name = max(layout.marks, key=lambda text: text.box.height)
        assert name.em(6.6) / 10 >= 0.9 * LEAST["name"], (unit.id, name)
    shown = {unit.nationality: drawn(unit.id, "spent", 100) for unit in ones}
    emblems = {
        nation: image.convert("RGB").crop((35, 7, 65, 37)).tobytes() for nation, image in shown.items()
    }
    assert len(set(emblems.values())) == len(emblems) == 4


def test_a_hidden_side_tells_nothing() -> None:
    forts = [unit for unit in UNITS.values() if unit.type == "strongpoint"]
    backs = {battalion_faces(unit, palette=PALETTE)[1].key for unit in forts}
    assert len(backs) == 1
    assert says(forts[0].id, "spent") == ["SP", "?"]
    assert {words(unit.id) for unit in forts} == {f"{n}-{n}" for n in range(1, 5)}


def test_the_two_counters_of_pointe_du_hoc() -> None:
    guns, moved = UNITS["ge-pt-du-hoc"], UNITS["ge-guns-moved"]
    assert battalion_faces(guns, palette=PALETTE)[1] == battalion_faces(moved, palette=PALETTE)[1]
    assert "Guns Moved" in says(moved.id)
    assert "1" in says(moved.id)
    assert words(guns.id) == str(guns.rating("as"))


# Vehicles, ships, emblems


@pytest.mark.parametrize(
    ("uid", "vehicle"),
    [
        ("us-v-743", "sherman-dd"),
        ("us-v-745", "sherman"),
        ("us-vii-759", "stuart"),
        ("us-v-702", "m10"),
        ("us-xx-603", "m18"),
        ("us-v-58-afa", "priest"),
        ("us-v-987-fa", "m12"),
        ("us-dd-co-1", "sherman-dd"),
        ("us-rhino-1", "rhino"),
        ("us-2-armd-1-41-air", "halftrack"),
        ("us-v-38-cavalry-squadron", "greyhound"),
        ("br-7-armd-1-rtr", "cromwell"),
        ("br-31-tank-7-rtr", "churchill"),
        ("br-4-armd-44rtr", "firefly"),
        ("br-79-77-avre", "avre"),
        ("br-79-a-141-crocodile", "crocodile"),
        ("br-79-a-kangaroo", "kangaroo"),
        ("br-79-22-dragoons", "flail"),
        ("br-1-ss-1-rm-asg", "centaur"),
        ("br-xxx-86-field-regiment", "sexton"),
        ("br-3-3-recce", "humber"),
        ("br-xxx-11-hussars", "daimler"),
        ("ge-21pz-i-22", "panzer-iv"),
        ("ge-lehr-i-6", "panther"),
        ("ge-101-ss", "tiger"),
        ("ge-503-pz", "tiger-ii"),
        ("ge-pz100", "char-b"),
        ("ge-902-stug", "stug"),
        ("ge-217-stupz", "brummbar"),
        ("ge-709-709-pzjg", "marder"),
        ("ge-lehr-130-pzjg", "jagdpanzer-iv"),
        ("ge-12ss-i-12-art", "wespe"),
        ("ge-12ss-iii-26", "spw"),
        ("ge-2pz-2-aufk", "puma"),
        ("ge-truck-1", "truck"),
        ("ge-heavy-1", "tiger"),
        ("ge-light-1", "char-b"),
        ("ge-12ss-i-25", ""),
        ("us-1-1-16", ""),
    ],
)
def test_vehicles(uid: str, vehicle: str) -> None:
    assert look_of(uid).vehicle == vehicle


def test_armour_shows_its_vehicle_and_foot_does_not() -> None:
    armed = {
        "tank",
        "assault-gun",
        "tank-destroyer",
        "sp-artillery",
        "armored-recon",
        "dd-tank",
        "sp-anti-tank",
    }
    for unit in UNITS.values():
        vehicle = look_of(unit.id).vehicle
        if unit.kind in armed:
            assert vehicle, unit.id
        if unit.type == "mechanized-infantry":
            assert bool(vehicle) == ("mech" in unit.marks), unit.id
        assert not (vehicle and unit.type in {"infantry", "parachute", "engineer", "headquarters"}), unit.id


def test_ships_lie_on_the_sea_under_the_colour_of_their_nation() -> None:
    for unit in UNITS.values():
        if unit.type == "naval":
            look = look_of(unit.id)
            assert look.ship == unit.kind, unit.id
            assert look.stripe == PALETTE.scheme(unit.branch).ground, unit.id
            assert look.size in says(unit.id), unit.id
    sizes = {
        mark: look_of(unit.id).size for unit in UNITS.values() for mark in unit.marks if look_of(unit.id).ship
    }
    assert [sizes[mark] for mark in ("bb", "ca", "cl", "dd", "monitor")] == ["BB", "CA", "CL", "DD", "MON"]


def test_a_corps_has_its_shield() -> None:
    for unit in UNITS.values():
        corps = unit.type == "headquarters" and unit.size == "corps"
        assert look_of(unit.id).emblem == (BADGES[unit.division].printed if corps else ""), unit.id


# Print


def test_the_counters_are_half_an_inch() -> None:
    mix = load_counters(GAME, numbers={})
    assert sheet_size(GAME) == 280
    assert {counter.size for counter in mix} == {12.7}
    assert sum(c.count for c in mix) == len(UNITS) + sum(m.count for m in MARKERS.values())


def test_no_knife_takes_print() -> None:
    chosen = {*one_of_each()[::4], *list(MARKERS)[::6], "entrenchment"}
    mix = [counter for counter in load_counters(GAME, numbers={}) if counter.id in chosen]
    jobs = counter_jobs(mix, dpi=200, bleed_mm=0.6, safe_mm=0.6)
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


# Data


def test_our_sheet_is_read_whole() -> None:
    data = tomllib.loads(SHEET.read_text(encoding="utf-8"))
    assert PALETTE.layout == data["layout"]["units"] == "battalions"
    assert set(data["branch"]) == set(PALETTE.schemes) == {"sea", *(unit.branch for unit in UNITS.values())}


def test_every_silhouette_of_the_sheet_is_used() -> None:
    known: set[tuple[str, str]] = set()
    for unit in UNITS.values():
        keys = (unit.id, *unit.marks, unit.kind, f"{unit.kind}-{unit.rating('calibre')}")
        known |= {(unit.nationality, key) for key in keys}
    assert set(PALETTE.vehicles) <= known


def test_a_wrong_layout_is_refused() -> None:
    with pytest.raises(DataError, match="battalions"):
        parse_palette({"branch": {}, "layout": {"units": "battalions", "mech": "#ffd91a"}})
