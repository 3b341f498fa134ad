"""What would cut a supply line: the spaces in which one enemy unit would do, the units whose loss would."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from adjudicator.asking.hypothetical import with_enemy, without
from adjudicator.errors import BocageError
from adjudicator.names import find_unit
from adjudicator.questions import Asking, Question, question, read_question
from adjudicator.ruling import Ruling, Step
from adjudicator.vocabulary import load_vocabulary

if TYPE_CHECKING:
    from adjudicator.position import Position

__all__ = ["Cuts"]

_KEYS = ("supplied", "loc", "chained")
_SHARED = frozenset({"area", "zone"})  # both sides may stand there
_MAPPED = _SHARED | {"hex"}


@question("cuts")
class Cuts(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which single spaces would cut the supply line of a unit, held by an enemy, and whose loss would.

    Tried are the spaces of its line and those next to it into which an enemy could come: hexes that hold no
    friendly unit, and Areas in which both sides may stand. Each is asked `supply` anew, so that another line
    may take the place of the one that is cut.

    Example: adjudicator cuts tests/saves/june.vsav 505

    Example: adjudicator supply tests/saves/june.vsav 505 --suppose w2924=enemy
    """

    unit: Annotated[str, Meta(description="a unit", extra={"word": True})]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        piece = find_unit(position, self.unit)
        now = _supply(asking, piece.uid)
        if not _holds(now):
            return replace(now, question=f"cuts {self.unit}", answer={"spaces": [], "units": []})
        path = [str(space) for space in now.answer.get("path") or []]
        rule = now.rules[0] if now.rules else ""
        near = _near(position, path, piece.side, shared=bool(asking.game.handlers))
        spaces = [s for s in near if self._cut_by(asking, piece.uid, s)]
        units = [
            u for u in _carrying(position, now.answer, path, piece.uid) if self._needs(asking, piece.uid, u)
        ]
        names = [position.board.name(s) for s in spaces]
        steps = [Step(rule, f"its line: {' - '.join(map(position.board.name, path)) or 'none is needed'}")]
        steps += [Step(rule, f"an enemy unit in {name} would cut it") for name in names]
        steps += [Step(rule, f"without {position.pieces[u].printed.title} it is cut") for u in units]
        title = piece.printed.title
        verdict = (
            f"One enemy unit would cut off {title} in {', '.join(names)}."
            if names
            else f"No single enemy unit would cut off {title}."
        )
        if units:
            verdict += f" It hangs on {', '.join(position.pieces[u].printed.title for u in units)}."
        answer = {"path": path, "spaces": spaces, "units": units}
        return replace(now, question=f"cuts {title}", verdict=verdict, answer=answer, steps=tuple(steps))

    @staticmethod
    def _cut_by(asking: Asking, uid: str, space: str) -> bool:
        side = load_vocabulary(asking.game.slug).enemy_of(asking.position.pieces[uid].side)
        return not _still(asking, uid, with_enemy(asking.position, asking.game, space, side))

    @staticmethod
    def _needs(asking: Asking, uid: str, other: str) -> bool:
        return not _still(asking, uid, without(asking.position, [other]))


def _supply(asking: Asking, uid: str) -> Ruling:
    cls = asking.game.questions["supply"]
    names = cls.__struct_fields__
    return read_question(cls, {names[0]: uid}).answer(asking)


def _holds(ruling: Ruling) -> bool:
    told: Any = ruling.answer if isinstance(ruling.answer, dict) else {}
    return any(told.get(key) for key in _KEYS)


def _still(asking: Asking, uid: str, position: Position) -> bool:
    """Whether a unit would still be supplied; where the rules cannot say, nothing is claimed."""
    try:
        return _holds(_supply(replace(asking, given=position), uid))
    except BocageError:
        return True


def _near(position: Position, path: list[str], side: str, *, shared: bool) -> Iterator[str]:
    """Spaces of a line and next to it, its start left out, in which an enemy could stand.

    That both sides may stand in an Area is a rule of our games; rules given as data do not say it.
    """
    around = [other for space in path for _, other in position.board.neighbours(space)]
    for space in dict.fromkeys([*path, *around]):
        known = position.board.spaces[space]
        contested = shared and known.kind in _SHARED and space != path[0]
        free = contested or not any(p.side == side for p in position.units_in(space))
        if free and known["terrain"] != "sea" and known.kind in _MAPPED:
            yield space


def _carrying(position: Position, answer: dict[str, Any], path: list[str], uid: str) -> list[str]:
    """Other friendly units on the line, and those that the answer names as its links."""
    side = position.pieces[uid].side
    there = [p.uid for space in path[1:] for p in position.units_in(space) if p.side == side]
    words = re.findall(r"[a-z0-9-]+", str({k: v for k, v in answer.items() if k != "path"}))
    named = [w for w in words if w in position.pieces and position.pieces[w].side == side]
    return [u for u in dict.fromkeys([*named, *there]) if u != uid]
