"""Saves that go on, as the real engine showed them: carried over to a newer module, or saved by the table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adjudicator.game import GAMES, load
from adjudicator.saves.layout import load_layout
from adjudicator.saves.positions import read_save
from module_builder.vassal.archive import open_archive
from tests.engine.living import KEPT, branch_of, carried
from tests.module_builder.building import built

QUICK = "storm-over-normandy"
_GAMES = [game if game == QUICK else pytest.param(game, marks=pytest.mark.slow) for game in GAMES]


def kept(game: str) -> dict[str, list[list[Any]]]:
    found: dict[str, list[list[Any]]] = json.loads(
        (KEPT / game.replace("-", "_") / "living.json").read_text(encoding="utf-8")
    )
    return found


def of_our_reading(save: Path) -> list[list[Any]]:
    pieces = open_archive(save).save().pieces(reveal=True)
    return sorted([p.gpid, p.map, p.x, p.y] for p in pieces)


def in_their_places(game: str, save: Path, rows: list[list[Any]]) -> int:
    """How many pieces the engine shows in the very place of ours that holds their point."""
    layout, met = load_layout(game, load(game).board()), 0
    decks = {p.deck for p in open_archive(save).save().pieces(reveal=True)}
    for _, window, x, y, location in rows:
        place = layout.find(window, x, y)
        if place is not None and place.id and window == layout.main and location not in decks:
            assert place.name in location, (x, y, location)
            met += 1
    return met


@pytest.mark.parametrize("game", _GAMES)
def test_the_engine_shows_a_carried_save_with_every_piece_in_its_place(game: str, tmp_path: Path) -> None:
    for save in carried(game, built(game), tmp_path):
        rows = kept(game)[save.name]
        assert [row[:4] for row in rows] == of_our_reading(save)
        assert in_their_places(game, save, rows) > 50


@pytest.mark.parametrize("game", _GAMES)
def test_the_engine_shows_a_branch_of_the_table_with_every_piece_in_its_place(
    game: str, tmp_path: Path
) -> None:
    save, position = branch_of(game, tmp_path)
    assert read_save(save).position == position
    rows = kept(game)["branch.vsav"]
    assert [row[:4] for row in rows] == of_our_reading(save)
    assert in_their_places(game, save, rows) > 50
