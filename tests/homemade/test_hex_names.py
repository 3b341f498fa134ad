"""Hexes of any grid that a folder can have: the engine gives each the number that the map prints."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.saves.hexzones import hex_zones
from maps.homemade.grid import hex_lattice, hex_numbers
from maps.homemade.mapparts import HexesPart


@given(
    columns=st.integers(2, 9),
    rows=st.integers(2, 9),
    flat=st.sampled_from([0.5, 0.8, 1.1]),
    pointed=st.booleans(),
    lower=st.sampled_from(["odd", "even"]),
    digits=st.sampled_from([2, 3]),
    ways=st.tuples(st.booleans(), st.booleans()),
    first=st.tuples(st.integers(0, 30), st.integers(0, 30)),
)
def test_every_hex_is_named_as_the_map_prints_it(
    columns: int,
    rows: int,
    flat: float,
    pointed: bool,
    lower: str,
    digits: int,
    ways: tuple[bool, bool],
    first: tuple[int, int],
) -> None:
    part = HexesPart(
        columns,
        rows,
        flat,
        (1.0, 1.0),
        pointed=pointed,
        lower=lower,
        first="".join(f"{n:0{digits}d}" for n in first),
        digits=digits,
        northward=ways[0] and pointed,
        westward=ways[1] and pointed,
    )
    lattice = hex_lattice(part, 130.0)
    zones = hex_zones(lattice, (2000, 2000))
    for number in hex_numbers(part):
        x, y = map(round, lattice.centre(number))
        assert [named for zone in zones if (named := zone.number(x, y)) is not None][:1] == [number]
