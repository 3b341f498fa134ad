"""Section 7.3: one activation: who takes part in it, how it begins, and what may be done in its two parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r05_groups, r06_headquarters, r10_airborne, terms
from adjudicator.june_six.formations import load_formations
from adjudicator.june_six.r10_schedule import enters_at_re
from adjudicator.june_six.r11_zones_of_control import in_enemy_zoc
from adjudicator.position import UNKNOWN, Draft, Piece, State, View
from adjudicator.ruling import Fault
from adjudicator.silence import hear
from adjudicator.views import state_of

__all__ = [
    "COMBAT",
    "MOVEMENT",
    "acting",
    "activate",
    "acts_with",
    "arrived",
    "at_re",
    "awaits_entry",
    "barred_at_me",
    "begin",
    "comes_before_its_hq",
    "left_out",
    "members",
    "re_only",
    "require_active",
    "require_part",
    "taken_active",
    "takes_part",
    "where_it_began",
]

MOVEMENT, COMBAT = "movement", "combat"
_MARKERS = {"re": "an RE", "isolated": "an Isolated", "scattered": "a Scattered"}
_ALONE = frozenset({"strongpoint", "detachment"})
_BOXES = frozenset({"landing", "airfield"})


# --- what others ask --------------------------------------------------------------------------------------


@rule("7.3", "7.4", "3.63")
def require_active(inquiry: Inquiry, section: str, uid: str, part: str = MOVEMENT) -> bool:
    """Whether a unit may do something in the activation under way; every failure is a violation.

    Parameters
    ----------
    section
        Section that opens the action.
    part
        ``movement`` or ``combat``; empty where the part does not matter.

    Returns
    -------
    bool
        Whether all of it holds.
    """
    if uid not in inquiry.pieces:
        return inquiry.require(section, False, "", f"there is no unit {uid!r}")
    if not require_part(inquiry, section, part):
        return False
    unit = inquiry.pieces[uid].printed
    acts = inquiry.state.raw("side") in {UNKNOWN, unit.side}
    mine = f"the {unit.side.capitalize()} player does not act now"
    acts = inquiry.require("7.0", acts, "", mine, units=[uid])
    said = inquiry.state.said("active", uid)
    idle = left_out(inquiry, uid) if said is UNKNOWN else []
    for rule_, text in idle:
        inquiry.refuse(rule_, text, units=[uid])
    fits = not idle and (takes_part(inquiry, uid) or (said is UNKNOWN and part == COMBAT))
    passed = f"{unit.title} is active" if said is True else f"{unit.title} is taken to be active"
    failed = f"{unit.title} does not take part in this activation"
    fits = fits if idle else inquiry.require("7.3", fits, passed, failed, units=[uid])
    return _its_group(inquiry, uid, part) and fits and acts


@rule("7.56")
def _its_group(inquiry: Inquiry, uid: str, part: str) -> bool:
    """Whether a unit is not the Corps HQ while Divisions of a Corps Activation move and fight."""
    early = (
        part and uid == inquiry.text("corps-hq") and inquiry.text("corps-group") in {"infantry", "armored"}
    )
    failed = "units of the Corps move and fight after all Divisions of the Corps Activation"
    return inquiry.require("7.56", not early, "", failed, units=[uid])


@rule("12.21", "12.22")
def require_part(inquiry: Inquiry, section: str, part: str = "") -> bool:
    """Whether an activation is under way and has come to a part; every failure is a violation.

    Parameters
    ----------
    section
        Section that opens the action.
    part
        ``movement`` or ``combat``; empty where it does not matter.
    """
    if inquiry.state.raw("activation") == "":
        return inquiry.require(section, False, "", "no activation is under way")
    now = inquiry.state.raw("part")
    fits = not part or now in {UNKNOWN, part}
    at = {"": "not at its movement yet", MOVEMENT: "at its movement", COMBAT: "at its combat"}
    failed = f"the activation is {at.get(str(now), 'elsewhere')}, not at its {part}"
    return inquiry.require(section, fits, "", failed)


@rule("3.63", "7.24")
def barred_at_me(view: View, uid: str, *, entering: bool = False) -> str:
    """Marker that keeps a unit out of an activation at ME, as the book names it; empty for none.

    Parameters
    ----------
    entering
        Whether its HQ enters the map now, which takes RE markers off.

    Returns
    -------
    str
        Such as ``an RE``.
    """
    worn = [item for item in _MARKERS if not (entering and item == "re") and view.flag(item, uid)]
    if (
        worn == ["isolated"]
        and not terms.is_hq(view.pieces[uid].printed)
        and view.option("isolated-me") == "B"
    ):
        return ""
    return _MARKERS[worn[0]] if worn else ""


@rule("7.4", "3.7")
def at_re(view: View) -> bool:
    """Whether the activation under way is one at RE; where none is told of, the phase says it."""
    known = state_of(view).said("activation")
    return view.text("phase") == "re" if known in {"", UNKNOWN} else view.text("activation") == "re"


# --- who takes part ---------------------------------------------------------------------------------------


@rule("7.25", "10.12", "10.36")
def arrived(view: View, piece: Piece) -> bool:
    """Whether a unit is on the map, in a box from which it lands, or about to enter by its turn."""
    space = view.board.spaces.get(piece.space)
    if space is not None and (terms.is_hex(space) or space.kind in _BOXES):
        return True
    if piece.space != terms.POOL or view.number("returns", piece.uid):
        return False
    due = r05_groups.arrival_of(view, piece)
    if due is None or due > view.number("turn"):
        return False
    formation = piece.printed.division if piece.side == terms.GERMAN else ""
    return not formation or view.number("available-from", formation) <= view.number("turn")


@rule("7.25", "10.12")
def awaits_entry(view: View, hq: Piece) -> bool:
    """Whether an HQ is still to enter the map for the first time."""
    if view.number("returns", hq.uid) or hq.space in {terms.ELIMINATED, terms.LEFT}:
        return False
    return not terms.on_map(view, hq)


@rule("6.1", "7.3")
def members(view: View, hq: Piece | None, formation: str) -> tuple[Piece, ...]:
    """The HQ and the units of a formation that are there to act."""
    found = [*([hq] if hq is not None else []), *terms.organic(view, formation)]
    return tuple([p for p in found if arrived(view, p)])


@rule("7.24", "3.63", "7.3")
def begin(
    draft: Draft,
    hqs: Iterable[Piece],
    by: str,
    *,
    kind: str = "me",
    group: str = "",
    without: Iterable[str] = (),
) -> None:
    """Begin an activation at ME of the formations of these HQs.

    Parameters
    ----------
    hqs
        HQs that activate.
    kind
        ``me``, or ``corps`` in a Corps Activation.
    group
        Group of the Corps Activation.
    without
        Units that take no part although they could.
    """
    left_out, found = set(without), list[Piece]()
    for hq in hqs:
        formation = hq.printed.division
        if not terms.on_map(draft, hq):
            _join_hq(draft, formation)
        draft.set("activations", draft.number("activations", hq.uid) + 1, hq.uid)
        found += [p for p in members(draft, hq, formation) if p.uid not in left_out]
    ready = [p for p in found if not barred_at_me(draft, p.uid)]
    activate(draft, kind, by, [p.uid for p in ready], group=group)
    for piece in ready:
        draft.set("acted-me", True, piece.uid)


@rule("7.24")
def _join_hq(draft: Draft, formation: str) -> None:
    """Units that came before their HQ lose their RE markers when it enters at ME."""
    for unit in terms.organic(draft, formation):
        draft.clear("re", unit.uid)


@rule("7.0")
def activate(
    draft: Draft, kind: str, by: str, units: Iterable[str], *, part: str = MOVEMENT, group: str = ""
) -> None:
    """State that an activation is under way, and which units are active.

    Parameters
    ----------
    kind
        ``me``, ``re`` or ``corps``.
    by
        The marker, or the formation of the RE Phase.
    group
        Group of a Corps Activation.
    """
    draft.set("activation", kind)
    draft.set("activated-by", by)
    draft.set("part", part)
    draft.set("corps-group", group)
    for uid in units:
        draft.set("active", True, uid)
        draft.set("side", draft.pieces[uid].printed.side)
        if kind == "re":
            where_it_began(draft, uid)
    r10_airborne.on_activation(draft)


@rule("7.4")
def where_it_began(draft: Draft, uid: str) -> None:
    """Take note of whether a unit on the map began its activation in an enemy ZOC, if that is not known."""
    piece = draft.pieces[uid]
    if terms.on_map(draft, piece) and draft.said("began-zoc", uid) not in {"in", "out"}:
        draft.set("began-zoc", "in" if in_enemy_zoc(draft, piece.space, piece.side) else "out", uid)


@rule("7.11", "7.24", "7.26")
def acts_with(view: View, piece: Piece) -> str:
    """Whom a unit acts with: its formation, by a Corps marker all Corps of its nation, at RE only itself.

    Returns
    -------
    str
        Empty for an ad hoc unit of no formation, with which any may act.
    """
    if piece.printed.type in _ALONE:
        return piece.uid
    slug = terms.formation_of(view, piece)
    known, head = load_formations(view).get(slug), terms.hq_of(view, slug)
    corps = (
        known.level == "corps" if known is not None else head is not None and terms.is_corps_hq(head.printed)
    )
    by_marker = state_of(view).said("activation") != "corps" and not at_re(view)
    return f"{terms.nation_of(piece.printed)}-corps" if corps and by_marker else slug


# --- who is taken to be active ----------------------------------------------------------------------------


@rule("7.23", "7.24")
def comes_before_its_hq(view: View, piece: Piece) -> bool:
    """Whether the HQ of a unit's formation is not on the map yet, and enters it at ME in this turn."""
    formation = terms.formation_of(view, piece)
    hq = terms.hq_of(view, formation) if formation else None
    if hq is None or terms.on_map(view, hq) or enters_at_re(view, formation):
        return False
    return arrived(view, hq)


@rule("3.63", "7.11", "7.23", "7.26", "10.12", "19.21", "19.34")
def re_only(view: View, piece: Piece) -> Fault | None:
    """What keeps a unit out of its formation's activation at ME; None where it acts at ME.

    Parameters
    ----------
    piece
        The unit; a formation without an HQ on the map acts at RE, unless its HQ enters now.
    """
    title, formation = piece.printed.title, terms.formation_of(view, piece)
    if piece.printed.type in _ALONE:
        section = "19.21" if piece.printed.type == "strongpoint" else "19.34"
        return Fault(section, f"{title} acts in the RE Activation Phase only")
    if r06_headquarters.is_garrison(view, piece):
        return Fault("7.11", f"{title} belongs to the Cherbourg Command, which acts at RE")
    hq, enters = terms.hq_of(view, formation) if formation else None, comes_before_its_hq(view, piece)
    if hq is not None and not terms.on_map(view, hq) and enters_at_re(view, formation):
        return Fault("7.23", f"{hq.printed.title} enters in the RE Activation Phase, and {title} acts at RE")
    if hq is not None and not (enters or terms.on_map(view, hq)):
        return Fault("7.26", f"{title} has no HQ on the map and acts at RE")
    if marker := barred_at_me(view, piece.uid, entering=enters):
        return Fault("3.63", f"{title} bears {marker} marker and takes no part in an activation at ME")
    if hq is not None and (marker := barred_at_me(view, hq.uid)):
        return Fault("7.26", f"{hq.printed.title} bears {marker} marker: its formation acts at RE")
    return None


@rule("3.63", "7.26")
def left_out(view: View, uid: str) -> list[Fault]:
    """Why a unit of which nobody says whether it is active takes no part in the activation under way."""
    piece = view.pieces[uid]
    if not at_re(view):
        found = re_only(view, piece)
        return [found] if found is not None else []
    done = {"acted-me": "was activated at ME", "re-done": "has acted in the RE Activation Phase"}
    return [
        Fault("7.26", f"{piece.printed.title} {text}") for item, text in done.items() if view.flag(item, uid)
    ]


@rule("7.3")
def takes_part(view: View, uid: str) -> bool:
    """Whether a unit is active, or taken to be where nobody says it."""
    said = state_of(view).said("active", uid)
    return said is True if said is not UNKNOWN else bool(acting(view, [uid]))


@rule("7.3")
def taken_active(state: State) -> tuple[str, ...]:
    """Units said to be active, and those that `require_active` takes to be where nothing is said of them."""
    if "active" not in state.unknown:
        return tuple([u for u in state.subjects("active") if u in state.pieces and state.flag("active", u)])
    found = list[str]()
    for side in (terms.ALLIED, terms.GERMAN):
        units = [u for u in state.pieces if state.pieces[u].side == side]
        if any(state.said("active", u) is True for u in units):
            found += acting(state, units)
        else:
            found += [u for u in units if takes_part(state, u)]
    return tuple(sorted(found))


@rule("3.63", "7.3", "7.24")
def acting(view: View, uids: Iterable[str]) -> tuple[str, ...]:
    """Those of some units that act in the activation under way; without one, of one activation only.

    Where nothing says who is active, those act that have the most Combat Strength together, and none that
    the activation leaves out.
    """
    state, units = state_of(view), list(uids)
    silent = [u for u in units if state.said("active", u) is UNKNOWN]
    known = [u for u in state.pieces if state.said("active", u) is True]
    sides = {view.pieces[u].side for u in units}
    mine = {acts_with(view, view.pieces[u]) for u in known if view.pieces[u].side in sides}
    if mine:
        units = [u for u in units if u in silent or u in known]
    units = [u for u in units if u not in silent or not left_out(view, u)]
    keys = {u: acts_with(view, view.pieces[u]) for u in units}
    if not mine:
        weights = Counter[str]()
        for uid, key in keys.items():
            weights[key] += terms.rating(state, view.pieces[uid], "cs", "7.3") if key else 0
        mine = {key for key, _ in weights.most_common(1)}
    found = tuple([u for u in units if keys[u] in mine | {""} or u in known])
    for uid in silent:
        _say_active(state, uid, acts=uid in found)
    return found


def _say_active(state: State, uid: str, *, acts: bool) -> None:
    """Tell what is assumed of a unit of which nobody says whether it is active."""
    told = state.silence("active", uid)
    said = replace(told, assumed=f"{told.name} is active") if acts else replace(told, item="inactive")
    hear(said.item, uid, lambda: said)
