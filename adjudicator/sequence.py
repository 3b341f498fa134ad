"""The phases of a game, read from its ``sequence.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from maps.errors import DataError
from maps.loader import read_toml
from module_builder.vassal.values import dataclass

__all__ = ["Phase", "Sequence", "load_sequence"]


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase.

    Parameters
    ----------
    id, title
        Slug, and the book's words.
    rule
        Section.
    player
        Side that acts, or ``alternating``.
    next
        Id of the phase that follows; empty after the last.
    help
        What is done in it, in our words.

    Examples
    --------
    >>> Phase("daylight", "Daylight Phase", "6.3", "alternating", "refit-german", "").player
    'alternating'
    """

    id: str
    title: str
    rule: str
    player: str
    next: str
    help: str


@dataclass(frozen=True, slots=True)
class Sequence:
    """The phases in order.

    Parameters
    ----------
    phases
        By id, in the order of the book.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> GAME.sequence.phases["daylight"].title
    'Daylight Phase'
    """

    phases: Mapping[str, Phase]


def load_sequence(path: Path) -> Sequence:
    """Read ``sequence.toml``.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    Sequence

    Raises
    ------
    DataError
        A phase is incomplete or leads nowhere.

    Examples
    --------
    >>> list(load_sequence(Path(__file__).parent / "breakout_normandy" / "sequence.toml").phases)[0]
    'airborne'
    """
    phases = {}
    for body in read_toml(path, ["phase"])["phase"]:
        try:
            phase = Phase(**body)
        except TypeError as fault:
            raise DataError(
                path.name, f"phase {body.get('id')!r}", f"the keys of a phase ({fault})"
            ) from None
        phases[phase.id] = phase
    for phase in phases.values():
        if phase.next and phase.next not in phases:
            raise DataError(
                path.name, f"phase {phase.id!r}, next", f"a phase of this file, not {phase.next!r}"
            )
    return Sequence(phases)
