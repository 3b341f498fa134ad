"""Section 18.9: Strongpoints: where they are placed, and what becomes of those that are isolated."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r05_zones_of_control, terms
from adjudicator.battle_for_normandy.r12 import losses as r12_losses
from adjudicator.battle_for_normandy.r14_bridges import passable
from adjudicator.battle_for_normandy.r18 import beaches as r18_beaches
from adjudicator.citation import rule
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Fault
from adjudicator.silence import kept
from adjudicator.table_files import load_records
from adjudicator.tables import Record
from maps.battle_for_normandy.grid import numbers_of
from maps.board import Board
from maps.filing import Filing, Located, by_filing
from module_builder.vassal.values import dataclass

__all__ = [
    "CHERBOURG",
    "FORT",
    "HANDLERS",
    "ROLLS",
    "PlaceStrongpoint",
    "area_of",
    "areas",
    "end_of_combat",
    "is_isolated",
    "legal_hexes",
    "place_all",
    "place_faults",
    "quota",
    "records",
    "site_assigned",
    "still_due",
    "waiting",
]

Faults = list[Fault]
FORT, BRIDGE = "a2035", "c3014"
ANYWHERE, ALONG = 2, 9  # within the Cherbourg Perimeter, and along it
CHERBOURG = "cherbourg"
_ASSIGNED = 6  # hexes from a Beach hex within which units belong to its site
_UTAH = ("a4110", numbers_of("b1018")[0])
_PATH = Path(__file__).parents[1] / "june6.toml"
_FIELDS: Mapping[str, Mapping[str, type]] = {
    "strongpoints": {"number": int},
    "artillery": {"divisions": str, "units": str},
}


@dataclass(frozen=True, slots=True)
class PlaceStrongpoint(Action):
    """Place a Strongpoint on its hidden side before play begins (18.9.2).

    Examples
    --------
    >>> PlaceStrongpoint("ge-sp-05", "c1929").to
    'c1929'
    """

    unit: str
    to: str


@by_filing
def records(filing: Filing) -> Mapping[str, Mapping[str, Record]]:
    """The charts of June 6: ``strongpoints`` by area, ``artillery`` by Landing Site.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> sum(r.number("number") for r in records(OURS)["strongpoints"].values())
    43
    """
    return load_records(filing.path(_PATH), _FIELDS)


# --- where they may stand ---------------------------------------------------------------------------------


@kept(maxsize=8)
def areas(board: Board) -> Mapping[str, frozenset[str]]:
    """Hexes in which Strongpoints may be placed: by Landing Site, and within the Cherbourg Perimeter."""
    found: dict[str, set[str]] = {site: set() for site in terms.SITES}
    for beach in r18_beaches.beaches(board).values():
        if beach.site in found:
            found[beach.site] |= _behind(board, beach.hex)
    for extra in _extra_beaches(board):
        found.setdefault(str(board.spaces[extra]["site"]), set()).update(_behind(board, extra))
    inside = {s.id for s in board.spaces.values() if terms.is_hex(s) and s["perimeter"]}
    found[CHERBOURG] = {n for n in inside if board.spaces[n]["terrain"] not in {"city", "sea"}} | inside & {
        FORT
    }
    return _apart(found)


def _apart(found: Mapping[str, set[str]]) -> Mapping[str, frozenset[str]]:
    """Areas without the hexes of those named before: a hex counts once."""
    taken: set[str] = set()
    apart = {}
    for area, hexes in found.items():
        apart[area] = frozenset(hexes - taken)
        taken |= hexes
    return apart


def _extra_beaches(board: Board) -> list[str]:
    """Beach hexes of a Landing Site without a queue of their own."""
    named = {b.hex for b in r18_beaches.beaches(board).values()}
    return [
        s.id
        for s in board.spaces.values()
        if terms.is_hex(s) and s["terrain"] == "beach" and s["site"] in terms.SITES and s.id not in named
    ]


def _behind(board: Board, beach: str) -> set[str]:
    near = (n for n in terms.neighbours(beach) if n in board.spaces)
    return {n for n in near if board.spaces[n]["terrain"] not in {"beach", "sea"}}


@kept(maxsize=8)
def _rim(board: Board) -> frozenset[str]:
    """Hexes inside the Cherbourg Perimeter and next to it."""
    inside = areas(board)[CHERBOURG]
    return frozenset(n for n in inside if any(_outside(board, m) for m in terms.neighbours(n)))


def _outside(board: Board, number: str) -> bool:
    known = board.spaces.get(number)
    return known is not None and not known["perimeter"] and known["terrain"] != "sea"


def area_of(board: Board, space: str) -> str:
    """The area whose Strongpoints may stand in a hex; empty elsewhere."""
    return next((area for area, hexes in areas(board).items() if space in hexes), "")


@rule("15.3", "18.1")
def site_assigned(view: View, space: str) -> str:
    """The Landing Site to which the units of a hex are assigned: of the nearest Beach hex, at most six off.

    Returns
    -------
    str
        Empty for units inland.
    """
    known = [(terms.distance(space, b.hex), b.site) for b in r18_beaches.beaches(view).values()]
    near = min((found for found in known if found[1] in terms.SITES), default=(_ASSIGNED + 1, ""))
    return near[1] if near[0] <= _ASSIGNED else ""


@rule("18.9.2", "22.9o")
def quota(at: Located, area: str) -> int:
    """Strongpoints of an area: 12 at Cherbourg, the others by the scenario.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> quota(OURS, "cherbourg"), quota(OURS, "utah")
    (12, 2)
    """
    known = records(at)["strongpoints"].get(area)
    return known.number("number") if known is not None else 0


def _standing(view: View, area: str) -> list[Piece]:
    found = (p for p in view.pieces.values() if terms.is_strongpoint(p.printed) and terms.on_map(view, p))
    return [p for p in found if p.space in areas(view.board).get(area, ())]


def waiting(view: View) -> tuple[Piece, ...]:
    """Strongpoints that are still to be placed."""
    return tuple([p for p in view.units_in(terms.POOL) if terms.is_strongpoint(p.printed)])


@rule("18.9.2", "22.9o")
def place_faults(view: View, uid: str, to: str) -> Faults:
    """What forbids a Strongpoint in a hex at set-up."""
    piece = view.pieces[uid]
    if not terms.is_strongpoint(piece.printed):
        return [Fault("18.9.2", f"{piece.printed.title} is no Strongpoint")]
    if _is_fixed(view, piece):
        section = "22.9o" if piece.space in _UTAH else "18.9.2"
        return [Fault(section, f"{piece.printed.title} is set up in {view.board.name(piece.space)}")]
    where, area = view.board.name(to), area_of(view.board, to)
    if r18_beaches.is_beach_hex(view, to):
        return [Fault("18.9.2", f"{where} is a Beach hex")]
    if not area:
        return [Fault("18.9.2", f"{where} is neither next to a Beach hex nor inside the Cherbourg Perimeter")]
    found: Faults = []
    if area == "utah" and terms.has_option(view, "22.9o") and to not in _UTAH:
        found.append(
            Fault("22.9o", f"the Strongpoints of Utah stand in {' and '.join(map(view.board.name, _UTAH))}")
        )
    others = [p for p in view.units_in(to) if p.uid != uid]
    double = any(terms.is_strongpoint(p.printed) for p in others)
    if double and (area != CHERBOURG or _anywhere_used(view, uid) >= ANYWHERE):
        found.append(Fault("18.9.2", f"a Strongpoint stands in {where}: one for each hex"))
    if any(p.side == terms.ALLIED for p in others):
        found.append(Fault("18.9.2", f"Allied units stand in {where}"))
    if len([p for p in _standing(view, area) if p.uid != uid]) >= quota(view, area):
        found.append(Fault("18.9.2", f"{area.capitalize()} has its {quota(view, area)} Strongpoints"))
    return found + _perimeter_faults(view, uid, to, area)


def _is_fixed(view: View, piece: Piece) -> bool:
    """Whether a Strongpoint stands where a rule or the scenario puts it: in a hex of its own."""
    fixed = {FORT, BRIDGE, *(_UTAH if terms.has_option(view, "22.9o") else ())}
    return piece.space in fixed or (terms.on_map(view, piece) and not area_of(view.board, piece.space))


@rule("18.9.2")
def _perimeter_faults(view: View, uid: str, to: str, area: str) -> Faults:
    """Two stand anywhere inside the perimeter, nine next to it."""
    if area != CHERBOURG or to == FORT or to in _rim(view.board):
        return []
    if _anywhere_used(view, uid) >= ANYWHERE:
        where = view.board.name(to)
        return [
            Fault(
                "18.9.2", f"{where} is not next to the perimeter, and two Strongpoints stand inside already"
            )
        ]
    return []


def _anywhere_used(view: View, uid: str) -> int:
    """Strongpoints that stand inside but not along the perimeter, or second in their hex."""
    hexes = [p.space for p in _standing(view, CHERBOURG) if p.uid != uid and p.space != FORT]
    return sum(h not in _rim(view.board) for h in hexes) + len(hexes) - len(set(hexes))


def legal_hexes(view: View, uid: str) -> tuple[str, ...]:
    """Hexes where a Strongpoint may be placed now, sorted."""
    hexes = sorted(set().union(*areas(view.board).values()))
    return tuple([n for n in hexes if not place_faults(view, uid, n)])


@rule("18.9.2")
def still_due(view: View) -> Faults:
    """What keeps the German set-up from ending: Strongpoints that could still be placed."""
    left = waiting(view)
    if not left or not legal_hexes(view, left[0].uid):
        return []
    return [Fault("18.9.2", f"{len(left)} Strongpoints are still to be placed")]


@rule("18.9.2", "21.0")
def place_all(draft: Draft) -> None:
    """Place every Strongpoint left: the strong ones first, on each beach from west to east in turn."""
    left = sorted(waiting(draft), key=lambda p: (-terms.rating(draft, p, "as", "18.9.1"), p.uid))
    order = [*terms.SITES[1:], terms.SITES[0], CHERBOURG]
    while left:
        before = len(left)
        for area in order:
            rim = _rim(draft.board) if area == CHERBOURG else areas(draft.board).get(area, frozenset())
            ready = (n for n in sorted(rim, reverse=True) if left and not place_faults(draft, left[0].uid, n))
            space = next(ready, None) or _inside(draft, left, area)
            if left and space:
                draft.place(left.pop(0).uid, space)
        if len(left) == before:
            return


def _inside(draft: Draft, left: Sequence[Piece], area: str) -> str | None:
    hexes = sorted(areas(draft.board)[CHERBOURG]) if area == CHERBOURG and left else ()
    return next((n for n in hexes if not place_faults(draft, left[0].uid, n)), None)


# --- isolation --------------------------------------------------------------------------------------------


@rule("18.9.4", "7.3.2")
def is_isolated(view: View, uid: str) -> bool:
    """Whether no line of any length leads from a Strongpoint to a friendly unit or another Strongpoint."""
    piece = view.pieces[uid]
    start, side = piece.space, piece.side
    if any(p.uid != uid for p in _company(view, start, side)):
        return False
    seen, queue = {start}, deque([start])
    while queue:
        at = queue.popleft()
        for edge, to in view.board.neighbours(at):
            if to in seen or not terms.is_hex(view.board.spaces[to]) or terms.enemies(view, to, side):
                continue
            wet = edge.boundary in {"stream", "major-river"} and not passable(view, edge) and at != start
            if wet or edge.boundary in {"sea", "cliff"}:
                continue
            if _company(view, to, side):
                return False
            seen.add(to)
            if not r05_zones_of_control.in_ezoc(view, to, side) and _is_land(view, to):
                queue.append(to)
    return True


def _is_land(view: View, space: str) -> bool:
    return terms.terrain(view, space, "18.9.4") != "sea"


def _company(view: View, space: str, side: str) -> list[Piece]:
    """Friendly units of a hex to which a line may be traced."""
    return [p for p in terms.friends(view, space, side) if not terms.is_naval(p.printed)]


@rule("18.9.4")
def end_of_combat(draft: Draft) -> bool:
    """At the end of a German Combat Phase ask for the roll of every isolated Strongpoint.

    Returns
    -------
    bool
        Whether something was asked; never before the German Combat Phase of 7 June Night.
    """
    if draft.number("date") <= 6:
        return False
    points = [u for u in sorted(draft.pieces) if terms.is_strongpoint(draft.pieces[u].printed)]
    here = draft.finish()
    alone = [u for u in points if terms.on_map(here, here.pieces[u]) and is_isolated(here, u)]
    for uid in reversed(alone):
        ask_roll(draft, "isolated-strongpoint", [terms.D6], unit=uid)
    return bool(alone)


def _resolve(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    if values[0] == 1:
        r12_losses.eliminate(draft, data["unit"])


def _why(state: State, data: Mapping[str, Any]) -> str:
    where = state.board.name(state.pieces[data["unit"]].space)
    return f"whether the isolated Strongpoint in {where} is eliminated: on a 1"


# --- the action -------------------------------------------------------------------------------------------


def _check(inquiry: Inquiry, action: PlaceStrongpoint) -> None:
    if action.unit not in inquiry.pieces or action.to not in inquiry.board.spaces:
        inquiry.refuse("18.9.2", f"there is no {action.unit}, or no hex {action.to}")
        return
    inquiry.require("18.9.2", inquiry.text("side") == terms.GERMAN, "", "the German player has set up")
    for section, text in place_faults(inquiry, action.unit, action.to):
        inquiry.refuse(section, text, units=[action.unit], spaces=[action.to])
    if not inquiry.violations:
        area = area_of(inquiry.board, action.to)
        inquiry.note("18.9.2", f"Strongpoints of {area.capitalize()}", quota(inquiry, area))


def _perform(draft: Draft, action: PlaceStrongpoint) -> None:
    draft.place(action.unit, action.to)


def _options(state: State) -> Iterator[PlaceStrongpoint]:
    if state.text("side") == terms.GERMAN:
        for piece in waiting(state)[:4]:
            yield from (PlaceStrongpoint(piece.uid, n) for n in legal_hexes(state, piece.uid))


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(PlaceStrongpoint, _check, _perform, _options, "18.9.2", phases=frozenset({"set-up"})),
)
ROLLS = {"isolated-strongpoint": RollRule(_resolve, _why, "18.9.4")}
