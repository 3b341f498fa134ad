"""What a yes means: for a verb and its arguments the actions that it grants, whatever the verb declares."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.actions import Action
from adjudicator.errors import BocageError
from adjudicator.game import Game, check
from adjudicator.position import Position
from adjudicator.questions import Asking, read_question
from adjudicator.ruling import Ruling
from adjudicator.supposing import refuses, reply, suppose

Arguments = Mapping[str, Any]


@dataclass(frozen=True)
class Row:
    """A verb, a way to draw its arguments, and the actions that a yes to them grants."""

    verb: str
    draw: Callable[[Position, random.Random], Arguments | None]
    means: Callable[[Position, Arguments, Ruling], Iterator[Action]]
    listing: bool = False  # of several actions each has a moment of its own, and none of them must be told


def faults(game: Game, position: Position, row: Row, rng: random.Random) -> tuple[list[str], int]:
    """What the answer grants although the rules of the action do not; and how many actions were looked at."""
    args = row.draw(position, rng)
    if args is None:
        return [], 0
    asked = read_question(game.questions[row.verb], args)
    try:
        ruling = reply(asked, Asking(game, position, "referee"))
    except BocageError:
        return [], 0
    verdict = ruling.verdict.rpartition("were it the moment: ")[2] if ruling.ok else ruling.verdict
    if not ruling.ok or refuses(verdict):
        return [] if refuses(verdict) else [f"{row.verb} {args}: {verdict}"], 0
    found, seen = list[str](), 0
    for action in row.means(position, args, ruling):
        seen += 1
        now, then = check(position, action), suppose(position, action)
        if then.violations:
            found.append(f"{row.verb} {args}: {ruling.verdict} | {action} | {then.violations}")
        elif not now.ok and not ruling.moment and not row.listing:
            found.append(f"{row.verb} {args}: {ruling.verdict} | not said that it is not now: {now.reasons}")
    return found, seen
