"""Saved games outlive an owner's evening: they open with whatever values he has typed since."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.asking.overlay import correct
from adjudicator.game import GAMES, load
from adjudicator.owning.doubts import COUNTERS, doubts_of
from adjudicator.saves.identity import carrier_mark
from adjudicator.saves.positions import read_save
from maps.filing import replaceable
from module_builder.save import write_position

QUICK = [g if g == "breakout-normandy" else pytest.param(g, marks=pytest.mark.slow) for g in GAMES]


@pytest.mark.parametrize("game", QUICK)
def test_a_save_opens_with_the_values_that_its_owner_has_typed_since(game: str, tmp_path: Path) -> None:
    path, mine = tmp_path / "g.vsav", tmp_path / "mine"
    before = load(game).scenario(next(iter(load(game).scenarios)))
    write_position(before, path)
    doubts = [d for d in doubts_of(game).values() if d.file == COUNTERS and d.ours in {*"23456789"}]
    doubt = next(d for d in doubts if d.row in before.pieces and d.column in {"df", "ds", "cs", "ma"})
    correct(mine, game, {doubt.used: str(int(doubt.ours) - 1)})
    after = read_save(path, overlay=mine).position
    assert after is not None
    assert {u: p.space for u, p in after.pieces.items()} == {u: p.space for u, p in before.pieces.items()}
    assert after.pieces[doubt.row].printed != before.pieces[doubt.row].printed
    write_position(after, path, overlay=mine)
    assert read_save(path).position is not None, "and the other way round"


@pytest.mark.parametrize(
    ("game", "file", "old", "new"),
    [
        ("breakout-normandy", "units.csv", "ge-916,", "ge-9160,"),
        ("breakout-normandy", "map.toml", 'labels = ["C", "B"', 'labels = ["B"'),
        ("storm-over-normandy", "deck.toml", "count = 5", "count = 6"),
        ("june-six", "geometry.toml", "version = 1", "version = 9"),
    ],
)
def test_a_save_depends_on_the_rows_tracks_decks_and_places_of_an_overlay(
    game: str, file: str, old: str, new: str, tmp_path: Path
) -> None:
    text = replaceable(game)[file].read_text(encoding="utf-8")
    assert old in text
    (tmp_path / game).mkdir()
    assert not carrier_mark(game, tmp_path)
    (tmp_path / game / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    assert carrier_mark(game, tmp_path)


@pytest.mark.parametrize("game", QUICK)
def test_a_save_depends_on_no_doubtful_value(game: str, tmp_path: Path) -> None:
    (tmp_path / game).mkdir()
    correct(tmp_path, game, {doubt.used: None for doubt in doubts_of(game).values()})
    assert not carrier_mark(game, tmp_path)
