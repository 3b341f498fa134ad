"""Dice on record: what the dice buttons of a module reported, and which of them a roll of the rules took."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.actions import Action, Roll
from adjudicator.asking.candidates import Throws, every_roll
from adjudicator.saves.adapter import load_adapter
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.position import Position

__all__ = ["Die", "Record", "read_dice"]

_DIE, _PLACE = r"(\d+)", re.compile(r"\$(\w+)\$")
_PAIR = 12
_SOME = 36  # rolls tried where no dice are on record, as in saves
_SIX, _TEN = frozenset({"dr", "d6"}), frozenset({"d10", "d0-9"})


@dataclass(frozen=True, slots=True)
class Die:
    """One die that was thrown.

    Parameters
    ----------
    step
        Step of the log whose report shows it.
    value
        What it showed.
    sides
        6 or 10; 12 where the report shows the sum of two six-sided dice alone.

    Examples
    --------
    >>> Die(4, 6, 6).value
    6
    """

    step: int
    value: int
    sides: int


@dataclass(frozen=True, slots=True)
class _Button:
    """How the report of one dice button reads: the pattern, and the sides of each die in it."""

    pattern: re.Pattern[str]
    sides: tuple[int, ...]

    def read(self, line: str) -> list[tuple[int, int]]:
        """Value and sides of each die that a line reports."""
        found = self.pattern.search(line)
        return list(zip(map(int, found.groups()), self.sides, strict=True)) if found else []


def read_dice(game: str, lines: Iterable[str], step: int = 0) -> list[Die]:
    """The dice that lines of chat report.

    Parameters
    ----------
    game
        Slug; its module's dice buttons say how a report reads.
    lines
        The chat of a step.
    step
        Its number.

    Returns
    -------
    list of Die
        In the order in which they were thrown.

    Examples
    --------
    >>> [d.value for d in read_dice("breakout-normandy", ["!Attack: 3 + 5 = 8 (Ann)"])]
    [3, 5]
    >>> [d.value for d in read_dice("june-six", ["d10: 0 (Ann)"])]
    [0]
    >>> read_dice("june-six", ["I roll a d10 now"])
    []
    >>> drop = "Drop: accuracy d10 4, direction d6 2, distance d6 6, casualties d6 1 (Ann)"
    >>> [d.value for d in read_dice("battle-for-normandy", [drop])]
    [4, 2, 6, 1]
    """
    buttons = _buttons(game)
    dice: list[Die] = []
    for line in lines:
        thrown = next(filter(None, (button.read(line) for button in buttons)), [])
        dice += [Die(step, value, sides) for value, sides in thrown]
    return dice


def _buttons(game: str) -> list[_Button]:
    """The dice buttons of a module; longer reports first, since ``d6: 3`` stands in ``2d6: ...`` too."""
    desk: Mapping[str, Any] = load_adapter(game)["desk"]
    buttons = [_button(row) for row in desk["dice"]] + [_expression(row) for row in desk.get("rolls", ())]
    return sorted(buttons, key=lambda button: -len(button.pattern.pattern))


def _button(row: Mapping[str, Any]) -> _Button:
    """A button whose report is a format of VASSAL; that of the Sunset DR shows the sum alone."""
    if row["report"] == "sunset":
        return _Button(re.compile(r"Sunset DR (\d+)"), (_PAIR,))
    text = row["report"].lstrip("!?~|`").removesuffix(" ($PlayerName$)")
    pattern = _PLACE.sub(lambda place: r"\d+" if "Total" in place[1] else _DIE, _escaped(text))
    return _Button(re.compile(rf"(?<!\w){pattern}(?!\w)"), (row.get("sides", 6),) * row["dice"])


def _escaped(text: str) -> str:
    """A report format as a pattern, its ``$placeholders$`` kept."""
    return "".join(
        [part if n % 2 else re.escape(part) for n, part in enumerate(re.split(r"(\$\w+\$)", text))]
    )


def _expression(row: Mapping[str, Any]) -> _Button:
    """A button whose report is an expression that throws several dice at once."""
    text = row["report"].replace(' + " (" + PlayerName + ")"', "")
    parts = re.findall(r'"([^"]*)"|Random\((\d+)\)', text)
    pattern = "".join([_DIE if sides else re.escape(words) for words, sides in parts])
    return _Button(re.compile(pattern), tuple([int(sides) for _, sides in parts if sides]))


class Record:
    """The dice of a whole game, in the order in which they were thrown.

    Parameters
    ----------
    dice
        In that order.
    reach
        How many steps before an action its dice may lie.

    Examples
    --------
    >>> record = Record([Die(3, 2, 6), Die(3, 5, 6)])
    >>> list(record.fits(["DR"], range(1, 9), frozenset(), ()))
    [((7,), (0, 1))]
    >>> record.free({0}), record.values((1,))
    ((1,), (5,))
    """

    def __init__(self, dice: Sequence[Die], reach: int = 6) -> None:
        self._dice, self._reach = tuple(dice), reach

    @property
    def is_empty(self) -> bool:
        """Whether no dice are on record at all."""
        return not self._dice

    def free(self, taken: Collection[int], steps: range | None = None) -> tuple[int, ...]:
        """Numbers of the dice that no roll took, of some steps or of all.

        Parameters
        ----------
        taken
            Numbers of those that one took.
        steps
            Which steps; None for all.

        Returns
        -------
        tuple of int
        """
        return tuple([n for n, die in enumerate(self._dice) if n not in taken and _in(die.step, steps)])

    def values(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """What dice showed.

        Parameters
        ----------
        numbers
            Which dice.

        Returns
        -------
        tuple of int
        """
        return tuple([self._dice[n].value for n in numbers])

    def around(self, first: int, last: int) -> range:
        """Steps whose dice can belong to an action that begins in one step and shows until another.

        Parameters
        ----------
        first, last
            The steps.

        Returns
        -------
        range
        """
        return range(first - self._reach, last + 1)

    def rolls(
        self, taken: frozenset[int], steps: range
    ) -> Callable[[Position, Throws], Iterator[tuple[Action, Throws]]]:
        """What can fall in a search: what is on record around some steps, else anything.

        Parameters
        ----------
        taken
            Dice that earlier rolls took.
        steps
            Whose dice may be taken.

        Returns
        -------
        callable
            As `adjudicator.asking.candidates.Aim` wants it.
        """

        def fall(position: Position, throws: Throws) -> Iterator[tuple[Action, Throws]]:
            wanted = position.pending[-1].data["dice"]
            found = [(Roll(v), (*throws, took)) for v, took in self.fits(wanted, steps, taken, throws)]
            yield from found or self._unseen(wanted, every_roll(position, throws))

        return fall

    def _unseen(
        self, wanted: Sequence[str], rolls: Iterable[tuple[Action, Throws]]
    ) -> Sequence[tuple[Action, Throws]]:
        """All that can fall of chits and cards; of dice some where none are on record, else none."""
        if not all(die in _SIX | _TEN | {"DR"} for die in wanted):
            return list(rolls)
        every = [] if self._dice else list(rolls)
        return every[:: max(1, len(every) // _SOME)]

    def fits(
        self, wanted: Sequence[str], steps: range, taken: frozenset[int], throws: Throws
    ) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Dice on record that can be those that are due.

        Parameters
        ----------
        wanted
            ``DR``, ``dr``, ``d10`` ... for each number wanted.
        steps
            Whose dice may be taken.
        taken
            Dice that earlier rolls took.
        throws
            Those taken in the same search.

        Yields
        ------
        tuple
            The numbers, and which dice they are: the earliest first, few of them, all of them thrown after
            those that were taken.
        """
        after = max(taken.union(*map(frozenset, throws)), default=-1)
        free = [n for n in self.free((), steps) if n > after]
        found = (self._from(wanted, free[start:]) for start in range(len(free)))
        yield from itertools.islice(dict.fromkeys(filter(None, found)), 3)

    def _from(
        self, wanted: Sequence[str], free: Sequence[int]
    ) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """The next dice as the numbers wanted; None where one is of another kind."""
        values, took, rest = [], list[int](), list(free)
        for die in wanted:
            needed = self._needed(die, rest)
            if not needed:
                return None
            values.append(sum(self.values(needed)))
            took += needed
            rest = rest[len(needed) :]
        return tuple(values), tuple(took)

    def _needed(self, die: str, free: Sequence[int]) -> list[int]:
        """The first of the free dice that make one number; none where they are of another kind."""
        sides = [self._dice[n].sides for n in free[:2]]
        if die == "DR":
            return list(free[:1]) if sides[:1] == [_PAIR] else list(free[:2]) if sides == [6, 6] else []
        fits = (die in _SIX and sides[:1] == [6]) or (die in _TEN and sides[:1] == [10])
        return list(free[:1]) if fits else []


def _in(step: int, steps: range | None) -> bool:
    return steps is None or step in steps
