"""Zones of Control on the map, on demand: a button for each side, and tiles below the units.

A tile lies in every hex where units of the side exert a ZOC, and shades the hexes around it into which the
ZOC reaches. Where it always or never reaches, the game's section on ZOCs was asked when the module was
built; what may change in play (a bridge, a Strongpoint, an Open Beach) the tile looks up at its place.
The button lays the tiles, and they follow units that move; while it is off there are none, and nobody asks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.homes import named as home
from adjudicator.saves.adapter import OVERLAY
from adjudicator.vocabulary import load_vocabulary
from maps.errors import DataError
from module_builder.acting import DROPPED
from module_builder.controls import button, command, slot_path, switch
from module_builder.ground_facts import ground_at
from module_builder.hatching import ICON, SAMPLE, direction, half_image
from module_builder.materials import PieceDef
from module_builder.records import BLANK
from module_builder.vassal.builders import (
    basic_piece,
    calculated_property,
    delete,
    global_key,
    immobilized,
    layer,
    marker,
    non_rectangular,
    place_marker,
    trigger,
)
from module_builder.vassal.keys import Modifier, Target, TargetKind, key, named, target

if TYPE_CHECKING:
    from lxml.etree import _Element

    from counters.catalog import Unit
    from maps.board import Space
    from module_builder.materials import Kit
    from module_builder.vassal.traits import Trait

__all__ = [
    "ASK",
    "LEFT",
    "LOOKS",
    "OVERLAY_OF",
    "TELLS",
    "follows",
    "has_zocs",
    "hexes",
    "lays_tiles",
    "placer",
    "projects",
    "reach_text",
    "sides_of",
    "tell_traits",
    "tells",
    "tile",
    "tile_uids",
    "tiles",
    "zoc_buttons",
    "zoc_constants",
    "zoc_names",
    "zoc_properties",
]

TELLS = "Zone of Control Tells"
"""Prototype of what decides in play how far a ZOC reaches."""
ASK = named("bocageZocAsk")
"""Key at which a tile looks up how far the ZOC reaches; each of its layers answers."""
LEFT, OVERLAY_OF = named("bocageZocLeft"), "OverlayOf"
"""Key at which what lies over or under a hex looks whether a unit is left, and a property: whose it is."""
LOOKS = "OverlayLooks"
"""Property of an overlay that looks again when what it asks of markers has changed."""
_LAY, _PUT, _GONE, _ALL = (named(f"bocageZoc{word}") for word in ("Lay", "Put", "Gone", "All"))
_AROUND = 6
_ZOC, _LAYER = "ZOC", "Control"
"""What a tile shows, and where: below all units. Saves number the layers, so that none may be added below."""
_KEYS = {"allied": "A", "german": "G"}
_DOT = ((-2, -2), (2, -2), (2, 2), (-2, 2))
"""What of a tile takes clicks: next to nothing."""


def has_zocs(kit: Kit) -> bool:
    """Whether a game has Zones of Control.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> has_zocs(load_kit("june-six")), has_zocs(load_kit("breakout-normandy"))
    (True, False)
    """
    return "zoc" in kit.adapter


def sides_of(kit: Kit) -> tuple[str, ...]:
    """Sides whose ZOCs a module shows; none where there are no ZOCs."""
    return load_vocabulary(kit.game.slug).sides if has_zocs(kit) else ()


def tile_uids(kit: Kit) -> dict[str, str]:
    """The tile of each side.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> tile_uids(load_kit("dark-summer"))
    {'german': 'zoc-german', 'allied': 'zoc-allied'}
    """
    return {side: f"zoc-{side}" for side in sides_of(kit)}


def _on(side: str) -> str:
    """Expression: the ZOCs of a side are shown."""
    return f'ZocOn{side.title()} == "yes"'


# --- where they reach -------------------------------------------------------------------------------------


def reach_text(kit: Kit, side: str) -> str:
    """How far the ZOC of a side reaches out of each hex where it does not always reach all around.

    Parameters
    ----------
    kit, side
        The module, and whose ZOC.

    Returns
    -------
    str
        ``|HEX=`` and, for each direction from the east on clockwise, a sign with its place, semicolons
        between them: empty for always, ``x`` for never, else what is looked up there.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> reach_text(load_kit("battle-for-normandy"), "german")[:36]
    '|A0607=x;x;x;x;x;x|A0608=x;x;x;x;x;x'
    """
    asked: Callable[..., str] = home(kit.adapter["zoc"]["reach"])
    view, rows = kit.game.empty(kit.board), []
    for space in kit.board.spaces.values():
        if space.kind == "hex":
            signs = ["x"] * _AROUND
            for edge, other in kit.board.neighbours(space.id):
                toward = _toward(kit, space, kit.board.spaces[other])
                if toward is not None:
                    signs[toward] = _placed(kit, asked(view, space.id, edge, side))
            if any(signs):
                rows.append(f"|{space.id.upper()}={';'.join(signs)}")
    return "".join(rows)


def _toward(kit: Kit, space: Space, other: Space) -> int | None:
    """The direction of a neighbour; None for what is no hex of the main map."""
    here, there = kit.layout.space(space.id), kit.layout.space(other.id)
    if other.kind != "hex" or here is None or there is None:
        return None
    (a, *_), (b, *_) = here.spots.values(), there.spots.values()
    return direction(b.x - a.x, b.y - a.y)


def _placed(kit: Kit, sign: str) -> str:
    """A sign with the name that its place has in the module."""
    word, _, id_ = sign.partition(" ")
    if not id_:
        return word
    place = kit.layout.crossing(id_) or kit.layout.space(id_)
    if place is None:
        raise DataError("adapter.toml", f"zoc, {sign}", "a hexside or hex with a place in the module")
    return word + place.name


def zoc_constants(kit: Kit) -> Iterator[tuple[str, str, str]]:
    """Constants of the module: how far ZOCs reach.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    tuple of str, str and str
        Name, text, and what it is.
    """
    for side in sides_of(kit):
        yield f"bocage_zoc_{side}", reach_text(kit, side), f"Where the ZOC of the {side.title()} side ends"


# --- tiles ------------------------------------------------------------------------------------------------


def tiles(kit: Kit) -> Iterator[PieceDef]:
    """The tile of each side, as it stands in the palette.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    PieceDef
    """
    for side, uid in tile_uids(kit).items():
        yield tile(kit, side, uid)


def tile(kit: Kit, side: str, uid: str) -> PieceDef:
    """A tile: it shades the hexes around it into which the ZOC of its hex reaches.

    Parameters
    ----------
    kit, side, uid
        The module, whose ZOC, and the tile's id.

    Returns
    -------
    PieceDef
    """
    title, gpid = side.title(), kit.gpid(uid)
    name = f"{title} ZOC"
    sides = ground_at("LocationName", f"bocage_zoc_{side}")
    halves = (
        layer(
            [BLANK, *(half_image(side, half, bits) for bits in range(1, 8))],
            name=f"Zoc{half + 1}",
            reset=ASK,
            reset_level=f"{{1 + {_bits(kit, half)}}}",
        )
        for half in range(2)
    )
    empty = f'{{SumLocation("Zoc{title}") == 0}}'
    traits = (
        basic_piece(name, BLANK, gpid=gpid),
        layer([SAMPLE.format(side)], name="ZocSample", reset=ASK, reset_level=-1),
        *halves,
        calculated_property("ZocSides", f'{{{sides} + ";;;;;;"}}'),
        delete("", key=_GONE),
        trigger("Left", key=LEFT, match=empty, actions=[_GONE]),
        non_rectangular(_DOT),
        immobilized(select="n", move="V", stack="R"),
        marker(
            {
                "Uid": uid,
                "Side": title,
                "Layer": _LAYER,
                OVERLAY: _ZOC,
                OVERLAY_OF: title,
                LOOKS: 1,
                f"ZocTile{title}": 1,
            }
        ),
    )
    return PieceDef(uid, name, gpid, traits, "Markers", "Overlays", layer=_LAYER)


def _bits(kit: Kit, half: int) -> str:
    """Expression: 1, 2 and 4 for the three directions of a half into which the ZOC reaches."""
    return " + ".join(f"({_reaches(kit, 3 * half + n)} ? {1 << n} : 0)" for n in range(3))


def _reaches(kit: Kit, toward: int) -> str:
    """Expression: the ZOC reaches in a direction."""
    sign, asks = f'ZocSides.trim().split(";", {_AROUND + 1})[{toward}]', kit.adapter["zoc"].get("asks", {})
    tests = [f'{sign}.equals("")']
    for first, asked in asks.items():
        test = asked.replace("AT", f"{sign}.substring(1)")
        tests.append(f'({sign}.startsWith("{first}") && {test})')
    return f"({' || '.join(tests)})"


# --- units and markers ------------------------------------------------------------------------------------


def projects(kit: Kit, unit: Unit) -> bool:
    """Whether a unit exerts a ZOC, as the rules of its game have it."""
    return has_zocs(kit) and bool(home(kit.adapter["zoc"]["projects"])(unit))


def placer(side: str) -> str:
    """Prototype of the units of a side that exert a ZOC.

    Examples
    --------
    >>> placer("german")
    'German Zone of Control'
    """
    return f"{side.title()} Zone of Control"


def lays_tiles(kit: Kit, side: str) -> Iterator[Trait]:
    """What a unit that exerts a ZOC has outside of its mask: a word for it, and the tile that it lays.

    Parameters
    ----------
    kit, side
        The module, and the side of the unit.

    Yields
    ------
    Trait
        In editor order.
    """
    title, uid = side.title(), tile_uids(kit)[side]
    spec = slot_path("Markers", "Overlays", f"{title} ZOC")
    yield place_marker("", key=_PUT, spec=spec, gpid=kit.gpid(f"{uid}#place"), after_key=ASK)
    bare = f'LocationName.matches("{hexes(kit)}") && SumLocation("ZocTile{title}") == 0'
    yield trigger("Zone", key=_LAY, match=f"{{{bare}}}", actions=[_PUT])
    yield marker({f"Zoc{title}": 1})


def hexes(kit: Kit) -> str:
    """Pattern of the names of hexes, which no other place fits.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> hexes(load_kit("dark-summer"))
    '[A-Z]?[0-9]{4}'
    """
    pattern = "[A-Z]?[0-9]{4}"
    known = {space.id.upper() for space in kit.board.spaces.values() if space.kind == "hex"}
    for place in (place for window in kit.layout.windows.values() for place in window.places):
        if re.fullmatch(pattern, place.name) and place.name not in known:
            raise DataError("geometry.toml", place.name, "no name like the number of a hex")
    return pattern


def follows(kit: Kit, side: str, keys: Sequence[str]) -> Iterator[Trait]:
    """What a unit does when it has moved while the ZOCs of its side are shown; inside of what moves it.

    Parameters
    ----------
    kit, side
        The module, and the side of the unit.
    keys
        What takes it elsewhere.

    Yields
    ------
    Trait
        In editor order; nothing where there are no ZOCs.
    """
    if has_zocs(kit):
        at = {"map_name": kit.layout.main, "location": "{OldLocationName}"}
        where = target(TargetKind.COUNTER, Target.LOCATION, **at, prop=OVERLAY_OF, value=side.title())
        yield global_key("", key=LEFT, sent=LEFT, target=where)
        yield trigger("Zone moves", watch=[DROPPED, *keys], match=f"{{{_on(side)}}}", actions=[LEFT, _LAY])


def tells(kit: Kit, name: str) -> Mapping[str, str]:
    """What a marker, or a unit of a type, tells the overlays: property and expression.

    Parameters
    ----------
    kit, name
        The module, and the marker's id or the unit's type.

    Returns
    -------
    mapping
        Empty for most.
    """
    rows = (kit.adapter.get(overlay, {}).get("tells", {}) for overlay in ("zoc", "supply"))
    return {prop: text for told in rows for prop, text in told.get(name, {}).items()}


def tell_traits(kit: Kit, name: str, keys: Sequence[str]) -> Iterator[Trait]:
    """What decides in play what overlays show: what it tells, and they look again when it changes.

    Parameters
    ----------
    kit, name
        As `tells` has them.
    keys
        What changes it, or takes it elsewhere.

    Yields
    ------
    Trait
        In editor order, inside of what changes it; nothing for most.
    """
    told = tells(kit, name)
    if told:
        shown = " || ".join((*map(_on, sides_of(kit)), 'SourcesOn == "yes"'))
        every = target(TargetKind.COUNTER, Target.MAP, map_name=kit.layout.main, prop=LOOKS, value="1")
        yield global_key("", key=_ALL, sent=ASK, target=every)
        yield trigger("Overlays change", watch=[DROPPED, *keys], match=f"{{{shown}}}", actions=[_ALL])
        always = {prop: int(text) for prop, text in told.items() if text.isdigit()}
        yield from [marker(always)] if always else []
        yield from (
            calculated_property(prop, f"{{{text}}}") for prop, text in told.items() if prop not in always
        )


# --- the toolbar ------------------------------------------------------------------------------------------


def zoc_names(kit: Kit) -> list[str]:
    """The buttons of the ZOCs.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> zoc_names(load_kit("june-six"))
    ['German ZOC', 'Allied ZOC']
    """
    return [f"{side.title()} ZOC" for side in sides_of(kit)]


def zoc_properties(kit: Kit) -> Iterator[_Element]:
    """Whether the ZOCs of each side are shown, with the key that changes it.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    lxml element
    """
    for side in sides_of(kit):
        about = f"the Zones of Control of the {side.title()} side are shown"
        yield switch(f"ZocOn{side.title()}", _turn(side), about)


def _turn(side: str) -> str:
    return named(f"bocageZocTurn{side.title()}")


def zoc_buttons(kit: Kit) -> Iterator[_Element]:
    """A button for each side, and what goes on behind it.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    lxml element
    """
    for side, uid in tile_uids(kit).items():
        title, main = side.title(), kit.layout.main
        clear, call = (named(f"bocageZoc{word}{title}") for word in ("Clear", "Call"))
        rule: Any = kit.adapter["zoc"]["rule"]
        said = f'{{"~The ZOCs of the {title} side are " + ({_on(side)} ? "no longer " : "") + "shown, {rule}'
        tip = f"Show the Zones of Control of the {title} side, or no longer"
        stroke = key(_KEYS[side], Modifier.ALT | Modifier.SHIFT)
        says = f'{said} (" + PlayerSide + ")"}}'
        face = {"tip": tip, "icon": ICON.format(side), "says": says}
        yield button(f"{title} ZOC", stroke, **face, strokes=[_turn(side), clear, call])
        lying = target(TargetKind.MODULE, Target.MAP, map_name=main, prop="Uid", value=uid)
        yield command(f"No {title} ZOC", clear, _GONE, lying)
        units = target(TargetKind.MODULE, Target.MAP, map_name=main, prop=f"Zoc{title}", value="1")
        yield command(f"Every {title} ZOC", call, _LAY, units, match=_on(side))
