"""A PDF carries the profile of the press where one is given, and what is no profile is refused."""

from __future__ import annotations

import struct
from pathlib import Path

import pikepdf
import pytest
from PIL import ImageCms

from maps.errors import DataError
from module_builder.printing.intent import read_intent
from module_builder.printing.preset import load_preset
from tests.commandline import run


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    """A profile, its colours called CMYK as those of a press are."""
    data = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    data[16:20] = b"CMYK"
    file = tmp_path / "PSO coated.icc"
    file.write_bytes(data)
    return file


@pytest.mark.parametrize(
    "line", ["sheets breakout-normandy --counter ge-916 --only pdf", "cards storm-over-normandy"]
)
def test_the_profile_stands_in_the_file_and_is_named(line: str, profile: Path, tmp_path: Path) -> None:
    shop = tmp_path / "shop.toml"
    shop.write_text(f'title = "shop"\npaper = "A4"\nintent = "{profile.name}"\ndpi = 72\n')
    done = run(f"module-builder {line} --preset {shop} -o {tmp_path}/p")
    assert done.code == 0, done.err
    file = next((tmp_path / "p").glob("*.pdf"))
    with pikepdf.open(file) as pdf:
        assert not pdf.check_pdf_syntax()
        (intent,) = pdf.Root.OutputIntents
        assert (str(intent.S), str(intent.OutputConditionIdentifier)) == ("/GTS_PDFX", "PSO coated")
        assert intent.DestOutputProfile.N == 4
        assert intent.DestOutputProfile.read_bytes() == profile.read_bytes()


def test_without_one_there_is_none() -> None:
    assert load_preset("pod-sheet").intent == ""
    assert read_intent("") is None


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (None, "a file that can be read (No such file or directory)"),
        (b"", "an ICC profile of CMYK, RGB or grey; ask the print shop"),
        (b"%PDF-1.6" * 40, "an ICC profile of CMYK, RGB or grey; ask the print shop"),
        (struct.pack(">I", 200) + b"    " * 8 + b"acsp" + bytes(160), "an ICC profile of CMYK"),
    ],
)
def test_what_is_no_profile_is_refused_before_anything_is_drawn(
    tmp_path: Path, data: bytes | None, said: str
) -> None:
    file = tmp_path / "press.icc"
    if data is not None:
        file.write_bytes(data)
    with pytest.raises(DataError) as caught:
        read_intent(str(file))
    assert said in str(caught.value)
    done = run(f"module-builder sheets june-six --intent {file} -o {tmp_path}/p")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert not (tmp_path / "p").exists()
