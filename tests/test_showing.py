"""Long lists are summed up for a screen; `--all` and JSON tell them whole."""

from __future__ import annotations

import json

import pytest

from adjudicator.ruling import Step
from adjudicator.showing import closed, costing, summed, way
from tests.commandline import run

LISTS = (
    "legal tests/saves/summer.vsav lehr/901",
    "legal tests/saves/epsom.vsav 3rtr",
    "legal tests/saves/june.vsav 901",
    "losses tests/saves/omaha.vsav omaha --points 4 --forward vierville",
    "position tests/saves/storm.vsav",
)


@pytest.mark.parametrize("line", LISTS)
def test_a_list_longer_than_a_screen_is_summed_up(line: str) -> None:
    short, whole = run(f"adjudicator {line}").out, run(f"adjudicator {line} --all").out
    data = json.loads(run(f"adjudicator {line} --json").out)
    assert "--all" in short
    assert short.count("\n") < whole.count("\n")
    assert short.splitlines()[:2] == whole.splitlines()[:2]
    texts = [step["text"] for step in data["steps"]]
    assert all(text in whole for text in texts)
    assert any(text not in short for text in texts)


def test_costs_are_told_with_the_number_of_spaces_of_each() -> None:
    text = run(f"adjudicator {LISTS[0]}").out
    assert "157 in all, by cost; --all tells the way to each (10.1)" in text
    assert "    1 MP: 3308, 3509\n" in text
    assert " and 13 more\n" in text


def test_short_lists_and_lists_of_different_things_stay() -> None:
    steps = [costing("1", f"x{n}", f"{n} MP") for n in range(20)]
    assert list(summed(steps)) == steps
    mixed = [Step(str(n), "words of every kind") for n in range(90)]
    assert list(summed(mixed)) == mixed


@pytest.mark.parametrize("text", ["x for 1 MP: way", "not x: y is far", "way: x", "x: y"])
def test_no_line_is_taken_for_an_entry_of_a_list_by_its_words(text: str) -> None:
    steps = [Step("1", text) for _ in range(60)]
    assert list(summed(steps)) == steps


def test_costs_are_told_by_cost_whatever_stands_in_the_names() -> None:
    steps = [costing("1", f"x{n} (us: inf)", f"{n % 2} 1/2 MP", ": a - b") for n in range(60)]
    head, *rest = summed(steps)
    assert head.text == "60 in all, by cost; --all tells the way to each"
    assert [step.text[:30] for step in rest] == [
        "  0 1/2 MP: x0 (us: inf), x2 (",
        "  1 1/2 MP: x1 (us: inf), x3 (",
    ]


def test_reasons_against_are_joined_by_section() -> None:
    steps = [closed("6.3" if n % 2 else "10.1", str(n), f"{n} is far") for n in range(60)]
    head, *rest = summed(steps)
    assert head.text.startswith("60 reasons against others")
    assert [step.rule for step in rest] == ["10.1", "6.3"]
    assert rest[0].text.endswith("and 20 more, such as: 0 is far")


def test_lists_under_a_step_are_summed_up_too() -> None:
    under = tuple(way("1", str(n)) for n in range(99))
    (step,) = summed([Step("1", "ways", under=under)])
    assert len(step.under) < 20
