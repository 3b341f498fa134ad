"""Data files are read strictly, and what the rulebook says of places and units holds in ours."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator.breakout_normandy import GAME
from adjudicator.errors import DataError
from adjudicator.schema import load_schema
from adjudicator.sequence import load_sequence
from counters.catalog import MARKER_COLUMNS, UNIT_COLUMNS, load_markers, load_units
from maps.breakout_normandy.board import EDGE_COLUMNS, SPACE_COLUMNS, load_board
from maps.loader import Sources, read_rows, read_toml

ROOT = Path(__file__).parent.parent
BOARD = load_board()
UNITS = load_units("breakout-normandy")


def overlay(folder: Path, name: str, change: tuple[str, str]) -> Path:
    """A copy of one of our files with one change."""
    package = "maps" if name in {"spaces.csv", "edges.csv"} else "counters"
    text = (ROOT / package / "breakout_normandy" / name).read_text(encoding="utf-8")
    assert change[0] in text
    place = folder / "breakout-normandy"
    place.mkdir(exist_ok=True)
    (place / name).write_text(text.replace(*change, 1), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("name", "change", "words"),
    [
        (
            "spaces.csv",
            ("omaha-beach,30,", "omaha-beach,61,"),
            "column number: expected a whole number from 1 to 60",
        ),
        ("spaces.csv", (",bocage,", ",hedges,"), "column terrain: expected one of bocage, open"),
        ("spaces.csv", ("omaha-beach,", "utah-beach,"), "each row once"),
        ("edges.csv", (",river,", ",brook,"), "column boundary: expected one of"),
        ("edges.csv", ("grandcamp,isigny", "grandcamp,grandcamp"), "another space than column a"),
        ("edges.csv", ("grandcamp,isigny", "grandcamp,atlantis"), "column b: expected one of"),
        ("units.csv", ("ge-916,", "ge-915,"), "each row once"),
        ("units.csv", (",ss,infantry,", ",sss,infantry,"), "column branch: expected one of"),
        ("units.csv", ("ge-vierville,Vierville,", "ge-vierville,,"), "column name: expected a value"),
        (
            "markers.csv",
            ("advantage,Advantage,,Allied star,German cross,1", "advantage,Advantage,,a,b,0"),
            "count",
        ),
    ],
)
def test_a_wrong_cell_names_file_line_and_column(
    tmp_path: Path, name: str, change: tuple[str, str], words: str
) -> None:
    folder = overlay(tmp_path, name, change)
    readers: dict[str, Callable[[], object]] = {
        "units.csv": lambda: load_units("breakout-normandy", folder),
        "markers.csv": lambda: load_markers("breakout-normandy", folder),
    }
    read = readers.get(name, lambda: load_board(folder))
    with pytest.raises(DataError) as caught:
        read()
    assert name in str(caught.value)
    assert "line " in str(caught.value)
    assert words in str(caught.value)


def test_an_overlay_replaces_one_value(tmp_path: Path) -> None:
    changed = load_board(overlay(tmp_path, "spaces.csv", (",bocage,", ",open,")))
    differ = [s.id for s in BOARD.spaces.values() if changed.spaces[s.id].features != s.features]
    assert len(differ) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the columns a, b"),
        ("a,c\n1,2\n", "no column 'c'"),
        ("a\n1\n", "a column 'b'"),
        ("a,b\n1\n", "2 cells, not 1"),
    ],
)
def test_columns_are_checked(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "f.csv"
    file.write_text(text)
    with pytest.raises(DataError, match=words):
        read_rows(file, ["a", "b"])


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="No such file"):
        read_rows(tmp_path / "none.csv", ["a"])
    with pytest.raises(DataError, match="No such file"):
        read_toml(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_text("a = ")
    with pytest.raises(DataError, match="valid TOML"):
        read_toml(tmp_path / "bad.toml")
    (tmp_path / "bad.csv").write_bytes(b"\xff\xfe")
    with pytest.raises(DataError, match="UnicodeDecodeError"):
        read_rows(tmp_path / "bad.csv", ["a"])
    (tmp_path / "keys.toml").write_text("a = 1\nb = 2\n")
    with pytest.raises(DataError, match="one of the keys a"):
        read_toml(tmp_path / "keys.toml", ["a"])


def test_a_large_file_is_compiled_once_and_follows_its_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("maps.compiled._ROOT", tmp_path)
    file = tmp_path / "large.toml"
    for value in (1, 2):
        file.write_text(f"a = {value}\n" + "".join(f"k{n} = {n}.5\n" for n in range(3000)))
        first = read_toml(file)
        assert read_toml(file) == first
        assert first["a"] == value
    kept = list((tmp_path / "cache" / "bocage").iterdir())
    assert len(kept) == 2
    kept[0].write_text("{broken")
    kept[1].write_text("{broken")
    assert read_toml(file)["a"] == 2


@pytest.mark.parametrize(
    "text", ["hearsay", "rule", "rule x", "published: no date", "history:", "rule 3; tem", ""]
)
def test_sources_are_a_closed_list(text: str) -> None:
    with pytest.raises(ValueError, match=r"source|overrides"):
        Sources.parse(text)


def test_every_value_has_a_source() -> None:
    for space in BOARD.spaces.values():
        assert space.sources.default
    for unit in UNITS.values():
        assert unit.sources.default
    for marker in load_markers("breakout-normandy").values():
        assert marker.sources.default
    assert len(SPACE_COLUMNS) == len(set(SPACE_COLUMNS))
    assert EDGE_COLUMNS[-1] == UNIT_COLUMNS[-1] == MARKER_COLUMNS[-1] == "source"


def test_adjacency_goes_both_ways() -> None:
    for space in BOARD.spaces:
        for edge, other in BOARD.neighbours(space):
            assert (edge, space) in BOARD.neighbours(other)


@pytest.mark.parametrize(
    ("file", "text", "words"),
    [
        ("state.toml", "[a]\ndefault = 1\n", "the key 'carrier'"),
        ("state.toml", '[a]\ndefault = 1\nmemory = "ever"\nrule = "1"\ncarrier = "x"\n', "memory"),
        ("state.toml", '[a]\ndefault = 1\nmemory = "day"\nrule = "1"\ncarrier = "x"\nof = "moon"\n', "of"),
        (
            "state.toml",
            (
                '[a]\ndefault = 1\nmemory = "day"\nrule = "1"\ncarrier = "x"\nvalues = ["x"]\n'
                'unseen = {x = ["y"]}\n'
            ),
            "not 'y'",
        ),
        (
            "state.toml",
            '[a]\ndefault = 1\nmemory = "day"\nrule = "1"\ncarrier = "x"\nmoon = 1\n',
            "no key 'moon'",
        ),
        (
            "interpretations.toml",
            '[a]\nrule = "1"\nquestion = "?"\ndefault = "C"\noptions = { A = "x" }\n',
            "one of A",
        ),
    ],
)
def test_broken_game_files_are_named(tmp_path: Path, file: str, text: str, words: str) -> None:
    for name in ("state.toml", "interpretations.toml"):
        (tmp_path / name).write_text(text if name == file else "")
    with pytest.raises(DataError, match=words):
        load_schema(tmp_path)


def test_a_broken_sequence_is_named(tmp_path: Path) -> None:
    phase = '[[phase]]\nid = "a"\ntitle = "A"\nrule = "6.1"\nplayer = "german"\nnext = "b"\nhelp = ""\n'
    (tmp_path / "s.toml").write_text(phase)
    with pytest.raises(DataError, match="a phase of this file"):
        load_sequence(tmp_path / "s.toml")
    (tmp_path / "s.toml").write_text(phase.replace("title", "titel"))
    with pytest.raises(DataError, match="keys of a phase"):
        load_sequence(tmp_path / "s.toml")


def test_the_phases_follow_each_other_round_the_day() -> None:
    phases = GAME.sequence.phases
    day = ["daylight"]
    while phases[day[-1]].next != "daylight":
        day.append(phases[day[-1]].next)
    assert day[-1] == "dawn"
    assert set(GAME.schema.items["phase"].values) == set(phases)
