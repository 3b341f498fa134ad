"""Section 11.3.7: the defender retreats, one unit after the other."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.dark_summer import terms
from adjudicator.dark_summer.r03_victory import take_control
from adjudicator.dark_summer.r11_losses import eliminate
from adjudicator.dark_summer.r11_resolve import Combat, begin, defenders_of
from adjudicator.dark_summer.r11_retreat_paths import by_class, explain_paths, paths
from adjudicator.dark_summer.r15_boundary import zone_faults
from adjudicator.frames import Frame
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, Position, State, View
from module_builder.vassal.values import dataclass

__all__ = ["HANDLERS", "STAGE_RULES", "Retreat", "carry_out", "movers", "next_retreat"]

_AVOIDED = frozenset({"C", "W", "S"})


@dataclass(frozen=True, slots=True)
class Retreat(Action):
    """Retreat a unit (11.3.7); the others of its stack follow one by one.

    Parameters
    ----------
    path
        Ids of the two hexes, or of the one Open Beach where it stops.

    Examples
    --------
    >>> Retreat("ge-914", ("3305", "3306")).path
    ('3305', '3306')
    """

    unit: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Retreating:
    """Units that the result moves, and the Combat that goes on after each."""

    units: tuple[str, ...]
    combat: Combat


_RETREAT = Frame("retreat", "11.3.7", _Retreating)


@rule("11.3.7", "11.5.1")
def movers(view: View, combat: Combat) -> tuple[Piece, ...]:
    """Defenders that the result still moves."""
    return tuple(p for p in defenders_of(view, combat) if p.uid not in combat.stands)


@rule("11.3.7", "11.5.1")
def next_retreat(draft: Draft, combat: Combat) -> Combat | None:
    """Ask the defender for the next unit; what can go nowhere, Strongpoints first, is eliminated.

    Returns
    -------
    Combat or None
        The Combat when nobody is left to retreat; None when the owner is asked.
    """
    for piece in movers(draft, combat):
        if terms.is_strongpoint(piece.printed):
            eliminate(draft, piece.uid)
    left = tuple([p.uid for p in movers(draft, combat)])
    if not left:
        return combat
    if any(found.legal for found in by_class(draft, left, from_hex=combat.target).values()):
        _RETREAT.push(draft, _Retreating(left, combat.at("retreat")), draft.pieces[left[0]].side)
        return None
    for uid in left:
        eliminate(draft, uid)
    return combat


@rule("11.3.7")
def _check(inquiry: Inquiry, action: Retreat) -> None:
    asked = _RETREAT.asked(inquiry)
    if asked is None:
        return
    if action.unit not in asked.units:
        inquiry.refuse("11.3.7", f"{action.unit} does not have to retreat", units=[action.unit])
        return
    origin, title = asked.combat.target, inquiry.pieces[action.unit].printed.title
    found = explain_paths(inquiry, action.unit, from_hex=origin).find(action.path)
    names = ", ".join(map(inquiry.board.name, action.path)) or "nowhere"
    if found is None:
        stopped = paths(inquiry, action.unit, from_hex=origin).find(action.path[:1])
        section, why = stopped.reason if stopped is not None else ("", "")
        text = why or "a retreat leads two hexes away from the defending hex"
        inquiry.refuse(section or "11.3.7", f"{title} cannot retreat by {names}: {text}", units=[action.unit])
    elif not found.legal:
        section, why = found.reason
        inquiry.refuse(section, f"{title} cannot retreat by {names}: {why}", units=[action.unit])
    else:
        inquiry.note("11.3.7", f"{title} retreats by {names}")


def _perform(draft: Draft, action: Retreat) -> None:
    combat = _RETREAT.settle(draft).combat
    carry_out(draft, action.unit, action.path)
    ends = tuple(sorted({*combat.ends, action.path[-1]}))
    begin(draft, combat.at("retreat", ends=ends))


@rule("11.3.7", "11.3.1", "10.1", "15.0", "3.2.2")
def carry_out(draft: Draft, uid: str, path: tuple[str, ...]) -> None:
    """Move a unit back, with everything that is remembered of it."""
    piece, end = draft.pieces[uid], path[-1]
    draft.place(uid, end)
    draft.set("retreated", True, uid)
    if piece.side == terms.GERMAN:
        draft.set("retreated-to-lettered", terms.letter(draft, end) in _AVOIDED, uid)
    else:
        draft.set("over-boundary", bool(zone_faults(draft, piece.printed, end)), uid)
    take_control(draft, uid, path)


def _options(state: State) -> Iterator[Retreat]:
    asked = _RETREAT.asked(state)
    if asked is None:
        return
    for uid, found in by_class(state, asked.units, from_hex=asked.combat.target).items():
        for path in found.legal:
            yield Retreat(uid, path.hexes)


def _toward(before: Position, after: Position) -> Iterator[Retreat]:
    """The retreats of every unit, those first that are where they end in another position."""
    asked = _RETREAT.asked(before)
    if asked is None:
        return
    origin = asked.combat.target
    found = [
        Retreat(uid, path.hexes) for uid in asked.units for path in paths(before, uid, from_hex=origin).legal
    ]
    yield from sorted(found, key=lambda way: after.pieces[way.unit].space != way.path[-1])


@rule("11.3.7")
def _retreat(draft: Draft, combat: Combat) -> Combat | None:
    return next_retreat(draft, combat) if combat.retreat else combat


STAGE_RULES = {"retreat": _retreat}
HANDLERS = (
    Handler(
        Retreat,
        _check,
        _perform,
        _options,
        "11.3.7",
        answers=frozenset({_RETREAT.kind}),
        sampled="of units that are alike the first are named",
        toward=_toward,
    ),
)
