"""Every error that a user can cause, each telling the thing, the rule and the way out in one line.

::

    BocageError
      DataError            a file, row or cell is wrong
      SaveError            not a save, truncated, another module or geometry, an unknown piece
        UnknownModule      of a module that nobody has matched with a game of ours
      PositionError        the position breaks the rules, or does not say what a rule needs
      ActionError
        MalformedAction    cannot be read
        AmbiguousAction    names several things
        IllegalAction      carries the ruling
      UnsupportedRule      a value is unknown, or reconstructed under --strict
      RollNeeded           dice decide, and none were given
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maps.errors import BocageError, DataError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.ruling import Ruling

__all__ = [
    "ActionError",
    "AmbiguousAction",
    "BocageError",
    "DataError",
    "IllegalAction",
    "MalformedAction",
    "PositionError",
    "RollNeeded",
    "SaveError",
    "UnknownModule",
    "UnsupportedRule",
]


_TOLD = 60  # defects that a message lists


class SaveError(BocageError):
    """A saved game or log cannot be used.

    Examples
    --------
    >>> print(SaveError("g.vsav", "a saved game of VASSAL", "open it in VASSAL and save it again"))
    g.vsav: expected a saved game of VASSAL; open it in VASSAL and save it again
    """

    def __init__(self, file: str, expected: str, way_out: str = "") -> None:
        self.file, self.expected, self.way_out = file, expected, way_out
        super().__init__(f"{file}: expected {expected}" + (f"; {way_out}" if way_out else ""))


class UnknownModule(SaveError):
    """A saved game of a module that nobody has matched with a game of ours.

    Examples
    --------
    >>> print(UnknownModule("g.vsav", "a save of our module", "match it with `adjudicator adapt`", "Theirs"))
    g.vsav: expected a save of our module; match it with `adjudicator adapt`
    """

    def __init__(self, file: str, expected: str, way_out: str, module: str) -> None:
        self.module = module
        super().__init__(file, expected, way_out)


class PositionError(BocageError):
    """The position breaks the rules or leaves out what the question needs; lists every defect.

    Parameters
    ----------
    defects
        Each in a few words.
    game
        Slug of the game of a saved position; empty where it is not known, or is not saved.

    Examples
    --------
    >>> print(PositionError(["two copies of 916 Rgt", "the position does not say the weather"]))
    two copies of 916 Rgt; the position does not say the weather
    """

    def __init__(self, defects: Sequence[str], game: str = "") -> None:
        self.defects, self.game = tuple(defects), game
        more = len(self.defects) - _TOLD
        listed = self.defects[:_TOLD] + ((f"and {more} more",) if more > 0 else ())
        super().__init__("; ".join(listed))


class ActionError(BocageError):
    """Something is wrong with an action."""


class MalformedAction(ActionError):
    """The action cannot be read.

    Examples
    --------
    >>> print(MalformedAction("no Area is called 'Carenten'", "Did you mean Carentan?"))
    no Area is called 'Carenten'. Did you mean Carentan?
    """

    def __init__(self, text: str, way_out: str = "") -> None:
        super().__init__(f"{text}. {way_out}" if way_out else text)


class AmbiguousAction(ActionError):
    """A name fits several things.

    Examples
    --------
    >>> print(AmbiguousAction("115", ["115 Rgt, 29 Div (Omaha Beach)", "1/115 (St. Lo)"]))
    '115' may be: 115 Rgt, 29 Div (Omaha Beach); 1/115 (St. Lo)
    """

    def __init__(self, name: str, candidates: Sequence[str]) -> None:
        self.name, self.candidates = name, tuple(candidates)
        super().__init__(f"{name!r} may be: " + "; ".join(candidates))


class IllegalAction(ActionError):
    """The rules forbid the action; `ruling` says why, with every reason."""

    def __init__(self, ruling: Ruling) -> None:
        self.ruling = ruling
        super().__init__("; ".join(f"{v.text} ({v.rule})" for v in ruling.violations))


class UnsupportedRule(BocageError):
    """A rule needs a value for which there is no ground, or only a reconstructed one under ``--strict``.

    Examples
    --------
    >>> print(UnsupportedRule("24.1", "the requirement printed for 26 June", "type it into an overlay"))
    24.1 needs the requirement printed for 26 June: type it into an overlay
    """

    def __init__(self, rule: str, what: str, way_out: str = "") -> None:
        self.rule = rule
        super().__init__(f"{rule} needs {what}" + (f": {way_out}" if way_out else ""))


class RollNeeded(BocageError):
    """Dice decide what happens next and no roll was given.

    Examples
    --------
    >>> print(RollNeeded(("DR", "DR"), "the assault on Omaha Beach (9.1)"))
    a roll is needed for the assault on Omaha Beach (9.1): give --roll DR,DR
    """

    def __init__(self, dice: Sequence[str], why: str) -> None:
        self.dice, self.why = tuple(dice), why
        super().__init__(f"a roll is needed for {why}: give --roll {','.join(dice)}")
