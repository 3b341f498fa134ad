"""Checks of the saves inside a module: predefined set-ups and the tutorial."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from module_builder.lint_model import MAPS, Finding, advice, component_path, error, warning
from module_builder.lint_pieces import expand
from module_builder.vassal.archive import ArchiveKind, open_archive
from module_builder.vassal.buildfile import descendants
from module_builder.vassal.errors import FormatError
from module_builder.vassal.savegame import AddPiece, Save, SetBoards, Sgkc, check_save

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lxml.etree import _Element

    from module_builder.lint_model import Module, Slot
    from module_builder.lint_pieces import Expanded
    from module_builder.vassal.commands import Command
    from module_builder.vassal.traits import Trait

__all__ = ["check_setups", "read_setup", "setup_commands", "setup_files"]

_MAX_FAULTS = 20
_NAMED_CODE = re.compile(r"\b(?:57[3-9]|5[89]\d|6[0-3]\d)\d\d(?=\\*,0\\*,)")
_RENEW = "make the set-up again from today's pieces"


def setup_files(module: Module) -> list[tuple[_Element, str]]:
    """List the predefined set-ups that load a file, each with its entry; others begin a new game."""
    return [
        (node, node.get("file", ""))
        for node in descendants(module.root, "PredefinedSetup")
        if node.get("isMenu") != "true" and node.get("useFile", "true") == "true" and node.get("file")
    ]


def read_setup(module: Module, name: str) -> Save:
    """Read a save inside the module.

    Raises
    ------
    FormatError
        There is no such entry, or it is no save.
    """
    inner = open_archive(module.archive.read(name), file=name)
    if inner.kind is not ArchiveKind.SAVE:
        raise FormatError(name, "entry savedGame", "a saved game", f"this is {inner.kind.value}")
    return inner.save()


def setup_commands(module: Module, name: str) -> Sequence[Command]:
    """The commands of a save inside the module, read once.

    Raises
    ------
    FormatError
        There is no such entry, or it is no save.
    """
    known: dict[str, Sequence[Command]] = module.kept.setdefault("setups", {})
    if name not in known:
        known[name] = read_setup(module, name).commands()
    return known[name]


def check_setups(module: Module) -> Iterator[Finding]:
    """Check the save of every predefined set-up (reference 9 and 12)."""
    slots = _by_gpid(module)
    for node, name in setup_files(module):
        place = component_path(node)
        if name not in module.archive:
            text = f"there is no entry {name!r} in the file"
            yield error("missing-setup", place, text, "add the save at the root of the zip")
            continue
        try:
            commands = setup_commands(module, name)
        except FormatError as fault:
            yield error("bad-setup", place, str(fault), "save the set-up again in VASSAL")
            continue
        yield from _commands(module, place, commands)
        if module.complete:
            yield from _pieces(module, place, commands, slots)
        yield from _made_with(module, place, name)
    for node in descendants(module.root, "Tutorial"):
        yield from _tutorial(module, node)


def _tutorial(module: Module, node: _Element) -> Iterator[Finding]:
    name = node.get("logfile", "")
    if name in module.archive:
        try:
            read_setup(module, name)
        except FormatError as fault:
            yield error("bad-setup", component_path(node), str(fault), "record the tutorial again")


def _commands(module: Module, place: str, commands: Sequence[Command]) -> Iterator[Finding]:
    own = [node for node in descendants(module.root, *MAPS) if list(descendants(node, "Board"))]
    for fault in check_save(commands, [node.get("mapName", "") for node in own])[:_MAX_FAULTS]:
        code = (
            "setup-stack"
            if "SETUP_STACK" in fault
            else "setup-boards"
            if "boards" in fault
            else "setup-order"
        )
        yield error(code, place, fault, _RENEW)
    if module.complete:
        yield from _boards(module, place, commands)
    marks = sum(isinstance(command, Sgkc) for command in commands)
    wanted = len(list(descendants(module.root, "StartupGlobalKeyCommand")))
    if marks < wanted:
        text = f"{marks} of {wanted} startup commands are marked as done: the others fire on loading"
        yield warning("setup-startup", place, text, "add their SGKC commands")


def _boards(module: Module, place: str, commands: Sequence[Command]) -> Iterator[Finding]:
    maps = {
        node.get("mapName", ""): {board.get("name", "") for board in descendants(node, "Board")}
        for node in module.every(*MAPS)
    }
    for command in commands:
        if not isinstance(command, SetBoards):
            continue
        if command.map not in maps:
            yield error("setup-map", place, f"there is no map {command.map!r}", _RENEW)
            continue
        for board in command.boards:
            if board.name not in maps[command.map] and maps[command.map]:
                yield error("setup-map", place, f"map {command.map} has no board {board.name!r}", _RENEW)


def _by_gpid(module: Module) -> dict[str, Slot]:
    slots = [slot for one in module.family() for slot in one.slots]
    return {slot.gpid: slot for slot in slots if slot.gpid and not slot.is_prototype}


def _gpid(traits: Sequence[Trait]) -> str:
    values = traits[0].values if traits else []
    return values[3] if len(values) > 3 else ""


def _pieces(
    module: Module, place: str, commands: Sequence[Command], slots: dict[str, Slot]
) -> Iterator[Finding]:
    """Compare the pieces of a set-up with those of the palette."""
    prototypes = module.prototypes()
    makers = {at["gpid"] for at in module.all_traits() if at.trait.id in {"placemark", "replace"}}
    today = {gpid: expand(slot.traits, prototypes) for gpid, slot in slots.items()}
    stale: dict[str, str] = {}
    orphans: Counter[str] = Counter()
    total = 0
    for command in commands:
        if not isinstance(command, AddPiece):
            continue
        total += 1
        try:
            traits = command.traits()
        except FormatError as fault:
            yield error("trait-states", place, f"piece {command.id}: {fault}", _RENEW)
            continue
        gpid, name = _gpid(traits), traits[0].field("name")
        if gpid in today:
            change = _difference(today[gpid], expand(traits, prototypes))
            if change:
                stale[command.id] = f"{name or gpid} ({change})"
        elif gpid not in makers:
            orphans[name or gpid or command.id] += 1
    yield from _summary(place, stale, orphans, total)


def _summary(place: str, stale: dict[str, str], orphans: Counter[str], total: int) -> Iterator[Finding]:
    if stale:
        text = f"{len(stale)} of {total} pieces differ from the palette, first {next(iter(stale.values()))}"
        yield warning("setup-stale", place, text, _RENEW)
    if orphans:
        text = f"{orphans.total()} of {total} pieces belong to no slot, first {next(iter(orphans))}"
        yield warning("setup-orphan", place, text, _RENEW)


def _difference(today: Sequence[Expanded], saved: Sequence[Expanded]) -> str:
    """Say in which trait a saved piece differs from its slot; "" for none."""
    ids, old_ids = [one.trait.id for one in today], [one.trait.id for one in saved]
    if ids != old_ids:
        more, less = Counter(ids) - Counter(old_ids), Counter(old_ids) - Counter(ids)
        words = [f"without {kind}" for kind in more] + [f"with {kind} of old" for kind in less]
        return ", ".join(words[:3]) or "traits in another order"
    for new, old in zip(today, saved, strict=True):
        if not new.loose and not _same(new.trait, old.trait):
            return f"trait {new.trait.id} has changed"
    return ""


def _same(new: Trait, old: Trait) -> bool:
    """Compare types: fields left out at the end are as good as those that the engine fills in."""
    if new.id == "mark" or new.type == old.type:
        return new == old or new.id != "mark"
    one, two = ([_plain(field) for field in trait.fields] for trait in (new, old))
    shorter, longer = sorted((one, two), key=len)
    while shorter and not shorter[-1]:
        shorter.pop()
    tail = longer[len(shorter) :]
    return longer[: len(shorter)] == shorter and (len(one) != len(two) or not any(tail))


def _plain(field: str) -> str:
    """A field without the codes of named keys, which the engine hands out anew in each session."""
    return _NAMED_CODE.sub("0", field).rstrip("|;")


def _made_with(module: Module, place: str, name: str) -> Iterator[Finding]:
    """Compare the set-up's copy of the module's metadata with the module."""
    inner = open_archive(module.archive.read(name), file=name)
    try:
        meta = inner.metadata("moduledata")
    except FormatError as fault:
        yield warning("bad-metadata", place, str(fault), _RENEW)
        return
    version = module.root.get("version", "")
    if meta is not None and meta.name is not None and meta.name != module.root.get("name", ""):
        yield warning("setup-module", place, f"made with module {meta.name!r}: VASSAL asks each time", _RENEW)
    elif meta is not None and meta.version != version:
        text = f"made with version {meta.version}, the module is {version}: a line in the chat says so"
        yield advice("setup-version", place, text, _RENEW)
