"""What a module file says to the saves that are to be opened in it: pieces, decks, boards, properties."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.errors import SaveError
from adjudicator.saves.adapter import LAYERS
from adjudicator.saves.slots import Slot, slots_of
from module_builder.vassal.archive import Archive, open_archive
from module_builder.vassal.buildfile import descendants, parse_build_file
from module_builder.vassal.commands import AddDeck, AddPiece, GlobalProperty, SetBoards, Turn
from module_builder.vassal.errors import FormatError
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from module_builder.vassal.commands import Command

__all__ = ["NewModule", "open_module"]


@dataclass(frozen=True)
class NewModule:
    """A module of ours, as its file says.

    Parameters
    ----------
    archive
        The file.
    slots
        Pieces by uid.
    begun
        Commands of its first set-up: each deck, board, property and tracker that it has.

    Examples
    --------
    >>> from module_builder.vassal.archive import Archive
    >>> NewModule(Archive(), {}, ()).decks
    {}
    """

    archive: Archive
    slots: Mapping[str, Slot]
    begun: Sequence[Command]

    @functools.cached_property
    def decks(self) -> Mapping[str, AddDeck]:
        """Decks by name, with what lies in them at the beginning."""
        return {c.name: c for c in self.begun if isinstance(c, AddDeck)}

    @functools.cached_property
    def boards(self) -> Mapping[str, SetBoards]:
        """Boards by window."""
        return {c.map: c for c in self.begun if isinstance(c, SetBoards)}

    @functools.cached_property
    def properties(self) -> Mapping[str, str]:
        """Global properties of the module."""
        found = (c for c in self.begun if isinstance(c, GlobalProperty))
        return {c.name: c.value for c in found if c.container == "Module"}

    @functools.cached_property
    def turns(self) -> Mapping[str, str]:
        """Turn trackers by id."""
        return {c.id: c.state for c in self.begun if isinstance(c, Turn)}

    def dealt(self, deck: AddDeck) -> tuple[str, ...]:
        """The uids of what lies in a deck at the beginning, from the bottom up."""
        return tuple([self._uids[child] for child in deck.children if child in self._uids])

    @functools.cached_property
    def _uids(self) -> Mapping[str, str]:
        added = (c for c in self.begun if isinstance(c, AddPiece))
        return {c.id: _marks(c).get("Uid", "") for c in added}

    @functools.cached_property
    def layers(self) -> tuple[str, ...]:
        """Draw layers of its windows."""
        return next((slot.layers for slot in self.slots.values() if slot.layers), LAYERS)


def _marks(piece: AddPiece) -> dict[str, str]:
    return Slot("", "", piece.traits()).marks()


def open_module(path: Path) -> NewModule:
    """Read a module file.

    Parameters
    ----------
    path
        The ``.vmod``.

    Returns
    -------
    NewModule

    Raises
    ------
    SaveError
        No module, or not one of ours.

    Examples
    --------
    >>> open_module(Path("no-such.vmod"))
    Traceback (most recent call last):
    adjudicator.errors.SaveError: no-such.vmod: expected a readable file (No such file or directory)
    """
    try:
        archive = open_archive(path)
        if "buildFile.xml" not in archive:
            raise SaveError(path.name, "a module", "build one with module-builder build")
        root = parse_build_file(archive.read("buildFile.xml"), file=path.name)
        slots = {uid: slot for slot in slots_of(root) if (uid := slot.marks().get("Uid"))}
        files = [node.get("file", "") for node in descendants(root, "PredefinedSetup")]
        first = next((file for file in files if file in archive), None)
        if not slots or first is None:
            raise SaveError(path.name, "a module of ours", "build one with module-builder build")
        begun = open_archive(archive.read(first), file=f"{path.name}: {first}").save().commands()
    except FormatError as fault:
        raise SaveError(path.name, fault.expected, fault.way_out) from None
    return NewModule(archive, slots, begun)
