"""Buttons, dice and keys of the module of a game of one's own."""

from __future__ import annotations

from typing import Any

from maps.homemade.game import COMMON, DiceRow, GameFile, owner_of

__all__ = ["desk_of"]

_HAND_KEYS, _THREAD = "GJ", "I"


def desk_of(told: GameFile, *, hexes: bool) -> dict[str, Any]:
    """What the table ``[desk]`` of an adapter holds.

    Parameters
    ----------
    told
        The game's ``game.toml``.
    hexes
        Whether its map has hexes.

    Returns
    -------
    dict
    """
    marker = told.turns.marker
    word = told.turns.name
    found: dict[str, Any] = {
        "memories": ["phase", "turn"],
        "turns": [
            {"name": "New phase", "icon": "phase", "key": "N", "forgets": ["phase"], "next": "phase"},
            {
                "name": f"New {word.casefold()}",
                "icon": "turn",
                "key": "D",
                "forgets": ["turn", "phase"],
                "next": "",
            },
        ],
        "dice": [_dice(row) for row in told.dice],
        "menu": {
            "name": word,
            "icon": "turn",
            "tip": f"phase, {word.casefold()}, clear marks",
            "items": ["New phase", f"New {word.casefold()}", "Clear moved marks"],
        },
        "icons": {"phase": [marker, "front"], "turn": [marker, "front"]},
    }
    if told.deck:
        sides = told.hands
        found["hands"] = dict(zip(sides, _HAND_KEYS, strict=False))
        found["draw"] = {
            "name": "Draw a card",
            "icon": "phase",
            "key": "V",
            "tip": "a card of your deck, by chance, into your hand; Solitaire takes the menu of the deck",
            "deck": _drawn_from(told),
            "sends": "H",
            "says": "{"
            + " || ".join(f'PlayerSide == "{side.title()}"' for side in sides)
            + ' ? "~" + PlayerSide + " draws a card" : ""}',
        }
        found["held"] = {"name": "Hands", "icon": "turn", "key": "3", "tip": "how many cards each side holds"}
    if hexes:
        found["thread"] = _THREAD
    found["keys"] = _keys(told)
    found["hotkeys"] = _hotkeys(told, hexes=hexes)
    return found


def _drawn_from(told: GameFile) -> str:
    """Expression: the deck from which a side draws: its own, or of those without one that of all."""
    own = [side for side in told.hands if any(owner_of(deck) == side for deck in told.deck)]
    named = '{PlayerSide + " Cards"}'
    if len(own) == len(told.hands):
        return named
    has = " || ".join(f'PlayerSide == "{side.title()}"' for side in own)
    common = f'"{COMMON.title()} Cards"'
    return f'{{({has}) ? PlayerSide + " Cards" : {common}}}' if own else f"{{{common}}}"


def _dice(row: DiceRow) -> dict[str, Any]:
    shown = " + ".join(f"$result{n}$" for n in range(1, row.count + 1)) if row.count > 1 else "$result$"
    total = " = $numericalTotal$" if row.count > 1 else ""
    found = {
        "name": row.name,
        "tip": f"Roll {row.name}",
        "dice": row.count,
        "key": row.key,
        "report": f"{row.name}: {shown}{total} ($PlayerName$)",
    }
    return found if row.sides == 6 else {**found, "sides": row.sides}


def _keys(told: GameFile) -> list[list[str]]:
    words = [word.title() for word in told.units.statuses]
    turned = f"{' to '.join(words)} and back; " if len(words) > 1 else ""
    cards = [
        ["Ctrl+H", "A card into the hand of its owner"],
        ["Ctrl+U", "Discard a card, also one that is played"],
    ]
    control = [["Ctrl+K", "Control marker of its side in this space"]]
    return [
        ["Ctrl+F", f"Flip: {turned}other face of a marker; turn a card over"],
        ["Ctrl+E", "Eliminate: to the box of its side"],
        ["Ctrl+B", "Back to where it was eliminated" + ("; a card back into its deck" if told.deck else "")],
        *(control if told.control else []),
        *(cards if told.deck else []),
        ["Ctrl+M", "Mark moved, or clear the mark"],
        ["Ctrl+T", "Movement trail"],
        ["Delete", "Remove a marker"],
    ]


def _hotkeys(told: GameFile, *, hexes: bool) -> list[list[str]]:
    word = told.turns.name
    hands = [
        [f"Alt+{key}", f"{side.title()} Hand"] for side, key in zip(told.hands, _HAND_KEYS, strict=False)
    ]
    cards = [["Alt+V", "Draw a card"], ["Alt+3", "Hands: how many cards each side holds"], *hands]
    dice = [[f"Alt+{row.key}", f"Roll {row.name}"] for row in told.dice if row.key]
    sums = [["Alt+Shift+S", "Stack sums: what each stack is worth, or no longer"]]
    return [
        ["Alt+B", "Counters: the palette"],
        ["Alt+L", "Sides: take another seat"],
        ["Alt+N", "New phase: turns the trackers, says what is due"],
        ["Alt+9", "Sequence of play, beside the map"],
        ["Alt+D", f"New {word.casefold()}"],
        ["Alt+Y", f"Menu of phase and {word.casefold()}"],
        *(cards if told.deck else []),
        ["Alt+M", "Clear moved marks and trails"],
        *dice,
        *(sums if told.units.totals and hexes else []),
        *([[f"Alt+{_THREAD}", "Thread: hexes between two places"]] if hexes else []),
        ["Alt+7", "May act: what may still act in this phase lit up, or no longer"],
        ["Alt+5", "Counts"],
        ["Alt+8", "Chess clocks: shown, stopped, hidden again"],
        ["Alt+U", "Inventory of units by nation, formation and status"],
        ["Alt+R", "Charts"],
        ["Alt+C", "Setup Cards"],
        ["Alt+O", "Overview map"],
        ["Alt+K", "Hide counters"],
        ["Alt+P", "Picture of the map"],
        ["Alt+A", "Notes"],
        ["F9", "Centre on the selected unit"],
        ["Ctrl+Shift+= and -", "Zoom in and out"],
        ["Ctrl+Space", "Show the stack under the mouse; with Shift, what its space prints"],
        ["Alt+click", "Flare: show the other player a place"],
    ]
