"""Which game of ours another module plays: what share of our units it has, and of its pieces we."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.errors import BocageError
from adjudicator.game import GAMES, load
from adjudicator.saves.foreign.ours import Ours
from adjudicator.saves.foreign.rounds import likely_units, matched
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.game import Game
    from adjudicator.saves.foreign.modules import TheirModule

__all__ = ["OtherGame", "Suit", "suit_of", "suits", "suits_or_refuses"]

_FEW = 0.02
"""Share of our units below which a module plays another game."""
_PLAIN = 0.8
"""How well a game suits from which on no other is looked at."""
_BETTER = 1.2
"""How much better another game suits that is taken for the one which the module plays."""


class OtherGame(BocageError):
    """A module that plays another game than the one that was named.

    Examples
    --------
    >>> print(OtherGame("a.vmod: 3 of 330 units of June Six are in it", "Breakout", "breakout-normandy"))
    a.vmod: 3 of 330 units of June Six are in it; Breakout fits better
    """

    def __init__(self, text: str, title: str = "", slug: str = "") -> None:
        self.slug = slug
        super().__init__(f"{text}; {title} fits better" if title else text)


@dataclass(frozen=True, slots=True)
class Suit:
    """How well a game suits a module.

    Parameters
    ----------
    game
        Ours.
    found
        Units of ours that some piece is.
    units
        All of them.
    unit_like
        Pieces that are a unit, or look like one.
    named
        Those of them that are a unit of ours.

    Examples
    --------
    >>> Suit(load("june-six"), 165, 330, 300, 100).score
    0.4
    """

    game: Game
    found: int
    units: int
    unit_like: int
    named: int

    @property
    def score(self) -> float:
        """From 0 to 1: the harmonic mean of the shares of our units and of their pieces that are found."""
        ours, theirs = self.found / max(1, self.units), self.named / max(1, self.unit_like)
        return 2 * ours * theirs / (ours + theirs) if self.found else 0.0


def suit_of(module: TheirModule, game: Game) -> Suit:
    """How well a game suits a module, by what its pieces are called alone.

    Parameters
    ----------
    module, game
        Theirs and ours.

    Returns
    -------
    Suit
    """
    ours = Ours(game)
    matches = matched(module, ours, {})
    named = sum(bool(match.units) for match in matches.values())
    found = {uid for match in matches.values() for uid in match.units}
    return Suit(game, len(found), len(ours.units), named + len(likely_units(module, matches)), named)


def suits(module: TheirModule) -> list[Suit]:
    """Every game of ours, the one that suits a module best first.

    Parameters
    ----------
    module
        Theirs.

    Returns
    -------
    list of Suit
    """
    return sorted((suit_of(module, load(slug)) for slug in GAMES), key=lambda suit: -suit.score)


def suits_or_refuses(module: TheirModule, game: Game) -> Suit:
    """How well the game suits that somebody named, unless another one is meant.

    Parameters
    ----------
    module, game
        Theirs and ours.

    Returns
    -------
    Suit

    Raises
    ------
    OtherGame
        Next to none of our units is in it, or another game of ours suits it clearly better.
    """
    own = suit_of(module, game)
    if own.score >= _PLAIN:
        return own
    share = f"{own.found} of {own.units} units of {game.title} ({own.found / own.units:.0%})"
    best = max((suit_of(module, load(slug)) for slug in GAMES if slug != game.slug), key=lambda s: s.score)
    few = own.found < _FEW * own.units
    if best.found >= _FEW * best.units and best.score > _BETTER * own.score:
        told = f"{module.file} has {share}, but {best.found} of {best.units} ({best.found / best.units:.0%})"
        raise OtherGame(f"{told} of {best.game.title}", best.game.title, best.game.slug)
    if few:
        some = f" but for {own.found}" if own.found else ""
        text = f"none of its {len(module.counters)} pieces looks like a unit of {game.title}{some}"
        raise OtherGame(f"{module.file}: {text}")
    return own
