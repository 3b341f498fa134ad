"""Text and number of a ruling cannot disagree."""

from __future__ import annotations

import dataclasses
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator import fingerprint
from adjudicator.game import GAMES, load
from adjudicator.inquiry import Adding
from adjudicator.report import FORMATS, render, ruling_to_json
from adjudicator.ruling import Ruling, Step, Total, Used, Violation
from maps.loader import Sources


@pytest.mark.parametrize(
    ("op", "value", "result"),
    [("set", 4, 4), ("+", 4, 11), ("-", 4, 3), ("x", 2, 14), ("min", 5, 5), ("max", 9, 9), ("", 3, 7)],
)
def test_each_operation(op: str, value: int, result: int) -> None:
    assert Total("t", (Step("1", "start", 7, "set"), Step("1", "then", value, op))).value == result


def test_halves() -> None:
    start = Step("17.31", "DR", 7, "set")
    assert Total("t", (start, Step("17.31", "half", None, "half up"))).value == 4
    assert Total("t", (start, Step("17.31", "half", None, "half down"))).value == 3


@given(st.lists(st.integers(-9, 9), max_size=8))
def test_adding_is_the_sum(numbers: list[int]) -> None:
    adding = Adding(None, "drm")
    for number in numbers:
        adding.add("20.5", "something", number)
    assert adding.value == sum(numbers)
    assert len(adding.total.steps) == len(numbers)


def ruling() -> Ruling:
    inner = Step("12.5", "friendly bridge <Isigny>", None, "")
    point, others = Step("9.2A", "Point Unit", 6, "set"), Step("9.2B", "others", 5, "+")
    steps = (point, others, Step("12.8", "supplied", under=(inner,)))
    violations = (Violation("8.35", "from a Contested Area", ("us-29-116",), ("omaha-beach",)),)
    assumed, read, sources = ("assumed: x (8.6)",), ("a=A",), tuple(Used(x, "f.csv", x, "c") for x in "bcde")
    return Ruling(
        "check move", "Illegal.", False, steps, violations, assumed, read, sources, fingerprint="abc"
    )


def test_rules_are_listed_once_in_order() -> None:
    assert ruling().rules == ("9.2A", "9.2B", "12.8", "12.5", "8.35")
    assert not ruling().ok
    assert ruling().reasons == ("from a Contested Area (8.35)",)


def test_text_has_the_verdict_first_and_the_fingerprint_last() -> None:
    lines = render(ruling()).splitlines()
    assert lines[0] == "Illegal."
    assert lines[1] == "Rules: 9.2A, 9.2B, 12.8, 12.5, 8.35"
    assert lines[-1] == "fingerprint: abc"
    assert "reconstructed: b, c, d and 1 more" in lines
    assert "    friendly bridge <Isigny> (12.5)" in lines


def test_other_formats() -> None:
    assert "&lt;Isigny&gt;" in render(ruling(), "html")
    assert render(ruling(), "md").startswith("**Illegal.**\n\n- Rules")
    data = json.loads(render(ruling(), "json"))
    assert data == ruling_to_json(ruling())
    assert data["violations"][0]["units"] == ["us-29-116"]
    assert data["steps"][2]["under"][0]["rule"] == "12.5"
    assert set(FORMATS) == {"text", "md", "html", "json"}


@pytest.mark.parametrize("slug", GAMES)
def test_a_fingerprint_holds_what_is_printed_as_it_always_was(slug: str) -> None:
    board = load(slug).board()
    edge, space = list(board.edges.values())[-1], next(s for s in board.spaces.values() if s.features)
    changed = board.changed(
        dataclasses.replace(edge, sources=Sources("owner", {"road": 'rule 3 of "it"'})),
        dataclasses.replace(space, features={**space.features, "vp": None, "name": "d'Or"}),
    )
    for each in (board, changed):
        assert fingerprint._edge_texts(each) == sorted(map(repr, each.edges.values()))
        spaces = [f"{s.id}{sorted(s.features.items())}" for s in each.spaces.values()]
        assert fingerprint._space_texts(each) == sorted(spaces)
