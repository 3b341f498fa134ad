"""What a unit with ratings prints on either side (rules 2.4, 6.1, 12.1, 12.56)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

from counters.catalog import RATINGS, Unit
from counters.drawing import Color
from counters.formations import Formation
from counters.palette import Palette, Scheme
from counters.reverses import ONE_STEP, Reverse, reverse_of
from counters.vehicles import VEHICLES
from module_builder.vassal.values import dataclass

__all__ = ["RatedLook", "designation", "fires", "rated_look"]

_CORPS_WORD = " Corps"
_FOOT = ("cs", "cohesion", "ma")


@dataclass(frozen=True, slots=True)
class RatedLook:
    """Everything that one side of a unit shows, and nothing else.

    Parameters
    ----------
    scheme
        Colours of the branch.
    kind, size
        Symbol and size mark; the size is empty where none is shown.
    vehicle
        Silhouette in place of the symbol, or empty.
    name
        Unit and formation.
    color
        Of the formation; empty where it has none.
    armored
        Whether the colour lies around the size.
    support
        Whether the white band and the coloured stripe are shown.
    ratings
        Combat strength, cohesion and movement allowance as printed.
    motorized
        Whether the movement allowance stands on red.
    armor, at, artillery
        Points beside the symbol; empty where there are none.
    assault
        The +1 of the 79th Armoured Division, or empty.
    back
        Empty for the front; ``reduced``, ``fired``, or ``one step`` for a back without a use.
    reverse
        What the back of a unit of one step tells, or None.
    paints
        Colours of the layout.

    Examples
    --------
    >>> RatedLook(Scheme(*["#ffffff"] * 6), "infantry", "regiment").back
    ''
    """

    scheme: Scheme
    kind: str
    size: str
    vehicle: str = ""
    name: str = ""
    color: str = ""
    armored: bool = False
    support: bool = False
    ratings: tuple[str, ...] = ()
    motorized: bool = False
    armor: str = ""
    at: str = ""
    artillery: str = ""
    assault: str = ""
    back: str = ""
    reverse: Reverse | None = None
    paints: Mapping[str, str] = field(default_factory=dict)

    @property
    def ground(self) -> Color:
        """Ground of the side."""
        return self.scheme.spent if self.back else self.scheme.ground

    @property
    def mark(self) -> Color:
        """Print of the side."""
        return self.scheme.deep if self.back else self.scheme.mark

    @property
    def band(self) -> Color:
        """Ground behind the symbol: that of the side, or of the band across a back."""
        if self.back == "fired":
            return self.paint("fired")
        return self.scheme.ground

    @property
    def fill(self) -> Color:
        """Colour inside the box of the symbol."""
        return self.color if self.color and not self.armored else self.scheme.frame

    def paint(self, mark: str) -> Color:
        """Return what the layout marks something with.

        Parameters
        ----------
        mark
            ``support``, ``motorized``, ``artillery`` ...

        Returns
        -------
        str
            White where the layout does not say.

        Examples
        --------
        >>> RatedLook(Scheme(*["#ffffff"] * 6), "infantry", "", paints={"fired": "#d9542b"}).paint("fired")
        '#d9542b'
        """
        return self.paints.get(mark, "#ffffff")


def fires(unit: Unit) -> bool:
    """Tell whether the back of a unit shows that it has fired: corps HQs and nebelwerfer (6.16b, 16.43).

    Parameters
    ----------
    unit
        As printed.

    Returns
    -------
    bool

    Examples
    --------
    >>> from counters.catalog import Unit
    >>> fires(Unit("ge-nw-7", "7 NW", "7 NW", "german", "german", type="nebelwerfer", steps=1))
    True
    """
    return unit.type == "nebelwerfer" or (unit.type == "headquarters" and unit.size == "corps")


def designation(unit: Unit, badges: Mapping[str, Formation]) -> str:
    """Return what stands below the symbol: unit and formation, parted by a stroke (6.11, 6.12).

    Parameters
    ----------
    unit
        As printed.
    badges
        Formations by id.

    Returns
    -------
    str
        Of an Allied division HQ the division and its corps; of other HQs their formation alone.

    Examples
    --------
    >>> from counters.catalog import Unit
    >>> badges = {"ge-77": Formation("ge-77", "77th Infantry Division", "77")}
    >>> designation(Unit("ge-77-1049", "1049", "", "german", "german", division="ge-77"), badges)
    '1049/77'
    """
    own, parent = badges.get(unit.division), badges.get(unit.corps)
    if own is None:
        return unit.name
    if unit.type != "headquarters":
        return f"{unit.name}/{own.printed}"
    if own.level == "corps":
        return _corps(own)
    return f"{own.printed}/{_corps(parent)}" if parent else own.printed


def _corps(badge: Formation) -> str:
    """The name of a corps in full, whatever its units print of it."""
    return badge.printed.removesuffix(_CORPS_WORD) + _CORPS_WORD


def rated_look(unit: Unit, *, side: str, palette: Palette) -> RatedLook:
    """Return what one side of a unit shows.

    Parameters
    ----------
    unit
        As printed.
    side
        ``fresh``: the front; ``spent``: the back.
    palette
        Colours, silhouettes and formations.

    Returns
    -------
    RatedLook

    Raises
    ------
    maps.errors.DataError
        The palette has no colours for the branch.

    Examples
    --------
    >>> from counters.catalog import load_units
    >>> from counters.palette import load_palette
    >>> unit, palette = load_units("june-six")["us-1-16"], load_palette("june-six")
    >>> rated_look(unit, side="fresh", palette=palette).name
    '16/1'
    >>> rated_look(unit, side="spent", palette=palette).back
    'reduced'
    """
    back = "" if side == "fresh" else "reduced" if unit.steps > 1 else "fired" if fires(unit) else ONE_STEP
    if back == ONE_STEP:
        told = reverse_of(unit, palette.badges)
        return RatedLook(palette.scheme(unit.branch), "", "", back=back, reverse=told)
    printed = _printed(unit, reduced=back == "reduced")
    vehicle = _vehicle(unit, palette)
    look = RatedLook(
        palette.scheme(unit.branch),
        unit.kind,
        "" if unit.size in {"strongpoint", "detachment"} else unit.size,
        vehicle,
        designation(unit, palette.badges),
        _formation_color(unit, palette),
        armored=bool(vehicle),
        support="support" in unit.marks,
        ratings=_ratings(unit, printed),
        motorized="motorized" in unit.marks,
        armor=printed.get("armor", ""),
        at=printed.get("at", ""),
        artillery=printed.get("artillery", ""),
        assault="+1" if "hobart" in unit.marks else "",
        back=back,
    )
    return replace(look, paints={mark: palette.paints.get(mark, "#ffffff") for mark in _paints(look)})


def _paints(look: RatedLook) -> list[str]:
    """What a side shows that has a colour of its own."""
    shown = {
        "support": look.support,
        "motorized": look.motorized,
        "artillery": look.artillery and look.back != "fired",
        "assault": look.assault,
        "fired": look.back == "fired",
    }
    return [mark for mark, there in shown.items() if there]


def _formation_color(unit: Unit, palette: Palette) -> str:
    """Colour of the formation of a unit; a Corps unit still to be assigned has that of any corps (6.12)."""
    own = palette.badges.get(unit.division)
    if own is not None:
        return own.color
    nation = unit.nationality if unit.nationality in {"us", "german"} else "commonwealth"
    corps = (b.color for b in palette.badges.values() if b.level == "corps" and b.nation == nation)
    return next(corps, "") if "floating" in unit.marks else ""


def _vehicle(unit: Unit, palette: Palette) -> str:
    """The silhouette of a unit: its own, that of its kind, or a kind that names one; or the flail."""
    if "hobart" in unit.marks:
        return "flail"
    keys = ((unit.nationality, unit.id), (unit.nationality, unit.kind))
    found = next((palette.vehicles[key] for key in keys if key in palette.vehicles), "")
    return found or (unit.kind if unit.kind in VEHICLES else "")


def _printed(unit: Unit, *, reduced: bool) -> dict[str, str]:
    """What a side prints of each rating that it has."""
    values = {name: unit.rating(f"reduced_{name}" if reduced else name) for name in RATINGS}
    return {name: str(value) for name, value in values.items() if value is not None}


def _ratings(unit: Unit, printed: Mapping[str, str]) -> tuple[str, ...]:
    """Strength, cohesion and movement; one that the counter does not print is left out."""
    if not printed.keys() & set(_FOOT):
        return ("?",) * len(_FOOT)
    around = {
        "cs": "[{}]" if "defend-only" in unit.marks else "{}",
        "ma": "{}*" if "bicycle" in unit.marks else "{}",
    }
    return tuple(around.get(name, "{}").format(printed[name]) for name in _FOOT if name in printed)
