"""Section 11: geometry and Zones of Control, counted hex by hex on the joined maps and on small boards."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adjudicator.june_six import GAME
from adjudicator.june_six.r09_stacking import count_of
from adjudicator.june_six.r11_zones_of_control import in_enemy_zoc, uncontested, zoc_of
from adjudicator.position import Piece, Position
from tests.june_six import oracle

FAST, SLOW = range(12), range(100, 250)


def differences(here: Position) -> Iterator[str]:
    """Hexes about which the rules and the count do not agree."""
    for side, other in (("german", "allied"), ("allied", "german")):
        slow, fast = oracle.zoc(here, side), zoc_of(here, side)
        yield from (f"{side} {n}" for n in slow ^ fast.keys())
        for space in oracle.hexagons(here.board):
            inside = space in slow
            if in_enemy_zoc(here, space, other) is not inside:
                yield f"in_enemy_zoc {space}"
            if uncontested(here, space, other) is not (inside and not oracle.friends(here, space, other)):
                yield f"uncontested {space}"
        for space, origins in fast.items():
            if any(oracle.distance(space, o) != 1 or not oracle.friends(here, o, side) for o in origins):
                yield f"origins of {space}"


def test_the_joined_maps_are_one_plane_of_hexes() -> None:
    here = GAME.scenario("campaign")
    for space, around in oracle.adjacent(here.board).items():
        board = {o for e, o in here.board.neighbours(space) if e.boundary != "landing"}
        assert board == set(around), space


def test_zones_of_control_in_play() -> None:
    for here in oracle.sampled():
        assert not list(differences(here))


@pytest.mark.parametrize("seed", FAST)
def test_zones_of_control_on_small_boards(seed: int) -> None:
    assert not list(differences(oracle.small(seed)))


@pytest.mark.slow
@pytest.mark.parametrize("seed", SLOW)
def test_zones_of_control_on_more_boards(seed: int) -> None:
    assert not list(differences(oracle.small(seed)))


@pytest.mark.parametrize("seed", FAST)
def test_stacks_are_counted_as_by_hand(seed: int) -> None:
    here = oracle.small(seed)
    pieces = [p for p in here.pieces.values() if p.side == "german"]
    for n in range(len(pieces)):
        for size in range(1, 6):
            some: list[Piece] = [pieces[(n + k * (seed + 1)) % len(pieces)] for k in range(size)]
            assert count_of(some).legal is oracle.stackable([p.printed for p in some])
