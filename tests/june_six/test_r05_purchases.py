"""Sections 5.12-5.19 and 7.23: Resource Points, Activation Markers, and those that come free."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r05_purchases as purchases
from adjudicator.june_six import r05_resources as resources
from adjudicator.june_six import r07_markers as markers
from adjudicator.june_six.r03_phases import EndPhase
from adjudicator.june_six.r05_purchases import Purchase
from adjudicator.june_six.r07_draws import HoldOut
from adjudicator.position import Fact, Key, Position
from counters.catalog import Unit
from maps.filing import OURS
from tests.june_six.build import hq, unit
from tests.june_six.turning import rolled, scene
from tests.playing import choices, play, refused

ALLIED = {"phase": "allied-logistics", "side": "allied"}


def buying(rp: int = 9, side: str = "allied", **more: object) -> Position:
    """A Logistics Phase after the roll."""
    facts = {("rp", side): rp, ("rp-received", side): True, **more.pop("facts", {})}  # type: ignore[dict-item]
    return scene(f"{side}-logistics", side=side, facts=facts, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("die", "gain"), [(0, 3), (1, 3), (2, 3), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7), (8, 8), (9, 9)]
)
def test_j6_ex05_the_die_adds_three_at_least(die: int, gain: int) -> None:
    at = scene()
    assert resources.from_die(die) == gain
    assert resources.income(at, "allied", die).value == resources.base(at, "allied") + gain


def test_heavy_overcast_and_storm_give_the_german_player_two_and_four() -> None:
    base = resources.base(scene(), "german")
    for name, more in (("clear", 0), ("light-overcast", 0), ("heavy-overcast", 2), ("storm", 4)):
        assert resources.income(scene(weather=name), "german", 5).value == base + 5 + more


def test_supply_interdiction_takes_one_for_each_marker_and_never_below_none() -> None:
    base = resources.base(scene(), "german")
    assert resources.income(scene(supply_interdiction=2), "german", 5).value == base + 3
    assert resources.income(scene(supply_interdiction=50), "german", 5).value == 0


def test_a_storm_caps_the_allied_player_at_ten_or_what_he_rolled() -> None:
    at, after = scene(weather="storm", turn=12), scene(weather="heavy-overcast", turn=12, after_storm=True)
    assert resources.income(at, "allied", 9).value == 10
    assert resources.income(after, "allied", 9).value == 15
    low = scene(weather="storm", turn=2)
    assert resources.income(low, "allied", 0).value == min(10, resources.base(low, "allied") + 3)


def test_optional_groups_cost_resource_points_while_they_are_ahead_of_time() -> None:
    used = {"options": {"optional-groups": "B"}, "facts": {("optional-group", "lah"): True}}
    at = scene(turn=6, **used)  # type: ignore[arg-type]
    plain = resources.income(scene(turn=6), "german", 5).value
    assert resources.income(at, "german", 5).value == plain - 2
    unused = scene(turn=6, facts={("optional-group", "lah"): True})
    assert resources.income(unused, "german", 5).value == plain
    late = scene(turn=11, **used)  # type: ignore[arg-type]
    assert resources.income(late, "german", 5).value == resources.income(scene(turn=11), "german", 5).value


def test_the_chances_of_the_income_are_whole() -> None:
    found = resources.income_chances(scene(), "german")
    assert sum(found.values()) == 1
    assert found[resources.base(scene(), "german") + 3] == Fraction(4, 10)


def test_income_names_every_step() -> None:
    inquiry = Inquiry(scene(weather="storm"))
    adding = resources.income(inquiry, "german", 2)
    assert adding.value == adding.total.value
    assert {"5.12", "4.12"} <= {s.rule for s in inquiry.steps}


def test_a_marker_costs_one_and_lies_in_the_cup() -> None:
    at = play(buying(), Purchase("us-1"), Purchase("us-1"), Purchase("us-corps"))
    assert at.number("rp", "allied") == 6
    assert markers.in_place(at, "cup") == ("am-us-1-1", "am-us-1-2", "am-us-corps-1")


def test_there_are_two_markers_of_a_division_and_two_of_all_corps_of_a_nation() -> None:
    at = play(buying(), Purchase("us-1"), Purchase("us-1"), Purchase("us-corps"), Purchase("us-corps"))
    assert refused(at, Purchase("us-1")) == ["5.14"]
    assert refused(at, Purchase("us-corps")) == ["5.14"]


def test_without_resource_points_nothing_is_bought() -> None:
    assert refused(buying(0), Purchase("us-1")) == ["5.11"]
    assert choices(buying(0), "purchase") == []


def test_the_other_sides_markers_and_free_ops_are_not_for_sale() -> None:
    assert refused(buying(), Purchase("ge-352")) == ["5.14"]
    assert refused(buying(), Purchase("free-ops-allied")) == ["5.11"]


@pytest.mark.parametrize("item", ["re", "isolated"])
def test_a_division_hq_with_an_re_or_isolated_marker_bars_its_markers(item: str) -> None:
    assert refused(buying(facts={(item, "us-1-hq"): True}), Purchase("us-1")) == ["5.17"]
    assert refused(buying(facts={(item, "us-1-16"): True}), Purchase("us-1")) == []


def test_corps_markers_are_barred_only_when_all_corps_hqs_are_marked() -> None:
    vii = hq("us-vii-hq", "us-vii", size="corps", corps="us-vii")
    one = buying(facts={("re", "us-v-hq"): True})
    assert refused(one, Purchase("us-corps")) == ["5.17"]
    assert refused(buying(facts={("re", "us-v-hq"): True}, more=[(vii, "e1938")]), Purchase("us-corps")) == []


def test_the_cherbourg_command_has_no_marker() -> None:
    head = hq("ge-cherbourg-hq", "ge-cherbourg", marks=("cherbourg",))
    at = buying(side="german", more=[(head, "e1040")])
    assert refused(at, Purchase("ge-cherbourg")) == ["7.11"]


def test_an_hq_that_is_not_on_the_map_has_nothing_to_activate() -> None:
    assert refused(buying(elsewhere={"us_1_hq": "eliminated"}), Purchase("us-1")) == ["5.15"]


# --- reinforcements ---------------------------------------------------------------------------------------


def lehr(arrival: int = 5) -> list[tuple[Unit, str]]:
    """The Panzer Lehr on the Turn Record Track."""
    head = hq("ge-lehr-hq", "ge-lehr", arrival=arrival)
    return [
        (head, "turn-track"),
        (unit("ge-lehr-130", "armor", division="ge-lehr", arrival=arrival), "turn-track"),
    ]


def test_an_arriving_formation_puts_both_markers_into_the_cup_for_nothing() -> None:
    at = buying(side="german", more=lehr(), initiative="allied")
    assert refused(at, Purchase("ge-lehr")) == ["5.16"]
    then = play(at, EndPhase())
    assert {"am-ge-lehr-1", "am-ge-lehr-2"} <= {*markers.in_place(then, "cup")}


def test_a_formation_of_a_later_turn_puts_none() -> None:
    at = buying(side="german", more=lehr(6))
    assert purchases.free_markers(at, "ge-lehr") == 0


def test_one_am_only_and_re_phase_only(monkeypatch: pytest.MonkeyPatch) -> None:
    at = buying(side="german", turn=2, more=lehr(2))
    monkeypatch.setattr(purchases, "note_of", lambda *_: "1 AM Only")
    assert purchases.free_markers(at, "ge-lehr") == 1
    monkeypatch.setattr(purchases, "note_of", lambda _, slug: "RE Phase Only" if slug == "ge-lehr" else "")
    assert purchases.free_markers(at, "ge-lehr") == 0
    then = play(at, EndPhase())
    assert then.flag("re", "ge-lehr-hq")
    assert not [c for c in markers.in_place(then, "cup") if "lehr" in c]


def test_an_exception_of_the_schedule_holds_on_the_turn_of_entry_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(purchases, "note_of", lambda _, slug: "RE Phase Only" if slug == "ge-lehr" else "")
    due, late = buying(side="german", turn=2, more=lehr(2)), buying(side="german", turn=3, more=lehr(2))
    assert refused(due, Purchase("ge-lehr")) == ["7.23"]
    assert refused(late, Purchase("ge-lehr")) == ["5.16"]
    assert purchases.free_markers(late, "ge-lehr") == 2


def test_a_corps_hq_that_arrives_bears_no_marker() -> None:
    barred: dict[Key, Fact] = {("re", "us-v-hq"): True}
    assert refused(buying(facts=barred), Purchase("us-corps")) == ["5.17"]
    vii = hq("us-vii-hq", "us-vii", size="corps", corps="us-vii", arrival=5, entry=("landing-utah",))
    assert refused(buying(facts=barred, more=[(vii, "landing-utah")]), Purchase("us-corps")) == []


def test_the_schedule_knows_formations_with_one_marker() -> None:
    assert purchases.note_of(buying(), "ge-346") == "1 AM Only"
    assert purchases.note_of(buying(), "ge-352") == ""


def test_markers_of_a_withheld_formation_stay_out_and_are_free_next_turn() -> None:
    free = {("free", f"am-ge-lehr-{n}"): True for n in (1, 2)}
    held = buying(
        side="german",
        more=lehr(),
        facts={("withheld", "ge-lehr"): 5, ("available-from", "ge-lehr"): 6, **free},
    )
    assert purchases.free_markers(held, "ge-lehr") == 0
    then = play(held, EndPhase())
    assert then.flag("free", "am-ge-lehr-1")
    later = buying(
        side="german",
        turn=6,
        more=lehr(),
        facts={("withheld", "ge-lehr"): 5, ("available-from", "ge-lehr"): 6, **free},
    )
    assert purchases.free_markers(later, "ge-lehr") == 2


def test_corps_markers_are_bought_even_when_a_corps_arrives() -> None:
    vii = (hq("us-vii-hq", "us-vii", size="corps", corps="us-vii", arrival=5), "landing-utah")
    assert not purchases.is_free(buying(more=[vii]), "us-corps")
    assert purchases.is_free(buying(more=[vii], options={"corps-reinforcement": "B"}), "us-corps")


@pytest.mark.parametrize(
    ("weather", "side", "cup", "aside"),
    [
        ("clear", "allied", ["free-ops-allied-1"], []),
        ("clear", "german", [], []),
        ("light-overcast", "german", ["free-ops-german-1"], []),
        ("heavy-overcast", "german", ["free-ops-german-1", "free-ops-german-2"], []),
        ("storm", "german", [], ["free-ops-german-1", "free-ops-german-2"]),
        ("storm", "allied", [], []),
    ],
)
def test_free_ops_markers_by_weather(weather: str, side: str, cup: list[str], aside: list[str]) -> None:
    draft = buying(side=side, weather=weather).draft()
    purchases.add_free_markers(draft, side)
    assert [c for c in markers.in_place(draft, "cup") if markers.is_free_ops(c)] == cup
    assert [c for c in markers.in_place(draft, "aside") if markers.is_free_ops(c)] == aside


# --- the phase --------------------------------------------------------------------------------------------


def test_the_phase_opens_with_the_roll() -> None:
    at = scene("initiative")
    draft = at.draft()
    from adjudicator.june_six.r03_flow import enter_phase

    enter_phase(draft, "allied-logistics")
    then = play(draft.finish(), rolled(2))
    assert then.number("rp", "allied") == resources.base(at, "allied") + 3
    assert then.flag("rp-received", "allied")


def test_the_initiative_player_holds_a_purchased_marker_out() -> None:
    at = play(buying(initiative="allied"), Purchase("us-1"), Purchase("us-corps"), EndPhase())
    assert at.decision is not None
    assert at.decision.kind == "initiative-marker"
    assert {a.marker for a in choices(at, "hold-out")} == {"us-1", "us-corps"}  # type: ignore[attr-defined]
    then = play(at, HoldOut("us-1"))
    assert markers.in_place(then, "initiative") == ("am-us-1-1",)
    assert then.text("phase") == "bombardment"


def test_free_ops_and_free_markers_are_not_held_out() -> None:
    more = lehr()
    at = play(
        buying(side="german", more=more, initiative="german", weather="heavy-overcast"),
        Purchase("ge-352"),
        EndPhase(),
    )
    assert refused(at, HoldOut("free-ops-german")) == ["4.21"]
    assert refused(at, HoldOut("ge-lehr")) == ["4.21"]
    assert refused(at, HoldOut("ge-352")) == []
    either = scene(
        "german-logistics",
        side="german",
        more=more,
        initiative="german",
        options={"initiative-marker": "B"},
        facts={("rp", "german"): 3},
    )
    assert refused(play(either, EndPhase()), HoldOut("ge-lehr")) == []


def test_the_other_player_holds_nothing_out() -> None:
    at = play(buying(initiative="german"), Purchase("us-1"), EndPhase())
    assert at.text("phase") == "bombardment"
    assert not markers.in_place(at, "initiative")


def test_trap_7_the_initiative_is_known_before_anything_is_bought() -> None:
    from adjudicator.game import load

    phases = list(load("june-six").sequence.phases)
    assert phases.index("initiative") < phases.index("allied-logistics") < phases.index("german-logistics")


def test_trap_18_a_formation_that_acted_at_re_can_be_bought_for_next_turn() -> None:
    from adjudicator.june_six.r07_ending import EndActivation, EndMovement
    from adjudicator.june_six.r07_re_phase import ActivateFormation
    from tests.june_six.turning import settled

    at = settled(scene("re", re_first="allied", facts={("re", "us-1-hq"): True}))
    then = play(at, ActivateFormation("us-1"), EndMovement(), EndActivation())
    assert "us-1" in purchases.purchasable(then, "allied")
    assert "us-1" not in purchases.purchasable(at, "allied")


def test_trap_20_no_air_marker_can_interdict_supply_in_heavy_overcast() -> None:
    from adjudicator.june_six.r04_weather import effects

    assert effects(OURS, "heavy-overcast").number("air") == 0
    assert effects(OURS, "heavy-overcast").number("german_rp") == 2
