"""What a player does not see: Strongpoints that lie hidden, guns, secret allotments, stacks out of sight."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from adjudicator.battle_for_normandy import r03_fog, terms
from adjudicator.citation import rule
from adjudicator.position import Piece, Position
from adjudicator.views import hidden_from
from counters.catalog import Unit

__all__ = ["masked"]

_GUNS = frozenset({"ge-pt-du-hoc", "ge-guns-moved"})
_RATED = frozenset({"as", "ds", "range", "calibre", "reduced_as", "reduced_ds"})
_PLANS: Mapping[str, str] = {"air-plan": terms.ALLIED, "aa-plan": terms.GERMAN}


@rule("3.6", "11.1.1", "18.9.1", "20.6")
def masked(position: Position, viewpoint: str = "public") -> Position:
    """The position as somebody sees it.

    Parameters
    ----------
    viewpoint
        As in `hidden_from`. A player sees no enemy stack that he may not examine, but how many counters it
        has; the public sees stacks, and no secret of either side.

    Returns
    -------
    Position
        The same one where nothing is hidden.
    """
    sides = hidden_from(position, viewpoint)
    swaps = _swaps(position, sides, viewpoint)
    plans = [] if position.flag("air-revealed") else [p for p, side in _PLANS.items() if side in sides]
    plans = [p for p in plans if position.subjects(p)]
    guns = terms.GERMAN in sides and position.text("guns-moved") and not position.flag("revealed", min(_GUNS))
    if not swaps and not plans and not guns:
        return position
    secret = {*plans, *(["guns-moved"] if guns else [])}
    facts = {k: f for k, f in position.facts.items() if k[0] not in secret and k[1] not in swaps}
    return Position(
        position.game,
        position.board,
        position.schema,
        _exchanged(position, swaps),
        facts,
        pending=position.pending,
        options=position.options,
        unknown=position.unknown | secret,
        strange=position.strange,
    )


def _swaps(position: Position, sides: Iterable[str], viewpoint: str) -> dict[str, Unit]:
    """Counter -> what is seen in its place."""
    found: dict[str, Unit] = {}
    if terms.GERMAN in sides:
        found |= {p.uid: _blank(p, "hidden") for p in position.pieces.values() if _is_secret(position, p)}
    if viewpoint in {terms.GERMAN, terms.ALLIED}:
        found |= _unseen_stacks(position, viewpoint, found)
    return found


@rule("18.9.1", "20.6")
def _is_secret(position: Position, piece: Piece) -> bool:
    """Whether a counter lies on its hidden side: a Strongpoint, or one of Pointe du Hoc."""
    hidden = terms.is_strongpoint(piece.printed) or piece.uid in _GUNS
    return hidden and piece.printed.name != terms.UNSEEN and not position.flag("revealed", piece.uid)


@rule("3.6", "22.6o")
def _unseen_stacks(position: Position, viewpoint: str, known: Mapping[str, Unit]) -> dict[str, Unit]:
    found: dict[str, Unit] = {}
    opened = r03_fog.named(position)
    for space in sorted(position.occupied()):
        there = terms.enemies(position, space, viewpoint)
        if not there or _is_open_box(position, space) or r03_fog.may_inspect(position, space, viewpoint):
            continue
        for number, piece in enumerate(there, 1):
            if piece.uid in opened or piece.uid in known or piece.printed.name == terms.UNSEEN:
                continue
            if not terms.is_naval(piece.printed):
                found[piece.uid] = _unknown(piece, number)
    return found


def _is_open_box(position: Position, space: str) -> bool:
    known = position.board.spaces.get(space)
    return known is None or (not terms.is_hex(known) and known.kind != "track")


def _blank(piece: Piece, word: str) -> Unit:
    """A counter that shows what it is, not which one."""
    unit = piece.printed
    kind = "Strongpoint" if terms.is_strongpoint(unit) else "Battery"
    ratings = {k: v for k, v in unit.ratings.items() if k not in _RATED}
    name = f"{word}-{kind.lower()}-{piece.space}"
    if piece.space in terms.OFF_MAP:
        name = f"{name}-{unit.id}"
    title = f"{kind} in {piece.space.upper()}"
    seen = unit.side, unit.nationality, unit.branch, unit.type, unit.kind, unit.size
    return Unit(name, terms.UNSEEN, title, *seen, steps=unit.steps, ratings=ratings)


def _unknown(piece: Piece, number: int) -> Unit:
    unit, name = piece.printed, f"unseen-{piece.side}-{piece.space}-{number}"
    title = f"unseen unit {number} in {piece.space.upper()}"
    return Unit(
        name,
        terms.UNSEEN,
        title,
        unit.side,
        unit.nationality,
        type="infantry",
        kind="infantry",
        size="battalion",
    )


def _exchanged(position: Position, swaps: Mapping[str, Unit]) -> dict[str, Piece]:
    """The pieces with the blank counters where the others stood, on their full side, in order of their ids.

    Their order in the position would tell which counter stands where.
    """
    found: dict[str, Piece] = {}
    for uid, piece in position.pieces.items():
        unit = swaps.get(uid)
        if unit is None:
            found[uid] = piece
            continue
        number = 1
        name = unit.id
        while name in found:
            number += 1
            name = f"{unit.id}-{number}"
        found[name] = Piece(replace(unit, id=name), piece.space, terms.FULL)
    return dict(sorted(found.items()))
