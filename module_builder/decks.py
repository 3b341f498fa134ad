"""Decks of combat cards: what the build file says of them, every save says too, the set-ups among them."""

from __future__ import annotations

from adjudicator.saves.combat_cards import CombatDeck
from module_builder.vassal.savegame import deck_type

__all__ = ["deck_attributes", "deck_text"]


def deck_attributes(row: CombatDeck, name: str, size: tuple[int, int]) -> dict[str, object]:
    """What the DrawPile of a deck says, or of the pile of drawn cards beside it.

    Nobody chooses from a deck or turns it round: it is drawn by chance. The drawn cards lie open, and may be
    shuffled back.

    Parameters
    ----------
    row
        The deck of a side with what is drawn of it.
    name
        Of one of the two.
    size
        Width and height of a card on the table in pixels.

    Returns
    -------
    dict

    Examples
    --------
    >>> row = CombatDeck("german", "Cards", "Drawn", (5, 5), (9, 5))
    >>> deck_attributes(row, "Cards", (50, 70))["allowSelect"]
    False
    >>> deck_attributes(row, "Drawn", (50, 70))["reshuffleTarget"]
    'Cards'
    """
    drawn = name == row.drawn
    way = "Never" if drawn else "Always"
    return {
        "name": name,
        "width": size[0],
        "height": size[1],
        "faceDown": way,
        "shuffle": way,
        "draw": True,
        "color": "74,69,56",
        "allowMultiple": not drawn,
        "allowSelect": drawn,
        "reversible": False,
        "reshufflable": drawn,
        "reshuffleCommand": "Reshuffle into the deck" if drawn else "",
        "reshuffleTarget": row.deck if drawn else "",
        "reshuffleMessage": f"{name} reshuffled" if drawn else "",
    }


def deck_text(row: CombatDeck, name: str, size: tuple[int, int]) -> str:
    """Type text of that deck in a save: VASSAL takes what a save says, not what the build file says.

    Parameters
    ----------
    row, name, size
        As in `deck_attributes`.

    Returns
    -------
    str

    Examples
    --------
    >>> deck_text(CombatDeck("german", "Cards", "Drawn", (5, 5), (9, 5)), "Cards", (50, 70)).split(";")[5:10]
    ['Always', 'Always', 'true', 'false', 'false']
    """
    said = deck_attributes(row, name, size)

    def back(what: str) -> str:
        return str(said[f"reshuffle{what}"])

    return deck_type(
        str(said["name"]),
        width=size[0],
        height=size[1],
        face_down=str(said["faceDown"]),
        shuffle=str(said["shuffle"]),
        outline=True,
        allow_multiple=bool(said["allowMultiple"]),
        allow_select=bool(said["allowSelect"]),
        reversible=bool(said["reversible"]),
        reshuffle=(
            str(said["reshuffleCommand"]),
            str(said["reshuffleTarget"]),
            str(said["reshuffleMessage"]),
        ),
    )
