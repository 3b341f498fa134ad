"""A question asked of a node: read from the page, answered by the same code as on the command line."""

from __future__ import annotations

import dataclasses
import shlex
from typing import TYPE_CHECKING, Any

import msgspec

from adjudicator.asking.flags import values_of
from adjudicator.asking.hypothetical import with_supposed
from adjudicator.asking.loading import is_file
from adjudicator.asking.sensitivity import weighed
from adjudicator.asking.taken import asking_of
from adjudicator.asking.topics import meant
from adjudicator.errors import MalformedAction
from adjudicator.fingerprint import sealed
from adjudicator.game import load
from adjudicator.questions import Asking, read_question
from adjudicator.supposing import reply
from adjudicator.table.forms import typed_words
from adjudicator.wording import describe

if TYPE_CHECKING:
    from adjudicator.position import Position
    from adjudicator.questions import Question
    from adjudicator.ruling import Ruling

__all__ = ["Asked", "acts_of", "answered", "typed_line"]


class Asked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question of the page.

    `as_` is who asks; `words` are typed by place, `fields` named as in JSON; `given`, `options`, `suppose`
    and `actions` are what they are in `adjudicator.asking.door.ask`.
    """

    as_: str | None = msgspec.field(name="as", default=None)
    verb: str
    words: tuple[str, ...] | None = None
    fields: dict[str, Any] | None = None
    given: tuple[str, ...] = ()
    options: dict[str, str] = {}
    suppose: tuple[str, ...] = ()
    actions: tuple[str | dict[str, Any], ...] = ()


def _question(asked: Asked, position: Position) -> Question:
    """The typed question; MalformedAction where it cannot be read, or would look into a file."""
    game = load(position.game)
    if asked.verb not in set(game.questions):
        near = " or ".join(meant(asked.verb, set(game.questions)))
        way = f"Did you mean {near}?" if near else f"Known: {', '.join(game.questions)}"
        raise MalformedAction(f"{game.title} has no {asked.verb[:40]!r}", way)
    cls = game.questions[asked.verb]
    fields = dict(asked.fields or {})
    if asked.words:
        fields |= values_of(cls, asked.words, {})
    action = fields.get("action", ())
    if asked.verb in {"check", "apply"} and len(action) == 1 and is_file(str(action[0])):
        raise MalformedAction("the table looks into no file", "Drop it on the page to open it")
    return read_question(cls, {name: value for name, value in fields.items() if value is not None})


def _asking(asked: Asked, position: Position, viewpoint: str) -> Asking:
    """What it is asked of; `position` is already as the viewpoint sees it."""
    game = load(position.game)
    if not (asked.given or asked.options or asked.actions):
        return Asking(game, position, viewpoint, seen=True)
    chosen = [f"{name}={letter}" for name, letter in asked.options.items()]
    return asking_of(game, position, viewpoint, given=asked.given, chosen=chosen, actions=asked.actions)


def answered(asked: Asked, position: Position, viewpoint: str) -> tuple[Ruling, Question]:
    """The ruling on a question, sealed as on the command line.

    Parameters
    ----------
    asked
        The question.
    position
        As the viewpoint sees it.
    viewpoint
        Who asks.

    Returns
    -------
    tuple
        The ruling, and the question as it was read.

    Raises
    ------
    BocageError
        It cannot be answered.
    """
    question = _question(asked, position)
    asking = _asking(asked, position, viewpoint)
    if asked.suppose:
        words = [str(word) for word in asked.words or ()]
        there = with_supposed(asking.position, asking.game, asked.suppose, words)
        asking = dataclasses.replace(asking, given=there)
    return sealed(weighed(reply(question, asking), question, asking), asking, question), question


def acts_of(asked: Asked, question: Question, position: Position, viewpoint: str) -> list[str]:
    """The actions that an answer supposes, as they are typed: what a player does who takes it at its word.

    Parameters
    ----------
    asked, question
        The question, and as it was read.
    position, viewpoint
        As in `answered`.

    Returns
    -------
    list of str
        None where the question was asked of another position than the one that lies there.
    """
    if asked.given or asked.options or asked.actions or asked.suppose:
        return []
    supposed = question.supposes(_asking(asked, position, viewpoint))
    return list(dict.fromkeys(describe(each.position, each.action) for each in supposed))


def typed_line(asked: Asked, question: Question, place: str, viewpoint: str) -> str:
    """The same question on the command line.

    Parameters
    ----------
    asked, question
        The question, and as it was read.
    place
        The position: a scenario or a file.
    viewpoint
        Who asks.

    Returns
    -------
    str
    """
    line = f"adjudicator {asked.verb} {shlex.quote(place)} {typed_words(question)}".rstrip()
    options = [f"{name}={letter}" for name, letter in asked.options.items()]
    then = [a if isinstance(a, str) else msgspec.json.encode(a).decode() for a in asked.actions]
    more = [
        *(("--as", viewpoint) if viewpoint != "public" else ()),
        *(word for fact in asked.given for word in ("--given", fact)),
        *(word for option in options for word in ("--interpretation", option)),
        *(word for what in asked.suppose for word in ("--suppose", what)),
        *(word for action in then for word in ("--then", action)),
    ]
    return f"{line} {shlex.join(more)}".rstrip()
