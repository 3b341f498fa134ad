"""Named cards and chits in a module: traits, decks, the private windows of the hands, pictures."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from adjudicator.saves.combat_cards import combat_faces
from adjudicator.saves.piles import COMMON, cards_by_uid, members_by_uid
from module_builder.mark_images import frame
from module_builder.placing import place_piles
from module_builder.vassal.builders import (
    basic_piece,
    layer,
    marker,
    mask,
    report,
    return_to_deck,
    send_to_point,
    trigger,
)
from module_builder.vassal.builders.hiding import access
from module_builder.vassal.buildfile import element
from module_builder.vassal.keys import TargetKind, ctrl, named, no_target
from module_builder.vassal.savegame import deck_command, deck_type
from module_builder.vassal.sequence_encoder import encode

if TYPE_CHECKING:
    from lxml.etree import _Element

    from adjudicator.saves.piles import Member, Pile, Piles
    from counters.cards import Card
    from counters.faces import Paint
    from module_builder.materials import Kit
    from module_builder.vassal.traits import Trait

__all__ = ["card_images", "card_traits", "cover", "deck_elements", "pile_type"]

_FINE = 2  # times the size on the map, so that the viewer shows a card sharp
_RIM, _ROUND = 0.024, 0.055  # of the width of a card: the frame of a masked one
_MAP = "VASSAL.build.module.map."
_TURN, _SHOW = ctrl("F"), named("bocageShow")


def card_traits(kit: Kit) -> Iterator[tuple[str, Member, tuple[Trait, ...]]]:
    """Every single card or chit with its traits in editor order; the mask comes last and covers all others.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    tuple
        uid, what it is, and traits.
    """
    piles, members = kit.carriers.piles, members_by_uid(kit.game.slug, kit.overlay)
    cards = cards_by_uid(kit.game.slug, kit.overlay) if piles and not piles.markers else {}
    for uid, member in members.items():
        assert piles is not None  # noqa: S101 - there are cards
        own = {row: piles.point(row, uid, members) for row in piles.rows if row.takes(member.side)}
        made = _card(uid, cards[uid], piles) if cards else _chit(uid, member)
        yield uid, member, (*made(kit.gpid(uid), own),)


_Maker = Callable[[int, Mapping["Pile", tuple[int, int]]], Iterator["Trait"]]


def _card(uid: str, card: Card, piles: Piles) -> _Maker:
    """Makes the traits of a card."""

    def made(gpid: int, own: Mapping[Pile, tuple[int, int]]) -> Iterator[Trait]:
        side = card.side.title() or COMMON
        hands = {row: at for row, at in own.items() if row.is_hand and not card.side}
        yield basic_piece(card.title, gpid=gpid)
        yield layer([f"{card.id}.png"], name="Card", scale=1 / _FINE)
        yield from (trait for row, at in own.items() if row not in hands for trait in _sent(row, at))
        yield from (trait for row, at in hands.items() for trait in _into_hand(row, at, piles))
        yield trigger("Show", key=_SHOW, match='{ObscuredToOthers == "true"}', actions=[_TURN])
        told = {row.key: row for row in own}  # of hands that share a key, one
        yield from (report([ctrl(row.key)], _said(row, side, "card")) for row in told.values())
        yield marker({"Uid": uid, "Deck": side, "Title": card.title, "Layer": "Cards"})
        yield mask(
            f"{card.back}.png",
            key=_TURN,
            text="Turn over",
            style=f"G{_held(card)}",
            name=f"{side} card",
            who=access(piles.access(card.side)) if card.side else access(same_side=True),
        )

    return made


def _chit(uid: str, member: Member) -> _Maker:
    """Makes the traits of a chit: it lies open everywhere but in a closed pile."""

    def made(gpid: int, own: Mapping[Pile, tuple[int, int]]) -> Iterator[Trait]:
        side = member.side.title()
        yield basic_piece(member.title, f"{member.of}_f.png", gpid=gpid)
        yield from (_laid(row, at) for row, at in own.items())
        yield from (report([ctrl(row.key)], _said(row, side, "marker")) for row in own)
        yield marker({"Uid": uid, "Deck": side, "Title": member.title, "Layer": "Cards"})
        yield cover("chit_back.png")

    return made


def cover(image: str) -> Trait:
    """What a face-down deck shows of a piece; no command of a player covers it.

    Parameters
    ----------
    image
        Picture of the back.

    Returns
    -------
    Trait
    """
    return mask(image, key=named("bocageCover"), text="", name="?", who="side:")


def _held(card: Card) -> str:
    """Picture that its owner sees over a masked card: a frame in the colour of its back."""
    return f"card-{card.deck.name}-held.png"


def _laid(row: Pile, at: tuple[int, int]) -> Trait:
    """The command that sends a piece to a pile or into the hand."""
    if row.is_hand:
        return send_to_point(row.text, key=ctrl(row.key), map_name=row.name, x=at[0], y=at[1])
    return return_to_deck(row.text, key=ctrl(row.key), deck=row.name)


def _sent(row: Pile, at: tuple[int, int]) -> Iterator[Trait]:
    """The command that sends a card to a pile or into the hand; on an open pile it is shown first."""
    if row.is_hand or row.closed:
        yield _laid(row, at)
    else:
        laid = named(f"bocageLay-{row.value}")
        yield return_to_deck("", key=laid, deck=row.name)
        yield trigger(row.text, key=ctrl(row.key), menu=row.text, actions=[_SHOW, laid])


def _into_hand(row: Pile, at: tuple[int, int], piles: Piles) -> Iterator[Trait]:
    """The commands that send a card that is nobody's into a hand: of its side, and of who sees all hands."""
    laid = named(f"bocageHand-{row.side}")
    yield send_to_point("", key=laid, map_name=row.name, x=at[0], y=at[1])
    own = f'{{PlayerSide == "{row.side.title()}"}}'
    yield trigger(row.text, key=ctrl(row.key), menu=row.text, match=own, actions=[laid])
    others = " || ".join(f'PlayerSide == "{who}"' for who in piles.open_to)
    text = f"{row.text} of {row.side.title()}"
    yield trigger(text, key=_deal(row), menu=text, match=f"{{{others}}}", actions=[laid])


def _deal(row: Pile) -> str:
    """The key that sends a card into a hand at the bidding of somebody who sees all hands."""
    return named(f"bocageDealTo-{row.side}")


def _said(row: Pile, side: str, what: str) -> str:
    """What the chat says of it; a card that goes where nobody sees it has no name."""
    if row.is_hand or row.closed:
        article = "An" if side.startswith("A") else "A"
        return f"~{article} {side} {what}: {row.text.lower()}"
    name = (
        "$newPieceName$" if what == "card" else "$Title$"
    )  # a chit out of a closed pile is "?" at that time
    return f"~{name}: {row.text.lower()}"


def deck_elements(kit: Kit, window: str, slots: Mapping[str, _Element]) -> Iterator[_Element]:
    """The decks of named cards on a window.

    Parameters
    ----------
    kit, window
        The module, and ``map`` or ``cards``.
    slots
        The slot of each card.

    Yields
    ------
    lxml element
    """
    piles, layout = kit.carriers.piles, kit.layout
    if piles is None:
        return
    contents = place_piles(kit)
    for row in piles.decks:
        if row.window == window:
            board = layout.windows[layout.main if window == "map" else layout.cards].board
            inside = [slots[uid] for uid in contents[row.name]]
            menu = (element(_MAP + "DeckGlobalKeyCommand", command) for command in _drawing(row, piles))
            yield element(_MAP + "DrawPile", _deck(row, piles, board), *inside, *menu)


def _deck(row: Pile, piles: Piles, board: str) -> dict[str, object]:
    """Attributes of a deck: a stack is drawn by chance, another pile lies open and may be shuffled back."""
    way = "Always" if row.closed else "Never"
    menu, back, said = _back(row, piles)
    return {
        "name": row.name,
        "owningBoard": board,
        "x": row.at[0],
        "y": row.at[1],
        "width": piles.size[0],
        "height": piles.size[1],
        "faceDown": way,
        "shuffle": way,
        "draw": True,
        "color": "74,69,56",
        "allowMultiple": row.closed,
        "allowSelect": not row.closed,
        "reversible": False,
        "maxStack": 1,
        "reshufflable": bool(menu),
        "reshuffleCommand": menu,
        "reshuffleTarget": back,
        "reshuffleMessage": said,
        "restrictOption": True,
        "restrictExpression": row.only,
        "deckRestrictAccess": bool(_owners(row, piles)),
        "deckOwners": encode(_owners(row, piles), ","),
    }


def _owners(row: Pile, piles: Piles) -> tuple[str, ...]:
    """Sides that may draw from a stack; an open pile, or one of both sides, is everybody's."""
    return piles.access(row.side) if row.closed and row.side else ()


def _back(row: Pile, piles: Piles) -> tuple[str, str, str]:
    """Menu text, target and report of shuffling an open pile into its stack."""
    own = bool(row.side) or row.common
    stack = next((r for r in piles.decks if r.closed and own and r.side == row.side), None)
    if stack is None or row.closed:
        return "", "", ""
    return "Shuffle all into the stack", stack.name, f"~{row.name}: shuffled into the stack"


def pile_type(row: Pile, piles: Piles) -> str:
    """Type text of a deck in a save, with all that its component says.

    Parameters
    ----------
    row, piles
        The deck, and all of them.

    Returns
    -------
    str
    """
    way = "Always" if row.closed else "Never"
    return deck_type(
        row.name,
        width=piles.size[0],
        height=piles.size[1],
        face_down=way,
        shuffle=way,
        outline=True,
        max_stack=1,
        allow_multiple=row.closed,
        allow_select=not row.closed,
        reversible=False,
        only=row.only,
        reshuffle=_back(row, piles),
        commands=[deck_command(command) for command in _drawing(row, piles)],
        owners=_owners(row, piles),
    )


def _drawing(row: Pile, piles: Piles) -> Iterator[dict[str, object]]:
    """The menu of a stack: one card of it goes into the hand, nobody knows which."""
    shared = row.closed and bool(row.draws)
    rows: Iterator[Pile] = (
        r for r in (piles.decks if shared else piles.hands) if not r.closed and r.side in {"", row.side}
    )
    rows = iter(piles.hands) if row.closed and row.common else rows
    goal = next(rows, None) if row.closed else None
    if goal is not None:
        name = row.draws or "Draw a card"
        drawn = {"name": name, "hotkey": ctrl(goal.key), "deckCount": 1}
        said = "" if shared else f"~{row.name}: {name} ($PlayerSide$)"
        silent = {"reportSingle": False, "reportFormat": said}
        yield {**drawn, **silent, "target": no_target(TargetKind.DECK)}
        for hand in piles.hands if row.common else ():
            name = f"Draw a card for {hand.side.title()} (Solitaire)"
            dealt = {**drawn, "name": name, "hotkey": _deal(hand)}
            yield {**dealt, **silent, "reportFormat": "", "target": no_target(TargetKind.DECK)}


def card_images(kit: Kit) -> Iterator[tuple[str, Paint]]:
    """Faces, twice as large as on the map, and backs.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    tuple of str and functools.partial
        Name and drawing.
    """
    from counters.art import card_paint, own_art
    from counters.card_art import draw_card
    from counters.cards import load_cards

    piles, decks = kit.carriers.piles, kit.carriers.decks
    cards, art = load_cards(kit.game.slug, kit.overlay), own_art(kit.game.slug, kit.overlay, "cards")
    for stem, (card, face) in combat_faces(decks, cards).items():
        drawing = functools.partial(draw_card, card, width_px=decks.size[0], face=face, finish="screen")
        name = card.back if face == "back" else card.id
        yield f"{stem}.png", card_paint(art, name, drawing, size=decks.size, width_px=decks.size[0])
    if piles is None or piles.markers:
        return
    backs: dict[str, Card] = {}
    fine = _FINE * piles.size[0]
    for card in cards:
        backs.setdefault(card.back, card)
        front = functools.partial(draw_card, card, width_px=fine, finish="screen")
        yield f"{card.id}.png", card_paint(art, card.id, front, size=piles.size, width_px=fine)
    for name, card in backs.items():
        back = functools.partial(draw_card, card, width_px=piles.size[0], face="back", finish="screen")
        yield f"{name}.png", card_paint(art, name, back, size=piles.size, width_px=piles.size[0])
        yield _held(card), functools.partial(frame, piles.size, card.deck.back, _RIM, _ROUND)
