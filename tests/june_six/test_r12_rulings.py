"""Section 12.0 told: odds, line-up, modes, best support, results as rulings; odds of bare numbers."""

import json
from fractions import Fraction
from typing import Any

import pytest

from adjudicator.errors import MalformedAction, UnsupportedRule
from adjudicator.june_six import r12_rulings as rulings
from adjudicator.june_six.r12_fight import plain
from adjudicator.june_six.r12_modes import given_weights
from adjudicator.june_six.r12_numbers import Numbers, odds_of_numbers
from adjudicator.june_six.r12_odds import joint
from adjudicator.position import Fact, Position
from maps.filing import OURS
from tests.june_six import build

HEXES = build.hexes(34, 46, 14, 24)
PAIRS = ["assault-stand", "assault-retreat", "probe-stand", "probe-retreat"]


def stage(marks: dict[str, dict[str, Fact]] | None = None, **more: Any) -> Position:
    """Two regiments against two in bocage, artillery behind them."""
    on = build.board(HEXES, terrain={"e1940": "bocage"})
    return build.situation(
        on,
        (build.unit("us-1", cs=8, cohesion=6, division="us-1"), "e1840"),
        (build.unit("us-2", cs=6, cohesion=5, division="us-1"), "e1941"),
        (build.hq("us-1-hq", "us-1", artillery=6), "e1740"),
        (build.unit("ge-1", cs=4, cohesion=5, division="ge-352"), "e1940"),
        (build.unit("ge-2", cs=3, cohesion=4, division="ge-352"), "e1940"),
        (build.hq("ge-352-hq", "ge-352", artillery=4), "e2140"),
        part="combat", marks=marks, **more,
    )  # fmt: skip


ATTACK = plain("e1940", ["us-1", "us-2"], "allied")


def test_odds_are_those_of_the_joint_table() -> None:
    here = stage()
    found, ruling = joint(here, ATTACK), rulings.odds(here, ATTACK)
    assert list(ruling.answer["pairs"]) == PAIRS
    for (attack, defence), odds in found.pairs.items():
        told = ruling.answer["pairs"][f"{attack}-{defence}"]
        assert sum(len(r["die"]) for r in told["results"]) == 10
        assert (told["drm"], told["payoff"]) == (odds.drm, str(odds.payoff))
        assert Fraction(told["attacker_steps"]) == odds.mean("steps", attacking=True)
    assert ruling.answer["equilibrium"]["value"] == str(found.mix.value)
    assert ruling.answer["value_by_drm"]["0"] == str(found.mix.value)


def test_the_answer_is_plain_data_and_the_trail_complete() -> None:
    ruling = rulings.odds(stage(), ATTACK)
    assert json.loads(json.dumps(ruling.answer)) == ruling.answer
    assert {"12.51", "12.52", "12.53", "12.59", "12.42", "13.0", "12.41", "12.54"} <= set(ruling.rules)
    assert len([s for s in ruling.steps if s.rule == "12.42"]) == 4
    assert any("Combat Results Table: Assault against Stand" in str(u) for u in ruling.sources)
    assert ruling.ok


def test_who_suffers_is_named_with_the_choices() -> None:
    results = rulings.odds(stage(), ATTACK).answer["pairs"]["assault-stand"]["results"]
    assert any(r["attacker_suffers"] for r in results)
    assert any(r["defender_choices"] == 2 for r in results)
    text = " ".join(str(u) for s in rulings.odds(stage(), ATTACK).steps for u in s.under)
    assert "one of 2 choices" in text


def test_asking_twice_gives_the_same_and_keeps_it() -> None:
    here = stage()
    assert rulings.odds(here, ATTACK) == rulings.odds(here, ATTACK)
    assert rulings.odds(here, ATTACK).steps is not rulings.odds(here, ATTACK).steps
    assert rulings.odds(here.draft(), ATTACK) == rulings.odds(here, ATTACK)


def test_what_speaks_against_it_is_listed() -> None:
    here = stage({"us-1": {"attacked": True}})
    attack = {**ATTACK, "air": 1, "artillery": {"attack": {"us-1-hq": 9}, "defence": {"ge-352-hq": 9}}}
    assert [v.rule for v in rulings.odds(here, attack).violations] == ["13.53", "16.21", "16.21", "17.31"]


def test_strict_refuses_what_is_reconstructed() -> None:
    with pytest.raises(UnsupportedRule):
        rulings.odds(stage(), ATTACK, strict=True)


def test_the_line_up() -> None:
    ruling = rulings.line_up_ruling(stage(), ATTACK)
    assert ruling.answer["totals"]["probe-stand"] == ruling.answer["drm"] - 3
    assert ruling.verdict == "14:7, ratio 2:1, total DRM +2."
    assert sum(m["value"] for m in ruling.answer["modifiers"]) == 2


def test_the_matrix_of_modes() -> None:
    ruling = rulings.modes_ruling(stage(), ATTACK, worth=given_weights(OURS, {"ground": 5}))
    assert list(ruling.answer["matrix"]) == PAIRS
    assert "payoff" in ruling.answer["matrix"]["probe-stand"]
    assert any("hex left empty 5" in s.text for s in ruling.steps)


def test_the_best_support() -> None:
    ruling = rulings.best_ruling(stage(air=2), ATTACK)
    best = ruling.answer["best"]
    assert best["pairs"]["assault-stand"]["attack"]["air"] == 2
    assert set(best["equilibrium"]) == {"assault", "probe", "stand", "retreat", "value"}
    assert ruling.verdict.startswith("With the best support: ")
    assert any("attacker us-1-hq" in s.text for s in ruling.steps)
    plainly = rulings.best_ruling(stage(), {**ATTACK, "kind": "breakthrough"}).answer["best"]
    assert plainly["pairs"]["assault-stand"]["attack"] == {"artillery": {}, "air": 0, "naval": 0}


def test_a_result_with_every_choice() -> None:
    ruling = rulings.result_ruling(stage(), ATTACK, ("assault", "stand"), 6)
    assert ruling.answer["attacker"]["ways"] == [{"us-1": "reduced"}, {"us-2": "reduced"}]
    assert ruling.answer["defender"]["ways"] == [{"ge-2": "reduced"}]
    assert (ruling.answer["defender"]["retreat"], ruling.answer["rout"]) == (1, False)


@pytest.mark.parametrize(("modes", "rout"), [(("probe", "stand"), True), (("assault", "retreat"), False)])
def test_zero_or_less_may_rout(modes: tuple[str, str], rout: bool) -> None:
    ruling = rulings.result_ruling(stage(), ATTACK, modes, -1)
    assert ruling.answer["rout"] is rout
    assert ("13.61" in ruling.rules) is rout


def test_retreats_as_the_position_stands() -> None:
    """13.36 and 13.37: ringed by zones of control a retreat costs, ringed by units it fails."""
    ring = ("e1840", "e1841", "e1939", "e1941", "e2040", "e2041")
    clear = build.board(HEXES)
    placed = [(build.unit(f"us-{n}"), at) for n, at in enumerate(ring)]
    shut = build.situation(clear, *placed, (build.unit("ge-1"), "e1940"), part="combat")
    attack = plain("e1940", ["us-0"], "allied")
    ruling = rulings.odds(shut, attack, paths=True)
    assert ruling.answer["retreats"] == {"ge-1": {"1": None, "2": None}}
    assert "13.37" in ruling.rules
    some = build.situation(
        clear, placed[0], placed[3], placed[2], (build.unit("ge-1"), "e1940"), part="combat"
    )
    priced = rulings.odds(some, attack, paths=True)
    assert priced.answer["retreats"]["ge-1"]["1"] == 1
    assert "13.36" in priced.rules
    free = build.situation(clear, placed[0], (build.unit("ge-1"), "e1940"), part="combat")
    assert rulings.odds(free, attack, paths=True).answer["retreats"] == {"ge-1": {"1": 0, "2": 0}}
    assert "retreats" not in rulings.odds(free, attack).answer


def test_an_ambush_is_told() -> None:
    ruling = rulings.odds(stage(), ATTACK)
    assert "13.46" in ruling.rules
    assert ruling.answer["pairs"]["assault-stand"]["ambush"] != "0"


# --- bare numbers -----------------------------------------------------------------------------------------


def test_numbers_and_positions_agree() -> None:
    on = build.board(HEXES, terrain={"e1940": "town"})
    here = build.situation(
        on,
        (build.unit("us-1", cs=9, cohesion=6, division="us-1"), "e1840"),
        (build.unit("us-2", "armor", cs=9, cohesion=6, armor=3, division="us-1"), "e1840"),
        (build.unit("us-3", cs=0, cohesion=6, division="us-1"), "e1840"),
        (build.unit("ge-1", cs=5, cohesion=5, at=1, armor=1), "e1940"),
        (build.unit("ge-2", cs=5, cohesion=5), "e1940"),
        part="combat", air=2,
    )  # fmt: skip
    attack = plain("e1940", ["us-1", "us-2"], "allied", air=2)
    ours = rulings.odds(here, attack).answer
    assert "13.46" in odds_of_numbers(Numbers(5, 5, terrain="bocage")).rules
    theirs = odds_of_numbers(
        Numbers(18, 10, (6, 5), "town", armor=(3, 1), at=1, support=2, units=(2, 2))
    ).answer
    assert ours["drm"] == theirs["drm"]
    for pair in PAIRS:
        for key in ("drm", "attacker_steps", "defender_steps", "cleared", "payoff"):
            assert ours["pairs"][pair][key] == theirs["pairs"][pair][key]


def test_every_number_has_its_modifier() -> None:
    given = Numbers(
        18, 10, (6, 4), "bocage", (4, 0), 1, (6, 3), support=-1, directions=2, strongpoint=True, other=1
    )  # fmt: skip
    ruling = odds_of_numbers(given)
    assert [(m["rule"], m["value"]) for m in ruling.answer["modifiers"]] == [
        ("12.51", 1), ("12.52", 2), ("12.53", 2), ("12.59", -1), ("19.41", -1), ("15.12", 1), ("16.32", 2),
        ("17.31", -1), ("12.5", 1),
    ]  # fmt: skip
    assert ruling.answer["drm"] == 6
    assert {"drm of Bocage", "DRM of the odds ratio 2:1"} <= {str(u) for u in ruling.sources}


def test_the_fewest_numbers() -> None:
    ruling = odds_of_numbers(Numbers(10, 10))
    assert [m["rule"] for m in ruling.answer["modifiers"]] == ["12.51"]
    assert len(ruling.sources) == 5
    assert odds_of_numbers(Numbers(10, 10, strongpoint=True)).answer["drm"] == -1


@pytest.mark.parametrize(
    "given",
    [
        Numbers(0, 5), Numbers(5, 0), Numbers(5, 5, terrain="steppe"), Numbers(5, 5, units=(0, 1)),
        Numbers(5, 5, support=3), Numbers(5, 5, directions=3),
    ],
)  # fmt: skip
def test_strange_numbers_are_refused(given: Numbers) -> None:
    with pytest.raises(MalformedAction):
        odds_of_numbers(given)
