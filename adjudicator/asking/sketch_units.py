"""Units of a sketch that are described by their values: ``ge inf 4-4-4 '916' fresh 352div``."""

from __future__ import annotations

import re
from dataclasses import replace

from adjudicator.errors import MalformedAction
from adjudicator.subjects import nearest
from adjudicator.vocabulary import Vocabulary
from counters.catalog import Unit
from maps.board import fold

__all__ = ["ad_hoc", "described"]

_Factors = tuple[int | None, ...]
_DROPPED = frozenset({"parachute", "glider"})  # kinds of symbol: units that come by drop or glider
_AREA_FACTORS = re.compile(r"([0-9]{1,3}|\*|)-([0-9]{1,3})(?:-([0-9]{1,3}|))?(?:/([0-9]{1,3}))?")
_STEP_FACTORS = re.compile(r"([0-9]{1,2})-([0-9]{1,2})(?:-([0-9]{1,2}))?(?:/([0-9]{1,2})(?:-([0-9]{1,2}))?)?")
_RATINGS = re.compile(
    r"(\[)?([0-9]{1,2})(?(1)\])-([0-9]{1,2})-([0-9]{1,2})(?:/\[?([0-9]{1,2})\]?-([0-9]{1,2})-([0-9]{1,2}))?"
)
_RATING = re.compile(r"([a-z]+)([0-9]{1,3})(?:/([0-9]{1,2}))?")
_PAIR = re.compile(r"([0-9]{1,2})-([0-9]{1,2})")


def ad_hoc(known: Vocabulary, words: list[str], name: str, uid: str, status: str) -> tuple[Unit, list[str]]:
    """A unit described by its values, and the words that say what it did.

    Parameters
    ----------
    known
        Words of the game.
    words
        Nation, type, then the rest.
    name, uid
        Its name in quotes, or empty; what makes its id without one.
    status
        Word of the game.

    Returns
    -------
    (Unit, list of str)

    Raises
    ------
    MalformedAction
        The type is not known.

    Examples
    --------
    >>> from adjudicator.vocabulary import load_vocabulary
    >>> known = load_vocabulary("breakout-normandy")
    >>> unit, rest = ad_hoc(known, ["ge", "inf", "4-4-4", "mandatory"], "916", "a-1", "fresh")
    >>> unit.df, rest
    (4, ['mandatory'])
    """
    side, nation, branch = known.nations[words[0]]
    if len(words) < 2 or words[1] not in known.types:
        what = " ".join(words)
        near = nearest(words[1], known.types) if len(words) > 1 else ""
        raise MalformedAction(f"{what!r}: after the nation comes one of {', '.join(known.types)}", near)
    printed = known.types[words[1]]
    title = f"{name} ({words[0]} {words[1]})" if name else f"{words[0]} {words[1]} {uid}"
    own = f"{words[0]}-{fold(name).replace(' ', '-') or uid}"
    unit = Unit(own, name, title, side, nation, branch, printed.type, printed.kind, printed.size)
    steps = 0 if known.factors == "area" else known.steps.get(words[1], 2)
    unit = replace(unit, corps=printed.corps, marks=printed.marks, steps=steps)
    unit = replace(unit, airborne=side == "allied" and printed.kind in _DROPPED)
    rest: list[str] = []
    for word in words[2:]:
        new = described(known, unit, word, status)
        rest.extend([word] if new is None else [])
        unit = new or unit
    return unit, rest


def described(known: Vocabulary, unit: Unit, word: str, status: str) -> Unit | None:
    """The unit with what one word says of it; None where the word says nothing about its counter.

    Parameters
    ----------
    known
        Words of the game.
    unit
        The unit so far.
    word
        Such as ``4-4-4``, ``armor3``, ``352div``.
    status
        Word of the game: factors on the face that shows.

    Returns
    -------
    Unit or None

    Examples
    --------
    >>> from adjudicator.vocabulary import load_vocabulary
    >>> unit = Unit("ge-916", "916", "916 Rgt", "german", "german")
    >>> described(load_vocabulary("breakout-normandy"), unit, "352div", "fresh").division
    '352'
    """
    if known.factors != "area" and word in {"1step", "2step", "3step"}:
        return replace(unit, steps=int(word[0]))
    if known.factors == "ratings":
        if match := _RATINGS.fullmatch(word):
            return _with_ratings(known, unit, match)
        if known.pair and (match := _PAIR.fullmatch(word)):
            told = zip(known.pair, match.groups(), strict=True)
            return replace(unit, ratings={**unit.ratings, **{name: int(text) for name, text in told}})
        if (match := _RATING.fullmatch(word)) and match[1] in known.ratings:
            return _rated(unit, match)
    elif known.factors == "steps":
        if match := _STEP_FACTORS.fullmatch(word):
            return _with_steps(unit, match)
    elif match := _AREA_FACTORS.fullmatch(word):
        af, df, mf, spent_df = _factors(match, status)
        return replace(unit, af=af, df=df, mf=mf, spent_df=spent_df)
    if word.endswith("div") and len(word) > 3:
        return replace(unit, division=word[:-3])
    if word.endswith("corps") and len(word) > 5:
        return replace(unit, corps=word[:-5])
    if word in known.marks:
        return replace(unit, marks=(*unit.marks, word))
    return replace(unit, size=known.sizes[word]) if word in known.sizes else None


def _with_steps(unit: Unit, match: re.Match[str]) -> Unit:
    """Factors of a counter with steps: ``3-6``, ``3-4-6``, the reduced side after a stroke: ``3-6/2``."""
    first, middle, last, reduced, reduced_df = (None if g is None else int(g) for g in match.groups())
    df, mf = (first, middle) if last is None else (middle, last)
    lower = reduced if reduced_df is None else reduced_df
    return replace(unit, af=first, df=df, mf=mf, reduced_af=reduced, reduced_df=lower)


def _with_ratings(known: Vocabulary, unit: Unit, match: re.Match[str]) -> Unit:
    """Ratings ``6-6-4``, ``[2]-3-4`` for defense only, the reduced side after a stroke: ``6-6-4/3-5-4``."""
    bracket, *numbers = match.groups()
    names = [*known.ratings[:3], *(f"reduced_{name}" for name in known.ratings[:3])]
    told = {name: int(text) for name, text in zip(names, numbers, strict=True) if text is not None}
    marks = (*unit.marks, "defend-only") if bracket else unit.marks
    return replace(unit, ratings={**unit.ratings, **told}, marks=marks)


def _rated(unit: Unit, match: re.Match[str]) -> Unit:
    """A rating after its name: ``armor3``, on both sides ``armor3/2``."""
    name, full, reduced = match.groups()
    told = {name: int(full)} | ({f"reduced_{name}": int(reduced)} if reduced else {})
    return replace(unit, ratings={**unit.ratings, **told})


def _factors(match: re.Match[str], status: str) -> _Factors:
    """Factors on the face that shows: ``6-5-5`` Fresh, ``-3-`` one Defense Factor, ``6-5-5/2`` both faces."""
    first, middle, last, spent = match.groups()
    number = int(middle)
    if not first and not last and status != "fresh":
        return None, None, None, number
    return (
        int(first) if first.isdigit() else None,
        number,
        int(last) if last else None,
        int(spent) if spent else None,
    )
