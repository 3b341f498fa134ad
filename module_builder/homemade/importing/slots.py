"""The pieces of a module: every slot with its traits, where it stands, and what is drawn on its two sides."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from adjudicator.saves.slots import expanded, prototypes_of, slot_traits
from module_builder.vassal.buildfile import short_name
from module_builder.vassal.errors import FormatError
from module_builder.vassal.sequence_encoder import decode
from module_builder.vassal.traits import Trait, parse_definition
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from lxml.etree import _Element

__all__ = ["Drawn", "Face", "Faces", "TheirPiece", "faces_of", "marks_of", "pieces_of"]

_WIDGETS = frozenset({"TabWidget", "ListWidget", "PanelWidget", "BoxWidget"})
_MAPS = frozenset({"Map", "PrivateMap", "PlayerHand"})
_SLOTS = frozenset({"PieceSlot", "CardSlot"})
_TURNED = re.compile(
    r"flip|reduc|back|step|spent|disrupt|exhaust|loss|status|side|worn|deplet", re.IGNORECASE
)
_ABOUT = ("name", "desc", "up_text", "activate_text", "names")
Drawn = tuple[str, int, int, float]
"""A picture, how far right and down of the centre it lies, and its scale."""
Face = tuple[Drawn, ...]
"""Pictures from the lowest up."""


@dataclass(frozen=True, slots=True)
class TheirPiece:
    """A slot of the module.

    Parameters
    ----------
    name, entry, gpid
        Name of the piece, of its slot, and its permanent id.
    traits
        In editor order, prototypes expanded.
    prototypes
        That it uses.
    path
        Tabs and lists of the palette that it lies in.
    window, deck
        Map and deck that it begins in; empty for one of the palette.
    at
        Of an at-start stack: board, x, y, and name of its place where that counts.
    card
        Whether it is a card, or lies in a deck.

    Examples
    --------
    >>> TheirPiece("1st", "1st", "7").called
    '1st'
    """

    name: str
    entry: str
    gpid: str
    traits: tuple[Trait, ...] = ()
    prototypes: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    window: str = ""
    deck: str = ""
    at: tuple[str, int, int, str] | None = None
    card: bool = False

    @property
    def called(self) -> str:
        """What a person calls it."""
        return self.name or self.entry or "a piece without a name"

    @property
    def alike(self) -> tuple[object, ...]:
        """What two slots of one kind have in common."""
        types = [trait.type for trait in self.traits]
        return (self.called, *types, *sorted(marks_of(self.traits).items()))


def pieces_of(root: _Element) -> Iterator[TheirPiece]:
    """Every slot of a module, in the order of the file.

    Parameters
    ----------
    root
        Its component tree.

    Yields
    ------
    TheirPiece
        Without those whose definition cannot be read.
    """
    yield from _walk(root, prototypes_of(root), TheirPiece("", "", ""))


def _walk(node: _Element, known: Mapping[str, tuple[Trait, ...]], where: TheirPiece) -> Iterator[TheirPiece]:
    from dataclasses import replace

    for child in node:
        name = short_name(child)
        if name in _SLOTS:
            if (
                piece := _piece(child, known, where, card=name == "CardSlot" or bool(where.deck))
            ) is not None:
                yield piece
            continue
        within = where
        if name in _MAPS:
            within = TheirPiece("", "", "", window=child.get("mapName", ""))
        elif name == "PieceWindow":
            within = TheirPiece("", "", "")
        elif name == "DrawPile":
            within = replace(where, deck=child.get("name", "") or "Deck")
        elif name == "SetupStack":
            within = replace(where, at=_start(child))
        elif name in _WIDGETS and child.get("entryName"):
            within = replace(where, path=(*where.path, child.get("entryName", "")))
        yield from _walk(child, known, within)


def _piece(
    node: _Element, known: Mapping[str, tuple[Trait, ...]], where: TheirPiece, *, card: bool
) -> TheirPiece | None:
    from dataclasses import replace

    raw = slot_traits(node)
    traits = tuple(expanded(raw, known))
    if not traits or traits[0].id != "piece":
        return None
    named = [t.field("name") for t in traits if t.id == "basicName"]
    return replace(
        where,
        name=named[-1] if named else traits[0].field("name"),
        entry=node.get("entryName", ""),
        gpid=node.get("gpid", ""),
        traits=traits,
        prototypes=tuple(t.field("name") for t in raw if t.id == "prototype"),
        card=card,
    )


def _start(node: _Element) -> tuple[str, int, int, str]:
    def whole(name: str) -> int:
        try:
            return int(node.get(name, "0"))
        except ValueError:
            return 0  # as the engine takes what is no number

    named = node.get("useGridLocation") == "true"
    return node.get("owningBoard", ""), whole("x"), whole("y"), node.get("location", "") if named else ""


def marks_of(traits: Sequence[Trait]) -> dict[str, str]:
    """Values of the Markers of a piece, and of its Dynamic Properties as they begin.

    Parameters
    ----------
    traits
        Of the piece.

    Returns
    -------
    dict

    Examples
    --------
    >>> marks_of([Trait("mark;CF,MF", "3,4"), Trait("PROP;Supply;x", "full")])
    {'CF': '3', 'MF': '4', 'Supply': 'full'}
    """
    found: dict[str, str] = {}
    for trait in traits:
        if trait.id == "mark":
            found.update(zip(trait.fields, trait.values, strict=False))
        elif trait.id == "PROP":
            found[trait.field("name")] = trait.state
    found.pop("", None)
    return found


@dataclass(frozen=True, slots=True)
class Faces:
    """What is drawn on the two sides of a piece.

    Parameters
    ----------
    front, back
        Pictures; the back is empty where it has none.
    more
        How many further levels its layers have.
    turning
        Key of the layer that turns it over, as `module_builder.vassal.pieces` has it; empty without one.
    level
        Of that layer on the front; 0 where it does not show.

    Examples
    --------
    >>> Faces((("a.png", 0, 0, 1.0),)).back
    ()
    """

    front: Face
    back: Face = ()
    more: int = 0
    turning: str = ""
    level: int = 0


def faces_of(traits: Sequence[Trait]) -> Faces:
    """What is drawn on the front and on the back of a piece.

    The front is its own picture under the layers that show when it comes from the palette. The back is the
    front with the other level of its first layer of two or more, or what a mask shows, or what it is
    replaced by.

    Parameters
    ----------
    traits
        Of the piece, prototypes expanded.

    Returns
    -------
    Faces

    Examples
    --------
    >>> faces_of([Trait("piece;;;a.png;A")]).front
    (('a.png', 0, 0, 1.0),)
    """
    own = traits[0].field("image")
    said = marks_of(traits)
    shown = [trait for trait in traits if trait.id == "emb2"]
    layers = [_Layer(trait, number, said) for number, trait in enumerate(shown, 1)]
    turning = next((i for i, one in enumerate(layers) if one.turns), -1)
    front = _stacked(own, layers, {})
    more = sum(max(0, len([i for i in one.images if i]) - 1) for one in layers)
    if turning < 0:
        return Faces(front, _covered(traits) or _replaced(traits), more)
    layer = layers[turning]
    back = _stacked(own, layers, {turning: layer.other})
    return Faces(front, () if back == front else back, max(0, more - 1), layer.key, layer.level)


class _Layer:
    """A layer: its pictures, which of them shows, and whether it turns the piece over."""

    def __init__(self, trait: Trait, number: int = 1, said: Mapping[str, str] = MappingProxyType({})) -> None:
        self.key = trait.field("name") or trait.field("desc") or f"#{number}"
        self.images = tuple(decode(trait.field("images"), ","))
        self.at = _whole(trait.field("x_offset")), _whole(trait.field("y_offset"))
        self.scale = _scale(trait.field("scale"))
        self.below = trait.field("underneath") == "true"
        self.level = self._level(trait, said)
        about = " ".join(trait.field(name) for name in _ABOUT)
        pictured = [image for image in self.images if image]
        telling = bool(_TURNED.search(about))
        by_hand = not trait.field("only_property")
        single = len(pictured) == 1 and not self.level and telling
        self.turns = by_hand and (
            single or len(pictured) > 1 or (len(self.images) > 1 and bool(pictured) and telling)
        )
        self.other = 2 if self.level == 1 and len(self.images) > 1 else 1

    def _level(self, trait: Trait, said: Mapping[str, str]) -> int:
        """The level that shows when the piece comes from the palette; 0 where none does."""
        if (asked := trait.field("only_property")) and said.get(asked, "") != (
            trait.field("only_value") or "true"
        ):
            return 0
        if trait.field("follow") == "true" and (followed := said.get(trait.field("property"), "")):
            first = _whole(trait.field("first_level") or "1")
            level = _whole(followed) - first + 1
            return level if 0 < level <= len(self.images) else 0
        if not trait.state:
            return 1 if trait.field("always_active") == "true" else 0
        level = _whole(decode(trait.state, ";")[0])
        return min(level, len(self.images)) if level > 0 else 0

    def shown(self, level: int) -> Drawn | None:
        """The picture of a level; none where the layer shows nothing."""
        if not 0 < level <= len(self.images) or not self.images[level - 1]:
            return None
        return (self.images[level - 1], *self.at, self.scale)


def _stacked(own: str, layers: Sequence[_Layer], levels: Mapping[int, int]) -> Face:
    drawn: list[Drawn] = [(own, 0, 0, 1.0)] if own else []
    for number, one in enumerate(layers):
        shown = one.shown(levels.get(number, one.level))
        if shown is not None:
            drawn = [shown, *drawn] if one.below else [*drawn, shown]
    return tuple(drawn)


def _covered(traits: Sequence[Trait]) -> Face:
    """What a mask shows of the piece to the others."""
    for trait in traits:
        image = trait.field("image") if trait.id == "obs" else ""
        if image:
            return ((image, 0, 0, 1.0),)
    return ()


def _replaced(traits: Sequence[Trait]) -> Face:
    """What the piece is replaced by, where its definition stands in the trait."""
    for trait in traits:
        spec = trait.field("spec") if trait.id == "replace" else ""
        if spec.startswith("+/"):
            try:
                inner = parse_definition(spec)
            except FormatError:
                continue  # a definition that the engine could not read either
            if (image := inner[0].field("image")) or len(inner) > 1:
                return _stacked(image, [_Layer(t) for t in inner if t.id == "emb2"], {})
    return ()


def _scale(text: str) -> float:
    try:
        found = float(text or "1")
    except ValueError:
        found = 1.0
    return found if 0.01 <= found <= 10 else 1.0


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        return 0
