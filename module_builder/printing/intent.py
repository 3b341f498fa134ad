"""The output intent of a PDF: the ICC profile of the press that its colours are meant for."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

from reportlab.pdfbase import pdfdoc

from maps.errors import DataError
from module_builder.vassal.values import dataclass

__all__ = ["Intent", "add_intent", "read_intent"]

_CHANNELS = {b"CMYK": 4, b"RGB ": 3, b"GRAY": 1}
_LARGEST = 16_000_000  # bytes; a press's profile takes two


@dataclass(frozen=True, slots=True)
class Intent:
    """An ICC profile.

    Parameters
    ----------
    name
        Of its file, without the ending.
    data
        The profile.
    channels
        Values of one of its colours: 4 for CMYK.

    Examples
    --------
    >>> Intent("PSOcoated_v3", b"", 4).channels
    4
    """

    name: str
    data: bytes
    channels: int


def read_intent(path: str) -> Intent | None:
    """Read an ICC profile.

    Parameters
    ----------
    path
        Of the file; empty for none.

    Returns
    -------
    Intent or None

    Raises
    ------
    maps.errors.DataError
        There is no such file, or it is no profile of a printer.

    Examples
    --------
    >>> read_intent("") is None
    True
    """
    if not path:
        return None
    file = Path(path)
    try:
        data = file.read_bytes() if file.stat().st_size <= _LARGEST else b""
    except OSError as fault:
        raise DataError("intent", path, f"a file that can be read ({fault.strerror})") from None
    whole = len(data) >= 128 and data[36:40] == b"acsp" and struct.unpack(">I", data[:4])[0] == len(data)
    if not whole or data[16:20] not in _CHANNELS:
        way_out = "ask the print shop for the profile of its press"
        raise DataError("intent", path, "an ICC profile of CMYK, RGB or grey", way_out)
    return Intent(file.stem, data, _CHANNELS[data[16:20]])


def add_intent(document: Any, intent: Intent) -> None:
    """Name a profile in the catalogue of a PDF, and put it into the file.

    Parameters
    ----------
    document
        As reportlab makes it, before it is written.
    intent
        The profile. The pictures stay as they are: it is the shop that turns their colours into its own.
    """
    stream = pdfdoc.PDFStream(pdfdoc.PDFDictionary({"N": intent.channels}), intent.data)
    stream.compress = 1
    name = pdfdoc.PDFString(intent.name)
    entry = {
        "Type": pdfdoc.PDFName("OutputIntent"),
        "S": pdfdoc.PDFName("GTS_PDFX"),
        "OutputConditionIdentifier": name,
        "Info": name,
        "DestOutputProfile": document.Reference(stream, "output intent"),
    }
    catalog = document.Catalog
    catalog.__NoDefault__ = [*catalog.__NoDefault__, "OutputIntents"]  # which reportlab does not know
    catalog.OutputIntents = pdfdoc.PDFArray([pdfdoc.PDFDictionary(entry)])
