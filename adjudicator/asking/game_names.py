"""A game on the command line: one of ours by its name, or one of the user's own by its folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from maps.games import GAME_FILE, OUR_GAMES, game_names, open_folder, slug_of

__all__ = ["GameName"]


class GameName(click.ParamType[str]):
    """The name of a game, or a folder with a ``game.toml``; what comes out is its slug.

    Parameters
    ----------
    folders
        Whether a folder of the user's own will do.

    Examples
    --------
    >>> GameName().convert("june-six", None, None)
    'june-six'
    """

    name = "game"

    def __init__(self, *, folders: bool = True) -> None:
        self.folders = folders

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002
        """How help writes it."""
        return "GAME|DIR" if self.folders else "GAME"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Find the game, or say which there are."""
        known = game_names()
        if value in known and self._may_be(value):
            return str(value)
        if self.folders and Path(value).is_dir():
            return open_folder(Path(value))
        slug = slug_of(value) if self.folders else ""
        if not slug:
            names = ", ".join(name for name in known if self._may_be(name))
            more = f"; or a folder with a {GAME_FILE}" if self.folders else ""
            self.fail(f"{value!r} is no game. Known: {names}{more}", param, ctx)
        return slug

    def _may_be(self, name: str) -> bool:
        return self.folders or name in OUR_GAMES

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002 - what click hands over
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        """The names that begin so, and folders."""
        found = [CompletionItem(name) for name in game_names() if name.startswith(incomplete)]
        return found if found or not self.folders else [CompletionItem(incomplete, type="dir")]
