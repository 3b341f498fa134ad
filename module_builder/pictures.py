"""Every picture of a module, drawn or from an album of those drawn before: counters, cards, icons, boards."""

from __future__ import annotations

import functools
import io
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from adjudicator.saves.looks import counter_px
from adjudicator.saves.piles import members_by_uid
from maps.album import NO_ALBUM, Album
from module_builder.board import BOARD_IMAGE, CARDS_IMAGE, board_content, draw_part, main_board, part_image
from module_builder.board import cards_drawing as set_up_cards
from module_builder.help import about_drawing, icons
from module_builder.mark_images import mark_images
from module_builder.pieces import chit_faces, unit_faces
from module_builder.playing_cards import card_images
from module_builder.progress import quiet

if TYPE_CHECKING:
    from counters.faces import Paint
    from maps.geometry import Part
    from module_builder.materials import Kit

__all__ = ["images"]

_LARGE = 5  # compression of a large picture: at 6 it takes twice as long, for three in a hundred bytes less


def images(
    kit: Kit, progress: Callable[[str], object] = quiet, album: Album = NO_ALBUM
) -> Iterator[tuple[str, bytes]]:
    """Every picture of a module as PNG, and the boards of a map of several as JPEG.

    Parameters
    ----------
    kit
        What the module is built from.
    progress
        Called with what is being done.
    album
        Pictures that were drawn before.

    Yields
    ------
    tuple of str and bytes
        Name and picture.
    """
    from counters.encoding import kept_png

    progress("counters")
    yield from _counters(kit, album)
    for name, paint in (*_faces(kit), *icons(kit), *card_images(kit), *mark_images(kit)):
        yield name, kept_png(album, paint)
    yield from ((name, kept_png(album, paint)) for name, paint in _last(kit))
    progress("set-up cards")
    yield CARDS_IMAGE, kept_png(album, set_up_cards(kit), level=_LARGE)
    progress("map")
    yield from _boards(kit, album)


def _counters(kit: Kit, album: Album) -> Iterator[tuple[str, bytes]]:
    """Faces of the counters that a piece shows, and what lies over them."""
    from counters.mix import draw_all

    numbers = {s.id: n for s in kit.board.spaces.values() if isinstance(n := s["number"], int)}
    specs = kit.carriers.markers.values()
    drawn_otherwise = {i for s in specs if s.px for i in s.images} | {s.images[0] for s in specs if s.art}
    shown = {i for s in specs for i in s.images}
    shown |= {stem for piece in kit.pieces.values() for stem in chit_faces(kit, piece.uid)}
    shown |= {cup.cover for cup in kit.carriers.cups}
    if kit.carriers.piles is not None and kit.carriers.piles.markers:
        shown |= {f"{member.of}_f" for member in members_by_uid(kit.game.slug, kit.overlay).values()}
    shown -= drawn_otherwise
    blank = {f"{u.id}_b" for u in kit.units.values() if len(unit_faces(kit, u)) == 1}

    def wanted(stem: str) -> bool:
        return stem not in blank and (stem[:-2] not in kit.printed or stem in shown)

    px, game = counter_px(kit), kit.game.slug
    return draw_all(game, px=px, numbers=numbers, overlay=kit.overlay, wanted=wanted, album=album)


def _faces(kit: Kit) -> Iterator[tuple[str, Paint]]:
    """Markers of another size, and those that the adapter describes."""
    from counters.art import own_art
    from counters.markers import draw_face
    from counters.palette import Face, load_palette
    from counters.render import marker_faces

    palette, specs = load_palette(kit.game.slug, kit.overlay), kit.carriers.markers.values()
    own = own_art(kit.game.slug, kit.overlay)
    arts = {s.images[0]: s for s in specs if s.art}
    small = {i: s.px for s in specs if s.px for i in s.images if i not in arts}
    for stem, px in small.items():
        faces = own.faces(stem[:-2], marker_faces(kit.printed[stem[:-2]], palette=palette))
        face = faces[stem.endswith("_b")]
        yield f"{stem}.png", functools.partial(face.paint, px=px)
    for stem, spec in arts.items():
        paint = functools.partial(draw_face, Face(**dict(spec.art)), px=spec.px or counter_px(kit))
        yield f"{stem}.png", paint


def _last(kit: Kit) -> Iterator[tuple[str, Paint]]:
    """The back of a chit, and what the module shows while it loads."""
    from counters.markers import draw_face
    from counters.palette import Face

    if kit.carriers.cups or (kit.carriers.piles is not None and kit.carriers.piles.markers):
        back = Face("#4a4538", "#f2ead6", value="?")
        yield "chit_back.png", functools.partial(draw_face, back, px=counter_px(kit))
    yield "about.png", about_drawing(kit)


def _boards(kit: Kit, album: Album) -> Iterator[tuple[str, bytes]]:
    """The board of the main window, or its several boards."""
    content = board_content(kit)
    parts = kit.layout.windows[kit.layout.main].parts
    for part in parts:
        draw = functools.partial(_part, kit, part)
        yield part_image(part), album.kept(("jpeg", part.name, *content), draw)
    if not parts:
        yield BOARD_IMAGE, album.kept(("png", *content), functools.partial(_board, kit))


def _board(kit: Kit) -> bytes:
    from counters.encoding import png_bytes

    return png_bytes(main_board(kit), level=_LARGE)


def _part(kit: Kit, part: Part) -> bytes:
    """One of several boards, with all its colour."""
    from maps.jpeg import QUALITY

    buffer = io.BytesIO()
    draw_part(kit, part).save(buffer, "JPEG", quality=QUALITY, subsampling=0)
    return buffer.getvalue()
