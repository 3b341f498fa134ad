"""15.1: which companies a battalion gives; the last step of a 3-step unit."""

from __future__ import annotations

from adjudicator.battle_for_normandy import r15_companies as companies
from adjudicator.battle_for_normandy import terms
from tests.battle_for_normandy import build, june_6

INF = build.unit("us-1-16", division="us-1")
BOARD = build.board(build.around("c3014"))


def test_the_last_of_three_steps_becomes_a_company_in_its_hex() -> None:
    here = build.situation(
        BOARD, (INF, "c3014 reduced"), *june_6.pool("us-c"), marks={"us-1-16": {"moved": True}}
    )
    draft = here.draft()
    assert companies.to_company(draft, "us-1-16") == "us-c1"
    assert draft.pieces["us-c1"].space == "c3014"
    assert draft.flag("moved", "us-c1")
    assert draft.pieces["us-1-16"].space == terms.ELIMINATED
    assert companies.battalion_of(draft, "us-c1") == "us-1-16"
    assert companies.parent_formation(draft, "us-c1") == "us-1"


def test_without_counters_the_unit_is_just_gone() -> None:
    draft = build.situation(BOARD, (INF, "c3014 reduced")).draft()
    assert companies.to_company(draft, "us-1-16") == ""
    assert draft.pieces["us-1-16"].space == terms.ELIMINATED


def test_companies_keep_to_nation_and_class() -> None:
    tank = build.unit("us-741", "tank")
    placed = [
        (INF, "c3014"),
        (tank, "c3014"),
        *june_6.pool("us-t", "tank-co", 1),
        *june_6.pool("us-d", "dd-co", 1),
    ]
    here = build.situation(BOARD, *placed, *june_6.pool("br-c", number=1), *june_6.pool("us-c", number=1))
    assert companies.matching(here, "us-1-16") == ("us-c1",)
    assert companies.matching(here, "us-741") == ("us-t1",)
    assert companies.matching(here, "us-741", dd=True) == ("us-t1", "us-d1")


def test_a_named_company_belongs_to_its_battalion() -> None:
    own = build.unit("us-a-1", "para-co", marks=("of=us-505",))
    other = build.unit("us-d-2", "para-co", marks=("of=us-999",))
    battalion = build.unit("us-505", "para")
    here = build.situation(BOARD, (battalion, "c3014"), (own, "companies"), (other, "companies"))
    assert companies.matching(here, "us-505") == ("us-a-1",)
    assert companies.companies_of(build.situation(BOARD, (battalion, "c3014"), (own, "c3014")), "us-505") == (
        "us-a-1",
    )


def test_ost_tiger_and_typed_companies_are_options() -> None:
    ost, tiger = build.unit("ge-441", "ost"), build.unit("ge-101", "panzer", marks=("tiger",))
    td = build.unit("us-899", "td")
    here = build.situation(BOARD, (ost, "c3014"))
    assert companies.classes(here, ost) == ()
    assert companies.classes(here, tiger) == ("tank",)
    assert companies.classes(here, td) == ("tank",)
    used = build.situation(BOARD, options={"20.7o": "B", "15.4o": "B", "15.4o-typed": "B"})
    assert companies.classes(used, ost) == ("ost",)
    assert companies.classes(used, tiger) == ("heavy-tank",)
    assert companies.classes(used, td) == ("td", "tank")
    assert companies.classes(used, build.unit("ge-pz", "pzgr")) == ("mech", "infantry")
    assert companies.classes(used, build.unit("ge-100", "panzer")) == ("light-tank",)


def test_a_unit_of_its_own_does_not_go_back_to_the_pool() -> None:
    asg = build.unit("br-1-rm-asg", "tank-co", entry=("gold",))
    draft = build.situation(BOARD, (asg, "c3014"), *june_6.pool("us-c", number=1)).draft()
    companies.to_pool(draft, "br-1-rm-asg")
    companies.to_pool(draft, "us-c1")
    assert (draft.pieces["br-1-rm-asg"].space, draft.pieces["us-c1"].space) == ("eliminated", "companies")
