"""What counts in a battle of a game: its ``battle.toml``, read and checked."""

from __future__ import annotations

import functools

import msgspec

from maps.errors import DataError
from maps.filing import our_file
from maps.tomlfile import read_toml

__all__ = ["Battle", "Switch", "load_battle"]


class Switch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the module cannot know, set from the marker's menu.

    Parameters
    ----------
    name, title, rule
        Property, words of the menu, and the section that rules it.
    choices
        Its values, the first one from the start; without any a number is asked for, from 0.
    menu
        Sub-menu that it shares with others; empty for a place of its own.
    keeps
        Whether it outlasts the battle, as the weather does.

    Examples
    --------
    >>> Switch("Crossing", "Crossing", "9.3C", ("+0", "+1")).start
    '+0'
    """

    name: str
    title: str
    rule: str
    choices: tuple[str, ...] = ()
    menu: str = ""
    keeps: bool = False

    @property
    def start(self) -> str:
        """Its value in a new game."""
        return self.choices[0] if self.choices else "0"


class Battle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How battles of a game are added up; every text without quotes in it is an expression of the engine.

    There ``X == ""`` holds of a number 0 too: whether nothing is printed is asked by ``("" + X).equals("")``.

    Parameters
    ----------
    title
        What an attack is called.
    leads
        Words of the unit that leads on either side; empty in a game without.
    dice, sides
        What is rolled.
    line, detail, result
        What the marker shows, small below it, and what the log says of a roll.
    ready
        Whether it can be rolled, and what the log says where it cannot.
    rolled
        Whether the dice decide; empty where they always do.
    unseen
        Whether a unit lies face down: it tells its mark, and nothing that it hides; empty where all is open.
    unknown
        Sentences for the help page: what the marker cannot know.
    prints
        Property of a unit -> what its counter prints: an attribute, a rating, or ``mark NAME`` for whether a
        mark is there; empty for a number that is not printed, unless ``NAME or 0`` says what it counts as.
        Several with commas between make one text, with low lines between.
    ground
        Property of the marker -> feature of the defender's space, or ``FEATURE: FILE TABLE COLUMN``: what a
        chart of the game says of it.
    edges
        Boundary -> its letter in ``Sides``, which says what lies around the defender's hex, from the east on
        clockwise. With them ``OwnGround`` is the record of the hex of the unit that tells.
    lends
        Whether a unit of ``NextType`` only lends support where it does not stand in the space
        attacked: the marker does not come to it.
    tables
        Property of the marker -> ``FILE TABLE COLUMN``: a table of results, its cells row by row with strokes
        between them; without a column the names of its rows; or ``module:name``, which gives the cells.
    ladders
        Property of the marker -> ``FILE TABLE ATTACK DEFENSE TIE TURNED``: which ratio of a chart, from 0, is
        nearest to two totals; the last two are whether a tie favours the attacker, and whether ratios below 1
        are compared turned over.
    options
        Property of the marker -> reading of the rulebook, as a letter.
    tells
        Property of the marker -> what a marked unit tells it, with a start before a bar where the first unit
        needs one; ``ItsX`` is the unit's property X.
    sums
        Property of the marker -> start, a bar, and what it becomes when a unit tells.
    totals
        Property of the marker -> what follows when all have told, worked out once and kept. All in the order
        in which they are worked out.
    derived
        Property of the marker -> what follows, worked out wherever it is asked for.
    switch
        What players set.

    Examples
    --------
    >>> load_battle("breakout-normandy").title
    'Assault'
    """

    title: str
    line: str
    detail: str
    result: str
    ready: str
    tells: dict[str, str]
    sums: dict[str, str]
    derived: dict[str, str]
    dice: int
    sides: int = 6
    leads: tuple[str, ...] = ()
    totals: dict[str, str] = {}
    rolled: str = ""
    unseen: str = ""
    unknown: tuple[str, ...] = ()
    prints: dict[str, str] = {}
    ground: dict[str, str] = {}
    edges: dict[str, str] = {}
    lends: str = ""
    tables: dict[str, str] = {}
    ladders: dict[str, str] = {}
    options: dict[str, str] = {}
    switch: tuple[Switch, ...] = ()


@functools.cache
def load_battle(game: str) -> Battle | None:
    """Read how battles of a game are added up.

    Parameters
    ----------
    game
        Slug.

    Returns
    -------
    Battle or None
        None for a game whose module has no battle marker.

    Raises
    ------
    DataError
        The file has another form.
    """
    path = our_file("battles", game, "battle.toml")
    if not path.is_file():
        return None
    try:
        return msgspec.convert(read_toml(path), Battle)
    except msgspec.ValidationError as fault:
        raise DataError(path.name, str(fault), "the form of a battle") from fault
