"""Positions as JSON, in and out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec

from adjudicator.codec_printed import printed_to_json, with_printed
from adjudicator.decisions import faults
from adjudicator.errors import PositionError
from adjudicator.position import Decision, Fact, Key, Piece, Position
from adjudicator.silence import Said
from adjudicator.subjects import Ground, fault_of
from adjudicator.vocabulary import load_vocabulary

if TYPE_CHECKING:
    from adjudicator.game import Game
    from counters.catalog import Unit
    from maps.board import Board

__all__ = ["position_from_json", "position_to_json"]

SCHEMA = 1
_ENTRIES = 20_000
_MOST = 10**9  # what a property of a save holds


def position_to_json(position: Position) -> dict[str, Any]:
    """Plain JSON data of a position.

    Parameters
    ----------
    position
        Any position; what it prints otherwise than our map and counters is told under ``printed``.

    Returns
    -------
    dict

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> data = position_to_json(GAME.scenario("d-day"))
    >>> data["game"], data["facts"]["phase"]
    ('breakout-normandy', {'': 'airborne'})
    """
    facts: dict[str, dict[str, Fact]] = {}
    for (item, subject), value in sorted(position.stated().items()):
        facts.setdefault(item, {})[subject] = value
    printed = printed_to_json(position)
    strange = {space: list(names) for space, names in sorted(position.strange.items())}
    return {
        "schema": SCHEMA,
        "game": position.game,
        **({"printed": printed} if printed else {}),
        "units": [
            {"id": p.uid, "space": p.space, "status": p.status}
            for p in sorted(position.pieces.values(), key=lambda p: p.uid)
        ],
        "facts": facts,
        "pending": [
            {"player": d.player, "kind": d.kind, "rule": d.rule, "data": dict(d.data)}
            for d in position.pending
        ],
        "options": dict(sorted(position.options.items())),
        "unknown": sorted(position.unknown),
        **({"notes": list(position.notes)} if position.notes else {}),
        **({"strange": strange} if strange else {}),
    }


def position_from_json(
    data: Mapping[str, Any], game: Game, board: Board, units: Mapping[str, Unit]
) -> Position:
    """Make a position of plain JSON data, naming every defect at once.

    Parameters
    ----------
    data
        As `position_to_json` writes it; `pending`, `options`, `unknown` may be left out.
    game, board, units
        What the ids refer to.

    Returns
    -------
    Position

    Raises
    ------
    PositionError
        With every defect.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> import json
    >>> d_day = GAME.scenario("d-day")
    >>> units = {uid: p.printed for uid, p in d_day.pieces.items()}
    >>> again = position_from_json(json.loads(json.dumps(position_to_json(d_day))), GAME, d_day.board, units)
    >>> again == d_day
    True
    """
    _count(data)
    defects: list[str] = []
    _shape(data, defects)
    if defects:
        raise PositionError(defects)
    ours = board
    board, units = with_printed(data, board, units)
    board = board if board is ours else _in_part(board, ours, game)
    pieces = _pieces(data["units"], board, units, game, defects)
    facts = _facts(data.get("facts", {}), game, Ground(game.slug, board, pieces, units), defects)
    defects.extend(game.schema.faults(data.get("options", {})))
    pending = _pending(data.get("pending", []), game, board, units, defects)
    unheard = [item for item in data.get("unknown", []) if item not in game.schema.items]
    defects.extend(f"there is no item of state {item!r}" for item in unheard)
    defects.extend(f"there is no space {s!r}" for s in data.get("strange", {}) if s not in board.spaces)
    if defects:
        raise PositionError(defects)
    return Position(
        game.slug,
        board,
        game.schema,
        pieces,
        facts,
        pending=pending,
        options=dict(data.get("options", {})),
        unknown=data.get("unknown", ()),
        notes=data.get("notes", ()),
        strange={space: tuple(names) for space, names in data.get("strange", {}).items()},
    )


def _count(data: Mapping[str, Any]) -> None:
    """No position has so many entries of any kind: they are not looked at one by one."""
    rows = [(key, value) for key, value in data.items() if isinstance(value, list | dict)]
    facts = data.get("facts")
    if isinstance(facts, dict) and len(facts) <= _ENTRIES:
        rows += [(f"facts.{k}", v) for k, v in facts.items() if isinstance(v, dict)]
    for key, value in rows:
        if len(value) > _ENTRIES:
            many = f"{key[:40]!r} has {len(value):,} entries"
            raise PositionError([f"{many}: a position has at most {_ENTRIES:,}"])


def _in_part(board: Board, ours: Board, game: Game) -> Board:
    """The board with what is left out of spaces that are not ours heard when it is read."""
    kind = load_vocabulary(game.slug).space_kind
    whole = ours.spaces.keys() <= board.spaces.keys()
    told = (s for s in board.spaces.values() if s.kind == kind and not (whole and s.id in ours.spaces))
    return board.changed(*(replace(s, features=Said(s.features, game.schema, s)) for s in told))


def _shape(data: Mapping[str, Any], defects: list[str]) -> None:
    if data.get("schema", SCHEMA) != SCHEMA:
        defects.append(f"position schema {data['schema']!r} is not {SCHEMA}")
    if not isinstance(data.get("units"), list):
        defects.append("a position needs 'units': a list of {id, space, status}")
    if not isinstance(data.get("facts", {}), dict):
        defects.append("'facts' must be {item: {subject: value}}")
    for key, type_, words in (
        ("pending", list[_Pending], "a list: each pending decision needs player, kind, rule and data"),
        ("options", dict[str, str], "{id: letter}"),
        ("unknown", list[str], "a list of items of state"),
        ("notes", list[str], "a list of sentences"),
        ("strange", dict[str, list[str]], "{space: names of pieces that nobody could tell to be units}"),
    ):
        try:
            msgspec.convert(data.get(key, type_()), type_)
        except msgspec.ValidationError as fault:
            defects.append(f"{key!r} must be {words} ({fault})")


class _Pending(msgspec.Struct):
    """Shape of a pending decision."""

    player: str
    kind: str
    rule: str
    data: dict[str, Any]


def _pending(
    rows: list[dict[str, Any]], game: Game, board: Board, units: Mapping[str, Unit], defects: list[str]
) -> tuple[Decision, ...]:
    """The stack of decisions; each must be one that the game's rules could have asked."""
    found = tuple(Decision(row["player"], row["kind"], row["rule"], row["data"]) for row in rows)
    defects.extend(fault for decision in found for fault in faults(decision, game, board, units))
    return found


def _pieces(
    rows: list[Any], board: Board, units: Mapping[str, Unit], game: Game, defects: list[str]
) -> dict[str, Piece]:
    pieces: dict[str, Piece] = {}
    for row in rows:
        cells = row if isinstance(row, dict) else {}
        uid, space, status = str(cells.get("id")), str(cells.get("space")), str(cells.get("status"))
        if uid not in units:
            defects.append(f"there is no unit {uid!r}")
        elif space not in board.spaces:
            defects.append(f"{units[uid].title}: there is no space {space!r}")
        elif status not in game.statuses:
            defects.append(f"{units[uid].title}: status is one of {', '.join(game.statuses)}, not {status!r}")
        elif uid in pieces:
            defects.append(f"two copies of {units[uid].title}")
        else:
            pieces[uid] = Piece(units[uid], space, status)
    return pieces


def _facts(rows: Mapping[str, Any], game: Game, ground: Ground, defects: list[str]) -> dict[Key, Fact]:
    facts: dict[Key, Fact] = {}
    for item, values in rows.items():
        known = game.schema.items.get(item)
        if known is None:
            defects.append(f"there is no item of state {item!r}")
            continue
        for subject, value in (values if isinstance(values, dict) else {"": values}).items():
            same = type(value) is type(known.default)
            if not same or (known.values and value not in known.values):
                wanted = ", ".join(map(repr, known.values)) or type(known.default).__name__
                defects.append(f"{item} {subject}: expected {wanted}, not {value!r}".replace("  ", " "))
            elif isinstance(value, int) and abs(value) >= _MOST:
                defects.append(
                    f"{item} {subject}: expected a number of at most nine digits".replace(" :", ":")
                )
            elif fault := fault_of(ground, game.schema, item, subject, value):
                defects.append(fault)
            else:
                facts[item, subject] = value
    return facts
