"""Checks of names that point elsewhere: maps, boards, zones, regions, decks, slots, sides, layers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from module_builder.lint_model import (
    MAPS,
    advice,
    component_path,
    error,
    is_dynamic,
    own_name,
    suggestion,
    warning,
)
from module_builder.lint_properties import global_properties
from module_builder.vassal.buildfile import descendants, short_name
from module_builder.vassal.errors import FormatError
from module_builder.vassal.sequence_encoder import decode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lxml.etree import _Element

    from module_builder.lint_model import Finding, Module, TraitAt

__all__ = ["check_targets", "resolves"]

_SIDES = {"PrivateMap": "side", "PlayerHand": "side", "Inventory": "sides", "DrawPile": "deckOwners"}
_WHERE = {"map": 3, "board": 4, "zone": 5, "deck": 9}
_EXTRA_SIDES = frozenset({"Solitaire", "Solo", "Moderator", "Referee", "observer", "all"})
_LAYER_LISTS = {"LayerControl": "layers", "CounterDetailViewer": "layerList"}


class _Names:
    """All names that something may point at."""

    def __init__(self, module: Module) -> None:
        self.known: dict[str, frozenset[str]] = {
            "map": module.maps(),
            "board": module.names("Board"),
            "zone": module.names("Zone"),
            "region": module.names("Region"),
            "deck": module.names("DrawPile"),
            "side": module.sides() | _EXTRA_SIDES,
        }
        self.on_map: dict[str, dict[str, frozenset[str]]] = {}
        for node in module.every(*MAPS):
            self.on_map[node.get("mapName", "")] = {
                what.lower(): frozenset(n.get("name", "") for n in descendants(node, what))
                for what in ("Board", "Zone", "Region")
            }

    def fault(self, what: str, name: str, place: str, *, map_name: str = "") -> Iterator[Finding]:
        """A finding when there is nothing of that kind and name."""
        if not name or is_dynamic(name):
            return
        known, where = self.known[what], ""
        here = self.on_map.get(map_name, {})
        if map_name and not here.get("board") and what != "map":
            here = {}
        if what in here:
            known, where = here[what], f" on map {map_name}"
        if name not in known:
            yield error(
                f"unknown-{what}", place, f"there is no {what} {name!r}{where}", suggestion(name, known)
            )


def check_targets(module: Module) -> Iterator[Finding]:
    """Check every name that points at another component (reference 5 and 7)."""
    if module.is_extension:
        yield from _extension(module)
    for extension in module.extensions:
        yield from _targets_of_extension(extension, module)
    if not module.complete:
        return
    names = _Names(module)
    properties = global_properties(module)
    for at in module.traits():
        yield from _trait(at, names, module, properties)
    yield from _components(module, names)
    yield from _setup_stacks(module)
    yield from _menus(module)


def _trait(at: TraitAt, names: _Names, module: Module, properties: frozenset[str]) -> Iterator[Finding]:
    match at.trait.id:
        case "sendto":
            yield from _send(at, names)
        case "return":
            yield from _return(at, names)
        case "placemark" | "replace":
            yield from _marker(at, module)
        case "globalkey" | "setpieceprop" | "attach":
            yield from _command_target(at["target"], at.place, names)
        case "setprop":
            yield from _set_property(at, names, properties)
        case "restrict":
            for side in decode(at["sides"], ","):
                yield from names.fault("side", side, at.place)
        case "hide" | "obs":
            access = decode(at["access"], ":")
            for side in access[1:] if access[0] == "sides" else ():
                yield from names.fault("side", side, at.place)


def _send(at: TraitAt, names: _Names) -> Iterator[Finding]:
    place, where = at.place, at["map"]
    kind = (at["destination"] or "L")[0]
    if kind in "LGZR":
        yield from names.fault("map", where, place)
    if kind in "LG":
        yield from names.fault("board", at["board"], place, map_name=where)
    if kind == "G" and not at["board"]:
        yield error("send-without-board", place, "sends to a grid location without a board", "name the board")
    for letter, what in (("Z", "zone"), ("R", "region")):
        if kind == letter:
            yield from names.fault(what, at[what], place, map_name=where)
        if kind == letter and not at[what]:
            yield error(f"unknown-{what}", place, f"sends to a {what} without naming one")


def _return(at: TraitAt, names: _Names) -> Iterator[Finding]:
    """Check the deck: named in the old field, in the expression, or chosen by the player."""
    if at["select_deck"] == "true":
        return
    expression = at["deck_expression"]
    if at["version"] == "2" and not expression:
        yield error("return-without-deck", at.place, "returns to no deck", "give the deck expression")
    plain = expression or ("" if at["version"] == "2" else at["deck"])
    if plain and not names.known["deck"]:
        yield error("unknown-deck", at.place, f"there is no deck {plain!r}, nor any other")
    elif expression or at["version"] == "2":
        yield from names.fault("deck", plain.strip('"'), at.place)


def _marker(at: TraitAt, module: Module) -> Iterator[Finding]:
    spec = at["spec"]
    if spec in {"", "null"}:
        yield warning("marker-without-piece", at.place, f"{at.trait.id} makes no piece", "choose one")
    elif not spec.startswith("+/") and not resolves(module, spec):
        yield error("unknown-slot", at.place, f"there is no slot {spec}", "choose the piece again")


def resolves(module: Module, path: str) -> bool:
    """Tell whether a component path leads to a component of the module or of its extensions.

    Parameters
    ----------
    module
        The module.
    path
        Steps ``class:name`` joined by ``/``, as Place Marker and extensions write them.

    Returns
    -------
    bool
        True for the empty path, which is the module itself.
    """
    known: dict[str, bool] = module.kept.setdefault("resolved", {})
    if path not in known:
        known[path] = _resolves(module, path)
    return known[path]


def _resolves(module: Module, path: str) -> bool:
    steps = [(*decode(step, ":"), "")[:2] for step in decode(path, "/")] if path else []
    roots: list[tuple[_Element, list[tuple[str, ...]]]] = [(one.root, steps) for one in module.family()]
    for element in module.every("ExtensionElement"):
        target = element.get("target", "")
        if path.startswith(f"{target}/"):
            roots.append((element, steps[len(decode(target, "/")) :]))
    return any(_leads([node], rest) for node, rest in roots)


def _leads(nodes: list[_Element], steps: Iterable[tuple[str, ...]]) -> bool:
    for tag, name in steps:
        nodes = [child for node in nodes for child in node if child.tag == tag and _is_called(child, name)]
    return bool(nodes)


def _is_called(node: _Element, name: str) -> bool:
    return not name or not own_name(node) or name in node.attrib.values()


def _command_target(text: str, place: str, names: _Names) -> Iterator[Finding]:
    fields = decode(text, "|")
    if len(fields) < 10 or fields[1] != "true":
        return
    needs = {
        "MAP": ("map",),
        "ZONE": ("map", "zone"),
        "LOCATION": ("map",),
        "XY": ("map", "board"),
        "DECK": ("deck",),
    }
    for what in needs.get(fields[2], ()):
        where = fields[3] if what != "deck" and not is_dynamic(fields[3]) else ""
        yield from names.fault(what, fields[_WHERE[what]], place, map_name="" if what == "map" else where)


def _set_property(at: TraitAt, names: _Names, properties: frozenset[str]) -> Iterator[Finding]:
    name = at["name"]
    if not is_dynamic(name) and name not in properties:
        text = f"sets {name!r}, which is no global property"
        yield error("unknown-property", at.place, text, suggestion(name, properties) or "define it")
    what = {"Named Zone": "zone", "Named Map": "map"}.get(at["level"])
    if what:
        yield from names.fault(what, at["search_name"], at.place)


def _components(module: Module, names: _Names) -> Iterator[Finding]:
    table = module.table
    for node in module.root.iter():
        if not isinstance(node.tag, str):
            continue
        short, place = short_name(node), component_path(node)
        if "target" in node.attrib and table.get(node.tag) and short != "ExtensionElement":
            yield from _command_target(node.get("target", ""), place, names)
        if short in _SIDES:
            for side in decode(node.get(_SIDES[short], ""), ","):
                yield from names.fault("side", side, place)
        if short in {"SetupStack", "DrawPile"}:
            owner = next((up for up in node.iterancestors() if short_name(up) in MAPS), None)
            map_name = "" if owner is None else owner.get("mapName", "")
            yield from names.fault("board", node.get("owningBoard", ""), place, map_name=map_name)
        yield from _pointing(node, short, place, names)


def _pointing(node: _Element, short: str, place: str, names: _Names) -> Iterator[Finding]:
    pairs = {
        "PrivateMap": [("useBoards", "map")],
        "PlayerHand": [("useBoards", "map")],
        "ChessClock": [("side", "side")],
        "MoveCameraButton": [("boardName", "board"), ("zoneName", "zone"), ("regionName", "region")],
    }.get(short, [])
    if short == "DrawPile" and node.get("reshufflable") == "true":
        pairs = [("reshuffleTarget", "deck")]
    if short == "DeckSendKeyCommand" and node.get("variableDeck") != "true":
        pairs = [("targetDeck", "deck")]
    for attribute, what in pairs:
        yield from names.fault(what, node.get(attribute, ""), f"{place}: {attribute}")
    if short in _LAYER_LISTS:
        yield from _layers(node, short, place)


def _layers(node: _Element, short: str, place: str) -> Iterator[Finding]:
    owner = next((up for up in node.iterancestors() if short_name(up) in MAPS), None)
    if owner is None:
        return
    known: set[str] = set()
    for layers in descendants(owner, "LayeredPieceCollection"):
        known |= set(decode(layers.get("layerOrder", ""), ","))
    for layer in decode(node.get(_LAYER_LISTS[short], ""), ","):
        if layer and layer not in known and not layer.isdigit() and not is_dynamic(layer):
            text = f"there is no layer {layer!r} on this map"
            yield warning("unknown-layer", place, text, suggestion(layer, known))


def _setup_stacks(module: Module) -> Iterator[Finding]:
    """Check grid locations of at-start stacks, on boards of named points and zones only."""
    for board_map in descendants(module.root, *MAPS):
        boards = {node.get("name", ""): node for node in descendants(board_map, "Board")}
        places: dict[str, set[str] | None] = {}
        for stack in descendants(board_map, "SetupStack"):
            location = stack.get("location", "")
            if stack.get("useGridLocation") != "true" or not location or is_dynamic(location):
                continue
            owner = stack.get("owningBoard", "")
            if owner not in places:
                places[owner] = _locations([boards[n] for n in boards if owner in {"", n}])
            known = places[owner]
            if known is not None and location not in known:
                text = f"there is no location {location!r}"
                yield error("unknown-location", component_path(stack), text, suggestion(location, known))


def _locations(boards: Iterable[_Element]) -> set[str] | None:
    """All names that a grid location may have; None where a grid counts cells."""
    found: set[str] = set()
    for board in boards:
        if list(descendants(board, "HexGrid", "SquareGrid")):
            return None
        for node in descendants(board, "Region", "Zone"):
            found.add(node.get("name", ""))
        try:
            found |= _formatted(board)
        except FormatError:
            return None
    return found or None


def _formatted(board: _Element) -> set[str]:
    """Names as reports write them, e.g. a region with its zone."""
    from module_builder.vassal.grids import fill_format
    from module_builder.vassal.polygon import Polygon

    found = set()
    for zone in descendants(board, "Zone"):
        pattern, name = zone.get("locationFormat", "$name$"), zone.get("name", "")
        inner = [region.get("name", "") for region in descendants(zone, "Region")] or [""]
        if Polygon.parse(zone.get("path", "")).points:
            found |= {fill_format(pattern, {"name": name, "gridLocation": region}) for region in inner}
    return found


def _menus(module: Module) -> Iterator[Finding]:
    buttons = set()
    for node in module.every(*{name.rpartition(".")[2] for name in module.table}):
        for attribute in ("text", "buttonText", "label", "buttonName", "threadName", "name", "mapName"):
            buttons.add(node.get(attribute, ""))
    for node in descendants(module.root, "ToolbarMenu", "MultiActionButton"):
        for item in decode(node.get("menuItems", ""), ","):
            if item and item not in buttons and not is_dynamic(item):
                text = f"names {item!r}, which is no button's text"
                yield warning("unknown-button", component_path(node), text, suggestion(item, buttons))


def _extension(module: Module) -> Iterator[Finding]:
    if module.base is None:
        text = "its module is not beside it: names that it shares with the module are not checked"
        yield advice("extension-alone", "", text, "put it into the folder MODULE_ext beside the .vmod")
    else:
        yield from _targets_of_extension(module, module.base)


def _targets_of_extension(extension: Module, base: Module) -> Iterator[Finding]:
    place = extension.file
    named, wanted = base.root.get("name", ""), extension.root.get("module", "")
    if wanted != named and extension.root.get("anyModule") != "true":
        text = f"made for module {wanted!r}, not {named!r}: it does not load"
        yield error("extension-module", place, text, "write the name of the module")
    for node in descendants(extension.root, "ExtensionElement"):
        target = node.get("target", "")
        if not resolves(base, target):
            text = f"its target {target} is not in the module: the element is dropped"
            yield error("extension-target", f"{place}: ExtensionElement", text, "write the path as it is now")
