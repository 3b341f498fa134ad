"""20.6, 20.6o: the guns and the Rangers."""

from __future__ import annotations

from typing import Any

from adjudicator.actions import Roll
from adjudicator.battle_for_normandy.r18 import fire as r18_fire
from adjudicator.battle_for_normandy.r18.landing import ComeAshore
from adjudicator.battle_for_normandy.r18.volleys import InvasionFire
from adjudicator.battle_for_normandy.r20 import pointe_du_hoc as pointe
from adjudicator.battle_for_normandy.r20.pointe_du_hoc import HoldBack, PlaceGuns
from adjudicator.game import apply
from adjudicator.position import Position
from counters.catalog import Unit
from tests import playing
from tests.battle_for_normandy import build, june_6

OMAHA = june_6.omaha()
GUNS = build.unit("ge-pt-du-hoc", "battery")
OTHER = build.unit("ge-guns-moved", "battery")


def _here(*more: tuple[Unit, str], guns: str = "b1305", other: str = "b1406", **facts: Any) -> Position:
    placed = [(GUNS, guns), (OTHER, other), *more]
    return build.situation(OMAHA, *placed, phase="set-up", side="german", date=6, time="night", **facts)


def test_the_german_player_hides_the_guns_in_one_of_two_hexes() -> None:
    after = playing.done(_here(), PlaceGuns(True))
    assert (after.pieces["ge-pt-du-hoc"].space, after.pieces["ge-guns-moved"].space) == ("b1406", "b1305")
    assert after.text("guns-moved") == "yes"
    back = playing.done(after, PlaceGuns())
    assert back.pieces["ge-pt-du-hoc"].space == "b1305"


def test_moved_guns_need_infantry_in_their_hex() -> None:
    here = _here(guns="b1406", other="b1305")
    assert [s for s, _ in pointe.can_fire(here, here.pieces["ge-pt-du-hoc"])] == ["20.6"]
    manned = _here((build.unit("ge-1"), "b1406"), guns="b1406", other="b1305")
    assert pointe.can_fire(manned, manned.pieces["ge-pt-du-hoc"]) == []
    tanks = _here((build.unit("ge-t", "panzer"), "b1406"), guns="b1406", other="b1305")
    assert pointe.can_fire(tanks, tanks.pieces["ge-pt-du-hoc"])
    still = _here()
    assert pointe.can_fire(still, still.pieces["ge-pt-du-hoc"]) == []
    assert pointe.can_fire(still, still.pieces["ge-guns-moved"])


def test_the_pointe_is_joined_to_its_top_only_and_defends_with_1() -> None:
    ranger = build.unit("us-r", "ranger-co", as_=2)
    here = june_6.invasion(1, OMAHA, (ranger, "b1205"), (GUNS, "b1305"), (build.unit("ge-1"), "b1306"))
    assert r18_fire.targets(here, "b1205", "allied") == ("b1305",)
    assert r18_fire.hit_number(here, r18_fire.Volley(("us-r",), "b1305")) == 2
    assert playing.barred(here, InvasionFire(("us-r",), "b1306")) == ["18.4"]
    infantry = build.unit("us-c", "co")
    other = june_6.invasion(1, OMAHA, (infantry, "b1205"), (GUNS, "b1305"))
    assert r18_fire.hit_number(other, r18_fire.Volley(("us-c",), "b1305")) == 0
    assert r18_fire.strength(here, here.pieces["ge-pt-du-hoc"]) == 1


FIFTH = build.unit("us-5", "ranger", entry=("charlie",))
COMPANIES = [build.unit(f"us-r{n}", "ranger-co") for n in (1, 2, 3)]
FROM = {c.id: {"battalion": "us-5"} for c in COMPANIES}


def _waiting(phase: int, **more: Any) -> Position:
    placed = [(FIFTH, "holding-charlie"), *[(c, "c1353") for c in COMPANIES]]
    return june_6.invasion(phase, OMAHA, *placed, step="landing", marks=FROM, **more)


def test_the_5th_rangers_may_wait_for_the_signal() -> None:
    assert playing.barred(_waiting(1), HoldBack()) == ["20.6o"]
    held = playing.done(_waiting(1, options={"20.6o": "B"}), HoldBack())
    assert playing.barred(held, ComeAshore("b1401")) == ["18.3.1"]
    draft = held.draft()
    draft.set("invasion", 2)
    pointe.ask_signal(draft)
    here = draft.finish()
    received = apply(here, Roll((4,)))
    assert received.pieces["us-r1"].space == "holding-pointe-du-hoc"
    landed = playing.done(received, ComeAshore("b1205"))
    assert landed.pieces["us-r1"].space == "b1205"
    missed = apply(here, Roll((3,)))
    assert playing.done(missed, ComeAshore("b1401")).pieces["us-r1"].space == "b1401"
