"""Sections 17.3, 18.13 and 18.3: air and naval markers in ground combat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.citation import rule
from adjudicator.june_six import terms
from adjudicator.june_six.r12_fight import UNSUPPORTED, Fight
from adjudicator.plural import many
from adjudicator.position import View
from adjudicator.ruling import Fault
from adjudicator.silence import kept

if TYPE_CHECKING:
    from maps.board import Board

__all__ = [
    "MOST",
    "NAVAL_RANGE",
    "available",
    "in_naval_range",
    "nearest_coast",
    "support_drm",
    "support_faults",
]

MOST, NAVAL_RANGE = 2, 8
_BARRED = {
    "breakthrough": ("13.53", "no support in the second combat of a Breakthrough"),
    "rout": ("13.63", "no support in combat that an Attacker Rout brings"),
    "gca": ("14.24", "no support in a German counterattack"),
}


@rule("18.13")
def in_naval_range(view: View, space: str) -> bool:
    """Whether naval markers reach a hex: within eight hexes of a Coastal hex, both ends counted."""
    known = view.board.spaces.get(space)
    if known is None or not terms.is_hex(known):
        return False
    return bool(view.feature(known, "coastal", "18.13")) or _reached(view.board, space)


@rule("18.13")
def nearest_coast(view: View, space: str) -> str:
    """The Coastal hex that is nearest to a hex; empty where the map has none.

    Returns
    -------
    str
        Empty too where the space is no hex.
    """
    known = view.board.spaces.get(space)
    if known is None or not terms.is_hex(known):
        return ""
    return min(_coast(view.board), key=lambda coast: (terms.distance(coast, space), coast), default="")


@kept(maxsize=4096)
def _reached(board: Board, space: str) -> bool:
    return any(terms.distance(coast, space) < NAVAL_RANGE for coast in _coast(board))


@kept(maxsize=8)
def _coast(board: Board) -> tuple[str, ...]:
    return tuple(s.id for s in board.spaces.values() if terms.is_hex(s) and s["coastal"])


@rule("17.31", "18.31", "17.32", "18.32")
def support_faults(view: View, fight: Fight, air: int, naval: int) -> list[Fault]:
    """Why air and naval markers may not support a combat.

    Parameters
    ----------
    air, naval
        Markers that the Allied player wants to commit.
    """
    if not air and not naval:
        return []
    found = [Fault(*_BARRED[fight.kind])] if fight.kind in UNSUPPORTED else []
    if air and naval:
        found.append(Fault("17.32", "air and naval support cannot be combined in one combat"))
    for name, section, count in (("air", "17.31", air), ("naval", "18.31", naval)):
        left = view.number(name) if count else 0
        if count > MOST:
            found.append(Fault(section, f"at most two {name} markers support a combat, not {count}"))
        if count > left:
            found.append(
                Fault(
                    section,
                    f"{many(left, f'{name} marker is', f'{name} markers are')} available, not {count}",
                )
            )
        if count < 0:
            found.append(Fault(section, f"no fewer than no {name} markers"))
    if naval and not in_naval_range(view, fight.target):
        name = view.board.name(fight.target)
        found.append(Fault("18.13", f"{name} is more than eight hexes from the coast, both hexes counted"))
    return found


@rule("17.31", "18.31", "18.13")
def available(view: View, fight: Fight) -> tuple[int, int]:
    """Most air markers and most naval markers that may support a combat.

    Returns
    -------
    (int, int)
        One or the other, not both.
    """
    if fight.kind in UNSUPPORTED:
        return 0, 0
    naval = min(MOST, view.number("naval"))
    if naval and not in_naval_range(view, fight.target):
        naval = 0
    return min(MOST, view.number("air")), naval


@rule("17.31", "18.31", "12.59")
def support_drm(fight: Fight) -> tuple[str, str, int] | None:
    """The DRM of air or naval support: section, text and value; None without any.

    Examples
    --------
    >>> support_drm(Fight("attack", "german", "e1940", (), (), air=2))
    ('17.31', 'Allied air support of the defence', -2)
    """
    count = fight.air or fight.naval
    if not count or fight.kind in UNSUPPORTED:
        return None
    section, name = ("17.31", "air") if fight.air else ("18.31", "naval")
    what = "attack" if fight.allied_attack else "defence"
    return section, f"Allied {name} support of the {what}", count if fight.allied_attack else -count
