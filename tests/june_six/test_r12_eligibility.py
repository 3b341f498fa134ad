"""12.2, 12.3, 13.12, 22.24: which units may attack."""

import pytest

from adjudicator.june_six.r12_eligibility import (
    attack_faults,
    can_attack,
    fight_faults,
    joint_attackers,
    possible_attackers,
)
from adjudicator.june_six.r12_fight import fight_of, plain
from adjudicator.position import Fact, Position
from counters.catalog import Unit
from maps.board import Board
from tests.june_six import build

HEXES = build.hexes(36, 44, 16, 22)
ON = build.board(HEXES)
RIVER = {"e1840/e1940": "major-river"}


def faults(
    unit: Unit,
    *,
    at: str = "e1840",
    on: Board = ON,
    kind: str = "me",
    attack: str = "attack",
    crossing: bool = False,
    marks: dict[str, Fact] | None = None,
    options: dict[str, str] | None = None,
    more: tuple[tuple[Unit, str], ...] = (),
) -> list[str]:
    """Sections that keep a unit from attacking E1940."""
    enemy = build.unit("ge-9" if unit.side == "allied" else "us-9")
    here = build.situation(
        on, (unit, at), (enemy, "e1940"), *more, side=unit.side, kind=kind, part="combat",
        marks={unit.id: marks or {}}, options=options,
    )  # fmt: skip
    return sorted(s for s, _ in attack_faults(here, unit.id, "e1940", kind=attack, crossing=crossing))


def test_a_unit_beside_the_enemy_may_attack_even_after_moving() -> None:
    assert faults(build.unit("us-1")) == []
    assert faults(build.unit("us-1"), marks={"moved": True, "began": "e1740"}) == []


def test_who_is_not_adjacent_or_on_the_map_may_not() -> None:
    assert faults(build.unit("us-1"), at="e1740") == ["12.21"]
    assert faults(build.unit("us-1"), at="landing-sword") == ["12.21"]


def test_nobody_attacks_a_landing_box() -> None:
    on = build.board(build.hexes(38, 42, 24, 27))
    here = build.situation(on, (build.unit("ge-1"), "e2640"), (build.unit("br-1"), "landing-sword"))
    assert "12.21" in [s for s, _ in attack_faults(here, "ge-1", "landing-sword")]


def test_brackets_and_units_without_strength() -> None:
    assert faults(build.unit("ge-1", "strongpoint")) == ["12.11"]
    assert faults(build.hq("us-1", "us-1")) == ["12.11"]
    assert faults(build.unit("us-1", "assault-gun", cs=3)) == []


def test_a_reduced_side_showing_no_strength_does_not_attack() -> None:
    worn = build.unit("us-1", cs=4, reduced_cs=0)
    here = build.situation(ON, (worn, "e1840 reduced"), (build.unit("ge-9"), "e1940"))
    assert [s for s, _ in attack_faults(here, "us-1", "e1940")] == ["12.11"]


def test_there_must_be_an_enemy_unit() -> None:
    here = build.situation(ON, (build.unit("us-1"), "e1840"), facts={("dp", "e1940"): True})
    assert [s for s, _ in attack_faults(here, "us-1", "e1940")] == ["12.23"]


def test_once_in_an_activation_and_not_after_refit() -> None:
    assert faults(build.unit("us-1"), marks={"attacked": True}) == ["13.53"]
    assert faults(build.unit("us-1"), marks={"refitted": True}) == ["21.22"]
    assert faults(build.unit("us-1"), marks={"refitted": True, "attacked": True}) == ["13.53", "21.22"]


def test_re_units_attack_unmoved() -> None:
    """12.22 and trap 14."""
    assert faults(build.unit("us-1"), kind="re") == []
    assert faults(build.unit("us-1"), kind="re", marks={"moved": True, "began": "e1740"}) == ["12.22"]


def test_re_units_attack_from_an_enemy_zoc_by_the_first_reading() -> None:
    gun = build.unit("ge-9", "flak", cs=2)
    for letter, wanted in (("A", ["7.4"]), ("B", [])):
        here = build.situation(
            ON, (build.unit("us-1"), "e1840"), (gun, "e1940"), kind="re", options={"re-attack": letter}
        )
        assert [s for s, _ in attack_faults(here, "us-1", "e1940")] == wanted


@pytest.mark.parametrize(
    ("marks", "section"),
    [({"disorder": 1}, "13.12"), ({"disorder": 2}, "13.12"), ({"isolated": True}, "22.24")],
)
def test_disordered_and_isolated_units_attack_where_they_began_beside_an_enemy(
    marks: dict[str, Fact], section: str
) -> None:
    assert faults(build.unit("us-1"), marks=marks) == []
    assert faults(build.unit("us-1"), marks={**marks, "began": "e1739", "moved": True}) == [section]
    beside = ((build.unit("ge-8"), "e1738"),)
    assert faults(build.unit("us-1"), marks={**marks, "began": "e1739", "moved": True}, more=beside) == []
    assert faults(build.unit("us-1"), marks={**marks, "began": "landing-sword", "moved": True}) == [section]


def test_the_enemy_stood_in_a_hex_that_was_attacked_since() -> None:
    marks: dict[str, dict[str, Fact]] = {"us-1": {"disorder": 1, "began": "e1739", "moved": True}}
    for attacked in (True, False):
        here = build.situation(
            ON, (build.unit("us-1"), "e1840"), (build.unit("ge-9"), "e1940"), part="combat", marks=marks,
            facts={("hex-attacked", "e1738"): attacked},
        )  # fmt: skip
        assert can_attack(here, "us-1", "e1940") is attacked


def test_pinned_and_scattered_units_may_attack() -> None:
    """12.24."""
    assert faults(build.unit("us-1", "parachute"), marks={"pinned": True, "scattered": True}) == []


# --- terrain ----------------------------------------------------------------------------------------------


def test_armor_attacks_into_a_marsh_only_by_road() -> None:
    """Example j6-ex12."""
    tank = build.unit("us-1", "armor", armor=3)
    swamp = {"e1940": "marsh"}
    assert faults(tank, on=build.board(HEXES, terrain=swamp)) == ["12.31"]
    assert faults(tank, on=build.board(HEXES, terrain=swamp, roads=["e1840/e1940"])) == []
    assert faults(build.unit("us-1"), on=build.board(HEXES, terrain=swamp)) == []


@pytest.mark.parametrize(
    ("boundary", "type_", "wanted"),
    [
        ("cliff", "infantry", ["12.31"]), ("cliff", "ranger", []), ("cliff", "commando", []),
        ("bluff", "infantry", []), ("bluff", "motorized", ["12.31"]), ("sea", "ranger", ["12.31"]),
        ("marsh", "armor", []), ("woods", "motorized", []),
    ],
)  # fmt: skip
def test_hexsides_that_cannot_be_crossed_cannot_be_attacked_over(
    boundary: str, type_: str, wanted: list[str]
) -> None:
    assert faults(build.unit("us-1", type_), on=build.board(HEXES, sides={"e1840/e1940": boundary})) == wanted


def test_only_allied_foot_units_attack_over_an_unbridged_river() -> None:
    on = build.board(HEXES, sides=RIVER)
    assert faults(build.unit("us-1"), on=on) == ["12.32"]
    assert faults(build.unit("us-1"), on=on, crossing=True) == []
    assert faults(build.unit("us-1", "motorized"), on=on, crossing=True) == ["12.32"]
    assert faults(build.unit("ge-1"), on=on, crossing=True) == ["12.32"]


def test_commandos_and_rangers_need_no_engineers() -> None:
    on = build.board(HEXES, sides=RIVER)
    assert faults(build.unit("us-1", "ranger"), on=on) == []
    assert faults(build.unit("br-1", "commando"), on=on) == []


def test_who_crosses_must_have_started_at_the_river() -> None:
    """20.32."""
    on = build.board(HEXES, sides=RIVER)
    moved: dict[str, Fact] = {"moved": True, "began": "e1740"}
    assert faults(build.unit("us-1"), on=on, crossing=True, marks=moved) == ["20.32"]
    along: dict[str, Fact] = {"moved": True, "began": "e1940"}
    assert faults(build.unit("us-1"), on=on, crossing=True, marks=along) == []
    assert faults(build.unit("us-1"), on=on, crossing=True, marks={"began": "nowhere"}) == ["20.32"]


def test_over_a_bridge_everybody_attacks() -> None:
    on = build.board(HEXES, sides=RIVER, bridges=list(RIVER))
    for unit in (build.unit("us-1", "armor", armor=3), build.unit("ge-1")):
        assert faults(unit, on=on) == []


# --- other kinds of combat --------------------------------------------------------------------------------


def test_a_breakthrough_is_for_motorized_units_that_attacked() -> None:
    """13.53 and trap 64."""
    assert faults(build.unit("us-1", "motorized"), attack="breakthrough", marks={"attacked": True}) == []
    assert faults(build.unit("us-1", "motorized"), attack="breakthrough") == ["13.53"]
    assert faults(build.unit("us-1"), attack="breakthrough") == ["13.53", "13.53"]


@pytest.mark.parametrize("marker", ["disorder", "scattered", "pinned"])
def test_a_rout_is_not_for_marked_units_by_the_second_reading(marker: str) -> None:
    value: Fact = 1 if marker == "disorder" else True
    assert faults(build.unit("ge-1"), attack="rout") == []
    marks = {marker: value}
    assert faults(build.unit("ge-1"), attack="rout", marks=marks) == []
    second = {"rout-marked": "B"}
    assert faults(build.unit("ge-1"), attack="rout", marks=marks, options=second) == ["13.62"]


def test_a_disordered_unit_attacks_again_only_if_it_began_beside_an_enemy() -> None:
    """13.12a holds for the second attack of a Breakthrough (13.53) as for the first."""
    tank = build.unit("us-1", "motorized")
    assert faults(tank, attack="breakthrough", marks={"attacked": True, "disorder": 1}) == []
    moved: dict[str, Fact] = {"attacked": True, "disorder": 1, "began": "e1637"}
    assert faults(tank, attack="breakthrough", marks=moved) == ["13.12"]


def test_a_counterattack_asks_for_no_activation() -> None:
    assert faults(build.unit("ge-1"), attack="gca", marks={"disorder": 2, "attacked": True}) == []


def test_everybody_who_may_attack() -> None:
    placed = [
        (build.unit("us-1"), "e1840"), (build.unit("us-2"), "e1941"), (build.unit("us-3"), "e1739"),
        (build.hq("us-4", "us-1"), "e1840"), (build.unit("ge-9"), "e1940"),
    ]  # fmt: skip
    here: Position = build.situation(ON, *placed, part="combat")
    assert possible_attackers(here, "e1940", "allied") == ("us-1", "us-2")
    assert can_attack(here, "us-1", "e1940")
    wet = build.situation(build.board(HEXES, sides=RIVER), *placed, part="combat")
    assert possible_attackers(wet, "e1940", "allied") == ("us-2",)  # no HQ helps us-1 across
    assert not can_attack(wet, "us-1", "e1940")


def test_who_attacks_together_over_a_river_finds_help() -> None:
    """20.21, 20.22: a Division HQ carries two units, and those that attack over land need none."""
    strength = {"us-1": 4, "us-2": 6, "us-3": 5}
    wet = [(build.unit(uid, division="us-1", cs=cs), "e1840") for uid, cs in strength.items()]
    dry, hq = (build.unit("us-4", division="us-1"), "e1941"), build.hq("us-1-hq", "us-1")
    on, enemy = build.board(HEXES, sides=RIVER), (build.unit("ge-9"), "e1940")
    here = build.situation(on, *wet, dry, (hq, "e1739"), enemy, part="combat")
    assert possible_attackers(here, "e1940", "allied") == ("us-1", "us-2", "us-3", "us-4")
    assert joint_attackers(here, "e1940", "allied") == ("us-2", "us-3", "us-4")
    used = build.situation(
        on, *wet, dry, (hq, "e1739"), enemy, part="combat", marks={"us-1-hq": {"bridge-action": True}}
    )
    assert joint_attackers(used, "e1940", "allied") == ("us-4",)
    assert joint_attackers(here, "e1940", "allied", kind="rout") == ("us-4",)


def test_the_engineers_of_all_attackers_are_counted_together() -> None:
    """12.32 with 20.21: a Division HQ carries two units."""
    units = [build.unit(f"us-{n}", division="us-1") for n in (1, 2, 3)]
    placed = [(u, "e1840") for u in units]
    on, enemy = build.board(HEXES, sides=RIVER), (build.unit("ge-9"), "e1940")
    here = build.situation(on, *placed, (build.hq("us-1-hq", "us-1"), "e1739"), enemy, part="combat")
    for count, wanted in ((2, []), (3, [("us-3", "20.22")])):
        fight = fight_of(here, plain("e1940", [u.id for u in units[:count]], "allied"))
        assert [(uid, section) for uid, section, _ in fight_faults(here, fight)] == wanted


def test_a_hex_is_attacked_once_unless_read_otherwise() -> None:
    for letter, wanted in (("A", ["12.23"]), ("B", [])):
        here = build.situation(
            ON, (build.unit("us-1"), "e1840"), (build.unit("ge-9"), "e1940"), part="combat",
            facts={("hex-attacked", "e1940"): True}, options={"same-hex": letter},
        )  # fmt: skip
        fight = fight_of(here, plain("e1940", ["us-1"], "allied"))
        assert [section for _, section, _ in fight_faults(here, fight)] == wanted


def test_only_activated_units_have_engineers() -> None:
    """12.32: after an Attacker Rout the HQ of the Allied defenders is not activated."""
    on = build.board(HEXES, sides=RIVER)
    foot, men = build.unit("us-1", division="us-1"), build.unit("br-2", "commando")
    here = build.situation(
        on, (foot, "e1840"), (men, "e1840"), (build.hq("us-1-hq", "us-1"), "e1739"),
        (build.unit("ge-9"), "e1940"), side="german", part="combat",
    )  # fmt: skip
    fight = fight_of(here, plain("e1940", ["us-1", "br-2"], "allied", kind="rout"))
    assert [(uid, section) for uid, section, _ in fight_faults(here, fight)] == [("us-1", "12.32")]
    assert possible_attackers(here, "e1940", "allied", kind="rout") == ("br-2",)
