"""Colours of sides and of spent units as people see them who do not tell red from green."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

import pytest

from adjudicator.contract import GAMES
from counters.catalog import load_units
from counters.palette import Face, Palette, load_palette
from tests import sight as eyes
from tests.counters.measuring import rgb
from tests.sight import SIGHT, ciede2000, lab

OPPOSED = {"normal": 12.0, "deuteranopia": 12.0, "protanopia": 10.0}
"""Least CIEDE2000 between sides; 2.3 is just noticeable."""
SIGN = 27.0  # the same between a sign and its ground
SPENT, NATIONS, PRINT, BANDS = (
    18,
    12,
    35,
    20,
)  # least distances in CIE Lab, of the games without tests of their own
PLAIN = ("breakout-normandy", "dark-summer")


def apart(one: str, other: str, sight: str) -> float:
    """The distance in CIE Lab, which grows with how strong colours are: for print on its ground."""
    return math.dist(lab(rgb(one), sight), lab(rgb(other), sight))


def differ(one: str, other: str, sight: str) -> float:
    """CIEDE2000, which asks whether two grounds are taken for each other."""
    return eyes.apart(rgb(one), rgb(other), sight)


def branches(game: str) -> tuple[Palette, dict[str, str]]:
    return load_palette(game), {unit.branch: unit.side for unit in load_units(game).values()}


def opposed(game: str) -> Iterator[tuple[str, str]]:
    _, sides = branches(game)
    pairs = itertools.combinations(sorted(sides), 2)
    return (pair for pair in pairs if sides[pair[0]] != sides[pair[1]])


def flags(game: str) -> Iterator[tuple[str, Face]]:
    """Side and face of everything that says who controls a place."""
    for name, faces in load_palette(game).faces.items():
        if name.startswith("control"):
            yield from (("german" if face.icon == "balkenkreuz" else "allied", face) for face in faces)


def test_the_measure_itself() -> None:
    """The pairs of Sharma, Wu and Dalal that prove the turns of hue, and what the simulation takes away."""
    pairs = [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, -1.0, 2.0), (50.0, 0.0, 0.0), 2.3669),
        ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0009), 7.1792),
        ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011), 7.2195),
        ((50.0, -0.001, 2.49), (50.0, 0.0011, -2.49), 4.7461),
        ((50.0, 2.5, 0.0), (58.0, 24.0, 15.0), 19.4535),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
    ]
    for one, other, gap_ in pairs:
        assert ciede2000(one, other) == pytest.approx(gap_, abs=5e-5)
        assert ciede2000(other, one) == pytest.approx(gap_, abs=5e-5)
    assert lab((255.0, 255.0, 255.0)) == pytest.approx((100, 0, 0), abs=0.1)
    red, green = "#c0504d", "#6f8f3c"
    assert differ(red, green, "normal") > 50
    assert differ(red, green, "deuteranopia") < 18
    assert apart("#000000", "#ffffff", "normal") == pytest.approx(100, abs=0.1)


@pytest.mark.parametrize("sight", sorted(SIGHT))
@pytest.mark.parametrize("game", GAMES)
def test_opposing_sides_are_told_apart(game: str, sight: str) -> None:
    palette, _ = branches(game)
    for one, other in opposed(game):
        assert differ(palette.scheme(one).ground, palette.scheme(other).ground, sight) >= OPPOSED[sight], (
            one,
            other,
        )


@pytest.mark.parametrize("sight", sorted(SIGHT))
@pytest.mark.parametrize("game", GAMES)
def test_spent_units_of_opposing_sides_are_told_apart(game: str, sight: str) -> None:
    """By their ground, or by the print on it."""
    palette, _ = branches(game)
    for one, other in opposed(game):
        first, second = palette.scheme(one), palette.scheme(other)
        gaps = differ(first.spent, second.spent, sight), differ(first.deep, second.deep, sight)
        assert max(gaps) >= OPPOSED[sight], (one, other)


@pytest.mark.parametrize("sight", sorted(SIGHT))
@pytest.mark.parametrize("game", GAMES)
def test_flags_of_opposing_sides_are_told_apart(game: str, sight: str) -> None:
    """By their ground and by their sign; each sign stands out from its ground."""
    found = list(flags(game))
    assert {"allied"} <= {side for side, _ in found}
    for (side, face), (other, against) in itertools.combinations(found, 2):
        if side != other:
            assert face.icon != against.icon
            assert differ(face.ground, against.ground, sight) >= OPPOSED[sight]
    for _, face in found:
        if face.icon != "roundel":  # which has colours of its own
            assert differ(face.ink, face.ground, sight) >= SIGN, face


@pytest.mark.parametrize("sight", sorted(SIGHT))
@pytest.mark.parametrize("game", PLAIN)
def test_fresh_and_spent_are_told_apart(game: str, sight: str) -> None:
    palette, sides = branches(game)
    for branch in sides:
        scheme = palette.scheme(branch)
        assert apart(scheme.ground, scheme.spent, sight) >= SPENT, branch


@pytest.mark.parametrize("sight", sorted(SIGHT))
@pytest.mark.parametrize("game", PLAIN)
def test_americans_and_british_are_told_apart(game: str, sight: str) -> None:
    palette = load_palette(game)
    assert apart(palette.scheme("us").ground, palette.scheme("british").ground, sight) >= NATIONS


@pytest.mark.parametrize("sight", sorted(SIGHT))
@pytest.mark.parametrize("game", PLAIN)
def test_print_is_read_on_its_ground(game: str, sight: str) -> None:
    for scheme in load_palette(game).schemes.values():
        pairs = [(scheme.ink, scheme.ground), (scheme.mark, scheme.ground), (scheme.deep, scheme.spent)]
        assert min(apart(*pair, sight) for pair in pairs) >= PRINT, scheme


@pytest.mark.parametrize("sight", sorted(SIGHT))
def test_waves_are_told_apart(sight: str) -> None:
    bands = load_palette("dark-summer").bands.values()
    assert min(apart(one, other, sight) for one, other in itertools.combinations(bands, 2)) >= BANDS
