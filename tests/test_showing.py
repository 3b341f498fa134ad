"""Long lists are summed up for a screen; `--all` and JSON tell them whole."""

from __future__ import annotations

import json

import pytest

from adjudicator.ruling import Step
from adjudicator.showing import summed
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
    steps = [Step("1", f"x{n} for {n} MP: way") for n in range(20)]
    assert list(summed(steps)) == steps
    mixed = [Step(str(n), "words of every kind") for n in range(90)]
    assert list(summed(mixed)) == mixed


def test_reasons_against_are_joined_by_section() -> None:
    steps = [Step("6.3" if n % 2 else "10.1", f"not {n}: {n} is far") for n in range(60)]
    head, *rest = summed(steps)
    assert head.text.startswith("60 reasons against others")
    assert [step.rule for step in rest] == ["10.1", "6.3"]
    assert rest[0].text.endswith("and 20 more, such as: 0 is far")


def test_lists_under_a_step_are_summed_up_too() -> None:
    under = tuple(Step("1", f"way: {n}") for n in range(99))
    (step,) = summed([Step("1", "ways", under=under)])
    assert len(step.under) < 20
