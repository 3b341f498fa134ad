"""Section 20.3: Kampfgruppe HQs."""

from __future__ import annotations

from typing import Any

from adjudicator.battle_for_normandy.r20.kg import PlaceKg
from adjudicator.position import Position
from tests import playing
from tests.battle_for_normandy import build

WAY = ("c3014", "c3013", "c3012", "c3011")
ON = build.board(
    build.around(*WAY, radius=2), roads=build.road(*WAY, kind="primary"), features={"c3011": {"edge": "east"}}
)
KG = build.unit("ge-kg-1-hq", "kg-hq", division="ge-kg-1")
CORPS = build.hq("ge-lxxxiv", size="corps")


def segment(*placed: Any, where: str = "pool", **more: Any) -> Position:
    everyone = ((KG, where), (CORPS, "c3012"), *(placed or ((build.unit("ge-916"), "c3014"),)))
    return build.situation(
        ON, *everyone, phase="german-replacements", side="german", time="night", supplied=False, **more
    )


def test_near_a_combat_unit_in_supply_and_out_of_ezocs() -> None:
    after = playing.done(segment(), PlaceKg("ge-kg-1-hq", "c3013"))
    assert after.pieces["ge-kg-1-hq"].space == "c3013"


def test_what_keeps_it_away() -> None:
    action = PlaceKg("ge-kg-1-hq", "c3013")
    assert "20.3" in playing.barred(segment((build.unit("us-16"), "c3113")), action)
    far = segment((build.unit("ge-916"), "pool"))
    assert playing.barred(far, action) == ["20.3"]
    assert playing.barred(segment(where="removed"), action) == ["20.3"]
    no_corps = build.situation(
        ON,
        (KG, "pool"),
        (build.unit("ge-916"), "c3014"),
        phase="german-replacements",
        side="german",
        supplied=False,
    )
    assert "20.3" in playing.barred(no_corps, action)
