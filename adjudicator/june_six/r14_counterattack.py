"""Section 14: Germans who were driven out by one hex strike back when the first Allied unit has entered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import battle as fights
from adjudicator.june_six import r12_eligibility, r20_crossings, terms
from adjudicator.june_six.battle import ATTACK, BREAKTHROUGH, GCA, Battle
from adjudicator.june_six.r07_activation import takes_part
from adjudicator.june_six.r12_fight import crosses
from adjudicator.june_six.r13_breakthrough import COUNTERATTACK, check_force, subsets
from adjudicator.position import AUTO, Decision, Draft, Piece, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "STEPS",
    "UNITS",
    "Counterattack",
    "DeclareCounterattack",
    "NameAttacks",
    "gca_faults",
    "may_join",
    "must_attack",
    "offer",
    "owed",
    "reservable",
    "reserve_options",
    "unit_options",
]

_MUSTER = "muster"


@dataclass(frozen=True, slots=True)
class DeclareCounterattack(Action):
    """Declare a German counterattack, at the moment the first Allied unit has entered the hex (14.12).

    Examples
    --------
    >>> DeclareCounterattack()
    DeclareCounterattack()
    """


@dataclass(frozen=True, slots=True)
class NameAttacks(Action):
    """Name the German hexes that are still going to be attacked in this activation (14.23).

    Units there cannot join the counterattack, and the hexes must be attacked while a unit is able to.

    Parameters
    ----------
    target
        Ids of the hexes; none for no other attack.

    Examples
    --------
    >>> NameAttacks(()).target
    ()
    """

    target: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Counterattack(Action):
    """Say which German units counterattack: those that had to retreat, and any others next to the hex.

    Examples
    --------
    >>> Counterattack(("ge-352-916",)).units
    ('ge-352-916',)
    """

    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Reservable:
    """Which hexes may be named."""

    hexes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Mustered:
    """Which units must and may attack which hex."""

    must: tuple[str, ...]
    may: tuple[str, ...]
    hex: str


_RESERVE, UNITS = (
    Frame("name-attacks", "14.23", _Reservable),
    Frame("counterattack-units", "14.23", _Mustered),
)


# --- whether, and who -------------------------------------------------------------------------------------


@rule("14.11", "14.12")
def gca_faults(view: View, battle: Battle) -> list[Fault]:
    """Why the entry of an Allied unit into the defender hex allows no counterattack.

    Returns
    -------
    list of (str, str)
        Section and sentence of each reason; empty when it does.
    """
    if battle.side != terms.ALLIED or battle.kind not in {ATTACK, BREAKTHROUGH}:
        return [Fault("14.21", "no Allied activation is suspended: only its attacks can be answered so")]
    found = []
    gone = not fights.units_of(view, battle.defenders)
    one_hex = any(battle.retreats.get(u) == 1 for u in battle.defenders)
    if gone and not one_hex and not _called(view, battle):
        found.append(
            Fault("14.11", "all defenders were eliminated, and the result called for no such retreat")
        )
    elif not gone and not one_hex:
        found.append(Fault("14.11", "no defender made a retreat of one hex"))
    if not must_attack(view, battle) and not may_join(view, battle):
        found.append(Fault("14.23", f"no German unit can attack {view.board.name(battle.hex)}"))
    return found


@rule("14.11")
def _called(view: View, battle: Battle) -> bool:
    """Whether the result called for a retreat: by the second reading, for one of one hex."""
    return battle.called == 1 or (battle.called > 1 and view.option("gca-eliminated") == "A")


@rule("14.22")
def must_attack(view: View, battle: Battle) -> tuple[str, ...]:
    """Units that had to retreat from the hex and can attack it: they take part in any counterattack."""
    driven = [p for p in fights.units_of(view, battle.defenders) if battle.retreats.get(p.uid)]
    return tuple(p.uid for p in driven if not _faults(view, p.uid, battle.hex))


def _faults(view: View, uid: str, target: str) -> list[Fault]:
    return r12_eligibility.attack_faults(view, uid, target, kind=GCA)


@rule("14.23")
def may_join(view: View, battle: Battle) -> tuple[str, ...]:
    """Other German units next to the hex that may take part, of whatever formation.

    Returns
    -------
    tuple of str
        Without those that an announced Allied attack is going to hit.
    """
    able = r12_eligibility.possible_attackers(view, battle.hex, terms.GERMAN, kind=GCA)
    must = must_attack(view, battle)
    return tuple(u for u in able if u not in must and not view.flag("announced", view.pieces[u].space))


@rule("14.23")
def reservable(view: View, battle: Battle) -> tuple[str, ...]:
    """Hexes of units that may join which the Allied player could still attack in this activation."""
    hexes = sorted({view.pieces[u].space for u in may_join(view, battle)})
    return tuple(h for h in hexes if _attackable(view, h, battle.attackers))


def _attackable(view: View, target: str, spent: Sequence[str] = ()) -> bool:
    """Whether an active Allied unit, none of those spent, can attack a hex that was not attacked before."""
    if fights.is_spent(view, target):
        return False
    near = [p for _, h in view.board.neighbours(target) for p in terms.friends(view, h, terms.ALLIED)]
    able = (p for p in near if p.uid not in spent and takes_part(view, p.uid))
    return any(_ready(view, p, target) for p in able)


@rule("14.23", "20.31")
def _ready(view: View, piece: Piece, target: str) -> bool:
    """Whether a unit could attack a hex now, over an unbridged Major River with help only."""
    wet = crosses(view, piece, target)
    if r12_eligibility.attack_faults(view, piece.uid, target, crossing=wet):
        return False
    return not wet or not r20_crossings.plan(view, ((piece.uid, piece.space),), assault=True).faults


@rule("14.23")
def owed(view: View) -> tuple[str, ...]:
    """Hexes that the Allied player has said he will attack, and still is able to.

    Returns
    -------
    tuple of str
        The activation cannot end before they are attacked.
    """
    named = (h for h in view.subjects("announced") if view.flag("announced", h))
    return tuple(h for h in named if terms.friends(view, h, terms.GERMAN) and _attackable(view, h))


# --- the flow ---------------------------------------------------------------------------------------------


@rule("14.12")
def offer(draft: Draft, battle: Battle) -> None:
    """Ask whether the German player declares a counterattack, where one is possible."""
    if not battle.gca and not gca_faults(draft, battle):
        fights.amend(draft, gca="asked")
        draft.ask(terms.GERMAN, COUNTERATTACK, "14.12", hex=battle.hex)


@rule("14.11", "14.12", "14.21")
def _check_declare(inquiry: Inquiry, action: DeclareCounterattack) -> None:  # noqa: ARG001 - no fields
    fight = fights.current(inquiry)
    if fight is not None:
        name = inquiry.board.name(fight.hex)
        inquiry.note("14.11", f"Germans left {name} by one hex, or died of a result with a retreat")
        inquiry.note("14.12", f"{inquiry.pieces[fight.entered].printed.title} has just entered {name}")
        inquiry.note("14.21", "the Allied activation is suspended, and no German formation is activated")
        must = terms.titles(inquiry.pieces[u] for u in must_attack(inquiry, fight))
        inquiry.note("14.22", f"must attack {name}: {must or 'nobody'}")


def _perform_declare(draft: Draft, action: DeclareCounterattack) -> None:  # noqa: ARG001 - no fields
    draft.settle()
    fight = fights.amend(draft, gca="made")
    draft.ask(AUTO, _MUSTER, "14.23", hex=fight.hex)
    if hexes := reservable(draft, fight):
        _RESERVE.push(draft, _Reservable(hexes), terms.ALLIED)


def _declare_options(state: State) -> Iterator[DeclareCounterattack]:  # noqa: ARG001 - every position
    yield DeclareCounterattack()


@rule("14.23")
def _check_reserve(inquiry: Inquiry, action: NameAttacks) -> None:
    asked = _RESERVE.asked(inquiry)
    known = asked.hexes if asked is not None else ()
    once = len(set(action.target)) == len(action.target)
    inquiry.require("14.23", once, "", "each hex is named once", spaces=action.target)
    if not action.target:
        inquiry.note("14.23", "no attack of this activation is named")
    for space in action.target:
        name = inquiry.board.name(space)
        text = f"no unit of {name} could join, or nobody can attack it in this activation"
        inquiry.require("14.23", space in known, f"{name} is still to be attacked", text, spaces=[space])


def _perform_reserve(draft: Draft, action: NameAttacks) -> None:
    draft.settle()
    for space in action.target:
        draft.set("announced", True, space)


def reserve_options(state: State) -> Iterator[NameAttacks]:
    """No hex, then sets of those that may be named."""
    asked = _RESERVE.asked(state)
    if asked is not None:
        yield NameAttacks(())
        yield from (NameAttacks(hexes) for hexes in subsets(asked.hexes))


@rule("14.22", "14.23")
def _muster(draft: Draft, decision: Decision) -> None:  # noqa: ARG001 - the combat knows its hex
    """Ask which units counterattack; nobody is asked when only those that must can."""
    fight = fights.current(draft)
    if fight is None:
        return
    must, may = must_attack(draft, fight), may_join(draft, fight)
    if may:
        UNITS.push(draft, _Mustered(must, may, fight.hex), terms.GERMAN)
    elif must:
        fights.begin(draft, Battle(GCA, terms.GERMAN, fight.hex, must))
    else:
        fights.amend(draft, gca="asked")


@rule("14.22", "14.23")
def _check_units(inquiry: Inquiry, action: Counterattack) -> None:
    asked = UNITS.asked(inquiry)
    if asked is None:
        return
    must, may = asked.must, asked.may
    check_force(inquiry, action.units, asked.hex, GCA, among=[*must, *may], section="14.23")
    left = [u for u in must if u not in action.units]
    titles = terms.titles(inquiry.pieces[u] for u in left)
    inquiry.require("14.22", not left, "", f"units that had to retreat must attack: {titles}", units=left)


def _perform_units(draft: Draft, action: Counterattack) -> None:
    target = UNITS.settle(draft).hex
    fights.begin(draft, Battle(GCA, terms.GERMAN, target, action.units))


def unit_options(state: State) -> Iterator[Counterattack]:
    """The units that must attack, alone and with sets of those that may."""
    asked = UNITS.asked(state)
    if asked is None:
        return
    must, may = asked.must, asked.may
    if must:
        yield Counterattack(must)
    yield from (Counterattack((*must, *more)) for more in subsets(may))


HANDLERS = (
    Handler(
        DeclareCounterattack,
        _check_declare,
        _perform_declare,
        _declare_options,
        "14.12",
        answers=frozenset({COUNTERATTACK}),
    ),
    Handler(
        NameAttacks,
        _check_reserve,
        _perform_reserve,
        reserve_options,
        "14.23",
        answers=frozenset({_RESERVE.kind}),
    ),
    Handler(
        Counterattack, _check_units, _perform_units, unit_options, "14.23", answers=frozenset({UNITS.kind})
    ),
)
STEPS = {_MUSTER: _muster}
