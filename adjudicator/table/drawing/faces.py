"""Every face that can lie on the table of a game: units, markers, chits, cards, badges, and masked ones."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.errors import MalformedAction
from adjudicator.saves.combat_cards import combat_faces
from adjudicator.saves.looks import (
    badge_image,
    counter_px,
    disrupts,
    each_face,
    face_names,
    has_back,
    piece_px,
)
from adjudicator.saves.piles import cards_by_uid
from adjudicator.table.drawing.laying import printed_of
from adjudicator.table.drawing.scene import MASKED_KINDS, masked_stem
from adjudicator.vocabulary import load_vocabulary
from counters.art import OwnArt, card_paint, own_art
from counters.card_art import draw_card
from counters.cards import load_cards
from counters.catalog import load_units
from counters.markers import draw_face, draw_marker
from counters.nations import NATIONS, nations_of
from counters.overlays import draw_status
from counters.palette import Face, load_palette
from counters.render import marker_faces, unit_faces
from counters.units import FACE_LETTERS
from maps.art import BACK
from maps.errors import DataError
from maps.games import game_names
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from pathlib import Path

    from PIL import Image

    from adjudicator.saves.printed import PrintedModule
    from counters.cards import Card, CardFace
    from counters.faces import PrintedFace
    from counters.palette import Palette
    from counters.units import Unit

__all__ = ["DrawnFace", "face_webp", "game_faces", "own_faces", "painted_card", "painted_face", "webp"]

_CHIT = Face("#4a4538", "#f2ead6", value="?")
_INK = "#1d1a14"
_SIDES = ("front", "back")
_PAINTED = 2048  # pictures of counters by template that are kept
_FACE, _QUALITY = 150, 92  # pixels of a counter that is shown alone
_USUAL = "regiment"  # the size of a unit whose sketch says none


@dataclass(frozen=True, slots=True)
class DrawnFace:
    """A face by its name in a scene.

    Parameters
    ----------
    name
        Of the face.
    width, height
        Its size in pixels of the board.
    paint
        Draws it so many pixels wide.

    Examples
    --------
    >>> DrawnFace("chit_back", 66, 66, lambda px: draw_face(_CHIT, px=px)).paint(20).size
    (20, 20)
    """

    name: str
    width: int
    height: int
    paint: Callable[[int], Image.Image]


def _square(name: str, px: int, draw: Callable[..., Image.Image], **told: Any) -> DrawnFace:
    return DrawnFace(name, px, px, lambda side: draw(px=side, **told))


def game_faces(kit: PrintedModule, *, art: bool = False) -> list[DrawnFace]:
    """The faces of a game: what is seen most comes first, the backs of units last.

    Parameters
    ----------
    kit
        What the module is made of.
    art
        Whether an owner's own pictures take the place of ours.

    Returns
    -------
    list of DrawnFace
    """
    palette = load_palette(kit.game.slug, kit.board.filing.overlay)
    fronts, backs, numbers = [], [], _numbers(kit)
    for unit in kit.units.values():
        front, *others = _unit(kit, unit, unit.id, palette, numbers)
        fronts.append(front)
        backs += others if has_back(kit, unit) else []
    known = {f.name: f for f in (*_masked(kit), *_badges(kit), *_markers(kit, palette), *fronts, *backs)}
    return [*(_in_own_art(kit, known) if art else known).values(), *_cards(kit, art=art)]


def _in_own_art(kit: PrintedModule, faces: Mapping[str, DrawnFace]) -> dict[str, DrawnFace]:
    """The faces of counters with an owner's pictures in the place of ours."""
    counters = own_art(kit.game.slug, kit.board.filing.overlay)
    found = dict(faces)
    for name, face in faces.items():
        stem, _, side = name.rpartition("_")
        own = counters.face(stem + (BACK if side == "b" else ""))
        if own is not None and side in {"f", "b"}:
            found[name] = _square(name, face.width, own.draw)
    return found


def own_faces(kit: PrintedModule, own: Mapping[str, Unit]) -> list[DrawnFace]:
    """The faces of counters that are not of the mix.

    Parameters
    ----------
    kit, own
        The module, and the counters by the stem of their faces.

    Returns
    -------
    list of DrawnFace
    """
    palette = load_palette(kit.game.slug, kit.board.filing.overlay)
    numbers = _numbers(kit)
    return [face for stem, unit in sorted(own.items()) for face in _unit(kit, unit, stem, palette, numbers)]


def face_webp(game: str, uid: str, side: str, overlay: Path | None = None) -> bytes:
    """A counter as it is drawn with the values of an overlay.

    Parameters
    ----------
    game, uid
        Slug, and the id of the unit or marker.
    side
        ``front`` or ``back``.
    overlay
        Folder with an owner's corrections.

    Returns
    -------
    bytes
        A WebP.

    Raises
    ------
    MalformedAction
        No such game, counter or side.
    """
    unit = load_units(game, overlay).get(uid) if game in game_names() else None
    if side not in _SIDES or (unit is None and game not in game_names()):
        raise MalformedAction(f"no counter is called {uid[:60]!r}")
    if unit is not None:
        face = own_faces(printed_of(game, None), {uid: unit})[_SIDES.index(side)].paint(_FACE)
    else:
        face = _marker(game, uid, side, overlay)
    return webp(face)


def webp(picture: Image.Image) -> bytes:
    """A picture that is shown alone, as the browser takes it."""
    out = io.BytesIO()
    picture.save(out, "WEBP", quality=_QUALITY)
    return out.getvalue()


def _marker(game: str, uid: str, side: str, overlay: Path | None) -> Image.Image:
    from counters.catalog import load_markers

    marker = load_markers(game, overlay).get(uid)
    if marker is None:
        raise MalformedAction(f"no counter is called {uid[:60]!r}")
    return marker_faces(marker, palette=load_palette(game, overlay))[_SIDES.index(side)].draw(px=_FACE)


def _unit(
    kit: PrintedModule, unit: Unit, stem: str, palette: Palette, numbers: Mapping[str, int]
) -> tuple[DrawnFace, ...]:
    px = piece_px(kit, unit.size) if unit.id in kit.units else counter_px(kit)
    count = len(face_names(kit, unit)) if each_face(kit) else 2
    return tuple(
        DrawnFace(f"{stem}_{letter}", px, px, functools.partial(_paint_unit, unit, n, palette, numbers))
        for n, letter in enumerate(FACE_LETTERS[: max(2, count)])
    )


def _paint_unit(unit: Unit, side: int, palette: Palette, numbers: Mapping[str, int], px: int) -> Image.Image:
    """A unit as the mix draws it; one of a sketch that leaves out what that needs, plainly."""
    if palette.own is not None:
        with contextlib.suppress(DataError):  # a unit of a sketch may name what there is no drawing of
            faces = (*palette.own.unit(unit), *palette.own.further(unit))
            return painted_face(faces[min(side, len(faces) - 1)], px)
    for known in (unit, dataclasses.replace(unit, size=unit.size or _USUAL)):
        with contextlib.suppress(DataError, KeyError, TypeError, ValueError):
            return unit_faces(known, numbers=numbers, palette=palette)[side > 0].draw(px=px)
    return draw_face(_plain(unit, side), px=px)


@functools.lru_cache(maxsize=_PAINTED)
def painted_face(face: PrintedFace, px: int) -> Image.Image:
    """A face by template; one that is like before is not drawn again when another value changes.

    Parameters
    ----------
    face, px
        Which, and how wide.

    Returns
    -------
    PIL.Image.Image
        Kept: who changes it makes a copy.
    """
    return face.draw(px=px)


def _plain(unit: Unit, side: int) -> Face:
    ground = NATIONS[unit.nationality].tint if unit.nationality in NATIONS else "#e9e6dd"
    values: Sequence[int | None] = [*unit.ratings.values()][:3]
    values = values or [unit.rating(name) for name in ("af", "df", "mf")]
    printed = "-".join("?" if value is None else str(value) for value in values)
    return Face(ground, _INK, title=(unit.name or unit.type)[:10], value=f"({printed})" if side else printed)


def _numbers(kit: PrintedModule) -> Mapping[str, int]:
    return {s.id: n for s in kit.board.spaces.values() if isinstance(n := s["number"], int)}


def _masked(kit: PrintedModule) -> Iterator[DrawnFace]:
    """A counter of each side of which no more is known than its kind."""
    nations, known = list(load_vocabulary(kit.game.slug).nations.values()), nations_of(kit.game.slug)
    for side in load_vocabulary(kit.game.slug).sides:
        tint = next(known[nation].tint for own, nation, _ in nations if own == side and nation in known)
        for kind, title in MASKED_KINDS.items():
            face = Face(tint, _INK, title=title, value="?")
            yield _square(masked_stem(side, kind), counter_px(kit), draw_face, face=face)


def _badges(kit: PrintedModule) -> Iterator[DrawnFace]:
    for row in kit.adapter.get("badge", ()):
        for number, face in enumerate(row["faces"], 1):
            px = row.get("px", 24)
            yield _square(badge_image(row["item"], number), px, draw_face, face=Face(**face))
    for level in range(1, len(kit.game.statuses) - 1) if disrupts(kit) else ():
        yield _square(f"status_d{level}", counter_px(kit), draw_status, level=level)
    yield _square("chit_back", counter_px(kit), draw_face, face=_CHIT)


def _markers(kit: PrintedModule, palette: Palette) -> Iterator[DrawnFace]:
    """Markers as the module draws them, each as large as there, and the chits of cups and piles."""
    usual = piece_px(kit, "")
    for spec in kit.carriers.markers.values():
        px = spec.px or usual
        if spec.art:
            yield _square(spec.images[0], px, draw_face, face=Face(**dict(spec.art)))
        yield from _printed(kit, palette, spec.images[1 if spec.art else 0 :], px)
    cups = kit.carriers.cups
    chits = {f"{marker}_f" for cup in cups for marker, _ in cup.kinds.values()}
    chits |= {cup.cover for cup in cups if cup.cover}
    yield from _printed(kit, palette, sorted(chits | _piled(kit)), usual)


def _piled(kit: PrintedModule) -> set[str]:
    from adjudicator.saves.piles import members_by_uid

    piles = kit.carriers.piles
    if piles is None or not piles.markers:
        return set()
    return {f"{m.of}_f" for m in members_by_uid(kit.game.slug, kit.board.filing.overlay).values()}


def _printed(kit: PrintedModule, palette: Palette, stems: Iterable[str], px: int) -> Iterator[DrawnFace]:
    from counters.catalog import load_markers

    known = load_markers(kit.game.slug, kit.board.filing.overlay)
    for stem in stems:
        marker, _, letter = stem.rpartition("_")
        if marker in known and palette.own is not None:
            faces = (*palette.own.marker(known[marker]), *palette.own.further(known[marker]))
            yield _square(stem, px, painted_face, face=faces[FACE_LETTERS.index(letter)])
        elif marker in known:
            yield _square(
                stem,
                px,
                draw_marker,
                marker_id=marker,
                face="back" if letter == "b" else "front",
                attack_factor=known[marker].attack_factor,
                palette=palette,
            )


def _cards(kit: PrintedModule, *, art: bool) -> Iterator[DrawnFace]:
    """Named cards and combat cards, in an owner's pictures where he has them and they are shown."""
    piles, decks, game = kit.carriers.piles, kit.carriers.decks, kit.game.slug
    overlay = kit.board.filing.overlay
    own = own_art(game, overlay if art else None, "cards")
    for stem, (card, face) in combat_faces(decks, load_cards(game, overlay)).items():
        yield _card(own, stem, card, face, decks.size)
    if piles is None or piles.markers:
        return
    for card in cards_by_uid(game, overlay).values():
        yield _card(own, card.id, card, "front", piles.size)
        yield _card(own, card.back, card, "back", piles.size)


@functools.lru_cache(maxsize=_PAINTED // 8)
def painted_card(card: Card, width_px: int, face: CardFace) -> Image.Image:
    """A card, drawn again only where it has changed.

    Parameters
    ----------
    card, width_px, face
        Which, how wide, and which side.

    Returns
    -------
    PIL.Image.Image
        Kept: who changes it makes a copy.
    """
    return draw_card(card, width_px=width_px, face=face, finish="screen")


def _card(art: OwnArt, stem: str, card: Card, face: CardFace, size: tuple[int, int]) -> DrawnFace:
    def draw(px: int) -> Image.Image:
        ours = functools.partial(painted_card, card, px, face)
        return card_paint(art, card.back if face == "back" else card.id, ours, size=size, width_px=px)()

    return DrawnFace(stem, *size, draw)
