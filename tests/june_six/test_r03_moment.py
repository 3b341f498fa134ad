"""Section 3.0: the position at the moment when an action is open, and what questions say of it."""

from __future__ import annotations

import pytest

from adjudicator.actions import Action
from adjudicator.errors import MalformedAction
from adjudicator.game import check
from adjudicator.june_six import GAME, r07_hqs
from adjudicator.june_six.r03_moment import at_moment, moment
from adjudicator.june_six.r05_purchases import Purchase
from adjudicator.june_six.r06_formations import Assign, Attach
from adjudicator.june_six.r07_corps import DeclareCorps
from adjudicator.june_six.r08_movement import Move
from adjudicator.june_six.r10_entry import Withhold
from adjudicator.june_six.r12_attack import Attack
from adjudicator.june_six.r16_bombardment import Bombard
from adjudicator.june_six.r20_bridges import Demolish
from adjudicator.position import Fact, Key, Position
from adjudicator.questions import Asking, read_question
from adjudicator.ruling import Ruling
from adjudicator.supposing import reply, suppose
from tests.june_six.build import board, hexes, hq, position, situation, unit

ON = board(hexes(30, 44, 8, 27))
ONE, ONE_HQ = unit("us-1-16", division="us-1", corps="us-v"), hq("us-1-hq", "us-1", corps="us-v")
TWO, TWO_HQ = unit("us-29-115", division="us-29", corps="us-v"), hq("us-29-hq", "us-29", corps="us-v")
ENEMY, ENEMY_HQ = unit("ge-352-916", division="ge-352"), hq("ge-352-hq", "ge-352")


def there(**more: object) -> Position:
    """Two US Divisions before a German one, the first of them in its activation."""
    known = {
        "side": "allied",
        "active": ["us-1-16", "us-1-hq"],
        "part": "combat",
        **more,
    }
    placed = (
        (ONE, "e1939"),
        (ONE_HQ, "e1839"),
        (TWO, "e1941"),
        (TWO_HQ, "e1942"),
        (ENEMY, "e1940"),
        (ENEMY_HQ, "e2141"),
    )
    return situation(ON, *placed, **known)  # type: ignore[arg-type]


def ask(at: Position, verb: str, **args: object) -> Ruling:
    return reply(read_question(GAME.questions[verb], args), Asking(GAME, at, "referee"))


def test_an_action_of_the_activation_under_way_stays_in_it() -> None:
    at = there()
    assert at_moment(at, Attack(("us-1-16",), "e1940")) is at
    moved = moment(at, Move("us-1-16", ("e1938",)))
    assert (moved.text("part"), moved.text("activation")) == ("movement", "me")
    assert moved.flag("active", "us-1-16")


def test_another_formation_has_an_activation_of_its_own() -> None:
    at = moment(there(), Attack(("us-29-115",), "e1940"))
    assert at.flag("active", "us-29-115")
    assert not at.flag("active", "us-1-16")
    assert (at.text("phase"), at.text("part"), at.text("side")) == ("me", "combat", "allied")
    assert check(at, Attack(("us-29-115",), "e1940")).ok


def test_two_formations_never_attack_together() -> None:
    found = suppose(there(), Attack(("us-1-16", "us-29-115"), "e1940"))
    assert [v.rule for v in found.violations] == ["7.3"]
    alone = suppose(there(), Attack(("us-29-115",), "e1940"))
    assert (alone.violations, [v.rule for v in alone.moment]) == ((), ["7.3"])


@pytest.mark.parametrize(("marks", "phase"), [({}, "me"), ({"us-29-hq": {"re": True}}, "re")])
def test_a_marked_hq_brings_its_formation_at_re(marks: dict[str, dict[str, bool]], phase: str) -> None:
    at = moment(there(marks=marks), Attack(("us-29-115",), "e1940"))
    assert (at.text("phase"), at.text("activation")) == (phase, phase)


def test_an_isolated_unit_acts_by_itself_once_its_hq_has_acted() -> None:
    marks = {"us-29-115": {"isolated": True}, "us-29-hq": {"acted-me": True}}
    at = moment(there(marks=marks), Attack(("us-29-115",), "e1940"))
    assert at.text("phase") == "re"
    assert [u for u in at.subjects("active") if at.flag("active", u)] == ["us-29-115"]


def test_what_a_unit_has_done_stays_done() -> None:
    spent = there(marks={"us-1-16": {"moved": True, "attacked": True}})
    assert suppose(spent, Move("us-1-16", ("e1938",))).violations
    assert [v.rule for v in suppose(spent, Attack(("us-1-16",), "e1940")).violations] == ["13.53"]
    assert suppose(there(marks={"us-29-115": {"pinned": True}}), Move("us-29-115", ("e2041",))).violations


@pytest.mark.parametrize(
    ("action", "phase", "side"),
    [
        (Purchase("us-1"), "allied-logistics", "allied"),
        (Purchase("ge-352"), "german-logistics", "german"),
        (DeclareCorps("ge-352-hq", ()), "german-logistics", "german"),
        (Bombard("air", 1, "e1940"), "bombardment", "allied"),
        (Withhold("ge-lehr", "B"), "bombardment", "german"),
    ],
)
def test_other_actions_have_a_phase(action: Action, phase: str, side: str) -> None:
    at = moment(there(), action)
    assert (at.text("phase"), at.text("side"), at.text("activation")) == (phase, side, "")


def test_engineers_and_attachments_act_with_their_hq() -> None:
    assert moment(there(), Demolish("ge-352-hq", "e1940/e1941")).flag("active", "ge-352-hq")
    assert moment(there(), Attach("us-1-16", "us-29")).flag("active", "us-29-hq")
    assigned = moment(there(), Assign("us-1-16", "us-v"))
    assert assigned.decision is not None
    assert assigned.decision.data["unit"] == "us-1-16"
    assert moment(there(), Assign("nobody", "us-v")) == there()


def test_a_question_says_what_only_the_moment_forbids() -> None:
    odds = ask(there(), "odds", area="e1940", with_units=["29-115"])
    assert odds.ok
    assert odds.verdict.startswith("Not now: us-29-115")
    both = ask(there(), "odds", area="e1940", with_units=["29-115", "1-16"])
    assert not both.ok
    assert both.verdict.startswith("No: ")
    assert ask(there(), "attackers", area="e1940").answer == ["us-1-16"]
    assert ask(there(), "advance", area="e1940", roll=12).answer["may"] == ["us-1-16"]
    named = ask(there(), "advance", area="e1940", roll=12, with_units=["29-115"])
    assert [v.rule for v in named.moment] == ["7.3"]


def test_a_formation_of_the_re_phase_has_no_marker_in_the_cup() -> None:
    guards = hq("br-gda-hq", "br-gda", corps="br-viii", arrival=12)
    at = position(ON, (guards, "landing-gold"), facts={("turn", ""): 12, ("phase", ""): "me"})
    assert [s for s, _ in r07_hqs.activation_faults(at, at.pieces["br-gda-hq"])] == ["7.23"]
    landed = position(ON, (guards, "e1840"), facts={("turn", ""): 13, ("phase", ""): "me"})
    assert not r07_hqs.activation_faults(landed, landed.pieces["br-gda-hq"])


def test_by_the_second_reading_a_corps_marker_activates_all_or_none() -> None:
    five, seven = hq("us-v-hq", "us-v", size="corps"), hq("us-vii-hq", "us-vii", size="corps")
    on = board(hexes(30, 44, 8, 27), beaches={"e1930": "omaha"})
    near: dict[Key, Fact] = {("turn", ""): 4, ("phase", ""): "me", ("side", ""): "allied"}
    split = position(on, (five, "e1930"), (seven, "e0842"), facts=near)
    assert ask(split, "activate", marker="us-corps").answer["hqs"] == ["us-v-hq"]
    strict = Position(
        split.game, split.board, split.schema, split.pieces, split.facts, options={"corps-loc": "B"}
    )
    assert ask(strict, "activate", marker="us-corps").answer["hqs"] == []


def test_without_a_hex_all_attacks_of_a_formation_are_told() -> None:
    now = ask(there(), "attackers")
    assert (now.answer, now.ok, now.moment) == ({"e1940": ["us-1-16"]}, True, ())
    assert now.verdict == "Hexes that may be attacked, with units: E1940 (1)."
    later = ask(there(), "attackers", formation="us-29")
    assert later.answer == {"e1940": ["us-29-115"]}
    assert later.verdict.startswith("Not now: ")
    spent = there(marks={"us-1-16": {"attacked": True}})
    assert [s.rule for s in ask(spent, "attackers").steps] == ["13.53"]
    with pytest.raises(MalformedAction, match="no activation"):
        ask(position(ON, (ONE, "e1939")), "attackers")


def test_a_formation_next_to_nobody_attacks_nobody() -> None:
    far = position(ON, (ONE, "e1030"), (ENEMY, "e1940"))
    found = ask(far, "attackers", formation="us-1")
    assert (found.verdict, found.answer) == ("No hex may be attacked.", {})
