"""The room "Your copy": what is doubtful lies before the owner, and what he types is ruled with at once."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any

import msgspec

from adjudicator.errors import MalformedAction
from adjudicator.game import load
from adjudicator.owning.doubts import COUNTERS, Doubt, doubts_of, seen_in
from adjudicator.owning.notation import load_notation
from adjudicator.owning.owned import Contradiction, OwnCopy, Resting
from adjudicator.owning.scan_pieces import ScannedSheets
from adjudicator.table.drawing.faces import face_webp
from maps.filing import OURS, replaceable
from maps.games import game_names, per_game
from maps.redrawing import BORDER, GEOMETRY

if TYPE_CHECKING:
    from adjudicator.table.gallery import Gallery

__all__ = ["Entering", "Owners", "Typing"]

_PAINTED = ("spaces.csv", "edges.csv")
_CHOICES = 12  # words of a column that are offered
_NEAR = 3  # questions of a kind that are nearest to resting on print alone


class Entering(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Values with what is printed; null where it is as it stands there."""

    values: tuple[tuple[str, str, str, str | None], ...]
    force: bool = False


class Typing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The line of a counter; empty where ours is right."""

    unit: str
    line: str = ""
    force: bool = False


class Owners:
    """The owner's copies of the games, and what is done with them.

    Parameters
    ----------
    overlay
        His folder; None where the table was opened without one.
    changed
        Called after each change: what was read before is read again.

    Examples
    --------
    >>> Owners(None, print).overview("june-six")
    Traceback (most recent call last):
    adjudicator.errors.MalformedAction: this table has no folder of yours. Start it with --overlay DIR
    """

    def __init__(self, overlay: Path | None, changed: Callable[[], None]) -> None:
        self._overlay, self._changed, self._lock = overlay, changed, RLock()
        self._copies: dict[str, OwnCopy] = {}
        self._sheets: dict[str, ScannedSheets] = {}

    def _copy(self, game: str) -> OwnCopy:
        if self._overlay is None:
            raise MalformedAction("this table has no folder of yours", "Start it with --overlay DIR")
        if game not in game_names():
            raise MalformedAction(f"there is no game {game[:40]!r}", f"Known: {', '.join(game_names())}")
        with self._lock:
            return self._copies.setdefault(game, OwnCopy(game, self._overlay))

    def sheets(self, game: str) -> ScannedSheets:
        """The scanned sheets of a game."""
        copy = self._copy(game)
        with self._lock:
            return self._sheets.setdefault(game, ScannedSheets(game, copy.overlay))

    # --- looking ----------------------------------------------------------------------------------------

    def overview(self, game: str) -> dict[str, Any]:
        """How much of a game is exact, what lies together, and what rests on print alone."""
        copy = self._copy(game)
        progress = copy.progress()
        topics = copy.resting()
        return {
            "game": {"slug": game, "title": load(game).title},
            "games": [{"slug": slug, "title": load(slug).title} for slug in game_names()],
            "values": progress.values,
            "exact": progress.exact,
            "open": progress.open,
            "undo": copy.undoable,
            "line": load_notation(game).words,
            "groups": [
                {
                    "id": g.id,
                    "title": g.title,
                    "values": g.values,
                    "open": g.open,
                    "weight": round(g.weight, 2),
                }
                for g in copy.groups()
            ],
            "asked": sum(topic.asked for topic in topics),
            "resting": sum(len(topic.exact) for topic in topics),
            "topics": [_topic(topic) for topic in topics],
        }

    def group(self, game: str, name: str) -> dict[str, Any]:
        """The values of a group: counters one by one, all else in tables like the printed card."""
        copy = self._copy(game)
        doubts = copy.group(name)
        line = load_notation(game).line if doubts[0].file == COUNTERS else ()
        return {
            "id": name,
            "title": doubts[0].title,
            "counters": _counters(copy, doubts, line) if line else [],
            "tables": [] if line else _tables(copy, doubts),
            "choices": _choices(game, doubts),
        }

    def face(self, game: str, uid: str, side: str) -> bytes:
        """A counter as we draw it with the values that it has now; the front or the back."""
        return face_webp(game, uid, side, self._copy(game).filing.overlay)

    def map_of(self, game: str, gallery: Gallery) -> dict[str, Any]:
        """Our board without anything of his on it, and what can be painted there."""
        copy = self._copy(game)
        plain = load(game)
        board = gallery.board_of(plain.scenario(next(iter(plain.scenarios))))
        columns: dict[tuple[str, str], int] = Counter(
            (doubt.file, doubt.column) for doubt in copy.doubts.values() if doubt.file in _PAINTED
        )
        still = Counter((file, column) for file, _, column in copy.open() if file in _PAINTED)
        brushes = [
            {"file": f, "column": c, "open": still[f, c], "choices": _words(game, f, c)} for f, c in columns
        ]
        return {"board": board, "brushes": [*brushes, *_drawn(game)]}

    def painted(self, game: str, file: str, column: str) -> dict[str, tuple[str, bool]]:
        """What stands in a column of the map: row -> value, and whether that is no guess."""
        if file not in (*_PAINTED, GEOMETRY):
            raise MalformedAction(f"nothing of {file[:40]!r} is painted", f"Known: {', '.join(_PAINTED)}")
        seen = seen_in(self._copy(game).filing, game, file)
        return {row: (found.text, found.known) for (row, name), found in seen.items() if name == column}

    # --- typing -----------------------------------------------------------------------------------------

    def enter(self, game: str, entering: Entering) -> dict[str, Any]:
        """Take values down."""
        values = {(file, row, column): text for file, row, column, text in entering.values}
        return self._done(game, lambda copy: copy.enter(values, force=entering.force))

    def type_counter(self, game: str, typing: Typing) -> dict[str, Any]:
        """Take the line of a counter down."""
        return self._done(game, lambda copy: copy.type_counter(typing.unit, typing.line, force=typing.force))

    def undo(self, game: str) -> dict[str, Any]:
        """Take the last change back."""
        return self._done(game, lambda copy: copy.undo())

    def name_piece(self, game: str, change: Callable[[ScannedSheets], None]) -> None:
        """Answer something of a scanned sheet; the table is drawn anew with what follows."""
        change(self.sheets(game))
        self._changed()

    def _done(self, game: str, change: Callable[[OwnCopy], Sequence[Path]]) -> dict[str, Any]:
        """What a change leads to; what a printed source says otherwise is told apart from what cannot be."""
        copy = self._copy(game)
        try:
            written = change(copy)
        except Contradiction as fault:
            return {"contradiction": str(fault), "written": []}
        self._changed()
        return {"contradiction": "", "written": [path.name for path in written]}


@functools.cache
def _drawn(game: str) -> list[dict[str, Any]]:
    """What of the map is drawn: the borders of Areas, joined point by point, and the places in them."""
    columns = dict.fromkeys(column for _, column in seen_in(OURS, game, GEOMETRY))
    plain = {"file": GEOMETRY, "open": 0, "choices": (), "drawn": True}
    return [plain | {"column": column, "joined": column == BORDER} for column in columns]


def _topic(topic: Resting) -> dict[str, Any]:
    near = [
        {"asked": text, "missing": [{"text": doubt.text, "group": doubt.group} for doubt in missing[:_NEAR]]}
        | {"more": max(0, len(missing) - _NEAR)}
        for text, missing in topic.near[:_NEAR]
    ]
    return {"topic": topic.topic, "asked": topic.asked, "exact": len(topic.exact), "near": near}


def _field(copy: OwnCopy, doubt: Doubt) -> dict[str, Any]:
    seen = copy.seen(*doubt.key)
    return {
        "key": list(doubt.key),
        "text": doubt.text,
        "ours": doubt.ours,
        "now": seen.text,
        "known": seen.known,
    }


def _counters(copy: OwnCopy, doubts: Sequence[Doubt], line: Sequence[str]) -> list[dict[str, Any]]:
    """Each counter: its line, and what else of it is doubtful."""
    rows: dict[str, list[Doubt]] = {}
    for doubt in doubts:
        rows.setdefault(doubt.row, []).append(doubt)
    return [
        {
            "unit": uid,
            "title": own[0].label,
            "line": copy.line(uid),
            "known": all(copy.seen(*doubt.key).known for doubt in own if doubt.column in line),
            "doubtful": any(doubt.column in line for doubt in own),
            "open": [list(doubt.key) for doubt in own if doubt.column in line],
            "fields": [
                _field(copy, doubt) | {"column": doubt.column} for doubt in own if doubt.column not in line
            ],
        }
        for uid, own in rows.items()
    ]


def _tables(copy: OwnCopy, doubts: Sequence[Doubt]) -> list[dict[str, Any]]:
    """The values as tables: the columns of each part, and a row for each name."""
    parts: dict[str, dict[str, list[Doubt]]] = {}
    for doubt in doubts:
        parts.setdefault(doubt.part, {}).setdefault(doubt.row, []).append(doubt)
    found = []
    for part, rows in parts.items():
        columns = list(dict.fromkeys(doubt.column for own in rows.values() for doubt in own))
        told = [
            {"label": own[0].label, "cells": {doubt.column: _field(copy, doubt) for doubt in own}}
            for own in rows.values()
        ]
        found.append({"title": part, "columns": columns, "rows": told})
    return found


def _choices(game: str, doubts: Sequence[Doubt]) -> Mapping[str, Sequence[str]]:
    """Words that stand in a column, where there are few: they are offered."""
    wanted = {doubt.column for doubt in doubts}
    words = {column: _words(game, doubts[0].file, column) for column in wanted}
    return {column: found for column, found in words.items() if found}


@per_game
def _words(game: str, file: str, column: str) -> tuple[str, ...]:
    found = {doubt.ours for doubt in doubts_of(game).values() if (doubt.file, doubt.column) == (file, column)}
    if (
        any(text.lstrip("-").isdigit() for text in found)
        or len(found) > _CHOICES
        or file not in replaceable(game)
    ):
        return ()
    return tuple(sorted(found | ({"yes", "no"} if found & {"yes", "no"} else set())))
