"""Folders made of LaTeX exports and of tables, and the command that makes any of them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from adjudicator.game import load
from counters.art import own_art
from counters.catalog import load_units
from counters.homemade.cards import of_home
from maps.errors import DataError
from maps.games import FolderHome, home_of, open_folder
from maps.loader import read_toml
from module_builder.cli import cli
from module_builder.homemade.importing.draft import Draft, check_target
from module_builder.homemade.importing.left import Left
from module_builder.homemade.importing.pages import markdown_of
from module_builder.homemade.importing.sheets import from_table
from module_builder.homemade.importing.wargame import from_export, values_of
from module_builder.homemade.pages import folder_pages
from module_builder.module import build
from module_builder.vassal.archive import open_archive
from tests.homemade.importing.making import ZONES, card, deck, export, module, png, two_armies
from tests.homemade.importing.test_vmod import rows


def home(folder: Path) -> FolderHome:
    found = home_of(open_folder(folder))
    assert isinstance(found, FolderHome)
    return found


# --- LaTeX ------------------------------------------------------------------------------------------------


def test_an_export_becomes_a_folder_that_builds(tmp_path: Path) -> None:
    draft = from_export(export(tmp_path / "ford-crossing"))
    draft.write(tmp_path / "out", "export.json")
    units = {row["id"]: row for row in rows(tmp_path / "out", "units.csv")}
    assert [units["blue-1"][column] for column in ("side", "steps", "cf", "mf", "reduced_cf")] == [
        "blue",
        "2",
        "3",
        "4",
        "1",
    ]
    assert (units["red-1"]["arm"], units["red-1"]["steps"]) == ("armoured", "1")
    told = read_toml(tmp_path / "out" / "map.toml")
    assert (told["hexes"]["columns"], told["hexes"]["rows"], told["track"][0]["count"]) == (8, 6, 3)
    assert [box["id"] for box in told["box"]] == ["red-1"]
    game = load(open_folder(tmp_path / "out"))
    assert game.scenario("start").pieces["red-1"].space == "red-1"
    assert open_archive(build(game.slug, tmp_path)).read("images/blue-1_b.png")


@pytest.mark.skipif(shutil.which("pdftocairo") is None, reason="poppler-utils draw the pages")
def test_pages_of_the_pdf_are_drawn(tmp_path: Path) -> None:
    path = export(tmp_path / "ford")
    entries = [entry for entry in json.loads(path.read_text()) if entry["category"] != "<<eol>>"]
    pages = [Image.open(path.parent / f"{entry['name'].replace(' ', '_')}.png") for entry in entries]
    pages[0].save(path.with_suffix(".pdf"), save_all=True, append_images=pages[1:], resolution=150)
    for page in path.parent.glob("*.png"):
        page.unlink()
    draft = from_export(path)
    assert {"art/blue-1.png", "art/blue-1-back.png", "art/map.png"} <= draft.files.keys()


def test_a_turned_board_leaves_its_zones(tmp_path: Path) -> None:
    turned = {**ZONES, "zoned": {**ZONES["zoned"], "xy": 1, "xx": 0}}
    draft = from_export(export(tmp_path / "ford", zones=turned))
    assert draft.left.counts["zones of the board"] == 3


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[1", "x.json: expected JSON in UTF-8 (Expecting ',' delimiter: line 1 column 3 (char 2))"),
        (
            "{}",
            (
                "x.json: expected a list of entries with category, name and number; "
                "the LaTeX package wargame writes it, with the class wgexport"
            ),
        ),
        (
            '[{"category": "counter", "name": "a"}]',
            "x.json: expected an export with a board; no entry has the category 'board'",
        ),
        (
            '[{"category": "board", "name": "a"}]',
            "x.json: expected an export with a counter; no entry has the category 'counter'",
        ),
        (
            '[{"category": "board", "name": "a b"}, {"category": "counter", "name": "c"}]',
            "x.json, entry a b: expected a picture of it; put x.pdf or a_b.png beside it",
        ),
    ],
)  # fmt: skip
def test_exports_that_are_wrong(tmp_path: Path, text: str, expected: str) -> None:
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(DataError) as told:
        from_export(tmp_path / "x.json")
    assert str(told.value) == expected


def test_a_page_without_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = export(tmp_path)
    (tmp_path / "Map.png").unlink()
    (tmp_path / "export.pdf").write_bytes(b"%PDF")
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(DataError) as told:
        from_export(path)
    assert str(told.value) == (
        "export.pdf: expected the program pdftocairo, which is not installed; "
        "install poppler-utils, or put a picture NAME.png of each entry beside it"
    )


def test_factors_of_three() -> None:
    front, back = ({"chit": {"factors": f"[1]chit/3 factors={n} 2 4"}} for n in (5, 3))
    assert values_of(front, back) == {
        "cf": "5", "df": "2", "mf": "4", "reduced_cf": "3", "reduced_df": "2", "reduced_mf": "4",
    }  # fmt: skip


# --- tables -----------------------------------------------------------------------------------------------

_UNITS = """Name,Faction,Attack,Move,Qty,Notes
1st Guards,Blue,4,3,2,Elite
"2nd, Line",Blue,3,3,,
Hussars,Red,2,5,3,Fast
"""


def test_a_table_of_units(tmp_path: Path) -> None:
    (tmp_path / "my-army.csv").write_text(_UNITS)
    from_table(tmp_path / "my-army.csv").write(tmp_path / "out", "my-army.csv")
    units = load_units(open_folder(tmp_path / "out"))
    assert [(id_, unit.side, unit.rating("attack")) for id_, unit in units.items()] == [
        ("1st-guards", "blue", 4), ("1st-guards-2", "blue", 4), ("2nd-line", "blue", 3),
        ("hussars", "red", 2), ("hussars-2", "red", 2), ("hussars-3", "red", 2),
    ]  # fmt: skip
    front = read_toml(tmp_path / "out" / "counters.toml")["template"]["default"]["front"]
    assert [item["column"] for item in front.values() if isinstance(item, dict) and "column" in item] == [
        "attack", "move", "notes",
    ]  # fmt: skip
    assert build(open_folder(tmp_path / "out"), tmp_path).is_file()


def test_a_table_of_cards_with_semicolons(tmp_path: Path) -> None:
    lines = ("Title;Text;Deck;Copies;Image", "Rain;No {attack};Weather;2;rain.png", "Sun;;Weather;;")
    text = "\n".join((*lines, "Raid;Draw;Events;1;", ""))
    (tmp_path / "cards.csv").write_text(text)
    draft = from_table(tmp_path / "cards.csv")
    draft.write(tmp_path / "out", "cards.csv")
    cards = [
        (row["deck"], row["title"], row["text"], row["count"]) for row in rows(tmp_path / "out", "cards.csv")
    ]
    assert cards == [
        ("weather", "Rain", "No (attack)", "2"),
        ("weather", "Sun", "", "1"),
        ("events", "Raid", "Draw", "1"),
    ]
    assert draft.left.counts == {"columns of cards": 1}
    decks = [(row["id"], row["side"]) for row in read_toml(tmp_path / "out" / "game.toml")["deck"]]
    assert decks == [("weather", "first-side"), ("events", "second-side")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Name,Side\n", "x.csv: expected a line of column names and a row at least"),
        (
            "Cost,Weight\n1,2\n",
            (
                "x.csv, line 1: expected a column of names: "
                "name, title, unit, id, card, label, designation, not Cost, Weight"
            ),
        ),
        ("Name,Side\n,blue\n", "x.csv: expected a row with something in the column 'Name'"),
        (
            'Name,Side\n"a" b,c\n',
            "x.csv: expected a table of cells (',' expected after '\"'); save it as CSV UTF-8",
        ),
    ],
)  # fmt: skip
def test_tables_that_are_wrong(tmp_path: Path, text: str, expected: str) -> None:
    (tmp_path / "x.csv").write_text(text)
    with pytest.raises(DataError) as told:
        from_table(tmp_path / "x.csv")
    assert str(told.value) == expected


# --- the command ------------------------------------------------------------------------------------------


def test_the_command_tells_what_is_left(tmp_path: Path) -> None:
    (tmp_path / "army.csv").write_text(_UNITS)
    done = CliRunner().invoke(cli, ["import", str(tmp_path / "army.csv"), str(tmp_path / "out"), "--json"])
    assert done.exit_code == 0, done.output
    told = json.loads(done.output)
    assert (told["pieces"], told["not_carried"]) == (7, {})
    assert (tmp_path / "out" / "gpids.csv").is_file()
    again = CliRunner().invoke(cli, ["import", str(tmp_path / "army.csv"), str(tmp_path / "out")])
    assert str(again.exception) == (
        f"{tmp_path / 'out'}: expected a new or an empty folder; nothing is overwritten: name another one"
    )


def test_the_command_takes_an_unpacked_module(tmp_path: Path) -> None:
    archive = open_archive(module(tmp_path / "x.vmod", None, two_armies()))
    for name in archive:
        (tmp_path / "x" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "x" / name).write_bytes(archive.read(name))
    done = CliRunner().invoke(cli, ["import", str(tmp_path / "x"), str(tmp_path / "out")])
    assert done.output.splitlines()[-1] == f"next: module-builder build {tmp_path / 'out'}"


def test_sources_of_no_known_kind(tmp_path: Path) -> None:
    known = ".vmod, a folder with a buildFile.xml, the .json of a LaTeX wargame, or a .csv"
    (tmp_path / "x.doc").write_text("x")
    done = CliRunner().invoke(cli, ["import", str(tmp_path / "x.doc"), str(tmp_path / "out")])
    assert str(done.exception) == f"x.doc: expected a {known}"
    (tmp_path / "dir").mkdir()
    done = CliRunner().invoke(cli, ["import", str(tmp_path / "dir"), str(tmp_path / "out")])
    assert str(done.exception) == f"dir: expected a folder with a buildFile.xml in it; SOURCE is a {known}"
    with pytest.raises(DataError) as told:
        check_target(tmp_path / "x.doc")
    assert str(told.value) == f"{tmp_path / 'x.doc'}: expected a folder, not a file; name another one"


def test_one_picture_lies_there_once() -> None:
    draft = Draft()
    names = [draft.picture(data, "A b") for data in (b"1", b"2", b"1")]
    assert names == ["art/a-b.png", "art/a-b-2.png", "art/a-b.png"]


def test_a_list_of_many_is_shortened() -> None:
    left = Left()
    left.add("keys", *"abcdefg")
    left.add("nothing")
    assert list(left.lines()) == ["keys: 7 (a, b, c, d, e, …)"]


def test_pages_with_tables_and_old_letters() -> None:
    data = (
        "<style>x</style><table><tr><th>Roll<th>Result<tr><td>1<td>A*1</table><p>Gr\xfc\xdfe<br># 5".encode(
            "cp1252"
        )
    )
    assert markdown_of(data) == "| Roll | Result |\n| --- | --- |\n| 1 | A\\*1 |\n\nGrüße\n\n\\# 5\n"


# --- pictures of cards and pages --------------------------------------------------------------------------


def test_cards_have_pictures_of_their_own(tmp_path: Path) -> None:
    path = module(tmp_path / "x.vmod", None, two_armies(), deck("Red Deck", card("Rain", 20)))
    CliRunner().invoke(cli, ["import", str(path), str(tmp_path / "out")], catch_exceptions=False)
    game = open_folder(tmp_path / "out")
    assert sorted(own_art(game, None, "cards").pictures) == ["card-red-deck-back", "card-red-deck-rain"]
    text = (tmp_path / "out" / "cards.csv").read_text()
    (tmp_path / "out" / "cards.csv").write_text(text.replace("art/card-rain.png", "art/none.png"))
    with pytest.raises(DataError) as told:
        of_home(home(tmp_path / "out"))
    assert str(told.value) == (
        "cards.csv, line 3, column picture: expected a picture in the folder of the game, not 'art/none.png'"
    )
    (tmp_path / "out" / "cards.csv").write_text(text)
    game_file = tmp_path / "out" / "game.toml"
    game_file.write_text(game_file.read_text().replace("art/red-deck-back.png", "../x.png"))
    with pytest.raises(DataError) as told:
        of_home(home(tmp_path / "out"))
    assert str(told.value) == (
        "game.toml, deck no. 1 picture: expected a picture in the folder of the game, not '../x.png'"
    )


def test_pages_show_pictures_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "army.csv").write_text(_UNITS)
    from_table(tmp_path / "army.csv").write(tmp_path / "out", "army.csv")
    for name in ("charts", "help", "art"):
        (tmp_path / "out" / name).mkdir(exist_ok=True)
    (tmp_path / "out" / "art" / "a b.png").write_bytes(png())
    for name in ("charts", "help"):
        (tmp_path / "out" / name / "crt.md").write_text("# CRT\n\n![Results](<art/a b.png>)\n")
    found = folder_pages(home(tmp_path / "out"))
    assert found.pictures == (("images/page-art-a-b.png", (tmp_path / "out" / "art" / "a b.png").resolve()),)
    assert 'src="page-art-a-b.png"' in found.charts[0][2]
    assert 'src="images/page-art-a-b.png"' in found.help[0][2]
    (tmp_path / "out" / "help" / "crt.md").write_text("![x](https://example.org/x.png)")
    with pytest.raises(DataError) as told:
        folder_pages(home(tmp_path / "out"))
    assert str(told.value) == (
        "help/crt.md, picture https://example.org/x.png: expected a picture within the folder of the game: "
        ".png, .jpg, .jpeg; such as ![Results](art/results.png)"
    )
    (tmp_path / "out" / "help" / "crt.md").write_text("![x](art/none.png)")
    with pytest.raises(DataError) as told:
        folder_pages(home(tmp_path / "out"))
    assert str(told.value) == (
        "help/crt.md, picture art/none.png: expected a picture that is there; "
        "its name counts from the folder of the game"
    )
