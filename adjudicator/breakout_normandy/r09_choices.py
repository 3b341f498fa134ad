"""Choices among units, listed by class: units alike in values, status and origin are interchangeable."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from adjudicator.breakout_normandy.r16_artillery_support import supporters

if TYPE_CHECKING:
    from adjudicator.position import Piece, View

__all__ = ["assaults", "class_of", "classes", "subsets"]


def class_of(view: View, piece: Piece) -> Hashable:
    """What makes units interchangeable: counter values, formation, place, status, and how they came there.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> class_of(d_day, d_day.pieces["us-4-8"]) == class_of(d_day, d_day.pieces["us-4-12"])
    True
    """
    u = piece.printed
    values = (
        u.type,
        u.kind,
        u.af,
        u.df,
        u.mf,
        u.spent_df,
        u.branch,
        u.division,
        bool(u.corps),
        u.nationality,
    )
    uid = piece.uid
    history = (view.text("came-from", uid), view.text("crossed", uid), view.number("mf-used", uid))
    return (*values, piece.space, piece.status, *history, view.flag("mandatory", uid))


def classes(view: View, pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Units grouped by class, in order of first appearance.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> [len(c) for c in classes(d_day, [d_day.pieces["us-4-8"], d_day.pieces["us-4-12"]])]
    [2]
    """
    groups: dict[Hashable, list[Piece]] = {}
    for piece in pieces:
        groups.setdefault(class_of(view, piece), []).append(piece)
    return list(groups.values())


def subsets(view: View, pieces: Sequence[Piece]) -> Iterator[tuple[Piece, ...]]:
    """Every subset of units up to class, the largest numbers first and the empty one last.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> [len(s) for s in subsets(d_day, [d_day.pieces["us-4-8"], d_day.pieces["us-4-12"]])]
    [2, 1, 0]
    """
    groups = classes(view, pieces)
    for counts in itertools.product(*(range(len(g), -1, -1) for g in groups)):
        yield tuple(p for g, n in zip(groups, counts, strict=True) for p in g[:n])


def assaults(
    view: View, area: str, able: Sequence[Piece], must: AbstractSet[str]
) -> Iterator[tuple[tuple[str, ...], str, tuple[str, ...]]]:
    """Ways to announce an assault with the units that may take part, up to class.

    Parameters
    ----------
    able
        Units that may assault.

    Yields
    ------
    (units, point, support)
        Ids, as `adjudicator.breakout_normandy.r09_assault.Assault` wants them.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> list(assaults(d_day, "utah-beach", [d_day.pieces["us-4-8"]], set()))
    [(('us-4-8',), 'us-4-8', ())]
    """
    bound = [p for p in able if p.uid in must]
    for free in subsets(view, [p for p in able if p.uid not in must]):
        chosen = (*bound, *free)
        points = [group[0] for group in classes(view, [p for p in chosen if p.printed.is_point])]
        if not points:
            continue
        units = tuple(sorted(p.uid for p in chosen))
        guns = supporters(view, area, chosen, chosen[0].side)
        for support in subsets(view, guns):
            for point in points:
                yield units, point.uid, tuple(sorted(p.uid for p in support))
