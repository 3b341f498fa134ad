"""What only looks like a fault is not reported: each of these modules is as clean as the clean one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from lxml import etree

from module_builder.lint import lint, report
from module_builder.lint_model import load_module
from module_builder.lint_properties import defined_properties
from module_builder.vassal.buildfile import element, text_of
from module_builder.vassal.keys import ctrl, named
from module_builder.vassal.metadata import Metadata, format_metadata
from module_builder.vassal.savegame import AddDeck, AddPiece, PlacedBoard, SetBoards, deck_type
from module_builder.vassal.traits import Trait, format_definition, parse_definition
from tests.module_builder import lint_data as data
from tests.module_builder.lint_data import GRID, MAP, MODULE, WIDGET, ZONE, Parts

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SEND = "sendto;Go;71,130;{map};{board};{x};0;;;0;0;0;0;;{to};{zone};{region};{filter};{grid}"
LAYER = "emb2;{text};2;{old};Up;2;;;2;;;;1;false;0;0;{images};;true;L;;;{follow};{prop};1;{version};{always}"
FOLDER = f"{MODULE}folder."
PREFERENCE = "VASSAL.preferences.IntegerPreference"
TURN = f"{MODULE}turn."


def _send(to: str, **fields: str) -> Trait:
    every = dict.fromkeys(("map", "board", "x", "zone", "region", "filter", "grid"), "")
    return Trait(SEND.format(to=to, **{**every, **fields}), ";;")


def _layer(*, level: str = "1", **fields: str) -> Trait:
    usual = {
        "text": "",
        "old": "",
        "images": "inf.png,infb.png",
        "follow": "false",
        "prop": "",
        "version": "1",
    }
    return Trait(LAYER.format(**{**usual, "always": "true", **fields}), level)


def _macro(menu: str, key: str, *, match: str = "", actions: str = "49\\,130") -> Trait:
    return Trait(f"macro;{menu};{menu};{key};{match};;{actions}")


def _reads(*names: str) -> Trait:
    """A Calculated Property that reads these properties."""
    return Trait("calcProp;Total;{" + " + ".join(names) + "};")


def _module(parts: Parts, short: str, *children: object, **attributes: object) -> None:
    parts.tree.append(element(MODULE + short, attributes, *children))  # type: ignore[arg-type]


def _second_map(parts: Parts) -> None:
    zone = element(f"{ZONE}Zone", {"name": "Caen", "path": "0,0;9,0;9,9;0,9"})
    board = element(
        f"{data.BOARD}Board",
        {"name": "Land", "width": 10, "height": 10},
        element(f"{GRID}ZonedGrid", {}, zone),
    )
    _module(parts, "Map", element(f"{MAP}BoardPicker", {}, board), mapName="Inset", launch=True)
    commands = data.setup_commands(parts.tree)
    boards = SetBoards("Inset", (PlacedBoard("Land"),))
    parts.entries["dday.vsav"] = data.save_bytes([*commands[:-1], boards, commands[-1]])


def _two_boards(parts: Parts) -> None:
    board = element(f"{data.BOARD}Board", {"name": "Sea", "width": 10, "height": 10})
    parts.add("BoardPicker", board, element("setup", text="MainBoardPicker\tLand\t0\t0"))


def _bridge_before_areas(parts: Parts) -> None:
    bridge = element(f"{ZONE}Zone", {"name": "Bridge", "path": "95,20;105,20;105,30;95,30"})
    parts.one("Zone").addprevious(bridge)


def _zone_properties(parts: Parts) -> None:
    for name in ("Caen", "Coast"):
        parts.add("Zone", element(f"{MODULE}properties.ZoneProperty", {"name": "Control"}), name=name)
    parts.with_trait(_reads("Control"))


def _hexes(parts: Parts) -> None:
    numbering = element(f"{ZONE}HexGridNumbering", {"first": "H", "hType": "N", "vType": "A"})
    grid = element(f"{GRID}HexGrid", {"dx": 17.3, "dy": 20.0}, numbering)
    parts.add("ZonedGrid", grid)
    parts.set("SetupStack", "location", "0203")


def _point(parts: Parts) -> None:
    parts.one("SetupStack").attrib.update({"useGridLocation": "false", "location": "", "x": "10", "y": "10"})


def _folders(parts: Parts) -> None:
    container = parts.one("PrototypesContainer")
    folder = element(f"{FOLDER}PrototypeFolder", {"name": "Units"}, *container)
    container.append(folder)
    folder = element(f"{FOLDER}MapSubFolder", {"name": "Start"}, parts.one("SetupStack"))
    parts.one("StackMetrics").addnext(folder)


def _inline_marker(parts: Parts) -> None:
    text = format_definition([Trait("piece;;;infb.png;Smoke", "null;0;0;21;0"), Trait("mark;Side", "Axis")])
    inner = text.replace(";", "\\;")
    parts.with_trait(Trait(f"placemark;Smoke;83,130;{inner};null;0;0;false;;;21;0;false;false;;1"))


def _placed_in_setup(parts: Parts) -> None:
    """A marker that Place Marker made stands in the set-up."""
    marker = AddPiece("13", "piece;;;inf.png;Control", "Main;1;1;20;0")
    commands = data.setup_commands(parts.tree)
    parts.entries["dday.vsav"] = data.save_bytes([commands[0], marker, *commands[1:]])


def _shorter_in_setup(parts: Parts) -> None:
    """The engine fills in fields that the slot leaves out."""
    commands = data.setup_commands(parts.tree)
    piece = commands[1]
    assert isinstance(piece, AddPiece)
    traits = [Trait(f"{t.type};;" if t.id == "rotate" else t.type, t.state) for t in piece.traits()]
    commands[1] = AddPiece.from_traits("11", tuple(traits))
    parts.entries["dday.vsav"] = data.save_bytes(commands)


def _other_codes(parts: Parts) -> None:
    """The engine hands out the codes of named keys anew in each session."""
    commands = data.setup_commands(parts.tree)
    piece = commands[1]
    assert isinstance(piece, AddPiece)
    traits = [Trait(t.type.replace("57348", "63743"), t.state) for t in piece.traits()]
    assert traits != list(piece.traits())
    commands[1] = AddPiece.from_traits("11", tuple(traits))
    parts.entries["dday.vsav"] = data.save_bytes(commands)


def _drawn_board(parts: Parts) -> None:
    """An SVG has no size that is known before it is drawn."""
    parts.entries["images/map.svg"] = b"<svg/>"
    del parts.entries["images/map.png"]
    parts.set("Board", "image", "map.svg")


def _flare(parts: Parts) -> None:
    parts.add("Map", element(f"{MAP}Flare", {"reportFormat": "$PlayerId$ points at $FlareLocation$"}))


def _backdrop(parts: Parts) -> None:
    """A large zone behind several small ones that cover most of it."""
    zones = [
        element(f"{ZONE}Zone", {"name": f"Box {i}", "path": f"{i},0;{i + 20},0;{i + 20},58;{i},58"})
        for i in range(100, 200, 20)
    ]
    coast = parts.one("Zone", "Coast")
    for zone in zones:
        coast.addprevious(zone)


def _computed_image(parts: Parts) -> None:
    report = '{"1d6: " + result1 + ")" + " <img" + " src=" + "pips_" + result1 + ".png>"}'
    parts.set("DiceButton", "reportFormat", report)
    parts.entries.update({f"images/pips_{n}.png": data.png() for n in (1, 6)})


def _parameters(parts: Parts) -> None:
    """A prototype whose text depends on parameters cannot be compared word by word."""
    parts.add("PrototypesContainer", data.prototype("Named", [Trait("calcProp;N;$What$;")]))
    parts.piece("2", lambda old: [*old, Trait("prototype;Named;What=Steps")])


def _comment_in_slot(parts: Parts) -> None:
    parts.piece("2", lambda old: [*old, Trait("cmt;for the designer")], renew=False)


def _loaded_state(parts: Parts) -> None:
    """In the set-up a unit is flipped and has lost a step: that is not stale."""
    commands = data.setup_commands(parts.tree)
    piece = commands[1]
    assert isinstance(piece, AddPiece)
    traits = [Trait(t.type, {"emb2": "2", "PROP": "1"}.get(t.id, t.state)) for t in piece.traits()]
    commands[1] = AddPiece.from_traits("11", tuple(traits))
    parts.entries["dday.vsav"] = data.save_bytes(commands)


def _help_on_the_web(parts: Parts) -> None:
    del parts.entries["help/Quick_start"]
    parts.set("BrowserHelpFile", "startingPage", "https://example.org/rules.html")


def _engine_help(parts: Parts) -> None:
    parts.one("HelpFile").attrib.update({"fileType": "resource", "fileName": "/help/Intro.html"})


def _newer_patch(parts: Parts) -> None:
    parts.tree.set("VassalVersion", "3.7.26")
    meta = Metadata("1.0", "3.7.26", "demo", name="Clean")
    parts.entries["moduledata"] = format_metadata(meta)


def _level_names(parts: Parts) -> None:
    parts.with_trait(Trait("emb2;;2;;;2;;;2;;;;1;false;0;0;,;fresh,spent;true;State;;;false;;1;1;true", "2"))
    parts.with_trait(_reads("State_Level"))


def _old_tutorial(parts: Parts) -> None:
    documentation = f"{MODULE}documentation.Tutorial"
    parts.add("Documentation", element(documentation, {"name": "Learn", "logfile": "learn.vlog"}))
    parts.entries["learn.vlog"] = parts.entries["dday.vsav"]


def _inventory(parts: Parts) -> None:
    _module(
        parts, "Inventory", sides="Allied,Solitaire", include="Side = US", leafFormat="$PieceName$ $Steps$"
    )


def _turns(parts: Parts) -> None:
    level = element(f"{TURN}ListTurnLevel", {"property": "Weather", "list": "Clear,Rain"})
    turn = element(f"{TURN}CounterTurnLevel", {"property": "Turn"}, level)
    _module(parts, "turn.TurnTracker", turn, name="Turns", turnFormat="$level1$ $level2$")
    parts.with_trait(_reads("Turn", "Weather"))


def _preferences(parts: Parts) -> None:
    parts.add("GlobalOptions", element(PREFERENCE, {"name": "AutoFlip", "default": 1}))
    parts.with_trait(_reads("AutoFlip"))


def _deck_count(parts: Parts) -> None:
    parts.one("DrawPile").attrib.update({"expressionCounting": "true", "countExpressions": "tanks:{Steps>1}"})
    parts.with_trait(_reads("Cup_tanks", "Cup_numPieces", "Main_isVisible"))


def _toolbar(parts: Parts) -> None:
    _module(parts, "ToolbarMenu", text="Menu", menuItems="2d6,Charts")


def _sounds(parts: Parts) -> None:
    parts.entries["sounds/bang.wav"] = b"RIFF"
    parts.with_trait(Trait("playSound;bang.wav;Bang;66,130;false;"))
    parts.with_trait(Trait("playSound;$Side$.wav;Shout;72,130;false;"))


def _buttons(parts: Parts) -> None:
    """A startup command presses a button of the toolbar."""
    _module(parts, "DoActionButton", name="Deal", hotkey=named("Deal"))
    _module(parts, "GlobalKeyCommand", name="Go", hotkey=named("Deal"), icon="go-next.png")


def _stock_images(parts: Parts) -> None:
    parts.set("DiceButton", "icon", "/images/die.gif")
    _module(parts, "NotesWindow", icon="notes.gif")
    _module(parts, "DoActionButton", name="Yes", icon="yes.png")


def _shown_in_chat(parts: Parts) -> None:
    parts.entries["images/boom.png"] = data.png()
    text = 'report;49\\,130;<img src="boom.png"> $newPieceName$ <b>$Steps$</b>;;;;false'
    parts.with_trait(Trait(text, "-1"))


def _cards(parts: Parts) -> None:
    card = data.slot("Ace", "30", [Trait("obs;80,130;infb.png;Mask;B;?;side:;Peek;;false;;", "null;")])
    card.tag = f"{WIDGET}CardSlot"
    parts.add("DrawPile", card, element(f"{MAP}deck.DeckSendKeyCommand", {"targetDeck": "Cup"}))
    hand = {"mapName": "Hand", "side": "Axis", "useBoards": "Main"}
    _module(parts, "PlayerHand", **hand)
    begin, *rest = data.setup_commands(parts.tree)
    deck = AddDeck("20", deck_type("Cup"), "Main", 20, 20, True, ())
    parts.entries["dday.vsav"] = data.save_bytes([begin, deck, *rest])


QUIET: dict[str, Callable[[Parts], object]] = {
    "a second map with boards and zones of the same names": _second_map,
    "several boards with a default": _two_boards,
    "a bridge in front of the areas that it joins": _bridge_before_areas,
    "one property in several zones": _zone_properties,
    "hexes name cells": _hexes,
    "a stack at a point": _point,
    "folders": _folders,
    "an inline marker": _inline_marker,
    "a placed marker in the set-up": _placed_in_setup,
    "fields that the engine fills in": _shorter_in_setup,
    "other codes of named keys": _other_codes,
    "a board drawn in SVG": _drawn_board,
    "a flare": _flare,
    "a backdrop": _backdrop,
    "a comment in the tree": lambda p: p.tree.append(etree.Comment("by hand")),
    "a computed image": lambda p: p.set("DiceButton", "reportFormat", '<img src="d$result$.png">'),
    "a computed image behind a short text": _computed_image,
    "parameters of prototypes": _parameters,
    "a comment": _comment_in_slot,
    "a flipped unit in the set-up": _loaded_state,
    "help on the web": _help_on_the_web,
    "help of the engine": _engine_help,
    "a newer patch of the engine": _newer_patch,
    "level names without images": _level_names,
    "a tutorial": _old_tutorial,
    "an inventory": _inventory,
    "turn levels are properties": _turns,
    "preferences are properties": _preferences,
    "counts of decks are properties": _deck_count,
    "a toolbar menu": _toolbar,
    "sounds": _sounds,
    "hotkeys of buttons": _buttons,
    "images of the engine": _stock_images,
    "images in the chat": _shown_in_chat,
    "cards and hands": _cards,
    "a menu of set-ups": lambda p: _module(p, "PredefinedSetup", name="Scenarios", isMenu=True),
    "an empty set-up": lambda p: _module(p, "PredefinedSetup", name="Free", useFile=False),
    "a computed map": lambda p: p.with_trait(_send("L", map="$CurrentMap$", x="{Steps * 10}")),
    "a computed zone": lambda p: p.with_trait(_send("Z", map="Main", zone='{Side + "Box"}')),
    "any matching counter": lambda p: p.with_trait(_send("A", filter='{Side == "US"}')),
    "a deck of choice": lambda p: p.with_trait(Trait("return;Back;66,130;;Select;;2;true;")),
    "a quoted deck": lambda p: p.with_trait(Trait('return;Back;66,130;;Select;;2;false;"Cup"')),
    "an old deck": lambda p: p.with_trait(
        Trait("return;Back;66,130;VASSAL.build.module.map.DrawPile0;Select")
    ),
    "a computed prototype property": lambda p: p.with_trait(
        Trait("setprop;$Side$Score;true,0,9,false;;;Module;")
    ),
    "the solitaire side": lambda p: p.with_trait(Trait("restrict;Allied,Solitaire;false;true;")),
    "a layer switched off": lambda p: p.with_trait(_layer(level="-1", always="false", text="Show")),
    "a layer that follows": lambda p: p.with_trait(_layer(follow="true", prop="{Score + 1}")),
    "a layer of old": lambda p: p.with_trait(_layer(version="0", old="S")),
    "two guarded triggers on one key": lambda p: p.with_trait(
        _macro("Fire", "70,195", match='{Side == "US"}'), _macro("Hold", "70,195", match='{Side != "US"}')
    ),
    "one text and key twice": lambda p: p.with_trait(_macro("Delete", ctrl("X"))),
    "a helper key without a menu": lambda p: p.with_trait(Trait(f"clone;;{ctrl('X')};")),
    "a submenu of commands": lambda p: p.with_trait(Trait("submenu;More;Delete;")),
    "a trail after turning": lambda p: p.with_trait(
        Trait("pivot;Pivot;80,130;0;0;false;"),
        Trait("footprint;84,130;Trail;false;true;10", "false;;0;false"),
    ),
    "a loop counter": lambda p: p.with_trait(
        Trait("macro;L;L;76,130;;;49\\,130;true;;;counted;;;3;true;Lap;1;1"), _reads("Lap")
    ),
    "a property sheet": lambda p: p.with_trait(
        Trait("propertysheet;0Fuel~3Ammo;Sheet;;0;0;0;0;76,130;", "1~2"), _reads("Fuel", "Ammo")
    ),
    "a fast match that is off": lambda p: p.set(
        "StartupGlobalKeyCommand", "target", "MODULE|false|MAP|No|||"
    ),
    "values given to targets": lambda p: p.with_trait(
        Trait("globalkey;Go;71,130;49,130;;false;1;true;true;;;-1;;false;Order:1"), _reads("Order")
    ),
    "results of dice": lambda p: p.with_trait(Trait('calcProp;R;{GetProperty("2d6_total")};')),
    "a message in braces": lambda p: p.set("DiceButton", "reportFormat", '{"<b>" + result + "</b>"}'),
    "less than in braces": lambda p: p.with_trait(Trait('calcProp;R;{Score < 3 ? "a" : "b"};')),
    "a legacy filter": lambda p: p.with_trait(_macro("Leg", "76,130", match="Side = US && Score >= 1")),
    "a colour with alpha": lambda p: p.set("Map", "backgroundcolor", "1,2,3,4"),
    "a computed number": lambda p: p.set("DiceButton", "nDice", "{Score}"),
}


@pytest.mark.parametrize("name", QUIET)
def test_nothing_is_said(name: str, tmp_path: Path) -> None:
    parts = Parts()
    QUIET[name](parts)
    found = lint(parts.write(tmp_path / "x.vmod"))
    assert found == [], report(found)


def test_html_is_free_where_the_chat_shows_none(tmp_path: Path) -> None:
    parts = Parts()
    parts.set("GlobalOptions", "chatterHTMLSupport", "Never")
    parts.set("DiceButton", "reportFormat", "<$PlayerName$> rolls $result$")
    assert lint(parts.write(tmp_path / "x.vmod")) == []


def test_the_set_up_of_the_clean_module_holds_today_s_piece() -> None:
    tree = data.clean_tree()
    traits = data.expanded(tree, "2")
    assert [trait.id for trait in traits[:3]] == ["piece", "emb2", "mark"]
    assert "prototype" not in {trait.id for trait in traits}
    assert traits[0] == parse_definition(text_of(next(n for n in tree.iter() if n.get("gpid") == "2")))[0]


def test_defined_properties_of_the_clean_module(tmp_path: Path) -> None:
    known = defined_properties(load_module(Parts().write(tmp_path / "x.vmod")))
    expected = {
        "Side",
        "Layer",
        "Steps",
        "Score",
        "Step_Level",
        "Rotate_Facing",
        "2d6_result",
        "Cup_numPieces",
    }
    assert expected <= known
    assert "" not in known
