"""Actions in a case: words, words with --support, and JSON; and units that came from an Area named later."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.asking.casebook import Case, run_case
from adjudicator.asking.loading import load_position, read_text
from adjudicator.asking.typed import read_action
from adjudicator.errors import MalformedAction
from adjudicator.game import load

SKETCH = """
breakout-normandy, 8 june, overcast, advantage-used yes, side allied, phase daylight, impulse-type assault
B: german tem 2 | us inf 6-5-5/3 'p' fresh from C over bridge mandatory, ge inf 4-4-4/3 'd' fresh
C: us active | us corps-arty 4-3-4/2 'g' fresh
B-C: flooded, bridge german"""
CASE = Case("X", "derived", SKETCH, "position", {}, {})


def test_a_unit_came_from_the_area_of_the_sketch_not_from_a_zone_of_that_letter() -> None:
    position = read_text(SKETCH).position
    assert position is not None
    assert position.text("came-from", "us-p") == "c"


def test_a_bad_origin_names_its_line() -> None:
    with pytest.raises(Exception, match=r"line 2 .*nowhere-at-all"):
        read_text(SKETCH.replace("from C", "from nowhere-at-all"))


def test_the_bridge_is_held_as_long_as_the_enemy_holds_it() -> None:
    ask = {"kind": "assault", "area": "b", "with_units": ["p"]}
    held = replace(CASE, question="odds", args=ask, expect={"answer.dv": 9})
    assert run_case(held).faults == ()
    free = SKETCH.replace("bridge german", "bridge allied")
    assert run_case(replace(held, position=free, expect={"answer.dv": 8})).faults == ()


def test_artillery_supports_and_losses_come_as_json() -> None:
    actions = (
        "assault b p p --support g",
        "name-forward d",
        "roll 11 7",
        '{"action": "take-losses", "losses": [["ge-d", 2, ""]]}',
    )
    statuses = ("d1", "spent", "spent")
    after = {f"answer.units.{n}.status": status for n, status in enumerate(statuses)}
    assert run_case(replace(CASE, actions=actions, expect=after)).faults == ()


def test_a_result_is_told_step_by_step_and_wants_two_drs() -> None:
    asked = replace(CASE, question="result", actions=("assault b p p", "name-forward d"))
    told = replace(asked, args={"roll": "7,8"}, cites=("9.11", "9.41", "12.3"), refused=())
    assert run_case(replace(told, expect={"answer.must_retreat.us-p": "c"})).faults == ()
    for roll in ("7", "1,7", "7,x", "7,13", ""):
        wanted = {"error": "two DRs"}
        assert run_case(replace(asked, args={"roll": roll}, expect=wanted)).faults == (), roll


def test_no_result_before_the_dice_are_due() -> None:
    asked = replace(CASE, question="result", args={"roll": "7,7"}, expect={"error": "no assault waits"})
    assert run_case(asked).faults == ()


@pytest.mark.parametrize(
    ("scenario", "words", "losses"),
    [
        (
            "breakout-normandy:d-day",
            "take-losses 916=1:grandcamp 726=2",
            (("ge-916", 1, "grandcamp"), ("ge-726", 2, "")),
        ),
        ("dark-summer:campaign", "take-step-losses 916=1", (("ge-352-916", 1),)),
        ("storm-over-normandy:invasion", "take-damage 916=eliminate", (("ge-352-916", "eliminate"),)),
    ],
)
def test_losses_are_typed_unit_by_unit(scenario: str, words: str, losses: tuple[object, ...]) -> None:
    loaded = load_position(scenario)
    assert loaded.position is not None
    action = read_action(loaded.position, loaded.game, words)
    assert action == type(action)(losses)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    "words", ["take-losses 916", "take-losses 916=", "take-losses 916=one", "take-losses =1"]
)
def test_losses_that_cannot_be_read(words: str) -> None:
    game = load("breakout-normandy")
    with pytest.raises(MalformedAction):
        read_action(game.scenario("d-day"), game, words)


def test_a_game_whose_units_retreat_later_takes_no_space() -> None:
    game = load("storm-over-normandy")
    with pytest.raises(MalformedAction, match="losses are written UNIT=LEVEL, not"):
        read_action(game.scenario("invasion"), game, "take-damage 916=retreat:caen")


def test_points_are_shared_out_area_by_area() -> None:
    game = load("storm-over-normandy")
    action = read_action(game.scenario("invasion"), game, "bombard omaha-1=2 sword=8")
    assert action == type(action)((("omaha-1", 2), ("sword", 8)))  # type: ignore[call-arg]
    for words in ("bombard omaha-1", "bombard omaha-1=", "bombard =2", "bombard omaha-1=x"):
        with pytest.raises(MalformedAction):
            read_action(game.scenario("invasion"), game, words)
