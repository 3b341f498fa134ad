"""Saves of other people's modules, read through an adapter: a TOML that maps their names to ours."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.errors import DataError, PositionError, SaveError
from adjudicator.game import GAMES, Game, load
from adjudicator.position import Fact, Key, Piece, Position
from adjudicator.saves.loaded import Loaded
from adjudicator.saves.opening import open_state
from maps.board import fold
from maps.loader import read_toml
from module_builder.vassal.errors import FormatError

if TYPE_CHECKING:
    from counters.catalog import Unit
    from module_builder.vassal.geometry import Locator
    from module_builder.vassal.pieces import NeutralPiece
    from module_builder.vassal.state import GameState

__all__ = ["foreign_reader", "module_locator", "read_foreign"]

_KEYS = {"game", "file", "units", "places", "status", "ignore", "facts"}


def read_foreign(
    path: Path, adapter: Path, *, overlay: Path | None = None, step: int | None = None
) -> Loaded:
    """Read a save of another module.

    Parameters
    ----------
    path
        The ``.vsav`` or ``.vlog``.
    adapter
        TOML with ``game``; ``file`` (the module, beside it); ``[units]`` name or ``gpid:N`` = uid;
        ``[places]`` location = space; ``[status]`` with ``layer`` and ``words`` of its levels; ``ignore``, a
        list of piece names; ``[facts]`` item = value for what the save does not tell.
    overlay
        Folder with an owner's corrections.
    step
        Of a log: how many steps to play.

    Returns
    -------
    Loaded
        What neither the pieces nor ``[facts]`` tell is unknown.

    Raises
    ------
    SaveError, PositionError, DataError
        No save; pieces or places that the adapter does not name; an adapter that names what there is not.

    Examples
    --------
    >>> read_foreign(Path("g.vsav"), Path("no-such.toml"))
    Traceback (most recent call last):
    maps.errors.DataError: no-such.toml: expected a readable file (No such file or directory)
    """
    read = foreign_reader(adapter, overlay)
    try:
        _, state = open_state(path, step)
    except FormatError as fault:
        raise SaveError(fault.file, fault.expected, fault.way_out) from None
    return read(state)


def foreign_reader(adapter: Path, overlay: Path | None = None) -> Callable[[GameState], Loaded]:
    """What reads any state of a game in another module, as `read_foreign` does.

    Parameters
    ----------
    adapter, overlay
        As in `read_foreign`.

    Returns
    -------
    callable
        From the state of a save, or of a step of a log, to what was read.

    Raises
    ------
    SaveError, DataError
        The module beside the adapter cannot be read; the adapter names what there is not.
    """
    from module_builder.vassal.pieces import neutral_pieces

    data = read_toml(adapter)
    if set(data) - _KEYS or data.get("game") not in GAMES:
        raise DataError(
            adapter.name, "keys", f"{', '.join(sorted(_KEYS))}, with a game of {', '.join(GAMES)}"
        )
    game = load(data["game"])
    try:
        locator = module_locator(adapter.parent / data["file"])
    except FormatError as fault:
        raise SaveError(fault.file, fault.expected, fault.way_out) from None
    start = game.scenario(next(iter(game.scenarios)), overlay)
    units = {uid: p.printed for uid, p in start.pieces.items()}
    facts = _facts(adapter, data.get("facts", {}), game)
    told = {item for item, _ in facts}
    silent = [i.name for i in game.schema.items.values() if i.of != "feature" and i.name not in told]

    def read(state: GameState) -> Loaded:
        reader = _Reader(data, units, start, locator)
        for piece in neutral_pieces(state.commands()):
            reader.read(piece)
        if reader.defects:
            raise PositionError(reader.defects)
        position = Position(game.slug, start.board, game.schema, reader.pieces, facts, unknown=silent)
        return Loaded(game, position, tuple(reader.notes))

    return read


def module_locator(path: Path) -> Locator:
    """The grids of a module, which name the places on its maps.

    Parameters
    ----------
    path
        The ``.vmod``.

    Returns
    -------
    Locator

    Raises
    ------
    FormatError
        No module.
    """
    from module_builder.vassal.archive import open_archive
    from module_builder.vassal.buildfile import parse_build_file
    from module_builder.vassal.geometry import Locator, image_size

    archive = open_archive(path)

    def size_of(name: str) -> tuple[int, int] | None:
        entry = f"images/{name}"
        return image_size(archive.read(entry)) if entry in archive else None

    return Locator.from_module(
        parse_build_file(archive.read("buildFile.xml"), file=path.name), size_of=size_of
    )


def _facts(adapter: Path, rows: Mapping[str, Any], game: Game) -> dict[Key, Fact]:
    facts: dict[Key, Fact] = {}
    for item, values in rows.items():
        if item not in game.schema.items:
            raise DataError(adapter.name, f"[facts] {item}", "an item of state")
        for subject, value in (values if isinstance(values, dict) else {"": values}).items():
            facts[item, subject] = value
    return facts


class _Reader:
    """Collects units by the names of an adapter."""

    def __init__(
        self, data: Mapping[str, Any], units: Mapping[str, Unit], start: Position, locator: Locator
    ) -> None:
        self._units, self._locator, self._start = units, locator, start
        self._names = {fold(name): uid for name, uid in data.get("units", {}).items()}
        self._places = {fold(name): space for name, space in data.get("places", {}).items()}
        self._places |= {fold(s.name): s.id for s in start.board.spaces.values()}
        self._status = data.get("status", {})
        self._ignored = {fold(name) for name in data.get("ignore", ())}
        self.pieces: dict[str, Piece] = {}
        self.defects: list[str] = []
        self.notes: list[str] = []

    def read(self, piece: NeutralPiece) -> None:
        """Read one piece."""
        uid = self._names.get(fold(f"gpid:{piece.gpid}")) or self._names.get(fold(piece.name))
        if piece.map is None or fold(piece.name) in self._ignored:
            return
        where = self._locator.location(piece.map, piece.x, piece.y)
        space = self._places.get(fold(where))
        if uid is None:
            self.notes.append(f"{piece.name} at {where} is not in the adapter")
        elif uid not in self._units:
            self.defects.append(f"the adapter maps {piece.name} to {uid!r}, which is no unit")
        elif uid in self.pieces:
            self.defects.append(f"two copies of {self._units[uid].title}")
        elif space not in self._start.board.spaces:
            self.defects.append(f"{piece.name} stands at {where!r}, which the adapter does not name")
        else:
            self.pieces[uid] = Piece(self._units[uid], str(space), self._word(piece))

    def _word(self, piece: NeutralPiece) -> str:
        layer = piece.layers.get(self._status.get("layer", ""))
        words: list[str] = self._status.get("words", [])
        return words[layer.level - 1] if layer and layer.level <= len(words) else "fresh"
