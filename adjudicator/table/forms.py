"""Every question of a game as a form, made of what the question says of itself; and what it is when typed."""

from __future__ import annotations

import functools
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from adjudicator.asking.flags import flag_names
from adjudicator.asking.help import short
from adjudicator.asking.topics import topics
from adjudicator.game import load
from adjudicator.questions import Field, Layered, Question, fields_of
from maps.games import per_game
from maps.loader import read_toml

if TYPE_CHECKING:
    from adjudicator.contract import Game

__all__ = ["Form", "FormField", "forms_of", "typed_words"]

_FILE = Path(__file__).parent / "forms.toml"
_LAST = "Other questions"


class FormField(msgspec.Struct, frozen=True):
    """A field of a form.

    `name` is its name in JSON, `flag` its option on the command line; `kind` says what the page may fill it
    with: ``unit``, ``space``, ``side``, ``word``, ``number``, ``flag`` or ``text``.
    """

    name: str
    flag: str
    title: str
    kind: str
    many: bool
    choices: tuple[str, ...]
    by_place: bool
    required: bool


class Form(msgspec.Struct, frozen=True):
    """A question as a form.

    `layer` is what its answer is called where it can lie under others as a layer of the map: then it is asked
    with nothing filled in, or, where `sided` names a field, with a side there. `narrowed` names the field of
    which one choice may be filled in, so that the layer shows less.
    """

    verb: str
    title: str
    topic: str
    fields: tuple[FormField, ...]
    layer: str = ""
    sided: str = ""
    narrowed: str = ""


class _Layers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Verb -> title of a layer: asked of nothing, of a side as its first word, or with a field for it.

    `narrowed` names the field by which a layer that is asked of nothing shows less.
    """

    whole: dict[str, str]
    first_word: dict[str, str]
    field: dict[str, str]
    narrowed: dict[str, str]


class _Kinds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``forms.toml``: which names of fields mean units, spaces, sides, and which verbs make layers."""

    unit: tuple[str, ...]
    space: tuple[str, ...]
    side: tuple[str, ...]
    layers: _Layers


@functools.cache
def _file() -> _Kinds:
    return msgspec.convert(dict(read_toml(_FILE, _Kinds.__struct_fields__)), _Kinds)


@functools.cache
def _kinds() -> Mapping[str, str]:
    return {name: kind for kind in ("unit", "space", "side") for name in getattr(_file(), kind)}


@per_game
def forms_of(slug: str) -> tuple[Form, ...]:
    """The forms of a game's questions, by topic.

    Parameters
    ----------
    slug
        The game.

    Returns
    -------
    tuple of Form

    Examples
    --------
    >>> form = next(f for f in forms_of("june-six") if f.verb == "legal")
    >>> [(field.name, field.kind) for field in form.fields][0]
    ('unit', 'unit')
    """
    game = load(slug)
    order = {verb: (place, title) for place, (title, verb) in enumerate(_listed())}
    verbs = sorted(game.questions, key=lambda verb: order.get(verb, (len(order), ""))[0])
    return tuple([_form(game.questions[v], order.get(v, (0, _LAST))[1], game) for v in verbs])


def _listed() -> list[tuple[str, str]]:
    return [(title, verb) for title, verbs in topics().groups.items() for verb in verbs]


def _sides(slug: str) -> tuple[str, ...]:
    from adjudicator.vocabulary import load_vocabulary

    return load_vocabulary(slug).sides


def _form(cls: type[Question], topic: str, game: Game) -> Form:
    flags = flag_names(cls)
    fields = [_field(field, flags[field.name], cls, game) for field in fields_of(cls) if not field.json]
    lies = not issubclass(cls, Layered) or cls.lies(game)
    layer, sided = _layer(cls.verb, fields, _sides(game.slug)) if lies else ("", "")
    narrowed = _file().layers.narrowed.get(cls.verb, "")
    return Form(cls.verb, short(cls.__doc__ or ""), topic, tuple(fields), layer, sided, narrowed)


def _layer(verb: str, fields: Sequence[FormField], sides: Sequence[str]) -> tuple[str, str]:
    """Title of the layer that a question makes, and the field that takes a side; empty if there is none."""
    sided = {field.name for field in fields if any(word in field.title for word in ("side", *sides))}
    layers = _file().layers
    if verb in layers.whole:
        return layers.whole[verb], ""
    first = verb in layers.first_word
    takes = [f for f in fields if (f.by_place and f.name in sided if first else f.kind == "side")]
    title = layers.first_word.get(verb) or layers.field.get(verb, "")
    if not title or not takes or any(f.required for f in fields if f != takes[0]):
        return "", ""
    return title, takes[0].name


def _field(field: Field, flag: str, cls: type[Question], game: Game) -> FormField:
    kind = _kind(field)
    choices = _sides(game.slug) if kind == "side" else cls.offered(field.name, game)
    title = field.help or field.name.replace("_", " ")
    return FormField(field.name, flag, title, kind, field.many, choices, field.word, field.required)


def _kind(field: Field) -> str:
    if field.flag or field.number:
        return "flag" if field.flag else "number"
    return _kinds().get(field.name, "word" if field.word else "text")


def typed_words(asked: Question) -> str:
    """A question as somebody would type it after the position.

    Parameters
    ----------
    asked
        The question.

    Returns
    -------
    str

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> from adjudicator.questions import read_question
    >>> typed_words(read_question(GAME.questions["odds"], {"kind": "assault", "av": 14, "dv": 10}))
    'assault --av 14 --dv 10'
    """
    cls = type(asked)
    flags, fields = flag_names(cls), fields_of(cls)
    defaults = {f.name: f.default for f in msgspec.structs.fields(cls)}
    given = {f: v for f in fields if (v := getattr(asked, f.name)) != defaults[f.name]}
    placed = _placed([f for f in fields if f.word], given)
    words = [word for f in placed for word in _words(given[f])]
    named = [
        word for f, value in given.items() if f not in placed for word in _option(flags[f.name], f, value)
    ]
    return shlex.join([*words, *named])


def _placed(fields: Sequence[Field], given: Mapping[Field, Any]) -> list[Field]:
    """The fields whose words stand by place: none behind one that is left out, or that takes all words."""
    found: list[Field] = []
    for field in fields:
        if field not in given:
            break
        found.append(field)
        if field.many:
            break
    return found


def _words(value: Any) -> Sequence[str]:
    return [str(word) for word in value] if isinstance(value, tuple) else [str(value)]


def _option(flag: str, field: Field, value: Any) -> Sequence[str]:
    if field.flag:
        return [f"--{flag}"]
    if field.json:
        return [f"--{flag}", msgspec.json.encode(value).decode()]
    return [f"--{flag}", *_words(value)]
