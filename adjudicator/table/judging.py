"""The steps of a log judged in a process of their own, so that questions are answered meanwhile."""

from __future__ import annotations

import html
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, cast

import msgspec

from adjudicator.audit.games import Played
from adjudicator.codec import position_to_json
from adjudicator.errors import BocageError
from adjudicator.game import load, seen_by
from adjudicator.saves.steps import Shown
from adjudicator.table.messages import received, send
from adjudicator.table.replay import decoded
from adjudicator.table.steps import Stepped, folded
from adjudicator.table.tree import Verdict

if TYPE_CHECKING:
    from adjudicator.audit.judged import Judged
    from adjudicator.position import Position

__all__ = ["Game", "judged", "main"]

_VERDICTS = {
    "action": "legal",
    "actions": "legal",
    "part": "legal",
    "chance": "chance",
    "bookkeeping": "bookkeeping",
    "comment": "bookkeeping",
    "correction": "correction",
    "taken back": "correction",
    "illegal": "illegal",
    "forgotten": "illegal",
    "unexplained": "unexplained",
}
"""Kind of a step in the audit -> the word of the table for it."""


class Game(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A log as the table keeps it: where it began, its steps, and who judges."""

    start: msgspec.Raw
    steps: tuple[Stepped, ...]
    viewpoint: str
    overlay: str = ""


def judged(
    start: Position, steps: tuple[Stepped, ...], viewpoint: str, overlay: Path | None
) -> Iterator[Verdict]:
    """Judge every step of a log, in order, each as soon as no later one can change what it meant.

    Parameters
    ----------
    start, steps
        Where it began, and what each step changed.
    viewpoint
        Whose eyes judge it.
    overlay
        Folder with an owner's corrections.

    Yields
    ------
    Verdict
        One a step. Whoever stops listening ends the process.
    """
    line = [sys.executable, "-c", "from adjudicator.table.judging import main; main()"]
    begun = msgspec.Raw(msgspec.json.encode(position_to_json(start)))
    asked = Game(begun, steps, viewpoint, str(overlay or ""))
    with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:  # noqa: S603
        try:
            if process.stdin is None or process.stdout is None:
                return
            send(process.stdin, msgspec.json.encode(asked))
            while (said := received(process.stdout)) is not None:
                yield msgspec.json.decode(said, type=Verdict)
        finally:
            process.kill()


# --- in the process ---------------------------------------------------------------------------------------


def main() -> None:
    """Judge one game."""
    replies = sys.stdout.buffer
    sys.stdout = sys.stderr
    asked = received(sys.stdin.buffer)
    if asked is None:
        return
    for verdict in verdicts(msgspec.json.decode(asked, type=Game)):
        send(replies, msgspec.json.encode(verdict))


def verdicts(game: Game) -> Iterator[Verdict]:
    """The verdicts on a game, one a step."""
    overlay = Path(game.overlay) if game.overlay else None
    data = msgspec.json.decode(game.start)
    start = decoded(data, overlay)

    def mask(position: Position) -> Position:
        return seen_by(position, game.viewpoint)

    said = tuple([(step.number, step.chat) for step in game.steps])
    shown = _shown(start, data, game.steps, overlay)
    played = Played(mask(start), said, cast("Callable[[], Iterable[Shown]]", lambda: shown), mask)
    chatty = _is_open(start) or game.viewpoint == "referee"
    for step, _ in played.judged():
        yield _verdict(step, chatty=chatty)


def _is_open(position: Position) -> bool:
    """Whether nothing is ever hidden in the game of a position."""
    return load(position.game).mask is None


def _shown(
    start: Position, data: dict[str, object], steps: tuple[Stepped, ...], overlay: Path | None
) -> Iterator[Shown]:
    """What lies on the table before the first step, and after each."""
    yield Shown(0, start)
    for step in steps:
        position = None
        if step.units or step.gone or step.facts or step.dropped or step.rest:
            data = folded(data, [step])
            position = _readable(data, overlay)
        yield Shown(step.number, position, step.chat, step.undo, step.fault)


def _readable(data: dict[str, object], overlay: Path | None) -> Position | None:
    try:
        return decoded(data, overlay)
    except BocageError:
        return None


def _verdict(step: Judged, *, chatty: bool) -> Verdict:
    """A step in the words of the table; what was said is for those alone who see everything."""
    plain = step.text if chatty or step.kind != "comment" else ""
    words = "; ".join(act.text for act in step.acts) or plain or "; ".join(step.changes)
    said = html.unescape(" / ".join(step.chat)) if chatty and step.kind == "comment" else ""
    rules = ", ".join(dict.fromkeys(act.rule for act in step.acts))
    why = "; ".join(step.ruling.reasons) if step.ruling is not None else rules
    return Verdict(_VERDICTS[step.kind], said or words or f"step {step.number}", why, step.clock)
