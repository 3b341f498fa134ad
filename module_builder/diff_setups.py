"""What changed between two versions of a predefined set-up, in words."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from module_builder.lint_files import board_size
from module_builder.lint_setups import read_setup
from module_builder.vassal.buildfile import descendants
from module_builder.vassal.errors import FormatError
from module_builder.vassal.geometry import OFFBOARD, Locator
from module_builder.vassal.savegame import GlobalProperty, SetBoards, Turn

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from module_builder.lint_model import Module
    from module_builder.vassal.commands import Command
    from module_builder.vassal.pieces import NeutralPiece
    from module_builder.vassal.savegame import Save

__all__ = ["setup_changes"]


def setup_changes(old: Module, old_name: str, new: Module, new_name: str) -> Iterator[str]:
    """Say how a set-up changed.

    Parameters
    ----------
    old, old_name
        The module of old and the entry of the save in it.
    new, new_name
        The same of today.

    Yields
    ------
    str
        One change each: pieces that came, went, moved or have another state, then boards and properties.
    """
    if old_name in old.archive and new_name in new.archive:
        one, two = old.archive.entries[old_name], new.archive.entries[new_name]
        if (one.crc, one.size) == (two.crc, two.size):
            return
    saves: list[Save] = []
    for module, name in ((old, old_name), (new, new_name)):
        try:
            saves.append(read_setup(module, name))
        except FormatError as fault:
            yield f"cannot be compared: {fault}"
            return
    yield from _compare(old, saves[0], new, saves[1])


def _compare(old: Module, old_save: Save, new: Module, new_save: Save) -> Iterator[str]:
    try:
        before, after = old_save.commands(), new_save.commands()
        ones, twos = old_save.pieces(reveal=True), new_save.pieces(reveal=True)
    except FormatError as fault:
        yield f"cannot be compared: {fault}"
        return
    moves = _piece_changes(ones, twos, _places(old, before, ones), _places(new, after, twos))
    changes = [*moves, *_other_changes(before, after)]
    yield from changes or ["the save was written anew; pieces, boards and properties are the same"]


def _places(module: Module, commands: Sequence[Command], pieces: Sequence[NeutralPiece]) -> dict[str, str]:
    """Name the place of each piece by the module's own grids."""
    sizes = {board.get("image", ""): board_size(module, board) for board in descendants(module.root, "Board")}
    try:
        locator = Locator.from_module(module.root, size_of=sizes.get).with_boards(commands)
    except FormatError:
        locator = Locator()
    return {piece.id: _place(locator, piece) for piece in pieces}


def _place(locator: Locator, piece: NeutralPiece) -> str:
    if piece.deck is not None:
        return f"deck {piece.deck}"
    if piece.map is None:
        return "off the map"
    name = locator.location(piece.map, piece.x, piece.y)
    return name if name != OFFBOARD and name else f"{piece.map} {piece.x},{piece.y}"


def _grouped(pieces: Sequence[NeutralPiece]) -> dict[tuple[str, str], list[NeutralPiece]]:
    groups: dict[tuple[str, str], list[NeutralPiece]] = {}
    for piece in pieces:
        key = ("gpid", piece.gpid) if piece.gpid else ("name", piece.name)
        groups.setdefault(key, []).append(piece)
    return groups


def _piece_changes(
    old: Sequence[NeutralPiece],
    new: Sequence[NeutralPiece],
    old_places: dict[str, str],
    new_places: dict[str, str],
) -> Iterator[str]:
    before, after = _grouped(old), _grouped(new)
    for key in dict.fromkeys((*before, *after)):
        ones, twos = before.get(key, []), after.get(key, [])
        name = (twos or ones)[0].name
        came = Counter(new_places[p.id] for p in twos)
        went = Counter(old_places[p.id] for p in ones)
        yield from _moves(name, list((went - came).elements()), list((came - went).elements()))
        if len(ones) == len(twos) == 1:
            yield from _state(name, ones[0], twos[0])
            yield from _pixels(name, ones[0], twos[0], same=not came - went)


def _moves(name: str, went: list[str], came: list[str]) -> Iterator[str]:
    for i in range(max(len(went), len(came))):
        if i >= len(came):
            yield f"{name} removed from {went[i]}"
        elif i >= len(went):
            yield f"{name} added at {came[i]}"
        else:
            yield f"{name} moved from {went[i]} to {came[i]}"


def _pixels(name: str, old: NeutralPiece, new: NeutralPiece, *, same: bool) -> Iterator[str]:
    if same and (old.x, old.y) != (new.x, new.y):
        yield f"{name} shifted from {old.x},{old.y} to {new.x},{new.y}"


def _state(name: str, old: NeutralPiece, new: NeutralPiece) -> Iterator[str]:
    if old.name != new.name:
        yield f"{old.name} is called {new.name}"
    for layer in dict.fromkeys((*old.layers, *new.layers)):
        before, after = old.layers.get(layer), new.layers.get(layer)
        if before and after and before != after:
            yield f"{name}: layer {layer or '(unnamed)'} from level {before.level} to {after.level}"
    for what, one, two in (
        ("marker", old.markers, new.markers),
        ("property", old.properties, new.properties),
    ):
        for key in dict.fromkeys((*one, *two)):
            if one.get(key) != two.get(key):
                yield f"{name}: {what} {key} from {one.get(key, 'none')} to {two.get(key, 'none')}"
    if [t.id for t in old.traits] != [t.id for t in new.traits]:
        yield f"{name}: has other traits"


def _facts(commands: Sequence[Command]) -> dict[str, str]:
    """Boards, properties and turns of a save by what they are about."""
    found = {}
    for command in commands:
        match command:
            case SetBoards():
                found[f"boards of {command.map}"] = ", ".join(b.name for b in command.boards)
            case GlobalProperty():
                found[f"property {command.name} of {command.container}"] = command.value
            case Turn():
                found[f"turn {command.id}"] = command.state
    return found


def _other_changes(old: Sequence[Command], new: Sequence[Command]) -> Iterator[str]:
    before, after = _facts(old), _facts(new)
    for what in dict.fromkeys((*before, *after)):
        if before.get(what) != after.get(what):
            yield f"{what}: {before.get(what, 'none')} -> {after.get(what, 'none')}"
