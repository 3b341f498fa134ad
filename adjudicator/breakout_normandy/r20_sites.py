"""Section 20: the bridge as a site - modifiers, Construct markers, attempts, and what a repair does."""

from __future__ import annotations

from adjudicator.breakout_normandy import terms
from adjudicator.citation import rule
from adjudicator.inquiry import Adding, Inquiry
from adjudicator.position import Draft, Piece, View
from adjudicator.ruling import Fault
from maps.board import Edge

__all__ = [
    "ATTEMPTS",
    "MARKERS",
    "TARGET",
    "attempt_faults",
    "construct_item",
    "demolition_drm",
    "find_bridge",
    "on_board",
    "repair_drm",
    "resolve_repair",
    "seizure_drm",
    "take_marker",
    "threatened",
]

TARGET = 7
ATTEMPTS = {terms.ALLIED: 4, terms.GERMAN: 1}
MARKERS = {terms.ALLIED: 4, terms.GERMAN: 1}
_MOST = 2


@rule("3.24", "20.2")
def find_bridge(inquiry: Inquiry, bridge: str, section: str) -> Edge | None:
    """The boundary of a printed bridge; refuses where none is printed.

    Parameters
    ----------
    section
        Section to cite.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> inquiry = Inquiry(GAME.scenario("d-day"))
    >>> find_bridge(inquiry, "bayeux/tilly", "20.2"), inquiry.violations[0].text
    (None, 'no bridge is printed between Bayeux / Tilly')
    """
    edge = inquiry.board.edges.get(bridge)
    if edge is not None and edge.bridge:
        return edge
    name = terms.boundary_name(inquiry, edge) if edge is not None else repr(bridge)
    what = f"no bridge is printed between {name}" if edge is not None else f"there is no boundary {name}"
    inquiry.refuse(section, what)
    return None


# --- modifiers ------------------------------------------------------------------------------------------


@rule("20.5")
def _area_drm(view: View, space: str, side: str) -> tuple[int, str]:
    """Modifier for one of the two Areas of a bridge."""
    name = view.board.name(space)
    if terms.is_free(view, space, side):
        return 3, f"{name} is Free"
    if not terms.friends(view, space, side) and terms.control_side(view, space) != side:
        return 0, f"{name} is enemy-controlled and not Contested"
    if terms.control_side(view, space) == side:
        return 2, f"{name} is Contested and friendly-controlled"
    return 1, f"{name} is Contested and enemy-controlled"


def _start(view: View, name: str) -> Adding:
    return Adding(view if isinstance(view, Inquiry) else None, name)


@rule("20.5")
def _both_areas(view: View, edge: Edge, side: str, name: str) -> Adding:
    adding = _start(view, name)
    for space in (edge.a, edge.b):
        drm, why = _area_drm(view, space, side)
        adding.add("20.5", why, drm)
    return adding


def _flooded(view: View, edge: Edge, adding: Adding, section: str) -> None:
    if view.boundary(edge, section) == "flooded":
        adding.add(section, "the boundary is Flooded", 1, "-")


@rule("20.5", "20.21")
def repair_drm(view: View, edge: Edge, side: str) -> int:
    """Modifier of a repair attempt.

    Parameters
    ----------
    side
        Who repairs.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> repair_drm(d_day, d_day.board.edge("isigny", "st-lo"), "german")
    5
    """
    adding = _both_areas(view, edge, side, "repair drm")
    adding.add("20.5", "a repair attempt", 1, "-")
    _flooded(view, edge, adding, "20.5")
    level = on_board(view, edge, side)
    if level:
        adding.add("20.5", f"Construct +{level}", level)
    return adding.value


@rule("20.5")
def demolition_drm(view: View, edge: Edge, side: str) -> int:
    """Modifier of a demolition attempt.

    Parameters
    ----------
    view, edge, side
        As in `repair_drm`.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> demolition_drm(d_day, d_day.board.edge("isigny", "st-lo"), "german")
    6
    """
    adding = _both_areas(view, edge, side, "demolition drm")
    _flooded(view, edge, adding, "20.5")
    return adding.value


@rule("8.221", "20.3")
def seizure_drm(view: View, edge: Edge, piece: Piece) -> int:
    """Modifier of a seizure attempt from the Free Area where the unit stands.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> seizure_drm(d_day, d_day.board.edge("pont-labbe", "valognes"), d_day.pieces["ge-1058"])
    1
    """
    adding = _start(view, "seizure drm")
    adding.add("8.221", "made from a Free Area", 3)
    far = edge.other(piece.space)
    name, foes = view.board.name(far), terms.enemies(view, far, piece.side)
    fresh = sum(1 for p in foes if p.status == terms.FRESH)
    if not foes:
        adding.add("8.221", f"{name} is Vacant", 1)
    elif fresh:
        adding.add("8.221", f"Fresh enemy units in {name}: {fresh}", fresh, "-")
    _flooded(view, edge, adding, "8.221")
    return adding.value


@rule("20.4")
def threatened(view: View, edge: Edge, side: str) -> bool:
    """Whether a bridge is a side's own, and the enemy contests or controls one of its Areas.

    Parameters
    ----------
    view, edge, side
        As in `repair_drm`.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> threatened(d_day, d_day.board.edge("pont-labbe", "valognes"), "german")
    True
    """
    if not edge.bridge or terms.bridge_state(view, edge) != side:
        return False
    return any(terms.control_side(view, s) != side or terms.is_contested(view, s) for s in (edge.a, edge.b))


# --- Construct markers and attempts ---------------------------------------------------------------------


def construct_item(side: str) -> str:
    """Name of the item that holds a side's Construct levels.

    Parameters
    ----------
    side
        ``german`` or ``allied``.

    Examples
    --------
    >>> construct_item("german")
    'construct-german'
    """
    return f"construct-{side}"


def on_board(view: View, edge: Edge, side: str) -> int:
    """Level of a side's Construct marker on a bridge; 0 where it has none.

    Parameters
    ----------
    view, edge, side
        As in `repair_drm`.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> on_board(d_day, d_day.board.edge("isigny", "st-lo"), "german")
    0
    """
    return view.number(construct_item(side), edge.id)


@rule("20.21")
def _at_hand(view: View, edge: Edge, side: str) -> bool:
    """Whether a Construct marker lies on the bridge or off the map."""
    placed = view.subjects(construct_item(side))
    return edge.id in placed or len(placed) + view.number("construct-spent", side) < MARKERS[side]


@rule("20.2", "20.21", "20.23")
def attempt_faults(view: View, edge: Edge, side: str, taken_from: str) -> list[Fault]:
    """Why a side may not attempt one more repair: its attempts, the site, its Construct markers.

    Parameters
    ----------
    view, edge, side
        As in `repair_drm`.
    taken_from
        Boundary whose Construct marker the attempt would use, or empty.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set("repairs", 1, "german")
    >>> attempt_faults(draft, draft.board.edge("isigny", "st-lo"), "german", "")[0][0]
    '20.2'
    """
    faults, line = [], terms.boundary_name(view, edge)
    if view.number("repairs", side) >= ATTEMPTS[side]:
        most = ATTEMPTS[side]
        faults.append(
            Fault(
                "20.2",
                f"the {side.capitalize()} side has made its {most} repair attempts of this impulse or phase",
            )
        )
    if view.flag("repair-tried", edge.id):
        faults.append(Fault("20.2", f"{line} has had its repair attempt of this impulse or phase"))
    placed, at_hand = view.subjects(construct_item(side)), _at_hand(view, edge, side)
    if taken_from and at_hand:
        faults.append(Fault("20.21", "a Construct marker is at hand: none is taken from elsewhere"))
    elif taken_from and taken_from not in placed:
        faults.append(Fault("20.21", "no Construct marker of that side lies where one is to be taken"))
    elif not taken_from and not at_hand:
        where = "name the bridge it is taken from" if placed else "all have been used up"
        faults.append(Fault("20.21", f"no Construct marker is on {line} or off the map: {where}"))
    return faults


@rule("20.2", "20.21")
def take_marker(draft: Draft, bridge: str, side: str, taken_from: str) -> None:
    """Count a repair attempt and take the Construct marker that it needs.

    Parameters
    ----------
    bridge, side, taken_from
        The boundary, who repairs, and whence the marker comes.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> take_marker(draft, "isigny/st-lo", "german", ""); draft.number("repairs", "german")
    1
    """
    if taken_from:
        draft.clear(construct_item(side), taken_from)
    draft.set("repairs", draft.number("repairs", side) + 1, side)
    draft.set("repair-tried", True, bridge)


@rule("20.2", "20.21")
def resolve_repair(draft: Draft, edge: Edge, side: str, dr: int) -> bool:
    """Let a repair dr take effect: the bridge stands and is held, or the Construct level rises.

    Returns
    -------
    bool
        Whether the bridge was repaired.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> edge = draft.board.edge("isigny", "st-lo")
    >>> draft.set("bridge", "destroyed", edge.id)
    >>> resolve_repair(draft, edge, "german", 1), on_board(draft, edge, "german")
    (False, 1)
    >>> resolve_repair(draft, edge, "german", 2), draft.text("bridge", edge.id)
    (True, 'german')
    """
    level, item = on_board(draft, edge, side), construct_item(side)
    if dr + repair_drm(draft, edge, side) < TARGET:
        draft.set(item, min(_MOST, level + 1), edge.id)
        return False
    draft.set("bridge", side, edge.id)
    for owner in (terms.ALLIED, terms.GERMAN):
        draft.clear(construct_item(owner), edge.id)
    if level or draft.option("construct-without-marker") == "B":
        draft.set("construct-spent", draft.number("construct-spent", side) + 1, side)
    return True
