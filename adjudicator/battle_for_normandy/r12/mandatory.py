"""Sections 12.3 and 22.5o: which hexes must be attacked, what is exempt, what becomes of who did not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r05_zones_of_control import extends, in_ezoc, projectors
from adjudicator.battle_for_normandy.r10.closed import is_outward
from adjudicator.battle_for_normandy.r10.cost import entry_faults
from adjudicator.battle_for_normandy.r12 import battle as battles
from adjudicator.battle_for_normandy.r12.battle import AttackRecord
from adjudicator.citation import rule
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = [
    "Duty",
    "duties",
    "exemption",
    "hex_exemption",
    "is_free_time",
    "is_met",
    "note_owed",
    "owed_by",
    "spared",
    "unit_duty",
    "unit_exemption",
    "unsatisfied",
    "why_free",
]

_NONE: Fault = Fault("", "")
_WATER = frozenset({"stream", "major-river"})
_GROUND = frozenset({"clear", "farmland", "flooded"})


@dataclass(frozen=True, slots=True)
class Duty:
    """What the rules of mandatory attacks demand for a unit.

    Parameters
    ----------
    hexes
        Hexes that must be attacked or fired at.
    unmet
        Those of them that have not been.
    exempt
        Hexes next to it that need not be, each with section and sentence.

    Examples
    --------
    >>> Duty("us-1", ("c3014",), ("c3014",)).is_met
    False
    """

    unit: str
    hexes: tuple[str, ...]
    unmet: tuple[str, ...] = ()
    exempt: tuple[tuple[str, str, str], ...] = ()
    reason: Fault = _NONE

    @property
    def is_met(self) -> bool:
        """Whether nothing is left to attack."""
        return not self.unmet


# --- exceptions -------------------------------------------------------------------------------------------


@rule("12.3", "10.6")
def is_free_time(view: View) -> str:
    """Why nobody has to attack in this turn; empty by day in good weather."""
    if view.text("time") == "night":
        return "a Night turn"
    return "a Heavy Rain or Storm turn" if terms.is_bad_weather(view) else ""


@rule("12.3", "18.9.3", "20.5")
def unit_exemption(view: View, piece: Piece) -> Fault:
    """Why a unit never has to take part in a mandatory attack.

    Returns
    -------
    (str, str)
        Section and sentence; both empty when it has to.
    """
    space = view.board.spaces[piece.space]
    if view.feature(space, "poi", "12.3"):
        return Fault("12.3", f"{space.name} holds a Point of Interest")
    there = terms.friends(view, piece.space, piece.side)
    fixed = [p for p in there if terms.is_strongpoint(p.printed) or terms.is_static(p.printed)]
    dug = view.text("entrenchment", space.id) == "ready"
    dug = dug and view.text("entrenchment-side", space.id) == piece.side
    if (fixed or dug) and terms.terrain(view, space.id, "12.3") in _GROUND:
        section = "18.9.3" if any(terms.is_strongpoint(p.printed) for p in fixed) else "12.3"
        what = terms.titles(fixed) or "an Entrenchment"
        return Fault(section, f"it stands with {what} in {space.name}")
    if _is_surrounded(view, piece):
        return Fault("12.3", "it is surrounded and cannot move away")
    return _NONE


@rule("12.3", "5.2")
def _is_surrounded(view: View, piece: Piece) -> bool:
    """Whether enemies, EZOCs and closed terrain lie all around a unit."""
    held = in_ezoc(view, piece.space, piece.side)
    for _, other in view.board.neighbours(piece.space):
        known = view.board.spaces[other]
        if not terms.is_hex(known) or (held and in_ezoc(view, other, piece.side)):
            continue
        if not _foes(view, other, piece.side) and not entry_faults(view, piece, piece.space, other):
            return False
    return True


@rule("12.3", "10.6")
def hex_exemption(view: View, piece: Piece, target: str) -> Fault:
    """Why a unit need not attack one enemy hex.

    Parameters
    ----------
    view, piece, target
        The position, the unit and the enemy hex.

    Returns
    -------
    (str, str)
        Section and sentence; both empty when it must.
    """
    name, edge = view.board.name(target), view.board.edge(piece.space, target)
    if edge is not None and view.boundary(edge, "12.3") in _WATER:
        return Fault("12.3", f"a stream or river lies between it and {name}")
    if is_outward(view, piece.space, target):
        section = "10.6" if piece.side == terms.GERMAN and _is_plain(view, target) else "12.3"
        return Fault(section, f"the Cherbourg Perimeter lies between it and {name}")
    foes = _foes(view, target, piece.side)
    fixed = all(terms.is_strongpoint(p.printed) or terms.is_static(p.printed) for p in foes)
    if piece.side == terms.ALLIED and foes and fixed:
        return Fault("12.3", f"only Strongpoints and static artillery are in {name}")
    return _NONE


def _is_plain(view: View, space: str) -> bool:
    return terms.terrain(view, space, "10.6") in {"clear", "farmland"}


@rule("12.3")
def exemption(view: View, piece: Piece, target: str) -> Fault:
    """Why a unit need not attack a hex, for its own sake or that of the hex.

    Parameters
    ----------
    view, piece, target
        The position, the unit and the enemy hex.

    Returns
    -------
    (str, str)
        Section and sentence; both empty when it must.
    """
    own = unit_exemption(view, piece)
    return own if own[0] else hex_exemption(view, piece, target)


def _foes(view: View, space: str, side: str) -> list[Piece]:
    return [p for p in terms.enemies(view, space, side) if not terms.is_naval(p.printed)]


# --- what is demanded -------------------------------------------------------------------------------------


@rule("12.3")
def _is_bound(piece: Piece) -> bool:
    """Whether a unit is a friendly ground unit that can have duties."""
    return terms.is_ground(piece.printed) and not terms.is_static(piece.printed)


@rule("12.3")
def _adjacent(view: View, piece: Piece) -> list[str]:
    """Hexes with enemy units that can fight next to a unit, not over an all-sea hexside."""
    found = []
    for edge, other in view.board.neighbours(piece.space):
        near = terms.is_hex(view.board.spaces[other]) and any(
            terms.has_zoc(p.printed) for p in _foes(view, other, piece.side)
        )
        if near and view.boundary(edge, "12.3") != "sea":
            found.append(other)
    return sorted(found)


@rule("12.3", "5.1")
def _exerting(view: View, piece: Piece) -> list[str]:
    """Hexes whose enemy units exert a ZOC into the hex of a unit."""
    return list(projectors(view, piece.space, piece.side))


@rule("12.3")
def is_met(view: View, target: str, side: str) -> bool:
    """Whether a hex has been attacked or fired at in this phase, or nobody is left there to be attacked.

    Parameters
    ----------
    view, target, side
        The position, the enemy hex, and the attacker.

    Returns
    -------
    bool
        Units that retreated into it in this phase were attacked already.
    """
    if battles.is_spent(view, target):
        return True
    return all(view.flag("retreated", p.uid) for p in _foes(view, target, side))


@rule("12.3")
def owed_by(view: View, piece: Piece, target: str) -> tuple[str, ...]:
    """Hexes that must be attacked too when a unit attacks a hex.

    Parameters
    ----------
    piece, target
        The attacker, and the hex that it attacks.

    Returns
    -------
    tuple of str
        Without the hex itself. Whoever attacks in spite of an exception has no exceptions any more.
    """
    if view.option("22.5o") == "B" or not _is_bound(piece):
        return ()
    near = dict.fromkeys(_exerting(view, piece))
    if not is_free_time(view) and terms.is_open(view, piece.space):
        near |= dict.fromkeys(_adjacent(view, piece))
    ignoring = bool(exemption(view, piece, target)[0])
    found = [h for h in near if h != target and (ignoring or not hex_exemption(view, piece, h)[0])]
    if ignoring and view.option("exempt-stream") == "B":
        found = [h for h in found if not _over_water(view, piece.space, h)]
    return tuple(sorted(found))


@rule("12.3", "5.3")
def spared(view: View, piece: Piece, target: str) -> Iterator[Fault]:
    """Why enemy hexes next to a unit need not be attacked though it attacks a hex."""
    owed, here = owed_by(view, piece, target), view.board.name(piece.space)
    for edge, other in view.board.neighbours(piece.space):
        if (
            other == target
            or other in owed
            or not any(terms.has_zoc(p.printed) for p in _foes(view, other, piece.side))
        ):
            continue
        name, why = view.board.name(other), extends(view.board, edge, piece.space)
        section, text = hex_exemption(view, piece, other)
        if why:
            yield Fault("5.3", f"no ZOC extends out of {name} into {here}: {why}")
        elif section:
            yield Fault(section, f"{name} need not be attacked: {text}")


def _over_water(view: View, frm: str, to: str) -> bool:
    edge = view.board.edge(frm, to)
    return edge is not None and view.boundary(edge, "12.3") in _WATER


@rule("12.3")
def note_owed(draft: Draft, attack: AttackRecord) -> None:
    """Keep for the rest of the phase what each attacker must see attacked besides."""
    here = battles.frozen(draft)
    for piece in battles.units_of(here, attack.attackers):
        owed = owed_by(here, piece, attack.hex)
        if owed:
            draft.set("owed", " ".join(owed), piece.uid)


@rule("12.3", "22.5o")
def duties(view: View, side: str = "") -> tuple[Duty, ...]:
    """What each unit of the Phasing Player must attack, or see attacked, and what of it is still to do.

    Parameters
    ----------
    side
        Whose duties; the Phasing Player's without.

    Returns
    -------
    tuple of Duty
        Units without any enemy next to them are left out; none with option 22.5o.
    """
    who = side or view.text("side")
    if view.option("22.5o") == "B":
        return ()
    return terms.derived(view, f"duties:{who}", lambda state: tuple(_duties(state, who)))


def _duties(state: State, side: str) -> Iterator[Duty]:
    near = _front(state, side)
    for space in sorted(near):
        for piece in terms.friends(state, space, side):
            if _is_bound(piece):
                duty = _duty(state, piece)
                if duty.hexes or duty.exempt:
                    yield duty


def _front(state: State, side: str) -> set[str]:
    """Hexes with units of a side next to the enemy, or with units that owe an attack."""
    mine = {p.space for p in state.pieces.values() if p.printed.side == side}
    foes = {p.space for p in state.pieces.values() if p.printed.side != side and terms.on_map(state, p)}
    found = {space for foe in foes for space in terms.neighbours(foe) if space in mine}
    return found | {state.pieces[u].space for u in state.subjects("owed") if u in state.pieces}


def _duty(view: View, piece: Piece) -> Duty:
    """Rule 2 for who has attacked, rule 1 for who has not; who retreated has no duty any more."""
    if owed := view.text("owed", piece.uid):
        hexes = tuple(owed.split())
        why = Fault("12.3", "it has attacked: every enemy whose ZOC covers its hex must be attacked")
        return Duty(piece.uid, hexes, _unmet(view, hexes, piece.side), reason=why)
    if view.flag("attacked", piece.uid) or view.flag("retreated", piece.uid):
        return Duty(piece.uid, ())
    near = _adjacent(view, piece)
    if not near or not terms.is_open(view, piece.space):
        return Duty(piece.uid, ())
    free = is_free_time(view)
    told = [(h, *(("12.3", free) if free else exemption(view, piece, h))) for h in near]
    hexes = tuple(h for h, section, _ in told if not section)
    exempt = tuple(row for row in told if row[1])
    name = view.board.name(piece.space)
    why = Fault(
        "12.3", f"{name} is {terms.terrain(view, piece.space, '12.3')}, and enemies are adjacent by day"
    )
    return Duty(piece.uid, hexes, _unmet(view, hexes, piece.side), exempt, why)


@rule("12.3")
def why_free(view: View, piece: Piece) -> Fault:
    """Why a unit need not attack at all, whatever stands next to it.

    Returns
    -------
    (str, str)
        Section and sentence; both empty where a hex next to it is owed or exempt.
    """
    title, name = piece.printed.title, view.board.name(piece.space)
    if not _is_bound(piece):
        return Fault("12.3", f"{title} is no unit that must attack")
    if view.flag("attacked", piece.uid):
        return Fault("12.3", f"{title} has attacked in this phase, and owes no other attack")
    if view.flag("retreated", piece.uid):
        return Fault("12.3", f"{title} has retreated in this phase")
    if not _adjacent(view, piece):
        return Fault("12.3", f"no enemy unit that exerts a ZOC is next to {title} by land")
    if not terms.is_open(view, piece.space):
        what = terms.terrain(view, piece.space, "12.3")
        if what in _GROUND:  # by a reading a Village or Town makes it another hex
            what = terms.settlement(view, piece.space, "12.3")
        where = "only in Clear, Farmland or Flooded hexes must units attack"
        return Fault("12.3", f"{title} stands in {name}, {what}: {where}")
    return _NONE


def _unmet(view: View, hexes: Iterable[str], side: str) -> tuple[str, ...]:
    return tuple([h for h in hexes if not is_met(view, h, side)])


@rule("12.3")
def unsatisfied(view: View, side: str = "") -> tuple[Duty, ...]:
    """Duties of the Phasing Player that are not met yet.

    Parameters
    ----------
    view, side
        As in `duties`.
    """
    return tuple([d for d in duties(view, side) if not d.is_met])


# --- the end of the phase ---------------------------------------------------------------------------------


def unit_duty(view: View, uid: str) -> Duty:
    """The duty of one unit as the position stands, whoever is phasing."""
    piece = view.pieces[uid]
    if view.option("22.5o") == "B" or not _is_bound(piece):
        return Duty(uid, ())
    return _duty(view, piece)
