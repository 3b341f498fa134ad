"""Sections 2.2.1 and 12.3: who may enter and leave Landing and Reinforcement Boxes; none is ever attacked."""

from __future__ import annotations

from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, Position, View
from adjudicator.ruling import Fault, Ruling
from adjudicator.storm_over_normandy import terms
from maps.board import Space

__all__ = [
    "attack_faults",
    "box_ruling",
    "entry_faults",
    "exit_faults",
    "explain",
    "is_exploitation",
    "is_immune",
    "retreat_faults",
]

_EXPLOITATION = "exploitation-"


@rule("2.2.1")
def is_exploitation(space: Space) -> bool:
    """Whether a space is the Exploitation section of a Landing Box, in use at the set-up only.

    Examples
    --------
    >>> is_exploitation(Space("exploitation-utah", "Utah Exploitation", "landing", {}))
    True
    """
    return terms.is_landing(space) and space.id.startswith(_EXPLOITATION)


@rule("12.3", "2.2.1")
def entry_faults(view: View, piece: Piece, to: str) -> list[Fault]:
    """Why a unit may not move into a box.

    Parameters
    ----------
    to
        Id of a space; an Area has no such fault.
    """
    space, faults = view.board.spaces[to], list[Fault]()
    if piece.side == terms.GERMAN and terms.is_landing(space):
        faults.append(Fault("12.3", f"{piece.printed.title} is German and never enters {space.name}"))
    elif piece.side == terms.GERMAN and terms.is_zone(space):
        faults.append(
            Fault(
                "12.3",
                f"{piece.printed.title} is German and never moves into {space.name}, or back into it",
            )
        )
    elif is_exploitation(space):
        faults.append(Fault("2.2.1", f"{space.name} is used at the set-up only; units come back to Invasion"))
    return faults


@rule("12.3", "2.2.1")
def exit_faults(view: View, piece: Piece, frm: str) -> list[Fault]:
    """Why a unit may not move or assault out of a box.

    Parameters
    ----------
    frm
        Id of a space; an Area has no such fault.
    """
    space = view.board.spaces[frm]
    if piece.side == terms.ALLIED and terms.is_zone(space):
        return [Fault("12.3", f"{piece.printed.title} has entered {space.name} and never leaves it")]
    return []


@rule("12.3", "10.2")
def retreat_faults(view: View, side: str, to: str) -> list[Fault]:
    """Why units of a side may not retreat into a box.

    Parameters
    ----------
    to
        Id of a space; an Area has no such fault.
    """
    space = view.board.spaces[to]
    if terms.is_zone(space):
        return [Fault("12.3", f"{space.name} is a Reinforcement Box: nobody retreats into it")]
    if terms.is_landing(space) and side == terms.GERMAN:
        return [Fault("12.3", f"{space.name} is a Landing Box: only Allied units retreat into it")]
    if is_exploitation(space):
        return [Fault("2.2.1", f"{space.name} is used at the set-up only; units come back to Invasion")]
    return []


@rule("12.3")
def is_immune(view: View, space: str) -> bool:
    """Whether no attack and no card touches the units of a space: it is a box."""
    return terms.is_box(view.board.spaces[space])


@rule("12.3", "9.1", "9.2", "11.0")
def attack_faults(view: View, space: str) -> list[Fault]:
    """Why no attack of any kind, and no card, can be aimed at the units of a space.

    Parameters
    ----------
    space
        Id of a space; an Area has no such fault.
    """
    if not is_immune(view, space):
        return []
    name = view.board.name(space)
    return [Fault("12.3", f"units in {name} are never the target of an attack, an Assault or a card")]


# --- answers ----------------------------------------------------------------------------------------------


@rule("12.3", "8.1")
def explain(inquiry: Inquiry, box: str) -> bool:
    """Say what each side may do at a box.

    Returns
    -------
    bool
        Whether it is a box at all.
    """
    space, name = inquiry.board.spaces[box], inquiry.board.name
    failed = f"{space.name} is neither a Landing nor a Reinforcement Box"
    if not inquiry.require("12.3", terms.is_box(space), "", failed):
        return False
    ways = ", ".join(name(to) for _, to in inquiry.board.neighbours(box))
    if terms.is_landing(space):
        inquiry.note("12.3", f"German units never enter {space.name}, and do not retreat into it")
        inquiry.note("12.3", f"Allied units move or assault from it to {ways}, and may retreat into it")
        if is_exploitation(space):
            inquiry.note("2.2.1", f"units stay in {space.name} since the set-up; none come back to it")
        else:
            inquiry.note("8.0", f"Allied units may move to it from {ways}")
    else:
        inquiry.note("12.3", f"German units leave {space.name} to {ways}, and never come back")
        inquiry.note("12.3", "Allied units may move into it, retreat not, and never leave it")
    for _, text in attack_faults(inquiry, box):
        inquiry.note("12.3", text)
    inquiry.note("8.1", f"{space.name} holds any number of units")
    return True


def box_ruling(position: Position, box: str, *, strict: bool = False) -> Ruling:
    """Answer what a Landing or Reinforcement Box allows."""
    inquiry = Inquiry(position, strict=strict)
    known, name = explain(inquiry, box), position.board.name(box)
    verdict = f"Units in {name} cannot be attacked." if known else f"{name} is no box."
    return inquiry.ruling(f"box {box}", verdict, known)
