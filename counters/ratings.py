"""What a unit with ratings prints on either side, and where (rules 2.4, 6.1, 12.1, 12.56).

A `RatedLook` is what a side shows, a `RatedLayout` the boxes that its print stands in; `rated` draws both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

from counters import fonts
from counters.catalog import RATINGS, Unit
from counters.drawing import Color, TextBox
from counters.formations import Formation
from counters.geometry import Box
from counters.palette import Palette, Scheme
from counters.reverses import ONE_STEP, Reverse, reverse_of, reverse_texts
from counters.vehicles import VEHICLES
from module_builder.vassal.values import dataclass

__all__ = [
    "CIRCLE",
    "FIRED",
    "RATED_FRAME",
    "RIM",
    "RatedLayout",
    "RatedLook",
    "designation",
    "fires",
    "rated_layout",
    "rated_look",
]

RATED_FRAME = Box(29.5, 21.4, 70.5, 49.6)
CIRCLE, FIRED = Box(3.8, 25.0, 26.2, 47.4), Box(29.5, 3.2, 70.5, 15.0)
_RIGHT = Box(75.2, 27.6, 96.4, 43.8)
_UPPER, _LOWER = Box(75.2, 20.4, 96.4, 35.4), Box(75.2, 36.2, 96.4, 51.2)
_ASSAULT = Box(3.6, 27.6, 25.0, 43.8)
_NAME = Box(4, 55.4, 96, 67.6)
_RATINGS = Box(4.4, 70.4, 95.6, 96.4)
_NAME_SIZE, _POINTS_SIZE, _LARGEST = 14.6, 17.5, 29.0
RIM = 2.4  # of the boxes beside the symbol, around their numbers
_ROUND = 4.2  # of the circle
_CAP, _ARM = 0.74, 0.17  # of the em size: height of a figure, room for a bracket beside it
_PAD, _RISE = 0.13, 0.1  # of the em size: room beside and above the number in its red box
_GAP = 0.03  # of the em size: between two numbers
_LOWEST = 95.8  # a bracket's stroke ends within the edge that every counter keeps free
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


@dataclass(frozen=True, slots=True)
class RatedLayout:
    """Where each printed item stands.

    Parameters
    ----------
    name
        Unit and formation; None where it is not known.
    ratings
        The numbers at the foot and the strokes between them.
    brackets
        What stands around the strength of a unit that may only defend, or None.
    movement
        Red box of a motorized unit, or None.
    circle, assault, armor, at
        Artillery points, +1 of the 79th Armoured, armor and anti-tank points, each in its shape; None where
        there are none.
    remark
        What the back says above the symbol, or None.
    told
        What the back of a unit of one step says.

    Examples
    --------
    >>> RatedLayout(None, ()).texts
    ()
    """

    name: TextBox | None
    ratings: tuple[TextBox, ...]
    brackets: Box | None = None
    movement: Box | None = None
    circle: TextBox | None = None
    assault: TextBox | None = None
    armor: TextBox | None = None
    at: TextBox | None = None
    remark: TextBox | None = None
    told: tuple[TextBox, ...] = ()

    @property
    def texts(self) -> tuple[TextBox, ...]:
        """Every text of the side."""
        beside = (self.name, self.circle, self.assault, self.armor, self.at, self.remark)
        return (*(text for text in beside if text), *self.ratings, *self.told)


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


def rated_layout(look: RatedLook) -> RatedLayout:
    """Place the print of one side.

    Parameters
    ----------
    look
        What it shows.

    Returns
    -------
    RatedLayout

    Examples
    --------
    >>> look = RatedLook(Scheme(*["#ffffff"] * 6), "infantry", "regiment", ratings=("[2]", "3", "4"))
    >>> [text.lines[0] for text in rated_layout(look).ratings]
    ['2', '-', '3', '-', '4']
    >>> rated_layout(look).brackets is None
    False
    """
    if look.reverse:
        return RatedLayout(None, (), told=reverse_texts(look.reverse))
    line = _rating_line(look.ratings, motorized=look.motorized)
    both = look.armor and look.at
    return RatedLayout(
        TextBox((look.name,), _NAME, _NAME_SIZE) if look.name else None,
        line.texts,
        line.brackets,
        line.movement,
        _inside(look.artillery, CIRCLE, _ROUND),
        _inside(look.assault, _ASSAULT, RIM),
        _inside(look.armor, _UPPER if both else _RIGHT, RIM),
        _inside(look.at, _LOWER if both else _RIGHT, RIM),
        _remark(look.back),
    )


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


def _remark(back: str) -> TextBox | None:
    """What a back says: that the unit has fired."""
    return TextBox((back.upper(),), FIRED.shrunk(1.8), 12.5) if back == "fired" else None


def _inside(text: str, around: Box, rim: float) -> TextBox | None:
    """A number within its shape."""
    return TextBox((text,), around.shrunk(rim), _POINTS_SIZE) if text else None


@dataclass(frozen=True, slots=True)
class _Line:
    """The line at the foot: numbers and strokes, the brackets and the red box around two of the numbers."""

    texts: tuple[TextBox, ...] = ()
    brackets: Box | None = None
    movement: Box | None = None


def _rating_line(ratings: tuple[str, ...], *, motorized: bool) -> _Line:
    pieces = [piece.strip("[]") for number in ratings for piece in ("-", number)][1:]
    if not pieces:
        return _Line()
    bracketed = ratings[0].startswith("[")
    widths = [fonts.advance(piece) + _GAP for piece in pieces]
    widths[0] += 2 * _ARM * bracketed
    widths[-1] += 2 * _PAD * motorized
    size = min(_LARGEST, _RATINGS.width / sum(widths))
    x, top = _RATINGS.centre[0] - size * sum(widths) / 2, _RATINGS.centre[1] - size * _CAP / 2
    texts = []
    for piece, width in zip(pieces, widths, strict=True):
        texts.append(TextBox((piece,), Box(x, top, x + width * size, top + size * _CAP), size))
        x += width * size
    rise = min(size * _RISE, _LOWEST - texts[0].box.bottom)
    around = [_raised(text.box, rise) for text in (texts[0], texts[-1])]
    return _Line(tuple(texts), around[0] if bracketed else None, around[1] if motorized else None)


def _raised(box: Box, by: float) -> Box:
    return Box(box.left, box.top - by, box.right, box.bottom + by)
