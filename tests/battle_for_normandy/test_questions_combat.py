"""Questions about combat, as a player asks them."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.battle_for_normandy import GAME
from adjudicator.battle_for_normandy.r12.battle import AttackRecord, Battle
from adjudicator.errors import MalformedAction
from adjudicator.frames import plain
from adjudicator.position import Decision, Position
from adjudicator.questions import Asking, read_question
from adjudicator.ruling import Ruling
from tests.battle_for_normandy.build import board, hexes, hq, unit
from tests.battle_for_normandy.fighting import EAST, TARGET, WEST, fought, troops

VERBS = ("odds", "line-up", "attackers", "artillery", "crt", "spotters")
BACK = "c1720"


def us(uid: str, word: str = "inf", division: str = "us-1", **more: Any) -> Any:
    return unit(uid, word, division=division, **more)


def stage(*more: tuple[Any, str], **facts: Any) -> Position:
    """Two battalions with tanks and guns against a German battalion in a town."""
    on = board(hexes("c1505", "c2535"), features={TARGET: {"settlement": "town"}})
    placed = [
        (us("us-1"), EAST), (us("us-t", "tank"), EAST), (us("us-2"), WEST),
        (us("us-9", division="us-29"), WEST),
        (us("us-g", "artillery", as_=4), BACK), (us("us-h", "artillery", as_=5), BACK), (hq("us-1"), "c1820"),
        (hq("us-29"), "c1822"), (unit("ge-1", "inf", division="ge-352"), TARGET),
        (unit("ge-g", "artillery", as_=3, range=9, division="ge-352"), "c2320"), (hq("ge-352"), "c2420"),
    ]  # fmt: skip
    return fought(*placed, *more, on=on, **{"csp": 10, "ground_support": 2, **facts})


def ask(verb: str, here: Position | None = None, **words: Any) -> Ruling:
    """The ruling about a question."""
    return read_question(GAME.questions[verb], words).answer(Asking(GAME, here, "referee"))


@pytest.mark.parametrize("verb", VERBS)
def test_every_question_has_an_example_of_itself(verb: str) -> None:
    assert f"Example: adjudicator {verb} " in (GAME.questions[verb].__doc__ or "")


# --- odds -------------------------------------------------------------------------------------------------


def test_bare_numbers_of_the_example() -> None:
    ruling = ask("odds", area="56:16", drm=-1)
    assert (ruling.answer["column"], ruling.answer["drm"]) == ("3:1", -1)
    assert ruling.answer["table"]["9"] == {"plain": "1/2", "combined": "1/2"}
    assert ruling.sources


def test_bare_numbers_with_combined_arms_and_the_column_between() -> None:
    ruling = ask("odds", area="14:6", drm=-1, combined_arms=True)
    assert ruling.answer["table"]["9"] == {"plain": "1/1R", "combined": "1/2"}
    assert ask("odds", area="9:6").answer["column"] == "1:1"
    assert ask("odds", area="9:6", half=True).answer["column"] == "3:2"


@pytest.mark.parametrize("area", ["1:5", "0:3", "4:0"])
def test_numbers_that_make_no_odds(area: str) -> None:
    with pytest.raises(MalformedAction):
        ask("odds", area=area)


def test_odds_of_named_units() -> None:
    ruling = ask("odds", stage(), area=TARGET, with_units=["us-1", "us-t"], support=["us-h"], air=1)
    answer = ruling.answer
    assert not ruling.violations
    assert (answer["attack"], answer["defence"], answer["column"], answer["csp"]) == (18, 4, "4:1", 1)
    assert (answer["drm"], answer["combined_drm"]) == (-1, 0)
    assert answer["defence"] == 4
    assert {"table", "chances", "attacker_steps", "defender_steps", "cleared"} <= set(answer)


def test_the_best_defensive_support_is_told() -> None:
    ruling = ask("odds", stage(), area=TARGET, with_units=["us-1", "us-t"], support=["us-h"])
    assert any("best Defensive Support: ge-g" in s.text for s in ruling.steps)
    assert ruling.answer["defence_answer"]["support"] == ["ge-g"]
    asked = ask("odds", stage(), area=TARGET, with_units=["us-1"], against=["ge-g"])
    assert "defence_answer" not in asked.answer


def test_without_names_the_strongest_force_attacks() -> None:
    answer = ask("odds", stage(), area=TARGET).answer
    assert set(answer["attackers"]) >= {"us-1", "us-t", "us-2"}
    assert answer["csp"] == 3


def test_the_best_support_of_both_sides() -> None:
    ruling = ask("odds", stage(), area=TARGET, with_units=["us-1", "us-t"], best=True)
    best = ruling.answer["best"]
    assert not ruling.violations
    assert set(best["support"]) <= {"us-g", "us-h"}
    assert best["csp"] == 1
    assert any(s.text.startswith("best: attacker") for s in ruling.steps)


def test_what_speaks_against_an_attack_is_listed_all() -> None:
    here = stage(csp=0)
    ruling = ask("odds", here, area=TARGET, with_units=["us-1", "us-g"], support=["us-g", "us-h"], air=4)
    assert {v.rule for v in ruling.violations} >= {"12.1", "12.5.5", "11.4", "7.6.2"}
    assert ruling.answer["attack"]


def test_below_one_to_four() -> None:
    here = stage((troops(30, "ge-2"), TARGET))
    ruling = ask("odds", here, area=TARGET, with_units=["us-1"])
    assert [v.rule for v in ruling.violations] == ["12.4"]


def test_flak_is_told() -> None:
    here = stage((unit("ge-f", "flak"), TARGET))
    ruling = ask("odds", here, area=TARGET, with_units=["us-1", "us-t"], air=1)
    assert any(s.rule == "11.5" for s in ruling.steps)


def test_the_combat_under_way() -> None:
    record = AttackRecord("allied", TARGET, ("us-1",), csp=1, air=1)
    pending = (Decision("auto", "combat", "12.4", plain(Battle(record))),)
    ruling = ask("odds", stage(pending=pending))
    assert (ruling.answer["attackers"], ruling.violations) == (["us-1"], ())


def test_nobody_may_attack_and_nothing_is_named() -> None:
    with pytest.raises(MalformedAction, match="no combat is under way"):
        ask("odds", stage())
    with pytest.raises(MalformedAction, match="nobody may attack"):
        ask("odds", stage(), area="c2520")


# --- the other verbs --------------------------------------------------------------------------------------


def test_line_up() -> None:
    ruling = ask("line-up", stage(), area=TARGET, with_units=["us-1", "us-t"], air=2)
    assert [m["rule"] for m in ruling.answer["modifiers"]] == ["12.6.5", "11.4"]
    assert "with Combined Arms" in ruling.verdict


def test_attackers() -> None:
    assert ask("attackers", stage(), area=TARGET).answer == ["us-1", "us-2", "us-9", "us-t"]
    assert ask("attackers", stage(), area=TARGET, with_units=["us-1", "us-2"]).answer is True
    mixed = ask("attackers", stage((unit("br-1", "inf"), EAST)), area=TARGET, with_units=["us-1", "br-1"])
    assert [v.rule for v in mixed.violations] == ["6.3"]


def test_artillery_of_both_sides() -> None:
    ours = ask("artillery", stage(), area=TARGET, with_units=["us-1"])
    assert ours.answer == {"most": 1, "guns": {"us-h": 5, "us-g": 4}}
    theirs = ask("artillery", stage(), area=TARGET, with_units=["us-1"], side="german")
    assert theirs.answer == {"most": 1, "guns": {"ge-g": 3}}
    both = ask("artillery", stage(), area=TARGET, with_units=["us-1"], guns=["us-g", "us-h"])
    assert [v.rule for v in both.violations] == ["12.5.1"]
    with pytest.raises(MalformedAction):
        ask("artillery", stage(), area=TARGET, side="french")


def test_crt() -> None:
    assert ask("crt", column="3:1", roll=8).answer == "1/2"
    assert ask("crt", column="7:1", roll=14).answer == ask("crt", column="7:1", roll=12).answer
    with pytest.raises(MalformedAction):
        ask("crt", column="8:1", roll=8)


def test_spotters() -> None:
    assert ask("spotters", stage(), unit="us-g", area=TARGET).answer == ["us-1", "us-2", "us-9", "us-t"]
    assert [v.rule for v in ask("spotters", stage(), unit="us-g", area="c2435").violations] == ["13.2"]


def test_attackers_of_a_hex_that_was_attacked_and_why_a_gun_is_none() -> None:
    here = stage((us("us-x", "artillery"), EAST), facts={("hex-attacked", TARGET): True})
    ruling = ask("attackers", here, area=TARGET)
    assert [v.rule for v in ruling.violations] == ["12.1"]
    assert any(s.rule == "12.5.5" for s in ruling.steps)


def test_nothing_would_help_the_defender() -> None:
    here = stage(marks={"ge-g": {"flipped": True}})
    ruling = ask("odds", here, area=TARGET, with_units=["us-1"])
    assert any(s.text.startswith("no Defensive Support") for s in ruling.steps)
    assert ruling.answer["defence_answer"] == {}
