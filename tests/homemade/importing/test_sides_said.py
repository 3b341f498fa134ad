"""The two sides of an import as the user says them: of modules, exports and tables; and what is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.errors import DataError
from maps.loader import read_toml
from module_builder.homemade.importing.sides_said import read_sides
from tests.commandline import run
from tests.homemade.importing.making import card, deck, export, module, slot, tab, two_armies, unit
from tests.homemade.importing.test_other_sources import _UNITS
from tests.homemade.importing.test_vmod import rows

SAID = "Coalition=Green|Red,Blue"


def three_armies(path: Path) -> Path:
    """A module whose tabs and properties tell three armies, and of which one piece tells nothing."""
    loose = tab("More", slot("Hermit", 12, image="hermit.png"))
    palette = [*two_armies(), tab("Green", unit("1st Green", 9, "Green")), loose]
    piles = deck("Green Deck", card("Rain", 20)), deck("Events", card("Sun", 21))
    return module(path, None, palette, *piles, sides=("Green", "Red", "Solitaire", "Blue"))


def test_nothing_is_guessed_where_the_sides_are_said(tmp_path: Path) -> None:
    path = three_armies(tmp_path / "old.vmod")
    done = run(f"module-builder import {path} {tmp_path / 'new'} --sides '{SAID}' --json")
    assert done.code == 0, done.err
    told = json.loads(done.out)
    game = read_toml(tmp_path / "new" / "game.toml")
    assert [(side["id"], side["title"]) for side in game["side"]] == [
        ("coalition", "Coalition"),
        ("blue", "Blue"),
    ]
    sides = {row["id"]: row["side"] for row in rows(tmp_path / "new", "units.csv")}
    assert sides == {
        "1st-blue": "blue",
        "2nd-blue": "blue",
        "1st-red": "coalition",
        "2nd-red": "coalition",
        "1st-green": "coalition",
    }
    assert {"mud", "hermit"} <= {row["id"] for row in rows(tmp_path / "new", "markers.csv")}
    assert {nation["title"]: nation["side"] for nation in game["nation"]} == {
        "Blue": "blue",
        "Red": "coalition",
        "Green": "coalition",
        "Coalition": "coalition",  # of the deck, which stands in no tab
    }
    assert [pile.get("side", "") for pile in game["deck"]] == ["coalition", ""]
    assert "sides beyond two" not in told["not_carried"]
    assert told["not_carried"]["pieces of neither side that --sides names (they are markers)"] == 3
    assert [note for note in told["notes"] if "side" in note.casefold()] == [
        "Nothing says whose the deck Events is; both sides draw from it."
    ]
    assert run(f"module-builder data check {tmp_path / 'new'}").code == 0


def test_without_it_the_sides_are_guessed_as_before(tmp_path: Path) -> None:
    done = run(f"module-builder import {three_armies(tmp_path / 'old.vmod')} {tmp_path / 'new'}")
    assert done.code == 0
    assert "note: A folder has two sides; Red and Blue have the most pieces." in done.out


def test_factions_of_an_export(tmp_path: Path) -> None:
    more = {"category": "counter", "subcategory": "Green", "name": "green 1"}
    path = export(tmp_path / "ford", more)
    done = run(f"module-builder import {path} {tmp_path / 'new'} --sides 'Allies=Green|Red,Foes=Blue' --json")
    assert done.code == 0, done.err
    sides = {row["id"]: row["side"] for row in rows(tmp_path / "new", "units.csv")}
    assert sides == {"blue-1": "foes", "red-1": "allies", "green-1": "allies"}
    assert {row["id"] for row in rows(tmp_path / "new", "markers.csv")} == {"turn"}
    left = json.loads(done.out)["not_carried"]
    assert left["factions of neither side that --sides names (they are markers)"] == 1


def test_rows_of_a_table(tmp_path: Path) -> None:
    (tmp_path / "army.csv").write_text(_UNITS + "Cossacks,Green,3,5,1,\n", encoding="utf-8")
    paths = f"{tmp_path / 'army.csv'} {tmp_path / 'new'}"
    line = f"module-builder import {paths} --sides 'East=Red,West=Blue' --json"
    done = run(line)
    assert done.code == 0, done.err
    sides = {row["name"]: row["side"] for row in rows(tmp_path / "new", "units.csv")}
    assert sides == {"1st Guards": "west", "2nd, Line": "west", "Hussars": "east"}
    assert json.loads(done.out)["not_carried"]["rows of neither side that --sides names"] == 1
    (tmp_path / "cards.csv").write_text("Name,Text\nRain,It rains\n", encoding="utf-8")
    done = run(line.replace("army", "cards").replace("new", "newer"))
    assert done.err == (
        "module-builder: cards.csv, line 1: expected a table of units for --sides, not one of cards\n"
    )


WAY_OUT = 'such as --sides "French=French|Bavarian,Allied=Austrian|Russian"'
WRONG = {
    "Blue": f"two sides parted by a comma, not 1; {WAY_OUT}",
    "": f"two sides parted by a comma, not 0; {WAY_OUT}",
    "Blue,Red,Green": f"two sides parted by a comma, not 3; {WAY_OUT}",
    "=Blue,Red": f"a title and words of its pieces, not '='; {WAY_OUT}",
    "Blue=,Red": f"a title and words of its pieces, not 'Blue'; {WAY_OUT}",
    "Blue,blue=Red": f"two titles, not 'Blue' twice; {WAY_OUT}",
    "A=Blue|Red,B=red": "each word of one side, not 'red' of both",
    "Blue,Redd": "a word by which pieces of the source are told, not 'Redd'; Did you mean Red?",
    "Blue,Zulu=zzzz": "a word by which pieces of the source are told, not 'zzzz'; it has Blue, ",
}


@pytest.mark.parametrize("said", WRONG)
def test_what_is_wrong_is_one_line_and_makes_no_folder(tmp_path: Path, said: str) -> None:
    path = module(tmp_path / "old.vmod", None, two_armies())
    done = run(f"module-builder import {path} {tmp_path / 'new'} --sides '{said}'")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"module-builder: --sides: expected {WRONG[said]}")
    assert done.err.count("\n") == 1
    assert not (tmp_path / "new").exists()


@given(st.text("ab=,| é\"'\\", max_size=12))
def test_any_text_is_read_or_refused(text: str) -> None:
    titles: tuple[str, ...]
    words: tuple[tuple[str, ...], ...]
    try:
        said = read_sides(text)
    except DataError as fault:
        told, titles, words = str(fault), ("a", "b"), (("a",), ("b",))
    else:
        told, titles, words = "--sides: expected ", said.titles, said.words
    assert told.startswith("--sides: expected ")
    assert len({title.casefold() for title in titles}) == 2
    assert all(words)
