"""What each verb is about, and what people call it: topics of the help, the way back from a wrong verb."""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping
from pathlib import Path

from maps.tomlfile import read_toml
from module_builder.vassal.values import dataclass

__all__ = ["Topics", "grouped", "meant", "topics"]

_CUTOFF = 0.7


@dataclass(frozen=True, slots=True)
class Topics:
    """The table of topics.

    Parameters
    ----------
    groups
        Title -> its verbs, in the order of the help.
    synonyms
        Word -> verbs that it may mean, the likeliest first.

    Examples
    --------
    >>> topics().synonyms["who-wins"]
    ('victory',)
    """

    groups: Mapping[str, tuple[str, ...]]
    synonyms: Mapping[str, tuple[str, ...]]


@functools.cache
def topics() -> Topics:
    """Read the table of topics.

    Returns
    -------
    Topics

    Examples
    --------
    >>> "odds" in topics().groups["Attacking"]
    True
    """
    data = read_toml(Path(__file__).parent / "topics.toml", ["topic", "synonyms"])
    groups = {str(row["title"]): tuple(row["verbs"]) for row in data["topic"]}
    return Topics(groups, {word: tuple(verbs) for word, verbs in data["synonyms"].items()})


def grouped(verbs: Collection[str]) -> dict[str, list[str]]:
    """Verbs by topic, topics without any left out.

    Parameters
    ----------
    verbs
        Which ones.

    Returns
    -------
    dict of str to list of str

    Examples
    --------
    >>> grouped(["victory", "odds"])
    {'Attacking': ['odds'], 'Who wins': ['victory']}
    """
    found = {title: [v for v in group if v in verbs] for title, group in topics().groups.items()}
    return {title: group for title, group in found.items() if group}


def meant(word: str, known: Collection[str]) -> list[str]:
    """Verbs that a wrong word may mean: by the table of synonyms, then by spelling.

    Parameters
    ----------
    word
        What was typed.
    known
        Verbs that there are.

    Returns
    -------
    list of str
        At most two.

    Examples
    --------
    >>> meant("who-wins", ["odds", "victory"]), meant("victroy", ["odds", "victory"]), meant("x", ["odds"])
    (['victory'], ['victory'], [])
    """
    import difflib

    typed = word.casefold().replace("_", "-").rstrip("?")
    synonyms = topics().synonyms
    near = difflib.get_close_matches(typed, [*known, *synonyms], 3, _CUTOFF)
    found = [
        verb for each in [typed, *near] for verb in ([each] if each in known else synonyms.get(each, ()))
    ]
    return [verb for verb in dict.fromkeys(found) if verb in known][:2]
