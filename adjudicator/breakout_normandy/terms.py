"""Words of the rulebook that several sections need: Free, Vacant, Contested, held, and the like.

Every function reads a `View`: a position, a draft, or an Inquiry (which then records what was assumed).
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.errors import MalformedAction, PositionError
from adjudicator.position import UNKNOWN, Draft, Piece, View
from adjudicator.sides import ALLIED, GERMAN, enemies, enemy_of, friends, titles
from adjudicator.views import state_of
from maps.board import Edge

__all__ = [
    "ALLIED",
    "D1",
    "D2",
    "ELIMINATED",
    "FRESH",
    "GERMAN",
    "LEVEL",
    "OFFSHORE",
    "SETUP_CARD",
    "SPENT",
    "STATUSES",
    "WITHDRAWN",
    "allied_nationality_word",
    "approach_of",
    "areas",
    "beach_of",
    "boundary_name",
    "bridge_state",
    "control_side",
    "controller",
    "enemies",
    "enemy_of",
    "friends",
    "held_by_enemy",
    "is_area",
    "is_bocage",
    "is_chosen",
    "is_contested",
    "is_disrupted",
    "is_free",
    "is_friendly_controlled",
    "is_uncontested_enemy_controlled",
    "is_vacant",
    "is_zone",
    "lower",
    "nationality",
    "on_map",
    "remove",
    "river_holder",
    "side_named",
    "side_on_turn",
    "sides_on_turn",
    "started_in",
    "titles",
    "usable_bridge",
    "was_contested",
    "was_dropped",
    "weather",
]

FRESH, SPENT, D1, D2 = "fresh", "spent", "d1", "d2"
STATUSES = (FRESH, SPENT, D1, D2)
LEVEL = {FRESH: 1, SPENT: 2, D1: 3, D2: 4}
SETUP_CARD, ELIMINATED, WITHDRAWN, OFFSHORE = "setup-card", "eliminated", "withdrawn", "offshore-box"


def lower(status: str) -> str:
    """The status one level worse; a unit at Disrupt 2 has none (9.5D).

    Examples
    --------
    >>> lower("fresh"), lower("d1")
    ('spent', 'd2')
    """
    return STATUSES[STATUSES.index(status) + 1]


def side_on_turn(view: View, asked: str) -> str:
    """The side on turn; where a sketch does not say it, the side that is asked about (6.3).

    Parameters
    ----------
    asked
        Side of the units, marker or Area that is asked about.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> side_on_turn(GAME.scenario("d-day"), "german")
    'allied'
    """
    said = view.text("side")
    return asked if state_of(view).raw("side") is UNKNOWN else said


def sides_on_turn(view: View) -> tuple[str, ...]:
    """The side on turn; both where a sketch does not say it, since either may be asked about (6.3).

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> sides_on_turn(GAME.scenario("d-day"))
    ('allied',)
    """
    return tuple(side for side in (GERMAN, ALLIED) if side == side_on_turn(view, side))


def side_named(word: str) -> str:
    """A side as a person names it, or nothing.

    Raises
    ------
    MalformedAction
        The word names none.

    Examples
    --------
    >>> side_named("German"), side_named("")
    ('german', '')
    """
    side = word.casefold().strip()
    if side and side not in {GERMAN, ALLIED}:
        raise MalformedAction(f"there is no side {word!r}", "german or allied")
    return side


def is_chosen(view: View, name: str) -> bool:
    """Whether an optional rule is played; only one that is played is told with a ruling."""
    return state_of(view).option(name) == "B" and view.option(name) == "B"


def is_disrupted(piece: Piece) -> bool:
    """Whether Disrupt 1 or 2; a Spent unit is not (12.2)."""
    return piece.status in {D1, D2}


def nationality(piece: Piece) -> str:
    """``german``, ``us`` or ``british``; Canadians are British (4.1)."""
    return piece.printed.nationality


def allied_nationality_word(code: str) -> str:
    """Nationality of a Beach code.

    Examples
    --------
    >>> allied_nationality_word("br")
    'british'
    """
    return {"us": "us", "br": "british"}[code]


def is_area(view: View, space: str) -> bool:
    """Whether a numbered Area."""
    return view.board.spaces[space].kind == "area"


def is_zone(view: View, space: str) -> bool:
    """Whether one of the Zones A to E (3.3)."""
    return view.board.spaces[space].kind == "zone"


def on_map(view: View, space: str) -> bool:
    """Whether an Area or Zone: where units fight and are supplied; boxes are neither."""
    return view.board.spaces[space].kind in {"area", "zone"}


def areas(view: View) -> Iterator[str]:
    """Ids of the Areas."""
    return (s.id for s in view.board.spaces.values() if s.kind == "area")


def beach_of(view: View, approach: str) -> str:
    """The Beach Area that an Approach Box leads to (3.4)."""
    return landing(view, approach)[1]


def approach_of(view: View, beach: str) -> str:
    """The Approach Box of a Beach Area (3.4)."""
    return landing(view, beach)[1]


def landing(view: View, space: str) -> tuple[Edge, str]:
    """The landing arrow of a Beach Area or an Approach Box, and where it leads (3.4)."""
    for edge, other in view.board.neighbours(space):
        if edge.boundary == "landing":
            return edge, other
    name = view.board.name(space)
    raise PositionError(
        [f"the position does not say which landing arrow {name} has (3.4): add 'A-B: landing'"]
    )


def controller(view: View, space: str) -> str:
    """Who controls an Area or Zone: german, us or british (7.3)."""
    return view.text("control", space)


def control_side(view: View, space: str) -> str:
    """Side that controls an Area or Zone (7.3)."""
    return GERMAN if controller(view, space) == GERMAN else ALLIED


def is_friendly_controlled(view: View, space: str, side: str) -> bool:
    """Whether a side controls a space; Boxes are nobody's."""
    return on_map(view, space) and control_side(view, space) == side


def is_vacant(view: View, space: str, side: str) -> bool:
    """Whether no enemy of a side is there (7.5)."""
    return not enemies(view, space, side)


def is_contested(view: View, space: str) -> bool:
    """Whether both sides have units there (7.4)."""
    sides = {p.printed.side for p in view.units_in(space)}
    return len(sides) == 2


def is_free(view: View, space: str, side: str) -> bool:
    """Whether Vacant and friendly-controlled (7.6)."""
    return on_map(view, space) and is_vacant(view, space, side) and control_side(view, space) == side


def is_uncontested_enemy_controlled(view: View, space: str, side: str) -> bool:
    """Whether enemy-controlled without friendly units, Vacant or not (8.375, 9.63C)."""
    return control_side(view, space) != side and not friends(view, space, side)


def started_in(view: View, piece: Piece) -> str:
    """Where a unit began the impulse (8.22)."""
    return view.text("start", piece.uid) or piece.space


def was_contested(view: View, space: str) -> bool:
    """Whether both sides had units there when the impulse began (8.51)."""
    sides = {p.printed.side for p in view.units_in(space) if started_in(view, p) == space}
    if len(sides) == 2:
        return True
    gone = (uid for uid in view.subjects("start") if view.text("start", uid) == space)
    return len(sides | {view.pieces[uid].printed.side for uid in gone}) == 2


def was_dropped(piece: Piece) -> bool:
    """Whether an airborne unit of D-Day stands in its Drop Area; any Area, where that is not known (21.2)."""
    printed = piece.printed
    if not printed.entry:
        return printed.airborne
    return printed.airborne and printed.arrival == 6 and piece.space in printed.entry


def bridge_state(view: View, edge: Edge) -> str:
    """``german``, ``allied``, ``destroyed``, or empty where no bridge is printed (20.1).

    A bridge between two Allied-controlled Areas is Allied-held, marked or not (8.511). Between two
    German-controlled Areas it stays Allied where airborne units secured it (21.2), until one of the Areas
    becomes German once more (20.1).
    """
    if not edge.bridge:
        return ""
    state = view.text("bridge", edge.id)
    return ALLIED if state == GERMAN and _between_allies(view, edge) else state


def _between_allies(view: View, edge: Edge) -> bool:
    return control_side(view, edge.a) == ALLIED == control_side(view, edge.b)


def river_holder(view: View, edge: Edge) -> str:
    """Side that holds a river line: through its intact bridge, by marker, or by two Allied Areas (8.511)."""
    bridge = bridge_state(view, edge)
    if bridge in {GERMAN, ALLIED}:
        return bridge
    return ALLIED if _between_allies(view, edge) else view.text("river", edge.id)


def usable_bridge(view: View, edge: Edge) -> bool:
    """Whether an intact bridge stands there, whoever holds it (8.371)."""
    return bridge_state(view, edge) in {GERMAN, ALLIED}


def held_by_enemy(view: View, edge: Edge, side: str) -> bool:
    """Whether the bridge or river line of a boundary is the enemy's (8.372); open ground is nobody's."""
    if edge.boundary == "river":
        return river_holder(view, edge) != side
    if edge.boundary == "flooded" and usable_bridge(view, edge):
        return bridge_state(view, edge) != side
    return False


def weather(view: View) -> str:
    """Weather in force: the last change on a box not beyond the next one, else the day's (18.4).

    At night it is that of the last box that the marker reached (18.41).
    """
    boxes = view.number("impulses-today")
    limit = view.number("day-start") + boxes - 1 if boxes else view.number("impulse") + 1
    changes = [(int(box), view.text("weather-change", box)) for box in view.subjects("weather-change")]
    reached = [(box, what) for box, what in changes if box <= limit]
    return max(reached)[1] if reached else view.text("weather-today")


def is_bocage(view: View, space: str, rule: str) -> bool:
    """Whether an Area is Bocage (3.21); Zones never are."""
    return is_area(view, space) and view.feature(view.board.spaces[space], "terrain", rule) == "bocage"


def boundary_name(view: View, edge: Edge) -> str:
    """``Carentan / St. Mere Eglise``."""
    return f"{view.board.name(edge.a)} / {view.board.name(edge.b)}"


def remove(draft: Draft, uid: str) -> None:
    """Eliminate a unit and count it for the Advantage (11.21, 11.22)."""
    side = draft.pieces[uid].printed.side
    draft.place(uid, ELIMINATED)
    draft.set("eliminated", draft.number("eliminated", side) + 1, side)
