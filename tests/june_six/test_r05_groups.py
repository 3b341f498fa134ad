"""Section 5.13: optional German reinforcement groups."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from adjudicator.game import apply, check, legal
from adjudicator.june_six import GAME, r05_groups, r07_activation, r08_landing, r10_entry, r10_release
from adjudicator.june_six.r03_flow import enter_phase
from adjudicator.june_six.r03_phases import EndPhase
from adjudicator.june_six.r05_groups import ChooseGroup
from adjudicator.june_six.r05_purchases import free_markers, is_free
from adjudicator.june_six.r05_resources import income
from adjudicator.june_six.r06_formations import Assign
from adjudicator.june_six.r07_draws import HoldOut
from adjudicator.june_six.r10_entry import ChooseEntry
from adjudicator.june_six.r10_schedule import schedule
from adjudicator.position import Fact, Key, Position
from maps.filing import OURS
from tests.playing import refused

START = GAME.scenario("campaign")
IN_USE = {"optional-groups": "B"}


def logistics(
    turn: int, *, rp: int = 9, options: Mapping[str, str] = IN_USE, facts: Mapping[Key, Fact] | None = None
) -> Position:
    """The German Logistics Phase of a turn of the campaign, after the roll."""
    known = {
        ("phase", ""): "german-logistics", ("turn", ""): turn, ("side", ""): "german",
        ("rp", "german"): rp, ("rp-received", "german"): True, **(facts or {}),
    }  # fmt: skip
    at = START
    return Position(at.game, at.board, at.schema, at.pieces, {**at.facts, **known}, options=options)


def test_a_group_is_called_up_on_its_turn_for_its_price() -> None:
    at = logistics(5)
    assert list(legal(at).of("choose-group")) == [ChooseGroup("lah")]
    then = apply(at, ChooseGroup("lah"))
    assert then.number("rp", "german") == 7
    assert then.flag("optional-group", "lah")
    assert refused(then, ChooseGroup("lah")) == ["5.13"]


def test_without_the_option_nobody_calls_a_group_up() -> None:
    at = logistics(5, options={})
    assert refused(at, ChooseGroup("lah")) == ["5.13"]
    assert list(legal(at).of("choose-group")) == []
    known: dict[Key, Fact] = {("optional-group", "lah"): True}
    assert r05_groups.chosen(logistics(5, options={}, facts=known)) == ()


@pytest.mark.parametrize(("turn", "group"), [(4, "lah"), (6, "lah"), (5, "ii-ss"), (7, "tigers")])
def test_not_on_another_turn(turn: int, group: str) -> None:
    assert refused(logistics(turn), ChooseGroup(group)) == ["5.13"]


def test_its_price_must_be_there() -> None:
    assert refused(logistics(5, rp=1), ChooseGroup("lah")) == ["5.13"]
    assert list(legal(logistics(5, rp=1)).of("choose-group")) == []


def test_there_is_no_other_group() -> None:
    assert refused(logistics(5), ChooseGroup("nonsense")) == ["5.13"]


def test_the_price_is_paid_until_the_division_would_have_come() -> None:
    used: dict[Key, Fact] = {("optional-group", "lah"): True}
    for turn, price in ((4, 0), (5, 2), (10, 2), (11, 0)):
        with_it, without = logistics(turn, facts=used), logistics(turn)
        assert income(without, "german", 5).value - income(with_it, "german", 5).value == price


def test_its_division_arrives_by_its_letters_and_number() -> None:
    before, then = logistics(5), apply(logistics(5), ChooseGroup("lah"))
    assert not r10_entry.waits(before, "ge-1ss")
    assert r10_entry.waits(then, "ge-1ss")
    assert not is_free(before, "ge-1ss")
    assert free_markers(then, "ge-1ss") == 1
    assert r10_entry.entry_letters(then, "ge-1ss") == tuple(schedule(OURS, "group")["lah"].values["entry"])  # type: ignore[arg-type]
    assert r10_release.release_number(then, "ge-1ss") == schedule(OURS, "group")["lah"].number("release")
    late = then.pieces["ge-1ss-pz"]
    assert late.printed.arrival == 12
    assert r05_groups.arrival_of(then, late) == 6
    assert not r07_activation.arrived(then, late)
    assert r07_activation.arrived(then, then.pieces["ge-1ss-hq"])


def test_its_entry_hex_is_named_before_the_phase_ends() -> None:
    then = apply(logistics(5), ChooseGroup("lah"))
    assert refused(then, EndPhase()) == ["10.35"]
    assert refused(logistics(5), ChooseEntry("ge-1ss", "C")) == ["3.31"]
    assert refused(then, ChooseEntry("ge-1ss", "F")) == ["10.35"]
    named = apply(then, ChooseEntry("ge-1ss", "C"))
    assert check(named, EndPhase()).ok
    assert r10_entry.entry_letters(named, "ge-1ss") == ("C",)


def test_a_corps_of_a_group_enters_without_release() -> None:
    then = apply(logistics(6), ChooseGroup("ii-ss"))
    for formation in ("ge-9ss", "ge-10ss", "ge-ii-ss"):
        then = apply(then, ChooseEntry(formation, "D"))
    draft = then.draft()
    enter_phase(draft, "placement")
    there = draft.finish()
    assert there.flag("entered", "ge-ii-ss")
    assert not there.flag("entered", "ge-9ss")
    assert r08_landing.arrives(there, there.pieces["ge-ii-ss-hq"])
    assert not r08_landing.arrives(there, there.pieces["ge-ii-ss-102"])


def test_the_503rd_comes_only_with_its_group_and_is_assigned() -> None:
    tiger = START.pieces["ge-503"]
    for turn in (1, 8, 13):
        assert not r07_activation.arrived(logistics(turn), tiger)
    used = apply(logistics(8), ChooseGroup("tigers"))
    assert r05_groups.arrival_of(used, tiger) == 8
    assert r08_landing.arrives(used, tiger)
    assert r08_landing.entry_letters(used, tiger) == {"C", "D"}
    draft = used.draft()
    enter_phase(draft, "placement")
    asked = draft.finish()
    assert asked.pending[-1].data["unit"] == "ge-503"
    then = apply(asked, Assign("ge-503", "ge-lxxxiv"))
    assert then.text("assigned", "ge-503") == "ge-lxxxiv"
    corps = then.pieces["ge-lxxxiv-hq"]
    assert "ge-503" in {p.uid for p in r07_activation.members(then, corps, "ge-lxxxiv")}


def test_a_unit_named_by_a_group_comes_before_its_corps() -> None:
    used = apply(logistics(8), ChooseGroup("tigers"))
    unit = used.pieces["ge-ii-ss-102"]
    assert r05_groups.arrival_of(used, unit) == 8
    assert r08_landing.arrives(used, unit)
    both = logistics(8, facts={("optional-group", "ii-ss"): True, ("optional-group", "tigers"): True})
    assert r05_groups.arrival_of(both, unit) == 7


def test_the_markers_of_a_group_go_into_the_cup() -> None:
    at = apply(logistics(5, facts={("initiative", ""): "german"}), ChooseGroup("lah"))
    then = apply(apply(at, ChooseEntry("ge-1ss", "B")), EndPhase())
    assert [c for c in ("am-ge-1ss-1", "am-ge-1ss-2") if then.text("am", c) == "cup"] == ["am-ge-1ss-1"]
    assert HoldOut("ge-1ss") not in legal(then)
