"""Section 13.3: who retreats, by which ways, at what price; traps 57, 65, 66; example j6-ex28."""

from __future__ import annotations

import pytest

from adjudicator.inquiry import Inquiry
from adjudicator.june_six.r13_losses import LoseStep
from adjudicator.june_six.r13_retreat import Retreat, to_retreat
from adjudicator.june_six.r13_retreat_paths import explain_paths, legal_paths, paths, penalties
from adjudicator.position import Position
from tests.june_six.build import board, hexes, hq, unit
from tests.june_six.fighting import HERE, SOUTH, attack, current, fight, ground, play, sections, table, where
from tests.playing import decision, options

NORTH = "e2041"  # behind E1940, seen from E1840


def by(at: Position, *uids: str, required: int = 1) -> list[str]:
    """Legal ways, as "e1939 e2039"."""
    return [" ".join(p.hexes) for p in legal_paths(at, uids, required)]


def why(at: Position, way: str, *uids: str, required: int = 1) -> str:
    """Section that refuses a way."""
    path = paths(at, uids, required).find(way.split())
    assert path is not None
    return path.reason[0]


def test_one_hex_out_of_enemy_zocs() -> None:
    at = fight((unit("us-1"), SOUTH), (unit("ge-1"), HERE))
    # E1939 and E1841 are in the ZOC of E1840, so that a second hex follows them
    assert {w for w in by(at, "ge-1") if " " not in w} == {"e1941", "e2040", "e2041"}
    assert {w.split()[0] for w in by(at, "ge-1") if " " in w} == {"e1939", "e1841"}


def test_ways_that_are_refused() -> None:
    on = ground(sides={"e1940/e2040": "major-river", "e1940/e1941": "cliff"}, terrain={"e2041": "marsh"})
    at = fight((unit("us-1"), SOUTH), (unit("us-2"), "e1841"), (unit("ge-1", "armor", armor=3), HERE), on=on)
    assert why(at, "e1840", "ge-1") == "8.14"
    for barred in ("e2040", "e1941", "e2041"):  # river, cliff, marsh off the road
        assert why(at, barred, "ge-1") == "13.32"
    assert {w.split()[0] for w in by(at, "ge-1")} == {"e1939"}


def test_a_friendly_hex_beyond_its_stacking_limit() -> None:
    full = ((unit("ge-8"), NORTH), (unit("ge-9"), NORTH))
    at = fight((unit("us-1"), SOUTH), (unit("ge-1"), HERE), (unit("ge-p", "anti-tank"), HERE), *full)
    assert why(at, NORTH, "ge-1") == "13.34"
    assert NORTH in by(at, "ge-p")  # a third unit of support fits
    assert why(at, NORTH, "ge-1", "ge-p") == "13.34"  # not as a stack


def test_two_hexes_end_two_hexes_away_where_they_can() -> None:
    at = fight((unit("us-1"), SOUTH), (unit("ge-1"), HERE))
    ways = by(at, "ge-1", required=2)
    assert "e2040 e2140" in ways
    assert why(at, "e2040 e2041", "ge-1", required=2) == "13.35"
    assert all(" " in way for way in ways)


def test_a_city_ends_any_retreat() -> None:
    on = ground(terrain={"e2040": "city", "e1939": "city"})
    at = fight((unit("us-1"), SOUTH), (unit("ge-1"), HERE), on=on)
    assert {"e2040", "e1939"} <= set(by(at, "ge-1", required=2))
    found = paths(at, ["ge-1"], 2).find(["e1939"])
    assert found is not None
    assert penalties(at, found) == 1  # the enemy ZOC still costs


@pytest.mark.parametrize(("letter", "cost"), [("A", 2), ("B", 1)])
def test_a_second_hex_in_an_enemy_zoc(letter: str, cost: int) -> None:
    at = fight(
        (unit("us-1"), SOUTH),
        (unit("us-2"), "e2038"),
        (unit("ge-1"), HERE),
        options={"second-zoc-hex": letter},
    )
    path = next(p for p in legal_paths(at, ["ge-1"], 1) if p.hexes == ("e1939", "e1938"))
    assert penalties(at, path) == cost


def test_off_the_map() -> None:
    on = board(hexes(40, 53, 14, 24))
    placed = ((unit("us-1"), "e1952"), (unit("ge-1"), "e1953"))
    at = fight(*placed, on=on)
    assert "left" in by(at, "ge-1")
    at = fight(*placed, on=on, options={"retreat-off-map": "B"})
    assert not any("left" in way for way in by(at, "ge-1"))


def test_direction_by_the_second_reading() -> None:
    on = board(hexes(35, 45, 14, 24), features={"e1440": {"edge": "south"}})
    at = fight((unit("us-1"), "e2041"), (unit("ge-1"), HERE), on=on, options={"retreat-direction": "B"})
    assert {w for w in by(at, "ge-1") if " " not in w} == {"e1840", "e1841", "e1939"}
    assert why(at, "e2040 e2039", "ge-1") == "5.21"
    assert why(at, "e1941 e2042", "ge-1") == "5.21"


def test_german_units_may_retreat_toward_cherbourg() -> None:
    on = board(hexes(35, 45, 14, 24), features={"e2440": {"cherbourg": True}})
    facts = {("control", "e2440"): "german"}
    at = fight(
        (unit("us-1"), SOUTH), (unit("ge-1"), HERE), on=on, facts=facts, options={"retreat-direction": "B"}
    )
    assert {w for w in by(at, "ge-1") if " " not in w} == {"e2040", "e2041", "e1941"}
    assert why(at, "e1841 e1842", "ge-1") == "5.21"
    free = fight(
        (unit("us-1"), SOUTH),
        (unit("ge-1"), HERE),
        on=on,
        options={"retreat-direction": "B"},
        facts={("cherbourg-lost", ""): True},
    )
    assert "e1841 e1842" in by(free, "ge-1")  # no source is left: every way is open


def test_nobody_retreats_into_a_landing_box() -> None:
    on = board(hexes(35, 45, 14, 24), beaches={HERE: "sword"})
    at = fight((unit("ge-1"), SOUTH), (unit("us-1"), HERE), on=on, side="german")
    assert why(at, "landing-sword", "us-1") == "13.38"


def test_a_direction_is_asked_of_hexes_only() -> None:
    """Beside a Landing Box the second reading weighs the ways over hexes; the box is still named by 13.38."""
    on = board(hexes(35, 45, 14, 24), beaches={HERE: "sword", "e2340": "sword"})
    placed = (unit("ge-1"), SOUTH), (unit("br-1"), HERE)
    at = fight(*placed, on=on, side="german", options={"retreat-direction": "B"})
    assert why(at, "landing-sword", "br-1") == "13.38"
    assert {w for w in by(at, "br-1") if " " not in w} == {"e2040", "e2041", "e1941"}


def test_explaining_names_every_way() -> None:
    inquiry = Inquiry(fight((unit("us-1"), SOUTH), (unit("ge-1"), HERE)))
    explain_paths(inquiry, ["ge-1"], 1)
    told = " / ".join(step.text for step in inquiry.steps)
    assert "by E2040: no penalty" in told
    assert "by E1939, E1938: 1 Reduced for entering an enemy ZOC" in told
    assert "not by E1840: E1840 is occupied by us-1" in told


# --- in play ----------------------------------------------------------------------------------------------


def test_all_defenders_retreat_whatever_they_bear(monkeypatch: pytest.MonkeyPatch) -> None:
    table(monkeypatch, defender_retreat=1)
    marks = {"ge-1": {"disorder": 2, "isolated": True}, "ge-2": {"scattered": True, "pinned": True}}
    at = fight((unit("us-1"), SOUTH), (unit("ge-1"), HERE), (unit("ge-2"), HERE), marks=marks)
    at = attack(at)
    assert [p.uid for p in to_retreat(at, current(at), attacking=False)] == ["ge-1", "ge-2"]
    assert sections(at, Retreat(("us-1",), ("e1839",))) == ["13.31"]
    at = play(at, Retreat(("ge-1", "ge-2"), ("e2040",)))
    assert (decision(at), where(at, "ge-1", "ge-2")) == ("", ["e2040", "e2040"])


def test_singly_or_as_a_stack_through_an_enemy_zoc(monkeypatch: pytest.MonkeyPatch) -> None:
    """Example j6-ex28: the stack pays once, two units one by one pay twice."""
    table(monkeypatch, defender_retreat=1)
    start = attack(fight((unit("us-1"), SOUTH), (unit("ge-1"), HERE), (unit("ge-2"), HERE)))
    at = play(start, Retreat(("ge-1", "ge-2"), ("e1939", "e1938")))
    assert options(at, LoseStep) == [LoseStep("ge-1"), LoseStep("ge-2")]
    at = play(at, LoseStep("ge-2"))
    assert where(at, "ge-1", "ge-2") == ["e1938", "e1938 reduced"]
    at = play(start, Retreat(("ge-1",), ("e1939", "e1938")), Retreat(("ge-2",), ("e1939", "e1938")))
    assert where(at, "ge-1", "ge-2") == ["e1938 reduced", "e1938 reduced"]


def test_a_stack_of_two_hexes_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    table(monkeypatch, attacker_retreat=1)
    at = attack(fight((unit("us-1"), SOUTH), (unit("us-2"), "e1841"), (unit("ge-1"), HERE)), ("us-1", "us-2"))
    assert decision(at) == "retreat"
    assert "13.33" in sections(at, Retreat(("us-1", "us-2"), ("e1741",)))
    at = play(at, Retreat(("us-1",), ("e1739",)), Retreat(("us-2",), ("e1741",)))
    assert where(at, "us-1", "us-2") == ["e1739", "e1741"]


def test_a_unit_dies_on_its_way(monkeypatch: pytest.MonkeyPatch) -> None:
    table(monkeypatch, defender_retreat=1)
    at = attack(fight((unit("us-1"), SOUTH), (unit("ge-1", steps=1), HERE)))
    at = play(at, Retreat(("ge-1",), ("e1939", "e1938")))
    assert where(at, "ge-1") == ["eliminated"]


def test_units_without_a_way_stay_and_suffer_as_a_stack(monkeypatch: pytest.MonkeyPatch) -> None:
    table(monkeypatch, defender_retreat=1, advance="mandatory")
    ring = {f"{min(HERE, h)}/{max(HERE, h)}": "sea" for h in ("e1939", "e2040", "e2041", "e1941", "e1841")}
    placed = ((unit("us-1"), SOUTH), (unit("ge-1"), HERE), (hq("ge-hq", "ge-352"), HERE))
    at = attack(fight(*placed, on=ground(sides=ring)))
    assert not decision(at)  # the HQ is last, so that there is no choice; the hex is held, nobody advances
    assert where(at, "ge-1", "ge-hq", "us-1") == [f"{HERE} reduced", HERE, SOUTH]


def test_what_can_go_must_go_before_the_rest_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    table(monkeypatch, defender_retreat=1)
    ring = {f"{min(HERE, h)}/{max(HERE, h)}": "bluff" for h in ("e1939", "e2040", "e2041", "e1941", "e1841")}
    tank = unit("ge-2", "armor", armor=2)
    at = attack(fight((unit("us-1"), SOUTH), (unit("ge-1"), HERE), (tank, HERE), on=ground(sides=ring)))
    assert {a.units for a in options(at, Retreat)} == {("ge-1",)}
    at = play(at, Retreat(("ge-1",), ("e2040",)))
    assert where(at, "ge-1", "ge-2") == ["e2040", f"{HERE} reduced"]


def test_a_required_length_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    table(monkeypatch, defender_retreat=2)
    at = attack(fight((unit("us-1"), SOUTH), (unit("ge-1"), HERE)))
    assert sections(at, Retreat(("ge-1",), ("e2040",))) == ["13.35"]
    assert where(play(at, Retreat(("ge-1",), ("e2040", "e2140"))), "ge-1") == ["e2140"]


def test_a_retreat_takes_control_and_delay_points(monkeypatch: pytest.MonkeyPatch) -> None:
    table(monkeypatch, attacker_retreat=1)
    facts = {("dp", "e1739"): True, ("control", "e1739"): "german"}
    town = ground(terrain={"e1739": "town"})
    at = attack(fight((unit("us-1"), SOUTH), (unit("ge-1"), HERE), on=town, facts=facts))
    at = play(at, Retreat(("us-1",), ("e1739",)))
    assert (at.flag("dp", "e1739"), at.text("control", "e1739")) == (False, "allied")


def test_leaving_the_map_in_a_retreat(monkeypatch: pytest.MonkeyPatch) -> None:
    table(monkeypatch, defender_retreat=1)
    on = board(hexes(40, 53, 14, 24))
    at = fight((unit("us-1"), "e1952"), (unit("ge-1"), "e1953"), on=on)
    from adjudicator.june_six.r12_attack import Attack

    at = play(at, Attack(("us-1",), "e1953"), "assault", "retreat", 5, Retreat(("ge-1",), ("left",)))
    assert where(at, "ge-1") == ["left"]
