"""Chits that are drawn from cups, and those that players lay face down and turn together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from module_builder.mark_images import HELD
from module_builder.playing_cards import cover
from module_builder.prototypes import BACK, FLIP, HOME, WITHDRAW
from module_builder.vassal.builders import (
    basic_piece,
    layer,
    marker,
    mask,
    report,
    return_to_deck,
    send_to_point,
    send_to_zone,
)

if TYPE_CHECKING:
    from adjudicator.saves.cups import Cup
    from module_builder.materials import Kit
    from module_builder.vassal.traits import Trait

__all__ = ["chit_faces", "chit_traits"]

_Chit = tuple[str, "tuple[Trait, ...]", str, str]


def chit_faces(kit: Kit, uid: str) -> list[str]:
    """Stems of the pictures of a chit; none for any other piece.

    Parameters
    ----------
    kit, uid
        The module and one of its pieces.

    Returns
    -------
    list of str
        One where both faces are alike.
    """
    kinds = [marker_id for cup in kit.carriers.cups for marker_id, _ in cup.kinds.values()]
    found = next((m for m in kinds if uid.rpartition("-")[0] == m), None)
    if found is None:
        return []
    secret = any(cup.homes for cup in kit.carriers.cups if uid in cup.chits)
    same = secret or kit.printed[found].back == kit.printed[found].front
    return [f"{found}_f"] if same else [f"{found}_f", f"{found}_b"]


def chit_traits(kit: Kit) -> Iterator[_Chit]:
    """Every chit of a cup with its traits in editor order; what covers it comes last.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    tuple
        uid, traits, tab and group of the palette.
    """
    for cup in kit.carriers.cups:
        yield from _secret(kit, cup) if cup.homes else _drawn(kit, cup)


def _drawn(kit: Kit, cup: Cup) -> Iterator[_Chit]:
    """Chits of a cup that always lie open outside of it; they stand in no palette."""
    for uid in cup.chits:
        marker_id = uid.rpartition("-")[0]
        printed = kit.printed[marker_id]
        faces = [f"{stem}.png" for stem in chit_faces(kit, uid)]
        words = ["", f"+ ({printed.back})"]
        face = layer(faces, name="Face", level_names=words, increase=FLIP, increase_text="Turn over")
        traits = (
            basic_piece(printed.name, faces[0], gpid=kit.gpid(uid)),
            *([face, report([FLIP], "$newPieceName$")] if len(faces) > 1 else []),
            report([WITHDRAW, BACK], "$oldPieceName$: $menuCommand$"),
            send_to_zone("Put aside", key=WITHDRAW, map_name=kit.layout.cards, zone="Chits"),
            return_to_deck(f"Back into the {cup.deck}", key=BACK, deck=cup.deck),
            marker({"Uid": uid, "Chit": marker_id, "Cup": cup.deck, "Layer": "Markers"}),
            cover("chit_back.png"),
        )
        yield uid, traits, "Cards", cup.deck


def _secret(kit: Kit, cup: Cup) -> Iterator[_Chit]:
    """Chits that players lay face down and turn together; alone one draws them from their cup."""
    for uid in cup.chits:
        marker_id, home = uid.rpartition("-")[0], cup.home(uid)
        assert home is not None  # noqa: S101 - the cup has homes
        window, x, y = home
        kind = cup.deck.removesuffix(" Cup")
        traits = (
            basic_piece(kit.printed[marker_id].name, f"{marker_id}_f.png", gpid=kit.gpid(uid)),
            send_to_point("Back", key=HOME, map_name=window, x=x, y=y),
            return_to_deck(f"Into the {cup.deck}", key=BACK, deck=cup.deck),
            report([FLIP], "$newPieceName$"),
            report([HOME, BACK], f"~{kind}: $menuCommand$"),
            marker({"Uid": uid, "Chit": marker_id, "Cup": cup.deck, "Layer": "Markers"}),
            mask(
                f"{cup.cover}.png",
                key=FLIP,
                text="Face down, or reveal",
                style=f"G{HELD}",
                name=kind,
                who="side:",
            ),
        )
        yield uid, traits, "Activation", cup.deck
