from __future__ import annotations

import pytest

from adjudicator.june_six import r09_stacking as stacking
from tests.june_six.build import board, hexes, position, unit

ON = board(hexes(38, 42, 17, 21))
HEX = "e1940"
COMBAT = [unit(f"ge-c{n}") for n in range(4)]
SUPPORT = [unit(f"ge-s{n}", "anti-tank", at=2) for n in range(4)]
FLAK = [unit(f"ge-f{n}", "flak") for n in range(3)]


@pytest.mark.parametrize(
    ("combat", "support", "flak", "sections"),
    [
        (1, 0, 0, []), (2, 0, 0, []), (3, 0, 0, ["9.12"]), (0, 3, 0, []), (0, 4, 0, ["9.13"]),
        (2, 1, 0, []), (1, 2, 0, []), (2, 2, 0, ["9.14"]), (3, 1, 0, ["9.12", "9.14"]), (2, 1, 1, []),
        (0, 3, 1, []), (2, 1, 2, ["9.14"]), (2, 0, 2, []), (3, 0, 1, ["9.12"]), (0, 0, 3, []),
    ],
)  # fmt: skip
def test_limits(combat: int, support: int, flak: int, sections: list[str]) -> None:
    units = [*COMBAT[:combat], *SUPPORT[:support], *FLAK[:flak]]
    here = position(ON, *((u, HEX) for u in units))
    assert [section for section, _ in stacking.faults(here, HEX, "german")] == sections


def test_a_flak_that_is_a_combat_unit_may_be_the_extra_one() -> None:
    flak = unit("ge-f", "flak", marks=("combat",))
    here = position(ON, (COMBAT[0], HEX), (COMBAT[1], HEX), (SUPPORT[0], HEX), (flak, HEX))
    assert stacking.faults(here, HEX, "german") == []


def test_units_that_join_and_leave() -> None:
    here = position(ON, (COMBAT[0], HEX), (COMBAT[1], HEX), (COMBAT[2], "e1941"))
    assert stacking.faults(here, HEX, "german", ["ge-c2"])
    assert not stacking.faults(here, HEX, "german", ["ge-c2"], ["ge-c0"])
    assert not stacking.room(here, HEX, "ge-c2")
    assert stacking.room(here, "e1942", "ge-c2")
    assert stacking.room(here, HEX, "ge-c0")


def test_boxes_know_no_limit_and_markers_do_not_count() -> None:
    here = position(ON, *((u, "turn-track") for u in COMBAT), facts={("dp", HEX): True})
    assert stacking.faults(here, "turn-track", "german") == []
    assert stacking.faults(here, HEX, "allied") == []


def test_only_the_side_itself_counts() -> None:
    here = position(ON, *((u, HEX) for u in COMBAT[:3]))
    assert stacking.faults(here, HEX, "allied") == []


def test_the_question() -> None:
    here = position(ON, *((u, HEX) for u in [*COMBAT[:2], *SUPPORT[:1]]), facts={("dp", HEX): True})
    found = stacking.stack_ruling(here, HEX)
    assert found.ok
    assert found.answer == {"legal": True, "combat": 2, "units": 3}
    assert "9.15" in {s.rule for s in found.steps}
    over = position(
        ON, *((u, HEX) for u in [*COMBAT[:2], *SUPPORT[:1]]), (COMBAT[2], "e1941"), (FLAK[0], "e1942")
    )
    assert [v.rule for v in stacking.stack_ruling(over, HEX, adding=["ge-c2"]).violations] == ["9.12", "9.14"]
    assert stacking.stack_ruling(over, HEX, adding=["ge-f0"]).ok
