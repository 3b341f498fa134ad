"""The words of a game in sketches and in ``--given``, read from its ``vocabulary.toml``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.homes import named
from adjudicator.position import Fact
from counters.catalog import RATINGS
from maps.board import Feature
from maps.errors import DataError
from maps.games import home_of, per_game
from maps.hexgrid import HexGrid
from maps.linegrid import LineGrid
from module_builder.vassal.values import dataclass

__all__ = ["UnitWord", "Vocabulary", "load_vocabulary"]

_FILE = "vocabulary.toml"
_KEYS = {
    "": {"nations", "types", "general", "space", "boundary", "unit", "grid", "subjects", "values", "titles"},
    "general": {"facts", "implied", "numbers", "date", "hint"},
    "space": {
        "kind",
        "kinds",
        "facts",
        "features",
        "numbers",
        "texts",
        "items",
        "others",
        "idle",
        "overruled",
        "hint",
    },
    "boundary": {"kinds", "roads", "holders", "others", "idle", "hint"},
    "unit": {
        "spaces",
        "words",
        "numbers",
        "flags",
        "marks",
        "sizes",
        "factors",
        "ratings",
        "pair",
        "steps",
        "hint",
    },
}
_Facts = Mapping[str, Sequence[tuple[str, Fact]]]


@dataclass(frozen=True, slots=True)
class UnitWord:
    """What the word for a type says of an ad hoc unit.

    Parameters
    ----------
    type, kind
        As in ``units.csv``.
    size
        Its usual size, or empty.
    corps
        Corps ID of corps artillery and the like, or empty.
    marks
        Words printed on the counter.

    Examples
    --------
    >>> UnitWord("infantry", "ranger").size
    ''
    """

    type: str
    kind: str
    size: str = ""
    corps: str = ""
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Words of a game, by what they speak of.

    Parameters
    ----------
    nations
        Word -> side, nationality, branch.
    types
        Word -> what kind of unit.
    grid
        The grid of hex numbers, or None for Areas.
    general_facts, general_numbers, date
        Facts that hold everywhere; words before a number; item of ``6 june``.
    space_kind, space_kinds
        Kind of an ad hoc space, and words that name another kind.
    space_facts, features
        Word -> facts of the space, printed features.
    feature_numbers, feature_texts, feature_items
        Features whose value is the next word: a number, or a text with its spellings; their full names.
    boundaries, roads, holders
        Words for kinds of boundary, for roads, and for the state of a bridge or river.
    unit_spaces, unit_words, unit_numbers, unit_flags
        What a unit did before: words followed by a space, by a word, by a number, by nothing.
    marks, sizes
        Words for marks and sizes of an ad hoc unit.
    factors
        ``area``: attack-defense-movement, Spent after a stroke; ``steps``: combat-movement or
        attack-defense-movement, the reduced side after a stroke; ``ratings``: strength-cohesion-movement,
        the strength in brackets where it only defends, and numbers after their names.
    ratings, pair, steps
        With ``ratings``: names of the numbers, the three of the dashes first; names of two that stand with
        one dash; type -> steps, where they are not two.
    other_features, other_boundaries
        What is printed -> what might as plausibly be printed there, where our value is a guess.
    implied
        Word of `general_facts` -> facts that it supposes unless the sketch says otherwise.
    subjects, values
        Item or kind of subject -> of whom or what it is said; item -> what its words name. ``module:NAME``
        stands for a list in the code; see `adjudicator.subjects`.
    overruled
        Item about a space that units of one side overrule where they stand alone; empty without one.
    idle
        Words about spaces and boundaries that say nothing new.
    hints
        Part of a sketch -> what may be written there.
    titles
        Side -> how it is called, where that is more than its word with a capital.

    Examples
    --------
    >>> load_vocabulary("breakout-normandy").features["bocage"]
    ('terrain', 'bocage')
    """

    nations: Mapping[str, tuple[str, str, str]]
    types: Mapping[str, UnitWord]
    grid: HexGrid | LineGrid | None
    general_facts: _Facts
    general_numbers: Mapping[str, str]
    date: str
    space_kind: str
    space_kinds: frozenset[str]
    space_facts: _Facts
    features: Mapping[str, tuple[str, Feature]]
    feature_numbers: frozenset[str]
    feature_texts: Mapping[str, Mapping[str, str]]
    feature_items: Mapping[str, str]
    boundaries: Mapping[str, str]
    roads: Mapping[str, str]
    holders: frozenset[str]
    unit_spaces: Mapping[str, Sequence[str]]
    unit_words: Mapping[str, tuple[str, Sequence[str]]]
    unit_numbers: Mapping[str, str]
    unit_flags: Mapping[str, str]
    marks: frozenset[str]
    sizes: Mapping[str, str]
    factors: str
    ratings: Sequence[str]
    pair: Sequence[str]
    steps: Mapping[str, int]
    other_features: Mapping[str, Sequence[str]]
    other_boundaries: Mapping[str, Sequence[str]]
    implied: _Facts
    subjects: Mapping[str, Sequence[str]]
    values: Mapping[str, Sequence[str]]
    overruled: str
    idle: frozenset[str]
    hints: Mapping[str, str]
    titles: Mapping[str, str]

    @property
    def sides(self) -> tuple[str, ...]:
        """The two sides of the game: the subjects of what is said of a side."""
        return tuple(self.subjects["side"])

    def title_of(self, side: str) -> str:
        """How a side is called.

        Examples
        --------
        >>> load_vocabulary("june-six").title_of("german")
        'German'
        """
        return self.titles.get(side, side.capitalize())

    def enemy_of(self, side: str) -> str:
        """The other side.

        Examples
        --------
        >>> load_vocabulary("june-six").enemy_of("german")
        'allied'
        """
        return next(other for other in self.sides if other != side)

    def nation_of(self, side: str) -> tuple[str, str, str]:
        """Side, nationality and branch of a unit of which only the side is said: its first nation.

        Examples
        --------
        >>> load_vocabulary("june-six").nation_of("german")
        ('german', 'german', 'wehrmacht')
        """
        return next(nation for nation in self.nations.values() if nation[0] == side)


@per_game
def load_vocabulary(slug: str) -> Vocabulary:
    """Read the words of a game.

    Parameters
    ----------
    slug
        Of the game.

    Returns
    -------
    Vocabulary

    Raises
    ------
    maps.errors.DataError
        The file has an unknown key, or lacks one.
    """
    data = home_of(slug).table("adjudicator", _FILE, _KEYS[""])
    parts: dict[str, dict[str, Any]] = {name: data.get(name, {}) for name in _KEYS if name}
    for name, body in parts.items():
        if unknown := set(body) - _KEYS[name]:
            raise DataError(
                _FILE, f"[{name}]", f"one of {', '.join(sorted(_KEYS[name]))}, not {min(unknown)}"
            )
    try:
        return _vocabulary(data, parts)
    except (KeyError, TypeError, ValueError) as fault:
        raise DataError(_FILE, f"key {fault}", "a complete vocabulary") from None


def _vocabulary(data: Mapping[str, Any], parts: Mapping[str, Mapping[str, Any]]) -> Vocabulary:
    general, space, boundary, unit = (parts[name] for name in ("general", "space", "boundary", "unit"))
    return Vocabulary(
        nations={word: (a, b, c) for word, (a, b, c) in data["nations"].items()},
        types={word: _unit_word(*row) for word, row in data["types"].items()},
        grid=_grid(data.get("grid", "")),
        general_facts=_facts(general.get("facts", {})),
        general_numbers=general.get("numbers", {}),
        date=general.get("date", ""),
        space_kind=space["kind"],
        space_kinds=frozenset(space.get("kinds", ())),
        space_facts=_facts(space.get("facts", {})),
        features={word: (name, value) for word, (name, value) in space.get("features", {}).items()},
        feature_numbers=frozenset(space.get("numbers", ())),
        feature_texts=space.get("texts", {}),
        feature_items=space.get("items", {}),
        boundaries=boundary["kinds"],
        roads=boundary.get("roads", {}),
        holders=frozenset(boundary.get("holders", ())),
        unit_spaces=unit.get("spaces", {}),
        unit_words={word: (item, values) for word, (item, values) in unit.get("words", {}).items()},
        unit_numbers=unit.get("numbers", {}),
        unit_flags=unit.get("flags", {}),
        marks=frozenset(unit.get("marks", ())),
        sizes=unit.get("sizes", {}),
        factors=unit["factors"],
        ratings=tuple(unit.get("ratings", RATINGS)),
        pair=tuple(unit.get("pair", ())),
        steps=unit.get("steps", {}),
        other_features=space.get("others", {}),
        other_boundaries=boundary.get("others", {}),
        implied=_facts(general.get("implied", {})),
        subjects=data.get("subjects", {}),
        values=data.get("values", {}),
        overruled=space.get("overruled", ""),
        idle=frozenset([*space.get("idle", ()), *boundary.get("idle", ())]),
        hints={name: body.get("hint", "") for name, body in parts.items()},
        titles=data.get("titles", {}),
    )


def _grid(text: str | HexGrid | LineGrid) -> HexGrid | LineGrid | None:
    """The grid of hex numbers: itself, the columns that lie lower, or ``module:NAME`` of the game's own."""
    if not isinstance(text, str):
        return text
    if ":" not in text:
        return HexGrid(text) if text else None
    found: HexGrid | LineGrid = named(text)
    return found


def _unit_word(type_: str, kind: str, size: str = "", corps: str = "", *marks: str) -> UnitWord:
    return UnitWord(type_, kind, size, corps, marks)


def _facts(rows: Mapping[str, Any]) -> _Facts:
    """Word -> facts: ``us = "control"`` ..., or several pairs."""
    return {word: [(item, value) for item, value in row] for word, row in rows.items()}
