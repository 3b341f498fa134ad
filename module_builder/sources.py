"""Where supply comes from, on demand: one piece below the units frames the hexes that supply either side.

The game's section on sources was asked when the module was built; what may change in play (an Open Beach, a
captured city, a Mulberry) a frame looks up at its place, when the button is pressed and when a marker
that decides it changes. The marker of the turn lays the piece, which every game has; while the button is off
there is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from adjudicator.homes import named as home
from adjudicator.saves.adapter import OVERLAY
from maps.errors import DataError
from module_builder.controls import button, command, slot_path, switch
from module_builder.hatching import FRAME, FRAME_ICON
from module_builder.materials import PieceDef
from module_builder.records import BLANK
from module_builder.vassal.builders import (
    basic_piece,
    delete,
    immobilized,
    layer,
    marker,
    non_rectangular,
    place_marker,
    send_to_point,
    trigger,
)
from module_builder.vassal.keys import Modifier, Target, TargetKind, key, named, target
from module_builder.zoc import ASK, LOOKS

if TYPE_CHECKING:
    from lxml.etree import _Element

    from module_builder.materials import Kit
    from module_builder.vassal.traits import Trait

__all__ = [
    "SOURCES",
    "frames",
    "has_sources",
    "lays_sources",
    "source_buttons",
    "source_names",
    "source_properties",
    "sources_piece",
]

SOURCES = "supply-sources"
"""The piece's uid."""
_NAME, _LAYER, _ON = "Supply sources", "Control", 'SourcesOn == "yes"'
_TURN, _CLEAR, _CALL = (named(f"bocageSources{word}") for word in ("Turn", "Clear", "Call"))
_LAY, _NEW, _GO, _GONE = (named(f"bocageSources{word}") for word in ("Lay", "New", "Go", "Gone"))
_NOWHERE = ((0, 0), (0, 0), (0, 0))


def has_sources(kit: Kit) -> bool:
    """Whether a module shows sources of supply.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> has_sources(load_kit("june-six")), has_sources(load_kit("breakout-normandy"))
    (True, False)
    """
    return "supply" in kit.adapter


def frames(kit: Kit) -> dict[tuple[str, str], str]:
    """Ask the rules which hexes may be a source, and when they are.

    Parameters
    ----------
    kit
        What the module is built from.

    Returns
    -------
    dict
        Side and hex -> expression without braces; ``true`` for always.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> frames(load_kit("dark-summer"))["allied", "2403"]
    'SumLocation("ZocOpen", "2403", "Map") > 0'
    """
    found: dict[tuple[str, str], list[str]] = {}
    for side, space, words in home(kit.adapter["supply"]["marked"])(kit.game.empty(kit.board)):
        tests = [_asked(kit, word) for word in words.split(", ") if word]
        found.setdefault((side, space), []).append(" && ".join(tests) or "true")
    return {where: _either(list(dict.fromkeys(tests))) for where, tests in found.items()}


def _either(tests: list[str]) -> str:
    return tests[0] if len(tests) == 1 else " || ".join(f"({test})" for test in tests)


def _asked(kit: Kit, word: str) -> str:
    """Expression: what a word asks of a place, or of a text."""
    name, _, about = word.partition(" ")
    asked: str = kit.adapter["supply"]["asks"][name]
    if "AT" not in asked:
        return asked.replace("TEXT", f'"{about}"')
    place = kit.layout.space(about)
    if place is None:
        raise DataError("adapter.toml", f"supply, {word}", "a space with a place in the module")
    return asked.replace("AT", f'"{place.name}"')


# --- the piece --------------------------------------------------------------------------------------------


def sources_piece(kit: Kit) -> Iterator[PieceDef]:
    """The piece that frames the sources of both sides, as it stands in the palette.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    PieceDef
        Nothing in a game without.
    """
    if not has_sources(kit):
        return
    gpid, (x, y) = kit.gpid(SOURCES), _middle(kit)
    traits = (
        basic_piece(_NAME, BLANK, gpid=gpid),
        *_layers(kit, x, y),
        send_to_point("", key=_GO, map_name=kit.layout.main, x=x, y=y),
        trigger("New", key=_NEW, actions=[_GO, ASK]),
        delete("", key=_GONE),
        non_rectangular(_NOWHERE),
        immobilized(select="ng", move="V", stack="R"),
        marker({"Uid": SOURCES, "Layer": _LAYER, OVERLAY: _NAME, LOOKS: 1}),
    )
    yield PieceDef(SOURCES, _NAME, gpid, traits, "Markers", "Overlays", layer=_LAYER)


def _middle(kit: Kit) -> tuple[int, int]:
    """Where the piece lies: in the middle of the map, whatever boards are shown."""
    window = kit.layout.windows[kit.layout.main]
    return window.width // 2, window.height // 2


def _layers(kit: Kit, x: int, y: int) -> Iterator[Trait]:
    """A frame for each hex that may be a source."""
    for number, ((side, space), test) in enumerate(frames(kit).items(), 1):
        place = kit.layout.space(space)
        assert place is not None  # noqa: S101 - every hex of the board has a place
        spot = next(iter(place.spots.values()))
        level = 1 if test == "true" else f"{{({test}) ? 1 : -1}}"
        yield layer(
            [FRAME.format(side)],
            name=f"Source{number}",
            active=False,
            reset=ASK,
            reset_level=level,
            x_offset=spot.x - x,
            y_offset=spot.y - y,
        )


def lays_sources(kit: Kit) -> Iterator[Trait]:
    """What the marker of the turn has: the piece that it lays.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    Trait
        Nothing in a game without.
    """
    if has_sources(kit):
        spec = slot_path("Markers", "Overlays", _NAME)
        yield place_marker("", key=_LAY, spec=spec, gpid=kit.gpid(f"{SOURCES}#place"), after_key=_NEW)


# --- the toolbar ------------------------------------------------------------------------------------------


def source_names(kit: Kit) -> list[str]:
    """The button of the sources.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> source_names(load_kit("june-six"))
    ['Supply sources']
    """
    return [_NAME] if has_sources(kit) else []


def source_properties(kit: Kit) -> Iterator[_Element]:
    """Whether the sources are shown, with the key that changes it.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    lxml element
    """
    if has_sources(kit):
        yield switch("SourcesOn", _TURN, "the sources of supply are shown")


def source_buttons(kit: Kit) -> Iterator[_Element]:
    """The button of the sources, and what goes on behind it.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    lxml element
    """
    if not has_sources(kit):
        return
    rule: Any = kit.adapter["supply"]["rule"]
    said = (
        f'"~The sources of supply are " + ({_ON} ? "no longer " : "") + "shown, {rule} (" + PlayerSide + ")"'
    )
    face = {"tip": "Show the sources of supply of both sides, or no longer", "icon": FRAME_ICON}
    stroke = key("U", Modifier.ALT | Modifier.SHIFT)
    yield button(_NAME, stroke, **face, says=f"{{{said}}}", strokes=[_TURN, _CLEAR, _CALL])
    main = {"map_name": kit.layout.main}
    lying = target(TargetKind.MODULE, Target.MAP, **main, prop="Uid", value=SOURCES)
    yield command("No supply sources", _CLEAR, _GONE, lying)
    markers = target(TargetKind.MODULE, Target.MAP, **main, prop="Layer", value="Markers")
    yield command("Every supply source", _CALL, _LAY, markers, match=_ON)
