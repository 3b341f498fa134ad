"""Terms that several sections of Storm Over Normandy share: sides, nationalities, Areas, boxes, control."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.citation import rule
from adjudicator.position import Piece, View
from adjudicator.sides import ALLIED, GERMAN, enemies, enemy_of, friends, titles
from adjudicator.silence import kept
from adjudicator.views import derived, state_of
from counters.catalog import Unit
from maps.board import Board, Space

__all__ = [
    "ALLIED",
    "BEACHES",
    "BONUS",
    "BOXES",
    "CUP",
    "ELIMINATED",
    "FRESH",
    "GERMAN",
    "POOL",
    "RESTRICTED",
    "SET_ASIDE",
    "SPENT",
    "STACK_LIMIT",
    "STATUSES",
    "areas",
    "beaches",
    "box_of",
    "controller",
    "derived",
    "enemies",
    "enemy_of",
    "friends",
    "group_of",
    "is_airborne",
    "is_area",
    "is_battalion",
    "is_bocage",
    "is_box",
    "is_landing",
    "is_one_stack",
    "is_restricted",
    "is_strongpoint",
    "is_zone",
    "landing_box",
    "may_stand",
    "on_map",
    "place_of",
    "places",
    "stacked",
    "state_of",
    "strongpoints",
    "symbol_for",
    "titles",
]

FRESH, SPENT = "fresh", "spent"
STATUSES = (FRESH, SPENT)
POOL, ELIMINATED, SET_ASIDE, CUP = "turn-track", "eliminated", "set-aside", "cup"
BOXES = frozenset({POOL, ELIMINATED, SET_ASIDE, CUP})
BEACHES = ("sword", "juno", "gold", "omaha-1", "omaha-2", "utah")
BONUS = ("caen", "bourguebus")
RESTRICTED = ("ge-711-731", "ge-711-744")
STACK_LIMIT = 6
_GROUP = {"german": "german", "us": "us", "british": "commonwealth", "canadian": "commonwealth"}


def group_of(unit: Unit) -> str:
    """Nationality for actions (2.1.1, 7.1): the colour of the counter.

    Returns
    -------
    str
        ``german``, ``us`` or ``commonwealth``.

    Examples
    --------
    >>> group_of(Unit("x", "9", "9 Can", "allied", "canadian"))
    'commonwealth'
    """
    return _GROUP[unit.nationality]


def is_strongpoint(unit: Unit) -> bool:
    """Whether a unit is a strongpoint (2.1.1).

    Examples
    --------
    >>> is_strongpoint(Unit("sp-1", "", "Strongpoint 1", "german", "german", type="strongpoint"))
    True
    """
    return unit.type == "strongpoint"


def is_battalion(unit: Unit) -> bool:
    """Whether damage is priced as for a battalion: a 1/2 inch counter that is no strongpoint (10.0).

    Examples
    --------
    >>> is_battalion(Unit("x", "5", "5 Ranger", "allied", "us", size="battalion"))
    True
    """
    return unit.size == "battalion" and not is_strongpoint(unit)


def is_airborne(unit: Unit) -> bool:
    """Whether a unit is an Allied airborne unit, with a blue symbol (2.1.1, 8.0, 15.0).

    Examples
    --------
    >>> is_airborne(Unit("x", "505", "505/82", "allied", "us", airborne=True))
    True
    """
    return unit.airborne and unit.side == ALLIED


def is_area(space: Space) -> bool:
    """Whether a space is an Area.

    Examples
    --------
    >>> is_area(Space("caen", "Caen", "area", {}))
    True
    """
    return space.kind == "area"


def is_landing(space: Space) -> bool:
    """Whether a space is a section of a Landing Box.

    Examples
    --------
    >>> is_landing(Space("landing-utah", "Utah Landing Box", "landing", {}))
    True
    """
    return space.kind == "landing"


def is_zone(space: Space) -> bool:
    """Whether a space is a Reinforcement Box.

    Examples
    --------
    >>> is_zone(Space("zone-a", "Zone A", "zone", {}))
    True
    """
    return space.kind == "zone"


def is_restricted(unit: Unit) -> bool:
    """Whether a unit is one of the regiments 711/731 and 711/744, which wait for their release (14.1).

    Examples
    --------
    >>> is_restricted(Unit("ge-731", "731", "731 Rgt", "german", "german", division="711"))
    True
    """
    by_name = unit.side == GERMAN and unit.division == "711" and unit.name in {"731", "744"}
    return by_name or unit.id in RESTRICTED


def is_box(space: Space) -> bool:
    """Whether a space is a Landing or Reinforcement Box (12.3).

    Examples
    --------
    >>> is_box(Space("caen", "Caen", "area", {}))
    False
    """
    return is_landing(space) or is_zone(space)


def landing_box(beach: str) -> str:
    """The Invasion section of the Landing Box that points to a beach.

    Examples
    --------
    >>> landing_box("omaha-1")
    'landing-omaha-1'
    """
    return f"landing-{beach}"


def areas(view: View) -> tuple[Space, ...]:
    """Every Area of the map."""
    return tuple(space for space in view.board.spaces.values() if is_area(space))


@rule("2.2.1")
def beaches(view: View) -> tuple[str, ...]:
    """Ids of the beach Areas: those that are said to be one, or that a Landing Box points to."""
    pointed = _pointed_at(view.board)
    return tuple(space.id for space in areas(view) if space["beach"] or space.id in pointed)


@kept(maxsize=64)
def _pointed_at(board: Board) -> Mapping[str, str]:
    """Each Area that a Landing Box points to, with that box, the first section of it."""
    boxes = [space.id for space in board.spaces.values() if is_landing(space)]
    found = [(to, box) for box in boxes for edge, to in board.neighbours(box) if edge.boundary == "landing"]
    return {to: box for to, box in reversed(found) if is_area(board.spaces[to])}


@rule("2.2.1")
def box_of(view: View, beach: str) -> str:
    """The Invasion section that points to a beach; in a sketch the box that is there."""
    box = landing_box(str(view.board.spaces[beach]["beach"] or beach))
    return box if box in view.board.spaces else _pointed_at(view.board).get(beach, box)


@rule("2.2.1")
def place_of(space: Space) -> str:
    """What a space is to units that act: after the set-up both sections of a Landing Box are one box.

    Examples
    --------
    >>> place_of(Space("exploitation-utah", "Utah Exploitation", "landing", {"beach": "utah"}))
    'landing-utah'
    """
    return landing_box(str(space["beach"])) if is_landing(space) and space["beach"] else space.id


def places(view: View, pieces: Iterable[Piece]) -> tuple[str, ...]:
    """Ids of the Areas and boxes that units stand in; of two sections of one box the first."""
    found: dict[str, str] = {}
    for piece in pieces:
        found.setdefault(place_of(view.board.spaces[piece.space]), piece.space)
    return tuple(found.values())


def is_one_stack(view: View, pieces: Iterable[Piece]) -> bool:
    """Whether units are of one side and stand in one Area or box.

    Returns
    -------
    bool
        False where there is no unit.
    """
    there = tuple(pieces)
    return len({piece.side for piece in there}) == 1 and len(places(view, there)) == 1


def on_map(piece: Piece) -> bool:
    """Whether a unit is in play: in an Area or in a Landing or Reinforcement Box."""
    return piece.space not in BOXES


def strongpoints(view: View, space: str) -> tuple[Piece, ...]:
    """Strongpoints in a space."""
    return tuple(piece for piece in view.units_in(space) if is_strongpoint(piece.printed))


def stacked(view: View, space: str, side: str) -> int:
    """Units that count for the stacking limit (8.1): no strongpoints."""
    return sum(not is_strongpoint(piece.printed) for piece in friends(view, space, side))


@rule("13.0")
def controller(view: View, area: str) -> str:
    """Side that controls an Area.

    Returns
    -------
    str
        ``german`` or ``allied``.
    """
    return view.text("control", area)


def is_bocage(space: Space) -> bool:
    """Whether an Area is a bocage area (2.2.1).

    Examples
    --------
    >>> is_bocage(Space("caen", "Caen", "area", {"bocage": False}))
    False
    """
    return bool(space["bocage"])


def symbol_for(unit: Unit) -> str:
    """The printed feature that an Allied airborne unit needs where it comes to (8.0)."""
    return "us-airborne" if group_of(unit) == "us" else "british-airborne"


@rule("8.0")
def may_stand(view: View, space: Space, unit: Unit) -> bool:
    """Whether a unit may enter a space as far as airborne symbols go.

    Raises
    ------
    PositionError
        The position does not say whether the space has the symbol.
    """
    if not is_airborne(unit):
        return True
    return (is_area(space) or is_box(space)) and bool(view.feature(space, symbol_for(unit), "8.0"))
