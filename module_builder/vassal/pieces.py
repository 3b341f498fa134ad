"""Neutral pieces: what stands where, without any game's rules and, by default, without secrets."""

from __future__ import annotations

import dataclasses
from collections import Counter
from dataclasses import field
from dataclasses import replace as changed
from types import MappingProxyType
from typing import TYPE_CHECKING

from module_builder.vassal.commands import AddDeck, AddPiece, AddStack, Command
from module_builder.vassal.errors import FormatError
from module_builder.vassal.sequence_encoder import decode
from module_builder.vassal.traits import FIELDS, Trait
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = [
    "Layer",
    "NeutralDeck",
    "NeutralPiece",
    "both_views",
    "neutral_decks",
    "neutral_pieces",
]

_NOTHING: Mapping[str, str] = MappingProxyType({})
_IMAGES, _NAMES, _NAME, _DESC = (FIELDS["emb2"].index(n) for n in ("images", "names", "name", "desc"))


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer's state: level from 1, whether it shows, the level's own name."""

    level: int
    active: bool
    level_name: str = ""


@dataclass(frozen=True, slots=True)
class NeutralPiece:
    """One piece of a save.

    Parameters
    ----------
    id
        Its id in the save; a running number where the piece is masked and secrets are kept.
    name, gpid
        Name, and the permanent id of its slot.
    map, x, y
        Where, in map pixels; no map off board.
    stack, stack_position
        Id of its stack, and its place from the bottom (0).
    deck, deck_position
        Name of its deck, and its place from the bottom (revealed only).
    layers
        By layer name (or its description, else ``#n`` in editor order from 1).
    markers, properties, persistent
        Marker values, Dynamic Properties (and layers, labels left out), properties of BasicPiece.
    masked_by, hidden_by
        Owner of the mask, and who made it invisible.
    traits
        In editor order.
    """

    id: str
    name: str
    gpid: str
    map: str | None
    x: int
    y: int
    stack: str | None = None
    stack_position: int | None = None
    deck: str | None = None
    deck_position: int | None = None
    layers: Mapping[str, Layer] = field(default_factory=dict)
    markers: Mapping[str, str] = field(default_factory=dict)
    properties: Mapping[str, str] = field(default_factory=dict)
    persistent: Mapping[str, str] = field(default_factory=dict)
    masked_by: str | None = None
    hidden_by: str | None = None
    traits: tuple[Trait, ...] = ()

    def get(self, name: str, default: str | None = None) -> str | None:
        """Look a property up: Dynamic Property, then Marker, then persistent property."""
        for values in (self.properties, self.markers, self.persistent):
            if name in values:
                return values[name]
        return default


@dataclass(frozen=True, slots=True)
class NeutralDeck:
    """A deck as everybody sees it: name, place, number of pieces."""

    id: str
    name: str
    map: str | None
    x: int
    y: int
    face_down: bool
    count: int


@dataclasses.dataclass(slots=True)
class _Draft:
    """What the traits of one piece say; outer traits are read later and win."""

    name: str = ""
    gpid: str = ""
    map: str | None = None
    x: int = 0
    y: int = 0
    layers: dict[str, Layer] = field(default_factory=dict)
    markers: dict[str, str] = field(default_factory=dict)
    properties: dict[str, str] = field(default_factory=dict)
    persistent: dict[str, str] = field(default_factory=dict)
    masked_by: str | None = None
    hidden_by: str | None = None


@dataclass(frozen=True, slots=True)
class _LayerType:
    name: str
    levels: int
    level_names: tuple[str, ...]


class _Reader:
    """Reads traits; the texts of types repeat from piece to piece and are split once."""

    def __init__(self) -> None:
        self._layers: dict[str, _LayerType] = {}
        self._levels: dict[tuple[str, str], Layer] = {}
        self._kinds: dict[str, str] = {}
        self._names: dict[str, list[str]] = {}

    def read(self, traits: tuple[Trait, ...], piece_id: str) -> _Draft:
        draft = _Draft()
        if traits[0].id != "piece":
            raise FormatError(
                "savedGame", f"piece {piece_id}", f"a BasicPiece innermost, not {traits[0].type[:30]!r}"
            )
        self._basic(traits[0], draft)
        for trait in traits:
            kind = self._kinds.get(trait.type)
            if kind is None:
                kind = self._kinds[trait.type] = trait.id
            if kind == "emb2":
                self._layer(trait, draft)
            elif kind == "mark":
                draft.markers.update(zip(self._marker_names(trait.type), trait.values, strict=False))
            elif kind == "PROP":
                draft.properties[self._property_name(trait.type)] = trait.state
            elif kind in {"obs", "hide", "basicName"}:
                self._rare(kind, trait, draft)
        return draft

    @staticmethod
    def _basic(trait: Trait, draft: _Draft) -> None:
        fields = decode(trait.type, ";")
        draft.name = fields[4] if len(fields) > 4 else ""
        head, x, y, draft.gpid, _, *rest = [*decode(trait.state, ";"), "", "", "", ""]
        draft.map = None if head == "null" else head
        draft.x, draft.y = _pixel(x), _pixel(y)
        draft.persistent.update(zip(rest[::2], rest[1::2], strict=False))
        draft.persistent.pop("", None)

    def _layer(self, trait: Trait, draft: _Draft) -> None:
        layer = self._layers.get(trait.type)
        if layer is None:
            layer = self._layers[trait.type] = _layer_type(trait)
        key = layer.name or f"#{len(draft.layers) + 1}"
        known = self._levels.get((trait.type, trait.state))
        if known is None:
            value = _pixel(decode(trait.state, ";")[0])
            level = min(max(abs(value), 1), max(layer.levels, 1))
            names = layer.level_names
            known = Layer(level, value > 0, names[level - 1] if level <= len(names) else "")
            self._levels[trait.type, trait.state] = known
        draft.layers[key] = known

    def _marker_names(self, text: str) -> list[str]:
        names = self._names.get(text)
        if names is None:
            names = self._names[text] = decode(text[5:], ",")
        return names

    def _property_name(self, text: str) -> str:
        names = self._names.get(text)
        if names is None:
            names = self._names[text] = [decode(text, ";")[1]]
        return names[0]

    @staticmethod
    def _rare(kind: str, trait: Trait, draft: _Draft) -> None:
        owner = trait.state if kind == "hide" else decode(trait.state, ";")[0]
        if kind == "basicName":
            draft.name = trait.field("name")
        elif kind == "hide":
            draft.hidden_by = _owner(owner) or draft.hidden_by
        else:
            draft.masked_by = _owner(owner) or draft.masked_by


def _owner(text: str) -> str | None:
    return None if text in {"null", ""} else text


def _pixel(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        return 0


def _layer_type(trait: Trait) -> _LayerType:
    fields = [*trait.fields, *[""] * len(FIELDS["emb2"])]
    names = tuple(decode(fields[_NAMES], ","))
    return _LayerType(fields[_NAME] or fields[_DESC], len(decode(fields[_IMAGES], ",")), names)


def _places(
    commands: Iterable[Command],
) -> tuple[dict[str, tuple[AddStack, int]], dict[str, tuple[AddDeck, int]]]:
    """For each child its stack or deck and its place in it; a later command wins."""
    stacks: dict[str, tuple[AddStack, int]] = {}
    decks: dict[str, tuple[AddDeck, int]] = {}
    for command in commands:
        if isinstance(command, AddStack):
            stacks.update({child: (command, i) for i, child in enumerate(command.children)})
        elif isinstance(command, AddDeck):
            decks.update({child: (command, i) for i, child in enumerate(command.children)})
    return stacks, decks


def _all_pieces(commands: list[Command]) -> list[tuple[NeutralPiece, bool]]:
    """Every piece in full, with whether it lies in a deck face down."""
    stacks, decks = _places(commands)
    reader = _Reader()
    result = []
    for piece_id, command in {c.id: c for c in commands if isinstance(c, AddPiece)}.items():
        traits = command.traits()
        d = reader.read(traits, piece_id)
        stack, at = stacks.get(piece_id, (None, None))
        deck, deep = decks.get(piece_id, (None, None))
        piece = NeutralPiece(
            id=piece_id,
            name=d.name,
            gpid=d.gpid,
            map=d.map,
            x=d.x,
            y=d.y,
            stack=stack.id if stack else None,
            stack_position=at,
            deck=deck.name if deck else None,
            deck_position=deep,
            layers=d.layers,
            markers=d.markers,
            properties=d.properties,
            persistent=d.persistent,
            masked_by=d.masked_by,
            hidden_by=d.hidden_by,
            traits=traits,
        )
        result.append((piece, deck is not None and deck.face_down))
    return result


def _public_order(piece: NeutralPiece) -> tuple[object, ...]:
    """Order by what everybody sees, so that order tells nothing about a masked piece."""
    masked = piece.masked_by is not None
    open_part = (piece.masked_by, "", "") if masked else (piece.name, piece.gpid, piece.id)
    place = (
        piece.map or "",
        piece.x,
        piece.y,
        piece.stack or "",
        piece.stack_position or 0,
        piece.deck or "",
    )
    return (*place, masked, *open_part)


def _neutralised(piece: NeutralPiece, number: int) -> NeutralPiece:
    return NeutralPiece(
        id=f"masked-{number}",
        name="?",
        gpid="",
        map=piece.map,
        x=piece.x,
        y=piece.y,
        stack=piece.stack,
        stack_position=piece.stack_position,
        deck=piece.deck,
        masked_by=piece.masked_by,
    )


def _closed_up(pieces: list[NeutralPiece]) -> list[NeutralPiece]:
    """Number the pieces of each stack anew from the bottom: a gap would tell of a hidden piece."""
    heights: Counter[str] = Counter()
    result = []
    for piece in sorted(pieces, key=lambda p: p.stack_position or 0):
        at = None if piece.stack is None else heights[piece.stack]
        heights[piece.stack or ""] += 1
        same = at == piece.stack_position and piece.deck_position is None
        result.append(piece if same else changed(piece, stack_position=at, deck_position=None))
    return result


def _public(pieces: list[tuple[NeutralPiece, bool]]) -> tuple[NeutralPiece, ...]:
    """Without hidden pieces, face-down decks and deck order; masked pieces lose all but their place."""
    visible = [piece for piece, secret in pieces if not secret and piece.hidden_by is None]
    ordered = sorted(_closed_up(visible), key=_public_order)
    masked = [piece.id for piece in ordered if piece.masked_by is not None]
    numbers = {piece_id: i for i, piece_id in enumerate(masked, 1)}
    return tuple(_neutralised(p, numbers[p.id]) if p.id in numbers else p for p in ordered)


def neutral_pieces(commands: Iterable[Command], *, reveal: bool = False) -> tuple[NeutralPiece, ...]:
    """Read the pieces of a save.

    Parameters
    ----------
    commands
        Of a save, or of a state between two steps of a log.
    reveal
        False drops what the players may not see before anything else is computed: pieces hidden by
        Invisible, the contents of face-down decks, the order of every deck, and everything but the place
        of a masked piece. True is for the referee.

    Returns
    -------
    tuple of NeutralPiece
        In order of the file when revealed, else in order of place.

    Raises
    ------
    FormatError
        A piece without BasicPiece, or with more traits than states.

    Examples
    --------
    >>> from module_builder.vassal.command_reader import parse_command
    >>> add = parse_command("+/7/piece;;;inf.png;1st Div/Main;10;20;1;0")
    >>> [(p.name, p.gpid, p.map, p.x, p.y) for p in neutral_pieces([add])]
    [('1st Div', '1', 'Main', 10, 20)]
    """
    return both_views(commands)[reveal]


def both_views(commands: Iterable[Command]) -> tuple[tuple[NeutralPiece, ...], tuple[NeutralPiece, ...]]:
    """Read the pieces of a save once, as the players see them and as the referee does.

    Parameters
    ----------
    commands
        As in `neutral_pieces`.

    Returns
    -------
    tuple
        What `neutral_pieces` returns without and with `reveal`.

    Raises
    ------
    FormatError
        As `neutral_pieces`.

    Examples
    --------
    >>> from module_builder.vassal.command_reader import parse_command
    >>> add = parse_command("+/7/piece;;;inf.png;1st Div/Main;10;20;1;0")
    >>> [[piece.name for piece in view] for view in both_views([add])]
    [['1st Div'], ['1st Div']]
    """
    everything = _all_pieces(list(commands))
    return _public(everything), tuple(piece for piece, _ in everything)


def neutral_decks(commands: Iterable[Command]) -> tuple[NeutralDeck, ...]:
    """Read the decks of a save.

    Parameters
    ----------
    commands
        Of a save or of a state of a log.

    Returns
    -------
    tuple of NeutralDeck
        In order of the file; the number of pieces is public, their order is not here.
    """
    decks = {c.id: c for c in commands if isinstance(c, AddDeck)}.values()
    return tuple(NeutralDeck(d.id, d.name, d.map, d.x, d.y, d.face_down, len(d.children)) for d in decks)
