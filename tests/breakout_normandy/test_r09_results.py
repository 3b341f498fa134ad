"""Sections 9.4 to 9.43, 8.51 to 8.54, 8.511 and 12.3: what the dice of an assault do."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.breakout_normandy.r09_assault import Assault, NameForward
from adjudicator.breakout_normandy.r09_casualties import TakeLosses
from adjudicator.breakout_normandy.r09_chances import casualty_points
from adjudicator.breakout_normandy.r09_results import overrun_bar
from adjudicator.breakout_normandy.r09_retreats import RetreatAttackers, RetreatDefender, StandFast
from adjudicator.errors import RollNeeded
from adjudicator.game import legal, need_roll
from adjudicator.position import Position
from tests.breakout_normandy.build_r2 import attackers, came, ge, position, unit
from tests.playing import play


def status(state: Position, *uids: str) -> list[str]:
    return [state.pieces[u].status for u in uids]


def asked(state: Position) -> str:
    return state.decision.kind if state.decision else ""


def fight(state: Position, action: Assault, forward: str, margin: int) -> Position:
    """The position after an assault whose totals differ by a margin."""
    ready = play(state, action, NameForward(forward))
    assert ready.decision is not None
    gap = margin - (ready.decision.data["av"] - ready.decision.data["dv"])
    return play(ready, (7 + (gap + 1) // 2, 7 - gap // 2))


def inside(**more: Any) -> Position:
    """Three regiments and their guns in Contested Omaha; two Fresh Germans."""
    guns = unit("us-art", "omaha", type="field-artillery", division="1")
    pieces = [*attackers(3, "omaha"), guns, unit("us-29", "omaha"), ge("916", "omaha"), ge("726", "omaha")]
    control = {"port": "us"}
    return position(pieces, {("fortification-destroyed", "omaha"): True}, control=control, **more)


WHOLE = Assault("omaha", ("us-1-1", "us-1-2", "us-1-3"), "us-1-1", ("us-art",))
THREE = ("us-1-1", "us-1-2", "us-1-3")


def entered(mandatory: bool = True, *, area: str = "port", **more: Any) -> Position:
    """Two regiments that have entered an Area from Omaha."""
    facts = came("us-1-1", "omaha", mandatory=mandatory) | came("us-1-2", "omaha", mandatory=mandatory)
    pieces = [*attackers(2, area), ge("1", area), *more.pop("pieces", ())]
    return position(pieces, facts | more.pop("facts", {}), control={"omaha": "us"}, **more)


PAIR = Assault("port", ("us-1-1", "us-1-2"), "us-1-1")


def test_the_core_asks_for_two_rolls() -> None:
    with pytest.raises(RollNeeded, match=r"the assault on Omaha \(9.1\): give --roll DR,DR"):
        need_roll(play(inside(), WHOLE, NameForward("ge-916")))


# --- failure --------------------------------------------------------------------------------------------


def test_failure_inside_the_area_disrupts_and_nobody_retreats() -> None:
    after = fight(inside(), WHOLE, "ge-916", -1)
    assert status(after, *THREE, "us-art", "us-29") == ["d1", "d1", "d1", "spent", "fresh"]
    assert status(after, "ge-916", "ge-726") == ["fresh", "fresh"]
    assert asked(after) == "retreat-defenders"


def test_losers_of_a_mandatory_assault_go_back_where_they_came_from() -> None:
    after = fight(entered(), PAIR, "ge-1", -3)
    assert status(after, "us-1-1", "us-1-2") == ["d1", "d1"]
    assert {after.pieces[u].space for u in PAIR.units} == {"omaha"}
    assert after.text("attacked", "port") == "attacked"
    assert not after.flag("mandatory", "us-1-1")
    assert after.text("control", "port") == "german"


def test_losers_of_an_optional_assault_may_retreat_or_stay() -> None:
    after = fight(entered(mandatory=False), PAIR, "ge-1", -3)
    assert asked(after) == "retreat-attackers"
    assert list(legal(after)) == [
        RetreatAttackers(PAIR.units),
        RetreatAttackers(("us-1-1",)),
        RetreatAttackers(()),
    ]
    gone = play(after, RetreatAttackers(("us-1-1",)))
    assert [gone.pieces[u].space for u in PAIR.units] == ["omaha", "port"]
    assert asked(play(after, RetreatAttackers(()))) == "retreat-defenders"


def test_only_the_mandatory_part_of_a_mixed_assault_must_retreat() -> None:
    state = entered(facts={("mandatory", "us-1-1"): False})
    after = fight(state, PAIR, "ge-1", -1)
    assert [after.pieces[u].space for u in PAIR.units] == ["port", "omaha"]
    assert asked(after) == "retreat-attackers"
    assert after.decision is not None
    assert after.decision.data["units"] == ["us-1-1"]


def test_artillery_that_followed_a_lost_mandatory_assault_is_disrupted_too() -> None:
    guns = unit("us-art", "port", type="field-artillery", division="1")
    state = entered(pieces=[guns], facts=came("us-art", "omaha"))
    after = fight(state, PAIR, "ge-1", -1)
    assert after.pieces["us-art"].status == "d1"
    assert after.pieces["us-art"].space == "omaha"


def test_artillery_that_entered_an_optional_assault_is_only_spent() -> None:
    guns = unit("us-art", "port", type="field-artillery", division="1")
    state = entered(mandatory=False, pieces=[guns], facts=came("us-art", "omaha", mandatory=False))
    after = fight(state, PAIR, "ge-1", -1)
    assert (after.pieces["us-art"].status, after.pieces["us-art"].space) == ("spent", "port")


def test_units_that_came_along_without_attacking_are_spent() -> None:
    state = entered(mandatory=False)
    after = fight(state, Assault("port", ("us-1-1",), "us-1-1"), "ge-1", 1)
    assert status(after, "us-1-1", "us-1-2") == ["spent", "spent"]


def test_a_full_area_sends_forced_losers_on_to_where_they_began() -> None:
    crowd = [unit(f"us-x{n}", "grandcamp") for n in range(10)]
    facts = came("us-1-1", "grandcamp") | {("start", "us-1-1"): "omaha"}
    state = position([*attackers(1, "port"), ge("1", "port"), *crowd], facts, control={"omaha": "us"})
    after = fight(state, Assault("port", ("us-1-1",), "us-1-1"), "ge-1", -1)
    assert after.pieces["us-1-1"].space == "omaha"


def landing(mandatory: bool, **more: Any) -> Position:
    facts = came("us-1-1", "approach-omaha", "landing", mandatory=mandatory)
    ashore = [unit("us-old", "omaha", "d1")]
    return position(
        [*attackers(1, "omaha"), *ashore, ge("1", "omaha")], facts, active=("approach-omaha",), **more
    )


LANDED = Assault("omaha", ("us-1-1",), "us-1-1")


@pytest.mark.parametrize(("letter", "space"), [("A", "approach-omaha"), ("B", "omaha")])
def test_a_lost_landing_after_d_day_is_an_open_reading(letter: str, space: str) -> None:
    after = fight(landing(mandatory=True, landing_loser=letter), LANDED, "ge-1", -2)
    assert (after.pieces["us-1-1"].status, after.pieces["us-1-1"].space) == ("d1", space)


def test_optional_landing_losers_stay_on_the_beach() -> None:
    after = fight(landing(mandatory=False), LANDED, "ge-1", -2)
    assert after.pieces["us-1-1"].space == "omaha"
    assert asked(after) == "retreat-defenders"


def test_the_defender_may_retreat_although_he_won() -> None:
    after = fight(inside(), WHOLE, "ge-916", -4)
    gone = play(after, RetreatDefender("ge-916", "grandcamp"))
    assert (gone.pieces["ge-916"].status, gone.pieces["ge-916"].space) == ("spent", "grandcamp")
    assert asked(gone) == "retreat-defenders"
    assert asked(play(gone, StandFast())) == ""


# --- stalemate ------------------------------------------------------------------------------------------


def test_stalemate_disrupts_the_point_unit_only() -> None:
    after = fight(inside(), WHOLE, "ge-916", 0)
    assert status(after, *THREE, "us-art") == ["d1", "spent", "spent", "spent"]
    assert status(after, "ge-916") == ["fresh"]
    assert asked(after) == "retreat-defenders"


def test_after_a_stalemate_units_that_entered_may_retreat_even_from_a_mandatory_assault() -> None:
    after = fight(entered(), PAIR, "ge-1", 0)
    assert asked(after) == "retreat-attackers"
    assert {after.pieces[u].space for u in PAIR.units} == {"port"}
    assert status(after, *PAIR.units) == ["d1", "spent"]


# --- success --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("margin", "bocage", "points"), [(1, False, 1), (5, False, 5), (1, True, 0), (6, True, 5)]
)
def test_casualty_points(margin: int, bocage: bool, points: int) -> None:
    assert casualty_points(margin, bocage=bocage) == points


def test_success_asks_the_defender_for_his_losses() -> None:
    after = fight(inside(), WHOLE, "ge-916", 2)
    assert status(after, *THREE, "us-art") == ["spent"] * 4
    assert after.decision is not None
    assert (after.decision.kind, after.decision.data["points"]) == ("casualties", 2)


def test_bocage_forgives_the_only_point_but_the_attackers_are_not_disrupted() -> None:
    facts = came("us-1-1", "labbe", mandatory=False)
    state = position([*attackers(1, "mereglise"), ge("1", "mereglise")], facts, active=("labbe",))
    after = fight(state, Assault("mereglise", ("us-1-1",), "us-1-1"), "ge-1", 1)
    assert status(after, "us-1-1", "ge-1") == ["spent", "fresh"]
    assert asked(after) == "retreat-defenders"


def test_exactly_all_points_are_no_overrun() -> None:
    state = inside()
    after = fight(state, WHOLE, "ge-916", 8)
    assert asked(after) == "casualties"
    gone = play(after, TakeLosses((("ge-916", 4, ""), ("ge-726", 4, ""))))
    assert gone.text("attacked", "omaha") == "attacked"
    assert status(gone, *THREE, "us-art", "us-29") == ["spent"] * 4 + ["fresh"]
    assert gone.text("control", "omaha") == "us"
    assert gone.number("assault-mf", "omaha") == 2


def test_overrun_lets_the_attackers_go_on() -> None:
    after = fight(inside(), WHOLE, "ge-916", 9)
    assert after.text("attacked", "omaha") == "overrun"
    assert status(after, *THREE, "us-art", "us-29") == ["fresh"] * 5
    assert {after.pieces[u].space for u in ("ge-916", "ge-726")} == {"eliminated"}
    assert [after.number("mf-used", u) for u in THREE] == [2, 2, 2]
    assert after.flag("supporting", "us-art")
    assert after.number("eliminated", "german") == 2
    assert after.text("control", "omaha") == "us"
    assert asked(after) == ""


def test_guns_that_supported_an_overrun_may_support_again() -> None:
    cleared = fight(inside(), WHOLE, "ge-916", 9).draft()
    cleared.place("us-1-1", "port")
    for (item, uid), value in came("us-1-1", "omaha", mandatory=False).items():
        cleared.set(item, value, uid)
    draft = cleared.finish()
    pieces = {**draft.pieces, "ge-9": ge("9", "port")}
    state = Position(draft.game, draft.board, draft.schema, pieces, draft.facts)
    again = Assault("port", ("us-1-1",), "us-1-1", ("us-art",))
    after = play(state, again, NameForward("ge-9"))
    assert after.decision is not None
    assert after.decision.data["support"] == ["us-art"]


def test_an_overrun_stops_those_who_only_came_along() -> None:
    guns = unit("us-art", "port", type="field-artillery", division="1")
    state = entered(pieces=[guns], facts=came("us-art", "omaha"))
    after = fight(state, PAIR, "ge-1", 5)
    assert status(after, *PAIR.units, "us-art") == ["fresh", "fresh", "spent"]
    assert not after.flag("mandatory", "us-1-1")


@pytest.mark.parametrize(
    ("area", "phase", "rule"),
    [
        ("mereglise", "daylight", "8.53"),
        ("zone-c", "daylight", "8.53"),
        ("omaha", "airborne", "21.2"),
        ("omaha", "amphibious", "21.5"),
        ("omaha", "daylight", ""),
    ],
)
def test_where_there_is_no_overrun(area: str, phase: str, rule: str) -> None:
    assert overrun_bar(position([], phase=phase), area)[0] == rule


def test_without_overrun_the_surplus_only_eliminates() -> None:
    facts = came("us-1-1", "labbe", mandatory=False)
    state = position([*attackers(1, "mereglise"), ge("1", "mereglise", "d2")], facts, active=("labbe",))
    after = fight(state, Assault("mereglise", ("us-1-1",), "us-1-1"), "ge-1", 9)
    assert status(after, "us-1-1") == ["spent"]
    assert after.pieces["ge-1"].space == "eliminated"
    assert after.text("control", "mereglise") == "us"
    assert after.text("attacked", "mereglise") == "attacked"


def test_eliminated_and_retreated_defenders_keep_the_memory_of_a_contested_area() -> None:
    after = fight(inside(), WHOLE, "ge-916", 9)
    assert after.text("start", "ge-916") == "omaha"


def test_a_german_success_takes_the_area() -> None:
    state = position(
        [ge("1", "port"), unit("us-1", "port", "d2")],
        came("ge-1", "trevieres"),
        side="german",
        active=("trevieres",),
        control={"port": "us"},
    )
    after = fight(state, Assault("port", ("ge-1",), "ge-1"), "us-1", 3)
    assert after.text("control", "port") == "german"


# --- bridges and rivers ---------------------------------------------------------------------------------


def crossing(how: str, *, mandatory: bool = True, margin: int = 0, bridge: str = "german") -> Position:
    facts = came("us-1", "labbe", how, mandatory=mandatory) | {("bridge", "labbe/valognes"): bridge}
    state = position([unit("us-1", "valognes"), ge("1", "valognes")], facts, active=("labbe",))
    return fight(state, Assault("valognes", ("us-1",), "us-1"), "ge-1", margin)


@pytest.mark.parametrize("how", ["bridge", "river"])
@pytest.mark.parametrize(("margin", "holder"), [(-1, "german"), (0, "allied"), (2, "allied")])
def test_a_crossing_is_won_unless_repulsed(how: str, margin: int, holder: str) -> None:
    after = crossing(how, margin=margin)
    assert after.text("bridge", "labbe/valognes") == holder
    assert after.text("river", "labbe/valognes") == holder


def test_an_optional_assault_wins_no_crossing() -> None:
    assert crossing("bridge", mandatory=False, margin=3).text("bridge", "labbe/valognes") == "german"


def test_a_destroyed_bridge_stays_destroyed_but_its_river_is_won() -> None:
    after = crossing("river", margin=0, bridge="destroyed")
    assert after.text("bridge", "labbe/valognes") == "destroyed"
    assert after.text("river", "labbe/valognes") == "allied"


# --- fortifications -------------------------------------------------------------------------------------


def test_spent_winners_on_a_contested_beach_end_the_fortification() -> None:
    pieces = [*attackers(1, "omaha"), ge("916", "omaha")]
    after = fight(position(pieces), Assault("omaha", ("us-1-1",), "us-1-1"), "ge-916", 1)
    assert not after.flag("fortification-destroyed", "omaha")
    after = play(after, TakeLosses((("ge-916", 1, ""),)), StandFast())
    assert after.flag("fortification-destroyed", "omaha")


def test_losers_leave_the_fortification_standing() -> None:
    pieces = [*attackers(1, "omaha"), ge("916", "omaha")]
    after = fight(position(pieces), Assault("omaha", ("us-1-1",), "us-1-1"), "ge-916", -1)
    assert not play(after, StandFast()).flag("fortification-destroyed", "omaha")


# --- worked examples ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("difference", "americans", "martin"),
    [
        (-3, ["d1"] * 4, "fresh"),
        (-2, ["d1", "spent", "spent", "spent"], "fresh"),
        (-1, ["spent"] * 4, "fresh"),
        (0, ["spent"] * 4, "spent"),
        (4, ["spent"] * 4, ""),
    ],
)
def test_example_1(difference: int, americans: list[str], martin: str) -> None:
    dropped: dict[str, Any] = {"airborne": True, "arrival": 6, "entry": ("mereglise",), "values": "3-4-5-2"}
    drop = [unit(f"us-{n}", "mereglise", division="82" if n else "101", **dropped) for n in range(4)]
    gun = ge("martin", "mereglise", values="x-2-x-1", type="coastal-artillery")
    state = position([*drop, gun], phase="airborne")
    units = tuple(p.uid for p in drop)
    ready = play(state, Assault("mereglise", units, "us-0"), NameForward("ge-martin"))
    after = play(ready, (7 + max(difference, 0), 7 - min(difference, 0)))
    if asked(after) == "casualties":
        after = play(after, TakeLosses((("ge-martin", 1, ""),)))
    assert status(after, *units) == americans
    assert {after.pieces[u].space for u in units} == {"mereglise"}
    assert asked(after) == ""
    if martin:
        assert status(after, "ge-martin") == [martin]
    else:
        assert after.pieces["ge-martin"].space == "eliminated"
        assert after.text("control", "mereglise") == "us"


@pytest.mark.parametrize(
    ("margin", "space", "wanted"), [(-1, "carentan", "d1"), (0, "mereglise", "d1"), (2, "mereglise", "spent")]
)
def test_example_7(margin: int, space: str, wanted: str) -> None:
    pieces = [ge("6", "mereglise", values="6-6-5-3"), unit("us-82", "mereglise", "spent", "3-4-5-2")]
    facts = came("ge-6", "carentan", "bridge")
    control = {"mereglise": "us"}
    state = position(pieces, facts, side="german", active=("carentan",), weather="overcast", control=control)
    after = fight(state, Assault("mereglise", ("ge-6",), "ge-6"), "us-82", margin)
    assert (after.pieces["ge-6"].space, after.pieces["ge-6"].status) == (space, wanted)
    assert asked(after) == {-1: "", 0: "retreat-attackers", 2: "casualties"}[margin]


def test_example_8_failure() -> None:
    after = fight(inside(), WHOLE, "ge-916", -3)
    assert status(after, *THREE) == ["d1"] * 3
    assert {after.pieces[u].space for u in THREE} == {"omaha"}
    assert status(after, "us-art", "us-29") == ["spent", "fresh"]


def test_example_10_bretteville() -> None:
    pieces = [
        unit("br-56", "bretteville", values="6-5-5-3"),
        unit("br-8", "bretteville", values="6-5-6-3", type="armor"),
        ge("flak", "bretteville", "spent", "x-2-6-1", type="flak"),
    ]
    facts = came("br-56", "gold") | came("br-8", "gold")
    state = position(pieces, facts, active=("gold",), control={"gold": "british"})
    action = Assault("bretteville", ("br-56", "br-8"), "br-56")
    ready = play(state, action, NameForward("ge-flak"))
    assert ready.decision is not None
    assert (ready.decision.data["av"], ready.decision.data["dv"]) == (8, 3)
    after = play(ready, (7, 7))
    assert after.text("attacked", "bretteville") == "overrun"
    assert after.pieces["ge-flak"].space == "eliminated"
    assert status(after, "br-56", "br-8") == ["fresh", "fresh"]
    assert after.text("control", "bretteville") == "british"


def test_example_11_loss() -> None:
    force = [*attackers(3, "stlo", "29"), *attackers(3, "stlo", "30")]
    guns = [unit(f"us-{d}-art", "isigny", type="field-artillery", division=d) for d in ("29", "30")]
    germans = [ge("fs", "stlo", values="6-7-4-4"), *(ge(f"{n}", "stlo") for n in range(3))]
    facts = came("us-30-3", "isigny", "river", mandatory=False)
    for piece in force[:5]:
        facts |= came(piece.uid, "isigny", "bridge", mandatory=False)
    state = position(
        [*force, *guns, *germans], facts, active=("isigny",), weather="overcast", control={"isigny": "us"}
    )
    units = tuple(p.uid for p in force)
    ready = play(state, Assault("stlo", units, "us-29-1", ("us-29-art", "us-30-art")), NameForward("ge-fs"))
    after = play(ready, (4, 7))
    assert set(status(after, *units)) == {"d1"}
    assert status(after, "us-29-art", "us-30-art") == ["spent", "spent"]
    assert asked(after) == "retreat-attackers"
    back = play(after, RetreatAttackers(units[:2]))
    assert [back.pieces[u].space for u in units[:3]] == ["isigny", "isigny", "stlo"]
