"""Section 11.7: the odds of Cherbourg Combat."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.dark_summer.r11_cherbourg import (
    cherbourg_combat,
    cherbourg_effect,
    cherbourg_line,
    cherbourg_odds,
    cherbourg_result,
    may_fight,
    must_fight,
)
from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from adjudicator.tables import DIE
from counters.catalog import Unit
from maps.filing import OURS
from tests.dark_summer.build import board, hexes, position, unit

BLOCK = hexes(12, 34, 0, 4)
US, US2 = unit("us-4", factor=6), unit("us-9", factor=5)
GE = unit("ge-garrison", "garrison", factor=4)
FLAK = unit("ge-flak", "flak", af=0, df=4)


def box(*placed: tuple[Unit, str], **facts: Any) -> Position:
    """US units in the Box with a line from a C hex to an Open Beach."""
    given: dict[tuple[str, str], Any] = {
        ("beach", "2403"): "open",
        ("turn", ""): 3,
        ("weather", ""): "sun",
        ("round-kind", ""): "combat",
        ("round-group", ""): "us",
    }
    for name, worth in facts.items():
        item, _, subject = name.partition("__")
        given[item.replace("_", "-"), subject] = worth
    return position(board(BLOCK), *placed, facts=given)


def both(**facts: Any) -> Position:
    return box((US, "cherbourg"), (US2, "cherbourg"), (GE, "cherbourg"), **facts)


def test_all_units_in_the_box_fight_without_terrain_or_shifts() -> None:
    inquiry = Inquiry(both(weather="sun", prepared=True))
    line = cherbourg_line(inquiry)
    assert (line.av, line.dv, line.column, line.below) == (11, 4, "2-1", False)
    assert {s.rule for s in inquiry.steps} == {"11.7"}
    assert len(inquiry.sources) == 6


def test_odds_beyond_the_table_use_its_last_column() -> None:
    small = unit("ge-1", factor=1)
    assert cherbourg_line(box((US, "cherbourg"), (US2, "cherbourg"), (small, "cherbourg"))).column == "6-1"


def test_below_even_odds_it_may_not_be_initiated() -> None:
    strong = unit("ge-2", factor=12)
    here = box((US, "cherbourg"), (US2, "cherbourg"), (strong, "cherbourg"))
    assert cherbourg_line(here).below
    inquiry = Inquiry(here)
    cherbourg_line(inquiry)
    assert "below 1-1" in inquiry.steps[-1].text
    assert [s for s, _ in may_fight(here)] == ["11.7"]
    assert not must_fight(here)


def test_support_may_bring_the_odds_about() -> None:
    strong = unit("ge-2", factor=12)
    here = box((US, "cherbourg"), (US2, "cherbourg"), (strong, "cherbourg"))
    assert may_fight(here, ["td-1"]) == []
    assert may_fight(here, ["tac-air-us-1", "td-1"]) == []
    assert not must_fight(here)
    here.options = {"cherbourg-must": "B"}
    assert must_fight(here)
    here = box((US, "cherbourg"), (unit("ge-3", factor=30), "cherbourg"))
    here.options = {"cherbourg-must": "B"}
    assert not must_fight(here)


@pytest.mark.parametrize(
    ("support", "faults"),
    [
        (["tac-air-us-1", "td-1"], 0),
        (["tac-air-us-1", "tac-air-us-2"], 1),
        (["td-1", "td-2"], 1),
        (["naval-us"], 1),
        (["eighth-af"], 2),
        (["tac-air-br-1"], 1),
    ],
)
def test_which_support_counts(support: list[str], faults: int) -> None:
    assert len(may_fight(both(), support)) == faults


def test_tac_air_has_its_full_value_in_the_box() -> None:
    assert cherbourg_line(both(), ["tac-air-us-1"]).av == 15


def test_the_us_must_fight_when_they_are_strong_and_supplied() -> None:
    assert may_fight(both()) == []
    assert must_fight(both())
    assert not must_fight(both(cherbourg_fought=True))
    assert [t for _, t in may_fight(both(cherbourg_fought=True))] == [
        "Cherbourg Combat has been fought this Round"
    ]


def test_out_of_supply_they_may_not() -> None:
    here = both(beach__2403="closed")
    assert not must_fight(here)
    assert [s for s, _ in may_fight(here)][:2] == ["11.7", "11.7"]


def test_both_sides_must_be_there() -> None:
    alone = box((US, "cherbourg"))
    held = Position(
        alone.game, alone.board, alone.schema, alone.pieces, alone.facts, options={"cherbourg-empty": "B"}
    )
    for here in (held, box((GE, "cherbourg"))):
        assert len(may_fight(here)) == 1
        assert not must_fight(here)
        for ask in (cherbourg_line, cherbourg_odds):
            with pytest.raises(MalformedAction):
                ask(here)


def test_without_germans_the_box_falls_to_supplied_us_units() -> None:
    here = box((US, "cherbourg"))
    assert not may_fight(here)
    assert not must_fight(here)
    found = cherbourg_odds(here)
    assert found.ok
    assert found.answer["captured"] == found.answer["of"]
    assert [s for s, _ in may_fight(box((US, "cherbourg"), beach__2403="closed"))] == ["11.7"]


def test_flak_in_the_box_depends_on_the_attack() -> None:
    armor = unit("us-cca", "armor", size="combat-command")
    assert cherbourg_line(box((US, "cherbourg"), (FLAK, "cherbourg"))).dv == 1
    assert cherbourg_line(box((US, "cherbourg"), (armor, "cherbourg"), (FLAK, "cherbourg"))).dv == 4
    assert cherbourg_line(box((US, "cherbourg"), (FLAK, "cherbourg")), ["td-1"]).dv == 4


# --- results ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "attacker", "defender", "captured"),
    [
        ("AL2", 2, 0, False),
        ("AL1", 1, 0, False),
        ("BL1", 1, 1, False),
        ("DL1", 0, 1, False),
        ("DL2", 0, 2, True),
        ("CC", 0, 2, True),
    ],
)
def test_what_the_results_do(code: str, attacker: int, defender: int, captured: bool) -> None:
    fight = cherbourg_combat(both())
    found = cherbourg_effect(OURS, fight, code)
    assert (found.attacker_losses, found.defender_losses, found.captured) == (attacker, defender, captured)


def test_the_chances() -> None:
    ruling = cherbourg_odds(both())
    assert ruling.ok
    answer = ruling.answer
    assert (answer["of"], answer["column"], answer["must"]) == (6, "2-1", True)
    faces = [cherbourg_result(OURS, "2-1", die) for die in DIE]
    assert answer["results"] == {code: faces.count(code) for code in faces}
    assert answer["captured"] == faces.count("DL2") + faces.count("CC")
    assert "Cherbourg is captured" in ruling.verdict


# --- hidden units -----------------------------------------------------------------------------------------


def hidden(*factors: int, option: str = "A") -> Position:
    unknown = unit("ge-sp-hidden-1", "strongpoint", steps=1, factor=None, marks=("hidden",))
    pool = [unit(f"ge-sp-{n}", "strongpoint", steps=1, factor=f) for n, f in enumerate(factors)]
    here = box((US, "cherbourg"), (unknown, "cherbourg"), *[(p, "turn-track") for p in pool])
    here.options = {"cherbourg-hidden": option}
    return here


def test_hidden_strongpoints_are_mixed() -> None:
    answer = cherbourg_odds(hidden(1, 3)).answer
    assert answer["of"] == 12
    assert sum(answer["results"].values()) == 12


@pytest.mark.parametrize(("option", "may"), [("A", False), ("B", True)])
def test_hidden_strength_and_the_duty(option: str, may: bool) -> None:
    here = hidden(1, 9, option=option)
    assert (not may_fight(here)) is may
    assert not must_fight(here)
    assert must_fight(hidden(1, 6, option=option))


def test_an_ost_battalion_of_zero_may_leave_the_box_empty() -> None:
    unknown = unit("ge-ost-hidden-1", "garrison", steps=1, factor=None, marks=("hidden", "ost"))
    pool = [unit(f"ge-ost-{f}", "garrison", steps=1, factor=f, marks=("ost",)) for f in (0, 2)]
    here = box((US, "cherbourg"), (unknown, "cherbourg"), *[(p, "turn-track") for p in pool])
    answer = cherbourg_odds(here).answer
    assert answer["results"]["-"] == 6
    assert answer["captured"] >= 6


def test_the_odds_say_why_it_may_not_be_fought() -> None:
    ruling = cherbourg_odds(both(cherbourg_fought=True))
    assert [v.rule for v in ruling.violations] == ["11.7"]
    assert ruling.answer["column"] == "2-1"
