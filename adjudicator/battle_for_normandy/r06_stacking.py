"""Section 6.0: how many units a hex holds at the end of a phase."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07.guests import guest_faults
from adjudicator.battle_for_normandy.r07.tracing import draws_on
from adjudicator.battle_for_normandy.r18.beaches import lands_alone
from adjudicator.citation import rule
from adjudicator.position import Piece, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = [
    "LIMIT",
    "Load",
    "cooperating",
    "faults",
    "hq_and_one",
    "is_special",
    "load_of",
    "mixed",
    "points",
    "trench_points",
    "units_with",
    "value",
]

LIMIT = 6
_NAVAL_POINTS, _NAVAL_UNITS = 12, 3
_QUEUE_UNITS, _COMPANIES, _INVASION_POINTS = 4, 3, 3
_CW_TANKS = 4
_FOOT = frozenset({"infantry", "parachute", "glider", "commando", "mechanized-infantry"})


@dataclass(frozen=True, slots=True)
class Load:
    """What counts of the units of a side in one space.

    Parameters
    ----------
    points
        Stacking Points, an Entrenchment among them.
    plain
        Whether the sum of the points decides, but for one above the limit: no Feldersatz, no ship, no Assault
        Hex.
    groups
        Groups of the units among them, ships left out.

    Examples
    --------
    >>> Load(3).plain
    True
    """

    points: int = 0
    plain: bool = True
    groups: frozenset[str] = frozenset()


# --- what units count -------------------------------------------------------------------------------------


@rule("6.1", "9.6", "19.9", "18.2")
def value(view: View, piece: Piece) -> int:
    """Stacking Points of a unit now: an HQ with Feldersatz points has those instead of its own."""
    own = view.number("feldersatz", piece.uid) if terms.is_hq(piece.printed) else 0
    return own or terms.stacking_value(view, piece)


def units_with(
    view: View, space: str, side: str, adding: Iterable[str], removing: Iterable[str]
) -> list[Piece]:
    """Units of a side in a space, with those that join and without those that leave."""
    gone, more = set(removing), list(dict.fromkeys(adding))
    there = [p for p in terms.friends(view, space, side) if p.uid not in gone and p.uid not in more]
    return [*there, *(view.pieces[u] for u in more)]


@rule("6.1", "10.6", "14.3")
def points(view: View, space: str, side: str) -> int:
    """Stacking Points of a side in a hex, an Entrenchment among them."""
    return trench_points(view, space, side) + sum(value(view, p) for p in terms.friends(view, space, side))


@rule("10.6", "14.3")
def trench_points(view: View, space: str, side: str) -> int:
    """The Stacking Point of an Entrenchment of a side that is ready in a hex."""
    ready = view.text("entrenchment", space) == "ready"
    return 1 if ready and view.text("entrenchment-side", space) == side else 0


# --- one hex ----------------------------------------------------------------------------------------------


@rule("6.1", "6.2", "6.3", "9.2.2", "9.6", "18.2")
def faults(
    view: View, space: str, side: str, *, adding: Iterable[str] = (), removing: Iterable[str] = ()
) -> list[Fault]:
    """Why the units of a side in a space would be too many, or the wrong ones, at the end of a phase.

    Parameters
    ----------
    adding, removing
        Ids of units that would join them, or leave.

    Returns
    -------
    list of (str, str)
        Section and reason; empty within the limits, and in boxes.
    """
    known = view.board.spaces.get(space)
    if known is None or not terms.is_hex(known):
        return []
    units = units_with(view, space, side, adding, removing)
    found = _nations(view, space, units)
    ships = [p for p in units if terms.is_naval(p.printed)]
    if ships:
        found += _fleet(view, space, ships)
        units = [p for p in units if not terms.is_naval(p.printed)]
    if known.features.get("queue"):
        return found + _queue(view, space, units)
    return found + _land(view, space, side, units)


def _land(view: View, space: str, side: str, units: Sequence[Piece]) -> list[Fault]:
    trench = trench_points(view, space, side)
    total = trench + sum(value(view, p) for p in units)
    if total <= LIMIT or hq_and_one(view, units) or cooperating(view, units, total):
        return []
    more = ", 1 of them the Entrenchment" if trench else ""
    text = f"{view.board.name(space)} would hold {total} Stacking Points{more}, more than {LIMIT}"
    apart = total == LIMIT + 1 and _kept_apart(view) and _are_together(view, units)
    return [Fault("6.1o" if apart else "6.1", text)]


@rule("9.6")
def hq_and_one(view: View, units: Sequence[Piece]) -> bool:
    """Whether an HQ with Feldersatz points stands with one other combat unit."""
    counted = [p for p in units if value(view, p)]
    fed = next((p for p in counted if view.number("feldersatz", p.uid) and terms.is_hq(p.printed)), None)
    others = [p for p in counted if p is not fed]
    return fed is not None and (not others or (len(others) == 1 and not terms.is_hq(others[0].printed)))


@rule("6.1")
def cooperating(view: View, units: Sequence[Piece], total: int) -> bool:
    """Whether a CW unit of value 4 stands with an infantry battalion supplied by the same division HQ."""
    return total == LIMIT + 1 and _are_together(view, units) and not _kept_apart(view)


@rule("6.1o")
def _kept_apart(view: View) -> bool:
    return terms.has_option(view, "6.1o") and view.number("date") < terms.AUGUST


def _are_together(view: View, units: Sequence[Piece]) -> bool:
    ours = [p for p in units if terms.group_of(p.printed) == terms.COMMONWEALTH]
    tanks = [p for p in ours if terms.is_mech(p.printed) and terms.stacking_value(view, p) == _CW_TANKS]
    foot = [p for p in ours if p.printed.type in _FOOT and terms.is_battalion(p.printed)]
    return any(_same_hq(view, t, f) for t in tanks for f in foot if t.uid != f.uid)


@rule("6.1", "7.2")
def _same_hq(view: View, tanks: Piece, foot: Piece) -> bool:
    formation, own = foot.printed.division, tanks.printed.division == foot.printed.division
    hq = terms.hq_of(view, formation)
    if hq is None or view.option("cw-tank-regiment") == "B":
        return own or view.option("cw-tank-regiment") == "B"
    if terms.level_of(view, formation) != "division" or not draws_on(view, foot, hq):
        return False
    return draws_on(view, tanks, hq) if own else not guest_faults(view, tanks.uid, formation)


@rule("10.9", "6.1")
def _fleet(view: View, space: str, ships: Sequence[Piece]) -> list[Fault]:
    if view.option("naval-stacking") == "B":
        return []
    strength, found = sum(terms.rating(view, p, "as", "10.9") for p in ships), list[Fault]()
    name = view.board.name(space)
    if strength > _NAVAL_POINTS:
        found.append(
            Fault("10.9", f"ships of {strength} strength points in {name}, more than {_NAVAL_POINTS}")
        )
    if len(ships) > _NAVAL_UNITS:
        found.append(Fault("10.9", f"{len(ships)} ships in {name}, more than {_NAVAL_UNITS}"))
    return found


@rule("9.2.2", "18.2", "18.8.2", "22.3o")
def _queue(view: View, space: str, units: Sequence[Piece]) -> list[Fault]:
    """The limits of an Assault Hex: in the invasion, and afterwards."""
    name = view.board.name(space)
    if not _is_invasion(view):
        if len(units) <= _QUEUE_UNITS:
            return []
        return [Fault("9.2.2", f"{len(units)} units in Assault Hex {name}, more than {_QUEUE_UNITS}")]
    counted = [p for p in units if value(view, p) and not _stacks_up(view, p)]
    raiders = [p for p in units if terms.marked(p.printed, "commando", "ranger")]
    helpers = [p for p in units if terms.is_support(p.printed)]
    if raiders and helpers:
        text = f"{terms.titles(helpers)} cannot support Commandos or Rangers: {terms.titles(raiders)}"
        return [Fault("18.2", text)]
    if terms.has_option(view, "22.3o"):
        total = sum(value(view, p) for p in counted)
        text = f"{total} Stacking Points in Assault Hex {name}, more than {_INVASION_POINTS}"
        return [Fault("22.3o", text)] if total > _INVASION_POINTS else []
    companies = [p for p in counted if terms.is_company(p.printed)]
    if len(counted) <= 1 or (len(companies) == len(counted) <= _COMPANIES):
        return []
    return [Fault("18.2", f"{name} holds three companies or one battalion, not {terms.titles(counted)}")]


@rule("18.2")
def _stacks_up(view: View, piece: Piece) -> bool:
    """Whether a unit may stack as it moves up the queue: HQ, recon and artillery units that land alone."""
    return view.number("invasion") > 0 and lands_alone(piece)


@rule("3.7", "16.0")
def _is_invasion(view: View) -> bool:
    if view.number("date") != 6:
        return False
    return view.text("time") != "pm" or view.text("phase") == "set-up"


@rule("6.3")
def _nations(view: View, space: str, units: Sequence[Piece]) -> list[Fault]:
    """US and CW units do not stack; aboard their landing craft and ships they do not meet."""
    ashore = [p for p in units if not terms.is_naval(p.printed)]
    groups = {terms.group_of(p.printed) for p in ashore}
    if not {terms.US, terms.COMMONWEALTH} <= groups:
        return []
    return [Fault("6.3", f"US and Commonwealth units may not stack together in {view.board.name(space)}")]


# --- layers -----------------------------------------------------------------------------------------------


def load_of(view: View, side: str) -> Mapping[str, Load]:
    """What the units of a side count in every space, computed once for each position."""
    return terms.derived(view, f"loads:{side}", lambda state: _loads(state, side))


def _loads(state: State, side: str) -> dict[str, Load]:
    found: dict[str, Load] = {}
    spaces = state.board.spaces
    for space in state.occupied():
        units, known = terms.friends(state, space, side), spaces.get(space)
        if not units or known is None or not terms.is_hex(known):
            continue
        special = bool(known.features.get("queue")) or any(is_special(state, p) for p in units)
        groups = frozenset(terms.group_of(p.printed) for p in units if not terms.is_naval(p.printed))
        found[space] = Load(points(state, space, side), not special, groups)
    return found


def is_special(view: View, piece: Piece) -> bool:
    """Whether more than its Stacking Points matters of a unit: an HQ with Feldersatz points, a ship."""
    unit = piece.printed
    fed = terms.is_hq(unit) and view.number("feldersatz", piece.uid) > 0
    return fed or terms.is_naval(unit)


@rule("6.3")
def mixed(view: View) -> tuple[str, ...]:
    """Hexes where US and Commonwealth units stand together after a retreat, sorted."""
    both = {terms.US, terms.COMMONWEALTH}
    loads = load_of(view, terms.ALLIED).items()
    doubtful = (s for s, load in loads if both <= load.groups)
    return tuple(sorted(s for s in doubtful if faults(view, s, terms.ALLIED)))
