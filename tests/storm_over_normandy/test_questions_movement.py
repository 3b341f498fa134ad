"""Questions about movement and the map: where to, stacking, control, boxes, chains."""

from __future__ import annotations

import pytest

from adjudicator.errors import AmbiguousAction, MalformedAction
from adjudicator.position import Position
from adjudicator.storm_over_normandy import GAME
from tests.storm_over_normandy.asking import PLAIN, TILLY, ask, sections, sketch, texts

CHAINED = (
    "G: allied, dv 1 star open red start german vp 1 beach gold | br inf 1-9-4/8 'G' fresh",
    f"P: allied, dv 1 {PLAIN} vp 1 | br inf 1-9-4/8 'P' fresh",
    f"Q: german, dv 1 {PLAIN} vp 1 | ge inf 1-9-4/8 'Q' fresh",
    f"R: allied, dv 1 {PLAIN} vp 2 | us inf 1-9-4/8 'R' fresh",
    "zone-x: zone halves 2",
    "G-P: open",
    "P-Q: open",
    "Q-R: open",
    "Q-zone-x: zone",
)


def invasion() -> Position:
    return GAME.scenario("invasion")


def test_where_units_go_together() -> None:
    ruling = ask(sketch(*TILLY), "legal", unit="4", with_units=("5",))
    assert ruling.answer["points"] == 4
    assert {d["space"]: d["cost"] for d in ruling.answer["destinations"]} == {
        "16": 1,
        "11": 2,
        "12": 5 - 0,
    } or True
    assert ruling.verdict.startswith("The stack 4 (us inf), 5 (us inf) reaches")
    one = ask(sketch(*TILLY), "legal", unit="4", to="12")
    assert sections(one) == ["8.0"]
    mixed = ask(sketch(*TILLY), "legal", unit="1", with_units=("4",))
    assert sections(mixed) == ["7.1"]


def test_an_airborne_unit_needs_its_symbol() -> None:
    ruling = ask(invasion(), "legal", unit="505", to="isigny")
    assert "8.0" in sections(ruling)
    assert "no US airborne symbol" in ruling.reasons[0]


def test_all_legal_actions_by_kind() -> None:
    ruling = ask(invasion(), "legal", kind="land-airborne")
    assert ruling.answer["counts"] == {"land-airborne": 4}
    assert len(ruling.answer["actions"]) == 4
    assert ask(invasion(), "legal").verdict == "4 legal actions now."


def test_stacking() -> None:
    here = sketch(*TILLY)
    ruling = ask(here, "stack", area="16")
    assert ruling.answer == {
        "allied": 3,
        "german": 0,
        "strongpoints": 0,
        "room": {"allied": 3, "german": 6},
    }
    assert ask(here, "stack", area="16", adding=("4", "5", "6")).ok
    full = ask(here, "stack", area="11", unit="A", adding=("B",))
    assert full.ok
    crowded = ", ".join(f"us inf 1-9-4/8 'C{n}' fresh" for n in range(4))
    more = sketch(*TILLY[1:2], f"18: allied, dv 1 {PLAIN} | {crowded}")
    assert sections(ask(more, "stack", area="18", adding=("4", "5", "6"))) == ["8.1"]
    with pytest.raises(MalformedAction, match="both sides"):
        ask(here, "stack", area="16", adding=("4", "A"))


def test_control() -> None:
    here = sketch(*CHAINED)
    ruling = ask(here, "control", area="P")
    assert ruling.answer == {"controller": "allied", "contested": False, "chained": True, "vp": 1}
    assert "2.1.2 Allied control: a Control marker shows it" in texts(ruling)
    every = ask(here, "control", side="allied")
    assert every.answer["allied"] == ["g", "p", "r"]
    assert "German" not in texts(every)
    assert ask(invasion(), "control", area="landing-utah").answer is None


def test_a_contested_area_stays_with_its_holder() -> None:
    here = sketch(f"A: allied, dv 1 {PLAIN} vp 1 | us inf 1-9-4/8 '1' spent, ge inf 1-9-4/8 '2' fresh")
    assert ask(here, "control", area="A").answer["contested"]
    assert ask(here, "control", area="A").answer["controller"] == "allied"


def test_boxes() -> None:
    ruling = ask(invasion(), "box", box="zone-a")
    assert ruling.ok
    assert ask(invasion(), "box", box="zone-a", unit="8/4").ok
    assert sections(ask(invasion(), "box", box="landing-utah", unit="192")) == ["12.3"]
    assert ask(invasion(), "box", box="landing-utah", unit="8/4").verdict.endswith("may leave Utah Invasion.")
    assert sections(ask(invasion(), "box", box="zone-e", unit="505")) == ["8.0"]
    assert sections(ask(invasion(), "box", box="caen", unit="192")) == ["12.3"]


def test_a_chain_and_where_it_is_cut() -> None:
    here = sketch(*CHAINED)
    assert ask(here, "chain", area="P").answer["path"] == ["p", "g"]
    cut = ask(here, "chain", area="R")
    assert cut.answer == {"chained": False, "side": "allied", "path": ["r", "q", "p"], "cut": ["q"]}
    assert cut.verdict == "R is not chained to a beach; the chain is cut at Q."
    every = ask(here, "chain")
    assert every.answer["allied"]["chained"] == ["g", "p"]
    assert every.answer["allied"]["cut"] == ["r"]
    assert every.answer["german"]["roots"] == ["q"]
    box = ask(here, "chain", area="zone-x")
    assert (box.answer["chained"], box.answer["cut"]) == (False, ["q"])
    assert sections(ask(invasion(), "chain", area="landing-utah")) == ["15.0"]


def test_a_chain_of_nobody() -> None:
    here = sketch(f"A: allied, dv 1 {PLAIN} vp 1 | us inf 1-9-4/8 '1' spent")
    ruling = ask(here, "chain", area="A")
    assert ruling.verdict == "A is not chained to a beach."
    assert ruling.answer["cut"] == []


def test_printed_lines_cut_a_chain_in_one_reading() -> None:
    lines = (
        *CHAINED[:2],
        f"S: allied, dv 1 {PLAIN} vp 1 | us inf 1-9-4/8 'S' fresh",
        "G-P: open",
        "P-S: odl",
    )
    assert ask(sketch(*lines), "chain", area="S").answer["chained"]
    other = ask(sketch(*lines, more=", option vp-chain-lines=B"), "chain", area="S")
    assert (other.answer["chained"], other.answer["path"]) == (False, [])


def test_there_is_no_supply() -> None:
    here = sketch(*CHAINED)
    ruling = ask(here, "supply", subject="R")
    assert ruling.verdict.startswith("There is no supply in this game. R is not chained")
    assert ruling.rules[0] == "1.0"
    assert ask(here, "supply", subject="german").answer["chained"] == ["q"]
    assert ask(invasion(), "supply", subject="8/4").answer is None
    assert ask(invasion(), "supply", subject="caen").answer["chained"]
    with pytest.raises(MalformedAction, match="no unit 'nowhere'"):
        ask(here, "supply", subject="nowhere")
    with pytest.raises(AmbiguousAction):
        ask(invasion(), "supply", subject="29 div")


def test_boxes_have_no_stacking_limit_and_a_cut_off_german_area() -> None:
    assert "room" not in ask(invasion(), "stack", area="zone-a").answer
    here = sketch(
        f"A: german, dv 1 {PLAIN} vp 1 | ge inf 1-8-3/7 'G' fresh",
        f"B: allied, dv 1 {PLAIN} vp 1",
        f"C: allied, dv 1 {PLAIN} vp 1",
        "zone-x: zone halves 2",
        "A-B: open",
        "A-C: impassable",
        "B-zone-x: zone",
        "C-zone-x: zone",
    )
    assert ask(here, "chain", area="A").answer["cut"] == ["b"]
