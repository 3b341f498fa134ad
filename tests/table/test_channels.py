"""A long question is given up when a newer one takes its place; what is asked elsewhere goes on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest

from adjudicator.breakout_normandy import GAME
from adjudicator.inquiry import Inquiry
from adjudicator.patience import GivenUp, go_on, while_wanted
from adjudicator.table import questioning
from tests.table.serving import ORIGIN, Page, serving

LONG = 30.0  # seconds after which a question that nobody gives up ends by itself


@pytest.fixture
def page() -> Iterator[Page]:
    with serving() as one:
        yield one


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> Event:
    """Every `next` is a long question from here on; set when the first is looked at."""
    seen, answered = Event(), questioning.answered

    def slowly(asked: Any, *rest: Any) -> Any:
        until = time.monotonic() + LONG
        while asked.verb == "next" and time.monotonic() < until:
            seen.set()
            go_on()
            time.sleep(0.01)
        return answered(asked, *rest)

    monkeypatch.setattr("adjudicator.table.session.answered", slowly)
    return seen


def ask(page: Page, tree: str, verb: str, channel: str) -> int:
    """The status that a question is answered with."""
    path = page.path(f"api/trees/{tree}/nodes/n0/ask")
    sent = {"params": {"channel": channel}, "headers": {"origin": ORIGIN}}
    status: int = page.client.post(path, json={"verb": verb}, **sent).status_code  # type: ignore[arg-type]
    return status


def test_a_newer_question_on_its_channel_takes_its_place(page: Page, begun: Event) -> None:
    tree = page.open("breakout-normandy:d-day")
    began = time.monotonic()
    with ThreadPoolExecutor(1) as other:
        first: Future[int] = other.submit(ask, page, tree, "next", "a ruling")
        assert begun.wait(LONG)
        assert ask(page, tree, "control", "a ruling") == 200
        assert first.result(LONG) == 409
    assert time.monotonic() - began < LONG


def test_a_question_on_another_channel_takes_no_place(page: Page, begun: Event) -> None:
    tree = page.open("breakout-normandy:d-day")
    with ThreadPoolExecutor(1) as other:
        first = other.submit(ask, page, tree, "next", "a ruling")
        assert begun.wait(LONG)
        assert ask(page, tree, "control", "a layers") == 200
        assert ask(page, tree, "control", "") == 200
        time.sleep(0.1)
        assert not first.done()
        assert ask(page, tree, "control", "a ruling") == 200
        assert first.result(LONG) == 409


def test_what_was_given_up_can_be_asked_again(page: Page, begun: Event) -> None:
    tree = page.open("breakout-normandy:d-day")
    with ThreadPoolExecutor(1) as other:
        first = other.submit(ask, page, tree, "next", "a ruling")
        assert begun.wait(LONG)
        second = other.submit(ask, page, tree, "control", "another")
        assert ask(page, tree, "control", "a ruling") == 200
        assert (first.result(LONG), second.result(LONG)) == (409, 200)


def counted(most: int) -> Callable[[], bool]:
    """Wanted so many times, and then no more."""
    times = iter(range(most))
    return lambda: next(times, None) is not None


@pytest.mark.parametrize("most", [0, 1, 7])
def test_every_inquiry_asks_whether_the_answer_is_wanted(most: int) -> None:
    d_day = GAME.scenario("d-day")
    with while_wanted(counted(most)):
        assert all(not Inquiry(d_day).steps for _ in range(most))
        with pytest.raises(GivenUp):
            Inquiry(d_day)
    assert not Inquiry(d_day).steps
