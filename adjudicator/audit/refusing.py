"""Why a step is against the rules: the action that comes nearest to it, and every reason that it meets."""

from __future__ import annotations

import dataclasses
import itertools
from typing import TYPE_CHECKING

from adjudicator.actions import Action, kind_of
from adjudicator.asking.candidates import Aim, concerned_by, relevant
from adjudicator.asking.changes import CLOCK
from adjudicator.asking.memory import Memory, ids_of
from adjudicator.asking.nearest import distances, nearest
from adjudicator.asking.towards import asked_by_dice
from adjudicator.errors import BocageError
from adjudicator.game import check, load, open_now
from adjudicator.sides import enemies, enemy_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from adjudicator.position import Change, Position
    from adjudicator.ruling import Ruling

__all__ = ["is_plain", "refused", "told_elsewhere"]

_TRIED = 200
_WHERE = frozenset({"area", "hex", "space", "to"})
_NEAR = 6  # spaces of enemies that are tried


def refused(
    book: Position, aim: Aim, wanted: Sequence[Change], *, dice: bool = False
) -> tuple[Action, Ruling] | None:
    """The action that comes nearest to changes which no legal sequence explains, and why it is refused.

    Parameters
    ----------
    book
        The position that the rules keep.
    aim
        Where the changes lead.
    wanted
        The changes, in order.
    dice
        Whether dice fell that no roll took: a loss may be the answer to them.

    Returns
    -------
    tuple of Action and Ruling, or None
        None where no action of the game is about such changes.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> from adjudicator.position import Change
    >>> d_day = GAME.scenario("d-day")
    >>> refused(d_day, Aim(d_day), [Change("morale", "", 1, 2)]) is None
    True
    """
    attacks = _ruled(book, _attacks(book, wanted))
    if attacks and all(ruling.violations for _, ruling in attacks):
        return min(attacks, key=lambda pair: len(pair[1].violations))
    answers = list(_answers(book, aim, wanted)) if dice else []
    if answers:
        return min(answers, key=lambda pair: len(pair[1].violations))
    near = nearest(book, wanted)
    if near is not None:
        return near
    about = itertools.chain(_by_name(book, wanted), _about(book, aim, wanted))
    tried = _ruled(book, itertools.islice(about, _TRIED))
    against = [pair for pair in tried if pair[1].violations]
    return min(against, key=lambda pair: len(pair[1].violations), default=None)


def is_plain(position: Position, changes: Sequence[Change]) -> bool:
    """Whether changes are plainly an action: the clock moves, or a unit goes from space to space of the map.

    Parameters
    ----------
    position
        Before them.
    changes
        The changes.

    Returns
    -------
    bool
    """
    return any(c.what in CLOCK or (c.what == "space" and _on_map(position, c)) for c in changes)


def _on_map(position: Position, change: Change) -> bool:
    """Whether a unit went from one space of the map to another: a move that can be ruled on."""
    spaces = position.board.spaces
    return all(str(s) in spaces and spaces[str(s)].kind != "box" for s in (change.before, change.after))


def told_elsewhere(book: Position) -> bool:
    """Whether a record of an attack says nothing new: a combat is under way, or beaches are assaulted.

    Parameters
    ----------
    book
        The position that the rules keep.

    Returns
    -------
    bool
    """
    others = [handler for handler in open_now(book) if "assault" in kind_of(handler.action)]
    return book.decision is not None or any(True for handler in others for _ in handler.options(book))


def _ruled(book: Position, actions: Iterable[Action]) -> list[tuple[Action, Ruling]]:
    """Actions with what the rules say of each, as far as the position says enough."""
    ruled = []
    for action in actions:
        try:
            ruled.append((action, check(book, action)))
        except BocageError:
            continue
    return ruled


def _attacks(book: Position, wanted: Sequence[Change]) -> Iterator[Action]:
    """Attacks on one space, in games where units attack another: by who attacked, or on who lost."""
    attack = load(book.game).handlers.get("attack")
    if attack is None:
        return
    who = [c.subject for c in wanted if c.what == "attacked" and c.subject in book.pieces]
    if who:
        for target in _spaces_of_enemies(book, who[0])[:_NEAR]:
            yield attack.action(units=tuple(who), target=target)
        return
    hit = next((c.subject for c in wanted if c.subject in book.pieces and _is_loss(book, c)), None)
    if hit is not None:
        for space in _spaces_of_enemies(book, hit)[:_NEAR]:
            for piece in enemies(book, space, book.pieces[hit].printed.side):
                yield attack.action(units=(piece.uid,), target=book.pieces[hit].space)


def _answers(book: Position, aim: Aim, wanted: Sequence[Change]) -> Iterator[tuple[Action, Ruling]]:
    """Answers about what changed that are no answers to what dice on record brought about."""
    lost = {c.subject for c in wanted if c.subject in book.pieces and c.what in {"unit", "status", "space"}}
    owners = {book.pieces[uid].printed.side for uid in lost}
    for position in asked_by_dice(book, aim, tries=_TRIED) if lost else ():
        if position.decision is not None and position.decision.player in owners:
            every = (action for action, _ in relevant(position, aim, lost, (), Memory()))
            told = (action for action in every if ids_of(action, book) == lost)
            pairs = _ruled(position, itertools.islice(told, _NEAR))
            if pairs and all(ruling.violations for _, ruling in pairs):
                yield pairs[0]
                return


def _is_loss(book: Position, change: Change) -> bool:
    """Whether a unit on the map turned, or went off it."""
    spaces = book.board.spaces
    here = spaces.get(book.pieces[change.subject].space)
    if here is None or here.kind == "box":
        return False
    there = spaces.get(str(change.after))
    gone = change.what == "space" and (there is None or there.kind == "box")
    return change.what in {"unit", "status"} or gone


def _spaces_of_enemies(book: Position, uid: str) -> list[str]:
    """Where units of the other side stand, the nearest first."""
    piece = book.pieces[uid]
    away = distances(book.board, piece.space)
    there = {p.space for p in book.pieces.values() if p.printed.side == enemy_of(piece.printed.side)}
    return sorted(there & away.keys(), key=lambda space: (away[space], space))


def _by_name(book: Position, wanted: Sequence[Change]) -> Iterator[Action]:
    """Actions that bear the name of what changed: a Depot placed; a unit's, drawn from any that is placed."""
    kinds = {h.action: frozenset(f.name for f in dataclasses.fields(h.action)) for h in open_now(book)}
    for change, (kind, names) in itertools.product(wanted, kinds.items()):
        if change.what in names and (where := next(iter(names & _WHERE), None)) is not None:
            yield kind(**{change.what: change.subject, where: change.after})
        if change.subject in book.pieces and "unit" in names:
            yield from (
                kind(**{"unit": change.subject, f"{item}s": (subject,)})
                for item, subject in book.facts
                if f"{item}s" in names and change.what == "status"
            )


def _about(book: Position, aim: Aim, wanted: Sequence[Change]) -> Iterator[Action]:
    """Actions about what changed; of the clock, those that say nothing but that something ends."""
    clock = any(change.what in CLOCK for change in wanted)
    subjects = {change.subject for change in wanted} - {""}
    for action, _ in relevant(book, aim, concerned_by(book, wanted), (), Memory()):
        bare = not dataclasses.fields(action)
        if (bare and clock) or ids_of(action, book) & subjects:
            yield action
