"""Section 13.6: Attacker Rout; trap 61."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.june_six.r13_advancing import Advance, EndAdvance
from adjudicator.june_six.r13_breakthrough import AttackAgain, ForgoAttack
from adjudicator.june_six.r13_retreat import Retreat
from adjudicator.june_six.r13_rout import rout_faults
from adjudicator.position import Position
from counters.catalog import Unit
from tests.june_six.build import unit
from tests.june_six.fighting import (
    HERE,
    SOUTH,
    attack,
    current,
    fight,
    play,
    sections,
    table,
    under_way,
    where,
)
from tests.playing import decision, options

BACK = Retreat(("us-1",), ("e1739",))


def routed(monkeypatch: pytest.MonkeyPatch, *more: tuple[Unit, str], **others: Any) -> Position:
    """US-1 attacked GE-1, rolled zero or less against a Stand, and went back to E1739."""
    table(monkeypatch, attacker_retreat=1, probe={})
    at = fight((unit("us-1", cs=2, cohesion=2), SOUTH), (unit("ge-1", cs=8), HERE), *more, **others)
    at = attack(at, roll=0)
    found = current(at).modified
    assert found is not None
    assert found <= 0
    return play(at, BACK)


def test_the_defender_advances_into_the_vacated_hex(monkeypatch: pytest.MonkeyPatch) -> None:
    at = routed(monkeypatch)
    assert (decision(at), at.decision and at.decision.player) == ("rout-advance", "german")
    assert options(at, Advance) == [Advance("ge-1", SOUTH)]
    assert options(at, EndAdvance) == [EndAdvance()]
    at = play(at, Advance("ge-1", SOUTH))
    assert (where(at, "ge-1"), decision(at)) == ([SOUTH], "rout-attack")
    assert options(at, AttackAgain) == [AttackAgain(("ge-1",), "e1739")]


def test_the_attack_is_unsupported_and_the_activation_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    at = play(routed(monkeypatch), Advance("ge-1", SOUTH), AttackAgain(("ge-1",), "e1739"))
    assert (current(at).kind, current(at).side) == ("rout", "german")
    at = play(at, "probe", "stand", 5)
    assert (decision(at), at.text("activation"), at.text("part")) == ("", "me", "combat")


def test_neither_must_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    at = play(routed(monkeypatch), EndAdvance())
    assert not decision(at)  # nobody is next to GE-1 any more
    at = play(routed(monkeypatch), Advance("ge-1", SOUTH), ForgoAttack())
    assert not decision(at)


def test_without_a_retreat_there_is_only_the_attack(monkeypatch: pytest.MonkeyPatch) -> None:
    table(monkeypatch, probe={})
    at = fight((unit("us-1", cs=2, cohesion=2), SOUTH), (unit("ge-1", cs=8), HERE))
    at = attack(at, roll=0)
    assert decision(at) == "rout-attack"
    assert options(at, AttackAgain) == [AttackAgain(("ge-1",), SOUTH)]


def test_any_adjacent_enemy_may_be_attacked(monkeypatch: pytest.MonkeyPatch) -> None:
    at = routed(monkeypatch, (unit("us-9"), "e1941"), (unit("ge-2", cs=8), HERE))
    at = play(at, EndAdvance())
    assert {a.target for a in options(at, AttackAgain)} == {"e1941"}
    at = play(at, AttackAgain(("ge-1",), "e1941"), "probe", "stand", 5)
    assert options(at, AttackAgain) == [AttackAgain(("ge-2",), "e1941")]  # the other unit still may
    assert sections(at, AttackAgain(("ge-1",), "e1941")) == ["13.63"]


@pytest.mark.parametrize("marker", [{"disorder": 1}, {"scattered": True}, {"pinned": True}])
def test_markers_bar_it(monkeypatch: pytest.MonkeyPatch, marker: dict[str, Any]) -> None:
    at = routed(monkeypatch, (unit("ge-2", cs=8), HERE), marks={"ge-1": marker})
    assert options(at, Advance) == [Advance("ge-2", SOUTH)]
    assert sections(at, Advance("ge-1", SOUTH)) == ["13.62"]


def test_a_hex_that_is_still_held_is_not_vacated(monkeypatch: pytest.MonkeyPatch) -> None:
    at = routed(monkeypatch, (unit("us-2"), SOUTH))
    assert decision(at) == "rout-attack"
    assert options(at, AttackAgain) == [AttackAgain(("ge-1",), SOUTH)]


def test_only_vacated_hexes(monkeypatch: pytest.MonkeyPatch) -> None:
    at = routed(monkeypatch)
    assert sections(at, Advance("ge-1", "e1841")) == ["13.62"]
    assert sections(at, Advance("us-1", SOUTH)) == ["13.62"]


@pytest.mark.parametrize(
    ("mode", "modified", "kind", "letter", "faults"),
    [
        ("stand", 0, "attack", "A", 0),
        ("stand", -4, "gca", "A", 0),
        ("stand", 1, "attack", "A", 1),
        ("retreat", 0, "attack", "A", 1),
        ("stand", 0, "rout", "A", 1),
        ("stand", 0, "rout", "B", 0),
    ],
)
def test_when_there_is_a_rout(mode: str, modified: int, kind: str, letter: str, faults: int) -> None:
    at = fight((unit("us-1"), SOUTH), (unit("ge-1"), HERE), options={"rout-again": letter})
    at = under_way(at, kind=kind, attack_mode="assault", defence_mode=mode, modified=modified)
    assert len(rout_faults(at, current(at))) == faults


def test_allied_defenders_rout_german_attackers_too(monkeypatch: pytest.MonkeyPatch) -> None:
    table(monkeypatch, attacker_retreat=1, probe={})
    at = fight((unit("ge-1", cs=2, cohesion=2), SOUTH), (unit("us-1", cs=8), HERE), side="german")
    at = play(attack(at, ("ge-1",), roll=0), Retreat(("ge-1",), ("e1739",)))
    assert (decision(at), at.decision and at.decision.player) == ("rout-advance", "allied")
