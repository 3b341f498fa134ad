"""Terms of sections 2.4, 3.0 and 10.6 that several sections share: sides, kinds of units, steps, spaces."""

from __future__ import annotations

from adjudicator.battle_for_normandy.formations import load_formations
from adjudicator.battle_for_normandy.kinds import (
    INFANTRY,
    column,
    has_zoc,
    is_airborne,
    is_artillery,
    is_at,
    is_battalion,
    is_company,
    is_corps_hq,
    is_division_hq,
    is_engineer,
    is_flak,
    is_ground,
    is_hq,
    is_infantry_type,
    is_kg_hq,
    is_mech,
    is_naval,
    is_recon,
    is_static,
    is_strongpoint,
    is_support,
    is_tank,
    marked,
)
from adjudicator.citation import rule
from adjudicator.position import Piece, State, View
from adjudicator.sides import ALLIED, GERMAN, enemies, enemy_of, friends, titles
from adjudicator.silence import Silence, hear
from adjudicator.views import derived, state_of, unless_moved
from counters.catalog import Unit
from maps.battle_for_normandy.grid import GRID
from maps.board import Board, Space
from maps.filing import Filing, by_filing

__all__ = [
    "ALLIED",
    "AUGUST",
    "BROKEN",
    "COMMONWEALTH",
    "COMPANIES",
    "D6",
    "D10",
    "ELIMINATED",
    "FULL",
    "GERMAN",
    "INFANTRY",
    "JULY",
    "MP",
    "OFF_MAP",
    "OPEN_GROUND",
    "POOL",
    "REDUCED",
    "REMOVED",
    "SITES",
    "STATUSES",
    "TRACK",
    "TWO_D6",
    "UNSEEN",
    "US",
    "column",
    "corps_hqs",
    "derived",
    "distance",
    "enemies",
    "enemy_of",
    "friends",
    "group_of",
    "has_option",
    "has_zoc",
    "hq_of",
    "is_airborne",
    "is_artillery",
    "is_at",
    "is_bad_weather",
    "is_battalion",
    "is_company",
    "is_corps_hq",
    "is_division_hq",
    "is_division_unit",
    "is_engineer",
    "is_flak",
    "is_ground",
    "is_hex",
    "is_hq",
    "is_infantry_type",
    "is_kg_hq",
    "is_land",
    "is_mech",
    "is_naval",
    "is_open",
    "is_recon",
    "is_static",
    "is_strongpoint",
    "is_support",
    "is_tank",
    "is_unseen",
    "level_of",
    "marked",
    "neighbours",
    "on_map",
    "rating",
    "settlement",
    "sheet_of",
    "stacking_value",
    "state_of",
    "steps_left",
    "terrain",
    "titles",
    "units_of",
    "unless_moved",
    "unseen",
]  # fmt: skip

US, COMMONWEALTH = "us", "commonwealth"
FULL, REDUCED = "full", "reduced"
STATUSES = (FULL, REDUCED)
TRACK, ELIMINATED, REMOVED = "turn-track", "eliminated", "removed"
BROKEN, COMPANIES, POOL = "broken-down", "companies", "pool"
OFF_MAP = frozenset({TRACK, ELIMINATED, REMOVED, BROKEN, COMPANIES, POOL})
SITES = ("utah", "omaha", "gold", "juno", "sword")
D10, D6, TWO_D6 = "d10", "dr", "DR"
MP = 6  # one Movement Point: costs are counted in sixths
JULY, AUGUST = 31, 62  # the first days of the months, counted from 1 June
AWAY = 999  # hexes from a box to the map: out of every range
UNSEEN = "?"  # name of a counter that stands for one out of sight
_TAKEN = {"as": 1, "ds": 1, "ma": 6}
OPEN_GROUND = frozenset({"beach", "clear", "flooded", "farmland"})
_OPEN = frozenset({"clear", "farmland", "flooded"})
_NATIONS = {"us": US, "french": US, "british": COMMONWEALTH, "canadian": COMMONWEALTH, "polish": COMMONWEALTH}
_USUAL_STACKING = {"company": 2, "battalion": 3, "strongpoint": 1, "division": 1, "corps": 1, "squadron": 1}


# --- sides ------------------------------------------------------------------------------------------------


@rule("6.3", "7.4", "12.7")
def group_of(unit: Unit) -> str:
    """``german``, ``us`` (US and French) or ``commonwealth`` (British, Canadian and Polish).

    Examples
    --------
    >>> group_of(Unit("po-1", "1", "1", "allied", "polish"))
    'commonwealth'
    """
    return _NATIONS.get(unit.nationality, GERMAN)


def has_option(view: View, name: str) -> bool:
    """Whether an optional rule is used.

    Parameters
    ----------
    name
        Its number, such as ``6.1o``.
    """
    return view.option(name) != "A"


@rule("2.4.5")
def level_of(view: View, formation: str) -> str:
    """``division``, ``brigade``, ``corps`` or ``garrison`` of a formation; empty where there is none."""
    if not formation:
        return ""
    known = load_formations(view).get(formation)
    return known.level if known is not None else "division"


@rule("2.4.5", "7.2", "15.1", "19.5")
def is_division_unit(view: View, piece: Piece) -> bool:
    """Whether a unit belongs to a division; companies, Commandos and Rangers are corps units."""
    unit = piece.printed
    if not _is_of_division(view, unit.division, unit.marks):
        return False
    invasion = view.number("date") == 6 and view.text("time") != "pm"
    return invasion or not is_company(unit)


@by_filing
def _is_of_division(filing: Filing, formation: str, marks: tuple[str, ...]) -> bool:
    """Whether a unit of a formation with some marks is of a division, companies among them."""
    if not formation or not {"commando", "ranger"}.isdisjoint(marks):
        return False
    known = load_formations(filing).get(formation)
    return known is None or known.level == "division"


# --- numbers ----------------------------------------------------------------------------------------------


@rule("3.4", "12.9")
def steps_left(piece: Piece) -> int:
    """Steps that a unit can still lose; the last of three is a company.

    Examples
    --------
    >>> steps_left(Piece(Unit("a", "A", "A", "allied", "us", steps=3), "c3014", "reduced"))
    2
    """
    steps = max(1, piece.printed.steps)
    return steps if piece.status == FULL or steps == 1 else steps - 1


@rule("2.4.3")
def rating(view: View, piece: Piece, name: str, rule_number: str) -> int:
    """A number on the side of a counter that shows; what the counter does not print is 0.

    Parameters
    ----------
    name
        ``as``, ``ds``, ``ma``, ``range`` or ``calibre``.

    Examples
    --------
    >>> from adjudicator.battle_for_normandy import GAME
    >>> from maps.board import Board
    >>> unit = Unit("a", "A", "A", "allied", "us", steps=3, ratings={"as": 5, "reduced_as": 3})
    >>> rating(GAME.empty(Board([], [])), Piece(unit, "c3014", "reduced"), "as", "12.4")
    3
    """
    unit = piece.printed
    turned = piece.status == REDUCED and unit.steps > 1 and unit.rating(f"reduced_{name}") is not None
    shown = f"reduced_{name}" if turned else name
    if unit.rating(shown) is not None:
        return view.printed(piece, shown, rule_number)
    return unseen(piece, name) if is_unseen(unit) and name in _TAKEN else 0


@rule("3.6", "18.9.1")
def is_unseen(unit: Unit) -> bool:
    """Whether a counter stands for one out of sight, or is a Strongpoint that shows no strength.

    Examples
    --------
    >>> is_unseen(Unit("a", UNSEEN, "unseen", "allied", "us"))
    True
    """
    if unit.name == UNSEEN:
        return True
    return is_strongpoint(unit) and unit.rating("as") is None and unit.rating("ds") is None


@rule("3.6", "18.9.1")
def unseen(piece: Piece, name: str) -> int:
    """A number of a counter that whoever asks does not see: what is assumed of it, and that it is.

    Parameters
    ----------
    name
        ``as`` or ``ds``, at the least 1; or ``ma``.
    """
    unit, value = piece.printed, _TAKEN[name]
    if name == "ma" and (is_strongpoint(unit) or is_static(unit)):
        return 0
    section = "18.9.1" if is_strongpoint(unit) else "3.6"
    what = f"the {name.upper()} of {unit.title}"
    assumed = f"{what}, which whoever asks does not see, is {value}"
    missing = f"{what} is hidden from whoever asks ({section}): ask for its owner, or as referee"
    told = Silence(name, piece.uid, unit.title, section, assumed, missing)
    hear(name, piece.uid, lambda: told)
    return value


@rule("2.4.3", "6.1")
def stacking_value(view: View, piece: Piece) -> int:
    """Stacking Points of a unit as printed: none for support units, pathfinders and trucks.

    Returns
    -------
    int
        For an ad hoc unit that prints none, the usual one of its size. Feldersatz points: see 9.6.
    """
    unit = piece.printed
    if unit.rating("stacking") is not None:
        return view.printed(piece, "stacking", "6.1")
    if is_support(unit) or unit.type in {"pathfinder", "truck"}:
        return 0
    return _USUAL_STACKING.get(unit.size, 3)


# --- formations -------------------------------------------------------------------------------------------


def hq_of(view: View, formation: str) -> Piece | None:
    """The HQ of a formation, wherever it is; None where there is none."""
    return _hqs(view).get(formation) if formation else None


def _hqs(view: View) -> dict[str, Piece]:
    return derived(view, "hqs", _all_hqs, unless_moved(_all_hqs, lambda piece: is_hq(piece.printed)))


def _all_hqs(state: State) -> dict[str, Piece]:
    return {p.printed.division: p for p in state.pieces.values() if is_hq(p.printed)}


def corps_hqs(view: View, side: str) -> tuple[Piece, ...]:
    """Corps HQs of a side on the map."""

    def find(state: State) -> tuple[Piece, ...]:
        known = [p for p in state.pieces.values() if is_corps_hq(p.printed)]
        mine = [p for p in known if p.side == side and on_map(state, p)]
        return tuple(sorted(mine, key=lambda piece: piece.uid))

    moved = unless_moved(find, lambda piece: is_corps_hq(piece.printed))
    return derived(view, f"corps-hqs:{side}", find, moved)


def units_of(view: View, formation: str) -> tuple[Piece, ...]:
    """Units of a formation but its HQ, wherever they are."""
    return derived(view, "units-of", _units_of).get(formation, ())


def _units_of(state: State) -> dict[str, tuple[Piece, ...]]:
    found: dict[str, list[Piece]] = {}
    for uid in sorted(state.pieces):
        piece = state.pieces[uid]
        if piece.printed.division and not is_hq(piece.printed):
            found.setdefault(piece.printed.division, []).append(piece)
    return {formation: tuple(pieces) for formation, pieces in found.items()}


# --- spaces -----------------------------------------------------------------------------------------------


def is_hex(space: Space) -> bool:
    """Whether a space is a hex of the map, not a box."""
    return space.kind == "hex"


def is_land(board: Board, space: str) -> bool:
    """Whether a space is a hex with land."""
    known = board.spaces.get(space)
    return known is not None and known.kind == "hex" and known.features.get("terrain") != "sea"


def on_map(view: View, piece: Piece) -> bool:
    """Whether a unit stands in a hex of the map."""
    known = view.board.spaces.get(piece.space)
    return known is not None and is_hex(known)


def terrain(view: View, space: str, rule_number: str = "10.6") -> str:
    """Terrain of a hex: clear, beach, farmland, bocage, forest, flooded, city or sea."""
    return str(view.feature(view.board.spaces[space], "terrain", rule_number))


def settlement(view: View, space: str, rule_number: str = "12.6.5") -> str:
    """``village``, ``town`` or empty."""
    return str(view.feature(view.board.spaces[space], "settlement", rule_number))


@rule("12.3")
def is_open(view: View, space: str) -> bool:
    """Whether a hex is Clear, Farmland or Flooded: where attacks are mandatory by day."""
    if terrain(view, space, "12.3") not in _OPEN:
        return False
    return not settlement(view, space, "12.3") or view.option("village-duty") == "A"


@rule("7.3.3", "12.3")
def is_bad_weather(view: View) -> bool:
    """Whether it is a Heavy Rain or Storm turn."""
    return view.text("weather") in {"heavy-rain", "storm"}


def sheet_of(number: str) -> str:
    """Letter of the map that gives a hex its number: the region of its interdiction.

    Examples
    --------
    >>> sheet_of("c3014")
    'c'
    """
    return number[:1]


def distance(a: str, b: str) -> int:
    """Hexes from one to the other by the shortest way, the first not counted, terrain ignored.

    A box is farther from everything than any hex.

    Examples
    --------
    >>> distance("a4118", "a4112"), distance("a4118", "pool") == AWAY
    (6, True)
    """
    try:
        return GRID.distance(a, b)
    except ValueError:
        return AWAY


def neighbours(number: str) -> tuple[str, ...]:
    """The hexes around a hex, whatever lies between.

    Examples
    --------
    >>> "c2913" in neighbours("c3014")
    True
    >>> neighbours("eliminated")
    ()
    """
    try:
        return GRID.neighbours(number)
    except ValueError:
        return ()
