"""Which of our spaces a zone or region of another module is: by name, start, number and outline."""

from __future__ import annotations

import difflib
import functools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from adjudicator.saves.foreign.texts import load_words
from maps.board import fold
from module_builder.vassal.geometry import OFFBOARD
from module_builder.vassal.grids import RegionGrid, ZonedGrid
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from shapely import Polygon as Outline

    from adjudicator.saves.foreign.modules import TheirModule
    from maps.board import Board
    from maps.geometry import Geometry

__all__ = ["Guess", "Theirs", "match_place", "match_places", "their_places"]

_CLOSE, _SPELT = 0.82, 4
_OVERLAP, _SAME_OUTLINE = 0.05, 0.4
_FIT = 4
"""Places known by name from which an outline is laid over ours."""


@dataclass(frozen=True, slots=True)
class Guess:
    """What a place of another module may be of ours.

    Parameters
    ----------
    id
        Ours; empty where nothing fits, or several things fit equally.
    score
        1 for certain, 0 for none.
    why
        How it was found, or what stands against it.

    Examples
    --------
    >>> Guess("caen", 1.0, "same name").id
    'caen'
    """

    id: str
    score: float
    why: str


@dataclass(frozen=True, slots=True)
class Theirs:
    """A place of theirs.

    Parameters
    ----------
    name
        As reports show it.
    map
        Its window.
    outline
        Corners in pixels; none of a point.
    """

    name: str
    map: str
    outline: tuple[tuple[int, int], ...] = ()


def _words(text: str) -> list[str]:
    saints = load_words().table["places"]["saints"]
    return ["st" if word in saints else word for word in fold(text).split()]


def match_place(name: str, board: Board) -> Guess:
    """Find the space of ours that a place of another module is, by its name.

    Parameters
    ----------
    name
        Its location name.
    board
        Ours.

    Returns
    -------
    Guess

    Examples
    --------
    >>> from adjudicator.game import load
    >>> board = load("breakout-normandy").scenario("d-day").board
    >>> [match_place(n, board).id for n in ("Ste. Mère-Église", "Caen (German) 2", "Carenten", "Paris")]
    ['st-mere-eglise', 'caen', 'carentan', '']
    """
    fillers = load_words().table["places"]["fillers"]
    words = _words(name)
    bare = [w for w in words if w not in fillers and not w.isdigit()]
    exact, spelt = _names(board)
    for text, score, why in ((words, 1.0, "same name"), (bare, 0.9, "same name but for small words")):
        found = exact.get(" ".join(text), [])
        if text and len(found) == 1:
            return Guess(found[0], score, why)
    boxes = load_words().table["boxes"]
    box = next((i for i, signs in boxes.items() if i in board.spaces and set(signs) & set(words)), "")
    if box:
        return Guess(box, 0.6, "a box by its words")
    whole = " ".join(bare or words)
    if whole.isdigit() or len(whole) < 4:
        return Guess("", 0.0, "nothing like it")
    ratios = sorted(((_closest(whole, known), i) for i, known in spelt.items()), reverse=True)
    if ratios and ratios[0][0] >= _CLOSE and (len(ratios) == 1 or ratios[0][0] > ratios[1][0]):
        return Guess(ratios[0][1], ratios[0][0] * 0.8, "close name")
    return Guess("", 0.0, "nothing like it")


@functools.lru_cache(maxsize=4)
def _names(board: Board) -> tuple[Mapping[str, Sequence[str]], Mapping[str, frozenset[str]]]:
    """Spaces by their names, and the names of those that have more of a name than a number."""
    exact: dict[str, list[str]] = {}
    spelt: dict[str, frozenset[str]] = {}
    for space in board.spaces.values():
        names = frozenset(" ".join(_words(n)) for n in (space.name, space.id, *space.aliases))
        for name in names:
            exact.setdefault(name, []).append(space.id)
        if any(sum(c.isalpha() for c in name) >= _SPELT for name in names):
            spelt[space.id] = names
    return exact, spelt


def _closest(text: str, known: Iterable[str]) -> float:
    matcher = difflib.SequenceMatcher(b=text)
    best = 0.0
    for name in known:
        matcher.set_seq1(name)
        if matcher.real_quick_ratio() > best and matcher.quick_ratio() > best:
            best = max(best, matcher.ratio())
    return best


def their_places(module: TheirModule) -> list[Theirs]:
    """Zones and regions of a module, those whose hexes have names of their own left out.

    Parameters
    ----------
    module
        Theirs.

    Returns
    -------
    list of Theirs
        In the order of the file, each name once.
    """
    found: dict[str, Theirs] = {}
    for name, board_map in module.locator.maps.items():
        for lies in board_map.placed():
            grid = lies.board.grid
            zones = grid.zones if isinstance(grid, ZonedGrid) else ()
            for zone in zones:
                outline = tuple([(x + lies.x, y + lies.y) for x, y in zone.polygon.points])
                found.setdefault(zone.name, Theirs(zone.name, name, outline))
            background = grid.background if isinstance(grid, ZonedGrid) else grid
            for regions in (background, *(zone.grid for zone in zones)):
                for region in regions.regions if isinstance(regions, RegionGrid) else ():
                    at = (region.x + lies.x, region.y + lies.y)
                    said = module.locator.location(name, *at)
                    found.setdefault(said, Theirs(said, name, (at,)))
        for deck in board_map.decks:
            found.setdefault(deck.name, Theirs(deck.name, name))
    found.pop("", None)
    found.pop(OFFBOARD, None)
    return list(found.values())


def match_places(
    theirs: Sequence[Theirs],
    board: Board,
    geometry: Geometry,
    starts: Mapping[str, Sequence[frozenset[str]]] | None = None,
) -> dict[str, Guess]:
    """Find our space for each place of another module.

    Parameters
    ----------
    theirs
        From `their_places`.
    board, geometry
        Ours.
    starts
        Name of theirs -> of each unit known to start there, where it starts with us.

    Returns
    -------
    dict
        Name -> guess.
    """
    found = {place.name: match_place(place.name, board) for place in theirs}
    found |= _by_starts(found, starts or {})
    found |= _by_outline(theirs, found, board, geometry)
    return _once(found)


def _by_starts(
    found: Mapping[str, Guess], starts: Mapping[str, Sequence[frozenset[str]]]
) -> dict[str, Guess]:
    """Places without a like name, by the units that start there: two or more of them, and most of all."""
    given = {guess.id for guess in found.values() if guess.id}
    more: dict[str, Guess] = {}
    for name, spaces in starts.items():
        if name not in found or found[name].id:
            continue
        tally = Counter(space for some in spaces for space in some if space not in given)
        ranked = tally.most_common(2)
        if ranked and ranked[0][1] >= 2 and (len(ranked) == 1 or ranked[0][1] > ranked[1][1] + 1):
            space, votes = ranked[0]
            more[name] = Guess(space, 0.6 + 0.3 * votes / len(spaces), f"{votes} units that start there")
    return more


def _by_outline(
    theirs: Sequence[Theirs], found: Mapping[str, Guess], board: Board, geometry: Geometry
) -> dict[str, Guess]:
    """Lay their outlines over ours by the places known so far, and see what covers what."""
    import shapely

    ours = {i: shapely.Polygon(a.polygon).buffer(0) for i, a in geometry.areas.items() if len(a.polygon) > 2}
    outlines = {t.name: t for t in theirs if len(t.outline) > 2}
    pairs = [(n, g.id) for n, g in found.items() if g.score >= 0.8 and g.id in ours and n in outlines]
    if len({our for _, our in pairs}) < _FIT:
        return {}
    shapes = {name: shapely.Polygon(t.outline).buffer(0) for name, t in outlines.items()}
    fitted = _fitted([(_middle(shapes[n]), _middle(ours[our])) for n, our in pairs], shapes)
    more: dict[str, Guess] = {}
    given = {our for _, our in pairs}
    numbers = {i: str(board.spaces[i]["number"]) for i in ours if board.spaces[i]["number"] is not None}
    for name, shape in fitted.items():
        guess = found[name]
        if guess.id in ours:
            if guess.score < 0.99 and _share(shape, ours[guess.id]) < _OVERLAP:
                more[name] = Guess("", 0.0, f"{guess.why}: {board.name(guess.id)}, but it lies elsewhere")
            continue
        if guess.id:
            continue
        ranked = sorted(((_share(shape, o), i) for i, o in ours.items() if i not in given), reverse=True)[:2]
        if not ranked or ranked[0][0] < _OVERLAP:
            continue
        share, our = ranked[0]
        number = numbers.get(our) in _words(name)
        clear = len(ranked) < 2 or share > 1.5 * ranked[1][0]
        if clear and (share >= _SAME_OUTLINE or (number and share >= 2 * _OVERLAP)):
            why = f"outline covers {share:.0%} of both" + (", same number" if number else "")
            more[name] = Guess(our, min(0.95, 0.4 + share / 2 + 0.2 * number), why)
    return more


def _middle(shape: Outline) -> tuple[float, float]:
    return shape.centroid.x, shape.centroid.y


def _fitted(
    pairs: Sequence[tuple[tuple[float, float], tuple[float, float]]], shapes: Mapping[str, Outline]
) -> dict[str, Outline]:
    """Their outlines in our pixels, by the affine map that lays the known middles best on each other."""
    import numpy as np
    import shapely

    left = np.array([[x, y, 1.0] for (x, y), _ in pairs])
    right = np.array([our for _, our in pairs])
    matrix, *_ = np.linalg.lstsq(left, right, rcond=None)

    def moved(points: np.ndarray) -> np.ndarray:
        laid: np.ndarray = np.c_[points, np.ones(len(points))] @ matrix
        return laid

    return {name: shapely.transform(shape, moved).buffer(0) for name, shape in shapes.items()}


def _share(one: Outline, other: Outline) -> float:
    """How much of both together both cover."""
    if not one.intersects(other):
        return 0.0
    both = one.intersection(other).area
    return float(both / (one.area + other.area - both))


def _once(found: Mapping[str, Guess]) -> dict[str, Guess]:
    """A space that several places claim by outline or start goes to the surest; names may repeat it."""
    best: dict[str, float] = {}
    for guess in found.values():
        best[guess.id] = max(best.get(guess.id, 0.0), guess.score)
    kept = {}
    for name, guess in found.items():
        weaker = (
            guess.id and not guess.why.startswith(("same name", "a box")) and guess.score < best[guess.id]
        )
        kept[name] = Guess("", 0.0, f"{guess.why}, but another place fits better") if weaker else guess
    return kept
