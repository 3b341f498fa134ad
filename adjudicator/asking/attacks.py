"""Every attack that is open to a unit, a formation or a side, without naming a hex; and why one is not."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from adjudicator.actions import kind_of
from adjudicator.errors import ActionError, BocageError, MalformedAction
from adjudicator.names import find_space, find_unit
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling, Step, Violation
from adjudicator.showing import closed
from adjudicator.supposing import Found, suppose
from adjudicator.vocabulary import load_vocabulary
from adjudicator.wording import describe
from maps.board import fold
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.actions import Action
    from adjudicator.position import Piece, Position

__all__ = ["Attacks"]

_KINDS = ("attack", "assault", "fire-attack")
_TARGETS = ("target", "area")
_SHOWN = 3
_CARDS = 2


@dataclass(frozen=True, slots=True)
class _Try:
    """An attack that was looked at: where, the action, and what the rules say of it."""

    space: str
    action: Action
    found: Found


@question("attacks")
class Attacks(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every attack open to a unit, a formation or a side, and who may make it; why others are not open.

    Tried are the spaces with enemy units in and next to the units: with all of them together, then with those
    that may attack alone. What only the moment forbids is said apart.

    Example: adjudicator attacks tests/saves/june.vsav 50

    Example: adjudicator attacks tests/saves/summer.vsav us --to 3305
    """

    who: Annotated[str, Meta(description="a unit, a division or formation, a side", extra={"word": True})] = (
        ""
    )
    to: Annotated[str, Meta(description="one space: why, or why not")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        units = _meant(position, self.who or asking.game.player_on_turn(position))
        side = units[0].side
        only = find_space(position.board, self.to).id if self.to else ""
        if only and not any(p.side != side for p in position.units_in(only)):
            raise MalformedAction(f"no enemy unit stands in {position.board.name(only)}")
        afar = any(_takes(asking, kind, "target") for kind in _KINDS)
        targets = list(_targets(position, units, only, afar=afar))
        found = [t for space in targets for t in _best(asking, units, space)]
        return self._ruling(asking, found, only)

    def _ruling(self, asking: Asking, found: Sequence[_Try], only: str) -> Ruling:
        position, handlers = asking.position, asking.game.handlers
        name = position.board.name
        open_now = [t for t in found if not t.found.violations and not t.found.moment]
        later = [t for t in found if not t.found.violations and t.found.moment]
        against = [t for t in found if t.found.violations]
        opens = [handlers[kind_of(type(t.action))].rule for t in open_now]
        steps = [
            Step(section, f"open: {describe(position, t.action)}")
            for section, t in zip(opens, open_now, strict=True)
        ]
        steps += [Step(t.found.moment[0].rule, _said(position, t)) for t in later]
        for t in against:
            for v in t.found.violations[:_SHOWN]:
                steps.append(closed(v.rule, name(t.space), v.text))
        violations: tuple[Violation, ...] = ()
        moment: tuple[Violation, ...] = ()
        if not open_now:
            moment = later[0].found.moment if later else ()
            violations = against[0].found.violations if only and against and not later else ()
        places = list(dict.fromkeys(name(t.space) for t in open_now or later))
        verdict = f"Open: {', '.join(places)}." if places else "No attack is open."
        if not found:
            where = name(only) if only else "any space with enemy units"
            verdict = f"No attack is open: none of the units has {where} in reach."
        told = [_told(position, t) | {"odds": _odds(asking, t)} for t in found]
        return Ruling(f"attacks {self.who}".strip(), verdict, told, tuple(steps), violations, moment=moment)


def _said(position: Position, tried: _Try) -> str:
    return f"at its moment: {describe(position, tried.action)} ({tried.found.moment[0].text})"


def _told(position: Position, tried: _Try) -> dict[str, Any]:
    return {
        "space": tried.space,
        "attack": describe(position, tried.action),
        "units": list(getattr(tried.action, "units", ())),
        "open": not tried.found.violations and not tried.found.moment,
        "against": [str(v) for v in tried.found.violations],
        "moment": [str(v) for v in tried.found.moment],
    }


def _odds(asking: Asking, tried: _Try) -> dict[str, Any]:
    """Fields of `odds` that ask for the odds of an attack, for a player to add support to."""
    cls = asking.game.questions["odds"]
    kind = cls.odds_kinds.get(kind_of(type(tried.action)), "")
    units = list(getattr(tried.action, "units", ()))
    return ({"kind": kind} if kind else {}) | {"area": tried.space, "with_units": units}


def _meant(position: Position, word: str) -> list[Piece]:
    """Units on the map that a word names: a side, a nationality, a division or formation, or one unit."""
    wanted = fold(word)
    mapped = [p for p in position.pieces.values() if position.board.spaces[p.space].kind != "box"]
    _, nation, _ = load_vocabulary(position.game).nations.get(wanted, ("", wanted, ""))
    by_side = [p for p in mapped if p.side == wanted or (nation and nation == p.printed.nationality)]
    by_group = [p for p in mapped if wanted and wanted in _groups(p)]
    if found := by_side or by_group:
        sides = {p.side for p in found}
        if len(sides) > 1:
            raise MalformedAction(f"{word!r} names units of both sides", "Write it as on the counter")
        return found
    return [find_unit(position, word)]


def _groups(piece: Piece) -> set[str]:
    """Names of the division, and of the last part of the counter's title, which is its formation."""
    names = {fold(piece.printed.division), fold(piece.printed.title.rpartition("/")[2])}
    names |= {name.split()[-1] for name in names if name}
    return names - {"", fold(piece.printed.title)}


def _takes(asking: Asking, kind: str, field: str) -> bool:
    """Whether an attack of a kind names its target, which need not be where the units stand."""
    handler = asking.game.handlers.get(kind)
    return handler is not None and field in {f.name for f in dataclasses.fields(handler.action)}


def _targets(position: Position, units: Sequence[Piece], only: str, *, afar: bool) -> Iterator[str]:
    """Spaces with enemy units in the spaces of the units, and next to them where attacks go there."""
    own = [p.space for p in units]
    around = [o for s in dict.fromkeys(own) for _, o in position.board.neighbours(s)] if afar else []
    around = [*own, *around]
    side = units[0].side
    for space in dict.fromkeys(around):
        enemy = any(p.side != side for p in position.units_in(space))
        if enemy and only in {"", space}:
            yield space


def _best(asking: Asking, units: Sequence[Piece], space: str) -> Iterator[_Try]:
    """For each kind of attack those that most units may make; where there is none, the nearest to one."""
    position = asking.position
    beside = {space, *(o for _, o in position.board.neighbours(space))}
    near = [p for p in units if p.space in beside]
    classes = [asking.game.handlers[kind].action for kind in _KINDS if kind in asking.game.handlers]
    tries = [t for cls in classes for t in _of_kind(position, cls, near, space)] if near else []
    legal = [t for t in tries if not t.found.violations]
    yield from legal or sorted(tries, key=lambda t: len(t.found.violations))[:1]


def _of_kind(position: Position, cls: type[Action], near: Sequence[Piece], space: str) -> list[_Try]:
    """Attacks of one kind: all units together; else those of each space; else those that may alone."""
    from_each = [[p.uid for p in near if p.space == s] for s in dict.fromkeys(p.space for p in near)]
    found = list[_Try]()
    for groups in ([[p.uid for p in near]], from_each, [[p.uid] for p in near]):
        found = [t for group in groups if (t := _tried(position, cls, group, space)) is not None] or found
        if legal := [t for t in found if not t.found.violations]:
            able = [uid for t in legal for uid in t.action.units]  # type: ignore[attr-defined]
            joined = _tried(position, cls, able, space) if len(legal) > 1 else None
            return [joined] if joined is not None and not joined.found.violations else legal
    return found


def _tried(position: Position, cls: type[Action], units: Sequence[str], space: str) -> _Try | None:
    """One attack, looked at; None where its rules cannot say, or it takes more than units and a target."""
    names = {f.name for f in dataclasses.fields(cls)}
    needed = {f.name for f in dataclasses.fields(cls) if f.default is dataclasses.MISSING}
    target = next((name for name in _TARGETS if name in names), "")
    values: dict[str, Any] = {"units": tuple(units)}
    if target:
        values[target] = space
    elif any(position.pieces[uid].space != space for uid in units):
        return None
    if "point" in names:
        values["point"] = units[0]
    if needed - values.keys():
        return None
    cards = _hand(position, units[0]) if "discard" in names else []
    tries = [_looked(position, cls(**values, **({"discard": c} if c else {})), space) for c in cards or [""]]
    found = [t for t in tries if t is not None]
    return min(found, key=lambda t: len(t.found.violations), default=None)


def _hand(position: Position, uid: str) -> list[str]:
    """Cards that the owner of a unit can discard, as far as who asks can see them; one that will do first."""
    side = position.pieces[uid].side
    known = [c for c in position.subjects("card") if position.text("card", c) == "hand"]
    return [c for c in known if c.startswith(side)][:_CARDS]


def _looked(position: Position, action: Action, space: str) -> _Try | None:
    try:
        return _Try(space, action, suppose(position, action))
    except (BocageError, ActionError):
        return None
