"""Decks of combat cards: what the build file says of them, every save says too, the set-ups among them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from module_builder.vassal.savegame import deck_type

__all__ = ["SIZE", "deck_attributes", "deck_text"]

SIZE = 66


def deck_attributes(row: Mapping[str, Any], which: str) -> dict[str, object]:
    """What the DrawPile of a deck says, or of the pile of drawn cards beside it.

    Nobody chooses from a deck or turns it round: it is drawn by chance. The drawn cards lie open, and may be
    shuffled back.

    Parameters
    ----------
    row
        A side's line of ``[decks]`` in the adapter.
    which
        ``deck`` or ``drawn``.

    Returns
    -------
    dict

    Examples
    --------
    >>> row = {"deck": "Cards", "drawn": "Drawn"}
    >>> deck_attributes(row, "deck")["allowSelect"], deck_attributes(row, "drawn")["reshuffleTarget"]
    (False, 'Cards')
    """
    drawn = which == "drawn"
    way = "Never" if drawn else "Always"
    return {
        "name": row[which],
        "width": SIZE,
        "height": SIZE,
        "faceDown": way,
        "shuffle": way,
        "draw": True,
        "color": "74,69,56",
        "allowMultiple": not drawn,
        "allowSelect": drawn,
        "reversible": False,
        "reshufflable": drawn,
        "reshuffleCommand": "Reshuffle into the deck" if drawn else "",
        "reshuffleTarget": row["deck"] if drawn else "",
        "reshuffleMessage": f"{row[which]} reshuffled" if drawn else "",
    }


def deck_text(row: Mapping[str, Any], which: str) -> str:
    """Type text of that deck in a save: VASSAL takes what a save says, not what the build file says.

    Parameters
    ----------
    row, which
        As in `deck_attributes`.

    Returns
    -------
    str

    Examples
    --------
    >>> deck_text({"deck": "Cards", "drawn": "Drawn"}, "deck").split(";")[5:10]
    ['Always', 'Always', 'true', 'false', 'false']
    """
    said = deck_attributes(row, which)

    def back(what: str) -> str:
        return str(said[f"reshuffle{what}"])

    return deck_type(
        str(said["name"]),
        width=SIZE,
        height=SIZE,
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
