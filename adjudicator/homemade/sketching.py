"""The sketch that a game of one's own begins with: some units of its first set-up, in words to change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from adjudicator.homemade.decks import every_card
from adjudicator.homemade.items import CARD, CONTROL, HAND, UNHELD
from adjudicator.vocabulary import load_vocabulary

if TYPE_CHECKING:
    from adjudicator.position import Position
    from adjudicator.vocabulary import Vocabulary

__all__ = ["first_sketch"]

_MOST = 3  # units of a space that are shown


def first_sketch(position: Position, title: str) -> str:
    """Write two spaces of a set-up down as a sketch, where there are any with enemies side by side.

    Parameters
    ----------
    position
        The set-up.
    title
        Of the game.

    Returns
    -------
    str
        `adjudicator.asking.sketch.read_sketch` takes it.
    """
    known = load_vocabulary(position.game)
    spaces = _chosen(position)
    ours = ["our map"] if known.grid is not None else []
    phase = position.schema.items["phase"]
    head = ", ".join([position.game, *ours, "turn 1", f"{known.sides[0]} turn", f"phase={phase.default}"])
    general = " | ".join([*(f"{word} N" for word in known.general_numbers), *known.general_facts])
    lines = [
        f"# A sketch of {title}. Lines with # are comments; what is left out is unknown.",
        "# First line: the game, then what holds everywhere, in any order.",
        f"#   {general} | phase=NAME",
        f"#   NAME: {' '.join(phase.values)}",
        head,
        "",
        "# SPACE: who controls it, and what is printed there where it differs | units",
        f"#   {' '.join([*known.space_facts, *known.features])}",
        *_unit_words(known, position),
        *(_line(position, space) for space in spaces),
        "",
        *_hand(position),
        f"# Try: adjudicator position FILE{_question(spaces)}",
    ]
    return "\n".join(lines) + "\n"


def _unit_words(known: Vocabulary, position: Position) -> Iterator[str]:
    """What may be written of a unit."""
    statuses = _statuses(position)
    yield f"# A unit: its id or name and {' or '.join(statuses)}; or NATION TYPE NUMBERS 'NAME' and that word"
    numbers = f"{'-'.join(known.ratings[:3])}, {known.ratings[0]}4 for one number" if known.ratings else ""
    words = (" ".join(known.nations), " ".join(known.types), numbers)
    yield f"#   {' | '.join(filter(None, words))}"


def _hand(position: Position) -> Iterator[str]:
    """How cards come into a hand."""
    card = next(iter(every_card(position.game)), "")
    if card:
        sides = load_vocabulary(position.game).sides
        hand = next(value for value in position.schema.items[CARD].values if value.endswith(HAND))
        yield f"# A hand: --given {CARD}:{card}={hand}; who sees it: --as {' or --as '.join(sides)}"


def _statuses(position: Position) -> Sequence[str]:
    from adjudicator.contract import load

    return load(position.game).statuses


def _chosen(position: Position) -> tuple[str, ...]:
    """Two spaces with enemies side by side; else the first of each side, or the first of all."""
    board = position.board
    on_map = [space.id for space in board.spaces.values() if space.kind != "box"]
    owners = {space: {piece.side for piece in position.units_in(space)} for space in on_map}
    for space in on_map:
        for _, other in board.neighbours(space):
            if owners[space] and owners.get(other, owners[space]) - owners[space]:
                return space, other
    first: dict[str, str] = {}
    for space, sides in owners.items():
        for side in sides:
            first.setdefault(side, space)
    return tuple(dict.fromkeys(first.values())) or tuple(on_map[:1])


def _line(position: Position, space: str) -> str:
    units = position.units_in(space)[:_MOST]
    control = position.facts.get((CONTROL, space), UNHELD)
    owner = "" if control == UNHELD else str(control)
    stand = ", ".join(f"{piece.uid} {piece.status}" for piece in units)
    return f"{space}:{f' {owner}' if owner else ''}{f' | {stand}' if stand else ''}"


def _question(spaces: Sequence[str]) -> str:
    return f"; adjudicator distance FILE {' '.join(spaces)}" if len(spaces) > 1 else ""
