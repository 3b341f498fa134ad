"""What a player does not see: a mode that one side has chosen already, and the markers in the cup."""

from __future__ import annotations

import dataclasses

from adjudicator.citation import rule
from adjudicator.frames import plain
from adjudicator.june_six import battle as fights
from adjudicator.june_six import r07_markers as markers
from adjudicator.june_six import terms
from adjudicator.position import Decision, Draft, Position
from adjudicator.views import hidden_from

__all__ = ["masked"]

_UNSEEN = (markers.CUP, markers.INITIATIVE)


@rule("12.41", "7.24", "9.3")
def masked(position: Position, viewpoint: str = "public") -> Position:
    """The position as somebody sees it; stacks are open (9.3), so that little is hidden.

    A Combat Mode chosen before that of the other side is not told. Of the other side's Activation Markers it
    is known how many lie in the cup, not which; what was drawn, and every Free Ops marker, lies open.

    Parameters
    ----------
    viewpoint
        As in `adjudicator.views.hidden_from`.

    Returns
    -------
    Position
        The same one where nothing is hidden.

    Examples
    --------
    >>> from adjudicator.june_six import GAME
    >>> from maps.board import Board
    >>> at = GAME.empty(Board([], []), facts={("am", "am-us-1-1"): "cup"})
    >>> masked(at, "german").raw("am", "hidden-allied-1"), masked(at, "allied") is at
    ('cup', True)
    """
    sides = hidden_from(position, viewpoint)
    chits = [c for c in position.subjects("am") if _is_unseen(position, c, sides)]
    pending = tuple(_covered(d, sides) for d in position.pending)
    if not chits and pending == position.pending:
        return position
    draft = position.draft()
    draft.pending = pending
    _cover(draft, chits)
    return draft.finish()


@rule("12.41")
def _covered(decision: Decision, sides: tuple[str, ...]) -> Decision:
    """A combat without the mode that one side has chosen and the other has not."""
    if decision.kind != fights.COMBAT:
        return decision
    battle = fights.read(decision)
    if bool(battle.attack_mode) == bool(battle.defence_mode):
        return decision
    covered = dataclasses.replace(
        battle,
        attack_mode="" if battle.side in sides else battle.attack_mode,
        defence_mode="" if battle.defending in sides else battle.defence_mode,
    )
    return dataclasses.replace(decision, data=plain(covered))


@rule("7.24", "7.21")
def _is_unseen(position: Position, chit: str, sides: tuple[str, ...]) -> bool:
    if markers.is_free_ops(chit) or markers.is_hidden(chit) or markers.side_of_marker(chit) not in sides:
        return False
    return position.text("am", chit) in _UNSEEN


def _cover(draft: Draft, chits: list[str]) -> None:
    """Put as many markers of which nothing is known where the others lay."""
    count = dict.fromkeys((terms.GERMAN, terms.ALLIED), 0)
    for place, chit in sorted((draft.text("am", c), c) for c in chits):
        side = markers.side_of_marker(chit)
        count[side] += 1
        draft.clear("am", chit)
        markers.put(draft, f"hidden-{side}-{count[side]}", place)
