"""A small module without a fault, and the means to break it."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PIL import Image

from module_builder.vassal import builders as b
from module_builder.vassal.archive import Archive, build_save, write_archive
from module_builder.vassal.buildfile import descendants, element, format_build_file, text_of
from module_builder.vassal.keys import command as change
from module_builder.vassal.keys import commands as changes
from module_builder.vassal.keys import ctrl, increment, named, set_to
from module_builder.vassal.metadata import Metadata, format_metadata
from module_builder.vassal.savegame import (
    AddPiece,
    AddStack,
    BeginSave,
    Command,
    EndSave,
    PlacedBoard,
    Save,
    SetBoards,
    SetupStackDone,
    Sgkc,
)
from module_builder.vassal.traits import Trait, format_definition, parse_definition

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from lxml.etree import _Element

MODULE = "VASSAL.build.module."
MAP = f"{MODULE}map."
BOARD = f"{MAP}boardPicker."
GRID = f"{BOARD}board."
ZONE = f"{GRID}mapgrid."
WIDGET = "VASSAL.build.widget."
BASICS = (
    "ForwardToKeyBuffer Scroller ForwardToChatter MenuDisplayer MapCenterer StackExpander PieceMover"
    " KeyBufferer"
)
CUP_SPEC = (
    "VASSAL.build.module.PieceWindow:Counters/VASSAL.build.widget.ListWidget:Allied/"
    "VASSAL.build.widget.PieceSlot:Control"
)


def png(width: int = 8, height: int = 8, shade: int = 100) -> bytes:
    """A small picture."""
    out = io.BytesIO()
    Image.new("RGB", (width, height), (shade, 120, 90)).save(out, "PNG")
    return out.getvalue()


def slot(name: str, gpid: str, traits: Iterable[Trait], *, image: str = "inf.png") -> _Element:
    """A slot with a piece."""
    piece = [b.basic_piece(name, image, gpid=gpid), *traits]
    attributes = {"entryName": name, "gpid": gpid, "width": 48, "height": 48}
    return element(f"{WIDGET}PieceSlot", attributes, text=format_definition(piece))


def prototype(name: str, traits: Iterable[Trait]) -> _Element:
    """A prototype definition."""
    text = format_definition([Trait("piece;;;;", "null;0;0;;0"), *traits])
    return element(f"{MODULE}PrototypeDefinition", {"name": name}, text=text)


def common_traits() -> list[Trait]:
    """What every unit of the clean module can do."""
    return [
        b.rotate(6, cw_key="93,130", ccw_key="91,130"),
        b.mark_moved(),
        b.send_to_zone("To Caen", key=ctrl("Z"), map_name="Main", zone="Caen"),
        b.send_to_region("To Utah", key=ctrl("U"), map_name="Main", region="Utah"),
        b.send_to_grid("Eliminate", key=ctrl("E"), map_name="Main", board="Land", location="Utah"),
        b.place_marker("Control", key=ctrl("K"), spec=CUP_SPEC, gpid=20),
        b.return_to_deck("Discard", key=ctrl("Q"), deck="Cup"),
        b.dynamic_property("Steps", 2, commands=changes(change("Step loss", ctrl("1"), increment(-1)))),
        b.set_global_property("Score", commands=changes(change("Score", ctrl("2"), set_to("{Score + 1}")))),
        b.trigger(
            "Fire", actions=[ctrl("1")], key=named("Fire"), menu="Fire", match='{Steps > 0 && Side == "US"}'
        ),
        b.report([ctrl("1")], "$newPieceName$ has $Steps$ steps"),
    ]


def unit_traits() -> list[Trait]:
    """A unit: two faces, a side, the common prototype."""
    return [
        b.layer(["inf.png", "infb.png"], name="Step", increase=ctrl("F"), increase_text="Flip"),
        b.marker({"Side": "US", "Layer": "Units"}),
        b.prototype("Common"),
    ]


def _map() -> _Element:
    regions = [
        element(f"{GRID}Region", {"name": name, "originx": x, "originy": 30})
        for name, x in (("Utah", 120), ("Omaha", 160))
    ]
    zones = [
        element(f"{ZONE}Zone", {"name": "Caen", "path": "0,0;100,0;100,60;0,60", "locationFormat": "$name$"}),
        element(
            f"{ZONE}Zone",
            {"name": "Coast", "path": "100,0;200,0;200,60;100,60", "locationFormat": "$gridLocation$"},
            element(f"{GRID}RegionGrid", {}, *regions),
        ),
    ]
    board = element(
        f"{BOARD}Board", {"name": "Land", "image": "map.png"}, element(f"{GRID}ZonedGrid", {}, *zones)
    )
    stack = element(
        f"{MAP}SetupStack",
        {"name": "Start", "owningBoard": "Land", "useGridLocation": True, "location": "Utah"},
        slot("1st Div", "1", unit_traits()),
    )
    pile = element(f"{MAP}DrawPile", {"name": "Cup", "owningBoard": "Land", "x": 20, "y": 20})
    return element(
        f"{MODULE}Map",
        {"mapName": "Main", "launch": False, "moveKey": named("Moved")},
        *[element(MAP + name) for name in BASICS.split()],
        element(f"{MAP}BoardPicker", {}, board),
        element(f"{MAP}StackMetrics"),
        element(f"{MAP}CounterDetailViewer", {"version": 4, "display": "from all layers"}),
        element(f"{MAP}LayeredPieceCollection", {"property": "Layer", "layerOrder": "Units,Markers"}),
        stack,
        pile,
    )


def clean_tree() -> _Element:
    """The build file of a module in which nothing is wrong."""
    moved = b.trigger("Moved", actions=[ctrl("1")], key=named("Moved"))
    palette = element(
        f"{WIDGET}ListWidget",
        {"entryName": "Allied"},
        slot("2nd Div", "2", unit_traits()),
        slot("Control", "3", [b.marker({"Side": "US", "Layer": "Markers"}), b.delete(key=ctrl("X")), moved]),
    )
    entries = [element("entry", text=side) for side in ("Allied", "Axis")]
    setup = {"name": "D-Day", "file": "dday.vsav", "useFile": True, "isMenu": False}
    startup = {"name": "Welcome", "whenToApply": "startOfGameOnly", "hotkey": ctrl("1")}
    chart = {"chartName": "Results", "fileName": "crt.html"}
    return element(
        "VASSAL.build.GameModule",
        {"name": "Clean", "version": "1.0", "VassalVersion": "3.7.0", "nextPieceSlotId": 100},
        element(f"{MODULE}BasicCommandEncoder"),
        element(
            f"{MODULE}Documentation",
            {},
            element(f"{MODULE}documentation.BrowserHelpFile", {"title": "Quick start"}),
            element(f"{MODULE}documentation.HelpFile", {"title": "Credits", "fileName": "credits.html"}),
        ),
        element(f"{MODULE}PlayerRoster", {}, *entries),
        element(f"{MODULE}GlobalOptions", {"chatterHTMLSupport": "Always", "autoReport": "Always"}),
        element(
            f"{MODULE}properties.GlobalProperties",
            {},
            element(f"{MODULE}properties.GlobalProperty", {"name": "Score", "initialValue": "0"}),
        ),
        element(f"{MODULE}PrototypesContainer", {}, prototype("Common", common_traits())),
        element(f"{MODULE}PieceWindow", {"name": "Counters"}, palette),
        _map(),
        element(f"{MODULE}ChartWindow", {"name": "Charts"}, element(f"{WIDGET}HtmlChart", chart)),
        element(f"{MODULE}PredefinedSetup", setup),
        element(
            f"{MODULE}DiceButton",
            {"name": "2d6", "reportFormat": "** $name$ = $result$ &lt;$PlayerName$&gt;"},
        ),
        element(f"{MODULE}StartupGlobalKeyCommand", startup),
    )


def expanded(tree: _Element, gpid: str) -> tuple[Trait, ...]:
    """The traits of a slot with its prototypes, as the engine saves them."""
    node = next(n for n in descendants(tree, "PieceSlot") if n.get("gpid") == gpid)
    definitions = {n.get("name"): n for n in descendants(tree, "PrototypeDefinition")}
    result: list[Trait] = []
    for trait in parse_definition(text_of(node)):
        if trait.id == "prototype":
            result += parse_definition(text_of(definitions[trait.field("name")]))[1:]
        else:
            result.append(trait)
    return tuple(result)


def setup_commands(tree: _Element, *, x: int = 120, y: int = 30) -> list[Command]:
    """A set-up with one unit in a stack."""
    traits = expanded(tree, "2")
    basic = Trait(traits[0].type, f"Main;{x};{y};2;0")
    return [
        BeginSave(),
        AddPiece.from_traits("11", (basic, *traits[1:])),
        AddStack("12", "Main", x, y, ("11",)),
        SetBoards("Main", (PlacedBoard("Land"),)),
        SetupStackDone(),
        Sgkc("SGKC0"),
        EndSave(),
    ]


def save_bytes(commands: Iterable[Command], *, name: str = "Clean", version: str = "1.0") -> bytes:
    """A .vsav of these commands."""
    module = Metadata(version, "3.7.0", name=name)
    archive = build_save(Save.from_commands(commands), saved=Metadata(version, "3.7.0"), module=module)
    return write_archive(archive)


def help_zip() -> bytes:
    """A zip with one page."""
    return write_archive(Archive().with_data("index.html", b"<html>Start</html>"))


@dataclass
class Parts:
    """A module taken apart, to be broken and put together again."""

    tree: _Element = field(default_factory=clean_tree)
    entries: dict[str, bytes] = field(default_factory=dict)
    build_name: str = "buildFile.xml"

    def __post_init__(self) -> None:
        meta = Metadata("1.0", "3.7.0", "demo", name="Clean", date_saved="1753797600000")
        self.entries = {
            "moduledata": format_metadata(meta),
            "images/map.png": png(200, 60),
            "images/inf.png": png(),
            "images/infb.png": png(shade=10),
            "help/Quick_start": help_zip(),
            "credits.html": b"<html>Thanks</html>",
            "crt.html": b'<html><img src="inf.png"></html>',
            "dday.vsav": save_bytes(setup_commands(self.tree)),
            **self.entries,
        }

    def one(self, short: str, name: str = "") -> _Element:
        """The first element of a short name, and of a name where one is given."""
        return next(n for n in descendants(self.tree, short) if not name or name in n.attrib.values())

    def set(self, short: str, attribute: str, value: str | None, *, name: str = "") -> None:
        """Give an attribute another value, or take it out."""
        node = self.one(short, name)
        if value is None:
            del node.attrib[attribute]
        else:
            node.set(attribute, value)

    def add(self, short: str, *children: _Element, name: str = "") -> None:
        """Put elements at the end of another."""
        self.one(short, name).extend(children)

    def piece(self, gpid: str, edit: Callable[[list[Trait]], Iterable[Trait]], *, renew: bool = True) -> None:
        """Change the traits of a slot, and the set-up with them."""
        node = next(n for n in descendants(self.tree, "PieceSlot") if n.get("gpid") == gpid)
        node.text = format_definition(edit(list(parse_definition(text_of(node)))))
        if renew:
            self.renew()

    def with_trait(self, *traits: Trait) -> None:
        """Give the marker of the palette more traits."""
        self.piece("3", lambda old: [*old, *traits])

    def renew(self) -> None:
        """Make the set-up from today's pieces."""
        self.entries["dday.vsav"] = save_bytes(setup_commands(self.tree))

    def data(self) -> bytes:
        """The bytes of the file."""
        archive = Archive().with_data(self.build_name, format_build_file(self.tree))
        for name, data in self.entries.items():
            archive = archive.with_data(name, data)
        return write_archive(archive)

    def write(self, path: Path) -> Path:
        """Write the file."""
        path.write_bytes(self.data())
        return path


def extension_tree(target: str = "VASSAL.build.module.PrototypesContainer") -> _Element:
    """An extension with one prototype and one piece."""
    window = "VASSAL.build.module.PieceWindow:Counters/VASSAL.build.widget.ListWidget:Allied"
    attributes = {"module": "Clean", "moduleVersion": "1.0", "version": "1.0", "vassalVersion": "3.7.0"}
    extension = f"{MODULE}ExtensionElement"
    return element(
        f"{MODULE}ModuleExtension",
        {**attributes, "extensionId": "abc", "nextPieceSlotId": 9, "anyModule": False},
        element(extension, {"target": target}, prototype("Extra", [b.marker({"Fast": "yes"})])),
        element(
            extension,
            {"target": window},
            slot("4th Div", "abc:1", [b.prototype("Extra"), b.prototype("Common")]),
        ),
    )


def write_extension(path: Path, tree: _Element) -> Path:
    """Write an extension."""
    meta = Metadata("1.0", "3.7.0", "more", universal=False)
    entries = {"buildFile.xml": format_build_file(tree), "extensiondata": format_metadata(meta)}
    archive = Archive()
    for name, data in entries.items():
        archive = archive.with_data(name, data)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(write_archive(archive))
    return path
