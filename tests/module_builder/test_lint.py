"""Every check finds its fault in a module broken on purpose, and none in the clean one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from module_builder.lint import Finding, lint, report
from module_builder.vassal.buildfile import element
from module_builder.vassal.keys import ctrl
from module_builder.vassal.metadata import Metadata, format_metadata
from module_builder.vassal.savegame import AddPiece, BeginSave, EndSave, SetBoards, SetupStackDone, Sgkc
from module_builder.vassal.traits import Trait, format_definition
from tests.module_builder import lint_data as data
from tests.module_builder.lint_data import GRID, MAP, MODULE, Parts

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from module_builder.vassal.commands import Command


PINNED = ctrl("P").replace(",", "\\,")
"""A key inside a list of keys."""


def codes(findings: list[Finding]) -> set[str]:
    """The codes of findings."""
    return {finding.code for finding in findings}


@pytest.fixture
def parts() -> Parts:
    """The clean module, taken apart."""
    return Parts()


def test_the_clean_module_has_no_finding(parts: Parts, tmp_path: Path) -> None:
    assert lint(parts.write(tmp_path / "clean.vmod")) == []


def _meta(parts: Parts, **changes: str) -> None:
    fields = {"version": "1.0", "vassal_version": "3.7.0", "name": "Clean", **changes}
    parts.entries["moduledata"] = format_metadata(Metadata(**fields))  # type: ignore[arg-type]


def _engine(parts: Parts, version: str) -> None:
    parts.tree.set("VassalVersion", version)
    _meta(parts, vassal_version=version)


def _before(parts: Parts, short: str, other: str) -> None:
    parts.one(other).addprevious(parts.one(short))


def _images(parts: Parts, *, late: bool) -> None:
    names = ["GamePieceLayoutsContainer", "ColorManager"] if late else ["ColorManager"]
    package = f"{MODULE}gamepieceimage."
    children = [element(package + name) for name in names]
    parts.tree.append(element(f"{package}GamePieceImageDefinitions", {}, *children))


def _option(parts: Parts, attribute: str, value: str) -> None:
    parts.set("GlobalOptions", attribute, value)


def _map_child(parts: Parts, short: str, **attributes: object) -> None:
    parts.add("Map", element(MAP + short, attributes))


def _module_child(parts: Parts, short: str, **attributes: object) -> None:
    parts.tree.append(element(MODULE + short, attributes))


def _property(parts: Parts, name: str) -> None:
    parts.add("GlobalProperties", element(f"{MODULE}properties.GlobalProperty", {"name": name}))


def _board(parts: Parts, name: str, **attributes: object) -> None:
    parts.add("BoardPicker", element(f"{data.BOARD}Board", {"name": name, **attributes}))


def _zone(parts: Parts, path: str, name: str = "New") -> None:
    parts.add("ZonedGrid", element(f"{data.ZONE}Zone", {"name": name, "path": path}))


def _region(parts: Parts, name: str, x: object, y: object = 30) -> None:
    parts.add("RegionGrid", element(f"{GRID}Region", {"name": name, "originx": x, "originy": y}))


def _without_definition(parts: Parts) -> None:
    parts.one("PieceSlot", "Control").text = None


def _raw_definition(parts: Parts, text: str) -> None:
    parts.one("PieceSlot", "Control").text = text


FILES: dict[str, list[Callable[[Parts], object]]] = {
    "missing-image": [
        lambda p: p.entries.pop("images/infb.png"),
        lambda p: p.set("Board", "image", "no.png"),
    ],
    "image-case": [lambda p: p.entries.update({"images/INFB.png": p.entries.pop("images/infb.png")})],
    "unused-image": [lambda p: p.entries.update({"images/left.png": data.png()})],
    "missing-file": [lambda p: p.entries.pop("crt.html"), lambda p: p.set("HelpFile", "fileName", "")],
    "missing-help": [lambda p: p.entries.update({"help/Quick start": p.entries.pop("help/Quick_start")})],
    "missing-sound": [lambda p: p.with_trait(Trait("playSound;bang.wav;Bang;66,130;false;"))],
    "no-metadata": [lambda p: p.entries.pop("moduledata")],
    "bad-metadata": [lambda p: p.entries.update(moduledata=b"<data>")],
    "metadata-mismatch": [lambda p: _meta(p, version="1.1"), lambda p: _meta(p, name="Other")],
    "engine-new": [lambda p: _engine(p, "3.8.0")],
    "engine-old": [lambda p: _engine(p, "3.2.17")],
    "two-build-files": [lambda p: p.entries.update(buildFile=b"<old/>")],
    "old-build-file": [lambda p: setattr(p, "build_name", "buildFile")],
    "is-a-save": [lambda p: p.entries.update(savedGame=b"!VCSK00")],
    "missing-setup": [lambda p: p.entries.pop("dday.vsav")],
    "bad-setup": [
        lambda p: p.entries.update({"dday.vsav": b"no zip"}),
        lambda p: p.entries.update({"dday.vsav": data.help_zip()}),
    ],
}

TREE: dict[str, list[Callable[[Parts], object]]] = {
    "unknown-element": [
        lambda p: p.tree.append(element("some.SuchClass")),
        lambda p: p.tree.append(element("VASSAL.build.module.PieceWindw")),
    ],
    "unlisted-element": [lambda p: p.tree.append(element("VASSAL.some.LaterClass"))],
    "unknown-attribute": [lambda p: p.set("PieceWindow", "nmae", "x")],
    "bad-value": [
        lambda p: p.set("DiceButton", "nDice", "two"),
        lambda p: p.set("Map", "launch", "yes"),
        lambda p: p.set("Map", "backgroundcolor", "red"),
        lambda p: p.set("Map", "markMoved", "Sometimes"),
        lambda p: p.set("CounterDetailViewer", "display", "from the top"),
        lambda p: p.set("PieceWindow", "scale", "big"),
        lambda p: p.add("Board", element(f"{GRID}HexGrid", {"dx": 0, "dy": 10})),
    ],
    "bad-key": [lambda p: p.set("DiceButton", "hotkey", "Ctrl&F")],
    "key-comma": [lambda p: p.set("DiceButton", "hotkey", "57348,0,Roll, now")],
    "duplicate-name": [
        lambda p: p.tree.append(element(f"{MODULE}Map", {"mapName": "Main"})),
        lambda p: _board(p, "Land", width=10, height=10),
        lambda p: _zone(p, "0,0;5,0;5,5", "Caen"),
        lambda p: _region(p, "Utah", 180),
        lambda p: _map_child(p, "DrawPile", name="Cup"),
        lambda p: p.add("PlayerRoster", element("entry", text="Axis")),
        lambda p: _property(p, "Score"),
        lambda p: p.add("PrototypesContainer", data.prototype("Common", [])),
    ],
    "no-name": [lambda p: p.tree.append(element(f"{MODULE}Map"))],
    "no-board": [lambda p: p.tree.append(element(f"{MODULE}Map", {"mapName": "Other"}))],
    "gpid-missing": [lambda p: p.set("PieceSlot", "gpid", None)],
    "gpid-duplicate": [
        lambda p: p.set("PieceSlot", "gpid", "1"),
        lambda p: p.set("PieceSlot", "gpid", "20"),
    ],
    "gpid-number": [lambda p: p.set("PieceSlot", "gpid", "x1")],
    "gpid-high": [lambda p: p.set("PieceSlot", "gpid", "100"), lambda p: p.tree.set("nextPieceSlotId", "15")],
    "no-next-id": [lambda p: p.tree.attrib.pop("nextPieceSlotId")],
    "picker-late": [lambda p: _before(p, "SetupStack", "BoardPicker")],
    "no-board-setup": [lambda p: _board(p, "Sea", width=10, height=10)],
    "viewer-version": [lambda p: p.set("CounterDetailViewer", "version", "3")],
    "color-manager-late": [lambda p: _images(p, late=True)],
    "encoder-late": [lambda p: p.tree.append(p.one("BasicCommandEncoder"))],
    "old-root": [lambda p: setattr(p.tree, "tag", "VASSAL.launch.BasicModule")],
    "no-sides": [lambda p: p.tree.remove(p.one("PlayerRoster"))],
}

WIDE = b"\x89PNG\r\n\x1a\n" + b"\0" * 8 + b"\0\0\x27\x11\0\0\0\x40"

BOARDS: dict[str, list[Callable[[Parts], object]]] = {
    "board-large": [
        lambda p: p.entries.update({"images/map.png": WIDE}),
        lambda p: p.one("Board").attrib.update({"image": "", "width": "9000", "height": "9000"}),
    ],
    "region-outside": [lambda p: _region(p, "Far", 201), lambda p: _region(p, "Up", 120, -1)],
    "region-same-point": [lambda p: _region(p, "Twin", 120)],
    "region-outside-zone": [lambda p: _region(p, "West", 10)],
    "zone-empty": [
        lambda p: _zone(p, "0,0;5,5"),
        lambda p: _zone(p, ""),
        lambda p: _zone(p, f"0,0;1,1;{10**400},2"),
    ],
    "zone-crossing": [lambda p: _zone(p, "0,0;10,10;10,0;0,10")],
    "zone-outside": [
        lambda p: _zone(p, "190,10;260,10;260,50;190,50"),
        lambda p: _zone(p, "300,0;400,0;400,50"),
    ],
    "zone-hidden": [
        lambda p: _zone(p, "10,10;50,10;50,50;10,50"),
        lambda p: _zone(p, "60,10;140,10;140,50;60,50"),
    ],
}

LABEL = "label;76,130;Label;{size};;{color};t;0;c;0;b;c;$label$;Dialog;0;0;L;;false"
LAYER = "emb2;;2;;;2;;;2;;;;1;false;0;0;{images};;true;L;;;{follow};{prop};1;1;true"
TRAIL = "footprint;84,130;Trail;false;true;10;255,255,255;0,0,0;100;50;20;30;1.0"


def _label(*, size: str = "9", color: str = "0,0,0") -> Trait:
    return Trait(LABEL.format(size=size, color=color))


def _layer(*, images: str = "inf.png", follow: str = "false", prop: str = "", level: str = "1") -> Trait:
    return Trait(LAYER.format(images=images, follow=follow, prop=prop), level)


TRAITS: dict[str, list[Callable[[Parts], object]]] = {
    "unknown-trait": [lambda p: p.with_trait(Trait("nosuch;a;b"))],
    "trait-states": [
        lambda p: _raw_definition(p, "+/null/mark;A\tpiece;;;inf.png;C/x"),
        lambda p: _raw_definition(p, "nonsense"),
        lambda p: p.with_trait(Trait("placemark;Put;80,130;+/null/mark\\;A;null;0;0;false;;;30")),
    ],
    "no-definition": [_without_definition],
    "no-basic-piece": [lambda p: _raw_definition(p, format_definition([Trait("mark;A", "1")]))],
    "trait-value": [
        lambda p: p.with_trait(_label(size="big")),
        lambda p: p.with_trait(_label(color="blue")),
        lambda p: p.with_trait(Trait("sendto;Go;71,130;Main;Land;0;0;;;0;0;0;0;;Q;;;;")),
        lambda p: p.with_trait(Trait("rotate;0;93,130;91,130;;;;;Turn;")),
        lambda p: p.with_trait(Trait("PROP;Fuel;false,0,9,false;Use:85\\,130:Z\\,1;", "1")),
        lambda p: p.with_trait(Trait("PROP;Fuel;true,low,9,false;;", "1")),
        lambda p: p.with_trait(Trait("immob;q;N;R;")),
        lambda p: p.with_trait(Trait("obs;80,130;infb.png;Mask;X;?;player:;Peek", "null;")),
        lambda p: p.with_trait(Trait("macro;Loop;Loop;76,130;;;49\\,130;maybe")),
        lambda p: p.with_trait(_layer(follow="true")),
    ],
    "trait-state": [
        lambda p: p.with_trait(_layer(level="3")),
        lambda p: p.with_trait(Trait("mark;A", "1,2")),
    ],
    "layer-empty": [lambda p: p.with_trait(_layer(images=""))],
    "marker-empty": [lambda p: p.with_trait(Trait("mark;", ""))],
    "bad-key": [lambda p: p.with_trait(Trait("delete;Kill;???;"))],
    "key-comma": [
        lambda p: p.with_trait(Trait("delete;Kill;57348,0,Kill, now;")),
        lambda p: p.with_trait(Trait("macro;M;M;76,130;;;57348\\,0\\,Go\\, go")),
    ],
    "unknown-prototype": [lambda p: p.with_trait(Trait("prototype;Comon"))],
    "prototype-circle": [
        lambda p: p.add("PrototypesContainer", data.prototype("Self", [Trait("prototype;Self")])),
        lambda p: p.add(
            "PrototypesContainer",
            data.prototype("A", [Trait("prototype;B")]),
            data.prototype("B", [Trait("prototype;A")]),
        ),
    ],
    "double-key": [lambda p: p.with_trait(Trait(f"clone;Copy;{ctrl('X')};"))],
    "trail-order": [
        lambda p: p.with_trait(
            Trait(
                "footprint;84,130;Trail;false;true;10;255,255,255;0,0,0;100;50;20;30;1.0", "false;;0;false"
            ),
            Trait("pivot;Pivot;80,130;0;0;false;"),
        )
    ],
    "long-menu": [
        lambda p: p.with_trait(Trait(f"submenu;More;{','.join(['Delete'] * 13)};")),
        lambda p: _module_child(p, "ToolbarMenu", text="All", menuItems=",".join(["Clear"] * 13)),
    ],
    "key-habit": [lambda p: p.with_trait(Trait(f"footprint;{ctrl('R')};Trail;false;true;10"))],
    "report-hides-state": [
        lambda p: p.with_trait(
            Trait(f"PROP;Pinned;false,0,100,false;Pinned:{PINNED}:P\\,1"),
            Trait(f"report;{PINNED};$newPieceName$: $menuCommand$;;;;false", "-1"),
        )
    ],
    "submenu-item": [lambda p: p.with_trait(Trait("submenu;More;Delete,Fly;"))],
    "dead-key": [
        lambda p: _module_child(p, "GlobalKeyCommand", name="Clear", hotkey="57348,0,Nobody"),
        lambda p: p.with_trait(Trait("macro;M;M;76,130;;;57348\\,0\\,Nobody")),
        lambda p: p.set("Map", "moveKey", "57348,0,Mvoed"),
    ],
}

SEND = "sendto;Go;71,130;Main;{board};0;0;;;0;0;0;0;;{to};{zone};{region};;Utah"
GKC = (
    "globalkey;Go;71,130;49,130;;false;1;true;true;;;-1;"
    "COUNTER|true|{where}||0|0|{deck}|false|||EQUALS||;false;"
)


def _send(to: str, *, board: str = "", zone: str = "", region: str = "") -> Trait:
    return Trait(SEND.format(to=to, board=board, zone=zone, region=region), ";;")


def _gkc(where: str, deck: str = "") -> Trait:
    return Trait(GKC.format(where=where, deck=deck))


TARGETS: dict[str, list[Callable[[Parts], object]]] = {
    "unknown-map": [
        lambda p: p.with_trait(Trait("sendto;Go;71,130;Mian;;0;0;;;0;0;0;0;;L", ";;")),
        lambda p: _module_child(p, "PlayerHand", mapName="Hand", side="Axis", useBoards="Table"),
        lambda p: p.with_trait(_gkc("MAP|Mian|||")),
    ],
    "unknown-board": [
        lambda p: p.with_trait(_send("G", board="Sea")),
        lambda p: p.set("SetupStack", "owningBoard", "Sea"),
    ],
    "send-without-board": [lambda p: p.with_trait(_send("G"))],
    "unknown-zone": [
        lambda p: p.with_trait(_send("Z", zone="Cean")),
        lambda p: p.with_trait(_send("Z")),
        lambda p: p.with_trait(_gkc("ZONE|Main||Cean|")),
        lambda p: p.with_trait(Trait("setprop;Score;false,0,9,false;;;Named Zone;Cean")),
    ],
    "unknown-region": [
        lambda p: p.with_trait(_send("R", region="Juno")),
        lambda p: _map_child(p, "MoveCameraButton", moveCameraMode="R", regionName="Juno"),
    ],
    "unknown-deck": [
        lambda p: p.with_trait(Trait("return;Back;66,130;;Select;;2;false;Bag")),
        lambda p: p.with_trait(_gkc("DECK||||", "Bag")),
        lambda p: p.add("DrawPile", element(f"{MAP}deck.DeckSendKeyCommand", {"targetDeck": "Bag"})),
    ],
    "return-without-deck": [lambda p: p.with_trait(Trait("return;Back;66,130;;Select;;2;false;"))],
    "unknown-slot": [
        lambda p: p.with_trait(Trait(f"placemark;Put;80,130;{data.CUP_SPEC}x;null;0;0;false;;;30")),
        lambda p: p.with_trait(Trait(f"replace;Put;80,130;{MODULE}PieceWindow:No;null;0;0;false;;;30")),
    ],
    "marker-without-piece": [lambda p: p.with_trait(Trait("replace;Put;80,130;null;null;0;0;false;;;30"))],
    "unknown-property": [lambda p: p.with_trait(Trait("setprop;Scroe;false,0,9,false;;;Module;"))],
    "unknown-side": [
        lambda p: p.with_trait(Trait("restrict;Allied,Axes;false;true;")),
        lambda p: p.with_trait(Trait("hide;73,130;Hide;;sides:Axes", "null")),
        lambda p: _module_child(p, "PlayerHand", mapName="Hand", side="Axes", useBoards="Main"),
        lambda p: p.set("DrawPile", "deckOwners", "Axes"),
    ],
    "unknown-location": [lambda p: p.set("SetupStack", "location", "Sword")],
    "unknown-layer": [lambda p: p.set("CounterDetailViewer", "layerList", "Units,Ships")],
    "unknown-button": [lambda p: _module_child(p, "ToolbarMenu", text="Menu", menuItems="2d6,3d6")],
}

TEXTS: dict[str, list[Callable[[Parts], object]]] = {
    "expression-assigns": [
        lambda p: p.with_trait(Trait('macro;M;M;76,130;{Side = "US"};;49\\,130')),
        lambda p: _module_child(p, "GlobalKeyCommand", filter='{Side = "US"}'),
        lambda p: p.with_trait(Trait('calcProp;N;{Count("{Side=\\"US\\"}")};')),
    ],
    "expression-unbalanced": [
        lambda p: p.with_trait(Trait("calcProp;N;{(Score + 1};")),
        lambda p: p.with_trait(Trait('calcProp;N;{Side == "US};')),
        lambda p: p.with_trait(Trait("calcProp;N;{Score + 1;")),
        lambda p: p.with_trait(Trait("calcProp;N;Score};")),
    ],
    "expression-operator": [lambda p: p.with_trait(Trait("calcProp;N;{1 +* 2};"))],
    "expression-braces": [lambda p: p.with_trait(Trait("macro;M;M;76,130;Side == US;;49\\,130"))],
    "html-lost": [
        lambda p: p.set("DiceButton", "reportFormat", "$name$ <$PlayerName$>"),
        lambda p: p.with_trait(Trait("report;49\\,130;* <$PlayerName$>;;;;false", "-1")),
    ],
    "report-piece-name": [lambda p: p.with_trait(Trait("report;49\\,130;$pieceName$;;;;false", "-1"))],
    "property-unknown": [
        lambda p: p.with_trait(Trait("calcProp;N;{Sroce + 1};")),
        lambda p: p.with_trait(Trait("report;49\\,130;$Sroce$;;;;false", "-1")),
        lambda p: p.with_trait(Trait("macro;M;M;76,130;Sroce > 1;;49\\,130")),
        lambda p: p.with_trait(_layer(follow="true", prop="Sroce")),
    ],
}


def _save(parts: Parts, edit: Callable[[list[Command]], list[Command]]) -> None:
    parts.entries["dday.vsav"] = data.save_bytes(edit(data.setup_commands(parts.tree)))


def _no(kind: type[Command]) -> Callable[[Parts], object]:
    return lambda p: _save(p, lambda commands: [c for c in commands if not isinstance(c, kind)])


def _other_piece(parts: Parts, type_text: str, state: str) -> None:
    extra = AddPiece("13", type_text, state)
    _save(parts, lambda commands: [commands[0], extra, *commands[1:]])


SETUPS: dict[str, list[Callable[[Parts], object]]] = {
    "setup-stack": [_no(SetupStackDone)],
    "setup-boards": [_no(SetBoards)],
    "setup-startup": [_no(Sgkc)],
    "setup-order": [_no(AddPiece)],
    "setup-map": [
        lambda p: _save(p, lambda c: [*c[:-1], SetBoards("Table", ()), c[-1]]),
        lambda p: p.set("Board", "name", "Earth"),
    ],
    "setup-stale": [
        lambda p: p.piece("2", lambda old: [*old, Trait("delete;Delete;88,130;")], renew=False),
        lambda p: p.piece("2", lambda old: [old[0].replaced(image="infb.png"), *old[1:]], renew=False),
    ],
    "setup-orphan": [lambda p: _other_piece(p, "piece;;;inf.png;Stranger", "Main;1;1;77;0")],
    "setup-module": [
        lambda p: p.entries.update({"dday.vsav": data.save_bytes(data.setup_commands(p.tree), name="Other")})
    ],
    "setup-version": [
        lambda p: p.entries.update({"dday.vsav": data.save_bytes(data.setup_commands(p.tree), version="0.9")})
    ],
    "trait-states": [lambda p: _other_piece(p, "mark;A\tpiece;;;inf.png;Odd", "1")],
    "bad-setup": [lambda p: p.entries.update({"dday.vsav": data.save_bytes([EndSave(), BeginSave()])})],
}

CASES = [
    pytest.param(code, broken, id=f"{code}-{i}")
    for table in (FILES, TREE, BOARDS, TRAITS, TARGETS, TEXTS, SETUPS)
    for code, each in table.items()
    for i, broken in enumerate(each)
]


@pytest.mark.parametrize(("code", "broken"), CASES)
def test_each_fault_is_found(
    code: str, broken: Callable[[Parts], object], parts: Parts, tmp_path: Path
) -> None:
    broken(parts)
    found = lint(parts.write(tmp_path / "broken.vmod"))
    assert code in codes(found), report(found)
    assert all(finding.text and "\n" not in str(finding) for finding in found)
    assert "; ;" not in report(found)
