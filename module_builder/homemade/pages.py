"""The help pages and charts of a game of one's own, written in Markdown."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from maps.art import ENDINGS
from maps.errors import DataError
from maps.games import FolderHome
from maps.homemade.game import game_file
from module_builder.vassal.errors import FormatError
from module_builder.vassal.files import load_bytes
from module_builder.vassal.values import dataclass

__all__ = ["FolderPages", "folder_pages"]

_TEMPLATES = Path(__file__).parent.parent / "templates" / "homemade"
_LARGEST = 1024 * 1024  # bytes of a page
_UNUSUAL = re.compile(r"[^A-Za-z0-9._-]+")
_HEADING = re.compile(r"^#\s+(.+?)\s*$", re.MULTILINE)
_STYLE = """<style>
body { font-family: sans-serif; font-size: 12pt; margin: 10px; background: #fdfbf3; color: #222222; }
h1 { font-size: 17pt; color: #3c3a2a; }
h2 { font-size: 13pt; color: #5a4a20; }
th { background: #e4dcc2; text-align: left; }
td { background: #faf6e8; }
</style>"""


@dataclass(frozen=True, slots=True)
class FolderPages:
    """What a folder adds to the pages of its module.

    Parameters
    ----------
    help, charts
        Entry, title and HTML of each page.
    credits
        Text for the page of credits.
    templates
        Folder of the templates that any such module has; None in a game of ours.
    pictures
        Entry and file of each picture that a page shows.
    """

    help: tuple[tuple[str, str, str], ...] = ()
    charts: tuple[tuple[str, str, str], ...] = ()
    credits: str = ""
    templates: Path | None = None
    pictures: tuple[tuple[str, Path], ...] = ()


def folder_pages(home: FolderHome) -> FolderPages:
    """Render the Markdown files of a folder: ``help/*.md`` for the menu Help, ``charts/*.md`` for the Charts.

    A picture of the folder is shown by ``![what it shows](art/chart.png)``.

    Parameters
    ----------
    home
        Of the game.

    Returns
    -------
    FolderPages
        In the order of the file names; a page is called by its first heading.

    Raises
    ------
    DataError
        A file cannot be read, or shows a picture that is not there.
    """
    pictures: dict[str, Path] = {}
    return FolderPages(
        tuple(_pages(home.root, "help", pictures)),
        tuple(_pages(home.root, "charts", pictures)),
        game_file(home).credits,
        _TEMPLATES,
        tuple((f"images/{name}", path) for name, path in pictures.items()),
    )


def _pages(root: Path, folder: str, pictures: dict[str, Path]) -> Iterator[tuple[str, str, str]]:
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    for path in sorted((root / folder).glob("*.md")):
        text = _text(path, f"{folder}/{path.name}")
        heading = _HEADING.search(text)
        title = heading[1] if heading else path.stem.replace("-", " ").replace("_", " ").capitalize()
        head = f"<head>\n<title>{html.escape(title)}</title>\n{_STYLE}\n</head>"
        tokens = reader.parse(text)
        for token in (inner for one in tokens for inner in one.children or () if inner.type == "image"):
            name = _picture(root, f"{folder}/{path.name}", str(token.attrs["src"]), pictures)
            # The window of a chart looks among the pictures of the module, a page of help from its own place.
            token.attrs["src"] = name if folder == "charts" else f"images/{name}"
        body = reader.renderer.render(tokens, reader.options, {})
        yield f"{folder}_{path.stem}.html", title, f"<html>\n{head}\n<body>\n{body}</body>\n</html>\n"


def _picture(root: Path, page: str, told: str, pictures: dict[str, Path]) -> str:
    """Name in the module of a picture that a page shows."""
    place, named = f"picture {told}", PurePosixPath(unquote(told))
    if named.is_absolute() or ".." in named.parts or ":" in told or named.suffix.lower() not in ENDINGS:
        expected = f"a picture within the folder of the game: {', '.join(ENDINGS)}"
        raise DataError(page, place, expected, "such as ![Results](art/results.png)")
    if not (root / named).is_file():
        raise DataError(page, place, "a picture that is there", "its name counts from the folder of the game")
    name = "page-" + _UNUSUAL.sub("-", "-".join(named.parts))
    pictures[name] = root / named
    return name


def _text(path: Path, name: str) -> str:
    try:
        return load_bytes(path, most=_LARGEST).decode("utf-8-sig")
    except FormatError as fault:
        raise DataError(name, "", fault.expected) from None
    except UnicodeDecodeError:
        raise DataError(name, "", "a text in UTF-8") from None
