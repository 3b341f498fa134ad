"""Modules for tests: whole, but for the picture of the board."""

from __future__ import annotations

import functools
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from lxml import etree
from PIL import Image

from counters import mix
from maps.geometry import Part
from module_builder import pictures
from module_builder.kit import Kit
from module_builder.module import build
from module_builder.vassal.archive import open_archive
from module_builder.vassal.buildfile import descendants, parse_build_file
from module_builder.vassal.sequence_encoder import decode

__all__ = ["built", "quick_build", "records_in_menus", "small_board", "tree_of"]


def small_board(kit: Kit) -> Image.Image:
    """A board of the right size that takes no time to draw."""
    window = kit.layout.windows[kit.layout.main]
    return Image.new("RGB", (window.width, window.height), "#888888")


def small_part(kit: Kit, part: Part) -> Image.Image:
    """One of several boards that takes no time to draw."""
    return Image.new("RGB", part.rect[2:], "#888888")


def plain_counters(game: str, *, wanted: Callable[[str], bool], **_: object) -> Iterator[tuple[str, bytes]]:
    """Every picture of a unit or marker that is wanted, empty."""
    from counters.catalog import load_markers, load_units
    from counters.encoding import png_bytes

    blank = png_bytes(Image.new("RGBA", (8, 8)))
    stems = [f"{name}_{side}" for name in (*load_units(game), *load_markers(game)) for side in "fb"]
    yield from ((f"{stem}.png", blank) for stem in stems if wanted(stem))
    yield "moved.png", blank


def quick_build(game: str, folder: Path, *, counters: bool = True, overlay: Path | None = None) -> Path:
    """Build a module with a plain board, and where it is asked for with empty counters."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pictures, "main_board", small_board)
        patch.setattr(pictures, "draw_part", small_part)
        if not counters:
            patch.setattr(mix, "draw_all", plain_counters)
        return build(game, folder, overlay=overlay)


@functools.cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory()


@functools.cache
def built(game: str) -> Path:
    """The module of a game, built once for all tests of a process; the many counters of Battle are empty."""
    return quick_build(game, Path(_folder().name), counters=game != "battle-for-normandy")


@functools.cache
def tree_of(game: str) -> etree._Element:
    """Its components."""
    return parse_build_file(open_archive(built(game)).read("buildFile.xml"))


def records_in_menus(tree: etree._Element) -> list[str]:
    """What the menu Records leads to, through its sub-menus, in the order of the alphabet."""
    menus = {m.get("text"): decode(m.get("menuItems") or "", ",") for m in descendants(tree, "ToolbarMenu")}
    return sorted(entry for chapter in menus["Records"] for entry in menus.get(chapter, [chapter]))
