"""Piece slots of a module file, with their prototypes put in place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.errors import SaveError
from module_builder.vassal.archive import open_archive
from module_builder.vassal.buildfile import descendants, read_components, text_of
from module_builder.vassal.errors import FormatError
from module_builder.vassal.sequence_encoder import decode, encode
from module_builder.vassal.traits import Trait, parse_definition
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from lxml.etree import _Element

__all__ = ["Slot", "expanded", "module_root", "module_slot", "prototypes_of", "slot_traits", "slots_of"]


@dataclass(frozen=True, slots=True)
class Slot:
    """A piece of the palette.

    Parameters
    ----------
    name, gpid
        Its entry in the palette, and its permanent id.
    traits
        In editor order, prototypes expanded.
    layers
        Draw layers of the module's maps, from the bottom up.

    Examples
    --------
    >>> Slot("Turn", "3", ()).layers
    ()
    """

    name: str
    gpid: str
    traits: tuple[Trait, ...]
    layers: tuple[str, ...] = ()

    def marks(self) -> dict[str, str]:
        """Values of its Markers."""
        return {k: v for t in self.traits if t.id == "mark" for k, v in zip(t.fields, t.values, strict=False)}


def module_root(path: Path) -> _Element:
    """Read the component tree of a module.

    Parameters
    ----------
    path
        The ``.vmod``.

    Returns
    -------
    lxml element

    Raises
    ------
    SaveError
        No module.

    Examples
    --------
    >>> module_root(Path("no-such.vmod"))
    Traceback (most recent call last):
    adjudicator.errors.SaveError: no-such.vmod: expected a readable file (No such file or directory)
    """
    try:
        return read_components(open_archive(path))
    except FormatError as fault:
        raise SaveError(path.name, fault.expected, fault.way_out) from None


def slots_of(root: _Element) -> Iterator[Slot]:
    """Every slot of the palette; one whose definition cannot be read is left out.

    Parameters
    ----------
    root
        From `module_root`.

    Yields
    ------
    Slot
        In document order.
    """
    known = prototypes_of(root)
    layers: tuple[str, ...] = ()
    for node in descendants(root, "LayeredPieceCollection"):
        layers = layers or tuple(decode(node.get("layerOrder", ""), ","))
    for node in descendants(root, "PieceSlot", "CardSlot"):
        traits = tuple(expanded(slot_traits(node), known))
        if traits:
            gpid = node.get("gpid", "")
            yield Slot(node.get("entryName", ""), gpid, _fresh(traits, gpid), layers)


def prototypes_of(root: _Element) -> dict[str, tuple[Trait, ...]]:
    """Prototypes of a module by name."""
    return {node.get("name", ""): slot_traits(node) for node in descendants(root, "PrototypeDefinition")}


def slot_traits(node: _Element) -> tuple[Trait, ...]:
    """Traits of a slot or a prototype as they stand there; none where they cannot be read."""
    try:
        return parse_definition(text_of(node))
    except FormatError:
        return ()


def expanded(
    traits: Sequence[Trait], known: Mapping[str, Sequence[Trait]], above: tuple[str, ...] = ()
) -> Iterator[Trait]:
    """Traits with those of prototypes in their place; a prototype inside itself is left out.

    Parameters
    ----------
    traits
        Of a slot.
    known
        From `prototypes_of`.
    above
        Prototypes that these stand in.

    Yields
    ------
    Trait
    """
    for trait in traits:
        if trait.id == "prototype":
            name = trait.field("name")
            if name not in above:
                yield from expanded(known.get(name, ()), known, (*above, name))
        elif trait.id != "cmt" and not (above and trait.id == "piece"):
            yield trait


def _fresh(traits: tuple[Trait, ...], gpid: str) -> tuple[Trait, ...]:
    """A piece that lies nowhere yet."""
    basic, *rest = traits
    return Trait(basic.type, encode(["null", 0, 0, gpid, 0], ";")), *rest


def module_slot(path: Path, uid: str) -> Slot:
    """The slot of one of our pieces in our module.

    Parameters
    ----------
    path
        The ``.vmod``.
    uid
        Identity of the piece.

    Returns
    -------
    Slot

    Raises
    ------
    SaveError
        No module, or it has no such piece.
    """
    for slot in slots_of(module_root(path)):
        if slot.marks().get("Uid") == uid:
            return slot
    raise SaveError(path.name, f"a module with the piece {uid!r}", "build it with module-builder")
