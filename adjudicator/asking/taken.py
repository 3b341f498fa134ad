"""What a question is asked of: facts corrected and actions taken first, as whoever asks sees them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.asking.typed import read_action, with_given, with_options
from adjudicator.game import apply
from adjudicator.questions import Asking

if TYPE_CHECKING:
    from pathlib import Path

    from adjudicator.game import Game
    from adjudicator.position import Position

__all__ = ["asking_of", "taken"]


def taken(
    position: Position, game: Game, actions: Iterable[str | Mapping[str, Any]], viewpoint: str | None
) -> Position:
    """Carry actions out, one after the other.

    What a side, or the public, may not see is hidden before the first is looked at: whether an action is
    legal then tells nothing about the other side's hand, modes or masked counters, and neither does what
    follows. Actions of a question that names no viewpoint belong to the position as its author tells it.

    Parameters
    ----------
    position
        Where they begin.
    game
        Its game.
    actions
        As typed or as data.
    viewpoint
        Who asks: german, allied, referee or public; None where the question does not say.

    Returns
    -------
    Position

    Raises
    ------
    IllegalAction
        As far as the viewpoint can see, one is against the rules.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> taken(GAME.scenario("d-day"), GAME, [], "german").text("phase")
    'airborne'
    """
    steps = list(actions)
    if steps and game.mask is not None and viewpoint is not None and viewpoint != "referee":
        position = game.mask(position, viewpoint)
    for action in steps:
        position = apply(position, read_action(position, game, action))
    return position


def asking_of(
    game: Game,
    position: Position | None,
    viewpoint: str | None,
    *,
    given: Sequence[str] = (),
    chosen: Sequence[str] = (),
    actions: Iterable[str | Mapping[str, Any]] = (),
    strict: bool = False,
    overlay: Path | None = None,
) -> Asking:
    """Make up what a question is asked of.

    A side that asks corrects what it sees: neither an answer nor a fault tells whether it guessed right about
    the rest. A question that names no viewpoint has its position from its author, and corrects the whole.

    Parameters
    ----------
    game, position
        The game, and the position as it was read, if there is one.
    viewpoint
        Who asks: german, allied, referee or public; None where the question does not say, which is public.
    given, chosen
        As in `adjudicator.asking.typed.with_given` and `adjudicator.asking.typed.with_options`.
    actions
        As in `taken`.
    strict, overlay
        As in `Asking`.

    Returns
    -------
    Asking

    Raises
    ------
    BocageError
        A fact or an action cannot be read, or an action is illegal as far as the viewpoint can see.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> asking_of(GAME, d_day, None, given=["advantage=german"]).position.text("advantage")
    'german'
    """
    seen = False
    if position is not None:
        position = with_options(position, game, chosen)
        seen = game.mask is not None and viewpoint not in {None, "referee"}
        if game.mask is not None and viewpoint is not None and seen:
            position = game.mask(position, viewpoint)
        position = with_given(position, game, given)
        steps = list(actions)
        position = taken(position, game, steps, viewpoint)
        seen = seen and not steps
    return Asking(game, position, viewpoint or "public", strict, overlay, seen=seen)
