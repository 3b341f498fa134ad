"""The page itself, and the address at which it lies."""

from __future__ import annotations

import functools
from pathlib import Path

import jinja2

__all__ = ["PAGE", "page_html"]

PAGE = Path(__file__).parent / "page"
_NAME = "table.html.j2"


@functools.cache
def _template() -> jinja2.Template:
    loader = jinja2.FileSystemLoader(PAGE)
    known = jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.StrictUndefined)
    return known.get_template(_NAME)


def page_html(viewpoint: str, tree: str) -> str:
    """The page, told who looks and which tree lies on top.

    Parameters
    ----------
    viewpoint
        Who looks where nobody says.
    tree
        Id of a tree, or empty.

    Returns
    -------
    str
    """
    return _template().render(view=viewpoint, tree=tree)
