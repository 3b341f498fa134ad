"""The job of ``module-builder cards``: draw the cards of a game, lay them out with backs, write the files."""

from __future__ import annotations

import functools
import io
from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.game import load
from counters.art import OwnArt, card_paint, own_art
from counters.card_art import draw_card
from counters.cards import CARD_SIZE, Card, CardFace, load_cards
from counters.parallel import in_parallel
from maps.errors import DataError
from module_builder.printing.files import write_files
from module_builder.printing.imposition import Imposed, Piece, impose
from module_builder.printing.intent import read_intent
from module_builder.printing.lengths import INCH
from module_builder.printing.page import Document, Page, Shift
from module_builder.printing.pdf import pdf_bytes
from module_builder.progress import Report, quiet
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from module_builder.printing.preset import Preset

__all__ = ["CardOrder", "card_documents", "card_pieces", "draw_cards", "write_cards"]

_STILL = Shift()
_COMPRESSION = 6
_FEW = 6  # faces that one process draws sooner than a second one starts


@dataclass(frozen=True, slots=True)
class CardOrder:
    """What is to be printed, and how.

    Parameters
    ----------
    game
        Slug.
    preset
        Paper, margins, marks and the way of the backs.
    front, back
        What makes good the error of a printer.
    facts
        What the file's metadata say besides.
    workers
        Processes that draw; None for one a core.
    overlay
        Folder with an owner's corrections, or None.

    Examples
    --------
    >>> from module_builder.printing.preset import load_preset
    >>> CardOrder("breakout-normandy", load_preset("cards-a4")).preset.name
    'cards-a4'
    """

    game: str
    preset: Preset
    front: Shift = _STILL
    back: Shift = _STILL
    facts: Mapping[str, str] = field(default_factory=dict)
    workers: int | None = None
    overlay: Path | None = None


def card_pieces(game: str, overlay: Path | None = None) -> tuple[Piece, ...]:
    """Every copy of every card, deck by deck.

    Parameters
    ----------
    game
        Slug.
    overlay
        Folder with an owner's corrections, or None.

    Returns
    -------
    tuple of Piece
        Their pictures are named as `draw_cards` names them.

    Raises
    ------
    maps.errors.DataError
        The game has no cards.

    Examples
    --------
    >>> pieces = card_pieces("breakout-normandy")
    >>> len(pieces), pieces[-1].id, pieces[-1].front, pieces[-1].back
    (72, 'card-allied-12-1', 'card-allied-12-front', 'card-allied-back')
    """
    return tuple(
        Piece(
            id_, f"{card.deck.title} {card.title} {card.value}".strip(), *CARD_SIZE, _front(card), card.back
        )
        for card in _cards(game, overlay)
        for id_ in card.copies
    )


def draw_cards(
    game: str,
    *,
    dpi: int,
    bleed: float,
    workers: int | None = None,
    progress: Report = quiet,
    overlay: Path | None = None,
) -> dict[str, bytes]:
    """Draw each face once.

    Parameters
    ----------
    game
        Slug.
    dpi
        Dots an inch.
    bleed
        Millimetres beyond the cut.
    workers
        Processes; one a core where None, this process where 1.
    progress
        Told what is being done.
    overlay
        Folder with an owner's corrections, or None.

    Returns
    -------
    dict of str to bytes
        PNG by name: ``card-german-7-front``, ``card-german-back``; the same whatever the number of workers.

    Raises
    ------
    maps.errors.DataError
        The game has no cards, or a text is too long for its card.

    Examples
    --------
    >>> list(draw_cards("breakout-normandy", dpi=72, bleed=0, workers=1))[:2]
    ['card-german-2-front', 'card-german-back']
    """
    jobs: dict[str, _Job] = {}
    art = own_art(game, overlay, "cards")
    for card in _cards(game, overlay):
        jobs[_front(card)] = _Job(card, "front", dpi, bleed, art)
        jobs.setdefault(card.back, _Job(card, "back", dpi, bleed, art))
    drawn: dict[str, bytes] = {}
    faces = in_parallel(_pressed, list(jobs.values()), workers=workers, worth=_FEW, chunk=_FEW)
    for name, data in zip(jobs, faces, strict=True):
        drawn[name] = data
        progress("cards", len(drawn), len(jobs))
    return drawn


def card_documents(order: CardOrder, *, progress: Report = quiet) -> dict[str, Document]:
    """Lay out the cards of a game.

    Parameters
    ----------
    order
        What and how.
    progress
        Told what is being done.

    Returns
    -------
    dict
        By the end of the file's name: ``cards``, or ``cards-fronts`` and ``cards-backs`` where the preset
        prints them separately.

    Raises
    ------
    maps.errors.DataError
        The game has no cards, or the layout is impossible.
    """
    title, preset = load(order.game).title, order.preset
    intent = read_intent(preset.intent)
    pieces = card_pieces(order.game, order.overlay)
    imposed = impose(pieces, preset, caption=f"{title} - cards", front=order.front, back=order.back)
    pictures = draw_cards(
        order.game,
        dpi=preset.dpi,
        bleed=preset.bleed,
        workers=order.workers,
        progress=progress,
        overlay=order.overlay,
    )
    facts = {"preset": preset.name, **order.facts}
    return {
        name: Document(f"{title}: cards", pages, pictures, facts, intent)
        for name, pages in _files(imposed, preset).items()
    }


def write_cards(
    game: str,
    out: Path,
    preset: Preset,
    *,
    front: Shift = _STILL,
    back: Shift = _STILL,
    facts: Mapping[str, str] | None = None,
    workers: int | None = None,
    overlay: Path | None = None,
    progress: Report = quiet,
) -> list[Path]:
    """Write the cards of a game: the PDF, and with `Preset.pieces` one PNG a card.

    Parameters
    ----------
    game
        Slug.
    out
        Folder; made where it is missing.
    preset
        How to print.
    front, back, facts, workers, overlay
        As in `CardOrder`.
    progress
        Told what is being done.

    Returns
    -------
    list of Path
        In the order of writing.

    Raises
    ------
    maps.errors.DataError
        The game has no cards, or the layout is impossible.
    module_builder.vassal.errors.FormatError
        The folder cannot be written.
    """
    order = CardOrder(game, preset, front, back, facts or {}, workers, overlay)
    return write_files(out, _content(order, progress), progress=progress)


@dataclass(frozen=True, slots=True)
class _Job:
    """A face to draw."""

    card: Card
    face: CardFace
    dpi: int
    bleed: float
    art: OwnArt


def _cards(game: str, overlay: Path | None) -> tuple[Card, ...]:
    cards = load_cards(game, overlay)
    if not cards:
        raise DataError("cards", game, "a game with cards; this one has none")
    return cards


def _front(card: Card) -> str:
    return f"{card.id}-front"


def _files(imposed: Imposed, preset: Preset) -> dict[str, tuple[Page, ...]]:
    if preset.backs == "separate" and imposed.backs:
        return {"cards-fronts": imposed.fronts, "cards-backs": imposed.backs}
    return {"cards": imposed.pages}


def _content(order: CardOrder, progress: Report) -> Iterator[tuple[str, bytes]]:
    """Name and content of every file."""
    preset = order.preset
    documents = card_documents(order, progress=progress)
    for name, document in documents.items():
        yield f"{order.game}-{name}.pdf", pdf_bytes(document)
    if preset.pieces:
        pictures = next(iter(documents.values())).pictures
        if preset.png_dpi != preset.dpi:
            dpi, workers = preset.png_dpi, order.workers
            pictures = draw_cards(
                order.game, dpi=dpi, bleed=preset.bleed, workers=workers, overlay=order.overlay
            )
        yield from ((f"{order.game}-cards/{name}.png", data) for name, data in pictures.items())


def _pressed(job: _Job) -> bytes:
    width = round((CARD_SIZE[0] + 2 * job.bleed) / INCH * job.dpi)
    buffer = io.BytesIO()
    ours = functools.partial(draw_card, job.card, width_px=width, face=job.face, bleed=job.bleed)
    name = job.card.id if job.face == "front" else job.card.back
    image = card_paint(job.art, name, ours, size=CARD_SIZE, width_px=width, bleed=job.bleed)()
    image.save(buffer, "PNG", compress_level=_COMPRESSION, dpi=(job.dpi, job.dpi))
    return buffer.getvalue()
