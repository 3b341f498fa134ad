"""Who looks at a game: the public, a side, the referee."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from adjudicator.errors import MalformedAction

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudicator.position import Position

__all__ = ["PUBLIC", "REFEREE", "Looked"]

PUBLIC, REFEREE = "public", "referee"
"""Who sees what both sides see, and who sees all."""


class Looked:
    """What a game knows of those who look at it."""

    slug: str

    @property
    def mask(self) -> Callable[[Position, str], Position] | None:
        """Hides what a viewpoint may not see; None where all is open."""
        raise NotImplementedError

    def shown(self, position: Position, viewpoint: str) -> Position:
        """A position without what somebody may not see: the one place where it is decided who sees all.

        Parameters
        ----------
        position
            The whole of it.
        viewpoint
            Who looks: a side, ``public``, or ``referee``, who sees all.

        Returns
        -------
        Position
            The same where nothing is hidden.

        Examples
        --------
        >>> from adjudicator.storm_over_normandy import GAME
        >>> invasion = GAME.scenario("invasion")
        >>> GAME.shown(invasion, "referee") is invasion
        True
        """
        hide = self.mask
        return position if hide is None or viewpoint == REFEREE else hide(position, viewpoint)

    @functools.cached_property
    def viewpoints(self) -> tuple[str, ...]:
        """Who can look: the public, the sides, the referee."""
        from adjudicator.vocabulary import load_vocabulary

        return (PUBLIC, *load_vocabulary(self.slug).sides, REFEREE)

    def looker(self, word: str) -> str:
        """Who looks, by the word that somebody typed.

        Parameters
        ----------
        word
            A side of the game, ``referee`` or ``public``.

        Returns
        -------
        str
            The same.

        Raises
        ------
        MalformedAction
            Nobody is called so here.

        Examples
        --------
        >>> from adjudicator.june_six import GAME
        >>> GAME.looker("north")
        Traceback (most recent call last):
        adjudicator.errors.MalformedAction: --as 'north' is not one of public, german, allied, referee
        """
        if word not in {PUBLIC, REFEREE} and word not in self.viewpoints:
            raise MalformedAction(f"--as {word[:40]!r} is not one of {', '.join(self.viewpoints)}")
        return word
