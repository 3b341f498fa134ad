"""The position that the rules keep beside what lies on the table: changes laid into it, and joined."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from adjudicator.asking.changes import is_marker, lasting_changes, passing_items, value_of
from adjudicator.game import load
from adjudicator.position import AUTO, UNKNOWN, Change, Position
from adjudicator.ruling import Violation

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adjudicator.position import Decision, Piece
    from adjudicator.schema import Item

__all__ = ["Outlook", "laid_in", "missing", "net", "nothing_pending", "settled_first"]

_HANDS = ("phase", "side", "impulse")
"""Hands of the clock that players move."""
_TRACKER = "turn-tracker"
_NEVER = 100
"""More than any search goes beyond what the table shows."""


def laid_in(book: Position, changes: Iterable[Change], table: Position) -> Position:
    """A position with changes that players made, whether or not the rules explain them.

    Parameters
    ----------
    book
        The position.
    changes
        What changed on the table.
    table
        What lies there, for units that came to it.

    Returns
    -------
    Position

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> laid_in(d_day, [Change("status", "ge-916", "fresh", "spent")], d_day).pieces["ge-916"].status
    'spent'
    """
    draft = book.draft()
    come, gone = set[str](), set[str]()
    for change in changes:
        known = change.subject in draft.pieces
        if change.what == "unit":
            (gone if change.after is None else come).add(change.subject)
        elif change.what == "space" and known:
            draft.place(change.subject, str(change.after))
        elif change.what == "status" and known:
            draft.set_status(change.subject, str(change.after))
        elif change.after is None or change.after is UNKNOWN:
            draft.clear(change.what, change.subject)
        elif change.what not in {"space", "status"}:
            draft.set(change.what, change.after, change.subject)
    laid = draft.finish()
    if not come | gone:
        return laid
    pieces = {uid: piece for uid, piece in laid.pieces.items() if uid not in gone}
    pieces |= {uid: table.pieces[uid] for uid in come if uid in table.pieces}
    return Position(
        laid.game,
        laid.board,
        laid.schema,
        pieces,
        laid.facts,
        pending=laid.pending,
        options=laid.options,
        unknown=laid.unknown,
        notes=laid.notes,
        strange=laid.strange,
    )


def net(steps: Iterable[Iterable[Change]]) -> tuple[Change, ...]:
    """What several steps change together: what one takes back of another is no change.

    Parameters
    ----------
    steps
        The changes of each step, in order.

    Returns
    -------
    tuple of Change

    Examples
    --------
    >>> there, back = Change("space", "ge-916", "a", "b"), Change("space", "ge-916", "b", "a")
    >>> net([[there], [back]])
    ()
    """
    found: dict[tuple[str, str], Change] = {}
    for change in (change for step in steps for change in step):
        key = (change.what, change.subject)
        first = found.get(key, change)
        found[key] = Change(change.what, change.subject, first.before, change.after)
    return tuple([change for change in found.values() if change.before != change.after])


def missing(book: Position, changes: Iterable[Change]) -> tuple[Change, ...]:
    """Those of some changes that the rules have not made already.

    Parameters
    ----------
    book
        The position that the rules keep.
    changes
        What changed on the table.

    Returns
    -------
    tuple of Change
        From what they are in the book.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> missing(GAME.scenario("d-day"), [Change("status", "ge-916", "spent", "fresh")])
    ()
    """
    now = [(change, value_of(book, change)) for change in changes]
    return tuple([Change(c.what, c.subject, value, c.after) for c, value in now if value != c.after])


class Outlook:
    """What the table shows from a step on until the clock moves: what the rules do ought to be among it.

    Parameters
    ----------
    tables
        What lies there after the step, and after each that follows.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> later = laid_in(d_day, [Change("status", "ge-916", "fresh", "spent")], d_day)
    >>> Outlook([d_day]).beyond(d_day, later), Outlook([d_day, later]).beyond(d_day, later)
    (1, 0)
    """

    def __init__(self, tables: Sequence[Position]) -> None:
        self._tables = list({id(table): table for table in tables}.values())
        items = tables[0].schema.items
        self._hands = [item for item in _HANDS if item in items]
        told = [item for item in items if _is_of_a_round(items[item]) and self._is_told(item)]
        self._trackers = {*self._hands, *told}
        shown = {item for table in self._tables for item, _ in table.facts}
        passing = passing_items(tables[0].schema)
        self._laid = frozenset([item for item in passing & shown if is_marker(items[item])])
        self._seen: dict[str, frozenset[tuple[str, str]]] = {}

    def serves(self, change: Change, value: object) -> bool:
        """Whether something is at some time as a change wants it, or as it is later.

        Parameters
        ----------
        change, value
            As `adjudicator.asking.candidates.Aim` has it.

        Returns
        -------
        bool
        """
        return value == change.after or (
            value != change.before and any(value_of(table, change) == value for table in self._tables)
        )

    def beyond(self, before: Position, here: Position) -> int:
        """How many units and hands of the clock a position has changed otherwise than the table shows.

        Parameters
        ----------
        before
            Where a search began.
        here
            The position.

        Returns
        -------
        int
        """
        moved = [piece for _, piece in here.moved(before) if piece is not None]
        turned = [item for item in self._hands if before.said(item) != here.said(item)]
        return (
            sum(not self._shows(piece) for piece in moved)
            + sum(all(here.said(item) != table.said(item) for table in self._tables) for item in turned)
            + _NEVER * len(self._laid_otherwise(before, here))
        )

    def _is_told(self, item: str) -> bool:
        """Whether the table says anything by an item, and not only what it says before anybody touches it."""
        default = self._tables[0].schema.items[item].default
        return any(table.said(item) != default for table in self._tables)

    def _laid_otherwise(self, before: Position, here: Position) -> set[str]:
        """Markers that players lay on this table and that were laid where they never lie: their items."""
        laid, now, then = self._laid, here.facts, before.facts
        new = {key for key, value in now.items() if key[0] in laid and then.get(key) != value}
        new |= {key for key in then if key[0] in laid and key not in now}
        moved = [(*key, here.said(*key)) for key in new if before.said(*key) != here.said(*key)]
        return {w for w, of, value in moved if all(table.said(w, of) != value for table in self._tables)}

    def strays(self, way: Sequence[Position]) -> bool:
        """Whether positions lead through turns, phases or impulses which the table does not show one by one.

        What the last one comes to may be shown later, or not at all, see `beyond`.

        Parameters
        ----------
        way
            The positions of a sequence, in order.

        Returns
        -------
        bool
        """
        return any(self._turns_unseen(item, way) for item in self._trackers)

    def _turns_unseen(self, item: str, way: Sequence[Position]) -> bool:
        """Whether a hand of the clock is left where the table does not show it, in that order."""
        turned = [value for value, _ in itertools.groupby(here.said(item) for here in way)]
        shown = iter([table.said(item) for table in self._tables]) if len(turned) > 2 else iter(())
        return any(value not in shown for value in turned[1:-1])

    def hidden(self, before: Position, here: Position) -> list[Piece]:
        """The units that a position has changed otherwise than the table ever shows.

        Parameters
        ----------
        before, here
            As in `beyond`.

        Returns
        -------
        list of Piece
            As they are by the rules.
        """
        moved = [piece for was, piece in here.moved(before) if piece is not None and piece != was]
        return [piece for piece in moved if not self._shows(piece)]

    def shows_turn_of(self, here: Position) -> bool:
        """Whether the table ever shows the phase of a position with the side whose it is.

        Parameters
        ----------
        here
            The position.

        Returns
        -------
        bool
        """
        return any(_whose(here) == _whose(table) for table in self._tables)

    def unshown(self, before: Position, here: Position) -> int:
        """How many lasting items of state a position has changed otherwise than the table shows.

        Parameters
        ----------
        before, here
            As in `beyond`.

        Returns
        -------
        int
        """
        stated = [c for c in lasting_changes(before, here) if c.what not in {"unit", "space", "status"}]
        return sum(all(value_of(table, c) != c.after for table in self._tables) for c in stated)

    def _shows(self, piece: Piece) -> bool:
        """Whether a unit stands like that at some time."""
        if piece.uid not in self._seen:
            there = filter(None, (table.pieces.get(piece.uid) for table in self._tables))
            self._seen[piece.uid] = frozenset([(p.space, p.status) for p in there])
        return (piece.space, piece.status) in self._seen[piece.uid]


def _is_of_a_round(item: Item) -> bool:
    """Whether a turn tracker shows it for a round; what belongs to an activation is seldom clicked on."""
    return item.memory == "round" and item.carrier.startswith(_TRACKER)


def _whose(position: Position) -> tuple[object, ...]:
    """Phase and side, as far as a game has them."""
    items = position.schema.items
    return tuple([position.said(item) for item in ("phase", "side") if item in items])


def nothing_pending(position: Position) -> Position:
    """A position in which nobody has to settle anything.

    Parameters
    ----------
    position
        Any position.

    Returns
    -------
    Position

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> nothing_pending(GAME.scenario("d-day")).pending
    ()
    """
    if not position.pending:
        return position
    draft = position.draft()
    draft.pending = ()
    return draft.finish()


def settled_first(position: Position) -> tuple[Violation, ...]:
    """What has to be settled before anything else, the next first.

    Parameters
    ----------
    position
        Any position.

    Returns
    -------
    tuple of Violation

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> settled_first(GAME.scenario("d-day"))
    ()
    """
    due = [decision for decision in reversed(position.pending) if decision.player != AUTO]
    return tuple([Violation(decision.rule, _due(position, decision)) for decision in due])


def _due(position: Position, decision: Decision) -> str:
    if decision.player == "dice":
        why = load(position.game).rolls[decision.data["what"]].why(position, decision.data)
        return f"the dice had to fall first for {why}"
    return f"the {decision.player.capitalize()} side had to settle first: {decision.kind.replace('-', ' ')}"
