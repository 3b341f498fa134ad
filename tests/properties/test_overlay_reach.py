"""What an owner corrects, everything reads: each value in turn, and rulings with our files out of reach."""

from __future__ import annotations

import csv
import functools
import importlib
import inspect
import io
import itertools
import shutil
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import tomlkit

from adjudicator.asking.casebook import read_cases, run_case
from adjudicator.asking.loading import load_position
from adjudicator.asking.overlay import check_overlay
from adjudicator.errors import DataError
from adjudicator.game import GAMES, load
from adjudicator.saves.identity import carrier_mark
from counters.cards import load_cards
from counters.catalog import load_markers, load_units
from counters.mix import draw_all
from counters.palette import load_palette
from maps.board import edge_id
from maps.filing import OURS, READERS, Filing, replaceable
from maps.render import draw_board, load_sheet
from maps.sources import values_of
from module_builder.help import pages
from module_builder.kit import area_numbers, load_kit
from module_builder.printing.cards import draw_cards
from module_builder.save import write_position
from tests.every import quick_one

CASES = Path(__file__).parents[1] / "cases"
SILENT = {
    ("csv", "id"): "a row is found by its id",
    ("csv", "a"): "an edge is found by its ends",
    ("csv", "b"): "an edge is found by its ends",
    ("csv", "lat"): "only programs that make the map read degrees: the pixels of a save are permanent",
    ("csv", "lon"): "only programs that make the map read degrees: the pixels of a save are permanent",
    ("csv", "arrival_note"): "read with the arrival of its row",
    ("toml", "place"): "says in words where a Delay Point or a reinforcement stands; its hex is what counts",
    ("toml", "label"): "the words of a turn; changed words show in every answer about it",
}
TOLD_TWICE = {
    (
        "schedule.toml",
        ".track.",
    ): "three_maps.toml says it to the rules; tests hold the order of battle to this list",
}


# --- one value at a time ----------------------------------------------------------------------------------


def other(value: Any, seen: list[Any]) -> Any:
    """Another value of the same kind, one that stands elsewhere in its column where there is one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return value[:-1] if value else ["x"]
    return next((word for word in seen if word != value), f"{value} otherwise")


def places(document: Any) -> Iterator[tuple[Any, Any, str]]:
    """Table, key and name of every value of a chart whose entry states a source."""
    heads = document.get("table", {}).get("columns", ()) if "row" in document else ()

    def within(part: Any, name: str) -> Iterator[tuple[Any, Any, str]]:
        if isinstance(part, list):
            for number, entry in enumerate(part, 1):
                yield from within(entry, f"{name}.{number}")
        if isinstance(part, dict):
            if isinstance(part.get("source"), str):
                for key in part:
                    if key == "cells":
                        yield from ((part[key], n, f"{name}.{head}") for n, head in enumerate(heads))
                    elif key not in {"source", "id", "printed"}:
                        yield part, key, f"{name}.{key}"
            for key, value in part.items():
                yield from within(value, f"{name}.{key}")

    yield from within(document, "")


@functools.cache
def readers(game: str) -> tuple[Any, ...]:
    """Every function that reads a file of a game for its rules."""
    _ = load(game).rules
    package = f".{game.replace('-', '_')}."
    for name in ("layout", "tracks", "ground"):
        if importlib.util.find_spec(f"maps{package}{name}") is not None:
            importlib.import_module(f"maps{package}{name}")
    found = [r for r in READERS if package in f"{r.__module__}." and r.__name__ != "_sheet"]
    return tuple(r for r in found if len(inspect.signature(r).parameters) == 1)


@functools.cache
def readers_of(game: str, file: str) -> tuple[Any, ...]:
    found = []
    for read in readers(game):
        noting = Filing()
        read(noting)
        if file in noting.asked:
            found.append(read)
    return tuple(found)


def as_read(game: str, file: str, filing: Filing) -> list[Any]:
    return [read(filing) for read in readers_of(game, file)]


CHARTS = [
    (game, name)
    for game in GAMES
    for name, path in replaceable(game).items()
    if path.parts[-3] == "adjudicator" and path.suffix == ".toml"
]


def chart_faults(game: str, file: str, folder: Path, *, every: int) -> list[str]:
    """Values of a chart that change nothing that a rule reads."""
    ours = replaceable(game)[file]
    text, before = ours.read_text(encoding="utf-8"), as_read(game, file, OURS)
    columns: dict[Any, list[Any]] = {}
    names = []
    for part, key, name in places(tomllib.loads(text)):
        columns.setdefault(key, []).append(part[key])
        names.append(name)
    faults = []
    for number in range(0, len(names), every):
        document = tomlkit.parse(text)
        part, key, name = next(itertools.islice(places(document), number, None))
        if ("toml", str(key)) in SILENT or any(file == f and name.startswith(n) for f, n in TOLD_TWICE):
            continue
        value = part[key]
        plain = value.unwrap() if hasattr(value, "unwrap") else value
        if isinstance(plain, dict):
            continue
        part[key] = other(plain, columns[key])
        (folder / file).write_text(tomlkit.dumps(document), encoding="utf-8")
        try:
            if as_read(game, file, Filing(folder)) == before:
                faults.append(name)
        except DataError:
            continue  # what is refused has been read
    (folder / file).unlink(missing_ok=True)
    return faults


@pytest.mark.parametrize(("game", "file"), CHARTS, ids=str)
def test_some_values_of_each_chart_reach_the_rules(game: str, file: str, tmp_path: Path) -> None:
    assert readers_of(game, file), f"nobody reads {file}"
    assert chart_faults(game, file, tmp_path, every=17) == []


@pytest.mark.slow
@pytest.mark.parametrize(("game", "file"), CHARTS, ids=str)
def test_every_value_of_each_chart_reaches_the_rules(game: str, file: str, tmp_path: Path) -> None:
    assert chart_faults(game, file, tmp_path, every=1) == []


# --- tables with commas: a whole column at once ----------------------------------------------------------


def rows_as_read(game: str, file: str, overlay: Path | None) -> Mapping[str, Any]:
    """What every row of a table has become."""
    filing = Filing(overlay)
    board = importlib.import_module(f"maps.{game.replace('-', '_')}.board")
    if file == "units.csv":
        return load_units(game, overlay)
    if file == "markers.csv":
        return load_markers(game, overlay)
    if file in {"spaces.csv", "edges.csv"}:
        found = board.load_board(overlay)
        return dict(found.spaces if file == "spaces.csv" else found.edges)
    if file == "formations.csv":
        from counters.formations import load_formations

        return load_formations(game, overlay)
    (read, *_) = readers_of(game, file) or (
        importlib.import_module(f"maps.{game.replace('-', '_')}.sheet").load_symbols,
    )
    rows: Mapping[str, Any] = read(filing)
    return rows


TABLES = [(game, name) for game in GAMES for name in replaceable(game) if name.endswith(".csv")]


def table(path: Path) -> tuple[str, list[list[str]]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    head = "".join(f"{line}\n" for line in itertools.takewhile(lambda text: text.startswith("#"), lines))
    return head, list(csv.reader(line for line in lines if line and not line.startswith("#")))


def column_faults(game: str, file: str, column: str, folder: Path) -> list[str]:
    """Rows of which a changed cell of one column changes nothing; a cell that is refused has been read."""
    ours = replaceable(game)[file]
    plain = {"box", "turn", "track"}  # boxes beside the map print no ground
    guessed = {row for row, name, kind in values_of(ours) if name == column and kind == "reconstructed"}
    head, (header, *rows) = table(ours)
    place, keys = header.index(column), 2 if header[:2] == ["a", "b"] else 1
    seen = sorted({row[place] for row in rows if row[place]}, key=len)
    names = [edge_id(*row[:2]) if keys == 2 else row[0] for row in rows]
    kinds = [row[header.index("kind")] if file == "spaces.csv" else "" for row in rows]
    changed = {n for n, name in enumerate(names) if name in guessed and kinds[n] not in plain}
    before = rows_as_read(game, file, None)
    for _ in range(len(changed) + 1):
        new = [[*row] for row in rows]
        for n in changed:
            value = new[n][place]
            swap = {"yes": "no", "no": "yes"}
            new[n][place] = swap.get(value) or str(
                int(value) + 1 if value.isdecimal() else other(value, seen)
            )
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerows([header, *new])
        (folder / file).write_text(head + out.getvalue(), encoding="utf-8")
        try:
            after = rows_as_read(game, file, folder)
        except DataError as refused:
            line = refused.place.removeprefix("line ").split(",")[0]
            if not line.isdecimal():
                return []  # the table as a whole is refused
            changed -= {int(line) - head.count("\n") - 2}
            if len(changed) > 60:  # enough of them are shown: the parser reads all rows alike
                changed = set(sorted(changed)[:: len(changed) // 30])
            continue
        return [names[n] for n in changed if before.get(names[n]) == after.get(names[n])]
    return []


def columns_of(game: str, file: str) -> list[str]:
    found = {name for _, name, kind in values_of(replaceable(game)[file]) if kind == "reconstructed"}
    return sorted(name for name in found if ("csv", name) not in SILENT)


@pytest.mark.parametrize(("game", "file"), TABLES, ids=str)
def test_a_column_of_each_table_reaches_the_rules(game: str, file: str, tmp_path: Path) -> None:
    for column in columns_of(game, file)[:1]:
        assert column_faults(game, file, column, tmp_path) == []


@pytest.mark.slow
@pytest.mark.parametrize(("game", "file"), TABLES, ids=str)
def test_every_column_of_each_table_reaches_the_rules(game: str, file: str, tmp_path: Path) -> None:
    faults = {c: column_faults(game, file, c, tmp_path) for c in columns_of(game, file)}
    assert {column: rows[:3] for column, rows in faults.items() if rows} == {}


# --- rulings with our own files out of reach -------------------------------------------------------------


@pytest.fixture
def sealed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A copy of a game's files as an overlay; whoever opens ours from then on fails."""

    def lay(game: str) -> Path:
        folder = tmp_path / "owner" / game
        folder.mkdir(parents=True)
        forbidden = set()
        for name, path in replaceable(game).items():
            shutil.copy(path, folder / name)
            forbidden.add(path)
        check_overlay(game, folder.parent)
        assert not carrier_mark(game, folder.parent)  # reads what it compares the owner's files with
        for read in ("read_bytes", "read_text", "open"):
            plain = getattr(Path, read)

            def guarded(self: Path, *args: Any, _plain: Any = plain, **words: Any) -> Any:
                assert self not in forbidden, f"{self.name} of ours is read beside the owner's"
                return _plain(self, *args, **words)

            monkeypatch.setattr(Path, read, guarded)
        monkeypatch.setattr(OURS, "kept", _Closed())
        return folder.parent

    return lay


class _Closed(dict[Any, Any]):
    """What was read of our files, out of reach."""

    def __getitem__(self, key: Any) -> Any:
        raise AssertionError(f"{key} is read from our files beside the owner's")


def answered(game: str, overlay: Path, *, every: int) -> list[str]:
    cases = [c for f in sorted((CASES / game.replace("-", "_")).glob("*.toml")) for c in read_cases(f)]
    return [
        f"{c.id}: {r.faults[0]}" for c in cases[::every] if not (r := run_case(c, overlay=overlay)).passed
    ]


@pytest.mark.parametrize("game", quick_one(GAMES, "storm-over-normandy"))
def test_some_cases_are_ruled_from_the_owners_files_alone(game: str, sealed: Any) -> None:
    assert answered(game, sealed(game), every=41) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_all_cases_are_ruled_from_the_owners_files_alone(game: str, sealed: Any) -> None:
    assert answered(game, sealed(game), every=1) == []


@pytest.mark.parametrize("game", GAMES)
def test_looks_and_cards_are_read_from_the_owners_files(game: str, sealed: Any) -> None:
    folder = sealed(game)
    assert load_palette(game, folder).schemes
    assert bool(load_cards(game, folder)) == ("cards.toml" in replaceable(game))


# --- what is printed with our own files out of reach -----------------------------------------------------


def printed(game: str, folder: Path, out: Path) -> None:
    """Pieces and help of the module, the board, a counter, the cards and a save."""
    kit = load_kit(game, folder)
    assert kit.pieces
    assert list(pages(kit))
    part = next((part.name for part in load_sheet(game, folder).geometry.parts), "")
    assert draw_board(game, part, scale=0.02, overlay=folder).size
    assert next(iter(draw_all(game, px=30, numbers=area_numbers(game, folder), overlay=folder)))
    if load_cards(game, folder):
        assert draw_cards(game, dpi=36, bleed=0, workers=1, overlay=folder)
    position = load_position(f"{game}:{next(iter(load(game).scenarios))}", overlay=folder).position
    assert position is not None
    write_position(position, out / "a.vsav", overlay=folder)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_module_map_counters_cards_and_saves_come_from_the_owners_files_alone(
    game: str, sealed: Any, tmp_path: Path
) -> None:
    folder, out = sealed(game), tmp_path / "out"
    out.mkdir()
    printed(game, folder, out)


@pytest.mark.slow
def test_the_module_of_one_game_comes_from_the_owners_files_alone(sealed: Any, tmp_path: Path) -> None:
    folder = sealed("storm-over-normandy")
    out = tmp_path / "out"
    out.mkdir()
    printed("storm-over-normandy", folder, out)
