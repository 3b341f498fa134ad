"""A folder made of a module of VASSAL."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from maps.errors import DataError
from module_builder.homemade.importing.begun import Begun, Stood, set_ups_of
from module_builder.homemade.importing.boards import Layout, picture_of, write_map
from module_builder.homemade.importing.cards import write_cards
from module_builder.homemade.importing.counters import Kind, kinds_of, write_counters
from module_builder.homemade.importing.draft import Draft, toml_text, toml_value
from module_builder.homemade.importing.grids import Chart, chart_of
from module_builder.homemade.importing.leftovers import left_behind
from module_builder.homemade.importing.naming import one_line, slug
from module_builder.homemade.importing.pictures import Pictures
from module_builder.homemade.importing.rest import dice_of, turns_of, write_pages, write_sequence
from module_builder.homemade.importing.slots import pieces_of
from module_builder.homemade.importing.source import Source, open_source
from module_builder.homemade.importing.turntrack import MapNames
from module_builder.homemade.importing.whose import Whose, whose
from module_builder.progress import Report, quiet

if TYPE_CHECKING:
    from PIL import Image

    from module_builder.homemade.importing.sides_said import SidesSaid
    from module_builder.vassal.geometry import Board

__all__ = ["from_module"]

_FIRST = 1.5  # how much more likely the first window is the map
_COUNTER = 65  # pixels of a counter where no picture tells


def from_module(path: Path, report: Report = quiet, said: SidesSaid | None = None) -> Draft:
    """Make a folder of a module.

    Parameters
    ----------
    path
        The ``.vmod``, or a folder in which it lies unpacked.
    report
        Told of what is being done.
    said
        The sides as the user says them; guessed where he does not.

    Returns
    -------
    Draft

    Raises
    ------
    DataError, FormatError
        No module, no map or no piece in it, or a picture that is too large.
    """
    report("module")
    source, draft = open_source(path), Draft()
    pieces = list(pieces_of(source.root))
    if not pieces:
        raise DataError(source.file, "", "a module with pieces; this one has none")
    report("set-ups")
    begun = set_ups_of(source, pieces, draft.left)
    window, board = _main_board(source, begun, draft)
    report("whose is what")
    owners = whose(source, pieces, draft.left, said)
    pictures = Pictures(source, draft)
    kinds = kinds_of(pieces, owners, begun)
    counter = _counter_size(kinds, pictures)
    report("map")
    chart = chart_of(board, counter, draft.left)
    names = MapNames(one_line(source.title), *turns_of(source))
    layout = write_map(draft, chart, _picture(source, board), counter, names)
    stands = _Stands(window, chart, layout, draft)
    report("counters")
    write_counters(draft, kinds, pictures, counter, begun=begun, stands=stands)
    report("cards")
    decks = write_cards(draft, source, pieces, pictures, owners)
    write_sequence(source, draft, owners.sides)
    write_pages(source, draft)
    left_behind(source, draft)
    draft.text("game.toml", _game(source, draft, owners, decks, turns=(names.turn, layout.count)))
    return draft


class _Stands:
    """Where a piece of a set-up stands: a space of the folder, or a turn of its track.

    Parameters
    ----------
    window, chart, layout
        Name of the window, and its board.
    draft
        The folder.
    """

    def __init__(self, window: str, chart: Chart, layout: Layout, draft: Draft) -> None:
        self._window, self._chart, self._layout, self._left = window, chart, layout, draft.left

    def __call__(self, stood: Stood) -> tuple[str, int | None]:
        """The space, or nothing and the turn; neither where it stands elsewhere."""
        if stood.map != self._window:
            self._left.add("pieces of set-ups in another window", count=1)
            return "", None
        if stood.board != self._chart.board.name:
            self._left.add("pieces of set-ups on another board, or beside it", count=1)
            return "", None
        place = self._chart.named(stood.place) if stood.place else ""
        space = place or self._chart.find(stood.x, stood.y)
        if space in self._layout.turns:
            return "", self._layout.turns[space]
        if space not in self._layout.spaces:
            self._left.add("pieces of set-ups that stand in no space", count=1)
            return "", None
        return space, None


def _main_board(source: Source, begun: Sequence[Begun], draft: Draft) -> tuple[str, Board]:
    """The map that is played on: large, the first, with a grid, and where pieces begin."""
    tally = Counter((stood.map, stood.board) for one in begun for stood in one.stood)
    private = {node.get("mapName", "") for node in source.find("PrivateMap", "PlayerHand")}
    images = {node.get("name", ""): node.get("image", "") for node in source.find("Board")}
    found: list[tuple[bool, float, int, str, Board]] = []
    for number, (name, window) in enumerate(source.maps.items()):
        for board in window.boards.values():
            there = not images.get(board.name) or source.picture(images[board.name]) is not None
            share = tally[name, board.name] / max(1, tally.total())
            worth = (board.width * board.height) ** 0.5 * (0.25 + share)
            worth *= (2 if board.grid is not None else 1) * (_FIRST if number == 0 else 1)
            if name not in private:
                found.append((there, worth, tally[name, board.name], name, board))
    if not found:
        raise DataError(source.file, "", "a module with a map; this one has no board", "a folder needs one")
    there, _, _, window_name, best = max(found, key=lambda row: row[:3])
    if not there:
        raise DataError(
            source.file,
            f"picture {images[best.name]}",
            "the picture of the board, which is not in the module",
        )
    others = [name for name in source.maps if name != window_name and name not in private]
    draft.left.add("further windows with maps", *others)
    draft.left.add("further boards", *(n for n in source.maps[window_name].boards if n != best.name))
    return window_name, best


def _picture(source: Source, board: Board) -> Image.Image:
    """The picture of a board; a board without one is of a colour."""
    from PIL import Image

    node = next(node for node in source.find("Board") if node.get("name", "") == board.name)
    name = node.get("image", "")
    data = source.picture(name)
    if data is not None:
        return picture_of(data, source.file, name)
    parts = [int(part) for part in node.get("color", "").split(",") if part.strip().isdigit()]
    color = (*parts, 255, 255, 255)[:3] if len(parts) == 3 else (255, 255, 255)
    return Image.new("RGB", (max(1, board.width), max(1, board.height)), color)


def _counter_size(kinds: Sequence[Kind], pictures: Pictures) -> float:
    """Side of a counter in pixels: that of most units, or else of most pieces."""
    for units in (True, False):
        found = [
            pictures.of(kind.faces.front) for kind in kinds if bool(kind.side) == units and not kind.marker
        ]
        sizes = [max(picture.size) for picture in found if picture is not None]
        if sizes:
            return float(statistics.median_high(sizes))
    return _COUNTER


def _game(
    source: Source, draft: Draft, owners: Whose, decks: Sequence[str], *, turns: tuple[str, int]
) -> str:
    """The text of ``game.toml``."""
    name = slug(source.title, "game")
    lines = [
        "# The game, made of a module of VASSAL; not-carried.md says what was left behind.",
        "",
        f"title = {toml_text(one_line(source.title))}",
        f"slug = {toml_text(_slug(name))}",
        f"version = {toml_text(source.version)}",
        "control = false            # no markers that say who holds a space",
    ]
    for side in owners.sides:
        lines += ["", "[[side]]", f"id = {toml_text(side.id)}", f"title = {toml_text(one_line(side.title))}"]
        lines += [f"color = {toml_text(_COLORS[owners.sides.index(side)])}"]
    for id_, (title, side_id) in owners.nations.items():
        number = [side.id for side in owners.sides].index(side_id)
        lines += ["", "[[nation]]", f"id = {toml_text(id_)}", f"title = {toml_text(one_line(title))}"]
        lines += [f"side = {toml_text(side_id)}", f"ground = {toml_text(_GROUNDS[number])}"]
    turn, count = turns
    lines += ["", "[turns]", f"name = {toml_text(turn)}", f"count = {toml_value(max(count, 1))}"]
    return "\n".join([*lines, *dice_of(source, draft), *decks]) + "\n"


_COLORS, _GROUNDS = ("#3d6a94", "#a5482f"), ("#c3d3e2", "#e6ccb8")


def _slug(name: str) -> str:
    """A slug that no game of ours has, and that begins with a letter."""
    from maps.games import OUR_GAMES

    found = name if name[0].isalpha() else f"game-{name}"
    return f"{found}-imported" if found in OUR_GAMES else found
