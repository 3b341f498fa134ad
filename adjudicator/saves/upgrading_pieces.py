"""The state of a saved piece in the traits of a newer one: levels and properties by name, points by place."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from adjudicator.saves.carrier_text import text_to_value
from adjudicator.saves.records import notes_to_text, text_to_notes
from module_builder.vassal.sequence_encoder import decode, encode
from module_builder.vassal.traits import Trait

if TYPE_CHECKING:
    from adjudicator.saves.records import Record
    from adjudicator.saves.upgrading_places import Moves

__all__ = ["carried_states", "is_masked_piece", "move_basic", "renewed"]

_OPEN = "null"
_PRINTED = frozenset({"mark", "label"})  # what the module says of a piece, not play
_SILENT = {"", "false", "null", "null;", "0", "-1", "1", ";;"}
_NAMES = {"emb2": "name", "PROP": "name", "sendto": "text", "return": "text"}
_TRAIL = 3  # fields of a trail before its points


@functools.lru_cache(maxsize=65_536)
def _known(kind: str) -> tuple[str, str]:
    """What a trait is known by in every version: its kind, and the name of a layer or property."""
    trait = Trait(kind)
    return trait.id, trait.field(_NAMES.get(trait.id, ""))


@functools.lru_cache(maxsize=65_536)
def _is_switch(kind: str) -> bool:
    """Whether a layer is turned on and off as a whole."""
    return Trait(kind).field("always_active") == "false"


@functools.lru_cache(maxsize=65_536)
def _level_names(kind: str) -> tuple[str, ...]:
    return tuple(decode(Trait(kind).field("names"), ","))


def is_masked_piece(traits: Iterable[Trait]) -> bool:
    """Whether somebody holds a piece face down.

    Parameters
    ----------
    traits
        Of the piece.

    Returns
    -------
    bool

    Examples
    --------
    >>> is_masked_piece([Trait("obs;0,0;back.png", "German;")])
    True
    """
    return any(t.id == "obs" and decode(t.state, ";")[0] not in {"", _OPEN} for t in traits)


def renewed(old: Sequence[Trait], new: Sequence[Trait], records: Iterable[Record]) -> tuple[Trait, ...]:
    """Say what an earlier piece said in Dynamic Properties of their own as the new piece says it.

    Parameters
    ----------
    old, new
        The piece as it was saved, and as the new module has it.
    records
        What the pieces of the new module carry.

    Returns
    -------
    tuple of Trait
        The old piece, without layers that only followed a property.
    """
    there = {_known(trait.type): trait for trait in new}
    said = {name: t.state.strip() for t in old if (name := _known(t.type)[1]) and _known(t.type)[0] == "PROP"}
    kept = {_known(trait.type) for trait in old}
    made: dict[tuple[str, str], Trait] = {}
    gone: set[tuple[str, str]] = set()
    for record in records:
        form = ("emb2" if record.form == "layer" else "PROP", record.name)
        target, text = there.get(form), said.get(record.key, "")
        if record.form == "property" or target is None or form in kept or ("PROP", record.key) not in kept:
            continue
        if record.form == "note":
            notes = text_to_notes(made[form].state) if form in made else {}
            made[form] = Trait(target.type, notes_to_text(notes | {record.key: text}))
        else:
            level = _level_of(record, text)
            if level is None:
                continue
            made[form] = Trait(target.type, str(level))
        gone.add(("PROP", record.key))
    own = [t for t in old if _known(t.type) not in gone and not (_follows(t) and _known(t.type) not in there)]
    return (*own, *made.values())


def _level_of(record: Record, text: str) -> int | None:
    """Level of a layer that says what a text says; None where it has none, or the text says nothing."""
    try:
        return record.level(text_to_value(record.item, text))
    except ValueError:
        return None


def _follows(trait: Trait) -> bool:
    return trait.id == "emb2" and trait.field("follow") == "true"


def carried_states(
    old: Sequence[Trait], new: Sequence[Trait], moves: Moves, rename: Callable[[str, str], str | None]
) -> tuple[tuple[Trait, ...], list[str]]:
    """Give the traits of a newer piece the states of an older one.

    Parameters
    ----------
    old
        The piece as it was saved.
    new
        The piece as the new module has it.
    moves
        Where its points lie now.
    rename
        A property and its text -> the text now; None where it says nothing in the new module.

    Returns
    -------
    tuple
        The traits, and what of the old state has no place among them.
    """
    states: dict[tuple[str, str], list[Trait]] = {}
    for trait in old:
        states.setdefault(_known(trait.type), []).append(trait)
    made, lost = [], []
    for trait in new:
        key = _known(trait.type)
        before = states.get(key)
        if key[0] == "piece":
            basic = old[0].state
            made.append(Trait(trait.type, move_basic(basic, moves, gpid=decode(trait.state, ";")[3])))
        elif not before or key[0] in _PRINTED:
            made.append(trait)
        else:
            state, fault = _state(key, before.pop(0), trait, moves, rename)
            made.append(Trait(trait.type, state))
            lost += [fault] if fault else []
    kept = {_known(trait.type) for trait in new}
    for key, traits in states.items():
        if key not in kept and key[0] not in {"piece", *_PRINTED}:
            lost += [_said(key, t.state) for t in traits if t.state not in _SILENT]
    return tuple(made), lost


def _said(key: tuple[str, str], state: str) -> str:
    return f"{key[1] or key[0]} {state}"


def _state(
    key: tuple[str, str], old: Trait, new: Trait, moves: Moves, rename: Callable[[str, str], str | None]
) -> tuple[str, str]:
    """State of one trait in the new module; and what of it is lost."""
    match key:
        case "emb2", _:
            return (old.state, "") if old.type == new.type else _level(old, new)
        case "PROP", name:
            text = rename(name, old.state) if old.state else ""
            return (new.state, f"{name} {old.state}") if text is None else (text, "")
        case "sendto", _:
            return _back(old.state, moves), ""
        case "footprint", _:
            return _trail(old.state, moves), ""
    return old.state, ""


def _level(old: Trait, new: Trait) -> tuple[str, str]:
    """The level of a layer: by its name where each level has one of its own, otherwise by its number."""
    if _is_switch(new.type) and not _is_switch(old.type):
        return str(1 if old.state.partition(";")[0] not in {"", "1"} else -1), ""
    first, *rest = decode(old.state, ";")
    number = abs(int(first)) if first.lstrip("-").isdigit() else 1
    was, now = _level_names(old.type), _level_names(new.type)
    fault = ""
    if was != now and all(was) and all(now) and len(set(now)) == len(now) and 0 < number <= len(was):
        if was[number - 1] in now:
            number = now.index(was[number - 1]) + 1
        else:
            fault = f"{new.field('name')} {was[number - 1]}"
            number = 1
    elif number > (most := len(decode(new.field("images"), ","))):
        number, fault = most, f"{new.field('name')} {number}"
    sign = "-" if first.startswith("-") else ""
    return encode([f"{sign}{number}", *rest], ";"), fault


def _back(state: str, moves: Moves) -> str:
    """The place from which a piece was sent away."""
    window, x, y, *rest = [*decode(state, ";"), "", ""]
    if moves.is_still or not (window and _is_number(x) and _is_number(y)):
        return state
    return encode([*moves.point(window, int(x), int(y)), *rest[:-2]], ";")


def _is_number(text: str) -> bool:
    return text.lstrip("-").isdigit()


def _trail(state: str, moves: Moves) -> str:
    """The points of a movement trail."""
    head = decode(state, ";")
    if moves.is_still or len(head) < _TRAIL or not head[2].isdigit():
        return state
    end = _TRAIL + int(head[2])
    pairs = [decode(point, ",") for point in head[_TRAIL:end]]
    moved = [moves.point(head[1], int(x), int(y))[1:] for x, y in pairs]
    return encode([*head[:_TRAIL], *(f"{x},{y}" for x, y in moved), *head[end:]], ";")


def move_basic(state: str, moves: Moves, *, gpid: str | None = None) -> str:
    """The state of a BasicPiece at the same place of the new module.

    Parameters
    ----------
    state
        In the older module.
    moves
        Where its point lies now.
    gpid
        Its permanent id; the old one by default.

    Returns
    -------
    str
    """
    window, x, y, old, *rest = [*decode(state, ";"), "0"]
    if window not in {"", _OPEN}:
        window, *at = moves.point(window, int(x), int(y))
        x, y = map(str, at)
    return encode([window, x, y, old if gpid is None else gpid, *rest[:-1]], ";")
