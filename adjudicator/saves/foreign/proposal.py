"""An adapter proposed for another module: units, places, grids and layers matched together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from itertools import combinations
from typing import TYPE_CHECKING, Any

from adjudicator.errors import DataError
from adjudicator.saves.foreign.grids import (
    Axial,
    HexRule,
    TheirGrid,
    agreeing,
    known_rule,
    rule_of_three,
    their_grids,
    voted,
)
from adjudicator.saves.foreign.ours import Ours
from adjudicator.saves.foreign.places import Guess, match_places, their_places
from adjudicator.saves.foreign.rounds import likely_units, matched
from adjudicator.saves.foreign.statuses import Turning, turning_layers
from adjudicator.saves.foreign.units import Match
from maps.board import fold
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.game import Game
    from adjudicator.position import Position
    from adjudicator.saves.foreign.modules import Start, TheirModule
    from counters.units import Unit

__all__ = ["AS_SAID", "Laid", "Proposal", "laid_by", "propose"]

AS_SAID = "as you said"
"""Reason of what somebody gave now."""

_VOTES, _AGREED, _CLEARLY = 8, 0.5, 1.25


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
    agree, tried
        How many units of the set-up start where the rule has them start, and how many were asked.
    """

    grid: TheirGrid
    known: Mapping[str, str]
    score: float
    why: str
    rule: HexRule | None = None
    agree: int = 0
    tried: int = 0


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
    spaces
        Key of a piece -> our spaces where it starts, as far as places and grids tell.
    own
        Tables of an adapter that nobody can propose: what is ignored, what markers say, what is assumed.
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
    spaces: Mapping[str, frozenset[str]] = field(default_factory=dict)
    own: Mapping[str, Any] = field(default_factory=dict)

    @property
    def found(self) -> set[str]:
        """Units that some piece is."""
        return {uid for match in self.matches.values() for uid in match.units}


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
    ground = Ours(game)
    matches = matched(module, ground, {})
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
        matches = matched(module, ground, spaces)
        places = match_places(theirs, ground.board, ground.geometry, finder.named_starts(matches))
        laid = [lay if lay.rule else finder.laid(lay.grid, matches, {}) for lay in laid]
    laid = [finder.counted(lay, matches) for lay in laid]
    matches, turned = _turned(module, matches, ground)
    counters = {c.key: c for c in module.counters}
    units = [counters[key] for key, match in matches.items() if match.units]
    likely = likely_units(module, matches)
    layers = turning_layers(units, game.statuses)
    parts = (matches, turned, places, laid, layers, likely, spaces)
    return Proposal(game, module, ground.start, ground.printed, *parts)


def laid_by(found: Proposal, grid: str, known: Mapping[str, str], why: str) -> Laid:
    """A grid laid on our hexes by hexes that somebody knows.

    Parameters
    ----------
    found
        What is proposed.
    grid
        Its key.
    known
        Name of a hex of theirs -> id of ours.
    why
        Who says so.

    Returns
    -------
    Laid

    Raises
    ------
    DataError
        No such grid or hex; fewer than three; they lie in one line or contradict each other.
    """
    theirs = next((lay.grid for lay in found.grids if lay.grid.key == grid), None)
    if theirs is None:
        names = ", ".join(lay.grid.key for lay in found.grids) or "none that is read"
        raise DataError(found.module.file, "[[grid]]", f"one of its hex grids ({names}), not {grid!r}")
    ours = Ours(found.game)
    rule = known_rule(theirs, known, ours.axial, found.module.file)
    finder = _Finder(found.module, ours, [theirs])
    return finder.counted(Laid(theirs, dict(known), 1.0, why, rule), found.matches)


# --- units -------------------------------------------------------------------------------------------------


def _turned(
    module: TheirModule, matches: Mapping[str, Match], ground: Ours
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


# --- where things start ------------------------------------------------------------------------------------


class _Finder:
    """Where pieces of theirs start, by place and by hex."""

    def __init__(self, module: TheirModule, ground: Ours, grids: Sequence[TheirGrid]) -> None:
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

    def counted(self, lay: Laid, matches: Mapping[str, Match]) -> Laid:
        """A grid with the number of units that start where its rule has them start."""
        if lay.rule is None:
            return lay
        pairs = self._pairs(lay.grid, matches)
        agree = sum(agreeing(lay.rule, [pair]) > 0 for pair in pairs)
        return Laid(lay.grid, lay.known, lay.score, lay.why, lay.rule, agree, len(pairs))

    def laid(self, grid: TheirGrid, matches: Mapping[str, Match], known: Mapping[str, str]) -> Laid:
        """How a grid lies on our hexes."""
        axial = self._ground.axial
        if known:
            pairs = [(grid.named[fold(t)], axial[o]) for t, o in known.items() if fold(t) in grid.named]
            rule = rule_of_three(pairs)
            if rule is not None:
                return Laid(grid, dict(known), 1.0, AS_SAID, rule)
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
