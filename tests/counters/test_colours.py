"""Colours of sides and of spent units as people see them who do not tell red from green."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import pytest

from counters.catalog import load_units
from counters.palette import Palette, load_palette
from tests.counters.measuring import rgb

GAMES = ("breakout-normandy", "dark-summer")
# Machado, Oliveira, Fernandes: A Physiologically-based Model for Simulation of Color Vision Deficiency
# (2009), severity 1.0, on linear RGB
SIGHT = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
}
OPPOSED, SPENT, NATIONS, PRINT = 20, 18, 12, 35  # least distances in CIE Lab; 2.3 is just noticeable


def linear(color: str) -> list[float]:
    shares = [channel / 255 for channel in rgb(color)]
    return [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]


def times(matrix: Sequence[Sequence[float]], vector: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def lab(color: str, sight: str) -> tuple[float, float, float]:
    """CIE Lab (D65) of a colour as it is seen."""
    seen = [min(1.0, max(0.0, value)) for value in times(SIGHT[sight], linear(color))]
    xyz = times(((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505)), seen)
    shares = [value / white for value, white in zip(xyz, (0.9505, 1.0, 1.0888), strict=True)]
    x, y, z = (s ** (1 / 3) if s > 0.008856 else 7.787 * s + 16 / 116 for s in shares)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(one: str, other: str, sight: str) -> float:
    return math.dist(lab(one, sight), lab(other, sight))


def branches(game: str) -> tuple[Palette, dict[str, str]]:
    return load_palette(game), {unit.branch: unit.side for unit in load_units(game).values()}


def test_the_measure_itself() -> None:
    assert lab("#ffffff", "normal") == pytest.approx((100, 0, 0), abs=0.1)
    assert apart("#000000", "#ffffff", "normal") == pytest.approx(100, abs=0.1)
    red, green = "#c0504d", "#6f8f3c"
    assert apart(red, green, "normal") > 60
    assert apart(red, green, "deuteranopia") < 25


@pytest.mark.parametrize("sight", sorted(SIGHT))
@pytest.mark.parametrize("game", GAMES)
def test_opposing_sides_are_told_apart(game: str, sight: str) -> None:
    palette, sides = branches(game)
    for one, other in itertools.combinations(sorted(sides), 2):
        if sides[one] != sides[other]:
            grounds = palette.scheme(one).ground, palette.scheme(other).ground
            assert apart(*grounds, sight) >= OPPOSED, (one, other)


@pytest.mark.parametrize("sight", sorted(SIGHT))
@pytest.mark.parametrize("game", GAMES)
def test_fresh_and_spent_are_told_apart(game: str, sight: str) -> None:
    palette, sides = branches(game)
    for branch in sides:
        scheme = palette.scheme(branch)
        assert apart(scheme.ground, scheme.spent, sight) >= SPENT, branch


@pytest.mark.parametrize("sight", sorted(SIGHT))
@pytest.mark.parametrize("game", GAMES)
def test_americans_and_british_are_told_apart(game: str, sight: str) -> None:
    palette = load_palette(game)
    assert apart(palette.scheme("us").ground, palette.scheme("british").ground, sight) >= NATIONS


@pytest.mark.parametrize("sight", sorted(SIGHT))
@pytest.mark.parametrize("game", GAMES)
def test_print_is_read_on_its_ground(game: str, sight: str) -> None:
    for scheme in load_palette(game).schemes.values():
        pairs = [(scheme.ink, scheme.ground), (scheme.mark, scheme.ground), (scheme.deep, scheme.spent)]
        assert min(apart(*pair, sight) for pair in pairs) >= PRINT


@pytest.mark.parametrize("sight", sorted(SIGHT))
def test_waves_are_told_apart(sight: str) -> None:
    bands = load_palette("dark-summer").bands.values()
    assert min(apart(one, other, sight) for one, other in itertools.combinations(bands, 2)) >= OPPOSED
