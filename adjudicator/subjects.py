"""Of whom or what an item of state can be said, and which words can be said of it: one list for each game.

The lists stand in the ``[subjects]`` and ``[values]`` of its ``vocabulary.toml``. Sketches, ``--given`` and
positions as JSON are checked against them alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from adjudicator.errors import ActionError, MalformedAction
from adjudicator.homes import named
from adjudicator.names import find_boundary, find_space, find_unit
from adjudicator.vocabulary import Vocabulary, load_vocabulary
from maps.board import fold

if TYPE_CHECKING:
    from adjudicator.position import Fact, Piece
    from adjudicator.schema import Item, Schema
    from counters.catalog import Unit
    from maps.board import Board

__all__ = ["Ground", "fact_of", "fault_of", "find_subject", "is_named", "nearest", "printed_word"]

_SHOWN = 14
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
_WORDS = re.compile(r"yes|no|true|false")


class Ground:
    """What subjects and values refer to: the board and the units of a position, and the words of its game.

    Parameters
    ----------
    game
        Slug.
    board, pieces
        Of the position.
    units
        The catalog: units that are not in play may be spoken of in positions as JSON.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> Ground("breakout-normandy", d_day.board, d_day.pieces).words_for("side")
    ('german', 'allied')
    """

    __slots__ = ("board", "game", "pieces", "units")

    def __init__(
        self, game: str, board: Board, pieces: Mapping[str, Piece], units: Mapping[str, Unit] | None = None
    ) -> None:
        self.game, self.board, self.pieces, self.units = game, board, pieces, units or {}

    def words_for(self, *keys: str) -> tuple[str, ...]:
        """The closed list of a kind of subject or of an item, the first that is declared; empty without one.

        Parameters
        ----------
        *keys
            Name of an item, kind of subject.
        """
        declared = load_vocabulary(self.game).subjects
        return next((_listed(self.board, declared[key]) for key in keys if key in declared), ())

    def divisions(self) -> tuple[str, ...]:
        """Divisions and corps that units of the position belong to."""
        units = [piece.printed for piece in self.pieces.values()] + list(self.units.values())
        return tuple(sorted({name for unit in units for name in (unit.division, unit.corps) if name}))


def _listed(board: Board, words: Iterable[str]) -> tuple[str, ...]:
    """Words, and those that ``module:NAME`` stands for: a list, or a function of the board."""
    found: list[str] = []
    for word in words:
        if ":" not in word:
            found.append(word)
            continue
        value = named(word)
        found += map(str, value(board) if callable(value) else value)
    return tuple(dict.fromkeys(found))


# --- what is typed ------------------------------------------------------------------------------------------


def find_subject(ground: Ground, item: Item, text: str) -> str:
    """Id of whom or what a fact speaks, as a person typed it.

    Parameters
    ----------
    ground
        What it refers to.
    item
        The item of state.
    text
        What was typed after the colon; may be empty.

    Returns
    -------
    str

    Raises
    ------
    MalformedAction
        There is no such subject; the nearest is offered, or all that there are.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> ground = Ground("breakout-normandy", d_day.board, d_day.pieces)
    >>> find_subject(ground, GAME.schema.items["reserves"], "Allied")
    'allied'
    >>> find_subject(ground, GAME.schema.items["reserves"], "alied")
    Traceback (most recent call last):
    adjudicator.errors.MalformedAction: reserves is said of german, allied, not 'alied'. Did you mean allied?
    """
    kind = item.of
    if kind == "" and text:
        raise MalformedAction(
            f"{item.name} is said of the whole game, not of {text!r}", f"Write {item.name}=VALUE"
        )
    if kind and not text:
        raise MalformedAction(
            f"{item.name} needs a subject: {_what(ground, item)}", f"Write {item.name}:SUBJECT=VALUE"
        )
    if kind == "":
        return ""
    declared = ground.words_for(item.name, kind)
    if "boundary" in declared and text not in declared:
        return find_boundary(ground.board, text).id
    if declared:
        return _one_of(f"{item.name} is said of", repr(text), text, declared, ground)
    if kind == "boundary":
        return find_boundary(ground.board, text).id
    if kind == "unit":
        return find_unit_in(ground, text)
    space = find_space(ground.board, text)
    return space.id


def find_unit_in(ground: Ground, text: str) -> str:
    """Id of a unit of the position, or of the catalog, that a text names."""
    if text in ground.pieces or text in ground.units:
        return text
    return find_unit(ground, text).uid


def _what(ground: Ground, item: Item) -> str:
    words = ground.words_for(item.name, item.of)
    return ", ".join(words[:_SHOWN]) + (" ..." if len(words) > _SHOWN else "") if words else f"the {item.of}"


def fact_of(ground: Ground, item: Item, text: str) -> Fact:
    """Value of an item, as a person typed it.

    Parameters
    ----------
    ground, item
        As in `find_subject`.
    text
        What was typed.

    Returns
    -------
    str, int or bool

    Raises
    ------
    MalformedAction
        It is no value of the item; the nearest is offered.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> ground = Ground("breakout-normandy", d_day.board, d_day.pieces)
    >>> fact_of(ground, GAME.schema.items["start"], "Omaha")
    'omaha-beach'
    >>> fact_of(ground, GAME.schema.items["advantage"], "germn")
    Traceback (most recent call last):
    adjudicator.errors.MalformedAction: advantage is one of german, allied, not 'germn'. Did you mean german?
    """
    if isinstance(item.default, bool):
        if not _WORDS.fullmatch(text.casefold()):
            raise MalformedAction(f"{item.name} is yes or no, not {text!r}")
        return text.casefold() in {"yes", "true"}
    if isinstance(item.default, int):
        if not _NUMBER.fullmatch(text):
            raise MalformedAction(f"{item.name} is a number, not {text[:40]!r}")
        return int(text)
    if item.values:
        return _value_among(item, text)
    if text == item.default:
        return text
    return _spoken(ground, item, text)


def _value_among(item: Item, text: str) -> str:
    if text in item.values:
        return text
    folded = {fold(value): value for value in item.values if value}
    if fold(text) in folded:
        return folded[fold(text)]
    known = [value for value in item.values if value]
    raise MalformedAction(f"{item.name} is one of {', '.join(known)}, not {text!r}", nearest(text, known))


def _spoken(ground: Ground, item: Item, text: str) -> str:
    """A value that is a word, a unit, a space, a boundary or a division."""
    kinds = load_vocabulary(ground.game).values.get(item.name, ())
    faults: list[MalformedAction] = []
    words = tuple(kind for kind in kinds if kind not in _KINDS)
    for kind in kinds:
        try:
            if kind in _KINDS:
                return _KINDS[kind](ground, text)
        except MalformedAction as fault:
            faults.append(fault)
    if words:
        listed = _listed(ground.board, words)
        return _one_of(f"{item.name} is one of", repr(text), text, listed, ground)
    if faults:
        raise MalformedAction(f"{item.name}: {faults[0]}")
    return text


def _one_of(head: str, wrong: str, text: str, words: Sequence[str], ground: Ground) -> str:
    """The one of some words that is meant; ``number`` and ``division`` among them stand for many."""
    if text in words and text not in _OPEN:
        return text
    folded = {fold(word): word for word in words if word not in _OPEN}
    if fold(text) in folded:
        return folded[fold(text)]
    if "number" in words and _NUMBER.fullmatch(text):
        return str(int(text))
    every = [word for word in words if word and word not in _OPEN]
    if "division" in words:
        divisions = ground.divisions()
        same = {fold(name): name for name in divisions}
        if fold(text) in same:
            return same[fold(text)]
        every += [name for name in divisions if name not in every]
    sides = "|".join(load_vocabulary(ground.game).sides)
    if "hidden" in words and re.fullmatch(rf"hidden-({sides})-[0-9]{{1,4}}", text):
        return text
    shown = ", ".join(every[:_SHOWN]) + (f" and {len(every) - _SHOWN} more" if len(every) > _SHOWN else "")
    shown = ", ".join(filter(None, [shown, "a number" if "number" in words else ""]))
    raise MalformedAction(f"{head} {shown}, not {wrong}", nearest(text, every))


def printed_word(known: Vocabulary, board: Board, word: str, text: str) -> str:
    """What is printed on a space, where a word of the game says of which kind, as in ``beach omaha``.

    Parameters
    ----------
    known, board
        Words of the game, and its board.
    word
        What kind of thing is printed.
    text
        What was typed after it.

    Returns
    -------
    str

    Raises
    ------
    MalformedAction
        Nothing of that name is printed on any map of the game.

    Examples
    --------
    >>> from maps.board import Board
    >>> printed_word(load_vocabulary("dark-summer"), Board([], []), "letter", "w")
    'W'
    """
    name = known.feature_items.get(word, word)
    said = known.feature_texts[word].get(text, text)
    if name not in known.values:
        return said
    words = [w for w in _listed(board, known.values[name]) if w]
    if said in words:
        return said
    raise MalformedAction(f"{word} is one of {', '.join(words)}, not {text!r}", nearest(text, words))


def nearest(text: str, words: Iterable[str]) -> str:
    """The question whether one of the nearest words was meant; empty where none is near.

    Parameters
    ----------
    text
        What was typed.
    words
        What may be.

    Returns
    -------
    str

    Examples
    --------
    >>> nearest("overcst", ["clear", "overcast", "storm"])
    'Did you mean overcast?'
    """
    import difflib

    near = difflib.get_close_matches(text.casefold(), list(words), n=2, cutoff=0.6)
    return f"Did you mean {' or '.join(near)}?" if near else ""


_OPEN = frozenset({"number", "division", "hidden", "boundary"})


def _division(ground: Ground, text: str) -> str:
    return _one_of("it is one of", repr(text), text, ("division",), ground)


def _digits(ground: Ground, text: str) -> str:  # noqa: ARG001 - every kind takes it
    if not re.fullmatch(r"[0-9-]{1,40}", text):
        raise MalformedAction(f"{text!r} is not made of digits")
    return text


def _freely(ground: Ground, text: str) -> str:  # noqa: ARG001 - every kind takes it
    return text


_KINDS = {
    "unit": find_unit_in,
    "space": lambda ground, text: find_space(ground.board, text).id,
    "spaces": lambda ground, text: " ".join(find_space(ground.board, word).id for word in text.split()),
    "boundary": lambda ground, text: find_boundary(ground.board, text).id,
    "division": _division,
    "digits": _digits,
    "text": _freely,
}


# --- positions as JSON --------------------------------------------------------------------------------------


def is_named(ground: Ground, kind: str, text: str) -> bool:
    """Whether a text is the id of something that the vocabulary of the game lists.

    Parameters
    ----------
    ground
        What it refers to.
    kind
        Kind of subject, such as ``formation``.
    text
        The id.

    Returns
    -------
    bool

    Examples
    --------
    >>> from adjudicator.june_six import GAME
    >>> campaign = GAME.scenario("campaign")
    >>> ground = Ground("june-six", campaign.board, campaign.pieces)
    >>> is_named(ground, "formation", "ge-lehr"), is_named(ground, "formation", "moon")
    (True, False)
    """
    words = ground.words_for(kind)
    try:
        return text not in _OPEN and _one_of(kind, repr(text), text, words, ground) == text
    except MalformedAction:
        return False


def fault_of(ground: Ground, schema: Schema, item: str, subject: str, value: Fact) -> str:
    """What is wrong with a fact of a position as JSON, whose subjects and values are ids; empty when nothing.

    Parameters
    ----------
    ground, schema
        What it refers to.
    item, subject, value
        The fact.

    Returns
    -------
    str

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> ground = Ground("breakout-normandy", d_day.board, d_day.pieces)
    >>> fault_of(ground, GAME.schema, "control", "nowhere", "german")
    "control is said of an area, and there is no 'nowhere'"
    """
    known = schema.items[item]
    kind, pool = known.of, _pool(ground, known)
    if kind == "feature":
        return f"{item} is printed on the map: a fact cannot say it"
    if kind == "" and subject:
        return f"{item} is said of the whole game, not of {subject!r}"
    if pool is not None and subject not in pool:
        article = "an" if kind[0] in "aeiou" else "a"
        return f"{item} is said of {article} {kind}, and there is no {subject!r}"
    if pool is None and kind:
        try:
            find_subject(ground, known, subject)
        except MalformedAction as fault:
            return str(fault)
    if isinstance(value, str) and value != known.default and not known.values:
        try:
            fact_of(ground, known, value)
        except ActionError as fault:
            return str(fault)
    return ""


def _pool(ground: Ground, item: Item) -> Iterable[str] | None:
    """Ids of every subject of an item; None where a list of words decides."""
    if ground.words_for(item.name, item.of) or not item.of:
        return None
    if item.of == "unit":
        return {*ground.pieces, *ground.units}
    return ground.board.edges if item.of == "boundary" else ground.board.spaces
