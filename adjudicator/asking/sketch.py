"""The short text form of a position: just what a question needs, by name or ad hoc by value.

The first line names the game and what holds everywhere; then a line for each space, ``NAME: what is printed
and who controls it | units``; then a line for each boundary, ``A-B: kind, bridge holder``. Hexes have their
numbers as names, ``3002..3608: clear`` is a block of them, and neighbours are known by their numbers. What is
left out is unknown, and a ruling that needs it says what it assumed or asks for it. The words are those of
the game's ``vocabulary.toml``.
"""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field, replace
from typing import TYPE_CHECKING

from adjudicator.asking.sketch_facts import OF_BOUNDARY, OF_SPACE, OF_UNIT, elsewhere, said_day, said_fact
from adjudicator.asking.sketch_notes import bare_sides, beyond_the_map, overruled, reaches, supposed
from adjudicator.asking.sketch_units import ad_hoc
from adjudicator.errors import ActionError, MalformedAction
from adjudicator.names import find_space, fits_unit
from adjudicator.position import Fact, Key, Piece, Position
from adjudicator.silence import Said
from adjudicator.subjects import Ground, nearest, printed_word
from adjudicator.vocabulary import Vocabulary, load_vocabulary
from counters.catalog import Unit
from maps.board import Board, Edge, Feature, Space, edge_id, fold
from maps.hexgrid import HexGrid
from maps.linegrid import LineGrid

if TYPE_CHECKING:
    from adjudicator.game import Game

__all__ = ["read_sketch"]

_LINES, _LONGEST = 20_000, 1_000_000
_MOST_HEXES = 3_000


@dataclasses.dataclass
class _Reading:
    """What has been read so far."""

    game: Game
    board: Board
    catalogue: Mapping[str, Unit]
    words: Vocabulary
    spaces: dict[str, Space] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    edges: dict[str, Edge] = field(default_factory=dict)
    pieces: dict[str, Piece] = field(default_factory=dict)
    facts: dict[Key, Fact] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    ours: bool = False
    histories: list[tuple[str, list[str]]] = field(default_factory=list)
    plain: list[tuple[str, str, Sequence[str]]] = field(default_factory=list)
    implied: dict[Key, tuple[Fact, str]] = field(default_factory=dict)
    here: dict[Key, tuple[Fact, str, bool]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    beyond: list[str] = field(default_factory=list)

    @property
    def ground(self) -> Ground:
        """What has been read so far, as what names refer to."""
        board = self.board.changed(*self.spaces.values(), *self.edges.values())
        return Ground(self.game.slug, board, self.pieces, self.catalogue)

    def state(self, item: str, subject: str, value: Fact, word: str, *, loose: bool = False) -> None:
        """State a fact; a line that says two things of one contradicts itself.

        What a word says besides other things is loose: another word of the line overrules it, which is said
        where it came first.
        """
        key, what = (item, subject), item.replace("-", " ")
        before, earlier, was_loose = self.here.get(key, (value, word, False))
        if before != value and not (loose or was_loose):
            raise MalformedAction(f"{word!r} makes the {what} {value}, but {earlier!r} made it {before}")
        if before != value and loose:
            self.notes.append(f"noted: {word!r} makes the {what} {value}, and overrules {earlier!r}")
        self.here[key] = (value, word, loose)
        self.facts[key] = value


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
    if len(text) > _LONGEST or text.count("\n") > _LINES:
        raise MalformedAction(f"a sketch has at most {_LINES:,} lines and {_LONGEST:,} characters")
    told_lines = (line for line in text.split("\n") if not line.lstrip().startswith("#"))
    lines = [part.strip() for line in told_lines for part in line.split(";") if part.strip()]
    reading = _Reading(game, board, catalogue, load_vocabulary(game.slug))
    told: list[tuple[int, str, str, list[str]]] = []
    plain: list[tuple[int, str, str, str, Sequence[str]]] = []
    for number, line in enumerate(lines, 1):
        with _placed(number, line):
            _line(reading, line, first=number == 1)
        told += [(number, line, *history) for history in reading.histories]
        reading.histories.clear()
        plain += [(number, line, *fact) for fact in reading.plain]
        reading.plain.clear()
    for number, line, uid, words in told:
        with _placed(number, line):
            _history(reading, uid, words)
        plain += [(number, line, *fact) for fact in reading.plain]
        reading.plain.clear()
    reading.here.clear()
    for number, line, fact, subject, kinds in plain:
        with _placed(number, line):
            reading.state(*said_fact(reading.ground, game.schema, fact, subject, kinds), fact)
    return _position(reading)


@contextmanager
def _placed(number: int, line: str) -> Iterator[None]:
    """Name the line in which a fault was found."""
    try:
        yield
    except ActionError as fault:
        raise MalformedAction(f"sketch, line {number} ({line!r}): {fault}") from None


def _line(reading: _Reading, line: str, *, first: bool) -> None:
    reading.here.clear()
    if first:
        _header(reading, line)
        return
    name, colon, rest = _split_name(line)
    if not colon or not re.search(r"\w", name) or re.search(r"^[-/]|[-/]$", name):
        raise MalformedAction("expected 'SPACE: ...' or 'A-B: ...'")
    if reading.words.grid is not None and ".." in name:
        _block(reading, reading.words.grid, name, rest)
        return
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
    known, words = reading.words, part.split()
    day = said_day(part, reading.game.months) if known.date else None
    if day is not None:
        reading.state(known.date, "", day, part)
    elif part in known.general_facts:
        for item, value in known.general_facts[part]:
            reading.state(item, "", value, part, loose=len(known.general_facts[part]) > 1)
        reading.implied |= {(item, ""): (value, part) for item, value in known.implied.get(part, ())}
    elif part == "our map" and known.grid is not None:
        reading.ours = True
    elif len(words) == 2 and words[0] in known.general_numbers and re.fullmatch(r"-?[0-9]{1,9}", words[1]):
        reading.state(known.general_numbers[words[0]], "", int(words[1]), part)
    elif words[0] == "option" and len(words) == 2 and "=" in words[1]:
        name, _, value = words[1].partition("=")
        reading.options[name] = value.upper()
    elif "=" in part:
        reading.plain.append((part, "", ()))
    elif len(words) == 2 and words[0] in reading.game.schema.items:
        if (of := reading.game.schema.items[words[0]]).of:
            what = f"{words[0]} is said of a {of.of}, not of the whole game"
            raise MalformedAction(what, elsewhere(of))
        reading.plain.append(("=".join(words), "", ()))
    else:
        spoken = [
            *known.general_facts,
            *known.general_numbers,
            *reading.game.schema.items,
            "option",
            "our map",
        ]
        near = nearest(part, spoken) or nearest(words[0], spoken)
        raise MalformedAction(f"{part!r} is not known", f"{near} {known.hints['general']}".strip())


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
    ours = _ours(reading, name)
    reading.ours |= ours is not None and not _comes_along(reading, ours)
    return ours.id if ours else ""


def _comes_along(reading: _Reading, space: Space) -> bool:
    """Whether a space of ours stands beside any map: a box of a game of hexes."""
    return reading.words.grid is not None and space.kind == "box"


def _space(reading: _Reading, name: str, rest: str) -> None:
    attributes, _, units = rest.partition("|")
    ours = _ours(reading, name)
    reading.ours |= ours is not None and not _comes_along(reading, ours)
    _exists(reading, name, attributes, ours)
    space = ours or reading.spaces.get(fold(name).replace(" ", "-"))
    space = space or Space(fold(name).replace(" ", "-"), name, reading.words.space_kind)
    reading.names[fold(name)] = space.id
    words = [w for w in re.split(r"[,\s]+", attributes.casefold()) if w]
    features: dict[str, Feature] = {}
    kind = _attributes(reading, space, words, features)
    owned = replace(space.sources, columns={**space.sources.columns, **dict.fromkeys(features, "owner")})
    printed = _printed(reading, space, kind or space.kind, known=ours is not None) | features
    reading.spaces[space.id] = replace(space, kind=kind or space.kind, features=printed, sources=owned)
    for number, unit in enumerate([u.strip() for u in units.split(",") if u.strip()], 1):
        _unit(reading, space.id, unit, number)


def _exists(reading: _Reading, name: str, attributes: str, ours: Space | None) -> None:
    """A space of a game of hexes is a hex of its map, a space of ours by name, or a box."""
    grid, wanted = reading.words.grid, fold(name)
    if grid is None or ours is not None or wanted in reading.board.spaces:
        return
    if set(re.split(r"[,\s]+", attributes.casefold())) & reading.words.space_kinds:
        return
    if grid.is_number(wanted) and reaches(reading.board, grid, wanted):
        return
    if grid.is_number(wanted) and not reading.ours:
        reading.beyond.append(wanted)
        return
    what = "hex" if grid.is_number(wanted) else "space"
    spoken = [*_named_spaces(reading.board)]
    hint = nearest(wanted, spoken) or "Hexes have their numbers as names; a place beside the map says box"
    raise MalformedAction(f"there is no {what} {name!r} on the map of {reading.game.title}", hint)


def _printed(reading: _Reading, space: Space, kind: str, *, known: bool) -> dict[str, Feature]:
    """What is printed on a space before the sketch adds to it: all is known of our map, nothing of others."""
    if isinstance(space.features, Said):
        return space.features
    if known or kind != reading.words.space_kind:
        return dict(space.features)
    return Said(space.features, reading.game.schema, space)


def _block(reading: _Reading, grid: HexGrid | LineGrid, name: str, rest: str) -> None:
    """Every hex from one corner of a block to the other."""
    try:
        first, last = (grid.split(part.strip()) for part in name.split(".."))
        lines, places = range(first[0], last[0] + 1), range(first[1], last[1] + 1)
        numbers = [grid.number(a, b) for a in lines for b in places]
    except ValueError as fault:
        raise MalformedAction(str(fault), "Write a block of hexes as 3002..3608: clear") from None
    if not 0 < len(numbers) <= _MOST_HEXES or "|" in rest:
        raise MalformedAction(
            f"{name} is no block of hexes", "Write the corner with the lower number first; units apart"
        )
    for number in numbers:
        _space(reading, number, rest)


def _ours(reading: _Reading, name: str) -> Space | None:
    """The space of our map that bears a name; single letters are always ad hoc, and so are hex numbers."""
    wanted = fold(name)
    if reading.words.grid is not None and reading.words.grid.is_number(wanted):
        return reading.board.spaces.get(wanted) if reading.ours else None
    return _named_spaces(reading.board).get(wanted) if len(wanted) > 2 else None


@functools.lru_cache(maxsize=8)
def _named_spaces(board: Board) -> Mapping[str, Space]:
    """Every name of a space, folded, with the first space that bears it."""
    found: dict[str, Space] = {}
    for space in board.spaces.values():
        for name in (space.name, space.id, *space.aliases):
            found.setdefault(fold(name), space)
    return found


def _attributes(reading: _Reading, space: Space, words: list[str], features: dict[str, Feature]) -> str:
    """Read who controls a space and what is printed there; the kind, where it is said."""
    kind, rest, known = "", iter(words), reading.words
    for word in rest:
        if word in known.space_facts:
            for item, value in known.space_facts[word]:
                reading.state(item, space.id, value, word)
        elif word in known.features:
            features.update([known.features[word]])
        elif "=" in word:
            reading.plain.append((word, space.id, OF_SPACE))
        elif word in known.space_kinds:
            kind = word
        elif word in known.feature_numbers:
            features[word] = _number(word, next(rest, ""))
        elif word in known.feature_texts:
            text = printed_word(known, reading.board, word, next(rest, ""))
            features[known.feature_items.get(word, word)] = text
        elif word not in known.idle:
            spoken = [*known.space_facts, *known.features, *known.feature_numbers, *known.feature_texts]
            hint = f"{nearest(word, spoken)} {known.hints['space']}".strip()
            raise MalformedAction(f"{word!r} says nothing of a space", hint)
    return kind


def _number(what: str, word: str) -> int:
    if not re.fullmatch(r"\+?[0-9]{1,9}", word):
        raise MalformedAction(f"{what} needs a number, not {word!r}")
    return int(word)


def _boundary(reading: _Reading, first: str, second: str, rest: str) -> None:
    words = [w for w in re.split(r"[,\s]+", rest.casefold()) if w]
    key, said = edge_id(first, second), reading.words
    _touch(reading, first, second)
    known = reading.board.edges.get(key) if reading.ours or said.grid is None else None
    known = known or Edge(min(first, second), max(first, second), "open")
    boundary, bridge, road, holder_of = known.boundary, known.bridge, known.road, "river"
    for word in words:
        if word in said.boundaries:
            boundary, bridge = said.boundaries[word], False
        elif word == "bridge":
            bridge, holder_of = True, "bridge"
        elif word in said.roads:
            road = said.roads[word]
        elif word in said.holders or (word == "destroyed" and holder_of == "bridge" and said.holders):
            reading.state(holder_of, key, word, word)
        elif "=" in word:
            reading.plain.append((word, key, OF_BOUNDARY))
        elif word not in said.idle:
            spoken = [*said.boundaries, *said.roads, *said.holders, "bridge"]
            hint = f"{nearest(word, spoken)} {said.hints['boundary']}".strip()
            raise MalformedAction(f"{word!r} says nothing of a boundary", hint)
    bridge = bridge or (bool(road) and "river" in boundary)  # a Road that crosses a River does so on a bridge
    reading.edges[key] = Edge(known.a, known.b, boundary, bridge, road=road)


def _touch(reading: _Reading, first: str, second: str) -> None:
    """Hexes share a side when their numbers say so, spaces of our map when the map does."""
    grid, board = reading.words.grid, reading.board
    if first == second:
        raise MalformedAction(f"{first!r} has no boundary with itself")
    if grid is not None and grid.is_number(first) and grid.is_number(second):
        apart = second not in grid.neighbours(first)
    else:
        apart = first in board.spaces and second in board.spaces and edge_id(first, second) not in board.edges
    if apart:
        names = " and ".join(board.name(space) for space in (first, second))
        near = (
            ", ".join(board.name(other) for _, other in board.neighbours(first))
            if first in board.spaces
            else ""
        )
        raise MalformedAction(f"{names} do not touch", f"{board.name(first)} touches {near}" if near else "")


def _unit(reading: _Reading, space: str, text: str, number: int) -> None:
    quoted = re.search(r"[\"'“”]([^\"'“”]+)[\"'“”]", text)
    name = quoted.group(1) if quoted else ""
    words = (text.replace(quoted.group(0), " ") if quoted else text).casefold().split()
    status = next((w for w in words if w in reading.game.statuses), None)
    if status is None:
        raise MalformedAction(f"{text!r}: add the status ({', '.join(reading.game.statuses)})")
    if words[0] in reading.words.nations:
        unit, rest = ad_hoc(reading.words, words, name, f"{space}-{number}", status)
    else:
        at = words.index(status)
        unit, rest = _known(reading, name or " ".join(words[:at])), words[at + 1 :]
    if unit.id in reading.pieces:
        raise MalformedAction(f"{unit.title} stands in {reading.pieces[unit.id].space} already")
    reading.pieces[unit.id] = Piece(unit, space, status)
    reading.histories.append((unit.id, [w for w in rest if w not in reading.game.statuses]))


def _known(reading: _Reading, name: str) -> Unit:
    uid = name.casefold().strip()
    if uid in reading.catalogue:
        return reading.catalogue[uid]
    scored = [(fits_unit(u, name), u) for u in reading.catalogue.values()]
    best = max((score for score, _ in scored), default=0)
    found = [u for score, u in scored if score == best and best]
    if len(found) != 1:
        which = ", ".join(u.title for u in found[:5]) or "none of ours"
        raise MalformedAction(f"{name!r} names {which}", "Describe it by value: ge inf 4-4-4 'name' fresh")
    return found[0]


def _history(reading: _Reading, uid: str, words: list[str]) -> None:
    """What a unit did before, in the words of the game: ``from A over bridge``, ``mandatory``, ``used 3``."""
    rest, known = iter(words), reading.words
    for word in rest:
        if "=" in word:
            reading.plain.append((word, uid, OF_UNIT))
        elif word in known.unit_spaces:
            value = next(rest, "")
            there = reading.names.get(fold(value)) or find_space(reading.board, value).id
            reading.facts.update(((item, uid), there) for item in known.unit_spaces[word])
        elif word in known.unit_words and not known.unit_words[word][1]:
            reading.plain.append((f"{known.unit_words[word][0]}={next(rest, '')}", uid, OF_UNIT))
        elif word in known.unit_words and (value := next(rest, "")) in known.unit_words[word][1]:
            reading.facts[known.unit_words[word][0], uid] = value
        elif word in known.unit_numbers:
            reading.facts[known.unit_numbers[word], uid] = _number(word, next(rest, ""))
        elif word in known.unit_flags:
            reading.facts[known.unit_flags[word], uid] = True
        else:
            raise MalformedAction(f"{word!r} says nothing of a unit", known.hints["unit"])


def _neighbours(reading: _Reading, ours: Board) -> dict[str, Edge]:
    """Hexsides between hexes of the sketch that our map does not give: nothing is printed on them."""
    grid, found = reading.words.grid, dict[str, Edge]()
    for number in reading.spaces if grid is not None else ():
        for other in grid.neighbours(number) if grid is not None and grid.is_number(number) else ():
            key = edge_id(number, other)
            if other in reading.spaces and key not in ours.edges:
                found[key] = Edge(min(number, other), max(number, other), "open")
    return found


@functools.lru_cache(maxsize=8)
def _boxes(board: Board) -> Board:
    """What stands beside any map."""
    return Board([s for s in board.spaces.values() if s.kind == "box"], [], filing=board.filing)


def _position(reading: _Reading) -> Position:
    board = reading.board
    if not reading.ours:
        board = _boxes(board)
    open_sides = _neighbours(reading, board)
    edges = {**open_sides, **reading.edges}
    for fault in reading.game.schema.faults(reading.options):
        raise MalformedAction(f"sketch: {fault}")
    implied = {key: told for key, told in reading.implied.items() if key not in reading.facts}
    board = board.changed(*reading.spaces.values(), *edges.values())
    notes = [*reading.notes, *supposed(implied), *beyond_the_map(reading.game.title, reading.beyond)]
    notes += bare_sides(open_sides.keys() - reading.edges.keys(), board)
    notes += overruled(reading.words.overruled, reading.facts, reading.pieces.values(), board)
    return Position(
        reading.game.slug,
        board,
        reading.game.schema,
        reading.pieces,
        {**reading.facts, **{key: value for key, (value, _) in implied.items()}},
        options=reading.options,
        unknown=reading.game.schema.items,
        notes=notes,
    )
