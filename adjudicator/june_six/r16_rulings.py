"""Section 16.0 told: which artillery points each unit may lend to a combat, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import terms
from adjudicator.june_six.r12_fight import Fight, fight_of
from adjudicator.june_six.r16_artillery import Battery, batteries, is_corps_gun, range_of, total
from adjudicator.plural import many
from adjudicator.position import Piece, State
from adjudicator.ruling import Ruling

__all__ = ["artillery_ruling"]

_NEAR = 9


@rule("16.11", "16.21", "16.22")
def artillery_ruling(
    state: State, attack: Mapping[str, Any], sides: Iterable[str] = (), *, strict: bool = False
) -> Ruling:
    """Artillery points that each unit may lend to a combat, or why it lends none.

    Parameters
    ----------
    attack
        Plain data of the combat.
    sides
        Whose artillery; that of both without.

    Returns
    -------
    Ruling
        Its answer maps sides to units to points.
    """
    inquiry = Inquiry(state, strict=strict)
    fight, found = fight_of(inquiry, attack), dict[str, dict[str, int]]()
    for side in tuple(sides) or (fight.side, terms.enemy_of(fight.side)):
        guns = list(batteries(inquiry, side, fight))
        able = [gun for gun in guns if not gun.faults]
        found[side] = {gun.uid: gun.usable for gun in able}
        for gun in able:
            _explain(inquiry, fight, gun)
        _explain_rest(inquiry, fight, [gun for gun in guns if gun.faults])
    counts = {side: _counting(inquiry, fight, side, points) for side, points in found.items()}
    said = "; ".join(_said(side, sum(found[side].values()), count) for side, count in counts.items())
    return inquiry.ruling(f"artillery {fight.target}", f"{said[:1].upper()}{said[1:]}.", found)


def _said(side: str, lent: int, counts: int) -> str:
    return f"{side} {many(lent, 'point')}" + (
        f", halved to {counts} by the Strongpoint" if counts != lent else ""
    )


@rule("16.31", "19.41")
def _counting(inquiry: Inquiry, fight: Fight, side: str, points: Mapping[str, int]) -> int:
    """Points of a side that count if all are committed: a Strongpoint halves those of an Allied attack."""
    all_, attacking = tuple(points.items()), side == fight.side
    committed = replace(fight, artillery_a=all_) if attacking else replace(fight, artillery_d=all_)
    count, halved = total(inquiry, committed, attacking=attacking)
    if halved:
        lent = sum(points.values())
        inquiry.note(
            "19.41", f"the Strongpoint halves the {many(lent, 'point')} of the Allied attack, to", count
        )
    return count


@rule("16.12")
def _explain_rest(inquiry: Inquiry, fight: Fight, guns: Sequence[Battery]) -> None:
    """Say why units lend nothing; those that are nowhere near are counted."""
    near = [gun for gun in guns if _is_near(inquiry, fight, gun)]
    for section, text in (fault for gun in near for fault in gun.faults):
        inquiry.note(section, text)
    if len(guns) > len(near):
        inquiry.note("16.12", f"more than {_NEAR} hexes away, or not on the map", len(guns) - len(near))


def _is_near(inquiry: Inquiry, fight: Fight, gun: Battery) -> bool:
    piece = inquiry.pieces[gun.uid]
    return terms.on_map(inquiry, piece) and terms.distance(piece.space, fight.target) <= _NEAR


@rule("16.11", "16.12", "16.14", "16.26")
def _explain(inquiry: Inquiry, fight: Fight, gun: Battery) -> None:
    """Say why a unit may fire, and how much of what it prints is left."""
    piece = inquiry.pieces[gun.uid]
    title = piece.printed.title
    with inquiry.under("16.21", f"{title} may lend up to {many(gun.usable, 'point')}"):
        printed = terms.rating(inquiry, piece, "artillery", "16.11")
        inquiry.note("16.11", f"{title} prints artillery points", printed)
        if gun.printed > printed:
            inquiry.note("16.26", "doubled in a Corps Activation", gun.printed)
        if gun.halvings:
            inquiry.note("16.14", "halved: an RE marker, or an attack in the RE Activation Phase")
        away = terms.distance(piece.space, fight.target)
        inquiry.note("16.12", f"{many(away, 'hex')} away, range {range_of(piece)}")
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
