"""Which counters are chosen, and how many of each."""

from __future__ import annotations

import functools
import json
from pathlib import Path

import pytest

from adjudicator.asking.loading import load_position
from counters.press import Counter, load_counters
from maps.errors import DataError
from module_builder.data import write_template
from module_builder.kit import load_kit
from module_builder.printing.selection import (
    Selection,
    changed,
    manifest,
    read_list,
    read_wanted,
    select,
    used_by,
)

GAME = "breakout-normandy"


@functools.cache
def counters() -> tuple[Counter, ...]:
    return load_counters(GAME, numbers={})


def chosen(**conditions: object) -> dict[str, int]:
    return {c.id: n for c, n in select(counters(), Selection(**conditions))}  # type: ignore[arg-type]


def test_all() -> None:
    found = chosen()
    assert sum(found.values()) == 436
    assert found["disruption"] == 60


def test_by_side_formation_and_sheet() -> None:
    assert {c.side for c, _ in select(counters(), Selection(sides=("german",)))} == {"german"}
    assert sorted(chosen(formations=("352",))) == ["ge-352-art", "ge-914", "ge-915", "ge-916"]
    assert sum(chosen(sheets=(2,)).values()) == 218
    assert sum(chosen(sheets=(1,), sides=("german",)).values()) < 218


@pytest.mark.parametrize("word", ["ge-352", "352", "352nd infantry division"])
def test_a_formation_goes_by_what_its_counters_print(word: str) -> None:
    found = select(load_counters("june-six", numbers={}), Selection(formations=(word,)))
    assert {c.id for c, _ in found} == {f"ge-352-{n}" for n in ("hq", "914", "915", "916", "fus", "pzjg")}


@pytest.mark.parametrize(
    ("word", "formation"),
    [
        ("12SS", "ge-12ss"),
        ("3", "br-3"),
        ("3 Cdn", "ca-3"),
        ("v corps", "us-v"),
        ("LXXXIV Corps", "ge-lxxxiv"),
    ],
)
def test_names_of_a_formation(word: str, formation: str) -> None:
    found = select(load_counters("june-six", numbers={}), Selection(formations=(word,)))
    assert {c.formation for c, _ in found} == {formation}


def test_a_name_of_two_formations_is_asked_back() -> None:
    with pytest.raises(DataError) as fault:
        select(load_counters("june-six", numbers={}), Selection(formations=("VIII Corps",)))
    assert str(fault.value) == "--formation, VIII Corps: expected one formation: br-viii or us-viii"


def test_conditions_narrow_each_other() -> None:
    assert chosen(sides=("german",), quantities={"ge-916": 3}) == {"ge-916": 3}
    with pytest.raises(DataError, match="at least one counter meets"):
        chosen(sides=("allied",), quantities={"ge-916": 3})


@pytest.mark.parametrize(
    ("conditions", "message"),
    [
        ({"sides": ("germans",)}, "--side, germans: expected one of the game's, such as german"),
        ({"formations": ("999",)}, "--formation, 999"),
        ({"sheets": (3,)}, "--sheet, 3: expected one of the game's, such as 1, 2"),
        ({"quantities": {"ge-91": 1}}, "--counter, ge-91: expected one of the game's, such as ge-9"),
    ],
)
def test_a_word_that_no_counter_has(conditions: dict[str, object], message: str) -> None:
    with pytest.raises(DataError) as fault:
        chosen(**conditions)
    assert message in str(fault.value)


@pytest.mark.parametrize(
    "word", ["ge-916=", "ge-916=0", "ge-916=-1", "ge-916=1000", "ge-916=two", "ge-916=²"]
)
def test_copies_out_of_range(word: str) -> None:
    with pytest.raises(DataError, match="copies from 1 to 999"):
        read_wanted([word])


def test_a_list(tmp_path: Path) -> None:
    file = tmp_path / "mine.csv"
    file.write_text("quantity,id,note\n2,control,\n1,ge-916,torn\n3,control,more\n", encoding="utf-8")
    assert read_list(file) == {"control": 5, "ge-916": 1}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("id,quantity\nge-916,1\n", "mine.csv, line 1: expected columns that begin with quantity,id"),
        ("quantity,id\nmany,ge-916\n", "mine.csv, line 2, column quantity: expected copies"),
        ("quantity,id\n,ge-916\n", "line 2, column quantity"),
        ("", "line 1"),
    ],
)
def test_a_wrong_list(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "mine.csv"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as fault:
        read_list(file)
    assert message in str(fault.value)


def test_a_list_that_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "mine.csv"
    file.write_bytes(b"\xff\xfe\x00q")
    with pytest.raises(DataError, match="a CSV in UTF-8"):
        read_list(file)


def test_only_what_a_save_uses() -> None:
    kit = load_kit(GAME)
    position = load_position("tests/saves/contested.vsav").position
    assert position is not None
    held = used_by(kit, position)
    gone = [uid for uid, piece in position.pieces.items() if piece.space == "eliminated"]
    assert gone
    assert not held.keys() & set(gone)
    disrupted = sum(piece.status in {"d1", "d2"} for piece in position.pieces.values())
    assert held.get("disruption", 0) == disrupted
    assert held["control"] == sum(1 for item, _ in position.facts if item == "control") > 0
    found = chosen(held=held)
    assert found["control"] == held["control"] < 20
    assert "ge-916" in found


def test_chits_in_a_cup_are_used() -> None:
    kit = load_kit("dark-summer")
    held = used_by(kit, kit.game.scenario("campaign"))
    assert held["weather-showers"] == 3
    assert held["chit-us"] == 4


def test_only_what_changed(tmp_path: Path) -> None:
    all_of_them = select(counters(), Selection())
    file = tmp_path / f"{GAME}-manifest.json"
    file.write_bytes(manifest(GAME, all_of_them))
    with pytest.raises(DataError, match="at least one counter"):
        chosen(since=changed(tmp_path, GAME))
    data = json.loads(file.read_text())
    data["counters"]["ge-916"][0] = "another look"
    data["counters"]["control"][2] -= 3
    del data["counters"]["us-1-16"]
    file.write_text(json.dumps(data))
    assert chosen(since=changed(file, GAME)) == {"ge-916": 1, "us-1-16": 1, "control": 3}


def test_a_manifest_adds_to_that_of_the_build_before(tmp_path: Path) -> None:
    rows = {name: chosen_row(name) for name in ("ge-916", "control")}
    earlier = {
        "ge-916": ["another look", "b", 4],
        "control": [*rows["control"][:2], 5],
        "gone": ["a", "b", 1],
    }
    wanted = Selection(quantities={"ge-916": 1, "control": 2})
    data = json.loads(manifest(GAME, select(counters(), wanted), earlier))["counters"]
    assert data == {
        "ge-916": [*rows["ge-916"][:2], 1],
        "control": [*rows["control"][:2], 7],
        "gone": ["a", "b", 1],
    }


def chosen_row(id_: str) -> list[object]:
    (row,) = json.loads(manifest(GAME, select(counters(), Selection(quantities={id_: 1}))))[
        "counters"
    ].values()
    return list(row)


def test_a_changed_unit_looks_different(tmp_path: Path) -> None:
    write_template(GAME, tmp_path)
    table = tmp_path / GAME / "units.csv"
    old, new = ("regiment,352,,4,4,4,2,,omaha-beach", "regiment,352,,5,4,4,2,,omaha-beach")
    text = table.read_text(encoding="utf-8")
    (line,) = [line for line in text.splitlines() if line.startswith("ge-916,")]
    table.write_text(text.replace(line, line.replace(old, new)), encoding="utf-8")
    assert old in line
    after = {c.id: c for c in load_counters(GAME, numbers={}, overlay=tmp_path)}
    looks = {c.id for c in counters() if c.front.look() != after[c.id].front.look()}
    assert looks == {"ge-916"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"game": "dark-summer", "counters": {}}',
        '{"game": "breakout-normandy", "counters": {"a": [1]}}',
        '{"game": "breakout-normandy", "counters": {"ge-916": ["a", "b", -9]}}',
        "[" * 100_000,
    ],
    ids=range(7),
)
def test_no_manifest(tmp_path: Path, text: str) -> None:
    (tmp_path / f"{GAME}-manifest.json").write_text(text)
    with pytest.raises(DataError, match="manifest"):
        changed(tmp_path, GAME)


def test_no_manifest_at_all(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="the manifest of an earlier build"):
        changed(tmp_path, GAME)
