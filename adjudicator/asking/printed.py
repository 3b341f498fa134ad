"""What is printed on the map and on the counters, and where each value is from."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from msgspec import Meta

from adjudicator.errors import MalformedAction
from adjudicator.game import load
from adjudicator.inquiry import DOUBTFUL, Inquiry
from adjudicator.names import find_space, find_unit
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Step, Used
from adjudicator.showing import fact
from counters.catalog import load_units
from maps.games import per_game
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.contract import Game
    from adjudicator.position import Position
    from adjudicator.ruling import Ruling
    from counters.units import Unit
    from maps.board import Edge, Space
    from maps.loader import Sources

__all__ = ["Printed"]

_OWN = frozenset({"id", "name", "title", "sources", "ratings", "texts"})
"""Of a counter: what names it, and what is a table of its own."""


@dataclass(frozen=True, slots=True)
class _Value:
    """A printed value and its source."""

    column: str
    value: Any
    source: str

    @property
    def is_doubtful(self) -> bool:
        return self.source in DOUBTFUL

    def __str__(self) -> str:
        listed = isinstance(self.value, tuple)
        shown = "yes" if self.value is True else " ".join(map(str, self.value)) if listed else self.value
        return f"{shown}, {self.source}"


@question("printed")
class Printed(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is printed for a space or a unit, and where each value is from; without one, what is doubtful.

    Doubtful is a value that is reconstructed, or has no ground yet. What is not printed, such as a port where
    there is none, is passed over.

    Example: adjudicator printed tests/saves/june.vsav W3710

    Example: adjudicator printed tests/saves/bridges.vsav --column tem
    """

    gathers: ClassVar[bool] = True

    subject: Annotated[str, Meta(description="a space or a unit", extra={"word": True})] = ""
    column: Annotated[str, Meta(description="only this value, such as terrain")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        if self.subject:
            return self._of_one(asking)
        return self._doubtful(asking)

    @classmethod
    def offered(cls, field: str, game: Game) -> tuple[str, ...]:
        """The columns that a game prints; see `Question.offered`."""
        return _columns(game.slug) if field == "column" else ()

    def _of_one(self, asking: Asking) -> Ruling:
        """Every value of a space with its borders, or of a unit."""
        position = asking.position
        name = position.board.name
        if self.subject.casefold() in position.board.spaces or not _names_unit(position, self.subject):
            space = find_space(position.board, self.subject)
            id_, title, values = space.id, space.name, self._chosen(_of_space(space))
            rows = [(space.id, f"of {space.name}", "spaces.csv", values)]
            for edge, _ in position.board.neighbours(space.id):
                between = f"{name(edge.a)} / {name(edge.b)}"
                rows.append((edge.id, between, "edges.csv", self._chosen(_of_edge(edge))))
        else:
            piece = find_unit(position, self.subject)
            id_, title, values = piece.uid, piece.printed.title, self._chosen(_of_unit(piece.printed))
            rows = [(piece.uid, f"of {title}", "units.csv", values)]
        every = [(Used(f"{v.column} {of}", file, row, v.column), v) for row, of, file, vs in rows for v in vs]
        if self.column and not every:
            way = "Leave --column out to see what it prints"
            raise MalformedAction(f"{title} prints no {self.column!r}", way)
        used = [what for what, value in every if value.is_doubtful]
        count = f"{len(used)} of {len(every)} printed values"
        verdict = f"{title}: {count} {'is' if len(used) == 1 else 'are'} doubtful."
        answer = {"printed": {v.column: {"value": v.value, "source": v.source} for v in values}}
        steps = [Step("", f"{what.text.removesuffix(f' of {title}')}: {value}") for what, value in every]
        return replace(_ruling(position, f"printed {id_}", verdict, answer, steps), sources=tuple(used))

    def _chosen(self, values: Iterable[_Value]) -> list[_Value]:
        """The values of the column that is asked for."""
        return [value for value in values if self.column in {"", value.column}]

    def _doubtful(self, asking: Asking) -> Ruling:
        """The columns that are doubtful, of every space and every unit."""
        position = asking.position
        rows = [
            {s.id: [*_of_space(s)] for s in position.board.spaces.values()},
            {p.uid: [*_of_unit(p.printed)] for p in position.pieces.values()},
            {e.id: [*_of_edge(e)] for e in position.board.edges.values()},
        ]
        known = dict.fromkeys(v.column for kind in rows for values in kind.values() for v in values)
        if self.column and self.column not in {*known, *_columns(position.game)}:
            raise MalformedAction(f"nothing prints {self.column!r}", f"--column is one of {', '.join(known)}")
        spaces, units, borders = map(self._columns, rows)
        steps = [
            fact("", what, f"{count} {kind}")
            for kind, found in (("spaces", spaces), ("counters", units), ("borders", borders))
            for what, count in _counted(found).items()
        ]
        verdict = (
            f"Doubtful values{f' of {self.column}' if self.column else ''}: of {len(spaces)} spaces, "
            f"{len(borders)} borders and {len(units)} counters."
        )
        found = {"spaces": spaces, "counters": units, "borders": borders}
        answer = {kind: _grouped(columns) for kind, columns in found.items()}
        return _ruling(position, "printed", verdict, answer, steps)

    def _columns(self, rows: Mapping[str, Iterable[_Value]]) -> dict[str, list[str]]:
        found = {
            id_: [v.column for v in self._chosen(values) if v.is_doubtful] for id_, values in rows.items()
        }
        return {id_: columns for id_, columns in found.items() if columns}


@per_game
def _columns(slug: str) -> tuple[str, ...]:
    """What a game prints anywhere: of its spaces, its borders and its counters."""
    board = load(slug).board()
    spaces = (v for space in board.spaces.values() for v in _of_space(space))
    borders = (v for edge in board.edges.values() for v in _of_edge(edge))
    units = (v for unit in load_units(slug).values() for v in _of_unit(unit))
    return tuple(dict.fromkeys(v.column for v in itertools.chain(spaces, borders, units)))


def _ruling(position: Position, asked: str, verdict: str, answer: Any, steps: Sequence[Step]) -> Ruling:
    return replace(Inquiry(position).ruling(asked, verdict, answer), steps=tuple(steps))


def _names_unit(position: Position, text: str) -> bool:
    """Whether a text names a unit rather than a space."""
    try:
        find_unit(position, text)
    except MalformedAction:
        return False
    return True


def _counted(found: Mapping[str, list[str]]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for columns in found.values():
        for column in columns:
            counts[column] = counts.get(column, 0) + 1
    return counts


def _grouped(found: Mapping[str, list[str]]) -> list[dict[str, list[str]]]:
    """The same by columns: a map of ten thousand hexes names few sets of columns."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for id_, columns in found.items():
        groups.setdefault(tuple(columns), []).append(id_)
    return [{"columns": [*columns], "of": ids} for columns, ids in groups.items()]


def _of_space(space: Space) -> Iterator[_Value]:
    return _told(space.features, space.sources)


def _of_edge(edge: Edge) -> Iterator[_Value]:
    return _told({"boundary": edge.boundary, "bridge": edge.bridge, "road": edge.road}, edge.sources)


def _of_unit(unit: Unit) -> Iterator[_Value]:
    own: dict[str, Any] = {name: getattr(unit, name) for name in unit.__match_args__ if name not in _OWN}
    return _told({**own, **unit.ratings, **unit.texts}, unit.sources)


def _told(values: Mapping[str, Any], sources: Sources) -> Iterator[_Value]:
    """What is printed of a row; what is empty is not."""
    for column, value in values.items():
        if value is not None and value is not False and value not in ("", ()):
            yield _Value(column, value, sources.of(column))
