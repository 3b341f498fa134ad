"""Sections 9.2, 9.3.4, 9.4.2 and 9.4.4: when a Reaction chit may be played, and what it activates."""

from __future__ import annotations

import pytest

from adjudicator.dark_summer import r09_parts, r09_reaction
from adjudicator.dark_summer.r09_reaction import DeclineReaction, PlayReaction
from adjudicator.game import apply, check, legal
from adjudicator.inquiry import Inquiry
from adjudicator.position import Fact, Key, Position
from tests.playing import refused

from . import build

BOARD = build.board(build.hexes(30, 40, 2, 8))
KG = build.unit("ge-kg-1", "mechanized", division="21")
KG2 = build.unit("ge-kg-2", "mechanized", division="21")
RGT = build.unit("ge-915", division="352")
RGT2 = build.unit("ge-916", division="352")
TIGER = build.unit("ge-101", "armor", size="battalion", marks=("tiger",))
FLAK = build.unit("ge-f1", "flak", corps="III Flak")
FLAK2 = build.unit("ge-f2", "flak", corps="III Flak")
US = build.unit("us-16")


def position(over: str = "us", chits: int = 2, **facts: Fact) -> Position:
    """Just after an Allied Round of Turn 2, with chits still in the cup."""
    known: dict[Key, Fact] = {("turn", ""): 2, ("round", ""): 3, ("cup", "german"): 2, ("cup", "us"): 1}
    known |= {("round-over", ""): over, ("reaction-chits", ""): chits, ("side", ""): "german"}
    known |= {(name.replace("_", "-"), ""): fact for name, fact in facts.items()}
    return build.position(
        BOARD, (KG, "3206"), (TIGER, "3206"), (RGT, "3206"), (KG2, "3407"), (RGT2, "cherbourg"),
        (FLAK, "3506"), (FLAK2, "3507"), (US, "3903"), facts=known,
    )  # fmt: skip


def active(given: Position) -> tuple[str, ...]:
    """Ids of the activated units."""
    return given.subjects("active")


def test_what_can_be_activated() -> None:
    given = position()
    assert list(r09_reaction.stacks(given)) == ["3206", "3407", "3506", "3507"]
    names = {name: [p.uid for p in units] for name, units in r09_reaction.formations(given).items()}
    assert names == {
        "III Flak": ["ge-f1", "ge-f2"],
        "ge-101": ["ge-101"],
        "german 21": ["ge-kg-1", "ge-kg-2"],
        "german 352": ["ge-915", "ge-916"],
    }


def test_every_stack_and_formation_is_offered() -> None:
    offered = list(legal(position()))
    assert sum(isinstance(a, PlayReaction) for a in offered) == 8
    assert DeclineReaction() in offered
    assert all(a in legal(position()) for a in offered)


def test_a_stack_reacts() -> None:
    after = apply(position(), PlayReaction(stack="3206"))
    assert active(after) == ("ge-101", "ge-915", "ge-kg-1")
    assert after.text("active-stack") == "3206"
    assert (after.text("round-kind"), after.text("round-group"), after.text("side")) == (
        "reaction",
        "german",
        "german",
    )
    assert (after.number("round"), after.number("reaction-chits"), after.text("round-over")) == (4, 1, "")
    assert after.text("round-part") == "movement"


def test_a_formation_reacts_wherever_its_units_are() -> None:
    after = apply(position(), PlayReaction(formation="german 352"))
    assert active(after) == ("ge-915", "ge-916")
    assert after.text("active-stack") == ""
    assert active(apply(position(), PlayReaction(formation="III Flak"))) == ("ge-f1", "ge-f2")


@pytest.mark.parametrize(
    ("word", "name"),
    [("352", "german 352"), ("GERMAN-352", "german 352"), ("iii-flak", "III Flak"), ("ge-101", "ge-101")],
)
def test_names_of_formations_as_players_write_them(word: str, name: str) -> None:
    assert r09_reaction.formation_named(position(), word) == name
    assert active(apply(position(), PlayReaction(formation=word)))


def test_the_cherbourg_box_is_no_stack() -> None:
    assert refused(position(), PlayReaction(stack="cherbourg")) == ["9.3.4"]


@pytest.mark.parametrize(
    "action",
    [
        PlayReaction(),
        PlayReaction(formation="ge-101", stack="3206"),
        PlayReaction(stack="3903"),
        PlayReaction(formation="german 12"),
    ],
)
def test_one_german_stack_or_formation(action: PlayReaction) -> None:
    assert "9.3.4" in refused(position(), action)


def test_no_chit_left() -> None:
    assert refused(position(chits=0), PlayReaction(stack="3206")) == ["9.3.4"]


@pytest.mark.parametrize("over", ["", "german"])
def test_only_after_an_allied_round(over: str) -> None:
    given = position(over)
    assert refused(given, PlayReaction(stack="3206")) == ["9.3.4"]
    assert refused(given, DeclineReaction()) == ["9.3.4"]
    assert not [a for a in legal(given) if isinstance(a, PlayReaction | DeclineReaction)]


def test_not_in_the_middle_of_a_round() -> None:
    given = position(round_kind="move", round_group="us", round_part="movement")
    assert refused(given, PlayReaction(stack="3206")) == ["9.2"]


def test_passing_draws_the_next_chit() -> None:
    after = apply(position(), DeclineReaction())
    top = after.decision
    assert top is not None
    assert (top.player, top.data["what"], top.data["dice"]) == ("dice", "draw-chit", ["d3"])
    assert (after.number("reaction-chits"), after.number("round")) == (2, 3)


def test_the_wave_reactions_have_chits_of_their_own() -> None:
    given = position("allied", turn=1, round=1)
    after = apply(given, PlayReaction(stack="3206"))
    assert (after.number("reaction-chits"), after.number("round")) == (2, 2)
    assert r09_parts.is_first_reaction(after)
    cited = {step.rule for step in check(given, PlayReaction(stack="3206")).steps}
    assert "9.4.2" in cited


def test_the_second_wave_reaction_is_a_normal_one() -> None:
    given = position("allied", chits=0, turn=1, round=3)
    after = apply(given, PlayReaction(stack="3206"))
    assert not r09_parts.is_first_reaction(after)
    assert "9.4.4" in {step.rule for step in check(given, PlayReaction(stack="3206")).steps}


def test_a_later_reaction_of_turn_1_is_a_normal_one() -> None:
    after = apply(position("us", turn=1, round=5), PlayReaction(stack="3206"))
    assert not r09_parts.is_first_reaction(after)


# --- who is active ---------------------------------------------------------------------------------------


def test_active_units_of_each_kind_of_round() -> None:
    reaction = apply(position(), PlayReaction(stack="3206"))
    assert r09_reaction.active_units(reaction) == ("ge-101", "ge-915", "ge-kg-1")
    german = position(round_kind="move", round_group="german")
    assert "us-16" not in r09_reaction.active_units(german)
    assert "ge-916" in r09_reaction.active_units(german)
    assert r09_reaction.active_units(position(round_kind="combined", round_group="us")) == ("us-16",)
    assert r09_reaction.active_units(position(round_kind="combat", round_group="british")) == ()
    assert r09_reaction.active_units(position()) == ()
    assert r09_reaction.active_units(position(round_kind="first-wave", round_group="allied")) == ()


@pytest.mark.parametrize(
    ("kind", "active"), [("first-wave", ("us-16",)), ("second-wave", ("us-16", "us-18"))]
)
def test_the_waves_activate_their_own_units_only(kind: str, active: tuple[str, ...]) -> None:
    units = [build.unit("us-16", marks=("wave-1",)), build.unit("us-18", marks=("wave-2",))]
    units += [build.unit("us-9", marks=("wave-3",)), build.unit("us-505", "paratrooper")]
    facts: dict[Key, Fact] = {("round-kind", ""): kind, ("round-group", ""): "allied"}
    given = build.position(BOARD, *[(u, "approach-3303") for u in units], facts=facts)
    assert r09_reaction.active_units(given) == active


def test_units_that_left_the_map_are_not_active() -> None:
    facts: dict[Key, Fact] = {("round-kind", ""): "move", ("round-group", ""): "us"}
    given = build.position(BOARD, (US, "exit-allied"), (build.unit("us-18"), "cherbourg"), facts=facts)
    assert r09_reaction.active_units(given) == ("us-18",)


def test_a_unit_in_a_lettered_hex_may_leave_it_though_it_is_not_active() -> None:
    board = build.board(build.hexes(30, 36, 2, 8), letters={"3206": "W"})
    facts: dict[Key, Fact] = {("round-kind", ""): "reaction", ("round-group", ""): "german"}
    inquiry = Inquiry(build.position(board, (RGT, "3206"), facts=facts))
    assert not r09_reaction.explain_active(inquiry, inquiry.pieces["ge-915"])
    assert inquiry.steps[-1].rule == "10.1"


def test_a_wave_reaction_may_activate_nobody() -> None:
    ruling = check(position("allied", turn=1, round=1), DeclineReaction())
    assert [step.rule for step in ruling.steps] == ["9.3.4", "9.4"]


@pytest.mark.parametrize(
    ("uid", "active", "told"),
    [
        ("ge-kg-1", True, "was activated"),
        ("ge-915", True, "may move but not attack"),
        ("ge-f1", False, "was not activated"),
    ],
)
def test_a_ruling_on_an_active_unit(uid: str, active: bool, told: str) -> None:
    given = apply(position(), PlayReaction(stack="3206"))
    inquiry = Inquiry(given)
    assert r09_reaction.explain_active(inquiry, given.pieces[uid]) is active
    assert any(told in step.text for step in inquiry.steps)


def test_a_ruling_on_groups_and_on_no_round() -> None:
    inquiry = Inquiry(position(round_kind="move", round_group="british"))
    assert not r09_reaction.explain_active(inquiry, inquiry.pieces["us-16"])
    assert "us-16 is not one" in inquiry.steps[-1].text
    idle = Inquiry(position())
    assert not r09_reaction.explain_active(idle, idle.pieces["us-16"])
