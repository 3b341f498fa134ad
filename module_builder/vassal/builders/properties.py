"""Traits that hold or change properties."""

from __future__ import annotations

from typing import TYPE_CHECKING

from module_builder.vassal.keys import TargetKind, constraints, no_target
from module_builder.vassal.sequence_encoder import encode
from module_builder.vassal.traits import Trait, make_trait

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "calculated_property",
    "dynamic_property",
    "marker",
    "prototype",
    "set_global_property",
    "set_piece_property",
]

_FREE = constraints()


def marker(values: Mapping[str, str | int]) -> Trait:
    """Marker: properties that never change in play.

    Parameters
    ----------
    values
        Name to value.

    Returns
    -------
    Trait
        ``mark``.

    Examples
    --------
    >>> marker({"Side": "US", "Layer": "Units"})
    Trait(type='mark;Side,Layer', state='US,Units')
    """
    return Trait("mark;" + encode(values.keys(), ","), encode(values.values(), ","))


def dynamic_property(
    name: str, value: str | int = "", *, commands: str = "", constraints: str = _FREE, desc: str = ""
) -> Trait:
    """Dynamic Property: a property that commands change.

    Parameters
    ----------
    name, value
        The property and its state.
    commands
        From `keys.commands`.
    constraints
        From `keys.constraints`.
    desc
        As in the editor.

    Returns
    -------
    Trait
        ``PROP``.

    Examples
    --------
    >>> dynamic_property("Spent", 0)
    Trait(type='PROP;Spent;false,0,100,false;;', state='0')
    """
    return make_trait("PROP", str(value), name=name, constraints=constraints, commands=commands, desc=desc)


def calculated_property(name: str, expression: str, *, desc: str = "") -> Trait:
    """Make a Calculated Property.

    Parameters
    ----------
    name
        The property.
    expression
        ``{BeanShell}``.
    desc
        As in the editor.

    Returns
    -------
    Trait
        ``calcProp``.

    Examples
    --------
    >>> calculated_property("Fresh", "{Step_Level==1}").type
    'calcProp;Fresh;{Step_Level==1};'
    """
    return make_trait("calcProp", name=name, expression=expression, desc=desc)


def prototype(name: str, *, values: Mapping[str, str] | None = None) -> Trait:
    """Prototype: all traits of a prototype definition.

    Parameters
    ----------
    name
        The definition's name.
    values
        Parameters of the prototype.

    Returns
    -------
    Trait
        ``prototype``.

    Examples
    --------
    >>> prototype("Unit").type
    'prototype;Unit'
    """
    extra = [f"{key}={value}" for key, value in (values or {}).items()]
    return Trait("prototype;" + encode([name, *extra], ";"))


def set_global_property(
    name: str,
    *,
    commands: str,
    level: str = "Module",
    search_name: str = "",
    constraints: str = _FREE,
    desc: str = "",
) -> Trait:
    """Set Global Property.

    Parameters
    ----------
    name
        The property.
    commands
        From `keys.commands`.
    level
        ``Module``, ``Current Map``, ``Current Zone``, ``Named Map`` or ``Named Zone``.
    search_name
        The map or zone of the last two.
    constraints
        From `keys.constraints`.
    desc
        As in the editor.

    Returns
    -------
    Trait
        ``setprop``.

    Examples
    --------
    >>> set_global_property("Turn", commands="").type
    'setprop;Turn;false,0,100,false;;;Module;'
    """
    return make_trait(
        "setprop",
        name=name,
        constraints=constraints,
        commands=commands,
        desc=desc,
        level=level,
        search_name=search_name,
    )


def set_piece_property(
    name: str,
    *,
    commands: str,
    target: str = no_target(TargetKind.COUNTER),
    match: str = "",
    restrict_range: bool = False,
    distance: int = 1,
    fixed_range: bool = True,
    range_property: str = "",
    deck_selection: int = -1,
    override_constraints: bool = False,
    constraints: str = _FREE,
    desc: str = "",
) -> Trait:
    """Set Piece Property: change Dynamic Properties of other pieces.

    Parameters
    ----------
    name, commands, constraints
        The property, `keys.commands`, `keys.constraints`.
    target
        Fast match, from `keys.target`.
    match
        Property expression on the receivers.
    restrict_range, distance, fixed_range, range_property
        Range limit.
    deck_selection
        -1 all pieces of a deck, 0 none, n the top n.
    override_constraints, desc
        As in the editor.

    Returns
    -------
    Trait
        ``setpieceprop``.

    Examples
    --------
    >>> set_piece_property("Spent", commands="").type
    'setpieceprop;Spent;false,0,100,false;;;COUNTER|false|MAP|||||0|0||false|||EQUALS||;;false;1;true;;-1;false'
    """
    return make_trait(
        "setpieceprop",
        name=name,
        constraints=constraints,
        commands=commands,
        desc=desc,
        target=target,
        filter=match,
        restrict_range=restrict_range,
        range=distance,
        fixed_range=fixed_range,
        range_property=range_property,
        deck_selection=deck_selection,
        override_constraints=override_constraints,
    )
