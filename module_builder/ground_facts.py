"""What is printed on each space, as the module tells it under the mouse and in reports of moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.homes import named
from adjudicator.worth import Worth, points_text
from module_builder.vassal.buildfile import element

if TYPE_CHECKING:
    from lxml.etree import _Element

    from maps.board import Space
    from module_builder.materials import Kit

__all__ = ["GROUND", "facts_of", "ground_at", "ground_element", "ground_text", "has_worth", "places_of_worth"]

GROUND = "bocage_ground"
"""The constant in which a module on hexes keeps what is printed on each of them."""
_WORTH = "bocage_worth"
_SEPARATOR = "|"
_CONSTANT = "VASSAL.build.module.properties.GlobalTranslatableMessage"


def facts_of(kit: Kit, space: Space) -> str:
    """What is printed on a space: its terrain, and what else the game wants to be told.

    Parameters
    ----------
    kit, space
        The module, and an Area or hex of its map.

    Returns
    -------
    str

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> kit = load_kit("june-six")
    >>> facts_of(kit, kit.board.spaces["w4512"])
    'Cherbourg: city, strongpoint, coast, 10 VP for all 3 hexes'
    """
    return _facts(kit, space, _worth_by_space(kit))


def _facts(kit: Kit, space: Space, worth: Mapping[str, str]) -> str:
    printed: Mapping[str, Any] = kit.adapter["printed"]
    values: dict[str, Any] = {"name": _place_name(space), **space.features}
    values |= {key.title(): str(value).replace("-", " ").title() for key, value in space.features.items()}
    values |= {key.upper(): str(value).upper() for key, value in space.features.items()}
    parts = (row["text"].format(**values) for row in printed["parts"] if space[row["feature"]])
    head = printed["head"] if values["name"] else printed.get("nameless", printed["head"])
    told = f", {worth[space.id]}" if space.id in worth else ""
    return str(head).format(**values) + "".join(parts) + told


def places_of_worth(kit: Kit) -> tuple[Worth, ...]:
    """Places that score: by the game's schedule, or by what the map prints on its Areas.

    Parameters
    ----------
    kit
        What the module is built from.

    Returns
    -------
    tuple of Worth
        In the order of the schedule, or of the map.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> [place.title for place in places_of_worth(load_kit("june-six"))][:2]
    ['Cherbourg', 'Caen']
    """
    home = kit.adapter["printed"].get("worth")
    if home is not None:
        found: tuple[Worth, ...] = named(home)(kit.board)
        return found
    areas = [space for space in kit.board.spaces.values() if space.kind == "area" and space["vp"]]
    points = [(space, int(str(space["vp"]))) for space in areas]
    return tuple([Worth(space.name, (space.id,), vp, points_text(vp)) for space, vp in points])


def _worth_by_space(kit: Kit) -> dict[str, str]:
    if "worth" not in kit.adapter["printed"]:
        return {}  # the parts of an Area's facts tell it
    return {space: place.text for place in places_of_worth(kit) for space in place.spaces}


def _place_name(space: Space) -> str:
    """The name of the place in a hex, without the number of the hex; an Area is called by its own name."""
    return space.name.removeprefix(space.id.upper()).strip()


def ground_text(kit: Kit) -> str:
    """The facts of every hex one after another, each found by its number between two bars.

    Parameters
    ----------
    kit
        What the module is built from.

    Returns
    -------
    str
        Empty for a game on Areas: each of its zones has a property.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> ground_text(load_kit("dark-summer"))[:32]
    '|0801=sea|0802=sea|0803=sea|0900'
    """
    worth = _worth_by_space(kit)
    hexes = [space for space in kit.board.spaces.values() if space.kind == "hex"]
    return "".join(f"{_SEPARATOR}{space.id.upper()}={_facts(kit, space, worth)}" for space in hexes)


def ground_element(kit: Kit, more: Iterable[tuple[str, str, str]] = ()) -> Iterator[_Element]:
    """The component that keeps the facts: constants of the module, which no save repeats.

    Parameters
    ----------
    kit
        What the module is built from.
    more
        Further constants: name, text, and what it is.

    Yields
    ------
    lxml element
    """
    if text := ground_text(kit):
        worth = "".join(f"{space.upper()}{_SEPARATOR}" for space in _worth_by_space(kit))
        rows = (
            (GROUND, text, "What is printed on each hex"),
            (_WORTH, f"{_SEPARATOR}{worth}", "Hexes that score"),
            *more,
        )
        names = ("name", "initialValue", "description")
        kept = (element(_CONSTANT, dict(zip(names, row, strict=True))) for row in rows)
        yield element(f"{_CONSTANT}s", None, *kept)


def has_worth(location: str) -> str:
    """Expression: whether the hex of a location scores.

    Examples
    --------
    >>> has_worth("LocationName")
    '(GetString("bocage_worth").indexOf("|" + LocationName + "|") >= 0)'
    """
    return f'(GetString("{_WORTH}").indexOf("{_SEPARATOR}" + {location} + "{_SEPARATOR}") >= 0)'


def ground_at(location: str, constant: str = GROUND) -> str:
    """Expression: what a constant says of the hex of a location, empty where it says nothing.

    Parameters
    ----------
    location
        Property that holds the name of the location.
    constant
        Which constant of the module; the facts of every hex unless another is named.

    Returns
    -------
    str
        Without braces. Few searches in one text: a tenth of a millisecond, however many hexes there are.

    Examples
    --------
    >>> ground_at("LocationName").count("LocationName")
    4
    """
    sought = f'"{_SEPARATOR}" + {location} + "="'
    whole = f'GetString("{constant}").concat({sought})'
    rest = f"{whole}.substring({whole}.indexOf({sought}) + {location}.length() + 2)"
    return f'{rest}.split("[{_SEPARATOR}]", 2)[0]'
