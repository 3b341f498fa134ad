"""Sections 8.1.2 and 5.1: the hexes in which a Reinforcement may enter, and why in no others."""

from __future__ import annotations

from adjudicator.citation import rule
from adjudicator.dark_summer import terms
from adjudicator.dark_summer.r05_stacking import stacking_faults
from adjudicator.position import Piece, View
from adjudicator.ruling import Fault
from adjudicator.silence import kept
from maps.board import Board

__all__ = ["ALENCON", "PAREN_E", "candidates", "entry_hexes", "hex_faults", "letters_of", "stacking"]

ALENCON, PAREN_E = "6028", "(E)"


def candidates(view: View, piece: Piece) -> tuple[str, ...]:
    """Hexes that may come into question for the entry of a unit: Lettered hexes, or Beach hexes."""
    feature = "letter" if piece.side == terms.GERMAN else "beach-name"
    return _printed_with(terms.state_of(view).board, feature)


@kept(maxsize=8)
def _printed_with(board: Board, feature: str) -> tuple[str, ...]:
    """Hexes of a board on which a feature is printed."""
    return tuple(s.id for s in board.spaces.values() if terms.is_hex(s) and s.features.get(feature))


@rule("8.1.2")
def letters_of(view: View, piece: Piece) -> frozenset[str]:
    """Letters of the hexes in which a German unit may enter."""
    letters = {part for word in piece.printed.entry for part in word.split("|")}
    if "E" in letters and _may_use_paren_e(view, piece):
        letters.add(PAREN_E)
    return frozenset(letters)


@rule("8.1.2")
def _may_use_paren_e(view: View, piece: Piece) -> bool:
    if "tiger" in piece.printed.marks:
        return False
    return view.option("paren-e-entry") == "B" or piece.printed.type in {"infantry", "paratrooper"}


@rule("8.1.2", "5.1")
def hex_faults(view: View, piece: Piece, where: str) -> list[Fault]:
    """Why a unit cannot enter in a hex, each reason with its section.

    Returns
    -------
    list of (section, text)
        Empty when it can.
    """
    if where not in view.board.spaces or not terms.is_hex(view.board.spaces[where]):
        return [Fault("8.1.2", f"there is no hex {where!r} on the map")]
    found = _german(view, piece, where) if piece.side == terms.GERMAN else _allied(view, piece, where)
    return found or stacking(view, piece, where)


def _allied(view: View, piece: Piece, where: str) -> list[Fault]:
    name, group = view.board.name(where), terms.group_of(piece.printed)
    found: list[Fault] = []
    if not terms.is_open_beach(view, where):
        found.append(Fault("8.1.2", f"{name} is no Open Beach"))
    elif terms.beach_group(view, where) != group:
        owner = "US" if group == terms.US else "British"
        found.append(Fault("8.1.2", f"{name} is no {owner} Beach"))
    if terms.enemies(view, where, piece.side):
        found.append(Fault("8.1.2", f"an enemy unit is in {name}"))
    return found


def _german(view: View, piece: Piece, where: str) -> list[Fault]:
    name, letter = view.board.name(where), terms.letter(view, where)
    wanted, found = letters_of(view, piece), []
    if not letter:
        found.append(Fault("8.1.2", f"{name} is no Lettered hex"))
    elif letter not in wanted:
        shown = ", ".join(sorted(wanted)) or "no letter"
        found.append(
            Fault("8.1.2", f"{name} has the letter {letter}, but {piece.printed.title} needs {shown}")
        )
    if where == ALENCON:
        found.append(Fault("8.1.2", f"no Reinforcement enters at {name}"))
    if view.text("exit-marker", where):
        found.append(Fault("8.1.2", f"an Exit marker is in {name}"))
    if terms.enemies(view, where, piece.side):
        found.append(Fault("8.1.2", f"an Allied unit is in {name}"))
    return found


@rule("5.1", "8.1.2")
def stacking(view: View, piece: Piece, where: str) -> list[Fault]:
    """Why a unit does not fit into the stack of a hex."""
    return [Fault(f.rule, f.text) for f in stacking_faults(view, where, piece.side, adding=(piece.uid,))]


def entry_hexes(view: View, piece: Piece) -> tuple[str, ...]:
    """Hexes in which a unit could be placed now."""
    state = terms.state_of(view)
    return tuple(h for h in candidates(state, piece) if not hex_faults(state, piece, h))
