"""Section 7.3: searches for Lines of Supply, made once and kept while nothing that they met has changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, KeysView, Sequence
from typing import Any, TypeVar, cast

from adjudicator.battle_for_normandy import r21_part, terms
from adjudicator.battle_for_normandy.r05_zones_of_control import zoc_of
from adjudicator.battle_for_normandy.r07.ground import Lanes, lanes
from adjudicator.battle_for_normandy.r14_bridges import blown
from adjudicator.citation import rule
from adjudicator.position import Earlier, Piece, Position, State, View
from adjudicator.sides import SIDES
from adjudicator.silence import Silence, remember, tell
from maps.board import Board
from module_builder.vassal.values import dataclass

__all__ = ["Searches", "barred", "keep", "lanes_of", "searches", "spanned"]

_T = TypeVar("_T")
_LINES = "lines/"  # what the layers of lines are called by: "lines/SIDE/...", or "lines/..." of both sides
_UNCROSSED = frozenset({"settlement", "poi", "perimeter"})  # features that no line and no zone depends on
_UNITS = ("hqs", "units-of", "corps-hqs:", "division-hqs:", "roster/", "guns:")  # hang on no print of the map


# --- what closes a hex ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Bars:
    """Hexes that no line of a side enters, and the EZOC among what bars them."""

    hexes: frozenset[str]
    ezoc: frozenset[str]


@rule("7.3", "5.4", "21.0")
def barred(view: View, side: str) -> frozenset[str]:
    """Hexes that no line of a side enters: with enemy units, vacant and in an EZOC, or out of play.

    Returns
    -------
    frozenset of str
        Computed once for each position.
    """
    return terms.derived(view, f"{_LINES}{side}/barred", lambda state: _barred(state, side))


def _barred(state: State, side: str) -> frozenset[str]:
    hexes, out = _bars(state, side).hexes, r21_part.outside(state)
    return hexes | out if out else hexes


def _bars(state: State, side: str) -> _Bars:
    return terms.derived(
        state,
        f"lines/{side}/bars",
        lambda now: _all_bars(now, side),
        lambda earlier, now: _new_bars(earlier, now, side),
    )


def _holds(piece: Piece, side: str) -> bool:
    """Whether an enemy of a side closes its hex."""
    unit = piece.printed
    return unit.side != side and (terms.has_zoc(unit) or terms.is_support(unit))


def _opens(piece: Piece, side: str) -> bool:
    """Whether a unit of a side opens its hex in spite of EZOCs."""
    return piece.printed.side == side and not terms.is_naval(piece.printed)


def _all_bars(state: State, side: str) -> _Bars:
    held = {p.space for p in state.pieces.values() if _holds(p, side)}
    own = {p.space for p in state.pieces.values() if _opens(p, side)}
    ezoc = zoc_of(state, terms.enemy_of(side))
    return _Bars(frozenset(held | (ezoc - own)), ezoc)


def _new_bars(earlier: Earlier[_Bars], position: Position, side: str) -> _Bars:
    """What bars hexes now: only those are looked at that units came to or left, or that an EZOC did."""
    was, ezoc = earlier.value, zoc_of(position, terms.enemy_of(side))
    touched = {p.space for pair in position.moved(earlier) for p in pair if p is not None}
    if ezoc is not was.ezoc:
        touched |= ezoc ^ was.ezoc
    now = {space for space in touched if _is_barred(position, space, side, ezoc)}
    if now == was.hexes & touched:
        return was if ezoc is was.ezoc else _Bars(was.hexes, ezoc)
    return _Bars((was.hexes - touched) | now, ezoc)


def _is_barred(state: State, space: str, side: str, ezoc: Collection[str]) -> bool:
    there = state.units_in(space)
    if any(_holds(p, side) for p in there):
        return True
    return space in ezoc and not any(_opens(p, side) for p in there)


@rule("14.2.1", "7.3.2")
def spanned(view: View) -> frozenset[str]:
    """Hexsides that an Allied HQ bridges."""
    return terms.derived(view, "lines/spanned", _spanned)


def _spanned(state: State) -> frozenset[str]:
    found = set[str]()
    for uid in state.subjects("bridging"):
        over, piece = state.text("bridging", uid), state.pieces.get(uid)
        if over and piece is not None and piece.space in over.split("/"):
            found.add(over)
    return frozenset(found)


# --- another print ----------------------------------------------------------------------------------------


def keep(now: Position, before: Position, spaces: Sequence[str], column: str) -> None:
    """Let a position with another print have what was known of the one before and the print does not touch.

    What units of one side alone hold is closed to the lines of the other, whatever is printed there; no line
    depends on a rating, or on what `_UNCROSSED` names.

    Parameters
    ----------
    spaces
        Where it is printed; none where a unit prints it.
    column
        Of ``spaces.csv``, ``edges.csv`` or ``units.csv``.
    """
    for layer in _UNITS if spaces else ():
        now.take_over(before, layer)
    if not spaces or column in _UNCROSSED:
        now.take_over(before, _LINES)
        return
    holders = [{piece.side for piece in before.units_in(space)} for space in spaces]
    for side in SIDES:
        closed = before.layer(f"{_LINES}{side}/barred") or ()
        if any(space in closed and h and side not in h for space, h in zip(spaces, holders, strict=True)):
            now.take_over(before, f"{_LINES}{side}/")


# --- searches ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Found:
    """What a search found, the hexes on which that hangs, and what it heard that a sketch leaves out."""

    value: Any
    met: KeysView[str]
    heard: tuple[Silence, ...]


class Searches:
    """The ground of a side's lines as it is now, and what was found on it.

    Parameters
    ----------
    board
        The map.
    lanes
        Steps of lines.
    closed
        Hexes that no line enters.

    Examples
    --------
    >>> bare = Searches(Board([], []), lanes(Board([], []), frozenset(), frozenset()), frozenset())
    >>> bare.get("all", lambda on: ("found", {}.keys())), bare.get("all", lambda on: ("anew", {}.keys()))
    ('found', 'found')
    """

    __slots__ = ("_found", "board", "closed", "lanes")

    def __init__(self, board: Board, now: Lanes, closed: frozenset[str]) -> None:
        self.board, self.lanes, self.closed = board, now, closed
        self._found: dict[Hashable, _Found] = {}

    def get(self, key: Hashable, search: Callable[[Searches], tuple[_T, KeysView[str]]]) -> _T:
        """What a search finds; it is made when it is first asked for.

        Parameters
        ----------
        key
            What is searched: with the ground it decides the answer.
        search
            Gives the answer, and the hexes that it came to or would have begun from.
        """
        known = self._found.get(key)
        if known is None:
            (value, met), heard = remember(lambda: search(self))
            known = self._found[key] = _Found(value, met, heard)
        elif known.heard:
            tell(known.heard)
        return cast("_T", known.value)

    def known(self, key: Hashable) -> Any:
        """What a search found, where it has been made and nothing was heard meanwhile; otherwise None."""
        found = self._found.get(key)
        return None if found is None or found.heard else found.value

    def on(self, now: Lanes, closed: frozenset[str]) -> Searches:
        """The searches on the ground as it has become, with what was found where nothing has changed.

        Parameters
        ----------
        now, closed
            As in the class.
        """
        if now is not self.lanes:
            return Searches(self.board, now, closed)
        changed = closed ^ self.closed
        if not changed:
            return self
        doubtful = changed.union(*[terms.neighbours(space) for space in changed])
        found = Searches(self.board, now, closed)
        kept = {k: f for k, f in self._found.items() if not f.heard and f.met.isdisjoint(doubtful)}
        found._found = kept
        return found


def searches(view: View, side: str) -> Searches:
    """The searches for lines of a side in a position."""
    return terms.derived(
        view,
        f"lines/{side}/searches",
        lambda state: Searches(state.board, closed=barred(state, side), now=lanes_of(state)),
        lambda earlier, now: _handed_on(earlier, now, side),
    )


def _handed_on(earlier: Earlier[Searches], position: Position, side: str) -> Searches:
    return earlier.value.on(closed=barred(position, side), now=lanes_of(position))


def lanes_of(view: View) -> Lanes:
    """Steps of lines with the bridges that stand now."""
    state = terms.state_of(view)
    return lanes(state.board, blown(state), spanned(state))
