"""Sections 7.2.3, 9.2 and 9.3.1 to 9.3.3: playing a chit, Combined Action Rounds, Prepared Offensives."""

from __future__ import annotations

import pytest

from adjudicator.dark_summer.r09_rounds import (
    BeginRound,
    EndPart,
    EndRound,
    PrepareOffensive,
    explain_prepared,
)
from adjudicator.game import apply, legal
from adjudicator.inquiry import Inquiry
from adjudicator.position import Fact, Key, Position
from tests.playing import refused

from . import build

BOARD = build.board(build.hexes(30, 36, 2, 8))


def position(**facts: Fact | dict[str, Fact]) -> Position:
    """A pause on Turn 2 with a German and a US regiment far apart; facts by name, ``round_kind`` ..."""
    known: dict[Key, Fact] = {("turn", ""): 2, ("round", ""): 1, ("cup", "german"): 1}
    for name, value in facts.items():
        for subject, fact in value.items() if isinstance(value, dict) else [("", value)]:
            known[name.replace("_", "-"), subject] = fact
    return build.position(BOARD, (build.unit("ge-916"), "3008"), (build.unit("us-16"), "3504"), facts=known)


def holding(chit: str, **facts: Fact | dict[str, Fact]) -> Position:
    """The same with a chit drawn."""
    draft = position(**facts).draft()
    draft.ask("german" if chit == "german" else "allied", "play-chit", "9.2", chit=chit)
    return draft.finish()


def playable(given: Position) -> set[tuple[str, str]]:
    """Kinds of Round and faces that are legal."""
    return {(a.kind, a.face) for a in legal(given) if isinstance(a, BeginRound)}


# --- playing a chit --------------------------------------------------------------------------------------


def test_a_us_chit_has_two_sides_and_may_be_combined() -> None:
    every = {("move", "move"), ("combat", "combat"), ("combined", "move"), ("combined", "combat")}
    assert playable(holding("us")) == every


def test_a_british_chit_has_one_side() -> None:
    assert playable(holding("british-move")) == {("move", "move"), ("combined", "move")}
    assert playable(holding("british-combat")) == {("combat", "combat"), ("combined", "combat")}
    assert refused(holding("british-move"), BeginRound("combat", "combat")) == ["9.2"]


def test_a_german_chit_is_never_combined() -> None:
    given = holding("german", moves_played={"german": 1})
    assert playable(given) == {("move", "move"), ("combat", "combat")}
    assert refused(given, BeginRound("combined", "move")) == ["9.3.3"]


def test_no_combined_round_on_turn_1() -> None:
    given = holding("us", turn=1, round=5)
    assert playable(given) == {("move", "move"), ("combat", "combat")}
    assert refused(given, BeginRound("combined", "move")) == ["9.3.3"]


def test_one_combined_round_for_each_group() -> None:
    given = holding("us", combined_taken={"us": True})
    assert refused(given, BeginRound("combined", "combat")) == ["9.3.3"]
    assert refused(holding("british-move", combined_taken={"us": True}), BeginRound("combined", "move")) == []


def test_a_combined_round_counts_as_the_face_played() -> None:
    after = apply(holding("us", weather="rain", cup={"us": 1}), BeginRound("combined", "combat"))
    assert (after.number("combats-played", "us"), after.number("combat-rounds", "us")) == (1, 0)
    last = holding("us", weather="rain", combats_played={"us": 1}, combined_taken={"us": True})
    assert playable(last) == {("move", "move")}


def test_every_fault_of_an_announcement_is_listed() -> None:
    given = holding("german", turn=1, moves_played={"german": 2})
    assert refused(given, BeginRound("combined", "move")) == ["9.2", "9.3.3", "9.3.3"]
    assert refused(holding("us"), BeginRound("picnic", "move")) == ["9.2", "9.3"]
    assert refused(holding("us"), BeginRound("move", "combat")) == ["9.2"]


def test_nothing_else_before_the_chit_is_played() -> None:
    assert refused(holding("us"), EndRound()) == ["9.2"]
    assert refused(position(), BeginRound("move", "move")) == ["9.2"]


@pytest.mark.parametrize(
    ("chit", "kind", "face", "group", "part", "side"),
    [
        ("us", "move", "move", "us", "entry", "allied"),
        ("british-combat", "combat", "combat", "british", "combat", "allied"),
        ("british-move", "combined", "move", "british", "entry", "allied"),
        ("us", "combined", "combat", "us", "movement", "allied"),
        ("german", "move", "move", "german", "entry", "german"),
    ],
)
def test_a_round_begins(chit: str, kind: str, face: str, group: str, part: str, side: str) -> None:
    after = apply(holding(chit), BeginRound(kind, face))
    assert (after.text("round-kind"), after.text("round-group")) == (kind, group)
    assert (after.text("round-part"), after.text("side"), after.number("round")) == (part, side, 2)
    assert after.text("round-chit") == (face if kind == "combined" else "")
    assert after.number(f"{face}s-played", group) == 1
    assert after.flag("combined-taken", group) == (kind == "combined")
    assert after.number("combat-rounds", group) == (1 if kind == "combat" else 0)


def test_a_combined_round_with_a_british_move_chit() -> None:
    """ds-ex-08: Reinforcements may enter, then one hex of Movement, then Combat."""
    given = apply(holding("british-move"), BeginRound("combined", "move"))
    parts = [given.text("round-part")]
    for _ in range(2):
        given = apply(given, EndPart())
        parts.append(given.text("round-part"))
    assert parts == ["entry", "movement", "combat"]
    assert refused(given, EndPart()) == ["9.3"]


# --- the Prepared Offensive ------------------------------------------------------------------------------


def in_combat(**facts: Fact | dict[str, Fact]) -> Position:
    """A US Combat Round, the first of a Sun turn unless facts say more."""
    base: dict[str, Fact | dict[str, Fact]] = {
        "weather": "sun", "round_kind": "combat", "round_group": "us", "round_part": "combat",
        "combat_rounds": {"us": 1}, "side": "allied",
    }  # fmt: skip
    return position(**(base | facts))


@pytest.mark.parametrize("weather", ["sun", "cloud"])
def test_a_prepared_offensive(weather: str) -> None:
    given = in_combat(weather=weather)
    assert PrepareOffensive() in list(legal(given).of("prepare-offensive"))
    assert apply(given, PrepareOffensive()).flag("prepared")


@pytest.mark.parametrize("weather", ["showers", "rain", "storm"])
def test_not_in_other_weather(weather: str) -> None:
    assert refused(in_combat(weather=weather), PrepareOffensive()) == ["7.2.3"]


@pytest.mark.parametrize(
    "facts",
    [
        {"combat_rounds": {"us": 2}},
        {"combined_taken": {"us": True}},
        {"prepared": True},
        {"hex_attacked": {"3008": True}},
        {"round_kind": "combined"},
        {"round_kind": ""},
    ],
)
def test_not_later_nor_after_a_combined_round(facts: dict[str, Fact | dict[str, Fact]]) -> None:
    assert set(refused(in_combat(**facts), PrepareOffensive())) == {"7.2.3"}


@pytest.mark.parametrize(
    ("facts", "may"),
    [
        ({"round_kind": "", "combat_rounds": {"us": 0}}, True),
        ({"round_kind": "", "combat_rounds": {"us": 1}}, False),
        ({"round_group": "british", "combat_rounds": {"us": 1}}, False),
        ({"round_group": "british", "combat_rounds": {"us": 0}}, False),
        ({}, True),
    ],
)
def test_it_is_asked_at_other_times_too(facts: dict[str, Fact | dict[str, Fact]], may: bool) -> None:
    inquiry = Inquiry(in_combat(**facts))
    explain_prepared(inquiry, "us")
    assert (not inquiry.violations) is may


def test_each_nationality_has_its_own() -> None:
    facts: dict[str, Fact | dict[str, Fact]] = {"combat_rounds": {"british": 1, "us": 2}}
    given = in_combat(round_group="british", combined_taken={"us": True}, **facts)
    assert refused(given, PrepareOffensive()) == []


def test_never_a_german_one() -> None:
    given = in_combat(round_group="german", side="german")
    assert refused(given, PrepareOffensive()) == ["7.2.3", "7.2.3"]


# --- going on and ending ---------------------------------------------------------------------------------


def test_reinforcements_are_closed_before_the_round_ends() -> None:
    given = apply(holding("us"), BeginRound("move", "move"))
    assert refused(given, EndRound()) == ["8.1.2"]
    given = apply(given, EndPart())
    assert given.text("round-part") == "movement"
    assert refused(given, EndPart()) == ["9.3"]


def test_nothing_ends_between_rounds() -> None:
    assert refused(position(), EndPart()) == ["9.2"]
    assert refused(position(), EndRound()) == ["9.2"]


def test_a_round_ends_and_is_forgotten() -> None:
    given = in_combat(moved={"us-16": True}, prepared=True)
    after = apply(given, EndRound())
    assert (after.text("round-kind"), after.text("round-group")) == ("", "")
    assert not after.flag("moved", "us-16")
    assert not after.flag("prepared")
    assert after.number("combat-rounds", "us") == 1


def test_the_boundary_is_lifted_after_the_round_of_the_first_entry_into_brittany() -> None:
    assert not apply(in_combat(), EndRound()).flag("boundary-lifted")
    assert apply(in_combat(brittany_turn=2), EndRound()).flag("boundary-lifted")


def test_an_overstacked_hex_is_seen_to_when_movement_ends() -> None:
    draft = position(round_kind="move", round_group="us", round_part="movement", side="allied").draft()
    given = draft.finish()
    crowd = tuple((build.unit(f"us-{n}"), "3404") for n in range(5))
    crowded = build.position(BOARD, *crowd, (build.unit("ge-916"), "3008"), facts=dict(given.facts))
    after = apply(crowded, EndRound())
    top = after.decision
    assert top is not None
    assert (top.player, top.kind) == ("german", "remove-excess")
    assert after.text("round-kind") == ""
