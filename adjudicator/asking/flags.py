"""The options of a verb: one name for the same thing in every verb, whatever its field is called in JSON."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

from adjudicator.errors import MalformedAction
from adjudicator.questions import Field, Question, fields_of
from module_builder.vassal.values import dataclass

__all__ = ["Flag", "flag_names", "flags_of", "old_names", "spread", "values_of"]

_NAMES = {
    "with_units": "with",
    "together": "with",
    "origin": "from",
    "purpose": "for",
    "defence": "defense",
    "defence_air": "defense-air",
    "code": "result",
    "date": "day",
    "die": "roll",
    "dice": "roll",
}
_NAMES_IN = {("csp", "units"): "with", ("volley", "units"): "with", ("stack", "unit"): "adding"}
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Flag:
    """One option of a verb, in all games that have it.

    Parameters
    ----------
    name
        Without its dashes.
    helps
        Game -> what it says there.
    fields
        The fields that it fills.

    Examples
    --------
    >>> Flag("with", {"june-six": "attacking units"}, ()).name
    'with'
    """

    name: str
    helps: Mapping[str, str]
    fields: tuple[Field, ...]

    @property
    def many(self) -> bool:
        """Whether it takes several words somewhere."""
        return any(f.many for f in self.fields)

    @property
    def switch(self) -> bool:
        """Whether it takes no word."""
        return all(f.flag for f in self.fields)

    @property
    def number(self) -> bool:
        """Whether it takes a number everywhere."""
        return all(f.number for f in self.fields)

    @property
    def word(self) -> bool:
        """Whether it is given by its place everywhere."""
        return all(f.word for f in self.fields)


def flag_names(cls: type[Question]) -> dict[str, str]:
    """The option of each field of a question.

    Parameters
    ----------
    cls
        The question.

    Returns
    -------
    dict of str to str

    Examples
    --------
    >>> class Retreat(Question):
    ...     verb = "retreats"
    ...     origin: str
    ...     to: str = ""
    >>> flag_names(Retreat)
    {'origin': 'from', 'to': 'to'}
    """
    own = {f.name: f.name.replace("_", "-") for f in fields_of(cls)}
    names: dict[str, str] = {}
    for field, plain in own.items():
        name = _NAMES_IN.get((cls.verb, field), _NAMES.get(field, plain))
        taken = name in names.values() or (name != plain and name in own.values())
        names[field] = plain if taken else name
    return names


def old_names(classes: Iterable[type[Question]]) -> dict[str, str]:
    """Options as they are called in JSON -> as they are called here, where that differs.

    Parameters
    ----------
    classes
        The questions of one verb.

    Returns
    -------
    dict of str to str

    Examples
    --------
    >>> class Retreat(Question):
    ...     verb = "retreats"
    ...     origin: str
    >>> old_names([Retreat])
    {'--origin': '--from'}
    """
    every = [flag_names(cls) for cls in classes]
    kept = {flag for names in every for flag in names.values()}
    pairs = {field.replace("_", "-"): flag for names in every for field, flag in names.items()}
    return {f"--{old}": f"--{new}" for old, new in pairs.items() if old != new and old not in kept}


def flags_of(classes: Mapping[str, type[Question]]) -> list[Flag]:
    """Every option of a verb.

    Parameters
    ----------
    classes
        Game -> its question of that verb.

    Returns
    -------
    list of Flag
        In the order of the fields.

    Examples
    --------
    >>> class Retreat(Question):
    ...     verb = "retreats"
    ...     origin: str
    >>> [flag.name for flag in flags_of({"june-six": Retreat})]
    ['from']
    """
    found: dict[str, Flag] = {}
    for slug, cls in classes.items():
        names = flag_names(cls)
        for field in fields_of(cls):
            name = names[field.name]
            before = found.get(name, Flag(name, {}, ()))
            found[name] = Flag(name, {**before.helps, slug: field.help}, (*before.fields, field))
    return list(found.values())


def values_of(cls: type[Question], words: Sequence[str], options: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a question, of the words and options that were typed.

    Parameters
    ----------
    cls
        The question.
    words
        Words by place.
    options
        Option without its dashes -> what was typed.

    Returns
    -------
    dict

    Raises
    ------
    MalformedAction
        An option that this game's verb has not, a word too many, or one that is missing.

    Examples
    --------
    >>> class Retreat(Question):
    ...     verb = "retreats"
    ...     unit: str
    ...     to: tuple[str, ...] = ()
    >>> values_of(Retreat, ["916"], {"to": ("caen", "bayeux"), "from": None})
    {'to': ('caen', 'bayeux'), 'unit': '916'}
    """
    names = {flag: field for field, flag in flag_names(cls).items()}
    fields = {f.name: f for f in fields_of(cls)}
    given = {k: v for k, v in options.items() if v not in (None, ())}
    if foreign := [k for k in given if k not in names]:
        known = ", ".join(f"--{name}" for name in sorted(names) if not fields[names[name]].word)
        raise MalformedAction(f"{cls.verb} has no --{foreign[0]} in this game", known and f"It has: {known}")
    values = {names[k]: _value(cls.verb, k, fields[names[k]], v) for k, v in given.items()}
    rest = list(words)
    for f in (f for f in fields.values() if f.word and f.name not in values):
        if f.many:
            values[f.name], rest = tuple(rest), []
        elif rest:
            word = rest.pop(0)
            values[f.name] = int(word) if f.number and _NUMBER.fullmatch(word) else word
        elif f.required:
            raise MalformedAction(f"{cls.verb} needs {f.name.replace('_', ' ')}", f.help)
    if rest:
        raise MalformedAction(f"{cls.verb}: {rest[0]!r} is one word too many")
    return values


def _value(verb: str, flag: str, field: Field, value: Any) -> Any:
    """What was typed for an option, in the shape of this game's field."""
    if field.many or not isinstance(value, tuple):
        typed = value
    elif len(value) == 1:
        (typed,) = value
    else:
        raise MalformedAction(f"{verb} takes one --{flag}, not {len(value)}")
    if field.number and isinstance(typed, str) and _NUMBER.fullmatch(typed):
        return int(typed)
    if field.number and isinstance(typed, tuple):
        return tuple([int(word) if _NUMBER.fullmatch(str(word)) else word for word in typed])
    return typed


def spread(words: Sequence[str], many: Container[str]) -> list[str]:
    """Repeat a list option for each of its words: ``--with 18/1 16/1`` becomes two ``--with``.

    Parameters
    ----------
    words
        As typed.
    many
        The list options.

    Returns
    -------
    list of str

    Examples
    --------
    >>> spread("odds g --with 18/1 16/1 --av -3 4".split(), {"--with"})
    ['odds', 'g', '--with', '18/1', '--with', '16/1', '--av', '-3', '4']
    """
    result: list[str] = []
    flag, again = "", False
    for word in words:
        if word.startswith("-") and not word[1:2].isdigit():
            flag, again = (word if word in many else ""), False
        else:
            result.extend([flag] if flag and again else [])
            again = True
        result.append(word)
    return result
