"""The shape of every pending decision: ``decisions.toml`` of a game, against which positions are read.

A shape is a table of fields. A field is ``unit``, ``space``, ``edge``, ``side``, ``number``, ``flag``,
``text``, a kind of subject that the game's ``vocabulary.toml`` lists (``formation``, ``chit``, ``card``),
words in quotes (``'us' 'british'``), a shape of its own (``#combat``), a list of one kind (``[unit]``), a map
(``{unit: space}``), or several of these with ``|`` between. A name that ends in ``?`` may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.dice import die_range
from adjudicator.errors import DataError
from adjudicator.position import AUTO, Decision
from adjudicator.subjects import Ground, is_named
from adjudicator.vocabulary import load_vocabulary
from maps.games import home_of, per_game

if TYPE_CHECKING:
    from adjudicator.game import Game
    from maps.board import Board

__all__ = ["ROLL", "faults", "shapes_of"]

ROLL = "roll"
_WORDS = re.compile(r"'([^']*)'")
_FILE = "decisions.toml"
_TOP = ("kinds", "rolls", "shapes", "roll")
_Fields = Mapping[str, str]


@per_game
def shapes_of(slug: str) -> Mapping[str, Mapping[str, Any]]:
    """Shapes of a game: of kinds of decision, of rolls, of what they hold inside, and what any roll may have.

    Parameters
    ----------
    slug
        Game.

    Returns
    -------
    mapping

    Raises
    ------
    DataError
        A field that is none.

    Examples
    --------
    >>> shapes_of("breakout-normandy")["kinds"]["casualties"]["points"]
    'number'
    """
    data = home_of(slug).table("adjudicator", _FILE, _TOP)
    every = [*data["kinds"].items(), *data["rolls"].items(), *data.get("shapes", {}).items()]
    for kind, fields in [*every, (ROLL, data.get(ROLL, {}))]:
        for name, text in fields.items():
            if not _is_type(text, data.get("shapes", {}), load_vocabulary(slug).subjects):
                raise DataError(_FILE, f"{kind}.{name}", f"a kind of value, not {text!r}")
    return {key: data.get(key, {}) for key in _TOP}


def _is_type(text: str, shapes: Mapping[str, Any], named: Container[str]) -> bool:
    if len(parts := _alternatives(text)) > 1:
        return all(_is_type(part, shapes, named) for part in parts)
    if text[:1] == "[" and text[-1:] == "]":
        return _is_type(text[1:-1], shapes, named)
    if text[:1] == "{" and text[-1:] == "}":
        key, colon, value = text[1:-1].partition(": ")
        return bool(colon) and _is_type(key, shapes, named) and _is_type(value, shapes, named)
    if text.startswith("#"):
        return text[1:] in shapes or text == "#roll"
    return text in _PLAIN or text in named or bool(re.fullmatch(r"'[^']*'( '[^']*')*", text))


def faults(decision: Decision, game: Game, board: Board, units: Mapping[str, Any]) -> list[str]:
    """What is wrong with a pending decision; empty where the game could have asked it so.

    Parameters
    ----------
    decision
        As it was read.
    game, board, units
        What it refers to.

    Returns
    -------
    list of str

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> board = GAME.scenario("d-day").board
    >>> faults(Decision("german", "casualties", "9.5", {"moon": 1}), GAME, board, {})[0]
    "a pending 'casualties' has no 'moon'"
    """
    kind, player, data = decision.kind, decision.player, decision.data
    known = shapes_of(game.slug)
    reader = _Reader(game.slug, board, units)
    if player == AUTO:
        if kind not in game.rules.steps:
            return [f"no step {kind!r} follows by itself"]
    elif kind not in {k for h in game.handlers.values() for k in h.answers} | {ROLL}:
        return [f"nothing settles a decision {kind!r}"]
    elif (kind == ROLL) != (player == "dice") or player not in {*load_vocabulary(game.slug).sides, "dice"}:
        return [f"{player!r} cannot settle a decision {kind!r}"]
    if kind == ROLL:
        found = reader.roll(data)
    else:
        found = list(reader.table(f"a pending {kind!r}", data, known["kinds"].get(kind, {})))
    return found or _never_fell(data)


def _never_fell(data: Mapping[str, Any]) -> list[str]:
    """What nobody can have rolled, where a decision names a roll and the numbers that fell."""
    roll, at = data.get("roll"), data.get("at", 0)
    values = data.get("values", data.get("instead-of"))
    if roll is None or values is None:
        return []
    dice = [die_range(die) or range(0) for die in roll["dice"]]
    fell = len(dice) == len(values) and all(v in die for v, die in zip(values, dice, strict=True))
    return [] if fell and 0 <= at < len(dice) else [f"nobody rolls {values} with {', '.join(roll['dice'])}"]


class _Reader:
    """Holds values against shapes."""

    def __init__(self, slug: str, board: Board, units: Mapping[str, Any]) -> None:
        self._known = shapes_of(slug)
        self._ground = Ground(slug, board, {}, units)
        self._ids: Mapping[str, Mapping[str, Any]] = {
            "unit": units,
            "space": board.spaces,
            "edge": board.edges,
        }
        self._sides = load_vocabulary(slug).sides

    def roll(self, data: Mapping[str, Any]) -> list[str]:
        """What is wrong with a roll that is due."""
        what, dice = data.get("what"), data.get("dice")
        if not isinstance(what, str) or what not in self._known["rolls"]:
            return [
                f"a pending roll needs 'what' it is for: one of {', '.join(sorted(self._known['rolls']))}"
            ]
        if not isinstance(dice, list) or not dice or len(dice) > _DICE or not all(map(_is_die, dice)):
            return ["a pending roll needs 'dice': DR, dr or d9 for each number"]
        own = {k: v for k, v in data.items() if k not in {"what", "dice"}}
        fields = {**self._known["rolls"][what], **self._known["roll"]}
        return list(self.table(f"a pending roll ({what})", own, fields))

    def table(self, name: str, data: object, fields: _Fields) -> Iterator[str]:
        """What is wrong with a table of fields."""
        if not isinstance(data, Mapping):
            yield f"{name} is a table, not {_short(data)}"
            return
        types = {field.removesuffix("?"): text for field, text in fields.items()}
        yield from (f"{name} has no {_short(key)}" for key in data if key not in types)
        yield from (f"{name} does not say its {f!r}" for f in fields if not f.endswith("?") and f not in data)
        for key, value in data.items():
            if key in types and (fault := self._fault(value, types[key])):
                yield f"{name}: {key} is {fault}"

    def _fault(self, value: object, text: str) -> str:
        """What a value is instead of what it should be; empty where it is right."""
        parts = _alternatives(text)
        if len(parts) > 1:
            found = [self._fault(value, part) for part in parts]
            return "" if "" in found else found[0]
        if text.startswith("["):
            return self._fault_of_list(value, text[1:-1])
        if text.startswith("{"):
            return self._fault_of_map(value, *text[1:-1].split(": ", 1))
        if text == "#roll":
            return next(iter(self.roll(value) if isinstance(value, Mapping) else ["a roll"]), "")
        if text.startswith("#"):
            return next(self.table(f"its {text[1:]}", value, self._known["shapes"][text[1:]]), "")
        if text in self._ids:
            right = isinstance(value, str) and value in self._ids[text]
            return (
                "" if right else f"the id of {'an' if text[0] in 'aeio' else 'a'} {text}, not {_short(value)}"
            )
        if text == "side":
            return "" if value in self._sides else f"a side, not {_short(value)}"
        if text in _PLAIN:
            return "" if _PLAIN[text](value) else f"a {text}, not {_short(value)}"
        words = _WORDS.findall(text)
        if not words:
            right = isinstance(value, str) and is_named(self._ground, text, value)
            return "" if right else f"the id of a {text}, not {_short(value)}"
        return "" if value in words else f"one of {', '.join(map(repr, words))}, not {_short(value)}"

    def _fault_of_list(self, value: object, text: str) -> str:
        if not isinstance(value, list | tuple):
            return f"a list, not {_short(value)}"
        return next((fault for item in value if (fault := self._fault(item, text))), "")

    def _fault_of_map(self, value: object, key: str, text: str) -> str:
        if not isinstance(value, Mapping):
            return f"a table, not {_short(value)}"
        pairs = [(item, kind) for k, v in value.items() for item, kind in ((k, key), (v, text))]
        return next((fault for item, kind in pairs if (fault := self._fault(item, kind))), "")


_DICE = 40


def _is_die(die: object) -> bool:
    return isinstance(die, str) and bool(die_range(die))


def _is_number(value: object) -> bool:
    return type(value) is int and abs(value) < 10**9


_PLAIN: Mapping[str, Callable[[object], bool]] = {
    "number": _is_number,
    "flag": lambda value: isinstance(value, bool),
    "text": lambda value: isinstance(value, str) and len(value) < 200,
    "unit": lambda value: isinstance(value, str),
    "space": lambda value: isinstance(value, str),
    "edge": lambda value: isinstance(value, str),
}


def _alternatives(text: str) -> list[str]:
    """The kinds between the ``|`` that stand in no bracket."""
    parts, depth, start = [], 0, 0
    for at, sign in enumerate(text):
        depth += (sign in "[{") - (sign in "]}")
        if sign == "|" and not depth:
            parts.append(text[start:at].strip())
            start = at + 1
    return [*parts, text[start:].strip()]


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}..."
