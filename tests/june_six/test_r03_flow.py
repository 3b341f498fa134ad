"""Section 3: the phases of a turn, the End Phase, and whole turns of random play."""

from __future__ import annotations

import random

import pytest

from adjudicator.errors import RollNeeded
from adjudicator.game import apply, legal, load, need_roll
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r03_end, r03_flow
from adjudicator.june_six.r03_phases import EndPhase
from adjudicator.june_six.r03_rulings import due_ruling, end_ruling
from adjudicator.june_six.r10_airborne import Airdrop
from adjudicator.position import Fact, Key, Position
from tests.june_six.build import hq, unit
from tests.june_six.turning import rolled, scene, settled
from tests.playing import choices, play, refused


def entered(phase: str, **more: object) -> Position:
    """The position after a phase has begun."""
    draft = scene("end", **more).draft()  # type: ignore[arg-type]
    r03_flow.enter_phase(draft, phase)
    return draft.finish()


# --- the order of the phases --------------------------------------------------------------------------------


def test_a_turn_goes_through_its_phases_in_order() -> None:
    at = play(entered("initiative"), rolled(6, 2))
    assert (at.text("phase"), at.text("side"), at.text("initiative")) == (
        "allied-logistics",
        "allied",
        "allied",
    )
    at = play(at, rolled(5), EndPhase())
    assert (at.text("phase"), at.text("side")) == ("bombardment", "german")
    at = play(at, EndPhase())
    assert (at.text("phase"), at.text("side")) == ("bombardment", "allied")
    at = play(at, EndPhase())
    assert (at.text("phase"), at.text("side")) == ("german-logistics", "german")
    at = play(at, rolled(5), EndPhase())
    assert at.text("phase") == "placement"
    at = play(at, EndPhase())
    assert at.text("phase") == "me"
    assert at.decision is not None
    assert at.decision.data["what"] == "draw-marker"  # the Allied Free Ops marker of Clear weather


def test_trap_6_the_allied_bombardment_comes_before_the_german_resource_points() -> None:
    sequence = load("june-six").sequence.phases
    order = ["initiative"]
    while sequence[order[-1]].next and sequence[order[-1]].next not in order:
        order.append(sequence[order[-1]].next)
    assert order == [
        "initiative", "allied-logistics", "bombardment", "german-logistics", "placement", "me", "re", "end"
    ]  # fmt: skip


def test_june_6_begins_with_the_bombardment_and_has_no_german_logistics() -> None:
    at = load("june-six").scenario("campaign")
    assert (at.number("turn"), at.text("phase"), at.text("weather")) == (1, "bombardment", "clear")
    assert at.text("initiative") == "allied"
    draft = at.draft()
    r03_flow.next_phase(draft)
    assert draft.text("phase") == "placement"


def test_a_side_may_end_only_what_is_open() -> None:
    assert choices(scene("me"), "end-phase") == []
    assert refused(scene("re", re_first="allied"), EndPhase()) == ["3.0"]
    assert refused(scene("german-logistics", side="german"), EndPhase()) == []


def test_unspent_resource_points_are_lost() -> None:
    at = scene("german-logistics", side="german", facts={("rp", "german"): 4})
    inquiry = Inquiry(at)
    from adjudicator.june_six.r03_phases import HANDLERS

    HANDLERS[0].check(inquiry, EndPhase())
    assert [(s.rule, s.value) for s in inquiry.steps if s.value] == [("5.12", 4)]
    assert at.schema.items["rp"].memory == "turn"


def test_a_sketch_that_does_not_tell_of_an_activation_is_left_as_it_is() -> None:
    at = scene("me", cup=["am-us-1-1"])
    silent = Position(at.game, at.board, at.schema, at.pieces, at.facts, unknown=["activation"])
    assert settled(silent).decision is None
    assert settled(at).decision is not None


# --- the End Phase ------------------------------------------------------------------------------------------

MARKS: dict[Key, Fact] = {
    ("pinned", "ge-352-916"): True,
    ("scattered", "us-1-16"): True,
    ("fired", "us-v-hq"): True,
    ("bombed", "e1034"): True,
    ("attached", "us-v-102cav"): "us-2a",
    ("activations", "us-1-hq"): 2,
    ("acted-me", "us-1-hq"): True,
    ("am", "am-us-1-1"): "used",
}


def test_the_end_phase_clears_what_lasts_for_the_turn_and_begins_the_next() -> None:
    at = settled(entered("end", facts=MARKS, air=3, naval=2, weather="storm", initiative="german"))
    assert at.number("turn") == 6
    assert at.flag("after-storm")
    assert at.decision is not None
    assert at.decision.data["what"] == "initiative"
    for item, subject in MARKS:
        assert at.raw(item, subject) == at.schema.default(item), item
    assert (at.number("air"), at.number("naval")) == (0, 0)


def test_units_without_an_hq_and_the_cherbourg_hq_keep_re_markers() -> None:
    head = hq("ge-cherbourg-hq", "ge-cherbourg", marks=("cherbourg",))
    more = [(head, "e0840"), (unit("ge-sp-1", "strongpoint"), "e1042")]
    at = scene(more=more, elsewhere={"ge_716_hq": "eliminated"})
    assert r03_end.retained(at) == ("ge-716-736", "ge-cherbourg-hq")
    then = settled(entered("end", more=more, elsewhere={"ge_716_hq": "eliminated"}))
    assert then.flag("re", "ge-716-736")
    assert then.flag("re", "ge-cherbourg-hq")
    assert not then.flag("re", "ge-352-916")


def test_isolation_is_settled_before_the_markers_come_off() -> None:
    at = settled(entered("end", elsewhere={"ge_352_916": "e1440"}))
    assert at.flag("isolated", "ge-352-916")
    assert at.number("disorder", "ge-352-916") == 1


def test_an_hq_without_units_is_gone_after_the_end_phase() -> None:
    at = settled(entered("end", elsewhere={"ge_352_916": "eliminated"}))
    assert at.pieces["ge-352-hq"].space == "eliminated"


def test_after_the_last_turn_the_game_is_over() -> None:
    at = settled(entered("end", turn=13))
    assert at.text("phase") == "over"
    assert at.text("winner")
    assert not list(legal(at))


def test_rulings_on_the_turn_and_its_end() -> None:
    found = due_ruling(scene("german-logistics", side="german"))
    assert found.answer == {"turn": 5, "phase": "german-logistics", "player": "german", "next": "placement"}
    assert due_ruling(entered("initiative")).answer["player"] == "dice"
    assert due_ruling(scene(activation="me", part="combat", turn=1)).answer["phase"] == "me"
    answer = end_ruling(scene(facts=MARKS, air=3, elsewhere={"ge_716_hq": "eliminated"}))
    assert answer.answer == {"re": ["ge-716-736"]}
    assert {"3.81", "3.82", "3.83", "3.84", "3.85", "3.86", "3.87", "6.15"} <= {s.rule for s in answer.steps}


# --- random play --------------------------------------------------------------------------------------------

_QUICK = ("end-movement", "end-activation", "finish-re", "end-phase")


@pytest.mark.parametrize("seed", [3, 8])
def test_random_play_of_the_campaign_comes_to_no_dead_end(seed: int) -> None:
    rng = random.Random(seed)
    at = load("june-six").scenario("campaign")
    for _ in range(250):
        if at.text("phase") == "over":
            break
        found = legal(at)
        quick = next((a for kind in _QUICK if kind in found.kinds for a in found.of(kind)), None)
        action = quick if quick is not None and rng.random() < 0.5 else found.sample(rng)
        assert action is not None, (at.text("phase"), at.decision)
        at = apply(at, action)
    assert at.number("turn") > 1


# --- the dice -----------------------------------------------------------------------------------------------


def test_every_roll_says_what_it_is_for() -> None:
    tie = play(entered("initiative"), rolled(4, 4))
    drop = play(load("june-six").scenario("campaign"), Airdrop("us-101-501"))
    for at, word in (
        (entered("initiative"), "Allied die"),
        (tie, "a tie"),
        (entered("allied-logistics"), "Resource Points"),
        (settled(scene(cup=["am-us-1-1"])), "drawn blind"),
        (drop, "drop zone"),
        (play(drop, rolled(9)), "drifts"),
    ):
        with pytest.raises(RollNeeded, match=word):
            need_roll(at)


def test_resource_points_are_received_once() -> None:
    at = entered("allied-logistics", facts={("rp-received", "allied"): True})
    assert at.decision is None


def test_a_turn_without_a_die_gives_the_base_alone() -> None:
    at = entered("allied-logistics", turn=1)
    assert at.decision is None
    assert at.number("rp", "allied") == 0
