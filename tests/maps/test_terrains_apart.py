"""Every pair of terrains is told apart, red from green or not: by colour, or by what is drawn on it."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterator, Mapping

import numpy as np
import pytest
from PIL import Image, ImageDraw

from maps import hexdrawing, hexdrawing_ground, layers
from maps.battle_for_normandy import painted_ground, painted_hexes, painted_lines
from maps.geography import Point
from maps.hexdrawing_sheet import HexSheet
from maps.render import draw_board, load_sheet
from tests.every import quick_one
from tests.sight import SIGHT, Colour, apart, lab

LEAST = {"normal": 12.0, "deuteranopia": 12.0, "protanopia": 10.0}
"""CIEDE2000 between two terrains; 2.3 is just noticeable."""
LEVEL = 4.0  # the same between a level and the next, which have a line with strokes between them
SCALE, WITHIN = 0.3, 0.72
MOST, RARE = 80, 3  # hexes of a terrain that are looked at; fewer are none
HEX_GAMES = ("dark-summer", "june-six", "battle-for-normandy")
AREA_GAMES = ("breakout-normandy", "storm-over-normandy")

# What is drawn on a ground, and its ink.
PLAIN: Mapping[str, tuple[str, Colour]] = {
    "bocage": ("hedges", hexdrawing_ground.HEDGE),
    "woods": ("trees", hexdrawing._LEAVES[False][2]),
    "forest": ("trees", hexdrawing._LEAVES[True][2]),
    "town": ("houses", hexdrawing._HOUSE),
    "city": ("houses", hexdrawing._CITY_HOUSE),
    "flooded": ("reeds", hexdrawing_ground._REED),
    "marsh": ("reeds", hexdrawing_ground._REED),
}
HEDGES = {kind: hedge for kind, (_, hedge, _) in painted_ground._LOOKS.items() if hedge is not None}
BATTLE: Mapping[str, tuple[str, Colour]] = {
    **{kind: ("hedges", hedge) for kind, hedge in HEDGES.items()},
    "forest": ("trees", hexdrawing._LEAVES[True][2]),
    "city": ("houses", painted_hexes._CITY),
    "flooded": ("reeds", painted_ground._REED),
    "beach": ("sand", painted_lines._SAND_EDGE),
}


@functools.cache
def pixels(game: str) -> np.ndarray:
    return np.asarray(draw_board(game, scale=SCALE))


def inside(game: str, shape: list[Point]) -> np.ndarray:
    """The pixels in a shape, which are rows of red, green, blue."""
    board, at = pixels(game), np.array(shape) * SCALE
    left, top = (max(0, math.floor(v)) for v in at.min(axis=0))
    part = board[top : math.ceil(at[:, 1].max()), left : math.ceil(at[:, 0].max())]
    mask = Image.new("1", (part.shape[1], part.shape[0]))
    ImageDraw.Draw(mask).polygon([(x - left, y - top) for x, y in at.tolist()], fill=1)
    return np.asarray(part[np.asarray(mask)])


def shapes(game: str) -> Iterator[tuple[str, list[Point]]]:
    """Terrain, with its level where that is not 0, and shape of each Area, or of the middle of each hex."""
    sheet = load_sheet(game)
    spaces = sheet.board.spaces
    if not isinstance(sheet, HexSheet):
        for key, area in sheet.geometry.areas.items():
            yield "bocage" if layers._hedged(spaces[key]) else "open", list(area.polygon)
        return
    for space in spaces.values():
        if space.kind == "hex":
            x, y = sheet.lattice.centre(space.id)
            corners = [
                (x + (a - x) * WITHIN, y + (b - y) * WITHIN) for a, b in sheet.lattice.corners(space.id)
            ]
            level = int(space["level"] or 0) if game == "battle-for-normandy" else 0
            yield f"{space['terrain']}{level or ''}", corners


@functools.cache
def colours(game: str) -> dict[str, Colour]:
    """The median colour of each terrain: lettering, roads and rivers are fewer than half the pixels."""
    kinds: dict[str, list[list[Point]]] = {}
    for kind, shape in shapes(game):
        kinds.setdefault(kind, []).append(shape)
    found = {}
    for kind, members in kinds.items():
        if len(members) >= RARE:
            some = members[:: max(1, len(members) // MOST)]
            r, g, b = np.median(np.concatenate([inside(game, shape) for shape in some]), axis=0)
            found[kind] = (float(r), float(g), float(b))
    return found


def marks(game: str) -> Mapping[str, tuple[str, Colour]]:
    if game in AREA_GAMES:
        return {"bocage": ("hedges", layers._HEDGE)}
    return BATTLE if game == "battle-for-normandy" else PLAIN


def near(game: str, sight: str) -> list[tuple[str, str, float]]:
    """Pairs of terrains on level ground that neither colour nor marks tell apart."""
    level = {kind: colour for kind, colour in colours(game).items() if not kind[-1].isdigit()}
    drawn = marks(game)
    seen = {
        kind: drawn[kind][0]
        for kind, colour in level.items()
        if kind in drawn and apart(drawn[kind][1], colour, sight) >= LEAST[sight]
    }
    return [
        (one, other, round(gap, 1))
        for one, other in itertools.combinations(sorted(level), 2)
        if (gap := apart(level[one], level[other], sight)) < LEAST[sight] and seen.get(one) == seen.get(other)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("game", quick_one([*AREA_GAMES, *HEX_GAMES], "storm-over-normandy"))
def test_every_pair_of_terrains_is_told_apart(game: str) -> None:
    assert len(colours(game)) >= 2
    assert {sight: near(game, sight) for sight in SIGHT} == {sight: [] for sight in SIGHT}


@pytest.mark.parametrize("game", quick_one([*AREA_GAMES, *HEX_GAMES], "storm-over-normandy"))
def test_open_fields_and_hedges_are_told_apart_by_colour_alone(game: str) -> None:
    """What is most of the land, and is asked most often, from two metres, where no hedge is seen."""
    fields = {
        kind: found
        for kind, found in colours(game).items()
        if kind in {"clear", "open", "farmland", "bocage"}
    }
    gaps = [apart(*pair, sight) for pair in itertools.combinations(fields.values(), 2) for sight in LEAST]
    assert len(gaps) >= 3
    assert min(gaps) >= min(LEAST.values())


@pytest.mark.slow
@pytest.mark.parametrize("sight", SIGHT)
def test_high_ground_is_darker_level_by_level(sight: str) -> None:
    found = colours("battle-for-normandy")
    for kind in ("clear", "farmland", "bocage"):
        steps = [found[name] for level in ("", 1, 2, 3) if (name := f"{kind}{level}") in found]
        assert len(steps) >= 2
        for lower, higher in itertools.pairwise(steps):
            assert lab(higher, sight)[0] < lab(lower, sight)[0]
        assert apart(steps[0], steps[1], sight) >= LEVEL
