"""Writes positions as saved games that VASSAL opens."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.errors import PositionError
from adjudicator.position import Fact, Position
from adjudicator.saves.adapter import LAYERS, draw_layers
from adjudicator.saves.beyond import BEYOND, beyond_to_text
from adjudicator.saves.carriers import (
    PENDING,
    SILENCE,
    facts_to_property,
    option_property,
    pending_to_text,
    silence_to_text,
)
from adjudicator.saves.identity import carrier_mark
from adjudicator.saves.looks import each_face, face_names
from adjudicator.saves.piles import members_by_uid
from adjudicator.saves.records import ASIDE
from module_builder.decks import deck_text
from module_builder.kit import Kit, load_kit
from module_builder.options import option_text
from module_builder.pieces import placed
from module_builder.placing import Placement, Placer
from module_builder.playing_cards import pile_type
from module_builder.prototypes import deals
from module_builder.tracked import to_come, tracker_words
from module_builder.vassal.archive import build_save, write_archive, write_file
from module_builder.vassal.metadata import Metadata
from module_builder.vassal.savegame import (
    AddDeck,
    AddPiece,
    AddStack,
    BeginSave,
    Command,
    EndSave,
    GlobalProperty,
    PlacedBoard,
    Save,
    SetBoards,
    SetupStackDone,
    Sgkc,
    Turn,
    deck_command,
    deck_type,
)
from module_builder.vassal.sequence_encoder import encode
from module_builder.vassal.traits import join_state
from module_builder.veil import strips

if TYPE_CHECKING:
    from adjudicator.saves.layout import Window
    from adjudicator.saves.piles import Pile
    from maps.board import Board
    from module_builder.vassal.archive import Archive

__all__ = [
    "DATE",
    "LAYERS",
    "VASSAL_VERSION",
    "WELCOME",
    "global_properties",
    "position_save",
    "save_commands",
    "write_position",
]

VASSAL_VERSION = "3.7.0"
DATE = "1753797600000"
WELCOME = "SGKC0"
"""Identity of the one start-up command: a save marks it as done."""
_DECK = (66, 66)


def write_position(position: Position, out_path: Path | str, *, overlay: Path | None = None) -> None:
    """Write a position as a saved game.

    Parameters
    ----------
    position
        On our board with our units.
    out_path
        The ``.vsav``; an old one of that name is replaced, whole or not at all.
    overlay
        Folder with an owner's corrections that the position was made with.

    Raises
    ------
    PositionError
        Something of the position has no place in the module; lists everything.

    Examples
    --------
    >>> import tempfile
    >>> from adjudicator.game import load
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_position(load("breakout-normandy").scenario("d-day"), Path(folder, "a.vsav"))
    ...     Path(folder, "a.vsav").stat().st_size > 10_000
    True
    """
    kit = load_kit(position.game, overlay)
    write_file(out_path, write_archive(position_save(kit, position)))


def position_save(kit: Kit, position: Position, *, note: str = "") -> Archive:
    """Make the archive of a saved game.

    Parameters
    ----------
    kit
        What the module is built from.
    position
        The position.
    note
        Line that the chat shows on loading.

    Returns
    -------
    Archive

    Raises
    ------
    PositionError
        Something has no place in the module.
    """
    commands = list(save_commands(kit, position))
    version = str(kit.adapter["version"])
    saved = Metadata(version, VASSAL_VERSION, note, None, DATE)
    module = Metadata(version, VASSAL_VERSION, kit.game.title, kit.title, DATE)
    return build_save(Save.from_commands(commands), saved=saved, module=module)


def save_commands(kit: Kit, position: Position) -> Iterator[Command]:
    """The commands of a saved game.

    Parameters
    ----------
    kit
        What the module is built from.
    position
        The position.

    Yields
    ------
    Command

    Raises
    ------
    PositionError
        Something has no place in the module.

    Examples
    --------
    >>> kit = load_kit("breakout-normandy")
    >>> next(save_commands(kit, kit.game.scenario("d-day"))).text
    'begin_save'
    """
    stated = {k: v for k, v in position.facts.items() if v != kit.carriers.schema.default(k[0])}
    silent = {k: v for k, v in position.facts.items() if k not in stated and k[0] in position.unknown}
    placer = Placer(kit, position, stated)
    placements = [*placer.units(), *placer.markers(), *placer.chits(), *strips(kit, position)]
    cups, piles = dict(placer.cups()), list(placer.piles())
    trackers = {item: _take(placer, item, position) for item in kit.carriers.trackers}
    properties = global_properties(kit)
    properties |= _stated_properties(kit, placer)
    properties |= {option_property(n): option_text(kit, n, letter) for n, letter in position.options.items()}
    properties[PENDING] = pending_to_text(position.pending)
    properties[BEYOND] = beyond_to_text(placer.beyond)
    properties[SILENCE] = silence_to_text(position.unknown, silent)
    properties[ASIDE] = placer.aside()
    combat = kit.carriers.decks.shared(_drawn(kit, placer))
    decks = {**{name: [card.uid for card in cards] for name, cards in combat.items()}, **cups, **_laid(piles)}
    left = [f"{item} of {subject or 'the game'} has no carrier" for item, subject in sorted(placer.left)]
    faults = [*placer.defects, *left, *_misprints(kit, position)]
    if faults:
        raise PositionError(faults)
    yield BeginSave()
    yield from _pieces(kit, [*placements, *_held(kit, piles)], decks)
    yield from (GlobalProperty(name, value) for name, value in properties.items())
    yield from (SetBoards(w.name, _boards(kit, w, position)) for w in kit.layout.windows.values())
    yield SetupStackDone()
    yield from _turns(kit, trackers)
    yield Sgkc(WELCOME)
    yield EndSave()


def _boards(kit: Kit, window: Window, position: Position) -> tuple[PlacedBoard, ...]:
    """The boards of a window: its one, or those that join to show what the position needs."""
    if not window.parts:
        return (PlacedBoard(window.board),)
    shown = _needed(kit, window, position)
    return tuple([PlacedBoard(p.title, p.column, p.row) for p in window.parts if p.name in shown])


def _needed(kit: Kit, window: Window, position: Position) -> set[str]:
    """Boards of the scenario, those on which something stands, and what lies above or left of one."""
    chosen = kit.adapter["boards"]
    words = [str(position.fact(chosen["item"])), *(o for o, v in position.options.items() if v == "B")]
    names = {name for word in words for name in chosen.get(word, ())}
    spaces = {piece.space for piece in position.pieces.values()}
    boxes = {place.id: place for place in window.of_kind("space")}
    places = [place for id_ in spaces if (place := window.hexes.get(id_) or boxes.get(id_)) is not None]
    names |= {p.name for p in window.parts if any(p.shows(*place.middle) for place in places)}
    known = [p for p in window.parts if p.name in names]
    return {p.name for p in window.parts if any(p.row <= q.row and p.column <= q.column for q in known)}


def _held(kit: Kit, laid: Iterable[tuple[Pile, list[str]]]) -> Iterator[Placement]:
    """Cards in hands: masked, side by side in the window of their owner; chits lie open in it."""
    piles, members = kit.carriers.piles, members_by_uid(kit.game.slug, kit.overlay)
    for row, uids in laid:
        assert piles is not None  # noqa: S101 - it has rows
        owner = row.side.title() if piles.spread is None else ""
        if row.is_hand:
            yield from (
                Placement(uid, row.name, *piles.point(row, uid, members), owner=owner) for uid in uids
            )


def _laid(piles: Iterable[tuple[Pile, list[str]]]) -> dict[str, list[str]]:
    """Cards in decks."""
    return {row.name: uids for row, uids in piles if not row.is_hand}


def _misprints(kit: Kit, position: Position) -> Iterator[str]:
    """What the position takes for printed but the module's map and counters do not print."""
    if position.board is not kit.board:
        yield from _misprints_of_map(kit.board, position.board)
    for uid, piece in position.pieces.items():
        unit = kit.units.get(uid)
        for name in ("af", "df", "mf", "spent_df") if unit else ():
            stated = getattr(piece.printed, name)
            if stated is not None and stated != getattr(unit, name):
                word = name.replace("_", " ").upper()
                yield f"{piece.printed.title}: the counter does not print {word} {stated}: use an overlay"
        if unit and each_face(kit) and kit.game.statuses.index(piece.status) >= len(face_names(kit, unit)):
            yield f"{piece.printed.title}: the counter has no face {piece.status}"


def _misprints_of_map(ours: Board, taken: Board) -> Iterator[str]:
    for id_, space in taken.spaces.items():
        known = ours.spaces.get(id_, space)
        for name, value in space.features.items() if known is not space else ():
            if name in known.features and known[name] != value:
                yield f"{space.name}: the map prints {name} {known[name]}, not {value}: use an overlay"
    for id_, edge in taken.edges.items():
        printed = ours.edges.get(id_, edge)
        if (printed.boundary, printed.bridge) != (edge.boundary, edge.bridge):
            yield f"{id_}: the map prints another boundary than {edge.boundary}: use an overlay"


def _take(placer: Placer, item: str, position: Position) -> Fact:
    placer.left.pop((item, ""), None)
    return position.fact(item)


def _stated_properties(kit: Kit, placer: Placer) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, item_name in kit.carriers.properties.items():
        facts = [(subject, value) for (item, subject), value in placer.left.items() if item == item_name]
        if facts:
            found[name] = facts_to_property(kit.carriers.schema.items[item_name], facts)
        for subject, _ in facts:
            del placer.left[item_name, subject]
    return found


def _drawn(kit: Kit, placer: Placer) -> dict[str, str]:
    decks = kit.carriers.decks
    keys = [(decks.item, row.side) for row in decks.rows if (decks.item, row.side) in placer.left]
    found = {side: str(placer.left.pop((item, side))) for item, side in keys}
    for side, digits in found.items():
        counts = decks.counts
        if len(digits) != len(counts) or any(int(d) > n for d, n in zip(digits, counts, strict=False)):
            placer.defects.append(f"{decks.item} of {side}: no deck holds {digits}")
    return {} if placer.defects else found


def global_properties(kit: Kit) -> dict[str, str]:
    """Every global property of the module with the value of a new game.

    Parameters
    ----------
    kit
        What the module is built from.

    Returns
    -------
    dict

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> global_properties(load_kit("breakout-normandy"))["bocage_game"]
    'breakout-normandy'
    """
    schema = kit.game.schema
    return {
        "bocage_game": kit.game.slug,
        "bocage_geometry": kit.layout.version,
        "bocage_overlay": carrier_mark(kit.game.slug, kit.overlay),
        "bocage_rules": kit.game.edition,
        **dict.fromkeys(kit.carriers.properties, ""),
        PENDING: "",
        SILENCE: "",
        BEYOND: "",
        ASIDE: "",
        **{option_property(n): option_text(kit, n, r.default) for n, r in schema.readings.items()},
    }


def _pieces(kit: Kit, placements: Iterable[Placement], decks: Mapping[str, list[str]]) -> Iterator[Command]:
    known = kit.pieces
    stacks: dict[tuple[str, int, int, str], list[str]] = {}
    ids = map(str, itertools.count(1001))
    layers = draw_layers(kit.adapter)
    for p in placements:
        piece = known[p.uid]
        at = p.window, p.x, p.y
        traits = placed(piece, *at, levels=p.levels, properties=p.properties, owner=p.owner)
        number = next(ids)
        yield AddPiece(number, piece.type_text, join_state(traits))
        stacks.setdefault((p.window, p.x, p.y, piece.layer), []).append(number)
    for (window, x, y, layer), children in stacks.items():
        yield AddStack(next(ids), window, x, y, tuple(children), layers.index(layer))
    yield from _decks(kit, decks, ids)


def _decks(kit: Kit, decks: Mapping[str, list[str]], ids: Iterator[str]) -> Iterator[Command]:
    window = kit.layout.cards
    for row in kit.carriers.decks.rows:
        for name, (x, y) in row.piles:
            children = []
            for uid in decks[name]:
                piece = kit.pieces[uid]
                children.append(next(ids))
                yield AddPiece(children[-1], piece.type_text, join_state(placed(piece, window, x, y)))
            down = name == row.deck
            text = deck_text(row, name, kit.carriers.decks.size)
            yield AddDeck(next(ids), text, window, x, y, down, tuple(children))
    yield from _piles(kit, decks, ids)
    for cup in kit.carriers.cups:
        children = []
        for uid in decks[cup.deck]:
            piece = kit.pieces[uid]
            children.append(next(ids))
            yield AddPiece(children[-1], piece.type_text, join_state(placed(piece, window, *cup.at)))
        text = deck_type(
            cup.deck,
            width=_DECK[0],
            height=_DECK[1],
            outline=True,
            allow_multiple=False,
            allow_select=False,
            reversible=False,
            draw_face_up=True,
            only=cup.only,
            commands=[deck_command(command) for command in deals(kit, cup)],
        )
        yield AddDeck(next(ids), text, window, *cup.at, True, tuple(children))


def _piles(kit: Kit, decks: Mapping[str, list[str]], ids: Iterator[str]) -> Iterator[Command]:
    """Decks of named cards: a stack lies face down and is drawn by chance, the others lie open."""
    piles = kit.carriers.piles
    for row in piles.decks if piles else ():
        assert piles is not None  # noqa: S101 - it has rows
        window = kit.layout.main if row.window == "map" else kit.layout.cards
        children = []
        for uid in decks[row.name]:
            piece = kit.pieces[uid]
            children.append(next(ids))
            yield AddPiece(children[-1], piece.type_text, join_state(placed(piece, window, *row.at)))
        text = pile_type(row, piles)
        yield AddDeck(next(ids), text, window, *row.at, row.closed, tuple(children))


def _turns(kit: Kit, values: Mapping[str, Fact]) -> Iterator[Command]:
    """State of the turn trackers; phases that cannot come again are switched off."""
    for number, (item, value) in enumerate(values.items()):
        words = list(tracker_words(kit, item))
        come = to_come(kit, str(value)) if item == "phase" else set(words)
        active = encode([str(w in come).lower() for w in words], ",")
        level = encode([words.index(str(value)), 0, 0, active], ";")
        yield Turn(f"TurnTracker{number}", encode([0, level], "|"))
