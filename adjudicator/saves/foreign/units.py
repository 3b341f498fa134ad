"""Which of our units each piece of theirs is, all of them weighed together.

A number alone is never enough: there are forty first battalions. A piece gets the unit that fits best if it
is clear of the next one, and each unit goes to one piece.
"""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from adjudicator.saves.foreign.likeness import Fit, Known, Piece, fit
from adjudicator.saves.foreign.texts import load_words
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from counters.catalog import Unit

__all__ = ["SURE", "Match", "Near", "match_units"]

SURE = 0.9
"""Confidence from which a match needs no second look."""
_ENOUGH, _CLEAR = 5.0, 0.9
_LISTED = 3


@dataclass(frozen=True, slots=True)
class Match:
    """What a piece may be of ours.

    Parameters
    ----------
    units
        Ids of ours; several where counters are alike and any may be any; none where nothing or too much fits.
    confidence
        1 for certain, 0 for none.
    why
        How it was found, or what stands against it.
    status
        Side of the counter that the piece is, where it is one side only.
    near
        The best that there is, where nothing was good enough.

    Examples
    --------
    >>> Match(("ge-916",), 0.95, "number and formation").sure
    True
    """

    units: tuple[str, ...]
    confidence: float
    why: str
    status: str = ""
    near: tuple[str, ...] = ()

    @property
    def sure(self) -> bool:
        """Whether it needs no second look."""
        return bool(self.units) and self.confidence >= SURE


class Near:
    """Units by the rarest word of their names, so that a piece is held against few.

    Parameters
    ----------
    units
        Ours.
    """

    def __init__(self, units: Iterable[Known]) -> None:
        self._units = list(units)
        seen = Tally(w for u in self._units for w in set(u.name) | set(u.formation))
        self._by: dict[str, list[Known]] = {}
        self._titled: dict[tuple[str, ...], list[Known]] = {}
        for known in self._units:
            for title in known.titles:
                self._titled.setdefault(title, []).append(known)
        for known in self._units:
            words = [w for w in known.name if w.isdigit() or w not in load_words().kinds]
            words = words or [w for w in known.formation if w.isdigit()] or list(known.name)
            if words:
                self._by.setdefault(min(words, key=lambda w: (seen[w], w)), []).append(known)

    def near(self, piece: Piece) -> Iterator[Known]:
        """Units that share a rare word with a piece."""
        yield from self._titled.get(tuple(sorted(piece.text.plain)), ())
        for word in sorted(piece.text.all | {w for w in piece.about.all if w.isdigit()}):
            yield from self._by.get(word, ())

    def fits(self, piece: Piece) -> dict[str, Fit]:
        """Each unit that is near a piece, with how well it fits.

        Parameters
        ----------
        piece
            Theirs.

        Returns
        -------
        dict
            Id -> fit, of those that it may be at all.
        """
        found = {known.unit.id: fit(known, piece) for known in self.near(piece)}
        return {uid: fits for uid, fits in found.items() if fits is not None}


Scores = dict[str, dict[str, Fit]]


def match_units(pieces: Sequence[Piece], units: Sequence[Known]) -> dict[str, Match]:
    """Find the unit that each piece is.

    Parameters
    ----------
    pieces
        Theirs; one side of a counter, or the whole of it.
    units
        Ours.

    Returns
    -------
    dict
        Key of the piece -> what it may be.

    Examples
    --------
    >>> from counters.catalog import Unit
    >>> unit = Unit("us-29-116", "116", "116 Rgt, 29 Div", "allied", "us", type="infantry", division="29")
    >>> from adjudicator.saves.foreign.texts import read_text
    >>> text = read_text("116th Infantry Regiment (29th Division)")
    >>> piece = Piece("gpid:1", text, read_text(""), frozenset())
    >>> match_units([piece], [Known(unit, frozenset())])["gpid:1"].why
    'number, type, formation'
    """
    index = Near(units)
    by_id = {known.unit.id: known for known in units}
    scores = {piece.key: index.fits(piece) for piece in pieces}
    found: dict[str, Match] = {}
    for status in sorted({piece.status for piece in pieces}):
        group = [piece for piece in pieces if piece.status == status]
        found |= _assigned(group, scores, by_id)
    return found


def _assigned(pieces: Sequence[Piece], scores: Scores, units: Mapping[str, Known]) -> dict[str, Match]:
    """Give each unit to the piece that fits it, the clearest first; what is given leaves others clearer."""
    rows = {p.key: {u: f for u, f in scores[p.key].items() if f.score >= _ENOUGH} for p in pieces}
    by_key = {p.key: p for p in pieces}
    found: dict[str, Match] = {}
    taken: dict[str, str] = {}
    waiting = [p.key for p in pieces]
    while True:
        given = _round(waiting, rows, taken, by_key, units)
        if not given:
            break
        for key, match in given.items():
            found[key] = match
            taken.update(dict.fromkeys(match.units, key))
        waiting = [key for key in waiting if key not in found]
    for key in waiting:
        found[key] = _unmatched(by_key[key], rows[key], scores[key], taken, units)
    return found


def _round(
    waiting: Sequence[str],
    rows: Mapping[str, Mapping[str, Fit]],
    taken: Mapping[str, str],
    pieces: Mapping[str, Piece],
    units: Mapping[str, Known],
) -> dict[str, Match]:
    """Every piece that is clear now: of the next unit, and its unit of the next piece."""
    open_ = {key: {u: f for u, f in rows[key].items() if u not in taken} for key in waiting}
    best: dict[str, list[tuple[float, str]]] = {}
    for key, row in open_.items():
        for uid, fits in row.items():
            best.setdefault(uid, []).append((fits.score, key))
    given: dict[str, Match] = {}
    claimed: set[str] = set()
    for key, row in sorted(open_.items(), key=lambda r: -max((f.score for f in r[1].values()), default=0.0)):
        if not row:
            continue
        ranked = sorted(row.items(), key=lambda pair: (-pair[1].score, pair[0]))
        top = ranked[0][1].score
        alike = [u for u, f in ranked if top - f.score < _CLEAR]
        if len(alike) > 1 and not _interchangeable([units[u] for u in alike]):
            continue
        rivals = [
            k for uid in alike for s, k in best[uid] if k != key and top - s < _CLEAR and s >= top - _CLEAR
        ]
        others = [k for k in rivals if pieces[k].text.plain != pieces[key].text.plain]
        stronger = [s for uid in alike for s, k in best[uid] if k != key and s > top]
        if others or stronger or claimed & set(alike):
            continue
        claimed |= set(alike)
        uids = tuple(sorted(alike, key=_in_order))
        next_best = next((f.score for u, f in ranked if u not in alike), 0.0)
        confidence = _confidence(top, top - next_best)
        why = ranked[0][1].why + (f"; any of {len(uids)} that are alike" if len(uids) > 1 else "")
        given[key] = Match(uids, confidence, why, pieces[key].status)
        for twin in {k for k in rivals if k not in others}:
            given[twin] = Match(uids, confidence, f"{why}; another copy", pieces[twin].status)
    return given


def _confidence(score: float, clear: float) -> float:
    """From the sum of what fits, and how far the next unit is."""
    return round(min(0.99, 0.5 + 0.4 * min(score - _ENOUGH, 2.4) / 2.4 + 0.1 * min(clear, 2.0) / 2.0), 2)


def _in_order(uid: str) -> tuple[str, int]:
    head = uid.rstrip("0123456789")
    return head, int(uid[len(head) :] or 0)


def _interchangeable(units: Sequence[Known]) -> bool:
    """Whether counters are alike in everything but a running number."""
    return len({_print(known.unit) for known in units}) == 1


def _print(unit: Unit) -> tuple[object, ...]:
    name = re.sub(r"\d+$", "", unit.name).strip() if not unit.name.isdigit() else unit.name
    return (
        *(name, unit.nationality, unit.type, unit.kind, unit.size, unit.division, unit.corps, unit.steps),
        *(unit.af, unit.df, unit.mf, tuple(sorted(unit.ratings.items()))),
    )


def _unmatched(
    piece: Piece,
    row: Mapping[str, Fit],
    all_fits: Mapping[str, Fit],
    taken: Mapping[str, str],
    units: Mapping[str, Known],
) -> Match:
    """Why a piece has no unit."""
    title: Callable[[str], str] = lambda uid: units[uid].unit.title  # noqa: E731 - a name for a call
    ranked = sorted(row.items(), key=lambda pair: (-pair[1].score, pair[0]))
    free = [uid for uid, _ in ranked if uid not in taken]
    if free:
        names = ", ".join(title(uid) for uid in free[:_LISTED])
        more = f" and {len(free) - _LISTED} more" if len(free) > _LISTED else ""
        return Match((), 0.0, f"several fit: {names}{more}" if len(free) > 1 else f"not clear: {names}",
                     piece.status, tuple(free[:_LISTED]))  # fmt: skip
    if ranked:
        return Match((), 0.0, f"{title(ranked[0][0])} is taken by a better match", piece.status)
    weak = sorted(all_fits.items(), key=lambda pair: (-pair[1].score, pair[0]))
    weak = [(u, f) for u, f in weak if f.score > 0]
    if weak:
        near = tuple(uid for uid, _ in weak[:_LISTED])
        return Match(
            (), 0.0, f"{weak[0][1].why or 'a word'} alone: {', '.join(map(title, near))}", piece.status, near
        )
    return Match((), 0.0, "nothing like it", piece.status)
