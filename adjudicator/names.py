"""Finding what a player means: units, spaces and boundaries by unique part, case and accents ignored."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from adjudicator.errors import AmbiguousAction, MalformedAction
from adjudicator.position import Piece, Position
from counters.catalog import Unit
from maps.board import Board, Edge, Space, fold

__all__ = ["find_boundary", "find_hex", "find_on_map", "find_space", "find_unit", "fits_unit"]


class Placed(Protocol):
    """What names are looked up in: a position, or what is known of one so far."""

    @property
    def board(self) -> Board: ...
    @property
    def pieces(self) -> Mapping[str, Piece]: ...


_OFF_MAP = frozenset({"box"})
_ARTILLERY_WORDS = frozenset({"arty", "artillery", "fa"})


def find_space(board: Board, text: str) -> Space:
    """Find a space by number, name, alias or unique part of its name.

    Parameters
    ----------
    board
        Where to look.
    text
        What was typed.

    Returns
    -------
    Space

    Raises
    ------
    MalformedAction
        Nothing fits; the nearest names are offered.
    AmbiguousAction
        Several fit.

    Examples
    --------
    >>> from maps.breakout_normandy.board import load_board
    >>> find_space(load_board(), "sainte-mere").id, find_space(load_board(), "30").id
    ('st-mere-eglise', 'omaha-beach')
    >>> find_space(load_board(), "Carenten")
    Traceback (most recent call last):
    adjudicator.errors.MalformedAction: there is no space 'Carenten'. Did you mean Carentan?
    """
    if text in board.spaces:
        return board.spaces[text]
    wanted = fold(text)
    if wanted in board.spaces:
        return board.spaces[wanted]
    names = {s.id: {fold(s.name), fold(s.id), *map(fold, s.aliases)} for s in board.spaces.values()}
    exact = [i for i, words in names.items() if wanted in words]
    if not exact and wanted.isdigit():
        exact = [s.id for s in board.spaces.values() if str(s["number"] or "") == wanted]
    found = exact or [i for i, words in names.items() if any(_part(wanted, w) for w in words)]
    areas = [i for i in found if board.spaces[i].kind in {"area", "zone", "hex"}]
    found = areas if len(areas) == 1 else found
    if len(found) == 1:
        return board.spaces[found[0]]
    if found:
        raise AmbiguousAction(text, [board.name(i) for i in found])
    raise MalformedAction(
        f"there is no space {text!r}",
        _suggest(wanted, spelt := [s.name for s in board.spaces.values()]) or _such_as(spelt),
    )


def _part(wanted: str, name: str) -> bool:
    """Whether the words wanted begin words of the name, in order."""
    rest = iter(name.split())
    return bool(wanted) and all(any(word.startswith(w) for word in rest) for w in wanted.split())


def _such_as(names: Sequence[str]) -> str:
    """How names look, for a word that is like none of them."""
    return f"Names are such as {' or '.join(names[:: max(1, len(names) - 1)][:2])}" if names else ""


def _suggest(wanted: str, names: Sequence[str]) -> str:
    import difflib

    by_fold = {fold(n): n for n in names}
    near = difflib.get_close_matches(wanted, list(by_fold), n=2, cutoff=0.78)
    return f"Did you mean {' or '.join(by_fold[n] for n in near)}?" if near else ""


def fits_unit(unit: Unit, text: str) -> int:
    """How well a text names a unit: 0 not at all, higher is better.

    Parameters
    ----------
    unit
        A counter.
    text
        ``116``, ``116/29`` or ``29/116``, ``arty/1``, ``us-29-116``, or part of the full name.

    Returns
    -------
    int

    Examples
    --------
    >>> unit = Unit("us-29-116", "116", "116 Rgt, 29 Div", "allied", "us", division="29")
    >>> [fits_unit(unit, t) for t in ("us-29-116", "116/29", "116", "29 div 116", "914")]
    [5, 4, 3, 0, 0]
    """
    lowered = text.casefold().strip()
    if lowered == unit.id:
        return 5
    head, _, tail = lowered.rpartition("/")
    if head and fold(tail) == fold(unit.division):
        artillery = unit.type == "field-artillery" and head in _ARTILLERY_WORDS
        if fold(head) == fold(unit.name) or artillery:
            return 4
    if head and unit.division and (fold(head), fold(tail)) == (fold(unit.division), fold(unit.name)):
        return 4
    closed = _closed(lowered)
    if lowered == unit.name.casefold() or closed in {_closed(unit.title), _closed(unit.name)}:
        return 3
    return 1 if _part(fold(lowered), fold(unit.title)) or _closed(unit.title).startswith(closed) else 0


@functools.lru_cache(maxsize=1 << 14)
def _closed(text: str) -> str:
    return fold(text).replace(" ", "")


def find_unit(view: Placed, text: str, among: Iterable[Piece] | None = None) -> Piece:
    """Find a unit by number and division, name, id, or unique part of its full name.

    Units on the map go before units in boxes when both fit.

    Parameters
    ----------
    view
        The position.
    text
        What was typed.
    among
        Units to choose from; all by default.

    Returns
    -------
    Piece

    Raises
    ------
    MalformedAction
        Nothing fits.
    AmbiguousAction
        Several fit; each is listed with its space.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> find_unit(GAME.scenario("d-day"), "1/919").space
    'utah-beach'
    """
    if among is None and (uid := text.casefold().strip()) in view.pieces:
        return view.pieces[uid]
    pieces = list(view.pieces.values() if among is None else among)
    scored = [(fits_unit(p.printed, text), p) for p in pieces]
    best = max((score for score, _ in scored), default=0)
    found = [p for score, p in scored if score == best and best]
    if len(found) > 1:
        on_map = [p for p in found if view.board.spaces[p.space].kind not in _OFF_MAP]
        found = on_map if len(on_map) == 1 else found
    if len(found) == 1:
        return found[0]
    if found:
        raise AmbiguousAction(text, [f"{p.printed.title} ({view.board.name(p.space)})" for p in found])
    raise MalformedAction(
        f"there is no unit {text!r}",
        _suggest(fold(text), spelt := [p.printed.title for p in pieces]) or _such_as(spelt),
    )


def find_boundary(board: Board, text: str) -> Edge:
    """Find the boundary between two spaces written ``A/B`` or ``A-B``.

    Parameters
    ----------
    board
        Where to look.
    text
        What was typed.

    Returns
    -------
    Edge

    Raises
    ------
    MalformedAction
        It names no two adjacent spaces.

    Examples
    --------
    >>> from maps.breakout_normandy.board import load_board
    >>> find_boundary(load_board(), "valognes/pont-labbe").boundary
    'river'
    """
    for mark in ("/", " - ", "-"):
        for at in [i for i in range(len(text)) if text.startswith(mark, i)]:
            try:
                first = find_space(board, text[:at].strip())
                second = find_space(board, text[at + len(mark) :].strip())
            except (MalformedAction, AmbiguousAction):
                if mark == "/":
                    raise
                continue
            edge = board.edge(first.id, second.id)
            if edge is None:
                raise MalformedAction(f"{first.name} and {second.name} are not adjacent", "")
            return edge
    raise MalformedAction(f"{text!r} is no boundary", "Write the two Areas, as in Isigny/St. Lo")


def find_hex(board: Board, name: str) -> Space:
    """Find a hex by any part of its name; a box is none.

    Parameters
    ----------
    board
        Where to look.
    name
        What the user typed.

    Returns
    -------
    Space

    Raises
    ------
    MalformedAction
        It names nothing, or a box.
    AmbiguousAction
        It names several.

    Examples
    --------
    >>> from adjudicator.battle_for_normandy import GAME
    >>> find_hex(GAME.scenario("carentan").board, "turn track")
    Traceback (most recent call last):
    adjudicator.errors.MalformedAction: Turn Record Track is no hex of the map. Name a hex
    """
    space = find_space(board, name)
    if space.kind == "box":
        raise MalformedAction(f"{space.name} is no hex of the map", "Name a hex")
    return space


def find_on_map(position: Position, name: str) -> Piece:
    """Find a unit that stands in a hex of the map, not in a box.

    Parameters
    ----------
    position
        Where to look.
    name
        What the user typed.

    Returns
    -------
    Piece

    Raises
    ------
    MalformedAction
        It names nobody, or a unit in a box.
    AmbiguousAction
        It names several.

    Examples
    --------
    >>> from adjudicator.battle_for_normandy import GAME
    >>> find_on_map(GAME.scenario("campaign"), "ge-711-hq")
    Traceback (most recent call last):
    adjudicator.errors.MalformedAction: 711th Infantry Division HQ is not on the map: ...
    """
    piece = find_unit(position, name)
    space = position.board.spaces[piece.space]
    if space.kind == "box":
        title = piece.printed.title
        raise MalformedAction(f"{title} is not on the map: it is in {space.name}", "Name a unit on the map")
    return piece
