"""What stands where when a game begins: the set-ups of a module, and the stacks that its maps start with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from module_builder.homemade.importing.naming import Ids
from module_builder.vassal.archive import open_archive
from module_builder.vassal.errors import FormatError
from module_builder.vassal.log import read_log
from module_builder.vassal.pieces import neutral_pieces
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from lxml.etree import _Element

    from module_builder.homemade.importing.left import Left
    from module_builder.homemade.importing.slots import Faces, TheirPiece
    from module_builder.homemade.importing.source import Source
    from module_builder.vassal.geometry import BoardMap
    from module_builder.vassal.pieces import NeutralPiece

__all__ = ["Begun", "Stood", "set_ups_of", "turned"]


@dataclass(frozen=True, slots=True)
class Stood:
    """A piece that stands on a map.

    Parameters
    ----------
    slot
        Number of its slot, in the order of the module.
    map, board
        Window, and the board of it that it stands on.
    x, y
        In pixels of the board.
    place
        Name of its place, where the module gives no pixels.
    piece
        As a save holds it; None of an at-start stack.
    """

    slot: int
    map: str
    board: str
    x: int
    y: int
    place: str = ""
    piece: NeutralPiece | None = None


@dataclass(frozen=True, slots=True)
class Begun:
    """A set-up: its name for a file, its title, and what stands."""

    name: str
    title: str
    stood: tuple[Stood, ...]


def set_ups_of(source: Source, pieces: Sequence[TheirPiece], left: Left) -> list[Begun]:
    """Every set-up of a module.

    Parameters
    ----------
    source, pieces
        The module, and its slots.
    left
        Told of set-ups that cannot be read.

    Returns
    -------
    list of Begun
        ``start`` is what its maps begin with, where anything does.
    """
    ids = Ids(letter="s-")
    found: list[Begun] = []
    start = tuple(_at_start(source, pieces))
    if start:
        found.append(Begun(ids.new("start"), "At start", start))
    for title, file in _files(source):
        if not file:
            continue
        if file not in source.archive:
            left.add("set-ups whose file is not in the module", title)
            continue
        try:
            save = open_archive(source.archive.read(file), file=file).save()
            state = read_log(save).position(0)
            commands = list(state.commands())
            known = source.locator.with_boards(state.boards.values()).maps
            stood = tuple(_standing(neutral_pieces(commands, reveal=True), pieces, known, left))
        except FormatError as fault:
            left.add("set-ups that cannot be read", f"{title}: {fault}")
            continue
        found.append(Begun(ids.new(title, "set-up"), title, stood))
    return found


def _files(source: Source) -> Iterator[tuple[str, str]]:
    """Title and file of each set-up; one without a file begins with the stacks of the maps."""
    for node in source.find("PredefinedSetup"):
        if node.get("isMenu") != "true":
            yield node.get("name", "") or "Set-up", _file(node)


def _file(node: _Element) -> str:
    return node.get("file", "") if node.get("useFile", "true") == "true" else ""


def _at_start(source: Source, pieces: Sequence[TheirPiece]) -> Iterator[Stood]:
    for number, piece in enumerate(pieces):
        if piece.at is None or piece.card or piece.window not in source.maps:
            continue
        board, x, y, place = piece.at
        layout = source.maps[piece.window].placed()
        name = board or (layout[0].board.name if layout else "")
        if not board:
            x, y, name = _on_board(source.maps[piece.window], x, y)
        yield Stood(number, piece.window, name, x, y, place)


def _standing(
    found: Sequence[NeutralPiece], pieces: Sequence[TheirPiece], maps: Mapping[str, BoardMap], left: Left
) -> Iterator[Stood]:
    by_gpid = {piece.gpid: number for number, piece in reversed(list(enumerate(pieces))) if piece.gpid}
    by_name: dict[str, int] = {}
    for number, slot in enumerate(pieces):
        by_name.setdefault(slot.called, number)
    for piece in found:
        number = by_gpid.get(piece.gpid, -1)
        if number < 0:
            number = by_name.get(piece.name, -1)
        if number < 0:
            left.add("pieces of a set-up that no slot has", piece.name)
        elif piece.map is not None and piece.map in maps and not (piece.deck or pieces[number].card):
            x, y, board = _on_board(maps[piece.map], piece.x, piece.y)
            yield Stood(number, piece.map, board, x, y, "", piece)


def _on_board(board_map: BoardMap, x: int, y: int) -> tuple[int, int, str]:
    """A point of a window as one of the board that lies there."""
    for placed in board_map.placed():
        if placed.holds(x, y):
            inner = x - placed.x, y - placed.y
            if placed.turned:
                inner = placed.board.width - inner[0], placed.board.height - inner[1]
            return (*inner, placed.board.name)
    return x, y, ""


def turned(stood: Stood, faces: Faces) -> bool:
    """Whether a piece lies on its back.

    Parameters
    ----------
    stood, faces
        The piece, and its sides.

    Returns
    -------
    bool
    """
    piece = stood.piece
    if piece is None or not faces.back:
        return False
    if not faces.turning:
        return piece.masked_by is not None
    layer = piece.layers.get(faces.turning)
    return layer is not None and (layer.level if layer.active else 0) != faces.level
