"""Assumptions of a ruling as switches: what would be stated instead of each, as ``--given`` takes it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from adjudicator.game import load
from adjudicator.silence import form_of
from maps.games import per_game

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adjudicator.schema import Item

__all__ = ["Switch", "switches"]

_NAME = "\0"


class Switch(msgspec.Struct, frozen=True):
    """What was assumed, what states the other, and how such a value is typed.

    `given` ends with ``=`` where the other is not one thing: somebody must say it.
    """

    text: str
    given: str
    title: str


def switches(slug: str, assumptions: Iterable[str]) -> list[Switch]:
    """The assumptions that can be switched.

    Parameters
    ----------
    slug
        The game.
    assumptions
        As a ruling tells them; what speaks of several things, or of all that is stated, is left out.

    Returns
    -------
    list of Switch

    Examples
    --------
    >>> switches("breakout-normandy", ["assumed: Caen has been overrun this impulse (0.0)"])
    []
    >>> [switch.given for switch in switches("breakout-normandy", ["assumed: it is 6 June (3.7)"])]
    ['date=']
    """
    return [found for text in assumptions for found in _switch(slug, text)]


def _switch(slug: str, text: str) -> Iterator[Switch]:
    for item, form in _forms(slug):
        told = form.fullmatch(text)
        if told is not None:
            name = told.groupdict().get("name") or ""
            about = f"{item.name}:{name}" if name else item.name
            yield Switch(text, f"{about}={_other(item)}", f"{about}={form_of(item)}")
            return


@per_game
def _forms(slug: str) -> tuple[tuple[Item, re.Pattern[str]], ...]:
    """How each item that can be assumed is told."""
    items = load(slug).schema.items.values()
    return tuple([(item, _form(item)) for item in items if item.assumed])


def _form(item: Item) -> re.Pattern[str]:
    said = re.escape(f"assumed: {item.assumed.format(name=_NAME)} ({item.rule})")
    first, *rest = said.split(re.escape(_NAME))
    return re.compile(
        first + "".join(f"{'(?P=name)' if n else '(?P<name>[^;]+?)'}{r}" for n, r in enumerate(rest))
    )


def _other(item: Item) -> str:
    """The one other value, if there is but one."""
    if isinstance(item.default, bool):
        return "no" if item.default else "yes"
    rest = [value for value in item.values if value not in {item.default, ""}]
    return rest[0] if len(rest) == 1 else ""
