"""Sections 7.5, 10.3, 10.5, 10.7, 11.2, 19.10 and 20.1: the Movement Allowance in the phase in play."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.battle_for_normandy.r10.allowance import allowance, is_mobile
from adjudicator.battle_for_normandy.r10.rulings import allowance_ruling
from adjudicator.position import Fact, Piece
from counters.catalog import Unit
from tests.battle_for_normandy.build import around, board, hq, sides, situation, unit

HERE = "c3014"
MAP = board(around(HERE, radius=3))
OUT: dict[str, dict[str, Fact]] = {"x": {"general-supply": "out"}}


def ma(mover: Unit, *, out: bool = False, interdicted: int = 0, **facts: Any) -> int:
    marks: dict[str, dict[str, Fact]] = {mover.id: {"general-supply": "out"}} if out else {}
    here = situation(
        MAP, (mover, HERE), side=mover.side, marks=marks, facts={("interdiction", "c"): interdicted}, **facts
    )
    return allowance(here, here.pieces[mover.id])


def test_out_of_supply_at_night_example_8() -> None:
    """An Allied unit with an MA of 6 has 3 at night, and 2 of them out of supply."""
    assert ma(unit("us-1"), time="night") == 3
    assert ma(unit("us-1"), time="night", out=True) == 2
    assert ma(unit("us-1"), out=True) == 3


def test_night_halves_allied_mps_until_july_only_10_7() -> None:
    assert ma(unit("us-1"), time="night", date=30) == 3
    assert ma(unit("us-1"), time="night", date=31) == 6
    assert ma(unit("ge-1"), time="night") == 6
    assert ma(unit("us-1", ma=7), time="night") == 4


def test_the_mechanized_phase_gives_half_of_yellow_and_all_of_light_blue_10_5() -> None:
    phase: dict[str, Any] = {"phase": "mech-movement"}
    assert ma(unit("us-1", "tank", ma=9), **phase) == 5
    assert ma(unit("us-1", "recon"), **phase) == 12
    assert ma(unit("us-1"), **phase) == 0
    assert ma(unit("us-1", "artillery"), **phase) == 0
    assert ma(unit("us-1", "tank", ma=9), out=True, **phase) == 3


def test_interdiction_comes_off_the_base_before_all_halvings_trap_25() -> None:
    assert ma(unit("ge-1"), interdicted=4) == 2
    assert ma(unit("ge-1", "tank"), interdicted=4, phase="mech-movement") == 3
    assert ma(unit("ge-1", "tank"), interdicted=1, phase="mech-movement") == 5
    assert ma(unit("ge-1", "tank"), interdicted=3, phase="mech-movement", out=True) == 2
    assert ma(unit("ge-1"), interdicted=9) == 0


def test_interdiction_touches_germans_by_day_on_the_map_where_they_start() -> None:
    assert ma(unit("us-1"), interdicted=4) == 6
    assert ma(unit("ge-1"), interdicted=4, time="night") == 6
    here = situation(MAP, (unit("ge-1"), HERE), side="german", facts={("interdiction", "b"): 4})
    assert allowance(here, here.pieces["ge-1"]) == 6


def test_interdiction_takes_motorization_into_the_base() -> None:
    facts = {("interdiction", "c"): 3}
    units = [(unit("ge-1", division="ge-352"), HERE), (hq("ge-352"), HERE), (unit("ge-t", "truck"), HERE)]
    here = situation(MAP, *units, side="german", facts=facts, marks={"ge-t": {"truck": "ge-352-hq"}})
    assert allowance(here, here.pieces["ge-1"]) == 5


def test_motorization_gives_two_mps_to_units_on_foot_19_10() -> None:
    marks = {"us-4-hq": {"motorized": True}}
    units = [
        unit("us-1", division="us-4"), unit("us-2", division="us-4", ma=8),
        unit("us-3", "tank", division="us-4"),
        unit("us-5", "artillery", division="us-4"), unit("us-6", division="us-1"),
    ]  # fmt: skip
    here = situation(MAP, (hq("us-4"), "eliminated"), *((u, HERE) for u in units), marks=marks)
    assert [allowance(here, here.pieces[u.id]) for u in units] == [8, 8, 10, 8, 6]


def test_a_truck_gives_its_bonus_where_it_lies_and_none_after_it_left_20_1() -> None:
    units = [(unit("ge-1", division="ge-352"), HERE), (hq("ge-352"), HERE), (unit("ge-t", "truck"), HERE)]
    under = situation(MAP, *units, side="german", marks={"ge-t": {"truck": "ge-352-hq"}})
    assert allowance(under, under.pieces["ge-1"]) == 8
    moved = situation(MAP, *units, side="german", marks={"ge-t": {"truck": "ge-352-hq", "truck-spent": True}})
    assert allowance(moved, moved.pieces["ge-1"]) == 6


@pytest.mark.parametrize("word", ["battery", "sp", "ship"])
def test_immobile_units_10_3(word: str) -> None:
    assert not is_mobile(Piece(unit("ge-1", word), HERE, "full"))
    assert ma(unit("ge-1", word)) == 0


def test_isolated_mechanized_units_have_two_mps_7_5o() -> None:
    far = (unit("ge-84-hq", "corps-hq", division="ge-84"), "c2712")
    ring = [(unit(f"us-{n}"), s) for n, s in enumerate(around(HERE, radius=2)) if s not in around(HERE)]
    units = [(unit("ge-1", "tank"), HERE), (unit("ge-2"), HERE), far, *ring]
    plain = situation(MAP, *units, side="german", supplied=False)
    assert allowance(plain, plain.pieces["ge-1"], supplied=True) == 10
    here = situation(MAP, *units, side="german", supplied=False, options={"7.5o": "B"})
    assert allowance(here, here.pieces["ge-1"]) == 2
    assert allowance(here, here.pieces["ge-2"], supplied=True) == 6
    mech = situation(MAP, *units, side="german", supplied=False, options={"7.5o": "B"}, phase="mech-movement")
    assert allowance(mech, mech.pieces["ge-1"]) == 0
    free = situation(MAP, *units[:3], side="german", supplied=False, options={"7.5o": "B"})
    assert allowance(free, free.pieces["ge-1"], supplied=True) == 10


def test_isolation_that_ignores_ezocs_is_the_other_reading() -> None:
    far = (unit("ge-84-hq", "corps-hq", division="ge-84"), "c2712")
    watch = [(unit("us-1"), "c3016"), (unit("us-2"), "c2812"), (unit("us-3"), "c3212")]
    units = [(unit("ge-1", "tank"), HERE), far, *watch]
    options = {"7.5o": "B", "isolated-mech": "B"}
    here = situation(MAP, *units, side="german", supplied=False, options=options)
    assert allowance(here, here.pieces["ge-1"], supplied=True) == 10


def test_motorized_infantry_beyond_a_river_out_of_supply_has_six_mps_10_6o() -> None:
    river = sides(*(f"{HERE}/{n}" for n in around(HERE) if n != HERE), kind="major-river")
    map_ = board(around(HERE, radius=3), sides=river)
    mover = unit("ge-1", ma=10, division="ge-352")
    for where, option, expected in ((HERE, "B", 3), (HERE, "A", 5), ("c3011", "B", 5)):
        here = situation(
            map_, (mover, where), (hq("ge-352"), "c3012"), side="german", options={"10.6o": option},
            marks={"ge-1": {"general-supply": "out"}},
        )  # fmt: skip
        assert allowance(here, here.pieces["ge-1"]) == expected


def test_german_movement_on_june_6_has_one_two_three_mps() -> None:
    for number in (1, 2, 3):
        facts: dict[str, Any] = {"phase": "german-movement", "date": 6, "invasion": number}
        assert ma(unit("ge-1"), **facts) == number
    assert ma(unit("ge-1"), phase="reaction-movement", date=6, time="night") == 1


def test_the_answer_tells_every_step() -> None:
    here = situation(MAP, (unit("us-1"), HERE), time="night", marks={"us-1": {"general-supply": "out"}})
    found = allowance_ruling(here, "us-1")
    assert found.answer == {"mp": 2, "moves": True}
    assert {"2.4.3", "10.7", "7.5"} <= set(found.rules)
    moved = situation(MAP, (unit("us-1"), HERE), marks={"us-1": {"moved": True}})
    assert not allowance_ruling(moved, "us-1").answer["moves"]
