"""``counters.toml``: what it may say, how one template is like another, and what is said of what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from counters.geometry import Box
from counters.homemade.items import KINDS
from counters.homemade.templates import Template, load_templates
from maps.errors import DataError
from tests.counters.homemade.folders import PLAIN, SIDES, template_fault, templates_of, units_of

FRONT = "[template.default.front]\n"


def items(template: Template, face: str = "front") -> dict[str, object]:
    (found,) = (one for one in template.faces if one.name == face)
    return {item.name: item for item in found.items}


def test_places_are_millimetres_of_the_stated_side(tmp_path: Path) -> None:
    text = (
        'size = 20\n[template.default.front]\nbox = { at = [2, 4, 10, 5], fill = "ink", width = 1,'
        " radius = 2 }\n"
    )
    (item,) = templates_of(tmp_path, text).templates["default"].faces[0].items
    assert (item.box, item.width, item.radius) == (Box(10, 20, 60, 45), 5, 10)


def test_a_template_may_be_written_for_another_side(tmp_path: Path) -> None:
    text = (
        "size = 20\n[template.default]\nsize = 10\n[template.default.front]\n"
        'box = { at = [2, 4, 5, 5], fill = "ink" }\n'
    )
    (item,) = templates_of(tmp_path, text).templates["default"].faces[0].items
    assert item.box == Box(20, 40, 70, 90)


def test_a_place_by_its_centre(tmp_path: Path) -> None:
    text = (
        f'size = 10\n{FRONT}disc = {{ show = "circle", centre = [5, 4], across = 2, fill = "ink" }}\n'
        'box = { centre = [5, 5], across = [8, 2], outline = "ink" }\n'
    )
    disc, box = templates_of(tmp_path, text).templates["default"].faces[0].items
    assert (disc.box, box.box) == (Box(40, 30, 60, 50), Box(10, 40, 90, 60))


def test_what_is_drawn_first(tmp_path: Path) -> None:
    text = (
        f"{FRONT}symbol = {{ at = [3, 3, 7, 5] }}\nband = {{ at = [0, 0, 13, 4] }}\n"
        'photo = { show = "picture", at = [0, 0, 13, 13], file = "art/x.png" }\n'
    )
    assert list(items(templates_of(tmp_path, text).templates["default"])) == ["photo", "band", "symbol"]


def test_faces_come_front_back_and_further(tmp_path: Path) -> None:
    text = (
        "[template.default.fired]\n[template.default.back]\n[template.default.front]\n"
        "[template.default.alone]\n"
    )
    names = [face.name for face in templates_of(tmp_path, text).templates["default"].faces]
    assert names == ["front", "back", "fired", "alone"]


def test_a_face_is_like_another_but_for_its_differences(tmp_path: Path) -> None:
    text = (
        f'{FRONT}ground = "tint"\nwhen = "name"\nrim = "accent"\nrim_width = 1\n'
        'symbol = { at = [3, 3, 7, 5], ink = "#111111", fill = "ground" }\n'
        'name = { show = "text", text = "{name}", at = [1.5, 9, 10, 2.5] }\n'
        'disc = { show = "circle", at = [2, 2, 3, 3], fill = "ink" }\n'
        "[template.default.back]\n"
        'like = "front"\nground = "ground"\nsymbol = { fill = "tint" }\nname = false\n'
        'disc = { centre = [5, 5], across = 2 }\nextra = { show = "box", at = [2, 2, 3, 3], fill = "ink" }\n'
        "[template.default.fired]\n"
        'like = "back"\nname = { ink = "accent" }\nsymbol = { show = "icon", name = "star" }\n'
        "disc = { across = 4 }\nwhen = []\n"
    )
    template = templates_of(tmp_path, text).templates["default"]
    back, fired = template.faces[1], template.faces[2]
    assert (back.ground, back.rim, len(back.when), len(fired.when)) == ("ground", "accent", 1, 0)
    found = items(template, "back")
    assert list(found) == ["symbol", "disc", "extra"]
    front = items(template)
    assert found["symbol"].box == front["symbol"].box  # type: ignore[attr-defined]
    assert (found["symbol"].ink, found["symbol"].fill) == ("#111111", "tint")  # type: ignore[attr-defined]
    found = items(template, "fired")
    assert list(found) == ["symbol", "disc", "extra"], "what is left out stays out"
    assert (found["symbol"].show, found["symbol"].text) == ("icon", "star")  # type: ignore[attr-defined]
    assert found["symbol"].box == front["symbol"].box  # type: ignore[attr-defined]
    assert found["disc"].box.width == pytest.approx(400 / 13)  # type: ignore[attr-defined]


def test_a_template_is_like_another(tmp_path: Path) -> None:
    text = (
        f'{PLAIN}[template.default.back]\nlike = "front"\nground = "tint"\n'
        '[template.tank]\nlike = "default"\n[template.tank.front]\n'
        'symbol = { show = "silhouette", name = "tiger" }\n'
        '[template.heavy]\nlike = "tank"\n[template.heavy.front]\nname = { at = [2, 9, 9, 3] }\n'
    )
    templates = templates_of(tmp_path, text).templates
    heavy = templates["heavy"]
    assert [face.name for face in heavy.faces] == ["front", "back"]
    for face in heavy.faces:
        symbol, name = face.items
        assert (symbol.show, symbol.text, symbol.box.left) == ("silhouette", "tiger", 300 / 13)
        assert name.box.left == pytest.approx(200 / 13)
    assert heavy.faces[1].ground == "tint"


def test_an_item_is_like_another_of_its_face(tmp_path: Path) -> None:
    text = (
        f'{FRONT}box = {{ at = [1, 1, 2, 2], fill = "ink", when = "name" }}\n'
        'wide = { like = "box", at = [5, 1, 4, 2] }\n'
        'disc = { like = "wide", show = "circle", fill = "tint", when = "side" }\n'
        "[template.default.back]\n"
        'like = "front"\nbox = { fill = "accent" }\n'
        "[template.default.third]\n"
        'like = "back"\nbox = false\nown = { show = "box", at = [1, 1, 2, 2], fill = "ink" }\n'
    )
    template = templates_of(tmp_path, text).templates["default"]
    front, back = template.faces[0].items, template.faces[1].items
    shown = [(item.show, item.fill, round(item.box.left * 0.13), item.when[0].column) for item in front]
    assert shown == [("box", "ink", 1, "name"), ("box", "ink", 5, "name"), ("circle", "tint", 5, "side")]
    assert [item.fill for item in back] == ["accent", "accent", "tint"]
    assert list(items(template, "third")) == ["own"], "what is like an item that is left out is left out too"


def test_the_example_of_the_documentation(tmp_path: Path) -> None:
    told = (Path(__file__).parents[3] / "docs" / "your-own-game.md").read_text(encoding="utf-8")
    block = next(part for part in told.split("```") if "around = [" in part).removeprefix("text\n")
    template = templates_of(tmp_path, FRONT + block).templates["default"]
    found = {item.name: item for item in template.faces[0].items}
    assert list(found) == ["factors", "wide", "dots", "star"]
    assert [one.show for one in found["wide"].around] == ["circle", "brackets"]
    assert {"motorized", "type", "steps", "elite", "formation", "attack"} <= set(template.columns)


def test_which_template_a_unit_has(tmp_path: Path) -> None:
    text = f"{PLAIN}[template.hq.front]\n[template.turn.front]\n"
    rows = (
        "id,name,side,nation,type,template,symbol\na,1,red,redland,hq,,\nb,2,red,redland,foot,,\n"
        "c,3,red,redland,foot,hq,\n"
    )
    units, templates = units_of(tmp_path, rows, text), templates_of(tmp_path, text)
    assert [templates.of_unit(unit).name for unit in units.values()] == ["hq", "default", "hq"]


def test_the_sizes_are_those_of_the_sheets(tmp_path: Path) -> None:
    stock = templates_of(
        tmp_path, f"size = 13\nper_sheet = 88\n[sizes]\ndivision = 15\nmarker = 12\n{PLAIN}"
    ).stock
    sizes = stock.side_of("division"), stock.side_of("battalion"), stock.side_of("")
    assert (sizes, stock.per_sheet) == ((15, 13, 12), 88)


def test_what_colour_words_stand_for(tmp_path: Path) -> None:
    text = (
        f'{PLAIN}[color]\ngold = "#f2c230"\n[formation.Guard]\ncolor = "#202020"\n[formation.Foot]\n'
        'color = "#202020"\nink = "#ff0000"\n'
    )
    templates = templates_of(tmp_path, text)
    guard = templates.palette("redland", "Guard", "red")
    assert (guard["ground"], guard["formation"], guard["formation-ink"]) == ("#c9a57a", "#202020", "#ffffff")
    assert (guard["gold"], guard["side"]) == ("#f2c230", "#a03030")
    assert templates.palette("redland", "Foot", "red")["formation-ink"] == "#ff0000"
    plain = templates.palette("redland", "Horse", "")
    assert (plain["formation"], plain["formation-ink"]) == ("#8a2a1c", "#ffffff")
    marker = templates.palette("", "", "blue")
    assert (marker["ground"], marker["ink"]) == ("#3050a0", "#ffffff")
    assert templates.palette("", "", "")["ground"] == "#d9d4c5"


def fault(folder: Path, line: str, head: str = FRONT) -> str:
    return template_fault(folder, f"{head}{line}\n")


COLORS = (
    "a colour such as #86ab62 or one of the words ground, ink, accent, tint, formation, formation-ink, side"
)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "name = { at = [1, 1, 5, 5] }",
            f".name.show: expected what it shows: one of {', '.join(KINDS)}, not ''",
        ),
        (
            "symbol = { at = [1, 1, 5, 5], knd = 1 }",
            ".symbol.knd: expected one of the keys at, centre, across, name, ink, fill, outline, show, when",
        ),
        (
            "symbol = { at = [1, 1, 5, 5], fil = 1 }",
            (
                ".symbol.fil: expected one of the keys at, centre, across, name, ink, fill, outline, show,"
                " when; Did you mean fill?"
            ),
        ),
        ("symbol = 3", ".symbol: expected a table, not 3"),
        (
            "symbol = { fill = 'ink' }",
            ".symbol: expected a place: at = [left, top, width, height] in millimetres; or centre, across",
        ),
        (
            "symbol = { at = [1, 1, 5] }",
            ".symbol.at: expected [left, top, width, height] in millimetres, not [1, 1, 5]",
        ),
        ("symbol = { at = [1, 1, 5, 'x'] }", ".symbol.at: expected a number of millimetres, not 'x'"),
        ("symbol = { at = [1, 1, 5, true] }", ".symbol.at: expected a number of millimetres, not True"),
        ("symbol = { at = [1, 1, nan, 2] }", ".symbol.at: expected a number of millimetres, not nan"),
        ("symbol = { at = [1, 1, 5, 0] }", ".symbol.at: expected a place with a width and a height above 0"),
        ("symbol = { centre = [5, 5] }", ".symbol.across: expected a number of millimetres, not None"),
        (
            "symbol = { centre = [5, 5], across = [1] }",
            ".symbol.across: expected [width, height], or one number in millimetres, not [1]",
        ),
        (
            "symbol = { at = [1, 1, 5, 5], across = 2 }",
            ".symbol.across: expected either at, or centre and across",
        ),
        (
            "symbol = { at = [0.2, 1, 5, 5] }",
            (
                ".symbol: expected a place 0.39 mm or more from the edge of the counter, whose side is 13"
                " mm; only a"
                " band, a stripe or a picture runs off the edge"
            ),
        ),
        ("band = { at = [0, 1, 14, 5] }", ".band: expected a place within the counter, whose side is 13 mm"),
        ("symbol = { at = [1, 1, 5, 5], ink = 'rad' }", f".symbol.ink: expected {COLORS}, not 'rad'"),
        ("symbol = { at = [1, 1, 5, 5], ink = '#FFF' }", f".symbol.ink: expected {COLORS}, not '#FFF'"),
        ("ground = 7", f".ground: expected {COLORS}, not 7"),
        ("rim = 'on'", f".rim: expected {COLORS}, not 'on'"),
        ("rim_width = -1", ".rim_width: expected a number of millimetres, not -1"),
        ("box = { at = [1, 1, 5, 5] }", '.box: expected a colour: fill = "accent", or outline = "ink"'),
        ("text = { at = [1, 1, 5, 5] }", ".text.text: expected a text such as '{name}'"),
        ("text = { at = [1, 1, 5, 5], text = 3 }", ".text.text: expected a text"),
        ("text = { at = [1, 1, 5, 5], text = 'x', bold = 1 }", ".text.bold: expected true or false, not 1"),
        (
            "text = { at = [1, 1, 5, 5], text = 'x', lines = 9 }",
            ".text.lines: expected a whole number from 1 to 4, not 9",
        ),
        (
            "text = { at = [1, 1, 5, 5], text = 'x', align = 'up' }",
            ".text.align: expected one of left, centre, right, not 'up'",
        ),
        (
            "value = { at = [1, 1, 5, 5] }",
            '.value.column: expected a column of the table; of several print text = "{attack}-{defense}"',
        ),
        ("picture = { at = [1, 1, 5, 5] }", ".picture.file: expected a text such as 'art/{id}.png'"),
        (
            "line = { points = [[1, 1]] }",
            ".line.points: expected 2 or more points in millimetres, such as [[1, 6], [12, 6]]",
        ),
        (
            "polygon = { points = [[1, 1], [5, 5]] }",
            ".polygon.points: expected 3 or more points in millimetres, such as [[1, 6], [12, 6]]",
        ),
        (
            "polygon = { points = [[1, 1], [5, 5], [16, 1]] }",
            ".polygon.points: expected corners on the counter, or a fifth of its side beyond it at most",
        ),
        (
            "factors = { at = [1, 8, 11, 4.4], text = '4-6', underline = 1 }",
            (
                ".factors: expected a place 0.39 mm or more from the edge of the counter, whose side"
                " is 13 mm; only"
                " a band, a stripe or a picture runs off the edge"
            ),
        ),
        (
            "factors = { at = [1, 8, 11, 3], text = '4-6', underline = 9 }",
            ".factors.underline: expected a whole number from 0 to 6, not 9",
        ),
        (
            "symbol = { at = [1, 1, 5, 5], when = 'a = b = c' }",
            (
                '.symbol.when: expected a condition such as "steps", "not steps", "type = hq|leader" or'
                ' "type != hq",'
                " not 'a = b = c'"
            ),
        ),
        (
            "when = 3",
            (
                '.when: expected a condition such as "steps", "not steps", "type = hq|leader" or "type !='
                ' hq", not 3'
            ),
        ),
        (
            "factors = { at = [1, 8, 11, 3], text = '4-6', stand = 'top' }",
            ".factors.stand: expected one of foot, middle, not 'top'",
        ),
        (
            "factors = { at = [1, 8, 11, 3], text = '4-6', gap = 2 }",
            ".factors.gap: expected a share from 0 to 1, not 2",
        ),
        (
            "factors = { at = [1, 8, 11, 3], text = '4-6', around = 3 }",
            ".factors.around: expected a list of tables, not 3",
        ),
        (
            "factors = { at = [1, 8, 11, 3], text = '4-6', around = [3] }",
            ".factors.around[1]: expected a table, not 3",
        ),
        (
            "factors = { at = [1, 8, 11, 3], text = '4-6', around = [{ show = 'box' }] }",
            ".factors.around[1].factor: expected which factor: 1 is the first, -1 the last",
        ),
        (
            "factors = { at = [1, 8, 11, 3], text = '4-6', around = [{ factor = 1 }] }",
            '.factors.around[1]: expected a colour: fill = "accent", or outline = "ink"',
        ),
        (
            "factors = { at = [1, 8, 11, 3], text = '4-6', around = [{ factor = 1, show = 'star' }] }",
            ".factors.around[1].show: expected one of box, circle, brackets, not 'star'",
        ),
        (
            "factors = { at = [1, 8, 11, 3], text = '4-6', around = [{ factor = 9, fill = 'ink' }] }",
            ".factors.around[1].factor: expected a whole number from -6 to 6, not 9",
        ),
        (
            "factors = { at = [1, 8, 11, 3], text = '4-6', around = [{ factor = 1, fil = 'ink' }] }",
            (
                ".factors.around[1].fil: expected one of the keys factor, show, pad, rise, ink, fill,"
                " outline, width, radius, when; Did you mean fill?"
            ),
        ),
        (
            "factors = { at = [1, 8, 11, 3], text = '4', around = [{ factor = 1, fill = 'ink', pad = -1 }] }",
            ".factors.around[1].pad: expected a share from 0 to 1, not -1",
        ),
        (
            "factors = { at = [1, 9, 11, 3.6], text = '4-6', around = [{ factor = 1, show = 'brackets' }] }",
            (
                ".factors: expected a place 0.39 mm or more from the edge of the counter, whose side"
                " is 13 mm; only"
                " a band, a stripe or a picture runs off the edge"
            ),
        ),
        ("dots = { at = [1, 1, 1, 5] }", ".dots.column: expected a column of the table: how many there are"),
        (
            "star = { at = [1, 1, 5, 5], rays = 2 }",
            ".star.rays: expected a whole number from 3 to 40, not 2",
        ),
        (
            "star = { at = [1, 1, 5, 5], waist = 'x' }",
            ".star.waist: expected a share from 0 to 1, not 'x'",
        ),
        (
            "text = { at = [1, 1, 5, 5], text = 'x', breaks = 'hyphens' }",
            ".text.breaks: expected one of spaces, strokes, even, not 'hyphens'",
        ),
        (
            "box = { like = 'bax', at = [1, 1, 5, 5] }",
            ".box.like: expected one of box, not 'bax'; Did you mean box?",
        ),
        (
            "box = { like = 'box', at = [1, 1, 5, 5] }",
            ".box.like: expected no circle: box is like box",
        ),
        (
            "symbol = { at = [1, 1, 5, 5], ink = 'ink on rad' }",
            f".symbol.ink: expected {COLORS}, not 'ink on rad'",
        ),
        ("like = 'back'", ".like: expected one of front, not 'back'"),
        ("like = ['back']", ".like: expected one of front, not ['back']"),
        ("like = 'front'", ".like: expected no circle: front is like front"),
    ],
)
def test_what_is_wrong_with_a_face(tmp_path: Path, line: str, message: str) -> None:
    assert fault(tmp_path, line) == f"counters.toml, template.default.front{message}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ", template: expected at least a table [template.default.front]"),
        ("size = 3\n", ", size: expected a side from 5 to 60 millimetres, not 3"),
        ("[sizes]\ndivision = '1'\n", ", sizes.division: expected a side from 5 to 60 millimetres, not '1'"),
        ("sizes = 3\n", ", sizes: expected a table, not 3"),
        ("per_sheet = 0\n", ", per_sheet: expected a whole number from 1 to 999, not 0"),
        (
            "sise = 3\n",
            ", key sise: expected one of the keys color, formation, per_sheet, size, sizes, template",
        ),
        ("[color]\ngold = 'gold'\n", ", color.gold: expected a colour such as #86ab62, not 'gold'"),
        (
            "[color]\nink = '#000000'\n",
            (
                ", color.ink: expected another word than ground, ink, accent, tint, formation,"
                " formation-ink, side"
            ),
        ),
        (
            "[color]\n'red on blue' = '#000000'\n",
            (
                ", color.red on blue: expected another word than ground, ink, accent, tint, formation,"
                " formation-ink, side"
            ),
        ),
        ("[formation.Guard]\n", ', formation.Guard: expected a colour, such as color = "#2f5a8c"'),
        (
            "[formation.Guard]\ncolour = '#000000'\n",
            ", formation.Guard.colour: expected one of the keys color, ink; Did you mean color?",
        ),
        ("[template.default.back]\n", ", template.default: expected a table [template.default.front]"),
        (
            "[template.default]\nsize = 1\n[template.default.front]\n",
            ", template.default.size: expected a side from 5 to 100 millimetres, not 1",
        ),
        ("[template.default]\nfront = 3\n", ", template.default.front: expected a table, not 3"),
        ("[template]\ndefault = 3\n", ", template.default: expected a table, not 3"),
        (
            "[template.a]\nlike = 'bb'\n[template.b.front]\n",
            ", template.a.like: expected one of a, b, not 'bb'; Did you mean b?",
        ),
        (
            "[template.a]\nlike = 'b'\n[template.b]\nlike = 'a'\n",
            ", template.b.like: expected no circle: a is like b is like a",
        ),
    ],
)
def test_what_is_wrong_with_the_file(tmp_path: Path, text: str, message: str) -> None:
    told = template_fault(tmp_path, text if "[template" in text or not text else f"{text}{PLAIN}")
    assert told == f"counters.toml{message}"


def test_toml_that_is_none(tmp_path: Path) -> None:
    assert template_fault(tmp_path, "size = = 3").startswith("counters.toml: expected valid TOML (")


def test_colours_of_the_game_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "counters.toml").write_text(PLAIN)
    with pytest.raises(DataError) as found:
        load_templates(tmp_path, sides=SIDES, nations={"redland": {"ink": "black"}})
    assert (
        str(found.value) == "game.toml, nation redland, ink: expected a colour such as #86ab62, not 'black'"
    )


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(DataError) as found:
        load_templates(tmp_path)
    assert str(found.value) == (
        f"counters.toml: expected this file in the folder {tmp_path.name}; `module-builder init DIR`"
        " lays out a"
        " folder with one of each file"
    )
