"""What the parts of ``rules.toml`` say, as values: movement, Zones of Control, stacking, supply."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from adjudicator.homemade.reading import Told
from module_builder.vassal.values import dataclass

__all__ = ["Costs", "Movement", "Price", "Source", "Stacking", "Supply", "Zoc"]


@dataclass(frozen=True, slots=True)
class Price:
    """What entering a terrain, crossing a boundary or following a road costs.

    Parameters
    ----------
    sixths
        Of a point.
    barred
        It cannot be done.
    whole
        It takes the whole allowance, so nothing may have been spent before.
    stop
        The unit stops then.

    Examples
    --------
    >>> Price(sixths=6).barred
    False
    """

    sixths: int = 0
    barred: bool = False
    whole: bool = False
    stop: bool = False


@dataclass(frozen=True, slots=True)
class Costs:
    """What a class of units pays.

    Parameters
    ----------
    name
        Of the class; empty for all that belong to none.
    allowance
        Column of ``units.csv``, or a number of points for every unit.
    default
        Points of a unit that prints none.
    cost
        Of a space whose terrain has no line.
    terrain, boundary, road
        By name.
    rule
        Where the types of its units stand.

    Examples
    --------
    >>> Costs("", Told("movement", "")).boundary
    {}
    """

    name: str
    allowance: Told[str | int]
    default: Told[int] | None = None
    cost: Told[Price] | None = None
    terrain: Mapping[str, Told[Price]] = field(default_factory=dict)
    boundary: Mapping[str, Told[Price]] = field(default_factory=dict)
    road: Mapping[str, Told[Price]] = field(default_factory=dict)
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Movement:
    """``[movement]``.

    Parameters
    ----------
    general
        What units pay that belong to no class.
    classes
        Name -> what its units pay: the general lines, and its own in their place.
    of_type
        Type of unit -> name of its class.
    minimum
        Whether a unit may always move one space.
    enemy
        Spaces with enemy units: ``no`` (not entered), ``stop`` or ``free``.
    rule
        Where the table stands.

    Examples
    --------
    >>> general = Costs("", Told(4, ""))
    >>> Movement(general, {}, {}, Told(False, ""), Told("no", ""), "").costs_of("tank") is general
    True
    """

    general: Costs
    classes: Mapping[str, Costs]
    of_type: Mapping[str, str]
    minimum: Told[bool]
    enemy: Told[str]
    rule: str

    def types_rule(self, name: str) -> str:
        """Where the types of a class stand."""
        return self.classes[name].rule

    def costs_of(self, kind: str) -> Costs:
        """What units of a type pay."""
        return self.classes[self.of_type[kind]] if kind in self.of_type else self.general


@dataclass(frozen=True, slots=True)
class Zoc:
    """``[zoc]``: whose Zones of Control reach where, and what they do to enemies.

    Parameters
    ----------
    rule
        Where the table stands.
    types
        Types that have one, or None for all but those of `without`.
    without
        Types that have none.
    not_across, not_into
        Boundaries and terrains that hold it off.
    stop
        Whether a unit stops that enters one.
    enter, leave
        Sixths of a point more to enter and to leave one.
    direct
        Whether a unit may go from one straight into another.
    negated
        For what (``movement``, ``supply``) a friendly unit in the space cancels it.

    Examples
    --------
    >>> stops = Zoc("", None, Told((), ""), Told((), ""), Told((), ""), Told(True, ""))
    >>> stops.has("hq"), stops.direct.value
    (True, True)
    """

    rule: str
    types: Told[tuple[str, ...]] | None
    without: Told[tuple[str, ...]]
    not_across: Told[tuple[str, ...]]
    not_into: Told[tuple[str, ...]]
    stop: Told[bool]
    enter: Told[int] | None = None
    leave: Told[int] | None = None
    direct: Told[bool] = Told(True, "")
    negated: Told[tuple[str, ...]] = Told((), "")

    def has(self, kind: str) -> bool:
        """Whether units of a type have a Zone of Control."""
        return (self.types is None or kind in self.types.value) and kind not in self.without.value


@dataclass(frozen=True, slots=True)
class Stacking:
    """``[stacking]``: how much of a side a space holds.

    Parameters
    ----------
    limit
        For every space; None where only terrains have one.
    sides, terrain
        Side, or terrain -> another limit; that of the terrain goes before that of the side.
    counts
        ``units``, or the column that is added up.
    exempt
        Types that do not count.
    always
        Whether the limit holds on the way too, not only where a unit ends its move.

    Examples
    --------
    >>> limit = Told(3, "rules.toml:2 stacking.limit")
    >>> Stacking(limit, {}, {}, Told("units", ""), Told((), ""), Told("end", "")).always
    False
    """

    limit: Told[int] | None
    sides: Mapping[str, Told[int]]
    terrain: Mapping[str, Told[int]]
    counts: Told[str]
    exempt: Told[tuple[str, ...]]
    when: Told[str]

    @property
    def always(self) -> bool:
        """Whether it holds on the way too."""
        return self.when.value == "always"

    def limit_of(self, side: str, terrain: str) -> Told[int] | None:
        """The limit of a side in a terrain."""
        return self.terrain.get(terrain) or self.sides.get(side) or self.limit


@dataclass(frozen=True, slots=True)
class Source:
    """``[[supply.source]]``: where lines of a side end.

    Parameters
    ----------
    side
        Whose.
    rule
        Where the table stands.
    spaces
        Ids or names of spaces.
    column
        Column of ``spaces.csv`` that says ``yes``, or the side, of a source.
    edge
        ``north``, ``east``, ``south`` or ``west``: every hex on that edge of the map.

    Examples
    --------
    >>> Source("north", "rules.toml:9 supply.source[1]", ("0101",)).edge
    ''
    """

    side: str
    rule: str
    spaces: tuple[str, ...] = ()
    column: str = ""
    edge: str = ""


@dataclass(frozen=True, slots=True)
class Supply:
    """``[supply]``: how a line of supply is traced.

    Parameters
    ----------
    rule
        Where the table stands.
    length
        The most that a line may cost, in sixths; None for any length.
    measure
        ``spaces`` or ``points``.
    of_class
        Whose movement costs count in points; the unit's own where empty.
    zoc, enemy
        Whether enemy Zones of Control and enemy units cut it.
    not_across, not_into
        Boundaries and terrains that cut it.
    roads
        ``free`` where steps along roads cost nothing.
    sources
        Where lines end.

    Examples
    --------
    >>> Supply("", None, Told("spaces", ""), Told("", ""), Told(True, ""), Told(True, "")).sources
    ()
    """

    rule: str
    length: Told[int] | None
    measure: Told[str]
    of_class: Told[str]
    zoc: Told[bool]
    enemy: Told[bool]
    not_across: Told[tuple[str, ...]] = Told((), "")
    not_into: Told[tuple[str, ...]] = Told((), "")
    roads: Told[str] = Told("", "")
    sources: tuple[Source, ...] = ()
