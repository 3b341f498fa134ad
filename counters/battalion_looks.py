"""What a battalion, company, battery, headquarters or ship prints on either side (rules 2.4.2 to 2.4.5)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from datetime import date, timedelta
from typing import Any

from counters.catalog import Unit
from counters.drawing import Color
from counters.formations import Formation
from counters.palette import Palette, Scheme
from counters.reverses import ONE_STEP, Reverse, reverse_of
from module_builder.vassal.values import dataclass

__all__ = ["BattalionLook", "arrival_code", "battalion_look", "counter_name", "status_side"]

_WHITE = "#ffffff"
_SEA = "sea"  # branch of the sheet whose colours ships have
_FIRST = date(1944, 6, 1)  # the first day of an arrival, as in `counters.catalog`
_INITIALS = "JFMAMJJASOND"
_KINDS = {
    "anti-tank": "pak",
    "bicycle": "mobile",
    "coastal-artillery": "coastal",
    "light-flak": "flak",
    "mechanized-infantry": "motorised-infantry",  # those in half-tracks show them
    "motorized-infantry": "motorised-infantry",
}
_SHIPS = ("battleship", "cruiser", "destroyer", "monitor")
_CLASSES = ("bb", "ca", "cl", "dd", "monitor")
_CALLED = re.compile(r"^Elements of the | (Division|Brigade)\b.*")
_OFF_BOARD = {"companies", "pool"}
_INVERTED = {"Pt du Hoc", "Guns Moved"}  # 20.6: two counters that lie inverted on the map
_SHORT = (
    ("Canadian", "Cdn"),
    ("Super Heavy Regiment", "Super Hvy"),
    ("Heavy AA Regiment", "HAA"),
    ("AA Gun Battalion", "AA Gun"),
    ("Anti-Tank Regiment", "A/Tk"),
    ("Field Regiment", "Fd"),
    ("Medium Regiment", "Med"),
    ("Heavy Regiment", "Hvy"),
    ("Cavalry Squadron", "Cav"),
    ("Assault Engineers", "Assault Eng"),
    (" Squadron", " Sqn"),
)
_TASKS = {  # what a unit without strength is for, by kind
    "avre": "assault",  # 19.6.1: +1 against Strongpoints and entrenchments
    "crocodile": "assault",  # 19.6.1
    "engineer": "assault",  # 19.7
    "rhino": "hedgerow",  # 19.9
    "kangaroo": "mechanized",  # 19.8: what it carries
    "truck": "motorised-infantry",  # 20.7
    "pathfinder": "scattered",  # 17.1: who jumps where it stands
}
_SUPPLY = "crates"  # 7.3: General Supply comes through a corps HQ
_GENERIC = re.compile(r"(.+?)(?: Co)? (\d+)")


@dataclass(frozen=True, slots=True)
class BattalionLook:
    """Everything that one side of a counter shows, and nothing else.

    Parameters
    ----------
    scheme
        Colours of the nation or service.
    kind, size
        Symbol and size mark; empty where none is shown.
    vehicle, ship, emblem
        Silhouette of a vehicle or a ship, or number of a corps, in place of the symbol; or empty.
    name, formation
        Left and right of the symbol.
    fill
        Colour of the unit-type box: of the division, white for units of a corps.
    stacking, arrival
        In the upper corners; empty where the counter prints none.
    ratings
        At the foot: strength of attack and defense and movement allowance, without those not printed.
    move
        ``mech`` or ``recon`` where the movement allowance stands on an oval.
    flak
        Whether the first strength stands on a blue circle: anti-aircraft fire.
    gun, calibre
        Range in its box and calibre above it; empty without.
    dots, dot
        Steps, and whether they count as ``tank``, ``at`` or ``other`` (12.6.2).
    back
        Empty for the front; ``reduced``, ``MOVED``, ``FIRED``, ``truck``, ``hidden`` or ``one step``.
    remark
        What stands at the foot in place of ratings.
    task
        What a unit without strength is for: picture at the foot; empty for others.
    reverse
        What the back of a unit of one step tells, or None.
    stripe
        Ground of the nation across the top of a ship.
    paints
        Colours of the layout.

    Examples
    --------
    >>> BattalionLook(Scheme(*["#ffffff"] * 6), "infantry", "battalion").dots
    0
    """

    scheme: Scheme
    kind: str
    size: str
    vehicle: str = ""
    ship: str = ""
    emblem: str = ""
    name: str = ""
    formation: str = ""
    fill: Color = _WHITE
    stacking: str = ""
    arrival: str = ""
    ratings: tuple[str, ...] = ()
    move: str = ""
    flak: bool = False
    gun: str = ""
    calibre: str = ""
    dots: int = 0
    dot: str = "other"
    back: str = ""
    remark: str = ""
    task: str = ""
    reverse: Reverse | None = None
    stripe: Color = ""
    paints: Mapping[str, str] = field(default_factory=dict)

    @property
    def pale(self) -> bool:
        """Whether the side has the pale ground of a back."""
        return self.back not in {"", "hidden"}

    @property
    def ground(self) -> Color:
        """Ground of the side."""
        return self.scheme.spent if self.pale else self.scheme.ground

    @property
    def mark(self) -> Color:
        """Print of the side."""
        return self.scheme.deep if self.pale else self.scheme.mark

    @property
    def ink(self) -> Color:
        """Print of the ratings of the side."""
        return self.scheme.deep if self.pale else self.scheme.ink

    def paint(self, mark: str) -> Color:
        """Return what the layout marks something with.

        Parameters
        ----------
        mark
            ``mech``, ``recon``, ``tank``, ``at``, ``flak`` or ``used``.

        Returns
        -------
        str
            White where the layout does not say.

        Examples
        --------
        >>> BattalionLook(Scheme(*["#ffffff"] * 6), "infantry", "").paint("mech")
        '#ffffff'
        """
        return self.paints.get(mark, _WHITE)


def arrival_code(unit: Unit) -> str:
    """Return the arrival date as it is printed (2.4.2).

    Parameters
    ----------
    unit
        As printed.

    Returns
    -------
    str
        The day, after the initial of a later month than June, ``S`` for a unit that is there at the
        start, empty for what lies in no order of battle: pools, breakdown companies, Strongpoints.

    Examples
    --------
    >>> unit = Unit("x", "1", "1", "allied", "us", arrival=40, entry=("omaha",))
    >>> arrival_code(unit), arrival_code(Unit("x", "1", "1", "allied", "us", entry=("omaha",)))
    ('J10', 'S')
    """
    if unit.arrival is None:
        absent = unit.type in {"strongpoint", "pathfinder"} or _OFF_BOARD.intersection(unit.entry)
        return "" if absent or not unit.entry else "S"
    day = _FIRST + timedelta(days=unit.arrival - 1)
    return str(day.day) if day.month == _FIRST.month else f"{_INITIALS[day.month - 1]}{day.day}"


def status_side(unit: Unit) -> str:
    """Return what the back of a counter is for.

    Parameters
    ----------
    unit
        As printed.

    Returns
    -------
    str
        ``hidden`` for Strongpoints and the guns of Pointe du Hoc (18.9.1, 20.6), ``reduced`` for a unit of
        several steps, ``FIRED`` for ships and fixed batteries, ``MOVED`` for other artillery (12.5.2),
        ``truck`` for an Allied division HQ (19.10), else ``one step``.

    Examples
    --------
    >>> status_side(Unit("x", "Texas", "Texas", "allied", "us", type="naval", steps=1))
    'FIRED'
    """
    if unit.type == "strongpoint" or unit.name in _INVERTED:
        return "hidden"
    if unit.steps > 1:
        return "reduced"
    if unit.type in {"naval", "coastal-artillery"}:
        return "FIRED"
    if unit.type in {"artillery", "nebelwerfer"}:
        return "MOVED"
    return "truck" if unit.side == "allied" and _is_division_hq(unit) else ONE_STEP


def counter_name(unit: Unit) -> tuple[str, str]:
    """Return how a counter names its unit, and the brigade or number that stands with its formation.

    Parameters
    ----------
    unit
        As printed.

    Returns
    -------
    tuple of str
        The name, shortened where the symbol says the rest; brigade, or number of a breakdown company.

    Examples
    --------
    >>> counter_name(Unit("x", "4 Canadian Medium Regiment", "x", "allied", "canadian"))
    ('4 Cdn Med', '')
    >>> marks = ("brigade=56",)
    >>> counter_name(Unit("x", "2 SWB/56", "x", "allied", "british", marks=marks, size="battalion"))
    ('2 SWB', '56')
    >>> marks = ("company",)
    >>> counter_name(Unit("x", "Mech Inf Co 3", "x", "allied", "us", marks=marks, entry=("companies",)))
    ('Mech Inf', '3')
    """
    generic = _GENERIC.fullmatch(unit.name)
    if generic and _OFF_BOARD.intersection(unit.entry) and unit.type != "headquarters":
        return generic[1], generic[2]
    name = unit.name
    for long, short in _SHORT:
        name = name.replace(long, short)
    brigade = next((mark.partition("=")[2] for mark in unit.marks if mark.startswith("brigade=")), "")
    return name.removesuffix(f"/{brigade}") if brigade else name, brigade


def battalion_look(unit: Unit, *, side: str, palette: Palette) -> BattalionLook:
    """Return what one side of a counter shows.

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
    BattalionLook

    Raises
    ------
    maps.errors.DataError
        The palette has no colours for the branch.

    Examples
    --------
    >>> from counters.catalog import load_units
    >>> from counters.palette import load_palette
    >>> unit, palette = load_units("battle-for-normandy")["us-1-1-16"], load_palette("battle-for-normandy")
    >>> battalion_look(unit, side="spent", palette=palette).ratings
    ('3', '3', '6')
    """
    back = "" if side == "fresh" else status_side(unit)
    if back == "hidden":
        return _hidden(unit, palette)
    if back == ONE_STEP:
        told = reverse_of(unit, palette.badges)
        return BattalionLook(palette.scheme(unit.branch), "", "", back=back, reverse=told)
    ship = unit.kind if unit.kind in _SHIPS else ""
    name, formation = _identification(unit, palette.badges)
    return BattalionLook(
        palette.scheme(_SEA if ship else unit.branch),
        "" if ship else _symbol(unit),
        _size(unit),
        "truck" if back == "truck" else _vehicle(unit, palette),
        ship,
        _emblem(unit, palette.badges),
        name,
        formation,
        _fill(unit, palette.badges),
        arrival=arrival_code(unit) if not back else "",
        **_numbers(unit, reduced=back == "reduced"),
        dots=_dots(unit, back),
        dot=_dot(unit),
        back=back,
        remark="1" if unit.name == "Guns Moved" else "",
        task=_task(unit),
        stripe=palette.scheme(unit.branch).ground if ship else "",
        paints=palette.paints,
    )


def _numbers(unit: Unit, *, reduced: bool) -> dict[str, Any]:
    """The ratings of a side that is used, and what stands behind and beside them."""
    told = {name: str(unit.rating(name) or "") for name in ("stacking", "range", "calibre")}
    return {
        "stacking": told["stacking"],
        "ratings": _ratings(unit, reduced=reduced),
        "move": _move(unit),
        "flak": "flak" in unit.marks,
        "gun": told["range"],
        "calibre": told["calibre"],
    }


def _hidden(unit: Unit, palette: Palette) -> BattalionLook:
    """The side with the "?": it tells nothing of the unit but that it is one of its kind."""
    scheme = palette.scheme(unit.branch)
    word = "SP" if unit.type == "strongpoint" else "PTE DU HOC"
    return BattalionLook(scheme, "", "", name=word, back="hidden", remark="?")


def _is_division_hq(unit: Unit) -> bool:
    return unit.type == "headquarters" and unit.size != "corps"


def _identification(unit: Unit, badges: Mapping[str, Formation]) -> tuple[str, str]:
    """What stands left and right of the symbol."""
    own = badges.get(unit.division) or badges.get(unit.corps)
    if unit.type == "headquarters" and own is not None:
        name = own.name.replace("Kampfgruppe", own.printed) if "kg" in unit.marks else _short(own.name)
        return name, "" if unit.size == "corps" or "kg" in unit.marks else own.printed
    name, brigade = counter_name(unit)
    badge = own.printed if own is not None and (unit.division or own.color != _WHITE) else ""
    return name, "/".join(part for part in (brigade, badge) if part)


def _fill(unit: Unit, badges: Mapping[str, Formation]) -> Color:
    """Colour of the division; a few corps units have one too (2.4.5)."""
    own = badges.get(unit.division) or badges.get(unit.corps)
    return (own.color if own is not None else "") or _WHITE


def _symbol(unit: Unit) -> str:
    """The symbol of a kind; airborne artillery came by parachute or by glider."""
    if unit.kind == "airborne-artillery":
        return "glider-artillery" if unit.name.endswith(("GFA", "AL")) else "parachute-artillery"
    return _KINDS.get(unit.kind, unit.kind)


def _size(unit: Unit) -> str:
    """The size mark; of a ship its class."""
    if unit.type == "naval":
        return next((mark.upper() for mark in unit.marks if mark in _CLASSES), "").replace("MONITOR", "MON")
    return "" if unit.type in {"strongpoint", "pathfinder", "truck"} else unit.size


def _vehicle(unit: Unit, palette: Palette) -> str:
    """The silhouette by id, mark, kind with calibre, or kind."""
    kind = unit.kind if unit.kind != "mechanized-infantry" or "mech" in unit.marks else ""
    told = (mark for mark in unit.marks if mark != "tank")  # also a kind
    keys = (unit.id, *told, f"{kind}-{unit.rating('calibre')}", kind)
    found = (palette.vehicles.get((unit.nationality, key), "") for key in keys)
    return next((vehicle for vehicle in found if vehicle), "")


def _emblem(unit: Unit, badges: Mapping[str, Formation]) -> str:
    """The number of a corps for the shield of its headquarters."""
    own = badges.get(unit.division)
    corps = unit.type == "headquarters" and unit.size == "corps"
    return own.printed if corps and own is not None else ""


def _ratings(unit: Unit, *, reduced: bool) -> tuple[str, ...]:
    """``5-4-6``; a strength in brackets where a unit has no other, in parentheses of light Flak."""
    if unit.name == "Guns Moved":
        return ()
    names = ("as", "ds", "ma")
    told = [unit.rating(f"reduced_{name}" if reduced else name) for name in names]
    around = {"ds": "[{}]" if told[0] is None else "{}", "as": "({})" if unit.type == "light-flak" else "{}"}
    pairs = zip(names, told, strict=True)
    return tuple(around.get(name, "{}").format(value) for name, value in pairs if value is not None)


def _move(unit: Unit) -> str:
    """What the movement allowance stands on (10.5)."""
    if unit.rating("ma") is None:
        return ""
    return "recon" if "mech-recon" in unit.marks else "mech" if "mech" in unit.marks else ""


def _dot(unit: Unit) -> str:
    return next((mark for mark in ("tank", "at") if mark in unit.marks), "other")


def _dots(unit: Unit, back: str) -> int:
    """Steps; those of a unit of one step are shown only where their colour matters."""
    if back not in {"", "reduced"}:
        return 0
    steps = unit.steps - (back == "reduced")
    return steps if steps > 1 or _dot(unit) != "other" else 0


def _task(unit: Unit) -> str:
    """What a unit without strength is for."""
    if unit.type == "headquarters":
        return _SUPPLY if unit.size == "corps" else ""
    without = unit.type in {"support", "truck", "pathfinder"}
    return _TASKS.get(unit.kind, "") if without else ""


def _short(name: str) -> str:
    """The name of a division without the word, without what people called it, and as short as it fits."""
    return _CALLED.sub("", name).replace("Panzer Grenadier", "PzGren")
