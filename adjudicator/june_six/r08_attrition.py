"""Sections 4.12 and 8.3: what German Strategic Movement costs under Allied aircraft."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Adding, Inquiry
from adjudicator.june_six import terms
from adjudicator.june_six.r13_losses import lose_step, may_lose
from adjudicator.position import Draft, Piece, State, View
from adjudicator.table_files import load_records
from adjudicator.tables import Record, cite
from maps.filing import Filing, by_filing
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "ROLLS",
    "SufferAttrition",
    "after_movement",
    "candidates",
    "formations_at_risk",
    "is_in_effect",
    "loss_chance",
    "steps_lost",
]

_PATH = Path(__file__).parent / "attrition.toml"
_GROUPS: Mapping[str, Mapping[str, type]] = {
    "roll": {"title": str, "least": int, "steps": int},
    "weather": {"title": str, "rolls": bool, "drm": int},
}
FACES = range(10)


@dataclass(frozen=True, slots=True)
class SufferAttrition(Action):
    """Name the unit that loses a step to Strategic Movement Attrition (8.31).

    Examples
    --------
    >>> SufferAttrition("ge-lehr-901").unit
    'ge-lehr-901'
    """

    unit: str


@by_filing
def _tables(filing: Filing) -> Mapping[str, Mapping[str, Record]]:
    return load_records(filing.path(_PATH), _GROUPS)


@rule("4.12", "8.31")
def is_in_effect(view: View) -> bool:
    """Whether German Strategic Movement is subject to attrition in this weather."""
    return _tables(view)["weather"][view.text("weather")].flag("rolls")


@rule("4.12", "8.31")
def steps_lost(view: View, roll: int) -> int:
    """Steps that a roll on the Strategic Movement Attrition Table takes.

    Parameters
    ----------
    roll
        What fell, 0 to 9.
    """
    weather = _tables(view)["weather"][view.text("weather")]
    adding = Adding(view if isinstance(view, Inquiry) else None, "Strategic Movement Attrition")
    adding.add("8.31", "die roll", roll, "set")
    if weather.number("drm"):
        adding.add("4.12", weather.text("title"), cite(view, weather, "drm", "4.12"))
    return _row(view, adding.value)


def _row(view: View, modified: int) -> int:
    rows = [row for row in _tables(view)["roll"].values() if row.number("least") <= modified]
    found = rows[-1]
    cite(view, found, "least", "8.31")
    return cite(view, found, "steps", "8.31")


@rule("8.31")
def loss_chance(view: View) -> Fraction:
    """Exact chance that a formation loses a step in this weather."""
    if not is_in_effect(view):
        return Fraction(0)
    return Fraction(sum(steps_lost(view, face) > 0 for face in FACES), len(FACES))


@rule("8.31")
def formations_at_risk(view: View) -> tuple[str, ...]:
    """Activated German formations of which a unit used Strategic Movement, sorted.

    Returns
    -------
    tuple of str
        Slugs; a unit without formation stands for itself under its id.
    """
    pieces = [
        view.pieces[u] for u in view.subjects("used-sm") if view.flag("used-sm", u) and u in view.pieces
    ]
    german = [p for p in pieces if p.side == terms.GERMAN]
    return tuple(sorted({terms.formation_of(view, p) or p.uid for p in german}))


def _users(view: View) -> list[Piece]:
    """Units on the map that used Strategic Movement in the part of the activation under way."""
    used = [u for u in view.subjects("used-sm") if view.flag("used-sm", u) and view.flag("active", u)]
    return [view.pieces[u] for u in used if u in view.pieces and terms.on_map(view, view.pieces[u])]


@rule("6.16", "8.31")
def candidates(view: View, formation: str) -> tuple[str, ...]:
    """Units of a formation that used Strategic Movement and may lose the step; an HQ last in its stack.

    Returns
    -------
    tuple of str
        Ids, sorted.
    """
    own = [p.uid for p in _users(view) if (terms.formation_of(view, p) or p.uid) == formation]
    return tuple([u for u in own if may_lose(view, u, own)])


@dataclass(frozen=True, slots=True)
class _Loss:
    """Of which formation a unit is lost."""

    formation: str


_LOSS = Frame("attrition-loss", "8.31", _Loss)


# --- the flow -----------------------------------------------------------------------------------------------


@rule("8.31")
def after_movement(draft: Draft) -> None:
    """Ask for a roll for each activated German formation that used Strategic Movement, once it has moved."""
    if draft.text("side") != terms.GERMAN or not is_in_effect(draft):
        return
    for formation in reversed(formations_at_risk(draft)):
        if candidates(draft, formation):
            ask_roll(draft, "attrition", [terms.DIE], formation=formation)


@rule("8.31")
def _resolve(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    lost = steps_lost(draft, values[0])
    able = candidates(draft, str(data["formation"])) if lost else ()
    if len(able) == 1:
        lose_step(draft, able[0])
    elif able:
        _LOSS.push(draft, _Loss(data["formation"]), terms.GERMAN)


def _why(state: State, data: Mapping[str, Any]) -> str:
    weather = state.text("weather").replace("-", " ")
    return f"Strategic Movement Attrition of {data['formation']} in {weather} weather"


def _check(inquiry: Inquiry, action: SufferAttrition) -> None:
    asked = _LOSS.asked(inquiry)
    able = candidates(inquiry, asked.formation) if asked is not None else ()
    piece = inquiry.pieces.get(action.unit)
    title = piece.printed.title if piece else action.unit
    failed = f"{title} did not use Strategic Movement in this formation, or is the HQ of a stack with others"
    inquiry.require("8.31", action.unit in able, f"{title} loses a step", failed, units=(action.unit,))


def _perform(draft: Draft, action: SufferAttrition) -> None:
    draft.settle()
    lose_step(draft, action.unit)


def _options(state: State) -> Iterator[SufferAttrition]:
    asked = _LOSS.asked(state)
    if asked is not None:
        yield from map(SufferAttrition, candidates(state, asked.formation))


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(SufferAttrition, _check, _perform, _options, "8.31", answers=frozenset({_LOSS.kind})),
)
ROLLS = {"attrition": RollRule(_resolve, _why, "8.31")}
