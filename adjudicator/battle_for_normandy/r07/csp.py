"""Sections 7.6.2 to 7.6.4: Combat Supply Points: what combat costs the Allied player, and who pays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r20.cherbourg import is_supply_port
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Draft, Piece, View
from adjudicator.ruling import Fault
from adjudicator.table_files import load_records
from adjudicator.tables import Record, cite
from maps.filing import Filing, by_filing

__all__ = [
    "Fought",
    "can_pay",
    "explain_price",
    "income_of",
    "left",
    "pay",
    "payment_faults",
    "price",
    "price_alone",
    "price_defence",
]

_PATH = Path(__file__).parents[1] / "csp.toml"
_GROUPS: Mapping[str, Mapping[str, type]] = {"cost": {"points": int}, "graduated": {"points": int}}
_ORGANIC_POINTS = 4


class Fought(Protocol):
    """What a price depends on, of an attack."""

    @property
    def side(self) -> str: ...  # noqa: D102
    @property
    def attackers(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def support(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def air(self) -> int: ...  # noqa: D102
    @property
    def hex(self) -> str: ...  # noqa: D102


@by_filing
def _chart(filing: Filing) -> Mapping[str, Mapping[str, Record]]:
    return load_records(filing.path(_PATH), _GROUPS)


def _points(view: View, group: str, row: str, section: str) -> int:
    record = _chart(view)[group][row]
    cite(view, record, "points", section)
    return record.number("points")


def _hexes(view: View, uids: Sequence[str]) -> int:
    return len({view.pieces[uid].space for uid in uids})


# --- prices -----------------------------------------------------------------------------------------------


@rule("7.6.2", "7.6.3", "7.6.4")
def price(view: View, attack: Fought, *, covered: bool = False) -> int:
    """Combat Supply Points that an attack costs; Germans pay none.

    Parameters
    ----------
    covered
        Whether its only Ground Support Point is one of 22.12o.

    Returns
    -------
    int
        0 for an attack from one hex without support.
    """
    if attack.side == terms.GERMAN:
        return 0
    hexes = _hexes(view, attack.attackers)
    if terms.has_option(view, "7.6.3o"):
        air = attack.air and not (covered and attack.air == 1)
        return _graduated(view, hexes, attack.attackers, attack.support, air=bool(air))
    if hexes > 1:
        return _points(view, "cost", "major", "7.6.3")
    return _points(view, "cost", "normal", "7.6.3") if attack.support or attack.air else 0


@rule("7.6.3o")
def _graduated(view: View, hexes: int, uids: Sequence[str], support: Sequence[str], *, air: bool) -> int:
    if hexes < 2 and not support and not air:
        return 0
    more = max(0, (len(support) - 1) // 2)
    if hexes > 1:
        base = _points(view, "graduated", "multi", "7.6.3o")
    elif not support:
        base = 0
    elif _is_organic(view, uids, support):
        base, more = _points(view, "graduated", "organic", "7.6.3o"), 0
    else:
        base = _points(view, "graduated", "single", "7.6.3o")
    extra = more * _points(view, "graduated", "more", "7.6.3o") if more else 0
    return base + extra + (_points(view, "graduated", "air", "22.12o") if air else 0)


def _is_organic(view: View, uids: Sequence[str], support: Sequence[str]) -> bool:
    """Whether up to four points of fire come from the division's own artillery, or from ships."""
    homes = {view.pieces[uid].printed.division for uid in uids}
    guns = [view.pieces[uid] for uid in support]
    own = all(terms.is_naval(g.printed) or g.printed.division in homes - {""} for g in guns)
    return own and sum(terms.rating(view, g, "as", "7.6.3o") for g in guns) <= _ORGANIC_POINTS


@rule("7.6.3", "12.5.4")
def price_defence(view: View, uids: Sequence[str], support: Sequence[str], air: int) -> int:
    """Combat Supply Points for the support of one defended hex.

    Parameters
    ----------
    support
        Ids of the artillery and ships that help them.
    air
        Ground Support Points.
    """
    if not support and not air:
        return 0
    if terms.has_option(view, "7.6.3o"):
        return _graduated(view, 1, uids, support, air=bool(air))
    return _points(view, "cost", "defence", "7.6.3")


@rule("13.1")
def price_alone(view: View, gun: Piece) -> int:
    """Combat Supply Points for an artillery or naval unit that fires alone."""
    return 0 if gun.side == terms.GERMAN else _points(view, "cost", "alone", "13.1")


def explain_price(inquiry: Inquiry, attack: Fought, *, covered: bool = False) -> int:
    """Note what an attack costs and why.

    Parameters
    ----------
    attack, covered
        As in `price`.
    """
    points = price(inquiry, attack, covered=covered)
    if attack.side == terms.GERMAN:
        inquiry.note("7.6.1", "the German player uses no Combat Supply Points")
        return points
    hexes = _hexes(inquiry, attack.attackers)
    if points and terms.has_option(inquiry, "7.6.3o"):
        guns = many(len(attack.support), "gun or ship", "guns or ships")
        said = f"{many(hexes, 'hex')}, {guns}, {many(attack.air, 'Air Point')}"
        inquiry.note("7.6.3o", f"{said}: {points} CSP", points, total="csp")
    elif hexes > 1:
        inquiry.note("7.6.3", f"a Major Attack from {many(hexes, 'hex')}: {points} CSP", points, total="csp")
    elif points:
        inquiry.note("7.6.3", f"a Normal Attack from one hex with support: {points} CSP", points, total="csp")
    else:
        inquiry.note("7.6.4", "an attack from one hex without support costs no CSP", 0)
    return points


# --- paying -----------------------------------------------------------------------------------------------


@rule("7.6.2", "7.6.2o")
def left(view: View, group: str) -> int:
    """Combat Supply Points that a group may spend: all, or its share of 7.6.2o.

    Parameters
    ----------
    group
        ``us`` or ``commonwealth``.
    """
    total, plan = view.number("csp"), view.number("csp-plan")
    if not terms.has_option(view, "7.6.2o") or plan < 0:
        return total
    share = max(0, plan - view.number("csp-used", terms.COMMONWEALTH))
    return min(total, share) if group == terms.COMMONWEALTH else max(0, total - share)


@rule("7.6.2", "7.6.3")
def can_pay(view: View, points: int, group: str) -> bool:
    """Whether a group has so many Combat Supply Points."""
    return points <= (left(view, group) if points else 0)


@rule("7.6.2", "7.6.2o")
def payment_faults(view: View, points: int, group: str) -> list[Fault]:
    """What keeps a group from paying so many points: too few are left, or too small a share of them."""
    if can_pay(view, points, group):
        return []
    shared = points <= view.number("csp")
    needed = "1 Combat Supply Point is" if points == 1 else f"{points} Combat Supply Points are"
    text = f"{needed} needed, {left(view, group)} are left"
    return [Fault("7.6.2o" if shared else "7.6.2", f"{text} of the share of {group}" if shared else text)]


@rule("7.6.2")
def pay(draft: Draft, points: int, group: str) -> None:
    """Take Combat Supply Points off the Supply Track.

    Parameters
    ----------
    group
        Who spends them.
    """
    if points:
        draft.set("csp", draft.number("csp") - points)
        draft.set("csp-used", draft.number("csp-used", group) + points, group)


@rule("7.6.2", "19.4.1", "20.4")
def income_of(view: View) -> list[tuple[str, str, int]]:
    """Combat Supply Points of a day besides those of weather and scenario: section, what, points.

    Returns
    -------
    list of (section, text, points)
        Ten for each Mulberry from the day after it was ready, five for Cherbourg once it works.
    """
    found = []
    for site in terms.SITES:
        ready = view.number("mulberry-ready", site)
        if ready and ready < view.number("date"):
            found.append(("19.4.1", f"the Mulberry at {site.title()}", 10))
    if is_supply_port(view):
        found.append(("20.4", "the port of Cherbourg", 5))
    return found
