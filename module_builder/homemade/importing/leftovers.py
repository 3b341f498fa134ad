"""What of a module is left behind, counted: components and traits that a folder has no file for."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from adjudicator.saves.slots import slot_traits
from module_builder.homemade.importing.naming import one_line
from module_builder.vassal.buildfile import short_name

if TYPE_CHECKING:
    from lxml.etree import _Element

    from module_builder.homemade.importing.draft import Draft
    from module_builder.homemade.importing.source import Source

__all__ = ["left_behind"]

# Components that are carried, that every module of ours has, or that are counted elsewhere.
_CARRIED = """
GameModule BasicModule BasicCommandEncoder Documentation AboutScreen HelpFile BrowserHelpFile
PlayerRoster entry option GlobalOptions Language Map BoardPicker Board setup ZonedGrid
ZonedGridHighlighter ZoneHighlight Zone HexGrid SquareGrid RegionGrid Region HexGridNumbering
SquareGridNumbering StackMetrics ForwardToKeyBuffer Scroller ForwardToChatter MenuDisplayer
MapCenterer StackExpander PieceMover KeyBufferer ImageSaver CounterDetailViewer Flare Zoomer
SelectionHighlighters HighlightLastMoved HidePiecesButton GlobalMap LOS_Thread Chatter KeyNamer
PrototypesContainer PrototypeDefinition PrototypeFolder PieceWindow TabWidget ListWidget
PanelWidget BoxWidget PieceSlot CardSlot SetupStack DrawPile PredefinedSetup ChartWindow Chart
HtmlChart DiceButton GlobalProperties GamePieceImageDefinitions ColorManager FontManager
FontStyle GamePieceLayoutsContainer GlobalTranslatableMessages NotesWindow MapSubFolder
ModuleSubFolder GlobalPropertyFolder TextSaver TurnTracker ListTurnLevel CounterTurnLevel
TurnGlobalHotkey ToolbarMenu PrivateMap PlayerHand HandMetrics InitialBoard SelectionHighlighter
MovementMarkable Inventory i
"""
_WORDS = {
    "GlobalKeyCommand": "global key commands",
    "MassKeyCommand": "key commands of a map",
    "DeckGlobalKeyCommand": "key commands of a deck",
    "StartupMassKeyCommand": "key commands at the start",
    "GlobalProperty": "global properties",
    "ChangePropertyButton": "buttons that change a property",
    "DoActionButton": "action buttons",
    "MultiActionButton": "action buttons",
    "SpecialDiceButton": "dice of symbols",
    "InternetDiceButton": "dice of a server",
    "RandomTextButton": "buttons for a random text",
    "ChessClock": "chess clocks",
    "LayerControl": "buttons for layers of a map",
    "LayeredPieceCollection": "orders of pieces on a map",
    "MapShader": "shadings of a map",
    "Board": "further boards",
}
_TRAITS = {
    "globalkey": "Global Key Command", "macro": "Trigger Action", "report": "Report Action",
    "sendto": "Send to Location", "placemark": "Place Marker", "replace": "Replace With Other",
    "setprop": "Set Global Property", "setpieceprop": "Set Piece Property", "calcProp": "Calculated Property",
    "label": "Text Label", "AreaOfEffect": "Area of Effect", "rotate": "Can Rotate",
    "hide": "Invisible", "restrict": "Restricted Access", "hideCmd": "Restrict Commands",
    "globalhotkey": "Global Hotkey", "playSound": "Play Sound", "translate": "Move Fixed Distance",
    "mat": "Mat", "matPiece": "Mat Cargo", "button": "Action Button", "locmsg": "Translatable Message",
    "deselect": "Deselect", "return": "Return to Deck", "immob": "Does not stack", "pivot": "Can Pivot",
    "nonRect2": "Non-Rectangular", "nonRect": "Non-Rectangular", "border": "Border",
    "table": "Property Sheet",
    "propertysheet": "Property Sheet", "attach": "Attachment",
}  # fmt: skip
# Traits that are carried, or that every piece of ours has.
_TAKEN = """
piece emb2 obs mark PROP prototype basicName delete clone markmoved footprint cmt submenu
menuSeparator
"""


def left_behind(source: Source, draft: Draft) -> None:
    """Count the components and traits that a folder has no file for.

    Parameters
    ----------
    source, draft
        The module, and the folder.
    """
    carried = set(_CARRIED.split())
    for node in source.root.iterdescendants():
        name = short_name(node)
        if name and name not in carried:
            kind = _WORDS.get(name, f"components: {name}")
            draft.left.add(kind, one_line(_called(node)))
    for kind, count in sorted(_traits(source).items()):
        draft.left.add(f"traits: {_TRAITS.get(kind, kind)}", count=count)
    for name in ("PrivateMap", "PlayerHand"):
        for node in source.find(name):
            draft.left.add("private windows and hands", one_line(node.get("mapName", "")))
    draft.left.add(
        "inventories (a module of ours has its own)", *(n.get("name", "") for n in source.find("Inventory"))
    )
    code = [entry for entry in source.archive if entry.endswith(".class")]
    draft.left.add("classes of Java of the module's own", *code)


def _called(node: _Element) -> str:
    return str(node.get("name") or node.get("text") or node.get("entryName") or node.get("mapName") or "")


def _traits(source: Source) -> Counter[str]:
    """How many traits of each kind there are in slots and prototypes, as they stand there."""
    taken = set(_TAKEN.split())
    return Counter(
        trait.id
        for node in source.find("PieceSlot", "CardSlot", "PrototypeDefinition")
        for trait in slot_traits(node)
        if trait.id not in taken
    )
