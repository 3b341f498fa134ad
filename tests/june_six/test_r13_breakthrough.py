"""Section 13.5: Breakthrough; trap 64."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.june_six.r13_advancing import Advance, EndAdvance
from adjudicator.june_six.r13_breakthrough import AttackAgain, ForgoAttack, subsets
from adjudicator.june_six.r13_retreat import Retreat
from adjudicator.position import Position
from tests.june_six.build import unit
from tests.june_six.fighting import HERE, SOUTH, attack, current, fight, play, sections, table, where
from tests.playing import decision, options

TANK, FOOT = unit("us-1", "armor", armor=3), unit("us-2")
AWAY = Retreat(("ge-1",), ("e2040", "e2140"))


def broken(monkeypatch: pytest.MonkeyPatch, **more: Any) -> Position:
    """Armor and infantry have broken through at E1940; GE-2 stands beyond in E2041."""
    table(
        monkeypatch,
        defender_retreat=2,
        advance="mandatory",
        breakthrough=True,
        probe=more.pop("probe", {"advance": ""}),
    )
    placed = ((TANK, SOUTH), (FOOT, "e1841"), (unit("ge-1"), HERE), (unit("ge-2"), "e2042"))
    return play(attack(fight(*placed, **more), ("us-1", "us-2")), AWAY)


def test_motorized_units_attack_again(monkeypatch: pytest.MonkeyPatch) -> None:
    at = play(broken(monkeypatch), Advance("us-1", HERE), Advance("us-1", "e2041"), Advance("us-2", HERE))
    assert decision(at) == "breakthrough-attack"
    assert {a.target for a in options(at, AttackAgain)} == {"e2042", "e2140"}
    assert sections(at, AttackAgain(("us-2",), "e2042")) == ["13.53"]
    at = play(at, AttackAgain(("us-1",), "e2042"))
    assert current(at).kind == "breakthrough"
    at = play(at, "probe", "stand", 5)
    assert not decision(at)


def test_without_having_advanced(monkeypatch: pytest.MonkeyPatch) -> None:
    """13.53: whether or not it advanced; here it was disordered."""
    table(
        monkeypatch,
        defender_retreat=2,
        advance="optional",
        breakthrough=True,
        attacker=(("A", "dis-1"),),
        probe={},
    )
    placed = ((TANK, SOUTH), (unit("ge-1"), HERE), (unit("ge-2"), "e1839"))
    at = play(attack(fight(*placed)), AWAY)
    assert options(at, AttackAgain) == [AttackAgain(("us-1",), "e1839")]


def test_no_third_attack(monkeypatch: pytest.MonkeyPatch) -> None:
    at = play(broken(monkeypatch), Advance("us-1", HERE), Advance("us-1", "e2041"), Advance("us-2", HERE))
    at = play(at, AttackAgain(("us-1",), "e2042"), "assault", "stand", 9)
    at = play(at, Retreat(("ge-2",), ("e2142", "e2242")), Advance("us-1", "e2042"))
    assert decision(at) in {"advance", "counterattack"}
    while decision(at) in {"advance", "counterattack"}:
        at = play(at, EndAdvance() if decision(at) == "advance" else ForgoAttack())
    assert not decision(at)  # the second combat broke through too, and led on, but no third attack is offered


def test_two_hexes_again_if_the_result_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    at = play(broken(monkeypatch), Advance("us-1", HERE), Advance("us-1", "e2041"), Advance("us-2", HERE))
    at = play(at, AttackAgain(("us-1",), "e2042"), "assault", "stand", 9)
    at = play(at, Retreat(("ge-2",), ("e2142", "e2242")), Advance("us-1", "e2042"))
    assert Advance("us-1", "e1942") in options(at, Advance)
    assert where(play(at, Advance("us-1", "e1942")), "us-1") == ["e1942"]


def test_it_need_not_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    at = play(broken(monkeypatch), Advance("us-1", HERE), Advance("us-1", "e2041"), Advance("us-2", HERE))
    assert not decision(play(at, ForgoAttack()))


def test_foot_units_have_none(monkeypatch: pytest.MonkeyPatch) -> None:
    table(monkeypatch, defender_retreat=2, advance="mandatory", breakthrough=True)
    at = attack(fight((FOOT, SOUTH), (unit("ge-1"), HERE), (unit("ge-2"), "e2041")), ("us-2",))
    at = play(at, Retreat(("ge-1",), ("e2040", "e2140")), Advance("us-2", HERE))
    assert not decision(at)


@pytest.mark.parametrize(("letter", "able"), [("A", {"us-1"}), ("B", {"us-1", "us-3"})])
def test_who_may_attack_again_by_either_reading(
    monkeypatch: pytest.MonkeyPatch, letter: str, able: set[str]
) -> None:
    table(monkeypatch, defender_retreat=2, advance="optional", breakthrough=True, probe={})
    other = unit("us-3", "motorized")
    placed = (
        (TANK, SOUTH),
        (other, "e1842"),
        (unit("ge-1"), HERE),
        (unit("ge-2"), "e1839"),
        (unit("ge-3"), "e1843"),
    )
    at = fight(*placed, options={"breakthrough-multi": letter}, marks={"us-3": {"attacked": True}})
    at = play(attack(at), AWAY, EndAdvance())
    assert {a.units[0] for a in options(at, AttackAgain) if len(a.units) == 1} == able


def test_many_units_are_sampled() -> None:
    names = [str(n) for n in range(9)]
    found = list(subsets(names))
    assert found[0] == tuple(names)
    assert len(found) == 1 + 9 + 36 + 9


def test_an_illegal_second_attack(monkeypatch: pytest.MonkeyPatch) -> None:
    at = play(broken(monkeypatch), Advance("us-1", HERE), Advance("us-1", "e2041"), Advance("us-2", HERE))
    assert sections(at, AttackAgain((), "e2042")) == ["13.53"]
    assert sections(at, AttackAgain(("us-1",), "nowhere")) == ["13.53"]
    assert "12.21" in sections(at, AttackAgain(("us-1",), "e1842"))
