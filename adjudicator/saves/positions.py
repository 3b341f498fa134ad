"""Saved games and logs of our modules as positions: stage 2 of reading, after `module_builder.vassal`."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.decisions import faults
from adjudicator.errors import PositionError, SaveError, UnknownModule
from adjudicator.game import Game, has_module, load
from adjudicator.position import Decision, Fact, Key, Position
from adjudicator.saves.adapter import module_titles
from adjudicator.saves.beyond import BEYOND, add_beyond, text_to_beyond
from adjudicator.saves.carriers import (
    IDENTITY,
    PENDING,
    SILENCE,
    Carriers,
    load_carriers,
    option_property,
    property_to_facts,
    text_to_pending,
    text_to_silence,
)
from adjudicator.saves.identity import carrier_mark
from adjudicator.saves.layout import Layout, load_layout, overlay_mark
from adjudicator.saves.loaded import Loaded
from adjudicator.saves.opening import open_state
from adjudicator.saves.reading import Counters, PieceReader
from adjudicator.saves.records import ASIDE, text_to_aside
from maps.games import game_names
from module_builder.vassal.errors import FormatError
from module_builder.vassal.pieces import Known, Views, both_views
from module_builder.vassal.sequence_encoder import decode

if TYPE_CHECKING:
    from counters.catalog import Unit
    from maps.board import Board
    from module_builder.vassal.archive import Archive
    from module_builder.vassal.state import GameState

_CARRY_OVER = "carry it over with module-builder upgrade"
_ADAPT = (
    "`adjudicator adapt MODULE.vmod GAME` or `adjudicator table --module MODULE.vmod` makes it readable, "
    "--adapter names a file"
)

__all__ = [
    "ReadBefore",
    "position_of_state",
    "read_save",
    "reader_of",
    "save_fault",
    "saved_game",
    "state_reader",
]


@dataclasses.dataclass(slots=True)
class ReadBefore:
    """What was read of a game before: between two steps of a log little changes.

    Parameters
    ----------
    pieces, counters
        As `module_builder.vassal.pieces.both_views` and `adjudicator.saves.reading.PieceReader` keep it.
    views, reader
        The pieces that were read the last time, and what was read of them where nothing was wrong.

    Examples
    --------
    >>> ReadBefore().counters
    {}
    """

    pieces: Known = dataclasses.field(default_factory=Known)
    counters: Counters = dataclasses.field(default_factory=dict)
    views: Views = ((), ())
    reader: PieceReader | None = None


def read_save(
    path: Path, *, overlay: Path | None = None, step: int | None = None, adapter: Path | None = None
) -> Loaded:
    """Read a saved game or a log as a position.

    Parameters
    ----------
    path
        A ``.vsav`` or ``.vlog``.
    overlay
        Folder with the owner's corrections that the module was built with.
    step
        Of a log: how many steps to play; all by default.
    adapter
        TOML that maps another module's names to ours.

    Returns
    -------
    Loaded
        With notes on what states nothing.

    Raises
    ------
    SaveError
        No save, damaged, of another module, geometry or overlay.
    PositionError
        Pieces contradict each other; lists every defect.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile(suffix=".vsav") as file:
    ...     read_save(Path(file.name))
    Traceback (most recent call last):
    adjudicator.errors.SaveError: ...
    """
    if adapter is not None:
        from adjudicator.saves.foreign.reading import read_foreign

        return read_foreign(path, adapter, overlay=overlay, step=step)
    try:
        return _read(path, overlay, step)
    except FormatError as fault:
        raise save_fault(path, fault) from None


def save_fault(path: Path, fault: FormatError) -> SaveError:
    """What is wrong with a file, told of the file that the user named.

    Parameters
    ----------
    path
        The file.
    fault
        What the reader of the format found.

    Returns
    -------
    SaveError
    """
    return SaveError(path.name, _expected(path, fault), fault.way_out)


def _read(path: Path, overlay: Path | None, step: int | None) -> Loaded:
    archive, state = open_state(path, step)
    return reader_of(path, archive, state, overlay)(state)


def reader_of(
    path: Path, archive: Archive, first: GameState, overlay: Path | None = None
) -> Callable[[GameState], Loaded]:
    """What reads any state of a game: in our module, or in one whose adapter is kept.

    Parameters
    ----------
    path, archive, first, overlay
        As in `state_reader`.

    Returns
    -------
    callable
        As `state_reader` returns it.

    Raises
    ------
    SaveError, DataError
        As `state_reader`; the adapter that is kept does not fit.
    """
    from adjudicator.saves.foreign.shelf import kept_for

    known = _slug(archive, first)
    kept = kept_for(archive) if known is None else None
    if kept is not None:
        from adjudicator.saves.foreign.reading import foreign_reader

        return foreign_reader(kept, overlay)
    return state_reader(path, archive, first, overlay)


def state_reader(
    path: Path, archive: Archive, first: GameState, overlay: Path | None = None
) -> Callable[[GameState], Loaded]:
    """What reads any state of a game in our module: of the save, or between two steps of the log.

    Parameters
    ----------
    path, archive
        The file.
    first
        A state of it, which tells the game, the geometry and the overlay.
    overlay
        Folder with the owner's corrections that the module was built with.

    Returns
    -------
    callable
        From a state to what was read; it raises PositionError where pieces contradict each other.

    Raises
    ------
    SaveError
        Of another module, geometry or overlay.
    """
    game = saved_game(path, archive, first)
    board, units = _printed(game, overlay)
    layout = load_layout(game.slug, board, overlay)
    _same_module(path, game, first, layout.version, overlay)
    before = ReadBefore()

    def read(state: GameState) -> Loaded:
        try:
            position, notes = position_of_state(state, game, board, units, layout=layout, before=before)
        except PositionError as fault:
            raise PositionError(fault.defects, game.slug) from None
        if game.faults is not None and (wrong := game.faults(position)):
            raise PositionError(list(wrong), game.slug)
        return Loaded(game, position, notes)

    return read


def _expected(path: Path, fault: FormatError) -> str:
    place = fault.place if fault.file.startswith(path.name) else fault.file
    return f"{fault.expected} ({place})" if place else fault.expected


def saved_game(path: Path, archive: Archive, state: GameState, *, way_out: str = "") -> Game:
    """The game whose module made a save, told by its own property, else by the module's name.

    Parameters
    ----------
    path, archive, state
        The file, and a state of it.
    way_out
        What somebody can do who has a save of another module.

    Returns
    -------
    Game

    Raises
    ------
    UnknownModule
        It is of no module of ours.
    """
    slug = _slug(archive, state)
    if slug is not None:
        return load(slug)
    meta = archive.metadata()
    name = (meta.name if meta else "") or "another"
    wanted = " or ".join(map(repr, module_titles().values()))
    expected = f"a save of our module {wanted}, not of {name!r}"
    raise UnknownModule(path.name, expected, way_out or _ADAPT, name)


def _slug(archive: Archive, state: GameState) -> str | None:
    """The game of ours whose module made a save; None for another module."""
    meta = archive.metadata()
    name = meta.name if meta else ""
    slug = state.property("bocage_game")
    if slug is not None:
        return slug if slug in game_names() and has_module(slug) else None
    return next((known for known, title in module_titles().items() if title == name), None)


def _printed(game: Game, overlay: Path | None) -> tuple[Board, Mapping[str, Unit]]:
    from counters.catalog import load_units

    if overlay is not None:
        game.scenario(next(iter(game.scenarios)), overlay)  # an owner's files have to fit each other
    return game.board(overlay), load_units(game.slug, overlay)


def _same_module(path: Path, game: Game, state: GameState, version: str, overlay: Path | None) -> None:
    """The save must have been made with this geometry and this overlay."""
    saved = {name: state.property(name) or "" for name in IDENTITY}
    if saved["bocage_geometry"] not in {"", version}:
        found = saved["bocage_geometry"]
        raise SaveError(path.name, f"geometry {version}, not {found}", _CARRY_OVER)
    mark = carrier_mark(game.slug, overlay)
    if saved["bocage_overlay"] not in {mark, overlay_mark(overlay)}:
        made = f"overlay {saved['bocage_overlay']}" if saved["bocage_overlay"] else "no overlay"
        way = f"give --overlay with the folder that the module was built with, or {_CARRY_OVER}"
        raise SaveError(path.name, f"a save with overlay {mark}, not {made}" if mark else f"no {made}", way)
    if saved["bocage_rules"] not in {"", game.edition}:
        raise SaveError(path.name, f"edition {game.edition} of the rules, not {saved['bocage_rules']}")


def position_of_state(
    state: GameState,
    game: Game,
    board: Board,
    units: Mapping[str, Unit],
    *,
    overlay: Path | None = None,
    layout: Layout | None = None,
    before: ReadBefore | None = None,
) -> tuple[Position, tuple[str, ...]]:
    """Make a position of the pieces, properties and trackers of a game in progress.

    Parameters
    ----------
    state
        Of a save, or between two steps of a log.
    game, board, units
        What it refers to.
    overlay
        Folder with an owner's ``geometry.toml``.
    layout
        Of the board; read with the overlay by default.
    before
        What was read of each piece of the same game before, which is kept up to date.

    Returns
    -------
    tuple
        The position, and notes on what states nothing.

    Raises
    ------
    PositionError
        With every defect.
    """
    carriers = load_carriers(game)
    layout, before = layout or load_layout(game.slug, board, overlay), before or ReadBefore()
    views = both_views(state.commands(), before.pieces)
    reader, before.reader = before.reader if views is before.views else None, None
    if reader is None:
        reader = PieceReader(game, board, units, carriers, layout, counters=before.counters)
        _read_pieces(reader, views, carriers)
    defects = reader.defects
    facts = _stated(state, game, reader, board, units)
    try:
        silent, stated = text_to_silence(state.property(SILENCE) or "", game.schema)
        pending = _pending(state, game, board, units)
    except PositionError as fault:
        raise PositionError([*defects, *fault.defects]) from None
    facts |= {k: v for k, v in reader.printed.items() if k[0] not in silent}
    options = _options(state, game, defects)
    if defects:
        raise PositionError(defects)
    before.views, before.reader = views, reader
    position = Position(
        game.slug,
        board,
        game.schema,
        reader.pieces,
        stated | {k: v for k, v in facts.items() if v != game.schema.default(k[0]) or k[0] in silent},
        pending=pending,
        options=options,
        unknown=silent | reader.unknown,
    )
    return position, tuple(reader.notes)


def _stated(
    state: GameState,
    game: Game,
    reader: PieceReader,
    board: Board,
    units: Mapping[str, Unit],
) -> dict[Key, Fact]:
    """What pieces, properties and trackers state; what cannot be read is added to the reader's defects."""
    carriers, facts, defects = load_carriers(game), dict(reader.facts), reader.defects
    try:
        add_beyond(facts, text_to_beyond(state.property(BEYOND) or "", game.schema), reader.unknown)
    except ValueError as fault:
        defects.append(f"property {BEYOND}: {fault}")
    said = _aside(state, game, board, units, defects)
    facts = {k: v for k, v in said.items() if v != game.schema.default(k[0])} | facts
    said = _properties(state, carriers, board, units, defects)
    lying = carriers.piles.item if carriers.piles else ""
    facts |= {k: v for k, v in said.items() if k[0] != lying or k not in facts}
    return facts | _trackers(state, game, carriers, defects)


def _read_pieces(reader: PieceReader, views: Views, carriers: Carriers) -> None:
    """Read the pieces as everybody sees them, and the cards as the referee does."""
    seen, revealed = views
    reader.read(seen, [piece for piece in revealed if piece.masked_by is not None])
    if carriers.piles is not None:
        reader.cards(revealed)


def _aside(
    state: GameState, game: Game, board: Board, units: Mapping[str, Unit], defects: list[str]
) -> dict[Key, Fact]:
    """What is stated of units whose counters do not carry it, and of spaces where no marker is laid."""
    try:
        found = text_to_aside(state.property(ASIDE) or "", game.schema)
    except ValueError as fault:
        defects.append(f"property {ASIDE}: {fault}")
        return {}
    for name, subject in found:
        of = game.schema.items[name].of
        if subject not in _subjects(of, board, units):
            defects.append(f"property {ASIDE}: there is no {of} {subject!r}")
    return found


def _properties(
    state: GameState, carriers: Carriers, board: Board, units: Mapping[str, Unit], defects: list[str]
) -> dict[Key, Fact]:
    facts: dict[Key, Fact] = {}
    for name, item_name in carriers.properties.items():
        item = carriers.schema.items[item_name]
        try:
            found = property_to_facts(item, state.property(name) or "")
        except ValueError as fault:
            defects.append(f"property {name}: {fault}")
            continue
        known = _subjects(item.of, board, units)
        defects += [
            f"property {name}: there is no {item.of} {s!r}" for _, s in found if known and s not in known
        ]
        facts |= {k: v for k, v in found.items() if v != item.default}
    return facts


def _subjects(of: str, board: Board, units: Mapping[str, Unit]) -> Iterable[str]:
    return {"area": board.spaces, "hex": board.spaces, "boundary": board.edges, "unit": units}.get(of, ())


def _trackers(state: GameState, game: Game, carriers: Carriers, defects: list[str]) -> dict[Key, Fact]:
    """Values of the turn trackers: the index of the first level."""
    facts: dict[Key, Fact] = {}
    for number, item_name in enumerate(carriers.trackers):
        text = state.turns.get(f"TurnTracker{number}")
        if text is None:
            continue
        values = game.schema.items[item_name].values
        index = decode([*decode(text, "|"), ""][1], ";")[0]
        if index.isdigit() and int(index) < len(values):
            facts[item_name, ""] = values[int(index)]
        else:
            defects.append(f"the turn tracker {carriers.trackers[item_name]} stands on {index!r}")
    return facts


def _pending(state: GameState, game: Game, board: Board, units: Mapping[str, Unit]) -> tuple[Decision, ...]:
    try:
        pending = text_to_pending(state.property(PENDING) or "")
    except ValueError as fault:
        raise PositionError([f"property {PENDING} is damaged ({fault})"]) from None
    wrong = [fault for decision in pending for fault in faults(decision, game, board, units)]
    if wrong:
        raise PositionError(wrong)
    return pending


def _options(state: GameState, game: Game, defects: list[str]) -> dict[str, str]:
    chosen: dict[str, str] = {}
    for name, reading in game.schema.readings.items():
        text = state.property(option_property(name)) or reading.default
        letter = text.split(":")[0].strip()
        if letter not in reading.options:
            defects.append(f"option {name} is one of {', '.join(reading.options)}, not {letter!r}")
        elif letter != reading.default:
            chosen[name] = letter
    return chosen
