"""A board as one graph: spaces, and the edges between them. Area or hex makes no difference here."""

from __future__ import annotations

import functools
import itertools
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any, Self, TypeVar

from maps.compiled import columns_of, compiled, ingredients, poured
from maps.filing import OURS, Filing
from maps.games import home_of
from maps.loader import Sources
from module_builder.vassal.values import dataclass

__all__ = ["Board", "Edge", "Feature", "Space", "board_of", "edge_id", "fold", "folded", "kept_board"]

Feature = str | int | bool | None
_NO_SOURCE = Sources("owner", {})
_WORD = re.compile("[a-z0-9]+")
_GAP = re.compile("[^a-z0-9\n]+")
_B = TypeVar("_B", bound="Board")
_HERE = Path(__file__).parent
_CODE = ("board.py", "compiled.py", "lattice.py", "linegrid.py", "loader.py")
_OWN_CODE = ("board.py", "grid.py")
_ALIVE: Mapping[str, Callable[[Any], Any]] = {"aliases": tuple, "sources": lambda parts: Sources(*parts)}


@functools.lru_cache(maxsize=1 << 16)
def fold(text: str) -> str:
    """Fold case, accents and punctuation away, as names are compared.

    Parameters
    ----------
    text
        Any name.

    Returns
    -------
    str
        Lower-case words joined by single blanks.

    Examples
    --------
    >>> fold("Sainte-Mère-Église"), fold("Pont L'Abbe")
    ('sainte mere eglise', 'pont labbe')
    """
    plain = text.replace("'", "").replace("\u2019", "")
    if not plain.isascii():
        plain = "".join(c for c in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(c))
    return " ".join(_WORD.findall(plain.casefold()))


def folded(names: Iterable[str]) -> list[str]:
    """Fold many names at once.

    Parameters
    ----------
    names
        Each of one line.

    Returns
    -------
    list of str
        Of each what `fold` makes of it.

    Examples
    --------
    >>> folded(["Sainte-Mère-Église", "Pont L'Abbe"])
    ['sainte mere eglise', 'pont labbe']
    """
    plain = [name if name.isascii() else fold(name) for name in names]
    lines = "\n".join([*plain, ""]).replace("'", "").casefold()
    return [line.strip() for line in _GAP.sub(" ", lines).split("\n")[:-1]]


def edge_id(a: str, b: str) -> str:
    """Name the pair of two spaces, whatever their order.

    Parameters
    ----------
    a, b
        Ids of spaces.

    Returns
    -------
    str

    Examples
    --------
    >>> edge_id("valognes", "pont-labbe")
    'pont-labbe/valognes'
    """
    return f"{a}/{b}" if a < b else f"{b}/{a}"


@dataclass(frozen=True, slots=True)
class Space:
    """An Area, Zone, hex or box.

    Parameters
    ----------
    id
        Stable slug.
    name
        As printed.
    kind
        ``area``, ``zone``, ``approach``, ``hex``, ``box`` ...
    features
        What is printed there; a feature that is not in the mapping is not known.
    aliases
        Other spellings.
    sources
        Source of each feature.

    Examples
    --------
    >>> Space("utah-beach", "Utah Beach", "area", {"tem": 1})["tem"]
    1
    """

    id: str
    name: str
    kind: str
    features: Mapping[str, Feature] = field(default_factory=dict)
    aliases: tuple[str, ...] = ()
    sources: Sources = _NO_SOURCE

    def __getitem__(self, feature: str) -> Feature:
        return self.features.get(feature)


@dataclass(frozen=True, slots=True)
class Edge:
    """The boundary that two adjacent spaces share.

    Parameters
    ----------
    a, b
        Ids of the spaces; `a` sorts before `b`.
    boundary
        Kind of boundary, in the words of the game.
    bridge
        Whether a bridge is printed on it.
    sources
        Source of each of these.
    road
        Kind of road that crosses it, in the words of the game; empty without one.

    Examples
    --------
    >>> edge = Edge("pont-labbe", "valognes", "river", bridge=True)
    >>> edge.id, edge.other("valognes")
    ('pont-labbe/valognes', 'pont-labbe')
    """

    a: str
    b: str
    boundary: str
    bridge: bool = False
    sources: Sources = _NO_SOURCE
    road: str = ""

    @property
    def id(self) -> str:
        """Id of the pair, as `edge_id` makes it."""
        return edge_id(self.a, self.b)

    def other(self, space: str) -> str:
        """The space on the other side.

        Parameters
        ----------
        space
            Id of one of the two.

        Returns
        -------
        str

        Examples
        --------
        >>> Edge("a", "b", "open").other("a")
        'b'
        """
        return self.b if space == self.a else self.a


def _in_order(pairs: Iterable[tuple[Edge, str]]) -> tuple[tuple[Edge, str], ...]:
    """Edges of a space with the space on the other side, sorted by id."""
    return tuple(sorted(pairs, key=lambda pair: pair[1]))


class Board:
    """Spaces and edges, with the neighbours of each space in a fixed order.

    Parameters
    ----------
    spaces
        The spaces, in printed order.
    edges
        The edges, each once.
    filing
        Where the values that belong to it are read from: our files, or an owner's overlay.

    Examples
    --------
    >>> board = Board([Space("a", "A", "area"), Space("b", "B", "area")], [Edge("a", "b", "open")])
    >>> [other for edge, other in board.neighbours("a")]
    ['b']
    """

    __slots__ = ("_neighbours", "altered", "before", "edges", "filing", "spaces")

    as_filed = False
    """Whether it holds exactly what the files of its game and overlay say, so that those stand for it."""

    def __init__(self, spaces: Iterable[Space], edges: Iterable[Edge], *, filing: Filing = OURS) -> None:
        self.filing = filing
        self.before: Board | None = None
        self.altered: frozenset[str] = frozenset()
        self.spaces: Mapping[str, Space] = {s.id: s for s in spaces}
        self.edges: Mapping[str, Edge] = {e.id: e for e in edges}
        around: dict[str, list[tuple[Edge, str]]] = {s: [] for s in self.spaces}
        for edge in self.edges.values():
            around[edge.a].append((edge, edge.b))
            around[edge.b].append((edge, edge.a))
        self._neighbours = {s: _in_order(pairs) for s, pairs in around.items()}

    def form(self) -> dict[str, Any]:
        """Everything that is printed as plain data, for `of_form`."""
        places = {id_: number for number, id_ in enumerate(self.spaces)}
        lines = {id_: number for number, id_ in enumerate(self.edges)}
        around = [
            [2 * lines[edge.id] + (other == edge.a) for edge, other in self._neighbours[s]] for s in places
        ]
        edges = list(self.edges.values())
        return {
            "spaces": columns_of(list(self.spaces.values()), Space.__match_args__),
            "edges": columns_of(edges, [name for name in Edge.__match_args__ if name not in {"a", "b"}]),
            "ends": [[places[edge.a] for edge in edges], [places[edge.b] for edge in edges]],
            "around": [list(itertools.chain.from_iterable(around)), list(map(len, around))],
        }

    @classmethod
    def of_form(cls, form: Mapping[str, Any], filing: Filing) -> Self:
        """The board that gave a form.

        Parameters
        ----------
        form
            As `form` gives it.
        filing
            Of the board.

        Returns
        -------
        Board

        Examples
        --------
        >>> board = Board([Space("a", "A", "area"), Space("b", "B", "area")], [Edge("a", "b", "open")])
        >>> Board.of_form(board.form(), OURS).neighbours("b") == board.neighbours("b")
        True
        """
        spaces = poured(Space, form["spaces"], _ALIVE)
        ids = [space.id for space in spaces]
        ends = [list(map(ids.__getitem__, numbers)) for numbers in form["ends"]]
        edges = poured(Edge, {"a": ends[0], "b": ends[1], **form["edges"]}, _ALIVE)
        pairs: list[Any] = [None] * (2 * len(edges))
        pairs[::2], pairs[1::2] = zip(edges, ends[1], strict=True), zip(edges, ends[0], strict=True)
        order, counts = form["around"]
        beside = iter([pairs[number] for number in order])
        new = cls.__new__(cls)
        new.filing, new.before, new.altered = filing, None, frozenset()
        new.spaces = dict(zip(ids, spaces, strict=True))
        new.edges = dict(zip(map("/".join, zip(*ends, strict=True)), edges, strict=True))
        new._neighbours = {s: tuple(itertools.islice(beside, n)) for s, n in zip(ids, counts, strict=True)}
        return new

    def changed(self, *parts: Space | Edge) -> Board:
        """The board with some spaces and edges printed otherwise, or added; everything else is shared.

        The new board knows this one as `before`, and as `altered` the spaces for which what was worked out
        from this one does not hold: those of the parts, and the neighbours of a space.

        Parameters
        ----------
        *parts
            Each takes the place of the space or edge of its id.

        Returns
        -------
        Board

        Examples
        --------
        >>> board = Board([Space("a", "A", "area"), Space("b", "B", "area")], [Edge("a", "b", "open")])
        >>> board.changed(Edge("a", "b", "river")).neighbours("a")[0][0].boundary
        'river'
        """
        new = Board.__new__(Board)
        new.filing, new.before = self.filing, self
        new.spaces, new.edges, new._neighbours = self.spaces, self.edges, self._neighbours
        spaces = {p.id: p for p in parts if isinstance(p, Space)}
        edges = {p.id: p for p in parts if isinstance(p, Edge)}
        if spaces:
            new.spaces = {**self.spaces, **spaces}
        if edges or spaces.keys() - self.spaces.keys():
            new.edges = {**self.edges, **edges}
            around = {**self._neighbours, **dict.fromkeys(spaces.keys() - self.spaces.keys(), ())}
            for edge in edges.values():
                for end in (edge.a, edge.b):
                    rest = [pair for pair in around[end] if pair[0].id != edge.id]
                    around[end] = _in_order([*rest, (edge, edge.other(end))])
            new._neighbours = around
        ends = {end for edge in edges.values() for end in (edge.a, edge.b)}
        near = {other for space in spaces for _, other in new._neighbours[space]}
        new.altered = frozenset({*spaces, *near, *ends})
        return new

    def neighbours(self, space: str) -> tuple[tuple[Edge, str], ...]:
        """Edges of a space with the space on the other side, sorted by id.

        Parameters
        ----------
        space
            Id of a space.

        Returns
        -------
        tuple of (Edge, str)

        Examples
        --------
        >>> Board([Space("a", "A", "area")], []).neighbours("a")
        ()
        """
        return self._neighbours[space]

    def edge(self, a: str, b: str) -> Edge | None:
        """The edge between two spaces, or None when they are not adjacent.

        Parameters
        ----------
        a, b
            Ids of spaces.

        Returns
        -------
        Edge or None

        Examples
        --------
        >>> Board([], []).edge("a", "b") is None
        True
        """
        return self.edges.get(edge_id(a, b))

    def name(self, space: str) -> str:
        """Printed name of a space (its id when the board has no such space).

        Parameters
        ----------
        space
            Id of a space.

        Returns
        -------
        str

        Examples
        --------
        >>> Board([Space("a", "St. Lo", "area")], []).name("a")
        'St. Lo'
        """
        known = self.spaces.get(space)
        return known.name if known else space


def kept_board(
    cls: type[_B], read: Callable[[Path, Path, Filing], _B], spaces: Path, edges: Path, filing: Filing
) -> _B:
    """A board as its files print it: read, or from the form that was compiled of them.

    Parameters
    ----------
    cls
        Its class.
    read
        Reads and checks the two files.
    spaces, edges
        The files; those of an owner are always read.
    filing
        Of the board.

    Returns
    -------
    Board

    Raises
    ------
    DataError
        As `read`.
    """
    own = [path for path in map(spaces.with_name, _OWN_CODE) if path.exists()]
    made_of = ingredients([spaces, edges], [*own, *map(_HERE.joinpath, _CODE)])
    if made_of is None:
        return read(spaces, edges, filing)
    found: list[_B] = []

    def make() -> dict[str, Any]:
        found.append(read(spaces, edges, filing))
        return found[0].form()

    form = compiled(made_of, make)
    return found[0] if found else cls.of_form(form, filing)


def board_of(game: str, overlay: Path | None = None) -> Board:
    """The board of a game as it is printed.

    Parameters
    ----------
    game
        Slug.
    overlay
        Folder with an owner's corrections, or None.

    Returns
    -------
    Board

    Raises
    ------
    DataError
        A file, row or cell is wrong.

    Examples
    --------
    >>> board_of("june-six").name("e2640")
    'E2640 Sword'
    """
    board: Board = home_of(game).module("maps", "board").load_board(overlay)
    return board
