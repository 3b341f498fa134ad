"""Sections 9.3 to 9.5: Replacement Points come in by a die and by losses, and restore battalions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07 import general as r07_general
from adjudicator.battle_for_normandy.r09 import losses as r09_losses
from adjudicator.battle_for_normandy.r09.losses import ARM, INF
from adjudicator.battle_for_normandy.r20 import trucks as r20_trucks
from adjudicator.citation import rule
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from adjudicator.tables import Record, cite
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "PHASES",
    "ROLLS",
    "Replenish",
    "Spend",
    "available",
    "chances",
    "daily",
    "explain_price",
    "has_any",
    "made_full",
    "month",
    "open_segment",
    "pay",
    "price",
    "require_points",
    "require_unit",
    "spend",
    "steps_of",
]

PHASES = frozenset({"allied-replacements", "german-replacements"})
_POOLS: Mapping[str, tuple[str, ...]] = {
    terms.ALLIED: (terms.US, terms.COMMONWEALTH, "commando"),
    terms.GERMAN: (terms.GERMAN, "cotentin", "tiger"),
}
_AIRBORNE_OF = {terms.US: "us-airborne", terms.COMMONWEALTH: "british-airborne"}
_AIRBORNE_DAY = 8
_FIRST_DAY = 7


@dataclass(frozen=True, slots=True)
class Spend:
    """A number of points of both kinds.

    Parameters
    ----------
    inf, arm
        Infantry and Armor points.

    Examples
    --------
    >>> Spend(1, 1).text
    '1 INF and 1 ARM'
    """

    inf: int = 0
    arm: int = 0

    @property
    def text(self) -> str:
        """Both in words."""
        found = [f"{n} {name}" for n, name in ((self.inf, "INF"), (self.arm, "ARM")) if n]
        return " and ".join(found) or "nothing"


@dataclass(frozen=True, slots=True)
class Replenish(Action):
    """Bring a reduced battalion on the map to full strength.

    Examples
    --------
    >>> Replenish("us-1-16-1").unit
    'us-1-16-1'
    """

    unit: str


# --- the daily die ----------------------------------------------------------------------------------------


def month(date: int) -> str:
    """Month of a day from 1 June.

    Examples
    --------
    >>> month(30), month(31), month(67)
    ('june', 'july', 'august')
    """
    if date < terms.JULY:
        return "june"
    return "july" if date < terms.AUGUST else "august"


@rule("9.3.4")
def daily(view: View, side: str, roll: int) -> Mapping[str, int]:
    """What a die brings: points by ``us_inf``, ``us_arm``, ``cw_inf``, ``cw_arm`` or ``inf``, ``arm``.

    Parameters
    ----------
    side
        Who rolled.
    roll
        1 to 10.

    Returns
    -------
    mapping of str to int
        With ``motorized`` or ``trucks``. Allied numbers are capped in July and August but with 9.4o.
    """
    now, chart = month(view.number("date")), r09_losses.chart(view)
    if side == terms.GERMAN:
        row = chart["german"][f"{now}-{roll}"]
        return {key: cite(view, row, key, "9.3.4") for key in row.values}
    row = chart["allied"][str(roll)]
    if terms.has_option(view, "9.4o") and isinstance(view, Inquiry):
        view.note("9.4o", "the most of July and August is ignored")
    cap = None if terms.has_option(view, "9.4o") else chart["cap"].get(now)
    return {key: _capped(view, row, cap, key) for key in row.values}


@rule("9.3.4")
def _capped(view: View, row: Record, cap: Record | None, key: str) -> int:
    value = cite(view, row, key, "9.3.4")
    if cap is None or key not in cap.values:
        return value
    return min(value, cite(view, cap, key, "9.3.4"))


@rule("9.3.4")
def chances(view: View, side: str) -> Mapping[str, Mapping[int, Fraction]]:
    """Exact chances of the daily die: kind of point -> number -> chance.

    Parameters
    ----------
    side
        Who rolls.
    """
    found: dict[str, dict[int, Fraction]] = {}
    for roll in range(1, 11):
        for key, number in daily(view, side, roll).items():
            row = found.setdefault(key, {})
            row[number] = row.get(number, Fraction(0)) + Fraction(1, 10)
    return found


@rule("9.1", "9.3.4", "9.3.5")
def open_segment(draft: Draft) -> None:
    """Begin a Replacement Segment: REM points are at hand, the die is due."""
    side = draft.text("side")
    for pool in _POOLS[side]:
        for kind in (INF, ARM):
            draft.set(f"{kind}-rp", draft.number(f"{kind}-rem", pool), pool)
            draft.clear(f"{kind}-rem", pool)
    if draft.number("date") >= _FIRST_DAY:
        ask_roll(draft, "replacements", [terms.D10], side=side)


@rule("9.3.4", "19.10", "20.1")
def _receive(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    side = data["side"]
    found = daily(draft, side, values[0])
    draft.set("replaced", True, side)
    if side == terms.GERMAN:
        _add(draft, terms.GERMAN, found["inf"], found["arm"])
        draft.set("motorizations", found["trucks"], side)
        r20_trucks.receive(draft, found["trucks"])
        return
    _add(draft, terms.US, found["us_inf"], found["us_arm"])
    _add(draft, terms.COMMONWEALTH, found["cw_inf"], found["cw_arm"])
    draft.set("motorizations", found["motorized"], side)


@rule("9.3.5")
def _add(draft: Draft, pool: str, inf: int, arm: int) -> None:
    """Add the points of the die to those of losses; nobody has more than ten of a kind in a turn."""
    for kind, number in ((INF, inf), (ARM, arm)):
        total = draft.number(f"{kind}-rp", pool) + number
        draft.set(f"{kind}-rp", min(r09_losses.MOST, total), pool)


# --- points -----------------------------------------------------------------------------------------------


@rule("9.3", "9.3.5", "22.4o")
def available(view: View, pool: str) -> Spend:
    """Points that a pool can spend now.

    Parameters
    ----------
    pool
        ``us``, ``commonwealth``, ``german``, ``cotentin``, ``us-airborne`` ...

    Returns
    -------
    Spend
        Points that Airborne losses earned are among those of the nation from 8 June, unless 22.4o keeps them.
    """
    if pool in _AIRBORNE_OF.values():
        return Spend(_retained(view, pool))
    inf = view.number("inf-rp", pool)
    kept = _AIRBORNE_OF.get(pool)
    if kept and not terms.has_option(view, "22.4o"):
        inf += _retained(view, kept)
    return Spend(inf, view.number("arm-rp", pool))


def _retained(view: View, pool: str) -> int:
    return view.number("inf-rem", pool) if view.number("date") >= _AIRBORNE_DAY else 0


def spend(draft: Draft, pool: str, cost: Spend) -> None:
    """Take points out of a pool: those that would be lost first.

    Parameters
    ----------
    pool, cost
        As in `available`.
    """
    draft.set("arm-rp", draft.number("arm-rp", pool) - cost.arm, pool)
    own = min(cost.inf, draft.number("inf-rp", pool))
    draft.set("inf-rp", draft.number("inf-rp", pool) - own, pool)
    if cost.inf > own:
        kept = _AIRBORNE_OF.get(pool, pool)
        draft.set("inf-rem", draft.number("inf-rem", kept) - (cost.inf - own), kept)


@rule("9.3.1", "9.3.2", "9.4", "9.5", "22.4o", "19.5o")
def price(view: View, piece: Piece, steps: Sequence[str], pool: str) -> Spend:
    """Points that some steps of a unit cost.

    Parameters
    ----------
    steps
        Of ``first``, ``reduced``, ``full``.
    pool
        Whose points: Paratroop REM and Commando REM points restore one step each.
    """
    row = r09_losses.chart(view)["step"][r09_losses.category(piece.printed)]
    own = pool in {"commando", *_AIRBORNE_OF.values()}
    times = 1 if own else cite(view, row, "times", "9.4")
    tiger = _is_tiger(view, piece) and pool != "tiger"
    kinds = [row.text(step) for step in steps]
    each = times * (2 if tiger else 1)
    return Spend(kinds.count(INF) * each, kinds.count(ARM) * each)


@rule("9.3.1", "9.3.2", "9.3.5o", "15.4o", "20.2", "22.4o")
def explain_price(inquiry: Inquiry, piece: Piece, steps: Sequence[str], pool: str) -> Spend:
    """Say which points some steps of a unit cost, and why; see `price`."""
    cost, title = price(inquiry, piece, steps, pool), piece.printed.title
    if _is_tiger(inquiry, piece) and pool != "tiger":
        inquiry.note("15.4o", f"two points for each Tiger step of {title}")
    if pool in r09_losses.SECTIONS:
        inquiry.note(r09_losses.section_of(pool), f"points of the {pool} track serve {title}")
    if cost.inf:
        inquiry.note("9.3.1", f"Infantry points that {title} needs", cost.inf)
    if cost.arm:
        inquiry.note("9.3.2", f"Armor points that {title} needs", cost.arm)
    return cost


@rule("9.4", "3.4")
def steps_of(piece: Piece, *, full: bool, company: bool) -> list[str]:
    """Steps that a rebuilt unit needs: a battalion of three begins with its company.

    Parameters
    ----------
    full
        Whether it comes back at full strength.
    company
        Whether a company of it is at hand (9.5).

    Returns
    -------
    list of str
        Of ``first``, ``reduced``, ``full``.
    """
    count = piece.printed.steps
    if count <= 1:
        return ["reduced"]
    steps = ["reduced", "full"] if full else ["reduced"]
    return steps if count < 3 or company else ["first", *steps]


def _pools(view: View, piece: Piece, space: str) -> tuple[str, ...]:
    """Pools that may pay for a unit, the best first: Tigers use their own REM point or Armor points."""
    found = r09_losses.pool_of(view, piece, space)
    return ("tiger", terms.GERMAN) if found == "tiger" else (found,)


def _payer(view: View, piece: Piece, space: str, steps: Sequence[str]) -> tuple[str, Spend]:
    """The pool that pays, with the cost; the last one where none can."""
    pool, cost = "", Spend()
    for pool in _pools(view, piece, space):
        cost, there = price(view, piece, steps, pool), available(view, pool)
        if cost.inf <= there.inf and cost.arm <= there.arm:
            break
    return pool, cost


# --- checks that are shared -------------------------------------------------------------------------------


@rule("9.3", "9.3.3", "9.3.5o", "19.5o")
def require_unit(inquiry: Inquiry, piece: Piece) -> bool:
    """Require that a unit may receive points now.

    Returns
    -------
    bool
        Whether it may.
    """
    unit, side = piece.printed, inquiry.text("side")
    own = inquiry.require(
        "9.1",
        unit.side == side,
        f"{unit.title} is of the side whose segment it is",
        f"{unit.title} is not of the {side.capitalize()} side",
        units=[unit.id],
    )
    row = r09_losses.category(unit)
    commando = row == "commando" and not (
        terms.has_option(inquiry, "19.5o") or (terms.has_option(inquiry, "9.3.5o") and _is_cw(piece))
    )
    never = not row or commando or terms.is_company(unit)
    text = f"{unit.title} can never receive Replacement Points"
    passed = f"units such as {unit.title} receive Replacement Points"
    fits = inquiry.require("9.3.3", not never, passed, text, units=[unit.id])
    early = row == "airborne" and inquiry.number("date") < _AIRBORNE_DAY
    text = "Airborne units receive no replacements until 8 June"
    return inquiry.require("9.3.3", not early, "", text, units=[unit.id]) and own and fits


def _is_cw(piece: Piece) -> bool:
    return terms.group_of(piece.printed) == terms.COMMONWEALTH


@rule("9.3", "9.3.4", "9.3.5")
def require_points(inquiry: Inquiry, piece: Piece, space: str, steps: Sequence[str]) -> None:
    """Require the points for some steps of a unit.

    Parameters
    ----------
    steps
        As `steps_of` names them.
    """
    pool, _ = _payer(inquiry, piece, space, steps)
    cost, there = explain_price(inquiry, piece, steps, pool), available(inquiry, pool)
    once = not (_is_tiger(inquiry, piece) and (inquiry.flag("replaced", "tiger") or len(steps) > 1))
    inquiry.require("15.4o", once, "", "one Tiger step is replaced in a day", units=[piece.uid])
    inquiry.note("9.3", f"{piece.printed.title} takes points of the {pool} pool")
    enough = cost.inf <= there.inf and cost.arm <= there.arm
    passed = f"{cost.text} of the {pool} points: {there.text}"
    failed = f"{cost.text} are needed of the {pool} points, there is {there.text}"
    inquiry.require("9.4", enough, passed, failed, units=[piece.uid])


def pay(draft: Draft, piece: Piece, space: str, steps: Sequence[str]) -> None:
    """Spend the points for some steps of a unit; see `require_points`."""
    pool, cost = _payer(draft, piece, space, steps)
    spend(draft, pool, cost)
    if _is_tiger(draft, piece):
        draft.set("replaced", True, "tiger")


@rule("15.4o")
def _is_tiger(view: View, piece: Piece) -> bool:
    """Whether a unit is one of Tigers, of which one step may be replaced in a day."""
    return terms.marked(piece.printed, "tiger") and terms.has_option(view, "15.4o")


@rule("9.4o")
def is_green(view: View, piece: Piece) -> bool:
    """Whether a battalion that is built to full strength bears a Repple Depple marker: Allied infantry."""
    row = r09_losses.category(piece.printed)
    used = terms.has_option(view, "9.4o") and view.number("date") != _FIRST_DAY
    return used and piece.side == terms.ALLIED and row in {"infantry", "recon"}


@rule("9.4o")
def made_full(draft: Draft, piece: Piece) -> None:
    """Put a Repple Depple marker under a battalion built to full strength, where it bears one (9.4o)."""
    if is_green(draft, piece):
        draft.set("repple", True, piece.uid)


# --- on the map -------------------------------------------------------------------------------------------


@rule("9.4")
def _check_replenish(inquiry: Inquiry, action: Replenish) -> None:
    piece = inquiry.pieces[action.unit]
    title = piece.printed.title
    if not require_unit(inquiry, piece):
        return
    reduced = piece.status == terms.REDUCED and terms.on_map(inquiry, piece)
    if not inquiry.require("9.4", reduced, "", f"{title} is no reduced unit on the map", units=[piece.uid]):
        return
    supplied = r07_general.in_supply(inquiry, piece.uid)
    text = f"{title} is {'' if supplied else 'not '}in General Supply"
    inquiry.require("9.4", supplied, text, text, units=[piece.uid])
    require_points(inquiry, piece, piece.space, ["full"])
    if is_green(inquiry, piece):
        inquiry.note("9.4o", f"{title} at full strength bears a Repple Depple marker: -1 to both Strengths")


def _perform_replenish(draft: Draft, action: Replenish) -> None:
    piece = draft.pieces[action.unit]
    pay(draft, piece, piece.space, ["full"])
    draft.set_status(piece.uid, terms.FULL)
    made_full(draft, piece)


def _replenishable(state: State) -> Iterator[Replenish]:
    side = state.text("side")
    if not has_any(state, side):
        return
    for uid, piece in state.pieces.items():
        if piece.side == side and piece.status == terms.REDUCED and terms.on_map(state, piece):
            yield Replenish(uid)


def has_any(view: View, side: str) -> bool:
    """Whether a side has any point to spend."""
    return any(available(view, p) != Spend() for p in (*_POOLS[side], *_AIRBORNE_OF.values()))


def _why(state: State, data: Mapping[str, Any]) -> str:  # noqa: ARG001 - every roll is asked so
    return f"the daily replacements of the {data['side'].capitalize()} side"


ROLLS: dict[str, RollRule] = {"replacements": RollRule(_receive, _why, "9.3.4")}
HANDLERS: tuple[Handler[Any], ...] = (
    Handler(Replenish, _check_replenish, _perform_replenish, _replenishable, "9.4", phases=PHASES),
)
