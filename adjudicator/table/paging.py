"""The page itself, and the address at which it lies."""

from __future__ import annotations

import functools
from pathlib import Path

import jinja2

__all__ = ["PAGE", "adapt_html", "copy_html", "page_html", "watch_html"]

PAGE = Path(__file__).parent / "page"
_TABLE, _COPY = (
    "table.html.j2",
    {"": "copy.html.j2", "map": "copy-map.html.j2", "scans": "copy-scans.html.j2"},
)
_ADAPT, _WATCH = "adapt.html.j2", "watch.html.j2"


@functools.cache
def _template(name: str) -> jinja2.Template:
    loader = jinja2.FileSystemLoader(PAGE)
    known = jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.StrictUndefined)
    return known.get_template(name)


def copy_html(game: str, part: str = "") -> str:
    """The page of the room "Your copy", told which game.

    Parameters
    ----------
    game
        Slug.
    part
        ``map`` for the map, ``scans`` for scanned sheets, empty for everything in groups.

    Returns
    -------
    str
    """
    return _template(_COPY[part]).render(game=game)


def adapt_html() -> str:
    """The page of the room "Their module".

    Returns
    -------
    str
    """
    return _template(_ADAPT).render()


def watch_html(folder: str) -> str:
    """The page that shows everything of a game while its folder is written.

    Parameters
    ----------
    folder
        As the user named it.

    Returns
    -------
    str
    """
    return _template(_WATCH).render(folder=folder)


def page_html(viewpoint: str, tree: str, *, owning: bool = False, beside: str = "") -> str:
    """The page, told who looks and which tree lies on top.

    Parameters
    ----------
    viewpoint
        Who looks where nobody says.
    tree
        Id of a tree, or empty.
    owning
        Whether the room "Your copy" is open.
    beside
        Address of a page beside the table that tells when the game changes; empty without.

    Returns
    -------
    str
    """
    return _template(_TABLE).render(view=viewpoint, tree=tree, owning=owning, beside=beside)
