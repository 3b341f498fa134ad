"""Tutorials: examples of play as logs that VASSAL plays step by step, each step carried out by the rules."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.action_words import read_action
from adjudicator.errors import BocageError, DataError
from adjudicator.game import apply, check, load
from adjudicator.names import find_unit
from adjudicator.saves.patching_steps import patched_along
from adjudicator.saves.printed import load_printed
from adjudicator.wording import describe
from maps.games import home_of
from maps.loader import read_toml
from module_builder.dice import report_of
from module_builder.save import DATE, VASSAL_VERSION, position_save
from module_builder.vassal.archive import build_save
from module_builder.vassal.buildfile import element
from module_builder.vassal.changes import changes
from module_builder.vassal.commands import AddPiece, ChangePiece, Chat, Command
from module_builder.vassal.log import append_steps
from module_builder.vassal.metadata import Metadata
from module_builder.vassal.pieces import neutral_pieces
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from lxml.etree import _Element

    from adjudicator.position import Position
    from module_builder.kit import Kit
    from module_builder.vassal.archive import Archive
    from module_builder.vassal.state import GameState

__all__ = ["Lesson", "Tutorial", "tutorial_elements", "tutorial_log", "tutorials"]

_KEYS = {"title", "scenario", "played", "welcome", "step"}
_STEP = {"do", "say", "dice", "look"}
_BEGIN = "Press Page Down, or Step forward in the toolbar, for each step."


@dataclass(frozen=True, slots=True)
class Lesson:
    """One step of a tutorial.

    Parameters
    ----------
    say
        Our words in the chat.
    do
        The action, as it is typed; empty where something is only said.
    dice
        Lines that the dice buttons report.
    look
        A unit that the map scrolls to where the step itself moves none.
    """

    say: str
    do: str = ""
    dice: tuple[str, ...] = ()
    look: str = ""


@dataclass(frozen=True, slots=True)
class Tutorial:
    """An example of play.

    Parameters
    ----------
    file
        Where it is written, for messages.
    entry
        Its log in the module.
    title, welcome
        As the Help menu names it, and what is said before the first step.
    start
        The position before the first step.
    steps
        The steps in order.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> [one.entry for one in tutorials(load_kit("breakout-normandy"))]
    ['tutorial_1.vlog']
    """

    file: str
    entry: str
    title: str
    welcome: str
    start: Position
    steps: tuple[Lesson, ...]


def tutorials(kit: Kit) -> list[Tutorial]:
    """Read the tutorials of a game: the first is offered when the module is first opened.

    Parameters
    ----------
    kit
        What the module is built from.

    Returns
    -------
    list of Tutorial

    Raises
    ------
    DataError
        A file has another form than `docs/modules.md` shows, or its game is not legal up to the first step.
    """
    paths = sorted(home_of(kit.game.slug).folders["tutorials"].glob("*.toml"))
    return [_tutorial(kit, path, number) for number, path in enumerate(paths, 1)]


def _tutorial(kit: Kit, path: Path, number: int) -> Tutorial:
    data = read_toml(path)
    if set(data) - _KEYS or not {"title", "scenario", "welcome", "step"} <= set(data):
        raise DataError(path.name, "its head", f"the keys {', '.join(sorted(_KEYS))}")
    if data["scenario"] not in kit.game.scenarios:
        raise DataError(path.name, "scenario", f"one of {', '.join(kit.game.scenarios)}")
    start = kit.game.scenario(data["scenario"], kit.overlay)
    steps = tuple([_lesson(kit, row, path.name, n) for n, row in enumerate(data["step"], 1)])
    try:
        start = reduce(lambda now, text: _done(now, text, path.name, "played"), data.get("played", ()), start)
    except DataError as fault:
        if kit.overlay is None:
            raise
        steps = (Lesson(_ended(fault)),)
    welcome = f"{data['welcome']} {_BEGIN}"
    return Tutorial(path.name, f"tutorial_{number}.vlog", data["title"], welcome, start, steps)


def _ended(fault: DataError) -> str:
    """What is said where an owner's values make a step illegal."""
    return f"With the values of your copy the tutorial ends here. {escape(str(fault), quote=False)}"


def _lesson(kit: Kit, row: Mapping[str, str], file: str, number: int) -> Lesson:
    if set(row) - _STEP or "say" not in row:
        raise DataError(
            file, f"step {number}", f"say, and where it serves {', '.join(sorted(_STEP - {'say'}))}"
        )
    thrown = [part.strip() for part in row.get("dice", "").split(",") if part.strip()]
    reports = tuple([_report(kit, part, file, number) for part in thrown])
    return Lesson(row["say"], row.get("do", ""), reports, row.get("look", ""))


def _report(kit: Kit, thrown: str, file: str, number: int) -> str:
    """What a dice button says of a throw: ``Attack 4 6``."""
    name, *shown = thrown.rsplit(" ", thrown.count(" "))
    buttons: Mapping[str, Mapping[str, Any]] = {row["name"]: row for row in kit.adapter["desk"]["dice"]}
    row = buttons.get(name)
    if row is None or len(shown) != row["dice"] or not all(value.isdigit() for value in shown):
        raise DataError(
            file, f"step {number}, dice {thrown!r}", f"a button ({', '.join(buttons)}) and its dice"
        )
    return report_of(row, [int(value) for value in shown], "Tutorial")


def _done(position: Position, text: str, file: str, place: str) -> Position:
    """The position after an action that the rules allow.

    Raises
    ------
    DataError
        The action is refused, or none at all.
    """
    try:
        action = read_action(position, load(position.game), text)
        ruling = check(position, action)
        if ruling.ok:
            return apply(position, action)
        why = "; ".join(ruling.reasons)
    except BocageError as fault:
        why = str(fault)
    raise DataError(file, f"{place}: {text}", f"a legal action ({why})")


def tutorial_log(kit: Kit, tutorial: Tutorial) -> Archive:
    """Make the log of a tutorial: its start as a saved game, then a step for each action.

    Parameters
    ----------
    kit
        What the module is built from.
    tutorial
        One of `tutorials`.

    Returns
    -------
    Archive
        With an owner's values a step may be against the rules: there the log ends, and says so.

    Raises
    ------
    DataError
        The rules refuse a step.
    PositionError
        Something has no place in the module.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> from module_builder.vassal.log import load_log
    >>> kit = load_kit("breakout-normandy")
    >>> first = tutorials(kit)[0]
    >>> len(load_log(tutorial_log(kit, first)).steps) == len(first.steps)
    True
    """
    positions, told = _course(kit, tutorial)
    save = position_save(kit, tutorial.start).save()
    printed = load_printed(kit.game.slug, kit.overlay)
    states = patched_along(save, positions, printed, overlay=kit.overlay)
    wanted = {look for _, look in told if look}
    likely = [c for c in save.commands() if isinstance(c, AddPiece) and any(uid in c.state for uid in wanted)]
    seen = {p.markers.get("Uid", ""): p.id for p in neutral_pieces(likely, reveal=True)}
    steps = [
        [*map(Chat, said), *_shown(before, after, seen.get(look, ""))]
        for (said, look), (before, after) in zip(told, itertools.pairwise(states), strict=True)
    ]
    version = str(kit.adapter["version"])
    saved = Metadata(version, VASSAL_VERSION, tutorial.title, None, DATE)
    module = Metadata(version, VASSAL_VERSION, kit.game.title, kit.title, DATE)
    return build_save(append_steps(save, steps), saved=saved, module=module)


def _course(kit: Kit, tutorial: Tutorial) -> tuple[list[Position], list[tuple[list[str], str]]]:
    """The positions from the start on, and of each step what is said and the unit looked at."""
    positions, told = [tutorial.start], list[tuple[list[str], str]]()
    for number, step in enumerate(tutorial.steps, 1):
        now = positions[-1]
        head = f"{number} of {len(tutorial.steps)}"
        if step.do:
            try:
                after = _done(now, step.do, tutorial.file, f"step {number}")
            except DataError as fault:
                if kit.overlay is None:
                    raise
                told.append(([f"* {_ended(fault)}"], ""))
                return [*positions, now], told
            typed = escape(describe(now, read_action(now, kit.game, step.do)), quote=False)
            head = f"{head}{_who(now)}: <b>{typed}</b>"
        else:
            after = now
        told.append(
            ([f"* {head}", *step.dice, f"* {step.say}"], _looked_at(now, step, tutorial.file, number))
        )
        positions.append(after)
    return positions, told


def _who(position: Position) -> str:
    """Whose action it is, as far as the position says."""
    top = position.decision
    sides = position.schema.items["side"].values if "side" in position.schema.items else ()
    player = top.player if top is not None else str(position.said("side")) if sides else ""
    return f", {player.title()}" if player in sides else ""


def _looked_at(position: Position, step: Lesson, file: str, number: int) -> str:
    try:
        return find_unit(position, step.look).uid if step.look else ""
    except BocageError as fault:
        raise DataError(file, f"step {number}, look {step.look!r}", f"a unit ({fault})") from None


def _shown(before: GameState, after: GameState, looked_at: str) -> Iterator[Command]:
    """What changes on the table; a piece that is only looked at is said to be as it is.

    The engine scrolls to a piece that a command changes; one that tells the old state and no other it drops.
    """
    yield from changes(before, after)
    piece = after.items.get(looked_at)
    if isinstance(piece, AddPiece):
        yield ChangePiece(piece.id, piece.state)


def tutorial_elements(listed: Sequence[Tutorial]) -> list[_Element]:
    """The entries of the Help menu; the engine offers the last of them at the first start.

    Parameters
    ----------
    listed
        The tutorials.

    Returns
    -------
    list of lxml elements
    """
    return [
        element(
            "VASSAL.build.module.documentation.Tutorial",
            {
                "name": f"Tutorial: {one.title}",
                "logfile": one.entry,
                "launchOnStartup": one is listed[0],
                "promptMessage": f"See an example of play, step by step: {one.title}?",
                "welcomeMessage": one.welcome,
            },
        )
        for one in reversed(listed)
    ]
