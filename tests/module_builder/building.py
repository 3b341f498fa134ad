"""Modules for tests: whole, but for the picture of the board."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from maps.geometry import Part
from module_builder import module as module_code
from module_builder.kit import Kit
from module_builder.module import build

__all__ = ["quick_build", "small_board"]


def small_board(kit: Kit) -> Image.Image:
    """A board of the right size that takes no time to draw."""
    window = kit.layout.windows[kit.layout.main]
    return Image.new("RGB", (window.width, window.height), "#888888")


def small_part(kit: Kit, part: Part) -> Image.Image:
    """One of several boards that takes no time to draw."""
    return Image.new("RGB", part.rect[2:], "#888888")


def quick_build(game: str, folder: Path) -> Path:
    """Build a module with a plain board."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module_code, "main_board", small_board)
        patch.setattr(module_code, "draw_part", small_part)
        return build(game, folder)
