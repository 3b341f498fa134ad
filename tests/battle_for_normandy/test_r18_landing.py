"""18.3, 19.5, 19.6.2: landing, Drift, DD Tanks (traps 81, 85; BFN-EX-061, 063)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from adjudicator.actions import Roll
from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r18 import beaches as r18_beaches
from adjudicator.battle_for_normandy.r18 import landing as r18_landing
from adjudicator.battle_for_normandy.r18.landing import ComeAshore
from adjudicator.battle_for_normandy.r18.volleys import HoldFire, InvasionFire
from adjudicator.game import apply
from adjudicator.position import Position
from counters.catalog import Unit
from maps.battle_for_normandy.board import load_board
from maps.board import Feature
from maps.filing import OURS
from tests import playing
from tests.battle_for_normandy import build, june_6

GOLD, OMAHA = june_6.gold(), june_6.omaha()
CO = build.unit("br-c1", "co")
DD = build.unit("br-d1", "dd-co")
RATING = r18_beaches.beaches(OURS)["king-red"]


def _here(phase: int, *placed: tuple[Unit, str], **more: Any) -> Position:
    return june_6.invasion(phase, GOLD, *placed, step="landing", **more)


def test_the_queue_of_king_red_is_that_of_the_rule() -> None:
    assert r18_beaches.beaches(OURS)["king-red"].queue == ("c1728", "c1628", "c1527")
    sword = [n for b in r18_beaches.of_site(GOLD, "sword") for n in b.queue]
    assert len(sword) == 10


def test_beaches_are_listed_from_west_to_east() -> None:
    names = [b.name for b in r18_beaches.of_site(GOLD, "omaha")]
    assert names[:3] == ["Charlie", "Dog Green", "Dog White"]


def test_a_unit_lands_on_target_or_one_hex_to_the_east() -> None:
    here = apply(_here(1, (CO, "c1728"), (build.unit("br-c2", "co"), "c1628")), ComeAshore("c1829"))
    good = apply(here, Roll((RATING.drift,)))
    assert good.pieces["br-c1"].space == "c1829"
    assert good.pieces["br-c2"].space == "c1728"
    assert apply(here, Roll((RATING.drift + 1,))).pieces["br-c1"].space == "c1928"
    literal = apply(_here(1, (CO, "c1728"), options={"drift-east": "B"}), ComeAshore("c1829"))
    assert apply(literal, Roll((10,))).pieces["br-c1"].space == "c1829"  # C1828 is sea here


def test_commandos_subtract_one() -> None:
    commando = build.unit("br-k", "commando-co")
    here = apply(_here(1, (commando, "c1728")), ComeAshore("c1829"))
    assert apply(here, Roll((RATING.drift + 1,))).pieces["br-k"].space == "c1829"
    chances = {
        a.unit: a.on_target
        for a in r18_landing.distribution(_here(1, (commando, "c1728"), (CO, "c1728")), "king-red")
    }
    assert chances["br-k"] - chances["br-c1"] == Fraction(1, 10)


def test_dd_tanks_swim_drift_and_fire_at_once_and_again() -> None:
    strongpoint = build.unit("ge-sp", "sp", as_=3)
    here = apply(_here(1, (DD, "c1728"), (strongpoint, "c1929")), ComeAshore("c1829"))
    sunk = apply(here, Roll((RATING.dd + 1,)))
    assert sunk.pieces["br-d1"].space == "companies"
    assert not sunk.pending
    ashore = apply(apply(here, Roll((RATING.dd,))), Roll((1,)))
    assert ashore.decision is not None
    assert ashore.decision.kind == "dd-fire"
    fired = apply(apply(ashore, InvasionFire(("br-d1",), "c1929")), Roll((10,)))
    assert not fired.pending
    assert not fired.flag("fired", "br-d1")
    assert not apply(ashore, HoldFire()).pending
    alone = apply(apply(apply(_here(1, (DD, "c1728")), ComeAshore("c1829")), Roll((1,))), Roll((1,)))
    assert not alone.pending


def test_the_chances_of_a_dd_tank_multiply() -> None:
    arrival = r18_landing.distribution(_here(1, (DD, "c1728")), "king-red")[0]
    swims = Fraction(RATING.dd, 10)
    assert (arrival.survival, arrival.on_target) == (swims, swims * Fraction(RATING.drift, 10))
    expected = r18_landing.arrivals(_here(1, (DD, "c1728"), (CO, "c1728")), "king-red")
    assert sum(expected.values()) == 1 + swims


def test_units_land_from_west_to_east_in_phase_1() -> None:
    everywhere = r18_beaches.beaches(OURS)
    jig, king = everywhere["jig-green"], everywhere["king-red"]
    numbers = build.around(jig.hex, king.hex, jig.queue[0], king.queue[0])
    features: dict[str, dict[str, Feature]] = {
        n: {"site": "gold", "beach": b.slug, "queue": q}
        for b in (jig, king)
        for q, n in enumerate((b.hex, b.queue[0]))
    }
    ground = {jig.hex: "beach", king.hex: "beach", jig.queue[0]: "sea", king.queue[0]: "sea"}
    on = build.board(numbers, terrain=ground, features=features)
    units = [(CO, jig.queue[0]), (build.unit("br-c2", "co"), king.queue[0])]
    here = june_6.invasion(1, on, *units, step="landing")
    assert playing.barred(here, ComeAshore(king.hex)) == ["18.3.1"]
    assert playing.barred(here, ComeAshore(jig.hex)) == []
    assert playing.barred(here, ComeAshore("c1728")) == ["18.1"]


def test_hqs_and_guns_land_away_from_enemies_only() -> None:
    guns = build.unit("br-g", "sp-artillery")
    near = _here(2, (guns, "c1728"), (build.unit("ge-sp", "sp"), "c1929"))
    assert playing.barred(near, ComeAshore("c1829", ("br-g",))) == ["18.2"]
    after = playing.done(_here(2, (guns, "c1728")), ComeAshore("c1829", ("br-g",)))
    assert after.pieces["br-g"].space == "c1829"
    assert after.flag("flipped", "br-g")


def test_later_phases_may_change_beaches_but_not_into_an_ezoc() -> None:
    here = _here(2, (CO, "c1728"))
    assert playing.done(here, ComeAshore("c1829", ("br-c1",), "c1928")).pieces["br-c1"].space == "c1928"
    beside = _here(2, (CO, "c1728"), (build.unit("ge-1"), "c2028"))
    assert playing.barred(beside, ComeAshore("c1829", ("br-c1",), "c1928")) == ["18.3.2"]
    assert playing.barred(_here(1, (CO, "c1728")), ComeAshore("c1829", ("br-c1",), "c1928")) == ["18.3.1"]


def test_stacking_is_never_exceeded_in_later_phases() -> None:
    crowd = [(build.unit(f"br-x{n}", "co"), "c1829") for n in range(3)]
    here = _here(2, (CO, "c1728"), *crowd)
    assert playing.barred(here, ComeAshore("c1829", ("br-c1",))) == ["18.3.2"]
    assert playing.barred(here, ComeAshore("c1829")) == ["18.3.2"]


def test_a_commando_company_of_the_box_lands_in_phase_2() -> None:
    commando = build.unit("br-k", "commando-co")
    assert r18_landing.to_land(_here(1, (commando, "holding-king-red")), RATING) == ()
    after = playing.done(_here(2, (commando, "holding-king-red")), ComeAshore("c1829"))
    assert after.pieces["br-k"].space == "c1829"


def test_rangers_at_the_pointe_fight_from_their_hex_without_drift() -> None:
    ranger = build.unit("us-r", "ranger-co")
    here = june_6.invasion(1, OMAHA, (ranger, "b1205"), step="landing")
    assert r18_landing.still_due(here) == []


def test_a_drifting_unit_lands_on_the_beach_hex_that_touches_its_own_to_the_east() -> None:
    board = load_board()
    here = build.situation(board)
    known = r18_beaches.beaches(board)
    for slug, other in (("dog-green", "dog-white"), ("king-green", "king-red")):
        assert r18_beaches.drift_hex(here, known[slug]) == known[other].hex
    assert r18_beaches.drift_hex(here, known["king-red"]) == "c1928"
    for slug in ("fox-green", "tare-green", "uncle-red"):
        assert r18_beaches.drift_hex(here, known[slug]) == known[slug].hex


def test_drift_never_takes_a_unit_further_than_one_hex() -> None:
    board = load_board()
    for reading in ("A", "B"):
        here = build.situation(board, options={"drift-east": reading})
        for beach in r18_beaches.beaches(board).values():
            assert terms.distance(beach.hex, r18_beaches.drift_hex(here, beach)) <= 1
