"""Sections 10.1 to 10.4 told step by step."""

from __future__ import annotations

import pytest

from adjudicator.dark_summer.r10_rulings import allowance_ruling, explain_hex
from adjudicator.inquiry import Inquiry
from adjudicator.position import Fact, Key
from tests.dark_summer.build import board, hexes, unit
from tests.dark_summer.moving import situation

PLAIN = board(hexes(30, 37, 2, 9), letters={"3709": "E", "3009": "C"}, terrain={"3102": "sea"})
OPEN: dict[Key, Fact] = {("beach", "3303"): "open"}


def test_the_allowance_and_the_roads() -> None:
    here = situation(PLAIN, (unit("ge-1"), "3405"), group="german", weather="sun")
    ruling = allowance_ruling(here, "ge-1")
    assert ruling.verdict == "ge-1 has 6 MP."
    assert ruling.answer == {"mp": 6, "roads": False}
    assert "7.2.2" in ruling.rules
    combined = situation(PLAIN, (unit("us-1"), "3304"), group="us", kind="combined", facts=OPEN)
    assert {"9.3.3", "10.2"} <= set(allowance_ruling(combined, "us-1").rules)


@pytest.mark.parametrize(
    ("uid", "space", "answer"),
    [
        ("ge-1", "3405", (True, True)),
        ("ge-1", "3303", (False, False)),
        ("ge-1", "3009", (True, False)),
        ("ge-1", "3102", (False, False)),
        ("us-1", "3306", (False, False)),
        ("us-1", "3706", (False, False)),
        ("us-1", "3407", (True, False)),
        ("us-1", "3009", (True, True)),
    ],
)
def test_which_hexes_may_be_entered(uid: str, space: str, answer: tuple[bool, bool]) -> None:
    here = situation(
        PLAIN, (unit("ge-1"), "3306"), (unit("us-1"), "3304"), (unit("br-1"), "3407"), group="us", facts=OPEN
    )
    inquiry = Inquiry(here)
    assert explain_hex(inquiry, here.pieces[uid], space) == answer
    assert (not inquiry.violations) is answer[1]


def test_a_zoc_is_told() -> None:
    here = situation(PLAIN, (unit("ge-1"), "3306"), (unit("us-1"), "3304"), group="us", facts=OPEN)
    for space, zoc in (("3305", True), ("3302", False)):
        inquiry = Inquiry(here)
        explain_hex(inquiry, here.pieces["us-1"], space)
        assert ("6.3" in {step.rule for step in inquiry.steps}) is zoc
