"""Player aids for print: a booklet of charts and tracks, and a set-up card for each side."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reportlab.lib.colors import HexColor
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageBreak, PageTemplate

from maps.errors import DataError
from module_builder.kit import load_kit
from module_builder.materials import is_own
from module_builder.printing.aids_flow import Title, laid_out
from module_builder.printing.aids_html import MARK, parse_page, quieted, tally
from module_builder.printing.aids_key import key_story
from module_builder.printing.aids_setup import setup_story, sides_of
from module_builder.printing.aids_tracks import track_story
from module_builder.printing.files import write_files
from module_builder.printing.lengths import points
from module_builder.printing.pdf import check_signs, fonts
from module_builder.progress import Report, quiet
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from module_builder.kit import Kit

__all__ = [
    "LEAST_PAPER",
    "MARGIN",
    "Booklet",
    "booklet_bytes",
    "charts_booklet",
    "setup_booklet",
    "write_aids",
]

MARGIN = 12.0  # millimetres; every printer reaches it, and there is room for a staple
LEAST_PAPER = (140.0, 180.0)
_HEAD, _FOOT = 14.0, 17.0  # points that the head and foot lines take
_SMALL = 6.5
_QUIET, _TOTAL = "#5a4a20", "pages"
_OWN = "Bocage, unofficial: you need a copy of the game."


@dataclass(frozen=True, slots=True)
class Booklet:
    """One file of player aids.

    Parameters
    ----------
    title
        In the head line and the file's metadata.
    paper
        Width and height in millimetres.
    story
        Makes the flowables for a width and height in points.
    share
        How much of it is reconstructed, for the foot line.
    own
        Whether it is a game of the user's own, of which nothing is reconstructed.

    Examples
    --------
    >>> Booklet("The Dark Summer: charts", (210, 297), lambda width, height: []).room
    (527.244, 742.858)
    """

    title: str
    paper: tuple[float, float]
    story: Callable[[float, float], list[Flowable]]
    share: str = ""
    own: bool = False

    @property
    def room(self) -> tuple[float, float]:
        """Width and height between the margins, head and foot, in points."""
        width, height = (points(side - 2 * MARGIN) for side in self.paper)
        return round(width, 3), round(height - _HEAD - _FOOT, 3)


def write_aids(
    game: str,
    out: Path,
    *,
    paper: tuple[float, float] = (210.0, 297.0),
    overlay: Path | None = None,
    progress: Report = quiet,
) -> list[Path]:
    """Write the player aids of a game.

    Parameters
    ----------
    game
        Slug.
    out
        Folder; made where it is missing.
    paper
        Width and height in millimetres.
    overlay
        Folder with an owner's corrections, or None.
    progress
        Told what is being done.

    Returns
    -------
    list of Path
        ``GAME-aids.pdf`` with charts and tracks, then ``GAME-setup-SIDE.pdf`` for each side.

    Raises
    ------
    DataError
        The paper is too small, or data are wrong.
    module_builder.vassal.errors.FormatError
        The folder cannot be made or written.
    """
    if paper[0] < LEAST_PAPER[0] or paper[1] < LEAST_PAPER[1]:
        least = f"{LEAST_PAPER[0]:g} x {LEAST_PAPER[1]:g} mm at least"
        raise DataError("paper", f"{paper[0]:g} x {paper[1]:g} mm", least, "player aids need the room")
    kit = load_kit(game, overlay)
    made: dict[str, Callable[[], Booklet]] = {f"{game}-aids.pdf": partial(charts_booklet, kit, paper)}
    made |= {f"{game}-setup-{side}.pdf": partial(setup_booklet, kit, paper, side) for side in sides_of(kit)}
    return write_files(
        out, ((name, booklet_bytes(booklet())) for name, booklet in made.items()), progress=progress
    )


def booklet_bytes(booklet: Booklet) -> bytes:
    """Return a booklet as a PDF; the same content gives the same bytes.

    Parameters
    ----------
    booklet
        What.

    Returns
    -------
    bytes
    """
    buffer = io.BytesIO()
    margin, room = points(MARGIN), booklet.room
    frame = Frame(margin, margin + _FOOT, *room, leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0)
    document = BaseDocTemplate(
        buffer,
        pagesize=[points(side) for side in booklet.paper],
        invariant=1,
        title=booklet.title,
        author="Bocage",
        subject="Player aid" if booklet.own else f"Unofficial player aid{booklet.share}",
        creator="Bocage module-builder",
        lang="en-GB",
        initialFontName=fonts()[0],
    )
    document.addPageTemplates(PageTemplate("page", [frame], onPage=partial(_margins, booklet)))
    document.build([*booklet.story(*room), _Total()])
    return buffer.getvalue()


class _Total(Flowable):  # type: ignore[misc]
    """The number of pages, which the foot of every page shows: known at the end, stored once in the file."""

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        """Take no room."""
        return 0.0, 0.0

    def draw(self) -> None:
        """Store it."""
        canvas = self.canv
        canvas.beginForm(_TOTAL)
        canvas.setFillColor(HexColor(_QUIET))
        canvas.setFont(fonts()[0], _SMALL)
        canvas.drawString(0, 0, str(canvas.getPageNumber()))
        canvas.endForm()


def _margins(booklet: Booklet, canvas: Any, document: Any) -> None:
    """The head line, the foot line and the page boxes."""
    (width, height), edge, (text, bold) = document.pagesize, points(MARGIN), fonts()
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setTrimBox((0, 0, width, height))
    canvas.setBleedBox((0, 0, width, height))
    canvas.setFillColor(HexColor(_QUIET))
    canvas.setFont(bold, 8)
    canvas.drawString(edge, height - edge - 7, booklet.title)
    canvas.setFont(text, _SMALL)
    _page_number(canvas, document.page, width - edge, edge + 2)
    if booklet.own:
        return
    canvas.drawString(edge, edge + 2, _OWN)
    words = f"{MARK} reconstructed: what is printed is not at hand{booklet.share}"
    wide = stringWidth(words, text, _SMALL)
    taken = 2 * stringWidth(_OWN, text, _SMALL) + wide + 24
    canvas.drawCentredString(width / 2, edge + (2 if taken <= width - 2 * edge else 9), words)


def _page_number(canvas: Any, page: int, right: float, y: float) -> None:
    left = right - stringWidth("00", fonts()[0], _SMALL)
    canvas.drawRightString(left - 1.5, y, f"page {page} of")
    canvas.saveState()
    canvas.translate(left, y)
    canvas.doForm(_TOTAL)
    canvas.restoreState()


# --- what stands in the files ----------------------------------------------------------------------------


def charts_booklet(kit: Kit, paper: tuple[float, float]) -> Booklet:
    """Gather the charts and the tracks of a game.

    Parameters
    ----------
    kit
        What the module is built from.
    paper
        Width and height in millimetres.

    Returns
    -------
    Booklet

    Raises
    ------
    DataError
        A chart has signs that the lettering lacks.

    Examples
    --------
    >>> charts_booklet(load_kit("dark-summer"), (210.0, 297.0)).title
    'The Dark Summer: player aids'
    """
    from module_builder.help import pages

    made = pages(kit)["charts"]
    for page in made:
        check_signs(" ".join(page.text.split()), page.title)
    charts = [(page.title, parse_page(page.text, page.name)) for page in made]
    tinted, values = tally([section for _, sections in charts for section in sections])

    def story(width: float, height: float) -> list[Flowable]:
        bars = [Title(title, f"chart-{number}") for number, (title, _) in enumerate(charts)]
        shown = [(bar, quieted(sections)) for bar, (_, sections) in zip(bars, charts, strict=True)]
        return [
            *laid_out(shown, width, height),
            *key_story(kit, width),
            PageBreak(),
            *track_story(kit, width, height),
        ]

    share = _share(tinted, values, "values of the charts")
    return Booklet(f"{kit.game.title}: player aids", paper, story, share, is_own(kit))


def _share(reconstructed: int, values: int, what: str) -> str:
    """How much is reconstructed, for the foot line."""
    return f" ({reconstructed} of {values} {what}, {100 * reconstructed / values:.0f} %)" if values else ""


def setup_booklet(kit: Kit, paper: tuple[float, float], side: str) -> Booklet:
    """Make the set-up card of a side.

    Parameters
    ----------
    kit
        What the module is built from.
    paper
        Width and height in millimetres.
    side
        Which side.

    Returns
    -------
    Booklet

    Raises
    ------
    DataError
        A name has signs that the lettering lacks.

    Examples
    --------
    >>> setup_booklet(load_kit("dark-summer"), (210.0, 297.0), "allied").share
    ' (127 of 133 placings, 95 %)'
    """
    story, reconstructed, total = setup_story(kit, side)
    share = _share(reconstructed, total, "placings")
    return Booklet(f"{kit.game.title}: {side.capitalize()} set-up", paper, story, share, is_own(kit))
