"""What lies on the table step by step: some steps back, and read ahead as far as somebody looks."""

from __future__ import annotations

import itertools
from collections import deque
from typing import TYPE_CHECKING

from adjudicator.asking.changes import CLOCK, shown_changes
from adjudicator.audit.book import Outlook
from adjudicator.position import Change, Position
from adjudicator.saves.steps import Shown
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["Lying", "Tables"]


@dataclass(frozen=True, slots=True)
class Lying:
    """What lies on the table after a step.

    Parameters
    ----------
    shown
        The step.
    table
        What lies there, as the viewpoint sees it; what lay there before where the step touched nothing.
    changes
        What of it changed in the step and is seen.
    whole
        Whether the viewpoint sees all that lies there.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> Lying(Shown(1), GAME.scenario("d-day")).moves_the_clock
    False
    """

    shown: Shown
    table: Position
    changes: tuple[Change, ...] = ()
    whole: bool = True

    @property
    def moves_the_clock(self) -> bool:
        """Whether the step moves the clock."""
        return any(change.what in CLOCK for change in self.changes)

    @property
    def moves_nothing_else(self) -> bool:
        """Whether the step moves the clock alone, or nothing."""
        return all(change.what in CLOCK for change in self.changes)


class Tables:
    """What lies on the table: read when it is looked at, forgotten when it is too far back to matter.

    Parameters
    ----------
    steps
        What lies there before the first step, then after each; read once, one after the other.
    mask
        Hides from a position what the viewpoint does not see.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> tables = Tables([Shown(0, d_day), Shown(1, None, ("hello",))], lambda position: position)
    >>> tables.end(0, 5), tables[1].table is d_day
    (2, True)
    """

    def __init__(self, steps: Iterable[Shown], mask: Callable[[Position], Position]) -> None:
        self._coming, self._mask = iter(steps), mask
        self._kept: deque[Lying] = deque()
        self._outlooks: dict[tuple[int, int], Outlook] = {}
        self._first = 0

    def __getitem__(self, place: int) -> Lying:
        """What lies there after the step at a place; 0 is the beginning."""
        if self.end(place, 1) <= place:
            raise IndexError(place)
        return self._kept[place - self._first]

    def end(self, place: int, count: int) -> int:
        """The place behind some steps, or behind the last step of all where there are no more.

        Parameters
        ----------
        place, count
            The first of them, and how many.

        Returns
        -------
        int
        """
        wanted = place + count
        while self._first + len(self._kept) < wanted:
            shown = next(self._coming, None)
            if shown is None:
                break
            self._kept.append(self._after(shown))
        return min(wanted, self._first + len(self._kept))

    def _after(self, shown: Shown) -> Lying:
        if shown.position is None:
            before = self._kept[-1]
            return Lying(shown, before.table, whole=before.whole)
        table = self._mask(shown.position)
        changes = shown_changes(self._kept[-1].table, table) if self._kept else ()
        return Lying(shown, table, changes, table is shown.position)

    def between(self, first: int, end: int) -> list[Lying]:
        """What lies there after some steps.

        Parameters
        ----------
        first, end
            Places of the first of them, and behind the last.

        Returns
        -------
        list of Lying
        """
        return [self[place] for place in range(first, self.end(first, end - first))]

    def outlook(self, first: int, end: int) -> Outlook:
        """What some steps show; the same for whoever asks.

        Parameters
        ----------
        first, end
            As in `between`.

        Returns
        -------
        Outlook
        """
        found = self._outlooks.get((first, end))
        if found is None:
            shown = [lying.table for lying in self.between(first, end)]
            found = self._outlooks[first, end] = Outlook(shown)
        return found

    def ahead(self, place: int, count: int) -> int:
        """The place behind the steps in which what one action does can show: until the clock moves.

        Parameters
        ----------
        place, count
            The first of them, and how many at most.

        Returns
        -------
        int
        """
        end = self.end(place, count)
        return next((n + 1 for n in range(place, end) if self[n].moves_the_clock), end)

    def following(self, place: int, count: int) -> int:
        """As `ahead`; where the step itself moves the clock, with what players do about it afterwards.

        They may turn it on in the next steps, and settle then what the action did: the steps go on until the
        clock moves again.

        Parameters
        ----------
        place, count
            As in `ahead`.

        Returns
        -------
        int
        """
        end = self.ahead(place, count)
        if not self[place].moves_the_clock:
            return end
        after = self.between(end, place + count)
        turning = list(itertools.takewhile(lambda lying: lying.moves_nothing_else, after))
        settling = list(itertools.takewhile(lambda lying: not lying.moves_the_clock, after[len(turning) :]))
        return end + len(turning) + len(settling)

    def forget(self, place: int) -> None:
        """Forget what lay there before a step; the last that was read stays.

        Parameters
        ----------
        place
            Of the step.
        """
        while self._first < place and len(self._kept) > 1:
            self._kept.popleft()
            self._first += 1
        self._outlooks = {steps: kept for steps, kept in self._outlooks.items() if steps[0] >= self._first}
