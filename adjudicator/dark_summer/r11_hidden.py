"""Section 11.5: Strongpoints and Ost battalions that are still on their "?" side, and what they may turn out.

On the map stands a placeholder, and the counters that can lie there wait in one pool: nobody knows which
it is. Revealing draws one of them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.citation import rule
from adjudicator.dark_summer import terms
from adjudicator.errors import PositionError
from adjudicator.game import RollRule, ask_roll
from adjudicator.position import Decision, Draft, Piece, State, View
from counters.catalog import Unit

__all__ = ["ROLLS", "hand_over", "hidden_among", "kind_of_hidden", "mixture", "pool", "reveal"]

_KINDS = ("strongpoint", "ost")


@rule("3.1", "11.5")
def kind_of_hidden(unit: Unit) -> str:
    """``strongpoint`` or ``ost``: what a counter is drawn among; empty for every other unit.

    Examples
    --------
    >>> kind_of_hidden(Unit("ge-sp-1", "1", "Strongpoint 1", "german", "german", type="strongpoint"))
    'strongpoint'
    """
    if terms.is_strongpoint(unit):
        return "strongpoint"
    return "ost" if "ost" in unit.marks else ""


def _is_placeholder(unit: Unit) -> bool:
    return "hidden" in unit.marks


@rule("11.5")
def pool(view: View, kind: str) -> tuple[Piece, ...]:
    """Counters of a kind that have not been revealed yet, among which one is drawn.

    Parameters
    ----------
    kind
        ``strongpoint`` or ``ost``.

    Returns
    -------
    tuple of Piece
        In the order of their ids.
    """
    waiting = [p for p in view.units_in(terms.POOL) if not _is_placeholder(p.printed)]
    return tuple(sorted((p for p in waiting if kind_of_hidden(p.printed) == kind), key=lambda p: p.uid))


def hidden_among(view: View, pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Units that are still on their "?" side.

    Parameters
    ----------
    pieces
        Units to look at.
    """
    turned = [p for p in pieces if p.printed.type == "strongpoint" or "ost" in p.printed.marks]
    return tuple([p for p in turned if terms.is_hidden(view, p)])


# --- what they may be -------------------------------------------------------------------------------------


@rule("11.5", "11.5.2")
def mixture(view: View, pieces: Sequence[Piece]) -> list[tuple[int, tuple[Piece, ...]]]:
    """What a group of units may turn out to be, each with its number of ways.

    Parameters
    ----------
    pieces
        Units of one side, hidden and known.

    Returns
    -------
    list of (ways, units)
        In `units` hidden ones have a Combat factor; an Ost battalion of 0 is gone.

    Raises
    ------
    PositionError
        A unit is hidden and the pool is empty.
    """
    hidden = hidden_among(view, pieces)
    if not hidden:
        return [(1, tuple(pieces))]
    left = {kind: _classes(view, kind) for kind in _KINDS}
    return [(ways, tuple(_known(pieces, found))) for ways, found in _draws(hidden, left)]


def _classes(view: View, kind: str) -> dict[tuple[int, int], tuple[int, Unit]]:
    """Unrevealed counters by their factors, also those face down on the map: how many, and one of them."""
    turned = [view.pieces[u].printed for u in view.subjects("hidden") if u in view.pieces]
    counters = [*(p.printed for p in pool(view, kind)), *(u for u in turned if kind_of_hidden(u) == kind)]
    found: dict[tuple[int, int], tuple[int, Unit]] = {}
    for printed in counters:
        key = (printed.af or 0, printed.df or 0)
        found[key] = (found.get(key, (0, printed))[0] + 1, printed)
    return found


def _draws(
    hidden: Sequence[Piece], left: Mapping[str, Mapping[tuple[int, int], tuple[int, Unit]]]
) -> Iterator[tuple[int, dict[str, Unit]]]:
    """Draw one counter for each hidden unit, without putting any back."""
    if not hidden:
        yield 1, {}
        return
    first, rest = hidden[0], hidden[1:]
    kind = kind_of_hidden(first.printed)
    if not left[kind]:
        raise PositionError([f"no counter is left that {first.printed.title} could be (11.5)"])
    for key, (count, counter) in left[kind].items():
        fewer = {k: v for k, v in left[kind].items() if k != key or count > 1}
        if count > 1:
            fewer[key] = (count - 1, counter)
        for ways, found in _draws(rest, {**left, kind: fewer}):
            yield count * ways, {first.uid: counter, **found}


def _known(pieces: Sequence[Piece], found: Mapping[str, Unit]) -> Iterator[Piece]:
    """The units with the factors of the counters drawn for them."""
    for piece in pieces:
        counter = found.get(piece.uid)
        if counter is None:
            yield piece
        elif not _vanishes(counter):
            seen = dataclasses.replace(
                piece.printed, af=counter.af, df=counter.df, marks=counter.marks, sources=counter.sources
            )
            yield Piece(seen, piece.space, piece.status)


@rule("11.5.2")
def _vanishes(unit: Unit) -> bool:
    """Whether it is the Ost battalion of factor 0, which leaves the game when it is revealed."""
    return "ost" in unit.marks and unit.df == 0


# --- revealing --------------------------------------------------------------------------------------------


@rule("11.5")
def reveal(draft: Draft, *uids: str) -> bool:
    """Reveal units: those that the position knows are turned over, for the others the dice are asked.

    A counter that is drawn takes the place of its placeholder, in the position and in the decisions that are
    still pending.

    Parameters
    ----------
    *uids
        Ids; those of units that are not hidden are left alone.

    Returns
    -------
    bool
        Whether a roll was asked for.

    Raises
    ------
    PositionError
        No counter is left in the pool.
    """
    hidden = hidden_among(draft, [draft.pieces[u] for u in uids])
    for piece in hidden:
        if not _is_placeholder(piece.printed):
            draft.clear("hidden", piece.uid)
            _remove(draft, piece.uid)
    drawn = _to_draw(draft, [p for p in hidden if _is_placeholder(p.printed)])
    if drawn:
        ask_roll(draft, "reveal", [f"d{count}" for _, count in drawn], units=[uid for uid, _ in drawn])
    return bool(drawn)


def _to_draw(view: View, asked: Sequence[Piece]) -> list[tuple[str, int]]:
    """Units for which a counter is drawn, each with the counters left; one out of play may stay unknown."""
    found: list[tuple[str, int]] = []
    left = {kind: len(pool(view, kind)) for kind in _KINDS}
    for piece in asked:
        kind = kind_of_hidden(piece.printed)
        if left[kind]:
            found.append((piece.uid, left[kind]))
            left[kind] -= 1
        elif piece.space not in terms.OFF_MAP:
            raise PositionError([f"no counter is left that {piece.printed.title} could be (11.5)"])
    return found


def _resolve_reveal(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    for uid, value in zip(data["units"], values, strict=True):
        placeholder = draft.pieces[uid]
        counter = pool(draft, kind_of_hidden(placeholder.printed))[value - 1]
        draft.place(counter.uid, placeholder.space)
        draft.place(uid, terms.WITHDRAWN)
        hand_over(draft, uid, counter.uid)
        _remove(draft, counter.uid)


@rule("11.5.2")
def _remove(draft: Draft, uid: str) -> None:
    """The Ost battalion of factor 0 leaves the game, and what is pending."""
    if _vanishes(draft.pieces[uid].printed):
        draft.place(uid, terms.ELIMINATED)
        draft.pending = tuple([_renamed(d, uid, "") for d in draft.pending])


def hand_over(draft: Draft, uid: str, counter: str) -> None:
    """Let what was said of one counter hold for another: of a placeholder for the counter drawn.

    Parameters
    ----------
    uid, counter
        Ids: of whom it was said, and of whom it holds from now on. That one is not face down.
    """
    for item, subject in list(draft.facts):
        if subject == uid:
            draft.facts[item, counter] = draft.facts.pop((item, subject))
    draft.clear("hidden", counter)
    draft.pending = tuple([_renamed(d, uid, counter) for d in draft.pending])


def _renamed(decision: Decision, uid: str, counter: str) -> Decision:
    data = {key: _rename(value, uid, counter) for key, value in decision.data.items()}
    return Decision(decision.player, decision.kind, decision.rule, data)


def _rename(value: Any, uid: str, counter: str) -> Any:
    """Plain data with one id in place of another; with an empty one it is left out of lists."""
    if isinstance(value, list):
        return [_rename(v, uid, counter) for v in value if v != uid or counter]
    if isinstance(value, dict):
        kept = {k: v for k, v in value.items() if k != uid or counter}
        return {(counter if k == uid else k): _rename(v, uid, counter) for k, v in kept.items()}
    return counter if value == uid else value


def _why_reveal(state: State, data: Mapping[str, Any]) -> str:
    titles = ", ".join(state.pieces[u].printed.title for u in data["units"])
    return f"revealing {titles}"


def _allowed_reveal(state: State, data: Mapping[str, Any], values: Sequence[int]) -> str:
    """A counter that was drawn in between is no longer in the pool."""
    drawn = dict.fromkeys(_KINDS, 0)
    for uid, value in zip(data["units"], values, strict=True):
        kind = kind_of_hidden(state.pieces[uid].printed)
        left = len(pool(state, kind)) - drawn[kind]
        drawn[kind] += 1
        if value > left:
            return f"only {left} counters are left in the pool"
    return ""


ROLLS: dict[str, RollRule] = {
    "reveal": RollRule(_resolve_reveal, _why_reveal, "11.5", _allowed_reveal, "11.5"),
}
