"""The short text form of a position: just what a question needs, by name or ad hoc by value.

The first line names the game and what holds everywhere; then a line for each space, ``NAME: what is printed
and who controls it | units``; then a line for each boundary, ``A-B: kind, bridge holder``. What is left out
is unknown, and a ruling that needs it says what it assumed or asks for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from adjudicator.errors import ActionError, MalformedAction
from adjudicator.names import find_space, fits_unit
from adjudicator.position import Fact, Key, Piece, Position
from counters.catalog import Unit
from maps.board import Board, Edge, Feature, Space, edge_id, fold

if TYPE_CHECKING:
    from adjudicator.game import Game

__all__ = ["read_sketch"]

_NATIONS = {
    "us": ("allied", "us", "us"),
    "br": ("allied", "british", "british"),
    "british": ("allied", "british", "british"),
    "ca": ("allied", "british", "canadian"),
    "canadian": ("allied", "british", "canadian"),
    "ge": ("german", "german", "wehrmacht"),
    "german": ("german", "german", "wehrmacht"),
    "ss": ("german", "german", "ss"),
}
_TYPES = {
    "inf": ("infantry", "infantry"),
    "infantry": ("infantry", "infantry"),
    "ranger": ("infantry", "ranger"),
    "para": ("infantry", "parachute"),
    "armor": ("armor", "tank"),
    "armour": ("armor", "tank"),
    "tank": ("armor", "tank"),
    "arty": ("field-artillery", "artillery"),
    "artillery": ("field-artillery", "artillery"),
    "corps-arty": ("field-artillery", "artillery"),
    "nebelwerfer": ("field-artillery", "nebelwerfer"),
    "flak": ("flak", "flak"),
    "pak": ("pak", "pak"),
    "coastal": ("coastal-artillery", "coastal"),
}
_CONTROL = {"us": "us", "british": "british", "br": "british", "german": "german", "ge": "german"}
_BOUNDARIES = ("open", "river", "flooded", "arrow", "landing")
_Factors = tuple[int | None, int | None, int | None, int | None]
_MONTH_DAY = re.compile(r"(\d{1,2}) june|june (\d{1,2})")


@dataclass
class _Reading:
    """What has been read so far."""

    game: Game
    board: Board
    catalogue: Mapping[str, Unit]
    spaces: dict[str, Space] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    edges: dict[str, Edge] = field(default_factory=dict)
    pieces: dict[str, Piece] = field(default_factory=dict)
    facts: dict[Key, Fact] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    ours: bool = False
    histories: list[tuple[str, list[str]]] = field(default_factory=list)


def read_sketch(text: str, game: Game, board: Board, catalogue: Mapping[str, Unit]) -> Position:
    r"""Read a sketch.

    Parameters
    ----------
    text
        The lines; ``;`` at the end of a line may stand for a line break.
    game, board, catalogue
        What our names refer to.

    Returns
    -------
    Position
        Everything that the sketch does not say is unknown.

    Raises
    ------
    MalformedAction
        A line cannot be read; the line is named.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> position = read_sketch(
    ...     "breakout-normandy, 6 june, clear\nA: german, tem 1 | ge inf 4-4-4 '916' fresh",
    ...     GAME, Board([], []), {})
    >>> position.units_in("a")[0].printed.df, position.raw("advantage")
    (4, UNKNOWN)
    """
    lines = [
        line.strip() for line in re.split(r"[\n;]", text) if line.strip() and not line.strip().startswith("#")
    ]
    reading = _Reading(game, board, catalogue)
    told: list[tuple[int, str, str, list[str]]] = []
    for number, line in enumerate(lines, 1):
        with _placed(number, line):
            _line(reading, line, first=number == 1)
        told += [(number, line, uid, words) for uid, words in reading.histories]
        reading.histories.clear()
    for number, line, uid, words in told:
        with _placed(number, line):
            _history(reading, uid, words)
    return _position(reading)


@contextmanager
def _placed(number: int, line: str) -> Iterator[None]:
    """Name the line in which a fault was found."""
    try:
        yield
    except ActionError as fault:
        raise MalformedAction(f"sketch, line {number} ({line!r}): {fault}") from None


def _line(reading: _Reading, line: str, *, first: bool) -> None:
    if first:
        _header(reading, line)
        return
    name, colon, rest = _split_name(line)
    if not colon:
        raise MalformedAction("expected 'SPACE: ...' or 'A-B: ...'")
    ends = None if fold(name) in reading.names else _ends(reading, name)
    if ends is not None:
        _boundary(reading, *ends, rest)
    else:
        _space(reading, name, rest)


def _split_name(line: str) -> tuple[str, str, str]:
    name, colon, rest = line.partition(":")
    return name.strip(), colon, rest.strip()


def _header(reading: _Reading, line: str) -> None:
    slug, *parts = [p.strip() for p in line.split(",")]
    if fold(slug) != fold(reading.game.slug):
        raise MalformedAction(f"expected {reading.game.slug} first")
    for part in filter(None, parts):
        _general(reading, part.casefold())


def _general(reading: _Reading, part: str) -> None:
    """One fact that holds everywhere."""
    date = _MONTH_DAY.fullmatch(part)
    words = part.split()
    if date:
        reading.facts["date", ""] = int(date.group(1) or date.group(2))
    elif part in {"clear", "overcast", "storm"}:
        reading.facts["weather-today", ""] = part
    elif words[0] == "impulse" and len(words) == 2 and re.fullmatch(r"-?[0-9]{1,9}", words[1]):
        reading.facts["impulse", ""] = int(words[1])
    elif words[0] == "option" and len(words) == 2 and "=" in words[1]:
        name, _, value = words[1].partition("=")
        reading.options[name] = value.upper()
    elif len(words) == 2 and words[0] in reading.game.schema.items:
        reading.facts[words[0], ""] = _value(reading, words[0], words[1])
    else:
        raise MalformedAction(
            f"{part!r} is not known",
            "Write 6 june, clear, impulse 4, advantage german, side german, phase daylight",
        )


def _value(reading: _Reading, item: str, word: str) -> Fact:
    known = reading.game.schema.items[item]
    if isinstance(known.default, bool):
        return word in {"yes", "true", "1"}
    if isinstance(known.default, int):
        if not re.fullmatch(r"-?[0-9]{1,9}", word):
            raise MalformedAction(f"{item} is a number, not {word!r}")
        return int(word)
    if known.values and word not in known.values:
        raise MalformedAction(f"{item} is one of {', '.join(filter(None, known.values))}, not {word!r}")
    return word


def _ends(reading: _Reading, name: str) -> tuple[str, str] | None:
    """The two spaces that a boundary line names, or None when it names one space."""
    for match in re.finditer(r"\s*[-/]\s*", name):
        first = _named(reading, name[: match.start()].strip())
        second = _named(reading, name[match.end() :].strip())
        if first and second:
            return first, second
    return None


def _named(reading: _Reading, name: str) -> str:
    """Id of a space of the sketch or of our map, or empty."""
    if fold(name) in reading.names:
        return reading.names[fold(name)]
    ours = _ours(reading.board, name)
    reading.ours |= ours is not None
    return ours.id if ours else ""


def _space(reading: _Reading, name: str, rest: str) -> None:
    attributes, _, units = rest.partition("|")
    ours = _ours(reading.board, name)
    reading.ours |= ours is not None
    space = ours or Space(fold(name).replace(" ", "-"), name, "area")
    reading.names[fold(name)] = space.id
    words = [w for w in re.split(r"[,\s]+", attributes.casefold()) if w]
    features: dict[str, Feature] = {}
    kind = _attributes(reading, space, words, features)
    owned = replace(space.sources, columns={**space.sources.columns, **dict.fromkeys(features, "owner")})
    reading.spaces[space.id] = replace(
        space, kind=kind or space.kind, features={**space.features, **features}, sources=owned
    )
    for number, unit in enumerate([u.strip() for u in units.split(",") if u.strip()], 1):
        _unit(reading, space.id, unit, number)


def _ours(board: Board, name: str) -> Space | None:
    """The space of our map that bears a name; single letters are always ad hoc."""
    wanted = fold(name)
    for space in board.spaces.values():
        if len(wanted) > 2 and wanted in {fold(space.name), fold(space.id), *map(fold, space.aliases)}:
            return space
    return None


def _attributes(reading: _Reading, space: Space, words: list[str], features: dict[str, Feature]) -> str:
    """Read who controls a space and what is printed there; the kind, where it is said."""
    kind, rest = "", iter(words)
    for word in rest:
        if word in _CONTROL:
            reading.facts["control", space.id] = _CONTROL[word]
        elif word in {"bocage", "open"}:
            features["terrain"] = word
        elif word in {"fortified", "unfortified"}:
            features["fortified"] = word == "fortified"
        elif word == "destroyed":
            reading.facts["fortification-destroyed", space.id] = True
        elif word in {"zone", "approach"}:
            kind = word
        elif word in {"tem", "vp", "number"}:
            features[word] = _number(word, next(rest, ""))
        elif word in {"beach", "naval"}:
            features[word] = {"british": "br"}.get(value := next(rest, ""), value)
        elif word in {"attacked", "overrun"}:
            reading.facts["attacked", space.id] = word
        elif word == "active":
            reading.facts["active", space.id] = 1
        elif word not in {"free", "contested"}:
            raise MalformedAction(f"{word!r} says nothing of a space", "Write: german tem 3 bocage fortified")
    return kind


def _number(what: str, word: str) -> int:
    if not re.fullmatch(r"\+?[0-9]{1,9}", word):
        raise MalformedAction(f"{what} needs a number, not {word!r}")
    return int(word)


def _boundary(reading: _Reading, first: str, second: str, rest: str) -> None:
    words = [w for w in re.split(r"[,\s]+", rest.casefold()) if w]
    key = edge_id(first, second)
    known = reading.board.edges.get(key) or Edge(min(first, second), max(first, second), "open")
    boundary, bridge, holder_of = known.boundary, known.bridge, "river"
    for word in words:
        if word in _BOUNDARIES:
            boundary, bridge = word, False
        elif word == "bridge":
            bridge, holder_of = True, "bridge"
        elif word in {"german", "allied"} or (word == "destroyed" and holder_of == "bridge"):
            reading.facts[holder_of, key] = word
        elif word != "held":
            raise MalformedAction(f"{word!r} says nothing of a boundary", "Write: river, bridge german")
    reading.edges[key] = Edge(known.a, known.b, boundary, bridge)


def _unit(reading: _Reading, space: str, text: str, number: int) -> None:
    quoted = re.search(r"[\"'“”]([^\"'“”]+)[\"'“”]", text)
    name = quoted.group(1) if quoted else ""
    words = (text.replace(quoted.group(0), " ") if quoted else text).casefold().split()
    status = next((w for w in words if w in reading.game.statuses), None)
    if status is None:
        raise MalformedAction(f"{text!r}: add the status ({', '.join(reading.game.statuses)})")
    if words[0] in _NATIONS:
        unit, rest = _ad_hoc(words, name, f"{space}-{number}", status)
    else:
        at = words.index(status)
        unit, rest = _known(reading, name or " ".join(words[:at])), words[at + 1 :]
    if unit.id in reading.pieces:
        raise MalformedAction(f"{unit.title} stands in {reading.pieces[unit.id].space} already")
    reading.pieces[unit.id] = Piece(unit, space, status)
    reading.histories.append((unit.id, [w for w in rest if w not in reading.game.statuses]))


def _known(reading: _Reading, name: str) -> Unit:
    scored = [(fits_unit(u, name), u) for u in reading.catalogue.values()]
    best = max((score for score, _ in scored), default=0)
    found = [u for score, u in scored if score == best and best]
    if len(found) != 1:
        which = ", ".join(u.title for u in found[:5]) or "none of ours"
        raise MalformedAction(f"{name!r} names {which}", "Describe it by value: ge inf 4-4-4 'name' fresh")
    return found[0]


def _ad_hoc(words: list[str], name: str, uid: str, status: str) -> tuple[Unit, list[str]]:
    side, nation, branch = _NATIONS[words[0]]
    if len(words) < 2 or words[1] not in _TYPES:
        what = " ".join(words)
        raise MalformedAction(f"{what!r}: after the nation comes one of {', '.join(_TYPES)}")
    type_, kind = _TYPES[words[1]]
    factors: _Factors = (None, None, None, None)
    rest: list[str] = []
    division = ""
    for word in words[2:]:
        match = re.fullmatch(r"([0-9]{1,3}|\*|)-([0-9]{1,3})-([0-9]{1,3}|)(?:/([0-9]{1,3}))?", word)
        if match:
            factors = _factors(match, status)
        elif word.endswith("div") and len(word) > 3:
            division = word[:-3]
        else:
            rest.append(word)
    corps = "corps" if words[1] == "corps-arty" else ""
    title = f"{name} ({words[0]} {words[1]})" if name else f"{words[0]} {words[1]} {uid}"
    own = f"{words[0]}-{fold(name).replace(' ', '-') or uid}"
    unit = Unit(own, name, title, side, nation, branch, type_, kind, division=division, corps=corps)
    af, df, mf, spent_df = factors
    return replace(unit, af=af, df=df, mf=mf, spent_df=spent_df), rest


def _factors(match: re.Match[str], status: str) -> _Factors:
    """Factors on the face that shows: ``6-5-5`` Fresh, ``-3-`` one Defense Factor, ``6-5-5/2`` both faces."""
    first, middle, last, spent = match.groups()
    number = int(middle)
    if not first and not last and status != "fresh":
        return None, None, None, number
    return (
        int(first) if first.isdigit() else None,
        number,
        int(last) if last else None,
        int(spent) if spent else None,
    )


def _history(reading: _Reading, uid: str, words: list[str]) -> None:
    """What a unit did earlier in the impulse: ``from A over bridge``, ``mandatory``, ``used 3``."""
    rest = iter(words)
    for word in rest:
        value = next(rest, "") if word in {"from", "over", "used"} else ""
        if word == "from":
            there = reading.names.get(fold(value)) or find_space(reading.board, value).id
            reading.facts["came-from", uid] = there
            reading.facts["start", uid] = there
        elif word == "over" and value in {"open", "bridge", "river", "landing", "arrow"}:
            reading.facts["crossed", uid] = value
        elif word == "used":
            reading.facts["mf-used", uid] = _number("used", value)
        elif word == "mandatory":
            reading.facts["mandatory", uid] = True
        else:
            raise MalformedAction(f"{word!r} says nothing of a unit", "Write: from A over bridge mandatory")


def _position(reading: _Reading) -> Position:
    boxes = [s for s in reading.board.spaces.values() if s.kind == "box"]
    ours = reading.board if reading.ours else Board(boxes, [])
    spaces = {**ours.spaces, **reading.spaces}
    edges = {**ours.edges, **reading.edges}
    for fault in reading.game.schema.faults(reading.options):
        raise MalformedAction(f"sketch: {fault}")
    return Position(
        reading.game.slug,
        Board(spaces.values(), edges.values()),
        reading.game.schema,
        reading.pieces,
        reading.facts,
        options=reading.options,
        unknown=reading.game.schema.items,
    )
