"""Section 12.43: a player without an opponent draws both combat modes out of two cups."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from adjudicator.citation import rule
from adjudicator.june_six.r12_crt import ATTACK_MODES, DEFENCE_MODES

__all__ = ["cup", "pairs"]

_LIKELIER, _OTHER = 2, 1


@rule("12.43")
def cup(likelier: str) -> Mapping[str, int]:
    """Markers that go into one of the cups.

    Parameters
    ----------
    likelier
        The mode that a side is more likely to choose.

    Returns
    -------
    mapping of str to int
        Each mode of that side with its markers, the likelier first.

    Raises
    ------
    KeyError
        There is no such mode.

    Examples
    --------
    >>> cup("assault"), cup("stand")
    ({'assault': 2, 'probe': 1}, {'stand': 2, 'retreat': 1})
    """
    modes = next((known for known in (ATTACK_MODES, DEFENCE_MODES) if likelier in known), None)
    if modes is None:
        raise KeyError(likelier)
    return {likelier: _LIKELIER, **{mode: _OTHER for mode in modes if mode != likelier}}


@rule("12.43")
def pairs(attack: str, defence: str) -> Mapping[tuple[str, str], Fraction]:
    """Chance of each pair of modes when one marker is drawn out of each cup.

    Examples
    --------
    >>> pairs("assault", "retreat")["probe", "retreat"]
    Fraction(2, 9)
    """
    first, second = cup(attack), cup(defence)
    ways = sum(first.values()) * sum(second.values())
    return {(a, d): Fraction(m * n, ways) for a, m in first.items() for d, n in second.items()}
