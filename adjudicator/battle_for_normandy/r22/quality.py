"""Section 22.1o: a die gives the quality of a division whose HQ enters play; commanders are replaced."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.formations import load_formations
from adjudicator.battle_for_normandy.r22.charts import quality_row
from adjudicator.citation import rule
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View

__all__ = ["HANDLERS", "ROLLS", "Sack", "ask", "due", "exempt", "forget"]

_ROLL, _YES, _AGAIN = "quality", "yes", "again"
_EXEMPT = frozenset({"us-82", "us-101", "br-6", "br-gds-armd", "ge-3fj"})
_PHASES = frozenset({"engineering", "movement", "combat", "mech-movement", "reinforcements"})


@dataclass(frozen=True, slots=True)
class Sack(Action):
    """Replace the commander of a division: its HQ leaves for a day, and its quality is rolled anew (22.1o).

    Examples
    --------
    >>> Sack("us-90-hq").unit
    'us-90-hq'
    """

    unit: str


@rule("22.1o")
def exempt(view: View, formation: str) -> bool:
    """Whether a division is exempt: US Airborne, 6th Airborne, Guards, German panzer and SS, the 3rd FJ.

    Returns
    -------
    bool
        Not the 17th SS.
    """
    known = load_formations(view).get(formation)
    return formation in _EXEMPT or (known is not None and known.kind == "panzer")


def _is_rolled(view: View) -> bool:
    """Whether dice give the quality: not by the historical values."""
    return view.option("22.1o") in {"B", "C"}


@rule("22.1o")
def due(view: View) -> tuple[str, ...]:
    """Divisions whose quality is rolled for now: their HQ has entered, or returned, since the last roll.

    Returns
    -------
    tuple of str
        Formations, sorted.
    """
    if not _is_rolled(view):
        return ()
    heads = [p for p in view.pieces.values() if _is_head(view, p) and terms.on_map(view, p)]
    return tuple(sorted({p.printed.division for p in heads if _is_due(view, p)}))


def _is_head(view: View, piece: Piece) -> bool:
    unit = piece.printed
    division = terms.is_division_hq(unit) and not terms.is_kg_hq(unit) and bool(unit.division)
    return division and terms.level_of(view, unit.division) == "division"


def _is_due(view: View, hq: Piece) -> bool:
    formation = hq.printed.division
    told = terms.state_of(view).text("quality-rolled", formation)
    if exempt(view, formation):
        return told == _AGAIN and view.option("22.1o") == "C"
    return told == _AGAIN or (not told and hq.side == terms.ALLIED)


@rule("22.1o")
def ask(draft: Draft) -> None:
    """Ask for the die of every division that is due."""
    for formation in due(draft):
        draft.set("quality-rolled", _YES, formation)
        ask_roll(draft, _ROLL, [terms.D10], formation=formation)


@rule("22.1o")
def forget(draft: Draft, hq: Piece) -> None:
    """An HQ leaves the map: its quality goes with its commander, and it is rolled for when it returns."""
    if _is_rolled(draft) and _is_head(draft, hq):
        draft.set("quality-rolled", _AGAIN, hq.printed.division)
        draft.set("quality", 0, hq.printed.division)


@rule("22.1o")
def _resolve(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    formation = str(data["formation"])
    drm = quality_row(draft, values[0]).number("drm")
    draft.set("quality", max(0, drm) if exempt(draft, formation) else drm, formation)


def _why(state: State, data: Mapping[str, Any]) -> str:
    known = load_formations(state).get(str(data["formation"]))
    return f"quality of {known.name if known is not None else data['formation']}"


# --- a new commander --------------------------------------------------------------------------------------


@rule("22.1o", "7.8")
def _check(inquiry: Inquiry, action: Sack) -> None:
    hq = inquiry.pieces[action.unit]
    title, units = hq.printed.title, [action.unit]
    inquiry.require("22.1o", _is_rolled(inquiry), "", "commanders are replaced only by the optional rule")
    mine = hq.side == inquiry.text("side")
    inquiry.require("22.1o", mine, "", f"{title} is of the other side", units=units)
    fits = _is_head(inquiry, hq) and terms.on_map(inquiry, hq)
    inquiry.require("22.1o", fits, "", f"{title} is no HQ of a division on the map", units=units)
    lifted = not exempt(inquiry, hq.printed.division) or inquiry.option("22.1o") == "C"
    inquiry.require("22.1o", lifted, "", f"the division of {title} is exempt", units=units)
    if not inquiry.violations:
        inquiry.note("22.1o", f"{title} gets a new commander: it returns as if eliminated, and rolls again")


@rule("22.1o", "7.8")
def _perform(draft: Draft, action: Sack) -> None:
    from adjudicator.battle_for_normandy.r07 import headquarters as r07_headquarters

    r07_headquarters.eliminated(draft, action.unit)


def _options(state: State) -> Iterator[Sack]:
    if not _is_rolled(state):
        return
    for uid in sorted(state.pieces):
        hq = state.pieces[uid]
        bad = _is_head(state, hq) and state.number("quality", hq.printed.division) < 0
        if bad and hq.side == state.text("side") and terms.on_map(state, hq):
            yield Sack(uid)


HANDLERS: tuple[Handler[Any], ...] = (Handler(Sack, _check, _perform, _options, "22.1o", phases=_PHASES),)
ROLLS: dict[str, RollRule] = {_ROLL: RollRule(_resolve, _why, "22.1o")}
