"""Section 13.53: motorized attackers attack once more; the same action serves an Attacker Rout."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import battle as fights
from adjudicator.june_six import r12_eligibility, r13_advance, terms
from adjudicator.june_six.battle import ATTACK, BREAKTHROUGH, ROUT, Battle
from adjudicator.position import Draft, Piece, State, View
from module_builder.vassal.values import dataclass

__all__ = [
    "AGAIN",
    "COUNTERATTACK",
    "HANDLERS",
    "ROUT_ATTACK",
    "AttackAgain",
    "ForgoAttack",
    "able_units",
    "again_options",
    "ask_attack",
    "begin",
    "check_force",
    "kind_of_stage",
    "stacks_of",
    "subsets",
    "targets_of",
]

AGAIN, ROUT_ATTACK, COUNTERATTACK = "breakthrough-attack", "rout-attack", "counterattack"
_MANY = 4


@dataclass(frozen=True, slots=True)
class AttackAgain(Action):
    """Attack in a Breakthrough (13.53), or as a defender who routs the attacker (13.63).

    Examples
    --------
    >>> AttackAgain(("us-2-cca",), "e1839").target
    'e1839'
    """

    units: tuple[str, ...]
    target: str


@dataclass(frozen=True, slots=True)
class ForgoAttack(Action):
    """Make no attack, or no further one, though the rules offer it.

    Examples
    --------
    >>> ForgoAttack()
    ForgoAttack()
    """


@dataclass(frozen=True, slots=True)
class _Offered:
    """Which units may attack."""

    units: tuple[str, ...]


_OFFERED = {
    AGAIN: Frame(AGAIN, "13.53", _Offered),
    ROUT_ATTACK: Frame(ROUT_ATTACK, "13.61", _Offered),
}


# --- who may ----------------------------------------------------------------------------------------------


@rule("13.53", "13.63")
def able_units(view: View, battle: Battle, stage: str) -> tuple[str, ...]:
    """Units that may still make the attack of a stage, next to an enemy or not.

    Parameters
    ----------
    stage
        `AGAIN` or `ROUT_ATTACK`.
    """
    if stage == ROUT_ATTACK:
        named: Iterable[str] = battle.defenders
    elif view.option("breakthrough-multi") == "B" and battle.kind == ATTACK:
        named = dict.fromkeys([*battle.attackers, *_attacked(view, battle.side)])
    else:
        named = battle.attackers
    found = (p for p in fights.units_of(view, named) if p.uid not in battle.again)
    return tuple(p.uid for p in found if stage == ROUT_ATTACK or terms.is_motorized(p.printed))


def _attacked(view: View, side: str) -> Iterator[str]:
    marked = (u for u in view.subjects("attacked") if view.flag("attacked", u))
    return (u for u in marked if u in view.pieces and view.pieces[u].side == side)


def kind_of_stage(stage: str) -> str:
    """Kind of combat that a stage leads to.

    Examples
    --------
    >>> kind_of_stage("rout-attack")
    'rout'
    """
    return ROUT if stage == ROUT_ATTACK else BREAKTHROUGH


@rule("12.2", "12.31")
def targets_of(view: View, uid: str, kind: str) -> tuple[str, ...]:
    """Hexes next to a unit that it may attack in a combat of a kind.

    Parameters
    ----------
    kind
        Kind of the combat.
    """
    piece = view.pieces[uid]
    near = [
        other for _, other in view.board.neighbours(piece.space) if terms.enemies(view, other, piece.side)
    ]
    return tuple(h for h in near if not r12_eligibility.attack_faults(view, uid, h, kind=kind))


# --- the stage --------------------------------------------------------------------------------------------


@rule("13.53")
def begin(draft: Draft, battle: Battle) -> bool:
    """Ask for the second attack of a Breakthrough, while a unit can make it.

    Returns
    -------
    bool
        Whether the attacker was asked, so that the stage comes again.
    """
    through = battle.kind != BREAKTHROUGH and r13_advance.cell_of(draft, battle).breakthrough
    return through and ask_attack(draft, battle, AGAIN, battle.side, "13.53")


def ask_attack(draft: Draft, battle: Battle, stage: str, side: str, section: str) -> bool:
    """Ask a side for an attack of some of its units, unless it has forgone it or none can be made.

    Parameters
    ----------
    stage, side, section
        Kind of the decision, who decides, and the section that offers it.

    Returns
    -------
    bool
        Whether it was asked.
    """
    kind = kind_of_stage(stage)
    able = [u for u in able_units(draft, battle, stage) if targets_of(draft, u, kind)]
    if stage in battle.over or not able:
        return False
    _OFFERED[stage].push(draft, _Offered(tuple(able)), side, rule=section)
    return True


def _check(inquiry: Inquiry, action: AttackAgain) -> None:
    top = inquiry.decision
    if top is None or top.kind not in _OFFERED:
        return
    section = "13.63" if top.kind == ROUT_ATTACK else "13.53"
    kind, among = kind_of_stage(top.kind), _OFFERED[top.kind].read(top).units
    check_force(inquiry, action.units, action.target, kind, among=among, section=section)


@rule("12.2", "12.23")
def check_force(
    inquiry: Inquiry, units: Sequence[str], target: str, kind: str, *, among: Sequence[str], section: str
) -> None:
    """Record every check of an attack by some of the units that a rule lets attack.

    Parameters
    ----------
    kind
        Kind of the combat.
    among, section
        Ids of the units that may, and the section that says so.
    """
    if not units or len(set(units)) < len(units):
        inquiry.refuse(section, "an attack names attacking units, each once", units=units)
    if target not in inquiry.board.spaces:
        inquiry.refuse(section, f"there is no hex {target}", spaces=[target])
        return
    for uid in dict.fromkeys(units):
        if inquiry.require(section, uid in among, "", f"{uid} may not make this attack", units=[uid]):
            for fault in r12_eligibility.attack_faults(inquiry, uid, target, kind=kind):
                inquiry.refuse(*fault, units=[uid], spaces=[target])
    if not inquiry.violations:
        titles = terms.titles(inquiry.pieces[u] for u in units)
        inquiry.note(section, f"{titles} may attack {inquiry.board.name(target)}, without support")


def _perform(draft: Draft, action: AttackAgain) -> None:
    top, fight = draft.settle(), fights.current(draft)
    if fight is None:
        return
    fights.amend(draft, again=(*fight.again, *action.units))
    side = draft.pieces[action.units[0]].side
    fights.begin(draft, Battle(kind_of_stage(top.kind), side, action.target, action.units))


def _perform_forgo(draft: Draft, action: ForgoAttack) -> None:  # noqa: ARG001 - it has no fields
    fights.skip(draft, draft.settle().kind)


def _check_forgo(inquiry: Inquiry, action: ForgoAttack) -> None:  # noqa: ARG001 - it has no fields
    top = inquiry.decision
    if top is None:
        return
    inquiry.note(top.rule, "no attack is made")
    if top.kind == ROUT_ATTACK:
        inquiry.note("13.64", "the attacker's activation goes on")


# --- options ----------------------------------------------------------------------------------------------


def subsets(units: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every set of some units, all of them first; of many, all but few of them and few of them.

    Examples
    --------
    >>> list(subsets(["a", "b"]))
    [('a', 'b'), ('a',), ('b',)]
    """
    count = len(units)
    for size in range(count, 0, -1):
        if count <= _MANY or size <= 2 or size >= count - 1:
            yield from itertools.combinations(units, size)


def again_options(state: State) -> Iterator[AttackAgain]:
    """Second attacks by sets of the units that may make them, hex by hex."""
    top = state.decision
    if top is None or top.kind not in _OFFERED:
        return
    aims = {u: targets_of(state, u, kind_of_stage(top.kind)) for u in _OFFERED[top.kind].read(top).units}
    for target in sorted({h for found in aims.values() for h in found}):
        yield from (AttackAgain(s, target) for s in subsets([u for u in aims if target in aims[u]]))


def _forgo_options(state: State) -> Iterator[ForgoAttack]:  # noqa: ARG001 - every position
    yield ForgoAttack()


def stacks_of(pieces: Iterable[Piece]) -> tuple[tuple[str, ...], ...]:
    """Ids of units, hex by hex.

    Parameters
    ----------
    pieces
        Units.
    """
    ordered = sorted(pieces, key=lambda p: (p.space, p.uid))
    groups = itertools.groupby(ordered, key=lambda p: p.space)
    return tuple(tuple(p.uid for p in group) for _, group in groups)


_OFFERS = frozenset(_OFFERED)
HANDLERS = (
    Handler(AttackAgain, _check, _perform, again_options, "13.53", answers=_OFFERS),
    Handler(
        ForgoAttack, _check_forgo, _perform_forgo, _forgo_options, "13.53", answers=_OFFERS | {COUNTERATTACK}
    ),
)
