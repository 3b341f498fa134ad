"""What is kept with a position: rulings tell it again in full, drafts and hidden units keep none."""

from __future__ import annotations

import pytest

from adjudicator.dark_summer.r11_memory import Memory
from adjudicator.dark_summer.r11_odds import odds
from adjudicator.errors import UnsupportedRule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position, View
from tests.dark_summer.build import unit
from tests.dark_summer.fighting import battle, ground

US, US2, GE, GE2 = unit("us-16", factor=9), unit("us-18", factor=3), unit("ge-914"), unit("ge-915")


def field() -> Position:
    bocage = ground(terrain={"3305": "bocage"})
    return battle("combat", "us", (US, "3304"), (US2, "3405"), (GE, "3305"), (GE2, "3305"), on=bocage)


def fact(view: View) -> str:
    return view.text("weather")


def test_a_ruling_is_the_same_the_second_time_and_in_any_order() -> None:
    here, there = field(), field()
    first = odds(here, "3305", ["us-16", "us-18"])
    odds(there, "3305", ["us-18"])
    assert first == odds(here, "3305", ["us-16", "us-18"]) == odds(there, "3305", ["us-16", "us-18"])
    assert first.steps
    assert first.sources


def test_answers_are_not_shared() -> None:
    here = field()
    first = odds(here, "3305", ["us-16"])
    first.answer["results"].clear()
    first.answer["faces"][0].clear()
    first.answer["mean_losses"].clear()
    assert odds(here, "3305", ["us-16"]) == odds(field(), "3305", ["us-16"])


def test_assumptions_and_sources_are_told_again() -> None:
    here = field()
    unknown = Position(here.game, here.board, here.schema, here.pieces, {}, unknown=["weather"])
    for _ in range(2):
        inquiry = Inquiry(unknown)
        assert Memory(inquiry).of("w", fact) == "showers"
        assert inquiry.ruling("", "").assumptions == ("assumed: the Weather is Showers (7.1)",)


def test_what_was_kept_without_an_inquiry_is_not_taken_for_a_ruling() -> None:
    here = field()
    odds(here, "3305", ["us-16"])
    with pytest.raises(UnsupportedRule):
        odds(here, "3305", ["us-16"], strict=True)


def test_a_draft_keeps_nothing() -> None:
    draft = field().draft()
    assert Memory(draft).of("w", fact) == "storm"
    draft.set("weather", "sun")
    assert Memory(draft).of("w", fact) == "sun"
    assert not Memory(draft).keeps


def test_an_inquiry_into_a_draft_records_what_it_works_out() -> None:
    draft = field().draft()
    draft.place("us-18", "3404")
    assert odds(draft, "3305", ["us-16"]).answer["av"] == 9


def test_it_knows_the_pieces_of_its_position() -> None:
    here = field()
    memory = Memory(here)
    assert memory.knows(here.pieces["us-16"])
    assert not memory.knows(field().pieces["us-16"])
