"""Section 12.11 with 10.6, 14.3 and 19.9: who advances into the hex that was attacked."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.battle_for_normandy.r12 import advance as r12_advance
from adjudicator.battle_for_normandy.r12 import battle as r12_battle
from adjudicator.battle_for_normandy.r12.advance import Advance, EndAdvance
from adjudicator.battle_for_normandy.r12.battle import AttackRecord, Battle
from adjudicator.frames import plain
from adjudicator.position import AUTO, Decision, Position
from counters.catalog import Unit
from tests.battle_for_normandy.build import unit
from tests.battle_for_normandy.combat import NE, NW, SE, TARGET, WEST, asked, combat
from tests.battle_for_normandy.test_r12_retreat import started
from tests.playing import play, refused

US, US_2 = unit("us-1", division="us-1"), unit("us-2", division="us-1")
GE = unit("ge-1", division="ge-352")


def won(*placed: tuple[Unit, str], crt: int = 1, attackers: Any = None, **more: Any) -> Position:
    """A combat at C2020 that has come to the advance."""
    known = tuple(u.id for u, _ in placed if u.side == "allied")
    attack = AttackRecord("allied", TARGET, attackers or known)
    battle = Battle(attack, stage="advance", crt=crt, **more.pop("battle", {}))
    pending = (Decision(AUTO, r12_battle.COMBAT, "12.4", plain(battle)),)
    return started(combat(*placed, pending=pending, **more))


def able(here: Position) -> list[str]:
    """Units that may advance."""
    battle = r12_battle.current(here)
    return sorted(r12_advance.candidates(here, battle)) if battle is not None else []


def test_attackers_advance_from_ezoc_to_ezoc_or_stay() -> None:
    here = won((US, NW), (US_2, NE), (GE, SE))
    assert asked(here) == ("allied", "advance")
    assert able(here) == ["us-1", "us-2"]
    after = play(here, Advance("us-1"))
    assert after.pieces["us-1"].space == TARGET
    assert refused(after, Advance("us-1")) == ["12.11"]
    assert play(after, EndAdvance()).decision is None


def test_the_stacking_limit_holds() -> None:
    here = won((US, NW), (US_2, NW), (unit("us-3", division="us-1"), NW))
    after = play(here, Advance("us-1"), Advance("us-2"))
    assert after.decision is None
    assert after.pieces["us-3"].space == NW


def test_nobody_advances_while_a_unit_is_left() -> None:
    assert won((US, NW), (GE, TARGET)).decision is None


def test_who_never_advances() -> None:
    at, gun = unit("us-at", "at", division="us-1"), unit("us-gun", "artillery", division="us-1")
    self_propelled, other = unit("us-sp", "sp-at", division="us-1"), unit("us-9", division="us-1")
    here = won(
        (at, NW), (gun, NW), (self_propelled, NE), (other, WEST), attackers=("us-at", "us-gun", "us-sp")
    )
    assert able(here) == ["us-sp"]
    for uid in ("us-at", "us-gun", "us-9"):
        assert refused(here, Advance(uid)) == ["12.11"]
    assert refused(here, Advance("nobody")) == ["12.11"]
    back = won((US, NW), (US_2, NE), battle={"origins": {"us-1": TARGET}})
    assert able(back) == ["us-2"]


def test_bocage_is_entered_only_after_the_table_has_killed_all() -> None:
    bocage = {TARGET: "bocage"}
    assert able(won((US, NW), terrain=bocage)) == ["us-1"]
    assert able(won((US, NW), terrain=bocage, crt=0)) == []
    assert able(won((US, NW), terrain={TARGET: "forest"}, crt=0)) == ["us-1"]


def test_a_rhino_lets_one_unit_into_bocage() -> None:
    tank, rhino = unit("us-t", "tank", division="us-2"), unit("us-rhino", "rhino")
    here = won((tank, NW), (rhino, NW), (US, NW), terrain={TARGET: "bocage"}, crt=0)
    assert "us-t" in able(here)
    after = play(here, Advance("us-t"))
    assert "us-1" not in able(after)
    alone = won((rhino, NW), (US, NW), terrain={TARGET: "bocage"}, crt=0)
    assert able(alone) == []


@pytest.mark.parametrize(
    ("kind", "word", "fine"),
    [
        ("open", "inf", True),
        ("stream", "inf", True),
        ("stream", "tank", False),
        ("bluff", "inf", False),
        ("bluff", "commando", True),
        ("bluff", "ranger", True),
        ("draw", "inf", True),
        ("draw", "tank", True),
        ("cliff", "commando", False),
        ("cliff", "inf", False),
    ],
)
def test_hexsides(kind: str, word: str, fine: bool) -> None:
    here = won((unit("us-1", word), NW), sides={f"{NW}/{TARGET}": kind})
    assert able(here) == (["us-1"] if fine else [])


def test_closed_terrain() -> None:
    here = won((unit("us-t", "tank"), NW), (US, NE), terrain={TARGET: "flooded"})
    assert able(here) == ["us-1"]


def test_an_enemy_entrenchment_is_removed_and_the_hex_changes_hands() -> None:
    here = won((US, NW), facts={("entrenchment", TARGET): "ready"})
    after = play(here, Advance("us-1"))
    assert after.text("entrenchment", TARGET) == ""
    assert after.text("control", TARGET) == "allied"


def test_an_advance_notes_where_the_unit_began_the_turn_5_2() -> None:
    after = play(won((US, NW)), Advance("us-1"))
    assert after.text("began", "us-1") == NW
