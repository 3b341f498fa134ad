"""Facts of a sketch in plain form: ``ITEM=VALUE`` beside what they speak of, else ``ITEM:SUBJECT=VALUE``."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from adjudicator.errors import MalformedAction
from adjudicator.silence import form_of
from adjudicator.subjects import Ground, fact_of, find_subject, nearest

if TYPE_CHECKING:
    from adjudicator.position import Fact
    from adjudicator.schema import Item, Schema

__all__ = ["OF_BOUNDARY", "OF_SPACE", "OF_UNIT", "elsewhere", "said_day", "said_fact"]

OF_SPACE, OF_BOUNDARY, OF_UNIT = ("area", "hex", "box"), ("boundary",), ("unit",)


def elsewhere(item: Item) -> str:
    """Where a fact of a space, a unit or the like is said.

    Parameters
    ----------
    item
        The item.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> elsewhere(GAME.schema.items["reserves"])
    'Write reserves:SUBJECT=NUMBER'
    """
    return f"Write {item.name}{':SUBJECT' if item.of else ''}={form_of(item)}"


def said_day(text: str, months: Mapping[str, int]) -> int | None:
    """Read a day of a month.

    Parameters
    ----------
    text
        ``6 june`` or ``june 6``.
    months
        The calendar of the game, as in `adjudicator.game.Game`.

    Returns
    -------
    int or None
        Counted from the first day of the first month; None where the text names no day.

    Raises
    ------
    MalformedAction
        The month has no such day.

    Examples
    --------
    >>> months = {"june": 30, "july": 31}
    >>> said_day("6 june", months), said_day("july 1", months), said_day("clear", months)
    (6, 31, None)
    """
    names = "|".join(months)
    date = re.fullmatch(rf"(\d{{1,2}}) ({names})|({names}) (\d{{1,2}})", text) if months else None
    if date is None:
        return None
    day, month = int(date[1] or date[4]), date[2] or date[3]
    if not 1 <= day <= months[month]:
        raise MalformedAction(f"{month.title()} has no day {day}", f"It has {months[month]} days")
    earlier = itertools.takewhile(lambda name: name != month, months)
    return day + sum(months[name] for name in earlier)


def said_fact(
    ground: Ground, schema: Schema, text: str, subject: str, kinds: Sequence[str]
) -> tuple[str, str, Fact]:
    """Read a fact.

    Parameters
    ----------
    ground, schema
        What it refers to.
    text
        ``ITEM=VALUE`` or ``ITEM:SUBJECT=VALUE``.
    subject
        Id of the space, boundary or unit beside which it stands; empty in the first line.
    kinds
        Kinds of subject that this is; empty in the first line.

    Returns
    -------
    (str, str, str or int or bool)
        Item, subject, value.

    Raises
    ------
    MalformedAction
        There is no such item, it speaks of something else, or has no such value.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> ground = Ground("breakout-normandy", d_day.board, d_day.pieces)
    >>> said_fact(ground, GAME.schema, "reserves:allied=3", "", ())
    ('reserves', 'allied', 3)
    """
    head, _, value = text.partition("=")
    name, _, typed = head.partition(":")
    item = schema.items.get(name)
    if item is None or item.of == "feature":
        spoken = [each.name for each in schema.items.values() if each.of != "feature"]
        raise MalformedAction(f"there is no item of state {name!r}", nearest(name, spoken))
    if subject and not typed and item.of not in kinds:
        whom = f"a {item.of}" if item.of else "the whole game"
        raise MalformedAction(f"{name} is said of {whom}, not of a {kinds[0]}", elsewhere(item))
    of = subject if subject and not typed else find_subject(ground, item, typed.strip('"'))
    return name, of, fact_of(ground, item, value)
