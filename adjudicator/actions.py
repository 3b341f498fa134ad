"""Actions as frozen values, and the set of legal ones: iterate, contain, count.

An action is the smallest thing that a player announces. Chance is an action of the player ``dice``: `Roll`.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.errors import MalformedAction
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    import random

__all__ = ["Action", "LegalActions", "Roll", "action_from_json", "action_to_json", "kind_of"]


@dataclass(frozen=True, slots=True)
class Action:
    """Base of every action; its fields hold ids, numbers, and tuples of them."""


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """The dice fall: one number for each DR or dr that was asked for.

    Parameters
    ----------
    values
        Sums of two dice for a DR, one die for a dr, in the order asked for.

    Examples
    --------
    >>> Roll((8, 5)).values
    (8, 5)
    """

    values: tuple[int, ...]


def kind_of(action: type[Action]) -> str:
    """Name of a class of actions on the command line and in JSON.

    Parameters
    ----------
    action
        The class.

    Returns
    -------
    str

    Examples
    --------
    >>> kind_of(Roll)
    'roll'
    """
    return _dashed(action.__name__)


@functools.cache
def _dashed(name: str) -> str:
    """A name of a class with dashes between its words."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()


def action_to_json(action: Action) -> dict[str, Any]:
    """Plain JSON data of an action.

    Parameters
    ----------
    action
        Any action.

    Returns
    -------
    dict

    Examples
    --------
    >>> action_to_json(Roll((8, 5)))
    {'action': 'roll', 'values': [8, 5]}
    """
    body = {f.name: _plain(getattr(action, f.name)) for f in dataclasses.fields(action)}
    return {"action": kind_of(type(action)), **body}


def _plain(value: Any) -> Any:
    return [_plain(v) for v in value] if isinstance(value, tuple) else value


def action_from_json(data: Mapping[str, Any], kinds: Mapping[str, type[Action]]) -> Action:
    """Make an action of plain JSON data.

    Parameters
    ----------
    data
        As `action_to_json` writes it.
    kinds
        Name -> class, of the game.

    Returns
    -------
    Action

    Raises
    ------
    MalformedAction
        Unknown kind, missing or unknown field, value of another type.

    Examples
    --------
    >>> action_from_json({"action": "roll", "values": [8, 5]}, {"roll": Roll})
    Roll(values=(8, 5))
    """
    if not isinstance(data, Mapping):
        raise MalformedAction("an action is an object with 'action' and its fields")
    import msgspec

    kind = str(data.get("action"))
    if kind not in kinds:
        raise MalformedAction(f"there is no action {kind!r}", f"Known: {', '.join(sorted(kinds))}")
    body = {k: v for k, v in data.items() if k != "action"}
    fields = {f.name for f in dataclasses.fields(kinds[kind])}
    if set(body) - fields:
        known = ", ".join(sorted(fields)) or "(none)"
        raise MalformedAction(f"{kind} has the fields {known}, not {', '.join(map(str, body))}")
    try:
        return msgspec.convert(body, kinds[kind])
    except msgspec.ValidationError as fault:
        raise MalformedAction(f"{kind}: {fault}") from None


class LegalActions:
    """The legal actions of a position, computed as they are asked for.

    Parameters
    ----------
    generators
        Kind of action -> function that yields candidates.
    legal
        Whether one action is legal.
    quick
        Kind -> whether one of its candidates is legal, where that is told sooner than by `legal`.

    Examples
    --------
    >>> legal = LegalActions({"roll": lambda: iter([Roll((1,)), Roll((9,))])}, lambda a: a.values[0] < 7)
    >>> list(legal), legal.count(), Roll((2,)) in legal
    ([Roll(values=(1,))], 1, True)
    """

    __slots__ = ("_generators", "_legal", "_quick")

    def __init__(
        self,
        generators: Mapping[str, Callable[[], Iterator[Action]]],
        legal: Callable[[Action], bool],
        *,
        quick: Mapping[str, Callable[[Any], bool]] | None = None,
    ) -> None:
        self._generators, self._legal, self._quick = generators, legal, quick or {}

    def __iter__(self) -> Iterator[Action]:
        for kind in self._generators:
            yield from self.of(kind)

    def __contains__(self, action: Action) -> bool:
        return self._legal(action)

    def of(self, kind: str) -> Iterator[Action]:
        """Legal actions of one kind.

        Parameters
        ----------
        kind
            As `kind_of` names it.

        Returns
        -------
        iterator of Action
        """
        candidates = self._generators.get(kind, lambda: iter(()))()
        yield from filter(self._quick.get(kind, self._legal), candidates)

    @property
    def kinds(self) -> tuple[str, ...]:
        """Kinds of action that may be open now."""
        return tuple(self._generators)

    def count(self) -> int:
        """How many there are.

        Returns
        -------
        int
        """
        return sum(1 for _ in self)

    def sample(self, rng: random.Random, *, tries: int = 64) -> Action | None:
        """A random legal action, without listing all: a kind first, then one of that kind.

        Parameters
        ----------
        rng
            Seeded by the caller.
        tries
            Among how many candidates of a kind, in their order, one is drawn; the next ones only if none is
            legal.

        Returns
        -------
        Action or None
            None when nothing is legal.
        """
        kinds = list(self._generators)
        rng.shuffle(kinds)
        for kind in kinds:
            candidates, is_legal = self._generators[kind](), self._quick.get(kind, self._legal)
            while some := list(itertools.islice(candidates, tries)):
                rng.shuffle(some)
                for action in some:
                    if is_legal(action):
                        return action
        return None
