"""Sections 12.2 to 12.4: announcing an attack, secret modes, support; traps 14, 15, 31, 47, 50, 52."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.errors import PositionError
from adjudicator.game import apply, legal
from adjudicator.june_six.masking import masked
from adjudicator.june_six.r12_attack import Attack, ChooseMode, CommitSupport, targets
from adjudicator.position import Position
from tests.june_six.build import hq, unit
from tests.june_six.fighting import HERE, SOUTH, attack, current, fight, ground, play, sections, table
from tests.playing import decision, options

US, GE = (unit("us-1", division="us-1", corps="us-v"), SOUTH), (unit("ge-1", division="ge-352"), HERE)
GO = Attack(("us-1",), HERE)
DIVISION = (hq("us-hq", "us-1", artillery=4, corps="us-v"), "e1740")
CORPS = (hq("us-v-hq", "us-v", artillery=6, size="corps"), "e1739")
THEIRS = (hq("ge-hq", "ge-352", artillery=3), "e2140")


# --- the announcement -------------------------------------------------------------------------------------


def test_a_plain_attack(monkeypatch: pytest.MonkeyPatch) -> None:
    table(monkeypatch)
    at = attack(fight(US, GE))
    assert not decision(at)
    assert (at.flag("attacked", "us-1"), at.flag("hex-attacked", HERE)) == (True, True)
    assert (at.flag("acted-turn", "us-1"), at.flag("acted-turn", "ge-1")) == (True, False)


def test_who_fought_by_the_second_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    table(monkeypatch)
    assert attack(fight(US, GE, options={"fought": "B"})).flag("acted-turn", "ge-1")


def test_malformed_attacks() -> None:
    at = fight(US, GE)
    assert sections(at, Attack((), HERE)) == ["12.21"]
    assert sections(at, Attack(("us-1", "us-1"), HERE)) == ["12.21"]
    assert sections(at, Attack(("us-9",), HERE)) == ["12.21"]
    assert sections(at, Attack(("us-1",), "eliminated")) == ["12.21"]
    assert sections(at, Attack(("us-1",), "e1739")) == ["12.23"]
    assert "12.21" in sections(at, Attack(("us-1", "ge-1"), HERE))


def test_only_at_combat_of_an_activation() -> None:
    assert sections(fight(US, GE, part="movement"), GO) == ["12.21"]
    assert "12.21" in sections(fight(US, GE, kind="", phase="me"), GO)
    assert sections(fight(US, GE, active=()), GO) == ["7.3"]


def test_once_only(monkeypatch: pytest.MonkeyPatch) -> None:
    table(monkeypatch)
    at = attack(fight(US, GE, (unit("us-2"), "e1841"), (unit("ge-2"), "e1841".replace("41", "39"))))
    assert sections(at, Attack(("us-2",), HERE)) == ["12.23"]
    assert not any(a.target == HERE for a in options(at, Attack))
    assert "13.53" in sections(at, Attack(("us-1",), "e1839"))


def test_a_second_attack_on_a_hex_by_the_second_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    table(monkeypatch)
    at = attack(fight(US, GE, (unit("us-2"), "e1841"), options={"same-hex": "B"}))
    assert options(at, Attack) == [Attack(("us-2",), HERE)]


def test_units_of_the_re_phase_attack_where_they_began() -> None:
    at = fight(US, GE, kind="re")
    assert not sections(at, GO)
    assert sections(fight(US, GE, kind="re", marks={"us-1": {"moved": True}}), GO) == ["12.22"]


def test_over_a_river_with_engineers(monkeypatch: pytest.MonkeyPatch) -> None:
    table(monkeypatch)
    on = ground(sides={"e1840/e1940": "major-river"})
    assert "8.44" in sections(fight(US, GE, on=on), GO)  # no HQ
    at = fight(US, GE, (hq("us-hq", "us-1", corps="us-v"), "e1740"), on=on)
    at = play(at, GO)
    assert current(at).crossing == ("us-1",)
    assert at.flag("bridge-action", "us-hq")


def test_germans_never_over_a_river() -> None:
    on = ground(sides={"e1840/e1940": "major-river"})
    at = fight((unit("ge-1"), SOUTH), (unit("us-1"), HERE), on=on, side="german")
    assert "12.32" in sections(at, Attack(("ge-1",), HERE))


def test_options_are_legal_attacks() -> None:
    at = fight(US, GE, (unit("us-2"), SOUTH), (unit("us-3"), "e1841"), (unit("ge-2"), "e1839"))
    found = options(at, Attack)
    assert targets(at) == ("e1839", HERE)
    assert len(found) == 3 + 7
    assert Attack(("us-1", "us-2", "us-3"), HERE) in found
    assert not options(fight(US, GE, part="movement"), Attack)


# --- modes ------------------------------------------------------------------------------------------------


def test_modes_are_chosen_in_secret() -> None:
    at = play(fight(US, GE), GO)
    assert (decision(at), at.decision and at.decision.player) == ("attack-mode", "allied")
    assert options(at, ChooseMode) == [ChooseMode("probe"), ChooseMode("assault")]
    assert sections(at, ChooseMode("stand")) == ["12.41"]
    at = play(at, "assault")
    assert (decision(at), at.decision and at.decision.player) == ("defence-mode", "german")
    assert options(at, ChooseMode) == [ChooseMode("stand"), ChooseMode("retreat")]
    assert (current(at).attack_mode, current(masked(at, "german")).attack_mode) == ("assault", "")
    assert current(masked(at, "allied")).attack_mode == "assault"
    assert current(masked(at, "public")).attack_mode == ""
    assert masked(at, "referee") is at
    assert sorted(a.mode for a in options(masked(at, "german"), ChooseMode)) == ["retreat", "stand"]


def test_both_modes_are_revealed_together() -> None:
    at = play(fight(US, GE), GO, "assault", "stand")
    seen = current(masked(at, "german"))
    assert (seen.attack_mode, seen.defence_mode) == ("assault", "stand")


def test_a_masked_combat_does_not_go_on() -> None:
    at = masked(play(fight(US, GE), GO, "assault"), "german")
    with pytest.raises(PositionError, match=r"12\.41"):
        apply(at, ChooseMode("stand"))


# --- support ----------------------------------------------------------------------------------------------


def supported(**more: Any) -> Position:
    """An attack whose modes are chosen, with guns on both sides and four air markers."""
    at = fight(US, GE, DIVISION, CORPS, THEIRS, **{"air": 4, **more})
    return play(at, GO, "assault", "stand")


def test_the_attacker_commits_first() -> None:
    at = supported()
    assert (decision(at), at.decision and at.decision.player) == ("attack-support", "allied")
    at = play(at, CommitSupport((("us-hq", 3), ("us-v-hq", 6)), air=2))
    assert (decision(at), at.decision and at.decision.player) == ("defence-support", "german")
    at = play(at, CommitSupport((("ge-hq", 3),)))
    assert decision(at) == "roll"
    found = current(at)
    assert found.artillery == {"attack": {"us-hq": 3, "us-v-hq": 6}, "defence": {"ge-hq": 3}}
    assert (found.air, at.number("air")) == (2, 2)
    assert [at.number("artillery-used", u) for u in ("us-hq", "us-v-hq", "ge-hq")] == [3, 6, 3]
    assert [at.flag("fired", u) for u in ("us-hq", "us-v-hq", "ge-hq")] == [False, True, False]


def test_before_the_modes_by_the_second_reading() -> None:
    at = play(fight(US, GE, THEIRS, air=1, options={"support-order": "B"}), GO)
    assert decision(at) == "attack-support"
    at = play(at, CommitSupport(air=1))
    assert decision(at) == "defence-support"
    at = play(at, CommitSupport())
    assert decision(at) == "attack-mode"
    assert decision(play(at, "probe", "stand")) == "roll"


def test_support_that_is_not_there() -> None:
    at = supported()
    assert sections(at, CommitSupport((("us-hq", 5),))) == ["16.21"]
    assert sections(at, CommitSupport((("ge-hq", 1),))) == ["16.11"]
    assert sections(at, CommitSupport((("us-hq", 1), ("us-hq", 2)))) == ["16.21"]
    assert sections(at, CommitSupport(air=3)) == ["17.31"]
    assert "17.32" in sections(at, CommitSupport(air=1, naval=1))
    at = play(at, CommitSupport())
    assert sections(at, CommitSupport(air=1)) == ["17.31"]


def test_nobody_is_asked_without_anything_to_give() -> None:
    assert decision(play(fight(US, GE), GO, "assault", "stand")) == "roll"
    at = play(fight(US, GE, THEIRS), GO, "assault", "stand")
    assert decision(at) == "defence-support"


def test_all_choices_of_support_are_offered_once() -> None:
    at = supported()
    found = options(at, CommitSupport)
    assert len(found) == len(set(found)) == 5 * 7 * 3
    assert found[0] == CommitSupport((("us-hq", 4), ("us-v-hq", 6)), air=2)


def test_a_division_splits_its_points_over_two_attacks(monkeypatch: pytest.MonkeyPatch) -> None:
    table(monkeypatch)
    more = ((unit("us-2", division="us-1", corps="us-v"), "e1739"), (unit("ge-2"), "e1839"))
    at = play(fight(US, GE, DIVISION, *more), GO, "assault", "stand", CommitSupport((("us-hq", 3),)), 5)
    at = play(at, Attack(("us-2",), "e1839"), "assault", "stand")
    assert options(at, CommitSupport) == [CommitSupport((("us-hq", 1),)), CommitSupport()]


@pytest.mark.parametrize(("letter", "level"), [("A", 1), ("B", 0)])
def test_a_gun_next_to_the_defender_suffers_with_the_attackers(
    monkeypatch: pytest.MonkeyPatch, letter: str, level: int
) -> None:
    """The Note to 13.0 spares only guns that are not next to the defender hex."""
    table(monkeypatch, attacker=(("A", "dis-1"),))
    near = (hq("us-hq", "us-1", artillery=4, corps="us-v"), "e1841")
    for place, expected in ((near, level), (DIVISION, 0)):
        at = play(fight(US, GE, place, options={"artillery-results": letter}), GO, "assault", "stand")
        at = play(at, CommitSupport((("us-hq", 2),)), 5)
        assert at.number("disorder", "us-hq") == expected
        assert at.number("disorder", "us-1") == 1


# --- the cup ----------------------------------------------------------------------------------------------


def test_markers_in_the_cup_are_counted_not_named() -> None:
    facts = {("am", "am-ge-352-1"): "cup", ("am", "am-ge-21-1"): "cup", ("am", "am-ge-21-2"): "used"}
    facts |= {("am", "free-ops-german-1"): "cup", ("am", "am-us-1-1"): "initiative"}
    at = fight(US, GE, facts=facts)
    seen = masked(at, "allied")
    known = {c: seen.text("am", c) for c in seen.subjects("am")}
    assert known == {
        "am-ge-21-2": "used",
        "am-us-1-1": "initiative",
        "free-ops-german-1": "cup",
        "hidden-german-1": "cup",
        "hidden-german-2": "cup",
    }
    assert masked(at, "german").text("am", "hidden-allied-1") == "initiative"
    assert masked(at, "referee") is at


def test_every_decision_has_a_legal_answer() -> None:
    at = supported()
    while at.pending:
        answer = next(iter(legal(at)))
        at = apply(at, answer)
    assert at.text("activation") == "me"
