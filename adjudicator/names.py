"""Finding what a player means: units, spaces and boundaries by unique part, case and accents ignored."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from adjudicator.errors import AmbiguousAction, MalformedAction
from adjudicator.position import Piece, Position
from counters.catalog import Unit
from maps.board import Board, Edge, Space, fold, folded

__all__ = ["NAMES", "find_boundary", "find_hex", "find_on_map", "find_space", "find_unit", "fits_unit"]


class Placed(Protocol):
    """What names are looked up in: a position, or what is known of one so far."""

    @property
    def board(self) -> Board: ...
    @property
    def pieces(self) -> Mapping[str, Piece]: ...


NAMES = "names"
"""Layer of a position: what its units are called, whatever else they print and wherever they stand."""
_PRINTED = operator.attrgetter("id", "name", "title", "division", "type")
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
    names = _names(_named_alike(board))
    exact = names.get(wanted, ())
    if not exact and wanted.isdigit():
        exact = [s.id for s in board.spaces.values() if str(s["number"] or "") == wanted]
    found = exact or _in_part(board, wanted, names)
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


def _named_alike(board: Board) -> Board:
    """The first of the boards of which this one is a change whose spaces bear the same names."""
    while (before := board.before) is not None and all(
        space is (was := before.spaces.get(space.id)) or (was is not None and _spelt(was) == _spelt(space))
        for space in map(board.spaces.__getitem__, board.altered)
    ):
        board = before
    return board


def _spelt(space: Space) -> tuple[str, ...]:
    return space.name, *space.aliases


@functools.lru_cache(maxsize=8)
def _names(board: Board) -> Mapping[str, Sequence[str]]:
    """Folded name, id or alias -> the spaces that bear it, in the order of the board."""
    words = [(id_, word) for id_, space in board.spaces.items() for word in (id_, *_spelt(space))]
    found: dict[str, tuple[str, ...]] = {}
    for (id_, _), name in zip(words, folded([word for _, word in words]), strict=True):
        known = found.get(name, ())
        if id_ not in known:
            found[name] = (*known, id_)
    return found


def _in_part(board: Board, wanted: str, names: Mapping[str, Sequence[str]]) -> Sequence[str]:
    """The spaces with a name that the words wanted are a part of, in the order of the board."""
    first = wanted.partition(" ")[0]
    found = {i for name, ids in names.items() if first in name and _part(wanted, name) for i in ids}
    return [i for i in board.spaces if i in found] if found else ()


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


class _Titles:
    """What each of some units can be called, folded once; units are numbered as they are given.

    Parameters
    ----------
    units
        Of each what `_PRINTED` takes of it.
    """

    __slots__ = ("_called", "_guns", "_ids", "_pairs", "_titles", "find")

    def __init__(self, units: Iterable[tuple[str, ...]]) -> None:
        self.find = functools.lru_cache(maxsize=1024)(self._find)
        self._ids: dict[str, list[int]] = {}
        self._pairs: dict[tuple[str, str], list[int]] = {}
        self._guns: dict[str, list[int]] = {}
        self._called: dict[str, list[int]] = {}
        self._titles: list[tuple[str, str]] = []
        for number, (id_, name, title, of, kind) in enumerate(units):
            pair, together = (fold(name), fold(of)), _closed(title)
            self._ids.setdefault(id_, []).append(number)
            for each in {pair, pair[::-1]} if of else {pair}:
                self._pairs.setdefault(each, []).append(number)
            if kind == "field-artillery":
                self._guns.setdefault(pair[1], []).append(number)
            for word in {name.casefold(), _closed(name), together}:
                self._called.setdefault(word, []).append(number)
            self._titles.append((fold(title), together))

    def _find(self, text: str) -> Sequence[int]:
        """Numbers of the units that a text names best, as `fits_unit` says of each."""
        lowered = text.casefold().strip()
        if lowered in self._ids:
            return self._ids[lowered]
        head, _, tail = lowered.rpartition("/")
        if head:
            found = set(self._pairs.get((fold(head), fold(tail)), ()))
            if head in _ARTILLERY_WORDS:
                found.update(self._guns.get(fold(tail), ()))
            if found:
                return sorted(found)
        closed, wanted = _closed(lowered), fold(lowered)
        called = {*self._called.get(lowered, ()), *self._called.get(closed, ())}
        if called:
            return sorted(called)
        return [
            number
            for number, (title, together) in enumerate(self._titles)
            if together.startswith(closed) or _part(wanted, title)
        ]


def _titles(position: Position) -> _Titles:
    return _titled(position.pieces.values())


def _titled(pieces: Iterable[Piece]) -> _Titles:
    return _index(tuple([_PRINTED(piece.printed) for piece in pieces]))


@functools.lru_cache(maxsize=16)
def _index(units: tuple[tuple[str, ...], ...]) -> _Titles:
    """The index of units, the same for all positions in which they are called alike."""
    return _Titles(units)


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
    titles = view.derived(NAMES, _titles) if among is None and isinstance(view, Position) else _titled(pieces)
    found = [pieces[number] for number in titles.find(text)]
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
