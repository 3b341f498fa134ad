"""The phases of a game of one's own, read from its ``sequence.toml``."""

from __future__ import annotations

import re

import msgspec

from adjudicator.sequence import Phase, Sequence
from maps.errors import DataError
from maps.games import FolderHome
from maps.homemade.game import game_file, typed
from maps.loader import read_toml

__all__ = ["phases_of"]

_FILE = "sequence.toml"
_WORD = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")
_ONE = Phase("play", "Play", "", "alternating", "play", "The sides play in turn.")


class PhaseRow(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A phase: who acts in it, which one follows (the next of the file where left out), what is done."""

    id: str
    title: str
    player: str = "alternating"
    next: str = ""
    rule: str = ""
    help: str = ""


class SequenceFile(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The file as a whole."""

    phase: tuple[PhaseRow, ...]


def phases_of(home: FolderHome) -> Sequence:
    """Read the phases; one phase for the whole game where the folder has no ``sequence.toml``.

    Parameters
    ----------
    home
        Of the game.

    Returns
    -------
    Sequence
        After the last phase comes the first one again.

    Raises
    ------
    DataError
        A phase is incomplete, or leads nowhere.
    """
    path = home.root / _FILE
    if not path.is_file():
        return Sequence({_ONE.id: _ONE})
    rows = typed(read_toml(path), SequenceFile, _FILE).phase
    players = (*game_file(home).sides, "alternating")
    ids = [row.id for row in rows]
    if not rows:
        raise DataError(_FILE, "phase", "a table [[phase]] at least", "or no such file")
    found = {}
    for number, row in enumerate(rows):
        place = f"phase no. {number + 1}"
        if not _WORD.fullmatch(row.id) or ids.count(row.id) > 1:
            raise DataError(_FILE, f"{place} id", f"a word that no other phase has, not {row.id!r}")
        if row.player not in players:
            raise DataError(_FILE, f"{place} player", f"one of {', '.join(players)}, not {row.player!r}")
        following = row.next or ids[(number + 1) % len(ids)]
        if following not in ids:
            raise DataError(_FILE, f"{place} next", f"one of {', '.join(ids)}, not {row.next!r}")
        found[row.id] = Phase(row.id, row.title, row.rule, row.player, following, row.help)
    return Sequence(found)
