"""Section 22.6o: Maps D and E as tracks of six boxes; stacks advance once a day, then come onto B or C."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r05_zones_of_control as zones
from adjudicator.battle_for_normandy import r06_stacking as stacking
from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07 import headquarters as clock
from adjudicator.battle_for_normandy.r09 import entry as r09_entry
from adjudicator.battle_for_normandy.r09 import reinforcements as r09_reinforcements
from adjudicator.battle_for_normandy.r10 import allowance as r10_allowance
from adjudicator.battle_for_normandy.r10 import cost as r10_cost
from adjudicator.battle_for_normandy.r11 import recon_numbers as recon
from adjudicator.citation import rule
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from adjudicator.table_files import load_records
from adjudicator.tables import Record, cite
from maps.filing import Filing, Located, by_filing
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "ROLLS",
    "AdvanceBoxes",
    "Arrive",
    "BombBridge",
    "EnterLive",
    "box_of",
    "end_of_turn",
    "entry_hexes",
    "has_bridge",
    "moves",
    "ready_at",
    "restore_bridges",
    "set_at_start",
    "track_of",
]

LAST = 6
_FIRST_DAY = 6
_E1701 = "st-pierre"
_FILE = Path(__file__).parents[1] / "three_maps.toml"
_GROUPS: Mapping[str, Mapping[str, type]] = {
    "move": {"foot": int, "mech": int},
    "bridge": {"title": str},
    "start": {"box": str},
}
_SOUTH: Mapping[str, str] = {"d": "b49", "e": "c41"}


@by_filing
def _chart(filing: Filing) -> Mapping[str, Mapping[str, Record]]:
    return load_records(filing.path(_FILE), _GROUPS)


@dataclass(frozen=True, slots=True)
class Arrive(Action):
    """Put new German arrivals in the first box of their track.

    Examples
    --------
    >>> Arrive(("ge-77-1049-1",)).units
    ('ge-77-1049-1',)
    """

    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AdvanceBoxes(Action):
    """Advance a stack on its track: its movement of the whole day.

    Parameters
    ----------
    boxes
        How many boxes; more than are left to Box 6 bring it onto the map earlier.
    strategic
        One box more, and a Strategic Movement marker.

    Examples
    --------
    >>> AdvanceBoxes(("ge-77-1049-1",), 4).boxes
    4
    """

    units: tuple[str, ...]
    boxes: int
    strategic: bool = False


@dataclass(frozen=True, slots=True)
class EnterLive(Action):
    """Bring a stack from Box 6 onto Map B or C, by a road of its south edge.

    Parameters
    ----------
    path
        Hexes from the one of entry.

    Examples
    --------
    >>> EnterLive(("ge-77-1049-1",), ("b4912",)).path
    ('b4912',)
    """

    units: tuple[str, ...]
    path: tuple[str, ...]


# --- the tracks -------------------------------------------------------------------------------------------


def box_of(view: View, piece: Piece) -> int:
    """Number of the box of a track where a unit is; 0 elsewhere."""
    known = view.board.spaces.get(piece.space)
    return int(piece.space[2:]) if known is not None and known.kind == "track" else 0


@rule("22.6o")
def track_of(at: Located, piece: Piece) -> str:
    """First box of a new arrival: of Map D or E by its road; E1701 leads to Box 3 of E.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> from counters.catalog import Unit
    >>> unit = Unit("a", "A", "A", "german", "german", entry=("st-pierre",))
    >>> track_of(OURS, Piece(unit, "turn-track", "full"))
    'e-3'
    """
    slug = piece.printed.entry[0] if piece.printed.entry else ""
    if slug == _E1701:
        return "e-3"
    known = r09_entry.entries(at).get(slug)
    return f"{known.hex[0] if known is not None and known.hex[0] in 'de' else 'e'}-1"


def bridge_boxes(at: Located) -> tuple[str, ...]:
    """Boxes that bear the symbol of a bridge."""
    return tuple(_chart(at)["bridge"])


@rule("22.6o")
def has_bridge(at: Located, box: str) -> bool:
    """Whether a box bears the symbol of a bridge.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> has_bridge(OURS, "d-3"), has_bridge(OURS, "d-2")
    (True, False)
    """
    return box in _chart(at)["bridge"]


@rule("22.6o", "11.2")
def moves(view: View, pieces: Sequence[Piece]) -> int:
    """Boxes that a stack may advance today: by the interdiction of its map, on foot or mechanized."""
    taken = view.number("interdiction", pieces[0].space[:1])
    rows = _chart(view)["move"]
    row = rows[str(min(taken, len(rows) - 1))]
    mech = all(terms.is_mech(p.printed) for p in pieces)
    return cite(view, row, "mech" if mech else "foot", "22.6o")


@rule("22.6o")
def ready_at(view: View, left: int, total: int) -> int:
    """Turn in which a stack that reached Box 6 may enter: PM with half its moves left, AM with 3/4.

    Parameters
    ----------
    left, total
        Moves that are left, and that it had.

    Returns
    -------
    int
        As `r07.headquarters.stamp` counts.
    """
    date = view.number("date")
    if total and 4 * left >= 3 * total:
        return clock.stamp(date, "am")
    if total and 2 * left >= total:
        return clock.stamp(date, "pm")
    return clock.stamp(date + 1, "night")


@rule("22.6o")
def set_at_start(draft: Draft) -> None:
    """Put the units that begin on Maps D and E in their boxes, where there are such boxes."""
    if not terms.has_option(draft, "22.6o"):
        return
    starts = _chart(draft)["start"]
    for uid, piece in list(draft.pieces.items()):
        if piece.side == terms.GERMAN and piece.space[:1] in "de" and terms.on_map(draft, piece):
            known = starts.get(uid) or starts.get(piece.printed.division)
            draft.place(uid, known.text("box") if known is not None else f"{piece.space[0]}-{LAST}")


def entry_hexes(view: View, map_: str) -> tuple[str, ...]:
    """Road and Highway hexes of the south edge of Map B (from D) or C (from E)."""
    return tuple([
        s.id for s in view.board.spaces.values()
        if s.id.startswith(_SOUTH[map_]) and terms.is_hex(s)
        and any(e.road in {"highway", "primary", "secondary"} for e, _ in view.board.neighbours(s.id))
    ])  # fmt: skip


# --- actions ----------------------------------------------------------------------------------------------


def _require_used(inquiry: Inquiry) -> bool:
    used = terms.has_option(inquiry, "22.6o")
    inquiry.require("22.6o", used, "", "the Three-Map variant is not used")
    ours = inquiry.text("side") == terms.GERMAN
    return inquiry.require("22.6o", ours, "", "the German player moves on the tracks") and used


@rule("22.6o")
def _check_arrive(inquiry: Inquiry, action: Arrive) -> None:
    if not _require_used(inquiry):
        return
    due = r09_reinforcements.due(inquiry, terms.GERMAN)
    for uid in action.units:
        piece = inquiry.pieces[uid]
        inquiry.require("22.6o", piece in due, "", f"{piece.printed.title} is not due", units=[uid])
    for box in sorted({track_of(inquiry, inquiry.pieces[u]) for u in action.units}):
        if not inquiry.require("22.6o", box in inquiry.board.spaces, "", f"there is no box {box}"):
            continue
        there = [
            *inquiry.units_in(box),
            *(inquiry.pieces[u] for u in action.units if track_of(inquiry, inquiry.pieces[u]) == box),
        ]
        total = sum(stacking.value(inquiry, p) for p in there)
        fits = total <= stacking.LIMIT
        text = f"{total} Stacking Points in {inquiry.board.name(box)}"
        inquiry.require("22.6o", fits, text, f"{text}, more than {stacking.LIMIT}", spaces=[box])


def _arrive(draft: Draft, action: Arrive) -> None:
    for uid in action.units:
        draft.place(uid, track_of(draft, draft.pieces[uid]))


def _arrivals(state: State) -> Iterator[Arrive]:
    if terms.has_option(state, "22.6o") and state.text("side") == terms.GERMAN:
        yield from (Arrive((p.uid,)) for p in r09_reinforcements.due(state, terms.GERMAN))


@rule("22.6o")
def _is_time(view: View) -> bool:
    """Whether stacks advance now: in the Night turn; those that begin on the tracks already on 6 June."""
    return view.text("time") == ("pm" if view.number("date") == _FIRST_DAY else "night")


@rule("22.6o", "10.8")
def _check_advance(inquiry: Inquiry, action: AdvanceBoxes) -> None:
    if not _require_used(inquiry):
        return
    pieces = [inquiry.pieces[u] for u in action.units]
    text = "stacks advance in the Night turn, for the whole day; on 6 June in the PM turn"
    inquiry.require("22.6o", _is_time(inquiry), "", text)
    together = bool(pieces) and box_of(inquiry, pieces[0]) > 0 and len({p.space for p in pieces}) == 1
    if not inquiry.require("22.6o", together, "", "no stack of one box is named"):
        return
    for piece in pieces:
        moved = inquiry.flag("moved", piece.uid)
        inquiry.require("22.6o", not moved, "", f"{piece.printed.title} has advanced", units=[piece.uid])
    limit = moves(inquiry, pieces) + int(action.strategic)
    text = f"{action.boxes} boxes of {limit}"
    inquiry.require("22.6o", 0 < action.boxes <= limit, text, text)
    bad = action.strategic and terms.is_bad_weather(inquiry)
    inquiry.require("22.6o", not bad, "", "no Strategic Movement in Heavy Rain or Storm")
    for box in _passed(pieces[0].space, action.boxes)[:-1]:
        name = inquiry.board.name(box)
        stopped = _is_blown(inquiry, box)
        inquiry.require("22.6o", not stopped, "", f"the bridge of {name} is destroyed: units stop there")


@rule("22.6o")
def _is_blown(view: View, box: str) -> bool:
    return has_bridge(view, box) and view.flag("blown", box)


def _passed(start: str, boxes: int) -> list[str]:
    """Boxes that a stack enters, up to Box 6."""
    map_, at = start[0], int(start[2:])
    return [f"{map_}-{n}" for n in range(at + 1, min(LAST, at + boxes) + 1)]


def _advance(draft: Draft, action: AdvanceBoxes) -> None:
    pieces = [draft.pieces[u] for u in action.units]
    total = moves(draft, pieces) + int(action.strategic)
    path = _passed(pieces[0].space, action.boxes)
    target = path[-1] if path else pieces[0].space
    for piece in pieces:
        draft.place(piece.uid, target)
        draft.set("moved", True, piece.uid)
        if action.strategic:
            draft.set("strategic", True, piece.uid)
        if target.endswith(str(LAST)):
            draft.set("returns", ready_at(draft, total - len(path), total), piece.uid)


def _advances(state: State) -> Iterator[AdvanceBoxes]:
    if not terms.has_option(state, "22.6o") or not _is_time(state) or state.text("side") != terms.GERMAN:
        return
    for map_, number in itertools.product("de", range(1, LAST)):
        for piece in state.units_in(f"{map_}-{number}"):
            for count in range(moves(state, [piece]), 0, -1):
                yield AdvanceBoxes((piece.uid,), count)


@rule("22.6o")
def _check_enter(inquiry: Inquiry, action: EnterLive) -> None:
    if not _require_used(inquiry):
        return
    pieces = [inquiry.pieces[u] for u in action.units]
    last = bool(pieces) and all(box_of(inquiry, p) == LAST and p.space == pieces[0].space for p in pieces)
    if not inquiry.require(
        "22.6o", last and bool(action.path), "", "no stack of a Box 6 and no path is named"
    ):
        return
    for piece in pieces:
        waits = inquiry.number("returns", piece.uid) > clock.clock(inquiry)
        text = f"{piece.printed.title} has not reached the map yet"
        inquiry.require("22.6o", not waits, "", text, units=[piece.uid])
    name = inquiry.board.name
    first = action.path[0] in entry_hexes(inquiry, pieces[0].space[0])
    text = f"no road of the south edge leads into {name(action.path[0])}"
    passed = f"from Box 6 by the road into {name(action.path[0])}, at the rate of the map of the box"
    inquiry.require("22.6o", first, passed, text, spaces=[action.path[0]])
    for space in action.path:
        foe = terms.enemies(inquiry, space, terms.GERMAN)
        inquiry.require("10.1", not foe, "", f"an enemy unit stands in {name(space)}", spaces=[space])
    for frm, to in itertools.pairwise(action.path):
        for piece in pieces:
            for section, fault in r10_cost.entry_faults(inquiry, piece, frm, to):
                inquiry.refuse(section, fault, units=[piece.uid], spaces=[to])
        both = zones.in_ezoc(inquiry, frm, terms.GERMAN) and zones.in_ezoc(inquiry, to, terms.GERMAN)
        inquiry.require("5.2", not both, "", f"{name(frm)} and {name(to)} both lie in EZOCs", spaces=[to])
    price, limit = _cost(inquiry, pieces, action.path), _limit(inquiry, pieces)
    text = "the path is not open" if price is None else f"{r10_cost.mp(price)} MPs of {limit // terms.MP}"
    inquiry.require("10.1", price is not None and price <= limit, text, text)


def _cost(view: View, pieces: Sequence[Piece], path: Sequence[str]) -> int | None:
    total = terms.MP
    for frm, to in itertools.pairwise(path):
        steps = [r10_cost.step_cost(view, p, frm, to) for p in pieces]
        if any(s is None or s >= r10_cost.WHOLE for s in steps):
            return None
        total += max(s for s in steps if s is not None)
        total += zones.EXIT if zones.in_ezoc(view, frm, terms.GERMAN) else 0
    return total


@rule("22.6o", "11.2")
def _limit(view: View, pieces: Sequence[Piece]) -> int:
    """Sixths of an MP of the slowest unit, less the interdiction of the map of its box."""
    points = min(r10_allowance.allowance(view, p, supplied=True) for p in pieces)
    taken = 0 if view.text("time") == "night" else view.number("interdiction", pieces[0].space[:1])
    return max(0, points - taken) * terms.MP


def _enter(draft: Draft, action: EnterLive) -> None:
    for uid in action.units:
        draft.place(uid, action.path[-1])
        draft.set("moved", True, uid)
        draft.set("moved-mech", True, uid)
        draft.set("line-up", 1, uid)
        draft.set("began", action.path[0], uid)
        draft.clear("returns", uid)


def _entries(state: State) -> Iterator[EnterLive]:
    if not terms.has_option(state, "22.6o") or state.text("side") != terms.GERMAN:
        return
    for map_ in "de":
        for piece in state.units_in(f"{map_}-{LAST}"):
            yield from (EnterLive((piece.uid,), (space,)) for space in entry_hexes(state, map_))


# --- bridges ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BombBridge(Action):
    """Attack the bridge of a box with Armed Recon.

    Examples
    --------
    >>> BombBridge("d-3", 2).attacks
    2
    """

    box: str
    attacks: int = 1


@rule("22.6o", "11.3.3")
def _check_bomb(inquiry: Inquiry, action: BombBridge) -> None:
    used = terms.has_option(inquiry, "22.6o")
    inquiry.require("22.6o", used, "", "the Three-Map variant is not used")
    name = inquiry.board.name(action.box)
    there = has_bridge(inquiry, action.box) and not _is_blown(inquiry, action.box)
    inquiry.require("22.6o", there, "", f"no bridge stands in {name}")
    left = inquiry.number("recon-attacks")
    text = f"{action.attacks} attacks of {left}"
    inquiry.require("11.3.1", 0 < action.attacks <= left, text, text)


def _bomb(draft: Draft, action: BombBridge) -> None:
    draft.set("recon-attacks", draft.number("recon-attacks") - action.attacks)
    for _ in range(action.attacks):
        ask_roll(draft, "box-bridge", [terms.D10], box=action.box)


@rule("22.6o", "11.3.3")
def _bombed(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    """The bridge lies in Clear terrain; only FLAK of the stack in the box fires."""
    box = data["box"]
    guns = len(recon.flak_of(draft, box))
    found = recon.chances_of(
        recon.hit_number(draft), -guns if draft.option("flak-count") == "A" else -min(1, guns)
    )
    if values[0] <= found.lost_on:
        draft.set("air-points", max(0, draft.number("air-points") - 1))
    if values[0] >= found.hit_on:
        draft.set("blown", True, box)


def _bombs(state: State) -> Iterator[BombBridge]:
    if terms.has_option(state, "22.6o") and state.number("recon-attacks") > 0:
        yield from (BombBridge(box) for box in _chart(state)["bridge"] if not _is_blown(state, box))


@rule("22.6o")
def end_of_turn(draft: Draft) -> None:
    """At the end of a turn: only a Night turn brings the bridges back."""
    if draft.text("time") == "night":
        restore_bridges(draft)


@rule("22.6o")
def restore_bridges(draft: Draft) -> None:
    """At the end of a Night turn the bridges of the boxes stand again."""
    for box in _chart(draft)["bridge"]:
        draft.clear("blown", box)


def _why(state: State, data: Mapping[str, Any]) -> str:
    return f"Armed Recon on the bridge of {state.board.name(str(data['box']))}"


ROLLS: dict[str, RollRule] = {"box-bridge": RollRule(_bombed, _why, "22.6o")}
_MOVE = frozenset({"movement"})
HANDLERS: tuple[Handler[Any], ...] = (
    Handler(Arrive, _check_arrive, _arrive, _arrivals, "22.6o", phases=frozenset({"reinforcements"})),
    Handler(AdvanceBoxes, _check_advance, _advance, _advances, "22.6o", phases=_MOVE),
    Handler(EnterLive, _check_enter, _enter, _entries, "22.6o", phases=_MOVE),
    Handler(BombBridge, _check_bomb, _bomb, _bombs, "22.6o", phases=frozenset({"armed-recon"})),
)
