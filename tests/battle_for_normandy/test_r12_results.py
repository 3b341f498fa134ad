"""Sections 12.4 and 12.8: stages of a combat, the defender first; 12.4o and 22.2o."""

from __future__ import annotations

import random
from typing import Any

import pytest

from adjudicator import game
from adjudicator.actions import Action
from adjudicator.battle_for_normandy.r12 import battle as battles
from adjudicator.battle_for_normandy.r12.advance import Advance, EndAdvance
from adjudicator.battle_for_normandy.r12.attack import Attack
from adjudicator.battle_for_normandy.r12.battle import AttackRecord, Battle
from adjudicator.battle_for_normandy.r12.losses import TakeLosses
from adjudicator.battle_for_normandy.r12.results import result_of
from adjudicator.battle_for_normandy.r12.retreat import AnswerRetreat, Retreat
from adjudicator.errors import PositionError
from adjudicator.frames import plain
from adjudicator.position import AUTO, Decision, Position
from counters.catalog import Unit
from tests.battle_for_normandy.build import hq, unit
from tests.battle_for_normandy.combat import NE, NW, SE, SW, TARGET, asked, combat, roll
from tests.battle_for_normandy.test_r12_retreat import started
from tests.playing import play

US, US_2 = unit("us-1", division="us-1"), unit("us-2", division="us-1")
GE, GE_2 = unit("ge-1", division="ge-352"), unit("ge-2", division="ge-352")


def resulting(*placed: tuple[Unit, str], result: tuple[int, ...], **more: Any) -> Position:
    """A combat at C2020 whose result is known and is applied now."""
    attackers = tuple(u.id for u, _ in placed if u.side == "allied")
    defenders = tuple(u.id for u, where in placed if u.side == "german" and where == TARGET)
    attack = AttackRecord("allied", TARGET, attackers)
    battle = Battle(attack, stage="defender-losses", defenders=defenders, result=result)
    pending = (Decision(AUTO, battles.COMBAT, "12.4", plain(battle)),)
    return started(combat(*placed, pending=pending, **more))


def test_the_defender_loses_and_retreats_before_the_attacker_loses() -> None:
    here = resulting((US, NW), (US_2, NW), (GE, TARGET), (GE_2, TARGET), result=(1, 1, 1, 1))
    order = []
    for action in (
        TakeLosses(("ge-2",)),
        Retreat(("ge-1", "ge-2"), SE),
        TakeLosses(("us-1",)),
        AnswerRetreat(stand=False),
    ):
        order.append(asked(here))
        here = play(here, action)
    assert order == [
        ("german", "losses"),
        ("german", "retreat"),
        ("allied", "losses"),
        ("allied", "stand"),
    ]
    assert asked(here) == ("allied", "retreat")


def test_attackers_that_had_to_retreat_do_not_advance() -> None:
    here = resulting((US, NW), (GE, TARGET), result=(0, 1, 0, 1))
    here = play(here, Retreat(("ge-1",), SE), AnswerRetreat(stand=False))
    assert asked(here) == ("allied", "retreat")
    here = play(here, Retreat(("us-1",), "c1820"))
    assert here.decision is None


def test_no_effect_ends_at_once() -> None:
    assert resulting((US, NW), (GE, TARGET), result=(0, 0, 0, 0)).decision is None


def test_a_company_takes_the_place_of_its_battalion_in_the_combat() -> None:
    here = resulting((US, NW), (GE, TARGET), result=(0, 0, 2, 1))
    assert asked(here) == ("german", "retreat")
    assert here.decision is not None
    assert here.decision.data["units"] == ["ge-co-1"]
    after = play(here, Retreat(("ge-co-1",), SW))
    assert after.pieces["ge-co-1"].space == SW
    assert asked(after) == ("allied", "advance")


def test_units_that_retreated_into_the_hex_stay_when_it_is_beaten() -> None:
    guest = unit("ge-9", division="ge-352")
    marks = {"ge-9": {"retreated": True}}
    here = combat((US, NW), (GE, TARGET), (guest, TARGET), marks=marks)
    attack = AttackRecord("allied", TARGET, ("us-1",))
    assert [p.uid for p in battles.defenders_of(here, attack)] == ["ge-1"]
    battle = Battle(attack, stage="defender-losses", defenders=("ge-1",), result=(0, 0, 1, 1))
    pending = (Decision(AUTO, battles.COMBAT, "12.4", plain(battle)),)
    beaten = started(combat((US, NW), (GE, TARGET), (guest, TARGET), marks=marks, pending=pending))
    after = play(beaten, Retreat(("ge-1",), SE))
    assert after.pieces["ge-9"].space == TARGET
    assert after.decision is None  # 12.11: the hex is not vacated


def test_a_combat_is_carried_out_from_the_die_to_the_advance() -> None:
    big = unit("us-9", "tank", as_=28, division="us-1")
    here = play(combat((US, NW), (big, NW), (GE, TARGET)), Attack(("us-1", "us-9"), TARGET))
    assert here.decision is not None
    assert here.decision.data["column"] == "7:1"
    best = roll(here, 10)
    while asked(best)[1] in {"combined-arms", "retreat", "losses", "stand"}:
        best = play(best, _first(best))
    assert asked(best) == ("allied", "advance")
    done = play(best, Advance("us-9"), EndAdvance()) if _may(best, "us-9") else play(best, EndAdvance())
    assert done.decision is None or asked(done)[1] == "advance"


def _may(here: Position, uid: str) -> bool:
    from adjudicator.battle_for_normandy.r12.advance import candidates

    battle = battles.current(here)
    return battle is not None and uid in candidates(here, battle)


def _first(here: Position) -> Action:
    return next(iter(game.legal(here)))


def test_a_major_attack_marks_isolated_units() -> None:
    """12.4o: those without a line to a corps HQ; the next Major Attack is easier."""
    placed = ((US, NW), (US_2, NE), (GE, TARGET))
    cut = {"ge-1": {"general-supply": "out"}}
    for letter, marked in (("A", False), ("B", True)):
        here = play(combat(*placed, marks=cut, options={"12.4o": letter}), Attack(("us-1", "us-2"), TARGET))
        assert roll(here, 2).flag("isolated", "ge-1") is marked
    joined = play(combat(*placed, options={"12.4o": "B"}), Attack(("us-1", "us-2"), TARGET))
    assert not roll(joined, 2).flag("isolated", "ge-1")


@pytest.mark.parametrize(("die", "fires"), [(1, True), (6, False)])
def test_guns_of_the_91st_roll_for_ammunition(die: int, fires: bool) -> None:
    gun = unit("ge-geb", "artillery", division="ge-352", range=8, marks=("gebh40",))
    placed = ((US, TARGET), (GE, SE), (gun, "c2220"), (hq("ge-352"), "c2320"))
    here = combat(*placed, side="german", csp=0, options={"22.2o": "B"})
    here = play(here, Attack(("ge-1",), TARGET, support=("ge-geb",)))
    assert here.decision is not None
    assert here.decision.data["what"] == "ammunition"
    after = roll(here, die)
    battle = battles.current(after)
    assert battle is not None
    assert battle.attack.support == (("ge-geb",) if fires else ())
    assert after.flag("flipped", "ge-geb") is fires


def test_a_last_support_unit_is_removed_before_a_retreat() -> None:
    croc = unit("br-croc", "croc")
    placed = ((unit("br-1", "co"), NW), (croc, NW), (GE, TARGET))
    here = resulting(*placed, result=(1, 1, 0, 0))
    assert (here.pieces["br-croc"].space, here.decision) == ("removed", None)


def test_steps_in_place_of_a_retreat_open_no_bocage() -> None:
    sp = unit("ge-sp", "sp")
    for ground, advance in (("bocage", ""), ("forest", "advance")):
        here = resulting((US, NW), (sp, TARGET), result=(0, 0, 0, 1), terrain={TARGET: ground})
        here = play(here, AnswerRetreat(stand=True))
        assert here.pieces["ge-sp"].space == "eliminated"
        assert asked(here)[1] == advance


def test_unknown_stages_are_refused() -> None:
    battle = Battle(AttackRecord("allied", TARGET, ("us-1",)), stage="nonsense")
    pending = (Decision(AUTO, battles.COMBAT, "12.4", plain(battle)),)
    with pytest.raises(PositionError):
        started(combat((US, NW), (GE, TARGET), pending=pending))
    assert result_of(battle).text == "NE"


def test_random_play_never_comes_to_a_dead_end() -> None:
    rng = random.Random(7)
    guns = [(unit("us-gun", "artillery", division="us-1", range=8), "c1820"), (hq("us-1"), "c1720")]
    ours = [(US, NW), (US_2, NE), (unit("us-t", "tank", division="us-1"), NE), *guns]
    theirs = [(GE, TARGET), (GE_2, TARGET), (unit("ge-sp", "sp"), "c2019"), (unit("ge-3"), SE)]
    for _ in range(12):
        here = combat(*ours, *theirs)
        for _ in range(40):
            if here.decision is None and here.text("phase") != "combat":
                break
            action = _sample(here, rng)
            assert action is not None, asked(here)
            here = game.apply(here, action)


def _sample(here: Position, rng: random.Random) -> Action | None:
    found = game.legal(here)
    kinds = [k for k in found.kinds if k in {"attack", "fire-alone"}] if here.decision is None else []
    for kind in kinds:
        some = [a for _, a in zip(range(12), found.of(kind), strict=False)]
        if some:
            return rng.choice(some)
    return found.sample(rng)
