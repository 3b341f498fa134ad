"""Pages of cards: how many a page holds, their size in the PDF, backs behind their fronts, files written."""

from __future__ import annotations

import dataclasses
import functools
import io
from pathlib import Path

import pytest
from PIL import Image

from counters.cards import Card, load_cards
from maps.errors import DataError
from module_builder.printing import cards
from module_builder.printing.cards import CardOrder, card_documents, card_pieces, draw_cards, write_cards
from module_builder.printing.page import Document, Page, Picture, Rect, Shift
from module_builder.printing.pdf import pdf_bytes
from module_builder.printing.preset import Preset, load_preset
from module_builder.vassal.errors import FormatError
from tests.counters.measuring import rgb
from tests.printing.reading import Placed, apart, placed_pictures

GAME = "breakout-normandy"
PRESETS = [("cards-a4", 9), ("cards-letter", 9), ("cards-10", 10)]
WIDTH, HEIGHT = 63.5, 88.9


def preset(name: str, **changes: object) -> Preset:
    """A preset of the package with pictures of few dots, so that tests are quick."""
    return dataclasses.replace(load_preset(name), **{"dpi": 72, "png_dpi": 72, **changes})  # type: ignore[arg-type]


def documents(order: CardOrder) -> dict[str, Document]:
    """The pages of an order; in the place of the pictures a point, which is quicker."""
    buffer = io.BytesIO()
    Image.new("RGB", (1, 1)).save(buffer, "PNG")
    names = {name for piece in card_pieces(order.game) for name in (piece.front, piece.back)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cards, "draw_cards", lambda *_, **__: dict.fromkeys(names, buffer.getvalue()))
        return card_documents(order)


@functools.cache
def document(name: str, flip: str = "long") -> Document:
    found = documents(CardOrder(GAME, preset(name, flip=flip)))
    assert list(found) == ["cards"]
    return found["cards"]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> tuple[Card, ...]:
    """A game of three kinds of card, four cards in all."""
    kept = tuple(
        card for card in load_cards(GAME) if card.id in {"card-german-2", "card-german-3", "card-allied-12"}
    )
    monkeypatch.setattr(cards, "load_cards", lambda *_: kept)
    monkeypatch.setattr(cards, "_FEW", 2)
    return kept


def cards_on(page: Page) -> list[Picture]:
    return [item for item in page.items if isinstance(item, Picture)]


def test_every_copy_of_every_card_is_a_piece() -> None:
    pieces = card_pieces(GAME)
    assert len(pieces) == len({piece.id for piece in pieces}) == 72
    assert {(piece.width, piece.height) for piece in pieces} == {(WIDTH, HEIGHT)}
    sevens = [piece for piece in pieces if piece.front == "card-german-7-front"]
    assert [piece.id for piece in sevens] == [f"card-german-7-{n}" for n in range(1, 7)]
    assert sevens[0].name == "German Attack 7"
    assert {piece.back for piece in pieces} == {"card-german-back", "card-allied-back"}


@pytest.mark.parametrize(("name", "most"), PRESETS)
def test_a_page_holds_nine_or_ten(name: str, most: int) -> None:
    pages = document(name).pages
    fronts, backs = pages[::2], pages[1::2]
    assert len(pages) == 2 * -(-72 // most)
    for side in (fronts, backs):
        counts = [len(cards_on(page)) for page in side]
        assert counts[:-1] == [most] * (len(counts) - 1)
        assert sum(counts) == 72


@pytest.mark.parametrize(("name", "most"), PRESETS)
def test_cards_lie_where_a_printer_reaches_and_never_over_each_other(name: str, most: int) -> None:
    chosen = preset(name)
    for page in document(name).pages:
        trims = [card.trim for card in cards_on(page) if card.trim]
        assert len(trims) <= most
        paper = Rect(0, 0, *chosen.paper)
        for n, trim in enumerate(trims):
            assert (round(trim.width, 6), round(trim.height, 6)) == (WIDTH, HEIGHT)
            assert paper.grown(-6).holds(trim)
            for other in trims[:n]:
                apart_x = max(trim.x, other.x) - min(trim.right, other.right)
                apart_y = max(trim.y, other.y) - min(trim.bottom, other.bottom)
                assert max(apart_x, apart_y) >= chosen.gap - 1e-6


def turned_over(placed: Placed, chosen: Preset) -> tuple[tuple[float, float], ...]:
    """The corners of a back as they lie behind the front, in the order of the front's."""
    wide, high = chosen.paper
    one, two, three, four = placed.corners
    if chosen.axis == "vertical":
        return tuple((wide - x, y) for x, y in (two, one, four, three))
    return tuple((x, high - y) for x, y in (two, one, four, three))


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("name", [name for name, _ in PRESETS])
def test_in_the_pdf_each_back_lies_behind_its_front(name: str, flip: str) -> None:
    chosen = preset(name, flip=flip)
    placed = placed_pictures(pdf_bytes(document(name, flip)))
    sides = {
        side: {p.name.split()[0]: p for p in placed if p.name.endswith(side)} for side in ("front", "back")
    }
    assert len(sides["front"]) == len(sides["back"]) == 72
    for id_, front in sides["front"].items():
        back = sides["back"][id_]
        assert back.page == front.page + 1
        assert back.key == f"card-{id_.split('-')[1]}-back"
        assert apart(front.corners, turned_over(back, chosen)) < 0.01
        size = WIDTH + 2 * chosen.bleed, HEIGHT + 2 * chosen.bleed
        assert (front.box.width, front.box.height) == pytest.approx(size, abs=0.01)


def test_offsets_reach_the_pages_and_the_metadata() -> None:
    front, back = Shift(0.5, -1), Shift(1, 2, 0.3)
    order = CardOrder(GAME, preset("cards-a4"), front, back, {"printer": "office"}, workers=1)
    made = documents(order)["cards"]
    assert {page.shift for page in made.pages[::2]} == {front}
    assert {page.shift for page in made.pages[1::2]} == {back}
    assert made.facts == {"preset": "cards-a4", "printer": "office"}
    assert made.title == "Breakout: Normandy: cards"


def test_each_face_is_drawn_once_with_its_bleed(few: tuple[Card, ...]) -> None:
    pictures = draw_cards(GAME, dpi=127, bleed=1, workers=1)
    assert len(pictures) == 5
    for card in few:
        for name in (f"{card.id}-front", card.back):
            image = Image.open(io.BytesIO(pictures[name]))
            assert (image.size, image.mode) == ((328, 455), "RGB")
            assert image.info["dpi"] == pytest.approx((127, 127), abs=0.1)
            assert image.getpixel((0, 0)) == rgb(
                card.deck.ground if name.endswith("front") else card.deck.deep
            )


@pytest.mark.usefixtures("few")
def test_more_processes_draw_the_same() -> None:
    told: list[tuple[str, int, int]] = []
    one = draw_cards(GAME, dpi=72, bleed=0, workers=1, progress=lambda *step: told.append(step))
    assert draw_cards(GAME, dpi=72, bleed=0, workers=2) == one
    assert told == [("cards", n, 5) for n in range(1, 6)]


@pytest.mark.usefixtures("few")
def test_the_files_are_written_and_always_the_same(tmp_path: Path) -> None:
    twice = [write_cards(GAME, tmp_path / name, preset("cards-a4"), workers=1) for name in ("a", "b/c")]
    assert [[path.name for path in files] for files in twice] == [["breakout-normandy-cards.pdf"]] * 2
    assert twice[0][0].read_bytes() == twice[1][0].read_bytes()


@pytest.mark.usefixtures("few")
def test_separate_backs_and_single_cards(tmp_path: Path) -> None:
    chosen = preset("cards-a4", backs="separate", pieces=True, png_dpi=127, bleed=1)
    chosen = dataclasses.replace(chosen, margin=4)
    files = write_cards(GAME, tmp_path, chosen, workers=1)
    assert [path.name for path in files[:2]] == [
        "breakout-normandy-cards-fronts.pdf",
        "breakout-normandy-cards-backs.pdf",
    ]
    for path, side in zip(files[:2], ("front", "back"), strict=True):
        placed = placed_pictures(path.read_bytes())
        assert len(placed) == 4
        assert {p.name.split()[1] for p in placed} == {side}
    assert len(files) == 2 + 5
    assert {path.parent for path in files[2:]} == {tmp_path / "breakout-normandy-cards"}
    with Image.open(files[2].with_name("card-allied-12-front.png")) as image:
        assert image.size == (328, 455)


def test_a_card_alone_on_a_slug_and_folded_sheets() -> None:
    slugs = documents(CardOrder(GAME, preset("pod-pieces")))
    assert {name: len(made.pages) for name, made in slugs.items()} == {"cards-fronts": 72, "cards-backs": 72}
    folded = document("gutterfold-a4")
    assert all(len(cards_on(page)) % 2 == 0 for page in folded.pages)
    assert sum(len(cards_on(page)) for page in folded.pages) == 144


def test_a_game_without_cards_is_told(tmp_path: Path) -> None:
    with pytest.raises(DataError) as fault:
        write_cards("dark-summer", tmp_path / "print", preset("cards-a4"))
    assert str(fault.value) == "cards, dark-summer: expected a game with cards; this one has none"
    assert not (tmp_path / "print").exists()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FormatError, match="folder: expected one that can be made"):
        write_cards(GAME, tmp_path / "file" / "print", preset("cards-a4"), workers=1)
