"""Section 9.1: how many units of a side may stand in a hex when movement, retreat or advance is complete."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r01_part, terms
from adjudicator.position import Piece, Position, State, View
from adjudicator.ruling import Fault, Ruling
from counters.catalog import Unit
from module_builder.vassal.values import dataclass

__all__ = [
    "COMBAT_LIMIT",
    "LIMIT",
    "Count",
    "count_of",
    "counts",
    "faults",
    "fits",
    "room",
    "stack_ruling",
]

COMBAT_LIMIT = 2
LIMIT = 3


@dataclass(frozen=True, slots=True)
class Count:
    """Units of one side in a hex.

    Parameters
    ----------
    combat
        Combat units, Flak among them left out.
    support
        Combat Support units, Flak left out.
    flak_combat, flak_support
        German Flak units of either kind.

    Examples
    --------
    >>> Count(2, 1).total, Count(2, 1, 0, 1).legal, Count(2, 1, 0, 2).legal
    (3, True, False)
    """

    combat: int = 0
    support: int = 0
    flak_combat: int = 0
    flak_support: int = 0

    @property
    def total(self) -> int:
        """All units."""
        return self.combat + self.support + self.flak_combat + self.flak_support

    @property
    def legal(self) -> bool:
        """Whether they may stand together: one Flak unit may be more than the limits allow."""
        if self.total <= LIMIT and self.combat + self.flak_combat <= COMBAT_LIMIT:
            return True
        if not self.flak_combat + self.flak_support or self.total > LIMIT + 1:
            return False
        return self.combat + max(0, self.flak_combat - 1) <= COMBAT_LIMIT

    def plus(self, unit: Unit) -> Count:
        """The count with one unit more."""
        combat, flak = terms.is_combat(unit), _is_extra(unit)
        return Count(
            self.combat + (combat and not flak),
            self.support + (not combat and not flak),
            self.flak_combat + (combat and flak),
            self.flak_support + (flak and not combat),
        )


@rule("9.14")
def _is_extra(unit: Unit) -> bool:
    """Whether a unit may stand on a full stack: a German Flak unit."""
    return terms.is_flak(unit) and unit.side == terms.GERMAN


def count_of(pieces: Iterable[Piece]) -> Count:
    """The count of some units.

    Parameters
    ----------
    pieces
        Units of one side.

    Examples
    --------
    >>> count_of([Piece(Unit("us-1", "1", "1", "allied", "us"), "e1940", "full")]).combat
    1
    """
    found = [0, 0, 0, 0]
    for piece in pieces:
        unit = piece.printed
        found[2 * _is_extra(unit) + terms.is_support(unit)] += 1
    return Count(*found)


def counts(view: View, side: str) -> Mapping[str, Count]:
    """How many units of a side stand in each space, computed once for each position.

    Returns
    -------
    mapping
        Without the spaces that hold none.
    """
    return terms.derived(view, f"counts:{side}", lambda state: _counts(state, side))


def _counts(state: State, side: str) -> Mapping[str, Count]:
    found = {}
    for space in state.occupied():
        there = [p for p in state.units_in(space) if p.printed.side == side]
        if there:
            found[space] = count_of(there)
    return found


@rule("9.11", "9.12", "9.13", "9.14")
def faults(
    view: View, space: str, side: str, adding: Collection[str] = (), removing: Collection[str] = ()
) -> list[Fault]:
    """What breaks the stacking limits in a hex.

    Parameters
    ----------
    space
        Id of the hex; boxes know no limit.
    adding, removing
        Ids of units that would join it or leave it.

    Returns
    -------
    list of (str, str)
        Section and reason; empty when the stack is legal.
    """
    known = view.board.spaces.get(space)
    if known is None or not terms.is_hex(known):
        return []
    staying = {p.uid: p for p in terms.friends(view, space, side) if p.uid not in removing}
    joining = {u: view.pieces[u] for u in adding}
    found = count_of({**staying, **joining}.values())
    if found.legal:
        return []
    return _name_faults(found, known.name)


def _name_faults(found: Count, name: str) -> list[Fault]:
    flak = found.flak_combat + found.flak_support
    spare = min(1, flak)
    combat, total = found.combat + max(0, found.flak_combat - spare), found.total - spare
    besides = " besides one Flak" if spare else ""
    faults = []
    if combat > COMBAT_LIMIT:
        faults.append(Fault("9.12", f"{combat} combat units in {name}{besides}: no more than two may stack"))
    if total > LIMIT:
        section = "9.14" if found.combat + found.flak_combat else "9.13"
        faults.append(Fault(section, f"{total} units in {name}{besides}: no more than three may stack"))
    return faults


@rule("9.14")
def fits(there: Count | None, unit: Unit) -> bool:
    """Whether a unit fits on what stands in a hex."""
    return there is None or there.plus(unit).legal


@rule("9.11")
def room(view: View, space: str, uid: str) -> bool:
    """Whether a unit could end in a space without breaking the stacking limits."""
    return not faults(view, space, view.pieces[uid].side, (uid,))


@rule("9.12", "9.13", "9.14", "9.15", "9.3")
def stack_ruling(
    position: Position, space: str, side: str = "", *, adding: Collection[str] = (), strict: bool = False
) -> Ruling:
    """Answer whether a stack is within the limits.

    Parameters
    ----------
    side
        Whose stack; by default that of the units there, or of those that would join.
    """
    inquiry, name = Inquiry(position, strict=strict), position.board.name(space)
    there = [*position.units_in(space), *(position.pieces[u] for u in adding)]
    side = side or next((p.side for p in there), position.text("side"))
    found = count_of({p.uid: p for p in there if p.side == side}.values())
    if found.combat + found.flak_combat:
        inquiry.note("9.12", "Combat units, of which two may stack", found.combat + found.flak_combat)
    else:
        inquiry.note("9.13", "Combat Support units, of which three may stack", found.total)
    inquiry.note("9.14", "units, of which three may stack", found.total)
    if found.flak_combat + found.flak_support:
        inquiry.note("9.14", "one extra German Flak unit may stand on a full stack")
    inquiry.note("9.3", "either player may look through any stack")
    if position.flag("dp", space):
        inquiry.note("9.15", "the Delay Point there does not count")
    for section, text in [*r01_part.faults(inquiry, space), *faults(inquiry, space, side, adding)]:
        inquiry.refuse(section, text, units=[p.uid for p in there], spaces=(space,))
    verdict = f"The {side} stack in {name} is {'legal' if not inquiry.violations else 'too large'}."
    if out := r01_part.faults(inquiry, space):
        verdict = f"{out[0].text}: nobody stacks there."
    strangers = [p for p in there if p.side != side]
    if strangers and terms.is_hex(position.board.spaces[space]):
        verdict = f"Units of both sides cannot stand in {name}."
        told = f"{terms.titles(strangers)} cannot join the {side} stack in {name}"
        inquiry.refuse("8.14", told, units=[p.uid for p in strangers], spaces=(space,))
    answer = {"legal": not inquiry.violations, "combat": found.combat + found.flak_combat}
    return inquiry.ruling(f"stack {space}", verdict, {**answer, "units": found.total})
