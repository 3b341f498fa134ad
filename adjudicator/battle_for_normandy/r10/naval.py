"""Section 10.9: ships move by night, and every one that leaves its hex may meet a mine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r21_part, terms
from adjudicator.battle_for_normandy.r14_engineers import attempt_chance
from adjudicator.citation import rule
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Fault
from adjudicator.silence import kept
from maps.board import Board
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "HEAVY",
    "MINES",
    "ROLLS",
    "MoveShip",
    "from_land",
    "mine_roll",
    "sea_faults",
    "waters",
]

MINES = "mines"
HEAVY = 5  # Attack Strength from which a ship keeps two hexes off the land
_NO_SHIPS = frozenset("bdfg")


@dataclass(frozen=True, slots=True)
class MoveShip(Action):
    """Move a ship to another hex of the sea.

    Examples
    --------
    >>> MoveShip("us-bb-texas", "c1040").space
    'c1040'
    """

    unit: str
    space: str


@rule("10.9", "18.8.3.1")
def from_land(view: View, space: str, most: int = 3) -> int:
    """All-sea hexes that lie between a hex and the nearest land, counted no further than `most`.

    Returns
    -------
    int
        -1 for land itself.
    """
    return _off_shore(view.board, space, most)


@kept(maxsize=8192)
def _off_shore(board: Board, space: str, most: int) -> int:
    spaces, ring, seen = board.spaces, {space}, {space}
    for count in range(most + 1):
        if any(s in spaces and spaces[s].features.get("terrain") != "sea" for s in ring):
            return count - 1
        ring = {n for s in ring for n in terms.neighbours(s)} - seen
        seen |= ring
    return most


@rule("10.9", "18.8.3", "18.8.3.1", "21.0")
def sea_faults(view: View, ship: Piece, space: str) -> list[Fault]:
    """What keeps a ship out of a hex."""
    known, name = view.board.spaces.get(space), view.board.name(space)
    if known is None or not terms.is_hex(known) or terms.terrain(view, space, "10.9") != "sea":
        return [Fault("10.9", f"{name} is no all-sea hex")]
    found = r21_part.faults(view, space)
    if terms.sheet_of(space) in _NO_SHIPS or _is_west(view.board, space):
        found.append(Fault("10.9", f"{name}: no ship enters maps B and D or the west of map A"))
    strength = terms.rating(view, ship, "as", "10.9")
    needed = 2 if strength >= HEAVY else 1
    if from_land(view, space) < needed:
        sea = many(needed, "all-sea hex")
        found.append(Fault("18.8.3.1", f"{name}: fewer than {sea} lie between it and the land"))
    return found + _crowd(view, ship, space, strength)


@rule("10.9", "18.8.3.1")
def _crowd(view: View, ship: Piece, space: str, strength: int) -> list[Fault]:
    if view.option("naval-stacking") == "B":
        return []
    others = [p for p in view.units_in(space) if terms.is_naval(p.printed) and p.uid != ship.uid]
    points = strength + sum(terms.rating(view, p, "as", "10.9") for p in others)
    if len(others) >= 3 or points > 12:
        return [
            Fault("10.9", f"{view.board.name(space)} would hold {len(others) + 1} ships of {points} points")
        ]
    return []


@rule("10.9")
def _is_west(board: Board, space: str) -> bool:
    """Whether a hex of map A lies to the west of the Cotentin: land lies to the east of it on its row."""
    if terms.sheet_of(space) != "a":
        return False
    row, column = space[1:3], int(space[3:])
    spaces = board.spaces
    east = (spaces.get(f"a{row}{c:02d}") for c in range(1, column))
    return any(s is not None and s.features.get("terrain") != "sea" for s in east)


def mine_roll(draft: Draft, uid: str) -> None:
    """Roll on the Mines/Submarine Table for a ship that has left its hex."""
    ask_roll(draft, MINES, [terms.D10], unit=uid)


@rule("10.9")
def _check(inquiry: Inquiry, action: MoveShip) -> None:
    ship = inquiry.pieces[action.unit]
    title = ship.printed.title
    afloat = terms.is_naval(ship.printed) and ship.space not in {terms.REMOVED, terms.TRACK}
    inquiry.require("10.9", afloat, f"{title} is a ship", f"{title} is no ship at sea", units=[action.unit])
    said = f"{title} has not moved tonight", f"{title} has moved tonight"
    inquiry.require("10.9", not inquiry.flag("moved", action.unit), *said, units=[action.unit])
    inquiry.require(
        "10.9", ship.space != action.space, "it leaves its hex", "it is there already", spaces=[action.space]
    )
    for section, text in sea_faults(inquiry, ship, action.space):
        inquiry.refuse(section, text, units=[action.unit], spaces=[action.space])
    most = attempt_chance(inquiry, "mine", "10.9")
    inquiry.note("10.9", f"a mine die of {most} or less removes it: {most}/10", most)


def _perform(draft: Draft, action: MoveShip) -> None:
    draft.place(action.unit, action.space)
    draft.set("moved", True, action.unit)
    mine_roll(draft, action.unit)


@rule("10.9")
def _mined(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    if values[0] <= attempt_chance(draft, "mine", "10.9"):
        draft.place(str(data["unit"]), terms.REMOVED)


def _why(state: State, data: Mapping[str, Any]) -> str:
    return f"mines and submarines against {state.pieces[str(data['unit'])].printed.title}"


def waters(view: View) -> tuple[str, ...]:
    """Hexes of the sea where ships may lie, whatever their strength and number."""
    return _waters(view.board)


@kept(maxsize=8)
def _waters(board: Board) -> tuple[str, ...]:
    sea = (s.id for s in board.spaces.values() if s.kind == "hex" and s.features.get("terrain") == "sea")
    open_ = (s for s in sea if terms.sheet_of(s) not in _NO_SHIPS and not _is_west(board, s))
    return tuple([s for s in open_ if _off_shore(board, s, 3) >= 1])


def _options(state: State) -> Iterator[MoveShip]:
    seas = waters(state)
    for uid in sorted(state.pieces):
        ship = state.pieces[uid]
        if not terms.is_naval(ship.printed) or not terms.on_map(state, ship) or state.flag("moved", uid):
            continue
        near = sorted(seas, key=lambda s: (terms.distance(s, ship.space), s))[1:7]
        yield from (MoveShip(uid, s) for s in near if not sea_faults(state, ship, s))


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(MoveShip, _check, _perform, _options, "10.9", phases=frozenset({"naval"})),
)
ROLLS: dict[str, RollRule] = {MINES: RollRule(_mined, _why, "10.9")}
