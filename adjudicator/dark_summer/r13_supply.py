"""Sections 13.0, 13.2.2 and 13.3: which units are In Supply, the line, or what cuts it."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from adjudicator.citation import rule
from adjudicator.dark_summer import terms
from adjudicator.dark_summer.r06_zones_of_control import projectors
from adjudicator.dark_summer.r13_lines import Route, cuts, flood, line, openers, trace
from adjudicator.dark_summer.r13_sources import (
    BRITTANY_BOXES,
    GERMAN_LETTERS,
    allied_sources,
    explain_sources,
    ground,
    lettered,
    possible_sources,
    shut,
    source_state,
)
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from maps.board import Space

__all__ = [
    "any_supplied_german",
    "automatic",
    "brittany_line",
    "explain_supply",
    "in_supply",
    "out_of_supply",
    "supply_path",
]

_OFFSHORE = frozenset({"approach", "offshore", "airfield"})
_EXITS = frozenset({"exit-allied", "exit-german"})
_STRONGPOINTS_UNTIL = 2
_BRITTANY = "brittany-may-leave"


# --- units that trace nothing -----------------------------------------------------------------------------


@rule("13.3")
def automatic(view: View, piece: Piece) -> tuple[str, str]:
    """Why a unit is In Supply without a Supply Line.

    Returns
    -------
    (str, str)
        Section and sentence; both empty when it has to trace one.
    """
    space = view.board.spaces.get(piece.space)
    if space is None or piece.space in terms.OFF_MAP:
        return "13.0", f"{piece.printed.title} is not in play"
    if piece.space in _EXITS:
        return "13.3", "units in the Eastern Exit Box are In Supply whatever happens on the map"
    if not terms.is_hex(space):
        return _automatic_off_map(view, piece, space)
    if terms.is_strongpoint(piece.printed) and view.number("turn") <= _STRONGPOINTS_UNTIL:
        return "13.3", "a Strongpoint is In Supply on Turns 1 and 2, units with it are not thereby"
    if piece.side == terms.ALLIED and terms.is_open_beach(view, piece.space):
        return "13.3", f"Allied units in {space.name}, an Open Beach, are In Supply"
    return "", ""


def _automatic_off_map(view: View, piece: Piece, space: Space) -> tuple[str, str]:
    if piece.space == terms.CHERBOURG and piece.side == terms.GERMAN:
        return "13.3", "German units in the Cherbourg Box are In Supply, Isolated or not"
    if space.kind not in _OFFSHORE:
        return "", ""
    inland = [o for _, o in view.board.neighbours(piece.space) if terms.is_open_beach(view, o)]
    if inland:
        return "9.4.1", f"{space.name} leads to an Open Beach"
    if view.option("offshore-supply") == "A":
        return "9.4.1", f"{space.name} lies offshore: the Wave Rounds need no Supply Line"
    return "", ""


# --- the state of a unit ----------------------------------------------------------------------------------


@rule("13.0", "13.2.2", "13.3")
def supply_path(view: View, uid: str) -> tuple[str, ...]:
    """The Supply Line of a unit.

    Returns
    -------
    tuple of str
        From its space to a source; its space alone when it is supplied without a line; empty when it is
        Out of Supply.
    """
    piece = view.pieces[uid]
    if automatic(view, piece)[0]:
        return (piece.space,)
    path = _traced(view, _fixed(view), piece)
    if isinstance(view, Inquiry):
        _witness(view, terms.group_of(piece.printed), path)
    return path


def _witness(inquiry: Inquiry, group: str, path: tuple[str, ...]) -> None:
    """Read what a line, or its absence, rests on, so that assumptions are recorded."""
    known = ground(inquiry.board)
    letters = [h for letter in GERMAN_LETTERS for h in known.letters.get(letter, ())]
    every = letters if group == terms.GERMAN else known.beaches.get(group, ())
    for space in path[-1:] or every:
        source_state(inquiry, space, group)


def _traced(view: View, fixed: State, piece: Piece) -> tuple[str, ...]:
    if not terms.is_hex(view.board.spaces[piece.space]):
        return _box_line(fixed, piece)
    direct = line(fixed, piece.space, terms.group_of(piece.printed))
    if direct or terms.group_of(piece.printed) != terms.US or not view.flag("via-brittany", piece.uid):
        return direct
    to_s = line(fixed, piece.space, "brittany")
    on = brittany_line(fixed) if to_s else ()
    return (*to_s, *on) if on else ()


@rule("13.2.2")
def _box_line(view: View, piece: Piece) -> tuple[str, ...]:
    if piece.space in BRITTANY_BOXES:
        return brittany_line(view, piece.space)
    if piece.space == terms.CHERBOURG:
        return _from_letter(view, "C", piece.space)
    return ()


@rule("13.2.2")
def brittany_line(view: View, box: str = _BRITTANY) -> tuple[str, ...]:
    """The Supply Line of US units in Brittany: the box, a W hex, on to a US Open Beach.

    Parameters
    ----------
    box
        Section of the Brittany Box where it begins.

    Returns
    -------
    tuple of str
        Empty when there is none.
    """
    return _from_letter(view, "W", box)


def _from_letter(view: View, letter: str, box: str) -> tuple[str, ...]:
    reached = flood(view, terms.US)
    lines = [reached.path(h) for h in lettered(view, letter) if h in reached.toward]
    return (box, *min(lines, key=len)) if lines else ()


@rule("13.0")
def in_supply(view: View, uid: str) -> bool:
    """Whether a unit is In Supply at this moment.

    Returns
    -------
    bool
        True for a unit that is not in play, which needs none.
    """
    return bool(supply_path(view, uid))


@rule("13.0", "14.0")
def out_of_supply(view: View, side: str) -> tuple[str, ...]:
    """Units of a side in play that are Out of Supply.

    Parameters
    ----------
    side
        ``german`` or ``allied``.

    Returns
    -------
    tuple of str
        Ids, sorted.
    """
    fixed = _fixed(view)
    return tuple(sorted(u for u, p in fixed.pieces.items() if p.side == side and not in_supply(fixed, u)))


def _fixed(view: View) -> State:
    """The position under a view; of a draft, one that keeps its layers while it is looked at."""
    state = terms.state_of(view)
    return state.finish() if isinstance(state, Draft) else state


@rule("3.2.1", "13.0")
def any_supplied_german(view: View) -> bool:
    """Whether some German unit on the map, boxes left out, is In Supply."""
    state, spaces = terms.state_of(view), view.board.spaces
    germans = [
        p
        for p in state.pieces.values()
        if p.printed.side == terms.GERMAN and p.space in spaces and spaces[p.space].kind == "hex"
    ]
    if any(automatic(state, p)[0] for p in germans) or _meets_german(state, {p.space for p in germans}):
        return True
    fixed = _fixed(state)
    return any(in_supply(fixed, p.uid) for p in germans)


def _meets_german(state: State, germans: AbstractSet[str]) -> bool:
    """Whether a line that keeps clear of every hex next to an Allied unit joins a German unit to a source."""
    ways = ground(state.board).ways
    closed = set(shut(state, terms.GERMAN, "supply"))
    for space in state.occupied():
        if space in ways and space not in germans:
            closed.update((space, *ways[space]))
    queue = [h for h in possible_sources(state, terms.GERMAN) if h not in closed]
    for here in queue:
        if here in germans:
            return True
        new = [h for h in ways[here] if h not in closed]
        closed.update(new)
        queue.extend(new)
    return False


# --- the answer with its reasons --------------------------------------------------------------------------


@rule("13.0", "13.2", "13.2.2", "13.3")
def explain_supply(inquiry: Inquiry, uid: str) -> bool:
    """Say whether a unit is In Supply: its line, or what cuts it and whose leaving would open it.

    Returns
    -------
    bool
        As `in_supply`.
    """
    drafted, inquiry.state = inquiry.state, _fixed(inquiry)
    try:
        return _explain(inquiry, inquiry.pieces[uid])
    finally:
        inquiry.state = drafted


def _explain(inquiry: Inquiry, piece: Piece) -> bool:
    section, why = automatic(inquiry, piece)
    if section:
        inquiry.note(section, why)
        return True
    path, title, name = supply_path(inquiry, piece.uid), piece.printed.title, inquiry.board.name
    if path:
        boxed = any(not terms.is_hex(inquiry.board.spaces[space]) for space in path)
        inquiry.note("13.2.2" if boxed else "13.2", f"{title} traces {' - '.join(map(name, path))}")
        _note_negated(inquiry, piece.side, path)
        end = source_state(inquiry, path[-1], terms.group_of(piece.printed))
        inquiry.note(end.rule, end.why)
        return True
    explain_sources(inquiry, terms.group_of(piece.printed))
    for text, route in _routes(inquiry, piece):
        _explain_cut(inquiry, text, route)
    inquiry.note("13.0", f"{title} is Out of Supply")
    return False


def _note_negated(inquiry: Inquiry, side: str, path: tuple[str, ...]) -> None:
    for space in path[1:]:
        there = terms.friends(inquiry, space, side) if space in ground(inquiry.board).ways else ()
        if there and projectors(inquiry, space, side):
            inquiry.note("6.2", f"{terms.titles(there)} negates enemy ZOC in {inquiry.board.name(space)}")


@rule("13.2.2")
def _routes(view: View, piece: Piece) -> list[tuple[str, Route]]:
    """Every line that a unit without supply might have, each with words for it."""
    name = view.board.name(piece.space)
    if not terms.is_hex(view.board.spaces[piece.space]):
        letter = {terms.CHERBOURG: "C", **dict.fromkeys(BRITTANY_BOXES, "W")}.get(piece.space, "")
        return [_box_route(view, name, letter)] if letter else []
    goals = possible_sources(view, terms.group_of(piece.printed))
    found = [(f"from {name}", Route(piece.side, (piece.space,), goals))]
    if view.flag("via-brittany", piece.uid):
        found.append((f"from {name} to an S hex", Route(piece.side, (piece.space,), lettered(view, "S"))))
        found.append(_box_route(view, "Brittany", "W"))
    return found


def _box_route(view: View, name: str, letter: str) -> tuple[str, Route]:
    goals = allied_sources(view, terms.US)
    return f"from {name} by any {letter} hex", Route(
        terms.ALLIED, lettered(view, letter), goals, outside=True
    )


def _explain_cut(inquiry: Inquiry, text: str, route: Route) -> None:
    traced, name = trace(inquiry, route), inquiry.board.name
    if traced.path:
        inquiry.note("13.2.2", f"{text} a line leads: {' - '.join(map(name, traced.path))}")
        return
    if not route.goals:
        section = "13.1.1" if route.side == terms.GERMAN else "13.1.2"
        inquiry.note(section, f"{text} no line can lead anywhere: there is no source")
        return
    for cut in cuts(inquiry, route, traced):
        inquiry.note(cut.rule, f"{text}: {cut.text}")
    found = list(openers(inquiry, route, traced))
    for stack, path in found:
        who = terms.titles(terms.enemies(inquiry, stack, route.side))
        way = " - ".join(map(name, path))
        inquiry.note("13.2", f"if {who} left {name(stack)}, the line {way} would be open")
    if not found:
        inquiry.note("13.2", f"{text}: no one enemy stack holds the line closed by itself")
