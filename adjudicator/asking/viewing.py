"""``--as``: a side of the game, the referee, or the public."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, get_args

import click

from adjudicator.contract import Viewpoint

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

__all__ = ["Looker"]

_WORD = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")


class Looker(click.Choice[str]):
    """Who looks: one of our sides, or a side of a game of one's own, which `Game.looker` knows.

    Examples
    --------
    >>> Looker().convert("german", None, None), Looker().convert("north", None, None)
    ('german', 'north')
    """

    name = "viewpoint"

    def __init__(self) -> None:
        super().__init__(get_args(Viewpoint))

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:  # noqa: ARG002
        """How help writes it."""
        return f"[{'|'.join(get_args(Viewpoint))}|SIDE]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Take a word that can be a side; whether the game has it is said when the game is known."""
        if isinstance(value, str) and _WORD.fullmatch(value):
            return value
        return super().convert(value, param, ctx)

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        """Our own, and the sides of open games."""
        from click.shell_completion import CompletionItem

        from adjudicator.vocabulary import load_vocabulary
        from maps.games import game_names

        sides = dict.fromkeys(side for slug in game_names() for side in load_vocabulary(slug).sides)
        words = dict.fromkeys((*get_args(Viewpoint), *sides))
        return [CompletionItem(word) for word in words if word.startswith(incomplete)]
