"""A module as the checks see it: archive, tree, pieces with their traits, names to refer to."""

from __future__ import annotations

from dataclasses import field, replace
from enum import StrEnum
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from module_builder.lint_fields import named_fields
from module_builder.vassal.archive import Archive, open_archive
from module_builder.vassal.buildfile import (
    component_table,
    descendants,
    read_components,
    short_name,
    text_of,
)
from module_builder.vassal.errors import FormatError
from module_builder.vassal.traits import Trait, parse_definition
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from lxml.etree import _Element

    from module_builder.vassal.buildfile import Component

__all__ = [
    "MAPS",
    "Finding",
    "Module",
    "Severity",
    "Slot",
    "TraitAt",
    "advice",
    "component_path",
    "error",
    "is_dynamic",
    "load_module",
    "suggestion",
    "warning",
]

MAPS = ("Map", "PrivateMap", "PlayerHand")
"""Short names of the elements that are map windows."""

_SLOTS = ("PieceSlot", "CardSlot", "PrototypeDefinition")
_NAMES = ("mapName", "name", "entryName", "chartName", "title", "threadName", "flareName", "description")
_FOLDERS = frozenset({"ModuleSubFolder", "MapSubFolder", "DeckSubFolder", "PrototypeFolder"})
_ROOTS = frozenset({"GameModule", "BasicModule", "ModuleExtension"})
_INLINE_DEPTH = 6


class Severity(StrEnum):
    """How bad it is: breaks something, will annoy somebody, could be better."""

    ERROR = "error"
    WARNING = "warning"
    ADVICE = "advice"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a check found.

    Parameters
    ----------
    severity
        How bad it is.
    code
        Stable short name of the check.
    place
        Path of the component.
    text
        What is wrong.
    way_out
        What to do about it.

    Examples
    --------
    >>> print(error("missing-image", "Map:Main", "no image map.png", "put it into images/"))
    error   missing-image: Map:Main: no image map.png; put it into images/
    """

    severity: Severity
    code: str
    place: str
    text: str
    way_out: str = ""

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        tail = f"; {self.way_out}" if self.way_out else ""
        line = f"{self.severity.value:<7} {self.code}: {where}{self.text}{tail}"
        return "".join(c if c.isprintable() else " " for c in line)


def error(code: str, place: str, text: str, way_out: str = "") -> Finding:
    """Make a finding about something that breaks."""
    return Finding(Severity.ERROR, code, place, text, way_out)


def warning(code: str, place: str, text: str, way_out: str = "") -> Finding:
    """Make a finding about something that annoys or surprises."""
    return Finding(Severity.WARNING, code, place, text, way_out)


def advice(code: str, place: str, text: str, way_out: str = "") -> Finding:
    """Make a finding about something that could be better."""
    return Finding(Severity.ADVICE, code, place, text, way_out)


def is_dynamic(text: str) -> bool:
    """Tell whether a name is computed in play and cannot be checked.

    Examples
    --------
    >>> is_dynamic("Caen"), is_dynamic("$Home$"), is_dynamic('{Side + "Box"}')
    (False, True, True)
    """
    return "$" in text or text.startswith("{")


def suggestion(name: str, known: Iterable[str]) -> str:
    """Name the nearest known name, or nothing.

    Examples
    --------
    >>> suggestion("Cean", ["Caen", "Bayeux"])
    'did you mean Caen?'
    """
    from difflib import get_close_matches

    near = get_close_matches(name, sorted(known), 1)
    return f"did you mean {near[0]}?" if near else ""


def own_name(node: _Element) -> str:
    """Give the name that the designer gave a component."""
    return next((node.get(name, "") for name in _NAMES if node.get(name)), "")


def component_path(node: _Element) -> str:
    """Write the path of a component from the root down, folders left out.

    Examples
    --------
    >>> from module_builder.vassal.buildfile import element
    >>> zone = element("x.Zone", {"name": "Caen"})
    >>> tree = element("VASSAL.build.GameModule", {}, element("x.Map", {"mapName": "Main"}, zone))
    >>> component_path(zone)
    'Map:Main/Zone:Caen'
    """
    steps = []
    for step in (node, *node.iterancestors()):
        short = short_name(step) or "comment"
        if short not in _ROOTS and short not in _FOLDERS:
            name = own_name(step)
            steps.append(f"{short}:{name}" if name else short)
    return "/".join(reversed(steps))


@dataclass(frozen=True, slots=True)
class Slot:
    """A piece, card or prototype of the module.

    Parameters
    ----------
    node, place
        Its element and path.
    name, gpid
        From its attributes.
    traits
        In editor order; empty where the definition is empty or cannot be read.
    fault
        Why it cannot be read.
    """

    node: _Element = field(compare=False)
    place: str
    name: str
    gpid: str
    traits: tuple[Trait, ...]
    fault: str = ""

    @property
    def is_prototype(self) -> bool:
        """Whether it is a prototype, whose BasicPiece counts for nothing."""
        return short_name(self.node) == "PrototypeDefinition"


@dataclass(frozen=True, slots=True)
class TraitAt:
    """A trait with its place and its fields by name."""

    slot: Slot
    place: str
    trait: Trait
    fields: Mapping[str, str]

    def __getitem__(self, name: str) -> str:
        return self.fields.get(name, "")


def _slot(node: _Element) -> Slot:
    place, text = component_path(node), text_of(node)
    name = node.get("entryName") or node.get("name") or ""
    gpid = node.get("gpid", "")
    if not text:
        return Slot(node, place, name, gpid, ())
    try:
        return Slot(node, place, name, gpid, parse_definition(text, file=place))
    except FormatError as fault:
        return Slot(node, place, name, gpid, (), f"{fault.place}: expected {fault.expected}")


@dataclass(frozen=True, slots=True)
class Module:
    """A module or extension, read.

    Parameters
    ----------
    file
        Its name.
    archive, root
        Entries and component tree.
    base
        For an extension its module, where known.
    extensions
        For a module the extensions in the folder beside it.
    slots
        Pieces, cards and prototypes.
    faults
        What was found in reading.
    table
        Known components.
    cache, kept
        Names, and other things looked up once: a large module is not gone through for each of its markers.
    """

    file: str
    archive: Archive
    root: _Element
    base: Module | None = None
    extensions: tuple[Module, ...] = ()
    slots: tuple[Slot, ...] = ()
    faults: tuple[Finding, ...] = ()
    table: Mapping[str, Component] = field(default_factory=component_table, repr=False, compare=False)
    cache: dict[str, frozenset[str]] = field(default_factory=dict, repr=False, compare=False)
    kept: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def is_extension(self) -> bool:
        """Whether the root is that of an extension."""
        return short_name(self.root) == "ModuleExtension"

    @property
    def complete(self) -> bool:
        """Whether everything that names may refer to is known: not so for an extension on its own."""
        return not self.is_extension or self.base is not None

    def family(self) -> tuple[Module, ...]:
        """The module itself, its base and its extensions."""
        return (self, *([self.base] if self.base else []), *self.extensions)

    def every(self, *names: str) -> Iterator[_Element]:
        """Go through the elements of these short names in the whole family."""
        for module in self.family():
            yield from module.elements(*names)

    def elements(self, *names: str) -> Iterator[_Element]:
        """Go through its own elements of these short names, in document order."""
        index: dict[str, list[tuple[int, _Element]]] | None = self.kept.get("elements")
        if index is None:
            index = self.kept["elements"] = {}
            for number, node in enumerate(self.root.iterdescendants()):
                index.setdefault(short_name(node), []).append((number, node))
        found = [pair for name in dict.fromkeys(names) for pair in index.get(name, ())]
        yield from (node for _, node in (sorted(found, key=itemgetter(0)) if len(names) > 1 else found))

    def names(self, *elements: str, attribute: str = "name") -> frozenset[str]:
        """Collect the names of components, in the whole family."""
        key = f"{elements}:{attribute}"
        if key not in self.cache:
            found = {node.get(attribute, "") for node in self.every(*elements)}
            self.cache[key] = frozenset(found - {""})
        return self.cache[key]

    def maps(self) -> frozenset[str]:
        """Names of all map windows."""
        return self.names(*MAPS, attribute="mapName")

    def sides(self) -> frozenset[str]:
        """Names of all sides, the observer's included."""
        rosters = self.every("PlayerRoster")
        entries = {text_of(entry) for roster in rosters for entry in roster if short_name(entry) == "entry"}
        return frozenset(entries | {"<observer>"})

    def prototypes(self) -> dict[str, Slot]:
        """Prototypes by name; of two of one name the later one counts."""
        every = [slot for module in self.family() for slot in module.slots if slot.is_prototype]
        return {slot.name: slot for slot in every}

    def traits(self) -> Iterator[TraitAt]:
        """Go through all traits of slots and prototypes, inline definitions included."""
        known: tuple[TraitAt, ...] | None = self.kept.get("traits")
        if known is None:
            slots = self.slots
            known = tuple([a for s in slots for a in _traits_at(s, s.traits, s.place, _INLINE_DEPTH)])
            self.kept["traits"] = known
        yield from known

    def all_traits(self) -> Iterator[TraitAt]:
        """Go through the traits of the whole family."""
        for module in self.family():
            yield from module.traits()


def _traits_at(slot: Slot, traits: tuple[Trait, ...], place: str, depth: int) -> Iterator[TraitAt]:
    for i, trait in enumerate(traits):
        at = TraitAt(slot, f"{place}: trait {i} {trait.id}", trait, named_fields(trait))
        yield at
        if trait.id in {"placemark", "replace"} and at["spec"].startswith("+/") and depth:
            yield from _traits_at(slot, _inline(at["spec"]), at.place, depth - 1)


def _inline(text: str) -> tuple[Trait, ...]:
    try:
        return parse_definition(text)
    except FormatError:
        return ()


def _read(path: Path) -> Module:
    archive = open_archive(path)
    root = read_components(archive)
    return Module(path.name, archive, root, slots=tuple([_slot(n) for n in descendants(root, *_SLOTS)]))


def _beside(path: Path, module: Module, base: Path | None) -> Path | None:
    """The module of an extension: as given, else by VASSAL's folder ``NAME_ext``."""
    if not module.is_extension or base is not None:
        return base
    folder = path.resolve().parent
    guess = folder.with_name(folder.name.removesuffix("_ext") + ".vmod")
    return guess if folder.name.endswith("_ext") and guess.is_file() else None


def _extensions(path: Path, module: Module) -> tuple[list[Module], list[Finding]]:
    folder = path.with_name(path.stem + "_ext")
    found, faults = [], []
    if module.is_extension or not folder.is_dir():
        return [], []
    for file in sorted(folder.glob("*.vmdx")):
        try:
            found.append(_read(file))
        except FormatError as fault:
            faults.append(error("unreadable-extension", file.name, str(fault), "take it out of the folder"))
    return found, faults


def load_module(path: Path | str, *, base: Path | str | None = None) -> Module:
    """Read a module or extension with what belongs to it.

    Parameters
    ----------
    path
        A ``.vmod`` or ``.vmdx``; extensions in the folder ``NAME_ext`` beside a module are read with it.
    base
        The module of an extension, where it is not the one beside its folder.

    Returns
    -------
    Module
        With unreadable pieces kept as faults.

    Raises
    ------
    FormatError
        The file or its module cannot be read at all.
    """
    file = Path(path)
    module = _read(file)
    parent = _beside(file, module, None if base is None else Path(base))
    extensions, faults = _extensions(file, module)
    return replace(
        module,
        base=_read(parent) if parent is not None and module.is_extension else None,
        extensions=tuple(extensions),
        faults=tuple(faults),
    )
