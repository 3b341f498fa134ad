"""What lies where on the table: every unit and marker of a position in pixels, as a viewpoint sees it.

The position is masked first; all else is made of what is left. So a piece that somebody may not know has the
name, the picture and the id that the mask gives it, and no other.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from adjudicator.game import seen_by
from adjudicator.saves.adapter import draw_layers
from adjudicator.saves.carriers import value_to_text
from adjudicator.saves.looks import (
    badge_image,
    badges_of,
    disrupts,
    each_face,
    face_names,
    has_back,
    shows_back,
)
from adjudicator.table.drawing.laying import Laid, Table, table_of

if TYPE_CHECKING:
    from adjudicator.position import Piece, Position
    from adjudicator.saves.carriers import MarkerSpec
    from counters.catalog import Unit

__all__ = [
    "MASKED_KINDS",
    "Badge",
    "Scene",
    "ScenePiece",
    "masked_face",
    "masked_stem",
    "own_face",
    "scene_of",
]

_NAMELESS = "?"  # the name of a counter that stands for one that is not known
_HIDDEN = "hidden"  # the mark of such a counter in the counter mix


class Badge(msgspec.Struct, frozen=True):
    """A small picture on a piece, so many pixels from its middle."""

    face: str
    dx: int
    dy: int


class ScenePiece(msgspec.Struct, frozen=True, kw_only=True):
    """A unit or marker where it lies.

    `window` is ``map``, or one of the ground's windows; `x` and `y` are its middle in pixels there, `w` its
    width. `face` names its picture in the sprite sheets, `turn` says whether that is its back. `hidden` is a
    piece of which the viewpoint does not know what it is. `lines` say in words all that is drawn.
    """

    id: str
    kind: str
    name: str
    side: str
    space: str
    window: str
    x: int
    y: int
    w: int
    face: str
    turn: bool = False
    badges: tuple[Badge, ...] = ()
    status: str = ""
    hidden: bool = False
    lines: tuple[str, ...] = ()


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that lies on the table, the lowest first; a stack is what has the same window, x and y.

    `notes` say what has no place in the module. `own` are the counters that the game's sheets do not hold,
    by the name of their face: those of a sketch, and those of which a value was corrected.
    """

    pieces: tuple[ScenePiece, ...]
    notes: tuple[str, ...] = ()
    own: Mapping[str, Unit] = {}

    def form(self) -> dict[str, Any]:
        """The scene as plain data for the page.

        Returns
        -------
        dict
        """
        return {"pieces": msgspec.to_builtins(self.pieces), "notes": list(self.notes)}


def scene_of(position: Position, viewpoint: str = "public") -> Scene:
    """Lay a position out on the table.

    Parameters
    ----------
    position
        Any position: of a save, a scenario or a sketch.
    viewpoint
        Who looks: a side, ``public`` or ``referee``.

    Returns
    -------
    Scene

    Examples
    --------
    >>> from adjudicator.game import load
    >>> scene = scene_of(load("breakout-normandy").scenario("d-day"))
    >>> piece = next(p for p in scene.pieces if p.id == "ge-916")
    >>> piece.face, piece.window, piece.space, piece.lines[0]
    ('ge-916_f', 'map', 'omaha-beach', '916 Rgt, 352 Div: fresh')
    """
    at = seen_by(position, viewpoint)
    return _Scenery(table_of(at, viewpoint), at).scene()


class _Scenery:
    """Turns what has been laid on a table into a scene."""

    def __init__(self, table: Table, position: Position) -> None:
        self._table, self._kit, self._position = table, table.kit, position
        self._own: dict[str, Unit] = {}
        self._facts: dict[str, list[str]] = {}
        self._numbers: dict[str, int] = {}
        items = position.schema.items
        for (item, subject), value in sorted(position.facts.items()):
            if items[item].of == "unit" and value != items[item].default:
                self._facts.setdefault(subject, []).append(_words(item, value_to_text(value), position))

    def scene(self) -> Scene:
        layers = draw_layers(self._kit.adapter)
        laid = list(self._table.laid())
        pieces = [(layers.index(self._layer(one)), self._piece(one)) for one in laid]
        pieces.sort(key=lambda pair: pair[0])
        return Scene(
            pieces=tuple([piece for _, piece in pieces]), notes=tuple(self._table.notes()), own=self._own
        )

    def _layer(self, laid: Laid) -> str:
        spec = self._kit.carriers.markers.get(laid.uid)
        return (
            spec.layer
            if spec is not None and laid.kind == "marker"
            else "Units"
            if laid.kind == "unit"
            else "Markers"
        )

    def _piece(self, laid: Laid) -> ScenePiece:
        if laid.kind == "unit":
            return self._unit(laid, self._position.pieces[laid.uid])
        spec = self._kit.carriers.markers.get(laid.uid)
        return self._marker(laid, spec) if spec is not None else self._chit(laid)

    # --- units ---------------------------------------------------------------------------------------

    def _unit(self, laid: Laid, piece: Piece) -> ScenePiece:
        unit = piece.printed
        hidden = unit.name == _NAMELESS or _HIDDEN in unit.marks
        back = not hidden and self._back(piece)
        name = self._kit.board.name if piece.space in self._kit.board.spaces else self._position.board.name
        lines = (f"{unit.title}: {piece.status}", f"in {name(piece.space)}", *self._facts.get(piece.uid, ()))
        return ScenePiece(
            id=piece.uid,
            kind="unit",
            name=unit.title,
            side=unit.side,
            space=piece.space,
            window=laid.window,
            x=laid.x,
            y=laid.y,
            w=self._table.unit_px(unit),
            face=masked_face(unit) if hidden else self._face(unit, self._letter(piece, back=back)),
            turn=back,
            badges=() if hidden else tuple(self._badges(piece)),
            status=piece.status,
            hidden=hidden,
            lines=lines,
        )

    def _back(self, piece: Piece) -> bool:
        """Whether a counter shows its back: it is not in its first state, or has fired or moved."""
        worse = piece.status != self._kit.game.statuses[0]
        own = shows_back(self._kit, piece.printed)
        turned = bool(own) and self._position.facts.get((own, piece.uid)) is True
        return (worse or turned) and has_back(self._kit, piece.printed)

    def _letter(self, piece: Piece, *, back: bool) -> str:
        """How the picture of a unit ends that shows: of its front, its back, or a further face."""
        if not each_face(self._kit):
            return "b" if back else "f"
        face, faces = self._kit.game.statuses.index(piece.status), face_names(self._kit, piece.printed)
        return faces[min(face, len(faces) - 1)]

    def _face(self, unit: Unit, letter: str) -> str:
        if self._table.catalogue.get(unit.id) == unit:
            return f"{unit.id}_{letter}"
        stem = own_face(unit)
        self._own[stem] = unit
        return f"{stem}_{letter}"

    def _badges(self, piece: Piece) -> Iterator[Badge]:
        number = self._kit.game.statuses.index(piece.status) - 1
        if disrupts(self._kit) and number > 0:
            yield Badge(f"status_d{number}", 0, 0)
        rows = {row["item"]: row for row in self._kit.adapter.get("badge", ())}
        for item, worn in badges_of(self._kit, self._position, piece.uid):
            dx, dy = rows[item]["at"]
            yield Badge(badge_image(item, worn), dx, dy)

    # --- markers -------------------------------------------------------------------------------------

    def _marker(self, laid: Laid, spec: MarkerSpec) -> ScenePiece:
        level = laid.level
        word = value_to_text(spec.levels[level - 1]) if len(spec.levels) >= level > 0 else ""
        name = f"{spec.name}: {word}" if word and word not in {"true", "false"} else spec.name
        return ScenePiece(
            id=self._numbered(f"{spec.id}@{laid.place}" if laid.place else spec.id),
            kind="marker",
            name=spec.name,
            side=spec.side,
            space=laid.space,
            window=laid.window,
            x=laid.x,
            y=laid.y,
            w=spec.px or self._table.marker_px,
            face=spec.images[min(level, len(spec.images)) - 1],
            turn=level > 1,
            lines=(name, *([f"in {laid.place_name}"] if laid.place_name else [])),
        )

    def _chit(self, laid: Laid) -> ScenePiece:
        """A chit of a cup, or a card: what lies open has its own face."""
        return ScenePiece(
            id=laid.uid,
            kind="marker",
            name=laid.name,
            side="",
            space=laid.space,
            window=laid.window,
            x=laid.x,
            y=laid.y,
            w=laid.width or self._table.marker_px,
            face=laid.face,
            lines=(laid.name, *([f"in {laid.place_name}"] if laid.place_name else [])),
        )

    def _numbered(self, id_: str) -> str:
        """An id that no other marker has: of several in one place the second ends with 2."""
        count = self._numbers[id_] = self._numbers.get(id_, 0) + 1
        return id_ if count == 1 else f"{id_}.{count}"


def _words(item: str, text: str, position: Position) -> str:
    """A fact about a unit, as one reads it."""
    title = item.replace("-", " ")
    if text == "true":
        return title
    return f"{title}: {position.board.name(text) if text in position.board.spaces else text}"


def masked_face(unit: Unit) -> str:
    """Name of the face of a counter of which one sees no more than whose it is, and what kind of thing.

    Parameters
    ----------
    unit
        As the mask shows it.

    Returns
    -------
    str
    """
    return masked_stem(unit.side, unit.type if unit.type in MASKED_KINDS else "")


MASKED_KINDS: Mapping[str, str] = {"": "", "strongpoint": "STRONGPOINT"}
"""Type of a masked counter that is told -> what its face says."""


def masked_stem(side: str, kind: str) -> str:
    """Name of the face of a masked counter of a side.

    Examples
    --------
    >>> masked_stem("x", "")
    'masked_x_unit'
    """
    return f"masked_{side}_{kind or 'unit'}"


def own_face(unit: Unit) -> str:
    """Name of the face of a counter that is not of the game's mix, by what it prints.

    Parameters
    ----------
    unit
        Of a sketch, or with a corrected value.

    Returns
    -------
    str
    """
    drawn = [getattr(unit, name) for name in unit.__match_args__ if name not in _UNDRAWN]
    drawn += [unit.texts] if unit.texts else []
    text = repr([sorted(v.items()) if isinstance(v, Mapping) else v for v in drawn])
    return f"own-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


_UNDRAWN = frozenset({"id", "title", "sources", "texts"})
