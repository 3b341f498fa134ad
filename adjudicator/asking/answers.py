"""Questions as JSON, rulings as JSON: what other programs talk to."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, Literal

import msgspec

from adjudicator.answer_forms import answer_schema, answers_of
from adjudicator.asking.guard import told
from adjudicator.asking.loading import load_any
from adjudicator.asking.taken import asking_of
from adjudicator.errors import MalformedAction
from adjudicator.fingerprint import sealed
from adjudicator.game import GAMES, load
from adjudicator.questions import read_question, schema_of
from adjudicator.report import ruling_to_json
from adjudicator.saves.loaded import Loaded
from adjudicator.supposing import reply
from module_builder.vassal.errors import FormatError

__all__ = ["answer_json", "answer_schemas", "questions_of", "schemas"]

_LONGEST = 8 * 1024 * 1024  # bytes of a question

_TYPES: dict[str, Any] = {
    "schema": Literal[1],
    "game": str,
    "position": str | dict[str, Any] | None,
    "question": str,
    "args": dict[str, Any],
    "as": str,
    "given": list[str],
    "options": dict[str, str],
    "actions": list[str | dict[str, Any]],
    "strict": bool,
}


def answer_json(text: str, *, tolerant: bool = False, overlay: Path | None = None) -> dict[str, Any]:
    """Answer one JSON question.

    Parameters
    ----------
    text
        ``{"question": verb, "args": {...}, "position": ..., "game": slug, "as": ..., "given": [...],
        "options": {...}, "actions": [...], "strict": false}``. The position is the text of a sketch, the
        JSON of a position, the name of a scenario, or a file.
    tolerant
        Return ``{"error": ...}`` instead of raising, as one line of many.
    overlay
        Folder with an owner's corrections.

    Returns
    -------
    dict
        The ruling.

    Raises
    ------
    BocageError
        Unless `tolerant`.

    Examples
    --------
    >>> answer_json('{"position": "breakout-normandy:d-day", "question": "next"}')["ok"]
    True
    """
    try:
        return _answer(text, overlay)
    except Exception as fault:  # one line that fails never ends the others
        if not tolerant:
            raise
        return {"schema": 1, "error": told(fault)[0]}


def questions_of(stream: BinaryIO, *, lines: bool) -> Iterator[str | FormatError]:
    r"""Questions out of a stream: one, or one of each line; what cannot be read is a fault in its place.

    Parameters
    ----------
    stream
        Bytes in UTF-8.
    lines
        Whether each line is a question.

    Yields
    ------
    str or FormatError

    Examples
    --------
    >>> import io
    >>> [str(q) for q in questions_of(io.BytesIO(b'{}\n\xff\n'), lines=True)]
    ['{}', 'line 2: expected text in UTF-8']
    """
    number = 0
    while data := stream.readline(_LONGEST + 1) if lines else stream.read(_LONGEST + 1):
        number += 1
        place = f"line {number}" if lines else "the question"
        if len(data) > _LONGEST:
            yield FormatError("", place, f"at most {_LONGEST >> 20} MB")
            while lines and data and not data.endswith(b"\n"):
                data = stream.readline(_LONGEST)
            if not lines:
                return
            continue
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            yield FormatError("", place, "text in UTF-8")
            continue
        if text.strip():
            yield text.strip()


def _answer(text: str, overlay: Path | None) -> dict[str, Any]:
    data = _read(text)
    loaded = _loaded(data, overlay)
    asking = asking_of(
        loaded.game,
        loaded.position,
        data.get("as"),
        given=data.get("given", ()),
        chosen=[f"{k}={v}" for k, v in data.get("options", {}).items()],
        actions=data.get("actions", ()),
        strict=data.get("strict", False),
        overlay=overlay,
    )
    verb = data["question"]
    if verb not in set(loaded.game.questions):
        raise MalformedAction(f"there is no question {verb!r}", f"Known: {', '.join(loaded.game.questions)}")
    asked = read_question(loaded.game.questions[verb], data.get("args", {}))
    return ruling_to_json(sealed(reply(asked, asking), asking, asked))


def _read(text: str) -> dict[str, Any]:
    """The question as data whose every key is known and has a value of its type."""
    try:
        data = json.loads(text)
        json.dumps(data, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as fault:
        raise MalformedAction(f"no valid JSON: {fault}") from None
    if not isinstance(data, dict) or set(data) - set(_TYPES) or "question" not in data:
        raise MalformedAction(
            f"a question is an object with 'question' and some of {', '.join(sorted(_TYPES))}"
        )
    for key, value in data.items():
        try:
            msgspec.convert(value, _TYPES[key])
        except msgspec.ValidationError as fault:
            raise MalformedAction(f"{key}: {fault}") from None
    return data


def _loaded(data: Mapping[str, Any], overlay: Path | None) -> Loaded:
    position = data.get("position")
    if position is None:
        return Loaded(load(data.get("game", "")), None)
    return load_any(position, overlay=overlay)


def schemas() -> dict[str, Any]:
    """JSON Schema of every question of every game.

    Returns
    -------
    dict
        Slug -> verb -> schema.

    Examples
    --------
    >>> "next" in schemas()["breakout-normandy"]
    True
    """
    return {slug: schema_of(list(load(slug).questions.values())) for slug in GAMES}


def answer_schemas() -> dict[str, Any]:
    """JSON Schema of what the answer to every question of every game holds.

    Returns
    -------
    dict
        Slug -> verb -> schema.

    Examples
    --------
    >>> answer_schemas()["june-six"]["attackers"]["anyOf"][0]
    {'type': 'array', 'items': {'type': 'string'}}
    """
    return {slug: {verb: answer_schema(form) for verb, form in answers_of(slug).items()} for slug in GAMES}
