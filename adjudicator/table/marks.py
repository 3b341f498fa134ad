"""What of a ruling can be shown on a map: spaces, lines and units of its answer, with tones and reasons.

An answer is plain data of a declared form (`adjudicator.answer_forms`). Ids of spaces and units in it are
found by what the position has; what they mean is said by the key above them, as ``marks.toml`` lists it. So a
new question, or a new game, is shown without a line here.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from adjudicator.asking.measures import measured, number_words
from adjudicator.vocabulary import load_vocabulary

if TYPE_CHECKING:
    from adjudicator.position import Position
    from adjudicator.ruling import Ruling

__all__ = ["TONES", "Key", "Line", "Mark", "Marks", "marks_of"]

TONES = ("origin", "reach", "attack", "cut", "supply", "refused", "goal", "first", "second", "note")
"""What a mark can mean; where several meet on one space, the first of these is shown."""
_HERE = Path(__file__).parent
_SIDED = ("first", "second")
_SHORT = 12  # letters of a word that still fits on a space
_HELD = 400  # spaces of both sides up to which each is marked; beyond that those of the side that has fewer


class Mark(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A space or a unit that is marked: how, what is written on it, why, and the way there."""

    tone: str
    label: str = ""
    why: tuple[str, ...] = ()
    path: tuple[str, ...] = ()


class Line(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line from space to space."""

    spaces: tuple[str, ...]
    tone: str
    why: tuple[str, ...] = ()


class Key(msgspec.Struct, frozen=True, kw_only=True):
    """What a tone means in this answer."""

    tone: str
    text: str


class Marks(msgspec.Struct, frozen=True, kw_only=True):
    """Everything of an answer that can be shown on a map; `sides` are borders, each of two spaces."""

    spaces: dict[str, Mark]
    units: dict[str, Mark]
    lines: tuple[Line, ...]
    legend: tuple[Key, ...]
    sides: tuple[Line, ...] = ()


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``marks.toml``."""

    unshown: list[str]
    sided: list[str]
    tones: dict[str, str]
    verbs: dict[str, str]
    connected: dict[str, bool]
    drawn: list[str]
    legend: dict[str, str]
    legend_of: dict[str, dict[str, str]]


@functools.cache
def words() -> _Words:
    """What words of answers mean, as ``marks.toml`` says."""
    return msgspec.convert(tomllib.loads((_HERE / "marks.toml").read_text(encoding="utf-8")), _Words)


def marks_of(ruling: Ruling, position: Position) -> Marks:
    """What of a ruling can be shown on a map.

    Parameters
    ----------
    ruling
        The ruling.
    position
        What it was asked of, as whoever asks sees it.

    Returns
    -------
    Marks

    Examples
    --------
    >>> from adjudicator import ask, open_position
    >>> bridges = open_position("tests/saves/bridges.vsav")
    >>> marks = marks_of(ask(bridges, "legal", "1058"), bridges)
    >>> marks.spaces["montebourg"].label, marks.spaces["montebourg"].tone, marks.units["ge-1058"].tone
    ('1', 'reach', 'origin')
    >>> [key.text for key in marks.legend][1]
    'can be reached; the number is the cost in MF'
    """
    return _Finder(ruling, position).found()


class _Finder:
    """Walks through one answer and keeps what it finds of the board and of the units."""

    def __init__(self, ruling: Ruling, position: Position) -> None:
        self._ruling, self._position = ruling, position
        self._spaces: dict[str, Mark] = {}
        self._units: dict[str, Mark] = {}
        self._lines: dict[Line, None] = {}
        self._sides: dict[Line, None] = {}
        self._measures: dict[str, None] = {}
        asked = ruling.question.split()
        self._verb = verb = asked[0] if asked else ""
        self._tone, self._shows = words().verbs.get(verb, "goal"), verb not in words().unshown
        self._rest = ""
        self._origins = [word for word in asked[1:] if word in position.pieces]

    def found(self) -> Marks:
        """The marks: the units asked about, the reasons against, and the answer."""
        for uid in self._origins:
            self._mark(uid, Mark(tone="origin"))
            self._mark(self._position.pieces[uid].space, Mark(tone="origin"))
        for violation in (*self._ruling.violations, *self._ruling.moment):
            for id_ in (*violation.spaces, *violation.units):
                self._mark(id_, Mark(tone="refused", why=(str(violation),)))
        if self._shows:
            self._walk(self._ruling.answer, self._tone)
        return Marks(
            spaces=self._spaces,
            units=self._units,
            lines=tuple(self._lines),
            legend=tuple(self._legend()),
            sides=tuple(self._sides),
        )

    def _legend(self) -> Iterator[Key]:
        lines = {line.tone for line in (*self._lines, *self._sides)}
        shown = {mark.tone for mark in (*self._spaces.values(), *self._units.values())} | lines
        for tone in TONES:
            if tone in shown:
                text = (words().legend | words().legend_of.get(self._verb, {}))[tone] + self._rest
                text = text.format(side=self._side_of(tone))
                cost = f"; the number is the cost in {' and '.join(self._measures)}"
                yield Key(tone=tone, text=text + (cost if tone == "reach" and self._measures else ""))

    def _side_of(self, tone: str) -> str:
        """How the side is called that a tone stands for."""
        known = load_vocabulary(self._position.game)
        return known.title_of(known.sides[_SIDED.index(tone)]) if tone in _SIDED else ""

    # --- walking -------------------------------------------------------------------------------------

    def _walk(self, value: Any, tone: str) -> None:
        if isinstance(value, str):
            self._mark(value, Mark(tone=tone))
        elif isinstance(value, Mapping):
            self._record(value, tone)
        elif isinstance(value, Sequence):
            for part in value:
                self._walk(part, tone)

    def _record(self, data: Mapping[str, Any], tone: str) -> None:
        """One object of an answer: a way somewhere, a state of supply, a table by space or unit, or keys."""
        if any(map(self._is_known, data)):
            for key, value in data.items():
                self._entry(key, value, tone)
            return
        if data and all(key in self._position.board.edges for key in data):
            for key, value in data.items():
                self._border(key, value, tone)
            return
        sides = load_vocabulary(self._position.game).sides if self._verb in words().sided else ()
        if sides and set(data) == set(sides):
            self._held(data, sides)
            return
        if isinstance(data.get("open"), bool):
            self._judged(data, tone)
            return
        if set(data) == {"columns", "of"}:
            for id_ in data["of"]:
                entry = self._border if id_ in self._position.board.edges else self._entry
                entry(id_, data["columns"], tone)
            return
        tone = self._connected(data, tone)
        label = self._cost(data)
        path = self._path(data)
        goal = self._goal(data, path)
        if goal and (label or path):
            self._way(goal, label, path, tone)
        else:
            self._leg(data, tone)
            for key, value in data.items():
                if key in words().drawn and (drawn := self._path(value)):
                    self._line(drawn, words().tones["path"])
                if key not in words().unshown:
                    self._walk(value, words().tones.get(key, tone))
            if path:
                self._line(path, "cut" if self._connected(data, "") == "cut" else words().tones["path"])

    def _held(self, data: Mapping[str, Sequence[str]], sides: Sequence[str]) -> None:
        """What each side has: of very much only what the side has that has less, so that it is seen."""
        rows = [(tone, data[side]) for tone, side in zip(_SIDED, sides, strict=True)]
        if sum(len(spaces) for _, spaces in rows) > _HELD:
            rows = [min(rows, key=lambda row: len(row[1]))]
            self._rest = words().legend_of[self._verb]["rest"]
        for tone, spaces in rows:
            self._walk(spaces, tone)

    def _judged(self, data: Mapping[str, Any], tone: str) -> None:
        """What is open to units in a space, or refused for the reasons against it."""
        why = tuple(_texts(data.get("against", ())))
        mark = Mark(tone="refused" if why else tone, why=why or tuple(_texts(data.get("moment", ()))))
        for id_ in (data.get("space", ""), *_texts(data.get("units", ()))):
            self._mark(id_, mark)

    def _entry(self, id_: str, value: Any, tone: str) -> None:
        """A row of a table by space or unit: its number, its reasons, its way, or what hangs on it."""
        if isinstance(value, Mapping) and "path" in value:
            self._mark(id_, Mark(tone=tone, label=self._cost(value), path=self._path(value)))
        elif isinstance(value, list) and value and not any(map(self._is_known, _texts(value))):
            self._mark(id_, Mark(tone=tone, why=tuple(_texts(value))))
        else:
            label = str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
            self._mark(id_, Mark(tone=tone, label=label if len(label) <= _SHORT else ""))
            self._walk(value, tone)

    def _border(self, id_: str, value: Any, tone: str) -> None:
        """A row of a table by border: what is said of it."""
        edge = self._position.board.edges[id_]
        why = tuple(_texts(value)) if isinstance(value, list) else (str(value),)
        self._sides[Line(spaces=(edge.a, edge.b), tone=tone, why=why)] = None

    def _connected(self, data: Mapping[str, Any], tone: str) -> str:
        """The tone of a state of supply: the line where there is one, else that it is cut."""
        told = [
            data[key] is good for key, good in words().connected.items() if isinstance(data.get(key), bool)
        ]
        return tone if not told else "supply" if all(told) else "cut"

    def _cost(self, data: Mapping[str, Any]) -> str:
        measure = measured(data)
        if measure is None or not ("path" in data or "space" in data):
            return ""
        self._measures[measure.unit] = None
        return number_words(Fraction(data[measure.key], measure.per))

    def _path(self, data: Mapping[str, Any]) -> tuple[str, ...]:
        path = data.get("path")
        if not isinstance(path, list) or not all(self._step(step) for step in path):
            return ()
        return tuple(self._step(step) for step in path)

    def _step(self, step: Any) -> str:
        """The space of a step; before it may stand how it is entered."""
        bare = str(step).removeprefix("~")
        return bare if bare in self._position.board.spaces else ""

    def _goal(self, data: Mapping[str, Any], path: tuple[str, ...]) -> str:
        space = data.get("space", "")
        if "units" in data or "unit" in data or any(key in data for key in words().connected):
            return ""
        return space if self._is_space(space) else path[-1] if path and self._cost(data) else ""

    def _way(self, goal: str, label: str, path: tuple[str, ...], tone: str) -> None:
        start = self._position.pieces[self._origins[0]].space if self._origins else ""
        whole = (start, *path) if start and path and path[0] != start else path
        self._mark(goal, Mark(tone=tone, label=label, path=whole))

    def _leg(self, data: Mapping[str, Any], tone: str) -> None:
        """A step of a line that is cut, with what cuts it."""
        ends = (data.get("from"), data.get("to"))
        if all(map(self._is_space, ends)):
            why = (f"{data.get('why', '')} ({data.get('rule', '')})",) if data.get("why") else ()
            self._lines[Line(spaces=(str(ends[0]), str(ends[1])), tone=tone, why=why)] = None

    def _line(self, path: tuple[str, ...], tone: str) -> None:
        start = self._position.pieces[self._origins[0]].space if len(self._origins) == 1 else ""
        near = start and path[0] != start and self._position.board.edge(start, path[0])
        whole = (start, *path) if near else path
        if len(whole) > 1:
            self._lines[Line(spaces=whole, tone=tone)] = None

    # --- keeping -------------------------------------------------------------------------------------

    def _is_space(self, id_: Any) -> bool:
        return isinstance(id_, str) and id_ in self._position.board.spaces

    def _is_known(self, id_: Any) -> bool:
        return self._is_space(id_) or (isinstance(id_, str) and id_ in self._position.pieces)

    def _mark(self, id_: str, mark: Mark) -> None:
        """Keep a mark; of two, the tone that comes first in `TONES`, and the reasons of both."""
        kept = self._spaces if self._is_space(id_) else self._units if id_ in self._position.pieces else None
        if kept is None:
            return
        known = kept.get(id_)
        if known is None:
            kept[id_] = mark
            return
        first, other = sorted((known, mark), key=lambda m: TONES.index(m.tone))
        why = tuple(dict.fromkeys((*first.why, *other.why)))
        kept[id_] = Mark(
            tone=first.tone, label=first.label or other.label, why=why, path=first.path or other.path
        )


def _texts(value: Sequence[Any]) -> list[str]:
    return [part for part in value if isinstance(part, str)]
