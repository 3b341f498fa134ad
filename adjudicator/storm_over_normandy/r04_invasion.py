"""Section 4.0, third part: the strongpoints attack who landed, then the landed units attack."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.errors import PositionError
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Draft, Piece, Position, State, View
from adjudicator.rules import PhaseRule
from adjudicator.ruling import Ruling
from adjudicator.storm_over_normandy import r05_flow, r09_attack, terms
from adjudicator.storm_over_normandy.r09_strength import Attack, explain_strength
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "PHASE_RULES",
    "BeachAttack",
    "EndBeachAttacks",
    "StrongpointAttack",
    "after_strongpoints",
    "beach_attack",
    "beach_ruling",
    "came_from",
    "landed_units",
    "spend_strongpoints",
    "strongpoint_attack",
    "strongpoint_ruling",
]

_FIRED, _ATTACKED = "strongpoints-fired", "beach-attacked"
_JUST_LANDED = frozenset({"strongpoints", "beaches"})
_BEFORE_BEACHES = frozenset({"set-up", "airborne", "bombardment", "strongpoints"})


@dataclass(frozen=True, slots=True)
class StrongpointAttack(Action):
    """Let the strongpoints of a beach attack who landed there; the Allied player chooses the order.

    Examples
    --------
    >>> StrongpointAttack("omaha-1").area
    'omaha-1'
    """

    area: str


@dataclass(frozen=True, slots=True)
class BeachAttack(Action):
    """Attack on a beach with units that have just landed there and are still fresh.

    Examples
    --------
    >>> BeachAttack("utah", ("us-4-8",)).units
    ('us-4-8',)
    """

    area: str
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EndBeachAttacks(Action):
    """End the invasion phase: no more landed units attack.

    Examples
    --------
    >>> EndBeachAttacks()
    EndBeachAttacks()
    """


# --- who takes part ---------------------------------------------------------------------------------------


@rule("4.0")
def came_from(view: View, piece: Piece) -> str:
    """Landing Box from which an Allied unit has just landed; empty for one that came otherwise.

    While the strongpoints and the landed units attack, a unit that is not airborne can stand on a beach only
    because it has just landed there, whether the position says so or not.
    """
    if said := terms.state_of(view).facts.get(("landed", piece.uid)):
        return str(said)
    on_beach = piece.space in terms.beaches(view) and not terms.is_airborne(piece.printed)
    if on_beach and view.text("phase") in _JUST_LANDED:
        return terms.box_of(view, piece.space)
    return view.text("landed", piece.uid)


@rule("4.0")
def landed_units(view: View, beach: str) -> tuple[Piece, ...]:
    """Units that have just landed on a beach and are still there."""
    return tuple(p for p in terms.friends(view, beach, terms.ALLIED) if came_from(view, p))


@rule("4.0")
def strongpoint_attack(view: View, beach: str) -> Attack:
    """The attack that the strongpoints of a beach owe; who retreats goes back to the box it came from."""
    fire = tuple(p.uid for p in terms.strongpoints(view, beach) if p.status == terms.FRESH)
    back = {p.uid: came_from(view, p) for p in landed_units(view, beach)}
    return Attack("strongpoints", terms.GERMAN, beach, fire, tuple(back), retreat_to=back)


@rule("4.0")
def beach_attack(beach: str, units: Sequence[str]) -> Attack:
    """The attack of landed units on a beach.

    Examples
    --------
    >>> beach_attack("utah", ["us-4-8"]).kind
    'landed'
    """
    return Attack("landed", terms.ALLIED, beach, tuple(units))


def _owes(view: View, beach: str) -> bool:
    """Whether the strongpoints of a beach have still to attack."""
    attack = strongpoint_attack(view, beach)
    return bool(attack.attackers and attack.targets) and not view.flag(_FIRED, beach)


def _ready(view: View, beach: str) -> tuple[str, ...]:
    """Landed units that may still attack on a beach."""
    if view.flag(_ATTACKED, beach) or not terms.enemies(view, beach, terms.ALLIED):
        return ()
    return tuple(p.uid for p in landed_units(view, beach) if p.status == terms.FRESH)


@rule("4.0")
def _all_fired(view: View) -> bool:
    return not any(_owes(view, beach) for beach in terms.beaches(view))


@rule("4.0")
def _all_attacked(view: View) -> bool:
    return not any(_ready(view, beach) for beach in terms.beaches(view))


@rule("4.0")
def spend_strongpoints(draft: Draft) -> None:
    """Turn every strongpoint on a beach to its spent side."""
    for beach in terms.beaches(draft):
        for piece in terms.strongpoints(draft, beach):
            draft.set_status(piece.uid, terms.SPENT)


@rule("4.0")
def after_strongpoints(position: Position) -> Position:
    """The position with every strongpoint on a beach spent, where they have still to attack.

    Returns
    -------
    Position
        The same one once they have attacked.
    """
    if position.text("phase") not in _BEFORE_BEACHES:
        return position
    draft = position.draft()
    spend_strongpoints(draft)
    return draft.finish()


# --- the strongpoints attack ------------------------------------------------------------------------------


def _is_beach(inquiry: Inquiry, area: str) -> bool:
    known = area in terms.beaches(inquiry)
    name = inquiry.board.name(area)
    return inquiry.require("4.0", known, "", f"{name} is no beach Area", spaces=[area])


@rule("4.0")
def _check_strongpoints(inquiry: Inquiry, action: StrongpointAttack) -> None:
    if not _is_beach(inquiry, action.area):
        return
    name, at = inquiry.board.name(action.area), [action.area]
    attack = strongpoint_attack(inquiry, action.area)
    fired = inquiry.flag(_FIRED, action.area)
    inquiry.require("4.0", not fired, "", f"the strongpoints of {name} have attacked", spaces=at)
    some = bool(attack.attackers)
    inquiry.require("4.0", some or fired, "", f"no fresh strongpoint is left in {name}", spaces=at)
    titles = terms.titles(inquiry.pieces[u] for u in attack.targets)
    failed = f"no unit has just landed in {name}"
    inquiry.require("4.0", bool(titles), f"they attack who just landed: {titles}", failed, spaces=at)
    if titles and some and not fired:
        inquiry.note("4.0", "the attack takes place whatever their firepower; then they are spent")


def _perform_strongpoints(draft: Draft, action: StrongpointAttack) -> None:
    attack = strongpoint_attack(draft, action.area)
    missing = sorted({box for box in attack.retreat_to.values() if box not in draft.board.spaces})
    if missing:
        boxes = ", ".join(missing)
        raise PositionError([f"the position has no {boxes}, where landed units retreat to (4.0): add it"])
    draft.set(_FIRED, True, action.area)
    r09_attack.begin(draft, attack)


def _strongpoint_options(state: State) -> Iterator[StrongpointAttack]:
    yield from (StrongpointAttack(b) for b in terms.beaches(state) if _owes(state, b))


def _toward_strongpoints(before: Position, after: Position) -> Iterator[StrongpointAttack]:  # noqa: ARG001
    """Every attack that is owed: the phase does not end without it, whatever else shows."""
    yield from _strongpoint_options(before)


# --- the landed units attack ------------------------------------------------------------------------------


@rule("4.0")
def _check_beach(inquiry: Inquiry, action: BeachAttack) -> None:
    if not _is_beach(inquiry, action.area):
        return
    name, at = inquiry.board.name(action.area), [action.area]
    done = inquiry.flag(_ATTACKED, action.area)
    inquiry.require("4.0", not done, "", f"the units that landed in {name} have attacked", spaces=at)
    there = bool(terms.enemies(inquiry, action.area, terms.ALLIED))
    inquiry.require("4.0", there, "", f"no German unit is left in {name}", spaces=at)
    inquiry.require("4.0", bool(action.units), "", "the attack names no unit")
    twice = len(set(action.units)) != len(action.units)
    inquiry.require("4.0", not twice, "", "a unit is named twice")
    for uid in dict.fromkeys(action.units):
        _check_attacker(inquiry, uid, action.area)
    _check_who_stays_out(inquiry, action)


@rule("4.0")
def _check_who_stays_out(inquiry: Inquiry, action: BeachAttack) -> None:
    """Whether units that could attack too may stay out of the attack, which is a reading."""
    out = [inquiry.pieces[uid] for uid in _ready(inquiry, action.area) if uid not in action.units]
    if out:
        fits, titles = inquiry.option("beach-attack-part") == "A", terms.titles(out)
        failed = f"{titles} landed here too, and must attack with the others"
        inquiry.require("4.0", fits, f"{titles} stay out of it, and fresh", failed)


def _check_attacker(inquiry: Inquiry, uid: str, beach: str) -> None:
    piece, one = inquiry.pieces.get(uid), [uid]
    if piece is None:
        inquiry.refuse("4.0", f"there is no unit {uid!r}", units=one)
        return
    name, title = inquiry.board.name(beach), piece.printed.title
    here = piece.side == terms.ALLIED and piece.space == beach
    if not inquiry.require("4.0", here, "", f"{title} is no Allied unit in {name}", units=one):
        return
    landed = bool(came_from(inquiry, piece))
    why = "it came by air" if terms.is_airborne(piece.printed) else "it came otherwise"
    inquiry.require("4.0", landed, f"{title} has just landed", f"{title} has not landed: {why}", units=one)
    fresh = piece.status == terms.FRESH
    inquiry.require("4.0", fresh, f"{title} is fresh", f"{title} is spent", units=one)


def _perform_beach(draft: Draft, action: BeachAttack) -> None:
    draft.set(_ATTACKED, True, action.area)
    r09_attack.begin(draft, beach_attack(action.area, action.units))


def _beach_options(state: State) -> Iterator[BeachAttack]:
    for beach in terms.beaches(state):
        ready = _ready(state, beach)
        fewest = 1 if state.option("beach-attack-part") == "A" else max(len(ready), 1)
        for count in range(len(ready), fewest - 1, -1):
            yield from (BeachAttack(beach, chosen) for chosen in itertools.combinations(ready, count))


@rule("4.0")
def _check_end(inquiry: Inquiry, action: EndBeachAttacks) -> None:  # noqa: ARG001 - it has no fields
    for beach in terms.beaches(inquiry):
        if ready := _ready(inquiry, beach):
            names = terms.titles(inquiry.pieces[u] for u in ready)
            inquiry.note("4.0", f"{names} in {inquiry.board.name(beach)} stay fresh for the impulses")


def _perform_end(draft: Draft, action: EndBeachAttacks) -> None:  # noqa: ARG001 - it has no fields
    r05_flow.next_phase(draft)


@rule("4.0")
def _leave_beaches(draft: Draft) -> None:
    draft.clear("landed")


# --- answers ----------------------------------------------------------------------------------------------


def strongpoint_ruling(position: Position, beach: str, *, strict: bool = False) -> Ruling:
    """Answer which strongpoints of a beach attack, whom, and with what points.

    Returns
    -------
    Ruling
        Its answer holds ``attackers``, ``targets``, ``retreat_to``, ``attack`` and ``defense``.
    """
    inquiry = Inquiry(position, strict=strict)
    _check_strongpoints(inquiry, StrongpointAttack(beach))
    name = position.board.name(beach)
    if inquiry.violations:
        return inquiry.ruling(f"strongpoints {beach}", f"No strongpoint attack in {name}.")
    attack = strongpoint_attack(inquiry, beach)
    for uid, box in attack.retreat_to.items():
        title = inquiry.pieces[uid].printed.title
        inquiry.note("4.0", f"{title} retreats, if it does, to {position.board.name(box)}")
    return _attack_ruling(inquiry, attack, f"strongpoints {beach}")


def beach_ruling(position: Position, beach: str, units: Sequence[str], *, strict: bool = False) -> Ruling:
    """Answer whether landed units may attack on a beach, and with what points, the strongpoints being spent.

    Parameters
    ----------
    position, beach, units
        The position, the beach Area, and ids of units; all that may attack where none is named.

    Returns
    -------
    Ruling
        As `strongpoint_ruling`.
    """
    state = after_strongpoints(position)
    inquiry = Inquiry(state, strict=strict)
    if state is not position:
        inquiry.note("4.0", "supposed: the strongpoints have attacked before, and are spent")
    chosen = tuple(units) or _ready(state, beach)
    _check_beach(inquiry, BeachAttack(beach, chosen))
    if inquiry.violations:
        return inquiry.ruling(f"beach {beach}", f"No such attack in {position.board.name(beach)}.")
    return _attack_ruling(inquiry, beach_attack(beach, chosen), f"beach {beach}")


def _attack_ruling(inquiry: Inquiry, attack: Attack, question: str) -> Ruling:
    points, defense = explain_strength(inquiry, attack)
    name = inquiry.board.name(attack.area)
    verdict = f"The attack in {name}: {many(points, 'point')} and two dice against {defense}."
    answer = {
        "attackers": list(attack.attackers),
        "targets": list(attack.targets),
        "retreat_to": dict(attack.retreat_to),
        "attack": points,
        "defense": defense,
    }
    return inquiry.ruling(question, verdict, answer)


_BEACHES = frozenset({"beaches"})
HANDLERS: tuple[Handler[Any], ...] = (
    Handler(
        StrongpointAttack,
        _check_strongpoints,
        _perform_strongpoints,
        _strongpoint_options,
        "4.0",
        phases=frozenset({"strongpoints"}),
        toward=_toward_strongpoints,
    ),
    Handler(BeachAttack, _check_beach, _perform_beach, _beach_options, "4.0", phases=_BEACHES),
    Handler(
        EndBeachAttacks, _check_end, _perform_end, lambda _: iter([EndBeachAttacks()]), "4.0", phases=_BEACHES
    ),
)
PHASE_RULES: Mapping[str, PhaseRule] = {
    "strongpoints": PhaseRule(leaving=spend_strongpoints, going=r05_flow.ends_when(_all_fired)),
    "beaches": PhaseRule(leaving=_leave_beaches, going=r05_flow.ends_when(_all_attacked)),
}
