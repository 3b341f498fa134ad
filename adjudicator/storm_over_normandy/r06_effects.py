"""Section 6.2: a card as it is announced, and what every effect word of ``deck.toml`` consists of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from adjudicator.frames import Frame
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, State
from adjudicator.storm_over_normandy import cards
from adjudicator.storm_over_normandy.cards import Card, Use
from adjudicator.storm_over_normandy.r06_moments import IMPULSE, Moment
from maps.filing import Located
from module_builder.vassal.values import dataclass

__all__ = ["ANNOUNCED", "CARD_EFFECT", "Announced", "Effect", "Play", "Target", "nothing", "only"]

CARD_EFFECT = "card-effect"
Target = tuple[str, tuple[str, ...]]
"""An Area, or none, and units, or none."""


@dataclass(frozen=True, slots=True)
class Play:
    """A card as it is announced.

    Parameters
    ----------
    copy, card, use
        The single card, what it is, and which of its uses.
    about
        The moment at which it is played.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> card = cards.load_deck(OURS)["artillery"]
    >>> Play("german-artillery-1", card, card.uses[0], "tilly").announced().area
    'tilly'
    """

    copy: str
    card: Card
    use: Use
    area: str = ""
    units: tuple[str, ...] = ()
    about: Moment = IMPULSE

    @property
    def side(self) -> str:
        """Who plays it."""
        return self.card.side

    def announced(self) -> Announced:
        """What of it lies on the stack."""
        moment = replace(self.about, played=())
        return Announced(self.copy, self.use.when, self.use.effect, self.area, self.units, moment)

    @staticmethod
    def of(at: Located, told: Announced) -> Play:
        """The card that lies on the stack."""
        card = cards.card_of(at, told.card)
        assert card is not None  # noqa: S101 - it was checked when it was announced
        return Play(told.card, card, Use(told.when, told.effect), told.area, told.units, told.about)


@dataclass(frozen=True, slots=True)
class Announced:
    """A card that has been paid for and has still to take effect."""

    card: str
    when: str
    effect: str
    area: str
    units: tuple[str, ...]
    about: Moment


ANNOUNCED = Frame(CARD_EFFECT, "6.2", Announced)


def nothing(state: State, card: Card, about: Moment) -> Iterator[Target]:  # noqa: ARG001
    """The one way to play a card that is played on nothing.

    Parameters
    ----------
    state, card, about
        As every function of options takes them.
    """
    yield "", ()


def _no_check(inquiry: Inquiry, play: Play) -> None:
    """A card that needs no more than its conditions."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect word of ``deck.toml``.

    Parameters
    ----------
    perform
        Carries it out.
    says
        What it does, with the card's parameters in braces.
    check
        Checks what the card is played on; the conditions of `r06_windows.conditions` apart.
    options
        Ways to play a card now: areas and units.
    takes
        ``area``, ``units``: what the player names.
    answers
        Effects of enemy cards that may be played on it.
    selects
        Whether `check` looks itself whose impulse it is.

    Examples
    --------
    >>> Effect(lambda draft, play: None, "{points} attack points more").takes
    frozenset()
    """

    perform: Callable[[Draft, Play], None]
    says: str
    check: Callable[[Inquiry, Play], None] = _no_check
    options: Callable[[State, Card, Moment], Iterator[Target]] = nothing
    takes: frozenset[str] = frozenset()
    answers: tuple[str, ...] = ()
    selects: bool = False


def only(inquiry: Inquiry, play: Play, effect: Effect) -> None:
    """Refuse Areas and units that a card does not ask for, and require those that it does."""
    named = {"area": bool(play.area), "units": bool(play.units)}
    words = {"area": "an Area", "units": "units"}
    for what, given in named.items():
        wanted = what in effect.takes
        if given and not wanted:
            inquiry.refuse("6.2", f"{play.card.title} is not played on {words[what]}")
        elif wanted and not given and what == "units":
            inquiry.refuse("6.2", f"{play.card.title} needs {words[what]}")
    if play.area and play.area not in inquiry.board.spaces:
        inquiry.refuse("6.2", f"there is no space {play.area!r}")
    for uid in play.units:
        inquiry.require("6.2", uid in inquiry.pieces, "", f"there is no unit {uid!r}")
