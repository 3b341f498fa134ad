"""Combats for tests: a block of hexes, a table that says what the test wants, actions in turn."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any

import pytest

from adjudicator.actions import Action, Roll
from adjudicator.game import apply, check
from adjudicator.june_six import battle as fights
from adjudicator.june_six import r12_crt
from adjudicator.june_six.battle import Battle
from adjudicator.june_six.r12_attack import Attack, ChooseMode
from adjudicator.june_six.r12_crt import Cell
from adjudicator.position import Position
from counters.catalog import Unit
from maps.board import Board
from tests.june_six.build import board, hexes, situation

BLOCK = hexes(35, 45, 14, 24)
HERE = "e1940"  # ring: e1939 e2040 e2041 e1941 e1841 e1840
SOUTH = "e1840"


def ground(**more: Any) -> Board:
    """A clear block around E1940."""
    return board(BLOCK, **more)


def table(monkeypatch: pytest.MonkeyPatch, *, probe: dict[str, Any] | None = None, **cell: Any) -> None:
    """Let every roll come to one cell: attacker, defender, retreats, advance, breakthrough.

    `probe` is the cell of a Probe, where that is another one: a combat within a combat is told apart by it.
    """

    def found(at: object, attack_mode: str, defence_mode: str, modified: int) -> Cell:
        said = probe if probe is not None and attack_mode == r12_crt.PROBE else cell
        return Cell(attack_mode, defence_mode, r12_crt.row_of(modified), **said)

    monkeypatch.setattr(r12_crt, "cell", found)


def fight(*placed: tuple[Unit, str], on: Board | None = None, part: str = "combat", **more: Any) -> Position:
    """A position at the combat of an activation of the Allied side, without support of any kind."""
    return situation(ground() if on is None else on, *placed, part=part, **more)


def under_way(position: Position, **battle: Any) -> Position:
    """The position with a combat on the stack that has come to no decision."""
    draft = position.draft()
    values: dict[str, Any] = {"kind": "attack", "side": "allied", "hex": HERE, "attackers": ("us-1",)}
    fights.begin(draft, Battle(**{**values, "stage": "advance", **battle}))
    return draft.finish()


def play(state: Position, *actions: Action | int | str) -> Position:
    """Carry actions out; a number is the roll of one die, a word a mode."""
    for action in actions:
        if isinstance(action, int):
            state = apply(state, Roll((action,)))
        else:
            state = apply(state, ChooseMode(action) if isinstance(action, str) else action)
    return state


def attack(
    state: Position, units: Iterable[str] = ("us-1",), modes: str = "assault stand", roll: int = 5
) -> Position:
    """Attack E1940 and let the die fall; support is not asked for where there is none."""
    first, second = modes.split()
    return play(state, Attack(tuple(units), HERE), first, second, roll)


def sections(state: Position, action: Action) -> list[str]:
    """Sections of the violations of an action, sorted, each once."""
    return sorted({v.rule for v in check(state, action).violations})


def where(state: Position, *uids: str) -> list[str]:
    """Where units stand, ``reduced`` after the hex of a reduced one."""
    pieces = (state.pieces[u] for u in uids)
    return [p.space + (" reduced" if p.status == "reduced" else "") for p in pieces]


def current(state: Position) -> Battle:
    """The innermost combat."""
    found = fights.current(state)
    assert found is not None
    return dataclasses.replace(found)
