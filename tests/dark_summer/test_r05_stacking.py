"""Sections 5.0 to 5.5."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.dark_summer.r05_stacking import (
    RemoveExcess,
    crowded,
    enforce,
    excess_faults,
    explain_stack,
    mixing_faults,
    removals,
    stack_ruling,
    stacking_faults,
)
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from counters.catalog import Unit
from tests.dark_summer.build import board, hexes, position, unit
from tests.playing import barred, done, look, offered

BLOCK = board(hexes(30, 36, 2, 8))


def stack(*units: Unit, space: str = "3305") -> Position:
    return position(BLOCK, *[(u, space) for u in units])


def sections(here: Position, side: str, space: str = "3305") -> list[str]:
    return [v.rule for v in stacking_faults(here, space, side)]


def us(number: int, division: str = "", **more: Any) -> Unit:
    return unit(f"us-{division}-{number}", division=division, **more)


# --- the examples of 5.1 ------------------------------------------------------------------------------------


def test_example_1_airborne_regiments_count_but_bring_no_division() -> None:
    drops = [us(n, d, type_="paratrooper") for n, d in ((505, "82"), (508, "82"), (501, "101"))]
    assert not sections(stack(us(357, "90"), *drops), "allied")
    assert sections(stack(us(357, "90"), us(358, "90"), *drops), "allied") == ["5.1"]


def test_example_2_independent_brigades() -> None:
    brigades = [unit(f"br-{n}", "armor", size="brigade") for n in (8, 27)]
    canadian = [unit("ca-7", division="3 Can"), unit("ca-2", "armor", size="brigade")]
    assert not sections(stack(*brigades, *canadian), "allied")


def test_example_3_two_divisions() -> None:
    assert sections(stack(unit("ca-7", division="3 Can"), unit("br-69", division="50")), "allied") == ["5.1"]


GERMANS = (
    unit("ge-37", "mechanized", division="17SS", branch="ss"),
    unit("ge-38", "mechanized", division="17SS", branch="ss"),
    unit("ge-1flak", "flak", corps="III Flak", division="III"),
    unit("ge-6fj", "paratrooper"),
    unit("ge-100pz", "armor", size="battalion"),
    unit("ge-ost", "garrison", marks=("ost",)),
)


def test_example_4_a_full_german_stack() -> None:
    here = stack(*GERMANS)
    assert not sections(here, "german")
    inquiry = Inquiry(here)
    assert explain_stack(inquiry, "3305", "german")
    assert inquiry.steps[1].value == 4
    assert len(inquiry.steps) == 5


# --- who stacks with whom -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "legal"),
    [
        ("br-1", "ca-1", True),
        ("br-1", "po-1", True),
        ("us-1", "fr-1", True),
        ("us-1", "br-1", False),
        ("fr-1", "po-1", False),
    ],
)
def test_nations_that_mix(one: str, other: str, legal: bool) -> None:
    here = stack(unit(one), unit(other))
    assert (not sections(here, "allied")) is legal
    assert bool(mixing_faults(here, "3305", here.pieces[one])) is not legal


def test_german_units_and_boxes_never_mix_wrongly() -> None:
    here = position(BLOCK, (unit("ge-1"), "3305"), (unit("us-1"), "cherbourg"), (unit("ge-2"), "cherbourg"))
    assert not mixing_faults(here, "3305", here.pieces["ge-1"])
    assert not mixing_faults(here, "cherbourg", here.pieces["us-1"])


@pytest.mark.parametrize("box", ["cherbourg", "brittany-entered", "brittany-may-leave", "exit-allied"])
def test_boxes_hold_any_number(box: str) -> None:
    assert not sections(stack(*[us(n, str(n)) for n in range(7)], space=box), "allied", box)


def test_battalions_of_other_divisions_are_free() -> None:
    small = [unit(f"ge-{n}", "armor", size="battalion", division=str(n)) for n in range(6)]
    strong = unit("ge-sp", "strongpoint", steps=1)
    here = stack(unit("ge-a", division="352"), *small, strong)
    assert not sections(here, "german")


def test_every_fault_is_listed_and_units_can_be_thought_in_or_out() -> None:
    here = stack(*[us(n, str(n % 2)) for n in range(5)], unit("br-1"))
    assert sections(here, "allied") == ["5.0", "5.1", "5.1"]
    assert not stacking_faults(here, "3305", "allied", removing=["us-1-1", "us-1-3", "br-1"])
    assert not stacking_faults(here, "3306", "allied", adding=["us-0-0", "us-0-2"])
    assert stacking_faults(here, "3306", "allied", adding=["us-0-0", "us-1-1"])
    assert not stacking_faults(here, "3306", "allied", adding=["us-0-0", "us-1-1"], removing=["us-1-1"])
    assert not stacking_faults(here, "9999", "allied")


# --- 5.2 ----------------------------------------------------------------------------------------------------


def crowd() -> Position:
    return stack(*[us(n, "1") for n in range(3)], us(9, "2"), us(8), us(7, size="battalion"))


def asked(here: Position, *, retreat: bool = False) -> Position:
    draft = here.draft()
    assert enforce(draft, ["3305"], retreat=retreat)
    return draft.finish()


def test_the_opponent_removes_and_after_a_retreat_the_owner() -> None:
    for retreat, player in ((False, "german"), (True, "allied")):
        decision = asked(crowd(), retreat=retreat).decision
        assert decision is not None
        assert (decision.player, decision.kind, decision.rule) == (player, "remove-excess", "5.2")


def test_all_crowded_hexes_are_found_in_order() -> None:
    here = position(
        BLOCK, *[(us(n), "3305") for n in range(5)], *[(unit(f"ge-{n}"), "3205") for n in range(5)]
    )
    assert crowded(here) == ("3205", "3305")
    assert excess_faults(here, "3205")
    draft = here.draft()
    assert enforce(draft)
    assert [d.data["space"] for d in draft.pending] == ["3305", "3205"]
    assert not enforce(draft, ["3304"])


def test_what_may_be_removed() -> None:
    sets = set(removals(crowd(), "3305", "allied"))
    assert sets == {("us-2-9",), ("us-1-0", "us-1-1", "us-1-2")}
    few = asked(crowd())
    few = Position(few.game, few.board, few.schema, few.pieces, few.facts, options={"excess-removal": "B"})
    assert set(removals(few, "3305", "allied")) == {("us-2-9",)}


def test_removal() -> None:
    here = asked(crowd())
    after = done(here, RemoveExcess(("us-2-9",)))
    assert after.pieces["us-2-9"].space == "eliminated"
    assert after.decision is None
    assert offered(here, RemoveExcess) == {
        RemoveExcess(("us-2-9",)),
        RemoveExcess(("us-1-0", "us-1-1", "us-1-2")),
    }


@pytest.mark.parametrize(
    "units", [("us--8",), ("us-2-9", "us--8"), ("us-2-9", "us-2-9"), ("ge-1",), (), ("us-2-9", "us--7")]
)
def test_too_few_too_many_or_strangers(units: tuple[str, ...]) -> None:
    assert set(barred(asked(crowd()), RemoveExcess(units))) <= {"5.1", "5.2"}
    assert barred(asked(crowd()), RemoveExcess(units))


def test_reading_b_takes_as_few_as_possible() -> None:
    here = asked(crowd())
    here = Position(
        here.game, here.board, here.schema, here.pieces, here.facts, pending=here.pending,
        options={"excess-removal": "B"},
    )  # fmt: skip
    assert barred(here, RemoveExcess(("us-1-0", "us-1-1", "us-1-2"))) == ["5.2"]
    assert not look(here, RemoveExcess(("us-2-9",))).violations


def test_a_ruling_says_what_may_go() -> None:
    ruling = stack_ruling(crowd(), "3305")
    assert not ruling.ok
    assert ["us-2-9"] in ruling.answer["removals"]
    assert (ruling.answer["remover"], ruling.answer["counted"]) == ("german", 5)
    assert ruling.interpretations == ("excess-removal=A",)
    legal = stack_ruling(stack(*GERMANS), "3305")
    assert legal.verdict == "The stack in 3305 is legal."
    assert legal.answer == {"legal": True, "within": True, "remover": "", "removals": [], "counted": 4}


@pytest.mark.parametrize(
    ("moment", "facts", "ok"),
    [
        ("now", {}, False),
        ("passing", {}, True),
        ("now", {"round-kind": "move", "round-part": "movement"}, True),
        ("end-of-movement", {"round-kind": "move", "round-part": "movement"}, False),
        ("placement", {"round-kind": "move", "round-part": "entry"}, False),
        ("placement", {"round-kind": "second-wave", "round-part": "entry"}, True),
        ("now", {"round-kind": "second-wave", "round-part": "combat"}, True),
        ("advance", {"round-kind": "combat", "round-part": "combat"}, False),
    ],
)
def test_the_limit_holds_only_at_its_moments(moment: str, facts: dict[str, str], ok: bool) -> None:
    here = crowd()
    known = {(item, ""): value for item, value in facts.items()}
    here = Position(here.game, here.board, here.schema, here.pieces, {**here.facts, **known})
    ruling = stack_ruling(here, "3305", moment=moment)
    assert ruling.ok is ok
    assert (ruling.answer["legal"], ruling.answer["within"]) == (ok, False)


def test_after_a_retreat_the_owner_removes() -> None:
    assert stack_ruling(crowd(), "3305", moment="retreat").answer["remover"] == "allied"


def test_nations_pass_each_other_but_do_not_stay() -> None:
    here = stack(unit("us-1"), unit("br-1"))
    assert stack_ruling(here, "3305", moment="passing").ok
    moving = Position(here.game, here.board, here.schema, here.pieces, {("round-part", ""): "movement"})
    assert [v.rule for v in stack_ruling(moving, "3305").violations] == ["5.0"]


def test_the_two_sides_never_stack_and_units_can_be_added() -> None:
    here = position(BLOCK, (unit("ge-1"), "3305"), (unit("us-1"), "3306"))
    assert [v.rule for v in stack_ruling(here, "3305", adding=["us-1"]).violations] == ["5.0"]
    assert stack_ruling(here, "3304", adding=["us-1"]).answer["counted"] == 1
    assert stack_ruling(here, "3304").ok


@pytest.mark.parametrize(
    ("box", "who", "section"),
    [
        ("cherbourg", "ge-1", ""),
        ("cherbourg", "br-1", "5.3"),
        ("cherbourg", "fr-1", "5.3"),
        ("brittany-entered", "us-1", ""),
        ("brittany-may-leave", "ge-1", "5.4"),
        ("exit-allied", "fr-1", ""),
        ("exit-german", "us-1", "5.5"),
    ],
)
def test_who_may_be_in_a_box(box: str, who: str, section: str) -> None:
    here = position(BLOCK, *[(us(n, str(n)), "3306") for n in range(6)], (unit(who), box))
    assert [v.rule for v in stack_ruling(here, box).violations] == [section] * bool(section)
