"""Terms of section 2.4 that several sections share: sides, nations, classes of units, formations, spaces."""

from __future__ import annotations

from adjudicator.citation import rule
from adjudicator.position import Draft, Piece, State, View
from adjudicator.sides import ALLIED, GERMAN, enemies, friends, titles
from adjudicator.views import derived, state_of
from counters.catalog import Unit
from maps.board import Space
from maps.june_six.grid import GRID

__all__ = [
    "ALLIED",
    "BEACHES",
    "COMMONWEALTH",
    "DIE",
    "ELIMINATED",
    "FULL",
    "GERMAN",
    "LEFT",
    "OFF_MAP",
    "POOL",
    "REDUCED",
    "STATUSES",
    "TURNS",
    "US",
    "derived",
    "distance",
    "enemies",
    "enemy_of",
    "formation_of",
    "friends",
    "has_zoc",
    "hq_of",
    "is_armor",
    "is_bicycle",
    "is_combat",
    "is_corps_hq",
    "is_crosser",
    "is_division_hq",
    "is_flak",
    "is_foot",
    "is_hex",
    "is_hq",
    "is_infantry_type",
    "is_motorized",
    "is_support",
    "nation_of",
    "neighbours",
    "on_map",
    "organic",
    "parent_corps",
    "rating",
    "state_of",
    "steps_left",
    "terrain",
    "titles",
]

US, COMMONWEALTH = "us", "commonwealth"
FULL, REDUCED = "full", "reduced"
STATUSES = (FULL, REDUCED)
POOL, ELIMINATED, LEFT = "turn-track", "eliminated", "left"
OFF_MAP = frozenset({POOL, ELIMINATED, LEFT})
BEACHES = ("utah", "omaha", "gold", "juno", "sword")
DIE = "d0-9"
TURNS = 13
_BELONGING = frozenset({"attached", "assigned"})  # items that say of which formation a unit is now


# --- sides and nations ------------------------------------------------------------------------------------


@rule("2.4")
def enemy_of(side: str) -> str:
    """The other side.

    Examples
    --------
    >>> enemy_of("german")
    'allied'
    """
    return ALLIED if side == GERMAN else GERMAN


@rule("5.14", "21.33")
def nation_of(unit: Unit) -> str:
    """``german``, ``us`` or ``commonwealth`` (British and Canadian).

    Examples
    --------
    >>> nation_of(Unit("ca-3-7", "7", "7/3 Cdn", "allied", "canadian"))
    'commonwealth'
    """
    return unit.nationality if unit.nationality in {GERMAN, US} else COMMONWEALTH


# --- classes of units -------------------------------------------------------------------------------------


@rule("2.4")
def is_support(unit: Unit) -> bool:
    """Whether a Combat Support unit: a white band, no ZOC."""
    return "support" in unit.marks


@rule("2.4")
def is_combat(unit: Unit) -> bool:
    """Whether a Combat unit.

    Examples
    --------
    >>> is_combat(Unit("ge-hq", "HQ", "352", "german", "german", type="headquarters", marks=("support",)))
    False
    """
    return not is_support(unit)


@rule("2.4")
def has_zoc(unit: Unit) -> bool:
    """Whether a unit projects a Zone of Control: Combat units do, Strongpoints and Detachments among them."""
    return is_combat(unit)


def is_hq(unit: Unit) -> bool:
    """Whether a headquarters."""
    return unit.type == "headquarters"


def is_corps_hq(unit: Unit) -> bool:
    """Whether the HQ of a corps."""
    return is_hq(unit) and unit.size == "corps"


def is_division_hq(unit: Unit) -> bool:
    """Whether the HQ of a division or of the Cherbourg Command."""
    return is_hq(unit) and unit.size != "corps"


@rule("8.21")
def is_motorized(unit: Unit) -> bool:
    """Whether a unit moves by wheel or track."""
    return "motorized" in unit.marks


@rule("8.21")
def is_bicycle(unit: Unit) -> bool:
    """Whether a bicycle unit: a foot unit but for Strategic Movement on Primary Roads."""
    return "bicycle" in unit.marks


@rule("8.21")
def is_foot(unit: Unit) -> bool:
    """Whether a foot type unit, bicycles included."""
    return not is_motorized(unit)


@rule("12.51", "12.55")
def is_armor(unit: Unit) -> bool:
    """Whether a unit prints Armor points."""
    return bool(unit.rating("armor"))


@rule("12.51", "19.32")
def is_infantry_type(unit: Unit) -> bool:
    """Whether an infantry type unit, which supports armor and may break down."""
    return "infantry-type" in unit.marks


@rule("8.43", "8.44")
def is_crosser(unit: Unit) -> bool:
    """Whether a Commando or Ranger unit, which crosses cliffs and Major Rivers on its own."""
    return bool({"commando", "ranger"} & set(unit.marks)) or unit.type in {"commando", "ranger"}


@rule("12.55")
def is_flak(unit: Unit) -> bool:
    """Whether a German Flak unit."""
    return unit.type == "flak"


def steps_left(piece: Piece) -> int:
    """Steps that a unit can still lose.

    Examples
    --------
    >>> steps_left(Piece(Unit("a", "A", "A", "allied", "us", steps=2), "e1940", "reduced"))
    1
    """
    return 2 if piece.printed.steps == 2 and piece.status == FULL else 1


@rule("2.4")
def rating(view: View, piece: Piece, name: str, rule_number: str) -> int:
    """A number on the side of a counter that shows; what the counter does not print is 0.

    Parameters
    ----------
    name
        ``cs``, ``cohesion``, ``ma``, ``armor``, ``at`` or ``artillery``.

    Raises
    ------
    adjudicator.errors.PositionError
        The position does not say the strength, cohesion or movement allowance of an ad hoc unit.

    Examples
    --------
    >>> from adjudicator.june_six import GAME
    >>> from maps.board import Board
    >>> unit = Unit("a", "A", "A", "allied", "us", steps=2, ratings={"cs": 6, "reduced_cs": 3})
    >>> rating(GAME.empty(Board([], [])), Piece(unit, "e1940", "reduced"), "cs", "12.51")
    3
    """
    unit = piece.printed
    shown = f"reduced_{name}" if piece.status == REDUCED and unit.steps == 2 else name
    if unit.rating(shown) is None and name != "ma" and not (name in {"cs", "cohesion"} and is_combat(unit)):
        return 0
    return view.printed(piece, shown, rule_number)


# --- formations -------------------------------------------------------------------------------------------


@rule("6.1", "6.13", "6.14")
def formation_of(view: View, piece: Piece) -> str:
    """Slug of the formation a unit belongs to now: attached, assigned, or organic; empty for none."""
    uid = piece.printed.id
    return view.text("attached", uid) or view.text("assigned", uid) or piece.printed.division


@rule("6.1")
def hq_of(view: View, formation: str) -> Piece | None:
    """The HQ of a formation, wherever it is; None where there is none."""
    if not formation:
        return None
    usual = view.pieces.get(f"{formation}-hq")
    if usual is not None and usual.printed.division == formation and is_hq(usual.printed):
        return usual
    return _hqs(view).get(formation)


def _hqs(view: View) -> dict[str, Piece]:
    return derived(
        view,
        "hqs",
        lambda state: {p.printed.division: p for p in state.pieces.values() if is_hq(p.printed)},
    )


@rule("6.1")
def organic(view: View, formation: str) -> tuple[Piece, ...]:
    """Units of a formation but its HQ, wherever they are; attached and assigned ones with their new one."""
    state = state_of(view)
    if isinstance(state, Draft) and _BELONGING.isdisjoint(state.unknown):
        return _organic_to(state, formation)
    return derived(view, "organic", _organic).get(formation, ())


def _organic(state: State) -> dict[str, tuple[Piece, ...]]:
    found: dict[str, list[Piece]] = {}
    for uid in sorted(state.pieces):
        piece = state.pieces[uid]
        if not is_hq(piece.printed):
            found.setdefault(formation_of(state, piece), []).append(piece)
    return {formation: tuple(pieces) for formation, pieces in found.items()}


def _organic_to(draft: Draft, formation: str) -> tuple[Piece, ...]:
    """The same of one formation: a draft keeps no layer, and is asked of few."""
    told = {uid for item, uid in draft.facts if item in _BELONGING}
    near = [u for u, p in draft.pieces.items() if p.printed.division == formation or u in told]
    there = [draft.pieces[uid] for uid in sorted(near)]
    return tuple([p for p in there if not is_hq(p.printed) and formation_of(draft, p) == formation])


@rule("6.11")
def parent_corps(unit: Unit) -> str:
    """Slug of the parent corps of an Allied unit; empty for German ones.

    Examples
    --------
    >>> parent_corps(Unit("us-1-hq", "HQ", "1/V Corps", "allied", "us", division="us-1", corps="us-v"))
    'us-v'
    """
    return unit.corps if unit.side == ALLIED else ""


# --- spaces -----------------------------------------------------------------------------------------------


def is_hex(space: Space) -> bool:
    """Whether a space is a hex of the map, not a box."""
    return space.kind == "hex"


def is_land(space: Space) -> bool:
    """Whether a space is a hex of the map with land."""
    return is_hex(space) and space.features.get("terrain") != "sea"


def on_map(view: View, piece: Piece) -> bool:
    """Whether a unit stands in a hex of the map."""
    known = view.board.spaces.get(piece.space)
    return known is not None and is_hex(known)


def terrain(view: View, space: str, rule_number: str = "8.42") -> str:
    """Terrain of a hex: clear, bocage, woods, marsh, town, city or sea."""
    return str(view.feature(view.board.spaces[space], "terrain", rule_number))


def distance(a: str, b: str) -> int:
    """Hexes from one to the other by the shortest way, the first not counted, terrain ignored.

    Examples
    --------
    >>> distance("e2540", "e1837")
    7
    """
    return GRID.distance(a, b)


def neighbours(number: str) -> tuple[str, ...]:
    """The hexes around a hex, whatever lies between.

    Examples
    --------
    >>> len(neighbours("e1940"))
    6
    """
    return GRID.neighbours(number)
