"""Sections 18.4 and 18.5: Fire Combat is declared and rolled, losses are taken, a company follows up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r03_fog, r06_stacking, terms
from adjudicator.battle_for_normandy.r10 import cost as r10_cost
from adjudicator.battle_for_normandy.r10 import naval as r10_naval
from adjudicator.battle_for_normandy.r12 import losses as r12_losses
from adjudicator.battle_for_normandy.r17 import airborne as r17_airborne
from adjudicator.battle_for_normandy.r18 import artillery as r18_artillery
from adjudicator.battle_for_normandy.r18 import beaches as r18_beaches
from adjudicator.battle_for_normandy.r18 import fire as r18_fire
from adjudicator.battle_for_normandy.r18.fire import DD_FIRE, Volley
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Decision, Draft, Piece, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "ROLLS",
    "STEPS",
    "FollowUp",
    "HoldFire",
    "InvasionFire",
    "TakeHit",
    "chooser",
    "followers",
    "volley_faults",
]

Faults = list[Fault]
_FIRE, _LANDED = frozenset({"german-fire", "allied-fire"}), frozenset({DD_FIRE.kind})


@dataclass(frozen=True, slots=True)
class InvasionFire(Action):
    """Fire with units of one hex at an adjacent hex in a Beach Invasion Phase (18.4, 18.5).

    Parameters
    ----------
    units
        Who fires.
    support
        German artillery unit that adds its strength (18.7), or ships (18.5).

    Examples
    --------
    >>> InvasionFire(("ge-sp-05",), "c1829").support
    ()
    """

    units: tuple[str, ...]
    target: str
    support: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HoldFire(Action):
    """Let a DD Tank that has just landed not fire at once (18.3.1).

    Examples
    --------
    >>> HoldFire()
    HoldFire()
    """


@dataclass(frozen=True, slots=True)
class TakeHit(Action):
    """Say which unit of the target hex loses a step (18.4).

    Examples
    --------
    >>> TakeHit("us-co-1").unit
    'us-co-1'
    """

    unit: str


@dataclass(frozen=True, slots=True)
class FollowUp(Action):
    """Advance one company into a hex that Allied fire has emptied, or none (18.5).

    Parameters
    ----------
    unit
        The company; empty to stay.

    Examples
    --------
    >>> FollowUp().unit
    ''
    """

    unit: str = ""


@dataclass(frozen=True, slots=True)
class Hit:
    """A hex that was hit, and its units of which one loses a step."""

    hex: str
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Following:
    """Units that have fired, or of them the companies that may advance; and the hex."""

    units: tuple[str, ...]
    hex: str


_FOLLOW_UP, _COMPANY = Frame("follow-up", "18.5", Following), Frame("follow-up-company", "18.5", Following)
_LOSS = Frame("fire-loss", "18.4", Hit)


# --- declaring --------------------------------------------------------------------------------------------


def _side(view: View) -> str:
    return terms.GERMAN if view.text("phase") == "german-fire" else terms.ALLIED


def _volley(view: View, action: InvasionFire) -> Volley:
    ships = tuple([u for u in action.support if terms.is_naval(view.pieces[u].printed)])
    guns = [u for u in action.support if u not in ships]
    return Volley(tuple(dict.fromkeys(action.units)), action.target, guns[0] if guns else "", ships)


@rule("18.4", "18.5", "18.7", "18.3.1")
def volley_faults(view: View, action: InvasionFire) -> Faults:
    """What forbids a Fire Combat as it is declared."""
    side, volley = _side(view), _volley(view, action)
    landed = DD_FIRE.asked(view)
    first = landed is not None
    found = r18_fire.faults(view, volley, side, again=first)
    if not volley.units:
        return found
    if landed is not None and volley.units != (landed.unit,):
        found.append(Fault("18.3.1", "only the DD Tank that has just landed fires now"))
    guns = [u for u in action.support if u not in volley.ships]
    if len(guns) > 1:
        found.append(Fault("18.7", "one artillery unit at the most supports a Fire Combat"))
    for uid in guns:
        found += r18_artillery.gun_faults(view, uid, volley)
    if volley.ships:
        allied = side == terms.ALLIED and not first
        found += (
            r18_artillery.ship_faults(view, volley.ships, volley)
            if allied
            else [Fault("18.5", "no ship fires now")]
        )
    return found


def _known(inquiry: Inquiry, *uids: str) -> bool:
    unknown = [uid for uid in uids if uid not in inquiry.pieces]
    return inquiry.require("18.4", not unknown, "", f"there is no {', '.join(unknown)}", units=unknown)


def _check(inquiry: Inquiry, action: InvasionFire) -> None:
    if not _known(inquiry, *action.units, *action.support):
        return
    for section, text in volley_faults(inquiry, action):
        inquiry.refuse(section, text, units=[*action.units], spaces=[action.target])
    if not inquiry.violations:
        number = r18_fire.hit_number(inquiry, _volley(inquiry, action))
        inquiry.note("18.4", f"chance of a hit {r18_fire.chance(number)}", number)


@rule("18.4", "18.9.1", "18.7")
def _perform(draft: Draft, action: InvasionFire) -> None:
    volley, side = _volley(draft, action), _side(draft)
    number = r18_fire.hit_number(draft, volley)
    if DD_FIRE.asked(draft) is not None:
        draft.settle()
    else:
        for uid in volley.units:
            draft.set("fired", True, uid)
    for uid in action.support:
        r18_artillery.note_fire(draft, uid)
    near = r18_artillery.used_for(draft, volley)
    for uid in volley.ships:
        draft.set("target", near, uid)
    hexes = (draft.pieces[volley.units[0]].space, volley.target)
    r03_fog.reveal(draft, [p.uid for space in hexes for p in draft.units_in(space)])
    alone = r18_fire.lone_support(draft, volley.target, terms.enemy_of(side))
    if alone:
        _remove_alone(draft, volley.target, alone[0].side)
        return
    told = {"units": list(volley.units), "hex": volley.target, "hit": number, "side": side}
    ask_roll(draft, "invasion-fire", [terms.D10], **told, ships=list(volley.ships))
    if side == terms.ALLIED:
        for uid in volley.ships:
            r10_naval.mine_roll(draft, uid)


@rule("19.6.1", "19.7")
def _remove_alone(draft: Draft, space: str, side: str) -> None:
    """Support units that are attacked while alone leave the game; no die is needed."""
    r12_losses.remove_stranded(draft, [space], side)


def _options(state: State) -> Iterator[InvasionFire]:
    side, landed = _side(state), DD_FIRE.asked(state)
    if landed is not None:
        uid = landed.unit
        yield from (InvasionFire((uid,), n) for n in r18_fire.targets(state, state.pieces[uid].space, side))
        return
    for stack in _stacks(state, side):
        space = state.pieces[stack[0]].space
        for target in r18_fire.targets(state, space, side):
            yield InvasionFire(stack, target)
            if len(stack) > 1:
                yield from (InvasionFire((uid,), target) for uid in stack)
            if side == terms.GERMAN:
                found = r18_artillery.guns(state, Volley(stack, target))
                yield from (InvasionFire(stack, target, (gun,)) for gun in found)
            else:
                yield from _with_ships(state, stack, target)


def _with_ships(state: State, stack: tuple[str, ...], target: str) -> Iterator[InvasionFire]:
    if state.number("invasion") < 3:
        return
    for box in state.subjects("emergency"):
        beach = r18_beaches.beach_of(state, box)
        if beach is not None:
            for uid in r18_artillery.ships(state, beach)[:2]:
                yield InvasionFire(stack, target, (uid,))


def _stacks(state: State, side: str) -> Iterator[tuple[str, ...]]:
    """Units of a side that may still fire together, hex by hex."""
    found: dict[str, list[str]] = {}
    for uid in sorted(state.pieces):
        piece = state.pieces[uid]
        if piece.side == side and not state.flag("fired", uid) and r18_fire.fires(state, piece):
            found.setdefault(piece.space, []).append(uid)
    yield from (tuple(uids) for uids in found.values())


# --- the roll and its hit ---------------------------------------------------------------------------------


@rule("18.4", "18.5")
def chooser(view: View, firing: str) -> str:
    """Side that says which unit of the target loses the step.

    Parameters
    ----------
    firing
        Side that fires.

    Returns
    -------
    str
        The German player, who is not phasing in the Allied invasion; by the other reading the owner.
    """
    if firing == terms.GERMAN and view.option("invasion-losses") == "B":
        return terms.ALLIED
    return terms.GERMAN


@rule("18.5", "10.9")
def _hit_number(view: View, data: Mapping[str, Any]) -> int:
    """The Hit Number as declared, without the ships that a mine has sunk on the way."""
    sunk = [view.pieces[u] for u in data["ships"] if view.pieces[u].space == terms.REMOVED]
    return int(data["hit"]) - sum(terms.rating(view, p, "as", "18.5") for p in sunk)


@rule("18.4")
def _resolve(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    side, space = data["side"], data["hex"]
    if side == terms.ALLIED:
        _FOLLOW_UP.push(draft, Following(tuple(data["units"]), space))
    if not r17_airborne.hits(_hit_number(draft, data), values[0]):
        return
    units = sorted({p.uid for p in r18_fire.victims(draft, space, terms.enemy_of(side))})
    if len(units) == 1:
        _suffer(draft, units[0])
    elif units:
        _LOSS.push(draft, Hit(space, tuple(units)), chooser(draft, side))


@rule("18.4", "22.3o", "18.9.3", "19.6.1")
def _suffer(draft: Draft, uid: str) -> None:
    piece = draft.pieces[uid]
    r12_losses.lose_step(draft, uid)
    r12_losses.remove_stranded(draft, [piece.space], piece.side)


def _check_hit(inquiry: Inquiry, action: TakeHit) -> None:
    asked = _LOSS.asked(inquiry)
    units = asked.units if asked is not None else ()
    failed = f"{action.unit} is none of the units that the fire has hit"
    hit = action.unit in units
    passed = f"{inquiry.pieces[action.unit].printed.title} is in the hex that was hit" if hit else ""
    inquiry.require("18.4", hit, passed, failed, units=[action.unit])


def _perform_hit(draft: Draft, action: TakeHit) -> None:
    draft.settle()
    _suffer(draft, action.unit)


def _options_hit(state: State) -> Iterator[TakeHit]:
    asked = _LOSS.asked(state)
    if asked is not None:
        yield from map(TakeHit, asked.units)


# --- following up -----------------------------------------------------------------------------------------


@rule("18.5", "10.6", "6.1")
def followers(view: View, units: Sequence[str], space: str) -> tuple[str, ...]:
    """Companies that may advance into a hex that their fire has emptied.

    Parameters
    ----------
    units
        Units that fired.

    Returns
    -------
    tuple of str
        One of them may go, over Bluffs too, into no prohibited terrain.
    """
    if terms.enemies(view, space, terms.ALLIED):
        return ()
    known = [view.pieces[u] for u in units if u in view.pieces]
    ready = [p for p in known if terms.is_company(p.printed) and not terms.is_artillery(p.printed)]
    return tuple([p.uid for p in ready if _may_follow(view, p, space)])


def _may_follow(view: View, piece: Piece, space: str) -> bool:
    if not terms.on_map(view, piece) or r10_cost.entry_faults(view, piece, piece.space, space):
        return False
    return not r06_stacking.faults(view, space, terms.ALLIED, adding=[piece.uid])


def _ask_follow_up(draft: Draft, decision: Decision) -> None:
    fired = _FOLLOW_UP.read(decision)
    ready = followers(draft, fired.units, fired.hex)
    if ready:
        _COMPANY.push(draft, Following(ready, fired.hex), terms.ALLIED)


def _check_follow(inquiry: Inquiry, action: FollowUp) -> None:
    asked = _COMPANY.asked(inquiry)
    units = ["", *(asked.units if asked is not None else ())]
    failed = f"{action.unit} is no company that may advance into the emptied hex"
    inquiry.require("18.5", action.unit in units, "one company only", failed, units=[action.unit])


def _perform_follow(draft: Draft, action: FollowUp) -> None:
    space = _COMPANY.settle(draft).hex
    if action.unit:
        draft.place(action.unit, space)


def _options_follow(state: State) -> Iterator[FollowUp]:
    asked = _COMPANY.asked(state)
    if asked is not None:
        yield from map(FollowUp, ["", *asked.units])


def _check_hold(inquiry: Inquiry, action: HoldFire) -> None:  # noqa: ARG001 - it has no fields
    inquiry.note("18.3.1", "the DD Tank may still fire in the Allied Fire Segment")


def _perform_hold(draft: Draft, action: HoldFire) -> None:  # noqa: ARG001 - it has no fields
    draft.settle()


def _options_hold(state: State) -> Iterator[HoldFire]:  # noqa: ARG001 - always open when asked
    yield HoldFire()


def _why(state: State, data: Mapping[str, Any]) -> str:
    names = terms.titles(state.pieces[u] for u in data["units"])
    return f"{names} fire at {state.board.name(data['hex'])}: {_hit_number(state, data)} or less hits"


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(InvasionFire, _check, _perform, _options, "18.4", answers=_LANDED, phases=_FIRE),
    Handler(HoldFire, _check_hold, _perform_hold, _options_hold, "18.3.1", answers=_LANDED),
    Handler(TakeHit, _check_hit, _perform_hit, _options_hit, "18.4", answers=frozenset({_LOSS.kind})),
    Handler(
        FollowUp,
        _check_follow,
        _perform_follow,
        _options_follow,
        "18.5",
        answers=frozenset({_COMPANY.kind}),
    ),
)
ROLLS = {"invasion-fire": RollRule(_resolve, _why, "18.4")}
STEPS = {_FOLLOW_UP.kind: _ask_follow_up}
