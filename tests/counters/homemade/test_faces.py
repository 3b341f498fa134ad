"""Faces after templates: what is drawn where, what their keys depend on, that no text leaves its box."""

from __future__ import annotations

import dataclasses
import itertools
import pickle
import re
import shutil
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image

from counters import fonts
from counters.drawing import TextBox, samples
from counters.emblems import EMBLEMS
from counters.geometry import Box
from counters.homemade.faces import marker_faces, unit_faces
from counters.homemade.fields import columns_of, filled, read_condition
from counters.homemade.items import KEYS
from counters.homemade.legible import small_print
from counters.homemade.looks import draw_look
from counters.homemade.marks import Around, Look, Mark, grounds_of
from counters.homemade.preview import preview
from counters.homemade.reading import read_markers, read_units
from counters.homemade.templates import load_templates
from counters.homemade.writing import line_of, stroke_of, texts_of
from counters.overlays import Cut
from maps.errors import DataError
from tests.counters.homemade.folders import (
    NATIONS,
    PLAIN,
    SIDES,
    markers_of,
    templates_of,
    units_fault,
    units_of,
)
from tests.counters.measuring import changed, ink_of, inside, rgb

HEAD = "id,name,side,nation"
SIZES = (54, 66, 75, 150, 600)


def face(folder: Path, lines: str, cells: str = "1", px: int = 130, columns: str = "") -> Image.Image:
    text = f"[template.default.front]\n{lines}\n"
    units = units_of(folder, f"id,side,nation,name{columns}\na,red,redland,{cells}\n", text)
    (found,) = unit_faces(units["a"], templates_of(folder, text))
    return found.draw(px=px, finish=Cut(0.0))


def at(image: Image.Image, x: float, y: float) -> tuple[int, ...]:
    """The colour at a place in millimetres of a counter of 13 mm."""
    found = image.getpixel((int(x * image.width / 13), int(y * image.height / 13)))
    assert isinstance(found, tuple)
    return found


def ink_box(image: Image.Image, ground: str) -> tuple[float, ...]:
    """Where anything is drawn, in millimetres."""
    from PIL import ImageChops

    plain = Image.new("RGB", image.size, ground)
    box = (
        ImageChops.difference(image.convert("RGB"), plain)
        .convert("L")
        .point(lambda v: 255 * (v > 24))
        .getbbox()
    )
    assert box is not None
    return tuple(13 * edge / image.width for edge in box)


# What an item draws


def test_shapes_stand_where_the_template_says(tmp_path: Path) -> None:
    image = face(
        tmp_path,
        'ground = "#ffffff"\nbox = { at = [2, 2, 3, 2], fill = "#ff0000" }\n'
        'circle = { centre = [9, 9], across = 4, fill = "#00ff00" }\n'
        'band = { at = [0, 11.5, 13, 1.5], fill = "#0000ff" }\n'
        'line = { points = [[2, 6], [11, 6]], ink = "#111111", width = 1 }',
    )
    assert at(image, 3, 3) == rgb("#ff0000")
    assert at(image, 9, 9) == rgb("#00ff00")
    assert at(image, 0.05, 12.9) == at(image, 12.9, 11.7) == rgb("#0000ff")
    assert at(image, 6, 6) == rgb("#111111")
    assert at(image, 6, 4.5) == rgb("#ffffff") == at(image, 7.2, 7.2)


def test_outlines_leave_their_inside_free(tmp_path: Path) -> None:
    image = face(
        tmp_path,
        'ground = "#ffffff"\nbox = { at = [2, 2, 3, 2], outline = "#ff0000", width = 0.3 }\n'
        'circle = { centre = [9, 9], across = 4, outline = "#00ff00", width = 0.3 }',
    )
    assert at(image, 2.1, 3) == rgb("#ff0000")
    assert at(image, 3, 3) == at(image, 9, 9) == rgb("#ffffff")
    assert at(image, 7.12, 9) == rgb("#00ff00")


@pytest.mark.parametrize(
    "line",
    [
        'symbol = { at = [3, 4, 7, 5], name = "tank" }',
        'star = { at = [3, 4, 7, 5], fill = "#111111" }',
        'factors = { at = [3, 4, 7, 5], text = "9-4", around = [{ factor = 1, fill = "ink", rise = 1 }] }',
        'factors = { at = [3, 4, 7, 5], text = "9", around = [{ factor = 1, fill = "ink", pad = 0.4 }] }',
        'factors = { at = [3, 4, 7, 5], text = "[9]-(4)", stand = "middle", air = 0.2 }',
        'text = { at = [3, 4, 7, 5], text = "{name}/12Panzer", breaks = "strokes", lines = 3, least = 2 }',
        'size-mark = { at = [3, 4, 7, 5], name = "battalion" }',
        'silhouette = { at = [3, 4, 7, 5], name = "tiger", accent = "#111111" }',
        'silhouette = { at = [3, 4, 7, 5], name = "spitfire" }',
        'icon = { at = [3, 4, 7, 5], name = "star" }',
        'text = { at = [3, 4, 7, 5], text = "{name}" }',
        'text = { at = [3, 4, 7, 5], text = "{name}", align = "left", bold = false }',
        'value = { at = [3, 4, 7, 5], column = "name", prefix = "(", suffix = ")" }',
        'factors = { at = [3, 4, 7, 5], text = "({name})-4-12" }',
    ],
)
def test_everything_stays_in_its_place(tmp_path: Path, line: str) -> None:
    left, top, right, bottom = ink_box(
        face(tmp_path, f'ground = "#ffffff"\n{line}', "Guards", px=520), "#ffffff"
    )
    assert left >= 2.9
    assert top >= 3.9
    assert right <= 10.1
    assert bottom <= 9.1


def test_text_stands_left_right_or_in_the_middle(tmp_path: Path) -> None:
    edges = {}
    for align in ("left", "centre", "right"):
        line = f'text = {{ at = [2, 4, 9, 3], text = "{{name}}", align = "{align}" }}'
        edges[align] = ink_box(face(tmp_path, f'ground = "#ffffff"\n{line}', "12", px=520), "#ffffff")
    assert edges["left"][0] == pytest.approx(2, abs=0.1)
    assert edges["right"][2] == pytest.approx(11, abs=0.1)
    assert (edges["centre"][0] + edges["centre"][2]) / 2 == pytest.approx(6.5, abs=0.1)


def test_colours_by_word(tmp_path: Path) -> None:
    lines = (
        'ground = "formation"\nbox = { at = [1, 1, 2, 2], fill = "on formation" }\n'
        'two = { show = "box", at = [5, 1, 2, 2], fill = "accent" }\n'
        'three = { show = "box", at = [9, 1, 2, 2], fill = "side" }'
        '\n[formation.Guard]\ncolor = "#101010"'
    )
    image = face(tmp_path, lines, "1,Guard", columns=",formation")
    colors = [at(image, x, 2) for x in (2, 4, 6, 10)]
    assert colors == [rgb(c) for c in ("#ffffff", "#101010", "#8a2a1c", "#a03030")]


def test_what_is_shown_on_a_condition(tmp_path: Path) -> None:
    lines = (
        'ground = "#ffffff"\na = { show = "box", at = [1, 1, 2, 2], fill = "#111111", when = "marks ='
        ' elite|guard" }\n'
        'b = { show = "box", at = [5, 1, 2, 2], fill = "#111111", when = ["marks", "kind != foot"] }\n'
        'c = { show = "box", at = [9, 1, 2, 2], fill = "#111111", when = "not marks" }'
    )
    seen = {}
    for marks, kind in (("elite|x", "foot"), ("x", "horse"), ("", "")):
        image = face(tmp_path, lines, f"1,{marks},{kind}", columns=",marks,kind")
        seen[marks, kind] = [at(image, x, 2) == rgb("#111111") for x in (2, 6, 10)]
    assert list(seen.values()) == [[True, False, False], [False, True, False], [False, False, True]]


def test_an_empty_cell_shows_nothing(tmp_path: Path) -> None:
    lines = (
        'ground = "#ffffff"\ntext = { at = [2, 2, 9, 9], text = "({attack})" }\n'
        "symbol = { at = [2, 2, 9, 9] }"
    )
    image = face(tmp_path, lines, "1,", columns=",attack")
    assert image.getcolors() == [(130 * 130, rgb("#ffffff"))]


def test_faces_are_left_out_on_a_condition(tmp_path: Path) -> None:
    text = (
        f'{PLAIN}[template.default.back]\nlike = "front"\nwhen = "steps = 2"\nground = "tint"\n'
        "[template.default.fired]\n"
    )
    rows = f"{HEAD},steps\na,1,red,redland,2\nb,2,red,redland,1\n"
    units, templates = units_of(tmp_path, rows, text), templates_of(tmp_path, text)
    both, one = (unit_faces(unit, templates) for unit in units.values())
    assert [face.grounds for face in both] == [("#c9a57a",), ("#f5ecd9",), ("#c9a57a",)]
    assert [face.grounds for face in one] == [("#c9a57a",), ("#c9a57a",)]


def test_what_runs_off_the_edge_is_told_and_bleeds(tmp_path: Path) -> None:
    text = (
        '[template.default.front]\nstripe = { at = [0, 0, 13, 2], fill = "#0000ff" }\n'
        'inner = { show = "band", at = [3, 3, 3, 3], fill = "#00ff00" }\n'
        '[template.default.back]\nrim = "#ff0000"\nrim_width = 1\nground = "#ffffff"\n'
    )
    unit = units_of(tmp_path, f"{HEAD}\na,1,red,redland\n", text)["a"]
    front, back = unit_faces(unit, templates_of(tmp_path, text))
    assert (front.grounds, back.grounds) == (("#c9a57a", "#0000ff"), ("#ff0000", "#ffffff"))
    cut = Cut.around(13, bleed=1.5, safe=1)
    image = front.draw(px=160, finish=cut)
    assert [image.getpixel((x, 0)) for x in (0, 159)] == [rgb("#0000ff")] * 2
    assert image.getpixel((0, 159)) == rgb("#c9a57a")
    assert back.draw(px=160, finish=cut).getpixel((3, 80)) == rgb("#ff0000")
    assert back.draw(px=130).getpixel((65, 65)) == (*rgb("#ffffff"), 255)


def test_finishes_are_those_of_our_counters(tmp_path: Path) -> None:
    unit = units_of(tmp_path, f"{HEAD}\na,1,red,redland\n")["a"]
    (front,) = unit_faces(unit, templates_of(tmp_path))
    for px in SIZES:
        assert (front.draw(px=px).mode, front.draw(px=px).size) == ("RGBA", (px, px))
        assert front.draw(px=px, finish="print").mode == "RGB"
    assert front.draw(px=66).getpixel((0, 0))[3] == 0  # type: ignore[index]


# Lines of factors, dots, stars


AROUND = 'around = [{ factor = -1, show = "box", fill = "#ff0000", ink = "#0000ff", when = "motorized" }]'
NUMBERS = f'numbers = {{ show = "factors", text = "4-6", at = [1, 7, 11, 5], stand = "middle", {AROUND} }}'


def test_what_stands_around_a_factor_comes_on_a_condition(tmp_path: Path) -> None:
    lines = f'ground = "#ffffff"\n{NUMBERS}'
    seen = []
    for cell in ("yes", ""):
        image = face(tmp_path, lines, f"1,{cell}", px=260, columns=",motorized")
        colors = {color for _, color in image.getcolors(1 << 20) or []}
        seen.append([rgb(color) in colors for color in ("#ff0000", "#0000ff", "#1a1209")])
    assert seen == [[True, True, True], [False, False, True]]
    with pytest.raises(DataError, match=r"numbers: expected a column of units\.csv, not 'motorized'"):
        face(tmp_path, lines)


@given(
    st.from_regex(r"(\(\d\)|\[\d\]|\d{1,2})(-(\(\d\)|\d{1,2})){0,3}", fullmatch=True),
    st.floats(8, 60),
    st.sampled_from(["foot", "middle"]),
    st.floats(0, 0.3),
    st.floats(0, 0.3),
    st.none() | st.floats(0, 0.5),
    st.sampled_from([1, 2, -1]),
)
def test_nothing_leaves_the_place_of_a_line(
    text: str, high: float, stand: str, air: float, pad: float, rise: float | None, factor: int
) -> None:
    box = Box(5, 20, 95, 20 + high)
    mark = Mark(
        *("factors", box, text), stand=stand, air=air, around=(Around(factor, "box", pad=pad, rise=rise),)
    )
    line = line_of(mark)
    inks = [ink_of(one, 600) for one in line.texts]
    assert all(inside(one, box, 0.8) for one in inks)
    assert all(one.right <= other.left + 0.2 for one, other in itertools.pairwise(inks))
    cell = line.cell(factor, rise)
    assert (cell is None) == (factor == 2 and "-" not in text)
    assert cell is None or inside(cell, box, 1e-6)


def test_brackets_of_a_line_stand_around_the_factor_that_they_name(tmp_path: Path) -> None:
    around = 'around = [{ factor = 1, show = "brackets", pad = 0.3, width = 0.3, ink = "#ff0000" }]'
    line = f'numbers = {{ show = "factors", text = "4-6", at = [1, 7, 11, 5], size = 4, {around} }}'
    image = face(tmp_path, f'ground = "#ffffff"\n{line}', px=520)
    found = {color for _, color in image.crop((0, 0, 260, 520)).getcolors(1 << 20) or []}
    other = {color for _, color in image.crop((300, 0, 520, 520)).getcolors(1 << 20) or []}
    assert rgb("#ff0000") in found - other


def test_dots_count_a_column(tmp_path: Path) -> None:
    lines = (
        'ground = "#ffffff"\ndots = { column = "steps", at = [1, 2, 1, 9], pitch = 3, fill = "#ff0000",'
        ' outline = "#0000ff", width = 0.2 }'
    )
    for steps, shown in (("", []), ("1", [6.5]), ("2", [5, 8]), ("3", [3.5, 6.5, 9.5]), ("5", [2.5, 4.5])):
        image = face(tmp_path, lines, f"1,{steps}", px=260, columns=",steps")
        assert [at(image, 1.5, y) for y in shown] == [rgb("#ff0000")] * len(shown), steps
        assert not shown or at(image, 1.5, shown[0] - 0.42) == rgb("#0000ff")
        assert (len(image.getcolors(1 << 20) or []) > 1) == bool(steps)


def test_a_count_that_is_none_is_told_with_its_line(tmp_path: Path) -> None:
    text = '[template.default.front]\ndots = { column = "crew", at = [1, 2, 1, 9] }\n'
    for crew in ("x", "13", "-1"):
        assert units_fault(tmp_path, f"{HEAD},crew\na,1,red,redland,{crew}\n", text) == (
            f"units.csv, line 2, column crew: expected a whole number from 1 to 12, not '{crew}'; or leave it"
            " empty: then dots is not shown"
        )


def test_a_star_has_as_many_rays_as_it_is_told(tmp_path: Path) -> None:
    line = 'star = {{ centre = [6.5, 6.5], across = 10, rays = {}, waist = 0.3, fill = "#ff0000" }}'
    areas = []
    for rays in (4, 5, 12):
        image = face(tmp_path, f'ground = "#ffffff"\n{line.format(rays)}', px=260)
        areas.append(sum(n for n, color in image.getcolors(1 << 20) or [] if color == rgb("#ff0000")))
        assert at(image, 6.5, 2.5) == rgb("#ff0000"), "a ray points up"
        assert (at(image, 10.5, 6.5) == rgb("#ff0000")) == (rays != 5)
    assert len(set(areas)) == 3


def test_lines_break_after_strokes_and_between_figures_and_words() -> None:
    box = Box(0, 0, 24, 30)

    def lines(text: str, **how: object) -> tuple[str, ...]:
        return texts_of(Mark("text", box, text, size=13.4, lines=3, breaks="strokes", **how))[0].lines  # type: ignore[arg-type]

    assert lines("231/50") == ("231/", "50")
    assert lines("A/30") == ("A/", "30")
    assert lines("A/30", least=9) == ("A/30",), "a line more must win more where one is large enough"
    assert lines("A/1/505 Parachute") == ("A/1/505", "Parachute")
    assert lines("12Panzer", least=9.8) == ("12", "Panzer")
    assert lines("II/Pz-3") == ("II/", "Pz-3")


def test_even_lines_are_about_as_long_as_each_other() -> None:
    box = Box(0, 0, 60, 30)
    mark = Mark("text", box, "2nd SS Panzer Division Das Reich HQ", size=17, lines=3, breaks="even")
    assert texts_of(mark)[0].lines == ("2nd SS Panzer", "Division", "Das Reich HQ")
    assert texts_of(dataclasses.replace(mark, text="Guards"))[0].lines == ("Guards",)


def test_emblems_of_nations(tmp_path: Path) -> None:
    text = '[template.default.front]\nground = "#808080"\nemblem = { at = [3, 3, 7, 7] }\n'
    rows = f"{HEAD},emblem\n" + "".join(f"{name},1,red,redland,{name}\n" for name in EMBLEMS)
    templates = templates_of(tmp_path, text)
    seen = [unit_faces(unit, templates)[0].draw(px=66) for unit in units_of(tmp_path, rows, text).values()]
    assert len({image.tobytes() for image in seen}) == len(EMBLEMS) == 6
    assert units_fault(tmp_path, f"{HEAD},emblem\na,1,red,redland,us|x\n", text) == (
        "units.csv, line 2, column emblem: expected one of british, canadian, french, german, polish, us, not"
        " 'us|x'; Did you mean us?"
    )


def test_a_colour_that_is_told_from_its_ground(tmp_path: Path) -> None:
    lines = (
        'ground = "#ffffff"\nbox = { at = [1, 1, 2, 2], fill = "gold on ground" }\n'
        'two = { like = "box", at = [5, 1, 2, 2], fill = "gold on #000000" }\n'
        'three = { like = "two", at = [9, 1, 2, 2], fill = "#101010 on black" }'
        '\n[color]\ngold = "#c9a030"\nblack = "#000000"'
    )
    image = face(tmp_path, lines)
    assert [at(image, x, 2) for x in (2, 6, 10)] == [rgb(c) for c in ("#111111", "#c9a030", "#ffffff")]


# Pictures of one's own


def picture_of(folder: Path, line: str, picture: Image.Image, cut: Cut | None = None) -> Image.Image:
    (folder / "art").mkdir(exist_ok=True)
    picture.save(folder / "art" / "a.png")
    text = f'[template.default.front]\nground = "#ffffff"\npicture = {{ file = "art/{{id}}.png", {line} }}\n'
    unit = units_of(folder, f"{HEAD}\na,1,red,redland\n", text)["a"]
    (found,) = unit_faces(unit, templates_of(folder, text))
    return found.draw(px=160 if cut else 130, finish=cut or Cut(0.0))


def test_a_picture_lies_in_its_place_whole_or_cut(tmp_path: Path) -> None:
    wide = Image.new("RGB", (200, 100), "#0000ff")
    inside_ = picture_of(tmp_path, "at = [2, 2, 8, 8]", wide)
    assert at(inside_, 6, 6) == rgb("#0000ff")
    assert at(inside_, 6, 3) == rgb("#ffffff")
    filling = picture_of(tmp_path, 'at = [2, 2, 8, 8], fit = "fill"', wide)
    assert at(filling, 2.2, 2.2) == at(filling, 9.8, 9.8) == rgb("#0000ff")
    assert at(filling, 1.5, 6) == at(filling, 10.5, 6) == rgb("#ffffff")


def test_what_is_transparent_shows_the_ground(tmp_path: Path) -> None:
    picture = Image.new("RGBA", (100, 100), (0, 0, 0, 0))
    picture.paste((255, 0, 0, 255), (0, 0, 50, 100))
    image = picture_of(tmp_path, "at = [2, 2, 8, 8]", picture)
    assert at(image, 4, 6) == rgb("#ff0000")
    assert at(image, 8, 6) == rgb("#ffffff")


def test_a_picture_of_the_whole_counter_goes_on_beyond_the_cut(tmp_path: Path) -> None:
    picture = Image.new("RGB", (100, 100), "#0000ff")
    picture.paste("#ff0000", (0, 0, 50, 100))
    image = picture_of(tmp_path, "at = [0, 0, 13, 13]", picture, Cut.around(13, bleed=1.5, safe=1))
    assert image.getpixel((0, 0)) == image.getpixel((2, 159)) == image.getpixel((76, 80)) == rgb("#ff0000")
    assert image.getpixel((159, 159)) == image.getpixel((84, 80)) == rgb("#0000ff")


def test_the_key_knows_what_a_picture_holds_and_not_where_it_lies(tmp_path: Path) -> None:
    keys = []
    for name, color in (("one", "#ff0000"), ("two", "#ff0000"), ("three", "#00ff00")):
        folder = tmp_path / name
        (folder / "art").mkdir(parents=True)
        Image.new("RGB", (40, 40), color).save(folder / "art" / "a.png")
        text = '[template.default.front]\npicture = { at = [0, 0, 13, 13], file = "art/{id}.png" }\n'
        unit = units_of(folder, f"{HEAD}\na,1,red,redland\n", text)["a"]
        (found,) = unit_faces(unit, templates_of(folder, text))
        keys.append(found.key)
    assert keys[0] == keys[1] != keys[2]


# Keys


def test_the_key_holds_what_is_shown_and_nothing_else(tmp_path: Path) -> None:
    rows = (
        f"{HEAD},title,attack,motto,symbol\na,1,red,redland,First,4,x,tank\nb,1,red,redland,Second,5,y,tank\n"
    )
    units, templates = units_of(tmp_path, rows), templates_of(tmp_path)
    one, other = (unit_faces(unit, templates)[0] for unit in units.values())
    assert one == other
    assert unit_faces(dataclasses.replace(units["a"], name="2"), templates)[0] != one
    assert unit_faces(dataclasses.replace(units["a"], nationality="blueland"), templates)[0] != one
    assert unit_faces(dataclasses.replace(units["a"], kind="infantry"), templates)[0] != one
    moved = templates_of(tmp_path, PLAIN.replace("[3, 3, 7, 5]", "[3, 3, 7, 5.1]"))
    assert unit_faces(units["a"], moved)[0] != one


def test_a_unit_that_is_changed_to_what_has_no_drawing(tmp_path: Path) -> None:
    unit = units_of(tmp_path, f"{HEAD}\na,1,red,redland\n")["a"]
    with pytest.raises(
        DataError, match=r"^units\.csv, a, column symbol: expected one of infantry, .* not 'zzz'"
    ):
        unit_faces(dataclasses.replace(unit, kind="zzz"), templates_of(tmp_path))


def test_an_icon_that_is_not_there() -> None:
    with pytest.raises(DataError, match=r"^counters\.toml, icon: expected one of "):
        draw_look(Look("#ffffff", (Mark("icon", Box(10, 10, 90, 90), "zeppelin"),)), px=30)


def test_a_face_is_drawn_in_another_process_too(tmp_path: Path) -> None:
    unit = units_of(tmp_path, f"{HEAD},symbol\na,1,red,redland,tank\n")["a"]
    (front,) = unit_faces(unit, templates_of(tmp_path))
    sent = pickle.loads(pickle.dumps(front))  # noqa: S301 - our own
    assert sent == front
    assert sent.draw(px=66).tobytes() == front.draw(px=66).tobytes()


# Laws


WORDS = st.text("ABCDEFGHIJKLMNabcdefghijklmnopqrstuvwxyz0123456789-/. ", min_size=1, max_size=28).filter(
    str.strip
)


@given(
    WORDS.map(str.strip),
    st.floats(3, 60),
    st.floats(3, 60),
    st.floats(8, 37),
    st.floats(6, 37),
    st.integers(1, 4),
    st.sampled_from(["left", "centre", "right"]),
    st.sampled_from(SIZES),
)
@example("0" * 19, 3.0, 3.0, 8.0, 6.0, 1, "left", 54)  # a pixel is too wide for each
@example("0" * 19, 3.0, 3.0, 8.0, 6.0, 4, "right", SIZES[0])
def test_text_never_leaves_its_box(
    text: str, x: float, y: float, wide: float, high: float, lines: int, align: str, px: int
) -> None:
    box = Box(x, y, x + wide, y + high)
    mark = Mark("text", box, text, lines=lines, align=align)
    pixel = 100 / px / samples(px)
    for written in texts_of(mark, px * samples(px) / 100):
        assert len(written.lines) <= lines
        assert "".join(written.lines).replace(" ", "") == text.replace(" ", "")
        wide_ink, high_ink = (n / px / samples(px) * 100 / 2 for n in written.ink(px * samples(px) / 100))
        x, y = written.box.centre
        ink = Box(x - wide_ink, y - high_ink, x + wide_ink, y + high_ink)
        assert inside(ink, box, 1.5 * pixel)


@given(st.from_regex(r"(\(\d{1,2}\)|\d{1,2})(-(\(\d{1,2}\)|\d{1,2})){0,3}", fullmatch=True), st.floats(8, 60))
def test_factors_stand_in_their_box_side_by_side(text: str, high: float) -> None:
    box = Box(5, 20, 95, 20 + high)
    boxes = [ink_of(one, 600) for one in texts_of(Mark("factors", box, text), 12.0)]
    assert all(inside(one, box, 0.8) for one in boxes)
    assert all(one.right <= other.left + 0.2 for one, other in itertools.pairwise(boxes))


COLUMN = st.from_regex(r"[a-z]{1,4}", fullmatch=True)
CELLS = st.dictionaries(
    COLUMN, st.lists(st.from_regex(r"[a-z0-9]{1,3}", fullmatch=True), max_size=3).map(tuple)
)


@given(COLUMN, st.lists(st.from_regex(r"[a-z0-9]{1,3}", fullmatch=True), min_size=1, max_size=3), CELLS)
def test_a_condition_and_its_opposite(
    column: str, values: list[str], cells: dict[str, tuple[str, ...]]
) -> None:
    joined = "|".join(values)
    for one, other in ((column, f"not {column}"), (f"{column} = {joined}", f"{column}!={joined}")):
        is_so, is_not = read_condition(one), read_condition(other)
        assert is_so
        assert is_not
        assert is_so.met(cells) is not is_not.met(cells)


@given(st.lists(COLUMN, max_size=3), CELLS)
def test_filling_leaves_no_braces(columns: list[str], cells: dict[str, tuple[str, ...]]) -> None:
    text = "-".join(f"{{{column}}}" for column in columns)
    assert columns_of(text) == tuple(columns)
    found = filled(text, cells, "?")
    assert "{" not in found
    assert bool(found) == any(cells.get(column) for column in columns)


def test_colours_that_run_off() -> None:
    inner, outer = (
        Mark("band", Box(10, 10, 20, 20), fill="#111111"),
        Mark("band", Box(0, 10, 20, 20), fill="#222222"),
    )
    assert grounds_of(Look("#ffffff", (inner, outer, outer))) == ("#ffffff", "#222222")


# The template that a new folder gets


SKELETON = Path(__file__).parents[3] / "module_builder" / "homemade" / "skeleton" / "counters.toml"
COLUMNS = (
    "id,name,side,nation,type,symbol,size,formation,steps,attack,defense,movement,reduced_attack,"
    "reduced_defense,command,silhouette,template"
)
UNITS = f"""{COLUMNS}
red-1,1,red,redland,infantry,infantry,battalion,Guard,2,4,5,4,2,3,,,
red-2,12/916,red,redland,infantry,panzer-grenadier,regiment,Highland,2,10,12,10,7,8,,,
red-3,Grenadiers,red,redland,infantry,artillery,company,,1,,2,,,,,,
red-hq,von Marschall-Oberberg,red,redland,hq,,,Guard,,,,6,,,3,,
blue-1,5th Royal,blue,blueland,infantry,motorised-infantry,brigade,Black Watch,2,4,5,4,2,3,,,
blue-t,A Squadron,blue,blueland,vehicle,,,Highland,2,6,4,8,3,3,,sherman,
blue-hq,Smith,blue,blueland,hq,,,,,,,6,,,12,,
blue-p,Portrait,blue,blueland,,,,,,,,,,,,,portrait
"""
MARKERS = """id,name,side,nation,front,back,count,icon
turn,Turn,,,Turn,,1,hourglass
out,Out of Supply,red,,Out of Supply,Isolated,5,crate
hit,Hit,,blueland,Disrupted,,5,burst
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(SKELETON, tmp_path)
    (tmp_path / "units.csv").write_text(UNITS)
    (tmp_path / "markers.csv").write_text(MARKERS)
    (tmp_path / "art").mkdir()
    Image.linear_gradient("L").save(tmp_path / "art" / "blue-p.png")
    return tmp_path


def test_the_skeleton_draws_every_template(folder: Path) -> None:
    templates = load_templates(folder, sides=SIDES, nations=NATIONS)
    units = read_units(folder / "units.csv", sides=SIDES, nations=NATIONS, templates=templates)
    markers = read_markers(folder / "markers.csv", sides=SIDES, templates=templates)
    used = {templates.of_unit(unit).name for unit in units.values()}
    assert used | {templates.of_marker(marker).name for marker in markers.values()} == set(
        templates.templates
    )
    counts = {unit.id: len(unit_faces(unit, templates)) for unit in units.values()}
    assert counts["red-3"] == counts["blue-p"] == 1
    assert all(count == 2 for id_, count in counts.items() if id_ not in {"red-3", "blue-p"})
    for faces in (unit_faces(unit, templates) for unit in units.values()):
        if len(faces) == 2:
            assert changed(faces[0].draw(px=100), faces[1].draw(px=100)) > 2500, "the sides are told apart"
    assert [len(marker_faces(marker, templates)) for marker in markers.values()] == [1, 2, 1]
    sheet = preview(templates, units, markers)
    assert sheet.width == 18 + 2 * (66 + 132 + 307 + 3 * 18)


def test_the_numbers_of_the_skeleton_are_read_at_the_size_of_the_module(folder: Path) -> None:
    templates = load_templates(folder, sides=SIDES, nations=NATIONS)
    units = read_units(folder / "units.csv", sides=SIDES, nations=NATIONS, templates=templates)
    for unit in units.values():
        for printed in unit_faces(unit, templates):
            (look,) = printed.paint.args
            for mark in look.marks:
                for text in texts_of(mark):
                    least = 13 if mark.show == "factors" else 6
                    assert text.em(66 * samples(66) / 100) / samples(66) >= least, (unit.id, mark)
                    assert fonts.advance(text.lines[0]) > 0


def test_the_skeleton_says_what_every_item_takes() -> None:
    lines = SKELETON.read_text(encoding="utf-8").partition("What an item may show")[2].splitlines()
    lines = lines[next(i for i, line in enumerate(lines) if line.startswith("# symbol ")) :]
    told: dict[str, str] = {}
    for line in itertools.takewhile(lambda line: line != "#", lines):
        if (first := line.split()[1]) in KEYS and line[2] != " ":
            told[first] = ""
        told[list(told)[-1]] += f" {line}"
    assert list(told) == list(KEYS)
    for kind, line in told.items():
        assert set(KEYS[kind]) <= set(re.findall(r"[a-z_]+", line.partition(kind)[2])), kind


def test_the_tables_of_the_skeleton_fit_its_templates(tmp_path: Path) -> None:
    for name in ("counters.toml", "units.csv", "markers.csv"):
        shutil.copy(SKELETON.parent / name, tmp_path)
    nations = dict.fromkeys(("blue", "red"), NATIONS["redland"])
    templates = load_templates(tmp_path, sides=SIDES, nations=nations)
    units = read_units(tmp_path / "units.csv", sides=SIDES, nations=nations, templates=templates)
    markers = read_markers(tmp_path / "markers.csv", sides=SIDES, templates=templates)
    assert units
    assert markers
    assert small_print(templates, units.values(), markers.values()) == []


def test_what_is_too_small_to_be_read_is_told(tmp_path: Path) -> None:
    text = (
        '[template.default.front]\nname = { show = "text", text = "{name}", at = [1, 1, 3, 3] }\n'
        '[template.default.back]\nlike = "front"\nwhen = "type"\nname = { at = [1, 1, 2, 3] }\n'
        '[template.marker.front]\ntitle = { show = "text", text = "{front}", at = [1, 1, 11, 0.6] }\n'
    )
    units = units_of(tmp_path, f"{HEAD},type\na,1,red,redland,x\nb,Grenadiers,red,redland,\n", text)
    markers = markers_of(tmp_path, "id,name,front\nturn,Turn,Turn\n", text)
    assert small_print(templates_of(tmp_path, text), units.values(), markers.values()) == [
        (
            "units.csv, b: 'Grenadiers' is printed 0.7 mm high by name of the template default; write"
            " less, or"
            " give it a larger place or more lines"
        ),
        (
            "markers.csv, turn: 'Turn' is printed 0.8 mm high by title of the template marker; write less, or"
            " give it a larger place or more lines"
        ),
    ]


def test_factors_with_brackets_and_a_stroke() -> None:
    box = Box(5, 40, 95, 80)
    within, hanging = (
        texts_of(Mark("factors", box, "3-(4)-6", size=30, hang=hang)) for hang in (False, True)
    )
    assert max(text.box.bottom for text in within) == pytest.approx(80)
    assert max(text.box.bottom for text in hanging) == pytest.approx(80 + 0.22 * 30)
    mark = Mark("factors", box, "3-(4)-6", size=30, ink="#111111", underline=3)
    stroke = stroke_of(mark)
    assert stroke is not None
    assert (stroke.left, stroke.top) == (texts_of(mark)[-1].box.left, 82)
    assert draw_look(Look("#ffffff", (mark,)), px=100, finish=Cut(0.0)).getpixel(
        (int(stroke.centre[0]), 84)
    ) == rgb("#111111")
    assert stroke_of(dataclasses.replace(mark, underline=4)) is None
    assert [text.lines for text in texts_of(Mark("factors", box, "- 3 -"))] == [("-",), ("3",), ("-",)]


def test_a_polygon_runs_off_the_edge(tmp_path: Path) -> None:
    line = 'ground = "#ffffff"\npolygon = { points = [[-1, 14], [6, 14], [-1, 7]], fill = "#ff0000" }'
    image = face(tmp_path, line)
    assert at(image, 0.1, 12.9) == rgb("#ff0000")
    assert at(image, 6, 12) == rgb("#ffffff")
    corner = Mark("polygon", Box(-10, 50, 40, 110), fill="#ff0000")
    assert grounds_of(Look("#ffffff", (corner,))) == ("#ffffff", "#ff0000")


def test_a_preview_of_nothing_is_a_sheet(tmp_path: Path) -> None:
    assert preview(templates_of(tmp_path), {}).height == 38


def test_markers_without_nation_or_side_are_neutral(tmp_path: Path) -> None:
    markers, templates = (
        markers_of(tmp_path, "id,name,front,side\nturn,Turn,Turn,\nhit,Hit,Hit,red\n"),
        templates_of(tmp_path),
    )
    grounds = [marker_faces(marker, templates)[0].grounds for marker in markers.values()]
    assert grounds == [("#d9d4c5",), ("#a03030",)]


def test_text_boxes_are_what_is_measured() -> None:
    (text,) = texts_of(Mark("text", Box(0, 0, 20, 20), "12/916", lines=2))
    assert text == TextBox(("12/", "916"), Box(0, 0, 20, 20), 1000.0)
    assert texts_of(Mark("text", Box(0, 0, 20, 20), "a\nb"))[0].lines == ("a", "b")
    assert texts_of(Mark("box", Box(0, 0, 20, 20))) == ()
