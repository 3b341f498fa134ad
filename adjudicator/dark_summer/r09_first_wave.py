"""Section 9.4.1: the 1st Wave Round: each landing force attacks its own Beach hex, or Pointe du Hoc."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.dark_summer import r09_parts, r11_resolve, terms
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import UNKNOWN, Draft, Piece, State, View
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "AssaultBeach",
    "approach_of",
    "assailants",
    "beach_of",
    "landings",
    "may_land_unopposed",
    "round_faults",
]

WAVES = frozenset({"first-wave", "second-wave"})
_WAVE_1 = "wave-1"


@dataclass(frozen=True, slots=True)
class AssaultBeach(Action):
    """Let the units of a Beach Approach hex attack the hex before them (9.4.1).

    Parameters
    ----------
    beach
        Id of the Beach hex, or of Pointe du Hoc.

    Examples
    --------
    >>> AssaultBeach("3303").beach
    '3303'
    """

    beach: str


def _kind(view: View) -> str:
    """Kind of the Round in play; the 1st Wave Round where the position does not name it."""
    kind = view.text("round-kind")
    return "first-wave" if terms.state_of(view).raw("round-kind") is UNKNOWN else kind


# --- approaches ---------------------------------------------------------------------------------------------


@rule("9.4.1")
def beach_of(view: View, approach: str) -> str:
    """The hex to which a Beach Approach hex leads; empty when it leads nowhere."""
    known = view.board.spaces.get(approach)
    if known is None or known.kind != "approach":
        return ""
    return next((other for edge, other in view.board.neighbours(approach) if edge.boundary == "landing"), "")


@rule("9.4.1")
def approach_of(view: View, beach: str) -> str:
    """The Beach Approach hex that leads to a hex; empty when there is none."""
    if beach not in view.board.spaces:
        return ""
    around = (other for edge, other in view.board.neighbours(beach) if edge.boundary == "landing")
    return next((a for a in around if view.board.spaces[a].kind == "approach"), "")


@rule("9.4.1", "9.4.3")
def assailants(view: View, beach: str) -> tuple[Piece, ...]:
    """Units in the Beach Approach hex of a hex: those of the 1st Wave in its Round, later all of them.

    Returns
    -------
    tuple of Piece
        Airborne units are never among them.
    """
    approach = approach_of(view, beach)
    units = terms.friends(view, approach, terms.ALLIED) if approach else ()
    seaborne = tuple(p for p in units if not terms.is_airborne(p.printed))
    if _kind(view) != "first-wave":
        return seaborne
    return tuple(p for p in seaborne if _WAVE_1 in p.printed.marks)


def landings(view: View) -> tuple[str, ...]:
    """Hexes before which landing units lie in their Beach Approach hexes, sorted."""
    state = terms.state_of(view)
    found = {beach_of(view, s) for s in state.occupied()} - {""}
    return tuple(sorted(h for h in found if assailants(view, h)))


@rule("9.4.3")
def may_land_unopposed(view: View, beach: str) -> bool:
    """Whether landing units may take a Beach hex that nobody defends any more, without a Combat."""
    free = not terms.friends(view, beach, terms.GERMAN) and not terms.is_open_beach(view, beach)
    return free and view.option("undefended-beach") == "A"


# --- the assault --------------------------------------------------------------------------------------------


@rule("9.4.1", "9.4.3", "11.1")
def _check(inquiry: Inquiry, action: AssaultBeach) -> None:
    beach = action.beach
    name = inquiry.board.name(beach)
    kind = _kind(inquiry)
    r09_parts.require_part(inquiry, "9.4.1", "combat", side=terms.ALLIED)
    units = assailants(inquiry, beach)
    failed = f"no unit lies in a Beach Approach hex before {name}"
    inquiry.require("9.4.1", bool(units), f"{terms.titles(units)} land at {name}", failed, spaces=(beach,))
    again = f"{name} has been attacked this Round already"
    inquiry.require("11.1", not inquiry.flag("hex-attacked", beach), "", again, spaces=(beach,))
    if kind not in WAVES:
        inquiry.refuse("9.4.1", "landings are fought in the two Amphibious Assault Rounds only")
    elif units:
        _check_defence(inquiry, beach, kind)


@rule("9.4.1", "9.4.3")
def _check_defence(inquiry: Inquiry, beach: str, kind: str) -> None:
    name, there = inquiry.board.name(beach), terms.friends(inquiry, beach, terms.GERMAN)
    if not there:
        failed = f"no enemy is in {name}"
        inquiry.require("9.4.3", may_land_unopposed(inquiry, beach), f"nobody defends {name}", failed)
    elif kind == "first-wave":
        inquiry.note("9.4.1", f"{terms.titles(there)} in {name} defend; there are no Support markers")
    else:
        inquiry.refuse("9.4.3", f"in the 2nd Wave Round {name} is attacked like any other: name the units")


@rule("9.4.1", "9.4.3")
def _perform(draft: Draft, action: AssaultBeach) -> None:
    beach, kind = action.beach, _kind(draft)
    units = tuple(p.uid for p in assailants(draft, beach))
    if terms.friends(draft, beach, terms.GERMAN):
        r11_resolve.start(draft, beach, units, wave=kind)
        return
    draft.set("hex-attacked", True, beach)
    for uid in units:
        draft.set("attacked", True, uid)
    r11_resolve.begin(draft, r11_resolve.Combat(beach, units, kind, stage="advance"))


def _options(state: State) -> Iterator[AssaultBeach]:
    kind = state.text("round-kind")
    if kind not in WAVES or state.text("round-part") not in {"", "combat"}:
        return
    for beach in landings(state):
        ready = kind == "first-wave" or may_land_unopposed(state, beach)
        if ready and not state.flag("hex-attacked", beach):
            yield AssaultBeach(beach)


# --- the end of it ------------------------------------------------------------------------------------------


@rule("9.4.1", "9.4.3")
def round_faults(inquiry: Inquiry) -> None:
    """Refuse to end a Wave Round while a landing force that must attack has not attacked."""
    kind = inquiry.text("round-kind")
    if kind not in WAVES or (kind == "second-wave" and inquiry.option("second-wave-attack") == "A"):
        return
    for beach in landings(inquiry):
        name, units = inquiry.board.name(beach), assailants(inquiry, beach)
        done = inquiry.flag("hex-attacked", beach)
        done = done or not (terms.friends(inquiry, beach, terms.GERMAN) or may_land_unopposed(inquiry, beach))
        failed = f"first {terms.titles(units)} must attack {name}"
        uids = [p.uid for p in units]
        inquiry.require("9.4.1", done, f"{name} has been attacked", failed, units=uids, spaces=(beach,))


HANDLERS = (Handler(AssaultBeach, _check, _perform, _options, "9.4.1", phases=frozenset({"action"})),)
