"""The back of a counter without a second strength: whose it is, and its name in whole words.

The emblem of the nation stands above the unit as it is called in full and what it belongs to, which the front
has no room for; below, that the unit has one step. Nothing in play turns such a counter over: what its back
tells is read while counters are sorted, and by whoever does not know what ``RCE`` or ``JgPz`` stands for.
Where all this stands says the template ``reverse`` of ``templates/counters.toml``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from counters.full_names import full_name
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from counters.drawing import Color
    from counters.formations import Formation
    from counters.layouts import Shown
    from counters.units import Unit

__all__ = ["ONE_STEP", "Reverse", "reverse_of", "reverse_shown"]

ONE_STEP = "one step"


@dataclass(frozen=True, slots=True)
class Reverse:
    """What the back of a unit of one step tells.

    Parameters
    ----------
    nation
        Whose emblem is shown.
    name, above
        The unit and what it belongs to, in whole words; the second may be empty.

    Examples
    --------
    >>> Reverse("us", "743 Battalion", "V US Corps").above
    'V US Corps'
    """

    nation: str
    name: str
    above: str = ""


def reverse_of(unit: Unit, badges: Mapping[str, Formation]) -> Reverse:
    """Return what the back of a unit of one step tells.

    Parameters
    ----------
    unit
        As printed.
    badges
        Formations of its game by id; none where its counters say themselves to what they belong.

    Returns
    -------
    Reverse

    Examples
    --------
    >>> from counters.units import Unit
    >>> reverse_of(Unit("us-rng-2", "2", "2 Rng", "allied", "us", size="battalion"), {}).name
    '2 Ranger Battalion'
    """
    name, above = full_name(unit, {key: badge.name for key, badge in badges.items()})
    return Reverse(unit.nationality, name, above)


def reverse_shown(reverse: Reverse, *, ground: Color, ink: Color) -> Shown:
    """Return what the back of a unit of one step shows.

    Parameters
    ----------
    reverse
        What it tells.
    ground, ink
        Colours.

    Returns
    -------
    Shown

    Examples
    --------
    >>> shown = reverse_shown(Reverse("us", "743 Battalion", "V US Corps"), ground="#ffffff", ink="#111111")
    >>> [text.lines for text in shown.texts(*shown.marks)]
    [('743 Battalion',), ('V US Corps',), ('one step',)]
    """
    from counters.emblems import EMBLEMS
    from counters.layouts import Shown

    told = {
        "nation": reverse.nation if reverse.nation in EMBLEMS else "",
        "name": reverse.name,
        "above": reverse.above,
    }
    return Shown("reverse", "front", told, {"ground": ground, "ink": ink})
