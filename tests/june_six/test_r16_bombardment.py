"""Sections 16.4, 17.2 and 18.2: bombardment and interdiction."""

from __future__ import annotations

import pytest

from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r04_weather
from adjudicator.june_six import r16_bombardment as bombardment
from adjudicator.june_six.r16_bombardment import HANDLERS, ROLLS, Bombard, FireMission, Suffer
from adjudicator.june_six.r17_interdiction import Interdict, interdiction, supply_loss
from adjudicator.position import Draft, Fact, Key, Position
from counters.catalog import Unit
from maps.filing import OURS
from tests.june_six.build import board, hexes, hq, position, situation, unit
from tests.playing import barred, done

BLOCK = hexes(36, 41, 16, 26)
TARGET = (unit("ge-1"), "e1837")
MARKERS, MISSION, SUFFER = HANDLERS


def phase(*placed: tuple[Unit, str], **facts: Fact) -> Position:
    """The Bombardment Phase of 7-8 June, all markers there."""
    known: dict[Key, Fact] = {
        ("phase", ""): "bombardment",
        ("side", ""): "allied",
        ("turn", ""): 2,
        ("air", ""): 8,
        ("naval", ""): 6,
        ("entry-ready", ""): True,
    }
    known |= {(item.replace("_", "-"), ""): value for item, value in facts.items()}
    on = board(BLOCK, features={"e1837": {"strongpoint": True}})
    return position(on, *(placed or (TARGET,)), facts=known)


def resolved(here: Position, rolled: int) -> Draft:
    draft = here.draft()
    data = draft.settle().data
    ROLLS["bombardment"].resolve(draft, data, [rolled])
    return draft


@pytest.mark.parametrize(("markers", "drm"), [(1, -1), (2, 1)])
def test_a_mission_of_one_or_two_markers_against_a_strongpoint(markers: int, drm: int) -> None:
    then = done(phase(), Bombard("air", markers, "e1837"))
    assert then.number("air") == 8 - markers
    assert then.flag("bombed", "e1837")
    assert bombardment.modifier(then, "air", "e1837", markers) == drm


def test_a_strongpoint_that_is_gone_helps_nobody() -> None:
    here = position(phase().board, TARGET, facts={("strongpoint-gone", "e1837"): True})
    assert bombardment.modifier(here, "air", "e1837") == 0


@pytest.mark.parametrize(
    ("action", "facts", "section"),
    [
        (Bombard("air", 3, "e1837"), {}, "17.22"),
        (Bombard("air", 0, "e1837"), {}, "17.22"),
        (Bombard("air", 2, "e1837"), {"air": 1}, "17.12"),
        (Bombard("naval", 1, "e1837"), {"naval": 0}, "18.12"),
        (Bombard("air", 1, "e1838"), {}, "17.22"),
        (Bombard("gas", 1, "e1837"), {}, "17.22"),
        (Bombard("air", 1, "e1837"), {"side": "german"}, "3.32"),
    ],
)
def test_illegal_missions(action: Bombard, facts: dict[str, Fact], section: str) -> None:
    assert section in barred(phase(**facts), action)


def test_one_bombardment_by_air_or_sea_a_hex_and_turn() -> None:
    bombed = done(phase(), Bombard("air", 1, "e1837"))
    again = Position(bombed.game, bombed.board, bombed.schema, bombed.pieces, bombed.facts)
    assert barred(again, Bombard("naval", 1, "e1837")) == ["18.22"]


def test_the_worked_example_of_naval_range() -> None:
    near, far = phase(), phase((unit("ge-1"), "e1736"))
    assert not barred(near, Bombard("naval", 1, "e1837"))
    assert barred(far, Bombard("naval", 1, "e1736")) == ["18.13"]
    assert not barred(far, Bombard("air", 1, "e1736"))


def test_options_are_hexes_with_germans_in_range() -> None:
    here = phase(TARGET, (unit("ge-2"), "e1636"), (unit("us-1"), "e2037"))
    found = set(MARKERS.options(here))
    assert Bombard("air", 2, "e1636") in found
    assert Bombard("naval", 1, "e1837") in found
    assert all(a.target != "e2037" for a in found)
    assert Bombard("naval", 1, "e1636") not in found


def test_results_pin_disorder_and_reduce() -> None:
    two = phase(TARGET, (unit("ge-2", "flak"), "e1837"))
    low = resolved(done(two, Bombard("air", 1, "e1837")), 2)
    assert not low.subjects("pinned")
    pinned = resolved(done(two, Bombard("air", 1, "e1837")), 6)
    assert pinned.flag("pinned", "ge-1")
    assert pinned.flag("pinned", "ge-2")
    assert not pinned.number("disorder", "ge-1")


def test_the_owner_names_who_suffers_a_result_of_code_f() -> None:
    two = phase(TARGET, (unit("ge-2", "flak"), "e1837"))
    draft = resolved(done(two, Bombard("air", 2, "e1837")), 7)
    here = draft.finish()
    asked = here.decision
    assert asked is not None
    assert asked.player == "german"
    assert barred(here, Suffer("us-1")) == ["17.22"]
    then = done(here, Suffer("ge-2"))
    assert (then.number("disorder", "ge-1"), then.number("disorder", "ge-2")) == (0, 1)
    assert {a.unit for a in SUFFER.options(here)} == {"ge-1", "ge-2"}


def test_rows_get_worse_with_every_pip() -> None:
    order = [bombardment.row_of(OURS, n).id for n in range(-2, 14)]
    assert order == sorted(order, key=order.index)
    assert sum(bombardment.outcomes(OURS, 3).values()) == 10


CORPS = hq("us-v-hq", "us-v", size="corps", artillery=6)


def mission(*placed: tuple[Unit, str], kind: str = "me", side: str = "allied", **more: object) -> Position:
    on = board(BLOCK)
    return situation(on, *placed, kind=kind, side=side, **more)  # type: ignore[arg-type]


def test_a_us_corps_hq_fires_a_tot_within_eight_hexes_and_is_flipped() -> None:
    here = mission((CORPS, "e2540"), TARGET)
    then = done(here, FireMission("us-v-hq", "e1837"))
    assert then.flag("fired", "us-v-hq")
    assert bombardment.modifier(here, "tot", "e1837") == 1
    far = mission((CORPS, "e2640"), (unit("ge-1"), "e1736"))
    assert barred(far, FireMission("us-v-hq", "e1736")) == ["16.12"]


@pytest.mark.parametrize("marker", ["disorder", "pinned", "isolated"])
def test_a_marked_unit_does_not_bombard(marker: str) -> None:
    here = mission((CORPS, "e2140"), TARGET, marks={"us-v-hq": {marker: 1 if marker == "disorder" else True}})
    assert barred(here, FireMission("us-v-hq", "e1837")) == ["16.13"]


def test_it_fires_once_a_turn() -> None:
    here = mission((CORPS, "e2140"), TARGET, marks={"us-v-hq": {"fired": True}})
    assert barred(here, FireMission("us-v-hq", "e1837")) == ["16.42"]


@pytest.mark.parametrize(
    "printed", [hq("br-i-hq", "br-i", size="corps"), hq("us-1-hq", "us-1"), unit("us-2")]
)
def test_other_units_have_no_tot(printed: Unit) -> None:
    here = mission((printed, "e2140"), TARGET)
    assert barred(here, FireMission(printed.id, "e1837")) == ["16.41"]


def test_nebelwerfer_fire_four_hexes_without_a_strongpoint_drm() -> None:
    nw, foe = unit("ge-nw", "nebelwerfer", steps=1), (unit("us-1"), "e2037")
    here = mission((nw, "e1638"), foe, side="german")
    then = done(here, FireMission("ge-nw", "e2037"))
    assert then.flag("fired", "ge-nw")
    far = mission((nw, "e1638"), (unit("us-1"), "e2137"), side="german")
    assert barred(far, FireMission("ge-nw", "e2137")) == ["16.12"]
    assert barred(here, FireMission("ge-nw", "e1637")) == ["16.43"]


def test_the_tot_of_a_corps_activation_is_free_comes_first_and_only_once() -> None:
    here = mission((CORPS, "e2140"), TARGET, kind="corps", corps_group="tot")
    then = done(here, FireMission("us-v-hq", "e1837"))
    assert not then.flag("fired", "us-v-hq")
    again = mission(
        (CORPS, "e2140"), TARGET, kind="corps", corps_group="tot", marks={"us-v-hq": {"tot": True}}
    )
    assert barred(again, FireMission("us-v-hq", "e1837")) == ["16.26"]
    late = mission((CORPS, "e2140"), TARGET, kind="corps", corps_group="infantry")
    assert barred(late, FireMission("us-v-hq", "e1837")) == ["7.56"]


def test_only_hexes_of_the_map_are_bombarded_and_only_from_there() -> None:
    here = mission((CORPS, "e2140"), TARGET)
    assert barred(here, FireMission("us-v-hq", "landing-utah")) == ["16.42"]
    at_sea = mission((CORPS, "landing-omaha"), TARGET)
    assert barred(at_sea, FireMission("us-v-hq", "e1837")) == ["16.41"]


def test_by_a_reading_markers_bar_artillery_points_only() -> None:
    marked = {"us-v-hq": {"pinned": True}}
    here = mission((CORPS, "e2140"), TARGET, marks=marked, options={"bombard-markers": "B"})
    assert not barred(here, FireMission("us-v-hq", "e1837"))


# --- interdiction -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("weather", "markers"),
    [("clear", (8, 6)), ("light-overcast", (4, 6)), ("heavy-overcast", (0, 3)), ("storm", (0, 0))],
)
def test_markers_by_weather(weather: str, markers: tuple[int, int]) -> None:
    assert r04_weather.received(phase(), weather) == markers


def test_supply_interdiction_takes_a_point_each_two_at_most() -> None:
    once = done(phase(), Interdict("air", "supply"))
    twice = done(once, Interdict("air", "supply"))
    assert (twice.number("air"), supply_loss(twice)) == (6, 2)
    assert barred(twice, Interdict("air", "supply")) == ["17.23"]


def test_reinforcement_interdiction_counts_in_its_box_only() -> None:
    here = done(phase(), Interdict("air", "c-d-e"))
    assert [interdiction(here, letter) for letter in "ABCDEF"] == [0, 0, 1, 1, 1, 0]


def test_naval_markers_interdict_entry_a_alone() -> None:
    here = done(phase(), Interdict("naval", "a-b"))
    assert (interdiction(here, "A"), interdiction(here, "B")) == (1, 0)
    assert barred(phase(), Interdict("naval", "f")) == ["18.23"]
    assert barred(phase(), Interdict("naval", "supply")) == ["18.21"]


def test_air_and_naval_markers_in_one_box_are_read_two_ways() -> None:
    both = done(done(phase(), Interdict("naval", "a-b")), Interdict("air", "a-b"))
    assert interdiction(both, "A") == 2
    read = Position(
        both.game, both.board, both.schema, both.pieces, both.facts, options={"interdiction-both": "B"}
    )
    assert interdiction(read, "A") == 1


@pytest.mark.parametrize(
    ("action", "facts", "section"),
    [
        (Interdict("air", "supply"), {"turn": 1}, "3.32"),
        (Interdict("air", "f"), {"air": 0}, "17.12"),
        (Interdict("naval", "a-b"), {"naval": 0}, "18.12"),
        (Interdict("air", "g"), {}, "3.32"),
        (Interdict("air", "f"), {"side": "german"}, "3.32"),
    ],
)
def test_illegal_interdiction(action: Interdict, facts: dict[str, Fact], section: str) -> None:
    assert section in barred(phase(**facts), action)


def test_the_modifiers_are_told() -> None:
    inquiry = Inquiry(phase())
    bombardment.modifier(inquiry, "air", "e1837", 2)
    assert {"17.22", "19.41"} == {step.rule for step in inquiry.steps}
