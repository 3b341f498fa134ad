"""19.5 to 19.7: what special units add, and when they go (traps 92, 95; BFN-EX-070)."""

from __future__ import annotations

from typing import Any

from adjudicator.battle_for_normandy.r17.airborne import OneHex
from adjudicator.battle_for_normandy.r18 import fire as r18_fire
from adjudicator.battle_for_normandy.r18.fire import Volley
from adjudicator.battle_for_normandy.r18.volleys import InvasionFire
from adjudicator.battle_for_normandy.r19 import funnies as r19_funnies
from adjudicator.battle_for_normandy.r19.funnies import KeepFunnies
from adjudicator.position import Position
from counters.catalog import Unit
from tests import playing
from tests.battle_for_normandy import build, june_6

GOLD = june_6.gold()
CO = build.unit("br-c1", "co")
POINT, INF = build.unit("ge-sp", "sp"), build.unit("ge-1")
ENGINEERS = [build.unit(f"br-ae{n}", "assault-engineer") for n in (1, 2)]
AVRE, CROC = build.unit("br-av", "avre"), build.unit("br-cr", "croc")


def _number(*here: Unit, target: Unit = POINT, where: str = "c1829", **more: Any) -> int:
    placed = [(u, where) for u in here]
    position = june_6.invasion(1, GOLD, *placed, (target, "c1929"), **more)
    units = tuple(u.id for u in here if u.type != "support")
    return r18_fire.hit_number(position, Volley(units, "c1929"))


def test_engineers_add_one_once_and_add_to_an_avre() -> None:
    assert _number(CO) == 1
    assert _number(CO, ENGINEERS[0]) == 2
    assert _number(CO, *ENGINEERS) == 2
    assert _number(CO, ENGINEERS[0], AVRE) == 3


def test_engineers_need_infantry_only_on_a_beach_hex() -> None:
    tank = build.unit("br-t", "tank-co", as_=1)
    assert _number(tank, ENGINEERS[0]) == 1
    assert _number(CO, ENGINEERS[0], target=INF, where="c2029") == 1


def test_an_avre_helps_against_works_only() -> None:
    assert _number(CO, AVRE) == 2
    assert _number(CO, AVRE, target=INF) == 1
    dug = {("entrenchment", "c1929"): "ready"}
    assert _number(CO, AVRE, target=INF, facts=dug) == 2


def test_the_lost_word_of_the_crocodile_is_a_reading() -> None:
    assert _number(CO, CROC) == 2
    assert _number(CO, CROC, target=INF) == 1
    assert _number(CO, CROC, target=INF, options={"crocodile-target": "B"}) == 2


def test_commandos_get_a_bonus_by_an_option() -> None:
    commando = build.unit("br-k", "commando-co", as_=1)
    assert _number(commando) == 1
    assert _number(commando, options={"19.5o": "B"}) == 1
    assert _number(build.unit("br-k", "commando", as_=1), options={"19.5o": "B"}) == 2
    assert r19_funnies.drift_bonus(build.position(GOLD, (commando, "c1829")).pieces["br-k"]) == -1


def test_dd_commitments() -> None:
    assert [r19_funnies.minimum_dd(s, 6) for s in ("utah", "omaha", "gold", "juno", "sword")] == [
        1,
        2,
        1,
        0,
        1,
    ]
    here = build.situation(GOLD)
    assert r19_funnies.most_dd(here, "juno") == 0
    assert r19_funnies.most_dd(build.situation(GOLD, options={"19.6.3o": "B"}), "juno") == 2


def _regroup(**more: Any) -> Position:
    units = [*ENGINEERS, AVRE, CROC, build.unit("br-av2", "avre"), build.unit("br-cr2", "croc")]
    return june_6.invasion(3, GOLD, *[(u, "c1829") for u in units], step="regroup", **more)


def test_avre_and_engineers_leave_and_crocodiles_stay() -> None:
    draft = _regroup().draft()
    r19_funnies.remove_after_invasion(draft)
    left = sorted(p.uid for p in draft.units_in("c1829"))
    assert left == ["br-cr", "br-cr2"]
    assert not draft.pending


def test_three_are_kept_by_an_option() -> None:
    draft = _regroup(options={"19.6.1o": "B"}).draft()
    r19_funnies.remove_after_invasion(draft)
    here = draft.finish()
    assert playing.barred(here, KeepFunnies(("br-av",))) == ["19.6.1o"]
    after = playing.done(here, KeepFunnies(("br-av", "br-cr", "br-cr2")))
    assert sorted(p.uid for p in after.units_in("c1829")) == ["br-av", "br-cr", "br-cr2"]


def test_an_avre_alone_is_removed_when_attacked_and_follows_others_only() -> None:
    here = june_6.invasion(1, GOLD, (AVRE, "c1829"), (POINT, "c1929"), step="german-fire")
    after = playing.done(here, InvasionFire(("ge-sp",), "c1829"))
    assert after.pieces["br-av"].space == "removed"
    moving = june_6.invasion(2, GOLD, (AVRE, "c1829"), (CO, "c1928"), step="landing")
    assert playing.barred(moving, OneHex("br-av", "c1929")) == ["19.6.1"]
    assert playing.barred(moving, OneHex("br-av", "c1928")) == []
