"""Combats for tests: an attack of some units on one hex, made ready for the die."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from adjudicator.battle_for_normandy.r12.battle import AttackRecord
from adjudicator.battle_for_normandy.r12.line_up import LineUp, line_up
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position, View
from counters.catalog import Unit
from tests.battle_for_normandy.build import around, board, situation, unit

TARGET = "c2020"
EAST, WEST, NORTH, SOUTH = "c2019", "c2021", "c1920", "c2120"  # four of its neighbours


def field(radius: int = 3, **more: Any) -> Any:
    """A board of Clear hexes around the target, `more` as of `build.board`."""
    return board(around(TARGET, radius=radius), **more)


def fought(*placed: tuple[Unit, str], on: Any = None, side: str = "allied", **more: Any) -> Position:
    """A position in the Combat Phase."""
    return situation(on or field(), *placed, phase="combat", side=side, **more)


def attack(here: View, side: str = "allied", target: str = TARGET, **more: Any) -> AttackRecord:
    """Every ground unit of a side next to the target attacks it."""
    beside = [n for n in around(target) if n != target and n in here.board.spaces]
    ours = [p for n in beside for p in here.units_in(n) if p.side == side and p.printed.type != "naval"]
    uids = tuple(sorted(p.uid for p in ours if p.printed.type != "artillery"))
    return AttackRecord(**{"side": side, "hex": target, "attackers": uids, "csp": 3, **more})


def lined(here: Position, **more: Any) -> LineUp:
    """The line-up of `attack`."""
    return line_up(here, attack(here, **more))


def said(here: Position, **more: Any) -> str:
    """Every sentence about the line-up of `attack`, those below others with them."""
    inquiry = Inquiry(here)
    line_up(inquiry, attack(here, **more))
    return "\n".join(_flat(inquiry.steps))


def _flat(steps: Iterable[Any]) -> list[str]:
    return [line for step in steps for line in (str(step), *_flat(step.under))]


def troops(strength: int, uid: str = "us-1", **more: Any) -> Unit:
    """A unit of so much Attack and Defense Strength."""
    return unit(uid, "inf", **{"as_": strength, "ds": strength, "steps": 1, **more})
