"""Section 15.0: armor superiority, the defender's anti-tank points against it, and bocage."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import terms
from adjudicator.position import Piece, View

if TYPE_CHECKING:
    from adjudicator.june_six.r12_fight import Fight

__all__ = ["advantage", "armor_drm", "compared", "points", "superiority"]

CAP = 1


@rule("15.12", "16.32")
def advantage(attack: int, defence: int) -> int:
    """What two totals of points compare to: 2 for twice as many (or two against none), 1 for more.

    Returns
    -------
    int
        Negative where the defender has more.

    Examples
    --------
    >>> [advantage(*pair) for pair in ((4, 2), (3, 2), (2, 2), (2, 3), (1, 2), (1, 0), (0, 1), (0, 2))]
    [2, 1, 0, -1, -2, 1, -1, -2]
    """
    if attack < defence:
        return -advantage(defence, attack)
    if attack == defence:
        return 0
    return 2 if attack >= max(2, 2 * defence) else 1


@rule("15.12", "16.32")
def compared(view: View, attack: int, defence: int) -> int:
    """What two totals of points compare to by the reading in force of a single point against none."""
    if {attack, defence} == {0, 1} and view.option("one-against-none") == "B":
        return 2 * (attack - defence)
    return advantage(attack, defence)


@rule("15.12", "15.13", "15.2")
def superiority(
    armor: int,
    against: int,
    anti_tank: int = 0,
    *,
    bocage: bool = False,
    compare: Callable[[int, int], int] = advantage,
) -> tuple[int, str]:
    """The armor superiority DRM of bare points, and how it came about.

    Parameters
    ----------
    armor, against, anti_tank
        Armor points of attacker and defender, and AT points of the defender.
    bocage
        Whether the defender stands in bocage.
    compare
        How two totals compare.

    Examples
    --------
    >>> superiority(3, 1, 3)[0], superiority(4, 0, 1, bocage=True)[0], superiority(0, 2, bocage=True)[0]
    (0, 1, -1)
    """
    drm, text = compare(armor, against), f"armor {armor} against {against}"
    if drm > 0 and anti_tank:
        drm = max(0, compare(armor, against + anti_tank))
        text += f", with AT points against {against + anti_tank}"
    if bocage and abs(drm) > CAP:
        drm = CAP if drm > 0 else -CAP
        text += "; not more than one in bocage"
    return drm, text


@rule("12.12", "12.13", "22.22")
def points(view: View, pieces: Iterable[Piece], name: str, section: str) -> int:
    """Armor or AT points of units; those of isolated units are added up hex by hex, then halved.

    Parameters
    ----------
    name
        ``armor`` or ``at``.
    section
        Section that needs them.
    """
    total, cut = 0, dict[str, int]()
    for piece in pieces:
        value = terms.rating(view, piece, name, section)
        if value and view.flag("isolated", piece.uid):
            cut[piece.space] = cut.get(piece.space, 0) + value
        else:
            total += value
    if cut and isinstance(view, Inquiry):
        said = "AT" if name == "at" else name
        view.note("22.22", f"{said} points of isolated units are halved", sum([n // 2 for n in cut.values()]))
    return total + sum([n // 2 for n in cut.values()])


@rule("15.11", "12.59")
def armor_drm(view: View, fight: Fight) -> tuple[int, str] | None:
    """The armor superiority DRM of a combat, and how it came about; None where nobody has armor points."""
    ours = points(view, fight.attackers, "armor", "15.11")
    theirs = points(view, fight.defenders, "armor", "15.11")
    if not ours and not theirs:
        return None
    guns = points(view, fight.defenders, "at", "15.13")
    bocage = terms.terrain(view, fight.target, "15.2") == "bocage"
    compare = functools.partial(compared, view)
    drm, text = superiority(ours, theirs, guns, bocage=bocage, compare=compare)
    if isinstance(view, Inquiry):
        _note_points(view, fight, ours, theirs, guns)
        if bocage and drm != superiority(ours, theirs, guns, compare=compare)[0]:
            view.note("15.2", "the defender is in bocage: not more than one either way")
    return drm, text


@rule("12.12", "12.13", "15.11", "15.13")
def _note_points(view: Inquiry, fight: Fight, ours: int, theirs: int, guns: int) -> None:
    """Say which units have armor and AT points."""
    with view.under("15.11", f"armor points: {ours} against {theirs}"):
        _note_units(view, (*fight.attackers, *fight.defenders), "armor", "12.12")
    if guns:
        with view.under("15.13", f"AT points of the defender: {guns}, only against a superior attacker"):
            _note_units(view, fight.defenders, "at", "12.13")
    if any(terms.rating(view, p, "at", "12.13") for p in fight.attackers):
        view.note("15.13", "AT points of the attacker are not counted")


def _note_units(view: Inquiry, pieces: Iterable[Piece], name: str, section: str) -> None:
    said = "AT" if name == "at" else name
    for piece in pieces:
        if value := terms.rating(view, piece, name, section):
            view.note(section, f"{piece.printed.title}: {said} points", value)
