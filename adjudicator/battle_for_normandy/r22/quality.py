"""Section 22.1o: a die gives the quality of a division whose HQ enters play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.formations import load_formations
from adjudicator.battle_for_normandy.r22.charts import quality_row
from adjudicator.citation import rule
from adjudicator.game import RollRule, ask_roll
from adjudicator.position import Draft, Piece, State, View

__all__ = ["ROLLS", "ask", "due", "exempt", "forget", "is_head", "is_rolled"]

_ROLL, _YES, _AGAIN = "quality", "yes", "again"
_EXEMPT = frozenset({"us-82", "us-101", "br-6", "br-gds-armd", "ge-3fj"})


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


@rule("22.1o")
def is_rolled(view: View) -> bool:
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
    if not is_rolled(view):
        return ()
    heads = [p for p in view.pieces.values() if is_head(view, p) and terms.on_map(view, p)]
    return tuple(sorted({p.printed.division for p in heads if _is_due(view, p)}))


def is_head(view: View, piece: Piece) -> bool:
    """Whether the HQ of a whole division."""
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
    if is_rolled(draft) and is_head(draft, hq):
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


ROLLS: dict[str, RollRule] = {_ROLL: RollRule(_resolve, _why, "22.1o")}
