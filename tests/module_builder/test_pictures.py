"""A module from an album is the module that is drawn, and after a change only what changed is drawn."""

from __future__ import annotations

import builtins
import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from adjudicator.game import GAMES
from counters import encoding, mix
from counters.catalog import load_units
from counters.faces import Paint, painted_key
from maps.album import Album
from maps.loader import overlay_file
from module_builder import pictures
from module_builder.board import board_content, cards_drawing
from module_builder.kit import area_numbers, load_kit
from module_builder.module import build
from tests.bench_games import changed_counter
from tests.module_builder.building import built, small_board

GAME = "dark-summer"


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Image.Image]:
    """Every picture of counters, cards and icons that is drawn, on a plain board."""
    found: list[Image.Image] = []
    encode = encoding.png_bytes

    def noted(image: Image.Image, *, level: int = 9) -> bytes:
        found.append(image)
        return encode(image, level=level)

    monkeypatch.setattr(pictures, "main_board", small_board)
    monkeypatch.setattr(encoding, "png_bytes", noted)
    return found


@pytest.mark.slow
def test_an_album_changes_no_byte_and_is_used(drawn: list[Image.Image], tmp_path: Path) -> None:
    for expected in (True, False):
        drawn.clear()
        path = build(GAME, tmp_path / "out", album=Album(tmp_path / "album"))
        assert path.read_bytes() == built(GAME).read_bytes()
        assert bool(drawn) is expected


@pytest.mark.slow
def test_after_one_counter_changed_it_alone_is_drawn(drawn: list[Image.Image], tmp_path: Path) -> None:
    album, overlay = Album(tmp_path / "album"), tmp_path / "overlay"
    build(GAME, tmp_path / "out", album=album)
    changed_counter(GAME, overlay, 1)
    drawn.clear()
    path = build(GAME, tmp_path / "out", overlay=overlay, album=album)
    assert 1 <= len(drawn) <= 2, "front and back, or what stands on the picture shown at the start"
    drawn.clear()
    assert build(GAME, tmp_path / "new", overlay=overlay).read_bytes() == path.read_bytes()
    assert len(drawn) > 100


@pytest.mark.parametrize("game", GAMES)
def test_the_map_is_made_of_its_own_files(game: str, tmp_path: Path) -> None:
    content = board_content(load_kit(game))
    changed_counter(game, tmp_path, 1)
    assert board_content(load_kit(game, tmp_path)) == content
    ours = Path(pictures.__file__).parents[1] / "maps" / game.replace("-", "_") / "spaces.csv"
    (tmp_path / "spaces.csv").write_text(ours.read_text(encoding="utf-8") + "# other", encoding="utf-8")
    assert overlay_file(tmp_path, game, "spaces.csv") is not None
    assert board_content(load_kit(game, tmp_path)) != content


@pytest.mark.parametrize("game", GAMES)
def test_a_drawing_is_told_all_that_it_shows(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kit, paints = load_kit(game), list[Paint]()

    def noted(_: Album, paint: Paint, **__: object) -> bytes:
        paints.append(paint)
        return b""

    monkeypatch.setattr(encoding, "kept_png", noted)
    drawings = pictures.images(kit)
    monkeypatch.setattr(pictures, "_boards", lambda *_: ())
    assert len(list(drawings)) == len(paints) > 100
    assert len({painted_key(paint) for paint in paints[-40:]}) > 30, "keys tell pictures apart"
    monkeypatch.setattr(builtins, "open", _refused)
    monkeypatch.setattr(io, "open", _refused)
    for paint in [*paints[:: len(paints) // 20], *paints[-10:], cards_drawing(kit)]:
        assert paint().width > 0


def _refused(name: Any, *_: object, **__: object) -> Any:
    raise AssertionError(f"a drawing reads {name}")


def test_counters_can_be_chosen() -> None:
    ids = list(load_units(GAME))[:3]
    chosen = {f"{ids[0]}_f", f"{ids[2]}_b"}
    numbers = area_numbers(GAME)
    names = [n for n, _ in mix.draw_all(GAME, px=20, numbers=numbers, wanted=chosen.__contains__)]
    assert names == [f"{ids[0]}_f.png", f"{ids[2]}_b.png"]
