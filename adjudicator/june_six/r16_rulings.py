"""Section 16.0 told: which artillery points each unit may lend to a combat, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import terms
from adjudicator.june_six.r12_fight import Fight, fight_of
from adjudicator.june_six.r16_artillery import Battery, batteries, is_corps_gun, range_of
from adjudicator.position import Piece, State
from adjudicator.ruling import Ruling

__all__ = ["artillery_ruling"]


@rule("16.11", "16.21", "16.22")
def artillery_ruling(
    state: State, attack: Mapping[str, Any], sides: Iterable[str] = (), *, strict: bool = False
) -> Ruling:
    """Artillery points that each unit may lend to a combat, or why it lends none.

    Parameters
    ----------
    state
        The position.
    attack
        Plain data of the combat.
    sides
        Whose artillery; that of both without.
    strict
        Refuse reconstructed values and assumptions.

    Returns
    -------
    Ruling
        Its answer maps sides to units to points.
    """
    inquiry = Inquiry(state, strict=strict)
    fight, found = fight_of(inquiry, attack), dict[str, dict[str, int]]()
    for side in tuple(sides) or (fight.side, terms.enemy_of(fight.side)):
        able = found[side] = {}
        for gun in batteries(inquiry, side, fight):
            for section, text in gun.faults:
                inquiry.note(section, text)
            if not gun.faults:
                able[gun.uid] = gun.usable
                _explain(inquiry, fight, gun)
    said = "; ".join(f"{side} {sum(points.values())} points" for side, points in found.items())
    return inquiry.ruling(f"artillery {fight.target}", f"{said[:1].upper()}{said[1:]}.", found)


@rule("16.11", "16.12", "16.14", "16.26")
def _explain(inquiry: Inquiry, fight: Fight, gun: Battery) -> None:
    """Say why a unit may fire, and how much of what it prints is left."""
    piece = inquiry.pieces[gun.uid]
    title = piece.printed.title
    with inquiry.under("16.21", f"{title} may lend up to {gun.usable} points"):
        printed = terms.rating(inquiry, piece, "artillery", "16.11")
        inquiry.note("16.11", f"{title} prints artillery points", printed)
        if gun.printed > printed:
            inquiry.note("16.26", "doubled in a Corps Activation", gun.printed)
        if gun.halvings:
            inquiry.note("16.14", "halved: an RE marker, or an attack in the RE Activation Phase")
        away = terms.distance(piece.space, fight.target)
        inquiry.note("16.12", f"{away} hexes away, range {range_of(piece)}")
        _explain_use(inquiry, fight, piece)


@rule("16.21", "16.22", "16.23", "16.24", "16.25")
def _explain_use(inquiry: Inquiry, fight: Fight, piece: Piece) -> None:
    """Say by which section a unit fires."""
    attacks, group = piece.side == fight.side, not terms.is_hq(piece.printed)
    if not is_corps_gun(inquiry, piece):
        if group:
            inquiry.note("16.25", "attached: its points are those of the Division")
        inquiry.note("16.21", "it may be split between several hexes in range")
        return
    if group:
        inquiry.note("16.25", "it fires as a Corps HQ does")
    inquiry.note("16.22", "once a turn, in attack or in defence; then it is flipped")
    if attacks:
        inquiry.note("16.23", "for units of its own Corps, or with an activated Division HQ that attaches it")
    else:
        inquiry.note("16.24", "for one defending unit of its nationality, an Allied one of its Corps")
