"""Preset files: what is packaged loads and holds what it promises; what is wrong is said in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from maps.errors import DataError
from module_builder.printing.imposition import Piece, impose
from module_builder.printing.layout import arrange
from module_builder.printing.preset import Grid, Preset, load_preset, preset_names, replaced

PLAIN = 'title = "mine"\npaper = "A4"\n'
OURS = (
    "home-a4",
    "home-letter",
    "gutterfold-a4",
    "gutterfold-letter",
    "one-cut-a4",
    "one-cut-letter",
    "cutter-a4",
    "cutter-letter",
    "pod-sheet",
    "pod-pieces",
    "die-cut",
)


def written(folder: Path, text: str, name: str = "mine.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def counters(number: int, size: float) -> list[Piece]:
    return [Piece(f"c{i}", "", size, size, "f", "b") for i in range(number)]


@pytest.mark.parametrize("name", OURS)
def test_every_packaged_preset_takes_counters_of_both_sizes(name: str) -> None:
    preset = load_preset(name)
    assert preset.name == name
    for size in (12.7, 14.2875, 15.875):
        made = impose(counters(10, size), preset, caption="game")
        assert sum(len(sheet.cells) for sheet in arrange(counters(10, size), preset)) == 10
        assert len(made.backs) == (0 if preset.backs == "gutterfold" else len(made.fronts))
    assert set(OURS) <= set(preset_names())


@pytest.mark.parametrize(
    ("name", "size", "most"),
    [
        ("home-a4", 15.875, 176),  # a whole sheet of Breakout: Normandy
        ("home-a4", 14.2875, 216),  # the caption at the side
        ("home-letter", 15.875, 165),
        ("home-letter", 14.2875, 192),  # a whole sheet of The Dark Summer
        ("die-cut", 15.875, 192),
        ("die-cut", 14.2875, 192),
        ("pod-pieces", 15.875, 24),
        ("gutterfold-a4", 15.875, 80),
    ],
)
def test_how_many_counters_a_page_takes(name: str, size: float, most: int) -> None:
    preset = load_preset(name)
    assert [len(sheet.cells) for sheet in arrange(counters(most, size), preset)] == [most]
    assert len(arrange(counters(most + 1, size), preset)) == 2


def test_a_file_of_a_user_works_as_a_packaged_one_does(tmp_path: Path) -> None:
    text = """
        title = "shop"
        paper = "A3 landscape"
        margin = "1/2in"
        gap = "2mm"
        bleed = 1
        backs = "none"
        [grid]
        columns = 4
        rows = 3
        block_columns = 2
        block_rows = 3
        gutter = "1/4in"
    """
    preset = load_preset(written(tmp_path, text, "shop.toml"))
    assert preset == Preset(
        "shop", "shop", (420.0, 297.0), 12.7, 2.0, 1.0, backs="none", grid=Grid(4, 3, 2, 3, 6.35)
    )
    assert load_preset(str(tmp_path / "shop.toml")) == preset


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("bled = 1", "key bled: expected one of the keys backs, bleed, .*; did you mean bleed?"),
        ('backs = "duplx"', "backs: expected one of duplex, gutterfold, .*, not 'duplx'"),
        ('margin = "5 feet"', "margin: expected a length such as .*, not '5 feet'"),
        ('margin = "-5mm"', "margin: expected a length such as .*, not '-5mm'"),
        ("margin = -1", "margin: expected 0 to 50 mm, not -1"),
        ("margin = nan", "margin: expected 0 to 50 mm, not nan"),
        ("margin = true", "margin: expected a number, not true or false"),
        (
            "margin = 11\nregistration = 'cutter'",
            "margin: expected at most 10 mm, where the marks of a cutter stand, not 11",
        ),
        ("gap = -0.1", "gap: expected 0 to 50 mm, not -0.1"),
        ("safe = -0.1", "safe: expected 0 to 10 mm, not -0.1"),
        ("bleed = 3.3", "bleed: expected 0 to 3.2 mm, not 3.3"),
        ("bleed = inf", "bleed: expected 0 to 3.2 mm, not inf"),
        ("corner = -2", "corner: expected 0 to 10 mm, not -2"),
        ("dpi = 71", "dpi: expected 72 to 1200 dpi, not 71"),
        ("dpi = 1201", "dpi: expected 72 to 1200 dpi, not 1201"),
        ("dpi = 300.5", "dpi: expected a whole number, not a number"),
        ("png_dpi = 2400", "png_dpi: expected 36 to 1200 dpi, not 2400"),
        ('pieces = "yes"', "pieces: expected true or false, not text"),
        ("grid = 3", "grid: expected a table, not a whole number"),
        ("[grid]\ncolumn = 3", "key grid.column: expected .*; did you mean grid.columns?"),
        ("[grid]\ncolumns = 3", "grid.rows: expected a value"),
        (
            "[grid]\ncolumns = 0\nrows = 1\nblock_columns = 1\nblock_rows = 1\ngutter = 0",
            "grid.columns: expected 1 to 100, not 0",
        ),
        (
            "[grid]\ncolumns = 1\nrows = 1\nblock_columns = 1\nblock_rows = 1\ngutter = '2 ells'",
            "grid.gutter: expected a length such as .*, not '2 ells'",
        ),
        (
            "backs = 'numbered'\ngrid = {columns=1, rows=1, block_columns=1, block_rows=1, gutter=0}",
            "backs: expected duplex, separate or none with a grid, not numbered; .*",
        ),
    ],
)
def test_a_wrong_line_is_named_with_its_file(tmp_path: Path, line: str, said: str) -> None:
    with pytest.raises(DataError, match=rf"^mine\.toml, {said.replace('?', '[?]')}$"):
        load_preset(written(tmp_path, PLAIN + line))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('title = "mine"', "paper: expected a value"),
        ('title = "mine"\npaper = "A9"', "paper: expected one of a4, .*, not 'A9'"),
        ('title = "mine"\npaper = "A9 landscape"', "paper: expected one of a4, .*, not 'A9 landscape'"),
        ('title = "mine"\npaper = "30x300mm"', "paper: expected 40 to 5080 mm, not 30"),
        ('title = "mine"\npaper = [210]', "paper: expected a list of length 2.*"),
        ('title = "mine"\npaper = "60x90mm"\nmargin = 26', "margin: expected at most 25 mm on paper of .*"),
        ("title = ", "expected valid TOML .*"),
    ],
)
def test_a_wrong_file_is_named(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(DataError, match=rf"^mine\.toml(, |: ){said}"):
        load_preset(written(tmp_path, text))


def test_an_unknown_preset_is_answered_with_those_there_are() -> None:
    with pytest.raises(DataError, match=r"^preset, home-a5: expected one of .*; did you mean home-a4\?"):
        load_preset("home-a5")
    with pytest.raises(DataError, match=r"^missing\.toml: expected a readable file"):
        load_preset("no/missing.toml")


def test_a_changed_preset_is_checked_as_a_file_is() -> None:
    preset = load_preset("home-a4")
    assert replaced(preset, {"bleed": 1.0}).bleed == 1.0
    with pytest.raises(DataError, match=r"^preset home-a4, bleed: expected 0 to 3.2 mm, not 9$"):
        replaced(preset, {"bleed": 9.0})


@pytest.mark.parametrize(
    ("paper", "flip", "axis"),
    [
        ((210.0, 297.0), "long", "vertical"),
        ((210.0, 297.0), "short", "horizontal"),
        ((297.0, 210.0), "long", "horizontal"),
        ((297.0, 210.0), "short", "vertical"),
    ],
)
def test_the_sheet_turns_about_the_edge_that_is_named(
    paper: tuple[float, float], flip: str, axis: str
) -> None:
    assert replaced(load_preset("home-a4"), {"paper": paper, "flip": flip}).axis == axis


@pytest.mark.parametrize("name", ["one-cut-a4", "one-cut-letter"])
def test_one_cut_parts_two_neighbours(name: str) -> None:
    (sheet,) = arrange(counters(30, 15.875), load_preset(name))
    trims = [cell.trim for cell in sheet.cells]
    beside = [(a, b) for a in trims for b in trims if b.x > a.x and b.y == a.y and b.x - a.x < 20]
    assert len(beside) >= 20
    assert all(b.x == pytest.approx(a.right) for a, b in beside)
    assert all(cell.window is not None for cell in sheet.cells)


def test_print_stays_a_millimetre_from_every_cut_at_home() -> None:
    for name in preset_names():
        if not name.startswith("cards"):
            assert load_preset(name).safe >= 1
