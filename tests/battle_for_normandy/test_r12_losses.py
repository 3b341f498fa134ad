"""Section 12.9 with 3.4, 7.8, 15.1, 19.6.1, 23.2 and 14.3o: who loses steps, and what becomes of units."""

from __future__ import annotations

import pytest

from adjudicator.battle_for_normandy.r12 import losses as r12_losses
from adjudicator.battle_for_normandy.r12.allocation import Victim, allocations
from adjudicator.battle_for_normandy.r12.battle import AttackRecord, Battle
from adjudicator.battle_for_normandy.r12.losses import TakeLosses
from adjudicator.position import Decision, Position
from tests.battle_for_normandy.build import hq, unit
from tests.battle_for_normandy.combat import NE, NW, TARGET, combat
from tests.playing import play, refused

INF = unit("ge-1", division="ge-352")
CO = unit("ge-7", "co")


def lost(here: Position, *uids: str) -> Position:
    """The position after units lose a step each, in their order."""
    draft = here.draft()
    for uid in uids:
        r12_losses.lose_step(draft, uid)
    return draft.finish()


# --- one step ---------------------------------------------------------------------------------------------


def test_a_three_step_unit_flips_becomes_a_company_and_dies() -> None:
    here = combat((INF, TARGET))
    assert r12_losses.capacity(here, here.pieces["ge-1"]) == 3
    once = lost(here, "ge-1")
    assert once.pieces["ge-1"].status == "reduced"
    draft = once.draft()
    assert r12_losses.lose_step(draft, "ge-1") == "ge-co-1"
    twice = draft.finish()
    assert (twice.pieces["ge-1"].space, twice.pieces["ge-co-1"].space) == ("eliminated", TARGET)
    thrice = lost(twice, "ge-co-1")
    assert thrice.pieces["ge-co-1"].space == "companies"
    assert not thrice.units_in(TARGET)


def test_without_a_company_in_the_pool_the_second_step_kills() -> None:
    here = combat((INF, TARGET), pool=())
    assert r12_losses.capacity(here, here.pieces["ge-1"]) == 2
    assert lost(here, "ge-1", "ge-1").pieces["ge-1"].space == "eliminated"


def test_a_company_is_of_the_right_kind() -> None:
    tank = unit("ge-p", "panzer", division="ge-21")
    here = combat((tank, f"{TARGET} reduced"), pool=(("ge-co-1", "co"), ("ge-tk-1", "tank-co")))
    assert lost(here, "ge-p").pieces["ge-tk-1"].space == TARGET
    only_foot = combat((tank, f"{TARGET} reduced"))
    assert not lost(only_foot, "ge-p").units_in(TARGET)


def test_two_steps_and_one_step() -> None:
    two = unit("ge-2", steps=2, division="ge-352")
    gun = unit("ge-3", "artillery", division="ge-352")
    here = lost(combat((two, TARGET), (gun, TARGET)), "ge-2", "ge-3")
    assert (here.pieces["ge-2"].status, here.pieces["ge-3"].space) == ("reduced", "eliminated")
    assert lost(here, "ge-2").pieces["ge-2"].space == "eliminated"


def test_losses_are_counted() -> None:
    here = combat((INF, TARGET))
    assert lost(here, "ge-1").number("inf-losses", "german") == 1
    draft = here.draft()
    r12_losses.eliminate(draft, "ge-1")
    assert draft.number("inf-losses", "german") == 3


def test_headquarters_return_and_support_units_leave() -> None:
    rhino, croc = unit("us-rhino", "rhino"), unit("br-croc", "croc")
    here = combat((hq("ge-352"), TARGET), (rhino, NW), (croc, NW))
    draft = here.draft()
    for uid in ("ge-352-hq", "us-rhino", "br-croc"):
        r12_losses.eliminate(draft, uid)
    assert [draft.pieces[u].space for u in ("ge-352-hq", "us-rhino", "br-croc")] == [
        "turn-track",
        "turn-track",
        "removed",
    ]
    assert draft.number("returns", "ge-352-hq") > 0


def test_support_units_are_removed_when_they_are_the_last() -> None:
    croc = unit("br-croc", "croc")
    here = combat((croc, NW), (unit("br-1"), NE), (unit("br-croc-2", "croc"), NE))
    draft = here.draft()
    r12_losses.remove_stranded(draft, [NW, NE], "allied")
    assert draft.pieces["br-croc"].space == "removed"
    assert draft.pieces["br-croc-2"].space == NE


def test_a_dead_engineer_gives_up_its_entrenchment() -> None:
    marks = {"ge-e": {"digging": TARGET}}
    here = combat(
        (unit("ge-e", "engineer"), TARGET), marks=marks, facts={("entrenchment", TARGET): "building"}
    )
    draft = here.draft()
    r12_losses.eliminate(draft, "ge-e")
    assert draft.text("entrenchment", TARGET) == ""
    assert draft.text("digging", "ge-e") == ""


def test_the_battalion_of_the_last_company_is_lost() -> None:
    here = combat((INF, "broken-down"), (CO, TARGET), marks={"ge-7": {"battalion": "ge-1"}})
    assert lost(here, "ge-7").pieces["ge-1"].space == "eliminated"


# --- who --------------------------------------------------------------------------------------------------


def test_nobody_loses_a_second_step_before_everybody_lost_one() -> None:
    three = [Victim("a", 3), Victim("b", 1), Victim("c", 2)]
    assert allocations(three, 1) == (("a",), ("b",), ("c",))
    assert allocations(three, 2) == (("a", "b"), ("a", "c"), ("b", "c"))
    assert allocations(three, 3) == (("a", "b", "c"),)
    assert allocations(three, 4) == (("a", "a", "b", "c"), ("a", "b", "c", "c"))
    assert allocations(three, 9) == (("a", "a", "a", "b", "c", "c"),)
    assert allocations([Victim("a", 2, lost=1), Victim("b", 3)], 1) == (("b",),)
    assert allocations([], 2) == ((),)


def test_first_and_last() -> None:
    assert allocations([Victim("a", 3, first=True), Victim("b", 3)], 1) == (("a",),)
    assert allocations([Victim("a", 3, last=True), Victim("b", 3)], 1) == (("b",),)
    assert allocations([Victim("a", 3, last=True)], 1) == (("a",),)
    assert allocations([Victim("a", 2, lost=1, first=True), Victim("b", 3)], 1) == (("b",),)


def _battle(**more: object) -> Battle:
    return Battle(AttackRecord("allied", TARGET, ("us-1", "us-croc", "us-rec")), **more)  # type: ignore[arg-type]


def test_only_units_that_used_strength_lose_steps() -> None:
    weak = hq("ge-352", ds=0)
    gun = unit("ge-gun", "artillery", division="ge-352")
    here = combat((INF, TARGET), (weak, TARGET), (gun, TARGET))
    battle = _battle(defenders=("ge-1", "ge-352-hq", "ge-gun"))
    assert [v.uid for v in r12_losses.victims(here, battle, attacking=False)] == ["ge-1", "ge-gun"]
    alone = combat((weak, TARGET))
    assert [v.uid for v in r12_losses.victims(alone, battle, attacking=False)] == ["ge-352-hq"]


def test_support_never_takes_losses_but_by_the_second_reading_guns_do() -> None:
    placed = ((unit("us-1"), NW), (unit("us-croc", "croc"), NW), (unit("us-gun", "artillery"), "c1820"))
    record = AttackRecord("allied", TARGET, ("us-1", "us-croc"), support=("us-gun",))
    assert [v.uid for v in r12_losses.victims(combat(*placed), Battle(record), attacking=True)] == ["us-1"]
    other = combat(*placed, options={"support-losses": "B"})
    assert [v.uid for v in r12_losses.victims(other, Battle(record), attacking=True)] == ["us-1", "us-gun"]


def test_corps_reconnaissance_loses_steps_last() -> None:
    placed = ((unit("us-1"), NW), (unit("us-rec", "recon"), NW))
    plain = r12_losses.victims(combat(*placed), _battle(), attacking=True)
    assert allocations(plain, 1) == (("us-1",), ("us-rec",))
    spared = r12_losses.victims(combat(*placed, options={"23.2": "B"}), _battle(), attacking=True)
    assert allocations(spared, 1) == (("us-1",),)


def test_an_engineer_that_gave_its_bonus_loses_the_first_step() -> None:
    placed = ((unit("us-1"), NW), (unit("us-rec", "recon"), NW))
    found = r12_losses.victims(combat(*placed), _battle(engineers=("us-1",)), attacking=True)
    assert allocations(found, 1) == (("us-1",),)


# --- the action -------------------------------------------------------------------------------------------


def _asking(*told: list[object], steps: int) -> Position:
    pending = (Decision("german", "losses", "12.9", {"units": list(told), "steps": steps}),)
    return combat((INF, TARGET), (CO, TARGET), (unit("ge-8", "co"), TARGET), pending=pending)


@pytest.mark.parametrize(
    ("told", "steps", "chosen", "section"),
    [
        ([["ge-1", 3, 0, False, False], ["ge-7", 1, 0, False, False]], 2, ("ge-1", "ge-1"), "12.9"),
        ([["ge-1", 3, 0, False, False], ["ge-7", 1, 0, False, False]], 2, ("ge-1",), "12.9"),
        ([["ge-1", 3, 0, False, False], ["ge-7", 1, 0, False, False]], 1, ("ge-8",), "12.9"),
        ([["ge-1", 3, 0, False, False], ["ge-7", 1, 0, False, False]], 3, ("ge-1", "ge-7", "ge-7"), "12.9"),
        ([["ge-1", 3, 0, True, False], ["ge-7", 1, 0, False, False]], 1, ("ge-7",), "14.3o"),
        ([["ge-1", 3, 0, False, True], ["ge-7", 1, 0, False, False]], 1, ("ge-1",), "23.2"),
    ],
)
def test_illegal_losses(told: list[list[object]], steps: int, chosen: tuple[str, ...], section: str) -> None:
    assert refused(_asking(*told, steps=steps), TakeLosses(chosen)) == [section]


def test_the_owner_takes_losses() -> None:
    here = _asking(["ge-1", 3, 0, False, False], ["ge-7", 1, 0, False, False], steps=2)
    after = play(here, TakeLosses(("ge-7", "ge-1")))
    assert (after.pieces["ge-1"].status, after.pieces["ge-7"].space) == ("reduced", "companies")
    assert after.decision is None


def test_with_an_hq_alone_reconnaissance_may_lose_the_first_step_23_2() -> None:
    recon, tank = unit("us-r", "recon"), unit("us-t", "tank")
    placed = [(recon, NW), (hq("us-1"), NW), (INF, TARGET)]
    battle = Battle(AttackRecord("german", NW, ("ge-1",)), defenders=("us-r", "us-1-hq", "us-t"))
    used = {"23.2": "B"}
    alone = combat(*placed, side="german", options=used)
    assert not any(v.last for v in r12_losses.victims(alone, battle, attacking=False))
    with_tanks = combat(*placed, (tank, NW), side="german", options=used)
    last = [v.uid for v in r12_losses.victims(with_tanks, battle, attacking=False) if v.last]
    assert last == ["us-r"]
