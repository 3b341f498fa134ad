"""18.8: regrouping, Beachheads, ships, artillery, the bridges over the Dives (traps 88, 116; BFN-EX-068)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from adjudicator.actions import Roll
from adjudicator.battle_for_normandy.r18 import dives as r18_dives
from adjudicator.battle_for_normandy.r18 import end as r18_end
from adjudicator.battle_for_normandy.r18.dives import RollDives
from adjudicator.battle_for_normandy.r18.end import PlaceBeachhead, PlaceFleet, PlaceShip
from adjudicator.game import apply
from adjudicator.position import Position
from counters.catalog import Unit
from tests import playing
from tests.battle_for_normandy import build, june_6

GOLD = june_6.gold()
INF = build.unit("br-e", division="br-50")


def _here(*placed: tuple[Unit, str], **more: Any) -> Position:
    return june_6.invasion(3, GOLD, *placed, step="regroup", **more)


def test_artillery_of_both_sides_is_readied() -> None:
    guns = [build.unit("ge-a", "artillery"), build.unit("br-a", "sp-artillery"), build.unit("br-s", "ship")]
    marks = {u.id: {"flipped": True} for u in guns} | {"ge-a": {"flipped": True, "invasion-gun": "fired"}}
    draft = _here(*[(u, "c2029") for u in guns], marks=marks).draft()
    r18_end.open_phase(draft)
    assert [draft.flag("flipped", u.id) for u in guns] == [False, False, True]
    assert draft.text("invasion-gun", "ge-a") == ""


def test_unlanded_companies_form_up_and_queue_first_and_empty_battalions_are_eliminated() -> None:
    companies = [(unit, "c1728") for unit, _ in june_6.pool("br-c", number=2)]
    lost = build.unit("br-l", division="br-50")
    marks = {"br-c1": {"battalion": "br-e"}, "br-c2": {"battalion": "br-e"}}
    here = _here((INF, "holding-king-red"), (lost, "holding-king-red"), *companies, marks=marks)
    after = playing.done(here, PlaceBeachhead("c1829"))
    assert (after.pieces["br-e"].space, after.pieces["br-e"].status) == ("c1728", "reduced")
    assert after.pieces["br-c1"].space == "companies"
    assert after.pieces["br-l"].space == "eliminated"
    assert after.text("beachhead", "gold") == "king-red"


def test_a_beachhead_is_placed_once_and_on_no_commando_queue() -> None:
    after = playing.done(_here(), PlaceBeachhead("c1829"))
    assert playing.barred(after, PlaceBeachhead("c1829")) == ["18.8.2"]
    assert playing.barred(_here(), PlaceBeachhead("c1928")) == ["18.8.2"]
    queued = {"c2513": {"site": "sword", "beach": "roger-red"}}
    roger = build.board(["c2513", "c2413"], features=queued)
    here = june_6.invasion(3, roger, step="regroup")
    assert playing.barred(here, PlaceBeachhead("c2513")) == ["18.8.2"]
    assert r18_end.still_due(here) == []


def test_four_units_wait_in_each_hex_of_the_queue() -> None:
    units = [build.unit(f"br-x{n}", "artillery") for n in range(6)]
    here = _here(*[(u, "c1728") for u in units])
    after = playing.done(here, PlaceBeachhead("c1829"))
    assert [len(after.units_in(n)) for n in ("c1728", "c1628")] == [4, 2]


def test_dropped_airborne_battalions_that_were_not_rebuilt_are_eliminated() -> None:
    para = build.unit("us-505", "para", division="us-82")
    later = build.unit("us-325", "glider", division="us-82")
    here = _here((para, "airborne-us-82"), (later, "airborne-us-82"), marks={"us-505": {"dropped": True}})
    after = playing.done(here, PlaceBeachhead("c1829"))
    assert after.pieces["us-505"].space == "eliminated"
    assert after.pieces["us-325"].space == "airborne-us-82"


SEA = build.around("c1010", radius=4)
OPEN = build.board(SEA, terrain=dict.fromkeys(SEA, "sea"))


def test_ships_are_placed_with_a_mine_roll_and_within_the_limits() -> None:
    ships = [build.unit(f"br-s{n}", "cruiser", as_=4, entry=("sword",)) for n in range(4)]
    here = june_6.invasion(3, OPEN, *[(s, "pool") for s in ships], step="regroup")
    assert len(r18_end.fleet(here)) == 4
    after = apply(apply(here, PlaceShip("br-s0", "c1010")), Roll((10,)))
    assert after.pieces["br-s0"].space == "c1010"
    assert not after.flag("flipped", "br-s0")
    assert playing.barred(after, PlaceShip("br-s0", "c1010")) == ["18.8.3"]
    crowd = june_6.invasion(3, OPEN, *[(s, "c1010") for s in ships[1:]], (ships[0], "pool"), step="regroup")
    assert playing.barred(crowd, PlaceShip("br-s0", "c1010")) == ["10.9"]
    every = apply(here, PlaceFleet())
    assert r18_end.fleet(every) == ()
    assert len(every.pending) == 4
    assert playing.barred(crowd.draft().finish(), PlaceFleet()) == []


def test_the_bridges_of_the_dives() -> None:
    assert [r18_dives.blown_up_to(b, 0) for b in r18_dives.BRIDGES] == [4, 3, 3]
    assert [r18_dives.chance(b, 2) for b in r18_dives.BRIDGES] == [1, Fraction(5, 6), Fraction(5, 6)]
    sides = build.sides("c2804/c2805", "c3506/c3507", "c3605/c3606")
    roads = {"c2804/c2805": "secondary", "c3506/c3507": "railroad", "c3605/c3606": "primary"}
    on = build.board(build.around("c2805", "c3507", "c3606"), sides=sides, roads=roads)
    draft = june_6.invasion(3, on, step="regroup", options={"18.8.5": "B"}, csp=2).draft()
    r18_dives.ask(draft)
    here = draft.finish()
    assert playing.barred(here, RollDives(3)) == ["18.8.5", "18.8.5"]
    rolled = apply(here, RollDives(1))
    assert rolled.number("csp") == 1
    after = apply(rolled, Roll((5, 5, 4)))
    assert [after.flag("blown", e) for e in ("c2804/c2805", "c3506/c3507", "c3605/c3606")] == [
        True,
        False,
        True,
    ]
    assert r18_dives.total(here, 2) == 1 + 2 * Fraction(5, 6)
    plain = june_6.invasion(3, on, step="regroup").draft()
    r18_dives.ask(plain)
    assert not plain.pending
