"""Charts and help pages of a module: HTML made from templates with the game's own data."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maps.games import FolderHome, home_of
from maps.loader import Sources, read_toml
from module_builder.battle_data import load_battle
from module_builder.dice import dice_images
from module_builder.homemade.pages import FolderPages, folder_pages
from module_builder.summaries import MOST
from module_builder.vassal.buildfile import element
from module_builder.vassal.keys import alt

if TYPE_CHECKING:
    from lxml.etree import _Element
    from markupsafe import Markup
    from PIL import Image

    from counters.faces import Paint
    from counters.palette import Face
    from module_builder.kit import Kit

__all__ = ["Page", "about_drawing", "chart_window", "documentation", "icons", "page_pictures", "pages"]

_M = "VASSAL.build.module."
_W = "VASSAL.build.widget."
_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
_FOLDER = Path(__file__).parent / "templates"
_HELP = ("quick_start", "keys", "battle", "overlays", "credits", "changes")


class Page:
    """A page of HTML.

    Parameters
    ----------
    name
        Entry in the module.
    title
        As menus and tabs show it.
    text
        The HTML.

    Examples
    --------
    >>> Page("keys.html", "Keys", "<html></html>").title
    'Keys'
    """

    __slots__ = ("name", "text", "title")

    def __init__(self, name: str, title: str, text: str) -> None:
        self.name, self.title, self.text = name, title, text


def pages(kit: Kit) -> dict[str, list[Page]]:
    """Render the templates of a game.

    Parameters
    ----------
    kit
        What the module is built from.

    Returns
    -------
    dict
        ``charts`` and ``help``, each in order.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> [page.title for page in pages(load_kit("breakout-normandy"))["help"]]
    ['Quick start', 'Keys', 'Battle marker', 'Credits and permission', 'Changes']
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    home = home_of(kit.game.slug)
    written = folder_pages(home) if isinstance(home, FolderHome) else FolderPages()
    own = written.templates or home.folders["templates"]
    places = FileSystemLoader([own / "help", own, _FOLDER])  # a game's own page comes before the common one
    environment = Environment(loader=places, undefined=StrictUndefined, autoescape=True)
    environment.globals.update(mark=_mark, tint=_tint)
    charts = sorted(p.name for p in own.glob("*.html.j2"))
    battle = load_battle(kit.game.slug)
    facts = {
        "battle": battle,
        "dice": [name for name, _ in dice_images(kit)],
        "game": kit.game,
        "kit": kit,
        "keys": kit.adapter["desk"]["keys"],
        "hotkeys": kit.adapter["desk"]["hotkeys"],
        "version": kit.adapter["version"],
        "module": kit.title,
        "areas": [s for s in kit.board.spaces.values() if s.kind == "area"],
        "tables": _tables(kit),
        "steps": _steps(kit),
        "formations": _formations(kit),
        "most": MOST,
        "credits": written.credits,
    }

    left = {"" if battle else "battle", "" if "zoc" in kit.adapter else "overlays"}

    def page(path: str) -> Page:
        text = environment.get_template(path).render(facts)
        found = _TITLE.search(text)
        return Page(Path(path).name.removesuffix(".j2"), found.group(1).strip() if found else path, text)

    return {
        "charts": [*map(page, charts), *(Page(*each) for each in written.charts)],
        "help": [
            *(Page(*each) for each in written.help),
            *(page(f"{name}.html.j2") for name in _HELP if name not in left),
        ],
    }


def page_pictures(kit: Kit) -> tuple[tuple[str, Path], ...]:
    """The pictures that the pages of a game of the user's show.

    Parameters
    ----------
    kit
        What the module is built from.

    Returns
    -------
    tuple of (str, Path)
        Entry of the module, and file.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> page_pictures(load_kit("june-six"))
    ()
    """
    home = home_of(kit.game.slug)
    return folder_pages(home).pictures if isinstance(home, FolderHome) else ()


def _tables(kit: Kit) -> dict[str, Any]:
    """The tables that a game keeps as data, by the name of their file: those that the rulings use."""
    known = {
        "adapter",
        "examples",
        "interpretations",
        "questions",
        "rulebook",
        "sequence",
        "state",
        "vocabulary",
    }
    return {
        p.stem: read_toml(kit.board.filing.path(p))
        for p in sorted(kit.game.folder.glob("*.toml"))
        if p.stem not in known
    }


def _formations(kit: Kit) -> list[dict[str, Any]]:
    """The formations that a game lists, with their turn as a number; none in most games."""
    return [{**cells, "turn": int(cells["arrival"] or 0)} for cells in kit.formations]


def _steps(kit: Kit) -> dict[str, list[str]]:
    """What may be done in each phase, with the section that rules it."""
    handlers = kit.game.handlers.items()
    return {
        phase: [
            f"{k.replace('-', ' ')} ({h.rule})" for k, h in handlers if phase in h.phases and k != "end-phase"
        ]
        for phase in kit.game.sequence.phases
    }


def _doubtful(row: Any, columns: Iterable[str]) -> bool:
    """Whether a row, space, edge or marker, or one of a list of them, is reconstructed in any column."""
    if isinstance(row, list):
        return any(_doubtful(one, columns) for one in row)
    sources = Sources.parse(str(row["source"])) if isinstance(row, Mapping) else row.sources
    return any(sources.of(column) == "reconstructed" for column in columns or ("",))


def _mark(row: Any, *columns: str) -> str:
    """A ring where a value is reconstructed; a star is printed in tables of results."""
    return "°" if _doubtful(row, columns) else ""


def _tint(row: Any, *columns: str) -> Markup:
    """The class of a cell with a reconstructed value."""
    from markupsafe import Markup

    return Markup(' class="r"') if _doubtful(row, columns) else Markup("")


def chart_window(charts: list[Page]) -> _Element:
    """The window with one tab a chart.

    Parameters
    ----------
    charts
        The pages.

    Returns
    -------
    lxml element
    """
    tabs = [element(_W + "HtmlChart", {"chartName": p.title, "fileName": p.name}) for p in charts]
    window = {"name": "Charts", "text": "Charts", "tooltip": "Charts", "icon": "/images/chart.gif"}
    return element(
        _M + "ChartWindow",
        {**window, "hotkey": alt("R")},
        element(_W + "TabWidget", {"entryName": "Charts"}, *tabs),
    )


def documentation(kit: Kit, helps: list[Page], lessons: Iterable[_Element] = ()) -> _Element:
    """The Help menu.

    Parameters
    ----------
    kit
        What the module is built from.
    helps
        The pages.
    lessons
        Tutorials.

    Returns
    -------
    lxml element
    """
    about = element(
        _M + "documentation.AboutScreen", {"title": f"About {kit.game.title}", "fileName": "about.png"}
    )
    files = [
        element(_M + "documentation.HelpFile", {"title": p.title, "fileName": p.name, "fileType": "archive"})
        for p in helps
    ]
    return element(_M + "Documentation", None, about, *files, *lessons)


def icons(kit: Kit, px: int = 22) -> Iterator[tuple[str, Paint]]:
    """Small pictures for the toolbar, drawn from the markers.

    Parameters
    ----------
    kit
        What the module is built from.
    px
        Their size.

    Yields
    ------
    tuple of str and functools.partial
        Name and drawing.
    """
    from counters.markers import MarkerFace, marker_face
    from counters.palette import load_palette

    palette = load_palette(kit.game.slug, kit.overlay)
    for name, (marker, face) in kit.adapter["desk"]["icons"].items():
        printed = kit.printed.get(marker)
        if palette.own is not None and printed is not None:
            drawn = palette.own.marker(printed)[face == "back"]
            yield f"icon_{name}.png", functools.partial(_small, drawn.paint, px=px)
            continue
        factor = printed.attack_factor if printed else None
        side: MarkerFace = "back" if face == "back" else "front"
        chosen = marker_face(marker, side, palette)
        yield f"icon_{name}.png", functools.partial(_draw_icon, chosen, px=px, attack_factor=factor)


def _small(paint: Paint, *, px: int) -> Image.Image:
    return paint(px=px * 3).resize((px, px))


def _draw_icon(face: Face, *, px: int, attack_factor: int | None) -> Image.Image:
    from counters.markers import draw_face

    return draw_face(face, px=px * 3, attack_factor=attack_factor).resize((px, px))


def about_drawing(kit: Kit) -> Paint:
    """The picture that the module shows while it loads.

    Parameters
    ----------
    kit
        What the module is built from.

    Returns
    -------
    functools.partial
    """
    from counters.palette import load_palette
    from counters.render import draw_unit

    palette = load_palette(kit.game.slug, kit.overlay)
    if palette.own is not None:
        paints = [palette.own.unit(unit)[0].paint for unit in [*kit.units.values()][::3][:7]]
        lines: tuple[str, ...] = (f"Version {kit.adapter['version']}", "A VASSAL module made with Bocage.")
        return functools.partial(_draw_about, kit.game.title, lines, paints)
    shown = [u for u in kit.units.values() if u.size in {"regiment", "brigade"}][::17][:7]
    lines = (
        f"VASSAL module of the Bocage project, version {kit.adapter['version']}",
        "Unofficial: the publisher and the designers have no part in it.",
        "Map and counters are our own drawings; much on them is reconstructed.",
        "You need a copy of the game to play.",
    )
    paints = [functools.partial(draw_unit, unit, side="fresh", palette=palette) for unit in shown]
    return functools.partial(_draw_about, kit.game.title, lines, paints)


def _draw_about(title: str, lines: Sequence[str], units: Sequence[Paint]) -> Image.Image:
    from PIL import Image, ImageDraw

    from counters.fonts import font

    image = Image.new("RGB", (760, 420), "#38424a")
    pen = ImageDraw.Draw(image)
    pen.text((40, 40), title, fill="#f2ead6", font=font(58))
    for n, line in enumerate(lines):
        pen.text((40, 130 + 34 * n), line, fill="#d8d2c2", font=font(22, 500))
    for n, unit in enumerate(units):
        counter = unit(px=84)
        image.paste(counter, (40 + 98 * n, 300), counter)
    return image
