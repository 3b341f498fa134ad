"""17.2, 17.8: the drop, its worked example, casualties, and the artillery (traps 2, 6, 87, 120)."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.actions import Roll
from adjudicator.battle_for_normandy.r17 import drop as drops
from adjudicator.battle_for_normandy.r17.drop import Drop
from adjudicator.game import apply
from adjudicator.position import Position
from counters.catalog import Unit, load_units
from tests import playing
from tests.battle_for_normandy import build, june_6

FINDER = june_6.named("505 Pathfinder", "us-82-pf", "pathfinder", entry=("a4218",), division="us-82")
BATTALION = june_6.named("1/505", "us-82-1-505", "para", division="us-82")
COMPANIES = [
    build.unit(f"us-82-{n}-1-505", "para-co", division="us-82", marks=("of=us-82-1-505",)) for n in "abc"
]
LINE = [f"a41{column:02d}" for column in range(10, 26)]
BOARD = build.board(build.around(*LINE))
LANDED = {"us-82-pf": {"dropped": True}}


def _here(*more: tuple[Unit, str], terrain: dict[str, str] | None = None, unit: Unit = BATTALION) -> Position:
    on = build.board(build.around(*LINE), terrain=terrain) if terrain else BOARD
    placed = [(FINDER, "a4118"), (unit, "airborne-us-82"), *[(c, "airborne-us-82") for c in COMPANIES]]
    return june_6.night("drop", on, *placed, *more, marks=LANDED)


def _played(here: Position, unit: str, *dice: tuple[int, ...]) -> Position:
    here = apply(here, Drop(unit, "us-82-pf"))
    for values in dice:
        here = apply(here, Roll(values))
    return here


def test_the_1_505_drops_to_the_east_and_the_misprint_is_not_followed() -> None:
    after = _played(_here(), "us-82-1-505", (4, 2), (3,), (6,), (2,))
    spaces = [after.pieces[c.id].space for c in COMPANIES]
    assert spaces == ["a4115", "a4112", "a4116"]
    assert after.pieces["us-82-1-505"].space == "airborne-us-82"


def test_accuracy_1_halves_down_and_6_takes_two_dice() -> None:
    after = _played(_here(), "us-82-1-505", (1, 2), (3,), (1,), (6,))
    assert [after.pieces[c.id].space for c in COMPANIES] == ["a4117", "a4118", "a4115"]
    after = _played(_here(), "us-82-1-505", (6, 5), (7,))
    assert after.pieces["us-82-a-1-505"].space == "a4125"
    assert drops.distances(6)[7] == Fraction(1, 6)


def test_commonwealth_units_always_have_accuracy_1() -> None:
    unit = june_6.named("8", "br-6-8", "para", division="br-6")
    finder = june_6.named("3 Para", "br-6-pf", "pathfinder", division="br-6")
    here = june_6.night(
        "drop", BOARD, (unit, "airborne-br-6"), (finder, "a4118"), *june_6.pool("br-c", "para-co"), marks={}
    )
    assert drops.accuracies(here.pieces["br-6-8"]) == ((1, Fraction(1)),)
    after = apply(apply(here, Drop("br-6-8", "br-6-pf")), Roll((2,)))
    assert apply(after, Roll((5,))).pieces["br-c1"].space == "a4116"


def test_sea_the_edge_of_the_map_and_enemies_eliminate() -> None:
    for terrain, more in (({"a4117": "sea"}, []), (None, [(build.unit("ge-1"), "a4117")])):
        after = _played(_here(*more, terrain=terrain), "us-82-1-505", (2, 2), (1,))
        assert after.pieces["us-82-a-1-505"].space == "companies"
    assert drops.reach(BOARD_VIEW, "a4118", 1, 6) == ""


BOARD_VIEW = _here()


def test_a_unit_rolls_for_flooded_terrain_and_for_each_german_stack() -> None:
    stacks = [(build.unit("ge-1"), "a4117"), (build.unit("ge-2", "sp", as_=2), "a4017")]
    here = _here(*stacks, terrain={"a4116": "flooded"})
    at = apply(apply(apply(here, Drop("us-82-1-505", "us-82-pf")), Roll((2, 2))), Roll((2,)))
    rolls = [d.data["what"] for d in at.pending]
    assert rolls[-3:] == ["drop-fire", "drop-fire", "drop-flooded"]
    safe = apply(apply(apply(at, Roll((4,))), Roll((6,))), Roll((6,)))
    assert safe.pieces["us-82-a-1-505"].space == "a4116"
    drowned = apply(at, Roll((5,)))
    assert drowned.pieces["us-82-a-1-505"].space == "companies"
    assert [d.data["unit"] for d in drowned.pending] == ["us-82-c-1-505", "us-82-b-1-505"]


def test_engineers_lose_a_step_only() -> None:
    engineers = june_6.named("307", "us-82-307", "engineer", division="us-82", steps=2, marks=("airborne",))
    here = _here((build.unit("ge-1"), "a4116"), unit=engineers)
    after = _played(here, "us-82-307", (2, 2), (1,), (5,))
    assert (after.pieces["us-82-307"].space, after.pieces["us-82-307"].status) == ("a4117", "reduced")


def test_survival_multiplies_all_rolls() -> None:
    here = _here((build.unit("ge-1"), "a4117"), terrain={"a4116": "flooded"})
    assert drops.survival(here, "a4116") == Fraction(4, 6) * Fraction(5, 10)
    assert drops.survival(here, "") == 0
    assert drops.survival(here, "a4117") == 0


def test_the_distribution_is_exact() -> None:
    here = _here()
    found = drops.distribution(here, here.pieces["us-82-1-505"], "a4118")
    assert sum(x.chance for x in found) == 1
    own = next(x for x in found if x.hex == "a4118")
    assert own.chance == Fraction(1, 6) * Fraction(1, 6)
    assert own.survival == 1
    away = next(x for x in found if x.hex == "a4116")
    share = (
        Fraction(1, 6) * Fraction(1, 3) + Fraction(4, 6) * Fraction(1, 6) + Fraction(1, 6) * Fraction(1, 36)
    )
    assert away.chance == share / 6


def test_airborne_artillery_is_lost_on_1_to_4_or_waits() -> None:
    guns = june_6.named("376 PFA", "us-82-376", "artillery", division="us-82", marks=("airborne",))
    here = _here(unit=guns)
    assert drops.still_due(here) == []
    lost = _played(here, "us-82-376", (2, 2), (4,))
    assert lost.pieces["us-82-376"].space == "eliminated"
    assert not lost.pending
    safe = _played(here, "us-82-376", (2, 2), (5,), (1,))
    assert safe.pieces["us-82-376"].space == "a4117"
    assert safe.flag("flipped", "us-82-376")
    chances = drops.distribution(here, here.pieces["us-82-376"], "a4118")
    assert max(x.survival for x in chances) == Fraction(6, 10)


def test_one_regiment_after_the_other_around_its_own_pathfinder() -> None:
    second = june_6.named("2/505", "us-82-2-505", "para", division="us-82")
    other = june_6.named("1/508", "us-82-1-508", "para", division="us-82")
    finder = june_6.named("508 Pathfinder", "us-82-pf8", "pathfinder", division="us-82")
    more = [(second, "airborne-us-82"), (other, "airborne-us-82"), (finder, "a4115")]
    here = _here(*more, *june_6.pool("us-p", "para-co", 9))
    assert playing.barred(here, Drop("us-82-1-508", "us-82-pf")) == ["17.2"]
    begun = _played(here, "us-82-1-505", (2, 2), (1,), (1,), (2,))
    assert playing.barred(begun, Drop("us-82-1-508", "us-82-pf8")) == ["17.2"]
    assert playing.barred(begun, Drop("us-82-2-505", "us-82-pf")) == []
    assert playing.barred(begun, Drop("us-82-1-505", "us-82-pf")) == ["17.2"]


def test_the_companies_of_the_3_506_are_g_h_and_i() -> None:
    units = load_units("battle-for-normandy")
    battalion = next(u for u in units.values() if u.name == "3/506")
    names = sorted(u.name for u in units.values() if f"of={battalion.id}" in u.marks)
    assert names == ["G/3/506", "H/3/506", "I/3/506"]
