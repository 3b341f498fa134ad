"""The small XML files ``moduledata``, ``savedata`` and ``extensiondata``, read and written."""

from __future__ import annotations

import dataclasses
from dataclasses import field
from xml.parsers import expat

from module_builder.vassal.errors import FormatError
from module_builder.vassal.values import dataclass

__all__ = ["Metadata", "format_metadata", "parse_metadata"]

_MAX_BYTES = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Metadata:
    """What the Module Manager shows of a file.

    Parameters
    ----------
    version
        Of the module; free text.
    vassal_version
        Of the engine that saved it; write the oldest minor version that will do.
    description
        One line; in a save its comment.
    name
        Of the module; None in ``savedata`` and ``extensiondata``.
    date_saved
        Milliseconds since 1970, as text.
    extra1, extra2
        The module's two free fields.
    universal
        Extensions only.
    translations
        ``(element, language, text)`` of translated names and descriptions.
    """

    version: str
    vassal_version: str
    description: str = ""
    name: str | None = None
    date_saved: str = "0"
    extra1: str = ""
    extra2: str = ""
    universal: bool | None = None
    translations: tuple[tuple[str, str, str], ...] = ()


@dataclasses.dataclass(slots=True)
class _Collector:
    """Gathers the children of the root element."""

    file: str
    fields: dict[str, str] = field(default_factory=dict)
    translations: list[tuple[str, str, str]] = field(default_factory=list)
    open: list[tuple[str, str]] = field(default_factory=list)
    text: list[str] = field(default_factory=list)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if not self.open and tag != "data":
            raise FormatError(self.file, f"root element {tag}", "data")
        self.open.append((tag, attributes.get("lang", "")))
        self.text.clear()

    def end(self, tag: str) -> None:
        _, language = self.open.pop()
        if len(self.open) == 1 and language:
            self.translations.append((tag, language, "".join(self.text)))
        elif len(self.open) == 1:
            self.fields[tag] = "".join(self.text)

    def refuse(self, *_: object) -> None:
        raise FormatError(self.file, "document type", "no DOCTYPE and no entities")


def parse_metadata(data: bytes, *, file: str = "moduledata") -> Metadata:
    """Read a metadata file.

    Parameters
    ----------
    data
        The entry's bytes.
    file
        Named in the error.

    Returns
    -------
    Metadata
        Fields that the file lacks are empty.

    Raises
    ------
    FormatError
        No XML, another root element, a DOCTYPE, or larger than a megabyte.
    """
    if len(data) > _MAX_BYTES:
        raise FormatError(file, f"{len(data)} bytes", "at most a megabyte")
    collector = _Collector(file)
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = collector.refuse
    parser.StartElementHandler = collector.start
    parser.EndElementHandler = collector.end
    parser.CharacterDataHandler = collector.text.append
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError) as error:
        if isinstance(error, FormatError):
            raise
        raise FormatError(file, "XML", f"well-formed text ({error})") from None
    return _metadata(collector)


def _metadata(found: _Collector) -> Metadata:
    fields = found.fields
    return Metadata(
        version=fields.get("version", ""),
        vassal_version=fields.get("VassalVersion", ""),
        description=fields.get("description", ""),
        name=fields.get("name"),
        date_saved=fields.get("dateSaved", "0"),
        extra1=fields.get("extra1", ""),
        extra2=fields.get("extra2", ""),
        universal=None if "universal" not in fields else fields["universal"] == "true",
        translations=tuple(found.translations),
    )


def _escaped(text: str) -> str:
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace('"', "&quot;")


def _element(tag: str, text: str, language: str = "") -> str:
    attribute = f' lang="{_escaped(language)}"' if language else ""
    return f"  <{tag}{attribute}>{_escaped(text)}</{tag}>\n" if text else f"  <{tag}{attribute}/>\n"


def format_metadata(meta: Metadata) -> bytes:
    """Write a metadata file as the engine lays it out.

    Parameters
    ----------
    meta
        The fields; ``name`` and ``universal`` are left out when None.

    Returns
    -------
    bytes
        UTF-8 XML.

    Examples
    --------
    >>> parse_metadata(format_metadata(Metadata("1.0", "3.7.0", "a <b>", "Mini"))).description
    'a <b>'
    """
    rows = [("version", meta.version), ("extra1", meta.extra1), ("extra2", meta.extra2)]
    rows += [("VassalVersion", meta.vassal_version), ("dateSaved", meta.date_saved)]
    body = "".join(_element(tag, text) for tag, text in rows)
    body += _translated("description", meta.description, meta)
    if meta.universal is not None:
        body += _element("universal", "true" if meta.universal else "false")
    if meta.name is not None:
        body += _translated("name", meta.name, meta)
    head = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<data version="1">\n'
    return f"{head}{body}</data>\n".encode()


def _translated(tag: str, text: str, meta: Metadata) -> str:
    others = [_element(tag, words, language) for name, language, words in meta.translations if name == tag]
    return _element(tag, text) + "".join(others)
