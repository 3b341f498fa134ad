"""What a position looks like on the page: what lies where, where play stands, what may be done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.game import load
from adjudicator.report import render, ruling_to_json
from adjudicator.ruling import Ruling
from adjudicator.silence import Missing
from adjudicator.table.drawing.scene import scene_of
from adjudicator.table.looking import facts_of, moment_of, waiting_for
from adjudicator.table.questioning import Asked, answered

if TYPE_CHECKING:
    from adjudicator.position import Position
    from adjudicator.table.gallery import Gallery

__all__ = ["look_of"]


def look_of(position: Position, viewpoint: str, gallery: Gallery) -> dict[str, Any]:
    """Everything that the page shows of a position before anything is asked.

    Parameters
    ----------
    position
        As the viewpoint sees it.
    viewpoint
        Who looks.
    gallery
        What keeps the pictures of counters that are not of the game's mix.

    Returns
    -------
    dict

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> from adjudicator.table.gallery import Gallery
    >>> [row["kind"] for row in look_of(GAME.scenario("d-day"), "public", Gallery())["actions"]]
    ['end-phase', 'assault', 'secure-bridge']
    """
    ruling = _next(position, viewpoint)
    kinds: list[str] = ruling.answer["actions"]
    scene = scene_of(position, viewpoint)
    return {
        "scene": scene.form(),
        "sprites": gallery.own_of(scene, position.game),
        "next": {"verdict": ruling.verdict, "text": render(ruling), "ruling": ruling_to_json(ruling)},
        "waiting": waiting_for(position, words) if (words := ruling.answer["pending"]) else [],
        "actions": [{"kind": kind, "title": kind.replace("-", " "), "count": None} for kind in kinds],
        "facts": list(facts_of(position)),
        "strange": [
            {"space": space, "place": position.board.name(space), "names": list(names)}
            for space, names in sorted(position.strange.items())
        ],
    }


def _next(position: Position, viewpoint: str) -> Ruling:
    """Where play stands; where the position does not say it, what has to be said first."""
    if "next" not in load(position.game).questions:
        return Ruling("next", moment_of(position), {"actions": [], "pending": []})
    try:
        return answered(Asked(verb="next"), position, viewpoint)[0]
    except Missing as fault:
        return Ruling("next", str(fault), {"actions": [], "pending": []})
