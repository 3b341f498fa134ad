"""Section 9.2.1: German reinforcements enter by road."""

from __future__ import annotations

from typing import Any

from adjudicator.battle_for_normandy.r07.general import in_supply
from adjudicator.battle_for_normandy.r09 import entry as r09_entry
from adjudicator.battle_for_normandy.r09.entry import Enter, Reroute
from adjudicator.position import Position
from maps.filing import OURS
from tests import playing
from tests.battle_for_normandy import build

FIRST = "e1701"
WAY = ("e1701", "e1702", "e1703", "e1704", "e1705")
ON = build.board(build.around(*WAY, radius=2), roads=build.road(*WAY, kind="primary"))
ENTRY = r09_entry.entries(OURS)["st-pierre"]


def units(number: int, word: str = "inf", **more: Any) -> list[Any]:
    return [build.unit(f"ge-{n}", word, entry=("st-pierre",), arrival=9, **more) for n in range(number)]


def phase(*placed: Any, **more: Any) -> Position:
    return build.situation(ON, *placed, side="german", supplied=False, **more)


def waiting(number: int, **more: Any) -> Position:
    return phase(*((u, "turn-track") for u in units(number)), **more)


def test_the_text_gives_e1701() -> None:
    assert (ENTRY.hex, ENTRY.edge) == (FIRST, "east")


def test_the_first_point_is_for_the_hex_of_entry() -> None:
    here = waiting(1)
    pieces = [here.pieces["ge-0"]]
    assert r09_entry.cost(here, ENTRY, pieces, (FIRST,)) == 3
    assert r09_entry.cost(here, ENTRY, pieces, WAY) == 15
    after = playing.done(here, Enter(("ge-0",), WAY))
    assert (after.pieces["ge-0"].space, after.flag("moved", "ge-0")) == ("e1705", True)
    assert (after.number("line-up", "ge-0"), after.text("began", "ge-0")) == (1, FIRST)
    draft = after.draft()
    draft.set("phase", "mech-movement")
    assert in_supply(draft.finish(), "ge-0")


def test_units_that_entered_yesterday_are_in_nobodys_way() -> None:
    unit = units(2)
    old = {("entry-hex", "ge-0"): "st-pierre", ("moved", "ge-0"): True}
    here = phase((unit[0], "e1705"), (unit[1], "turn-track"), facts=old)
    assert r09_entry.in_line(here, ENTRY, [here.pieces["ge-1"]]) == 0


def test_a_highway_gives_strategic_movement_off_the_map_too() -> None:
    gace = r09_entry.entries(OURS)["gace"]
    unit = build.unit("ge-0", entry=("gace",), arrival=9)
    on = build.board(build.around(gace.hex, radius=5))
    here = build.situation(on, (unit, "turn-track"), side="german", supplied=False)
    assert r09_entry.cost(here, gace, [here.pieces["ge-0"]], (gace.hex,), strategic=True) == 2
    after = playing.done(here, Enter(("ge-0",), (gace.hex,), strategic=True))
    assert after.flag("strategic", "ge-0")
    enemy = (build.unit("us-16"), build.around(gace.hex, radius=2)[0])
    near = build.situation(on, (unit, "turn-track"), enemy, side="german", supplied=False)
    assert "10.8" in playing.barred(near, Enter(("ge-0",), (gace.hex,), strategic=True))
    no_highway = waiting(1)
    assert playing.barred(no_highway, Enter(("ge-0",), (FIRST,), strategic=True)) == ["10.8"]


def test_units_stand_in_line_within_stacking_limits() -> None:
    here = waiting(5)
    for n in range(2):
        here = playing.done(here, Enter((f"ge-{n}",), WAY[: 5 - n]))
    third = [here.pieces["ge-2"]]
    assert r09_entry.in_line(here, ENTRY, third) == 1
    assert r09_entry.cost(here, ENTRY, third, (FIRST,)) == 6


def test_a_stack_in_line_has_six_points_and_pays_its_way() -> None:
    here = waiting(3)
    assert playing.barred(here, Enter(("ge-0", "ge-1", "ge-2"), (FIRST,))) == ["9.2.1"]
    assert playing.barred(here, Enter(("ge-0",), (FIRST, "e1602", "e1503", "e1504"))) != []


def test_not_before_the_day_and_only_by_the_scheduled_road() -> None:
    late = build.unit("ge-late", entry=("st-pierre",), arrival=12)
    other = build.unit("ge-other", entry=("gace",), arrival=9)
    here = phase((late, "turn-track"), (other, "turn-track"))
    assert playing.barred(here, Enter(("ge-late",), (FIRST,))) == ["9.2"]
    assert playing.barred(here, Enter(("ge-other",), (FIRST,))) == ["9.2.1"]


def test_a_blocked_hex_is_entered_beside_or_by_another_road() -> None:
    blocker = (build.unit("us-16"), FIRST)
    here = phase((units(1)[0], "turn-track"), blocker)
    assert playing.barred(here, Enter(("ge-0",), (FIRST,))) != []
    assert playing.barred(here, Enter(("ge-0",), ("e1601",))) == []
    assert playing.barred(here, Reroute(("ge-0",), "gace")) == ["9.2.1"]
    open_road = waiting(1)
    assert "9.2.1" in playing.barred(open_road, Reroute(("ge-0",), "mezidon"))


def test_any_road_of_the_south_edge_with_the_option() -> None:
    unit = build.unit("ge-0", entry=("avranches",), arrival=9)
    here = phase((unit, "turn-track"))
    assert [e.slug for e in r09_entry.entries_of(here, here.pieces["ge-0"])] == ["avranches"]
    free = phase((unit, "turn-track"), options={"9.2o": "B"})
    found = r09_entry.entries_of(free, free.pieces["ge-0"])
    assert len(found) > 3
    assert all(e.edge == "south" for e in found)


def test_random_play_finds_ways_along_the_road() -> None:
    handler = next(h for h in r09_entry.HANDLERS if h.action is Enter)
    here = waiting(1)
    found = list(handler.options(here))
    assert Enter(("ge-0",), (FIRST,)) in found
    assert all(not playing.barred(here, a) for a in found)
