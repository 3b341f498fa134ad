"""Section 15.1 and the chart of 9.5: which companies a battalion gives, and where companies come from."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.battle_for_normandy import terms
from adjudicator.citation import rule
from adjudicator.position import Draft, Piece, State, View
from adjudicator.silence import Silence, hear
from counters.catalog import Unit

__all__ = [
    "battalion_of",
    "class_of",
    "classes",
    "companies_of",
    "fits",
    "free",
    "into",
    "is_own",
    "is_three_steps",
    "matching",
    "optional_notes",
    "parent_formation",
    "suits",
    "to_company",
    "to_pool",
]

_THREE = 3
_ARMORED = frozenset({"tank", "assault-gun", "tank-destroyer"})
_GUNS = frozenset({"anti-tank", "light-flak", "heavy-flak"})
_MARKS = (("ost", "ost"), ("tiger", "heavy-tank"), ("light", "light-tank"), ("dd-tank", "dd-tank"))
_LIGHT = ("pz100", "pz206", "100", "206")


# --- which company belongs to which battalion -------------------------------------------------------------


@rule("15.1", "9.5")
def class_of(company: Unit) -> str:
    """Class of a breakdown company: ``infantry``, ``tank``, ``dd-tank``, ``commando``, ``named`` ...

    Examples
    --------
    >>> class_of(Unit("a", "A", "A", "allied", "us", type="tank", marks=("company", "dd-tank")))
    'dd-tank'
    """
    if any(mark.startswith("of=") for mark in company.marks):
        return "named"
    if company.type in {"commando", "ranger", "ost"}:
        return company.type
    for mark, name in _MARKS:
        if mark in company.marks:
            return name
    return _plain_class(company)


def _plain_class(unit: Unit) -> str:
    """Class of a company without a special mark, by its type."""
    known = {
        "mechanized-infantry": "mech",
        "bicycle": "motor",
        "anti-tank": "at",
        "tank-destroyer": "td",
        "light-flak": "flak",
        "heavy-flak": "flak",
        "recon": "recon",
        "parachute": "airborne",
        "glider": "airborne",
    }
    if unit.type in known:
        return known[unit.type]
    return "tank" if terms.is_tank(unit) else "infantry"


@rule("15.1", "15.4o", "20.7", "20.7o", "9.5")
def classes(view: View, unit: Unit) -> tuple[str, ...]:
    """Classes of company that a battalion may give, the best first.

    Returns
    -------
    tuple of str
        Empty for artillery, HQs, ships and whatever never breaks down.
    """
    if terms.is_artillery(unit) or not terms.is_ground(unit) or terms.is_hq(unit):
        return ()
    if unit.type == "ost" or "ost" in unit.marks:
        return ("ost",) if terms.has_option(view, "20.7o") else ()
    if unit.type in {"commando", "ranger"}:
        return ("named", unit.type, "commando")
    if terms.is_airborne(unit):
        return ("named", "airborne", "infantry")
    if terms.is_tank(unit) or unit.type in _ARMORED:
        return _tank_classes(view, unit)
    return _other_classes(view, unit)


def _tank_classes(view: View, unit: Unit) -> tuple[str, ...]:
    own: tuple[str, ...] = ()
    if terms.has_option(view, "15.4o"):
        if "tiger" in unit.marks:
            return ("heavy-tank",)
        if unit.name.casefold().replace(" ", "") in _LIGHT or "light" in unit.marks:
            return ("light-tank",)
    if terms.has_option(view, "15.4o-typed") and unit.type in {"tank-destroyer", "assault-gun"}:
        own = ("td",)
    return (*own, "tank")


def _other_classes(view: View, unit: Unit) -> tuple[str, ...]:
    """Infantry of every kind, recon, guns that are no artillery."""
    typed = terms.has_option(view, "15.4o-typed")
    if unit.type in _GUNS:
        own = ("at",) if unit.type == "anti-tank" else ("flak",)
        return (*own, "tank" if unit.type == "anti-tank" else "infantry") if typed else _gun_class(unit)
    if terms.is_recon(unit) and terms.is_mech(unit):
        return ("recon", "tank")
    if typed and unit.type == "mechanized-infantry":
        return ("mech", "infantry")
    if typed and "motorized" in unit.marks:
        return ("motor", "infantry")
    return ("infantry",)


def _gun_class(unit: Unit) -> tuple[str, ...]:
    return ("tank",) if unit.type == "anti-tank" else ("infantry",)


@rule("15.4o", "20.7o")
def optional_notes(view: View, unit: Unit) -> list[tuple[str, str]]:
    """What optional rules say of the companies of a battalion."""
    kinds = classes(view, unit)
    found = []
    if "heavy-tank" in kinds or "light-tank" in kinds:
        found.append(("15.4o", "the special tank companies are kept for these battalions alone"))
    if terms.has_option(view, "15.4o-typed") and len(kinds) > 1:
        found.append(("15.4o", f"companies of its own type come first: {kinds[0]}"))
    if "ost" in kinds:
        found.append(("20.7o", "an Ost battalion gives a special Ost company, for a step"))
    return found


def is_own(company: Unit, battalion: str) -> bool:
    """Whether a company names a battalion as its own, such as G/3/506.

    Examples
    --------
    >>> is_own(Unit("a", "A", "A", "allied", "us", marks=("company", "of=us-1-505")), "us-1-505")
    True
    """
    return f"of={battalion}" in company.marks


@rule("15.1", "15.4")
def suits(view: View, company: Unit, battalion: Unit) -> bool:
    """Whether a company is of a class and nation that a battalion gives.

    Returns
    -------
    bool
        A named airborne company suits its own battalion only; see 15.4 for 8 June and later.
    """
    if company.side != battalion.side or terms.group_of(company) != terms.group_of(battalion):
        return False
    known, kind = classes(view, battalion), class_of(company)
    if kind == "named":
        return is_own(company, battalion.id)
    return kind in known or (kind == "dd-tank" and "tank" in known)


@rule("3.4")
def is_three_steps(unit: Unit) -> bool:
    """Whether a unit has three steps, of which the last is a company.

    Examples
    --------
    >>> is_three_steps(Unit("a", "A", "A", "allied", "us", type="infantry", steps=3))
    True
    """
    return unit.steps == _THREE


# --- the pool ---------------------------------------------------------------------------------------------


def free(view: View) -> tuple[Piece, ...]:
    """Companies that lie in the pool."""
    return tuple([p for p in view.units_in(terms.COMPANIES) if terms.is_company(p.printed)])


@rule("15.1")
def matching(view: View, uid: str, *, dd: bool = False) -> tuple[str, ...]:
    """Companies of the pool that may stand for steps of a battalion, the best first.

    Parameters
    ----------
    dd
        Whether DD Tank companies come too: in the placement of the invasion only (19.6.2).
    """
    battalion = view.pieces[uid].printed
    wanted, group = classes(view, battalion), terms.group_of(battalion)
    places = {kind: number for number, kind in enumerate(wanted)}
    if dd and "tank" in places:
        places["dd-tank"] = len(wanted)
    pool = terms.derived(view, "company-pool", _pool)
    ranked = [
        (place, unit.nationality != battalion.nationality, unit.id)
        for kind, place in places.items()
        for unit in pool.get((battalion.side, group, kind), ())
        if kind != "named" or is_own(unit, uid)
    ]
    if wanted and not ranked and group not in terms.derived(view, "company-groups", _groups):
        _assume_none(battalion)
    return tuple([name for _, _, name in sorted(ranked)])


def _groups(state: State) -> frozenset[str]:
    """Groups of which a position shows companies, wherever they are."""
    return frozenset(terms.group_of(p.printed) for p in state.pieces.values() if terms.is_company(p.printed))


def _assume_none(battalion: Unit) -> None:
    """Where no company of an army is shown at all, the pool is read as empty, and that is told."""
    missing = "the position shows no companies (15.1): add them to the box 'companies'"
    assumed = f"no company is left in the pool for {battalion.title}"
    told = Silence("companies", battalion.id, battalion.title, "15.1", assumed, missing)
    hear("companies", battalion.id, lambda: told)


def _pool(state: State) -> dict[tuple[str, str, str], list[Unit]]:
    """Companies that lie in the pool, by side, group and class."""
    found: dict[tuple[str, str, str], list[Unit]] = {}
    for piece in free(state):
        unit = piece.printed
        found.setdefault((unit.side, terms.group_of(unit), class_of(unit)), []).append(unit)
    return found


def fits(view: View, uid: str, number: int) -> bool:
    """Whether the pool holds as many companies for a battalion."""
    return len(matching(view, uid)) >= number


def to_pool(draft: Draft, company: str) -> None:
    """Put a company back where companies come from; a unit of its own, such as an RM ASG company, is lost."""
    for item in ("battalion", "began", "moved", "fired", "attacked", "dropped", "landed"):
        draft.clear(item, company)
    unit = draft.pieces[company].printed
    own = bool(unit.entry) and unit.entry[0] != terms.COMPANIES and class_of(unit) != "named"
    draft.place(company, terms.ELIMINATED if own else terms.COMPANIES)


# --- the battalion of a company ---------------------------------------------------------------------------


@rule("15.1", "17.2")
def battalion_of(view: View, company: str) -> str:
    """The battalion that a company comes from, by its name or how it was made; empty where unknown."""
    marks = view.pieces[company].printed.marks
    named = next((mark.removeprefix("of=") for mark in marks if mark.startswith("of=")), "")
    return named or view.text("battalion", company)


@rule("7.2", "15.1")
def parent_formation(view: View, company: str) -> str:
    """The division or brigade whose HQ rebuilds a company into its battalion; empty for corps units."""
    battalion = view.pieces.get(battalion_of(view, company))
    return battalion.printed.division if battalion is not None else view.pieces[company].printed.division


@rule("15.1")
def companies_of(view: View, battalion: str) -> tuple[str, ...]:
    """Companies in play that come from a battalion."""
    return terms.derived(view, "companies-of", _companies_of).get(battalion, ())


def _companies_of(state: State) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for uid in sorted(state.pieces):
        piece = state.pieces[uid]
        if terms.is_company(piece.printed) and piece.space not in terms.OFF_MAP:
            found.setdefault(battalion_of(state, uid), []).append(uid)
    return {battalion: tuple(uids) for battalion, uids in found.items()}


# --- the last step ----------------------------------------------------------------------------------------


@rule("12.9", "15.1", "3.4")
def to_company(draft: Draft, uid: str) -> str:
    """Replace a 3-step unit that has one step left by a company in its hex.

    Parameters
    ----------
    uid
        The battalion; it goes to the Eliminated Box.

    Returns
    -------
    str
        The company; empty where the counters have run out, or the battalion gives none: it is just gone.
    """
    space = draft.pieces[uid].space
    ready = matching(draft, uid)
    draft.place(uid, terms.ELIMINATED)
    draft.set_status(uid, terms.FULL)
    if not ready:
        return ""
    _take(draft, ready[0], uid, space)
    return ready[0]


def _take(draft: Draft, company: str, battalion: str, space: str) -> None:
    """Put a company of the pool on the map for a battalion; what the battalion did holds for it."""
    draft.place(company, space)
    draft.set("battalion", battalion, company)
    for item in ("began", "moved", "fired", "attacked", "attached", "moved-mech", "retreated", "landed"):
        if draft.fact(item, battalion):
            draft.set(item, draft.fact(item, battalion), company)


@rule("15.2", "15.3", "18.2")
def into(draft: Draft, battalion: str, companies: Sequence[str], space: str) -> None:
    """Put companies of the pool in a space in the name of a battalion."""
    for company in companies:
        _take(draft, company, battalion, space)
