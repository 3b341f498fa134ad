"""The component tree ``buildFile.xml``: read with a secure parser, written, compared in canonical form."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import TYPE_CHECKING

from module_builder.vassal.errors import FormatError
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lxml.etree import _Element

    from module_builder.vassal.archive import Archive

__all__ = [
    "Component",
    "canonical",
    "component_table",
    "descendants",
    "element",
    "format_build_file",
    "parse_build_file",
    "read_components",
    "same_tree",
    "short_name",
    "text_of",
]

ROOTS = frozenset(
    {"VASSAL.build.GameModule", "VASSAL.launch.BasicModule", "VASSAL.build.module.ModuleExtension"}
)
"""Names that a root element may have."""

_HEAD = b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'


@dataclass(frozen=True, slots=True)
class Component:
    """What is known of an element name.

    Parameters
    ----------
    name
        The full element name.
    attributes
        Attribute name to kind.
    children
        Short names that the editor lets one add; None where not known.
    """

    name: str
    attributes: Mapping[str, str]
    children: frozenset[str] | None


def component_table() -> dict[str, Component]:
    """Read the table of known components.

    Returns
    -------
    dict
        By full element name.

    Examples
    --------
    >>> component_table()["VASSAL.build.module.DiceButton"].attributes["nSides"]
    'int'
    """
    text = resources.files("module_builder.vassal").joinpath("components.toml").read_text("utf-8")
    table = {}
    for name, row in tomllib.loads(text).items():
        children = frozenset(row["children"]) if "children" in row else None
        table[name] = Component(name, row["attributes"], children)
    return table


def read_components(archive: Archive) -> _Element:
    """The component tree of a module or extension.

    Parameters
    ----------
    archive
        The file.

    Returns
    -------
    lxml element
        The root.

    Raises
    ------
    FormatError
        It is neither, or as `parse_build_file`.

    Examples
    --------
    >>> from module_builder.vassal.archive import Archive
    >>> archive = Archive().with_data("buildFile.xml", b"<VASSAL.build.GameModule/>")
    >>> read_components(archive).tag
    'VASSAL.build.GameModule'
    """
    if archive.tree not in archive:
        expected = f"a module or extension (this is {archive.kind.value})"
        raise FormatError(archive.file, "entry buildFile.xml", expected)
    return parse_build_file(archive.read(archive.tree), file=f"{archive.file}: {archive.tree}")


def parse_build_file(data: bytes, *, file: str = "buildFile.xml") -> _Element:
    """Read a build file without entities, network or huge trees.

    Parameters
    ----------
    data
        The entry's bytes.
    file
        Named in the error.

    Returns
    -------
    lxml element
        The root.

    Raises
    ------
    FormatError
        No XML, a DOCTYPE, a byte order mark of UTF-16, or a root that is none of VASSAL's.
    """
    from lxml import etree

    if b"<!DOCTYPE" in data or b"<!ENTITY" in data or b"\0" in data[:64]:
        raise FormatError(file, "document type", "UTF-8 without DOCTYPE and entities")
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, huge_tree=False, load_dtd=False, dtd_validation=False
    )
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise FormatError(file, "XML", f"well-formed text ({error})") from None
    if root.getroottree().docinfo.doctype:
        raise FormatError(file, "document type", "no DOCTYPE")
    if root.tag not in ROOTS:
        raise FormatError(
            file, f"root element {str(root.tag)[:60]}", "VASSAL.build.GameModule or an extension"
        )
    return root


def format_build_file(root: _Element) -> bytes:
    """Write a build file as the engine does; line breaks and tabs inside attributes are escaped.

    Parameters
    ----------
    root
        The root element; its white space is kept as it is.

    Returns
    -------
    bytes
        UTF-8 XML with declaration.
    """
    from lxml import etree

    return _HEAD + etree.tostring(root, encoding="UTF-8", xml_declaration=False) + b"\n"


def canonical(root: _Element) -> bytes:
    """Write a tree in canonical form (C14N): attribute order and quoting no longer differ.

    Returns
    -------
    bytes
        The canonical text, without comments.
    """
    from lxml import etree

    return etree.tostring(root, method="c14n", with_comments=False)


def same_tree(one: _Element, other: _Element) -> bool:
    """Compare two trees in canonical form."""
    return canonical(one) == canonical(other)


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def element(
    tag: str,
    attributes: Mapping[str, object] | None = None,
    *children: _Element,
    text: str | None = None,
) -> _Element:
    """Make an element.

    Parameters
    ----------
    tag
        The full element name.
    attributes
        Values; booleans become ``true`` and ``false``, None is left out.
    *children
        In order.
    text
        A piece definition or other text.

    Returns
    -------
    lxml element
        The element.

    Raises
    ------
    FormatError
        A text that XML cannot hold, such as a control character.

    Examples
    --------
    >>> from lxml import etree
    >>> etree.tostring(element("a", {"x": True, "y": 1}, element("b", text="t")))
    b'<a x="true" y="1"><b>t</b></a>'
    """
    from lxml import etree

    try:
        node = etree.Element(tag)
        for name, value in (attributes or {}).items():
            if value is not None:
                node.set(name, _text(value))
        node.text = text
    except (ValueError, TypeError) as error:
        raise FormatError("buildFile.xml", f"element {tag}", f"text that XML can hold ({error})") from None
    node.extend(children)
    return node


def short_name(node: _Element) -> str:
    """Give the class name without its package; "" for comments.

    Examples
    --------
    >>> short_name(element("VASSAL.build.module.Map"))
    'Map'
    """
    return node.tag.rpartition(".")[2] if isinstance(node.tag, str) else ""


def descendants(node: _Element, *names: str) -> Iterator[_Element]:
    """Go through all elements below that have one of these short names, in document order.

    Examples
    --------
    >>> tree = element("a", {}, element("x.y.Zone", {"name": "Caen"}))
    >>> [zone.get("name") for zone in descendants(tree, "Zone")]
    ['Caen']
    """
    for child in node.iterdescendants():
        if short_name(child) in names:
            yield child


def text_of(node: _Element) -> str:
    """Give an element's text, trimmed at both ends as the engine does.

    Examples
    --------
    >>> text_of(element("entry", text="  US "))
    'US'
    """
    return (node.text or "").strip()
