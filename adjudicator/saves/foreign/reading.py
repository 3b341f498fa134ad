"""Saves of other people's modules, read through an adapter: a TOML that maps their names to ours."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.errors import DataError, PositionError, SaveError
from adjudicator.game import GAMES, Game, load
from adjudicator.position import Fact, Key, Piece, Position
from adjudicator.saves.foreign.facts import Sign, assumed_facts, read_facts, read_signs
from adjudicator.saves.foreign.grids import Axial, HexRule, TheirGrid, known_rule, their_grids
from adjudicator.saves.foreign.modules import TheirModule, open_module
from adjudicator.saves.foreign.writing import ASKED
from adjudicator.saves.ground import geometry_file
from adjudicator.saves.loaded import Loaded
from adjudicator.saves.opening import open_state
from counters.catalog import load_units
from maps.board import fold
from maps.geometry import load_geometry
from maps.loader import read_toml
from module_builder.vassal.errors import FormatError
from module_builder.vassal.geometry import OFFBOARD

if TYPE_CHECKING:
    from maps.board import Board
    from module_builder.vassal.geometry import Locator
    from module_builder.vassal.pieces import NeutralPiece
    from module_builder.vassal.state import GameState

__all__ = ["Adapter", "foreign_reader", "read_adapter", "read_foreign"]

_KEYS = {
    *("game", "file", "module", "version", "mark", "ignore", "settled"),
    *("units", "others", "markers", "places", "grid", "status", "facts", "assumed", "called"),
}
_LISTED = 3


def read_foreign(
    path: Path, adapter: Path, *, overlay: Path | None = None, step: int | None = None
) -> Loaded:
    """Read a save of another module.

    Parameters
    ----------
    path
        The ``.vsav`` or ``.vlog``.
    adapter
        TOML with ``game``; ``file`` (the module, beside it); ``[units]``, name or ``gpid:N`` = uid, or uid
        and status; ``[places]``, location = space; ``[[grid]]`` with three ``known`` hexes; ``[[status]]``
        with ``layer`` and ``words`` of its levels; ``ignore``, a list of piece names; ``[facts]``, item =
        value for what the save does not tell.
    overlay
        Folder with an owner's corrections.
    step
        Of a log: how many steps to play.

    Returns
    -------
    Loaded
        What neither the pieces nor ``[facts]`` tell is unknown; a piece that the adapter does not know is
        named in the notes, and in every ruling on the space where it stands.

    Raises
    ------
    SaveError, PositionError, DataError
        No save; two pieces are one unit; an adapter that names what there is not.

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
        raise SaveError(path.name, fault.expected, fault.way_out) from None
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
    return read_adapter(adapter, overlay).read


def read_adapter(path: Path, overlay: Path | None = None) -> Adapter:
    """Read an adapter, and the module that it is for.

    Parameters
    ----------
    path, overlay
        As in `read_foreign`.

    Returns
    -------
    Adapter

    Raises
    ------
    SaveError, DataError
        As `foreign_reader`.
    """
    data = read_toml(path)
    if set(data) - _KEYS or data.get("game") not in GAMES:
        keys = ", ".join(sorted(_KEYS))
        raise DataError(path.name, "keys", f"{keys}, with a game of {', '.join(GAMES)}")
    _check_shape(path, data)
    module = path.parent / data["file"]
    if not module.is_file():
        raise DataError(path.name, "file", f"the module, {module}, which is not there")
    return Adapter(path, data, open_module(module), overlay)


def _check_shape(path: Path, data: Mapping[str, Any]) -> None:
    for key, kind, words in (
        ("file", str, "the name of the module, in quotes"),
        ("ignore", list, "a list of names"),
        ("units", dict, "a table"),
        ("others", dict, "a table"),
        ("places", dict, "a table"),
        ("markers", dict, "a table"),
        ("facts", dict, "a table"),
        ("assumed", dict, "a table"),
        ("grid", list, "[[grid]], one for each"),
    ):
        if not isinstance(data.get(key, kind()), kind):
            raise DataError(path.name, key, words)
    if "file" not in data:
        raise DataError(path.name, "file", "the name of the module beside the adapter")


class Adapter:
    """What an adapter says, held against the module and against our game.

    Parameters
    ----------
    path, data
        The file, and what it holds.
    module
        The module that it is for.
    overlay
        Folder with an owner's corrections.
    """

    def __init__(
        self, path: Path, data: Mapping[str, Any], module: TheirModule, overlay: Path | None
    ) -> None:
        self.path, self.data, self.module = path, data, module
        self.game: Game = load(data["game"])
        self.start = self.game.scenario(next(iter(self.game.scenarios)), overlay)
        self.units = load_units(self.game.slug, overlay)
        board = self.start.board
        self.facts = read_facts(path.name, data.get("facts", {}), self.game, board)
        rows = data.get("assumed", {})
        self.assumed, self.aloud = assumed_facts(path.name, rows, self.game, board)
        self.signs: Mapping[str, Sign] = read_signs(path.name, data.get("markers", {}), self.game)
        self.targets = {key: _target(path, key, value, self) for key, value in data.get("units", {}).items()}
        self.places = _places(path, data.get("places", {}), board)
        self.grids = list(_grids(path, data.get("grid", ()), self, overlay))
        self.layers = _layers(path, data.get("status", []), self.game)
        self._index = _Index(self)

    def silent(self, facts: Mapping[Key, Fact]) -> list[str]:
        """Items of state that nothing tells; what is stated of one subject is stated of that alone."""
        told = {item for item, subject in facts if not subject} | set(self.data.get("assumed", {}))
        items = self.game.schema.items.values()
        return [i.name for i in items if i.of != "feature" and i.name not in told]

    def key_of(self, piece: NeutralPiece) -> str | None:
        """The key of the adapter that a piece of a save stands under; None where there is none."""
        return self._index.find(piece)

    def read(self, state: GameState) -> Loaded:
        """Read a state of a game in their module."""
        from module_builder.vassal.pieces import neutral_pieces

        reader = _Reader(self, self.module.locator.with_boards(state.boards.values()))
        for piece in sorted(neutral_pieces(state.commands()), key=lambda p: (len(p.id), p.id)):
            reader.read(piece)
        if reader.defects:
            raise PositionError(reader.defects)
        facts = self.assumed | reader.facts | self.facts
        notes = (*self.aloud, *reader.told())
        position = Position(
            self.game.slug,
            self.start.board,
            self.game.schema,
            reader.pieces,
            facts,
            unknown=self.silent(facts),
            notes=notes,
            strange={space: tuple(names) for space, names in reader.strange.items()},
        )
        return Loaded(self.game, position, notes)


# --- what an adapter holds ----------------------------------------------------------------------------------


def _target(path: Path, key: str, value: Any, adapter: Adapter) -> tuple[tuple[str, ...], str]:
    """Units that a piece may be, and its status; no units where somebody still has to say."""
    values = value if isinstance(value, list) else [value]
    place = f"[units] {key}"
    if not all(isinstance(v, str) for v in values):
        raise DataError(path.name, place, "a unit in quotes, or a list of units")
    if values == [ASKED]:
        return (), ""
    uids, statuses = [], set()
    for text in values:
        uid, _, status = str(text).partition(" ")
        if uid not in adapter.units:
            raise DataError(path.name, place, f"a unit of {adapter.game.title} or {ASKED!r}, not {uid!r}")
        if status and status not in adapter.game.statuses:
            raise DataError(
                path.name, place, f"a status of {', '.join(adapter.game.statuses)}, not {status!r}"
            )
        uids.append(uid)
        statuses.add(status)
    if len(statuses) != 1:
        raise DataError(path.name, place, "one status for all of them")
    return tuple(uids), statuses.pop()


def _places(path: Path, rows: Mapping[str, Any], board: Board) -> dict[str, str]:
    for name, space in rows.items():
        if space not in board.spaces and space != ASKED:
            raise DataError(path.name, f"[places] {name}", f"a space of ours, not {space!r}")
    return {fold(name): space for name, space in rows.items() if space != ASKED}


def _grids(
    path: Path, rows: Sequence[Any], adapter: Adapter, overlay: Path | None
) -> Sequence[tuple[TheirGrid, HexRule, Mapping[Axial, str]]]:
    """Grids with the rule that lays them on our hexes."""
    hexes = load_geometry(geometry_file(adapter.game.slug, overlay)).hexes if rows else None
    grids = {grid.key: grid for grid in their_grids(adapter.module.locator)} if rows else {}
    found = []
    for row in rows:
        name, known = (row.get("name"), row.get("known", {})) if isinstance(row, dict) else (None, {})
        if hexes is None:
            raise DataError(path.name, "[[grid]]", f"none: {adapter.game.title} has no hexes")
        if name not in grids or not isinstance(known, dict):
            raise DataError(
                path.name, f"[[grid]] {name}", f"a name of {', '.join(grids) or 'no grid'}, and known = {{}}"
            )
        if not known:
            continue  # nobody has said yet how it lies: what stands there is told in the notes
        ids = [s.id for s in adapter.start.board.spaces.values() if s.kind == "hex"]
        axial = {i: hexes.grid.axial(i) for i in ids}
        rule = known_rule(grids[name], {str(k): str(v) for k, v in known.items()}, axial, path.name)
        found.append((grids[name], rule, {at: i for i, at in axial.items()}))
    return found


def _layers(path: Path, rows: Any, game: Game) -> Sequence[tuple[str, Sequence[str], str]]:
    """Layers with the status of each level, and while they do not show."""
    found = []
    for row in rows if isinstance(rows, list) else [rows]:
        words, off = row.get("words", []), row.get("off", game.statuses[0])
        wrong = [w for w in (*words, off) if w not in game.statuses]
        if wrong or not isinstance(row.get("layer"), str):
            raise DataError(path.name, "[[status]]", f"a layer, and words of {', '.join(game.statuses)}")
        found.append((row["layer"], words, off))
    return found


class _Index:
    """Finds the key of a piece: by its number if its name or picture agree, else by name and picture."""

    def __init__(self, adapter: Adapter) -> None:
        data = adapter.data
        tables = [data.get(name, {}) for name in ("markers", "units", "others")]
        keys = dict.fromkeys(key for table in tables for key in table)
        self._folded = {fold(key): key for key in keys if not key.startswith(("gpid:", "image:"))}
        self._keys = keys
        self._by_gpid: dict[str, tuple[str, str, str]] = {}
        self._by_look: dict[tuple[str, str], set[str]] = {}
        for counter in adapter.module.counters:
            numbers = [f"gpid:{g}" for g in counter.gpids]
            tried = (counter.key, *numbers, f"image:{counter.pictures[0]}" if counter.pictures else "")
            named = [self._folded.get(fold(n)) for n in (counter.name, counter.entry) if n]
            key = next((k for k in (*tried, *named) if k and k in keys), None)
            for gpid in counter.gpids:
                self._by_gpid[gpid] = (key or "", counter.name, counter.image)
            if key is not None:
                for look in ((counter.name, counter.image), (counter.name, ""), ("", counter.image)):
                    if any(look):
                        self._by_look.setdefault(look, set()).add(key)

    def find(self, piece: NeutralPiece) -> str | None:
        image = piece.traits[0].field("image") if piece.traits else ""
        by_gpid = self._by_gpid.get(piece.gpid)
        if by_gpid is not None:
            key, name, picture = by_gpid
            if piece.name == name or (image and image == picture):
                return key or None
        elif f"gpid:{piece.gpid}" in self._keys:
            return f"gpid:{piece.gpid}"
        for look in ((piece.name, image), (piece.name, ""), ("", image)):
            found = self._by_look.get(look, set()) if any(look) else set()
            if len(found) == 1:
                return next(iter(found))
        return self._folded.get(fold(piece.name))


# --- a save -------------------------------------------------------------------------------------------------


class _Reader:
    """Collects the units of one state by the names of an adapter."""

    def __init__(self, adapter: Adapter, locator: Locator) -> None:
        self._adapter, self._locator = adapter, locator
        board = adapter.start.board
        self._places = {fold(s.name): s.id for s in board.spaces.values()} | adapter.places
        self._ignored = {fold(name) for name in adapter.data.get("ignore", ())}
        self.pieces: dict[str, Piece] = {}
        self.defects: list[str] = []
        self.facts: dict[Key, Fact] = {}
        self.strange: dict[str, list[str]] = {}
        self._elsewhere: dict[str, list[str]] = {}
        self._nowhere: dict[str, list[str]] = {}
        self._others: Tally[str] = Tally()
        self._where: dict[str, str] = {}

    def read(self, piece: NeutralPiece) -> None:
        """Read one piece."""
        if (
            piece.map is None
            or fold(piece.name) in self._ignored
            or f"gpid:{piece.gpid}" in self._adapter.data.get("ignore", ())
        ):
            return
        where, space = self._space(piece.map, piece.x, piece.y)
        if piece.masked_by is not None and not piece.traits:
            self._unknown("a masked piece", where, space)
            return
        key = self._adapter.key_of(piece)
        if key is not None and key in self._adapter.signs:
            self._says(piece.name, self._adapter.signs[key], where, space)
            return
        if key is not None and key in self._adapter.data.get("others", {}):
            self._others[piece.name] += 1
            return
        uids, status = self._adapter.targets.get(key or "", ((), ""))
        if not uids:
            self._unknown(piece.name or f"gpid:{piece.gpid}", where, space)
            return
        self._unit(piece, uids, status, where, space)

    def _says(self, name: str, sign: Sign, where: str, space: str | None) -> None:
        """A marker that states something where it lies; two that say different things are a defect."""
        of = self._adapter.game.schema.items[sign.item].of
        said = sign.says(where, (space or "") if of else "")
        if said is None or (of and not space):
            self._others[f"{name} at {where}"] += 1
        elif self.facts.setdefault((sign.item, said[0]), said[1]) != said[1]:
            self.defects.append(f"{name} at {where} and another piece contradict each other on {sign.item}")

    def _unit(
        self, piece: NeutralPiece, uids: Sequence[str], status: str, where: str, space: str | None
    ) -> None:
        free = [uid for uid in uids if uid not in self._where]
        if not free:
            titles = self._adapter.units[uids[0]].title
            more = f" ({len(uids)} of it are known)" if len(uids) > 1 else ""
            self.defects.append(f"two copies of {titles}{more}: {self._where[uids[0]]} and {where}")
            return
        uid = free[0]
        self._where[uid] = where
        if space is None:
            self._nowhere.setdefault(where, []).append(self._adapter.units[uid].title)
        else:
            self.pieces[uid] = Piece(self._adapter.units[uid], space, status or self._word(piece))

    def _space(self, window: str, x: int, y: int) -> tuple[str, str | None]:
        """Name of a point, and the space of ours that it lies in."""
        where = self._locator.location(window, x, y)
        zone = self._locator.zone(window, x, y)
        for name in (where, zone or ""):
            space = self._adapter.places.get(fold(name)) if name else None
            if space is not None:
                return where, space
        for grid, rule, hexes in self._adapter.grids:
            at = grid.at(x, y) if grid.map == window else None
            if at is not None:
                return where, hexes.get(rule.ours(at))
        return where, self._places.get(fold(where)) or self._places.get(fold(zone or ""))

    def _unknown(self, name: str, where: str, space: str | None) -> None:
        if space is None:
            self._elsewhere.setdefault(where, []).append(name)
        else:
            self.strange.setdefault(space, []).append(name)

    def _word(self, piece: NeutralPiece) -> str:
        for layer, words, off in self._adapter.layers:
            shown = piece.layers.get(layer)
            if shown is not None:
                return words[min(shown.level, len(words)) - 1] if shown.active and words else off
        return self._adapter.game.statuses[0]

    def told(self) -> list[str]:
        """What was left out, in sentences: how many pieces, which, and what for a ruling would need them."""
        adapter, found = self._adapter, []
        name = f"that {adapter.path.name} does not know"
        strange = [
            f"{n} at {adapter.start.board.name(s)}" for s, names in self.strange.items() for n in names
        ]
        if strange:
            found.append(
                f"noted: {_counted(strange, 'piece')} {name} stand in no ruling, nor does what they would "
                f"hold, block or add: {_some(strange)}; name them under [units], or list them under ignore"
            )
        nowhere = [f"{t} at {_place(w)}" for w, titles in self._nowhere.items() for t in titles]
        if nowhere:
            found.append(
                f"noted: {_counted(nowhere, 'unit')} at places {name} are left out: {_some(nowhere)}; name "
                "the places under [places]"
            )
        elsewhere = [f"{n} at {_place(w)}" for w, names in self._elsewhere.items() for n in names]
        if elsewhere:
            found.append(f"noted: {_counted(elsewhere, 'unknown piece')} off our map: {_some(elsewhere)}")
        if self._others:
            names = [f"{n} x{c}" if c > 1 else n for n, c in sorted(self._others.items())]
            found.append(
                f"noted: {_counted(list(self._others.elements()), 'marker')} state nothing: {_some(names)}"
            )
        return found


def _place(where: str) -> str:
    return "no place" if where == OFFBOARD else repr(where)


def _counted(items: Sequence[object], what: str) -> str:
    return f"{len(items)} {what}{'s' * (len(items) != 1)}"


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return ", ".join(names[:_LISTED]) + more
