"""Checks of the component tree: names that are identities, piece ids, order, what must be there."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from module_builder.lint_model import MAPS, advice, component_path, error, warning
from module_builder.vassal.buildfile import descendants, short_name, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lxml.etree import _Element

    from module_builder.lint_model import Finding, Module

__all__ = ["check_tree"]

_SETUPS = ("SetupStack", "DrawPile")
_PIECES = ("PieceSlot", "CardSlot", "PrototypeDefinition")
_HOLDERS = ("GlobalProperties", "ScenarioPropertiesOptionTab", "Zone")
_PROPERTIES = ("GlobalProperty", "ZoneProperty")


def check_tree(module: Module) -> Iterator[Finding]:
    """Check names, ids, order and presence of components (reference 3, 5, 12)."""
    yield from _duplicate_names(module)
    yield from _gpids(module)
    yield from _pickers(module)
    yield from _viewers(module)
    yield from _order(module)
    yield from _presence(module)


def _twice(names: Iterable[str]) -> list[str]:
    return [name for name, count in Counter(names).items() if count > 1 and name]


def _named(root: _Element, *names: str, attribute: str = "name") -> list[str]:
    return [node.get(attribute, "") for node in descendants(root, *names)]


def _duplicate_names(module: Module) -> Iterator[Finding]:
    root, why = module.root, "give each its own name: saves refer to it"
    for name in _twice(_named(root, *MAPS, attribute="mapName")):
        yield error("duplicate-name", f"Map:{name}", f"two maps are named {name}", why)
    for name in _twice(_named(root, "DrawPile")):
        yield error("duplicate-name", f"DrawPile:{name}", f"two decks are named {name}", why)
    for name in _twice(_named(root, "PrototypeDefinition")):
        yield warning(
            "duplicate-name", f"PrototypeDefinition:{name}", f"two prototypes are named {name}", why
        )
    for roster in descendants(root, "PlayerRoster"):
        for name in _twice(text_of(entry) for entry in roster if short_name(entry) == "entry"):
            yield error("duplicate-name", "PlayerRoster", f"two sides are named {name}", why)
    for board_map in descendants(root, *MAPS):
        yield from _names_of_map(board_map, why)
    yield from _properties(module, why)
    for node in descendants(root, *MAPS):
        if not node.get("mapName"):
            yield warning("no-name", component_path(node), "a map without a name", why)


def _names_of_map(board_map: _Element, why: str) -> Iterator[Finding]:
    place = component_path(board_map)
    for name in _twice(_named(board_map, "Board")):
        yield error("duplicate-name", place, f"two boards are named {name}", why)
    for board in descendants(board_map, "Board"):
        where = component_path(board)
        for what in ("Zone", "Region"):
            for name in _twice(_named(board, what)):
                yield warning("duplicate-name", where, f"two {what.lower()}s are named {name}", why)


def _holder(node: _Element) -> _Element | None:
    return next((up for up in node.iterancestors() if short_name(up) in _HOLDERS), None)


def _properties(module: Module, why: str) -> Iterator[Finding]:
    groups: dict[_Element | None, list[str]] = {}
    for node in descendants(module.root, *_PROPERTIES):
        groups.setdefault(_holder(node), []).append(node.get("name", ""))
    for holder, names in groups.items():
        for name in _twice(names):
            place = "" if holder is None else component_path(holder)
            yield warning("duplicate-name", place, f"two properties are named {name}", why)


def _ids(module: Module) -> list[tuple[str, str]]:
    """Place and gpid of every slot and of every trait that makes pieces."""
    slots = [(slot.place, slot.gpid) for slot in module.slots if not slot.is_prototype]
    makers = [at for at in module.traits() if at.trait.id in {"placemark", "replace"}]
    return slots + [(at.place, at["gpid"]) for at in makers]


def _gpids(module: Module) -> Iterator[Finding]:
    why = "give it an id of its own below nextPieceSlotId: Refresh Counters goes by it"
    seen: dict[str, str] = {}
    prefix = f"{module.root.get('extensionId', '')}:" if module.is_extension else ""
    limit = module.root.get("nextPieceSlotId", "")
    for place, gpid in _ids(module):
        if not gpid:
            yield warning("gpid-missing", place, "no gpid", why)
        elif gpid in seen:
            yield error("gpid-duplicate", place, f"gpid {gpid} belongs to {seen[gpid]} already", why)
        else:
            yield from _gpid_value(place, gpid, prefix, limit)
        seen.setdefault(gpid, place)


def _gpid_value(place: str, gpid: str, prefix: str, limit: str) -> Iterator[Finding]:
    number = gpid.removeprefix(prefix)
    if prefix and not gpid.startswith(prefix):
        yield error("gpid-prefix", place, f"gpid {gpid} of an extension without {prefix}", "put it before")
    elif not (number.isascii() and number.isdigit()):
        yield error("gpid-number", place, f"gpid {gpid} is no whole number")
    elif limit.isdigit() and int(number) >= int(limit):
        text = f"gpid {gpid} is not below nextPieceSlotId {limit}"
        yield error("gpid-high", place, text, "raise nextPieceSlotId: the editor would renumber")


def _pickers(module: Module) -> Iterator[Finding]:
    for board_map in descendants(module.root, *MAPS):
        order = list(descendants(board_map, "BoardPicker", *_SETUPS))
        place = component_path(board_map)
        late = [node for node in order if short_name(node) == "BoardPicker"][:1]
        if late and order[0] is not late[0]:
            text = f"BoardPicker comes after {component_path(order[0])}"
            yield error("picker-late", place, text, "move it before every SetupStack and DrawPile")
        for picker in late:
            yield from _picker(picker)
        if not list(descendants(board_map, "Board")) and not board_map.get("useBoards"):
            yield warning("no-board", place, "a map without a board stays empty", "add a board")


def _picker(picker: _Element) -> Iterator[Finding]:
    boards = list(descendants(picker, "Board"))
    if len(boards) > 1 and not any(short_name(child) == "setup" for child in picker):
        text = f"{len(boards)} boards and no <setup>: every new game asks for a board"
        yield warning("no-board-setup", component_path(picker), text, "choose default boards in the editor")


def _viewers(module: Module) -> Iterator[Finding]:
    for node in descendants(module.root, "CounterDetailViewer"):
        if node.get("version") != "4":
            text = "without version 4 the engine converts it from an old format"
            yield warning("viewer-version", component_path(node), text, 'write version="4"')


def _order(module: Module) -> Iterator[Finding]:
    for definitions in descendants(module.root, "GamePieceImageDefinitions"):
        shorts = [short_name(child) for child in definitions]
        for early in ("ColorManager", "FontManager"):
            container = "GamePieceLayoutsContainer"
            if early in shorts and container in shorts and shorts.index(early) > shorts.index(container):
                text = f"{early} comes after {container}"
                yield error("color-manager-late", component_path(definitions), text, "put it first")
    order = [short_name(node) for node in descendants(module.root, "BasicCommandEncoder", *_PIECES)]
    if "BasicCommandEncoder" in order[1:] and order[0] != "BasicCommandEncoder":
        text = "BasicCommandEncoder comes after pieces, which it must decode"
        yield error("encoder-late", "BasicCommandEncoder", text, "put it first")


def _presence(module: Module) -> Iterator[Finding]:
    if short_name(module.root) == "BasicModule":
        text = "root VASSAL.launch.BasicModule is that of engines before 3.5"
        yield warning("old-root", "", text, "open and save the module in a newer editor")
    if module.is_extension:
        return
    if not list(descendants(module.root, "PieceWindow", "DrawPile", "SetupStack")):
        yield advice("no-pieces", "", "no palette, deck or at-start stack: nothing to play with")
    if not list(descendants(module.root, "PlayerRoster")):
        yield advice("no-sides", "", "no PlayerRoster: nobody can take a side", "add the sides of the game")
    limit = module.root.get("nextPieceSlotId", "")
    if any(not slot.is_prototype for slot in module.slots) and not limit:
        yield warning("no-next-id", "", "no nextPieceSlotId: the editor renumbers", "write it at the root")
