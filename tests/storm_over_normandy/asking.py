"""Questions put to positions and sketches of Storm Over Normandy, as the command line puts them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from adjudicator.asking.loading import read_text
from adjudicator.asking.typed import with_given
from adjudicator.position import Position
from adjudicator.questions import Asking, read_question
from adjudicator.ruling import Ruling, Step
from adjudicator.storm_over_normandy import GAME
from adjudicator.supposing import reply

PLAIN = "no-star open black start german"
FIRST = ", ".join(f"us inf 1-9-4/8 '{n}' fresh 1div" for n in (1, 2, 3))
SECOND = ", ".join(f"us inf 1-9-4/8 '{n}' fresh 2div" for n in (4, 5, 6))
TILLY = (
    f"16: allied, dv 3 bocage red no-star start german | {FIRST}",
    f"17: allied, dv 2 {PLAIN} | {SECOND}",
    f"11: german, dv 2 {PLAIN} | ge inf 2-10-4/9 'A' fresh, ge inf 2-9-4/8 'B' fresh",
    f"12: german, dv 2 {PLAIN}",
    "11-12: open",
    "11-16: open",
    "11-17: open",
    "16-17: open",
)


def sketch(*lines: str, more: str = "") -> Position:
    """A position in the Allied impulse of turn 3, with four Support Points."""
    head = f"storm-over-normandy, turn 3, allied impulse, support 4{more}"
    found = read_text("\n".join((head, *lines))).position
    assert found is not None
    return found


def ask(
    position: Position | None, verb: str, *, as_: str = "referee", given: Iterable[str] = (), **args: Any
) -> Ruling:
    """The ruling on a question."""
    if position is not None:
        position = with_given(position, GAME, list(given))
    plain = {k: list(v) if isinstance(v, tuple) else v for k, v in args.items()}
    return reply(read_question(GAME.questions[verb], plain), Asking(GAME, position, as_))


def texts(ruling: Ruling) -> str:
    """Every step, each after its section, in one text."""
    return "; ".join(_walk(ruling.steps))


def _walk(steps: Iterable[Step]) -> list[str]:
    found = []
    for step in steps:
        found += [f"{step.rule} {step.text}" + (f" = {step.value}" if step.value is not None else "")]
        found += _walk(step.under)
    return found


def sections(ruling: Ruling) -> list[str]:
    """Sections of the violations, sorted."""
    return sorted(v.rule for v in ruling.violations)
