"""Section 6.1: passing from one phase to the next, and what is forgotten on the way."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.breakout_normandy import r12_refit, r24_ports, r24_storm, terms
from adjudicator.citation import rule
from adjudicator.game import load
from adjudicator.position import Draft

__all__ = ["enter_phase", "next_phase", "win"]


@rule("6.1", "21.1")
def next_phase(draft: Draft) -> str:
    """Id of the phase that follows the one in play.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> next_phase(GAME.scenario("d-day").draft())
    'naval'
    """
    return load(draft.game).sequence.phases[draft.text("phase")].next


@rule("6.1", "6.3")
def enter_phase(draft: Draft, phase: str) -> None:
    """Begin a phase with the side that acts in it; in Daylight the German acts first.

    Parameters
    ----------
    phase
        Id in ``sequence.toml``.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> enter_phase(draft, "daylight"); draft.text("side")
    'german'
    """
    draft.forget("impulse", "phase")
    player = load(draft.game).sequence.phases[phase].player
    draft.set("phase", phase)
    draft.set("side", terms.ALLIED if player == terms.ALLIED else terms.GERMAN)
    opening = _OPENING.get(phase)
    if opening is not None:
        opening(draft)


@rule("6.4", "24.5")
def _open_german_refit(draft: Draft) -> None:
    r24_storm.refit_storm(draft)
    r12_refit.place_sources(draft, terms.GERMAN)


@rule("6.4", "24.4")
def _open_allied_refit(draft: Draft) -> None:
    r24_ports.night(draft)
    r12_refit.place_sources(draft, terms.ALLIED)


_OPENING: Mapping[str, Callable[[Draft], None]] = {
    "refit-german": _open_german_refit,
    "refit-allied": _open_allied_refit,
}


@rule("22.1", "22.2")
def win(draft: Draft, side: str) -> None:
    """End the game.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> win(draft, "allied"); draft.text("phase"), draft.text("winner")
    ('over', 'allied')
    """
    enter_phase(draft, "over")
    draft.set("winner", side)
    draft.set("side", side)
