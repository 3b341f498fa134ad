"""Attacks for tests: the Areas of the worked examples, spare units far away, actions through the core."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.actions import Action
from adjudicator.game import check
from adjudicator.position import Draft, Fact, Key, Position
from adjudicator.ruling import Step
from adjudicator.storm_over_normandy.r09_attack import begin
from adjudicator.storm_over_normandy.r09_strength import Attack
from counters.catalog import Unit
from maps.board import Board
from tests.storm_over_normandy.build import board, held, position, unit

EXAMPLE = ("11 2", "12 2", "15 2", "16 3 red bocage", "17 2", "beyond 2")
LINKS = ("16/17", "16/15", "11/16", "11/12", "11/15", "11/17", "16/beyond odl")
SPARE = ((unit("ge-spare"), "rear"), (unit("us-spare"), "depot"))


def ground(areas: Iterable[str] = (), links: Iterable[str] = ()) -> Board:
    """The map of the examples, or one's own, with two Areas where spare units wait.

    They keep either side from passing for want of units.
    """
    areas = tuple(areas)
    return board([*(areas or EXAMPLE), "rear 1", "depot 1"], links if areas else LINKS)


def battle(
    on: Board,
    *placed: tuple[Unit, str],
    facts: Mapping[Key, Fact] | None = None,
    options: Mapping[str, str] | None = None,
    **more: Any,
) -> Position:
    """A position in the impulses of turn 2; further facts as ``side="german"``."""
    said: dict[Key, Fact] = {("turn", ""): 2, ("side", ""): "allied", **held("depot")}
    said |= {(item.replace("_", "-"), ""): value for item, value in more.items()}
    return position(on, *placed, *SPARE, facts={**said, **(facts or {})}, options=options)


def under_way(state: Position, attack: Attack) -> Position:
    """The position with an attack begun; nobody has a card for it."""
    from adjudicator.game import load

    draft = state.draft()
    begin(draft, attack)
    return carried_on(draft, state) if load(state.game) else state


def carried_on(draft: Draft, before: Position) -> Position:
    """Take every step that nobody decides."""
    from adjudicator.game import load

    load(before.game).rules.after(draft, before)
    return draft.finish()


def where(state: Position, *uids: str) -> list[str]:
    """Space and status of units."""
    return [f"{state.pieces[u].space} {state.pieces[u].status}" for u in uids]


def _texts(steps: Iterable[Step]) -> list[str]:
    found = []
    for step in steps:
        found += [f"{step.rule} {step.text}", *_texts(step.under)]
    return found


def notes(state: Position, action: Action) -> str:
    """Texts of its steps, each after its section."""
    return "; ".join(_texts(check(state, action).steps))
