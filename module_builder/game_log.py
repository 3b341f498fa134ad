"""A game that was played, as a log that VASSAL plays: each action a step, dice told as buttons tell them."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.actions import Roll
from adjudicator.audit.announced import announcement
from adjudicator.audit.record import read_record
from adjudicator.errors import SaveError
from adjudicator.saves.adapter import draw_layers
from adjudicator.saves.apart import need_apart
from adjudicator.saves.patching_steps import patched_along
from adjudicator.saves.printed import load_printed
from adjudicator.saves.slots import Slot
from adjudicator.wording import describe
from module_builder.dice import reports_of
from module_builder.kit import load_kit
from module_builder.pieces import placed
from module_builder.save import DATE, VASSAL_VERSION, position_save
from module_builder.vassal.archive import build_save, write_archive, write_file
from module_builder.vassal.changes import changes
from module_builder.vassal.commands import Chat
from module_builder.vassal.log import append_steps
from module_builder.vassal.metadata import Metadata

if TYPE_CHECKING:
    from adjudicator.actions import Action
    from adjudicator.position import Position
    from module_builder.kit import Kit
    from module_builder.vassal.archive import Archive

__all__ = ["game_log", "write_log"]


def write_log(record: Path, out: Path, *, overlay: Path | None = None) -> int:
    """Write a game record as a log.

    Parameters
    ----------
    record
        As `adjudicator play --record` or `adjudicator audit --record` writes it.
    out
        The ``.vlog``; an old one of that name is replaced, whole or not at all.
    overlay
        Folder with an owner's corrections.

    Returns
    -------
    int
        How many steps it has.

    Raises
    ------
    SaveError
        The record cannot be read, a line of it is no legal action, or the log would be written over it.
    PositionError
        Something of a position has no place in the module.
    """
    need_apart(record, out, "the log")
    shown = list(read_record(record, overlay=overlay))
    positions = [each.position for each in shown if each.position is not None]
    actions = [action for each in shown for action in each.actions]
    if not actions:
        raise SaveError(record.name, "a game in which something was done")
    archive = game_log(load_kit(positions[0].game, overlay), positions, actions, record.stem)
    write_file(out, write_archive(archive))
    return len(actions)


def game_log(kit: Kit, positions: list[Position], actions: list[Action], title: str = "") -> Archive:
    """Make the log of a game: its beginning as a saved game, then a step for each action.

    Parameters
    ----------
    kit
        What the module is built from.
    positions, actions
        Where it began and what each action led to; the actions, one fewer.
    title
        What the engine tells of the file.

    Returns
    -------
    Archive

    Raises
    ------
    PositionError
        Something of a position has no place in the module.

    Examples
    --------
    >>> from module_builder.vassal.log import load_log
    >>> kit = load_kit("breakout-normandy")
    >>> start = kit.game.scenario("d-day")
    >>> from adjudicator.asking.door import apply
    >>> from adjudicator.breakout_normandy.r06_sequence import EndPhase
    >>> log = load_log(game_log(kit, [start, apply(start, EndPhase())], [EndPhase()]))
    >>> log.steps[0].chat
    ('* 1, Allied: end-phase',)
    """
    save = position_save(kit, positions[0]).save()
    printed, slots = load_printed(kit.game.slug, kit.overlay), functools.partial(_slot, kit)
    states = patched_along(save, positions, printed, overlay=kit.overlay, slots=slots)
    told = zip(itertools.count(1), positions, actions, itertools.pairwise(states), strict=False)
    steps = [
        [*map(Chat, _said(kit, number, position, action)), *changes(before, after)]
        for number, position, action, (before, after) in told
    ]
    version = str(kit.adapter["version"])
    saved = Metadata(version, VASSAL_VERSION, title, None, DATE)
    module = Metadata(version, VASSAL_VERSION, kit.game.title, kit.title, DATE)
    return build_save(append_steps(save, steps), saved=saved, module=module)


def _slot(kit: Kit, uid: str) -> Slot:
    """A marker of the palette that lies nowhere yet."""
    piece = kit.pieces[uid]
    return Slot(piece.name, str(piece.gpid), placed(piece, "null", 0, 0), draw_layers(kit.adapter))


def _said(kit: Kit, number: int, position: Position, action: Action) -> Iterator[str]:
    """What the chat shows of a step."""
    top = position.decision
    who = kit.game.player_on_turn(position) if top is None or top.player == "dice" else top.player
    if isinstance(action, Roll):
        yield announcement(number, "Dice", describe(position, action), _what(kit, position))
        yield from _thrown(kit, position, action, who.title())
    else:
        yield announcement(number, who.title(), describe(position, action))


def _what(kit: Kit, position: Position) -> str:
    """What dice are thrown for."""
    top = position.decision
    return "" if top is None else kit.game.rolls[top.data["what"]].why(position, top.data)


def _thrown(kit: Kit, position: Position, roll: Roll, who: str) -> Iterator[str]:
    """What the buttons of the module say of dice; nothing where chits or cards are drawn."""
    top = position.decision
    for die, value in zip(top.data["dice"] if top else (), roll.values, strict=True):
        yield from reports_of(kit, die, value, who)
