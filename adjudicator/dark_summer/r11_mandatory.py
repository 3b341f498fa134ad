"""Section 11.2: Mandatory Attacks, which an attack out of several hexes brings about."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from adjudicator.citation import rule
from adjudicator.dark_summer import terms
from adjudicator.dark_summer.r06_zones_of_control import extends
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Violation
from module_builder.vassal.values import dataclass

__all__ = ["Duty", "check_duties", "cover", "debts", "duties", "in_reaction", "owed_by", "record", "spared"]

_SPARED = frozenset({"C", "W", "S"})
Able = Callable[[str, str], bool]


@dataclass(frozen=True, slots=True)
class Duty:
    """A hex next to the attackers that holds other enemy units.

    Parameters
    ----------
    origins
        Hexes of the attackers whose ZOC covers it; empty when none does.
    rule, excuse
        Section and reason why it need not be attacked; empty when it must be.

    Examples
    --------
    >>> Duty("3405", ("3304",)).binds
    True
    """

    hex: str
    origins: tuple[str, ...]
    rule: str = ""
    excuse: str = ""

    @property
    def binds(self) -> bool:
        """Whether the hex must be attacked this Round."""
        return not self.excuse


# --- which hexes must be attacked -------------------------------------------------------------------------


@rule("11.1", "11.2")
def spared(view: View, side: str, space: str) -> tuple[Violation, ...]:
    """Why Germans attack nobody in a C, W or S hex; empty of other hexes, and for the Allies."""
    if side != terms.GERMAN or terms.letter(view, space) not in _SPARED:
        return ()
    text = f"Germans do not attack {view.board.name(space)}, a Lettered hex"
    return (Violation("11.1", text, (), (space,)),)


@rule("11.2", "6.4")
def duties(view: View, target: str, units: Iterable[str]) -> tuple[Duty, ...]:
    """Hexes that an attack makes the attacker attack too, and those near by that it does not.

    Returns
    -------
    tuple of Duty
        Sorted by hex; empty when all attackers stand in one hex.
    """
    attackers = [view.pieces[uid] for uid in units]
    origins = sorted({p.space for p in attackers})
    if len(origins) < 2:
        return ()
    side = attackers[0].side
    near = {other for o in origins for _, other in view.board.neighbours(o)} - {target}
    held = sorted(h for h in near if terms.is_hex(view.board.spaces[h]) and terms.enemies(view, h, side))
    projecting = [o for o in origins if _projects(view, o, attackers)]
    return tuple(_duty(view, h, side, projecting) for h in held)


def _projects(view: View, origin: str, attackers: Sequence[Piece]) -> bool:
    """Whether the attackers in a hex project a ZOC; with ``stack-zoc=B`` their stack does it for them."""
    if not terms.is_hex(view.board.spaces[origin]):
        return False
    if view.option("stack-zoc") == "B":
        return any(terms.has_zoc(p.printed) for p in terms.friends(view, origin, attackers[0].side))
    return any(terms.has_zoc(p.printed) for p in attackers if p.space == origin)


def _duty(view: View, hexagon: str, side: str, origins: Iterable[str]) -> Duty:
    there, board = terms.enemies(view, hexagon, side), view.board
    reaching, stopped = [], ""
    for origin in origins:
        edge = board.edge(origin, hexagon)
        if edge is not None:
            reaches, why = extends(view, edge, board.spaces[hexagon], side)
            reaching += [origin] if reaches else []
            stopped = stopped or ("" if reaches else why)
    covered = tuple(reaching)
    if not covered:
        why = stopped or "no attacker projects a ZOC into it"
        return Duty(hexagon, (), "6.1" if stopped else "6.0", why)
    if view.flag("hex-attacked", hexagon):
        return Duty(hexagon, covered, "11.2", "it has been attacked this Round")
    if all(view.flag("retreated", p.uid) for p in there):
        return Duty(hexagon, covered, "11.2", "its units were attacked this Round, and retreated")
    if all(terms.is_battalion(p.printed) for p in there):
        return Duty(hexagon, covered, "11.2", "only battalions are there")
    if spared(view, side, hexagon):
        return Duty(hexagon, covered, "11.2", "Germans do not attack C, W and S hexes")
    return Duty(hexagon, covered)


# --- whether they can be attacked -------------------------------------------------------------------------


def debts(view: View) -> tuple[str, ...]:
    """Hexes that must still be attacked this Round, whether or not anyone can.

    Returns
    -------
    tuple of str
        Owed hexes that were not attacked and where somebody stands who was not attacked elsewhere.
    """
    side = view.text("side")
    return tuple(h for h in sorted(view.subjects("owed")) if view.flag("owed", h) and _open(view, h, side))


def _open(view: View, hexagon: str, side: str) -> bool:
    fresh = [p for p in terms.enemies(view, hexagon, side) if not view.flag("retreated", p.uid)]
    return bool(fresh) and not view.flag("hex-attacked", hexagon)


def cover(hexes: Sequence[str], units: Collection[str], able: Able) -> Mapping[str, str]:
    """Give as many hexes as possible a unit of their own that can attack them.

    Parameters
    ----------
    hexes
        What is to be attacked; a single stack is enough, and brings no further duty.

    Returns
    -------
    mapping
        Hex -> unit, a maximum matching.

    Examples
    --------
    >>> dict(cover(["a", "b"], ["1", "2"], lambda unit, hexagon: unit == "1" or hexagon == "a"))
    {'a': '2', 'b': '1'}
    """
    taken: dict[str, str] = {}

    def find(hexagon: str, seen: set[str]) -> bool:
        for uid in units:
            if uid in seen or not able(uid, hexagon):
                continue
            seen.add(uid)
            if uid not in taken or find(taken[uid], seen):
                taken[uid] = hexagon
                return True
        return False

    for hexagon in hexes:
        find(hexagon, set())
    return {hexagon: uid for uid, hexagon in sorted(taken.items(), key=lambda pair: pair[1])}


@rule("11.2", "15.0", "9.3.4")
def check_duties(inquiry: Inquiry, target: str, units: Sequence[str], able: Able) -> None:
    """Say which Mandatory Attacks an attack brings about, and whether they can all be made."""
    origins = {inquiry.pieces[uid].space for uid in units}
    if len(origins) < 2:
        inquiry.note("11.2", "a single stack attacks: no Mandatory Attack follows")
    binding = _note_duties(inquiry, duties(inquiry, target, units))
    if len(origins) > 1 and not binding:
        inquiry.note("11.2", "no other enemy unit must be attacked because of it")
    if refused := in_reaction(inquiry, binding):
        inquiry.violations.extend(refused)
        return
    _check_cover(inquiry, target, units, binding, able)


@rule("9.3.4", "11.2")
def in_reaction(view: View, binding: Sequence[str]) -> tuple[Violation, ...]:
    """Why a Reaction Round does not allow an attack that brings Mandatory Attacks about.

    Parameters
    ----------
    binding
        Hexes that would have to be attacked too.
    """
    if not binding or view.text("round-kind") != "reaction":
        return ()
    return (Violation("9.3.4", "a Reaction Round allows no Mandatory Attack", (), tuple(binding)),)


def _note_duties(inquiry: Inquiry, found: Iterable[Duty]) -> list[str]:
    binding, name = [], inquiry.board.name
    for duty in found:
        if duty.binds:
            by = ", ".join(map(name, duty.origins))
            inquiry.note("11.2", f"{name(duty.hex)} must be attacked this Round too: in the ZOC of {by}")
            binding.append(duty.hex)
        else:
            inquiry.note(duty.rule, f"{name(duty.hex)} need not be attacked: {duty.excuse}")
    return binding


def _check_cover(
    inquiry: Inquiry, target: str, units: Sequence[str], binding: Sequence[str], able: Able
) -> None:
    """No attack may leave more hexes without a possible attacker than there were before."""
    before = debts(inquiry)
    after = sorted({*before, *binding} - {target})
    if not after:
        return
    free = _free(inquiry, inquiry.pieces[units[0]].side)
    covered = cover(after, [u for u in free if u not in units], able)
    missing = len(before) - len(cover(before, free, able))
    bare = [h for h in after if h not in covered]
    for hexagon, uid in covered.items():
        title = inquiry.pieces[uid].printed.title
        inquiry.note("11.2", f"{title} can still attack {inquiry.board.name(hexagon)}")
    if len(bare) > missing:
        names = ", ".join(map(inquiry.board.name, bare))
        inquiry.refuse("11.2", f"no unit is left that can make the Mandatory Attack on {names}", spaces=bare)


def _free(view: View, side: str) -> list[str]:
    """Units of a side next to an enemy that have not attacked this Round, sorted."""
    return sorted(_adjacent(terms.state_of(view), view, side))


def _adjacent(state: State, view: View, side: str) -> Iterator[str]:
    for space in state.occupied():
        if space in state.board.spaces and any(
            terms.enemies(state, other, side) for _, other in state.board.neighbours(space)
        ):
            yield from (p.uid for p in terms.friends(state, space, side) if not view.flag("attacked", p.uid))


# --- what a Round still owes ------------------------------------------------------------------------------


@rule("11.2")
def record(draft: Draft, target: str, units: Iterable[str]) -> None:
    """Remember the hexes that an attack makes the attacker attack; call it before anything changes."""
    for duty in duties(draft, target, list(units)):
        if duty.binds:
            draft.set("owed", True, duty.hex)
    draft.clear("owed", target)


def owed_by(view: View, able: Able) -> tuple[str, ...]:
    """Hexes that must still be attacked this Round and that some unit can attack."""
    open_debts = debts(view)
    if not open_debts:
        return ()
    return tuple(cover(open_debts, _free(view, view.text("side")), able))
