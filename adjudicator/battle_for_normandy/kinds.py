"""Kinds of units of section 2.4: what the box, the dots and the colour of its movement make of a counter."""

from __future__ import annotations

from adjudicator.citation import rule
from counters.catalog import Unit

__all__ = [
    "INFANTRY",
    "column",
    "has_zoc",
    "is_airborne",
    "is_artillery",
    "is_at",
    "is_battalion",
    "is_company",
    "is_corps_hq",
    "is_division_hq",
    "is_engineer",
    "is_flak",
    "is_ground",
    "is_hq",
    "is_infantry_type",
    "is_kg_hq",
    "is_mech",
    "is_naval",
    "is_recon",
    "is_static",
    "is_strongpoint",
    "is_support",
    "is_tank",
    "marked",
]

# Infantry Type Units (2.4) as far as their names are known; HQs are among them for terrain (10.6).
INFANTRY = frozenset(
    {"infantry", "parachute", "glider", "commando", "ranger", "bicycle", "ost", "heavy-weapons", "engineer"}
)
_GUNS = frozenset({"artillery", "nebelwerfer", "coastal-artillery"})


def marked(unit: Unit, *words: str) -> bool:
    """Whether a counter bears one of some marks.

    Examples
    --------
    >>> marked(Unit("a", "A", "A", "german", "german", marks=("nw",)), "nw", "static")
    True
    """
    return not set(words).isdisjoint(unit.marks)


@rule("2.4", "12.6.2")
def is_infantry_type(unit: Unit) -> bool:
    """Whether an Infantry-type unit; vehicles with an asterisk in the list of 2.4 are marked so."""
    return unit.type in INFANTRY or "infantry-type" in unit.marks


@rule("10.5")
def is_mech(unit: Unit) -> bool:
    """Whether mechanized: a Movement Allowance on yellow or light blue."""
    return marked(unit, "mech", "mech-recon")


@rule("10.4", "10.6")
def column(unit: Unit) -> str:
    """Column of the Terrain Effects Chart: ``infantry`` or ``mechanized`` (vehicles, guns of all kinds).

    Examples
    --------
    >>> column(Unit("a", "A", "A", "allied", "us", type="artillery"))
    'mechanized'
    """
    on_foot = unit.type in INFANTRY or unit.type in {"headquarters", "pathfinder"} or is_infantry_type(unit)
    return "infantry" if on_foot and not is_mech(unit) else "mechanized"


@rule("12.6.2")
def is_tank(unit: Unit) -> bool:
    """Whether Tank-type: white step dots."""
    return "tank" in unit.marks


@rule("12.6.2")
def is_at(unit: Unit) -> bool:
    """Whether an Anti-Tank function: red step dots, heavy FLAK among them."""
    return "at" in unit.marks


@rule("11.4", "11.5")
def is_flak(unit: Unit) -> bool:
    """Whether a unit may use AA fire: a blue circle."""
    return "flak" in unit.marks


@rule("10.4", "12.5.5")
def is_artillery(unit: Unit) -> bool:
    """Whether artillery, Nebelwerfer and batteries among it; not FLAK, AT or ships."""
    return unit.type in _GUNS


@rule("10.3", "20.5")
def is_static(unit: Unit) -> bool:
    """Whether static artillery, which never moves."""
    return "static" in unit.marks or unit.type == "coastal-artillery"


def is_naval(unit: Unit) -> bool:
    """Whether a ship."""
    return unit.type == "naval"


@rule("18.9.1")
def is_strongpoint(unit: Unit) -> bool:
    """Whether a Strongpoint."""
    return unit.type == "strongpoint"


@rule("18.2", "19.6.1", "19.7", "19.9", "23.4")
def is_support(unit: Unit) -> bool:
    """Whether a unit without strength and Stacking Value: AVRE, Crocodile, Rhino and the like."""
    return unit.type == "support"


def is_hq(unit: Unit) -> bool:
    """Whether a headquarters."""
    return unit.type == "headquarters"


def is_corps_hq(unit: Unit) -> bool:
    """Whether the HQ of a corps."""
    return is_hq(unit) and unit.size == "corps"


@rule("20.3")
def is_kg_hq(unit: Unit) -> bool:
    """Whether the HQ of a Kampfgruppe."""
    return is_hq(unit) and "kg" in unit.marks


def is_division_hq(unit: Unit) -> bool:
    """Whether the HQ of a division, KG HQs among them."""
    return is_hq(unit) and unit.size != "corps"


@rule("15.1")
def is_company(unit: Unit) -> bool:
    """Whether a breakdown company."""
    return "company" in unit.marks


@rule("12.5.1")
def is_battalion(unit: Unit) -> bool:
    """Whether a ground unit that counts as a battalion: no company, HQ, support unit or Strongpoint."""
    return is_ground(unit) and not is_company(unit) and not is_hq(unit)


@rule("14.0")
def is_engineer(unit: Unit) -> bool:
    """Whether an Engineer unit; an Assault Engineer company is a support unit."""
    return "engineer" in unit.marks


@rule("12.6.3")
def is_recon(unit: Unit) -> bool:
    """Whether a Recon unit."""
    return unit.type == "recon" or "recon" in unit.marks


@rule("17.2")
def is_airborne(unit: Unit) -> bool:
    """Whether an Airborne unit."""
    return "airborne" in unit.marks


def is_ground(unit: Unit) -> bool:
    """Whether a unit that fights on the ground with a strength of its own, HQs and guns among them."""
    return unit.type not in {"naval", "strongpoint", "support", "pathfinder", "truck"}


@rule("5.1", "12.5.5", "18.9.1")
def has_zoc(unit: Unit) -> bool:
    """Whether a unit exerts a ZOC: all ground units, artillery and Strongpoints; no ship, no support unit."""
    return is_ground(unit) or is_strongpoint(unit)
