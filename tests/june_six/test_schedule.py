"""The Turn Record Track, the June 6 set-up and the optional groups of June Six: against counters and map."""

from __future__ import annotations

from collections import Counter

from adjudicator.june_six.terms import TURNS
from tests.june_six.counter_mix import BOARD, FORMATIONS, MARKERS, SCHEDULE, UNITS, set_up

# 5.12, 10.2, 19.1, 5.13d


def test_thirteen_turns_with_rising_resource_points() -> None:
    turns = SCHEDULE["turn"]
    assert list(turns) == [str(n) for n in range(1, TURNS + 1)]
    assert not turns["1"].flag("logistics")
    for side in ("allied", "german"):
        base = [turns[str(n)].number(side) for n in range(1, TURNS + 1)]
        assert base == sorted(base)
    assert all(turns[t].number("allied") > turns[t].number("german") for t in turns if t != "1")


def test_resource_points_never_buy_everything() -> None:
    for turn in range(2, TURNS + 1):
        for side in ("allied", "german"):
            nations = {"us", "commonwealth"} if side == "allied" else {"german"}
            here = [f for f in FORMATIONS.values() if f.nation in nations and f.level == "division"]
            wanted = 2 * (len([f for f in here if (f.arrival or 1) < turn]) + len(nations))
            assert SCHEDULE["turn"][str(turn)].number(side) + 9 < wanted + 3, (turn, side)


def test_the_cup_of_june_6_holds_formations_that_are_there() -> None:
    for group, row in SCHEDULE["cup"].items():
        assert 1 <= row.number("markers") <= MARKERS[f"am-{group}"].count
        if group in FORMATIONS:
            formation = FORMATIONS[group]
            assert formation.arrival is None
            assert row.number("markers") == 1 or formation.note == ""
    landing = {f.id for f in FORMATIONS.values() if f.nation != "german" and f.arrival is None}
    assert {f for f in landing if FORMATIONS[f].level == "division"} <= set(SCHEDULE["cup"])


def test_landing_grounds_are_land_without_germans() -> None:
    taken = set_up()
    for group in ("drop", "glide"):
        for row in SCHEDULE[group].values():
            number = row.text("hex")
            assert BOARD.spaces[number]["terrain"] != "sea"
            assert number not in taken
    together = Counter(r.text("hex") for r in SCHEDULE["drop"].values())
    assert max(together.values()) <= 2


def test_headquarters_come_with_the_gliders() -> None:
    for formation, row in SCHEDULE["glide"].items():
        assert f"{formation}-hq" in row.values["units"]  # type: ignore[operator]
        assert FORMATIONS[formation].kind == "airborne"


def test_scatter_covers_the_die() -> None:
    faces = [
        n for row in SCHEDULE["scatter"].values() for n in range(row.number("first"), row.number("last") + 1)
    ]
    assert sorted(faces) == list(range(10))


def test_delay_points_stand_alone_behind_the_coast() -> None:
    taken, hexes = set_up(), [row.text("hex") for row in SCHEDULE["delay_point"].values()]
    assert len(set(hexes)) == len(hexes)
    for number in hexes:
        assert number not in taken
        assert not BOARD.spaces[number]["beach"]


def test_optional_groups_bring_known_formations_earlier() -> None:
    for row in SCHEDULE["group"].values():
        for member in row.values["members"]:  # type: ignore[union-attr]
            known = FORMATIONS.get(member) or UNITS[member]
            assert row.number("turn") < (known.arrival or TURNS + 1)
        assert row.number("turn") < row.number("until") <= TURNS
        assert row.number("german") < 0
    assert "ge-503" in SCHEDULE["group"]["tigers"].values["members"]  # type: ignore[operator]
