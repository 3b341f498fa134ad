"""What is out of play in a scenario on a part of the map: a wash over its hexes that a set-up lays in strips.

A strip lies in the middle hex of a run of such hexes; its layer says how many it covers. Strips are no part
of a position: whoever reads a save passes them over, as the tiles of Zones of Control.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING

from adjudicator.homes import named as home
from adjudicator.saves.adapter import OVERLAY
from adjudicator.saves.placing_decks import Placement
from module_builder.hatching import around, corners_of, inset
from module_builder.materials import PieceDef
from module_builder.records import BLANK
from module_builder.vassal.builders import basic_piece, immobilized, layer, marker, non_rectangular

if TYPE_CHECKING:
    from PIL import Image

    from adjudicator.position import Position, View
    from adjudicator.saves.layout import Layout
    from counters.faces import Paint
    from module_builder.materials import Kit

__all__ = ["UID", "has_veil", "strips", "veil_images", "veil_uids", "veils"]

UID = "out-of-play"
_LENGTHS = tuple(range(1, 16, 2))
"""Hexes that a strip covers: odd numbers, so that its middle lies in a hex."""
_LAYER, _LEVEL, _NAME = "Control", "OutOfPlay", "Out of play"
_WASH = (70, 66, 58, 150)
_DOT = ((-2, -2), (2, -2), (2, 2), (-2, 2))
"""What of a strip takes clicks: next to nothing."""
_FINE, _INSET = (
    4,
    0.8,
)  # how much larger it is drawn first; pixels that a hex is smaller than those of the grid


def has_veil(kit: Kit) -> bool:
    """Whether a game has scenarios on a part of a map that cannot be shown without the rest.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> has_veil(load_kit("june-six")), has_veil(load_kit("battle-for-normandy"))
    (True, False)
    """
    return "out_of_play" in kit.adapter


def veil_uids(kit: Kit) -> tuple[str, ...]:
    """The strip, where a game has any."""
    return (UID,) if has_veil(kit) else ()


def veils(kit: Kit) -> Iterator[PieceDef]:
    """The strip as it stands in the palette.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    PieceDef
    """
    for uid in veil_uids(kit):
        traits = (
            basic_piece(_NAME, BLANK, gpid=kit.gpid(uid)),
            layer([_image(number) for number in _LENGTHS], name=_LEVEL),
            non_rectangular(_DOT),
            immobilized(select="n", move="V", stack="R"),
            marker({"Uid": uid, "Layer": _LAYER, OVERLAY: _NAME}),
        )
        yield PieceDef(uid, _NAME, kit.gpid(uid), traits, "Markers", "Overlays", layer=_LAYER)


def strips(kit: Kit, position: Position) -> Iterator[Placement]:
    """The strips that a save of a position holds.

    Parameters
    ----------
    kit
        What the module is built from.
    position
        The position.

    Yields
    ------
    Placement
    """
    if not has_veil(kit):
        return
    asked: Callable[[View], Collection[str]] = home(kit.adapter["out_of_play"]["hexes"])
    hexes, (step, _) = kit.layout.windows[kit.layout.main].hexes, around(kit.layout)[0]
    middles = sorted((y, x) for id_ in asked(position) if id_ in hexes for x, y in [hexes[id_].middle])
    for run in _runs(middles, step):
        y, x = run[len(run) // 2]
        yield Placement(UID, kit.layout.main, x, y, {_LEVEL: _LENGTHS.index(len(run)) + 1})


def _runs(middles: list[tuple[int, int]], step: float) -> Iterator[list[tuple[int, int]]]:
    """Runs of neighbours in a line, each as long as a strip."""
    for _, line in itertools.groupby(middles, key=lambda middle: middle[0]):
        run: list[tuple[int, int]] = []
        for middle in line:
            if run and (middle[1] - run[-1][1] > step or len(run) == _LENGTHS[-1]):
                yield from _odd(run)
                run = []
            run.append(middle)
        yield from _odd(run)


def _odd(run: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    yield from ([run] if len(run) % 2 else [run[:-1], run[-1:]])


# --- pictures ---------------------------------------------------------------------------------------------


def _image(number: int) -> str:
    return f"out_of_play_{number}.png"


def veil_images(kit: Kit) -> Iterator[tuple[str, Paint]]:
    """Every picture of a strip.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    tuple of str and functools.partial
        Name and drawing.
    """
    for number in _LENGTHS if has_veil(kit) else ():
        yield _image(number), functools.partial(_drawn, kit.layout, number)


def _drawn(layout: Layout, number: int) -> Image.Image:
    """Hexes side by side, each a little smaller than the grid's."""
    from PIL import Image, ImageDraw

    corners, (step, _) = inset(corners_of(layout), _INSET), around(layout)[0]
    wide = 2 * math.ceil(number * step / 2)
    high = 2 * math.ceil(max(y for _, y in corners))
    picture = Image.new("RGBA", (wide * _FINE, high * _FINE), (*_WASH[:3], 0))
    draw = ImageDraw.Draw(picture)
    for place in range(number):
        middle = wide / 2 + (place - number // 2) * step
        draw.polygon([((middle + x) * _FINE, (high / 2 + y) * _FINE) for x, y in corners], fill=_WASH)
    return picture.resize((wide, high), Image.Resampling.BOX)
