"""Decks of a saved game: combat cards, chits and counters are taken out and put back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from adjudicator.errors import PositionError
from adjudicator.saves.piles import members_by_uid

if TYPE_CHECKING:
    from adjudicator.saves.carriers import Carriers
    from adjudicator.saves.combat_cards import CombatDeck, CombatDecks
    from adjudicator.saves.cups import Cup
    from adjudicator.saves.placing import Placer
    from adjudicator.saves.tabletop import Tabletop

__all__ = ["draw_cards", "lay_cards", "share_out"]

_Point = tuple[str, int, int]


def share_out(
    table: Tabletop,
    carriers: Carriers,
    by_uid: dict[str, list[str]],
    *,
    positions: tuple[Placer, Placer],
    aside: Callable[[], _Point],
    layer: int | None,
) -> None:
    """Let every deck of chits or hidden counters hold what the new position says.

    Parameters
    ----------
    table
        The saved game.
    carriers
        Which cups there are.
    by_uid
        Pieces outside of decks; what is drawn is added, what goes back is taken off. A counter that is drawn
        has no place on a map yet.
    positions
        The old and the new one.
    aside
        Gives a free point for a chit.
    layer
        Draw layer of chits.

    Raises
    ------
    PositionError
        The save lacks a deck or a chit.
    """
    before, after = (dict(placer.cups()) for placer in positions)
    for cup in carriers.cups:
        was, now = set(before[cup.deck]), set(after[cup.deck])
        for uid in sorted(was - now):
            piece, name = _inside(table, cup, uid)
            by_uid.setdefault(name, []).append(piece)
            if cup.kinds:
                table.move(piece, *aside(), layer=layer)
        for uid in sorted(now - was):
            _put_back(table, cup, uid, by_uid)


def draw_cards(table: Tabletop, decks: CombatDecks, row: CombatDeck, was: str, now: str) -> None:
    """Move combat cards between the deck of a side and the cards drawn.

    Parameters
    ----------
    table
        The saved game.
    decks, row
        The combat cards, and those of the side.
    was, now
        How many cards of each value were drawn, as digits; empty for none.

    Raises
    ------
    PositionError
        The save lacks a deck.
    """
    deck, drawn = table.deck(row.deck), table.deck(row.drawn)
    if deck is None or drawn is None:
        raise PositionError([f"the save has no {row.deck} with its {row.drawn}"])
    none = "0" * len(decks.counts)
    pairs = zip(was or none, now or none, strict=True)
    for value, (old, new) in enumerate([(int(a), int(b)) for a, b in pairs], decks.first):
        source, goal = (deck, drawn) if new > old else (drawn, deck)
        cards = [i for i in source.children if _mark(table, i, "Card") == str(value)]
        for card in cards[: abs(new - old)]:
            table.draw(card, goal)


def lay_cards(table: Tabletop, before: Placer, after: Placer, *, layer: int) -> None:
    """Move named cards between their piles and hands.

    Parameters
    ----------
    table
        The saved game.
    before, after
        The old and the new position.
    layer
        Draw layer of cards.

    Raises
    ------
    PositionError
        The save lacks a card or a deck.
    """
    old = {uid: row for row, uids in before.piles() for uid in uids}
    new = {uid: row for row, uids in after.piles() for uid in uids}
    moved = {uid: row for uid, row in new.items() if old.get(uid) != row}
    pieces = {_mark(table, piece, "Uid"): piece for piece in table.pieces()} if moved else {}
    for uid, row in sorted(moved.items()):
        deck = None if row.is_hand else table.deck(row.name) or table.deck(row.was)
        if uid not in pieces or (deck is None and not row.is_hand):
            raise PositionError([f"the save has no {uid} or no {row.name}"])
        piles = after.kit.carriers.piles
        assert piles is not None  # noqa: S101 - it has rows
        table.set_mask(pieces[uid], row.side.title() if row.is_hand and piles.spread is None else "")
        if deck is None:
            at = piles.point(row, uid, members_by_uid(after.kit.game.slug, after.kit.board.filing.overlay))
            table.move(pieces[uid], row.name, *at, layer=layer)
        else:
            table.draw(pieces[uid], deck)


def _put_back(table: Tabletop, cup: Cup, uid: str, by_uid: Mapping[str, list[str]]) -> None:
    known = [name for name in by_uid if name == uid or (cup.kinds and _kind(name) == _kind(uid))]
    name = next((name for name in sorted(known, key=lambda n: n != uid) if by_uid[name]), None)
    deck = table.deck(cup.deck)
    if name is None or deck is None:
        raise PositionError([f"the save has no {uid} that could go into the {cup.deck}"])
    table.draw(by_uid[name].pop(), deck)


def _inside(table: Tabletop, cup: Cup, uid: str) -> tuple[str, str]:
    """A piece of the deck with its uid: of chits any of the kind, of counters the very one."""
    deck = table.deck(cup.deck)
    for piece in deck.children if deck else ():
        name = _mark(table, piece, "Uid")
        if name == uid or (cup.kinds and _kind(name) == _kind(uid)):
            return piece, name
    raise PositionError([f"the {cup.deck} of the save does not hold {uid}"])


def _kind(uid: str) -> str:
    return uid.rpartition("-")[0]


def _mark(table: Tabletop, piece: str, name: str) -> str:
    """Value of a Marker of a piece."""
    for trait in table.traits(piece):
        if trait.id == "mark" and name in trait.fields:
            return trait.values[trait.fields.index(name)]
    return ""
