"""Section 6.2: a moment at which a player has time for a card, as it lies on the stack."""

from __future__ import annotations

from adjudicator.frames import Frame
from module_builder.vassal.values import dataclass

__all__ = ["IMPULSE", "OFFER", "OFFERS", "WINDOW", "WINDOWS", "Moment", "Offer"]

WINDOW, OFFER = "window", "offer"


@dataclass(frozen=True, slots=True)
class Moment:
    """What a card may be played at.

    Parameters
    ----------
    window
        ``turn-start``, ``leaving``, ``entering``, ``attack`` or ``card``; empty in an impulse.
    card
        The card that is answered.
    units, areas
        Those that are about to leave bocage, and Areas where they may be stopped.
    played
        Cards that were played at it.

    Examples
    --------
    >>> Moment("leaving", units=("us-4-8",)).played
    ()
    """

    window: str = ""
    card: str = ""
    units: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    played: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """The same before the player is asked, and while he answers.

    Parameters
    ----------
    whose
        Who may play a card.
    """

    whose: str
    window: str
    card: str = ""
    units: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    played: tuple[str, ...] = ()

    @property
    def moment(self) -> Moment:
        """What the player is asked about."""
        return Moment(self.window, self.card, self.units, self.areas, self.played)


IMPULSE = Moment()
WINDOWS, OFFERS = Frame(WINDOW, "6.2", Moment), Frame(OFFER, "6.2", Offer)
