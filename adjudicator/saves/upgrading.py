"""Saves that live on: the save of an older module, overlay or geometry, carried over to the newest."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.errors import PositionError, SaveError
from adjudicator.game import load
from adjudicator.saves.apart import need_apart
from adjudicator.saves.carriers import IDENTITY
from adjudicator.saves.ground import find_ground
from adjudicator.saves.identity import carrier_mark
from adjudicator.saves.layout import lay_out, overlay_mark
from adjudicator.saves.positions import position_of_state, save_fault, saved_game
from adjudicator.saves.printed import load_printed
from adjudicator.saves.upgrading_commands import Converter
from adjudicator.saves.upgrading_module import NewModule, open_module
from adjudicator.saves.upgrading_places import Moves
from adjudicator.saves.upgrading_texts import Texts
from module_builder.vassal.archive import open_archive, write_archive, write_file
from module_builder.vassal.errors import FormatError
from module_builder.vassal.log import read_log
from module_builder.vassal.metadata import format_metadata
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable

    from adjudicator.game import Game
    from adjudicator.saves.layout import Layout
    from adjudicator.saves.printed import PrintedModule
    from module_builder.vassal.archive import Archive
    from module_builder.vassal.commands import Command
    from module_builder.vassal.state import GameState

__all__ = ["Upgraded", "upgrade_save"]


@dataclass(frozen=True, slots=True)
class Upgraded:
    """What became of a save.

    Parameters
    ----------
    module
        Name and version of the module that opens it now.
    pieces
        How many pieces were carried over.
    lost
        What could not be carried over; nothing in it tells what lies face down.
    new
        Units and markers of the module that lie nowhere in the save.

    Examples
    --------
    >>> Upgraded("June Six (Bocage) 0.1.0", 330).lost
    ()
    """

    module: str
    pieces: int
    lost: tuple[str, ...] = ()
    new: tuple[str, ...] = ()


def upgrade_save(
    path: Path, module: Path, out_path: Path, *, overlay: Path | None = None, was: Path | None = None
) -> Upgraded:
    """Carry a save or log over to a newer module of its game.

    Parameters
    ----------
    path
        The save or log; it is never changed.
    module
        The newer ``.vmod``.
    out_path
        The new save; an old file of that name is replaced, whole or not at all.
    overlay
        Folder with an owner's corrections that the newer module was built with.
    was
        The module that made the save, where its board was drawn otherwise.

    Returns
    -------
    Upgraded

    Raises
    ------
    SaveError
        No save of ours, of another game, of an unknown geometry; or the module is not one of ours.
    DataError
        The overlay is wrong.

    Examples
    --------
    >>> upgrade_save(Path("a.vsav"), Path("b.vmod"), Path("a.vsav"))
    Traceback (most recent call last):
    adjudicator.errors.SaveError: a.vsav: expected another file for the copy; the original is never changed
    """
    need_apart(path, out_path, "the copy")
    try:
        archive = open_archive(path)
        save = archive.save()
        log = read_log(save)
        state = log.initial()
        game = saved_game(path, archive, state, way_out="another module's saves cannot be carried over")
        new = open_module(module)
        printed = _same_game(game, module, new, overlay)
        layout = _old_layout(path, state, printed, overlay, was)
        converter = _converter(printed, new, layout, save.commands())
        made = archive.with_save(save.edited(converter.command))
        made = _relabelled(made, new)
        last = read_log(made.save()).position()
        differ = _differences(log.position(), last, printed, layout)
        write_file(out_path, write_archive(made))
    except FormatError as fault:
        raise save_fault(path, fault) from None
    meta = new.archive.metadata()
    title = f"{meta.name} {meta.version}" if meta else printed.game.title
    lost = dict.fromkeys([*converter.lost, *differ])
    return Upgraded(title, converter.pieces, tuple(lost), tuple(converter.nowhere()))


def _same_game(game: Game, path: Path, new: NewModule, overlay: Path | None) -> PrintedModule:
    """What the new module is made of; it must be of the same game, and built with this overlay."""
    said = {name: new.properties.get(name, "") for name in IDENTITY}
    if said["bocage_game"] != game.slug:
        raise SaveError(
            path.name, f"the module of {game.title}, as the save is", "give --module with that one"
        )
    printed = load_printed(game.slug, overlay)
    if said["bocage_overlay"] not in {carrier_mark(game.slug, overlay), overlay_mark(overlay)}:
        raise SaveError(path.name, "a module built with this overlay", "give --overlay with its folder")
    if said["bocage_geometry"] != printed.layout.version:
        found = said["bocage_geometry"]
        raise SaveError(
            path.name,
            f"geometry {printed.layout.version}, not {found}",
            "build it again with module-builder build",
        )
    return printed


def _old_layout(
    path: Path, state: GameState, printed: PrintedModule, overlay: Path | None, was: Path | None
) -> Layout:
    version = state.property("bocage_geometry") or ""
    if version in {"", printed.layout.version}:
        return printed.layout
    made_by: Archive | None = open_archive(was) if was is not None else None
    ground = find_ground(printed.game.slug, version, overlay, made_by, file=path.name)
    return lay_out(printed.game.slug, printed.board, ground)


def _converter(
    printed: PrintedModule, new: NewModule, layout: Layout, commands: Iterable[Command]
) -> Converter:
    texts = Texts(printed, load(printed.game.slug).board())
    return Converter(new, Moves(layout, printed.layout), texts, commands)


def _relabelled(archive: Archive, new: NewModule) -> Archive:
    """The save with the new module's metadata; its own comment stays."""
    meta, comment = new.archive.metadata(), archive.metadata("savedata")
    if meta is None:
        return archive
    if comment is not None:
        comment = replace(comment, version=meta.version)
        archive = archive.with_data("savedata", format_metadata(comment))
    return archive.with_data("moduledata", new.archive.read("moduledata"))


def _differences(before: GameState, after: GameState, printed: PrintedModule, layout: Layout) -> list[str]:
    """What the new module reads otherwise than the old one, as everybody sees it."""
    game, board, units = printed.game, printed.board, printed.units
    try:
        old = position_of_state(before, game, board, units, layout=layout)[0]
        faults: tuple[str, ...] = ()
    except PositionError as fault:
        old, faults = None, fault.defects
    try:
        new = position_of_state(after, game, board, units, layout=printed.layout)[0]
    except PositionError as fault:
        return [defect for defect in fault.defects if defect not in faults]
    if old is None:
        return []
    if game.mask is not None:
        old, new = game.mask(old, "public"), game.mask(new, "public")
    changes = old.diff(new)
    return [f"{c.what} {c.subject}: {c.before} is now {c.after}".replace("  ", " ") for c in changes]
