"""Everything that a game of one's own prints: each counter with its faces, each card, the map, the templates.

A picture is known by a key of all that it shows, so that a page fetches again only what has changed.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from adjudicator.game import load
from adjudicator.table.drawing.faces import painted_card, painted_face, webp
from adjudicator.table.drawing.ground import ground_of
from adjudicator.table.drawing.kept import content_mark
from adjudicator.table.drawing.laying import printed_of
from adjudicator.table.drawing.tiles import tiles_of
from adjudicator.vocabulary import load_vocabulary
from counters.cards import load_cards
from counters.catalog import load_markers, load_units
from counters.faces import content_key
from counters.homemade.catalog import templates_of
from counters.homemade.faces import marker_faces, unit_faces

if TYPE_CHECKING:
    from counters.cards import Card, CardFace
    from counters.faces import PrintedFace
    from maps.games import FolderHome

__all__ = ["Showcase", "Shown", "ShownGroup"]

_SIDES = ("front", "back")
_PX, _CARD_PX, _MAP_PX = 132, 200, 1600
_Paint = Callable[[], bytes]


class Shown(msgspec.Struct, frozen=True):
    """A counter or card: its id and name, and the keys of its faces."""

    id: str
    title: str
    faces: tuple[str, ...]


class ShownGroup(msgspec.Struct, frozen=True):
    """Counters that belong together, of a size in pixels."""

    title: str
    px: int
    shown: tuple[Shown, ...]


class Showcase:
    """What the game of a folder prints, as it is now.

    Parameters
    ----------
    home
        Of the game.

    Raises
    ------
    DataError
        A file of the folder is wrong.

    Examples
    --------
    >>> from pathlib import Path
    >>> from maps.games import home_of, open_folder
    >>> case = Showcase(home_of(open_folder(Path("docs/examples/two-rivers"))))
    >>> [(group.title, len(group.shown)) for group in case.groups]
    [('North', 10), ('South', 10), ('Markers', 5), ('Cards', 10)]
    """

    def __init__(self, home: FolderHome) -> None:
        self.slug = slug = home.slug
        game, self._printed = load(slug), templates_of(home)
        self.title = game.title
        self._paints: dict[str, _Paint] = {}
        self.groups = tuple(self._groups())
        self._ground = ground_of(game.scenario(next(iter(game.scenarios))))
        self.map = self._keep(tiles_of(self._ground).key, self._map)
        self.templates = self._keep(f"templates-{content_mark(slug, 'counters')[:24]}", self._templates)

    @property
    def faces(self) -> Mapping[str, str]:
        """Name of each picture, as one calls it -> its key."""
        named = (
            (f"{one.id} {_face(n)}", key) for g in self.groups for one in g.shown for n, key in _each(one)
        )
        return {"map": self.map, **dict(named)}

    def form(self) -> dict[str, Any]:
        """Everything as plain data for the page.

        Returns
        -------
        dict
        """
        return {
            "title": self.title,
            "map": self.map,
            "templates": self.templates,
            "groups": msgspec.to_builtins(self.groups),
        }

    def picture(self, key: str) -> bytes | None:
        """A picture by its key; None where there is none.

        Parameters
        ----------
        key
            As in `form`.

        Returns
        -------
        bytes or None
            A WebP.
        """
        paint = self._paints.get(key)
        return None if paint is None else paint()

    def _keep(self, key: str, paint: _Paint) -> str:
        self._paints[key] = paint
        return key

    def _groups(self) -> Iterator[ShownGroup]:
        templates, units, words = self._printed, load_units(self.slug), load_vocabulary(self.slug)
        for side in words.sides:
            own = (unit for unit in units.values() if unit.side == side)
            shown = [Shown(u.id, u.title, self._faces(unit_faces(u, templates))) for u in own]
            yield ShownGroup(words.title_of(side), _PX, tuple(shown))
        markers = load_markers(self.slug).values()
        shown = [Shown(m.id, m.name, self._faces(marker_faces(m, templates))) for m in markers]
        yield ShownGroup("Markers", _PX, tuple(shown))
        cards = [self._card(card) for card in load_cards(self.slug)]
        if cards:
            yield ShownGroup("Cards", _CARD_PX, tuple(cards))

    def _faces(self, faces: tuple[PrintedFace, ...]) -> tuple[str, ...]:
        return tuple(self._keep(face.key[:32], functools.partial(_face_webp, face)) for face in faces)

    def _card(self, card: Card) -> Shown:
        sides: tuple[CardFace, ...] = ("front", "back")
        keys = [
            self._keep(content_key((card, side))[:32], functools.partial(_card_webp, card, side))
            for side in sides
        ]
        return Shown(card.id, card.title, tuple(keys))

    def _map(self) -> bytes:
        tiles = tiles_of(self._ground)
        width = min(_MAP_PX, self._ground.width)
        return webp(tiles.region((0, 0, self._ground.width, self._ground.height), width))

    def _templates(self) -> bytes:
        from adjudicator.saves.looks import counter_px
        from counters.homemade.preview import preview

        px = counter_px(printed_of(self.slug))
        return webp(preview(self._printed, load_units(self.slug), load_markers(self.slug), px=px))


def _each(one: Shown) -> Iterator[tuple[int, str]]:
    return iter(enumerate(one.faces))


def _face(number: int) -> str:
    return _SIDES[number] if number < len(_SIDES) else f"face {number + 1}"


def _face_webp(face: PrintedFace) -> bytes:
    return webp(painted_face(face, _PX))


def _card_webp(card: Card, side: CardFace) -> bytes:
    return webp(painted_card(card, _CARD_PX, side))
