"""Scanned sheets in the room "Your copy" without a browser: named piece by piece, and taken back."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from adjudicator.game import GAMES
from adjudicator.owning.scan_names import Naming, copies_of, names_text, read_names, sheet_of, shifted
from adjudicator.owning.scan_pieces import ScannedSheets, list_file, piece_file
from counters.art_check import art_faults
from counters.press import load_counters
from maps.art import BACK, own_pictures
from maps.filing import value_files
from tests.every import quick_one
from tests.table.serving import Page, serving

GAME = "breakout-normandy"
SHEET = f"api/copy/{GAME}/scans/1"
ROWS, COLUMNS = 3, 4
BLANK = (2, 3)
"""A place of the sheet where nothing is printed."""


def tint(row: int, column: int) -> tuple[int, int, int]:
    return 40 * row, 20 * column, 90


def a_scan(overlay: Path) -> list[str]:
    """Pieces as `module-builder data scan` leaves them, each of its own colour; the names in their order."""
    counters = load_counters(GAME, numbers={})
    names = [*sheet_of(counters, ROWS * COLUMNS, 1)[1]]
    places = [(row, column) for row in range(1, ROWS + 1) for column in range(1, COLUMNS + 1)]
    folder = piece_file(overlay, GAME, 1, (1, 1)).parent
    folder.mkdir(parents=True)
    for place in places:
        if place != BLANK:
            Image.new("RGB", (60, 60), tint(*place)).save(piece_file(overlay, GAME, 1, place))
    Image.new("RGB", (60, 60), "#ffffff").save(piece_file(overlay, GAME, 1, (1, 1), BACK))
    naming = Naming(dict(zip(places, names, strict=True)))
    listed = list_file(overlay, GAME, 1)
    titles = {counter.id: counter.name for counter in counters}
    listed.write_text(names_text(naming, titles, sheet=1, file=str(listed)), encoding="utf-8")
    return names


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Page]:
    with serving(overlay=tmp_path) as found:
        yield found


def art(overlay: Path) -> dict[str, object]:
    """The owner's art: the colour of each picture by its name."""
    found = own_pictures(overlay, GAME, "counters")
    return {name: Image.open(picture.path).getpixel((5, 5)) for name, picture in found.items()}


def test_a_sheet_is_named_piece_by_piece_and_taken_back(page: Page, tmp_path: Path) -> None:
    names = a_scan(tmp_path)
    told = page.get(f"api/copy/{GAME}/scans")
    assert told["sheets"] == [1]
    assert told["counters"][0]["id"] == names[0]
    begun = page.get(SHEET)
    assert [(p["name"], p["checked"]) for p in begun["places"]] == [(name, False) for name in names]
    assert [p["front"] for p in begun["places"]].count(False) == 1
    assert [p["back"] for p in begun["places"]].count(True) == 1

    page.post(f"{SHEET}/name", {"row": 1, "column": 1, "name": names[0]})
    assert art(tmp_path)[names[0]] == tint(1, 1)
    retouched = Path(own_pictures(tmp_path, GAME, "counters")[names[0]].path)
    Image.new("RGB", (60, 60), "#123456").save(retouched)
    assert art(tmp_path)[f"{names[0]}{BACK}"] == (255, 255, 255)
    told = page.post(f"{SHEET}/shift", {"row": 1, "column": 2})
    assert art(tmp_path)[names[0]] == (0x12, 0x34, 0x56), "what he has retouched stays"
    assert [p["name"] for p in told["places"]] == [names[0], "", *names[1:-1]]
    assert art(tmp_path)[names[1]] == tint(1, 3)
    assert names[5] not in art(tmp_path), "where nothing is printed nothing is shown"
    told = page.post(f"{SHEET}/name", {"row": 1, "column": 3, "name": f"{names[4]}{BACK}"})
    assert told["places"][2]["title"].endswith(", back")
    assert art(tmp_path)[f"{names[4]}{BACK}"] == tint(1, 3)
    assert names[1] not in art(tmp_path)
    told = page.post(f"{SHEET}/name", {"row": 1, "column": 4, "name": names[8]})
    assert [p["name"] for p in told["places"]].count(names[8]) == 1, "who had it by order has it no more"
    assert sum(p["checked"] for p in told["places"]) == 4

    lasting = ScannedSheets(GAME, tmp_path).naming(1).names
    assert [*lasting.values()] == [p["name"] for p in told["places"]]
    assert not [str(fault) for fault in art_faults(tmp_path, GAME) if fault.broken]
    assert not value_files(tmp_path), "nothing of it is a value that is given away"

    for _ in range(4):
        told = page.post(f"{SHEET}/undo", {})
    assert told == begun
    assert "nothing was answered" in page.refused(f"{SHEET}/undo", {})[1]
    assert art(tmp_path).keys() == {*names, f"{names[0]}{BACK}"} - {names[6]}


def test_pieces_are_shown_and_nothing_else_of_the_disk(page: Page, tmp_path: Path) -> None:
    a_scan(tmp_path)

    def piece(**query: str) -> tuple[int, bytes]:
        reply = page.client.get(page.path(f"{SHEET}/piece"), params=query)
        return reply.status_code, reply.content

    status, data = piece(row="2", column="1")
    assert status == 200
    shown = Image.open(io.BytesIO(data)).convert("RGB").getpixel((30, 30))
    assert isinstance(shown, tuple)
    assert max(abs(a - b) for a, b in zip(shown, tint(2, 1), strict=True)) < 12
    assert piece(row="1", column="1", side="back")[0] == 200
    for query in (
        {"row": str(BLANK[0]), "column": str(BLANK[1])},
        {"row": "../1", "column": "1"},
        {"row": "1", "column": "1/../../1-1"},
        {"row": "9", "column": "9", "side": "../front"},
    ):
        status, data = piece(**query)
        assert (status, b"nothing was cut" in data) == (422, True)
    other = page.client.get(page.path(f"api/copy/{GAME}/scans/2/piece"), params={"row": "1", "column": "1"})
    assert other.status_code == 422
    assert page.client.get(page.path(f"api/copy/{GAME}/scans/x/piece")).status_code == 404
    away = {"origin": "http://elsewhere"}
    said = {"row": 1, "column": 1, "name": ""}
    assert page.client.post(page.path(f"{SHEET}/name"), json=said, headers=away).status_code == 403


def test_what_cannot_be_answered_is_one_line_and_changes_nothing(page: Page, tmp_path: Path) -> None:
    names = a_scan(tmp_path)
    page.post(f"{SHEET}/name", {"row": 1, "column": 1, "name": names[0]})
    late = load_counters(GAME, numbers={})[40].id
    mine = own_pictures(tmp_path, GAME, "counters")[names[0]].path
    Image.new("RGB", (70, 70), "#aa0000").save(Path(mine).with_name(f"{late}.png"))
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    for what, said, line in (
        ("name", {"row": 1, "column": 2, "name": "moon"}, "no counter is called 'moon'"),
        ("name", {"row": 1, "column": 2, "name": f"moon{BACK}"}, "no counter is called"),
        ("name", {"row": 9, "column": 2, "name": ""}, "sheet 1 has no row 9, column 2"),
        ("name", {"row": 1, "column": 2, "name": names[0]}, f"{names[0]} is row 1, column 1"),
        ("name", {"row": 1, "column": 2, "name": late}, "expected no picture of this counter yet"),
        ("name", {"row": "1", "column": 2, "name": ""}, "cannot be read"),
        ("shift", {"row": 0, "column": 0}, "sheet 1 has no row 0"),
    ):
        assert line in page.refused(f"{SHEET}/{what}", said)[1]
    assert (
        "no sheet 2" in page.refused(f"api/copy/{GAME}/scans/2/name", {"row": 1, "column": 1, "name": ""})[1]
    )
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
    listed = list_file(tmp_path, GAME, 1)
    listed.write_text(listed.read_text(encoding="utf-8").replace(",yes", ","), encoding="utf-8")
    assert "was changed by hand since" in page.refused(f"{SHEET}/undo", {})[1]


@pytest.mark.parametrize("game", quick_one(GAMES, GAME))
def test_what_moved_on_comes_back(game: str, tmp_path: Path) -> None:
    """From any place, whatever was looked at before; and the list says the same when it is read."""
    counters = load_counters(game, numbers={})
    chance = random.Random(18)
    titles = {counter.id: counter.name for counter in counters}
    every = [(row, column) for row in range(1, 9) for column in range(1, 11)]
    for number in (1, 2):
        size, names = sheet_of(counters, len(every), number)
        order = copies_of(counter for counter in counters if counter.size == size)
        for _ in range(20):
            place = chance.choice(every[: len(names)])
            named = dict(zip(every, names, strict=False))
            seen = {p for p in named if chance.random() < 0.1} - {place}
            seen -= {p for p in seen if p > place and not named[p]}
            sheet = Naming(named, frozenset(seen))
            on = shifted(sheet, place, back=False, order=order)
            assert on.names[place] == ""
            assert all(on.names[p] == named[p] for p in seen)
            assert shifted(on, place, back=True, order=order) == sheet
            file = tmp_path / "list.csv"
            file.write_text(names_text(on, titles, sheet=1, file="list.csv"), encoding="utf-8")
            assert read_names(file, titles) == on
