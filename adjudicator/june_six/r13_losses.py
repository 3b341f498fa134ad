"""Sections 13.1 and 13.2, with 6.16: Disorder, step losses, elimination, and who may take a loss."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import terms
from adjudicator.june_six.r06_headquarters import after_loss
from adjudicator.position import Draft, Piece, State, View
from module_builder.vassal.values import dataclass

__all__ = [
    "DISORDERS",
    "HANDLERS",
    "LOSS",
    "RESULTS",
    "WORDS",
    "LoseStep",
    "apply_result",
    "ask_reduced",
    "candidates",
    "course",
    "disorder",
    "eliminate",
    "fate",
    "is_last_step",
    "lose_step",
    "may_lose",
    "reduced",
    "remove",
    "severity",
    "words",
]

LOSS = "lose-step"
DISORDERS = {"dis-1": 1, "dis-2": 2}
RESULTS = ("dis-1", "dis-2", "reduced")
WORDS = {"dis-1": "Dis-1", "dis-2": "Dis-2", "reduced": "Reduced"}
_MOST = 2
_GONE = (
    "disorder", "pinned", "scattered", "isolated", "re", "parent-lost", "active", "attached", "crossing",
    "crossings-left", "moved", "began", "began-zoc", "broke-down", "used-sm", "attacked", "refitted",
    "made-detachment",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class LoseStep(Action):
    """Say which unit takes a Reduced result that a stack suffers (13.22).

    Examples
    --------
    >>> LoseStep("ge-352-916").unit
    'ge-352-916'
    """

    unit: str


@dataclass(frozen=True, slots=True)
class _Losing:
    """Which units can take a loss."""

    units: tuple[str, ...]


_LOSING = Frame(LOSS, "13.22", _Losing)


# --- what a result does -----------------------------------------------------------------------------------


@rule("13.73")
def severity(result: str) -> int:
    """How severe a result is: a Reduced result is worse than any Disorder.

    Examples
    --------
    >>> max(("dis-2", "reduced", "dis-1"), key=severity)
    'reduced'
    """
    return RESULTS.index(result)


@rule("13.13", "13.14", "13.15", "13.21")
def fate(view: View, uid: str, result: str) -> tuple[int, int]:
    """What a result does to a unit.

    Parameters
    ----------
    result
        ``dis-1``, ``dis-2`` or ``reduced``.

    Returns
    -------
    (int, int)
        Its Disorder level afterwards, and the steps that it loses (0 or 1).

    Examples
    --------
    >>> from adjudicator.june_six import GAME
    >>> from maps.board import Board
    >>> at = GAME.empty(Board([], []), facts={("disorder", "us-1"): 1})
    >>> fate(at, "us-1", "dis-1"), fate(at, "us-1", "dis-2"), fate(at, "us-2", "dis-2")
    ((2, 0), (0, 1), (2, 0))
    """
    return course(view.number("disorder", uid), result)


@rule("13.13", "13.14", "13.15", "13.21")
def course(level: int, result: str) -> tuple[int, int]:
    """What a result does to a unit at a level of Disorder.

    Parameters
    ----------
    level
        0 to 2.
    result
        ``dis-1``, ``dis-2`` or ``reduced``; two with a plus for one after the other.

    Returns
    -------
    (int, int)
        Its level afterwards, and the steps that it loses.

    Examples
    --------
    >>> course(1, "dis-2"), course(0, "dis-1+reduced"), course(1, "dis-2+reduced")
    ((0, 1), (0, 1), (0, 2))
    """
    lost = 0
    for part in result.split("+"):
        level += DISORDERS.get(part, _MOST + 1)
        if level > _MOST:
            level, lost = 0, lost + 1
    return level, lost


def words(result: str) -> str:
    """A result in words.

    Examples
    --------
    >>> words("dis-1+reduced")
    'Dis-1 and Reduced'
    """
    return " and ".join(WORDS.get(part, part) for part in result.split("+"))


@rule("13.11", "13.21")
def apply_result(draft: Draft, uid: str, result: str) -> None:
    """Let a unit suffer a result, or two of them one after the other.

    Parameters
    ----------
    result
        As in `course`.
    """
    for part in result.split("+"):
        if not terms.on_map(draft, draft.pieces[uid]):
            return
        if part in DISORDERS:
            disorder(draft, uid, DISORDERS[part])
        else:
            reduced(draft, uid)


@rule("13.11", "13.13", "13.14", "22.21")
def disorder(draft: Draft, uid: str, levels: int) -> None:
    """Disorder a unit; beyond the second level the marker is removed and a step is lost.

    Parameters
    ----------
    levels
        1 or 2.
    """
    level, lost = fate(draft, uid, "dis-2" if levels >= _MOST else "dis-1")
    draft.set("disorder", level, uid)
    if lost:
        lose_step(draft, uid)


@rule("13.15", "13.21")
def reduced(draft: Draft, uid: str) -> None:
    """A Reduced result: the Disorder marker is removed and a step is lost."""
    draft.set("disorder", 0, uid)
    lose_step(draft, uid)


@rule("13.21", "6.17")
def lose_step(draft: Draft, uid: str) -> None:
    """Flip a unit at full strength; eliminate one that is reduced, or that has one step.

    By the first reading of 6.17 the HQ of a division never stands reduced after a loss: it leaves the map.
    """
    if is_last_step(draft, draft.pieces[uid]):
        eliminate(draft, uid)
    else:
        draft.set_status(uid, terms.REDUCED)


@rule("13.21", "6.17")
def is_last_step(view: View, piece: Piece) -> bool:
    """Whether a step loss takes a unit off the map."""
    if terms.steps_left(piece) == 1:
        return True
    return terms.is_division_hq(piece.printed) and view.option("hq-reduced") == "A"


@rule("13.21", "6.16")
def eliminate(draft: Draft, uid: str) -> None:
    """Remove a unit from the map with its markers; the loss of an HQ has its consequences."""
    remove(draft, uid, terms.ELIMINATED)


@rule("6.16", "8.13")
def remove(draft: Draft, uid: str, box: str) -> None:
    """Take a unit off the map with its markers, into a box.

    Parameters
    ----------
    box
        ``eliminated`` or ``left``.
    """
    piece = draft.pieces[uid]
    draft.place(uid, box)
    for item in _GONE:
        draft.clear(item, uid)
    after_loss(draft, piece)
    if box == terms.LEFT and draft.pieces[uid].space != box:
        draft.place(uid, box)
        draft.set_status(uid, piece.status)
        draft.clear("returns", uid)


# --- who takes it -----------------------------------------------------------------------------------------


@rule("6.16")
def may_lose(view: View, uid: str, among: Iterable[str]) -> bool:
    """Whether a unit may be chosen for a step loss: an HQ only after every other unit of its stack.

    Parameters
    ----------
    among
        Units that could take the loss instead.
    """
    piece = view.pieces[uid]
    if not terms.is_hq(piece.printed):
        return True
    others = (view.pieces[u] for u in among if u != uid)
    return not any(p.space == piece.space and not terms.is_hq(p.printed) for p in others)


@rule("13.22", "6.16")
def candidates(view: View, uids: Iterable[str]) -> tuple[str, ...]:
    """Units of a stack among which its owner chooses the one that is Reduced; those off the map left out."""
    there = [u for u in uids if terms.on_map(view, view.pieces[u])]
    return tuple(u for u in there if may_lose(view, u, there))


@rule("13.22", "13.36", "13.37")
def ask_reduced(draft: Draft, uids: Iterable[str], section: str = "13.22") -> None:
    """Let a stack take one Reduced result: at once where one unit only can, else its owner is asked.

    Parameters
    ----------
    draft, uids
        The position in the making and the stack.
    section
        Section that reduces it.
    """
    able = candidates(draft, uids)
    if len(able) == 1:
        reduced(draft, able[0])
    elif able:
        side = draft.pieces[able[0]].side
        _LOSING.push(draft, _Losing(able), side, rule=section)


def _check(inquiry: Inquiry, action: LoseStep) -> None:
    top, asked = inquiry.decision, _LOSING.asked(inquiry)
    if top is None or asked is None:
        return
    able = asked.units
    titles = terms.titles(inquiry.pieces[u] for u in able)
    if action.unit in able:
        _note(inquiry, inquiry.pieces[action.unit])
    else:
        piece = inquiry.pieces.get(action.unit)
        last = piece is not None and terms.is_hq(piece.printed) and piece.space in _hexes(inquiry, able)
        section = "6.16" if last else top.rule
        inquiry.refuse(section, f"{action.unit} cannot take the loss: one of {titles}", units=[action.unit])


def _hexes(view: View, uids: Iterable[str]) -> set[str]:
    return {view.pieces[u].space for u in uids}


def _note(inquiry: Inquiry, piece: Piece) -> None:
    lost = is_last_step(inquiry, piece)
    inquiry.note("13.21", f"{piece.printed.title} is {'eliminated' if lost else 'flipped'}")


def _perform(draft: Draft, action: LoseStep) -> None:
    draft.settle()
    reduced(draft, action.unit)


def _options(state: State) -> Iterator[LoseStep]:
    asked = _LOSING.asked(state)
    if asked is not None:
        yield from (LoseStep(uid) for uid in asked.units)


HANDLERS = (Handler(LoseStep, _check, _perform, _options, "13.22", answers=frozenset({LOSS})),)
