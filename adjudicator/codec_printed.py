"""What a position prints otherwise than our maps and counters: spaces and units of a sketch, corrections."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from adjudicator.errors import PositionError
from counters.catalog import load_units
from counters.units import Unit
from maps.board import Board, Edge, Space, board_of

if TYPE_CHECKING:
    from adjudicator.position import Position

__all__ = ["printed_to_json", "with_printed"]


def printed_to_json(position: Position) -> dict[str, Any]:
    """What a position prints of its own.

    Parameters
    ----------
    position
        Any position.

    Returns
    -------
    dict
        Empty where our map and counters say everything; else ``map`` (``ours`` or ``boxes``: what stands
        beside every map), and the ``spaces``, ``edges`` and ``units`` that differ or are not ours.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> printed_to_json(GAME.scenario("d-day"))
    {}
    """
    board, overlay = position.board, position.filing.overlay
    ours = board_of(position.game, overlay)
    units = load_units(position.game, overlay)
    whole = board.spaces is ours.spaces or ours.spaces.keys() <= board.spaces.keys()
    base = ours if whole else _boxes(ours)
    own = {p.uid: p.printed for p in position.pieces.values()}
    found = {
        "spaces": _other(board.spaces, base.spaces),
        "edges": _other(board.edges, base.edges),
        "units": _other(own, units),
    }
    if whole and not any(found.values()):
        return {}
    return {"map": "ours" if whole else "boxes"} | {key: rows for key, rows in found.items() if rows}


def _other(printed: Mapping[str, Any], ours: Mapping[str, Any]) -> list[Any]:
    """What is printed otherwise than ours, or is none of ours."""
    if printed is ours:
        return []
    pairs = ((thing, ours.get(key)) for key, thing in printed.items())
    return [_plain(thing) for thing, known in pairs if thing is not known and thing != known]


def _boxes(board: Board) -> Board:
    """What stands beside any map."""
    return Board([s for s in board.spaces.values() if s.kind == "box"], [], filing=board.filing)


def _plain(value: Any) -> Any:
    """A printed thing as JSON data; what is at its default is left out."""
    if dataclasses.is_dataclass(value):
        fields = dataclasses.fields(value)
        return {f.name: _plain(v) for f in fields if (v := getattr(value, f.name)) != _default(f)}
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in value.items()}
    return [_plain(v) for v in value] if isinstance(value, tuple) else value


def _default(field: dataclasses.Field[Any]) -> Any:
    return field.default_factory() if callable(field.default_factory) else field.default


class _Printed(msgspec.Struct, forbid_unknown_fields=True):
    """Shape of what a position prints of its own."""

    map: str = "ours"
    spaces: list[dict[str, Any]] = []
    edges: list[dict[str, Any]] = []
    units: list[dict[str, Any]] = []


def with_printed(
    data: Mapping[str, Any], board: Board, units: Mapping[str, Unit]
) -> tuple[Board, Mapping[str, Unit]]:
    """The board and the counters of a position that prints some of its own.

    Parameters
    ----------
    data
        JSON of a position.
    board, units
        Ours.

    Returns
    -------
    tuple of board and units

    Raises
    ------
    PositionError
        It has another shape.

    Examples
    --------
    >>> board, units = with_printed({}, Board([], []), {})
    >>> board.spaces, units
    ({}, {})
    """
    if "printed" not in data:
        return board, units
    try:
        told = msgspec.convert(data["printed"], _Printed)
        parts: list[Space | Edge] = [msgspec.convert(row, Space) for row in told.spaces]
        parts += [msgspec.convert(row, Edge) for row in told.edges]
        own = [msgspec.convert(row, Unit) for row in told.units]
    except msgspec.ValidationError as fault:
        raise PositionError([f"'printed': {fault}"]) from None
    if told.map not in {"ours", "boxes"}:
        raise PositionError([f"'printed': map is ours or boxes, not {told.map!r}"])
    base = board if told.map == "ours" else _boxes(board)
    known = base.spaces.keys() | {part.id for part in parts if isinstance(part, Space)}
    lost = [e for e in parts if isinstance(e, Edge) and not {e.a, e.b} <= known]
    if lost:
        raise PositionError([f"'printed': the edge {edge.id} joins no two spaces" for edge in lost])
    return base.changed(*parts), {**units, **{unit.id: unit for unit in own}}
