"""Sections 9.6 to 9.67: where units may and must retreat, attackers first, then defenders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.actions import Action
from adjudicator.breakout_normandy import r07_stacking_and_control as r07
from adjudicator.breakout_normandy import r15_fortifications, terms
from adjudicator.breakout_normandy.r09_choices import classes, subsets
from adjudicator.breakout_normandy.r09_retreat_areas import destinations, explain, is_full, takes_bridge
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Ruling
from module_builder.vassal.values import dataclass

__all__ = [
    "ATTACKING",
    "HANDLERS",
    "RetreatAttackers",
    "RetreatDefender",
    "StandFast",
    "ask_onward",
    "attacker_destination",
    "explain_attacker",
    "fall_back",
    "mark_start",
    "move_back",
    "offer_attackers",
    "offer_defenders",
    "step_back",
]

ATTACKERS, DEFENDERS, ONWARD = "retreat-attackers", "retreat-defenders", "retreat-onward"
_ANSWER = frozenset({DEFENDERS, ONWARD})


@dataclass(frozen=True, slots=True)
class Attackers:
    """Assaulting units that may retreat from an Area."""

    area: str
    units: tuple[str, ...]
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Defended:
    """The Area whose defenders may retreat of their own will."""

    area: str


@dataclass(frozen=True, slots=True)
class Onward:
    """A defender that goes on from a fully stacked Area, and the spaces that it has passed."""

    area: str
    unit: str
    passed: tuple[str, ...]


ATTACKING, _DEFENDERS = Frame(ATTACKERS, "9.61", Attackers), Frame(DEFENDERS, "9.62", Defended)
_ONWARD = Frame(ONWARD, "9.66", Onward)


@dataclass(frozen=True, slots=True)
class RetreatAttackers(Action):
    """Choose which of the units that may retreat do so (9.41, 9.42, 9.61).

    Parameters
    ----------
    units
        Their ids; empty when all stay.

    Examples
    --------
    >>> RetreatAttackers(()).units
    ()
    """

    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RetreatDefender(Action):
    """Retreat one defending unit by one Area (9.62, 9.65), or on from a fully stacked one (9.66).

    Examples
    --------
    >>> RetreatDefender("ge-916", "grandcamp").to
    'grandcamp'
    """

    unit: str
    to: str


@dataclass(frozen=True, slots=True)
class StandFast(Action):
    """No further defender retreats (9.62).

    Examples
    --------
    >>> StandFast()
    StandFast()
    """


@rule("8.51", "9.67")
def mark_start(draft: Draft, uid: str) -> None:
    """Remember where a unit stood when the impulse began (8.51)."""
    if not draft.text("start", uid):
        draft.set("start", draft.pieces[uid].space, uid)


def move_back(draft: Draft, uid: str, to: str) -> None:
    """Carry one step of a retreat out, with the control that follows from it (7.3).

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> move_back(draft, "ge-916", "grandcamp"); draft.pieces["ge-916"].space
    'grandcamp'
    """
    piece = draft.pieces[uid]
    mark_start(draft, uid)
    draft.place(uid, to)
    r07.update_control(draft, piece.space, left_by=terms.nationality(piece))
    r07.update_control(draft, to)


@rule("8.371", "20.1")
def fall_back(draft: Draft, uid: str, to: str) -> None:
    """Carry one step of a defender's retreat out; a bridge that it takes is used by one more unit.

    Units that go back over the bridge by which they attacked are not counted again (20.1); see `move_back`.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.place("ge-21pz-22", "valognes"); fall_back(draft, "ge-21pz-22", "pont-labbe")
    >>> draft.number("crossings", "pont-labbe/valognes")
    1
    """
    piece = draft.pieces[uid]
    edge = draft.board.edge(piece.space, to)
    if edge is not None and takes_bridge(draft, piece, edge):
        draft.set("crossings", draft.number("crossings", edge.id) + 1, edge.id)
    move_back(draft, uid, to)


@rule("9.61", "9.41")
def attacker_destination(view: View, piece: Piece, *, forced: bool) -> str:
    """Where an assaulting unit may retreat: only to where it entered from, never from where it began (9.61).

    One that has to go and finds that Area full retraces its route to where it began (8.51).

    Parameters
    ----------
    forced
        Whether it lost a Mandatory Assault; only then it may go back to an Approach Box.

    Returns
    -------
    str
        Id of a space, or empty.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> attacker_destination(d_day, d_day.pieces["ge-916"], forced=True)
    ''
    """
    origin, start = view.text("came-from", piece.uid), terms.started_in(view, piece)
    if not origin or start == piece.space or view.text("phase") != "daylight":
        return ""
    if not terms.on_map(view, origin):
        return origin if forced and view.option("landing-loser") == "A" else ""
    if r07.has_room(view, origin, piece):
        return origin
    return start if forced and r07.has_room(view, start, piece) else ""


@rule("9.61", "9.41", "8.373")
def explain_attacker(inquiry: Inquiry, piece: Piece, to: str) -> Ruling:
    """Say where an assaulting unit may retreat, or why it may not retreat to one space (9.61).

    Parameters
    ----------
    to
        Id of the space asked about; empty for all.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> explain_attacker(Inquiry(d_day), d_day.pieces["ge-916"], "").verdict
    '916 Rgt, 352 Div assaults and may retreat to nowhere.'
    """
    title, name = piece.printed.title, inquiry.board.name
    back = attacker_destination(inquiry, piece, forced=True)
    where = name(back) if back else "nowhere"
    inquiry.note("9.61", f"{title} is of the side that assaults: it retreats only to where it came from")
    if not back:
        inquiry.note(
            "9.61", f"it began the impulse in {name(piece.space)}, or no room is left on its way back"
        )
    if to:
        text = f"{title} may retreat to {where}, not to {name(to)}"
        inquiry.require("9.61", to == back, f"{title} came from {name(to)}", text, units=[piece.uid])
        where = name(to)
    may = "may not" if inquiry.violations else "may"
    verdict = f"{title} assaults and {may} retreat to {where}."
    return inquiry.ruling(f"retreats {title}", verdict, [back] if back else [])


def offer_attackers(
    draft: Draft, area: str, units: Sequence[str], attacker: str, *, lost: bool = False
) -> None:
    """Let the attacker retreat units that may, then the defender (9.6).

    Parameters
    ----------
    units
        Assaulting units still there that may choose.
    attacker
        Side that attacked.
    lost
        Whether the attack was lost: in the L2 edition the winners then stay (option ``edition``).
    """
    able = [u for u in units if attacker_destination(draft, draft.pieces[u], forced=False)]
    if able:
        ATTACKING.push(draft, Attackers(area, tuple(able), lost), attacker)
    elif lost and terms.is_chosen(draft, "edition"):
        r15_fortifications.update_fortification(draft, area)
    else:
        offer_defenders(draft, area, terms.enemy_of(attacker))


@rule("9.62")
def offer_defenders(draft: Draft, area: str, defender: str) -> None:
    """Let the defender retreat units of his own will, as long as any can (9.62).

    Parameters
    ----------
    defender
        Side that was attacked.
    """
    if any(destinations(draft, p) for p in terms.friends(draft, area, defender)):
        _DEFENDERS.push(draft, Defended(area), defender)
    else:
        r15_fortifications.update_fortification(draft, area)


def _check_attackers(inquiry: Inquiry, action: RetreatAttackers) -> None:
    asked = ATTACKING.asked(inquiry)
    allowed = asked.units if asked is not None else ()
    inquiry.require("9.61", len(set(action.units)) == len(action.units), "", "a unit is named twice")
    for uid in action.units:
        if uid not in allowed:
            inquiry.refuse("9.61", f"{uid} is no unit that may retreat now", units=[uid])
    inquiry.note("9.6", "the attacker retreats before the defender")
    for uid in [u for u in action.units if u in allowed]:
        piece = inquiry.pieces[uid]
        name = inquiry.board.name(inquiry.text("came-from", uid))
        inquiry.note("9.61", f"{piece.printed.title} may retreat to {name}, where it came from")
    _check_room(inquiry, [inquiry.pieces[u] for u in action.units if u in allowed])


@rule("7.1")
def _check_room(inquiry: Inquiry, pieces: Sequence[Piece]) -> None:
    """Whether all of them find room where they came from."""
    origins = [inquiry.text("came-from", p.uid) for p in pieces]
    for origin in dict.fromkeys(origins):
        there = len(terms.friends(inquiry, origin, pieces[0].side)) + origins.count(origin)
        full = terms.is_area(inquiry, origin) and there > r07.LIMIT
        inquiry.require("7.1", not full, "", f"{inquiry.board.name(origin)} has no room for so many units")


def _perform_attackers(draft: Draft, action: RetreatAttackers) -> None:
    attacker, asked = draft.pending[-1].player, ATTACKING.settle(draft)
    for uid in action.units:
        move_back(draft, uid, draft.text("came-from", uid))
    if asked.lost and terms.is_chosen(draft, "edition"):
        r15_fortifications.update_fortification(draft, asked.area)
    else:
        offer_defenders(draft, asked.area, terms.enemy_of(attacker))


def _attacker_options(state: State) -> Iterator[RetreatAttackers]:
    asked = ATTACKING.asked(state)
    if asked is not None:
        for chosen in subsets(state, [state.pieces[u] for u in asked.units]):
            yield RetreatAttackers(tuple(p.uid for p in chosen))


@rule("9.62", "9.63", "9.66")
def _check_defender(inquiry: Inquiry, action: RetreatDefender) -> None:
    top, piece = inquiry.decision, inquiry.pieces.get(action.unit)
    if top is None or piece is None or action.to not in inquiry.board.spaces:
        inquiry.refuse("9.62", f"there is no such retreat: {action.unit} to {action.to}")
        return
    title, onward, defended = piece.printed.title, _ONWARD.asked(inquiry), _DEFENDERS.asked(inquiry)
    if onward is not None:
        bound = inquiry.pieces[onward.unit].printed.title
        here = piece.uid == onward.unit
        told = f"{title} goes on from a fully stacked Area"
        inquiry.require("9.66", here, told, f"first {bound} must go on with its retreat", units=[piece.uid])
    else:
        here = defended is not None and piece.space == defended.area and piece.side == top.player
        costs = "becomes Spent" if piece.status == terms.FRESH else "takes no further loss"
        inquiry.require(
            "9.62",
            here,
            f"{title} retreats of its own will and {costs}",
            f"{title} does not defend there",
            units=[piece.uid],
        )
    if here:
        explain(inquiry, piece, action.to, onward.passed if onward is not None else ())


@rule("9.62", "9.66")
def _perform_defender(draft: Draft, action: RetreatDefender) -> None:
    onward = _ONWARD.asked(draft)
    area = _attacked_area(draft)
    if draft.pieces[action.unit].status == terms.FRESH:
        draft.set_status(action.unit, terms.SPENT)
    step_back(draft, action.unit, action.to, area, passed=onward.passed if onward is not None else ())


def _attacked_area(draft: Draft) -> str:
    """The space whose defenders retreat; they have answered."""
    onward = _ONWARD.asked(draft) is not None
    return _ONWARD.settle(draft).area if onward else _DEFENDERS.settle(draft).area


def step_back(draft: Draft, uid: str, to: str, area: str, *, passed: Sequence[str] = ()) -> None:
    """Retreat a defender one Area; ask for the next step where that Area was full, else for the next unit.

    Parameters
    ----------
    passed
        Spaces that its retreat has passed.
    """
    piece = draft.pieces[uid]
    crowded = is_full(draft, piece, to)
    fall_back(draft, uid, to)
    if crowded:
        ask_onward(draft, uid, area, [*passed, piece.space])
    elif area not in {d.area for d in _DEFENDERS.every(draft)} | {o.area for o in _ONWARD.every(draft)}:
        offer_defenders(draft, area, piece.side)


@rule("9.66")
def ask_onward(draft: Draft, uid: str, area: str, passed: Sequence[str]) -> None:
    """Ask where a unit goes on from a fully stacked Area.

    Parameters
    ----------
    uid, area, passed
        The unit, the attacked space, and the spaces that its retreat has passed.
    """
    _ONWARD.push(draft, Onward(area, uid, tuple(passed)), draft.pieces[uid].side)


def _defender_options(state: State) -> Iterator[RetreatDefender]:
    onward, defended = _ONWARD.asked(state), _DEFENDERS.asked(state)
    if onward is not None:
        found = destinations(state, state.pieces[onward.unit], onward.passed)
        yield from (RetreatDefender(onward.unit, to) for to in found)
    elif defended is not None:
        for group in classes(state, terms.friends(state, defended.area, state.pending[-1].player)):
            yield from (RetreatDefender(group[0].uid, to) for to in destinations(state, group[0]))


def _check_stand(inquiry: Inquiry, action: StandFast) -> None:  # noqa: ARG001 - it has no fields
    onward = _ONWARD.asked(inquiry)
    if onward is None:
        inquiry.note("9.62", "retreats of defenders are voluntary")
        return
    unit = inquiry.pieces[onward.unit]
    way = destinations(inquiry, unit, onward.passed)
    inquiry.require(
        "9.66", not way, "the way on has been filled meanwhile", f"{unit.printed.title} must retreat on"
    )


def _perform_stand(draft: Draft, action: StandFast) -> None:  # noqa: ARG001 - it has no fields
    r15_fortifications.update_fortification(draft, _attacked_area(draft))


def _stand_options(state: State) -> Iterator[StandFast]:
    if state.decision is not None and state.decision.kind in _ANSWER:
        yield StandFast()


HANDLERS = (
    Handler(
        RetreatAttackers,
        _check_attackers,
        _perform_attackers,
        _attacker_options,
        "9.61",
        answers=frozenset({ATTACKERS}),
    ),
    Handler(RetreatDefender, _check_defender, _perform_defender, _defender_options, "9.62", answers=_ANSWER),
    Handler(StandFast, _check_stand, _perform_stand, _stand_options, "9.62", answers=_ANSWER),
)
