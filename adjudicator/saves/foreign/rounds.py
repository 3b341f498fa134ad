"""The pieces of another module matched with our units: by names, then by what else names them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from adjudicator.saves.foreign.likeness import Piece, piece_of
from adjudicator.saves.foreign.texts import read_text
from adjudicator.saves.foreign.units import Match, Near, match_units

if TYPE_CHECKING:
    from adjudicator.saves.foreign.likeness import Fit
    from adjudicator.saves.foreign.modules import Counter, TheirModule
    from adjudicator.saves.foreign.ours import Ours

__all__ = ["Guesses", "likely_units", "matched"]

_LIKE_UNITS = 0.5
_RUNNING = 0.6
_ARM = 1.0
"""What the arm counts for beyond its worth where several units fit: nobody takes guns for tanks."""


def matched(module: TheirModule, ours: Ours, spaces: Mapping[str, frozenset[str]]) -> dict[str, Match]:
    """Match by names first, what is left by image files, then by what the markers say."""
    found: dict[str, Match] = {}
    rest = list(module.counters)
    free = list(ours.units)
    for by in ("name", "image", "bare", "marks"):
        if by in {"image", "bare"} and _running(rest):
            continue
        pieces = [piece_of(c, ours.statuses, by=by) for c in rest]
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


class Guesses:
    """What a piece may be, the best first, whatever the others are.

    Parameters
    ----------
    ours
        Our side.
    """

    def __init__(self, ours: Ours) -> None:
        self._near, self._statuses = Near(ours.units), ours.statuses

    def of(self, counter: Counter, spaces: frozenset[str] = frozenset()) -> list[tuple[str, Fit]]:
        """Units that a piece could be, with how well each fits.

        Parameters
        ----------
        counter
            Theirs.
        spaces
            Ours where it starts.

        Returns
        -------
        list
            Id and fit; what fits by several of its texts counts by the best of them.
        """
        best: dict[str, Fit] = {}
        for by in ("name", "image", "bare", "marks"):
            for uid, fits in self._near.fits(_at(piece_of(counter, self._statuses, by=by), spaces)).items():
                if fits.score > 0 and (uid not in best or fits.score > best[uid].score):
                    best[uid] = fits
        return sorted(best.items(), key=lambda row: (-row[1].score - _ARM * ("type" in row[1].why), row[0]))


_BY = {"image": "picture's name", "bare": "picture's name", "marks": "markers"}


def _at(piece: Piece, spaces: frozenset[str]) -> Piece:
    return Piece(piece.key, piece.text, piece.about, piece.nations, piece.status, spaces)


def _running(counters: Sequence[Counter]) -> bool:
    """Whether picture files are named by running numbers, which say nothing."""
    stems = [re.sub(r"\d+", "#", c.pictures[0]) for c in counters if c.pictures]
    return (
        bool(stems) and max(map(stems.count, set(stems[:400]))) >= _RUNNING * len(stems) and "#" in stems[0]
    )


def likely_units(module: TheirModule, matches: Mapping[str, Match]) -> frozenset[str]:
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
