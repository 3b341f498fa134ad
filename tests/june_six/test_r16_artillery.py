"""16.1 to 16.3, 6.13, 19.22, 19.41: artillery points in combat."""

import pytest

from adjudicator.june_six.r12_fight import fight_of, plain
from adjudicator.june_six.r16_artillery import (
    artillery_drm,
    artillery_faults,
    available,
    batteries,
    range_of,
    total,
)
from adjudicator.position import Fact, Piece, Position
from counters.catalog import Unit
from tests.june_six import build

HEXES = build.hexes(28, 46, 10, 28)
ON = build.board(HEXES)
DIV = build.hq("us-1-hq", "us-1", corps="us-v", artillery=6)
CORPS = build.hq("us-v-hq", "us-v", size="corps", artillery=7)
OTHER = build.hq("us-vii-hq", "us-vii", size="corps", artillery=5)
GROUP = build.unit("us-v-5", "artillery", cs=None, artillery=5, division="us-v", corps="us-v", size="group")
FOOT = build.unit("us-1-16", division="us-1", corps="us-v")
CAVALRY = build.unit("us-v-102", "recon", division="us-v", corps="us-v")
FOE = build.unit("ge-352-916", division="ge-352")
FOE_HQ = build.hq("ge-352-hq", "ge-352", artillery=5)
FOE_CORPS = build.hq("ge-lxxxiv-hq", "ge-lxxxiv", size="corps", artillery=3)
SP = build.unit("ge-sp-1", "strongpoint")


def stage(
    *guns: tuple[Unit, str],
    attackers: tuple[Unit, ...] = (FOOT,),
    defenders: tuple[Unit, ...] = (FOE,),
    target: str = "e1940",
    kind: str = "me",
    marks: dict[str, dict[str, Fact]] | None = None,
    active: tuple[str, ...] | None = None,
    options: dict[str, str] | None = None,
    strongpoint: bool = False,
) -> Position:
    """An attack from E1840 on E1940."""
    on = build.board(HEXES, features={"e1940": {"strongpoint": strongpoint}})
    units = [*((u, "e1840") for u in attackers), *((u, target) for u in defenders)]
    return build.situation(
        on, *units, *guns, part="combat", kind=kind, marks=marks, active=active, options=options
    )


def points(here: Position, side: str = "allied", *uids: str, kind: str = "attack") -> dict[str, int]:
    """What a side may commit to the attack on E1940."""
    named = uids or ("us-1-16",)
    found = available(here, side, plain("e1940", named, here.pieces[named[0]].side, kind=kind))
    return {uid: count for uid, (count, _) in found.items()}


def sections(here: Position, uid: str, *uids: str) -> list[str]:
    """Why a unit may not fire."""
    fight = fight_of(here, plain("e1940", uids or ("us-1-16",), "allied"))
    return [s for b in batteries(here, here.pieces[uid].side, fight) if b.uid == uid for s, _ in b.faults]


# --- ranges and markers -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gun", "near", "far"),
    [(DIV, "e1936", "e1935"), (GROUP, "e1936", "e1935"), (CORPS, "e1932", "e1931")],
)
def test_ranges_to_the_defender_hex(gun: Unit, near: str, far: str) -> None:
    """16.12: four for a division and the Artillery Group, eight for a corps; own hex not counted."""
    assert "16.12" not in sections(stage((gun, near)), gun.id)
    assert "16.12" in sections(stage((gun, far)), gun.id)


def test_range_of_each_kind() -> None:
    assert [range_of(Piece(u, "e1940", "full")) for u in (DIV, CORPS, GROUP)] == [4, 8, 4]


def test_a_defender_too_counts_to_the_defender_hex() -> None:
    """Trap 48."""
    assert points(stage((FOE_HQ, "e1936")), "german") == {"ge-352-hq": 5}
    assert sections(stage((FOE_HQ, "e1935")), "ge-352-hq") == ["16.12"]


@pytest.mark.parametrize("mark", [{"disorder": 1}, {"disorder": 2}, {"pinned": True}, {"isolated": True}])
def test_marked_units_fire_nothing(mark: dict[str, Fact]) -> None:
    here = stage((DIV, "e1740"), marks={"us-1-hq": mark})
    assert sections(here, "us-1-hq") == ["16.13"]
    assert points(here) == {}


def test_off_the_map_and_without_points() -> None:
    assert sections(stage((DIV, "landing-sword")), "us-1-hq") == ["16.12"]
    fight = fight_of(here := stage(), plain("e1940", ["us-1-16"], "allied"))
    assert [s for s, _ in artillery_faults(here, fight, "allied", {"us-1-16": 1})] == ["16.11"]


@pytest.mark.parametrize(("kind", "mark", "left"), [("re", False, 3), ("me", True, 3), ("re", True, 3)])
def test_re_halves_once(kind: str, mark: bool, left: int) -> None:
    """16.14 and trap 81: the marker or the phase, not both."""
    here = stage((DIV, "e1740"), kind=kind, marks={"us-1-hq": {"re": mark}})
    found = available(here, "allied", plain("e1940", ["us-1-16"], "allied"))
    assert dict(found) == {"us-1-hq": (left, 1)}


def test_the_re_phase_halves_the_attacker_only() -> None:
    assert points(stage((FOE_HQ, "e2040"), kind="re"), "german") == {"ge-352-hq": 5}
    here = stage((FOE_HQ, "e2040"), marks={"ge-352-hq": {"re": True}})
    assert points(here, "german") == {"ge-352-hq": 2}


def test_one_point_halved_is_none() -> None:
    """Example j6-ex26."""
    weak = build.hq("us-1-hq", "us-1", corps="us-v", artillery=1)
    assert sections(stage((weak, "e1740"), kind="re"), "us-1-hq") == ["16.14"]


# --- divisions --------------------------------------------------------------------------------------------


def test_points_may_be_split_over_several_hexes() -> None:
    here = stage((DIV, "e1740"), marks={"us-1-hq": {"artillery-used": 4, "active": True}})
    assert points(here) == {"us-1-hq": 2}
    used = stage((DIV, "e1740"), marks={"us-1-hq": {"artillery-used": 6, "active": True}})
    assert sections(used, "us-1-hq") == ["16.14"]


def test_an_hq_attacks_only_when_activated_with_its_own() -> None:
    assert sections(stage((DIV, "e1740"), active=("us-1-16",)), "us-1-hq") == ["16.21"]
    strange = build.unit("us-2-9", division="us-2", corps="us-v")
    here = stage((DIV, "e1740"), attackers=(strange,))
    assert sections(here, "us-1-hq", "us-2-9") == ["16.21"]


def test_between_activations_the_hq_is_taken_to_be_active() -> None:
    here = build.position(ON, (FOOT, "e1840"), (FOE, "e1940"), (DIV, "e1740"))
    assert points(here) == {"us-1-hq": 6}


def test_defence_of_own_units_only() -> None:
    other = build.hq("ge-716-hq", "ge-716", artillery=4)
    assert points(stage((FOE_HQ, "e2040"), (other, "e2040")), "german") == {"ge-352-hq": 5}
    attached = build.unit("ge-x", division="ge-lxxxiv")
    here = stage((other, "e2040"), defenders=(attached,), marks={"ge-x": {"attached": "ge-716"}})
    assert points(here, "german") == {"ge-716-hq": 4}


def test_strongpoint_units_receive_none() -> None:
    """19.22 and trap 52."""
    assert sections(stage((FOE_CORPS, "e2040"), defenders=(SP,)), "ge-lxxxiv-hq") == ["19.22"]
    assert points(stage((FOE_HQ, "e2040"), defenders=(SP, FOE)), "german") == {"ge-352-hq": 5}


# --- corps ------------------------------------------------------------------------------------------------


def test_a_corps_supports_its_own_units_when_active() -> None:
    here = stage((CORPS, "e1740"), attackers=(CAVALRY,))
    assert points(here, "allied", "us-v-102") == {"us-v-hq": 7}
    idle = stage((CORPS, "e1740"), attackers=(CAVALRY,), active=("us-v-102",))
    assert sections(idle, "us-v-hq", "us-v-102") == ["16.23"]


def test_a_division_attaches_points_of_its_corps_within_four_hexes() -> None:
    active = ("us-1-16", "us-1-hq")
    near = stage((DIV, "e1740"), (CORPS, "e1736"), active=active)
    assert points(near) == {"us-1-hq": 6, "us-v-hq": 7}
    assert sections(stage((DIV, "e1740"), (CORPS, "e1735"), active=active), "us-v-hq") == ["16.23"]
    assert sections(stage((DIV, "e1740"), (OTHER, "e1740"), active=active), "us-vii-hq") == ["16.23"]
    assert sections(stage((DIV, "e1740"), (CORPS, "e1740"), active=("us-1-16",)), "us-v-hq") == ["16.23"]
    assert sections(stage((CORPS, "e1740"), active=active), "us-v-hq") == ["16.23"]
    assert sections(stage((DIV, "eliminated"), (CORPS, "e1740"), active=active), "us-v-hq") == ["16.23"]


def test_any_german_corps_serves_any_german_division() -> None:
    grenadiers = build.unit("ge-352-916", division="ge-352")
    here = build.situation(
        ON, (grenadiers, "e1840"), (FOE_HQ, "e1740"), (FOE_CORPS, "e1739"), (FOOT, "e1940"), side="german"
    )
    assert points(here, "german", "ge-352-916") == {"ge-352-hq": 5, "ge-lxxxiv-hq": 3}


def test_a_corps_fires_once_a_turn() -> None:
    """16.22 and trap 50; what it shares out in one activation is one use."""
    fired: dict[str, Fact] = {"fired": True, "active": True}
    here = stage((CORPS, "e1740"), attackers=(CAVALRY,), marks={"us-v-hq": fired})
    assert sections(here, "us-v-hq", "us-v-102") == ["16.22"]
    shared = stage((CORPS, "e1740"), attackers=(CAVALRY,), marks={"us-v-hq": {**fired, "artillery-used": 3}})
    assert points(shared, "allied", "us-v-102") == {"us-v-hq": 4}


def test_on_defence_a_corps_supports_one_hex() -> None:
    assert points(stage((FOE_CORPS, "e2040")), "german") == {"ge-lxxxiv-hq": 3}
    marks: tuple[dict[str, Fact], ...] = ({"fired": True}, {"artillery-used": 1})
    for mark in marks:
        assert sections(stage((FOE_CORPS, "e2040"), marks={"ge-lxxxiv-hq": mark}), "ge-lxxxiv-hq") == [
            "16.22"
        ]


def test_allied_corps_defend_subordinate_units_only() -> None:
    """16.24 and trap 51."""
    here = build.situation(
        ON, (FOE, "e1840"), (FOOT, "e1940"), (DIV, "e2040"), (CORPS, "e2140"), (OTHER, "e2140"), side="german"
    )
    fight = fight_of(here, plain("e1940", ["ge-352-916"], "german"))
    assert dict(available(here, "allied", fight)) == {"us-1-hq": (6, 0), "us-v-hq": (7, 0)}
    assert [s for b in batteries(here, "allied", fight) for s, _ in b.faults] == ["16.24"]
    british = build.hq("br-i-hq", "br-i", size="corps", artillery=4)
    more = build.situation(ON, (FOE, "e1840"), (FOOT, "e1940"), (british, "e2040"), side="german")
    assert not available(more, "allied", fight_of(more, plain("e1940", ["ge-352-916"], "german")))


def test_units_without_their_hq_keep_their_corps() -> None:
    here = build.situation(ON, (FOE, "e1840"), (FOOT, "e1940"), (CORPS, "e2140"), (OTHER, "e2140"))
    found = available(here, "allied", plain("e1940", ["ge-352-916"], "german"))
    assert list(found) == ["us-v-hq"]


def test_corps_units_are_defended_by_their_own_corps() -> None:
    here = build.situation(ON, (FOE, "e1840"), (CAVALRY, "e1940"), (CORPS, "e2140"), (OTHER, "e2140"))
    found = available(here, "allied", plain("e1940", ["ge-352-916"], "german"))
    assert list(found) == ["us-v-hq"]


def test_a_corps_activation_doubles_and_reaches_far() -> None:
    """16.26."""
    here = stage((DIV, "e1740"), (CORPS, "e1735"), kind="corps")
    assert points(here) == {"us-1-hq": 6, "us-v-hq": 14}
    mine = stage((DIV, "e1740"), (CORPS, "e1735"), kind="corps", active=("us-1-16", "us-1-hq"))
    assert sections(mine, "us-v-hq") == ["16.23"]


def test_a_corps_activation_lends_within_the_range_of_the_corps_hq() -> None:
    """16.26: in range is eight hexes, or anywhere by reading B; the Artillery Group keeps to four."""
    near, far = stage((DIV, "e1940"), (CORPS, "e1932"), kind="corps"), (DIV, "e1942")
    assert points(near) == {"us-1-hq": 6, "us-v-hq": 14}
    assert sections(stage(far, (CORPS, "e1933"), kind="corps"), "us-v-hq") == ["16.26"]
    wide = stage(far, (CORPS, "e1933"), kind="corps", options={"corps-activation-range": "B"})
    assert points(wide)["us-v-hq"] == 14
    assert sections(stage((DIV, "e1942"), (GROUP, "e1937"), kind="corps"), "us-v-5") == ["16.23"]


def test_the_artillery_group_as_corps_or_division_artillery() -> None:
    """16.25."""
    as_corps = stage((DIV, "e1740"), (GROUP, "e1738"))
    assert points(as_corps) == {"us-1-hq": 6, "us-v-5": 5}
    fired = stage((DIV, "e1740"), (GROUP, "e1738"), marks={"us-v-5": {"fired": True}})
    assert points(fired) == {"us-1-hq": 6}
    attached = stage((DIV, "e1740"), (GROUP, "e1738"), marks={"us-v-5": {"attached": "us-1"}})
    assert points(attached) == {"us-1-hq": 6, "us-v-5": 5}
    spent = stage((DIV, "e1740"), (GROUP, "e1738"), marks={"us-v-5": {"fired": True, "attached": "us-1"}})
    assert points(spent) == {"us-1-hq": 6}
    assert sections(spent, "us-v-5") == ["16.22"]
    own = stage((CORPS, "e1740"), (GROUP, "e1738"), attackers=(CAVALRY,))
    assert points(own, "allied", "us-v-102") == {"us-v-5": 5, "us-v-hq": 7}
    idle = stage(
        (DIV, "e1740"), (GROUP, "e1738"), marks={"us-v-5": {"attached": "us-1"}}, active=("us-1-16",)
    )
    assert points(idle) == {}


# --- committed points -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["breakthrough", "rout", "gca"])
def test_no_artillery_in_combats_that_interrupt(kind: str) -> None:
    here = stage((DIV, "e1740"))
    assert points(here, kind=kind) == {}
    fight = fight_of(here, plain("e1940", ["us-1-16"], "allied", kind=kind))
    assert {s for s, _ in artillery_faults(here, fight, "allied", {"us-1-hq": 1})} <= {
        "13.53",
        "13.63",
        "14.24",
    }
    assert artillery_drm(here, fight) is None


def test_no_more_than_there_is_and_only_own_units() -> None:
    here = stage((DIV, "e1740"), (FOE_HQ, "e2040"))
    fight = fight_of(here, plain("e1940", ["us-1-16"], "allied"))
    assert not artillery_faults(here, fight, "allied", {"us-1-hq": 6})
    assert [s for s, _ in artillery_faults(here, fight, "allied", {"us-1-hq": 7})] == ["16.21"]
    assert [s for s, _ in artillery_faults(here, fight, "allied", {"us-1-hq": -1})] == ["16.21"]
    wrong = artillery_faults(here, fight, "allied", {"ge-352-hq": 1, "nobody": 1})
    assert [s for s, _ in wrong] == ["16.11", "16.11"]


def drm(here: Position, ours: dict[str, int], theirs: dict[str, int]) -> int | None:
    """Modifier of committed points."""
    attack = plain("e1940", ["us-1-16"], "allied", artillery={"attack": ours, "defence": theirs})
    found = artillery_drm(here, fight_of(here, attack))
    return None if found is None else found[0]


@pytest.mark.parametrize(
    ("ours", "theirs", "value"),
    [(4, 2, 2), (3, 2, 1), (2, 2, 0), (2, 3, -1), (1, 4, -2), (2, 0, 2), (0, 1, -1)],
)
def test_the_comparison(ours: int, theirs: int, value: int) -> None:
    """16.32."""
    here = stage((DIV, "e1740"), (FOE_HQ, "e2040"))
    assert drm(here, {"us-1-hq": ours}, {"ge-352-hq": theirs}) == value
    assert drm(here, {}, {}) is None


def test_a_printed_strongpoint_halves_allied_points_in_attack() -> None:
    """19.41 and trap 49."""
    here = stage((DIV, "e1740"), (FOE_HQ, "e2040"), strongpoint=True)
    assert drm(here, {"us-1-hq": 5}, {"ge-352-hq": 2}) == 0
    assert drm(here, {"us-1-hq": 1}, {}) == 0


def test_two_halvings_rounded_once_or_twice() -> None:
    guns = [build.hq(f"us-{n}-hq", "us-1" if n == 1 else "us-v", corps="us-v", artillery=3) for n in (1, 2)]
    third = build.unit("us-3", "artillery", cs=None, artillery=1, division="us-1", corps="us-v")
    corps = build.hq("us-2-hq", "us-v", size="corps", artillery=3)
    for letter, wanted in (("A", 1), ("B", 2)):
        here = stage(
            (guns[0], "e1740"), (corps, "e1740"), (third, "e1740"), strongpoint=True,
            marks={u: {"re": True, "active": True} for u in ("us-1-hq", "us-2-hq")},
            options={"strongpoint-rounding": letter},
        )  # fmt: skip
        fires = {"attack": {"us-1-hq": 1, "us-2-hq": 1, "us-3": 1}, "defence": {}}
        fight = fight_of(here, plain("e1940", ["us-1-16"], "allied", artillery=fires))
        assert total(here, fight, attacking=True) == (wanted, True)
