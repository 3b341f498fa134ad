"""Sections 8.44, 20.1 to 20.3: whose Bridge Action lets foot units cross a Major River."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import terms
from adjudicator.june_six.r07_activation import takes_part
from adjudicator.position import Draft, Piece, View
from adjudicator.ruling import Fault

__all__ = [
    "OWN",
    "PER_DIVISION",
    "WITHIN",
    "Plan",
    "capacity",
    "crossing_faults",
    "explain_help",
    "hq_acts",
    "lenders",
    "lends",
    "plan",
    "reaches_hq",
    "ready_hq",
    "use",
]

WITHIN = 4
PER_DIVISION = 2
OWN = "own"  # a Commando or Ranger unit crosses by itself


@dataclasses.dataclass(slots=True)
class Plan:
    """Whose engineers carry which units over.

    Parameters
    ----------
    helpers
        Unit -> HQ, or `OWN`.
    faults
        Section and reason of every unit that finds no help, with its id.
    used
        HQ -> units carried by this plan.

    Examples
    --------
    >>> Plan().helpers
    {}
    """

    helpers: dict[str, str] = field(default_factory=dict)
    faults: list[tuple[str, str, str]] = field(default_factory=list)
    used: dict[str, int] = field(default_factory=dict)


# --- HQs and their Bridge Actions -------------------------------------------------------------------------


@rule("20.14", "20.15")
def hq_acts(view: View, piece: Piece, hq: Piece) -> bool:
    """Whether an HQ is activated; outside of an activation of the unit its HQ is taken to act with it."""
    if not terms.on_map(view, hq):
        return False
    return takes_part(view, hq.uid) or not takes_part(view, piece.uid)


@rule("20.13", "20.21")
def capacity(view: View, hq: Piece) -> int:
    """How many of its own units an HQ can still let cross in this activation."""
    left = view.number("crossings-left", hq.uid)
    if left or view.flag("bridge-action", hq.uid):
        return left
    one = terms.is_corps_hq(hq.printed) and view.option("corps-arc") == "B"
    return 1 if one else PER_DIVISION


@rule("6.13", "20.14", "20.22")
def lends(view: View, corps: Piece, division: Piece) -> bool:
    """Whether a Corps HQ is near enough, and of the right corps, to lend its engineers to a Division HQ."""
    if not terms.is_corps_hq(corps.printed) or corps.side != division.side:
        return False
    if not (terms.on_map(view, corps) and terms.on_map(view, division)):
        return False
    own = terms.parent_corps(division.printed)
    subordinate = corps.side == terms.GERMAN or corps.printed.division == own
    return subordinate and terms.distance(corps.space, division.space) <= WITHIN


def lenders(view: View, division: Piece) -> tuple[Piece, ...]:
    """Corps HQs that could lend their engineers to a Division HQ, used or not, sorted by id."""
    if terms.is_corps_hq(division.printed):
        return ()
    found = (p for p in _corps_hqs(view) if lends(view, p, division))
    return tuple(sorted(found, key=lambda p: p.uid))


def _corps_hqs(view: View) -> tuple[Piece, ...]:
    return terms.derived(
        view,
        "corps-hqs",
        lambda state: tuple([p for p in state.pieces.values() if terms.is_corps_hq(p.printed)]),
    )


@rule("20.22")
def _lent(view: View, hq: Piece, plan_: Mapping[str, str]) -> bool:
    """Whether a Corps HQ already lends its Bridge Action to a Division HQ in this activation."""
    carried = {u: view.text("crossing", u) for u in view.subjects("crossing")} | dict(plan_)
    corps = {p.uid for p in _corps_hqs(view)}
    division = hq.printed.division
    return any(
        helper in corps and helper != hq.uid and terms.formation_of(view, view.pieces[u]) == division
        for u, helper in carried.items()
        if u in view.pieces
    )


# --- one unit -----------------------------------------------------------------------------------------------


@rule("8.44", "20.21", "20.32")
def reaches_hq(view: View, piece: Piece, frm: str, hq: Piece) -> bool:
    """Whether a unit that crosses from a hex is near enough to its HQ."""
    at = frm
    if view.option("arc-range") == "B":
        at = view.text("began", piece.uid) or piece.space
    known = view.board.spaces.get(at)
    return known is not None and terms.is_hex(known) and terms.distance(at, hq.space) <= WITHIN


@rule("8.44", "20.21", "20.31", "20.32")
def _kind_faults(view: View, piece: Piece, frm: str, *, assault: bool) -> Iterator[Fault]:
    """Faults of the unit itself."""
    title = piece.printed.title
    if not terms.is_foot(piece.printed):
        yield Fault(
            ("20.31" if assault else "8.43"),
            f"{title} is motorized and crosses Major Rivers at bridges only",
        )
    if assault and piece.side == terms.GERMAN:
        yield Fault("20.31", f"{title} is German: only Allied units attack across an unbridged Major River")
    began = view.text("began", piece.uid) or frm
    if assault and not _on_a_bank(view, began):
        yield Fault("20.32", f"{title} did not start next to a Major River")


@rule("20.32")
def _on_a_bank(view: View, space: str) -> bool:
    """Whether a Major River runs along a hex."""
    if space not in view.board.spaces:
        return False
    return any(edge.boundary == "major-river" for edge, _ in view.board.neighbours(space))


@rule("8.44", "20.21")
def _is_spent(view: View, hq: Piece, plan_: Plan) -> bool:
    """Whether an HQ used its Bridge Action, not for crossings now, and no Corps HQ may help instead."""
    if view.option("spent-engineers") == "B" or not view.flag("bridge-action", hq.uid):
        return False
    carried = [*plan_.helpers.values(), *(view.text("crossing", u) for u in view.subjects("crossing"))]
    return hq.uid not in carried


@rule("8.44", "20.13", "20.21", "20.22")
def _help(view: View, piece: Piece, frm: str, plan_: Plan) -> tuple[str, list[Fault]]:
    """The HQ that carries a unit, or why none does."""
    title, formation = piece.printed.title, terms.formation_of(view, piece)
    hq = terms.hq_of(view, formation)
    if hq is None or not terms.on_map(view, hq):
        return "", [Fault("8.44", f"{title} has no HQ on the map that could help it across")]
    faults = []
    if not hq_acts(view, piece, hq):
        faults.append(Fault("20.15", f"{hq.printed.title} is not activated"))
    if not reaches_hq(view, piece, frm, hq):
        far = f"{title} is more than four hexes from {hq.printed.title}"
        faults.append(Fault("8.44", f"{far} in {view.board.name(hq.space)}"))
    if faults:
        return "", faults
    if capacity(view, hq) > plan_.used.get(hq.uid, 0):
        return hq.uid, []
    if _is_spent(view, hq, plan_):
        return "", [Fault("20.21", f"{hq.printed.title} has used its Bridge Action before")]
    if not _lent(view, hq, plan_.helpers):
        for corps in lenders(view, hq):
            if not (view.flag("bridge-action", corps.uid) or plan_.used.get(corps.uid)):
                return corps.uid, []
    return "", [
        Fault("20.22", f"neither {hq.printed.title} nor a Corps HQ near it has help left for {title}")
    ]


def _add(view: View, plan_: Plan, uid: str, frm: str, *, assault: bool) -> None:
    piece = view.pieces[uid]
    faults = list(_kind_faults(view, piece, frm, assault=assault))
    helper = OWN if terms.is_crosser(piece.printed) else ""
    if not helper and terms.is_foot(piece.printed):
        helper, more = view.text("crossing", uid), list[Fault]()
        if not helper:
            helper, more = _help(view, piece, frm, plan_)
        elif (hq := terms.hq_of(view, terms.formation_of(view, piece))) and not reaches_hq(
            view, piece, frm, hq
        ):
            more = [Fault("8.44", f"{piece.printed.title} is more than four hexes from {hq.printed.title}")]
        faults += more
    plan_.faults += [(uid, section, text) for section, text in faults]
    if helper and not faults:
        plan_.helpers[uid] = helper
        if not view.text("crossing", uid) and helper != OWN:
            plan_.used[helper] = plan_.used.get(helper, 0) + 1


@rule("8.44", "20.2")
def ready_hq(view: View, piece: Piece) -> Piece | None:
    """The HQ from which the range of a crossing counts, if somebody's engineers can help a unit now.

    Returns
    -------
    Piece or None
        None where nobody helps, wherever it crosses.
    """
    hq = terms.hq_of(view, terms.formation_of(view, piece))
    if hq is None or not terms.on_map(view, hq) or _help(view, piece, hq.space, Plan())[1]:
        return None
    return hq


@rule("20.21", "20.31")
def plan(view: View, crossing: Sequence[tuple[str, str]], *, assault: bool = False) -> Plan:
    """Find help for several units that cross.

    Parameters
    ----------
    crossing
        Ids of units, each with the hex from which it crosses.
    assault
        Whether they attack across (20.3).
    """
    found = Plan()
    for uid, frm in crossing:
        _add(view, found, uid, frm, assault=assault)
    return found


@rule("8.44", "20.11", "20.13", "20.15", "20.21", "20.22", "20.24")
def explain_help(inquiry: Inquiry, piece: Piece, helper: str) -> None:
    """Say whose engineers carry a unit over.

    Parameters
    ----------
    helper
        Id of the HQ, `OWN`, or empty: nothing is said.
    """
    title = piece.printed.title
    if helper == OWN:
        inquiry.note("20.21", f"{title} crosses Major Rivers on its own")
    elif helper:
        hq = inquiry.pieces[helper]
        own = terms.formation_of(inquiry, piece) == hq.printed.division
        inquiry.note("20.11", f"{hq.printed.title} has engineers")
        inquiry.note("20.13", "it uses its Bridge Action of the turn, or has begun to")
        if own:
            section = "20.14" if terms.is_corps_hq(hq.printed) else "20.15"
            inquiry.note(section, f"{hq.printed.title} is activated, within four hexes of {title}")
            inquiry.note("20.21", f"{hq.printed.title} helps {title} across")
        else:
            inquiry.note("20.14", f"{hq.printed.title} is within four hexes of the Division HQ")
            inquiry.note("20.22", f"{hq.printed.title} lends its Bridge Action to help {title} across")
    if helper:
        inquiry.note("20.24", "the crossing costs 2 MP more")
        inquiry.note("8.44", f"{title} needs no bridge")


@rule("8.44", "20.21", "20.31")
def crossing_faults(view: View, uid: str, frm: str, *, assault: bool = False) -> list[Fault]:
    """Why a unit cannot cross an unbridged Major River from a hex.

    Parameters
    ----------
    assault
        Whether it attacks across (20.3).

    Returns
    -------
    list of (str, str)
        Section and reason; empty when it can.
    """
    return [Fault(section, text) for _, section, text in plan(view, [(uid, frm)], assault=assault).faults]


@rule("20.13", "20.21", "20.22")
def use(draft: Draft, crossing: Sequence[tuple[str, str]], *, assault: bool = False) -> None:
    """Let units cross: their helpers use their Bridge Actions.

    Parameters
    ----------
    crossing, assault
        As in `plan`; units without a helper are passed over.
    """
    for uid, frm in crossing:
        found = plan(draft, [(uid, frm)], assault=assault)
        helper = found.helpers.get(uid)
        if helper is None or draft.text("crossing", uid) == helper:
            continue
        if helper != OWN:
            hq = draft.pieces[helper]
            own = terms.formation_of(draft, draft.pieces[uid]) == hq.printed.division
            draft.set("crossings-left", capacity(draft, hq) - 1 if own else 0, helper)
            draft.set("bridge-action", True, helper)
        draft.set("crossing", helper, uid)
