"""The fingerprint of a ruling: the same one gives the same ruling anywhere, so two players can compare."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.version import VERSION
from maps.filing import value_files
from maps.games import Room, home_of, per_game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.questions import Asking, Question
    from adjudicator.ruling import Ruling
    from counters.units import Unit
    from maps.board import Board

__all__ = ["marked", "sealed"]

_ROOT = Path(__file__).parent.parent
_ROOMS: tuple[Room, ...] = ("maps", "counters", "adjudicator")


def sealed(ruling: Ruling, asking: Asking, asked: Question) -> Ruling:
    """A ruling with edition, viewpoint and fingerprint.

    Parameters
    ----------
    ruling
        As the rules gave it.
    asking, asked
        Position, game and question.

    Returns
    -------
    Ruling

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> from adjudicator.questions import Asking, read_question
    >>> asking = Asking(GAME, GAME.scenario("d-day"))
    >>> asked = read_question(GAME.questions["next"], {})
    >>> sealed(asked.answer(asking), asking, asked).edition
    '1993'
    """
    return marked(
        ruling,
        asking.game.slug,
        asking.game.edition,
        [asked.verb, _stated(asked)],
        overlay=asking.filing.overlay,
        position=None if asking.given is None else _position_hash(asking),
        viewpoint=asking.viewpoint,
        strict=asking.strict,
    )


def marked(
    ruling: Ruling,
    slug: str,
    edition: str,
    question: Sequence[Any],
    *,
    overlay: Path | None = None,
    position: str | None = None,
    viewpoint: str = "public",
    strict: bool = False,
) -> Ruling:
    """A ruling with edition, viewpoint and fingerprint, from plain values.

    Parameters
    ----------
    ruling
        As the rules gave it.
    slug, edition
        The game, and the printing of its rules.
    question
        Verb, and the fields that were given.
    overlay
        Folder with an owner's corrections.
    position
        Hash of the position.
    viewpoint, strict
        Who asks, and whether reconstructed values are refused.

    Returns
    -------
    Ruling

    Examples
    --------
    >>> from adjudicator.ruling import Ruling
    >>> len(marked(Ruling("q", "v", None), "breakout-normandy", "1993", ["q", {}]).fingerprint)
    16
    """
    parts = {
        "tool": VERSION,
        "edition": edition,
        "data": _data_hash(slug),
        "overlay": _folder_hash(overlay),
        "position": position,
        "question": list(question),
        "viewpoint": viewpoint,
        "strict": strict,
    }
    text = json.dumps(parts, sort_keys=True, ensure_ascii=False)
    mark = hashlib.sha256(text.encode()).hexdigest()[:16]
    return replace(ruling, viewpoint=viewpoint, edition=edition, fingerprint=mark)


def _stated(asked: Question) -> dict[str, Any]:
    """Fields of a question that differ from their default."""
    import msgspec

    fields = msgspec.structs.fields(asked)
    given = {f.name: getattr(asked, f.name) for f in fields if getattr(asked, f.name) != f.default}
    plain: dict[str, Any] = msgspec.to_builtins(given)
    return plain


def _position_hash(asking: Asking) -> str:
    from adjudicator.codec import position_to_json

    position = asking.position
    body = position_to_json(position)
    printed = (piece.printed for piece in position.pieces.values())
    ad_hoc = sorted(_unit_text(unit) for unit in printed if unit.sources.default == "owner")
    board = position.board
    edges, spaces = ([], []) if board.as_filed else (_edge_texts(board), _space_texts(board))
    text = json.dumps([body, ad_hoc, edges, spaces], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _unit_text(unit: Unit) -> str:
    """``repr`` of a unit; one without texts of a user's columns is written as before there were any."""
    return repr(unit).replace(", texts={})", ")")


def _edge_texts(board: Board) -> list[str]:
    """``repr`` of each edge; many have the same sources, which are written once."""
    sources = {id(e.sources): e.sources for e in board.edges.values()}
    said = {key: repr(source) for key, source in sources.items()}
    return sorted(
        f"Edge(a={e.a!r}, b={e.b!r}, boundary={e.boundary!r}, bridge={e.bridge!r}, "
        f"sources={said[id(e.sources)]}, road={e.road!r})"
        for e in board.edges.values()
    )


def _space_texts(board: Board) -> list[str]:
    """Each space with its features; many have the same, which are written once."""
    said = {id(s.features): s.features for s in board.spaces.values()}
    texts = {key: f"{sorted(features.items())}" for key, features in said.items()}
    return sorted(f"{s.id}{texts[id(s.features)]}" for s in board.spaces.values())


@per_game
def _data_hash(slug: str) -> str:
    digest = hashlib.sha256()
    for room in _ROOMS:
        for entry in home_of(slug).files(room):
            digest.update(entry.name.encode() + entry.read_bytes())
    return digest.hexdigest()


def _folder_hash(folder: Path | None) -> str:
    files = value_files(folder)
    if folder is None or not files:
        return ""
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()
