"""One voice: a question that supposes actions says no where `check` says no.

A question yields the actions that its answer supposes (`Question.supposes`), each in the position in which
it would be made. `reply` has the rules of each action look at it, and joins what they find to the answer:
what is against the action itself comes first and makes the headline say no; what only the moment forbids
(another phase, the turn of the other side, something that must be settled first) is said apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from adjudicator.actions import kind_of
from adjudicator.assumed import assumptions
from adjudicator.contract import Supposed
from adjudicator.errors import BocageError, PositionError
from adjudicator.game import load, look
from adjudicator.position import UNKNOWN
from adjudicator.ruling import Ruling, Used, Violation
from adjudicator.silence import PIECE, Ear, Missing, everything_missing, listening, overheard, tell
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.actions import Action
    from adjudicator.contract import Asking, Question
    from adjudicator.inquiry import Inquiry
    from adjudicator.position import Position

__all__ = ["Found", "Supposed", "headline", "not_now", "refuses", "reply", "suppose"]

_REFUSAL = re.compile(
    r"^(?:no|not|illegal|nobody|nothing|nowhere|none|neither)\b"
    r"|\b(?:not|cannot|nobody|nowhere|illegal|never|is isolated|is out of supply)\b",
    re.IGNORECASE,
)
_PERMITS = re.compile(r"^(?:legal|yes)\b|^[^.;:]*\b(?:may|can)\b[^.;:]*\.?$", re.IGNORECASE)
_SAYS_SO = re.compile(r"^(?:no|not|illegal|nobody|nothing|nowhere|none)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Found:
    """What the rules say of a supposed action.

    Parameters
    ----------
    violations
        What is against the action whenever it were made.
    moment
        What only the moment forbids.
    assumptions, interpretations, sources
        As in `adjudicator.ruling.Ruling`.

    Examples
    --------
    >>> Found().violations
    ()
    """

    violations: tuple[Violation, ...] = ()
    moment: tuple[Violation, ...] = ()
    assumptions: tuple[str, ...] = ()
    interpretations: tuple[str, ...] = ()
    sources: tuple[Used, ...] = ()


def suppose(position: Position, action: Action, *, strict: bool = False) -> Found:
    """Ask the rules of an action what is against it, and what only the moment forbids.

    Parameters
    ----------
    position
        The position in which it would be made.
    action
        The action.
    strict
        Refuse assumptions and reconstructed values.

    Returns
    -------
    Found

    Raises
    ------
    PositionError
        The position does not say what the rules of the action need.

    Examples
    --------
    >>> from adjudicator.actions import Roll
    >>> from adjudicator.breakout_normandy import GAME
    >>> suppose(GAME.scenario("d-day"), Roll((8, 5))).violations[0].rule
    '9.11'
    """
    now, silences = overheard(lambda: _looked(position, action, strict=strict))
    if now is not None and not now.violations:
        tell(silences)
        return _found(now, (), ())
    there = load(position.game).moment(position, action)
    if there is position and now is not None:
        tell(silences)
        return _found(now, (), ())
    supplied = _supplied(position, there)
    try:
        then = look(there, action, strict=strict)
    except PositionError as fault:
        if strict or now is None or None not in supplied:
            raise
        tell(silences)
        return Found(moment=tuple(now.violations), assumptions=(_as_far(action, fault),))
    if now is None or (supplied and all(what is not None for what in supplied)):
        return _found(then, (), tuple([what for what in supplied if what is not None]))
    against = {(v.rule, v.text) for v in then.violations}
    moment = tuple([v for v in now.violations if (v.rule, v.text) not in against])
    return _found(then, moment, ())


def _looked(position: Position, action: Action, *, strict: bool) -> Inquiry | None:
    """What the rules find now; None where the position does not say what they need."""
    try:
        return look(position, action, strict=strict)
    except PositionError:
        return None


def _found(inquiry: Inquiry, moment: tuple[Violation, ...], supplied: tuple[str, ...]) -> Found:
    ruling = inquiry.ruling("", "")
    assumptions = tuple(dict.fromkeys((*ruling.assumptions, *supplied)))
    return Found(ruling.violations, moment, assumptions, ruling.interpretations, ruling.sources)


def _supplied(position: Position, there: Position) -> list[str | None]:
    """For each fact that the moment changes: what is assumed where it was left out, None where it was not."""
    found: list[str | None] = [None] if position.pending != there.pending else []
    for change in position.diff(there):
        unknown = change.what in position.schema.items and change.before is UNKNOWN
        if not unknown:
            found.append(None)
            continue
        item = position.schema.items[change.what]
        of = f" of {change.subject}" if change.subject else ""
        found.append(f"assumed: {change.what.replace('-', ' ')}{of} is {change.after} ({item.rule})")
    return found


def not_now(position: Position, action: Action) -> tuple[Violation, ...]:
    """What the moment has against an action, whatever else there is.

    Parameters
    ----------
    position
        The position.
    action
        The action.

    Returns
    -------
    tuple of Violation
        Empty where it is the moment for it, or where the position does not say.

    Examples
    --------
    >>> from adjudicator.actions import Roll
    >>> from adjudicator.breakout_normandy import GAME
    >>> not_now(GAME.scenario("d-day"), Roll((8, 5)))
    ()
    """
    try:
        return suppose(position, action).moment
    except PositionError:
        return ()


def reply(asked: Question, asking: Asking) -> Ruling:
    """Answer a question, once the rules of every action that it supposes have been asked.

    Parameters
    ----------
    asked
        The question.
    asking
        Of what.

    Returns
    -------
    Ruling
        Its violations hold first what is against the supposed actions; its headline never says yes then.

    Raises
    ------
    Missing
        The position leaves out what cannot be assumed: all of it is named, in the form in which it is typed.
        So it is where the answer would be no because nobody is there, while something stands there of which
        nobody has said what it is.
    BocageError
        The question cannot be answered, for another reason than that its actions are illegal.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> from adjudicator.questions import Asking, read_question
    >>> reply(read_question(GAME.questions["next"], {}), Asking(GAME, GAME.scenario("d-day"))).ok
    True
    """
    missed: Missing | None = None
    with listening(strict=asking.strict) as ear:
        try:
            ruling = _replied(asked, asking)
        except Missing as fault:
            missed = fault
        except BocageError as fault:
            if doubts := _doubts(ear, asking, str(fault)):
                raise doubts from fault
            raise
    if missed is None:
        against = " ".join([v.text for v in ruling.violations])
        if doubts := _doubts(ear, asking, against):
            raise doubts
        told = assumptions(ear.heard.values(), ruling.assumptions)
        return replace(ruling, assumptions=tuple(dict.fromkeys((*told, *asking.notes))))
    alone = replace(asking, given=asking.given and asking.given.draft().finish())
    raise everything_missing(lambda: _replied(asked, alone), missed, strict=asking.strict) from None


def _doubts(ear: Ear, asking: Asking, against: str) -> Missing | None:
    """What has to be said first where a refusal names a space in which only one side is known to stand."""
    position = asking.given
    if position is None or not position.strange:
        return None
    found = []
    for (item, space, _), silence in ear.heard.items():
        there = {piece.printed.side for piece in position.pieces.values() if piece.space == space}
        if item == PIECE and silence.name in against and len(there) < 2:
            found.append(silence)
    return Missing(found) if found else None


def _replied(asked: Question, asking: Asking) -> Ruling:
    """The answer, without what was left out and read for it all the same."""
    try:
        ruling = asked.answer(asking)
    except BocageError as fault:
        found = _all_found(asked, asking, tolerant=True)
        if not any(f.violations for f in found):
            raise
        return headline(_joined(Ruling(asked.verb, f"{str(fault).rstrip('.')}.", None), found))
    found = _all_found(asked, asking)
    return headline(_joined(ruling, found), supposing=bool(found))


def _all_found(asked: Question, asking: Asking, *, tolerant: bool = False) -> list[Found]:
    try:
        return [_one(supposed, strict=asking.strict) for supposed in asked.supposes(asking)]
    except BocageError:
        if not tolerant:
            raise
        return []


def _one(supposed: Supposed, *, strict: bool) -> Found:
    """What is found of one action; of a position that leaves too much out, that it was not looked at."""
    try:
        return suppose(supposed.position, supposed.action, strict=strict)
    except PositionError as fault:
        if strict or not supposed.position.unknown:
            raise
        return Found(assumptions=(_as_far(supposed.action, fault),))


def _as_far(action: Action, fault: PositionError) -> str:
    """What is assumed of an action that the position says too little of."""
    return f"assumed: '{kind_of(type(action))}' is legal as far as nothing is said here ({fault})"


def _joined(ruling: Ruling, found: Sequence[Found]) -> Ruling:
    """A ruling with what was found of the actions: reasons against first, nothing twice."""
    if not found:
        return ruling
    return replace(
        ruling,
        violations=_once([v for f in found for v in f.violations], ruling.violations),
        moment=_once([v for f in found for v in f.moment], ruling.moment),
        assumptions=tuple(dict.fromkeys([*ruling.assumptions, *(a for f in found for a in f.assumptions)])),
        interpretations=tuple(
            dict.fromkeys([*ruling.interpretations, *(i for f in found for i in f.interpretations)])
        ),
        sources=tuple(dict.fromkeys([*ruling.sources, *(s for f in found for s in f.sources)])),
        answer=_denied(ruling.answer) if any(f.violations for f in found) else ruling.answer,
    )


def _denied(answer: Any) -> Any:
    """What an answer says once an action that it supposes is illegal: a plain yes is a no."""
    if answer is True:
        return False
    if isinstance(answer, Mapping) and answer.get("legal") is True:
        return {**answer, "legal": False}
    return answer


def _once(*groups: Iterable[Violation]) -> tuple[Violation, ...]:
    """Violations of several groups, the first of each rule and text."""
    found: dict[tuple[str, str], Violation] = {}
    for violation in (v for group in groups for v in group):
        found.setdefault((violation.rule, violation.text), violation)
    return tuple(found.values())


def headline(ruling: Ruling, *, supposing: bool = True) -> Ruling:
    """A ruling whose headline says no where something is against it, and "not now" where only the moment is.

    Parameters
    ----------
    ruling
        The ruling.
    supposing
        Whether it speaks of an action that would be made, not of how things stand.

    Returns
    -------
    Ruling

    Examples
    --------
    >>> against = (Violation("8.22", "Omaha Beach was attacked before"),)
    >>> headline(Ruling("odds", "14:10, success 84.1%.", None, violations=against)).verdict
    'No: Omaha Beach was attacked before (8.22). If it were made: 14:10, success 84.1%.'
    >>> headline(Ruling("odds", "14:10.", None, moment=(Violation("8.1", "it is night"),))).verdict
    'Not now: it is night (8.1); were it the moment: 14:10.'
    """
    if ruling.violations:
        if refuses(ruling.verdict):
            return ruling
        if _PERMITS.search(ruling.verdict):
            return replace(ruling, verdict=_no(ruling.violations))
        made = "If it were made: " if supposing else ""
        return replace(ruling, verdict=f"{_no(ruling.violations)} {made}{ruling.verdict}".rstrip(": "))
    if ruling.moment and not _SAYS_SO.search(ruling.verdict):
        return replace(ruling, verdict=f"Not now: {ruling.moment[0]}; were it the moment: {ruling.verdict}")
    return ruling


def _no(violations: Sequence[Violation]) -> str:
    count = len(violations)
    many = f", for {count} reasons, the first" if count > 1 else ""
    return f"No{many}: {violations[0]}."


def refuses(verdict: str) -> bool:
    """Whether a headline says no.

    Parameters
    ----------
    verdict
        The headline.

    Returns
    -------
    bool

    Examples
    --------
    >>> refuses("916 Rgt may not retreat to St. Lo."), refuses("14:10, no Overrun.")
    (True, False)
    """
    first = re.split(r"[.;] ", verdict, maxsplit=1)[0]
    return _REFUSAL.search(first) is not None
