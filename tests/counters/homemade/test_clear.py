"""Counters whose pictures have a shape of their own lie on nothing, on the screen."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from counters.geometry import Box
from counters.homemade.looks import draw_look
from counters.homemade.marks import Look, Mark
from counters.homemade.templates import load_templates


def disc(path: Path) -> tuple[Mark, dict[str, str]]:
    """A red disc on nothing, half as wide as its picture."""
    image = Image.new("RGBA", (80, 80))
    ImageDraw.Draw(image).ellipse((20, 20, 59, 59), fill="#c02020")
    image.save(path)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return Mark("picture", Box(0, 0, 100, 100), digest), {digest: str(path)}


def test_what_no_picture_covers_is_clear_on_the_screen(tmp_path: Path) -> None:
    mark, pictures = disc(tmp_path / "disc.png")
    image = draw_look(Look("#336699", (mark,), clear=True), px=80, pictures=pictures)
    cells = np.asarray(image)
    assert cells[5, 5, 3] == 0
    assert cells[40, 40].tolist() == [192, 32, 32, 255]


def test_a_printed_counter_has_its_ground(tmp_path: Path) -> None:
    mark, pictures = disc(tmp_path / "disc.png")
    image = draw_look(Look("#336699", (mark,), clear=True), px=80, finish="print", pictures=pictures)
    assert image.mode == "RGB"
    assert image.getpixel((12, 12)) == (51, 102, 153)


def test_templates_say_so(tmp_path: Path) -> None:
    faces = '[template.default.front]\nclear = true\n[template.default.back]\nlike = "front"\n'
    (tmp_path / "counters.toml").write_text(f"{faces}[template.other.front]\n")
    found = load_templates(tmp_path).templates
    assert [face.clear for face in found["default"].faces] == [True, True]
    assert not found["other"].faces[0].clear
