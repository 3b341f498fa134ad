"""An adapter proposed for another module: units, places, grids and layers matched together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from adjudicator.saves.foreign.grids import (
    Axial,
    HexRule,
    TheirGrid,
    agreeing,
    rule_of_three,
    their_grids,
    voted,
)
from adjudicator.saves.foreign.likeness import Known, Piece, piece_of
from adjudicator.saves.foreign.places import Guess, match_places, their_places
from adjudicator.saves.foreign.statuses import Turning, turning_layers
from adjudicator.saves.foreign.texts import read_text
from adjudicator.saves.foreign.units import Match, match_units
from adjudicator.saves.ground import geometry_file
from counters.catalog import load_units
from maps.board import fold
from maps.geometry import load_geometry
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.game import Game
    from adjudicator.position import Position
    from adjudicator.saves.foreign.modules import Counter, Start, TheirModule
    from counters.units import Unit
    from maps.geometry import Geometry

__all__ = ["Laid", "Proposal", "propose"]

_CROWD = 25
"""Units that start in one space from which it says nothing about any of them."""
_LIKE_UNITS = 0.5
_VOTES, _AGREED, _CLEARLY = 8, 0.5, 1.25
_RUNNING = 0.6


@dataclass(frozen=True, slots=True)
class Laid:
    """A grid of theirs, and how it lies on our hexes.

    Parameters
    ----------
    grid
        Theirs.
    known
        Three hexes of theirs and ours from which the rest follows; none where nothing tells.
    score, why
        How sure that is, and from what.
    rule
        The rule.
    """

    grid: TheirGrid
    known: Mapping[str, str]
    score: float
    why: str
    rule: HexRule | None = None


@dataclass(frozen=True)
class Proposal:
    """What a module is of a game of ours, as far as can be told.

    Parameters
    ----------
    game, module
        Ours and theirs.
    start
        The set-up of ours that places are held against.
    units
        Every unit of ours.
    matches
        Key of each piece -> what it may be.
    turned
        gpid of what a piece is replaced by -> its unit and status.
    places
        Name of each place -> our space.
    grids
        Hex grids.
    layers
        What turns a counter over.
    likely
        Keys of pieces without a unit that look like units.
    """

    game: Game
    module: TheirModule
    start: Position
    units: Mapping[str, Unit]
    matches: Mapping[str, Match]
    turned: Mapping[str, tuple[str, str]]
    places: Mapping[str, Guess]
    grids: Sequence[Laid]
    layers: Sequence[Turning]
    likely: frozenset[str]

    @property
    def found(self) -> set[str]:
        """Units that some piece is."""
        return {uid for match in self.matches.values() for uid in match.units}


class _Ground:
    """What matching knows of our side."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.start = game.scenario(next(iter(game.scenarios)))
        self.board = self.start.board
        self.geometry: Geometry = load_geometry(geometry_file(game.slug))
        self.statuses = game.statuses
        crowds = {s for s in self.start.occupied() if len(self.start.units_in(s)) > _CROWD}
        known = set(self.board.spaces) - crowds
        self.printed = load_units(game.slug)
        self.units = [Known(unit, self._starts(unit) & known) for unit in self.printed.values()]
        self.known = {k.unit.id: k for k in self.units}
        hexes = self.geometry.hexes
        ids = [s.id for s in self.board.spaces.values() if s.kind == "hex"] if hexes is not None else []
        self.axial: dict[str, Axial] = {i: hexes.grid.axial(i) for i in ids} if hexes is not None else {}
        self.hex_at = {at: i for i, at in self.axial.items()}

    def _starts(self, unit: Unit) -> frozenset[str]:
        piece = self.start.pieces.get(unit.id)
        return frozenset(unit.entry) | ({piece.space} if piece is not None else frozenset())


def propose(
    module: TheirModule, game: Game, known: Mapping[str, Mapping[str, str]] | None = None
) -> Proposal:
    """Propose an adapter.

    Parameters
    ----------
    module
        Theirs.
    game
        The game of ours that it plays.
    known
        Grid -> hexes of theirs and ours that somebody named.

    Returns
    -------
    Proposal
    """
    ground = _Ground(game)
    matches = _matched(module, ground, {})
    theirs, grids = their_places(module), their_grids(module.locator)
    finder = _Finder(module, ground, grids)
    starts = finder.named_starts(matches)
    places = match_places(theirs, ground.board, ground.geometry, starts)
    laid = (
        [finder.laid(grid, matches, (known or {}).get(grid.key, {})) for grid in grids]
        if ground.axial
        else []
    )
    spaces = finder.spaces(places, laid)
    if spaces:
        matches = _matched(module, ground, spaces)
        places = match_places(theirs, ground.board, ground.geometry, finder.named_starts(matches))
        laid = [lay if lay.rule else finder.laid(lay.grid, matches, {}) for lay in laid]
    matches, turned = _turned(module, matches, ground)
    counters = {c.key: c for c in module.counters}
    units = [counters[key] for key, match in matches.items() if match.units]
    likely = _likely(module, matches)
    layers = turning_layers(units, game.statuses)
    return Proposal(game, module, ground.start, ground.printed, matches, turned, places, laid, layers, likely)


# --- units -------------------------------------------------------------------------------------------------


def _matched(module: TheirModule, ground: _Ground, spaces: Mapping[str, frozenset[str]]) -> dict[str, Match]:
    """Match by names first, what is left by image files, then by what the markers say."""
    found: dict[str, Match] = {}
    rest = list(module.counters)
    free = list(ground.units)
    for by in ("name", "image", "bare", "marks"):
        if by in {"image", "bare"} and _running(rest):
            continue
        pieces = [piece_of(c, ground.statuses, by=by) for c in rest]
        pieces = [
            _at(p, spaces.get(p.key, frozenset()))
            for p in pieces
            if p.text.numbers or p.text.names or p.text.arms
        ]
        matches = match_units(pieces, free)
        for key, match in matches.items():
            if match.units or key not in found or (match.near and not found[key].near):
                how = f"{match.why} (by its {_BY[by]})" if by != "name" and match.units else match.why
                found[key] = Match(match.units, match.confidence, how, match.status, match.near)
        taken = {uid for match in matches.values() for uid in match.units}
        rest = [c for c in rest if not (c.key in matches and matches[c.key].units)]
        free = [known for known in free if known.unit.id not in taken]
    for counter in rest:
        found.setdefault(counter.key, Match((), 0.0, "nothing like it"))
    return {c.key: found[c.key] for c in module.counters}


_BY = {"image": "picture's name", "bare": "picture's name", "marks": "markers"}


def _at(piece: Piece, spaces: frozenset[str]) -> Piece:
    return Piece(piece.key, piece.text, piece.about, piece.nations, piece.status, spaces)


def _running(counters: Sequence[Counter]) -> bool:
    """Whether picture files are named by running numbers, which say nothing."""
    stems = [re.sub(r"\d+", "#", c.pictures[0]) for c in counters if c.pictures]
    return (
        bool(stems) and max(map(stems.count, set(stems[:400]))) >= _RUNNING * len(stems) and "#" in stems[0]
    )


def _turned(
    module: TheirModule, matches: Mapping[str, Match], ground: _Ground
) -> tuple[dict[str, Match], dict[str, tuple[str, str]]]:
    """What pieces are replaced by: the other side of the same unit."""
    found, turned = dict(matches), {}
    keys = {gpid: c.key for c in module.counters for gpid in c.gpids}
    behind: set[str] = set()
    for counter in module.counters:
        match = found[counter.key]
        for gpid in counter.turns_to if len(match.units) == 1 and counter.key not in behind else ():
            other = keys.get(gpid)
            status = ground.statuses[1]
            if other is not None and other != counter.key:
                behind.add(other)
                if not match.status:
                    found[other] = Match(match.units, match.confidence, f"replaces {counter.called}", status)
            elif other is None and not match.status:
                turned[gpid] = match.units[0], status
    return found, turned


def _likely(module: TheirModule, matches: Mapping[str, Match]) -> frozenset[str]:
    """Pieces without a unit that look like units: by their factors, or because they lie among units."""
    among: dict[tuple[str, ...], list[bool]] = {}
    for counter in module.counters:
        for group in _groups(counter):
            among.setdefault(group, []).append(bool(matches[counter.key].units))
    share = {group: sum(flags) / len(flags) for group, flags in among.items()}
    found = set()
    for counter in module.counters:
        match = matches[counter.key]
        if match.units:
            continue
        groups = list(_groups(counter))
        near = any(share[group] >= _LIKE_UNITS for group in groups)
        factors = bool(read_text(counter.name or counter.entry).factors)
        if factors or near or (match.near and not groups):
            found.add(counter.key)
    return frozenset(found)


def _groups(counter: Counter) -> Iterable[tuple[str, ...]]:
    if counter.path:
        yield ("list", *counter.path)
    for prototype in counter.prototypes:
        yield ("prototype", prototype)


# --- where things start ------------------------------------------------------------------------------------


class _Finder:
    """Where pieces of theirs start, by place and by hex."""

    def __init__(self, module: TheirModule, ground: _Ground, grids: Sequence[TheirGrid]) -> None:
        self._module, self._ground, self._grids = module, ground, grids
        self._named = {c.key: frozenset(map(self._location, c.starts)) for c in module.counters if c.starts}

    def _location(self, start: Start) -> str:
        if start.location:
            return start.location
        zone = self._module.locator.zone(start.map, start.x, start.y)
        return zone or self._module.locator.location(start.map, start.x, start.y)

    def named_starts(self, matches: Mapping[str, Match]) -> dict[str, list[frozenset[str]]]:
        """Name of a place -> for each unit that starts there alone, where it starts with us."""
        found: dict[str, list[frozenset[str]]] = {}
        for key, names in self._named.items():
            match = matches[key]
            if len(names) == 1 and len(match.units) == 1 and match.confidence >= 0.7:
                spaces = self._ground.known[match.units[0]].spaces
                if spaces:
                    found.setdefault(next(iter(names)), []).append(spaces)
        return found

    def _at(self, grid: TheirGrid, start: Start) -> Axial | None:
        if start.map != grid.map:
            return None
        return grid.named.get(fold(start.location)) if start.location else grid.at(start.x, start.y)

    def _pairs(self, grid: TheirGrid, matches: Mapping[str, Match]) -> list[tuple[Axial, list[Axial]]]:
        """Hexes where units start in both."""
        found = []
        axial = self._ground.axial
        for counter in self._module.counters:
            match = matches[counter.key]
            if len(match.units) == 1 and match.confidence >= 0.6:
                ours = [axial[s] for s in self._ground.known[match.units[0]].spaces if s in axial]
                theirs = {at for start in counter.starts if (at := self._at(grid, start)) is not None}
                if ours and len(theirs) == 1:
                    found.append((theirs.pop(), ours))
        return found

    def laid(self, grid: TheirGrid, matches: Mapping[str, Match], known: Mapping[str, str]) -> Laid:
        """How a grid lies on our hexes."""
        axial = self._ground.axial
        if known:
            pairs = [(grid.named[fold(t)], axial[o]) for t, o in known.items() if fold(t) in grid.named]
            rule = rule_of_three(pairs)
            if rule is not None:
                return Laid(grid, dict(known), 1.0, "as you said", rule)
        pairs_at_start = self._pairs(grid, matches)
        best = voted(pairs_at_start) if len(pairs_at_start) >= _VOTES else []
        same = self._same_numbers(grid)
        if same is not None:
            share = agreeing(same, pairs_at_start)
            if not best or share >= 0.8 * best[0][0]:
                why = "same numbers" + (f", and {share:.0%} of set-up hexes agree" if best else "")
                return self._three(grid, same, 0.95 if best and share >= _AGREED else 0.6, why)
        if best and best[0][0] >= _AGREED and (len(best) < 2 or best[0][0] >= _CLEARLY * best[1][0]):
            why = f"{best[0][0]:.0%} of {len(pairs_at_start)} units start where they start with us"
            return self._three(grid, best[0][1], min(0.95, best[0][0]), why)
        return Laid(grid, {}, 0.0, "nothing tells how it lies on ours: name three hexes, not in one line")

    def _same_numbers(self, grid: TheirGrid) -> HexRule | None:
        """The rule by which equal numbers are equal hexes, if one does."""
        ours: dict[str, Axial] = {}
        for id_, at in self._ground.axial.items():
            ours[fold(id_)] = at
            ours.setdefault("".join(c for c in id_ if c.isdigit()), at)
        pairs = [(at, ours[name]) for name, at in grid.named.items() if name in ours]
        if len(pairs) < max(3, len(grid.named) // 4):
            return None
        far = sorted(pairs, key=lambda pair: pair[0])
        corners = [far[0], far[-1], *(far[len(far) * n // 7] for n in range(1, 7))]
        for three in combinations(corners, 3):
            rule = rule_of_three(three)
            if rule is not None and sum(rule.ours(t) == o for t, o in pairs) >= 0.9 * len(pairs):
                return rule
        return None

    def _three(self, grid: TheirGrid, rule: HexRule, score: float, why: str) -> Laid:
        """Three hexes far apart, those with names if there are any, from which the rule follows."""
        board = self._ground.board
        both = [(n, self._ground.hex_at[rule.ours(at)]) for at, n in grid.names.items()
                if rule.ours(at) in self._ground.hex_at]  # fmt: skip
        named = [pair for pair in both if len(board.name(pair[1]).split()) > 1]
        for pairs in (named, both):
            step = max(1, len(pairs) // 24)
            chosen = max(combinations(pairs[::step], 3), key=lambda t: _spread(t, grid), default=())
            if chosen and _spread(chosen, grid) > 0:
                return Laid(grid, dict(chosen), score, why, rule)
        return Laid(grid, {}, 0.0, "it lies outside of our map")

    def spaces(self, places: Mapping[str, Guess], laid: Sequence[Laid]) -> dict[str, frozenset[str]]:
        """Key of a piece -> our spaces where it starts."""
        found: dict[str, frozenset[str]] = {}
        for counter in self._module.counters:
            names = self._named.get(counter.key, ())
            spaces = {places[n].id for n in names if n in places and places[n].score >= 0.7}
            for lay in laid:
                for start in counter.starts if lay.rule is not None and lay.score >= 0.6 else ():
                    at = self._at(lay.grid, start)
                    if at is not None and lay.rule is not None:
                        spaces.add(self._ground.hex_at.get(lay.rule.ours(at), ""))
            if spaces - {""}:
                found[counter.key] = frozenset(spaces - {""})
        return found


def _spread(three: Sequence[tuple[str, str]], grid: TheirGrid) -> int:
    """Twice the surface between three hexes."""
    (aq, ar), (bq, br), (cq, cr) = (grid.named[fold(name)] for name, _ in three)
    return abs((bq - aq) * (cr - ar) - (cq - aq) * (br - ar))
