"""Answers about a roll, a retreat or losses: they agree with what happens, and say why."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.breakout_normandy.r09_assault import Assault, NameForward
from adjudicator.breakout_normandy.r09_rulings import result
from adjudicator.errors import MalformedAction
from adjudicator.position import Position
from tests.breakout_normandy.build_r2 import attackers, came, ge, position, unit
from tests.playing import play

PAIR = Assault("port", ("us-1-1", "us-1-2"), "us-1-1")


def entered(mandatory: bool = True, *, status: str = "fresh", **more: Any) -> Position:
    facts = came("us-1-1", "omaha", mandatory=mandatory) | came("us-1-2", "omaha", mandatory=False)
    pieces = [*attackers(2, "port"), ge("1", "port", status)]
    state = position(pieces, facts, control={"omaha": "us"}, **more)
    return play(state, PAIR, NameForward("ge-1"))


def inside() -> Position:
    guns = unit("us-art", "omaha", type="field-artillery", division="1")
    state = position([*attackers(2, "omaha"), guns, ge("1", "omaha", "d2")])
    return play(state, Assault("omaha", ("us-1-1", "us-1-2"), "us-1-1", ("us-art",)), NameForward("ge-1"))


def test_a_repulse_says_who_goes_back() -> None:
    ruling = result(entered(), (2, 12))
    assert ruling.verdict == "The assault on Port: failure."
    answer = ruling.answer
    assert answer["statuses"] == {"us-1-1": "d1", "us-1-2": "d1"}
    assert answer["must_retreat"] == {"us-1-1": "omaha"}
    assert answer["may_retreat"] == {"us-1-2": "omaha"}
    assert {"9.2", "9.3", "9.11", "9.4", "9.41", "8.51", "9.61"} <= set(ruling.rules)
    assert "9.43" not in ruling.rules


def test_a_stalemate_names_the_point_unit() -> None:
    state = entered()
    assert state.decision is not None
    gap = state.decision.data["av"] - state.decision.data["dv"]
    ruling = result(state, (7, 7 + gap))
    assert ruling.answer["result"] == "stalemate"
    assert ruling.answer["statuses"] == {"us-1-1": "d1", "us-1-2": "spent"}
    assert ruling.answer["may_retreat"] == {"us-1-1": "omaha", "us-1-2": "omaha"}
    assert "9.42" in ruling.rules


def test_a_success_counts_the_points() -> None:
    ruling = result(entered(), (8, 7))
    answer = ruling.answer
    assert (answer["result"], answer["points"], answer["capacity"], answer["overrun"]) == (
        "success",
        4,
        4,
        False,
    )
    assert answer["may_retreat"] == {}
    assert {"9.43", "9.5"} <= set(ruling.rules)


def test_an_overrun_from_inside_tells_what_it_cost() -> None:
    ruling = result(inside(), (12, 2))
    assert ruling.answer["overrun"] is True
    assert set(ruling.answer["statuses"].values()) == {"fresh"}
    assert {"8.53", "8.54", "9.8"} <= set(ruling.rules)


def test_a_loss_inside_the_area_keeps_everybody_there() -> None:
    ruling = result(inside(), (2, 12))
    assert ruling.answer["must_retreat"] == ruling.answer["may_retreat"] == {}
    assert {"9.41", "9.61", "9.7"} <= set(ruling.rules)
    assert ruling.answer["statuses"]["us-art"] == "spent"


def test_those_who_came_along_are_told_too() -> None:
    guns = unit("us-art", "port", type="field-artillery", division="1")
    idle = unit("us-1-3", "port", division="1")
    facts = came("us-1-1", "omaha") | came("us-art", "omaha") | came("us-1-3", "omaha", mandatory=False)
    state = position([*attackers(1, "port"), guns, idle, ge("1", "port")], facts, control={"omaha": "us"})
    state = play(state, Assault("port", ("us-1-1",), "us-1-1"), NameForward("ge-1"))
    ruling = result(state, (2, 12))
    assert ruling.answer["statuses"] == {"us-1-1": "d1", "us-1-3": "spent", "us-art": "d1"}
    assert ruling.answer["must_retreat"] == {"us-1-1": "omaha", "us-art": "omaha"}
    assert {"12.3", "16.1", "8.52"} <= set(ruling.rules)


def test_a_lost_invasion_disrupts_the_interdicted_too() -> None:
    facts = {("first-wave", ""): "landed", **came("us-1-1", "approach-omaha", "landing")}
    facts |= came("us-1-2", "approach-omaha", "landing", mandatory=False, interdicted=True)
    spent = unit("us-1-2", "omaha", "spent", division="1")
    state = position([*attackers(1, "omaha"), spent, ge("1", "omaha")], facts, phase="amphibious")
    state = play(state, Assault("omaha", ("us-1-1",), "us-1-1"), NameForward("ge-1"))
    ruling = result(state, (2, 12))
    assert ruling.answer["statuses"] == {"us-1-1": "d1", "us-1-2": "d1"}
    assert "21.5" in ruling.rules


def test_bocage_forgives_and_bars_the_overrun() -> None:
    facts = came("us-1-1", "labbe", mandatory=False)
    state = position([*attackers(1, "mereglise"), ge("1", "mereglise", "d2")], facts, active=("labbe",))
    state = play(state, Assault("mereglise", ("us-1-1",), "us-1-1"), NameForward("ge-1"))
    ruling = result(state, (12, 2))
    assert ruling.answer["result"] == "success without Overrun"
    assert ruling.answer["points"] == ruling.answer["margin"] - 1
    assert {"8.53", "9.5", "9.8"} <= set(ruling.rules)


@pytest.mark.parametrize(("phase", "rule"), [("airborne", "21.2"), ("amphibious", "21.5")])
def test_the_first_phases_of_d_day_know_no_retreat(phase: str, rule: str) -> None:
    drop = unit("us-82", "port", airborne=True, arrival=6, entry=("port",))
    facts = {("first-wave", ""): "landed", **came("us-82", "approach-omaha", "landing")}
    state = position([drop, ge("1", "port")], facts, phase=phase)
    state = play(state, Assault("port", ("us-82",), "us-82"), NameForward("ge-1"))
    assert rule in result(state, (2, 12)).rules


def test_a_landing_loser_of_an_optional_assault_stays() -> None:
    facts = came("us-1-1", "approach-omaha", "landing", mandatory=False)
    pieces = [*attackers(1, "omaha"), unit("us-old", "omaha", "spent"), ge("1", "omaha")]
    state = position(pieces, facts, active=("approach-omaha",))
    state = play(state, Assault("omaha", ("us-1-1",), "us-1-1"), NameForward("ge-1"))
    assert "has no Area to go back to" in " ".join(s.text for s in result(state, (2, 12)).steps)


def test_crossings_won_are_named() -> None:
    facts = came("us-1", "labbe", "bridge", bridge_was_held=True)
    state = position([unit("us-1", "valognes"), ge("1", "valognes")], facts, active=("labbe",))
    state = play(state, Assault("valognes", ("us-1",), "us-1"), NameForward("ge-1"))
    assert result(state, (12, 2)).answer["won"] == ["labbe/valognes"]
    assert "8.511" in result(state, (12, 2)).rules
    assert result(state, (2, 12)).answer["won"] == []


def test_without_an_assault_there_is_no_result() -> None:
    with pytest.raises(MalformedAction, match="no assault waits for its dice"):
        result(position([]), (7, 7))


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 12), st.integers(2, 12), st.sampled_from(["fresh", "spent", "d1", "d2"]), st.booleans())
def test_the_answer_is_what_happens(attack: int, defense: int, status: str, mandatory: bool) -> None:
    state = entered(mandatory, status=status)
    ruling = result(state, (attack, defense))
    after = play(state, (attack, defense))
    assert ruling.answer["statuses"] == {u: after.pieces[u].status for u in PAIR.units}
    assert (after.text("attacked", "port") == "overrun") is ruling.answer["overrun"]
    asked = after.decision.kind if after.decision else ""
    assert (asked == "retreat-attackers") is bool(ruling.answer["may_retreat"])
    wanted = ruling.answer["result"] == "success" and ruling.answer["points"] > 0
    assert (asked == "casualties") is wanted
