"""The help of the command line: verbs by topic, the verbs of one game, one verb with what it takes."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from adjudicator.asking.flags import Flag, flags_of
from adjudicator.asking.topics import grouped
from adjudicator.game import GAMES, load
from adjudicator.questions import Question, fields_of

if TYPE_CHECKING:
    import click

__all__ = ["examples", "metavar", "short", "topic_pages", "verb_pages", "verb_text"]

_EXAMPLE = re.compile(r"^Example: (.*?)(?=\n\n|\Z)", re.DOTALL | re.MULTILINE)
Page = tuple[str, list[tuple[str, str]]]


def short(text: str) -> str:
    r"""The first line of a docstring.

    Parameters
    ----------
    text
        The docstring.

    Returns
    -------
    str

    Examples
    --------
    >>> short("Who wins.\n\nMore.")
    'Who wins.'
    """
    return inspect.cleandoc(text).partition("\n")[0]


def examples(text: str) -> list[str]:
    r"""The command lines that a docstring gives as examples.

    Parameters
    ----------
    text
        The docstring.

    Returns
    -------
    list of str

    Examples
    --------
    >>> examples("Who wins.\n\nExample: adjudicator victory\n    june-six:campaign")
    ['adjudicator victory june-six:campaign']
    """
    return [" ".join(found.split()) for found in _EXAMPLE.findall(inspect.cleandoc(text))]


def topic_pages(fixed: Mapping[str, str], slugs: Sequence[str] = GAMES) -> list[Page]:
    """Every verb with its first sentence, by topic.

    Parameters
    ----------
    fixed
        Commands that are no question -> their first sentence.
    slugs
        Games whose verbs are listed.

    Returns
    -------
    list of (title, rows)

    Examples
    --------
    >>> [title for title, _ in topic_pages({}, ["june-six"])][-1]
    'Who wins'
    """
    lines = dict(fixed)
    for slug in slugs:
        for verb, cls in load(slug).questions.items():
            lines.setdefault(verb, short(cls.__doc__ or ""))
    return [(title, [(v, lines[v]) for v in verbs]) for title, verbs in grouped(lines).items()]


def metavar(cls: type[Question]) -> str:
    """What a verb takes by place.

    Parameters
    ----------
    cls
        The question.

    Returns
    -------
    str

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> metavar(GAME.questions["legal"])
    'POSITION UNIT'
    """
    words = [f.name.upper() + ("..." if f.many else "") for f in fields_of(cls) if f.word]
    return " ".join(["POSITION", *words])


def verb_text(classes: Mapping[str, type[Question]]) -> Iterator[str]:
    """Paragraphs that say what a verb does: once where all games mean the same, else under their titles.

    Parameters
    ----------
    classes
        Game -> its question.

    Yields
    ------
    str

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> next(verb_text({"breakout-normandy": GAME.questions["next"]}))
    'Where play stands in the sequence, and what may be done now.'
    """
    games: dict[str, list[str]] = {}
    for slug, cls in classes.items():
        games.setdefault(inspect.cleandoc(cls.__doc__ or ""), []).append(load(slug).title)
    for text, titles in games.items():
        head = "" if len(games) == 1 else f"{', '.join(titles)}: "
        yield from (head + text).split("\n\n")


def verb_pages(
    classes: Mapping[str, type[Question]], common: Sequence[click.Option], ctx: click.Context
) -> list[Page]:
    """What a verb takes: its words, its options, those of single games, those of every verb.

    Parameters
    ----------
    classes
        Game -> its question.
    common
        Options of every verb.
    ctx
        Of the command line.

    Returns
    -------
    list of (title, rows)

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> [title for title, _ in verb_pages({"breakout-normandy": GAME.questions["legal"]}, [], None)]
    ['Words', 'Options']
    """
    flags = flags_of(classes)
    named = [f for f in flags if not f.word]
    shared = [f for f in named if len(f.helps) == len(classes)]
    pages = [("Words", [(f.name.upper(), _told(f.helps)) for f in flags if f.word])]
    if len(classes) == 1:
        pages.append(("Options", [_row(f) for f in named]))
    else:
        pages.append(("Options in every game", [_row(f) for f in shared]))
        for slug in classes:
            own = [f for f in named if slug in f.helps and f not in shared]
            pages.append((f"Options in {load(slug).title}", [_row(f, slug) for f in own]))
    rows = [record for option in common if (record := option.get_help_record(ctx)) is not None]
    pages.append(("Options of every question", rows))
    return [page for page in pages if page[1]]


def _row(flag: Flag, slug: str = "") -> tuple[str, str]:
    kind = "" if flag.switch else " INTEGER" if flag.number else " TEXT"
    if any(f.json for f in flag.fields):
        kind = " JSON"
    more = "..." if flag.many else ""
    return f"--{flag.name}{kind}{more}", flag.helps[slug] if slug else _told(flag.helps)


def _told(helps: Mapping[str, str]) -> str:
    """What an option does, once where every game says the same."""
    said = list(dict.fromkeys(filter(None, helps.values())))
    return "; or ".join(said)
