"""Section 14: when Germans may counterattack, who takes part, how the activation goes on."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.june_six.battle import battles
from adjudicator.june_six.r12_attack import Attack, CommitSupport
from adjudicator.june_six.r13_advancing import Advance, EndAdvance
from adjudicator.june_six.r13_breakthrough import AttackAgain, ForgoAttack
from adjudicator.june_six.r13_retreat import Retreat
from adjudicator.june_six.r14_counterattack import (
    Counterattack,
    DeclareCounterattack,
    NameAttacks,
    gca_faults,
    may_join,
    must_attack,
    owed,
)
from adjudicator.position import Position
from counters.catalog import Unit
from tests.june_six.build import hq, unit
from tests.june_six.fighting import HERE, SOUTH, attack, current, fight, ground, play, sections, table, where
from tests.playing import decision, options

GO = DeclareCounterattack()
STEP_BACK = Retreat(("ge-1",), ("e2040",))
ENTER = Advance("us-1", HERE)


def entered(monkeypatch: pytest.MonkeyPatch, *more: tuple[Unit, str], **others: Any) -> Position:
    """GE-1 has gone back to E2040, and US-1 has entered E1940."""
    table(monkeypatch, defender_retreat=1, advance="optional", probe=others.pop("probe", {}))
    attackers = others.pop("attackers", ("us-1",))
    at = attack(fight((unit("us-1"), SOUTH), (unit("ge-1"), HERE), *more, **others), attackers)
    return play(at, STEP_BACK, ENTER)


def test_declared_at_once_or_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    at = entered(monkeypatch)
    assert (decision(at), at.decision and at.decision.player) == ("counterattack", "german")
    assert not decision(play(at, ForgoAttack()))
    assert not options(at, Advance)


def test_it_suspends_the_activation_and_takes_its_results(monkeypatch: pytest.MonkeyPatch) -> None:
    at = play(entered(monkeypatch), GO)
    found = current(at)
    assert (found.kind, found.side, found.hex, found.attackers) == ("gca", "german", HERE, ("ge-1",))
    assert (decision(at), at.decision and at.decision.player) == ("attack-mode", "german")
    table(monkeypatch, defender_retreat=1, defender=(("A", "dis-1"),), advance="mandatory")
    at = play(at, "assault", "stand", 5, Retreat(("us-1",), (SOUTH,)), Advance("ge-1", HERE))
    assert where(at, "us-1", "ge-1") == [SOUTH, HERE]
    assert at.number("disorder", "us-1") == 1
    assert (decision(at), at.text("activation"), at.text("side")) == ("", "me", "allied")


def test_no_support_and_no_activation_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    guns = (hq("ge-hq", "ge-352", artillery=6), "e2241")
    table(monkeypatch, defender_retreat=1, advance="optional")
    at = fight((unit("us-1"), SOUTH), (unit("ge-1"), HERE), guns, air=4)
    at = play(at, Attack(("us-1",), HERE), "assault", "stand", CommitSupport(), 5, STEP_BACK, ENTER)
    at = play(at, GO, "assault", "stand")
    assert decision(at) == "roll"  # neither guns nor aircraft are asked for


def test_modes_by_the_second_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    at = play(entered(monkeypatch, options={"gca-modes": "B"}), GO)
    assert decision(at) == "roll"
    assert (current(at).attack_mode, current(at).defence_mode) == ("assault", "stand")


def test_a_retreat_of_two_hexes_gives_none(monkeypatch: pytest.MonkeyPatch) -> None:
    table(monkeypatch, defender_retreat=1, advance="optional")
    at = attack(fight((unit("us-1"), SOUTH), (unit("ge-1"), HERE), (unit("ge-2"), "e2041")))
    at = play(at, Retreat(("ge-1",), ("e1939", "e1938")), ENTER)
    assert not decision(at)  # an enemy ZOC made it two hexes, though GE-2 stands by


def test_all_eliminated_by_a_result_with_a_retreat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Note 1 of 14.11; only other Germans are left to attack."""
    dead = (unit("ge-1", steps=1), HERE)
    table(monkeypatch, defender=(("A", "reduced"),), defender_retreat=1, advance="optional")
    at = play(attack(fight((unit("us-1"), SOUTH), dead, (unit("ge-2"), "e2041"))), ENTER)
    assert decision(at) == "counterattack"
    assert must_attack(at, current(at)) == ()
    at = play(at, GO)
    assert options(at, Counterattack) == [Counterattack(("ge-2",))]
    table(monkeypatch, defender=(("A", "reduced"),), advance="optional")
    at = play(attack(fight((unit("us-1"), SOUTH), dead, (unit("ge-2"), "e2041"))), ENTER)
    assert not decision(at)  # no retreat was called for


def test_of_two_hexes_called_for_only_by_the_first_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """Note 1 of 14.11 asks for a retreat in the result, whatever its length."""
    table(monkeypatch, defender=(("A", "reduced"),), defender_retreat=2, advance="optional")
    placed = (unit("us-1"), SOUTH), (unit("ge-1", steps=1), HERE), (unit("ge-2"), "e2041")
    assert decision(play(attack(fight(*placed)), ENTER)) == "counterattack"
    assert not decision(play(attack(fight(*placed, options={"gca-eliminated": "B"})), ENTER))


def test_nobody_left_to_strike_back(monkeypatch: pytest.MonkeyPatch) -> None:
    table(monkeypatch, defender=(("A", "reduced"),), defender_retreat=1, advance="optional")
    at = play(attack(fight((unit("us-1"), SOUTH), (unit("ge-1", steps=1), HERE))), ENTER)
    assert not decision(at)


def test_strongpoint_units_do_not_counterattack(monkeypatch: pytest.MonkeyPatch) -> None:
    table(monkeypatch, defender_retreat=1, advance="optional")
    at = attack(fight((unit("us-1"), SOUTH), (unit("ge-1", "strongpoint"), HERE)))
    assert not decision(play(at, STEP_BACK, ENTER))


def test_others_may_join_and_the_driven_must(monkeypatch: pytest.MonkeyPatch) -> None:
    more = ((unit("ge-2", division="ge-17"), "e2041"), (unit("ge-3"), "e1941"))
    at = play(entered(monkeypatch, *more, active=["us-1"]), GO)
    fight_ = current(at)
    assert (must_attack(at, fight_), may_join(at, fight_)) == (("ge-1",), ("ge-2", "ge-3"))
    assert len(options(at, Counterattack)) == 4
    assert sections(at, Counterattack(("ge-2",))) == ["14.22"]
    assert sections(at, Counterattack(("ge-1", "us-1"))) == ["14.23"]
    at = play(at, Counterattack(("ge-1", "ge-2")))
    assert current(at).attackers == ("ge-1", "ge-2")


def test_units_that_will_be_attacked_yet_do_not_join(monkeypatch: pytest.MonkeyPatch) -> None:
    more = ((unit("ge-2"), "e1941"), (unit("us-2"), "e1842"))
    at = play(entered(monkeypatch, *more), GO)
    assert (decision(at), at.decision and at.decision.player) == ("name-attacks", "allied")
    assert options(at, NameAttacks) == [NameAttacks(()), NameAttacks(("e1941",))]
    assert sections(at, NameAttacks(("e2040",))) == ["14.23"]
    joined = play(at, NameAttacks(()))
    assert options(joined, Counterattack) == [Counterattack(("ge-1",)), Counterattack(("ge-1", "ge-2"))]
    alone = play(at, NameAttacks(("e1941",)))
    assert current(alone).attackers == ("ge-1",)  # nobody else can: the combat begins at once
    assert owed(alone) == ("e1941",)


def test_an_attack_over_a_river_can_be_named_with_engineers_to_help(monkeypatch: pytest.MonkeyPatch) -> None:
    on = ground(sides={"e1842/e1941": "major-river"})
    more = ((unit("ge-2"), "e1941"), (unit("us-2", division="us-1"), "e1842"))
    plain = play(entered(monkeypatch, *more, on=on), GO)
    assert decision(plain) == "counterattack-units"
    helped = entered(monkeypatch, *more, (hq("us-hq", "us-1"), "e1741"), on=on)
    assert NameAttacks(("e1941",)) in options(play(helped, GO), NameAttacks)


def test_what_was_named_is_owed_until_it_is_attacked(monkeypatch: pytest.MonkeyPatch) -> None:
    more = ((unit("ge-2"), "e1941"), (unit("us-2"), "e1842"))
    at = play(entered(monkeypatch, *more), GO, NameAttacks(("e1941",)))
    at = play(at, "probe", "stand", 5)
    assert owed(at) == ("e1941",)
    at = play(at, Attack(("us-2",), "e1941"), "probe", "stand", 5)
    assert owed(at) == ()


def test_all_named_and_nobody_driven_out_means_no_counterattack(monkeypatch: pytest.MonkeyPatch) -> None:
    table(monkeypatch, defender=(("A", "reduced"),), defender_retreat=1, advance="optional")
    placed = (
        (unit("us-1"), SOUTH),
        (unit("us-2"), "e1842"),
        (unit("ge-1", steps=1), HERE),
        (unit("ge-2"), "e1941"),
    )
    at = play(attack(fight(*placed)), ENTER, GO, NameAttacks(("e1941",)))
    assert not decision(at)
    assert not battles(at)


def test_more_units_follow_while_the_first_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    more = ((unit("us-2"), "e1841"),)
    at = play(entered(monkeypatch, *more, attackers=("us-1", "us-2")), GO)
    at = play(at, "probe", "stand", 5)
    assert options(at, Advance) == [Advance("us-2", HERE)]
    at = play(at, Advance("us-2", HERE))
    assert (decision(at), where(at, "us-2")) == ("", [HERE])  # only one chance for a counterattack


def test_nobody_follows_once_the_first_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    more = ((unit("us-2"), "e1841"),)
    back = {"defender": (("A", "reduced"),), "defender_retreat": 1}
    at = play(entered(monkeypatch, *more, attackers=("us-1", "us-2"), probe=back), GO)
    at = play(at, "probe", "stand", 5, Retreat(("us-1",), (SOUTH,)))
    assert (decision(at), where(at, "us-1", "us-2")) == ("", [f"{SOUTH} reduced", "e1841"])


def test_once_only(monkeypatch: pytest.MonkeyPatch) -> None:
    more = ((unit("us-2"), "e1841"),)
    at = entered(monkeypatch, *more, attackers=("us-1", "us-2"))
    at = play(at, ForgoAttack(), Advance("us-2", HERE))
    assert not decision(at)


def test_only_allied_attacks_are_answered_so(monkeypatch: pytest.MonkeyPatch) -> None:
    table(monkeypatch, defender_retreat=1, advance="optional")
    at = attack(fight((unit("ge-1"), SOUTH), (unit("us-1"), HERE), side="german"), ("ge-1",))
    at = play(at, Retreat(("us-1",), ("e2040",)), Advance("ge-1", HERE))
    assert not decision(at)


def test_a_disordered_unit_counterattacks(monkeypatch: pytest.MonkeyPatch) -> None:
    """13.12: it began next to the enemy, and it must attack."""
    table(monkeypatch, defender=(("A", "dis-1"),), defender_retreat=1, advance="optional")
    at = attack(fight((unit("us-1"), SOUTH), (unit("ge-1"), HERE)))
    at = play(at, STEP_BACK, ENTER, GO)
    assert current(at).attackers == ("ge-1",)


def test_the_counterattack_can_be_routed_and_break_through(monkeypatch: pytest.MonkeyPatch) -> None:
    """14.26: every result is applied, an Attacker Rout too."""
    at = play(entered(monkeypatch), GO)
    table(monkeypatch, attacker_retreat=1)
    at = play(at, "assault", "stand", 0)
    low = current(at).modified
    assert low is not None
    assert low <= 0
    at = play(at, Retreat(("ge-1",), ("e2140",)))
    assert decision(at) == "rout-advance"
    at = play(at, Advance("us-1", "e2040"))
    assert options(at, AttackAgain) == [AttackAgain(("us-1",), "e2140")]
    at = play(at, ForgoAttack())
    assert where(at, "us-1") == ["e2040"]
    assert not decision(at)


def test_why_not(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.june_six.fighting import under_way

    table(monkeypatch, defender_retreat=1)
    at = fight((unit("us-1"), HERE), (unit("ge-1"), "e2140"))
    at = under_way(at, modified=5, defenders=("ge-1",), retreats={"ge-1": 2}, entered="us-1")
    assert [section for section, _ in gca_faults(at, current(at))] == ["14.11", "14.23"]


def test_german_armor_breaks_through_in_a_counterattack(monkeypatch: pytest.MonkeyPatch) -> None:
    table(
        monkeypatch,
        defender_retreat=1,
        advance="optional",
        probe={"defender_retreat": 2, "advance": "mandatory", "breakthrough": True},
    )
    tank = unit("ge-1", "armor", armor=3)
    at = attack(fight((unit("us-1"), SOUTH), (unit("us-2"), "e1842"), (tank, HERE)))
    at = play(at, STEP_BACK, ENTER, GO, "probe", "stand", 5, Retreat(("us-1",), ("e1840", "e1739")))
    at = play(at, Advance("ge-1", HERE), Advance("ge-1", "e1941"))
    assert (decision(at), at.decision and at.decision.player) == ("breakthrough-attack", "german")
    at = play(at, AttackAgain(("ge-1",), "e1842"), "assault", "stand", 5)
    assert [b.kind for b in battles(at)] == ["attack", "gca", "breakthrough"]
    at = play(at, Retreat(("us-2",), ("e1742",)), EndAdvance())
    assert (decision(at), at.text("side"), at.text("part")) == ("", "allied", "combat")
