"""18.2, 19.6.2, 19.6.3, 20.6, 22.3: the Assault Hexes are loaded (traps 80, 99; BFN-EX-062, 069)."""

from __future__ import annotations

from typing import Any

from adjudicator.battle_for_normandy.r18 import placement
from adjudicator.battle_for_normandy.r18.default import HistoricalPlacement, TakeBack
from adjudicator.battle_for_normandy.r18.placement import Embark, Exchange, Rearrange
from adjudicator.position import Position
from counters.catalog import Unit
from tests import playing
from tests.battle_for_normandy import build, june_6

GOLD, OMAHA = june_6.gold(), june_6.omaha()
INF = build.unit("br-e", entry=("gold",), division="br-50")
ASSAULT = build.unit("br-a", entry=("king-red",), division="br-50")
TANKS = build.unit("br-t", "tank", entry=("gold",), marks=("dd-battalion",))
COMMANDO = build.unit("br-47", "commando", entry=("gold",))
ASG = build.unit("br-asg", "tank-co", entry=("gold",), marks=("rm-asg",))
AVRE = build.unit("br-v", "avre", entry=("gold",))
BOX = "holding-king-red"
POOL = [
    *june_6.pool("br-c", number=6), *june_6.pool("br-k", "commando-co"), *june_6.pool("br-d", "dd-co"),
    *june_6.pool("br-p", "tank-co"),
]  # fmt: skip


def _here(*units: Unit, side: str = "allied", **more: Any) -> Position:
    placed = [(u, BOX) for u in units]
    return build.situation(
        GOLD,
        *placed,
        *POOL,
        phase="set-up",
        side=side,
        time="night",
        date=6,
        **more,
    )


def _spaces(here: Position, prefix: str) -> list[str]:
    return [p.space for u, p in sorted(here.pieces.items()) if u.startswith(prefix)]


def test_a_battalion_breaks_down_and_its_counter_waits_in_the_box() -> None:
    after = playing.done(_here(INF), Embark("br-e", "c1628"))
    assert _spaces(after, "br-c")[:3] == ["c1628"] * 3
    assert after.pieces["br-e"].space == BOX
    assert playing.barred(after, Embark("br-e", "c1728")) == ["18.2"]
    assert playing.barred(_here(INF, side="german"), Embark("br-e", "c1628")) == ["18.2"]


def test_a_beach_assault_battalion_goes_to_the_first_hex_of_its_beach() -> None:
    assert playing.barred(_here(ASSAULT), Embark("br-a", "c1628")) == ["18.2"]
    assert playing.barred(_here(ASSAULT), Embark("br-a", "c1728")) == []
    assert playing.barred(_here(ASSAULT), Embark("br-a", "c1829")) == ["18.2"]
    us = build.unit("us-1", entry=("omaha",))
    assert playing.barred(_here(us), Embark("us-1", "c1728")) == ["18.2"]


def test_an_assault_hex_holds_three_companies_or_one_battalion() -> None:
    full = playing.done(_here(INF, ASSAULT), Embark("br-a", "c1728"))
    assert playing.barred(full, Embark("br-e", "c1728")) == ["18.2"]
    guns = build.unit("br-g", "artillery", entry=("gold",))
    here = playing.done(_here(guns, INF), Embark("br-g", "c1527"))
    assert here.pieces["br-g"].space == "c1527"
    assert playing.barred(here, Embark("br-e", "c1527")) == ["18.2"]


def test_dd_tanks_mix_with_normal_companies_and_go_in_front() -> None:
    after = playing.done(_here(TANKS), Embark("br-t", "c1728", 1))
    assert sorted(p.uid for p in after.units_in("c1728")) == ["br-d1", "br-p1", "br-p2"]
    assert placement.still_due(after) == []
    behind = playing.done(_here(TANKS), Embark("br-t", "c1628", 1))
    assert [section for section, _ in placement.still_due(behind)] == ["19.6.2"]
    none = playing.done(_here(TANKS), Embark("br-t", "c1728"))
    assert [section for section, _ in placement.still_due(none)] == ["19.6.3"]
    assert playing.barred(_here(INF), Embark("br-e", "c1728", 1)) == ["19.6.2"]


def test_companies_are_rearranged_and_exchanged_within_their_beach() -> None:
    here = playing.done(
        playing.done(_here(TANKS, ASSAULT), Embark("br-a", "c1728")), Embark("br-t", "c1628", 2)
    )
    after = playing.done(here, Exchange("br-d1", "br-c1"))
    assert (after.pieces["br-d1"].space, after.pieces["br-c1"].space) == ("c1728", "c1628")
    assert playing.barred(after, Rearrange("br-c1", "c1728")) == ["18.2"]
    assert playing.done(after, Rearrange("br-c1", "c1527")).pieces["br-c1"].space == "c1527"
    assert playing.barred(after, Exchange("br-c1", "br-d2")) == ["18.2"]


def test_support_units_go_anywhere_but_not_with_commandos() -> None:
    here = playing.done(_here(COMMANDO, AVRE, INF), Embark("br-47", "c1728"))
    assert playing.barred(here, Embark("br-v", "c1728")) == ["18.2"]
    assert playing.done(here, Embark("br-v", "c1628")).pieces["br-v"].space == "c1628"
    alone = playing.done(_here(COMMANDO, AVRE), Embark("br-v", "c1728"))
    assert playing.barred(alone, Embark("br-47", "c1728")) == ["18.2"]


def test_each_rm_asg_company_sends_a_commando_company_to_the_box() -> None:
    assert playing.barred(_here(ASG), Embark("br-asg", "c1728")) == ["19.6.2"]
    here = playing.done(_here(COMMANDO, ASG), Embark("br-47", "c1728"))
    after = playing.done(here, Embark("br-asg", "c1728"))
    assert len(after.units_in("c1728")) == 3
    assert _spaces(after, "br-k").count(BOX) == 1


def test_battalion_level_landings_keep_battalions_whole() -> None:
    here = playing.done(_here(INF, options={"22.3o": "B"}), Embark("br-e", "c1628"))
    assert here.pieces["br-e"].space == "c1628"
    small = build.unit("br-f", steps=1, stacking=2, entry=("gold",))
    assert playing.barred(
        playing.done(_here(INF, small, options={"22.3o": "B"}), Embark("br-e", "c1628")),
        Embark("br-f", "c1628"),
    ) == ["18.2"]


def _rangers() -> Position:
    second = build.unit("us-2", "ranger", entry=("pointe-du-hoc", "charlie"))
    fifth = build.unit("us-5", "ranger", entry=("charlie",))
    placed = [(second, "pool"), (fifth, "pool"), *june_6.pool("us-r", "ranger-co", 6)]
    return build.situation(OMAHA, *placed, phase="set-up", time="night", date=6)


def test_the_2nd_rangers_land_at_the_pointe_or_behind_the_5th() -> None:
    here = _rangers()
    assert playing.done(here, Embark("us-2", "b1205")).pieces["us-r1"].space == "b1205"
    assert playing.barred(here, Embark("us-2", "c1353")) == ["20.6"]
    assert playing.barred(here, Embark("us-2", "c1253")) == []
    assert playing.barred(here, Embark("us-5", "b1205")) == ["18.2"]


def test_bloody_omaha_adds_engineers() -> None:
    engineers = build.unit("us-ae", "assault-engineer", entry=("pool",))
    here = build.situation(OMAHA, (engineers, "pool"), phase="set-up", time="night", date=6)
    assert playing.barred(here, Embark("us-ae", "c1353")) == ["18.2"]
    used = build.situation(
        OMAHA, (engineers, "pool"), phase="set-up", time="night", date=6, options={"22.8o": "B"}
    )
    assert playing.barred(used, Embark("us-ae", "c1353")) == []


def test_one_action_places_all_as_in_1944_and_the_rest_comes_later() -> None:
    guns = build.unit("br-g", "artillery", entry=("gold",))
    after = playing.done(_here(INF, ASSAULT, TANKS, AVRE, guns), HistoricalPlacement())
    assert after.pieces["br-d1"].space == "c1728"
    assert placement.still_due(after) == []
    assert after.pieces["br-v"].space in {"c1728", "c1628", "c1527"}
    assert [p.uid for p in placement.unplaced(after)] == ["br-g"]
    draft = after.draft()
    placement.set_aside(draft)
    assert draft.pieces["br-g"].space == "turn-track"
    assert playing.barred(after, HistoricalPlacement()) == ["18.2"]


def test_what_was_placed_may_be_taken_back() -> None:
    placed = playing.done(_here(TANKS), Embark("br-t", "c1728"))
    after = playing.done(placed, TakeBack("br-t"))
    assert after.pieces["br-p1"].space == "companies"
    assert [p.uid for p in placement.unplaced(after)] == ["br-t"]
    assert playing.barred(after, TakeBack("br-t")) == ["18.2"]
    guns = build.unit("br-g", "artillery", entry=("gold",))
    whole = playing.done(playing.done(_here(guns), Embark("br-g", "c1527")), TakeBack("br-g"))
    assert whole.pieces["br-g"].space == BOX


def test_the_one_action_puts_misplaced_dd_tanks_right() -> None:
    wrong = playing.done(_here(TANKS, ASSAULT), Embark("br-t", "c1628", 1))
    assert placement.site_due(wrong, "gold")
    after = playing.done(wrong, HistoricalPlacement())
    assert placement.still_due(after) == []
    assert after.pieces["br-d1"].space == "c1728"
