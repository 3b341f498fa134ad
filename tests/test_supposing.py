"""A question never says yes to what `check` refuses; what only the moment forbids is said apart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from adjudicator.breakout_normandy import GAME
from adjudicator.breakout_normandy.r08_impulses import Activate
from adjudicator.errors import MalformedAction
from adjudicator.game import check, moment_of
from adjudicator.position import Position
from adjudicator.questions import Asking, Question
from adjudicator.ruling import Ruling, Violation
from adjudicator.supposing import Supposed, headline, not_now, refuses, reply, suppose

D_DAY = GAME.scenario("d-day")


def position(phase: str, *, unknown: bool = False) -> Position:
    draft = D_DAY.draft()
    draft.set("side", "german")
    if unknown:
        draft.unknown = frozenset(["phase"])
        draft.facts.pop(("phase", ""), None)
    else:
        draft.set("phase", phase)
    return draft.finish()


class _Asks(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks what comes of activating an Area."""

    area: str
    fails: bool = False

    def answer(self, asking: Asking) -> Ruling:
        if self.fails:
            raise MalformedAction("nobody is there")
        return Ruling("asks", f"{self.area} is active.", True)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        yield Supposed(asking.position, Activate(self.area))


def test_an_action_of_another_phase_is_refused_for_the_moment_alone() -> None:
    night = position("refit-german")
    found = suppose(night, Activate("st-lo"))
    assert not check(night, Activate("st-lo")).ok
    assert not found.violations
    assert found.moment == not_now(night, Activate("st-lo"))


def test_what_is_against_the_action_itself_makes_the_headline_say_no() -> None:
    asked, asking = _Asks(area="omaha-approach-box"), Asking(GAME, position("daylight"))
    ruling = reply(asked, asking)
    assert not ruling.ok
    assert ruling.verdict.startswith("No")
    assert ruling.answer is False  # a plain yes is no either; what would follow otherwise stays


def test_a_question_that_cannot_be_answered_says_what_is_against_its_actions() -> None:
    asking = Asking(GAME, position("daylight"))
    assert not reply(_Asks(area="omaha-approach-box", fails=True), asking).ok
    with pytest.raises(MalformedAction, match="nobody is there"):
        reply(_Asks(area="cherbourg", fails=True), asking)


def test_what_a_position_does_not_say_of_the_moment_is_assumed_aloud() -> None:
    found = suppose(position("daylight", unknown=True), Activate("st-lo"))
    assert not found.moment
    assert any("phase" in text or "daylight" in text.casefold() for text in found.assumptions)


def test_the_moment_is_the_next_phase_in_which_the_action_is_open() -> None:
    assert moment_of(position("refit-german"), Activate("st-lo")).text("phase") == "daylight"


@pytest.mark.parametrize(
    "verdict", ["Illegal: move.", "916 may not retreat.", "Nobody may attack.", "No: x."]
)
def test_a_headline_that_says_no_is_kept(verdict: str) -> None:
    against = Ruling("q", verdict, None, violations=(Violation("8.1", "it is raining"),))
    assert refuses(verdict)
    assert headline(against) == against


def test_a_headline_is_put_right_once() -> None:
    ruling = Ruling("q", "14:10.", None, moment=(Violation("8.1", "it is night"),))
    assert headline(headline(ruling)) == headline(ruling)
    against = replace(ruling, violations=(Violation("8.2", "it is spent"),))
    assert headline(headline(against)) == headline(against)
