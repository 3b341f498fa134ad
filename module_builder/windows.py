"""The map windows of a module: components in the order that the engine wants, viewers, draw layers, decks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.saves.adapter import draw_layers
from module_builder.acting import DROPPED
from module_builder.board import BOARD_IMAGE, CARDS_IMAGE, board_element, plain_board
from module_builder.decks import deck_attributes
from module_builder.ground_facts import ground_at, ground_text
from module_builder.playing_cards import deck_elements
from module_builder.prototypes import deals
from module_builder.vassal.buildfile import element
from module_builder.vassal.keys import alt, ctrl_shift, key
from module_builder.vassal.sequence_encoder import encode
from module_builder.vassal.traits import format_definition
from module_builder.viewers import card_viewer, viewers

if TYPE_CHECKING:
    from lxml.etree import _Element

    from adjudicator.saves.cups import Cup
    from adjudicator.saves.piles import Pile
    from module_builder.kit import Kit
    from module_builder.pieces import PieceDef

__all__ = ["map_windows", "slot"]

_M = "VASSAL.build.module."
_MAP = _M + "map."
_FIRST = (
    "ForwardToKeyBuffer",
    "Scroller",
    "ForwardToChatter",
    "MenuDisplayer",
    "MapCenterer",
    "StackExpander",
    "PieceMover",
    "KeyBufferer",
)
_ZOOMS = "0.15,0.2,0.25,0.333,0.4,0.5,0.625,0.75,1.0,1.25,1.6,2.0"
_START = 5  # from the largest zoom down: three quarters
_CARDS_TIP = "Units still to arrive, lost units, spare markers, combat cards"
_MOVES = "$pieceName$: $previousLocation$ &rarr; $location$ ($PlayerSide$)"
_SIGNED = '{message == "" ? "" : message + " (" + PlayerSide + ")"}'
"""What a piece reports, and who did it; a piece that tells nothing is not signed."""
_HELD = '{message.startsWith("~") ? message + " (" + PlayerSide + ")" : ""}'
"""The same in the window of a hand: told is what comes into it, and no name of what is turned there."""


def slot(piece: PieceDef, *, card: bool = False) -> _Element:
    """A slot of the palette, or of a deck.

    Parameters
    ----------
    piece
        What stands in it.
    card
        Whether it belongs to a deck.

    Returns
    -------
    lxml element
    """
    size = {"entryName": piece.name, "gpid": piece.gpid, "width": piece.px, "height": piece.px}
    name = "CardSlot" if card else "PieceSlot"
    return element(f"VASSAL.build.widget.{name}", size, text=format_definition(piece.traits))


def map_windows(kit: Kit, pieces: Mapping[str, PieceDef]) -> Iterator[_Element]:
    """The main map and the set-up cards.

    Parameters
    ----------
    kit
        What the module is built from.
    pieces
        Every piece by uid.

    Yields
    ------
    lxml element
    """
    layout = kit.layout
    slots = {p.uid: slot(p, card=True) for p in pieces.values() if p.layer == "Cards"}
    main = {"mapName": layout.main, "launch": False, "backgroundcolor": "120,150,170"}
    joined = {"allowMultiple": True} if layout.windows[layout.main].parts else {}
    told = _moves(kit)
    yield element(
        _M + "Map",
        {**main, **_common(), "moveKey": DROPPED, "moveWithinFormat": told, "moveToFormat": told, **joined},
        *_basics(kit, layout.main, BOARD_IMAGE),
        *viewers(kit, layout.main),
        *_tools(),
        *_thread(kit),
        *deck_elements(kit, "map", slots),
    )
    cards = {
        "mapName": layout.cards,
        "launch": True,
        "buttonName": layout.cards,
        "tooltip": kit.adapter["windows"].get("tip", _CARDS_TIP),
        "icon": "/images/map.gif",
        "hotkey": alt("C"),
        "backgroundcolor": "150,145,132",
    }
    yield element(
        _M + "Map",
        {**cards, **_common()},
        *_basics(kit, layout.cards, CARDS_IMAGE),
        *viewers(kit, layout.cards),
        element(_MAP + "Zoomer", {"zoomLevels": _ZOOMS, "zoomStart": _START}),
        *_decks(kit, pieces),
        *deck_elements(kit, "cards", slots),
    )
    yield from (_hand(kit, row) for row in (kit.carriers.piles.hands if kit.carriers.piles else ()))
    yield from (_private(kit, row) for row in kit.adapter.get("private", ()))


def _moves(kit: Kit) -> str:
    """Report of a move on the main map: to which hex, and what is there."""
    if not ground_text(kit):
        return _MOVES
    there = ground_at("location")
    said = f'({there} == "" ? "" : ", " + {there})'
    return (
        f'{{pieceName + ": " + previousLocation + " &rarr; " + location + {said} + " (" + PlayerSide + ")"}}'
    )


def _hand(kit: Kit, row: Pile) -> _Element:
    """The private window of a hand: the other side has no button for it and sees nothing of it."""
    window, piles = kit.layout.windows[row.name], kit.carriers.piles
    assert piles is not None  # noqa: S101 - it has this hand
    attributes = {
        "mapName": row.name,
        "launch": True,
        "buttonName": row.name,
        "tooltip": f"{row.name}: only that side opens it",
        "icon": "/images/map.gif",
        "hotkey": alt(kit.adapter["desk"]["hands"][row.side]),
        "backgroundcolor": "90,96,90",
        "side": encode(piles.access(row.side), ","),
        "visible": False,
        "useBoards": "",
    }
    what, spread = "marker" if piles.markers else "card", piles.spread is not None
    arrives = f"A {what} goes into the {row.name} ($PlayerSide$)"
    told = {"moveWithinFormat": "", "moveToFormat": arrives, "createFormat": "", "changeFormat": _HELD}
    layers = {
        "description": "Layers",
        "property": "Layer",
        "layerOrder": encode(draw_layers(kit.adapter), ","),
    }
    return element(
        _M + ("PrivateMap" if spread else "PlayerHand"),
        {**attributes, **_common(), **told},
        *(element(_MAP + part) for part in _FIRST if part != "StackExpander"),
        plain_board(window),
        element(_MAP + ("StackMetrics" if spread else "HandMetrics")),
        element(_MAP + "LayeredPieceCollection", layers),
        element(_MAP + "CounterDetailViewer", card_viewer()),
    )


def _private(kit: Kit, row: Mapping[str, Any]) -> _Element:
    """A window for what one side keeps secret: the other has no button for it and sees nothing of it."""
    attributes = {
        "mapName": row["name"],
        "launch": True,
        "buttonName": row["name"],
        "tooltip": row["tip"],
        "icon": "/images/map.gif",
        "hotkey": alt(row["key"]),
        "backgroundcolor": "90,96,90",
        "side": encode([row["side"].title(), *row["open_to"]], ","),
        "visible": False,
        "useBoards": "",
    }
    quiet = {"moveWithinFormat": "", "moveToFormat": "", "createFormat": "", "changeFormat": ""}
    order = encode(draw_layers(kit.adapter), ",")
    layers = {"description": "Layers", "property": "Layer", "layerOrder": order}
    return element(
        _M + "PrivateMap",
        {**attributes, **_common(), **quiet},
        *(element(_MAP + part) for part in _FIRST if part != "StackExpander"),
        plain_board(kit.layout.windows[row["name"]]),
        element(_MAP + "StackMetrics"),
        element(_MAP + "LayeredPieceCollection", layers),
    )


def _common() -> dict[str, object]:
    return {
        "allowMultiple": False,
        "markMoved": "Always",
        "color": "220,30,30",
        "thickness": 3,
        "moveWithinFormat": _MOVES,
        "moveToFormat": _MOVES,
        "createFormat": "$pieceName$ placed in $location$ ($PlayerSide$)",
        "changeFormat": _SIGNED,
        "onlyReportChangedLocation": True,
        "markUnmovedIcon": "",
        "markUnmovedText": "",
    }


def _basics(kit: Kit, name: str, image: str) -> Iterator[_Element]:
    yield from (element(_MAP + part) for part in _FIRST)
    yield board_element(kit, kit.layout.windows[name], image)
    yield element(
        _MAP + "StackMetrics",
        {"exSepX": 10, "exSepY": 26, "unexSepX": 4, "unexSepY": 8},
    )
    layers = {
        "description": "Layers",
        "property": "Layer",
        "layerOrder": encode(draw_layers(kit.adapter), ","),
    }
    yield element(_MAP + "LayeredPieceCollection", layers)


def _tools() -> Iterator[_Element]:
    zoom = {
        "zoomLevels": _ZOOMS,
        "zoomStart": _START,
        "zoomInKey": ctrl_shift("="),
        "zoomOutKey": ctrl_shift("-"),
    }
    yield element(_MAP + "Zoomer", zoom)
    overview = {
        "scale": 0.09,
        "tooltip": "Overview map",
        "icon": "/images/overview.gif",
        "hotkey": alt("O"),
        "color": "220,30,30",
    }
    yield element(_MAP + "GlobalMap", overview)
    hide = {
        "tooltip": "Hide or show all counters",
        "showingIcon": "/images/globe_unselected.gif",
        "hiddenIcon": "/images/globe_selected.gif",
        "hotkey": alt("K"),
    }
    yield element(_MAP + "HidePiecesButton", hide)
    picture = {"tooltip": "Save the map as a picture", "icon": "/images/camera.gif", "hotkey": alt("P")}
    yield element(_MAP + "ImageSaver", picture)
    recenter = {
        "tooltip": "Centre on a unit",
        "text": "",
        "icon": "/images/recenter.gif",
        "hotkey": key("F9"),
    }
    yield element(_MAP + "PieceRecenterer", recenter)
    yield element(_MAP + "HighlightLastMoved", {"enabled": True, "color": "230,120,0", "thickness": 3})
    flare = {
        "flareName": "Flare",
        "flareKey": "keyAlt",
        "circleColor": "220,30,30",
        "reportFormat": "$PlayerName$ points at $FlareLocation$",
    }
    yield element(_MAP + "Flare", flare)


def _thread(kit: Kit) -> Iterator[_Element]:
    """A thread that measures distances in hexes, with its key in ``adapter.toml``."""
    stroke = kit.adapter["desk"].get("thread")
    if stroke is not None:
        face = {"label": "", "tooltip": "Thread: hexes between two places", "iconName": "/images/thread.gif"}
        look = {"threadName": "Thread", "threadColor": "200,20,20", "losThickness": 2, "drawRange": True}
        snap = {"snapStart": True, "snapEnd": True, "hotkey": alt(stroke)}
        yield element(_MAP + "LOS_Thread", {**face, **look, **snap, "report": "Thread: $Range$ hexes"})


def _decks(kit: Kit, pieces: Mapping[str, PieceDef]) -> Iterator[_Element]:
    decks = kit.carriers.decks
    contents = decks.shared({})
    for row in decks.rows:
        for name, (x, y) in row.piles:
            board = kit.layout.windows[kit.layout.cards].board
            attributes = {**deck_attributes(row, name, decks.size), "owningBoard": board, "x": x, "y": y}
            cards = (slot(pieces[card.uid], card=True) for card in contents[name])
            yield element(_MAP + "DrawPile", attributes, *cards)
    for cup in kit.carriers.cups:
        yield _cup(kit, pieces, cup)


def _cup(kit: Kit, pieces: Mapping[str, PieceDef], cup: Cup) -> _Element:
    """An opaque cup: what lies in it is drawn by chance, and a chit goes back with its own command."""
    x, y = cup.at
    attributes = {
        "name": cup.deck,
        "owningBoard": kit.layout.windows[kit.layout.cards].board,
        "x": x,
        "y": y,
        "width": 66,
        "height": 66,
        "faceDown": "Always",
        "shuffle": "Always",
        "draw": True,
        "color": "74,69,56",
        "drawFaceUp": True,
        "allowMultiple": False,
        "allowSelect": False,
        "reversible": False,
        "reshufflable": False,
        "restrictOption": True,
        "restrictExpression": cup.only,
    }
    chits = () if cup.homes else cup.chits  # those stand in the palette
    inside = [*chits, *(unit.id for unit in kit.units.values() if cup.holds(unit))]
    cards = (slot(pieces[uid], card=True) for uid in inside)
    menu = (element(_MAP + "DeckGlobalKeyCommand", command) for command in deals(kit, cup))
    return element(_MAP + "DrawPile", attributes, *cards, *menu)
