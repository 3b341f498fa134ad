"""Terms of section 2.4 that several sections share: groups, classes of units, kinds of spaces."""

from __future__ import annotations

from adjudicator.citation import rule
from adjudicator.position import Piece, View
from adjudicator.sides import ALLIED, GERMAN, enemies, friends, titles
from adjudicator.views import derived, state_of
from counters.catalog import Unit
from maps.board import Edge, Space
from maps.dark_summer.grid import GRID

__all__ = [
    "ALLIED",
    "BEACHES",
    "BRITISH",
    "CHERBOURG",
    "ELIMINATED",
    "FULL",
    "GERMAN",
    "GROUPS",
    "OFF_MAP",
    "POOL",
    "REDUCED",
    "STATUSES",
    "US",
    "WITHDRAWN",
    "beach_group",
    "counts_for_stack",
    "derived",
    "distance",
    "division_for_stack",
    "enemies",
    "enemy_of",
    "fights_in_reaction",
    "formation",
    "formation_name",
    "friends",
    "group_of",
    "has_zoc",
    "impassable",
    "is_airborne",
    "is_battalion",
    "is_city",
    "is_hex",
    "is_hidden",
    "is_open_beach",
    "is_strongpoint",
    "is_vehicle",
    "letter",
    "side_of_group",
    "state_of",
    "steps_left",
    "terrain",
    "titles",
]

US, BRITISH = "us", "british"
GROUPS = (GERMAN, US, BRITISH)
FULL, REDUCED = "full", "reduced"
STATUSES = (FULL, REDUCED)
CHERBOURG = "cherbourg"
POOL, ELIMINATED, WITHDRAWN = "turn-track", "eliminated", "withdrawn"
OFF_MAP = frozenset({POOL, ELIMINATED, WITHDRAWN})
BEACHES = ("2403", "3203", "3303", "4003", "4102", "4203", "4302", "4603")
_GROUP = {
    "german": GERMAN,
    "us": US,
    "french": US,
    "british": BRITISH,
    "canadian": BRITISH,
    "polish": BRITISH,
}
_VEHICLES = frozenset({"armor", "armored-cavalry", "flak", "mechanized"})
_BEACH_GROUP = {"utah": US, "omaha": US, "gold": BRITISH, "juno": BRITISH, "sword": BRITISH}
_FLAK_CORPS = "III Flak"


# --- sides, groups, units ---------------------------------------------------------------------------------


@rule("2.4")
def enemy_of(side: str) -> str:
    """The other side.

    Examples
    --------
    >>> enemy_of("german")
    'allied'
    """
    return ALLIED if side == GERMAN else GERMAN


@rule("9.3.1", "9.3.2")
def group_of(unit: Unit) -> str:
    """The group a unit activates with: ``german``, ``us`` (French too), ``british`` (Canadian, Polish too).

    Examples
    --------
    >>> group_of(Unit("po-1", "1", "1 Po A", "allied", "polish"))
    'british'
    """
    return _GROUP[unit.nationality]


def side_of_group(group: str) -> str:
    """The side of an activation group; ``allied`` is the group of the Wave Rounds.

    Examples
    --------
    >>> side_of_group("us"), side_of_group("german")
    ('allied', 'german')
    """
    return GERMAN if group == GERMAN else ALLIED


def is_strongpoint(unit: Unit) -> bool:
    """Whether a unit is a German Strongpoint."""
    return unit.type == "strongpoint"


@rule("2.5")
def is_battalion(unit: Unit) -> bool:
    """Whether a unit is of battalion size; a Strongpoint is a class of its own.

    Examples
    --------
    >>> is_battalion(Unit("us-rng-2", "2", "2 Rng", "allied", "us", size="battalion"))
    True
    """
    return unit.size == "battalion"


def is_airborne(unit: Unit) -> bool:
    """Whether a unit is an Allied paratrooper or glider unit.

    Examples
    --------
    >>> is_airborne(Unit("ge-fj-6", "6", "6 FJ", "german", "german", type="paratrooper"))
    False
    """
    return unit.side == ALLIED and unit.type in {"paratrooper", "glider"}


@rule("10.2")
def is_vehicle(unit: Unit) -> bool:
    """Whether a unit needs a bridge over a Major River: armor, armored cavalry, Flak, mechanized.

    Examples
    --------
    >>> is_vehicle(Unit("ge-kg", "KG", "KG", "german", "german", type="mechanized"))
    True
    """
    return unit.type in _VEHICLES


@rule("6.0")
def has_zoc(unit: Unit) -> bool:
    """Whether a unit projects a ZOC: regiments, brigades, combat commands and KGs, Flak included.

    Examples
    --------
    >>> has_zoc(Unit("ge-tiger", "101", "101 SS Tiger", "german", "german", size="battalion"))
    False
    """
    return not is_battalion(unit) and not is_strongpoint(unit)


@rule("5.1")
def counts_for_stack(unit: Unit) -> bool:
    """Whether a unit counts towards four in a hex: all but Strongpoints and battalions.

    Examples
    --------
    >>> counts_for_stack(Unit("ge-sp", "SP", "SP", "german", "german", type="strongpoint"))
    False
    """
    return has_zoc(unit)


@rule("5.1")
def division_for_stack(unit: Unit) -> str:
    """The division a unit brings into a hex; none for airborne, III Flak Corps, independents, battalions.

    Examples
    --------
    >>> division_for_stack(Unit("us-1-16", "16", "16/1", "allied", "us", division="1", type="infantry"))
    'us 1'
    """
    if not counts_for_stack(unit) or is_airborne(unit) or unit.corps == _FLAK_CORPS:
        return ""
    return f"{unit.branch or unit.nationality} {unit.division}" if unit.division else ""


@rule("2.4")
def formation(unit: Unit) -> str:
    """The Formation of a unit: its division, the III Flak Corps, or the unit itself.

    Examples
    --------
    >>> formation(Unit("ge-fj-6", "6", "6 FJ", "german", "german"))
    'ge-fj-6'
    """
    if unit.corps == _FLAK_CORPS:
        return _FLAK_CORPS
    return f"{unit.branch or unit.nationality} {unit.division}" if unit.division else unit.id


def formation_name(unit: Unit) -> str:
    """The Formation of a unit as a sentence calls it.

    Examples
    --------
    >>> formation_name(Unit("ge-37", "37", "37/17SS", "german", "german", "ss", division="17SS"))
    '17SS'
    """
    return unit.corps or unit.division or unit.title


@rule("9.3.4")
def fights_in_reaction(unit: Unit) -> bool:
    """Whether a unit may attack in a Reaction Round: a KG or a Tiger battalion.

    Examples
    --------
    >>> fights_in_reaction(Unit("ge-t", "101", "101", "german", "german", size="battalion", marks=("tiger",)))
    True
    """
    return unit.size == "kampfgruppe" or "tiger" in unit.marks


def steps_left(piece: Piece) -> int:
    """Steps that a unit can still lose.

    Examples
    --------
    >>> steps_left(Piece(Unit("a", "A", "A", "allied", "us", steps=2), "3304", "reduced"))
    1
    """
    return 2 if piece.printed.steps == 2 and piece.status == FULL else 1


@rule("11.5")
def is_hidden(view: View, piece: Piece) -> bool:
    """Whether a Strongpoint or Ost battalion shows its "?": the counter is not known, or is face down."""
    return "hidden" in piece.printed.marks or view.flag("hidden", piece.uid)


# --- spaces ------------------------------------------------------------------------------------------------


def is_hex(space: Space) -> bool:
    """Whether a space is a hex of the map, not a box, an offshore hex or an airfield."""
    return space.kind == "hex"


def is_land(space: Space) -> bool:
    """Whether a space is a hex of the map with land."""
    return is_hex(space) and space.features.get("terrain") != "sea"


def terrain(view: View, space: str, rule_number: str = "10.2") -> str:
    """Terrain of a hex: clear, town, city, bocage, woods, forest, flooded or sea."""
    return str(view.feature(view.board.spaces[space], "terrain", rule_number))


def is_city(view: View, space: str) -> bool:
    """Whether a hex is a City hex."""
    return terrain(view, space, "6.1") == "city"


def letter(view: View, space: str) -> str:
    """Letter of a Lettered map-edge hex: ``C``, ``W``, ``S``, ``E``, ``(E)``; empty elsewhere."""
    known = view.board.spaces.get(space)
    return str(view.feature(known, "letter", "2.4") or "") if known is not None and is_hex(known) else ""


@rule("11.9")
def is_open_beach(view: View, space: str) -> bool:
    """Whether a Beach hex holds an Open Beach marker."""
    return view.text("beach", space) == "open"


@rule("2.4", "8.1.2")
def beach_group(view: View, space: str) -> str:
    """Group whose Beach a hex is: ``us`` at Utah and Omaha, ``british`` at Gold, Juno, Sword; else empty."""
    known = view.board.spaces.get(space)
    if known is None or not is_hex(known):
        return ""
    return _BEACH_GROUP.get(str(view.feature(known, "beach-name", "2.4") or ""), "")


@rule("2.4")
def impassable(edge: Edge, to: Space) -> bool:
    """Whether nothing crosses a hexside: all sea, or the side of a Flooded hex (or a hex of sea)."""
    return edge.boundary == "sea" or to["terrain"] in {"flooded", "sea"}


# --- words and distances ----------------------------------------------------------------------------------


def distance(a: str, b: str) -> int:
    """Hexes between two hexes by the shortest way, terrain ignored.

    Examples
    --------
    >>> distance("3207", "3303")
    4
    """
    return GRID.distance(a, b)
