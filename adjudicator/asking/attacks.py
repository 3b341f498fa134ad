"""Every attack that is open to a unit, a formation or a side, without naming a hex; and why one is not."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from adjudicator.actions import kind_of
from adjudicator.errors import ActionError, MalformedAction
from adjudicator.names import find_space, find_unit
from adjudicator.questions import Asking, Question, question, read_question
from adjudicator.ruling import Ruling, Step, Violation
from adjudicator.showing import closed
from adjudicator.supposing import Found, reply, suppose
from adjudicator.vocabulary import load_vocabulary
from adjudicator.wording import describe
from maps.board import fold
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.actions import Action
    from adjudicator.position import Piece, Position

__all__ = ["Attacks"]

_KINDS = ("attack", "assault", "fire-attack", "beach-attack", "assault-beach", "cherbourg-combat")
_TARGETS = ("target", "area", "beach")
_AGAINST = 2
_SHOWN = 3
_MOST = 8  # units of a space of which one after another is left out


@dataclass(frozen=True, slots=True)
class _Try:
    """An attack that was looked at: where, the action, what the rules say of it, and what comes before it."""

    space: str
    action: Action
    found: Found
    first: tuple[Action, ...] = ()

    @property
    def rank(self) -> int:
        """0 where it is open, 1 where only the moment forbids it, 2 where something else is against it."""
        return _AGAINST if self.found.violations else int(bool(self.found.moment))


@question("attacks")
class Attacks(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every attack open to a unit, a formation or a side, and who may make it; why others are not open.

    Tried are the spaces with enemy units in and next to the units, and those that may be attacked though
    nobody stands there: with all of them together, then with those that may attack alone. Where an attack is
    made in the space itself, the way there comes first. What only the moment forbids is said apart.

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
        bare = _bare(asking)
        if only not in bare and only and not _has_enemies(position, only, side):
            raise MalformedAction(f"no enemy unit stands in {position.board.name(only)}")
        found = [t for space in _targets(position, units, only, bare) for t in _best(asking, units, space)]
        return self._ruling(asking, found, only)

    def _ruling(self, asking: Asking, found: Sequence[_Try], only: str) -> Ruling:
        position, handlers = asking.position, asking.game.handlers
        name = position.board.name
        open_now, later, against = ([t for t in found if t.rank == rank] for rank in range(_AGAINST + 1))
        opens = [handlers[kind_of(type(t.action))].rule for t in open_now]
        steps = [
            Step(section, f"open: {_in_words(position, t)}")
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
        told = [_told(asking, t) for t in found]
        return Ruling(f"attacks {self.who}".strip(), verdict, told, tuple(steps), violations, moment=moment)


def _in_words(position: Position, tried: _Try) -> str:
    return ", then ".join(describe(position, action) for action in (*tried.first, tried.action))


def _said(position: Position, tried: _Try) -> str:
    return f"at its moment: {_in_words(position, tried)} ({tried.found.moment[0].text})"


def _told(asking: Asking, tried: _Try) -> dict[str, Any]:
    units = list(getattr(tried.action, "units", ()))
    return {
        "space": tried.space,
        "first": [describe(asking.position, action) for action in tried.first],
        "attack": describe(asking.position, tried.action),
        "units": units,
        "open": not tried.rank,
        "against": [str(v) for v in tried.found.violations],
        "moment": [str(v) for v in tried.found.moment],
        "odds": _odds(asking, type(tried.action), units, tried.space),
    }


def _odds(asking: Asking, cls: type[Action], units: Sequence[str], space: str) -> dict[str, Any]:
    """Fields of `odds` that ask for the odds of an attack, for a player to add support to."""
    kind = asking.game.questions["odds"].odds_kinds.get(kind_of(cls), "")
    return ({"kind": kind} if kind else {}) | {"area": space, "with_units": list(units)}


def _meant(position: Position, word: str) -> list[Piece]:
    """Units that a word names: of a side, a nationality, a division or formation those that fight; or one."""
    wanted = fold(word)
    _, nation, _ = load_vocabulary(position.game).nations.get(wanted, ("", wanted, ""))
    pieces = position.pieces.values()
    fought = {space for space in position.occupied() if _is_fought_in(position, space)}
    of_side = [p for p in pieces if p.side == wanted or (nation and nation == p.printed.nationality)]
    mapped = [p for p in pieces if position.board.spaces[p.space].kind != "box"]
    of_group = [p for p in mapped if wanted and wanted in _groups(p)]
    if found := [p for p in of_side if p.space in fought] or of_group or of_side:
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


def _has_enemies(position: Position, space: str, side: str) -> bool:
    return any(piece.side != side for piece in position.units_in(space))


def _is_fought_in(position: Position, space: str) -> bool:
    """Whether units fight there: on the map, or in a box in which both sides stand."""
    return position.board.spaces[space].kind != "box" or len({p.side for p in position.units_in(space)}) > 1


def _bare(asking: Asking) -> frozenset[str]:
    """Spaces that may be attacked even where nobody stands."""
    home = asking.game.questions["odds"].odds_bare
    return frozenset(asking.game.own(home)(asking.position)) if home else frozenset()


def _targets(position: Position, units: Sequence[Piece], only: str, bare: Collection[str]) -> Iterator[str]:
    """Spaces that might be attacked: those of the units and those next to them, with enemies or bare."""
    own = [p.space for p in units]
    around = [o for s in dict.fromkeys(own) for _, o in position.board.neighbours(s)]
    for space in dict.fromkeys([*own, *around]):
        if only in {"", space} and (space in bare or _has_enemies(position, space, units[0].side)):
            yield space


def _best(asking: Asking, units: Sequence[Piece], space: str) -> Iterator[_Try]:
    """For each kind of attack those that most units may make; where there is none, the nearest to one.

    Of a box, or a space where no enemy stands, attacks are told only where nothing but the moment is against
    all units together.
    """
    position = asking.position
    beside = {space, *(o for _, o in position.board.neighbours(space))}
    near = [p for p in units if p.space in beside]
    sure = position.board.spaces[space].kind != "box" and _has_enemies(position, space, units[0].side)
    classes = [asking.game.handlers[kind].action for kind in _KINDS if kind in asking.game.handlers]
    if not sure:
        together = [_tried(asking, cls, [p.uid for p in near], space) for cls in classes]
        yield from (t for t in together if t is not None and t.rank < _AGAINST)
        return
    tries = [t for cls in classes for t in _of_kind(asking, cls, near, space)] if near else []
    legal = [t for t in tries if t.rank < _AGAINST]
    yield from legal or sorted(tries, key=lambda t: len(t.found.violations))[:1]


def _of_kind(asking: Asking, cls: type[Action], near: Sequence[Piece], space: str) -> list[_Try]:
    """Attacks of one kind: all units together; else those that may of each space, together if they may."""
    together = _tried(asking, cls, [p.uid for p in near], space)
    if together is not None and not together.rank:
        return [together]
    from_each = [[p.uid for p in near if p.space == s] for s in dict.fromkeys(p.space for p in near)]
    tries = [t for group in from_each for t in _of_group(asking, cls, group, space)]
    best = _best_of(tries)
    able = [uid for t in best for uid in getattr(t.action, "units", ())]
    joined = _tried(asking, cls, able, space) if len(best) > 1 else None
    if joined is not None and joined.rank <= best[0].rank:
        best = [joined]
    if together is not None and together.rank < min([t.rank for t in best[:1]], default=_AGAINST):
        best = [together]
    return best or tries


def _best_of(tries: Sequence[_Try]) -> list[_Try]:
    """Those that are open; where there is none, those that only the moment forbids."""
    least = min([t.rank for t in tries], default=_AGAINST)
    return [t for t in tries if t.rank == least < _AGAINST]


def _of_group(asking: Asking, cls: type[Action], units: Sequence[str], space: str) -> list[_Try]:
    """Attacks of the units of a space: all of them, else those that may alone, else the most that may."""
    together = _tried(asking, cls, units, space)
    if together is None or not together.rank or len(units) == 1:
        return [] if together is None else [together]
    alone = [t for uid in units if (t := _tried(asking, cls, [uid], space)) is not None]
    best = _best_of([together, *alone])
    return best or [_fewer(asking, cls, together, units, space)]


def _fewer(asking: Asking, cls: type[Action], tried: _Try, units: Sequence[str], space: str) -> _Try:
    """An attack without the units that most is against, one after another, until it is legal."""
    while tried.rank == _AGAINST and 2 < len(units) <= _MOST:
        left = [[uid for uid in units if uid != other] for other in units]
        without = [(t, group) for group in left if (t := _tried(asking, cls, group, space)) is not None]
        if not without:
            break
        tried, units = min(without, key=lambda pair: len(pair[0].found.violations))
    return tried


def _tried(asking: Asking, cls: type[Action], units: Sequence[str], space: str) -> _Try | None:
    """One attack, looked at; None where it is of units elsewhere, or cannot be read.

    What names no units is fought in a box by all who stand there.
    """
    names, position = {f.name for f in dataclasses.fields(cls)}, asking.position
    target = next((name for name in _TARGETS if name in names), "")
    away = any(position.pieces[uid].space != space for uid in units)
    if not target and (away or ("units" in names) == (position.board.spaces[space].kind == "box")):
        return None
    try:
        if kind_of(cls) in asking.game.questions["odds"].odds_kinds:
            return _as_odds_suppose(asking, cls, units, space, walking=away and target == "area")
        action = cls(**{"units": tuple(units), **({target: space} if target else {})})
        return _Try(space, action, suppose(position, action))
    except ActionError:
        return None


def _as_odds_suppose(
    asking: Asking, cls: type[Action], units: Sequence[str], space: str, *, walking: bool
) -> _Try | None:
    """An attack with what comes before it, such as the way there, or a card that has to be discarded."""
    odds = read_question(asking.game.questions["odds"], _odds(asking, cls, units, space))
    made = list(odds.supposes(asking))
    if not made or not isinstance(made[-1].action, cls):
        return None
    if walking:
        found: list[Found | Ruling] = [reply(odds, asking)]  # it alone knows of a unit that finds no way
    else:
        found = [suppose(s.position, s.action) for s in made]
    against = tuple(dict.fromkeys(v for f in found for v in f.violations))
    moment = tuple(dict.fromkeys(v for f in found for v in f.moment))
    return _Try(space, made[-1].action, Found(against, moment), tuple([s.action for s in made[:-1]]))
