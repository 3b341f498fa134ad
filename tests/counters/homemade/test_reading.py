"""Units and markers of a folder: what their tables may hold, and what is said of what they may not."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from counters.catalog import load_units
from counters.homemade.faces import unit_cells
from counters.homemade.reading import read_markers, read_units
from maps.errors import DataError
from tests.counters.homemade.folders import (
    NATIONS,
    SIDES,
    markers_fault,
    markers_of,
    templates_of,
    units_fault,
    units_of,
)

HEAD = "id,name,side,nation,"


def test_a_row_with_every_column(tmp_path: Path) -> None:
    rows = (
        "id,name,title,side,nation,type,symbol,size,formation,steps,count,marks,entry,arrival,template,source,"
        "attack,motto,mixed\n"
        "red-1,1,First Guard,red,redland,foot,infantry,battalion,Guard,2,3,elite|guard,north |"
        " south,4,default,"
        "rule 3.1,5,Onward,*\n"
    )
    unit = units_of(tmp_path, rows)["red-1"]
    assert (unit.name, unit.title, unit.side, unit.nationality) == ("1", "First Guard", "red", "redland")
    assert (unit.type, unit.kind, unit.size, unit.division) == ("foot", "infantry", "battalion", "Guard")
    assert (unit.steps, unit.marks, unit.entry) == (2, ("elite", "guard"), ("north", "south"))
    assert (unit.arrival, unit.sources.default) == (4, "rule 3.1")
    assert unit.ratings == {"attack": 5, "count": 3}
    assert unit.texts == {"motto": "Onward", "mixed": "*", "template": "default"}
    cells = unit_cells(unit)
    assert (cells["attack"], cells["marks"], cells["motto"]) == (("5",), ("elite", "guard"), ("Onward",))


def test_a_row_with_what_is_needed_alone(tmp_path: Path) -> None:
    unit = units_of(tmp_path, f"{HEAD}attack\nred-1,1,red,redland,\n")["red-1"]
    assert (unit.title, unit.steps, unit.arrival, unit.entry, unit.marks) == ("1", 0, None, (), ())
    assert (unit.ratings, unit.texts, unit.sources.default) == ({}, {}, "owner")


def test_titles_are_told_apart_by_formation_or_id(tmp_path: Path) -> None:
    rows = (
        "id,name,side,nation,title,formation\n"
        "a,1,red,redland,,Guard\nb,1,red,redland,,Foot\nc,1,red,redland,,Foot\nd,1,red,redland,First,Foot\n"
        "e,2,red,redland,,Foot\nf,1,red,redland,,\n"
    )
    titles = [unit.title for unit in units_of(tmp_path, rows).values()]
    assert titles == ["1, Guard", "1 (b)", "1 (c)", "First", "2", "1 (f)"]


def test_markers_with_what_they_may_have(tmp_path: Path) -> None:
    rows = (
        "id,name,side,nation,front,back,count,icon,worth\nturn,Turn,,,Turn,,,hourglass,3\n"
        "hit,Hit,red,blueland,Hit,Hit 2,12,,\n"
    )
    turn, hit = markers_of(tmp_path, rows).values()
    assert (turn.side, turn.front, turn.back, turn.count) == ("", "Turn", "", 1)
    assert turn.texts == {"icon": "hourglass", "worth": "3"}
    assert (hit.side, hit.count, hit.texts) == ("red", 12, {"nation": "blueland"})


def test_a_folder_without_markers_has_none(tmp_path: Path) -> None:
    templates = templates_of(tmp_path)
    assert read_markers(tmp_path / "markers.csv", sides=SIDES, templates=templates) == {}


def test_a_folder_without_units_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"^units\.csv: expected this file in the folder "):
        read_units(tmp_path / "units.csv", sides=SIDES, nations=NATIONS, templates=templates_of(tmp_path))


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            f"{HEAD}\nRed 1,1,red,redland\n",
            "line 2, column id: expected small letters, figures and single hyphens between them, not 'Red 1'",
        ),
        (f"{HEAD}\nred-1,,red,redland\n", "line 2, column name: expected a value, not an empty cell"),
        (
            f"{HEAD}\nred-1,1,rad,redland\n",
            "line 2, column side: expected one of red, blue, not 'rad'; Did you mean red?",
        ),
        (
            f"{HEAD}\nred-1,1,red,\n",
            "line 2, column nation: expected one of redland, blueland, not ''",
        ),
        (
            f"{HEAD}steps\nred-1,1,red,redland,two\n",
            "line 2, column steps: expected a whole number from 0 to 99, not 'two'",
        ),
        (
            f"{HEAD}count\nred-1,1,red,redland,0\n",
            "line 2, column count: expected a whole number from 1 to 99, not '0'",
        ),
        (
            f"{HEAD}arrival\nred-1,1,red,redland,-1\n",
            "line 2, column arrival: expected a whole number from 0 to 999, not '-1'",
        ),
        (
            f"{HEAD}source\nred-1,1,red,redland,hearsay\n",
            (
                "line 2, column source: expected a source (rule N, example N, published: T, DATE,"
                " history: S, ...),"
                " not 'hearsay'"
            ),
        ),
        (
            f"{HEAD}template\nred-1,1,red,redland,defalt\n",
            "line 2, column template: expected one of default, marker, not 'defalt'; Did you mean default?",
        ),
        (
            f"{HEAD}title\nred-1,1,red,redland,Guard\nred-2,2,red,redland,Guard\n",
            "line 3, column title: expected each title once; 'Guard' stands in line 2 too",
        ),
    ],
)
def test_what_is_wrong_with_a_unit(tmp_path: Path, rows: str, message: str) -> None:
    assert units_fault(tmp_path, rows) == f"units.csv, {message}"


def test_a_symbol_without_a_drawing(tmp_path: Path) -> None:
    told = units_fault(tmp_path, f"{HEAD}symbol\nred-1,1,red,redland,infantri\n")
    assert told.startswith("units.csv, line 2, column symbol: expected one of infantry, motorised-infantry, ")
    assert told.endswith(" not 'infantri'; Did you mean infantry?")
    told = units_fault(tmp_path, f"{HEAD}symbol\nred-1,1,red,redland,xyzzy\n")
    assert told.endswith(" not 'xyzzy'; or leave it empty: then symbol is not shown")


@pytest.mark.parametrize(("show", "column"), [("icon", "icon"), ("silhouette", "silhouette")])
def test_other_names_without_a_drawing(tmp_path: Path, show: str, column: str) -> None:
    text = f"[template.default.front]\n{show} = {{ at = [1, 1, 6, 6] }}\n"
    told = units_fault(tmp_path, f"{HEAD}{column}\nred-1,1,red,redland,tigr\n", text)
    assert told.startswith(f"units.csv, line 2, column {column}: expected one of ")
    assert told.endswith("not 'tigr'; Did you mean tiger?")


def test_a_size_without_a_mark(tmp_path: Path) -> None:
    text = "[template.default.front]\nsize-mark = { at = [1, 1, 6, 1] }\n"
    told = units_fault(tmp_path, f"{HEAD}size\nred-1,1,red,redland,army\n", text)
    assert told == (
        "units.csv, line 2, column size: expected one of battery, company, battalion, regiment, group,"
        " kampfgruppe, combat-command, brigade, division, corps, not 'army'; or leave it empty: then"
        " size-mark"
        " is not shown"
    )


def test_a_name_that_the_template_says_is_the_templates_fault(tmp_path: Path) -> None:
    text = '[template.default.front]\nicon = { at = [1, 1, 6, 6], name = "stra" }\n'
    told = units_fault(tmp_path, f"{HEAD}\nred-1,1,red,redland\n", text)
    assert told.startswith("counters.toml, template.default.front.icon: expected one of ")
    assert told.endswith("not 'stra'; Did you mean star?")


def test_a_column_that_a_template_asks_for(tmp_path: Path) -> None:
    text = '[template.default.front]\nname = { show = "text", text = "{atack}", at = [1, 1, 6, 6] }\n'
    assert units_fault(tmp_path, f"{HEAD}attack\nred-1,1,red,redland,4\n", text) == (
        "counters.toml, template.default.front.name: expected a column of units.csv, not 'atack'; Did"
        " you mean"
        " attack?"
    )
    text = '[template.default.front]\nwhen = "zzz"\n'
    assert units_fault(tmp_path, f"{HEAD}\nred-1,1,red,redland\n", text) == (
        "counters.toml, template.default.front.when: expected a column of units.csv, not 'zzz'; or a"
        " column zzz"
        " in units.csv, empty or not"
    )


def test_a_template_that_is_not_there(tmp_path: Path) -> None:
    text = "[template.foot.front]\n"
    assert units_fault(tmp_path, f"{HEAD}type\nred-1,1,red,redland,horse\n", text) == (
        "counters.toml, template: expected a table [template.default] for units.csv, red-1; there are foot"
    )
    assert markers_fault(tmp_path, "id,name\nturn,Turn\n", text) == (
        "counters.toml, template: expected a table [template.default] for markers.csv, turn; there are foot"
    )


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            "id,name,side\nhit,Hit,rad\n",
            "line 2, column side: expected one of red, blue, not 'rad'; Did you mean red?",
        ),
        (
            "id,name,nation\nhit,Hit,x\n",
            "line 2, column nation: expected one of redland, blueland, not 'x'",
        ),
        ("id,name,count\nhit,Hit,x\n", "line 2, column count: expected a whole number from 1 to 99, not 'x'"),
        (
            "id,name,template\nhit,Hit,x\n",
            "line 2, column template: expected one of default, marker, not 'x'",
        ),
        (
            "id,name\nhit,Hit\nhit,Hit\n",
            "line 3, column id: expected each row once; 'hit' stands in line 2 too",
        ),
    ],
)
def test_what_is_wrong_with_a_marker(tmp_path: Path, rows: str, message: str) -> None:
    assert markers_fault(tmp_path, rows) == f"markers.csv, {message}"


# Pictures of one's own


PICTURE = '[template.default.front]\npicture = { at = [0, 0, 13, 13], file = "art/{face}" }\n'


def picture_fault(folder: Path, cell: str) -> str:
    return units_fault(folder, f"{HEAD}face\nred-1,1,red,redland,{cell}\n", PICTURE)


def test_pictures_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "bad.png").write_text("no picture")
    Image.new("RGB", (8, 8)).save(tmp_path / "art" / "small.png")
    place = "units.csv, line 2, column face: expected "
    assert picture_fault(tmp_path, "guard.png") == (
        f"{place}the picture art/guard.png, which is not there; put one there, or show the item with a"
        ' condition: when = "face"'
    )
    assert picture_fault(tmp_path, "guard.gif") == f"{place}a picture: .png, .jpg, .jpeg, not 'art/guard.gif'"
    for cell in ("../guard.png", "..\\guard.png", "c:/x.png"):
        assert picture_fault(tmp_path, cell) == (
            f"{place}a picture within the folder of the game, not {f'art/{cell}'!r}"
        )
    assert picture_fault(tmp_path, "bad.png") == (
        f"{place}a picture that can be read (it is damaged, or of another kind than its name says), not"
        " art/bad.png"
    )
    assert picture_fault(tmp_path, "small.png") == (
        f"{place}a picture with sides of 24 to 12,000 pixels, not art/small.png (8 x 8 pixels)"
    )


def test_a_picture_that_changes_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    Image.new("RGB", (40, 40)).save(tmp_path / "art" / "guard.png")
    units_of(tmp_path, f"{HEAD}face\nred-1,1,red,redland,guard.png\n", PICTURE)
    (tmp_path / "art" / "guard.png").write_text("no picture any more")
    assert "damaged" in picture_fault(tmp_path, "guard.png")


# Laws


WORD = st.from_regex(r"[a-z][a-z0-9]{0,5}", fullmatch=True)


@given(st.dictionaries(WORD, st.integers(-999, 999) | WORD, max_size=5))
def test_free_columns_are_ratings_or_texts(
    tmp_path_factory: pytest.TempPathFactory, free: dict[str, int | str]
) -> None:
    known = {"id", "name", "side", "nation", "title", "type", "symbol", "size", "formation", "steps", "count"}
    free = {
        k: v for k, v in free.items() if k not in known | {"marks", "entry", "arrival", "template", "source"}
    }
    rows = (
        ",".join(["id,name,side,nation", *free])
        + "\n"
        + ",".join(["x,1,red,redland", *map(str, free.values())])
    )
    unit = units_of(tmp_path_factory.getbasetemp(), rows)["x"]
    assert {**unit.ratings, **unit.texts} == free
    assert all(isinstance(value, int) for value in unit.ratings.values())


def test_units_of_our_games_have_no_texts() -> None:
    for game in (
        "breakout-normandy",
        "dark-summer",
        "storm-over-normandy",
        "june-six",
        "battle-for-normandy",
    ):
        assert not any(unit.texts for unit in load_units(game).values())
