"""Checks of the zip: images, sounds and pages that are named or left over, metadata, versions."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING
from urllib.parse import unquote

from module_builder.lint_fields import words
from module_builder.lint_model import advice, component_path, error, warning
from module_builder.vassal.archive import open_archive
from module_builder.vassal.buildfile import descendants, short_name
from module_builder.vassal.errors import FormatError
from module_builder.vassal.geometry import image_size
from module_builder.vassal.sequence_encoder import decode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

    from module_builder.lint_model import Finding, Module, TraitAt

__all__ = ["board_size", "check_files", "images_of_trait", "known_entries"]

_STOCK = words(
    "Edit16.gif Help16.gif Save16.gif SaveAs16.gif Splash.gif Splash.png StepForward16.gif Undo16.gif"
    " VASSAL-256x256.png black.jpg camera.gif chart.gif chess_clock.png connect.gif counter.gif die.gif"
    " disconnect.gif getMessages.gif globe_selected.gif globe_unselected.gif inventory.gif keyCommand.gif"
    " lockedRoom.gif map.gif mm-extension-active.png mm-extension-inactive.png mm-file.png"
    " mm-gamefolder-closed.png mm-gamefolder-open.png mm-module.png moved.gif notes.gif overview.gif"
    " playerAway.gif playerLooking.gif postMessage.gif recenter.gif status.gif thread.gif unmoved.gif"
    " zoom.png zoomIn.gif zoomIn.png zoomOut.gif zoomOut.png"
)
_ICONS = words(
    "VASSAL VASSAL-jabber add bug calculator edit-find edit-undo eye eye-slash go-bottom go-down go-first"
    " go-last go-next go-previous go-top go-up jabber network-idle network-server no ram remove yes"
)
_IMG = re.compile(r"<img[^>]*?\ssrc\s*=\s*[\"']?([^\"'\s>]+)", re.IGNORECASE)
_URL = re.compile(
    r"(?:url\(|background\s*=|href\s*=)\s*[\"']?([^\"'\s>)]+\.(?:png|gif|jpe?g|svg))", re.IGNORECASE
)
_LITERAL = re.compile(r"\"([^\"\\\n]*)\\*\"")
_HTML = (".html", ".htm", ".xhtml")
_SHORT = 4
_PAGES = {"HtmlChart": "fileName", "BrowserPDFFile": "pdfFile", "Tutorial": "logfile"}
_SOUNDS = {"DoActionButton": "soundClip", "SpecialDiceButton": "soundClip"}
_PICTURES = (".png", ".gif", ".jpg", ".jpeg", ".svg", ".bmp")
_ENGINE = (3, 7)


def known_entries(module: Module) -> set[str]:
    """Names of all entries of the family."""
    return {name for one in module.family() for name in one.archive}


def board_size(module: Module, board: _Element) -> tuple[int, int] | None:
    """Give the size of a board: its image's, else as its attributes tell; None where an image hides it."""
    name = board.get("image", "")
    if name:
        return _size_of_image(module, f"images/{name}")
    return (_whole(board.get("width", "")), _whole(board.get("height", "")))


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 500


def _size_of_image(module: Module, entry: str) -> tuple[int, int] | None:
    for one in module.family():
        if entry in one.archive:
            try:
                return image_size(one.archive.read(entry)[: 1 << 20])
            except FormatError:
                return None
    return None


def images_of_trait(at: TraitAt) -> list[str]:
    """List the images that a trait shows."""
    found: list[str] = []
    match at.trait.id:
        case "piece" | "obs" | "markmoved":
            found = [at["image"]]
        case "emb2":
            found = decode(at["images"], ",")
    if at.trait.id == "obs" and at["style"][:1] == "G":
        found.append(at["style"][1:])
    if at.trait.id in {"report", "label", "mark", "calcProp"}:
        found += _IMG.findall(at.trait.type) + _IMG.findall(at.trait.state)
    return [name for name in found if name and not name.startswith("{") and "$" not in name]


def _pictures(module: Module) -> Iterator[tuple[str, str, bool]]:
    """Yield (image, place, is an icon) for every image that is named."""
    table = module.table
    for node in module.root.iter():
        known = table.get(node.tag) if isinstance(node.tag, str) else None
        for name, value in node.attrib.items() if known else ():
            kind = known.attributes.get(name) if known else ""
            if kind in {"image", "icon"} and value and _is_image(node, str(name)):
                yield str(value), f"{component_path(node)}: {name}", kind == "icon"
            for image in _IMG.findall(value) if "<" in value else ():
                if "$" in image or "{" in image:
                    continue
                yield image, f"{component_path(node)}: {name}", False
    for at in module.traits():
        for image in images_of_trait(at):
            yield image, at.place, False


def _is_image(node: _Element, name: str) -> bool:
    """Leave out what the table calls an image but is a drawing instruction of the editor."""
    return not (short_name(node) == "GamePieceImage" and name != "name") and "{" not in node.get(name, "")


def _in_engine(name: str, *, icon: bool) -> bool:
    """Whether the engine brings this image: icons come in sizes and by family."""
    stem, _, ending = name.rpartition(".")
    known = name in _STOCK or f"{name}.gif" in _STOCK
    return known or (icon and (stem if ending in {"png", "svg"} else name) in _ICONS)


def _missing_image(name: str, entries: set[str], *, icon: bool) -> tuple[str, str] | None:
    """Code and text when an image is not where the engine looks for it."""
    wanted = f"images/{name}"
    tries = {wanted, unicodedata.normalize("NFD", wanted), f"{wanted}.gif"}
    if tries & entries or name.startswith("/") or _in_engine(name, icon=icon):
        return None
    folded = {entry.casefold(): entry for entry in entries}
    other = folded.get(wanted.casefold())
    if other:
        return "image-case", f"image {name} is called {other.removeprefix('images/')} in the file"
    return "missing-image", f"there is no image {name} in the file"


def _images(module: Module) -> Iterator[Finding]:
    entries, used, reported = known_entries(module), set(), set()
    for name, place, icon in _pictures(module):
        used.add(f"images/{name}")
        fault = _missing_image(name, entries, icon=icon)
        if not fault or (not module.complete and fault[0] == "missing-image") or name in reported:
            continue
        reported.add(name)
        way_out = "rename it" if fault[0] == "image-case" else "put it into images/"
        yield error(fault[0], place, fault[1], way_out)
    yield from _unused(module, used)


def _unused(module: Module, used: set[str]) -> Iterator[Finding]:
    for other in module.family()[1:]:
        used |= {f"images/{name}" for name, _, _ in _pictures(other)}
    used |= {f"images/{name}" for name in _in_pages(module)}
    left = [
        entry
        for entry in module.archive
        if entry.startswith("images/") and entry.lower().endswith(_PICTURES) and entry not in used
    ]
    shown = {"images/" + str(value) for node in module.root.iter() for value in node.attrib.values()}
    texts = "\n".join(node.text for node in module.root.iter() if node.text and isinstance(node.tag, str))
    values = "\n".join(value.removeprefix("images/") for value in shown)
    built = _built(f"{texts}\n{values}")
    for entry in left:
        name = entry.removeprefix("images/")
        if entry in shown or name in texts or name.startswith(built[0]) or name.endswith(built[1]):
            continue
        yield advice("unused-image", entry, "nothing shows this image", "take it out to keep the file small")


def _built(texts: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Beginnings and ends of names of images that expressions put together."""
    quoted = set(_LITERAL.findall(texts))
    ends = tuple(sorted(text for text in quoted if text.lower().endswith(_PICTURES) and len(text) > _SHORT))
    return tuple(sorted(text for text in quoted if text.endswith(("_", "-")) and len(text) >= _SHORT)), ends


def _in_pages(module: Module) -> set[str]:
    """Images that the HTML pages of the file show."""
    found: set[str] = set()
    for entry in module.archive:
        if entry.lower().endswith((*_HTML, ".css")) or entry.startswith("help/"):
            try:
                text = _page(module.archive.read(entry), entry)
            except FormatError:
                continue
            names = [*_IMG.findall(text), *_URL.findall(text)]
            found |= {unquote(name).rpartition("images/")[2] for name in names}
    return found


def _page(data: bytes, entry: str) -> str:
    """The text of a page; of the zip of a help window that of all its pages."""
    if entry.lower().endswith((*_HTML, ".css")):
        return data.decode("utf-8", "replace")
    if not data.startswith(b"PK"):
        return ""
    inner = open_archive(data, file=entry)
    pages = [inner.read(name) for name in inner if name.lower().endswith((*_HTML, ".css"))]
    return "\n".join(page.decode("utf-8", "replace") for page in pages)


def _pages(module: Module) -> Iterator[Finding]:
    entries = known_entries(module)
    for node in descendants(module.root, *_PAGES, "HelpFile"):
        short = short_name(node)
        if short == "HelpFile" and node.get("fileType", "archive") != "archive":
            continue
        name = node.get(_PAGES.get(short, "fileName"), "")
        if name and name not in entries and not is_address(name):
            text = f"there is no entry {name} in the file"
            yield error("missing-file", component_path(node), text, "add it at the root of the zip")
        elif not name:
            yield warning("missing-file", component_path(node), "names no file", "name one or take it out")
    for node in descendants(module.root, "BrowserHelpFile"):
        name = "help/" + node.get("title", "").replace(" ", "_")
        if name not in entries and not is_address(node.get("startingPage", "")):
            text = f"there is no zip {name} in the file"
            yield error("missing-help", component_path(node), text, "add the zip, blanks as underscores")


def is_address(text: str) -> bool:
    """Tell whether a text is an address on the web.

    Examples
    --------
    >>> is_address("https://example.org"), is_address("rules.html")
    (True, False)
    """
    return text.startswith(("http://", "https://", "file:"))


def _sounds(module: Module) -> Iterator[Finding]:
    entries = known_entries(module)
    named = [
        (n.get(_SOUNDS[short_name(n)], ""), component_path(n)) for n in descendants(module.root, *_SOUNDS)
    ]
    named += [(at["clip"], at.place) for at in module.traits() if at.trait.id == "playSound"]
    for name, place in named:
        plain = name and "$" not in name and "{" not in name and not name.startswith("/")
        if plain and module.complete and f"sounds/{name}" not in entries:
            yield error(
                "missing-sound", place, f"there is no sound {name} in the file", "put it into sounds/"
            )


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d{1,6}", text.partition("-")[0])[:3])


def _metadata(module: Module) -> Iterator[Finding]:
    name = "extensiondata" if module.is_extension else "moduledata"
    try:
        meta = module.archive.metadata(name)
    except FormatError as fault:
        yield error("bad-metadata", name, str(fault), "save the module in the editor")
        return
    if meta is None:
        text = f"no {name}: the Module Manager shows neither name nor version"
        yield warning("no-metadata", name, text, "save the module in the editor")
        return
    attribute = "vassalVersion" if module.is_extension else "VassalVersion"
    pairs = [("version", meta.version, "version"), (attribute, meta.vassal_version, "VassalVersion")]
    pairs += [] if module.is_extension else [("name", meta.name or "", "name")]
    for at_root, value, entry in pairs:
        if module.root.get(at_root, "") != value:
            text = f"{entry} is {value!r} here and {module.root.get(at_root, '')!r} in the build file"
            yield warning("metadata-mismatch", name, text, "keep both in step")
    yield from _engine_version(name, meta.vassal_version or module.root.get(attribute, ""))


def _engine_version(place: str, text: str) -> Iterator[Finding]:
    version = _version(text)
    if version[:2] > _ENGINE:
        yield warning("engine-new", place, f"players with VASSAL 3.7 cannot open a file of {text}")
    elif version[:2] < (3, 5):
        shown = text or "unknown"
        yield warning("engine-old", place, f"made for VASSAL {shown}", "open and save it in a newer editor")


def _layout(module: Module) -> Iterator[Finding]:
    if "buildFile.xml" not in module.archive:
        text = "the tree is in buildFile: engines from 3.5 on rename it"
        yield warning("old-build-file", "buildFile", text, "open and save the module in a newer editor")
    elif "buildFile" in module.archive:
        text = "both buildFile and buildFile.xml: old engines read the other one"
        yield warning("two-build-files", "buildFile", text, "take buildFile out")
    if "savedGame" in module.archive:
        text = "with this entry the file is taken for a saved game"
        yield error("is-a-save", "savedGame", text, "take it out of the file")
    for entry in module.archive.entries.values():
        try:
            entry.data(file=module.file)
        except FormatError as fault:
            yield error("damaged-entry", entry.name, str(fault), "put it into the file again")


def check_files(module: Module) -> Iterator[Finding]:
    """Check the entries of the zip (reference 1 and 2)."""
    yield from _layout(module)
    yield from _metadata(module)
    yield from _images(module)
    yield from _pages(module)
    yield from _sounds(module)
