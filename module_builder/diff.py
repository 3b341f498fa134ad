"""What changed between two modules, in words: components, attributes, pieces, images, ids, set-ups."""

from __future__ import annotations

import json
import re
from enum import StrEnum
from typing import TYPE_CHECKING

from module_builder.diff_pieces import trait_changes
from module_builder.diff_setups import setup_changes
from module_builder.grouping import grouped
from module_builder.lint_model import component_path, load_module
from module_builder.lint_setups import setup_files
from module_builder.vassal.buildfile import short_name, text_of
from module_builder.vassal.errors import FormatError
from module_builder.vassal.geometry import image_size
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from lxml.etree import _Element

    from module_builder.lint_model import Module
    from module_builder.vassal.archive import Entry

__all__ = ["Change", "ChangeKind", "diff", "report"]

_NAME_ATTRIBUTES = ("mapName", "name", "entryName", "chartName", "title", "threadName")
_IDENTITIES = frozenset(
    ["Map", "PrivateMap", "PlayerHand", "Board", "Zone", "Region", "DrawPile", "GlobalProperty"]
)
_METADATA = frozenset({"buildFile.xml", "buildFile", "moduledata", "extensiondata"})
_PIECES = frozenset({"PieceSlot", "CardSlot", "PrototypeDefinition"})
_MAX_TEXT = 80


class ChangeKind(StrEnum):
    """What sort of thing changed."""

    MODULE = "module"
    ADDED = "added"
    REMOVED = "removed"
    RENAMED = "renamed"
    MOVED = "moved"
    ATTRIBUTE = "attribute"
    ORDER = "order"
    TRAIT = "trait"
    GPID = "gpid"
    IMAGE = "image"
    FILE = "file"
    SETUP = "setup"


@dataclass(frozen=True, slots=True)
class Change:
    """One change.

    Parameters
    ----------
    kind
        What sort of thing changed.
    place
        Path of the component, or the name of an entry.
    text
        The change in words.

    Examples
    --------
    >>> print(Change(ChangeKind.ATTRIBUTE, "Map:Main", "edgeWidth: 0 -> 10"))
    attribute Map:Main: edgeWidth: 0 -> 10
    """

    kind: ChangeKind
    place: str
    text: str

    def __str__(self) -> str:
        line = f"{self.kind.value:<9} {f'{self.place}: ' if self.place else ''}{self.text}"
        return "".join(c if c.isprintable() else " " for c in line)


def diff(old: Path | str, new: Path | str) -> list[Change]:
    """Say what changed between two modules or extensions.

    Parameters
    ----------
    old, new
        The files.

    Returns
    -------
    list of Change
        In order of the tree, then images and files by name, then set-ups.

    Raises
    ------
    FormatError
        One of the files is no module.
    """
    before, after = load_module(old), load_module(new)
    return [
        *_tree_changes(before.root, after.root),
        *_entry_changes(before, after),
        *_setups(before, after),
    ]


def _index(root: _Element) -> dict[tuple[str, ...], _Element]:
    """Every component by its id: a piece by its gpid, everything else by its path and number."""
    found: dict[tuple[str, ...], _Element] = {}
    for node in root.iterdescendants():
        if not isinstance(node.tag, str):
            continue
        gpid = node.get("gpid", "")
        key: tuple[str, ...] = ("gpid", gpid) if gpid else ("path", component_path(node))
        if not gpid and not _own_name(node) and text_of(node) and short_name(node) not in _PIECES:
            key = (*key, text_of(node))
        number = 1
        while (*key, str(number)) in found:
            number += 1
        found[(*key, str(number))] = node
    return found


def _own_name(node: _Element) -> str:
    return next((node.get(name, "") for name in _NAME_ATTRIBUTES if node.get(name)), "")


def _tree_changes(old_root: _Element, new_root: _Element) -> Iterator[Change]:
    yield from _attribute_changes(ChangeKind.MODULE, "", old_root, new_root)
    old, new = _index(old_root), _index(new_root)
    gone = {key: node for key, node in old.items() if key not in new}
    come = {key: node for key, node in new.items() if key not in old}
    yield from _pairs(gone, come, {new_root: old_root, **{new[key]: old[key] for key in new if key in old}})
    for key, node in new.items():
        if key in old:
            yield from _same_component(old[key], node)
    yield from _whole(ChangeKind.REMOVED, gone)
    yield from _whole(ChangeKind.ADDED, come)
    yield from _orders({old_root: new_root, **{old[key]: new[key] for key in old if key in new}})


def _pairs(
    gone: dict[tuple[str, ...], _Element],
    come: dict[tuple[str, ...], _Element],
    kept: Mapping[_Element, _Element],
) -> Iterator[Change]:
    """Take out what was only renamed or given another gpid, with everything inside it."""
    waiting: dict[tuple[str, int], list[tuple[tuple[str, ...], _Element]]] = {}
    for old_key, old in gone.items():
        waiting.setdefault((str(old.tag), _id_of(old.getparent())), []).append((old_key, old))
    for new_key, new in list(come.items()):
        parent = new.getparent()
        there = None if parent is None else kept.get(parent)
        for old_key, old in waiting.get((str(new.tag), _id_of(there)), ()):
            if new_key in come and old_key in gone and _alike(old, new):
                yield from _renamed(old, new)
                _drop(gone, old_key, old)
                _drop(come, new_key, new)


def _id_of(node: _Element | None) -> int:
    return 0 if node is None else id(node)


def _alike(old: _Element, new: _Element) -> bool:
    """Whether two components of one kind and parent differ in name or gpid only."""
    ignored = {"gpid"} if old.get("gpid") or new.get("gpid") else set(_NAME_ATTRIBUTES)
    if _without(old, ignored) != _without(new, ignored) or len(old) != len(new):
        return False
    if short_name(new) in _PIECES and (old.get("gpid") or new.get("gpid")):
        return _own_name(old) == _own_name(new)
    return text_of(old) == text_of(new) and _subtree(old) == _subtree(new) and bool(_own_name(new))


def _without(node: _Element, names: set[str]) -> dict[str, str]:
    return {str(name): str(value) for name, value in node.attrib.items() if name not in names}


def _subtree(node: _Element) -> list[tuple[str, dict[str, str], str]]:
    return [(str(n.tag), _without(n, set()), text_of(n)) for n in node.iterdescendants()]


def _drop(index: dict[tuple[str, ...], _Element], key: tuple[str, ...], node: _Element) -> None:
    inside = {id(below) for below in node.iterdescendants()}
    for other in [other for other, below in index.items() if id(below) in inside]:
        del index[other]
    index.pop(key, None)


def _renamed(old: _Element, new: _Element) -> Iterator[Change]:
    if old.get("gpid") != new.get("gpid"):
        text = f"gpid {old.get('gpid') or 'none'} -> {new.get('gpid') or 'none'}: old saves lose this piece"
        yield Change(ChangeKind.GPID, component_path(new), text)
        yield from _piece(old, new)
        return
    warning = ": old saves lose it" if short_name(new) in _IDENTITIES else ""
    yield Change(ChangeKind.RENAMED, component_path(new), f"was {_own_name(old)}{warning}")


def _same_component(old: _Element, new: _Element) -> Iterator[Change]:
    place = component_path(new)
    before, after = old.getparent(), new.getparent()
    if before is not None and after is not None and component_path(before) != component_path(after):
        yield Change(ChangeKind.MOVED, place, f"was in {component_path(before)}")
    yield from _attribute_changes(ChangeKind.ATTRIBUTE, place, old, new)
    if text_of(old) == text_of(new):
        return
    if short_name(new) in _PIECES:
        yield from _piece(old, new)
    else:
        text = f"text: {_short(text_of(old))} -> {_short(text_of(new))}"
        yield Change(ChangeKind.ATTRIBUTE, place, text)


def _piece(old: _Element, new: _Element) -> Iterator[Change]:
    for text in trait_changes(text_of(old), text_of(new)):
        yield Change(ChangeKind.TRAIT, component_path(new), text)


def _attribute_changes(kind: ChangeKind, place: str, old: _Element, new: _Element) -> Iterator[Change]:
    for name in dict.fromkeys((*old.attrib, *new.attrib)):
        before, after = old.get(str(name)), new.get(str(name))
        if before != after:
            yield Change(kind, place, f"{name}: {_short(before)} -> {_short(after)}")


def _short(text: str | None) -> str:
    """Show a value: nothing as a word, a long one cut off."""
    if not text:
        return "(not set)" if text is None else "(empty)"
    return text if len(text) <= _MAX_TEXT else f"{text[: _MAX_TEXT - 3]}..."


def _whole(kind: ChangeKind, index: Mapping[tuple[str, ...], _Element]) -> Iterator[Change]:
    """Name added or removed components; what lies inside one is counted only."""
    listed = {id(node) for node in index.values()}
    for node in index.values():
        parent = node.getparent()
        if parent is not None and id(parent) in listed:
            continue
        inside = sum(id(below) in listed for below in node.iterdescendants())
        tail = f" with {inside} component{'s' * (inside != 1)} inside" if inside else ""
        gpid = f" (gpid {node.get('gpid')})" if node.get("gpid") else ""
        text = f" {_short(text_of(node))}" if not _own_name(node) and text_of(node) else ""
        yield Change(kind, component_path(node), f"{short_name(node)}{text}{gpid} {kind.value}{tail}")


def _orders(pairs: Mapping[_Element, _Element]) -> Iterator[Change]:
    """Report children that stand in another order: order is meaningful (reference 3)."""
    for old, new in pairs.items():
        kept = {id(pairs[child]): i for i, child in enumerate(old) if child in pairs}
        ranks = [kept[id(child)] for child in new if id(child) in kept]
        if ranks != sorted(ranks):
            yield Change(ChangeKind.ORDER, component_path(new), "its components stand in another order")


def _entry_changes(old: Module, new: Module) -> Iterator[Change]:
    skipped = _METADATA | {name for module in (old, new) for _, name in setup_files(module)}
    for name in sorted({*old.archive, *new.archive} - skipped):
        kind = ChangeKind.IMAGE if name.startswith("images/") else ChangeKind.FILE
        before, after = old.archive.entries.get(name), new.archive.entries.get(name)
        if before is None or after is None:
            yield Change(kind, name, "added" if before is None else "removed")
        elif (before.crc, before.size) != (after.crc, after.size):
            yield Change(kind, name, f"changed ({_sizes(before, after)})")


def _sizes(old: Entry, new: Entry) -> str:
    """Compare two versions of an entry: pixels where they differ, else bytes."""
    try:
        before, after = image_size(old.data()), image_size(new.data())
    except FormatError:
        before = after = None
    if before and after and before != after:
        return f"{before[0]} x {before[1]} -> {after[0]} x {after[1]} pixels"
    return f"{old.size:,} -> {new.size:,} bytes"


def _setups(old: Module, new: Module) -> Iterator[Change]:
    before = {component_path(node): name for node, name in setup_files(old)}
    after = {component_path(node): name for node, name in setup_files(new)}
    for place, name in after.items():
        if place in before:
            for text in setup_changes(old, before[place], new, name):
                yield Change(ChangeKind.SETUP, place, text)


def _likeness(change: Change) -> tuple[str, str]:
    """By what changes are alike: their kind, and what is said before any value."""
    said = re.sub(r"'[^']*'|\S*\d\S*", "...", change.text.partition(": ")[0].partition(" -> ")[0])
    return change.kind.value, said


def report(changes: Sequence[Change], *, as_json: bool = False, whole: bool = False) -> str:
    """Write changes as lines or as JSON.

    Parameters
    ----------
    changes
        From `diff`.
    as_json
        One JSON object with ``changes`` and ``count`` instead of lines.
    whole
        Every line; of many that are alike else the first ones, and how many more there are.

    Returns
    -------
    str
        No line break at the end.

    Examples
    --------
    >>> print(report([]))
    no change
    >>> print(report([Change(ChangeKind.IMAGE, "images/map.png", "removed")]))
    image     images/map.png: removed
    1 change
    """
    if as_json:
        rows = [{"kind": c.kind.value, "place": c.place, "text": c.text} for c in changes]
        return json.dumps({"changes": rows, "count": len(rows)}, ensure_ascii=False, indent=2)
    if not changes:
        return "no change"
    lines = map(str, changes) if whole else grouped(changes, _likeness)
    return "\n".join([*lines, f"{len(changes)} change{'s' * (len(changes) != 1)}"])
