"""What lies face down is known to the referee alone (3.1, 11.5)."""

from __future__ import annotations

import pytest

from adjudicator.dark_summer import GAME, terms
from adjudicator.dark_summer.masking import masked
from adjudicator.position import Decision, Position
from adjudicator.questions import Asking
from tests.dark_summer.build import board, hexes, position, unit

BLOCK = hexes(31, 34, 3, 8)
SP_2 = unit("ge-sp-2", "strongpoint", factor=2, steps=1)
SP_3 = unit("ge-sp-3", "strongpoint", factor=3, steps=1)
SPARE = unit("ge-sp-hidden-1", "strongpoint", factor=None, steps=1, marks=("hidden",))
OST = unit("ge-ost-1", "garrison", factor=1, steps=1, marks=("ost",))


def face_down(*uids: str, spare: str = terms.WITHDRAWN) -> Position:
    at = position(
        board(BLOCK), (SP_2, "3304"), (SP_3, "turn-track"), (OST, "3305"), (SPARE, spare),
        facts={("hidden", uid): True for uid in uids},
    )  # fmt: skip
    draft = at.draft()
    draft.set("retreated", True, "ge-sp-2")
    draft.pending = (Decision("allied", "advance", "11.3.8", {"units": ["ge-sp-2"]}),)
    return draft.finish()


def test_a_position_that_names_nothing_face_down_stays_as_it_is() -> None:
    at = face_down()
    assert masked(at) is at


def test_a_placeholder_takes_the_place_the_counter_goes_to_the_pool() -> None:
    seen = masked(face_down("ge-sp-2"))
    assert seen.pieces["ge-sp-hidden-1"].space == "3304"
    assert seen.pieces["ge-sp-2"].space == terms.POOL
    assert seen.flag("retreated", "ge-sp-hidden-1")
    assert not seen.flag("retreated", "ge-sp-2")
    assert seen.pending[0].data["units"] == ["ge-sp-hidden-1"]
    assert not seen.subjects("hidden")


@pytest.mark.parametrize("spare", [terms.WITHDRAWN, "3306"])
def test_without_a_spare_placeholder_one_is_made(spare: str) -> None:
    seen = masked(face_down("ge-sp-2", "ge-ost-1", spare=spare))
    blank = [p for p in seen.units_in("3305") if "hidden" in p.printed.marks]
    assert [(p.printed.title, p.printed.df, "ost" in p.printed.marks) for p in blank] == [
        ("? Ost battalion", None, True)
    ]
    assert [p.printed.df for p in seen.units_in("3304")] == [None]


def test_only_the_referee_is_shown_it() -> None:
    at = face_down("ge-sp-2")
    assert Asking(GAME, at, "referee").position is at
    for viewpoint in ("public", "german", "allied"):
        assert Asking(GAME, at, viewpoint).position.pieces["ge-sp-2"].space == terms.POOL
