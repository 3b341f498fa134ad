"""A JPEG written in strips is, pixel for pixel, what Pillow makes of the whole picture."""

from __future__ import annotations

import io
from random import Random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from maps.jpeg import FINE, LIGHT, QUALITY, JpegWriter, Packing

PAINTED = np.random.default_rng(6).integers(0, 255, (300, 70, 3), dtype=np.uint8)


def written(rows: np.ndarray, packing: Packing, step: int = 50) -> io.BytesIO:
    """The file, when so many rows come at a time."""
    file = io.BytesIO()
    writer = JpegWriter(file.write, rows.shape[1], len(rows), dpi=150, packing=packing)
    for top in range(0, len(rows), step):
        writer.add(rows[top : top + step])
    writer.close()
    return file


@given(
    st.integers(1, 40),
    st.integers(1, 400),
    st.integers(1, 150),
    st.sampled_from([FINE, LIGHT]),
    st.randoms(use_true_random=False),
)
@settings(max_examples=40, deadline=None)
def test_a_jpeg_made_of_strips_is_the_whole_jpeg(
    width: int, height: int, step: int, packing: Packing, random: Random
) -> None:
    rows = np.frombuffer(random.randbytes(width * height * 3), dtype=np.uint8).reshape(height, width, 3)
    whole = io.BytesIO()
    Image.fromarray(rows).save(whole, "JPEG", **packing.options())
    image = Image.open(written(rows, packing, step))
    assert image.info["dpi"] == (150, 150)
    assert image.tobytes() == Image.open(whole).tobytes()


def test_fine_is_the_quality_that_pillow_knows() -> None:
    plain, ours = io.BytesIO(), io.BytesIO()
    Image.fromarray(PAINTED).save(plain, "JPEG", quality=QUALITY, subsampling=0, restart_marker_rows=1)
    Image.fromarray(PAINTED).save(ours, "JPEG", **FINE.options())
    assert plain.getvalue() == ours.getvalue()


def test_light_is_much_smaller_and_keeps_colours() -> None:
    """Fields of flat colour stay what they are, whatever becomes of fine grain."""
    light, fine = (len(written(PAINTED, packing).getvalue()) for packing in (LIGHT, FINE))
    assert light < 0.4 * fine
    field = np.full((256, 64, 3), (186, 190, 122), dtype=np.uint8)
    off = np.abs(np.asarray(Image.open(written(field, LIGHT))).astype(int) - field)
    assert off.max() <= 3
