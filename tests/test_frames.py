"""What a pending decision holds: written as plain data, read strictly, changed in place."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from adjudicator.breakout_normandy import GAME
from adjudicator.errors import PositionError
from adjudicator.frames import Frame, always, plain, strict
from adjudicator.inquiry import Inquiry
from adjudicator.position import AUTO, Draft


@dataclass(frozen=True, slots=True)
class Attack:
    kind: str
    side: str
    units: tuple[str, ...]
    air: tuple[int, int] = (0, 0)
    guns: Mapping[str, Mapping[str, int]] = always({"attack": {}, "defence": {}})


@dataclass(frozen=True, slots=True)
class Battle:
    attack: Attack
    stage: str = always("dice")
    die: int | None = None
    paths: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    over: bool = False


ATTACK = Attack("fire", "allied", ("us-1", "us-2"))
FIGHT = Frame("fight", "12.4", Battle)
OTHER = Frame("other", "13.1", Attack)
FULL = Battle(
    dataclasses.replace(ATTACK, air=(1, 2), guns={"attack": {"us-9": 3}, "defence": {}}),
    "advance",
    0,
    {"ge-1": ("a", "b")},
    over=True,
)


def draft() -> Draft:
    return GAME.scenario("d-day").draft()


def test_a_default_is_left_out_unless_it_is_always_told() -> None:
    told = {
        "kind": "fire",
        "side": "allied",
        "units": ["us-1", "us-2"],
        "guns": {"attack": {}, "defence": {}},
    }
    assert plain(Battle(ATTACK)) == {"attack": told, "stage": "dice"}
    assert plain(Battle(ATTACK, die=0))["die"] == 0
    assert list(plain(FULL)) == ["attack", "stage", "die", "paths", "over"]


def test_what_is_written_is_plain_json_and_reads_back() -> None:
    for battle in (Battle(ATTACK), FULL):
        assert json.loads(json.dumps(plain(battle))) == plain(battle)
        assert strict(Battle, plain(battle)) == battle
        assert strict(Battle, json.loads(json.dumps(plain(battle)))) == battle


def test_a_mapping_that_is_always_told_is_no_other_frames() -> None:
    assert ATTACK.guns == Attack("fire", "german", ()).guns
    assert ATTACK.guns is not Attack("fire", "german", ()).guns


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"attack": plain(ATTACK), "moon": 1},
        {"attack": {**plain(ATTACK), "moon": 1}},
        {"attack": {"kind": "fire"}},
        {"attack": plain(ATTACK), "die": "six"},
        {"attack": plain(ATTACK), "die": True},
        {"attack": plain(ATTACK), "paths": ["a"]},
        {"attack": plain(ATTACK), "over": 1},
        {"attack": "us-1"},
        {"attack": {**plain(ATTACK), "units": "us-1"}},
    ],
)
def test_what_no_rule_wrote_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(PositionError, match=r"Battle|Attack"):
        strict(Battle, wrong)


def test_the_innermost_of_its_kind_is_current_whatever_lies_above_it() -> None:
    here = draft()
    assert FIGHT.current(here) is None
    assert FIGHT.asked(here) is None
    FIGHT.push(here, Battle(ATTACK))
    FIGHT.push(here, FULL, "german", rule="12.5")
    OTHER.push(here, ATTACK, "german")
    assert [d.rule for d in here.pending[-3:]] == ["12.4", "12.5", "13.1"]
    assert [d.player for d in here.pending[-3:]] == [AUTO, "german", "german"]
    for view in (here, here.finish(), Inquiry(here.finish())):
        assert FIGHT.current(view) == FULL
        assert FIGHT.every(view) == (Battle(ATTACK), FULL)
        assert (FIGHT.asked(view), OTHER.asked(view)) == (None, ATTACK)


def test_amending_changes_the_innermost_alone_and_keeps_its_place() -> None:
    here = draft()
    FIGHT.push(here, Battle(ATTACK))
    FIGHT.push(here, FULL, "german", rule="12.5")
    OTHER.push(here, ATTACK, "german")
    changed = FIGHT.amend(here, stage="end", die=None)
    assert changed == dataclasses.replace(FULL, stage="end", die=None)
    assert FIGHT.every(here) == (Battle(ATTACK), changed)
    assert [(d.player, d.kind, d.rule) for d in here.pending[-2:]] == [
        ("german", "fight", "12.5"),
        ("german", "other", "13.1"),
    ]
    FIGHT.amend_every(here, lambda b: {"stage": f"{b.stage}!"})
    assert [b.stage for b in FIGHT.every(here)] == ["dice!", "end!"]
    assert OTHER.asked(here) == ATTACK


def test_only_what_is_asked_can_be_settled() -> None:
    here = draft()
    before = here.pending
    OTHER.push(here, ATTACK, "german")
    with pytest.raises(LookupError):
        FIGHT.settle(here)
    assert OTHER.settle(here) == ATTACK
    assert here.pending == before
    with pytest.raises(LookupError):
        OTHER.settle(here)
    with pytest.raises(LookupError):
        OTHER.amend(here, side="german")


def test_a_decision_with_other_data_is_never_read() -> None:
    here = draft()
    here.ask("german", "other", "13.1", side="german", hexes=["a"])
    for read in (OTHER.current, OTHER.asked, OTHER.every):
        with pytest.raises(PositionError):
            read(here)
    with pytest.raises(PositionError):
        OTHER.settle(here)
    with pytest.raises(PositionError):
        OTHER.amend(here, side="allied")


def test_a_frame_may_hold_words_that_a_decision_has_itself() -> None:
    @dataclass(frozen=True)
    class Claim:
        player: str
        kind: str
        rule: str

    held, at = Claim("german", "attack", "9.1"), draft()
    frame = Frame("claim", "9.0", Claim)
    frame.push(at, held)
    assert frame.settle(at) == held
