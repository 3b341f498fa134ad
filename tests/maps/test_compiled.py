"""Compiled forms say what the files say, whatever becomes of them; what an owner corrects is always read."""

from __future__ import annotations

import datetime as dt
import functools
import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from counters import cards, catalog, formations
from counters.catalog import load_units
from maps import compiled as compiling
from maps.board import Board, kept_board
from maps.compiled import compiled
from maps.errors import DataError
from maps.filing import OURS, our_file
from maps.games import home_of
from maps.loader import stamp
from maps.tomlfile import read_toml

GAMES = ("breakout-normandy", "dark-summer", "storm-over-normandy", "june-six", "battle-for-normandy")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(compiling, "_PACKAGED", tmp_path / "packaged")
    return tmp_path / "bocage"


def board_module(game: str) -> Any:
    return importlib.import_module(f"maps.{game.replace('-', '_')}.board")


def read_board(game: str) -> Board:
    """The board of our files, whatever has been read before."""
    module = board_module(game)
    cls = getattr(module, "_Joined", Board)
    spaces, edges = (our_file("maps", game, name) for name in ("spaces.csv", "edges.csv"))
    found: Board = kept_board(cls, module._read, spaces, edges, OURS)
    return found


def printed(board: Board) -> list[Any]:
    """All that a board prints, in its order."""
    around = {space: board.neighbours(space) for space in board.spaces}
    return [type(board), list(board.spaces.items()), list(board.edges.items()), list(around.items())]


def rows(game: str) -> list[Any]:
    """Units, formations and cards of our files, in their order."""
    units, divisions = (our_file("counters", game, name) for name in ("units.csv", "formations.csv"))
    found: list[Any] = [*catalog._read_units.__wrapped__(stamp(units)).items()]
    found += cards._read.__wrapped__(OURS, game)  # type: ignore[attr-defined]
    if divisions.exists():
        found += [*formations._read.__wrapped__(stamp(divisions)).items()]
    return found


@functools.cache
def as_read(game: str) -> tuple[list[Any], list[Any]]:
    """What the files say, without any compiled form."""
    module = board_module(game)
    files = [our_file("maps", game, name) for name in ("spaces.csv", "edges.csv")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiling, "is_ours", lambda _: False)
        return printed(module._read(*files, OURS)), rows(game)


@pytest.mark.parametrize("game", GAMES)
def test_a_compiled_board_and_its_units_are_those_of_the_files(game: str, cache: Path) -> None:
    for _ in ("made", "found"):
        assert (printed(read_board(game)), rows(game)) == as_read(game)
    tables = ("units.csv", "formations.csv", "cards.toml")
    told = [file for name in tables if (file := our_file("counters", game, name)).exists()]
    assert len(list(cache.iterdir())) == 1 + len(told) + our_file("counters", game, "cards.toml").exists()
    kinds = [{type(value) for value in space.features.values()} for space in read_board(game).spaces.values()]
    assert kinds == [{type(v) for v in space.features.values()} for _, space in as_read(game)[0][1]]


def test_a_form_is_found_and_not_made_again(cache: Path) -> None:
    made: list[int] = []

    def make() -> list[int]:
        made.append(1)
        return [1, 2]

    assert [compiled([b"a"], make), compiled([b"a"], make), len(made)] == [[1, 2], [1, 2], 1]
    assert compiled([b"b"], lambda: 3) == 3
    assert compiled([b"", b"a"], lambda: 4) == 4  # other parts, though the bytes are the same in a row


@pytest.mark.parametrize("damage", ["flip", "cut", "empty", "foreign", "folder"])
def test_a_damaged_form_is_made_again(damage: str, cache: Path) -> None:
    game = "breakout-normandy"
    read_board(game)
    rows(game)
    held = {path: path.read_bytes() for path in cache.iterdir()}
    for (path, content), foreign in zip(held.items(), reversed(held.values()), strict=True):
        path.unlink()
        if damage == "folder":
            path.mkdir()
        else:
            flipped = content[:-9] + bytes([content[-9] ^ 1]) + content[-8:]
            cut = content[: len(content) // 2]
            path.write_bytes({"flip": flipped, "cut": cut, "empty": b"", "foreign": foreign}[damage])
    assert (printed(read_board(game)), rows(game)) == as_read(game)
    assert {path.name for path in cache.iterdir()} == {path.name for path in held}


def test_a_form_of_other_files_or_other_code_is_not_taken(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = cache.parent / "maps" / "breakout_normandy"
    folder.mkdir(parents=True)
    files = [our_file("maps", "breakout-normandy", name) for name in ("spaces.csv", "edges.csv")]
    spaces, edges = (Path(shutil.copy(file, folder)) for file in files)
    monkeypatch.setattr(compiling, "_ROOT", cache.parent)
    read = board_module("breakout-normandy")._read
    first = kept_board(Board, read, spaces, edges, OURS)
    spaces.write_text(spaces.read_text(encoding="utf-8").replace("Cherbourg", "Carteret"), encoding="utf-8")
    assert kept_board(Board, read, spaces, edges, OURS).name("cherbourg") == "Carteret"
    assert first.name("cherbourg") == "Cherbourg"
    (folder / "board.py").write_text("# read otherwise\n")
    before = len(list(cache.iterdir()))
    kept_board(Board, read, spaces, edges, OURS)
    assert len(list(cache.iterdir())) == before + 1


@pytest.fixture(params=["a file", "read-only", "no home"])
def unwritable(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "_PACKAGED", tmp_path / "packaged")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    if request.param == "a file":
        (tmp_path / "cache").write_bytes(b"")
    elif request.param == "read-only":
        monkeypatch.setenv("XDG_CACHE_HOME", "/proc")
    else:
        monkeypatch.delenv("XDG_CACHE_HOME")
        monkeypatch.setattr(Path, "home", lambda: (_ for _ in ()).throw(RuntimeError("no home")))


@pytest.mark.usefixtures("unwritable")
def test_nothing_is_missed_where_no_form_can_be_written() -> None:
    assert (printed(read_board("breakout-normandy")), rows("breakout-normandy")) == as_read(
        "breakout-normandy"
    )
    assert read_toml(our_file("adjudicator", "june-six", "crt.toml"))


def test_what_would_not_come_back_alike_is_not_kept(cache: Path) -> None:
    day = {"day": dt.date(1944, 6, 6)}
    assert compiled([b"day"], lambda: day) is day
    assert compiled([b"pair"], lambda: {"pair": (1, 2)}) == {"pair": (1, 2)}
    assert not cache.exists() or not list(cache.iterdir())


def test_an_owners_files_are_read_and_checked_each_time(tmp_path: Path, cache: Path) -> None:
    overlay = tmp_path / "mine"
    overlay.mkdir()
    home = home_of("breakout-normandy")
    for ours in (home.path("maps", "spaces.csv"), home.path("counters", "units.csv")):
        shutil.copy(ours, overlay)
    load_units("breakout-normandy", overlay)
    board_module("breakout-normandy").load_board(overlay)
    assert not cache.exists()
    path = overlay / "units.csv"
    path.write_text(path.read_text(encoding="utf-8").replace("infantry", "infantri", 1), encoding="utf-8")
    with pytest.raises(DataError, match=r"units\.csv"):
        load_units("breakout-normandy", overlay)


def test_a_fault_in_a_file_is_told_and_nothing_kept(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = cache.parent / "units.csv"
    text = our_file("counters", "dark-summer", "units.csv").read_text(encoding="utf-8")
    path.write_text(text.replace("infantry", "infantri", 1), encoding="utf-8")
    monkeypatch.setattr(compiling, "_ROOT", cache.parent)
    with pytest.raises(DataError):
        catalog._read_units.__wrapped__(stamp(path))
    assert not cache.exists()


@pytest.mark.slow
def test_what_a_wheel_brings_is_all_that_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-m", "module_builder.forms"], check=True, env=environment)
    monkeypatch.setattr(compiling, "_PACKAGED", tmp_path / "bocage")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "own"))
    for game in GAMES:
        assert (printed(read_board(game)), rows(game)) == as_read(game)
        for table in ("crt.toml", "adapter.toml", "vocabulary.toml", "state.toml"):
            path = our_file("adjudicator", game, table)
            assert not path.exists() or read_toml(path)
    assert not (tmp_path / "own").exists()
