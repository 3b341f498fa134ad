"""Guns are looked at together for a force, and one by one for an Inquiry: both must find the same."""

from __future__ import annotations

import random

import pytest

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r12.attack import Attack, attacks_on, record, targets
from adjudicator.battle_for_normandy.r12.eligibility import possible_attackers
from adjudicator.battle_for_normandy.r12.support import available
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from tests.battle_for_normandy.front import front


def told(side: str, chance: random.Random) -> Position:
    """The front, where some guns have moved or fired and some units are guests of a division."""
    draft = front("combat", side).draft()
    ours = [p for p in draft.pieces.values() if p.side == side and terms.on_map(draft, p)]
    guns = [p for p in ours if terms.is_artillery(p.printed)]
    for piece in chance.sample(guns, 40):
        draft.set(chance.choice(["flipped", "fired"]), True, piece.uid)
    for piece in (*chance.sample(ours, 60), *chance.sample(guns, 20)):
        near = [p for p in ours if p.printed.division and terms.distance(p.space, piece.space) < 6]
        draft.set("attached", chance.choice(near or ours).printed.division, piece.uid)
    draft.options = {"german-guests": chance.choice(["A", "B"]), "12.5.1o-day": chance.choice(["A", "B"])}
    return draft.finish()


@pytest.mark.parametrize("side", [terms.ALLIED, terms.GERMAN])
@pytest.mark.parametrize("seed", range(2))
def test_what_may_support_is_what_nothing_speaks_against(side: str, seed: int) -> None:
    chance, tried = random.Random(seed), 0
    here = told(side, chance)
    for target in chance.sample(targets(here, side), 6):
        able = possible_attackers(here, target, side)
        forces = {attack.units for attack in attacks_on(here, target, side)}
        forces |= {tuple(chance.sample(able, min(len(able), 3))) for _ in range(3)}
        for units in sorted(forces - {()}):
            bare = record(here, Attack(units, target))
            for helped in (side, bare.defending):
                found = set(available(here, helped, bare))
                assert found == set(available(Inquiry(here), helped, bare)), (units, target)
                tried += len(found)
    assert tried > 100
