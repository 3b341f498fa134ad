"""A game gone through step by step: what a program gets that shows a log, and how little of it is kept."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator import SaveError, open_game
from adjudicator.audit.games import audited
from adjudicator.audit.judging import Auditor
from adjudicator.audit.throws import Record
from adjudicator.breakout_normandy import GAME
from adjudicator.game import Viewpoint, load
from adjudicator.position import Position
from adjudicator.saves.steps import Shown

ENGINE = Path(__file__).parents[1] / "engine"
NIGHT = ENGINE / "breakout_normandy" / "offences-night.vlog"
VIEWS: tuple[Viewpoint, ...] = ("referee", "public")
D_DAY = GAME.scenario("d-day")


def test_steps_come_in_order_with_what_lies_on_the_table_after_each() -> None:
    played = open_game(NIGHT)
    steps = list(played.judged())
    tables = [table for _, table in played.tables()]
    assert [step.number for step, _ in steps] == list(range(1, len(played) + 1))
    assert tables == [played.start, *(after for _, after in steps)]
    assert [step for step, _ in steps] == list(audited([NIGHT]).judged())


def test_a_viewpoint_sees_its_own_tables() -> None:
    log = ENGINE / "storm_over_normandy" / "offences.vlog"
    (_, whole), (_, seen) = (
        list(itertools.islice(open_game(str(log), viewpoint=viewpoint).tables(), 2))[1] for viewpoint in VIEWS
    )
    mask = load(whole.game).mask
    assert mask is not None
    assert seen == mask(whole, "public") != whole


def talk(steps: int, seen: list[int]) -> Iterator[Shown]:
    """A set-up, and players who talk all evening."""
    for number in range(steps + 1):
        seen.append(number)
        yield Shown(number, None if number else D_DAY, ("hello",) * (number > 0))


def test_a_long_game_is_read_as_it_is_judged() -> None:
    seen: list[int] = []
    auditor = Auditor(talk(100_000, seen), Record(()), lambda position: position)
    told = list(itertools.islice(auditor.run(), 20))
    assert [step.kind for step, _ in told] == ["comment"] * 20
    assert len(seen) < 200


@pytest.mark.slow
def test_tables_long_gone_are_forgotten() -> None:
    """A unit goes to and fro; nobody keeps what lay there a hundred steps ago."""
    there = [D_DAY, _with(D_DAY, "ge-916", "bayeux")]
    alive: list[int] = []

    class Kept(Position):
        __slots__ = ()

        def __del__(self) -> None:
            alive[0] -= 1

    def shown() -> Iterator[Shown]:
        for number in range(200):
            alive[0] += 1
            table = there[number % 2]
            position = Kept(table.game, table.board, table.schema, table.pieces, table.facts)
            yield Shown(number, position)

    alive.append(0)
    for _, _ in Auditor(shown(), Record(()), lambda position: position).run():
        assert alive[0] < 140


def _with(position: Position, uid: str, space: str) -> Position:
    pieces = {**position.pieces, uid: replace(position.pieces[uid], space=space)}
    return Position(position.game, position.board, position.schema, pieces, position.facts)


def test_what_is_no_game_is_refused(tmp_path: Path) -> None:
    for source in (str(tmp_path), "no-such.vlog", list[str]()):
        with pytest.raises(SaveError):
            open_game(source)
