"""An owner's own pictures of cards and boards, and where they never go."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from adjudicator.fingerprint import marked
from adjudicator.ruling import Ruling
from adjudicator.saves.identity import carrier_mark
from adjudicator.saves.layout import overlay_mark
from adjudicator.table.drawing.sprites import sheets_of
from counters.cards import load_cards
from maps.art import board_art, pictures_mark
from maps.boardart import BoardPictures, board_pictures
from maps.errors import DataError
from maps.render import load_sheet
from module_builder.board import board_content, main_board
from module_builder.kit import load_kit
from module_builder.playing_cards import card_images
from module_builder.printing.cards import draw_cards

GAME = "storm-over-normandy"
BLUE = (0x22, 0x44, 0xCC)


def own(tmp_path: Path, kind: str, name: str, size: tuple[int, int], game: str = GAME) -> Path:
    folder = tmp_path / game / "art" / kind
    folder.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", size, BLUE).save(folder / f"{name}.png")
    return tmp_path


def is_blue(image: Image.Image, at: tuple[int, int]) -> bool:
    pixel = image.convert("RGB").getpixel(at)
    assert isinstance(pixel, tuple)
    return all(abs(a - b) < 6 for a, b in zip(pixel, BLUE, strict=True))


def test_pictures_change_no_ruling_and_no_save(tmp_path: Path) -> None:
    overlay = own(tmp_path, "counters", "us-1-16", (60, 60))
    assert overlay_mark(overlay) == carrier_mark(GAME, overlay) == ""
    assert pictures_mark(overlay)
    ruling = Ruling("odds", "yes", None)
    marks = {
        marked(ruling, GAME, "1", ["odds", {}], overlay=folder).fingerprint for folder in (None, overlay)
    }
    assert len(marks) == 1


@pytest.mark.parametrize("game", ["breakout-normandy", GAME])
def test_a_card_is_shown_in_the_owners_art(tmp_path: Path, game: str) -> None:
    card = load_cards(game)[0]
    overlay = own(tmp_path, "cards", card.id, (250, 350), game)
    drawn = {name.replace("_", "-"): paint for name, paint in card_images(load_kit(game, overlay))}
    assert is_blue(drawn[f"{card.id}.png"](), (100, 100))
    assert not is_blue(drawn[f"{card.back}.png"](), (100, 100))
    stem = next(s for s in (card.id, card.id.replace("-", "_")) if s in sheets_of(game))
    shown = {art: sheets_of(game, overlay, art=art).painted(stem, 120) for art in (True, False)}
    assert is_blue(shown[True], (60, 60))
    assert not is_blue(shown[False], (60, 30))


@pytest.mark.slow
def test_a_printed_card_runs_on_into_the_bleed(tmp_path: Path) -> None:
    import io

    card = load_cards(GAME)[0]
    overlay = own(tmp_path, "cards", card.id, (250, 350))
    data = draw_cards(GAME, dpi=72, bleed=3, workers=1, overlay=overlay)[f"{card.id}-front"]
    picture = Image.open(io.BytesIO(data))
    assert is_blue(picture, (1, 1))
    assert is_blue(picture, (picture.width // 2, picture.height - 2))


def test_a_card_of_another_shape_is_refused(tmp_path: Path) -> None:
    card = load_cards(GAME)[0]
    overlay = own(tmp_path, "cards", card.id, (400, 200))
    with pytest.raises(DataError, match="the shape of a card"):
        dict(card_images(load_kit(GAME, overlay)))[f"{card.id}.png"]()


@pytest.mark.slow
def test_a_board_is_the_owners_picture_at_any_size_of_its_shape(tmp_path: Path) -> None:
    kit = load_kit(GAME)
    window = kit.layout.windows[kit.layout.main]
    overlay = own(tmp_path, "map", "map", (window.width // 2, window.height // 2))
    mine = load_kit(GAME, overlay)
    board = main_board(mine)
    assert board.size == (window.width, window.height)
    assert is_blue(board, (100, 100))
    assert board_content(mine) != board_content(kit), "what is kept of it is named after the picture"
    own(tmp_path, "map", "map", (window.width // 2, window.height // 3))
    with pytest.raises(DataError, match="or the same shape"):
        main_board(load_kit(GAME, overlay))
    own(tmp_path, "map", "a", (100, 100))
    with pytest.raises(DataError, match="the name of a board"):
        board_pictures(GAME, load_sheet(GAME).geometry, overlay)


def test_one_of_several_boards_lies_in_its_place(tmp_path: Path) -> None:
    geometry = load_sheet("battle-for-normandy").geometry
    part = geometry.parts[1]
    left, top, width, height = part.rect
    file = tmp_path / "part.png"
    Image.new("RGB", (width // 4, height // 4), BLUE).save(file)
    found = BoardPictures(((part.rect, file),))
    scale = 0.05
    size = round(geometry.width * scale), round(geometry.height * scale)
    whole = found.over(Image.new("RGB", size), scale=scale)
    band = found.over(Image.new("RGB", (size[0], 10)), top=round((top + height / 2) * scale), scale=scale)
    middle = round((left + width / 2) * scale), round((top + height / 2) * scale)
    assert is_blue(whole, middle)
    assert is_blue(band, (middle[0], 5))
    blue = (np.asarray(whole) == np.array(BLUE)).all(axis=2).mean()
    assert blue == pytest.approx(width * height / (geometry.width * geometry.height), rel=0.02)
    assert not found.covers(geometry.width, geometry.height)
    assert board_art(None, "battle-for-normandy", part.name) is None


def test_the_table_shows_the_owners_art_and_gives_none_of_it_away(tmp_path: Path) -> None:
    overlay = own(tmp_path, "counters", "us-1-16", (80, 80))
    seen, given, ours = sheets_of(GAME, overlay, art=True), sheets_of(GAME, overlay), sheets_of(GAME)
    pictures = [sheets.painted("us-1-16_f", 66) for sheets in (seen, given, ours)]
    assert is_blue(pictures[0], (33, 33))
    assert not is_blue(pictures[1], (33, 33))
    assert seen.key != given.key
    assert np.array_equal(np.asarray(pictures[1]), np.asarray(pictures[2]))
