"""Neutral pieces: what stands where, without any game's rules and, by default, without secrets."""

from __future__ import annotations

import dataclasses
from collections import Counter
from dataclasses import field
from dataclasses import replace as changed
from typing import TYPE_CHECKING, Any

from module_builder.vassal.commands import AddDeck, AddPiece, AddStack, Command
from module_builder.vassal.piece_forms import Layer, forms_of_thread
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from module_builder.vassal.traits import Trait

__all__ = [
    "Known",
    "Layer",
    "NeutralDeck",
    "NeutralPiece",
    "Views",
    "both_views",
    "neutral_decks",
    "neutral_pieces",
]


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
    source
        The command that adds it; none where the piece is masked and secrets are kept.
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
    source: AddPiece | None = None

    @property
    def traits(self) -> tuple[Trait, ...]:
        """In editor order; none where the piece is masked and secrets are kept."""
        return self.source.traits() if self.source else ()

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


_Lies = tuple[AddPiece, AddStack | None, int | None, AddDeck | None, int | None]
"""The command that adds a piece, its stack and its deck with its place in each."""
Views = tuple[tuple[NeutralPiece, ...], tuple[NeutralPiece, ...]]
"""The pieces as the players see them, and as the referee does."""


@dataclasses.dataclass(slots=True)
class Known:
    """What was read of the pieces of a game before: between two steps of a log few of them change.

    Parameters
    ----------
    pieces
        Id of a piece -> what it was read of, what its traits say, and the piece.
    commands, views
        All that lay there the last time, and how it was seen.
    """

    pieces: dict[str, tuple[_Lies, dict[str, Any], NeutralPiece]] = field(default_factory=dict)
    commands: list[Command] = field(default_factory=list)
    views: Views = ((), ())


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


def _all_pieces(
    commands: list[Command], known: dict[str, tuple[_Lies, dict[str, Any], NeutralPiece]]
) -> list[tuple[NeutralPiece, bool]]:
    """Every piece in full, with whether it lies in a deck face down; what is known is not read again."""
    stacks, decks = _places(commands)
    reader = forms_of_thread()
    result = []
    for piece_id, command in {c.id: c for c in commands if isinstance(c, AddPiece)}.items():
        deck, deep = decks.get(piece_id, (None, None))
        lies = (command, *stacks.get(piece_id, (None, None)), deck, deep)
        before = known.get(piece_id)
        if before is None or before[0] != lies:
            same = before is not None and before[0][0] is command
            says = before[1] if before is not None and same else reader.read(command)
            before = known[piece_id] = (lies, says, _lying(lies, says))
        result.append((before[2], deck is not None and deck.face_down))
    return result


def _lying(lies: _Lies, says: Mapping[str, Any]) -> NeutralPiece:
    """A piece where it lies."""
    command, stack, at, deck, deep = lies
    return NeutralPiece(
        id=command.id,
        stack=stack.id if stack else None,
        stack_position=at,
        deck=deck.name if deck else None,
        deck_position=deep,
        source=command,
        **(says if says["map"] else {**says, **_held(stack or deck)}),
    )


def _held(holder: AddStack | AddDeck | None) -> dict[str, Any]:
    """Where a piece lies that names no map itself, as in saves of old engines: with its stack or deck."""
    return {} if holder is None or holder.map is None else {"map": holder.map, "x": holder.x, "y": holder.y}


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


def both_views(commands: Iterable[Command], known: Known | None = None) -> Views:
    """Read the pieces of a save once, as the players see them and as the referee does.

    Parameters
    ----------
    commands
        As in `neutral_pieces`.
    known
        What was read before, which is kept up to date: a piece that did not change is the same object, and so
        are the views where none did.

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
    known, listed = Known() if known is None else known, list(commands)
    if listed != known.commands:
        everything = _all_pieces(listed, known.pieces)
        known.views = _public(everything), tuple([piece for piece, _ in everything])
        known.commands = listed
    return known.views


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
