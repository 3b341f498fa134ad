"""Sections 8.1 to 8.32 and 11.4: which Area is active, who may act in it, and the Double Impulse."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.actions import Action
from adjudicator.breakout_normandy import terms
from adjudicator.breakout_normandy.r15_fortifications import update_fortification
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import UNKNOWN, Draft, Piece, State, View
from maps.board import Edge
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "Activate",
    "DoubleImpulse",
    "Pass",
    "actors",
    "begin_movement",
    "check_actor",
    "finish_unit",
    "finish_units",
    "is_actor",
    "purposes",
]

_DAYLIGHT = frozenset({"daylight"})
_ASSAULT, _BOMBARDMENT = "assault", "bombardment"
_KINDS = {"area", "zone", "approach"}
_ACTIVE = {"area": "8.2", "zone": "3.3", "approach": "3.4"}
_OTHER = {"us": "British", "british": "US"}


@dataclass(frozen=True, slots=True)
class Activate(Action):
    """Open an Assault Impulse with one Active Area, Zone or Approach Box (8.2).

    Examples
    --------
    >>> Activate("omaha-beach").space
    'omaha-beach'
    """

    space: str


@dataclass(frozen=True, slots=True)
class DoubleImpulse(Action):
    """Spend the Advantage on a second Active Area, or on the same one again (11.4).

    Examples
    --------
    >>> DoubleImpulse("gold-beach").space
    'gold-beach'
    """

    space: str


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Do nothing in this impulse (8.6).

    Examples
    --------
    >>> Pass()
    Pass()
    """


# --- who may act ----------------------------------------------------------------------------------------


@rule("4.2", "8.22", "8.3", "8.32")
def is_actor(view: View, piece: Piece) -> bool:
    """Whether a unit of the active side is Fresh, began in an Active Area, and is no fixed battery.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> is_actor(d_day, d_day.pieces["ge-916"])
    False
    """
    return (
        piece.status == terms.FRESH
        and piece.side == terms.side_on_turn(view, piece.side)
        and piece.printed.type != "coastal-artillery"
        and view.number("active", terms.started_in(view, piece)) > 0
    )


def actors(state: State) -> Iterator[Piece]:
    """Units that may act in this impulse, wherever they stand by now.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> list(actors(GAME.scenario("d-day")))
    []
    """
    active = [s for s in state.subjects("active") if state.number("active", s)]
    for space in active:
        for piece in state.units_in(space):
            if not state.text("start", piece.uid) and is_actor(state, piece):
                yield piece
    for uid in state.subjects("start"):
        if uid in state.pieces and is_actor(state, state.pieces[uid]):
            yield state.pieces[uid]


@rule("8.12", "8.22", "8.23", "8.32", "8.374", "9.7")
def check_actor(inquiry: Inquiry, uid: str) -> Piece | None:
    """Check that a unit may still move or attack in this impulse; every reason against is recorded.

    Returns
    -------
    Piece or None
        None when there is no such unit.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> inquiry = Inquiry(GAME.scenario("d-day"))
    >>> check_actor(inquiry, "ge-916").uid, inquiry.violations[0].rule
    ('ge-916', '8.12')
    """
    piece = inquiry.pieces.get(uid)
    if piece is None:
        inquiry.refuse("8.22", f"there is no unit {uid!r}")
        return None
    name, start = piece.printed.title, terms.started_in(inquiry, piece)
    place, one = inquiry.board.name(start), (uid,)
    side = piece.side == terms.side_on_turn(inquiry, piece.side)
    passed, failed = f"it is the impulse of {name}", f"{name} does not act in an enemy impulse"
    ours = inquiry.require("8.12", side, passed, failed, units=one)
    fresh = piece.status == terms.FRESH
    inquiry.require("8.32", fresh, f"{name} is Fresh", f"{name} is not Fresh", units=one)
    active = inquiry.number("active", start) > 0
    began = f"{name} began the impulse in {place}"
    inquiry.require("8.22", active, f"{began}, which is active", f"{began}, which is not active", units=one)
    late = inquiry.text("step") == "demolition"
    inquiry.require("8.23", not late, "", "nothing moves or attacks after bridge demolition", units=one)
    used = inquiry.flag("supporting", uid)
    inquiry.require("9.7", not used, "", f"{name} supports an assault in this impulse", units=one)
    if ours and piece.side == terms.ALLIED:
        _check_nationality(inquiry, piece)
    return piece


@rule("8.374", "11.4")
def _check_nationality(inquiry: Inquiry, piece: Piece) -> None:
    """US and British units act together only in a Double Impulse."""
    nation = terms.nationality(piece)
    acted = inquiry.text("nationality")
    together = acted in {"", nation} or inquiry.flag("double-impulse")
    if piece.printed.branch == "canadian":
        inquiry.note("4.1", f"{piece.printed.title} is Canadian, and so British")
    inquiry.require(
        "8.374",
        together,
        f"{piece.printed.title} may act with those that have acted" if acted else "",
        f"{_OTHER.get(nation, 'other')} units have acted in this impulse, which is no Double Impulse",
        units=(piece.uid,),
    )


# --- the end of a unit's action -------------------------------------------------------------------------


@rule("8.21", "8.22")
def begin_movement(draft: Draft) -> None:
    """Close the repair step of every Active Area, once a unit moves, seizes or attacks.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> begin_movement(draft); draft.text("step")
    'move'
    """
    if draft.text("step") == "move":
        return
    draft.set("step", "move")
    for space in draft.subjects("active"):
        draft.set("repair-closed", True, space)


@rule("8.32")
def finish_unit(draft: Draft, uid: str) -> None:
    """Flip a Fresh unit that has acted to its Spent side.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> finish_unit(draft, "ge-916"); draft.pieces["ge-916"].status
    'spent'
    """
    if draft.pieces[uid].status == terms.FRESH:
        draft.set_status(uid, terms.SPENT)


@rule("8.32", "12.1", "12.3")
def finish_units(draft: Draft) -> None:
    """Flip every Fresh unit that used MF, entered a space or supported in this impulse.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set("mf-used", 2, "ge-916"); finish_units(draft); draft.pieces["ge-916"].status
    'spent'
    """
    used = {*draft.subjects("mf-used"), *draft.subjects("entered"), *draft.subjects("supporting")}
    for uid in sorted(used):
        if uid in draft.pieces:
            finish_unit(draft, uid)
    _silence_fortifications(draft, {*used, *draft.subjects("interdicted")})


@rule("15.2")
def _silence_fortifications(draft: Draft, uids: set[str]) -> None:
    """Allied units that end the impulse Spent, those interdicted included, end Fortifications for good."""
    for uid in sorted(uids & draft.pieces.keys()):
        piece = draft.pieces[uid]
        if piece.side == terms.ALLIED and piece.status == terms.SPENT and piece.space in draft.board.spaces:
            draft.clear("interdicted", uid)
            update_fortification(draft, piece.space)


# --- activation -----------------------------------------------------------------------------------------


@rule("8.11", "8.2", "8.21", "8.23")
def purposes(view: View, space: str, side: str) -> list[tuple[str, str]]:
    """What a side could do with a space as its Active Area.

    Returns
    -------
    list of (section, sentence)
        Empty when it could do nothing there.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> purposes(GAME.scenario("d-day"), "utah-beach", "german")[0]
    ('8.22', 'Fresh units that began there: 1')
    """
    found = []
    fresh = [p for p in _began_in(view, space) if p.side == side and _can_act(p)]
    if fresh:
        found.append(("8.22", f"Fresh units that began there: {len(fresh)}"))
    if view.board.spaces[space].kind == "approach":
        return found
    bridges = [edge for edge, _ in view.board.neighbours(space) if edge.bridge]
    if terms.control_side(view, space) == side:
        broken = [e for e in bridges if terms.bridge_state(view, e) == "destroyed"]
        found += [("8.21", f"{terms.boundary_name(view, e)} may be repaired") for e in broken]
    blown = [e for e in bridges if _threatened(view, e, side)]
    return found + [("8.23", f"{terms.boundary_name(view, e)} may be demolished") for e in blown]


def _began_in(view: View, space: str) -> Iterator[Piece]:
    yield from (p for p in view.units_in(space) if terms.started_in(view, p) == space)
    if not view.text("impulse-type"):
        return
    for uid in view.subjects("start"):
        piece = view.pieces.get(uid)
        if piece is not None and piece.space != space and view.text("start", uid) == space:
            yield piece


def _can_act(piece: Piece) -> bool:
    return piece.status == terms.FRESH and piece.printed.type != "coastal-artillery"


def _threatened(view: View, edge: Edge, side: str) -> bool:
    """Whether a bridge is the side's own and the enemy contests or controls one end (20.4)."""
    if terms.bridge_state(view, edge) != side:
        return False
    return any(terms.control_side(view, s) != side or terms.is_contested(view, s) for s in (edge.a, edge.b))


def _side_there(view: View, space: str) -> str:
    """The side on turn; where a sketch does not say it, one that could do something with a space."""
    said = view.text("side")
    able = (s for s in (said, terms.enemy_of(said)) if purposes(view, space, s))
    return terms.side_on_turn(view, next(able, said))


@rule("8.2", "3.3", "3.4", "19.3")
def _check_space(inquiry: Inquiry, space: str) -> None:
    """Check that a space can be active for the side on turn."""
    known = inquiry.board.spaces.get(space)
    if known is None or known.kind not in _KINDS:
        name = inquiry.board.name(space)
        inquiry.refuse("8.2", f"{name} is no Area, Zone or Approach Box", spaces=(space,))
        return
    side = _side_there(inquiry, space)
    found = purposes(inquiry, space, side)
    inquiry.note(_ACTIVE[known.kind], f"{known.name} may be an Active Area")
    for section, text in found:
        inquiry.note(section, text)
    section = "19.3" if known.kind == "approach" else "8.11"
    ours = f"the {side.capitalize()} side"
    able = f"{ours} can act in {known.name}"
    nothing = f"in {known.name} {ours} has no Fresh unit, no bridge to repair and none to demolish"
    if known.kind == "approach":
        nothing = f"{known.name} holds no Fresh unit that could land"
    inquiry.require(section, bool(found), able, nothing, spaces=(space,))


@rule("8.1", "8.2")
def _check_activate(inquiry: Inquiry, action: Activate) -> None:
    begun = inquiry.text("impulse-type")
    said = "an impulse has one Active Area; a second one takes a Double Impulse (11.4)"
    inquiry.require("8.1", begun != _ASSAULT, "no Area is active in this impulse", said)
    inquiry.require("10.1", begun != _BOMBARDMENT, "", "a Bombardment is the sole action of its impulse")
    _check_space(inquiry, action.space)


def _perform_activate(draft: Draft, action: Activate) -> None:
    side = _side_there(draft, action.space)
    draft.set("impulse-type", _ASSAULT)
    draft.set("active", draft.number("active", action.space) + 1, action.space)
    if draft.raw("side") is UNKNOWN:
        draft.set("side", side)


def _spaces(state: State) -> Iterator[str]:
    for space in state.board.spaces.values():
        if space.kind in _KINDS and purposes(state, space.id, _side_there(state, space.id)):
            yield space.id


def _activate_options(state: State) -> Iterator[Activate]:
    if not state.text("impulse-type"):
        yield from (Activate(space) for space in _spaces(state))


# --- Double Impulse -------------------------------------------------------------------------------------


@rule("8.1", "11.4", "11.6")
def _check_double(inquiry: Inquiry, action: DoubleImpulse) -> None:
    side, begun = inquiry.text("side"), inquiry.text("impulse-type")
    holds = inquiry.text("advantage") == side
    inquiry.require(
        "11.4", holds, f"the {side.capitalize()} side holds the Advantage", "the enemy holds the Advantage"
    )
    used = inquiry.flag("advantage-used")
    inquiry.require("11.6", not used, "", "the Advantage has been used in this impulse already")
    inquiry.require("11.4", not inquiry.flag("double-impulse"), "", "a third Active Area does not exist")
    inquiry.require("11.4", bool(begun), "", "first the first Active Area must be named")
    if begun == _BOMBARDMENT:
        mixed = inquiry.option("double-impulse-kinds") == "B"
        inquiry.require("11.4", mixed, "", "the first half was a Bombardment")
    _check_space(inquiry, action.space)


def _perform_double(draft: Draft, action: DoubleImpulse) -> None:
    draft.set("advantage-used", True)
    draft.set("double-impulse", True)
    draft.set("impulse-type", _ASSAULT)
    draft.set("step", "repair")
    draft.clear("repair-closed", action.space)
    draft.set("active", draft.number("active", action.space) + 1, action.space)


def _double_options(state: State) -> Iterator[DoubleImpulse]:
    spent = state.flag("double-impulse") or state.flag("advantage-used") or not state.text("impulse-type")
    if not spent and state.text("advantage") == state.text("side"):
        yield from (DoubleImpulse(space) for space in _spaces(state))


HANDLERS = (
    Handler(Activate, _check_activate, _perform_activate, _activate_options, "8.2", phases=_DAYLIGHT),
    Handler(DoubleImpulse, _check_double, _perform_double, _double_options, "11.4", phases=_DAYLIGHT),
)
