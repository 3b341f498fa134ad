"""12.52 to 12.59, 19.41, 20.33: each modifier, alone."""

import pytest

from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r12_modifiers as modifiers
from adjudicator.june_six.r12_fight import Fight, fight_of, plain
from adjudicator.position import Fact, Position
from counters.catalog import Unit
from maps.board import Board
from tests.june_six import build

HEXES = build.hexes(28, 46, 14, 24)
ON = build.board(HEXES)


def fight(here: Position, target: str, *uids: str, kind: str = "attack") -> Fight:
    """A combat of a position."""
    return fight_of(here, plain(target, uids, here.pieces[uids[0]].side, kind=kind))


def around(
    target: str, *origins: str, on: Board = ON, more: tuple[tuple[Unit, str], ...] = (), **options: str
) -> tuple[Position, Fight]:
    """Allied units in some hexes against a German unit."""
    ours = [(build.unit(f"us-{n}"), at) for n, at in enumerate(origins)]
    chosen = {k.replace("_", "-"): v for k, v in options.items()}
    here = build.situation(on, *ours, (build.unit("ge-9"), target), *more, options=chosen)
    return here, fight(here, target, *(u.id for u, _ in ours))


# --- cohesion ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ours", "theirs", "drm"), [((6, 4), (5, 3), 1), ((4,), (6,), -2), ((9,), (2,), 3), ((2,), (9, 1), -3)]
)
def test_the_highest_of_each_side_three_at_most(
    ours: tuple[int, ...], theirs: tuple[int, ...], drm: int
) -> None:
    placed = [(build.unit(f"us-{n}", cohesion=c), "e1840") for n, c in enumerate(ours)]
    placed += [(build.unit(f"ge-{n}", cohesion=c), "e1940") for n, c in enumerate(theirs)]
    here = build.situation(ON, *placed)
    assert modifiers.cohesion(here, fight(here, "e1940", *(f"us-{n}" for n in range(len(ours)))))[2] == drm


@pytest.mark.parametrize(("letter", "drm"), [("A", 0), ("B", 2)])
def test_cohesion_of_beach_engineers_by_either_reading(letter: str, drm: int) -> None:
    """Trap 68."""
    on = build.board(build.hexes(38, 42, 24, 27))
    here = build.situation(
        on, (build.unit("br-1", cohesion=3), "e2640"), (build.unit("ge-1"), "e2641"),
        facts={("engineers", "e2640"): "held"}, options={"engineers-cohesion": letter},
    )  # fmt: skip
    assert modifiers.cohesion(here, fight(here, "e2640", "ge-1"))[2] == drm


# --- several directions -----------------------------------------------------------------------------------


def test_the_example_of_the_orne() -> None:
    """Example j6-ex17: E2040 across the Orne is not counted, so the attack gets two."""
    on = build.board(HEXES, sides={"e1940/e2040": "major-river"})
    here, found = around("e1940", "e1840", "e1941", on=on)
    assert modifiers.directions(here, found)[2] == 2
    assert modifiers.covering(here, found) == ((), ())


def test_the_example_without_the_river() -> None:
    """Example j6-ex18: nobody covers E1932, so one is left."""
    here, found = around("e1833", "e1732", "e1834")
    assert modifiers.covering(here, found)[0] == ("e1932",)
    assert modifiers.directions(here, found)[2] == 1


def test_a_bridge_makes_the_river_hex_count() -> None:
    sides = {"e1940/e2040": "major-river"}
    here, found = around("e1940", "e1840", "e1941", on=build.board(HEXES, sides=sides, bridges=list(sides)))
    assert modifiers.directions(here, found)[2] == 1
    blown = build.situation(
        build.board(HEXES, sides=sides, bridges=list(sides)),
        (build.unit("us-0"), "e1840"), (build.unit("us-1"), "e1941"), (build.unit("ge-9"), "e1940"),
        facts={("blown", "e1940/e2040"): True},
    )  # fmt: skip
    assert modifiers.directions(blown, fight(blown, "e1940", "us-0", "us-1"))[2] == 2


@pytest.mark.parametrize("kind", ["cliff", "sea"])
def test_cliffs_and_sea_close_a_hex(kind: str) -> None:
    on = build.board(HEXES, sides={"e1940/e2040": kind})
    assert modifiers.directions(*around("e1940", "e1840", "e1941", on=on))[2] == 2


def test_a_sea_hex_is_not_counted() -> None:
    on = build.board(HEXES, terrain={"e2040": "sea"})
    assert modifiers.directions(*around("e1940", "e1840", "e1941", on=on))[2] == 2


def test_a_hex_that_a_sketch_leaves_out_counts() -> None:
    on = build.board(["e1940", "e1840", "e1941"])
    assert modifiers.directions(*around("e1940", "e1840", "e1941", on=on))[2] == 1


def test_adjacent_hexes_give_nothing() -> None:
    assert modifiers.directions(*around("e1940", "e1840", "e1841"))[2] == 0
    assert modifiers.directions(*around("e1940", "e1840"))[2] == 0


def test_opposite_hexes_cover_the_whole_ring() -> None:
    assert modifiers.directions(*around("e1940", "e1939", "e1941"))[2] == 2


def test_another_enemy_beside_the_defender_leaves_one() -> None:
    """Trap 41: combat support units too."""
    for enemy in (build.unit("ge-8"), build.hq("ge-8", "ge-352")):
        here, found = around("e1940", "e1939", "e1941", more=((enemy, "e2040"),))
        section, text, value = modifiers.directions(here, found)
        assert (section, value) == ("12.53", 1)
        assert "next to the defender" in text


def test_support_units_occupy_but_control_nothing() -> None:
    """A hex that an attacker stands in counts as held; combat support exerts no ZOC."""
    gun = build.unit("us-5", "assault-gun", cs=3)
    here = build.situation(ON, (gun, "e1939"), (build.unit("us-1"), "e1941"), (build.unit("ge-9"), "e1940"))
    found = fight(here, "e1940", "us-5", "us-1")
    assert modifiers.covering(here, found)[0] == ("e1840", "e2040")


def test_friends_who_do_not_attack_cover_nothing() -> None:
    more = ((build.unit("us-8"), "e1939"),)
    here, found = around("e1940", "e1941", more=more)
    assert modifiers.directions(here, found)[2] == 0


def test_zoc_over_rivers_by_either_reading() -> None:
    on = build.board(HEXES, sides={"e1939/e2040": "major-river", "e1941/e2041": "major-river"})
    assert modifiers.directions(*around("e1940", "e1939", "e1941", on=on))[2] == 2
    here, found = around("e1940", "e1939", "e1941", on=on, zoc_rivers="B")
    assert modifiers.covering(here, found)[0] == ("e2040", "e2041")


# --- special units and markers ----------------------------------------------------------------------------


def flak(n: int) -> Unit:
    """A German Flak unit."""
    return build.unit(f"ge-f{n}", "flak", cs=2)


def test_flak_counts_each_against_allied_armor() -> None:
    """12.55 and trap 45."""
    tank, foot = build.unit("us-1", "armor", armor=3), build.unit("us-2")
    here = build.situation(ON, (tank, "e1840"), (foot, "e1840"), (flak(1), "e1940"), (flak(2), "e1940"))
    assert [m[2] for m in modifiers.special(here, fight(here, "e1940", "us-1", "us-2"))] == [-2]
    assert not modifiers.special(here, fight(here, "e1940", "us-2"))


def test_flak_needs_armor_points_on_the_side_that_shows() -> None:
    tank = build.unit("us-1", "armor", armor=1, reduced_armor=0)
    for side, found in (("", [-1]), (" reduced", [])):
        here = build.situation(ON, (tank, f"e1840{side}"), (flak(1), "e1940"))
        assert [m[2] for m in modifiers.special(here, fight(here, "e1940", "us-1"))] == found


def test_flak_does_not_count_for_attackers() -> None:
    here = build.situation(ON, (build.unit("us-1", "armor", armor=3), "e1840"), (flak(1), "e1940"))
    assert not modifiers.special(here, fight(here, "e1840", "ge-f1"))


def test_the_79th_helps_once() -> None:
    units = [build.unit(f"br-{n}", "armor", armor=2, marks=("hobart",)) for n in (1, 2)]
    here = build.situation(ON, *((u, "e1840") for u in units), (build.unit("ge-1"), "e1940"))
    assert [m[:1] + m[2:] for m in modifiers.special(here, fight(here, "e1940", "br-1", "br-2"))] == [
        ("12.56", 1)
    ]
    assert not modifiers.special(here, fight(here, "e1840", "ge-1"))


def marked(marks: dict[str, dict[str, Fact]]) -> tuple[Position, Fight]:
    """Two paratroop units against two German units with markers."""
    para = [build.unit(f"us-{n}", "parachute") for n in (1, 2)]
    foes = [build.unit(f"ge-{n}") for n in (1, 2)]
    placed = [*((u, "e1840") for u in para), *((u, "e1940") for u in foes)]
    here = build.situation(ON, *placed, marks={k.replace("_", "-"): v for k, v in marks.items()})
    return here, fight(here, "e1940", "us-1", "us-2")


def values(**marks: dict[str, Fact]) -> list[int]:
    """Values of the modifiers of markers."""
    here, found = marked(marks)
    return [m[2] for m in modifiers.markers(here, found)]


def test_disorder_counts_once_a_side() -> None:
    """12.57 and trap 46."""
    assert values() == []
    assert values(us_1={"disorder": 1}, us_2={"disorder": 2}) == [-1]
    assert values(ge_1={"disorder": 2}) == [1]
    assert values(us_1={"disorder": 1}, ge_1={"disorder": 1}, ge_2={"disorder": 1}) == [-1, 1]


def test_scattered_airborne_units() -> None:
    assert values(us_1={"scattered": True}, us_2={"scattered": True}) == [-3]
    assert values(us_1={"scattered": True, "disorder": 1}) == [-1, -3]
    assert values(ge_1={"scattered": True}) == []
    here = build.situation(
        ON, (build.unit("ge-1"), "e1840"), (build.unit("us-1", "glider"), "e1940"),
        side="german", marks={"us-1": {"scattered": True}},
    )  # fmt: skip
    assert [m[2] for m in modifiers.markers(here, fight(here, "e1940", "ge-1"))] == [3]


# --- ground -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terrain", "drm"),
    [("clear", 0), ("bocage", -1), ("woods", -1), ("marsh", -1), ("town", -2), ("city", -3)],
)
def test_terrain_is_for_the_defender(terrain: str, drm: int) -> None:
    """12.59a: from -1 to -3."""
    on = build.board(HEXES, terrain={"e1940": terrain})
    here, found = around("e1940", "e1840", on=on)
    assert [m[2] for m in modifiers.ground(here, found)] == ([drm] if drm else [])


def test_no_terrain_in_a_counterattack() -> None:
    """Trap 60."""
    on = build.board(HEXES, terrain={"e1940": "city"})
    here = build.situation(on, (build.unit("us-1"), "e1940"), (build.unit("ge-1"), "e1840"))
    found = modifiers.ground(here, fight(here, "e1940", "ge-1", kind="gca"))
    assert [(m[0], m[2]) for m in found] == [("14.24", 0)]


def test_a_printed_strongpoint_helps_germans_until_it_is_destroyed() -> None:
    """19.41 and 19.43."""
    on = build.board(HEXES, features={"e1940": {"strongpoint": True}})
    here, found = around("e1940", "e1840", on=on)
    assert [(m[0], m[2]) for m in modifiers.ground(here, found)] == [("19.41", -1)]
    gone = build.situation(
        on, (build.unit("us-0"), "e1840"), (build.unit("ge-9"), "e1940"),
        facts={("strongpoint-gone", "e1940"): True},
    )  # fmt: skip
    assert not modifiers.ground(gone, fight(gone, "e1940", "us-0"))
    turned = build.situation(on, (build.unit("us-0"), "e1940"), (build.unit("ge-9"), "e1840"))
    assert not modifiers.ground(turned, fight(turned, "e1940", "ge-9"))


def test_three_less_over_a_major_river() -> None:
    """12.32; by the second reading only where everybody crosses."""
    on = build.board(HEXES, sides={"e1840/e1940": "major-river"})
    here, found = around("e1940", "e1840", on=on)
    assert [m[2] for m in modifiers.river(here, found)] == [-3]
    here, found = around("e1940", "e1840", "e1841", on=on)
    assert [m[2] for m in modifiers.river(here, found)] == [-3]
    here, found = around("e1940", "e1840", "e1841", on=on, crossing_drm="B")
    assert [m[2] for m in modifiers.river(here, found)] == [0]
    bridged = build.board(HEXES, sides={"e1840/e1940": "major-river"}, bridges=["e1840/e1940"])
    assert not modifiers.river(*around("e1940", "e1840", on=bridged))


def test_sources_of_terrain_are_told() -> None:
    on = build.board(HEXES, terrain={"e1940": "town"})
    here, found = around("e1940", "e1840", on=on)
    inquiry = Inquiry(here)
    modifiers.ground(inquiry, found)
    assert [str(u) for u in inquiry.sources] == ["drm of Town"]
