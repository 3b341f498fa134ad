"""The rules of a game of one's own by its name: read once, and its names checked against its other files."""

from __future__ import annotations

from adjudicator.homemade.checks import check_names
from adjudicator.homemade.reading import FILE
from adjudicator.homemade.rules_file import RulesFile, read_rules
from maps.games import FolderHome, home_of, per_game

__all__ = ["rules_of"]


@per_game
def rules_of(slug: str) -> RulesFile:
    """The rules of a game of one's own.

    Parameters
    ----------
    slug
        Its name.

    Returns
    -------
    RulesFile
        Without any part where the folder has no ``rules.toml``.

    Raises
    ------
    DataError
        The file is wrong.
    """
    home = home_of(slug)
    path = home.path("adjudicator", FILE)
    if not path.is_file():
        return RulesFile()
    found = read_rules(path)
    if isinstance(home, FolderHome):
        check_names(found, home)
    return found
