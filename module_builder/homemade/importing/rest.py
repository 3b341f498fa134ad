"""What of a module is neither map nor piece: dice, phases, help and charts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from module_builder.homemade.importing.draft import toml_text
from module_builder.homemade.importing.naming import Ids, one_line, words
from module_builder.homemade.importing.pages import markdown_of
from module_builder.homemade.importing.whose import meet
from module_builder.vassal.buildfile import short_name
from module_builder.vassal.sequence_encoder import decode

if TYPE_CHECKING:
    from module_builder.homemade.importing.draft import Draft
    from module_builder.homemade.importing.source import Source
    from module_builder.homemade.importing.whose import Side

__all__ = ["dice_of", "turns_of", "write_pages", "write_sequence"]

_MOST_DICE, _SIDES = 20, (2, 100)
_LARGEST_PAGE = 1024 * 1024


def dice_of(source: Source, draft: Draft) -> list[str]:
    """The ``[[dice]]`` of ``game.toml``.

    Parameters
    ----------
    source, draft
        The module, and the folder.

    Returns
    -------
    list of str
        Lines; none where the module has no dice that a folder can have.
    """
    lines: list[str] = []
    seen: set[str] = set()
    for node in source.find("DiceButton"):
        name = one_line(node.get("name", "") or node.get("text", "") or "Dice")
        count, sides = _whole(node.get("nDice", "2")), _whole(node.get("nSides", "6"))
        if not (1 <= count <= _MOST_DICE and _SIDES[0] <= sides <= _SIDES[1]) or name in seen:
            draft.left.add("dice that a folder cannot have", f"{name}: {count}d{sides}")
            continue
        seen.add(name)
        if node.get("plus", "0") not in {"0", ""} or node.get("addToTotal", "0") not in {"0", ""}:
            draft.left.add("additions to dice", name)
        lines += ["", "[[dice]]", f"name = {toml_text(name)}", f"count = {count}", f"sides = {sides}"]
    return lines


def _whole(text: str) -> int:
    return int(text) if text.strip().isdigit() and len(text) < 6 else 0


def turns_of(source: Source) -> tuple[str, int]:
    """What a turn is called, and how many there are, as a turn counter of the module says it.

    Parameters
    ----------
    source
        The module.

    Returns
    -------
    (str, int)
        ``Turn`` and 10 where it has none that ends.
    """
    name, count = "Turn", 10
    for node in source.find("CounterTurnLevel"):
        most = _whole(node.get("loopLimit", ""))
        if node.get("loop") == "true" and 1 < most <= 100:
            count = most
        title = re.sub(r"[^A-Za-z ]", "", node.get("property", "") or "").strip()
        if title and len(title) < 20:
            name = title
        break
    return name, count


def write_sequence(source: Source, draft: Draft, sides: Sequence[Side]) -> None:
    """Write ``sequence.toml`` after the longest list of a turn counter.

    Parameters
    ----------
    source, draft, sides
        The module, the folder, and its sides.
    """
    lists = [decode(node.get("list", ""), ",") for node in source.find("ListTurnLevel")]
    phases = max(lists, key=len, default=[])
    trackers = list(source.find("TurnTracker"))
    draft.left.add("turn counters beside the first one", *(node.get("name", "") for node in trackers[1:]))
    if len(phases) < 2:
        return
    ids = Ids(letter="p-")
    lines = ["# The phases of a turn, as the turn counter of the module lists them."]
    for title in phases:
        told = words(title)
        own = [side.id for side in sides if meet(told, words(side.title))]
        player = own[0] if len(own) == 1 else "alternating"
        lines += [
            "",
            "[[phase]]",
            f"id = {toml_text(ids.new(title, 'phase'))}",
            f"title = {toml_text(one_line(title))}",
        ]
        lines += [f"player = {toml_text(player)}"]
    draft.text("sequence.toml", "\n".join(lines) + "\n")
    if len(lists) > 1:
        draft.left.add("lists of a turn counter beside the longest one", count=len(lists) - 1)


def write_pages(source: Source, draft: Draft) -> None:
    """Write help pages and charts as Markdown; pictures of charts lie beside them.

    Parameters
    ----------
    source, draft
        The module, and the folder.
    """
    ids = Ids()
    for node in source.find("HelpFile", "HtmlChart"):
        chart = short_name(node) == "HtmlChart"
        title = one_line(node.get("chartName" if chart else "title", "")) or "Page"
        data = _page(source, node.get("fileName", ""))
        if data is None:
            kind = "help pages and charts that are no HTML, or are not in the module"
            draft.left.add(kind, title)
            continue
        text = markdown_of(data)
        name = f"{'charts' if chart else 'help'}/{ids.new(title, 'page')}.md"
        draft.text(name, text if text.startswith("# ") else f"# {title}\n\n{text}")
    for node in source.find("Chart"):
        title = one_line(node.get("chartName", "")) or "Chart"
        picture = source.picture(node.get("fileName", ""))
        ending = "" if picture is None else _ending(picture)
        if picture is None or not ending:
            draft.left.add("charts whose picture is no PNG or JPEG, or is not in the module", title)
            continue
        path = draft.picture(picture, f"chart-{title}", ending)
        draft.text(f"charts/{ids.new(title, 'chart')}.md", f"# {title}\n\n![{title}]({path})\n")
    for node in source.find("BrowserHelpFile", "BrowserPDFFile"):
        draft.left.add("help in the form of web pages or PDF", node.get("title", ""))


def _page(source: Source, name: str) -> bytes | None:
    """The HTML of a page; a page in folders of languages is that of the first one."""
    for entry in (name, f"help/{name}"):
        if name and entry in source.archive:
            data = source.archive.read(entry)
            head = data[:4096].lower()
            if len(data) <= _LARGEST_PAGE and (
                b"<html" in head or b"<body" in head or name.endswith((".html", ".htm"))
            ):
                return data
    return None


def _ending(data: bytes) -> str:
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return ".png"
    return ".jpg" if data[:3] == b"\xff\xd8\xff" else ""
